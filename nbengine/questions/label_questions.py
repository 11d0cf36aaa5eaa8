"""Each label a question of its own: this label, or not. All questions are answered from the counts of one model.

The model counts sets of labels. What it has of a label is the sum over the sets with it, and what speaks against is all
the rest: two columns of a tally, which every textbook model can read, leave documents out of, and explain. Learnt
factors are fitted for all questions at once beside these counts, and answer in place of them; a label that came later
is answered from the counts until they are fitted anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, import_scipy_sparse
from nbengine.errors import EngineError
from nbengine.events.event_model import Prior
from nbengine.explanations.explanation import Explanation, explain
from nbengine.learnt.documents import AnyDocuments, Documents, statistics_of_documents
from nbengine.learnt.factors import Factors
from nbengine.learnt.statistics import Features, Statistics, features_of, require_part
from nbengine.learnt.tally import FilledCells, Tally, sort_and_merge
from nbengine.models.fitted_factors import finite_prior
from nbengine.models.model import Model, living_columns, one_at_a_time
from nbengine.models.model_words import CountedText
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import model_of_whole
from nbengine.questions.answers import (
    RIDGE,
    Answers,
    BoolArray,
    Progress,
    Questions,
    QuestionWeights,
    fit_weighed,
    folds_weighed,
    labels_in,
    learnt_answers,
    memberships,
    questions_in,
)
from nbengine.trust.verdicts import Verdicts

AGAINST = "≠ "
"""Before a label: every document without it."""
NEVER = -1e4
"""Log-odds of a label that no document is left of."""
MOST_KEPT_CELLS, MOST_KEPT_ANSWERING = 1 << 24, 8
MOST_ANSWERS = 1 << 25
"""Documents times labels."""


class LabelQuestions:
    """Asks a model that counts sets of labels for each label by itself."""

    def __init__(self, model: Model, kept: Questions | None = None) -> None:
        self.model, self.kept = model, kept
        self.labels = questions_in(model.labels)
        self._kept_questions: dict[str, Model] = {}
        self._kept_answering: dict[str, Model] = {}

    def log_odds(self, features: Features) -> FloatArray:
        """Return log-odds of each label against its absence, (n_documents, n_labels)."""
        weighed = self.weighed
        if weighed is None or features.text is None:
            return self._by_counts(features, range(len(self.labels)))
        found = weighed.log_odds(features.text)
        places = {label: place for place, label in enumerate(weighed.labels)}
        later = [place for place, label in enumerate(self.labels) if label not in places]
        by_counts = self._by_counts(features, later)
        own = np.append(found, np.zeros((len(found), 1)), axis=1)[:, [places.get(label, -1) for label in self.labels]]
        own[:, later] = by_counts[:, later]
        return own

    def question(self, label: str) -> Model:
        """Return the model of one question: the label, and against it all documents without it."""
        if label not in self.labels:
            raise EngineError(f"No document was ever learnt under the label {label!r}.")
        found = self._kept_questions.get(label)
        if found is None:
            statistics, recipe = self._of_label(self.labels.index(label)), self.model.recipe
            recipe = replace(recipe, prior=Prior() if recipe.prior.kind == "given" else recipe.prior)
            found = Model(recipe, self.model.vocabulary, statistics, tfidf=self.model.tfidf, table=self.model.table)
            if len(self.labels) * len(self.model.vocabulary) > MOST_KEPT_CELLS:
                self._kept_questions.clear()
            self._kept_questions[label] = found
        return found

    def answering(self, label: str) -> Model:
        """Return the model of one question that gives its answer: with learnt factors, where there are any, else by the
        counts."""
        weighed, found = self.weighed, self._kept_answering.get(label)
        if weighed is None or label not in weighed.labels:
            return self.question(label)
        if found is None:
            found = self._fitted(weighed, label)
            if len(self._kept_answering) >= MOST_KEPT_ANSWERING:
                self._kept_answering.clear()
            self._kept_answering[label] = found
        return found

    def _fitted(self, weighed: QuestionWeights, label: str) -> Model:
        """Count presences under the label and without it, as the fit did, and lay the learnt weights beside them."""
        recipe = replace(
            self.model.recipe,
            event_model="learnt",
            smoothing=1.0,
            weighting="count",
            limits=VocabularyLimits(),
            ridge=RIDGE,
            ridge_by_ratio=True,
            prior=Prior(),
        )
        names, place = (label, f"{AGAINST}{label}"), weighed.labels.index(label)
        tally = self._tally_of(self._members[:, self.labels.index(label)], names).of_presences()
        weights = np.zeros((tally.n_tokens, 2), np.float32)
        weights[: len(weighed.weights), 0] = weighed.weights[:, place]
        n_behind = abs(round(tally.documents.sum() / UNIT) - weighed.n_documents) if weighed.n_documents else 0
        statistics = Statistics(tally)
        bias = np.array([weighed.bias[place], 0.0]) - finite_prior(recipe, statistics)
        statistics.factors = Factors(weights, bias, n_behind, is_one_sided=True)
        return Model(recipe, self.model.vocabulary, statistics, tfidf=weighed.tfidf)

    def side_by_side(self) -> Model:
        """Return a model of all labels beside one another, each with all documents that have it: for looking at words,
        and not for judging, as a document counts under each of its labels."""
        learnt, own = self.model.statistics, np.flatnonzero(~self.is_branch)
        tally, tokens, sets, _ = self._cells
        filled, members = tally.filled(), import_scipy_sparse().csr_array(self._members[:, own])[sets]
        rows = np.repeat(np.arange(len(sets)), np.diff(members.indptr))
        cells = tokens[rows] * len(own) + members.indices
        table = sort_and_merge(cells, filled.occurrences[rows], filled.presences[rows])
        names = tuple(self.labels[place] for place in own.tolist())
        documents = learnt.documents @ self._members[:, own].astype(np.int64)
        text = Tally.from_filled(names, tally.n_tokens, documents, table, threshold=tally.threshold)
        recipe = replace(self.model.recipe, prior=Prior())
        return Model(recipe, self.model.vocabulary, Statistics(text), tfidf=self.model.tfidf)

    def left_out(self, documents: Documents, progress: Progress | None = None) -> FloatArray:
        """Return log-odds of documents over the model's columns, each judged by the counts without it."""
        truth = self.truth(documents.label_numbers, documents.labels)
        found = np.where(truth.all(axis=0), -NEVER, NEVER) + np.zeros(truth.shape)
        for place, label in enumerate(self.labels):
            if progress is not None:
                progress(place, len(self.labels))
            if truth[:, place].any() and not truth[:, place].all():
                left = self.question(label).left_out(
                    documents.features, (~truth[:, place]).astype(int), documents.weights
                )
                joint = left.log_joint()
                found[:, place] = _difference(joint)
        return found

    def truth(self, label_numbers: IntArray, sets: tuple[str, ...]) -> BoolArray:
        """Return which documents have which labels, (n_documents, n_labels)."""
        return np.asarray(memberships(sets, self.labels)[label_numbers])

    def asked_of(self, documents: AnyDocuments, label: str) -> AnyDocuments:
        """Return documents of sets of labels as one question has them: with the label, or without."""
        is_without = ~memberships(documents.labels, (label,))[documents.label_numbers, 0]
        return replace(documents, labels=(label, f"{AGAINST}{label}"), label_numbers=is_without.astype(np.int64))

    @property
    def answers(self) -> Answers:
        """The sureness of each label; as the log-odds say where that was not looked into."""
        if self.kept is not None:
            return self.kept.answers.over(self.labels)
        n_labels = len(self.labels)
        return Answers(self.labels, 1e6, np.ones(n_labels), np.zeros(n_labels), 0.5, 0.95, 0.05)

    @property
    def weighed(self) -> QuestionWeights | None:
        """The learnt weights, where the model has any."""
        return None if self.kept is None else self.kept.weighed

    def _by_counts(self, features: Features, places: range | list[int]) -> FloatArray:
        found = np.full((features.n_documents, len(self.labels)), NEVER)
        for place in places:
            if self._members[:, place].all():
                found[:, place] = -NEVER
            else:
                model = self.question(self.labels[place])
                found[:, place] = _difference(model.scorer.log_joint(model.prepared(features)))
        return found

    @property
    def is_branch(self) -> BoolArray:
        """(n_labels,): which questions are of branches alone, that no document has as a label of its own."""
        own = {label for name in self.model.labels for label in labels_in(name)}
        return np.array([label not in own for label in self.labels], np.bool_)

    @cached_property
    def _members(self) -> BoolArray:
        return memberships(self.model.labels, self.labels)

    @cached_property
    def _cells(self) -> tuple[Tally, IntArray, IntArray, FilledCells]:
        """The tally's cells, with their tokens and sets, and beside them what all sets add up to."""
        tally = require_part(self.model.statistics.text, "text")
        filled = tally.filled()
        whole = tally.merged_labels(dict.fromkeys(tally.labels, "")).filled()
        return tally, filled.cells // tally.n_labels, filled.cells % tally.n_labels, whole

    def _of_label(self, place: int) -> Statistics:
        label, learnt, is_member = self.labels[place], self.model.statistics, self._members[:, place]
        names = (label, f"{AGAINST}{label}")
        text = None if learnt.text is None else self._tally_of(is_member, names)
        if learnt.numbers is None and learnt.choices is None:
            return Statistics(text)
        merged = {name: names[0] if own else names[1] for name, own in zip(learnt.labels, is_member, strict=True)}
        columns = Statistics(None, learnt.numbers, learnt.choices).merged_labels(merged).with_labels(names)
        return Statistics(text, columns.numbers, columns.choices)

    def _tally_of(self, is_member: BoolArray, names: tuple[str, str]) -> Tally:
        tally, tokens, sets, whole = self._cells
        own, filled = is_member[sets], tally.filled()
        tables = []
        for ours, all_of_them in ((filled.occurrences, whole.occurrences), (filled.presences, whole.presences)):
            found = np.zeros((tally.n_tokens, 2), all_of_them.dtype)
            np.add.at(found[:, 0], tokens[own], ours[own])
            found[whole.cells, 1] = all_of_them
            found[:, 1] -= found[:, 0]
            tables.append(np.maximum(found, 0).reshape(-1))
        cells = np.flatnonzero(tables[1] > 0)
        documents = np.array([tally.documents[is_member].sum(), tally.documents[~is_member].sum()], np.int64)
        table = FilledCells(cells, tables[0][cells], tables[1][cells])
        return Tally.from_filled(names, tally.n_tokens, documents, table, threshold=tally.threshold)


def _difference(joint: FloatArray) -> FloatArray:
    """Log-odds of the first of two labels; an answer that is impossible either way is none."""
    with np.errstate(invalid="ignore"):
        found = joint[:, 0] - joint[:, 1]
    return np.clip(np.nan_to_num(found, nan=0.0, posinf=-NEVER, neginf=NEVER), NEVER, -NEVER)


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The questions of a model with what it answers for its own documents, each as if it had not learnt it."""

    questions: LabelQuestions
    log_odds: FloatArray
    truth: BoolArray


def asked(model: Model, documents: AnyDocuments, *, is_learnt: bool, progress: Progress | None = None) -> Asked:
    """Find out how sure to be of each label from the documents that the model has learnt, over any vocabulary."""
    plain, own = LabelQuestions(model), _over_columns(model, documents.held())
    check_room(len(own), len(plain.labels))
    truth, text = plain.truth(own.label_numbers, own.labels), own.features.text
    weighed: QuestionWeights | None = None
    if is_learnt and text is not None:
        log_odds = folds_weighed(text, truth, plain.labels, own.weights, progress)
        weighed = fit_weighed(text, truth, plain.labels, own.weights, progress)
    else:
        log_odds = plain.left_out(own, progress)
    kept = Questions(learnt_answers(log_odds, truth, plain.labels), weighed)
    return Asked(LabelQuestions(model, kept), log_odds, truth)


def folds_asked(
    recipe: Recipe,
    documents: AnyDocuments,
    folds: IntArray,
    *,
    is_learnt: bool,
    progress: Progress | None = None,
    is_in_time: bool = False,
) -> Asked:
    """Answer all questions about each document by a model of the other folds alone; in time, of what comes before it.

    Documents of folds below zero are learnt and not asked about.
    """
    held, whole = (
        documents.held(),
        LabelQuestions(model_of_whole(recipe, documents, statistics_of_documents(documents))),
    )
    check_room(len(held), len(whole.labels))
    found = np.full((len(held), len(whole.labels)), NEVER)
    places = {label: place for place, label in enumerate(whole.labels)}
    wanted = np.unique(folds[folds >= 0]).tolist()
    for number, fold in enumerate(wanted):
        if progress is not None:
            progress(number, len(wanted))
        others = folds < fold if is_in_time else folds != fold
        own, rest = np.flatnonzero(folds == fold), _of_labels_there(held[np.flatnonzero(others)])
        model = model_of_whole(recipe, rest, statistics_of_documents(rest))
        kept = _learnt_questions(model, rest) if is_learnt else None
        questions = LabelQuestions(model, kept)
        columns = np.array([places[label] for label in questions.labels], np.int64)
        found[np.ix_(own, columns)] = questions.log_odds(_over_columns(model, held[own]).features)
    return Asked(whole, found, whole.truth(held.label_numbers, held.labels))


def _learnt_questions(model: Model, documents: Documents) -> Questions | None:
    own, plain = _over_columns(model, documents), LabelQuestions(model)
    text = own.features.text
    if text is None:
        return None
    weighed = fit_weighed(text, plain.truth(own.label_numbers, own.labels), plain.labels, own.weights)
    return Questions(plain.answers, weighed)


def _of_labels_there(documents: Documents) -> Documents:
    """Leave out the sets of labels that none of the documents has."""
    used, numbers = np.unique(documents.label_numbers, return_inverse=True)
    return replace(documents, label_numbers=numbers, labels=tuple(documents.labels[place] for place in used.tolist()))


def check_room(n_documents: int, n_labels: int) -> None:
    """Refuse to ask more questions than a laptop has room for the answers of."""
    if n_documents * n_labels > MOST_ANSWERS:
        raise EngineError(
            f"{n_labels:,} labels of {n_documents:,} documents are more questions than there is room for; "
            "merge labels, or remove those of few documents."
        )


def _over_columns(model: Model, documents: Documents) -> Documents:
    given = documents.features
    if given.text is None or documents.vocabulary is model.vocabulary:
        return documents
    counts = model.adopt(given.text, documents.vocabulary).counts
    return replace(documents, features=Features(counts, given.numbers, given.choices), vocabulary=model.vocabulary)


@dataclass(frozen=True, slots=True, eq=False)
class SeveralVerdicts(Verdicts):
    """Verdicts whose columns are questions: the best label is the likeliest, and beside it stand all that are given."""

    given: BoolArray = field(default_factory=lambda: np.zeros((0, 0), np.bool_))
    """(n_documents, n_labels)"""
    sure: BoolArray = field(default_factory=lambda: np.zeros((0, 0), np.bool_))
    """(n_documents, n_labels): whether that a document has the label, or has not, is sure."""


class SetModel(Model):
    """Classifies documents by a question for each label, and learns and forgets them as any model does."""

    def __init__(self, counted: Model, kept: Questions | None = None) -> None:
        super().__init__(
            counted.recipe, counted.vocabulary, counted.statistics, tfidf=counted.tfidf, table=counted.table
        )
        self.kept = kept
        self._questions: LabelQuestions | None = None

    @property
    def questions(self) -> LabelQuestions:
        """The questions, as the model stands."""
        if self._questions is None:
            self._questions = LabelQuestions(self, self.kept)
        return self._questions

    @property
    def is_learnt(self) -> bool:
        """Return whether learnt weights answer, and not the counts alone."""
        return self.questions.weighed is not None

    @one_at_a_time
    def judge(
        self, documents: Features | CountMatrix | CountedText, *, unknown: FloatArray | None = None
    ) -> SeveralVerdicts:
        """Answer all questions; a verdict is unsure where one of the answers is, or no label is given."""
        if isinstance(documents, CountedText):
            return self.judge(documents.counts, unknown=documents.unknown)
        features = features_of(documents)
        lengths, questions = self.lengths(features), self.questions
        strange = np.zeros(len(lengths)) if unknown is None else unknown
        log_odds, answers = questions.log_odds(features), questions.answers
        probabilities = answers.probabilities(log_odds)
        given, sure = answers.given(probabilities), answers.sure(probabilities)
        log_proba = np.log(np.maximum(probabilities, 1e-300))
        return SeveralVerdicts(
            label_numbers=log_proba.argmax(axis=1) if questions.labels else np.full(len(lengths), -1),
            log_joint=log_odds,
            log_proba=-np.logaddexp(0.0, -np.clip(log_odds, -700, 700)),
            calibrated=log_proba,
            is_unsure=np.asarray(~sure.all(axis=1) | ~given.any(axis=1) | (lengths == 0)),
            is_unlike=np.zeros(len(lengths), np.bool_),
            unknown_share=strange / np.maximum(strange + lengths, 1.0),
            labels=questions.labels,
            given=given,
            sure=sure,
        )

    def explained(self, features: Features, label: str) -> Explanation:
        """Return what a document's words add to the log-odds of one label against its absence."""
        return explain(self.questions.answering(label), features, label, against_of(label))

    @one_at_a_time
    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Call sets something else, and with them the labels that changed in all of them."""
        before, after = set(self.questions.labels), dict[str, str]()
        for old, new in names.items():
            gone, come = set(labels_in(old)) - set(labels_in(new)), set(labels_in(new)) - set(labels_in(old))
            if len(gone) == len(come) == 1:
                after[gone.pop()] = come.pop()
        super().rename_labels(names)
        self._questions = None
        if self.kept is not None:
            self.kept = self.kept.renamed({old: new for old, new in after.items() if old in before})

    def rederived(self, recipe: Recipe) -> SetModel:
        """The same counts under another event model; what was learnt of sureness is for the old one and goes."""
        return SetModel(super().rederived(recipe))

    @one_at_a_time
    def copy(self) -> SetModel:
        """A model of its own, which may learn without this one."""
        return SetModel(super().copy(), self.kept)

    @one_at_a_time
    def compacted(self) -> Model:
        """The same model without words that no document has any more, and so with other columns."""
        columns = living_columns(self.statistics.text, self.recipe.limits, len(self.vocabulary))
        if columns is None:
            return self
        kept = None if self.kept is None else self.kept.picked(np.flatnonzero(columns >= 0))
        return SetModel(super().compacted(), kept)

    def _store_statistics(self, statistics: Statistics) -> None:
        super()._store_statistics(statistics)
        self._questions = None


def labels_asked(model: Model) -> tuple[str, ...]:
    """Return the labels that a model tells from one another, or, where there may be several, asks for one by one."""
    if not isinstance(model, SetModel):
        return model.labels
    questions = model.questions
    return tuple(label for label, is_branch in zip(questions.labels, questions.is_branch, strict=True) if not is_branch)


def model_asked(model: Model, label: str | None) -> Model:
    """Return the model that answers about a label: of several labels that of one question, else the model itself."""
    if not isinstance(model, SetModel):
        return model
    return model.questions.answering(label or model.questions.labels[0])


def against_of(label: str) -> str:
    """Return what a label is weighed against: every document without it."""
    return f"{AGAINST}{label}"

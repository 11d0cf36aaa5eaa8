"""Classification with several labels per document: a yes-or-no question for each label.

The model counts sets of labels. For one label, the counts of all label sets that contain it are added up. The counts of
all other label sets form the label's opposite. The result is a tally with two columns, with which every event model can
judge, explain and leave documents out. Learnt weights are fitted for all questions at once. If there are any, answers
come from the weights instead of the counts. A label added after the fit is answered from the counts until the next fit.

`LabelQuestions` is a view of such a model, and `MultiLabelModel` is the classifier.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, import_scipy_sparse
from nbengine.errors import EngineError
from nbengine.events.event_model import Prior
from nbengine.explanations.explanation import Explanation
from nbengine.learnt.documents import AnyDocuments, Documents, statistics_of_documents
from nbengine.learnt.factors import Factors
from nbengine.learnt.statistics import Features, Statistics, require_part, to_features
from nbengine.learnt.tally import FilledCells, Tally, sort_and_merge
from nbengine.models.fitted_factors import finite_log_prior
from nbengine.models.model import Model, columns_of_used_words, hold_lock
from nbengine.models.model_words import CountedText
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import train_on_statistics
from nbengine.packing import PackedContent
from nbengine.questions.answers import (
    RIDGE,
    AnswerCalibration,
    BoolArray,
    Progress,
    QuestionWeights,
    SavedQuestions,
    fit_answer_calibration,
    fit_question_weights,
    held_out_log_odds_by_weights,
    label_memberships,
    labels_and_branches_of,
    labels_of_set,
    questions_from_parts,
    questions_to_parts,
)
from nbengine.trust.verdicts import Verdicts

OPPOSITE_PREFIX = "≠ "
"""Prefix for the opposite of a label: all documents without it."""
IMPOSSIBLE_LOG_ODDS = -1e4
"""Log-odds of a label that no document has."""
MAX_CACHED_CELLS, MAX_CACHED_MODELS = 1 << 24, 8
"""Limits of the caches: cells of all cached question models; number of cached models with weights."""
MAX_ANSWERS = 1 << 25
"""Maximum number of answers: documents times labels."""


class LabelQuestions:
    """The yes-or-no questions of a model that counts sets of labels.

    It makes a model for each question, and caches these models.
    """

    def __init__(self, model: Model, saved: SavedQuestions | None = None) -> None:
        self.model, self.saved = model, saved
        self.labels = labels_and_branches_of(model.labels)
        self._kept_questions: dict[str, Model] = {}
        self._kept_answering: dict[str, Model] = {}

    def log_odds(self, features: Features) -> FloatArray:
        """Return log-odds of each label against its absence, (n_documents, n_labels)."""
        weighed = self.question_weights
        if weighed is None or features.text is None:
            return self._log_odds_by_counts(features, range(len(self.labels)))
        by_weights = weighed.log_odds(features.text)
        column_of_label = {label: number for number, label in enumerate(weighed.labels)}
        later = [number for number, label in enumerate(self.labels) if label not in column_of_label]
        by_counts = self._log_odds_by_counts(features, later)
        log_odds = np.append(by_weights, np.zeros((len(by_weights), 1)), axis=1)[
            :, [column_of_label.get(label, -1) for label in self.labels]
        ]
        log_odds[:, later] = by_counts[:, later]
        return log_odds

    def question_model(self, label: str) -> Model:
        """Return the model that answers the question of a label from the counts. It is cached.

        It has two labels: the label itself, and its opposite, which stands for all documents without the label.
        """
        if label not in self.labels:
            raise EngineError(f"No document was ever learnt under the label {label!r}.")
        model = self._kept_questions.get(label)
        if model is None:
            statistics, recipe = self._make_two_sided_statistics(self.labels.index(label)), self.model.recipe
            recipe = replace(recipe, prior=Prior() if recipe.prior.kind == "given" else recipe.prior)
            model = Model(recipe, self.model.vocabulary, statistics, tfidf=self.model.tfidf, table=self.model.table)
            if len(self.labels) * len(self.model.vocabulary) > MAX_CACHED_CELLS:
                self._kept_questions.clear()
            self._kept_questions[label] = model
        return model

    def model_deciding_about(self, label: str) -> Model:
        """Return the model that answers the question of a label: by learnt weights if there are any, otherwise by
        counts.
        """
        weighed, model = self.question_weights, self._kept_answering.get(label)
        if weighed is None or label not in weighed.labels:
            return self.question_model(label)
        if model is None:
            model = self._model_with_weights(weighed, label)
            if len(self._kept_answering) >= MAX_CACHED_MODELS:
                self._kept_answering.clear()
            self._kept_answering[label] = model
        return model

    def _model_with_weights(self, weighed: QuestionWeights, label: str) -> Model:
        """Return the model of a question with learnt weights.

        Its counts are presences, as in the fit of the weights.
        """
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
        names, column = (label, f"{OPPOSITE_PREFIX}{label}"), weighed.labels.index(label)
        tally = self._make_two_sided_tally(
            self._memberships[:, self.labels.index(label)], names
        ).count_once_per_document()
        weights = np.zeros((tally.n_tokens, 2), np.float32)
        weights[: len(weighed.weights), 0] = weighed.weights[:, column]
        n_behind = abs(round(tally.documents.sum() / UNIT) - weighed.n_documents) if weighed.n_documents else 0
        statistics = Statistics(tally)
        bias = np.array([weighed.bias[column], 0.0]) - finite_log_prior(recipe, statistics)
        statistics.factors = Factors(weights, bias, n_behind, is_one_sided=True)
        return Model(recipe, self.model.vocabulary, statistics, tfidf=weighed.tfidf)

    def make_side_by_side_model(self) -> Model:
        """Return a model with one column per label, which counts all documents with the label.

        It is for tables of words. Do not judge with it, because a document counts under each of its labels.
        """
        learnt, leaf_labels = self.model.statistics, np.flatnonzero(~self.is_branch)
        tally, tokens, sets, _ = self._tally_cells
        filled, members = tally.filled_cells(), import_scipy_sparse().csr_array(self._memberships[:, leaf_labels])[sets]
        rows = np.repeat(np.arange(len(sets)), np.diff(members.indptr))
        cells = tokens[rows] * len(leaf_labels) + members.indices
        table = sort_and_merge(cells, filled.occurrences[rows], filled.presences[rows])
        names = tuple(self.labels[number] for number in leaf_labels.tolist())
        documents = learnt.documents @ self._memberships[:, leaf_labels].astype(np.int64)
        text = Tally.from_filled_cells(names, tally.n_tokens, documents, table, threshold=tally.threshold)
        recipe = replace(self.model.recipe, prior=Prior())
        return Model(recipe, self.model.vocabulary, Statistics(text), tfidf=self.model.tfidf)

    def leave_one_out_log_odds(self, documents: Documents, progress: Progress | None = None) -> FloatArray:
        """Return leave-one-out log-odds from the counts, (n_documents, n_labels). Documents use the model's columns."""
        truth = self.label_mask(documents.label_numbers, documents.labels)
        log_odds = np.where(truth.all(axis=0), -IMPOSSIBLE_LOG_ODDS, IMPOSSIBLE_LOG_ODDS) + np.zeros(truth.shape)
        for number, label in enumerate(self.labels):
            if progress is not None:
                progress(number, len(self.labels))
            if truth[:, number].any() and not truth[:, number].all():
                leave_one_out = self.question_model(label).left_out(
                    documents.features, (~truth[:, number]).astype(int), documents.weights
                )
                joint = leave_one_out.log_joint()
                log_odds[:, number] = _clipped_log_odds(joint)
        return log_odds

    def label_mask(self, label_numbers: IntArray, sets: tuple[str, ...]) -> BoolArray:
        """Return a mask (n_documents, n_labels): which documents have which labels.

        `label_numbers` are positions in `sets`, the names of label sets.
        """
        return np.asarray(label_memberships(sets, self.labels)[label_numbers])

    def documents_for_question(self, documents: AnyDocuments, label: str) -> AnyDocuments:
        """Return the documents with two labels instead of their label sets: `label`, or its opposite."""
        is_without = ~label_memberships(documents.labels, (label,))[documents.label_numbers, 0]
        return replace(
            documents, labels=(label, f"{OPPOSITE_PREFIX}{label}"), label_numbers=is_without.astype(np.int64)
        )

    @property
    def calibration(self) -> AnswerCalibration:
        """The calibration and thresholds of each label. Without a fitted calibration, log-odds are used unchanged."""
        if self.saved is not None:
            return self.saved.calibration.for_labels(self.labels)
        n_labels = len(self.labels)
        return AnswerCalibration(self.labels, 1e6, np.ones(n_labels), np.zeros(n_labels), 0.5, 0.95, 0.05)

    @property
    def question_weights(self) -> QuestionWeights | None:
        """The learnt weights; None if there are none."""
        return None if self.saved is None else self.saved.weights

    def _log_odds_by_counts(self, features: Features, numbers: range | list[int]) -> FloatArray:
        log_odds = np.full((features.n_documents, len(self.labels)), IMPOSSIBLE_LOG_ODDS)
        for number in numbers:
            if self._memberships[:, number].all():
                log_odds[:, number] = -IMPOSSIBLE_LOG_ODDS
            else:
                model = self.question_model(self.labels[number])
                log_odds[:, number] = _clipped_log_odds(model.scorer.log_joint(model.prepare(features)))
        return log_odds

    @property
    def is_branch(self) -> BoolArray:
        """Mask (n_labels,) of the branches: labels that only contain other labels, and that no document has itself."""
        assigned_labels = {label for name in self.model.labels for label in labels_of_set(name)}
        return np.array([label not in assigned_labels for label in self.labels], np.bool_)

    @cached_property
    def _memberships(self) -> BoolArray:
        return label_memberships(self.model.labels, self.labels)

    @cached_property
    def _tally_cells(self) -> tuple[Tally, IntArray, IntArray, FilledCells]:
        """The tally of the counts, with its non-zero cells.

        The four values are the tally; the token of each cell, (n_cells,); the label set of each cell, (n_cells,); and
        the cells summed over all label sets.
        """
        tally = require_part(self.model.statistics.text, "text")
        filled = tally.filled_cells()
        whole = tally.with_merged_labels(dict.fromkeys(tally.labels, "")).filled_cells()
        return tally, filled.cells // tally.n_labels, filled.cells % tally.n_labels, whole

    def _make_two_sided_statistics(self, number: int) -> Statistics:
        label, learnt, is_member = self.labels[number], self.model.statistics, self._memberships[:, number]
        names = (label, f"{OPPOSITE_PREFIX}{label}")
        text = None if learnt.text is None else self._make_two_sided_tally(is_member, names)
        if learnt.numbers is None and learnt.choices is None:
            return Statistics(text)
        merged = {
            name: names[0] if has_label else names[1] for name, has_label in zip(learnt.labels, is_member, strict=True)
        }
        columns = Statistics(None, learnt.numbers, learnt.choices).with_merged_labels(merged).with_labels(names)
        return Statistics(text, columns.numbers, columns.choices)

    def _make_two_sided_tally(self, is_member: BoolArray, names: tuple[str, str]) -> Tally:
        tally, tokens, sets, whole = self._tally_cells
        has_label, filled = is_member[sets], tally.filled_cells()
        tables = []
        for cells_of_sets, cells_of_all in (
            (filled.occurrences, whole.occurrences),
            (filled.presences, whole.presences),
        ):
            table_of_sides = np.zeros((tally.n_tokens, 2), cells_of_all.dtype)
            np.add.at(table_of_sides[:, 0], tokens[has_label], cells_of_sets[has_label])
            table_of_sides[whole.cells, 1] = cells_of_all
            table_of_sides[:, 1] -= table_of_sides[:, 0]
            tables.append(np.maximum(table_of_sides, 0).reshape(-1))
        cells = np.flatnonzero(tables[1] > 0)
        documents = np.array([tally.documents[is_member].sum(), tally.documents[~is_member].sum()], np.int64)
        table = FilledCells(cells, tables[0][cells], tables[1][cells])
        return Tally.from_filled_cells(names, tally.n_tokens, documents, table, threshold=tally.threshold)


def _clipped_log_odds(joint: FloatArray) -> FloatArray:
    """Return the clipped log-odds of the first of two labels; 0 if both are impossible."""
    with np.errstate(invalid="ignore"):
        log_odds = joint[:, 0] - joint[:, 1]
    return np.clip(
        np.nan_to_num(log_odds, nan=0.0, posinf=-IMPOSSIBLE_LOG_ODDS, neginf=IMPOSSIBLE_LOG_ODDS),
        IMPOSSIBLE_LOG_ODDS,
        -IMPOSSIBLE_LOG_ODDS,
    )


@dataclass(frozen=True, slots=True, eq=False)
class AnsweredQuestions:
    """The questions of a model, with held-out log-odds of its own documents."""

    questions: LabelQuestions
    log_odds: FloatArray
    """(n_documents, n_labels): log-odds of each document by a model without it."""
    truth: BoolArray
    """(n_documents, n_labels): whether the document has the label."""


def fit_questions(
    model: Model, documents: AnyDocuments, *, is_learnt: bool, progress: Progress | None = None
) -> AnsweredQuestions:
    """Fit the calibration of each label to documents that the model has learnt. With `is_learnt`, also fit weights.

    The documents may be counted over another vocabulary.
    """
    plain, samples = LabelQuestions(model), _map_to_model_columns(model, documents.load())
    check_n_answers(len(samples), len(plain.labels))
    truth, text = plain.label_mask(samples.label_numbers, samples.labels), samples.features.text
    weighed: QuestionWeights | None = None
    if is_learnt and text is not None:
        log_odds = held_out_log_odds_by_weights(text, truth, plain.labels, samples.weights, progress)
        weighed = fit_question_weights(text, truth, plain.labels, samples.weights, progress)
    else:
        log_odds = plain.leave_one_out_log_odds(samples, progress)
    questions = SavedQuestions(fit_answer_calibration(log_odds, truth, plain.labels), weighed)
    return AnsweredQuestions(LabelQuestions(model, questions), log_odds, truth)


def answer_by_folds(
    recipe: Recipe,
    documents: AnyDocuments,
    folds: IntArray,
    *,
    is_learnt: bool,
    progress: Progress | None = None,
    is_in_time: bool = False,
) -> AnsweredQuestions:
    """Answer all questions about each document by a model of the other folds.

    With `is_in_time`, the model has learnt only earlier folds. Documents whose fold is negative are learnt but not
    judged.
    """
    held, whole = (
        documents.load(),
        LabelQuestions(train_on_statistics(recipe, documents, statistics_of_documents(documents))),
    )
    check_n_answers(len(held), len(whole.labels))
    log_odds = np.full((len(held), len(whole.labels)), IMPOSSIBLE_LOG_ODDS)
    column_of_label = {label: column for column, label in enumerate(whole.labels)}
    fold_numbers = np.unique(folds[folds >= 0]).tolist()
    for number, fold in enumerate(fold_numbers):
        if progress is not None:
            progress(number, len(fold_numbers))
        others = folds < fold if is_in_time else folds != fold
        in_fold, rest = np.flatnonzero(folds == fold), held[np.flatnonzero(others)]
        used, numbers = np.unique(rest.label_numbers, return_inverse=True)
        rest = replace(rest, label_numbers=numbers, labels=tuple(rest.labels[number] for number in used.tolist()))
        model = train_on_statistics(recipe, rest, statistics_of_documents(rest))
        fitted = _fit_questions(model, rest) if is_learnt else None
        questions = LabelQuestions(model, fitted)
        columns = np.array([column_of_label[label] for label in questions.labels], np.int64)
        log_odds[np.ix_(in_fold, columns)] = questions.log_odds(_map_to_model_columns(model, held[in_fold]).features)
    return AnsweredQuestions(whole, log_odds, whole.label_mask(held.label_numbers, held.labels))


def _fit_questions(model: Model, documents: Documents) -> SavedQuestions | None:
    samples, plain = _map_to_model_columns(model, documents), LabelQuestions(model)
    text = samples.features.text
    if text is None:
        return None
    weighed = fit_question_weights(
        text, plain.label_mask(samples.label_numbers, samples.labels), plain.labels, samples.weights
    )
    return SavedQuestions(plain.calibration, weighed)


def check_n_answers(n_documents: int, n_labels: int) -> None:
    """Raise EngineError if there are more answers (documents × labels) than `MAX_ANSWERS`."""
    if n_documents * n_labels > MAX_ANSWERS:
        raise EngineError(
            f"{n_labels:,} labels of {n_documents:,} documents are more questions than there is room for; "
            "merge labels, or remove those of few documents."
        )


def _map_to_model_columns(model: Model, documents: Documents) -> Documents:
    """Return the documents with counts over the model's columns."""
    features = documents.features
    if features.text is None or documents.vocabulary is model.vocabulary:
        return documents
    counts = model.map_counts(features.text, documents.vocabulary).counts
    return replace(
        documents, features=Features(counts, features.numbers, features.choices), vocabulary=model.vocabulary
    )


class MultiLabelModel(Model):
    """A classifier with several labels per document: a yes-or-no question for each label."""

    part_name = "questions"
    gives_several_labels = True

    def __init__(self, counted: Model, saved: SavedQuestions | None = None) -> None:
        super().__init__(
            counted.recipe, counted.vocabulary, counted.statistics, tfidf=counted.tfidf, table=counted.table
        )
        self.saved = saved
        self._questions: LabelQuestions | None = None

    @property
    def questions(self) -> LabelQuestions:
        """The yes-or-no questions, computed from the current counts."""
        if self._questions is None:
            self._questions = LabelQuestions(self, self.saved)
        return self._questions

    @property
    def is_fitted(self) -> bool:
        """Whether answers come from learnt weights instead of the counts."""
        return self.questions.question_weights is not None

    @property
    def answer_labels(self) -> tuple[str, ...]:
        """The labels that documents can get, without branches (outer labels) that no document has itself."""
        pairs = zip(self.questions.labels, self.questions.is_branch, strict=True)
        return tuple(label for label, is_branch in pairs if not is_branch)

    def model_deciding_about(self, label: str | None) -> Model:
        """Return the model that answers the question of a label. `label=None` selects the first question."""
        return self.questions.model_deciding_about(label or self.questions.labels[0])

    def convert_documents_for(self, documents: AnyDocuments, label: str) -> AnyDocuments:
        """Return documents whose label sets are replaced by two labels: `label`, or its opposite."""
        return self.questions.documents_for_question(documents, label)

    def make_words_model(self) -> Model:
        """Return a model with one column of weights per label, for tables of words."""
        return self.questions.make_side_by_side_model()

    @hold_lock
    def judge(self, documents: Features | CountMatrix | CountedText, *, unknown: FloatArray | None = None) -> Verdicts:
        """Answer all questions about each document.

        A verdict is unsure if any answer is unsure, if no label is assigned, or if the document has no known words.
        """
        if isinstance(documents, CountedText):
            return self.judge(documents.counts, unknown=documents.n_unknown)
        features = to_features(documents)
        lengths, questions = self.lengths(features), self.questions
        strange = np.zeros(len(lengths)) if unknown is None else unknown
        log_odds, answers = questions.log_odds(features), questions.calibration
        probabilities = answers.probabilities(log_odds)
        assigned, sure = answers.assign_labels(probabilities), answers.are_confident(probabilities)
        log_proba = np.log(np.maximum(probabilities, 1e-300))
        return Verdicts(
            label_numbers=log_proba.argmax(axis=1) if questions.labels else np.full(len(lengths), -1),
            log_joint=log_odds,
            log_proba=-np.logaddexp(0.0, -np.clip(log_odds, -700, 700)),
            calibrated_log_proba=log_proba,
            is_unsure=np.asarray(~sure.all(axis=1) | ~assigned.any(axis=1) | (lengths == 0)),
            is_unlike=np.zeros(len(lengths), np.bool_),
            unknown_share=strange / np.maximum(strange + lengths, 1.0),
            labels=questions.labels,
            is_assigned=assigned,
            is_confident=sure,
        )

    def explain(
        self, document: Features | CountMatrix, label: str | None = None, against: str | None = None
    ) -> Explanation:
        """Explain the answer for one label: what each word adds to its log-odds against its opposite.

        If `label` is None, or `against` is not the opposite of `label`, explain the document's label set instead.
        """
        if label is None or label not in self.questions.labels or against not in (None, opposite_of_label(label)):
            return super().explain(document, label, against)
        return self.questions.model_deciding_about(label).explain(document, label, opposite_of_label(label))

    @hold_lock
    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Rename label sets. `names` maps old names of label sets to new names.

        If exactly one label differs between the old and the new set, the calibration of this label is renamed, too.
        """
        before, after = set(self.questions.labels), dict[str, str]()
        for old, new in names.items():
            removed, added = (
                set(labels_of_set(old)) - set(labels_of_set(new)),
                set(labels_of_set(new)) - set(labels_of_set(old)),
            )
            if len(removed) == len(added) == 1:
                after[removed.pop()] = added.pop()
        super().rename_labels(names)
        self._questions = None
        if self.saved is not None:
            self.saved = self.saved.with_renamed_labels({old: new for old, new in after.items() if old in before})

    def with_recipe(self, recipe: Recipe) -> MultiLabelModel:
        """Return a model with the same counts and another recipe.

        The fitted calibration and weights are dropped, because they belong to the old recipe.
        """
        return MultiLabelModel(super().with_recipe(recipe))

    @hold_lock
    def copy(self) -> MultiLabelModel:
        """Return an independent copy."""
        return MultiLabelModel(super().copy(), self.saved)

    @hold_lock
    def compacted(self) -> Model:
        """Return a copy without words that no longer occur in any learnt document. Its columns are renumbered.

        Return the model itself if there are no such words.
        """
        columns = columns_of_used_words(self.statistics, self.recipe.limits, len(self.vocabulary))
        if columns is None:
            return self
        questions = None if self.saved is None else self.saved.select_columns(np.flatnonzero(columns >= 0))
        return MultiLabelModel(super().compacted(), questions)

    def extra_content(self) -> PackedContent:
        """Return calibration, thresholds and learnt weights, to be saved."""
        if self.saved is None:
            return PackedContent({self.part_name: {}})
        facts, numbers, blobs = questions_to_parts(self.saved)
        return PackedContent({self.part_name: facts}, numbers, blobs)

    @classmethod
    def from_parts(cls, base_model: Model, parts: PackedContent) -> MultiLabelModel:
        """Build a model from its saved data. `base_model` is the model built from the saved counts."""
        facts, n_words = parts.facts[cls.part_name], len(base_model.vocabulary)
        return cls(base_model, questions_from_parts(facts, parts.numbers, parts.blobs, n_words) if facts else None)

    def _store_statistics(self, statistics: Statistics) -> None:
        super()._store_statistics(statistics)
        self._questions = None


def opposite_of_label(label: str) -> str:
    """Return the name of the opposite of a label: all documents without it."""
    return f"{OPPOSITE_PREFIX}{label}"

"""A model of documents with any number of labels: it counts sets of labels, and judges each label by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

import numpy as np

from nbengine.arrays.counts import CountMatrix, FloatArray
from nbengine.explanations.explanation import Explanation, explain
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features, Statistics, features_of
from nbengine.models.judging_after_lessons import living_columns, one_at_a_time
from nbengine.models.model import Model
from nbengine.models.model_words import CountedText
from nbengine.models.recipe import Recipe
from nbengine.questions.answers import BoolArray, Questions, labels_in
from nbengine.questions.label_questions import AGAINST, LabelQuestions
from nbengine.trust.verdicts import Verdicts


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

"""The protocol of all kinds of model: what every caller may ask of a trained classifier.

A caller never asks which kind a model is. It calls a method, or asks for a capability by name, such as
`learns_in_order`. The kinds are:

- `Model` (`model`): textbook event models and learnt factors; an event model says by `is_fitted` which it is.
- `FilterModel` (`filter_model`): learns documents one after another and judges by a filter.
- `SetModel` (`nbengine.questions.label_questions`): several labels per document, one question for each label.

A new kind derives from `Model`, overrides what differs, and is listed in `KINDS` in `persistence`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.explanations.explanation import Explanation, Flip
from nbengine.explanations.filter_working import FilterWorking
from nbengine.explanations.influence import LearntDocuments
from nbengine.filter.filter import Promise
from nbengine.learnt.documents import AnyDocuments
from nbengine.learnt.statistics import Features
from nbengine.models.lesson_journal import GoodLessons, LessonJournal, StoredLesson
from nbengine.models.model import Model
from nbengine.models.model_words import CountedText
from nbengine.models.recipe import Recipe
from nbengine.packing import Parts
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Verdicts


class TrainedClassifier(Protocol):
    """A trained model of any kind. Counts are over the model's own columns, as `count` and `adopt` return them."""

    part_name: ClassVar[str]
    """Name of the data that this kind saves beside its counts; "" for kinds that save only counts."""
    has_prior: ClassVar[bool]
    """Whether an explanation starts with the prior of the labels."""
    judges_by_scorer: ClassVar[bool]
    """Whether verdicts come from a `Scorer` that is derived from the counts."""
    learns_in_order: ClassVar[bool]
    """Whether a lesson depends on the earlier ones. Such a model repeats changes one by one, and learns in place."""
    gives_several_labels: ClassVar[bool]
    """Whether a document can get several labels, so that each label is a question of its own."""
    journal: LessonJournal | None
    """The lessons since the last save; None for a model that is always saved whole."""
    recipe: Recipe
    vocabulary: Vocabulary

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that documents were learnt under; a set of labels is one of them."""

    @property
    def answer_labels(self) -> tuple[str, ...]:
        """The labels that documents can get."""

    @property
    def is_fitted(self) -> bool:
        """Whether the model has learnt factors or weights in addition to the counts."""

    def count(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None, *, grow: bool = False
    ) -> CountedText:
        """Count the words of documents."""

    def adopt(self, counts: CountMatrix, vocabulary: Vocabulary, *, grow: bool = False) -> CountedText:
        """Map counts over another vocabulary to the model's columns."""

    def are_words(self, tokens: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Return a mask of the columns that are words of a text."""

    def judge(self, documents: Features | CountMatrix | CountedText, *, unknown: FloatArray | None = None) -> Verdicts:
        """Classify documents."""

    def learn(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
        *,
        keys: Sequence[int] | None = None,
    ) -> None:
        """Add documents."""

    def forget(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
        *,
        keys: Sequence[int] | None = None,
    ) -> None:
        """Remove learnt documents. The model is then equal to one that never learnt them."""

    def begin_journal(self) -> None:
        """Record lessons from now on, unless they cannot be saved one by one."""

    def replay(self, lesson: StoredLesson) -> None:
        """Repeat a saved lesson."""

    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Rename labels. Labels that receive one name are merged."""

    def drop_empty_labels(self) -> None:
        """Remove labels that have no documents left."""

    def explain(
        self, document: Features | CountMatrix, label: str | None = None, against: str | None = None
    ) -> Explanation:
        """Return what each word of a document adds to the log-odds of one label against another."""

    def fewest_words(self, document: Features | CountMatrix) -> tuple[Flip | None, tuple[str, ...]]:
        """Return the fewest words whose removal changes the verdict, as columns and as text; None if none does."""

    def working(self, document: Features | CountMatrix, unknown_share: float) -> FilterWorking | None:
        """Return how a filter reached its verdict; `derivation_of(model, document)` derives all others."""

    def influence(
        self,
        count: Callable[[Model], Features],
        batches: Iterable[LearntDocuments],
        *,
        label: str,
        against: str,
        progress: Callable[[int], None] | None = None,
    ) -> FloatArray:
        """Return how much each learnt document adds to one document's log-odds."""

    def word_odds(self, words: Sequence[str], label: str, against: str) -> tuple[dict[str, float], dict[str, float]]:
        """Return the log-odds of each word, and those of naive Bayes alone if factors were fitted (else empty)."""

    def learnt_weights(self, words: Sequence[str]) -> FloatArray | None:
        """Return the fitted weight of each word; None if the model has counts only."""

    def model_deciding_about(self, label: str | None) -> Model:
        """Return the model that decides about a label."""

    def documents_for(self, documents: AnyDocuments, label: str) -> AnyDocuments:
        """Return documents in the form in which `model_deciding_about(label)` learnt them."""

    def words_model(self) -> Model:
        """Return a model with one column of weights per label, for looking at words."""

    def lesson_trust(self) -> tuple[IntArray, FloatArray]:
        """Return the key of each lesson, and how far the model trusts the lesson's label."""

    def promise(self) -> Promise | None:
        """Return the promised limit of good documents that are lost; None if there is none."""

    def good_lessons(self) -> GoodLessons | None:
        """Return the scores of the lessons that must not be lost (good documents)."""

    def pack(self) -> None:
        """Release memory that judging and learning do not need."""

    def copy(self) -> Model:
        """Return an independent copy."""

    def compacted(self) -> Model:
        """Return a copy without words that have no documents left."""

    def canonical_hash(self) -> str:
        """Return a hash of everything that was learnt, independent of the order of labels and words."""

    def own_parts(self) -> Parts:
        """Return the data that this kind saves beside its counts. `model_to_bytes` writes both."""

    @classmethod
    def from_parts(cls, counted: Model, parts: Parts) -> Model:
        """Read a model of this kind. `counted` is the model of its counts."""

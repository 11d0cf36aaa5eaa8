"""The protocol that all kinds of trained model implement.

A caller does not test which kind a model is. It calls a method, or reads a capability such as `learns_in_order`. The
kinds are:

- `Model` (`model`): textbook event models and learnt factors. `is_fitted` is True for learnt factors.
- `FilterModel` (`filter_model`): the spam filter, which learns documents one after another.
- `MultiLabelModel` (`nbengine.questions.label_questions`): several labels per document, one yes-or-no model for each.

A new kind derives from `Model`, overrides what differs, and is listed in `MODEL_KINDS` in `persistence`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.explanations.explanation import Explanation, VerdictChange
from nbengine.explanations.influence import LearntDocuments
from nbengine.filter.filter import FilterCalculation, LossEstimate
from nbengine.learnt.documents import AnyDocuments
from nbengine.learnt.statistics import Features
from nbengine.models.lesson_journal import LessonJournal, LessonScores, StoredLesson
from nbengine.models.model import Model
from nbengine.models.model_words import CountedText
from nbengine.models.recipe import Recipe
from nbengine.packing import PackedContent
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Verdicts


class TrainedClassifier(Protocol):
    """A trained model of any kind.

    Counts must be over the model's own columns; `count` and `map_counts` return them so.
    """

    part_name: ClassVar[str]
    """Name under which `model_to_bytes` saves the result of `extra_content`; "" for a model that saves only counts."""
    has_prior: ClassVar[bool]
    """Whether an explanation includes the prior of the labels."""
    judges_by_scorer: ClassVar[bool]
    """Whether verdicts come from a `Scorer` that is derived from the counts."""
    learns_in_order: ClassVar[bool]
    """Whether learning a document depends on the documents learnt before.

    Such a model cannot be merged. To update it, documents are learnt and forgotten one by one, in their original order.
    """
    gives_several_labels: ClassVar[bool]
    """Whether a document can get several labels. Then each label is a yes-or-no question of its own."""
    journal: LessonJournal | None
    """The lessons (learnt or forgotten documents) since the last save; None for a model that is always saved as a
    whole.
    """
    recipe: Recipe
    vocabulary: Vocabulary

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels under which documents were learnt.

        With several labels per document, each is the name of a set of labels.
        """

    @property
    def answer_labels(self) -> tuple[str, ...]:
        """The labels that documents can get: single labels, even if the model counts sets of labels."""

    @property
    def is_fitted(self) -> bool:
        """Whether the model has learnt factors or weights in addition to the counts."""

    def count(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None, *, grow: bool = False
    ) -> CountedText:
        """Count the words of documents."""

    def map_counts(self, counts: CountMatrix, vocabulary: Vocabulary, *, grow: bool = False) -> CountedText:
        """Map counts over another vocabulary to the model's columns."""

    def mask_of_words(self, tokens: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Return a mask with the shape of `tokens`, which are column numbers: whether the column is a word of a
        text.
        """

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
        """Add documents with one label name each."""

    def forget(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
        *,
        keys: Sequence[int] | None = None,
    ) -> None:
        """Remove learnt documents. The model then equals a model that never learnt these documents."""

    def begin_journal(self) -> None:
        """Record learnt and forgotten documents from now on. Do nothing if the model must always be saved as a
        whole.
        """

    def replay(self, lesson: StoredLesson) -> None:
        """Learn or forget the document of a saved lesson again."""

    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Rename labels. Labels that get the same name are merged."""

    def drop_empty_labels(self) -> None:
        """Remove labels that have no documents left."""

    def explain(
        self, document: Features | CountMatrix, label: str | None = None, against: str | None = None
    ) -> Explanation:
        """Return the contribution of each word of a document to the log-odds of `label` against `against`."""

    def fewest_words(self, document: Features | CountMatrix) -> tuple[VerdictChange | None, tuple[str, ...]]:
        """Return the fewest words whose removal changes the verdict, as column numbers and as text.

        Returns (None, ()) if no removal changes it.
        """

    def filter_calculation(self, document: Features | CountMatrix, unknown_share: float) -> FilterCalculation | None:
        """Return the spam filter's calculation of its verdict; None for other kinds of model, which have
        `derivation_of`.

        `unknown_share` is the share of the document's words that are new.
        """

    def influence(
        self,
        count: Callable[[Model], Features],
        batches: Iterable[LearntDocuments],
        *,
        label: str,
        against: str,
        progress: Callable[[int], None] | None = None,
    ) -> FloatArray:
        """Return the contribution of each learnt document to the log-odds of one document, shape (n_documents,).

        `count` is a function that takes a model and returns the document's counts over the model's columns. `batches`
        are all learnt documents. `progress` is called with the number of documents done.
        """

    def word_odds(self, words: Sequence[str], label: str, against: str) -> tuple[dict[str, float], dict[str, float]]:
        """Return the log-odds of each known word for `label` against `against`.

        The second dictionary has the log-odds of plain naive Bayes. It is empty unless factors were fitted.
        """

    def learnt_weights(self, words: Sequence[str]) -> FloatArray | None:
        """Return the learnt weight of each word, shape (n_words,); None if the model learns no weights."""

    def model_deciding_about(self, label: str | None) -> Model:
        """Return the model that decides about a label: this model, or with several labels per document, the label's own
        model.
        """

    def convert_documents_for(self, documents: AnyDocuments, label: str) -> AnyDocuments:
        """Return the documents with the labels under which `model_deciding_about(label)` learnt them."""

    def make_words_model(self) -> Model:
        """Return a model that has one column of word weights per label, for tables of words."""

    def lesson_keys_and_trust(self) -> tuple[IntArray, FloatArray]:
        """Return two arrays (n_lessons,): the key of each learnt document, and the trust in its label, from 0 to 1.

        They are empty for a model that does not store the documents one by one.
        """

    def loss_estimate(self) -> LossEstimate | None:
        """Return an estimate of the share of good documents that are lost; None for a model without such an
        estimate.
        """

    def lesson_scores(self) -> LessonScores | None:
        """Return the scores of all learnt documents, and the scores of the good ones; None if the model does not store
        them.
        """

    def pack(self) -> None:
        """Compress data that judging and learning do not need, to free memory."""

    def copy(self) -> Model:
        """Return an independent copy."""

    def compacted(self) -> Model:
        """Return a copy without words that no longer occur in any learnt document."""

    def canonical_hash(self) -> str:
        """Return a hash of everything that was learnt. It does not depend on the order of labels and words."""

    def extra_content(self) -> PackedContent:
        """Return the data that this kind of model saves in addition to its counts. `model_to_bytes` writes both."""

    @classmethod
    def from_parts(cls, base_model: Model, parts: PackedContent) -> Model:
        """Build a model of this kind from its saved data. `base_model` is the model that was built from the saved
        counts.
        """

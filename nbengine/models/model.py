"""A model: a recipe, a vocabulary and statistics, from which the scorer is derived on demand.

The model holds statistics, not probabilities. Learning or forgetting a document, or changing the smoothing or the event
model, is therefore exact and needs no other document. Column numbers never change while a model is in use.

A word is *used* if it occurs in a learnt document. When its last document is forgotten, it keeps its column, but an
open vocabulary no longer counts it as a word. So a model that forgot a document judges like one that never learnt it.
The scorer has columns for used words only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from hashlib import blake2b
from threading import RLock
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray, remap_tokens, split_into_slices
from nbengine.errors import EngineError
from nbengine.events import LeftOut, derive
from nbengine.events.leave_one_out import LabelSums, NonZeroCells, WordCounts
from nbengine.events.scorer import Scorer
from nbengine.explanations.explanation import (
    Explanation,
    VerdictChange,
    explain_by_scorer,
    fewest_words_by_scorer,
    word_odds_by_scorer,
)
from nbengine.explanations.influence import LearntDocuments, influence_on_verdict
from nbengine.filter.document_score import MeanEvidence, OwnLessons, find_fields_of_words
from nbengine.filter.filter import FilterCalculation, LossEstimate
from nbengine.learnt.documents import AnyDocuments, Documents
from nbengine.learnt.statistics import Features, Statistics, check_column_names, require_part, to_features
from nbengine.learnt.statistics import TableColumns as TableColumns
from nbengine.learnt.tally import Tally, TfIdf, to_binary_counts
from nbengine.learnt.unlabelled import LabelGuesses
from nbengine.logspace import UNDECIDED, select_entries
from nbengine.models.fitted_factors import compute_idf, fit_model_factors, update_factors
from nbengine.models.lesson_journal import LessonJournal, LessonScores, StoredLesson, make_lessons
from nbengine.models.model_words import (
    UNKNOWN_COLUMN,
    CountedText,
    ModelWordCounter,
    check_labels,
    label_numbers_of,
    sum_selected_entries,
    summarise_labels,
)
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.notebooks import NotebookHtml
from nbengine.packing import PackedContent
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Assurance, RawScores, Verdict, Verdicts, make_verdicts, rename_assurance_labels

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def hold_lock(
    method: Callable[Concatenate[Any, Parameters], Result],
) -> Callable[Concatenate[Any, Parameters], Result]:
    """Decorator: the method holds the `lock` of its object while it runs."""

    @wraps(method)
    def call_locked(self: Any, /, *arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
        with self.lock:
            return method(self, *arguments, **named)

    return call_locked


class Lock:
    """A reentrant lock. A copied or unpickled object gets a new lock."""

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[Lock], tuple[()]]:
        return Lock, ()


@dataclass(frozen=True, slots=True, eq=False)
class DerivedScorer:
    """A scorer, and the data that it was derived from. It is valid until the model changes."""

    recipe: Recipe
    statistics: Statistics
    """Statistics over the scorer's columns. With binary weights, they hold document counts instead of occurrences."""
    scorer: Scorer
    scorer_columns: IntArray | None
    """Column in the scorer of each column of the model, (n_words,); -1 for unused words. None if all words are used."""
    tfidf: TfIdf | None
    """The tf-idf weighting over the scorer's columns; None without tf-idf."""
    n_words: int
    """Number of columns of the model, including the columns of unused words."""

    def count_unused_words(self, text: CountMatrix) -> FloatArray:
        """Return the number of unused words in each document, (n_documents,)."""
        columns = self.scorer_columns
        return np.zeros(text.n_documents) if columns is None else sum_selected_entries(text, columns[text.tokens] < 0)

    def to_scorer_columns(self, features: Features) -> Features:
        """Map features to the scorer's columns. The text may have fewer columns than the model has now."""
        text = features.text
        if text is None or self.statistics.text is None:
            return features
        if self.scorer_columns is None:
            text = text.widen(max(text.n_tokens, self.n_words))
        else:
            text = remap_tokens(text.widen(self.n_words), self.scorer_columns, self.statistics.text.n_tokens)
        return Features(text, features.numbers, features.choices)

    def weigh(self, counts: CountMatrix) -> CountMatrix:
        """Apply the recipe's weighting (plain, binary or tf-idf) to counts over the scorer's columns."""
        if self.tfidf is not None:
            return self.tfidf(counts)
        return to_binary_counts(counts, self.recipe.threshold) if self.recipe.counts_as == "binary" else counts


def make_derived_scorer(recipe: Recipe, statistics: Statistics, tfidf: TfIdf | None, n_words: int) -> DerivedScorer:
    """Derive the scorer of a model with `n_words` columns."""
    columns = columns_of_used_words(statistics, recipe.limits, n_words)
    used = statistics_of_used_words(statistics, columns)
    if used.text is not None and recipe.counts_as == "binary":
        used = Statistics(used.text.count_once_per_document(), used.numbers, used.choices)
    scorer = derive(used, recipe.settings)
    return DerivedScorer(recipe, used, scorer, columns, tfidf_of_used_words(tfidf, columns), n_words)


def columns_of_used_words(statistics: Statistics, limits: VocabularyLimits, n_words: int) -> IntArray | None:
    """Return the scorer column of each word, -1 for unused words; None if all words are used.

    Words that occur only in unlabelled documents also count as used.
    """
    text, factors = statistics.text, statistics.factors
    if text is None or (not limits.is_open and text.n_tokens == n_words):
        return None
    is_used = np.zeros(n_words, dtype=np.bool_)
    if limits.is_open and limits.min_documents:
        is_used[: text.n_tokens] = sum(text.token_sums) > 0
        is_used[: UNKNOWN_COLUMN + 1] |= limits.unknown_word
        if factors is not None and factors.unlabelled is not None:
            is_used[: len(factors.unlabelled.weights)] |= factors.unlabelled.weights.any(axis=1)
    else:
        is_used[: text.n_tokens] = True
    return None if is_used.all() else np.where(is_used, np.cumsum(is_used) - 1, -1)


def statistics_of_used_words(statistics: Statistics, columns: IntArray | None) -> Statistics:
    """Return the statistics of used words only."""
    text = statistics.text
    if text is None or columns is None:
        return statistics
    return statistics.of_words(np.flatnonzero(columns[: text.n_tokens] >= 0))


def tfidf_of_used_words(tfidf: TfIdf | None, columns: IntArray | None) -> TfIdf | None:
    """Return the tf-idf weighting over the columns of used words only."""
    if tfidf is None or columns is None:
        return tfidf
    idf = np.full(len(columns), tfidf.new_idf)
    idf[: len(tfidf.idf)] = tfidf.idf
    return replace(tfidf, idf=idf[columns >= 0])


LOOKUP_FACTOR = 8
"""Words are looked up one by one if the vocabulary has more than `LOOKUP_FACTOR` words per entry of the documents.

With more entries, deriving the weights of all words is faster.
"""


@dataclass(frozen=True, slots=True, eq=False)
class LookedUpScorer:
    """A scorer with the words of a few documents only, and these documents in the form that the scorer reads."""

    scorer: Scorer
    prepared: Features
    is_unused_entry: npt.NDArray[np.bool_]
    """(n_entries,): whether the word of the entry occurs in no learnt document."""

    def count_unused_words(self, text: CountMatrix) -> FloatArray:
        """Return the number of unused words in each document, (n_documents,)."""
        return sum_selected_entries(text, self.is_unused_entry)


class WordLookup:
    """Scores documents after a document was learnt or forgotten, without deriving the weights of all words.

    Sums over the whole vocabulary are computed once, and updated whenever a document is learnt or forgotten. Judging
    and learning one document then takes time in proportion to its words. Large batches use the table of all weights
    instead. With an open vocabulary, only words with documents count. Otherwise words without documents would change
    the smoothing.
    """

    def __init__(self, recipe: Recipe, statistics: Statistics, sums: LabelSums) -> None:
        self._recipe, self._statistics, self._sums = recipe, statistics, sums
        self._is_binary, self._settings = recipe.counts_as == "binary", recipe.settings
        sums.documents = statistics.documents
        text = require_part(statistics.text, "text")
        if text.is_sparse:
            sums.add_counts(self._nonzero_cells(text))
            return
        for columns in split_into_slices(text.n_tokens):
            sums.add(self.counts_of_words(np.arange(columns.start, columns.stop)))

    def counts_of_words(self, tokens: IntArray) -> WordCounts:
        """Return the counts of the words in these columns. With an open vocabulary, unused words are not known."""
        tally, limits = require_part(self._statistics.text, "text"), self._recipe.limits
        is_known = tokens < tally.n_tokens
        known_tokens = tokens if is_known.all() else tokens[is_known]
        occurrences, presences = (part.T for part in tally.rows(known_tokens))
        if len(known_tokens) < len(tokens):
            occurrences, presences = (
                _with_unknown_columns(occurrences, is_known),
                _with_unknown_columns(presences, is_known),
            )
        if limits.is_open and limits.min_documents:
            is_used = presences.any(axis=0)
            if tally.is_real or tally.threshold:
                is_used |= occurrences.any(axis=0)
            is_known = is_known & (is_used | (limits.unknown_word & (tokens <= UNKNOWN_COLUMN)))
        return WordCounts(presences if self._is_binary else occurrences, presences, is_known)

    def _nonzero_cells(self, tally: Tally) -> NonZeroCells:
        """Return the non-zero cells of a sparse tally, with the vocabulary size for smoothing."""
        filled, limits = tally.filled_cells(), self._recipe.limits
        n_known = tally.n_tokens
        if limits.is_open and limits.min_documents:
            is_used = np.bincount(filled.cells // tally.n_labels, minlength=n_known) > 0
            is_used[: UNKNOWN_COLUMN + 1] |= limits.unknown_word
            n_known = int(np.count_nonzero(is_used))
        return NonZeroCells(filled, tally.n_tokens, n_known, tally.n_labels, is_binary=self._is_binary)

    def update_after_lesson(self, tokens: IntArray, before: WordCounts) -> None:
        """Update the sums after a document was learnt or forgotten. `before` are the old counts of its words
        `tokens`.
        """
        after = self.counts_of_words(tokens)
        self._sums.documents = self._statistics.documents
        self._sums.change(before, after)

    def make_scorer_for(self, features: Features, tfidf: TfIdf | None) -> LookedUpScorer:
        """Return a scorer over the words of these documents. `features` has the model's columns."""
        text = require_part(features.text, "text")
        tokens, columns_of_entries = text.tokens, np.arange(len(text.tokens))
        if text.n_documents > 1:
            tokens, columns_of_entries = np.unique(text.tokens, return_inverse=True)
        words = self.counts_of_words(tokens.astype(np.int64))
        counts = CountMatrix(text.starts, columns_of_entries.astype(np.int32), text.values, len(tokens))
        is_known = words.is_known[columns_of_entries]
        if not is_known.all():
            known_entries, columns = select_entries(counts, is_known), (np.cumsum(words.is_known) - 1).astype(np.int32)
            tokens = tokens[words.is_known]
            counts = CountMatrix(known_entries.starts, columns[known_entries.tokens], known_entries.values, len(tokens))
        prepared = Features(self._weigh_counts(counts, tokens, tfidf), features.numbers, features.choices)
        return LookedUpScorer(self._make_scorer(words.select_known()), prepared, ~is_known)

    def _weigh_counts(self, counts: CountMatrix, tokens: npt.NDArray[np.int32], tfidf: TfIdf | None) -> CountMatrix:
        if tfidf is not None:
            idf = np.full(len(tokens), tfidf.new_idf)
            is_old = tokens < len(tfidf.idf)
            idf[is_old] = tfidf.idf[tokens[is_old]]
            return replace(tfidf, idf=idf)(counts)
        return to_binary_counts(counts, self._recipe.threshold) if self._is_binary else counts

    def _make_scorer(self, words: WordCounts) -> Scorer:
        event, settings, statistics = self._recipe.event, self._settings, self._statistics
        labels, text = statistics.labels, self._sums.weights(words)
        priors = np.where(self._sums.impossible_labels(words), -np.inf, event.log_prior_of(statistics, settings))
        has_columns = statistics.numbers is not None or statistics.choices is not None
        parts = event.column_models_of(statistics, settings) if has_columns else ()
        others = [part for part in parts if part.column_kind != "text"]
        columns = {part.column_kind: part.weights(statistics, settings) for part in others}
        threshold = require_part(statistics.text, "text").threshold
        return Scorer(
            labels,
            priors,
            text=replace(text, threshold=threshold) if text.is_binary else text,
            numbers=columns.get("numbers"),
            choices=columns.get("choices"),
        )


def make_word_lookup(recipe: Recipe, statistics: Statistics) -> WordLookup | None:
    """Return the lookup of a model's words; None without text, or if the event model needs all words at once."""
    part = recipe.event.text_model(recipe.settings)
    if part is None or statistics.text is None:
        return None
    sums = part.make_label_sums(statistics.labels, recipe.settings)
    return None if sums is None else WordLookup(recipe, statistics, sums)


def _with_unknown_columns(table: npt.NDArray[Any], is_known: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """Return the table with a zero column for each unknown word; shape (n_labels, n_words)."""
    wider = np.zeros((len(table), len(is_known)), table.dtype)
    wider[:, is_known] = table
    return wider


def count_known_and_unknown(
    recipe: Recipe,
    statistics: Statistics,
    features: Features,
    n_unknown: FloatArray | None,
    scoring: DerivedScorer | LookedUpScorer,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Count the known and the unknown words of each document. Return three arrays (n_documents,).

    The first is the number of known words, numbers and choices; the second the number of unknown words; the third the
    share of unknown words. Unused words and the unknown word count as unknown. If `n_unknown` is passed, it replaces
    the count of the unknown word.
    """
    lengths, zeros, text = document_lengths(features), np.zeros(features.n_documents), features.text
    if text is None or statistics.text is None:
        return lengths, zeros, zeros
    dead, n_unknown_word = scoring.count_unused_words(text), zeros
    if recipe.limits.unknown_word:
        n_unknown_word = sum_selected_entries(text, text.tokens <= UNKNOWN_COLUMN)
    unknown = (n_unknown_word if n_unknown is None else n_unknown) + dead
    known = text.sums() - dead - n_unknown_word
    shares = unknown / np.where(known + unknown > 0, known + unknown, 1.0)
    return lengths - dead - n_unknown_word, unknown, shares


def document_lengths(features: Features) -> FloatArray:
    """Return the number of words of each document, plus its numbers and choices that are not missing;
    (n_documents,).
    """
    total = np.zeros(features.n_documents)
    if features.text is not None:
        total += features.text.sums()
    if features.numbers is not None:
        total += (~np.isnan(features.numbers)).sum(axis=1)
    if features.choices is not None:
        total += (features.choices >= 0).sum(axis=1)
    return total


class Model(NotebookHtml):
    """Classifies, learns and forgets documents. Created by `train_model` and `model_from_bytes`.

    Counts must be over the model's own columns; `count` and `map_counts` return them so. A model is thread-safe: its
    methods hold a lock. To judge in parallel, use its `Scorer`.

    It implements `TrainedClassifier` for textbook event models and learnt factors. Other kinds of model derive from it.
    """

    part_name: ClassVar[str] = ""
    has_prior: ClassVar[bool] = True
    judges_by_scorer: ClassVar[bool] = True
    learns_in_order: ClassVar[bool] = False
    gives_several_labels: ClassVar[bool] = False
    journal: LessonJournal | None = None
    """The learnt and forgotten documents since the last save; None until `begin_journal` is called."""

    def __init__(
        self,
        recipe: Recipe,
        vocabulary: Vocabulary,
        statistics: Statistics,
        *,
        tfidf: TfIdf | None = None,
        table: TableColumns | None = None,
        assurance: Assurance | None = None,
    ) -> None:
        if statistics.text is not None and statistics.text.n_tokens > len(vocabulary):
            raise EngineError(f"{statistics.text.n_tokens} columns were learnt for {len(vocabulary)} words.")
        if recipe.weighs_by_tfidf is not (tfidf is not None):
            raise EngineError("A recipe with tf-idf needs the document frequencies of its documents, others do not.")
        if recipe.cuts is None:
            check_column_names(table, statistics)
        self.recipe, self.vocabulary, self.statistics = recipe, vocabulary, statistics
        self.tfidf = tfidf
        self.table = TableColumns() if table is None else table
        self.assurance = assurance
        self._scoring: DerivedScorer | None = None
        self._lookup: WordLookup | None = None
        """Word lookup, kept up to date by each lesson. Dropped when labels or the recipe change."""
        self._has_changed = False
        self.lock = Lock()
        self._mean_evidence: tuple[DerivedScorer, MeanEvidence] | None = None
        """Cached `MeanEvidence`, and the scoring that it was made from."""
        self._fields_of_words = np.zeros(0, np.int64)

    @cached_property
    def _word_counter(self) -> ModelWordCounter:
        return ModelWordCounter(self.recipe, self.vocabulary)

    @property
    def labels(self) -> tuple[str, ...]:
        return self.statistics.labels

    @property
    def n_words(self) -> int:
        """Number of words that the scorer uses, including the unknown word."""
        text = self._current_scorer().statistics.text
        return 0 if text is None else text.n_tokens

    @hold_lock
    def derive(self) -> None:
        """Derive the scorer now; otherwise this happens at the first verdict.

        Raises `EngineError` if the documents lack columns that the recipe reads.
        """
        self._current_scorer()

    @property
    def scorer(self) -> Scorer:
        """The scorer, over the columns of used words (see `words_of`)."""
        return self._current_scorer().scorer

    @property
    def scored_statistics(self) -> Statistics:
        """The statistics from which the scorer is derived, over the scorer's columns."""
        return self._current_scorer().statistics

    @property
    def tally(self) -> Tally:
        """The counts from which the scorer's weights are derived, over the scorer's columns.

        With binary weights, they are numbers of documents.
        """
        return require_part(self._current_scorer().statistics.text, "text")

    def words_of(self, tokens: npt.NDArray[np.int64]) -> list[str]:
        """Return the words of these columns of the scorer."""
        columns = self._current_scorer().scorer_columns
        picked = np.asarray(tokens, dtype=np.int64)
        return self.vocabulary.words_of(picked if columns is None else np.flatnonzero(columns >= 0)[picked])

    def token_of(self, word: str) -> int:
        """Return the column of a word in the scorer, or -1."""
        return int(self.tokens_of([word])[0])

    def tokens_of(self, words: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return the column of each word in the scorer, or -1."""
        numbers, columns = self.vocabulary.numbers(words), self._current_scorer().scorer_columns
        return numbers if columns is None else np.where(numbers < 0, -1, columns[numbers])

    @hold_lock
    def count(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None, *, grow: bool = False
    ) -> CountedText:
        """Count the words of documents.

        Pass `grow=True` before learning them: new words then join an open vocabulary.
        """
        return self._word_counter.count(texts, fields, grow=grow)

    @hold_lock
    def map_counts(self, counts: CountMatrix, vocabulary: Vocabulary, *, grow: bool = False) -> CountedText:
        """Map counts over another vocabulary to the model's columns. Both must use the same token rules."""
        return self._word_counter.map_counts(counts, vocabulary, grow=grow)

    @hold_lock
    def learn(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
        *,
        keys: Sequence[int] | None = None,
    ) -> None:
        """Add documents with one label name each. New labels and new values are added to the model.

        `keys` identify the documents in models that learn in order. Other models only store them in the journal.
        """
        check_labels(labels)
        new = tuple(dict.fromkeys(label for label in labels if label not in self.labels))
        if new and self.recipe.prior.kind == "given":
            raise EngineError(f"The recipe gives each label its prior, and none to the new label {new[0]!r}.")
        statistics = self.statistics.with_labels(self.labels + new) if new else self.statistics
        learnable = self._features_as_stored(documents)
        with self._keep_lookup_up_to_date(learnable, statistics):
            statistics.learn(learnable, label_numbers_of(labels, statistics.labels), weights)
        statistics.factors = update_factors(self.recipe, statistics, self.tfidf, learnable, labels, weights)
        self._store_statistics(statistics)
        self._record_lessons(documents, labels, weights, keys, is_forgotten=False)
        if new:
            self._record_other_change()

    @hold_lock
    def forget(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
        *,
        keys: Sequence[int] | None = None,
    ) -> None:
        """Remove learnt documents. Raise EngineError, without changes, if some were never learnt."""
        check_labels(labels)
        unknown_labels = sorted(set(labels).difference(self.labels))
        if unknown_labels:
            raise EngineError(f"No document was ever learnt under the label {unknown_labels[0]!r}.")
        learnable = self._features_as_stored(documents)
        with self._keep_lookup_up_to_date(learnable, self.statistics):
            factors = update_factors(
                self.recipe, self.statistics, self.tfidf, learnable, labels, weights, is_forgotten=True
            )
            self.statistics.forget(learnable, label_numbers_of(labels, self.labels), weights)
            self.statistics.factors = factors
        self._store_statistics(self.statistics)
        self._record_lessons(documents, labels, weights, keys, is_forgotten=True)

    @hold_lock
    def begin_journal(self) -> None:
        """Record learnt and forgotten documents from now on, so that a save can write only these.

        Do nothing for a model that must always be saved as a whole. Such a model reads other columns than text, has a
        limited vocabulary, or gives several labels.
        """
        statistics, limits = self.statistics, self.recipe.limits
        is_text = statistics.text is not None and statistics.numbers is None and statistics.choices is None
        can_be_replayed = is_text and self.recipe.cuts is None and limits.is_open and not limits.unknown_word
        if self.journal is None and can_be_replayed and not self.gives_several_labels:
            self.journal = LessonJournal()

    def _record_lessons(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None,
        keys: Sequence[int] | None,
        *,
        is_forgotten: bool,
    ) -> None:
        if self.journal is not None:
            features = to_features(documents)
            self.journal.record(make_lessons(features, labels, weights, keys, is_forgotten=is_forgotten))

    def _record_other_change(self) -> None:
        if self.journal is not None:
            self.journal.record_other_change()

    @hold_lock
    def replay(self, lesson: StoredLesson) -> None:
        """Learn or forget the document of a saved lesson again."""
        words = self.map_counts(lesson.counts, lesson.vocabulary, grow=not lesson.is_forgotten).counts
        act = self.forget if lesson.is_forgotten else self.learn
        act(words, [lesson.label], [lesson.weight], keys=None if lesson.key is None else [lesson.key])

    @hold_lock
    def fit(self, documents: Documents, guesses: LabelGuesses | None = None) -> None:
        """Refit the factors to `documents`, which must be all documents in the counts, over the model's columns.

        Unlabelled documents take part with guessed labels (`guesses`).
        """
        if not self.recipe.is_fitted:
            raise EngineError("This recipe learns no factors.")
        self.tfidf = compute_idf(self.recipe, require_part(self.statistics.text, "text"), guesses)
        self.statistics.factors = fit_model_factors(self.recipe, self.statistics, self.tfidf, documents, guesses)
        self._store_statistics(self.statistics)
        self._record_other_change()

    @property
    def n_unlabelled(self) -> int:
        """Number of unlabelled documents that the model learnt from."""
        return 0 if self.statistics.factors is None else self.statistics.factors.n_unlabelled

    @property
    def n_changes_since_fit(self) -> int | None:
        """Number of documents learnt or forgotten since the last fit; None without a fit."""
        return None if self.statistics.factors is None else self.statistics.factors.n_changes_since_fit

    @hold_lock
    def drop_empty_labels(self) -> None:
        """Remove labels that have no documents left.

        Do nothing if fewer than two labels would remain, or if the recipe sets the prior of each label.
        """
        labels = tuple(label for label, n in zip(self.labels, self.statistics.documents.tolist(), strict=True) if n)
        if 1 < len(labels) < len(self.labels) and self.recipe.prior.kind != "given":
            self._store_statistics(self.statistics.with_labels(labels))
            self._record_other_change()

    @hold_lock
    def learn_texts(
        self,
        texts: Sequence[str],
        labels: Sequence[str],
        fields: Sequence[Mapping[str, str]] | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Learn texts with one label name each. New words join an open vocabulary."""
        self.learn(self.count(texts, fields, grow=True).counts, labels, weights)

    @hold_lock
    def forget_texts(
        self,
        texts: Sequence[str],
        labels: Sequence[str],
        fields: Sequence[Mapping[str, str]] | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Forget texts. Pass the same labels and weights as when they were learnt."""
        self.forget(self.count(texts, fields).counts, labels, weights)

    @hold_lock
    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Rename labels. Labels that get the same name are merged."""
        statistics, prior = self.statistics.with_merged_labels(names), self.recipe.prior
        if prior.kind == "given":
            shares: dict[str, float] = {}
            for label, share in prior.shares:
                name = names.get(label, label)
                shares[name] = shares.get(name, 0.0) + share
            self.recipe = replace(self.recipe, prior=replace(prior, shares=tuple(shares.items())))
        if self.assurance is not None:
            self.assurance = rename_assurance_labels(
                self.assurance, names, is_merged=len(statistics.labels) < len(self.labels)
            )
        self.statistics, self._scoring, self._lookup = statistics, None, None
        self._record_other_change()

    @hold_lock
    def judge(self, documents: Features | CountMatrix | CountedText, *, unknown: FloatArray | None = None) -> Verdicts:
        """Classify documents.

        `unknown` (n_documents,) is the number of unknown words per document. `CountedText` contains this number.
        """
        if isinstance(documents, CountedText):
            return self.judge(documents.counts, unknown=documents.n_unknown)
        features = to_features(documents)
        scoring = self._scorer_for(features)
        prepared = scoring.prepared if isinstance(scoring, LookedUpScorer) else self.prepare(features)
        measures = count_known_and_unknown(self.recipe, self.statistics, features, unknown, scoring)
        log_joint = scoring.scorer.log_joint(prepared)
        scores = RawScores(log_joint, *measures, None)
        if self._ranks_by_evidence:
            scores = replace(scores, evidence=self.evidence(features))
        return make_verdicts(scores, self.labels, self.assurance)

    @property
    def can_rank_by_evidence(self) -> bool:
        """Whether `evidence` can rank documents: there are two labels, and the model reads text only."""
        return self.recipe.reads_text_alone and len(self.labels) == 2 and self.statistics.text is not None

    @hold_lock
    def evidence(
        self,
        documents: Features | CountMatrix,
        own: OwnLessons | None = None,
        *,
        learnt: Statistics | None = None,
    ) -> FloatArray:
        """Return the mean evidence of each document's words for the second of two labels, shape (n_documents,).

        For leave-one-out, pass `own`: the labels and weights with which these documents were learnt. `learnt` are
        statistics over the scorer's columns that replace those of the model.
        """
        scoring = self._current_scorer()
        if self._mean_evidence is None or self._mean_evidence[0] is not scoring:
            new_fields = find_fields_of_words(self.vocabulary, self.recipe.rules.fields, len(self._fields_of_words))
            self._fields_of_words = np.concatenate([self._fields_of_words, new_fields])
            columns, fields = scoring.scorer_columns, self._fields_of_words
            fields = fields if columns is None else fields[: len(columns)][columns >= 0]
            self._mean_evidence = scoring, MeanEvidence(self.tally, fields)
        mean_evidence = self._mean_evidence[1]
        if learnt is not None:
            mean_evidence = mean_evidence.for_tally(require_part(learnt.text, "text"))
        return mean_evidence.evidence(require_part(self.to_scorer_columns(documents).text, "text"), own)

    def predict(self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None) -> list[str | None]:
        """Return the label of each text, by name; None if undecided."""
        verdicts = self.judge_texts(texts, fields)
        numbers = verdicts.label_numbers.tolist()
        return [None if number == UNDECIDED else verdicts.labels[number] for number in numbers]

    def predict_proba(self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None) -> FloatArray:
        """Return the probability of each label for each text, (n_documents, n_labels), in the order of `labels`.

        The probabilities are calibrated if the model has an assurance.
        """
        return np.exp(self.judge_texts(texts, fields).calibrated_log_proba)

    def learn_one(self, text: str, label: str) -> None:
        """Learn one text. New words join an open vocabulary, and a new label is added."""
        self.learn_texts([text], [label])

    def predict_one(self, text: str) -> str | None:
        """Return the label of one text; None if undecided."""
        return self.predict([text])[0]

    def judge_text(self, text: str, fields: Mapping[str, str] | None = None) -> Verdict:
        """Classify one text."""
        return self.judge_texts([text], None if fields is None else [fields])[0]

    def judge_texts(self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None) -> Verdicts:
        """Classify texts. The model must read text only."""
        return self.judge(self.count(texts, fields))

    def explain(
        self, document: Features | CountMatrix, label: str | None = None, against: str | None = None
    ) -> Explanation:
        """Explain one document's log-odds of `label` against another label.

        By default, `label` is the verdict, and `against` is the label with the next highest score.
        """
        return explain_by_scorer(self, document, label, against)

    def fewest_words(self, document: Features | CountMatrix) -> tuple[VerdictChange | None, tuple[str, ...]]:
        """Return the fewest words whose removal changes the verdict, as column numbers and as text.

        Returns (None, ()) if no removal changes it.
        """
        return fewest_words_by_scorer(self, document)

    def filter_calculation(
        self,
        document: Features | CountMatrix,  # noqa: ARG002 - used by FilterModel
        unknown_share: float,  # noqa: ARG002 - used by FilterModel
    ) -> FilterCalculation | None:
        """Return None. `FilterModel` returns the calculation of its verdict; for other models use `derivation_of`."""
        return None

    def influence(
        self,
        count: Callable[[Model], Features],
        batches: Iterable[LearntDocuments],
        *,
        label: str,
        against: str,
        progress: Callable[[int], None] | None = None,  # noqa: ARG002 - used by FilterModel
    ) -> FloatArray:
        """Return the contribution of each learnt document to the log-odds of one document, shape (n_documents,).

        `count` is a function that returns the features of that document over the columns of a model. `batches` are all
        learnt documents. Positive values favour `label` over `against`.
        """
        judged, parts = count(self), [np.zeros(0)]
        for batch in batches:
            numbers = np.array([self.labels.index(name) for name in batch.labels])[batch.label_numbers]
            parts.append(
                influence_on_verdict(
                    self, judged, batch.features, numbers, label=label, against=against, weights=batch.weights
                )
            )
        return np.concatenate(parts)

    def word_odds(self, words: Sequence[str], label: str, against: str) -> tuple[dict[str, float], dict[str, float]]:
        """Return the log-odds of each known word for `label` against `against`.

        The second dictionary has the log-odds of plain naive Bayes. It is empty unless factors were fitted.
        """
        return word_odds_by_scorer(self, words, label, against)

    def learnt_weights(self, words: Sequence[str]) -> FloatArray | None:  # noqa: ARG002 - used by FilterModel
        """Return None. `FilterModel` returns the learnt weight of each word."""
        return None

    def mask_of_words(self, tokens: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Return a mask with the shape of `tokens`, which are column numbers: whether the column is a word.

        The column in which unknown words are counted is not.
        """
        return np.asarray(tokens >= int(self.recipe.limits.unknown_word))

    @property
    def is_fitted(self) -> bool:
        """Whether the model has fitted factors or learnt weights in addition to the counts."""
        return self.recipe.is_fitted

    @property
    def answer_labels(self) -> tuple[str, ...]:
        """The labels that documents can get, which are the labels of the counts."""
        return self.labels

    def model_deciding_about(self, label: str | None) -> Model:  # noqa: ARG002 - used by MultiLabelModel
        """Return the model itself. `MultiLabelModel` has a model for each label."""
        return self

    def convert_documents_for(self, documents: AnyDocuments, label: str) -> AnyDocuments:  # noqa: ARG002 - used by MultiLabelModel
        """Return the documents unchanged. `MultiLabelModel` returns them with the two labels of one yes-or-no
        question.
        """
        return documents

    def make_words_model(self) -> Model:
        """Return the model itself, because it has one column of weights per label."""
        return self

    def lesson_keys_and_trust(self) -> tuple[IntArray, FloatArray]:
        """Return two empty arrays. `FilterModel` returns the key of each learnt document, and the trust in its
        label.
        """
        return np.zeros(0, np.int64), np.zeros(0)

    def loss_estimate(self) -> LossEstimate | None:
        """Return None. `FilterModel` returns an estimate of the share of good documents that are lost."""
        return None

    def lesson_scores(self) -> LessonScores | None:
        """Return None. `FilterModel` returns the scores of the documents it has learnt."""
        return None

    def pack(self) -> None:
        """Do nothing. `FilterModel` compresses data that judging and learning do not need."""

    def extra_content(self) -> PackedContent:
        """Return no content: this kind of model saves only its counts."""
        return PackedContent()

    @classmethod
    def from_parts(cls, base_model: Model, parts: PackedContent) -> Model:  # noqa: ARG003 - used by other kinds
        """Build a model of this kind from its saved data. `base_model` is the model that was built from the saved
        counts.
        """
        return base_model

    @hold_lock
    def prepare(self, documents: Features | CountMatrix) -> Features:
        """Convert counts to the scorer's input: map them to its columns, and apply the weighting of the recipe."""
        features = self.to_scorer_columns(documents)
        if features.text is None or self.statistics.text is None:
            return features
        return Features(self.weigh(features.text), features.numbers, features.choices)

    @hold_lock
    def to_scorer_columns(self, documents: Features | CountMatrix) -> Features:
        """Map counts to the scorer's columns, without weighting."""
        return self._current_scorer().to_scorer_columns(to_features(documents))

    def weigh(self, counts: CountMatrix) -> CountMatrix:
        """Apply the recipe's weighting (plain, binary or tf-idf) to counts over the scorer's columns."""
        return self._current_scorer().weigh(counts)

    @hold_lock
    def left_out(
        self, documents: Features | CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> LeftOut:
        """Return a `LeftOut`, which scores learnt documents by leave-one-out with any smoothing."""
        prepared, statistics = self.prepare(documents), self._current_scorer().statistics
        return LeftOut(statistics, prepared, label_numbers, self.recipe.settings, weights)

    def lengths(self, documents: Features | CountMatrix) -> FloatArray:
        """Return the number of words of each document, plus its numbers and choices that are not missing;
        (n_documents,).
        """
        return document_lengths(to_features(documents))

    def with_recipe(self, recipe: Recipe) -> Model:
        """Return a model with the same counts, and a recipe with another event model, smoothing or prior.

        The new model is not calibrated. Raise `EngineError` if the recipe needs other counts or another fit.
        """
        if recipe.count_settings != self.recipe.count_settings:
            raise EngineError("This recipe counts other things, so the documents have to be counted and learnt again.")
        if recipe.is_fitted and recipe.fit_settings != self.recipe.fit_settings:
            raise EngineError("Learnt factors have to be fitted to the documents again.")
        tfidf = self.tfidf if recipe.weighs_by_tfidf else None
        return Model(recipe, self.vocabulary, self.statistics, tfidf=tfidf, table=self.table)

    @hold_lock
    def copy(self) -> Model:
        """Return an independent copy. If this model has a journal, the copy has an empty one."""
        words = Vocabulary.from_blob(*self.vocabulary.to_blob())
        copied = Model(
            self.recipe,
            words,
            self.statistics.copy(),
            tfidf=self.tfidf,
            table=self.table,
            assurance=self.assurance,
        )
        if self.journal is not None:
            copied.begin_journal()
        return copied

    @hold_lock
    def compacted(self) -> Model:
        """Return a copy without words that no longer occur in any learnt document. Its columns are renumbered.

        Return the model itself if there are no such words.
        """
        columns = columns_of_used_words(self.statistics, self.recipe.limits, len(self.vocabulary))
        if columns is None:
            return self
        return Model(
            self.recipe,
            self.vocabulary.select(np.flatnonzero(columns >= 0)),
            statistics_of_used_words(self.statistics, columns),
            tfidf=tfidf_of_used_words(self.tfidf, columns),
            table=self.table,
            assurance=self.assurance,
        )

    @hold_lock
    def canonical_hash(self) -> str:
        """Return a hash of all integer statistics. It does not depend on the order of labels, words and learning."""
        digest = blake2b(digest_size=16)
        for label, documents in sorted(zip(self.labels, self.statistics.documents.tolist(), strict=True)):
            if documents:
                digest.update(f"{len(label)}:{label}={documents};".encode("utf-8", "surrogatepass"))
        if self.statistics.text is not None:
            digest.update(self.statistics.text.canonical_hash(self.vocabulary).encode())
        if self.statistics.choices is not None:
            digest.update(self.statistics.choices.canonical_hash(*self._named_choices()).encode())
        return digest.hexdigest()

    def _named_choices(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return the names of the columns of choices, and of their values. Numbers replace missing names."""
        counts = require_part(self.statistics.choices, "choices").counts
        names = self.table.choices or [str(column) for column in range(len(counts))]
        known = self.table.values or [()] * len(counts)
        return names, [
            [*values, *map(str, range(len(values), part.shape[1]))] for values, part in zip(known, counts, strict=True)
        ]

    def _features_as_stored(self, documents: Features | CountMatrix) -> Features:
        """Return features in the form in which the statistics count them.

        If the recipe counts by tf-idf, the text gets tf-idf weights.
        """
        features = to_features(documents)
        if self.tfidf is None or features.text is None or self.recipe.is_fitted:
            return features
        return Features(self.tfidf(features.text), features.numbers, features.choices)

    def _store_statistics(self, statistics: Statistics) -> None:
        """Store changed statistics, and drop everything derived from the old ones."""
        if statistics.labels != self.labels and self.assurance is not None:
            self.assurance = replace(self.assurance, label_sets=None)
        self._lookup = self._lookup if statistics is self.statistics else None
        self.statistics, self._scoring, self._has_changed = statistics, None, True

    @contextmanager
    def _keep_lookup_up_to_date(self, features: Features, statistics: Statistics) -> Iterator[None]:
        """Context manager around learning or forgetting documents. It updates the word lookup when the block ends.

        If the documents are many or have a new label, the lookup is dropped instead.
        """
        text = features.text
        is_small = text is not None and len(text.tokens) * LOOKUP_FACTOR < len(self.vocabulary)
        lookup = self._lookup if is_small and statistics is self.statistics else None
        self._lookup = lookup
        if lookup is None or text is None:
            yield
            return
        tokens = (text.tokens if text.n_documents == 1 else np.unique(text.tokens)).astype(np.int64)
        before = lookup.counts_of_words(tokens)
        yield
        lookup.update_after_lesson(tokens, before)

    def _scorer_for(self, features: Features) -> DerivedScorer | LookedUpScorer:
        """Return a scorer for these documents.

        For a few documents after learning or forgetting, it has only the weights of their own words. Otherwise it has
        the weights of all words.
        """
        is_fresh = self._scoring is not None and self._scoring.n_words == len(self.vocabulary)
        text = features.text
        if is_fresh or not self._has_changed or text is None or self._ranks_by_evidence:
            return self._current_scorer()
        if len(text.tokens) * LOOKUP_FACTOR >= len(self.vocabulary):
            return self._current_scorer()
        if self._lookup is None:
            self._lookup = make_word_lookup(self.recipe, self.statistics)
        return self._current_scorer() if self._lookup is None else self._lookup.make_scorer_for(features, self.tfidf)

    @property
    def _ranks_by_evidence(self) -> bool:
        return self.assurance is not None and self.assurance.is_band_on_evidence and self.can_rank_by_evidence

    def __repr__(self) -> str:
        n_words = "" if self.statistics.text is None else f"{self.statistics.text.n_tokens:,} words, "
        return f"Model({self.recipe.event_model}, {n_words}{summarise_labels(self.labels)})"

    def _current_scorer(self) -> DerivedScorer:
        if self._scoring is None or self._scoring.n_words != len(self.vocabulary):
            self._scoring = make_derived_scorer(self.recipe, self.statistics, self.tfidf, len(self.vocabulary))
        return self._scoring

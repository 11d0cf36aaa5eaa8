"""The scorer of a model, and how a document is judged after a lesson without deriving the weights of all words anew.

Sums over the whole vocabulary are taken once and then follow each lesson, so judging and learning one document cost
what its words cost, however many the model knows. Many documents at once are judged by the whole table.

In an open vocabulary only living words take part, those that some document has: a word that forgetting left without one
would otherwise go on taking its share of the smoothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from threading import RLock
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, remap_tokens, split_into_slices
from nbengine.arrays.logspace import select_entries
from nbengine.events import derive
from nbengine.events.label_sums import FilledWords, LabelSums, WordCounts
from nbengine.events.scorer import Scorer
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.count_table import TfIdf, binary
from nbengine.learnt.statistics import Features, Statistics, require_part
from nbengine.learnt.tally import Tally
from nbengine.models.model_words import UNKNOWN_COLUMN, sum_of_entries
from nbengine.models.recipe import Recipe, VocabularyLimits

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def one_at_a_time(method: Callable[Concatenate[Any, Given], Answer]) -> Callable[Concatenate[Any, Given], Answer]:
    """Let a method of an object that has a `lock` wait until no other is at work in another thread."""

    @wraps(method)
    def waiting(self: Any, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        with self.lock:
            return method(self, *given, **named)

    return waiting


class Lock:
    """A lock that a copy of its owner gets anew."""

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[Lock], tuple[()]]:
        return Lock, ()


@dataclass(frozen=True, slots=True, eq=False)
class Scoring:
    """A scorer with all that it was made from; it holds until the model learns something."""

    recipe: Recipe
    statistics: Statistics
    """As the scorer takes them: only living words, and for binary weights presences instead of occurrences."""
    scorer: Scorer
    columns: IntArray | None
    """(n_words,): the scorer's column for each of the model's, or -1; None where they are the same."""
    tfidf: TfIdf | None
    """Over the scorer's columns."""
    n_words: int
    """The number of words of the model, living or not."""

    def dead(self, text: CountMatrix) -> FloatArray:
        """(n_documents,): how many words each document has that no learnt document has any more."""
        columns = self.columns
        return np.zeros(text.n_documents) if columns is None else sum_of_entries(text, columns[text.tokens] < 0)

    def living(self, features: Features) -> Features:
        """Return features over the scorer's columns; those of counts made before the vocabulary grew are the first."""
        text = features.text
        if text is None or self.statistics.text is None:
            return features
        if self.columns is None:
            text = text.widened(max(text.n_tokens, self.n_words))
        else:
            text = remap_tokens(text.widened(self.n_words), self.columns, self.statistics.text.n_tokens)
        return Features(text, features.numbers, features.choices)

    def weighed(self, counts: CountMatrix) -> CountMatrix:
        """Weigh counts over the scorer's columns as the recipe does: as they are, once per document, or by tf-idf."""
        if self.tfidf is not None:
            return self.tfidf(counts)
        return binary(counts, self.recipe.threshold) if self.recipe.counts_as == "binary" else counts


def scoring_of(recipe: Recipe, statistics: Statistics, tfidf: TfIdf | None, n_words: int) -> Scoring:
    """Derive the scorer of a model that has so many words."""
    columns = living_columns(statistics.text, recipe.limits, n_words)
    living = over_living(statistics, columns)
    if living.text is not None and recipe.counts_as == "binary":
        living = Statistics(living.text.of_presences(), living.numbers, living.choices)
    scorer = derive(living, recipe.settings)
    return Scoring(recipe, living, scorer, columns, weights_of_living(tfidf, columns), n_words)


def living_columns(text: Tally | None, limits: VocabularyLimits, n_words: int) -> IntArray | None:
    """The column of each living word among the living ones, -1 for others; None where all are living."""
    if text is None or (not limits.is_open and text.n_tokens == n_words):
        return None
    is_living = np.zeros(n_words, dtype=np.bool_)
    if limits.is_open and limits.min_documents:
        is_living[: text.n_tokens] = sum(text.token_sums) > 0
        is_living[: UNKNOWN_COLUMN + 1] |= limits.unknown_word
    else:
        is_living[: text.n_tokens] = True
    return None if is_living.all() else np.where(is_living, np.cumsum(is_living) - 1, -1)


def over_living(statistics: Statistics, columns: IntArray | None) -> Statistics:
    """The statistics of living words only."""
    text = statistics.text
    if text is None or columns is None:
        return statistics
    return statistics.of_words(np.flatnonzero(columns[: text.n_tokens] >= 0))


def weights_of_living(tfidf: TfIdf | None, columns: IntArray | None) -> TfIdf | None:
    """The document frequencies of living words only."""
    if tfidf is None or columns is None:
        return tfidf
    idf = np.full(len(columns), tfidf.new_idf)
    idf[: len(tfidf.idf)] = tfidf.idf
    return replace(tfidf, idf=idf[columns >= 0])


FEW_WORDS = 8
"""With fewer words at hand than one in this many, looking them up is faster than deriving all."""


@dataclass(frozen=True, slots=True, eq=False)
class WordScoring:
    """A scorer over some documents' own words, and the documents as it takes them."""

    scorer: Scorer
    prepared: Features
    is_dead_entry: npt.NDArray[np.bool_]
    """(n_entries,): which of the documents' counts are of words that no document has any more."""

    def dead(self, text: CountMatrix) -> FloatArray:
        """(n_documents,): how many words each document has that no learnt document has any more."""
        return sum_of_entries(text, self.is_dead_entry)


class WordLookup:
    """Sums over all words of a model, kept up to date lesson by lesson."""

    def __init__(self, recipe: Recipe, statistics: Statistics, sums: LabelSums) -> None:
        self._recipe, self._statistics, self._sums = recipe, statistics, sums
        self._is_binary, self._settings = recipe.counts_as == "binary", recipe.settings
        sums.documents = statistics.documents
        text = require_part(statistics.text, "text")
        if text.is_sparse:
            sums.add_cells(self._cells(text))
            return
        for some in split_into_slices(text.n_tokens):
            sums.add(self.words(np.arange(some.start, some.stop)))

    def words(self, tokens: IntArray) -> WordCounts:
        """Return what was learnt about the words of these columns; an open vocabulary knows living words only."""
        tally, limits = require_part(self._statistics.text, "text"), self._recipe.limits
        is_known = tokens < tally.n_tokens
        at = tokens if is_known.all() else tokens[is_known]
        occurrences, presences = (part.T for part in tally.rows(at))
        if len(at) < len(tokens):
            occurrences, presences = _with_strangers(occurrences, is_known), _with_strangers(presences, is_known)
        if limits.is_open and limits.min_documents:
            is_living = presences.any(axis=0)
            if tally.is_real or tally.threshold:
                is_living |= occurrences.any(axis=0)
            is_known = is_known & (is_living | (limits.unknown_word & (tokens <= UNKNOWN_COLUMN)))
        return WordCounts(presences if self._is_binary else occurrences, presences, is_known)

    def _cells(self, tally: Tally) -> FilledWords:
        """All that was learnt, of words that take part."""
        filled, limits = tally.filled(), self._recipe.limits
        n_known = tally.n_tokens
        if limits.is_open and limits.min_documents:
            is_living = np.bincount(filled.cells // tally.n_labels, minlength=n_known) > 0
            is_living[: UNKNOWN_COLUMN + 1] |= limits.unknown_word
            n_known = int(np.count_nonzero(is_living))
        return FilledWords(filled, tally.n_tokens, n_known, tally.n_labels, is_binary=self._is_binary)

    def follow(self, tokens: IntArray, before: WordCounts) -> None:
        """Take up what a lesson changed: the words that it had, and what they were before it."""
        after = self.words(tokens)
        self._sums.documents = self._statistics.documents
        self._sums.change(before, after)

    def scoring(self, features: Features, tfidf: TfIdf | None) -> WordScoring:
        """Make a scorer over the words of these documents, given over the model's columns."""
        text = require_part(features.text, "text")
        tokens, places = text.tokens, np.arange(len(text.tokens))
        if text.n_documents > 1:
            tokens, places = np.unique(text.tokens, return_inverse=True)
        words = self.words(tokens.astype(np.int64))
        own = CountMatrix(text.starts, places.astype(np.int32), text.values, len(tokens))
        is_known = words.is_known[places]
        if not is_known.all():
            kept, columns = select_entries(own, is_known), (np.cumsum(words.is_known) - 1).astype(np.int32)
            tokens = tokens[words.is_known]
            own = CountMatrix(kept.starts, columns[kept.tokens], kept.values, len(tokens))
        prepared = Features(self._weighed(own, tokens, tfidf), features.numbers, features.choices)
        return WordScoring(self._scorer(words.known()), prepared, ~is_known)

    def _weighed(self, counts: CountMatrix, tokens: npt.NDArray[np.int32], tfidf: TfIdf | None) -> CountMatrix:
        if tfidf is not None:
            idf = np.full(len(tokens), tfidf.new_idf)
            is_old = tokens < len(tfidf.idf)
            idf[is_old] = tfidf.idf[tokens[is_old]]
            return replace(tfidf, idf=idf)(counts)
        return binary(counts, self._recipe.threshold) if self._is_binary else counts

    def _scorer(self, words: WordCounts) -> Scorer:
        event, settings, statistics = self._recipe.event, self._settings, self._statistics
        labels, text = statistics.labels, self._sums.weights(words)
        priors = np.where(self._sums.impossible(words), -np.inf, event.log_prior_of(statistics, settings))
        has_columns = statistics.numbers is not None or statistics.choices is not None
        others = [part for part in event.parts_of(statistics, settings) if part.kind != "text"] if has_columns else []
        columns = {part.kind: part.weights(statistics, settings) for part in others}
        threshold = require_part(statistics.text, "text").threshold
        return Scorer(
            labels,
            priors,
            text=replace(text, threshold=threshold) if text.is_binary else text,
            numbers=columns.get("numbers"),
            choices=columns.get("choices"),
        )


def lookup_of(recipe: Recipe, statistics: Statistics) -> WordLookup | None:
    """Return the look-up of a model's words; None where there is no text, or its event model needs all words."""
    part = recipe.event.text_part(recipe.settings)
    if part is None or statistics.text is None:
        return None
    sums = part.label_sums(statistics.labels, recipe.settings)
    return None if sums is None else WordLookup(recipe, statistics, sums)


def _with_strangers(table: npt.NDArray[Any], is_known: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """(n_labels, n_words): zeros for words of which nothing was learnt."""
    wider = np.zeros((len(table), len(is_known)), table.dtype)
    wider[:, is_known] = table
    return wider


def measured(
    recipe: Recipe,
    statistics: Statistics,
    features: Features,
    given: FloatArray | None,
    scoring: Scoring | WordScoring,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """(n_documents,) each: how many words, numbers and choices the model knows, how many words it does not, and the
    share of these; words that forgetting left without a document are unknown, as is the unknown word."""
    lengths, nothing, text = lengths_of(features), np.zeros(features.n_documents), features.text
    if text is None or statistics.text is None:
        return lengths, nothing, nothing
    dead, set_apart = scoring.dead(text), nothing
    if recipe.limits.unknown_word:
        set_apart = sum_of_entries(text, text.tokens <= UNKNOWN_COLUMN)
    unknown = (set_apart if given is None else given) + dead
    known = text.sums() - dead - set_apart
    shares = unknown / np.where(known + unknown > 0, known + unknown, 1.0)
    return lengths - dead - set_apart, unknown, shares


def lengths_of(features: Features) -> FloatArray:
    """(n_documents,): how much of each document takes part: words, numbers and choices that are there."""
    total = np.zeros(features.n_documents)
    if features.text is not None:
        total += features.text.sums()
    if features.numbers is not None:
        total += (~np.isnan(features.numbers)).sum(axis=1)
    if features.choices is not None:
        total += (features.choices >= 0).sum(axis=1)
    return total

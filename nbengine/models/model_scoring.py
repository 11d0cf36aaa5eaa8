"""The scorer of a model with what it was made from, and the checks of documents to be scored.

In an open vocabulary only living words take part, those that some document has: a word that forgetting left without one
would otherwise go on taking its share of the smoothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from threading import RLock
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import numpy as np

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.renumbered_columns import remapped
from nbengine.events import derive
from nbengine.events.scorer import Scorer
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.occurrence_weighting import TfIdf, binary
from nbengine.learnt.statistics import Features, Statistics
from nbengine.learnt.tally import Tally
from nbengine.models.model_words import UNKNOWN_COLUMN, sum_of_entries
from nbengine.models.recipe import Recipe
from nbengine.models.vocabulary_selection import VocabularyLimits

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Locked(Protocol):
    """Anything with a lock of its own."""

    @property
    def lock(self) -> Any: ...


Owner = TypeVar("Owner", bound=Locked)


def one_at_a_time(
    method: Callable[Concatenate[Owner, Given], Answer],
) -> Callable[Concatenate[Owner, Given], Answer]:
    """Let a method wait until no other of the same object is at work in another thread."""

    @wraps(method)
    def waiting(self: Owner, /, *given: Given.args, **named: Given.kwargs) -> Answer:
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
            text = remapped(text.widened(self.n_words), self.columns, self.statistics.text.n_tokens)
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

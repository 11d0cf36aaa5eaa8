"""A vocabulary of bounded size, and what the bound costs.

A first pass over the counts keeps, wherever words are counted or merged, no more than a given number of them: the
summary of Misra and Gries, whose merging Agarwal and others showed to lose no more in a tree than in a row. Where
there are too many, the count of the first word that has no room is taken from all, and what falls to nothing goes.
What was taken adds up to the error: a word that is missing in the end is in no more documents than that, and the error
is at most all (document, word) pairs divided by the number of words kept.

A second pass counts the words that were kept, and all others together as the unknown word. So every count is exact;
what can be missing are rare words alone. Where a vocabulary of the most frequent words is wanted, and the last of them
is in more documents than the error, it is the very vocabulary that unlimited memory would have given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.cluster.counting import ShardCounts
from app.cluster.finishing import ChosenWords
from app.cluster.folds import Part
from app.cluster.tallies import check_shards, disjoint, learnt_rows
from nbengine.counts import IntArray
from nbengine.recipe import Recipe
from nbengine.rules import UNKNOWN_WORD
from nbengine.selection import VocabularyLimits
from nbengine.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class WordSummary:
    """The most frequent words of some shards, in how many documents they are at least, and how far that may be off."""

    shards: IntArray
    vocabulary: Vocabulary
    documents: IntArray
    """(n_words,): no more than it is, and less by the error at most."""
    error: int
    """A word that is not here is in no more documents than this."""
    labels: tuple[str, ...]


def summary_of(counted: ShardCounts, part: Part, most_words: int) -> WordSummary:
    """Of the documents of a shard."""
    rows = learnt_rows(counted, part)
    present = rows.counts.tokens[rows.counts.values > 0]
    documents = np.bincount(present, minlength=len(rows.vocabulary)).astype(np.int64)
    labels = tuple(label for label, n_documents in rows.learnt(counted.labels).items() if n_documents)
    whole = WordSummary(np.array([counted.number]), rows.vocabulary, documents, 0, labels)
    return _bounded(whole, most_words)


def merged_summaries(parts: Sequence[WordSummary], most_words: int) -> WordSummary:
    """Several together, under the same bound."""
    vocabulary = Vocabulary()
    columns = [part.vocabulary.mapping_to(vocabulary, grow=True) for part in parts]
    documents = np.zeros(len(vocabulary), np.int64)
    for part, own in zip(parts, columns, strict=True):
        documents[own] += part.documents
    labels = tuple(sorted({label for part in parts for label in part.labels}))
    shards, error = disjoint([part.shards for part in parts]), sum(part.error for part in parts)
    return _bounded(WordSummary(shards, vocabulary, documents, error, labels), most_words)


def _bounded(summary: WordSummary, most_words: int) -> WordSummary:
    documents = summary.documents
    taken = 0
    if np.count_nonzero(documents) > most_words:
        taken = int(np.partition(documents, len(documents) - most_words - 1)[len(documents) - most_words - 1])
    kept = np.flatnonzero(documents > taken)
    if len(kept) == len(documents):
        return summary
    return replace(
        summary,
        vocabulary=summary.vocabulary.picked(kept),
        documents=documents[kept] - taken,
        error=summary.error + taken,
    )


@dataclass(frozen=True, slots=True)
class Bound:
    """What the bound came to."""

    most_words: int
    n_kept: int
    error: int
    """Words that are missing are in no more documents than this; 0 where none is."""


def bound_of(summary: WordSummary, n_shards: int, most_words: int) -> Bound:
    """For the driver; a task."""
    check_shards(summary.shards, n_shards)
    return Bound(most_words, len(summary.vocabulary), summary.error)


def words_kept(summary: WordSummary) -> ChosenWords:
    """The words of the second pass: the unknown word, and those that were kept; a task."""
    kept = summary.vocabulary
    words = Vocabulary([UNKNOWN_WORD])
    columns = kept.mapping_to(words, grow=True)
    return ChosenWords(columns, kept, words, Recipe(limits=VocabularyLimits(unknown_word=True)), summary.labels)

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

import numpy as np

from app.cluster.model_from_counts import ChosenWords
from app.cluster.shard_counting import ShardCounts
from app.cluster.shard_parts import ShardPart
from app.cluster.tally_merging import check_shards, disjoint, learnt_rows
from nbengine.arrays.counts import IntArray
from nbengine.arrays.named_bytes import Parts, packed, unpacked
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.recipe import Recipe
from nbengine.models.vocabulary_selection import VocabularyLimits
from nbengine.text.token_rules import UNKNOWN_WORD
from nbengine.text.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class FrequentWords:
    """Words, and in how many documents they are at least."""

    vocabulary: Vocabulary
    documents: IntArray
    """(n_words,)"""

    def __len__(self) -> int:
        return len(self.vocabulary)


@dataclass(frozen=True, slots=True, eq=False)
class WordSummary:
    """The most frequent words of some shards, ready to be sent, and how far what is said of them may be off."""

    shards: IntArray
    counted: bytes
    """Words, and in how many documents they are: no more than it is, and less by the error at most."""
    n_words: int
    error: int
    """A word that is not here is in no more documents than this."""
    labels: tuple[str, ...]

    @property
    def opened(self) -> FrequentWords:
        parts = unpacked(self.counted)
        vocabulary = Vocabulary.from_blob(parts.blobs["words"], parts.numbers["lengths"])
        return FrequentWords(vocabulary, parts.numbers["documents"].astype(np.int64))


def summary_over(shards: IntArray, words: FrequentWords, error: int, labels: Sequence[str]) -> WordSummary:
    """Put words up for sending: a worker that merges several has them as bytes, and opens one after the other."""
    blob, lengths = words.vocabulary.to_blob()
    numbers = {"lengths": lengths.astype(np.int64), "documents": words.documents}
    return WordSummary(shards, packed(Parts({}, numbers, {"words": blob})), len(words), error, tuple(labels))


def summary_of(counted: ShardCounts, part: ShardPart, most_words: int) -> WordSummary:
    """Return the word summary of a shard's documents."""
    rows = learnt_rows(counted, part)
    present = rows.counts.tokens[rows.counts.values > 0]
    documents = np.bincount(present, minlength=len(rows.vocabulary)).astype(np.int64)
    labels = [label for label, n_documents in rows.learnt(counted.labels).items() if n_documents]
    kept, error = _bounded(FrequentWords(rows.vocabulary, documents), most_words)
    return summary_over(np.array([counted.number]), kept, error, labels)


def merged_summaries(parts: Sequence[WordSummary], most_words: int) -> WordSummary:
    """Merge several summaries under the same bound; meanwhile there are twice as many words at most."""
    labels = sorted({label for part in parts for label in part.labels})
    shards, error = disjoint([part.shards for part in parts]), sum(part.error for part in parts)
    whole = parts[0].opened
    for part in parts[1:]:
        whole, taken = _bounded(_added(whole, part.opened), most_words)
        error += taken
    return summary_over(shards, whole, error, labels)


def _added(known: FrequentWords, other: FrequentWords) -> FrequentWords:
    columns = other.vocabulary.mapping_to(known.vocabulary, grow=True)
    documents = np.zeros(len(known), np.int64)
    documents[: len(known.documents)] = known.documents
    documents[columns] += other.documents
    return FrequentWords(known.vocabulary, documents)


def _bounded(words: FrequentWords, most_words: int) -> tuple[FrequentWords, int]:
    """Return the most frequent, and what was taken from the count of each to make room for no more."""
    documents, taken = words.documents, 0
    if np.count_nonzero(documents) > most_words:
        taken = int(np.partition(documents, len(documents) - most_words - 1)[len(documents) - most_words - 1])
    kept = np.flatnonzero(documents > taken)
    if len(kept) == len(documents):
        return words, 0
    return FrequentWords(words.vocabulary.picked(kept), documents[kept] - taken), taken


@dataclass(frozen=True, slots=True)
class Bound:
    """The outcome of bounding a vocabulary: how many words were kept, and the largest count that was lost."""

    most_words: int
    n_kept: int
    error: int
    """Words that are missing are in no more documents than this; 0 where none is."""


def bound_of(summary: WordSummary, n_shards: int, most_words: int) -> Bound:
    """Return what the bound came to, for the driver; a task."""
    check_shards(summary.shards, n_shards)
    return Bound(most_words, summary.n_words, summary.error)


def words_kept(summary: WordSummary) -> ChosenWords:
    """Return the words of the second pass: the unknown word, and those that were kept; a task."""
    kept = summary.opened.vocabulary
    words = Vocabulary([UNKNOWN_WORD])
    columns = kept.mapping_to(words, grow=True)
    return ChosenWords(columns, kept, words, Recipe(limits=VocabularyLimits(unknown_word=True)), summary.labels)

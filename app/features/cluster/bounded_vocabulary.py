"""A vocabulary of bounded size, and what the bound costs.

A first pass over the counts keeps, wherever words are counted or merged, no more than a given number of them: the
summary of Misra and Gries, whose merging Agarwal and others showed to lose no more in a tree than in a row. Where
there are too many, the count of the first word that has no room is taken from all, and what falls to nothing goes.
What was taken adds up to the error: a word that is missing in the end is in no more documents than that, and the error
is at most all (document, word) pairs divided by the number of words kept.

A second pass counts the words that were kept, and all others together as the unknown word. So every count is exact;
what can be missing are rare words alone. Where a vocabulary of the most frequent words is wanted, and the last of them
is in more documents than the error, it is the very vocabulary that unlimited memory would have given.

How many words there will be, and what memory they take, is forecast from some shards: the number of different words
grows like a power of the number of words read (Heaps' law). The power is fitted to the documents of the sample in
random order, since neighbours share words, and carried on to the size of the sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.features.cluster.model_from_counts import MOST_JUDGED, ChosenWords
from app.features.cluster.shard_counting import ShardCounts, counts_of
from app.features.cluster.tally_merging import ShardPart, check_shards, disjoint, learnt_rows
from nbengine.arrays.counts import CountMatrix, IntArray, stacked
from nbengine.arrays.named_bytes import Parts, packed, unpacked
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.recipe import Recipe, VocabularyLimits
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
    labels = [label for label, n_documents in rows.n_learnt.items() if n_documents]
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

    n_kept: int
    error: int
    """Words that are missing are in no more documents than this; 0 where none is."""


def bound_of(summary: WordSummary, n_shards: int) -> Bound:
    """Return what the bound came to, for the driver; a task."""
    check_shards(summary.shards, n_shards)
    return Bound(summary.n_words, summary.error)


def words_kept(summary: WordSummary) -> ChosenWords:
    """Return the words of the second pass: the unknown word, and those that were kept; a task."""
    kept = summary.opened.vocabulary
    words = Vocabulary([UNKNOWN_WORD])
    columns = kept.mapping_to(words, grow=True)
    return ChosenWords(columns, kept, words, Recipe(limits=VocabularyLimits(unknown_word=True)), summary.labels)


SAMPLE_SHARDS = 4
FRACTIONS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
WORD_BYTES = 35
"""Of a vocabulary, beside the word itself."""
CELL_BYTES = 16
"""Of a tally, for each word and label."""
COPIES = 5
"""Of the words and their tally, at the highest, on the worker that makes the model."""
JUDGED_BYTES = 45
"""Of each word of each document that the model is judged by."""
FEW_WORDS = 100
"""Too few to tell how they grow."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast of words and memory for the sources."""

    n_words: int
    worker_bytes: int
    """Of the worker that makes the model and judges it, the largest of all."""
    driver_bytes: int
    """Of the model's file, which is all that the driver holds."""
    counts_bytes: int
    """Of the counts of documents, all workers together."""
    judged_bytes: int = 0
    """Of the documents that the model is judged by, a part of what the largest worker takes."""

    def within(self, most_words: int | None) -> Forecast:
        """Return the memory that a bounded vocabulary takes of it."""
        share = 1.0 if most_words is None else min(1.0, most_words / max(1, self.n_words))
        of_words = (self.worker_bytes - self.judged_bytes) * share
        return replace(
            self, worker_bytes=self.judged_bytes + round(of_words), driver_bytes=round(self.driver_bytes * share)
        )


def fitted(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return scale and power of different words against all words, V = scale · n ** power: a line in logarithms."""
    tokens, words = (np.log(np.array(column)) for column in zip(*points, strict=True))
    power, offset = np.polyfit(tokens, words, 1)
    return float(np.exp(offset)), float(power)


def growth_points(counts: CountMatrix) -> list[tuple[float, float]]:
    """Return all and different words of growing parts of some documents, taken in random order."""
    order = np.random.default_rng(0).permutation(counts.n_documents)
    shuffled = counts[order]
    points = []
    for fraction in FRACTIONS:
        last = int(shuffled.starts[max(1, int(fraction * counts.n_documents))])
        own = np.zeros(counts.n_tokens, np.bool_)
        own[shuffled.tokens[:last]] = True
        points.append((float(shuffled.values[:last].sum()), float(np.count_nonzero(own))))
    return points


def forecast(size_bytes: int, *counted: ShardCounts) -> Forecast | None:
    """Return what the sources will come to, by some shards; None where these hold too little to tell. A task."""
    if not all(shard.has_text for shard in counted):
        return None
    vocabulary = Vocabulary()
    batches = [counts_of(shard) for shard in counted]
    counts = stacked([batch.over(vocabulary) for batch in batches])
    if counts.n_documents < len(FRACTIONS) or len(vocabulary) < FEW_WORDS:
        return None
    sample_bytes = sum(shard.size_bytes for shard in counted)
    times = max(1.0, size_bytes / sample_bytes)
    _, power = fitted(growth_points(counts))
    n_words = len(vocabulary) * times**power
    n_labels = len({label for shard in counted for label in shard.labels})
    letters = len(vocabulary.to_blob()[0]) / len(vocabulary)
    n_judged = min(counts.n_documents * times, MOST_JUDGED)
    judged_bytes = round(JUDGED_BYTES * n_judged * len(counts.tokens) / counts.n_documents)
    return Forecast(
        n_words=round(n_words),
        worker_bytes=round(n_words * COPIES * (letters + WORD_BYTES + CELL_BYTES * n_labels)) + judged_bytes,
        driver_bytes=round(n_words * (letters / 2 + 2 * min(n_labels, 2))),
        counts_bytes=round(sum(len(shard.body) for shard in counted) * times),
        judged_bytes=judged_bytes,
    )

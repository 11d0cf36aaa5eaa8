"""A vocabulary of bounded size with a known error, and a forecast of the number of words and the memory.

The first pass keeps at most a given number of words wherever words are counted or merged: the summary of Misra and
Gries. Agarwal et al. showed that merging summaries in a tree loses no more than merging them in sequence. If there are
too many words, the count of the first one beyond the limit is subtracted from all, and words at zero are dropped. The
subtracted counts add up to the error: a missing word is in at most that many documents. The error is at most the number
of (document, word) pairs divided by the number of words kept.

The second pass counts the kept words, and all others together as the unknown word. So every count is exact, and only
rare words can be missing. If the least frequent word of a wanted vocabulary is in more documents than the error, the
vocabulary is the same as with unlimited memory.

The forecast uses some shards: the number of different words grows like a power of the number of words read (Heaps'
law). The power is fitted to the sampled documents in random order, because neighbouring documents share words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.features.cluster.model_from_counts import MAX_JUDGED, ChosenWords
from app.features.cluster.shard_counting import ShardCounts, deserialize_counts
from app.features.cluster.tally_merging import ShardPart, check_shards, learnt_rows, union_of_shards
from nbengine.counts import CountMatrix, IntArray, stack_counts
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.packing import Parts, pack_parts, unpack_parts
from nbengine.text.token_rules import UNKNOWN_WORD
from nbengine.text.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class FrequentWords:
    """Words with lower bounds of their document counts."""

    vocabulary: Vocabulary
    documents: IntArray
    """(n_words,)"""

    def __len__(self) -> int:
        return len(self.vocabulary)


@dataclass(frozen=True, slots=True, eq=False)
class WordSummary:
    """The most frequent words of some shards with the error of their counts, serialized."""

    shards: IntArray
    counted: bytes
    """Serialized words with document counts, which are too low by at most the error."""
    n_words: int
    error: int
    """A missing word is in at most this number of documents."""
    labels: tuple[str, ...]

    @property
    def unpacked_words(self) -> FrequentWords:
        parts = unpack_parts(self.counted)
        vocabulary = Vocabulary.from_blob(parts.blobs["words"], parts.numbers["lengths"])
        return FrequentWords(vocabulary, parts.numbers["documents"].astype(np.int64))


def serialize_summary(shards: IntArray, words: FrequentWords, error: int, labels: Sequence[str]) -> WordSummary:
    """Serialize words. A worker that merges several summaries decodes them one by one, which saves memory."""
    blob, lengths = words.vocabulary.to_blob()
    numbers = {"lengths": lengths.astype(np.int64), "documents": words.documents}
    return WordSummary(shards, pack_parts(Parts({}, numbers, {"words": blob})), len(words), error, tuple(labels))


def summarize_shard(counted: ShardCounts, part: ShardPart, most_words: int) -> WordSummary:
    """Return the word summary of a shard's documents."""
    rows = learnt_rows(counted, part)
    present = rows.counts.tokens[rows.counts.values > 0]
    documents = np.bincount(present, minlength=len(rows.vocabulary)).astype(np.int64)
    labels = [label for label, n_documents in rows.n_learnt.items() if n_documents]
    kept, error = _limit_words(FrequentWords(rows.vocabulary, documents), most_words)
    return serialize_summary(np.array([counted.number]), kept, error, labels)


def merge_summaries(parts: Sequence[WordSummary], most_words: int) -> WordSummary:
    """Merge summaries under the same limit. At most twice as many words are in memory at once."""
    labels = sorted({label for part in parts for label in part.labels})
    shards, error = union_of_shards([part.shards for part in parts]), sum(part.error for part in parts)
    merged = parts[0].unpacked_words
    for part in parts[1:]:
        merged, subtracted = _limit_words(_add_words(merged, part.unpacked_words), most_words)
        error += subtracted
    return serialize_summary(shards, merged, error, labels)


def _add_words(known: FrequentWords, other: FrequentWords) -> FrequentWords:
    columns = other.vocabulary.mapping_to(known.vocabulary, grow=True)
    documents = np.zeros(len(known), np.int64)
    documents[: len(known.documents)] = known.documents
    documents[columns] += other.documents
    return FrequentWords(known.vocabulary, documents)


def _limit_words(words: FrequentWords, most_words: int) -> tuple[FrequentWords, int]:
    """Return the most frequent words, and the count that was subtracted from each."""
    documents, subtracted = words.documents, 0
    if np.count_nonzero(documents) > most_words:
        subtracted = int(np.partition(documents, len(documents) - most_words - 1)[len(documents) - most_words - 1])
    kept_rows = np.flatnonzero(documents > subtracted)
    if len(kept_rows) == len(documents):
        return words, 0
    return FrequentWords(words.vocabulary.select(kept_rows), documents[kept_rows] - subtracted), subtracted


@dataclass(frozen=True, slots=True)
class Bound:
    """The result of bounding a vocabulary: the number of kept words, and the error."""

    n_kept: int
    error: int
    """Missing words are in at most this number of documents; 0 if none is missing."""


def bound_result(summary: WordSummary, n_shards: int) -> Bound:
    """Return the number of words and the largest possible error of the merged summary, for the driver.

    Runs as a task on a worker.
    """
    check_shards(summary.shards, n_shards)
    return Bound(summary.n_words, summary.error)


def choose_kept_words(summary: WordSummary) -> ChosenWords:
    """Return the words of the second pass: the unknown word and the kept words. Runs as a task."""
    kept = summary.unpacked_words.vocabulary
    words = Vocabulary([UNKNOWN_WORD])
    columns = kept.mapping_to(words, grow=True)
    return ChosenWords(columns, kept, words, Recipe(limits=VocabularyLimits(unknown_word=True)), summary.labels)


SAMPLE_SHARDS = 4
SAMPLED_FRACTIONS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
WORD_BYTES = 35
"""Memory of a vocabulary per word, besides the word itself."""
BYTES_PER_CELL = 16
"""Memory of a tally per word and label."""
MAX_COPIES_IN_MEMORY = 5
"""Most copies of words and tally in memory at once on the worker that makes the model."""
CALIBRATION_BYTES_PER_WORD = 45
"""Memory per word of each document that calibrates the model."""
MIN_WORDS_FOR_FORECAST = 100
"""Fewer words are too few for a forecast."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast of words and memory for the sources."""

    n_words: int
    worker_bytes: int
    """Memory of the worker that makes the model, which needs most."""
    driver_bytes: int
    """Memory of the driver, which holds only the model file."""
    counts_bytes: int
    """Memory of the document counts on all workers together."""
    judged_bytes: int = 0
    """Part of `worker_bytes` for the documents that calibrate the model."""

    def within(self, most_words: int | None) -> Forecast:
        """Return the forecast for a vocabulary of at most `most_words`."""
        share = 1.0 if most_words is None else min(1.0, most_words / max(1, self.n_words))
        of_words = (self.worker_bytes - self.judged_bytes) * share
        return replace(
            self, worker_bytes=self.judged_bytes + round(of_words), driver_bytes=round(self.driver_bytes * share)
        )


def fit_heaps_law(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Fit Heaps' law, V = scale · n ** power, by a line in logarithms; return scale and power."""
    tokens, words = (np.log(np.array(column)) for column in zip(*points, strict=True))
    power, offset = np.polyfit(tokens, words, 1)
    return float(np.exp(offset)), float(power)


def growth_points(counts: CountMatrix) -> list[tuple[float, float]]:
    """Return the numbers of all and of different words for growing parts of the documents in random order."""
    order = np.random.default_rng(0).permutation(counts.n_documents)
    shuffled = counts[order]
    points = []
    for fraction in SAMPLED_FRACTIONS:
        last = int(shuffled.starts[max(1, int(fraction * counts.n_documents))])
        is_seen = np.zeros(counts.n_tokens, np.bool_)
        is_seen[shuffled.tokens[:last]] = True
        points.append((float(shuffled.values[:last].sum()), float(np.count_nonzero(is_seen))))
    return points


def forecast_sources(size_bytes: int, *counted: ShardCounts) -> Forecast | None:
    """Return the forecast for sources of `size_bytes` from some shards; None if they are too small. Runs as a task."""
    if not all(shard.has_text for shard in counted):
        return None
    vocabulary = Vocabulary()
    batches = [deserialize_counts(shard) for shard in counted]
    counts = stack_counts([batch.over(vocabulary) for batch in batches])
    if counts.n_documents < len(SAMPLED_FRACTIONS) or len(vocabulary) < MIN_WORDS_FOR_FORECAST:
        return None
    sample_bytes = sum(shard.size_bytes for shard in counted)
    times = max(1.0, size_bytes / sample_bytes)
    _, power = fit_heaps_law(growth_points(counts))
    n_words = len(vocabulary) * times**power
    n_labels = len({label for shard in counted for label in shard.labels})
    letters = len(vocabulary.to_blob()[0]) / len(vocabulary)
    n_judged = min(counts.n_documents * times, MAX_JUDGED)
    judged_bytes = round(CALIBRATION_BYTES_PER_WORD * n_judged * len(counts.tokens) / counts.n_documents)
    return Forecast(
        n_words=round(n_words),
        worker_bytes=round(n_words * MAX_COPIES_IN_MEMORY * (letters + WORD_BYTES + BYTES_PER_CELL * n_labels))
        + judged_bytes,
        driver_bytes=round(n_words * (letters / 2 + 2 * min(n_labels, 2))),
        counts_bytes=round(sum(len(shard.body) for shard in counted) * times),
        judged_bytes=judged_bytes,
    )

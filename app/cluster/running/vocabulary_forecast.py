"""Forecasts of how many words there will be, and what memory they take, from some shards before the others are counted.

The number of different words grows like a power of the number of words read (Heaps' law). The power is fitted to the
documents of the sample in random order, since neighbours share words, and carried on to the size of the sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.cluster.model_from_counts import MOST_JUDGED
from app.cluster.shard_counting import ShardCounts, counts_of
from nbengine.arrays.counts import CountMatrix, stacked
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.vocabulary import Vocabulary

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
class Growth:
    """Different words against all words: V = scale · n ** power."""

    scale: float
    power: float

    def words(self, n_tokens: float) -> float:
        return float(self.scale * n_tokens**self.power)


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
    growth: Growth
    n_labels: int = 2
    """Of the sample."""
    judged_bytes: int = 0
    """Of the documents that the model is judged by, a part of what the largest worker takes."""

    def within(self, most_words: int | None) -> Forecast:
        """Return the memory that a bounded vocabulary takes of it."""
        share = 1.0 if most_words is None else min(1.0, most_words / max(1, self.n_words))
        of_words = (self.worker_bytes - self.judged_bytes) * share
        return replace(
            self, worker_bytes=self.judged_bytes + round(of_words), driver_bytes=round(self.driver_bytes * share)
        )


def fitted(points: Sequence[tuple[float, float]]) -> Growth:
    """Return the line through the logarithms."""
    tokens, words = (np.log(np.array(column)) for column in zip(*points, strict=True))
    power, offset = np.polyfit(tokens, words, 1)
    return Growth(float(np.exp(offset)), float(power))


def growth_points(counts: CountMatrix, seed: int = 0) -> list[tuple[float, float]]:
    """Return all and different words of growing parts of some documents, taken in random order."""
    order = np.random.default_rng(seed).permutation(counts.n_documents)
    shuffled = counts[order]
    points = []
    for fraction in FRACTIONS:
        last = int(shuffled.starts[max(1, int(fraction * counts.n_documents))])
        own = np.zeros(counts.n_tokens, np.bool_)
        own[shuffled.tokens[:last]] = True
        points.append((float(shuffled.values[:last].sum()), float(np.count_nonzero(own))))
    return points


def forecast(size_bytes: int, *counted: ShardCounts) -> Forecast | None:
    """Return what the sources will come to, by some of their shards; None where these hold too little to tell. A
    task."""
    if not all(shard.has_text for shard in counted):
        return None
    vocabulary = Vocabulary()
    batches = [counts_of(shard) for shard in counted]
    counts = stacked([batch.over(vocabulary) for batch in batches])
    if counts.n_documents < len(FRACTIONS) or len(vocabulary) < FEW_WORDS:
        return None
    sample_bytes = sum(shard.size_bytes for shard in counted)
    times = max(1.0, size_bytes / sample_bytes)
    growth = fitted(growth_points(counts))
    n_words = len(vocabulary) * times**growth.power if times > 1 else float(len(vocabulary))
    n_labels = len({label for shard in counted for label in shard.labels})
    letters = len(vocabulary.to_blob()[0]) / len(vocabulary)
    n_judged = min(counts.n_documents * times, MOST_JUDGED)
    judged_bytes = round(JUDGED_BYTES * n_judged * len(counts.tokens) / counts.n_documents)
    return Forecast(
        n_words=round(n_words),
        worker_bytes=round(n_words * COPIES * (letters + WORD_BYTES + CELL_BYTES * n_labels)) + judged_bytes,
        driver_bytes=round(n_words * (letters / 2 + 2 * min(n_labels, 2))),
        counts_bytes=round(sum(len(shard.body) for shard in counted) * times),
        growth=growth,
        n_labels=n_labels,
        judged_bytes=judged_bytes,
    )

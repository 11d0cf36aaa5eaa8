"""Teach a filter a whole corpus: score each document, then learn it, as if the documents arrived one by one.

Within each label, documents are learnt in order of their dates. The labels are interleaved evenly, whatever their dates
are, so that all labels grow together. A forged date can move a document only within its own label. Documents without
dates are shuffled with a fixed seed. Afterwards each document is scored by a filter without the documents of its
source. A *source* is a mailing list or the domain of a sender.

The change that a document makes to the filter depends on the documents before it. A corpus is therefore learnt in
several orders, and the mean of the changes is stored for each document. The first order is by time, and only it
provides the scores of new documents. The other orders are shuffled with a fixed seed. For each of them, an empty filter
learns the same documents, with the novelty tokens (they encode the share of new words) of the first order. Each
document can still be forgotten exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    CountMatrix,
    FloatArray,
    IntArray,
    split_into_chunks,
)
from nbengine.filter.filter import Filter, FilterDocument
from nbengine.filter.tally import STEP_UNIT, WEIGHT_UNIT, Tokens, round_to_unit
from nbengine.text.vocabulary import Vocabulary

SEED: Final = 17
MAX_SOURCE_SHARE: Final = 0.03
"""Largest share of the documents that a source may have.

Documents of a larger group, such as mail from the owner's own domain, are scored one by one.
"""
MAX_SCORED_WITHOUT_SOURCE: Final = 6_000
"""Maximum number of documents to score without their source.

If there are more, an evenly spread sample is scored, with equally many documents of each label.
"""
PROGRESS_INTERVAL: Final = 200
"""Number of documents between two progress reports."""

Progress = Callable[[int, int], None]


def ignore_progress(_done: int, _total: int) -> None:
    """No-op progress callback."""


@dataclass(frozen=True, slots=True, eq=False)
class RowsToReplay:
    """Documents with their distinct words, label numbers, keys and weights."""

    counts: CountMatrix
    label_numbers: IntArray
    keys: IntArray
    weights: FloatArray | None = None

    def words(self, position: int) -> Tokens:
        start, end = self.counts.starts[position], self.counts.starts[position + 1]
        return self.counts.tokens[start:end]

    def weight_of(self, position: int) -> float:
        """Return the weight of the document at this position."""
        return 1.0 if self.weights is None else float(self.weights[position])


def choose_replay_order(label_numbers: IntArray, dates: IntArray | None) -> IntArray:
    """Return the positions of documents in the order in which they are learnt.

    A negative date is unknown. If more than half of the dates are unknown, the order is random.
    """
    n_documents = len(label_numbers)
    shuffled = np.random.default_rng(SEED).permutation(n_documents)
    if dates is None or np.count_nonzero(dates >= 0) < 0.5 * n_documents:
        return shuffled
    moments, is_known = dates.astype(np.float64), dates >= 0
    moments[~is_known] = np.resize(moments[is_known], int((~is_known).sum()))
    shares = np.empty(n_documents)
    for label in np.unique(label_numbers):
        positions = np.flatnonzero(label_numbers == label)
        by_date = positions[np.lexsort((shuffled[positions], moments[positions]))]
        shares[by_date] = (np.arange(len(positions)) + 0.5) / len(positions)
    return np.lexsort((shuffled, shares))


def replay(learner: Filter, rows: RowsToReplay, order: IntArray, progress: Progress = ignore_progress) -> None:
    """Score and then learn each document, in the given order.

    Thresholds are fitted at the end, and in between whenever `needs_new_thresholds` is true.
    """
    labels, keys = rows.label_numbers.tolist(), rows.keys.tolist()
    for done, position in enumerate(order.tolist()):
        if done % PROGRESS_INTERVAL == 0:
            progress(done, len(order))
        if learner.needs_new_thresholds():
            learner.fit_thresholds()
        document = learner.prepare(rows.words(position))
        document_score = learner.score_document(document)
        learner.learn(
            document, labels[position], document_score, key=keys[position], importance=rows.weight_of(position)
        )
    learner.fit_thresholds()


def score_without_sources(
    learner: Filter, rows: RowsToReplay, sources: IntArray, progress: Progress = ignore_progress
) -> None:
    """Score each document by the filter without the documents of the same source, then fit the thresholds.

    `sources` (n_documents,) are source numbers. A document with a negative number is its own source. If there are many
    documents, only a sample is scored (`MAX_SCORED_WITHOUT_SOURCE`).
    """
    positions = _sample_evenly(rows.label_numbers)
    done = 0
    for group in _positions_by_source(sources, positions):
        progress(done, len(positions))
        done += len(group)
        with ExitStack() as removed:
            for position in group:
                removed.enter_context(learner.lesson_removed(rows.words(position), int(rows.keys[position])))
            scores = [learner.score_document(learner.prepare(rows.words(position))) for position in group]
        for position, document_score in zip(group, scores, strict=True):
            learner.lessons.store_scores_without_source(int(rows.keys[position]), document_score)
    is_named = sources >= 0
    pairs = np.column_stack([sources[is_named], rows.label_numbers[is_named]])
    _, pair_of_document, sizes = np.unique(pairs, axis=0, return_inverse=True, return_counts=True)
    learner.lessons.store_source_shares(rows.keys[is_named], np.asarray(1 / sizes[pair_of_document.reshape(-1)]))
    learner.fit_thresholds()


def _sample_evenly(label_numbers: IntArray) -> IntArray:
    """Return the positions of at most `MAX_SCORED_WITHOUT_SOURCE` documents, evenly spaced and equally many for each
    label.
    """
    labels = np.unique(label_numbers)
    n_per_label = MAX_SCORED_WITHOUT_SOURCE // max(len(labels), 1)
    samples = []
    for label in labels:
        positions = np.flatnonzero(label_numbers == label)
        samples.append(
            positions[np.linspace(0, len(positions) - 1, min(n_per_label, len(positions))).round().astype(np.int64)]
        )
    return np.sort(np.concatenate(samples)) if samples else np.zeros(0, np.int64)


def _positions_by_source(sources: IntArray, positions: IntArray) -> Iterator[list[int]]:
    """Yield, for each source, the positions of its documents.

    A source with too many documents is split into single documents.
    """
    sources_of_positions = sources[positions]
    order = np.argsort(sources_of_positions, kind="stable")
    borders = np.flatnonzero(np.diff(sources_of_positions[order], prepend=-2, append=-3))
    for start, end in pairwise(borders.tolist()):
        group = positions[order[start:end]].tolist()
        if sources_of_positions[order[start]] < 0 or len(group) > max(MAX_SOURCE_SHARE * len(positions), 1):
            yield from ([position] for position in group)
        else:
            yield group


def find_sources(counts: CountMatrix, vocabulary: Vocabulary) -> IntArray:
    """Return the source number of each document, -1 if unknown; shape (n_documents,).

    The source is the mailing list, or without one the domain of the sender.
    """
    numbers: dict[str, int] = {}
    """Number of each source. Lists come before domains, so the minimum prefers the list."""
    ranks: npt.NDArray[np.int64] = np.full(len(vocabulary), -1)
    spans = vocabulary.spans(np.arange(len(vocabulary)))
    for prefix in ("list:", "sender:"):
        columns = np.flatnonzero(spans.starts_with(prefix.encode()))
        for column, word in zip(columns.tolist(), vocabulary.words_of(columns), strict=True):
            name = word if prefix == "list:" else f"sender:{word.rpartition('@')[2]}"
            if prefix == "list:" or "@" in word:
                ranks[column] = numbers.setdefault(name, len(numbers))
    sources_of_entries = ranks.take(counts.tokens) if len(vocabulary) else np.zeros(0, np.int64)
    sources = np.full(counts.n_documents, len(numbers))
    is_source = sources_of_entries >= 0
    np.minimum.at(sources, counts.rows[is_source], sources_of_entries[is_source])
    return np.where(sources < len(numbers), sources, -1)


# Two orders leave 1-ROCA at 0.426 % (one: 0.469), four 0.416. Each further order costs nearly as much as the first
# (tests/benchmarks/decisions/filter.md).
MAX_ORDERS: Final = 3
MAX_LESSONS_OVER_ORDERS: Final = 24_000
"""Maximum number of lessons in all orders together. A corpus with more than half as many documents is learnt once."""
UNITS: Final = {"weight": WEIGHT_UNIT, "step": STEP_UNIT, "bias_step": STEP_UNIT}
ENTRIES_PER_CHUNK: Final = 1 << 20


def count_orders(n_documents: int) -> int:
    """Return the number of orders in which a corpus of this size is learnt."""
    return min(MAX_ORDERS, max(MAX_LESSONS_OVER_ORDERS // max(n_documents, 1), 1))


def replay_in_orders(
    learner: Filter, rows: RowsToReplay, order: IntArray, progress: Progress = ignore_progress
) -> None:
    """Score and learn documents in the given order. Then repeat learning in shuffled orders, with an empty filter for
    each.

    For each document, the filter keeps the mean of the changes in all orders. Thresholds are fitted at the end. With
    decay, the change must depend on the order, so only the given order is used.
    """
    n_orders = 1 if learner.settings.decay else count_orders(len(order))
    replay(learner, rows, order, lambda done, total: progress(done, total * n_orders))
    if n_orders == 1:
        return
    lessons = learner.lessons.rows_of(rows.keys)
    sums = {name: lessons[name] for name in (*UNITS, "trust")}
    documents = [
        learner.prepare_as_learnt(rows.words(position), key) for position, key in enumerate(rows.keys.tolist())
    ]
    for number in range(1, n_orders):
        shuffled = np.random.default_rng(SEED + number).permutation(len(order))
        other = _learn_in_order(learner, rows, documents, shuffled, _progress_of_order(progress, number, n_orders))
        lessons = other.lessons.rows_of(rows.keys)
        sums = {name: amounts + lessons[name] for name, amounts in sums.items()}
    for batch in split_into_chunks(rows.counts, ENTRIES_PER_CHUNK):
        means = {name: round_to_unit(sums[name][batch] / n_orders, unit) for name, unit in UNITS.items()}
        words = [rows.words(position) for position in range(batch.start, batch.stop)]
        learner.replace_lessons(words, rows.keys[batch], means | {"trust": sums["trust"][batch] / n_orders})
    learner.fit_thresholds()


def _progress_of_order(progress: Progress, number: int, n_orders: int) -> Progress:
    """Return a progress callback for one of `n_orders` orders. It passes the progress over all orders on to
    `progress`.
    """
    return lambda done, total: progress(number * total + done, n_orders * total)


def _learn_in_order(
    learner: Filter, rows: RowsToReplay, documents: list[FilterDocument], order: IntArray, progress: Progress
) -> Filter:
    other = Filter(learner.labels, learner.settings)
    other.thresholds = learner.thresholds  # the share of wrong labels is known by now
    other.append_words(learner.groups[len(other.groups) :])
    labels, keys = rows.label_numbers.tolist(), rows.keys.tolist()
    for done, position in enumerate(order.tolist()):
        if done % PROGRESS_INTERVAL == 0:
            progress(done, len(order))
        document_score = other.score_document(documents[position])
        other.learn(
            documents[position],
            labels[position],
            document_score,
            key=keys[position],
            importance=rows.weight_of(position),
        )
    return other

"""Teach a filter a whole corpus: judge each document, then learn it, as if the documents arrived one by one.

Documents are learnt in order of their dates within each label, and labels are mixed evenly. Both labels therefore grow
together, whenever each was collected, and a forged date cannot put a document far from its kind. Documents without
dates are shuffled with a fixed seed. Afterwards each document is judged without its whole list or sender.

The effect of a lesson depends on the lessons before it. A corpus is therefore replayed in several orders, and each
lesson adds the mean of its weights and steps. The first order is by time, and only it provides the scores of new
documents. The other orders are shuffled with a fixed seed. In them an empty filter learns the same documents with the
novelty tokens of the first order. A lesson can be taken back like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    CountMatrix,
    FloatArray,
    IntArray,
    split_into_chunks,
)
from nbengine.filter.document_score import Opinion
from nbengine.filter.filter import Filter, FilterDocument
from nbengine.filter.tally import STEP_UNIT, WEIGHT_UNIT, Tokens, round_to_unit
from nbengine.text.vocabulary import Vocabulary

SEED: Final = 17
MAX_SOURCE_SHARE: Final = 0.03
"""Largest share of the documents for a source. A larger group, such as the owner's own address, is no source."""
MAX_LEFT_OUT: Final = 6_000
"""Largest number of documents to judge without their source. More are sampled evenly over time, equally by label."""
PROGRESS_INTERVAL: Final = 200
"""Number of documents between two progress reports."""

Progress = Callable[[int, int], None]


def report_nothing(_done: int, _total: int) -> None:
    """No-op progress callback."""


@dataclass(frozen=True, slots=True, eq=False)
class RowsToReplay:
    """Documents as numbers of their distinct words, with label, key and weight."""

    counts: CountMatrix
    label_numbers: IntArray
    keys: IntArray
    weights: FloatArray | None = None

    def words(self, position: int) -> Tokens:
        start, end = self.counts.starts[position], self.counts.starts[position + 1]
        return self.counts.tokens[start:end]

    def importance(self, position: int) -> float:
        return 1.0 if self.weights is None else float(self.weights[position])


def replay_order(label_numbers: IntArray, dates: IntArray | None) -> IntArray:
    """Return the positions of documents in learning order. A negative date is unknown."""
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


def replay(learner: Filter, rows: RowsToReplay, order: IntArray, progress: Progress = report_nothing) -> None:
    """Judge and learn documents in the given order. Thresholds are fitted whenever they are due, and at the end."""
    labels, keys = rows.label_numbers.tolist(), rows.keys.tolist()
    for done, position in enumerate(order.tolist()):
        if done % PROGRESS_INTERVAL == 0:
            progress(done, len(order))
        if learner.is_due():
            learner.make_marks()
        seen = learner.look(rows.words(position))
        opinion = learner.opinion(seen)
        learner.learn(seen, labels[position], opinion, key=keys[position], importance=rows.importance(position))
    learner.make_marks()


def score_without_sources(
    learner: Filter, rows: RowsToReplay, sources: IntArray, progress: Progress = report_nothing
) -> None:
    """Score each document without all documents of its source, then fit the thresholds.

    `sources` (n_documents,) numbers lists and senders. A document with a negative number is its own source.
    """
    positions = _sample_evenly(rows.label_numbers)
    done = 0
    for group in _positions_by_source(sources, positions):
        progress(done, len(positions))
        done += len(group)
        for position, opinion in zip(group, _score_without(learner, rows, group), strict=True):
            learner.lessons.note_left_out(int(rows.keys[position]), opinion)
    is_named = sources >= 0
    learner.lessons.note_sources(
        rows.keys[is_named], _share_within_source(sources[is_named], rows.label_numbers[is_named])
    )
    learner.make_marks()


def _share_within_source(sources: IntArray, label_numbers: IntArray) -> FloatArray:
    """Return the share of each document among those with its source and label; shape (n_documents,)."""
    pairs = np.column_stack([sources, label_numbers])
    _, pair_of_document, sizes = np.unique(pairs, axis=0, return_inverse=True, return_counts=True)
    return np.asarray(1 / sizes[pair_of_document.reshape(-1)])


def _sample_evenly(label_numbers: IntArray) -> IntArray:
    """Return positions of an evenly spread sample: at most `MAX_LEFT_OUT` documents, equally by label."""
    labels = np.unique(label_numbers)
    n_per_label = MAX_LEFT_OUT // max(len(labels), 1)
    samples = []
    for label in labels:
        positions = np.flatnonzero(label_numbers == label)
        samples.append(
            positions[np.linspace(0, len(positions) - 1, min(n_per_label, len(positions))).round().astype(np.int64)]
        )
    return np.sort(np.concatenate(samples)) if samples else np.zeros(0, np.int64)


def _positions_by_source(sources: IntArray, positions: IntArray) -> Iterator[list[int]]:
    """Yield the positions of each source together. A source with too many documents is split into single documents."""
    sources_of_positions = sources[positions]
    order = np.argsort(sources_of_positions, kind="stable")
    borders = np.flatnonzero(np.diff(sources_of_positions[order], prepend=-2, append=-3))
    for start, end in pairwise(borders.tolist()):
        group = positions[order[start:end]].tolist()
        if sources_of_positions[order[start]] < 0 or len(group) > max(MAX_SOURCE_SHARE * len(positions), 1):
            yield from ([position] for position in group)
        else:
            yield group


def _score_without(learner: Filter, rows: RowsToReplay, group: list[int]) -> list[Opinion]:
    """Score some documents with all of them taken out of the filter."""
    with ExitStack() as removed:
        for position in group:
            removed.enter_context(learner.lesson_removed(rows.words(position), int(rows.keys[position])))
        return [learner.opinion(learner.look(rows.words(position))) for position in group]


def sources_of(counts: CountMatrix, vocabulary: Vocabulary) -> IntArray:
    """Return the source number of each document, -1 if unknown; shape (n_documents,).

    The source is the mailing list, or else the domain of the sender.
    """
    numbers: dict[str, int] = {}
    """Number of each source. Lists come before domains, so the minimum prefers the list."""
    ranks: npt.NDArray[np.int64] = np.full(len(vocabulary), -1)
    spans = vocabulary.spans(np.arange(len(vocabulary)))
    for prefix in ("list:", "sender:"):
        columns = np.flatnonzero(spans.begin_with(prefix.encode()))
        for column, word in zip(columns.tolist(), vocabulary.words_of(columns), strict=True):
            name = word if prefix == "list:" else f"sender:{word.rpartition('@')[2]}"
            if prefix == "list:" or "@" in word:
                ranks[column] = numbers.setdefault(name, len(numbers))
    sources_of_entries = ranks.take(counts.tokens) if len(vocabulary) else np.zeros(0, np.int64)
    sources = np.full(counts.n_documents, len(numbers))
    is_source = sources_of_entries >= 0
    np.minimum.at(sources, counts.rows[is_source], sources_of_entries[is_source])
    return np.where(sources < len(numbers), sources, -1)


MAX_ORDERS: Final = 3
MAX_LESSONS: Final = 24_000
"""Largest number of lessons over all orders. A corpus with more than half of this is learnt once."""
UNITS: Final = {"weight": WEIGHT_UNIT, "step": STEP_UNIT, "bias_step": STEP_UNIT}
ENTRIES_AT_ONCE: Final = 1 << 20


def n_orders_of(n_documents: int) -> int:
    """Return the number of orders in which to learn this many documents."""
    return min(MAX_ORDERS, max(MAX_LESSONS // max(n_documents, 1), 1))


def replay_in_orders(learner: Filter, rows: RowsToReplay, order: IntArray, progress: Progress = report_nothing) -> None:
    """Judge and learn documents in the given order, then learn them in shuffled orders and average. Fit thresholds at
    the end.

    With decay the effect depends on the order, so one order is used.
    """
    n_orders = 1 if learner.settings.decay else n_orders_of(len(order))
    replay(learner, rows, order, lambda done, total: progress(done, total * n_orders))
    if n_orders == 1:
        return
    lessons = learner.lessons.at(rows.keys)
    sums = {name: lessons[name] for name in (*UNITS, "trust")}
    seen = [learner.prepare_as_learnt(rows.words(position), key) for position, key in enumerate(rows.keys.tolist())]
    for number in range(1, n_orders):
        shuffled = np.random.default_rng(SEED + number).permutation(len(order))
        other = _learn_in_order(learner, rows, seen, shuffled, _progress_of_order(progress, number, n_orders))
        lessons = other.lessons.at(rows.keys)
        sums = {name: amounts + lessons[name] for name, amounts in sums.items()}
    _replace_by_means(learner, rows, sums, n_orders)
    learner.make_marks()


def _progress_of_order(progress: Progress, number: int, n_orders: int) -> Progress:
    """Return a progress callback for one of several orders."""
    return lambda done, total: progress(number * total + done, n_orders * total)


def _learn_in_order(
    learner: Filter, rows: RowsToReplay, seen: list[FilterDocument], order: IntArray, progress: Progress
) -> Filter:
    other = Filter(learner.labels, learner.settings)
    other.marks = learner.marks  # the share of wrong labels is known by now
    other.extend(learner.groups[len(other.groups) :])
    labels, keys = rows.label_numbers.tolist(), rows.keys.tolist()
    for done, position in enumerate(order.tolist()):
        if done % PROGRESS_INTERVAL == 0:
            progress(done, len(order))
        opinion = other.opinion(seen[position])
        other.learn(seen[position], labels[position], opinion, key=keys[position], importance=rows.importance(position))
    return other


def _replace_by_means(learner: Filter, rows: RowsToReplay, sums: dict[str, npt.NDArray[Any]], n_orders: int) -> None:
    """Replace each lesson by its mean over the orders."""
    for batch in split_into_chunks(rows.counts, ENTRIES_AT_ONCE):
        means = {name: round_to_unit(sums[name][batch] / n_orders, unit) for name, unit in UNITS.items()}
        words = [rows.words(position) for position in range(batch.start, batch.stop)]
        learner.replace(words, rows.keys[batch], means | {"trust": sums["trust"][batch] / n_orders})

"""A corpus replayed: each document judged, then learnt; afterwards judged without its whole list or sender.

Documents come in the order of their dates within each label, and labels are mixed evenly: so a filter grows up with
both, whenever either was collected, and no forged date puts a document far from its kind. Documents without dates come
in an order drawn with a fixed seed.

What a lesson teaches depends on what was learnt before it, so a corpus is replayed in several orders, and of each
lesson the mean is kept. The first order is that of time, and scores of documents when they were new are from it alone.
In the further orders, drawn with a fixed seed, a filter that knows nothing learns the same documents again, each with
its words for how new it was the first time. A lesson then adds the mean of its weights and steps, and is taken back as
any other.
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
    split_into_runs,
)
from nbengine.filter.document_score import Opinion
from nbengine.filter.filter import Filter, Seen
from nbengine.filter.tally import STEP_UNIT, WEIGHT_UNIT, Tokens, exact
from nbengine.text.vocabulary import Vocabulary

SEED: Final = 17
LARGEST_GROUP: Final = 0.03
"""Of the documents: what more than this share has in common, such as the owner's address, is no source."""
MOST_LEFT_OUT: Final = 6_000
"""Documents that are judged without their list or sender; of more, as many of each label spread over time."""
AT_ONCE: Final = 200
"""Documents between two reports of progress."""

Progress = Callable[[int, int], None]


def unreported(_done: int, _total: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Documents as the numbers of their different words, with what each is."""

    counts: CountMatrix
    label_numbers: IntArray
    keys: IntArray
    weights: FloatArray | None = None

    def words(self, place: int) -> Tokens:
        start, end = self.counts.starts[place], self.counts.starts[place + 1]
        return self.counts.tokens[start:end]

    def importance(self, place: int) -> float:
        return 1.0 if self.weights is None else float(self.weights[place])


def replay_order(label_numbers: IntArray, dates: IntArray | None) -> IntArray:
    """Return the places of documents in the order in which to learn them; a date below zero is unknown."""
    n_documents = len(label_numbers)
    drawn = np.random.default_rng(SEED).permutation(n_documents)
    if dates is None or np.count_nonzero(dates >= 0) < 0.5 * n_documents:
        return drawn
    moments, is_known = dates.astype(np.float64), dates >= 0
    moments[~is_known] = np.resize(moments[is_known], int((~is_known).sum()))
    shares = np.empty(n_documents)
    for label in np.unique(label_numbers):
        own = np.flatnonzero(label_numbers == label)
        by_date = own[np.lexsort((drawn[own], moments[own]))]
        shares[by_date] = (np.arange(len(own)) + 0.5) / len(own)
    return np.lexsort((drawn, shares))


def replay(learner: Filter, rows: Rows, order: IntArray, progress: Progress = unreported) -> None:
    """Judge and learn documents in an order; the marks are made as on-line, and at the end."""
    labels, keys = rows.label_numbers.tolist(), rows.keys.tolist()
    for done, place in enumerate(order.tolist()):
        if done % AT_ONCE == 0:
            progress(done, len(order))
        if learner.is_due():
            learner.make_marks()
        seen = learner.look(rows.words(place))
        opinion = learner.opinion(seen)
        learner.learn(seen, labels[place], opinion, key=keys[place], importance=rows.importance(place))
    learner.make_marks()


def leave_out(learner: Filter, rows: Rows, sources: IntArray, progress: Progress = unreported) -> None:
    """Note for each lesson its score without all documents of its source, and make the marks anew.

    sources (n_documents,) numbers lists and senders; documents below zero stand for themselves.
    """
    places = _spread_over(rows.label_numbers)
    done = 0
    for group in _groups(sources, places):
        progress(done, len(places))
        done += len(group)
        for place, opinion in zip(group, _without(learner, rows, group), strict=True):
            learner.lessons.note_left_out(int(rows.keys[place]), opinion)
    is_named = sources >= 0
    learner.lessons.note_sources(rows.keys[is_named], _shares(sources[is_named], rows.label_numbers[is_named]))
    learner.make_marks()


def _shares(sources: IntArray, label_numbers: IntArray) -> FloatArray:
    """(n_documents,): the part that each is of the documents of its source under its label."""
    pairs = np.column_stack([sources, label_numbers])
    _, own, sizes = np.unique(pairs, axis=0, return_inverse=True, return_counts=True)
    return np.asarray(1 / sizes[own.reshape(-1)])


def _spread_over(label_numbers: IntArray) -> IntArray:
    """The places of so many documents of each label that all are not too many."""
    labels = np.unique(label_numbers)
    most = MOST_LEFT_OUT // max(len(labels), 1)
    kept = []
    for label in labels:
        own = np.flatnonzero(label_numbers == label)
        kept.append(own[np.linspace(0, len(own) - 1, min(most, len(own))).round().astype(np.int64)])
    return np.sort(np.concatenate(kept)) if kept else np.zeros(0, np.int64)


def _groups(sources: IntArray, places: IntArray) -> Iterator[list[int]]:
    """Places of the same source together; of one that is everywhere, one by one."""
    own = sources[places]
    order = np.argsort(own, kind="stable")
    borders = np.flatnonzero(np.diff(own[order], prepend=-2, append=-3))
    for start, end in pairwise(borders.tolist()):
        group = places[order[start:end]].tolist()
        if own[order[start]] < 0 or len(group) > max(LARGEST_GROUP * len(places), 1):
            yield from ([place] for place in group)
        else:
            yield group


def _without(learner: Filter, rows: Rows, group: list[int]) -> list[Opinion]:
    """Return the opinions on some documents by what was learnt without any of them."""
    with ExitStack() as taken:
        for place in group:
            taken.enter_context(learner.without(rows.words(place), int(rows.keys[place])))
        return [learner.opinion(learner.look(rows.words(place))) for place in group]


def sources_of(counts: CountMatrix, vocabulary: Vocabulary) -> IntArray:
    """(n_documents,): a number for the list, or else the sender's domain, that each is from; -1 where it says none."""
    numbers: dict[str, int] = {}
    """Of each source, lists before the domains of senders' addresses."""
    ranks: npt.NDArray[np.int64] = np.full(len(vocabulary), -1)
    spans = vocabulary.spans(np.arange(len(vocabulary)))
    for prefix in ("list:", "sender:"):
        columns = np.flatnonzero(spans.begin_with(prefix.encode()))
        for column, word in zip(columns.tolist(), vocabulary.words_of(columns), strict=True):
            name = word if prefix == "list:" else f"sender:{word.rpartition('@')[2]}"
            if prefix == "list:" or "@" in word:
                ranks[column] = numbers.setdefault(name, len(numbers))
    own = ranks.take(counts.tokens) if len(vocabulary) else np.zeros(0, np.int64)
    found = np.full(counts.n_documents, len(numbers))
    is_source = own >= 0
    np.minimum.at(found, counts.rows[is_source], own[is_source])
    return np.where(found < len(numbers), found, -1)


MOST_ORDERS: Final = 3
MOST_LESSONS: Final = 24_000
"""Lessons in all orders together; a corpus of more documents than half of this is learnt once."""
UNITS: Final = {"weight": WEIGHT_UNIT, "step": STEP_UNIT, "bias_step": STEP_UNIT}
ENTRIES_AT_ONCE: Final = 1 << 20


def n_orders_of(n_documents: int) -> int:
    """Return in how many orders to learn so many documents."""
    return min(MOST_ORDERS, max(MOST_LESSONS // max(n_documents, 1), 1))


def replay_in_orders(learner: Filter, rows: Rows, order: IntArray, progress: Progress = unreported) -> None:
    """Judge and learn documents in an order, then learn them in others; the marks are made at the end.

    With decay, which goes by the order, they are learnt once.
    """
    n_orders = 1 if learner.settings.decay else n_orders_of(len(order))
    replay(learner, rows, order, lambda done, total: progress(done, total * n_orders))
    if n_orders == 1:
        return
    lessons = learner.lessons.at(rows.keys)
    sums = {name: lessons[name] for name in (*UNITS, "trust")}
    seen = [learner.seen_then(rows.words(place), key) for place, key in enumerate(rows.keys.tolist())]
    for number in range(1, n_orders):
        drawn = np.random.default_rng(SEED + number).permutation(len(order))
        other = _learnt_again(learner, rows, seen, drawn, _from(progress, number, n_orders))
        lessons = other.lessons.at(rows.keys)
        sums = {name: amounts + lessons[name] for name, amounts in sums.items()}
    _keep(learner, rows, sums, n_orders)
    learner.make_marks()


def _from(progress: Progress, number: int, n_orders: int) -> Progress:
    """Report one of several orders."""
    return lambda done, total: progress(number * total + done, n_orders * total)


def _learnt_again(learner: Filter, rows: Rows, seen: list[Seen], order: IntArray, progress: Progress) -> Filter:
    other = Filter(learner.labels, learner.settings)
    other.marks = learner.marks  # how many labels are wrong is known by now
    other.extend(learner.groups[len(other.groups) :])
    labels, keys = rows.label_numbers.tolist(), rows.keys.tolist()
    for done, place in enumerate(order.tolist()):
        if done % AT_ONCE == 0:
            progress(done, len(order))
        opinion = other.opinion(seen[place])
        other.learn(seen[place], labels[place], opinion, key=keys[place], importance=rows.importance(place))
    return other


def _keep(learner: Filter, rows: Rows, sums: dict[str, npt.NDArray[Any]], n_orders: int) -> None:
    """Put the means of lessons into the place of those that were learnt."""
    for some in split_into_runs(rows.counts, ENTRIES_AT_ONCE):
        means = {name: exact(sums[name][some] / n_orders, unit) for name, unit in UNITS.items()}
        words = [rows.words(place) for place in range(some.start, some.stop)]
        learner.replace(words, rows.keys[some], means | {"trust": sums["trust"][some] / n_orders})

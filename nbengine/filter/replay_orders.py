"""A corpus replayed in several orders: what a lesson teaches depends on what was learnt before it, so of each lesson
the mean is kept.

The first order is that of time, and scores of documents when they were new are from it alone. In the further orders,
drawn with a fixed seed, a filter that knows nothing learns the same documents again, each with its words for how new it
was the first time. A lesson then adds the mean of its weights and steps, and is taken back as any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.filter.corpus_replay import AT_ONCE, SEED, Progress, Rows, replay, unreported
from nbengine.filter.filter import Filter
from nbengine.filter.tally import Lesson, exact_step, exact_weight

MOST_ORDERS: Final = 3
MOST_LESSONS: Final = 24_000
"""Lessons in all orders together; a corpus of more documents than half of this is learnt once."""
MEANS: Final = ("weight", "step", "bias_step", "trust")


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
    sums = _lessons_by_place(learner, rows)
    for number in range(1, n_orders):
        drawn = np.random.default_rng(SEED + number).permutation(len(order))
        other = _learnt_again(learner, rows, drawn, _from(progress, number, n_orders))
        sums = {name: sums[name] + values for name, values in _lessons_by_place(other, rows).items()}
    _keep(learner, rows, {name: total / n_orders for name, total in sums.items()})
    learner.make_marks()


def _from(progress: Progress, number: int, n_orders: int) -> Progress:
    """Report one of several orders."""
    return lambda done, total: progress(number * total + done, n_orders * total)


def _learnt_again(learner: Filter, rows: Rows, order: IntArray, progress: Progress) -> Filter:
    """Return a filter that has learnt the same documents in another order."""
    other = Filter(learner.labels, learner.settings)
    other.marks = learner.marks  # how many labels are wrong is known by now
    other.extend(learner.groups[len(other.groups) :])
    labels, keys = rows.label_numbers.tolist(), rows.keys.tolist()
    for done, place in enumerate(order.tolist()):
        if done % AT_ONCE == 0:
            progress(done, len(order))
        seen = learner.seen_then(rows.words(place), keys[place])
        opinion = other.opinion(seen)
        other.learn(seen, labels[place], opinion, key=keys[place], importance=rows.importance(place))
    return other


def _lessons_by_place(learner: Filter, rows: Rows) -> dict[str, npt.NDArray[Any]]:
    """Return, document by document, the amounts that each added and how far it was trusted."""
    lessons = learner.lessons.rows
    by_key = np.argsort(lessons["key"], kind="stable")
    own = by_key[np.searchsorted(lessons["key"], rows.keys, sorter=by_key)]
    return {name: lessons[name][own] for name in MEANS}


def _keep(learner: Filter, rows: Rows, means: dict[str, npt.NDArray[Any]]) -> None:
    """Put other lessons into the place of those that were learnt."""
    for key, words, lesson, trust in _lessons(rows, means):
        learner.replace(words, key, lesson, trust)


def _lessons(rows: Rows, means: dict[str, npt.NDArray[Any]]) -> Iterator[tuple[int, npt.NDArray[Any], Lesson, float]]:
    amounts = zip(*(means[name].tolist() for name in MEANS), strict=True)
    for place, (weight, step, bias_step, trust) in enumerate(amounts):
        label = int(rows.label_numbers[place])
        lesson = Lesson(label, exact_weight(weight), exact_step(step), exact_step(bias_step))
        yield int(rows.keys[place]), rows.words(place), lesson, trust

"""The documents to ask a person about next: what their answers teach, and a few by chance so that the figure is honest.

The pile is divided into as many regions as there are questions, around what is in doubt, and of each one document is
asked: in every other region the one that is most in doubt and nearest the middle, in the rest one drawn by its doubt,
since what is always nearest the middle is never at the edge. So ten questions are about ten things, and not ten copies
of one newsletter. Before there are answers, all is in doubt alike, and the regions are groups.

Two of ten are drawn by chance: the next ones of an order that is fixed for the corpus and that nobody's answers change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.piles.groups import COPY
from nbengine.piles.quick_judge import Judgement, QuickJudge
from nbengine.piles.unit_rows import Rows, points, regions

BY_CHANCE = 5
"""One question of so many is drawn by chance."""
SHARPER = 8.0
"""The power of doubt by which a document weighs when regions are drawn."""
NEAR_MIDDLE = 0.05
LIKELY, ALIKE = 0.7, 0.15
"""A document is between its two likeliest labels where these are likely, or something like it is answered."""

Reason = Literal["chance", "typical", "between", "unlike"]


@dataclass(frozen=True, slots=True)
class Question:
    """A document to be asked about."""

    row: int
    reason: Reason
    """Drawn by chance; typical of many; between its two likeliest labels; or unlike all that was answered."""
    n_alike: int
    """The number of documents in the region that it was taken of."""


class Pile:
    """The documents of a corpus as the engine asks about them; what is costly is made once."""

    def __init__(self, rows: Rows, lot: FloatArray) -> None:
        """Take unit rows, and for each document the number by which chance draws it: the lower, the earlier; infinity
        where it is not drawn."""
        self.rows, self.judge = rows, QuickJudge(rows)
        self.there = points(rows)
        self.draw_by(lot)

    def draw_by(self, lot: FloatArray) -> None:
        """Let chance draw in another order."""
        self.order = np.argsort(lot, kind="stable")[: int(np.isfinite(lot).sum())]

    @property
    def n_documents(self) -> int:
        """The number of documents, answered or not."""
        return int(self.rows.shape[0])


def next_questions(
    pile: Pile,
    answers: Mapping[int, tuple[int, ...]],
    judgement: Judgement | None,
    n_asked: int = 10,
    passed_over: frozenset[int] = frozenset(),
) -> list[Question]:
    """Return what to ask next, those drawn by chance last; fewer where the pile has no more."""
    is_open = np.ones(pile.n_documents, np.bool_)
    is_open[[*answers, *passed_over]] = False
    by_chance = [row for row in pile.order.tolist() if is_open[row]][: -(-n_asked // BY_CHANCE)]
    is_open[by_chance] = False
    asked = questions_of_regions(pile, np.flatnonzero(is_open), judgement, n_asked - len(by_chance), len(answers))
    return [*asked, *(Question(row, "chance", 0) for row in by_chance)]


def questions_of_regions(
    pile: Pile, rest: IntArray, judgement: Judgement | None, n_asked: int, n_answers: int
) -> list[Question]:
    """Return one question of each region of what is in doubt."""
    if not len(rest) or n_asked < 1:
        return []
    doubts = np.ones(len(rest)) if judgement is None else judgement.doubts[rest]
    weights = np.maximum(doubts, 1e-6) ** SHARPER
    there = pile.there[rest]
    near = regions(there, weights, n_asked, rounds=10)
    chance = np.random.default_rng(n_answers)
    taken: list[int] = []
    found: list[Question] = []
    for place, one in enumerate(np.unique(near).tolist()):
        own = np.flatnonzero(near == one)
        middle = (there[own] * weights[own, None]).sum(axis=0)
        middle /= max(float(np.linalg.norm(middle)), 1e-12)
        liked = np.maximum(there[own] @ middle, NEAR_MIDDLE) * weights[own]
        if place % 2 and judgement is not None:
            order = chance.choice(own, min(5, len(own)), replace=False, p=weights[own] / weights[own].sum())
        else:
            order = own[np.argsort(-liked, kind="stable")[:20]]
        row = first_apart(pile.rows, rest[order], taken)
        if row is not None:
            taken.append(row)
            found.append(Question(row, reason_of(pile, judgement, row), len(own)))
    more = rest[np.argsort(-weights, kind="stable")]
    while len(found) < n_asked and (row := first_apart(pile.rows, more, taken, is_strict=False)) is not None:
        taken.append(row)
        found.append(Question(row, reason_of(pile, judgement, row), 1))
    return found


def first_apart(rows: Rows, order: IntArray, taken: list[int], *, is_strict: bool = True) -> int | None:
    """Return the first of an order that is not taken, nor a copy of one; if not strict, a copy at last."""
    left = order[~np.isin(order, taken)]
    if not len(left):
        return None
    if taken:
        is_copy = (rows[left[:100]] @ rows[taken].T).max(axis=1).toarray().ravel() >= COPY
        if not is_copy.all():
            return int(left[np.argmin(is_copy)])
        return None if is_strict else int(left[0])
    return int(left[0])


def reason_of(pile: Pile, judgement: Judgement | None, row: int) -> Reason:
    """Return why a document is asked about."""
    if judgement is None or not len(judgement.answered):
        return "typical"
    likeliest = np.sort(judgement.probabilities[row])[-2:].sum()
    nearest = (pile.rows[[row]] @ pile.rows[judgement.answered].T).max()
    return "between" if likeliest >= LIKELY or nearest >= ALIKE else "unlike"

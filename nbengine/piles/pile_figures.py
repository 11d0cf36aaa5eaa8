"""Figures of how right a pile is judged by the answers so far: measured on the answers that were drawn by chance.

Each of these is judged by all other answers. What they say is carried over to the rest of the pile by how sure the
judge is of it: who answers what is in doubt leaves a rest that is easier than the pile was. How often the interval held
the truth is in `tests/benchmarks/decisions/asking.md`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.piles.asking import Judgement, Pile

FEWEST_DRAWN = 5
"""Fewer documents drawn by chance say nothing."""
MOST_GAPS = 0.1
"""The share of the documents first in the order of chance that may be without an answer."""
Z = 2.2
LEAST_VARIANCE, MOST_VARIANCE = 0.3, 1.5
"""Sureness takes at most so much off the variance of a share, and adds at most so much to it."""
ENOUGH = 0.005
"""The gain of ten more answers below which they are not worth a person's while."""
LEAST_RIGHT = 0.5
"""The lower bound of the share below which nothing is enough: what was answered may not yet have all labels."""
FEWEST_TO_HALVE = 4
FEWEST_TO_STOP = 50
"""Answers by looking at each document; those given to a whole group do not say that it is enough."""
LIKELIER = 0.8
UNLIKELY = 0.1
N_NEAREST, FEWEST_ALIKE = 5, 2


@dataclass(frozen=True, slots=True)
class PileFigures:
    """The share of the rest of a pile that would be filed rightly now."""

    right: float | None
    """The share of the unanswered documents that the judge would label rightly; None while too few were drawn."""
    low: float
    high: float
    n_drawn: int
    """The number of answered documents that were drawn by chance: the figure rests on them."""
    expected_gain: float | None
    """The growth of the share with ten more answers."""
    is_enough: bool
    """True where more answers would change next to nothing."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """An answer that all others speak against."""

    row: int
    likelier: int
    """The label number that they speak for."""
    n_alike: int
    """The number of the answered documents nearest to it that have that label."""


def figures_of(pile: Pile, answers: Mapping[int, tuple[int, ...]], judgement: Judgement | None) -> PileFigures:
    """Return how right the rest is, with its interval, and what ten more answers would gain."""
    if judgement is None or judgement.truth.shape[1] == 0:
        return PileFigures(None, 0.0, 1.0, 0, None, False)
    drawn = drawn_by_chance(pile, np.fromiter(answers, np.int64), judgement.answered)
    rest = np.setdiff1d(np.arange(pile.n_documents), np.fromiter(answers, np.int64))
    if len(drawn) < FEWEST_DRAWN or not len(rest):
        return PileFigures(None, 0.0, 1.0, len(drawn), None, False)
    right, low, high = share_right(judgement, drawn, rest)
    gain = gain_of_ten(pile, answers, judgement, rest, 1 - right)
    n_looked_at = int(np.isin(pile.order, list(answers)).sum())
    return PileFigures(
        right, low, high, len(drawn), gain, n_looked_at >= FEWEST_TO_STOP and gain < ENOUGH and low >= LEAST_RIGHT
    )


def drawn_by_chance(pile: Pile, answered: IntArray, learnt: IntArray) -> IntArray:
    """Return the places among the learnt documents of those that come first in the order of chance, as far as nearly
    all of these are answered: whoever answered them, and why, they are a fair sample of the pile."""
    is_answered = np.isin(pile.order, answered)
    shares = np.cumsum(is_answered) / np.arange(1, len(is_answered) + 1)
    is_enough = is_answered & (shares >= 1 - MOST_GAPS)
    last = int(np.flatnonzero(is_enough)[-1]) + 1 if is_enough.any() else 0
    return np.flatnonzero(np.isin(learnt, pile.order[:last]))


def share_right(judgement: Judgement, drawn: IntArray, rest: IntArray) -> tuple[float, float, float]:
    """Return the estimated share of right labels among the rest, and its bounds.

    The mean sureness of the rest, less what the documents drawn were surer of than they were right. The bounds are
    Wilson's for as many documents as would vary so much by chance alone.
    """
    given = judgement.chosen(judgement.unseen[drawn])
    is_right = (given == judgement.truth[drawn]).all(axis=1).astype(np.float64)
    wronged = is_right - judgement.sureness(judgement.unseen[drawn], given)
    of_rest = judgement.probabilities[rest]
    surer = float(judgement.sureness(of_rest, judgement.chosen(of_rest)).mean())
    right = min(1.0, max(0.0, surer + float(wronged.mean())))
    n = len(drawn)
    varies = (float(wronged.var()) * n + 0.25) / (n + 1)
    by_chance = max(right * (1 - right), 0.25 / (n + 1))
    low, high = wilson_bounds(right, n / float(np.clip(varies / by_chance, LEAST_VARIANCE, MOST_VARIANCE)))
    return right, max(0.0, low), min(1.0, high)


def wilson_bounds(share: float, n: float) -> tuple[float, float]:
    """Return the bounds of a share of n documents."""
    scale = 1 + Z**2 / n
    middle, half = share + Z**2 / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n * n))
    return (middle - half) / scale, (middle + half) / scale


def gain_of_ten(
    pile: Pile, answers: Mapping[int, tuple[int, ...]], judgement: Judgement, rest: IntArray, wrong: float
) -> float:
    """Return what ten more answers would gain, if errors go on to fall as they did with the second half of the answers.

    The half that is left out is every other answer that was given by looking; labels of whole groups stay. What it
    taught is how much less probable the labels are that the judge would give without it, as the judge with all answers
    sees them.
    """
    looked_at = np.isin(np.fromiter(answers, np.int64), pile.order)
    rows = [row for row, is_one in zip(answers, looked_at.tolist(), strict=True) if is_one or not looked_at.any()]
    if len(rows) < FEWEST_TO_HALVE:
        return wrong
    left_out = set(rows[1::2])
    kept = {row: given for row, given in answers.items() if row not in left_out}
    half = pile.judge.judge(kept, excludes=judgement.excludes)
    now, then = judgement.probabilities[rest], np.zeros((len(rest), len(judgement.labels)))
    then[:, np.searchsorted(judgement.labels, half.labels)] = half.probabilities[rest]
    lost = judgement.sureness(now, judgement.chosen(now)) - judgement.sureness(now, judgement.chosen(then))
    power = math.log2((wrong + max(float(lost.mean()), 0.0) + 1e-4) / (wrong + 1e-4))
    return float(wrong * (1 - (len(rows) / (len(rows) + 10)) ** power))


def suspects(pile: Pile, judgement: Judgement | None) -> list[Suspect]:
    """Return the answers that all others speak against, and among them several like it, the most suspicious first."""
    if judgement is None or not judgement.excludes or judgement.truth.shape[1] < 2:
        return []
    of_given = (judgement.unseen * judgement.truth).sum(axis=1)
    likelier = judgement.unseen.argmax(axis=1)
    doubtful = np.flatnonzero((of_given < UNLIKELY) & (judgement.unseen.max(axis=1) > LIKELIER))
    found = []
    for one in doubtful[np.argsort(of_given[doubtful], kind="stable")].tolist():
        near = (pile.rows[[judgement.answered[one]]] @ pile.rows[judgement.answered].T).toarray().ravel()
        near[one] = -1.0
        nearest = np.argsort(-near, kind="stable")[:N_NEAREST]
        n_alike = int(judgement.truth[nearest, likelier[one]].sum())
        if n_alike >= FEWEST_ALIKE:
            found.append(Suspect(int(judgement.answered[one]), int(judgement.labels[likelier[one]]), n_alike))
    return found

"""The documents to ask a person about next: what their answers teach, and a few by chance so that the figure is honest.

The pile is divided into as many regions as there are questions, around what is in doubt, and of each one document is
asked: in every other region the one that is most in doubt and nearest the middle, in the rest one drawn by its doubt,
since what is always nearest the middle is never at the edge. So ten questions are about ten things, and not ten copies
of one newsletter. Before there are answers, all is in doubt alike, and the regions are groups.

Two of ten are drawn by chance: the next ones of an order that is fixed for the corpus and that nobody's answers change.

Doubt is that of a ridge regression of each label against the rest, on unit rows, which learns an answer in
milliseconds: its state are the closenesses of all documents to the answered ones, to which an answer adds a column.

Figures of how right a pile is judged by the answers so far: measured on the answers that were drawn by chance.

Each of these is judged by all other answers. What they say is carried over to the rest of the pile by how sure the
judge is of it: who answers what is in doubt leaves a rest that is easier than the pile was. How often the interval held
the truth is in `tests/benchmarks/decisions/asking.md`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from nbengine.counts import FloatArray, IntArray
from nbengine.piles.groups import COPY, Rows, points, regions

BY_CHANCE = 5
"""One question of so many is drawn by chance."""
SHARPER = 8.0
"""The power of doubt by which a document weighs when regions are drawn."""
NEAR_MIDDLE = 0.05
LIKELY, ALIKE = 0.7, 0.15
"""A document is between its two likeliest labels where these are likely, or something like it is answered."""

Reason = Literal["chance", "typical", "between", "unlike"]


@dataclass(frozen=True, slots=True)
class DocumentToAsk:
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
) -> list[DocumentToAsk]:
    """Return what to ask next, those drawn by chance last; fewer where the pile has no more."""
    is_open = np.ones(pile.n_documents, np.bool_)
    is_open[[*answers, *passed_over]] = False
    by_chance = [row for row in pile.order.tolist() if is_open[row]][: -(-n_asked // BY_CHANCE)]
    is_open[by_chance] = False
    asked = questions_of_regions(pile, np.flatnonzero(is_open), judgement, n_asked - len(by_chance), len(answers))
    return [*asked, *(DocumentToAsk(row, "chance", 0) for row in by_chance)]


def questions_of_regions(
    pile: Pile, rest: IntArray, judgement: Judgement | None, n_asked: int, n_answers: int
) -> list[DocumentToAsk]:
    """Return one question of each region of what is in doubt."""
    if not len(rest) or n_asked < 1:
        return []
    doubts = np.ones(len(rest)) if judgement is None else judgement.doubts[rest]
    weights = np.maximum(doubts, 1e-6) ** SHARPER
    there = pile.there[rest]
    near = regions(there, weights, n_asked, rounds=10)
    chance = np.random.default_rng(n_answers)
    taken: list[int] = []
    found: list[DocumentToAsk] = []
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
            found.append(DocumentToAsk(row, reason_of(pile, judgement, row), len(own)))
    more = rest[np.argsort(-weights, kind="stable")]
    while len(found) < n_asked and (row := first_apart(pile.rows, more, taken, is_strict=False)) is not None:
        taken.append(row)
        found.append(DocumentToAsk(row, reason_of(pile, judgement, row), 1))
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


RIDGE = 0.3
COMMON = 0.05
"""The closeness that any two documents have in common: it carries the frequency of the labels."""
MOST_LEARNT = 600
"""Of more answers this many are learnt, shared out among the labels; more would cost more than they teach."""
SHARPNESSES = 2.0 ** np.arange(0, 6.5, 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """The judgement of all documents of a pile, after some answers."""

    labels: IntArray
    """The label numbers that occur in the answers; (n_labels,), the columns of the rest."""
    probabilities: FloatArray
    """(n_documents, n_labels): with one label a document they add up to one."""
    answered: IntArray
    """The rows that were learnt, (n_answered,)."""
    truth: FloatArray
    """(n_answered, n_labels): 1 where the answer gave the label."""
    unseen: FloatArray
    """(n_answered, n_labels): probabilities of the answered documents, each by the other answers alone."""
    excludes: bool
    """True if a document has one label alone."""

    @property
    def doubts(self) -> FloatArray:
        """(n_documents,): 1 where two labels are as likely, 0 where there is no question."""
        return doubts_of(self.probabilities, excludes=self.excludes)

    def chosen(self, probabilities: FloatArray) -> FloatArray:
        """Return which labels are given: the likeliest, or all that are likelier than not."""
        if not self.excludes:
            return (probabilities > 0.5).astype(np.float64)
        return np.asarray(np.eye(len(self.labels))[probabilities.argmax(axis=1)])

    def sureness(self, probabilities: FloatArray, given: FloatArray) -> FloatArray:
        """Return how probable it is that given labels are the right ones, (n_documents,)."""
        if self.excludes:
            return np.asarray((probabilities * given).sum(axis=1))
        return np.asarray(np.where(given > 0, probabilities, 1 - probabilities).prod(axis=1))


class QuickJudge:
    """Judges the documents of a pile by the answers that there are."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._columns = np.zeros((rows.shape[0], 16), np.float32)
        self._places: dict[int, int] = {}

    def judge(self, answers: Mapping[int, tuple[int, ...]], *, excludes: bool = True) -> Judgement:
        """Return what the answers teach: label numbers by row. Another answer costs a column and a small fit."""
        answered = np.array(learnt_of(answers), np.int64)
        labels = np.unique([label for row in answered.tolist() for label in answers[row]]).astype(np.int64)
        truth = np.array([[label in answers[row] for label in labels] for row in answered.tolist()], np.float64)
        truth = truth.reshape(len(answered), len(labels))
        near = self._closeness(answered)
        inverse = np.linalg.inv(near[answered].astype(np.float64) + RIDGE * np.eye(len(answered)))
        factors = inverse @ truth
        unseen = truth - factors / np.diag(inverse)[:, None]
        scores = (near @ factors.astype(np.float32)).astype(np.float64)
        sharpness = fitted_sharpness(unseen, truth, excludes=excludes)
        spread = [sharpened(one, sharpness, excludes=excludes) for one in (scores, unseen)]
        return Judgement(labels, spread[0], answered, truth, spread[1], excludes)

    def _closeness(self, answered: IntArray) -> FloatArray:
        """Return the closeness of all documents to the answered ones, (n_documents, n_answered)."""
        missing = [row for row in answered.tolist() if row not in self._places]
        if missing:
            n_kept = len(self._places)
            if n_kept + len(missing) > self._columns.shape[1]:
                wider = np.zeros((self._rows.shape[0], 2 * (n_kept + len(missing))), np.float32)
                wider[:, :n_kept] = self._columns[:, :n_kept]
                self._columns = wider
            found = (self._rows @ self._rows[missing].T).toarray() + np.float32(COMMON)
            self._columns[:, n_kept : n_kept + len(missing)] = found
            self._places |= {row: n_kept + place for place, row in enumerate(missing)}
        return np.asarray(self._columns[:, [self._places[row] for row in answered.tolist()]])


def learnt_of(answers: Mapping[int, tuple[int, ...]]) -> list[int]:
    """Return the rows to learn: all, or of each label the last ones as far as there is room."""
    if len(answers) <= MOST_LEARNT:
        return list(answers)
    of_label: dict[tuple[int, ...], list[int]] = {}
    for row, given in answers.items():
        of_label.setdefault(given, []).append(row)
    kept: list[int] = []
    for place, rows in enumerate(sorted(of_label.values(), key=len)):
        kept += rows[-((MOST_LEARNT - len(kept)) // (len(of_label) - place)) :]
    return kept[:MOST_LEARNT]


def sharpened(scores: FloatArray, sharpness: float, *, excludes: bool) -> FloatArray:
    """Return probabilities of scores that are one for a label's own documents and zero for others."""
    if not excludes:
        return np.asarray(1 / (1 + np.exp(-sharpness * (scores - 0.5))))
    if not scores.size:
        return scores
    shares = np.exp(sharpness * (scores - scores.max(axis=1, keepdims=True)))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def fitted_sharpness(unseen: FloatArray, truth: FloatArray, *, excludes: bool) -> float:
    """Return the sharpness under which the answers, each unseen, are least surprising; one answer in twenty may be a
    mistake, so that no probability gets out of reach."""
    if truth.shape[1] < 2 and excludes:
        return 1.0
    best, least = 1.0, np.inf
    for sharpness in SHARPNESSES.tolist():
        found = sharpened(unseen, sharpness, excludes=excludes)
        right = (found * truth).sum(axis=1) if excludes else np.where(truth > 0, found, 1 - found)
        loss = -float(np.log(0.95 * right + 0.05 / truth.shape[1]).mean())
        if loss < least:
            best, least = sharpness, loss
    return best


def doubts_of(probabilities: FloatArray, *, excludes: bool) -> FloatArray:
    """Return how undecided documents are, by the two likeliest labels or by the most undecided one."""
    if not excludes:
        return np.asarray(1 - 2 * np.abs(probabilities - 0.5).min(axis=1, initial=0.5))
    if probabilities.shape[1] < 2:
        return np.ones(len(probabilities))
    first_two = np.partition(probabilities, -2, axis=1)[:, -2:]
    return np.asarray(1 - (first_two[:, 1] - first_two[:, 0]))


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

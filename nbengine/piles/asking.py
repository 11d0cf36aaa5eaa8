"""The documents to ask a person about next: what their answers teach, and a few by chance so that the figure is honest.

The pile is divided into as many regions as there are questions, around what is in doubt, and of each one document is
asked: in every other region the one that is most in doubt and nearest the middle, in the rest one drawn by its doubt,
since what is always nearest the middle is never at the edge. So ten questions are about ten things, and not ten copies
of one newsletter. Before there are answers, all is in doubt alike, and the regions are groups.

Two of ten are drawn by chance: the next ones of an order that is fixed for the corpus and that nobody's answers change.

Doubt is that of a ridge regression of each label against the rest, on unit rows, which learns an answer in
milliseconds: its state are the closenesses of all documents to the answered ones, to which an answer adds a column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.lazy_dataclasses import dataclass
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
        near: FloatArray = self._columns[:, [self._places[row] for row in answered.tolist()]]
        return near


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

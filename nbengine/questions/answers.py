"""The sureness of each label, learnt from log-odds of documents that were left out when scored.

Each label has a calibration of two numbers, a slope and a place, which stay near those of all labels together where its
documents are few. Log-odds of naive Bayes grow with a document's length far beyond what they are worth, those of learnt
weights, which are fitted for all questions at once, hardly; so they are bent first, by one scale for the whole model. A
label is given from the probability on that makes most of F1 over all labels together, which is far from one half where
labels are rare; it is sure where no more than a tolerated share of such answers was wrong, and so is its absence.

What a model counts is the set of a document's labels, and what it is asked is each label by itself. A set's name is its
labels in order, with a sign between them that no name can have. A label may lie in another, `finance/bank`; its
branches, here `finance`, are questions too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    CountMatrix,
    FloatArray,
    IntArray,
    remap_tokens,
)
from nbengine.errors import DamagedModelError
from nbengine.learnt.factors import FittingSamples, fit_factors
from nbengine.learnt.tally import TfIdf, document_frequencies, tfidf_of
from nbengine.logspace import logistic
from nbengine.packing import check_finite_row, check_names

BoolArray = npt.NDArray[np.bool_]

SEPARATOR = "\x1f"
BRANCH = "/"


def labels_in(name: str) -> tuple[str, ...]:
    """Return the labels of a set, of which there is one where the name is no set's."""
    return tuple(name.split(SEPARATOR))


def sets_given(labels: Sequence[str], given: BoolArray) -> list[str]:
    """Return the set of labels that each document is given, of a branch and what lies in it only the latter; given is
    (n_documents, n_labels), and the name of a set of none is empty."""
    sets = []
    for row in given:
        own = [labels[place] for place in np.flatnonzero(row).tolist()]
        kept = (one for one in own if not any(other.startswith(f"{one}{BRANCH}") for other in own))
        sets.append(SEPARATOR.join(kept))
    return sets


def branches_of(label: str) -> tuple[str, ...]:
    """Return the labels that a label lies in, the outermost first."""
    parts = label.split(BRANCH)
    return tuple(BRANCH.join(parts[:depth]) for depth in range(1, len(parts)) if all(parts[:depth]))


def sure_branch(labels: Sequence[str], shares: Sequence[float], sure_from: float) -> tuple[str, float] | None:
    """Return the deepest branch that is sure where labels exclude each other, with the probability of all that lies in
    it; None where even the outermost is unsure."""
    together: dict[str, float] = {}
    for label, share in zip(labels, shares, strict=True):
        for branch in branches_of(label):
            together[branch] = together.get(branch, 0.0) + share
    for label, share in zip(labels, shares, strict=True):
        if label in together:
            together[label] += share
    sure = [(branch, share) for branch, share in together.items() if share > max(sure_from, 0.5)]
    return max(sure, key=lambda one: one[0].count(BRANCH), default=None)


def questions_in(sets: Iterable[str]) -> tuple[str, ...]:
    """Return each label of these sets and each branch of one, in alphabetical order."""
    labels = {label for name in sets for label in labels_in(name)}
    return tuple(sorted(labels.union(branch for label in labels for branch in branches_of(label))))


def memberships(sets: Sequence[str], labels: Sequence[str]) -> BoolArray:
    """Return which set holds which label, or one that lies in it, (n_sets, n_labels)."""
    places = {label: place for place, label in enumerate(labels)}
    found = np.zeros((len(sets), len(labels)), np.bool_)
    for row, name in enumerate(sets):
        held = [one for label in labels_in(name) for one in (label, *branches_of(label))]
        found[row, [places[label] for label in held if label in places]] = True
    return found


SCALES = (0.03, 0.1, 0.3, 1.0, 3.0, 1e6)
"""Log-odds far beyond so many times their usual size count by their logarithm."""
ENOUGH_DOCUMENTS = 1_000
"""To see how far log-odds of all labels together can be believed."""
FARTHEST = 1e4
ROUNDS = 30
POOLED_PRECISION = np.array([1.0, 0.1])
"""The firmness with which the calibration of a label is held near that of all labels, against one document's weight."""
FIRST_PRECISION = 1e-3
TOLERATED = 0.05
"""The share of sure answers that may be wrong."""
LEAST_SURE = 0.9
"""Nothing less probable is called sure."""
N_FOLDS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The way from log-odds to probabilities, label by label, and from there to given and sure labels."""

    labels: tuple[str, ...]
    scale: float
    slopes: FloatArray
    """(n_labels,)"""
    places: FloatArray
    """(n_labels,)"""
    given_from: float
    """A label is given from this probability on."""
    sure_from: float
    """A label is surely there from this probability on."""
    sure_below: float
    """A label is surely not there below this probability."""

    def probabilities(self, log_odds: FloatArray) -> FloatArray:
        """Return the probability of each label, (n_documents, n_labels)."""
        return logistic(self.slopes * bent(log_odds, self.scale) + self.places)

    def given(self, probabilities: FloatArray) -> BoolArray:
        """Return which labels a document is given, (n_documents, n_labels)."""
        return np.asarray(probabilities >= self.given_from)

    def sure(self, probabilities: FloatArray) -> BoolArray:
        """Return of which labels it is sure that they are there, or that they are not, (n_documents, n_labels)."""
        return np.asarray((probabilities >= self.sure_from) | (probabilities < self.sure_below))

    def over(self, labels: tuple[str, ...]) -> Answers:
        """The same for these labels; one that is not known is answered as all together are."""
        places = {label: place for place, label in enumerate(self.labels)}
        at = [places.get(label, len(self.labels)) for label in labels]
        slopes = np.append(self.slopes, np.median(self.slopes) if len(self.slopes) else 1.0)[at]
        own = np.append(self.places, np.median(self.places) if len(self.places) else 0.0)[at]
        return Answers(labels, self.scale, slopes, own, self.given_from, self.sure_from, self.sure_below)

    def renamed(self, names: Mapping[str, str]) -> Answers:
        """The same with labels that are called something else."""
        return replace(self, labels=tuple(names.get(label, label) for label in self.labels))


def bent(log_odds: FloatArray, scale: float) -> FloatArray:
    """Return log-odds that grow by their logarithm beyond a scale."""
    limited = np.nan_to_num(log_odds, nan=0.0, posinf=FARTHEST, neginf=-FARTHEST)
    return np.asarray(np.arcsinh(limited / scale) * scale)


def learnt_answers(log_odds: FloatArray, truth: BoolArray, labels: tuple[str, ...]) -> Answers:
    """Learn from log-odds (n_documents, n_labels) of documents that were left out, and from which labels they have."""
    some = slice(None, None, max(1, len(truth) // ENOUGH_DOCUMENTS))
    limited = np.clip(np.nan_to_num(log_odds[some]), -FARTHEST, FARTHEST)
    usual = max(float(np.sqrt((limited**2).mean())) if limited.size else 1.0, 1e-6)
    scale = min((usual * one for one in SCALES), key=lambda one: _pooled(bent(limited, one), truth[some])[1])
    scores = bent(log_odds, scale)
    together, _ = _pooled(scores[some], truth[some])
    own = _each(scores, truth, together)
    probabilities = logistic(own[0] * scores + own[1])
    given_from = best_mark(probabilities, truth)
    high, low = sure_marks(probabilities, truth)
    return Answers(labels, scale, own[0], own[1], given_from, high, low)


def cross_answered(log_odds: FloatArray, truth: BoolArray, labels: tuple[str, ...]) -> tuple[FloatArray, BoolArray]:
    """Return probabilities of left-out documents, and the labels they are given, by what others' scores taught alone.

    So neither calibration nor mark has seen the document that it is asked about.
    """
    folds = np.arange(len(truth)) % min(N_FOLDS, max(len(truth), 1))
    probabilities, given = np.zeros(truth.shape), np.zeros(truth.shape, np.bool_)
    for fold in range(folds.max(initial=-1) + 1):
        own = folds == fold
        answers = learnt_answers(log_odds[~own], truth[~own], labels)
        probabilities[own] = answers.probabilities(log_odds[own])
        given[own] = answers.given(probabilities[own])
    return probabilities, given


def best_mark(probabilities: FloatArray, truth: BoolArray) -> float:
    """Return the probability from which on labels are given so that F1 over all labels together is highest."""
    order = np.argsort(-probabilities, axis=None, kind="stable")
    ranked, hits = probabilities.reshape(-1)[order], np.cumsum(truth.reshape(-1)[order])
    n_true = int(hits[-1]) if len(hits) else 0
    if not n_true:
        return 0.5
    f1 = 2 * hits / (np.arange(1, len(hits) + 1) + n_true)
    best = int(np.argmax(f1))
    after = ranked[best + 1] if best + 1 < len(ranked) else 0.0
    return float((ranked[best] + after) / 2)


def sure_marks(probabilities: FloatArray, truth: BoolArray) -> tuple[float, float]:
    """Return the probabilities from which on labels are surely there, and below which they are surely not: of such
    answers no more than a share is wrong, in a row of which the last are the doubtful ones."""
    ranked = np.sort(probabilities, axis=None)
    wrong = ~truth.reshape(-1)[np.argsort(probabilities, axis=None, kind="stable")]
    n = np.arange(1, len(ranked) + 1)
    from_top = np.flatnonzero(np.cumsum(wrong[::-1]) + 1 <= TOLERATED * n)
    high = float(ranked[::-1][from_top[-1]]) if len(from_top) else 1.0
    missed = np.cumsum(~wrong)
    allowed = np.flatnonzero(missed <= TOLERATED * max(int(truth.sum()), 1))
    low = float(ranked[allowed[-1]]) if len(allowed) else 0.0
    return max(high, LEAST_SURE), min(low, 1 - LEAST_SURE)


def _pooled(scores: FloatArray, truth: BoolArray) -> tuple[FloatArray, float]:
    """One slope and place for all labels together, and the log loss that is left."""
    flat = scores.reshape(-1, 1)
    own = _each(flat, truth.reshape(-1, 1), np.zeros(2), precision=FIRST_PRECISION)
    x = own[0] * flat + own[1]
    loss = np.logaddexp(0.0, x) - x * truth.reshape(-1, 1)
    return own[:, 0], float(loss.sum())


def _each(scores: FloatArray, truth: BoolArray, around: FloatArray, precision: float = 1.0) -> FloatArray:
    """Slope and place of each label, (2, n_labels), by Newton's method, held near those given.

    No slope is below 0: left out of few that are alike, a document seems to be what it is not, and to believe the
    opposite of the scores would be to know its label.
    """
    n_labels = scores.shape[1]
    spread = np.maximum(np.sqrt((scores**2).mean(axis=0)), 1e-9) if len(scores) else np.ones(n_labels)
    held = precision * POOLED_PRECISION[:, None] * np.stack([spread**2, np.ones(n_labels)])
    found = np.repeat(around[:, None], n_labels, axis=1).astype(float)
    for _ in range(ROUNDS):
        p = logistic(found[0] * scores + found[1])
        rest, curve = p - truth, np.maximum(p * (1 - p), 1e-12)
        gradient = np.stack([(rest * scores).sum(0), rest.sum(0)]) + held * (found - around[:, None])
        a, b, d = (curve * scores**2).sum(0) + held[0], (curve * scores).sum(0), curve.sum(0) + held[1]
        det = np.maximum(a * d - b * b, 1e-300)
        step = np.stack([(d * gradient[0] - b * gradient[1]) / det, (a * gradient[1] - b * gradient[0]) / det])
        step = np.where((found[0] <= 0) & (step[0] > 0), np.stack([np.zeros(n_labels), gradient[1] / d]), step)
        size = np.abs(step[0] * spread) + np.abs(step[1])
        found = found - step * np.minimum(1.0, 3.0 / np.maximum(size, 1e-12))
        found[0] = np.maximum(found[0], 0.0)
        if size.max(initial=0.0) < 1e-6:
            break
    return found


FEW_DOCUMENTS, MOST_FOLDS, FEWEST_FOLDS = 3_000, 5, 3
"""Of more documents, two thirds teach nearly what all do."""
RIDGE = 0.3
Weights = npt.NDArray[np.float32]
Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True, eq=False)
class QuestionWeights:
    """Learnt weights of words for each question."""

    labels: tuple[str, ...]
    weights: Weights
    """(n_tokens, n_labels)"""
    bias: FloatArray
    """(n_labels,)"""
    tfidf: TfIdf
    n_documents: int = 0
    """The number of documents that the weights were fitted to; 0 where an older program kept none."""

    def log_odds(self, counts: CountMatrix) -> FloatArray:
        """Return what the words say for each label, (n_documents, n_labels); words that came later say nothing."""
        known = self.tfidf(counts.widened(max(counts.n_tokens, len(self.weights))))
        return np.asarray(known.csr[:, : len(self.weights)] @ self.weights.astype(np.float64) + self.bias)

    def picked(self, columns: IntArray) -> QuestionWeights:
        """The same over these columns, in this order."""
        idf = np.pad(self.tfidf.idf, (0, max(0, int(columns.max(initial=-1)) + 1 - len(self.tfidf.idf))))
        weights = np.pad(self.weights, ((0, len(idf) - len(self.weights)), (0, 0)))
        return replace(self, weights=weights[columns], tfidf=replace(self.tfidf, idf=idf[columns]))

    def renamed(self, names: Mapping[str, str]) -> QuestionWeights:
        return replace(self, labels=tuple(names.get(label, label) for label in self.labels))


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """A model's questions as it keeps them: how sure to be of each answer, and learnt weights, if it has any."""

    answers: Answers
    weighed: QuestionWeights | None = None

    def picked(self, columns: IntArray) -> Questions:
        """The same over these columns of the model, in this order."""
        return replace(self, weighed=None if self.weighed is None else self.weighed.picked(columns))

    def renamed(self, names: Mapping[str, str]) -> Questions:
        """The same with labels that are called something else; a name that two would have is answered as new."""
        weighed = None if self.weighed is None else self.weighed.renamed(names)
        return Questions(self.answers.renamed(names), weighed)


def fit_weighed(
    counts: CountMatrix,
    truth: BoolArray,
    labels: tuple[str, ...],
    weights: FloatArray | None,
    progress: Progress | None = None,
) -> QuestionWeights:
    """Learn from documents what of each word's evidence counts for each question; a word of one document says nothing.

    What `progress` raises ends the fit.
    """
    frequencies = document_frequencies(counts)
    is_known = frequencies > 1 if (frequencies > 1).any() else np.ones(counts.n_tokens, np.bool_)
    tfidf, places = tfidf_of(frequencies, counts.n_documents), np.where(is_known, np.cumsum(is_known) - 1, -1)
    lessons = FittingSamples(remap_tokens(tfidf(counts), places, int(is_known.sum())), truth, weights)
    found = fit_factors(lessons, _ratios(counts, truth)[is_known], RIDGE, progress)
    learnt = np.zeros((counts.n_tokens, len(labels)), np.float32)
    learnt[is_known] = found.weights
    return QuestionWeights(labels, learnt, found.bias, tfidf, len(truth))


def _ratios(counts: CountMatrix, truth: BoolArray) -> FloatArray:
    """Return naive Bayes' log ratio of each word under each label against all others, (n_tokens, n_labels)."""
    present = counts.csr.astype(np.float64)
    present.data[:] = 1.0
    with_label = np.asarray(present.T @ truth.astype(np.float64)) + 1.0
    without = np.asarray(present.sum(axis=0)).reshape(-1, 1) + 2.0 - with_label
    return np.asarray(np.log(with_label / with_label.sum(axis=0)) - np.log(without / without.sum(axis=0)))


def folds_weighed(
    counts: CountMatrix,
    truth: BoolArray,
    labels: tuple[str, ...],
    weights: FloatArray | None,
    progress: Progress | None,
) -> FloatArray:
    """Return log-odds of documents, each by weights that were learnt from the other folds alone."""
    n_folds = MOST_FOLDS if len(truth) <= FEW_DOCUMENTS else FEWEST_FOLDS
    folds, found = np.arange(len(truth)) % n_folds, np.empty(truth.shape)
    for fold in range(n_folds):
        own, rest = folds == fold, np.flatnonzero(folds != fold)
        if own.any():
            own_weights = None if weights is None else weights[rest]
            part = fit_weighed(counts[rest], truth[rest], labels, own_weights, progress)
            found[own] = part.log_odds(counts[np.flatnonzero(own)])
    return found


_MARKS = ("scale", "given_from", "sure_from", "sure_below")
_WEIGHTS = "questions.weights"

Numbers = dict[str, npt.NDArray[Any]]


def question_parts(kept: Questions) -> tuple[dict[str, Any], Numbers, dict[str, bytes]]:
    """Return facts, numbers and bytes."""
    answers, weighed = kept.answers, kept.weighed
    facts: dict[str, Any] = {"labels": list(answers.labels)}
    numbers: Numbers = {
        "questions.slopes": answers.slopes,
        "questions.places": answers.places,
        "questions.marks": np.array([getattr(answers, name) for name in _MARKS]),
    }
    if weighed is None:
        return facts, numbers, {}
    facts |= {"weighed": list(weighed.labels), "new_idf": weighed.tfidf.new_idf, "fitted": weighed.n_documents}
    numbers |= {"questions.bias": weighed.bias, "questions.idf": weighed.tfidf.idf}
    return facts, numbers, {_WEIGHTS: weighed.weights.astype("<f4").tobytes()}


def questions_from_parts(facts: Any, numbers: Mapping[str, Any], blobs: Mapping[str, bytes], n_words: int) -> Questions:
    """Read what `question_parts` gave; DamagedModelError where it makes no sense."""
    labels = tuple(check_names(facts["labels"]))
    scale, *marks = check_finite_row(numbers["questions.marks"], len(_MARKS)).tolist()
    if scale <= 0:
        raise DamagedModelError("The model's questions have no scale.")
    own = [check_finite_row(numbers[f"questions.{name}"], len(labels)) for name in ("slopes", "places")]
    answers = Answers(labels, scale, own[0], own[1], *marks)
    if "weighed" not in facts:
        return Questions(answers)
    asked, idf = tuple(check_names(facts["weighed"])), check_finite_row(numbers["questions.idf"])
    weights = np.frombuffer(blobs[_WEIGHTS], "<f4")
    if len(idf) > n_words or len(weights) != len(idf) * len(asked) or not np.isfinite(weights).all():
        raise DamagedModelError("The model's questions do not fit its words.")
    table = weights.reshape(len(idf), len(asked)).astype(np.float32)
    tfidf, fitted = TfIdf(idf, float(facts["new_idf"])), int(facts.get("fitted", 0))
    return Questions(
        answers, QuestionWeights(asked, table, check_finite_row(numbers["questions.bias"], len(asked)), tfidf, fitted)
    )

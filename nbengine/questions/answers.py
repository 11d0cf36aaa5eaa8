"""Multi-label answers: for each label, a calibrated probability, thresholds, and optionally learnt weights.

**Label sets.** The model counts sets of labels. The name of a set is its labels in order, joined by `SEPARATOR`, which
no label contains. A label can be inside another, as in `finance/bank`. Its *branches* are the labels that contain it,
here `finance`. They are questions, too.

**Calibration.** Each label has a slope and an offset, fitted to held-out log-odds. They are regularised towards a slope
and an offset fitted to all labels together, which helps labels with few documents. Log-odds of plain naive Bayes grow
with a document's length far beyond their real value. They are therefore compressed first, with one scale for all
labels.

**Thresholds.** A label is assigned if its probability is at least the threshold that maximises micro-averaged F1. If
labels are rare, this threshold is far from one half. An answer is confident if at most `TOLERATED_WRONG_SHARE` of the
held-out answers beyond its threshold was wrong. Presence and absence have separate thresholds.

**Learnt weights.** `fit_question_weights` fits the words' weights for all questions at once.
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
from nbengine.learnt.factors import MAX_WEIGHT, FittingSamples, fit_factors
from nbengine.learnt.tally import TfIdf, document_frequencies, fit_tfidf
from nbengine.logspace import logistic
from nbengine.packing import check_finite_array, check_names

BoolArray = npt.NDArray[np.bool_]

SEPARATOR = "\x1f"
BRANCH = "/"


def labels_of_set(name: str) -> tuple[str, ...]:
    """Return the labels of a set of labels, given its name. A set with a single label has the name of this label."""
    return tuple(name.split(SEPARATOR))


def label_sets_of(labels: Sequence[str], mask: BoolArray) -> list[str]:
    """Return the name of each document's label set, "" for no labels. `mask` is (n_documents, n_labels).

    An outer label (branch) is left out if a label inside it is assigned.
    """
    sets = []
    for row in mask:
        assigned = [labels[number] for number in np.flatnonzero(row).tolist()]
        innermost = (label for label in assigned if not any(other.startswith(f"{label}{BRANCH}") for other in assigned))
        sets.append(SEPARATOR.join(innermost))
    return sets


def branches_of(label: str) -> tuple[str, ...]:
    """Return the outer labels that contain a label, outermost first, such as `finance` for `finance/bank`."""
    parts = label.split(BRANCH)
    return tuple(BRANCH.join(parts[:depth]) for depth in range(1, len(parts)) if all(parts[:depth]))


def find_deepest_confident_branch(
    labels: Sequence[str], probabilities: Sequence[float], threshold: float
) -> tuple[str, float] | None:
    """Return the innermost branch (outer label) that is confident, with its probability; None if no branch is.

    The labels exclude each other, and `probabilities` are theirs. The probability of a branch is the sum over the
    labels inside it. It must be above `threshold`, and in any case above one half.
    """
    totals: dict[str, float] = {}
    for label, share in zip(labels, probabilities, strict=True):
        for branch in branches_of(label):
            totals[branch] = totals.get(branch, 0.0) + share
    for label, share in zip(labels, probabilities, strict=True):
        if label in totals:
            totals[label] += share
    confident = [(branch, share) for branch, share in totals.items() if share > max(threshold, 0.5)]
    return max(confident, key=lambda pair: pair[0].count(BRANCH), default=None)


def labels_and_branches_of(sets: Iterable[str]) -> tuple[str, ...]:
    """Return all labels of these label sets, and the outer labels that contain them, in alphabetical order."""
    labels = {label for name in sets for label in labels_of_set(name)}
    return tuple(sorted(labels.union(branch for label in labels for branch in branches_of(label))))


def label_memberships(sets: Sequence[str], labels: Sequence[str]) -> BoolArray:
    """Return a mask (n_sets, n_labels): whether the set contains the label, or a label inside it."""
    columns = {label: column for column, label in enumerate(labels)}
    members = np.zeros((len(sets), len(labels)), np.bool_)
    for row, name in enumerate(sets):
        names = [branch for label in labels_of_set(name) for branch in (label, *branches_of(label))]
        members[row, [columns[label] for label in names if label in columns]] = True
    return members


SCALES = (0.03, 0.1, 0.3, 1.0, 3.0, 1e6)
"""Candidates for the scale, in multiples of the root mean square of the log-odds.

Log-odds far above the scale are replaced by a logarithm of them.
"""
POOLED_SAMPLE_SIZE = 1_000
"""Sample size for choosing the scale and for the calibration of all labels together."""
MAX_LOG_ODDS = 1e4
"""Log-odds are clipped to this magnitude."""
MAX_NEWTON_STEPS = 30
"""Maximum number of Newton steps."""
POOLED_PRECISION = np.array([1.0, 0.1])
"""Strength with which slope and offset are pulled towards those of all labels. 1 has the weight of one document."""
FIRST_PRECISION = 1e-3
"""Strength of the regularisation in the fit to all labels together."""
TOLERATED_WRONG_SHARE = 0.05
"""Largest share of wrong answers among confident ones."""
MIN_SURE_PROBABILITY = 0.9
"""Smallest probability of a confident answer."""
N_FOLDS = 5


@dataclass(frozen=True, slots=True, eq=False)
class AnswerCalibration:
    """Calibration and thresholds of each label.

    It converts log-odds to probabilities, and probabilities to assigned and confident labels.
    """

    labels: tuple[str, ...]
    scale: float
    """Log-odds up to about this value are hardly compressed by `compress_log_odds`."""
    slopes: FloatArray
    """(n_labels,): slope of each label's calibration."""
    offsets: FloatArray
    """(n_labels,): offset of each label's calibration."""
    assign_threshold: float
    """A label is assigned if its probability is at least this."""
    presence_threshold: float
    """A label is confidently present if its probability is at least this."""
    absence_threshold: float
    """A label is confidently absent if its probability is below this."""

    def probabilities(self, log_odds: FloatArray) -> FloatArray:
        """Return the probability of each label, (n_documents, n_labels)."""
        return logistic(self.slopes * compress_log_odds(log_odds, self.scale) + self.offsets)

    def assign_labels(self, probabilities: FloatArray) -> BoolArray:
        """Return a mask of the assigned labels, (n_documents, n_labels)."""
        return np.asarray(probabilities >= self.assign_threshold)

    def are_confident(self, probabilities: FloatArray) -> BoolArray:
        """Return a mask of the confident answers, yes or no, (n_documents, n_labels)."""
        return np.asarray((probabilities >= self.presence_threshold) | (probabilities < self.absence_threshold))

    def for_labels(self, labels: tuple[str, ...]) -> AnswerCalibration:
        """Return the calibration and thresholds for another list of labels. A new label gets the median calibration."""
        columns = {label: column for column, label in enumerate(self.labels)}
        indices = [columns.get(label, len(self.labels)) for label in labels]
        slopes = np.append(self.slopes, np.median(self.slopes) if len(self.slopes) else 1.0)[indices]
        offsets = np.append(self.offsets, np.median(self.offsets) if len(self.offsets) else 0.0)[indices]
        return AnswerCalibration(
            labels, self.scale, slopes, offsets, self.assign_threshold, self.presence_threshold, self.absence_threshold
        )

    def with_renamed_labels(self, names: Mapping[str, str]) -> AnswerCalibration:
        """Return a copy with other label names."""
        return replace(self, labels=tuple(names.get(label, label) for label in self.labels))


def compress_log_odds(log_odds: FloatArray, scale: float) -> FloatArray:
    """Return compressed log-odds: nearly unchanged up to about the scale, and growing logarithmically beyond."""
    limited = np.nan_to_num(log_odds, nan=0.0, posinf=MAX_LOG_ODDS, neginf=-MAX_LOG_ODDS)
    return np.asarray(np.arcsinh(limited / scale) * scale)


def fit_answer_calibration(log_odds: FloatArray, truth: BoolArray, labels: tuple[str, ...]) -> AnswerCalibration:
    """Fit calibration and thresholds to held-out log-odds and true labels, both (n_documents, n_labels)."""
    sample = slice(None, None, max(1, len(truth) // POOLED_SAMPLE_SIZE))
    limited = np.clip(np.nan_to_num(log_odds[sample]), -MAX_LOG_ODDS, MAX_LOG_ODDS)
    typical = max(float(np.sqrt((limited**2).mean())) if limited.size else 1.0, 1e-6)
    scale = min(
        (typical * factor for factor in SCALES),
        key=lambda candidate: _fit_pooled(compress_log_odds(limited, candidate), truth[sample])[1],
    )
    scores = compress_log_odds(log_odds, scale)
    pooled, _ = _fit_pooled(scores[sample], truth[sample])
    calibration = _fit_each_label(scores, truth, pooled)
    probabilities = logistic(calibration[0] * scores + calibration[1])
    given_from = fit_assign_threshold(probabilities, truth)
    high, low = fit_confident_thresholds(probabilities, truth)
    return AnswerCalibration(labels, scale, calibration[0], calibration[1], given_from, high, low)


def cross_fit_answers(log_odds: FloatArray, truth: BoolArray, labels: tuple[str, ...]) -> tuple[FloatArray, BoolArray]:
    """Return probabilities and assigned labels of held-out documents, both (n_documents, n_labels).

    The calibration and thresholds for a document are fitted to the documents of other folds.
    """
    folds = np.arange(len(truth)) % min(N_FOLDS, max(len(truth), 1))
    probabilities, assigned = np.zeros(truth.shape), np.zeros(truth.shape, np.bool_)
    for fold in range(folds.max(initial=-1) + 1):
        is_in_fold = folds == fold
        answers = fit_answer_calibration(log_odds[~is_in_fold], truth[~is_in_fold], labels)
        probabilities[is_in_fold] = answers.probabilities(log_odds[is_in_fold])
        assigned[is_in_fold] = answers.assign_labels(probabilities[is_in_fold])
    return probabilities, assigned


def fit_assign_threshold(probabilities: FloatArray, truth: BoolArray) -> float:
    """Return the threshold for assigning labels that maximises micro-averaged F1."""
    order = np.argsort(-probabilities, axis=None, kind="stable")
    ranked, hits = probabilities.reshape(-1)[order], np.cumsum(truth.reshape(-1)[order])
    n_true = int(hits[-1]) if len(hits) else 0
    if not n_true:
        return 0.5
    f1 = 2 * hits / (np.arange(1, len(hits) + 1) + n_true)
    best = int(np.argmax(f1))
    after = ranked[best + 1] if best + 1 < len(ranked) else 0.0
    return float((ranked[best] + after) / 2)


def fit_confident_thresholds(probabilities: FloatArray, truth: BoolArray) -> tuple[float, float]:
    """Return two probabilities: the threshold for confident presence, and the threshold for confident absence.

    At most `TOLERATED_WRONG_SHARE` of the answers beyond each threshold is wrong.
    """
    ranked = np.sort(probabilities, axis=None)
    wrong = ~truth.reshape(-1)[np.argsort(probabilities, axis=None, kind="stable")]
    n = np.arange(1, len(ranked) + 1)
    from_top = np.flatnonzero(np.cumsum(wrong[::-1]) + 1 <= TOLERATED_WRONG_SHARE * n)
    high = float(ranked[::-1][from_top[-1]]) if len(from_top) else 1.0
    missed = np.cumsum(~wrong)
    allowed = np.flatnonzero(missed <= TOLERATED_WRONG_SHARE * max(int(truth.sum()), 1))
    low = float(ranked[allowed[-1]]) if len(allowed) else 0.0
    return max(high, MIN_SURE_PROBABILITY), min(low, 1 - MIN_SURE_PROBABILITY)


def _fit_pooled(scores: FloatArray, truth: BoolArray) -> tuple[FloatArray, float]:
    """Return one slope and offset for all labels together, and the log loss that they give."""
    flat = scores.reshape(-1, 1)
    calibration = _fit_each_label(flat, truth.reshape(-1, 1), np.zeros(2), precision=FIRST_PRECISION)
    x = calibration[0] * flat + calibration[1]
    loss = np.logaddexp(0.0, x) - x * truth.reshape(-1, 1)
    return calibration[:, 0], float(loss.sum())


def _fit_each_label(
    scores: FloatArray, truth: BoolArray, prior_means: FloatArray, precision: float = 1.0
) -> FloatArray:
    """Return slope and offset of each label, (2, n_labels), by Newton's method.

    They are regularised towards `prior_means`. Slopes are not negative. In leave-one-out, a document of a label with
    few similar documents gets a lower score than the documents of other labels. A negative slope would exploit this to
    recover the true label.
    """
    n_labels = scores.shape[1]
    spread = np.maximum(np.sqrt((scores**2).mean(axis=0)), 1e-9) if len(scores) else np.ones(n_labels)
    penalty = precision * POOLED_PRECISION[:, None] * np.stack([spread**2, np.ones(n_labels)])
    parameters = np.repeat(prior_means[:, None], n_labels, axis=1).astype(float)
    for _ in range(MAX_NEWTON_STEPS):
        p = logistic(parameters[0] * scores + parameters[1])
        residual, curvature = p - truth, np.maximum(p * (1 - p), 1e-12)
        gradient = np.stack([(residual * scores).sum(0), residual.sum(0)]) + penalty * (
            parameters - prior_means[:, None]
        )
        a, b, d = (
            (curvature * scores**2).sum(0) + penalty[0],
            (curvature * scores).sum(0),
            curvature.sum(0) + penalty[1],
        )
        det = np.maximum(a * d - b * b, 1e-300)
        step = np.stack([(d * gradient[0] - b * gradient[1]) / det, (a * gradient[1] - b * gradient[0]) / det])
        step = np.where((parameters[0] <= 0) & (step[0] > 0), np.stack([np.zeros(n_labels), gradient[1] / d]), step)
        size = np.abs(step[0] * spread) + np.abs(step[1])
        parameters = parameters - step * np.minimum(1.0, 3.0 / np.maximum(size, 1e-12))
        parameters[0] = np.maximum(parameters[0], 0.0)
        if size.max(initial=0.0) < 1e-6:
            break
    return parameters


FEW_DOCUMENTS, MAX_FOLDS, MIN_FOLDS = 3_000, 5, 3
"""Up to the first number of documents, the second number of folds is used, and above it the third.

With many documents, weights fitted to two thirds are as good.
"""
RIDGE = 0.3
Weights = npt.NDArray[np.float32]
Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True, eq=False)
class QuestionWeights:
    """Learnt weights of words for the yes-or-no question of each label."""

    labels: tuple[str, ...]
    weights: Weights
    """(n_tokens, n_labels): weight of each word for each question."""
    bias: FloatArray
    """(n_labels,): bias of each question."""
    tfidf: TfIdf
    n_documents: int = 0
    """Number of documents to which the weights were fitted; 0 in models saved by older versions, which did not store
    it.
    """

    def log_odds(self, counts: CountMatrix) -> FloatArray:
        """Return log-odds of each label, (n_documents, n_labels). Words added after the fit are ignored."""
        known = self.tfidf(counts.widen(max(counts.n_tokens, len(self.weights))))
        return np.asarray(known.csr[:, : len(self.weights)] @ self.weights.astype(np.float64) + self.bias)

    def select_columns(self, columns: IntArray) -> QuestionWeights:
        """Return the weights of these columns only, in this order."""
        idf = np.pad(self.tfidf.idf, (0, max(0, int(columns.max(initial=-1)) + 1 - len(self.tfidf.idf))))
        weights = np.pad(self.weights, ((0, len(idf) - len(self.weights)), (0, 0)))
        return replace(self, weights=weights[columns], tfidf=replace(self.tfidf, idf=idf[columns]))

    def with_renamed_labels(self, names: Mapping[str, str]) -> QuestionWeights:
        return replace(self, labels=tuple(names.get(label, label) for label in self.labels))


@dataclass(frozen=True, slots=True, eq=False)
class SavedQuestions:
    """The data that a model with several labels per document saves in addition to its counts.

    `calibration` includes the thresholds. `weights` are the learnt weights; None if answers come from the counts.
    """

    calibration: AnswerCalibration
    weights: QuestionWeights | None = None

    def select_columns(self, columns: IntArray) -> SavedQuestions:
        """Return the questions for these columns of the model, in this order."""
        return replace(self, weights=None if self.weights is None else self.weights.select_columns(columns))

    def with_renamed_labels(self, names: Mapping[str, str]) -> SavedQuestions:
        """Return the questions with other label names. A name that two labels get counts as a new label."""
        weighed = None if self.weights is None else self.weights.with_renamed_labels(names)
        return SavedQuestions(self.calibration.with_renamed_labels(names), weighed)


def fit_question_weights(
    counts: CountMatrix,
    truth: BoolArray,
    labels: tuple[str, ...],
    weights: FloatArray | None,
    progress: Progress | None = None,
) -> QuestionWeights:
    """Fit the words' weights for each question. Words in only one document get a weight of 0.

    If `progress` raises an exception, the fit stops with it.
    """
    frequencies = document_frequencies(counts)
    is_known = frequencies > 1 if (frequencies > 1).any() else np.ones(counts.n_tokens, np.bool_)
    tfidf, columns = fit_tfidf(frequencies, counts.n_documents), np.where(is_known, np.cumsum(is_known) - 1, -1)
    lessons = FittingSamples(remap_tokens(tfidf(counts), columns, int(is_known.sum())), truth, weights)
    factors = fit_factors(lessons, _log_ratios_of_questions(counts, truth)[is_known], RIDGE, progress)
    all_weights = np.zeros((counts.n_tokens, len(labels)), np.float32)
    all_weights[is_known] = factors.weights
    return QuestionWeights(labels, all_weights, factors.bias, tfidf, len(truth))


def _log_ratios_of_questions(counts: CountMatrix, truth: BoolArray) -> FloatArray:
    """Return the log ratio of plain naive Bayes for each word and label against all others, (n_tokens, n_labels)."""
    present = counts.csr.astype(np.float64)
    present.data[:] = 1.0
    with_label = np.asarray(present.T @ truth.astype(np.float64)) + 1.0
    without = np.asarray(present.sum(axis=0)).reshape(-1, 1) + 2.0 - with_label
    return np.asarray(np.log(with_label / with_label.sum(axis=0)) - np.log(without / without.sum(axis=0)))


def held_out_log_odds_by_weights(
    counts: CountMatrix,
    truth: BoolArray,
    labels: tuple[str, ...],
    weights: FloatArray | None,
    progress: Progress | None,
) -> FloatArray:
    """Return log-odds (n_documents, n_labels) of each document, by weights fitted to the other folds."""
    n_folds = MAX_FOLDS if len(truth) <= FEW_DOCUMENTS else MIN_FOLDS
    folds, log_odds = np.arange(len(truth)) % n_folds, np.empty(truth.shape)
    for fold in range(n_folds):
        in_fold, rest = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
        if len(in_fold):
            rest_weights = None if weights is None else weights[rest]
            fitted = fit_question_weights(counts[rest], truth[rest], labels, rest_weights, progress)
            log_odds[in_fold] = fitted.log_odds(counts[in_fold])
    return log_odds


_SCALARS = ("scale", "assign_threshold", "presence_threshold", "absence_threshold")
_WEIGHTS = "questions.weights"

Numbers = dict[str, npt.NDArray[Any]]


def questions_to_parts(questions: SavedQuestions) -> tuple[dict[str, Any], Numbers, dict[str, bytes]]:
    """Convert questions to JSON values, number arrays and bytes, to be saved."""
    answers, weighed = questions.calibration, questions.weights
    facts: dict[str, Any] = {"labels": list(answers.labels)}
    numbers: Numbers = {
        "questions.slopes": answers.slopes,
        "questions.places": answers.offsets,
        "questions.marks": np.array([getattr(answers, name) for name in _SCALARS]),
    }
    if weighed is None:
        return facts, numbers, {}
    facts |= {"weighed": list(weighed.labels), "new_idf": weighed.tfidf.new_idf, "fitted": weighed.n_documents}
    numbers |= {"questions.bias": weighed.bias, "questions.idf": weighed.tfidf.idf}
    return facts, numbers, {_WEIGHTS: weighed.weights.astype("<f4").tobytes()}


def questions_from_parts(
    facts: Any, numbers: Mapping[str, Any], blobs: Mapping[str, bytes], n_words: int
) -> SavedQuestions:
    """Restore the result of `questions_to_parts`. Raises `DamagedModelError` if the data is inconsistent."""
    labels = tuple(check_names(facts["labels"]))
    scale, *marks = check_finite_array(numbers["questions.marks"], len(_SCALARS)).tolist()
    if scale <= 0:
        raise DamagedModelError("The model's questions have no scale.")
    calibration = [check_finite_array(numbers[f"questions.{name}"], len(labels)) for name in ("slopes", "places")]
    answers = AnswerCalibration(labels, scale, calibration[0], calibration[1], *marks)
    if "weighed" not in facts:
        return SavedQuestions(answers)
    weighed_labels, idf = tuple(check_names(facts["weighed"])), check_finite_array(numbers["questions.idf"])
    weights = np.frombuffer(blobs[_WEIGHTS], "<f4")
    if len(idf) > n_words or len(weights) != len(idf) * len(weighed_labels) or not np.isfinite(weights).all():
        raise DamagedModelError("The model's questions do not fit its words.")
    table = weights.reshape(len(idf), len(weighed_labels)).astype(np.float32)
    bias = check_finite_array(numbers["questions.bias"], len(weighed_labels))
    new_idf, fitted = facts["new_idf"], int(facts.get("fitted", 0))
    if np.abs(bias).max(initial=0.0) > MAX_WEIGHT or type(new_idf) not in (int, float):
        raise DamagedModelError("The model's questions hold numbers that are too large, or no numbers.")
    return SavedQuestions(answers, QuestionWeights(weighed_labels, table, bias, TfIdf(idf, float(new_idf)), fitted))

"""Calibrate scores to probabilities, and compute label sets with p-values. Both are fitted to held-out scores.

**Calibration.** Naive Bayes adds up evidence as if words were independent, so its log-odds grow with length far beyond
their real value. Three steps correct them:

1. Scores are divided by a temperature: a power of the length times a power of the mean distance between the labels'
scores (the spread).
2. A small probability, the floor, is divided among all labels. It allows for errors that scores cannot show, such as
wrong labels.
3. A curve with three parameters maps confidence to observed accuracy.

So there are seven parameters for any number of labels. Each has a prior, which decides while documents are few: 50
documents suffice for a reasonable temperature. The temperature never falls as length grows. The order of the labels,
and so the verdict, never changes.

Floor, spread and curve together halve the error of a temperature by length alone. Leave-one-out scores still look
better than those of later documents. Scores from held-out blocks of neighbours (`contiguous_folds`) reduce this error
(`tests/benchmarks/decisions/calibration.md`).

**One temperature.** `fit_temperature` fits a single temperature, to compare models whose overconfidence differs. Plain
log loss mostly punishes overconfidence. At its own best temperature, it measures how well a model separates the labels.

**Label sets.** `LabelSets` compare a document with held-out documents (conformal prediction). They tell which labels
the document may have, and whether it is unlike everything learnt.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.logspace import best_label_numbers, is_undecided, log_of, logistic, minimise, normalise_log_joint

MAX_PARAMETER = 1e6
"""Limit of the absolute value of parameters.

Fitted parameters are below 100. Larger ones come from damaged files and would overflow.
"""
MAX_LOG_TEMPERATURE = 300.0
"""Limit that keeps temperatures finite and above 0 for any parameters."""

FINITE_IMPOSSIBLE_SCORE = -1e150
"""Replaces scores of -inf, because -inf times a probability of 0 would be NaN."""
MAX_INVERSE_TEMPERATURE = 1e9
"""Largest inverse temperature."""
MAX_STEPS = 100
CLOSE_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class Temperature:
    """The temperature with the least log loss for some scores, and that loss: the mean of -log P(true label)."""

    temperature: float
    log_loss: float


def fit_temperature(log_joint: FloatArray, truth: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Temperature:
    """Return the temperature with the least log loss for scores (n_documents, n_labels).

    The loss is infinite if a true label is impossible. If all verdicts are right, the temperature is the lowest
    possible one, 1 / `MAX_INVERSE_TEMPERATURE`.
    """
    numbers = np.asarray(truth, dtype=np.int64)
    shares = _normalise_weights(len(numbers), weights)
    if not len(numbers):
        return Temperature(1.0, 0.0)
    true_scores = log_joint[np.arange(len(numbers)), numbers]
    is_lost = is_undecided(log_joint) | np.isneginf(true_scores)
    is_lost |= np.isposinf(log_joint).any(axis=1) & ~np.isposinf(true_scores)
    if (is_lost & (shares > 0)).any():
        return Temperature(1.0, np.inf)
    finite = np.isfinite(log_joint).any(axis=1) & ~np.isposinf(log_joint).any(axis=1)
    gaps = np.maximum(log_joint[finite] - log_joint[finite].max(axis=1, keepdims=True), FINITE_IMPOSSIBLE_SCORE)
    true_gaps = gaps[np.arange(len(gaps)), numbers[finite]]
    inverse = _best_inverse(gaps.T.copy(), true_gaps, shares[finite])
    losses = np.log(np.exp(inverse * gaps).sum(axis=1)) - inverse * true_gaps
    return Temperature(1 / inverse, float((shares[finite] * losses).sum()))


def apply_temperature(log_joint: FloatArray, temperature: float) -> FloatArray:
    """Return log P(label | document) of scores (n_documents, n_labels) at a temperature from `fit_temperature`.

    The best label of a document stays the best. If the scores are worse than chance, the temperature grows without
    limit. All labels would then be equal apart from rounding, and each document would get the first one.
    """
    log_proba = normalise_log_joint(log_joint / temperature)
    best = best_label_numbers(log_joint)
    rows = np.flatnonzero((best_label_numbers(log_proba) != best) & (best >= 0))
    if len(rows):
        raised = log_proba[rows]
        raised[np.arange(len(rows)), best[rows]] = raised.max(axis=1) + math.log(MIN_LEAD_RATIO)
        log_proba[rows] = normalise_log_joint(raised)
    return log_proba


def mean_log_loss(log_proba: FloatArray, truth: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """Return the weighted mean of -log P(true label).

    It is infinite if a true label is impossible, or a document is undecided.
    """
    numbers = np.asarray(truth, dtype=np.int64)
    shares = _normalise_weights(len(numbers), weights)
    losses = -log_proba[np.arange(len(numbers)), numbers]
    return float((shares[shares > 0] * losses[shares > 0]).sum())


def mean_accuracy(judged: IntArray, truth: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """Return the weighted share of right verdicts. Undecided verdicts count as wrong."""
    is_right = judged == np.asarray(truth)
    return float((_normalise_weights(len(is_right), weights) * is_right).sum())


def _normalise_weights(n_documents: int, weights: npt.ArrayLike | None) -> FloatArray:
    if weights is None:
        return np.full(n_documents, 1 / max(n_documents, 1))
    values = np.asarray(weights, dtype=np.float64)
    return values / max(float(values.sum()), np.finfo(float).tiny)


def _best_inverse(gaps: FloatArray, true_gaps: FloatArray, shares: FloatArray) -> float:
    """Return the inverse temperature with the least loss.

    The loss is convex. Newton's method finds the minimum; bisection replaces steps that would leave the interval.
    """
    low, high, inverse = 0.0, MAX_INVERSE_TEMPERATURE, 1.0
    for _ in range(MAX_STEPS):
        slope, curvature = _derivatives(gaps, true_gaps, shares, inverse)
        low, high = (inverse, high) if slope < 0 else (low, inverse)
        step = inverse - slope / curvature if curvature > 0 else MAX_INVERSE_TEMPERATURE
        if not low < step < high:
            step = min(inverse * 8, high) if slope < 0 else (low + high) / 2
        if abs(step - inverse) <= CLOSE_ENOUGH * inverse or step >= MAX_INVERSE_TEMPERATURE:
            return step
        inverse = step
    return inverse


def _derivatives(gaps: FloatArray, true_gaps: FloatArray, shares: FloatArray, inverse: float) -> tuple[float, float]:
    """Return the first and second derivatives of the loss with respect to the inverse temperature.

    `gaps`, (n_labels, n_documents), holds the score of each label minus the highest score of the document.
    """
    proba = np.exp(inverse * gaps)
    proba /= proba.sum(axis=0)
    weighted = proba * gaps
    means = weighted.sum(axis=0)
    spread = (weighted * gaps).sum(axis=0) - means * means
    return float((shares * (means - true_gaps)).sum()), float((shares * spread).sum())


MAX_FITTED_DOCUMENTS = 20_000
"""Maximum number of documents to which a calibration is fitted.

On 100,000 documents, a fifth gave equally good parameters.
"""
USUAL_LENGTH = 100.0
ADDED_LENGTH = 10.0
"""Number added to every length, so that the temperature does not depend much on the first few tokens."""
MIN_SPREAD = 1e-300
LARGE_FINITE_GAP = 1e300
"""Upper limit of scaled gaps. For this gap, exp(-gap) is 0 as for an infinite one, but 0 × gap is not NaN."""
DEFAULT_SPREAD = 60.0
"""Median spread of scores (see `Calibration.temperature`) that is assumed if there are no documents."""
MIN_LEAD_RATIO = 1 + 1e-6
"""Minimum ratio of the best label's probability to the second best after the curve is applied."""

CURVE_MEAN = np.array([1.0, 1.0, 0.0])


@dataclass(frozen=True, slots=True)
class CalibrationPrior:
    """Normal priors of a calibration's parameters. The fewer documents there are, the more influence they have."""

    means: tuple[float, float, float, float]
    """Means of four parameters: log(temperature), log(`length_power`), logit(`spread_power`) and logit(`floor`)."""
    deviations: tuple[float, float, float, float]
    """Standard deviations of the four parameters in `means`."""
    curve_deviation: float
    """Standard deviation of each parameter of the curve. The mean is a straight line, which changes nothing."""
    has_unit: bool = False
    """Whether the scale of scores has a meaning, as for margins.

    If True, the prior of the temperature is for these scores, at the mean length of the documents. If False, it is for
    scores divided by their median spread, at `USUAL_LENGTH`.
    """


LIKELIHOOD_PRIOR = CalibrationPrior((-2.0, math.log(0.5), -1.0, -4.0), (1.5, 0.5, 1.5, 1.5), 0.5)
"""Prior for log-likelihoods. It is wide, because their scale differs a lot between event models."""
USUAL_UNLABELLED = 3_000
"""Number of unlabelled documents at which the temperature in `make_prior_for_factors` was measured."""


def make_prior_for_factors(n_labels: int, n_documents: int, n_unlabelled: int = 0) -> CalibrationPrior:
    """Return the prior for scores of fitted factors, which are margins.

    With unlabelled documents the temperature varies little between collections. It falls with the number of labels and
    with the number of documents per label. See `tests/benchmarks/decisions/unlabelled.md`.
    """
    if not n_unlabelled:
        return CalibrationPrior((-2.0, math.log(0.4), -1.0, -4.5), (0.5, 0.5, 1.5, 1.5), 0.25, has_unit=True)
    per_label = max(n_documents / n_labels, 1.0)
    temperature = (
        -0.07
        - 0.72 * math.log(n_labels / 2)
        - 0.15 * math.log(per_label / 10)
        + 0.13 * math.log(n_unlabelled / USUAL_UNLABELLED)
    )
    return CalibrationPrior((temperature, math.log(0.4), -1.0, -4.5), (0.2, 0.5, 1.5, 1.5), 0.05, has_unit=True)


@dataclass(frozen=True, slots=True)
class Calibration:
    """Converts joint scores to probabilities. Created by `fit_calibration`."""

    log_temperature: float
    """Log temperature at `USUAL_LENGTH` and a spread of one."""
    length_power: float
    spread_power: float
    floor: float
    """Probability that is divided evenly among all labels, independent of the scores."""
    curve: tuple[float, float, float]
    """Parameters a, b and c in logit(confidence) = a · log(p) - b · log(1 - p) + c, where p is the best probability."""
    n_documents: int
    """Number of documents to which the calibration was fitted."""

    def __post_init__(self) -> None:
        numbers = (self.log_temperature, self.length_power, self.spread_power, *self.curve)
        if not all(abs(number) <= MAX_PARAMETER for number in numbers) or not 0 <= self.floor < 1:
            raise EngineError(f"No scores can be calibrated by these numbers: {self}.")

    def apply(self, log_joint: npt.ArrayLike, lengths: npt.ArrayLike) -> FloatArray:
        """Return calibrated log P(label | document), shape (n_documents, n_labels).

        `lengths` (n_documents,) are token counts. A document with all labels impossible keeps -inf for all.
        """
        joint, tokens = _check_shapes(log_joint, lengths)
        if joint.shape[1] == 1:
            return np.where(np.isneginf(joint), -np.inf, 0.0)
        gaps, undecided = compute_score_gaps(joint)
        proba = self._apply_temperature(gaps, tokens)
        self._apply_curve(proba)
        proba[undecided] = 0.0
        return log_of(proba)

    def temperature(self, lengths: npt.ArrayLike, spread: npt.ArrayLike = 1.0) -> FloatArray:
        """Return the temperature for a length in tokens and a spread.

        The spread of a document is the mean distance of the other labels' scores from the best score.
        """
        length = _log_length(np.asarray(lengths, dtype=np.float64))
        return self.temperature_at(length, np.log(np.maximum(spread, MIN_SPREAD)))

    def temperature_at(self, log_length: FloatArray, log_spread: FloatArray) -> FloatArray:
        """Return the temperature for the logarithms of length and spread."""
        by_length = self.log_temperature + self.length_power * log_length
        log_temperature = by_length + self.spread_power * log_spread
        return np.asarray(np.exp(np.clip(log_temperature, -MAX_LOG_TEMPERATURE, MAX_LOG_TEMPERATURE)))

    def _apply_temperature(self, gaps: FloatArray, lengths: FloatArray) -> FloatArray:
        tempered = np.exp(-gaps / self.temperature(lengths, _mean_gap(gaps))[:, None])
        tempered *= (1 - self.floor) / tempered.sum(axis=1, keepdims=True)
        tempered += self.floor / gaps.shape[1]
        return tempered

    def _apply_curve(self, proba: FloatArray) -> None:
        """Replace the confidence of each document by the value of the curve. `proba` is changed in place.

        The best label stays above the second best.
        """
        rows, best = np.arange(len(proba)), proba.argmax(axis=1)
        confidence = proba[rows, best]
        rest = np.maximum(proba.sum(axis=1) - confidence, np.finfo(np.float64).tiny)
        proba[rows, best] = 0.0
        second = proba.max(axis=1)
        target = logistic(_curve_features(confidence) @ np.array(self.curve))
        target = np.maximum(target, second * MIN_LEAD_RATIO / (rest + second * MIN_LEAD_RATIO))
        proba *= ((1 - target) / rest)[:, None]
        proba[rows, best] = target


def fit_calibration(
    log_joint: npt.ArrayLike,
    truth: npt.ArrayLike,
    lengths: npt.ArrayLike,
    prior: CalibrationPrior = LIKELIHOOD_PRIOR,
) -> Calibration:
    """Fit a calibration to scores of held-out documents.

    `log_joint` (n_documents, n_labels) comes from leave-one-out or folds. `truth` are label numbers, `lengths` token
    counts. Undecided documents are ignored.
    """
    joint, tokens = _check_shapes(log_joint, lengths)
    numbers = np.asarray(truth, dtype=np.int64)
    if numbers.shape != tokens.shape:
        raise EngineError(f"{len(tokens)} documents need one true label each, not shape {numbers.shape}.")
    gaps, undecided = compute_score_gaps(joint)
    picked = np.flatnonzero(~undecided)
    picked = picked[:: -(-len(picked) // MAX_FITTED_DOCUMENTS) or 1]
    gaps, numbers, tokens = gaps[picked], numbers[picked], tokens[picked]
    mean = np.array(prior.means)
    if len(picked) == 0 or joint.shape[1] == 1:
        return _make_calibration(mean, CURVE_MEAN, len(picked), scale=1.0 if prior.has_unit else DEFAULT_SPREAD)
    spread = _mean_gap(gaps)
    scale = float(np.median(spread[spread > 0])) if (spread > 0).any() else 1.0
    documents = _ScoredDocuments.from_gaps(gaps / scale, numbers, tokens)
    centre = 0.0
    if prior.has_unit:
        mean[0] -= math.log(scale)
        centre = float(documents.log_length.mean())
        documents = replace(documents, log_length=documents.log_length - centre)
    deviation = np.array(prior.deviations)
    parameters = minimise(lambda candidate: _temperature_loss(candidate, documents, mean, deviation), mean)
    parameters[0] -= math.exp(float(parameters[1])) * centre
    tempered = _make_calibration(parameters, CURVE_MEAN, len(picked), scale=scale)._apply_temperature(gaps, tokens)
    is_right = tempered.argmax(axis=1) == numbers
    curve = _fit_curve(tempered.max(axis=1), is_right, prior.curve_deviation)
    return _make_calibration(parameters, curve, len(picked), scale=scale)


def compute_score_gaps(log_joint: FloatArray) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    """Return the best score minus each score, (n_documents, n_labels), and a mask of undecided documents.

    A document is undecided if every label is impossible, or if two have infinite evidence.
    """
    peak = log_joint.max(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        gaps = np.where(log_joint == peak, 0.0, peak - log_joint)
    return gaps, is_undecided(log_joint)


def _mean_gap(gaps: FloatArray) -> FloatArray:
    """Return the mean gap of the possible labels other than the best; 1 if there is none."""
    is_possible = np.isfinite(gaps)
    n_others = is_possible.sum(axis=1) - 1
    total = np.where(is_possible, gaps, 0.0).sum(axis=1)
    return np.asarray(np.divide(total, n_others, out=np.ones(len(gaps)), where=n_others > 0))


def _log_length(lengths: FloatArray) -> FloatArray:
    return np.log((lengths + ADDED_LENGTH) / (USUAL_LENGTH + ADDED_LENGTH))


@dataclass(frozen=True, slots=True)
class _ScoredDocuments:
    """Documents to fit the temperature to, with their precomputed logarithms."""

    gaps: FloatArray
    truth: IntArray
    log_length: FloatArray
    log_spread: FloatArray

    @classmethod
    def from_gaps(cls, gaps: FloatArray, truth: IntArray, lengths: FloatArray) -> _ScoredDocuments:
        log_spread = np.log(np.maximum(_mean_gap(gaps), MIN_SPREAD))
        return cls(gaps, truth, _log_length(lengths), log_spread)


def _temperature_loss(
    parameters: FloatArray, documents: _ScoredDocuments, prior_mean: FloatArray, deviation: FloatArray
) -> tuple[float, FloatArray]:
    """Return the value to minimise and its gradient: the mean log loss minus the log prior per document."""
    calibration, n_labels, rows = (
        _make_calibration(parameters, CURVE_MEAN, 0),
        documents.gaps.shape[1],
        np.arange(len(documents.truth)),
    )
    scaled = documents.gaps / calibration.temperature_at(documents.log_length, documents.log_spread)[:, None]
    np.minimum(scaled, LARGE_FINITE_GAP, out=scaled)
    shares = np.exp(-scaled)
    shares /= shares.sum(axis=1, keepdims=True)
    true_share = shares[rows, documents.truth]
    proba = (1 - calibration.floor) * true_share + calibration.floor / n_labels
    true_gaps = np.where(true_share > 0, scaled[rows, documents.truth], 0.0)
    mean = np.multiply(shares, scaled, out=shares).sum(axis=1)
    by_log_temperature = -(1 - calibration.floor) * true_share * (true_gaps - mean) / proba
    by_floor = (true_share - 1 / n_labels) / proba
    pull = (parameters - prior_mean) / deviation**2 / len(rows)
    slope = np.array(
        [
            by_log_temperature.mean(),
            (by_log_temperature * documents.log_length).mean() * calibration.length_power,
            (by_log_temperature * documents.log_spread).mean()
            * calibration.spread_power
            * (1 - calibration.spread_power),
            by_floor.mean() * calibration.floor * (1 - calibration.floor),
        ]
    )
    loss = -np.log(proba).mean() + 0.5 * float((parameters - prior_mean) @ pull)
    return float(loss), slope + pull


def _fit_curve(confidence: FloatArray, is_right: npt.NDArray[np.bool_], deviation: float) -> FloatArray:
    features = _curve_features(confidence)

    def loss(parameters: FloatArray) -> tuple[float, FloatArray]:
        pull = (parameters - CURVE_MEAN) / deviation**2 / len(is_right)
        score = features @ parameters
        slope = features.T @ (logistic(score) - is_right) / len(is_right) + pull
        value = np.logaddexp(0, np.where(is_right, -score, score)).mean()
        return float(value) + 0.5 * float((parameters - CURVE_MEAN) @ pull), slope

    return np.maximum(minimise(loss, CURVE_MEAN), [0.0, 0.0, -np.inf])


def _curve_features(confidence: FloatArray) -> FloatArray:
    certain = np.minimum(confidence, 1 - 1e-15)
    return np.column_stack([np.log(certain), -np.log1p(-certain), np.ones(len(certain))])


def _make_calibration(
    parameters: FloatArray, curve: FloatArray, n_documents: int, *, scale: float = 1.0
) -> Calibration:
    """Convert fitted parameters to a calibration.

    `parameters` are those of `CalibrationPrior.means`, fitted to scores divided by `scale`.
    """
    a, b, c = curve.tolist()
    spread_power = float(logistic(parameters[2]))
    return Calibration(
        log_temperature=float(parameters[0]) + (1 - spread_power) * math.log(scale),
        length_power=math.exp(float(parameters[1])),
        spread_power=spread_power,
        floor=float(logistic(parameters[3])),
        curve=(a, b, c),
        n_documents=n_documents,
    )


def _check_shapes(log_joint: npt.ArrayLike, lengths: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    joint, tokens = np.asarray(log_joint, dtype=np.float64), np.asarray(lengths, dtype=np.float64)
    if joint.ndim != 2 or tokens.shape != joint.shape[:1]:
        raise EngineError(f"Scores of shape {joint.shape} need one length per document, not shape {tokens.shape}.")
    if np.isnan(joint).any() or np.isnan(tokens).any():
        raise EngineError("Scores and lengths must not be NaN.")
    return joint, tokens


USUAL_TOKENS = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class LabelSets:
    """Compares new documents with sorted scores of held-out documents. Created by `learn_label_sets`.

    The label set of a document contains the true label with probability 1 − error, however bad the model is. The reason
    is that the comparison is with held-out documents (conformal prediction). A document can be unusual in two ways, and
    half of the tolerated error is allowed for each:

    - For one label, because another label fits much better. The label's log-odds against the best other label are
      compared with those of the label's own documents. So the guarantee holds for each label, even for rare ones.
    - For all labels, because its words fit none. Its log-likelihood per token is compared with the usual value of its
      best label, and its share of unknown words with the usual share. Here the documents of all labels are compared
      together, because the few documents of a rare label do not give small p-values.

    Both comparisons add `USUAL_TOKENS` known tokens of average kind, so that short documents are not unusual for being
    short. A document without known words counts as unusual. An empty label set means that the document is unlike
    everything learnt.
    """

    log_prior: FloatArray
    """(n_labels,): log prior. It is subtracted from joint scores to get the likelihood of the words."""
    usual_likelihood: FloatArray
    """(n_labels,): mean log-likelihood per token of the label's own documents."""
    known_odds: tuple[FloatArray, ...]
    """For each label: log-odds of its own documents against the best other label, ascending."""
    known_excess: FloatArray
    """(n_documents,): log-likelihood per token minus the usual one of the best label, ascending (see
    `compute_excess_likelihood`).
    """
    known_acquaintance: FloatArray
    """(n_documents,): negative share of unknown words of each held-out document, ascending."""

    def p_values(
        self, log_joint: npt.ArrayLike, lengths: npt.ArrayLike, unknown: npt.ArrayLike | None = None
    ) -> FloatArray:
        """Return a p-value of each label for each document, (n_documents, n_labels), from 0 (unusual) to 1."""
        odds = log_odds_against_best_other_label(self._check_scores(log_joint))
        by_odds = np.column_stack([_p_values(known, odds[:, label]) for label, known in enumerate(self.known_odds)])
        by_words = self.p_values_of_words(log_joint, lengths, unknown)
        return np.asarray(np.minimum(1.0, 2 * np.minimum(by_odds, by_words[:, None])))

    def p_values_of_words(
        self, log_joint: npt.ArrayLike, lengths: npt.ArrayLike, unknown: npt.ArrayLike | None = None
    ) -> FloatArray:
        """Return a p-value for the words of each document, (n_documents,), from 0 (unusual for every label) to 1."""
        likelihood = self._check_scores(log_joint) - _finite_prior(self.log_prior)
        by_likelihood = _p_values(
            self.known_excess, compute_excess_likelihood(likelihood, lengths, self.usual_likelihood)
        )
        if unknown is None:
            return by_likelihood
        by_acquaintance = _p_values(self.known_acquaintance, -unknown_share(lengths, unknown))
        return np.asarray(np.minimum(1.0, 2 * np.minimum(by_likelihood, by_acquaintance)))

    def possible_labels(
        self,
        log_joint: npt.ArrayLike,
        lengths: npt.ArrayLike,
        unknown: npt.ArrayLike | None = None,
        *,
        error: float = 0.05,
    ) -> npt.NDArray[np.bool_]:
        """Return a mask of the labels that each document may have; shape (n_documents, n_labels).

        With a probability of at most `error`, the true label is not among them.
        """
        return self.p_values(log_joint, lengths, unknown) > error

    def is_unlike_learnt(
        self,
        log_joint: npt.ArrayLike,
        lengths: npt.ArrayLike,
        unknown: npt.ArrayLike | None = None,
        *,
        error: float = 0.01,
    ) -> npt.NDArray[np.bool_]:
        """Return a mask of the documents that are unlike everything learnt, (n_documents,).

        At most a share of `error` of the learnt documents has words that are as unusual.
        """
        return self.p_values_of_words(log_joint, lengths, unknown) <= error

    def _check_scores(self, log_joint: npt.ArrayLike) -> FloatArray:
        joint = np.asarray(log_joint, dtype=np.float64)
        if joint.ndim != 2 or joint.shape[1] != len(self.known_odds):
            raise EngineError(f"Scores of shape {joint.shape} do not go with {len(self.known_odds)} labels.")
        return joint


def learn_label_sets(
    log_joint: npt.ArrayLike,
    truth: npt.ArrayLike,
    lengths: npt.ArrayLike,
    log_prior: npt.ArrayLike,
    unknown: npt.ArrayLike | None = None,
) -> LabelSets:
    """Fit label sets to joint scores (n_documents, n_labels) of held-out documents.

    `lengths` are token counts, `unknown` counts of unknown tokens. With leave-one-out scores, use `count_unique_tokens`
    for these. Some scores are not likelihoods, such as those of complement naive Bayes. They are used in the same way,
    but detect fewer unusual documents.
    """
    joint, numbers = np.asarray(log_joint, dtype=np.float64), np.asarray(truth)
    prior, tokens = np.asarray(log_prior, dtype=np.float64), np.asarray(lengths, dtype=np.float64)
    if joint.ndim != 2 or not numbers.shape == tokens.shape == joint.shape[:1] or prior.shape != joint.shape[1:]:
        raise EngineError(f"Scores of shape {joint.shape} need a true label and a length each, and a prior per label.")
    likelihood, rows = joint - _finite_prior(prior), np.arange(len(joint))
    own_likelihood = likelihood[rows, numbers]
    known = np.isfinite(own_likelihood)
    n_tokens = np.bincount(numbers[known], tokens[known], len(prior))
    totals = np.bincount(numbers[known], own_likelihood[known], len(prior))
    usual = np.divide(totals, n_tokens, out=np.full(len(prior), np.inf), where=n_tokens > 0)
    odds = log_odds_against_best_other_label(joint)[rows, numbers]
    return LabelSets(
        log_prior=prior,
        usual_likelihood=usual,
        known_odds=tuple(np.sort(odds[numbers == label]) for label in range(len(prior))),
        known_excess=np.sort(compute_excess_likelihood(likelihood, tokens, usual)),
        known_acquaintance=np.sort(-unknown_share(tokens, np.zeros(len(joint)) if unknown is None else unknown)),
    )


def count_unique_tokens(counts: CountMatrix, documents_with: npt.ArrayLike) -> FloatArray:
    """Count the tokens of each document that occur in no other document, (n_documents,).

    In leave-one-out, these tokens are unknown. `documents_with` (n_tokens,) is the number of documents that contain
    each token.
    """
    is_unique = np.asarray(documents_with)[counts.tokens] <= 1
    return np.bincount(counts.rows, np.where(is_unique, counts.values, 0), counts.n_documents).astype(np.float64)


def unknown_share(lengths: npt.ArrayLike, unknown: npt.ArrayLike) -> FloatArray:
    """Return the share of unknown tokens in each document, (n_documents,).

    `USUAL_TOKENS` known tokens are added first.
    """
    number = np.asarray(unknown, dtype=np.float64)
    return np.asarray(number / (np.asarray(lengths, dtype=np.float64) + number + USUAL_TOKENS))


def compute_excess_likelihood(likelihood: FloatArray, lengths: npt.ArrayLike, usual: FloatArray) -> FloatArray:
    """Return each document's log-likelihood per token minus the usual value of a label, (n_documents,).

    The difference is computed for each label; the largest one is returned. A label without documents is ignored.
    """
    tokens = np.asarray(lengths, dtype=np.float64)[:, None]
    with np.errstate(invalid="ignore"):
        excess = (likelihood - tokens * usual) / (tokens + USUAL_TOKENS)
    return np.asarray(np.where((tokens > 0) & ~np.isnan(excess), excess, -np.inf).max(axis=1, initial=-np.inf))


def log_odds_against_best_other_label(log_joint: FloatArray) -> FloatArray:
    """Return the log-odds of each label against the best other one, (n_documents, n_labels).

    They are 0 if both scores are equal, even if both are -inf.
    """
    if log_joint.shape[1] == 1:
        return np.zeros_like(log_joint)
    rows, best = np.arange(len(log_joint)), log_joint.argmax(axis=1)
    rival = np.repeat(log_joint[rows, best][:, None], log_joint.shape[1], axis=1)
    others = log_joint.copy()
    others[rows, best] = -np.inf
    rival[rows, best] = others.max(axis=1)
    is_even = log_joint == rival
    return np.where(is_even, 0.0, log_joint - np.where(is_even, 0.0, rival))


def _p_values(known: FloatArray, values: FloatArray) -> FloatArray:
    """Return a p-value for each of `values`: the share of `known` values that are not larger.

    The value itself counts as one of the known values.
    """
    return np.asarray((np.searchsorted(known, values, side="right") + 1.0) / (len(known) + 1.0))


def _finite_prior(log_prior: FloatArray) -> FloatArray:
    """Return the log prior with 0 in place of -inf."""
    return np.where(np.isneginf(log_prior), 0.0, log_prior)

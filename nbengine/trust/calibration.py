"""Probabilities one can trust: how sure a verdict should be, learnt from scores of documents left out.

Naive Bayes adds up evidence as if words came independently, so its log-odds grow with length far beyond what
they are worth. The scores are divided by a temperature: a power of the length times a power of how far the
labels' scores lie apart. A small floor allows for what no score can tell (wrong labels, documents in two places),
and a curve of three numbers brings confidence to the observed share of right verdicts.

Seven numbers for any count of labels, each with a prior that decides where documents are few: 50 documents give
a sane temperature, none give the average one. The temperature never falls as length grows, within the documents
seen and beyond them. The order of the labels, hence the verdict, never changes.

The floor, the spread and the curve together leave about half of the error of a plain temperature by length. What
remains is that documents of a later time are harder than those left out one at a time; scores from stretches of
neighbours left out together (`contiguous_folds`) bring it down further (`tests/benchmarks/decisions/calibration.md`).

Models whose over-confidence differs are compared by the one temperature that suits the scores of each best. Raw log
loss punishes over-confidence first of all; divided by its own temperature, each is judged by how well it tells the
labels apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.logspace import is_undecided, log_of, logistic, minimise

LARGEST_PARAMETER = 1e6
"""Fitted parameters are below 100; larger ones come from damaged bytes and would overflow."""
LARGEST_LOG_TEMPERATURE = 300.0
"""Keeps temperatures finite and above 0 whatever the parameters are."""

IMPOSSIBLE = -1e150
"""Stands for -inf: times a probability of 0 it is 0."""
COLDEST = 1e9
MOST_STEPS = 100
CLOSE_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class Temperature:
    """The temperature that suits some scores best (they are divided by it), and the mean -log P(truth) that remains."""

    temperature: float
    log_loss: float


def fit_temperature(log_joint: FloatArray, truth: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Temperature:
    """Find the temperature with the least log loss of (n_documents, n_labels) scores.

    The loss is infinite where the truth was held impossible; scores that are never wrong are left as cold as can be.
    """
    numbers = np.asarray(truth, dtype=np.int64)
    shares = _shares(len(numbers), weights)
    if not len(numbers):
        return Temperature(1.0, 0.0)
    given = log_joint[np.arange(len(numbers)), numbers]
    is_lost = is_undecided(log_joint) | np.isneginf(given)
    is_lost |= np.isposinf(log_joint).any(axis=1) & ~np.isposinf(given)
    if (is_lost & (shares > 0)).any():
        return Temperature(1.0, np.inf)
    finite = np.isfinite(log_joint).any(axis=1) & ~np.isposinf(log_joint).any(axis=1)
    gaps = np.maximum(log_joint[finite] - log_joint[finite].max(axis=1, keepdims=True), IMPOSSIBLE)
    own = gaps[np.arange(len(gaps)), numbers[finite]]
    inverse = _best_inverse(gaps.T.copy(), own, shares[finite])
    loss = _loss(gaps, own, shares[finite], inverse)
    return Temperature(1 / inverse, loss)


def mean_log_loss(log_proba: FloatArray, truth: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """Mean -log P(truth) by weight; infinite where the truth was held impossible or nothing was decided."""
    numbers = np.asarray(truth, dtype=np.int64)
    shares = _shares(len(numbers), weights)
    losses = -log_proba[np.arange(len(numbers)), numbers]
    return float((shares[shares > 0] * losses[shares > 0]).sum())


def mean_accuracy(judged: IntArray, truth: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """Return the share of documents, by weight, whose verdict is right; undecided ones are not."""
    is_right = judged == np.asarray(truth)
    return float((_shares(len(is_right), weights) * is_right).sum())


def _shares(n_documents: int, weights: npt.ArrayLike | None) -> FloatArray:
    if weights is None:
        return np.full(n_documents, 1 / max(n_documents, 1))
    given = np.asarray(weights, dtype=np.float64)
    return given / max(float(given.sum()), np.finfo(float).tiny)


def _best_inverse(gaps: FloatArray, own: FloatArray, shares: FloatArray) -> float:
    """Newton's steps on the convex loss, held inside what is known of where its slope changes sign."""
    low, high, inverse = 0.0, COLDEST, 1.0
    for _ in range(MOST_STEPS):
        slope, bend = _slope(gaps, own, shares, inverse)
        low, high = (inverse, high) if slope < 0 else (low, inverse)
        step = inverse - slope / bend if bend > 0 else COLDEST
        if not low < step < high:
            step = min(inverse * 8, high) if slope < 0 else (low + high) / 2
        if abs(step - inverse) <= CLOSE_ENOUGH * inverse or step >= COLDEST:
            return step
        inverse = step
    return inverse


def _slope(gaps: FloatArray, own: FloatArray, shares: FloatArray, inverse: float) -> tuple[float, float]:
    """First and second derivative of the loss by the inverse temperature; gaps are (n_labels, n_documents)."""
    proba = np.exp(inverse * gaps)
    proba /= proba.sum(axis=0)
    weighted = proba * gaps
    means = weighted.sum(axis=0)
    spread = (weighted * gaps).sum(axis=0) - means * means
    return float((shares * (means - own)).sum()), float((shares * spread).sum())


def _loss(gaps: FloatArray, own: FloatArray, shares: FloatArray, inverse: float) -> float:
    totals = np.log(np.exp(inverse * gaps).sum(axis=1))
    return float((shares * (totals - inverse * own)).sum())


ENOUGH_DOCUMENTS = 20_000
"""Seven numbers are as good from every fifth of 100,000 documents."""
USUAL_LENGTH = 100.0
SHORTEST = 10.0
"""Added to every length, so that the first few tokens do not decide the temperature."""
SMALLEST_SPREAD = 1e-300
NO_SHARE = 1e300
"""A scaled gap that leaves a label no share, as an infinite one does, and can be multiplied by none."""
USUAL_SCALE = 60.0
"""The spread of scores that is assumed without any documents."""
LEAD = 1 + 1e-6
"""By how much the best label stays more likely than the second."""

# Log temperature at the usual length and spread; log of the length's power; logit of the spread's power; logit of the
# floor. Scores are measured by their usual spread first, for event models differ in scale a millionfold.
PRIOR_MEAN = np.array([-2.0, math.log(0.5), -1.0, -4.0])
PRIOR_DEVIATION = np.array([1.5, 0.5, 1.5, 1.5])
CURVE_MEAN = np.array([1.0, 1.0, 0.0])
CURVE_DEVIATION = np.array([0.5, 0.5, 0.5])


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns joint scores into probabilities; `fit_calibration` makes it."""

    log_temperature: float
    """At the usual length and a spread of one."""
    length_power: float
    spread_power: float
    floor: float
    """The probability that is spread evenly over all labels whatever the scores say."""
    curve: tuple[float, float, float]
    """logit(confidence) = a · log(p) - b · log(1 - p) + c."""
    n_documents: int

    def __post_init__(self) -> None:
        numbers = (self.log_temperature, self.length_power, self.spread_power, *self.curve)
        if not all(abs(number) <= LARGEST_PARAMETER for number in numbers) or not 0 <= self.floor < 1:
            raise EngineError(f"No scores can be calibrated by these numbers: {self}.")

    def apply(self, log_joint: npt.ArrayLike, lengths: npt.ArrayLike) -> FloatArray:
        """Return calibrated log P(label | document), shape (n_documents, n_labels).

        Lengths are tokens counted per document. A document for which every label is impossible stays so.
        """
        joint, tokens = _checked(log_joint, lengths)
        if joint.shape[1] == 1:
            return np.where(np.isneginf(joint), -np.inf, 0.0)
        gaps, undecided = score_gaps(joint)
        proba = self._tempered(gaps, tokens)
        self._curve_confidence(proba)
        proba[undecided] = 0.0
        return log_of(proba)

    def temperature(self, lengths: npt.ArrayLike, spread: npt.ArrayLike = 1.0) -> FloatArray:
        """Return what scores are divided by, for a length in tokens and a mean distance below the best."""
        length = _log_length(np.asarray(lengths, dtype=np.float64))
        return self.temperature_at(length, np.log(np.maximum(spread, SMALLEST_SPREAD)))

    def temperature_at(self, log_length: FloatArray, log_spread: FloatArray) -> FloatArray:
        """Return what scores are divided by, for the logarithms of the length and of the spread."""
        by_length = self.log_temperature + self.length_power * log_length
        log_temperature = by_length + self.spread_power * log_spread
        return np.asarray(np.exp(np.clip(log_temperature, -LARGEST_LOG_TEMPERATURE, LARGEST_LOG_TEMPERATURE)))

    def _tempered(self, gaps: FloatArray, lengths: FloatArray) -> FloatArray:
        tempered = np.exp(-gaps / self.temperature(lengths, _spread(gaps))[:, None])
        tempered *= (1 - self.floor) / tempered.sum(axis=1, keepdims=True)
        tempered += self.floor / gaps.shape[1]
        return tempered

    def _curve_confidence(self, proba: FloatArray) -> None:
        """Move the confidence along the curve, but never below the second best label."""
        rows, best = np.arange(len(proba)), proba.argmax(axis=1)
        confidence = proba[rows, best]
        rest = np.maximum(proba.sum(axis=1) - confidence, np.finfo(np.float64).tiny)
        proba[rows, best] = 0.0
        second = proba.max(axis=1)
        wanted = logistic(_curve_features(confidence) @ np.array(self.curve))
        wanted = np.maximum(wanted, second * LEAD / (rest + second * LEAD))
        proba *= ((1 - wanted) / rest)[:, None]
        proba[rows, best] = wanted


def fit_calibration(log_joint: npt.ArrayLike, truth: npt.ArrayLike, lengths: npt.ArrayLike) -> Calibration:
    """Learn how sure to be from scores of documents that were left out when scored.

    log_joint (n_documents, n_labels) comes from leave-one-out or folds, truth holds label numbers, lengths tokens
    per document. Undecided documents teach nothing and are left out.
    """
    joint, tokens = _checked(log_joint, lengths)
    numbers = np.asarray(truth, dtype=np.int64)
    if numbers.shape != tokens.shape:
        raise EngineError(f"{len(tokens)} documents need one true label each, not shape {numbers.shape}.")
    gaps, undecided = score_gaps(joint)
    picked = np.flatnonzero(~undecided)
    picked = picked[:: -(-len(picked) // ENOUGH_DOCUMENTS) or 1]
    gaps, numbers, tokens = gaps[picked], numbers[picked], tokens[picked]
    if len(picked) == 0 or joint.shape[1] == 1:
        return _calibration(PRIOR_MEAN, CURVE_MEAN, len(picked), scale=USUAL_SCALE)
    spread = _spread(gaps)
    scale = float(np.median(spread[spread > 0])) if (spread > 0).any() else 1.0
    seen = _ScoredDocuments.measured(gaps / scale, numbers, tokens)
    place = minimise(lambda guess: _temperature_loss(guess, seen), PRIOR_MEAN)
    tempered = _calibration(place, CURVE_MEAN, len(picked), scale=scale)._tempered(gaps, tokens)
    is_right = tempered.argmax(axis=1) == numbers
    return _calibration(place, _fitted_curve(tempered.max(axis=1), is_right), len(picked), scale=scale)


def score_gaps(log_joint: FloatArray) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    """Return how far each label lies below the best, (n_documents, n_labels), and which documents are undecided.

    Undecided are those for which every label is impossible, or two have infinite evidence.
    """
    peak = log_joint.max(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        gaps = np.where(log_joint == peak, 0.0, peak - log_joint)
    return gaps, is_undecided(log_joint)


def _spread(gaps: FloatArray) -> FloatArray:
    """Return the mean gap of the labels that are possible and not the best one; 1 where there is none."""
    is_possible = np.isfinite(gaps)
    n_others = is_possible.sum(axis=1) - 1
    total = np.where(is_possible, gaps, 0.0).sum(axis=1)
    return np.asarray(np.divide(total, n_others, out=np.ones(len(gaps)), where=n_others > 0))


def _log_length(lengths: FloatArray) -> FloatArray:
    return np.log((lengths + SHORTEST) / (USUAL_LENGTH + SHORTEST))


@dataclass(frozen=True, slots=True)
class _ScoredDocuments:
    """Documents that the temperature is fitted to, and what of them no guess changes."""

    gaps: FloatArray
    truth: IntArray
    length: FloatArray
    distance: FloatArray

    @classmethod
    def measured(cls, gaps: FloatArray, truth: IntArray, lengths: FloatArray) -> _ScoredDocuments:
        distance = np.log(np.maximum(_spread(gaps), SMALLEST_SPREAD))
        return cls(gaps, truth, _log_length(lengths), distance)


def _temperature_loss(place: FloatArray, seen: _ScoredDocuments) -> tuple[float, FloatArray]:
    """Mean log loss plus the prior's share of it, with the gradient."""
    guess, n_labels, rows = _calibration(place, CURVE_MEAN, 0), seen.gaps.shape[1], np.arange(len(seen.truth))
    scaled = seen.gaps / guess.temperature_at(seen.length, seen.distance)[:, None]
    np.minimum(scaled, NO_SHARE, out=scaled)
    shares = np.exp(-scaled)
    shares /= shares.sum(axis=1, keepdims=True)
    true_share = shares[rows, seen.truth]
    proba = (1 - guess.floor) * true_share + guess.floor / n_labels
    own = np.where(true_share > 0, scaled[rows, seen.truth], 0.0)
    mean = np.multiply(shares, scaled, out=shares).sum(axis=1)
    by_log_temperature = -(1 - guess.floor) * true_share * (own - mean) / proba
    by_floor = (true_share - 1 / n_labels) / proba
    pull = (place - PRIOR_MEAN) / PRIOR_DEVIATION**2 / len(rows)
    slope = np.array(
        [
            by_log_temperature.mean(),
            (by_log_temperature * seen.length).mean() * guess.length_power,
            (by_log_temperature * seen.distance).mean() * guess.spread_power * (1 - guess.spread_power),
            by_floor.mean() * guess.floor * (1 - guess.floor),
        ]
    )
    loss = -np.log(proba).mean() + 0.5 * float((place - PRIOR_MEAN) @ pull)
    return float(loss), slope + pull


def _fitted_curve(confidence: FloatArray, is_right: npt.NDArray[np.bool_]) -> FloatArray:
    features = _curve_features(confidence)
    scale = CURVE_DEVIATION

    def loss(place: FloatArray) -> tuple[float, FloatArray]:
        pull = (place - CURVE_MEAN) / scale**2 / len(is_right)
        score = features @ place
        slope = features.T @ (logistic(score) - is_right) / len(is_right) + pull
        value = np.logaddexp(0, np.where(is_right, -score, score)).mean()
        return float(value) + 0.5 * float((place - CURVE_MEAN) @ pull), slope

    return np.maximum(minimise(loss, CURVE_MEAN), [0.0, 0.0, -np.inf])


def _curve_features(confidence: FloatArray) -> FloatArray:
    certain = np.minimum(confidence, 1 - 1e-15)
    return np.column_stack([np.log(certain), -np.log1p(-certain), np.ones(len(certain))])


def _calibration(place: FloatArray, curve: FloatArray, n_documents: int, *, scale: float = 1.0) -> Calibration:
    """Make a calibration of scores of another scale from the four numbers for scores of a usual spread of one."""
    a, b, c = curve.tolist()
    spread_power = float(logistic(place[2]))
    return Calibration(
        log_temperature=float(place[0]) + (1 - spread_power) * math.log(scale),
        length_power=math.exp(float(place[1])),
        spread_power=spread_power,
        floor=float(logistic(place[3])),
        curve=(a, b, c),
        n_documents=n_documents,
    )


def _checked(log_joint: npt.ArrayLike, lengths: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    joint, tokens = np.asarray(log_joint, dtype=np.float64), np.asarray(lengths, dtype=np.float64)
    if joint.ndim != 2 or tokens.shape != joint.shape[:1]:
        raise EngineError(f"Scores of shape {joint.shape} need one length per document, not shape {tokens.shape}.")
    if np.isnan(joint).any() or np.isnan(tokens).any():
        raise EngineError("Scores and lengths must not be NaN.")
    return joint, tokens


USUAL_TOKENS = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class LabelSets:
    """Scores of left-out documents in order, against which new ones are compared; `learn_label_sets` makes it."""

    log_prior: FloatArray
    """(n_labels,): taken off the joint scores, leaving the likelihood of the words."""
    usual_likelihood: FloatArray
    """(n_labels,): log-likelihood per token of the label's own documents."""
    known_odds: tuple[FloatArray, ...]
    """For each label, its own documents' log-odds against the best other label, ascending."""
    known_excess: FloatArray
    """(n_documents,): how far above the usual likelihood the words are at best, ascending."""
    known_acquaintance: FloatArray
    """(n_documents,): minus the share of unknown words, ascending."""

    def p_values(
        self, log_joint: npt.ArrayLike, lengths: npt.ArrayLike, unknown: npt.ArrayLike | None = None
    ) -> FloatArray:
        """(n_documents, n_labels): how usual each document is for each label, 0 to 1; small is strange."""
        odds = odds_against_rest(self._checked(log_joint))
        by_odds = np.column_stack([_share_below(own, odds[:, label]) for label, own in enumerate(self.known_odds)])
        by_words = self.p_values_of_words(log_joint, lengths, unknown)
        return np.asarray(np.minimum(1.0, 2 * np.minimum(by_odds, by_words[:, None])))

    def p_values_of_words(
        self, log_joint: npt.ArrayLike, lengths: npt.ArrayLike, unknown: npt.ArrayLike | None = None
    ) -> FloatArray:
        """(n_documents,): how usual the words are for the label that suits them best, from 0 to 1."""
        likelihood = self._checked(log_joint) - _off(self.log_prior)
        by_likelihood = _share_below(self.known_excess, excess_likelihood(likelihood, lengths, self.usual_likelihood))
        if unknown is None:
            return by_likelihood
        by_acquaintance = _share_below(self.known_acquaintance, -unknown_share(lengths, unknown))
        return np.asarray(np.minimum(1.0, 2 * np.minimum(by_likelihood, by_acquaintance)))

    def sets(
        self,
        log_joint: npt.ArrayLike,
        lengths: npt.ArrayLike,
        unknown: npt.ArrayLike | None = None,
        *,
        error: float = 0.05,
    ) -> npt.NDArray[np.bool_]:
        """(n_documents, n_labels): the labels it may have; the true one is missing this often at most."""
        return self.p_values(log_joint, lengths, unknown) > error

    def is_unlike(
        self,
        log_joint: npt.ArrayLike,
        lengths: npt.ArrayLike,
        unknown: npt.ArrayLike | None = None,
        *,
        error: float = 0.01,
    ) -> npt.NDArray[np.bool_]:
        """(n_documents,): whose words are stranger than all but this share of the documents learnt."""
        return self.p_values_of_words(log_joint, lengths, unknown) <= error

    def _checked(self, log_joint: npt.ArrayLike) -> FloatArray:
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
    """Learn from joint scores (n_documents, n_labels) of documents that were left out when scored.

    lengths are the tokens that the scores add up, unknown those of which the model knew nothing: `tokens_of_no_other`
    where one document at a time was left out. Scores that are no likelihood, such as complement's, are judged by
    their size per token, which sees less.
    """
    joint, numbers = np.asarray(log_joint, dtype=np.float64), np.asarray(truth)
    prior, tokens = np.asarray(log_prior, dtype=np.float64), np.asarray(lengths, dtype=np.float64)
    if joint.ndim != 2 or not numbers.shape == tokens.shape == joint.shape[:1] or prior.shape != joint.shape[1:]:
        raise EngineError(f"Scores of shape {joint.shape} need a true label and a length each, and a prior per label.")
    likelihood, own = joint - _off(prior), np.arange(len(joint))
    usual = _usual_likelihood(likelihood[own, numbers], tokens, numbers, len(prior))
    odds = odds_against_rest(joint)[own, numbers]
    return LabelSets(
        log_prior=prior,
        usual_likelihood=usual,
        known_odds=tuple(np.sort(odds[numbers == label]) for label in range(len(prior))),
        known_excess=np.sort(excess_likelihood(likelihood, tokens, usual)),
        known_acquaintance=np.sort(-unknown_share(tokens, np.zeros(len(joint)) if unknown is None else unknown)),
    )


def tokens_of_no_other(counts: CountMatrix, documents_with: npt.ArrayLike) -> FloatArray:
    """Count the tokens of each document that occur in no other, (n_documents,): they are unknown once it is left out.

    documents_with (n_tokens,) tells in how many documents each token occurs.
    """
    is_alone = np.asarray(documents_with)[counts.tokens] <= 1
    return np.bincount(counts.rows, np.where(is_alone, counts.values, 0), counts.n_documents).astype(np.float64)


def unknown_share(lengths: npt.ArrayLike, unknown: npt.ArrayLike) -> FloatArray:
    """Return the share of a document's tokens that are unknown, (n_documents,), with some known ones added."""
    number = np.asarray(unknown, dtype=np.float64)
    return np.asarray(number / (np.asarray(lengths, dtype=np.float64) + number + USUAL_TOKENS))


def excess_likelihood(likelihood: FloatArray, lengths: npt.ArrayLike, usual: FloatArray) -> FloatArray:
    """Return how far each document lies above the usual log-likelihood per token of its best label, (n_documents,).

    A label of which nothing usual is known says nothing of a document, however certain its own words make it.
    """
    tokens = np.asarray(lengths, dtype=np.float64)[:, None]
    with np.errstate(invalid="ignore"):
        excess = (likelihood - tokens * usual) / (tokens + USUAL_TOKENS)
    return np.asarray(np.where((tokens > 0) & ~np.isnan(excess), excess, -np.inf).max(axis=1, initial=-np.inf))


def odds_against_rest(log_joint: FloatArray) -> FloatArray:
    """Return how far each label lies above the best of the others; impossible against impossible is even."""
    if log_joint.shape[1] == 1:
        return np.zeros_like(log_joint)
    rows, best = np.arange(len(log_joint)), log_joint.argmax(axis=1)
    rival = np.repeat(log_joint[rows, best][:, None], log_joint.shape[1], axis=1)
    others = log_joint.copy()
    others[rows, best] = -np.inf
    rival[rows, best] = others.max(axis=1)
    is_even = log_joint == rival
    return np.where(is_even, 0.0, log_joint - np.where(is_even, 0.0, rival))


def _usual_likelihood(
    own_likelihood: FloatArray, tokens: FloatArray, truth: npt.NDArray[np.int64], n_labels: int
) -> FloatArray:
    is_possible = np.isfinite(own_likelihood)
    total = np.bincount(truth[is_possible], own_likelihood[is_possible], n_labels)
    n_tokens = np.bincount(truth[is_possible], tokens[is_possible], n_labels)
    return np.asarray(np.divide(total, n_tokens, out=np.full(n_labels, np.inf), where=n_tokens > 0))


def _share_below(known: FloatArray, values: FloatArray) -> FloatArray:
    """Return the p-value of each score among known ones, counting itself."""
    return np.asarray((np.searchsorted(known, values, side="right") + 1.0) / (len(known) + 1.0))


def _off(log_prior: FloatArray) -> FloatArray:
    return np.where(np.isneginf(log_prior), 0.0, log_prior)

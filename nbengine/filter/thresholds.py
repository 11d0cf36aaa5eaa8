"""Thresholds on the score for confident verdicts, fitted to scores that resemble those of future mail.

Scores come from documents judged before they were learnt, in order of time, and from documents whose whole list or
sender was left out. A score that other mails of the sender have improved is never used.

Above the upper threshold, a document is confidently positive. The threshold is where few other documents score, by an
exponential tail fitted to their ten highest scores (fewer if there are few documents). It is moved towards the typical
positive score as long as the other documents come from few sources, because the next good mail may be of a new kind.
Lists and senders are counted rather than documents: a thousand mails of one list say no more about a shop's newsletter
than ten. If no list or sender was left out, documents were learnt as they came, and each document counts.

A document whose words are nearly all known is not of a new kind, so its threshold is moved less. A document with more
new words than usual is judged with caution: a score above the middle moves towards it.

Some labels are wrong. Scores beyond the other side's median are assumed to be wrong labels, and as many again below it.
Wrong labels should score like documents of the other side. From each interval of scores, their expected number is
therefore removed, plus a margin for chance. Removed scores do not influence the thresholds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray

TOLERATED_LOST: Final = 0.0008
"""Tolerated share of other documents above the upper threshold."""
TOLERATED_AS_THEY_COME: Final = 0.0005
"""The tolerated share if documents were learnt as they came, with no source left out."""
TOLERATED_MISSED: Final = 0.02
"""Tolerated share of positive documents below the lower threshold."""
CAUTIOUS_SOURCES: Final = 400.0
"""Number of sources of other documents at which the caution is halved."""
CAUTIOUS_AS_THEY_COME: Final = 120.0
"""Number of other documents at which the caution is halved, if they were learnt as they came."""
TYPICAL, FEW_POSITIVES = 0.6, 30.0
"""Assumed typical score of positives, and the number of known positives that weighs as much. The first positives were
judged by a filter that knew next to nothing."""
CAUTIOUS_MISSED: Final = 30.0
"""Number of positive documents at which the caution is halved."""
MAX_CAUTION: Final = 0.5
"""How far the score moves if a document has twice the usual share of new words."""
MIN_DISTANCE_LEFT: Final = 0.3
"""Smallest share of the distance to the middle that remains."""
MIN_CAUTION_SHARE: Final = 0.7
"""Share of the caution that applies to documents without new words."""
MIN_THRESHOLD_SHARE: Final = 0.2
"""Lower limit of the upper threshold, as a share of the positives' median."""
TAIL_SHARE, TAIL_MEAN, TAIL_WEIGHT = 0.02, 0.15, 10.0
"""Share of the scores in a tail; prior mean of its exponential distribution, and the weight of that prior."""
MAX_TAIL_SCORES: Final = 10
"""Largest number of scores in a tail, unless more are tolerated. In thousands of documents, newsletters form a tail of
their own."""
MIN_SURE_PROBABILITY: Final = 0.9
"""A verdict with a lower probability is never confident, whatever the thresholds are."""
MAX_UNSURE_PROBABILITY: Final = 0.989
"""Highest probability shown for an unconfident verdict. Of such verdicts above it, 1 to 2 in 100 were wrong."""
USUAL_SHARES, ODD_SHARES, ODD_TEXT_SHARES, CONFLICTS = 0.9, 0.995, 0.98, 0.99
"""Quantiles of learnt documents that define `usual_share`, `odd_share`, `odd_text_share` and conflicting words."""
MIN_USUAL_SHARE: Final = 0.05
MAX_WRONG_LABELS_SHARE: Final = 0.2
"""Largest share of labels that can be assumed wrong."""
INTERVAL_QUANTILES = np.array([0.5, 0.4, 0.3, 0.2, 0.1, 0.06, 0.03, 0.01, 0.0])
"""Quantiles of the other side's scores. They delimit the intervals from which wrong labels are removed."""
CHANCE_DEVIATIONS: Final = 2.0
"""Margin for chance in an interval, in standard deviations of the expected number."""
MIN_LEFT_OUT_SCORES: Final = 20
"""Fewer scores with the source left out are not enough to use."""
MIN_PROBABILITY: Final = 0.001
"""Smallest probability of either side."""
PRIOR_SLOPE, PRIOR_OFFSET = 8.0, -1.0
PRIOR_PRECISION = np.array([1 / 3.0**2, 1 / 1.5**2])
CAUTIOUS_CURVE: Final = 300.0
CURVE_AT_MARKS: Final = 5.0
"""Log-odds at the thresholds as long as few documents were learnt."""
MAX_STEPS: Final = 30


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """The score that each document had before it was learnt, in order of learning."""

    scores: FloatArray
    is_positive: npt.NDArray[np.bool_]
    new_shares: FloatArray
    """Share of new words."""
    text_shares: FloatArray
    """Share of new words in text and subject only."""
    strongest: FloatArray
    """See `Opinion.strongest`."""
    heads: FloatArray
    """See `Opinion.head`."""
    source_shares: FloatArray
    """Share of each document in its source (list or sender). The sum is the number of sources."""
    left_out: FloatArray
    """Scores with the whole list or sender left out. NaN here and below if not computed."""
    left_out_strongest: FloatArray
    left_out_heads: FloatArray

    def late(self, *, positive: bool) -> IntArray:
        """Return the positions of the later half of one side. Earlier documents were judged by a filter that knew
        little."""
        positions = np.flatnonzero(self.is_positive == positive)
        return positions[len(positions) // 2 :]

    def known_left_out(self, *, positive: bool) -> FloatArray:
        """Return the available scores of one side with the list or sender left out."""
        return _drop_unknown(self.left_out[self.is_positive == positive])

    def as_judged_now(self, *, positive: bool) -> FloatArray:
        """Return the scores with the source left out, plus the plain scores of late documents that have none."""
        late = self.late(positive=positive)
        new = self.scores[late[np.isnan(self.left_out[late])]]
        return np.concatenate([self.known_left_out(positive=positive), new])


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Scores above `high` are confidently positive, scores up to `low` confidently not; between them the verdict is
    unsure."""

    low: float = -0.6
    high: float = 0.6
    """Upper threshold for documents with the usual share of new words, or more."""
    familiar_high: float = 0.6
    """Upper threshold for documents without new words."""
    slope: float = PRIOR_SLOPE
    """Log-odds per unit of score."""
    offset: float = PRIOR_OFFSET
    """Log-odds at score 0."""
    usual_share: float = 0.7
    """Shares of new words above this call for caution."""
    odd_share: float = 0.95
    """Documents with a larger share of new words are unlike anything learnt."""
    odd_text_share: float = 1.0
    """Documents with a larger share of new words in text and subject are unlike anything learnt, unless judged
    positive."""
    most_strongest: float = 4.0
    """Highest usual value of `Opinion.strongest` among other documents."""
    most_head: float = 0.4
    """Highest usual value of `Opinion.head` among other documents."""
    wrong_share: float = 0.0
    """Estimated share of wrong labels."""

    @property
    def middle(self) -> float:
        """The score at which both sides are equally likely."""
        return -self.offset / self.slope

    def cautious(self, score: float, new_share: float) -> float:
        """Return the score, corrected for new words. Scores above the middle move towards it, but stay on their
        side."""
        caution = MAX_CAUTION * max(new_share / self.usual_share - 1, 0.0)
        distance = score - self.middle
        return score if distance <= 0 else self.middle + max(distance - caution, MIN_DISTANCE_LEFT * distance)

    def high_for(self, new_share: float) -> float:
        """Return the upper threshold for a document with this share of new words."""
        return self.familiar_high + (self.high - self.familiar_high) * min(new_share / self.usual_share, 1.0)

    def probability(self, score: float) -> float:
        """Return the probability of the positive label at this score."""
        odds = self.slope * score + self.offset
        return MIN_PROBABILITY + (1 - 2 * MIN_PROBABILITY) * (0.5 * (1 + math.tanh(0.5 * odds)))


def thresholds_from_records(records: Records) -> Thresholds:
    """Fit the thresholds to the records. Returns the defaults while either side is empty."""
    late_others, late_positives = records.late(positive=False), records.late(positive=True)
    if not len(late_others) or not len(late_positives):
        return Thresholds()
    others, n_wrong = drop_suspected_labels(records.scores[late_others], records.scores[late_positives])
    positives, n_missed = drop_suspected_labels(-records.scores[late_positives], -records.scores[late_others])
    familiar_high, high = _upper_thresholds(records, others, _typical_positive(records, -positives))
    n_positives, end = int(np.count_nonzero(records.is_positive)), -tail_end(positives, TOLERATED_MISSED)
    cautious_end = (end * n_positives + median(others) * CAUTIOUS_MISSED) / (n_positives + CAUTIOUS_MISSED)
    low = min(cautious_end, high)
    late = np.concatenate([late_others, late_positives])
    now_positives, now_others = records.as_judged_now(positive=True), records.as_judged_now(positive=False)
    credible_positives = -drop_suspected_labels(-now_positives, -now_others)[0]
    slope, offset = _fit_cautious_curve(
        credible_positives, drop_suspected_labels(now_others, now_positives)[0], min(low, 0.0), high
    )
    return Thresholds(
        low=min(low, -offset / slope),
        high=high,
        familiar_high=familiar_high,
        slope=slope,
        offset=offset,
        usual_share=max(_quantile(records.new_shares[late], USUAL_SHARES), MIN_USUAL_SHARE),
        odd_share=_quantile(records.new_shares[late], ODD_SHARES),
        odd_text_share=_quantile(records.text_shares[late], ODD_TEXT_SHARES),
        most_strongest=_score_rarely_reached(records, records.strongest, records.left_out_strongest),
        most_head=_score_rarely_reached(records, records.heads, records.left_out_heads),
        wrong_share=(n_wrong + n_missed) / len(late),
    )


def drop_suspected_labels(scores: FloatArray, rivals: FloatArray) -> tuple[FloatArray, int]:
    """Return the sorted scores without suspected wrong labels, and the number of suspects."""
    ordered, others = np.sort(scores), np.sort(rivals)
    n_wrong = _n_wrong(ordered, others)
    if not n_wrong:
        return ordered, 0
    edges = np.quantile(others[_n_wrong(-others[::-1], -ordered[::-1]) :], INTERVAL_QUANTILES)
    ends = [int(position) for position in np.searchsorted(ordered, edges, "right")]
    parts = [ordered[: ends[-1]]]
    for end, start, share in zip(ends[:-1], ends[1:], -np.diff(INTERVAL_QUANTILES), strict=True):
        expected = share * n_wrong
        parts.append(ordered[start : max(start, end - math.ceil(expected + CHANCE_DEVIATIONS * math.sqrt(expected)))])
    credible = np.sort(np.concatenate(parts))
    # With random labels nothing would remain. Then no score is removed: the wrong labels keep the thresholds far apart,
    # so no verdict is confident, as it should be.
    return (credible, n_wrong) if len(credible) else (ordered, 0)


def _n_wrong(scores: FloatArray, rivals: FloatArray) -> int:
    """Return twice the number of scores beyond the other side's median, or 0 if the sides are in the wrong order."""
    typical = median(rivals)
    if typical <= median(scores):
        return 0
    return min(2 * int(np.count_nonzero(scores > typical)), int(MAX_WRONG_LABELS_SHARE * len(scores)))


def median(values: FloatArray) -> float:
    """Return the median. `numpy.median` would import masked arrays into every process that learns."""
    ordered, middle = np.sort(values), len(values) // 2
    if not len(ordered) or np.isnan(ordered[-1]):
        return math.nan
    return float(ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2)


def tail_end(ordered: FloatArray, tolerated: float) -> float:
    """Return the score above which at most a tolerated share of similar documents is expected. `ordered` is
    ascending."""
    n_documents = len(ordered)
    n_tail = max(1, min(int(TAIL_SHARE * n_documents), max(MAX_TAIL_SCORES, math.ceil(tolerated * n_documents))))
    if n_documents <= n_tail:
        return float(ordered[-1])
    tail = ordered[-n_tail - 1 :]
    mean = (float((tail[1:] - tail[0]).sum()) + TAIL_WEIGHT * TAIL_MEAN) / (n_tail + TAIL_WEIGHT)
    return float(tail[0]) + mean * math.log(max(n_tail / n_documents / tolerated, 1.0))


def _typical_positive(records: Records, positives: FloatArray) -> float:
    """Return the median of the positives, preferably with their sources left out. It is moved towards `TYPICAL` if few
    are known."""
    left_out = records.known_left_out(positive=True)
    if len(left_out) >= MIN_LEFT_OUT_SCORES:
        return median(left_out)
    n_positives = len(positives)
    return (n_positives * median(positives) + FEW_POSITIVES * TYPICAL) / (n_positives + FEW_POSITIVES)


def _upper_thresholds(records: Records, others: FloatArray, typical: float) -> tuple[float, float]:
    """Return the upper thresholds for documents without new words, and for those with the usual share."""
    if np.isnan(records.left_out).all():
        end, n_others = tail_end(others, TOLERATED_AS_THEY_COME), int(np.count_nonzero(~records.is_positive))
        caution = (typical - end) * CAUTIOUS_AS_THEY_COME / (n_others + CAUTIOUS_AS_THEY_COME)
    else:
        end = max(tail_end(others, TOLERATED_LOST), _tail_end_without_sources(records, typical))
        n_sources = float(records.source_shares[~records.is_positive].sum())
        caution = (typical - end) * CAUTIOUS_SOURCES / (n_sources + CAUTIOUS_SOURCES)
    lowest = MIN_THRESHOLD_SHARE * typical
    return max(end + min(caution, MIN_CAUTION_SHARE * caution), lowest), max(end + caution, lowest)


def _tail_end_without_sources(records: Records, typical: float) -> float:
    """Return the score that few other documents exceed with their sources left out; -inf if too few are known."""
    left_out, rivals = records.known_left_out(positive=False), records.known_left_out(positive=True)
    if len(left_out) < MIN_LEFT_OUT_SCORES:
        return -math.inf
    rivals = rivals if len(rivals) >= MIN_LEFT_OUT_SCORES else np.array([typical])
    return _quantile(drop_suspected_labels(left_out, rivals)[0], CONFLICTS)


def _score_rarely_reached(records: Records, values: FloatArray, left_out: FloatArray) -> float:
    """Return a value that hardly any other document reaches, with or without its source left out."""
    limit = _unusually_high_score(values[records.late(positive=False)], values[records.late(positive=True)])
    others, positives = (_drop_unknown(left_out[records.is_positive == side]) for side in (False, True))
    if min(len(others), len(positives)) < MIN_LEFT_OUT_SCORES:
        return limit
    return max(limit, _unusually_high_score(others, positives))


def _unusually_high_score(others: FloatArray, positives: FloatArray) -> float:
    """Return the `CONFLICTS` quantile of the others. If few are known, it is moved towards the positives' median."""
    share = len(others) / (len(others) + CAUTIOUS_CURVE)
    return share * _quantile(others, CONFLICTS) + (1 - share) * median(positives)


def _fit_cautious_curve(positives: FloatArray, others: FloatArray, low: float, high: float) -> tuple[float, float]:
    """Return slope and offset of the log-odds: as observed, but as cautious as the thresholds while few documents are
    known."""
    scores = np.concatenate([others, positives])
    truths = np.repeat([False, True], [len(others), len(positives)])
    slope, offset = fit_logistic(scores, truths)
    n_known = min(len(positives), len(others))
    by_marks = 2 * CURVE_AT_MARKS / max(high - low, 0.1)
    share = n_known / (n_known + CAUTIOUS_CURVE)
    middle = share * (-offset / slope) + (1 - share) * (low + high) / 2
    slope = share * slope + (1 - share) * by_marks
    return slope, -slope * middle


def fit_logistic(scores: FloatArray, truths: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Return slope and offset of the log-odds as a function of the score.

    Newton's method with a Gaussian prior; a step that increases the loss is halved.
    """
    features = np.column_stack([scores, np.ones(len(scores))])
    start = np.array([PRIOR_SLOPE, PRIOR_OFFSET])
    parameters, loss = start, _loss(start, start, features, truths)
    for _ in range(MAX_STEPS):
        proba = 0.5 * (1 + np.tanh(0.5 * (features @ parameters)))
        gradient = features.T @ (proba - truths) + PRIOR_PRECISION * (parameters - start)
        curvature = (features.T * (proba * (1 - proba))) @ features + np.diag(PRIOR_PRECISION)
        step = np.linalg.solve(curvature, gradient)
        candidate, candidate_loss = parameters - step, _loss(parameters - step, start, features, truths)
        while candidate_loss > loss and np.abs(step).max() > 1e-6:
            step /= 2
            candidate, candidate_loss = parameters - step, _loss(parameters - step, start, features, truths)
        if loss - candidate_loss < 1e-6:
            break
        parameters, loss = candidate, candidate_loss
    return max(float(parameters[0]), 0.1), float(parameters[1])


def _loss(parameters: FloatArray, start: FloatArray, features: FloatArray, truths: npt.NDArray[np.bool_]) -> float:
    odds = features @ parameters
    misfit = np.logaddexp(0, np.where(truths, -odds, odds)).sum()
    return float(misfit + 0.5 * (PRIOR_PRECISION * (parameters - start) ** 2).sum())


def _drop_unknown(values: FloatArray) -> FloatArray:
    return np.asarray(values[~np.isnan(values)])


def _quantile(values: FloatArray, share: float) -> float:
    """Return a quantile as one of the values, without interpolation."""
    ordered = np.sort(values)
    return float(ordered[min(int(share * len(ordered)), len(ordered) - 1)])

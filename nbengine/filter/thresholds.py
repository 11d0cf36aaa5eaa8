"""Thresholds on the score for confident verdicts, fitted to scores that resemble those of future mail.

*Positives* are documents of the positive label, *others* all other documents. A *source* is a mailing list or a sender.
The score of a document must not profit from mail of its own source. So two kinds of scores are used: scores before the
document was learnt, in order of time, and scores by a filter without the document's source.

Above the upper threshold, a verdict is confidently positive. The threshold is a score that few others reach, by an
exponential distribution fitted to the highest scores of others, usually ten. If the others come from few sources, the
threshold is moved towards the typical positive score, because the next good mail may be of a new kind. Sources are
counted instead of documents: a thousand mails of one list say no more about a shop's newsletter than ten. If no sources
are known, each document counts.

A document whose words are nearly all known is not of a new kind, so its threshold is moved less. If a document has more
new words than usual, its score is moved towards the middle.

Some labels are wrong. Scores of others beyond the median of the positives are assumed to have wrong labels. Equally
many wrong labels are assumed below that median; likewise for positives. Wrong labels should score like documents of the
other side. From each interval of scores, their expected number is therefore removed, plus a margin for chance. Removed
scores do not influence the thresholds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray

# Of 23 runs: 0.0004 left 15.6 % of all mail unsure, 0.001 lost 0.80 good mails in 1,000 for 0.63
# (tests/benchmarks/decisions/filter.md).
MAX_LOST_SHARE: Final = 0.0008
"""Largest share of others that may score above the upper threshold."""
MAX_LOST_SHARE_WITHOUT_SOURCES: Final = 0.0005
"""Used instead of `MAX_LOST_SHARE` if there are no scores by a filter without the document's source."""
MAX_MISSED_SHARE: Final = 0.02
"""Largest share of positives that may score below the lower threshold."""
# With 450, 0.62 good mails in 1,000 are lost for 0.68, but 19.1 % of all mail is unsure for 18.7
# (tests/benchmarks/decisions/filter.md).
SOURCES_FOR_HALF_MOVE: Final = 400.0
"""With this number of sources of others, the upper threshold is moved half as far as with none."""
OTHERS_FOR_HALF_MOVE: Final = 120.0
"""With this number of others, the upper threshold is moved half as far as with none. Used if no sources are known."""
TYPICAL, FEW_POSITIVES = 0.6, 30.0
"""Prior guess of the typical positive score, and the number of positives whose median has the same weight as the guess.

A guess is needed because the first positives were scored by a filter that had learnt almost nothing.
"""
POSITIVES_FOR_HALF_MOVE: Final = 30.0
"""With this number of positives, the lower threshold is moved half as far as with none."""
# With 0.3 a filter learnt from one corpus loses 5.4 in 1,000 good mails of another, with 0.5 it loses 1.0
# (tests/benchmarks/decisions/filter.md).
MAX_SCORE_MOVE: Final = 0.5
"""Distance that a score moves towards the middle if the share of new words is twice the usual one."""
MIN_DISTANCE_SHARE: Final = 0.3
"""A moved score keeps at least this share of its distance to the middle."""
# 0.5 leaves 15.5 % unsure for 16.0 but loses up to 4.2 good mails in 1,000 for 3.5
# (tests/benchmarks/decisions/filter.md).
MIN_MOVE_SHARE: Final = 0.7
"""For documents without new words, the upper threshold is moved by this share of the usual move."""
MIN_THRESHOLD_SHARE: Final = 0.2
"""The upper threshold is at least this share of the typical positive score."""
TAIL_SHARE, TAIL_MEAN, TAIL_WEIGHT = 0.02, 0.15, 10.0
"""Share of the scores in a tail; prior mean of its exponential distribution, and the weight of that prior."""
MAX_TAIL_SCORES: Final = 10
"""Maximum number of scores in a tail, unless more documents may be lost.

Among thousands of documents, newsletters would otherwise form a tail of their own.
"""
MIN_SURE_PROBABILITY: Final = 0.9
"""A verdict with a lower probability than this is never confident."""
MAX_UNSURE_PROBABILITY: Final = 0.989
"""Maximum probability shown for an unsure verdict. Above it, 1 to 2 % of unsure verdicts were wrong."""
# A lower quantile for the text: spam in a foreign language behind the headers of a good mail was "surely good" in
# 86 % of the cases for a filter of SpamAssassin, now in 9 % (tests/benchmarks/decisions/filter.md).
USUAL_SHARES, ODD_SHARES, ODD_TEXT_SHARES, CONFLICTS = 0.9, 0.995, 0.98, 0.99
"""Quantiles of the learnt documents that give `usual_share`, `odd_share`, `odd_text_share`, and `most_strongest` and
`most_head`.
"""
MIN_USUAL_SHARE: Final = 0.05
MAX_WRONG_LABELS_SHARE: Final = 0.2
"""Upper limit of the estimated share of wrong labels."""
INTERVAL_QUANTILES = np.array([0.5, 0.4, 0.3, 0.2, 0.1, 0.06, 0.03, 0.01, 0.0])
"""Quantiles of the other side's scores. They separate the intervals from which wrong labels are removed."""
# With one deviation and 10 % wrong labels, 26.6 % of SpamAssassin's mail stays unsure, with two 11 %
# (tests/benchmarks/decisions/filter.md).
CHANCE_DEVIATIONS: Final = 2.0
"""Margin for chance in an interval, in standard deviations of the expected number."""
MIN_SCORES_WITHOUT_SOURCE: Final = 20
"""Scores by a filter without the document's source are used only if there are at least this many."""
MIN_PROBABILITY: Final = 0.001
"""Smallest probability of the positive label, and of its rival."""
PRIOR_SLOPE, PRIOR_OFFSET = 8.0, -1.0
PRIOR_PRECISION = np.array([1 / 3.0**2, 1 / 1.5**2])
DOCUMENTS_FOR_HALF_CURVE: Final = 300.0
# With 3.5 the calibration error after 100 mails was 5.8 %, with 5 it is 2.3 % (tests/benchmarks/decisions/filter.md).
LOG_ODDS_AT_THRESHOLDS: Final = 5.0
"""Log-odds at the upper threshold after few documents; they are the negative of it at the lower threshold."""
MAX_STEPS: Final = 30


@dataclass(frozen=True, slots=True, eq=False)
class ScoreHistory:
    """The scores of learnt documents in order of learning, for fitting thresholds.

    Arrays have the shape (n_documents,).
    """

    scores: FloatArray
    is_positive: npt.NDArray[np.bool_]
    new_shares: FloatArray
    """Share of new words in each document."""
    new_text_shares: FloatArray
    """Share of new words in each document's text and subject only."""
    means_of_strongest: FloatArray
    """`DocumentScore.mean_of_strongest` of each document."""
    header_evidences: FloatArray
    """`DocumentScore.header_evidence` of each document."""
    source_shares: FloatArray
    """1 / n for each document, where n is the number of documents of its source (list or sender).

    The sum of these shares is the number of sources.
    """
    without_source_scores: FloatArray
    """Scores by a filter without documents of the same list or sender. Here and in the next arrays, NaN means not
    computed.
    """
    without_source_strongest: FloatArray
    without_source_headers: FloatArray

    def positions_of_later_half(self, *, positive: bool) -> IntArray:
        """Return the positions of the later half of the documents with the positive label, or with `positive=False` of
        the rest.

        Earlier documents were scored by a filter that had learnt little.
        """
        positions = np.flatnonzero(self.is_positive == positive)
        return positions[len(positions) // 2 :]

    def known_scores_without_source(self, *, positive: bool) -> FloatArray:
        """Return scores by filters without the document's source, of documents with the positive label, or of all other
        documents.

        Documents without such a score are left out.
        """
        return _without_nan(self.without_source_scores[self.is_positive == positive])

    def scores_like_future_ones(self, *, positive: bool) -> FloatArray:
        """Return scores that resemble those of future documents, with the positive label or, for `positive=False`,
        without it.

        These are the scores by filters without the document's source. Later documents without such a score have the
        score before learning instead.
        """
        late = self.positions_of_later_half(positive=positive)
        new = self.scores[late[np.isnan(self.without_source_scores[late])]]
        return np.concatenate([self.known_scores_without_source(positive=positive), new])


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Scores above `high` are confidently positive, scores up to `low` confidently negative, and all others unsure."""

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
    """Usual share of new words. If a document has a larger share, its score is moved towards `middle`."""
    odd_share: float = 0.95
    """Limit of the share of new words in a document. A document with a larger share is unlike the learnt ones."""
    odd_text_share: float = 1.0
    """Limit of the share of new words in text and subject. A document with a larger share is unlike the learnt ones.

    This does not apply to documents with a positive verdict.
    """
    most_strongest: float = 4.0
    """Largest `DocumentScore.mean_of_strongest` that is usual for documents without the positive label."""
    most_head: float = 0.4
    """Largest `DocumentScore.header_evidence` that is usual for documents without the positive label."""
    wrong_share: float = 0.0
    """Estimated share of wrong labels."""

    @property
    def middle(self) -> float:
        """The score at which the probability is one half."""
        return -self.offset / self.slope

    def correct_for_new_words(self, score: float, new_share: float) -> float:
        """Return the score, corrected for the share of new words: scores above `middle` are moved towards it, but not
        beyond.
        """
        caution = MAX_SCORE_MOVE * max(new_share / self.usual_share - 1, 0.0)
        distance = score - self.middle
        return score if distance <= 0 else self.middle + max(distance - caution, MIN_DISTANCE_SHARE * distance)

    def upper_threshold(self, new_share: float) -> float:
        """Return the upper threshold for a document with this share of new words."""
        return self.familiar_high + (self.high - self.familiar_high) * min(new_share / self.usual_share, 1.0)

    def probability(self, score: float) -> float:
        """Return the probability of the positive label at this score."""
        odds = self.slope * score + self.offset
        return MIN_PROBABILITY + (1 - 2 * MIN_PROBABILITY) * (0.5 * (1 + math.tanh(0.5 * odds)))


def fit_thresholds(history: ScoreHistory) -> Thresholds:
    """Fit the thresholds to the history. Return the defaults unless there are documents with and without the positive
    label.
    """
    late_others, late_positives = (
        history.positions_of_later_half(positive=False),
        history.positions_of_later_half(positive=True),
    )
    if not len(late_others) or not len(late_positives):
        return Thresholds()
    others, n_wrong = drop_suspected_labels(history.scores[late_others], history.scores[late_positives])
    positives, n_missed = drop_suspected_labels(-history.scores[late_positives], -history.scores[late_others])
    familiar_high, high = _fit_upper_thresholds(history, others, _typical_positive_score(history, -positives))
    n_positives, end = int(np.count_nonzero(history.is_positive)), -find_tail_score(positives, MAX_MISSED_SHARE)
    cautious_end = (end * n_positives + median(others) * POSITIVES_FOR_HALF_MOVE) / (
        n_positives + POSITIVES_FOR_HALF_MOVE
    )
    low = min(cautious_end, high)
    late = np.concatenate([late_others, late_positives])
    now_positives = history.scores_like_future_ones(positive=True)
    now_others = history.scores_like_future_ones(positive=False)
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
        usual_share=max(_quantile(history.new_shares[late], USUAL_SHARES), MIN_USUAL_SHARE),
        odd_share=_quantile(history.new_shares[late], ODD_SHARES),
        odd_text_share=_quantile(history.new_text_shares[late], ODD_TEXT_SHARES),
        most_strongest=_fit_conflict_limit(history, history.means_of_strongest, history.without_source_strongest),
        most_head=_fit_conflict_limit(history, history.header_evidences, history.without_source_headers),
        wrong_share=(n_wrong + n_missed) / len(late),
    )


def drop_suspected_labels(scores: FloatArray, scores_of_other_side: FloatArray) -> tuple[FloatArray, int]:
    """Return the sorted scores without those of suspected wrong labels, and the estimated number of wrong labels.

    `scores_of_other_side` are the scores of the documents with other labels.
    """
    ordered, others = np.sort(scores), np.sort(scores_of_other_side)
    n_wrong = _count_wrong_labels(ordered, others)
    if not n_wrong:
        return ordered, 0
    edges = np.quantile(others[_count_wrong_labels(-others[::-1], -ordered[::-1]) :], INTERVAL_QUANTILES)
    ends = [int(position) for position in np.searchsorted(ordered, edges, "right")]
    parts = [ordered[: ends[-1]]]
    for end, start, share in zip(ends[:-1], ends[1:], -np.diff(INTERVAL_QUANTILES), strict=True):
        expected = share * n_wrong
        parts.append(ordered[start : max(start, end - math.ceil(expected + CHANCE_DEVIATIONS * math.sqrt(expected)))])
    credible = np.sort(np.concatenate(parts))
    # With random labels nothing would remain. Then no score is removed: the wrong labels keep the thresholds far apart,
    # so no verdict is confident, as it should be.
    return (credible, n_wrong) if len(credible) else (ordered, 0)


def _count_wrong_labels(scores: FloatArray, scores_of_other_side: FloatArray) -> int:
    """Return the estimated number of wrong labels: twice the number of scores beyond the median of the other side.

    Documents with a wrong label score like the other side, so half of them are beyond its median. Return 0 if the
    median of the positives is not above that of the others.
    """
    typical = median(scores_of_other_side)
    if typical <= median(scores):
        return 0
    return min(2 * int(np.count_nonzero(scores > typical)), int(MAX_WRONG_LABELS_SHARE * len(scores)))


def median(values: FloatArray) -> float:
    """Return the median. This function exists because `numpy.median` would import masked arrays into every process."""
    ordered, middle = np.sort(values), len(values) // 2
    if not len(ordered) or np.isnan(ordered[-1]):
        return math.nan
    return float(ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2)


def find_tail_score(ascending_scores: FloatArray, tolerated_share: float) -> float:
    """Return the score that a share of at most `tolerated_share` of similar documents is expected to exceed."""
    n_documents = len(ascending_scores)
    n_tail = max(1, min(int(TAIL_SHARE * n_documents), max(MAX_TAIL_SCORES, math.ceil(tolerated_share * n_documents))))
    if n_documents <= n_tail:
        return float(ascending_scores[-1])
    tail = ascending_scores[-n_tail - 1 :]
    mean = (float((tail[1:] - tail[0]).sum()) + TAIL_WEIGHT * TAIL_MEAN) / (n_tail + TAIL_WEIGHT)
    return float(tail[0]) + mean * math.log(max(n_tail / n_documents / tolerated_share, 1.0))


def _typical_positive_score(history: ScoreHistory, positives: FloatArray) -> float:
    """Return the median score of documents with the positive label, if possible by filters without their sources.

    With few such documents, it is moved towards `TYPICAL`.
    """
    without_source = history.known_scores_without_source(positive=True)
    if len(without_source) >= MIN_SCORES_WITHOUT_SOURCE:
        return median(without_source)
    n_positives = len(positives)
    return (n_positives * median(positives) + FEW_POSITIVES * TYPICAL) / (n_positives + FEW_POSITIVES)


def _fit_upper_thresholds(history: ScoreHistory, others: FloatArray, typical: float) -> tuple[float, float]:
    """Return two upper thresholds: for documents without new words, and for documents with the usual share of new
    words.
    """
    if np.isnan(history.without_source_scores).all():
        end = find_tail_score(others, MAX_LOST_SHARE_WITHOUT_SOURCES)
        n_others = int(np.count_nonzero(~history.is_positive))
        caution = (typical - end) * OTHERS_FOR_HALF_MOVE / (n_others + OTHERS_FOR_HALF_MOVE)
    else:
        end = max(find_tail_score(others, MAX_LOST_SHARE), _tail_score_without_sources(history, typical))
        n_sources = float(history.source_shares[~history.is_positive].sum())
        caution = (typical - end) * SOURCES_FOR_HALF_MOVE / (n_sources + SOURCES_FOR_HALF_MOVE)
    lowest = MIN_THRESHOLD_SHARE * typical
    return max(end + min(caution, MIN_MOVE_SHARE * caution), lowest), max(end + caution, lowest)


def _tail_score_without_sources(history: ScoreHistory, typical: float) -> float:
    """Return a score that few documents without the positive label exceed, by filters without their sources.

    Return -inf if too few such scores are known.
    """
    without_source = history.known_scores_without_source(positive=False)
    rivals = history.known_scores_without_source(positive=True)
    if len(without_source) < MIN_SCORES_WITHOUT_SOURCE:
        return -math.inf
    rivals = rivals if len(rivals) >= MIN_SCORES_WITHOUT_SOURCE else np.array([typical])
    return _quantile(drop_suspected_labels(without_source, rivals)[0], CONFLICTS)


def _fit_conflict_limit(history: ScoreHistory, values: FloatArray, without_source: FloatArray) -> float:
    """Return a value that hardly any document without the positive label exceeds, in `values` or in
    `without_source`.
    """
    limit = _quantile_of_others(
        values[history.positions_of_later_half(positive=False)], values[history.positions_of_later_half(positive=True)]
    )
    others, positives = (_without_nan(without_source[history.is_positive == side]) for side in (False, True))
    if min(len(others), len(positives)) < MIN_SCORES_WITHOUT_SOURCE:
        return limit
    return max(limit, _quantile_of_others(others, positives))


def _quantile_of_others(others: FloatArray, positives: FloatArray) -> float:
    """Return the `CONFLICTS` quantile of `others`, the values of documents without the positive label.

    The fewer they are, the closer the result is to the median of the positives.
    """
    share = len(others) / (len(others) + DOCUMENTS_FOR_HALF_CURVE)
    return share * _quantile(others, CONFLICTS) + (1 - share) * median(positives)


def _fit_cautious_curve(positives: FloatArray, others: FloatArray, low: float, high: float) -> tuple[float, float]:
    """Return slope and offset of the log-odds as a linear function of the score.

    With many documents, they are fitted to the scores. With few, they are set so that the log-odds at the thresholds
    are ± `LOG_ODDS_AT_THRESHOLDS`.
    """
    scores = np.concatenate([others, positives])
    truths = np.repeat([False, True], [len(others), len(positives)])
    slope, offset = fit_logistic(scores, truths)
    n_known = min(len(positives), len(others))
    slope_at_thresholds = 2 * LOG_ODDS_AT_THRESHOLDS / max(high - low, 0.1)
    share = n_known / (n_known + DOCUMENTS_FOR_HALF_CURVE)
    middle = share * (-offset / slope) + (1 - share) * (low + high) / 2
    slope = share * slope + (1 - share) * slope_at_thresholds
    return slope, -slope * middle


def fit_logistic(scores: FloatArray, truths: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Return slope and offset of the log-odds as a function of the score, by logistic regression.

    The fit uses Newton's method with a Gaussian prior. A step that increases the loss is halved.
    """
    features = np.column_stack([scores, np.ones(len(scores))])
    start = np.array([PRIOR_SLOPE, PRIOR_OFFSET])
    parameters, loss = start, _logistic_loss(start, start, features, truths)
    for _ in range(MAX_STEPS):
        proba = 0.5 * (1 + np.tanh(0.5 * (features @ parameters)))
        gradient = features.T @ (proba - truths) + PRIOR_PRECISION * (parameters - start)
        curvature = (features.T * (proba * (1 - proba))) @ features + np.diag(PRIOR_PRECISION)
        step = np.linalg.solve(curvature, gradient)
        candidate, candidate_loss = parameters - step, _logistic_loss(parameters - step, start, features, truths)
        while candidate_loss > loss and np.abs(step).max() > 1e-6:
            step /= 2
            candidate, candidate_loss = parameters - step, _logistic_loss(parameters - step, start, features, truths)
        if loss - candidate_loss < 1e-6:
            break
        parameters, loss = candidate, candidate_loss
    return max(float(parameters[0]), 0.1), float(parameters[1])


def _logistic_loss(
    parameters: FloatArray, start: FloatArray, features: FloatArray, truths: npt.NDArray[np.bool_]
) -> float:
    odds = features @ parameters
    misfit = np.logaddexp(0, np.where(truths, -odds, odds)).sum()
    return float(misfit + 0.5 * (PRIOR_PRECISION * (parameters - start) ** 2).sum())


def _without_nan(values: FloatArray) -> FloatArray:
    return np.asarray(values[~np.isnan(values)])


def _quantile(values: FloatArray, share: float) -> float:
    """Return the quantile `share` of the values, without interpolation: the result is one of the values."""
    ordered = np.sort(values)
    return float(ordered[min(int(share * len(ordered)), len(ordered) - 1)])

"""Marks on the scores above and below which a filter is sure, made from scores as new mail will get them, and the share
that can be promised.

Scores come from documents judged before they were learnt, in order of time, and from documents whose whole list or
sender was left out; never from siblings. Above the upper mark a document is surely positive. It lies where few of the
others reach, by an exponential tail fitted to their ten highest, or fewer of few, and is drawn towards the middle of
the known positives as long as the others came from few places: the next good mail may be of a kind that none of these
sends. What counts are lists and senders: a thousand mails of one list say no more about a shop's newsletter than ten.
Where no list or sender was left out, documents were learnt as they came: the next one comes from where these did, and
each counts. A document whose words are nearly all known is not of a new kind: for it the mark is drawn less far. One
with more new words than is usual is judged with caution: a score above the middle moves towards it.

Some labels are wrong. Scores beyond the other side's median are taken for wrong labels, and as many again, which lie
below it: of each stretch of scores as many are left out as wrong labels would put there, were they scored like the
documents of the other side, and as many more as chance may add. These make no mark.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray

TOLERATED_LOST: Final = 0.0008
TOLERATED_AS_THEY_COME: Final = 0.0005
"""The same where documents were learnt as they came."""
TOLERATED_MISSED: Final = 0.02
CAUTIOUS_SOURCES: Final = 400.0
"""The number of lists and senders of other documents that outweighs the caution."""
CAUTIOUS_AS_THEY_COME: Final = 120.0
"""The number of other documents that does, where they were learnt as they came."""
TYPICAL, FEW_POSITIVES = 0.6, 30.0
"""The score that is taken to be typical of positives before any is known, and how many of them outweigh it: the first
ones were judged by a filter that knew next to nothing."""
CAUTIOUS_MISSED: Final = 30.0
"""The number of positive documents that does."""
CAUTION: Final = 0.5
"""By how much the score moves of a document with twice the usual share of new words."""
LEAST_LEFT: Final = 0.3
"""Of the distance to the middle that caution leaves."""
LEAST_DRAWN: Final = 0.7
"""Of the way that the upper mark is drawn, for documents without new words."""
LOWEST_PART: Final = 0.2
"""Of the positives' median: no upper mark lies lower."""
TAIL_SHARE, TAIL_MEAN, TAIL_WEIGHT = 0.02, 0.15, 10.0
TAIL_MOST: Final = 10
"""Scores that a tail is fitted to, unless more are tolerated: among thousands newsletters have a tail of their own."""
LEAST_SURE: Final = 0.9
"""A verdict that is shown as less probable than this is not sure, wherever the marks lie."""
MOST_UNSURE: Final = 0.989
"""A verdict that is not sure is shown as no more probable than this: of such ones above it 1 to 2 in 100 were wrong."""
USUAL_SHARES, ODD_SHARES, ODD_TEXT_SHARES, CONFLICTS = 0.9, 0.995, 0.98, 0.99
LOWEST_USUAL_SHARE: Final = 0.05
MOST_WRONG: Final = 0.2
STRETCHES = np.array([0.5, 0.4, 0.3, 0.2, 0.1, 0.06, 0.03, 0.01, 0.0])
"""Shares of the other side's documents between which scores are looked through for wrong labels."""
CHANCE: Final = 2.0
"""Standard deviations by which a stretch may hold more wrong labels than expected."""
FEWEST_LEFT_OUT: Final = 20
FLOOR: Final = 0.001
PRIOR_SLOPE, PRIOR_OFFSET = 8.0, -1.0
PRIOR_PRECISION = np.array([1 / 3.0**2, 1 / 1.5**2])
CAUTIOUS_CURVE: Final = 300.0
CURVE_AT_MARKS: Final = 5.0
"""Log-odds at the marks as long as few documents were learnt."""
MAX_STEPS: Final = 30


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """Documents as they were judged when they were new, in their order."""

    scores: FloatArray
    is_positive: npt.NDArray[np.bool_]
    new_shares: FloatArray
    """The share of new words in each document."""
    text_shares: FloatArray
    """The same in its text and subject alone."""
    strongest: FloatArray
    heads: FloatArray
    source_shares: FloatArray
    """The part that each is of the documents that its list or sender sent: these add up to the number of sources."""
    left_out: FloatArray
    """Scores with the whole list or sender left out; NaN where that was not done, here and below."""
    left_out_strongest: FloatArray
    left_out_heads: FloatArray

    def late(self, *, positive: bool) -> IntArray:
        """Places of the later half of one side: the earlier ones were judged by a filter that knew little."""
        places = np.flatnonzero(self.is_positive == positive)
        return places[len(places) // 2 :]

    def known_left_out(self, *, positive: bool) -> FloatArray:
        """Return the scores of one side with the list or sender left out, where that was done."""
        return _known(self.left_out[self.is_positive == positive])

    def as_judged_now(self, *, positive: bool) -> FloatArray:
        """Return these, and the scores of late documents of the side for which it was not done."""
        late = self.late(positive=positive)
        new = self.scores[late[np.isnan(self.left_out[late])]]
        return np.concatenate([self.known_left_out(positive=positive), new])


@dataclass(frozen=True, slots=True)
class Marks:
    """Scores above `high` are surely positive, up to `low` surely not, between them unsure."""

    low: float = -0.6
    high: float = 0.6
    """For documents with as many new words as is usual, or more."""
    familiar_high: float = 0.6
    """The same for documents without new words."""
    slope: float = PRIOR_SLOPE
    """The log-odds that a score of 1 is worth."""
    offset: float = PRIOR_OFFSET
    usual_share: float = 0.7
    """More new words than this call for caution."""
    odd_share: float = 0.95
    """More than this make a document unlike anything learnt."""
    odd_text_share: float = 1.0
    """More than this in text and subject make one unlike anything learnt that would be called something else than
    positive."""
    most_strongest: float = 4.0
    """The highest evidence of the strongest words for the positive label that is still usual for other documents."""
    most_head: float = 0.4
    wrong_share: float = 0.0
    """The share of the labels that is taken for wrong."""

    @property
    def middle(self) -> float:
        return -self.offset / self.slope

    def cautious(self, score: float, new_share: float) -> float:
        """The score: above the middle moved towards it by as much as the document is unusual; it stays on its side."""
        caution = CAUTION * max(new_share / self.usual_share - 1, 0.0)
        distance = score - self.middle
        return score if distance <= 0 else self.middle + max(distance - caution, LEAST_LEFT * distance)

    def high_for(self, new_share: float) -> float:
        """Return the upper mark for a document with such a share of new words."""
        return self.familiar_high + (self.high - self.familiar_high) * min(new_share / self.usual_share, 1.0)

    def probability(self, score: float) -> float:
        """Return the probability of the positive label at this score."""
        odds = self.slope * score + self.offset
        return FLOOR + (1 - 2 * FLOOR) * (0.5 * (1 + math.tanh(0.5 * odds)))


def marks_of(records: Records) -> Marks:
    """Place the marks by what was seen so far."""
    late_others, late_positives = records.late(positive=False), records.late(positive=True)
    if not len(late_others) or not len(late_positives):
        return Marks()
    others, n_wrong = without_wrong(records.scores[late_others], records.scores[late_positives])
    positives, n_missed = without_wrong(-records.scores[late_positives], -records.scores[late_others])
    familiar_high, high = _upper_marks(records, others, _typical_positive(records, -positives))
    n_positives, end = int(np.count_nonzero(records.is_positive)), -tail_end(positives, TOLERATED_MISSED)
    drawn = (end * n_positives + median(others) * CAUTIOUS_MISSED) / (n_positives + CAUTIOUS_MISSED)
    low = min(drawn, high)
    late = np.concatenate([late_others, late_positives])
    now_positives, now_others = records.as_judged_now(positive=True), records.as_judged_now(positive=False)
    kept_positives = -without_wrong(-now_positives, -now_others)[0]
    slope, offset = _curve(kept_positives, without_wrong(now_others, now_positives)[0], min(low, 0.0), high)
    return Marks(
        low=min(low, -offset / slope),
        high=high,
        familiar_high=familiar_high,
        slope=slope,
        offset=offset,
        usual_share=max(_quantile(records.new_shares[late], USUAL_SHARES), LOWEST_USUAL_SHARE),
        odd_share=_quantile(records.new_shares[late], ODD_SHARES),
        odd_text_share=_quantile(records.text_shares[late], ODD_TEXT_SHARES),
        most_strongest=_conflict(records, records.strongest, records.left_out_strongest),
        most_head=_conflict(records, records.heads, records.left_out_heads),
        wrong_share=(n_wrong + n_missed) / len(late),
    )


def without_wrong(scores: FloatArray, rivals: FloatArray) -> tuple[FloatArray, int]:
    """The scores in order without those that are taken for wrong labels, and how many these are."""
    ordered, others = np.sort(scores), np.sort(rivals)
    n_wrong = _n_wrong(ordered, others)
    if not n_wrong:
        return ordered, 0
    edges = np.quantile(others[_n_wrong(-others[::-1], -ordered[::-1]) :], STRETCHES)
    ends = [int(place) for place in np.searchsorted(ordered, edges, "right")]
    kept = [ordered[: ends[-1]]]
    for end, start, share in zip(ends[:-1], ends[1:], -np.diff(STRETCHES), strict=True):
        expected = share * n_wrong
        kept.append(ordered[start : max(start, end - math.ceil(expected + CHANCE * math.sqrt(expected)))])
    credible = np.sort(np.concatenate(kept))
    # Labels given at random leave nothing. Then no label is set aside: the wrong ones keep the marks far apart, so that
    # nothing is sure, which is all that such labels can promise.
    return (credible, n_wrong) if len(credible) else (ordered, 0)


def _n_wrong(scores: FloatArray, rivals: FloatArray) -> int:
    """Twice as many as lie beyond the other side's median, if the sides lie as they should."""
    typical = median(rivals)
    if typical <= median(scores):
        return 0
    return min(2 * int(np.count_nonzero(scores > typical)), int(MOST_WRONG * len(scores)))


def median(values: FloatArray) -> float:
    """The middle value, as NumPy's own, which would load masked arrays into every process that learns."""
    ordered, middle = np.sort(values), len(values) // 2
    if not len(ordered) or np.isnan(ordered[-1]):
        return math.nan
    return float(ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2)


def tail_end(ordered: FloatArray, tolerated: float) -> float:
    """Above which score at most a tolerated share of documents like these lies; scores are in order."""
    n_documents = len(ordered)
    n_tail = max(1, min(int(TAIL_SHARE * n_documents), max(TAIL_MOST, math.ceil(tolerated * n_documents))))
    if n_documents <= n_tail:
        return float(ordered[-1])
    tail = ordered[-n_tail - 1 :]
    mean = (float((tail[1:] - tail[0]).sum()) + TAIL_WEIGHT * TAIL_MEAN) / (n_tail + TAIL_WEIGHT)
    return float(tail[0]) + mean * math.log(max(n_tail / n_documents / tolerated, 1.0))


def _typical_positive(records: Records, positives: FloatArray) -> float:
    """The median of positives whose list or sender was left out, or else of those that were new; of few of these nearer
    to what is typical of all."""
    left_out = records.known_left_out(positive=True)
    if len(left_out) >= FEWEST_LEFT_OUT:
        return median(left_out)
    n_positives = len(positives)
    return (n_positives * median(positives) + FEW_POSITIVES * TYPICAL) / (n_positives + FEW_POSITIVES)


def _upper_marks(records: Records, others: FloatArray, typical: float) -> tuple[float, float]:
    """Return the upper mark for documents without new words, and for those with as many as is usual."""
    if np.isnan(records.left_out).all():
        end, n_others = tail_end(others, TOLERATED_AS_THEY_COME), int(np.count_nonzero(~records.is_positive))
        drawn = (typical - end) * CAUTIOUS_AS_THEY_COME / (n_others + CAUTIOUS_AS_THEY_COME)
    else:
        end = max(tail_end(others, TOLERATED_LOST), _end_without_sources(records, typical))
        n_sources = float(records.source_shares[~records.is_positive].sum())
        drawn = (typical - end) * CAUTIOUS_SOURCES / (n_sources + CAUTIOUS_SOURCES)
    lowest = LOWEST_PART * typical
    return max(end + min(drawn, LEAST_DRAWN * drawn), lowest), max(end + drawn, lowest)


def _end_without_sources(records: Records, typical: float) -> float:
    left_out, rivals = records.known_left_out(positive=False), records.known_left_out(positive=True)
    if len(left_out) < FEWEST_LEFT_OUT:
        return -math.inf
    rivals = rivals if len(rivals) >= FEWEST_LEFT_OUT else np.array([typical])
    return _quantile(without_wrong(left_out, rivals)[0], CONFLICTS)


def _conflict(records: Records, values: FloatArray, left_out: FloatArray) -> float:
    """Return a value that hardly any of the others reach, be it without their list or sender."""
    found = _unusual(values[records.late(positive=False)], values[records.late(positive=True)])
    others, positives = (_known(left_out[records.is_positive == side]) for side in (False, True))
    if min(len(others), len(positives)) < FEWEST_LEFT_OUT:
        return found
    return max(found, _unusual(others, positives))


def _unusual(others: FloatArray, positives: FloatArray) -> float:
    """Return a value that hardly any of the others reach; while few are known, one typical of the positives."""
    share = len(others) / (len(others) + CAUTIOUS_CURVE)
    return share * _quantile(others, CONFLICTS) + (1 - share) * median(positives)


def _curve(positives: FloatArray, others: FloatArray, low: float, high: float) -> tuple[float, float]:
    """Slope and offset of the log-odds: as observed, and as cautious as the marks while little was."""
    scores = np.concatenate([others, positives])
    truths = np.repeat([False, True], [len(others), len(positives)])
    slope, offset = fitted_logistic(scores, truths)
    n_known = min(len(positives), len(others))
    by_marks = 2 * CURVE_AT_MARKS / max(high - low, 0.1)
    share = n_known / (n_known + CAUTIOUS_CURVE)
    middle = share * (-offset / slope) + (1 - share) * (low + high) / 2
    slope = share * slope + (1 - share) * by_marks
    return slope, -slope * middle


def fitted_logistic(scores: FloatArray, truths: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of the log-odds in the score, by Newton's steps, halved where they lead uphill."""
    features = np.column_stack([scores, np.ones(len(scores))])
    start = np.array([PRIOR_SLOPE, PRIOR_OFFSET])
    place, loss = start, _loss(start, start, features, truths)
    for _ in range(MAX_STEPS):
        proba = 0.5 * (1 + np.tanh(0.5 * (features @ place)))
        slope = features.T @ (proba - truths) + PRIOR_PRECISION * (place - start)
        curvature = (features.T * (proba * (1 - proba))) @ features + np.diag(PRIOR_PRECISION)
        step = np.linalg.solve(curvature, slope)
        found, found_loss = place - step, _loss(place - step, start, features, truths)
        while found_loss > loss and np.abs(step).max() > 1e-6:
            step /= 2
            found, found_loss = place - step, _loss(place - step, start, features, truths)
        if loss - found_loss < 1e-6:
            break
        place, loss = found, found_loss
    return max(float(place[0]), 0.1), float(place[1])


def _loss(place: FloatArray, start: FloatArray, features: FloatArray, truths: npt.NDArray[np.bool_]) -> float:
    odds = features @ place
    misfit = np.logaddexp(0, np.where(truths, -odds, odds)).sum()
    return float(misfit + 0.5 * (PRIOR_PRECISION * (place - start) ** 2).sum())


def _known(values: FloatArray) -> FloatArray:
    return np.asarray(values[~np.isnan(values)])


def _quantile(values: FloatArray, share: float) -> float:
    """An order statistic: no score that was not seen."""
    ordered = np.sort(values)
    return float(ordered[min(int(share * len(ordered)), len(ordered) - 1)])

"""The “unsure” band: thresholds that keep a promise such as “lose at most 1 good mail in 1,000”.

A threshold is placed among the scores of documents that were left out when scored. How often a document not yet seen
passes it is then a Beta distributed share whatever the scores look like: its mean is known exactly, and so is what can
be proved with a stated confidence, before any mail is lost. The threshold keeps the mean within the promise, which
takes 999 good mails for 1 in 1,000; with fewer it lies above every good mail's score. The record says what is proved
beside; 1 in 1,000 at 95 % takes 2,995 good mails with none above. The mean and not
the proof is the default because a single odd good mail would otherwise push the threshold above nearly all spam
(`tests/benchmarks/decisions/unsure_band.md`).

The other side gives way first: when too many documents would be unsure, more of the positives may be missed, and never
more of the negatives lost.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass

NEGATIVE, UNSURE, POSITIVE = 0, -1, 1
HALVINGS = 52
"""Of the interval in which a share is looked for."""


@dataclass(frozen=True, slots=True)
class SafeThreshold:
    """Scores strictly above it count; `safe_threshold` makes it."""

    threshold: float
    tolerated: float
    """The share of documents that may pass by mistake."""
    proved: float
    """The share that passes by mistake is at most this, with the stated confidence."""
    confidence: float
    passed: int
    """Documents seen that pass by mistake."""
    n_documents: int

    @property
    def expected(self) -> float:
        """The share that passes by mistake is at most this on average."""
        return (self.passed + 1) / (self.n_documents + 1)

    @property
    def is_kept(self) -> bool:
        """Return whether there were documents enough to keep the promise on average."""
        return self.expected <= self.tolerated

    @property
    def is_proved(self) -> bool:
        """Return whether there were documents enough to prove the promise with the stated confidence."""
        return self.proved <= self.tolerated


def safe_threshold(scores: npt.ArrayLike, tolerated: float = 0.001, *, confidence: float = 0.95) -> SafeThreshold:
    """Find the lowest threshold that documents like these pass at most a tolerated share of the time.

    The scores are those of documents that should not pass. The more there are, the more of them may lie above.
    """
    values = np.asarray(scores, dtype=np.float64)
    if np.isnan(values).any():
        raise EngineError(f"{int(np.isnan(values).sum())} scores are NaN.")
    if not 0 < tolerated < 1 or not 0 < confidence < 1:
        raise EngineError(f"A share between 0 and 1 is needed, not {tolerated} with confidence {confidence}.")
    n_documents = len(values)
    if not n_documents:
        return SafeThreshold(math.inf, tolerated, 1.0, confidence, 0, 0)
    allowed = min(max(0, math.floor(tolerated * (n_documents + 1) * (1 + 1e-12)) - 1), n_documents - 1)
    threshold = float(np.partition(values, n_documents - 1 - allowed)[n_documents - 1 - allowed])
    passed = int(np.sum(values > threshold))
    proved = proved_share(passed, n_documents, confidence)
    return SafeThreshold(threshold, tolerated, proved, confidence, passed, n_documents)


def proved_share(n_passed: int, n_documents: int, confidence: float = 0.95) -> float:
    """Return the largest share that is still believable when this many of the documents pass a threshold among them."""
    if n_passed >= n_documents:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _chance_of_at_most(n_passed, n_documents, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


@lru_cache(maxsize=4_096)
def fewest_to_prove(n_passed: int, share: float, confidence: float) -> int:
    """Return how many documents it takes, so many of which pass, to prove that at most a share of all does."""
    low, high = n_passed, math.ceil((n_passed + 10 * math.sqrt(n_passed + 1)) / share)
    while low < high:
        middle = (low + high) // 2
        if middle > n_passed and _chance_of_at_most(n_passed, middle, share) <= 1 - confidence:
            high = middle
        else:
            low = middle + 1
    return low


def _chance_of_at_most(n_passed: int, n_documents: int, share: float) -> float:
    """The binomial's lower tail; `scipy.special` has it, but takes longer to import than the window."""
    passed = np.arange(1, n_passed + 1)
    log_ways = np.concatenate(([0.0], np.cumsum(np.log((n_documents - passed + 1) / passed))))
    numbers = np.arange(n_passed + 1)
    logs = log_ways + numbers * math.log(share) + (n_documents - numbers) * math.log1p(-share)
    return math.exp(np.logaddexp.reduce(logs))


@dataclass(frozen=True, slots=True)
class UnsureBand:
    """Scores above `high` are positive, up to `low` negative, between them unsure."""

    low: float
    high: float
    negatives: SafeThreshold
    """The promise to the negatives: how often one of them is called positive."""
    negatives_lost: int
    positives_missed: int
    unsure_share: float
    """Of all documents seen; the ones to be judged may be of another mix."""

    def judge(self, scores: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """POSITIVE, NEGATIVE or UNSURE for each score."""
        values = np.asarray(scores, dtype=np.float64)
        return np.where(values > self.high, POSITIVE, np.where(values <= self.low, NEGATIVE, UNSURE))


def unsure_band(
    scores: npt.ArrayLike,
    is_positive: npt.ArrayLike,
    *,
    tolerated_lost: float = 0.001,
    tolerated_missed: float = 0.01,
    most_unsure: float = 0.04,
    confidence: float = 0.95,
) -> UnsureBand:
    """Place the band by scores of documents that were left out when scored, higher ones more positive.

    The upper end keeps the promise to the negatives. The lower end keeps all but a tolerated share of the positives
    from being called negative, as far as that leaves at most a given share of the documents unsure.
    """
    values, positives = np.asarray(scores, dtype=np.float64), np.asarray(is_positive, dtype=np.bool_)
    if values.ndim != 1 or values.shape != positives.shape:
        raise EngineError(f"Scores of shape {values.shape} do not go with labels of shape {positives.shape}.")
    upper = safe_threshold(values[~positives], tolerated_lost, confidence=confidence)
    low = _lower_end(values, positives, upper.threshold, tolerated_missed, most_unsure)
    is_unsure = (values > low) & (values <= upper.threshold)
    return UnsureBand(
        low=low,
        high=upper.threshold,
        negatives=upper,
        negatives_lost=upper.passed,
        positives_missed=int(np.sum(values[positives] <= low)),
        unsure_share=float(is_unsure.mean()) if len(values) else 0.0,
    )


def _lower_end(
    values: FloatArray, positives: npt.NDArray[np.bool_], high: float, tolerated_missed: float, most_unsure: float
) -> float:
    wanted = np.sort(values[positives])
    allowed = int(tolerated_missed * len(wanted))
    low = min(high, np.nextafter(wanted[allowed], -np.inf)) if len(wanted) else high
    below = np.sort(values[values <= high])
    n_unsure = int(most_unsure * len(values))
    if len(below) - np.searchsorted(below, low, side="right") > n_unsure:
        low = below[len(below) - n_unsure - 1]
    return float(low)

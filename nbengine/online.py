"""Classify, be told, learn, and again: a multinomial model whose next verdict follows at once from the last lesson.

Nothing is derived in advance. A verdict takes the counts of the document's own words out of the tally and smooths
just these, so that a document costs tens of microseconds however large the vocabulary has grown. The scores are those
of `events.multinomial` over the same documents.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray
from nbengine.errors import EngineError
from nbengine.evidence import INFORMATIVE_FROM


@dataclass(frozen=True, slots=True, eq=False)
class OnlineScores:
    """What the words of one document say."""

    log_joint: FloatArray
    """(n_labels,)"""
    n_informative: float
    """How many of its words speak for one of the first two labels rather than the other."""
    n_known: int
    """How many of its different words were seen before."""


class OnlineTally:
    """Counts per label that grow by the document; tokens and values are one document's row of a count matrix."""

    def __init__(self, n_labels: int, smoothing: float = 1.0, *, is_binary: bool = False) -> None:
        if n_labels < 1 or not smoothing > 0:
            raise EngineError(f"Learning as one goes needs labels and smoothing above 0, not {n_labels}, {smoothing}.")
        self._smoothing, self._is_binary = smoothing, is_binary
        self._counts = np.zeros((1 << 12, n_labels))
        self._totals = np.zeros(n_labels)
        self._documents = np.zeros(n_labels)
        self._n_known = 0

    @property
    def documents(self) -> FloatArray:
        """(n_labels,): documents learnt of each label."""
        return self._documents.copy()

    def scores(self, tokens: npt.NDArray[np.int32], values: npt.NDArray[np.int32]) -> OnlineScores:
        """Score a document by what was learnt so far; words that were never seen are passed over."""
        self._reserve(tokens)
        counts = self._counts[tokens]
        is_known = counts.any(axis=1)
        logs = np.log(counts[is_known] + self._smoothing)
        logs -= np.log(self._totals + self._smoothing * max(self._n_known, 1))
        evidence = self._evidence(values)[is_known]
        prior = np.log(self._documents + 1.0) - np.log(self._documents.sum() + len(self._documents))
        informative = 0.0
        if len(self._documents) > 1:
            informative = float(evidence[np.abs(logs[:, 1] - logs[:, 0]) > INFORMATIVE_FROM].sum())
        return OnlineScores(prior + evidence @ logs, informative, int(is_known.sum()))

    def learn(self, tokens: npt.NDArray[np.int32], values: npt.NDArray[np.int32], label: int) -> None:
        """Add a document."""
        self._reserve(tokens)
        evidence = self._evidence(values)
        self._n_known += int((~self._counts[tokens].any(axis=1)).sum())
        self._counts[tokens, label] += evidence
        self._totals[label] += evidence.sum()
        self._documents[label] += 1

    def _evidence(self, values: npt.NDArray[np.int32]) -> FloatArray:
        return (values > 0).astype(np.float64) if self._is_binary else values.astype(np.float64)

    def _reserve(self, tokens: npt.NDArray[np.int32]) -> None:
        needed = int(tokens[-1]) + 1 if len(tokens) else 0
        if needed > len(self._counts):
            wider = np.zeros((max(needed, 2 * len(self._counts)), self._counts.shape[1]))
            wider[: len(self._counts)] = self._counts
            self._counts = wider

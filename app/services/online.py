"""A filter that learns as it goes: judge a message, be told what it was, learn it.

Words of mail count once each, with little smoothing; messages rank by their evidence per informative word, which tells
spam from ham far better than the sum (see `nbengine.evidence`). Smoothing 1e-4 and presence instead of counts were
chosen on the public training sets, never on what the figures are reported on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.documents import Document
from app.services.recipes import CorpusKind, default_rules
from nbengine.counter import TokenCounter
from nbengine.counts import CountMatrix, FloatArray
from nbengine.logspace import normalised
from nbengine.online import OnlineScores, OnlineTally

SMOOTHING = 1e-4
UNSURE_BELOW = 0.5
"""Evidence per word closer to zero than this is no ground to act on."""


@dataclass(frozen=True, slots=True, eq=False)
class OnlineVerdict:
    """What the filter said before it was told."""

    label_number: int
    log_proba: FloatArray
    score: float
    """Evidence per informative word for the positive label."""
    is_unsure: bool


class OnlineFilter:
    """Judges and learns one message after another."""

    def __init__(self, labels: Sequence[str], positive: str, kind: CorpusKind) -> None:
        self._labels, self._positive = tuple(labels), labels.index(positive)
        self._counter = TokenCounter(default_rules(kind))
        self._tally = OnlineTally(len(labels), SMOOTHING, is_binary=True)

    def count(self, documents: Sequence[Document]) -> CountMatrix:
        """Count messages ahead of their turn; counting does not look at labels."""
        return self._counter.count([d.text for d in documents], [d.fields for d in documents])

    def judge_and_learn(self, row: CountMatrix, label: str) -> OnlineVerdict:
        """Judge one counted message, then learn what it was."""
        scores = self._tally.scores(row.tokens, row.values)
        verdict = self._verdict(scores)
        self._tally.learn(row.tokens, row.values, self._labels.index(label))
        return verdict

    def _verdict(self, scores: OnlineScores) -> OnlineVerdict:
        log_proba = normalised(scores.log_joint[None, :])[0]
        score = self._score(scores)
        return OnlineVerdict(int(log_proba.argmax()), log_proba, score, abs(score) < UNSURE_BELOW)

    def _score(self, scores: OnlineScores) -> float:
        others = np.delete(scores.log_joint, self._positive)
        odds = float(scores.log_joint[self._positive] - np.logaddexp.reduce(others))
        return odds / max(scores.n_informative, 1.0)

"""Bernoulli: which tokens occur and which do not; a label is charged for the words that are absent."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import log_of
from nbengine.arrays.smoothed_logs import LARGEST_TABLE, SmoothedLogs, looked_up
from nbengine.arrays.weight_units import UNIT
from nbengine.events.priors import Prior, log_prior
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights
from nbengine.events.settings import Smoothing, smoothing_per_token
from nbengine.learnt.tally import Tally


def bernoulli(tally: Tally, smoothing: Smoothing = 1.0, prior: Prior | None = None) -> Scorer:
    """Each token weighs by being there, above the tally's threshold, or by not being there."""
    text = bernoulli_weights(tally, smoothing)
    return Scorer(tally.labels, log_prior(tally.documents, tally.labels, prior or Prior()), text=text)


def bernoulli_weights(tally: Tally, smoothing: Smoothing) -> TextWeights:
    """The log-odds of presence and the sum of absence, never as a difference of infinities."""
    return BernoulliLogs(tally).weights(smoothing)


class BernoulliLogs:
    """What weights are made of, ready for any smoothing."""

    def __init__(self, tally: Tally) -> None:
        self._documents, self._threshold, self._n_tokens = tally.documents, tally.threshold, tally.n_tokens
        self._presences = tally.presences.T

    @cached_property
    def _present(self) -> SmoothedLogs:
        return SmoothedLogs(self._presences)

    @cached_property
    def _absent(self) -> SmoothedLogs:
        return SmoothedLogs(self._documents - self._presences)

    @property
    def places(self) -> IntArray | None:
        """(n_tokens, n_labels): the documents that hold each token, where all are whole and few."""
        return self._present.places

    def weights(self, smoothing: Smoothing) -> TextWeights:
        """A label without documents makes every token impossible where nothing is smoothed."""
        alpha = smoothing_per_token(smoothing, self._n_tokens)
        totals = log_of(self._documents / UNIT + 2 * alpha)
        if (alpha == 0).any():
            present, absent = self._present(alpha), self._absent(alpha)
            return TextWeights(*_without_smoothing(present, absent, totals), True, absent, self._threshold)
        found = None if alpha.ndim else self._looked_up(alpha, totals)
        if found is not None:
            weights, absent = found
            return TextWeights(weights, np.einsum("ij->j", absent), False, absent, self._threshold)
        per_label = totals if totals.ndim == 1 else None
        weights, absent = self._present(alpha, per_label), self._absent(alpha, per_label)
        weights -= absent
        if per_label is None:
            absent -= totals
        return TextWeights(weights, np.einsum("ij->j", absent), False, absent, self._threshold)

    def _looked_up(self, alpha: FloatArray, totals: FloatArray) -> list[FloatArray] | None:
        """Weights and absence by tables of what each label's number of documents with a token comes to."""
        unit = 1 if self._presences.dtype.kind == "f" else UNIT
        n_documents = self._documents.max(initial=0) // unit + 1
        if n_documents * len(self._documents) > min(LARGEST_TABLE, self._presences.size):
            return None
        holding = np.arange(int(n_documents)) * float(unit)
        present = log_of(holding / UNIT + alpha) - totals[:, None]
        absent = log_of((self._documents[:, None] - holding).clip(min=0) / UNIT + alpha) - totals[:, None]
        return looked_up(self._presences, (present - absent, absent))


def _without_smoothing(present: FloatArray, absent: FloatArray, totals: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Weights and bias where some α is 0; `absent` becomes log(1 - φ) in place."""
    is_empty = np.broadcast_to(np.isneginf(totals), absent.shape)
    absent -= np.where(is_empty, 0.0, totals)
    absent[is_empty] = 0.0
    is_certain = np.isneginf(absent)
    weights = np.where(is_certain, 0.0, present - np.where(is_certain | is_empty, 0.0, absent + totals))
    weights[is_empty] = -np.inf
    return weights, np.where(is_certain, 0.0, absent).sum(axis=0)

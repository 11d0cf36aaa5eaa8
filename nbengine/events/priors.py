"""The prior: how likely each label is before the document is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, get_args

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray
from nbengine.arrays.weights_as_whole_numbers import UNIT
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass

PriorKind = Literal["data", "uniform", "none", "given", "smoothed"]


LARGEST_STRENGTH = 1e100
"""Beyond what documents can weigh against; sums over all labels stay finite."""


@dataclass(frozen=True, slots=True)
class Prior:
    """A choice of prior; the default is each label's share of the documents."""

    kind: PriorKind = "data"
    strength: float = 1.0
    """For "smoothed": λ, added to each label's documents."""
    shares: tuple[tuple[str, float], ...] = ()
    """For "given": each label's share; they add up to 1."""

    def __post_init__(self) -> None:
        if self.kind not in get_args(PriorKind):
            raise EngineError(f"There is no prior called {self.kind!r}.")
        if not 0 <= self.strength <= LARGEST_STRENGTH:
            raise EngineError(f"The strength of a prior must be from 0 to {LARGEST_STRENGTH:g}, not {self.strength:g}.")
        if self.kind == "given":
            _check_shares([share for _, share in self.shares])

    @classmethod
    def given(cls, shares: Mapping[str, float]) -> Self:
        """Set the prior by hand, label by label."""
        return cls("given", shares=tuple(shares.items()))


def log_prior(documents: npt.NDArray[Any], labels: Sequence[str], prior: Prior) -> FloatArray:
    """log P(label) from the weight of each label's documents in units, shape (..., n_labels).

    A label without documents is impossible under the prior from the data: -inf, and so are all
    where there are no documents whatever.
    """
    if prior.kind == "none":
        return np.zeros(documents.shape)
    if prior.kind == "uniform":
        return np.full(documents.shape, -np.log(max(len(labels), 1)))
    if prior.kind == "given":
        return np.broadcast_to(_logs(_shares_in_order(labels, prior)), documents.shape).copy()
    strength = prior.strength if prior.kind == "smoothed" else 0.0
    smoothed = documents / UNIT + strength
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(smoothed) - np.log(smoothed.sum(axis=-1, keepdims=True))
    return np.where(smoothed > 0, logs, -np.inf)


def _shares_in_order(labels: Sequence[str], prior: Prior) -> FloatArray:
    shares = dict(prior.shares)
    missing = [label for label in labels if label not in shares]
    if missing:
        raise EngineError(f"No prior was given for the label {missing[0]!r}.")
    strange = set(shares) - set(labels)
    if strange:
        raise EngineError(f"A prior was given for {min(strange)!r}, which is not a label here.")
    return np.array([shares[label] for label in labels], dtype=np.float64)


def _check_shares(shares: Sequence[float]) -> None:
    if not all(np.isfinite(share) and share >= 0 for share in shares):
        raise EngineError("The shares of a given prior must be numbers from 0 upwards.")
    if abs(sum(shares) - 1) > 1e-6:
        raise EngineError(f"The shares of a given prior must add up to 1, not {sum(shares):g}.")


def _logs(values: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore"):
        logs: FloatArray = np.log(values)
    return logs

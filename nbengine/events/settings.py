"""Settings from which a scorer is derived, none of which touches a document: event model, smoothing and prior."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Final, Literal, Self, get_args

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import UNIT, FloatArray
from nbengine.arrays.logspace import log_of
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
            shares = [share for _, share in self.shares]
            if not all(np.isfinite(share) and share >= 0 for share in shares):
                raise EngineError("The shares of a given prior must be numbers from 0 upwards.")
            if abs(sum(shares) - 1) > 1e-6:
                raise EngineError(f"The shares of a given prior must add up to 1, not {sum(shares):g}.")

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
        return np.broadcast_to(log_of(_shares_in_order(labels, prior)), documents.shape).copy()
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


Weighting = Literal["count", "binary", "tfidf"]
MixedText = Literal["multinomial", "bernoulli"]
MIXED_TEXTS: Final[tuple[MixedText, ...]] = get_args(MixedText)
"""The ways in which text can take part in a mixed model, the usual one first."""
USUAL_EVENT_MODEL: Final = "multinomial"
"""The event model of text where nobody has chosen."""
Smoothing = float | FloatArray


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The event model with its smoothing and prior."""

    event_model: str = USUAL_EVENT_MODEL
    """The name of one of `nbengine.events.EVENT_MODELS`."""
    smoothing: Smoothing = 1.0
    """One α for all, or one per token (of the text)."""
    prior: Prior = field(default_factory=Prior)
    norm: bool = False
    """Complement: divide each label's weights by the sum of their sizes."""
    with_prior: bool = False
    """Complement: let the prior take part, which it otherwise does only where there is a single label."""
    var_smoothing: float = 1e-9
    """Gaussian: share of the largest column variance that is added to every variance."""
    mixed_text: MixedText = MIXED_TEXTS[0]
    """Mixed: how text takes part beside the other columns."""

    def __post_init__(self) -> None:
        if not (np.isfinite(self.var_smoothing) and self.var_smoothing >= 0):
            raise EngineError(f"Variance smoothing must be a number from 0 upwards, not {self.var_smoothing}.")
        if self.mixed_text not in MIXED_TEXTS:
            raise EngineError(f"Text takes part by {', '.join(MIXED_TEXTS)}, not by {self.mixed_text!r}.")
        check_smoothing(self.smoothing)


LARGEST_SMOOTHING = 1e100
"""Beyond what any count can weigh against; sums over all words stay finite."""


def check_smoothing(smoothing: npt.ArrayLike) -> None:
    """Refuse a smoothing that is negative, not a number, or so large that sums of it have no end."""
    given = np.asarray(smoothing, dtype=np.float64)
    if given.ndim > 1:
        raise EngineError(f"Smoothing is one number or one per token, not an array of {given.ndim} dimensions.")
    if not np.isfinite(given).all() or (given.size and given.min() < 0):
        raise EngineError("Smoothing must be a finite number from 0 upwards.")
    if given.size and given.max() > LARGEST_SMOOTHING:
        raise EngineError(f"Smoothing must be at most {LARGEST_SMOOTHING:g}, not {given.max():g}.")


def smoothing_per_token(smoothing: npt.ArrayLike, n_tokens: int) -> FloatArray:
    """α as an array that broadcasts against (n_tokens, n_labels): shape () or (n_tokens, 1)."""
    check_smoothing(smoothing)
    given = np.asarray(smoothing, dtype=np.float64)
    if given.ndim == 0:
        return given
    if given.shape != (n_tokens,):
        raise EngineError(f"{n_tokens} tokens need one smoothing or as many, not {len(given)}.")
    return given[:, None]


def one_smoothing(smoothing: Smoothing) -> float:
    """The one α that columns of choices share, and words that are looked up one by one."""
    check_smoothing(smoothing)
    if np.ndim(smoothing):
        raise EngineError("This needs one smoothing, not one per token.")
    return float(smoothing)

"""Event model, smoothing and prior: the settings with which a scorer is derived from the statistics."""

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
"""Upper limit of a prior's strength. Far above any number of documents; sums over all labels stay finite."""


@dataclass(frozen=True, slots=True)
class Prior:
    """The prior probabilities of the labels. By default each label's share of the documents."""

    kind: PriorKind = "data"
    strength: float = 1.0
    """For "smoothed": λ, added to the document count of each label."""
    shares: tuple[tuple[str, float], ...] = ()
    """For "given": each label's share. The shares add up to 1."""

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
        """Return a prior with given shares."""
        return cls("given", shares=tuple(shares.items()))


def log_prior(documents: npt.NDArray[Any], labels: Sequence[str], prior: Prior) -> FloatArray:
    """Return log P(label) from the document weights in units; shape (..., n_labels), like `documents`.

    Under the prior from the data, a label without documents is impossible (-inf). Without any documents all labels are.
    """
    if prior.kind == "none":
        return np.zeros(documents.shape)
    if prior.kind == "uniform":
        return np.full(documents.shape, -np.log(max(len(labels), 1)))
    if prior.kind == "given":
        return np.broadcast_to(log_of(_shares_in_order(labels, prior)), documents.shape).copy()
    strength = prior.strength if prior.kind == "smoothed" else 0.0
    smoothed_documents = documents / UNIT + strength
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(smoothed_documents) - np.log(smoothed_documents.sum(axis=-1, keepdims=True))
    return np.where(smoothed_documents > 0, logs, -np.inf)


def _shares_in_order(labels: Sequence[str], prior: Prior) -> FloatArray:
    shares = dict(prior.shares)
    missing = [label for label in labels if label not in shares]
    if missing:
        raise EngineError(f"No prior was given for the label {missing[0]!r}.")
    unknown = set(shares) - set(labels)
    if unknown:
        raise EngineError(f"A prior was given for {min(unknown)!r}, which is not a label here.")
    return np.array([shares[label] for label in labels], dtype=np.float64)


Weighting = Literal["count", "binary", "tfidf"]
MixedText = Literal["multinomial", "bernoulli"]
MIXED_TEXTS: Final[tuple[MixedText, ...]] = get_args(MixedText)
"""Event models that can handle the text in a mixed model, the default first."""
USUAL_EVENT_MODEL: Final = "multinomial"
"""Default event model of text."""
Smoothing = float | FloatArray


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The event model with its smoothing and prior."""

    event_model: str = USUAL_EVENT_MODEL
    """The name of one of `nbengine.events.EVENT_MODELS`."""
    smoothing: Smoothing = 1.0
    """α for all tokens, or one α per token (text only)."""
    prior: Prior = field(default_factory=Prior)
    norm: bool = False
    """Complement: divide the weights of each label by the sum of their absolute values."""
    with_prior: bool = False
    """Complement: add the prior to the score. With a single label the prior is always used."""
    var_smoothing: float = 1e-9
    """Gaussian: share of the largest column variance that is added to every variance."""
    mixed_text: MixedText = MIXED_TEXTS[0]
    """Mixed: event model of the text."""

    def __post_init__(self) -> None:
        if not 0 <= self.var_smoothing <= LARGEST_SMOOTHING:
            wanted = f"a number from 0 upwards, to {LARGEST_SMOOTHING:g}"
            raise EngineError(f"Variance smoothing must be {wanted}, not {self.var_smoothing}.")
        if self.mixed_text not in MIXED_TEXTS:
            raise EngineError(f"Text takes part by {', '.join(MIXED_TEXTS)}, not by {self.mixed_text!r}.")
        check_smoothing(self.smoothing)


LARGEST_SMOOTHING = 1e100
"""Upper limit of smoothing. Far above any count; sums over all words stay finite."""


def check_smoothing(smoothing: npt.ArrayLike) -> None:
    """Raise EngineError if a smoothing is negative, not finite or too large."""
    alphas = np.asarray(smoothing, dtype=np.float64)
    if alphas.ndim > 1:
        raise EngineError(f"Smoothing is one number or one per token, not an array of {alphas.ndim} dimensions.")
    if not np.isfinite(alphas).all() or (alphas.size and alphas.min() < 0):
        raise EngineError("Smoothing must be a finite number from 0 upwards.")
    if alphas.size and alphas.max() > LARGEST_SMOOTHING:
        raise EngineError(f"Smoothing must be at most {LARGEST_SMOOTHING:g}, not {alphas.max():g}.")


def smoothing_per_token(smoothing: npt.ArrayLike, n_tokens: int) -> FloatArray:
    """Return α as an array that broadcasts against (n_tokens, n_labels): shape () or (n_tokens, 1)."""
    check_smoothing(smoothing)
    alphas = np.asarray(smoothing, dtype=np.float64)
    if alphas.ndim == 0:
        return alphas
    if alphas.shape != (n_tokens,):
        raise EngineError(f"{n_tokens} tokens need one smoothing or as many, not {len(alphas)}.")
    return alphas[:, None]


def single_smoothing(smoothing: Smoothing) -> float:
    """Return the smoothing as a float; raise EngineError for one per token.

    Columns of choices, and words that are looked up one by one, need a single value.
    """
    check_smoothing(smoothing)
    if np.ndim(smoothing):
        raise EngineError("This needs one smoothing, not one per token.")
    return float(smoothing)

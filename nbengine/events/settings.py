"""Settings from which a scorer is derived: event model, smoothing and prior, none of which touches a document."""

from __future__ import annotations

from dataclasses import field
from typing import Final, Literal, get_args

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray
from nbengine.errors import EngineError
from nbengine.events.priors import Prior
from nbengine.lazy_dataclasses import dataclass

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

"""Limits to what may be lost: how sure spam has to be so that at most one good mail in so many is filed by mistake.

The scores that good mails had when they were new say it, without any figure of the model's own: with good mail of n
lists and senders, at most one in k of further mails is expected above a score that is passed by mail of fewer than
(n + 1) / k of them. The mails of one list or sender count as one together, as they do for the filter's own promise.
"""

from __future__ import annotations

import math

import numpy as np

from nbengine.filter.promise import promise_of, suspected
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model

ONE_IN = (20, 100, 1_000)
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class LossLimit:
    """One limit, and what it costs."""

    one_in: int
    """At most one good mail in so many is lost; 0 where nothing is filed unasked."""
    least_score: float = -math.inf
    """Spam has to have a higher score, in log-odds."""
    asks_one_in: int = 1
    """About one arrival in so many has to be asked about."""
    needs_sources: int = 0
    """Lists and senders whose good mail has to be learnt for it."""


@dataclass(frozen=True, slots=True)
class LossLimits:
    """The limits that a filter can keep, and the ground on which it says so."""

    n_sources: int = 0
    """The lists and senders that the good mails learnt count for."""
    promised_one_in: int = 0
    """The limit of the filter itself, which its marks keep."""
    limits: tuple[LossLimit, ...] = ()

    def of(self, one_in: int) -> LossLimit | None:
        """Return the limit of that name; None where it cannot be kept or is not known."""
        found = (limit for limit in self.limits if limit.one_in == one_in and limit.needs_sources <= self.n_sources)
        return next(found, None)


def loss_limits(model: Model) -> LossLimits:
    """Work out the limits from the lessons of a filter; any other model has none."""
    if not isinstance(model, FilterModel):
        return LossLimits()
    learner, rows = model.learner, model.learner.lessons.rows
    is_good = (
        np.isin(rows["label"], list(learner.protected)) if learner.protected else rows["label"] != learner.positive
    )
    is_good &= ~np.isin(rows["key"], suspected(learner))
    good = rows[is_good][np.argsort(-rows["score"][is_good], kind="stable")]
    passed, promise = np.cumsum(good["source_share"]), promise_of(learner)
    sources = promise.sources
    odds = learner.marks.slope * rows["score"] + learner.marks.offset
    limits = []
    for one_in in ONE_IN:
        allowed = (sources + 1) / one_in - 1
        if allowed < -ROUNDING:
            limits.append(LossLimit(one_in, math.inf, 1, one_in - 1))
            continue
        n_allowed = int(np.searchsorted(passed, allowed + ROUNDING, side="right"))
        score = float(good["score"][n_allowed]) if n_allowed < len(good) else -math.inf
        least = max(learner.marks.slope * score + learner.marks.offset, 0.0)
        asked = float(np.mean((odds > 0) & (odds <= least))) if len(odds) else 1.0
        limits.append(LossLimit(one_in, least, max(round(1 / max(asked, 1e-4)), 1), one_in - 1))
    promised = round(1 / max(promise.lost_share, 1e-9))
    return LossLimits(promise.n_sources, promised, (*limits, LossLimit(0, math.inf)))

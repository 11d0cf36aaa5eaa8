"""Limits to what may be lost: how sure spam has to be so that at most one good mail in so many is filed by mistake.

The scores that good mails had when they were new say it, without any figure of the model's own: with n good mails, at
most one in k of further ones is expected above a score that is passed by fewer than (n + 1) / k of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nbengine.filter.promise import promise_of, suspected
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model

ONE_IN = (20, 100, 1_000)


@dataclass(frozen=True, slots=True)
class LossLimit:
    """One limit, and what it costs."""

    one_in: int
    """At most one good mail in so many is lost; 0 where nothing is filed unasked."""
    least_score: float = -math.inf
    """Spam has to have a higher score, in log-odds."""
    asks_one_in: int = 1
    """About one arrival in so many has to be asked about."""
    needs_good: int = 0
    """Good mails that have to be learnt for it."""


@dataclass(frozen=True, slots=True)
class LossLimits:
    """The limits that a filter can keep, and the ground on which it says so."""

    n_good: int = 0
    promised_one_in: int = 0
    """The limit of the filter itself, which its marks keep."""
    limits: tuple[LossLimit, ...] = ()

    def of(self, one_in: int) -> LossLimit | None:
        """Return the limit of that name; None where it cannot be kept or is not known."""
        found = (limit for limit in self.limits if limit.one_in == one_in and limit.needs_good <= self.n_good)
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
    good = np.sort(rows["score"][is_good])[::-1]
    odds = learner.marks.slope * rows["score"] + learner.marks.offset
    limits = []
    for one_in in ONE_IN:
        n_allowed = (len(good) + 1) // one_in - 1
        if n_allowed < 0:
            limits.append(LossLimit(one_in, math.inf, 1, one_in - 1))
            continue
        score = float(good[n_allowed]) if n_allowed < len(good) else -math.inf
        least = max(learner.marks.slope * score + learner.marks.offset, 0.0)
        asked = float(np.mean((odds > 0) & (odds <= least))) if len(odds) else 1.0
        limits.append(LossLimit(one_in, least, max(round(1 / max(asked, 1e-4)), 1), one_in - 1))
    promised = round(1 / max(promise_of(learner).lost_share, 1e-9))
    return LossLimits(len(good), promised, (*limits, LossLimit(0, math.inf)))

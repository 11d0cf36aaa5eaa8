"""The promise a filter can make with the documents it has learnt, and what would make it better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from nbengine.filter.filter import Filter

STEPS: Final = (0.01, 0.003, 0.001)
"""Shares of good documents lost that are worth aiming at."""
SUSPECTED_FROM: Final = 0.5
"""Documents that look like the other side by more than this may have a wrong label."""


@dataclass(frozen=True, slots=True)
class Promise:
    """At most this share of new good documents is expected to be called surely positive."""

    good: int
    """Good documents learnt."""
    lost_share: float
    next_share: float
    """The next better share; the same as the present one where there is none."""
    more_good: int
    """The number of further good documents that the next smaller share needs."""
    suspects: tuple[int, ...]
    """Keys of documents whose label may be wrong, the most doubtful first."""


def promise_of(learner: Filter) -> Promise:
    """Say what can be promised."""
    rows, positive = learner.lessons.rows, learner.positive
    is_good = np.isin(rows["label"], list(learner.protected)) if learner.protected else rows["label"] != positive
    good = int(np.count_nonzero(is_good))
    suspects = suspected(learner)
    late = rows[is_good][good // 2 :]
    is_lost = (late["score"] > learner.marks.high) & ~np.isin(late["key"], suspects)
    share = min(max((int(np.count_nonzero(is_lost)) + 1) / (good + 1), STEPS[-1]), 1.0)
    better = [step for step in STEPS if step < share]
    next_share = better[0] if better else share
    more = max(round(1 / next_share) - 1 - good, 0) if better else 0
    return Promise(good, share, next_share, more, tuple(suspects))


def suspected(learner: Filter) -> list[int]:
    """Keys of lessons that contradict what all others say, the strongest contradiction first."""
    rows = learner.lessons.rows
    judged = np.where(np.isnan(rows["left_out"]), rows["score"], rows["left_out"])
    against = np.where(rows["label"] == learner.positive, -judged, judged) - SUSPECTED_FROM
    places = np.flatnonzero(against > 0)
    return [int(key) for key in rows["key"][places[np.argsort(-against[places], kind="stable")]].tolist()]

"""The promise a filter can make with the documents it has learnt, and what would make it better.

It counts lists and senders, as the marks do: a thousand mails of one list promise no more about the next newsletter
than one of them.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from nbengine.arrays.counts import FloatArray
from nbengine.filter.filter import Filter
from nbengine.filter.lesson_log import UNNAMED_SHARE
from nbengine.lazy_dataclasses import dataclass

STEPS: Final = (0.01, 0.003, 0.001)
"""Shares of good documents lost that are worth aiming at."""
ROUNDING: Final = 1e-9
SUSPECTED_FROM: Final = 0.5
"""Documents that look like the other side by more than this may have a wrong label."""


@dataclass(frozen=True, slots=True)
class Promise:
    """At most this share of new good documents is expected to be called surely positive."""

    good: int
    """Good documents learnt."""
    sources: float
    """The lists and senders that these count for, which is what the promise is made from."""
    lost_share: float
    next_share: float
    """The next better share; the same as the present one where there is none."""
    more_good: int
    """The number of further good documents, of other lists and senders, that the next smaller share needs."""
    suspects: tuple[int, ...]
    """Keys of documents whose label may be wrong, the most doubtful first."""

    @property
    def n_sources(self) -> int:
        """The whole lists and senders, which is how many people are told."""
        return math.floor(self.sources + ROUNDING)


def promise_of(learner: Filter) -> Promise:
    """Say what can be promised."""
    rows, positive = learner.lessons.rows, learner.positive
    is_good = np.isin(rows["label"], list(learner.protected)) if learner.protected else rows["label"] != positive
    good = int(np.count_nonzero(is_good))
    suspects = suspected(learner)
    sizes = rows["source_share"][is_good]
    sources = float(sizes.sum())
    late = rows[is_good][good // 2 :]
    marks = np.array([learner.marks.high_for(share) for share in late["new_share"].tolist()])
    is_lost = (late["score"] > marks) & ~np.isin(late["key"], suspects)
    by_mails = (int(np.count_nonzero(is_lost)) + 1) / (good + 1)
    by_sources = (float(late["source_share"][is_lost].sum()) + 1) / (sources + 1)
    share = min(max(by_mails, by_sources, STEPS[-1]), 1.0)
    better = [step for step in STEPS if step < share]
    next_share = better[0] if better else share
    missing = max(1 / next_share - 1 - sources, 0.0) if better else 0.0
    return Promise(
        good, sources, share, next_share, math.ceil(round(missing / worth_of_another(sizes), 6)), tuple(suspects)
    )


def worth_of_another(sizes: FloatArray) -> float:
    """Return the part of a source that one more document from elsewhere is; sizes (n_documents,) are of those learnt.

    A third, as of the others, where of none it is known who sent it.
    """
    return UNNAMED_SHARE if len(sizes) and bool(np.all(sizes == UNNAMED_SHARE)) else 1.0


def suspected(learner: Filter) -> list[int]:
    """Keys of lessons that contradict what all others say, the strongest contradiction first."""
    rows = learner.lessons.rows
    judged = np.where(np.isnan(rows["left_out"]), rows["score"], rows["left_out"])
    against = np.where(rows["label"] == learner.positive, -judged, judged) - SUSPECTED_FROM
    places = np.flatnonzero(against > 0)
    return [int(key) for key in rows["key"][places[np.argsort(-against[places], kind="stable")]].tolist()]

"""Limits of a model of folders: what of an arrival is filed, and what each limit costs."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from app.domain.records import WatchedPlace, WatchRules
from app.domain.results import DocumentVerdict, FilingErrorLimit, LabelErrorLimit
from app.features.inbox.deciding import (
    DecisionContext,
    JudgedArrival,
    LossLimit,
    decide_arrival,
    loss_limits_of_folders,
)

LABELS = ("bank", "spam", "tax")
SURE = DocumentVerdict("letter.txt", label="tax", probability=0.97, log_joint={"bank": -9.0, "spam": -9.0, "tax": 0.0})


def state_of(verdict: DocumentVerdict, limit: LossLimit | None) -> str:
    place = WatchedPlace("/scans", "/papers", is_trial=False)
    decision_context = DecisionContext(place, WatchRules(), LABELS, limit)
    return decide_arrival(JudgedArrival("letter.txt", verdict), decision_context, is_decided=False).state


@pytest.mark.parametrize("label", ["tax", "spam"])
@pytest.mark.parametrize(
    ("kept", "is_unsure", "states"),
    [
        (1_000, False, ["due", "due", "due", "asked"]),
        (100, False, ["due", "due", "asked", "asked"]),
        (20, False, ["due", "asked", "asked", "asked"]),
        (0, True, ["asked", "asked", "asked", "asked"]),
        (-1, True, ["asked", "asked", "asked", "asked"]),
    ],
)
def test_what_keeps_the_limit_is_filed_and_all_else_asked_about(
    label: str, kept: int, is_unsure: bool, states: list[str]
) -> None:
    verdict = replace(SURE, label=label, strictest_limit_met=kept, is_unsure=is_unsure)

    assert [state_of(verdict, LossLimit(one_in)) for one_in in (20, 100, 1_000)] == states[:3]
    assert state_of(verdict, LossLimit(0, math.inf)) == states[3]
    assert state_of(verdict, None) == states[0]


def test_each_limit_says_what_it_would_file_and_what_it_needs() -> None:
    def promise(one_in: int, *labels: tuple[str, int, int, int, float | None]) -> FilingErrorLimit:
        return FilingErrorLimit(one_in, tuple(LabelErrorLimit(*each) for each in labels), 24)

    limits = loss_limits_of_folders((
        promise(20, ("bank", 70, 60, 2, 0.92), ("tax", 30, 0, 0, None)),
        promise(100, ("bank", 70, 0, 0, None), ("tax", 30, 0, 0, None)),
    ))  # fmt: skip

    assert limits.promised_one_in == 20
    assert limits.find(20) is not None
    assert limits.find(100) is None
    assert limits.find(0) == LossLimit(0, math.inf)
    kept = limits.limits[0].promise
    assert kept is not None
    assert (kept.judged, kept.sure, kept.wrong, kept.labels_without_threshold) == (100, 60, 2, ("tax",))
    assert loss_limits_of_folders(()).limits == ()

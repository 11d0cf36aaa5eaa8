"""A watching loop results when something happens, and never twice at once for one workspace."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from app.domain.errors import BusyWorkspace
from app.domain.jobs import NoOpJobContext
from app.domain.records import WatchedPlace
from app.features.inbox.scanning import QUIET_S
from app.features.inbox.watching import (
    CHECK_INTERVAL_S,
    POLL_INTERVAL_S,
    ChangeWaiter,
    CheckResult,
    Watcher,
    WatchingLoop,
    create_change_waiter,
    watching_lock,
)
from tests.app.features.inbox.conftest import Clock, deliver, names
from tests.app.letters import letter

NOBODY = NoOpJobContext()


@pytest.mark.parametrize("waiter", [ChangeWaiter, create_change_waiter])
def test_what_arrives_is_filed_while_the_loop_goes_on(workspace: Path, inbox: Path, tmp_path: Path, waiter) -> None:
    places = [WatchedPlace(str(inbox), str(tmp_path / "filed"), is_trial=False)]
    woken = waiter()
    loop = WatchingLoop(Watcher(workspace, places), woken)
    results: list[CheckResult] = []
    has_begun, has_filed = threading.Event(), threading.Event()

    def on_check(result: CheckResult) -> None:
        results.append(result)
        has_begun.set()
        if result.arrivals:
            has_filed.set()

    thread = threading.Thread(target=loop.run, args=(on_check, NOBODY))
    thread.start()
    assert has_begun.wait(60)
    deliver(inbox, "1", letter("spam", 40))
    if not woken.reports_changes:
        woken.wake()
    assert has_filed.wait(60)
    loop.stop()
    thread.join(60)

    assert names(tmp_path / "filed") == ["spam/1"]


class LosingWaker(ChangeWaiter):
    """Hears what happens, as the system says, and yet wakes by the clock alone."""

    reports_changes = True

    def __init__(self, act: Callable[[], None]) -> None:
        super().__init__()
        self._act, self.waits_s = act, list[float]()

    def wait(self, seconds: float) -> None:
        self.waits_s.append(seconds)
        self._act()


def test_what_no_event_told_of_is_found_by_the_clock(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    places = [WatchedPlace(str(inbox), str(tmp_path / "filed"), is_trial=False)]
    clock = Clock()
    mails = [letter("spam", 41)]

    def pass_time() -> None:
        if mails:
            deliver(inbox, "1", mails.pop())
        clock.now_s += 6

    waiter = LosingWaker(pass_time)
    loop = WatchingLoop(Watcher(workspace, places, clock=clock), waiter)
    results: list[CheckResult] = []

    def on_check(result: CheckResult) -> None:
        results.append(result)
        if len(results) == 3:
            loop.stop()

    loop.run(on_check, NOBODY)

    assert waiter.waits_s == [CHECK_INTERVAL_S, QUIET_S]
    assert [len(result.arrivals) for result in results] == [0, 0, 1]
    assert names(tmp_path / "filed") == ["spam/1"]


def test_a_place_that_other_computers_write_to_is_looked_at_more_often(workspace: Path, tmp_path: Path) -> None:
    folder = tmp_path / "Nextcloud" / "scans"
    folder.mkdir(parents=True)

    def stop() -> None:
        loop.stop()

    waiter = LosingWaker(stop)
    loop = WatchingLoop(Watcher(workspace, [WatchedPlace(str(folder))]), waiter)
    loop.run(lambda _look: None, NOBODY)

    assert waiter.waits_s == [POLL_INTERVAL_S]


def test_a_workspace_has_one_watch(workspace: Path, inbox: Path) -> None:
    loop = WatchingLoop(Watcher(workspace, [WatchedPlace(str(inbox))]), create_change_waiter())
    with watching_lock(workspace), pytest.raises(BusyWorkspace):
        loop.run(lambda _look: None, NOBODY)

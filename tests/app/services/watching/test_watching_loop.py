"""A watching loop looks when something happens, and never twice at once for one workspace."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.domain.arrivals import WatchedPlace
from app.domain.errors import BusyWorkspace
from app.domain.jobs import Unattended
from app.services.watching.one_look import Look, Watcher
from app.services.watching.waking import Waker, new_waker
from app.services.watching.watching_loop import WatchingLoop, watching_lock
from tests.app.judge.letters import letter
from tests.app.services.watching.conftest import deliver, names

NOBODY = Unattended()


@pytest.mark.parametrize("waker", [Waker, new_waker])
def test_what_arrives_is_filed_while_the_loop_goes_on(workspace: Path, inbox: Path, tmp_path: Path, waker) -> None:
    places = [WatchedPlace(str(inbox), str(tmp_path / "filed"), is_trial=False)]
    woken = waker()
    loop = WatchingLoop(Watcher(workspace, places), woken)
    looks: list[Look] = []
    has_begun, has_filed = threading.Event(), threading.Event()

    def on_look(look: Look) -> None:
        looks.append(look)
        has_begun.set()
        if look.arrivals:
            has_filed.set()

    thread = threading.Thread(target=loop.run, args=(on_look, NOBODY))
    thread.start()
    assert has_begun.wait(60)
    deliver(inbox, "1", letter("spam", 40))
    if not woken.hears:
        woken.wake()
    assert has_filed.wait(60)
    loop.stop()
    thread.join(60)

    assert names(tmp_path / "filed") == ["spam/1"]


def test_a_workspace_has_one_watch(workspace: Path, inbox: Path) -> None:
    loop = WatchingLoop(Watcher(workspace, [WatchedPlace(str(inbox))]), new_waker())
    with watching_lock(workspace), pytest.raises(BusyWorkspace):
        loop.run(lambda _look: None, NOBODY)

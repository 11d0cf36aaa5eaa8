"""Garbage: collected on the GUI thread alone, for as long as there are others."""

from __future__ import annotations

import gc
import threading
import weakref
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.jobs import JobContext
from app.kit.jobs import GarbageCollector, JobRunner


class Selfish(QWidget):
    """A widget that only the collector can free."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self


def much_is_made(_context: JobContext) -> int:
    return len([[number] for number in range(200_000)])


def job_is_done(bot: QtBot, runner: JobRunner) -> None:
    with bot.waitSignal(runner.start(much_is_made).succeeded):
        pass


def test_a_widget_that_refers_to_itself_dies_on_the_gui_thread_though_jobs_make_more(
    qtbot: QtBot, runner: JobRunner
) -> None:
    died_on: list[int] = []
    job_is_done(qtbot, runner)  # what is there before the first one is not looked at
    weakref.finalize(Selfish(), lambda: died_on.append(threading.get_ident()))

    job_is_done(qtbot, runner)
    much = [[number] for number in range(200_000)]  # and so does the window itself
    qtbot.waitUntil(lambda: bool(died_on))

    assert len(much) == 200_000
    assert died_on == [threading.get_ident()]


def test_without_threads_it_is_left_to_python_again(qapp: QApplication) -> None:
    collection = GarbageCollector()
    collection.begin()
    assert not gc.isenabled()
    assert gc.get_freeze_count() > 0

    collection.end()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_looking_at_everything_takes_a_small_share_of_the_time(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "get_count", lambda: (10_000, 100, 100))
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "collect", collected.append)
    now_s = iter([100.0, 100.0, 100.5, 101.0, 101.0, 200.0, 200.0, 200.5])
    monkeypatch.setattr("app.kit.jobs.time", SimpleNamespace(monotonic=lambda: next(now_s)))
    collection = GarbageCollector()

    for _ in range(3):
        collection._on_dispatcher_about_to_block()

    assert collected == [2, 1, 2]

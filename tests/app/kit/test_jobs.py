"""Jobs: off the GUI thread, heard of on it, stopped when asked, and never stale."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.kit import jobs
from app.kit.jobs import Job, JobRunner, JobThread, Progress
from tests.inline_runner import InlineRunner


def doubled(number: int) -> Callable[[JobContext], int]:
    def work(context: JobContext) -> int:
        context.checkpoint(1, 2, "doubling")
        return 2 * number

    return work


class Gate:
    """Work that waits at a checkpoint until it is let through or cancelled."""

    def __init__(self) -> None:
        self.is_inside, self.may_pass = threading.Event(), threading.Event()

    def __call__(self, context: JobContext) -> str:
        self.is_inside.set()
        while not self.may_pass.wait(0.005):
            context.checkpoint(3, 10, "waiting")
        return "through"

    @contextmanager
    def held(self) -> Iterator[None]:
        assert self.is_inside.wait(5)
        try:
            yield
        finally:
            self.may_pass.set()


def test_a_result_arrives_on_the_gui_thread_while_the_work_does_not(qtbot: QtBot, runner: JobRunner) -> None:
    home, threads = QThread.currentThread(), []

    def work(_context: JobContext) -> bool:
        return QThread.currentThread() is home

    job = runner.start(work)
    job.succeeded.connect(lambda _result: threads.append(QThread.currentThread()))
    with qtbot.waitSignal(job.succeeded) as heard:
        pass

    assert heard.args == [False]
    assert threads == [home]


def test_a_job_reports_and_its_result_arrives(qtbot: QtBot, runner: JobRunner) -> None:
    job = runner.start(doubled(21))
    with qtbot.waitSignal(job.succeeded) as heard:
        pass

    assert heard.args == [42]
    assert job.progress.share == 0.5
    assert job.progress.phase == "doubling"


def test_an_error_of_the_world_is_a_failure_and_nothing_crashed(qtbot: QtBot, runner: JobRunner) -> None:
    problem = TrainingError("Mail", "one label only")

    def work(_context: JobContext) -> None:
        raise problem

    with qtbot.assertNotEmitted(runner.crashed):
        job = runner.start(work)
        with qtbot.waitSignal(job.failed) as heard:
            pass

    assert heard.args == [problem]


def test_a_bug_is_reported_and_the_thread_goes_on(qtbot: QtBot, runner: JobRunner) -> None:
    def work(_context: JobContext) -> float:
        return 1 / 0

    with qtbot.waitSignal(runner.crashed) as heard:
        job = runner.start(work)
        settled = []
        job.settled.connect(lambda: settled.append(True))
    assert heard.args is not None
    assert isinstance(heard.args[0], ZeroDivisionError)
    assert settled == [True]

    after = runner.start(doubled(1))
    with qtbot.waitSignal(after.succeeded):
        pass


def test_a_cancelled_job_stops_at_its_next_checkpoint(qtbot: QtBot, runner: JobRunner) -> None:
    gate = Gate()
    job = runner.start(gate, lane="long")
    assert gate.is_inside.wait(5)

    with qtbot.waitSignal(job.cancelled):
        job.cancel()

    assert runner.jobs == ()


def test_a_job_that_waits_is_replaced_by_a_newer_one_of_its_key(qtbot: QtBot, runner: JobRunner) -> None:
    gate, heard = Gate(), []
    runner.start(gate)
    with gate.held():
        old, new = runner.start(doubled(1), key="live"), None
        old.cancelled.connect(lambda: heard.append("old cancelled"))
        new = runner.start(doubled(2), key="live")
        new.succeeded.connect(heard.append)

        assert heard == ["old cancelled"]
    with qtbot.waitSignal(new.settled):
        pass

    assert heard == ["old cancelled", 4]


def test_a_running_job_is_not_replaced(qtbot: QtBot, runner: JobRunner) -> None:
    gate, heard = Gate(), []
    first = runner.start(gate, key="live")
    first.succeeded.connect(heard.append)
    with gate.held():
        second = runner.start(doubled(2), key="live")
        second.succeeded.connect(heard.append)
    with qtbot.waitSignal(second.settled):
        pass

    assert heard == ["through", 4]


def test_quick_jobs_do_not_wait_for_long_ones(qtbot: QtBot, runner: JobRunner) -> None:
    gate = Gate()
    runner.start(gate, lane="long")
    with gate.held():
        quick = runner.start(doubled(3))
        with qtbot.waitSignal(quick.succeeded):
            pass

        assert [job.lane for job in runner.jobs] == ["long"]


def test_closing_stops_what_runs_and_forgets_what_waits(runner: JobRunner) -> None:
    gate = Gate()
    runner.start(gate, lane="long")
    runner.start(doubled(1), lane="long")
    assert gate.is_inside.wait(5)

    runner.close()

    assert runner.jobs == ()


@pytest.mark.parametrize(
    ("progress", "share", "left"),
    [
        (Progress(0, 0), None, None),
        (Progress(50, 100, "", 5.0), 0.5, 5.0),
        (Progress(0, 100, "", 5.0), 0.0, None),
        (Progress(9, 100, "", 2.9), 0.09, None),  # too little is done for an estimate
        (Progress(1, 100, "", 5.0), 0.01, None),
        (Progress(10, 100, "", 0.4), 0.1, None),
        (Progress(10, 100, "", 1.0), 0.1, 9.0),
        (Progress(4, 100, "", 3.0), 0.04, 72.0),
        (Progress(120, 100, "", 5.0), 1.0, -20 / 24),
    ],
)
def test_progress_tells_share_and_time_left(progress: Progress, share: float | None, left: float | None) -> None:
    assert progress.share == share
    assert progress.seconds_left == (None if left is None else pytest.approx(left))


def test_the_time_left_of_a_second_pass_is_measured_from_its_own_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    clock_s, left = [1000.0], list[float | None]()
    monkeypatch.setattr(jobs.time, "monotonic", lambda: clock_s[0])

    def work(context: JobContext) -> None:
        for seconds, done in ((0, 0), (90, 90), (0, 0), (1, 10)):
            clock_s[0] += seconds
            context.checkpoint()  # without a number: no new pass
            context.checkpoint(done, 100, "learning")
            left.append(job.progress.seconds_left)

    job = Job(work)
    job.run()

    assert left == [None, pytest.approx(10), None, pytest.approx(9)]


def test_the_inline_runner_works_when_told_to_and_replaces_as_the_real_one_does(inline_runner: InlineRunner) -> None:
    heard: list[object] = []
    inline_runner.start(doubled(1), key="live").cancelled.connect(lambda: heard.append("replaced"))
    inline_runner.start(doubled(5), key="live").succeeded.connect(heard.append)
    assert heard == ["replaced"]

    inline_runner.run()

    assert heard == ["replaced", 10]


def test_a_job_ends_on_the_gui_thread_with_all_that_hangs_on_it(qtbot: QtBot, runner: JobRunner) -> None:
    told: list[threading.Thread] = []

    class Watched:
        def __del__(self) -> None:
            told.append(threading.current_thread())

    def used(_watched: Watched) -> Callable[[JobContext], None]:
        return lambda _context: _watched and None

    with qtbot.waitSignal(runner.start(used(Watched())).settled):
        pass
    qtbot.waitUntil(lambda: bool(told))

    assert told == [threading.main_thread()]


def test_a_question_that_comes_after_the_end_is_not_worked_on(qtbot: QtBot) -> None:
    runner, asked = JobRunner(), []
    runner.close()

    runner.start(lambda _context: asked.append("late"), lane="long")

    assert runner.jobs == ()
    assert not any(thread.isRunning() for thread in runner.findChildren(JobThread))
    assert asked == []


def test_the_window_waits_two_milliseconds_for_its_turn_while_there_are_threads_and_as_usual_after(
    qapp: QApplication,
) -> None:
    usual_s = sys.getswitchinterval()
    runner = JobRunner()
    runner.start(doubled(1))
    turn_s = sys.getswitchinterval()
    runner.close()
    assert turn_s == pytest.approx(0.002)
    assert sys.getswitchinterval() == pytest.approx(usual_s)

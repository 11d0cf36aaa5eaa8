"""Questions and answers: typed from end to end, and dropped in one place when a question no longer stands."""

from __future__ import annotations

import pytest

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.qt.background_asking import Asker
from tests.late_answers import LateRunner


class Page:
    """A page that shows the last answer it was given."""

    def __init__(self, seed: int = 0) -> None:
        self.runner = LateRunner(seed)
        self.asker = Asker(self.runner, "page", failed=self.failures_append)
        self.shown: list[int] = []
        self.failures: list[Exception] = []

    def failures_append(self, error: Exception) -> None:
        self.failures.append(error)

    def ask(self, number: int, *, topic: str = "rows", shows_running: bool = False) -> None:
        self.asker.ask(lambda _context: number, then=self.shown.append, topic=topic, shows_running=shows_running)


SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_newest_question_of_a_topic_is_answered(seed: int) -> None:
    page = Page(seed)
    for number in range(6):
        page.ask(number)
        page.runner.some_steps()
    page.runner.finish()

    assert page.shown[-1] == 5
    assert page.shown == sorted(page.shown)


@pytest.mark.parametrize("seed", SEEDS)
def test_topics_do_not_disturb_each_other(seed: int) -> None:
    page = Page(seed)
    for number in range(6):
        page.ask(number, topic=f"topic {number}")
        page.runner.some_steps()
    page.runner.finish()

    assert sorted(page.shown) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_moving_slider_shows_what_was_worked_out_but_nothing_older_than_that(seed: int) -> None:
    page = Page(seed)
    for number in range(8):
        page.ask(number, shows_running=True)
        page.runner.some_steps()
    page.runner.finish()

    assert page.shown == sorted(page.shown)
    assert page.shown[-1] == 7


def test_some_of_a_moving_slider_is_shown_before_it_stops() -> None:
    def n_shown(seed: int) -> int:
        page = Page(seed)
        for number in range(8):
            page.ask(number, shows_running=True)
            page.runner.some_steps()
        page.runner.finish()
        return len(page.shown)

    assert max(map(n_shown, SEEDS)) > 1


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_was_asked_before_forgetting_is_answered(seed: int) -> None:
    page = Page(seed)
    page.ask(1)
    page.ask(2, topic="")
    page.runner.some_steps(2)
    before = list(page.shown)
    page.asker.forget()
    page.ask(3, topic="")
    page.runner.finish()

    assert page.shown == [*before, 3]


def test_forgetting_one_topic_leaves_the_others() -> None:
    page = Page()
    page.ask(1)
    page.ask(2, topic="other")
    page.asker.forget("rows")
    page.runner.finish()

    assert page.shown == [2]
    assert not page.asker.is_waiting("rows")


def test_a_topic_waits_until_its_newest_question_is_answered() -> None:
    page = Page()
    assert not page.asker.is_waiting("rows")
    page.ask(1)
    assert page.asker.is_waiting("rows")
    page.runner.finish()
    assert not page.asker.is_waiting("rows")


def test_a_question_that_was_stopped_is_waited_for_no_longer() -> None:
    page = Page()
    page.ask(1)
    page.runner.cancel_all()
    page.runner.finish()

    assert page.shown == []
    assert not page.asker.is_waiting("rows")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_newer_question_is_waited_for_though_an_older_one_was_stopped(seed: int) -> None:
    page = Page(seed)
    page.ask(1, shows_running=True)
    page.runner.some_steps()
    page.runner.cancel_all()
    page.ask(2, shows_running=True)
    assert page.asker.is_waiting("rows")
    page.runner.finish()

    assert page.shown[-1] == 2


def test_a_failure_is_an_answer_too() -> None:
    page = Page()
    problem = TrainingError("mail", "nothing-to-learn")

    def fail(_context: JobContext) -> int:
        raise problem

    page.asker.ask(fail, then=page.shown.append, topic="rows")
    page.asker.ask(fail, then=page.shown.append, topic="rows")
    page.runner.finish()

    assert page.failures == [problem]
    assert page.shown == []

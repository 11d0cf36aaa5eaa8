"""The Lessons page under a machine as slow and disorderly as can be."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.features.teaching.lessons import question_of_check
from app.features.teaching.page import LessonsPage
from app.features.teaching.view_model import LessonsViewModel, compute_results
from tests.app.shell.test_page_walks import MANY_SEEDS, SEEDS, Go, fails, stale_answers
from tests.app.shell.test_page_walks import go as go
from tests.app.shell.test_page_walks import prepared as prepared
from tests.app.walks import DOWN, UP, Ground, Walk


class LessonsWalk(Walk):
    """Cells, the document, the recipe and questions of a lesson."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.model = LessonsViewModel(self.runner)
        self.page = LessonsPage(self.model)
        self.asked_about = self.model.state.setup
        self.begin(self.page)

    def keys(self) -> list[Callable[[], object]]:
        boxes = [self.page._choice, self.page._event_model, self.page._prior]
        turned = [self.press(box, key) for box in boxes if box.isVisible() for key in (DOWN, UP)]
        spins = [self.press(self.page._smoothing, key) for key in (UP, DOWN) if self.page._smoothing.isVisible()]
        return [*turned, *spins, self.write, self.write, self.change_cell, self.ask, self.ask, self.ask]

    def write(self) -> None:
        if self.page._fields:
            self.type_into(self.chance.choice(self.page._fields), self.chance.choice(["5", "ab ", "1"]))

    def change_cell(self) -> None:
        rows = self.model.state.setup.rows
        row = self.chance.randrange(len(rows))
        self.model.set_cell(row, self.chance.randrange(len(rows[row])), self.chance.choice(["7", "x", rows[0][0]]))

    def assert_true(self) -> None:
        state = self.model.state
        try:
            expected = compute_results(state.setup, state.lesson.experiment)
        except Exception as error:
            assert type(state.problem) is type(error)  # noqa: PT017 - it is what the page shows that is asked
            assert state.results is None
            return
        assert state.problem is None
        assert state.results is not None
        assert state.results.html == expected.html
        assert state.results.result.derived_verdict.verdict == expected.result.derived_verdict.verdict

    def ask(self) -> None:
        self.asked_about = self.model.state.setup
        self.model.ask()

    def assert_together(self) -> None:
        """A question is put about the rows and the recipe that stand on the page."""
        state = self.model.state
        if state.question is None:
            return
        if state.is_check_open and state.check is not None:
            assert state.question == question_of_check(state.setup, state.check)
        else:
            assert self.asked_about == state.setup


def test_what_a_lesson_shows_is_the_answer_to_the_last_question(go: Go) -> None:
    for seed in SEEDS:
        go(LessonsWalk, seed)


def test_the_walk_over_lessons_finds_answers_that_come_too_late(
    go: Go, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    stale_answers(monkeypatch)

    assert any(fails(go, qtbot, LessonsWalk, seed) for seed in MANY_SEEDS)

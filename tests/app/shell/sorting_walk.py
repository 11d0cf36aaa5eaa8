"""A walk over the Sort page: answers, groups and what is taken back, while another window answers too."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from app.features.sort.page import SortingPage
from app.features.sort.use_cases import SortingService
from app.features.sort.view_model import SortingViewModel
from tests.app.walks import DOWN, UP, Ground, Walk

KEYS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_P, Qt.Key.Key_Z)
ACTS = (Qt.Key.Key_S, Qt.Key.Key_M, Qt.Key.Key_O)


class SortingWalk(Walk):
    """Labels that were given here and not taken back are in the workspace, and no others."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        with self.session.borrow_for_writing() as workspace:
            numbers = workspace.documents.numbers("Mail").tolist()
            workspace.editing.relabel(numbers[4:], None)
            self.known = set(numbers[:4])
        self.model = SortingViewModel(self.runner)
        self.model.open_workspace(SortingService(self.session))
        self.model.open_corpus("Mail", len(numbers))
        self.page = SortingPage(self.model)
        self.begin(self.page)

    def keys(self) -> list[Callable[[], object]]:
        view, pane = self.page._groups.view, self.page._question
        if self.model.state.is_showing_groups:
            acts = [self.press(view, key) for key in (*ACTS, DOWN, UP)]
            return [*acts, lambda: self.model.name_group("named"), self.turn, self.turn, self.answer_elsewhere]
        answers = [self.press(pane, key) for key in KEYS]
        return [*answers, *answers, lambda: self.model.answer("new"), self.turn, self.answer_elsewhere]

    def turn(self) -> None:
        self.model.show_groups(is_on=not self.model.state.is_showing_groups)

    def answer_elsewhere(self) -> None:
        """Another window labels the document that is asked about."""
        question = self.model.state.question
        if question is not None:
            with self.session.borrow_for_writing() as workspace:
                if workspace.documents.headings([question.number])[0].label is None:
                    workspace.editing.relabel([question.number], "elsewhere")

    def assert_together(self) -> None:
        state = self.model.state
        if state.question is not None and state.text is not None:
            assert state.text.number == state.question.number
            if self.page._question.isVisible():  # a hidden pane is drawn when it is shown again
                assert self.page._question._text.toPlainText()[:20] == state.text.text[:20]
        numbers = [one.number for one in state.waiting_questions]
        assert len(numbers) == len(set(numbers))
        assert not set(numbers) & {number for given in state.undo_stack for number in given.numbers}

    def assert_true(self) -> None:
        state = self.model.state
        assert state.problem is None
        with self.session.borrow_for_reading() as workspace:
            headings = workspace.documents.headings(workspace.documents.numbers("Mail").tolist())
        labels = {one.number: one.label for one in headings if one.label is not None and one.number not in self.known}
        here = {number: given.labels[0] for given in state.undo_stack for number in given.numbers}
        assert {number: labels.get(number) for number in here} == here
        assert {label for number, label in labels.items() if number not in here} <= {"elsewhere"}
        if state.question is not None:
            assert state.text is not None
        assert state.batch is not None

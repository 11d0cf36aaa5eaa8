"""The questions of the Sort page: a label keeps its key, and the counts of the head move with every answer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.features.sort.page import SortingPage
from app.kit.fields import NewNameField
from app.kit.widgets import Button
from tests.app.features.sort.test_piles import WORDS
from tests.app.features.sort.test_sorting_page import TRUTH, answer, asked, labels, page, pane, pile, truth, workspace
from tests.inline_runner import InlineRunner

__all__ = ["page", "pile", "workspace"]


def test_a_label_keeps_its_key_from_question_to_question(
    qtbot: QtBot, page: SortingPage, inline_runner: InlineRunner
) -> None:
    asked(page, inline_runner)
    keys: dict[str, int] = {}
    for _ in range(25):
        answer(page, qtbot, inline_runner)
        now = {label: place for place, label in enumerate(page.model.state.offered_labels)}
        assert {label: now.get(label) for label in keys} == keys
        keys |= now
    assert len(keys) == len(WORDS)
    question = page.model.state.question
    assert question is not None
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # the buttons of the questions before
    [likeliest] = [one for one in pane(page).findChildren(Button) if one.property("primary") and "·" in one.text()]
    assert likeliest.text().startswith(next(iter(question.labels)))


def test_the_counts_of_the_head_move_with_every_answer_and_back(
    page: SortingPage, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    model, n_documents = page.model, len(TRUTH)
    for n_answers in range(1, 6):
        assert model.state.question is not None
        model.answer(truth(model.state.question.number))
        assert (model.state.n_unlabelled, model.state.n_labelled) == (n_documents - n_answers, n_answers)
    inline_runner.run()
    assert (model.state.n_unlabelled, model.state.n_labelled) == (n_documents - 5, 5)
    model.undo_answer()
    assert model.state.n_labelled == 4
    inline_runner.run()
    assert (model.state.n_unlabelled, model.state.n_labelled) == (n_documents - 4, 4)
    assert labels(workspace)[None] == n_documents - 4


def test_the_field_for_another_label_offers_the_known_ones_and_takes_their_spelling(
    qtbot: QtBot, page: SortingPage, inline_runner: InlineRunner, workspace: Path
) -> None:
    asked(page, inline_runner)
    for _ in range(4):
        answer(page, qtbot, inline_runner)
    known = page.model.state.key_labels[0]
    [field] = pane(page).findChildren(NewNameField)
    n_known = labels(workspace)[known]

    qtbot.keyClicks(field, known[1:].upper())
    assert field.visible_completions() == [known]
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert (field.text(), field.visible_completions()) == (known, [])
    field.clear()
    qtbot.keyClicks(field, known.upper())
    qtbot.keyClick(field, Qt.Key.Key_Return)
    inline_runner.run()

    assert labels(workspace)[known] == n_known + 1
    assert known.upper() not in page.model.state.key_labels

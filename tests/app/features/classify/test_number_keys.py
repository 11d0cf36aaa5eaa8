"""Number keys correct a verdict wherever the focus is: in the list, on the button that shows them, and in its menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.features.classify.page import ClassifyPage
from app.features.classify.use_cases import JudgedDocuments
from app.features.classify.view_model import ClassifyViewModel
from app.features.explain.view_model import WhyTab
from app.kit.drops import DropContent
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.store.workspace import Session
from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace
from tests.inline_runner import InlineRunner

LABELS = (Label("ham", 0), Label("spam", 1), Label("work", 2))


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, tmp_path: Path) -> Iterator[ClassifyPage]:
    path = mail_workspace(tmp_path / "mail.bayleaf", {"ham": 5, "spam": 5, "work": 5}, {"Sorter": MULTINOMIAL})
    with Session(path) as session:
        model = ClassifyViewModel(inline_runner)
        model.open_workspace(JudgedDocuments(session))
        made = ClassifyPage(model)
        qtbot.addWidget(made)
        made.resize(1100, 800)
        with qtbot.waitExposed(made):
            made.show()
        model.open_model("Sorter", LABELS, (1, 1.0))
        model.classify(DropContent(text="the first one of all"))
        inline_runner.run()
        model.classify(DropContent(text="the second one of all"))
        inline_runner.run()
        model.choose(model.state.items[0].number)
        inline_runner.run()
        yield made
        inline_runner.run()


FOCUS: dict[str, Callable[[ClassifyPage], QWidget]] = {
    "the list": lambda page: page._view,
    "the button": lambda page: page._wrong,
    "the text": lambda page: page._text,
    "the words": lambda page: page._why.words.view,
}


@pytest.mark.parametrize("focus", list(FOCUS))
def test_a_digit_labels_wherever_the_focus_is(
    qtbot: QtBot, inline_runner: InlineRunner, page: ClassifyPage, focus: str
) -> None:
    [first, _] = page._model.state.items
    qtbot.keyClick(FOCUS[focus](page), Qt.Key.Key_3)
    inline_runner.run()

    assert next(each for each in page._model.state.items if each.number == first.number).corrected == "work"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_digit_chooses_in_the_open_menu_and_the_menu_shows_numbers_and_colours(
    qtbot: QtBot, inline_runner: InlineRunner, page: ClassifyPage
) -> None:
    [first, _] = page._model.state.items
    menu = page.correction_menu()
    others = [label.name for label in page._model.state.other_labels]
    wanted = others[-1]
    number = next(place for place, label in enumerate(LABELS, start=1) if label.name == wanted)

    assert [action.text().split("\t")[1] for action in menu.actions()] == [
        str(place) for place, label in enumerate(LABELS, start=1) if label.name in others
    ]
    assert all(not action.icon().isNull() for action in menu.actions())
    with qtbot.waitExposed(menu):
        menu.popup(page.mapToGlobal(page.rect().center()))
    qtbot.keyClick(menu, Qt.Key(Qt.Key.Key_0.value + number))
    inline_runner.run()

    assert not menu.isVisible()
    assert next(each for each in page._model.state.items if each.number == first.number).corrected == wanted


def test_while_the_text_is_edited_digits_are_text(
    qtbot: QtBot, inline_runner: InlineRunner, page: ClassifyPage
) -> None:
    page._model.allow_editing(is_allowed=True)
    qtbot.keyClick(page._text, Qt.Key.Key_3)
    inline_runner.run()

    assert "3" in page._text.toPlainText()
    assert all(each.corrected is None for each in page._model.state.items)


@pytest.mark.parametrize(
    ("key", "tab"),
    [(Qt.Key.Key_T, WhyTab.EXAMPLES), (Qt.Key.Key_I, WhyTab.WHAT_IF), (Qt.Key.Key_F, WhyTab.CALCULATION)],
)
def test_a_letter_opens_a_tab_of_why_and_nothing_moves(
    qtbot: QtBot, inline_runner: InlineRunner, page: ClassifyPage, key: Qt.Key, tab: WhyTab
) -> None:
    tabs, stack = page._why._tabs, page._why._stack
    before = (page._why.size(), [tabs.tabRect(place) for place in range(4)], stack.geometry())

    qtbot.keyClick(page._view, key)
    inline_runner.run()

    assert page._why.tab is tab
    assert (page._why.size(), [tabs.tabRect(place) for place in range(4)], stack.geometry()) == before
    qtbot.keyClick(page._view, Qt.Key.Key_W)
    assert page._why.tab is WhyTab.WORDS


def test_the_tabs_of_why_follow_the_arrow_keys(qtbot: QtBot, inline_runner: InlineRunner, page: ClassifyPage) -> None:
    opened = []
    for _ in range(3):
        qtbot.keyClick(page._why._tabs, Qt.Key.Key_Right)
        inline_runner.run()
        opened.append(page._model.state.tab)

    assert opened == [WhyTab.EXAMPLES, WhyTab.WHAT_IF, WhyTab.CALCULATION]

"""A judged document shows its verdict in the table, and says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from app.features.classify.dialogs import WhyDialog
from app.features.explain.view_model import WhyTab
from app.features.explain.why_panel import TaughtTable
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from tests.app.in_the_window import InTheWindow, cells
from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return mail_workspace(tmp_path / "mail.bayleaf", {"ham": 9, "spam": 8, "work": 7}, {"Sorter": MULTINOMIAL})


def test_with_three_labels_the_table_names_the_label_judged(somebody: InTheWindow) -> None:
    table = somebody.part(QTableView, "Documents")
    somebody.wait(lambda: bool(cells(table, 4)[0]))

    assert str(table.model().headerData(4, Qt.Orientation.Horizontal)) == "Verdict"
    assert set(cells(table, 4)) <= {"ham", "spam", "work"}


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_why_opens_the_explanation_of_the_document_that_is_read(somebody: InTheWindow) -> None:
    table = somebody.part(QTableView, "Documents")
    somebody.wait(lambda: somebody.models.documents.state.document is not None)
    document = somebody.models.documents.state.document
    assert document is not None

    somebody.click("Why")
    somebody.rest()

    [dialog] = somebody.program.window.findChildren(WhyDialog)
    assert dialog.isVisible()
    assert dialog.explanation.title == document.title
    assert dialog.explanation.verdict is not None
    assert document.judged is not None
    assert dialog.explanation.verdict.label == document.judged
    dialog.close()

    somebody.key(Qt.Key.Key_Return, on=table)
    somebody.rest()
    assert any(each.isVisible() for each in somebody.program.window.findChildren(WhyDialog))


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_why_names_the_documents_that_taught_it_and_enter_goes_to_one(somebody: InTheWindow) -> None:
    somebody.wait(lambda: somebody.models.documents.state.document is not None)
    read = somebody.models.documents.state.chosen_number
    somebody.click("Why")
    somebody.rest()
    [dialog] = somebody.program.window.findChildren(WhyDialog)

    dialog.why.choose_tab(WhyTab.EXAMPLES)
    assert dialog.why.remark == "Comparing training examples…"
    taught = dialog.why.examples
    somebody.wait(lambda: not taught.is_waiting)

    assert dialog.why.remark == "Adds: how much lower the score would be without this example (23 examples compared)"
    assert dialog.explanation.verdict.label == cells(taught, 1)[0]
    effects = [float(effect.replace("−", "-")) for effect in cells(taught, 0)]
    assert effects[0] == max(effects) > 0
    assert read not in taught._numbers
    taught.choose_row(0)
    wanted = taught._numbers[0]
    somebody.key(Qt.Key.Key_Return, on=taught)
    somebody.wait(lambda: somebody.models.documents.state.chosen_number == wanted)
    somebody.rest()
    assert not any(each.isVisible() for each in somebody.program.window.findChildren(WhyDialog))


def test_where_room_is_short_the_sender_goes_before_the_doubt_is_cut(qtbot: QtBot, theme: Theme) -> None:
    table = TaughtTable()
    qtbot.addWidget(table)
    table.show_influence(None, {})
    table.show()
    hidden = {}
    for width in (430, 850):
        table.resize(px(width), px(200))
        hidden[width] = [place for place in range(4) if table.isColumnHidden(place)]

    assert hidden == {430: [3], 850: []}


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_dialog_has_the_four_tabs_of_the_page_and_works_the_verdict_out(somebody: InTheWindow) -> None:
    somebody.wait(lambda: somebody.models.documents.state.document is not None)
    somebody.click("Why")
    somebody.rest()
    [dialog] = somebody.program.window.findChildren(WhyDialog)
    before = (dialog.why.size(), [dialog.why._tabs.tabRect(place) for place in range(4)])

    names = [dialog.why._tabs.tabText(place) for place in range(4)]
    dialog.why.choose_tab(WhyTab.CALCULATION)
    somebody.wait(lambda: "From scores to probabilities" in dialog.why.calculation.text)

    assert names == ["Words", "Training examples", "What if", "Full calculation"]
    assert f"{dialog.explanation.verdict.label}" in dialog.why.calculation.text
    assert (dialog.why.size(), [dialog.why._tabs.tabRect(place) for place in range(4)]) == before
    dialog.close()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_changed_text_is_explained_at_once_and_the_original_comes_back(qtbot: QtBot, somebody: InTheWindow) -> None:
    somebody.wait(lambda: somebody.models.documents.state.document is not None)
    somebody.click("Why")
    somebody.rest()
    [dialog] = somebody.program.window.findChildren(WhyDialog)
    original, verdict = dialog.explanation.text, dialog.explanation.verdict
    dialog.why.choose_tab(WhyTab.WHAT_IF)

    qtbot.mouseClick(dialog.why.what_if._edit, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(dialog._text, "meeting ")
    somebody.wait(lambda: dialog.explanation.text == "meeting " + original)
    assert dialog._text.toPlainText() == "meeting " + original

    qtbot.mouseClick(dialog.why.what_if._edit, Qt.MouseButton.LeftButton)
    somebody.wait(lambda: dialog.explanation.text == original)
    assert dialog._text.toPlainText() == original
    assert dialog.explanation.verdict.odds == pytest.approx(verdict.odds)
    dialog.close()

"""Verdicts are corrected where the history lists them, by real keys in the real window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.domain.records import VerdictRecord
from app.features.classify.dialogs import HistoryDialog
from app.features.classify.use_cases import newest_verdicts
from app.store.workspace import Workspace
from tests.app.in_the_window import InTheWindow, cells
from tests.app.shell.test_help_and_crash_dialogs import CONTROL, classified, dialog_of, facts_of, n_documents, views
from tests.app.shell.test_help_and_crash_dialogs import inbox as inbox
from tests.app.shell.test_help_and_crash_dialogs import prepared as prepared
from tests.app.shell.test_help_and_crash_dialogs import somebody as somebody
from tests.app.shell.test_help_and_crash_dialogs import workspace as workspace


def test_verdicts_are_corrected_in_the_history_by_key_and_by_its_menu_whether_they_lie_on_classify_or_not(
    qtbot: QtBot, somebody: InTheWindow, inbox: Path, workspace: Path
) -> None:
    def right_labels() -> dict[str, str | None]:
        return {Path(each.path).name: each.right_label for each in newest_verdicts(workspace, NoOpJobContext())[1]}

    classified(somebody, inbox)
    n_before = n_documents(workspace)
    away = [item.number for item in somebody.models.classify.state.items if "spam" in item.verdict.path]
    somebody.models.classify.remove_items(away)
    somebody.rest()
    somebody.key(Qt.Key.Key_H, CONTROL, somebody.program.window)
    dialog = dialog_of(somebody, HistoryDialog)
    view, labels = views(dialog)[0], [label.name for label in somebody.models.classify.state.labels]
    names = [Path(each.path).name for each in dialog._listed or ()]

    view.selectRow(names.index("ham 1.eml"))
    qtbot.keyClicks(view, str(labels.index("newsletter") + 1))
    somebody.rest()
    view.selectRow(names.index("spam 0.eml"))
    menu = dialog.menu()
    next(action for action in menu.actions() if action.text().startswith("It is ham")).trigger()
    somebody.rest()

    told = {"ham 0.eml": None, "ham 1.eml": "newsletter", "spam 0.eml": "ham", "spam 1.eml": None}
    assert right_labels() == told
    assert cells(view, 1).count("newsletter") == 1
    assert sum(item.corrected is not None for item in somebody.models.classify.state.items) == 2
    learnt = n_documents(workspace)
    somebody.key(Qt.Key.Key_Escape, on=dialog)
    somebody.key(Qt.Key.Key_Z, CONTROL, somebody.program.window)
    somebody.rest()
    assert right_labels() == {**told, "spam 0.eml": None}
    assert (learnt, n_documents(workspace)) == (n_before, n_before)  # they were among the samples


def test_a_correction_in_the_history_says_why_it_cannot_be_learnt(
    qtbot: QtBot, somebody: InTheWindow, inbox: Path, workspace: Path
) -> None:
    classified(somebody, inbox)
    somebody.models.classify.clear()
    (inbox / "ham 0.eml").unlink()
    with Workspace(workspace) as opened:
        opened.verdicts.add([VerdictRecord("Mail filter", "", title="a pasted text", label="ham")])
    somebody.key(Qt.Key.Key_H, CONTROL, somebody.program.window)
    dialog = dialog_of(somebody, HistoryDialog)
    view = views(dialog)[0]

    view.selectRow(0)
    qtbot.keyClicks(view, "1")
    somebody.rest()
    assert "The text of “a pasted text” was not stored" in facts_of(dialog)

    view.selectRow([Path(each.path).name for each in dialog._listed or ()].index("ham 0.eml"))
    qtbot.keyClicks(view, "1")
    somebody.rest()
    assert "ham 0.eml” was moved" in facts_of(dialog)
    assert {each.right_label for each in newest_verdicts(workspace, NoOpJobContext())[1]} == {None}

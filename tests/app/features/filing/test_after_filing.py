"""After filing there is a next step: the folders can be opened, and the unsure documents are checked one by one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from app.features.classify.page import VerdictTable
from app.features.filing.dialog import FilingDialog
from app.features.filing.plan import UnfiledFile
from app.kit.drops import DropContent
from app.kit.frame import CLASSIFY_PAGE, NextStep
from app.kit.settings import Settings
from app.kit.widgets import Link
from tests.app.in_the_window import InTheWindow
from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace
from tests.walk.made_up_mail import write_mails

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("prepared") / "mail.bayleaf"
    return mail_workspace(path, {"ham": 24, "spam": 18}, {"Mail filter": MULTINOMIAL})


@pytest.fixture
def workspace(prepared: Path, tmp_path: Path) -> Path:
    settings = Settings(tmp_path / "window.ini")
    settings.store_note("filing-folder", str(tmp_path / "filed"))
    settings.save()
    return Path(shutil.copy(prepared, tmp_path / "mail.bayleaf"))


def drop_and_file(person: InTheWindow, tmp_path: Path, n_unsure: int) -> None:
    """Drop mails that the model is sure about and texts that it does not know, and file the sure ones."""
    paths = sorted(write_mails(tmp_path / "dropped", {"ham": 3, "spam": 2}, seed=9).glob("*/*.eml"))
    for number in range(n_unsure):
        paths.append(tmp_path / "dropped" / f"unknown{number}.txt")
        paths[-1].write_text(f"xyzzy plugh {number}")
    person.open(CLASSIFY_PAGE)
    person.drop(paths)
    person.rest()
    person.key(Qt.Key.Key_F, CTRL | SHIFT, person.program.window)
    person.rest()
    [dialog] = person.program.window.findChildren(FilingDialog)
    person.key(Qt.Key.Key_Return, on=dialog)
    person.rest()


def next_step(person: InTheWindow) -> NextStep:
    step = person.program.frame.state.next_step
    assert step is not None
    return step


def test_each_folder_that_was_filed_into_can_be_opened(
    somebody: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(url.toLocalFile())) or True)
    drop_and_file(somebody, tmp_path, n_unsure=0)
    filed = {folder: len(list(folder.iterdir())) for folder in (tmp_path / "filed").iterdir()}
    assert len(filed) == 2

    menu = somebody.program.window.jobs.folder_menu()
    for action in menu.actions():
        action.trigger()

    assert [Path(path) for path in opened] == sorted(filed, key=lambda folder: -filed[folder])
    assert [action.text() for action in menu.actions()] == [
        f"{Path(path).name}\t{filed[Path(path)]}" for path in opened
    ]
    assert somebody.part(Link, "Show folders (2)")


def test_after_filing_the_unsure_documents_are_checked_one_by_one(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path
) -> None:
    drop_and_file(somebody, tmp_path, n_unsure=3)
    classify, table = somebody.models.classify, somebody.part(VerdictTable)
    waiting = [item.number for item in classify.state.items if item.number not in classify.state.filed]
    assert len(waiting) == classify.state.n_unsure >= 3

    assert next_step(somebody).words.startswith(f"{len(waiting)} document")
    assert "stayed, because their verdicts are unsure" in next_step(somebody).words
    next_step(somebody).act()
    somebody.rest()
    assert [item.number for item in classify.state.listed] == waiting
    assert classify.state.chosen == waiting[0]
    assert table.hasFocus()

    for number in waiting:
        assert classify.state.chosen == number
        somebody.key(Qt.Key.Key_1, on=table)
        somebody.rest()

    assert not classify.state.is_narrowed
    assert next_step(somebody).act_name == "File away…"
    assert classify.state.n_to_file == len(waiting)


def test_when_everything_is_filed_the_list_can_be_cleared(somebody: InTheWindow, tmp_path: Path) -> None:
    drop_and_file(somebody, tmp_path, n_unsure=0)

    assert next_step(somebody).act_name == "Clear the list"
    next_step(somebody).act()
    somebody.rest()

    assert somebody.models.classify.state.items == ()


def test_a_document_that_others_made_sure_does_not_stop_the_check(somebody: InTheWindow, tmp_path: Path) -> None:
    """The texts have the same unknown words: the first correction makes the others sure, and they leave the list."""
    drop_and_file(somebody, tmp_path, n_unsure=2)
    classify = somebody.models.classify
    next_step(somebody).act()
    somebody.rest()
    first = classify.state.chosen
    classify.correct("ham")
    somebody.rest()
    assert first not in {item.number for item in classify.state.listed}

    classify.choose_next_unsure()

    assert classify.state.chosen != first or not classify.state.listed


def test_after_filing_the_reasons_of_documents_that_stay_are_one_click_away(
    somebody: InTheWindow, tmp_path: Path
) -> None:
    """A message of a mailbox is copied and leaves the list; a pasted text has no file, so it stays."""
    paths = sorted(write_mails(tmp_path / "dropped", {"ham": 3, "spam": 2}, seed=9).glob("*/*.eml"))
    somebody.open(CLASSIFY_PAGE)
    somebody.models.classify.classify(DropContent(text=paths[-1].read_text().partition("\n\n")[2]))
    somebody.drop(paths)
    somebody.rest()
    for number in [item.number for item in somebody.models.classify.state.items if item.label is not None]:
        somebody.models.classify.choose(number)
        somebody.models.classify.correct(somebody.models.classify.state.chosen_item.label)
        somebody.rest()
    somebody.key(Qt.Key.Key_F, CTRL | SHIFT, somebody.program.window)
    somebody.rest()
    [dialog] = somebody.program.window.findChildren(FilingDialog)
    somebody.key(Qt.Key.Key_Return, on=dialog)
    somebody.rest()

    step = next_step(somebody)
    assert step.words.startswith("1 document")
    step.act()
    somebody.rest()

    dialog = next(each for each in somebody.program.window.findChildren(FilingDialog) if each.isVisible())
    assert [row.reason for row in dialog._rows if isinstance(row, UnfiledFile)] == ["no-file"]
    dialog.reject()


def test_files_that_could_not_be_read_are_counted_above_the_list(somebody: InTheWindow, tmp_path: Path) -> None:
    """They were mentioned nowhere: neither before filing nor in "Everything on the list is filed away"."""
    (tmp_path / "dropped").mkdir()
    (tmp_path / "dropped" / "empty.txt").write_text("")
    somebody.open(CLASSIFY_PAGE)
    somebody.drop([tmp_path / "dropped" / "empty.txt"])
    somebody.rest()

    drop_and_file(somebody, tmp_path, n_unsure=0)

    assert somebody.models.classify.state.n_unread == 1
    assert next_step(somebody).words.startswith("Everything is filed away, except 1 file")

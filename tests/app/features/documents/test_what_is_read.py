"""A document as it is read, asked for on the pages of documents and of verdicts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QTextEdit

from app.domain.jobs import NoOpJobContext
from app.features.classify.page import VerdictTable
from app.features.importing.dialog import ReadingDialog
from app.features.train.training import TrainingOrder, train
from app.kit.table_view import TableView
from app.kit.widgets import TextLabel
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.app.in_the_window import InTheWindow

DOCUMENTS, CLASSIFY = 0, 5
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # menus of a system without windows
MAIL = """From: Ann <ann@b.example>
To: c@d.example
Subject: {subject}
Date: Mon, 3 Jun 2024 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html; charset=koi8-r

<p>{words} <b>&lt;b&gt;</b></p><p hidden>nobody sees this</p>
--b
Content-Type: application/octet-stream; name=a.bin
Content-Disposition: attachment; filename=a.bin
Content-Transfer-Encoding: x-none

AAAA
--b--
"""


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    for label, words in (("spam", "cheap watermelon"), ("ham", "minutes of monday")):
        (tmp_path / "mails" / label).mkdir(parents=True)
        for number in range(3):
            text = MAIL.format(subject=f"{words} {number}", words=f"{words} слово {number}")
            (tmp_path / "mails" / label / f"{number}.eml").write_bytes(text.encode("koi8-r"))
    return tmp_path / "mails" / "spam" / "1.eml"


@pytest.fixture
def workspace(mail: Path, tmp_path: Path) -> Path:
    workspace = tmp_path / "mine.bayleaf"
    import_sources(workspace, ImportRequest((tmp_path / "mails",), corpus="Mails"), NoOpJobContext())
    train(workspace, TrainingOrder(RecipeRequest(smoothing="1"), "Mails", "Mails"), NoOpJobContext())
    return workspace


def asked(somebody: InTheWindow, view: TableView) -> ReadingDialog:
    """Choose what the menu of a row offers."""
    view.customContextMenuRequested.emit(QPoint(5, 5))
    menu = somebody.page.findChildren(QMenu)[-1]
    next(action for action in menu.actions() if action.text() == "Show what Bayleaf reads…").trigger()
    menu.close()
    somebody.rest()
    [dialog] = [each for each in somebody.program.window.findChildren(ReadingDialog) if each.isVisible()]
    return dialog


def texts(dialog: ReadingDialog) -> dict[str, str]:
    return {each.accessibleName(): each.toPlainText() for each in dialog.findChildren(QTextEdit)}


def facts(dialog: ReadingDialog) -> str:
    return "\n".join(each.text() for each in dialog.findChildren(TextLabel) if each.isVisible())


def test_a_document_is_told_as_it_is_read(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    view = somebody.part(TableView, "Documents")
    view.choose_row(0)
    somebody.rest()
    document = somebody.models.documents.state.document
    assert document is not None

    dialog = asked(somebody, view)

    told, words = facts(dialog), texts(dialog)
    assert document.title in told
    for said in (
        "a mail · KOI8-R",
        "Ann",
        "a.bin (application/octet-stream",
        ("a part of the mail has an unknown encoding"),
    ):
        assert said in told
    assert "слово" in words["Text of the document"]
    assert "<b>" in words["Text of the document"]
    assert words["Text that is hidden from readers of the document"] == "nobody sees this"
    assert "character set" in words["Evidence"]
    dialog.close()


def test_a_file_that_is_gone_is_a_sentence(somebody: InTheWindow, mail: Path) -> None:
    somebody.open(CLASSIFY)
    somebody.drop([mail])
    somebody.rest()
    view = somebody.part(VerdictTable)
    view.selectRow(0)
    somebody.rest()
    view.customContextMenuRequested.emit(QPoint(5, 5))
    menu = somebody.page.findChildren(QMenu)[-1]
    action = next(action for action in menu.actions() if action.text() == "Show what Bayleaf reads…")
    mail.unlink()
    action.trigger()
    menu.close()
    somebody.rest()

    [dialog] = [each for each in somebody.program.window.findChildren(ReadingDialog) if each.isVisible()]
    assert "1.eml" in facts(dialog)
    assert texts(dialog)["Text of the document"] == ""
    dialog.close()

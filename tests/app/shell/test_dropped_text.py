"""Text, a mail without a file, and web addresses dropped on the window: taken, or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.in_the_window import InTheWindow, running

LEFT, COPY, NO_KEY = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
DOCUMENTS, CLASSIFY = 0, 5
NO_CONNECTIONS = "Bayleaf opens no connections: save the page and drop the file"


def drop(somebody: InTheWindow, data: QMimeData) -> None:
    window = somebody.program.window
    entered = QDragEnterEvent(QPoint(400, 300), COPY, data, LEFT, NO_KEY)
    QApplication.sendEvent(window, entered)
    assert entered.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(400, 300), COPY, data, LEFT, NO_KEY))
    somebody.rest()


def text(words: str) -> QMimeData:
    data = QMimeData()
    data.setText(words)
    return data


def test_text_dropped_on_documents_becomes_a_document_that_undo_takes_back(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    before = somebody.models.documents.state.overview.n_documents

    drop(somebody, text("Dear Sir,\nthe invoice is overdue"))

    assert somebody.models.documents.state.overview.n_documents == before + 1
    assert somebody.note == "1 document added to the collection Mail"
    somebody.click("Undo")
    somebody.rest()
    assert somebody.models.documents.state.overview.n_documents == before


def test_text_that_is_there_already_is_told_of(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    drop(somebody, text("the invoice is overdue"))
    before = somebody.models.documents.state.overview.n_documents

    drop(somebody, text("the invoice is overdue"))

    assert somebody.models.documents.state.overview.n_documents == before
    assert somebody.note == "This document is already in the collection Mail"


def test_a_mail_that_another_program_hands_over_becomes_a_document(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    before = somebody.models.documents.state.overview.n_documents
    data = QMimeData()
    data.setData("message/rfc822", b"From: a@b.example\r\nSubject: overdue\r\n\r\nthe invoice is overdue\r\n")

    drop(somebody, data)

    assert somebody.models.documents.state.overview.n_documents == before + 1


def test_text_dropped_into_an_empty_workspace_begins_a_collection(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", tmp_path / "w.bayleaf") as somebody:
        somebody.open(DOCUMENTS)
        drop(somebody, text("the invoice is overdue"))
        assert somebody.models.documents.state.overview.n_documents == 1

        somebody.open(CLASSIFY)
        drop(somebody, text("another invoice"))
        assert somebody.note == "There is no model to classify this with: train one first"
        assert somebody.models.documents.state.overview.n_documents == 1


@pytest.mark.parametrize("page", [DOCUMENTS, CLASSIFY])
def test_a_web_address_is_refused_with_a_sentence(somebody: InTheWindow, page: int) -> None:
    somebody.open(page)
    data = QMimeData()
    data.setUrls([QUrl("https://news.example/article")])

    for dropped in (data, text("https://news.example/article")):
        somebody.program.frame.show_note("")
        drop(somebody, dropped)
        assert somebody.note == NO_CONNECTIONS
    assert not somebody.models.classify.state.items

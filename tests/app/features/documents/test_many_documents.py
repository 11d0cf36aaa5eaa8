"""A corpus of thousands of documents: numbers as a person writes them, and nothing elided that tells it apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QLocale, Qt
from pytestqt.qtbot import QtBot

from app.domain.records import EditRecord
from app.domain.results import Overview, ShelfKind
from app.features.documents.page import (
    MOST_LABELLED_BY_A_KEY,
    SCROLL_BAR,
    DocumentsPage,
    ShelfRow,
    Shelves,
    source_title,
)
from app.kit.frame import DOCUMENTS_PAGE
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.kit.wording import Language
from app.shell.workspace_view_model import EditSentences
from tests.app.in_the_window import InTheWindow
from tests.app.mail_workspaces import mail_workspace
from tests.app.shell.test_small_window import language

__all__ = ["language"]

N_DOCUMENTS = 1_234_567
ROWS_OFF = QItemSelectionModel.SelectionFlag.Deselect | QItemSelectionModel.SelectionFlag.Rows


def test_what_was_done_counts_documents_in_the_language(language: Language) -> None:
    sentence = EditSentences().sentence(EditRecord(1, "import", {"corpus": "News"}, N_DOCUMENTS))

    assert QLocale().toString(N_DOCUMENTS) in sentence
    assert "News" in sentence


@pytest.mark.parametrize("n_documents", [36, N_DOCUMENTS])
def test_all_documents_are_never_elided_in_their_column(
    qtbot: QtBot, theme: Theme, language: Language, n_documents: int
) -> None:
    shelves = Shelves(lambda: None, lambda: None)
    qtbot.addWidget(shelves)
    labels = tuple(Label(f"comp.sys.number {number}", number % 7, 9) for number in range(40))
    shelves.show_overview(Overview("News", n_documents, labels))
    shelves.resize(shelves.minimumWidth(), 400)
    with qtbot.waitExposed(shelves):
        shelves.show()

    everything = shelves.findChildren(ShelfRow)[0]

    assert everything.width() >= everything.whole_width()
    assert shelves.minimumWidth() - everything.width() <= SCROLL_BAR


def test_shelves_to_check_are_not_elided_when_one_is_chosen(qtbot: QtBot, theme: Theme, language: Language) -> None:
    shelves = Shelves(lambda: None, lambda: None)
    qtbot.addWidget(shelves)
    shelves.show_overview(Overview("News", 36, (Label("a", 0, 9), Label("b", 1, 27)), n_unreadable=16))

    unreadable = next(row for row in shelves.findChildren(ShelfRow) if row.shelf.kind is ShelfKind.UNREADABLE)

    assert shelves.preferred_width() >= unreadable.whole_width()


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("/home/me/Mail/spam.mbox", "spam.mbox"),
        ("/home/me/Mail/inbox.mbox, /home/me/Mail/spam.mbox", "inbox.mbox +1"),
        ("/home/me/Letters, old and new", "Letters, old and new"),
    ],
)
def test_a_source_is_titled_by_its_first_file_and_the_number_of_others(source: str, title: str) -> None:
    assert source_title(source) == title


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with a few more documents than a key labels without a question."""
    return mail_workspace(tmp_path / "mail.bayleaf", {"ham": MOST_LABELLED_BY_A_KEY - 4, "spam": 5})


@pytest.mark.parametrize(
    ("key", "act", "counts"),
    [
        (Qt.Key.Key_2, "Label %Ln document(s)", {"ham": 0, "spam": 21}),
        (Qt.Key.Key_U, "Remove %Ln label(s)", {"ham": 0, "spam": 0}),
    ],
)
def test_a_key_labels_many_selected_documents_only_after_a_question(
    somebody: InTheWindow, key: Qt.Key, act: str, counts: dict[str, int]
) -> None:
    """Text typed by mistake after Ctrl+A removed the labels of 451 documents."""
    page = somebody.open(DOCUMENTS_PAGE)
    assert isinstance(page, DocumentsPage)

    def n_by_label() -> dict[str, int]:
        somebody.rest()
        return {label.name: label.n_documents for label in somebody.models.documents.state.overview.labels}

    before = n_by_label()
    page._view.selectAll()
    for answer, after in (("Cancel", before), (page.tr(act, "", 21), counts)):
        was_asked = somebody.answer_question(answer)
        somebody.key(key, on=page._view)
        assert was_asked()
        assert n_by_label() == after

    somebody.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, somebody.program.window)
    assert n_by_label() == before


def test_a_key_labels_as_many_documents_as_a_person_sees_without_a_question(somebody: InTheWindow) -> None:
    page = somebody.open(DOCUMENTS_PAGE)
    assert isinstance(page, DocumentsPage)
    page._view.selectAll()
    page._view.selectionModel().select(page._table.index(0, 0), ROWS_OFF)

    somebody.key(Qt.Key.Key_2, on=page._view)
    somebody.rest()

    assert {label.name: label.n_documents for label in somebody.models.documents.state.overview.labels}["spam"] >= 20

"""A corpus of thousands of documents: numbers as a person writes them, and nothing elided that tells it apart."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from pytestqt.qtbot import QtBot

from app.domain.records import EditRecord
from app.domain.results import Overview, ShelfKind
from app.features.documents.page import SCROLL_BAR, ShelfRow, Shelves, source_title
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.kit.wording import Language
from app.shell.workspace_view_model import EditSentences
from tests.app.shell.test_small_window import language

__all__ = ["language"]

N_DOCUMENTS = 1_234_567


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

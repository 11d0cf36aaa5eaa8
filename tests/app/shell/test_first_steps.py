"""A page with nothing to show says what to do first, and its button does it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.importing.dialog import ImportDialog, ReadingDialog
from app.kit.frame import LESSONS_PAGE
from app.kit.table_view import TableView
from app.library.importing import ImportRequest, import_sources
from app.library.workspaces import sample_size
from tests.app.in_the_window import InTheWindow, cells, running
from tests.walk.made_up_mail import write_mails

DOCUMENTS, _SORT, TRAIN, WORDS, EVALUATE, CLASSIFY = range(6)


@pytest.fixture
def beginner(qtbot: QtBot, qapp: QApplication, tmp_path: Path, own_home: Path) -> Iterator[InTheWindow]:
    with running(qtbot, qapp, tmp_path / "window.ini") as made:
        yield made


def with_documents(tmp_path: Path, labels: dict[str, int]) -> Path:
    path = tmp_path / "mail.bayleaf"
    import_sources(path, ImportRequest((write_mails(tmp_path / "mails", labels),), corpus="Mail"), NoOpJobContext())
    return path


@pytest.mark.parametrize("page", [TRAIN, WORDS, CLASSIFY, EVALUATE])
def test_without_documents_every_page_offers_to_import_some(beginner: InTheWindow, page: int) -> None:
    beginner.open(page)
    assert "No documents yet" in beginner.texts()

    beginner.click("Import…")

    [dialog] = beginner.program.window.findChildren(ImportDialog)
    assert dialog.isVisible()
    dialog.close()


def test_the_lessons_do_not_invite_to_drop_files(beginner: InTheWindow) -> None:
    def invites() -> bool:
        return "You can drop files anywhere on this window" in beginner.texts()

    assert invites()
    beginner.open(LESSONS_PAGE)
    assert not invites()


def test_a_dropped_folder_is_previewed_as_if_it_had_been_chosen(beginner: InTheWindow, tmp_path: Path) -> None:
    folder = write_mails(tmp_path / "mails", {"ham": 4, "spam": 3})

    beginner.drop([folder])
    beginner.wait(lambda: bool(beginner.program.window.findChildren(ImportDialog)))
    assert beginner.models.documents.state.overview.n_documents == 0

    beginner.accept_import()
    beginner.rest()
    assert beginner.models.documents.state.overview.n_documents == 7


def test_the_files_of_a_preview_are_sorted_by_their_headers_and_open_what_is_read_of_them(
    beginner: InTheWindow, tmp_path: Path
) -> None:
    folder = tmp_path / "Letters"
    for label, name, size in (("Bills", "b.txt", 30), ("Bills", "c.txt", 900), ("Contracts", "a.txt", 200)):
        (folder / label).mkdir(parents=True, exist_ok=True)
        (folder / label / name).write_text("word " * size)
    beginner.drop([folder])
    beginner.wait(lambda: bool(beginner.program.window.findChildren(ImportDialog)))
    beginner.rest()
    [dialog] = beginner.program.window.findChildren(ImportDialog)
    [files] = [view for view in dialog.findChildren(TableView) if view.accessibleName() == "First files"]
    header = files.horizontalHeader()

    header.sectionClicked.emit(3)
    assert cells(files, 0) == ["b.txt", "a.txt", "c.txt"]
    header.sectionClicked.emit(3)
    assert cells(files, 0) == ["c.txt", "a.txt", "b.txt"]
    header.sectionClicked.emit(2)
    assert cells(files, 2) == ["Bills", "Bills", "Contracts"]

    files.row_opened.emit(2)
    beginner.rest()
    [reading] = beginner.program.window.findChildren(ReadingDialog)
    assert reading.isVisible()
    reading.close()
    dialog.close()


def test_the_sample_can_be_tried_from_every_page(beginner: InTheWindow) -> None:
    beginner.open(EVALUATE)

    beginner.click(f"Try Bayleaf with {sample_size('en')} sample mails")
    beginner.rest()

    assert beginner.models.documents.state.overview.n_documents == sample_size("en")
    assert beginner.program.frame.state.page == DOCUMENTS


@pytest.mark.parametrize("page", [WORDS, CLASSIFY, EVALUATE])
def test_without_a_model_the_button_leads_to_training(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, page: int
) -> None:
    path = with_documents(tmp_path, {"ham": 6, "spam": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.open(page)

        somebody.click("Train a model")
        somebody.rest()

        assert somebody.program.frame.state.page == TRAIN
        assert somebody.models.training.state.result is not None


def test_a_model_that_was_just_saved_is_shown_on_classify_at_once(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    """Until the workspace had been read again, the page said "There is no model yet"."""
    path = with_documents(tmp_path, {"ham": 6, "spam": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.open(TRAIN)
        somebody.rest()
        shown: list[tuple[str, list[str]]] = []
        classify = somebody.models.classify

        def note(*_: object) -> None:
            shown.append((classify.state.model, [label.name for label in classify.state.labels]))

        somebody.models.training.model_saved.connect(note)
        assert classify.state.model == ""

        somebody.models.training.train_as("Mine")
        somebody.rest()

        assert [(model, sorted(labels)) for model, labels in shown] == [("Mine", ["ham", "spam"])]
        assert classify.state.model == "Mine"


def test_with_one_label_the_button_leads_to_the_documents(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", with_documents(tmp_path, {"ham": 6})) as somebody:
        somebody.open(TRAIN)

        somebody.click("Label documents")

        assert somebody.program.frame.state.page == DOCUMENTS

"""The list of Classify outlives the program: its files are judged again, with what was said of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.domain.results import DroppedItem
from app.features.classify.page import VerdictTable
from app.features.train.training import TrainingOrder, train
from app.kit.drops import DropContent
from app.kit.widgets import Paragraph
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.app.in_the_window import InTheWindow, running

DOCUMENTS, CLASSIFY = 0, 5
WORDS = {"spam": "cheap watermelon", "ham": "minutes of monday"}
Start = Callable[[], AbstractContextManager[InTheWindow]]


@pytest.fixture
def dropped(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "dropped"
    folder.mkdir()
    files = [folder / f"{label}{number}.txt" for label in WORDS for number in range(2)]
    for file in files:
        file.write_text(f"{WORDS[file.name.rstrip('01.tx')]} {file.name}")
    return files


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    for label, words in WORDS.items():
        (folder / "mails" / label).mkdir(parents=True)
        for number in range(3):
            (folder / "mails" / label / f"{number}.txt").write_text(f"{words} {number}")
    path = folder / "mine.bayleaf"
    import_sources(path, ImportRequest((folder / "mails",), corpus="Mails"), NoOpJobContext())
    train(path, TrainingOrder(RecipeRequest(smoothing="1"), "Mails", "Mails"), NoOpJobContext())
    return path


@pytest.fixture
def start(qtbot: QtBot, qapp: QApplication, prepared: Path, tmp_path: Path) -> Start:
    workspace = Path(shutil.copy(prepared, tmp_path))
    return lambda: running(qtbot, qapp, tmp_path / "window.ini", workspace)


def items(somebody: InTheWindow) -> tuple[DroppedItem, ...]:
    return somebody.models.classify.state.items


def names(somebody: InTheWindow) -> list[str]:
    return [Path(item.verdict.path).name for item in items(somebody)]


def drop(somebody: InTheWindow, files: list[Path]) -> None:
    """Drop files on Classify, and wait until they are judged."""
    somebody.open(CLASSIFY)
    somebody.drop(files)
    somebody.rest()


def laid_out(somebody: InTheWindow) -> None:
    """Look at Classify after a new start."""
    somebody.open(CLASSIFY)
    somebody.rest()


def test_the_list_is_there_again_with_what_was_said_of_it(start: Start, dropped: list[Path]) -> None:
    with start() as somebody:
        drop(somebody, dropped)
        before = [(item.verdict.path, item.verdict.label) for item in items(somebody)]
        table = somebody.part(VerdictTable)
        table.choose_row(1)
        somebody.rest()
        somebody.key(Qt.Key.Key_1, on=table)
        somebody.rest()
        said = [item.corrected for item in items(somebody)]
        assert any(said)

    with start() as somebody:
        somebody.open(DOCUMENTS)
        assert items(somebody) == ()
        laid_out(somebody)

        assert [(item.verdict.path, item.verdict.label) for item in items(somebody)] == before
        assert [item.corrected for item in items(somebody)] == said
        assert somebody.models.classify.state.reasons is not None


def test_files_that_are_gone_are_said(start: Start, dropped: list[Path]) -> None:
    with start() as somebody:
        drop(somebody, dropped)
    dropped[0].unlink()

    with start() as somebody:
        laid_out(somebody)
        assert sorted(names(somebody)) == sorted(file.name for file in dropped)
        [gone] = [item for item in items(somebody) if item.error]
        assert Path(gone.verdict.path) == dropped[0]
        somebody.models.classify.choose(gone.number)
        somebody.rest()
        said = f"“{dropped[0].name}” was moved or deleted after it was read."
        assert any(part.isVisible() for part in somebody.page.findChildren(Paragraph) if part.accessibleName() == said)

        dropped[0].write_text(WORDS["spam"])
        somebody.click("Read again")
        somebody.rest()
        assert not any(item.error for item in items(somebody))


def test_what_was_taken_off_the_list_or_pasted_is_not_laid_out(start: Start, dropped: list[Path]) -> None:
    with start() as somebody:
        drop(somebody, dropped)
        somebody.models.classify.classify(DropContent(text="cheap as can be"))
        somebody.rest()
        somebody.models.classify.remove_items([items(somebody)[1].number])
        somebody.rest()
        left = [name for name in names(somebody) if name]

    with start() as somebody:
        laid_out(somebody)
        assert names(somebody) == left
        somebody.models.classify.clear()
        somebody.rest()

    with start() as somebody:
        laid_out(somebody)
        assert items(somebody) == ()


def test_what_was_filed_away_is_done_with(start: Start, dropped: list[Path]) -> None:
    with start() as somebody:
        drop(somebody, dropped)
        somebody.models.classify.mark_filed([items(somebody)[0].number], are_filed=True)
        somebody.rest()
        left = names(somebody)[1:]

    with start() as somebody:
        laid_out(somebody)
        assert names(somebody) == left


def test_what_is_dropped_first_lies_beside_what_was_kept(start: Start, dropped: list[Path]) -> None:
    with start() as somebody:
        drop(somebody, dropped[:2])

    with start() as somebody:
        somebody.open(DOCUMENTS)
        somebody.models.classify.classify(DropContent((dropped[3],)))
        somebody.rest()
        laid_out(somebody)

    with start() as somebody:
        laid_out(somebody)
        assert sorted(names(somebody)) == sorted(file.name for file in (*dropped[:2], dropped[3]))


def test_a_file_that_is_dropped_again_is_listed_once_as_it_is_now(start: Start, dropped: list[Path]) -> None:
    with start() as somebody:
        drop(somebody, dropped[:2])

    with start() as somebody:
        laid_out(somebody)
        dropped[0].write_text(f"{WORDS['ham']} {WORDS['ham']}")
        drop(somebody, [dropped[0]])
        assert {Path(item.verdict.path).name: item.verdict.label for item in items(somebody)} == {
            dropped[0].name: "ham",
            dropped[1].name: "spam",
        }
        assert len(items(somebody)) == 2
        assert somebody.models.classify.state.chosen_item is items(somebody)[-1]


def test_without_a_history_nothing_of_the_list_is_kept(start: Start, dropped: list[Path]) -> None:
    with start() as somebody:
        somebody.open(CLASSIFY)
        documents = somebody.models.classify._source
        assert documents is not None
        documents.history.is_kept = False
        drop(somebody, dropped)

    with start() as somebody:
        laid_out(somebody)
        assert items(somebody) == ()


def test_a_verdict_on_what_was_kept_is_still_the_same_line_of_the_history(start: Start, dropped: list[Path]) -> None:
    for _ in range(2):
        with start() as somebody:
            laid_out(somebody)
            if not items(somebody):
                drop(somebody, dropped)
            session = somebody.models.classify._source
            assert session is not None
            with session.workspace.borrow_for_reading() as opened:  # type: ignore[union-attr] # the window's is a session
                assert opened.verdicts.count() == len(dropped)

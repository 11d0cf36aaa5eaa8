"""Two windows on one workspace: the second says so, and each shows what the other did."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.documents import Document
from app.readers.documents.text import text_hash
from app.store.workspace import Workspace
from tests.app.in_the_window import running

NOT_ALONE = "This workspace is open in another window too. Changes made there appear here."


def a_workspace(path: Path) -> Path:
    with Workspace(path, create=True) as opened, opened.imports.begin("Mail", source="x") as run:
        labels = {"a meeting at noon": "ham", "buy this now": "spam", "lunch": "ham"}
        run.add([Document(text, f"{text}.txt", title=text, label=label, content_hash=text_hash(text))
                 for text, label in labels.items()])  # fmt: skip
        run.settle()
    return path


def test_only_the_second_window_says_that_it_is_not_alone(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    workspace = a_workspace(tmp_path / "w.bayleaf")
    with running(qtbot, qapp, tmp_path / "one.ini", workspace) as first:
        first.rest()
        assert NOT_ALONE not in first.texts()
        with running(qtbot, qapp, tmp_path / "two.ini", workspace) as second:
            second.wait(lambda: NOT_ALONE in second.texts())
            assert NOT_ALONE not in first.texts()


def test_a_window_that_was_shut_leaves_the_next_one_alone(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    workspace = a_workspace(tmp_path / "w.bayleaf")
    with running(qtbot, qapp, tmp_path / "one.ini", workspace) as first:
        first.rest()
    with running(qtbot, qapp, tmp_path / "one.ini", workspace) as next_one:
        next_one.rest()
        assert NOT_ALONE not in next_one.texts()
    assert list(tmp_path.glob("open-*")) == []


def test_what_somebody_else_labelled_shows_in_a_window_that_nobody_comes_to(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    workspace = a_workspace(tmp_path / "w.bayleaf")
    with running(qtbot, qapp, tmp_path / "one.ini", workspace) as somebody:
        documents = somebody.program.models.documents
        somebody.wait(lambda: len(documents.state.ids) == 3)
        somebody.rest()
        with Workspace(workspace) as other:
            other.editing.relabel([int(other.documents.numbers("Mail")[0])], "spam")

        somebody.wait(lambda: [label.n_documents for label in documents.state.overview.labels] == [1, 2])
        somebody.rest()
        assert [label.n_documents for label in somebody.program.models.training.state.labels] in ([], [1, 2])


def test_what_somebody_else_labelled_shows_when_one_comes_back(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    workspace = a_workspace(tmp_path / "w.bayleaf")
    with running(qtbot, qapp, tmp_path / "one.ini", workspace) as somebody:
        documents = somebody.program.models.documents
        somebody.wait(lambda: len(documents.state.ids) == 3)
        somebody.rest()
        with Workspace(workspace) as other:
            number = int(other.documents.numbers("Mail")[0])
            other.editing.relabel([number], "spam")
        assert [label.n_documents for label in documents.state.overview.labels] == [2, 1]

        qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
        somebody.rest()

        assert [label.n_documents for label in documents.state.overview.labels] == [1, 2]

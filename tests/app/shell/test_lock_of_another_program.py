"""While another program writes to the workspace, the window says what it waits for, and does it afterwards."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTableView

from tests.app.in_the_window import InTheWindow, cells, somebody
from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace

__all__ = ["somebody"]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("prepared") / "mail.bayleaf"
    return mail_workspace(path, {"ham": 24, "spam": 18}, {"Mail filter": MULTINOMIAL})


@pytest.fixture
def workspace(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(prepared, tmp_path / "mail.bayleaf"))


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Hold the lock for writing, as another program does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other
        other.execute("ROLLBACK")


def n_spam(other: sqlite3.Connection) -> int:
    """How many documents have the label spam, as SQLite itself sees it."""
    sql = "SELECT count(*) FROM document JOIN label ON label.id = label_id WHERE label.name = 'spam'"
    [count] = other.execute(sql).fetchone()
    return int(count)


def says_that_it_waits(somebody: InTheWindow) -> bool:
    labels = [each for each in somebody.program.window.jobs.findChildren(QLabel) if each.isVisible()]
    return any(
        each.text() == "Waiting for another task or program that is writing to “mail.bayleaf”" for each in labels
    )


def test_a_label_waits_for_another_program_and_that_is_said(somebody: InTheWindow, workspace: Path) -> None:
    table = somebody.part(QTableView, "Documents")
    somebody.wait(lambda: cells(table, 0)[0] == "ham")
    with locked(workspace) as other:
        before = n_spam(other)
        somebody.key(Qt.Key.Key_2, on=table)
        somebody.wait(lambda: says_that_it_waits(somebody))
        assert n_spam(other) == before
    somebody.rest()

    with closing(sqlite3.connect(workspace)) as other:
        assert n_spam(other) == before + 1
    assert not somebody.program.window.jobs.isVisible() or not says_that_it_waits(somebody)


def test_a_label_that_waits_can_be_stopped(somebody: InTheWindow, workspace: Path) -> None:
    table = somebody.part(QTableView, "Documents")
    somebody.wait(lambda: cells(table, 0)[0] == "ham")
    with locked(workspace) as other:
        before = n_spam(other)
        somebody.key(Qt.Key.Key_2, on=table)
        somebody.wait(lambda: says_that_it_waits(somebody))
        somebody.click("Cancel")
        somebody.rest()
    with closing(sqlite3.connect(workspace)) as other:
        assert n_spam(other) == before
    assert cells(table, 0)[0] == "ham"

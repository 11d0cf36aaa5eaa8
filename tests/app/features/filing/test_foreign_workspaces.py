"""A workspace by another person moves no file of the person who opens it."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.records import FileMove
from app.features.filing.use_cases import continue_filing, file_again, file_away, finish_interrupted_moves, last_batch
from app.features.filing.use_cases import undo as undo_batch
from app.library.own_records import KEY_NAME, data_folder, find_own_batches, plan_own_batch, store_own_preference
from app.store.workspace import Workspace
from tests.app.command_line import Run
from tests.app.features.filing.inbox import NOBODY, a_plan, contents
from tests.app.in_the_window import running

Row = tuple[str, str, str, str]
"""Source, target, state and reason of a move."""


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """Files of the person who opens the workspace: pairs that an interrupted move or undo would treat as its own."""
    folder = tmp_path / "victim"
    (folder / "docs").mkdir(parents=True)
    for name, text in {"letter": "important", "copy": "important", "begin": "begin", "whole": "begin and end"}.items():
        (folder / "docs" / name).write_text(text)
    (folder / "docs" / "empty").touch()
    (folder / "docs" / "payload").write_text("payload")
    return folder


UNFINISHED = (
    ("docs/letter", "docs/copy", "started", ""),
    ("docs/whole", "docs/empty", "started", ""),
    ("docs/copy", "docs/letter", "undoing", ""),
    ("docs/never", "docs/payload", "undoing", ""),
)
FILED = (("autostart/payload", "docs/payload", "done", ""),)
STOPPED = (("docs/payload", "autostart/payload", "failed", "interrupted"),)
UNDONE = (("docs/payload", "autostart/payload", "undone", ""),)


def write_moves(workspace: Path, folder: Path, rows: Sequence[Row]) -> None:
    """Write rows of the journal as the author of a workspace would."""
    with closing(sqlite3.connect(workspace)) as file, file:
        for source, target, state, reason in rows:
            paths = os.fsencode(folder / source), os.fsencode(folder / target)
            file.execute(
                """INSERT INTO file_move (batch, action, source, target, label, size_bytes, state, reason, changed_at)
                VALUES (1, 'move', ?, ?, 'x', 7, ?, ?, 4e9)""",
                (*paths, state, reason),
            )


@pytest.mark.parametrize("rows", [UNFINISHED, FILED, UNFINISHED + FILED])
@pytest.mark.parametrize("options", [("--undo",), ("--undo", "--batch", 1), ("--undo", "--since", "1d")])
def test_undo_leaves_the_moves_of_another_computer_alone(
    run: Run, trained: Path, victim: Path, rows: Sequence[Row], options: Sequence[object]
) -> None:
    write_moves(trained, victim, rows)
    before = contents(victim)

    result = run("file", trained, *options)

    assert contents(victim) == before
    assert "Another computer" in result.stdout or "another computer" in result.stderr


def test_filing_leaves_the_moves_of_another_computer_alone(
    run: Run, trained: Path, victim: Path, tmp_path: Path
) -> None:
    write_moves(trained, victim, UNFINISHED)
    before = contents(victim)
    (tmp_path / "offer.txt").write_text("buy cheap watermelon buy buy cheap offer now")

    result = run("file", trained, tmp_path / "offer.txt", "--to", tmp_path / "filed", "--copy", "--with-unsure")

    assert contents(victim) == before
    assert list(contents(tmp_path / "filed")) == ["spam/offer.txt"]
    assert "4 interrupted moves left alone: planned on another computer" in result.stderr


def test_opening_the_window_finishes_no_move_of_another_computer(
    qtbot: QtBot, qapp: QApplication, trained: Path, victim: Path, tmp_path: Path
) -> None:
    write_moves(trained, victim, UNFINISHED)
    before = contents(victim)

    with running(qtbot, qapp, tmp_path / "window.ini", trained) as somebody:
        note = somebody.note

    assert contents(victim) == before
    assert "of another computer or an earlier version of Bayleaf. The files were left where they are." in note


def test_continuing_and_filing_again_leave_the_files_of_another_computer(workspace: Path, victim: Path) -> None:
    write_moves(workspace, victim, (*STOPPED, *UNDONE))
    before = contents(victim)

    reports = [continue_filing(workspace, 1, NOBODY), file_again(workspace, 1, NOBODY)]

    assert contents(victim) == before
    assert [move.reason for report in reports for move in report.moves] == ["foreign", "foreign"]


def test_the_last_batch_is_the_last_one_of_this_computer(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    before = contents(inbox)
    own = file_away(workspace, a_plan(inbox, tmp_path / "filed"), NOBODY).batch
    with closing(sqlite3.connect(workspace)) as file, file:
        file.execute(
            """INSERT INTO file_move (batch, action, source, target, label, size_bytes, state, reason, changed_at)
            VALUES (9, 'move', x'2f61', x'2f62', 'x', 7, 'done', '', 4e9)"""
        )

    assert last_batch(workspace, NOBODY).batch == own
    undo_batch(workspace, None, NOBODY)
    assert contents(inbox) == before


@pytest.mark.parametrize(
    "change",
    [
        "source = x'2f61'",
        "target = x'2f61'",
        "action = 'copy'",
        "size_bytes = 1",
        "reason = 'layer 00000000000000000000000000000000'",
        "batch = 2",
    ],
)
def test_a_batch_with_a_changed_fact_is_not_of_this_computer(workspace: Path, change: str) -> None:
    with Workspace(workspace) as opened:
        moves = plan_own_batch(opened, [FileMove("/a/x", "/b/x", "x", 7), FileMove("/a/y", "/b/y", "x", 7)])
        assert find_own_batches(opened, moves) == {1}
    with closing(sqlite3.connect(workspace)) as file, file:
        file.execute(f"UPDATE file_move SET {change} WHERE id = 1")

    with Workspace(workspace) as opened:
        assert find_own_batches(opened, opened.journal.unfinished_moves()) == frozenset()


def test_a_signature_of_another_key_or_another_batch_is_none(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        first = plan_own_batch(opened, [FileMove("/a/x", "/b/x", "x", 7)])
        second = plan_own_batch(opened, [FileMove("/a/y", "/b/y", "x", 7)])
        signature = opened.arrivals.preference("filed batch 1 signature")
        opened.arrivals.store_preference("filed batch 2 signature", signature)
        assert find_own_batches(opened, [*first, *second]) == {1}

        (data_folder() / KEY_NAME).write_bytes(bytes(32))
        assert find_own_batches(opened, first) == frozenset()


def test_an_interrupted_batch_of_this_computer_is_finished_although_a_foreign_one_is_there(
    workspace: Path, inbox: Path, victim: Path, tmp_path: Path
) -> None:
    write_moves(workspace, victim, UNFINISHED)
    before = contents(victim)
    with Workspace(workspace) as opened:
        plan_own_batch(opened, [planned.move for planned in a_plan(inbox, tmp_path / "filed").moves])

    report = finish_interrupted_moves(workspace, NOBODY)

    assert (report.count("failed"), report.n_foreign) == (3, 4)
    assert contents(victim) == before
    assert continue_filing(workspace, report.batch, NOBODY).count("done") == 3


def test_the_key_is_readable_by_its_owner_alone_and_a_broken_one_is_replaced(workspace: Path) -> None:
    path = data_folder() / KEY_NAME
    path.write_bytes(b"short")
    with Workspace(workspace) as opened:
        store_own_preference(opened, "any", [1])

    assert len(path.read_bytes()) == 32
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in data_folder().iterdir() if each.name.startswith(KEY_NAME)] == [KEY_NAME]


def test_programs_that_make_the_key_at_once_use_the_same(tmp_path: Path) -> None:
    workspaces = [tmp_path / f"{number}.bayleaf" for number in range(6)]
    for path in workspaces:
        Workspace(path, create=True).close()
    start = threading.Barrier(len(workspaces))

    def plan(path: Path) -> None:
        with Workspace(path) as opened:
            start.wait()
            plan_own_batch(opened, [FileMove("/a/x", "/b/x", "x", 7)])

    threads = [threading.Thread(target=plan, args=(path,)) for path in workspaces]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for path in workspaces:
        with Workspace(path) as opened:
            assert find_own_batches(opened, opened.journal.unfinished_moves()) == {1}

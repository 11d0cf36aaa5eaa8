"""The clock may be set back and another program may hold the lock: nothing is lost, and it is said.

The content of the workspace is compared as another reader of SQLite sees it.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.command_group import cli
from app.domain.errors import BusyWorkspace
from app.domain.jobs import LOCK_WAIT, Cancelled, LockWait, NoOpJobContext
from app.library.saved_models import model_record
from app.library.workspaces import check
from app.store import opening
from app.store.workspace import Workspace
from tests.app.command_line import FIVE_MAILS


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    for label, texts in FIVE_MAILS.items():
        (tmp_path / "mails" / label).mkdir(parents=True)
        for number, text in enumerate(texts):
            (tmp_path / "mails" / label / f"{number}.txt").write_text(text)
    return tmp_path / "mails"


def call(*words: object) -> str:
    result = CliRunner().invoke(cli, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def contents(path: Path) -> list[tuple[str, str | None]]:
    with Workspace(path, read_only=True) as workspace:
        numbers = workspace.documents.numbers(workspace.corpora.all()[0].name).tolist()
        documents = [workspace.documents.get(number).document for number in numbers]
    return sorted((document.text.strip(), document.label) for document in documents)


@pytest.mark.parametrize("years", [-30, -1, 10])
def test_a_clock_that_is_set_back_or_forward_loses_nothing(
    mails: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, years: int
) -> None:
    path, right = tmp_path / "w.bayleaf", time.time
    call("import", path, mails)
    call("train", path)
    monkeypatch.setattr(time, "time", lambda: right() + years * 31_557_600.0)
    new = tmp_path / "new.txt"
    new.write_text("cheap watermelon for everybody")

    call("learn", path, "--label", "spam", new)
    call("label", path, 1, "--label", "ham")
    call("file", path, new, "--to", tmp_path / "filed")
    monkeypatch.setattr(time, "time", right)
    call("file", path, "--undo")
    call("train", path)
    call("compact", path)

    assert new.read_text() == "cheap watermelon for everybody"
    assert len(contents(path)) == 1 + sum(map(len, FIVE_MAILS.values()))
    assert ("cheap watermelon for everybody", "spam") in contents(path)
    assert not check(path, NoOpJobContext())


@pytest.mark.parametrize("years", [-30, -1])
def test_the_model_that_changed_last_is_used_though_the_clock_was_set_back(
    mails: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, years: int
) -> None:
    """The order of the commands is the oracle."""
    path, right = tmp_path / "w.bayleaf", time.time
    call("import", path, mails)
    call("train", path, "--model", "first")
    monkeypatch.setattr(time, "time", lambda: right() + years * 31_557_600.0)
    call("train", path, "--model", "second")
    assert model_used(path) == "second"

    new = tmp_path / "new.txt"
    new.write_text("cheap watermelon for everybody")
    call("learn", path, "--label", "spam", "--model", "first", new)
    assert model_used(path) == "first"

    call("train", path, "--model", "second")
    assert model_used(path) == "second"


def model_used(path: Path) -> str:
    with Workspace(path, read_only=True) as workspace:
        return model_record(workspace, None).name


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Hold the lock for writing, as another program does."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other
        if other.in_transaction:
            other.execute("ROLLBACK")


def test_while_another_program_writes_commands_say_so_change_nothing_and_reading_goes_on(
    mails: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_MS", 50)
    monkeypatch.setattr(Workspace.__init__, "__kwdefaults__", {**Workspace.__init__.__kwdefaults__, "busy_ms": 50})
    path = tmp_path / "w.bayleaf"
    call("import", path, mails)
    call("train", path)
    before = contents(path)
    mail = mails / "spam" / "0.txt"
    with locked(path):
        for words in (("learn", path, "--label", "ham", mail), ("label", path, 1, "--none"), ("compact", path)):
            with pytest.raises(BusyWorkspace):
                call(*words)
        assert "spam" in call("classify", path, mail)
        assert contents(path) == before
    call("label", path, 1, "--none")
    assert contents(path) != before
    assert not check(path, NoOpJobContext())


def test_a_command_goes_on_once_the_lock_is_given_back(mails: Path, tmp_path: Path) -> None:
    path = tmp_path / "w.bayleaf"
    call("import", path, mails)
    is_held, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        with locked(path):
            is_held.set()
            may_end.wait(0.5)

    thread = threading.Thread(target=hold)
    thread.start()
    is_held.wait()
    call("label", path, 1, "--none")
    thread.join()
    assert None in {label for _, label in contents(path)}


def test_a_job_that_can_be_seen_waits_longer_for_another_program_and_says_so(path: Path) -> None:
    told: list[str] = []
    with Workspace(path, create=True, busy_ms=20) as workspace, locked(path) as other:

        def tell(name: str) -> None:
            told.append(name)
            if len(told) == 2:
                other.execute("ROLLBACK")

        assert_busy(workspace, LockWait(60_000, tell))
        workspace._file.execute("PRAGMA busy_timeout = 2000")
        token = LOCK_WAIT.set(LockWait(60_000, tell))
        try:
            workspace.corpora.add("Mail")
        finally:
            LOCK_WAIT.reset(token)
        assert workspace._file.value("PRAGMA busy_timeout") == 2000

    assert told == [path.name, path.name]


def assert_busy(workspace: Workspace, wait: LockWait) -> None:
    """With a timeout below a second, the caller wants an answer soon: nothing is told."""
    token = LOCK_WAIT.set(wait)
    try:
        with pytest.raises(BusyWorkspace):
            workspace.corpora.add("Mail")
    finally:
        LOCK_WAIT.reset(token)


def test_a_job_that_waits_for_another_program_can_be_stopped(path: Path) -> None:
    def stop(_name: str) -> None:
        raise Cancelled

    with Workspace(path, create=True, busy_ms=2_000) as workspace, locked(path):
        token = LOCK_WAIT.set(LockWait(60_000, stop))
        try:
            with pytest.raises(Cancelled):
                workspace.corpora.add("Mail")
        finally:
            LOCK_WAIT.reset(token)
    with Workspace(path) as workspace:
        assert not workspace.corpora.all()
        workspace.corpora.add("Mail")


def test_a_command_says_what_it_waits_for_and_goes_on(mails: Path, tmp_path: Path) -> None:
    path = tmp_path / "w.bayleaf"
    call("import", path, mails)
    command = [sys.executable, "-m", "app.cli", "label", str(path), "1", "--none"]
    with locked(path) as other, subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        other.execute("ROLLBACK")
        rest = process.stderr.read()

    assert "“w.bayleaf” is being written by another program. Waiting" in first
    assert process.returncode == 0, rest
    assert None in {label for _, label in contents(path)}

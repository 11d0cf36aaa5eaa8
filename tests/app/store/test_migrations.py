"""Older workspaces take the missing steps, whole, with a copy made first."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database

from app.domain.errors import StoreError
from app.domain.records import DuplicateLocation
from app.store import schema
from app.store.connection import WorkspaceFile
from app.store.schema import STEPS, migrate
from app.store.workspace import Workspace
from tests.app.store.made_up import bags

SAMPLES = Path(__file__).parent / "data"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A copy of the oldest sample."""
    return Path(shutil.copy(SAMPLES / "version-1.bayleaf", tmp_path / "old.bayleaf"))


def test_every_version_has_a_sample() -> None:
    assert {*SAMPLES.glob("version-*.bayleaf")} == {
        SAMPLES / f"version-{number}.bayleaf" for number in range(1, len(STEPS) + 1)
    }


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_every_sample_opens_with_everything_in_it(tmp_path: Path, number: int) -> None:
    path = Path(shutil.copy(SAMPLES / f"version-{number}.bayleaf", tmp_path / "w.bayleaf"))
    with Workspace(path) as workspace:
        info = workspace.info()
        assert (info.version, info.corpora, info.models) == (len(STEPS), (("mail", 2), ("iris", 2)), ("filter",))
        assert workspace.check() == []
        assert bags(workspace) == {1: {"dinner": 1, "friday": 1}, 2: {"winner": 2, "prize": 1}}
        assert workspace.documents.duplicate_locations([1]) == {1: (DuplicateLocation("other/1.eml", "", "spam"),)}
        stored = workspace.documents.get(2).document
        assert (stored.title, stored.label, stored.attachments[0].name) == ("Приз", "spam", "prize.pdf")
        assert workspace.models.content("filter") == b"model bytes"
        assert workspace.documents.table_rows("iris").category_names == (("red",),)
        assert [failure.reason for failure in workspace.imports.failures()] == ["damaged"]
        workspace.labels.merge("mail", "spam", "ham")
        workspace.undo_log.undo()
        workspace.compact()
        assert workspace.check() == []


def test_a_migration_leaves_a_copy_until_the_person_says_so(old: Path) -> None:
    before = old.read_bytes()
    with Workspace(old) as workspace:
        (backup,) = schema.backups_of(old)
        assert _schema(backup) == _schema_of_bytes(before, old.parent)
        workspace.compact(remove_backups=True)
        assert list(schema.backups_of(old)) == []


def test_a_step_that_fails_leaves_the_workspace_as_it_was(old: Path) -> None:
    def failing(file: WorkspaceFile) -> None:
        file.execute("CREATE TABLE half (x INTEGER) STRICT")
        raise ZeroDivisionError

    before = _schema(old)
    file = WorkspaceFile(old, sqlite3.connect(old, isolation_level=None))
    with pytest.raises(ZeroDivisionError):
        migrate(file, [*STEPS[:1], failing])
    file.close()

    assert _schema(old) == before


def test_a_new_workspace_is_made_at_once_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new.bayleaf"

    def killed(_file: WorkspaceFile) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(schema, "STEPS", [*STEPS[:-1], killed])
    monkeypatch.setattr("app.store.opening.migrate", lambda file: migrate(file, schema.STEPS))
    with pytest.raises(KeyboardInterrupt):
        Workspace(path, create=True)
    assert path.stat().st_size == 0
    monkeypatch.undo()

    with Workspace(path, create=True) as workspace:
        assert workspace.check() == []
        assert list(schema.backups_of(path)) == []


def test_no_room_for_the_copy_stops_the_migration_before_it_begins(old: Path, monkeypatch) -> None:
    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    before = old.read_bytes()
    monkeypatch.setattr(schema.os, "replace", full)
    with pytest.raises(StoreError, match="full"):
        Workspace(old)

    assert (old.read_bytes(), os.listdir(old.parent)) == (before, [old.name])


def test_two_programs_may_migrate_at_once(old: Path) -> None:
    first = WorkspaceFile(old, sqlite3.connect(old, isolation_level=None))
    second = WorkspaceFile(old, sqlite3.connect(old, isolation_level=None))

    def racing(file: WorkspaceFile) -> None:
        file.execute("CREATE TABLE won (x INTEGER) STRICT")

    steps = [*STEPS, racing]
    migrate(first, steps)
    migrate(second, steps)

    assert (first.version, second.version) == (len(steps), len(steps))
    first.close()
    second.close()


@pytest.mark.parametrize(("may_write", "reason"), [(True, "older"), (False, "read-only-older")])
def test_an_older_workspace_refused_to_who_only_reads_says_what_would_help(
    old: Path, monkeypatch: pytest.MonkeyPatch, may_write: bool, reason: str
) -> None:
    before = old.read_bytes()
    monkeypatch.setattr("app.store.opening._is_writable", lambda _path: may_write)
    with pytest.raises(StoreError) as raised:
        Workspace(old, read_only=True)

    assert raised.value.reason == reason
    assert (old.read_bytes(), os.listdir(old.parent)) == (before, [old.name])


@pytest.mark.parametrize("may_write", [True, False])
def test_what_every_version_had_is_told_without_changing_an_older_workspace(
    old: Path, monkeypatch: pytest.MonkeyPatch, may_write: bool
) -> None:
    before = old.read_bytes()
    monkeypatch.setattr("app.store.opening._is_writable", lambda _path: may_write)
    with Workspace(old, read_only=True, takes_older=True) as workspace:
        info = workspace.info()
        assert (info.version, info.is_older, info.documents, info.models) == (1, True, 4, ("filter",))
        assert workspace.check() == []

    assert (old.read_bytes(), os.listdir(old.parent)) == (before, [old.name])


def test_the_help_names_every_table_and_column() -> None:
    page = (Path(__file__).parents[3] / "resources" / "help" / "workspace.md").read_text(encoding="utf-8")
    file = WorkspaceFile(Path(":memory:"), sqlite3.connect(":memory:", isolation_level=None))
    migrate(file)
    missing = [
        f"{table.name}.{column.name}"
        for table in Database(file.connection, execute_plugins=False).tables
        for column in table.columns
        if not table.name.startswith("sqlite_") and f"`{column.name}`" not in _section(page, table.name)
    ]
    file.close()

    assert missing == []


def _section(page: str, table: str) -> str:
    return page.partition(f"### {table}\n")[2].partition("\n#")[0]


def _schema(path: Path) -> list[str]:
    raw = sqlite3.connect(path)
    try:
        return [sql for (sql,) in raw.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")]
    finally:
        raw.close()


def _schema_of_bytes(content: bytes, folder: Path) -> list[str]:
    copy = folder / "copy"
    copy.write_bytes(content)
    return _schema(copy)


def test_compact_removes_its_own_copies_and_no_file_that_a_person_named_like_them(tmp_path: Path) -> None:
    path = tmp_path / "mail.bayleaf"
    own, others = tmp_path / "mail.bayleaf.version-3.backup", tmp_path / "mail.bayleaf.version-of-anna.backup"
    with Workspace(path, create=True) as workspace:
        own.write_bytes(b"")
        others.write_text("mine")
        workspace.compact(remove_backups=True)

    assert not own.exists()
    assert others.read_text() == "mine"

"""The tables, as numbered steps that each happen whole or not at all; `user_version` counts them.

A step is never edited once released: a new one follows it. `resources/help/workspace.md` describes the result.
References are declared for whoever reads the file and verified by `check`; SQLite does not enforce them on every
row (measured: a quarter of the time of an import), because every way in goes through this package.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from app.domain.errors import NewerWorkspace, StoreError
from app.store.file.connection import WorkspaceFile, store_errors
from app.store.file.seals import SEALED_SINCE, seal_all
from app.store.file.tables import GONE, TABLES

APPLICATION_ID = 0x42594C46
"""`BYLF`: what `file` and SQLite find in the header of every workspace."""

Step = Callable[[WorkspaceFile], None]


def _make(number: int, file: WorkspaceFile) -> None:
    """Make what a version brings, and count the checksums of rows that have them from then on."""
    for statement in TABLES[number - 1]:
        file.execute(statement)
    seal_all(file, SEALED_SINCE.get(number, {}))


STEPS: list[Step] = [partial(_make, number) for number in range(1, len(TABLES) + 1)]


def tables_and_views(applied: int) -> set[str]:
    """The statements that made a workspace's tables and views in so many steps."""
    return {statement for statement in made_in(applied) if statement.startswith(("CREATE TABLE", "CREATE VIEW"))}


def made_in(applied: int) -> set[str]:
    """The statements that made what a workspace has after so many steps, those of indexes among them."""
    gone = GONE if applied >= 6 else ()
    return {statement for step in TABLES[:applied] for statement in step if not statement.startswith(gone)}


def migrate(file: WorkspaceFile, steps: Sequence[Step] = STEPS) -> None:
    """Bring the workspace to the newest form, one whole step at a time, after copying an older one aside.

    A new one takes all steps at once: a kill in the middle leaves an empty file, and never one of an older form.
    """
    applied = file.version
    if applied > len(steps):
        raise NewerWorkspace(file.path, found=applied, known=len(steps))
    if applied == len(steps):
        return
    if file.is_read_only:
        raise StoreError(file.path, "read-only-older", f"{applied} < {len(steps)}")
    if applied:
        back_up(file, backup_path(file.path, applied))
    missing = list(enumerate(steps[applied:], start=applied + 1))
    for taken_at_once in [[one] for one in missing] if applied else [missing]:
        with file.transaction():
            for number, step in taken_at_once:
                _take(file, number, step)


def _take(file: WorkspaceFile, number: int, step: Step) -> None:
    if file.version >= number:  # another program took this step while we waited
        return
    step(file)
    file.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    file.execute(f"PRAGMA user_version = {number}")


def backup_path(path: Path, applied: int) -> Path:
    """Return the path of the copy that is made before a workspace of that version changes its form."""
    return path.with_name(f"{path.name}.version-{applied}.backup")


def backups_of(path: Path) -> list[Path]:
    """Copies that migrations left beside the workspace, oldest version first."""
    literal = "".join(f"[{letter}]" if letter in "*?[" else letter for letter in path.name)
    return sorted(path.parent.glob(f"{literal}.version-*.backup"))


def back_up(file: WorkspaceFile, target: Path) -> None:
    """Copy the whole workspace to another file, which appears under its name only when it is complete."""
    partial = target.with_name(f"{target.name}.partial-{os.getpid()}")
    try:
        with store_errors(target):
            _copied(file, partial)
        os.replace(partial, target)
    except OSError as error:
        raise StoreError(target, system_reason(error), str(error)) from error
    finally:
        partial.unlink(missing_ok=True)


def system_reason(error: OSError) -> str:
    """Our name for what the operating system complains about."""
    name = error.__class__.__name__
    reasons = {28: "full", 122: "full", 30: "read-only", 13: "no-permission", 1: "no-permission", 2: "not-found"}
    return {"PermissionError": "no-permission"}.get(name) or reasons.get(error.errno or 0, "input-output")


def _copied(file: WorkspaceFile, partial: Path) -> None:
    target = sqlite3.connect(partial, isolation_level=None)
    try:
        target.execute("PRAGMA journal_mode = MEMORY")  # a copy that fails is thrown away
        file.connection.backup(target, pages=4096, sleep=0.01)
        target.execute("PRAGMA journal_mode = DELETE")
    finally:
        target.close()

"""The tables, as numbered steps that each happen whole or not at all (`user_version` counts them), and their checksums.

A step is never edited once released: a new one follows it. `resources/help/workspace.md` describes the result.
References are declared for whoever reads the file and verified by `check`; SQLite does not enforce them on every
row (measured: a quarter of the time of an import), because every way in goes through this package.

Checksums over what is neither text nor count nor model: labels, weights, dates, titles, senders, paths, and names.

Every connection that writes keeps them by triggers of its own, which are not in the file: what another program changes,
or a fault of the disk, no longer agrees with its checksum, and `check` names it. Writing a document
costs three times as much for it, which is a tenth of what reading it costs.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from app.domain.errors import NewerWorkspace, StoreError
from app.domain.records import Problem
from app.store.file.connection import WorkspaceFile, store_errors
from app.store.file.tables import GONE, TABLES

APPLICATION_ID = 0x42594C46
"""`BYLF`: what `file` and SQLite find in the header of every workspace."""

Step = Callable[[WorkspaceFile], None]


def _make(number: int, file: WorkspaceFile) -> None:
    """Make what a version brings, and count the checksums of rows that have them from then on."""
    for statement in TABLES[number - 1]:
        file.execute(statement)
    for table, (key, columns) in SEALED_SINCE.get(number, {}).items():
        values = ", ".join(columns)
        file.execute(f"INSERT INTO seal SELECT '{table}', {_number(key)}, row_sum({values}) FROM {table}")  # noqa: S608 - our names


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
        back_up(file, file.path.with_name(f"{file.path.name}.version-{applied}.backup"))
    missing = list(enumerate(steps[applied:], start=applied + 1))
    for taken_at_once in [[one] for one in missing] if applied else [missing]:
        with file.transaction():
            for number, step in taken_at_once:
                if file.version < number:  # else another program took this step while we waited
                    step(file)
                    file.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    file.execute(f"PRAGMA user_version = {number}")


def backups_of(path: Path) -> list[Path]:
    """Copies that migrations left beside the workspace, oldest version first."""
    name = re.compile(re.escape(path.name) + r"\.version-\d+\.backup")
    return sorted(each for each in path.parent.iterdir() if name.fullmatch(each.name) and each.is_file())


def back_up(file: WorkspaceFile, target: Path) -> None:
    """Copy the whole workspace to another file, which appears under its name only when it is complete."""
    partial = target.with_name(f"{target.name}.partial-{os.getpid()}")
    try:
        with store_errors(target), closing(sqlite3.connect(partial, isolation_level=None)) as copy:
            copy.execute("PRAGMA journal_mode = MEMORY")  # a copy that fails is thrown away
            file.connection.backup(copy, pages=4096, sleep=0.01)
            copy.execute("PRAGMA journal_mode = DELETE")
        os.replace(partial, target)
    except OSError as error:
        raise StoreError(target, system_reason(error), str(error)) from error
    finally:
        partial.unlink(missing_ok=True)


def system_reason(error: OSError) -> str:
    """Our name for what the operating system complains about."""
    reasons = {28: "full", 122: "full", 30: "read-only", 2: "not-found"}
    return "no-permission" if isinstance(error, PermissionError) else reasons.get(error.errno or 0, "input-output")


Sealed = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]

SEALED_FIRST: Sealed = {
    "document": (
        ("id",),
        (
            "corpus_id", "run_id", "label_id", "weight", "kind", "date_s", "length", "size_bytes", "n_attachments",
            "content_hash", "is_kept", "deleted_by",
        ),
    ),
    "content": (("document_id",), ("title", "sender", "path", "member")),
    "label": (("id",), ("corpus_id", "name", "colour", "key", "position", "run_id", "is_deleted")),
    "corpus": (("id",), ("name", "kind", "columns", "run_id", "is_deleted")),
}  # fmt: skip
"""Tables to the columns that tell their rows apart, and those that the checksum is over."""
SEALED_SINCE: dict[int, Sealed] = {3: SEALED_FIRST, 5: {
    "table_row": (("document_id",), ("numbers", "choices")),
    "choice_value": (("corpus_id", "column_number", "value_number"), ("value",)),
    "model": (
        ("id",),
        ("name", "corpus_id", "change_number", "recipe", "evaluation", "size_bytes", "checksum", "created_at",
         "changed_at"),
    ),
    "recipe": (("id",), ("corpus_id", "name", "recipe", "evaluation", "kept_at")),
    "leave_one_out": (
        ("corpus_id",), ("change_number", "label_names", "document_ids", "labels", "probabilities"),
    ),
    "verdict": (
        ("id",),
        ("judged_at", "model", "path", "member", "title", "label", "probability", "is_unsure", "problem",
         "right_label", "document_id"),
    ),
    "edit": (("id",), ("kind", "facts", "n_documents", "run_id", "made_at", "is_undone")),
    "file_move": (
        ("id",),
        ("batch", "action", "source", "target", "label", "size_bytes", "state", "reason", "changed_at"),
    ),
    "ticket": (
        ("id",),
        ("content_hash", "label", "judged_at", "kind", "title", "sender", "path", "member", "date_s", "size_bytes"),
    ),
    "arrival": (
        ("id",),
        ("place", "path", "member", "content_hash", "title", "sender", "label", "probability", "score", "reason",
         "state", "right_label", "batch", "arrived_at", "changed_at"),
    ),
    "preference": (("name",), ("value",)),
}, 6: {
    "model_verdicts": (
        ("corpus_id", "model"),
        ("kept_at", "change_number", "label_names", "document_ids", "labels", "probabilities", "own_labels"),
    ),
    "shelf": (("corpus_id", "name"), ("search", "position")),
}, 7: {
    "model_lessons": (("model_id",), ("written_at", "n_lessons", "change_number", "changed_at")),
}, 8: {
    "edit_row": (("id",), ("edit_id", "kind", "row_id", "old_values", "new_values")),
    "edit_document": (
        ("edit_id", "document_id"),
        ("old_corpus_id", "new_corpus_id", "old_label_id", "new_label_id", "old_weight", "new_weight", "was_there",
         "is_there"),
    ),
    "label_rename": (("id",), ("corpus_id", "change_number", "label_id", "old_name")),
    "duplicate": (("document_id", "path", "member", "run_id"), ("label_id", "decided_by")),
    "failure": (("id",), ("run_id", "path", "member", "reason", "detail")),
    "import_run": (
        ("id",),
        ("corpus_id", "source", "options", "started_at", "settled_at", "settled_number", "first_document",
         "last_document", "documents", "duplicates", "conflicts", "bytes", "failed"),
    ),
}, 9: {"several_labels": (("corpus_id",), ("corpus_id",))}}  # fmt: skip
"""Versions of a file to the tables whose rows have checksums from then on. With the sixth, a model's verdicts took the
place of those of the whole corpus; the eighth brought those of rows that undo would set back, and of imports."""
GONE_SINCE = {"leave_one_out": 6}
SHOWN_ROWS = 20


def sealed_in(version: int) -> Sealed:
    """The tables whose rows have checksums in a file of some version."""
    there = {table: how for since, tables in SEALED_SINCE.items() if since <= version for table, how in tables.items()}
    return {table: how for table, how in there.items() if version < GONE_SINCE.get(table, version + 1)}


SEALED = sealed_in(max(SEALED_SINCE))


def keep_seals(file: WorkspaceFile) -> None:
    """Have every change on this connection followed by its checksum, also where a row replaces another."""
    file.execute("PRAGMA recursive_triggers = ON")
    for table, (key, columns) in SEALED.items():
        values = ", ".join(f"NEW.{column}" for column in columns)
        sealed = f"INSERT OR REPLACE INTO seal VALUES ('{table}', {_number(key, 'NEW.')}, row_sum({values}));"  # noqa: S608 - our names
        gone = f"DELETE FROM seal WHERE kind = '{table}' AND row_id = {_number(key, 'OLD.')};"  # noqa: S608 - our names
        for event, body in (("INSERT", sealed), ("UPDATE", gone + sealed), ("DELETE", gone)):
            name = f"seal_{table}_{event.lower()}"
            file.execute(f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {event} ON main.{table} BEGIN {body} END")


def _number(key: tuple[str, ...], of: str = "") -> str:
    """The number of a row: its own, or one made of the names and numbers that tell it apart."""
    columns = ", ".join(f"{of}{column}" for column in key)
    return columns if key in (("id",), ("document_id",), ("model_id",)) else f"row_sum({columns})"


def broken_seals(file: WorkspaceFile, sealed: Sealed) -> Iterator[Problem]:
    """Rows that are not what their checksum says, and checksums of rows that are gone."""
    for table, (names, columns) in sealed.items():
        values, key = ", ".join(columns), _number(names)
        kept = f"(SELECT sum FROM seal WHERE seal.kind = '{table}' AND row_id = {_number(names, f'{table}.')})"  # noqa: S608 - our names
        changed = f"SELECT {', '.join(names)} FROM {table} WHERE row_sum({values}) IS NOT {kept} LIMIT ?"  # noqa: S608 - our names
        those = f"(SELECT {key} FROM {table})"  # noqa: S608 - our names
        gone = f"SELECT row_id FROM seal WHERE kind = '{table}' AND row_id NOT IN {those} LIMIT ?"  # noqa: S608 - our names
        for found in file.rows(changed, (SHOWN_ROWS,)):
            named = " ".join(map(str, found))
            is_first = table in SEALED_FIRST
            yield Problem(f"{table}-changed", named) if is_first else Problem("row-changed", f"{table} {named}")
        for number in file.column(gone, (SHOWN_ROWS,)):
            yield Problem("row-vanished", f"{table} {number}")

"""The tables, as numbered steps that each happen whole or not at all; `user_version` counts them.

A step is never edited once released: a new one follows it. `resources/help/workspace.md` describes the result.
References are declared for whoever reads the file and verified by `check`; SQLite does not enforce them on every
row (measured: a quarter of the time of an import), because every way in goes through this package.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from app.domain.errors import NewerWorkspace, StoreError
from app.store.file.arrival_tables import TABLES as _FOURTH_TABLES
from app.store.file.connection import WorkspaceFile, store_errors
from app.store.file.model_lesson_tables import TABLES as _SEVENTH_TABLES
from app.store.file.recognised_page_tables import TABLES as _TENTH_TABLES
from app.store.file.seals import SEALED_SINCE, seal_all
from app.store.file.seals import TABLES as _THIRD_TABLES
from app.store.file.search_and_verdict_tables import GONE
from app.store.file.search_and_verdict_tables import TABLES as _SIXTH_TABLES
from app.store.file.several_label_tables import TABLES as _NINTH_TABLES

APPLICATION_ID = 0x42594C46
"""`BYLF`: what `file` and SQLite find in the header of every workspace."""

Step = Callable[[WorkspaceFile], None]
STEPS: list[Step] = []


@STEPS.append
def m001_documents_counts_models(file: WorkspaceFile) -> None:
    for statement in _FIRST_TABLES:
        file.execute(statement)


@STEPS.append
def m002_undo_verdicts_journal(file: WorkspaceFile) -> None:
    for statement in _SECOND_TABLES:
        file.execute(statement)


@STEPS.append
def m003_seals(file: WorkspaceFile) -> None:
    for statement in _THIRD_TABLES:
        file.execute(statement)
    seal_all(file, SEALED_SINCE[3])


@STEPS.append
def m004_arrivals(file: WorkspaceFile) -> None:
    for statement in _FOURTH_TABLES:
        file.execute(statement)


@STEPS.append
def m005_seals_of_everything_shown(file: WorkspaceFile) -> None:
    seal_all(file, SEALED_SINCE[5])


@STEPS.append
def m006_search(file: WorkspaceFile) -> None:
    for statement in _SIXTH_TABLES:
        file.execute(statement)
    seal_all(file, SEALED_SINCE[6])


@STEPS.append
def m007_lessons(file: WorkspaceFile) -> None:
    for statement in _SEVENTH_TABLES:
        file.execute(statement)
    seal_all(file, SEALED_SINCE[7])


@STEPS.append
def m008_seals_of_undo_and_imports(file: WorkspaceFile) -> None:
    seal_all(file, SEALED_SINCE[8])


@STEPS.append
def m009_several_labels(file: WorkspaceFile) -> None:
    for statement in _NINTH_TABLES:
        file.execute(statement)
    seal_all(file, SEALED_SINCE[9])


@STEPS.append
def m010_recognised_pages(file: WorkspaceFile) -> None:
    for statement in _TENTH_TABLES:
        file.execute(statement)


def version(file: WorkspaceFile) -> int:
    """Return how many steps the file has taken."""
    return int(file.value("PRAGMA user_version"))


def tables_and_views(applied: int) -> set[str]:
    """The statements that made a workspace's tables and views in so many steps."""
    return {statement for statement in made_in(applied) if statement.startswith(("CREATE TABLE", "CREATE VIEW"))}


def made_in(applied: int) -> set[str]:
    """The statements that made what a workspace has after so many steps, those of indexes among them."""
    first = (_FIRST_TABLES, _SECOND_TABLES, _THIRD_TABLES, _FOURTH_TABLES)
    steps = (*first, (), _SIXTH_TABLES, _SEVENTH_TABLES, (), _NINTH_TABLES, _TENTH_TABLES)
    gone = GONE if applied >= 6 else ()
    return {statement for step in steps[:applied] for statement in step if not statement.startswith(gone)}


def migrate(file: WorkspaceFile, steps: Sequence[Step] = STEPS) -> None:
    """Bring the workspace to the newest form, one whole step at a time, after copying an older one aside.

    A new one takes all steps at once: a kill in the middle leaves an empty file, and never one of an older form.
    """
    applied = version(file)
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
    if version(file) >= number:  # another program took this step while we waited
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


_FIRST_TABLES = (
    """CREATE TABLE counter (
        name TEXT PRIMARY KEY, value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "INSERT INTO counter VALUES ('document', 0)",
    """CREATE TABLE corpus (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('text', 'mail', 'table')),
        columns TEXT,
        change_number INTEGER NOT NULL DEFAULT 0,
        log_kept_from INTEGER NOT NULL DEFAULT 0,
        created_at REAL NOT NULL,
        run_id INTEGER NOT NULL DEFAULT 0,
        is_deleted INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    "CREATE UNIQUE INDEX corpus_name ON corpus (name) WHERE NOT is_deleted",
    """CREATE TABLE label (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        key TEXT NOT NULL DEFAULT '',
        position INTEGER NOT NULL,
        run_id INTEGER NOT NULL DEFAULT 0,
        is_deleted INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    "CREATE UNIQUE INDEX label_name ON label (corpus_id, name) WHERE NOT is_deleted",
    """CREATE VIEW visible_corpus AS SELECT * FROM corpus WHERE NOT is_deleted
        AND run_id NOT IN (SELECT id FROM import_run WHERE settled_number IS NULL)""",
    """CREATE VIEW visible_label AS SELECT * FROM label WHERE NOT is_deleted
        AND run_id NOT IN (SELECT id FROM import_run WHERE settled_number IS NULL)""",
    """CREATE TABLE import_run (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        source TEXT NOT NULL,
        options TEXT,
        started_at REAL NOT NULL,
        settled_at REAL,
        settled_number INTEGER,
        reconciled_number INTEGER NOT NULL,
        first_document INTEGER,
        last_document INTEGER,
        documents INTEGER NOT NULL DEFAULT 0,
        duplicates INTEGER NOT NULL DEFAULT 0,
        conflicts INTEGER NOT NULL DEFAULT 0,
        bytes INTEGER NOT NULL DEFAULT 0,
        failed INTEGER NOT NULL DEFAULT 0,
        host TEXT NOT NULL,
        process INTEGER NOT NULL,
        process_started TEXT NOT NULL,
        beat_at REAL NOT NULL
    ) STRICT""",
    "CREATE INDEX import_run_unsettled ON import_run (id) WHERE settled_number IS NULL",
    "CREATE INDEX import_run_by_corpus ON import_run (corpus_id, settled_number)",
    """CREATE TABLE document (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        run_id INTEGER NOT NULL,
        label_id INTEGER REFERENCES label (id),
        weight REAL NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('mail', 'text', 'row')),
        date_s INTEGER,
        length INTEGER NOT NULL,
        size_bytes INTEGER NOT NULL,
        n_attachments INTEGER NOT NULL,
        content_hash BLOB,
        is_kept INTEGER NOT NULL DEFAULT 0,
        deleted_by INTEGER
    ) STRICT""",
    "CREATE INDEX document_by_label ON document (corpus_id, label_id, run_id) WHERE deleted_by IS NULL",
    "CREATE INDEX document_by_hash ON document (content_hash, corpus_id) WHERE content_hash IS NOT NULL",
    "CREATE INDEX document_deleted ON document (deleted_by) WHERE deleted_by IS NOT NULL",
    """CREATE VIEW visible_document AS SELECT * FROM document WHERE deleted_by IS NULL
        AND run_id NOT IN (SELECT id FROM import_run WHERE settled_number IS NULL)""",
    """CREATE TABLE content (
        document_id INTEGER PRIMARY KEY REFERENCES document (id),
        title TEXT NOT NULL,
        sender TEXT NOT NULL,
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        body BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE table_row (
        document_id INTEGER PRIMARY KEY REFERENCES document (id),
        numbers BLOB NOT NULL,
        choices BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE choice_value (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        column_number INTEGER NOT NULL,
        value_number INTEGER NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (corpus_id, column_number, value_number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE duplicate (
        document_id INTEGER NOT NULL REFERENCES document (id),
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        label_id INTEGER REFERENCES label (id),
        run_id INTEGER NOT NULL,
        decided_by INTEGER,
        PRIMARY KEY (document_id, path, member, run_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX duplicate_by_run ON duplicate (run_id)",
    """CREATE VIEW visible_duplicate AS SELECT * FROM duplicate
        WHERE run_id NOT IN (SELECT id FROM import_run WHERE settled_number IS NULL)""",
    """CREATE TABLE failure (
        id INTEGER PRIMARY KEY,
        run_id INTEGER NOT NULL REFERENCES import_run (id),
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        reason TEXT NOT NULL,
        detail TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX failure_by_run ON failure (run_id)",
    """CREATE TABLE change (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        number INTEGER NOT NULL,
        document_id INTEGER NOT NULL,
        run_id INTEGER NOT NULL,
        was_there INTEGER NOT NULL,
        is_there INTEGER NOT NULL,
        old_label_id INTEGER,
        new_label_id INTEGER,
        old_weight REAL,
        new_weight REAL,
        PRIMARY KEY (corpus_id, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE label_rename (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        change_number INTEGER NOT NULL,
        label_id INTEGER NOT NULL REFERENCES label (id),
        old_name TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE vocabulary (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        rules_key TEXT NOT NULL,
        n_words INTEGER NOT NULL DEFAULT 0,
        UNIQUE (corpus_id, rules_key)
    ) STRICT""",
    """CREATE TABLE word_list (
        vocabulary_id INTEGER NOT NULL REFERENCES vocabulary (id),
        first_word INTEGER NOT NULL,
        n_words INTEGER NOT NULL,
        words BLOB NOT NULL,
        PRIMARY KEY (vocabulary_id, first_word)
    ) STRICT""",
    """CREATE TABLE segment (
        id INTEGER PRIMARY KEY,
        vocabulary_id INTEGER NOT NULL REFERENCES vocabulary (id),
        run_id INTEGER NOT NULL DEFAULT 0,
        first_document INTEGER NOT NULL,
        last_document INTEGER NOT NULL,
        n_documents INTEGER NOT NULL,
        document_ids BLOB NOT NULL,
        counts BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX segment_by_vocabulary ON segment (vocabulary_id, first_document, last_document)",
    """CREATE TABLE model (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        corpus_id INTEGER REFERENCES corpus (id),
        change_number INTEGER NOT NULL,
        recipe TEXT NOT NULL,
        evaluation TEXT,
        size_bytes INTEGER NOT NULL,
        checksum BLOB NOT NULL,
        created_at REAL NOT NULL,
        changed_at REAL NOT NULL,
        content BLOB NOT NULL
    ) STRICT""",
)

_SECOND_TABLES = (
    """CREATE TABLE edit (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        facts TEXT NOT NULL,
        n_documents INTEGER NOT NULL DEFAULT 0,
        run_id INTEGER NOT NULL DEFAULT 0,
        made_at REAL NOT NULL,
        is_undone INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    """CREATE TABLE edit_row (
        id INTEGER PRIMARY KEY,
        edit_id INTEGER NOT NULL REFERENCES edit (id),
        kind TEXT NOT NULL CHECK (kind IN ('label', 'corpus')),
        row_id INTEGER NOT NULL,
        old_values TEXT NOT NULL,
        new_values TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX edit_row_by_edit ON edit_row (edit_id)",
    """CREATE TABLE edit_document (
        edit_id INTEGER NOT NULL REFERENCES edit (id),
        document_id INTEGER NOT NULL,
        old_corpus_id INTEGER NOT NULL,
        new_corpus_id INTEGER NOT NULL,
        old_label_id INTEGER,
        new_label_id INTEGER,
        old_weight REAL NOT NULL,
        new_weight REAL NOT NULL,
        was_there INTEGER NOT NULL,
        is_there INTEGER NOT NULL,
        PRIMARY KEY (edit_id, document_id)
    ) STRICT, WITHOUT ROWID""",
    """CREATE VIEW edit_step AS
        SELECT edit_id, 1 AS forward, document_id, old_corpus_id AS from_corpus, new_corpus_id AS to_corpus,
            old_label_id AS from_label, new_label_id AS to_label, old_weight AS from_weight, new_weight AS to_weight,
            was_there AS from_there, is_there AS to_there
        FROM edit_document WHERE NOT (new_corpus_id = old_corpus_id AND is_there = was_there
            AND new_label_id IS old_label_id AND new_weight = old_weight)
        UNION ALL
        SELECT edit_id, 0, document_id, new_corpus_id, old_corpus_id, new_label_id, old_label_id,
            new_weight, old_weight, is_there, was_there
        FROM edit_document WHERE NOT (new_corpus_id = old_corpus_id AND is_there = was_there
            AND new_label_id IS old_label_id AND new_weight = old_weight)""",
    """CREATE TABLE verdict (
        id INTEGER PRIMARY KEY,
        judged_at REAL NOT NULL,
        model TEXT NOT NULL,
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        title TEXT NOT NULL,
        label TEXT,
        probability REAL,
        is_unsure INTEGER NOT NULL,
        problem TEXT NOT NULL,
        right_label TEXT,
        document_id INTEGER
    ) STRICT""",
    """CREATE TABLE leave_one_out (
        corpus_id INTEGER PRIMARY KEY REFERENCES corpus (id),
        change_number INTEGER NOT NULL,
        label_names TEXT NOT NULL,
        document_ids BLOB NOT NULL,
        labels BLOB NOT NULL,
        probabilities BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE recipe (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        name TEXT NOT NULL,
        recipe TEXT NOT NULL,
        evaluation TEXT,
        kept_at REAL NOT NULL,
        UNIQUE (corpus_id, name)
    ) STRICT""",
    """CREATE TABLE file_move (
        id INTEGER PRIMARY KEY,
        batch INTEGER NOT NULL,
        action TEXT NOT NULL CHECK (action IN ('move', 'copy')),
        source BLOB NOT NULL,
        target BLOB NOT NULL,
        label TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('planned', 'started', 'done', 'undoing', 'undone', 'failed')),
        reason TEXT NOT NULL DEFAULT '',
        changed_at REAL NOT NULL
    ) STRICT""",
    "CREATE INDEX file_move_by_batch ON file_move (batch)",
    "CREATE INDEX file_move_unfinished ON file_move (state) WHERE state IN ('planned', 'started', 'undoing')",
)

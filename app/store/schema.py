"""The schema as numbered migration steps (`user_version` counts them), and *seals*, which are checksums of rows.

Never edit a released step; add a new one. `resources/help/workspace.md` describes the resulting tables. Foreign keys
are declared for readers of the file and verified by `check`, but SQLite does not enforce them. Enforcing them took a
quarter of the time of an import, and all writes go through this package.

Seals cover the columns that have no checksum of their own: labels, weights, dates, titles, senders, paths and names.
Each writing connection updates them by temporary triggers, which are not stored in the file. After a change by another
program or a disk fault, the row does not match its seal, and `check` reports it. With seals, writing a document takes
three times as long, but still only a tenth of the time of reading it from its source.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from app.domain.errors import NewerWorkspace, StoreError
from app.domain.records import Problem
from app.store.connection import MAX_MODEL_BYTES, WorkspaceFile, translate_sqlite_errors

logger = logging.getLogger(__name__)

DOCUMENT_COUNT_AND_MODEL_TABLES = (
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

UNDO_VERDICT_AND_JOURNAL_TABLES = (
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

SEAL_TABLES = (
    """CREATE TABLE seal (
        kind TEXT NOT NULL,
        row_id INTEGER NOT NULL,
        sum INTEGER NOT NULL,
        PRIMARY KEY (kind, row_id)
    ) STRICT, WITHOUT ROWID""",
)

ARRIVAL_TABLES = (
    """CREATE TABLE ticket (
        id INTEGER PRIMARY KEY,
        content_hash BLOB NOT NULL UNIQUE,
        label TEXT,
        judged_at REAL NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('mail', 'text', 'row')),
        title TEXT NOT NULL,
        sender TEXT NOT NULL,
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        date_s INTEGER,
        size_bytes INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX ticket_by_time ON ticket (judged_at)",
    """CREATE TABLE seen_file (
        path BLOB PRIMARY KEY,
        size_bytes INTEGER NOT NULL,
        modified_ns INTEGER NOT NULL,
        file_number INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE arrival (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        place BLOB NOT NULL,
        path BLOB NOT NULL,
        member TEXT NOT NULL,
        content_hash BLOB,
        title TEXT NOT NULL,
        sender TEXT NOT NULL,
        label TEXT,
        probability REAL,
        score REAL,
        reason TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN
            ('due', 'filed', 'would', 'stays', 'asked', 'later', 'settled', 'put back', 'failed', 'gone')),
        right_label TEXT,
        batch INTEGER,
        arrived_at REAL NOT NULL,
        changed_at REAL NOT NULL
    ) STRICT""",
    "CREATE INDEX arrival_by_state ON arrival (state, arrived_at)",
    "CREATE INDEX arrival_by_time ON arrival (arrived_at)",
    "CREATE INDEX arrival_by_path ON arrival (path)",
    """CREATE TABLE preference (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
)
"""SQL of version 4: tables for watched folders (tickets of judged mails, files already read, arrivals and settings)."""

SEARCH_AND_VERDICT_TABLES = (
    """CREATE TABLE model_verdicts (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        model TEXT NOT NULL,
        kept_at INTEGER NOT NULL,
        change_number INTEGER NOT NULL,
        label_names TEXT NOT NULL,
        document_ids BLOB NOT NULL,
        labels BLOB NOT NULL,
        probabilities BLOB NOT NULL,
        own_labels BLOB,
        PRIMARY KEY (corpus_id, model)
    ) STRICT""",
    """INSERT INTO model_verdicts
        SELECT corpus_id, '', 0, change_number, label_names, document_ids, labels, probabilities, NULL
        FROM leave_one_out""",
    "DROP TABLE leave_one_out",
    "DELETE FROM seal WHERE kind = 'leave_one_out'",
    """CREATE TABLE search_part (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        rules_key TEXT NOT NULL,
        n_documents INTEGER NOT NULL,
        document_ids BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX search_part_by_corpus ON search_part (corpus_id, rules_key)",
    """CREATE TABLE search_heading (
        part_id INTEGER NOT NULL REFERENCES search_part (id),
        field TEXT NOT NULL CHECK (field IN ('title', 'sender', 'path')),
        texts BLOB NOT NULL,
        PRIMARY KEY (part_id, field)
    ) STRICT""",
    """CREATE TABLE search_word (
        part_id INTEGER NOT NULL REFERENCES search_part (id),
        first_word BLOB NOT NULL,
        words BLOB NOT NULL,
        documents BLOB NOT NULL,
        PRIMARY KEY (part_id, first_word)
    ) STRICT""",
    """CREATE TABLE search_order (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        field TEXT NOT NULL CHECK (field IN ('title', 'sender', 'path')),
        document_ids BLOB NOT NULL,
        PRIMARY KEY (corpus_id, field)
    ) STRICT""",
    """CREATE TABLE shelf (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        name TEXT NOT NULL,
        search TEXT NOT NULL,
        position INTEGER NOT NULL,
        PRIMARY KEY (corpus_id, name)
    ) STRICT""",
)
"""SQL of version 6: tables for the search index, saved searches, and leave-one-out verdicts of each model."""

LESSON_TABLES = (
    """CREATE TABLE lesson (
        id INTEGER PRIMARY KEY,
        model_id INTEGER NOT NULL REFERENCES model (id),
        checksum BLOB NOT NULL,
        content BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX lesson_by_model ON lesson (model_id)",
    """CREATE TABLE model_lessons (
        model_id INTEGER PRIMARY KEY REFERENCES model (id),
        written_at REAL NOT NULL,
        n_lessons INTEGER NOT NULL,
        change_number INTEGER NOT NULL,
        changed_at REAL NOT NULL
    ) STRICT""",
)
"""SQL of version 7: tables for lessons, which are stored separately from the models' blobs."""

MULTI_LABEL_TABLES = (
    "CREATE TABLE several_labels (corpus_id INTEGER PRIMARY KEY REFERENCES corpus (id)) STRICT",
    """CREATE VIEW single_label AS WITH RECURSIVE single (label_id, name, rest) AS (
            SELECT id, NULL, name || char(31) FROM visible_label
            UNION ALL
            SELECT label_id, substr(rest, 1, instr(rest, char(31)) - 1), substr(rest, instr(rest, char(31)) + 1)
            FROM single WHERE rest <> '')
        SELECT label_id, name FROM single WHERE name IS NOT NULL""",
    """CREATE VIEW document_label AS SELECT document.id AS document_id, single_label.name AS label
        FROM visible_document AS document JOIN single_label USING (label_id)""",
)
"""SQL of version 9: the table of multi-label corpora, and views of the single labels of each document.

The views are for other programs that read the file.
"""

RECOGNISED_PAGE_TABLES = (
    """CREATE TABLE recognised_page (
        id INTEGER PRIMARY KEY,
        page_key BLOB NOT NULL UNIQUE,
        read_at REAL NOT NULL,
        page BLOB NOT NULL
    ) STRICT""",
)
"""SQL of version 10: the table of the OCR cache."""

EVALUATION_TABLES = (
    """CREATE TABLE evaluation (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        model TEXT NOT NULL,
        way TEXT NOT NULL,
        stamp BLOB NOT NULL,
        kept_at REAL NOT NULL,
        verdicts BLOB NOT NULL
    ) STRICT""",
    "CREATE UNIQUE INDEX evaluation_by_model ON evaluation (corpus_id, model, way)",
)
"""SQL of version 11: the table of cached evaluations of stored models, so that they survive a restart."""

STATEMENTS_BY_VERSION = (
    DOCUMENT_COUNT_AND_MODEL_TABLES,
    UNDO_VERDICT_AND_JOURNAL_TABLES,
    SEAL_TABLES,
    ARRIVAL_TABLES,
    (),
    SEARCH_AND_VERDICT_TABLES,
    LESSON_TABLES,
    (),
    MULTI_LABEL_TABLES,
    RECOGNISED_PAGE_TABLES,
    EVALUATION_TABLES,
)
"""SQL statements of each version, from version 1. Versions 5 and 8 only add seals."""
DROPPED_STATEMENT_STARTS = ("CREATE TABLE leave_one_out ",)
"""Beginnings of the CREATE statements of tables that version 6 dropped."""

APPLICATION_ID = 0x42594C46
"""`BYLF` in ASCII: SQLite's application id, in the header of every workspace."""

Step = Callable[[WorkspaceFile], None]


def _apply_step(number: int, file: WorkspaceFile) -> None:
    """Migrate the file to version `number`: run the statements of that version, and seal the rows of newly sealed
    tables.
    """
    for statement in STATEMENTS_BY_VERSION[number - 1]:
        file.execute(statement)
    for table, (key, columns) in SEALED_TABLES_BY_VERSION.get(number, {}).items():
        values = ", ".join(columns)
        file.execute(f"INSERT INTO seal SELECT '{table}', {_seal_row_number_sql(key)}, row_sum({values}) FROM {table}")  # noqa: S608 - our names


STEPS: list[Step] = [partial(_apply_step, number) for number in range(1, len(STATEMENTS_BY_VERSION) + 1)]


def tables_and_views(version: int) -> set[str]:
    """Return the CREATE statements of the tables and views of a workspace of schema version `version`."""
    return {statement for statement in statements_of(version) if statement.startswith(("CREATE TABLE", "CREATE VIEW"))}


def statements_of(version: int) -> set[str]:
    """Return the CREATE statements of all tables, views and indexes of a workspace of schema version `version`."""
    gone = DROPPED_STATEMENT_STARTS if version >= 6 else ()
    return {
        statement for step in STATEMENTS_BY_VERSION[:version] for statement in step if not statement.startswith(gone)
    }


def migrate(file: WorkspaceFile, steps: Sequence[Step] = STEPS) -> None:
    """Migrate the workspace to the newest version, after a backup. Each step is one transaction.

    In a new workspace, all steps are one transaction, so that a kill leaves an empty file and never an old version.
    """
    applied = file.version
    if applied > len(steps):
        raise NewerWorkspace(file.path, file_version=applied, supported_version=len(steps))
    if applied == len(steps):
        return
    if file.is_read_only:
        raise StoreError(file.path, "read-only-older", f"{applied} < {len(steps)}")
    if applied:
        back_up(file, file.path.with_name(f"{file.path.name}.version-{applied}.backup"))
    missing = list(enumerate(steps[applied:], start=applied + 1))
    for transaction_steps in [[step] for step in missing] if applied else [missing]:
        with file.value_limit(MAX_MODEL_BYTES), file.transaction():
            for number, step in transaction_steps:
                if file.version < number:  # otherwise another program took this step while we waited for the lock
                    step(file)
                    file.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    file.execute(f"PRAGMA user_version = {number}")
                    logger.info("%s: schema step %d", file.path.name, number)


def backups_of(path: Path) -> list[Path]:
    """Return the backups that migrations left next to the workspace, sorted by name."""
    name = re.compile(re.escape(path.name) + r"\.version-\d+\.backup")
    return sorted(file for file in path.parent.iterdir() if name.fullmatch(file.name) and file.is_file())


def back_up(file: WorkspaceFile, target: Path) -> None:
    """Copy the workspace to another file. The target exists only when the copy is complete."""
    partial = target.with_name(f"{target.name}.partial-{os.getpid()}")
    try:
        with translate_sqlite_errors(target), closing(sqlite3.connect(partial, isolation_level=None)) as copy:
            copy.execute("PRAGMA journal_mode = MEMORY")  # no journal file needed: a failed copy is deleted
            file.connection.backup(copy, pages=4096, sleep=0.01)
            copy.execute("PRAGMA journal_mode = DELETE")
        os.replace(partial, target)
    except OSError as error:
        raise StoreError(target, reason_of_os_error(error), str(error)) from error
    finally:
        partial.unlink(missing_ok=True)


def reason_of_os_error(error: OSError) -> str:
    """Return the `reason` of a StoreError for an OSError."""
    reasons = {28: "full", 122: "full", 30: "read-only", 2: "not-found"}
    return "no-permission" if isinstance(error, PermissionError) else reasons.get(error.errno or 0, "input-output")


Sealed = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]

SEALED_IN_VERSION_3: Sealed = {
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
"""Key columns and sealed columns of each table that version 3 sealed."""
SEALED_TABLES_BY_VERSION: dict[int, Sealed] = {3: SEALED_IN_VERSION_3, 5: {
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
"""Tables whose rows are sealed, by the first version that seals them."""
DROP_VERSION_BY_TABLE = {"leave_one_out": 6}
"""The version that dropped a table, by table name."""
SHOWN_ROWS = 20


def sealed_tables_of(version: int) -> Sealed:
    """Return the tables whose rows have seals in a file of this version, with their key columns and sealed columns."""
    tables: Sealed = {}
    for since, new_tables in SEALED_TABLES_BY_VERSION.items():
        if since <= version:
            tables |= new_tables
    return {
        table: columns for table, columns in tables.items() if version < DROP_VERSION_BY_TABLE.get(table, version + 1)
    }


SEALED = sealed_tables_of(max(SEALED_TABLES_BY_VERSION))


def create_seal_triggers(file: WorkspaceFile) -> None:
    """Create temporary triggers that update the seals on every change through this connection."""
    file.execute("PRAGMA recursive_triggers = ON")  # otherwise INSERT OR REPLACE fires no DELETE trigger
    for table, (key, columns) in SEALED.items():
        values = ", ".join(f"NEW.{column}" for column in columns)
        sealed = (
            f"INSERT OR REPLACE INTO seal VALUES ('{table}', {_seal_row_number_sql(key, 'NEW.')}, row_sum({values}));"  # noqa: S608 - our names
        )
        gone = f"DELETE FROM seal WHERE kind = '{table}' AND row_id = {_seal_row_number_sql(key, 'OLD.')};"  # noqa: S608 - our names
        for event, body in (("INSERT", sealed), ("UPDATE", gone + sealed), ("DELETE", gone)):
            name = f"seal_{table}_{event.lower()}"
            file.execute(f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {event} ON main.{table} BEGIN {body} END")


def _seal_row_number_sql(key: tuple[str, ...], of: str = "") -> str:
    """Return SQL for the `row_id` of a seal: the integer primary key of the sealed row, or a checksum of its other
    keys.
    """
    columns = ", ".join(f"{of}{column}" for column in key)
    return columns if key in (("id",), ("document_id",), ("model_id",)) else f"row_sum({columns})"


def broken_seals(file: WorkspaceFile, sealed: Sealed) -> Iterator[Problem]:
    """Yield a problem for each row that does not match its seal, and for each seal whose row does not exist."""
    for table, (names, columns) in sealed.items():
        values, key = ", ".join(columns), _seal_row_number_sql(names)
        number = _seal_row_number_sql(names, f"{table}.")
        seal = f"(SELECT sum FROM seal WHERE seal.kind = '{table}' AND row_id = {number})"  # noqa: S608 - our names
        changed = f"SELECT {', '.join(names)} FROM {table} WHERE row_sum({values}) IS NOT {seal} LIMIT ?"  # noqa: S608 - our names
        row_numbers = f"(SELECT {key} FROM {table})"  # noqa: S608 - our names
        gone = f"SELECT row_id FROM seal WHERE kind = '{table}' AND row_id NOT IN {row_numbers} LIMIT ?"  # noqa: S608 - our names
        for row in file.rows(changed, (SHOWN_ROWS,)):
            row_key = " ".join(map(str, row))
            has_own_sentence = table in SEALED_IN_VERSION_3
            yield (
                Problem(f"{table}-changed", row_key)
                if has_own_sentence
                else Problem("row-changed", f"{table} {row_key}")
            )
        for number in file.column(gone, (SHOWN_ROWS,)):
            yield Problem("row-vanished", f"{table} {number}")

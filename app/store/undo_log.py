"""Undo and redo edits. Each edit stores the state of every row that it changes, before and after it.

To redo an edit, the rows are set to the state after it; to undo it, to the state before it. Deleted documents are only
marked, so that undo can restore them. They are removed for good when their edit is forgotten. That happens when it is
older than the last `MAX_EDITS`, when it was undone and another edit followed, or when a person clears the undo log.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable
from typing import Any

from app.domain.errors import StoreError
from app.domain.records import EditRecord
from app.store.connection import WorkspaceFile, WorkspacePart, advance_change_number

MAX_EDITS = 500
MAX_DOCUMENTS_IN_EDITS = 3_000_000
"""Limit over all edits together; each document takes a row of about 40 bytes."""

_SELECT_EDITS = "SELECT id, kind, facts, n_documents, made_at FROM edit"
_SELECT_EDITS_WITH_CORPORA = """SELECT id,
        (SELECT corpus_id FROM import_run WHERE import_run.id = edit.run_id),
        (SELECT old_corpus_id FROM edit_document WHERE edit_id = edit.id LIMIT 1),
        (SELECT new_corpus_id FROM edit_document WHERE edit_id = edit.id LIMIT 1),
        (SELECT corpus_id FROM edit_row JOIN label ON label.id = row_id WHERE edit_id = edit.id AND kind = 'label'),
        (SELECT row_id FROM edit_row WHERE edit_id = edit.id AND kind = 'corpus')
    FROM edit WHERE is_undone = ? ORDER BY id DESC"""
"""Edits with the corpora they concern: one, or two if documents were moved."""
_COUNT_CHANGES = """SELECT corpus, count(*) FROM (
        SELECT document_id, from_corpus AS corpus FROM edit_step
        WHERE edit_id = :edit AND forward = :forward AND from_there
        UNION SELECT document_id, to_corpus FROM edit_step
        WHERE edit_id = :edit AND forward = :forward AND to_there
    ) GROUP BY corpus"""
_LOG_CHANGES = """INSERT INTO change (corpus_id, number, document_id, run_id, was_there, is_there,
        old_label_id, new_label_id, old_weight, new_weight)
    SELECT :corpus, :before + row_number() OVER (ORDER BY document_id), document_id, run_id,
        from_corpus = :corpus AND from_there, to_corpus = :corpus AND to_there,
        from_label, to_label, from_weight, to_weight
    FROM edit_step JOIN document ON document.id = document_id
    WHERE edit_id = :edit AND forward = :forward
        AND ((from_corpus = :corpus AND from_there) OR (to_corpus = :corpus AND to_there))"""
_SET_DOCUMENTS = """UPDATE document SET corpus_id = to_corpus, label_id = to_label, weight = to_weight,
        deleted_by = iif(to_there, NULL, :edit)
    FROM edit_step WHERE edit_id = :edit AND forward = :forward AND document.id = document_id"""


class UndoLog(WorkspacePart):
    """Edits that can be undone and redone. They persist across restarts."""

    def undo(self, corpus: str | None = None) -> EditRecord | None:
        """Undo the last edit and return it; None if there is none.

        With `corpus`, only edits of that corpus or of deleted corpora are considered.
        """
        return self._undo_or_redo(corpus, forward=False)

    def redo(self, corpus: str | None = None) -> EditRecord | None:
        """Redo the edit that was undone last and return it; None if there is none. `corpus` works as in `undo`."""
        return self._undo_or_redo(corpus, forward=True)

    def next_undo(self, corpus: str | None = None) -> EditRecord | None:
        """Return the edit that `undo` would undo."""
        return self._find_next_edit(corpus, forward=False)

    def next_redo(self, corpus: str | None = None) -> EditRecord | None:
        """Return the edit that `redo` would redo."""
        return self._find_next_edit(corpus, forward=True)

    def all(self) -> tuple[EditRecord, ...]:
        """Return all edits, newest first."""
        return tuple(_to_edit_record(self._file, *row) for row in self._file.rows(f"{_SELECT_EDITS} ORDER BY id DESC"))

    def forget(self) -> None:
        """Delete all edits, so that none can be undone, and remove deleted documents for good."""
        with self._file.transaction():
            forget_edits(self._file, self._file.column("SELECT id FROM edit"))
        remove_deleted(self._file)
        self._file.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def _undo_or_redo(self, corpus: str | None, *, forward: bool) -> EditRecord | None:
        with self._file.transaction():
            edit = self._find_next_edit(corpus, forward=forward)
            if edit is not None:
                apply_edit(self._file, edit.number, forward=forward)
        return edit

    def _find_next_edit(self, corpus: str | None, *, forward: bool) -> EditRecord | None:
        """Return the next edit to redo (`forward`) or undo; None without any. `corpus` restricts the search to one
        corpus.
        """
        touched = [
            (number, {*corpora} - {None})
            for number, *corpora in self._file.rows(_SELECT_EDITS_WITH_CORPORA, (forward,))
        ]
        if forward:
            touched.reverse()
        if corpus is not None:
            touched = self._filter_by_corpus(touched, corpus)
        if not touched:
            return None
        return _to_edit_record(self._file, *self._file.row(f"{_SELECT_EDITS} WHERE id = ?", (touched[0][0],)))

    def _filter_by_corpus(self, edits: list[tuple[int, set[int]]], corpus: str) -> list[tuple[int, set[int]]]:
        """Return the edits in `edits` that changed `corpus` or a deleted corpus.

        `edits` has (number of an edit, numbers of the corpora that it changed), in the order of undoing or redoing.

        If documents were moved, an edit can change two corpora. A more recent edit of the other corpus must then be
        undone first. In that case the result is only this more recent edit.
        """
        existing = dict(self._file.rows("SELECT id, name FROM corpus WHERE NOT is_deleted"))
        wanted = {number for number, name in existing.items() if name == corpus}
        candidates = [edit for edit in edits if edit[1] & wanted or not edit[1] & existing.keys()]
        while candidates:
            first = next(edit for edit in edits if edit == candidates[0] or edit[1] & candidates[0][1])
            if first == candidates[0]:
                break
            candidates = [first]
        return candidates


def new_edit(file: WorkspaceFile, kind: str, facts: dict[str, str], *, run: int = 0) -> int:
    """Start an edit and return its number. Undone edits, and the oldest edits above the limits, are forgotten.

    Call it inside a transaction.
    """
    forget_edits(file, file.column("SELECT id FROM edit WHERE is_undone"))
    rows = file.rows("SELECT id, n_documents FROM edit ORDER BY id DESC")
    total, n_to_keep = 0, 0
    for _, n_documents in rows:
        total += n_documents
        if n_to_keep >= MAX_EDITS - 1 or total > MAX_DOCUMENTS_IN_EDITS:
            break
        n_to_keep += 1
    forget_edits(file, [number for number, _ in rows[n_to_keep:]])
    record = {"kind": kind, "facts": json.dumps(facts), "run_id": run, "made_at": time.time()}
    return file.table("edit").insert(record)


def change_row(file: WorkspaceFile, edit: int, kind: str, row_id: int, **new_values: Any) -> None:
    """Set fields of a label or corpus, and record their old and new values in the edit."""
    old_row = file.row(_READ_ROW[kind], (row_id,))
    old_values = {
        name: value for name, value in zip(_RECORDED_FIELDS[kind], old_row, strict=True) if name in new_values
    }
    record_row_values(file, edit, kind, row_id, old_values, new_values)
    _set_row(file, kind, row_id, new_values)


def record_row_values(
    file: WorkspaceFile, edit: int, kind: str, row_id: int, old: dict[str, Any], new: dict[str, Any]
) -> None:
    """Record old and new values of a label or corpus in the edit, without changing the row."""
    values = {"old_values": json.dumps(old), "new_values": json.dumps(new)}
    file.table("edit_row").insert({"edit_id": edit, "kind": kind, "row_id": row_id, **values})


def apply_documents(file: WorkspaceFile, edit: int, *, forward: bool) -> int:
    """Set the documents of an edit to their state after it (`forward`) or before it, and log the changes for models.

    Return the number of documents changed.
    """
    parameters = {"edit": edit, "forward": forward}
    for corpus, n_changes in file.rows(_COUNT_CHANGES, parameters):
        before = advance_change_number(file, corpus, n_changes)
        file.execute(_LOG_CHANGES, {**parameters, "corpus": corpus, "before": before})
    changed = file.execute(_SET_DOCUMENTS, parameters)
    file.execute(
        "UPDATE edit SET n_documents = (SELECT count(*) FROM edit_document WHERE edit_id = :edit) WHERE id = :edit",
        {"edit": edit},
    )
    return changed


def apply_edit(file: WorkspaceFile, edit: int, *, forward: bool) -> None:
    """Redo an edit, or undo it if not `forward`. Raise StoreError if an import in progress prevents it."""
    if not forward:
        _insert_imported_documents(file, edit)
    rows = file.rows("SELECT kind, row_id, old_values, new_values FROM edit_row WHERE edit_id = ? ORDER BY id", (edit,))
    try:
        for kind, row_id, old, new in rows if forward else reversed(rows):
            _set_row(file, kind, row_id, file.json_in(new if forward else old))
    except sqlite3.IntegrityError as error:  # an import in progress has created a label of the same name
        raise StoreError(file.path, "import-running") from error
    apply_documents(file, edit, forward=forward)
    file.execute("UPDATE duplicate SET decided_by = NULL WHERE decided_by = ?", (edit,))
    if forward and file.value("SELECT kind IN ('relabel', 'move') FROM edit WHERE id = ?", (edit,)):
        mark_conflicts_as_decided(file, edit)
    file.table("edit").update(edit, is_undone=not forward)


def forget_edits(file: WorkspaceFile, edits: Iterable[int]) -> None:
    """Delete edits from the undo log. The documents that they deleted can then be removed by `remove_deleted`."""
    numbers = [(edit,) for edit in edits]
    for statement in (
        "UPDATE import_run SET settled_at = NULL WHERE id = (SELECT run_id FROM edit WHERE id = ? AND is_undone)",
        "DELETE FROM edit_document WHERE edit_id = ?",
        "DELETE FROM edit_row WHERE edit_id = ?",
        "DELETE FROM edit WHERE id = ?",
    ):
        file.execute_many(statement, numbers)


def remove_deleted(file: WorkspaceFile, *, seconds: float = float("inf")) -> int:
    """Remove the data of documents whose deletion can no longer be undone. Return the number of documents.

    The removal uses short transactions of 1,000 documents, and stops after about `seconds`.
    """
    until, removed = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        with file.transaction():
            doomed = file.column(
                """SELECT id FROM document WHERE deleted_by IS NOT NULL
                AND deleted_by NOT IN (SELECT id FROM edit) LIMIT 1000"""
            )
            for statement in _DELETE_DOCUMENTS:
                file.execute(statement, (json.dumps(doomed),))
        removed += len(doomed)
        if not doomed:
            break
    return removed


_DELETE_DOCUMENTS = (
    "DELETE FROM content WHERE document_id IN (SELECT value FROM json_each(?))",
    "DELETE FROM table_row WHERE document_id IN (SELECT value FROM json_each(?))",
    "DELETE FROM duplicate WHERE document_id IN (SELECT value FROM json_each(?))",
    "DELETE FROM document WHERE id IN (SELECT value FROM json_each(?))",
)
_RECORDED_FIELDS = {
    "label": ("name", "colour", "key", "position", "is_deleted"),
    "corpus": ("name", "is_deleted", "takes_several"),
}
_READ_ROW = {
    "label": "SELECT name, colour, key, position, is_deleted FROM label WHERE id = ?",
    "corpus": """SELECT name, is_deleted, EXISTS (SELECT 1 FROM several_labels WHERE corpus_id = corpus.id)
        FROM corpus WHERE id = ?""",
}
_WRITE_ROW = {
    "label": """UPDATE label SET name = coalesce(:name, name), colour = coalesce(:colour, colour),
        key = coalesce(:key, key), position = coalesce(:position, position),
        is_deleted = coalesce(:is_deleted, is_deleted) WHERE id = :id""",
    "corpus": """UPDATE corpus SET name = coalesce(:name, name), is_deleted = coalesce(:is_deleted, is_deleted)
        WHERE id = :id""",
}


def _set_row(file: WorkspaceFile, kind: str, row_id: int, values: dict[str, Any]) -> None:
    if kind == "label" and "name" in values:
        _log_rename(file, row_id, values["name"])
    if "takes_several" in values:
        several_labels = file.table("several_labels")
        several_labels.delete("corpus_id = ?", (row_id,))
        if values["takes_several"]:
            several_labels.insert({"corpus_id": row_id})
    file.execute(_WRITE_ROW[kind], {**dict.fromkeys(_RECORDED_FIELDS[kind]), **values, "id": row_id})


def _log_rename(file: WorkspaceFile, label: int, new_name: str) -> None:
    corpus, old_name = file.row("SELECT corpus_id, name FROM label WHERE id = ?", (label,))
    if old_name != new_name:
        number = advance_change_number(file, corpus, 1) + 1
        record = {"corpus_id": corpus, "change_number": number, "label_id": label, "old_name": old_name}
        file.table("label_rename").insert(record)


def _insert_imported_documents(file: WorkspaceFile, edit: int) -> None:
    """Insert the documents of an import into its edit.

    This is done just before an undo, so that settling an import stays fast.
    """
    file.execute(
        """INSERT OR IGNORE INTO edit_document
        SELECT edit.id, document.id, document.corpus_id, document.corpus_id, label_id, label_id, weight, weight, 0, 1
        FROM edit JOIN import_run ON import_run.id = edit.run_id
        JOIN document ON document.run_id = edit.run_id AND document.id BETWEEN first_document AND last_document
        WHERE edit.id = ? AND deleted_by IS NULL""",
        (edit,),
    )


def mark_conflicts_as_decided(file: WorkspaceFile, edit: int) -> int:
    """Mark the label conflicts of an edit's documents as decided, since a person labelled them. Return their number."""
    return file.execute(
        """UPDATE duplicate SET decided_by = :edit WHERE decided_by IS NULL
        AND document_id IN (SELECT document_id FROM edit_document WHERE edit_id = :edit)""",
        {"edit": edit},
    )


def _to_edit_record(
    file: WorkspaceFile, number: int, kind: str, facts: str, documents: int, made_at: float
) -> EditRecord:
    return EditRecord(number, kind, file.json_in(facts), documents, made_at)

"""Numbers that are given out once and never again: of documents in a workspace, of changes in a corpus."""

from __future__ import annotations

from app.store.file.connection import WorkspaceFile


def reserved_documents(file: WorkspaceFile, n_documents: int) -> int:
    """The first of so many document numbers that nobody else gets, ever."""
    sql = "UPDATE counter SET value = value + ? WHERE name = 'document' RETURNING value"
    return int(file.rows(sql, (n_documents,))[0][0]) - n_documents + 1


def next_changes(file: WorkspaceFile, corpus: int, n_changes: int) -> int:
    """Advance a corpus by so many changes; return the number before the first of them."""
    sql = "UPDATE corpus SET change_number = change_number + ? WHERE id = ? RETURNING change_number"
    return int(file.rows(sql, (n_changes, corpus))[0][0]) - n_changes

"""Searches that a person keeps under a name, for each corpus."""

from __future__ import annotations

from app.store.corpora import corpus_number, usable_name
from app.store.file.connection import WorkspaceFile


class KeptSearches:
    """The searches that are kept."""

    def __init__(self, file: WorkspaceFile) -> None:
        self._file = file

    def all(self, corpus: str) -> tuple[tuple[str, str], ...]:
        """Name and search of each, in the order in which they were kept."""
        sql = "SELECT name, search FROM shelf WHERE corpus_id = ? ORDER BY position, name"
        return tuple(self._file.rows(sql, (corpus_number(self._file, corpus),)))

    def keep(self, corpus: str, name: str, search: str) -> None:
        """Keep a search under a name, in place of the one that had it."""
        with self._file.transaction():
            corpus_id = corpus_number(self._file, corpus)
            last = self._file.value("SELECT max(position) FROM shelf WHERE corpus_id = ?", (corpus_id,))
            self._file.execute(
                "INSERT INTO shelf VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET search = excluded.search",
                (corpus_id, usable_name("shelf", name.strip()), search, (last or 0) + 1),
            )

    def remove(self, corpus: str, name: str) -> None:
        """Keep it no more."""
        sql = "DELETE FROM shelf WHERE corpus_id = ? AND name = ?"
        self._file.execute(sql, (corpus_number(self._file, corpus), name))

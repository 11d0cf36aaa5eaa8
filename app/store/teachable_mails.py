"""Mails that were judged and may still be taught, by their content hash, after the mail itself is out of reach.

A ticket outlives whoever is killed right after it was given, but not a power cut: waiting for the disk would take
longer than judging does. The oldest go by number and by age.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from app.domain.documents import Document
from app.store.file.connection import WorkspacePart, store_errors
from app.store.file.document_packing import DocumentHead, document_of, packed
from nbengine.lazy_dataclasses import dataclass

PATIENCE_MS = 250
"""A verdict does not wait for another program's long write; the ticket is tried again later."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A mail with the label that it was given, None where that was unsure, and when."""

    document: Document
    label: str | None
    judged_at: float


class Tickets(WorkspacePart):
    """The mails that may still be taught."""

    def keep(self, ticket: Ticket, *, most: int, oldest_s: float) -> None:
        """Keep one, and let go of those beyond a number and an age."""
        document = packed(ticket.document)
        named = (document.kind, document.title, document.sender, document.path, document.member)
        row = (document.content_hash, ticket.label, ticket.judged_at, *named, document.date_s, document.size_bytes)
        sql = """INSERT OR REPLACE INTO ticket (content_hash, label, judged_at, kind, title, sender, path, member,
            date_s, size_bytes, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
        with self._hasty(), self._file.transaction():
            self._file.execute(sql, (*row, document.body))
            self._file.execute("DELETE FROM ticket WHERE id <= (SELECT max(id) FROM ticket) - ?", (most,))
            self._file.execute("DELETE FROM ticket WHERE judged_at < ?", (time.time() - oldest_s,))

    def get(self, content_hash: bytes) -> Ticket | None:
        """The mail of that content, if it is still known."""
        sql = """SELECT path, member, kind, title, sender, date_s, content_hash, size_bytes, body, label, judged_at
            FROM ticket WHERE content_hash = ?"""
        row = self._file.row(sql, (content_hash,))
        if row is None:
            return None
        *head, body, label, judged_at = row
        with store_errors(self._file.path):
            document = document_of(DocumentHead(*head), body)
        return Ticket(document, label, judged_at)

    def count(self) -> int:
        """Count the mails that may still be taught."""
        return int(self._file.value("SELECT count(*) FROM ticket"))

    def clear(self) -> None:
        """Let go of all."""
        self._file.execute("DELETE FROM ticket")

    @contextmanager
    def _hasty(self) -> Iterator[None]:
        """Write without waiting for the disk, nor long for anybody else."""
        patience_ms = self._file.value("PRAGMA busy_timeout")
        self._file.execute("PRAGMA synchronous = NORMAL")
        self._file.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
        try:
            yield
        finally:
            self._file.execute("PRAGMA synchronous = FULL")
            self._file.execute(f"PRAGMA busy_timeout = {int(patience_ms)}")

"""Pages that were read off their pictures, by their key: the same page is read once, in whatever file it comes.

They are no part of a document, which has its own copy: the oldest go by number and by age, and `compact` clears all.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from app.domain.documents import RecognisedPage
from app.domain.errors import AppError
from app.store.connection import WorkspaceFile, WorkspacePart
from app.store.document_packing import DamagedBlob, unpacked_page
from app.store.opening import open_file

MOST_PAGES = 20_000
OLDEST_S = 30 * 86_400.0
PATIENCE_MS = 250
"""Nobody who can read a page anew waits longer for the file than this."""

PackedPage = tuple[bytes, bytes]
"""The key of a page, and the page as `packed_page` writes it."""


class RecognisedPages(WorkspacePart):
    """The pages that a workspace knows."""

    def keep(self, pages: Sequence[PackedPage]) -> None:
        """Keep some, in one short transaction, and let go of those beyond a number and an age."""
        now_s = time.time()
        rows = [(key, now_s, page) for key, page in pages]
        with self._file.transaction():
            self._file.execute_many(
                "INSERT OR REPLACE INTO recognised_page (page_key, read_at, page) VALUES (?, ?, ?)", rows
            )
            self._file.execute(
                "DELETE FROM recognised_page WHERE id <= (SELECT max(id) FROM recognised_page) - ?", (MOST_PAGES,)
            )
            self._file.execute("DELETE FROM recognised_page WHERE read_at < ?", (now_s - OLDEST_S,))

    def get(self, key: bytes) -> RecognisedPage | None:
        """Return the page of a key; one that is damaged is not known."""
        row = self._file.row("SELECT page FROM recognised_page WHERE page_key = ?", (key,))
        try:
            return None if row is None else unpacked_page(row[0])
        except DamagedBlob:
            return None

    def clear(self) -> None:
        """Let go of all."""
        self._file.execute("DELETE FROM recognised_page")


class PagesKnownTo:
    """Looks pages up in a workspace, for a process of its own that reads documents; sent there by the path alone."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: WorkspaceFile | None = None

    def __reduce__(self) -> tuple[type[PagesKnownTo], tuple[Path]]:
        return PagesKnownTo, (self._path,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PagesKnownTo) and other._path == self._path

    def __hash__(self) -> int:
        return hash(self._path)

    def __call__(self, key: bytes) -> RecognisedPage | None:
        """Return a page by its key; nothing where the workspace cannot be asked just now."""
        try:
            if self._file is None:
                self._file = open_file(self._path, create=False, read_only=True, takes_older=True, busy_ms=PATIENCE_MS)
            return RecognisedPages(self._file).get(key)
        except AppError:
            return None

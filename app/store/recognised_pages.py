"""OCR cache: a page is recognised once even if several files contain it.

Documents hold their own copies, so entries can be deleted at any time: old ones by number and age, all by `compact`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from app.domain.documents import RecognisedPage
from app.domain.errors import AppError
from app.store.connection import WorkspaceFile, WorkspacePart
from app.store.document_packing import DamagedBlob, unpack_page
from app.store.opening import open_file

MAX_PAGES = 20_000
MAX_AGE_S = 30 * 86_400.0
LOOKUP_TIMEOUT_MS = 250
"""Lock timeout for a lookup; afterwards the page is recognised again instead."""

PackedPage = tuple[bytes, bytes]
"""Key of a page, and the page as bytes (`app.store.document_packing.pack_page`)."""


class RecognisedPages(WorkspacePart):
    """OCR cache of a workspace."""

    def store(self, pages: Sequence[PackedPage]) -> None:
        """Add pages in one short transaction. Delete all but the last MAX_PAGES, and pages older than MAX_AGE_S."""
        now_s = time.time()
        records = [{"page_key": key, "read_at": now_s, "page": page} for key, page in pages]
        table = self._file.table("recognised_page")
        with self._file.transaction():
            table.insert_all(records, replace=True)
            table.delete("id <= (SELECT max(id) FROM recognised_page) - ?", (MAX_PAGES,))
            table.delete("read_at < ?", (now_s - MAX_AGE_S,))

    def get(self, key: bytes) -> RecognisedPage | None:
        """Return the page with this key; None if it is missing or damaged."""
        row = self._file.row("SELECT page FROM recognised_page WHERE page_key = ?", (key,))
        try:
            return None if row is None else unpack_page(row[0])
        except DamagedBlob:
            return None

    def clear(self) -> None:
        """Clear the cache."""
        self._file.table("recognised_page").delete()


class PageCacheLookup:
    """Callable that looks up pages in the OCR cache, for reader processes.

    Its pickle contains only the path. The workspace is opened at the first lookup.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: WorkspaceFile | None = None

    def __reduce__(self) -> tuple[type[PageCacheLookup], tuple[Path]]:
        return PageCacheLookup, (self._path,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PageCacheLookup) and other._path == self._path

    def __hash__(self) -> int:
        return hash(self._path)

    def __call__(self, key: bytes) -> RecognisedPage | None:
        """Return the page with this key; None on a miss, or if the workspace is busy or cannot be opened."""
        try:
            if self._file is None:
                self._file = open_file(
                    self._path, create=False, read_only=True, takes_older=True, busy_ms=LOOKUP_TIMEOUT_MS
                )
            return RecognisedPages(self._file).get(key)
        except AppError:
            return None

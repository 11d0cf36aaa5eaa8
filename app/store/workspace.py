"""A workspace: one SQLite file with corpora, documents, counts, models and what was done with them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from app.domain.errors import BusyWorkspace
from app.store.changes import ChangeLog
from app.store.corpora import Corpora
from app.store.documents import Documents
from app.store.imports import Imports
from app.store.labels import Labels
from app.store.models import Models
from app.store.opening import BUSY_MS, close_file, open_file
from app.store.segments import Segments

REMOVING_AT_OPENING_S = 0.05


class Workspace:
    """An open workspace. It belongs to the thread that opened it; opening another for another thread is cheap."""

    def __init__(
        self, path: Path | str, *, create: bool = False, read_only: bool = False, busy_ms: int = BUSY_MS
    ) -> None:
        self.path = Path(path)
        opened = open_file(self.path, create=create, read_only=read_only, busy_ms=busy_ms)
        self._file, self.shared_place = opened.file, opened.place
        self.corpora = Corpora(self._file)
        self.labels = Labels(self._file)
        self.documents = Documents(self._file)
        self.imports = Imports(self._file)
        self.segments = Segments(self._file)
        self.changes = ChangeLog(self._file)
        self.models = Models(self._file)
        self._remove_abandoned_runs()

    @property
    def is_read_only(self) -> bool:
        """True where the file or its folder may not be written: reading works, the rest raises StoreError."""
        return self._file.is_read_only

    def transaction(self) -> AbstractContextManager[None]:
        """Make everything inside one step that happens whole or not at all. Others wait meanwhile: keep it short."""
        return self._file.transaction()

    def snapshot(self) -> AbstractContextManager[None]:
        """Read several things as they were at one moment."""
        return self._file.snapshot()

    def data_version(self) -> int:
        """Another number than last time means that somebody else changed the file."""
        return int(self._file.value("PRAGMA data_version"))

    def close(self) -> None:
        """Close the file; whatever was not committed never was."""
        close_file(self._file)

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()

    def _remove_abandoned_runs(self) -> None:
        if self.is_read_only:
            return
        try:
            self.imports.remove_abandoned(seconds=REMOVING_AT_OPENING_S)
        except BusyWorkspace:  # somebody is writing; nobody sees these runs, so there is no hurry
            return

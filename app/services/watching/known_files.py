"""The files that were taken already, under whatever name they have now."""

from __future__ import annotations

import os
from collections.abc import Iterable

from app.domain.arrivals import SeenFile
from app.store.workspace import Workspace

Identity = tuple[int, int, int]


class KnownFiles:
    """Tells a file that is new from one that was taken, or that was taken and renamed since."""

    def __init__(self, seen: dict[str, SeenFile]) -> None:
        self._seen = seen
        self._paths = {identity(file): path for path, file in seen.items()}

    def has(self, file: SeenFile) -> bool:
        """Tell whether this very file was taken, under this name."""
        return self._seen.get(file.path) == file

    def last(self, path: str) -> SeenFile | None:
        """Return the file of that name as it was when it was taken."""
        return self._seen.get(path)

    def old_name(self, file: SeenFile) -> str | None:
        """Return the name under which a file was taken that has another one now."""
        old = self._paths.get(identity(file)) if file.file_number else None
        return old if old is not None and old != file.path and not os.path.lexists(old) else None

    def note(self, files: Iterable[SeenFile]) -> None:
        """Take note of files that are taken now."""
        for file in files:
            self._seen[file.path] = file
            self._paths[identity(file)] = file.path

    def rename(self, workspace: Workspace, old: str, file: SeenFile) -> None:
        """Take note of another name."""
        workspace.arrivals.rename(old, file)
        self._seen.pop(old, None)
        self.note([file])


def identity(file: SeenFile) -> Identity:
    """Return what stays the same of a file that is renamed."""
    return file.file_number, file.size_bytes, file.modified_ns

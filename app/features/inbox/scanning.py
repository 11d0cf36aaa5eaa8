"""One look at a watched place: the files in it that may be taken, each as it is now.

A file is all there when it has been quiet, and its format has come to its end. A scanner may write in bursts and close
the file after each; so it has to be quiet for twice as long as the longest pause that was seen between two changes. One
whose format says how it ends is given longer to get there.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.domain.records import SeenFile
from app.readers.files.folder_walk import is_ignored
from app.store.workspace import Workspace
from nbengine.lazy_dataclasses import dataclass

UNFINISHED_SUFFIXES = (".part", ".partial", ".crdownload", ".tmp", ".temp", ".download", ".opdownload", ".filepart")
MAILDIR = ("cur", "new", "tmp")


class Unreachable(Exception):
    """The place is not there at the moment."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The result of one look: the files, and the folders that are worth listening to."""

    files: tuple[SeenFile, ...]
    folders: tuple[str, ...]


def scanned(place: str, file_to: str) -> Scan:
    """Look at a place; what was filed from there is passed over."""
    try:
        found = os.stat(place)
        if not stat.S_ISDIR(found.st_mode):
            return Scan((seen_file(place, found),), (os.path.dirname(place),))
        if is_maildir(place):
            folders = tuple(os.path.join(place, part) for part in ("cur", "new"))
            return Scan(tuple(file for folder in folders for file in _files(folder)), folders)
        return _in_folder(place, file_to)
    except OSError as error:
        raise Unreachable(place) from error


def is_maildir(place: str) -> bool:
    """Tell whether a folder is a Maildir."""
    return all(os.path.isdir(os.path.join(place, part)) for part in MAILDIR)


def is_mailbox(place: str) -> bool:
    """Tell whether a place is a file that mails are added to."""
    return os.path.isfile(place)


def seen_file(path: str, found: os.stat_result) -> SeenFile:
    return SeenFile(path, found.st_size, found.st_mtime_ns, found.st_ino & 0x7FFF_FFFF_FFFF_FFFF)


def _in_folder(place: str, file_to: str) -> Scan:
    """The files of a folder and of those in it; where filing goes into the place itself, only its own files."""
    goal = os.path.realpath(file_to) if file_to else ""
    is_flat = goal == os.path.realpath(place)
    files: list[SeenFile] = []
    folders = [place]
    for folder in folders:  # which grows meanwhile
        files += _files(folder)
        if not is_flat:
            with os.scandir(folder) as entries:
                inner = [each for each in entries if not is_ignored(each.name) and each.is_dir(follow_symlinks=False)]
            folders += [each.path for each in inner if os.path.realpath(each.path) != goal]
    return Scan(tuple(files), tuple(folders))


def _files(folder: str) -> Iterator[SeenFile]:
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                is_fetched = not is_ignored(entry.name) and not entry.name.lower().endswith(UNFINISHED_SUFFIXES)
                if is_fetched and entry.is_file(follow_symlinks=False):
                    # Asked for anew: what a folder remembers of its entries may be old, and on Windows has no number.
                    yield seen_file(entry.path, os.lstat(entry.path))
            except FileNotFoundError:
                continue


QUIET_S = 5.0
UNENDED_QUIET_S = 60.0
"""For a file that does not end as its format does: it may be broken for good."""
TAIL_BYTES = 66_000
"""A zip file's directory ends within 64 kB of its end."""
ENDS = (
    (b"%PDF-", b"%%EOF", 1024),
    (b"PK\x03\x04", b"PK\x05\x06", TAIL_BYTES),
    (b"\xff\xd8\xff", b"\xff\xd9", 64),
    (b"\x89PNG", b"IEND", 64),
)
"""A format's first bytes, its last, and within how many bytes of the end these stand."""


@dataclass(slots=True)
class Settling:
    """One file that has been noticed, with the times of its changes."""

    seen: SeenFile
    changed_s: float
    longest_pause_s: float = 0.0

    def look(self, seen: SeenFile, now_s: float) -> None:
        """Take note of how the file is now."""
        if seen != self.seen:
            self.longest_pause_s = max(self.longest_pause_s, now_s - self.changed_s)
            self.seen, self.changed_s = seen, now_s

    def due_s(self, quiet_s: float) -> float:
        """The moment from which the file counts as quiet, if nothing changes."""
        return self.changed_s + max(quiet_s, 2 * self.longest_pause_s)

    def next_s(self, now_s: float, quiet_s: float) -> float:
        """Return the moment at which it is worth looking again."""
        due_s = self.due_s(quiet_s)
        return due_s if now_s < due_s else self.changed_s + UNENDED_QUIET_S

    def is_settled(self, now_s: float, quiet_s: float) -> bool:
        """Tell whether the file is all there."""
        if now_s < self.due_s(quiet_s) or not self.seen.size_bytes:
            return False
        return has_its_end(Path(self.seen.path)) or now_s >= self.changed_s + UNENDED_QUIET_S


def has_its_end(path: Path) -> bool:
    """Tell whether a file ends as its format does; formats that have no end of their own always do."""
    try:
        with path.open("rb") as file:
            head = file.read(8)
            size = file.seek(0, 2)
            file.seek(max(0, size - TAIL_BYTES))
            tail = file.read(TAIL_BYTES)
    except OSError:
        return False
    if head.startswith((b"II*\0", b"MM\0*")):  # its list of pages may stand anywhere, and is written last
        return 8 <= int.from_bytes(head[4:8], "little" if head.startswith(b"II") else "big") < size
    return all(end in tail[-n_bytes:] for begin, end, n_bytes in ENDS if head.startswith(begin))


class KnownFiles:
    """Tells a file that is new from one that was taken, or that was taken and renamed since."""

    def __init__(self, seen: dict[str, SeenFile]) -> None:
        self.last = seen  # as each was when it was taken, by name
        self._paths = {identity(file): path for path, file in seen.items()}

    def old_name(self, file: SeenFile) -> str | None:
        """Return the name under which a file was taken that has another one now."""
        old = self._paths.get(identity(file)) if file.file_number else None
        return old if old is not None and old != file.path and not os.path.lexists(old) else None

    def note(self, files: Iterable[SeenFile]) -> None:
        """Take note of files that are taken now."""
        for file in files:
            self.last[file.path] = file
            self._paths[identity(file)] = file.path

    def rename(self, workspace: Workspace, old: str, file: SeenFile) -> None:
        """Take note of another name."""
        workspace.arrivals.rename(old, file)
        self.last.pop(old, None)
        self.note([file])


def identity(file: SeenFile) -> tuple[int, int, int]:
    """Return what stays the same of a file that is renamed."""
    return file.file_number, file.size_bytes, file.modified_ns

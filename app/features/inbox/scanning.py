"""Scan a watched folder, Maildir or mailbox, and decide which of its files are completely written.

A file is complete when it has not changed for `quiet_s` seconds and ends with the end marker of its format. Scanners
may write in bursts and close the file after each burst. So the file must also stay unchanged for twice the longest
pause between two of its changes. A file without its end marker counts as complete after `TRUNCATED_QUIET_S` seconds.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.domain.records import SeenFile
from app.readers.files.folder_walk import is_ignored
from app.store.workspace import Workspace

UNFINISHED_SUFFIXES = (".part", ".partial", ".crdownload", ".tmp", ".temp", ".download", ".opdownload", ".filepart")
MAILDIR = ("cur", "new", "tmp")


class UnreachablePlace(Exception):
    """Raised when a watched path cannot be read at the moment."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The files of a watched path, and the folders whose change events announce new files."""

    files: tuple[SeenFile, ...]
    folders: tuple[str, ...]


def scan_place(path: str, file_to: str) -> Scan:
    """List the files of a watched path, except those below `file_to`, the folder to which files are moved.

    Raises:
        UnreachablePlace: The path cannot be read.
    """
    try:
        status = os.stat(path)
        if not stat.S_ISDIR(status.st_mode):
            return Scan((seen_file_of(path, status),), (os.path.dirname(path),))
        if is_maildir(path):
            folders = tuple(os.path.join(path, part) for part in ("cur", "new"))
            return Scan(tuple(file for folder in folders for file in _list_files(folder)), folders)
        return _scan_folder(path, file_to)
    except OSError as error:
        raise UnreachablePlace(path) from error


def is_maildir(path: str) -> bool:
    """Return whether a folder is a Maildir."""
    return all(os.path.isdir(os.path.join(path, part)) for part in MAILDIR)


def is_inside(path: str, watched: str) -> bool:
    """Return whether a path is the watched path or inside it."""
    is_below = path == watched or path.startswith(watched.rstrip(os.sep) + os.sep)
    return is_below and os.path.normpath(path) == path  # a workspace by another person may hold “..” in a path


def is_mailbox(path: str) -> bool:
    """Return whether a watched path is a single file, to which a mail program appends mails (mbox)."""
    return os.path.isfile(path)


def seen_file_of(path: str, status: os.stat_result) -> SeenFile:
    # SQLite's integers are signed, and some file systems use all 64 bits of an inode number.
    return SeenFile(path, status.st_size, status.st_mtime_ns, status.st_ino & 0x7FFF_FFFF_FFFF_FFFF)


def _scan_folder(path: str, file_to: str) -> Scan:
    """List the files of a folder and its subfolders.

    If files are moved into subfolders of the watched folder itself, its subfolders belong to labels and are left out.
    """
    target = os.path.realpath(file_to) if file_to else ""
    is_flat = target == os.path.realpath(path)
    files: list[SeenFile] = []
    folders = [path]
    for folder in folders:  # the loop appends subfolders to `folders`
        files += _list_files(folder)
        if not is_flat:
            with os.scandir(folder) as entries:
                subfolders = [
                    each for each in entries if not is_ignored(each.name) and each.is_dir(follow_symlinks=False)
                ]
            folders += [each.path for each in subfolders if os.path.realpath(each.path) != target]
    return Scan(tuple(files), tuple(folders))


def _list_files(folder: str) -> Iterator[SeenFile]:
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                is_candidate = not is_ignored(entry.name) and not entry.name.lower().endswith(UNFINISHED_SUFFIXES)
                if is_candidate and entry.is_file(follow_symlinks=False):
                    # Not entry.stat(): on Windows it is read from the directory, can be stale, and has no file number.
                    yield seen_file_of(entry.path, os.lstat(entry.path))
            except FileNotFoundError:
                continue


QUIET_S = 5.0
TRUNCATED_QUIET_S = 60.0
"""Seconds without a change after which a file without its end marker counts as truncated. It is then processed
nevertheless.
"""
TAIL_BYTES = 66_000
"""Number of bytes that are read from the end of a file to find its end marker.

The end record of a zip file is within 64 kB, because its comment cannot be longer.
"""
END_MARKERS = (
    (b"%PDF-", b"%%EOF", 1024),
    (b"PK\x03\x04", b"PK\x05\x06", TAIL_BYTES),
    (b"\xff\xd8\xff", b"\xff\xd9", 64),
    (b"\x89PNG", b"IEND", 64),
)
"""For each format: its first bytes, its end marker, and the size of the tail that contains the end marker."""


@dataclass(slots=True)
class ChangingFile:
    """A file that another program may still be writing, with the times of its changes."""

    seen: SeenFile
    changed_s: float
    """Time of the last change."""
    longest_pause_s: float = 0.0

    def record_state(self, seen: SeenFile, now_s: float) -> None:
        """Record the current state of the file, and the pause since its last change."""
        if seen != self.seen:
            self.longest_pause_s = max(self.longest_pause_s, now_s - self.changed_s)
            self.seen, self.changed_s = seen, now_s

    def due_s(self, quiet_s: float) -> float:
        """Return the time at which the file has been unchanged for long enough, if nothing changes until then."""
        return self.changed_s + max(quiet_s, 2 * self.longest_pause_s)

    def next_check_s(self, now_s: float, quiet_s: float) -> float:
        """Return the time at which the file should be checked again."""
        due_s = self.due_s(quiet_s)
        return due_s if now_s < due_s else self.changed_s + TRUNCATED_QUIET_S

    def is_complete(self, now_s: float, quiet_s: float) -> bool:
        """Return whether the file is completely written. Always False for an empty file."""
        if now_s < self.due_s(quiet_s) or not self.seen.size_bytes:
            return False
        return has_end_marker(Path(self.seen.path)) or now_s >= self.changed_s + TRUNCATED_QUIET_S


def has_end_marker(path: Path) -> bool:
    """Return whether a file ends with the end marker of its format. Always true for formats without a marker."""
    try:
        with path.open("rb") as file:
            head = file.read(8)
            size = file.seek(0, 2)
            file.seek(max(0, size - TAIL_BYTES))
            tail = file.read(TAIL_BYTES)
    except OSError:
        return False
    if head.startswith((b"II*\0", b"MM\0*")):  # TIFF: the header points to the page directory, which is written last
        return 8 <= int.from_bytes(head[4:8], "little" if head.startswith(b"II") else "big") < size
    return all(end in tail[-n_bytes:] for begin, end, n_bytes in END_MARKERS if head.startswith(begin))


class KnownFiles:
    """The files that were processed already. A file is also recognised if it was renamed since."""

    def __init__(self, seen: dict[str, SeenFile]) -> None:
        self.last = seen  # by path, in their state when they were processed
        self._paths = {rename_key(file): path for path, file in seen.items()}

    def old_name(self, file: SeenFile) -> str | None:
        """Return the path under which a renamed file was processed; None if it was not processed."""
        old = self._paths.get(rename_key(file)) if file.file_number else None
        return old if old is not None and old != file.path and not os.path.lexists(old) else None

    def add(self, files: Iterable[SeenFile]) -> None:
        """Add files that have been processed."""
        for file in files:
            self.last[file.path] = file
            self._paths[rename_key(file)] = file.path

    def rename(self, workspace: Workspace, old: str, file: SeenFile) -> None:
        """Record that a processed file was renamed."""
        workspace.arrivals.rename(old, file)
        self.last.pop(old, None)
        self.add([file])


def rename_key(file: SeenFile) -> tuple[int, int, int]:
    """Return a key that stays the same when a file is renamed: file number, size and modification time."""
    return file.file_number, file.size_bytes, file.modified_ns

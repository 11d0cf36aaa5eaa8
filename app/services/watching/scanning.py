"""One look at a watched place: the files in it that may be taken, each as it is now."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from app.domain.arrivals import SeenFile
from app.readers.files.folder_walk import is_ignored
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
        mode = os.stat(place).st_mode
        if not stat.S_ISDIR(mode):
            return Scan((seen_file(place, os.stat(place)),), (os.path.dirname(place),))
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
    """Return a file as it is now."""
    return SeenFile(path, found.st_size, found.st_mtime_ns, found.st_ino & 0x7FFF_FFFF_FFFF_FFFF)


def _in_folder(place: str, file_to: str) -> Scan:
    """The files of a folder and of those in it; where filing goes into the place itself, only its own files."""
    goal = os.path.realpath(file_to) if file_to else ""
    is_flat = goal == os.path.realpath(place)
    files: list[SeenFile] = []
    folders, waiting = [place], [place]
    while waiting:
        folder = waiting.pop()
        files += _files(folder)
        if not is_flat:
            inner = [path for path in _subfolders(folder) if os.path.realpath(path) != goal]
            waiting += inner
            folders += inner
    return Scan(tuple(files), tuple(folders))


def _files(folder: str) -> Iterator[SeenFile]:
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                if is_finished_name(entry.name) and entry.is_file(follow_symlinks=False):
                    # Asked for anew: what a folder remembers of its entries may be old, and on Windows has no number.
                    yield seen_file(entry.path, os.lstat(entry.path))
            except FileNotFoundError:
                continue


def _subfolders(folder: str) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.path for entry in entries if not is_ignored(entry.name) and entry.is_dir(follow_symlinks=False)]


def is_finished_name(name: str) -> bool:
    """Tell whether a name is that of a document, and not of one that is still being fetched."""
    return not is_ignored(name) and not name.lower().endswith(UNFINISHED_SUFFIXES)


def real_place(path: Path) -> str:
    """Return a place as it is noted: by its whole path."""
    return os.path.abspath(path)

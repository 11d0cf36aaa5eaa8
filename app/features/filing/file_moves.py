"""One file to another place, without ever overwriting one and without a moment at which it is nowhere.

A file gets its second name before it loses its first (`link`, then `unlink`): unlike `rename`, that fails where the new
name is taken. Where the system does not link, or across disks, it is copied into a file made for it alone, flushed,
read again and compared, and only then removed. The folder of a label is opened through the chosen folder and never
through a link, and everything in it is named relative to what was opened; where the system has no such calls (Windows),
the folder is held open, so that nobody can put a link in its place, resolved and compared.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from app.readers.files.archives import raw_member
from app.readers.reading_failures import Unreadable

CHUNK_BYTES = 1 << 20
MEMBER_MARK = "\0"
"""Between the file and the name of what is in it, as the journal calls that; no path has one."""
NAME_SURROGATE = 0x20000000
"""The bit in a reparse tag of Windows that makes it a link: symbolic ones and junctions have it."""
HAS_FOLDER_CALLS = os.open in os.supports_dir_fd and os.link in os.supports_dir_fd
NOT_LINKED = {errno.EXDEV, errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL}
"""Errors for which a file cannot have a second name there, though it may be copied."""
REASONS = {
    **dict.fromkeys((errno.EEXIST, errno.ENOTEMPTY), "exists"),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM), "no-permission"),
    errno.EROFS: "read-only",
    errno.ENOENT: "vanished",
    **dict.fromkeys((errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ), "name"),
    **dict.fromkeys((errno.ELOOP, errno.ENOTDIR), "unsafe-path"),
}

Tick = Callable[[int], None]
"""Told how many bytes were copied; may raise to stop."""

WATCH_RUN = "watch run"
"""The name of the preference that holds when `bayleaf-cli watch` last started, in seconds since 1970."""


class MoveError(Exception):
    """This file stays where it is; `reason` is a code of `app.domain.sentences.FILING_SENTENCES`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@contextmanager
def move_errors() -> Iterator[None]:
    """Turn what the system or a reader says into a reason."""
    try:
        yield
    except Unreadable as error:
        raise MoveError(error.reason) from error
    except OSError as error:
        raise MoveError(REASONS.get(error.errno or 0, "input-output")) from error


@dataclass(frozen=True, slots=True)
class Folder:
    """An open folder: names in it mean what is in it, wherever its path leads to by now."""

    path: str
    handle: int | None

    def name(self, name: str) -> str:
        """Return the name by which a file of this folder is used together with the handle."""
        return name if self.handle is not None else os.path.join(self.path, name)

    def flush(self) -> None:
        """Have the names in this folder on the disk."""
        if self.handle is not None:
            with suppress(OSError):  # not every system flushes folders, and none needs to be asked to
                os.fsync(self.handle)


@contextmanager
def opened_folder(path: str, *, make: bool = False) -> Iterator[Folder]:
    """Open a folder, through the one that it is in and not through a link."""
    parent, name = os.path.split(path)
    if make:
        os.makedirs(parent, exist_ok=True)
    if not name:
        yield Folder(path, None)
        return
    if sys.platform != "win32" and HAS_FOLDER_CALLS:
        handle = _folder_handle(parent, name, make=make)
        try:
            yield Folder(path, handle)
        finally:
            os.close(handle)
    else:
        if make:
            os.makedirs(path, exist_ok=True)
        with _held_folder(path):
            wanted = os.path.join(os.path.realpath(parent), name)
            is_same = os.path.normcase(os.path.realpath(path)) == os.path.normcase(wanted)  # as the system compares
            if is_link(os.lstat(path)) or not is_same:
                raise MoveError("unsafe-path")
            yield Folder(path, None)


if sys.platform != "win32":

    def _folder_handle(parent: str, name: str, *, make: bool) -> int:
        above = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            if make:
                with suppress(FileExistsError):
                    os.mkdir(name, dir_fd=above)
            return os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=above)
        finally:
            os.close(above)

    @contextmanager
    def _held_folder(_path: str) -> Iterator[None]:
        yield

else:
    import ctypes
    from ctypes import wintypes

    READ_ATTRIBUTES, SHARE_READ, SHARE_WRITE, OPEN_EXISTING = 0x80, 1, 2, 3
    A_FOLDER, NOT_THROUGH_A_LINK = 0x02000000, 0x00200000

    @contextmanager
    def _held_folder(path: str) -> Iterator[None]:
        """Hold a folder open, without which nobody can put another, or a link, in its place while files move there."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateFileW.restype = wintypes.HANDLE
        sharing, how = SHARE_READ | SHARE_WRITE, A_FOLDER | NOT_THROUGH_A_LINK
        handle = kernel.CreateFileW(path, READ_ATTRIBUTES, sharing, None, OPEN_EXISTING, how, None)
        if handle in (None, wintypes.HANDLE(-1).value):
            raise ctypes.WinError(ctypes.get_last_error())
        try:
            yield
        finally:
            kernel.CloseHandle(wintypes.HANDLE(handle))


def is_link(status: os.stat_result) -> bool:
    """Tell whether a name stands for another place; a folder that OneDrive fills when it is opened does not."""
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_reparse_tag", 0) & NAME_SURROGATE)


def move_file(source: str, target: str, tick: Tick) -> None:
    """Give a file its new name and take the old one, or copy it and remove it."""
    with move_errors(), opened_folder(os.path.dirname(target), make=True) as folder:
        check_regular(source)
        _move_into(folder, source, os.path.basename(target), tick)


def move_back(target: str, source: str, tick: Tick) -> None:
    """Undo `move_file`: the folder that the file came from is named by its own path, links and all."""
    with move_errors():
        check_regular(target)
        home = os.path.realpath(os.path.dirname(source))
        with opened_folder(home, make=True) as folder:
            _move_into(folder, target, os.path.basename(source), tick)


def _move_into(folder: Folder, source: str, name: str, tick: Tick) -> None:
    renames = sys.platform == "win32"  # where that does not overwrite
    try:
        if renames:
            os.rename(source, folder.name(name))
            return
        os.link(source, folder.name(name), dst_dir_fd=folder.handle, follow_symlinks=False)
    except OSError as error:
        if error.errno not in ({errno.EXDEV} if renames else NOT_LINKED):
            raise
        _copy(folder, source, name, tick)
    folder.flush()
    try:
        os.unlink(source)
    except OSError:  # the old name cannot be taken, so the new one goes again
        os.unlink(folder.name(name), dir_fd=folder.handle)
        raise


def _copy(folder: Folder, source: str, name: str, tick: Tick) -> None:
    with opened_source(source) as file:
        before = os.fstat(file.fileno())
        write_new(folder, name, file, tick)
        after = os.fstat(file.fileno())
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            os.unlink(folder.name(name), dir_fd=folder.handle)
            raise MoveError("changed")
        _keep_looks(folder, name, before)


def copy_file(source: str, target: str, size_bytes: int, tick: Tick) -> None:
    """Copy a file, or what is in one; what is in one must still have the size that it had when it was judged."""
    with move_errors(), opened_folder(os.path.dirname(target), make=True) as folder:
        name = os.path.basename(target)
        with opened_source(source) as file:
            if MEMBER_MARK in source and file.seek(0, os.SEEK_END) != size_bytes:
                raise MoveError("changed")
            file.seek(0)
            write_new(folder, name, file, tick)
            if MEMBER_MARK not in source:
                _keep_looks(folder, name, os.fstat(file.fileno()))
        folder.flush()


def write_new(folder: Folder, name: str, file: BinaryIO, tick: Tick) -> None:
    """Write a file that was not there, flush it, and read it again to compare; or leave nothing."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    handle = os.open(folder.name(name), flags | getattr(os, "O_BINARY", 0), 0o600, dir_fd=folder.handle)
    try:
        with open(handle, "w+b") as made:
            while part := file.read(CHUNK_BYTES):
                made.write(part)
                tick(len(part))
            made.flush()
            os.fsync(made.fileno())
            if compared(file, made) != "equal":
                raise MoveError("input-output")
    except BaseException:
        os.unlink(folder.name(name), dir_fd=folder.handle)
        raise


def _keep_looks(folder: Folder, name: str, like: os.stat_result) -> None:
    """Give a copy the times and rights of what it was copied from, as far as the disk and the system know such."""
    times = (like.st_atime_ns, like.st_mtime_ns)
    with suppress(OSError, NotImplementedError):
        os.utime(folder.name(name), ns=times, dir_fd=folder.handle)
    with suppress(OSError, NotImplementedError):
        os.chmod(folder.name(name), stat.S_IMODE(like.st_mode) & 0o777, dir_fd=folder.handle)


def remove_copy(source: str, target: str) -> None:
    """Undo `copy_file`: the copy goes, unless it is no longer one."""
    with move_errors(), opened_folder(os.path.dirname(target)) as folder:
        if compared_paths(source, target) != "equal":
            raise MoveError("changed")
        os.unlink(folder.name(os.path.basename(target)), dir_fd=folder.handle)


def remove_file(path: str) -> None:
    """Take a file away, out of the very folder that its path names."""
    with opened_folder(os.path.dirname(path)) as folder:
        os.unlink(folder.name(os.path.basename(path)), dir_fd=folder.handle)


def check_regular(path: str) -> os.stat_result:
    """Raise unless a path is a plain file, by itself and not through a link."""
    found = os.lstat(path)
    if not stat.S_ISREG(found.st_mode):
        raise MoveError("not-a-file")
    return found


@contextmanager
def opened_source(source: str) -> Iterator[BinaryIO]:
    """Open a file, or what is in one, for reading."""
    path, _, member = source.partition(MEMBER_MARK)
    if member:
        yield BytesIO(raw_member(path, member))
        return
    check_regular(path)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        yield file


def compared_paths(source: str, target: str) -> str:
    """Compare a file, or what is in one, with another, as `compared` does."""
    with opened_source(source) as one, opened_source(target) as other:
        return compared(one, other)


def compared(whole: BinaryIO, other: BinaryIO) -> str:
    """Say whether the second file is `equal` to the first, a `part` of it cut short, or something `else`."""
    whole.seek(0)
    other.seek(0)
    while True:
        ours, theirs = whole.read(CHUNK_BYTES), other.read(CHUNK_BYTES)
        if ours != theirs:
            return "part" if ours.startswith(theirs) and not other.read(1) else "else"
        if not ours:
            return "equal"


def n_missing_folders(path: str) -> int:
    """Count the folders at the end of a path that are not there."""
    n_missing = 0
    while not os.path.lexists(path) and path != os.path.dirname(path):
        n_missing, path = n_missing + 1, os.path.dirname(path)
    return n_missing


def last_folders(path: str, n_folders: int) -> list[str]:
    """Return so many folders at the end of a path, the innermost first."""
    return [str(folder) for folder in (Path(path), *Path(path).parents)[:n_folders]]


def remove_empty_folders(paths: Iterable[str]) -> None:
    """Take away the folders that have nothing in them, the innermost first."""
    for path in sorted(set(paths), key=len, reverse=True):
        with suppress(OSError):
            os.rmdir(path)


def disk_of(path: Path) -> tuple[int, int]:
    """Return the number of the disk that a folder is or will be on, and the room there."""
    there = nearest(path)
    return os.stat(there).st_dev, shutil.disk_usage(there).free


def nearest(path: Path) -> Path:
    """Return the folder itself, or the nearest above it that exists."""
    return next((folder for folder in (path, *path.parents) if folder.exists()), path)

"""Move one file without overwriting another, so that at every moment the whole file exists under at least one name.

A file gets its second name before it loses its first one (`link`, then `unlink`). Unlike `rename`, `link` fails if the
new name is taken. If the system cannot link, or the disks differ, the file is copied to a newly created file, flushed,
read back and compared, and only then removed.

Another program may replace the file while it is being moved. No system call removes a name only if it still belongs to
a certain file. So the old name is first changed to a private name. That one is removed only if it belongs to the file
that was moved.

Each folder on the path to a label is opened or created relative to its open parent, and its files are named relative to
the open folder. None of these folders may be a link: plans have resolved paths, so a link must have been created after
the plan. Windows has no such calls. There the folder is held open, so that it cannot be replaced by a link, and its
resolved path is compared.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, TypeAlias

from app.readers.files.archives import read_raw_member
from app.readers.reading_failures import Unreadable

logger = logging.getLogger(__name__)

CHUNK_BYTES = 1 << 20
MEMBER_SEPARATOR = "\0"
"""Separates, in the journal, the path of a file from the name of its member. No path contains this character."""
LINK_TAG_BIT = 0x20000000
"""Bit of a Windows reparse tag that is set for symbolic links and junctions."""
PRIVATE_PREFIX = ".bayleaf-moving-"
"""Start of the private name that a file has before it is removed. Readers of Maildir skip names that start with
a dot.
"""
HAS_FOLDER_CALLS = os.open in os.supports_dir_fd and os.link in os.supports_dir_fd
KEEPS_ON_RENAME = sys.platform == "win32"
"""True if `os.rename` fails when the new name is taken. Other systems then replace the file that has the name."""
LINK_FALLBACK_ERRORS = {errno.EXDEV, errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL}
"""Errors of `os.link` after which the file is copied instead."""
REASON_OF_ERRNO = {
    **dict.fromkeys((errno.EEXIST, errno.ENOTEMPTY), "exists"),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM), "no-permission"),
    errno.EROFS: "read-only",
    errno.ENOENT: "vanished",
    **dict.fromkeys((errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ), "name"),
    **dict.fromkeys((errno.ELOOP, errno.ENOTDIR), "unsafe-path"),
}
"""Error number of the operating system to the reason code."""

ReportBytes = Callable[[int], None]
"""Progress callback: receives the number of bytes copied; may raise Cancelled."""

BATCH_BEFORE_WATCH = "batch before watch"
"""Name of the preference with the number of the last batch before the latest `bayleaf-cli watch` started.

The time of that start is not reliable, because a clock may be set back.
"""


class MoveError(Exception):
    """A file cannot be moved. `reason` is a code of `app.domain.sentences.FILING_SENTENCES`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@contextmanager
def move_errors() -> Iterator[None]:
    """Translate OSError and Unreadable to MoveError."""
    try:
        yield
    except Unreadable as error:
        raise MoveError(error.reason) from error
    except OSError as error:
        raise MoveError(REASON_OF_ERRNO.get(error.errno or 0, "input-output")) from error


@dataclass(frozen=True, slots=True)
class Folder:
    """An open folder. Its entries can be used even if another folder gets its path."""

    path: str
    handle: int | None

    def path_for(self, name: str) -> str:
        """Return the path to pass to `os` functions, together with `dir_fd=handle`, for a file in this folder.

        The path is relative if there is a handle.
        """
        return name if self.handle is not None else os.path.join(self.path, name)

    def status_of(self, name: str) -> os.stat_result:
        """Return the status of an entry of this folder. A link is not followed."""
        return os.lstat(self.path_for(name), dir_fd=self.handle)

    def has(self, name: str) -> bool:
        """Return whether the folder has an entry with this name."""
        with suppress(FileNotFoundError):
            return bool(self.status_of(name))
        return False

    def rename(self, old: str, new: str) -> None:
        """Rename a file within the folder."""
        os.rename(self.path_for(old), self.path_for(new), src_dir_fd=self.handle, dst_dir_fd=self.handle)

    def flush(self) -> None:
        """Flush the folder's entries to disk."""
        if self.handle is not None:
            with suppress(OSError):  # some file systems cannot flush folders
                os.fsync(self.handle)


@contextmanager
def open_folder(path: str, *, make: bool = False) -> Iterator[Folder]:
    """Open a folder by its resolved path. With `make`, create the folders of the path that are missing.

    Raises:
        MoveError, OSError: A folder of the path is a link.
    """
    if sys.platform != "win32" and HAS_FOLDER_CALLS:
        with _closing(_open_without_links(path, make=make)) as handle:
            yield Folder(path, handle)
        return
    parent, name = os.path.split(path)
    if make:
        refuse_links(parent)
        os.makedirs(path, exist_ok=True)
    if not name:
        yield Folder(path, None)
        return
    with _held_folder(path):
        expected = os.path.join(os.path.realpath(parent), name)
        is_same = os.path.normcase(os.path.realpath(path)) == os.path.normcase(expected)  # as Windows compares paths
        if is_link(os.lstat(path)) or not is_same:
            raise MoveError("unsafe-path")
        yield Folder(path, None)


@contextmanager
def open_folder_of(path: str) -> Iterator[Folder]:
    """Open the folder of a file whose path a person chose, or under which the file was filed earlier.

    Unlike the target of a plan, the path may contain links.
    """
    folder = os.path.dirname(path)
    if sys.platform != "win32" and HAS_FOLDER_CALLS:
        with _closing(os.open(folder or os.curdir, PASSING | os.O_DIRECTORY | os.O_CLOEXEC)) as handle:
            yield Folder(folder, handle)
    else:
        yield Folder(folder, None)


@contextmanager
def _closing(handle: int) -> Iterator[int]:
    try:
        yield handle
    finally:
        os.close(handle)


if sys.platform != "win32":
    PASSING: int = getattr(os, "O_PATH", getattr(os, "O_SEARCH", os.O_RDONLY))
    """Access to a folder that is only passed. It needs no permission to list the folder, as in other people's homes."""

    def _open_without_links(path: str, *, make: bool) -> int:
        """Return the handle of a folder. Each folder of its path is opened, or created, relative to its parent."""
        top, *names = Path(path).parts
        if not os.path.isabs(path) or os.pardir in names:
            raise MoveError("unsafe-path")
        handle = os.open(top, PASSING | os.O_DIRECTORY | os.O_CLOEXEC)
        for number, name in enumerate(names, start=1):
            with _closing(handle) as parent:
                # only a folder that is open for reading can be flushed
                handle = _open_next(parent, name, PASSING if number < len(names) else os.O_RDONLY, make=make)
        return handle

    def _open_next(parent: int, name: str, access: int, *, make: bool) -> int:
        flags = access | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            return os.open(name, flags, dir_fd=parent)
        except FileNotFoundError:
            if not make:
                raise
        with suppress(FileExistsError):
            os.mkdir(name, dir_fd=parent)
        return os.open(name, flags, dir_fd=parent)

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
        """Hold a folder open, so that it cannot be replaced by a link while files are moved into it."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateFileW.restype = wintypes.HANDLE
        sharing, flags = SHARE_READ | SHARE_WRITE, A_FOLDER | NOT_THROUGH_A_LINK
        handle = kernel.CreateFileW(path, READ_ATTRIBUTES, sharing, None, OPEN_EXISTING, flags, None)
        if handle in (None, wintypes.HANDLE(-1).value):
            raise ctypes.WinError(ctypes.get_last_error())
        try:
            yield
        finally:
            kernel.CloseHandle(wintypes.HANDLE(handle))


def refuse_links(path: str) -> None:
    """Check that no folder of a resolved path has become a link.

    On Windows nothing is checked: there, a path of short names may resolve to another path although it has no link.

    Raises:
        MoveError: A folder is a link.
    """
    if sys.platform != "win32" and os.path.realpath(path) != path:
        raise MoveError("unsafe-path")


def is_link(status: os.stat_result) -> bool:
    """Return whether a path is a symbolic link or a junction.

    Other Windows reparse points, such as OneDrive folders, are not.
    """
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_reparse_tag", 0) & LINK_TAG_BIT)


FileMark: TypeAlias = tuple[int, int, int, int]
"""Device, inode, size in bytes and modification time in ns of a file. They show whether the file was replaced or
edited.
"""


def file_mark(status: os.stat_result) -> FileMark:
    """Return the FileMark of a file."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


FiledMark: TypeAlias = tuple[int, int]
"""Size in bytes and modification time in ns of a file when it was filed; 0 if its time is unknown.

The inode is left out: a new file often gets the inode of a file that was just deleted.
"""
MTIME_TOLERANCE_NS = 2_000_000_000
"""Tolerance when modification times are compared, because some file systems store them in steps of two seconds."""


def mark_of_path(path: str) -> FileMark:
    """Return the FileMark of a regular file. Raise MoveError (`not-a-file`) for anything else, including links."""
    return file_mark(check_regular(path))


def refuse_changed_source(source: str, mark: FileMark | None) -> None:
    """Raise MoveError (`changed`) if the file no longer has this FileMark. If `mark` is None, nothing is checked."""
    with move_errors():
        if mark is not None and file_mark(os.lstat(source)) != mark:
            raise MoveError("changed")


def move_file(source: str, target: str, tick: ReportBytes) -> None:
    """Move a file: link and unlink, or copy and remove. If another program saves the file meanwhile, it stays
    (`changed`).
    """
    with move_errors():
        mark = file_mark(check_regular(source))
        with open_folder(os.path.dirname(target), make=True) as folder:
            _move_into(folder, source, os.path.basename(target), mark, tick)


def move_back(target: str, source: str, tick: ReportBytes, filed: FiledMark | None = None) -> None:
    """Undo `move_file`. Unlike a label's folder, the original folder may be reached through links.

    Raise MoveError (`changed`) if the file is not the one with the FiledMark: another one may have its name by now.
    """
    with move_errors():
        mark = file_mark(check_regular(target))
        if filed is not None and not _has_filed_mark(mark, filed):
            raise MoveError("changed")
        original_folder = os.path.realpath(os.path.dirname(source))
        with open_folder(original_folder, make=True) as folder:
            _move_into(folder, target, os.path.basename(source), mark, tick)


def _has_filed_mark(mark: FileMark, filed: FiledMark) -> bool:
    (size_bytes, modified_ns), (filed_bytes, filed_ns) = mark[2:], filed
    is_as_old = not filed_ns or abs(modified_ns - filed_ns) <= MTIME_TOLERANCE_NS
    return size_bytes == filed_bytes and is_as_old


def _move_into(folder: Folder, source: str, name: str, mark: FileMark, tick: ReportBytes) -> None:
    try:
        if KEEPS_ON_RENAME:
            os.rename(source, folder.path_for(name))
            return
        os.link(source, folder.path_for(name), dst_dir_fd=folder.handle, follow_symlinks=False)
    except OSError as error:
        if error.errno not in ({errno.EXDEV} if KEEPS_ON_RENAME else LINK_FALLBACK_ERRORS):
            raise
        with open_source(source) as file:
            before = os.fstat(file.fileno())
            write_new(folder, name, file, tick)
            _copy_metadata(folder, name, before)
    folder.flush()
    try:
        remove_source(source, mark)
    except (OSError, MoveError):  # the old name stays: remove the new one
        os.unlink(folder.path_for(name), dir_fd=folder.handle)
        raise


def _remove_unchanged(folder: Folder, name: str, mark: FileMark) -> None:
    """Remove a file. Raise MoveError (`changed`) if another program has saved it, so that it no longer has this
    FileMark.
    """
    if file_mark(folder.status_of(name)) != mark:
        raise MoveError("changed")
    private = private_name(name)
    if folder.has(private):
        raise MoveError("exists")
    folder.rename(name, private)
    try:
        if file_mark(folder.status_of(private)) != mark:
            raise MoveError("changed")
        os.unlink(folder.path_for(private), dir_fd=folder.handle)
    except (OSError, MoveError):
        _restore_name(folder, name)
        raise


def private_name(name: str) -> str:
    """Return the private name of a file. It depends on the own name only, so that the file is found after a crash."""
    return PRIVATE_PREFIX + hashlib.blake2b(os.fsencode(name), digest_size=8).hexdigest()


def restore_name(path: str) -> None:
    """Give a file its own name again, if a crash left it under its private name."""
    with suppress(FileNotFoundError, NotADirectoryError), open_folder_of(path) as folder:
        if folder.has(private_name(os.path.basename(path))):
            _restore_name(folder, os.path.basename(path))


def _restore_name(folder: Folder, name: str) -> None:
    """Change a private name back to the own name. If another file has that name now, both files stay as they are."""
    private, handle = private_name(name), folder.handle
    try:
        if KEEPS_ON_RENAME:
            folder.rename(private, name)
            return
        os.link(
            folder.path_for(private), folder.path_for(name), src_dir_fd=handle, dst_dir_fd=handle, follow_symlinks=False
        )
    except FileExistsError:
        logger.warning("%s keeps its name, because its former name is taken", private)
    except OSError as error:
        if error.errno not in LINK_FALLBACK_ERRORS or folder.has(name):
            raise
        folder.rename(private, name)
    else:
        os.unlink(folder.path_for(private), dir_fd=handle)


def copy_file(source: str, target: str, size_bytes: int, tick: ReportBytes) -> None:
    """Copy a file, or a member of a file. A member must have `size_bytes`, the size that it had when it was
    classified.
    """
    with move_errors(), open_folder(os.path.dirname(target), make=True) as folder:
        name = os.path.basename(target)
        with open_source(source) as file:
            if MEMBER_SEPARATOR in source and file.seek(0, os.SEEK_END) != size_bytes:
                raise MoveError("changed")
            file.seek(0)
            write_new(folder, name, file, tick)
            if MEMBER_SEPARATOR not in source:
                _copy_metadata(folder, name, os.fstat(file.fileno()))
        folder.flush()


def write_new(folder: Folder, name: str, file: BinaryIO, tick: ReportBytes) -> None:
    """Create a file, write and flush it, read it back and compare. If an error occurs, remove the file."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    handle = os.open(folder.path_for(name), flags | getattr(os, "O_BINARY", 0), 0o600, dir_fd=folder.handle)
    try:
        with open(handle, "w+b") as new_file:
            while part := file.read(CHUNK_BYTES):
                new_file.write(part)
                tick(len(part))
            new_file.flush()
            os.fsync(new_file.fileno())
            if compare_streams(file, new_file) != "equal":
                raise MoveError("input-output")
    except BaseException:
        os.unlink(folder.path_for(name), dir_fd=folder.handle)
        raise


def _copy_metadata(folder: Folder, name: str, original: os.stat_result) -> None:
    """Give a copy the times and permissions of the original, as far as the file system supports them."""
    times = (original.st_atime_ns, original.st_mtime_ns)
    with suppress(OSError, NotImplementedError):
        os.utime(folder.path_for(name), ns=times, dir_fd=folder.handle)
    with suppress(OSError, NotImplementedError):
        os.chmod(folder.path_for(name), stat.S_IMODE(original.st_mode) & 0o777, dir_fd=folder.handle)


def remove_copy(source: str, target: str) -> None:
    """Undo `copy_file`: remove the copy. Raises MoveError (`changed`) if it no longer equals the original."""
    name = os.path.basename(target)
    with move_errors(), open_folder(os.path.dirname(target)) as folder:
        mark = file_mark(folder.status_of(name))
        with open_source(source) as original, _open_regular(folder.path_for(name), folder.handle) as copy:
            if compare_streams(original, copy) != "equal":
                raise MoveError("changed")
        _remove_unchanged(folder, name, mark)


def remove_filed(path: str, mark: FileMark) -> None:
    """Remove a file from the folder of a label, without following a link to this folder.

    Raise MoveError (`changed`) if the file no longer has this FileMark.
    """
    with open_folder(os.path.dirname(path)) as folder:
        _remove_unchanged(folder, os.path.basename(path), mark)


def remove_source(path: str, mark: FileMark) -> None:
    """Remove a file that has been filed. Unlike a label's folder, its folder may be reached through links.

    Raise MoveError (`changed`) if the file no longer has this FileMark.
    """
    with open_folder_of(path) as folder:
        _remove_unchanged(folder, os.path.basename(path), mark)


def check_regular(path: str, dir_fd: int | None = None) -> os.stat_result:
    """Return the status of a regular file. Raise MoveError (`not-a-file`) for anything else, including links."""
    status = os.lstat(path, dir_fd=dir_fd)
    if not stat.S_ISREG(status.st_mode):
        raise MoveError("not-a-file")
    return status


@contextmanager
def open_source(source: str) -> Iterator[BinaryIO]:
    """Open a file, or a member of a file, for reading."""
    path, _, member = source.partition(MEMBER_SEPARATOR)
    if member:
        yield BytesIO(read_raw_member(path, member))
        return
    with _open_regular(path) as file:
        yield file


@contextmanager
def _open_regular(path: str, dir_fd: int | None = None) -> Iterator[BinaryIO]:
    check_regular(path, dir_fd)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags, dir_fd=dir_fd), "rb") as file:
        yield file


def compare_paths(source: str, target: str) -> str:
    """Compare a file, or a member of a file, with another file; see `compare_streams`."""
    with open_source(source) as source_file, open_source(target) as target_file:
        return compare_streams(source_file, target_file)


def compare_streams(whole: BinaryIO, other: BinaryIO) -> str:
    """Compare two streams from their start.

    Returns `equal`, `part` if `other` is only the beginning of `whole`, or `else`.
    """
    whole.seek(0)
    other.seek(0)
    while True:
        expected, actual = whole.read(CHUNK_BYTES), other.read(CHUNK_BYTES)
        if expected != actual:
            return "part" if expected.startswith(actual) and not other.read(1) else "else"
        if not expected:
            return "equal"


def n_missing_folders(path: str) -> int:
    """Return the number of folders at the end of a path that do not exist."""
    n_missing = 0
    while not os.path.lexists(path) and path != os.path.dirname(path):
        n_missing, path = n_missing + 1, os.path.dirname(path)
    return n_missing


def last_folders(path: str, n_folders: int) -> list[str]:
    """Return the path itself and its parents, `n_folders` folders in total, innermost first."""
    return [str(folder) for folder in (Path(path), *Path(path).parents)[:n_folders]]


def remove_empty_folders(paths: Iterable[str]) -> None:
    """Remove those of the folders that are empty, innermost first."""
    for path in sorted(set(paths), key=len, reverse=True):
        with suppress(OSError):
            os.rmdir(path)


def disk_of(path: Path) -> tuple[int, int]:
    """Return the device number and the number of free bytes of the disk on which a folder is or would be created."""
    existing = nearest_existing_folder(path)
    return os.stat(existing).st_dev, shutil.disk_usage(existing).free


def nearest_existing_folder(path: Path) -> Path:
    """Return the folder, or its nearest existing parent."""
    return next((folder for folder in (path, *path.parents) if folder.exists()), path)

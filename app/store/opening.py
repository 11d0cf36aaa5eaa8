"""From a path to an open file: what it is, whether it may be written, and which journal is safe where it lies.

The file is recognised before anything is written, so that a stranger's file is left alone. Only SQLite ever opens it:
closing a file that this process has open elsewhere would drop the locks which SQLite holds on it, on every POSIX
system. While it is open it keeps a write-ahead log, so that readers never wait for a writer; the last one to close it
turns it back into a single file. A new workspace is made with a rollback journal: a kill leaves nothing, or all of it.

Folders where several machines may write one file: SQLite's write-ahead log is unsafe there.

Known by the kind of file system, or by the traces that synchronising programs leave in a folder above. Whoever is
missed by this list loses nothing that a rollback journal would have kept as long as one machine writes at a time.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
import stat
import sys
from contextlib import closing, suppress
from pathlib import Path

from app.domain.errors import NotAWorkspace, StoreError
from app.store.checking import computes
from app.store.connection import SharedPlace, WorkspaceFile, store_errors
from app.store.schema import APPLICATION_ID, STEPS, keep_seals, made_in, migrate, system_reason, tables_and_views

BUSY_MS = 10_000
PRAGMAS = ("trusted_schema = OFF", "cell_size_check = ON", "secure_delete = ON", "foreign_keys = OFF")
CACHE_KB = 32_768
SUPER_JOURNAL_MARK = bytes.fromhex("d9d505f920a163d7")
"""The last eight bytes of a rollback journal that names a super-journal. See: https://sqlite.org/fileformat.html"""


def open_file(
    path: Path, *, create: bool, read_only: bool, takes_older: bool = False, busy_ms: int = BUSY_MS
) -> WorkspaceFile:
    """Open a workspace, or make a new one where `create` says so and nothing is there."""
    try:
        is_new = path.stat().st_size == 0 and not _beside(path, "-journal").exists()
    except FileNotFoundError:
        is_new = True
    except OSError as error:
        raise StoreError(path, system_reason(error), str(error)) from error
    if path.exists() and not path.is_file():
        raise NotAWorkspace(path)
    if is_new and not create:
        raise StoreError(path, "not-found") if not path.exists() else NotAWorkspace(path)
    refuse_foreign_journal(path)
    is_under_way = _beside(path, "-journal").exists() or _beside(path, "-wal").exists()
    if not is_new and not is_under_way:  # else the file alone says little, and SQLite reads both together
        _refuse_strangers(path)
    may_write = _is_writable(path)
    if is_new and (read_only or not may_write):
        raise StoreError(path, "read-only")
    file = WorkspaceFile(
        path, _connection(path, _mode(path, may_write), busy_ms), is_read_only=read_only or not may_write
    )
    try:
        _prepare(file, create=create, may_write=may_write, takes_older=takes_older)
    except BaseException:
        file.close()
        raise
    return file


def refuse_foreign_journal(path: Path) -> None:
    """Raise StoreError if the rollback journal beside a database is not one that a single database leaves behind.

    A journal of several attached databases names a super-journal, and SQLite deletes the named file when it rolls the
    journal back, even on a read. A workspace never attaches another file, so its own journal never names one: whoever
    sends a workspace together with such a journal could delete any file of the person who opens it.
    """
    for journal in {path.with_name(f"{path.name}-journal"), _beside(path, "-journal")}:
        try:
            if not stat.S_ISREG(journal.lstat().st_mode):
                raise StoreError(path, "foreign-journal", journal.name)
            with journal.open("rb") as file:
                file.seek(max(file.seek(0, os.SEEK_END) - len(SUPER_JOURNAL_MARK), 0))
                if file.read() == SUPER_JOURNAL_MARK:
                    raise StoreError(path, "foreign-journal", journal.name)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise StoreError(path, system_reason(error), str(error)) from error


def _refuse_strangers(path: Path) -> None:
    """Raise NotAWorkspace for any file that another program wrote, after a look that changes nothing."""
    if not os.access(path, os.R_OK):
        raise StoreError(path, "no-permission")
    connection = _connection(path, "mode=ro&immutable=1", 0)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (n_pages,) = connection.execute("PRAGMA page_count").fetchone()
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
    except UnicodeDecodeError as error:  # SQLite's own complaint quotes what it could not read
        raise StoreError(path, "damaged", "schema") from error
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB:
            raise NotAWorkspace(path) from error
        raise StoreError(path, "damaged", error.sqlite_errorname) from error
    finally:
        connection.close()
    if application != APPLICATION_ID:
        raise NotAWorkspace(path)
    if path.stat().st_size < n_pages * page_size:
        raise StoreError(path, "damaged", "cut short")


def close_file(file: WorkspaceFile) -> None:
    """Close; whoever is last leaves one file without a log beside it, and is refused that while others have it open."""
    with closing(file), suppress(StoreError):  # nothing is lost: the next opening reads the log where it is
        file.execute("PRAGMA busy_timeout = 0")
        file.execute("PRAGMA query_only = 0")
        file.execute("PRAGMA journal_mode = DELETE")


def _prepare(file: WorkspaceFile, *, create: bool, may_write: bool, takes_older: bool) -> None:
    for pragma in (*PRAGMAS, f"cache_size = -{CACHE_KB}"):
        file.execute(f"PRAGMA {pragma}")
    is_numbered = file.value("PRAGMA application_id") != 0
    if is_numbered or not create or file.value("SELECT count(*) FROM sqlite_master"):
        _refuse_other_contents(file)
    if file.is_read_only and file.version < len(STEPS):
        if not takes_older:
            raise StoreError(file.path, "older" if may_write else "read-only-older")
        file.execute("PRAGMA query_only = 1")
        return  # not even its journal is changed
    migrate(file)
    if not may_write:
        return
    if not file.is_read_only:
        keep_seals(file)
    file.shared_place = shared_place(file.path)
    try:  # who only reads needs the log too, or writers would wait for them
        file.rows(f"PRAGMA journal_mode = {'DELETE' if file.shared_place else 'WAL'}")
    except StoreError as error:
        if error.reason not in ("full", "busy"):  # the journal there was will do: slower, but as safe
            raise
    file.execute("PRAGMA synchronous = FULL")
    file.execute(f"PRAGMA query_only = {int(file.is_read_only)}")


def _refuse_other_contents(file: WorkspaceFile) -> None:
    """A workspace has our number, tables and views, and no triggers; what else carries our number is damaged or forged.

    Tables and indexes that somebody added with another program are let be, but for indexes that compute something.
    """
    if file.value("PRAGMA application_id") != APPLICATION_ID:
        raise NotAWorkspace(file.path)
    applied = file.version
    found = dict(file.rows("SELECT sql, type FROM sqlite_master WHERE type <> 'index'"))
    if applied > len(STEPS):
        return  # `migrate` says so
    strange = {sql for sql, kind in found.items() if kind != "table"} - tables_and_views(applied)
    if applied == 0 or strange or tables_and_views(applied) - found.keys():
        raise StoreError(file.path, "damaged", "schema")
    indexes = file.column("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    if any(computes("index", sql) for sql in set(indexes) - made_in(applied)):
        raise StoreError(file.path, "damaged", "schema")


def _mode(path: Path, may_write: bool) -> str:
    if may_write:
        return "mode=rwc"
    if os.access(path.parent, os.W_OK):
        return "mode=ro"
    log = _beside(path, "-wal")
    if log.exists() and log.stat().st_size:
        raise StoreError(path, "read-only-unfinished")
    return "mode=ro" if log.exists() else "mode=ro&immutable=1"  # nobody has it open, and nobody here can write


def _connection(path: Path, mode: str, busy_ms: int) -> sqlite3.Connection:
    address = path.absolute().as_uri()
    if not address.startswith("file:///"):  # a share of Windows goes into the path: SQLite knows no other host
        address = address.replace("file://", "file:////", 1)
    with store_errors(path):
        return sqlite3.connect(
            f"{address}?{mode}",
            uri=True,
            isolation_level=None,
            timeout=busy_ms / 1000,
            check_same_thread=False,  # a session lends it to one thread after another
        )


def _is_writable(path: Path) -> bool:
    if not path.parent.is_dir():
        raise StoreError(path, "no-folder")
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _beside(path: Path, ending: str) -> Path:
    """Return the path of a journal or log as SQLite names it: on POSIX systems, beside the file a symlink points to."""
    database = path if sys.platform == "win32" else Path(os.path.realpath(path))
    return database.with_name(database.name + ending)


NETWORK_SYSTEMS = frozenset((
    "nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "9p", "ceph", "glusterfs", "lustre", "gfs",
    "gfs2", "ocfs2", "davfs", "webdav", "afpfs", "fuse.sshfs", "fuse.rclone", "fuse.davfs2", "fuse.s3fs",
    "fuse.gvfsd-fuse", "fuse.curlftpfs", "fuse.glusterfs", "vboxsf",
))  # fmt: skip
SYNCHRONISED_FOLDERS = (
    "dropbox", "onedrive", "google drive", "googledrive", "icloud drive", "mobile documents", "cloudstorage",
    "nextcloud", "owncloud", "pcloud drive", "mega", "seafile", "yandex.disk",
)  # fmt: skip
SYNCHRONISED_TRACES = (".dropbox", ".dropbox.cache", ".stfolder", ".nextcloudsync.log", ".owncloudsync.log")
WINDOWS_REMOTE_DRIVE = 4


def shared_place(path: Path) -> SharedPlace | None:
    """Return how a file in this place is shared, by a network or a synchronising program; None if it is not."""
    folder = Path(os.path.abspath(path)).parent
    if _is_network(folder):
        return "network"
    is_named_so = any(part.casefold().startswith(SYNCHRONISED_FOLDERS) for part in folder.parts[1:])
    traces = ((above / trace).exists() for above in (folder, *folder.parents) for trace in SYNCHRONISED_TRACES)
    return "synchronised" if is_named_so or any(traces) else None


def file_system(folder: Path, mounts: str) -> str:
    """The kind of file system that holds a folder, from the text of Linux's mountinfo."""
    best, kind = "", ""
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        point = left.split()[4].encode().decode("unicode_escape", "replace")
        is_above = point == "/" or folder == Path(point) or Path(point) in folder.parents
        if is_above and len(point) >= len(best):
            best, kind = point, right.split()[0]
    return kind


def _is_network(folder: Path) -> bool:
    if sys.platform == "win32":
        kernel = getattr(ctypes, "windll", None)
        is_remote = kernel is not None and kernel.kernel32.GetDriveTypeW(folder.anchor) == WINDOWS_REMOTE_DRIVE
        is_network = str(folder).startswith("\\\\") or is_remote
    elif sys.platform == "darwin":
        is_network = _mac_file_system(folder) in NETWORK_SYSTEMS
    else:
        is_network = _mounted_file_system(folder) in NETWORK_SYSTEMS
    return is_network


def _mounted_file_system(folder: Path) -> str:
    try:
        mounts = Path("/proc/self/mountinfo").read_text(errors="surrogateescape")
    except OSError:
        return ""
    return file_system(folder.resolve(), mounts)


def _mac_file_system(folder: Path) -> str:
    """The name in `struct statfs`, which Python's `os.statvfs` leaves out."""
    answer = ctypes.create_string_buffer(4096)
    library = ctypes.CDLL(None)
    statfs = getattr(library, "statfs$INODE64", None) or library.statfs
    if statfs(os.fsencode(folder), answer) != 0:
        return ""
    return answer.raw[72:88].split(b"\0")[0].decode("ascii", "replace")

"""Open a workspace file: recognise it, check permissions, migrate it and choose a safe journal mode.

The file is recognised before anything is written, so files of other programs stay untouched. Only SQLite opens it: on
POSIX systems, closing any other descriptor of the file in this process would drop SQLite's locks.

An open file is in WAL mode, so readers never wait for a writer. The last connection to close it merges the log into the
file. A new workspace is created with a rollback journal, so a kill leaves either nothing or a complete file.

WAL mode is unsafe where several machines share a file (https://sqlite.org/wal.html). `shared_storage_of`
recognises network file systems, and folders of synchronising programs, by a list. A shared folder missing from the
list is still safe while only one machine has the workspace open at a time.
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
from app.store.checking import has_expressions
from app.store.connection import MAX_VALUE_BYTES, SharedStorage, WorkspaceFile, translate_sqlite_errors
from app.store.schema import (
    APPLICATION_ID,
    STEPS,
    create_seal_triggers,
    migrate,
    reason_of_os_error,
    statements_of,
    tables_and_views,
)

BUSY_MS = 10_000
PRAGMAS = ("trusted_schema = OFF", "cell_size_check = ON", "secure_delete = ON", "foreign_keys = OFF")
CACHE_KB = 32_768
SUPER_JOURNAL_MARK = bytes.fromhex("d9d505f920a163d7")
"""The last eight bytes of a rollback journal that names a super-journal. See: https://sqlite.org/fileformat.html"""


def open_file(
    path: Path, *, create: bool, read_only: bool, takes_older: bool = False, busy_ms: int = BUSY_MS
) -> WorkspaceFile:
    """Open a workspace file. With `create`, create the workspace if the file is missing or empty.

    With `takes_older`, a file of an older version is not migrated.
    """
    try:
        is_new = path.stat().st_size == 0 and not _journal_path(path, "-journal").exists()
    except FileNotFoundError:
        is_new = True
    except OSError as error:
        raise StoreError(path, reason_of_os_error(error), str(error)) from error
    if path.exists() and not path.is_file():
        raise NotAWorkspace(path)
    if is_new and not create:
        raise StoreError(path, "not-found") if not path.exists() else NotAWorkspace(path)
    refuse_foreign_journal(path)
    has_journal = _journal_path(path, "-journal").exists() or _journal_path(path, "-wal").exists()
    if not is_new and not has_journal:  # with a journal, the main file alone may be incomplete
        _require_workspace_file(path)
    may_write = _is_writable(path)
    if is_new and (read_only or not may_write):
        raise StoreError(path, "read-only")
    file = WorkspaceFile(
        path, _connect(path, _choose_open_mode(path, may_write), busy_ms), is_read_only=read_only or not may_write
    )
    try:
        _prepare_connection(file, create=create, may_write=may_write, takes_older=takes_older)
    except BaseException:
        file.close()
        raise
    return file


def refuse_foreign_journal(path: Path) -> None:
    """Raise StoreError if the rollback journal of a database names a super-journal.

    SQLite deletes the named super-journal when it rolls the journal back, even on a read. A workspace never attaches
    other databases, so its own journal never names one. A workspace sent with a forged journal could otherwise delete
    any file of the person who opens it.
    """
    for journal in {path.with_name(f"{path.name}-journal"), _journal_path(path, "-journal")}:
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
            raise StoreError(path, reason_of_os_error(error), str(error)) from error


def _require_workspace_file(path: Path) -> None:
    """Raise NotAWorkspace if the file is not a workspace. The file is not changed."""
    if not os.access(path, os.R_OK):
        raise StoreError(path, "no-permission")
    connection = _connect(path, "mode=ro&immutable=1", 0)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (n_pages,) = connection.execute("PRAGMA page_count").fetchone()
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
    except UnicodeDecodeError as error:  # sqlite3 cannot decode an error message that quotes damaged bytes
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
    """Close a connection. The last connection to a file also merges the write-ahead log into the file and removes the
    log.
    """
    with closing(file), suppress(StoreError):  # fails while others have it open; the log then stays, nothing is lost
        file.execute("PRAGMA busy_timeout = 0")
        file.execute("PRAGMA query_only = 0")
        file.execute("PRAGMA journal_mode = DELETE")


def _prepare_connection(file: WorkspaceFile, *, create: bool, may_write: bool, takes_older: bool) -> None:
    for pragma in (*PRAGMAS, f"cache_size = -{CACHE_KB}"):
        file.execute(f"PRAGMA {pragma}")
    is_numbered = file.value("PRAGMA application_id") != 0
    if is_numbered or not create or file.value("SELECT count(*) FROM sqlite_master"):
        _require_own_schema(file)
    if file.is_read_only and file.version < len(STEPS):
        if not takes_older:
            raise StoreError(file.path, "older" if may_write else "read-only-older")
        file.execute("PRAGMA query_only = 1")
        return  # an older file is opened as it is: not even its journal mode changes
    migrate(file)
    if not may_write:
        return
    if not file.is_read_only:
        create_seal_triggers(file)
    file.shared_place = shared_storage_of(file.path)
    try:  # read-only connections set WAL mode too: with a rollback journal, writers would wait for readers
        file.rows(f"PRAGMA journal_mode = {'DELETE' if file.shared_place else 'WAL'}")
    except StoreError as error:
        if error.reason not in ("full", "busy"):  # keep the present journal mode then: slower, but as safe
            raise
    file.execute("PRAGMA synchronous = FULL")
    file.execute(f"PRAGMA query_only = {int(file.is_read_only)}")


def _require_own_schema(file: WorkspaceFile) -> None:
    """Raise NotAWorkspace if the application id is not ours, and StoreError if the schema is not.

    A file with our application id, but with other tables or views or with triggers, is damaged or forged. Tables and
    indexes added by another program are tolerated, except indexes on expressions: a forged one could make SQLite
    compute for hours on each row.
    """
    if file.value("PRAGMA application_id") != APPLICATION_ID:
        raise NotAWorkspace(file.path)
    applied = file.version
    kind_by_sql = dict(file.rows("SELECT sql, type FROM sqlite_master WHERE type <> 'index'"))
    if applied > len(STEPS):
        return  # `migrate` raises NewerWorkspace
    unknown_views_and_triggers = {sql for sql, kind in kind_by_sql.items() if kind != "table"} - tables_and_views(
        applied
    )
    if applied == 0 or unknown_views_and_triggers or tables_and_views(applied) - kind_by_sql.keys():
        raise StoreError(file.path, "damaged", "schema")
    indexes = file.column("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    if any(has_expressions("index", sql) for sql in set(indexes) - statements_of(applied)):
        raise StoreError(file.path, "damaged", "schema")


def _choose_open_mode(path: Path, may_write: bool) -> str:
    if may_write:
        return "mode=rwc"
    if os.access(path.parent, os.W_OK):
        return "mode=ro"
    log = _journal_path(path, "-wal")
    if log.exists() and log.stat().st_size:
        raise StoreError(path, "read-only-unfinished")
    return "mode=ro" if log.exists() else "mode=ro&immutable=1"  # no log: not open elsewhere, and we cannot write


def _connect(path: Path, mode: str, busy_ms: int) -> sqlite3.Connection:
    address = path.absolute().as_uri()
    if not address.startswith("file:///"):  # a Windows share: SQLite allows no host in a URI, so put it into the path
        address = address.replace("file://", "file:////", 1)
    with translate_sqlite_errors(path):
        connection = sqlite3.connect(
            f"{address}?{mode}",
            uri=True,
            isolation_level=None,
            timeout=busy_ms / 1000,
            check_same_thread=False,  # a session lends a connection to one thread after another
        )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)  # before anything is read, so also the schema
    return connection


def _is_writable(path: Path) -> bool:
    if not path.parent.is_dir():
        raise StoreError(path, "no-folder")
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _journal_path(path: Path, ending: str) -> Path:
    """Return the path of a journal (`-journal`, `-wal`).

    SQLite puts it next to the target of a symlink on POSIX systems.
    """
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


def shared_storage_of(path: Path) -> SharedStorage | None:
    """Return "network" or "synchronised" if other machines may write a file in this folder; otherwise None."""
    folder = Path(os.path.abspath(path)).parent
    if _is_network_folder(folder):
        return "network"
    is_known_name = any(part.casefold().startswith(SYNCHRONISED_FOLDERS) for part in folder.parts[1:])
    traces = ((above / trace).exists() for above in (folder, *folder.parents) for trace in SYNCHRONISED_TRACES)
    return "synchronised" if is_known_name or any(traces) else None


def file_system(folder: Path, mounts: str) -> str:
    """Return the type of a folder's file system. `mounts` is the text of Linux's /proc/self/mountinfo."""
    longest_point, kind = "", ""
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        point = left.split()[4].encode().decode("unicode_escape", "replace")
        is_above = point == "/" or folder == Path(point) or Path(point) in folder.parents
        if is_above and len(point) >= len(longest_point):
            longest_point, kind = point, right.split()[0]
    return kind


def _is_network_folder(folder: Path) -> bool:
    if sys.platform == "win32":
        kernel = getattr(ctypes, "windll", None)
        is_remote = kernel is not None and kernel.kernel32.GetDriveTypeW(folder.anchor) == WINDOWS_REMOTE_DRIVE
        is_network = str(folder).startswith("\\\\") or is_remote
    elif sys.platform == "darwin":
        is_network = _mac_file_system(folder) in NETWORK_SYSTEMS
    else:
        is_network = _file_system_by_mounts(folder) in NETWORK_SYSTEMS
    return is_network


def _file_system_by_mounts(folder: Path) -> str:
    try:
        mounts = Path("/proc/self/mountinfo").read_text(errors="surrogateescape")
    except OSError:
        return ""
    return file_system(folder.resolve(), mounts)


def _mac_file_system(folder: Path) -> str:
    """Return `f_fstypename` of `struct statfs`, which Python's `os.statvfs` leaves out."""
    buffer = ctypes.create_string_buffer(4096)
    library = ctypes.CDLL(None)
    statfs = getattr(library, "statfs$INODE64", None) or library.statfs
    if statfs(os.fsencode(folder), buffer) != 0:
        return ""
    return buffer.raw[72:88].split(b"\0")[0].decode("ascii", "replace")

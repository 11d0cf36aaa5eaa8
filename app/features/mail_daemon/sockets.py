"""Local sockets between programs of one user: Unix sockets, or named pipes on Windows.

The daemon of a workspace and its clients use a folder with two sockets and two locks, which only their user may open.
The name of the folder is a hash of the workspace's real path, so every program finds the same daemon. Sockets and pipes
are both identified by a path in that folder, and their connections have the same methods. Socket names are short,
because systems allow about a hundred bytes for the whole path.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import socket
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from app.domain.errors import MailDaemonError

if TYPE_CHECKING:
    from app.features.mail_daemon.named_pipes import MessageConnection


HAS_SOCKETS = sys.platform != "win32"
LISTEN_BACKLOG = 128


Connection: TypeAlias = "socket.socket | MessageConnection"
"""An open connection: a Unix socket, or a pipe with the same methods."""

if sys.platform == "win32":
    from app.features.mail_daemon.named_pipes import PipeListener, connect_pipe, pipe_name

    Listener: TypeAlias = socket.socket | PipeListener
    """A listening socket or pipe; `accept` raises TimeoutError."""

    def address(path: Path) -> str:
        """Return the address of a socket for other programs."""
        return pipe_name(path)

    def open_connection(path: Path, timeout_s: float) -> Connection | None:
        """Connect to a pipe; None if no daemon of this user listens."""
        return connect_pipe(pipe_name(path), timeout_s)

    @contextmanager
    def listen_on(path: Path, timeout_s: float) -> Iterator[Listener]:
        """Listen on a named pipe that only its user may open.

        Raises:
            MailDaemonError: Another process has a pipe of that name.
        """
        try:
            listener = PipeListener(pipe_name(path), timeout_s)
        except OSError as error:
            raise MailDaemonError("cannot-listen", pipe_name(path)) from error
        with closing(listener):
            yield listener

else:
    Listener: TypeAlias = socket.socket

    def address(path: Path) -> str:
        """Return the address of a socket for other programs."""
        return str(path)

    def open_connection(path: Path, timeout_s: float) -> Connection | None:
        """Connect to a socket; None if no daemon listens."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(timeout_s)
            connection.connect(str(path))
        except OSError:
            connection.close()
            return None
        return connection

    @contextmanager
    def listen_on(path: Path, timeout_s: float) -> Iterator[Listener]:
        """Listen on a socket at `path` that only its user may open, and remove it at the end.

        A dead socket, on which no process listens, is replaced. Anything else at `path` is refused with a
        MailDaemonError and left as it is: a file, a folder, a symbolic link, another program's socket.
        """
        _remove_dead_socket(path)
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as listener:
            try:
                listener.bind(str(path))
            except OSError as error:
                reason = "address-taken" if error.errno == errno.EADDRINUSE else "cannot-listen"
                raise MailDaemonError(reason, str(path)) from error
            made = path.lstat()
            try:
                try:
                    path.chmod(0o600)
                    listener.listen(LISTEN_BACKLOG)
                    listener.settimeout(timeout_s)
                except OSError as error:
                    raise MailDaemonError("cannot-listen", str(path)) from error
                yield listener
            finally:
                _remove_if_same(path, made)

    def _remove_dead_socket(path: Path) -> None:
        try:
            present = path.lstat()
        except FileNotFoundError:
            return
        except OSError as error:
            raise MailDaemonError("cannot-listen", str(path)) from error
        if not stat.S_ISSOCK(present.st_mode):
            raise MailDaemonError("not-a-socket", str(path))
        if not _is_dead(path):
            raise MailDaemonError("address-taken", str(path))
        _remove_if_same(path, present)

    def _is_dead(path: Path) -> bool:
        """Return whether the system says that no process listens on a socket."""
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as probe:
            # Non-blocking: a live listener with a full queue answers EAGAIN.
            probe.setblocking(False)
            try:
                return probe.connect_ex(str(path)) in (errno.ECONNREFUSED, errno.ENOENT)
            except OSError:  # the path is too long for a socket address
                return False

    def _remove_if_same(path: Path, expected: os.stat_result) -> None:
        """Remove a socket unless another file has taken its place."""
        with suppress(OSError):
            if os.path.samestat(path.lstat(), expected):
                path.unlink()


def share_socket(path: Path, mode: int, group: str) -> None:
    """Let other users connect to a socket: set its permission bits and, if a group is given, its group."""
    try:
        if group:
            shutil.chown(path, group=int(group) if group.isdecimal() else group)
        path.chmod(mode)
    except (OSError, LookupError) as error:
        raise MailDaemonError("cannot-share", str(path)) from error


MAX_SOCKET_PATH_BYTES = 103
"""Maximum length of a socket's path in bytes. With the terminating zero byte, macOS allows 104 and Linux 108."""


@dataclass(frozen=True, slots=True)
class DaemonPaths:
    """Paths of the sockets and locks of the daemon of one workspace."""

    folder: Path
    json_lines_socket: Path
    """Socket for JSON lines."""
    spamd_socket: Path
    """Socket for spamd's protocol."""
    judge_lock: Path
    """Lock that the daemon holds while it runs."""
    start_lock: Path
    """Lock for starting a daemon. If several clients want to start one, the first does so while the others wait."""


def daemon_paths(workspace: Path) -> DaemonPaths:
    """Return the paths for the daemon of a workspace. No file or folder is created."""
    name = hashlib.blake2b(os.fsencode(os.path.realpath(workspace)), digest_size=6).hexdigest()
    folder = runtime_folder() / name
    return DaemonPaths(folder, *(folder / name for name in ("lines", "spamd", "judge.lock", "start.lock")))


def runtime_folder() -> Path:
    """Return the folder for sockets: in XDG_RUNTIME_DIR, or if this variable is not set, in the folder for temporary
    files.
    """
    named = os.environ.get("XDG_RUNTIME_DIR")
    if named and Path(named).is_dir():
        return Path(named) / "bayleaf"
    if sys.platform == "win32":
        user = os.environ.get("USERNAME", "user")
    else:
        user = str(os.getuid())
    return Path(tempfile.gettempdir()) / f"bayleaf-{user}"


def create_daemon_folder(workspace: Path) -> DaemonPaths:
    """Create the folders, which only the user can open, and return the paths in them.

    Raises:
        MailDaemonError: A folder belongs to another user or cannot be created, or its path is too long for a socket.
    """
    paths = daemon_paths(workspace)
    for folder in (paths.folder.parent, paths.folder):
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise MailDaemonError("cannot-listen", str(folder)) from error
        if not _is_own_folder(folder):
            raise MailDaemonError("unsafe-folder", str(folder))
        if sys.platform != "win32" and folder.lstat().st_mode & 0o077:
            folder.chmod(0o700)
    if HAS_SOCKETS and len(os.fsencode(paths.json_lines_socket)) > MAX_SOCKET_PATH_BYTES:
        raise MailDaemonError("path-too-long", str(paths.folder))
    return paths


def are_own_folders(paths: DaemonPaths) -> bool:
    """Return whether both folders exist and belong to this user.

    A client asks before it connects. Without XDG_RUNTIME_DIR, the folders are in the folder for temporary files, where
    another user can create them first, and would get the mails.
    """
    return _is_own_folder(paths.folder.parent) and _is_own_folder(paths.folder)


def _is_own_folder(folder: Path) -> bool:
    """Return whether a path is a folder, not a link to one, and belongs to this user."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and (sys.platform == "win32" or status.st_uid == os.getuid())


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, *, waits: bool) -> None:
        """Lock the first byte. LK_LOCK gives up after ten seconds, so it is repeated."""
        while True:
            try:
                msvcrt.locking(handle, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
                return
            except OSError:
                if not waits:
                    raise

else:
    import fcntl

    def _lock(handle: int, *, waits: bool) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def hold_lock(path: Path, *, waits: bool) -> Iterator[bool]:
    """Hold a file lock during the `with` block. Yield False if another process has the lock.

    The system releases the lock if the process is killed. With `waits`, wait until the other process has released it.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle, waits=waits)
    except OSError:
        os.close(handle)
        yield False
        return
    try:
        yield True
    finally:
        os.close(handle)

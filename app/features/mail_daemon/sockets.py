"""Doors for programs of the same user: sockets in the file system, or named pipes where a system has no such sockets.

A judge and its clients meet in a folder of two sockets and two locks, which their user alone may open. It is told by
the workspace's real path, so that every program that names the workspace finds the same judge. Both kinds of door are
told by a path there, and give connections that are used in the same way. Names of sockets are short because systems
allow about a hundred bytes for the whole path.
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
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from app.domain.errors import JudgeError
from nbengine.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from app.features.mail_daemon.named_pipes import MessageConnection


HAS_SOCKETS = sys.platform != "win32"
WAITING_CONNECTIONS = 128


Connection: TypeAlias = "socket.socket | MessageConnection"
"""A conversation with another program."""

if sys.platform == "win32":
    from app.features.mail_daemon.named_pipes import PipeListener, connected_pipe, pipe_name

    Listener: TypeAlias = socket.socket | PipeListener
    """A door at which connections come in; TimeoutError where none has come in time."""

    def address(path: Path) -> str:
        """The name that others reach a door by."""
        return pipe_name(path)

    def connected(path: Path, timeout_s: float) -> Connection | None:
        """Connect to a door; None where nobody of ours listens."""
        return connected_pipe(pipe_name(path), timeout_s)

    @contextmanager
    def listening(path: Path, timeout_s: float) -> Iterator[Listener]:
        """Listen on a named pipe that only its user may open. A pipe that another process has made is an error."""
        try:
            listener = PipeListener(pipe_name(path), timeout_s)
        except OSError as error:
            raise JudgeError("cannot-listen", pipe_name(path)) from error
        with closing(listener):
            yield listener

else:
    Listener: TypeAlias = socket.socket

    def address(path: Path) -> str:
        """The name that others reach a door by."""
        return str(path)

    def connected(path: Path, timeout_s: float) -> Connection | None:
        """Connect to a door; None where nobody listens."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(timeout_s)
            connection.connect(str(path))
        except OSError:
            connection.close()
            return None
        return connection

    @contextmanager
    def listening(path: Path, timeout_s: float) -> Iterator[Listener]:
        """Listen on a socket at `path` that only its user may open, and remove it at the end.

        A socket that nobody answers on is replaced. Anything else at `path` is refused with a JudgeError and left as
        it is: a file, a folder, a symbolic link, another program's socket.
        """
        _remove_dead_socket(path)
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as listener:
            try:
                listener.bind(str(path))
            except OSError as error:
                reason = "address-taken" if error.errno == errno.EADDRINUSE else "cannot-listen"
                raise JudgeError(reason, str(path)) from error
            made = path.lstat()
            try:
                try:
                    path.chmod(0o600)
                    listener.listen(WAITING_CONNECTIONS)
                    listener.settimeout(timeout_s)
                except OSError as error:
                    raise JudgeError("cannot-listen", str(path)) from error
                yield listener
            finally:
                _remove_if_same(path, made)

    def _remove_dead_socket(path: Path) -> None:
        try:
            present = path.lstat()
        except FileNotFoundError:
            return
        except OSError as error:
            raise JudgeError("cannot-listen", str(path)) from error
        if not stat.S_ISSOCK(present.st_mode):
            raise JudgeError("not-a-socket", str(path))
        if not _is_dead(path):
            raise JudgeError("address-taken", str(path))
        _remove_if_same(path, present)

    def _is_dead(path: Path) -> bool:
        """Return whether the system says that no process listens on a socket."""
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as probe:
            # Without waiting: a listener whose queue is full answers EAGAIN, and it is alive.
            probe.setblocking(False)
            try:
                return probe.connect_ex(str(path)) in (errno.ECONNREFUSED, errno.ENOENT)
            except OSError:  # the path is longer than an address may be
                return False

    def _remove_if_same(path: Path, expected: os.stat_result) -> None:
        """Remove a socket unless another file has taken its place."""
        with suppress(OSError):
            if os.path.samestat(path.lstat(), expected):
                path.unlink()


def share_socket(path: Path, mode: int, group: str) -> None:
    """Let other users connect to a socket: set its permission bits, and its group if one is named."""
    try:
        if group:
            shutil.chown(path, group=int(group) if group.isdecimal() else group)
        path.chmod(mode)
    except (OSError, LookupError) as error:
        raise JudgeError("cannot-share", str(path)) from error


LONGEST_SOCKET_PATH = 103
"""In bytes: macOS takes 104 with the zero at their end, Linux 108."""


@dataclass(frozen=True, slots=True)
class MeetingPlace:
    """The paths of one judge."""

    folder: Path
    lines: Path
    """The socket for lines of JSON."""
    spamd: Path
    """The socket for spamd's protocol."""
    judge_lock: Path
    """Held by the judge as long as it lives."""
    start_lock: Path
    """Held by whoever starts a judge, so that of many at once only one does."""


def meeting_place(workspace: Path) -> MeetingPlace:
    """The place of a workspace's judge; nothing is made."""
    name = hashlib.blake2b(os.fsencode(os.path.realpath(workspace)), digest_size=6).hexdigest()
    folder = runtime_folder() / name
    return MeetingPlace(folder, *(folder / name for name in ("lines", "spamd", "judge.lock", "start.lock")))


def runtime_folder() -> Path:
    """The folder for sockets: the session's own where there is one, else one under the folder for temporary files."""
    named = os.environ.get("XDG_RUNTIME_DIR")
    if named and Path(named).is_dir():
        return Path(named) / "bayleaf"
    if sys.platform == "win32":
        user = os.environ.get("USERNAME", "user")
    else:
        user = str(os.getuid())
    return Path(tempfile.gettempdir()) / f"bayleaf-{user}"


def make_place(workspace: Path) -> MeetingPlace:
    """Make the folders, for the user alone; one that belongs to somebody else is refused."""
    place = meeting_place(workspace)
    for folder in (place.folder.parent, place.folder):
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise JudgeError("cannot-listen", str(folder)) from error
        found = folder.lstat()
        is_mine = sys.platform == "win32" or found.st_uid == os.getuid()
        if not stat.S_ISDIR(found.st_mode) or not is_mine:
            raise JudgeError("unsafe-folder", str(folder))
        if sys.platform != "win32" and found.st_mode & 0o077:
            folder.chmod(0o700)
    if HAS_SOCKETS and len(os.fsencode(place.lines)) > LONGEST_SOCKET_PATH:
        raise JudgeError("path-too-long", str(place.folder))
    return place


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, *, waits: bool) -> None:
        """Lock the first byte; what is called waiting here gives up after ten seconds."""
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
def locked(path: Path, *, waits: bool) -> Iterator[bool]:
    """Hold a lock that the system takes back from whoever is killed; yield False where somebody else has it."""
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

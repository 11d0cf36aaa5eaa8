"""Doors for programs of the same user: sockets in the file system, or named pipes where a system has no such sockets.

Both are told by a path in the meeting place, and both give connections that are used in the same way.
"""

from __future__ import annotations

import socket
import sys
from io import BufferedReader
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol, Self

from app.domain.errors import JudgeError

HAS_SOCKETS = sys.platform != "win32"
WAITING_CONNECTIONS = 128


class Connection(Protocol):
    """A conversation with another program, as a socket has it."""

    def sendall(self, data: bytes, /) -> None:
        """Say all of it."""

    def settimeout(self, value: float | None, /) -> None:
        """Wait so many seconds for the other side, or for ever."""

    def shutdown(self, how: int, /) -> None:
        """Say no more."""

    def makefile(self, mode: Literal["rb"], /) -> BufferedReader:
        """A stream of what the other side says."""

    def close(self) -> None:
        """End it."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None, /
    ) -> None: ...


class Listener(Protocol):
    """A door at which connections come in."""

    def accept(self) -> tuple[Connection, object]:
        """Wait for one; TimeoutError where none has come in time."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None, /
    ) -> None: ...


if sys.platform == "win32":
    from app.judge.named_pipes import PipeListener, connected_pipe, pipe_name

    def address(path: Path) -> str:
        """The name that others reach a door by."""
        return pipe_name(path)

    def connected(path: Path, timeout_s: float) -> Connection | None:
        """Connect to a door; None where nobody of ours listens."""
        return connected_pipe(pipe_name(path), timeout_s)

    def listening(path: Path, timeout_s: float) -> Listener:
        """Open a door that its user alone may come through."""
        try:
            return PipeListener(pipe_name(path), timeout_s)
        except OSError as error:
            raise JudgeError("cannot-listen", pipe_name(path)) from error

else:

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

    def listening(path: Path, timeout_s: float) -> Listener:
        """Open a door that its user alone may come through; one that a dead judge left is replaced."""
        path.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listener.bind(str(path))
            path.chmod(0o600)
            listener.listen(WAITING_CONNECTIONS)
            listener.settimeout(timeout_s)
        except OSError as error:
            listener.close()
            raise JudgeError("cannot-listen", str(path)) from error
        return listener

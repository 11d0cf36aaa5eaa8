"""A connection like a socket's over one that carries messages, as named pipes do."""

from __future__ import annotations

import io
from types import TracebackType
from typing import Any, Literal, Protocol

MOST_IN_A_MESSAGE = 1 << 20


class Messages(Protocol):
    """A channel of the standard library that carries messages both ways."""

    def send_bytes(self, buf: bytes, /) -> None:
        """Send one message."""

    def recv_bytes(self, maxlength: int | None = None, /) -> bytes:
        """Wait for one message; EOFError at the end."""

    def poll(self, timeout: float | None = 0.0, /) -> bool:
        """Wait until there is something to read, or the end."""

    def close(self) -> None:
        """End it."""


class MessageConnection:
    """A stream of bytes, whatever the messages are that it is cut into."""

    def __init__(self, messages: Messages, timeout_s: float | None = None) -> None:
        self._messages, self._timeout_s = messages, timeout_s
        self._waiting = memoryview(b"")

    def settimeout(self, value: float | None, /) -> None:
        """Wait so many seconds for the other side, or for ever."""
        self._timeout_s = value

    def sendall(self, data: bytes, /) -> None:
        """Send bytes, in as many messages as they need."""
        for start in range(0, len(data), MOST_IN_A_MESSAGE):
            self._messages.send_bytes(data[start : start + MOST_IN_A_MESSAGE])

    def shutdown(self, _how: int, /) -> None:
        """Do nothing: a channel of messages has no end of one side alone."""

    def makefile(self, _mode: Literal["rb"], /) -> io.BufferedReader:
        """A stream of what the other side says."""
        return io.BufferedReader(_Incoming(self))

    def read_some(self, most: int) -> bytes:
        """Wait for bytes, and return at most so many; none at the end."""
        if not self._waiting:
            try:
                if not self._messages.poll(self._timeout_s):
                    raise TimeoutError
                self._waiting = memoryview(self._messages.recv_bytes(MOST_IN_A_MESSAGE))
            except (EOFError, BrokenPipeError):  # Windows tells the end of a pipe while waiting for it already
                return b""
        piece, self._waiting = self._waiting[:most], self._waiting[most:]
        return bytes(piece)

    def close(self) -> None:
        """End it."""
        self._messages.close()

    def __enter__(self) -> MessageConnection:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()


class _Incoming(io.RawIOBase):
    def __init__(self, connection: MessageConnection) -> None:
        super().__init__()
        self._connection = connection

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._connection.read_some(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

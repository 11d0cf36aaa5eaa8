"""Named pipes of Windows that one user alone may open, and that nobody else can pretend to be.

A pipe is made with its user as its owner and as the only one with any right to it; programs of other computers are
refused. Whoever connects compares the owner with its own user first, because any user may make a pipe of any name.
"""

from __future__ import annotations

import hashlib
import io
import os
import sys
from pathlib import Path
from typing import Literal

from app.domain.streams import ReadOnlyStream

PREFIX = r"\\.\pipe\bayleaf-"


def pipe_name(path: Path) -> str:
    """The name of the pipe that stands for a path in the meeting place."""
    return PREFIX + hashlib.blake2b(os.fsencode(os.path.normcase(path)), digest_size=16).hexdigest()


def only_for(user: str) -> str:
    """The rights of a pipe that one user owns and nobody else may open, as Windows writes them."""
    return f"O:{user}G:{user}D:P(A;;GA;;;{user})"


if sys.platform == "win32":
    import _winapi
    import ctypes
    from ctypes import wintypes
    from multiprocessing.connection import PipeConnection as Messages

    TOKEN_QUERY, TOKEN_USER, OWNER_INFORMATION, OF_KERNEL = 0x8, 1, 0x1, 6
    REJECT_REMOTE_CLIENTS, NAMELESS_TO_THE_OTHER_SIDE = 0x8, 0x100000
    BUFFER_BYTES, BUSY_MS, SDDL_REVISION = 1 << 16, 5_000, 1
    SYSTEM = ctypes.WinDLL("kernel32", use_last_error=True)
    SAFETY = ctypes.WinDLL("advapi32", use_last_error=True)

    class SecurityAttributes(ctypes.Structure):
        """The rights that something new is made with."""

        _fields_ = (
            ("nLength", wintypes.DWORD),
            ("lpSecurityDescriptor", ctypes.c_void_p),
            ("bInheritHandle", wintypes.BOOL),
        )

    class PipeListener:
        """A pipe at which programs of its user come in, each by an instance of its own."""

        def __init__(self, name: str, timeout_s: float) -> None:
            self._name, self._timeout_ms = name, round(1000 * timeout_s)
            self._handle = new_instance(name, is_first=True)
            self._coming: _winapi.Overlapped | None = None

        def accept(self) -> tuple[MessageConnection, None]:
            """Wait for a client; TimeoutError where none has come in time."""
            if self._coming is None:
                try:
                    self._coming = _winapi.ConnectNamedPipe(self._handle, overlapped=True)
                except OSError:  # one came and went
                    self._renew()
                    raise
            if _winapi.WaitForMultipleObjects([self._coming.event], False, self._timeout_ms) == _winapi.WAIT_TIMEOUT:
                raise TimeoutError
            self._coming.GetOverlappedResult(True)
            return MessageConnection(Messages(self._renew(closes=False))), None

        def _renew(self, *, closes: bool = True) -> int:
            handle, self._coming = self._handle, None
            self._handle = new_instance(self._name, is_first=False)
            if closes:
                _winapi.CloseHandle(handle)
            return handle

        def close(self) -> None:
            """Let nobody in any more."""
            if self._coming is not None:
                self._coming.cancel()
            _winapi.CloseHandle(self._handle)

    def new_instance(name: str, *, is_first: bool) -> int:
        """Make a pipe, or one more end of it; making one that somebody has made is an error."""
        rights = ctypes.c_void_p()
        _done(
            SAFETY.ConvertStringSecurityDescriptorToSecurityDescriptorW(
                ctypes.c_wchar_p(only_for(own_user())), SDDL_REVISION, ctypes.byref(rights), None
            )
        )
        attributes = SecurityAttributes(ctypes.sizeof(SecurityAttributes), rights.value, False)
        flags = _winapi.PIPE_ACCESS_DUPLEX | _winapi.FILE_FLAG_OVERLAPPED
        how = _winapi.PIPE_TYPE_MESSAGE | _winapi.PIPE_READMODE_MESSAGE | _winapi.PIPE_WAIT | REJECT_REMOTE_CLIENTS
        try:
            return _winapi.CreateNamedPipe(
                name, flags | (_winapi.FILE_FLAG_FIRST_PIPE_INSTANCE if is_first else 0), how,
                _winapi.PIPE_UNLIMITED_INSTANCES, BUFFER_BYTES, BUFFER_BYTES, 0, ctypes.addressof(attributes),
            )  # fmt: skip
        finally:
            SYSTEM.LocalFree(rights)

    def connected_pipe(name: str, timeout_s: float) -> MessageConnection | None:
        """Connect to a pipe; None where there is none, or where it is not ours."""
        handle = _opened(name) or (_opened(name) if _is_free_soon(name) else None)
        if handle is None:
            return None
        if owner_of(handle) != own_user():
            _winapi.CloseHandle(handle)
            return None
        _winapi.SetNamedPipeHandleState(handle, _winapi.PIPE_READMODE_MESSAGE, None, None)
        return MessageConnection(Messages(handle), timeout_s)

    def _opened(name: str) -> int | None:
        access = _winapi.GENERIC_READ | _winapi.GENERIC_WRITE
        flags = _winapi.FILE_FLAG_OVERLAPPED | NAMELESS_TO_THE_OTHER_SIDE
        try:
            return _winapi.CreateFile(name, access, 0, _winapi.NULL, _winapi.OPEN_EXISTING, flags, _winapi.NULL)
        except OSError:
            return None

    def _is_free_soon(name: str) -> bool:
        try:
            _winapi.WaitNamedPipe(name, BUSY_MS)
        except OSError:  # there is none, or it is busy for too long
            return False
        return True

    def own_user() -> str:
        """The identifier of whoever runs this process."""
        token, n_bytes, found = wintypes.HANDLE(), wintypes.DWORD(), ctypes.create_string_buffer(256)
        process = wintypes.HANDLE(_winapi.GetCurrentProcess())
        _done(SAFETY.OpenProcessToken(process, TOKEN_QUERY, ctypes.byref(token)))
        try:
            _done(SAFETY.GetTokenInformation(token, TOKEN_USER, found, len(found), ctypes.byref(n_bytes)))
        finally:
            SYSTEM.CloseHandle(token)
        return _written(ctypes.c_void_p.from_buffer(found))

    def owner_of(handle: int) -> str:
        """The identifier of whoever made an object."""
        owner, rights = ctypes.c_void_p(), ctypes.c_void_p()
        failed = SAFETY.GetSecurityInfo(
            wintypes.HANDLE(handle), OF_KERNEL, OWNER_INFORMATION, ctypes.byref(owner), None, None, None,
            ctypes.byref(rights),
        )  # fmt: skip
        if failed:
            return ""
        try:
            return _written(owner)
        finally:
            SYSTEM.LocalFree(rights)

    def _written(identifier: ctypes.c_void_p) -> str:
        text = ctypes.c_wchar_p()
        _done(SAFETY.ConvertSidToStringSidW(identifier, ctypes.byref(text)))
        try:
            return text.value or ""
        finally:
            SYSTEM.LocalFree(text)

    def _done(answer: int) -> None:
        if not answer:
            raise ctypes.WinError(ctypes.get_last_error())

else:
    from multiprocessing.connection import Connection as Messages

MOST_IN_A_MESSAGE = 1 << 20


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


class _Incoming(ReadOnlyStream):
    def __init__(self, connection: MessageConnection) -> None:
        super().__init__()
        self._connection = connection

    def take(self, n_bytes: int) -> bytes:
        """Wait for what the other side says."""
        return self._connection.read_some(n_bytes)

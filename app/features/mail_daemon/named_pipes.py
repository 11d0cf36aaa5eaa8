"""Windows named pipes that only one user can open, with a check that another user did not create the pipe.

A pipe is created with its user as owner and as the only one with access; remote clients are rejected. A client first
compares the owner of the pipe with its own user, because any user may create a pipe of any name.
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
    """Return the name of the pipe that replaces a Unix socket with this path on Windows."""
    return PREFIX + hashlib.blake2b(os.fsencode(os.path.normcase(path)), digest_size=16).hexdigest()


def owner_only_sddl(user: str) -> str:
    """Return the security descriptor, as an SDDL string, of a pipe that only `user` (a SID) may open."""
    return f"O:{user}G:{user}D:P(A;;GA;;;{user})"


if sys.platform == "win32":
    import _winapi
    import ctypes
    from ctypes import wintypes
    from multiprocessing.connection import PipeConnection as Messages

    TOKEN_QUERY, TOKEN_USER, OWNER_INFORMATION, OF_KERNEL = 0x8, 1, 0x1, 6
    REJECT_REMOTE_CLIENTS, NAMELESS_TO_THE_OTHER_SIDE = 0x8, 0x100000
    BUFFER_BYTES, BUSY_MS, SDDL_REVISION = 1 << 16, 5_000, 1
    KERNEL32 = ctypes.WinDLL("kernel32", use_last_error=True)
    ADVAPI32 = ctypes.WinDLL("advapi32", use_last_error=True)

    class SecurityAttributes(ctypes.Structure):
        """The Windows structure SECURITY_ATTRIBUTES."""

        _fields_ = (
            ("nLength", wintypes.DWORD),
            ("lpSecurityDescriptor", ctypes.c_void_p),
            ("bInheritHandle", wintypes.BOOL),
        )

    class PipeListener:
        """A listening pipe; each client gets its own instance."""

        def __init__(self, name: str, timeout_s: float) -> None:
            self._name, self._timeout_ms = name, round(1000 * timeout_s)
            self._handle = create_pipe_instance(name, is_first=True)
            self._pending: _winapi.Overlapped | None = None

        def accept(self) -> tuple[MessageConnection, None]:
            """Wait for a client and return its connection.

            Raises:
                TimeoutError: No client came in time.
            """
            if self._pending is None:
                try:
                    self._pending = _winapi.ConnectNamedPipe(self._handle, overlapped=True)
                except OSError:  # a client connected and closed again
                    self._renew()
                    raise
            if _winapi.WaitForMultipleObjects([self._pending.event], False, self._timeout_ms) == _winapi.WAIT_TIMEOUT:
                raise TimeoutError
            self._pending.GetOverlappedResult(True)
            return MessageConnection(Messages(self._renew(closes=False))), None

        def _renew(self, *, closes: bool = True) -> int:
            handle, self._pending = self._handle, None
            self._handle = create_pipe_instance(self._name, is_first=False)
            if closes:
                _winapi.CloseHandle(handle)
            return handle

        def close(self) -> None:
            """Stop listening."""
            if self._pending is not None:
                self._pending.cancel()
            _winapi.CloseHandle(self._handle)

    def create_pipe_instance(name: str, *, is_first: bool) -> int:
        """Create a pipe (`is_first`), or another instance of it for the next client.

        Raises:
            OSError: `is_first`, and a pipe of that name exists.
        """
        rights = ctypes.c_void_p()
        _check(
            ADVAPI32.ConvertStringSecurityDescriptorToSecurityDescriptorW(
                ctypes.c_wchar_p(owner_only_sddl(own_sid())), SDDL_REVISION, ctypes.byref(rights), None
            )
        )
        attributes = SecurityAttributes(ctypes.sizeof(SecurityAttributes), rights.value, False)
        flags = _winapi.PIPE_ACCESS_DUPLEX | _winapi.FILE_FLAG_OVERLAPPED
        mode = _winapi.PIPE_TYPE_MESSAGE | _winapi.PIPE_READMODE_MESSAGE | _winapi.PIPE_WAIT | REJECT_REMOTE_CLIENTS
        try:
            return _winapi.CreateNamedPipe(
                name, flags | (_winapi.FILE_FLAG_FIRST_PIPE_INSTANCE if is_first else 0), mode,
                _winapi.PIPE_UNLIMITED_INSTANCES, BUFFER_BYTES, BUFFER_BYTES, 0, ctypes.addressof(attributes),
            )  # fmt: skip
        finally:
            KERNEL32.LocalFree(rights)

    def connect_pipe(name: str, timeout_s: float) -> MessageConnection | None:
        """Connect to a pipe; None if there is none or its owner is another user."""
        handle = _open_pipe(name) or (_open_pipe(name) if _is_free_soon(name) else None)
        if handle is None:
            return None
        if owner_sid(handle) != own_sid():
            _winapi.CloseHandle(handle)
            return None
        _winapi.SetNamedPipeHandleState(handle, _winapi.PIPE_READMODE_MESSAGE, None, None)
        return MessageConnection(Messages(handle), timeout_s)

    def _open_pipe(name: str) -> int | None:
        access = _winapi.GENERIC_READ | _winapi.GENERIC_WRITE
        flags = _winapi.FILE_FLAG_OVERLAPPED | NAMELESS_TO_THE_OTHER_SIDE
        try:
            return _winapi.CreateFile(name, access, 0, _winapi.NULL, _winapi.OPEN_EXISTING, flags, _winapi.NULL)
        except OSError:
            return None

    def _is_free_soon(name: str) -> bool:
        try:
            _winapi.WaitNamedPipe(name, BUSY_MS)
        except OSError:  # no such pipe, or all instances are busy
            return False
        return True

    def own_sid() -> str:
        """Return the SID of the user of this process."""
        token, n_bytes, buffer = wintypes.HANDLE(), wintypes.DWORD(), ctypes.create_string_buffer(256)
        process = wintypes.HANDLE(_winapi.GetCurrentProcess())
        _check(ADVAPI32.OpenProcessToken(process, TOKEN_QUERY, ctypes.byref(token)))
        try:
            _check(ADVAPI32.GetTokenInformation(token, TOKEN_USER, buffer, len(buffer), ctypes.byref(n_bytes)))
        finally:
            KERNEL32.CloseHandle(token)
        return _sid_text(ctypes.c_void_p.from_buffer(buffer))

    def owner_sid(handle: int) -> str:
        """Return the SID of the owner of a kernel object; empty if it cannot be read."""
        owner, rights = ctypes.c_void_p(), ctypes.c_void_p()
        failed = ADVAPI32.GetSecurityInfo(
            wintypes.HANDLE(handle), OF_KERNEL, OWNER_INFORMATION, ctypes.byref(owner), None, None, None,
            ctypes.byref(rights),
        )  # fmt: skip
        if failed:
            return ""
        try:
            return _sid_text(owner)
        finally:
            KERNEL32.LocalFree(rights)

    def _sid_text(identifier: ctypes.c_void_p) -> str:
        text = ctypes.c_wchar_p()
        _check(ADVAPI32.ConvertSidToStringSidW(identifier, ctypes.byref(text)))
        try:
            return text.value or ""
        finally:
            KERNEL32.LocalFree(text)

    def _check(answer: int) -> None:
        if not answer:
            raise ctypes.WinError(ctypes.get_last_error())

else:
    from multiprocessing.connection import Connection as Messages

MAX_MESSAGE_BYTES = 1 << 20


class MessageConnection:
    """A byte stream over a channel of messages. It has the methods of a socket that the daemon uses."""

    def __init__(self, messages: Messages, timeout_s: float | None = None) -> None:
        self._messages, self._timeout_s = messages, timeout_s
        self._waiting = memoryview(b"")

    def settimeout(self, value: float | None, /) -> None:
        """Set the timeout for reading, in seconds; None to wait without limit."""
        self._timeout_s = value

    def sendall(self, data: bytes | memoryview, /) -> None:
        """Send bytes, split into messages."""
        for start in range(0, len(data), MAX_MESSAGE_BYTES):
            self._messages.send_bytes(data[start : start + MAX_MESSAGE_BYTES])

    def shutdown(self, _how: int, /) -> None:
        """Do nothing, because a pipe cannot be closed in one direction only."""

    def makefile(self, _mode: Literal["rb"], /) -> io.BufferedReader:
        """Return a stream for reading."""
        return io.BufferedReader(_IncomingStream(self))

    def read_at_most(self, most: int) -> bytes:
        """Wait for data and return at most `most` bytes; b"" at the end of the stream."""
        if not self._waiting:
            try:
                if not self._messages.poll(self._timeout_s):
                    raise TimeoutError
                self._waiting = memoryview(self._messages.recv_bytes(MAX_MESSAGE_BYTES))
            except (EOFError, BrokenPipeError):  # on Windows, poll raises this already
                return b""
        piece, self._waiting = self._waiting[:most], self._waiting[most:]
        return bytes(piece)

    def close(self) -> None:
        """Close the channel."""
        self._messages.close()


class _IncomingStream(ReadOnlyStream):
    def __init__(self, connection: MessageConnection) -> None:
        super().__init__()
        self._connection = connection

    def take(self, n_bytes: int) -> bytes:
        """Read at most `n_bytes`."""
        return self._connection.read_at_most(n_bytes)

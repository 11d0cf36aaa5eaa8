"""The stream below the IMAP library, with limits on the time and size of each answer.

The library itself reads lines and literals of any length. Here the whole answer to a command must arrive before a
deadline and within a number of bytes, however slowly it is sent.
"""

from __future__ import annotations

import imaplib
import os
import socket
import ssl
import time
from dataclasses import dataclass
from typing import Any

from imapclient import IMAPClient
from imapclient.imap_utf7 import decode, encode

LONGEST_LINE = 1 << 20
PIECE = 1 << 16
SLOWEST_BYTES_A_SECOND = 100_000


@dataclass(frozen=True, slots=True)
class Address:
    """Host, port and kind of encryption of a server."""

    host: str
    port: int = 993
    uses_starttls: bool = False
    ca_file: str = ""
    """Certificates to trust instead of the system's."""

    @property
    def where(self) -> str:
        """Return host and port for display."""
        return f"{self.host}:{self.port}"


class AnswerTimeout(Exception):
    """The answer did not arrive in time."""


class AnswerTooLarge(Exception):
    """The answer is larger than requested."""


class BoundedIMAP(imaplib.IMAP4):
    """A connection of the standard library with limits. TLS starts at once, or with STARTTLS."""

    def __init__(self, host: str, port: int, tls: ssl.SSLContext | None, answer_s: float) -> None:
        self._tls, self._connect_s = tls, answer_s
        self._buffer = bytearray()
        self.set_limits(answer_s, LONGEST_LINE)
        super().__init__(host, port)

    def set_limits(self, silence_s: float, n_bytes: int) -> None:
        """Set the limits of the next answer: seconds of silence, and bytes.

        A larger limit in bytes allows more time.
        """
        self._silence_s, self._n_left = silence_s, n_bytes
        self.limit_s = silence_s + n_bytes / SLOWEST_BYTES_A_SECOND
        self._ends_s = time.monotonic() + self.limit_s

    def open(self, host: str = "", port: int = 143, timeout: float | None = None) -> None:
        """Connect, without the library's own buffered reader."""
        self.host, self.port = host, port
        self.sock = self._create_socket(timeout)

    def _create_socket(self, _timeout: float | None = None) -> socket.socket:
        plain = socket.create_connection((self.host, self.port), self._connect_s)
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if self._tls is None:
            return plain
        try:
            return self._tls.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise

    def starttls(self, ssl_context: ssl.SSLContext | None = None) -> tuple[str, list[bytes]]:  # type: ignore[override]
        """Start TLS. Data that arrived before it in plain text is discarded, because anybody may have sent it."""
        status, answer = self._simple_command("STARTTLS")  # refused by the library where the server is past its login
        if status != "OK" or ssl_context is None:
            raise self.abort("STARTTLS refused")
        self._buffer.clear()
        self.sock = ssl_context.wrap_socket(self.sock, server_hostname=self.host)
        self._tls_established = True
        self._get_capabilities()
        return status, answer

    def send(self, data: bytes) -> None:  # type: ignore[override]
        """Send data within the time limit."""
        self.sock.settimeout(self._left_s())
        try:
            self.sock.sendall(data)
        except TimeoutError as error:
            raise AnswerTimeout from error

    def read(self, size: int) -> bytes:
        """Read a literal; raise at once if it is larger than requested."""
        if size > self._n_left + len(self._buffer):
            raise AnswerTooLarge
        while len(self._buffer) < size:
            self._fill(self._left_s())
        return self._take_buffered(size)

    def readline(self) -> bytes:
        """Read a line."""
        return self._line(None) or b""

    def wait_for_line(self, seconds: float) -> bytes | None:
        """Return the next line; None if no complete line arrives in this time."""
        return self._line(time.monotonic() + seconds)

    def _line(self, patient_until_s: float | None) -> bytes | None:
        seen = 0
        while (end := self._buffer.find(b"\n", seen)) < 0:
            seen = len(self._buffer)
            if seen > LONGEST_LINE:
                raise AnswerTooLarge
            if patient_until_s is None:
                self._fill(self._left_s())
            elif not self._try_fill(patient_until_s - time.monotonic()):
                return None
        return self._take_buffered(end + 1)

    def _try_fill(self, seconds: float) -> bool:
        try:
            self._fill(max(seconds, 0.001))
        except AnswerTimeout:
            return False
        return True

    def _fill(self, seconds: float) -> None:
        self.sock.settimeout(seconds)
        try:
            piece = self.sock.recv(PIECE)
        except (TimeoutError, ssl.SSLWantReadError) as error:
            raise AnswerTimeout from error
        if not piece:
            raise ConnectionResetError("it was closed")
        self._n_left -= len(piece)
        if self._n_left < 0:
            raise AnswerTooLarge
        self._buffer += piece

    def _left_s(self) -> float:
        left_s = self._ends_s - time.monotonic()
        if left_s <= 0:
            raise AnswerTimeout
        return min(left_s, self._silence_s)

    def _take_buffered(self, size: int) -> bytes:
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def shutdown(self) -> None:
        """Close without waiting for the server."""
        self.sock.close()


class Client(IMAPClient):
    """IMAPClient over the stream with limits."""

    def __init__(self, address: Address, tls: ssl.SSLContext, answer_s: float) -> None:
        self._direct_tls = None if address.uses_starttls else tls
        self._answer_s = answer_s
        self.raw_names: dict[str, bytes] = {}
        """Names of folders as the server lists them, which may be raw UTF-8 or no modified UTF-7."""
        super().__init__(address.host, address.port, ssl=not address.uses_starttls, ssl_context=tls)
        self.folder_encode = False
        self._imap.debug = 0  # the library would write each line for its log

    def _create_IMAP4(self) -> BoundedIMAP:  # noqa: N802 - named by the library
        return BoundedIMAP(self.host, self.port, self._direct_tls, self._answer_s)

    def _set_read_timeout(self) -> None:
        """Do nothing: the stream has its own time limits."""

    def _normalise_folder(self, folder_name: str) -> bytes:
        raw: bytes = self.raw_names.get(folder_name, encode(folder_name))
        return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'

    def _proc_folder_list(self, folder_data: list[Any]) -> list[tuple[Any, Any, str]]:
        found = [
            (flags, sign, name if isinstance(name, bytes) else str(name).encode())
            for flags, sign, name in super()._proc_folder_list(folder_data)
        ]
        self.raw_names = {_name_of(raw): raw for _, _, raw in found}
        return [(flags, sign, _name_of(raw)) for flags, sign, raw in found]

    def begin_tls(self, tls: ssl.SSLContext) -> None:
        """Start TLS on the stream, and ask for the server's capabilities again."""
        if "STARTTLS" not in self._imap.capabilities:
            raise imaplib.IMAP4.error("STARTTLS is not offered")
        self._imap.starttls(tls)
        self._starttls_done = True

    @property
    def bounded(self) -> BoundedIMAP:
        """Return the stream."""
        stream: BoundedIMAP = self._imap
        return stream


def _name_of(raw: bytes) -> str:
    """Return the displayed name of a folder: decoded from modified UTF-7, or unchanged if it is not valid."""
    try:
        answer = decode(raw)
        if encode(answer) == raw:
            return str(answer)
    except ValueError:
        pass
    return raw.decode("utf-8", "backslashreplace")


BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
           "/etc/ssl/cert.pem")  # fmt: skip
"""Paths of the systems' certificate bundles. The library of a packaged program knows one path only."""


def make_tls_context(ca_file: str = "") -> ssl.SSLContext:
    """Return the TLS context. Certificates and host names are always verified."""
    usual = ssl.get_default_verify_paths()
    if not (ca_file or usual.cafile or usual.capath):
        ca_file = next(filter(os.path.isfile, BUNDLES), "")
    context = ssl.create_default_context(cafile=ca_file or None)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context

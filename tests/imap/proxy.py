"""A line between a client and a server that delays, cuts, or changes words, as a bad network or an attacker would."""

from __future__ import annotations

import contextlib
import re
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.imap.servers import free_port

PIECE = 1 << 14
LITERAL = re.compile(rb"\{(\d+)\}\r\n")
Change = Callable[[bytes], bytes]


class Cut(OSError):
    """The line is cut after these last bytes."""

    def __init__(self, last: bytes) -> None:
        super().__init__("cut")
        self.last = last


@dataclass
class Line:
    """The line, as a test can disturb it."""

    port: int
    cut_after_bytes: int | None = None
    """From the server; the connection is cut there, in the middle of whatever it is."""
    cuts_literals: bool = False
    """The connection is cut in the middle of the next literal from the server; only where the line has the TLS."""
    delay_s: float = 0.0
    is_silent: bool = False
    """Nothing gets through any more, and nobody is told."""
    from_server: Change = field(default=lambda piece: piece)
    from_client: Change = field(default=lambda piece: piece)
    n_connections: int = 0
    cuts: list[socket.socket] = field(default_factory=list)

    def cut(self) -> None:
        """Cut all that is connected."""
        for each in self.cuts:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self.cuts.clear()

    def heal(self) -> None:
        """Be a good line again; what is connected and was silent is cut."""
        self.cut_after_bytes, self.cuts_literals, self.delay_s, self.is_silent = None, False, 0.0, False
        self.cut()

    def wires(self) -> tuple[Change, Change]:
        """Return how pieces are carried from a client and from the server, on one connection."""
        n_bytes = 0

        def from_client(piece: bytes) -> bytes:
            time.sleep(self.delay_s)
            return b"" if self.is_silent else self.from_client(piece)

        def from_server(piece: bytes) -> bytes:
            nonlocal n_bytes
            time.sleep(self.delay_s)
            if self.is_silent:
                return b""
            piece = self.from_server(piece)
            if self.cuts_literals and (found := LITERAL.search(piece)):
                self.cuts_literals = False
                raise Cut(piece[: found.end() + int(found[1]) // 2])
            n_bytes += len(piece)
            if self.cut_after_bytes is not None and n_bytes >= self.cut_after_bytes:
                raise Cut(piece[: max(len(piece) - (n_bytes - self.cut_after_bytes), 0)])
            return piece

        return from_client, from_server


def carry(
    client: socket.socket, server: socket.socket, stopping: threading.Event, wires: tuple[Change, Change] | None = None
) -> None:
    """Be between two until one of them ends it."""
    from_client, from_server = wires or (bytes, bytes)
    if isinstance(client, ssl.SSLSocket) and client.pending() and not _carried(client, server, from_client):
        return  # what came with the login was said already, and no socket tells of it any more
    with selectors.DefaultSelector() as selector:
        selector.register(client, selectors.EVENT_READ, (client, server, from_client))
        selector.register(server, selectors.EVENT_READ, (server, client, from_server))
        while not stopping.is_set():
            for key, _ in selector.select(0.1):
                if not _carried(*key.data):
                    return


def _carried(source: socket.socket, target: socket.socket, change: Change) -> bool:
    """Carry what has come, with what TLS holds back; tell whether there may be more."""
    while True:
        piece = source.recv(PIECE)
        if not piece:
            return False
        try:
            target.sendall(change(piece))
        except Cut as cut:
            target.sendall(cut.last)
            return False
        if not isinstance(source, ssl.SSLSocket) or not source.pending():
            return True


def server_tls(certificate: Path) -> ssl.SSLContext:
    """Return the TLS of a server with a certificate, whose key lies beside it."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, certificate.with_name("server.key"))
    return tls


@contextlib.contextmanager
def accepting(
    port: int, stopping: threading.Event, serve: Callable[[socket.socket], None], tls: ssl.SSLContext | None = None
) -> Iterator[None]:
    """Serve each client in a thread of its own until the block ends."""
    listener = socket.create_server(("127.0.0.1", port))
    listener.settimeout(0.1)
    threads: list[threading.Thread] = []

    def one(plain: socket.socket) -> None:
        with contextlib.suppress(OSError), plain:
            plain.settimeout(60)
            with plain if tls is None else tls.wrap_socket(plain, server_side=True) as client:
                serve(client)

    def accept() -> None:
        while not stopping.is_set():
            with contextlib.suppress(TimeoutError):
                threads.append(threading.Thread(target=one, args=(listener.accept()[0],)))
                threads[-1].start()

    first = threading.Thread(target=accept)
    first.start()
    try:
        yield
    finally:
        stopping.set()
        first.join()
        listener.close()
        for thread in threads:
            thread.join()


@contextlib.contextmanager
def line_to(port: int, certificate: Path | None = None) -> Iterator[Line]:
    """Put a line before a server; with a certificate the line has the TLS, and sees all that is said."""
    line, stopping = Line(free_port()), threading.Event()

    def serve(client: socket.socket) -> None:
        line.n_connections += 1
        with socket.create_connection(("127.0.0.1", port)) as server:
            line.cuts += [client, server]
            carry(client, server, stopping, line.wires())

    with accepting(line.port, stopping, serve, None if certificate is None else server_tls(certificate)):
        yield line

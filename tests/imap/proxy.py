"""A line between a client and a server that delays, cuts, or takes words out, as a bad network or an attacker would."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.imap.servers import free_port

PIECE = 4096
Change = Callable[[bytes], bytes]


@dataclass
class Line:
    """The line, as a test can disturb it."""

    port: int
    cut_after_bytes: int | None = None
    """From the server; the connection is cut there, in the middle of whatever it is."""
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


@contextlib.contextmanager
def line_to(port: int) -> Iterator[Line]:
    """Put a line before a server."""
    line = Line(free_port())
    stopping = threading.Event()
    listener = socket.create_server(("127.0.0.1", line.port))
    listener.settimeout(0.1)
    threads: list[threading.Thread] = []

    def accept() -> None:
        while not stopping.is_set():
            try:
                client, _ = listener.accept()
            except TimeoutError:
                continue
            line.n_connections += 1
            thread = threading.Thread(target=_carry, args=(line, client, port, stopping))
            threads.append(thread)
            thread.start()

    accepting = threading.Thread(target=accept)
    accepting.start()
    try:
        yield line
    finally:
        stopping.set()
        accepting.join()
        listener.close()
        for thread in threads:
            thread.join()


def _carry(line: Line, client: socket.socket, port: int, stopping: threading.Event) -> None:
    with client, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)) as server:
        _carry_between(line, client, server, stopping)


def _carry_between(line: Line, client: socket.socket, server: socket.socket, stopping: threading.Event) -> None:
    with selectors.DefaultSelector() as selector:
        line.cuts += [client, server]
        selector.register(client, selectors.EVENT_READ)
        selector.register(server, selectors.EVENT_READ)
        n_bytes = 0
        with contextlib.suppress(OSError):
            while not stopping.is_set():
                for key, _ in selector.select(0.1):
                    piece = key.fileobj.recv(PIECE)  # type: ignore[union-attr]
                    if not piece:
                        return
                    if line.is_silent:
                        continue
                    time.sleep(line.delay_s)
                    if key.fileobj is client:
                        server.sendall(line.from_client(piece))
                        continue
                    piece = line.from_server(piece)
                    n_bytes += len(piece)
                    if line.cut_after_bytes is not None and n_bytes >= line.cut_after_bytes:
                        client.sendall(piece[: max(len(piece) - (n_bytes - line.cut_after_bytes), 0)])
                        return
                    client.sendall(piece)

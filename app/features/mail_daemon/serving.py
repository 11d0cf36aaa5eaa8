"""Serve a workspace until stopped or idle: by JSON lines, spamd's protocol and, if wanted, as a milter.

Each connection has a thread, and each request has a deadline; the number of connections is limited. A faulty client
affects only its own connection.
"""

from __future__ import annotations

import io
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from app.domain.errors import AppError, MailDaemonError, StoreError
from app.features.mail_daemon import json_lines, spamd_protocol
from app.features.mail_daemon.daemon import KEPT_READERS, MAX_TICKETS, JudgeLog, MailJudge, MailReaders
from app.features.mail_daemon.milter import ByteBudget, Conversation, JudgesOfRecipients, ProtocolViolation, read_packet
from app.features.mail_daemon.sockets import (
    HAS_SOCKETS,
    Connection,
    DaemonPaths,
    Listener,
    create_daemon_folder,
    hold_lock,
    listen_on,
    share_socket,
)
from app.store.workspace import Session

logger = logging.getLogger(__name__)

MAX_CONNECTIONS = 64
"""Maximum number of connections per socket. So clients of one socket cannot take the connections of another socket."""
MAX_MILTER_CONNECTIONS = 256
"""Maximum number of connections to the milter.

A mail server keeps a connection for each mail that it is receiving; Postfix receives up to 100 at once.
"""
REQUEST_TIMEOUT_S = 30.0
"""Seconds in which a whole request must arrive, plus one second for each MIN_BYTES_PER_S bytes that have arrived.

It is also the timeout for sending a part of an answer.
"""
MIN_BYTES_PER_S = 64 << 10
"""Minimum rate at which a large request must arrive. A mail of 30 MB may take eight minutes."""
FREE_BYTES = 1 << 20
"""Size of a request for which no memory is reserved, and by which reservations grow."""
IDLE_S = 600.0
"""Timeout for a client that sends no new request. Our own clients connect again for their next request."""
ACCEPT_TIMEOUT_S = 0.5
DRAIN_S = 2.0
SENDING_GRACE_S = 1.0
"""Time that a client has to receive an answer before it may be disconnected in favour of a new client."""
LINE_PIECE_BYTES = 1 << 16
LAST_ANSWERS_S = 2.0
ServeConnection = Callable[[MailJudge, Connection], None]


class Wait(NamedTuple):
    """A wait of a thread for its client. The smallest wait is that of the client that is disconnected first for a new
    client.
    """

    is_in_request: bool
    """False if the client has sent no unfinished request."""
    since_s: float
    """Time when the request or the silence began. For a large request it is later, by the time that its bytes
    may take.
    """


class ConnectionPool:
    """The open connections of one socket, at most `max_open`, each with its own thread."""

    def __init__(self, max_open: int = MAX_CONNECTIONS) -> None:
        self._max_open = max_open
        self._n_open, self._last_s, self._lock = 0, time.monotonic(), threading.Lock()
        self._is_closing = False
        self._waits: dict[Connection, Wait] = {}
        """The connections whose threads wait for the client."""

    def serve_in_thread(self, connection: Connection, serve: Callable[[Connection], None]) -> None:
        """Serve a client in a thread of its own.

        If the pool is full, another client is disconnected: the one that has been idle longest; if none is idle, the
        one whose unfinished request is oldest. If all requests are complete and are being answered, the new client is
        refused.
        """
        with self._lock:
            if self._n_open >= self._max_open and not self._disconnect_one():
                connection.close()
                return
            self._n_open += 1
        threading.Thread(target=self._serve, args=(connection, serve), daemon=True, name="judge client").start()

    @contextmanager
    def mark_waiting(self, connection: Connection, wait: Wait) -> Iterator[None]:
        """Mark that a thread waits for its client during the `with` block. Then the pool may disconnect this client."""
        with self._lock:
            self._waits[connection] = wait
            if self._is_closing:
                self._disconnect_one(only_idle=True)
        try:
            yield
        finally:
            with self._lock:
                self._waits.pop(connection, None)

    def idle_s(self) -> float:
        """Return the number of seconds for which no connection has been open; 0 while a connection is open."""
        with self._lock:
            return 0.0 if self._n_open else time.monotonic() - self._last_s

    def wait_until_closed(self, timeout_s: float) -> None:
        """Wait until all connections are closed, at most `timeout_s`."""
        ends_s = time.monotonic() + timeout_s
        while self.idle_s() == 0.0 and time.monotonic() < ends_s:
            time.sleep(0.02)

    def disconnect_idle(self) -> None:
        """Disconnect all idle clients, and from now on every client that becomes idle."""
        with self._lock:
            self._is_closing = True
            while self._disconnect_one(only_idle=True):
                pass

    def _disconnect_one(self, *, only_idle: bool = False) -> bool:
        """Disconnect the client with the smallest `Wait`. Return False if there is none.

        A client of a named pipe is not disconnected, because the thread that reads the pipe cannot be woken.
        """
        now_s = time.monotonic()
        candidates = [
            (wait, connection)
            for connection, wait in self._waits.items()
            if isinstance(connection, socket.socket)
            and wait.since_s <= now_s
            and not (only_idle and wait.is_in_request)
        ]
        if not candidates:
            return False
        _, connection = min(candidates, key=lambda candidate: candidate[0])
        del self._waits[connection]
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        return True

    def _serve(self, connection: Connection, serve: Callable[[Connection], None]) -> None:
        try:
            with closing(connection):
                serve(connection)
        except OSError:  # the client is gone, or too slow
            return
        finally:
            with self._lock:
                self._n_open -= 1
                self._last_s = time.monotonic()


class ClientStream(io.RawIOBase):
    """The bytes that a client sends, read within deadlines. While a thread waits for them, the pool may disconnect the
    client.
    """

    def __init__(self, connection: Connection, pool: ConnectionPool, budget: ByteBudget | None = None) -> None:
        """`budget` limits the memory that the requests of all clients take. Without it, there is no limit here."""
        super().__init__()
        self._connection, self._pool = connection, pool
        self._budget, self._n_arrived, self._n_reserved = budget, 0, 0
        self._source = connection.makefile("rb").detach()
        self._is_in_request, self._since_s = True, time.monotonic()
        self._ends_s = self._since_s + REQUEST_TIMEOUT_S

    def expect(self, timeout_s: float, *, is_idle: bool) -> None:
        """Set the timeout for the next bytes. `is_idle` is true if the client has sent no unfinished request."""
        now_s = time.monotonic()
        self._ends_s = now_s + timeout_s
        if is_idle:
            self._is_in_request, self._since_s = False, now_s
            self._release_memory()

    def begin_request(self) -> None:
        """Start the deadline of a request, or of a further part of it."""
        now_s = time.monotonic()
        self._ends_s = now_s + REQUEST_TIMEOUT_S
        if not self._is_in_request:
            self._is_in_request, self._since_s = True, now_s

    def readable(self) -> bool:
        """Return True; `io.BufferedReader` requires it."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # typeshed asks for a Buffer
        """Read bytes into `buffer` and return their number.

        Raises:
            TimeoutError: The request has not arrived by its deadline.
            MailDaemonError: The requests of all clients take too much memory.
        """
        # Bytes that are here already are read even after the deadline: then we are slow, and not the client.
        n_bytes = self._read_at_once(buffer)
        if n_bytes is None:
            left_s = self._ends_s - time.monotonic()
            if left_s <= 0:
                raise TimeoutError
            self._connection.settimeout(left_s)
            with self._pool.mark_waiting(self._connection, Wait(self._is_in_request, self._since_s)):
                n_bytes = self._source.readinto(buffer) or 0
        # The allowance is for bytes that have arrived, because anybody can announce a large mail. It never reaches
        # into the future: after a fast start, the client must not be silent for longer than others.
        now_s, allowance_s = time.monotonic(), n_bytes / MIN_BYTES_PER_S
        self._since_s = min(self._since_s + allowance_s, now_s)
        self._ends_s = min(self._ends_s + allowance_s, now_s + REQUEST_TIMEOUT_S)
        self._reserve_memory(n_bytes)
        return n_bytes

    def _reserve_memory(self, n_bytes: int) -> None:
        """Reserve memory for bytes that have arrived. The first FREE_BYTES of a request need no reservation."""
        self._n_arrived += n_bytes
        while self._budget is not None and self._n_arrived > FREE_BYTES + self._n_reserved:
            if not self._budget.take(FREE_BYTES):
                raise MailDaemonError("too-many-large")
            self._n_reserved += FREE_BYTES

    def discard_rest(self) -> None:
        """Reserve no memory from now on, because what arrives is not kept."""
        self._release_memory()
        self._budget = None

    def _release_memory(self) -> None:
        if self._budget is not None and self._n_reserved:
            self._budget.give_back(self._n_reserved)
        self._n_arrived = self._n_reserved = 0

    def _read_at_once(self, buffer: bytearray | memoryview) -> int | None:
        """Read without waiting; return None if the client has sent nothing yet."""
        self._connection.settimeout(0)
        try:
            return self._source.readinto(buffer)
        except TimeoutError:  # from a named pipe; a socket returns None
            return None

    def send(self, part: bytes | memoryview) -> None:
        """Send a part of an answer. If the client does not receive it, the pool may disconnect the client."""
        self._connection.settimeout(REQUEST_TIMEOUT_S)
        wait = Wait(is_in_request=True, since_s=time.monotonic() + SENDING_GRACE_S)
        with self._pool.mark_waiting(self._connection, wait):
            self._connection.sendall(part)

    def close(self) -> None:
        """Close the stream, but not the connection."""
        if not self.closed:
            self._release_memory()
        self._source.close()
        super().close()


class DaemonServer:
    """Listens on the daemon's sockets and serves clients.

    `run` returns after `stop`, or after `idle_exit_s` seconds without connections; 0 stands for never.
    """

    def __init__(
        self,
        workspace: Path,
        model: str | None = None,
        *,
        spamd: Path | None = None,
        idle_exit_s: float = 0.0,
        max_tickets: int = MAX_TICKETS,
        sharing: tuple[int, str] | None = None,
        milter: Path | None = None,
        log: JudgeLog | None = None,
        readers: MailReaders | None = None,
    ) -> None:
        """`sharing` is the mode and group of the sockets `spamd` and `milter`. Without it, only their owner may
        connect.
        """
        for path in (spamd, milter):
            if path is not None and not HAS_SOCKETS:
                raise MailDaemonError("no-sockets", str(path))
        self._sharing, self._milter = sharing, milter
        self._session = Session(workspace)
        self._owns_readers = readers is None
        readers = readers or MailReaders(KEPT_READERS)
        self.judge = MailJudge(self._session, model, max_tickets=max_tickets, readers=readers, log=log)
        self.paths = create_daemon_folder(workspace)
        self._spamd, self._idle_exit_s = spamd or self.paths.spamd_socket, idle_exit_s
        self._stopping = threading.Event()
        self._line_clients, self._spamd_clients = ConnectionPool(), ConnectionPool()
        self._milter_clients = ConnectionPool(MAX_MILTER_CONNECTIONS)
        self._budget = ByteBudget()

    def run(self, on_ready: Callable[[DaemonPaths], object] = lambda _paths: None) -> None:
        """Serve clients until stopped.

        Raises:
            MailDaemonError: A daemon of this workspace already runs, or a socket cannot be opened.
        """
        with ExitStack() as stack:
            stack.callback(self._session.close)
            if self._owns_readers:
                stack.callback(self.judge.readers.close)
            if not stack.enter_context(hold_lock(self.paths.judge_lock, waits=False)):
                raise MailDaemonError("running", str(self._session.path))
            self._load_model()
            self.judge.warm_up()
            answer_lines = partial(answer_json_lines, pool=self._line_clients, budget=self._budget)
            endpoints: list[tuple[Path, ConnectionPool, ServeConnection]] = [
                (self.paths.json_lines_socket, self._line_clients, answer_lines)
            ]
            if HAS_SOCKETS:
                answer_spamd = partial(answer_spamd_request, pool=self._spamd_clients, budget=self._budget)
                endpoints.append((self._spamd, self._spamd_clients, answer_spamd))
            if self._milter is not None:
                milter_server = MilterServer(lambda _recipients: [self.judge], self._milter_clients)
                endpoints.append(
                    (self._milter, self._milter_clients, lambda _judge, connection: milter_server.serve(connection))
                )
            # All sockets are opened before a thread starts: if one fails, there is no thread to join.
            listeners = [stack.enter_context(listen_on(path, ACCEPT_TIMEOUT_S)) for path, *_ in endpoints]
            for listener, (path, pool, serve) in zip(listeners, endpoints, strict=True):
                if self._sharing is not None and path in (self._spamd, self._milter):
                    share_socket(path, *self._sharing)
                thread = threading.Thread(
                    target=self._accept, args=(listener, pool, serve), daemon=True, name=f"judge {path.name}"
                )
                thread.start()
                stack.callback(thread.join)
                stack.callback(self._stopping.set)  # runs before join, because callbacks run in reverse order
            logger.info("listening at %s and %s", self.paths.json_lines_socket, self._spamd)
            on_ready(self.paths)
            while not self._stopping.wait(ACCEPT_TIMEOUT_S):
                self._save_if_due(at_once=False)
                pools = (self._line_clients, self._spamd_clients, self._milter_clients)
                idle_s = min(pool.idle_s() for pool in pools)
                if self._idle_exit_s and idle_s >= self._idle_exit_s:
                    self._stopping.set()
            ends_s = time.monotonic() + LAST_ANSWERS_S
            self._milter_clients.disconnect_idle()
            for pool in (self._line_clients, self._spamd_clients, self._milter_clients):
                pool.wait_until_closed(ends_s - time.monotonic())
            self._save_if_due(at_once=True)
            logger.info("ended")

    def stop(self) -> None:
        """Make `run` return soon. Requests in progress are answered within two seconds. Safe in a signal handler."""
        self._stopping.set()

    def _load_model(self) -> None:
        """Load the model. A workspace of an older version is migrated first, because no window may be open that would
        do this.
        """
        try:
            self.judge.update_model()
        except StoreError as error:
            if error.reason != "older":
                raise
            with self._session.borrow_for_writing():
                pass
            self.judge.update_model()

    def _save_if_due(self, *, at_once: bool) -> None:
        # A full disk or a moved workspace: the corpus has the lessons, so saving can be retried later.
        with suppress(AppError):
            self.judge.write_tickets(waits=at_once)
            self.judge.save_model_if_due(at_once=at_once)
        self.judge.release_memory()

    def _accept(self, listener: Listener, pool: ConnectionPool, serve: ServeConnection) -> None:
        while not self._stopping.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            except OSError:  # too many open files: wait until connections close
                self._stopping.wait(ACCEPT_TIMEOUT_S)
                continue
            pool.serve_in_thread(connection, partial(serve, self.judge))


def answer_spamd_request(
    judge: MailJudge, connection: Connection, *, pool: ConnectionPool, budget: ByteBudget | None = None
) -> None:
    """Read and answer one request in spamd's protocol."""
    client = ClientStream(connection, pool, budget)
    with io.BufferedReader(client) as stream:
        for part in spamd_protocol.answer(judge, stream):
            client.send(part)
        if isinstance(connection, socket.socket):
            discard_rest(connection, client, stream)


def discard_rest(connection: socket.socket, client: ClientStream, stream: io.BufferedReader[ClientStream]) -> None:
    """Read the rest of a refused request. Closing earlier would reset the connection and lose the answer."""
    connection.shutdown(socket.SHUT_WR)
    client.expect(DRAIN_S, is_idle=True)
    client.discard_rest()
    ends_s, n_bytes = time.monotonic() + DRAIN_S, 0
    while n_bytes < json_lines.MAX_QUESTION_BYTES and time.monotonic() < ends_s:
        piece = stream.read1(1 << 16)
        n_bytes += len(piece)
        if not piece:
            return


class MilterServer:
    """Answers mail servers that ask about mails. All connections share one limit for memory."""

    def __init__(self, judges_of: JudgesOfRecipients, pool: ConnectionPool, *, wants_recipients: bool = False) -> None:
        self._judges_of, self._pool, self._wants_recipients = judges_of, pool, wants_recipients
        self._budget = ByteBudget()

    def serve(self, connection: Connection) -> None:
        """Answer a mail server until it disconnects, breaks the protocol, or sends nothing for too long."""
        conversation = Conversation(self._judges_of, self._budget, wants_recipients=self._wants_recipients)
        client = ClientStream(connection, self._pool)
        try:
            with io.BufferedReader(client) as stream:
                while (packet := self._next_packet(client, stream, conversation)) is not None:
                    if answer := conversation.answer(*packet):
                        client.send(answer)
                    if conversation.is_ended:
                        return
        except ProtocolViolation as error:
            logger.warning("milter: a connection was closed because of %s", error)
        finally:
            conversation.close()

    def _next_packet(
        self, client: ClientStream, stream: BinaryIO, conversation: Conversation
    ) -> tuple[bytes, bytes] | None:
        """Read a packet. The timeout for its first byte is long, because the client that sends a mail to the server may
        be slow.
        """
        client.expect(IDLE_S, is_idle=conversation.is_idle)
        first = stream.read(1)
        client.begin_request()
        return read_packet(stream, first) if first else None


def answer_json_lines(
    judge: MailJudge, connection: Connection, *, pool: ConnectionPool, budget: ByteBudget | None = None
) -> None:
    """Answer JSON lines until the client disconnects or times out."""
    client = ClientStream(connection, pool, budget)
    with io.BufferedReader(client) as stream:
        read_line = partial(read_line_in_time, client, stream)
        for answer in json_lines.answer_lines(partial(json_lines.answer_question, judge), read_line):
            client.send(answer)
        if isinstance(connection, socket.socket):
            discard_rest(connection, client, stream)


def read_line_in_time(client: ClientStream, stream: BinaryIO, max_bytes: int) -> bytes:
    """Read a line of at most `max_bytes`. The timeout for its first byte is IDLE_S; then the deadline of a request
    begins.
    """
    client.expect(IDLE_S, is_idle=True)
    piece = stream.read(1)
    client.begin_request()
    pieces, n_bytes = [piece], len(piece)
    # In pieces, because `join` releases the GIL for large ones, and `readline` and `+` hold it while they copy.
    while piece and not piece.endswith(b"\n") and n_bytes < max_bytes:
        piece = stream.readline(min(LINE_PIECE_BYTES, max_bytes - n_bytes))
        pieces.append(piece)
        n_bytes += len(piece)
    return b"".join(pieces)

"""Serve a workspace on two sockets until there is nobody left to ask, or the system says to end.

Each connection has a thread, and a limited time for each word; only so many are taken at once. What a client does costs
its own connection.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from app.domain.errors import AppError, JudgeError, StoreError
from app.features.mail_daemon import json_lines, spamd_protocol
from app.features.mail_daemon.daemon import MOST_TICKETS, MailJudge
from app.features.mail_daemon.mail_reading import KEPT_READERS, MailReaders
from app.features.mail_daemon.sockets import (
    HAS_SOCKETS,
    Connection,
    Listener,
    MeetingPlace,
    listening,
    locked,
    make_place,
    share_socket,
)
from app.store.workspace import Session

logger = logging.getLogger(__name__)

MOST_CONNECTIONS = 64
"""For each door, so that the clients of one cannot shut out those of the other."""
SPEAK_S = 30.0
"""The longest silence of a client in the middle of its request."""
IDLE_S = 600.0
"""The longest silence of a client between two lines. Our own clients connect again when they next have a question."""
LOOK_ROUND_S = 0.5
HEARING_OUT_S = 2.0
LAST_ANSWERS_S = 2.0
Talk = Callable[[MailJudge, Connection], None]


class Visitors:
    """The open connections of one door. Each has a thread of its own; there are at most MOST_CONNECTIONS of them."""

    def __init__(self) -> None:
        self._n_open, self._last_s, self._lock = 0, time.monotonic(), threading.Lock()
        self._resting: dict[Connection, None] = {}
        """Connections between two questions, the one that has been silent for longest first."""

    def welcome(self, connection: Connection, talk: Callable[[Connection], None]) -> None:
        """Talk with a client in the background.

        Where all places are taken, the client that has been silent between two questions for longest is disconnected.
        If all of them are in the middle of a question, the new one is.
        """
        with self._lock:
            if self._n_open >= MOST_CONNECTIONS and not self._end_one_resting():
                connection.close()
                return
            self._n_open += 1
        threading.Thread(target=self._talk, args=(connection, talk), daemon=True, name="judge client").start()

    @contextmanager
    def resting(self, connection: Connection) -> Iterator[None]:
        """Mark a client as between two questions inside the block."""
        with self._lock:
            self._resting[connection] = None
        try:
            yield
        finally:
            with self._lock:
                self._resting.pop(connection, None)

    def idle_s(self) -> float:
        """Return for how many seconds no connection has been open; 0 while one is."""
        with self._lock:
            return 0.0 if self._n_open else time.monotonic() - self._last_s

    def let_finish(self, most_s: float) -> None:
        """Wait until all have gone, and no longer than that."""
        ends_s = time.monotonic() + most_s
        while self.idle_s() == 0.0 and time.monotonic() < ends_s:
            time.sleep(0.02)

    def _end_one_resting(self) -> bool:
        """Disconnect one resting client; its thread wakes up and ends. A named pipe has no way to wake its reader."""
        for connection in self._resting:
            if isinstance(connection, socket.socket):
                del self._resting[connection]
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                return True
        return False

    def _talk(self, connection: Connection, talk: Callable[[Connection], None]) -> None:
        try:
            with closing(connection):
                connection.settimeout(SPEAK_S)
                talk(connection)
        except OSError:  # the client is gone, or was silent for too long
            return
        finally:
            with self._lock:
                self._n_open -= 1
                self._last_s = time.monotonic()


class JudgeServer:
    """A judge that listens. `run` returns after `stop`, or once nobody has asked for the given time."""

    def __init__(
        self,
        workspace: Path,
        model: str | None = None,
        *,
        spamd: Path | None = None,
        idle_exit_s: float = 0.0,
        most_tickets: int = MOST_TICKETS,
        sharing: tuple[int, str] | None = None,
    ) -> None:
        """`sharing` is the mode and the group of the socket `spamd`; without it only its owner may connect."""
        if spamd is not None and not HAS_SOCKETS:
            raise JudgeError("no-sockets", str(spamd))
        self._sharing = sharing
        self._session = Session(workspace)
        self.judge = MailJudge(self._session, model, most_tickets=most_tickets, readers=MailReaders(KEPT_READERS))
        self.place = make_place(workspace)
        self._spamd, self._idle_exit_s = spamd or self.place.spamd, idle_exit_s
        self._stopping = threading.Event()
        self._line_clients, self._spamd_clients = Visitors(), Visitors()

    def run(self, on_ready: Callable[[MeetingPlace], object] = lambda _place: None) -> None:
        """Serve; a second judge of the same workspace is an error."""
        with ExitStack() as stack:
            stack.callback(self._session.close)
            stack.callback(self.judge.readers.close)
            if not stack.enter_context(locked(self.place.judge_lock, waits=False)):
                raise JudgeError("running", str(self._session.path))
            self._follow()
            doors: list[tuple[Path, Visitors, Talk]] = [
                (self.place.lines, self._line_clients, partial(talk_lines, visitors=self._line_clients))
            ]
            if HAS_SOCKETS:
                doors.append((self._spamd, self._spamd_clients, talk_spamd))
            # All are opened before a thread starts: where one is refused, there is no thread to wait for.
            listeners = [stack.enter_context(listening(path, LOOK_ROUND_S)) for path, *_ in doors]
            for listener, (path, visitors, talk) in zip(listeners, doors, strict=True):
                if self._sharing is not None and path == self._spamd:
                    share_socket(path, *self._sharing)
                thread = threading.Thread(
                    target=self._accept, args=(listener, visitors, talk), daemon=True, name=f"judge {path.name}"
                )
                thread.start()
                stack.callback(thread.join)
                stack.callback(self._stopping.set)  # also when the next socket cannot be opened
            logger.info("listening at %s and %s", self.place.lines, self._spamd)
            on_ready(self.place)
            while not self._stopping.wait(LOOK_ROUND_S):
                self._keep(at_once=False)
                idle_s = min(self._line_clients.idle_s(), self._spamd_clients.idle_s())
                if self._idle_exit_s and idle_s >= self._idle_exit_s:
                    self._stopping.set()
            ends_s = time.monotonic() + LAST_ANSWERS_S
            for visitors in (self._line_clients, self._spamd_clients):
                visitors.let_finish(ends_s - time.monotonic())
            self._keep(at_once=True)
            logger.info("ended")

    def stop(self) -> None:
        """End soon: what was begun is answered, within two seconds."""
        self._stopping.set()

    def _follow(self) -> None:
        """Get the model ready; a workspace of an older version is brought up to date, for nobody is there to do it."""
        try:
            self.judge.follow()
        except StoreError as error:
            if error.reason != "older":
                raise
            with self._session.writing():
                pass
            self.judge.follow()

    def _keep(self, *, at_once: bool) -> None:
        # A full disk or a workspace that moved: the corpus has the lessons, a later try may do.
        with suppress(AppError):
            self.judge.write_tickets()
            self.judge.keep_if_due(at_once=at_once)
        self.judge.tidy()

    def _accept(self, listener: Listener, visitors: Visitors, talk: Talk) -> None:
        while not self._stopping.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            except OSError:  # too many open files: those who are served will go
                self._stopping.wait(LOOK_ROUND_S)
                continue
            visitors.welcome(connection, partial(talk, self.judge))


def talk_spamd(judge: MailJudge, connection: Connection) -> None:
    """Answer one request of spamd's protocol."""
    with connection.makefile("rb") as stream:
        connection.sendall(spamd_protocol.answer(judge, stream))
        # The client says the rest of what was refused: closing before would take the answer away from it.
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(HEARING_OUT_S)
        ends_s, n_bytes = time.monotonic() + HEARING_OUT_S, 0
        while n_bytes < spamd_protocol.LARGEST_MAIL_BYTES and time.monotonic() < ends_s:
            piece = stream.read1(1 << 16)
            n_bytes += len(piece)
            if not piece:
                return


def talk_lines(judge: MailJudge, connection: Connection, *, visitors: Visitors) -> None:
    """Answer lines of JSON until the client goes, or is silent for too long."""
    with connection.makefile("rb") as stream:
        read_line = partial(patient_line, connection, stream, visitors)
        for told in json_lines.answers(partial(json_lines.answer_to, judge), read_line):
            connection.sendall(told)


def patient_line(connection: Connection, stream: BinaryIO, visitors: Visitors, most: int) -> bytes:
    """Read a line of at most `most` bytes, of which the first may come late, and the rest may not."""
    connection.settimeout(IDLE_S)
    with visitors.resting(connection):
        first = stream.read(1)
    connection.settimeout(SPEAK_S)
    return first if not first or first == b"\n" else first + stream.readline(most - 1)

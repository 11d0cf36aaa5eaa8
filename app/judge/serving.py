"""Serve a workspace on two sockets until there is nobody left to ask, or the system says to end.

Each connection has a thread, and a limited time for each word; only so many are taken at once. What a client does costs
its own connection.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from app.domain.errors import AppError, JudgeError, StoreError
from app.judge import json_lines, spamd_protocol
from app.judge.mail_judge import MOST_TICKETS, MailJudge
from app.judge.sockets import HAS_SOCKETS, Connection, Listener, MeetingPlace, listening, locked, make_place
from app.store.workspace import Session

MOST_CONNECTIONS = 64
SPEAK_S = 30.0
"""The longest silence of a client in the middle of its request."""
LOOK_ROUND_S = 0.5
HEARING_OUT_S = 2.0
LAST_ANSWERS_S = 2.0
Talk = Callable[[MailJudge, Connection], None]


class Visitors:
    """Clients that are connected: each is talked with in a thread of its own, and only so many at once."""

    def __init__(self) -> None:
        self._n_open, self._last_s, self._lock = 0, time.monotonic(), threading.Lock()

    def welcome(self, connection: Connection, talk: Callable[[Connection], None]) -> None:
        """Talk with one in the background; where there are too many, the connection ends."""
        with self._lock:
            if self._n_open >= MOST_CONNECTIONS:
                connection.close()
                return
            self._n_open += 1
        threading.Thread(target=self._talk, args=(connection, talk), daemon=True, name="judge client").start()

    def idle_s(self) -> float:
        """Return for how many seconds no connection has been open; 0 while one is."""
        with self._lock:
            return 0.0 if self._n_open else time.monotonic() - self._last_s

    def let_finish(self, most_s: float) -> None:
        """Wait until all have gone, and no longer than that."""
        ends_s = time.monotonic() + most_s
        while self.idle_s() == 0.0 and time.monotonic() < ends_s:
            time.sleep(0.02)

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
    ) -> None:
        if spamd is not None and not HAS_SOCKETS:
            raise JudgeError("no-sockets", str(spamd))
        self._session = Session(workspace)
        self.judge = MailJudge(self._session, model, most_tickets=most_tickets)
        self.place = make_place(workspace)
        self._spamd, self._idle_exit_s = spamd or self.place.spamd, idle_exit_s
        self._stopping = threading.Event()
        self._visitors = Visitors()

    def run(self, on_ready: Callable[[MeetingPlace], object] = lambda _place: None) -> None:
        """Serve; a second judge of the same workspace is an error."""
        with ExitStack() as stack:
            stack.callback(self._session.close)
            if not stack.enter_context(locked(self.place.judge_lock, waits=False)):
                raise JudgeError("running", str(self._session.path))
            self._follow()
            doors = [(self.place.lines, talk_lines), *([(self._spamd, talk_spamd)] if HAS_SOCKETS else [])]
            # All are opened before a thread starts: where one is refused, there is no thread to wait for.
            opened = [(path, talk, stack.enter_context(listening(path, LOOK_ROUND_S))) for path, talk in doors]
            for path, talk, listener in opened:
                thread = threading.Thread(
                    target=self._accept, args=(listener, talk), daemon=True, name=f"judge {path.name}"
                )
                thread.start()
                stack.callback(thread.join)
            stack.callback(self._stopping.set)
            on_ready(self.place)
            while not self._stopping.wait(LOOK_ROUND_S):
                self._keep(at_once=False)
                if self._idle_exit_s and self._visitors.idle_s() >= self._idle_exit_s:
                    self._stopping.set()
            self._visitors.let_finish(LAST_ANSWERS_S)
            self._keep(at_once=True)

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

    def _accept(self, listener: Listener, talk: Talk) -> None:
        while not self._stopping.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            except OSError:  # too many open files: those who are served will go
                self._stopping.wait(LOOK_ROUND_S)
                continue
            self._visitors.welcome(connection, partial(talk, self.judge))


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


def talk_lines(judge: MailJudge, connection: Connection) -> None:
    """Answer lines of JSON until the client goes; between two lines it may be silent as long as it likes."""
    with connection.makefile("rb") as stream:
        for told in json_lines.answers(partial(json_lines.answer_to, judge), partial(patient_line, connection, stream)):
            connection.sendall(told)


def patient_line(connection: Connection, stream: BinaryIO, most: int) -> bytes:
    """Read a line of at most so many bytes, of which the first may come late, and the rest may not."""
    connection.settimeout(None)
    first = stream.read(1)
    connection.settimeout(SPEAK_S)
    return first if not first or first == b"\n" else first + stream.readline(most - 1)

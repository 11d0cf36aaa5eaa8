"""Serve a workspace on two sockets until there is nobody left to ask, or the system says to end.

Each connection has a thread, and a limited time for each word; only so many are taken at once. What a client does costs
its own connection.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import field
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from app.domain.errors import AppError, JudgeError, StoreError
from app.judge import json_lines, spamd_protocol
from app.judge.mail_judge import MOST_TICKETS, MailJudge
from app.judge.sockets import HAS_SOCKETS, Connection, Listener, MeetingPlace, listening, locked, make_place
from app.session.session import Session
from nbengine.lazy_dataclasses import dataclass

MOST_CONNECTIONS = 64
SPEAK_S = 30.0
"""The longest silence of a client in the middle of its request."""
LOOK_ROUND_S = 0.5
HEARING_OUT_S = 2.0
LAST_ANSWERS_S = 2.0
Talk = Callable[[MailJudge, Connection], None]


@dataclass(slots=True)
class Presence:
    """The connections that are open, and when the last one ended."""

    n_open: int = 0
    last_s: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def come(self) -> bool:
        """Count a connection; False where there are too many."""
        with self.lock:
            if self.n_open >= MOST_CONNECTIONS:
                return False
            self.n_open += 1
            return True

    def go(self) -> None:
        """Count one less."""
        with self.lock:
            self.n_open -= 1
            self.last_s = time.monotonic()

    def idle_s(self) -> float:
        """Return for how many seconds no connection has been open; 0 while one is."""
        with self.lock:
            return 0.0 if self.n_open else time.monotonic() - self.last_s


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
        self._presence = Presence()

    def run(self, on_ready: Callable[[MeetingPlace], object] = lambda _place: None) -> None:
        """Serve; a second judge of the same workspace is an error."""
        with ExitStack() as stack:
            stack.callback(self._session.close)
            if not stack.enter_context(locked(self.place.judge_lock, waits=False)):
                raise JudgeError("running", str(self._session.path))
            self._follow()
            doors = [(self.place.lines, talk_lines), *([(self._spamd, talk_spamd)] if HAS_SOCKETS else [])]
            for path, talk in doors:
                listener = stack.enter_context(listening(path, LOOK_ROUND_S))
                stack.callback(path.unlink, missing_ok=True)
                thread = threading.Thread(
                    target=self._accept, args=(listener, talk), daemon=True, name=f"judge {path.name}"
                )
                thread.start()
                stack.callback(thread.join)
            stack.callback(self._stopping.set)
            on_ready(self.place)
            self._look_after()
            self._let_finish()
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

    def _look_after(self) -> None:
        while not self._stopping.wait(LOOK_ROUND_S):
            self._keep(at_once=False)
            if self._idle_exit_s and self._presence.idle_s() >= self._idle_exit_s:
                return

    def _keep(self, *, at_once: bool) -> None:
        with suppress(
            AppError
        ):  # a full disk or a workspace that moved: the corpus has the lessons, a later try may do
            self.judge.write_tickets()
            self.judge.keep_if_due(at_once=at_once)
        self.judge.tidy()

    def _let_finish(self) -> None:
        self._stopping.set()
        ends_s = time.monotonic() + LAST_ANSWERS_S
        while self._presence.idle_s() == 0.0 and time.monotonic() < ends_s:
            time.sleep(0.02)

    def _accept(self, listener: Listener, talk: Talk) -> None:
        while not self._stopping.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            except OSError:  # too many open files: those who are served will go
                self._stopping.wait(LOOK_ROUND_S)
                continue
            self._serve(connection, talk)

    def _serve(self, connection: Connection, talk: Talk) -> None:
        if not self._presence.come():
            connection.close()
            return
        thread = threading.Thread(target=self._talk, args=(connection, talk), daemon=True, name="judge client")
        thread.start()

    def _talk(self, connection: Connection, talk: Talk) -> None:
        try:
            with connection:
                connection.settimeout(SPEAK_S)
                talk(self.judge, connection)
        except OSError:  # the client is gone, or was silent for too long
            return
        finally:
            self._presence.go()


def talk_spamd(judge: MailJudge, connection: Connection) -> None:
    """Answer one request of spamd's protocol."""
    with connection.makefile("rb") as stream:
        connection.sendall(spamd_protocol.answer(judge, stream))
        hear_out(connection, stream)


def hear_out(connection: Connection, stream: BufferedReader) -> None:
    """Let a client say the rest of what was refused: closing before would take the answer away from it."""
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
        for told in json_lines.answers(partial(json_lines.answer_to, judge), PatientLines(connection, stream)):
            connection.sendall(told)


class PatientLines:
    """Lines whose first byte may come late, and the rest may not."""

    def __init__(self, connection: Connection, stream: BinaryIO) -> None:
        self._connection, self._stream = connection, stream

    def readline(self, most: int) -> bytes:
        """Read one line."""
        self._connection.settimeout(None)
        first = self._stream.read(1)
        self._connection.settimeout(SPEAK_S)
        return first if not first or first == b"\n" else first + self._stream.readline(most - 1)

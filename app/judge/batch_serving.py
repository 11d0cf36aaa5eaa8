"""Serve a batch judge on a socket: one of its own, or one that systemd holds and several workers accept from.

Each connection has a thread. What was begun when the worker is told to end is answered; what comes later waits on the
socket for the next worker, where systemd holds it.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from contextlib import closing, suppress

from app.domain.errors import AppError
from app.judge.judge_of_a_model_file import BatchJudge
from app.judge.serving import LOOK_ROUND_S, PatientLines, Visitors
from app.judge.sockets import Connection, Listener

FIRST_GIVEN = 3
"""The number of the first socket that systemd hands over."""
LAST_ANSWERS_S = 30.0


def given_socket() -> socket.socket | None:
    """Return the socket that systemd has opened for us; None where it has not."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS", "0") == "0":
        return None
    found = socket.socket(fileno=FIRST_GIVEN)
    found.settimeout(LOOK_ROUND_S)
    return found


class BatchServer:
    """A batch judge that listens until it is stopped."""

    def __init__(self, judge: BatchJudge) -> None:
        self.judge = judge
        self._stopping, self._wants_reload = threading.Event(), threading.Event()
        self._visitors = Visitors()

    def stop(self) -> None:
        """End soon: what was begun is answered."""
        self._stopping.set()

    def reload_soon(self) -> None:
        """Take the model's file anew; safe in a signal handler."""
        self._wants_reload.set()

    def run(self, listener: Listener, on_refused: Callable[[AppError], object]) -> None:
        """Serve on a socket until `stop`; where a model cannot be taken anew, that is told, and the old one stays."""
        with closing(listener):
            while not self._stopping.is_set():
                if self._wants_reload.is_set():
                    self._wants_reload.clear()
                    try:
                        self.judge.reload()
                    except AppError as error:
                        on_refused(error)
                with suppress(TimeoutError, BlockingIOError):  # another worker was quicker
                    self._visitors.welcome(listener.accept()[0], self._talk)
        self._visitors.let_finish(LAST_ANSWERS_S)

    def _talk(self, connection: Connection) -> None:
        with connection.makefile("rb") as stream:
            for told in self.judge.answers(PatientLines(connection, stream)):
                connection.sendall(told)
                if self._stopping.is_set():
                    return

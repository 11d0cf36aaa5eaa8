"""Judge batches of mails by a model in a file: no workspace, no lessons, nothing kept, so there may be many of it.

A provider runs as many as it has cores, behind what hands out connections there already. A question is a line of JSON:
`{"id": 1, "do": "classify", "raws": ["…base64…", …], "words": 0}`; the answer has one record for each mail, in their
order. `reload` takes the file anew; what is being judged meanwhile is judged by the model that it began with.

The socket is one of its own, or one that systemd holds and several workers accept from. What was begun when the worker
is told to end is answered; what comes later waits on the socket for the next worker, where systemd holds it.
"""

from __future__ import annotations

import base64
import os
import socket
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

from app.domain.documents import Document
from app.domain.errors import AppError
from app.domain.results import Verdict
from app.domain.sentences import sentence_for
from app.features.mail_daemon.json_lines import LONGEST_WORD, Misunderstood, answers, finite, n_terms
from app.features.mail_daemon.mail_reading import MailReaders
from app.features.mail_daemon.serving import LOOK_ROUND_S, Visitors, patient_line
from app.features.mail_daemon.sockets import Connection, Listener
from app.library.classifying import LoadedModel, classify_documents
from app.library.saved_models import read_model

MOST_MAILS = 1_000
"""In one question."""


class BatchJudge:
    """Judges by the model of a file; any thread may ask."""

    def __init__(self, path: Path, readers: MailReaders | None = None) -> None:
        self._path, self._lock = path, threading.Lock()
        self.readers = readers or MailReaders()
        self._loaded = LoadedModel(path.stem, read_model(path)), 1
        """A model with the number of the loading that brought it."""
        self.n_judged = 0

    def reload(self) -> int:
        """Take the file anew, and return how many times that has been done; one that cannot be read leaves the model
        that is there."""
        fresh = LoadedModel(self._path.stem, read_model(self._path))
        with self._lock:
            self._loaded = fresh, self._loaded[1] + 1
            return self._loaded[1]

    def judge(self, raws: list[bytes], wanted: int) -> tuple[list[Verdict | AppError], int]:
        """Judge mails by one model, and return by which loading of it; one that cannot be read comes as the error."""
        loaded, loading = self._loaded
        read: list[Document | AppError] = []
        for raw in raws:
            try:
                read.append(self.readers.mail(raw))
            except AppError as error:
                read.append(error)
        documents = [found for found in read if isinstance(found, Document)]
        verdicts = iter(classify_documents(loaded, documents, wanted) if documents else ())
        with self._lock:
            self.n_judged += len(documents)
        return [next(verdicts) if isinstance(found, Document) else found for found in read], loading

    def answer_to(self, question: dict[str, Any]) -> dict[str, Any]:
        """Do what was asked."""
        match question.get("do"):
            case "classify":
                found, loading = self.judge(_raws(question), n_terms(question, 0))
                return {"loading": loading, "verdicts": [_record(one) for one in found]}
            case "reload":
                return {"loading": self.reload()}
            case "status":
                loaded, loading = self._loaded
                return {
                    "process": os.getpid(),
                    "model": loaded.name,
                    "labels": list(loaded.model.labels),
                    "hash": loaded.model.canonical_hash(),
                    "loading": loading,
                    "judged": self.n_judged,
                }
            case _:
                raise Misunderstood("The question has no `do` that is known: classify, reload or status.")


def _raws(question: dict[str, Any]) -> list[bytes]:
    given = question.get("raws", [question["raw"]] if "raw" in question else None)
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given) or len(given) > MOST_MAILS:
        raise Misunderstood(f"The question needs up to {MOST_MAILS} mails as `raws`, each in base64.")
    try:
        return [base64.b64decode(one, validate=True) for one in given]
    except ValueError as error:
        raise Misunderstood("`raws` are not base64.") from error


def _record(found: Verdict | AppError) -> dict[str, Any]:
    if isinstance(found, AppError):
        return {"error": str(sentence_for(found))}
    return {
        "label": found.label,
        "probability": found.probability,
        "unsure": found.is_unsure,
        "unlike": found.is_unlike,
        "words": [[term.word[:LONGEST_WORD], finite(term.term)] for term in found.terms],
    }


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
                self.judge.readers.tidy()
                with suppress(TimeoutError, BlockingIOError):  # another worker was quicker
                    self._visitors.welcome(listener.accept()[0], self._talk)
        self._visitors.let_finish(LAST_ANSWERS_S)

    def _talk(self, connection: Connection) -> None:
        with connection.makefile("rb") as stream:
            for told in answers(self.judge.answer_to, partial(patient_line, connection, stream, self._visitors)):
                connection.sendall(told)
                if self._stopping.is_set():
                    return

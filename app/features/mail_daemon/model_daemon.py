"""A stateless daemon that classifies batches of mails with a model file. It has no workspace and learns nothing.

A mail provider runs one daemon per core behind its own load balancer. A request is a line of JSON: `{"id": 1, "do":
"classify", "raws": ["…base64…", …], "words": 0}`; the answer has one record per mail, in order. `reload` reads the
model file again; batches in progress are finished with the old model.

The daemon opens its own socket, or accepts connections on a socket that systemd holds for several workers. When it is
stopped, it answers the requests in progress. Later connections wait on systemd's socket for the next worker.
"""

from __future__ import annotations

import io
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
from app.domain.results import DocumentVerdict
from app.domain.sentences import sentence_for
from app.features.mail_daemon.daemon import MailReaders
from app.features.mail_daemon.json_lines import (
    MAX_WORD_LENGTH,
    InvalidQuestion,
    LongText,
    answer_lines,
    decode_base64,
    finite_or_none,
    parse_n_terms,
)
from app.features.mail_daemon.serving import ACCEPT_TIMEOUT_S, ClientStream, ConnectionPool, read_line_in_time
from app.features.mail_daemon.sockets import Connection, Listener
from app.library.classifying import LoadedModel, classify_documents
from app.library.saved_models import read_model

MAX_BATCH_MAILS = 1_000
"""Maximum number of mails in a request."""


class BatchJudge:
    """Classifies mails with the model in a file. Thread-safe."""

    def __init__(self, path: Path, readers: MailReaders | None = None) -> None:
        self._path, self._lock = path, threading.Lock()
        self.readers = readers or MailReaders()
        self._loaded = LoadedModel(path.stem, read_model(path)), 1
        """The model, and how many times the file has been loaded."""
        self.n_judged = 0

    def reload(self) -> int:
        """Load the model file again. Return how many times it was loaded in total.

        Raises:
            AppError: The file cannot be read. The old model stays in use.
        """
        fresh = LoadedModel(self._path.stem, read_model(self._path))
        with self._lock:
            self._loaded = fresh, self._loaded[1] + 1
            return self._loaded[1]

    def judge(self, raws: list[bytes], n_terms: int) -> tuple[list[DocumentVerdict | AppError], int]:
        """Classify mails, and explain each verdict by `n_terms` words.

        Returns a verdict or an error per mail, and how many times the model was loaded when this began. All mails of a
        call are classified by the same model.
        """
        loaded, load_number = self._loaded
        results: list[Document | AppError] = []
        for raw in raws:
            try:
                results.append(self.readers.read_mail(raw))
            except AppError as error:
                results.append(error)
        documents = [result for result in results if isinstance(result, Document)]
        verdicts = iter(classify_documents(loaded, documents, n_terms) if documents else ())
        with self._lock:
            self.n_judged += len(documents)
        return [next(verdicts) if isinstance(result, Document) else result for result in results], load_number

    def answer_question(self, question: dict[str, Any]) -> dict[str, Any]:
        """Do what a request asks for, and return its answer."""
        match question.get("do"):
            case "classify":
                results, load_number = self.judge(_raws(question), parse_n_terms(question, 0))
                return {"loading": load_number, "verdicts": [_record(result) for result in results]}
            case "reload":
                return {"loading": self.reload()}
            case "status":
                loaded, load_number = self._loaded
                return {
                    "process": os.getpid(),
                    "model": loaded.name,
                    "labels": list(loaded.model.labels),
                    "hash": loaded.model.canonical_hash(),
                    "loading": load_number,
                    "judged": self.n_judged,
                }
            case _:
                raise InvalidQuestion("The question has no `do` that is known: classify, reload or status.")


def _raws(question: dict[str, Any]) -> list[bytes]:
    encoded = question.get("raws", [question["raw"]] if "raw" in question else None)
    if (
        not isinstance(encoded, list)
        or not all(isinstance(text, str | LongText) for text in encoded)
        or len(encoded) > MAX_BATCH_MAILS
    ):
        raise InvalidQuestion(f"The question needs up to {MAX_BATCH_MAILS} mails as `raws`, each in base64.")
    try:
        return [decode_base64(text) for text in encoded]
    except ValueError as error:
        raise InvalidQuestion("`raws` are not base64.") from error


def _record(result: DocumentVerdict | AppError) -> dict[str, Any]:
    if isinstance(result, AppError):
        return {"error": str(sentence_for(result))}
    return {
        "label": result.label,
        "probability": result.probability,
        "unsure": result.is_unsure,
        "unlike": result.is_unlike,
        "words": [[term.word[:MAX_WORD_LENGTH], finite_or_none(term.term)] for term in result.terms],
    }


SD_LISTEN_FDS_START = 3
"""File descriptor of the first socket that systemd passes to a process, named as in systemd's documentation."""
LAST_ANSWERS_S = 30.0


def systemd_socket() -> socket.socket | None:
    """Return the socket that systemd passed to this process; None if it passed none."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS", "0") == "0":
        return None
    listener = socket.socket(fileno=SD_LISTEN_FDS_START)
    listener.settimeout(ACCEPT_TIMEOUT_S)
    return listener


class BatchServer:
    """Accepts connections and answers their requests with a `BatchJudge`, until it is stopped."""

    def __init__(self, judge: BatchJudge) -> None:
        self.judge = judge
        self._stopping, self._wants_reload = threading.Event(), threading.Event()
        self._pool = ConnectionPool()

    def stop(self) -> None:
        """Accept no more connections. Requests in progress are answered. Safe in a signal handler."""
        self._stopping.set()

    def request_reload(self) -> None:
        """Let the model file be loaded again before the next connection is accepted. Safe in a signal handler."""
        self._wants_reload.set()

    def run(self, listener: Listener, on_refused: Callable[[AppError], object]) -> None:
        """Accept connections on a socket until `stop` is called. If a reload fails, call `on_refused` and keep the old
        model.
        """
        with closing(listener):
            while not self._stopping.is_set():
                if self._wants_reload.is_set():
                    self._wants_reload.clear()
                    try:
                        self.judge.reload()
                    except AppError as error:
                        on_refused(error)
                self.judge.readers.end_idle_workers()
                with suppress(TimeoutError, BlockingIOError):  # another worker was quicker
                    self._pool.serve_in_thread(listener.accept()[0], self._answer_client)
        self._pool.wait_until_closed(LAST_ANSWERS_S)

    def _answer_client(self, connection: Connection) -> None:
        client = ClientStream(connection, self._pool)
        with io.BufferedReader(client) as stream:
            for answer in answer_lines(self.judge.answer_question, partial(read_line_in_time, client, stream)):
                client.send(answer)
                if self._stopping.is_set():
                    return

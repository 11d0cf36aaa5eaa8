"""`bayleaf-cli native`: the native messaging host that Thunderbird starts for its extension."""

from __future__ import annotations

import json
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import click

from app.domain.errors import MailDaemonError
from app.domain.sentences import sentence_for
from app.features.mail_daemon.client import DaemonClient, connect_or_start_daemon

LENGTH_PREFIX = struct.Struct("=I")
MAX_ANSWER_BYTES = 1_000_000
"""Maximum size of an answer. Thunderbird accepts 1,048,576 bytes."""
MAX_QUESTION_BYTES = 96 << 20
ATTEMPTS, PAUSE_S = 4, 0.1

Answer = Callable[[bytes], bytes]


def serve_frames(source: BinaryIO, target: BinaryIO, answer: Answer) -> None:
    """Read frames and write the answer to each of them, until the input ends."""
    while (question := read_frame(source)) is not None:
        reply = answer(question)
        if len(reply) > MAX_ANSWER_BYTES:
            reply = error_answer(question, "The answer is too long.")
        target.write(LENGTH_PREFIX.pack(len(reply)) + reply)
        target.flush()


def read_frame(source: BinaryIO) -> bytes | None:
    """Read one frame. Return None at the end of the input, or if the length is invalid."""
    head = read_exactly(source, LENGTH_PREFIX.size)
    if head is None:
        return None
    (n_bytes,) = LENGTH_PREFIX.unpack(head)
    return read_exactly(source, n_bytes) if n_bytes <= MAX_QUESTION_BYTES else None


def read_exactly(source: BinaryIO, n_bytes: int) -> bytes | None:
    """Read exactly `n_bytes`. Return None if the input ends before."""
    pieces: list[bytes] = []
    while n_bytes and (piece := source.read(min(n_bytes, 1 << 20))):
        pieces.append(piece)
        n_bytes -= len(piece)
    return None if n_bytes else b"".join(pieces)


def error_answer(question: bytes, sentence: str, **more: object) -> bytes:
    """Return an answer with the sentence of an error and the `id` of the request."""
    number = None
    with suppress(ValueError, AttributeError):
        number = json.loads(question).get("id")
    return json.dumps({"id": number, "error": sentence, **more}).encode("utf-8")


class Relay:
    """Passes requests on to the daemon. If the daemon has ended, it is started again and the request is repeated."""

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._client: DaemonClient | None = None

    def answer(self, question: bytes) -> bytes:
        """Pass a request on to the daemon, and return the answer.

        If the daemon cannot be reached, the answer is an error with `away`.
        """
        line = question.replace(b"\n", b" ") + b"\n"
        reason = ""
        for attempt in range(ATTEMPTS):
            time.sleep(PAUSE_S * attempt)  # a daemon that is being killed may still accept connections for a moment
            try:
                if self._client is None:
                    self._client = connect_or_start_daemon(self._workspace)
                return self._client.relay(line).rstrip(b"\n")
            except MailDaemonError as error:
                reason = str(sentence_for(error))
                self.close()
        return error_answer(question, reason, away=True)

    def close(self) -> None:
        """Close the connection."""
        if self._client is not None:
            self._client.close()
            self._client = None


@click.command("native")
@click.argument("workspace", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("given", nargs=-1)
def command(workspace: Path, given: tuple[str, ...]) -> None:
    """Answer the questions of Thunderbird's extension with the mail daemon of a WORKSPACE, which is started if
    necessary.

    Thunderbird adds the path of its manifest and the name of the extension. `connect thunderbird` sets it up.
    """
    del given
    relay = Relay(workspace)
    try:
        serve_frames(sys.stdin.buffer, sys.stdout.buffer, relay.answer)
    finally:
        relay.close()

"""Speaks native messaging, by which Thunderbird's extension asks: frames on standard input and output.

Each question goes to the judge of the workspace, which is started where there is none. An answer larger than
Thunderbird takes would end the program: it is replaced by an error.
"""

from __future__ import annotations

import json
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from app.domain.errors import JudgeError
from app.domain.sentences import sentence_for
from app.features.mail_daemon.client import JudgeClient, judge_of

LENGTH = struct.Struct("=I")
LARGEST_ANSWER_BYTES = 1_000_000
"""Of the 1,048,576 that Thunderbird takes."""
LARGEST_QUESTION_BYTES = 96 << 20
ATTEMPTS, PAUSE_S = 4, 0.1

Answer = Callable[[bytes], bytes]


def serve_frames(source: BinaryIO, target: BinaryIO, answer: Answer) -> None:
    """Answer frames until the other side ends."""
    while (question := read_frame(source)) is not None:
        told = answer(question)
        if len(told) > LARGEST_ANSWER_BYTES:
            told = error_answer(question, "The answer is too long.")
        target.write(LENGTH.pack(len(told)) + told)
        target.flush()


def read_frame(source: BinaryIO) -> bytes | None:
    """Read one frame; None at the end, or where what comes can be none."""
    head = exactly(source, LENGTH.size)
    if head is None:
        return None
    (n_bytes,) = LENGTH.unpack(head)
    return exactly(source, n_bytes) if n_bytes <= LARGEST_QUESTION_BYTES else None


def exactly(source: BinaryIO, n_bytes: int) -> bytes | None:
    """Read so many bytes, or None where there are fewer."""
    pieces: list[bytes] = []
    while n_bytes and (piece := source.read(min(n_bytes, 1 << 20))):
        pieces.append(piece)
        n_bytes -= len(piece)
    return None if n_bytes else b"".join(pieces)


def error_answer(question: bytes, sentence: str, **more: object) -> bytes:
    """Return an answer that says what went wrong."""
    number = None
    with suppress(ValueError, AttributeError):
        number = json.loads(question).get("id")
    return json.dumps({"id": number, "error": sentence, **more}).encode("utf-8")


class Relay:
    """Hands questions on to the judge; one that ended is started again, and asked again."""

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._client: JudgeClient | None = None

    def answer(self, question: bytes) -> bytes:
        """Ask the judge; `away` in the answer says that nobody could answer."""
        line = question.replace(b"\n", b" ") + b"\n"
        told = ""
        for attempt in range(ATTEMPTS):
            time.sleep(PAUSE_S * attempt)  # one that is being killed may still be reached for a moment
            try:
                if self._client is None:
                    self._client = judge_of(self._workspace)
                return self._client.relay(line).rstrip(b"\n")
            except JudgeError as error:
                told = str(sentence_for(error))
                self.close()
        return error_answer(question, told, away=True)

    def close(self) -> None:
        """End the conversation."""
        if self._client is not None:
            self._client.close()
            self._client = None

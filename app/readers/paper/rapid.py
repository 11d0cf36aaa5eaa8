"""OCR by RapidOCR (the extra `ocr`). Its models are in its package; nothing is downloaded.

RapidOCR runs in a process of its own, which loads the models for the first page and then waits for more. If the process
hangs, crashes or uses too much memory, that page is lost and the next page gets a new process.
"""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from importlib import import_module, metadata
from typing import Any, BinaryIO

import numpy as np

from app.domain.documents import RecognisedPage
from app.readers.paper.recognised_words import RecognisedWord, join_words
from app.readers.paper.tesseract import (
    UNKNOWN,
    WALL_PER_CPU_TIME,
    GreyPixels,
    OrientationAndScript,
    PageImage,
    child_environment,
    kill_process_group,
    start_process,
)

WORD_OR_CHINESE_CHARACTER = re.compile(r"[⺀-鿿豈-﫿]|[^\s⺀-鿿豈-﫿]+")
"""A word of a line, or one Chinese character."""
MAX_SIDE = 1_280
"""Maximum length of a page's longer side in pixels. Larger pages are reduced to it.

Larger pages take longer and are not recognised better. This size takes 0.5 GB instead of 0.7, and a worker may have
1 GB (`tests/benchmarks/decisions/scans.md`).
"""
LOADING_SECONDS = 15.0
"""Extra time for the first page, while a new process loads the models."""
MAX_ANSWER_BYTES = 16 << 20
MAX_MEMORY_BYTES = 2 << 30
"""Limit of the address space of the process. A Chinese A4 page takes 1.5 GB; 0.6 GB of these are resident."""
SIZES, LENGTH = struct.Struct("<II"), struct.Struct("<I")
COMMAND = f"from {__name__} import serve; serve()"


class RapidOcr:
    """RapidOCR in its own process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    @cached_property
    def name(self) -> str:
        return "RapidOCR " + metadata.version("rapidocr-onnxruntime")

    def read(self, image: PageImage, seconds: float, on_page: OrientationAndScript = UNKNOWN) -> RecognisedPage:
        """Recognise a page, after rotating it by `on_page.rotation` degrees.

        A picture file as bytes gives an empty page.
        """
        if isinstance(image, bytes):
            return RecognisedPage(ocr_program=self.name)
        upright = np.ascontiguousarray(np.rot90(image, -on_page.rotation // 90))
        return join_words(
            list(words_of_lines(self._request_lines(upright, seconds), upright.shape)), self.name, on_page.rotation
        )

    def stop_process(self) -> None:
        """End the process, even if it is busy."""
        if self._process is not None:
            kill_process_group(self._process)
            for stream in (self._process.stdin, self._process.stdout):
                with suppress(OSError):
                    stream.close()  # type: ignore[union-attr] # both are pipes
            self._process.wait()
            self._process = None

    def _request_lines(self, page: GreyPixels, seconds: float) -> Any:
        """Return the lines that the process finds on a page; empty on a timeout or an invalid answer."""
        is_new = self._process is None
        paths = os.pathsep.join(filter(None, sys.path))
        environment = {**child_environment(), "PYTHONPATH": paths, "PYTHONSAFEPATH": "1"}
        process = self._process = self._process or start_process([sys.executable, "-c", COMMAND], environment)
        timer = threading.Timer(seconds * WALL_PER_CPU_TIME + LOADING_SECONDS * is_new, kill_process_group, [process])
        timer.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(SIZES.pack(*page.shape) + page.tobytes())
            process.stdin.flush()
            (length,) = LENGTH.unpack(_read_exactly(process.stdout, LENGTH.size))
            if length > MAX_ANSWER_BYTES:
                raise EOFError
            return json.loads(_read_exactly(process.stdout, length))
        except (OSError, EOFError, ValueError):
            self.stop_process()
            return []
        finally:
            timer.cancel()
            timer.join()


def _read_exactly(stream: BinaryIO | Any, size: int) -> bytes:
    chunk: bytes = stream.read(size)
    if len(chunk) < size:
        raise EOFError
    return chunk


def serve() -> None:
    """Main loop of the child process: answer each page on stdin with its lines, until stdin is closed.

    Other output of the package is discarded.
    """
    with suppress(ImportError, OSError, ValueError):  # not on Windows; ValueError if a lower limit is set
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    engine = import_module("rapidocr_onnxruntime").RapidOCR(
        intra_op_num_threads=1, inter_op_num_threads=1, max_side_len=MAX_SIDE
    )
    while len(head := requests.read(SIZES.size)) == SIZES.size:
        height, width = SIZES.unpack(head)
        page = np.frombuffer(_read_exactly(requests, height * width), np.uint8).reshape(height, width)
        lines, _ = engine(np.stack([page] * 3, axis=-1))
        found_lines = [
            ([[float(coordinate) for coordinate in corner] for corner in corners], text, float(confidence))
            for corners, text, confidence in lines or []
        ]
        answer = json.dumps(found_lines).encode()
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def words_of_lines(lines: Any, shape: tuple[int, ...]) -> Iterator[RecognisedWord]:
    """Yield the words of recognised lines, each with its box.

    RapidOCR has a box only for each line. The box of a word is a part of it, in proportion to the number of characters.
    """
    height, width = shape[:2]
    for number, (corners, text, sureness) in enumerate(lines):
        across, down = [corner[0] / width for corner in corners], [corner[1] / height for corner in corners]
        left, line_width = min(across), max(across) - min(across)
        for match in WORD_OR_CHINESE_CHARACTER.finditer(text):
            ends = [left + line_width * end / max(1, len(text)) for end in match.span()]
            box = (ends[0], min(down), ends[1], max(down))
            yield RecognisedWord(match[0], float(sureness), box, (0, 0), number)

"""Pages read by RapidOCR, the extra `ocr`: its models come inside the package, and nothing is fetched.

It works in a process of its own, as Tesseract does, which has its models loaded when the first page comes and waits
for the next: one that hangs, crashes or takes too much memory costs the page, and the next page gets a new process.
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
from app.readers.paper.tesseract import (
    PATIENCE,
    UNKNOWN,
    Grey,
    ScriptOnPage,
    Sheet,
    child_environment,
    end_all,
    started,
)
from app.readers.paper.word_places import Place, page_of

PIECE = re.compile(r"[⺀-鿿豈-﫿]|[^\s⺀-鿿豈-﫿]+")
"""A word of a line, or one Chinese character."""
MOST_SIDE = 1_280
"""Pixels of a page's longer side; more take longer and are read no better."""
LOADING_SECONDS = 15.0
MOST_ANSWER_BYTES = 16 << 20
MOST_MEMORY_BYTES = 2 << 30
"""Of addresses, of which A4 in Chinese takes 1.5 GB while .6 GB are used."""
SIZES, LENGTH = struct.Struct("<II"), struct.Struct("<I")
COMMAND = f"from {__name__} import serve; serve()"


class Rapid:
    """The package, in its process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    @cached_property
    def name(self) -> str:
        return "RapidOCR " + metadata.version("rapidocr-onnxruntime")

    def read(self, sheet: Sheet, seconds: float, on_page: ScriptOnPage = UNKNOWN) -> RecognisedPage:
        """Read a page, turned upright where it is known how it lies."""
        if isinstance(sheet, bytes):
            return RecognisedPage(by=self.name)
        upright = np.ascontiguousarray(np.rot90(sheet, -on_page.turn // 90))
        return page_of(list(places_in(self._asked(upright, seconds), upright.shape)), self.name, on_page.turn)

    def end(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            end_all(self._process)
            for stream in (self._process.stdin, self._process.stdout):
                with suppress(OSError):
                    stream.close()  # type: ignore[union-attr] # both are pipes
            self._process.wait()
            self._process = None

    def _asked(self, page: Grey, seconds: float) -> Any:
        """Return the lines on a page; none where they do not come in time, or are none."""
        is_new = self._process is None
        paths = os.pathsep.join(filter(None, sys.path))
        environment = {**child_environment(), "PYTHONPATH": paths, "PYTHONSAFEPATH": "1"}
        process = self._process = self._process or started([sys.executable, "-c", COMMAND], environment)
        timer = threading.Timer(seconds * PATIENCE + LOADING_SECONDS * is_new, end_all, [process])
        timer.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(SIZES.pack(*page.shape) + page.tobytes())
            process.stdin.flush()
            (length,) = LENGTH.unpack(_exactly(process.stdout, LENGTH.size))
            if length > MOST_ANSWER_BYTES:
                raise EOFError
            return json.loads(_exactly(process.stdout, length))
        except (OSError, EOFError, ValueError):
            self.end()
            return []
        finally:
            timer.cancel()
            timer.join()


def _exactly(stream: BinaryIO | Any, size: int) -> bytes:
    found: bytes = stream.read(size)
    if len(found) < size:
        raise EOFError
    return found


def serve() -> None:
    """Answer pages with their lines until nobody asks any more; what the package itself prints goes nowhere."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit; a lower one holds already elsewhere
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    given, told = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    engine = import_module("rapidocr_onnxruntime").RapidOCR(
        intra_op_num_threads=1, inter_op_num_threads=1, max_side_len=MOST_SIDE
    )
    while len(head := given.read(SIZES.size)) == SIZES.size:
        height, width = SIZES.unpack(head)
        page = np.frombuffer(_exactly(given, height * width), np.uint8).reshape(height, width)
        lines, _ = engine(np.stack([page] * 3, axis=-1))
        found = [([[float(at) for at in corner] for corner in corners], text, float(sureness))
                 for corners, text, sureness in lines or []]  # fmt: skip
        answer = json.dumps(found).encode()
        told.write(LENGTH.pack(len(answer)) + answer)
        told.flush()


def places_in(lines: Any, shape: tuple[int, ...]) -> Iterator[Place]:
    """Yield the words of lines; each is given the share of its line that its characters are of the whole."""
    height, width = shape[:2]
    for number, (corners, text, sureness) in enumerate(lines):
        across, down = [corner[0] / width for corner in corners], [corner[1] / height for corner in corners]
        left, wide = min(across), max(across) - min(across)
        for match in PIECE.finditer(text):
            ends = [left + wide * end / max(1, len(text)) for end in match.span()]
            box = (ends[0], min(down), ends[1], max(down))
            yield Place(match[0], float(sureness), box, (0, 0), number)

"""Standard streams in UTF-8, JSON for a terminal, and a base class for read-only streams.

A terminal keeps its own encoding. Files and pipes get UTF-8: the default on Windows is a code page without Cyrillic and
Chinese, and JSON must be UTF-8. A file name that is not valid Unicode is written with backslash escapes.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from abc import abstractmethod
from pathlib import Path
from typing import Any


def use_utf8_streams() -> None:
    """Set the encoding of redirected standard output and error to UTF-8. Open closed streams on the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the parent process, or pythonw on Windows: writing would raise
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as we run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


class ReadOnlyStream(io.RawIOBase):
    """Base class of read-only raw streams. A subclass implements `take`."""

    @abstractmethod
    def take(self, n_bytes: int) -> bytes:
        """Return at most `n_bytes` bytes; an empty result means the end of the stream."""

    def readable(self) -> bool:
        """Return True; `io.BufferedReader` requires it."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # typeshed asks for a Buffer
        """Read bytes into `buffer`; return their number."""
        data = self.take(len(buffer))
        buffer[: len(data)] = data
        return len(data)


COMMAND_LINE = __name__.partition(".domain")[0] + ".cli"
"""Name of the package of the command line: `app.cli` in the source tree, `bayleaf.app.cli` when installed."""


def command_line_arguments() -> list[str]:
    """Return the argument list that starts `bayleaf-cli`: the packaged program, or Python with the module."""
    if getattr(sys, "frozen", False):
        suffix = Path(sys.executable).suffix
        return [str(Path(sys.executable).with_name(f"bayleaf-cli{suffix}"))]
    return [sys.executable, "-m", COMMAND_LINE]


UNSAFE_CHARACTERS = re.compile(
    r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff\U000e0001-\U000e007f]"
)
"""DEL and C1 controls, line separators, bidirectional controls, lone surrogates and tag characters.

JSON itself only requires C0 controls to be escaped. A lone surrogate comes from a file name that is not valid UTF-8.
"""


def to_json_text(value: Any) -> str:
    """Return `value` as one line of JSON.

    Characters that terminals or editors misinterpret are escaped (`UNSAFE_CHARACTERS`). Raises ValueError for
    infinities and NaN.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return UNSAFE_CHARACTERS.sub(lambda match: json.dumps(match[0])[1:-1], text)

"""Streams: standard output and error made fit for other programs, always open and in UTF-8; and what is only read.

A terminal is told what it understands. A file or a pipe would get what the system wrote files in long ago (Windows: a
code page without Cyrillic or Chinese); JSON is UTF-8 wherever it is. A file name that is no text is written with
escapes, which JSON gives back as they were.
"""

from __future__ import annotations

import io
import os
import sys
from abc import abstractmethod
from pathlib import Path


def speak_plainly() -> None:
    """Make the standard streams fit to be written to, whoever started us."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # our starter closed it: nothing is read from there, and nothing said is heard
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as we run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


class ReadOnlyStream(io.RawIOBase):
    """A stream that can be read and nothing else; each kind says how it takes bytes."""

    @abstractmethod
    def take(self, n_bytes: int) -> bytes:
        """Return the next bytes, at most so many; none at the end."""

    def readable(self) -> bool:
        """Return True, as buffered readers ask for it."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # typeshed asks for a Buffer
        """Fill a buffer with what is taken."""
        taken = self.take(len(buffer))
        buffer[: len(taken)] = taken
        return len(taken)


COMMAND_LINE = __name__.partition(".domain")[0] + ".cli"
"""`app.cli` from the source, `bayleaf.app.cli` when installed."""


def this_program() -> list[str]:
    """Return the command that starts the command line: packaged, installed or from its source."""
    if getattr(sys, "frozen", False):
        suffix = Path(sys.executable).suffix
        return [str(Path(sys.executable).with_name(f"bayleaf-cli{suffix}"))]
    return [sys.executable, "-m", COMMAND_LINE]

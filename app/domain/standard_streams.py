"""Standard output and error made fit for other programs: always open, and in UTF-8.

A terminal is told what it understands. A file or a pipe would get what the system wrote files in long ago (Windows: a
code page without Cyrillic or Chinese); JSON is UTF-8 wherever it is. A file name that is no text is written with
escapes, which JSON gives back as they were.
"""

from __future__ import annotations

import io
import os
import sys


def speak_plainly() -> None:
    """Make the standard streams fit to be written to, whoever started us."""
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def open_closed_streams() -> None:
    """Open what our starter closed: nothing is read from there, and nothing that is said is heard."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as we run

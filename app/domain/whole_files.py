"""Files a person asks to be written: whole or not there, and never in the place of a workspace.

Every page and command writes through here. A new file is written beside its name and renamed. A terminal, a pipe or
another program's input, such as /dev/stdout, is written to as it is; a pipe that nobody reads is an error instead of a
wait.
"""

from __future__ import annotations

import csv
import io
import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from app.domain.errors import SourceError
from app.domain.overwriting import refuses_other_kinds

DATABASE = b"SQLite format 3\0"
"""The bytes that every workspace begins with."""
RUNS_IN_A_SPREADSHEET = re.compile(r"[\t\r\n ]*[=+\-@＝＋－＠]")
NUMBER = re.compile(r"[+\-]?[\d.,]+(?:[eE][+\-]?\d+)?")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
TEXT_FORMS = {
    "html": re.compile(rb"<!doctype html|<html", re.IGNORECASE),
    "xml": re.compile(rb"<\?xml"),
    "json": re.compile(rb"\{\s*[\"}]|\[\s*[\[{\"\]]"),
}
"""How text of some kinds begins."""
LONG_SIGNATURES = (b"%PDF", b"PK\x03\x04", b"\x89PNG", b"PAR1", b"\x7fELF", b"\xd0\xcf\x11\xe0")
DIRECT_FLAGS = os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def write_whole(target: Path, content: bytes) -> None:
    """Write a file; it has all of the content, or what it was before."""
    with whole_file(target) as file:
        file.write(content)


@contextmanager
def whole_text(target: Path) -> Iterator[TextIO]:
    """A text file to write, in UTF-8, line ends as they are given; what no encoding knows is escaped."""
    with whole_file(target) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="")
        yield text
        text.flush()
        text.detach()


class TableWriter:
    """Writes the rows of a CSV file; no cell is anything but text or a number to the program that opens it."""

    def __init__(self, file: TextIO) -> None:
        self._writer = csv.writer(file)

    def writerow(self, cells: Iterable[Any]) -> None:
        """Write one row."""
        self._writer.writerow([safe_cell(cell) for cell in cells])

    def writerows(self, rows: Iterable[Iterable[Any]]) -> None:
        """Write rows one after another."""
        for cells in rows:
            self.writerow(cells)


@contextmanager
def whole_table(target: Path) -> Iterator[TableWriter]:
    """A CSV file to write."""
    with whole_text(target) as file:
        yield TableWriter(file)


def safe_cell(cell: Any) -> Any:
    """Return a cell that no spreadsheet runs and no terminal obeys; an apostrophe makes a text of a formula."""
    if not isinstance(cell, str):
        return cell
    shown = CONTROL.sub("\N{REPLACEMENT CHARACTER}", cell)
    return f"'{shown}" if RUNS_IN_A_SPREADSHEET.match(shown) and not NUMBER.fullmatch(shown) else shown


@contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes its name when all is written; SourceError where that cannot be."""
    try:
        mode = kind_of_target(target)
        if mode is None or stat.S_ISREG(mode):
            with _beside(target.resolve()) as file:
                yield file
        else:
            with os.fdopen(os.open(target, DIRECT_FLAGS), "wb") as file:
                if hasattr(os, "set_blocking"):
                    os.set_blocking(file.fileno(), True)
                yield file
    except OSError as error:
        raise SourceError(target, "cannot-write", error.strerror or str(error)) from error


def kind_of_target(target: Path) -> int | None:
    """Return the mode of what is there already; None if nothing is. A workspace must not be written over."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISREG(mode):
        with suppress(PermissionError), target.open("rb") as file:
            if file.read(len(DATABASE)) == DATABASE:
                raise SourceError(target, "is-workspace")
    return mode


@contextmanager
def _beside(target: Path) -> Iterator[BinaryIO]:
    handle, beside = tempfile.mkstemp(dir=target.parent, prefix=".bayleaf-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)  # which cannot be asked for without setting it
        os.umask(mask)
        os.chmod(beside, 0o666 & ~mask)
        if refuses_other_kinds():
            _refuse_other_kind(target, Path(beside))
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _refuse_other_kind(target: Path, written: Path) -> None:
    """Refuse to replace a file that is evidently not an earlier result of the same command."""
    try:
        with target.open("rb") as file:
            present = file.read(4096)
    except FileNotFoundError:
        return
    with written.open("rb") as file:
        fresh = file.read(4096)
    if present.strip() and fresh.strip() and _content_kind(present) != _content_kind(fresh):
        raise SourceError(target, "other-kind")


def _content_kind(head: bytes) -> object:
    """Return a kind by a file's first bytes. Text is HTML, XML, JSON or other text; all else goes by its signature."""
    for signature in LONG_SIGNATURES:
        if head.startswith(signature):
            return signature
    if BINARY.search(head):
        return head[:2]
    begin = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((name for name, pattern in TEXT_FORMS.items() if pattern.match(begin)), "text")

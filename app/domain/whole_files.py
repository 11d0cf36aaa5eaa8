"""Atomic writing of output files: a file is replaced as a whole or stays unchanged. A workspace is never replaced.

Every page and command writes its files through this module. A regular file is written to a temporary file in the same
folder, which is then renamed. Terminals, pipes and devices such as /dev/stdout are written to directly; a pipe without
a reader is an error (O_NONBLOCK), because opening it would block forever.
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
from contextvars import ContextVar
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from app.domain.errors import SourceError

_REFUSES_OTHER_KINDS = ContextVar("must_refuse_other_kinds", default=False)


def must_refuse_other_kinds() -> bool:
    """Return whether this thread may not replace a file by one of another kind (see `refuse_other_kinds_within`)."""
    return _REFUSES_OTHER_KINDS.get()


@contextmanager
def refuse_other_kinds_within() -> Iterator[None]:
    """Context manager: within the block, replacing a file by one of another kind raises SourceError, in this thread
    only.
    """
    token = _REFUSES_OTHER_KINDS.set(True)
    try:
        yield
    finally:
        _REFUSES_OTHER_KINDS.reset(token)


SQLITE_HEADER = b"SQLite format 3\0"
"""First bytes of every SQLite file, and so of every workspace."""
SPREADSHEET_FORMULA = re.compile(r"[\t\r\n ]*[=+\-@＝＋－＠]")
NUMBER = re.compile(r"[+\-]?[\d.,]+(?:[eE][+\-]?\d+)?")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
BINARY_CHARACTER = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
TEXT_FORMS = {
    "html": re.compile(rb"<!doctype html|<html", re.IGNORECASE),
    "xml": re.compile(rb"<\?xml"),
    "json": re.compile(rb"\{\s*[\"}]|\[\s*[\[{\"\]]"),
}
"""Pattern for the start of a file, by text format."""
BINARY_SIGNATURES = (b"%PDF", b"PK\x03\x04", b"\x89PNG", b"PAR1", b"\x7fELF", b"\xd0\xcf\x11\xe0")
DIRECT_FLAGS = os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def write_atomically(target: Path, content: bytes) -> None:
    with open_atomically(target) as file:
        file.write(content)


@contextmanager
def open_text_atomically(target: Path) -> Iterator[TextIO]:
    """Open a UTF-8 text file for atomic writing. Line endings are not converted; lone surrogates are escaped."""
    with open_atomically(target) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="")
        yield text
        text.flush()
        text.detach()


class TableWriter:
    """CSV writer that protects against formula injection (see `escape_csv_cell`)."""

    def __init__(self, file: TextIO) -> None:
        self._writer = csv.writer(file)

    def writerow(self, cells: Iterable[Any]) -> None:
        """Write one row."""
        self._writer.writerow([escape_csv_cell(cell) for cell in cells])

    def writerows(self, rows: Iterable[Iterable[Any]]) -> None:
        """Write rows one after another."""
        for cells in rows:
            self.writerow(cells)


@contextmanager
def open_csv_atomically(target: Path) -> Iterator[TableWriter]:
    """Open a CSV file for atomic writing."""
    with open_text_atomically(target) as file:
        yield TableWriter(file)


def escape_csv_cell(cell: Any) -> Any:
    """Return a cell for CSV: control characters become U+FFFD, and text that looks like a formula gets an apostrophe.

    See: https://owasp.org/www-community/attacks/CSV_Injection
    """
    if not isinstance(cell, str):
        return cell
    shown = CONTROL.sub("\N{REPLACEMENT CHARACTER}", cell)
    return f"'{shown}" if SPREADSHEET_FORMULA.match(shown) and not NUMBER.fullmatch(shown) else shown


@contextmanager
def open_atomically(target: Path) -> Iterator[BinaryIO]:
    """Open a file for atomic writing: the target is replaced when the `with` block ends. Raise SourceError if that
    fails.
    """
    try:
        mode = read_target_mode(target)
        if mode is None or stat.S_ISREG(mode):
            with _temporary_file_for(target.resolve()) as file:
                yield file
        else:
            with os.fdopen(os.open(target, DIRECT_FLAGS), "wb") as file:
                if hasattr(os, "set_blocking"):
                    os.set_blocking(file.fileno(), True)
                yield file
    except OSError as error:
        raise SourceError(target, "cannot-write", error.strerror or str(error)) from error


def read_target_mode(target: Path) -> int | None:
    """Return the `st_mode` of the target; None if the file does not exist. Raise SourceError if it is a workspace."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISREG(mode):
        with suppress(PermissionError), target.open("rb") as file:
            if file.read(len(SQLITE_HEADER)) == SQLITE_HEADER:
                raise SourceError(target, "is-workspace")
    return mode


@contextmanager
def _temporary_file_for(target: Path) -> Iterator[BinaryIO]:
    """Open a temporary file in the target's folder. It replaces the target at the end of the `with` block."""
    handle, temporary_path = tempfile.mkstemp(dir=target.parent, prefix=".bayleaf-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)  # the umask can only be read by setting it; mkstemp ignores it and makes 0600
        os.umask(mask)
        os.chmod(temporary_path, 0o666 & ~mask)
        if must_refuse_other_kinds():
            _refuse_other_kind(target, Path(temporary_path))
        os.replace(temporary_path, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary_path)
        raise


def _refuse_other_kind(target: Path, temporary_file: Path) -> None:
    """Raise SourceError if the target exists and is of another kind than the new file.

    The target is then not an earlier result of the same command; its path was probably mistyped.
    """
    try:
        with target.open("rb") as file:
            present = file.read(4096)
    except FileNotFoundError:
        return
    with temporary_file.open("rb") as file:
        fresh = file.read(4096)
    if present.strip() and fresh.strip() and _file_kind_of_bytes(present) != _file_kind_of_bytes(fresh):
        raise SourceError(target, "other-kind")


def _file_kind_of_bytes(head: bytes) -> object:
    """Return the kind of a file by its first bytes: a format name for text, otherwise the binary signature."""
    for signature in BINARY_SIGNATURES:
        if head.startswith(signature):
            return signature
    if BINARY_CHARACTER.search(head):
        return head[:2]
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((name for name, pattern in TEXT_FORMS.items() if pattern.match(start)), "text")

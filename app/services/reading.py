"""One document read in this process, for the command line: from standard input, or one file after another.

The window never does this: its parsers run in worker processes. A command that handles one message has no window to
freeze, and a process of its own that may die of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceOptions
from app.domain.errors import SourceError
from app.readers.reading import read_bytes, read_item
from app.readers.sources import work_items

STANDARD_INPUT = "-"


def documents_of_bytes(raw: bytes, options: SourceOptions, limits: ReadLimits | None = None) -> list[Extracted]:
    """The documents in what came from standard input: one, or a mailbox's or a table's many."""
    return list(read_bytes(raw, STANDARD_INPUT, options, limits or ReadLimits()))


def documents_of_file(path: Path, options: SourceOptions, limits: ReadLimits | None = None) -> Iterator[Extracted]:
    """The documents in a file."""
    for item in work_items([path], options):
        yield from read_item(item, options, limits or ReadLimits())


def documents_or_error(found: list[Extracted]) -> list[Document]:
    """All documents; the first failure as an error, for commands that need every document they are given."""
    for extracted in found:
        if isinstance(extracted, Failure):
            raise SourceError(extracted.member or extracted.path, extracted.reason, extracted.detail)
    return [extracted for extracted in found if isinstance(extracted, Document)]

"""Bounds of what a check may take: packed texts and counts say what they expand to, and indexes may compute nothing.

A file that a stranger made can claim to hold terabytes, or have SQLite compute something for every row. Both are seen
before anything is expanded or computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.domain.records import Problem
from app.store.file.connection import WorkspaceFile
from app.store.file.document_packing import LARGEST_PAGE_BYTES, LARGEST_TEXT_BYTES, DamagedBlob, claimed_bytes

PACKED = (
    ("content", "document_id", ("body",), LARGEST_TEXT_BYTES),
    ("segment", "id", ("document_ids", "counts"), 1 << 28),
    ("word_list", "vocabulary_id", ("words",), 1 << 27),
    ("ticket", "id", ("body",), LARGEST_TEXT_BYTES),
    ("recognised_page", "id", ("page",), LARGEST_PAGE_BYTES),
    ("search_part", "id", ("document_ids",), 1 << 27),
    ("search_heading", "part_id", ("texts",), 1 << 28),
    ("search_word", "part_id", ("words", "documents"), 1 << 27),
    ("search_order", "corpus_id", ("document_ids",), 1 << 30),
)
"""Tables to their number, the columns that are packed, and what one value may expand to."""
FRAME_HEAD_BYTES = 18
FREE_BYTES = 1 << 28
MOST_PER_BYTE = 32
"""For each byte of the file, beyond what is free: text shrinks to a third or a sixth."""
PLAIN_INDEX = re.compile(r'CREATE (?:UNIQUE )?INDEX [\w"]+ ON [\w"]+ ?\([\w", ]+\)', re.IGNORECASE)
PLAIN_TABLE = re.compile(r'CREATE TABLE [\w"]+ ?\([\w",\s]+\)', re.IGNORECASE)


def overgrown(file: WorkspaceFile) -> Iterator[Problem]:
    """Packed values that would expand to more than a workspace of this size can hold; nothing is expanded for it."""
    total, known = 0, set(file.column("SELECT name FROM sqlite_master WHERE type = 'table'"))
    for table, key, columns, largest in PACKED:
        if table not in known:
            continue  # of an older file
        heads = ", ".join(f"substr({column}, 1, {FRAME_HEAD_BYTES})" for column in columns)
        for number, *values in file.each(f"SELECT {key}, {heads} FROM {table}"):  # noqa: S608 - our names
            claimed = max(map(_claimed, values))
            total += claimed
            if claimed > largest:
                yield Problem("overgrown", f"{table} {number}")
    pages = file.value("PRAGMA page_count") * file.value("PRAGMA page_size")
    if total > FREE_BYTES + MOST_PER_BYTE * pages:
        yield Problem("overgrown", f"{total} > {pages}")


def _claimed(head: object) -> int:
    try:
        return claimed_bytes(head)
    except DamagedBlob:
        return 0  # the check of the values themselves says so


def computes(kind: str, statement: str) -> bool:
    """Tell whether a table or an index that is none of ours could have something computed for every row."""
    plain = PLAIN_INDEX if kind == "index" else PLAIN_TABLE
    return plain.fullmatch(statement) is None

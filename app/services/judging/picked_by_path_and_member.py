"""Picking from what was read of files the documents that are meant, by path and member."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from app.domain.documents import Document, Failure
from app.domain.use_case_results import DroppedItem, Verdict

ReadBatch = tuple[Sequence[Verdict], Sequence[Document | None], Sequence[Failure | None]]
Places = Collection[tuple[str, str]]
"""Pairs of a path and a member of what is there."""


def files_of(places: Places) -> list[Path]:
    """List the files of some places that are there, each once."""
    return [path for path in dict.fromkeys(Path(path) for path, _ in places) if path.is_file()]


def those_at(places: Places, read: ReadBatch) -> ReadBatch:
    """Pick from what was read what lies at these places; all of it where none are named."""
    if not places:
        return read
    rows = [row for row in zip(*read, strict=True) if (row[0].path, row[0].member) in places]
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]


def labels_at(places: Places, read: Iterable[ReadBatch]) -> dict[tuple[str, str], str | None]:
    """Return the label judged at each of these places; what was not read is left out."""
    found = (verdict for batch in read for verdict in those_at(places, batch)[0])
    return {(verdict.path, verdict.member): verdict.label for verdict in found if not verdict.error}


def outdated(laid: Iterable[DroppedItem], anew: Sequence[DroppedItem]) -> set[int]:
    """Return the numbers of items whose places lie there anew; what was pasted has none."""
    places = {(item.verdict.path, item.verdict.member) for item in anew if item.verdict.path}
    fresh = {item.number for item in anew}
    return {one.number for one in laid if (one.verdict.path, one.verdict.member) in places} - fresh

"""Titles of what has none: rows of a table without a text are called by their values, texts by how they begin."""

from __future__ import annotations

import math
from collections.abc import Iterable

from app.domain.documents import Document, TableSchema
from app.domain.records import Heading
from app.store.workspace import Workspace

MISSING = "–"
LOOKED_AT, SHOWN_CHARACTERS = 2_000, 160


def titles_of(workspace: Workspace, headings: Iterable[Heading]) -> dict[int, str]:
    """The titles of documents; rows of a table that have none are called by their values, texts by their first line."""
    titles = {heading.number: heading.title for heading in headings}
    untitled = [number for number, title in titles.items() if not title]
    rows = workspace.documents.rows_of(untitled)
    if len(rows) != len(untitled):  # some are documents without a title, and not rows
        return titles | {number: beginning(content.text) for number, content in workspace.documents.bodies(untitled)}
    return titles | {number: row_title(*row) for number, row in zip(untitled, rows, strict=True)}


def beginning(text: str) -> str:
    """Return the first line of a text that says something, as far as a list shows it."""
    lines = (line.strip() for line in text[:LOOKED_AT].splitlines())
    return next(filter(None, lines), "")[:SHOWN_CHARACTERS]


def row_title(numbers: Iterable[float], choices: Iterable[str | None]) -> str:
    """Return the title of a row without a text: its values."""
    return " · ".join(_values(numbers, choices))


def text_of(document: Document, schema: TableSchema | None) -> str:
    """Return the text to be read; of a row each column with its value on a line of its own, then its text."""
    if schema is None:
        return document.text
    names, values = (*schema.numeric, *schema.categorical), _values(document.numbers, document.choices)
    lines = [f"{name}: {value}" for name, value in zip(names, values, strict=False)]
    return "\n".join([*lines, "", document.text]).strip()


def _values(numbers: Iterable[float], choices: Iterable[str | None]) -> list[str]:
    return [MISSING if math.isnan(each) else f"{each:g}" for each in numbers] + [each or MISSING for each in choices]

"""Sheets written down: as plain text with aligned columns, or as a page of HTML that needs nothing else."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape
from pathlib import Path

import resources
from app.services.sheets.sheet_pages import Block, SheetHeading, SheetParagraph

STYLES = Path(resources.__file__).parent / "sheets"


def as_text(blocks: Sequence[Block]) -> str:
    """Plain text; columns are aligned for a fixed-width font, in which Han characters are twice as wide."""
    return "\n".join(_text_of(block) for block in blocks) + "\n"


def _text_of(block: Block) -> str:
    if isinstance(block, SheetHeading):
        return f"\n{block.text}\n{'=' * width(block.text)}" if block.level == 1 else f"\n{block.text}"
    if isinstance(block, SheetParagraph):
        return block.text
    rows = [block.head, *block.rows]
    widths = [max(width(row[column]) for row in rows) for column in range(len(block.head))]
    lines = []
    for row in rows:
        spaces = [" " * (wanted - width(cell)) for cell, wanted in zip(row, widths, strict=True)]
        left = [cell + space for cell, space in zip(row, spaces, strict=True)][: block.n_left]
        right = [space + cell for cell, space in zip(row, spaces, strict=True)][block.n_left :]
        lines.append(("  " + "  ".join(left + right)).rstrip())
    return "\n".join(lines)


def width(text: str) -> int:
    """Return how many places a text takes in a fixed-width font."""
    alone = [character for character in text if not unicodedata.combining(character)]
    return len(alone) + sum(unicodedata.east_asian_width(character) in "WF" for character in alone)


def as_html(blocks: Sequence[Block], title: str) -> str:
    """Return a whole page, to be kept, printed or pasted."""
    style = (STYLES / "sheet.css").read_text(encoding="utf-8")
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>\n{style}</style></head>\n<body>\n{html_body(blocks)}\n</body></html>\n"
    )


def html_body(blocks: Sequence[Block]) -> str:
    """Return the same without a page around it, for a window that has colours of its own."""
    return "\n".join(_html_of(block) for block in blocks)


def _html_of(block: Block) -> str:
    if isinstance(block, SheetHeading):
        return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
    if isinstance(block, SheetParagraph):
        return f"<p>{escape(block.text)}</p>"
    rows = [f"<tr>{_cells('td', row, block.n_left)}</tr>" for row in block.rows]
    if block.has_sum:
        rows[-1] = rows[-1].replace("<tr>", '<tr class="sum">', 1)
    return "\n".join(["<table>", f"<tr>{_cells('th', block.head, block.n_left)}</tr>", *rows, "</table>"])


def _cells(tag: str, row: Sequence[str], n_left: int) -> str:
    kinds = ["", *[' class="formula"'] * (n_left - 1), *[' class="number"'] * (len(row) - n_left)]
    return "".join(f"<{tag}{kind}>{escape(text)}</{tag}>" for kind, text in zip(kinds, row, strict=True))

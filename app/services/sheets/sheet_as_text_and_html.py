"""Sheets written down: as plain text with aligned columns, or as a page of HTML that needs nothing else."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape

from app.services.sheets.sheet_pages import Block, Grid, SheetHeading, SheetParagraph

STYLE = """
body { font: 14px/1.5 system-ui, sans-serif; color: #1F2421; background: #FAFAF7; margin: 2em auto; max-width: 68em; }
h1 { font-size: 20px; } h2 { font-size: 15px; margin-top: 2em; }
table { border-collapse: collapse; background: #FFFFFF; }
th { text-align: left; font-weight: 500; color: #5C645F; } th, td { padding: 4px 10px; }
td { border-top: 1px solid #ECEDE8; } .number { text-align: right; font-variant-numeric: tabular-nums; }
.sum td { border-top: 1px solid #8B938B; font-weight: 600; }
@media print { body { background: none; margin: 0; max-width: none; } h2 { break-after: avoid; } }
"""


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
    return "\n".join(_line(row, widths, block.n_left) for row in rows)


def _line(row: Sequence[str], widths: Sequence[int], n_left: int) -> str:
    cells = []
    for column, (cell, wanted) in enumerate(zip(row, widths, strict=True)):
        space = " " * (wanted - width(cell))
        cells.append(cell + space if column < n_left else space + cell)
    return ("  " + "  ".join(cells)).rstrip()


def width(text: str) -> int:
    """Return how many places a text takes in a fixed-width font."""
    return sum(_places(character) for character in text)


def _places(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def as_html(blocks: Sequence[Block], title: str) -> str:
    """Return a whole page, to be kept, printed or pasted."""
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n{html_body(blocks)}\n</body></html>\n"
    )


def html_body(blocks: Sequence[Block]) -> str:
    """Return the same without a page around it, for a window that has colours of its own."""
    return "\n".join(_html_of(block) for block in blocks)


def _html_of(block: Block) -> str:
    if isinstance(block, SheetHeading):
        return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
    if isinstance(block, SheetParagraph):
        return f"<p>{escape(block.text)}</p>"
    head = "".join(
        _cell("th", text, is_number=column >= block.n_left, is_formula=0 < column < block.n_left)
        for column, text in enumerate(block.head)
    )
    last = len(block.rows) - 1
    rows = [_html_row(block, row, is_sum=block.has_sum and place == last) for place, row in enumerate(block.rows)]
    return f"<table>\n<tr>{head}</tr>\n" + "\n".join(rows) + "\n</table>"


def _html_row(block: Grid, row: Sequence[str], *, is_sum: bool) -> str:
    cells = "".join(
        _cell("td", text, is_number=column >= block.n_left, is_formula=0 < column < block.n_left)
        for column, text in enumerate(row)
    )
    return f'<tr class="sum">{cells}</tr>' if is_sum else f"<tr>{cells}</tr>"


def _cell(tag: str, text: str, *, is_number: bool, is_formula: bool = False) -> str:
    kind = ' class="number"' if is_number else ' class="formula"' if is_formula else ""
    return f"<{tag}{kind}>{escape(text)}</{tag}>"

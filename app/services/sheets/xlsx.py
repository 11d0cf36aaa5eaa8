"""XLSX files with formulas, written by hand: a few parts of XML in a zip file.

A library for it would be one more dependency for four element names. Each formula carries the value that the engine
gives, so that programs which only show files show the right figures; those that calculate do so anew when they open it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import resources
from nbengine.lazy_dataclasses import dataclass

Look = Literal["plain", "head", "title", "input", "sum", "note"]
LOOKS: tuple[Look, ...] = ("plain", "head", "title", "input", "sum", "note")
STYLES = Path(resources.__file__).parent / "sheets" / "styles.xml"
"""One style for each look, in their order."""
LONGEST_NAME = 31
DATE = (2000, 1, 1, 0, 0, 0)
"""The same content gives the same bytes, whenever it is written."""
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, a number, or a formula with its value."""

    value: str | float = ""
    formula: str | None = None
    look: Look = "plain"


@dataclass(slots=True)
class Worksheet:
    """One worksheet; rows are filled from the top."""

    name: str
    widths: tuple[float, ...] = ()
    rows: list[list[Cell]] = field(default_factory=list)
    n_frozen: int = 0
    """The number of rows that stay in sight at the top."""

    def add(self, *cells: Cell | str | float) -> None:
        """Add a row."""
        self.rows.append([cell if isinstance(cell, Cell) else Cell(cell) for cell in cells])

    def cell(self, column: int, row: int) -> str:
        """Return an absolute reference to one of its cells, from another page; columns count from 0, rows from 1."""
        name = self.name.replace("'", "''")
        return f"'{name}'!${letters(column)}${row}"

    def span(self, column: int, first: int, last: int) -> str:
        """Return an absolute reference to a stretch of a column, from another page."""
        return f"{self.cell(column, first)}:${letters(column)}${last}"


def letters(column: int) -> str:
    """Return the name that a spreadsheet gives a column by number: A, B, …, Z, AA, …"""
    name, rest = "", column + 1
    while rest:
        rest, place = divmod(rest - 1, 26)
        name = chr(ord("A") + place) + name
    return name


def workbook(pages: Sequence[Worksheet]) -> bytes:
    """Return the whole file."""
    targets = [("worksheet", f"worksheets/sheet{number + 1}.xml") for number in range(len(pages))]
    parts = {
        "[Content_Types].xml": _content_types(len(pages)),
        "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": _workbook(pages),
        "xl/_rels/workbook.xml.rels": _relations([*targets, ("styles", "styles.xml")]),
        "xl/styles.xml": "".join(line.strip() for line in STYLES.read_text(encoding="utf-8").splitlines()),
    }
    for number, page in enumerate(pages):
        parts[f"xl/worksheets/sheet{number + 1}.xml"] = _worksheet(page)
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            info = ZipInfo(name, DATE)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, XML + content)
    return buffer.getvalue()


def _worksheet(page: Worksheet) -> str:
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{width:g}" customWidth="1"/>'
        for number, width in enumerate(page.widths, start=1)
    )
    top = page.n_frozen
    frozen = f'<pane ySplit="{top}" topLeftCell="A{top + 1}" activePane="bottomLeft" state="frozen"/>' if top else ""
    rows = "".join(
        f'<row r="{number}">{"".join(_cell(f"{letters(at)}{number}", cell) for at, cell in enumerate(cells))}</row>'
        for number, cells in enumerate(page.rows, start=1)
    )
    return (
        f'<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0">{frozen}</sheetView></sheetViews>'
        f"{f'<cols>{widths}</cols>' if widths else ''}<sheetData>{rows}</sheetData></worksheet>"
    )


def _cell(place: str, cell: Cell) -> str:
    style = f' s="{LOOKS.index(cell.look)}"'
    formula = "" if cell.formula is None else f"<f>{escape(cell.formula, quote=False)}</f>"
    if not isinstance(cell.value, str):
        return f'<c r="{place}"{style}>{formula}<v>{float(cell.value)!r}</v></c>'
    text = escape(FORBIDDEN.sub("\ufffd", cell.value), quote=False)  # what XML cannot hold
    if formula:
        return f'<c r="{place}"{style} t="str">{formula}<v>{text}</v></c>'
    if not text:
        return f'<c r="{place}"{style}/>'
    return f'<c r="{place}"{style} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def _workbook(pages: Sequence[Worksheet]) -> str:
    sheets = "".join(
        f'<sheet name="{escape(page.name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, page in enumerate(pages, start=1)
    )
    return (
        f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{sheets}</sheets>'
        f'<calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>'
    )


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    found = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATIONS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{found}</Relationships>'


def _content_types(n_pages: int) -> str:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    pages = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{kind}.worksheet+xml"/>'
        for number in range(1, n_pages + 1)
    )
    return (
        f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{kind}.styles+xml"/>{pages}</Types>'
    )

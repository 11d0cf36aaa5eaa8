"""The sheet behind a verdict, in a window of its own: derived, compared, copied and saved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, Signal

from app.domain.jobs import JobContext
from app.domain.whole_files import write_whole
from app.features.explain.spreadsheet import make_working_xlsx
from app.features.explain.use_cases import VerdictSheet as VerdictSheet
from app.features.explain.working_sheet import (
    SHOWN_STEPS,
    Block,
    Grid,
    blocks_to_html,
    blocks_to_page,
    blocks_to_text,
    sheet_blocks,
    side_by_side_blocks,
)
from app.kit.evidence_names import display_name
from app.kit.jobs import Runner
from app.kit.page_model import PageModel

ROWS_PER_PART = 40
"""More rows than that would hold up the window while they are laid out."""
GROUPED, POINT = re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), re.compile(r"(?<=\d)\.(?=\d)")
LONGEST_CELL, PIXELS_OF_A_LETTER = 22, 6.5


def translate_template(template: str) -> str:
    """A template of the working sheet in the language of the window."""
    return QCoreApplication.translate("sheet", template)


def localize_numbers(block: Block) -> Block:
    """Write the numbers of a table with the marks of the window's language; words and formulas stay as they are."""
    if not isinstance(block, Grid):
        return block
    locale = QLocale()

    def number(cell: str) -> str:
        return POINT.sub(locale.decimalPoint(), GROUPED.sub(locale.groupSeparator(), cell))

    rows = ((*row[: block.n_left], *map(number, row[block.n_left :])) for row in block.rows)
    return replace(block, rows=tuple(rows))


def to_text_view_html(blocks: list[Block]) -> str:
    """Blocks for a text view that has colours and sizes of its own."""
    html = blocks_to_html([drop_uninformative_columns(localize_numbers(block)) for block in blocks])
    return html.replace("<h2>", '<p class="head">').replace("</h2>", "</p>")


def to_html_parts(blocks: list[Block]) -> tuple[str, ...]:
    """The same in pieces, each of which is laid out in an instant: a long table becomes several of the same widths."""
    parts, waiting = [], list[Block]()
    for block in map(drop_uninformative_columns, map(localize_numbers, blocks)):
        if not isinstance(block, Grid) or len(block.rows) <= ROWS_PER_PART:
            waiting.append(block)
            continue
        parts.append(to_text_view_html(waiting))
        waiting = []
        parts += [set_column_widths(blocks_to_html([piece]), column_widths_px(block)) for piece in split_grid(block)]
    return tuple(part for part in (*parts, to_text_view_html(waiting)) if part)


def split_grid(grid: Grid) -> Iterator[Grid]:
    """A long table in short ones; the first has the head, the last the sum."""
    for first in range(0, len(grid.rows), ROWS_PER_PART):
        is_last = first + ROWS_PER_PART >= len(grid.rows)
        yield replace(
            grid,
            head=grid.head if first == 0 else ("",) * len(grid.head),
            rows=grid.rows[first : first + ROWS_PER_PART],
            has_sum=grid.has_sum and is_last,
        )


def column_widths_px(grid: Grid) -> list[int]:
    """About how many pixels the columns need: those of their longest cells."""
    longest = (max(len(row[column]) for row in (grid.head, *grid.rows)) for column in range(len(grid.head)))
    return [round(min(length, LONGEST_CELL) * PIXELS_OF_A_LETTER) + 8 for length in longest]


def set_column_widths(html: str, widths: list[int]) -> str:
    """A table with the widths of its columns in its head."""
    for width in widths:
        html = re.sub(r"<th(?! width)", f'<th width="{width}"', html, count=1)
    return html


def drop_uninformative_columns(block: Block) -> Block:
    """A table of steps that all enter once: how often they do, and their logarithms, say nothing of their own."""
    if not isinstance(block, Grid) or not block.has_sum or any(row[2] not in ("", "1") for row in block.rows):
        return block
    kept = (0, 1, 3, 5)
    rows = tuple(tuple(row[column] for column in kept) for row in block.rows)
    return replace(block, head=tuple(block.head[column] for column in kept), rows=rows)


class WhyTab(IntEnum):
    """A tab of *Why*, in the order shown."""

    WORDS = 0
    EXAMPLES = 1
    WHAT_IF = 2
    CALCULATION = 3


@dataclass(frozen=True, slots=True, eq=False)
class RenderedSheet:
    """A sheet as the window shows it: HTML in pieces, which follow each other."""

    sheet: VerdictSheet
    parts: tuple[str, ...]
    side_parts: tuple[str, ...]
    n_left_out: int
    """Steps of a label that are only summed."""


@dataclass(frozen=True, slots=True)
class SheetState:
    """All that the window shows."""

    title: str
    written: RenderedSheet | None = None
    has_every_step: bool = False
    is_waiting: bool = False
    problem: Exception | None = None


DeriveSheet = Callable[[JobContext], VerdictSheet]


class SheetViewModel(PageModel[SheetState, DeriveSheet]):
    """Holds the sheet behind one verdict."""

    saved = Signal(str)

    def __init__(self, runner: Runner, title: str, derive: DeriveSheet) -> None:
        super().__init__(runner, "sheet", SheetState(title), derive)

    def start(self, *, rest_ms: int = 0) -> None:
        """Derive the verdict. `rest_ms` waits whether `close` follows, as while the user moves through a list."""
        self._render(SHOWN_STEPS, rest_ms)

    def close(self) -> None:
        """Cancel the pending work; the sheet is not shown any more."""
        self._asker.stop()
        self._asker.forget()

    def show_every_step(self, *, is_wanted: bool) -> None:
        """Show all steps, or the strongest and the sum of the rest."""
        written = self.state.written
        if written is not None:
            self._source = lambda _context: written.sheet
            self._change(has_every_step=is_wanted)
            self._render(None if is_wanted else SHOWN_STEPS)

    def text(self) -> str:
        """The sheet as text for the clipboard, with the steps that are shown."""
        return blocks_to_text(self._blocks(None if self.state.has_every_step else SHOWN_STEPS))

    def save(self, path: Path) -> None:
        """Write the sheet with every step; its name says how."""
        written, suffix = self.state.written, path.suffix.lower()
        if written is None:
            return

        def save() -> None:
            if suffix == ".xlsx":
                write_whole(path, make_working_xlsx(written.sheet.explained, translate_template))
                return
            blocks = self._blocks(None)
            words = blocks_to_text(blocks) if suffix == ".txt" else blocks_to_page(blocks, self.state.title)
            write_whole(path, words.encode("utf-8", "backslashreplace"))

        self._ask(lambda _derive, _context: save(), then=lambda _done: self.saved.emit(path.name))

    def _blocks(self, n_steps: int | None) -> list[Block]:
        written = self.state.written
        if written is None:
            return []
        sheet = written.sheet
        return [
            *sheet_blocks(sheet.explained, n_steps, translate_template, display_name),
            *side_by_side_blocks(sheet.side, n_steps, translate_template, display_name),
        ]

    def _render(self, n_steps: int | None, rest_ms: int = 0) -> None:
        def render_sheet(derive: DeriveSheet, context: JobContext) -> RenderedSheet:
            sheet = derive(context)
            blocks = sheet_blocks(sheet.explained, n_steps, translate_template, display_name)[1:]
            side = side_by_side_blocks(sheet.side, n_steps, translate_template, display_name)[1:]
            n_all = max((len(label.steps) for label in sheet.explained.derivation.labels), default=0)
            n_left_out = 0 if n_steps is None else max(n_all - n_steps, 0)
            return RenderedSheet(sheet, to_html_parts(blocks), to_html_parts(side), n_left_out)

        self._ask(
            render_sheet, then=lambda found: self._change(written=found, problem=None), topic="sheet",
            flag="is_waiting", rest_ms=rest_ms,
        )  # fmt: skip

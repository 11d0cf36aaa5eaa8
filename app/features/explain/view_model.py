"""View model of the full calculation of a verdict: computes it, renders it as HTML, copies and saves it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, Signal

from app.domain.jobs import JobContext
from app.domain.whole_files import write_atomically
from app.features.explain.spreadsheet import make_calculation_xlsx
from app.features.explain.use_cases import VerdictSheet as VerdictSheet
from app.features.explain.working_sheet import (
    SHOWN_STEPS,
    Block,
    Grid,
    blocks_to_html,
    blocks_to_html_page,
    blocks_to_text,
    keep_columns,
    narrow_grid,
    sheet_blocks,
    side_by_side_blocks,
)
from app.kit.evidence_names import display_name
from app.kit.jobs import Runner
from app.kit.page_model import PageModel

ROWS_PER_PART = 40
"""Maximum number of rows of an HTML table. Laying out a longer table would block the window."""
GROUPED, POINT = re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), re.compile(r"(?<=\d)\.(?=\d)")
FORMULA_CLASS = ' class="formula"'
"""HTML attribute of table cells whose text is not wrapped."""
LONGEST_CELL, PIXELS_OF_A_LETTER = 22, 6.5


def translate_template(template: str) -> str:
    """Translate a template of the full calculation into the window's language."""
    return QCoreApplication.translate("sheet", template)


def localize_numbers(block: Block) -> Block:
    """Return a block whose numbers have the decimal point and digit grouping of the window's language.

    Text columns stay unchanged.
    """
    if not isinstance(block, Grid):
        return block
    locale = QLocale()

    def number(cell: str) -> str:
        return POINT.sub(locale.decimalPoint(), GROUPED.sub(locale.groupSeparator(), cell))

    rows = ((*row[: block.n_left], *map(number, row[block.n_left :])) for row in block.rows)
    return replace(block, rows=tuple(rows))


def to_text_view_html(blocks: list[Block]) -> str:
    """Return the HTML of blocks, for a text view that has a style sheet."""
    return _to_html_part([drop_uninformative_columns(localize_numbers(block)) for block in blocks])


def to_html_parts(blocks: list[Block], *, is_narrow: bool = False) -> tuple[str, ...]:
    """Return the HTML of blocks in parts that a text view can lay out one after the other.

    A long table is split, and all its parts get the same column widths.
    """
    parts, waiting = [], list[Block]()
    for each in blocks:
        block = drop_uninformative_columns(localize_numbers(each))
        block = narrow_grid(block) if is_narrow else block
        if not isinstance(block, Grid) or len(block.rows) <= ROWS_PER_PART:
            waiting.append(block)
            continue
        parts.append(_to_html_part(waiting))
        waiting = []
        parts += [set_column_widths(blocks_to_html([piece]), column_widths_px(block)) for piece in split_grid(block)]
    parts = [part for part in (*parts, _to_html_part(waiting)) if part]
    return tuple(part.replace(FORMULA_CLASS, "") if is_narrow else part for part in parts)


def _to_html_part(blocks: list[Block]) -> str:
    return blocks_to_html(blocks).replace("<h2>", '<p class="head">').replace("</h2>", "</p>")


def split_grid(grid: Grid) -> Iterator[Grid]:
    """Yield the parts of a long table. The first part has the head, the last part has the sum."""
    for first in range(0, len(grid.rows), ROWS_PER_PART):
        is_last = first + ROWS_PER_PART >= len(grid.rows)
        yield replace(
            grid,
            head=grid.head if first == 0 else ("",) * len(grid.head),
            rows=grid.rows[first : first + ROWS_PER_PART],
            has_sum=grid.has_sum and is_last,
        )


def column_widths_px(grid: Grid) -> list[int]:
    """Return the approximate width of each column in pixels, from its longest cell."""
    longest = (max(len(row[column]) for row in (grid.head, *grid.rows)) for column in range(len(grid.head)))
    return [round(min(length, LONGEST_CELL) * PIXELS_OF_A_LETTER) + 8 for length in longest]


def set_column_widths(html: str, widths: list[int]) -> str:
    """Return the HTML of a table with widths set on its column heads."""
    for width in widths:
        html = re.sub(r"<th(?! width)", f'<th width="{width}"', html, count=1)
    return html


def drop_uninformative_columns(block: Block) -> Block:
    """Remove the columns *Count* and *Logarithm* from a table of steps if every step counts once.

    The contribution of a step then equals its logarithm.
    """
    if not isinstance(block, Grid) or not block.has_sum or any(row[2] not in ("", "1") for row in block.rows):
        return block
    return replace(keep_columns(block, (0, 1, 3, 5)), narrow=(0, 1, 3))


class WhyTab(IntEnum):
    """The tabs of the *Why* panel, by position."""

    WORDS = 0
    EXAMPLES = 1
    WHAT_IF = 2
    CALCULATION = 3


@dataclass(frozen=True, slots=True, eq=False)
class RenderedSheet:
    """A full calculation as HTML, in parts to be laid out one after the other."""

    sheet: VerdictSheet
    parts: tuple[str, ...]
    """The calculation of the verdict."""
    narrow_parts: tuple[str, ...]
    """The calculation of the verdict for narrow panes, with fewer columns and wrapped formulas."""
    comparison_parts: tuple[str, ...]
    """The comparison under all event models."""
    n_left_out: int
    """Number of steps of a label that are not listed but added up in a single row."""


@dataclass(frozen=True, slots=True)
class SheetState:
    """State of the full calculation's window or tab."""

    title: str
    rendered: RenderedSheet | None = None
    has_every_step: bool = False
    is_waiting: bool = False
    problem: Exception | None = None


DeriveSheet = Callable[[JobContext], VerdictSheet]


class SheetViewModel(PageModel[SheetState, DeriveSheet]):
    """View model of the full calculation of one verdict."""

    saved = Signal(str)

    def __init__(self, runner: Runner, title: str, derive: DeriveSheet) -> None:
        super().__init__(runner, "sheet", SheetState(title), derive)

    def start(self, *, debounce_ms: int = 0) -> None:
        """Derive and render the calculation after a delay of `debounce_ms`, unless `close` is called before."""
        self._render(SHOWN_STEPS, debounce_ms)

    def close(self) -> None:
        """Cancel a pending calculation."""
        self._asker.stop()
        self._asker.forget()

    def show_every_step(self, *, is_wanted: bool) -> None:
        """List every step, or if `is_wanted` is false the strongest steps and the sum of all other steps."""
        rendered = self.state.rendered
        if rendered is not None:
            self._source = lambda _context: rendered.sheet
            self._change(has_every_step=is_wanted)
            self._render(None if is_wanted else SHOWN_STEPS)

    def text(self) -> str:
        """Return the listed steps as plain text, for the clipboard."""
        return blocks_to_text(self._blocks(None if self.state.has_every_step else SHOWN_STEPS))

    def save(self, path: Path) -> None:
        """Save the calculation with every step. The suffix of `path` selects the format: .xlsx, .txt or .html."""
        rendered, suffix = self.state.rendered, path.suffix.lower()
        if rendered is None:
            return

        def save() -> None:
            if suffix == ".xlsx":
                write_atomically(path, make_calculation_xlsx(rendered.sheet.explained, translate_template))
                return
            blocks = self._blocks(None)
            words = blocks_to_text(blocks) if suffix == ".txt" else blocks_to_html_page(blocks, self.state.title)
            write_atomically(path, words.encode("utf-8", "backslashreplace"))

        self._ask(lambda _derive, _context: save(), then=lambda _done: self.saved.emit(path.name))

    def _blocks(self, n_steps: int | None) -> list[Block]:
        rendered = self.state.rendered
        if rendered is None:
            return []
        sheet = rendered.sheet
        return [
            *sheet_blocks(sheet.explained, n_steps, translate_template, display_name),
            *side_by_side_blocks(sheet.comparison, n_steps, translate_template, display_name),
        ]

    def _render(self, n_steps: int | None, debounce_ms: int = 0) -> None:
        def render_sheet(derive: DeriveSheet, context: JobContext) -> RenderedSheet:
            sheet = derive(context)
            blocks = sheet_blocks(sheet.explained, n_steps, translate_template, display_name)[1:]
            side = side_by_side_blocks(sheet.comparison, n_steps, translate_template, display_name)[1:]
            n_all = max((len(label.steps) for label in sheet.explained.derivation.labels), default=0)
            n_left_out = 0 if n_steps is None else max(n_all - n_steps, 0)
            narrow_parts = to_html_parts(blocks, is_narrow=True)
            return RenderedSheet(sheet, to_html_parts(blocks), narrow_parts, to_html_parts(side), n_left_out)

        self._ask(
            render_sheet, then=lambda found: self._change(rendered=found, problem=None), topic="sheet",
            flag="is_waiting", debounce_ms=debounce_ms,
        )  # fmt: skip

"""The full calculation as an XLSX file with formulas. A spreadsheet program computes the verdict again if a number
changes.

Counts, means and variances are constants. With learnt factors, the starting values and the gradient of the loss are
constants too. Every probability, logarithm, sum, share and other gradient is a formula, with the engine's value as its
cached result. A spreadsheet has no infinite numbers. They are written as the text −∞ or +∞, which the formulas handle.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import resources
from app.domain.evidence import evidence_group_of_token, group_terms
from app.domain.sheet_words import Translate, event_model_name_in_sentence, fill_sheet_template
from app.features.explain.use_cases import DerivedVerdict, calibration_step
from app.features.explain.working_sheet import (
    exact_total,
    filter_head,
    fit_facts,
    format_percent,
    group_name,
    labels_with_gradient,
    model_sentence,
)
from nbengine.events.event_model import DEFAULT_EVENT_MODEL
from nbengine.explanations.derivation import Derivation, LabelDerivation
from nbengine.explanations.exact_fractions import Step, WordGroup
from nbengine.explanations.fit_gradients import GRADIENT_SHARE_AT_STOP, FitGradients
from nbengine.filter.filter import FilterCalculation
from nbengine.filter.thresholds import MIN_PROBABILITY

CellStyle = Literal["plain", "head", "title", "input", "sum", "note"]
CELL_STYLES: tuple[CellStyle, ...] = ("plain", "head", "title", "input", "sum", "note")
"""Names of the cell styles; the index is the number of the style in the file."""
STYLES = Path(resources.__file__).parent / "sheets" / "styles.xml"
"""XML of the cell styles, in the order of CELL_STYLES."""
ZIP_ENTRY_DATE = (2000, 1, 1, 0, 0, 0)
"""Date of every zip entry. It is fixed, so that equal content gives equal bytes."""
XML_FORBIDDEN_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML cannot contain."""
SPREADSHEET_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS_NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with a text, a number, or a formula. For a formula, `value` is its cached result."""

    value: str | float = ""
    formula: str | None = None
    look: CellStyle = "plain"


@dataclass(slots=True)
class Worksheet:
    """A worksheet, to which rows are appended."""

    name: str
    widths: tuple[float, ...] = ()
    rows: list[list[Cell]] = field(default_factory=list)
    n_frozen: int = 0
    """Number of rows that stay visible at the top."""

    def add_row(self, *cells: Cell | str | float) -> None:
        """Append a row of cells. A text or a number becomes a cell without a style."""
        self.rows.append([cell if isinstance(cell, Cell) else Cell(cell) for cell in cells])

    def cell_reference(self, column: int, row: int) -> str:
        """Return an absolute reference to a cell, for formulas on other sheets. Columns count from 0, rows from 1."""
        name = self.name.replace("'", "''")
        return f"'{name}'!${column_letters(column)}${row}"

    def range_reference(self, column: int, first: int, last: int) -> str:
        """Return an absolute reference to rows `first` to `last` of a column, for formulas on other sheets."""
        return f"{self.cell_reference(column, first)}:${column_letters(column)}${last}"


def column_letters(column: int) -> str:
    """Return the name of a column by its number from 0: A, B, …, Z, AA, …"""
    name, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def workbook_to_xlsx(pages: Sequence[Worksheet]) -> bytes:
    """Return the bytes of an XLSX file."""
    targets = [("worksheet", f"worksheets/sheet{number + 1}.xml") for number in range(len(pages))]
    parts = {
        "[Content_Types].xml": _content_types_xml(len(pages)),
        "_rels/.rels": _relations_xml([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": _workbook_xml(pages),
        "xl/_rels/workbook.xml.rels": _relations_xml([*targets, ("styles", "styles.xml")]),
        "xl/styles.xml": "".join(line.strip() for line in STYLES.read_text(encoding="utf-8").splitlines()),
    }
    for number, page in enumerate(pages):
        parts[f"xl/worksheets/sheet{number + 1}.xml"] = _worksheet_xml(page)
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            info = ZipInfo(name, ZIP_ENTRY_DATE)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, XML + content)
    return buffer.getvalue()


def _worksheet_xml(page: Worksheet) -> str:
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{width:g}" customWidth="1"/>'
        for number, width in enumerate(page.widths, start=1)
    )
    top = page.n_frozen
    frozen = f'<pane ySplit="{top}" topLeftCell="A{top + 1}" activePane="bottomLeft" state="frozen"/>' if top else ""
    rows = "".join(
        f'<row r="{number}">'
        f"{''.join(_cell_xml(f'{column_letters(at)}{number}', cell) for at, cell in enumerate(cells))}</row>"
        for number, cells in enumerate(page.rows, start=1)
    )
    return (
        f'<worksheet xmlns="{SPREADSHEET_NAMESPACE}"><sheetViews>'
        f'<sheetView workbookViewId="0">{frozen}</sheetView></sheetViews>'
        f"{f'<cols>{widths}</cols>' if widths else ''}<sheetData>{rows}</sheetData></worksheet>"
    )


def _cell_xml(reference: str, cell: Cell) -> str:
    style = f' s="{CELL_STYLES.index(cell.look)}"'
    formula = "" if cell.formula is None else f"<f>{escape(cell.formula, quote=False)}</f>"
    if not isinstance(cell.value, str):
        return f'<c r="{reference}"{style}>{formula}<v>{float(cell.value)!r}</v></c>'
    text = escape(XML_FORBIDDEN_CHARACTERS.sub("\ufffd", cell.value), quote=False)
    if formula:
        return f'<c r="{reference}"{style} t="str">{formula}<v>{text}</v></c>'
    if not text:
        return f'<c r="{reference}"{style}/>'
    return f'<c r="{reference}"{style} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def _workbook_xml(pages: Sequence[Worksheet]) -> str:
    sheets = "".join(
        f'<sheet name="{escape(page.name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, page in enumerate(pages, start=1)
    )
    return (
        f'<workbook xmlns="{SPREADSHEET_NAMESPACE}" xmlns:r="{RELATIONS_NAMESPACE}"><sheets>{sheets}</sheets>'
        f'<calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>'
    )


def _relations_xml(targets: Sequence[tuple[str, str]]) -> str:
    relationships = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATIONS_NAMESPACE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{relationships}</Relationships>'


def _content_types_xml(n_pages: int) -> str:
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


FIRST_TERM_ROW = 15
"""Row of the first word on a filter's sheet that has no evidence groups. Each group moves the words down by one row."""


def multinomial_verdict_of(explained: DerivedVerdict) -> DerivedVerdict:
    """Return the verdict of the multinomial model on the same counts, to compare it with a filter."""
    shares, labels = explained.derivation.probabilities, explained.derivation.labels
    label = None if shares is None else labels[shares.index(max(shares))].label
    verdict = replace(explained.verdict, label=label, probability=None)
    return replace(explained, event_model=DEFAULT_EVENT_MODEL, verdict=verdict, working=None)


def make_filter_sheet(explained: DerivedVerdict, working: FilterCalculation, translate: Translate) -> Worksheet:
    """Return the sheet with the calculation of a filter. Sums come before the words, because there may be thousands of
    words.
    """
    page = Worksheet(fill_sheet_template("verdict", translate), (34, 20, *(14.0,) * 7))
    groups = group_terms(working.terms, explained.markup)
    first = len(groups) + FIRST_TERM_ROW
    last = first + max(len(working.terms), 1) - 1
    page.add_row(
        Cell(fill_sheet_template("filter", translate, label=working.label, other=working.against), look="title")
    )
    page.add_row(
        Cell(fill_sheet_template("filter-how", translate, label=working.label, other=working.against), look="note")
    )
    page.add_row()
    page.add_row(*(Cell(fill_sheet_template(key, translate), look="head") for key in ("group", "words", "adds")))
    page.add_row(fill_sheet_template("before-words", translate), "", Cell(working.prior, look="input"))
    kinds, terms = f"$B${first}:$B${last}", f"$I${first}:$I${last}"
    for row, group in enumerate(groups, start=6):
        counted = Cell(float(len(group.terms)), f"COUNTIF({kinds},$A{row})")
        adds = math.fsum(term.contribution for term in group.terms)
        page.add_row(group_name(group.group, translate), counted, Cell(adds, f"SUMIF({kinds},$A{row},{terms})"))
    page.add_row(
        Cell(fill_sheet_template("sum", translate), look="head"),
        Cell(float(len(working.terms)), f"SUM(B6:B{5 + len(groups)})" if groups else "0"),
        Cell(working.score, f"SUM(C5:C{5 + len(groups)})", look="sum"),
    )
    _add_filter_decision(page, explained, working, translate)
    page.add_row()
    page.add_row(*(Cell(text, look="head") for text in filter_head(working, translate)))
    for row, term in enumerate(working.terms, start=first):
        page.add_row(
            term.word,
            group_name(evidence_group_of_token(term.word, explained.markup), translate),
            *(Cell(value, look="input") for value in (*term.counts, term.log_ratio, term.ratio_factor)),
            Cell(term.counts_contribution, f"E{row}*F{row}"),
            Cell(term.learnt_contribution, look="input"),
            Cell(math.fsum((term.counts_contribution, term.learnt_contribution)), f"G{row}+H{row}"),
        )
    return page


def _add_filter_decision(
    page: Worksheet, explained: DerivedVerdict, working: FilterCalculation, translate: Translate
) -> None:
    """Add the steps that follow the sum: how new words lower the score, the threshold, and the verdict."""
    page.add_row()
    page.add_row(fill_sheet_template("new-words", translate), "", working.new_share)
    page.add_row(fill_sheet_template("with-caution", translate), "", working.cautious_score)
    cautious_row = len(page.rows)
    page.add_row(fill_sheet_template("sure-from", translate), "", working.threshold)
    verdict = explained.verdict
    page.add_row(
        Cell(fill_sheet_template("verdict", translate), look="head"), "", Cell(verdict.label or "", look="sum")
    )
    step = calibration_step(verdict)
    formula = None
    if step is not None and step.is_by_pair and step.cause != "unsure":
        formula = f"{MIN_PROBABILITY}+{1 - 2 * MIN_PROBABILITY}/(1+EXP(-C{cautious_row}))"
    probability = "" if verdict.probability is None else verdict.probability
    page.add_row(fill_sheet_template("after-calibration", translate), "", Cell(probability, formula))


IMPOSSIBLE, CERTAIN = "−∞", "+∞"
STEP_HEAD = ("count", "total", "outcomes", "probability", "logarithm", "adds")
RATIO_HEAD = (
    "count", "total", "others-count", "others-total", "outcomes", "fit-ratio", "fit-factor", "fit-weight", "adds",
)  # fmt: skip
NUMBER_HEAD = ("mean", "variance", "", "density", "logarithm", "adds")
GROUP_HEAD = ("words", "count", "total", "outcomes", "probability", "logarithm", "adds")
SHARES_HEAD = (
    "label", "documents", "of-all", "labels", "label-prior", "prior-logarithm", "steps", "absent-total", "score",
    "plain-product", "below", "exponential-short", "share", "divisor-short",
)  # fmt: skip
"""Column heads of the sheet with the verdict, as keys of SHEET_TEMPLATES."""
FIRST_STEP_COLUMN = 4
ALPHA_ROW, LAMBDA_ROW, ADDED_ROW, HEAD_ROW = 4, 5, 6, 8


@dataclass(frozen=True, slots=True)
class _SharedCells:
    """References to cells on the sheet with the verdict, for formulas on other sheets."""

    alpha: str
    """Smoothing α."""
    added: str
    """The number that is added to all variances."""
    divisors: tuple[str, ...]
    """For each label, the number by which complement naive Bayes divides the weights."""


def make_calculation_xlsx(explained: DerivedVerdict, translate: Translate = str) -> bytes:
    """Return an XLSX file with every step of a verdict.

    For a filter, the filter's own calculation comes first, then the calculation of the multinomial model on the same
    counts.
    """
    if explained.working is None:
        return workbook_to_xlsx(_make_sheets(explained, fill_sheet_template("verdict", translate), translate))
    counted = multinomial_verdict_of(explained)
    filter_sheet = make_filter_sheet(explained, explained.working, translate)
    return workbook_to_xlsx(
        [filter_sheet, *_make_sheets(counted, translate(event_model_name_in_sentence(counted.event_model)), translate)]
    )


def _make_sheets(explained: DerivedVerdict, name: str, translate: Translate) -> list[Worksheet]:
    """Return the sheets that compute a verdict from counts. `name` is the name of the first sheet."""
    verdict = Worksheet(name, (26, *(16.0,) * 13))
    labels = explained.derivation.labels
    divisor_cells = tuple(verdict.cell_reference(13, HEAD_ROW + 1 + number) for number in range(len(labels)))
    shared = _SharedCells(verdict.cell_reference(1, ALPHA_ROW), verdict.cell_reference(1, ADDED_ROW), divisor_cells)
    steps = _steps_sheet(labels, shared, translate)
    absent = _shared_steps_sheet(labels, shared.alpha, translate, is_absent=True)
    divisors = _shared_steps_sheet(labels, shared.alpha, translate, is_absent=False)
    pages = [verdict, steps, *(page for page in (absent, divisors) if page is not None)]
    if explained.fit is not None:
        columns = [FIRST_STEP_COLUMN + len(RATIO_HEAD) * number for number in range(len(labels))]
        pages.append(_slopes_sheet(explained, explained.fit, steps, columns, translate))
    _fill_verdict(verdict, explained, (steps, absent, divisors), translate)
    return pages


def _head_cells(keys: Sequence[str], translate: Translate) -> list[Cell]:
    return [Cell(fill_sheet_template(key, translate) if key else "", look="head") for key in keys]


def _label_heads(labels: Sequence[LabelDerivation], n_columns: int) -> list[Cell]:
    """Return a row of heads with each label above the first of its `n_columns` columns."""
    return [Cell(text, look="head") for label in labels for text in (label.label, *[""] * (n_columns - 1))]


def _steps_sheet(labels: Sequence[LabelDerivation], shared: _SharedCells, translate: Translate) -> Worksheet:
    head = _step_head(labels)
    page = Worksheet(
        fill_sheet_template("steps", translate), (24, 10, 8, 12, *(12.0,) * (len(head) * len(labels))), n_frozen=2
    )
    page.add_row(*[""] * FIRST_STEP_COLUMN, *_label_heads(labels, len(head)))
    page.add_row(
        *_head_cells(("what", "kind", "times", "value"), translate), *_head_cells(head * len(labels), translate)
    )
    for steps in zip_longest(*(label.steps for label in labels)):
        _add_step(page, steps, len(head), shared, translate)
    return page


def _step_head(labels: Sequence[LabelDerivation]) -> tuple[str, ...]:
    steps = [step for label in labels for step in label.steps]
    if any(step.kind == "start" for step in steps):
        return RATIO_HEAD
    return NUMBER_HEAD if {step.kind for step in steps} == {"number"} else STEP_HEAD


def _add_step(
    page: Worksheet, steps: Sequence[Step | None], n_columns: int, shared: _SharedCells, translate: Translate
) -> None:
    row, first = len(page.rows) + 1, next(step for step in steps if step is not None)
    value = first.working.figures["value"] if first.kind == "number" else None
    cells = [
        Cell(first.name),
        Cell(fill_sheet_template(f"kind-{first.kind}", translate)),
        _input_cell(first.count),
        _input_cell(value),
    ]
    for number, step in enumerate(steps):
        column = FIRST_STEP_COLUMN + n_columns * number
        if step is None:  # the rest, in a multi-label question: it has no steps
            cells += [Cell("")] * n_columns
            continue
        if step.kind == "number":
            cells += _number_cells(step, column, row, shared)
        elif n_columns == len(RATIO_HEAD):
            cells += _ratio_cells(step, column, row, shared.alpha)
        else:
            cells += _share_cells(step, column, row, shared.alpha, shared.divisors[number])
        log = f"{column_letters(column + n_columns - 2)}{row}"
        cells.append(Cell(_storable_number(step.term), f"IF($C{row}=0,0,IF(ISTEXT({log}),{log},$C{row}*{log}))"))
    page.add_row(*cells)


def _input_cell(value: float | str | None) -> Cell:
    """Return a cell with a number that the user may change; for None or a text, an empty cell."""
    return Cell("") if value is None or isinstance(value, str) else Cell(float(value), look="input")


def _storable_number(value: float) -> float | str:
    """Return a number as a spreadsheet can store it: an infinite number as a text."""
    return {math.inf: CERTAIN, -math.inf: IMPOSSIBLE}.get(value, value)


def _number_cells(step: Step, column: int, row: int, shared: _SharedCells) -> list[Cell]:
    mean, variance, log = (
        f"{column_letters(column)}{row}",
        f"{column_letters(column + 1)}{row}",
        f"{column_letters(column + 4)}{row}",
    )
    total_variance = f"({variance}+{shared.added})"
    log_density = f"-0.5*LN(2*PI()*{total_variance})-($D{row}-{mean})^2/(2*{total_variance})"
    figures, density = step.working.figures, math.exp(step.log) if step.log < 700 else math.inf
    return [
        _input_cell(figures["mean"]),
        _input_cell(figures["variance"]),
        Cell(""),
        Cell(_storable_number(density), f"EXP({log})"),
        Cell(step.log, log_density),
    ]


def _ratio_cells(step: Step, column: int, row: int, alpha: str) -> list[Cell]:
    """Return the cells of a word with learnt factors: its counts, log ratio, factor and weight.

    The ratio compares the label with all other labels.
    """
    if step.kind == "start":
        return [Cell("")] * 7 + [_input_cell(step.log)]
    count, total, other, others, outcomes, ratio, factor = (
        f"{column_letters(column + offset)}{row}" for offset in range(7)
    )
    figures = step.working.figures
    outside = figures.get("outside")
    shares = [_share_formula(count, total, outcomes, alpha)]
    constants = [figures["count"], figures["total"], None, None, figures["outcomes"]]
    if isinstance(outside, Mapping):
        shares.append(_share_formula(other, others, outcomes, alpha))
        constants[2:4] = outside["count"], outside["total"]
    log_ratio = "-".join(f"LN({share})" for share in shares)
    return [
        *map(_input_cell, constants),
        Cell(_storable_number(float(figures["ratio"] or 0.0)), f"IFERROR({log_ratio},0)"),
        _input_cell(figures["factor"]),
        Cell(_storable_number(step.log), f"{factor}*{ratio}"),
    ]


def _share_cells(step: Step, column: int, row: int, alpha: str, divisor: str) -> list[Cell]:
    """Return the cells of a step: count, total, outcomes, (count + α) / (total + α · outcomes), and its logarithm.

    In complement naive Bayes, the last cell has the weight of the word instead.
    """
    count, total, outcomes, share = (f"{column_letters(column + offset)}{row}" for offset in range(4))
    figures = step.working.figures
    is_complement = "weight" in figures
    impossible = CERTAIN if is_complement else IMPOSSIBLE
    log = f"-LN({share})/{divisor}" if is_complement else f"LN({share})"
    return [
        *(_input_cell(figures[name]) for name in ("count", "total", "outcomes")),
        Cell(float(figures["probability"] or 0.0), _share_formula(count, total, outcomes, alpha)),
        Cell(_storable_number(step.log), f'IF({share}>0,{log},"{impossible}")'),
    ]


def _share_formula(count: str, total: str, outcomes: str, alpha: str) -> str:
    divisor = f"({total}+{alpha}*{outcomes})"
    return f"IF({divisor}=0,0,({count}+{alpha})/{divisor})"


def _shared_steps_sheet(
    labels: Sequence[LabelDerivation], alpha: str, translate: Translate, *, is_absent: bool
) -> Worksheet | None:
    """Return the sheet with the absent words, or for complement naive Bayes with the divisors; None if there are none.

    Words with equal counts share a row. The labels are side by side.
    """
    groups = [label.absent_groups if is_absent else label.divisor_groups for label in labels]
    if not any(groups):
        return None
    page = Worksheet(
        fill_sheet_template("absent-total" if is_absent else "divisors", translate),
        (12.0,) * (7 * len(labels)),
        n_frozen=2,
    )
    page.add_row(*_label_heads(labels, 7))
    page.add_row(*_head_cells(GROUP_HEAD * len(labels), translate))
    for row, row_groups in enumerate(zip_longest(*groups), start=3):
        cells: list[Cell] = []
        for number, group in enumerate(row_groups):
            blank = [Cell("")] * 7
            cells += _group_cells(group, 7 * number, row, alpha, is_absent=is_absent) if group is not None else blank
        page.add_row(*cells)
    return page


def _group_cells(group: WordGroup, column: int, row: int, alpha: str, *, is_absent: bool) -> list[Cell]:
    words, count, total, outcomes, share, log = (f"{column_letters(column + offset)}{row}" for offset in range(6))
    counted = f"{total}-{count}" if is_absent else count
    sign, impossible = ("", IMPOSSIBLE) if is_absent else ("-", CERTAIN)
    figures = group.working.figures
    probability = math.exp(group.log) if is_absent else float(figures["probability"] or 0.0)
    return [
        _input_cell(group.n_words),
        *(_input_cell(figures[name]) for name in ("count", "total", "outcomes")),
        Cell(probability, _share_formula(counted, total, outcomes, alpha)),
        Cell(_storable_number(group.log), f'IF({share}>0,{sign}LN({share}),"{impossible}")'),
        Cell(_storable_number(group.term), f"IF(ISTEXT({log}),{log},{words}*{log})"),
    ]


_StepSheets = tuple[Worksheet, Worksheet | None, Worksheet | None]
"""The sheet of the steps, the sheet of the absent words, and the sheet of the divisors; None for a sheet
without rows.
"""


def _fill_verdict(page: Worksheet, explained: DerivedVerdict, workings: _StepSheets, translate: Translate) -> None:
    labels = explained.derivation.labels
    # All labels have the same prior smoothing, and all variances have the same addition.
    strength = next((label.prior.smoothing for label in labels if label.prior is not None), 0.0)
    numbers = (step for label in labels for step in label.steps if step.kind == "number")
    added_variance = next((step.working.figures["added_variance"] for step in numbers), 0.0)
    page.add_row(Cell(fill_sheet_template("title", translate), look="title"))
    page.add_row(Cell(model_sentence(explained, translate), look="note"))
    page.add_row()
    page.add_row("α", _input_cell(explained.smoothing))
    page.add_row("λ", _input_cell(float(strength)))
    page.add_row(fill_sheet_template("added-variance", translate), _input_cell(added_variance or 0.0))
    page.add_row()
    page.add_row(*_head_cells(SHARES_HEAD, translate))
    undecided = fill_sheet_template("not-decided", translate)
    for number in range(len(labels)):
        _add_label(page, explained.derivation, number, workings, undecided)
    _add_decision(page, explained, translate)


def _add_label(page: Worksheet, sheet: Derivation, number: int, workings: _StepSheets, undecided: str) -> None:
    label, row, (steps, absent, divisors) = sheet.labels[number], len(page.rows) + 1, workings
    first, last = HEAD_ROW + 1, HEAD_ROW + len(sheet.labels)
    scores, shares = f"$I${first}:$I${last}", f"$L${first}:$L${last}"
    step_column = FIRST_STEP_COLUMN + len(_step_head(sheet.labels)) * (number + 1) - 1
    total = _storable_number(exact_total([step.term for step in label.steps]))
    absent_sum, divisor = Cell(0.0), Cell(1.0)
    if absent is not None:
        absent_sum = Cell(
            _storable_number(label.absent), _sum_formula(absent.range_reference(7 * number + 6, 3, len(absent.rows)))
        )
    if divisors is not None:
        whole = _storable_number(exact_total([group.term for group in label.divisor_groups]))
        divisor = Cell(whole, f"SUM({divisors.range_reference(7 * number + 6, 3, len(divisors.rows))})")
    below = label.score - sheet.peak
    is_finite = math.isfinite(label.score) and math.isfinite(sheet.peak)
    page.add_row(
        Cell(label.label),
        *_prior_cells(label, row),
        Cell(total, _sum_formula(steps.range_reference(step_column, 3, max(len(steps.rows), 3)))),
        absent_sum,
        Cell(_storable_number(label.score), _score_formula(row)),
        Cell(_storable_number(label.product), f"IF(ISTEXT(I{row}),IF(I{row}=\"{IMPOSSIBLE}\",0,I{row}),"
             f"IF(I{row}<700,EXP(I{row}),\"{CERTAIN}\"))"),
        Cell(below if is_finite else "", f'IF(ISTEXT(I{row}),"",I{row}-MAX({scores}))'),
        Cell(math.exp(below) if is_finite else 0.0, f"IF(ISTEXT(I{row}),0,EXP(I{row}-MAX({scores})))"),
        Cell(*_share_of_label(sheet.probabilities, number, row, scores, shares, undecided), look="sum"),
        divisor,
    )  # fmt: skip


def _prior_cells(label: LabelDerivation, row: int) -> list[Cell]:
    if label.prior is None:
        return [Cell(""), Cell(""), Cell(""), Cell(""), Cell(0.0)]
    working, below = label.prior.figures, f"C{row}+$B${LAMBDA_ROW}*D{row}"
    return [
        *(_input_cell(working[name]) for name in ("count", "total", "outcomes")),
        Cell(float(working["probability"] or 0.0), f"IF({below}=0,0,(B{row}+$B${LAMBDA_ROW})/({below}))"),
        Cell(_storable_number(label.prior.log), f'IF(E{row}>0,LN(E{row}),"{IMPOSSIBLE}")'),
    ]


def _sum_formula(span: str) -> str:
    """Return a formula that sums a range. If the range contains the text −∞ or +∞, the sum is that text."""
    return (
        f'IF(SUMPRODUCT(({span}="{IMPOSSIBLE}")*1)>0,"{IMPOSSIBLE}",'
        f'IF(SUMPRODUCT(({span}="{CERTAIN}")*1)>0,"{CERTAIN}",SUM({span})))'
    )


def _score_formula(row: int) -> str:
    prior, steps, absent = (f"{column}{row}" for column in "FGH")
    is_impossible, is_certain = (
        f'OR({prior}="{text}",{steps}="{text}",{absent}="{text}")' for text in (IMPOSSIBLE, CERTAIN)
    )
    return f'IF({is_impossible},"{IMPOSSIBLE}",IF({is_certain},"{CERTAIN}",{prior}+{steps}+{absent}))'


def _share_of_label(
    probabilities: tuple[float, ...] | None, number: int, row: int, scores: str, shares: str, undecided: str
) -> tuple[float | str, str]:
    """Return the value and the formula of a label's probability: exp(score) divided by the sum of exp(score) over all
    labels.

    If exactly one label has the score +∞, its probability is 1. If several labels have it, the value is the text
    `undecided`.
    """
    quoted_undecided = quote_string(undecided)
    n_certain = f'SUMPRODUCT(({scores}="{CERTAIN}")*1)'
    formula = (
        f'IF({n_certain}>1,{quoted_undecided},IF({n_certain}=1,IF(I{row}="{CERTAIN}",1,0),'
        f"IF(COUNT({scores})=0,{quoted_undecided},L{row}/SUM({shares}))))"
    )
    return (undecided if probabilities is None else probabilities[number]), formula


def quote_string(text: str) -> str:
    """Return a text as a string literal for a formula."""
    return '"' + text.replace('"', '""') + '"'


def _add_decision(page: Worksheet, explained: DerivedVerdict, translate: Translate) -> None:
    sheet, verdict = explained.derivation, explained.verdict
    first, last = HEAD_ROW + 1, HEAD_ROW + len(sheet.labels)
    scores, exponentials, shares, names = (f"${column}${first}:${column}${last}" for column in "ILMA")
    finite = [label.score for label in sheet.labels if math.isfinite(label.score)]
    peak = max(finite, default=0.0)
    total = math.fsum(math.exp(score - peak) for score in finite)
    undecided = fill_sheet_template("not-decided", translate)
    page.add_row()
    page.add_row(fill_sheet_template("highest-score", translate), Cell(peak, f"MAX({scores})"))
    formula = f'IF(COUNT({scores})=0,"",MAX({scores})+LN(SUM({exponentials})))'
    page.add_row("log Σ exp(score)", Cell(peak + math.log(total) if total else "", formula))
    formula = f"IF(COUNT({shares})=0,{quote_string(undecided)},INDEX({names},MATCH(MAX({shares}),{shares},0)))"
    page.add_row(
        Cell(fill_sheet_template("verdict", translate), look="head"),
        Cell(verdict.label or undecided, formula, look="sum"),
    )
    if verdict.probability is not None:
        page.add_row(fill_sheet_template("after-calibration", translate), verdict.probability)
    page.add_row()
    if any(label.underflow for label in sheet.labels):
        page.add_row(Cell(fill_sheet_template("underflows", translate) if sheet.do_all_underflow else "", look="note"))


SLOPES_HEAD = ("what", "fit-ratio", "fit-weight", "", "fit-short", "fit-pulled", "fit-held", "fit-slope")
"""Column heads of the sheet with the gradients, as keys of SHEET_TEMPLATES.

The empty key stands for the column head `s`, a symbol of the formula above the table.
"""
RATIO_OFFSET, WEIGHT_OFFSET = 5, 7
"""Positions of the log ratio and of the weight among the columns of a label, on the sheet with the steps."""


def _slopes_sheet(
    explained: DerivedVerdict, fit: FitGradients, steps: Worksheet, columns: Sequence[int], translate: Translate
) -> Worksheet:
    """Return the sheet with the gradient at the fitted weights. At the optimum, the gradient is 0.

    The gradient of the loss is a constant, because it depends on all documents. The gradient of the regularisation is a
    formula that refers to cells of the sheet `steps`. `columns` has the number of the first column of each label on
    that sheet.
    """
    page = Worksheet(fill_sheet_template("fit-slopes", translate), (24, *(14.0,) * 7))
    left = fill_sheet_template(
        "fit-left",
        translate,
        left=format_percent(fit.remaining_gradient_share),
        stop=format_percent(GRADIENT_SHARE_AT_STOP),
    )
    page.add_row(Cell(left, look="note"))
    page.add_row(fill_sheet_template("ridge", translate), Cell(fit.ridge, look="input"))
    names = [label.label for label in explained.derivation.labels]
    rows = {cells[0].value: number for number, cells in enumerate(steps.rows, start=1)}
    for label in labels_with_gradient(explained):
        number = names.index(label)
        page.add_row()
        page.add_row(Cell(fill_sheet_template("fit", translate, label=label), look="title"))
        page.add_row(Cell(fill_sheet_template("fit-how", translate, **fit_facts(fit, label, translate)), look="note"))
        page.add_row(*(Cell(fill_sheet_template(key, translate) if key else "s", look="head") for key in SLOPES_HEAD))
        for word_number, word in enumerate(fit.words):
            cells = [
                steps.cell_reference(columns[number] + offset, rows[word]) for offset in (RATIO_OFFSET, WEIGHT_OFFSET)
            ]
            page.add_row(word, *_slope_cells(fit, word_number, number, len(page.rows) + 1, cells))
    return page


def _slope_cells(fit: FitGradients, word_number: int, label: int, row: int, steps: Sequence[str]) -> list[Cell]:
    tables = (
        fit.log_ratios,
        fit.weights,
        fit.ridge_divisors,
        fit.n_inside_margin,
        fit.loss_gradients,
        fit.ridge_gradients,
        fit.total_gradients,
    )
    ratio, weight, strength, short, pulled, held, slope = (float(table[word_number, label]) for table in tables)
    return [
        Cell(ratio, steps[0]),
        Cell(weight, steps[1]),
        Cell(strength, "1" if fit.has_equal_ridge else f"SQRT(ABS(B{row}))"),
        Cell(short, look="input"),
        Cell(pulled, look="input"),
        Cell(held, f"IF(D{row}=0,0,$B$2*C{row}/D{row})"),
        Cell(slope, f"F{row}+G{row}", look="sum"),
    ]

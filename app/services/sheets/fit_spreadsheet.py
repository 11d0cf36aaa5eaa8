"""The page of a spreadsheet with the slopes along the weights of a fit, which are nothing at its least place.

What documents pull at a weight is given, for it takes all of them; what the ridge holds is worked out from the cells of
the working itself, so that another count or factor there shows how far from the least place it would be.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.sheet_words import Translate, told
from app.services.sheets.explaining import Explained
from app.services.sheets.sheet_pages import fit_facts, fitted_labels, percent
from app.services.sheets.xlsx import Cell, Worksheet
from nbengine.explanations.fit_working import STOPS_AT, FitWorking

HEAD = ("what", "fit-ratio", "fit-weight", "", "fit-short", "fit-pulled", "fit-held", "fit-slope")
"""Heads of columns, by their keys among the sheet's words; without one is s, as the sentence above them calls it."""
RATIO_PLACE, WEIGHT_PLACE = 5, 7
"""Of a label's columns among the steps."""


def slopes_page(
    explained: Explained, found: FitWorking, steps: Worksheet, columns: Sequence[int], translate: Translate
) -> Worksheet:
    """Return the page; each label's own columns among the steps begin at one of these."""
    page = Worksheet(told("fit-slopes", translate), (24, *(14.0,) * 7))
    left = told("fit-left", translate, left=percent(found.left), stop=percent(STOPS_AT))
    page.add(Cell(left, look="note"))
    page.add(told("ridge", translate), Cell(found.ridge, look="input"))
    names = [label.label for label in explained.sheet.labels]
    rows = {cells[0].value: number for number, cells in enumerate(steps.rows, start=1)}
    for label in fitted_labels(explained):
        number = names.index(label)
        page.add()
        page.add(Cell(told("fit", translate, label=label), look="title"))
        page.add(Cell(told("fit-how", translate, **fit_facts(found, label, translate)), look="note"))
        page.add(*(Cell(told(key, translate) if key else "s", look="head") for key in HEAD))
        for place, word in enumerate(found.words):
            cells = [steps.cell(columns[number] + at, rows[word]) for at in (RATIO_PLACE, WEIGHT_PLACE)]
            page.add(word, *_slope_cells(found, place, number, len(page.rows) + 1, cells))
    return page


def _slope_cells(found: FitWorking, place: int, label: int, row: int, steps: Sequence[str]) -> list[Cell]:
    tables = (found.ratios, found.weights, found.strengths, found.n_short, found.pulled, found.held, found.slopes)
    ratio, weight, strength, short, pulled, held, slope = (float(table[place, label]) for table in tables)
    return [
        Cell(ratio, steps[0]),
        Cell(weight, steps[1]),
        Cell(strength, "1" if found.is_alike else f"SQRT(ABS(B{row}))"),
        Cell(short, look="input"),
        Cell(pulled, look="input"),
        Cell(held, f"IF(D{row}=0,0,$B$2*C{row}/D{row})"),
        Cell(slope, f"F{row}+G{row}", look="sum"),
    ]

"""The page of a spreadsheet on which a filter's verdict is worked out: its words, their kinds, and what they add up to.

What a word says, what it weighs and what was learnt for it are given; every product and sum is a formula over them.
"""

from __future__ import annotations

import math
from dataclasses import replace

from app.domain.sheet_words import Translate, told
from app.services.sheets.explaining import Explained
from app.services.sheets.sheet_pages import filter_head
from app.services.sheets.xlsx import Cell, Worksheet
from nbengine.events.settings import USUAL_EVENT_MODEL
from nbengine.explanations.filter_working import FilterWorking

FIRST_TERM = 15
"""The row of the first word, where no kind has one."""


def beside(explained: Explained) -> Explained:
    """Return the verdict of the multinomial model beside a filter, by the counts alone."""
    shares, labels = explained.derivation.probabilities, explained.derivation.labels
    label = None if shares is None else labels[shares.index(max(shares))].label
    verdict = replace(explained.verdict, label=label, probability=None)
    return replace(explained, event_model=USUAL_EVENT_MODEL, verdict=verdict, working=None)


def filter_page(explained: Explained, found: FilterWorking, translate: Translate) -> Worksheet:
    """Return the page; its sums come first, since there are many words."""
    page = Worksheet(told("verdict", translate), (34, 20, *(14.0,) * 7))
    groups = found.of_groups()
    first = len(groups) + FIRST_TERM
    last = first + max(len(found.terms), 1) - 1
    page.add(Cell(told("filter", translate, label=found.label, other=found.against), look="title"))
    page.add(Cell(told("filter-how", translate, label=found.label, other=found.against), look="note"))
    page.add()
    page.add(*(Cell(told(key, translate), look="head") for key in ("group", "words", "adds")))
    page.add(told("before-words", translate), "", Cell(found.prior, look="input"))
    kinds, added = f"$B${first}:$B${last}", f"$I${first}:$I${last}"
    for row, (name, n_words, adds) in enumerate(groups, start=6):
        counted = Cell(float(n_words), f"COUNTIF({kinds},$A{row})")
        page.add(told(f"group-{name}", translate), counted, Cell(adds, f"SUMIF({kinds},$A{row},{added})"))
    page.add(
        Cell(told("sum", translate), look="head"),
        Cell(float(len(found.terms)), f"SUM(B6:B{5 + len(groups)})" if groups else "0"),
        Cell(found.score, f"SUM(C5:C{5 + len(groups)})", look="sum"),
    )
    _add_decision(page, explained, found, translate)
    page.add()
    page.add(*(Cell(text, look="head") for text in filter_head(found, translate)))
    for row, term in enumerate(found.terms, start=first):
        page.add(
            term.word,
            told(f"group-{term.group}", translate),
            *(Cell(given, look="input") for given in (*term.counts, term.ratio, term.share)),
            Cell(term.by_counts, f"E{row}*F{row}"),
            Cell(term.by_learnt, look="input"),
            Cell(math.fsum((term.by_counts, term.by_learnt)), f"G{row}+H{row}"),
        )
    return page


def _add_decision(page: Worksheet, explained: Explained, found: FilterWorking, translate: Translate) -> None:
    """Add what is made of the sum: caution for new words, the mark, and the verdict."""
    page.add()
    page.add(told("new-words", translate), "", found.new_share)
    page.add(told("with-caution", translate), "", found.cautious)
    page.add(told("sure-from", translate), "", found.mark)
    verdict = explained.verdict
    page.add(Cell(told("verdict", translate), look="head"), "", Cell(verdict.label or "", look="sum"))
    page.add(told("after-calibration", translate), "", "" if verdict.probability is None else verdict.probability)

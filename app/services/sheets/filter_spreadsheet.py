"""The page of a spreadsheet on which a filter's verdict is worked out: its words, their kinds, and what they add up to.

What a word says, what it weighs and what was learnt for it are given; every product and sum is a formula over them.
"""

from __future__ import annotations

import math
from dataclasses import replace

from app.domain.sheet_words import Translate, told
from app.services.sheets.explaining import Explained
from app.services.sheets.xlsx import Cell, Worksheet
from nbengine.events.settings import USUAL_EVENT_MODEL
from nbengine.explanations.filter_working import FilterTerm, FilterWorking

FILTER_HEAD = ("what", "group", "counted", "counted", "says", "weighs", "by-counts", "by-learnt", "adds")
"""Heads of columns, by their keys among the sheet's words."""

FIRST_TERM = 15
"""The row of the first word, where no kind has one."""


def beside(explained: Explained) -> Explained:
    """Return the verdict of the multinomial model beside a filter, by the counts alone."""
    shares, labels = explained.sheet.probabilities, explained.sheet.labels
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
    for name, n_words, adds in groups:
        _add_group(page, told(f"group-{name}", translate), n_words, adds, f"${first}:$%s${last}")
    _add_sum(page, found, len(groups), translate)
    _add_decision(page, explained, found, translate)
    page.add()
    names = [found.label, found.against]
    page.add(*(_head(key, names, translate) for key in FILTER_HEAD))
    for term in found.terms:
        _add_term(page, term, translate)
    return page


def _head(key: str, names: list[str], translate: Translate) -> Cell:
    return Cell(told(key, translate, label=names.pop(0)) if key == "counted" else told(key, translate), look="head")


def _add_group(page: Worksheet, name: str, n_words: int, adds: float, rows: str) -> None:
    row, kinds = len(page.rows) + 1, f"$B{rows % 'B'}"
    page.add(
        name,
        Cell(float(n_words), f"COUNTIF({kinds},$A{row})"),
        Cell(adds, f"SUMIF({kinds},$A{row},$I{rows % 'I'})"),
    )


def _add_sum(page: Worksheet, found: FilterWorking, n_groups: int, translate: Translate) -> None:
    words = f"SUM(B6:B{5 + n_groups})" if n_groups else "0"
    page.add(
        Cell(told("sum", translate), look="head"),
        Cell(float(len(found.terms)), words),
        Cell(found.score, f"SUM(C5:C{5 + n_groups})", look="sum"),
    )


def _add_decision(page: Worksheet, explained: Explained, found: FilterWorking, translate: Translate) -> None:
    """Add what is made of the sum: caution for new words, the mark, and the verdict."""
    page.add()
    page.add(told("new-words", translate), "", found.new_share)
    page.add(told("with-caution", translate), "", found.cautious)
    page.add(told("sure-from", translate), "", found.mark)
    verdict = explained.verdict
    page.add(Cell(told("verdict", translate), look="head"), "", Cell(verdict.label or "", look="sum"))
    page.add(told("after-calibration", translate), "", "" if verdict.probability is None else verdict.probability)


def _add_term(page: Worksheet, term: FilterTerm, translate: Translate) -> None:
    row, (own, others) = len(page.rows) + 1, term.counts
    page.add(
        term.word,
        told(f"group-{term.group}", translate),
        Cell(own, look="input"),
        Cell(others, look="input"),
        Cell(term.ratio, look="input"),
        Cell(term.share, look="input"),
        Cell(term.by_counts, f"E{row}*F{row}"),
        Cell(term.by_learnt, look="input"),
        Cell(math.fsum((term.by_counts, term.by_learnt)), f"G{row}+H{row}"),
    )

"""The words of sureness in the window's language, and the cell that lists show them in."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.domain.sureness import Doubt, HowSure, Sureness
from app.pages.painted_values import SurenessCell

translate = QCoreApplication.translate


def sureness_cell(told: HowSure, colour: int) -> SurenessCell:
    """Return what a list shows of a verdict; colour is the number of its label's."""
    return SurenessCell(told.word.value, word_of(told.word), doubt_word(told.doubt), told.length, colour)


def spoken(cell: SurenessCell) -> str:
    """Return a cell as a screen reader says it."""
    return f"{cell.word}, {cell.reason}" if cell.reason else cell.word


def word_of(word: Sureness) -> str:
    """Return the word beside a verdict."""
    return {
        Sureness.SURE: translate("Sureness", "sure"),
        Sureness.LIKELY: translate("Sureness", "likely"),
        Sureness.UNSURE: translate("Sureness", "unsure"),
        Sureness.NOT_READ: translate("Sureness", "not read"),
        Sureness.BY_YOU: translate("Sureness", "by you"),
    }[word]


def doubt_word(doubt: Doubt | None) -> str:
    """Return the reason for being unsure in two words."""
    known = {
        Doubt.CLOSE_CALL: translate("Sureness", "close call"),
        Doubt.SHORT_OF_SURE: translate("Sureness", "short of sure"),
        Doubt.FEW_WORDS: translate("Sureness", "few words"),
        Doubt.NEW_KIND: translate("Sureness", "new kind"),
        Doubt.TWO_LABELS: translate("Sureness", "two labels"),
        Doubt.NO_PROMISE: translate("Sureness", "no promise"),
    }
    return known[doubt] if doubt is not None else ""


def doubt_meaning(doubt: Doubt) -> str:
    """Return the reason for being unsure in a sentence."""
    return {
        Doubt.CLOSE_CALL: translate("Sureness", "What speaks for it hardly outweighs the rest."),
        Doubt.SHORT_OF_SURE: translate(
            "Sureness", "It is probably so, but more is wanted before anything like it is called sure."
        ),
        Doubt.FEW_WORDS: translate("Sureness", "Hardly any of its words were seen in more than a document or two."),
        Doubt.NEW_KIND: translate("Sureness", "It is unlike everything that was learnt."),
        Doubt.TWO_LABELS: translate("Sureness", "Another label fits it nearly as well."),
        Doubt.NO_PROMISE: translate(
            "Sureness", "Too few documents of its label were judged rightly to promise anything of it."
        ),
    }[doubt]

"""Sureness in lists and panes: a bar and a word, or a chip and a reason; never colour or length alone."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter
from pytestqt.qtbot import QtBot

from app.domain.confidence import Confidence, ConfidenceLevel, Doubt, confidence_of
from app.domain.results import DocumentVerdict
from app.features.classify.explanations import ExplainedVerdict
from app.features.classify.page import ClassifyPage
from app.features.classify.view_model import ClassifyViewModel
from app.kit.look.colours import LIGHT, DesignValues
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.painted_values import (
    CONFIDENCE_BAR_PX,
    ConfidenceCell,
    accessible_cell_text,
    doubt_word,
    error_limit_sentence,
    make_confidence_cell,
    paint_confidence,
)
from app.kit.widgets import PaintedWidget
from tests.inline_runner import InlineRunner


class PaintedCell(PaintedWidget):
    """A cell of a list by itself."""

    def __init__(self, cell: ConfidenceCell) -> None:
        super().__init__()
        self.cell = cell
        self.resize(px(CONFIDENCE_BAR_PX + 120), px(20))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        paint_confidence(painter, tokens, self.area(), self.cell)


def line(bot: QtBot, verdict: DocumentVerdict, **facts: bool | int) -> PaintedCell:
    told = confidence_of(verdict, **facts)  # type: ignore[arg-type]  # facts are what the test is about
    made = PaintedCell(make_confidence_cell(told, 1))
    bot.addWidget(made)
    made.show()
    return made


def length_of_bar(widget: PaintedCell, ink: str) -> int:
    picture = widget.grab(QRect(0, 0, px(48), widget.height())).toImage()
    middle, wanted = picture.height() // 2, QColor(ink).rgb()
    return sum(picture.pixel(x, middle) == wanted for x in range(picture.width()))


@pytest.mark.parametrize("probability", [0.998, 0.92])
@pytest.mark.parametrize("odds", [6.2, 1432.0])
def test_the_bar_is_as_full_as_the_verdict_is_probable(
    qtbot: QtBot, theme: Theme, odds: float, probability: float
) -> None:
    made = line(qtbot, DocumentVerdict("a", label="spam", probability=probability, odds=odds))

    assert accessible_cell_text(made.cell) == ("sure" if probability > 0.99 else "likely")
    assert length_of_bar(made, LIGHT.labels[1]) == pytest.approx(px(48) * probability, abs=2)


def test_what_is_unsure_has_no_bar_but_a_reason(qtbot: QtBot, theme: Theme) -> None:
    made = line(qtbot, DocumentVerdict("a", label="ham", probability=0.8, odds=1.4, n_known_words=1))

    assert accessible_cell_text(made.cell) == "unsure, too few known words"
    assert length_of_bar(made, LIGHT.labels[1]) == 0


def test_every_state_is_said_in_words(qtbot: QtBot, theme: Theme) -> None:
    likely = DocumentVerdict("a", label="spam", probability=0.95, odds=3.0)
    unread = DocumentVerdict("a", error="is damaged")

    assert accessible_cell_text(line(qtbot, likely).cell) == "likely"
    assert accessible_cell_text(line(qtbot, unread).cell) == "not read"
    assert accessible_cell_text(line(qtbot, likely, is_by_person=True).cell) == "your choice"
    assert accessible_cell_text(make_confidence_cell(confidence_of(likely), 0)) == "likely"


def test_of_a_document_without_sender_the_unknown_words_have_the_line_below_its_title(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner
) -> None:
    page = ClassifyPage(ClassifyViewModel(inline_runner))
    qtbot.addWidget(page)
    explanation = ExplainedVerdict(DocumentVerdict("", "sea", 0.9), "", "", n_words=15, n_unknown=8)

    page._show_head(explanation, None, {})
    assert (page._from.text()[:7], page._unknown.text()) == ("8 of 15", "")

    page._show_head(replace(explanation, sender="Ann <ann@example.org>"), None, {})
    assert (page._from.text()[:3], page._unknown.text()[:7]) == ("Ann", "8 of 15")


@pytest.mark.parametrize(
    ("wrong_share", "words"),
    [(0.08, ("98.9 %", "8.0 %", "1 in 20")), (None, ("98.9 %", "good document"))],
    ids=["a measured model", "a filter"],
)
def test_unsure_at_a_high_probability_says_the_limit_in_one_sentence(
    theme: Theme, wrong_share: float | None, words: tuple[str, ...]
) -> None:
    told = Confidence(ConfidenceLevel.UNSURE, Doubt.SHORT_OF_SURE, 4.5, 0.989)

    sentence = " ".join(re.split(r"\s", error_limit_sentence(told, wrong_share)))

    assert all(each in sentence for each in words), sentence
    assert error_limit_sentence(Confidence(ConfidenceLevel.SURE, None, 4.5, 0.995), wrong_share) == ""
    assert error_limit_sentence(Confidence(ConfidenceLevel.UNSURE, Doubt.CLOSE_CALL, 0.1, 0.6), wrong_share) == ""


def test_an_unsure_verdict_of_85_percent_is_not_said_to_be_a_tie(qtbot: QtBot) -> None:
    doubt = confidence_of(DocumentVerdict("", label="ham", probability=0.848, raw={"ham": 0.85, "spam": 0.15})).doubt

    assert doubt_word(doubt) == "probability below 90\u202f%"

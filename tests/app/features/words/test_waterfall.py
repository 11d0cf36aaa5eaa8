"""The waterfall with learnt factors: what counts, what was taken back, and sums to the last digit."""

from __future__ import annotations

from decimal import Decimal
from itertools import accumulate

import numpy as np
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.domain.results import WorkingLine
from app.features.words.page import WordsPage
from app.features.words.view_model import WordsViewModel, WordTable
from app.kit.coloured_text import ColouredText
from app.kit.look.colours import design_values_of
from app.kit.look.fonts import px
from app.kit.look.theme import Theme, ThemeChoice
from app.kit.painted_values import (
    Addend,
    Fraction,
    Label,
    Score,
    Tint,
    WordFractions,
)
from app.kit.plots.probability_working import WorkingView
from app.kit.plots.waterfall import ROW, Waterfall
from tests.inline_runner import InlineRunner

LEARNT = Score(
    Addend("before any word", -0.024, is_quiet=True),
    (Addend("taken", 0.504, said=1.2), Addend("more", 0.354, said=0.2), Addend("turned", -0.304, said=0.5)),
    total=0.53,
    more_said=0.0,
)


@pytest.fixture
def waterfall(qtbot: QtBot, theme: Theme) -> Waterfall:
    made = Waterfall()
    qtbot.addWidget(made)
    made.resize(700, 200)
    made.show_score(LEARNT)
    with qtbot.waitExposed(made):
        made.show()
    return made


def inks(waterfall: Waterfall, row: int, begin: float, end: float) -> list[str]:
    """The colours of a row along the middle of its bar, from one log-odds to another."""
    terms = waterfall._terms()
    starts = list(accumulate((term.value for term in terms), initial=0.0))
    (left, right), (low, high) = waterfall._span(terms), waterfall._value_range(terms, starts)
    image, middle = waterfall.grab().toImage(), waterfall.head_height + (row + 0.5) * px(ROW)
    places = sorted(left + (value - low) / (high - low) * (right - left) for value in (begin, end))
    return [image.pixelColor(x, round(middle)).name() for x in range(round(places[0]) + 3, round(places[1]) - 3)]


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_what_counts_is_solid_and_what_was_taken_back_is_hatched(
    waterfall: Waterfall, theme: Theme, choice: ThemeChoice
) -> None:
    theme.choose(choice)
    tokens = design_values_of(waterfall.palette())
    against, towards = (QColor(tokens.labels[number]).name() for number in (0, 1))
    paper = waterfall.grab().toImage().pixelColor(2, waterfall.height() - 2).name()
    start = -0.02

    assert set(inks(waterfall, 1, start, start + 0.5)) == {towards}
    hatched = inks(waterfall, 1, start + 0.5, start + 1.2)
    assert paper in hatched
    assert 0.1 < sum(ink != paper for ink in hatched) / len(hatched) < 0.9
    more = inks(waterfall, 2, start + 0.5, start + 0.85)
    assert 1 <= sum(ink != towards for ink in more) <= 4  # a gap shows how far naive Bayes went
    assert set(inks(waterfall, 3, start + 0.55, start + 0.85)) == {against}
    assert paper in inks(waterfall, 3, start + 0.85, start + 1.35)  # it says the opposite, on the other side
    assert towards not in inks(waterfall, 3, start + 0.85, start + 1.35)


def test_a_term_is_told_with_both_numbers_and_all_add_up(waterfall: Waterfall) -> None:
    spoken = waterfall.accessibleDescription()

    assert "taken  naive Bayes says +1.20; +0.50 counts" in spoken
    assert "turned  naive Bayes says +0.50; −0.30 counts" in spoken
    assert sum(Decimal(f"{term.value:.2f}") for term in waterfall._terms()) == Decimal(f"{LEARNT.total:.2f}")


def test_other_models_have_no_heads_and_no_second_number(waterfall: Waterfall) -> None:
    assert waterfall.head_height > 0

    waterfall.show_score(Score(Addend("prior", 0.1, is_quiet=True), (Addend("word", 0.4),), total=0.5))

    assert waterfall.head_height == 0
    assert waterfall.accessibleDescription() == "prior  +0.10; word  +0.40; score +0.50"


def test_a_coloured_word_tells_both_numbers(qtbot: QtBot, theme: Theme) -> None:
    text = ColouredText()
    qtbot.addWidget(text)
    text.show_text("ship port new", [Tint(0, 4, 0.5, 2.0), Tint(5, 4, 0.25), Tint(10, 3, None)])

    told = [text._tip_for(tint) for tint in text._tints]

    assert told == ["ship  naive Bayes says +2.00; +0.50 counts", "port  +0.25", "new  never seen before"]


def test_the_working_of_a_word_is_a_product_where_factors_are_learnt(qtbot: QtBot, theme: Theme) -> None:
    view = WorkingView()
    qtbot.addWidget(view)
    sea = Fraction(WorkingLine("sea", 9, 0.1, 100, 1.0, 0.09, 0.5, ratio=2.0, factor=0.25), 1)
    sky = Fraction(WorkingLine("sky", 1, 0.1, 100, 1.0, 0.011, -0.25, ratio=-1.0, factor=0.25), 0)

    view.show_working(WordFractions((sea, sky), -0.75))

    assert "sea: (9 + 0.1) / (100 + 1), 2.00 × 0.25 = 0.50" in view.accessibleDescription()
    assert "naive Bayes says −3.00; −0.75 counts" in view.accessibleDescription()
    assert not view.grab().isNull()


def test_the_column_of_what_counts_is_sorted_by_how_much_was_taken_back(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner
) -> None:
    page = WordsPage(WordsViewModel(inline_runner))
    qtbot.addWidget(page)
    weights, ratios = np.array([[0.5, 1.0, 0.2], [-0.5, -1.0, -0.2]]), np.array([[3.0, 1.5, -0.2], [-3.0, -1.5, 0.2]])
    words = np.array(["twice", "once", "turned"], dtype=object)
    labels = (Label("sea", 0, 9), Label("sky", 1, 9))

    table = WordTable(words, np.ones((2, 3)), weights, np.ones(3), labels, ratios=ratios)
    counts = page._said_and_counted(table, (1, 0), table.log_odds(0, 1), 0)[1]

    assert [counts.text(value)[:-2] for value in counts.values] == ["17", "67", "−100"]
    assert [str(words[place]) for place in np.argsort(-counts.keys)] == ["twice", "once", "turned"]

"""The letters of the window are its own: figures stand under each other, and words stay whole."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF

from app.kit.look import fonts
from app.kit.look.theme import Theme


def width(words: str, *, is_tabular: bool = True) -> float:
    return QFontMetricsF(fonts.font(13, 400, tabular=is_tabular)).horizontalAdvance(words)


@pytest.mark.parametrize("weight", [400, 500, 600])
def test_every_weight_is_drawn_and_none_is_made_up(theme: Theme, weight: int) -> None:
    found = QFontInfo(fonts.body(weight))

    assert (found.family(), found.weight()) == ("Inter", weight)


def test_figures_and_their_signs_have_one_width(theme: Theme) -> None:
    assert len({width(figure) for figure in "0123456789"}) == 1
    assert width("−") == width("+")


def test_words_are_as_wide_as_without_figures_of_one_width(theme: Theme) -> None:
    for words in ("clean-up, Mr. B", "Leave-one-out", "a: b; c"):
        assert width(words) == width(words, is_tabular=False)


def test_han_letters_come_from_another_font_without_a_gap(theme: Theme) -> None:
    families = QFont(fonts.body()).families()

    assert families[0] == "Inter"
    assert "Noto Sans CJK SC" in families[1:]

"""The letters of the window are its own: figures stand under each other, and words stay whole."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QTextDocument
from PySide6.QtWidgets import QApplication

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


def test_bold_text_of_markdown_becomes_semi_bold_which_the_font_has(qapp: QApplication) -> None:
    document = QTextDocument()
    document.setMarkdown("## Head\n\nSome **bold** words\n\n- and **more**")

    fonts.use_semi_bold(document)

    block, weights = document.begin(), dict[str, int]()
    while block.isValid():
        weights |= {part.fragment().text(): part.fragment().charFormat().fontWeight() for part in block}
        block = block.next()
    assert {text: weight for text, weight in weights.items() if weight > 400} == {"Head": 600, "bold": 600, "more": 600}

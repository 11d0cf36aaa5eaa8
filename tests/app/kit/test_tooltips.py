"""Tooltips show what strangers wrote letter by letter, and open nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetrics, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.kit.actions import (
    MAX_TIP_LINES,
    MAX_TIP_WIDTH,
    WORD_JOINER,
    plain_tip,
    set_tip,
)
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.look.theme import Theme

HOSTILE = (
    '<img src="/etc/hostname">',
    "<qt>a",
    "  <b>x</b>",
    "\n<i>x</i>",
    "&lt;b>",
    "<!DOCTYPE html>",
    "<?xml?><p>",
    "<a/>",
)


def as_read(tip: str) -> str:
    return tip.replace(WORD_JOINER, "")


@pytest.mark.parametrize("words", HOSTILE)
def test_what_looks_rich_is_shown_as_it_is(theme: Theme, words: str) -> None:
    assert not Qt.mightBeRichText(plain_tip(words))
    assert as_read(plain_tip(words)).split() == words.split()


@given(st.text(alphabet="<>&;/!?ltbimg ab\n\"'=\t", max_size=60))
def test_no_words_are_taken_for_rich_text(qapp: QApplication, words: str) -> None:
    assert not Qt.mightBeRichText(plain_tip(words))


def test_long_words_are_broken_into_lines_of_one_width(theme: Theme) -> None:
    told = plain_tip("one document and another " * 200)
    lines, metrics = told.split("\n"), QFontMetrics(fonts.small_font())

    assert len(lines) == MAX_TIP_LINES
    assert max(map(metrics.horizontalAdvance, lines)) <= px(MAX_TIP_WIDTH) + metrics.horizontalAdvance("…")
    assert told.endswith("…")


def test_a_short_tip_stays_on_its_line(qtbot: QtBot, theme: Theme) -> None:
    button = QPushButton()
    qtbot.addWidget(button)

    set_tip(button, "Ask about")

    assert button.toolTip() == "Ask about"


def test_no_tip_turns_round_what_follows(theme: Theme) -> None:
    assert plain_tip("invoice\u202efdp.exe\x1b[2J") == "invoice\ufffdfdp.exe\ufffd[2J"

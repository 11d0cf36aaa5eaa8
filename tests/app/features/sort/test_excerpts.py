"""Excerpts of documents: the passage with the words of a group, cut after whole words."""

from __future__ import annotations

import pytest

from app.features.sort.groups import ELLIPSIS, make_excerpt, word_spans, wrap_text
from app.kit.look import fonts, painting
from app.kit.look.theme import Theme

LONG = "Nothing of note happened before lunch. " * 8
TALK = (
    f"In article <1@x.example> ann@x.example writes:\n> What about engines?\n{LONG}\nThe dealer sold a car. More later."
)


def test_quoted_lines_and_the_line_that_names_their_author_are_left_out() -> None:
    shown = make_excerpt(TALK, (), 200)

    assert shown.startswith("Nothing of note happened")
    assert "engines" not in shown
    assert "writes:" not in shown


def test_a_mail_of_quoted_lines_alone_is_shown_as_it_is() -> None:
    assert make_excerpt("> What about engines?\n> And oil?", ("oil",), 200) == "> What about engines? > And oil?"


def test_the_passage_with_the_words_begins_with_a_sentence() -> None:
    shown = make_excerpt(TALK, ("dealer", "car"), 60)

    assert shown.removeprefix("… ").startswith(("Nothing", "The dealer"))
    spans = word_spans(shown[:70], ("dealer", "car"))
    assert [shown[at : at + length] for at, length in spans] == ["dealer", "car"]


def test_whole_words_are_marked_in_any_case_and_chinese_ones_between_others() -> None:
    assert word_spans("Car, cars and a car", ("car",)) == ((0, 3), (16, 3))
    assert word_spans("我们的汽车很快", ("汽车",)) == ((3, 2),)
    assert word_spans("anything", ()) == ()


@pytest.mark.parametrize("width", [120, 260, 500])
def test_lines_fit_the_width_and_end_after_a_whole_word(theme: Theme, width: int) -> None:
    text = "Lossless compression of photographs keeps every pixel while it makes the files considerably smaller. " * 3

    first, last = wrap_text(text, width, 2)

    assert last.endswith(ELLIPSIS)
    words = text.split()
    assert first.split()[-1] in words
    assert last.removesuffix(ELLIPSIS).split()[-1].rstrip(".") in [word.rstrip(".") for word in words]
    assert painting.text_width(last, fonts.body()) <= width


def test_a_text_that_fits_is_not_cut(theme: Theme) -> None:
    assert wrap_text("A short one.", 500, 2) == ["A short one."]

"""Hard-wrapped plain text is shown as paragraphs, and nothing else is changed."""

from __future__ import annotations

import textwrap

import pytest

from app.features.documents.page import unwrap_lines

PARAGRAPH = (
    "This was posted two weeks ago, and I am still looking for an answer to the question of how a mail program "
    "should show text that another program has wrapped at seventy-two characters."
)


@pytest.mark.parametrize("width", [60, 66, 72, 78])
def test_paragraphs_that_a_mail_program_has_wrapped_are_whole_again(width: int) -> None:
    wrapped = "\n\n".join([textwrap.fill(PARAGRAPH, width), textwrap.fill(PARAGRAPH[::-1], width)])

    assert unwrap_lines(wrapped) == f"{PARAGRAPH}\n\n{PARAGRAPH[::-1]}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "one line",
        "Shall I compare thee to a summer's day?\nThou art more lovely and more temperate:",
        "Best wishes\nAnn Baker\nMill Street 4",
        textwrap.fill(PARAGRAPH, 70, initial_indent="> ", subsequent_indent="> "),
        textwrap.indent(textwrap.fill(PARAGRAPH, 70), "    "),
        "\n".join(
            f"- {number}. an item of a list that is nearly as long as the lines of a paragraph" for number in "123"
        ),
        "| a column of a table that is rather wide | 12 |\n| another column of the table, also wide | 9 |",
        "x" * 300 + "\n" + "y" * 300,
    ],
)
def test_lines_that_were_not_broken_by_a_program_stay(text: str) -> None:
    assert unwrap_lines(text) == text


def test_no_word_is_lost_or_added() -> None:
    text = "\r\n".join(textwrap.fill(PARAGRAPH, 66).split("\n")) + "\n\n-- \nAnn"
    assert unwrap_lines(text).split() == text.split()

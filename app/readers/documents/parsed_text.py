"""What a parser finds in a file: its text as a person sees it, and the text that is hidden from a person.

Text in an office or PDF file is hidden if its format says so, if its letters are at most a point high, or if they have
the colour of what is behind them. A colour counts only where the colour behind it is known.
"""

from __future__ import annotations

from typing import NamedTuple

from app.domain.documents import RecognisedPage
from app.readers.web.values import Colour

MAX_HIDDEN_CHARACTERS = 50_000
"""Maximum number of characters of hidden text that are stored for a file. They are evidence and are not shown whole."""
MAX_HIDDEN_POINTS = 1.0
"""Letters up to this height count as hidden."""
MAX_CHANNEL_DIFFERENCE = 15
"""Colours that differ by at most this in red, green and blue look alike: #f0f0f0 on white."""


class ParsedText(NamedTuple):
    """The text of a file, and how it was read."""

    text: str
    """The visible text."""
    hidden: str = ""
    """The hidden text."""
    hidden_by: tuple[str, ...] = ()
    """Ways in which text is hidden; see `HtmlText.reasons`."""
    charset: str = ""
    """Python codec name of plain text and HTML; empty if the format fixes the encoding."""
    pages: tuple[RecognisedPage, ...] = ()
    """Pages that were read by OCR."""
    flaws: tuple[str, ...] = ()
    """Codes of problems, such as `unread-pages`."""


class TextCollector:
    """Collects the visible and the hidden pieces of a text, in their order."""

    def __init__(self) -> None:
        self._seen: list[str] = []
        self._hidden: list[str] = []
        self._reasons: dict[str, None] = {}

    def add(self, text: str, reason: str = "") -> None:
        """Add a piece of text. `reason` says how it is hidden; "" if it is visible.

        Invisible letters take up space, so a space stands for them. Text that is not displayed leaves none.
        """
        if not reason:
            self._seen.append(text)
            return
        self._hidden.append(text)
        if text.strip():
            self._reasons[reason] = None
        if reason in ("colour", "place"):
            self._seen.append(" ")

    def add_break(self, space: str) -> None:
        """Add the white space between two paragraphs or cells."""
        self._seen.append(space)
        if self._hidden:
            self._hidden.append(space)

    def result(self) -> ParsedText:
        """Return the collected text."""
        return ParsedText("".join(self._seen), tidy_hidden_text("".join(self._hidden)), tuple(self._reasons))


def join_texts(texts: list[ParsedText], separator: str) -> ParsedText:
    """Join the texts of the parts of a file, without blank ones."""
    return ParsedText(
        separator.join(each.text for each in texts if each.text.strip()),
        tidy_hidden_text("\n".join(each.hidden for each in texts)),
        tuple(dict.fromkeys(reason for each in texts for reason in each.hidden_by)),
    )


def tidy_hidden_text(text: str) -> str:
    """Return a hidden text without blank lines and spaces in a row, cut to MAX_HIDDEN_CHARACTERS."""
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(filter(None, lines))[:MAX_HIDDEN_CHARACTERS]


def look_alike(one: Colour, other: Colour) -> bool:
    """Return whether two colours can hardly be told apart."""
    return all(abs(a - b) <= MAX_CHANNEL_DIFFERENCE for a, b in zip(one[:3], other[:3], strict=True))

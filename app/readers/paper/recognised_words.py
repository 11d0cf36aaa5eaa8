"""Join recognised words to a text: with lines and paragraphs, and without spaces in Chinese."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from app.domain.documents import RecognisedPage

MIN_WORD_CONFIDENCE = 0.3
"""Words with a lower confidence are stains or the grain of a photograph."""
MIN_PAGE_CONFIDENCE = 0.4
"""Pages with a lower mean confidence have no text, or show it mirrored."""
SCALE = 10_000
"""Positions on a page are stored as integers from 0 to SCALE."""


class RecognisedWord(NamedTuple):
    """A word and its box: left, top, right and bottom as fractions of the page.

    Words of one paragraph have equal `paragraph_key`s. Words of one line of it also have equal `line_number`s.
    """

    word: str
    confidence: float
    box: tuple[float, float, float, float]
    paragraph_key: tuple[int, int]
    line_number: int


def join_words(words: Sequence[RecognisedWord], ocr_program: str, rotation: int = 0) -> RecognisedPage:
    """Return the page with the text of these words, in lines and paragraphs; an empty page if the confidence is low."""
    accepted = [item for item in words if item.confidence >= MIN_WORD_CONFIDENCE and item.word.isprintable()]
    n_letters = sum(len(item.word) for item in accepted)
    sureness = sum(item.confidence * len(item.word) for item in accepted) / n_letters if n_letters else 0.0
    if sureness < MIN_PAGE_CONFIDENCE:
        return RecognisedPage(ocr_program=ocr_program, rotation=rotation)
    pieces: list[str] = []
    boxes: list[int] = []
    offset = 0
    previous: RecognisedWord | None = None
    for item in accepted:
        gap = gap_between(previous, item)
        offset += len(gap)
        pieces += (gap, item.word)
        numbers = (min(max(round(part * SCALE), 0), SCALE) for part in item.box)
        boxes += (offset, len(item.word), *numbers, min(round(item.confidence * 100), 100))
        offset += len(item.word)
        previous = item
    return RecognisedPage("".join(pieces), ocr_program, min(sureness, 1.0), rotation, tuple(boxes))


def gap_between(previous: RecognisedWord | None, current: RecognisedWord) -> str:
    """Return the text between two words: "" in Chinese, else a space, a line break or a blank line."""
    if previous is None:
        return ""
    if previous.paragraph_key != current.paragraph_key:
        return "\n\n"
    if previous.line_number != current.line_number:
        return "\n"
    return "" if is_wide(previous.word[-1]) and is_wide(current.word[0]) else " "


def is_wide(letter: str) -> bool:
    """Return whether a character has East Asian full width. Such characters are written without spaces."""
    return unicodedata.east_asian_width(letter) in "WF"

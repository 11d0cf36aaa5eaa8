"""Words with their places on a page, put together to a text: in lines and paragraphs, Chinese without spaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from app.domain.documents import RecognisedPage

LEAST_WORD = 0.3
"""A word that is less sure than this is a stain, or the grain of a photograph."""
LEAST_PAGE = 0.4
"""A page whose words are less sure than this together shows no text, or shows it mirrored."""
SCALE = 10_000


class Place(NamedTuple):
    """A word and where it lies: left, top, right and bottom as shares of the page."""

    word: str
    sureness: float
    box: tuple[float, float, float, float]
    paragraph: tuple[int, int]
    line: int


def page_of(places: Sequence[Place], by: str, turn: int = 0) -> RecognisedPage:
    """Put the words of a page together."""
    kept = [place for place in places if place.sureness >= LEAST_WORD and place.word.isprintable()]
    n_letters = sum(len(place.word) for place in kept)
    sureness = sum(place.sureness * len(place.word) for place in kept) / n_letters if n_letters else 0.0
    if sureness < LEAST_PAGE:
        return RecognisedPage(by=by, turn=turn)
    pieces: list[str] = []
    boxes: list[int] = []
    at = 0
    before: Place | None = None
    for place in kept:
        gap = gap_between(before, place)
        at += len(gap)
        pieces += (gap, place.word)
        numbers = (min(max(round(part * SCALE), 0), SCALE) for part in place.box)
        boxes += (at, len(place.word), *numbers, min(round(place.sureness * 100), 100))
        at += len(place.word)
        before = place
    return RecognisedPage("".join(pieces), by, min(sureness, 1.0), turn, tuple(boxes))


def gap_between(before: Place | None, place: Place) -> str:
    """Return what stands between two words: nothing in Chinese, a space, the end of a line or of a paragraph."""
    if before is None:
        return ""
    if before.paragraph != place.paragraph:
        return "\n\n"
    if before.line != place.line:
        return "\n"
    return "" if is_wide(before.word[-1]) and is_wide(place.word[0]) else " "


def is_wide(letter: str) -> bool:
    """Tell whether a letter is as wide as high: one of those that are written without spaces."""
    return unicodedata.east_asian_width(letter) in "WF"

"""Convert HTML to its visible text and its hidden text. Nothing is rendered or fetched.

The source is split at its tags by one pattern. A page with styles is read once, tag by tag, and the styles that apply
at each tag are computed (`app.readers.web`). No document tree is built, so deep nesting costs nothing, and no native
code reads hostile input. The layout is therefore unknown: text counts as clipped or off the page only if a style says
so in numbers.

Tags of blocks become line breaks and other tags nothing, as on the screen, so `V<b></b>iagra` is one word. Many pages
cannot hide text, for example most personal letters. A quick search of the source finds such pages, and they are read
without styles.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.readers.web.markup import (
    DISPLAYS,
    LAYOUT_SPACES,
    MAX_ALTERNATIVES,
    SIMPLE_TAG,
    Source,
    decode_references,
    has_quirks,
    source_of,
    to_lower_keeping_length,
)
from app.readers.web.pictures import name_solid_pictures
from app.readers.web.values import BLACK, LINK_COLOUR, WHITE, look_equal, plain_colour

INLINE_NAMES = (
    "a abbr acronym b bdo big cite code del dfn em font i ins kbd label nobr q s samp small span strike strong sub sup"
    " tt u var wbr o:p"
)

MAX_UNSEEN_CHARACTERS = 50_000
SPACES_IN_A_ROW = re.compile("  +")
PRESERVED_WHITE_SPACE = re.compile(r"white-space:[ ]?pre")
ANY_TAG = re.compile(r"<[^<>]*+>")

DECLARED_CHARSET = re.compile(rb"<meta\b[^<>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)
ALTERNATIVE = re.compile(r"<img\b[^<>]{0,1000}?\balt\s*=\s*(?:\"([^\"<>]++)\"|'([^'<>]++)')", re.IGNORECASE)


TINY_PICTURE = re.compile(
    r"<img\b(?=[^<>]{0,1000}?\b(?:width|height)\s*+=\s*+[\"']?\s*+[01](?:px)?(?![\w.%]))[^<>]*+>", re.IGNORECASE
)
"""Matches pictures of one pixel, such as those that count readers. In quirks mode, they show no alternative text."""


class _SpacesByTag(dict[str | None, str]):
    """Maps a tag name, such as `p` or `/P`, to the white space that replaces the tag in the text."""

    def __init__(self) -> None:
        self[None] = ""
        ends = {name: LAYOUT_SPACES.get(display, "") for name, display in DISPLAYS.items()}
        for name, space in (ends | {"br": "\n", "img": " ", **dict.fromkeys(INLINE_NAMES.split(), "")}).items():
            self.update(dict.fromkeys((name, f"/{name}", name.upper(), f"/{name.upper()}"), space))

    def __missing__(self, name: str) -> str:
        return self.get(name.lower(), "")


SPACES = _SpacesByTag()


@dataclass(frozen=True, slots=True)
class HtmlText:
    """The visible and the hidden text of an HTML source."""

    text: str
    """Visible text, one line per block."""
    unseen: str = ""
    """Hidden text."""
    reasons: tuple[str, ...] = ()
    """Codes of the ways in which text is hidden.

    `display`, `visibility`, `size`, `opacity` and `clip` are named after CSS properties. `hidden`: by the attribute
    `hidden`. `colour`: text and background have one colour. `place`: outside of the page. `cover`: under an opaque box.
    `perhaps`: the reader does not support a style that applies to the text.
    """
    alternatives: str = ""
    """Alternative texts of pictures."""


def html_to_text(html: str) -> str:
    """Return the visible text of an HTML source, one line per block. Entities are decoded and white space is folded."""
    return read_page(html).text


def read_page(html: str, lower: str | None = None) -> HtmlText:
    """Return the visible and the hidden text of an HTML source.

    `lower` is the source in lower case, if already known.
    """
    if lower is None or len(lower) != len(html):
        lower = to_lower_keeping_length(html)
    if "data:image" in lower:
        html = name_solid_pictures(html)
        lower = to_lower_keeping_length(html)
    source = source_of(html, lower)
    if "<pre" not in lower and not PRESERVED_WHITE_SPACE.search(lower):
        source = source._replace(html=source.html.replace("\n", " ").replace("\r", " "))
    is_quirky = has_quirks(lower)
    if not _can_hide_text(lower, source, is_quirky=is_quirky):
        pieces = SIMPLE_TAG.split(source.html)
        pieces[1::2] = map(SPACES.__getitem__, pieces[1::2])
        found = []
        if "alt" in source.html or "ALT" in source.html:
            found = ALTERNATIVE.findall(TINY_PICTURE.sub("", source.html) if is_quirky else source.html)
        alternatives = "\n".join(double or single for double, single in found[:MAX_ALTERNATIVES])
        return HtmlText(_decode_and_fold("".join(pieces)), alternatives=_decode_and_fold(alternatives))
    from app.readers.web.pages import read_page_text  # takes 60 ms, and the window reads no page

    walked = read_page_text(source, is_quirky=is_quirky)
    return HtmlText(
        _decode_and_fold("".join(walked.seen)),
        _decode_and_fold("\n".join(walked.unseen)[:MAX_UNSEEN_CHARACTERS]),
        tuple(walked.reasons),
        _decode_and_fold("\n".join(walked.alternatives)),
    )


def _decode_and_fold(text: str) -> str:
    if "&" in text:
        text = text.replace("&nbsp;", "\xa0")
    if "&" in text:
        text = decode_references(text).replace("\0", "")
    return "\n".join(filter(None, map(str.strip, SPACES_IN_A_ROW.sub(" ", text).split("\n"))))


def text_without_tags(html: str) -> str:
    """Return an HTML source without its tags: a fallback for a source that `read_page` cannot read."""
    return ANY_TAG.sub(" ", html)


def declared_charset(raw: bytes) -> str | None:
    """Return the charset that the first kilobytes of an HTML file declare."""
    found = DECLARED_CHARSET.search(raw, 0, 4096)
    return found[1].decode("ascii") if found else None


HIDDEN = re.compile(r"hidden(?![\"'\w])")
STYLE = re.compile(r"style\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"']++))")
COLOUR = re.compile(r"color(?<!bgcolor)(?<!background-color)\s*+[=:]\s*+[\"']?\s*+(#?[a-z0-9-]{1,20})")
BACKGROUND_ATTRIBUTE = re.compile(
    r"colou?r(?:(?<=bgcolor)|(?<=bgcolour)|(?<=background-color))\s*+[=:]\s*+[\"']?\s*+(#?[a-z0-9-]{1,20})"
)
BACKGROUND_COLOUR = re.compile(r"background\s*+:\s*+(#?[a-z0-9-]{1,20})")
PAGE_COLOUR = re.compile(r"(?:text|link)\s*+=\s*+[\"']?\s*+(#?[a-z0-9-]{1,20})")
TRANSPARENT_BACKGROUNDS = frozenset({"none", "transparent", "url", "initial"})
WHITE_TEXT = re.compile(
    r"color(?<!bgcolor)(?<!background-color)\s*+[=:]\s*+[\"']?\s*+(?:#fff(?:fff)?|white)(?![a-z0-9-])"
)
"""Matches white text. It is a reason to read a page with its styles, because the default background is white."""
DEFAULT_TEXT_COLOURS = (BLACK, LINK_COLOUR)


def _can_hide_text(lower: str, source: Source, *, is_quirky: bool) -> bool:
    """Return whether the styles of an HTML source could hide text, or move text to other lines.

    `lower` is the source in lower case.
    """
    from app.readers.web.css import rules_of
    from app.readers.web.properties import style_can_hide

    return bool(
        source.has_special_elements
        or ("hidden" in lower and HIDDEN.search(lower))
        or "popover" in lower
        or "data:image" in lower  # a picture that is there hides its alternative text, or a colour under it
        or (source.sheets and rules_of(source.sheets, is_quirky=is_quirky)[1])
        or _has_text_in_background_colour(lower)
        or (
            "style" in lower
            and any(
                style_can_hide(double or single or bare, is_quirky=is_quirky)
                for double, single, bare in STYLE.findall(lower)
            )
        )
    )


def _has_text_in_background_colour(lower: str) -> bool:
    """Return whether an HTML source, given in lower case, uses one colour both for text and for a background.

    A colour that cannot be parsed counts as equal to every other colour.
    """
    if "color" not in lower and "background" not in lower and "<body" not in lower:
        return False
    if WHITE_TEXT.search(lower):
        return True
    fronts: set[str] = set()
    grounds: set[str] = set()
    if "color" in lower:
        fronts.update(COLOUR.findall(lower))
        grounds.update(BACKGROUND_ATTRIBUTE.findall(lower))
    body = lower.find("<body")
    if body >= 0:
        fronts.update(PAGE_COLOUR.findall(lower, body, lower.find(">", body) + 1))
    if "background" in lower:
        grounds.update(BACKGROUND_COLOUR.findall(lower))
    front_colours = set(map(plain_colour, fronts)).union(DEFAULT_TEXT_COLOURS)
    ground_colours = set(map(plain_colour, grounds - TRANSPARENT_BACKGROUNDS)).union((WHITE,))
    if None in front_colours or None in ground_colours or not front_colours.isdisjoint(ground_colours):
        return True
    return any(look_equal(front, ground) for front in front_colours if front for ground in ground_colours if ground)

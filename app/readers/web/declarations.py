"""The declarations of a style that decide whether text can be seen, out of all that it declares."""

from __future__ import annotations

import re
from functools import lru_cache

import resources

NAMES = (
    "display visibility font-size font color background-color background-image background opacity overflow-x"
    " overflow-y overflow width height max-width max-height min-width min-height text-indent position left top"
    " margin-left margin-top float content-visibility"
)
DECLARATION = re.compile(
    rf"(?:\A|[;{{])\s*+({'|'.join(sorted(NAMES.split(), key=len, reverse=True))})\s*+:\s*+([^;{{}}]{{0,300}})"
)
COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.DOTALL)
IMPORTANT = re.compile(r"(?<!\s)\s*+!\s*+important\s*+\Z")

GLOBAL_VALUES = frozenset({"inherit", "initial", "unset", "revert"})
DISPLAY_WORDS = {
    "none": "none", "inline": "inline", "contents": "inline", "ruby": "inline", "table-cell": "cell",
    "table": "row", "table-row": "row", "table-row-group": "row", "table-header-group": "row",
    "table-footer-group": "row", "table-caption": "block", "inline-block": "inline-block",
    "inline-flex": "inline-block", "inline-grid": "inline-block", "inline-table": "inline-block", "block": "block",
    "flex": "block", "grid": "block", "list-item": "block", "flow-root": "block", "-webkit-box": "block",
    "-webkit-inline-box": "inline-block", "table-column": "none", "table-column-group": "none",
}  # fmt: skip
FONT_SIZE = re.compile(
    r"[+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:e[+-]?\d++)?(?:%|px|pt|pc|in|cm|mm|q|r?em|ex|ch|vw|vh|vmin|vmax)?\Z"
    r"|(?:(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)\Z"
)
HEX_DIGITS = "0123456789abcdef"

Declarations = dict[str, str]
"""Values by property, in lower case; those that are important carry `!` before the name."""


@lru_cache(maxsize=8192)
def declarations_of(style: str) -> Declarations:
    """Return what an inline style, or what stands between the braces of a rule, declares; in lower case."""
    if "/*" in style:
        style = COMMENT.sub("", style)
    if "\\" in style:
        style = ESCAPE.sub(_unescaped, style)
    found: Declarations = {}
    for name, given in DECLARATION.findall(style):
        value = IMPORTANT.sub("", given).rstrip() if "!" in given else given.rstrip()
        if value and is_valid(name, value):
            found["!" + name if IMPORTANT.search(given) else name] = value
    return found


def is_valid(name: str, value: str) -> bool:
    """Tell whether browsers heed a value; where they do not, what was said before it stands."""
    if value in GLOBAL_VALUES:
        return True
    if name in ("color", "background-color"):
        is_bare = len(value) in (3, 6) and not value.strip(HEX_DIGITS)
        return value == "currentcolor" or is_bare or colour_of(value) is not None
    if name == "display":
        return value in DISPLAY_WORDS
    return name != "font-size" or FONT_SIZE.match(value) is not None


def _unescaped(found: re.Match[str]) -> str:
    if found[2]:
        return found[2]
    number = int(found[1], 16)
    return chr(number).lower() if 0 < number < 0xD800 else "\ufffd"


def merged(layers: list[Declarations]) -> Declarations:
    """Lay declarations over each other, the weakest first; important ones win over all others."""
    whole: Declarations = {}
    declared = [(name, value) for layer in layers for name, value in layer.items()]
    for name, value in sorted(declared, key=lambda one: one[0].startswith("!")):
        own = name.removeprefix("!")
        whole.pop(own, None)  # a later shorthand is laid over an earlier longhand
        whole[own] = value
    return whole


Colour = tuple[int, ...]
"""Red, green and blue from 0 to 255; a fourth figure where something shines through."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
LINK: Colour = (0, 0, 238)
CLEAR: Colour = (0, 0, 0, 0)
HEX = re.compile(r"#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\Z")
FUNCTION = re.compile(r"rgba?\(\s*+([^()]{1,80})\)\Z")
FIGURE = re.compile(r"[\d.]++%?")
COLOUR_NAMES: dict[str, str] = resources.read_json("names", "colours.json")


@lru_cache(maxsize=4096)
def colour_of(value: str) -> Colour | None:
    """Return the colour that a value in lower case names; None where it names none."""
    if value in COLOUR_NAMES:
        return _from_hex(COLOUR_NAMES[value])
    if value == "transparent":
        return CLEAR
    found = HEX.match(value)
    if found:
        return _from_hex(found[1])
    found = FUNCTION.match(value)
    return _from_figures(FIGURE.findall(found[1])) if found else None


@lru_cache(maxsize=4096)
def attribute_colour(value: str) -> Colour | None:
    """Return the colour of an old attribute, which needs no `#`; of nonsense browsers make some colour or other."""
    value = value.strip()
    if value in COLOUR_NAMES:
        return _from_hex(COLOUR_NAMES[value])
    digits = value.removeprefix("#")
    if len(digits) == 3 and not digits.strip("0123456789abcdef"):
        return _from_hex(digits)
    return _from_nonsense(digits) if digits and value != "transparent" else None


def _from_hex(digits: str) -> Colour:
    if len(digits) < 6:
        digits = "".join(digit + digit for digit in digits)
    figures = tuple(int(digits[at : at + 2], 16) for at in range(0, len(digits), 2))
    return figures[:3] if figures[3:] == (255,) else figures


def _from_figures(figures: list[str]) -> Colour | None:
    if len(figures) not in (3, 4):
        return None
    try:
        values = [_figure(text, 255) for text in figures[:3]]
        alpha = _figure(figures[3], 1) if figures[3:] else 1.0
    except ValueError:
        return None
    solid = tuple(min(255, round(value)) for value in values)
    return solid if alpha >= 1 else CLEAR if alpha <= 0 else (*solid, round(alpha * 255))


def _figure(text: str, whole: int) -> float:
    return float(text[:-1]) * whole / 100 if text.endswith("%") else float(text)


def _from_nonsense(digits: str) -> Colour:
    """Read anything as a colour the way the HTML standard tells browsers to."""
    known = "".join(digit if digit in "0123456789abcdef" else "0" for digit in digits[:128])
    known += "0" * (-len(known) % 3)
    third = len(known) // 3
    parts = [known[at : at + third][-8:] for at in range(0, len(known), third)]
    while len(parts[0]) > 2 and all(part.startswith("0") for part in parts):
        parts = [part[1:] for part in parts]
    return tuple(int(part[:2], 16) for part in parts)

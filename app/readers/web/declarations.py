"""The declarations of a style that decide whether text can be seen, out of all that it declares."""

from __future__ import annotations

import re
from functools import lru_cache

from app.readers.web.colours import colour_of

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
IMPORTANT = re.compile(r"\s*+!\s*+important\s*+\Z")

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
    for layer in layers:
        for name, value in layer.items():
            if name.startswith("!"):
                continue
            whole.pop(name, None)  # a later shorthand is laid over an earlier longhand
            whole[name] = value
    for layer in layers:
        for name, value in layer.items():
            if name.startswith("!"):
                whole.pop(name[1:], None)
                whole[name[1:]] = value
    return whole

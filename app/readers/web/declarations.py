"""The declarations of a style that decide whether text can be seen, out of all that it declares."""

from __future__ import annotations

import re
from functools import lru_cache

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
    for is_important in (False, True):
        for layer in layers:
            for name, value in layer.items():
                if name.startswith("!") == is_important:
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
_COLOUR_NAMES = (
    "aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4"
    " black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0"
    " chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff"
    " darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9"
    " darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000"
    " darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f"
    " darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969"
    " dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc"
    " ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080"
    " honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa"
    " lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff"
    " lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1"
    " lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899"
    " lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000"
    " mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371"
    " mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970"
    " mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000"
    " olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98"
    " paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd"
    " powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1"
    " saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0"
    " skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4"
    " tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff"
    " whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 windowtext 000000 window ffffff canvas ffffff"
    " canvastext 000000 buttontext 000000"
)
COLOUR_NAMES = dict(zip(_COLOUR_NAMES.split()[::2], _COLOUR_NAMES.split()[1::2], strict=True))


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

"""CSS declarations: which properties can hide text, and which values browsers accept.

A property is *understood* (its effect is computed in `app.readers.web.styles`), *harmless* (it cannot hide text; the
names are in `resources/names/harmless_css.json`), or unknown. An unknown property may hide the text of its element, so
that text counts as *perhaps hidden*. Its declaration is kept under the name `UNKNOWN_VALUE`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from itertools import product

import resources
from app.readers.web.validity import (
    COLOURS,
    DISPLAY_WORDS,
    FONT_SIZE_WORDS,
    GLOBAL_VALUES,
    LENGTHS,
    NUMBERS,
    QUIRKY_FONT_SIZE,
    SYSTEM_FONTS,
    WORDS,
    is_valid,
    layers_of,
)
from app.readers.web.values import LENGTH, MATH_FUNCTIONS, four_sides, quantity_of, split_outside_brackets

UNKNOWN_VALUE = "?"
LEAVES_NO_SPACE = "? space"
"""Name under which a declaration is kept that leaves no space for text, which is hidden then if a box clips it."""
MAX_DECLARATIONS, MAX_VALUE_CHARACTERS = 300, 2_000
_HARMLESS = resources.read_json("names", "harmless_css.json")
HARMLESS: frozenset[str] = frozenset(_HARMLESS["names"])
HARMLESS_BEGINNINGS: tuple[str, ...] = tuple(_HARMLESS["beginnings"])
VALUES_WITHOUT_EFFECT = frozenset({"none", "auto", "normal", "initial", "unset", "revert", "inherit"})
"""Values with which no property can hide anything."""


_PREFIXED = (
    "transform scale animation animation-name animation-duration animation-fill-mode animation-iteration-count"
    " animation-delay animation-play-state filter clip-path mask mask-image background-clip opacity backface-visibility"
    " mask-size mask-position mask-repeat text-fill-color text-stroke text-stroke-color text-stroke-width text-security"
    " line-clamp mask-composite animation-direction box-shadow"
)
PREFIXED = frozenset(_PREFIXED.split())
"""Properties that browsers also know with the prefix `-webkit-`, or only with it."""
VALUES_LEAVING_NO_SPACE = {
    **dict.fromkeys(
        ("grid", "grid-template", "grid-template-rows", "grid-auto-rows"),
        re.compile(r"\A[^/]*(?<![\d.])0(?:fr|px|%)?(?![\w.])"),
    ),
    "grid-template-columns": re.compile(r"(?:\A|\s)0(?:fr|px|%)?(?![\w.])"),
    "flex": re.compile(r"0(?: [\d.]+)? 0(?:px|%)?\Z|none 0"),
    "flex-basis": re.compile(r"0(?:px|%)?\Z"),
    "aspect-ratio": re.compile(r"\A(?:auto\s+)?\d{3,}(?:\.\d+)?\s*(?:/\s*\d(?:\.\d+)?\s*)?\Z"),
}
"""Properties that are harmless except with these values, which may leave no space."""
ONLY_PREFIXED = frozenset({"text-fill-color", "text-stroke", "text-stroke-color", "text-stroke-width", "text-security"})
ALIASES = {
    "inline-size": "width", "block-size": "height", "max-inline-size": "max-width", "max-block-size": "max-height",
    "min-inline-size": "min-width", "min-block-size": "min-height", "margin-inline-start": "margin-left",
    "margin-block-start": "margin-top", "inset-inline-start": "left", "inset-inline-end": "right",
    "inset-block-start": "top", "inset-block-end": "bottom", "padding-inline-start": "padding-left",
    "padding-block-start": "padding-top", "padding-block-end": "padding-bottom", "overflow-inline": "overflow-x",
    "overflow-block": "overflow-y", "-webkit-margin-start": "margin-left", "-webkit-margin-before": "margin-top",
    "-webkit-logical-width": "width", "-webkit-logical-height": "height", "margin-inline-end": "margin-right",
    "margin-block-end": "margin-bottom", "padding-inline-end": "padding-right",
}  # fmt: skip
PAIRS = {
    "inset-inline": ("left", "right"), "inset-block": ("top", "bottom"),
    "margin-inline": ("margin-left", "margin-right"), "margin-block": ("margin-top", "margin-bottom"),
    "padding-block": ("padding-top", "padding-bottom"), "padding-inline": ("padding-left", "padding-right"),
    "overflow": ("overflow-x", "overflow-y"),
}  # fmt: skip
SIDES = ("top", "right", "bottom", "left")
BOXES = {
    "inset": SIDES,
    "margin": tuple(f"margin-{side}" for side in SIDES),
    "padding": tuple(f"padding-{side}" for side in SIDES),
}
IGNORED_SIDES = frozenset({"padding-right"})
SIDES_IF_NEGATIVE = frozenset({"margin-right", "margin-bottom"})
PARSED_ELSEWHERE = frozenset({
    "display", "font", "background", "background-image", "transform", "translate", "scale", "rotate", "clip",
    "clip-path", "filter", "mask", "mask-image", "z-index", "zoom", "text-stroke", "text-shadow",
    "background-clip", "animation", "animation-name", "animation-duration", "animation-iteration-count",
    "animation-delay", "all", "contain", "color-scheme", "font-size-adjust", "will-change", "container",
    "container-type", "font-family", "font-size", "mask-size", "mask-position", "mask-repeat", "mask-mode",
    "mask-composite", "line-clamp", "animation-direction", "content", "border", "border-top", "border-bottom",
    "border-image", "transform-origin", "overflow-clip-margin", "table-layout", "margin-bottom", "margin-right",
    "vertical-align", "text-align", "white-space", "background-size", "box-shadow", "outline", "outline-offset",
    "perspective",
    "grid-area", "grid-row", "grid-column", "list-style", "list-style-type",
})  # fmt: skip
UNDERSTOOD = frozenset(WORDS) | COLOURS | LENGTHS | NUMBERS | PARSED_ELSEWHERE
QUIRK = "~"
"""Stands before the name of a property whose length has no unit. Browsers accept it in quirks mode alone."""
QUIRKY_LENGTHS = frozenset({
    "left", "right", "top", "bottom", "width", "height", "max-width", "max-height", "min-width", "min-height",
    "text-indent", "margin", "padding", *BOXES["margin"], *BOXES["padding"],
})  # fmt: skip
REJECTED_FUNCTIONS = frozenset({"expression", "device-cmyk", "color-contrast"})
"""CSS functions that browsers do not know, or not any more. They ignore a declaration with one of them."""
KNOWN_FUNCTIONS = MATH_FUNCTIONS | {
    "url", "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "light-dark",
    "linear-gradient", "radial-gradient", "conic-gradient", "repeating-linear-gradient", "repeating-radial-gradient",
    "repeating-conic-gradient", "-webkit-linear-gradient", "-moz-linear-gradient", "-o-linear-gradient", "image-set",
    "-webkit-radial-gradient", "-moz-radial-gradient", "-webkit-image-set", "-webkit-gradient", "cubic-bezier",
    "steps", "linear", "rect", "inset", "circle", "ellipse", "polygon", "xywh", "path", "opacity", "blur",
    "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert", "saturate", "sepia", "alpha",
    "translate", "translatex", "translatey", "translatez", "translate3d", "scale", "scalex", "scaley", "scalez",
    "scale3d", "rotate", "rotatex", "rotatey", "rotatez", "rotate3d", "skew", "skewx", "skewy", "matrix", "matrix3d",
    "perspective", "format", "contrast-color", "fit-content",
}  # fmt: skip
WITH_ANY_FUNCTION = frozenset({"content", "list-style", "list-style-type"})
"""Properties that add text or a picture, and hide nothing, whatever their functions."""
ATTRIBUTE_AS_TEXT = re.compile(r"(?<![\w-])attr\(\s*+[\w-]++\s*+\)")
WHITE_SPACE = " \t\n\r\f"
"""White space in CSS. A no-break space is part of a word."""
FUNCTION_NAME = re.compile(r"(?<![a-z0-9-])([a-z-][a-z0-9-]*+)\(")
COMMENT = re.compile(
    r"""(\\.|"(?:[^"\\\n]++|\\.)*"?|'(?:[^'\\\n]++|\\.)*'?)|/\*(?:[^*]++|\*(?!/))*(?:\*/)?""",
    re.DOTALL,
)
"""A comment, or what may contain its marks without being one: an escaped character, or a string (group 1).

A string without an end goes to the end of its line, as in a browser. Nothing is tried twice, so the time is linear.
"""
ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.DOTALL)
PROPERTY_NAME = re.compile(r"(?:--|-?[^\x00-^`{-\x9f])[^\x00-,./:-@\[-^`{-\x9f]*+\Z")
IMPORTANT = re.compile(r"!\s*important\s*\Z")
ENVIRONMENT = re.compile(r"env\(\s*+([\w-]*+)[^(),]*(?:,([^()]*))?\)")
ENVIRONMENT_VARIABLES = ("safe-area-inset-", "titlebar-area-", "keyboard-inset-")
"""Beginnings of the variables that browsers have; they are 0 in a window."""

Declarations = dict[str, str]
"""Values by property, in lower case and in source order. An important property has `!` before its name."""


@lru_cache(maxsize=16384)
def declarations_of(style: str, *, is_quirky: bool) -> Declarations:
    """Return the declarations in the `style` attribute of an element, which must be in lower case."""
    return with_quirks(_declarations(without_comments(style)), is_quirky=is_quirky)


@lru_cache(maxsize=16384)
def read_block(css: str) -> tuple[Declarations, bool]:
    """Return the declarations of a rule, and whether they can hide text. `css` has no comments or nested blocks."""
    declared = _declarations(css.lower())
    return declared, declarations_can_hide(declared)


SIMPLE_DECLARATIONS = re.compile(r"""[^"'\\()\[\]{}]*+(?:\([^;"'\\()\[\]{}]*+\)[^"'\\()\[\]{}]*+)*\Z""")
"""Matches declarations that can be split at every semicolon: none is inside of a string or a bracket."""


def _declarations(css: str) -> Declarations:
    found: Declarations = {}
    declarations = css.split(";") if SIMPLE_DECLARATIONS.match(css) else split_outside_brackets(css, ";")
    for declaration in declarations[:MAX_DECLARATIONS]:
        add_declaration(found, declaration)
    if len(declarations) > MAX_DECLARATIONS:
        found[UNKNOWN_VALUE] = "too many"
    return found


def with_quirks(declared: Declarations, *, is_quirky: bool) -> Declarations:
    """Return declarations with the lengths without a unit that browsers accept, and without others."""
    if QUIRK not in "".join(declared):
        return declared
    found: Declarations = {}
    for name, value in declared.items():
        plain = name.replace(QUIRK, "", 1)
        if plain == name or is_quirky:
            found.pop(plain, None)
            found[plain] = value
    return found


def add_declaration(found: Declarations, declaration: str) -> None:
    """Parse one declaration and add it to `found` if browsers accept it. It is in lower case, without comments."""
    for longhand, part in _read_declaration(declaration):
        found.pop(longhand, None)  # the order counts: a later shorthand is laid over an earlier longhand
        found[longhand] = part


@lru_cache(maxsize=16384)
def _read_declaration(declaration: str) -> tuple[tuple[str, str], ...]:
    name, _, value = declaration.partition(":")
    name, value = name.strip(WHITE_SPACE).lstrip("} "), value.strip(WHITE_SPACE)
    if not value and name.startswith("--"):
        return ((name, ""),)
    if not value or (_is_harmless(name) and name not in VALUES_LEAVING_NO_SPACE):
        return ()
    return _longhands(name, value)


@lru_cache(maxsize=8192)
def _longhands(name: str, value: str) -> tuple[tuple[str, str], ...]:
    if "\\" in name or "\\" in value:
        name, value = (ESCAPE.sub(_unescape, text) for text in (name, value))
    if not PROPERTY_NAME.match(name):
        return ()
    if "!" not in value:
        longhands = longhands_of(name, value[:MAX_VALUE_CHARACTERS])
        return tuple((longhand, _normalise_value(longhand, part)) for longhand, part in longhands)
    important = IMPORTANT.search(value)
    if important is None:
        return ()
    value = value[: important.start()].rstrip()
    longhands = longhands_of(name, value[:MAX_VALUE_CHARACTERS])
    return tuple(("!" + longhand, _normalise_value(longhand, part)) for longhand, part in longhands)


def _normalise_value(name: str, value: str) -> str:
    """Return a representative value for similar values.

    Sizes and the heights of lines keep their value, because clipping boxes compare them.
    """
    return value if name in SIZES or name == "line-height" else _representative_value(name, value)


@lru_cache(maxsize=2048)
def _is_harmless(name: str) -> bool:
    """Return whether a property never hides anything, whatever its value."""
    if name.startswith("_"):  # a declaration for an old Internet Explorer
        return True
    if name in UNDERSTOOD or name in BOXES or name in PAIRS or name in ALIASES or name.startswith("--"):
        return False
    if name.startswith("-") and "-" in name[1:]:
        prefix, base = name[: name.index("-", 1) + 1], name[name.index("-", 1) + 1 :]
        is_read = base in PREFIXED and (
            prefix == "-webkit-" or (prefix == "-moz-" and base.startswith(("transform", "animation")))
        )
        is_ignored = not HARMLESS.isdisjoint((name, base)) or base in UNDERSTOOD or prefix != "-webkit-"
        return not is_read and (is_ignored or name.startswith(HARMLESS_BEGINNINGS))
    return name in HARMLESS or name in IGNORED_SIDES or name.startswith(HARMLESS_BEGINNINGS)


@lru_cache(maxsize=4096)
def _representative_value(name: str, value: str) -> str:
    """Return one value for all values of a property that hide text in the same cases."""
    if name not in ROUNDED_PROPERTIES:
        return value
    found = LENGTH.match(value)
    if found is None or found[2] not in ("px", "", "%", "pt"):
        return value
    number = float(found[1])
    if name in MARGINS:
        return "0px" if 0 <= number <= (10 if found[2] == "%" else 40) else value
    if name == "line-height":
        is_usual = (
            10 < number <= 36 if found[2] in ("px", "pt") else 80 < number <= 200 if found[2] else 0.8 < number <= 2
        )
        return "normal" if is_usual else value
    return ("100%" if found[2] == "%" else "300px") if number >= (20 if found[2] == "%" else 150) else value


def _round_sizes(declared: Declarations) -> None:
    for name in SIZES.intersection(declared):
        declared[name] = _representative_value(name, declared[name])


def without_no_ops(
    declared: Declarations, *, has_page_fonts: bool, has_sizes: bool = True, is_in_room: bool = True,
    has_usual_line: bool = False,
) -> Declarations:  # fmt: skip
    """Return the declarations without those that cannot change what is visible.

    `declared` are all declarations of an element. `has_sizes` says whether its width and height count, `is_in_room`
    whether a box around it clips, and `has_usual_line` whether the line height around it is usual. Half of all
    declarations are removed, so that most elements of a page share a few styles.
    """
    dropped = NEVER_READ
    if CLIPPING.isdisjoint(declared):
        dropped = READ_IF_CLIPPING if has_sizes else READ_IF_CLIPPING_OR_SIZED
    no_ops = NO_OPS_IN_USUAL_LINES if has_usual_line else NO_OPS
    found = {
        name: value
        for name, value in declared.items()
        if name not in dropped and (name, value) not in no_ops and (name != "font-family" or has_page_fonts)
    }
    if dropped is not NEVER_READ and has_sizes and not SIZES.isdisjoint(found):
        _round_sizes(found)
    if "line-height" in found and dropped is not NEVER_READ and not is_in_room:
        found["line-height"] = _representative_value("line-height", found["line-height"])
        if has_usual_line and found["line-height"] == "normal":
            del found["line-height"]
    if "text-align" in found and "margin-right" not in found:
        del found["text-align"]
    if not is_in_room and not SHIFTS.isdisjoint(found):
        for name in SHIFTS.intersection(found):
            if _is_small(found[name]) and (name != "padding-top" or dropped is not NEVER_READ):
                del found[name]
    return found


@lru_cache(maxsize=1024)
def _is_small(value: str) -> bool:
    """Return whether a margin or padding moves text by less than about two lines, to the right or down."""
    return _representative_value("text-indent", value) == "0px"


SHIFTS = frozenset({"margin-left", "margin-top", "padding-top"})


CLIPPING = frozenset({"overflow-x", "overflow-y", "contain", "container", "container-type"})
NEVER_READ = frozenset({"letter-spacing"})
READ_IF_CLIPPING = NEVER_READ | {"box-sizing", "padding-bottom", "white-space", "overflow-clip-margin"}
READ_IF_CLIPPING_OR_SIZED = READ_IF_CLIPPING | {
    "width", "height", "max-width", "max-height", "min-width", "min-height",
}  # fmt: skip
NO_OPS = frozenset({
    *product(
        ("margin-left", "margin-top", "padding-left", "padding-top", "padding-bottom"),
        ("0px", "0", "auto", "0%", "0pt", "initial", "unset"),
    ),
    ("line-height", "inherit"),
})  # fmt: skip
NO_OPS_IN_USUAL_LINES = NO_OPS | {("line-height", "normal")}


CUSTOM_NAME_WITH_CAPITALS = re.compile(r"(?<![\w-])--[\w-]*[A-Z][\w-]*")


def mark_capitals(css: str) -> str:
    """Mark the capital letters in names of variables.

    Case matters in these names; CSS is otherwise read in lower case.
    """
    return CUSTOM_NAME_WITH_CAPITALS.sub(lambda found: re.sub("[A-Z]", "\\g<0>\u02c6", found[0]), css)


def without_comments(css: str) -> str:
    """Return CSS without comments. A comment inside a word splits the word."""
    return COMMENT.sub(_remove_comments, css) if "/*" in css else css


def _remove_comments(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    around = found.string[max(0, found.start() - 1) : found.start()] + found.string[found.end() : found.end() + 1]
    return " " if len(around) == 2 and all(sign.isalnum() or sign in "-_" for sign in around) else ""


def _unescape(found: re.Match[str]) -> str:
    if found[2]:
        return found[2]
    number = int(found[1], 16)
    if 0x30 <= number < 0x3A:  # as an escape, a digit begins a name and no number
        return f"_{number - 0x30}"
    return chr(number).lower() if 0x20 < number < 0xD800 else "\ufffd"


@lru_cache(maxsize=8192)
def longhands_of(name: str, value: str) -> tuple[tuple[str, str], ...]:
    """Return a declaration as (longhand property, value) pairs; empty if browsers ignore it."""
    if name.startswith("--"):
        return ((name, value),)
    name = ALIASES.get(name, name)
    if _is_harmless(name):
        return (
            ((LEAVES_NO_SPACE, name),)
            if name in VALUES_LEAVING_NO_SPACE and VALUES_LEAVING_NO_SPACE[name].search(value)
            else ()
        )
    base = name[name.index("-", 1) + 1 :] if name.startswith("-") and "-" in name[1:] else ""
    if base in PREFIXED:
        name = base
    elif name in ONLY_PREFIXED:
        return ()
    if name not in UNDERSTOOD and name not in BOXES and name not in PAIRS:
        is_ignored = value in VALUES_WITHOUT_EFFECT or not name.isascii()  # such as one with a curly quote before it
        return () if is_ignored else ((UNKNOWN_VALUE, name),)
    if "env(" in value:
        value = ENVIRONMENT.sub(_replace_environment, value)
        if "env(" in value:  # as with a variable without a value
            return longhands_of(name, "unset")
    if "var(" in value:
        return ((name, value),)
    if value in GLOBAL_VALUES:
        return tuple(
            (each, value) for each in (BOXES.get(name) or PAIRS.get(name) or (name,)) if each not in IGNORED_SIDES
        )
    if "attr(" in value and name not in WITH_ANY_FUNCTION:
        value = ATTRIBUTE_AS_TEXT.sub("''", value)  # a string, which no other property takes
    if "(" in value:
        value += ")" * (value.count("(") - value.count(")"))  # the end of a declaration closes its brackets
        functions = set(FUNCTION_NAME.findall(value))
        if not functions.isdisjoint(REJECTED_FUNCTIONS):
            return ()
        if not functions <= KNOWN_FUNCTIONS and name not in WITH_ANY_FUNCTION:
            return ((UNKNOWN_VALUE, name),) if name not in ("background", "background-image") else ()
    if name == "height" and value == "0%":  # in quirks mode, it is a share of the page if nothing else has a height
        return ((name, value), (QUIRK + name, "0px"))
    if name in QUIRKY_LENGTHS and (found := quantity_of(value)) and found.kind == "number" and found.value:
        return tuple((QUIRK + longhand, part) for longhand, part in longhands_of(name, value + "px"))
    if name in BOXES or name in PAIRS:
        return _expand_sides(name, value)
    if name == "font-size" and (found := quantity_of(value)) and found.kind == "number" and found.value:
        name = QUIRKY_FONT_SIZE
    return ((name, value),) if is_valid(name, value) else ()


def _replace_environment(found: re.Match[str]) -> str:
    if found[1].startswith(ENVIRONMENT_VARIABLES):
        return "0px"
    return found[2].strip() if found[2] is not None else found[0]


def _expand_sides(name: str, value: str) -> tuple[tuple[str, str], ...]:
    names = BOXES.get(name) or PAIRS[name]
    values = split_outside_brackets(value, " ")
    if not 0 < len(values) <= len(names):
        return ()
    if name in QUIRKY_LENGTHS and any(map(_is_nonzero_number, values)):
        whole = " ".join(f"{part}px" if _is_nonzero_number(part) else part for part in values)
        return tuple((QUIRK + side, part) for side, part in _expand_sides(name, whole))
    values = four_sides(values)[: len(names)]
    sides = tuple(zip(names, values, strict=True))
    is_whole = all(is_valid("left" if name == "inset" or "-" in side else side, part) for side, part in sides)
    is_whole = is_whole if name != "overflow" else all(is_valid(side, part) for side, part in sides)
    kept = (
        side
        for side in sides
        if side[0] not in IGNORED_SIDES and (side[0] not in SIDES_IF_NEGATIVE or side[1][0] == "-")
    )
    return tuple(kept) if is_whole else ()


def _is_nonzero_number(value: str) -> bool:
    found = quantity_of(value)
    return found is not None and found.kind == "number" and found.value != 0


HARMLESS_ALONE = frozenset({
    "width", "height", "max-width", "max-height", "min-width", "min-height", "line-height", "letter-spacing",
    "box-sizing", "left", "right", "top", "bottom", "color", "background-color", "isolation", "will-change",
    "container", "container-type", "font-family", "text-shadow", "text-stroke", "text-stroke-color",
    "text-stroke-width", "fill", "stroke", "animation-name", "animation-duration", "animation-iteration-count",
    "animation-delay", "mask-size", "mask-position", "mask-repeat", "animation-play-state", "animation-fill-mode",
    "backface-visibility", "vertical-align", "stroke-opacity", "fill-opacity", "line-clamp", "mask-mode",
    "mask-composite", "animation-direction", "background-size", "border", "border-top", "border-bottom",
    "transform-origin", "white-space", "perspective", "overflow-clip-margin", "margin-bottom", "text-align",
    "grid-row", "grid-column",
})  # fmt: skip
"""Properties that hide text only together with others.

(Colours are compared for the whole page in `documents.html`.)
"""
HARMLESS_VALUES = {
    "display": frozenset(DISPLAY_WORDS) - {"none", "contents", "table-column", "table-column-group"},
    "visibility": frozenset({"visible", "inherit"}), "position": frozenset({"static"}), "float": frozenset({"none"}),
    "overflow-x": frozenset({"visible"}), "overflow-y": frozenset({"visible"}),
    "opacity": frozenset({"1", "1.0", "100%"}), "content-visibility": frozenset({"visible", "auto"}),
    "z-index": frozenset({"auto"}), "zoom": frozenset({"1", "normal", "100%"}), "transform": frozenset({"none"}),
    "filter": frozenset({"none"}), "color-scheme": frozenset({"light", "light dark", "normal"}),
    "mix-blend-mode": frozenset({"normal"}), "animation": frozenset({"none"}),
    "background-clip": frozenset({"border-box", "padding-box"}), "table-layout": frozenset({"auto", "fixed"}),
    "font-size-adjust": frozenset({"none", "auto"}),
}  # fmt: skip
WORDS_IN_CONTENT = re.compile(r"""["'][^"']*\w{2}|attr\(""")
PLAIN_MARGIN = re.compile(
    r"(?:auto|normal|(?:\d{1,3}(?:\.\d*)?|\.\d+)(?:px|pt|em|rem|ex|%|in|cm|mm)?|baseline|middle|top|bottom|text-\w+|su[bp]\w*|-?\d{1,2}(?:px|pt|%))\Z"
)
LARGE_NEGATIVE = re.compile(r"-(?:\d{3}|\d\d[^\dp]|\d(?:em|rem|in|cm))|.*\(")
SIZES = frozenset({"width", "height", "max-width", "max-height", "min-width", "min-height"})
MARGINS = frozenset({
    "margin-left", "margin-top", "padding-left", "padding-top", "padding-bottom", "text-indent",
})  # fmt: skip
PLAIN_SIZE = re.compile(
    r"(?:[2-9]|[1-9]\d+)(?:\.\d*)?(?:px|pt)\Z|(?:[1-9]\d*+|0\d++)(?:\.\d*+)?%\Z|(?:[1-9]\d*(?:\.\d*)?|0?\.[2-9]\d*)r?em\Z"
)
PLAIN_FONT = re.compile(
    r"(?:^|\s)(?:(?:[2-9]|[1-9]\d+)(?:\.\d*)?(?:px|pt)|(?:[1-9]\d*(?:\.\d*)?|0?\.[2-9]\d*)r?em|[1-9]\d+%|(?:x+-)?(?:small|large)|medium)"
)


ROUNDED_PROPERTIES = frozenset({"padding-left", "text-indent", "line-height"}) | SIZES


NOT_QUOTES = re.compile(r"&(?!quot;|apos;|#39;|#34;|amp;|nbsp;)")


@lru_cache(maxsize=16384)
def style_can_hide(style: str, *, is_quirky: bool) -> bool:
    """Return whether an inline style could hide text or move it to lines of its own."""
    if "&" in style:
        style, source = unescape(style), style
        if "color" in style and NOT_QUOTES.search(source):  # the search for colours in the source saw it otherwise
            return True
    return "\\" in style or "/*" in style or declarations_can_hide(declarations_of(style, is_quirky=is_quirky))


def declarations_can_hide(declared: Declarations) -> bool:
    """Return whether declarations could hide text."""
    return any(not _has_harmless_value(name, value) for name, value in declared.items())


@lru_cache(maxsize=8192)
def _has_harmless_value(name: str, value: str) -> bool:
    name = name.removeprefix("!").removeprefix(QUIRK)
    if name == "all" or "var(" in value or name in ("animation", "animation-name"):
        return False
    if name in HARMLESS_ALONE or name.startswith("--"):
        return True
    if name in ("list-style", "list-style-type"):
        return WORDS_IN_CONTENT.search(value) is None
    if name == "content":
        is_picture = "url(" in value or "gradient(" in value or "image" in value
        return not is_picture and WORDS_IN_CONTENT.search(value) is None
    if name == "grid-area":
        return not value[0].isdecimal()
    if name == "margin-right":
        return not LARGE_NEGATIVE.match(value)
    if name in HARMLESS_VALUES:
        return value in HARMLESS_VALUES[name]
    if name in MARGINS:
        return PLAIN_MARGIN.match(value) is not None and not value.startswith("-")
    if name == "font-size":
        return PLAIN_SIZE.match(value) is not None or (FONT_SIZE_WORDS.match(value) is not None)
    if name == "font":
        return PLAIN_FONT.search(value) is not None or value in GLOBAL_VALUES or value in SYSTEM_FONTS
    if name not in ("background", "background-image") or "gradient(" in value or " text" in value:
        return False
    return not value.startswith("url(") or not any(layer.colour for layer in layers_of(value))

"""Which values of CSS properties browsers accept. If they reject one, an earlier declaration stays in effect."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from app.readers.web.values import (
    BLENDS,
    HEX_DIGITS,
    HUE_BLENDS,
    colour_of,
    is_length,
    number_of,
    px_of,
    quantity_of,
    split_outside_brackets,
)

GLOBAL_VALUES = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
QUIRKY_FONT_SIZE = "font-size in quirks mode"
"""A font size without a unit, which counts on pages in quirks mode only."""
DISPLAY_WORDS = {
    "none": "none", "inline": "inline", "contents": "contents", "ruby": "inline", "table-cell": "cell",
    "table": "table", "table-row": "row", "table-row-group": "row", "table-header-group": "row",
    "math": "inline", "table-footer-group": "row", "table-caption": "block", "inline-block": "inline-block",
    "ruby-text": "inline", "inline-flex": "inline-flex", "inline-grid": "inline-flex",
    "inline-table": "inline-table", "block": "block", "flex": "flex", "grid": "flex", "list-item": "block",
    "flow-root": "block", "-webkit-box": "flex", "flow": "block", "-webkit-inline-box": "inline-flex",
    "table-column": "none", "table-column-group": "none", "-webkit-flex": "flex",
    "-webkit-inline-flex": "inline-flex", "ruby-base": "inline",
}  # fmt: skip
DISPLAY_GROUPS = (
    frozenset({"block", "inline"}), frozenset({"flow", "flow-root", "table", "flex", "grid", "ruby", "math"}),
    frozenset({"list-item"}),
)  # fmt: skip
"""A `display` of several words has at most one of each group."""
FONT_SIZE_WORDS = re.compile(r"(?:(?:x{1,3}-)?(?:small|large)|medium|smaller|larger|math)\Z")
CURRENT_COLOUR = "currentcolor"
_WORDS = {
    "visibility": "visible hidden collapse",
    "position": "static relative absolute fixed sticky -webkit-sticky",
    "float": "left right none inline-start inline-end",
    "overflow-x": "visible hidden clip auto scroll overlay -moz-hidden-unscrollable",
    "overflow-y": "visible hidden clip auto scroll overlay -moz-hidden-unscrollable",
    "content-visibility": "visible auto hidden",
    "backface-visibility": "visible hidden",
    "box-sizing": "content-box border-box",
    "mix-blend-mode": " ".join(("normal", "plus-darker", *BLENDS, *HUE_BLENDS)),
    "text-security": "none disc circle square",
    "isolation": "auto isolate",
    "animation-play-state": "running paused",
    "animation-fill-mode": "none forwards backwards both",
}
WORDS = {name: frozenset(words.split()) for name, words in _WORDS.items()}
COLOURS = frozenset({"color", "background-color", "text-fill-color", "text-stroke-color", "fill", "stroke"})
_LENGTHS = (
    "width height max-width max-height min-width min-height text-indent left top right bottom margin-left margin-top"
    " padding-left padding-top padding-bottom line-height letter-spacing text-stroke-width"
)
LENGTHS = frozenset(_LENGTHS.split())
LENGTH_WORDS = re.compile(
    r"(?:auto|none|normal|(?:-webkit-|-moz-)?(?:max|min|fit)-content|-webkit-fill-available|-moz-available|stretch"
    r"|baseline|sub|super|top|text-top|middle|bottom|text-bottom|thin|medium|thick|fit-content\(.*\))\Z"
)
NUMBERS = frozenset({"opacity", "fill-opacity", "stroke-opacity"})
FUNCTION = re.compile(r"(?<![a-z0-9-])([a-z-][a-z0-9-]*+)\(((?:[^()]++|\((?:[^()]++|\([^()]*+\))*\))*)\)")
SYSTEM_FONTS = frozenset({"caption", "icon", "menu", "message-box", "small-caption", "status-bar"})
FONT_SHORTHAND = re.compile(
    r"(?:^|\s)((?:\d++(?:\.\d*+)?|\.\d++)(?:px|pt|em|rem|ex|ch|pc|in|cm|mm|q|vw|vh|%)|0|xx-small|x-small|small|medium"
    r"|large|x-large|xx-large|smaller|larger|calc\([^()]*\))\s*(?:/\s*\S+)?\s+\S"
)
NEVER_NEGATIVE = frozenset({
    "width", "height", "max-width", "max-height", "min-width", "min-height", "padding-left", "padding-top",
    "padding-bottom", "line-height", "text-stroke-width",
})  # fmt: skip
PLAIN_COLOUR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})\Z")
PLAIN_LENGTH = re.compile(r"(?:-?\d{1,6}(?:\.\d{1,6})?(?:px|%|r?em|pt)|0|auto|normal)\Z")
"""Match most values, which saves the time to calculate them."""
INTEGER = re.compile(r"[+-]?\d+\Z")
_ARGUMENTS = {
    "translate": "L L?", "translatex": "L", "translatey": "L", "translatez": "L", "translate3d": "L L L",
    "scale": "N N?", "scalex": "N", "scaley": "N", "scalez": "N", "scale3d": "N N N", "rotate": "A", "rotatex": "A",
    "rotatey": "A", "rotatez": "A", "rotate3d": "N N N A", "skew": "A A?", "skewx": "A", "skewy": "A",
    "matrix": "N " * 6, "matrix3d": "N " * 16, "perspective": "P",
    **dict.fromkeys(("brightness", "contrast", "grayscale", "invert", "opacity", "saturate", "sepia"), "N?"),
    "blur": "L?", "hue-rotate": "A?",
}  # fmt: skip
ARGUMENTS = {name: tuple(kinds.split()) for name, kinds in _ARGUMENTS.items()}
"""Kinds of the arguments of functions for transforms and filters: length, number, angle, or length or `none`.

Those with a question mark may be missing.
"""
TRANSFORM_FUNCTIONS = frozenset(name for name in ARGUMENTS if name.startswith(("tr", "sc", "ro", "sk", "ma", "pe")))
SHAPE_BOXES = frozenset({
    "border-box", "padding-box", "content-box", "margin-box", "fill-box", "stroke-box", "view-box",
})  # fmt: skip
LAYER_WORDS = frozenset({
    "repeat", "no-repeat", "repeat-x", "repeat-y", "space", "round", "scroll", "fixed", "local", "border-box",
    "padding-box", "content-box", "text", "border-area", "left", "right", "top", "bottom", "center", "none", "add",
    "subtract", "intersect", "exclude", "alpha", "luminance", "match-source", "no-clip", "fill-box", "stroke-box",
    "view-box", "auto", "cover", "contain", "source-over", "source-in", "source-out", "xor",
})  # fmt: skip
PLACE_WORDS = frozenset({"left", "right", "top", "bottom", "center"})
SIZE_WORDS = frozenset({"auto", "cover", "contain"})
DIRECTION = re.compile(r"to (?:(?:left|right)(?: (?:top|bottom))?|(?:top|bottom)(?: (?:left|right))?)\Z")
DIRECTION_OF_OLD_KIND = re.compile(r"(?:left|right|top|bottom)(?: (?:left|right|top|bottom))?\Z")
RADIAL_BEGINNING = re.compile(r"(?:circle|ellipse|(?:closest|farthest)-(?:side|corner)|at\b|-?[\d.]+[a-z%]|calc\()")


def is_valid(name: str, value: str) -> bool:
    """Return whether browsers accept a value of a longhand property."""
    if value in GLOBAL_VALUES:
        return True
    if name in WORDS:
        return value in WORDS[name]
    if name in COLOURS:
        return _is_colour(name, value)
    if name in LENGTHS:
        return (value[0] != "-" and PLAIN_LENGTH.match(value) is not None) or _is_length_of(name, value)
    check = CHECKS.get(name)
    return check is None or check(value)


def _is_colour(name: str, value: str) -> bool:
    if PLAIN_COLOUR.match(value):
        return True
    is_bare = len(value) in (3, 6) and not value.strip(HEX_DIGITS)
    is_paint = name in ("fill", "stroke") and (value == "none" or "url(" in value)
    return is_bare or is_paint or is_colour(value)


def is_colour(value: str) -> bool:
    return colour_of(value.replace(CURRENT_COLOUR, "black")) is not None


def _is_length_of(name: str, value: str) -> bool:
    if value[0] == "-" and name in NEVER_NEGATIVE and value[1:2].isdecimal():
        return False
    words = split_outside_brackets(value, " ")
    if name == "text-indent":
        words = [word for word in words if word not in ("hanging", "each-line")]
    if len(words) != 1:
        return False
    is_number = name == "line-height" and (found := number_of(words[0])) is not None and found >= 0
    return is_number or is_length(words[0]) or LENGTH_WORDS.match(words[0]) is not None


def _is_display(value: str) -> bool:
    words = value.split()
    if len(words) == 1:
        return value in DISPLAY_WORDS
    return len(words) == sum(not group.isdisjoint(words) for group in DISPLAY_GROUPS)


def _is_font_size(value: str) -> bool:
    if FONT_SIZE_WORDS.match(value):
        return True
    found = quantity_of(value)
    is_positive = found is not None and ("(" in value or min(found.value, found.percentage) >= 0)
    return found is not None and is_positive and found.kind != "angle"


def _is_of_kind(value: str, kind: str) -> bool:
    if kind == "N":
        return number_of(value) is not None
    if kind == "A":
        found = quantity_of(value)
        return found is not None and (found.kind == "angle" or (found.kind == "number" and not found.value))
    return is_length(value) or (kind == "P" and value == "none")


def _has_arguments(name: str, inside: str) -> bool:
    """Return whether a function of transforms or filters may have these arguments."""
    kinds = ARGUMENTS[name]
    arguments = split_outside_brackets(inside, ",") if inside.strip() else []
    n_needed = sum("?" not in kind for kind in kinds)
    return n_needed <= len(arguments) <= len(kinds) and all(
        _is_of_kind(value, kind[0]) for value, kind in zip(arguments, kinds, strict=False)
    )


def _is_transform(value: str) -> bool:
    if value == "none":
        return True
    functions = FUNCTION.findall(value)
    return (
        functions != []
        and not FUNCTION.sub("", value).strip()
        and all(name in TRANSFORM_FUNCTIONS and _has_arguments(name, inside) for name, inside in functions)
    )


def _is_filter(value: str) -> bool:
    if value == "none":
        return True
    functions = FUNCTION.findall(value)
    if not functions or FUNCTION.sub("", value).strip():
        return False
    return all(
        _has_arguments(name, inside)
        if name in ARGUMENTS and name not in TRANSFORM_FUNCTIONS
        else name == "url" or (name == "drop-shadow" and _is_text_shadow(inside))
        for name, inside in functions
    )


def _are_words_of(kind: str, most: int) -> Callable[[str], bool]:
    """Return a check for values of one to `most` words of a kind, or `none`."""

    def check(value: str) -> bool:
        words = split_outside_brackets(value, " ")
        return value == "none" or (0 < len(words) <= most and all(_is_of_kind(word, kind) for word in words))

    return check


def _is_rotation(value: str) -> bool:
    words = split_outside_brackets(value, " ")
    angles = [word for word in words if _is_of_kind(word, "A") and word.strip("+-0.") != ""]
    others = [word for word in words if word not in angles]
    if value == "none" or (len(words) == 1 and _is_of_kind(value, "A")):
        return True
    return len(angles) == 1 and (others in (["x"], ["y"], ["z"]) or _are_words_of("N", 3)(" ".join(others)))


def _is_clip_path(value: str) -> bool:
    words = [word for word in split_outside_brackets(value, " ") if word not in SHAPE_BOXES]
    if len(words) > 1 or value == "none" or not words:
        return value == "none" or not words
    found = FUNCTION.match(words[0])
    if found is None or found.end() != len(words[0]):
        return False
    name, inside = found[1], found[2].strip()
    if name in ("url", "path", "shape"):
        return name == "url" or '"' in inside or "'" in inside or name == "shape"
    if name == "polygon":
        points = [split_outside_brackets(point, " ") for point in split_outside_brackets(inside, ",")]
        points = points[1:] if points[0] in (["nonzero"], ["evenodd"]) else points
        return points != [] and all(len(point) == 2 and all(map(is_length, point)) for point in points)
    sizes = split_outside_brackets(inside.partition(" round ")[0].partition("at ")[0], " ")
    least, most = {"inset": (1, 4), "rect": (4, 4), "xywh": (4, 4), "circle": (0, 1), "ellipse": (0, 2)}.get(
        name, (9, 0)
    )
    return least <= len(sizes) <= most and all(
        is_length(size) or size in ("closest-side", "farthest-side", "closest-corner", "farthest-corner")
        or (size == "auto" and name == "rect")
        for size in sizes
    )  # fmt: skip


def _is_clip(value: str) -> bool:
    if value == "auto":
        return True
    if not value.startswith("rect(") or not value.endswith(")"):
        return False
    edges = value[5:-1].split(",") if "," in value else value[5:-1].split()
    return len(edges) == 4 and all(edge.strip() == "auto" or is_length(edge.strip()) for edge in edges)


def _is_text_shadow(value: str) -> bool:
    if value == "none":
        return True
    for shadow in split_outside_brackets(value, ","):
        words = split_outside_brackets(shadow, " ")
        lengths = [word for word in words if is_length(word)]
        colours = [word for word in words if word not in lengths]
        if not 2 <= len(lengths) <= 3 or len(colours) > 1 or not all(map(is_colour, colours)):
            return False
    return True


class Shadow(NamedTuple):
    """A solid shadow of a box that may lie over text."""

    is_inset: bool
    y_px: float
    spread_px: float
    colour: str
    """"" if it is that of the letters."""


LARGE_LENGTH = re.compile(r"\d{2}|\d(?:\.\d+)?(?:r?em|ex|ch|in|[cm]m|v\w+)|\(")
MIN_SPREAD_PX, MIN_SHADOW_SHIFT_PX, MIN_BORDER_PX = 40.0, 15.0, 20.0


@lru_cache(maxsize=1024)
def parse_large_shadows(value: str, font_px: float) -> tuple[Shadow, ...]:
    """Return the shadows of a `box-shadow` that are large enough to lie over text."""
    if not LARGE_LENGTH.search(value):
        return ()
    found: list[Shadow] = []
    for part in split_outside_brackets(value, ","):
        words = split_outside_brackets(part, " ")
        lengths = [px_of(word, font_px) or 0.0 for word in words if is_length(word)]
        colours = [word for word in words if word != "inset" and not is_length(word)]
        if not 2 <= len(lengths) <= 4 or len(colours) > 1:
            return ()
        x_px, y_px, blur_px, spread_px = (*lengths, 0.0, 0.0)[:4]
        is_far = max(abs(x_px), abs(y_px)) >= MIN_SPREAD_PX
        is_large = spread_px >= MIN_SPREAD_PX or (spread_px >= 0 and y_px <= -MIN_SHADOW_SHIFT_PX)
        if (is_large or (is_far and "inset" in words)) and blur_px <= max(spread_px, abs(x_px), abs(y_px)):
            found.append(Shadow("inset" in words, y_px, spread_px, colours[0] if colours else ""))
    return tuple(found)


class Layer(NamedTuple):
    """A layer of a `background` or a `mask`."""

    image: str
    """A gradient or a `url()`; "" if there is none."""
    colour: str
    """"" if there is none."""
    position: tuple[str, ...]
    size: tuple[str, ...]
    words: frozenset[str]
    """Its other words, such as `no-repeat`."""


@lru_cache(maxsize=2048)
def layers_of(value: str) -> tuple[Layer, ...]:
    """Return the layers of a `background` or a `mask`, the upper ones first; empty if browsers reject the value."""
    layers: list[Layer] = []
    for part in split_outside_brackets(value, ","):
        layer = _layer_of(part)
        if layer is None or (layers and layers[-1].colour):  # only the last one has a colour
            return ()
        layers.append(layer)
    return tuple(layers)


def _layer_of(part: str) -> Layer | None:
    before, slash, after = _split_at_slash(part)
    image = colour = ""
    position, size, words = list[str](), list[str](), list[str]()
    for word in after[:2]:
        if not (is_length(word) or word in SIZE_WORDS):
            break
        size.append(word)
    for word in before + after[len(size) :]:
        if word in PLACE_WORDS or is_length(word):
            position.append(word)
        elif word in LAYER_WORDS:
            words.append(word)
        elif word.startswith(("url(", "image-set(", "-webkit-image-set(")) or "gradient(" in word:
            if image or not is_image(word):
                return None
            image = word
        elif not colour and is_colour(word):
            colour = word
        else:
            return None
    if len(position) > 4 or (slash and not (size and position)) or (image and words.count("none")):
        return None
    return Layer(image, colour, tuple(position), tuple(size), frozenset(words))


def _split_at_slash(part: str) -> tuple[list[str], bool, list[str]]:
    words = split_outside_brackets(part, "/")
    after = split_outside_brackets(words[1], " ") if len(words) > 1 else []
    return split_outside_brackets(words[0], " ") if words[0] else [], len(words) > 1, after


@lru_cache(maxsize=1024)
def is_image(value: str) -> bool:
    """Return whether browsers accept an image. Of old kinds of gradients, the arguments are not looked at."""
    found = FUNCTION.match(value)
    if found is None or not found[1].endswith("-gradient") or found[1].startswith("-"):
        return True
    return gradient_of(value) is not None


class Gradient(NamedTuple):
    """A gradient of a kind that all browsers know."""

    kind: str
    """`linear`, `radial` or `conic`."""
    is_repeated: bool
    place: str
    """Its first argument if that is a direction, a shape or a position."""
    stops: tuple[tuple[str, tuple[str, ...]], ...]
    """Its colours with their places. Hints have no colour."""


@lru_cache(maxsize=1024)
def gradient_of(value: str) -> Gradient | None:
    """Parse a gradient; return None if browsers reject it, or if it is no gradient."""
    found = FUNCTION.match(value)
    name = found[1].removeprefix("-webkit-").removeprefix("-moz-") if found else ""
    if found is None or not name.endswith("-gradient"):
        return None
    kind = name.removeprefix("repeating-").removesuffix("-gradient")
    parts = split_outside_brackets(found[2], ",")
    first = re.sub(r"(?:^| )in [a-z0-9-]+(?: (?:shorter|longer|increasing|decreasing) hue)?", "", parts[0]).strip()
    is_old = found[1].startswith("-")
    if kind == "linear":
        is_place = _is_of_kind(first, "A") or (DIRECTION_OF_OLD_KIND if is_old else DIRECTION).match(first) is not None
    elif kind == "radial":
        is_place = RADIAL_BEGINNING.match(first) is not None or (is_old and not is_colour(first.split(" ")[0]))
    else:
        is_place = first.startswith(("from ", "at "))
    has_place = is_place or first != parts[0]
    stops = _colour_stops(parts[1:] if has_place else parts)
    if stops is None or (first and has_place and not is_place):
        return None
    return Gradient(kind, name.startswith("repeating-"), first if is_place else "", stops)


def _colour_stops(parts: list[str]) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    stops: list[tuple[str, tuple[str, ...]]] = []
    for part in parts:
        words = split_outside_brackets(part, " ")
        places = tuple(word for word in words if is_length(word) or _is_of_kind(word, "A"))
        colours = [word for word in words if word not in places]
        if len(colours) > 1 or len(places) > 2 or not words or not all(map(is_colour, colours)):
            return None
        if not colours and (len(places) > 1 or not stops or not stops[-1][0]):
            return None
        stops.append((colours[0] if colours else "", places))
    return tuple(stops) if stops and stops[-1][0] else None


def _is_background_image(value: str) -> bool:
    return value == "none" or all(
        part == "none" or ("(" in part and is_image(part)) for part in split_outside_brackets(value, ",")
    )


def has_wide_length(value: str) -> bool:
    """Return whether a value has a length that reaches over a line of text. Others make no difference."""
    return any((px_of(word, 16.0) or 0.0) >= MIN_BORDER_PX for word in split_outside_brackets(value, " "))


def _is_zoom(value: str) -> bool:
    return value in ("normal", "reset") or ((found := number_of(value)) is not None and found >= 0)


def _is_background_size(value: str) -> bool:
    return value != "auto" and all(is_length(word) or word in SIZE_WORDS for word in split_outside_brackets(value, " "))


CHECKS: dict[str, Callable[[str], bool]] = {
    "display": _is_display,
    "all": GLOBAL_VALUES.__contains__,
    "font-size": _is_font_size,
    QUIRKY_FONT_SIZE: _is_font_size,
    "font": lambda value: value in SYSTEM_FONTS or FONT_SHORTHAND.search(value) is not None,
    "background": lambda value: layers_of(value) != (),
    "background-image": _is_background_image,
    "background-size": _is_background_size,
    "box-shadow": lambda value: parse_large_shadows(value, 16.0) != (),  # small ones hide nothing
    **dict.fromkeys(("border", "border-top", "border-bottom"), has_wide_length),
    "white-space": lambda value: value in ("nowrap", "pre"),  # others make no difference
    "overflow-clip-margin": lambda value: LARGE_LENGTH.search(value) is not None,
    "table-layout": lambda value: value == "fixed",
    "border-image": lambda value: "fill" in value.split() and ("gradient(" in value or "url(" in value),
    "margin-right": lambda value: value.startswith("-") and _is_length_of("margin-right", value),
    "text-align": lambda value: value in ("right", "end"),  # others make no difference
    "margin-bottom": lambda value: value.startswith("-") and _is_length_of("margin-bottom", value),
    "vertical-align": lambda value: value.startswith("-") and is_length(value),  # others make no difference
    "outline": has_wide_length,
    "outline-offset": lambda value: LARGE_LENGTH.search(value) is not None,
    "line-clamp": lambda value: value == "none" or (value.isdecimal() and int(value[:9]) > 0),
    "mask": lambda value: layers_of(value) != (),
    "mask-image": _is_background_image,
    "transform": _is_transform,
    "translate": _are_words_of("L", 3),
    "scale": _are_words_of("N", 3),
    "rotate": _is_rotation,
    "filter": _is_filter,
    "clip": _is_clip,
    "clip-path": _is_clip_path,
    "z-index": lambda value: value == "auto" or INTEGER.match(value) is not None or value.startswith("calc("),
    "zoom": _is_zoom,
    "text-shadow": _is_text_shadow,
    **dict.fromkeys(NUMBERS, lambda value: number_of(value) is not None),
}

"""Computed styles: what of an element's style, and of all around it, decides whether its text can be seen."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter

from app.readers.web.declarations import (
    BLACK,
    CLEAR,
    DISPLAY_WORDS,
    HEX_DIGITS,
    LINK,
    WHITE,
    Colour,
    Declarations,
    attribute_colour,
    colour_of,
)
from app.readers.web.elements import DISPLAYS, FONT_SIZES
from app.readers.web.style_sheets import Element
from nbengine.lazy_dataclasses import dataclass

LENGTH = re.compile(r"([+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:e[+-]?\d{1,3})?)(%|[a-z]*+)\Z")
FONT_SHORTHAND = re.compile(
    r"(?:^|\s)((?:\d++(?:\.\d*+)?|\.\d++)(?:px|pt|em|rem|ex|ch|pc|in|cm|mm|q|vw|vh|%)|0|xx-small|x-small|small|medium"
    r"|large|x-large|xx-large|smaller|larger)\s*(?:/\s*\S+)?\s+\S"
)
ATTRIBUTE_SIZE = re.compile(r"\s*([+-]?)(\d{1,3})")
BACKGROUND_WORD = re.compile(r"rgba?\([^()]*+\)|[^\s,()]++")
UNITS_PX = {
    "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945, "rem": 16.0, "vw": 9.0,
    "vh": 12.0, "vmin": 9.0, "vmax": 12.0,
}  # fmt: skip
UNITS_EM = {"em": 1.0, "%": 0.01, "ex": 0.5, "ch": 0.5}
KEYWORDS_PX = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
    "xxx-large": 48.0, "initial": 16.0,
}  # fmt: skip
ATTRIBUTE_SIZES_PX = (10.0, 10.0, 13.0, 16.0, 18.0, 24.0, 32.0, 48.0)
SMALLEST_RELATIVE_PX = 6.0
"""Browsers show nothing smaller that was not asked for in a fixed unit, unless it is nothing."""
LEAST_FONT_PX, LEAST_OPACITY = 2.0, 0.05
LEAST_WIDTH_PX, LEAST_HEIGHT_PX = 1.0, 2.0
LEAST_LINE_SHARE = 0.35
"""Of the height of its letters; a box that cuts off more of its only line shows nothing that could be read."""
FAR_PX = -900.0
VISIBILITIES = {"hidden": False, "collapse": False, "visible": True, "initial": True}
LAYOUT_SPACES = {"block": "\n", "row": "\n", "cell": " "}
STYLED_NAMES = frozenset({"table", "dialog", "details", "summary", *FONT_SIZES})
"""Elements that look unlike what is around them without any style of their own."""


@dataclass(slots=True, eq=False)
class Style:
    """The part of an element's style that decides whether its text is seen, and where its lines end."""

    gone: str = ""
    """The reason why nothing in it can be seen, whatever its own style says; empty where it can."""
    is_visible: bool = True
    font_px: float = 16.0
    has_fixed_size: bool = False
    colour: Colour = BLACK
    ground: Colour | None = WHITE
    """Of what lies under it; None for a picture."""
    opacity: float = 1.0
    indent_px: float = 0.0
    unseen: str = ""
    """The reason why its text is not seen, empty where it is: `display`, `visibility`, `size`, `opacity`, `clip`,
    `place` or `colour`."""


ROOT = Style()


values_of = attrgetter(*(each.name for each in fields(Style)))
"""All that a style says, to tell whether it is the same as another."""


def computed(around: Style, element: Element, declared: Declarations, *, is_quirky: bool) -> tuple[Style, str]:
    """Return the style of an element in another, and what it leaves around itself in the text.

    Declared is all that sheets and its own style say of it.
    """
    attributes = element.attributes
    display = _display(element, declared)
    font_px, is_fixed = _font(around, element, declared, is_quirky=is_quirky)
    colour = _colour(around, element, declared, is_quirky=is_quirky)
    opacity, indent_px, is_visible = around.opacity, around.indent_px, around.is_visible
    if declared:
        share = LENGTH.match(declared.get("opacity", ""))
        if share and share[2] in ("", "%"):
            opacity *= min(1.0, max(0.0, float(share[1]) / (100 if share[2] else 1)))
        indent_px = px(declared.get("text-indent", ""), font_px, indent_px)
        is_visible = VISIBILITIES.get(declared.get("visibility", ""), is_visible)
    gone = around.gone or _gone(display, declared, font_px, "hidden" in attributes)
    ground = _ground(around, attributes, declared) if display != "none" else around.ground
    reasons = {
        "visibility": not is_visible,
        "size": font_px < LEAST_FONT_PX,
        "opacity": opacity < LEAST_OPACITY,
        "place": indent_px < FAR_PX,
        "colour": colour == ground,
    }
    unseen = gone or next((reason for reason, is_so in reasons.items() if is_so), "")
    if unseen and declared and _is_taken_out(declared):
        display = "inline"  # nothing to see, and nothing moved aside for it
    style = Style(gone, is_visible, font_px, is_fixed, colour, ground, opacity, indent_px, unseen)
    return style, "" if around.gone else LAYOUT_SPACES.get(display, "")


def _display(element: Element, declared: Declarations) -> str:
    by_name = DISPLAYS.get(element.name, "inline")
    attributes = element.attributes
    if element.name == "input" and attributes.get("type") == "hidden":
        return "none"
    if "hidden" in attributes or (element.name == "dialog" and "open" not in attributes):
        by_name = "none"
    display = DISPLAY_WORDS.get(declared.get("display", ""), by_name)
    if declared and display in ("inline", "inline-block") and _is_taken_out(declared):
        return "block"
    return display


def _is_taken_out(declared: Declarations) -> bool:
    return declared.get("position") in ("absolute", "fixed") or declared.get("float") in ("left", "right")


def _font(around: Style, element: Element, declared: Declarations, *, is_quirky: bool) -> tuple[float, bool]:
    """Return the size of an element's letters, and whether it was fixed in a unit of its own."""
    size, has_fixed_size = around.font_px, around.has_fixed_size
    if element.name == "table" and is_quirky:
        size, has_fixed_size = 16.0, False
    value = FONT_SIZES.get(element.name)
    asked = ATTRIBUTE_SIZE.match(element.attributes.get("size", "")) if element.name == "font" else None
    if asked:  # one of seven sizes
        step = 3 + int(asked[1] + asked[2]) if asked[1] else int(asked[2])
        value = f"{ATTRIBUTE_SIZES_PX[min(7, max(1, step))]}px"
    if "font" in declared:
        found = FONT_SHORTHAND.search(declared["font"])
        value = found[1] if found else value
    value = declared.get("font-size", value)
    if value is None or value in ("inherit", "unset"):
        return size, has_fixed_size
    return _font_px(value, size, is_quirky=is_quirky, has_fixed_size=has_fixed_size)


def _font_px(value: str, parent_px: float, *, is_quirky: bool, has_fixed_size: bool) -> tuple[float, bool]:
    if value in KEYWORDS_PX:
        return KEYWORDS_PX[value], False
    if value in ("smaller", "larger"):
        return parent_px * (1.2 if value == "larger" else 1 / 1.2), has_fixed_size
    found = LENGTH.match(value)
    if found is None:
        return parent_px, has_fixed_size
    number, unit = float(found[1]), found[2]
    if number < 0 or not (unit in UNITS_PX or unit in UNITS_EM or not number or (not unit and is_quirky)):
        return parent_px, has_fixed_size
    if unit in UNITS_EM or unit == "rem":
        size = number * (16.0 if unit == "rem" else UNITS_EM[unit] * parent_px)
        is_raised = 0 < size < SMALLEST_RELATIVE_PX and not has_fixed_size
        return (SMALLEST_RELATIVE_PX if is_raised else size), has_fixed_size
    return number * UNITS_PX.get(unit, 1.0), True


def _colour(around: Style, element: Element, declared: Declarations, *, is_quirky: bool) -> Colour:
    value = declared.get("color")
    if value in ("inherit", "unset", "currentcolor"):
        return around.colour
    if value is not None:
        is_bare_hex = len(value) in (3, 6) and not value.strip(HEX_DIGITS)
        colour = colour_of(value) or (attribute_colour(value) if is_quirky and is_bare_hex else None)
        if colour is not None or value == "initial":
            return colour or BLACK
    attribute = {"font": "color", "basefont": "color", "body": "text"}.get(element.name)
    if attribute in element.attributes:
        return attribute_colour(element.attributes[attribute]) or around.colour
    return LINK if element.name == "a" and "href" in element.attributes else around.colour


def _ground(around: Style, attributes: dict[str, str], declared: Declarations) -> Colour | None:
    """Return what lies under an element's text, None for a picture."""
    if "background" in attributes:
        return None
    colour, has_picture = attribute_colour(attributes["bgcolor"]) if "bgcolor" in attributes else None, False
    for name, value in declared.items():
        if name == "background":
            colour, has_picture = shorthand_ground(value)
        elif name == "background-color":
            colour = colour_of(value) or (CLEAR if value in ("initial", "none") else colour)
        elif name == "background-image":
            has_picture = "(" in value
    if has_picture:
        return None
    return around.ground if colour is None or colour == CLEAR else colour


@lru_cache(maxsize=1024)
def shorthand_ground(value: str) -> tuple[Colour | None, bool]:
    """Return the colour that a `background` names, and whether it has a picture as well."""
    has_picture = "url(" in value or "gradient(" in value or "image" in value
    colours = (colour_of(word) for word in BACKGROUND_WORD.findall(value))
    return next((colour for colour in colours if colour is not None), None), has_picture


def _gone(display: str, declared: Declarations, font_px: float, has_hidden: bool) -> str:
    """Return why nothing in an element can be seen, whatever its children's styles say; nothing where it can."""
    if display == "none":
        return "hidden" if has_hidden and "display" not in declared else "display"
    if not declared:
        return ""
    if declared.get("content-visibility") == "hidden":
        return "display"
    if display in ("block", "inline-block") and _is_clipped(declared, font_px):
        return "clip"
    is_moved = declared.get("position") in ("absolute", "fixed", "relative")
    names = ("left", "top", "margin-left", "margin-top") if is_moved else ("margin-left",)
    return "place" if any(px(declared.get(name, ""), font_px, 0.0) < FAR_PX for name in names) else ""


def _is_clipped(declared: Declarations, font_px: float) -> bool:
    overflows = [declared[name] for name in ("overflow", "overflow-x", "overflow-y") if name in declared]
    if not any(value not in ("visible", "initial", "unset") for value in overflows):
        return False
    leasts_px = {"width": LEAST_WIDTH_PX, "height": max(LEAST_HEIGHT_PX, LEAST_LINE_SHARE * font_px)}
    return any(_is_narrow(axis, least, declared, font_px) for axis, least in leasts_px.items())


def _is_narrow(axis: str, least: float, declared: Declarations, font_px: float) -> bool:
    """Tell whether a box leaves no room for text along an axis; shares of an unknown height are no bound."""
    if px(declared.get(f"min-{axis}", ""), font_px, 0.0) >= least:
        return False
    return any(
        px(declared[name], font_px, FAR_PX * FAR_PX) < least
        for name in (axis, f"max-{axis}")
        if name in declared and not (axis == "height" and declared[name].endswith("%"))
    )


@lru_cache(maxsize=4096)
def px(value: str, font_px: float, otherwise: float) -> float:
    """Return a length in pixels, or the other where it is none; of shares it is only known that nothing is nothing."""
    found = LENGTH.match(value)
    if found is None:
        return otherwise
    number, unit = float(found[1]), found[2]
    if unit == "%" and number > 0:
        return otherwise
    if unit in UNITS_EM:
        return number * UNITS_EM[unit] * font_px
    return number * UNITS_PX[unit] if unit in UNITS_PX else otherwise if number else 0.0

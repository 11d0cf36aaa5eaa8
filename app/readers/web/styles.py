"""Compute the styles of elements, as far as they decide whether text is visible.

Boxes are not laid out. Sizes and positions count if styles give them as numbers; line wrapping is unknown.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from app.readers.web.css import StyleRules
from app.readers.web.markup import (
    DISPLAYS,
    FONT_SIZES,
    LAYOUT_SPACES,
    MATH_NAMES,
    PAGE_NAMES,
    SVG_NAMES,
    SVG_UNSHOWN,
    Element,
)
from app.readers.web.pictures import SOLID, colour_of_address
from app.readers.web.properties import LEAVES_NO_SPACE, UNKNOWN_VALUE, Declarations, longhands_of
from app.readers.web.validity import (
    CURRENT_COLOUR,
    DISPLAY_WORDS,
    FONT_SHORTHAND,
    FUNCTION,
    GLOBAL_VALUES,
    MIN_SHADOW_SHIFT_PX,
    MIN_SPREAD_PX,
    QUIRKY_FONT_SIZE,
    SYSTEM_FONTS,
    Gradient,
    Layer,
    gradient_of,
    is_valid,
    layers_of,
    parse_large_shadows,
)
from app.readers.web.values import (
    BLACK,
    CANVAS_WHITE,
    HEIGHT_PX,
    HEX_DIGITS,
    LINK_COLOUR,
    MAX_ROUNDING,
    MIN_OPAQUE,
    TRANSPARENT,
    WHITE,
    WIDTH_PX,
    Colour,
    Paint,
    alpha_of,
    apply_filter,
    attribute_colour,
    colour_of,
    css_of,
    four_sides,
    is_length,
    look_equal,
    mix_colours,
    number_of,
    paint_of,
    paint_over,
    px_of,
    quantity_of,
    split_outside_brackets,
)

ATTRIBUTE_SIZE = re.compile(r"\s*([+-]?)(\d{1,3})")
KEYWORDS_PX = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
    "xxx-large": 48.0, "initial": 16.0,
}  # fmt: skip
ATTRIBUTE_SIZES_PX = (10.0, 10.0, 13.0, 16.0, 18.0, 24.0, 32.0, 48.0)
SMALLEST_RELATIVE_PX = 6.0
"""Browsers enlarge smaller letters to this, unless their size is 0 or in a fixed unit."""
MIN_FONT_PX, MIN_OPACITY = 2.0, 0.05
MIN_WIDTH_PX, MIN_HEIGHT_PX = 1.0, 2.0
MIN_LINE_SHARE = 0.35
"""Minimum height of a box that clips, relative to the font size, for its only line to be readable."""
FAR_PX, FAR_RIGHT_PX, FAR_DOWN_PX = -900.0, 899.0, 5_000.0
FAR_OUT_PX = 1e6
FAR_SHADOW_PX, SHORT_TEXT_PX = 300.0, 100.0
WIDE_LETTER_EM = 0.55
"""Width of a letter, as a share of its height. Words are rarely wider."""
VISIBILITIES = {"hidden": False, "collapse": False, "visible": True, "initial": True}
DISPLAYS_WITHOUT_BOX = frozenset({"inline", "contents"})
"""Values of `display` without a box that could be transformed or clipped."""
DISPLAYS_WITH_DECLARED_SIZE = frozenset({"block", "inline-block", "flex", "inline-flex"})
"""Values of `display` whose width and height are as declared. Tables grow with their content."""
MAX_VARIABLE_CHARACTERS, MAX_SUBSTITUTIONS = 2_000, 50
VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")
PICTURE_OR_URL = re.compile(r"(?:url|gradient|image|image-set|element|paint)\(")
TEXT_PROPERTIES = frozenset({
    "text-indent", "line-height", "font", "text-fill-color", "text-shadow", "text-stroke", "text-stroke-width",
    "text-stroke-color", "text-security",
})  # fmt: skip
TRANSFORMS = frozenset({"transform", "translate", "scale", "rotate"})
TRANSFORM_PROPERTIES = TRANSFORMS | {"zoom", "content-visibility"}
POSITION_PROPERTIES = frozenset({
    "margin-left", "margin-right", "margin-top", "padding-left", "padding-top", "vertical-align",
})  # fmt: skip
CLIP_PROPERTIES = frozenset({"mask-mode", "mask-composite", "clip", "clip-path", "mask", "mask-image"})
BACKGROUND_PROPERTIES = frozenset({
    "border-image",
    "border", "border-top", "border-bottom",
    "background", "background-color", "background-image", "filter", "mix-blend-mode", "opacity", "isolation",
    "transform", "translate", "scale", "rotate", "box-shadow", "outline",
})  # fmt: skip
GROUNDS_OF_NAMES: dict[str, Colour] = {
    "mark": (255, 255, 0), "button": (239, 239, 239), "input": WHITE, "textarea": WHITE, "select": WHITE,
}  # fmt: skip
"""Background of the elements that have one of their own, and black text, whatever is around them."""
GROUND_ATTRIBUTES = frozenset({"bgcolor", "background"})
NAMES_WITH_BGCOLOR = frozenset({"body", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "marquee"})
GROUND_ELEMENTS = frozenset({"html", "body", *GROUNDS_OF_NAMES})
CLIP_AREA_PROPERTIES = frozenset({
    "width", "height", "max-width", "max-height", "overflow-x", "overflow-y", "contain", "container", "container-type",
    "float", "line-clamp", "table-layout",
})  # fmt: skip
CUTTING = ("overflow-x", "overflow-y", "contain")
SIZE_CONTAINMENT = frozenset({"contain", "container", "container-type"})
MIN_SHARE_CUT_AWAY = 0.96
"""Share of a box that must be clipped before its text counts as hidden."""
LEAST_ROUNDED_PX = 150.0
"""Greater heights of boxes that clip nothing are rounded (`properties.without_no_ops`)."""
SMALL_SHIFT_PX = 60.0
"""Smaller shifts to the right or down are ignored unless a box clips them."""


class ClipArea(NamedTuple):
    """The visible area of a box that clips its content: its size and the position of its corner, in pixels."""

    width_px: float
    height_px: float
    x_px: float
    y_px: float


class Container(NamedTuple):
    """The box in which absolutely positioned descendants are placed."""

    x_px: float
    y_px: float
    height_px: float | None
    """Its declared height; None if it is unknown."""
    ground_around: Colour | None
    """Colour around it; None for a picture."""


PAGE_CONTAINER = Container(0.0, 0.0, None, CANVAS_WHITE)


class PaintLayer(NamedTuple):
    """Effects that apply to an element together with its content (a stacking context in CSS)."""

    filters: tuple[tuple[str, float], ...]
    opacity: float
    blend: str
    background: Colour | None
    """Colour under the layer; None for a picture."""


@dataclass(slots=True, eq=False)
class Style:
    """The part of a computed style that decides whether text is visible, and where lines end."""

    reason_inside: str = ""
    """Reason why the element and its whole content is hidden, whatever the styles of the content; "" for none."""
    is_uncertain: bool = False
    """Whether an unknown declaration applies to the element."""
    is_visible: bool = True
    font_px: float = 16.0
    has_fixed_size: bool = False
    root_px: float = 16.0
    """Font size of the whole page in pixels; lengths in `rem` are multiples of this size."""
    scale: float = 1.0
    line_px: float | None = None
    is_dark: bool = False
    """Whether the element's `color-scheme` is only dark."""
    colour: Colour = BLACK
    page_colour: Colour = BLACK
    """Colour of the text of `body`, which tables have in quirks mode."""
    link: Colour = LINK_COLOUR
    fill: Colour | None = None
    """Fill colour of the letters; None if the colour is `colour`."""
    outlines: tuple[Colour | None, ...] = ()
    """Colours of text shadows and strokes; None stands for the colour of the letters."""
    svg_fill: Colour | None = BLACK
    svg_stroke: Colour | None = None
    svg_context: str = ""
    """`svg` inside an SVG picture, `text` inside of text in it; "" elsewhere."""
    background: Colour | None = CANVAS_WHITE
    """Colour under the element's text within the innermost layer; None for a picture."""
    own_background: Colour | None = TRANSPARENT
    page_background: Colour | None = CANVAS_WHITE
    """Colour under the positioned descendants of the element."""
    opacity: float = 1.0
    layers: tuple[PaintLayer, ...] = ()
    has_opaque_background: bool = False
    """Whether a background of the element hides everything below its layer."""
    display: str = "block"
    is_cramped: bool = False
    """Whether the element or an ancestor may be laid out without width or height."""
    has_fixed_columns: bool = False
    """Whether the columns of the innermost table are as wide as declared."""
    width_px: float | None = WIDTH_PX
    height_px: float | None = None
    indent_px: float = 0.0
    first_line_indent_px: float = 0.0
    """Indent of the first line of the nearest box."""
    x_px: float = 0.0
    y_px: float = 0.0
    is_placed: bool = False
    """Whether the element's height in its container is declared."""
    is_positioned_apart: bool = False
    """Whether the element is positioned on the page instead of in a line."""
    has_container: bool = False
    """Whether the element or an ancestor is positioned, so that absolutely positioned descendants are placed in it."""
    perspective_px: float = math.inf
    """Distance of the viewer in pixels, for the 3D transforms of the element's children."""
    holds_fixed: bool = False
    """Whether the element or an ancestor is transformed, so that fixed descendants are placed relative to it."""
    is_container: bool = False
    """Whether the element itself is positioned, so that absolutely positioned descendants are placed in it."""
    origin: Container = PAGE_CONTAINER
    clip_area: ClipArea | None = None
    outer_clip_area: ClipArea | None = None
    """Visible area of the element's absolutely positioned descendants."""
    is_one_line: bool = False
    """Whether the text in the element's clip area is not wrapped."""
    is_page_clipped: bool = False
    """Whether `html` has an `overflow`. The `overflow` of `body` then clips `body` and not the page."""
    variables: tuple[tuple[str, str], ...] = ()
    covers: bool = False
    """Whether the element lies over the text before it."""
    covers_next_px: float = 0.0
    """Height in pixels, from the top of the container, in which the element covers later text in the flow."""
    covers_after_px: float = 0.0
    """Height in pixels by which the element lies over later text, because its lower margin is negative."""
    covers_up: tuple[float, float] = (0.0, 0.0)
    """(distance by which the opaque box of the element is moved up over earlier text, height of the box) in pixels."""
    level: float = 0.0
    """Order in which it is painted: 0 in the flow, 1 if positioned, one more than its `z-index` if that is positive.

    A positioned element inside another is a little above it.
    """
    generated: str = ""
    """Text that style sheets add to the element, by `content` in `::before` and `::after`."""
    marker: str = ""
    """Text before each item of a list, if a style sets one."""
    hidden_reason: str = ""
    """Reason why its text is hidden wherever it is; "" if there is none.

    One of `display`, `visibility`, `size`, `opacity`, `clip`, `place`, `colour`, `cover` and `perhaps`.
    """
    needs_text_check: bool = False
    """Whether `reason_for` must be called for each text, because its length and position count."""

    def set_needs_text_check(self) -> None:
        """Compute `needs_text_check` from the position and the clip area, and set it."""
        x_px = self.x_px + self.first_line_indent_px
        self.needs_text_check = (
            x_px < 0
            or self.y_px < 0
            or self.clip_area is not None
            or x_px > FAR_RIGHT_PX
            or self.y_px > FAR_DOWN_PX
            or self.level >= 2
        )

    def reason_for(
        self, text: str, lines_px: float, *, is_first_line: bool = True, before_px: float = WIDTH_PX / 3
    ) -> str:
        """Return the reason why a text of this style is hidden; "" if it is visible.

        `lines_px` is the height of the text above it on the page; it only counts if the text is shifted upwards.
        `is_first_line` says whether it is in the first line of its box, which `text-indent` moves. `before_px` is the
        width of the text before it in its line.
        """
        if self.hidden_reason:
            return self.hidden_reason
        width = min(WIDTH_PX, len(text.strip()) * WIDE_LETTER_EM * self.font_px)
        x, y, height = self.x_px, self.y_px, 1.2 * self.font_px
        if is_first_line:
            x += self.first_line_indent_px
        clip_area = self.clip_area
        if clip_area is not None:
            left = x if self.is_one_line or self.x_px < 0 else self.x_px  # else the text goes on in the next line
            is_right = left - clip_area.x_px >= clip_area.width_px > 0
            is_low = y - clip_area.y_px + max(0.0, (self.line_px or 0) - height) / 2 >= clip_area.height_px > 0
            is_out = x - clip_area.x_px + width <= 0 or y - clip_area.y_px + height <= 0
            if is_right or is_low or is_out:
                return "clip"
        slack = 0.0 if self.is_positioned_apart or self.display not in DISPLAYS_WITHOUT_BOX else before_px
        if x + width + slack < 0 or x > FAR_RIGHT_PX or y > FAR_DOWN_PX:
            return "place"
        return "place" if y + height + (0.0 if self.is_positioned_apart else lines_px) < 0 else ""


ROOT_STYLE = Style()
values_of = attrgetter(*(each.name for each in fields(Style)))
"""Returns all values of a style as a tuple, to compare styles."""


def compute_style(
    around: Style, element: Element, declared: Declarations, *, is_quirky: bool, rules: StyleRules
) -> tuple[Style, str]:
    """Return the computed style of an element, and the white space around it in the text.

    `around` is the parent's style, `declared` all declarations of rules and of its own style.
    """
    if element.name in SVG_NAMES or element.name == "marquee":
        declared = _attribute_styles(element) | declared
    variables = around.variables
    if declared:
        variables, declared = _resolve(declared, around, rules)
    style = Style(*values_of(around))
    style.variables, style.own_background, style.hidden_reason, style.generated = variables, TRANSPARENT, "", ""
    style.covers = style.is_container = False
    style.covers_next_px = 0.0
    style.covers_up, style.covers_after_px = (0.0, 0.0), 0.0
    if "all" in declared and declared["all"] == "initial":
        style = replace(style, colour=BLACK, is_visible=True, font_px=16.0, indent_px=0.0, fill=None, outlines=())
    style.display = _display(element, declared, around)
    style.font_px, style.has_fixed_size = _font(style, element, declared, is_quirky=is_quirky)
    if element.name == "html":
        style.root_px = style.font_px
    if "color-scheme" in declared:
        style.is_dark = "dark" in declared["color-scheme"] and "light" not in declared["color-scheme"]
    style.colour = _colour(style, element, declared, is_quirky=is_quirky)
    if "list-style" in declared or "list-style-type" in declared:
        for value in (value for name, value in declared.items() if name in ("list-style", "list-style-type")):
            found = STRING.search(value)
            style.marker = (found[1] or found[2] or "") if found else ""
    if element.name == "body":
        style.page_colour = style.colour
    if element.name == "table":
        style.has_fixed_columns = declared.get("table-layout") == "fixed"
    if element.name == "body" and "link" in element.attributes:
        style.link = attribute_colour(element.attributes["link"]) or style.link
    if "content" in declared and PICTURE_OR_URL.search(declared["content"]):  # it replaces the text
        style.is_uncertain = True
    style.is_cramped |= LEAVES_NO_SPACE in declared
    if style.is_cramped and any(declared.get(name, "visible") != "visible" for name in CUTTING):
        style.is_uncertain = True
    if UNKNOWN_VALUE in declared or (rules.page_fonts and _uses_page_font(declared, rules)):
        style.is_uncertain = True
    style.is_visible = VISIBILITIES.get(declared.get("visibility", ""), element.name != "mphantom" and style.is_visible)
    if declared.get("visibility") == "collapse" and style.display == "row":
        style.reason_inside = style.reason_inside or "visibility"
    elif element.name == "col" and declared.get("visibility") == "hidden":  # a column can only be collapsed
        style.is_visible = around.is_visible
    has_hidden = "hidden" in element.attributes
    if style.display == "none":
        style.reason_inside = style.reason_inside or (
            "hidden" if has_hidden and "display" not in declared else "display"
        )
    elif has_hidden and element.attributes["hidden"].lower() == "until-found" and "content-visibility" not in declared:
        style.reason_inside = style.reason_inside or "hidden"
    if not TEXT_PROPERTIES.isdisjoint(declared):
        _set_text(style, declared)
    if style.display not in DISPLAYS_WITHOUT_BOX:
        if style.display in ("inline-block", "inline-flex", "inline-table"):  # it stands in a line that is indented
            style.x_px += min(0.0, around.first_line_indent_px)
        style.first_line_indent_px = style.indent_px
    if style.svg_context or element.name == "svg":
        _apply_svg(style, element, declared)
    if style.display != "none":
        if style.display != "contents":
            _set_box(style, around, element, declared)
        else:
            style.display = around.display if around.display in ("flex", "inline-flex") else "contents"
    elif element.name == "col":
        style.own_background = _background_of(style, around, element, declared)[0]
    style.hidden_reason = _reason_for_style(style)
    style.set_needs_text_check()
    space = style.display
    if style.hidden_reason and declared and _is_out_of_flow(declared):
        space = "inline"  # nothing to see, and nothing moved aside for it
    return style, "" if around.reason_inside else LAYOUT_SPACES.get(space, "")


STRING = re.compile(r"\"([^\"]*+)\"|'([^']*+)'")
LETTER_PROPERTIES = frozenset({"color", "font-size"})
LETTER_NAMES = frozenset(
    {"a", "font", "img", "table", "h1", "h2", "h3", "h4", "h5", "h6", "small", "big", "sub", "sup"}
)
"""Elements that browsers give letters of their own and no more."""
BOX_ATTRIBUTES = frozenset({"bgcolor", "background", "hidden", "popover"})


def with_ground(style: Style, column: Style) -> Style:
    """Return the style of a cell on the background of its column."""
    if column.own_background == TRANSPARENT:
        return style
    placed = on_ground(style, column.own_background)
    placed.own_background = column.own_background
    return placed


def has_letters_only(element: Element, declared: Declarations) -> bool:
    """Return whether `with_letters` can compute the style of an element with these declarations."""
    is_plain = element.inherits_appearance or (
        element.name in LETTER_NAMES and BOX_ATTRIBUTES.isdisjoint(element.attributes)
    )
    return is_plain and declared.keys() <= LETTER_PROPERTIES and "var(" not in "".join(declared.values())


def on_ground(style: Style, ground: Colour | None) -> Style:
    """Return the style of an element on the background of another one; None stands for a picture."""
    placed = replace(style, background=ground)
    placed.hidden_reason = _reason_for_style(placed)
    return placed


def with_letters(plain: Style, element: Element, declared: Declarations, *, is_quirky: bool) -> Style:
    """Return the style of an element that has nothing but letters of its own, as half of all elements do.

    `plain` is its style without any declaration. The result is that of `compute_style`, in a third of the time.
    """
    style = Style(*values_of(plain))
    style.font_px, style.has_fixed_size = _font(plain, element, declared, is_quirky=is_quirky)
    style.colour = _colour(plain, element, declared, is_quirky=is_quirky)
    style.hidden_reason = _reason_for_style(style)
    return style


def _reason_for_style(style: Style) -> str:
    """Return the reason why any text of this style is hidden; "" if text may be visible."""
    if style.reason_inside:
        return style.reason_inside
    clip_area = style.clip_area
    if not style.is_visible:
        return "visibility"
    if style.font_px * style.scale < MIN_FONT_PX:
        return "size"
    if style.opacity < MIN_OPACITY:
        return "opacity"
    if clip_area is not None and (clip_area.width_px <= 0 or clip_area.height_px <= 0):
        return "clip"
    if style.svg_context in ("svg", "shape"):
        return "display"
    if not has_visible_letters(style):
        return "colour"
    return "perhaps" if style.is_uncertain else ""


def _resolve(
    declared: Declarations, around: Style, rules: StyleRules
) -> tuple[tuple[tuple[str, str], ...], Declarations]:
    """Return an element's variables, and its declarations with variables and animations resolved."""
    names = around.variables
    if rules.own_variables:
        names = tuple(each for each in names if each[0] not in rules.own_variables)
    if "--" in "".join(declared):
        own = {name: value for name, value in declared.items() if name.startswith("--")}
        names = tuple({**dict(names), **own}.items())[-MAX_DECLARED_VARIABLES:]
    if "var(" in " ".join(declared.values()):
        known = {**rules.variables, **dict(names)}
        found: Declarations = {}
        for name, value in declared.items():
            if name.startswith("--"):
                continue
            whole = substitute_variables(value, known) if "var(" in value else value
            for longhand, part in longhands_of(name, whole) if whole and "var(" in value else ((name, whole),):
                found.pop(longhand, None)
                found[longhand] = part or "unset"
        declared = found
    if "all" in declared:
        after = list(declared.items())
        place = [name for name, _ in after].index("all")
        declared = dict(after[place:])
    if rules.keyframes and ("animation" in declared or "animation-name" in declared):
        declared = _final_declarations(declared, rules)
    return names, declared


MAX_DECLARED_VARIABLES = 200


def substitute_variables(value: str, known: dict[str, str]) -> str:
    """Return a value with each `var()` replaced by its value; "" if one has no value, or the result is too long."""
    return _substitute(value, known, [], [MAX_SUBSTITUTIONS]) or ""


def _substitute(value: str, known: dict[str, str], inside: list[str], left: list[int]) -> str | None:
    """Replace `var()` in the values of the variables `inside`. `left` is the number of replacements still allowed."""
    while (found := VARIABLE.search(value)) is not None:
        name, own = found[1], None
        left[0] -= 1
        if left[0] < 0:
            return None
        if name in known and name not in inside and known[name] not in GLOBAL_VALUES:
            own = _substitute(known[name], known, [*inside, name], left)
        if own is None:  # it has no value, or one that needs itself
            own = found[2]
        if own is None or len(value) + len(own) > MAX_VARIABLE_CHARACTERS:
            return None
        before, after = value[: found.start()], value[found.end() :]
        is_apart = not (after[:1].isalnum() or after[:1] in ("%", "-", "_"))
        value = before + own + after if is_apart else f"{before}{own} {after}"  # `var(--n)px` is a number and a word
    return None if "var(" in value else value.strip()


def _final_declarations(declared: Declarations, rules: StyleRules) -> Declarations:
    """Return the declarations that apply LONG_S seconds after the page is shown.

    Of an endless animation, or a longer one, the first frame is used.
    """
    own = " ".join(value for name, value in declared.items() if name.startswith("animation-"))
    for animation in split_outside_brackets(declared.get("animation", ""), ","):
        words = split_outside_brackets(f"{animation} {own}", " ")
        name = next((word.strip("\"',") for word in words if word.strip("\"',") in rules.keyframes), None)
        if name is not None:
            frame = _frame_after_a_while(words, dict(rules.keyframes[name]))
            kept = declared.get(NOT_ANIMATED, "").split()
            declared = declared | {name: value for name, value in frame.items() if name not in kept}
    return declared


def _frame_after_a_while(words: list[str], frames: dict[float, Declarations]) -> Declarations:
    """Return the declarations of the frame that an animation shows LONG_S seconds after the page is shown.

    Empty if the animation has ended without an effect, or has not begun.
    """
    times = [float(found[1]) * (1.0 if found[2] == "s" else 0.001) for word in words if (found := TIME.match(word))]
    seconds, delay = (*times, 0.0, 0.0)[:2]
    counts = [float(word) for word in words if COUNT.match(word)]
    is_reversed = "reverse" in words or "alternate-reverse" in words
    start, end = (1.0, 0.0) if is_reversed else (0.0, 1.0)
    if "paused" in words and delay <= -seconds < 0 and "infinite" not in words:
        return frames.get(end, {}) if "forwards" in words or "both" in words else {}
    if "paused" in words or "infinite" in words or 0 <= delay < LONG_S < seconds:
        return frames.get(start, {}) if delay < LONG_S else {}
    if delay >= LONG_S:
        return frames.get(start, {}) if "backwards" in words or "both" in words else {}
    if "forwards" not in words and "both" not in words:
        return {}
    is_back = ("alternate" in words or "alternate-reverse" in words) and counts and counts[0] % 2 == 0
    return frames.get(start if is_back else end, {})


NOT_ANIMATED = "!"
"""Stands before the names of an animated element's important declarations, which an animation does not change."""
TIME = re.compile(r"(-?(?:\d++(?:\.\d++)?|\.\d++))(s|ms)\Z")
COUNT = re.compile(r"\d{1,9}(?:\.\d{1,9})?\Z")
LONG_S = 5.0
"""Seconds after which a page counts as read: what an animation does later comes too late."""


def _uses_page_font(declared: Declarations, rules: StyleRules) -> bool:
    families = declared.get("font-family", declared.get("font", ""))
    return any(family and family in families for family in rules.page_fonts)


def _display(element: Element, declared: Declarations, around: Style) -> str:
    by_name = DISPLAYS.get(element.name, "inline")
    attributes = element.attributes
    if element.name == "input" and attributes.get("type", "").lower() == "hidden":
        return "none"
    if around.svg_context == "svg" and element.name in SVG_UNSHOWN:
        return "none"
    is_hidden = "hidden" in attributes and attributes["hidden"].lower() != "until-found"
    if is_hidden or (element.name == "dialog" and "open" not in attributes) or "popover" in attributes:
        by_name = "none"
    elif element.name == "template":
        if attributes.get("shadowrootmode", "").lower() not in ("open", "closed"):
            return "none"  # its content is no part of the page
        by_name = "contents"
    value = declared.get("display", "")
    if value in DISPLAY_WORDS:
        display = DISPLAY_WORDS[value]
    elif not value and "all" not in declared:
        display = by_name
    elif value == "inherit":
        display = around.display
    elif value in ("initial", "unset") or (not value and declared.get("all") in ("initial", "unset")):
        display = "inline"
    else:
        words = [DISPLAY_WORDS[word] for word in value.split() if word in DISPLAY_WORDS]
        display = words[0] if len(words) == 1 else "block" if "block" in words else "inline" if words else by_name
    if display not in ("none", "contents"):
        is_blockified = around.display in ("flex", "inline-flex") or _is_out_of_flow(declared)
        if is_blockified and display in ("inline", "inline-block", "inline-flex", "cell"):
            return "block" if display != "inline-flex" else "flex"
    return display


def _is_out_of_flow(declared: Declarations) -> bool:
    return declared.get("position") in ("absolute", "fixed") or declared.get("float") in ("left", "right")


def _font(style: Style, element: Element, declared: Declarations, *, is_quirky: bool) -> tuple[float, bool]:
    """Return the font size of an element in pixels, and whether it is in a fixed unit such as px."""
    size, has_fixed_size = style.font_px, style.has_fixed_size
    if element.name == "table" and is_quirky:
        size, has_fixed_size = 16.0, False
    if "font-size-adjust" in declared and number_of(declared["font-size-adjust"]) == 0:
        return 0.0, True
    value = FONT_SIZES.get(element.name)
    asked = ATTRIBUTE_SIZE.match(element.attributes.get("size", "")) if element.name == "font" else None
    if asked:  # one of seven sizes
        step = 3 + int(asked[1] + asked[2]) if asked[1] else int(asked[2])
        value = f"{ATTRIBUTE_SIZES_PX[min(7, max(1, step))]}px"
    if "font" in declared or QUIRKY_FONT_SIZE in declared:
        for name, own in declared.items():
            if name == "font":
                found = FONT_SHORTHAND.search(own)
                value = (
                    "medium" if own in SYSTEM_FONTS else own if own in GLOBAL_VALUES else found[1] if found else value
                )
            elif name == "font-size" or (name == QUIRKY_FONT_SIZE and is_quirky):
                value = own
    elif "font-size" in declared:
        value = declared["font-size"]
    if value is None or value in ("inherit", "unset", "revert", "revert-layer"):
        return size, has_fixed_size
    root_px = 16.0 if element.name == "html" else style.root_px
    return _font_px(value, size, root_px=root_px, is_quirky=is_quirky, has_fixed_size=has_fixed_size)


def _font_px(
    value: str, parent_px: float, *, root_px: float, is_quirky: bool, has_fixed_size: bool
) -> tuple[float, bool]:
    if value in KEYWORDS_PX:
        return KEYWORDS_PX[value], False
    if value in ("smaller", "larger"):
        return parent_px * (1.2 if value == "larger" else 1 / 1.2), has_fixed_size
    if value.endswith("rem"):
        factor = number_of(value[:-3])
        return (parent_px if factor is None else max(0.0, factor * root_px)), has_fixed_size
    found = quantity_of(value, parent_px)
    if found is None or (found.kind == "number" and found.value and not is_quirky):
        return parent_px, has_fixed_size
    size = max(0.0, found.value + found.percentage * parent_px / 100)
    is_relative = value.endswith(("em", "%", "ex", "ch"))
    if is_relative:
        is_raised = 0 < size < SMALLEST_RELATIVE_PX and not has_fixed_size
        return (SMALLEST_RELATIVE_PX if is_raised else size), has_fixed_size
    return size, True


COLOUR_ATTRIBUTES = {"font": "color", "basefont": "color", "body": "text"}


def _colour(style: Style, element: Element, declared: Declarations, *, is_quirky: bool) -> Colour:
    value = declared.get("color")
    if value in ("inherit", "unset", CURRENT_COLOUR):
        return style.colour
    if value is not None and value not in ("revert", "revert-layer"):
        is_bare_hex = len(value) in (3, 6) and not value.strip(HEX_DIGITS)
        colour = _colour_in(value, style) or (attribute_colour(value) if is_quirky and is_bare_hex else None)
        if colour is not None or value == "initial":
            return colour or BLACK
    attribute = COLOUR_ATTRIBUTES.get(element.name)
    if attribute in element.attributes:
        return attribute_colour(element.attributes[attribute]) or style.colour
    if element.name == "a" and "href" in element.attributes:
        return style.link
    if element.name in GROUNDS_OF_NAMES:
        return BLACK
    if element.name == "table" and is_quirky:
        return style.page_colour
    return WHITE if element.name == "html" and style.is_dark else style.colour


def _colour_in(value: str, style: Style) -> Colour | None:
    if value == CURRENT_COLOUR:
        return style.colour
    if style.is_dark and "light-dark(" in value:
        value = LIGHT_DARK.sub(r"\1", value)
    return colour_of(value.replace(CURRENT_COLOUR, css_of(style.colour)) if CURRENT_COLOUR in value else value)


LIGHT_DARK = re.compile(r"light-dark\((?:[^(),]++|\([^()]*+\))*,((?:[^(),]++|\([^()]*+\))*)\)")


def _set_text(style: Style, declared: Declarations) -> None:
    """Apply the properties of text: colours, strokes, shadows and spacing."""
    words = declared.get("text-indent", "").split()
    indent = next((word for word in words if word not in ("hanging", "each-line")), "")
    if "hanging" in words:  # it moves all lines but the first
        indent = "0px"
    whole_px = style.width_px
    if indent.endswith("%") and "width" in declared:
        whole_px = px_of(declared["width"], style.font_px, style.width_px)
    style.indent_px = _length(indent, style, whole_px, style.indent_px)
    if "each-line" in words and style.indent_px < 0:
        style.x_px, style.indent_px = style.x_px + style.indent_px, 0.0
    line = declared.get("line-height")
    if line is None and "font" in declared:
        found = re.search(r"/\s*(\S+)", declared["font"])
        line = found[1] if found else None
    if line is not None:
        factor = number_of(line)
        style.line_px = factor * style.font_px if factor is not None else px_of(line, style.font_px, style.font_px)
    fill = declared.get("text-fill-color")
    if fill is not None and fill not in ("inherit", "unset"):
        style.fill = _colour_in(fill, style)
    outlines = list(style.outlines)
    if "text-shadow" in declared:
        outlines = [
            colour
            for shadow in split_outside_brackets(declared["text-shadow"], ",")
            if (colour := _shadow_colour(shadow, style))
        ]
    stroke = declared.get("text-stroke", "") + " " + declared.get("text-stroke-width", "")
    if px_of((split_outside_brackets(stroke, " ") or [""])[0], style.font_px):
        colours = declared.get("text-stroke", "") + " " + declared.get("text-stroke-color", "")
        outlines.append(_shadow_colour("0 0 " + colours, style) or style.colour)
    style.outlines = tuple(dict.fromkeys(outlines))
    if declared.get("text-security", "none") not in ("none", *GLOBAL_VALUES):
        style.is_uncertain = True


def _shadow_colour(shadow: str, style: Style) -> Colour | None:
    """Return the colour of a text shadow; None if it has none of its own."""
    words = split_outside_brackets(shadow, " ")
    lengths = [px_of(word, style.font_px) for word in words if is_length(word)]
    if len(lengths) < 2 or max(abs(length or 0.0) for length in lengths[:2]) > FAR_SHADOW_PX:
        return None
    colours = [colour for word in words if (colour := _colour_in(word, style)) is not None]
    return colours[0] if colours else style.colour


def _length(value: str, style: Style, whole_px: float | None, otherwise: float = 0.0) -> float:
    found = px_of(value, style.font_px, whole_px) if value else None
    return otherwise if found is None else found


def _apply_svg(style: Style, element: Element, declared: Declarations) -> None:
    """Apply the properties of an SVG picture and its content."""
    name, attributes = element.name, element.attributes
    if name == "svg" or not style.svg_context:
        style.svg_context = "svg"
        style.svg_fill = style.svg_fill if style.svg_fill is not BLACK else BLACK
    elif style.svg_context == "shape":
        style.reason_inside = style.reason_inside or "display"
    elif name in SHAPES:
        style.svg_context = "shape"
    elif name in ("text", "tspan", "textpath", "tref"):
        style.svg_context = "text" if name == "text" or style.svg_context == "text" else "svg"
    elif name == "foreignobject":
        style.svg_context, style.display = "", "block"
        style.x_px += _attribute_px(attributes, "x")
        style.y_px += _attribute_px(attributes, "y")
    languages = attributes.get("systemlanguage")
    is_for_others = languages is not None and not any(
        word.strip().lower().startswith("en") for word in languages.split(",")
    )
    has_no_path = name == "textpath" and attributes.keys().isdisjoint(("href", "xlink:href", "path"))
    if is_for_others or has_no_path or attributes.get("requiredextensions") or name not in SVG_SHOWN:
        style.reason_inside = style.reason_inside or "display"
    for key, field in (("fill", "svg_fill"), ("stroke", "svg_stroke")):
        value = declared.get(key)
        if value is not None and value not in GLOBAL_VALUES:
            setattr(style, field, None if value == "none" else _colour_in(value, style) or BLACK)
            style.is_uncertain |= "url(" in value
        share = number_of(declared.get(f"{key}-opacity", ""))
        colour = getattr(style, field)
        if share is not None and colour is not None:
            alpha = round(255 * alpha_of(colour) * min(1.0, max(0.0, share)))
            setattr(style, field, (*colour[:3], alpha) if alpha < 255 else colour[:3])
    if name == "svg":
        _set_view(style, declared, attributes)
    if name == "textpath":  # its path decides where it is
        style.clip_area, style.is_positioned_apart = None, False
        style.x_px, style.y_px = style.origin[:2]
    if name in ("text", "tspan"):
        style.x_px += _attribute_px(attributes, "dx")
        style.y_px += _attribute_px(attributes, "dy")
    if name == "text" and style.clip_area is not None:
        style.x_px += _attribute_px(attributes, "x")
        if attributes.get("text-anchor") == "end" and style.x_px <= style.clip_area.x_px:
            style.reason_inside = style.reason_inside or "place"
        style.y_px += _attribute_px(attributes, "y") - 1.2 * style.font_px
        style.is_positioned_apart = True


def _set_view(style: Style, declared: Declarations, attributes: dict[str, str]) -> None:
    """Apply the size of an SVG picture, and the part of its plane that it shows."""
    width, height = (px_of(_with_default_unit(attributes.get(axis, "")), 16.0) for axis in ("width", "height"))
    style.x_px += _attribute_px(attributes, "x")
    style.y_px += _attribute_px(attributes, "y")
    box = [number_of(each) for each in re.split(r"[\s,]+", attributes.get("viewbox", "").strip())]
    left = top = 0.0
    if len(box) == 4 and None not in box:
        left, top, own_width, own_height = (each or 0.0 for each in box)
        if 0.0 in (own_width, own_height):
            style.reason_inside = style.reason_inside or "size"
        if own_width > 0 and own_height > 0:
            whole = WIDTH_PX if width is None else width
            scale = min(whole / own_width, math.inf if height is None else height / own_height)
            style.scale *= min(1.0, scale)
            if scale > 0:
                width, height = whole / scale, (own_height if height is None else height / scale)
                left, top = left - (width - own_width) / 2, top - (height - own_height) / 2
    if "visible" not in (declared.get("overflow-x"), attributes.get("overflow")):
        style.clip_area = ClipArea(
            WIDTH_PX if width is None else width,
            150.0 if height is None else height,
            style.x_px + left,
            style.y_px + top,
        )
        style.origin = style.origin._replace(x_px=style.x_px, y_px=style.y_px)


def _attribute_px(attributes: dict[str, str], name: str) -> float:
    """Return the first length in an attribute of SVG."""
    words = re.split(r"[\s,]+", attributes.get(name, "").strip())
    return px_of(_with_default_unit(words[0]), 16.0) or 0.0


SHAPES = frozenset({"rect", "circle", "ellipse", "polygon", "polyline", "path", "line", "image"})
SVG_SHOWN = SVG_NAMES | {"svg", "a", "math"}
SVG_NUMBER = re.compile(r"-?(?:\d++(?:\.\d++)?|\.\d++)")
MAX_SHAPE_CHARACTERS = 2_000


def extent_of_shape(name: str, attributes: dict[str, str]) -> tuple[float, float, float, float] | None:
    """Return the left, top, right and bottom of a shape of SVG; None if it is no area."""

    def px(name: str) -> float:
        value = attributes.get(name, "").strip()
        return 1e4 if value == "100%" else _attribute_px(attributes, name)

    if name in ("rect", "image"):
        return px("x"), px("y"), px("x") + px("width"), px("y") + px("height")
    if name in ("circle", "ellipse"):
        x, y = (px("r"), px("r")) if name == "circle" else (px("rx"), px("ry"))
        return px("cx") - x, px("cy") - y, px("cx") + x, px("cy") + y
    if name == "line":
        half = number_of(attributes.get("stroke-width", "1").removesuffix("px")) or 0.0
        (left, right), (top, bottom) = sorted((px("x1"), px("x2"))), sorted((px("y1"), px("y2")))
        return left, top - half / 2, right, bottom + half / 2
    source = attributes.get("d" if name == "path" else "points", "")[:MAX_SHAPE_CHARACTERS]
    numbers = [float(number) for number in SVG_NUMBER.findall(source)]
    if len(numbers) < 3:
        return None
    return min(numbers), min(numbers), max(numbers), max(numbers)


def _with_default_unit(value: str) -> str:
    return value + "px" if value[-1:].isdigit() else value


_ATTRIBUTE_STYLES = (
    "fill stroke fill-opacity stroke-opacity opacity visibility display font-size color clip-path mask filter transform"
)
ATTRIBUTE_STYLES = tuple(_ATTRIBUTE_STYLES.split())
MATH_ATTRIBUTES = {"mathcolor": "color", "mathsize": "font-size", "mathbackground": "background-color"}


def _attribute_styles(element: Element) -> Declarations:
    """Return the declarations that the attributes of an element stand for, such as `fill` in SVG."""
    found: Declarations = {}
    if element.name in MATH_NAMES:
        values = {of: element.attributes.get(name, "").strip().lower() for name, of in MATH_ATTRIBUTES.items()}
        values["font-size"] = _with_default_unit(values["font-size"])
        return {name: value for name, value in values.items() if value and is_valid(name, value)}
    if element.name in ("marquee", "foreignobject"):
        sizes: Declarations = {
            axis: _with_default_unit(element.attributes.get(axis, "0").strip())
            for axis in ("width", "height")
            if axis in element.attributes or element.name == "foreignobject"
        }
        return {"overflow-x": "hidden", "overflow-y": "hidden", **sizes}
    for name in ATTRIBUTE_STYLES:
        value = element.attributes.get(name, "").strip().lower()
        if not value:
            continue
        if name == "font-size":
            value = _with_default_unit(value)
        elif name == "transform":
            value = FUNCTION.sub(_with_units, value)
        if value in GLOBAL_VALUES or is_valid(name, value):
            found[name] = value
    return found


def _with_units(found: re.Match[str]) -> str:
    unit = {"translate": "px", "rotate": "deg", "skewx": "deg", "skewy": "deg"}.get(found[1], "")
    arguments = re.split(r"[\s,]+", found[2].strip())
    if found[1] == "rotate":
        arguments = arguments[:1]
    return f"{found[1]}({','.join(each + unit for each in arguments)})"


def _set_box(style: Style, around: Style, element: Element, declared: Declarations) -> None:
    """Apply the properties of an element's box: size, position, background and effects."""
    if "opacity" in declared:
        opacity = number_of(declared["opacity"])
        style.opacity *= 1.0 if opacity is None else min(1.0, max(0.0, opacity))
    is_boxed = style.display not in DISPLAYS_WITHOUT_BOX
    position = declared.get("position", "static").removeprefix("-webkit-")
    if position == "fixed" and around.holds_fixed:
        position = "absolute"
    is_positioned = position not in ("static", *GLOBAL_VALUES)
    if (is_boxed or style.svg_context) and not TRANSFORM_PROPERTIES.isdisjoint(declared):
        if declared.get("content-visibility") == "hidden":
            style.reason_inside = style.reason_inside or "display"
        _transform(style, declared, around.perspective_px)
    if is_positioned or not POSITION_PROPERTIES.isdisjoint(declared):
        _set_position(style, around, declared, position)
    if not CLIP_PROPERTIES.isdisjoint(declared):
        _clip(style, declared, is_positioned=position in ("absolute", "fixed"))
    has_ground = element.name in GROUND_ELEMENTS or not GROUND_ATTRIBUTES.isdisjoint(element.attributes)
    if has_ground or is_positioned or not BACKGROUND_PROPERTIES.isdisjoint(declared):
        _set_background(style, around, element, declared, position=position)
    has_clip_area = not CLIP_AREA_PROPERTIES.isdisjoint(declared)
    if element.name == "html":  # its own overflow is the window's, and so is that of body, unless it has one
        style.is_page_clipped = has_clip_area and declared.get("overflow-x", "visible") != "visible"
    is_page_cut = element.name == "body" and (style.is_page_clipped or "paint" in declared.get("contain", ""))
    if has_clip_area and (element.name not in PAGE_NAMES or is_page_cut):
        _set_clip_area(style, element.name, declared)
    elif is_boxed:
        style.height_px = None
        if style.display not in ("block", "flex"):
            style.width_px = None
    is_transformed = is_boxed and any(declared.get(name, "none") != "none" for name in ("transform", "filter"))
    style.holds_fixed |= is_transformed
    style.perspective_px = px_of(declared.get("perspective", ""), style.font_px) or math.inf
    if declared.get("display") in ("grid", "inline-grid"):
        style.is_container = True  # its elements may lie over each other
    if is_positioned or is_transformed:
        style.has_container = style.is_container = True
        height_px = style.height_px if style.height_px is not None and style.height_px < LEAST_ROUNDED_PX else None
        style.origin = Container(style.x_px, style.y_px, height_px, around.background)
        style.outer_clip_area = style.clip_area
        style.page_background = style.background


def _set_position(style: Style, around: Style, declared: Declarations, position: str) -> None:
    """Apply the shift of an element by margins, paddings and offsets, as far as they are lengths."""
    width, height = around.width_px, around.height_px
    if position == "fixed" or (position == "absolute" and not around.has_container):
        width, height = WIDTH_PX, HEIGHT_PX
    left, right, top, bottom = (
        px_of(declared[side], style.font_px, whole) if side in declared else None
        for side, whole in (("left", width), ("right", width), ("top", height), ("bottom", height))
    )
    if position in ("absolute", "fixed"):
        has_container = around.has_container and position == "absolute"
        style.clip_area = around.outer_clip_area if position == "absolute" and around.has_container else None
        x, y = around.origin[:2] if has_container else (0.0, 0.0)
        if left is not None or right is not None:
            whole = width if has_container and width is not None else WIDTH_PX
            is_out = (right or 0.0) >= whole
            style.x_px = x + left if left is not None else x - FAR_OUT_PX * is_out
            if left is None and right is not None and right < 0:  # it sticks out to the right
                own = px_of(declared.get("width", ""), style.font_px, whole)
                style.x_px = max(0.0, x + whole - right - (own if own is not None else SHORT_TEXT_PX))
            style.is_positioned_apart = not has_container or style.is_positioned_apart
        if top is not None or bottom is not None:
            is_out = (bottom or 0.0) >= HEIGHT_PX
            style.y_px = y + top if top is not None else y - FAR_OUT_PX * is_out
            is_below = top is None and bottom is not None and bottom <= -1.2 * style.font_px
            if position == "fixed" and (is_below or style.y_px >= HEIGHT_PX):  # fixed boxes do not scroll into view
                style.y_px = 2 * FAR_DOWN_PX
            style.is_positioned_apart = not has_container or style.is_positioned_apart
            style.is_placed = True
    elif position in ("relative", "sticky") and position == "relative":
        style.x_px += left if left is not None else -(right or 0.0)
        style.y_px += top if top is not None else -(bottom or 0.0)
    is_at_right = "margin-right" in declared and ("text-align" in declared or declared.get("float") == "right")
    if is_at_right and _length(declared["margin-right"], style, width) <= -2 * SHORT_TEXT_PX:
        style.reason_inside = style.reason_inside or "place"  # it sticks out of the page
    right = _length(declared.get("margin-left", ""), style, width)
    down = 0.0
    if style.clip_area is not None and style.display.startswith("inline"):
        down -= min(0.0, _length(declared.get("vertical-align", ""), style, style.font_px))
    if style.display not in DISPLAYS_WITHOUT_BOX or style.is_one_line:
        right += _length(declared.get("padding-left", ""), style, width)
    if style.display not in DISPLAYS_WITHOUT_BOX:
        if style.display != "inline-block":  # it stands on the line
            down += _length(declared.get("margin-top", ""), style, width)
        down += _length(declared.get("padding-top", ""), style, width)
    if style.clip_area is not None or not 0 <= right < SMALL_SHIFT_PX:
        style.x_px += right
    if style.clip_area is not None or not 0 <= down < SMALL_SHIFT_PX:
        style.y_px += down


def _transform(style: Style, declared: Declarations, eye_px: float) -> None:
    """Apply scaling and shifts by transforms."""
    calls = [
        (name, split_outside_brackets(inside, ",")) for name, inside in FUNCTION.findall(declared.get("transform", ""))
    ]
    for name in ("scale", "translate"):
        words = split_outside_brackets(declared.get(name, ""), " ")
        if words and words[0] not in ("none", *GLOBAL_VALUES):
            calls.append((name, words))
    rotation = split_outside_brackets(declared.get("rotate", ""), " ")
    rotation.sort(key=lambda word: word not in ("x", "y", "z"))
    if len(rotation) == 2:
        calls.append((f"rotate{rotation[0]}", rotation[1:]))
    elif len(rotation) == 4:
        calls.append(("rotate3d", rotation))
    scale_x = scale_y = 1.0
    moved_x = moved_y = 0.0
    is_turned, depth_px = False, eye_px
    is_short = style.display == "inline-block" and "width" not in declared
    width = SHORT_TEXT_PX if is_short else style.width_px if style.width_px is not None else WIDTH_PX
    if len(rotation) == 1:
        calls.append(("rotate", rotation))
    for name, arguments in calls:
        numbers = [number_of(each) for each in arguments]
        first = numbers[0] if numbers[0] is not None else 1.0
        if len(numbers) == 3 and name.startswith("scale") and numbers[2] == 0:
            scale_x = 0.0
        if name in ("scale", "scale3d"):
            scale_x *= first
            scale_y *= numbers[1] if len(numbers) > 1 and numbers[1] is not None else first
        elif name in ("rotate", "rotatez"):
            angle = quantity_of(arguments[0])
            if angle is not None and style.display == "block" and style.width_px is not None:
                turn = math.radians(angle.value)  # around the middle: the beginning of a wide box moves far
                moved_x += min(style.width_px / 2 * (1 - math.cos(turn)), 0.8 * style.width_px)
                moved_y -= style.width_px / 2 * math.sin(turn)
        elif name == "perspective":
            depth_px = px_of(arguments[0], style.font_px) or 0.0
        elif name == "scalez":
            scale_x *= first != 0
        elif name == "scalex":
            scale_x *= first
        elif name == "scaley":
            scale_y *= first
        elif name in ("matrix", "matrix3d") and None not in numbers:
            values = [number or 0.0 for number in numbers]
            if len(values) == 6:
                scale_x *= values[0] * values[3] - values[1] * values[2]
                moved_x, moved_y = moved_x + values[4], moved_y + values[5]
            elif len(values) == 16:
                scale_x *= (values[0] * values[5] - values[1] * values[4]) * (values[10] != 0)
                moved_x, moved_y = moved_x + values[12], moved_y + values[13]
        elif name in ("rotatex", "rotatey", "rotate3d"):
            angle = quantity_of(arguments[-1])
            is_flat = name == "rotate3d" and numbers[:2] == [0, 0]
            share = math.cos(math.radians(angle.value)) if angle is not None and not is_flat else 1.0
            scale_x *= 0.0 if abs(share) < 1e-6 else share
            is_turned ^= share < 0
        elif name in ("skew", "skewx", "skewy"):
            angle = quantity_of(arguments[0])
            if angle is not None and abs(math.cos(math.radians(angle.value))) < 1e-6:
                scale_x = 0.0
        elif name.startswith("translate"):
            ahead_px = px_of(arguments[-1], style.font_px) if name in ("translatez", "translate3d") else None
            if ahead_px is not None and ahead_px >= depth_px:  # behind the eye
                scale_x = 0.0
            if name == "translatez":
                continue
            x = arguments[0] if name != "translatey" else "0"
            y = (
                arguments[0]
                if name == "translatey"
                else arguments[1]
                if name != "translatex" and len(arguments) > 1
                else "0"
            )
            moved_x += _length(x, style, width) * scale_x
            moved_y += _length(y, style, style.height_px if style.height_px is not None else 20.0) * scale_y
    origin = [*split_outside_brackets(declared.get("transform-origin", ""), " "), "", ""]
    if scale_y > 1 and origin[1] not in ("0", "0px", "0%", "top"):  # it grows around its middle
        moved_y -= (scale_y - 1) / 2 * _length(declared.get("height", ""), style, None)
    if scale_x >= 2 and not is_short and origin[0] not in ("0", "0px", "0%", "left", "top"):
        moved_x -= (scale_x - 1) / 2 * width
    style.x_px += moved_x
    style.y_px += moved_y
    style.scale *= math.sqrt(abs(scale_x * scale_y))
    if scale_x * scale_y == 0:
        style.reason_inside = style.reason_inside or "size"
    if is_turned and declared.get("backface-visibility") == "hidden":
        style.reason_inside = style.reason_inside or "visibility"
    zoom = number_of(declared.get("zoom", ""))
    if zoom is not None and zoom > 0:
        style.scale *= zoom


def _clip(style: Style, declared: Declarations, *, is_positioned: bool) -> None:
    """Apply `clip`, `clip-path` and `mask`."""
    clip = declared.get("clip", "")
    if clip.startswith("rect(") and is_positioned:
        edges = [px_of(edge, style.font_px) for edge in re.split(r"[\s,]+", clip[5:].rstrip(") ").strip())]
        if len(edges) == 4:
            top, right, bottom, left = edges
            is_flat = bottom is not None and bottom - (top or 0) <= MIN_WIDTH_PX
            if is_flat or (right is not None and right - (left or 0) <= MIN_WIDTH_PX):
                style.reason_inside = style.reason_inside or "clip"
            width = 1e6 if right is None else right - (left or 0.0)
            height = 1e6 if bottom is None else bottom - (top or 0.0)
            style.clip_area = ClipArea(width, height, style.x_px + (left or 0.0), style.y_px + (top or 0.0))
    path = FUNCTION.search(declared.get("clip-path", ""))
    if path is not None:
        verdict = _is_empty_clip_shape(path[1], path[2].split(" round ")[0], style)
        style.reason_inside = style.reason_inside or ("clip" if verdict else "")
        style.is_uncertain |= verdict is None
        has_width = style.display in ("block", "flex") or "width" in declared
        is_known = has_width or (path[1] == "inset" and "%" not in path[2])
        if not verdict and path[1] in ("inset", "circle") and is_known:
            _clip_to_shape(style, path[1], path[2].split(" round ")[0])
    _mask(style, declared)


def _is_empty_clip_shape(name: str, inside: str, style: Style) -> bool | None:
    """Return whether a clip shape leaves nothing of a box; None if unknown."""
    shape = inside.partition(" at ")[0]
    words = split_outside_brackets(shape.removeprefix("at "), " ")
    width = style.width_px if style.width_px is not None else WIDTH_PX
    if name in ("inset", "rect", "xywh"):
        quantities = [quantity_of(word, style.font_px) for word in words]
        if name == "xywh":
            return len(words) == 4 and any(
                each is not None and each.value <= 0 and each.percentage <= 0 for each in quantities[2:]
            )
        if name == "rect":
            edges = [None if each is None else each.value + each.percentage * width / 100 for each in quantities]
            if len(edges) != 4:
                return False
            top, right, bottom, left = edges
            return (right is not None and right <= (left or 0)) or (bottom is not None and bottom <= (top or 0))
        known = [each for each in quantities if each is not None]
        if not known or len(known) < len(quantities):
            return None
        shares = [
            each.percentage / 100 + each.value / (width if at % 2 else style.height_px or 30.0)
            for at, each in enumerate(four_sides(known))
        ]
        return shares[0] + shares[2] >= MIN_SHARE_CUT_AWAY or shares[1] + shares[3] >= MIN_SHARE_CUT_AWAY
    if name in ("circle", "ellipse"):
        radii = [quantity_of(word, style.font_px) for word in words]
        return any(each is not None and each.value <= 0 and each.percentage <= 0 for each in radii)
    if name == "polygon":
        return _is_flat_polygon(inside, width)
    if name == "path":
        extent = extent_of_shape(name, {"d": inside})
        if extent is None or extent[2] <= 0 or extent[0] == extent[2]:
            return True
        return False if extent[2] > SHORT_TEXT_PX else None
    if name == "url":
        return False if inside.strip("\"' ").startswith("#") else None
    return None


def _clip_to_shape(style: Style, name: str, inside: str) -> None:
    """Use the sides of a clip shape as the visible area."""
    width = style.width_px if style.width_px is not None else WIDTH_PX
    shape, _, centre = inside.partition(" at ")
    if name == "inset":
        sides = four_sides(split_outside_brackets(shape, " ") or ["0"])
        left, right = _length(sides[3], style, width), _length(sides[1], style, width)
    else:
        middle = _length((split_outside_brackets(centre, " ") or ["50%"])[0], style, width, width / 2)
        radius = _length(shape.strip(), style, width / math.sqrt(2), WIDTH_PX)
        left, right = middle - radius, width - middle - radius
    if left > 0 or right > 0:
        style.clip_area = ClipArea(width - left - right, 1e6, style.x_px + left, style.y_px)


def _is_flat_polygon(points: str, width_px: float) -> bool | None:
    """Return whether a polygon has no area."""
    places: list[tuple[float, float]] = []
    for point in split_outside_brackets(points, ","):
        words = split_outside_brackets(point, " ")
        if words[:1] in (["nonzero"], ["evenodd"]):
            continue
        x, y = (px_of(word, 16.0, width_px) for word in words) if len(words) == 2 else (None, None)
        if x is None or y is None:
            return None
        places.append((x, y))
    if all(x <= 0 for x, _ in places) or all(x >= width_px for x, _ in places) or all(y <= 0 for _, y in places):
        return True
    area = sum(x * v - u * y for (x, y), (u, v) in zip(places, places[1:] + places[:1], strict=True))
    return abs(area) < 1


def _mask(style: Style, declared: Declarations) -> None:
    """Apply `mask`: it hides what is under its transparent parts."""
    layers = layers_of(declared.get("mask", "none"))
    if declared.get("mask-image", "initial") not in GLOBAL_VALUES:
        layers = _image_layers(declared["mask-image"])
    layers = tuple(layer for layer in layers if layer.image)
    if not layers:
        return
    words = declared.get("mask-mode", "").split() + declared.get("mask-composite", "add").split()
    is_sure = "mask-position" not in declared and not any(
        not {"subtract", "intersect", "exclude", "xor", "source-out"}.isdisjoint({*layer.words, *words})
        for layer in layers
    )
    shows = False
    for layer in layers:
        size = layer.size or tuple(split_outside_brackets(declared.get("mask-size", ""), " "))
        is_by_light = "luminance" in layer.words or "luminance" in words
        colours = _colours_of_gradient(layer.image, style)
        is_clear = colours is not None and all(
            alpha_of(colour) == 0 or (is_by_light and not any(colour[:3])) for colour in colours
        )
        is_there = not is_clear and _covers_beginning(layer._replace(size=size), style)
        if is_sure and is_there and colours is not None:
            return
        shows |= is_there
    if shows or not is_sure:
        style.is_uncertain = True
    else:
        style.reason_inside = style.reason_inside or "clip"


def _image_layers(value: str) -> tuple[Layer, ...]:
    images = [image if image != "none" else "" for image in split_outside_brackets(value, ",")]
    return tuple(Layer(image, "", (), (), frozenset()) for image in images)


def _covers_beginning(layer: Layer, style: Style) -> bool:
    """Return whether a picture in the background of a box may be under the text at its beginning."""
    whole = style.width_px or WIDTH_PX, style.height_px or 40.0
    sizes = [px_of(size, style.font_px, length) for size, length in zip(layer.size, whole, strict=False)]
    if any(size is not None and size <= MIN_WIDTH_PX for size in sizes):
        return False
    is_once = "no-repeat" in layer.words or "repeat-x" in layer.words
    if is_once and len(sizes) == 2 and sizes[1] is not None and sizes[1] < MIN_LINE_SHARE * style.font_px:
        return False  # a strip along the edge
    if "no-repeat" not in layer.words or len(layer.position) not in (1, 2):
        return True
    names = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    position = [*layer.position, "center"][:2]
    if position[0] in ("top", "bottom") or position[1] in ("left", "right"):
        position.reverse()
    for axis, word in enumerate(position):
        size = sizes[axis] if axis < len(sizes) and sizes[axis] is not None else whole[axis]
        start = px_of(names.get(word, word), style.font_px, whole[axis] - (size or 0.0))
        if start is not None and (start + (size or 0.0) <= 1 or start >= (SHORT_TEXT_PX, 60.0)[axis]):
            return False
    return True


def _colours_of_gradient(image: str, style: Style) -> set[Colour] | None:
    """Return the colours that a gradient has where text is; None if they are unknown, or it is another picture."""
    gradient = gradient_of(image)
    if gradient is None:
        return None
    colours = [(_colour_in(colour, style), places) for colour, places in gradient.stops]
    if len({colour for colour, _ in colours if colour is not None}) == 1:
        return {colours[0][0] or BLACK}
    if gradient.is_repeated or len(colours) > MAX_STOPS or any(colour is None for colour, _ in colours):
        return None
    length = style.width_px if style.width_px is not None and gradient.kind != "linear" else None
    stops: list[tuple[float | None, Colour]] = []
    for colour, places in colours:
        for place in places or ("",):
            share = px_of(place, style.font_px, 1.0) if place.endswith("%") else 0.0 if place in ("0", "0px") else None
            if place and share is None:
                angle = quantity_of(place)
                share = angle.value / 360 if angle is not None and angle.kind == "angle" else None
                if share is None and length is None and (px_of(place, style.font_px) or 0.0) < 1e5:
                    return None
            stops.append((share, colour or BLACK))
    return {_colour_at(share, stops) for share in _shares_with_text(gradient, style)}


MAX_STOPS = 50


def _shares_with_text(gradient: Gradient, style: Style) -> tuple[float, ...]:
    """Return places of a gradient that text at the beginning of its box lies on."""
    is_wide = style.display in ("block", "flex", "table", "row") and style.width_px is not None
    angle = quantity_of(gradient.place)
    turn = angle.value % 360 if angle is not None else {"to right": 90.0, "to left": 270.0}.get(gradient.place, 180.0)
    if gradient.kind == "linear" and is_wide and turn in (90.0, 270.0):
        return (0.01, 0.05) if turn == 90.0 else (0.95, 0.99)
    if gradient.kind == "radial" and is_wide and not gradient.place.startswith("at"):
        return 0.85, 0.95
    return 0.15, 0.3, 0.5, 0.7, 0.85


def _colour_at(share: float, stops: list[tuple[float | None, Colour]]) -> Colour:
    """Return the colour of a gradient at a place. Stops without a place are evenly spaced."""
    places: list[float] = []
    for number, (place, _) in enumerate(stops):
        before = places[-1] if places else 0.0
        if place is not None or not places:
            places.append(max(place or 0.0, before if places else place or 0.0))
            continue
        after, end = next(
            ((at, own) for at, (own, _) in enumerate(stops) if at > number and own is not None), (len(stops) - 1, 1.0)
        )
        places.append(before + (end - before) / (after - number + 1))
    for number, place in enumerate(places):
        if share < place:
            if not number:
                return stops[0][1]
            before, width = places[number - 1], place - places[number - 1]
            return mix_colours(stops[number - 1][1], stops[number][1], (share - before) / width)
    return stops[-1][1]


def _set_background(style: Style, around: Style, element: Element, declared: Declarations, *, position: str) -> None:
    """Apply an element's background, and the effects on it with its content."""
    outer = around.background
    has_offset = any(declared.get(side, "auto") != "auto" for side in ("left", "right", "top", "bottom"))
    if position in ("absolute", "fixed") and has_offset:
        outer = around.page_background
        height_px, top_px = around.origin.height_px, px_of(declared.get("top", ""), style.font_px)
        if position == "absolute" and height_px is not None and top_px is not None and top_px >= height_px:
            outer = around.origin.ground_around  # it is below its container
    background, has_picture = _background_of(style, around, element, declared)
    is_clipped_to_text = declared.get("background-clip") == "text" or " text" in declared.get("background", "")
    if is_clipped_to_text:
        style.outlines += (background if not has_picture else None if outer is None else _contrasting_colour(outer),)
        background, has_picture = TRANSPARENT, False
    style.own_background = None if has_picture else background
    z = number_of(declared["z-index"]) if "z-index" in declared else None
    is_layer = z is not None and (
        position not in ("static", *GLOBAL_VALUES) or around.display in ("flex", "inline-flex")
    )
    letters = style.fill if style.fill is not None else style.colour
    if "drop-shadow(" in declared.get("filter", "") and (alpha_of(letters) or style.outlines):
        style.outlines += tuple(
            _shadow_colour(inside, style)
            for name, inside in FUNCTION.findall(declared["filter"])
            if name == "drop-shadow"
        )
    filters, is_odd = _parse_filters(declared["filter"]) if "filter" in declared else ((), False)
    style.is_uncertain |= is_odd
    blend = declared.get("mix-blend-mode", "normal")
    opacity = number_of(declared["opacity"]) if "opacity" in declared else None
    is_group = bool(filters) or blend not in ("normal", *GLOBAL_VALUES) or declared.get("isolation") == "isolate"
    is_group |= (opacity is not None and opacity < 1) or is_layer or position == "fixed"
    if style.display != "inline" and not TRANSFORMS.isdisjoint(declared):
        is_group |= any(
            name in TRANSFORMS and value != "none" and value not in GLOBAL_VALUES for name, value in declared.items()
        )
    if is_layer and z is not None and z < 0 and around.has_opaque_background:
        style.reason_inside = style.reason_inside or "cover"
    if is_group and element.name == "body" and around.own_background == TRANSPARENT and alpha_of(background) == 1:
        outer, background = background, TRANSPARENT  # it is painted on the canvas
    if is_group:
        share = 1.0 if opacity is None else min(1.0, max(0.0, opacity))
        style.layers = (
            *around.layers,
            PaintLayer(
                filters,
                share,
                blend if blend not in GLOBAL_VALUES else "normal",
                TRANSPARENT if outer == CANVAS_WHITE else outer,
            ),
        )
        outer, style.has_opaque_background = TRANSPARENT, False
    elif element.name not in PAGE_NAMES and (has_picture or alpha_of(background) == 1):
        style.has_opaque_background = True
    if has_picture:
        style.background = None
    else:
        style.background = (
            outer
            if alpha_of(background) == 0
            else background
            if alpha_of(background) == 1 or outer is None
            else _blend_over(background, outer)
        )
    if element.name in PAGE_NAMES:
        style.page_background = style.background
    if position not in ("static", *GLOBAL_VALUES) and (not style.level or not around.layers):
        inside = style.level + 0.001 if style.level else 1.0
        style.level = inside if z is None else max(inside, 1.0 + min(z, 1e9)) if z >= 0 else style.level
    if "box-shadow" in declared:
        is_over_text = position in ("absolute", "fixed") and _may_cover_text(style, declared)
        is_apart = position not in ("static", *GLOBAL_VALUES) and not is_over_text  # shadows are only outside a box
        background = _set_shadows(style, declared["box-shadow"], is_positioned=is_apart) or background
    is_picture = element.name == "img" and element.attributes.get("src", "").startswith("data:")
    if is_picture:
        solid = colour_of_address(element.attributes["src"])
        is_picture = solid is None or alpha_of(solid[0]) == 1
        sizes = {axis: element.attributes.get(axis, "").strip() for axis in ("width", "height")}
        declared = {axis: f"{size}px" for axis, size in sizes.items() if size.isdecimal()} | declared
    border_px = 0.0
    for name in BORDERS.intersection(declared):
        words = split_outside_brackets(declared[name], " ")
        border_px += max(px_of(word, style.font_px) or 0.0 for word in words)
        background = next((colour for word in words if (colour := _colour_in(word, style))), background)
    is_opaque = has_picture or is_picture or alpha_of(background) * style.opacity >= MIN_OPAQUE
    back_px = -_length(declared.get("margin-left", ""), style, WIDTH_PX)
    if is_opaque and style.display == "inline-block" and back_px >= MIN_BACK_PX and style.is_visible:
        style.covers_up = 2 * FULL_LINE_PX, 2 * FULL_LINE_PX  # it lies over the text before it in its line
    elif is_opaque and style.is_visible and not style.reason_inside and position not in ("absolute", "fixed"):
        is_layer = is_group or position == "relative"
        _set_cover_above(style, around, declared, border_px=border_px, is_layer=is_layer)
    is_over_text = position in ("absolute", "fixed") and _may_cover_text(style, declared)
    is_over_text |= around.display in ("flex", "inline-flex") and _is_in_first_cell_of_grid(declared)
    style.covers |= (
        is_over_text and is_opaque and style.is_visible and not style.reason_inside and (z is None or z >= 0)
    )
    if element.name == "svg":  # its content decides
        style.covers_next_px = (
            math.inf if position in ("absolute", "fixed") and _may_cover_text(style, declared) else 0.0
        )
        return
    if style.covers:
        style.covers_next_px = max(style.covers_next_px, _height_to_cover(style, declared))
    if "outline" in declared:
        _set_outline(style, declared)


def _set_cover_above(style: Style, around: Style, declared: Declarations, *, border_px: float, is_layer: bool) -> None:
    """Record how far an opaque box in the flow lies over the text before it, and after it."""
    up_px, down_px = around.y_px - style.y_px, -_length(declared.get("margin-bottom", ""), style, WIDTH_PX)
    is_wide = style.display in ("block", "flex") and declared.get("float", "none") == "none"
    width = px_of(declared.get("width", ""), style.font_px, WIDTH_PX)
    if not is_layer or not is_wide or (width is not None and width < MIN_COVER_WIDTH_PX):
        return
    if down_px >= MIN_SHADOW_SHIFT_PX:
        style.covers_after_px = down_px
    if up_px < MIN_SHADOW_SHIFT_PX:
        return
    sizes = ("height", "padding-top", "padding-bottom")
    height = border_px + sum(px_of(declared.get(size, ""), style.font_px) or 0.0 for size in sizes)
    height *= max(1.0, style.scale / around.scale)
    style.covers_up = up_px, max(height, 1.2 * style.font_px)


def _set_shadows(style: Style, value: str, *, is_positioned: bool) -> Colour | None:
    """Apply the large shadows of a box: one inside is its ground, one outside may lie over the text before it.

    Return the colour of its ground if a shadow is that.
    """
    ground = None
    for shadow in reversed(parse_large_shadows(value, style.font_px)):
        colour = _colour_in(shadow.colour, style) if shadow.colour else style.colour
        if colour is None or alpha_of(colour) == 0:
            continue
        if shadow.is_inset and style.background is not None:
            ground = colour if alpha_of(colour) == 1 else _blend_over(colour, style.background)
            style.background = style.own_background = ground
        is_solid = alpha_of(colour) == 1 and style.opacity == 1 and style.is_visible and not style.reason_inside
        if not shadow.is_inset and is_solid and (is_positioned or style.display == "inline"):
            style.covers = True
            style.covers_next_px = math.inf if shadow.spread_px >= SHORT_TEXT_PX else style.covers_next_px
    return ground


def _set_outline(style: Style, declared: Declarations) -> None:
    """Apply a wide outline: it lies over the text around a box, and over that of the box if its offset is negative."""
    words = split_outside_brackets(declared["outline"], " ")
    width_px = max((px_of(word, style.font_px) or 0.0 for word in words if is_length(word)), default=0.0)
    colours = [found for word in words if (found := _colour_in(word, style)) is not None]
    is_solid = alpha_of(colours[0] if colours else style.colour) == 1 and style.opacity == 1 and style.is_visible
    if width_px < MIN_SPREAD_PX or not OUTLINE_STYLES.intersection(words) or not is_solid or style.reason_inside:
        return
    if _length(declared.get("outline-offset", ""), style, None) <= -MIN_SHADOW_SHIFT_PX:
        style.reason_inside = "cover"
    style.covers, style.covers_next_px = True, math.inf
    style.level = max(style.level, OUTLINE_LEVEL)


OUTLINE_STYLES = frozenset({"solid", "auto", "double", "groove", "ridge", "inset", "outset"})
BORDERS = frozenset({"border", "border-top", "border-bottom"})
OUTLINE_LEVEL = 0.5
"""Outlines are painted over all text that is not positioned."""


def _height_to_cover(style: Style, declared: Declarations) -> float:
    """Return how far down a positioned box reaches that covers text."""
    right = px_of(declared.get("right", ""), style.font_px, WIDTH_PX)
    width = WIDTH_PX if right == 0 else px_of(declared.get("width", ""), style.font_px, WIDTH_PX)
    if width is None or width < MIN_COVER_WIDTH_PX:
        return 0.0
    if px_of(declared.get("bottom", ""), style.font_px, HEIGHT_PX) == 0 or declared.get("height") == "100%":
        return math.inf
    return px_of(declared.get("height", ""), style.font_px, HEIGHT_PX) or 0.0


MIN_COVER_WIDTH_PX, MIN_BACK_PX, FULL_LINE_PX = 300.0, 50.0, 19.0


def _may_cover_text(style: Style, declared: Declarations) -> bool:
    """Return whether a positioned box can cover text: it starts at the corner of its container and is as large as a
    line.
    """
    for start, end, size, least_px in (("left", "right", "width", 100.0), ("top", "bottom", "height", 15.0)):
        begin = px_of(declared.get(start, ""), style.font_px, WIDTH_PX)
        stop = px_of(declared.get(end, ""), style.font_px, WIDTH_PX)
        length = px_of(declared.get(size, ""), style.font_px, WIDTH_PX)
        if begin is None or begin > 10 or (length is None and (stop is None or stop > 10)):
            return False
        if length is not None and length < least_px:
            return False
    return True


def _is_in_first_cell_of_grid(declared: Declarations) -> bool:
    """Return whether an element of a grid is placed in its first cell, where other elements may be."""
    row, column = (declared.get(f"grid-{axis}", "").partition("/")[0].strip() for axis in ("row", "column"))
    area = [part.strip() for part in declared.get("grid-area", "").split("/")]
    return area[:2] == ["1", "1"] or row == column == "1"


def _contrasting_colour(colour: Colour) -> Colour:
    return BLACK if sum(colour[:3]) > 380 else WHITE


def _blend_over(front: Colour, background: Colour) -> Colour:
    red, green, blue, alpha = paint_over(paint_of(front), paint_of(background))
    solid = round(red * 255), round(green * 255), round(blue * 255)
    return solid if alpha >= 1 else (*solid, round(alpha * 255))


def _background_of(style: Style, around: Style, element: Element, declared: Declarations) -> tuple[Colour, bool]:
    """Return the colour of an element's own background, and whether it has a picture."""
    attributes = element.attributes
    has_ground = "bgcolor" in attributes and element.name in NAMES_WITH_BGCOLOR
    colour = attribute_colour(attributes["bgcolor"]) if has_ground else None
    has_picture = attributes.get("background", "").lower().lstrip().startswith("data:")
    solid = colour_of_address(attributes["background"]) if has_picture else None
    if solid is not None:
        has_picture = False
        colour = _blend_over(solid[0], colour or WHITE) if alpha_of(solid[0]) else colour
    colour = GROUNDS_OF_NAMES.get(element.name, colour)
    if element.name == "html" and style.is_dark:
        colour = (18, 18, 18)
    for name, value in declared.items():
        if name in ("background", "background-color") and value == "inherit":
            colour, has_picture = around.own_background, around.own_background is None
        elif name in ("background", "background-image", "border-image"):
            image = split_outside_brackets(value, " ")[0] if name == "border-image" else value
            layers = layers_of(value) if name == "background" else _image_layers(image)
            if name == "background":
                colour = _colour_in(layers[-1].colour, style) if layers and layers[-1].colour else TRANSPARENT
            own_size = tuple(split_outside_brackets(declared.get("background-size", ""), " "))
            has_picture &= name == "border-image"
            for layer in reversed(layers):
                image = layer.image
                is_there = "gradient(" in image or IMAGE_IN_PAGE.match(image)
                solid = colour_of_address(image) if SOLID in image else None
                size = own_size or layer.size
                if solid is not None and not size and not NOT_REPEATED.isdisjoint(layer.words):
                    size = f"{solid[1]}px", f"{solid[2]}px"
                if not is_there or not _covers_beginning(layer._replace(size=size), style):
                    continue
                colours = {solid[0]} if solid is not None else _colours_of_gradient(image, style)
                own = next(iter(colours)) if colours is not None and len(colours) == 1 else None
                has_picture |= own is None
                if own is not None and alpha_of(own):
                    is_over = alpha_of(own) < 1 and colour is not None
                    colour, has_picture = _blend_over(own, colour or WHITE) if is_over else own, has_picture and is_over
        elif name == "background-color":
            colour = _colour_in(value, style) or (TRANSPARENT if value in (*GLOBAL_VALUES, "none") else colour)
    return colour if colour is not None else TRANSPARENT, has_picture


NOT_REPEATED = frozenset({"no-repeat", "repeat-x", "repeat-y"})
IMAGE_IN_PAGE = re.compile(
    r"(?:(?:url|-webkit-image-set|image-set)\(\s*+[\"']?\s*+data:|(?:-webkit-|-moz-)?(?:image|element|paint)\()"
)
"""Matches pictures that need no network. Others are not loaded: a mail program asks first."""


@lru_cache(maxsize=512)
def _parse_filters(value: str) -> tuple[tuple[tuple[str, float], ...], bool]:
    """Return an element's filter functions, and whether there are unknown ones."""
    found: list[tuple[str, float]] = []
    if value in ("none", *GLOBAL_VALUES):
        return (), False
    is_odd = False
    for name, inside in FUNCTION.findall(value):
        if name in ("opacity", "invert", "brightness", "contrast", "grayscale", "saturate", "sepia"):
            amount = number_of(inside.strip()) if inside.strip() else 1.0
            if amount is None:
                return (), False
            found.append((name, max(0.0, amount)))
        elif name == "blur":
            is_odd |= (px_of(inside.strip(), 16.0) or 0.0) > 10
        elif name not in ("drop-shadow", "hue-rotate"):
            is_odd = True
    return tuple(found), is_odd


def _set_clip_area(style: Style, name: str, declared: Declarations) -> None:
    """Apply the size of an element, and whether it clips its content."""
    overflows = [declared.get(axis, "visible") for axis in ("overflow-x", "overflow-y")]
    cuts_x, cuts_y = (value != "visible" and value not in GLOBAL_VALUES for value in overflows)
    contains: list[str] = []
    if not SIZE_CONTAINMENT.isdisjoint(declared):
        contains = declared.get("contain", "").split() + declared.get("container-type", "").split()
        contains += declared.get("container", "").partition("/")[2].split()
    if name in ("textarea", "input") or not {"strict", "content", "paint"}.isdisjoint(contains):
        cuts_x = cuts_y = True
    if "clip" in overflows:
        margin_px = _length(declared.get("overflow-clip-margin", "").split(" ")[-1], style, None)
        if margin_px >= MIN_SHADOW_SHIFT_PX:
            cuts_x = cuts_y = False
    elif cuts_x or cuts_y:
        cuts_x = cuts_y = True
    is_cut = cuts_x or cuts_y
    own_width = px_of(declared.get("width", ""), style.font_px) if "table-layout" in declared else None
    if own_width is not None and own_width <= MIN_WIDTH_PX:
        style.is_uncertain = True
    is_boxed = style.display in DISPLAYS_WITH_DECLARED_SIZE
    narrow = declared.get("max-width", ""), declared.get("width", "") if style.has_fixed_columns else ""
    if style.display == "cell" and is_cut and any(width.startswith("0") for width in narrow):
        style.clip_area = ClipArea(0.0, 0.0, 0.0, 0.0)
    fits = style.display in ("inline-block", "inline-flex") or _is_out_of_flow(declared)
    around_width, around_height = style.width_px, style.height_px
    width = _size("width", style, declared, around_width)
    height = _size("height", style, declared, around_height)
    if height is None and declared.get("height") == "0%" and _is_out_of_flow(declared):
        height = 0.0
    if contains:
        height = 0.0 if height is None and not {"strict", "size"}.isdisjoint(contains) else height
        is_empty = width is None and fits and not {"strict", "size", "inline-size"}.isdisjoint(contains)
        width = 0.0 if is_empty else width
    n_lines = declared.get("line-clamp", "none")
    if height is None and n_lines.isdecimal():
        height = int(n_lines) * (style.line_px or 1.2 * style.font_px)
    if height is None and style.line_px == 0:
        height = 0.0 if is_cut else None
    if is_boxed:
        style.width_px = width if width is not None else None if fits else around_width
        style.height_px = height
    elif style.display not in DISPLAYS_WITHOUT_BOX:
        style.width_px, style.height_px = None, None
    if not is_boxed or not is_cut:
        return
    style.is_one_line = "white-space" in declared
    below = _length(declared.get("padding-bottom", ""), style, None)
    if declared.get("box-sizing") == "border-box" and height is not None:
        height = max(0.0, height - below - _length(declared.get("padding-top", ""), style, None))
    aside = _length(declared.get("padding-left", ""), style, None)
    room_width = style.width_px if style.width_px is not None and cuts_x else 1e6
    if declared.get("box-sizing") == "border-box" and width is not None and room_width < 1e6:
        room_width = max(0.0, room_width - aside)
    room_height = height + below if height is not None and cuts_y else 1e6
    least = max(MIN_HEIGHT_PX, MIN_LINE_SHARE * style.font_px)
    clip_area = ClipArea(
        0.0 if room_width <= MIN_WIDTH_PX else room_width + (aside if room_width < 1e6 else 0.0),
        0.0 if room_height < least else room_height,
        style.x_px - aside,
        style.y_px,
    )
    if style.clip_area is None or 0 not in style.clip_area[:2]:
        style.clip_area = clip_area if room_width <= WIDTH_PX or room_height < 1e6 else style.clip_area


def _size(axis: str, style: Style, declared: Declarations, whole_px: float | None) -> float | None:
    """Return the width or height of an element in pixels, within its minimum and maximum.

    None if it depends on the content.
    """
    own, most, least = (
        px_of(declared[name], style.font_px, whole_px) if name in declared else None
        for name in (axis, f"max-{axis}", f"min-{axis}")
    )
    if axis == "width" and declared.get("min-width", "").endswith("-content"):
        return None
    if own is not None and own < 0:  # only a calculation can be negative, and counts as zero
        own = 0.0
    if most is not None and most >= 0 and (own is None or most < own):
        own = most
    return max(own, least) if own is not None and least is not None else own


def has_visible_letters(style: Style) -> bool:
    """Return whether letters of this style differ visibly from their background."""
    if not (style.svg_context or style.layers or style.outlines or style.fill) and len(style.colour) == 3:
        return style.background is None or not look_equal(style.colour, style.background)
    if style.svg_context:
        fronts: list[Colour | None] = [style.svg_fill, style.svg_stroke]
    else:
        fronts = [style.fill if style.fill is not None else style.colour]
        fronts += [style.colour if colour is None else colour for colour in style.outlines]
    background = style.background if style.background != CANVAS_WHITE else WHITE
    for front in fronts:
        if front is None or alpha_of(front) == 0:
            continue
        if not style.layers and len(front) == 3:
            if background is None or not look_equal(front, background):
                return True
            continue
        text = bare = paint_of(_contrasting_colour(front) if background is None else background)
        text = paint_over(paint_of(front), bare)
        for group in reversed(style.layers):
            text, bare = _paint_layer(text, group), _paint_layer(bare, group)
        if any(
            abs(one - other) * 255 > MAX_ROUNDING
            for one, other in zip(_to_solid_colour(text), _to_solid_colour(bare), strict=True)
        ):
            return True
    return False


def _paint_layer(paint: Paint, group: PaintLayer) -> Paint:
    for name, amount in group.filters:
        paint = apply_filter(paint, name, amount)
    paint = apply_filter(paint, "opacity", group.opacity)
    outer = paint_of(WHITE if group.background is None else group.background)
    return paint_over(paint, outer, group.blend)


def _to_solid_colour(paint: Paint) -> Paint:
    return paint_over(paint, (1.0, 1.0, 1.0, 1.0))

"""Computed styles: what of an element's style, and of all around it, decides whether its text can be seen."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from html import unescape
from operator import attrgetter
from typing import NamedTuple

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
LINK_COLOUR: Colour = (0, 0, 238)
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


_BLOCKS = (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer"
    " form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p"
    " plaintext pre search section summary ul xmp"
)
_ROWS = "caption table tbody tfoot thead tr"
_NEVER_SHOWN = (
    "area audio base basefont canvas col colgroup datalist head link meta meter noembed noframes object param progress"
    " rp script source style template title track video"
)
DISPLAYS: dict[str, str] = {
    **dict.fromkeys(_BLOCKS.split(), "block"),
    **dict.fromkeys(_ROWS.split(), "row"),
    **dict.fromkeys(_NEVER_SHOWN.split(), "none"),
    **dict.fromkeys(("td", "th"), "cell"),
    **dict.fromkeys(("button", "input", "select", "textarea", "marquee"), "inline-block"),
}
"""The layout that browsers give an element where no style says otherwise; all others are inline."""

_VOID = "area base basefont bgsound br col embed frame hr img input link meta param source track wbr"
_FORMATTING = "a b big code em font i nobr s small strike strong tt u"
_SPECIAL = (
    "address applet article aside blockquote body button caption center dd details dir div dl dt fieldset figcaption"
    " figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup html iframe li listing main marquee menu nav object"
    " ol p plaintext pre search section select summary table tbody td template textarea tfoot th thead tr ul xmp"
)
_CLOSING_P = (
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form"
    " h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary ul xmp"
)
_SCOPES = "applet button caption html marquee object table td template th"

VOID = frozenset(_VOID.split())
FORMATTING = frozenset(_FORMATTING.split())
"""Closed wherever their end tag stands, also across blocks that were opened in them."""
SPECIAL = frozenset(_SPECIAL.split())
"""No end tag of another inline element reaches across these."""
SCOPES = frozenset(_SCOPES.split())
"""No end tag inside of these closes what is around them."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
CLOSES_P = frozenset(_CLOSING_P.split())
TABLE_PARTS = frozenset({"caption", "tbody", "td", "tfoot", "th", "thead", "tr"})
_CELLS, _GROUPS, _TERMS = ("td", "th"), ("tbody", "thead", "tfoot"), ("dd", "dt")
_TABLE = frozenset({"table", "html"})
CLOSED_BY: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), SPECIAL - {"address", "div", "p", "li"}),
    **dict.fromkeys(_TERMS, (frozenset(_TERMS), SPECIAL - {"address", "div", "p", *_TERMS})),
    "option": (frozenset({"option"}), frozenset({"select"})),
    "optgroup": (frozenset({"option", "optgroup"}), frozenset({"select"})),
    **dict.fromkeys(_CELLS, (frozenset({*_CELLS, "caption"}), _TABLE | {"tr"})),
    "tr": (frozenset({"tr", "caption"}), _TABLE),
    **dict.fromkeys(_GROUPS, (frozenset({*_GROUPS, "caption"}), _TABLE)),
    "p": (frozenset({"p"}), SCOPES),
}
"""The elements that a tag closes where it begins, and those that keep it from doing so."""
END_SCOPES: dict[str, frozenset[str]] = {
    **dict.fromkeys((*_CELLS, *_GROUPS, "tr", "caption", "table"), _TABLE),
    "li": SCOPES | {"ol", "ul"},
}
FONT_SIZES = {
    "h1": "2em", "h2": "1.5em", "h3": "1.17em", "h5": ".83em", "h6": ".67em", "small": "smaller", "big": "larger",
    "sub": "smaller", "sup": "smaller", "button": "13.33px", "input": "13.33px", "select": "13.33px",
    "textarea": "13.33px",
}  # fmt: skip


LONG_REFERENCE = re.compile(r"&#(?=[0-9])0*+([0-9]*+)")


def unescaped(text: str) -> str:
    """Decode entities; a number with more digits than Python reads is no character."""
    if text.count("&") == text.count("&amp;"):  # as in most addresses
        return text.replace("&amp;", "&")
    try:
        return unescape(text)
    except ValueError:
        return unescape(LONG_REFERENCE.sub(lambda found: f"&#{found[1][:8] or 0}", text))


MAX_RULES = 3_000
MAX_CSS_CHARACTERS = 1 << 20
MAX_RULES_OF_ONE = 100
MAX_COMPARISONS = 500_000
"""Of elements with rules, in all; a page that asks for more is read on without its rules."""
PIECES = re.compile(r"([{};])")
TRANSPARENT_GROUPS = ("@media", "@supports", "@layer")
COMPOUND = re.compile(r"\s*+([>+~]?)\s*+((?:[^\s>+~\[(]|\[[^\]]*\]|\([^)]*\))+)")
SIMPLE = re.compile(
    r"([.#])((?:[^\s.#:\[\\]|\\.)+)|\[\s*+([\w-]++)\s*+(?:([~|^$*]?)=\s*+[\"']?([^\"'\]]*+)[\"']?\s*+i?\s*+)?\]"
    r"|:(link|root|any-link)\b|(\*|[a-z][\w-]*+(?:\\:[\w-]++)?)|(.)"
)


@dataclass(slots=True, eq=False)
class Element:
    """A start tag: its name and attributes in lower case, and what its own style declares."""

    name: str
    attributes: dict[str, str]
    classes: frozenset[str]
    declared: Declarations
    look: tuple[object, ...]
    """All by which it can look unlike another element in its place that no rule is for."""


@dataclass(frozen=True, slots=True)
class Compound:
    """All that is asked of one element."""

    tag: str = ""
    id: str = ""
    classes: frozenset[str] = frozenset()
    attributes: tuple[tuple[str, str, str], ...] = ()
    is_child: bool = False
    """True if the one before must be the parent, False if any ancestor will do."""

    def fits(self, element: Element) -> bool:
        """Tell whether an element is what is asked for."""
        if (self.tag and self.tag != element.name) or (self.id and self.id != element.attributes.get("id")):
            return False
        if not self.classes <= element.classes:
            return False
        return not self.attributes or all(
            _says(element.attributes.get(name), *asked) for name, *asked in self.attributes
        )


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One selector, its last compound first, with what it declares."""

    compounds: tuple[Compound, ...]
    weight: tuple[int, int, int, int]
    """Names, classes, tags, place in the source: the greater is laid over the smaller."""
    declared: Declarations


@dataclass(slots=True)
class StyleRules:
    """The rules of all style sheets of a page."""

    rules: dict[str, list[Rule]] = field(default_factory=lambda: defaultdict(list))
    """By what the last compound asks for first: `#name`, `.class`, a tag, or `*`."""
    n_rules: int = 0
    n_comparisons: int = 0
    asking_names: set[str] = field(default_factory=set)
    """The elements of which a rule asks for attributes, by name; an empty one stands for all."""

    def add(self, css: str) -> None:
        """Add the rules of a style sheet in lower case."""
        for selectors, block in blocks(css[:MAX_CSS_CHARACTERS]):
            if self.n_rules >= MAX_RULES:
                return
            declared = declarations_of(block) if len(block) < 10_000 else {}
            for selector in selectors.split(",") if declared else ():
                compounds = compounds_of(selector) if self.n_rules < MAX_RULES else ()
                if compounds:
                    self._add(compounds, declared)

    def _add(self, compounds: tuple[Compound, ...], declared: Declarations) -> None:
        self.n_rules += 1
        last = compounds[0]
        key = f"#{last.id}" if last.id else f".{min(last.classes)}" if last.classes else last.tag or "*"
        names = sum(bool(each.id) for each in compounds)
        classes = sum(len(each.classes) + len(each.attributes) for each in compounds)
        tags = sum(bool(each.tag) for each in compounds)
        self.asking_names.update(each.tag for each in compounds if each.attributes)
        self.rules[key].append(Rule(compounds, (names, classes, tags, self.n_rules), declared))

    def candidates(self, element: Element) -> list[Rule]:
        """Return the rules whose last compound an element fits, the weakest first."""
        keys = ["*", element.name, *(f".{name}" for name in element.classes)]
        if "id" in element.attributes:
            keys.append("#" + element.attributes["id"])
        found = [rule for key in keys if key in self.rules for rule in self.rules[key]]
        self.n_comparisons += len(found)
        if self.is_spent:
            return []
        fitting = [rule for rule in found if rule.compounds[0].fits(element)]
        return fitting if len(fitting) < 2 else sorted(fitting, key=lambda rule: rule.weight)[-MAX_RULES_OF_ONE:]

    def key_of(self, element: Element) -> object:
        """Return what elements have in common that the same rules are for."""
        if element.name in self.asking_names or "" in self.asking_names:
            return element
        return element.name, element.classes, element.attributes.get("id")

    @property
    def is_spent(self) -> bool:
        """Tell whether the limit on comparing elements with rules is reached."""
        return self.n_comparisons > MAX_COMPARISONS

    def applies(self, rule: Rule, around: Sequence[Element]) -> bool:
        """Tell whether the elements around one, the outermost first, are those that a rule asks for."""
        at = len(around)
        for inner, compound in zip(rule.compounds, rule.compounds[1:], strict=False):
            self.n_comparisons += at
            for place in range(at - 1, max(at - 2, -1) if inner.is_child else -1, -1):
                if compound.fits(around[place]):
                    at = place
                    break
            else:
                return False
        return True


def blocks(css: str) -> Iterable[tuple[str, str]]:
    """Yield selectors and declarations of the rules that are for a screen like the one that mail is read on."""
    if "/*" in css:
        css = COMMENT.sub("", css)
    css = css.replace("<!--", "").replace("-->", "")
    pieces = PIECES.split(css)
    at, end = 0, len(pieces)
    groups: list[bool] = []
    while at + 1 < end:
        text, sign = pieces[at].strip(), pieces[at + 1]
        at += 2
        if sign == "}":
            groups = groups[:-1]
        elif sign == "{" and text.startswith(TRANSPARENT_GROUPS):
            groups.append(not text.startswith("@media") or is_for_the_screen(text[6:]))
        elif sign == "{":
            block, at = _block(pieces, at)
            if all(groups) and not text.startswith("@"):
                yield text, block


def _block(pieces: list[str], at: int) -> tuple[str, int]:
    """Return what stands before the brace that closes a block, and the place behind it."""
    start, depth = at, 1
    while at + 1 < len(pieces):
        sign = pieces[at + 1]
        depth += (sign == "{") - (sign == "}")
        at += 2
        if depth == 0:
            return "".join(pieces[start : at - 1]), at
    return "".join(pieces[start:]), len(pieces)


@lru_cache(maxsize=2048)
def compounds_of(selector: str) -> tuple[Compound, ...]:
    """Return the compounds of a selector, the last one first; none where it asks for what is not understood."""
    found: list[Compound] = []
    at = 0
    while (compound := COMPOUND.match(selector, at)) and len(found) < 20:
        at = compound.end()
        read = _compound(compound[2], is_child=compound[1] == ">")
        if read is None or compound[1] in ("+", "~"):
            return ()
        found.append(read)
    return () if selector[at:].strip() else tuple(reversed(found))


def _compound(text: str, *, is_child: bool) -> Compound | None:
    tag, name = "", ""
    classes: set[str] = set()
    attributes: list[tuple[str, str, str]] = []
    for sign, word, attribute, how, value, pseudo, tag_name, other in SIMPLE.findall(text):
        if other:
            return None
        if sign == "#":
            name = word.replace("\\", "")
        elif sign:
            classes.add(word.replace("\\", ""))
        elif attribute:
            attributes.append((attribute, how if value or how else "?", value))
        elif pseudo:
            tag, attributes = ("html", attributes) if pseudo == "root" else (tag, [*attributes, ("href", "?", "")])
        elif tag_name != "*":
            tag = tag_name.replace("\\", "")
    return Compound(tag, name, frozenset(classes), tuple(attributes), is_child)


def _says(found: str | None, how: str, value: str) -> bool:
    if found is None or how == "?":
        return found is not None
    tests = {
        "": found == value,
        "^": found.startswith(value) and bool(value),
        "$": found.endswith(value) and bool(value),
        "*": value in found and bool(value),
        "~": value in found.split(),
        "|": found == value or found.startswith(value + "-"),
    }
    return tests[how]


WIDTH_PX, HEIGHT_PX = 900, 1200
CONDITION = re.compile(r"\(\s*+([\w-]++)\s*+(?:(:|[<>]=?|=)\s*+([^()]*+))?\)")
MEDIA_LENGTH = re.compile(r"(\d++(?:\.\d*+)?|\.\d++)\s*+(px|r?em|)\Z")
AXIS = re.compile(r"(min-|max-)?(?:device-)?(width|height)")
HOLDS = {
    "orientation": "portrait",
    "prefers-color-scheme": "light",
    "prefers-reduced-motion": "no-preference",
    "hover": "hover",
    "pointer": "fine",
}


def is_for_the_screen(query: str) -> bool:
    """Tell whether any of the conditions, in lower case, holds on a screen that is wide, high and light."""
    return any(map(_holds, query.split(",")))


def _holds(query: str) -> bool:
    words = CONDITION.sub(" ", query).split()
    is_negated = words[:1] == ["not"]
    kind = next((word for word in words if word not in ("not", "only", "and")), "all")
    holds = kind in ("all", "screen") and all(_is_so(*asked) for asked in CONDITION.findall(query))
    return holds != is_negated


def _is_so(name: str, sign: str, value: str) -> bool:
    value = value.strip()
    if name in HOLDS:
        return not value or value == HOLDS[name]
    if not sign:
        return name in ("width", "height", "color")
    length, axis = MEDIA_LENGTH.match(value), AXIS.fullmatch(name)
    if length is None or axis is None:
        return False
    asked_px = float(length[1]) * (16.0 if length[2].endswith("em") else 1.0)
    own_px, bound = WIDTH_PX if axis[2] == "width" else HEIGHT_PX, axis[1] or sign
    if bound in ("min-", ">", ">="):
        return own_px >= asked_px
    return own_px <= asked_px if bound in ("max-", "<", "<=") else own_px == asked_px


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
    return LINK_COLOUR if element.name == "a" and "href" in element.attributes else around.colour


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


MAX_ATTRIBUTES = 500
MAX_REMEMBERED = 300
"""Tags up to this length, which come again from page to page, are remembered with what they open."""
UNREAD = re.compile(r"<(?:!--|(script|style|title|iframe|noembed|noframes)(?=[\s/>]))")
UNENDED = re.compile(r"<[a-zA-Z/!?]")
COMMENT_END = re.compile(r"--!?>")
_REST = rf"""[^>"']*+(?:>|(?:(?<==)(?:"[^"]*+"|'[^']*+')[^>"']*+|["'][^>"']*+){{0,{MAX_ATTRIBUTES}}}+>)"""
"""Of a tag, to its end; quotes keep a `>` from ending it where they follow an equals sign.

The repetition gives nothing back: a mail of 3 KB with 1,003 quotes had both ways to read each of them tried, for ever.
"""
TAG = re.compile(rf"(<[a-zA-Z/!?]{_REST}|<[!?/][^>]*+>|<[a-zA-Z][^>]*+>)")
SIMPLE_TAG = re.compile(rf"<(?:(/?[a-zA-Z][^\s/>]*+){_REST}|[a-zA-Z!?/][^>]*+>)")
NAME = re.compile(r"</?([a-zA-Z][^\s/>]*+)")
ATTRIBUTE = re.compile(r"""([^\s/>"'=<][^\s/>=]*+)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?""")
TELLING_COLOURS = ("hidden", "bgcolor", "background")
TELLING = {
    "a": ("href",), "body": ("text",), "font": ("color", "size"), "basefont": ("color",), "input": ("type",),
    "details": ("open",), "dialog": ("open",), "img": (), "html": (),
}  # fmt: skip
"""Attributes by which an element can look unlike another of its name."""
ASKED = {**TELLING, "img": ("alt",), "html": ("=",), "body": ("=",)}
"""Words without which a tag has no attribute that matters; of a page's own tags it matters that there are any."""
NO_CLASSES: frozenset[str] = frozenset()
LINK_TAG = re.compile(r"<a\s+href\s*=")
"""A link that begins with its target; what the target is does not change how it looks."""


class Source(NamedTuple):
    """The remainder of an HTML source: the part that has text and tags, and its style sheets."""

    html: str
    sheets: tuple[str, ...]


def source_of(html: str, lower: str) -> Source:
    """Leave out of a source what is never text; lower is the same in lower case, of the same length."""
    sheets, kept, at = list[str](), list[str](), 0
    while found := UNREAD.search(lower, at):
        kept.append(html[at : found.start()])
        start, end, at = _extent(lower, found)
        if found[1] == "style":
            sheets.append(lower[start:end])
        if found[1]:
            kept.append("\n" if found[1] != "title" else " ")
    last = max(at, html.rfind(">") + 1)
    unended = UNENDED.search(html, last)  # a tag that never ends, at the end of the source
    kept.append(html[at : unended.start() if unended else len(html)])
    return Source("".join(kept), tuple(sheets))


def _extent(lower: str, found: re.Match[str]) -> tuple[int, int, int]:
    """Return where the inside of what is left out begins and ends, and where the source goes on."""
    if found[1] is None:
        start = found.end()
        if lower.startswith((">", "->"), start):
            return start, start, lower.index(">", start) + 1
        closing = COMMENT_END.search(lower, start)
        return (start, closing.start(), closing.end()) if closing else (start, len(lower), len(lower))
    start = lower.find(">", found.end()) + 1 or len(lower)
    end = lower.find(f"</{found[1]}", start)
    if end < 0:
        return start, len(lower), len(lower)
    return start, end, lower.find(">", end) + 1 or len(lower)


def usual_tag(tag: str) -> str:
    """Return the shortest tag that opens what this one does where no sheet has rules."""
    lower = tag.lower()
    if "style" in lower or "hidden" in lower or "bgcolor" in lower or "background" in lower:
        return tag
    if lower.startswith("<a") and LINK_TAG.match(lower):
        return "<a href=x>"
    found = NAME.match(lower)
    if found is None or (found[1] in ASKED and any(map(lower.__contains__, ASKED[found[1]]))):
        return tag
    return f"<{found[1]}>"


def element_of(tag: str) -> Element:
    """Return the element that a start tag opens."""
    return (_read_element if len(tag) <= MAX_REMEMBERED else _read_element.__wrapped__)(tag)


@lru_cache(maxsize=8192)
def _read_element(tag: str) -> Element:
    lower = tag.lower()
    found = NAME.match(lower)
    name, end = (found[1], found.end()) if found else ("", 1)
    if end >= len(lower) - 1:
        return Element(name, {}, NO_CLASSES, {}, (name,))
    attributes: dict[str, str] = {}
    for key, double, single, bare in ATTRIBUTE.findall(lower, end):
        value = double or single or bare
        attributes.setdefault(key, unescaped(value) if "&" in value else value)
    classes = frozenset(attributes["class"].split()) if "class" in attributes else NO_CLASSES
    declared = declarations_of(attributes["style"]) if "style" in attributes else {}
    look: list[object] = [name]
    look += [(key, attributes[key]) for key in TELLING_COLOURS if key in attributes]
    look += [(key, name == "a" or attributes[key]) for key in TELLING.get(name, ()) if key in attributes]
    look += declared.items()
    return Element(name, attributes, classes, declared, tuple(look))


@lru_cache(maxsize=1024)
def end_name(tag: str) -> str:
    """Return the name in an end tag; nothing where it has none."""
    found = NAME.match(tag) if len(tag) < 100 else None
    return found[1].lower() if found else ""


MAX_KEPT, MAX_KEPT_TAG, MAX_SHORT_TAG = 5_000, 500, 40
ODD_PARENTS = frozenset({"table", "tbody", "thead", "tfoot", "tr", "details"})
"""Elements in which not everything is shown in their own style."""
CLOSES_OTHERS = CLOSES_P | HEADINGS | CLOSED_BY.keys() | {"a"}
PAGE_NAMES = frozenset({"html", "body"})
ASKING_NAMES = CLOSES_OTHERS | PAGE_NAMES | VOID | {"head", "frameset"}
OF_THEIR_OWN = FORMATTING | PAGE_NAMES | {"img"}
"""Elements that are not taken for another that looks the same."""
ONLY_CLOSE_P = (CLOSES_P - HEADINGS - VOID - CLOSED_BY.keys()) | {"p"}
NO_NAMES: frozenset[str] = frozenset()
NO_RULES: tuple[list[Rule], bool] = [], True
QUIET_PARENTS = {name: CLOSED_BY[name][1] & {"tr", "table"} for name in ("td", "th", "tr", "tbody", "thead", "tfoot")}
"""The parents in which a part of a table begins without closing anything."""


class Open(NamedTuple):
    """An element that has begun and not ended."""

    element: Element
    style: Style
    space: str
    """The white space that its end leaves in the text."""
    name: str
    is_odd: bool
    """True if what is in it may be shown in another style than its own."""
    shows_text: bool
    """True if text in it is seen, without asking for what is around it."""
    shows_space: bool
    """True if white space in it is."""
    end: str
    """The tag that ends it, as usually written."""
    moves: dict[str, Move]
    """The start tags, by their source, that do the same in all elements of this style, and what they do."""


class Move(NamedTuple):
    """All that a start tag does which closes nothing and asks for nothing around the element that it stands in."""

    child: Open | None
    """The element that it opens; None for one that has no end."""
    closes: str
    """The name that must not be open, or it would be closed; empty where there is none."""
    space: str
    """The white space that it leaves in the text."""


class Tag(NamedTuple):
    """A start tag, and what has to be done about it."""

    element: Element
    name: str
    is_plain: bool
    """True if its element looks like what is around it."""
    space: str
    is_easy: bool
    """True if its element can be opened without asking anything first."""
    closes: str
    """The one name that it may close; empty where there are others, or none."""
    quiet_parents: frozenset[str]
    """In these it closes nothing."""
    number: int
    """The number that all tags have which open the same; a negative one has no second tag."""


class Styling:
    """Works out the styles of elements, each look in each surrounding once."""

    def __init__(self, sheets: Sequence[str], *, is_quirky: bool) -> None:
        self.sheet = StyleRules()
        for css in sheets:
            self.sheet.add(css)
        self._is_quirky = is_quirky
        self._rules: dict[object, tuple[list[Rule], bool]] = {}
        self._known: dict[tuple[object, ...], tuple[Style, str]] = {}
        self._same: dict[tuple[object, ...], Style] = {}
        self._looks: dict[tuple[object, object], Tag] = {}
        self._n_tags = 0
        self.tags: dict[str, Tag] = {}
        self.children: dict[tuple[Style, int], Move] = {}
        """The elements that tags, by their numbers, open in surroundings of a style, where no more matters."""
        self._moves: dict[tuple[Style, str], dict[str, Move]] = {}
        self._n_moves = 0

    def tag_of(self, source: str) -> Tag:
        """Return what a start tag asks for, remembered by its source."""
        has_rules = self.sheet.n_rules > 0
        if not has_rules:
            asked, source = source, usual_tag(source)
            if source in self.tags:
                known = self.tags[source]
                if len(asked) <= MAX_SHORT_TAG:
                    self.tags[asked] = known
                return known
        element = element_of(source)
        key = self.sheet.key_of(element) if has_rules else element.name
        is_shared = element.name not in OF_THEIR_OWN and key is not element
        found = self._looks.get((key, element.look)) if is_shared else None
        if found is None:
            has_number = is_shared or len(source) <= MAX_KEPT_TAG
            self._n_tags += has_number
            number = self._n_tags if has_number else -1
            found = Tag(element, element.name, self.is_plain(element), *_by_name(element.name), number)
            if is_shared:
                self._looks[key, element.look] = found
        if len(source) <= MAX_KEPT_TAG:
            self.tags[source] = found
        return found

    def forget_most(self) -> None:
        """Bound what is kept from page to page; what was left out for want of time is found anew."""
        n_kept = max(len(self.tags), len(self._looks), len(self._known), len(self.children), self._n_moves)
        if self.sheet.is_spent or n_kept > MAX_KEPT:
            for kept in (self.tags, self._looks, self._known, self._same, self._rules, self.children, self._moves):
                kept.clear()
            self._n_moves = 0

    def is_plain(self, element: Element) -> bool:
        """Tell whether an element looks like what is around it, wherever it is."""
        is_bare = len(element.look) == 1 and element.name not in STYLED_NAMES and DISPLAYS.get(element.name) != "none"
        return is_bare and not self._rules_for(element)[0]

    def opened(self, element: Element, style: Style, space: str) -> Open:
        """Return an element as open."""
        name = element.name
        is_odd = name in ODD_PARENTS
        shows_space = not style.unseen and name != "details"
        moves = self._moves.setdefault((style, name if is_odd else ""), {})
        return Open(element, style, space, name, is_odd, shows_space and not is_odd, shows_space, f"</{name}>", moves)

    def note_move(self, source: str, inner: Open, move: Move) -> None:
        """Remember what a start tag does in an element, if the tag is remembered."""
        if source in self.tags:
            inner.moves[source] = move
            self._n_moves += 1

    def child_of(self, around: Style, tag: Tag, parents: Sequence[Open]) -> Open:
        """Return what a tag opens in a surrounding, given all that is open."""
        known = self.children.get((around, tag.number))
        if known is not None and known.child is not None:
            return known.child
        element = tag.element
        if tag.is_plain:
            child = self.opened(element, around, "" if around.gone else tag.space)
        else:
            child = self.opened(element, *self.style_of(element, around, parents))
        if tag.number >= 0 and self._rules_for(element)[1]:
            self.children[around, tag.number] = Move(child, "" if tag.is_easy else tag.closes, child.space)
        return child

    def style_of(self, element: Element, around: Style, parents: Sequence[Open]) -> tuple[Style, str]:
        """Return the style of an element, given that of what is around it, and all that is open."""
        rules, is_simple = self._rules_for(element)
        if not is_simple:
            elements, is_spent = [each.element for each in parents], self.sheet.is_spent
            rules = [
                rule
                for rule in rules
                if len(rule.compounds) == 1 or (not is_spent and self.sheet.applies(rule, elements))
            ]
        key = (around, element.look, *rules)
        found = self._known.get(key)
        if found is None:
            layers = [*(rule.declared for rule in rules), element.declared]
            declared = merged(layers) if rules or element.declared else element.declared
            style, space = computed(around, element, declared, is_quirky=self._is_quirky)
            found = self._known[key] = self._same.setdefault(values_of(style), style), space
        return found

    def _rules_for(self, element: Element) -> tuple[list[Rule], bool]:
        if not self.sheet.n_rules:
            return NO_RULES
        key = self.sheet.key_of(element)
        found = self._rules.get(key)
        if found is None:
            rules = self.sheet.candidates(element)
            found = self._rules[key] = rules, all(len(rule.compounds) == 1 for rule in rules)
        return found


@lru_cache(maxsize=256)
def _by_name(name: str) -> tuple[str, bool, str, frozenset[str]]:
    """Return what all start tags of a name have in common: space, is_easy, closes and quiet_parents of Tag."""
    closes = "a" if name == "a" else "p" if name in ONLY_CLOSE_P else ""
    space = LAYOUT_SPACES.get(DISPLAYS.get(name, ""), "")
    return space, name not in ASKING_NAMES, closes, QUIET_PARENTS.get(name, NO_NAMES)


def styling_of(sheets: tuple[str, ...], *, is_quirky: bool) -> Styling:
    """Return the styling of a page with these style sheets, which those of one sender have in common."""
    styling = _kept_styling(sheets, is_quirky)
    if styling.sheet.n_rules == 0:
        return _kept_styling((), is_quirky)
    styling.sheet.n_comparisons = 0
    return styling


@lru_cache(maxsize=16)
def _kept_styling(sheets: tuple[str, ...], is_quirky: bool) -> Styling:
    """Return the styling of pages with these style sheets, which keeps what it knows for the next one."""
    return Styling(sheets, is_quirky=is_quirky)

"""HTML taken apart: tags and their attributes, what is never text, and what browsers make of elements by name."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

_BLOCKS = (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer"
    " form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p"
    " plaintext pre search section summary ul xmp"
)
_ROWS = "caption table tbody tfoot thead tr"
_NEVER_SHOWN = (
    "area audio base basefont col colgroup datalist head link meta meter noembed noframes param"
    " rp script source style template title track video annotation annotation-xml"
)
DISPLAYS: dict[str, str] = {
    **dict.fromkeys(_BLOCKS.split(), "block"),
    **dict.fromkeys(_ROWS.split(), "row"),
    **dict.fromkeys(_NEVER_SHOWN.split(), "none"),
    "table": "table",
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
_SVG = (
    "svg g text tspan textpath switch foreignobject defs symbol clippath mask pattern marker desc metadata tref image"
    " use lineargradient radialgradient filter animate set path rect circle ellipse line polyline polygon stop mphantom"
)
SVG_NAMES = frozenset(_SVG.split())
"""Elements whose attributes style them."""
SVG_UNSHOWN = frozenset({
    "defs", "symbol", "clippath", "mask", "pattern", "marker", "desc", "metadata", "lineargradient",
    "radialgradient", "filter",
})  # fmt: skip
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
LAYOUT_SPACES = {"block": "\n", "flex": "\n", "table": "\n", "row": "\n", "cell": " "}
"""White space that an element leaves around itself, by its layout."""
FONT_SIZES = {
    "h1": "2em", "h2": "1.5em", "h3": "1.17em", "h5": ".83em", "h6": ".67em", "small": "smaller", "big": "larger",
    "sub": "smaller", "sup": "smaller", "button": "13.33px", "input": "13.33px", "select": "13.33px",
    "textarea": "13.33px",
}  # fmt: skip


LONG_REFERENCE = re.compile(r"&#(?=[0-9])0*+([0-9]*+)")


def decode_references(text: str) -> str:
    """Decode character references. A numeric one with too many digits is cut; it names no character."""
    if text.count("&") == text.count("&amp;"):  # as in most addresses
        return text.replace("&amp;", "&")
    try:
        return unescape(text)
    except ValueError:
        return unescape(LONG_REFERENCE.sub(lambda found: f"&#{found[1][:8] or 0}", text))


@dataclass(slots=True, eq=False)
class Element:
    """A start tag: its name in lower case, and its attributes."""

    name: str
    attributes: dict[str, str]
    """By name in lower case; the values as they are."""
    classes: frozenset[str]
    look: tuple[object, ...]
    """All but its own style by which it can look unlike another element in its place that no rule is for."""


MAX_ATTRIBUTES = 500
MAX_LINKED_SHEETS = 20
LINK = re.compile(r"<link(?=[\s/])")
MAX_REMEMBERED = 300
"""Tags up to this length, which come again from page to page, are remembered with what they open."""
UNREAD = re.compile(r"<(?:!--|(script|style|title|iframe|noembed|noframes|textarea|xmp|plaintext)(?=[\s/>]))")
SHOWN_RAW = frozenset({"textarea", "xmp", "plaintext"})
"""Elements whose inside is shown as it is written, tags and all."""
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
TELLING_COLOURS = ("hidden", "bgcolor", "background", "popover")
TELLING = {
    "a": ("href",), "body": ("text", "link"), "font": ("color", "size"), "basefont": ("color",), "input": ("type",),
    "details": ("open",), "dialog": ("open",), "img": ("width", "height"), "html": (), "marquee": ("width", "height"),
}  # fmt: skip
"""Attributes by which an element can look unlike another of its name."""
ASKED = {**TELLING, "img": ("alt", "width", "height"), "html": ("=",), "body": ("=",)}
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
    if "text/css" in lower and "<link" in lower:
        sheets += _linked_sheets(html, lower)
    while found := UNREAD.search(lower, at):
        kept.append(html[at : found.start()])
        begin, (start, end, at) = found.start(), _extent(lower, found)
        if found[1] == "style":
            sheets += _sheet(_read_element.__wrapped__(html[begin : min(start, begin + 2000)]), html[start:end])
        if found[1] in SHOWN_RAW:
            kept += (html[begin:start], html[start:end].replace("<", "&lt;"), html[end:at])
        elif found[1]:
            kept.append("\n" if found[1] != "title" else " ")
    last = max(at, html.rfind(">") + 1)
    unended = UNENDED.search(html, last)  # a tag that never ends, at the end of the source
    kept.append(html[at : unended.start() if unended else len(html)])
    return Source("".join(kept), tuple(sheets))


def _sheet(element: Element, css: str) -> list[str]:
    """Return the style sheet of a `style` or `link` element, if it is one that browsers read."""
    kind, media = (element.attributes.get(name, "").strip().lower() for name in ("type", "media"))
    if kind not in ("", "text/css"):
        return []
    return [f"@media {media} {{{css}\n}}" if media and media not in ("all", "screen") else css]


def _linked_sheets(html: str, lower: str) -> Iterator[str]:
    """Yield the style sheets that stand in the addresses of links."""
    for found in islice(LINK.finditer(lower), MAX_LINKED_SHEETS):
        element = _read_element.__wrapped__(html[found.start() : lower.find(">", found.end()) + 1])
        css = data_sheet(element.attributes.get("href", ""))
        if "stylesheet" in element.attributes.get("rel", "").lower().split():
            yield from _sheet(element, css)


def data_sheet(address: str) -> str:
    """Return the style sheet in a `data:` address; nothing where there is none."""
    head, comma, content = address.strip().partition(",")
    if not comma or not head.lower().startswith("data:text/css"):
        return ""
    raw = unquote_to_bytes(content)
    if head.lower().rstrip().endswith("base64"):
        try:
            raw = base64.b64decode(raw)
        except ValueError:
            return ""
    return raw.decode("utf-8", "replace")


def _extent(lower: str, found: re.Match[str]) -> tuple[int, int, int]:
    """Return where the inside of what is left out begins and ends, and where the source goes on."""
    if found[1] is None:
        start = found.end()
        if lower.startswith((">", "->"), start):
            return start, start, lower.index(">", start) + 1
        closing = COMMENT_END.search(lower, start)
        return (start, closing.start(), closing.end()) if closing else (start, len(lower), len(lower))
    tag = TAG.match(lower, found.start())
    start = tag.end() if tag else len(lower)
    end = lower.find(f"</{found[1]}", start) if found[1] != "plaintext" else -1
    if end < 0:
        return start, len(lower), len(lower)
    return start, end, lower.find(">", end) + 1 or len(lower)


def usual_tag(tag: str) -> str:
    """Return the shortest tag that opens what this one does where no sheet has rules."""
    lower = tag.lower()
    if "style" in lower or "hidden" in lower or "bgcolor" in lower or "background" in lower or "popover" in lower:
        return tag
    if lower.startswith("<a") and LINK_TAG.match(lower):
        return "<a href=x>"
    found = NAME.match(lower)
    if found is None or found[1] in SVG_NAMES or (found[1] in ASKED and any(map(lower.__contains__, ASKED[found[1]]))):
        return tag
    return f"<{found[1]}>"


def element_of(tag: str) -> Element:
    """Return the element that a start tag opens."""
    return (_read_element if len(tag) <= MAX_REMEMBERED else _read_element.__wrapped__)(tag)


@lru_cache(maxsize=8192)
def _read_element(tag: str) -> Element:
    found = NAME.match(tag)
    name, end = (found[1].lower(), found.end()) if found else ("", 1)
    if end >= len(tag) - 1:
        return Element(name, {}, NO_CLASSES, (name,))
    attributes: dict[str, str] = {}
    for key, double, single, bare in ATTRIBUTE.findall(tag, end):
        value = double or single or bare
        attributes.setdefault(key.lower(), decode_references(value) if "&" in value else value)
    classes = frozenset(attributes["class"].split()) if "class" in attributes else NO_CLASSES
    look: list[object] = [name]
    if name in SVG_NAMES:
        look += attributes.items()
    else:
        look += [(key, attributes[key]) for key in TELLING_COLOURS if key in attributes]
        look += [(key, name == "a" or attributes[key]) for key in TELLING.get(name, ()) if key in attributes]
    return Element(name, attributes, classes, tuple(look))


@lru_cache(maxsize=1024)
def end_name(tag: str) -> str:
    """Return the name in an end tag; nothing where it has none."""
    found = NAME.match(tag) if len(tag) < 100 else None
    return found[1].lower() if found else ""

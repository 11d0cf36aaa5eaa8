"""Parse HTML tags and attributes. Tables of element names say how browsers treat each element."""

from __future__ import annotations

import base64
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

_BLOCKS = (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure"
    " footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p"
    " plaintext pre search section summary ul xmp"
)
_ROWS = "table tbody tfoot thead tr"
_NEVER_SHOWN = (
    "area audio base basefont col colgroup datalist head link meta meter noembed noframes param"
    " progress rp script source style template title track video mspace annotation annotation-xml"
)
DISPLAYS: dict[str, str] = {
    **dict.fromkeys(_BLOCKS.split(), "block"),
    **dict.fromkeys(_ROWS.split(), "row"),
    **dict.fromkeys(_NEVER_SHOWN.split(), "none"),
    "table": "table",
    **dict.fromkeys(("td", "th"), "cell"),
    **dict.fromkeys(("button", "input", "select", "textarea", "marquee"), "inline-block"),
}
"""Default CSS `display` of elements, by tag name. Elements not listed here are inline."""

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
"""Formatting elements. Their end tag closes them even across blocks that were opened inside them."""
SPECIAL = frozenset(_SPECIAL.split())
"""Elements that the end tag of an inline element cannot close (`special` in the HTML standard), unless it is a
formatting element.
"""
SCOPES = frozenset(_SCOPES.split())
"""Elements whose content cannot close elements outside them."""
_SVG = (
    "svg g text tspan textpath switch foreignobject defs symbol clippath mask pattern marker desc metadata tref image"
    " use lineargradient radialgradient filter animate set path rect circle ellipse line polyline polygon stop mphantom"
)
_LEAVING_SVG = (
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta"
    " nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
LEAVING_SVG = frozenset(_LEAVING_SVG.split())
"""Elements whose start tag ends a picture of SVG, or a formula of MathML, that it stands in."""
MATH_NAMES = frozenset({
    "math", "mi", "mn", "mo", "ms", "mtext", "mrow", "mstyle", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup",
    "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mpadded", "merror",
})  # fmt: skip
SVG_NAMES = frozenset(_SVG.split()) | MATH_NAMES
"""Elements with presentation attributes, which style them."""
SVG_UNSHOWN = frozenset({
    "defs", "symbol", "clippath", "mask", "pattern", "marker", "desc", "metadata", "lineargradient",
    "radialgradient", "filter",
})  # fmt: skip
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
CLOSES_P = frozenset(_CLOSING_P.split())
TABLE_PARTS = frozenset({"caption", "tbody", "td", "tfoot", "th", "thead", "tr"})
TABLE_GROUPS = _GROUPS = ("tbody", "thead", "tfoot")
_CELLS, _TERMS = ("td", "th"), ("dd", "dt")
_TABLE = frozenset({"table", "html"})
CLOSED_BY: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), SPECIAL - {"address", "div", "p", "li"}),
    **dict.fromkeys(_TERMS, (frozenset(_TERMS), SPECIAL - {"address", "div", "p", *_TERMS})),
    "option": (frozenset({"option"}), frozenset({"select"})),
    "optgroup": (frozenset({"option", "optgroup"}), frozenset({"select"})),
    **dict.fromkeys(_CELLS, (frozenset({*_CELLS, "caption"}), _TABLE | {"tr"})),
    "tr": (frozenset({"tr", "caption", "colgroup"}), _TABLE),
    **dict.fromkeys(_GROUPS, (frozenset({*_GROUPS, "caption", "colgroup"}), _TABLE)),
    "p": (frozenset({"p"}), SCOPES),
    "button": (frozenset({"button"}), SCOPES - {"button"}),
}
"""For each tag name: the elements that its start tag closes, and elements that stop the search for these."""
END_SCOPES: dict[str, frozenset[str]] = {
    **dict.fromkeys((*_CELLS, *_GROUPS, "tr", "caption", "table"), _TABLE),
    "li": SCOPES | {"ol", "ul"},
}
LAYOUT_SPACES = {"block": "\n", "flex": "\n", "table": "\n", "row": "\n", "cell": " "}
"""White space around an element in the extracted text, by its `display`."""
FONT_SIZES = {
    "h1": "2em", "h2": "1.5em", "h3": "1.17em", "h5": ".83em", "h6": ".67em", "small": "smaller", "big": "larger",
    "sub": "smaller", "sup": "smaller", "button": "13.33px", "input": "13.33px", "select": "13.33px",
    "textarea": "13.33px",
}  # fmt: skip
PAGE_NAMES = frozenset({"html", "body"})
STYLED_NAMES = (
    frozenset({"table", "dialog", "details", "summary", "mark", "marquee", "a", *FONT_SIZES}) | SVG_NAMES | PAGE_NAMES
    | {name for name, display in DISPLAYS.items() if display == "none"}
)  # fmt: skip
"""Elements that browsers style differently from their parent without any declaration."""


LONG_REFERENCE = re.compile(r"&#(?=[0-9])0*+([0-9]*+)")


def decode_references(text: str) -> str:
    """Decode character references.

    Numeric ones with more than 8 digits are cut to 8; such numbers are no characters.
    """
    if text.count("&") == text.count("&amp;"):  # as in most addresses
        return text.replace("&amp;", "&")
    try:
        return unescape(text)
    except ValueError:
        return unescape(LONG_REFERENCE.sub(lambda found: f"&#{found[1][:8] or 0}", text))


@dataclass(slots=True, eq=False)
class Element:
    """The element of a start tag: the name in lower case, and the attributes that affect the style."""

    name: str
    attributes: dict[str, str]
    """Attribute values by name; names are in lower case."""
    classes: frozenset[str]
    """Class names. On a page in quirks mode, where case is ignored, class names and the id are in lower case."""
    id: str
    appearance: tuple[object, ...]
    """Key for the appearance without style sheets: the name, and attributes with their values."""
    inherits_appearance: bool
    """Whether the element looks like its parent if no style is declared for it."""


MAX_ATTRIBUTES = 500
MAX_LINKED_SHEETS, MAX_TEMPLATES, MAX_INNER_SCRIPTS = 20, 20, 20
MAX_ALTERNATIVES = 200
"""Maximum number of alternative texts of pictures per page."""
LINK = re.compile(r"<link(?=[\s/])")
DATA_ADDRESS = re.compile(r"data:|&#|&colon", re.IGNORECASE)
ELEMENTS_NOT_READ = re.compile(
    r"<(?:!--|(script|style|title|iframe|noembed|noframes|textarea|xmp|plaintext)(?=[\s/>]))"
)
ROOTLESS_SCOPE = re.compile(r"@scope\s*\{")
RAW_TEXT_ELEMENTS = frozenset({"textarea", "xmp", "plaintext"})
"""Elements whose content is shown as written, including its tags."""
UNENDED_TAG = re.compile(r"<[a-zA-Z/!?]")
COMMENT_END = re.compile(r"--!?>")
_REST = rf"""[^>"']*+(?:>|(?:(?<==)(?:"[^"]*+"|'[^']*+')[^>"']*+|["'][^>"']*+){{0,{MAX_ATTRIBUTES}}}+>)"""
"""Matches the rest of a tag. A quote after an equals sign hides a `>`.

The repetition is possessive: without it, a mail of 3 KB with 1,003 quotes never finished, because each quote could be
read in two ways.
"""
TAG = re.compile(rf"(<[a-zA-Z/!?]{_REST}|<[!?/][^>]*+>|<[a-zA-Z][^>]*+>)")
SIMPLE_TAG = re.compile(rf"<(?:(/?[a-zA-Z][^\s/>]*+){_REST}|[a-zA-Z!?/][^>]*+>)")
WHOLE_TAG = re.compile(r"""<[a-zA-Z](?:[^>"'=]++|=\s*+(?:"[^"]*+"|'[^']*+')|=(?!\s*+["'])|(?<![=\s])["'])*>""")
"""Matches a tag whose quoted values all end."""
NAME = re.compile(r"</?([a-zA-Z][^\s/>]*+)")
ATTRIBUTE = re.compile(r"""([^\s/>"'=<][^\s/>=]*+)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s>]*+))?""")
APPEARANCE_ATTRIBUTES_OF_ALL = ("hidden", "bgcolor", "background", "popover")
INNER_PAGE = "data-inner-page"
"""Name of the attribute by which `number_inner_pages` tells the reader about a page inside a page."""
SHADOW_CONTENT = "data-shadow-content"
"""Name of the attribute by which `note_shadow_content` says what a shadow root does with the rest of its parent."""
_APPEARANCE_ATTRIBUTES = {
    "a": ("href",), "body": ("text", "link"), "font": ("color", "size"), "basefont": ("color",),
    "input": ("type", "value", "placeholder", "alt"), "details": ("open", "name"), "dialog": ("open",),
    "img": ("width", "height", "src"), "html": (), "col": ("span",), "td": ("colspan",), "th": ("colspan",),
    **dict.fromkeys(("iframe", "frame", "object", "embed"), (INNER_PAGE, "width", "height")),
    "marquee": ("width", "height"), "select": ("multiple", "size"),
    "option": ("selected", "disabled", "label"), "optgroup": ("label",),
    "template": ("shadowrootmode", SHADOW_CONTENT),
}  # fmt: skip
APPEARANCE_ATTRIBUTES = {
    name: (*APPEARANCE_ATTRIBUTES_OF_ALL, *names) for name, names in _APPEARANCE_ATTRIBUTES.items()
}
"""Attributes that can change how an element is shown, by tag name.

APPEARANCE_ATTRIBUTES_OF_ALL holds for other names.
"""
NO_CLASSES: frozenset[str] = frozenset()


INNER_PAGE_SIGNS = frozenset({"<iframe", "<frame", "<object", "<embed"})
RARE_SIGNS = (*INNER_PAGE_SIGNS, "shadowrootmode", "clippath", "<use")
"""Parts of a source that call for a step of their own before it is read. They stand in or beside special elements."""
NO_SIGNS: frozenset[str] = frozenset()
SPECIAL_ELEMENTS = re.compile(
    r"<(?:d(?:etails|ialog|atalist)|templ|obj|vid|aud|canv|me?ter|prog|rp|svg|math|mar[kq]|mphan|framese|annot|input|iframe|embed|select|textarea)"
)
"""Matches elements that may hide their content, or show what is not their content."""


class Source(NamedTuple):
    """An HTML source without the parts that are never text, and the style sheets in it."""

    html: str
    sheets: tuple[str, ...]
    signs: frozenset[str]
    """The members of `RARE_SIGNS` that the source contains."""
    has_special_elements: bool
    """Whether it contains one of `SPECIAL_ELEMENTS`."""


def source_of(html: str, lower: str, shown: frozenset[str] = frozenset()) -> Source:
    """Return a source without the parts that are never text, and its style sheets.

    `lower` is the source in lower case, of the same length. `shown` are names of elements, such as `script`, that the
    style sheets of the page show as text.
    """
    sheets, kept, at = list[str](), list[str](), 0
    end = _start_of_unended_value(html)
    html, lower = html[:end], lower[:end]
    templates = _extents_of_templates(lower) if "<template" in lower else []
    if "<link" in lower:
        sheets += _linked_sheets(html, lower)
    while found := ELEMENTS_NOT_READ.search(lower, at):
        kept.append(html[at : found.start()])
        begin, (start, end, at) = found.start(), _extent_of_removed(lower, found)
        if found[1] == "style" and not any(start <= begin < end for start, end in templates):
            css = html[start:end]
            if css.lstrip().startswith("<![CDATA[") and lower.rfind("<svg", 0, begin) > lower.rfind("</svg", 0, begin):
                css = css.replace("<![CDATA[", "").replace("]]>", "")
            if (
                "@scope" in css and lower.find("</head", end) >= 0
            ):  # without a root, it is about the parent of the sheet
                css = ROOTLESS_SCOPE.sub("@scope (head) {", css)
            sheets += _sheet(attributes_of(html[begin : min(start, begin + 2000)]), css)
        elif found[1] == "style":
            kept.append("<style></style>")
        is_shown = found[1] in shown or (
            "display" in lower[begin:start] and SHOWN.search(lower, begin, start) is not None
        )
        if found[1] in RAW_TEXT_ELEMENTS or (is_shown and found[1] in SHOWABLE_ELEMENTS):
            content = html[start:end]
            if found[1] == "textarea" and not content.strip() and "placeholder" in lower[begin:start]:
                content = escape(attributes_of(html[begin:start]).get("placeholder", ""))
            kept += (html[begin:start], content.replace("<", "&lt;"), html[end:at])
        elif found[1] == "iframe":
            kept += (html[begin:start], "</iframe>")
        elif found[1]:
            kept.append("\n" if found[1] != "title" else " ")
    if sheets and not shown and (asked := _elements_shown_by(sheets)):
        return source_of(html, lower, asked)
    last = max(at, html.rfind(">") + 1)
    unended = UNENDED_TAG.search(html, last)  # a tag that never ends, at the end of the source
    kept.append(html[at : unended.start() if unended else len(html)])
    source = "".join(kept)
    if "<image" in lower and "<svg" not in lower:
        source = IMAGE_TAG.sub("<img", source)
    if "container" in lower and any("@container" in css.lower() for css in sheets) and INLINE_CONTAINER.search(source):
        sheets.insert(0, CONTAINER_SHEET)
    has_special_elements = SPECIAL_ELEMENTS.search(lower) is not None
    signs = frozenset(sign for sign in RARE_SIGNS if sign in lower) if has_special_elements else NO_SIGNS
    return Source(source, tuple(sheets), signs, has_special_elements)


DOCTYPE = re.compile(
    r"(?:\ufeff|\s++|<!--(?:(?!-->).){0,2000}-->|<\?[^>]*+>)*<!doctype(?:\s++([^\s>]++))?(?:\s++public\s*+[\"']([^\"'>]*+)[\"'])?"
    r"(\s*+[\"'])?",
    re.DOTALL,
)
"""Matches the declaration at the start of a page: its name, its public identifier, and whether an address follows."""
QUIRKY_IDENTIFIERS = (
    "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html 3",
    "-//w3c//dtd w3 html", "-//w3o//", "-//ietf//", "-//netscape", "-//microsoft", "-//sun micro", "-//softquad",
    "-//spyglass", "-//sq//", "-//webtechs", "-//o'reilly", "-//advasoft", "-//as//", "-//metrius", "+//silmaril",
    "-/w3c/dtd html 4.0 transitional/en", "html",
)  # fmt: skip
"""Beginnings of public identifiers for which browsers use quirks mode."""
QUIRKY_WITHOUT_ADDRESS = ("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")


def has_quirks(lower: str) -> bool:
    """Return whether browsers use quirks mode for a page, whose source is given in lower case."""
    found = DOCTYPE.match(lower) if "<!doctype" in lower[:4000] else None
    if found is None or found[1] != "html":
        return True
    identifier = (found[2] or "").strip()
    has_address = found[3] is not None
    return identifier.startswith(QUIRKY_IDENTIFIERS) or (
        not has_address and identifier.startswith(QUIRKY_WITHOUT_ADDRESS)
    )


IMAGE_TAG = re.compile(r"<image(?=[\s/>])", re.IGNORECASE)
"""Another name of `img` outside of SVG."""
INLINE_CONTAINER = re.compile(r"container(?:-type)?\s*+:", re.IGNORECASE)
CONTAINER_SHEET = "nothing { container-type: inline-size }"
"""Tells the rules of a page that one of its elements is a container by its own style."""
SHOWABLE_ELEMENTS = frozenset({"style", "script", "title"})
"""Elements that browsers show as text if a style says so."""
SHOWN = re.compile(r"display\s*+:\s*+(?!none)", re.IGNORECASE)
SHOWING_RULE = re.compile(rf"[\w\s,.#:-]{{0,200}}+\{{[^{{}}]{{0,500}}?{SHOWN.pattern}")
"""Matches the rest of a rule after the name of an element, if the rule shows the element."""


def _elements_shown_by(sheets: Sequence[str]) -> frozenset[str]:
    """Return the names of elements without text of their own that style sheets may show."""
    names = set[str]()
    for css in sheets:
        if "display" in (lower := css.lower()):
            names.update(
                name
                for name in SHOWABLE_ELEMENTS
                if any(SHOWING_RULE.match(lower, end) for end in _ends_of_selected(name, lower))
            )
    if "title" in names and not any(_ends_of_selected("head", css.lower()) for css in sheets):
        names.discard("title")
    return frozenset(names)


def _ends_of_selected(name: str, css: str) -> list[int]:
    """Return the offsets after an element's name in a style sheet, where it may stand in a selector."""
    ends, length = list[int](), len(name)
    at = css.find(name)
    while at >= 0:
        end = at + length
        before, after = css[at - 1 : at], css[end : end + 1]
        if not (before.isalnum() or before in NOT_BEFORE_A_NAME or after.isalnum() or after in ("-", "_")):
            ends.append(end)
        at = css.find(name, end)
    return ends


NOT_BEFORE_A_NAME = ("_", ".", "#", "-")


def _extents_of_templates(lower: str) -> list[tuple[int, int]]:
    """Return (start, end) offsets of `<template>` elements. Style sheets in them do not apply to the page."""
    found: list[tuple[int, int]] = []
    at = lower.find("<template")
    while at >= 0 and len(found) < MAX_TEMPLATES:
        end = lower.find("</template", at)
        end = end if end >= 0 else len(lower)
        found.append((at, end))
        at = lower.find("<template", end)
    return found


def _start_of_unended_value(html: str) -> int:
    """Return the offset of a tag in which a quote is never closed. Browsers show nothing from this tag on."""
    for quote in "\"'":
        at = html.rfind("=" + quote)
        if at >= 0 and html.find(quote, at + 2) < 0:
            begin = html.rfind("<", 0, at)
            is_in_tag = begin >= 0 and html[begin + 1 : begin + 2].isalpha() and html.find(">", begin, at) < 0
            if is_in_tag and not WHOLE_TAG.match(html, begin):  # an address may end with the equals sign before a quote
                return begin
    return len(html)


def _sheet(attributes: dict[str, str], css: str) -> list[str]:
    """Return the style sheet of a `style` or `link` element, or an empty list if browsers do not use it."""
    kind, media = (attributes.get(name, "").strip().lower() for name in ("type", "media"))
    if kind not in ("", "text/css"):
        return []
    return [f"@media {media} {{{css}\n}}" if media and media not in ("all", "screen") else css]


def _linked_sheets(html: str, lower: str) -> Iterator[str]:
    """Yield the style sheets embedded in `<link>` elements as `data:` URLs."""
    for found in islice(LINK.finditer(lower), MAX_LINKED_SHEETS):
        tag = html[found.start() : lower.find(">", found.end()) + 1]
        if not DATA_ADDRESS.search(tag):
            continue
        attributes = attributes_of(tag)
        css = sheet_of_data_url(attributes.get("href", ""))
        kinds = attributes.get("rel", "").lower().split()
        if (
            "stylesheet" in kinds
            and "disabled" not in attributes
            and not ("alternate" in kinds and "title" in attributes)
        ):
            yield from _sheet(attributes, css)


def number_inner_pages(pieces: list[str]) -> list[str]:
    """Return the pages inside a page that is split at its tags, and number their elements.

    The sources are taken out of the tags, so that no cache keeps them.
    """
    pages: list[str] = []
    for at in range(1, len(pieces), 2):
        found = INNER_PAGE_TAG.match(pieces[at])
        if found is None:
            continue
        attributes = attributes_of(pieces[at])
        attributes.pop(INNER_PAGE, None)
        address = attributes.pop("data" if found[1].lower() == "object" else "src", "")
        page = attributes.pop("srcdoc", None) if found[1].lower() == "iframe" else None
        if page is None:
            page = text_of_data_url(address, "text/html") or escape(text_of_data_url(address, "text/plain"))
            if found[1].lower() == "object" and IMAGE_ADDRESS.match(address):
                page = " "  # the picture stands for the content
        if page and len(pages) < MAX_INNER_PAGES:
            attributes[INNER_PAGE] = str(len(pages))
            pages.append(page)
        written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        pieces[at] = f"<{found[1]}{written}>"
    return pages


INNER_PAGE_TAG = re.compile(r"<(i?frame|object|embed)(?=[\s/])", re.IGNORECASE)
IMAGE_ADDRESS = re.compile(r"\s*+data:image/", re.IGNORECASE)
MAX_INNER_PAGES = 20
CLIP_PATH = re.compile(r"<clippath(?=[\s>])([^<>]*+)>(.*?)(?:</clippath|\Z)", re.IGNORECASE | re.DOTALL)
CLIP_SHAPE = re.compile(r"<(?:rect|circle|ellipse|path|poly|line|text|use)[^<>]*+", re.IGNORECASE)
MIN_CLIP_PX = 8.0
MAX_CLIPS = 20


def _has_area(shape: str) -> bool:
    """Return whether a shape of SVG is as large as a letter; true for shapes whose size is not plain."""
    attributes = attributes_of(shape + ">")
    sizes = [attributes.get(name, "").strip() for name in ("width", "height", "r", "rx", "ry") if name in attributes]
    if not shape[1:].lower().startswith(("rect", "circle", "ellipse")):
        return True
    return bool(sizes) and not any(
        size.removesuffix("px").isdecimal() and float(size.removesuffix("px")) < MIN_CLIP_PX for size in sizes
    )


def close_empty_clips(source: Source) -> Source:
    """Return an HTML source in which references to a `clipPath` without an area are replaced by a shape without one."""
    for found in islice(CLIP_PATH.finditer(source.html), MAX_CLIPS):
        own_id = attributes_of(f"<clippath{found[1]}>").get("id", "")
        if own_id and not any(map(_has_area, CLIP_SHAPE.findall(found[2])[:MAX_CLIPS])):
            reference = re.compile(rf"url\(\s*[\"']?#{re.escape(own_id)}[\"']?\s*\)")
            html = reference.sub("inset(50%)", source.html)
            source = source._replace(html=html, sheets=tuple(reference.sub("inset(50%)", css) for css in source.sheets))
    return source


SHADOW_ROOT = re.compile(r"<template\s[^>]*shadowrootmode", re.IGNORECASE)


def note_shadow_content(pieces: list[str]) -> None:
    """Note in the start tags of shadow roots what they do with the other content of their parent."""
    n_roots = 0
    for at in range(1, len(pieces), 2):
        if not SHADOW_ROOT.match(pieces[at]):
            continue
        n_roots += 1
        if n_roots > MAX_TEMPLATES:
            break
        after = range(at + 2, len(pieces), 2)
        end = next((number for number in after if pieces[number][:10].lower() == "</template"), len(pieces))
        tags = [tag[:6].lower() for tag in pieces[at + 2 : end : 2]]
        effect = "styles" if "<style" in tags else "shows" if "<slot>" in tags else "hides"
        text, tag = (*pieces[end + 1 : end + 3], "", "")[:2]
        if text.strip() or tag[1:2] not in ("/", ""):  # it takes the place of what the slot contains
            for number in range(at + 2, end, 2):
                if pieces[number].lower() == "<slot>":
                    pieces[number] = "<slot hidden>"
        pieces[at] = f"{pieces[at][:-1]} {SHADOW_CONTENT}={effect if '<slot ' not in tags else 'styles'}>"


def sheet_of_data_url(address: str) -> str:
    """Return the style sheet in a `data:` URL; "" if there is none."""
    return text_of_data_url(address, "text/css")


def text_of_data_url(address: str, kind: str) -> str:
    """Return the text of a type in a `data:` URL; "" if there is none."""
    head, comma, content = address.strip().partition(",")
    if not comma or not head.lower().startswith(f"data:{kind}"):
        return ""
    raw = unquote_to_bytes(content)
    if head.lower().rstrip().endswith("base64"):
        try:
            raw = base64.b64decode(raw)
        except ValueError:
            return ""
    return raw.decode("utf-8", "replace")


def _extent_of_removed(lower: str, found: re.Match[str]) -> tuple[int, int, int]:
    """Return three offsets for an element to remove: where its content begins and ends, and where reading continues."""
    if found[1] is None:
        start = found.end()
        if lower.startswith((">", "->"), start):
            return start, start, lower.index(">", start) + 1
        closing = COMMENT_END.search(lower, start)
        return (start, closing.start(), closing.end()) if closing else (start, len(lower), len(lower))
    tag = TAG.match(lower, found.start())
    start = tag.end() if tag else len(lower)
    end = _end_of_raw_text(lower, found[1], start) if found[1] != "plaintext" else -1
    if end < 0:
        return start, len(lower), len(lower)
    return start, end, lower.find(">", end) + 1 or len(lower)


def _end_of_raw_text(lower: str, name: str, start: int) -> int:
    """Return the offset of the end tag of an element without inner tags; -1 if there is none.

    A script that begins a comment, and in it a script, goes on after the end tag of that.
    """
    end, wanted, n_inner = lower.find(f"</{name}", start), len(name) + 2, 0
    while end >= 0:
        if lower[end + wanted : end + wanted + 1] in (*WHITE_SPACE, "/", ">", ""):
            comment = lower.rfind("<!--", start, end) if name == "script" and n_inner < MAX_INNER_SCRIPTS else -1
            inner = lower.rfind("<script", comment, end) if comment >= 0 else -1
            if inner < 0 or lower.find("-->", comment, end) >= 0 or lower.find("</script", inner) != end:
                return end
            n_inner += 1
        end = lower.find(f"</{name}", end + wanted)
    return end


def attributes_of(tag: str, wanted: Container[str] | None = None, begin: int | None = None) -> dict[str, str]:
    """Return the attributes of a start tag, or only those in `wanted`.

    `begin` is the offset after the tag name, if known.
    """
    attributes: dict[str, str] = {}
    if begin is None:
        found = NAME.match(tag)
        begin = found.end() if found else 1
    for name, source in ATTRIBUTE.findall(tag, begin):
        key = name.lower()
        if (wanted is None or key in wanted) and key not in attributes:
            is_quoted = source[:1] in ('"', "'") and source[-1] == source[0] and len(source) > 1
            value = source[1:-1] if is_quoted else source
            attributes[key] = decode_references(value) if "&" in value else value
    return attributes


WHITE_SPACE = " \t\n\f\r"


def words_of(value: str) -> list[str]:
    """Split an attribute at the white space of HTML, which is ASCII only."""
    return value.split() if value.isascii() else [word for word in re.split(f"[{WHITE_SPACE}]", value) if word]


def element_of(name: str, attributes: dict[str, str], *, is_quirky: bool) -> Element:
    """Return the element of a start tag."""
    classes, own_id = attributes.get("class", ""), attributes.get("id", "")
    if is_quirky:
        classes, own_id = classes.lower(), own_id.lower()
    if name in SVG_NAMES:
        appearance = (name, *attributes, *attributes.values())
    else:
        names = APPEARANCE_ATTRIBUTES.get(name, APPEARANCE_ATTRIBUTES_OF_ALL)
        kept = [key for key in names if key in attributes] if attributes else []
        appearance = (name, *kept, *[attributes[key] for key in kept])
    inherits_appearance = len(appearance) == 1 and name not in STYLED_NAMES
    return Element(
        name,
        attributes,
        frozenset(words_of(classes)) if classes else NO_CLASSES,
        own_id,
        appearance,
        inherits_appearance,
    )


@lru_cache(maxsize=1024)
def end_name(tag: str) -> str:
    """Return the name of an end tag; "" if it has none."""
    found = NAME.match(tag) if len(tag) < 100 else None
    return found[1].lower() if found else ""


def to_lower_keeping_length(html: str) -> str:
    """Convert to lower case without changing the length, so that positions stay valid in the source."""
    lower = html.lower()
    return lower if len(lower) == len(html) else html.replace("\u0130", "i").lower()

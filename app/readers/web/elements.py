"""The elements of HTML as browsers know them: how each is laid out, and which tags close which."""

from __future__ import annotations

import re
from html import unescape

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

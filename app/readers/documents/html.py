"""HTML to the text a person would see, in one pass of regular expressions; nothing is ever rendered or fetched.

Instead of a document tree: cutting the source at its tags is one and a half times as fast as Lexbor with its inline
elements unwrapped, has no depth that could be attacked (100,000 nested elements hold a tree builder for seconds) and
runs no native code on hostile input. The price is that markup which only a browser's error recovery understands may
leave a stray quote in the text.

Tags of blocks become line breaks and all other tags nothing, as on the screen, so that `V<b></b>iagra` is one word.
Elements hidden by their style are left out where they are closed; `app.readers.mail.marks` says that they were there.
"""

from __future__ import annotations

import re
from html import unescape

BLOCK_NAMES = (
    "address article aside blockquote body br button caption center col colgroup dd div dl dt fieldset figcaption "
    "figure footer form frame frameset h1 h2 h3 h4 h5 h6 hr head header html iframe input legend li link main map area "
    "menu meta nav object ol optgroup option p pre section select table tbody tfoot thead title tr ul"
)
INLINE_NAMES = (
    "a abbr acronym b bdo big cite code del dfn em font i ins kbd label nobr q s samp small span strike strong sub sup "
    "tt u var wbr o:p"
)


class _Spaces(dict[str | None, str]):
    """What each tag becomes, by its name as it is usually written; others are looked up in lower case."""

    def __missing__(self, name: str) -> str:
        return self.get(name.lower(), "")


def _spaces() -> _Spaces:
    ends = [(name, "\n") for name in BLOCK_NAMES.split()] + [("td", " "), ("th", " "), ("img", " ")]
    ends += [(name, "") for name in INLINE_NAMES.split()]
    known = [(start + name, space) for name, space in ends for start in ("", "/")]
    spaces: dict[str | None, str] = {None: "", **dict(known), **{name.upper(): space for name, space in known}}
    return _Spaces(spaces)


SPACES = _spaces()
VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "param", "wbr"})
MAX_HIDDEN_ELEMENTS = 200
MAX_HIDDEN_CHARACTERS = 100_000

TAG_REST = r"""(?:[^<>"']*+(?:(?:"[^"]{0,2000}+"|'[^']{0,2000}+')[^<>"']*+)*>|[^<>]*+>)"""
TAG = re.compile(rf"<(?:(/?+[a-zA-Z][a-zA-Z0-9:]*+)(?:>|{TAG_REST})|[/!?]{TAG_REST})")
UNSEEN = re.compile(r"<(?:!--|(script|style|title)\b)")
TITLE = re.compile(r"<title\b[^<>]*>(.*?)</title", re.DOTALL | re.IGNORECASE)
DECLARED_CHARSET = re.compile(rb"<meta\b[^<>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)
HIDING_STYLES = {
    "display": re.compile(r"display\s*:\s*none"),
    "visibility": re.compile(r"visibility\s*:\s*hidden"),
    "font": re.compile(r"font(?:-size)?\s*:\s*[01][^0-9]"),
}
TINY = r"font-size\s*+:\s*+(?:0(?:px|pt|em|rem|%)?|[01](?:px|pt)?|[01]\.\d++(?:px|pt))\s*+[;\"'!]|font\s*+:\s*+[01]px"
HIDDEN_ELEMENT = re.compile(
    r"<([a-z][a-z0-9]*+)\b(?=[^<>]*+>)[^<>]*?"
    rf"(?:display\s*+:\s*+none|visibility\s*+:\s*+hidden|({TINY}))[^<>]*+>",
    re.IGNORECASE,
)
"""A tag that never ends is passed over at once: looking again and again at all in it that could hide takes for ever."""
OWN_FONT_SIZE = re.compile(r"\bfont(?:-size)?\s*+:|<font\b[^<>]*?\bsize\b", re.IGNORECASE)
ANY_TAG = re.compile(r"<[^<>]*+>")
LONG_REFERENCE = re.compile(r"&#(?=[0-9])0*+([0-9]*+)")


def html_to_text(html: str) -> str:
    """Return the visible text, a line per block, with entities decoded and white space folded."""
    lower = lower_case(html)
    if "<!--" in lower or "<script" in lower or "<style" in lower or "<title" in lower:
        html = _without_unseen(html, lower)
    if may_hide(lower):
        html = _without_hidden(html)
    pieces = TAG.split(html)
    pieces[1::2] = map(SPACES.__getitem__, pieces[1::2])
    text = "".join(pieces)
    if "&" in text:
        text = text.replace("&nbsp;", "\xa0")
    if "&" in text:
        text = unescaped(text).replace("\0", "")
    return "\n".join(filter(None, map(str.strip, text.split("\n"))))


def unescaped(text: str) -> str:
    """Decode entities; a number with more digits than Python reads is no character."""
    try:
        return unescape(text)
    except ValueError:
        return unescape(LONG_REFERENCE.sub(lambda found: f"&#{found[1][:8] or 0}", text))


def text_without_tags(html: str) -> str:
    """Return a source with its tags cut out and nothing else done, where it could not be read."""
    return ANY_TAG.sub(" ", html)


def html_title(html: str) -> str:
    """Return what the document calls itself, or nothing."""
    found = TITLE.search(html)
    return " ".join(unescaped(found[1]).split()) if found else ""


def declared_charset(raw: bytes) -> str | None:
    """Return the charset that the first kilobytes of an HTML file declare."""
    found = DECLARED_CHARSET.search(raw, 0, 4096)
    return found[1].decode("ascii") if found else None


def looks_like_html(text: str) -> bool:
    """Tell text that was marked up from text that merely has angle brackets."""
    head = text[:2048].lower()
    return "<html" in head or "<body" in head or "<!doctype html" in head or "</p>" in head or "<br" in head


def may_hide(lower: str) -> bool:
    """Whether a source, in lower case, names a style that hides text."""
    return any(name in lower and style.search(lower) for name, style in HIDING_STYLES.items())


def lower_case(html: str) -> str:
    """Lower case of the same length, so that places in it are places in the source."""
    lower = html.lower()
    return lower if len(lower) == len(html) else html.replace("\u0130", "i").lower()


def _without_unseen(html: str, lower: str) -> str:
    """Leave out comments, scripts, styles and titles, to the end of the source where they never end."""
    kept, at = [], 0
    while found := UNSEEN.search(lower, at):
        kept.append(html[at : found.start()])
        closing = f"</{found[1]}" if found[1] else "-->"
        end = lower.find(closing, found.end())
        at = lower.find(">", end) + 1 if end >= 0 else 0
        if found[1]:
            kept.append("\n")
        if at == 0:
            return "".join(kept)
    return "".join([*kept, html[at:]])


def _without_hidden(html: str) -> str:
    kept, at = [], 0
    for _ in range(MAX_HIDDEN_ELEMENTS):
        found = HIDDEN_ELEMENT.search(html, at)
        if found is None:
            break
        end = _end_of_element(html, found.end(), found[1].lower())
        is_only_small = found[2] and OWN_FONT_SIZE.search(html, found.end(), end)
        kept.append(html[at : found.end() if is_only_small else found.start()])
        at = found.end() if is_only_small else end
    return "".join([*kept, html[at:]])


def _end_of_element(html: str, start: int, name: str) -> int:
    """Where an element ends that begins before start; there, if it never closes, so that no text is lost."""
    if name in VOID:
        return start
    depth = 1
    for tag in re.compile(rf"<(/?){name}\b", re.IGNORECASE).finditer(html, start, start + MAX_HIDDEN_CHARACTERS):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html.find(">", tag.end()) + 1 or len(html)
    return start

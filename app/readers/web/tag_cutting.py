"""An HTML source cut at its tags, as browsers cut it: comments and scripts left out, style sheets put aside."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from app.readers.web.declarations import declarations_of
from app.readers.web.elements import unescaped
from app.readers.web.style_sheets import Element

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
LINK = re.compile(r"<a\s+href\s*=")
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
    if lower.startswith("<a") and LINK.match(lower):
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

"""FictionBook files as HTML, which they nearly are: what they call a title is a heading, and pictures go."""

from __future__ import annotations

import re

BEGINNING = re.compile(r"<(?:\w+:)?FictionBook[\s>]")
HEAD_CHARACTERS = 4096
NAMES = {"title": "h2", "subtitle": "h3", "v": "p", "text-author": "p", "book-title": "h1", "empty-line": "br"}
TAG = re.compile(r"<(/?)(title|subtitle|v|text-author|book-title|empty-line)(?=[\s/>])")


def is_fiction_book(text: str) -> bool:
    """Return whether a file is a FictionBook, by its first element."""
    return BEGINNING.search(text, 0, HEAD_CHARACTERS) is not None


def as_html(text: str) -> str:
    """The book with HTML's names for its parts."""
    for name in ("binary", "stylesheet"):
        text = _without(text, name)
    return TAG.sub(lambda found: f"<{found[1]}{NAMES[found[2]]}", text)


def _without(text: str, name: str) -> str:
    """Leave out every element of a name; one that does not end goes on to the end."""
    first, *rest = re.split(rf"<{name}[\s>]", text)
    return "".join([first, *(part.partition(f"</{name}>")[2] for part in rest)])

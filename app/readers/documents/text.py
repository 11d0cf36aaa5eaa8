"""Plain text, Markdown and HTML."""

from __future__ import annotations

import hashlib
import re

from app.domain.documents import Document
from app.readers.charsets import Decoded, decoded_text
from app.readers.documents.html import html_to_text
from app.readers.reading_failures import Unreadable


def decoded_file(raw: bytes, *, is_html: bool) -> Decoded:
    """The text of a file, and the charset that it turned out to be in."""
    if not is_html:
        return decoded_text(raw)
    head = raw[:2048].decode("ascii", "replace").lower()
    _, _, rest = head.partition("charset=" if "charset=" in head else "encoding=")
    text, charset = decoded_text(raw, re.split("[>\"'?]", rest.lstrip("\"' "), maxsplit=1)[0].strip() or None)
    is_fiction_book = BEGINNING.search(text, 0, HEAD_CHARACTERS)
    return Decoded(html_to_text(as_html(text) if is_fiction_book else text), charset)


def text_document(text: str, path: str, member: str, label: str | None, size_bytes: int, charset: str = "") -> Document:
    """A document of nothing but text, known by it."""
    if not text.strip():
        raise Unreadable("no-text" if size_bytes else "empty")
    return Document(
        text=text,
        path=path,
        member=member,
        kind="text",
        title=re.split(r"[/\\]", member or path)[-1],
        label=label,
        charset=charset,
        content_hash=hash_of(text),
        size_bytes=size_bytes,
    )


def hash_of(text: str) -> bytes:
    """Return the hash of a text, 16 bytes: documents with the same one are duplicates."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, person=b"text").digest()


BEGINNING = re.compile(r"<(?:\w+:)?FictionBook[\s>]")
"""The first element of a FictionBook."""
HEAD_CHARACTERS = 4096
NAMES = {"title": "h2", "subtitle": "h3", "v": "p", "text-author": "p", "book-title": "h1", "empty-line": "br"}
TAG = re.compile(r"<(/?)(title|subtitle|v|text-author|book-title|empty-line)(?=[\s/>])")


def as_html(text: str) -> str:
    """The book with HTML's names for its parts, and without those that are no text, also where they do not end."""
    for name in ("binary", "stylesheet"):
        first, *rest = re.split(rf"<{name}[\s>]", text)
        text = "".join([first, *(part.partition(f"</{name}>")[2] for part in rest)])
    return TAG.sub(lambda found: f"<{found[1]}{NAMES[found[2]]}", text)

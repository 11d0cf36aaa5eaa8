"""Plain text, HTML and FictionBook files as documents."""

from __future__ import annotations

import hashlib
import re

from app.domain.documents import Document
from app.readers.charsets import decode_with_charset
from app.readers.documents.html import read_page
from app.readers.documents.parsed_text import ParsedText
from app.readers.reading_failures import Unreadable


def decode_file(raw: bytes, *, is_html: bool) -> ParsedText:
    """Read a plain text or HTML file."""
    if not is_html:
        text, charset = decode_with_charset(raw)
        return ParsedText(text, charset=charset)
    head = raw[:2048].decode("ascii", "replace").lower()
    _, _, rest = head.partition("charset=" if "charset=" in head else "encoding=")
    text, charset = decode_with_charset(raw, re.split("[>\"'?]", rest.lstrip("\"' "), maxsplit=1)[0].strip() or None)
    is_fiction_book = FICTION_BOOK.search(text, 0, HEAD_CHARACTERS)
    page = read_page(html_of_fiction_book(text) if is_fiction_book else text)
    return ParsedText(page.text, page.unseen, page.reasons, charset)


def text_document(parsed: ParsedText, path: str, member: str, label: str | None, size_bytes: int) -> Document:
    """Return a document that has only a text. Its title is the file name. Raise `Unreadable` if the text is blank."""
    if not parsed.text.strip():
        raise Unreadable("no-text" if size_bytes else "empty")
    return Document(
        text=parsed.text,
        path=path,
        member=member,
        kind="text",
        title=re.split(r"[/\\]", member or path)[-1],
        label=label,
        charset=parsed.charset,
        flaws=parsed.flaws,
        hidden_text=parsed.hidden,
        content_hash=text_hash(parsed.text),
        size_bytes=size_bytes,
        pages=parsed.pages,
    )


def text_hash(text: str) -> bytes:
    """Return the 16-byte hash of a text. Documents with equal hashes are duplicates."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, person=b"text").digest()


FICTION_BOOK = re.compile(r"<(?:\w+:)?FictionBook[\s>]")
"""The root element of a FictionBook file."""
HEAD_CHARACTERS = 4096
HTML_NAMES = {"title": "h2", "subtitle": "h3", "v": "p", "text-author": "p", "book-title": "h1", "empty-line": "br"}
TAG = re.compile(r"<(/?)(title|subtitle|v|text-author|book-title|empty-line)(?=[\s/>])")


def html_of_fiction_book(text: str) -> str:
    """Convert a FictionBook to HTML: rename its elements, and remove binary data and style sheets.

    Data and style sheets are removed even if their closing tag is missing.
    """
    for name in ("binary", "stylesheet"):
        first, *rest = re.split(rf"<{name}[\s>]", text)
        text = "".join([first, *(part.partition(f"</{name}>")[2] for part in rest)])
    return TAG.sub(lambda match: f"<{match[1]}{HTML_NAMES[match[2]]}", text)

"""A document's text and evidence as one compressed blob, made in whichever process read it.

One zstd frame per document: a head (JSON: fields, attachments) with its length in front, then the text in UTF-8.
The frame carries a checksum, so that a bit that flipped on disk is found when the document is read. Workers import
this module alone: no SQL comes with it.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from app.domain.documents import Attachment, Document, DocumentKind, RecognisedPage

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

HEAD_LENGTH = struct.Struct("<I")
FARTHEST_DATE_S = 1 << 52
"""Beyond this, 140 million years from now, a date is a mistake."""
LARGEST_BODY_BYTES = 1 << 30
"""A frame that claims more than this was not written by us."""
LARGEST_TEXT_BYTES = 1 << 28
"""The same of a document: limits of one are far below."""
LARGEST_HEAD_BYTES = 1 << 26
LARGEST_PAGE_BYTES = 1 << 25
LARGEST_VERDICTS_BYTES = 1 << 28
"""Of an evaluation: six million documents of two labels, or a million of twenty."""

LEVEL = 1
"""The fastest level: higher ones take longer for hardly fewer bytes (`tests/benchmarks/decisions/reading.md`)."""

_compressor = zstd.ZstdCompressor(
    options={zstd.CompressionParameter.compression_level: LEVEL, zstd.CompressionParameter.checksum_flag: 1}
)

_json_of = json.JSONEncoder(ensure_ascii=False).encode


class DamagedBlob(ValueError):
    """Bytes from the workspace are not what was once written there."""


@contextmanager
def damage(*signs: type[Exception]) -> Iterator[None]:
    """Take errors of these kinds for signs that a blob is damaged."""
    try:
        yield
    except signs as error:
        raise DamagedBlob(str(error)) from error


class PackedDocument(NamedTuple):
    """A document whose text and evidence are already compressed; small to send between processes.

    `packed` alone makes these: its names are legible to SQLite. As a tuple it is sent in a third of a dataclass's time.
    """

    body: bytes
    length: int
    """Of the text, in characters."""
    n_attachments: int
    path: str
    member: str
    kind: DocumentKind
    title: str
    sender: str
    date_s: int | None
    label: str | None
    weight: float
    numbers: tuple[float, ...]
    choices: tuple[str | None, ...]
    content_hash: bytes
    size_bytes: int
    sureness: float | None = None
    """A recogniser's own, of the pages that it read."""


class DocumentHead(NamedTuple):
    """The columns of a document's own, in the order in which tables are asked for them."""

    path: str
    member: str
    kind: DocumentKind
    title: str
    sender: str
    date_s: int | None
    content_hash: bytes | None
    size_bytes: int


def packed(document: Document, *, has_body: bool = True) -> PackedDocument:
    """Compress a document's text, fields and attachment names; the rest stays readable.

    Without its body, which is then empty, it can be shown in a list but not be stored.
    """
    return PackedDocument(
        body=compressed(_framed(document)) if has_body else b"",
        length=len(document.text),
        n_attachments=len(document.attachments),
        path=legible(document.path),
        member=legible(document.member),
        kind=document.kind,
        title=legible(document.title),
        sender=legible(document.sender),
        date_s=document.date_s if abs(document.date_s or 0) < FARTHEST_DATE_S else None,
        label=document.label,
        weight=document.weight,
        numbers=document.numbers,
        choices=document.choices,
        content_hash=document.content_hash,
        size_bytes=document.size_bytes,
        sureness=document.sureness,
    )


def unpacked(body: bytes) -> Document:
    """Open what `packed` closed, without what stayed readable; DamagedBlob where it cannot have written these bytes."""
    frame = decompressed(body, LARGEST_TEXT_BYTES)
    with damage(struct.error, ValueError, TypeError, AttributeError, RecursionError):
        (length,) = HEAD_LENGTH.unpack_from(frame)
        start = HEAD_LENGTH.size + length
        if start > len(frame) or length > LARGEST_HEAD_BYTES:
            raise DamagedBlob("the head is longer than the whole")
        head = json.loads(frame[HEAD_LENGTH.size : start].decode("utf-8", "surrogatepass") or "{}")
        attachments = tuple(Attachment(*entry) for entry in head.get("attachments", ()))
        text = frame[start:].decode("utf-8", "surrogatepass")
        pages = tuple(page_of(entry, text) for entry in head.get("pages", ()))
        return Document(text, "", fields=dict(head.get("fields", {})), attachments=attachments, pages=pages)


def document_of(head: DocumentHead, body: bytes) -> Document:
    """Put a document together again from its columns and what `packed` compressed; the label is another's to say."""
    return replace(unpacked(body), **head._replace(content_hash=head.content_hash or b"")._asdict())


def page_entry(page: RecognisedPage) -> list[object]:
    """Return a recognised page as it is written, without its text."""
    numbers = [page.number, page.start, len(page.text), page.turn]
    return [*numbers, page.by, round(page.sureness, 4), list(page.boxes)]


def page_of(entry: list[Any], text: str) -> RecognisedPage:
    """Return a recognised page as it was written, with its part of the text."""
    number, start, length, turn, by, sureness, boxes = entry
    own = text[start : start + length]
    return RecognisedPage(own, str(by), float(sureness), int(turn), tuple(map(int, boxes)), int(number), int(start))


def packed_page(page: RecognisedPage) -> bytes:
    """Compress a recognised page with its text, to be known again by its key."""
    return compressed(_json_of([page.text, *page_entry(replace(page, number=0, start=0))]).encode())


def unpacked_page(body: bytes) -> RecognisedPage:
    """Open what `packed_page` closed."""
    with damage(ValueError, TypeError):
        text, *entry = json.loads(decompressed(body, LARGEST_PAGE_BYTES))
        return page_of(entry, str(text))


def compressed(data: bytes) -> bytes:
    """Compress into one zstd frame with its size and a checksum."""
    return _compressor.compress(data, mode=zstd.ZstdCompressor.FLUSH_FRAME)


def decompressed(frame: bytes, largest: int = LARGEST_BODY_BYTES) -> bytes:
    """Undo `compressed`; a frame that would grow past `largest` bytes is refused, not expanded."""
    if claimed_bytes(frame) > largest:
        raise DamagedBlob("it would grow too large")
    decompressor = zstd.ZstdDecompressor()
    with damage(zstd.ZstdError):
        data = decompressor.decompress(frame, max_length=largest)
    if not decompressor.eof or decompressor.unused_data:
        raise DamagedBlob("the frame does not end where it should")
    return data


def claimed_bytes(frame: object) -> int:
    """Bytes that a frame says it expands to, by its first bytes; 0 where it does not say."""
    if not isinstance(frame, bytes):  # a NULL where none can be: the page around it is damaged
        raise DamagedBlob("there is nothing")
    with damage(zstd.ZstdError):
        return zstd.get_frame_info(frame).decompressed_size or 0


def beginning(frame: bytes, n_bytes: int) -> bytes:
    """The first bytes of what was compressed, from a frame of which the end may be missing; unchecked."""
    with damage(zstd.ZstdError):
        return zstd.ZstdDecompressor().decompress(frame, max_length=min(n_bytes, LARGEST_BODY_BYTES))


def legible(text: str) -> str:
    """The text as SQLite can hold it: no lone surrogates, no NUL."""
    if text.isascii() and "\0" not in text:
        return text
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()
    return text


def _framed(document: Document) -> bytes:
    head: dict[str, Any] = {}
    if document.fields:
        head["fields"] = dict(document.fields)
    if document.attachments:
        head["attachments"] = [(file.name, file.media_type, file.size_bytes) for file in document.attachments]
    if document.pages:
        head["pages"] = [page_entry(page) for page in document.pages]
    encoded = _json_of(head).encode("utf-8", "surrogatepass") if head else b""
    return HEAD_LENGTH.pack(len(encoded)) + encoded + document.text.encode("utf-8", "surrogatepass")

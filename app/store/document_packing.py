"""Compress the text and evidence of a document into one blob. Worker processes do this with what they have read.

Each document is one zstd frame: the length of the head, the head (JSON with fields and attachments), the text in UTF-8.
The frame has a checksum, so a bit flipped on disk is detected on reading. Workers import only this module of the
package; it must not import SQLite.
"""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import replace
from typing import Any, NamedTuple

from app.domain.documents import Attachment, Document, DocumentKind, RecognisedPage

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

HEAD_LENGTH = struct.Struct("<I")
MAX_DATE_S = 1 << 52
"""Larger dates, 140 million years from now, are dropped. Up to 2^53 a date is exact in a float64 array."""
LARGEST_BODY_BYTES = 1 << 30
"""Size limit of any expanded frame; a larger one is damaged or forged."""
LARGEST_TEXT_BYTES = 1 << 28
"""Size limit of an expanded document. The readers' own limits are far below."""
LARGEST_COUNTS_BYTES = 1 << 28
"""Size limit of expanded counts, words or a block of the search index. They are written in parts far below it."""
LARGEST_HEAD_BYTES = 1 << 26
LARGEST_PAGE_BYTES = 1 << 25
LARGEST_VERDICTS_BYTES = 1 << 28
"""Size limit of an expanded evaluation: enough for six million documents with two labels, or a million with twenty."""

LEVEL = 1
"""Fastest zstd level. Higher levels take longer for hardly fewer bytes (`tests/benchmarks/decisions/reading.md`)."""

_compressor = zstd.ZstdCompressor(
    options={zstd.CompressionParameter.compression_level: LEVEL, zstd.CompressionParameter.checksum_flag: 1}
)

_json_of = json.JSONEncoder(ensure_ascii=False).encode


class DamagedBlob(ValueError):
    """A blob of the workspace is not in the format in which it was written."""


class translate_damage:  # noqa: N801 - read as a statement: `with translate_damage(ValueError)`
    """Context manager: translate exceptions of the given types to DamagedBlob.

    A generator-based context manager takes three times as long, and three of these are entered for each document read.
    """

    __slots__ = ("_signs",)

    def __init__(self, *error_types: type[Exception]) -> None:
        self._signs = error_types

    def __enter__(self) -> None:
        return

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, self._signs):
            raise DamagedBlob(str(error)) from error


class PackedDocument(NamedTuple):
    """A document with compressed text and evidence, which is small enough to send between processes.

    Create it only with `pack_document`, which makes all texts storable in SQLite. It is a tuple, because a tuple
    pickles in a third of the time of a dataclass.
    """

    body: bytes
    length: int
    """Number of characters of text."""
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
    ocr_confidence: float | None = None
    """OCR confidence of the recognised pages; None without any."""


class DocumentHead(NamedTuple):
    """Columns of a document that are stored uncompressed, in the order in which queries select them."""

    path: str
    member: str
    kind: DocumentKind
    title: str
    sender: str
    date_s: int | None
    content_hash: bytes | None
    size_bytes: int


def pack_document(document: Document, *, has_body: bool = True) -> PackedDocument:
    """Return a document with its text, fields, attachments and pages compressed to `body`.

    With `has_body=False` the body is empty. Such a document can be shown in a list but not stored.
    """
    return PackedDocument(
        body=compress_frame(_encode_document(document)) if has_body else b"",
        length=len(document.text),
        n_attachments=len(document.attachments),
        path=to_storable_text(document.path),
        member=to_storable_text(document.member),
        kind=document.kind,
        title=to_storable_text(document.title),
        sender=to_storable_text(document.sender),
        date_s=document.date_s if abs(document.date_s or 0) < MAX_DATE_S else None,
        label=document.label,
        weight=document.weight,
        numbers=document.numbers,
        choices=document.choices,
        content_hash=document.content_hash,
        size_bytes=document.size_bytes,
        ocr_confidence=document.ocr_confidence,
    )


def unpack_document(body: bytes) -> Document:
    """Return the document in a body made by `pack_document`. Raise DamagedBlob if the body is invalid.

    It has only text, fields, attachments and pages, because the body has nothing else.
    """
    frame = decompress_frame(body, LARGEST_TEXT_BYTES)
    with translate_damage(struct.error, ValueError, TypeError, AttributeError, RecursionError):
        (length,) = HEAD_LENGTH.unpack_from(frame)
        start = HEAD_LENGTH.size + length
        if start > len(frame) or length > LARGEST_HEAD_BYTES:
            raise DamagedBlob("the head is longer than the whole")
        head = json.loads(frame[HEAD_LENGTH.size : start].decode("utf-8", "surrogatepass") or "{}")
        attachments = tuple(Attachment(*entry) for entry in head.get("attachments", ()))
        text = frame[start:].decode("utf-8", "surrogatepass")
        pages = tuple(page_from_json(entry, text) for entry in head.get("pages", ()))
        return Document(text, "", fields=dict(head.get("fields", {})), attachments=attachments, pages=pages)


def unpack_document_row(head: DocumentHead, body: bytes) -> Document:
    """Return a document from its columns and its body. The caller adds the label and the weight."""
    return replace(unpack_document(body), **head._replace(content_hash=head.content_hash or b"")._asdict())


def page_to_json(page: RecognisedPage) -> list[object]:
    """Return a recognised page as a JSON list, without its text."""
    numbers = [page.number, page.start, len(page.text), page.rotation]
    return [*numbers, page.ocr_program, round(page.confidence, 4), list(page.boxes)]


def page_from_json(entry: list[Any], text: str) -> RecognisedPage:
    """Return a recognised page from its JSON list and the text of the document."""
    number, start, length, turn, by, sureness, boxes = entry
    page_text = text[start : start + length]
    return RecognisedPage(
        page_text, str(by), float(sureness), int(turn), tuple(map(int, boxes)), int(number), int(start)
    )


def pack_page(page: RecognisedPage) -> bytes:
    """Compress a recognised page with its text, for the page cache."""
    return compress_frame(_json_of([page.text, *page_to_json(replace(page, number=0, start=0))]).encode())


def unpack_page(body: bytes) -> RecognisedPage:
    """Decompress a page made by `pack_page`. Raise DamagedBlob if invalid."""
    with translate_damage(ValueError, TypeError):
        text, *entry = json.loads(decompress_frame(body, LARGEST_PAGE_BYTES))
        return page_from_json(entry, str(text))


def compress_frame(data: bytes) -> bytes:
    """Return data compressed as one zstd frame, whose header has the size and a checksum of the data."""
    return _compressor.compress(data, mode=zstd.ZstdCompressor.FLUSH_FRAME)


def decompress_frame(frame: bytes, largest: int = LARGEST_BODY_BYTES) -> bytes:
    """Return the data in a frame. Raise DamagedBlob if it is invalid or has more than `largest` bytes of data."""
    if stated_size(frame) > largest:
        raise DamagedBlob("it would grow too large")
    decompressor = zstd.ZstdDecompressor()
    with translate_damage(zstd.ZstdError):
        data = decompressor.decompress(frame, max_length=largest)
    if not decompressor.eof or decompressor.unused_data:
        raise DamagedBlob("the frame does not end where it should")
    return data


def stated_size(frame: object) -> int:
    """Return the size of the data in a frame, as the frame's header states it. The frame is not expanded.

    Raises DamagedBlob if the header states no size. Every frame that this package writes states one. A forged frame of
    32 KB without it took 2 GB of memory.
    """
    if not isinstance(frame, bytes):  # NULL in a NOT NULL column: the database page is damaged
        raise DamagedBlob("there is nothing")
    with translate_damage(zstd.ZstdError):
        size = zstd.get_frame_info(frame).decompressed_size
    if size is None:
        raise DamagedBlob("it does not state its size")
    return size


def decompress_prefix(frame: bytes, n_bytes: int) -> bytes:
    """Return the first `n_bytes` bytes of the data in a frame, from the beginning of the frame.

    The checksum is not verified.
    """
    n_expected = min(n_bytes, stated_size(frame), LARGEST_COUNTS_BYTES)
    with translate_damage(zstd.ZstdError):
        return zstd.ZstdDecompressor().decompress(frame, max_length=n_expected)


def to_storable_text(text: str) -> str:
    """Return text that SQLite can store: NUL becomes U+FFFD, lone surrogates become backslash escapes."""
    if text.isascii() and "\0" not in text:
        return text
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()
    return text


def _encode_document(document: Document) -> bytes:
    head: dict[str, Any] = {}
    if document.fields:
        head["fields"] = dict(document.fields)
    if document.attachments:
        head["attachments"] = [(file.name, file.media_type, file.size_bytes) for file in document.attachments]
    if document.pages:
        head["pages"] = [page_to_json(page) for page in document.pages]
    encoded = _json_of(head).encode("utf-8", "surrogatepass") if head else b""
    return HEAD_LENGTH.pack(len(encoded)) + encoded + document.text.encode("utf-8", "surrogatepass")

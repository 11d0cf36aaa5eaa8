"""Detect the kind of a file from its first bytes; the file name only decides if the content leaves a choice."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePosixPath
from typing import Literal

from app.domain.documents import SourceKind
from app.readers.charsets import find_utf16_or_32
from app.readers.mail.mailboxes import has_length_line, looks_like_mbox, unwrap_apple_message
from app.readers.mail.reading import looks_like_mail
from app.readers.tables.tables import looks_like_table

Kind = Literal[
    "empty", "unsupported", "encrypted",
    "mail", "mbox", "outlook", "text", "html", "table",
    "pdf", "rtf", "word", "slides", "open-text", "book", "sheet",
    "zip", "tar", "gzip", "bzip2", "xz", "ole", "outlook-store", "picture",
]  # fmt: skip

PACKED: frozenset[Kind] = frozenset({"gzip", "bzip2", "xz"})
CONTAINERS: frozenset[Kind] = PACKED | {"zip", "tar", "mbox", "table"}
"""Kinds that contain several documents."""
HEAD_BYTES = 8192
"""Bytes at the start of a file from which its kind is detected."""

MAGIC: tuple[tuple[bytes, Kind], ...] = (
    (b"PK\x03\x04", "zip"), (b"PK\x05\x06", "zip"), (b"PK\x07\x08PK", "zip"), (b"\x1f\x8b\x08", "gzip"),
    (b"BZh", "bzip2"), (b"\xfd7zXZ\x00", "xz"), (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"), (b"{\\rtf", "rtf"),
    (b"%PDF-", "pdf"), (b"!BDN", "outlook-store"), (b"%!PS", "unsupported"), (b"Rar!", "unsupported"),
    (b"7z\xbc\xaf\x27\x1c", "unsupported"), (b"SQLite format 3\0", "unsupported"), (b"\x89PNG", "picture"),
    (b"\x28\xb5\x2f\xfd", "unsupported"), (b"\x1f\x9d", "unsupported"), (b"\x04\x22\x4d\x18", "unsupported"),
    (b"LZIP\x01", "unsupported"), (b"MSCF\0", "unsupported"),
    (b"GIF8", "picture"), (b"\xff\xd8\xff", "picture"), (b"II*\0", "picture"), (b"MM\0*", "picture"),
)  # fmt: skip
LHA = re.compile(rb"..-(?:lh[0-7dx]|lz[s45]|pm[0-2s])-", re.DOTALL)
"""The start of an LHA archive: header size, checksum, compression method."""
ALL_MAGIC = tuple(magic for magic, _ in MAGIC)
OFFICE_PARTS: tuple[tuple[str, Kind], ...] = (("word/", "word"), ("ppt/", "slides"), ("xl/", "sheet"))
MEDIA_TYPES: tuple[tuple[bytes, Kind], ...] = (
    (b"application/vnd.oasis.opendocument.spreadsheet", "sheet"),
    (b"application/vnd.oasis.opendocument", "open-text"),
    (b"application/vnd.sun.xml.writer", "open-text"),
    (b"application/vnd.sun.xml.impress", "open-text"),
    (b"application/epub+zip", "book"),
)
DOCUMENT_SUFFIXES = frozenset({
    ".docx", ".epub", ".msg", ".odp", ".ods", ".odt", ".pdf", ".pptx", ".rtf", ".xls", ".xlsx"
})  # fmt: skip
"""Suffixes of documents that can be read and have a signature."""
BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
TEXT_CONTROLS = bytes([7, 8, 9, 10, 11, 12, 13, 26, 27])
TEXT_BYTES = bytes(code for code in range(256) if code in TEXT_CONTROLS or (code >= 32 and code != 0x7F))
"""Bytes that text may contain. To count control codes, these are deleted and the rest is counted, which is faster."""
CONTROLS_AS_ZEROS = bytes(code if code in TEXT_BYTES else 0 for code in range(256))
"""Translation table that turns control codes into zeros. A search for a zero then takes half the time of counting."""
HTML = re.compile(rb"(?i)<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]")
TAG = re.compile(rb"<(?:[a-zA-Z][a-zA-Z0-9:]*[\s/>]|!--|!doctype\s)", re.IGNORECASE)
OLE_PARTS: tuple[tuple[str, Kind], ...] = (
    ("EncryptedPackage", "encrypted"), ("__properties_version1.0", "outlook"), ("__substg1.0_", "outlook"),
    ("WordDocument", "unsupported"), ("PowerPoint Document", "unsupported"), ("Workbook", "sheet"), ("Book", "sheet"),
)  # fmt: skip


def kind_of(head: bytes, name: str, wanted: SourceKind = "auto") -> Kind:
    """Return the kind of a file from its first bytes (`head`) and its name.

    `wanted` is the kind that the person chose. It only matters for text files.
    """
    kind = binary_kind_of(head)
    if kind == "unsupported" and wanted in ("auto", "mail") and looks_like_mail(head, name):
        return "mail"
    if kind is not None:
        return kind
    if wanted == "table":
        return "table"
    if wanted != "text" and looks_like_mbox(head):
        return "mbox"
    if wanted == "mail" or (wanted == "auto" and looks_like_mail(head, name)):
        return "mail"
    if wanted == "auto" and has_length_line(head) and looks_like_mail(unwrap_apple_message(head).raw):
        return "mail"
    if wanted == "auto" and not is_html(head, name) and looks_like_table(head, name):
        return "table"
    return "html" if is_html(head, name) else "text"


def binary_kind_of(head: bytes) -> Kind | None:
    """Return the kind of a binary file by its signature, `unsupported` for an unknown one; None for text."""
    if not head:
        return "empty"
    if head.startswith(ALL_MAGIC):
        return next(kind for magic, kind in MAGIC if head.startswith(magic))
    if is_tar(head):
        return "tar"
    if LHA.match(head) and not head.isascii():
        return "unsupported"
    if b"%" in head and b"%PDF-" in head[:1024] and (head.lstrip().startswith(b"%PDF-") or is_binary(head)):
        return "pdf"
    if head.lstrip()[:5] == b"{\\rtf":
        return "rtf"
    return "unsupported" if is_binary(head) else None


def is_damaged(head: bytes, name: str) -> bool:
    """Return whether a binary file has the name of a readable document, but no known signature."""
    return PurePosixPath(name.lower()).suffix in DOCUMENT_SUFFIXES and not head.startswith(ALL_MAGIC)


def is_tar(head: bytes) -> bool:
    """Return whether uncompressed bytes are a tar archive."""
    return head[257:262] == b"ustar"


def is_binary(head: bytes) -> bool:
    """Return whether bytes are not text: NULs outside of UTF-16 and UTF-32, or many control codes."""
    if head.startswith(BYTE_ORDER_MARKS):
        return False
    if b"\0" in head:
        return not find_utf16_or_32(head)
    if b"\x1b$)C" in head:  # ISO-2022-KR: every line has shift codes
        head = head.translate(None, b"\x0e\x0f")
    if b"\0" not in head.translate(CONTROLS_AS_ZEROS):
        return False
    return len(head.translate(None, TEXT_BYTES)) * 6 > len(head)


def is_html(head: bytes, name: str) -> bool:
    """Return whether text is HTML: by its first tags, or by the file name and any tag."""
    if PurePosixPath(name.lower()).suffix in (".html", ".htm", ".xhtml") and TAG.search(head):
        return True
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"<") and (start.startswith(b"<?xml") or HTML.search(start[:2048]) is not None)


def zip_kind_of(names: Collection[str], media_type: bytes) -> Kind:
    """Return the kind of a zip file from the names of its members: an office document, an electronic book, or `zip`."""
    for prefix, kind in MEDIA_TYPES:
        if media_type.startswith(prefix):
            return kind
    if "META-INF/container.xml" in names:
        return "book"
    if "[Content_Types].xml" not in names:
        return "zip"
    return next((kind for folder, kind in OFFICE_PARTS if any(name.startswith(folder) for name in names)), "zip")


def ole_kind_of(raw: bytes) -> Kind:
    """Return the kind of an OLE compound file by the names of its streams."""
    return next((kind for part, kind in OLE_PARTS if part.encode("utf-16-le") in raw), "unsupported")

"""Office files are zip archives of XML: opened within limits, and read without ever building a tree."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from xml.etree.ElementTree import ParseError

from defusedxml import DTDForbidden, EntitiesForbidden, ExternalReferenceForbidden
from defusedxml.ElementTree import DefusedXMLParser

from app.domain.documents import ReadLimits
from app.readers.files.archives import ENCRYPTED, Allowance, opened_zip
from app.readers.reading_failures import Unreadable

CHUNK_BYTES = 1 << 18
PARAGRAPHS = frozenset({"p", "h", "tr", "table-row", "br", "cr", "line-break"})
"""Elements after whose end a new line begins."""
GAPS = frozenset({"tab", "tc", "table-cell"})
SKIPPED = frozenset({"Fallback", "moveFrom", "tracked-changes", "binary-data", "scripts", "forms"})
"""Elements whose text is said elsewhere, was deleted, or is no text."""
ODF_BLOCKS = frozenset({"p", "h"})
DESCRIPTIONS = frozenset({"{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}desc",
                          "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}title"})  # fmt: skip
"""The words that stand for a picture in OpenDocument; elsewhere they are attributes of its properties."""
PICTURES = frozenset({"docPr", "cNvPr"})
MATHS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MATHS_TOKENS = frozenset({"mi", "mn", "mo", "mtext"})
"""Of a formula in OpenDocument."""
SCRIPTS = {"sub": "_", "sup": "^"}
"""Signs for what stands low or high, where a formula is written on one line."""


@contextmanager
def opened_package(raw: bytes, limits: ReadLimits) -> Iterator[zipfile.ZipFile]:
    """Open an office file, unless its parts come to more than a document may."""
    with opened_zip(io.BytesIO(raw)) as package:
        infos = package.infolist()
        if any(info.flag_bits & ENCRYPTED for info in infos):
            raise Unreadable("encrypted")
        written = [info for info in infos if info.filename.endswith((".xml", ".xhtml", ".html", ".htm", ".bin"))]
        unpacked, packed = (sum(sizes) for sizes in zip(*_sizes(written), strict=True))
        Allowance(limits).check_ratio(unpacked, packed)
        if unpacked > limits.document_bytes:
            raise Unreadable("too-large", f"{unpacked} bytes of XML")
        yield package


def is_encrypted(package: zipfile.ZipFile) -> bool:
    """Return whether the parts of an OpenDocument file are encrypted."""
    manifest = "META-INF/manifest.xml"
    return manifest in package.namelist() and b"encryption-data" in package.read(manifest)


def _sizes(infos: Sequence[zipfile.ZipInfo]) -> list[tuple[int, int]]:
    return [(0, 0), *((info.file_size, info.compress_size) for info in infos)]


class _TextOfElements:
    """Collects the text of a part while it is parsed: of `t` elements, or for OpenDocument all inside of paragraphs."""

    def __init__(self, *, is_open_document: bool) -> None:
        self.pieces: list[str] = []
        self._is_open_document = is_open_document
        self._n_skipping = 0
        self._n_inside = 0
        self._described = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition("}")[2]
        if self._n_skipping or name in SKIPPED:
            self._n_skipping += 1
        elif self._is_text(tag, name):
            self._n_inside += 1
            if tag in DESCRIPTIONS:
                self.pieces.append("\n")
        elif name in PICTURES:
            self._describe(attributes.get("descr", ""))
        elif tag.startswith(MATHS) and name in SCRIPTS:
            self.pieces.append(SCRIPTS[name])
        elif name == "s" and self._n_inside:
            self.pieces.append(" " * min(_count(attributes), 1000))

    def end(self, tag: str) -> None:
        name = tag.rpartition("}")[2]
        if self._n_skipping:
            self._n_skipping -= 1
            return
        if self._is_text(tag, name):
            self._n_inside -= 1
            if tag in DESCRIPTIONS:
                self.pieces.append("\n")
        if tag.startswith(MATHS) and name == "num":
            self.pieces.append("/")
        if name in PARAGRAPHS:
            self.pieces.append("\n")
        elif name in GAPS:
            self.pieces.append("\t")

    def data(self, text: str) -> None:
        if self._n_inside and not self._n_skipping:
            self.pieces.append(text)

    def close(self) -> str:
        return "".join(self.pieces)

    def _is_text(self, tag: str, name: str) -> bool:
        if self._is_open_document:
            return name in ODF_BLOCKS or name in MATHS_TOKENS or tag in DESCRIPTIONS
        return name == "t"

    def _describe(self, words: str) -> None:
        """Take in what stands for a picture, which its properties say twice."""
        if words.strip() and words != self._described:
            self.pieces.append(f"\n{words}\n")
        self._described = words


def _count(attributes: dict[str, str]) -> int:
    for name, value in attributes.items():
        if name.endswith("}c") and value.isdecimal():
            return int(value[:6])
    return 1


def part_text(package: zipfile.ZipFile, name: str, *, is_open_document: bool = False) -> str:
    """The text of one XML part, a line for each paragraph."""
    parser = DefusedXMLParser(target=_TextOfElements(is_open_document=is_open_document))
    try:
        with package.open(name) as part:
            while chunk := part.read(CHUNK_BYTES):
                parser.feed(chunk)
        text: str = parser.close()  # type: ignore[assignment]  # it is what the target returns
    except (EntitiesForbidden, DTDForbidden) as error:
        raise Unreadable("bomb", f"{name} declares entities") from error
    except (ExternalReferenceForbidden, ParseError) as error:
        raise Unreadable("damaged", f"{name}: {error}") from error
    return text

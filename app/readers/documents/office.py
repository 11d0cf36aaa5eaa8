"""Text of word processor files, presentations and electronic books.

DOCX, PPTX, OpenDocument and EPUB are zip archives of XML. Their parts are read within limits and parsed as a stream, so
that no XML tree is built.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from posixpath import dirname, join, normpath
from urllib.parse import unquote
from xml.etree.ElementTree import ParseError

from defusedxml import DTDForbidden, EntitiesForbidden, ExternalReferenceForbidden
from defusedxml.ElementTree import DefusedXMLParser

from app.domain.documents import ReadLimits
from app.readers.charsets import decode_text
from app.readers.documents.formatting import Formatting, OpenDocumentFormatting, Styles, WordFormatting
from app.readers.documents.html import read_page
from app.readers.documents.parsed_text import ParsedText, TextCollector, join_texts
from app.readers.files.archives import ENCRYPTED, UnpackingBudget, open_zip
from app.readers.paper.page_reading import PageRecogniser
from app.readers.paper.pictures import PAGE_END, wants_pictures
from app.readers.reading_failures import Unreadable

WORD_PART = re.compile(r"word/(document|footnotes|endnotes|comments|header|footer)\d*\.xml")
MEDIA = re.compile(r"(?i)word/media/[^/]+\.(?:png|jpe?g|tiff?|gif)$")
WORD_STYLES = "word/styles.xml"
WORD_ORDER = ("document", "footnotes", "endnotes", "comments", "header", "footer")
SLIDE = re.compile(r"ppt/(slides/slide|notesSlides/notesSlide)(\d+)\.xml")
EMBEDDED_OBJECT_PART = re.compile(r"Object [0-9]+/content\.xml")
"""Matches the name of the part that holds a formula or a chart in an OpenDocument file."""
PAGE = re.compile(r"(?i)\.x?html?$")
ENCRYPTED_PART = re.compile(r"""URI\s*=\s*["']([^"']+)["']""")
ROOT_FILE = re.compile(r"""full-path\s*=\s*["']([^"']+)["']""")
MANIFEST_ITEM = re.compile(r"<(?:\w+:)?item\b[^<>]*>")
SPINE_ITEM = re.compile(r"""<(?:\w+:)?itemref\b[^<>]*\bidref\s*=\s*["']([^"']+)["']""")
ATTRIBUTE = re.compile(r"""\b(id|href)\s*=\s*["']([^"']+)["']""")


def docx_text(raw: bytes, limits: ReadLimits) -> ParsedText:
    """Read a DOCX file: its body, then footnotes, endnotes, comments, headers and footers."""
    with open_package(raw, limits) as package:
        parts = [(match, name) for name in part_names(package) if (match := WORD_PART.fullmatch(name))]
        names = [name for match, name in sorted(parts, key=lambda pair: (WORD_ORDER.index(pair[0][1]), pair[1]))]
        if not names:
            # The main part may have an unusual name; the largest part is taken for it.
            candidates = [name for name in package.namelist() if name.startswith("word/") and name.endswith(".xml")]
            if not candidates:
                raise Unreadable("damaged", "no document in it")
            names = [max(candidates, key=lambda name: package.getinfo(name).file_size)]
        styles = Styles()
        if WORD_STYLES in package.namelist():
            with suppress(Unreadable):  # then the text is read without them
                part_text(package, WORD_STYLES, WordFormatting(styles))
        return join_texts([part_text(package, name, WordFormatting(styles)) for name in names], "\n")


def docx_pages(raw: bytes, limits: ReadLimits, paper: PageRecogniser) -> ParsedText:
    """Read a DOCX file; if it has almost no text, read also the text in its pictures (by OCR)."""
    parsed = docx_text(raw, limits)
    if not wants_pictures(parsed.text, paper.choice, limits):
        return parsed
    texts = [parsed.text] if parsed.text else []
    with open_package(raw, limits) as package:
        pictures = [info for info in package.infolist() if MEDIA.match(info.filename)]
        for picture in (package.read(info) for info in pictures if info.file_size <= limits.document_bytes):
            with suppress(Unreadable):
                start = sum(len(part) + len(PAGE_END) for part in texts)
                texts += filter(None, [paper.read_pictures(picture, start)])
        return paper.add_pages_and_flaws(parsed._replace(text=PAGE_END.join(texts)))


def pptx_text(raw: bytes, limits: ReadLimits) -> ParsedText:
    """Read a PPTX file: all slides in order, then all notes in order."""
    with open_package(raw, limits) as package:
        parts = [(match, name) for name in part_names(package) if (match := SLIDE.fullmatch(name))]
        parts.sort(key=lambda pair: (pair[0][1] != "slides/slide", int(pair[0][2])))
        return join_texts([part_text(package, name, Formatting(Styles())) for _, name in parts], "\n")


def open_document_text(raw: bytes, limits: ReadLimits) -> ParsedText:
    """Read an OpenDocument text, presentation or drawing, then its formulas and charts."""
    with open_package(raw, limits) as package:
        if is_encrypted(package):
            raise Unreadable("encrypted")
        if "content.xml" not in package.namelist():
            raise Unreadable("damaged", "no content.xml in it")
        objects = sorted(filter(EMBEDDED_OBJECT_PART.fullmatch, part_names(package)))
        styles = Styles()
        if "styles.xml" in package.namelist():
            with suppress(Unreadable):  # then the text is read without them
                part_text(package, "styles.xml", OpenDocumentFormatting(styles))
        texts = [part_text(package, name, OpenDocumentFormatting(styles)) for name in ("content.xml", *objects)]
        return join_texts(texts, "\n")


def epub_text(raw: bytes, limits: ReadLimits) -> ParsedText:
    """Read an EPUB file, chapter by chapter in reading order."""
    with open_package(raw, limits) as package:
        names = part_names(package)
        if "META-INF/encryption.xml" in names:  # often it lists fonts only; then the text is readable
            encrypted_parts = ENCRYPTED_PART.findall(decode_text(package.read("META-INF/encryption.xml")))
            if any(map(PAGE.search, encrypted_parts)):
                raise Unreadable("encrypted")
        existing = set(names)
        # A chapter that is listed again is not read again: 1,600 entries for one made 379 MB of text of 105 KB.
        pages = [name for name in dict.fromkeys(_find_reading_order(package)) if name in existing]
        pages = pages or sorted(name for name in names if PAGE.search(name))
        chapters = [read_page(decode_text(package.read(name))) for name in pages]
        return join_texts([ParsedText(each.text, each.unseen, each.reasons) for each in chapters], "\n\n")


def _find_reading_order(package: zipfile.ZipFile) -> list[str]:
    """Return the names of the chapters of an EPUB file in reading order."""
    try:
        root = ROOT_FILE.search(decode_text(package.read("META-INF/container.xml")))
        contents = decode_text(package.read(root[1])) if root else ""
    except KeyError:
        return []
    folder = dirname(root[1]) if root else ""
    items = [dict(ATTRIBUTE.findall(item)) for item in MANIFEST_ITEM.findall(contents)]
    paths = {item["id"]: item["href"] for item in items if "id" in item and "href" in item}
    return [normpath(join(folder, unquote(paths[name]))) for name in SPINE_ITEM.findall(contents) if name in paths]


CHUNK_BYTES = 1 << 18
PARAGRAPHS = frozenset({"p", "h", "tr", "table-row", "br", "cr", "line-break"})
"""Elements that end a line."""
CELL_ENDS = frozenset({"tab", "tc", "table-cell"})
"""Elements that end a table cell, and tabs."""
SKIPPED_ELEMENTS = frozenset({"Fallback", "moveFrom", "tracked-changes", "binary-data", "scripts", "forms"})
"""Elements whose text is a duplicate, was deleted, or is not prose."""
ODF_BLOCKS = frozenset({"p", "h"})
DESCRIPTIONS = frozenset({"{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}desc",
                          "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}title"})  # fmt: skip
"""Elements with the alternative text of a picture in OpenDocument; DOCX and PPTX have attributes for it."""
PICTURES = frozenset({"docPr", "cNvPr"})
"""Elements with the properties of a picture in DOCX and PPTX."""
MATHS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MATHS_TOKENS = frozenset({"mi", "mn", "mo", "mtext"})
"""Leaf elements of a formula in OpenDocument (MathML)."""
ENCODING_ERRORS = (LookupError, ValueError)
"""Errors of the XML parser for a declared encoding that is unknown or multi-byte."""
SUB_AND_SUPERSCRIPT_SIGNS = {"sub": "_", "sup": "^"}
"""Signs for subscript and superscript in a formula that is written on one line."""


@contextmanager
def open_package(raw: bytes, limits: ReadLimits) -> Iterator[zipfile.ZipFile]:
    """Open an office file as a zip archive.

    Raises `Unreadable` if it is encrypted, or if its text parts unpack to more than `limits.document_bytes`.
    """
    with open_zip(io.BytesIO(raw)) as package:
        infos = package.infolist()
        if any(info.flag_bits & ENCRYPTED for info in infos):
            raise Unreadable("encrypted")
        text_parts = [info for info in infos if info.filename.endswith((".xml", ".xhtml", ".html", ".htm", ".bin"))]
        unpacked = sum(info.file_size for info in text_parts)
        UnpackingBudget(limits).check_ratio(unpacked, sum(info.compress_size for info in text_parts))
        if unpacked > limits.document_bytes:
            raise Unreadable("too-large", f"{unpacked} bytes of XML")
        yield package


def part_names(package: zipfile.ZipFile) -> list[str]:
    """Return the names of the parts, each once.

    An archive may list one name many times. Each opening by name reads the last part of that name, so that 800 entries
    of a file of 400 KB made 569 MB of text.
    """
    return list(dict.fromkeys(package.namelist()))


def is_encrypted(package: zipfile.ZipFile) -> bool:
    """Return whether the parts of an OpenDocument file are encrypted."""
    manifest = "META-INF/manifest.xml"
    return manifest in package.namelist() and b"encryption-data" in package.read(manifest)


class _TextOfElements:
    """XML parser target that collects the text of `t` elements; in OpenDocument, all text in paragraphs."""

    def __init__(self, formatting: Formatting) -> None:
        self._pieces, self._formatting = TextCollector(), formatting
        self._n_skipping = 0
        self._n_inside = 0
        self._described = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition("}")[2]
        if self._n_skipping or name in SKIPPED_ELEMENTS:
            self._n_skipping += 1
            return
        self._formatting.start(tag, attributes)
        if self._is_text(tag, name):
            self._n_inside += 1
            if tag in DESCRIPTIONS:
                self._pieces.add_break("\n")
        elif name in PICTURES:
            words = attributes.get("descr", "")
            if words.strip() and words != self._described:  # it is in the properties of a picture twice
                self._pieces.add(f"\n{words}\n", self._formatting.hidden_reason)
            self._described = words
        elif tag.startswith(MATHS) and name in SUB_AND_SUPERSCRIPT_SIGNS:
            self._pieces.add(SUB_AND_SUPERSCRIPT_SIGNS[name])
        elif name == "s" and self._n_inside:
            counts = (int(value[:6]) for key, value in attributes.items() if key.endswith("}c") and value.isdecimal())
            self._pieces.add(" " * min(next(counts, 1), 1000))

    def end(self, tag: str) -> None:
        name = tag.rpartition("}")[2]
        if self._n_skipping:
            self._n_skipping -= 1
            return
        self._formatting.end()
        if self._is_text(tag, name):
            self._n_inside -= 1
            if tag in DESCRIPTIONS:
                self._pieces.add_break("\n")
        if tag.startswith(MATHS) and name == "num":
            self._pieces.add("/")
        if name in PARAGRAPHS:
            self._pieces.add_break("\n")
        elif name in CELL_ENDS:
            self._pieces.add_break("\t")

    def data(self, text: str) -> None:
        if self._n_inside and not self._n_skipping:
            self._pieces.add(text, self._formatting.hidden_reason)

    def close(self) -> ParsedText:
        return self._pieces.result()

    def _is_text(self, tag: str, name: str) -> bool:
        if self._formatting.is_open_document:
            return name in ODF_BLOCKS or name in MATHS_TOKENS or tag in DESCRIPTIONS
        return name == "t"


def part_text(package: zipfile.ZipFile, name: str, formatting: Formatting) -> ParsedText:
    """Return the text of one XML part, a line for each paragraph. `formatting` tells which text is hidden."""
    parser = DefusedXMLParser(target=_TextOfElements(formatting))
    try:
        with package.open(name) as part:
            while chunk := part.read(CHUNK_BYTES):
                parser.feed(chunk)
        text: ParsedText = parser.close()  # type: ignore[assignment]  # the return value of the target's close()
    except (EntitiesForbidden, DTDForbidden) as error:
        raise Unreadable("bomb", f"{name} declares entities") from error
    except (ExternalReferenceForbidden, ParseError, *ENCODING_ERRORS) as error:
        raise Unreadable("damaged", f"{name}: {error}") from error
    return text

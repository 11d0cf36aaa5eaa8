"""Word processor files, presentations and electronic books."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from app.domain.documents import ReadLimits
from app.readers.charsets import decode_text
from app.readers.documents.html import html_to_text
from app.readers.documents.office_packages import is_encrypted, opened_package, part_text
from app.readers.paper.mail_pictures import PAGE_END, SMALLEST_PICTURE
from app.readers.paper.page_reading import PagedText, Paper, text_of_all
from app.readers.reading_failures import Unreadable

WORD_PART = re.compile(r"word/(document|footnotes|endnotes|comments|header|footer)\d*\.xml")
MEDIA = re.compile(r"(?i)word/media/[^/]+\.(?:png|jpe?g|tiff?|gif)$")
WORD_ORDER = ("document", "footnotes", "endnotes", "comments", "header", "footer")
SLIDE = re.compile(r"ppt/(slides/slide|notesSlides/notesSlide)(\d+)\.xml")
OBJECT_PART = re.compile(r"Object [0-9]+/content\.xml")
"""A formula or a chart in an OpenDocument text."""
PAGE = re.compile(r"(?i)\.x?html?$")
ROOT_FILE = re.compile(r"""full-path\s*=\s*["']([^"']+)["']""")
MANIFEST_ITEM = re.compile(r"<(?:\w+:)?item\b[^>]*>")
SPINE_ITEM = re.compile(r"""<(?:\w+:)?itemref\b[^>]*\bidref\s*=\s*["']([^"']+)["']""")
ATTRIBUTE = re.compile(r"""\b(id|href)\s*=\s*["']([^"']+)["']""")


def word_text(raw: bytes, limits: ReadLimits) -> str:
    """The text of a DOCX file: its body, notes and comments, then what stands at the top and foot of its pages."""
    with opened_package(raw, limits) as package:
        found = [(match, name) for name in package.namelist() if (match := WORD_PART.fullmatch(name))]
        names = [name for match, name in sorted(found, key=lambda pair: (WORD_ORDER.index(pair[0][1]), pair[1]))]
        return _texts(package, names or _main_part(package, "word/"))


def word_pages(raw: bytes, limits: ReadLimits, paper: Paper) -> PagedText:
    """The text of a DOCX file; where it is next to none, also what is read off the pictures in it."""
    text = word_text(raw, limits)
    if not paper.wants_pictures(text):
        return PagedText(text)
    start = len(text) + len(PAGE_END) if text else 0
    with opened_package(raw, limits) as package:
        names = [info for info in package.infolist() if MEDIA.match(info.filename)]
        files = (package.read(info) for info in names if info.file_size <= limits.document_bytes)
        return paper.result(PAGE_END.join(filter(None, (text, *text_of_all(files, paper, start, SMALLEST_PICTURE)))))


def slides_text(raw: bytes, limits: ReadLimits) -> str:
    """The text of a PPTX file: its slides in order, each with the notes of the same number behind all slides."""
    with opened_package(raw, limits) as package:
        found = [(match, name) for name in package.namelist() if (match := SLIDE.fullmatch(name))]
        names = [
            name for match, name in sorted(found, key=lambda pair: (pair[0][1] != "slides/slide", int(pair[0][2])))
        ]
        return _texts(package, names)


def _main_part(package: zipfile.ZipFile, folder: str) -> list[str]:
    """The part that the package calls its office document, where it has an unusual name."""
    names = [name for name in package.namelist() if name.startswith(folder) and name.endswith(".xml")]
    largest = max(names, key=lambda name: package.getinfo(name).file_size, default=None)
    if largest is None:
        raise Unreadable("damaged", "no document in it")
    return [largest]


def _texts(package: zipfile.ZipFile, names: Sequence[str]) -> str:
    return "\n".join(filter(str.strip, (part_text(package, name) for name in names)))


def open_text(raw: bytes, limits: ReadLimits) -> str:
    """The text of an OpenDocument text, presentation or drawing, then that of its formulas and charts."""
    with opened_package(raw, limits) as package:
        if is_encrypted(package):
            raise Unreadable("encrypted")
        if "content.xml" not in package.namelist():
            raise Unreadable("damaged", "no content.xml in it")
        objects = sorted(filter(OBJECT_PART.fullmatch, package.namelist()))
        texts = [part_text(package, name, is_open_document=True) for name in ("content.xml", *objects)]
        return "\n".join(filter(str.strip, texts))


def book_text(raw: bytes, limits: ReadLimits) -> str:
    """The text of an EPUB file, chapter by chapter in reading order."""
    with opened_package(raw, limits) as package:
        names = package.namelist()
        if "META-INF/encryption.xml" in names and _hides_pages(package):
            raise Unreadable("encrypted")
        known = set(names)
        pages = [name for name in _reading_order(package) if name in known]
        pages = pages or sorted(name for name in names if PAGE.search(name))
        return "\n\n".join(html_to_text(decode_text(package.read(name))) for name in pages)


def _hides_pages(package: zipfile.ZipFile) -> bool:
    """Return whether pages are encrypted; in many books only the fonts are, and these can be read."""
    listed = re.findall(r"""URI\s*=\s*["']([^"']+)["']""", decode_text(package.read("META-INF/encryption.xml")))
    return any(PAGE.search(name) for name in listed)


def _reading_order(package: zipfile.ZipFile) -> list[str]:
    try:
        root = ROOT_FILE.search(decode_text(package.read("META-INF/container.xml")))
        contents = decode_text(package.read(root[1])) if root else ""
    except KeyError:
        return []
    folder = dirname(root[1]) if root else ""
    items = [dict(ATTRIBUTE.findall(item)) for item in MANIFEST_ITEM.findall(contents)]
    places = {item["id"]: item["href"] for item in items if "id" in item and "href" in item}
    return [normpath(join(folder, unquote(places[name]))) for name in SPINE_ITEM.findall(contents) if name in places]

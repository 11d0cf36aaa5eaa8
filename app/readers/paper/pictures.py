"""Convert picture files to PDF pages, so that PDFium renders them within limits and no other decoder is needed.

A PDF can contain the compressed pixels of a PNG, a JPEG or a TIFF as they are. Pictures in a format that PDF has no
filter for are passed to the recogniser unchanged.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, Protocol

from app.domain.documents import Document, OcrChoice, ReadLimits, RecognisedPage
from app.readers.documents.parsed_text import ParsedText
from app.readers.paper.recognisers import installed_recognisers
from app.readers.reading_failures import Unreadable

MAX_PIXELS = 120_000_000
"""Maximum pixels of a page by its header, checked before decompression. A3 at 600 dpi has 70 million."""
MAX_STRIPS = 20_000
MAX_FRAMES = 2_000
POINTS_PER_PIXEL = 72 / 200
"""Points per pixel of a picture that has no resolution. It is assumed to be scanned at 200 dpi."""
STRIP_INSET_PX = 1 / 256
"""Pixels by which each side of a strip or tile is reduced, because PDFium rounds outwards to whole pixels."""
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
TIFFS = (b"II*\0", b"MM\0*")
SIGNATURES = (PNG, JPEG, *TIFFS, b"GIF8")
ORIENTATIONS = {
    2: (0, True),
    3: (180, False),
    4: (180, True),
    5: (270, True),
    6: (90, False),
    7: (90, True),
    8: (270, False),
}
"""EXIF orientation to clockwise rotation in degrees, and whether the picture is mirrored."""
TIFF_TYPES = {1: "B", 3: "H", 4: "I"}
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
GREY_ALPHA, RGB_ALPHA = 3, 4
"""Numbers of the PDF objects that blend transparent colours with white paper."""
ALPHA_FUNCTIONS = {
    GREY_ALPHA: (2, 1, b"dup 1 exch sub 3 1 roll mul add"),
    RGB_ALPHA: (4, 3, b"dup 1 exch sub 5 2 roll" + b" 4 index mul 3 index add 3 1 roll" * 3 + b" 5 -2 roll pop pop"),
}
"""PostScript functions that blend a picture with alpha over white, by the number of their PDF object: inputs, outputs,
code.
"""
COLOURS = {
    "grey": (1, b"/DeviceGray"),
    "grey-alpha": (2, b"[/DeviceN[/V/A]/DeviceGray %d 0 R]" % GREY_ALPHA),
    "rgb": (3, b"/DeviceRGB"),
    "rgb-alpha": (4, b"[/DeviceN[/R/G/B/A]/DeviceRGB %d 0 R]" % RGB_ALPHA),
    "cmyk": (4, b"/DeviceCMYK"),
}
"""Colour model to its number of samples and its PDF colour space."""
PNG_COLOURS = {0: "grey", 2: "rgb", 3: "palette", 4: "grey-alpha", 6: "rgb-alpha"}
TIFF_COLOURS = {(0, 1): "grey", (1, 1): "grey", (1, 2): "grey-alpha", (2, 3): "rgb", (2, 4): "rgb-alpha",
                (3, 1): "palette", (5, 4): "cmyk", (6, 3): "rgb"}  # fmt: skip


class Strip(NamedTuple):
    """Part of a picture: some rows, or a tile. Its pixels are compressed in a way that PDF has a filter for."""

    data: bytes
    width: int
    height: int
    filter_entries: bytes
    """Entries of the PDF dictionary that name the filter and its parameters."""
    left: int = 0
    top: int = 0


class Picture(NamedTuple):
    """A picture of a file: its size in pixels and its compressed pixels.

    It has no strips if PDF has no filter for the compression.
    """

    width: int
    height: int
    strips: tuple[Strip, ...] = ()
    rotation: int = 0
    """Degrees by which to rotate the picture clockwise before it is shown."""
    is_mirrored: bool = False


def pictures_in(raw: bytes) -> list[Picture]:
    """Return the pictures of a file; a TIFF may have several. Raise `Unreadable` for a broken or too large picture.

    The sizes are checked before anything is decompressed.
    """
    try:
        if raw.startswith(PNG):
            pictures = [_read_png(raw)]
        elif raw.startswith(JPEG):
            pictures = [_read_jpeg(raw)]
        elif raw.startswith(TIFFS):
            pictures = list(_read_tiff(raw))
        elif raw.startswith(b"GIF8"):
            pictures = [Picture(*struct.unpack_from("<HH", raw, 6))]
        else:
            raise Unreadable("unsupported")
    except (struct.error, IndexError, KeyError, ValueError) as error:
        raise Unreadable("damaged", str(error)) from error
    if not pictures:
        raise Unreadable("damaged", "no picture in it")
    for picture in pictures:
        if not (picture.width and picture.height):
            raise Unreadable("damaged", "a picture without size")
        if picture.width * picture.height > MAX_PIXELS:
            raise Unreadable("too-large", f"{picture.width} × {picture.height} pixels")
    return pictures


def _read_png(raw: bytes) -> Picture:
    width, height, depth, colour, _, _, interlace = struct.unpack_from(">IIBBBBB", raw, 16)
    colours = PNG_COLOURS.get(colour)
    if colours is None or interlace:  # interlaced: scanners do not write it
        return Picture(width, height)
    chunks: dict[bytes, list[bytes]] = {b"IDAT": [], b"PLTE": [b""], b"tRNS": [b""]}
    at = 8
    while at + 8 <= len(raw):
        size, kind = struct.unpack_from(">I4s", raw, at)
        chunks.get(kind, []).append(raw[at + 8 : at + 8 + size])
        at += size + 12
    palette, transparency, mask = chunks[b"PLTE"][-1], chunks[b"tRNS"][-1], b""
    if colours == "palette":
        alphas = transparency.ljust(len(palette) // 3, b"\xff")
        on_white = bytes(255 - (255 - value) * alphas[index // 3] // 255 for index, value in enumerate(palette))
        n_samples, space = 1, _make_palette(on_white)
    else:
        n_samples, space = COLOURS[colours]
        values = b"".join(b" %d %d" % (value, value) for (value,) in struct.iter_unpack(">H", transparency))
        mask = b"/Mask[%s]" % values if values else b""
    entries = _filter_entries(b"/FlateDecode", 15, n_samples, depth, width) + b"/ColorSpace" + space + mask
    return Picture(width, height, (Strip(b"".join(chunks[b"IDAT"]), width, height, entries),))


def _filter_entries(filter_name: bytes, predictor: int, n_samples: int, depth: int, columns: int) -> bytes:
    """Return the entries of a PDF dictionary that say how a strip is compressed."""
    parameters = b"<</Predictor %d/Colors %d/BitsPerComponent %d/Columns %d>>" % (predictor, n_samples, depth, columns)
    return b"/Filter%s/DecodeParms%s/BitsPerComponent %d" % (filter_name, parameters, depth)


def _make_palette(colours: bytes) -> bytes:
    return b"[/Indexed/DeviceRGB %d<%s>]" % (len(colours) // 3 - 1, colours.hex().encode())


def _read_jpeg(raw: bytes) -> Picture:
    at, orientation, is_inverted = 2, (0, False), False
    while at + 4 <= len(raw):
        marker, kind, size = struct.unpack_from(">BBH", raw, at)
        if marker != 0xFF:
            raise ValueError("no marker where one should be")
        if kind == 0xFF:
            at += 1
            continue
        if kind == 0xE1 and raw[at + 4 : at + 10] == b"Exif\0\0":
            orientation = _orientation_of(raw[at + 10 : at + 2 + size])
        is_inverted |= kind == 0xEE and raw[at + 4 : at + 9] == b"Adobe"
        if kind in JPEG_FRAMES:
            height, width, n_colours = struct.unpack_from(">HHB", raw, at + 5)
            return Picture(
                width,
                height,
                (Strip(raw, width, height, _dct_entries(n_colours, is_inverted=is_inverted)),),
                *orientation,
            )
        at += 2 + size
    raise ValueError("no picture in it")


def _dct_entries(n_colours: int, *, is_inverted: bool = False) -> bytes:
    space = COLOURS[{1: "grey", 3: "rgb", 4: "cmyk"}[n_colours]][1]
    inverted = b"/Decode[1 0 1 0 1 0 1 0]" if n_colours == 4 and is_inverted else b""
    return b"/Filter/DCTDecode/BitsPerComponent 8/ColorSpace" + space + inverted


def _orientation_of(exif: bytes) -> tuple[int, bool]:
    """Return the clockwise rotation in degrees, and whether the picture is mirrored; (0, False) if `exif` is broken."""
    try:
        return next(
            (ORIENTATIONS.get(tags.get(274, (1,))[0], (0, False)) for tags in _iterate_tiff_directories(exif)),
            (0, False),
        )
    except (struct.error, IndexError, KeyError, ValueError):
        return 0, False


def _iterate_tiff_directories(raw: bytes) -> Iterator[Mapping[int, Sequence[int]]]:
    """Yield the tags of each picture of a TIFF: tag number to values."""
    order = "<" if raw.startswith(b"II") else ">"
    (at,) = struct.unpack_from(order + "I", raw, 4)
    seen: set[int] = set()
    while at and at not in seen and len(seen) < MAX_FRAMES:
        seen.add(at)
        (n_tags,) = struct.unpack_from(order + "H", raw, at)
        tags: dict[int, Sequence[int]] = {}
        for number in range(n_tags):
            tag, kind, count = struct.unpack_from(order + "HHI", raw, at + 2 + 12 * number)
            if kind in TIFF_TYPES and count <= MAX_STRIPS:
                layout = f"{order}{count}{TIFF_TYPES[kind]}"
                offset = at + 10 + 12 * number
                if struct.calcsize(layout) > 4:
                    (offset,) = struct.unpack_from(order + "I", raw, offset)
                tags[tag] = struct.unpack_from(layout, raw, offset)
            elif tag == 347:  # JPEG tables, shared by all strips of a picture
                (offset,) = struct.unpack_from(order + "I", raw, at + 10 + 12 * number)
                tags[tag] = raw[offset : offset + count]
        yield tags
        (at,) = struct.unpack_from(order + "I", raw, at + 2 + 12 * n_tags)


def _read_tiff(raw: bytes) -> Iterator[Picture]:
    for tags in _iterate_tiff_directories(raw):
        width, height = tags[256][0], tags[257][0]
        is_tiled = 322 in tags
        strip_width, rows, offsets, sizes = (
            width,
            min(tags.get(278, (height,))[0], height) or height,
            tags.get(273),
            tags.get(279),
        )
        if is_tiled:
            strip_width, rows, offsets, sizes = tags[322][0], tags[323][0], tags.get(324), tags.get(325)
        entries = _tiff_entries(tags, strip_width, is_large_first=raw.startswith(b"MM"))
        if entries is None or offsets is None or sizes is None or not (strip_width and rows):
            yield Picture(width, height)
            continue
        strips = []
        for number, (offset, size) in enumerate(zip(offsets, sizes, strict=True)):
            down, across = divmod(number, -(-width // strip_width))
            top = down * rows
            n_rows = rows if is_tiled else min(rows, height - top)
            if top >= height:
                break
            data = _strip_data(raw[offset : offset + size], tags)
            strip_entries = entries.replace(b"ROWS", b"%d" % n_rows)
            strips.append(Strip(data, strip_width, n_rows, strip_entries, across * strip_width, top))
        yield Picture(width, height, tuple(strips), *ORIENTATIONS.get(tags.get(274, (1,))[0], (0, False)))


def _strip_data(data: bytes, tags: Mapping[int, Sequence[int]]) -> bytes:
    tables = bytes(tags.get(347, b""))
    if tags.get(266, (1,))[0] == 2:
        data = data.translate(REVERSED_BITS)
    return tables[:-2] + data[2:] if len(tables) > 4 and data.startswith(b"\xff\xd8") else data


REVERSED_BITS = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Translation table that reverses the bits of each byte, as TIFF files from fax machines need (fill order 2)."""


def _tiff_entries(tags: Mapping[int, Sequence[int]], width: int, *, is_large_first: bool) -> bytes | None:
    """Return the entries of a PDF dictionary for the strips of a TIFF.

    None if PDF has no filter for its compression or colours.
    """
    compression, photometric, n_samples = (
        tags.get(tag, (default,))[0] for tag, default in ((259, 1), (262, 0), (277, 1))
    )
    depths = set(tags.get(258, (1,)))
    colours, depth = TIFF_COLOURS.get((photometric, n_samples)), max(depths)
    is_known = len(depths) == 1 and (depth in (1, 2, 4, 8) or (depth == 16 and is_large_first))
    if colours is None or not is_known or tags.get(284, (1,))[0] != 1 or (photometric == 6 and compression != 7):
        return None
    if compression == 7:
        return _dct_entries(n_samples) if depth == 8 and colours in ("grey", "rgb") else None
    if colours == "palette":
        n_colours = 1 << depth
        bands = [[value >> 8 for value in tags[320][at : at + n_colours]] for at in range(0, 3 * n_colours, n_colours)]
        space = _make_palette(bytes(value for colour in zip(*bands, strict=True) for value in colour))
    else:
        space = COLOURS[colours][1]
    space = b"/ColorSpace" + space
    if compression in (2, 3, 4):
        k = {2: 0, 4: -1}.get(compression, tags.get(292, (0,))[0] & 1)
        is_aligned = b"/EncodedByteAlign true" if compression == 2 else b""
        is_black = b"/BlackIs1 true" if photometric == 1 else b""
        parameters = b"<</K %d/Columns %d/Rows ROWS%s%s>>" % (k, width, is_aligned, is_black)
        return b"/Filter/CCITTFaxDecode/DecodeParms" + parameters + space + b"/BitsPerComponent 1"
    inverted = b"/Decode[1 0]" if photometric == 0 and n_samples == 1 else b""
    filters = {5: b"/LZWDecode", 8: b"/FlateDecode", 32946: b"/FlateDecode"}
    if compression in filters:
        return _filter_entries(filters[compression], tags.get(317, (1,))[0], n_samples, depth, width) + space + inverted
    plain = {1: b"", 32773: b"/Filter/RunLengthDecode"}
    return plain[compression] + b"/BitsPerComponent %d" % depth + space + inverted if compression in plain else None


def write_pdf_of_pictures(pictures: Sequence[Picture]) -> bytes:
    """Return a PDF file with a page for each picture."""
    objects: list[bytes] = [b"<</Type/Catalog/Pages 2 0 R>>", b""]
    head = b"<</FunctionType 4/Domain[%s]/Range[%s]/Length %d>>stream\n{%s}\nendstream"
    for n_in, n_out, code in ALPHA_FUNCTIONS.values():
        objects.append(head % (b" 0 1" * n_in, b" 0 1" * n_out, len(code) + 2, code))
    kids = []
    for picture in pictures:
        kids.append(b"%d 0 R" % (len(objects) + 1))
        objects += _page_objects(picture, len(objects) + 1)
    objects[1] = b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join(kids), len(kids))
    chunks, offsets = [b"%PDF-1.4\n"], []
    size = len(chunks[0])
    for number, content in enumerate(objects, start=1):
        offsets.append(size)
        chunks.append(b"%d 0 obj%s endobj\n" % (number, content))
        size += len(chunks[-1])
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, size)
    return b"".join([*chunks, b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1), table, end])


def _page_objects(picture: Picture, number: int) -> list[bytes]:
    """Return the PDF objects of a page: the page, its content, and its strips or tiles."""
    width, height = picture.width * POINTS_PER_PIXEL, picture.height * POINTS_PER_PIXEL
    content = b"-1 0 0 1 %.4f 0 cm\n" % width if picture.is_mirrored else b""
    names, strips = b"", []
    for index, strip in enumerate(picture.strips):
        sides = (strip.width - 2 * STRIP_INSET_PX, strip.height - 2 * STRIP_INSET_PX, strip.left + STRIP_INSET_PX,
                 picture.height - strip.top - strip.height + STRIP_INSET_PX)  # fmt: skip
        content += b"q %.5f 0 0 %.5f %.5f %.5f cm /I%d Do Q\n" % (*(side * POINTS_PER_PIXEL for side in sides), index)
        names += b"/I%d %d 0 R" % (index, number + 2 + index)
        head = b"<</Type/XObject/Subtype/Image/Width %d/Height %d/Length %d%s>>stream\n"
        strips.append(head % (strip.width, strip.height, len(strip.data), strip.filter_entries) + strip.data)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.4f %.4f]/Rotate %d/Contents %d 0 R/Resources<</XObject<<%s>>>>>>"
    return [
        page % (width, height, picture.rotation, number + 1, names),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        *(strip + b"\nendstream" for strip in strips),
    ]


MAX_STRAY_CHARACTERS = 100
"""Letters and digits below which a document's content is assumed to be in its pictures."""
MIN_PAGE_SIZE_PX = (600, 600)
"""Smallest size in pixels of a picture in a mail that may be a scanned page; decoration is smaller."""
MIN_PICTURE_SIZE_PX = (200, 60)
"""Smallest size in pixels of a picture that may have a line of text."""
MAX_PICTURES = 20
MAX_BYTES = 64 << 20
PAGE_END = "\n\n"
"""Separator of pages in a document's text."""


class PageReader(Protocol):
    """Recognises text in pictures and scans. `page_reading.PageRecogniser` implements it."""

    pages: list[RecognisedPage]
    flaws: dict[str, None]

    def read_scan(self, raw: bytes, start: int) -> str: ...

    def read_pictures(self, raw: bytes, start: int, smallest: tuple[int, int]) -> str: ...


class PendingPictures:
    """The attached pictures and scans of one mail. They are read only if the mail has hardly any other text."""

    def __init__(self, ocr_choice: OcrChoice, limits: ReadLimits) -> None:
        self._choice, self._limits = ocr_choice, limits
        self._files: list[tuple[bool, bytes]] = []
        """For each file: whether it is a scan (a PDF without text; otherwise it is a picture), and its bytes."""

    def start_mail(self) -> None:
        """Remove the files of the previous mail."""
        self._files = []

    def read_or_set_aside(self, raw: bytes, read: Callable[[], ParsedText | None]) -> ParsedText | None:
        """Return what `read` returns for an attachment. A picture is kept for OCR.

        A PDF without text is set aside too, and the `Unreadable` that `read` raised is raised again.
        """
        if raw.startswith(SIGNATURES):
            self._set_aside(raw, is_scan=False)
        try:
            return read()
        except Unreadable as error:
            if error.reason == "scan":
                self._set_aside(raw, is_scan=True)
            raise

    def _set_aside(self, raw: bytes, *, is_scan: bool) -> None:
        if len(self._files) < MAX_PICTURES and sum(len(file) for _, file in self._files) + len(raw) <= MAX_BYTES:
            self._files.append((is_scan, raw))

    def should_read(self, text: str) -> bool:
        """Return whether OCR should be applied to the files that were set aside for a mail with this text."""
        return bool(self._files) and wants_pictures(text, self._choice, self._limits)

    def add_text_to(self, document: Document, paper: PageReader) -> Document:
        """Return the document of the mail, with the text that `paper` recognises in the files added to its text."""
        text = document.text
        smallest = MIN_PICTURE_SIZE_PX if self._choice == "always" else MIN_PAGE_SIZE_PX
        for is_scan, raw in self._files:
            start = len(text) + len(PAGE_END)
            with suppress(Unreadable):
                recognised = paper.read_scan(raw, start) if is_scan else paper.read_pictures(raw, start, smallest)
                text += PAGE_END + recognised if recognised else ""
        flaws = dict.fromkeys((*document.flaws, *paper.flaws))
        return replace(document, text=text, pages=tuple(paper.pages), flaws=tuple(flaws))


def wants_pictures(text: str, ocr_choice: OcrChoice, limits: ReadLimits) -> bool:
    """Return whether OCR should be applied to the pictures of a document with this text.

    A recogniser must be installed and allowed, and either the document has almost no text, or the person has chosen to
    recognise all pictures.
    """
    is_wanted = ocr_choice == "always" or sum(map(str.isalnum, text)) < MAX_STRAY_CHARACTERS
    return is_wanted and can_recognise(ocr_choice, limits)


def can_recognise(ocr_choice: OcrChoice, limits: ReadLimits) -> bool:
    """Return whether OCR is allowed by the person's choice and the limits, and a recogniser is installed."""
    return ocr_choice != "never" and limits.scan_seconds > 0 and limits.scan_pages > 0 and bool(installed_recognisers())

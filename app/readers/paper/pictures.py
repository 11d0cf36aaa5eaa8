"""Picture files as PDF pages: what PDFium renders, it renders within bounds, and nothing else has to decode pictures.

The packed pixels of a PNG, a JPEG or a TIFF are what a PDF can hold as they are, so that a page is made around them
and no pixel is touched. A picture whose pixels PDF has no filter for is left to the recogniser.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from app.readers.reading_failures import Unreadable

MOST_PIXELS = 120_000_000
"""Of a page, as its file says before anything is unpacked: A3 at 600 dots per inch has 70 million."""
MOST_STRIPS = 20_000
MOST_FRAMES = 2_000
POINTS_PER_PIXEL = 72 / 200
"""A picture that does not say how large it is was scanned at 200 dots per inch, as far as anybody knows."""
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
TIFFS = (b"II*\0", b"MM\0*")
SIGNATURES = (PNG, JPEG, *TIFFS, b"GIF8")
TURNS = {3: 180, 6: 90, 8: 270}
"""The numbers by which cameras say how they were held, to the degrees that a page is turned by."""
TIFF_TYPES = {1: "B", 3: "H", 4: "I"}
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
COLOURS = {1: b"/DeviceGray", 3: b"/DeviceRGB", 4: b"/DeviceCMYK"}


class Strip(NamedTuple):
    """Packed pixels that PDF has a filter for: rows of a picture, from its top."""

    data: bytes
    height: int
    entries: bytes


class Picture(NamedTuple):
    """A picture as it is in its file; without strips, PDF has no filter for it."""

    width: int
    height: int
    strips: tuple[Strip, ...] = ()
    turn: int = 0


def pictures_in(raw: bytes) -> list[Picture]:
    """Return the pictures of a file: one, or the many of a TIFF; sizes are checked before anything is unpacked."""
    try:
        found = _pictures_in(raw)
    except (struct.error, IndexError, KeyError, ValueError) as error:
        raise Unreadable("damaged", str(error)) from error
    if not found:
        raise Unreadable("damaged", "no picture in it")
    for picture in found:
        if not (picture.width and picture.height):
            raise Unreadable("damaged", "a picture without size")
        if picture.width * picture.height > MOST_PIXELS:
            raise Unreadable("too-large", f"{picture.width} × {picture.height} pixels")
    return found


def _pictures_in(raw: bytes) -> list[Picture]:
    if raw.startswith(PNG):
        return [_png(raw)]
    if raw.startswith(JPEG):
        return [_jpeg(raw)]
    if raw.startswith(TIFFS):
        return list(_tiff(raw))
    if raw.startswith(b"GIF8"):
        return [Picture(*struct.unpack_from("<HH", raw, 6))]
    raise Unreadable("unsupported")


def _png(raw: bytes) -> Picture:
    width, height, depth, colour, _, _, interlace = struct.unpack_from(">IIBBBBB", raw, 16)
    n_colours = {0: 1, 2: 3, 3: 1}.get(colour)
    if n_colours is None or interlace or depth > 8:  # transparent or in seven passes: not what scanners write
        return Picture(width, height)
    data, palette, at = [], b"", 8
    while at + 8 <= len(raw):
        size, kind = struct.unpack_from(">I4s", raw, at)
        if kind == b"IDAT":
            data.append(raw[at + 8 : at + 8 + size])
        elif kind == b"PLTE":
            palette = raw[at + 8 : at + 8 + size]
        at += size + 12
    space = b"[/Indexed/DeviceRGB %d<%s>]" % (len(palette) // 3 - 1, palette.hex().encode())
    entries = b"/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors %d/BitsPerComponent %d/Columns %d>>" % (
        n_colours,
        depth,
        width,
    )
    shown = b"/ColorSpace%s/BitsPerComponent %d" % (space if colour == 3 else COLOURS[n_colours], depth)
    return Picture(width, height, (Strip(b"".join(data), height, entries + shown),))


def _jpeg(raw: bytes) -> Picture:
    at, turn = 2, 0
    while at + 4 <= len(raw):
        mark, kind, size = struct.unpack_from(">BBH", raw, at)
        if mark != 0xFF:
            raise ValueError("no marker where one should be")
        if kind == 0xFF:
            at += 1
            continue
        if kind == 0xE1 and raw[at + 4 : at + 10] == b"Exif\0\0":
            turn = _turn_of(raw[at + 10 : at + 2 + size])
        if kind in JPEG_FRAMES:
            height, width, n_colours = struct.unpack_from(">HHB", raw, at + 5)
            return Picture(width, height, (Strip(raw, height, _dct(n_colours)),), turn)
        at += 2 + size
    raise ValueError("no picture in it")


def _dct(n_colours: int) -> bytes:
    is_inverted = b"/Decode[1 0 1 0 1 0 1 0]" if n_colours == 4 else b""
    return b"/Filter/DCTDecode/BitsPerComponent 8/ColorSpace%s" % COLOURS[n_colours] + is_inverted


def _turn_of(exif: bytes) -> int:
    """Return how a camera was held; nothing where what it says is broken."""
    try:
        return next((TURNS.get(tags.get(274, (1,))[0], 0) for tags in _directories(exif)), 0)
    except (struct.error, IndexError, KeyError, ValueError):
        return 0


def _directories(raw: bytes) -> Iterator[Mapping[int, Sequence[int]]]:
    """Yield the tags of each picture of a TIFF."""
    order = "<" if raw.startswith(b"II") else ">"
    (at,) = struct.unpack_from(order + "I", raw, 4)
    seen: set[int] = set()
    while at and at not in seen and len(seen) < MOST_FRAMES:
        seen.add(at)
        (n_tags,) = struct.unpack_from(order + "H", raw, at)
        tags: dict[int, Sequence[int]] = {}
        for number in range(n_tags):
            tag, kind, count = struct.unpack_from(order + "HHI", raw, at + 2 + 12 * number)
            if kind in TIFF_TYPES and count <= MOST_STRIPS:
                form = f"{order}{count}{TIFF_TYPES[kind]}"
                place = at + 10 + 12 * number
                if struct.calcsize(form) > 4:
                    (place,) = struct.unpack_from(order + "I", raw, place)
                tags[tag] = struct.unpack_from(form, raw, place)
            elif tag == 347:  # the tables that all JPEG strips of a picture share
                (place,) = struct.unpack_from(order + "I", raw, at + 10 + 12 * number)
                tags[tag] = raw[place : place + count]
        yield tags
        (at,) = struct.unpack_from(order + "I", raw, at + 2 + 12 * n_tags)


def _tiff(raw: bytes) -> Iterator[Picture]:
    for tags in _directories(raw):
        width, height = tags[256][0], tags[257][0]
        entries = _tiff_entries(tags, width)
        if entries is None or 273 not in tags or 279 not in tags:
            yield Picture(width, height)
            continue
        rows = min(tags.get(278, (height,))[0], height) or height
        strips = []
        for number, (place, size) in enumerate(zip(tags[273], tags[279], strict=True)):
            n_rows = min(rows, height - number * rows)
            if n_rows <= 0:
                break
            data = _strip_data(raw[place : place + size], tags)
            strips.append(Strip(data, n_rows, entries.replace(b"ROWS", b"%d" % n_rows)))
        yield Picture(width, height, tuple(strips), TURNS.get(tags.get(274, (1,))[0], 0))


def _strip_data(data: bytes, tags: Mapping[int, Sequence[int]]) -> bytes:
    tables = bytes(tags.get(347, b""))
    if tags.get(266, (1,))[0] == 2:
        data = data.translate(REVERSED)
    return tables[:-2] + data[2:] if len(tables) > 4 and data.startswith(b"\xff\xd8") else data


REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""For files whose bits are the other way round, as fax machines send them."""


def _tiff_entries(tags: Mapping[int, Sequence[int]], width: int) -> bytes | None:
    """Return how a PDF is told what the strips of a TIFF are packed by; None where it has no word for it."""
    packing, shown, n_samples = (tags.get(tag, (default,))[0] for tag, default in ((259, 1), (262, 0), (277, 1)))
    depth = tags.get(258, (1,))[0]
    if n_samples not in (1, 3) or depth not in (1, 8) or tags.get(284, (1,))[0] != 1 or shown not in (0, 1, 2, 6):
        return None
    if packing == 7:
        return _dct(n_samples)
    space = b"/ColorSpace%s/BitsPerComponent %d" % (COLOURS[n_samples], depth)
    if packing in (2, 3, 4):
        k = {2: 0, 4: -1}.get(packing, tags.get(292, (0,))[0] & 1)
        is_aligned = b"/EncodedByteAlign true" if packing == 2 else b""
        is_black = b"/BlackIs1 true" if shown == 1 else b""
        how = b"<</K %d/Columns %d/Rows ROWS%s%s>>" % (k, width, is_aligned, is_black)
        return b"/Filter/CCITTFaxDecode/DecodeParms" + how + space
    inverted = b"/Decode[1 0]" if shown == 0 and n_samples == 1 else b""
    predictor = b"/DecodeParms<</Predictor %d/Colors %d/BitsPerComponent %d/Columns %d>>" % (
        tags.get(317, (1,))[0],
        n_samples,
        depth,
        width,
    )
    filters = {1: b"", 5: b"/Filter/LZWDecode" + predictor, 8: b"/Filter/FlateDecode" + predictor,
               32946: b"/Filter/FlateDecode" + predictor, 32773: b"/Filter/RunLengthDecode"}  # fmt: skip
    return filters[packing] + space + inverted if packing in filters else None


def pdf_of_pictures(pictures: Sequence[Picture]) -> bytes:
    """Write a PDF with a page for each picture."""
    objects: list[bytes] = [b"<</Type/Catalog/Pages 2 0 R>>", b""]
    kids = []
    for picture in pictures:
        kids.append(b"%d 0 R" % (len(objects) + 1))
        objects += _page_objects(picture, len(objects) + 1)
    objects[1] = b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join(kids), len(kids))
    made, places = [b"%PDF-1.4\n"], []
    size = len(made[0])
    for number, content in enumerate(objects, start=1):
        places.append(size)
        made.append(b"%d 0 obj%s endobj\n" % (number, content))
        size += len(made[-1])
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, size)
    return b"".join([*made, b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1), table, end])


def _page_objects(picture: Picture, number: int) -> list[bytes]:
    """The page, its content, and its strips from top to bottom."""
    width, height = picture.width * POINTS_PER_PIXEL, picture.height * POINTS_PER_PIXEL
    named, content, strips, done = b"", b"", [], 0
    for index, strip in enumerate(picture.strips):
        done += strip.height
        place = (width, strip.height * POINTS_PER_PIXEL, height - done * POINTS_PER_PIXEL)
        content += b"q %.4f 0 0 %.4f 0 %.4f cm /I%d Do Q\n" % (*place, index)
        named += b"/I%d %d 0 R" % (index, number + 2 + index)
        head = b"<</Type/XObject/Subtype/Image/Width %d/Height %d/Length %d%s>>stream\n"
        strips.append(head % (picture.width, strip.height, len(strip.data), strip.entries) + strip.data)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.4f %.4f]/Rotate %d/Contents %d 0 R/Resources<</XObject<<%s>>>>>>"
    return [
        page % (width, height, picture.turn, number + 1, named),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        *(strip + b"\nendstream" for strip in strips),
    ]

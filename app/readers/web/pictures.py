"""Find the embedded pictures that have only one colour: as a background or a cover, they hide text of that colour.

Only small PNG and GIF pictures are decoded, by a few lines of Python, because such a picture needs few bytes.
"""

from __future__ import annotations

import base64
import re
import struct
import zlib
from functools import lru_cache

from app.readers.web.values import Colour

MAX_DECODED = 40
"""Maximum number of pictures that are decoded per page."""
MAX_BASE64, MAX_PIXELS = 4_000, 5_000
SOLID = "data:image/solid,"
"""Begins the address that stands in place of a picture with one colour: `data:image/solid,ff0000ff-4x4`.

Browsers cannot load such an address, so `name_solid_pictures` replaces it where a page contains it.
"""
ADDRESS = re.compile(
    rf"data:image/(?:solid|(?:x-)?(?:png|gif)(?:;[\w=-]{{1,50}})*;base64,\s*+([A-Za-z0-9+/=\r\n\t]{{20,{MAX_BASE64}}}))",
    re.IGNORECASE,
)
SOLID_ADDRESS = re.compile(r"data:image/solid,([0-9a-f]{8})-(\d{1,5})x(\d{1,5})")


def name_solid_pictures(html: str) -> str:
    """Return an HTML source in which the address of each picture with one colour says the colour and the size."""
    n_decoded = 0

    def name_picture(found: re.Match[str]) -> str:
        nonlocal n_decoded
        if not found[1]:
            return "cid:none"
        n_decoded += 1
        return (n_decoded <= MAX_DECODED and _solid_picture("".join(found[1].split()))) or found[0]

    return ADDRESS.sub(name_picture, html)


def colour_of_address(address: str) -> tuple[Colour, int, int] | None:
    """Return the colour, width and height that an address from `name_solid_pictures` says; None for other addresses."""
    found = SOLID_ADDRESS.search(address)
    if found is None:
        return None
    red, green, blue, alpha = bytes.fromhex(found[1])
    return (red, green, blue) if alpha == 255 else (red, green, blue, alpha), int(found[2]), int(found[3])


@lru_cache(maxsize=512)
def _solid_picture(encoded: str) -> str:
    """Return the address for a picture in base64; "" if it has several colours or cannot be decoded."""
    try:
        raw = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
        decoded = _pixels_of_png(raw) if raw.startswith(b"\x89PNG\r\n\x1a\n") else _pixels_of_gif(raw)
    except (ValueError, LookupError, struct.error, zlib.error):
        return ""
    width, height, colours = decoded
    return f"{SOLID}{colours.pop().hex()}-{width}x{height}" if len(colours) == 1 else ""


def _pixels_of_png(raw: bytes) -> tuple[int, int, set[bytes]]:
    """Return the width, the height and the colours (red, green, blue, opacity) of a PNG picture."""
    chunks: dict[bytes, bytes] = {}
    at = 8
    while at + 12 <= len(raw):
        length, kind = struct.unpack_from(">I4s", raw, at)
        chunks[kind] = chunks.get(kind, b"") + raw[at + 8 : at + 8 + length]
        at += 12 + length
    width, height, depth, kind, _, _, is_interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    n_channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    if not 0 < width * height <= MAX_PIXELS or is_interlaced or depth not in (1, 2, 4, 8):
        raise ValueError
    row_bytes, step = (width * n_channels * depth + 7) // 8, max(1, n_channels * depth // 8)
    data = zlib.decompressobj().decompress(chunks[b"IDAT"], (row_bytes + 1) * height)
    if len(data) < (row_bytes + 1) * height:
        raise ValueError
    values: set[bytes] = set()
    above = bytes(row_bytes)
    for number in range(height):
        start = number * (row_bytes + 1)
        above = _undo_filter(data[start], data[start + 1 : start + 1 + row_bytes], above, step)
        values.update(_values_in(above, width, n_channels, depth))
    return width, height, {_colour_of_png(value, kind, depth, chunks) for value in values}


def _undo_filter(kind: int, row: bytes, above: bytes, step: int) -> bytes:
    """Undo the filter of a row of a PNG picture. `step` is the number of bytes of a pixel."""
    found = bytearray(row)
    for at in range(len(found)):
        left = found[at - step] if at >= step else 0
        corner = above[at - step] if at >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[at]
        elif kind == 3:
            guess = (left + above[at]) // 2
        elif kind == 4:
            whole = left + above[at] - corner
            guess = min((left, above[at], corner), key=lambda each: abs(whole - each))
        else:
            guess = 0
        found[at] = (found[at] + guess) & 255
    return bytes(found)


def _values_in(row: bytes, width: int, n_channels: int, depth: int) -> set[bytes]:
    if depth == 8:
        return {row[at : at + n_channels] for at in range(0, width * n_channels, n_channels)}
    per_byte = 8 // depth
    return {
        bytes(((row[at // per_byte] >> (8 - depth * (at % per_byte + 1))) & ((1 << depth) - 1),)) for at in range(width)
    }


def _colour_of_png(value: bytes, kind: int, depth: int, chunks: dict[bytes, bytes]) -> bytes:
    """Return the colour of a pixel as four bytes."""
    clear = chunks.get(b"tRNS", b"")
    if kind == 3:
        index = value[0]
        red_green_blue = chunks[b"PLTE"][3 * index : 3 * index + 3]
        if len(red_green_blue) < 3:
            raise ValueError
        return red_green_blue + (clear[index : index + 1] or b"\xff")
    if kind in (0, 2) and clear[1::2] == value:  # two bytes for each channel
        return bytes(4)
    if kind in (0, 4):
        grey = bytes((value[0] * 255 // ((1 << depth) - 1),)) * 3
        return grey + (value[1:] or b"\xff")
    return value if kind == 6 else value + b"\xff"


def _pixels_of_gif(raw: bytes) -> tuple[int, int, set[bytes]]:
    """Return the width, the height and the colours of the first frame of a GIF picture."""
    if raw[:6] not in (b"GIF87a", b"GIF89a"):
        raise ValueError
    width, height, packed = struct.unpack_from("<HHB", raw, 6)
    at, palette, clear = 13, b"", -1
    if packed & 0x80:
        size = 3 * 2 ** ((packed & 7) + 1)
        palette, at = raw[at : at + size], at + size
    while raw[at] == 0x21:
        if raw[at + 1] == 0xF9 and raw[at + 3] & 1:
            clear = raw[at + 6]
        at += 2
        while raw[at]:
            at += raw[at] + 1
        at += 1
    if raw[at] != 0x2C:
        raise ValueError
    left, top, own_width, own_height, packed = struct.unpack_from("<HHHHB", raw, at + 1)
    at += 10
    if (left, top, own_width, own_height) != (0, 0, width, height) or not 0 < width * height <= MAX_PIXELS:
        raise ValueError
    if packed & 0x80:
        size = 3 * 2 ** ((packed & 7) + 1)
        palette, at = raw[at : at + size], at + size
    min_bits, data = raw[at], b""
    at += 1
    while raw[at]:
        data, at = data + raw[at + 1 : at + 1 + raw[at]], at + raw[at] + 1
    colours = set[bytes]()
    for index in _indices_in_gif(data, min_bits, width * height):
        colour = palette[3 * index : 3 * index + 3]
        if len(colour) < 3:
            raise ValueError
        colours.add(bytes(4) if index == clear else colour + b"\xff")
    return width, height, colours


def _indices_in_gif(data: bytes, min_bits: int, n_pixels: int) -> set[int]:
    """Return the palette indices of the pixels in the compressed data of a GIF picture."""
    if not 1 <= min_bits <= 8:
        raise ValueError
    clear, end = 1 << min_bits, (1 << min_bits) + 1
    bits = int.from_bytes(data, "little")
    at, width, n_found = 0, min_bits + 1, 0
    found: set[int] = set()
    table: list[bytes] = []
    before: bytes | None = None
    while n_found < n_pixels and at + width <= 8 * len(data):
        code, at = (bits >> at) & ((1 << width) - 1), at + width
        if code == clear:
            table = [bytes((each,)) for each in range(clear)] + [b"", b""]
            width, before = min_bits + 1, None
            continue
        if code == end:
            break
        if not table or code > len(table) or (code == len(table) and before is None):
            raise ValueError
        string = table[code] if code < len(table) else (before or b"") + (before or b"")[:1]
        found.update(string)
        n_found += len(string)
        if before is not None and len(table) < 4096:
            table.append(before + string[:1])
        before = string
        if len(table) == 1 << width and width < 12:
            width += 1
    if n_found < n_pixels:
        raise ValueError
    return found

"""Kinds of pictures: the pixels that come out are those that went in, as they lie on white paper, upright."""

from __future__ import annotations

import shutil
import struct
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage

from app.readers.paper.page_pictures import render_page_picture
from app.readers.paper.pictures import MAX_PIXELS, pictures_in
from app.readers.reading_failures import Unreadable
from tests.app.readers.test_paper import WORDS, grey_page, read, read_one

Grey = npt.NDArray[np.uint8]
PASSES = ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1))
"""Of an interlaced PNG: first row and column, and the steps down and across."""


def png(rows: bytes, width: int, height: int, depth: int, colour: int, interlace: int = 0, **chunks: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    more = b"".join(chunk(kind.encode(), data) for kind, data in chunks.items())
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + more + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    )


def unfiltered(pixels: npt.NDArray[np.generic]) -> bytes:
    return b"".join(b"\0" + row.tobytes() for row in pixels)


def rgba_png(grey: Grey) -> bytes:
    """Black ink on nothing at all."""
    pixels = np.dstack([np.zeros((*grey.shape, 3), np.uint8), 255 - grey])
    return png(unfiltered(pixels), grey.shape[1], grey.shape[0], 8, 6)


def grey_alpha_png(grey: Grey) -> bytes:
    pixels = np.dstack([np.zeros_like(grey), 255 - grey])
    return png(unfiltered(pixels), grey.shape[1], grey.shape[0], 8, 4)


def deep_png(grey: Grey) -> bytes:
    return png(unfiltered(grey.astype(">u2") * 257), grey.shape[1], grey.shape[0], 16, 0)


def palette_png(grey: Grey) -> bytes:
    """A palette whose paper is black, and transparent."""
    palette = bytes(value if value < 255 else 0 for value in range(256) for _ in range(3))
    return png(unfiltered(grey), grey.shape[1], grey.shape[0], 8, 3, PLTE=palette, tRNS=b"\xff" * 255 + b"\0")


def clear_colour_png(grey: Grey) -> bytes:
    """A grey picture with one grey that is transparent: ink stays, paper of another grey becomes white."""
    grey[grey == 7] = 8
    return png(
        unfiltered(np.where(grey == 255, 7, grey).astype(np.uint8)), grey.shape[1], grey.shape[0], 8, 0, tRNS=b"\0\7"
    )


def interlaced_png(grey: Grey) -> bytes:
    rows = b"".join(unfiltered(grey[top::down, left::across]) for top, left, down, across in PASSES)
    return png(rows, grey.shape[1], grey.shape[0], 8, 0, 1)


def gif(grey: Grey) -> bytes:
    """A GIF that clears its table before that could grow."""
    height, width = grey.shape
    palette = bytes(value * 2 + value // 127 for value in range(128) for _ in range(3))
    codes = []
    for at, value in enumerate((grey // 2).ravel().tolist()):
        codes += [128, value] if at % 100 == 0 else [value]
    bits = np.unpackbits(np.array([*codes, 129], "<u2").view(np.uint8).reshape(-1, 2), axis=1, bitorder="little")[:, :8]
    data = np.packbits(bits.ravel(), bitorder="little").tobytes()
    blocks = b"".join(bytes([len(data[at : at + 255])]) + data[at : at + 255] for at in range(0, len(data), 255))
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF6, 0, 0) + palette
    return head + b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\7" + blocks + b"\0;"


def tiff(grey: Grey, shown: int, *planes: Grey, tile: tuple[int, int] = (0, 0), **more: list[int]) -> bytes:
    """A TIFF of one page, in strips of 100 rows or in tiles."""
    height, width = grey.shape
    pixels = np.dstack([grey, *planes])
    down, across = tile if tile[0] else (100, width)
    parts = []
    for top in range(0, height, down):
        for left in range(0, width, across):
            part = pixels[top : top + down, left : left + across]
            if tile[0]:
                part = np.pad(part, ((0, down - part.shape[0]), (0, across - part.shape[1]), (0, 0)))
            parts.append(zlib.compress(part.tobytes()))
    made, places = bytearray(b"II*\0\0\0\0\0"), []
    for part in parts:
        places.append(len(made))
        made += part
    sizes = [len(part) for part in parts]
    tags = {256: [width], 257: [height], 258: [8] * pixels.shape[2], 259: [8], 262: [shown], 277: [pixels.shape[2]]}
    tags |= {322: [across], 323: [down], 324: places, 325: sizes} if tile[0] else {273: places, 278: [down], 279: sizes}
    tags |= {int(name[1:]): values for name, values in more.items()}
    fields = []
    for tag, values in sorted(tags.items()):
        where = struct.pack("<I", values[0]) if len(values) == 1 else struct.pack("<I", len(made))
        made += b"" if len(values) == 1 else struct.pack(f"<{len(values)}I", *values)
        fields.append(struct.pack("<HHI", tag, 4, len(values)) + where)
    made[4:8] = struct.pack("<I", len(made))
    return bytes(made) + struct.pack("<H", len(fields)) + b"".join(fields) + bytes(4)


def tiled_tiff(grey: Grey) -> bytes:
    return tiff(grey, 1, tile=(64, 112))


def strips_tiff(grey: Grey) -> bytes:
    return tiff(255 - grey, 0)


def palette_tiff(grey: Grey) -> bytes:
    return tiff(255 - grey, 3, t320=[(255 - value) * 257 for _ in range(3) for value in range(256)])


def cmyk_tiff(grey: Grey) -> bytes:
    nothing = np.zeros_like(grey)
    return tiff(nothing, 5, nothing, nothing, np.where(grey > 127, 0, 255).astype(np.uint8))


def rgba_tiff(grey: Grey) -> bytes:
    nothing = np.zeros_like(grey)
    return tiff(nothing, 2, nothing, nothing, 255 - grey)


def jpeg(grey: Grey, form: QImage.Format = QImage.Format.Format_Grayscale8) -> bytes:
    rows = np.ascontiguousarray(grey)
    image = QImage(rows.tobytes(), grey.shape[1], grey.shape[0], grey.shape[1], QImage.Format.Format_Grayscale8)
    buffer = QBuffer()
    assert image.convertToFormat(form).save(buffer, "JPG", 95)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def cmyk_jpeg(grey: Grey) -> bytes:
    return jpeg(grey, QImage.Format.Format_CMYK8888)


def shown(raw: bytes, tmp_path: Path, width: int) -> Grey:
    path = tmp_path / "picture"
    path.write_bytes(raw)
    found = render_page_picture(str(path), "", 0, width)
    return np.frombuffer(found.pixels, np.uint8).reshape(found.height, found.width, 3)


EXACT = [rgba_png, grey_alpha_png, deep_png, palette_png, clear_colour_png, tiled_tiff, strips_tiff, palette_tiff,
         rgba_tiff]  # fmt: skip
NEARLY = [cmyk_tiff, cmyk_jpeg, jpeg]


@pytest.mark.parametrize("pack", [*EXACT, *NEARLY], ids=lambda pack: pack.__name__)
def test_the_pixels_of_a_picture_are_shown_as_they_are_on_white_paper(pack, tmp_path: Path) -> None:
    grey = grey_page()

    found = shown(pack(grey), tmp_path, grey.shape[1])

    assert found.shape[:2] == grey.shape
    difference = np.abs(found.astype(int) - grey[:, :, None])
    assert difference.max() <= 1 if pack in EXACT else difference.mean() < 0.5
    assert found.min() < 60


@pytest.mark.parametrize("lie", range(1, 9))
def test_a_photograph_stands_upright_however_the_camera_was_held(lie: int, tmp_path: Path) -> None:
    grey = grey_page()
    as_held = {1: grey, 2: grey[:, ::-1], 3: grey[::-1, ::-1], 4: grey[::-1], 5: grey.T, 6: np.rot90(grey),
               7: grey[::-1, ::-1].T, 8: np.rot90(grey, -1)}[lie]  # fmt: skip
    raw = jpeg(as_held)
    tags = b"II*\0\x08\0\0\0" + struct.pack("<HHHII", 1, 274, 3, 1, lie) + bytes(4)
    exif = b"\xff\xe1" + struct.pack(">H", len(tags) + 8) + b"Exif\0\0" + tags

    found = shown(raw[:2] + exif + raw[2:], tmp_path, grey.shape[1])

    assert found.shape[:2] == grey.shape
    assert np.abs(found.astype(int) - grey[:, :, None]).mean() < 1


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
@pytest.mark.parametrize("pack", [interlaced_png, gif, rgba_png, tiled_tiff, cmyk_jpeg], ids=lambda pack: pack.__name__)
def test_the_words_on_it_are_read(pack) -> None:
    assert read_one(pack(grey_page())).text.split() == WORDS.split()


@pytest.mark.parametrize(
    "raw",
    [
        png(b"", 40_000, 40_000, 8, 6),
        png(b"", 40_000, 40_000, 8, 0, 1),
        b"GIF89a" + struct.pack("<HH", 65_535, 65_535),
        tiff(np.zeros((10, 10), np.uint8), 1, tile=(16, 16), t256=[60_000], t257=[60_000]),
    ],
    ids=["transparent", "interlaced", "gif", "tiles"],
)
def test_pictures_of_more_pixels_than_any_page_are_refused_unread(raw: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        pictures_in(raw)
    assert caught.value.reason == "too-large"
    (failure,) = read(raw)
    assert failure.reason == "too-large"  # type: ignore[union-attr]
    assert MAX_PIXELS < 40_000**2


@pytest.mark.parametrize(
    ("broken", "reason"),
    [({"t322": [0]}, "unsupported"), ({"t258": [3]}, "unsupported"), ({"t320": [1]}, "damaged")],
    ids=["no width", "three bits", "half a palette"],
)
def test_a_tiff_that_lies_about_its_form_is_refused(broken: dict[str, list[int]], reason: str, tmp_path: Path) -> None:
    raw = tiff(grey_page(), 3 if "t320" in broken else 1, tile=(256, 256), **broken)
    with pytest.raises(Unreadable) as caught:
        shown(raw, tmp_path, 400)
    assert caught.value.reason == reason


def test_a_tiff_whose_tiles_lie_beyond_its_end_shows_nothing(tmp_path: Path) -> None:
    raw = tiff(grey_page(), 1, tile=(800, 800), t324=[1 << 31] * 2)
    assert shown(raw, tmp_path, 400).min() in (0, 255)

"""Embedded pictures of one colour are found, as Qt decodes them."""

from __future__ import annotations

import base64
import random

import pytest
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QColor, QImage

from app.readers.documents.html import read_page
from app.readers.web.pictures import MAX_DECODED, colour_of_address, name_solid_pictures

FORMATS = (
    QImage.Format.Format_RGB32,
    QImage.Format.Format_ARGB32,
    QImage.Format.Format_Grayscale8,
    QImage.Format.Format_Indexed8,
    QImage.Format.Format_Mono,
)
GIF = (
    "data:image/gif;base64,"
    "R0lGODlhKAAhAPAAABAgMAAAACH5BAAAAAAALAAAAAAoACEAAAIjhI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8fyTNd2XAAAOw=="
)
"""40 × 33 pixels of the colour #102030."""
GIF_WITH_RED_POINT = (
    "data:image/gif;base64,"
    "R0lGODlhKAAhAPAAABAgMP8AACH5BAAAAAAALAAAAAAoACEAAAIjhI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8fyTNc2HBQAOw=="
)
CLEAR_GIF = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


def png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    assert image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def address(raw: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(raw).decode()}"


def picture(kind: QImage.Format, width: int, height: int, colour: int) -> QImage:
    image = QImage(width, height, kind)
    if kind in (QImage.Format.Format_Indexed8, QImage.Format.Format_Mono):
        image.setColorTable([colour, 0xFF00FF00])
        image.fill(0)
    else:
        image.fill(QColor.fromRgba(colour))
    return image


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(("width", "height"), [(1, 1), (4, 4), (7, 3), (30, 50)])
@pytest.mark.parametrize("colour", [0xFF000000, 0xFFFFFFFF, 0xFF12AB34, 0x80FF0000, 0x00000000])
def test_a_png_of_one_colour_has_the_colour_that_qt_sees(
    kind: QImage.Format, width: int, height: int, colour: int
) -> None:
    image = picture(kind, width, height, colour)
    pixel = image.pixelColor(0, 0)
    found = colour_of_address(name_solid_pictures(f"url({address(png(image))})"))

    assert found is not None
    assert found[1:] == (width, height)
    assert (*found[0], 255)[:4] == (
        (pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()) if pixel.alpha() else found[0]
    )


@pytest.mark.parametrize("kind", FORMATS)
def test_a_png_with_one_pixel_of_another_colour_is_left_as_it_is(kind: QImage.Format) -> None:
    image = picture(kind, 7, 3, 0xFF102030)
    image.setPixel(6, 2, 1 if kind in (QImage.Format.Format_Indexed8, QImage.Format.Format_Mono) else 0xFFFEDCBA)
    assert image.pixelColor(6, 2) != image.pixelColor(0, 0)

    assert name_solid_pictures(address(png(image))) == address(png(image))


def test_gif_pictures_have_the_colours_of_their_pixels() -> None:
    assert name_solid_pictures(GIF) == "data:image/solid,102030ff-40x33"
    assert name_solid_pictures(GIF_WITH_RED_POINT) == GIF_WITH_RED_POINT
    assert name_solid_pictures(CLEAR_GIF) == "data:image/solid,00000000-1x1"


def test_a_page_cannot_name_the_colour_of_a_picture_itself() -> None:
    page = read_page("<p style='color:#fff;background:url(data:image/solid,000000ff-4x4)'>bait</p>")

    assert (page.text, page.reasons) == ("", ("colour",))


def test_broken_pictures_are_left_as_they_are() -> None:
    chance = random.Random(47)
    for whole in (png(picture(FORMATS[1], 4, 4, 0xFF102030)), base64.b64decode(GIF.partition(",")[2])):
        for _ in range(2_000):
            raw = bytearray(whole)
            for _ in range(chance.randint(1, 4)):
                raw[chance.randrange(6, len(raw))] = chance.randrange(256)
            source = f"data:image/png;base64,{base64.b64encode(raw[: chance.randint(20, len(raw))]).decode()}"
            assert name_solid_pictures(source) in (source,) or colour_of_address(name_solid_pictures(source))


def test_of_many_pictures_only_the_first_ones_are_decoded() -> None:
    pictures = [address(png(picture(FORMATS[0], 2, 2, 0xFF000000 + number))) for number in range(MAX_DECODED + 10)]
    named = name_solid_pictures(" ".join(pictures)).split()

    assert sum(each.startswith("data:image/solid") for each in named) == MAX_DECODED
    assert named[MAX_DECODED:] == pictures[MAX_DECODED:]

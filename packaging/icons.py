"""Make the program's icon from resources/icons/bayleaf.svg, as .png, .ico and .icns."""

from __future__ import annotations

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWING = Path(__file__).parents[1] / "resources" / "icons" / "bayleaf.svg"
DESKTOP_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
WINDOWS_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
APPLE_SIZES = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024,
               b"ic11": 32, b"ic12": 64, b"ic13": 256, b"ic14": 512}  # fmt: skip
"""Apple's chunk names by size. Those from ic10 on have two pixels per point."""


def write(folder: Path) -> None:
    """Draw all sizes and write them to the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {*DESKTOP_SIZES, *WINDOWS_SIZES, *APPLE_SIZES.values()}
    drawn = {size: png(size) for size in sorted(sizes)}
    for size in DESKTOP_SIZES:
        (folder / f"bayleaf-{size}.png").write_bytes(drawn[size])
    (folder / "bayleaf.ico").write_bytes(windows_icon({size: drawn[size] for size in WINDOWS_SIZES}))
    (folder / "bayleaf.icns").write_bytes(apple_icon({name: drawn[size] for name, size in APPLE_SIZES.items()}))


def png(size: int) -> bytes:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())


def windows_icon(pictures: dict[int, bytes]) -> bytes:
    """Return an .ico file: a directory entry of 16 bytes for each picture, then the pictures.

    Size 256 is stored as 0.
    """
    place = 6 + 16 * len(pictures)
    directory = [struct.pack("<HHH", 0, 1, len(pictures))]
    for size, picture in pictures.items():
        directory.append(struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), place))
        place += len(picture)
    return b"".join([*directory, *pictures.values()])


def apple_icon(pictures: dict[bytes, bytes]) -> bytes:
    """Return an .icns file: named chunks, each with its length."""
    chunks = b"".join(struct.pack(">4sI", name, len(picture) + 8) + picture for name, picture in pictures.items())
    return struct.pack(">4sI", b"icns", len(chunks) + 8) + chunks

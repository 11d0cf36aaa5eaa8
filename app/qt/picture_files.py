"""Plots as the content of files: PNG, SVG and PDF through Qt's own writers, in the size they have on screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

Draw = Callable[[QPainter, QRectF], object]
SCALE = 3
"""Of a PNG, over the size on screen."""
POINTS_PER_PIXEL = 0.75
RESOLUTION = 96


def picture_bytes(draw: Draw, size: QSize, suffix: str) -> bytes | None:
    """Return a picture in the form that a name's ending asks for, .png, .svg or .pdf; None for any other."""
    writer = {".png": _draw_png, ".svg": _draw_svg, ".pdf": _draw_pdf}.get(suffix.lower())
    return None if writer is None else written_bytes(lambda device: writer(draw, size, device))


def written_bytes(write: Callable[[QIODevice], object]) -> bytes:
    """Return what one of Qt's writers writes."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    buffer.close()
    return bytes(buffer.data().data())


def _draw_png(draw: Draw, size: QSize, device: QIODevice) -> None:
    image = QImage(size * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(Qt.GlobalColor.white)
    _paint(draw, QPainter(image), size)
    QImageWriter(device, QByteArray(b"png")).write(image)


def _draw_svg(draw: Draw, size: QSize, device: QIODevice) -> None:
    generator = QSvgGenerator()
    generator.setOutputDevice(device)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(RESOLUTION)
    _paint(draw, QPainter(generator), size)


def _draw_pdf(draw: Draw, size: QSize, device: QIODevice) -> None:
    writer = QPdfWriter(device)
    writer.setResolution(RESOLUTION)
    points = QSizeF(size.width() * POINTS_PER_PIXEL, size.height() * POINTS_PER_PIXEL)
    page = QPageSize(points, QPageSize.Unit.Point)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    _paint(draw, QPainter(writer), size)


def _paint(draw: Draw, painter: QPainter, size: QSize) -> None:
    draw(painter, QRectF(0, 0, size.width(), size.height()))
    painter.end()

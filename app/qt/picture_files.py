"""Plots as files: PNG, SVG and PDF through Qt's own writers, in the size they have on screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from app.domain.errors import SourceError

Draw = Callable[[QPainter, QRectF], object]
SCALE = 3
"""Of a PNG, over the size on screen."""
POINTS_PER_PIXEL = 0.75
RESOLUTION = 96


def save_picture(draw: Draw, size: QSize, path: Path) -> None:
    """Write a picture in the form that the name's ending asks for: .png, .svg or .pdf."""
    writers = {".png": _save_png, ".svg": _save_svg, ".pdf": _save_pdf}
    writer = writers.get(path.suffix.lower())
    if writer is None:
        raise SourceError(path, "unsupported")
    if not writer(draw, size, path):
        raise SourceError(path, "no-permission")


def _save_png(draw: Draw, size: QSize, path: Path) -> bool:
    image = QImage(size * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(Qt.GlobalColor.white)
    _paint(draw, QPainter(image), size)
    return image.save(str(path))


def _save_svg(draw: Draw, size: QSize, path: Path) -> bool:
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(RESOLUTION)
    return _paint(draw, QPainter(generator), size)


def _save_pdf(draw: Draw, size: QSize, path: Path) -> bool:
    writer = QPdfWriter(str(path))
    writer.setResolution(RESOLUTION)
    points = QSizeF(size.width() * POINTS_PER_PIXEL, size.height() * POINTS_PER_PIXEL)
    page = QPageSize(points, QPageSize.Unit.Point)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    return _paint(draw, QPainter(writer), size)


def _paint(draw: Draw, painter: QPainter, size: QSize) -> bool:
    if not painter.isActive():
        return False
    draw(painter, QRectF(0, 0, size.width(), size.height()))
    return painter.end()

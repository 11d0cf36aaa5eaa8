"""A plot as a file, wherever it stands: a picture, or the data behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from app.domain.errors import AppError, SourceError
from app.pages.whole_file_writing import whole_table, write_whole
from app.qt.picture_files import Draw, picture_bytes
from app.qt.wording import sentence_for

Row = tuple[str | float, ...]


class Plot(Protocol):
    """The interface of plots that can be written to a file."""

    def csv_rows(self) -> list[Row]: ...

    def draw_for_file(self, painter: QPainter, area: QRectF, /) -> None: ...

    def size(self) -> QSize: ...


def problem_writing(plot: Plot, path: Path) -> str:
    """Write a plot, or with .csv its data, to a file; return what went wrong, or nothing."""
    try:
        if path.suffix.lower() == ".csv":
            _write_rows(plot, path)
        else:
            write_picture(plot.draw_for_file, plot.size(), path)
    except AppError as error:
        return sentence_for(error)
    return ""


def _write_rows(plot: Plot, path: Path) -> None:
    with whole_table(path) as table:
        table.writerows(plot.csv_rows())


def write_picture(draw: Draw, size: QSize, path: Path) -> None:
    """Write what is drawn to a file; the ending of its name says in which form."""
    content = picture_bytes(draw, size, path.suffix)
    if content is None:
        raise SourceError(path, "unsupported")
    write_whole(path, content)

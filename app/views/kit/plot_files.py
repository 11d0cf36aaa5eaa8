"""A plot as a file, wherever it stands: a picture, or the data behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from app.domain.errors import AppError
from app.qt.picture_files import save_picture
from app.qt.problems import sentence_for


class Plot(Protocol):
    """What can be written."""

    def as_csv(self) -> str: ...

    def draw_for_file(self, painter: QPainter, area: QRectF, /) -> None: ...

    def size(self) -> QSize: ...


def problem_writing(plot: Plot, path: Path) -> str:
    """Write a plot, or with .csv its data, to a file; return what went wrong, or nothing."""
    try:
        if path.suffix.lower() == ".csv":
            path.write_text(plot.as_csv(), encoding="utf-8")
        else:
            save_picture(plot.draw_for_file, plot.size(), path)
    except AppError as error:
        return sentence_for(error)
    except OSError as error:
        return f"{path.name}: {error.strerror}"
    return ""

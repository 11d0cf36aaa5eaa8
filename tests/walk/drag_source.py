"""A window from which files can be dragged: python -m tests.walk.drag_source X,Y FILE…"""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Source(QLabel):
    """Begins a drag as soon as the mouse moves with its button down."""

    def __init__(self, files: list[str]) -> None:
        super().__init__("files")
        self._files = files
        self.setWindowTitle("files to drag")
        self.resize(100, 100)

    def mouseMoveEvent(self, _event: QMouseEvent) -> None:
        data, drag = QMimeData(), QDrag(self)
        data.setUrls([QUrl.fromLocalFile(name) for name in self._files])
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


def main() -> int:
    """Show the window where it was asked for."""
    application = QApplication(sys.argv[:1])
    source = Source(sys.argv[2:])
    source.move(*(int(part) for part in sys.argv[1].split(",")))
    source.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())

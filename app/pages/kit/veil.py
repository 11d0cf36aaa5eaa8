"""The veil over a result that is worked out anew: after half a second the old one is dimmed, and never blanked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from app.pages.kit.bases_of_painted_widgets import Painted
from app.qt.look.colours import DesignValues, colour

PATIENCE_MS = 500
DIMMED = 0.45
"""The share of the paper's colour that lies over the result, which still shows through."""


class Veil(Painted):
    """Lies over a widget while a newer result of it is worked out; it takes no clicks."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setVisible(False)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._fall)
        over.installEventFilter(self)

    def show_waiting(self, *, is_waiting: bool) -> None:
        """Begin to wait, or stop; called with every change of a state."""
        if not is_waiting:
            self._patience.stop()
            self.setVisible(False)
        elif not self.isVisible() and not self._patience.isActive():
            self._patience.start()

    def _fall(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.setVisible(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return super().eventFilter(watched, event)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        painter.fillRect(self.area(), colour(tokens.paper, DIMMED))

"""The box that asks for a name: one field, wide enough for what is written into it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLabel, QWidget

from app.qt.look.fonts import px


def asked_name(owner: QWidget, title: str, question: str, text: str = "") -> str:
    """Ask and wait; an empty text where the person gave none."""
    box = QInputDialog(owner)
    box.setWindowTitle(title)
    box.setLabelText("")
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)
    box.setLabelText(question)
    box.setTextValue(text)
    box.resize(px(380), box.sizeHint().height())
    is_given = box.exec()
    box.deleteLater()
    return box.textValue().strip() if is_given else ""

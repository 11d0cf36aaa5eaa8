"""Asking a teacher for the title and the explanation of a lesson before it becomes a file."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLineEdit, QWidget

from app.pages.kit.bases_of_painted_widgets import Paragraph, Words, column
from app.pages.kit.fields import TextField
from app.qt.look.fonts import px

Keep = Callable[[str, str, bool], object]
"""Takes the title, the explanation, and whether answers are hidden."""


class OwnLessonDialog(QDialog):
    """Asks for the title, the explanation, and whether the answers are hidden."""

    def __init__(self, title: str, explanation: str, keep: Keep, parent: QWidget, *, hides_answers: bool) -> None:
        super().__init__(parent)
        self._keep = keep
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("A lesson of your own"))
        self.setMinimumWidth(px(480))
        self._title, self._explanation = QLineEdit(title), TextField()
        self._explanation.setPlainText(explanation)
        self._explanation.setMinimumHeight(px(220))
        self._hides = QCheckBox(self.tr("Hide the answers until they are asked for"))
        self._hides.setChecked(hides_answers)
        for field, name in ((self._title, self.tr("Title")), (self._explanation, self.tr("Explanation"))):
            field.setAccessibleName(name)
        hint = Paragraph(px(18), role="quiet")
        hint.show_words(
            self.tr("Rows, document and recipe go with it as they are now. Write *word* for one that stands out.")
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self._save = buttons.button(QDialogButtonBox.StandardButton.Save)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        self._title.textChanged.connect(self._show_save)
        self._show_save(title)
        margin = px(20)
        column(
            Words(self._title.accessibleName()), self._title, px(10),
            Words(self._explanation.accessibleName()), self._explanation, px(4), hint, px(10),
            self._hides, px(14), buttons, margins=(margin, margin, margin, margin), owner=self,
        ).setStretch(4, 1)  # fmt: skip

    def _show_save(self, title: str) -> None:
        self._save.setEnabled(bool(title.strip()))

    def _on_accepted(self) -> None:
        self.accept()
        self._keep(self._title.text().strip(), self._explanation.toPlainText(), self._hides.isChecked())

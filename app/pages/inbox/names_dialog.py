"""The pattern by which files of a place get their names, and whether scans get the text that was read in them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLineEdit, QWidget

from app.domain.errors import UnusableName
from app.pages.inbox.view_model import can_write_layers, example_name
from app.pages.kit.bases_of_painted_widgets import Paragraph, Words, column
from app.qt.error_sentences import sentence_for
from app.qt.look.fonts import px


class NamesDialog(QDialog):
    """Takes a pattern; an empty one lets files keep their names."""

    def __init__(
        self, names: str, keep: Callable[[str, bool], object], parent: QWidget, *, with_layers: bool = False
    ) -> None:
        super().__init__(parent)
        self._keep = keep
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Names of filed files"))
        self.setMinimumWidth(px(460))
        self._pattern = QLineEdit(names, placeholderText="{date:%Y-%m-%d} {sender} {label}")
        self._pattern.setAccessibleName(self.tr("Names by a pattern"))
        self._pattern.textChanged.connect(self._show_example)
        self._example = Paragraph(px(18), role="quiet")
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.accepted.connect(self._on_accepted)
        self._buttons.rejected.connect(self.reject)
        hint = Paragraph(px(18), role="quiet")
        hint.show_words(self.tr("{date}, {sender} and {title} are read in the file; {name} is the name that it has."))
        self._layers = QCheckBox(self.tr("Write the text of scanned PDFs into them; the original is kept for undo"))
        self._layers.setChecked(with_layers)
        self._layers.setVisible(with_layers or can_write_layers())
        margins = (px(20), px(20), px(20), px(20))
        column(
            Words(self._pattern.accessibleName()), self._pattern, px(6), hint, px(6), self._example, px(10),
            self._layers, px(14), self._buttons, margins=margins, owner=self,
        )  # fmt: skip
        self._show_example()

    def _show_example(self) -> None:
        """Say what a letter would be called, or why the pattern cannot be used."""
        try:
            words = self.tr("For example: %1").replace("%1", example_name(self._pattern.text()))
            is_right = True
        except UnusableName as error:
            words, is_right = sentence_for(error), False
        self._example.show_words(words)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(is_right)

    def _on_accepted(self) -> None:
        self._keep(self._pattern.text().strip(), self._layers.isChecked())
        self.accept()

"""Senders that are never, or always, filed as spam, and how much may be filed in a day."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QSpinBox, QWidget

from app.domain.arrivals import WatchRules
from app.pages.kit.bases_of_painted_widgets import Paragraph, Words, column
from app.pages.kit.fields import TextField
from app.qt.look.fonts import px

MOST_A_DAY = 100_000
Keep = Callable[[Sequence[str], Sequence[str], int], object]


class RulesDialog(QDialog):
    """Takes addresses, one a line; an @ and a domain stand for everybody there."""

    def __init__(self, rules: WatchRules, keep: Keep, parent: QWidget) -> None:
        super().__init__(parent)
        self._keep = keep
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Senders and limits"))
        self.setMinimumWidth(px(420))
        self._allowed, self._denied = TextField(), TextField()
        self._most = QSpinBox(minimum=0, maximum=MOST_A_DAY)
        self._most.setValue(rules.most_a_day)
        for field, senders, name in (
            (self._allowed, rules.allowed_senders, self.tr("Never file as spam")),
            (self._denied, rules.denied_senders, self.tr("Always file as spam")),
        ):
            field.setPlainText("\n".join(senders))
            field.setAccessibleName(name)
            field.setTabChangesFocus(True)
            field.setFixedHeight(px(90))
        self._most.setAccessibleName(self.tr("Files filed in a day without being asked"))
        hint = Paragraph(px(18), role="quiet")
        hint.show_words(self.tr("One address a line, or an @ and a domain for everybody there."))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        margin = px(20)
        column(
            Words(self._allowed.accessibleName()), self._allowed, px(10),
            Words(self._denied.accessibleName()), self._denied, px(6), hint, px(10),
            Words(self._most.accessibleName()), self._most, px(14), buttons,
            margins=(margin, margin, margin, margin), owner=self,
        )  # fmt: skip

    def _on_accepted(self) -> None:
        self._keep(senders_of(self._allowed.toPlainText()), senders_of(self._denied.toPlainText()), self._most.value())
        self.accept()


def senders_of(text: str) -> tuple[str, ...]:
    """The addresses of some lines, each once."""
    return tuple(dict.fromkeys(line.strip() for line in text.splitlines() if "@" in line))

"""The mail servers that a filter trusts, on the Train page: their names in a line that one types."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from app.pages.kit.bases_of_painted_widgets import Paragraph, Words, column
from app.qt.look import fonts
from app.qt.look.fonts import px

BETWEEN = re.compile(r"[\s,;]+")


class TrustedServers(QWidget):
    """Choose whose findings about senders count; nobody's, to begin with."""

    chosen = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._servers: tuple[str, ...] = ()
        head, hint = Words(self.tr("Trusted mail server")), Paragraph(px(18), role="quiet")
        head.setFont(fonts.body(600))
        hint.setFont(fonts.small())
        told = self.tr("What your own server found out about senders (SPF, DKIM, DMARC) counts once it is named here.")
        hint.show_words(told)
        self._field = QLineEdit(placeholderText=self.tr("none; for instance mx.example.org"))
        self._field.setAccessibleName(self.tr("Trusted mail server"))
        self._field.setAccessibleDescription(told)
        self._field.setFixedHeight(px(30))
        self._field.editingFinished.connect(self._on_editing_finished)
        column(px(20), head, px(6), self._field, px(6), hint, owner=self)

    def show_servers(self, servers: Sequence[str], *, is_shown: bool) -> None:
        """Show which servers are trusted; what somebody is typing stays as it is."""
        self.setVisible(is_shown)
        self._servers = tuple(servers)
        if not self._field.hasFocus():
            self._field.setText(", ".join(self._servers))

    def _on_editing_finished(self) -> None:
        servers = tuple(dict.fromkeys(name for name in BETWEEN.split(self._field.text().lower()) if name))
        if servers != self._servers:
            self.chosen.emit(servers)

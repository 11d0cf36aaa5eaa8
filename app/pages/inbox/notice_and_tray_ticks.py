"""Ticks for what the Inbox may show outside the window, and for the start at login; all are off at first."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from app.pages.inbox.start_at_login import LoginChoice
from app.pages.inbox.tray import CONTENT, NOTICES, ON, SUMMARY, TRAY
from app.pages.kit.bases_of_painted_widgets import column
from app.qt.look.fonts import px
from app.qt.settings import Settings


class InboxSettings(QWidget):
    """A tick works at once."""

    chosen = Signal()

    def __init__(self, settings: Settings, login: LoginChoice | None = None) -> None:
        super().__init__()
        self._settings, choice = settings, login or LoginChoice()
        ticks = (
            (TRAY, self.tr("Icon in the notification area")),
            (NOTICES, self.tr("Say when something waits, at most once an hour")),
            (CONTENT, self.tr("Name its subject")),
            (SUMMARY, self.tr("Say in the evening how much came")),
        )
        self._ticks = {name: self._tick(name, words) for name, words in ticks}
        self._login = QCheckBox(self.tr("Start at login, in the notification area"))
        self._login.setChecked(choice.is_on)
        self._login.toggled.connect(lambda is_wanted: choice.choose(is_wanted=is_wanted))
        column(*self._ticks.values(), self._login, owner=self).setSpacing(px(4))
        self._show_what_needs_the_icon()

    def _tick(self, name: str, words: str) -> QCheckBox:
        box = QCheckBox(words)
        box.setChecked(self._settings.note(name) == ON)
        box.toggled.connect(lambda is_wanted: self._on_toggled(name, is_wanted=is_wanted))
        return box

    def _on_toggled(self, name: str, *, is_wanted: bool) -> None:
        self._settings.remember_note(name, ON if is_wanted else "")
        self._show_what_needs_the_icon()
        self.chosen.emit()

    def _show_what_needs_the_icon(self) -> None:
        has_icon = self._ticks[TRAY].isChecked()
        for name in (NOTICES, SUMMARY):
            self._ticks[name].setEnabled(has_icon)
        self._ticks[CONTENT].setEnabled(has_icon and self._ticks[NOTICES].isChecked())

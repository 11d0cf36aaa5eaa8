"""What the Inbox may show outside the window, and whether it starts at login; all of it is off at first."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from app.pages.kit.painted import column
from app.pages.shell.tray import CONTENT, NOTICES, ON, SUMMARY, TRAY
from app.qt.look.fonts import px
from app.qt.settings import Settings
from app.services.connecting.login_start import LoginStart, is_on, login_start, switch

IN_TRAY = "--in-tray"


class InboxSettings(QWidget):
    """A tick works at once."""

    chosen = Signal()

    def __init__(self, settings: Settings, start: LoginStart | None = None) -> None:
        super().__init__()
        self._settings, self._start = settings, start or start_of_this_program()
        ticks = (
            (TRAY, self.tr("Icon in the notification area")),
            (NOTICES, self.tr("Say when something waits, at most once an hour")),
            (CONTENT, self.tr("Name its subject")),
            (SUMMARY, self.tr("Say in the evening how much came")),
        )
        self._ticks = {name: self._tick(name, words) for name, words in ticks}
        self._login = QCheckBox(self.tr("Start at login, in the notification area"))
        self._login.setChecked(is_on(self._start))
        self._login.toggled.connect(lambda is_wanted: switch(self._start, is_wanted=is_wanted))
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


def start_of_this_program() -> LoginStart:
    """The way to start this very program at login."""
    is_packaged = getattr(sys, "frozen", False)
    command = [sys.executable, IN_TRAY] if is_packaged else [sys.executable, "-m", "app", IN_TRAY]
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return login_start(sys.platform, Path.home(), config, command)

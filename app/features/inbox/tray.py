"""An optional icon in the notification area that shows how many arrivals wait for an answer.

A notification has only their number, and comes at most once an hour. It names subjects only if the settings allow that.
A summary of the day comes once, in the evening or at the next start.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from app.features.inbox.deciding import start_of_day_s
from app.features.inbox.view_model import (
    InboxState,
    InboxViewModel,
    LoginStart,
    arrival_title,
    is_login_start_enabled,
    login_entry,
    set_login_start,
)
from app.kit import wording
from app.kit.actions import set_tip
from app.kit.fields import CheckBox
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.look.painting import program_icon
from app.kit.page_model import render_parts, shows
from app.kit.settings import Settings
from app.kit.widgets import column

TRAY, NOTICES, CONTENT, SUMMARY = "tray icon", "notices", "notices name content", "daily summary"
SUMMARY_DAY = "day of the last summary"
ON = "on"
HOUR_S, EVENING_S = 3_600.0, 18 * 3_600.0
ICON_SIZE = 64


class TrayIcon(QObject):
    """The icon with its menu and notifications; hidden unless the settings turn it on."""

    def __init__(
        self, settings: Settings, inbox: InboxViewModel, open_inbox: Callable[[], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._icon, self._menu = QSystemTrayIcon(self), QMenu()
        self._n_waiting, self._notified_s = 0, -HOUR_S
        self._menu.addAction(self.tr("Open Bayleaf"), open_inbox)
        self._pause = self._menu.addAction(self.tr("Pause"), inbox.toggle_pause)
        self._menu.addAction(self.tr("Quit"), QApplication.closeAllWindows)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(lambda _reason: open_inbox())
        self._parts = render_parts(self, inbox, self.show_count, self._show_pause)
        inbox.state_changed.connect(self._notify_summary)  # at every check, because it depends on the time of day
        self._notify_summary(inbox.state)

    def apply_settings(self) -> None:
        """Show or hide the icon after a change of the settings."""
        self._parts.render_again()

    @property
    def is_enabled(self) -> bool:
        """True if the settings turn the icon on."""
        return self._settings.note(TRAY) == ON

    @property
    def is_shown(self) -> bool:
        """True if the icon is visible; some desktops have no notification area."""
        return self._icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()

    @shows("tray")
    def show_count(self, state: InboxState) -> None:
        """Show the number of waiting arrivals, and send a notification if it has grown."""
        n_waiting = len(state.tray)
        if not self.is_enabled:
            self._icon.hide()
            return
        self._icon.setIcon(icon_with_count(n_waiting))
        set_tip(self._icon, self.tr("%Ln document(s) waiting for your decision", "", n_waiting))
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._icon.show()
        now_s, wants_notices = time.monotonic(), self._settings.note(NOTICES) == ON
        if n_waiting > self._n_waiting and wants_notices and now_s - self._notified_s >= HOUR_S:
            self._notified_s = now_s
            self._icon.showMessage("Bayleaf", self.notification_text(state), QSystemTrayIcon.MessageIcon.NoIcon)
        self._n_waiting = n_waiting

    @shows("is_paused")
    def _show_pause(self, state: InboxState) -> None:
        self._pause.setText(self.tr("Resume") if state.is_paused else self.tr("Pause"))

    def notification_text(self, state: InboxState) -> str:
        """Return the text of a notification: the number of waiting arrivals and, if the settings allow it, their
        subjects.
        """
        text = self.tr("%Ln document(s) waiting for your decision", "", len(state.tray))
        if self._settings.note(CONTENT) != ON:
            return text
        return "\n".join([text, *(arrival_title(arrival) for arrival in state.tray[-3:])])

    def _notify_summary(self, state: InboxState) -> None:
        if not self.is_enabled:
            return
        today_s = start_of_day_s()
        is_due = time.time() - today_s >= EVENING_S and self._settings.note(SUMMARY_DAY) != str(int(today_s))
        if self._settings.note(SUMMARY) == ON and is_due and state.inbox.n_arrived:
            self._settings.store_note(SUMMARY_DAY, str(int(today_s)))
            self._icon.showMessage("Bayleaf", self.summary(state), QSystemTrayIcon.MessageIcon.NoIcon)

    def summary(self, state: InboxState) -> str:
        """Return the text of the daily summary, which names no subjects."""
        today = (arrival for arrival in state.inbox.handled if arrival.arrived_at >= start_of_day_s())
        return wording.join_facts([
            self.tr("%Ln document(s) arrived today", "", state.inbox.n_arrived),
            self.tr("%Ln filed", "", sum(arrival.batch is not None for arrival in today)),
            self.tr("%Ln document(s) waiting for your decision", "", len(state.inbox.tray)),
        ])  # fmt: skip


def icon_with_count(number: int) -> QIcon:
    """Return the program's icon with a number on it; for 0, the plain icon."""
    if not number:
        return program_icon()
    picture = program_icon().pixmap(ICON_SIZE, ICON_SIZE)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#B3261E"))
    badge = QRect(ICON_SIZE // 3, ICON_SIZE // 3, ICON_SIZE * 2 // 3, ICON_SIZE * 2 // 3)
    painter.drawEllipse(badge)
    painter.setPen(QColor("white"))
    font = fonts.body(600)
    font.setPixelSize(ICON_SIZE * 2 // 5)
    painter.setFont(font)
    painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, str(number) if number < 100 else "99")
    painter.end()
    return QIcon(QPixmap(picture))


def bring_to_front(window: QWidget) -> None:
    """Show a window above all others and focus it."""
    window.show()
    window.raise_()
    window.activateWindow()


class InboxSettings(QWidget):
    """Check boxes for the icon, its notifications and the start at login. Changes apply at once."""

    chosen = Signal()

    def __init__(self, settings: Settings, start: LoginStart | None = None) -> None:
        super().__init__()
        self._settings, at_login = settings, start or login_entry()
        options = (
            (TRAY, self.tr("Icon in the notification area")),
            (NOTICES, self.tr("Notify when mail waits for your decision, at most once an hour")),
            (CONTENT, self.tr("Show the subject in notifications")),
            (SUMMARY, self.tr("Notify in the evening how much mail arrived")),
        )
        self._boxes = {
            name: CheckBox(text, partial(self._on_toggled, name), is_on=settings.note(name) == ON)
            for name, text in options
        }
        text = self.tr("Start at login, in the notification area")
        login = CheckBox(
            text,
            lambda is_wanted: set_login_start(at_login, is_wanted=is_wanted),
            is_on=is_login_start_enabled(at_login),
        )
        column(*self._boxes.values(), login, owner=self).setSpacing(px(4))
        self._enable_dependents()

    def _on_toggled(self, name: str, is_wanted: bool) -> None:
        self._settings.store_note(name, ON if is_wanted else "")
        self._enable_dependents()
        self.chosen.emit()

    def _enable_dependents(self) -> None:
        has_icon = self._boxes[TRAY].isChecked()
        for name in (NOTICES, SUMMARY):
            self._boxes[name].setEnabled(has_icon)
        self._boxes[CONTENT].setEnabled(has_icon and self._boxes[NOTICES].isChecked())

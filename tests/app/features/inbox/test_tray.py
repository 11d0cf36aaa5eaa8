"""The icon in the notification area is off at first, counts what waits, and names nothing unless it was asked to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QCheckBox, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from app.domain.records import Arrival
from app.features.inbox.tray import (
    CONTENT,
    ON,
    TRAY,
    InboxSettings,
    TrayIcon,
    icon_with_count,
)
from app.features.inbox.use_cases import Inbox
from app.features.inbox.view_model import InboxState, InboxViewModel
from app.kit.look.theme import Theme
from app.kit.settings import Settings
from app.library.login_start import is_login_start_enabled, login_start
from tests.inline_runner import InlineRunner

WAITING = InboxState(Inbox(tray=(Arrival("inbox", "inbox/1", title="Your secret letter"),), n_arrived=3))


def plain(words: str) -> str:
    """Return words without the plural of nouns, which only a catalog that another test may have loaded knows."""
    return re.sub(r"(document)(\(s\)|s)?", r"\1", words)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "window.ini")


@pytest.fixture
def tray(qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, settings: Settings) -> Iterator[TrayIcon]:
    parent = QObject()
    yield TrayIcon(settings, InboxViewModel(inline_runner), lambda: None, parent)
    parent.deleteLater()


def test_there_is_no_icon_until_a_person_wants_one(tray: TrayIcon, settings: Settings) -> None:
    [icon] = tray.findChildren(QSystemTrayIcon)
    tray.show_count(WAITING)
    assert (tray.is_enabled, icon.isVisible(), icon.toolTip()) == (False, False, "")
    settings.store_note(TRAY, ON)
    tray.show_count(WAITING)
    assert tray.is_enabled
    assert plain(icon.toolTip()) == "1 document waiting for your decision"


def test_a_notice_names_what_waits_only_if_asked_to(tray: TrayIcon, settings: Settings) -> None:
    assert plain(tray.notification_text(WAITING)) == "1 document waiting for your decision"
    settings.store_note(CONTENT, ON)
    assert "Your secret letter" in tray.notification_text(WAITING)


def test_the_summary_of_a_day_counts_and_names_nothing(tray: TrayIcon) -> None:
    assert plain(tray.summary(WAITING)) == "3 document arrived today · 0 filed · 1 document waiting for your decision"


def test_the_icon_has_a_number_where_there_is_one(qtbot: QtBot, theme: Theme) -> None:
    plain, counted = (icon_with_count(number).pixmap(64, 64).toImage() for number in (0, 4))
    assert plain != counted
    assert counted.pixelColor(34, 43).red() > 150


def test_ticks_are_kept_and_what_needs_the_icon_waits_for_it(
    qtbot: QtBot, theme: Theme, settings: Settings, tmp_path: Path
) -> None:
    start = login_start("linux", tmp_path, tmp_path / "config", ["/opt/bayleaf", "--in-tray"])
    widget = InboxSettings(settings, start)
    qtbot.addWidget(widget)
    icon, notices, content, _summary, login = widget.findChildren(QCheckBox)
    assert not any(box.isChecked() for box in (icon, notices, content, login))
    assert not notices.isEnabled()
    icon.click()
    assert notices.isEnabled()
    assert not content.isEnabled()
    assert settings.note(TRAY) == ON
    login.click()
    assert is_login_start_enabled(start)
    login.click()
    assert not is_login_start_enabled(start)

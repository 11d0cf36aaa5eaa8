"""Tests of views get the application with our theme, runners, and no window of another test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace
from tests.app.qt_fixtures import (
    inline_runner,
    language,
    no_window_stays,
    numbers_are_as_in_english,
    runner,
    theme,
    windows_are_taken_apart_by_their_own_thread,
)
from tests.app.views.in_the_window import InTheWindow, running

__all__ = [
    "inline_runner",
    "language",
    "no_window_stays",
    "numbers_are_as_in_english",
    "runner",
    "theme",
    "windows_are_taken_apart_by_their_own_thread",
]


@pytest.fixture(scope="session")
def trained_mail(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with nine good mails, eight of spam, and a model of them, made once."""
    path = tmp_path_factory.mktemp("prepared") / "mail.bayleaf"
    return mail_workspace(path, {"ham": 9, "spam": 8}, {"Filter": MULTINOMIAL})


@pytest.fixture
def workspace(trained_mail: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copy(trained_mail, tmp_path / "mail.bayleaf"))


@pytest.fixture
def somebody(qtbot: QtBot, qapp: QApplication, workspace: Path, tmp_path: Path) -> Iterator[InTheWindow]:
    """Somebody at the program with the workspace of these tests open."""
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as made:
        yield made
    QLocale.setDefault(QLocale("en_US"))

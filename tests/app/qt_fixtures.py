"""Fixtures for tests of Qt parts: the application with our theme, and a runner whose threads end with the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from app.qt.jobs import InlineRunner, JobRunner
from app.qt.look.theme import Theme, ThemeChoice


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The application in light colours, with numbers as in English."""
    QLocale.setDefault(QLocale("en_US"))
    made = Theme(qapp, ThemeChoice.LIGHT)
    yield made
    qapp.styleHints().colorSchemeChanged.disconnect(made._on_system_changed)
    made.deleteLater()


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[JobRunner]:
    """The real threads."""
    made = JobRunner()
    yield made
    made.close()


@pytest.fixture
def inline_runner(qapp: QApplication) -> InlineRunner:
    """A runner that works when told to."""
    return InlineRunner()

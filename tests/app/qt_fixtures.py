"""Fixtures for tests of Qt parts: the application with our theme, and a runner whose threads end with the test."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale
from PySide6.QtWidgets import QApplication

from app.kit.jobs import JobRunner
from app.kit.look.theme import Theme, ThemeChoice
from app.kit.wording import Language
from tests.inline_runner import InlineRunner


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


@pytest.fixture
def language(qapp: QApplication) -> Iterator[Language]:
    """The language of the program, which is English again after the test."""
    made = Language(qapp)
    yield made
    made.choose("en")
    for translator in made._installed:
        qapp.removeTranslator(translator)
    QLocale.setDefault(QLocale("en_US"))


@pytest.fixture(autouse=True)
def numbers_are_as_in_english() -> None:
    """Begin with the same numbers, whatever language a test before chose."""
    QLocale.setDefault(QLocale("en_US"))


@pytest.fixture(autouse=True)
def no_window_stays() -> Iterator[None]:
    """Take apart what a test left open: each theme of a later test would go through all widgets there are.

    Nor is the next test to meet its dialogs, or to have the focus taken by them.
    """
    yield
    if QApplication.instance() is None:
        return
    was_on = gc.isenabled()
    gc.disable()  # it would take a forgotten window apart under the list, with the popups in it that Qt made
    for widget in QApplication.topLevelWidgets():
        widget.hide()
        if widget.parent() is None:
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if was_on:
        gc.enable()


@pytest.fixture(autouse=True, scope="module")
def windows_are_taken_apart_by_their_own_thread() -> Iterator[None]:
    """Keep what a module left of windows from the threads of later tests, which would collect it as garbage.

    A widget that another thread takes apart may take the memory of the process with it.
    """
    yield
    gc.freeze()

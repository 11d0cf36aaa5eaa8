"""Tests of views get the application with our theme, runners, and no window of another test."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.app.qt_fixtures import inline_runner, runner, theme

__all__ = ["inline_runner", "runner", "theme"]


@pytest.fixture(autouse=True)
def no_window_stays_in_sight() -> Iterator[None]:
    """Hide what a test left open: the next one must not meet its dialogs, nor have the focus taken by them."""
    yield
    if QApplication.instance() is None:
        return
    was_on = gc.isenabled()
    gc.disable()  # it would take a forgotten window apart under the list, with the popups in it that Qt made
    for widget in QApplication.topLevelWidgets():
        widget.hide()
    if was_on:
        gc.enable()

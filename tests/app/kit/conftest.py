"""Tests of Qt parts get the application with our theme, and runners."""

from __future__ import annotations

from tests.app.qt_fixtures import (
    inline_runner,
    language,
    no_window_stays,
    numbers_are_as_in_english,
    runner,
    theme,
    windows_are_taken_apart_by_their_own_thread,
)

__all__ = [
    "inline_runner",
    "language",
    "no_window_stays",
    "numbers_are_as_in_english",
    "runner",
    "theme",
    "windows_are_taken_apart_by_their_own_thread",
]

"""Tests of the window get the application with our theme, runners, and no window of another test."""

from __future__ import annotations

from tests.app.in_the_window import somebody
from tests.app.mail_workspaces import workspace
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
    "somebody",
    "theme",
    "windows_are_taken_apart_by_their_own_thread",
    "workspace",
]

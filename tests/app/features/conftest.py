"""Tests of features get the application with our theme, runners, and no window of another test."""

from __future__ import annotations

import pytest

from app.features.train import view_model
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


@pytest.fixture
def comparisons_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start comparisons without the usual delay, so that no event loop is needed."""
    monkeypatch.setattr(view_model, "COMPARISON_DELAY_MS", 0)

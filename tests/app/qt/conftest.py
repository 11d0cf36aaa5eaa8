"""Tests of Qt parts get the application with our theme, and runners."""

from __future__ import annotations

from tests.app.qt_fixtures import inline_runner, runner, theme

__all__ = ["inline_runner", "runner", "theme"]

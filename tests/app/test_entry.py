"""The entry of the program: its settings' folder, and its words without a display."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from platformdirs import user_config_path

from app import __main__ as entry
from app import self_check


@pytest.mark.parametrize("value", ["", "  ", "elsewhere"])
def test_the_settings_lie_where_platformdirs_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: str) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / value) if value.strip() else value)

    folder = entry._settings_folder()

    assert folder == user_config_path("bayleaf", appauthor=False)
    assert folder.is_dir()


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems always have a display")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_display_it_says_what_works_instead(no_display: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main([]) == 1
    assert "bayleaf-cli" in capsys.readouterr().err


def test_without_a_display_it_proves_itself_all_the_same(no_display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "")  # given back after the test
    platforms: list[str | None] = []

    def passed() -> int:
        platforms.append(os.environ.get("QT_QPA_PLATFORM"))
        return 0

    monkeypatch.setattr(self_check, "self_check", passed)
    assert entry.main(["--self-check"]) == 0
    assert platforms == ["offscreen"]

"""The settings lie where platformdirs says."""

from __future__ import annotations

from pathlib import Path

import pytest
from platformdirs import user_config_path

from app import __main__ as entry


@pytest.mark.parametrize("value", ["", "  ", "elsewhere"])
def test_the_settings_lie_where_platformdirs_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: str) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / value) if value.strip() else value)

    folder = entry._settings_folder()

    assert folder == user_config_path("bayleaf", appauthor=False)
    assert folder.is_dir()

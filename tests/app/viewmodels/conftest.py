"""Tests of view-models get runners, a workspace and something that was dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.results import DroppedItem
from app.store.workspace import Workspace
from tests.app.qt_fixtures import inline_runner, runner, theme
from tests.app.viewmodels.dropped_items import dropped_item

__all__ = ["inline_runner", "runner", "theme"]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "mine.bayleaf"
    Workspace(path, create=True).close()
    return path


@pytest.fixture
def inbox(tmp_path: Path) -> list[DroppedItem]:
    folder = tmp_path / "inbox"
    folder.mkdir()
    for name in ("sure", "unsure", "corrected"):
        (folder / name).write_text(name)
    return [
        dropped_item(1, folder / "sure"),
        dropped_item(2, folder / "unsure", is_unsure=True),
        dropped_item(3, folder / "corrected", is_unsure=True, corrected="ham"),
        dropped_item(4, folder / "broken", error="is damaged"),
    ]

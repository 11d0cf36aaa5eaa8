"""A workspace with nothing in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.store.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "mine.bayleaf"
    Workspace(path, create=True).close()
    return path

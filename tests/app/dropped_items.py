"""Dropped items of a made-up person."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.results import DocumentVerdict, DroppedItem


def dropped_item(number: int, path: Path, label: str | None = "spam", **more: Any) -> DroppedItem:
    corrected = more.pop("corrected", None)
    more.setdefault("probability", None if "error" in more else 0.999)
    return DroppedItem(number, DocumentVerdict(str(path), title=path.name, label=label, **more), None, corrected)


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

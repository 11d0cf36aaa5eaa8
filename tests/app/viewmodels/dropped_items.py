"""Dropped items of a made-up person."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.domain.results import DroppedItem, Verdict


def dropped_item(number: int, path: Path, label: str | None = "spam", **more: Any) -> DroppedItem:
    corrected = more.pop("corrected", None)
    more.setdefault("probability", None if "error" in more else 0.999)
    return DroppedItem(number, Verdict(str(path), title=path.name, label=label, **more), None, corrected)

"""Workspaces and settings of the Train page's tests."""

from __future__ import annotations

import pytest

from app.features.train import view_model
from tests.app.made_up_corpus import workspace

__all__ = ["workspace"]


@pytest.fixture
def comparisons_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start comparisons without the usual delay, so that no event loop is needed."""
    monkeypatch.setattr(view_model, "COMPARISON_DELAY_MS", 0)

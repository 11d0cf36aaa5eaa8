"""Tallies as the engine's tests want them."""

from __future__ import annotations

import pytest


@pytest.fixture
def only_filled(monkeypatch):
    """From here on every tally keeps its filled cells only."""

    def begin():
        monkeypatch.setattr("nbengine.learnt.tally.FEW_CELLS", -1)
        monkeypatch.setattr("nbengine.learnt.tally.FEW_CELLS", -1)
        monkeypatch.setattr("nbengine.learnt.tally.LEAST_SHARE", 0)

    return begin

"""Tallies as the engine's tests want them."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

WITH_THE_PROGRAM = [
    "test_another_event_model.py",
    "test_another_kind_of_model.py",
    "test_estimators_one_by_one.py",
    "test_unseen_documents.py",
    "test_vocabulary_size.py",
]
"""Tests that also use Bayleaf or its benchmarks. Where the engine is installed alone, they are not collected."""
collect_ignore = [] if find_spec("app") else WITH_THE_PROGRAM


@pytest.fixture
def only_filled(monkeypatch):
    """From here on every tally keeps its filled cells only."""

    def begin():
        monkeypatch.setattr("nbengine.learnt.tally.MAX_DENSE_CELLS", -1)
        monkeypatch.setattr("nbengine.learnt.tally.MAX_DENSE_CELLS", -1)
        monkeypatch.setattr("nbengine.learnt.tally.SPARSE_BELOW_ONE_IN", 0)

    return begin

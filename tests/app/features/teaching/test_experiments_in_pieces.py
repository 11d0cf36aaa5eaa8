"""Experiments on a corpus beyond the budget for counts come out as if all of it were held."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.teaching.experiments import measure_reliability
from app.library import memory
from tests.app.library.test_streaming import TINY
from tests.app.library.test_streaming import large as large
from tests.app.library.test_streaming import path as path


def test_the_experiment_on_how_sure_a_model_may_be_is_the_same_in_pieces(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = measure_reliability(path, "Mail", NoOpJobContext())

    monkeypatch.setattr(memory, "COUNT_BUDGET", TINY["nothing held"])

    assert measure_reliability(path, "Mail", NoOpJobContext()) == held

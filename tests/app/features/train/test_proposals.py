"""Auto tries what the curve on the page tries, by the same figures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.train.view_model import (
    INITIAL_REQUEST,
    Proposal,
    effective_request,
    is_preferred,
    make_proposal,
    result_sort_key,
    set_slider_value,
    without_slider_value,
)
from app.features.train.workbench import RecipeEvaluator
from app.library.recipes import RecipeRequest
from tests.app.features.train.test_learnt_factors import a_corpus

LEARNT = replace(INITIAL_REQUEST, event_model="learnt")


def proposed(workspace: Path, chosen: RecipeRequest) -> Proposal:
    return make_proposal(workspace, "topics", chosen, NoOpJobContext())


@pytest.mark.parametrize(
    "chosen", [replace(LEARNT, ridge=30.0), replace(LEARNT, ridge=0.03), replace(INITIAL_REQUEST, smoothing="10.0")]
)
def test_auto_is_never_worse_than_the_best_point_of_the_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: RecipeRequest
) -> None:
    workspace = a_corpus(tmp_path, echoes=True)
    monkeypatch.setattr(
        "app.features.train.view_model.best_request_on_page", lambda *_asked: chosen
    )  # Auto's own search ends here
    live = RecipeEvaluator(workspace)
    curve = live.curve("topics", effective_request(chosen), NoOpJobContext())
    best = set_slider_value(chosen, curve.best)
    of_best = live.result("topics", effective_request(best), NoOpJobContext())

    found = proposed(workspace, chosen)

    assert result_sort_key(found.proposed_result) >= result_sort_key(of_best)
    assert without_slider_value(found.best) == without_slider_value(chosen)
    if result_sort_key(of_best) > result_sort_key(found.current_result) or is_preferred(of_best, found.current_result):
        assert found.is_better
    assert curve.accuracy_at(curve.best) == pytest.approx(of_best.evaluation.accuracy, abs=1e-12)


def test_auto_finds_nothing_better_than_the_best_point_of_the_best_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = a_corpus(tmp_path)
    curve = RecipeEvaluator(workspace).curve("topics", effective_request(LEARNT), NoOpJobContext())
    best = set_slider_value(LEARNT, curve.best)
    monkeypatch.setattr("app.features.train.view_model.best_request_on_page", lambda *_asked: best)

    found = proposed(workspace, best)

    assert not found.is_better
    assert found.best_curve_point is None

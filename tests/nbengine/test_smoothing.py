"""Leave-one-out prepared once for many smoothings, the automatic choice, and comparison after temperature."""

from __future__ import annotations

import numpy as np
import pytest

from nbengine.errors import EngineError
from nbengine.events import LeftOut, derive, leave_one_out
from nbengine.events.event_model import EventSettings, Prior
from nbengine.logspace import normalise_log_joint
from nbengine.measure.choosing import (
    SettingsCandidate,
    auto_smoothing,
    compare_settings,
    minimise_by_decades,
)
from nbengine.measure.unseen_documents import stratified_folds
from nbengine.trust.calibration import fit_temperature, mean_log_loss
from tests.nbengine.problems import EVENT_MODELS, Problem, a_problem, judged_by_folds, settings_for


def losses_at(problem: Problem, chosen: EventSettings) -> float:
    """Mean log loss of all documents but the first, the only one of its label."""
    joint = leave_one_out(problem.learnt(), problem.features, problem.label_numbers, chosen, problem.weights)
    asked = np.ones(len(joint)) if problem.weights is None else problem.weights.copy()
    asked[0] *= chosen.prior.kind != "data" or chosen.event_model == "complement"
    return mean_log_loss(normalise_log_joint(joint), problem.label_numbers, asked)


@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("model", EVENT_MODELS)
def test_what_is_prepared_once_is_leave_one_out_at_any_smoothing(model, is_weighted):
    problem = a_problem(seed=1, is_weighted=is_weighted)
    chosen = settings_for(model, prior=Prior("smoothed", 1.0))
    prepared = LeftOut(problem.learnt(), problem.features, problem.label_numbers, chosen, problem.weights)

    for smoothing in (0.0, 0.1, 1.0, 0.1):
        point = settings_for(model, smoothing, prior=Prior("smoothed", 1.0))
        joint = leave_one_out(problem.learnt(), problem.features, problem.label_numbers, point, problem.weights)
        np.testing.assert_array_equal(prepared.log_joint(smoothing), joint)


@pytest.mark.parametrize("model", ["multinomial", "bernoulli", "complement", "categorical", "mixed"])
def test_no_smoothing_nearby_is_better_than_the_automatic_one(model):
    problem = a_problem(seed=2, n_documents=80)
    found = auto_smoothing(problem.learnt(), problem.features, problem.label_numbers, settings_for(model))

    assert np.isfinite(found.log_loss)
    assert found.log_loss == pytest.approx(losses_at(problem, found.settings))
    for factor in (0.5, 0.8, 1.25, 2.0):
        assert losses_at(problem, settings_for(model, found.settings.smoothing * factor)) >= found.log_loss - 1e-4


def test_the_strength_of_a_smoothed_prior_is_found_too():
    problem = a_problem(seed=3, n_documents=60)
    chosen = settings_for("multinomial", prior=Prior("smoothed", 1.0))
    found = auto_smoothing(problem.learnt(), problem.features, problem.label_numbers, chosen).settings

    best = losses_at(problem, found)
    assert np.isfinite(best)
    for factor in (0.3, 3.0):
        other = Prior("smoothed", found.prior.strength * factor)
        assert losses_at(problem, settings_for("multinomial", found.smoothing, prior=other)) >= best - 1e-6


def test_a_search_follows_the_least_value_over_the_decades():
    for goal in (1e-6, 0.037, 1.0, 250.0):
        assert minimise_by_decades(lambda value, goal=goal: (np.log(value) - np.log(goal)) ** 2) == pytest.approx(
            goal, rel=0.05
        )


def test_without_documents_nothing_is_chosen():
    problem = a_problem()
    with pytest.raises(EngineError, match="Without documents"):
        auto_smoothing(problem.learnt(), problem.features[:0], [], settings_for("multinomial"))


class TestTemperature:
    def test_it_undoes_a_stretch_of_honest_scores(self):
        random = np.random.default_rng(0)
        honest = random.normal(0, 2, (20_000, 3))
        proba = np.exp(normalise_log_joint(honest))
        truth = (random.random((20_000, 1)) > proba.cumsum(axis=1)).sum(axis=1).clip(max=2)

        fitted = fit_temperature(honest * 40, truth)

        assert fitted.temperature == pytest.approx(40, rel=0.05)
        assert fitted.log_loss == pytest.approx(mean_log_loss(normalise_log_joint(honest), truth), rel=0.01)

    def test_no_temperature_nearby_is_better(self):
        random = np.random.default_rng(1)
        joint, truth = random.normal(0, 100, (300, 4)), random.integers(0, 4, 300)
        joint[np.arange(300), truth] += 60
        weights = random.uniform(0, 2, 300)
        fitted = fit_temperature(joint, truth, weights)

        for factor in (0.9, 1.0, 1.1):
            loss = mean_log_loss(normalise_log_joint(joint / (fitted.temperature * factor)), truth, weights)
            assert loss >= fitted.log_loss - 1e-12

    @pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
    def test_the_scale_of_the_scores_does_not_matter(self, scale):
        random = np.random.default_rng(2)
        joint, truth = random.normal(0, 1, (500, 3)), random.integers(0, 3, 500)
        joint[np.arange(500), truth] += 1

        fitted = fit_temperature(joint * scale, truth)

        assert fitted.temperature / scale == pytest.approx(fit_temperature(joint, truth).temperature, rel=1e-5)

    def test_scores_that_are_never_wrong_leave_no_loss(self):
        assert fit_temperature(np.array([[0.0, -1], [-3, 0]]), [0, 1]).log_loss == pytest.approx(0, abs=1e-9)

    def test_worthless_scores_leave_an_even_guess(self):
        fitted = fit_temperature(np.array([[5.0, 0], [5, 0]]), [0, 1])
        assert fitted.log_loss == pytest.approx(np.log(2))

    def test_an_impossible_truth_is_an_infinite_loss(self):
        assert fit_temperature(np.array([[0.0, -np.inf]]), [1]).log_loss == np.inf
        assert fit_temperature(np.array([[-np.inf, -np.inf]]), [1]).log_loss == np.inf
        assert fit_temperature(np.array([[0.0, -np.inf]]), [0]).log_loss == pytest.approx(0)
        assert fit_temperature(np.array([[0.0, np.inf]]), [1]).log_loss == pytest.approx(0)


def test_comparison_sets_over_confidence_aside():
    problem = a_problem(seed=5, n_documents=120)
    learnt = problem.learnt()
    candidates = [SettingsCandidate(learnt, problem.features, settings_for(model)) for model in EVENT_MODELS]

    results = compare_settings(candidates, problem.label_numbers)

    for candidate, result in zip(candidates, results, strict=True):
        assert result.settings is candidate.settings
        assert result.log_loss <= losses_at(problem, candidate.settings) + 1e-9
        assert result.log_loss <= np.log(3) + 1e-9


class TestFolds:
    def test_labels_are_dealt_evenly(self):
        labels = np.repeat([0, 1, 2], [50, 23, 7])
        folds = stratified_folds(labels, 10, seed=3)

        table = np.zeros((3, 10))
        np.add.at(table, (labels, folds), 1)
        assert (table.max(axis=1) - table.min(axis=1)).max() <= 1
        assert set(np.bincount(folds)) == {8}
        assert not np.array_equal(folds, stratified_folds(labels, 10, seed=4))
        np.testing.assert_array_equal(folds, stratified_folds(labels, 10, seed=3))

    @pytest.mark.parametrize("model", EVENT_MODELS)
    def test_a_fold_is_judged_by_a_model_that_never_saw_it(self, model):
        problem = a_problem(seed=6, is_weighted=True)
        chosen = EventSettings(model, smoothing=0.5, var_smoothing=1e-4)
        folds = stratified_folds(problem.label_numbers, 4)

        joint = judged_by_folds(
            problem.learnt(), problem.features, problem.label_numbers, folds, chosen, problem.weights
        )

        for fold in range(4):
            others, own = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
            refitted = derive(problem.learnt(others), chosen).log_joint(problem.features[own])
            np.testing.assert_allclose(joint[own], refitted, rtol=1e-9, atol=1e-9)

    @pytest.mark.parametrize("n_folds", [1, 25])
    def test_folds_that_cannot_be_are_refused(self, n_folds):
        with pytest.raises(EngineError, match="cannot be dealt"):
            stratified_folds(np.zeros(24, dtype=np.int64), n_folds)

"""Calibration is learnt from scores of documents left out; it is checked on documents of a later time."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.errors import EngineError
from nbengine.logspace import best_label_numbers, minimise
from nbengine.measure.evaluation import evaluate
from nbengine.trust.calibration import (
    Calibration,
    apply_temperature,
    compute_score_gaps,
    fit_calibration,
    fit_temperature,
    make_prior_for_factors,
)


def over_confident(n_documents, n_labels, seed, wrong_share=0.01):
    """Scores that are right as often as their odds claim, blown up by the length to the power 0.7."""
    generator = np.random.default_rng(seed)
    lengths = np.exp(generator.normal(4.5, 1.0, n_documents)).round()
    scores = generator.normal(0, 2, (n_documents, n_labels))
    shares = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
    truth = (generator.random((n_documents, 1)) > shares.cumsum(axis=1)).sum(axis=1).clip(0, n_labels - 1)
    is_noise = generator.random(n_documents) < wrong_share
    truth[is_noise] = generator.integers(0, n_labels, is_noise.sum())
    return scores * lengths[:, None] ** 0.7, truth, lengths


def calibration_error(log_proba, truth):
    return evaluate(log_proba, truth, [f"label {c}" for c in range(log_proba.shape[1])]).ece


def raw(log_joint):
    return log_joint - np.logaddexp.reduce(log_joint, axis=1, keepdims=True)


@pytest.mark.parametrize("n_labels", [2, 5, 20])
def test_over_confidence_that_grows_with_length_is_taken_away(n_labels):
    calibration = fit_calibration(*over_confident(5_000, n_labels, seed=1))
    log_joint, truth, lengths = over_confident(20_000, n_labels, seed=2)

    calibrated = calibration.apply(log_joint, lengths)

    assert calibration_error(raw(log_joint), truth) > 0.15
    assert calibration_error(calibrated, truth) < 0.025
    np.testing.assert_array_equal(calibrated.argmax(axis=1), log_joint.argmax(axis=1))
    np.testing.assert_allclose(np.exp(calibrated).sum(axis=1), 1)


@pytest.mark.parametrize("seed", range(5))
def test_fifty_documents_are_better_than_none(seed):
    calibration = fit_calibration(*over_confident(50, 3, seed))
    log_joint, truth, lengths = over_confident(20_000, 3, seed=99)

    assert calibration_error(calibration.apply(log_joint, lengths), truth) < 0.5 * calibration_error(
        raw(log_joint), truth
    )


def test_without_documents_the_usual_temperature_is_used():
    calibration = fit_calibration(np.empty((0, 3)), [], [])

    assert calibration.n_documents == 0
    assert 1 < calibration.temperature(100.0) < 10
    assert np.isfinite(calibration.apply([[0.0, -40.0, -50.0]], [120])).all()


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from([-np.inf, -1e6, -300.0, -2.0, 0.0, 5.0]), min_size=3, max_size=3),
            st.integers(0, 2),
            st.integers(0, 10**6),
        ),
        min_size=1,
        max_size=30,
    )
)
def test_any_scores_give_probabilities_and_temperatures_that_never_fall_with_length(rows):
    log_joint, truth, lengths = map(np.array, zip(*rows, strict=True))

    calibration = fit_calibration(log_joint, truth, lengths)
    calibrated = calibration.apply(log_joint, lengths)

    _, is_undecided = compute_score_gaps(log_joint)
    assert not np.isnan(calibrated).any()
    assert np.isneginf(calibrated[is_undecided]).all()
    np.testing.assert_allclose(np.exp(calibrated[~is_undecided]).sum(axis=1), 1)
    np.testing.assert_array_equal(calibrated.argmax(axis=1)[~is_undecided], log_joint.argmax(axis=1)[~is_undecided])
    assert (np.diff(calibration.temperature(np.logspace(0, 9, 50))) >= 0).all()
    assert 0 < calibration.floor < 1
    assert 0 < calibration.spread_power < 1


@pytest.mark.parametrize("scale", [1e-9, 1e-4, 1e6])
def test_the_scale_of_the_scores_makes_no_difference(scale):
    log_joint, truth, lengths = over_confident(2_000, 5, seed=3)

    usual = fit_calibration(log_joint, truth, lengths).apply(log_joint, lengths)
    scaled = fit_calibration(scale * log_joint, truth, lengths).apply(scale * log_joint, lengths)

    np.testing.assert_allclose(np.exp(scaled), np.exp(usual), atol=1e-6)


def margins(n_documents, temperature, seed, length=50):
    """Scores with a unit that are right as often as their odds over a temperature claim."""
    generator = np.random.default_rng(seed)
    scores = generator.normal(0, 1, (n_documents, 2))
    is_second = generator.random(n_documents) < 1 / (1 + np.exp((scores[:, 0] - scores[:, 1]) / temperature))
    return scores, is_second.astype(int), np.full(n_documents, length)


def test_ten_right_verdicts_of_a_model_with_unlabelled_documents_do_not_make_the_next_certain():
    ten = np.array([[1.0, -1.0], [-1.0, 1.0]] * 5), [0, 1] * 5, [50] * 10

    calibrations = fit_calibration(*ten, make_prior_for_factors(2, 10, 3_000)), fit_calibration(*ten)

    doubts = [1 - np.exp(calibration.apply([[0.2, -0.2]], [50]).max()) for calibration in calibrations]
    assert doubts[0] > 5 * doubts[1] > 0


def test_many_documents_outweigh_the_prior_of_learnt_factors():
    prior, log_temperature = make_prior_for_factors(2, 20_000, 3_000), math.log(0.05)
    calibration = fit_calibration(*margins(20_000, 0.05, seed=1), prior)
    log_joint, truth, lengths = margins(20_000, 0.05, seed=2)

    assert abs(prior.means[0] - log_temperature) > 5 * prior.deviations[0]
    assert calibration_error(calibration.apply(log_joint, lengths), truth) < 0.02


def test_the_prior_temperature_is_that_of_documents_of_usual_length_in_their_collection():
    scores, truth, _ = margins(40, 1.0, seed=3)
    prior = make_prior_for_factors(2, 40, 3_000)

    short, long = (
        fit_calibration(scores, truth, [length] * 40, prior).apply(scores, [length] * 40) for length in (5, 5_000)
    )

    np.testing.assert_allclose(short, long, atol=1e-6)


def test_more_labels_call_for_a_lower_temperature():
    temperatures = [make_prior_for_factors(n_labels, 10 * n_labels, 3_000).means[0] for n_labels in (2, 5, 20)]

    assert temperatures == sorted(temperatures, reverse=True)


def test_verdicts_of_scores_that_are_worse_than_chance_are_not_changed_by_the_temperature():
    generator = np.random.default_rng(3)
    scores = generator.normal(-900, 30, (55, 3))
    truth = scores.argmin(axis=1)
    temperature = fit_temperature(scores, truth).temperature

    log_proba = apply_temperature(scores, temperature)

    assert temperature > 1e12  # without a limit, so that the scores differ no more
    assert best_label_numbers(log_proba).tolist() == scores.argmax(axis=1).tolist()
    np.testing.assert_allclose(log_proba, -math.log(3), atol=1e-5)
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1)


def test_twice_infinite_evidence_is_undecided():
    _, is_undecided = compute_score_gaps(
        np.array([[np.inf, np.inf, 0.0], [np.inf, 1.0, 0.0], [-np.inf, -np.inf, -np.inf]])
    )

    assert is_undecided.tolist() == [True, False, True]


def test_one_label_is_certain():
    calibration = fit_calibration([[-5.0], [-7.0]], [0, 0], [3, 4])

    assert calibration.apply([[-3.0], [-np.inf]], [1, 1]).tolist() == [[0.0], [-np.inf]]


def test_a_hundred_thousand_documents_are_fitted_from_a_fifth_of_them():
    calibration = fit_calibration(*over_confident(100_000, 4, seed=0))

    assert calibration.n_documents == 20_000
    assert calibration.length_power == pytest.approx(0.7, abs=0.1)


def test_equal_settings_are_equal_calibrations():
    settings = (1.0, 0.5, 0.2, 0.01, (1.0, 1.0, 0.0), 7)

    assert Calibration(*settings) == Calibration(*settings)


@pytest.mark.parametrize(
    ("log_joint", "truth", "lengths", "said"),
    [
        ([[0.0, 1.0]], [0], [1, 2], "one length per document"),
        ([[0.0, math.nan]], [0], [1], "NaN"),
        ([[0.0, 1.0]], [0, 1], [1], "one true label each"),
    ],
)
def test_what_cannot_be_calibrated_is_refused(log_joint, truth, lengths, said):
    with pytest.raises(EngineError, match=said):
        fit_calibration(log_joint, truth, lengths)


def test_descent_finds_the_bottom_of_a_bent_valley():
    def rosenbrock(place):
        x, y = place
        value = (1 - x) ** 2 + 100 * (y - x * x) ** 2
        return value, np.array([-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)])

    np.testing.assert_allclose(minimise(rosenbrock, np.array([-1.2, 1.0])), [1, 1], atol=1e-5)

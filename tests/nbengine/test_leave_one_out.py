"""Leave-one-out by subtraction says what a model refitted without the document would say."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nbengine.counts import CountMatrix, FloatArray, count_matrix
from nbengine.errors import EngineError
from nbengine.events import LeftOut, derive, leave_one_out
from nbengine.events.event_model import EventSettings, Prior
from nbengine.learnt.statistics import Features
from tests.nbengine.problems import EVENT_MODELS, TEXT_MODELS, Problem, a_problem, settings_for

PRIORS = [Prior(), Prior("uniform"), Prior("none"), Prior("smoothed", 0.5), Prior.given({"a": 0.5, "b": 0.3, "c": 0.2})]


def refitted(problem: Problem, chosen: EventSettings, *, is_real: bool = False) -> FloatArray:
    """Leave-one-out the slow way: learn all the others, derive, judge."""
    documents = np.arange(problem.features.n_documents)
    rows = [
        derive(problem.learnt(documents[documents != left], is_real=is_real), chosen).log_joint(
            problem.features[np.array([left])]
        )
        for left in documents
    ]
    return np.concatenate(rows)


def subtracted(problem: Problem, chosen: EventSettings, *, is_real: bool = False) -> FloatArray:
    learnt = problem.learnt(is_real=is_real)
    return leave_one_out(learnt, problem.features, problem.label_numbers, chosen, problem.weights)


def assert_same(left: FloatArray, right: FloatArray) -> None:
    assert not np.isnan(left).any()
    np.testing.assert_allclose(left, right, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("smoothing", [0.0, 1e-6, 0.3, 1.0])
@pytest.mark.parametrize("model", EVENT_MODELS)
def test_subtracting_a_document_equals_refitting_without_it(model, smoothing, is_weighted):
    problem = a_problem(seed=4, is_weighted=is_weighted)
    chosen = settings_for(model, smoothing)

    assert_same(subtracted(problem, chosen), refitted(problem, chosen))


@pytest.mark.parametrize("smoothing", [0.0, 0.3])
def test_the_text_of_mixed_columns_is_left_out_by_presence_as_well(smoothing):
    problem = a_problem(seed=4)
    chosen = settings_for("mixed", smoothing, mixed_text="bernoulli")

    assert_same(subtracted(problem, chosen), refitted(problem, chosen))


@pytest.mark.parametrize("prior", PRIORS, ids=lambda prior: prior.kind)
@pytest.mark.parametrize("model", EVENT_MODELS)
def test_priors_are_without_the_document_too(model, prior):
    problem = a_problem(seed=5, is_weighted=True)
    chosen = settings_for(model, prior=prior, with_prior=True)

    assert_same(subtracted(problem, chosen), refitted(problem, chosen))


@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("model", TEXT_MODELS)
def test_each_token_may_have_its_own_smoothing(model, is_weighted):
    problem = a_problem(seed=6, is_weighted=is_weighted)
    alphas = np.random.default_rng(1).choice([0.0, 1e-3, 0.5, 2.0], problem.counts.n_tokens)
    chosen = settings_for(model, alphas)

    assert_same(subtracted(problem, chosen), refitted(problem, chosen))


@pytest.mark.parametrize("is_weighted", [False, True])
def test_complement_with_norm_changes_its_divisor(is_weighted):
    problem = a_problem(seed=7, is_weighted=is_weighted)
    chosen = settings_for("complement", 0.2, norm=True)

    assert_same(subtracted(problem, chosen), refitted(problem, chosen))


@pytest.mark.parametrize("smoothing", [0.0, 0.4])
@pytest.mark.parametrize("model", TEXT_MODELS)
def test_real_valued_counts_agree_as_well(model, smoothing):
    problem = a_problem(seed=8, is_real=True, is_weighted=True)
    chosen = settings_for(model, smoothing)

    assert_same(subtracted(problem, chosen, is_real=True), refitted(problem, chosen, is_real=True))


@pytest.mark.parametrize("var_smoothing", [0.0, 1e-9, 0.1])
def test_a_column_constant_but_for_one_document_keeps_its_digits(var_smoothing):
    problem = a_problem(seed=9)
    chosen = EventSettings("gaussian", var_smoothing=var_smoothing)

    assert_same(subtracted(problem, chosen), refitted(problem, chosen))


@settings(max_examples=60, deadline=None)
@example(seed=984, n_documents=9, n_labels=4, smoothing=0.0, model="gaussian", is_weighted=True)
@given(
    seed=st.integers(0, 10_000),
    n_documents=st.integers(4, 14),
    n_labels=st.integers(1, 6),
    smoothing=st.sampled_from([0.0, 1e-3, 0.5, 1.0]),
    model=st.sampled_from(EVENT_MODELS),
    is_weighted=st.booleans(),
)
def test_any_small_corpus_is_left_out_exactly(seed, n_documents, n_labels, smoothing, model, is_weighted):
    problem = a_problem(seed, n_documents, 6, n_labels, is_weighted=is_weighted)
    chosen = settings_for(model, smoothing, prior=Prior("smoothed", 0.5))

    assert_same(subtracted(problem, chosen), refitted(problem, chosen))


def test_one_preparation_serves_many_smoothings():
    problem = a_problem(seed=10)
    for model in EVENT_MODELS:
        prepared = LeftOut(problem.learnt(), problem.features, problem.label_numbers, settings_for(model))
        for smoothing in (2.0, 0.1, 0.9, 0.1):
            fresh = subtracted(problem, settings_for(model, smoothing))
            np.testing.assert_array_equal(prepared.log_joint(smoothing), fresh)


@pytest.mark.parametrize("model", EVENT_MODELS)
def test_documents_that_were_never_learnt_cannot_be_left_out(model):
    problem = a_problem(seed=11)
    empty = problem.learnt(np.arange(0))

    with pytest.raises(EngineError, match="never learnt"):
        leave_one_out(empty, problem.features, problem.label_numbers, settings_for(model))


def test_large_counts_and_small_ones_meet_in_one_complement():
    problem = a_problem(seed=12)
    table = problem.counts.csr.toarray()
    table[4, 3], table[5, 3], table[6, 3] = 17, 400, 17
    from_large = Problem(problem.labels, Features(count_matrix(table)), problem.label_numbers, problem.weights)
    chosen = settings_for("complement", 0.1, norm=True)

    assert_same(subtracted(from_large, chosen), refitted(from_large, chosen))


@pytest.mark.parametrize("model", TEXT_MODELS)
def test_a_word_that_is_there_thousands_of_times_keeps_its_digits_in_narrow_counts(model):
    problem = a_problem(seed=12)
    table = problem.counts.csr.toarray().astype(np.int32)
    table[3:9, 3] = 11_000
    counts = count_matrix(table)
    narrow = CountMatrix(counts.starts, counts.tokens, counts.values.astype(np.int32), counts.n_tokens)
    often = Problem(problem.labels, Features(narrow), problem.label_numbers, problem.weights)
    chosen = settings_for(model, 0.1)

    assert_same(subtracted(often, chosen), refitted(often, chosen))


def test_nothing_warns():
    problem = a_problem(seed=13)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for model in EVENT_MODELS:
            subtracted(problem, settings_for(model, 0.0))

"""The explanation is the verdict: contributions add up, exactly, to the score."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbengine.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.events import derive, multinomial
from nbengine.learnt.tally import make_tally
from tests.nbengine.problems import EVENT_MODELS, TEXT_MODELS, a_problem, settings_for


@settings(deadline=None)
@given(seed=st.integers(0, 1000), document=st.integers(0, 23), is_weighted=st.booleans())
@pytest.mark.parametrize("model", EVENT_MODELS)
def test_contributions_add_up_exactly_to_the_score(model, seed, document, is_weighted):
    problem = a_problem(seed, is_weighted=is_weighted)
    scorer = derive(problem.learnt(), settings_for(model, var_smoothing=1e-3, with_prior=True))
    one = problem.features[np.array([document])]
    joint = scorer.log_joint(one)[0]

    shown = scorer.contributions(one, 1, 2)

    assert shown.score == math.fsum(shown.all_terms)
    size = max(1.0, np.abs(shown.all_terms).sum(), np.abs(joint).max())
    assert shown.score == pytest.approx(joint[1] - joint[2], abs=1e-12 * size)


@pytest.mark.parametrize("model", EVENT_MODELS)
def test_the_rival_is_the_strongest_other_label(model):
    problem = a_problem(seed=3)
    scorer = derive(problem.learnt(), settings_for(model))
    one = problem.features[np.array([7])]
    order = np.argsort(scorer.log_joint(one)[0])

    assert scorer.contributions(one, int(order[-1])).against == order[-2]
    assert scorer.contributions(one, int(order[0])).against == order[-1]


def test_the_terms_are_counts_times_log_ratios():
    tally = make_tally(["a", "b"], count_matrix(np.array([[3, 1], [0, 2]])), [0, 1])

    shown = multinomial(tally, 1.0).contributions(count_matrix(np.array([[2, 0]])), 0, 1)

    np.testing.assert_array_equal(shown.tokens, [0])
    np.testing.assert_array_equal(shown.counts, [2])
    np.testing.assert_allclose(shown.terms, 2 * np.log((4 / 6) / (1 / 4)))
    assert shown.absent_term == 0


def test_absent_words_are_listed_one_by_one_on_request():
    problem = a_problem(seed=4)
    scorer = derive(problem.learnt(), settings_for("bernoulli"))
    one = problem.counts[np.array([5])]

    tokens, terms = scorer.absent_terms(one, 0, 1)

    assert set(tokens).isdisjoint(one.tokens)
    assert len(tokens) + len(one.tokens) == scorer.weights.shape[0]
    assert math.fsum(terms) == pytest.approx(scorer.contributions(one, 0, 1).absent_term, rel=1e-12)


@pytest.mark.parametrize("model", ["multinomial", "complement"])
def test_absence_counts_for_bernoulli_alone(model):
    scorer = derive(a_problem().learnt(), settings_for(model))

    assert len(scorer.absent_terms(a_problem().counts[np.array([5])], 0, 1)[0]) == 0


@pytest.mark.parametrize("model", EVENT_MODELS)
def test_without_smoothing_nothing_is_ever_nan(model):
    problem = a_problem(seed=5)
    scorer = derive(problem.learnt(), settings_for(model, 0.0, var_smoothing=0.0))

    for number in range(24):
        one = problem.features[np.array([number])]
        shown = scorer.contributions(one, 0, 1)
        assert not np.isnan(shown.all_terms).any()
        assert not math.isnan(shown.score)
        assert not np.isnan(scorer.log_proba(one)).any()


@pytest.mark.parametrize("model", TEXT_MODELS)
def test_fewer_columns_are_tokens_that_do_not_occur(model):
    problem = a_problem(seed=6)
    scorer = derive(problem.learnt(), settings_for(model))
    table = problem.counts.csr.toarray()
    table[:, 10:] = 0

    np.testing.assert_array_equal(scorer.log_joint(count_matrix(table[:, :10])), scorer.log_joint(count_matrix(table)))


@pytest.mark.parametrize("model", TEXT_MODELS)
def test_two_labels_are_judged_alike_in_one_pass_and_in_two(model):
    problem = a_problem(seed=7, n_documents=200, n_labels=2)
    scorer = derive(problem.learnt(), settings_for(model, with_prior=True))
    joint = scorer.log_joint(problem.counts)

    np.testing.assert_array_equal(scorer.predict(problem.counts), joint.argmax(axis=1))
    np.testing.assert_allclose(scorer.log_proba(problem.counts)[:, 0], -np.logaddexp(0, joint[:, 1] - joint[:, 0]))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda scorer, counts: scorer.log_joint(count_matrix(np.ones((2, 99)))), "99 columns"),
        (lambda scorer, counts: scorer.contributions(counts, 0, 1), "One document"),
        (lambda scorer, counts: scorer.contributions(counts[[0]], 3, 1), "no label number 3"),
        (lambda scorer, counts: scorer.contributions(counts[[0]], 0, -1), "no label number -1"),
    ],
)
def test_what_cannot_be_is_said(wrong, says):
    problem = a_problem()
    with pytest.raises(EngineError, match=says):
        wrong(derive(problem.learnt(), settings_for("multinomial")), problem.counts)


def test_a_single_label_has_no_rival():
    problem = a_problem(n_labels=1)
    scorer = derive(problem.learnt(), settings_for("multinomial"))
    with pytest.raises(EngineError, match="no other"):
        scorer.contributions(problem.counts[np.array([0])], 0)


def test_a_document_without_words_is_judged_by_the_prior():
    problem = a_problem()
    scorer = derive(problem.learnt(), settings_for("multinomial"))
    nothing = count_matrix(np.zeros((3, 15), dtype=np.int64))

    np.testing.assert_allclose(scorer.log_joint(nothing), np.tile(scorer.log_prior, (3, 1)))
    assert scorer.log_joint(nothing[np.arange(0)]).shape == (0, 3)

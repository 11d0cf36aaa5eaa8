"""The derivation works a verdict out anew, and comes to what the scorer says."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from nbengine.errors import EngineError
from nbengine.events.event_model import Prior
from nbengine.explanations.derivation import derivation_of, explain_priors, explain_word_probabilities
from nbengine.learnt.statistics import Features
from nbengine.models.recipe import Recipe

from .models import LABELS, RECIPES, made_up_documents, made_up_model, model_of_mails

QUERY = "buy notes monday unknown"


def derived(model, text):
    return derivation_of(model, model.count([text]).counts)


@pytest.mark.parametrize("name", RECIPES)
def test_the_derivation_comes_to_the_scores_and_probabilities_of_the_verdict(name):
    model = made_up_model(RECIPES[name])
    documents = made_up_documents(seed=4)[0]
    for number in range(6):
        verdict, found = model.judge(documents[[number]]), derivation_of(model, documents[[number]])

        scores = [label.score for label in found.labels]
        np.testing.assert_allclose(scores, verdict.log_joint[0], rtol=1e-11, atol=1e-12)
        if found.probabilities is not None:
            np.testing.assert_allclose(found.probabilities, np.exp(verdict.log_proba[0]), rtol=1e-9, atol=1e-300)
        assert (found.probabilities is None) == (verdict.label_numbers[0] == -1)


@pytest.mark.parametrize(
    ("recipe", "ham"),
    [
        (Recipe(), Fraction(27000, 39167)),
        (Recipe(smoothing=0.5), Fraction(14700, 19613)),
        (Recipe(event_model="bernoulli"), Fraction(1207959552, 1452100177)),
    ],
)
def test_the_five_mails_come_out_in_exact_fractions(recipe, ham):
    found = derived(model_of_mails(recipe), QUERY)

    assert found.exact == (1 - ham, ham)
    assert found.probabilities[1] == pytest.approx(float(ham), rel=1e-14)


def test_every_step_of_a_word_is_there():
    (spam, ham), model = derived(model_of_mails(), "buy buy").labels, model_of_mails()

    assert (spam.label, ham.label) == LABELS
    assert spam.prior.probability == Fraction(2, 5)
    (step,) = spam.steps
    assert (step.name, step.kind, step.count) == ("buy", "word", 2)
    assert step.working.probability == Fraction(3 + 1, 8 + 12)
    assert step.term == pytest.approx(2 * math.log(1 / 5))
    assert spam.exact == Fraction(2, 5) * Fraction(1, 25)
    assert dict(explain_word_probabilities(model, "buy"))["spam"] == step.working


def test_words_that_are_absent_count_for_bernoulli_and_only_there():
    found = derived(model_of_mails(Recipe(event_model="bernoulli")), "buy notes")

    assert [label.n_absent for label in found.labels] == [10, 10]
    assert all(label.absent < 0 for label in found.labels)
    assert [label.n_absent for label in derived(model_of_mails(), "buy notes").labels] == [0, 0]


def test_a_long_document_shows_why_logarithms_are_taken():
    found = derived(model_of_mails(), "buy " * 1000)

    assert found.do_all_underflow
    assert [label.product for label in found.labels] == [0, 0]
    assert found.probabilities[0] == 1
    assert found.exact[0] < 1
    assert not derived(model_of_mails(), "buy").do_all_underflow


def test_a_product_of_too_many_factors_is_not_written_out():
    assert derived(model_of_mails(), "buy " * 5000).exact is None


def test_an_undecided_verdict_is_derived_to_where_it_stops():
    found = derived(model_of_mails(Recipe(smoothing=0)), "buy notes")

    assert [label.score for label in found.labels] == [-math.inf, -math.inf]
    assert found.probabilities is None
    assert found.exact is None
    assert found.labels[0].steps[1].working.probability == 0


def test_numbers_and_choices_are_steps_of_their_own():
    model = made_up_model(RECIPES["mixed"])
    documents = made_up_documents()[0]

    kinds = {step.kind: step for step in derivation_of(model, documents[[0]]).labels[0].steps}

    assert kinds["number"].name == "height"
    assert kinds["number"].working.mean == model.scorer.numbers.means[0, 0]
    assert kinds["number"].working.variance == pytest.approx(model.scorer.numbers.variances[0, 0], rel=1e-12)
    assert kinds["choice"].name == "colour"
    assert derivation_of(model, documents[[0]]).exact is None


def test_missing_numbers_and_choices_leave_no_step():
    model = made_up_model(RECIPES["mixed"])
    text = model.count([""]).counts
    nothing = Features(text, np.asarray([[np.nan]]), np.asarray([[-1]]))

    found = derivation_of(model, nothing)

    assert [label.steps for label in found.labels] == [(), (), ()]
    np.testing.assert_allclose(found.probabilities, 1 / 3)


@pytest.mark.parametrize(
    ("recipe", "priors"),
    [
        (Recipe(), [Fraction(2, 5), Fraction(3, 5)]),
        (Recipe(prior=Prior("uniform")), [Fraction(1, 2), Fraction(1, 2)]),
        (Recipe(prior=Prior("smoothed", strength=0.5)), [Fraction(5, 12), Fraction(7, 12)]),
        (Recipe(prior=Prior.given({"ham": 0.9, "spam": 0.1})), [Fraction(1, 10), Fraction(9, 10)]),
        (Recipe(event_model="complement", with_prior=True), [Fraction(2, 5), Fraction(3, 5)]),
    ],
)
def test_priors_come_about_as_the_recipe_says(recipe, priors):
    assert [working.probability for _, working in explain_priors(model_of_mails(recipe))] == priors


@pytest.mark.parametrize("recipe", [Recipe(prior=Prior("none")), Recipe(event_model="complement")])
def test_a_prior_that_takes_no_part_has_no_working(recipe):
    assert explain_priors(model_of_mails(recipe)) == (("spam", None), ("ham", None))


def test_what_the_model_does_not_know_has_no_working():
    with pytest.raises(EngineError, match="'unheard'"):
        explain_word_probabilities(model_of_mails(), "unheard")
    with pytest.raises(EngineError, match="One document"):
        derivation_of(model_of_mails(), model_of_mails().count(["a", "b"]).counts)


def test_infinite_evidence_for_one_label_decides_and_for_two_does_not():
    model = model_of_mails(Recipe(event_model="complement", smoothing=0))

    one, two = derived(model, "buy offer"), derived(model, "buy notes")

    assert [label.score for label in one.labels] == [math.inf, pytest.approx(one.labels[1].score)]
    assert one.probabilities == (1, 0)
    assert [label.score for label in two.labels] == [math.inf, math.inf]
    assert two.probabilities is None
    assert model.judge_texts(["buy offer", "buy notes"]).label_numbers.tolist() == [0, -1]


@pytest.mark.parametrize("name", RECIPES)
def test_a_single_label_is_certain(name):
    model = made_up_model(RECIPES[name])
    model.rename_labels({"label 1": "label 0", "label 2": "label 0"})
    document = made_up_documents()[0][[0]]

    found = derivation_of(model, document)

    assert found.probabilities == (1,)
    np.testing.assert_allclose([label.score for label in found.labels], model.judge(document).log_joint[0], rtol=1e-11)
    assert model.judge(document).label_numbers.tolist() == [0]

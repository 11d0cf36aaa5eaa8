"""Influence is what refitting without a document would show; suspicion is what the others say of its label."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbengine.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.events import derive
from nbengine.events.event_model import EventSettings, Prior
from nbengine.explanations.influence import (
    find_most_influential,
    influence_on_verdict,
    suspicious_labels,
    training_influence,
)
from nbengine.learnt.number_tally import NumberTally
from nbengine.learnt.statistics import ChoiceTally, Features, Statistics
from nbengine.learnt.tally import make_tally
from nbengine.models.recipe import VocabularyLimits
from nbengine.models.training import train_model

from .models import RECIPES, made_up_documents, model_of_mails

LABELS = ("ham", "spam", "news")


def odds(tally, choices, document, label, against):
    joint = derive(tally, choices).log_joint(document)[0]
    return joint[label] - joint[against]


def by_refitting(document, counts, labels, weights, choices, label, against, **kind):
    whole = odds(make_tally(LABELS, counts, labels, weights, **kind), choices, document, label, against)
    rest = []
    for left_out in range(len(labels)):
        kept = np.arange(len(labels)) != left_out
        tally = make_tally(LABELS, counts[kept], labels[kept], None if weights is None else weights[kept], **kind)
        rest.append(whole - odds(tally, choices, document, label, against))
    return rest


event_settings = st.builds(
    EventSettings,
    event_model=st.sampled_from(["multinomial", "bernoulli", "complement"]),
    smoothing=st.sampled_from([0.01, 0.5, 1.0]) | st.just(np.linspace(0.2, 1.0, 8)),
    prior=st.sampled_from([Prior(), Prior("uniform"), Prior("smoothed", strength=0.5)]),
    norm=st.booleans(),
    with_prior=st.booleans(),
)


@settings(max_examples=200)
@given(st.integers(0, 10_000), event_settings, st.booleans(), st.sampled_from([0.0, 1.0]))
def test_influence_equals_refitting_without_the_document(seed, choices, has_weights, threshold):
    rng = np.random.default_rng(seed)
    counts = count_matrix(rng.poisson(0.9, (15, 8)))
    labels = np.concatenate([[0, 0, 1, 1, 2, 2], rng.integers(0, 3, 9)])
    weights = rng.integers(1, 6, 15) / 4 if has_weights else None
    document = count_matrix(rng.poisson(0.7, (1, 8)))
    tally = make_tally(LABELS, counts, labels, weights, threshold=threshold)

    found = training_influence(document, counts, labels, tally, choices, label=1, against=0, weights=weights)

    expected = by_refitting(document, counts, labels, weights, choices, 1, 0, threshold=threshold)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10)


def test_influence_of_real_valued_counts_equals_refitting():
    rng = np.random.default_rng(3)
    counts = count_matrix(rng.poisson(0.9, (15, 8)) * rng.uniform(0.1, 2, (15, 8)))
    labels = np.arange(15) % 3
    document = count_matrix(rng.uniform(0, 1, (1, 8)))

    for event_model in ("multinomial", "complement"):
        choices = EventSettings(event_model)
        tally = make_tally(LABELS, counts, labels, is_real=True)
        found = training_influence(document, counts, labels, tally, choices, label=2, against=1)

        expected = by_refitting(document, counts, labels, None, choices, 2, 1, is_real=True)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10)


def test_without_smoothing_the_only_document_with_a_word_has_infinite_influence():
    counts = count_matrix(np.asarray([[2, 0], [1, 1], [0, 3]]))
    tally = make_tally(LABELS[:2], counts, [0, 0, 1])

    found = training_influence(
        count_matrix(np.asarray([[0, 1]])), counts, [0, 0, 1], tally, EventSettings(smoothing=0), label=0, against=1
    )

    assert np.isfinite(found[0])
    assert found[1] == np.inf


def test_the_strongest_documents_come_first_on_both_sides():
    backing, opposing = find_most_influential(np.asarray([0.5, -2.0, 0.0, 3.0, -0.1]), 2)

    assert backing.tolist() == [3, 0]
    assert opposing.tolist() == [1, 4]


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("seed", [0, 1])
def test_influence_on_a_models_verdict_equals_a_model_that_forgot_the_document(name, seed):
    rng = np.random.default_rng(seed)
    features, labels, _ = made_up_documents(seed)
    recipe = replace(RECIPES[name], limits=VocabularyLimits(min_documents=0), smoothing=0.7)
    weights = rng.integers(1, 6, len(labels)) / 4
    names = [f"label {number}" for number in range(3)]
    model = train_model(recipe, features, labels, names, made_up_documents(seed)[2], weights, is_assured=False)
    document = made_up_documents(seed + 7)[0][[0]]

    found = influence_on_verdict(model, document, features, labels, label="label 2", against="label 0", weights=weights)

    for left_out in range(0, 60, 7):
        rest = model.copy()
        rest.forget(features[[left_out]], [names[labels[left_out]]], weights[[left_out]])
        with_all, without = model.judge(document).log_joint[0], rest.judge(document).log_joint[0]
        expected = (with_all[2] - with_all[0]) - (without[2] - without[0])
        is_exact = not recipe.is_fitted  # factors are of single precision
        assert found[left_out] == pytest.approx(
            expected, rel=1e-8 if is_exact else 1e-4, abs=1e-10 if is_exact else 1e-6
        )


@given(st.integers(0, 10_000), st.sampled_from([0.3, 1.0]))
def test_a_value_that_only_one_document_has_goes_with_it(seed, smoothing):
    rng = np.random.default_rng(seed)
    choices = rng.integers(-1, 6, (9, 2))
    labels = np.concatenate([[0, 1], rng.integers(0, 2, 7)])
    tally = ChoiceTally(LABELS[:2], 2)
    tally.learn(choices, labels)
    document = rng.integers(-1, 7, (1, 2))
    settings = EventSettings("categorical", smoothing, Prior("uniform"))

    found = training_influence(
        Features(choices=document),
        Features(choices=choices),
        labels,
        Statistics(choices=tally),
        settings,
        label=1,
        against=0,
    )

    def odds_without(left_out):
        rest = tally.copy()
        rest.forget(choices[left_out], labels[left_out])
        joint = derive(Statistics(choices=rest), settings).log_joint(Features(choices=document))[0]
        return joint[1] - joint[0]

    expected = [odds_without([]) - odds_without([left_out]) for left_out in range(9)]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_a_column_that_only_one_document_keeps_from_being_constant_keeps_its_digits():
    numbers = np.asarray([[1e6], [1e6], [1e6 + 5], [3.0], [4.0], [8.0]])
    labels = np.asarray([0, 0, 0, 1, 1, 1])
    tally = NumberTally(LABELS[:2], 1)
    tally.learn(numbers, labels)
    settings = EventSettings("gaussian", prior=Prior("uniform"), var_smoothing=1e-3)
    document = Features(numbers=np.asarray([[1e6]]))

    found = training_influence(
        document, Features(numbers=numbers), labels, Statistics(numbers=tally), settings, label=0, against=1
    )

    rest = NumberTally(LABELS[:2], 1)
    rest.learn(np.delete(numbers, 2, axis=0), np.delete(labels, 2))
    odds = [derive(Statistics(numbers=one), settings).log_joint(document)[0] for one in (tally, rest)]
    assert found[2] == pytest.approx(-np.diff(odds[0])[0] + np.diff(odds[1])[0], rel=1e-9)


def test_influence_is_on_one_document_over_the_models_tokens():
    counts = count_matrix(np.asarray([[2, 0], [1, 1]]))
    tally = make_tally(LABELS[:2], counts, [0, 1])

    with pytest.raises(EngineError, match="one document"):
        training_influence(counts, counts, [0, 1], tally, EventSettings(), label=0, against=1)
    with pytest.raises(EngineError, match="over the tally's tokens"):
        training_influence(
            count_matrix(np.ones((1, 3), dtype=int)), counts, [0, 1], tally, EventSettings(), label=0, against=1
        )
    with pytest.raises(EngineError, match="no label 'sport'"):
        influence_on_verdict(model_of_mails(), counts[:1], counts, [0, 1], label="sport", against="ham")


def test_labels_that_the_scores_contradict_most_come_first():
    scores = np.log([[0.9, 0.05, 0.05], [0.1, 0.2, 0.7], [0.4, 0.35, 0.25], [0.01, 0.01, 0.98]])

    found = suspicious_labels(scores, [0, 0, 1, 1])

    assert found.documents.tolist() == [3, 1, 2, 0]
    assert found.suggested.tolist() == [2, 2, 0, 1]
    np.testing.assert_allclose(found.margins, np.log([1 / 98, 1 / 7, 35 / 40, 18]))


def test_an_impossible_label_is_the_most_suspicious_and_undecided_documents_are_left_out():
    scores = np.asarray([[-1.0, -2.0], [-np.inf, -5.0], [-np.inf, -np.inf], [-3.0, -2.0]])

    found = suspicious_labels(scores, [0, 0, 0, 0])

    assert found.documents.tolist() == [1, 3, 0]
    assert found.margins.tolist() == [-np.inf, -1.0, 1.0]


def test_a_single_label_cannot_be_doubted():
    with pytest.raises(EngineError, match="two or more"):
        suspicious_labels(np.zeros((2, 1)), [0, 0])

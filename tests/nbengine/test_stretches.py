"""Recipes are compared on stretches of neighbours that were left out together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.learnt.documents import Documents, labelled_documents
from nbengine.measure.choosing import search_smoothing, train_without_blocks
from nbengine.measure.unseen_documents import contiguous_folds
from nbengine.models.recipe import Recipe
from nbengine.models.training import compute_held_out_log_joint, score_by_folds, train_model
from nbengine.text.token_counter import TokenCounter
from nbengine.trust.calibration import fit_temperature


def news(n=240, seed=0, *, with_answers=False):
    """Posts of two groups; with answers, each post quotes a word that only it and its neighbour have."""
    rng = np.random.default_rng(seed)
    labels = np.arange(n) % 2
    subjects = (["orbit", "launch", "moon", "probe"], ["engine", "brakes", "wheel", "clutch"])
    texts = []
    for number, label in enumerate(labels):
        common = [f"common{word}" for word in rng.integers(0, 30, 8)]
        own = list(rng.choice(subjects[label], 1)) if rng.random() < 0.7 else []
        thread = [f"thread{number // 4}x{label}"] * 3 if with_answers else []
        texts.append(" ".join([*common, *own, *thread]))
    counter = TokenCounter(Recipe().rules)
    return labelled_documents(counter.count(texts), labels, ("space", "autos"), counter.vocabulary)


@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli", "complement"])
def test_the_loss_is_that_of_folds_of_neighbours_after_their_temperature(event_model):
    documents, recipe = news(), Recipe(event_model=event_model, smoothing=0.5)
    folds = contiguous_folds(documents.label_numbers, 10)
    expected = fit_temperature(score_by_folds(recipe, documents, folds), documents.label_numbers).log_loss

    assert train_without_blocks(recipe, documents).log_loss() == pytest.approx(expected)


@pytest.mark.parametrize("weighting", ["count", "binary", "tfidf"])
def test_smoothing_anew_equals_learning_with_that_smoothing(weighting):
    documents = news()
    left_out = train_without_blocks(Recipe(weighting=weighting, smoothing=1.0), documents)
    afresh = train_without_blocks(Recipe(weighting=weighting, smoothing=0.03), documents)

    assert left_out.log_loss(0.03) == pytest.approx(afresh.log_loss())


def test_some_stretches_are_enough_of_many_documents():
    documents = news()

    assert len(train_without_blocks(Recipe(), documents, sample_size=50).label_numbers) == pytest.approx(72, abs=24)


def test_answers_beside_a_post_are_left_out_with_it():
    documents, recipe = news(400, with_answers=True), Recipe(smoothing=0.1)
    model = train_model(
        recipe, documents.features, documents.label_numbers, documents.labels, documents.vocabulary, is_assured=False
    )
    one_by_one = fit_temperature(compute_held_out_log_joint(model, documents), documents.label_numbers).log_loss

    assert train_without_blocks(recipe, documents).log_loss() > 2 * one_by_one


def test_a_label_that_only_the_stretch_had_is_not_asked_for():
    documents = news(220)
    numbers = documents.label_numbers.copy()
    numbers[7] = 2
    rare = Documents(documents.features, numbers, ("space", "autos", "rare"), documents.vocabulary)

    assert np.isfinite(train_without_blocks(Recipe(smoothing=0.5), rare).log_loss())


@given(st.floats(-5.5, 2.5))
def test_the_best_smoothing_is_found_within_a_quarter_decade(wanted):
    found, least = search_smoothing(lambda smoothing: abs(np.log10(smoothing) - wanted))

    assert np.log10(found) == pytest.approx(wanted, abs=0.126)
    assert least == pytest.approx(abs(np.log10(found) - wanted))

"""Held-out scores of learnt factors computed without a model for each fold, beside those of whole models."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import make_multilabel_classification

from nbengine.counts import count_matrix
from nbengine.learnt import factors as fitting
from nbengine.learnt.documents import Documents, labelled_documents
from nbengine.learnt.factors import (
    FittingSamples,
    compute_ridge_strengths,
    fit_factors,
    fit_with_strengths,
    labels_to_mask,
)
from nbengine.learnt.tally import fit_tfidf
from nbengine.measure.choosing import FoldedTrials, FoldFitter, can_fit_by_folds
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import assure, folds_of_model, score_folds, train_model

RECIPE = Recipe(event_model="learnt", smoothing=0.1)
AT_LEAST_TWO = replace(RECIPE, limits=VocabularyLimits(min_documents=2))
VARIANTS = {
    "words": RECIPE,
    "free": replace(RECIPE, ridge_by_ratio=False),
    "strict": replace(RECIPE, ridge=3.0),
    "in two documents": AT_LEAST_TWO,
    "presence": replace(AT_LEAST_TWO, weighting="binary"),
}


def some_documents(n_labels: int = 3, n_documents: int = 90, seed: int = 0) -> Documents:
    """Return counts with rare words, of which some occur in one fold only."""
    table, _ = make_multilabel_classification(n_documents, 60, n_classes=n_labels, length=25, random_state=seed)
    random = np.random.default_rng(seed)
    labels = random.integers(0, n_labels, n_documents)
    table[np.arange(n_documents), labels] += random.integers(0, 6, n_documents)
    table = np.hstack([table, np.eye(n_documents, 40)])
    words = [f"word{number}" for number in range(100)]
    return labelled_documents(count_matrix(table.astype(np.int32)), labels, [f"l{i}" for i in range(n_labels)], words)


@pytest.fixture
def exact_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every search go on nearly to the minimum, which does not depend on where it starts."""
    monkeypatch.setattr(fitting, "MIN_GRADIENT_SHARE", 1e-4)
    monkeypatch.setattr(fitting, "MAX_STEPS", 200)


@pytest.mark.usefixtures("exact_fits")
@pytest.mark.parametrize("n_labels", [2, 3])
def test_scores_are_those_of_whole_models_for_every_recipe_in_turn(n_labels: int) -> None:
    documents = some_documents(n_labels)
    folds = np.arange(len(documents)) % 3
    fits = FoldFitter(documents.label_numbers, n_labels, folds)

    for name, recipe in VARIANTS.items():
        assert can_fit_by_folds(recipe, documents)
        judged = np.array([0, 2])
        picked = np.flatnonzero(np.isin(folds, judged))
        expected = score_folds(recipe, documents, picked, folds[picked], None)
        np.testing.assert_allclose(
            fits.score_folds_together(recipe, documents, judged), expected, atol=1e-2, err_msg=name
        )


@pytest.mark.usefixtures("exact_fits")
def test_a_label_that_occurs_in_one_fold_only_is_impossible_in_it() -> None:
    documents = some_documents()
    labels = np.where(np.arange(90) < 30, documents.label_numbers, np.minimum(documents.label_numbers, 1))
    documents = replace(documents, label_numbers=labels)
    folds = np.arange(90) // 30

    scores = FoldFitter(labels, 3, folds).score_folds_together(RECIPE, documents, np.array([0]))

    assert np.isneginf(scores[:, 2]).all()
    assert np.isfinite(scores[:, :2]).all()


def test_recipes_and_documents_that_need_whole_models_are_refused() -> None:
    documents = some_documents()

    assert can_fit_by_folds(RECIPE, documents)
    assert not can_fit_by_folds(Recipe(), documents)
    assert not can_fit_by_folds(replace(RECIPE, limits=VocabularyLimits(size=10)), documents)
    assert not can_fit_by_folds(replace(RECIPE, limits=VocabularyLimits(unknown_word=True)), documents)
    assert not can_fit_by_folds(RECIPE, replace(documents, weights=np.full(90, 2.0)))


def test_a_fit_from_the_last_solution_takes_fewer_steps_to_the_same_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "MIN_GRADIENT_SHARE", 1e-3)
    documents = some_documents()
    assert documents.features.text is not None
    weighed = fit_tfidf(np.full(100, 5.0), 90)(documents.features.text)
    lessons = FittingSamples(weighed, labels_to_mask(documents.label_numbers, 3))
    strengths = compute_ridge_strengths(np.random.default_rng(0).normal(0, 1, (100, 3)))
    steps: list[int] = []
    _, near = fit_with_strengths(lessons, strengths, 1.5)

    afresh, _ = fit_with_strengths(lessons, strengths, 1.0, lambda done, _: steps.append(done))
    n_afresh = len(steps)
    again, _ = fit_with_strengths(lessons, strengths, 1.0, lambda done, _: steps.append(done), near)

    assert len(steps) - n_afresh < n_afresh
    np.testing.assert_allclose(again.weights, afresh.weights, atol=0.05)  # of weights up to 3


def test_of_two_labels_the_second_is_the_first_with_the_other_sign() -> None:
    documents = some_documents(2)
    assert documents.features.text is not None
    mask = labels_to_mask(documents.label_numbers, 2)
    ratios = np.random.default_rng(0).normal(0, 1, (100, 1)) * [[1.0, -1.0]]
    factors = fit_factors(FittingSamples(documents.features.text, mask), ratios)
    alone = fit_factors(FittingSamples(documents.features.text, mask[:, 1:]), ratios[:, 1:])

    np.testing.assert_array_equal(factors.weights[:, 0], -factors.weights[:, 1])
    np.testing.assert_allclose(factors.weights[:, 1:], alone.weights, atol=1e-4)
    np.testing.assert_allclose(factors.bias[1:], alone.bias, atol=1e-4)


@pytest.mark.usefixtures("exact_fits")
def test_scores_of_a_trial_calibrate_the_model_as_its_own_folds_do() -> None:
    documents = some_documents(n_documents=600)
    trials = FoldedTrials(RECIPE, documents, sample_size=150)
    trial = trials.try_recipe(AT_LEAST_TWO, documents)
    assert 150 <= len(trial.is_wrong) < 600

    known = trials.score_all_folds(trial, documents)
    model = train_model(
        AT_LEAST_TWO, documents.features, documents.label_numbers, documents.labels, documents.vocabulary
    )
    own = assure(model, documents)
    with_known = assure(model, documents, folds=known)

    np.testing.assert_array_equal(known.folds, folds_of_model(RECIPE, documents))
    np.testing.assert_allclose(with_known.log_joint, own.log_joint, atol=1e-2)


def test_scores_of_another_recipe_are_not_taken() -> None:
    documents = some_documents()
    trials = FoldedTrials(RECIPE, documents, sample_size=1_000)
    of_another = trials.score_all_folds(trials.try_recipe(VARIANTS["strict"], documents), documents)
    model = train_model(RECIPE, documents.features, documents.label_numbers, documents.labels, documents.vocabulary)

    np.testing.assert_array_equal(
        assure(model, documents, folds=of_another).log_joint, assure(model, documents).log_joint
    )

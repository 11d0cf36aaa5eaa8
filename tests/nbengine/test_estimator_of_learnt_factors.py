"""`LearntFactorsNB`: the fit against LinearSVC, naive Bayes inside, honest probabilities, weights, bad input."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import MultinomialNB as TheirMultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from nbengine.estimators.learnt_factors import LearntFactorsNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.estimators.word_counter import WordCounter
from nbengine.learnt import factors as fitting
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_on_texts
from tests.nbengine.test_learnt_factors import texts_of, with_echoes


def some_documents(n_documents: int = 120, seed: int = 0, **kind):
    texts, labels = texts_of(n_documents, seed, **kind)
    return WordCounter().fit(texts_of(400)[0]).transform(texts), np.array(labels)


def exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "MIN_GRADIENT_SHARE", 1e-9)
    monkeypatch.setattr(fitting, "MAX_STEPS", 2_000)
    monkeypatch.setattr(fitting, "round_weights", lambda weights: weights)


@pytest.mark.parametrize("ridge", [0.3, 3.0])
@pytest.mark.parametrize("n_labels", [2, 3])
def test_with_all_words_held_alike_it_is_a_linear_support_vector_machine(monkeypatch, ridge, n_labels):
    exactly(monkeypatch)
    X, y = some_documents()
    kept = np.isin(y, np.unique(y)[:n_labels])
    X, y, weights = X[kept], y[kept], np.random.default_rng(0).choice([0.5, 1, 2], kept.sum())
    weighed = TfidfTransformer(sublinear_tf=True).fit_transform(X)
    theirs = LinearSVC(C=1 / ridge, intercept_scaling=1e4, tol=1e-10, max_iter=1_000_000)

    model = LearntFactorsNB(ridge=ridge, ridge_by_ratio=False, tfidf=False).fit(weighed, y, weights)

    theirs.fit(weighed, y, weights)
    np.testing.assert_allclose(model.decision_function(weighed), theirs.decision_function(weighed), atol=1e-4)
    np.testing.assert_allclose(model.coef_, theirs.coef_, atol=1e-4)
    np.testing.assert_allclose(model.intercept_, theirs.intercept_, atol=1e-3)
    np.testing.assert_array_equal(model.predict(weighed), theirs.predict(weighed))


def test_counts_are_weighed_inside_as_scikit_learn_weighs_them():
    X, y = some_documents()
    theirs = TfidfTransformer(sublinear_tf=True).fit(X)
    model = LearntFactorsNB().fit(X, y)

    np.testing.assert_allclose(model.idf_, theirs.idf_, rtol=1e-12)
    np.testing.assert_allclose(
        model.decision_function(X), theirs.transform(X) @ model.coef_.T + model.intercept_, rtol=1e-9
    )


def test_factors_times_naive_bayes_ratio_are_the_weights():
    X, y = some_documents()
    model, counts = LearntFactorsNB(alpha=0.5).fit(X, y), X.toarray()
    for place, label in enumerate(model.classes_):
        inside, outside = (counts[y == label].sum(0) + 0.5, counts[y != label].sum(0) + 0.5)
        ratio = np.log(inside / inside.sum()) - np.log(outside / outside.sum())
        np.testing.assert_allclose(model.feature_log_ratio_[place], ratio, atol=1e-12)
    np.testing.assert_allclose(model.factors_ * model.feature_log_ratio_, model.coef_, rtol=1e-6, atol=1e-9)
    theirs = TheirMultinomialNB(alpha=0.5).fit(X, y == "sea").feature_log_prob_
    np.testing.assert_allclose(
        model.feature_log_ratio_[list(model.classes_).index("sea")], theirs[1] - theirs[0], atol=1e-12
    )


def test_it_is_the_model_that_the_engine_trains():
    texts, labels = texts_of(200)
    queries, _ = texts_of(50, seed=2)
    recipe = Recipe(event_model="learnt", smoothing=0.1)
    model = train_on_texts(texts, labels, recipe, is_assured=False)
    pipeline = make_pipeline(WordCounter(), LearntFactorsNB()).fit(texts, labels)

    verdicts = model.judge_texts(queries)

    order = [model.labels.index(label) for label in pipeline.classes_]
    np.testing.assert_allclose(pipeline.decision_function(queries), verdicts.log_joint[:, order], atol=0.03)


def test_it_judges_better_than_naive_bayes_where_words_repeat_one_another():
    texts, labels = texts_of(40)
    new, truth = texts_of(300, seed=1)
    shares = [
        make_pipeline(WordCounter(), kind(alpha=0.1)).fit(with_echoes(texts), labels).score(with_echoes(new), truth)
        for kind in (LearntFactorsNB, MultinomialNB)
    ]

    assert shares[0] > shares[1] + 0.02


def test_probabilities_know_nothing_where_labels_mean_nothing_and_are_so_where_they_do():
    X, y = some_documents(300, is_random=True)
    model = LearntFactorsNB().fit(X, y)
    assert model.score(X, y) > 0.5
    assert model.predict_proba(X).max(axis=1).mean() < 0.45

    X, y = some_documents(600)
    new, truth = some_documents(600, seed=5)
    model = LearntFactorsNB().fit(X, y)
    sure = model.predict_proba(new).max(axis=1)
    assert abs(sure.mean() - model.score(new, truth)) < 0.03


def test_what_is_always_right_is_not_certain():
    X, y = np.repeat(np.eye(2), 20, axis=0), np.repeat([0, 1], 20)
    proba = LearntFactorsNB().fit(X + np.arange(40)[:, None] * np.eye(2)[y], y).predict_proba(np.eye(2))

    assert (np.diag(proba) > 0.8).all()
    assert proba.max() < 0.999


def test_copies_of_a_sample_are_left_out_with_it():
    X, y = some_documents(60, is_random=True)
    copied = LearntFactorsNB().fit(sparse.vstack([X] * 4), np.tile(y, 4))
    np.testing.assert_array_equal(copied.calibration_, LearntFactorsNB().fit(X, y, np.full(60, 4.0)).calibration_)

    assert copied.predict_proba(X).max(axis=1).mean() < 0.5


def test_weights_are_so_many_samples_in_any_order():
    X, y = some_documents(60)
    weights = np.random.default_rng(0).integers(0, 4, 60)
    order = np.random.default_rng(1).permutation(np.repeat(np.arange(60), weights))

    weighted, repeated = LearntFactorsNB().fit(X, y, weights), LearntFactorsNB().fit(X[order].toarray(), y[order])

    np.testing.assert_array_equal(weighted.predict_proba(X), repeated.predict_proba(X))
    np.testing.assert_array_equal(weighted.class_count_, repeated.class_count_)


def test_distance_and_probability_have_one_order():
    X, y = some_documents()
    kept = y != "sea"
    model = LearntFactorsNB().fit(X[kept], y[kept])
    order = np.argsort(model.decision_function(X))

    assert (np.diff(model.predict_proba(X)[order, 1]) >= 0).all()
    np.testing.assert_array_equal(model.predict(X), model.classes_[(model.decision_function(X) > 0).astype(int)])


def test_it_is_pickled_and_searched():
    X, y = some_documents()
    model = LearntFactorsNB().fit(X, y)

    again = pickle.loads(pickle.dumps(model))  # noqa: S301 - our own bytes

    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))
    assert (cross_val_predict(LearntFactorsNB(), X, y, cv=3) == y).mean() > 0.9


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"alpha": 0}, "'alpha' parameter"),
        ({"ridge": 0.0}, "'ridge' parameter"),
        ({"ridge": float("inf")}, "'ridge' parameter"),
        ({"calibration_folds": 1}, "'calibration_folds' parameter"),
        ({"tfidf": "yes"}, "'tfidf' parameter"),
        ({"ridge_by_ratio": 0.5}, "'ridge_by_ratio' parameter"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters, said):
    with pytest.raises(ValueError, match=said):
        LearntFactorsNB(**parameters).fit([[1, 0], [0, 1]], [0, 1])


@pytest.mark.parametrize(
    ("X", "y", "weights", "said"),
    [
        ([[1, 0], [0, 1]], [0, 0], None, "at least 2 classes"),
        ([[1, 0], [0, -1]], [0, 1], None, "Negative values"),
        ([[1, 0], [0, 1]], [0, 1], [1, -1], "Negative values"),
        ([[1, 0], [0, 1]], [0, 1], [0, 0], "at least one non-zero"),
        ([[1, 0], [0, np.nan]], [0, 1], None, "NaN"),
        ([[1, 0], [0, np.inf]], [0, 1], None, "infinity"),
        ([[1, 0], [0, 1]], [0, np.nan], None, "NaN"),
        ([[1, 0], [0, 1]], [0, 1], [1, np.nan], "NaN"),
        (np.zeros((0, 2)), [], None, "minimum of 1 is required"),
        (np.zeros((2, 0)), [0, 1], None, "minimum of 1 is required"),
        (sparse.csr_array((2, 1 << 27)), [0, 1], None, "more learnt factors than there is room for"),
    ],
)
def test_samples_that_cannot_be_learnt_are_refused_and_nothing_is_half_fitted(X, y, weights, said):
    model = LearntFactorsNB()
    with pytest.raises(ValueError, match=said):
        model.fit(X, y, weights)
    with pytest.raises(NotFittedError):
        model.predict([[1, 0]])


@pytest.mark.parametrize("step", [2, 12, 20])
def test_a_fit_that_is_stopped_leaves_the_one_before(monkeypatch, step):
    X, y = some_documents()
    model = LearntFactorsNB().fit(X, y)
    before = model.predict_proba(X)
    steps, own = [0], fitting._HingeLoss.gradient

    def stopping(problem, place):
        steps[0] += 1
        if steps[0] == step:
            raise KeyboardInterrupt
        return own(problem, place)

    monkeypatch.setattr(fitting._HingeLoss, "gradient", stopping)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X[y != y[0]], y[y != y[0]])

    np.testing.assert_array_equal(model.predict_proba(X), before)
    assert len(model.classes_) == before.shape[1]


def test_samples_that_teach_little_are_a_fit():
    alike = LearntFactorsNB().fit(np.ones((6, 3)), [0, 1] * 3)
    np.testing.assert_allclose(alike.predict_proba(np.ones((1, 3))), 0.5, atol=1e-6)
    lonely = LearntFactorsNB().fit([[3, 0], [2, 0], [0, 1]], ["a", "a", "b"])
    assert lonely.predict([[0, 2]]) == ["b"]
    assert np.isfinite(lonely.predict_log_proba([[0, 0]])).all()
    constant = np.column_stack((np.eye(2)[[0, 1] * 10] * 3, np.full(20, 7.0), np.zeros(20)))
    certain = LearntFactorsNB().fit(constant, [0, 1] * 10)
    assert (certain.predict(constant) == [0, 1] * 10).all()
    assert np.abs(certain.coef_).max() < 10
    assert abs(certain.coef_[0, 2]) < 0.05
    assert certain.coef_[0, 3] == 0
    assert certain.predict_proba(constant).max() < 1

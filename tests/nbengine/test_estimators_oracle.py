"""The five classes against scikit-learn's, attribute by attribute."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn import naive_bayes

from nbengine import estimators
from nbengine.logspace import first_best_label_numbers

COUNTING = ["MultinomialNB", "BernoulliNB", "ComplementNB"]
FORMS = [np.asarray, sparse.csr_matrix, sparse.csr_array, sparse.coo_array, sparse.csc_matrix]


class Problem:
    """Random counts of a few labels, with or without weights."""

    def __init__(self, seed: int, *, is_weighted: bool, n_labels: int) -> None:
        random = np.random.default_rng(seed)
        n_samples = int(random.integers(n_labels, 30))
        self.X = random.poisson(random.uniform(0.2, 3), (n_samples, int(random.integers(1, 12))))
        self.y = np.concatenate([np.arange(n_labels), random.integers(0, n_labels, n_samples - n_labels)]) * 3
        self.weights = random.exponential(size=n_samples) + 1e-5 if is_weighted else None
        self.queries = random.poisson(1.0, (9, self.X.shape[1]))
        self.alpha = random.uniform(0.01, 3, self.X.shape[1])
        shares = random.dirichlet(np.ones(n_labels))
        self.prior = shares / shares.sum()


problems = st.builds(Problem, st.integers(0, 10**6), is_weighted=st.booleans(), n_labels=st.integers(2, 6))


def assert_same_judgement(theirs, ours, queries):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        expected = theirs.predict_joint_log_proba(queries)
        log_proba, proba = theirs.predict_log_proba(queries), theirs.predict_proba(queries)
    np.testing.assert_allclose(ours.predict_joint_log_proba(queries), expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(ours.predict_log_proba(queries), log_proba, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(ours.predict_proba(queries), proba, rtol=1e-9, atol=1e-12)
    top_two = np.sort(expected, axis=1)[:, -2:]
    is_clear = top_two[:, 1] - top_two[:, 0] > 1e-9
    np.testing.assert_array_equal(ours.predict(queries)[is_clear], theirs.predict(queries)[is_clear])


@settings(max_examples=60, deadline=None)
@given(problem=problems, name=st.sampled_from(COUNTING), form=st.sampled_from(FORMS), options=st.integers(0, 5))
def test_counting_models_are_fitted_alike(problem, name, form, options):
    chosen = [
        {},
        {"alpha": 0.01},
        {"alpha": problem.alpha} if name != "BernoulliNB" else {"alpha": 0.5},
        {"fit_prior": False},
        {"class_prior": problem.prior},
        {"norm": True} if name == "ComplementNB" and problem.X.shape[1] > 1 else {"alpha": 2},
    ][options]
    theirs = getattr(naive_bayes, name)(**chosen).fit(problem.X, problem.y, problem.weights)

    ours = getattr(estimators, name)(**chosen).fit(form(problem.X), problem.y, problem.weights)

    for attribute in ("classes_", "class_count_", "class_log_prior_", "feature_count_", "feature_log_prob_"):
        np.testing.assert_allclose(getattr(ours, attribute), getattr(theirs, attribute), rtol=1e-9, atol=1e-12)
    assert ours.n_features_in_ == theirs.n_features_in_
    assert_same_judgement(theirs, ours, problem.queries)
    np.testing.assert_allclose(
        ours.predict_proba(form(problem.queries)), ours.predict_proba(problem.queries), rtol=1e-9, atol=1e-12
    )
    if name == "ComplementNB":
        np.testing.assert_allclose(ours.feature_all_, theirs.feature_all_)


@settings(max_examples=40, deadline=None)
@given(problem=problems, name=st.sampled_from([*COUNTING, "GaussianNB", "CategoricalNB"]), cut=st.integers(1, 29))
def test_learning_in_two_pieces_agrees_too(problem, name, cut):
    first, second = slice(0, cut), slice(cut, None)
    classes = np.unique(problem.y)
    pair = getattr(naive_bayes, name)(), getattr(estimators, name)()
    for estimator in pair:
        for part in (first, second):
            if len(problem.y[part]):
                weights = None if problem.weights is None else problem.weights[part]
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", RuntimeWarning)
                    estimator.partial_fit(problem.X[part], problem.y[part], classes=classes, sample_weight=weights)

    np.testing.assert_allclose(pair[1].class_count_, pair[0].class_count_)
    if name == "GaussianNB":
        np.testing.assert_allclose(pair[1].theta_, pair[0].theta_, atol=1e-12)
        np.testing.assert_allclose(pair[1].var_, pair[0].var_, rtol=1e-6, atol=1e-8)
    elif name == "CategoricalNB":
        for mine, expected in zip(pair[1].category_count_, pair[0].category_count_, strict=True):
            np.testing.assert_allclose(mine, expected)
    else:
        np.testing.assert_allclose(pair[1].feature_count_, pair[0].feature_count_)
        assert_same_judgement(*pair, problem.queries)


@settings(max_examples=40, deadline=None)
@given(problem=problems, has_priors=st.booleans())
def test_gaussian_is_fitted_alike(problem, has_priors):
    X = np.random.default_rng(len(problem.y)).normal(size=problem.X.shape) + problem.X
    options = {"priors": problem.prior, "var_smoothing": 1e-3} if has_priors else {"var_smoothing": 1e-3}
    theirs = naive_bayes.GaussianNB(**options).fit(X, problem.y, problem.weights)

    ours = estimators.GaussianNB(**options).fit(X, problem.y, problem.weights)

    for attribute in ("class_count_", "class_prior_", "theta_"):
        np.testing.assert_allclose(getattr(ours, attribute), getattr(theirs, attribute), rtol=1e-9, atol=1e-12)
    if problem.weights is None:
        assert ours.epsilon_ == pytest.approx(theirs.epsilon_)
        np.testing.assert_allclose(ours.var_, theirs.var_, rtol=1e-9)
        assert_same_judgement(theirs, ours, problem.queries.astype(float))


@settings(max_examples=40, deadline=None)
@given(problem=problems, options=st.integers(0, 3))
def test_categorical_is_fitted_alike(problem, options):
    chosen = [{}, {"alpha": 0.1}, {"min_categories": 12}, {"class_prior": problem.prior}][options]
    theirs = naive_bayes.CategoricalNB(**chosen).fit(problem.X, problem.y, problem.weights)

    ours = estimators.CategoricalNB(**chosen).fit(problem.X, problem.y, problem.weights)

    np.testing.assert_array_equal(ours.n_categories_, theirs.n_categories_)
    for attribute in ("category_count_", "feature_log_prob_"):
        for mine, expected in zip(getattr(ours, attribute), getattr(theirs, attribute), strict=True):
            np.testing.assert_allclose(mine, expected, rtol=1e-9, atol=1e-12)
    assert_same_judgement(theirs, ours, np.minimum(problem.queries, ours.n_categories_ - 1))


@settings(max_examples=40, deadline=None)
@given(problem=problems, has_two_labels=st.booleans())
def test_a_single_column_weighs_nothing_even_with_norm(problem, has_two_labels):
    X, y = problem.X[:, :1], problem.y if has_two_labels else np.zeros(len(problem.y), dtype=int)
    model = estimators.ComplementNB(norm=True, alpha=0.1).fit(X, y, problem.weights)

    np.testing.assert_allclose(model.feature_log_prob_, 0, atol=1e-12)
    np.testing.assert_allclose(model.predict_proba(X), 1 / len(model.classes_), rtol=1e-9)
    left_out = np.exp(model.leave_one_out_log_proba(X, y, problem.weights))
    np.testing.assert_allclose(left_out, 1 / len(model.classes_), rtol=1e-9)


@settings(max_examples=60, deadline=None)
@given(
    counts=st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=2, max_size=8),
    name=st.sampled_from(COUNTING),
    is_even=st.booleans(),
)
def test_two_labels_are_told_apart_as_their_scores_are_even_where_they_are_equal(counts, name, is_even):
    X, y = np.array(counts + [row[::-1] for row in counts]), np.repeat(["a", "b"], len(counts))
    model = getattr(estimators, name)(fit_prior=is_even).fit(X, y)
    queries = sparse.csr_array(np.concatenate((X, np.zeros((1, 3), dtype=int), 10**6 * X)))

    best = first_best_label_numbers(model.predict_joint_log_proba(queries))

    np.testing.assert_array_equal(model.predict(queries), model.classes_[best])


def test_gaussian_smooths_by_the_variance_of_all_samples_with_their_weights():
    X, y, weights = [[0.0], [1.0], [9.0], [4.0]], [0, 0, 1, 1], [1, 2, 1, 3]

    weighted = estimators.GaussianNB(var_smoothing=0.5).fit(X, y, weights)
    repeated = estimators.GaussianNB(var_smoothing=0.5).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))

    assert weighted.epsilon_ == pytest.approx(repeated.epsilon_)
    np.testing.assert_allclose(weighted.var_, repeated.var_)


def test_names_of_labels_may_be_of_any_kind():
    X = [[2, 0], [0, 1], [1, 0]]
    for y in (["b", "a", "b"], [True, False, True], np.array(["b", "a", "b"], dtype=object), [2.0, 1.0, 2.0]):
        theirs = naive_bayes.MultinomialNB().fit(X, y)
        ours = estimators.MultinomialNB().fit(X, y)

        assert ours.predict(X).tolist() == theirs.predict(X).tolist() == list(y)


def test_bernoulli_takes_a_smoothing_per_feature():
    X, y, alpha = np.array([[1, 0], [1, 1], [0, 1]]), np.array([0, 0, 1]), np.array([0.5, 2.0])

    model = estimators.BernoulliNB(alpha=alpha).fit(X, y)

    np.testing.assert_allclose(np.exp(model.feature_log_prob_), [[2.5 / 3, 3 / 6], [0.5 / 2, 3 / 5]])

"""The estimators inside scikit-learn's tools, their words of refusal, and what they do beyond scikit-learn."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from sklearn import naive_bayes
from sklearn.base import clone, is_classifier
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline

import nbengine
from nbengine.estimators.bernoulli import BernoulliNB
from nbengine.estimators.categorical import CategoricalNB
from nbengine.estimators.complement import ComplementNB
from nbengine.estimators.gaussian import GaussianNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.estimators.word_counter import WordCounter

ALL = [MultinomialNB, BernoulliNB, ComplementNB, GaussianNB, CategoricalNB]
TEXTS = ["cheap offer buy", "buy watermelon now", "notes on the meeting", "lunch and notes", "buy now", "the meeting"]
TEXT_LABELS = ["spam", "spam", "ham", "ham", "spam", "ham"]


def some_samples(seed=0, n_samples=40, n_labels=3):
    random = np.random.default_rng(seed)
    y = np.concatenate([np.tile(np.arange(n_labels), 2), random.integers(0, n_labels, n_samples - 2 * n_labels)])
    return random.poisson(1 + (y[:, None] == np.arange(6) % n_labels)), y, random.uniform(0.1, 2, n_samples)


class Frame:
    """The little of a data frame that names its columns."""

    def __init__(self, table, columns):
        self.table, self.columns = np.asarray(table), columns
        self.shape = self.table.shape

    def __array__(self, dtype=None, copy=None):
        return self.table.astype(dtype) if dtype else self.table


def test_scikit_learn_is_not_needed():
    code = (
        "import sys; sys.modules['sklearn'] = None; from nbengine.estimators import MultinomialNB, WordCounter;"
        "table = WordCounter().fit_transform(['a bb', 'cc bb']); model = MultinomialNB().fit(table, [0, 1]);"
        "print(model.predict(table))"
    )

    environment = {"PYTHONPATH": str(Path(nbengine.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60, env=environment
    )

    assert done.stdout.strip() == "[0 1]", done.stderr


@pytest.mark.parametrize("kind", ALL)
def test_an_estimator_is_cloned_shown_and_pickled(kind):
    X, y, _ = some_samples()
    estimator = kind(open_labels=True).fit(X, y)

    again = pickle.loads(pickle.dumps(estimator))  # noqa: S301 - our own bytes

    assert repr(kind()) == f"{kind.__name__}()"
    assert repr(clone(estimator)) == f"{kind.__name__}(open_labels=True)"
    assert is_classifier(estimator)
    np.testing.assert_array_equal(again.predict_log_proba(X), estimator.predict_log_proba(X))
    np.testing.assert_allclose(again.partial_fit(X, y).class_count_, 2 * estimator.class_count_)


def test_words_are_counted_and_judged_in_a_pipeline():
    pipeline = make_pipeline(WordCounter(), TfidfTransformer(), MultinomialNB())

    search = GridSearchCV(
        pipeline, {"multinomialnb__alpha": [0.1, 1.0], "wordcounter__ngram_range": [(1, 1), (1, 2)]}, cv=2
    ).fit(TEXTS, TEXT_LABELS)

    assert search.predict(["buy the watermelon"]).tolist() == ["spam"]
    assert cross_val_score(make_pipeline(WordCounter(), ComplementNB()), TEXTS, TEXT_LABELS, cv=2).mean() > 0.5
    assert set(cross_val_predict(pipeline, TEXTS, TEXT_LABELS, cv=2)) == {"ham", "spam"}


def test_parameters_are_read_and_set_by_name():
    model = MultinomialNB(alpha=0.5)

    assert model.set_params(alpha=2, fit_prior=False) is model
    assert model.get_params() == {
        "alpha": 2,
        "class_prior": None,
        "fit_prior": False,
        "force_alpha": True,
        "keep_samples": True,
        "open_labels": False,
    }
    with pytest.raises(ValueError, match="Invalid parameter 'beta' for estimator"):
        model.set_params(beta=1)


@pytest.mark.parametrize(
    ("estimator", "said"),
    [
        (MultinomialNB(alpha=-1), r"The 'alpha' parameter of MultinomialNB must be .* Got -1 instead"),
        (MultinomialNB(alpha="much"), "The 'alpha' parameter"),
        (MultinomialNB(fit_prior=3), "The 'fit_prior' parameter"),
        (MultinomialNB(class_prior=0.5), "The 'class_prior' parameter"),
        (BernoulliNB(binarize=-0.5), "The 'binarize' parameter"),
        (ComplementNB(norm="yes"), "The 'norm' parameter"),
        (ComplementNB(norm=True, alpha=0), "needs smoothing above 0"),
        (GaussianNB(var_smoothing=-1), "The 'var_smoothing' parameter"),
        (CategoricalNB(alpha=[1.0] * 6), "The 'alpha' parameter"),
        (CategoricalNB(min_categories=0), "The 'min_categories' parameter"),
        (CategoricalNB(min_categories=[1.5] * 6), "should have integral type"),
        (MultinomialNB(open_labels="no"), "The 'open_labels' parameter"),
        (MultinomialNB(alpha=1e300), r"must be at most 1e\+100, not 1e\+300"),
        (MultinomialNB(alpha=[np.nan] * 6), "All values in alpha must be greater than 0"),
        (CategoricalNB(alpha=1e300), r"must be at most 1e\+100, not 1e\+300"),
        (MultinomialNB(class_prior=[0.5, np.nan, 0.5]), "Priors must be non-negative"),
        (ComplementNB(class_prior=[-0.3, 1.3, 0.0]), "Priors must be non-negative"),
        (CategoricalNB(class_prior=[np.inf, 0.5, 0.5]), "Priors must be non-negative"),
    ],
)
def test_parameters_that_mean_nothing_are_refused_when_fitting(estimator, said):
    X, y, _ = some_samples()

    with pytest.raises(ValueError, match=said):
        estimator.fit(X, y)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda X, y, weights: (X[0], y, weights), "Expected 2D array, got 1D array instead"),
        (lambda X, y, weights: (X[:, :, None], y, weights), "Found array with dim 3"),
        (lambda X, y, weights: (X[:0], y[:0], None), r"0 sample\(s\)"),
        (lambda X, y, weights: (X[:, :0], y, weights), r"0 feature\(s\)"),
        (lambda X, y, weights: (np.where(X == 1, np.nan, X), y, weights), "Input X contains NaN"),
        (lambda X, y, weights: (np.where(X == 1, np.inf, X), y, weights), "Input X contains infinity"),
        (lambda X, y, weights: (X * 1j, y, weights), "Complex data not supported"),
        (lambda X, y, weights: (X, y[:-1], weights), "inconsistent numbers of samples: \\[40, 39\\]"),
        (lambda X, y, weights: (X, None, weights), "requires y to be passed, but the target y is None"),
        (lambda X, y, weights: (X, np.column_stack([y, y]), weights), "y should be a 1d array"),
        (lambda X, y, weights: (X, np.where(y == 1, np.nan, y), weights), "Input y contains NaN"),
        (lambda X, y, weights: (X, y + 0.5, weights), "Unknown label type: continuous"),
        (lambda X, y, weights: (X, y, weights[:-1]), r"sample_weight.shape == \(39,\), expected \(40,\)"),
        (lambda X, y, weights: (X, y, weights * 0), "at least one non-zero"),
        (lambda X, y, weights: (X, y, -weights), "Negative values in data passed to `sample_weight`"),
        (lambda X, y, weights: (X, y, weights[:, None]), "must be 1D array or scalar"),
    ],
)
@pytest.mark.parametrize("kind", ALL)
def test_bad_samples_are_refused_in_scikit_learns_words(kind, change, said):
    with pytest.raises(ValueError, match=said):
        kind().fit(*change(*some_samples()))


@pytest.mark.parametrize("kind", ALL)
def test_asking_before_fitting_is_scikit_learns_error(kind):
    for ask in ("predict", "predict_proba", "predict_joint_log_proba"):
        with pytest.raises(NotFittedError, match="not fitted yet"):
            getattr(kind(), ask)([[1.0]])
    with pytest.raises(NotFittedError):
        kind().forget([[1.0]], [0])


def test_a_column_of_labels_is_taken_with_a_warning():
    X, y, _ = some_samples()

    with pytest.warns(DataConversionWarning, match="A column-vector y was passed"):
        model = MultinomialNB().fit(X, y[:, None])

    np.testing.assert_array_equal(model.predict(X), MultinomialNB().fit(X, y).predict(X))


def test_one_weight_for_all_samples_changes_the_counts_only():
    X, y, _ = some_samples()

    np.testing.assert_allclose(
        MultinomialNB().fit(X, y, 2.0).feature_count_, 2 * MultinomialNB().fit(X, y).feature_count_
    )


@pytest.mark.parametrize("kind", [GaussianNB, CategoricalNB])
def test_sparse_tables_are_refused_where_zeros_say_something(kind):
    with pytest.raises(TypeError, match="Sparse data was passed for X, but dense data is required"):
        kind().fit(sparse.csr_array([[1.0]]), [0])


def test_columns_are_known_by_their_names():
    X, y, _ = some_samples()
    names = list("abcdef")
    model = MultinomialNB().fit(Frame(X, names), y)

    assert model.feature_names_in_.tolist() == names
    model.predict(Frame(X, names))
    with pytest.raises(ValueError, match="Feature names must be in the same order"):
        model.predict(Frame(X, names[::-1]))
    with pytest.raises(
        ValueError, match="unseen at fit time:\n- z\nFeature names seen at fit time, yet now missing:\n- f"
    ):
        model.predict(Frame(X, [*names[:5], "z"]))
    with pytest.warns(UserWarning, match="does not have valid feature names, but MultinomialNB was fitted with"):
        model.predict(X)
    with pytest.warns(UserWarning, match="was fitted without feature names"):
        model.fit(X, y).predict(Frame(X, names))
    assert not hasattr(model, "feature_names_in_")
    with pytest.raises(TypeError, match="only supported if all input features have string names"):
        model.fit(Frame(X, [*names[:5], 6]), y)


@pytest.mark.parametrize("kind", ALL)
def test_labels_that_were_not_announced_are_refused(kind):
    X, y, _ = some_samples()

    with pytest.raises(ValueError, match="do not exist in the initial classes"):
        kind().partial_fit(X, y, classes=[0, 1])


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("is_weighted", [False, True])
def test_forgetting_undoes_learning(kind, is_weighted):
    X, y, weights = some_samples()
    if not is_weighted:
        weights = np.ones(len(y))
    part = slice(5, 25)
    kept = np.r_[0:5, 25:40]
    never = kind().partial_fit(X[kept], y[kept], classes=[0, 1, 2], sample_weight=weights[kept])

    forgot = kind().fit(X, y, weights).forget(X[part], y[part], weights[part])

    np.testing.assert_allclose(forgot.class_count_, never.class_count_)
    np.testing.assert_allclose(forgot.predict_log_proba(X), never.predict_log_proba(X), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("kind", ALL)
def test_what_was_never_learnt_cannot_be_forgotten(kind):
    X, y, _ = some_samples()
    model = kind().fit(X, y)
    before = model.predict_log_proba(X)

    with pytest.raises(ValueError, match="never learnt"):
        model.forget(np.tile(X, (3, 1)), np.tile(y, 3))

    np.testing.assert_array_equal(model.predict_log_proba(X), before)


@pytest.mark.parametrize("kind", [MultinomialNB, BernoulliNB, ComplementNB])
def test_forgetting_everything_leaves_nothing_behind(kind):
    X, y, weights = some_samples()
    model = kind().fit(X, y, weights).forget(X[:-1], y[:-1], weights[:-1])

    np.testing.assert_allclose(model.class_count_.sum(), weights[-1])
    assert (model.feature_count_[model.classes_ != y[-1]] == 0).all()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (MultinomialNB(alpha=0.3), naive_bayes.MultinomialNB(alpha=0.3)),
        (MultinomialNB(fit_prior=False), naive_bayes.MultinomialNB(fit_prior=False)),
        (MultinomialNB(alpha=[1, 2, 3, 1, 2, 3]), naive_bayes.MultinomialNB(alpha=[1, 2, 3, 1, 2, 3])),
        (BernoulliNB(alpha=0.3, binarize=1.0), naive_bayes.BernoulliNB(alpha=0.3, binarize=1.0)),
        (ComplementNB(), naive_bayes.ComplementNB()),
        (ComplementNB(norm=True), naive_bayes.ComplementNB(norm=True)),
        (GaussianNB(var_smoothing=1e-9), naive_bayes.GaussianNB(var_smoothing=1e-9)),
        (GaussianNB(priors=[0.2, 0.3, 0.5]), naive_bayes.GaussianNB(priors=[0.2, 0.3, 0.5])),
        (CategoricalNB(min_categories=12), naive_bayes.CategoricalNB(min_categories=12)),
    ],
    ids=repr,
)
@pytest.mark.parametrize("is_weighted", [False, True])
def test_leaving_one_out_equals_fitting_without_it(ours, theirs, is_weighted):
    X, y, weights = some_samples(n_samples=25)
    if not is_weighted:
        weights = np.ones(len(y))
    is_gaussian = isinstance(ours, GaussianNB)
    if is_gaussian:
        X = X + np.random.default_rng(1).normal(size=X.shape)

    left_out = ours.fit(X, y, weights).leave_one_out_log_proba(X, y, weights)

    for sample in range(len(y)):
        others = np.arange(len(y)) != sample
        refit = theirs.fit(X[others], y[others], weights[others])
        expected = refit.predict_log_proba(X[[sample]])[0]
        np.testing.assert_allclose(left_out[sample], expected, rtol=1e-5 if is_gaussian else 1e-9, atol=1e-9)


@pytest.mark.parametrize("kind", [MultinomialNB, BernoulliNB, ComplementNB])
def test_entries_of_one_place_are_one_count(kind):
    """Compressed rows may hold a column twice and in any order; it means their sum."""
    entries = np.ones(5), np.array([1, 0, 0, 0, 1]), np.array([0, 1, 3, 5])
    twice, y = sparse.csr_array(entries, shape=(3, 2)), [1, 0, 0]
    dense = twice.toarray()
    model, expected = kind().fit(twice, y), kind().fit(dense, y)

    for ask in ("leave_one_out_log_proba", "predict_joint_log_proba"):
        given = (y,) if ask.startswith("leave") else ()
        np.testing.assert_allclose(
            getattr(model, ask)(twice, *given), getattr(expected, ask)(dense, *given), rtol=1e-12
        )
    np.testing.assert_array_equal(twice.indices, entries[1])


def test_a_category_number_beyond_all_memory_is_refused():
    y = [0, 1, 0]
    with pytest.raises(ValueError, match=r"category 1000000000 of feature 1 .* from 0 without gaps"):
        CategoricalNB().fit([[0, 1], [1, 10**9], [1, 2]], y)
    with pytest.raises(ValueError, match="category numbers"):
        CategoricalNB().fit([[0, 1], [1, 1e19], [1, 2]], y)

    model = CategoricalNB().fit([[0, 1], [1, 0], [1, 2]], y)
    np.testing.assert_array_equal(model.predict_proba([[0, 10**9]]), model.predict_proba([[0, 3]]))


def test_leaving_out_what_was_never_learnt_is_refused():
    X, y, _ = some_samples()
    for kind in (BernoulliNB, CategoricalNB):
        with pytest.raises(ValueError, match="never learnt"):
            kind().fit(X[:5], y[:5]).leave_one_out_log_proba(X + 50, np.full(len(y), y[0]), np.full(len(y), 9.0))


@pytest.mark.parametrize("kind", ALL)
def test_open_labels_and_columns_end_like_learning_all_at_once(kind):
    X, y, weights = some_samples()
    early, late = y != 1, y == 1
    X[early, 4:] = 0
    whole = kind().fit(X, y, weights)

    model = kind(open_labels=True).partial_fit(X[early, :4], y[early], sample_weight=weights[early])
    model.partial_fit(X[late], y[late], sample_weight=weights[late])

    np.testing.assert_array_equal(model.classes_, whole.classes_)
    np.testing.assert_allclose(model.class_count_, whole.class_count_)
    assert model.n_features_in_ == 6
    if kind in (MultinomialNB, BernoulliNB, ComplementNB):
        np.testing.assert_allclose(model.feature_count_, whole.feature_count_)
        np.testing.assert_allclose(model.predict_log_proba(X), whole.predict_log_proba(X), rtol=1e-9, atol=1e-9)
        sparse_again = kind(open_labels=True)
        sparse_again.partial_fit(sparse.csr_array(X[early, :4]), y[early], sample_weight=weights[early])
        sparse_again.partial_fit(sparse.csr_array(X[late]), y[late], sample_weight=weights[late])
        np.testing.assert_allclose(sparse_again.feature_count_, whole.feature_count_)


@pytest.mark.parametrize("kind", ALL)
def test_with_open_labels_columns_may_be_missing_or_unknown(kind):
    X, y, _ = some_samples()
    model = kind(open_labels=True).fit(X, y)
    wide = np.concatenate([X, X], axis=1)

    np.testing.assert_array_equal(model.predict(wide), model.predict(X))
    assert model.predict_proba(X[:, :3]).shape == (40, 3)
    if kind not in (GaussianNB, CategoricalNB):
        narrow = X * (np.arange(6) < 3)
        np.testing.assert_allclose(model.predict_log_proba(X[:, :3]), model.predict_log_proba(narrow))
        np.testing.assert_allclose(
            model.predict_log_proba(sparse.csr_array(wide)), model.predict_log_proba(X), rtol=1e-9, atol=1e-9
        )


def test_a_missing_column_leaves_the_product():
    X, y, _ = some_samples()
    for kind in (GaussianNB, CategoricalNB):
        np.testing.assert_allclose(
            kind(open_labels=True).fit(X, y).predict_log_proba(X[:, :3]),
            kind().fit(X[:, :3], y).predict_log_proba(X[:, :3]),
            rtol=1e-6,
        )


def test_a_category_never_seen_has_its_smoothed_share():
    X, y = [[0, 0], [1, 0], [1, 1]], [0, 0, 1]

    proba = CategoricalNB().fit(X, y).predict_proba([[7, 0]])

    joint = np.array([2 / 3 * (1 / 5) * (3 / 4), 1 / 3 * (1 / 4) * (1 / 3)])
    np.testing.assert_allclose(proba[0], joint / joint.sum())


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("kind", [MultinomialNB, BernoulliNB])
def test_without_smoothing_impossible_stays_impossible(kind, form):
    model = kind(alpha=0.0).fit(form([[1, 0, 1], [0, 2, 1]]), [0, 1])

    proba = model.predict_proba(form([[1, 0, 1], [0, 1, 1], [1, 1, 1]]))

    np.testing.assert_allclose(proba, [[1, 0], [0, 1], [0, 0]])


def test_means_and_variances_are_merged_as_scikit_learn_merges_them():
    random = np.random.default_rng(2)
    X, mean, variance, weights = random.normal(size=(9, 3)), np.ones(3), np.full(3, 2.0), random.random(9)

    for given in (None, weights):
        ours = GaussianNB._update_mean_variance(5, mean, variance, X, given)
        theirs = naive_bayes.GaussianNB._update_mean_variance(5, mean, variance, X, given)
        np.testing.assert_allclose(ours, theirs)

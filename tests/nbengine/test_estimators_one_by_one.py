"""The counting estimators where only filled cells are kept, and where samples are judged and learnt one by one."""

from __future__ import annotations

import pickle
import sys

import numpy as np
import pytest
from scipy import sparse
from sklearn import naive_bayes

from nbengine.errors import TooLargeModelError
from nbengine.estimators.bernoulli import BernoulliNB
from nbengine.estimators.complement import ComplementNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.estimators.word_counter import WordCounter
from nbengine.learnt import tally as count_table
from nbengine.learnt.tally import SparseTable
from tests.benchmarks.large_models import measured_estimator

KINDS = [MultinomialNB, ComplementNB, BernoulliNB]
SETTINGS = [
    (MultinomialNB, {}),
    (MultinomialNB, {"alpha": 0.01, "fit_prior": False}),
    (ComplementNB, {}),
    (ComplementNB, {"norm": True, "alpha": 0.3}),
    (BernoulliNB, {}),
    (BernoulliNB, {"alpha": 0.2, "binarize": 1.0}),
]
NAMES = ["ham", "list", "spam"]


@pytest.fixture
def only_filled_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_table, "MAX_DENSE_CELLS", 0)
    monkeypatch.setattr(count_table, "SPARSE_BELOW_ONE_IN", 1)


def some_rows(seed: int = 0, n_samples: int = 30, n_features: int = 400):
    """A table with few entries in each row, labels, and weights that no power of two divides."""
    random = np.random.default_rng(seed)
    X = sparse.csr_array(random.poisson(0.02, (n_samples, n_features)) * random.integers(1, 4, n_features))
    return X, np.array(NAMES)[np.arange(n_samples) % 3], random.uniform(0.1, 2, n_samples)


def same(one, other, X):
    np.testing.assert_allclose(one.predict_log_proba(X), other.predict_log_proba(X), rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(one.predict(X), other.predict(X))


@pytest.mark.parametrize(("kind", "settings"), SETTINGS)
def test_lessons_one_by_one_end_where_all_at_once_does_and_each_counts_in_the_next_verdict(kind, settings):
    X, y, weights = some_rows()
    queries, _, _ = some_rows(seed=1)
    model = kind(**settings)

    for row in range(len(y)):
        model.partial_fit(X[row : row + 1], y[row : row + 1], classes=NAMES, sample_weight=weights[row : row + 1])
        if row >= 2:
            known = kind(**settings).fit(X[: row + 1], y[: row + 1], weights[: row + 1])
            same(model, known, queries[row : row + 1])
            same(model, known, queries[row : row + 2])

    whole = kind(**settings).fit(X, y, weights)
    np.testing.assert_allclose(model.feature_log_prob_, whole.feature_log_prob_, rtol=1e-12, atol=1e-12)
    same(model, whole, X.toarray())


def test_making_a_table_binary_leaves_the_table_that_was_given_as_it_was():
    X, y, _ = some_rows()
    before = X.toarray()

    BernoulliNB(binarize=1.0).fit(X, y).predict(X)

    np.testing.assert_array_equal(X.toarray(), before)


@pytest.mark.parametrize("kind", KINDS)
def test_a_verdict_after_a_lesson_derives_nothing_but_its_own_words(kind, monkeypatch):
    X, y, _ = some_rows()
    model = kind().partial_fit(X, y, classes=NAMES)
    monkeypatch.setattr(type(kind._event_model), "text_weights", None)

    model.partial_fit(X[:1], y[:1]).predict_proba(X[1:2])
    model.partial_fit(X[1:2], y[1:2]).predict(X[2:3])


@pytest.mark.usefixtures("only_filled_cells")
@pytest.mark.parametrize(("kind", "settings"), [*SETTINGS, (MultinomialNB, {"alpha": [0.5] * 400})])
def test_filled_cells_alone_are_learnt_judged_forgotten_and_left_out_as_a_whole_table_is(kind, settings, monkeypatch):
    X, y, weights = some_rows()
    model = kind(**settings).fit(X, y, weights).partial_fit(X[:3], y[:3]).forget(X[5:9], y[5:9], weights[5:9])
    assert isinstance(model._counts, SparseTable)
    monkeypatch.undo()
    theirs = getattr(naive_bayes, kind.__name__)(**settings)
    kept = np.r_[0:5, 9:30, 0:3]
    theirs.fit(X[kept], y[kept], np.concatenate((weights, np.ones(3)))[np.r_[0:5, 9:30, 30:33]])
    whole = kind(**settings).fit(X, y, weights)
    whole.partial_fit(X[:3], y[:3]).forget(X[5:9], y[5:9], weights[5:9])

    np.testing.assert_allclose(model.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X), rtol=1e-9)
    np.testing.assert_allclose(model.predict_proba(X.toarray()), theirs.predict_proba(X), rtol=1e-9)
    np.testing.assert_allclose(model.feature_count_, theirs.feature_count_, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(model.feature_log_prob_, theirs.feature_log_prob_, rtol=1e-9, atol=1e-12)
    left = kept[:5]
    np.testing.assert_allclose(
        model.leave_one_out_log_proba(X[left], y[left], weights[left]),
        whole.leave_one_out_log_proba(X[left], y[left], weights[left]),
        rtol=1e-8,
    )
    with pytest.raises(ValueError, match="never learnt"):
        model.forget(X[5:9], y[5:9], weights[5:9])
    np.testing.assert_allclose(model.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X), rtol=1e-9)


@pytest.mark.usefixtures("only_filled_cells")
@pytest.mark.parametrize("kind", KINDS)
def test_filled_cells_are_pickled_and_take_labels_and_columns_that_appear_later(kind):
    X, y, _ = some_rows()
    early = y != "list"
    model = kind(open_labels=True).partial_fit(X[early][:, :300], y[early])

    again = pickle.loads(pickle.dumps(model))  # noqa: S301 - our own bytes
    assert isinstance(again._counts, SparseTable)
    again.partial_fit(X[~early], y[~early])

    wide = sparse.csr_array(X[early] * (np.arange(400) < 300))
    whole = kind().fit(sparse.vstack([wide, X[~early]]).tocsr(), np.concatenate((y[early], y[~early])))
    same(again, whole, X)


@pytest.mark.parametrize("kind", KINDS)
def test_what_changes_no_count_of_a_pickle_changes_no_verdict(kind):
    X, y, _ = some_rows()
    model = kind(alpha=0.3).partial_fit(X, y, classes=NAMES)
    again = pickle.loads(pickle.dumps(model))  # noqa: S301 - our own bytes

    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))
    assert "feature_log_prob_" not in vars(model)


@pytest.mark.skipif(sys.platform == "win32", reason="memory is not limited there")
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_labels_by_a_million_words_fit_into_800_megabytes(kind):
    found = measured_estimator(kind.__name__, 1_000, 1_000_000, 2_000)

    assert found["megabytes"] < 800
    assert found["right"] > 0.9


def test_a_table_that_is_too_large_to_be_laid_out_is_refused_in_a_sentence():
    X = sparse.csr_array(([1.0], [999_999], [0, 1]), shape=(1, 1_000_000))
    model = MultinomialNB().partial_fit(X, [3], classes=range(1000))

    with pytest.raises(TooLargeModelError, match="too many to be laid out"):
        model.feature_count_  # noqa: B018 - a property
    with pytest.raises(TooLargeModelError, match="too many to be laid out"):
        model.feature_log_prob_  # noqa: B018 - a property


@pytest.mark.parametrize("settings", [{}, {"binary": True}, {"ngram_range": (1, 2)}, {"stop_words": ["the"]}])
def test_a_text_alone_is_counted_as_among_many(settings):
    texts = ["Cheap offer, buy NOW now", "notes on the meeting", "", "the unknown, and Ünïcode now"] * 3000
    counter = WordCounter(**settings).fit(texts[:3] * 2)

    many = counter.transform(texts)

    for row, text in enumerate(texts[:4]):
        np.testing.assert_array_equal(counter.transform([text]).toarray(), many[row : row + 1].toarray())

"""Estimators learn one sample at a time, and River's own checks accept them where River is installed."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from nbengine.estimators import (
    BernoulliNB,
    CategoricalNB,
    ComplementNB,
    GaussianNB,
    MixedNB,
    MultinomialNB,
    TextClassifier,
)

NAMES = ["a", "b", "c"]
COUNTS = np.array([[2, 0, 1], [0, 3, 1], [1, 1, 0], [0, 2, 2], [3, 0, 1], [1, 4, 0]])
LABELS = ["ham", "spam", "ham", "spam", "ham", "spam"]
TABLES = [MultinomialNB(), BernoulliNB(), ComplementNB(), GaussianNB(), CategoricalNB(), MixedNB()]
IN_RIVER = [model for model in TABLES if not isinstance(model, CategoricalNB)]


def as_dictionary(row):
    return dict(zip(NAMES, row.tolist(), strict=True))


def fresh(model):
    return type(model)(**model.get_params())


@pytest.mark.parametrize("model", TABLES, ids=repr)
def test_one_sample_at_a_time_gives_what_a_fit_gives(model):
    one_by_one, whole = fresh(model), fresh(model).fit(COUNTS, LABELS)

    for row, label in zip(COUNTS, LABELS, strict=True):
        assert one_by_one.learn_one(as_dictionary(row), label) is None
    for row in COUNTS:
        probabilities = one_by_one.predict_proba_one(as_dictionary(row))
        np.testing.assert_allclose(list(probabilities.values()), whole.predict_proba(row[None])[0], rtol=1e-9)
        assert list(probabilities) == ["ham", "spam"]
        assert one_by_one.predict_one(as_dictionary(row)) == whole.predict(row[None])[0]
        assert {term.name for term in one_by_one.explain(as_dictionary(row)).terms} <= set(NAMES)


@pytest.mark.parametrize("model", [MultinomialNB(), BernoulliNB(), ComplementNB(), CategoricalNB()], ids=repr)
def test_forgetting_one_sample_undoes_learning_it(model):
    learnt = fresh(model)
    for row, label in zip(COUNTS, LABELS, strict=True):
        learnt.learn_one(as_dictionary(row), label)
    before = learnt.to_bytes()

    learnt.learn_one({"a": 2, "b": 1}, "ham", w=3.0)
    learnt.forget_one({"a": 2, "b": 1}, "ham", w=3.0)
    assert learnt.to_bytes() == before


@pytest.mark.parametrize("labels", [[True, False], [3, 1], ["x", "y"]], ids=repr)
def test_labels_are_returned_as_they_were_given(labels):
    model = MultinomialNB()
    model.learn_one({"cheap": 2}, labels[0])
    model.learn_one({"lunch": 1}, labels[1])

    assert model.predict_one({"cheap": 1}) is labels[0] or model.predict_one({"cheap": 1}) == labels[0]
    assert type(model.predict_one({"cheap": 1})) is type(labels[0])
    assert {type(label) for label in model.predict_proba_one({"cheap": 1})} == {type(labels[0])}


def test_features_that_are_new_are_learnt_and_unknown_ones_are_ignored():
    model = MultinomialNB()
    model.learn_one({"cheap": 2}, "spam")
    model.learn_one({"lunch": 1, "monday": 1}, "ham")

    assert model.predict_one({"monday": 1, "never seen": 9}) == "ham"
    assert model.feature_count_.tolist() == [[0.0, 1.0, 1.0], [2.0, 0.0, 0.0]]
    assert [term.name for term in model.explain({"monday": 1}).terms] == ["monday"]


def test_a_missing_number_says_nothing_and_a_category_may_be_text():
    model = MixedNB()
    for size, colour, label in (
        (1.0, "red", "small"),
        (1.2, "red", "small"),
        (5.0, "blue", "large"),
        (5.5, "red", "large"),
    ):
        model.learn_one({"size": size, "colour": colour}, label)

    assert model.predict_one({"size": 1.1}) == "small"
    assert model.predict_one({"colour": "blue"}) == "large"
    assert model.predict_one({"size": 5.2, "colour": "green"}) == "large"


def test_texts_are_learnt_one_by_one():
    model = TextClassifier()
    model.learn_one("buy cheap watermelon", "spam")
    model.learn_one("lunch on monday", "ham")

    assert model.predict_one("cheap cheap") == "spam"
    assert model.predict_proba_one("monday")["ham"] > 0.6
    assert (
        model.to_bytes()
        == TextClassifier().fit(["lunch on monday", "buy cheap watermelon"], ["ham", "spam"]).to_bytes()
    )


def test_a_stream_goes_on_from_a_pickle_and_from_bytes():
    model = MultinomialNB()
    model.learn_one({"cheap": 2}, "spam")
    model.learn_one({"lunch": 1}, "ham")

    for again in (pickle.loads(pickle.dumps(model)), MultinomialNB.from_bytes(model.to_bytes())):  # noqa: S301
        again.learn_one({"monday": 1}, "ham")
        assert again.predict_one({"monday": 1}) == "ham"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("model", IN_RIVER, ids=repr)
def test_river_accepts_the_estimator(model):
    river = pytest.importorskip("river")
    checks, base = pytest.importorskip("river.checks"), river.base
    model = fresh(model)

    assert isinstance(model, base.Classifier)
    n_run = 0
    for check in checks.yield_checks(model):
        if check.__name__ in ("check_bounded_memory_growth", *model._unit_test_skips()):
            continue
        check(fresh(model))
        n_run += 1
    assert n_run >= 30


@pytest.mark.filterwarnings("ignore")
def test_an_estimator_is_the_last_step_of_a_pipeline_of_river_and_is_evaluated_there():
    pytest.importorskip("river")
    from river import compose, datasets, evaluate, metrics, preprocessing  # noqa: PLC0415 - not installed everywhere

    pipeline = preprocessing.StandardScaler() | GaussianNB()
    accuracy = evaluate.progressive_val_score(datasets.Phishing().take(600), pipeline, metrics.Accuracy()).get()
    bare = compose.Pipeline(("model", GaussianNB()))

    assert accuracy > 0.8
    assert isinstance(bare["model"], GaussianNB)


@pytest.mark.filterwarnings("ignore")
def test_probabilities_are_those_of_rivers_multinomial():
    theirs = pytest.importorskip("river.naive_bayes").MultinomialNB(alpha=1)
    ours = MultinomialNB()
    for row, label in zip(COUNTS, LABELS, strict=True):
        theirs.learn_one(as_dictionary(row), label)
        ours.learn_one(as_dictionary(row), label)

    for row in COUNTS:
        expected, found = theirs.predict_proba_one(as_dictionary(row)), ours.predict_proba_one(as_dictionary(row))
        assert found == pytest.approx(expected, rel=1e-9)

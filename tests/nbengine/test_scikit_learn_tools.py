"""Estimators give scikit-learn's tools what they ask for: routed weights, data frames, pictures, and its own tests of
counting words."""

from __future__ import annotations

import types
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
import sklearn
from sklearn.base import clone, is_classifier
from sklearn.calibration import CalibratedClassifierCV
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer
from sklearn.metrics import accuracy_score
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline

from nbengine.estimators.gaussian import GaussianNB
from nbengine.estimators.learnt_factors import LearntFactorsNB
from nbengine.estimators.mixed import MixedNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.estimators.naive_bayes import NaiveBayes
from nbengine.estimators.text_classifier import TextClassifier
from nbengine.estimators.word_counter import WordCounter

THEIR_OWN = {
    "test_vectorizer_unicode": "compares with a hash of features",
    "test_count_vectorizer_sort_features_64bit_sparse_indices": "a private step of theirs",
    "test_vectorizers_do_not_have_set_output": "ours have it",
}
"""Tests of CountVectorizer's insides."""
TEXTS = ["cheap offer now", "notes on the meeting", "buy now", "lunch and notes"]
LABELS = ["spam", "ham", "spam", "ham"]


def their_results():
    """Run scikit-learn's tests of text with our counter in the place of theirs; yield which fail."""
    path = Path(sklearn.__file__).parent / "feature_extraction" / "tests" / "test_text.py"
    source = path.read_text(encoding="utf-8").replace("    CountVectorizer,\n", "", 1)
    module = types.ModuleType("their_tests_of_text")
    code = f"from nbengine.estimators import WordCounter as CountVectorizer\n{source}"
    exec(compile(code, str(path), "exec"), vars(module))
    return [(name, value) for name, value in vars(module).items() if name.startswith("test_") and "count" in name]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "test"), their_results())
def test_theirs_of_counting(name, test):
    if name in THEIR_OWN:
        pytest.skip(THEIR_OWN[name])
    if test.__code__.co_argcount:
        pytest.skip("is given many values by their own runner")
    test()


def test_files_and_names_of_files_are_read(tmp_path):
    for number, text in enumerate(TEXTS):
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    names = sorted(map(str, tmp_path.iterdir()))
    expected = WordCounter().fit_transform(TEXTS).toarray()

    np.testing.assert_array_equal(WordCounter(input="filename").fit_transform(names).toarray(), expected)
    with ExitStack() as stack:
        files = [stack.enter_context(Path(name).open("rb")) for name in names]
        np.testing.assert_array_equal(WordCounter(input="file").fit_transform(files).toarray(), expected)


def test_english_stop_words_preparation_and_cutting_are_theirs():
    theirs, ours = CountVectorizer(strip_accents="ascii"), WordCounter(strip_accents="ascii")

    assert WordCounter(stop_words="english").get_stop_words() == ENGLISH_STOP_WORDS
    assert ours.build_preprocessor()("Café ÉTÉ") == theirs.build_preprocessor()("Café ÉTÉ")
    assert ours.build_tokenizer()("a bb ccc, d") == theirs.build_tokenizer()("a bb ccc, d")
    with pytest.warns(UserWarning, match="may be inconsistent"):
        WordCounter(stop_words=["you've", "it's"]).fit(["you have it"])


def test_weights_are_routed_through_a_search():
    table, weights = WordCounter().fit_transform(TEXTS * 3), np.tile([5.0, 1.0, 5.0, 1.0], 3)
    with sklearn.config_context(enable_metadata_routing=True):
        model = MultinomialNB().set_fit_request(sample_weight=True).set_score_request(sample_weight=False)
        search = GridSearchCV(model, {"alpha": [0.5]}, cv=2).fit(table, LABELS * 3, sample_weight=weights)

    np.testing.assert_array_equal(search.best_estimator_.class_count_, [6.0, 30.0])


def test_old_scikit_learn_knows_a_classifier():
    assert NaiveBayes._estimator_type == "classifier"


def test_a_table_comes_as_a_frame_where_that_is_asked_for():
    pandas = pytest.importorskip("pandas")
    counter = WordCounter().set_output(transform="pandas")
    frame = counter.fit_transform(TEXTS)

    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == list(counter.get_feature_names_out())


def test_a_pipeline_sets_the_output_of_its_counter():
    table = make_pipeline(WordCounter()).set_output(transform="default").fit_transform(TEXTS)

    np.testing.assert_array_equal(table.toarray(), WordCounter().fit_transform(TEXTS).toarray())
    with pytest.raises(ValueError, match="output config"):
        WordCounter().set_output(transform="sheet")


def test_an_estimator_is_shown_as_a_picture():
    assert "MultinomialNB" in MultinomialNB(alpha=0.5)._repr_html_()


MANY, THEIR_LABELS = TEXTS * 5, np.array(LABELS * 5)


def test_a_classifier_of_texts_is_searched_crossed_and_cloned():
    search = GridSearchCV(TextClassifier(), {"alpha": [0.1, 1.0], "ngram_range": [(1, 1), (1, 2)]}, cv=2)
    search.fit(MANY, THEIR_LABELS)

    assert search.best_score_ == 1.0
    assert is_classifier(search.best_estimator_)
    assert cross_val_predict(TextClassifier(), MANY, THEIR_LABELS, cv=3).tolist() == THEIR_LABELS.tolist()
    assert repr(clone(TextClassifier(alpha=0.5, stop_words=["the"]))) == repr(
        TextClassifier(alpha=0.5, stop_words=["the"])
    )
    series = np.array(MANY, dtype=object)
    assert (
        accuracy_score(THEIR_LABELS, make_pipeline(TextClassifier()).fit(series, THEIR_LABELS).predict(series)) == 1.0
    )


@pytest.mark.parametrize("estimator", [TextClassifier(), MultinomialNB(), LearntFactorsNB()], ids=repr)
def test_weights_reach_an_estimator_in_a_pipeline_only_if_it_asks_for_them(estimator):
    X = MANY if isinstance(estimator, TextClassifier) else WordCounter().fit_transform(MANY)
    weights = np.where(THEIR_LABELS == "spam", 3.0, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        asks = make_pipeline(clone(estimator).set_fit_request(sample_weight=True)).fit(
            X, THEIR_LABELS, sample_weight=weights
        )
        with pytest.raises(Exception, match="sample_weight"):
            make_pipeline(clone(estimator)).fit(X, THEIR_LABELS, sample_weight=weights)

    np.testing.assert_array_equal(asks[-1].class_count_, [10.0, 30.0])


def test_estimators_stand_inside_others():
    counts = WordCounter().fit_transform(MANY)
    calibrated = CalibratedClassifierCV(MultinomialNB(), cv=2).fit(counts, THEIR_LABELS)
    rest = OneVsRestClassifier(MultinomialNB()).fit(counts, THEIR_LABELS)

    assert calibrated.predict(counts).tolist() == rest.predict(counts).tolist() == THEIR_LABELS.tolist()
    assert cross_val_score(LearntFactorsNB(), counts, THEIR_LABELS, cv=2).mean() == 1.0


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_mixed_table_is_a_data_frame(library):
    frames = pytest.importorskip(library)
    columns = {"size": [1.0, 1.2, 5.0, 5.5], "colour": ["red", "red", "blue", "red"], "sold": [True, False, True, True]}
    frame, y = frames.DataFrame(columns), ["small", "small", "large", "large"]
    model = MixedNB().fit(frame, y)

    assert model.feature_kinds_ == ("number", "category", "category")
    assert model.feature_names_in_.tolist() == list(columns)
    assert model.predict(frame).tolist() == y
    assert {term.name for term in model.explain(frame[:1]).terms} == set(columns)
    with pytest.raises(ValueError, match="The feature names should match"):
        model.predict(frames.DataFrame({"size": [1.0], "shape": ["round"], "sold": [True]}))


def test_a_column_of_numbers_that_are_categories_is_declared_as_such():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"zip": pandas.Categorical([10, 20, 10, 30]), "size": [1.0, 2.0, 1.5, 2.5]})

    assert MixedNB().fit(frame, [0, 1, 0, 1]).feature_kinds_ == ("category", "number")
    assert MixedNB(categorical_features=["size"]).fit(frame, [0, 1, 0, 1]).feature_kinds_ == ("number", "category")


def test_mixed_columns_agree_with_scikit_learns_classes_side_by_side():
    theirs = pytest.importorskip("sklearn.naive_bayes")
    random = np.random.default_rng(3)
    numbers, categories, counts = (
        random.normal(size=(60, 2)),
        random.integers(0, 3, (60, 2)),
        random.integers(0, 5, (60, 4)),
    )
    y = random.integers(0, 3, 60)
    table = np.concatenate([numbers, categories, counts], axis=1)
    parts = [(theirs.GaussianNB(), numbers), (theirs.CategoricalNB(), categories), (theirs.MultinomialNB(), counts)]
    joints = [part.fit(X, y).predict_joint_log_proba(X) for part, X in parts]
    expected = sum(joints) - 2 * np.log(np.bincount(y) / 60)

    model = MixedNB(categorical_features=[2, 3], count_features=[4, 5, 6, 7]).fit(table, y)
    np.testing.assert_allclose(model.predict_joint_log_proba(table), expected, rtol=1e-9)


def test_a_series_is_one_sample_and_its_names_are_checked():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1.0, 2.0, 8.0, 9.0], "b": [0.0, 1.0, 0.0, 1.0]})
    model = GaussianNB().fit(frame, [0, 0, 1, 1])

    assert model.explain(frame.iloc[0]).label == 0
    assert model.explain({"a": 8.5, "b": 0.5}).label == 1
    with pytest.raises(ValueError, match="The feature names should match"):
        model.explain(frame.iloc[0].rename({"b": "c"}))

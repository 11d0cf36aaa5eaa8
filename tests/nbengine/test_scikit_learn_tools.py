"""Estimators give scikit-learn's tools what they ask for: routed weights, data frames, pictures, and its own tests of
counting words."""

from __future__ import annotations

import types
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
import sklearn
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

from nbengine.estimators.estimator import NaiveBayes
from nbengine.estimators.multinomial import MultinomialNB
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

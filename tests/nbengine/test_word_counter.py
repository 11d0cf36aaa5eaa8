"""Counts, words and their order are CountVectorizer's."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer

from nbengine.estimators.word_counter import WordCounter
from nbengine.text.token_rules import stop_words_of

TEXTS = [
    "The cheap offer: buy WATERMELON now, buy it!",
    "Notes for the Monday meeting; the notes are long.",
    "lunch on monday, offer of lunch",
    "Ёлка и ёж, ёлка! straße Straße İstanbul ΣΑΣ",
    "\t tabs\tand \n\n lines\nand\u2003spaces  ",
    "",
    "会议 记录 buy_now 2024 a 1 x2",
]
ODD = "İstanbul ΟΔΟΣ e\u0301té 😀🇷🇺 𝐁𝐮𝐲 हिन्दी \ud800x yy\0zz a_b 42 垃圾邮件，请勿回复 abc中文def antidisestablished"
OPTIONS = [
    {},
    {"lowercase": False},
    {"ngram_range": (1, 2)},
    {"ngram_range": (2, 3), "binary": True},
    {"analyzer": "char", "ngram_range": (1, 3)},
    {"token_pattern": r"[a-z]+"},
    {"token_pattern": r"(\w)\w*"},
    {"stop_words": ["the", "buy", "на"]},
    {"min_df": 2},
    {"max_df": 1},
    {"min_df": 0.25, "max_df": 0.9},
    {"max_features": 5},
    {"strip_accents": "unicode"},
    {"strip_accents": "ascii"},
    {"strip_accents": str.swapcase},
    {"analyzer": "char", "ngram_range": (2, 3), "lowercase": False},
    {"analyzer": "char", "ngram_range": (1, 2), "strip_accents": "unicode"},
    {"analyzer": "char_wb", "ngram_range": (2, 4)},
    {"analyzer": "char_wb", "ngram_range": (4, 9), "lowercase": False},
    {"tokenizer": str.split, "token_pattern": None, "stop_words": ["the"], "ngram_range": (1, 2)},
    {"preprocessor": str.upper, "token_pattern": "[A-Z]+"},
    {"preprocessor": list, "tokenizer": lambda letters: letters[::2], "token_pattern": None},
    {"analyzer": str.split},
    {"analyzer": lambda text: set(text.split(","))},
    {"analyzer": str.split, "max_features": 4, "vocabulary": ["buy", "offer"]},
    {"binary": True, "max_features": 3, "dtype": np.float32},
    {"vocabulary": ["buy", "lunch", "absent"]},
    {"vocabulary": {"buy": 1, "lunch": 0}},
    {"vocabulary": {"offer", "lunch", "buy"}},
]


def assert_same(theirs, ours, texts, later):
    expected, found = theirs.fit_transform(texts), ours.fit_transform(texts)
    np.testing.assert_array_equal(found.toarray(), expected.toarray())
    assert found.dtype == expected.dtype
    assert found.has_sorted_indices
    assert list(ours.get_feature_names_out()) == list(theirs.get_feature_names_out())
    assert dict(ours.vocabulary_) == dict(theirs.vocabulary_)
    np.testing.assert_array_equal(ours.transform(later).toarray(), theirs.transform(later).toarray())
    np.testing.assert_array_equal(ours.transform(texts).toarray(), expected.toarray())


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ", ".join(options) or "defaults")
def test_every_option_does_what_count_vectorizer_does(options):
    assert_same(CountVectorizer(**options), WordCounter(**options), TEXTS, ["buy lunch unseen the offer", *TEXTS[:2]])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(st.characters() | st.sampled_from("aB1_ éßЖжΣσİi中😀\ud800"), max_size=30), max_size=8),
    st.sampled_from(OPTIONS[:4]),
)
def test_any_texts_are_counted_alike(texts, options):
    texts = [*texts, "ab ba ab"]

    assert_same(CountVectorizer(**options), WordCounter(**options), texts, texts[::-1])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(alphabet="abΣİ \n\t\u3000,", max_size=30), min_size=1, max_size=4),
    st.sampled_from(["char", "char_wb"]),
    st.integers(1, 3),
    st.integers(0, 3),
)
def test_runs_of_characters_are_counted_alike_whatever_the_white_space(texts, analyzer, shortest, more):
    texts, options = [*texts, "ab ba ab"], {"analyzer": analyzer, "ngram_range": (shortest, shortest + more)}

    assert_same(CountVectorizer(**options), WordCounter(**options), texts, texts[::-1])
    assert [sorted(WordCounter(**options).build_analyzer()(text)) for text in texts] == [
        sorted(CountVectorizer(**options).build_analyzer()(text)) for text in texts
    ]


@pytest.mark.parametrize("text", [ODD, "İİ İstanbul", "ΑΣ 𐐀İΣ İ", "𐐀 İ𐐀b"])
def test_long_lower_case_moves_no_word_to_another_document(text):
    texts = ["ab " + text, "😀 " + text * 3, text + " cd", "ef"]

    assert_same(CountVectorizer(), WordCounter(), texts, texts)


def test_documents_may_be_lists_of_words_where_a_function_reads_them():
    documents = [["spam", "ham"], ["ham"]]

    assert_same(CountVectorizer(analyzer=list), WordCounter(analyzer=list), documents, documents)


@pytest.mark.parametrize(
    "options",
    [
        {"tokenizer": str.split},
        {"analyzer": str.split, "preprocessor": str.lower, "ngram_range": (1, 2)},
        {"analyzer": "char", "tokenizer": str.split, "stop_words": ["a"], "token_pattern": "a"},
    ],
)
def test_parameters_that_are_not_used_are_told(options):
    told = []
    for counter in (CountVectorizer(**options), WordCounter(**options)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            counter.fit(["some words"])
        told.append({str(warning.message).rstrip("'") for warning in caught})

    assert told[0]
    assert told[1] == told[0]


def test_bytes_are_decoded():
    counter = WordCounter(encoding="cp1251").fit(["Привет мир".encode("cp1251")])

    assert list(counter.get_feature_names_out()) == ["мир", "привет"]
    with pytest.raises(UnicodeDecodeError):
        WordCounter().fit([b"\xff\xfe words"])
    assert WordCounter(decode_error="ignore").fit([b"\xff words"]).vocabulary_ == {"words": 0}


def test_stop_words_are_known_by_language():
    counter = WordCounter(stop_words="russian").fit(["и арбуз, и не ракета"])

    assert list(counter.get_feature_names_out()) == ["арбуз", "ракета"]
    assert counter.get_stop_words() == stop_words_of("russian")
    assert WordCounter().get_stop_words() is None


def test_a_counter_survives_pickling_and_cloning():
    counter = WordCounter(ngram_range=(1, 2)).fit(TEXTS)

    again = pickle.loads(pickle.dumps(counter))  # noqa: S301 - our own bytes

    np.testing.assert_array_equal(again.transform(TEXTS).toarray(), counter.transform(TEXTS).toarray())
    assert repr(clone(counter)) == "WordCounter(ngram_range=(1, 2))"
    with pytest.raises(NotFittedError, match="Vocabulary not fitted or provided"):
        clone(counter).transform(TEXTS)


def test_a_given_vocabulary_needs_no_fitting():
    assert WordCounter(vocabulary=["lunch", "buy"]).transform(TEXTS).toarray()[:3].tolist() == [[0, 2], [0, 0], [2, 0]]


def test_words_of_rows_are_found_again():
    counter = WordCounter(token_pattern=r"\w+")
    table = counter.fit_transform(["b a b", "c", ""])

    assert [list(words) for words in counter.inverse_transform(table)] == [["a", "b"], ["c"], []]
    assert [list(words) for words in counter.inverse_transform(table.toarray())] == [["a", "b"], ["c"], []]


def test_one_text_is_cut_as_the_table_counts_it():
    assert WordCounter(ngram_range=(1, 2)).build_analyzer()("Buy now, buy") == [
        *("buy", "now", "buy"),
        *("buy now", "now buy"),
    ]


@pytest.mark.parametrize(
    ("options", "texts", "said"),
    [
        ({}, "one text", "string object received"),
        ({}, ["", "."], "empty vocabulary; perhaps the documents only contain stop words"),
        ({"min_df": 9}, TEXTS, "max_df corresponds to < documents than min_df"),
        ({"max_df": 2, "min_df": 2}, ["one two", "three four"], "After pruning, no terms remain"),
        ({"ngram_range": (2, 1)}, TEXTS, "lower boundary larger than the upper boundary"),
        ({"vocabulary": []}, TEXTS, "empty vocabulary passed to fit"),
        ({"vocabulary": ["a", "b", "a"]}, TEXTS, "Duplicate term in vocabulary: 'a'"),
        ({"vocabulary": {"a": 0, "b": 2}}, TEXTS, "Vocabulary of size 2 doesn't contain index 1"),
        ({"analyzer": "lines"}, TEXTS, "The 'analyzer' parameter of WordCounter must be"),
        ({"tokenizer": "spaces"}, TEXTS, "The 'tokenizer' parameter of WordCounter must be a callable or None"),
        ({"input": "folder"}, TEXTS, "The 'input' parameter of WordCounter must be a str among"),
        ({"ngram_range": (1, 200)}, TEXTS, "runs are 100 long at most"),
        ({"analyzer": list}, [[1, 2]], "must be cut into strings, got 1"),
        ({"max_df": 1.5}, TEXTS, "The 'max_df' parameter"),
        ({"token_pattern": "(a)(b)"}, TEXTS, "More than 1 capturing group"),
        ({"stop_words": "klingon"}, TEXTS, "no list of stop words"),
        ({}, [np.nan], "nan is an invalid document"),
    ],
)
def test_what_cannot_be_counted_is_refused(options, texts, said):
    with pytest.raises(ValueError, match=said):
        WordCounter(**options).fit(texts)

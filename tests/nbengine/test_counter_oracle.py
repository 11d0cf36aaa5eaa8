"""Plain rules give exactly what scikit-learn's CountVectorizer gives."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer

from nbengine.arrays.renumbered_columns import remapped
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules

TEXTS = [
    "The Quick brown fox's den, the THE the",
    "съешь ЖЕ ещё этих мягких французских булок",
    "垃圾邮件，请勿回复 abc中文def",
    "İstanbul ΟΔΟΣ e\u0301té 😀🇷🇺 𝐁𝐮𝐲 हिन्दी \ud800x yy\0zz a_b 42 x",
    "",
    "ordinaryconversation antidisestablishmentarianism " * 3,
]
SAME = [
    ({}, TokenRules()),
    ({"lowercase": False}, TokenRules(lower=False)),
    ({"ngram_range": (1, 3)}, TokenRules(ngrams=(1, 3))),
    ({"ngram_range": (2, 2)}, TokenRules(ngrams=(2, 2))),
    ({"stop_words": "english"}, TokenRules(stop_words=frozenset(ENGLISH_STOP_WORDS))),
    ({"token_pattern": r"[a-z]{3,}"}, TokenRules(pattern=r"[a-z]{3,}")),
    ({"token_pattern": r"(\w)\w+"}, TokenRules(pattern=r"(\w)\w+")),
    (
        {"analyzer": "char", "ngram_range": (1, 4), "preprocessor": lambda text: re.sub(r"\s+", " ", text.lower())},
        TokenRules(char_ngrams=(1, 4)),
    ),
]


def assert_same(texts, options, rules):
    vectorizer = CountVectorizer(**options)
    expected = vectorizer.fit_transform(texts)
    counter = TokenCounter(rules)
    counts = counter.count(texts)

    assert set(counter.vocabulary.words) == set(vectorizer.vocabulary_)
    columns = np.array([vectorizer.vocabulary_[word] for word in counter.vocabulary.words], np.int64)
    assert (remapped(counts, columns, counts.n_tokens).csr != expected).nnz == 0


@pytest.mark.parametrize(("options", "rules"), SAME)
def test_counts_and_vocabulary_are_those_of_count_vectorizer(options, rules):
    assert_same(TEXTS, options, rules)


@settings(max_examples=100)
@given(st.lists(st.text(st.characters() | st.sampled_from("aB1_ éЖжΣσİi中😀\ud800"), max_size=30), max_size=5))
def test_so_they_are_on_any_text(texts):
    assert_same([*texts, "never empty"], {}, TokenRules())


@pytest.mark.parametrize("text", ["İİ İstanbul", "ΑΣ 𐐀İΣ İ", "𐐀 İ𐐀b"])
def test_long_lower_case_moves_no_word_to_another_document(text):
    assert_same(["ab " + text, "😀 " + text * 3, text + " cd", "ef"], {}, TokenRules())

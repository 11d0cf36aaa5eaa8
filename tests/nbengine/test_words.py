"""A model's words: which are chosen, and how counts over other words come to them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.counts import count_matrix
from nbengine.learnt.tally import make_tally
from nbengine.models.model_words import (
    ModelWordCounter,
    choose_model_words,
    count_over_columns,
    map_vocabulary_to_columns,
)
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.text.token_rules import UNKNOWN_WORD, TokenRules
from nbengine.text.vocabulary import Vocabulary

WORDS = ("buy", "cheap", "offer", "now")
COUNTS = count_matrix(np.asarray([[2, 1, 0, 0], [0, 1, 1, 3]]))
TALLY = make_tally(("spam", "ham"), COUNTS, [0, 1])


def chosen(**limits):
    columns, words = choose_model_words(TALLY, VocabularyLimits(**limits), Vocabulary(WORDS))
    return columns.tolist(), words.words


def test_chosen_words_keep_their_order():
    assert chosen() == ([0, 1, 2, 3], WORDS)
    assert chosen(stop_words=frozenset({"cheap"})) == ([0, -1, 1, 2], ("buy", "offer", "now"))


def test_the_unknown_word_comes_first_and_takes_what_is_left_out():
    assert chosen(size=1, rank_by="count", unknown_word=True) == ([0, 0, 0, 1], (UNKNOWN_WORD, "now"))


def test_an_unknown_word_that_was_counted_takes_no_place_of_a_word():
    tally = make_tally(("spam", "ham"), count_matrix(np.asarray([[9, 2, 1, 0], [9, 0, 1, 3]])), [0, 1])
    limits = VocabularyLimits(size=2, rank_by="count", unknown_word=True)

    columns, words = choose_model_words(tally, limits, Vocabulary([UNKNOWN_WORD, "buy", "cheap", "now"]))

    assert words.words == (UNKNOWN_WORD, "buy", "now")
    assert columns.tolist() == [0, 1, 0, 2]


def test_listed_words_that_were_never_counted_come_last():
    listed = ("early", "now", "buy", "early", "late")

    assert chosen(word_list=listed) == ([0, -1, -1, 1], ("buy", "now", "early", "late"))
    assert chosen(word_list=listed, min_documents=2)[1] == ()
    assert chosen(word_list=listed, stop_words=frozenset({"late"}))[1] == ("buy", "now", "early")


def test_a_word_that_is_called_like_the_unknown_one_is_not_chosen():
    tally = make_tally(("spam", "ham"), count_matrix(np.asarray([[1, 2], [1, 0]])), [0, 1])

    columns, words = choose_model_words(tally, VocabularyLimits(unknown_word=True), Vocabulary((UNKNOWN_WORD, "buy")))

    assert columns.tolist() == [0, 1]
    assert words.words == (UNKNOWN_WORD, "buy")


def test_an_open_vocabulary_takes_up_new_words_but_for_stop_words():
    vocabulary, limits = Vocabulary(("buy",)), VocabularyLimits(stop_words=frozenset({"the"}))

    assert map_vocabulary_to_columns(vocabulary, Vocabulary(("the", "fresh", "buy")), limits, grow=False).tolist() == [
        -1,
        -1,
        0,
    ]
    assert map_vocabulary_to_columns(vocabulary, Vocabulary(("the", "fresh", "buy")), limits, grow=True).tolist() == [
        -1,
        1,
        0,
    ]
    assert vocabulary.words == ("buy", "fresh")


@given(st.permutations(range(4)), st.booleans())
def test_counts_come_to_a_models_columns_whatever_the_order_of_the_words(order, unknown_word):
    limits = VocabularyLimits(word_list=("offer", "buy"), unknown_word=unknown_word)
    _, own = choose_model_words(TALLY, limits, Vocabulary(WORDS))
    turned = count_matrix(COUNTS.csr.toarray()[:, list(order)])
    columns = map_vocabulary_to_columns(own, Vocabulary(WORDS[place] for place in order), limits, grow=False)

    found = count_over_columns(turned, columns, len(own), limits)

    by_word = dict(zip(own.words, found.counts.csr.toarray().T.tolist(), strict=True))
    assert by_word.pop(UNKNOWN_WORD, [1, 4]) == [1, 4]
    assert by_word == {"buy": [2, 0], "offer": [0, 1]}
    assert found.n_unknown.tolist() == [1, 4]


@pytest.mark.parametrize("unknown_word", [True, False])
def test_text_is_counted_over_the_models_words(unknown_word):
    recipe = Recipe(rules=TokenRules(), limits=VocabularyLimits(word_list=("buy",), unknown_word=unknown_word))
    words = [UNKNOWN_WORD, "buy"] if unknown_word else ["buy"]
    counting = ModelWordCounter(recipe, Vocabulary(words))

    for grow in (True, False):
        found = counting.count(["buy cheap now", "", "buy buy"], None, grow=grow)
        assert found.n_unknown.tolist() == [2, 0, 0]
        assert found.counts.csr.toarray()[:, words.index("buy")].tolist() == [1, 0, 2]


@given(st.lists(st.text(max_size=30), unique=True, max_size=30), st.data())
def test_picked_words_are_a_vocabulary_of_their_own(words, data):
    numbers = data.draw(st.lists(st.sampled_from(range(len(words))), unique=True) if words else st.just([]))
    whole = Vocabulary(words)

    some = whole.select(np.asarray(numbers, dtype=np.int64))
    some.add(["one more word"])

    expected = list(dict.fromkeys([*(words[number] for number in numbers), "one more word"]))
    assert list(some.words) == expected
    assert some.numbers(expected).tolist() == list(range(len(expected)))
    assert list(whole.words) == words

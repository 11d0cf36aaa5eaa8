"""The plain specification of tokens."""

from __future__ import annotations

import pytest

from nbengine.errors import EngineError
from nbengine.text.token_rules import FOLDED_NUMBER, Field, TokenRules, document_tokens, tokenize, tokenize_fields

GERMAN_STOP_WORDS = frozenset({"der", "und"})


def test_plain_words_are_lower_case_and_of_two_characters_or_more():
    assert tokenize("A Bee's sting, ÜBER_all 42x", TokenRules()) == ["bee", "sting", "über_all", "42x"]


def test_case_can_be_kept():
    assert tokenize("Big BIG", TokenRules(lower=False)) == ["Big", "BIG"]


def test_lower_case_may_be_longer_than_the_text():
    assert tokenize("İstanbul", TokenRules()) == ["stanbul"]


def test_a_sigma_that_ends_a_word_is_final():
    assert tokenize("ΟΔΟΣ ΟΔΟΣ'Α", TokenRules()) == ["οδος", "οδοσ"]


def test_a_group_in_the_pattern_is_the_word():
    assert tokenize("#one two #three", TokenRules(pattern=r"#(\w+)")) == ["one", "three"]


@pytest.mark.parametrize("rules", [TokenRules(pattern=r"\w*"), TokenRules(pattern=r"x(y)?")])
def test_empty_matches_are_no_words(rules):
    assert "" not in tokenize("x a xy", rules)


def test_length_limits_count_characters():
    assert tokenize("aa bbb cccc 𝐚𝐚𝐚", TokenRules(min_length=3, max_length=3)) == ["bbb", "𝐚𝐚𝐚"]


def test_runs_of_words_come_after_the_single_words():
    assert tokenize("to be or", TokenRules(ngrams=(1, 3))) == ["to", "be", "or", "to be", "be or", "to be or"]


def test_stop_words_are_gone_before_runs_are_formed():
    rules = TokenRules(ngrams=(2, 2), stop_words=GERMAN_STOP_WORDS)
    assert tokenize("Katz und Maus", rules) == ["katz maus"]


def test_runs_of_characters_fold_white_space():
    assert tokenize("A \n\tb", TokenRules(char_ngrams=(2, 3))) == ["a ", " b", "a b"]


def test_words_are_stemmed_in_their_language():
    assert tokenize("running runs", TokenRules(stem="english")) == ["run", "run"]
    assert tokenize("бегущие", TokenRules(stem="russian")) == ["бегущ"]


def test_a_word_that_the_stemmer_cannot_take_stays():
    assert tokenize("a\ud800b", TokenRules(pattern=r"\S+", stem="english")) == ["a\ud800b"]


def test_han_runs_become_their_characters_and_pairs():
    assert tokenize("abc中文字x1 你", TokenRules(han_pairs=True)) == [
        "abc",
        "中",
        "中文",
        "文",
        "文字",
        "字",
        "x1",
        "你",
    ]


def test_without_han_pairs_a_clause_is_one_word():
    assert tokenize("中文字，你好", TokenRules()) == ["中文字", "你好"]


def test_tokens_of_digits_are_folded():
    assert tokenize("12 ٣٤ a1", TokenRules(fold_numbers=True)) == [FOLDED_NUMBER, FOLDED_NUMBER, "a1"]


def test_fields_are_cut_like_text_or_taken_as_they_are():
    rules = TokenRules(fields=(Field("subject"), Field("url", is_verbatim=True)))
    fields = {"url": "http://A.b/c host:x", "subject": "Buy NOW", "other": "left out"}
    assert tokenize_fields(fields, rules) == ["subject:buy", "subject:now", "url:http://A.b/c", "url:host:x"]
    assert document_tokens("Buy", fields, rules)[0] == "buy"


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (TokenRules(pattern="("), "cannot be understood"),
        (TokenRules(pattern="(a)(b)"), "2 groups"),
        (TokenRules(ngrams=(2, 1)), "shortest first"),
        (TokenRules(char_ngrams=(0, 1)), "from 1 upward"),
        (TokenRules(min_length=5, max_length=4), "at least 5 and at most 4"),
        (TokenRules(stem="klingon"), "klingon"),
        (TokenRules(fields=(Field("subject"), Field("subject"))), "twice"),
    ],
)
def test_rules_that_mean_nothing_are_refused(rules, reason):
    with pytest.raises(EngineError, match=reason):
        tokenize("", rules)

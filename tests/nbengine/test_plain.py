"""Records to plain dictionaries and back, and what is refused on the way."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.errors import EngineError
from nbengine.models.recipe import VocabularyLimits
from nbengine.packing import from_plain, hash_record, to_plain
from nbengine.text.token_rules import Field, TokenRules


@dataclass(frozen=True)
class Leaf:
    name: str
    weight: float = 1.0
    mode: Literal["a", "b"] = "a"
    bound: int | float | None = None


rules = st.builds(
    TokenRules,
    lower=st.booleans(),
    pattern=st.text(),
    max_length=st.none() | st.integers(1, 99),
    ngrams=st.tuples(st.integers(1, 2), st.integers(2, 4)),
    stop_words=st.frozensets(st.text()),
    stem=st.none() | st.text(),
    fields=st.lists(st.builds(Field, st.text(), st.booleans())).map(tuple),
)


@given(rules)
def test_rules_come_back_equal_through_json(given_rules):
    assert from_plain(TokenRules, json.loads(json.dumps(to_plain(given_rules)))) == given_rules


@given(st.integers(0, 50) | st.floats(0, 1), st.frozensets(st.text(max_size=5)))
def test_limits_come_back_with_numbers_and_shares_kept_apart(bound, stop_words):
    limits = VocabularyLimits(min_documents=bound, stop_words=stop_words)

    back = from_plain(VocabularyLimits, json.loads(json.dumps(to_plain(limits))))

    assert back == limits
    assert type(back.min_documents) is type(bound)


def test_missing_entries_take_the_defaults():
    assert from_plain(TokenRules, {"lower": False}) == TokenRules(lower=False)


def test_equal_records_have_one_key_and_different_ones_two():
    assert hash_record(Leaf("x", weight=1)) == hash_record(Leaf("x", weight=1.0))
    assert hash_record(Leaf("x", bound=1)) != hash_record(Leaf("x", bound=1.0))
    assert hash_record(TokenRules(stop_words=frozenset("ab"))) == hash_record(TokenRules(stop_words=frozenset("ba")))


def test_a_key_is_the_same_in_every_process():
    assert hash_record(Leaf("早")) == "fc55067327ae880ac5fe85e44642effa"


@pytest.mark.parametrize(
    ("plain", "problem"),
    [
        ([], "Leaf must be a set of named values"),
        ({}, "Leaf is not complete"),
        ({"name": "x", "colour": 1}, "Leaf has no colour"),
        ({"name": 5}, "Leaf.name must be text, not 5"),
        ({"name": "x", "weight": "1"}, "Leaf.weight must be a number"),
        ({"name": "x", "weight": True}, "Leaf.weight must be a number"),
        ({"name": "x", "weight": float("nan")}, "Leaf.weight must be a finite number"),
        ({"name": "x", "weight": 10**400}, "Leaf.weight must be a number"),
        ({"name": "x", "mode": "c"}, "Leaf.mode must be one of a, b"),
        ({"name": "x", "mode": []}, "Leaf.mode must be one of a, b"),
        ({"name": "x", "bound": "3"}, "Leaf.bound must be a whole number"),
    ],
)
def test_what_the_record_does_not_declare_is_refused_with_its_place(plain, problem):
    with pytest.raises(EngineError, match=problem):
        from_plain(Leaf, plain)


@pytest.mark.parametrize(
    ("plain", "problem"),
    [
        ({"fields": [{"name": 1}]}, r"TokenRules.fields\[0\].name must be text"),
        ({"fields": "subject"}, "TokenRules.fields must be a list"),
        ({"ngrams": [1]}, "TokenRules.ngrams must have 2 entries, not 1"),
        ({"stop_words": [1]}, r"TokenRules.stop_words\[0\] must be text"),
    ],
)
def test_nested_entries_are_checked_as_well(plain, problem):
    with pytest.raises(EngineError, match=problem):
        from_plain(TokenRules, plain)


def test_what_has_no_plain_form_is_refused():
    with pytest.raises(EngineError, match="object has no plain form"):
        to_plain(Leaf("x", bound=object()))

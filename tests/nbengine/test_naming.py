"""Words under names, and the columns they lead to."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.text.vocabulary import MAX_NAMES, FieldWordColumns, Vocabulary
from nbengine.text.words import WORD_HASHER, Words, encode_as_spans
from tests.nbengine.test_vocabulary import WORDS, a_keyring_without_secrets

NAMES = (None, "to", "subject", "from:x")
BATCHES = st.lists(st.lists(st.lists(WORDS, max_size=12), min_size=1, max_size=4), max_size=5)


def prefixed(word: str, name: str | None) -> str:
    return word if name is None else f"{name}:{word}"


def asked(named: FieldWordColumns, texts: list[list[str]]) -> list[int]:
    """The columns of texts, each under the name of its place."""
    words = Words(
        encode_as_spans(word for text in texts for word in text), np.repeat(range(len(texts)), list(map(len, texts)))
    )
    return named.columns(words, np.arange(len(texts))).tolist()


@given(BATCHES, st.booleans())
def test_words_under_names_are_the_prefixed_words_of_the_vocabulary(batches, is_weak):
    keyring = a_keyring_without_secrets() if is_weak else WORD_HASHER
    vocabulary = Vocabulary(keyring=keyring)
    named = FieldWordColumns(NAMES, vocabulary, vocabulary.find_or_add, keyring=keyring)
    numbers: dict[str, int] = {}
    for texts in batches:
        words = [prefixed(word, name) for text, name in zip(texts, NAMES, strict=False) for word in text]

        assert asked(named, texts) == [numbers.setdefault(word, len(numbers)) for word in words]

    assert vocabulary.words == tuple(numbers)


@given(BATCHES, st.lists(WORDS), st.booleans())
def test_what_a_vocabulary_does_not_know_stays_unknown(batches, known, is_weak):
    keyring = a_keyring_without_secrets() if is_weak else WORD_HASHER
    vocabulary = Vocabulary([*known, *(f"subject:{word}" for word in known)], keyring=keyring)
    named = FieldWordColumns(NAMES, vocabulary, vocabulary.find, keyring=keyring)
    for texts in batches:
        words = [prefixed(word, name) for text, name in zip(texts, NAMES, strict=False) for word in text]

        assert asked(named, texts) == vocabulary.numbers(words).tolist()


@pytest.mark.parametrize("length", [6, 7, 8, 9, 16, 17, 300])
def test_no_two_names_share_a_word(length):
    names = tuple(f"name{number}" for number in range(MAX_NAMES))
    vocabulary = Vocabulary()
    named = FieldWordColumns(names, vocabulary, vocabulary.find_or_add)

    assert [asked(named, [["x" * length]] * MAX_NAMES) for _ in range(2)] == [list(range(MAX_NAMES))] * 2

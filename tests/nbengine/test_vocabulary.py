"""Numbered words, both ways."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.errors import DamagedModelError
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.words import HUGE_BYTES, WordHasher

WORDS = st.text(st.sampled_from("ab\0 éж中😀\ud83d\ude00"), max_size=24) | st.sampled_from(
    ["x" * n for n in (7, 8, 9, 15, 16, 17, 24, 25, HUGE_BYTES, HUGE_BYTES + 1)]
)


def a_keyring_without_secrets() -> WordHasher:
    """One under which all words of at least eight bytes share a key, and all places in a table are one."""
    keyring = WordHasher(b"")
    keyring._low = keyring._high = np.zeros_like(keyring._low)
    keyring._by_length = np.uint64(0)
    keyring.spread = np.uint64(0)
    keyring._huge_key = lambda word: 0
    return keyring


@given(st.lists(st.lists(WORDS, max_size=30), max_size=5), st.booleans())
def test_words_are_numbered_as_a_dictionary_would(batches, is_weak):
    vocabulary = Vocabulary(keyring=a_keyring_without_secrets()) if is_weak else Vocabulary()
    numbers: dict[str, int] = {}
    for batch in batches:
        expected = [numbers.setdefault(word, len(numbers)) for word in batch]
        assert vocabulary.add(batch).tolist() == expected

    assert vocabulary.words == tuple(numbers)
    assert vocabulary.numbers([*numbers, "never seen"]).tolist() == [*range(len(numbers)), -1]


@given(st.lists(WORDS, unique=True))
def test_a_blob_holds_everything(words):
    vocabulary = Vocabulary(words)

    assert Vocabulary.from_blob(*vocabulary.to_blob()) == vocabulary
    assert pickle.loads(pickle.dumps(vocabulary)).words == tuple(words)  # noqa: S301 - our own bytes


def test_two_vocabularies_are_the_same_only_with_the_same_numbers():
    assert Vocabulary(["a", "b"]) == Vocabulary(["a", "b"])
    assert Vocabulary(["a", "b"]) != Vocabulary(["b", "a"])
    assert Vocabulary(["ab", "c"]) != Vocabulary(["a", "bc"])


def test_words_and_numbers_lead_to_each_other():
    vocabulary = Vocabulary(["spam", "ham"])

    assert (len(vocabulary), vocabulary.number("ham"), vocabulary.number("eggs")) == (2, 1, -1)
    assert "spam" in vocabulary
    assert "eggs" not in vocabulary
    assert vocabulary.word(1) == "ham"
    assert vocabulary.words_of(np.array([1, 0, 1])) == ["ham", "spam", "ham"]
    assert list(vocabulary) == ["spam", "ham"]


@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_that_no_word_has_is_an_index_error(number):
    with pytest.raises(IndexError, match="2 words"):
        Vocabulary(["spam", "ham"]).word(number)


@pytest.mark.parametrize(
    ("blob", "lengths"),
    [
        (b"spam", [3]),
        (b"spam", [5, -1]),
        (b"spam", [[4]]),
        (b"aa", [1, 1]),
        (b"\xff\xff", [2]),
        ("é".encode(), [1, 1]),
    ],
)
def test_a_damaged_blob_is_refused(blob, lengths):
    with pytest.raises(DamagedModelError):
        Vocabulary.from_blob(blob, np.array(lengths))


def test_one_vocabulary_maps_to_another_growing_or_not():
    here, there = Vocabulary(["a", "b", "long enough to hash"]), Vocabulary(["b"])

    assert here.mapping_to(there, grow=False).tolist() == [-1, 0, -1]
    assert len(there) == 1
    assert here.mapping_to(there, grow=True).tolist() == [1, 0, 2]
    assert there.words == ("b", "a", "long enough to hash")


def test_a_million_words_take_tens_of_megabytes():
    vocabulary = Vocabulary()
    for start in range(0, 1_000_000, 100_000):
        vocabulary.add(f"word{number}" for number in range(start, start + 100_000))

    assert len(vocabulary) == 1_000_000
    assert vocabulary.nbytes < 60e6
    assert vocabulary.numbers(["word0", "word999999", "word1000000"]).tolist() == [0, 999_999, -1]

"""Words as slices of bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nbengine.text.words import HUGE_BYTES, alphabetical_order, encode_as_spans

characters = st.sampled_from(["a", "b", "\0", "é", "会", "\U0001f600", "\ud800"])
words = st.one_of(
    st.text(characters, max_size=30),
    st.builds(lambda n, end: "a" * n + end, st.integers(0, 2 * HUGE_BYTES), st.text(characters, max_size=3)),
)


@given(st.lists(words))
def test_words_are_put_in_the_order_of_strings(given_words):
    order = alphabetical_order(encode_as_spans(given_words))

    assert [given_words[place] for place in order] == sorted(given_words)
    assert sorted(order.tolist()) == list(range(len(given_words)))


@given(st.lists(st.text(st.sampled_from("ab:é"), max_size=20)), st.text(st.sampled_from("ab:é"), max_size=18))
def test_words_that_begin_with_some_bytes_are_found(words, prefix):
    begin = encode_as_spans(words).starts_with(prefix.encode())

    assert begin.tolist() == [word.startswith(prefix) for word in words]

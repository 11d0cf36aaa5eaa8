"""A bounded vocabulary keeps its promise, and a forecast is near what comes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.features.cluster import sharded_corpus as bounded_vocabulary
from app.features.cluster.shard_counting import ShardCounts, serialize_counts
from app.features.cluster.sharded_corpus import (
    FrequentWords,
    ResourceForecast,
    WordSummary,
    fit_heaps_law,
    forecast_sources,
    measure_vocabulary_growth,
    merge_summaries,
    summarize_shard,
    vocabulary_bound_of,
)
from app.features.cluster.tally_merging import ShardPart
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules


def counted(number: int, texts: list[str]) -> ShardCounts:
    """A shard of texts, all of one label."""
    counter = TokenCounter(TokenRules(pattern=r"\w+"))
    counts = counter.count(texts)
    nothing = np.zeros(len(texts), np.int64)
    return ShardCounts(
        shard_number=number,
        size_bytes=sum(map(len, texts)),
        labels=("ham",),
        label_numbers=nothing,
        weights=np.ones(len(texts)),
        content_hashes=np.zeros((len(texts), 2), np.int64),
        character_lengths=nothing,
        dates_s=nothing,
        failures=(),
        serialized_counts=serialize_counts(counter.vocabulary, counts),
    )


def in_a_tree(summaries: list[WordSummary], most_words: int, fan_in: int = 2) -> WordSummary:
    while len(summaries) > 1:
        summaries = [
            merge_summaries(summaries[first : first + fan_in], most_words) for first in range(0, len(summaries), fan_in)
        ]
    return summaries[0]


def told_by(summary: WordSummary) -> dict[str, int]:
    """Each word, and in how many documents it is at least."""
    found = summary.unpacked_words
    return dict(zip(found.vocabulary.words, found.document_counts.tolist(), strict=True))


TEXT = st.lists(st.sampled_from([f"w{number}" for number in range(12)]), max_size=6).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(TEXT, min_size=1, max_size=5), min_size=1, max_size=6), st.integers(1, 12), st.integers(2, 6))
def test_only_words_of_no_more_documents_than_the_error_are_missing(
    shards: list[list[str]], most_words: int, fan_in: int
) -> None:
    truth = Counter(word for texts in shards for text in texts for word in set(text.split()))
    summaries = [
        summarize_shard(counted(number, texts), ShardPart(), most_words) for number, texts in enumerate(shards)
    ]

    found = in_a_tree(summaries, most_words, fan_in)

    error = vocabulary_bound_of(found, len(shards)).max_documents_of_dropped
    told = told_by(found)
    assert len(told) == found.n_words <= most_words
    assert error <= truth.total() / (most_words + 1)
    for word, documents in truth.items():
        assert documents - error <= told.get(word, 0) <= documents


def test_a_worker_that_merges_holds_twice_the_bound_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    most_words, sizes = 10, []
    parts = [
        summarize_shard(counted(number, [" ".join(f"w{number}x{own}" for own in range(10))]), ShardPart(), most_words)
        for number in range(8)
    ]
    grown = bounded_vocabulary._add_words

    def noted(known: FrequentWords, other: FrequentWords) -> FrequentWords:
        sizes.append(len(both := grown(known, other)))
        return both

    monkeypatch.setattr(bounded_vocabulary, "_add_words", noted)

    merge_summaries(parts, most_words)

    assert len(sizes) == 7
    assert max(sizes) <= 2 * most_words


def test_words_that_all_have_room_are_counted_without_error() -> None:
    found = in_a_tree([summarize_shard(counted(number, ["a b", "a c"]), ShardPart(), 3) for number in range(3)], 3)

    assert found.max_count_error == 0
    assert told_by(found) == {"a": 6, "b": 3, "c": 3}


def texts_of_zipf(n_texts: int, seed: int) -> list[str]:
    """Words as they are in languages: the second half as frequent as the first, and so on."""
    dice = np.random.default_rng(seed)
    return [" ".join(f"w{rank}" for rank in dice.zipf(1.6, 60).tolist()) for _ in range(n_texts)]


def test_a_tenth_of_the_documents_tells_how_many_words_there_will_be() -> None:
    sample = counted(0, texts_of_zipf(400, 1))
    every = counted(1, texts_of_zipf(4_000, 2))

    expected = forecast_sources(every.size_bytes, sample)

    assert expected is not None
    n_words = in_a_tree([summarize_shard(every, ShardPart(), 10**6)], 10**6).n_words
    assert expected.n_words == pytest.approx(n_words, rel=0.15)


def test_a_bound_lessens_the_memory_that_is_foretold() -> None:
    expected = ResourceForecast(4_000, 1_300_000, 80_000, 500, calibration_bytes=300_000)

    bounded = expected.with_word_limit(1_000)

    assert (bounded.n_words, bounded.worker_bytes, bounded.driver_bytes) == (4_000, 550_000, 20_000)
    assert expected.with_word_limit(None) == expected.with_word_limit(5_000) == expected


def test_nothing_is_foretold_from_next_to_nothing() -> None:
    assert forecast_sources(10**9, counted(0, ["a", "b"])) is None


def test_the_power_of_growth_is_found_again() -> None:
    assert fit_heaps_law([(float(n), 7.0 * n**0.55) for n in (100, 1_000, 10_000)]) == pytest.approx((7.0, 0.55))


def test_growth_ends_with_all_words() -> None:
    counter = TokenCounter(TokenRules())
    counts = counter.count([f"word{number} word{number} again" for number in range(64)])

    points = measure_vocabulary_growth(counts)

    assert points[-1] == (192.0, 65.0)
    assert points == sorted(points)

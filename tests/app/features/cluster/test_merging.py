"""Tallies and copies, merged in any order: nothing twice, nothing left out."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.documents import Failure
from app.domain.errors import ClusterError
from app.features.cluster.model_from_counts import choose_sample_shards
from app.features.cluster.shard_counting import (
    NO_DATE,
    NO_LABEL,
    ShardCounts,
    concatenate_identities,
    deserialize_counts,
    duplicates_by_shard,
    find_duplicates,
    identities_of,
    select_hash_partition,
    serialize_counts,
    shard_counts_from_bytes,
    shard_counts_to_bytes,
)
from app.features.cluster.sharded_corpus import (
    MAX_GATHERED_HASHES,
    compute_document_statistics,
    group_futures,
    refine_kind_by_statistics,
)
from app.features.cluster.tally_merging import (
    Fold,
    PartialTally,
    ShardMismatchError,
    ShardPart,
    assign_folds,
    check_shards,
    merge_tallies,
    serialize_tally,
)
from app.library.recipes import choose_kind_by_headers, choose_kind_by_length
from nbengine.counts import CountMatrix
from nbengine.learnt.tally import Tally
from nbengine.text.vocabulary import Vocabulary

LABELS = ("ham", "spam")


def dates_of(are_dated: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Some date for those that have one."""
    return np.where(are_dated, 1_000_000_000, NO_DATE)


def shard(number: int, contents: list[int], label_numbers: list[int] | None = None) -> ShardCounts:
    """A shard of documents that are told apart by a number; 0 is content that stays apart."""
    return ShardCounts(
        shard_number=number,
        size_bytes=10,
        labels=LABELS,
        label_numbers=np.array(label_numbers or [0] * len(contents), np.int64),
        weights=np.ones(len(contents)),
        content_hashes=np.array([[content, 7 * content] for content in contents], np.int64).reshape(-1, 2),
        character_lengths=np.arange(len(contents)),
        dates_s=dates_of(np.arange(len(contents)) % 2 == 0),
        failures=(Failure("a\udcff.zip", "1", "damaged"),),
        serialized_counts=b"counts",
    )


def tally_of_words(number: int, words: list[str]) -> PartialTally:
    """A document of one label with these words."""
    vocabulary = Vocabulary(words)
    ones = np.zeros((2, len(vocabulary)), np.int64)
    ones[number % 2] = 1
    tally = Tally.from_arrays(LABELS, np.array([1 - number % 2, number % 2]), ones, ones)
    return serialize_tally([number], vocabulary, tally, {"ham": 1 - number % 2, "spam": number % 2})


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(7)), st.integers(1, 4))
def test_the_order_and_shape_of_the_tree_do_not_matter(order: list[int], fan_in: int) -> None:
    parts = [tally_of_words(number, [f"w{number % 3}", f"w{number}", "all"]) for number in range(7)]
    storey = [parts[number] for number in order]
    while len(storey) > 1:
        storey = [merge_tallies(storey[first : first + fan_in + 1]) for first in range(0, len(storey), fan_in + 1)]

    check_shards(storey[0].shard_numbers, 7)
    assert storey[0].unpacked_model.canonical_hash() == merge_tallies(parts).unpacked_model.canonical_hash()
    assert storey[0].n_by_label == {"ham": 4, "spam": 3}


@given(
    st.lists(st.dictionaries(st.text("abé早", min_size=1, max_size=3), st.integers(1, 1 << 20), max_size=6), max_size=6)
)
def test_the_counts_of_a_shard_come_back_as_they_were(documents: list[dict[str, int]]) -> None:
    vocabulary = Vocabulary(sorted({word for document in documents for word in document}))
    rows = [sorted((vocabulary.number(word), times) for word, times in document.items()) for document in documents]
    starts = np.cumsum([0, *map(len, rows)])
    tokens, values = (np.array([pair[side] for row in rows for pair in row], np.int32) for side in (0, 1))
    given_counts = CountMatrix(starts.astype(np.int64), tokens, values, len(vocabulary))

    back = deserialize_counts(
        replace(shard(0, [0] * len(rows)), serialized_counts=serialize_counts(vocabulary, given_counts))
    )

    assert Vocabulary.from_blob(back.blob, back.lengths) == vocabulary
    assert back.counts.csr.toarray().tolist() == given_counts.csr.toarray().tolist()


def test_a_shard_that_comes_twice_is_a_mistake() -> None:
    with pytest.raises(ShardMismatchError, match="twice"):
        merge_tallies([tally_of_words(0, ["a"]), tally_of_words(1, ["a"]), tally_of_words(0, ["a"])])


def test_more_words_than_a_model_holds_end_the_merging_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [tally_of_words(number, [f"w{number}"]) for number in range(6)]
    monkeypatch.setattr("nbengine.learnt.tally.MAX_FILLED_CELLS", 5)

    assert merge_tallies(parts[:5]).unpacked_model.n_words == 5
    with pytest.raises(ClusterError) as caught:
        merge_tallies(parts)

    assert (caught.value.reason, caught.value.detail) == ("outgrown", "6")


def test_a_shard_that_is_missing_is_a_mistake() -> None:
    with pytest.raises(ShardMismatchError, match="1 of 3"):
        check_shards(merge_tallies([tally_of_words(0, ["a"]), tally_of_words(2, ["b"])]).shard_numbers, 3)


@given(st.lists(st.lists(st.integers(0, 5), max_size=6), min_size=1, max_size=5), st.integers(1, 4))
def test_the_first_document_of_each_content_stays(contents: list[list[int]], n_parts: int) -> None:
    known = concatenate_identities([identities_of(shard(number, own)) for number, own in enumerate(contents)])
    found = [find_duplicates(select_hash_partition(known, number, n_parts)) for number in range(n_parts)]

    dropped = duplicates_by_shard(found)
    seen: set[int] = set()
    for number, own in enumerate(contents):
        expected = [place for place, content in enumerate(own) if content and (content in seen or seen.add(content))]
        assert sorted(dropped.get(number, np.zeros(0)).tolist()) == expected


@given(st.lists(st.integers(0, MAX_GATHERED_HASHES + 1), max_size=40))
def test_hashes_of_so_many_documents_are_brought_together_each_once(n_documents: list[int]) -> None:
    groups = group_futures(range(len(n_documents)), n_documents)

    assert [number for group in groups for number in group] == list(range(len(n_documents)))
    for group, after in itertools.zip_longest(groups, groups[1:]):
        together = sum(n_documents[number] for number in group)
        assert together <= MAX_GATHERED_HASHES or len(group) == 1
        assert after is None or together + n_documents[after[0]] > MAX_GATHERED_HASHES


def test_no_worker_is_handed_the_hashes_of_too_many_shards_at_once() -> None:
    assert [len(group) for group in group_futures(range(2_500), [1] * 2_500)] == [1_000, 1_000, 500]


def test_a_copy_with_another_label_is_a_conflict() -> None:
    first, second = shard(0, [1, 2, 3], [0, 1, NO_LABEL]), shard(1, [1, 2, 3], [1, 1, 0])

    found = find_duplicates(identities_of(second), identities_of(first))

    assert found.positions.tolist() == [[1, 0], [1, 1], [1, 2]]
    assert found.n_conflicts == 1


def test_a_counted_shard_is_read_back_as_it_was_written() -> None:
    counted = shard(4, [1, 0, 9], [0, NO_LABEL, 1])

    again = shard_counts_from_bytes(shard_counts_to_bytes(counted))

    assert again.failures == counted.failures
    assert again.serialized_counts == counted.serialized_counts
    for name in ("label_numbers", "weights", "content_hashes", "character_lengths", "dates_s"):
        np.testing.assert_array_equal(getattr(again, name), getattr(counted, name))


@given(st.lists(st.integers(0, 3_000), min_size=1, max_size=9))
def test_short_messages_are_told_by_the_same_median(lengths: list[int]) -> None:
    counted = shard(0, [0] * len(lengths))
    object.__setattr__(counted, "character_lengths", np.array(lengths))

    assert refine_kind_by_statistics(
        "text", [compute_document_statistics(counted, ShardPart())]
    ) == choose_kind_by_length("text", lengths)


def test_text_is_mail_by_the_labels_that_documents_have() -> None:
    shards = [shard(0, [0], [0]), shard(1, [0, 0], [NO_LABEL, 1])]
    for counted in shards:
        object.__setattr__(counted, "character_lengths", np.full(counted.n_documents, 5_000))
        object.__setattr__(counted, "dates_s", dates_of([False] * counted.n_documents))

    assert (
        refine_kind_by_statistics("text", [compute_document_statistics(counted, ShardPart()) for counted in shards])
        == "stripped"
    )
    assert refine_kind_by_statistics("text", [compute_document_statistics(shards[0], ShardPart())]) == "text"


@given(st.lists(st.lists(st.booleans(), max_size=9), min_size=1, max_size=4))
def test_stripped_mail_is_told_by_the_same_share_of_dates(shards: list[list[bool]]) -> None:
    looks = []
    for are_dated in shards:
        counted = shard(0, [0] * len(are_dated), [number % 2 for number in range(len(are_dated))])
        object.__setattr__(counted, "dates_s", dates_of(are_dated))
        looks.append(compute_document_statistics(counted, ShardPart()))

    everyone, labels = [is_dated for dated in shards for is_dated in dated], LABELS[: max(map(len, shards))]
    assert refine_kind_by_statistics("mail", looks) == choose_kind_by_headers(
        "mail", labels, sum(everyone), len(everyone)
    )


def test_few_documents_are_all_judged_and_many_by_some_shards() -> None:
    assert choose_sample_shards([10, 20, 5], max_documents=40).has_all_shards
    some = choose_sample_shards([10] * 100, max_documents=200)
    assert not some.has_all_shards
    assert len(some.shard_numbers) == 20
    assert max(np.diff(some.shard_numbers)) <= 6


def test_a_document_has_the_same_fold_wherever_it_lies() -> None:
    contents = [int(content) for content in np.random.default_rng(0).integers(1, 1 << 60, 500)]
    here, there = shard(0, contents), shard(7, contents[::-1])

    folds = assign_folds(here, 5, seed=0)

    assert folds.tolist() == assign_folds(there, 5, seed=0)[::-1].tolist()
    assert folds.tolist() != assign_folds(here, 5, seed=1).tolist()
    assert np.bincount(folds, minlength=5).min() > 70


def test_a_fold_and_all_others_are_the_documents_that_count() -> None:
    counted = shard(0, list(range(1, 41)))
    copies = np.array([3, 5])
    own, others = (ShardPart(copies, Fold(2, 4), is_alone).select(counted) for is_alone in (True, False))

    assert not (own & others).any()
    assert np.flatnonzero(~(own | others)).tolist() == [3, 5]
    assert own.any()

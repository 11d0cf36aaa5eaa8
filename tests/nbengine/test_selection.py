"""Words are kept by a choice that depends on nothing but the counts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import mutual_info_score

from nbengine.errors import EngineError
from nbengine.learnt.tally import Tally
from nbengine.models.recipe import VocabularyLimits, chi2, choose_token_columns, mutual_information, token_scores

WORDS = ("offer", "cheap", "monday", "notes", "rare")


def a_tally(documents, presences, occurrences=None):
    presences = np.asarray(presences)
    names = [f"label {number}" for number in range(len(documents))]
    counted = presences if occurrences is None else np.asarray(occurrences)
    return Tally.from_arrays(names, np.asarray(documents), counted, presences)


@pytest.fixture
def mails():
    return a_tally([4, 6], [[4, 3, 0, 1, 0], [1, 0, 6, 1, 1]], [[4, 9, 0, 1, 0], [1, 0, 6, 1, 1]])


def kept(tally, limits, words=WORDS, **options):
    return [words[column] for column in choose_token_columns(tally, limits, words, **options)]


def table_of(documents, presences, token):
    """One row per document: its label, and whether it has the token."""
    rows = [
        (label, has)
        for label, (size, present) in enumerate(zip(documents, presences[:, token], strict=True))
        for has in [1] * present + [0] * (size - present)
    ]
    return np.asarray(rows).T


small_tallies = st.lists(st.integers(1, 9), min_size=2, max_size=4).flatmap(
    lambda documents: st.tuples(
        st.just(np.asarray(documents)),
        st.lists(st.tuples(*(st.integers(0, size) for size in documents)), min_size=1, max_size=6).map(
            lambda columns: np.asarray(columns).T
        ),
    )
)


@given(small_tallies)
def test_mutual_information_is_that_of_the_documents_themselves(tally):
    documents, presences = tally
    for token, score in enumerate(mutual_information(documents, presences)):
        assert score == pytest.approx(mutual_info_score(*table_of(documents, presences, token)), abs=1e-12)


@given(small_tallies)
def test_chi2_is_pearsons_statistic_of_the_two_way_table(tally):
    documents, presences = tally
    for token, score in enumerate(chi2(documents, presences)):
        observed = np.stack([presences[:, token], documents - presences[:, token]])
        expected = observed.sum(1, keepdims=True) * observed.sum(0) / observed.sum()
        parts = np.divide((observed - expected) ** 2, expected, out=np.zeros(observed.shape), where=expected > 0)
        assert score == pytest.approx(parts.sum(), abs=1e-9)


@given(small_tallies, st.sampled_from(["frequency", "count", "mutual-information", "chi2"]), st.randoms())
def test_neither_the_order_of_labels_nor_that_of_words_changes_the_choice(tally, rank_by, random):
    documents, presences = tally
    words = [f"w{column}" for column in range(presences.shape[1])]
    labels, columns = list(range(len(documents))), list(range(len(words)))
    random.shuffle(labels)
    random.shuffle(columns)
    limits = VocabularyLimits(size=max(1, len(words) // 2), rank_by=rank_by)

    moved = a_tally(documents[labels], presences[labels][:, columns])

    assert set(kept(a_tally(documents, presences), limits, words)) == set(
        kept(moved, limits, [words[column] for column in columns])
    )


@pytest.mark.parametrize(
    ("rank_by", "best"),
    [
        ("frequency", ["offer", "monday"]),  # in 5 and 6 documents
        ("count", ["cheap", "monday"]),  # 10 and 6 times
        ("mutual-information", ["offer", "monday"]),
        ("chi2", ["offer", "monday"]),  # 10·20²/600 = 6.67 and 10, where cheap has 10·18²/504 = 6.43
    ],
)
def test_the_best_words_by_each_ranking_are_kept(mails, rank_by, best):
    assert kept(mails, VocabularyLimits(size=2, rank_by=rank_by)) == best


def test_words_of_equal_rank_go_by_the_alphabet():
    tied = a_tally([5, 5], [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1]])

    assert kept(tied, VocabularyLimits(size=2)) == ["cheap", "monday"]


def test_a_minimum_is_a_number_when_whole_and_a_share_when_not(mails):
    assert kept(mails, VocabularyLimits(min_documents=2)) == ["offer", "cheap", "monday", "notes"]
    assert kept(mails, VocabularyLimits(min_documents=0.3)) == ["offer", "cheap", "monday"]
    assert kept(mails, VocabularyLimits(max_documents=0.3)) == ["cheap", "notes", "rare"]
    assert kept(mails, VocabularyLimits(min_documents=1, max_documents=1)) == ["rare"]


def test_words_seen_nowhere_are_left_out_unless_asked_for():
    tally = a_tally([2, 2], [[1, 0], [0, 0]])

    assert kept(tally, VocabularyLimits(), ("seen", "unseen")) == ["seen"]
    assert kept(tally, VocabularyLimits(min_documents=0), ("seen", "unseen")) == ["seen", "unseen"]


def test_a_word_whose_only_document_weighs_less_than_one_is_still_seen():
    tally = a_tally([8, 8], [[2, 0], [0, 0]])

    assert kept(tally, VocabularyLimits(), ("light", "unseen"), unit=4) == ["light"]


def test_a_word_list_keeps_its_words_even_unseen_and_no_others(mails):
    limits = VocabularyLimits(word_list=("notes", "offer", "unseen"))
    tally = a_tally([1, 1], [[1, 0, 1], [0, 0, 1]])

    assert kept(mails, limits) == ["offer", "notes"]
    assert kept(tally, limits, ("offer", "unseen", "cheap")) == ["offer", "unseen"]


def test_stop_words_are_never_kept(mails):
    assert "offer" not in kept(mails, VocabularyLimits(stop_words=frozenset({"offer"})))


def test_a_vocabulary_is_open_only_when_nothing_limits_it():
    assert VocabularyLimits(stop_words=frozenset({"the"}), unknown_word=True).is_open
    for limits in (
        VocabularyLimits(size=5),
        VocabularyLimits(min_documents=2),
        VocabularyLimits(min_documents=0.5),
        VocabularyLimits(max_documents=0.5),
        VocabularyLimits(word_list=("a",)),
    ):
        assert not limits.is_open


def test_only_rankings_that_look_at_labels_need_folds():
    assert VocabularyLimits(size=9, rank_by="chi2").needs_folds
    assert VocabularyLimits(size=9, rank_by="mutual-information").needs_folds
    assert not VocabularyLimits(size=9, rank_by="frequency").needs_folds
    assert not VocabularyLimits(rank_by="chi2").needs_folds


@pytest.mark.parametrize(
    ("limits", "problem"),
    [
        ({"size": 0}, "at least one word"),
        ({"rank_by": "beauty"}, "not by 'beauty'"),
        ({"min_documents": -1}, "0 or more"),
        ({"min_documents": 1.5}, "between 0 and 1"),
        ({"max_documents": float("nan")}, "between 0 and 1"),
    ],
)
def test_limits_that_mean_nothing_are_refused(limits, problem):
    with pytest.raises(EngineError, match=problem):
        VocabularyLimits(**limits)


def test_words_must_match_the_columns(mails):
    with pytest.raises(EngineError, match="3 words for 5 columns"):
        choose_token_columns(mails, VocabularyLimits(), WORDS[:3])


def test_an_empty_tally_has_nothing_to_keep():
    nothing = a_tally([0, 0], [[0, 0], [0, 0]])

    assert kept(nothing, VocabularyLimits(), ("a", "b")) == []
    assert token_scores(nothing, "mutual-information").tolist() == [0, 0]
    assert token_scores(nothing, "chi2").tolist() == [0, 0]

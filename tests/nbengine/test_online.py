"""Learning as one goes: what counts, what is passed over, and how far early scores are believed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.errors import EngineError
from nbengine.filter.online_tally import SETTLED_FROM, OnlineSettings, OnlineTally, margin

EVERYTHING = OnlineSettings(settled_from=float("inf"))


def words(*numbers):
    return np.array(numbers, np.int32)


def taught(lessons, settings=EVERYTHING, n_labels=2):
    tally = OnlineTally(n_labels, settings)
    tally.reserve(1000)
    for tokens, label in lessons:
        tally.learn(words(*tokens), label, tally.evidence(words(*tokens)))
    return tally


HAM, SPAM = ((0, 1), 0), ((2, 3), 1)


def test_words_speak_for_the_label_they_were_learnt_with():
    tally = taught([HAM, SPAM] * 5)

    assert margin(tally.evidence(words(0)), 0) > 0
    assert margin(tally.evidence(words(2)), 1) > 0
    assert margin(tally.evidence(words(0, 2)), 0) == pytest.approx(0)


def test_nothing_is_said_before_anything_was_learnt():
    np.testing.assert_array_equal(taught([]).evidence(words(0, 1, 2)), [0, 0])


def test_before_another_label_was_seen_only_their_numbers_speak_and_settle_nothing():
    few, many = taught([HAM]), taught([HAM] * 5_000)

    assert 0 < margin(few.evidence(words(0, 1, 2)), 0) < margin(many.evidence(words(7)), 0) < SETTLED_FROM
    np.testing.assert_array_equal(many.evidence(words(0, 1, 2)), many.evidence(words(7)))


def test_evidence_grows_with_the_number_of_lessons():
    few, many = taught([HAM, SPAM] * 2), taught([HAM, SPAM] * 40)

    assert margin(many.evidence(words(2)), 1) > margin(few.evidence(words(2)), 1) > 0


def test_words_never_seen_and_words_that_tell_nothing_do_not_dilute_the_evidence():
    tally = taught([((0, 1, 9), 0), ((2, 3, 9), 1)] * 5)

    np.testing.assert_allclose(tally.evidence(words(2, 9, 700)), tally.evidence(words(2)))


def test_the_score_of_a_repeated_message_does_not_grow_with_its_length():
    tally = taught([(range(100), 0), (range(100, 200), 1)] * 10)
    short, long = (margin(tally.evidence(np.arange(100, 100 + n, dtype=np.int32)), 1) for n in (50, 100))

    assert short < long < 1.2 * short


def test_many_words_of_one_group_do_not_outvote_few_of_another_by_their_number():
    tally = taught([((*range(100), 200), 0), ((*range(100, 200), 201), 1)] * 10)
    mixed = words(*range(100), *range(201, 202))
    as_one = margin(tally.evidence(mixed), 1)
    by_group = margin(tally.evidence(mixed, np.array([0] * 100 + [1])), 1)

    assert as_one < by_group < 0


def test_settled_documents_are_learnt_a_little_and_mistakes_fully():
    settings = OnlineSettings(doubted_to=0.1, settled_from=0.1, settled_weight=0.0)
    tally = taught([HAM, SPAM] * 2, settings)
    before = tally.evidence(words(2, 3))
    assert margin(before, 1) > 0.1

    tally.learn(words(2, 3, 4), 1, before)
    unseen = tally.evidence(words(99))
    np.testing.assert_array_equal(tally.evidence(words(4)), unseen)

    tally.learn(words(2, 3, 4), 0, before)
    assert margin(tally.evidence(words(4)), 0) > margin(tally.evidence(words(99)), 0)


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(0, 1))
def test_the_less_doubt_was_left_the_less_is_learnt(one, other, settled_weight):
    settings = OnlineSettings(doubted_to=0.5, settled_from=1.0, settled_weight=settled_weight)
    less, more = sorted((one, other))

    assert settings.weight_of(0.5) == 1 >= settings.weight_of(less) >= settings.weight_of(more) >= settled_weight
    assert settings.weight_of(0.75) == pytest.approx((1 + settled_weight) / 2)
    assert settings.weight_of(1.0) == settled_weight


@given(st.lists(st.tuples(st.sets(st.integers(0, 8), min_size=1), st.integers(0, 1)), min_size=4, max_size=20))
def test_without_decay_the_order_of_lessons_learnt_in_full_does_not_matter(lessons):
    there, back = taught(lessons), taught(lessons[::-1])

    np.testing.assert_allclose(there.evidence(words(*range(9))), back.evidence(words(*range(9))), atol=1e-9)


def test_with_decay_the_last_lessons_count_most():
    settings = OnlineSettings(settled_from=float("inf"), decay=0.1)
    lessons = [((0,), 0), ((1,), 1)] * 20 + [((0,), 1), ((1,), 0)] * 20

    assert margin(taught(lessons, settings).evidence(words(0)), 1) > 0.2
    assert margin(taught(lessons).evidence(words(0)), 1) == pytest.approx(0)


def test_decay_goes_on_for_as_long_as_one_likes():
    settings = OnlineSettings(settled_from=float("inf"), decay=0.5)
    tally = taught([HAM, SPAM] * 400, settings)

    assert np.isfinite(tally.evidence(words(0, 1, 2))).all()
    assert margin(tally.evidence(words(0)), 0) > 0


def test_more_than_two_labels_have_evidence_each():
    tally = taught([((label, 7), label) for label in range(3)] * 6, n_labels=3)

    assert [int(tally.evidence(words(label)).argmax()) for label in range(3)] == [0, 1, 2]
    assert tally.learnt == (6, 6, 6)


def test_what_rests_on_rare_words_is_believed_less():
    lessons = [HAM, SPAM] * 20 + [((0, 4), 0)]
    plain = taught(lessons, OnlineSettings(settled_from=float("inf"), rarity=0.0))
    careful = taught(lessons, OnlineSettings(settled_from=float("inf"), rarity=10.0))

    shrunk = [margin(careful.evidence(words(w)), 0) / margin(plain.evidence(words(w)), 0) for w in (0, 4)]
    assert shrunk[1] < shrunk[0] < 1


def test_words_that_say_less_than_asked_are_passed_over():
    lessons = [HAM, SPAM] * 5 + [((5,), 0)] * 3 + [((5,), 1)]
    everything = OnlineSettings(settled_from=float("inf"))
    choosy = OnlineSettings(settled_from=float("inf"), informative_from=2.0)

    assert not np.array_equal(taught(lessons, everything).evidence(words(5)), taught(lessons).evidence(words(99)))
    np.testing.assert_array_equal(
        taught(lessons, choosy).evidence(words(5)), taught(lessons, choosy).evidence(words(99))
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"smoothing": 0.0},
        {"settled_weight": 2.0},
        {"decay": 1.0},
        {"informative_from": -1.0},
        {"rarity": -1.0},
        {"doubted_to": 2.0},
    ],
)
def test_settings_without_sense_are_refused(wrong):
    with pytest.raises(EngineError):
        OnlineSettings(**wrong)


def test_a_tally_needs_a_label():
    with pytest.raises(EngineError):
        OnlineTally(0)

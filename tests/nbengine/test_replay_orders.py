"""A corpus learnt in several orders: what is kept is the mean, and is taken back to the last bit."""

from __future__ import annotations

from contextlib import ExitStack

import numpy as np
import pytest

from nbengine.counts import CountMatrix
from nbengine.filter.corpus_replay import (
    MAX_LESSONS_OVER_ORDERS,
    MAX_ORDERS,
    RowsToReplay,
    count_orders,
    replay,
    replay_in_orders,
    score_without_sources,
)
from nbengine.filter.filter import Filter
from nbengine.filter.settings import N_NOVELTY_TOKENS, TEXT, FilterSettings

N_WORDS = 400
N_DOCUMENTS = 120


def a_filter(**settings):
    made = Filter(("ham", "spam"), FilterSettings(**settings))
    made.append_words(np.full(N_WORDS, TEXT, np.int8))
    return made


def a_corpus(order=None):
    """Documents of two labels whose words are mostly in common; in their order, or in another one."""
    dice = np.random.default_rng(5)
    documents = []
    for place in range(N_DOCUMENTS):
        label = place % 2
        drawn = [*(dice.choice(60, 6) + 60 * label), *(120 + dice.choice(N_WORDS - 120, 14))]
        documents.append((sorted({N_NOVELTY_TOKENS + int(word) for word in drawn}), label))
    documents = documents if order is None else [documents[place] for place in order]
    starts = np.cumsum([0, *(len(words) for words, _ in documents)]).astype(np.int64)
    tokens = np.concatenate([np.array(words, np.int32) for words, _ in documents])
    counts = CountMatrix(starts, tokens, np.ones(len(tokens), np.int32), N_NOVELTY_TOKENS + N_WORDS)
    return RowsToReplay(counts, np.array([label for _, label in documents]), np.arange(1, len(documents) + 1))


def taught(rows, *, orders):
    learner = a_filter()
    (replay_in_orders if orders else replay)(learner, rows, np.arange(len(rows.keys)))
    return learner


def score(learner, words):
    seen = learner.prepare(np.array(words, np.int32))
    return learner.score_document(seen).score


def test_marks_are_made_while_a_corpus_is_learnt_so_that_wrong_labels_are_known(monkeypatch):
    made = []
    monkeypatch.setattr(Filter, "fit_thresholds", lambda self: made.append(len(self.lessons)))

    taught(a_corpus(), orders=False)

    assert made[-1] == N_DOCUMENTS
    assert len(made) > 20


def test_all_lessons_can_be_taken_back_to_the_last_bit():
    rows = a_corpus()
    learner = taught(rows, orders=True)

    for place, key in enumerate(rows.keys.tolist()):
        learner.forget(rows.words(place), key)

    tally = learner.tally
    assert tally.learnt == [0, 0]
    assert tally.bias == 0
    for sums in (tally.counts, tally.steps, tally.lesson_counts, tally.words, tally.documents, tally.is_counted):
        assert not np.any(sums)


@pytest.mark.parametrize("by_group", [False, True])
def test_the_sums_are_those_of_the_lessons_that_are_kept(by_group):
    rows, learner, anew = a_corpus(), *(a_filter(steps_by_group=by_group) for _ in range(2))
    replay_in_orders(learner, rows, np.arange(len(rows.keys)))

    for place, key in enumerate(rows.keys.tolist()):
        tokens = learner.tokens_as_learnt(rows.words(place), key)
        anew.tally.learn(tokens, learner.lessons.lesson_of(key), anew.feature_values_of_words(anew.groups.take(tokens)))

    for name in ("counts", "steps", "lesson_counts", "is_counted", "words", "documents", "learnt", "bias", "n_counted"):
        assert np.array_equal(getattr(anew.tally, name), getattr(learner.tally, name)), name


@pytest.mark.parametrize("by_group", [False, True])
def test_what_was_without_some_lessons_for_a_while_has_them_back_to_the_last_bit(by_group):
    rows, learner, forgetting = a_corpus(), *(a_filter(steps_by_group=by_group) for _ in range(2))
    for made in (learner, forgetting):
        replay_in_orders(made, rows, np.arange(len(rows.keys)))
    before, asked = sums_of(learner), rows.words(0)

    with ExitStack() as taken:
        for place in (5, 0, 7, 100):
            taken.enter_context(learner.lesson_removed(rows.words(place), int(rows.keys[place])))
            forgetting.forget(rows.words(place), int(rows.keys[place]))
        assert sums_of(learner) == sums_of(forgetting)
        assert (
            learner.score_document(learner.prepare(asked)).score
            == forgetting.score_document(forgetting.prepare(asked)).score
        )
    assert sums_of(learner) == before


def sums_of(learner):
    tally = learner.tally
    arrays = (
        tally.counts,
        tally.steps,
        tally.lesson_counts,
        tally.is_counted,
        tally.words,
        tally.documents,
        tally.log_sizes,
    )
    return [*(array.tolist() for array in arrays), tally.learnt, tally.bias, tally.n_counted]


def test_a_lesson_is_counted_by_the_share_of_orders_in_which_there_was_doubt():
    learner = taught(a_corpus(), orders=True)

    weights = learner.lessons.rows["weight"] * MAX_ORDERS

    assert np.abs(weights - np.rint(weights)).max() < 1e-5
    assert set(np.rint(weights).tolist()) - {0, MAX_ORDERS}


def test_scores_of_new_documents_are_those_of_the_first_order():
    rows = a_corpus()

    once, in_orders = (taught(rows, orders=orders).lessons.rows for orders in (False, True))

    for what in ("key", "score", "new_share", "strongest", "head"):
        assert np.array_equal(once[what], in_orders[what])


def test_it_matters_less_in_which_order_documents_were_collected():
    orders = [np.random.default_rng(seed).permutation(N_DOCUMENTS) for seed in range(12)]
    judged = [a_corpus().words(place) for place in range(20)]

    def spread(*, of_orders):
        learners = [taught(a_corpus(order), orders=of_orders) for order in orders]
        return np.mean([np.std([score(learner, words) for learner in learners]) for words in judged])

    assert spread(of_orders=True) < 0.8 * spread(of_orders=False)


def test_the_same_corpus_gives_the_same_filter():
    first, second = (taught(a_corpus(), orders=True) for _ in range(2))

    assert np.array_equal(first.tally.counts, second.tally.counts)
    assert np.array_equal(first.tally.steps, second.tally.steps)
    assert first.tally.bias == second.tally.bias
    assert first.thresholds == second.thresholds


def test_many_documents_are_learnt_once():
    assert count_orders(0) == count_orders(100) == MAX_ORDERS
    assert count_orders(MAX_LESSONS_OVER_ORDERS // 2) == 2
    assert count_orders(MAX_LESSONS_OVER_ORDERS) == count_orders(10 * MAX_LESSONS_OVER_ORDERS) == 1


def test_with_decay_the_order_counts_and_documents_are_learnt_once():
    rows = a_corpus()
    learner, once = a_filter(decay=0.01), a_filter(decay=0.01)

    replay_in_orders(learner, rows, np.arange(N_DOCUMENTS))
    replay(once, rows, np.arange(N_DOCUMENTS))

    assert np.array_equal(learner.tally.counts, once.tally.counts)


def test_progress_goes_on_through_all_orders():
    told = []

    replay_in_orders(a_filter(), a_corpus(), np.arange(N_DOCUMENTS), lambda done, total: told.append((done, total)))

    assert told == [(number * N_DOCUMENTS, MAX_ORDERS * N_DOCUMENTS) for number in range(MAX_ORDERS)]


@pytest.mark.parametrize("orders", [False, True])
def test_documents_are_judged_without_their_own_sender_by_what_is_kept(orders):
    rows = a_corpus()
    learner = taught(rows, orders=orders)

    score_without_sources(learner, rows, np.full(N_DOCUMENTS, -1))

    place = 7
    words, kept = rows.words(place), learner.lessons.rows["left_out"][place]
    learner.forget(words, int(rows.keys[place]))
    assert score(learner, words) == pytest.approx(kept)

"""Piles without labels: groups, what to ask next, and how right the rest is."""

from __future__ import annotations

import time

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.metrics import adjusted_rand_score

from nbengine.active_learning.asking import (
    RIDGE,
    DocumentsToLabel,
    RidgeClassifier,
    choose_next_questions,
    choose_rows_to_learn,
    estimate_labelling,
    find_random_sample,
    find_suspect_answers,
)
from nbengine.active_learning.groups import adjusted_rand_index, find_groups, make_unit_rows, project_rows
from nbengine.counts import CountMatrix, IntArray, count_matrix

N_WORDS, N_SHARED = 40, 200


def topics(sizes: list[int], seed: int = 0, n_drawn: int = 25, purity: float = 0.5) -> tuple[CountMatrix, IntArray]:
    """Draw documents of topics: each has words of its own, and all share the rest; in an order drawn by chance."""
    chance = np.random.default_rng(seed)
    truth = chance.permutation(np.repeat(np.arange(len(sizes)), sizes))
    table = np.zeros((len(truth), N_SHARED + N_WORDS * len(sizes)), np.int64)
    for row, topic in enumerate(truth.tolist()):
        is_own = chance.random(n_drawn) < purity
        own = N_SHARED + N_WORDS * topic + chance.integers(0, N_WORDS, n_drawn)
        np.add.at(table[row], np.where(is_own, own, chance.integers(0, N_SHARED, n_drawn)), 1)
    return count_matrix(table), truth


def divided(groups: list[IntArray], n_documents: int) -> IntArray:
    places = np.full(n_documents, -1)
    for number, members in enumerate(groups):
        places[members] = number
    return places


def pile_of(counts: CountMatrix, seed: int = 3) -> DocumentsToLabel:
    return DocumentsToLabel(make_unit_rows(counts), np.random.default_rng(seed).random(counts.n_documents))


def answers_of(truth: IntArray, rows: list[int]) -> dict[int, tuple[int, ...]]:
    return {row: (int(truth[row]),) for row in rows}


def test_rows_are_tf_idf_of_unit_length_over_words_that_several_documents_have() -> None:
    counts, _ = topics([10, 10])
    table = counts.csr.toarray()
    kept = np.flatnonzero((table > 0).sum(axis=0) > 1)
    ours = make_unit_rows(counts).toarray()[:, kept]
    table = table[:, kept]
    theirs = TfidfTransformer(smooth_idf=False, sublinear_tf=True, norm=None).fit_transform(table).toarray()
    theirs -= np.where(table > 0, 1 + np.log(np.maximum(table, 1)), 0)  # scikit-learn adds one to each logarithm
    theirs /= np.linalg.norm(theirs, axis=1, keepdims=True)
    np.testing.assert_allclose(ours, theirs, atol=1e-6)


def test_the_index_of_two_divisions_is_scikit_learns() -> None:
    chance = np.random.default_rng(0)
    for _ in range(20):
        one, other = chance.integers(0, 5, 60), chance.integers(0, 4, 60)
        assert adjusted_rand_index(one, other) == pytest.approx(adjusted_rand_score(one, other))


def test_groups_are_the_topics_and_are_told_by_their_own_words() -> None:
    counts, truth = topics([200, 150, 100, 80, 60, 60])
    groups = find_groups(counts)
    places = divided([group.members for group in groups], len(truth))
    assert adjusted_rand_score(truth, places) > 0.95
    for group in groups:
        topic = np.bincount(truth[group.members]).argmax()
        assert ((group.words[:5] - N_SHARED) // N_WORDS == topic).all()
        assert set(group.core_members) <= set(group.members)
        assert set(group.typical_members) <= set(group.members)
        assert len(set(group.typical_members.tolist())) == 3


def test_groups_are_the_same_again_and_stay_when_documents_are_added() -> None:
    counts, truth = topics([150, 120, 100, 80, 60])
    first, again = find_groups(counts[:400]), find_groups(counts[:400])
    assert [group.members.tolist() for group in first] == [group.members.tolist() for group in again]
    more = find_groups(counts, 400)
    before, after = (divided([group.members for group in found], len(truth))[:400] for found in (first, more))
    assert adjusted_rand_score(before, after) == 1


def test_late_documents_that_are_like_nothing_before_are_a_group_of_their_own() -> None:
    counts, truth = topics([150, 150, 150, 150, 150, 30])
    order = np.argsort(truth == 5, kind="stable")
    late = np.concatenate([order[:700], order[-30:], order[700:-30]])
    [strange] = [group for group in find_groups(counts[late], 700) if group.is_new]
    assert set(strange.members.tolist()) <= set(range(700, 730))
    assert len(strange.members) > 20
    assert [group for group in find_groups(counts[order[:-30]], 650) if group.is_new] == []
    [unlabelled] = [
        g for g in find_groups(counts[late], labels=np.where(np.arange(780) < 700, truth[late], -1)) if g.is_new
    ]
    assert set(unlabelled.members.tolist()) <= set(range(700, 730))


@pytest.mark.parametrize(
    "table",
    [np.zeros((0, 3)), np.zeros((4, 3)), np.ones((1, 3)), np.ones((50, 3)), np.eye(30), np.vstack([np.eye(6)] * 2)],
    ids=["nothing", "empty documents", "one document", "all alike", "nothing in common", "each twice"],
)
def test_odd_piles_have_groups_and_questions_too(table: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    counts = count_matrix(table.astype(np.int64))
    groups = find_groups(counts)
    members = np.concatenate([np.zeros(0, np.int64), *(group.members for group in groups)])
    assert sorted(members.tolist()) == np.flatnonzero(table.any(axis=1)).tolist()
    pile, answers = pile_of(counts), dict[int, tuple[int, ...]]()
    while found := choose_next_questions(pile, answers, pile.judge.judge(answers) if answers else None):
        assert not {one.row for one in found} & set(answers)
        answers |= {one.row: (one.row % 3,) for one in found}
        figures = estimate_labelling(pile, answers, pile.judge.judge(answers))
        assert 0 <= figures.lower_bound <= figures.upper_bound <= 1
    assert sorted(answers) == list(range(len(table)))


def test_the_judge_leaves_each_answer_out_as_a_fit_without_it_does() -> None:
    counts, truth = topics([30, 30, 30])
    rows = make_unit_rows(counts)
    directions = project_rows(rows)
    answers = answers_of(truth, list(range(20)))
    whole = RidgeClassifier(rows, directions).judge(answers)
    for left_out in (0, 7, 19):
        others = {row: own for row, own in answers.items() if row != left_out}
        without = RidgeClassifier(rows, directions).judge(others)
        assert whole.leave_one_out_probabilities[left_out].argmax() == without.probabilities[left_out].argmax()
    table = rows.toarray().astype(np.float64)
    near = 0.75 * table @ table[:20].T + 0.25 * directions @ directions[:20].T + 0.05
    factors = np.linalg.solve(near[:20] + RIDGE * np.eye(20), np.eye(3)[truth[:20]])
    assert (whole.probabilities.argmax(axis=1) == (near @ factors).argmax(axis=1)).all()


def test_words_that_occur_together_in_unanswered_documents_teach() -> None:
    together = [[1, 1, 0, 0], [0, 0, 1, 1]] * 20
    counts = count_matrix([*together, [1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
    rows = make_unit_rows(counts)
    answers = {40: (0,), 41: (1,)}

    by_words = RidgeClassifier(rows, np.zeros((rows.shape[0], 1))).judge(answers)
    by_both = RidgeClassifier(rows, project_rows(rows)).judge(answers)

    np.testing.assert_allclose(by_words.probabilities[42:], 0.5)  # these share no word with an answer
    assert by_both.probabilities[42:].argmax(axis=1).tolist() == [0, 1]


def test_twenty_answers_and_a_pile_judge_more_documents_right_than_the_answers_alone() -> None:
    counts, truth = topics([400, 300, 150, 100], n_drawn=15, purity=0.4)
    pile = pile_of(counts)
    answers = answers_of(truth, pile.order[:20].tolist())

    with_pile = pile.judge.judge(answers)
    alone = RidgeClassifier(pile.rows, np.zeros((len(truth), 1))).judge(answers)

    right = [
        (judged.label_numbers[judged.probabilities.argmax(axis=1)] == truth).mean() for judged in (with_pile, alone)
    ]
    assert right[0] > right[1] + 0.05


def test_another_answer_is_judged_as_if_all_had_come_at_once() -> None:
    counts, truth = topics([40, 40, 40])
    rows = make_unit_rows(counts)
    step_by_step = RidgeClassifier(rows, project_rows(rows))
    for n in range(1, 40):
        after = step_by_step.judge(answers_of(truth, list(range(n))))
    at_once = RidgeClassifier(rows, project_rows(rows)).judge(answers_of(truth, list(range(39))))
    np.testing.assert_allclose(after.probabilities, at_once.probabilities, atol=1e-6)


def test_of_many_answers_each_label_keeps_some() -> None:
    answers = {row: (0 if row < 2_000 else 1,) for row in range(2_010)}
    learnt = choose_rows_to_learn(answers)
    assert len(learnt) == 600
    assert sum(row >= 2_000 for row in learnt) == 10


def test_the_figure_rests_on_what_was_looked_at_however_much_was_labelled_at_once() -> None:
    counts, truth = topics([500, 500, 500])
    lot = np.random.default_rng(3).random(1_500)
    lot[:1_200] = np.inf  # named as whole groups
    pile, answers = DocumentsToLabel(make_unit_rows(counts), lot), answers_of(truth, list(range(1_200)))
    for _ in range(4):
        judged = pile.judge.judge(answers)
        answers |= answers_of(truth, [one.row for one in choose_next_questions(pile, answers, judged)])
    figures = estimate_labelling(pile, answers, pile.judge.judge(answers))
    assert figures.n_random_answers >= 8
    assert figures.share_right is not None
    assert not figures.has_enough_answers


def test_nothing_is_enough_while_half_of_the_rest_may_be_wrong() -> None:
    counts, truth = topics([300, 300])
    truth = np.random.default_rng(1).permutation(truth)  # nothing tells the labels apart
    pile, answers = pile_of(counts), dict[int, tuple[int, ...]]()
    for _ in range(8):
        judged = pile.judge.judge(answers) if answers else None
        answers |= answers_of(truth, [one.row for one in choose_next_questions(pile, answers, judged)])
    figures = estimate_labelling(pile, answers, pile.judge.judge(answers))
    assert figures.lower_bound < 0.5
    assert not figures.has_enough_answers


def test_ten_questions_are_about_ten_things_and_no_copies() -> None:
    counts, truth = topics([100] * 8)
    copied = np.concatenate([np.arange(800), np.full(200, 5)])  # a newsletter that came two hundred times
    pile = pile_of(counts[copied])
    found = choose_next_questions(pile, {}, None)
    assert len({one.row for one in found}) == 10
    taught = [one.row for one in found if one.reason != "chance"]
    assert len({int(truth[copied[row]]) for row in taught}) >= 6
    assert sum(int(copied[row]) == 5 for row in taught) <= 1
    assert sum(one.reason == "chance" for one in found) == 2


def test_what_chance_draws_is_the_same_whatever_the_answers_are() -> None:
    counts, truth = topics([100, 100])
    pile = pile_of(counts)
    drawn: list[int] = []
    answers: dict[int, tuple[int, ...]] = {}
    for _ in range(6):
        found = choose_next_questions(pile, answers, pile.judge.judge(answers) if answers else None)
        drawn += [one.row for one in found if one.reason == "chance"]
        answers |= answers_of(truth, [one.row for one in found])
    order = [row for row in pile.order.tolist() if row in answers]
    assert [row for row in order if row in drawn] == drawn
    judged = pile.judge.judge(answers)
    assert set(drawn) <= set(
        judged.answered_rows[find_random_sample(pile, judged.answered_rows, judged.answered_rows)].tolist()
    )


def test_a_passed_over_document_is_not_asked_again() -> None:
    pile = pile_of(topics([30, 30])[0])
    rows = {one.row for one in choose_next_questions(pile, {}, None)}
    assert not rows & {one.row for one in choose_next_questions(pile, {}, None, skipped_rows=frozenset(rows))}


def test_the_stated_share_holds_on_the_rest_and_says_when_to_stop() -> None:
    held, stopped = [], []
    for seed in range(10):
        counts, truth = topics([400, 300, 150, 100], seed=seed, n_drawn=15, purity=0.2)
        pile, answers = pile_of(counts, seed), dict[int, tuple[int, ...]]()
        for _ in range(10):
            judged = pile.judge.judge(answers) if answers else None
            answers |= answers_of(truth, [one.row for one in choose_next_questions(pile, answers, judged)])
        judged = pile.judge.judge(answers)
        rest = np.setdiff1d(np.arange(len(truth)), list(answers))
        right = (judged.label_numbers[judged.probabilities[rest].argmax(axis=1)] == truth[rest]).mean()
        figures = estimate_labelling(pile, answers, judged)
        assert figures.n_random_answers >= 20
        held.append(figures.lower_bound <= right <= figures.upper_bound)
        stopped.append(figures.expected_gain)
    assert np.mean(held) >= 0.9
    assert all(gain is not None and 0 <= gain < 0.1 for gain in stopped)


def test_a_mistaken_answer_is_found_beside_others_like_it() -> None:
    counts, truth = topics([60, 60, 60])
    answers = answers_of(truth, list(range(60)))
    pile = pile_of(counts)
    assert find_suspect_answers(pile, pile.judge.judge(answers)) == []
    wrong = answers | {10: (int(truth[10] + 1) % 3,)}
    [found] = find_suspect_answers(pile, pile.judge.judge(wrong))
    assert (found.row, found.suggested_label) == (10, int(truth[10]))
    assert found.n_agreeing_neighbours >= 2


def test_labels_that_do_not_exclude_each_other_are_judged_each_by_itself() -> None:
    counts, truth = topics([80, 80, 80])
    answers = {row: (int(truth[row]), 3) if row % 2 else (int(truth[row]),) for row in range(60)}
    judged = pile_of(counts).judge.judge(answers, is_exclusive=False)
    assert judged.label_numbers.tolist() == [0, 1, 2, 3]
    own = judged.probabilities[np.arange(60, 240), truth[60:]]
    assert (own > 0.5).mean() > 0.9
    assert judged.probabilities.sum(axis=1).max() > 1


def test_questions_come_at_once_in_a_large_pile() -> None:
    counts, truth = topics([2_500] * 8)
    pile, answers = pile_of(counts), answers_of(truth, list(range(100)))
    choose_next_questions(pile, answers, pile.judge.judge(answers))
    answers |= answers_of(truth, [150])
    began = time.process_time()
    choose_next_questions(pile, answers, pile.judge.judge(answers))
    assert time.process_time() - began < 2  # some tens of milliseconds where nothing else runs

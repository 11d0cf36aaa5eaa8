"""Label sets hold the true label as often as promised, and are empty for what is unlike anything learnt."""

import numpy as np
import pytest

from nbengine.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.trust.calibration import (
    count_unique_tokens,
    learn_label_sets,
    log_odds_against_best_other_label,
    unknown_share,
)

LOG_PRIOR = np.log([0.6, 0.3, 0.1])
WORD_SHARES = np.array([[0.6, 0.2, 0.1, 0.1], [0.1, 0.6, 0.2, 0.1], [0.1, 0.3, 0.5, 0.1]])


def some_documents(n_documents, seed, word_shares=WORD_SHARES):
    generator = np.random.default_rng(seed)
    truth = generator.choice(3, n_documents, p=np.exp(LOG_PRIOR))
    lengths = generator.integers(1, 15, n_documents)
    counts = np.array([generator.multinomial(length, word_shares[c]) for length, c in zip(lengths, truth, strict=True)])
    return counts @ np.log(WORD_SHARES).T + LOG_PRIOR, truth, lengths


def learnt(n_documents=3_000, unknown=None):
    return learn_label_sets(*some_documents(n_documents, seed=0), LOG_PRIOR, unknown)


@pytest.mark.parametrize("error", [0.05, 0.1, 0.3])
def test_each_label_is_in_the_set_as_often_as_promised(error):
    log_joint, truth, lengths = some_documents(20_000, seed=1)

    sets = learnt().possible_labels(log_joint, lengths, error=error)

    for label in range(3):
        assert sets[truth == label, label].mean() >= 1 - error - 0.02
    assert sets.mean() < 1


def test_more_tolerance_never_makes_a_set_larger():
    log_joint, _, lengths = some_documents(500, seed=2)
    narrow, wide = (learnt().possible_labels(log_joint, lengths, error=error) for error in (0.2, 0.05))

    assert (narrow <= wide).all()


def test_words_that_no_label_uses_so_often_give_an_empty_set():
    rare_only = np.array([[0, 0, 0, 30]])

    sets = learnt()

    log_joint = rare_only @ np.log(WORD_SHARES).T + LOG_PRIOR
    assert not sets.possible_labels(log_joint, [30]).any()
    assert sets.is_unlike_learnt(log_joint, [30]).tolist() == [True]
    assert not sets.is_unlike_learnt(*some_documents(2_000, seed=3)[::2]).mean() > 0.02


def test_nothing_but_unknown_words_is_unlike_anything():
    generator = np.random.default_rng(5)
    log_joint, truth, lengths = some_documents(3_000, seed=0)
    sets = learn_label_sets(log_joint, truth, lengths, LOG_PRIOR, generator.poisson(0.05 * lengths))

    assert sets.is_unlike_learnt(LOG_PRIOR[None, :], [0]).tolist() == [True]
    assert sets.is_unlike_learnt(log_joint[:1], lengths[:1], [60]).tolist() == [True]
    assert sets.is_unlike_learnt(log_joint[:1], lengths[:1], [0]).tolist() == [False]


def test_few_documents_cannot_rule_a_label_out():
    log_joint, truth, lengths = some_documents(12, seed=0)
    sets = learn_label_sets(log_joint, truth, lengths, LOG_PRIOR)

    assert sets.possible_labels(log_joint, lengths, error=0.05).all()


def test_a_label_without_documents_is_no_obstacle():
    log_joint, truth, lengths = some_documents(500, seed=0)
    log_prior = np.append(LOG_PRIOR, -np.inf)
    log_joint = np.column_stack([log_joint, np.full(500, -np.inf)])

    sets = learn_label_sets(log_joint, truth, lengths, log_prior)

    assert np.isfinite(sets.p_values(log_joint, lengths)).all()
    assert sets.is_unlike_learnt(log_joint, lengths).mean() <= 0.01


def test_odds_are_taken_against_the_best_other_label():
    odds = log_odds_against_best_other_label(np.array([[1.0, 4.0, 2.0], [-np.inf, -np.inf, 0.0], [-np.inf] * 3]))

    np.testing.assert_array_equal(odds, [[-3, 2, -2], [-np.inf, -np.inf, np.inf], [0, 0, 0]])
    assert log_odds_against_best_other_label(np.array([[3.0]])).tolist() == [[0.0]]


def test_tokens_of_no_other_document_are_unknown_once_it_is_left_out():
    counts = count_matrix([[2, 1, 0], [0, 1, 3], [0, 0, 0]])

    assert count_unique_tokens(counts, [1, 2, 1]).tolist() == [2, 3, 0]
    assert unknown_share([0, 10], [10, 0]).tolist() == [0.5, 0.0]


def test_scores_of_another_shape_are_refused():
    with pytest.raises(EngineError, match="do not go with 3 labels"):
        learnt().p_values([[0.0, 1.0]], [1])
    with pytest.raises(EngineError, match="need a true label and a length each"):
        learn_label_sets([[0.0, 1.0]], [0], [1, 2], [0.0, 0.0])

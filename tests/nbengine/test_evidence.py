"""Evidence per word ranks by how strongly the informative words speak, not by how many there are."""

import numpy as np
import pytest

from nbengine.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.measure.ranking_curves import evidence_per_word


def test_log_odds_are_shared_among_the_words_that_speak_for_a_side():
    counts = count_matrix([[3, 1, 2], [5, 0, 0], [0, 0, 0]])

    shared = evidence_per_word(np.array([6.0, 0.3, -np.inf]), counts, np.array([0.05, -0.5, 0.11]))

    assert shared.tolist() == [2.0, 0.3, -np.inf]


def test_a_long_document_ranks_like_a_short_one_of_the_same_words():
    ratios = np.array([0.02, 2.0, -1.0])
    counts = count_matrix([[1, 2, 1], [100, 200, 100]])
    log_odds = counts.csr @ ratios

    scores = evidence_per_word(log_odds, counts, ratios)

    assert scores[0] == pytest.approx(scores[1])
    assert log_odds[1] == pytest.approx(100 * log_odds[0])


def test_another_number_of_ratios_is_refused():
    with pytest.raises(EngineError, match="3 columns need one log-ratio each"):
        evidence_per_word(np.array([0.5]), count_matrix([[1, 2, 3]]), np.array([0.5]))

"""Evidence per word ranks by how strongly the informative words speak, not by how many there are."""

import numpy as np
import pytest

from nbengine.arrays.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.measure.evidence_per_word import evidence_per_word, informative_words


def test_only_words_that_speak_for_a_side_are_counted():
    counts = count_matrix([[3, 1, 2], [5, 0, 0], [0, 0, 0]])

    assert informative_words(counts, [0.05, -0.5, 0.11]).tolist() == [3, 0, 0]
    assert informative_words(counts, [0.05, -0.5, 0.11], threshold=0.0).tolist() == [6, 5, 0]


def test_a_long_document_ranks_like_a_short_one_of_the_same_words():
    ratios = np.array([0.02, 2.0, -1.0])
    counts = count_matrix([[1, 2, 1], [100, 200, 100]])
    log_odds = counts.csr @ ratios

    scores = evidence_per_word(log_odds, informative_words(counts, ratios))

    assert scores[0] == pytest.approx(scores[1])
    assert log_odds[1] == pytest.approx(100 * log_odds[0])


def test_documents_without_informative_words_keep_their_log_odds():
    assert evidence_per_word([0.3, -np.inf], [0, 2]).tolist() == [0.3, -np.inf]


def test_shapes_that_do_not_match_are_refused():
    with pytest.raises(EngineError, match="3 columns need one log-ratio each"):
        informative_words(count_matrix([[1, 2, 3]]), [0.5])
    with pytest.raises(EngineError, match="as many word numbers"):
        evidence_per_word([1.0, 2.0], [1])

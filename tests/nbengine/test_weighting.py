"""Binary counts and tf-idf as transforms of counts."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfTransformer

from nbengine.counts import CountMatrix, count_matrix
from nbengine.errors import EngineError
from nbengine.learnt.tally import document_frequencies, fit_tfidf, to_binary_counts
from tests.nbengine.problems import a_problem


def test_binary_counts_are_ones_above_the_threshold():
    table = np.array([[0, 1, 2], [3, 0, 0]])

    np.testing.assert_array_equal(to_binary_counts(count_matrix(table)).csr.toarray(), table > 0)
    np.testing.assert_array_equal(to_binary_counts(count_matrix(table), 1).csr.toarray(), table > 1)


@pytest.mark.parametrize("is_sublinear", [False, True])
@pytest.mark.parametrize("is_normalised", [False, True])
def test_tfidf_equals_scikit_learn(is_sublinear, is_normalised):
    counts = a_problem(seed=2).counts
    theirs = TfidfTransformer(norm="l2" if is_normalised else None, sublinear_tf=is_sublinear)

    frequencies = document_frequencies(counts)
    ours = fit_tfidf(frequencies, counts.n_documents, is_sublinear=is_sublinear, is_normalised=is_normalised)(counts)

    expected = theirs.fit_transform(counts.csr.toarray()).toarray()
    np.testing.assert_allclose(ours.csr.toarray(), expected, rtol=1e-12)


def test_the_idf_is_frozen_and_new_tokens_are_as_rare_as_can_be():
    weigh = fit_tfidf([3, 0], 3, is_sublinear=False, is_normalised=False)

    weighed = weigh(count_matrix(np.array([[1, 1, 1]])))

    np.testing.assert_allclose(weighed.values, [1, np.log(4) + 1, np.log(4) + 1])


def test_explicit_zeros_and_empty_documents_stay_out():
    counts = CountMatrix(np.array([0, 1, 1]), np.array([0], dtype=np.int32), np.array([0]), 2)

    assert len(fit_tfidf(document_frequencies(counts), 2)(counts).values) == 0
    assert to_binary_counts(counts).n_documents == 2


@pytest.mark.parametrize("wrong", [[5.0], [-1.0], [np.nan]])
def test_impossible_frequencies_are_refused(wrong):
    with pytest.raises(EngineError):
        fit_tfidf(wrong, 3)

"""Counts under another numbering."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.counts import count_matrix, remap_tokens
from nbengine.errors import EngineError
from nbengine.text.token_counter import CountedBatch, TokenCounter
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary


@st.composite
def counts_and_columns(draw):
    n_documents, n_tokens, n_new = draw(st.integers(0, 4)), draw(st.integers(0, 6)), draw(st.integers(0, 6))
    cells = draw(st.lists(st.integers(0, 2), min_size=n_documents * n_tokens, max_size=n_documents * n_tokens))
    columns = draw(st.lists(st.integers(-1, n_new - 1), min_size=n_tokens, max_size=n_tokens))
    return np.array(cells, np.int64).reshape(n_documents, n_tokens), np.array(columns, np.int64), n_new


@given(counts_and_columns())
def test_a_row_is_what_a_slice_of_one_document_holds(problem):
    counts = count_matrix(problem[0])
    for document in range(counts.n_documents):
        row, taken = counts.row(document), counts[document : document + 1]
        assert (row.n_documents, row.n_tokens) == (1, counts.n_tokens)
        np.testing.assert_array_equal(row.csr.toarray(), taken.csr.toarray())


@given(counts_and_columns())
def test_equal_new_columns_are_added_up_and_minus_one_is_left_out(problem):
    dense, columns, n_new = problem
    expected = np.zeros((len(dense), n_new), np.int64)
    for token, column in enumerate(columns):
        if column >= 0:
            expected[:, column] += dense[:, token]

    moved = remap_tokens(count_matrix(dense), columns, n_new)

    np.testing.assert_array_equal(moved.csr.toarray(), expected)
    for start, end in zip(moved.starts, moved.starts[1:], strict=False):
        assert (np.diff(moved.tokens[start:end]) > 0).all()


@pytest.mark.parametrize("columns", [[0], [0, 2], [-2, 0]])
def test_columns_that_do_not_fit_are_refused(columns):
    with pytest.raises(EngineError):
        remap_tokens(count_matrix(np.ones((1, 2), np.int64)), np.array(columns), 2)


def test_a_batch_counted_elsewhere_comes_in_with_its_words():
    worker = TokenCounter(TokenRules())
    worker.count(["something else before"])
    batch = worker.count_with_own_vocabulary(["spam spam ham", "ham"])
    vocabulary = Vocabulary(["ham", "eggs"])

    assert isinstance(batch, CountedBatch)
    assert batch.counts.n_tokens == 2
    np.testing.assert_array_equal(batch.counts_over(vocabulary, grow=False).csr.toarray(), [[1, 0], [1, 0]])
    np.testing.assert_array_equal(batch.counts_over(vocabulary).csr.toarray(), [[1, 0, 2], [1, 0, 0]])
    assert vocabulary.words == ("ham", "eggs", "spam")

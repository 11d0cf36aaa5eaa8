"""From documents to tokens by functions: those that the caller gives, and runs of characters within words.

Each document goes through Python, token by token, which is the price of functions of one's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import Any

import numpy as np
from scipy import sparse

from nbengine.arrays.counts import CountMatrix, IntArray, count_matrix
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.vocabulary import Vocabulary

DOCUMENTS_AT_ONCE = 1 << 10


@dataclass(frozen=True, slots=True)
class FunctionCounter:
    """Counts what a function makes of each document, over a vocabulary that grows unless it is fixed."""

    tokens_of: Callable[[Any], Iterable[str]]
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    is_growing: bool = True

    def count(self, documents: Sequence[Any]) -> CountMatrix:
        """Count the tokens of each document; those that are not in a fixed vocabulary are left out."""
        rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for start in range(0, len(documents), DOCUMENTS_AT_ONCE):
            found = [self._tokens(document) for document in documents[start : start + DOCUMENTS_AT_ONCE]]
            numbers = self._numbers([token for tokens in found for token in tokens])
            places = np.repeat(np.arange(start, start + len(found)), [len(tokens) for tokens in found])
            rows.append(places[numbers >= 0])
            columns.append(numbers[numbers >= 0])
        ones: Any = np.ones(sum(map(len, rows)), dtype=np.int32)
        cells = (np.concatenate(rows), np.concatenate(columns))
        return count_matrix(sparse.csr_array((ones, cells), shape=(len(documents), len(self.vocabulary))))

    def _tokens(self, document: Any) -> list[str]:
        tokens = list(self.tokens_of(document))
        other = next((token for token in tokens if not isinstance(token, str)), None)
        if other is not None:
            raise ValueError(f"A document must be cut into strings, got {other!r} among its tokens.")
        return tokens

    def _numbers(self, tokens: list[str]) -> IntArray:
        return self.vocabulary.add(tokens) if self.is_growing else self.vocabulary.numbers(tokens)


def runs_within_words(text: str, limits: tuple[int, int]) -> list[str]:
    """Cut each word, a space before and behind it, into runs of characters; one shorter than all runs counts once."""
    shortest, longest = limits
    runs = []
    for word in text.split():
        padded = f" {word} "
        if len(padded) < shortest:
            runs.append(padded)
        for length in range(shortest, min(longest, len(padded)) + 1):
            runs += [padded[start : start + length] for start in range(len(padded) - length + 1)]
    return runs

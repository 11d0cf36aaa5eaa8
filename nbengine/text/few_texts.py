"""A few short texts to counts, word by word: whole-array counting pays only from some ten texts on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from nbengine.arrays.counts import CountMatrix
from nbengine.text.token_rules import TokenRules, compiled, document_tokens
from nbengine.text.vocabulary import Vocabulary

FEW_CHARACTERS = 1 << 14
"""More characters than these, in all texts together, are counted by whole arrays."""
MOST_REMEMBERED = 1 << 18
"""Words whose numbers are kept at hand."""
SEVERAL = 4
"""Questions after which all words of a vocabulary are taken to hand, if they are no more than that."""


class WordNumbers:
    """The numbers of words that were looked up before; those of a vocabulary never change."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._known: dict[str, int] = {}
        self._n_asked = 0

    def find(self, words: Sequence[str], *, unwanted: frozenset[str] | None = None) -> list[int]:
        """Return each word's number, or -1; with `unwanted`, all words but these are numbered if they are new."""
        known = self._known
        found = list(map(known.get, words))
        if None not in found:
            return found  # type: ignore[return-value] # mypy does not see that no None is left
        missing = [word for word, number in zip(words, found, strict=True) if number is None]
        if self._has_all():
            if unwanted is not None:
                new = [word for word in missing if word not in known and word not in unwanted]
                known.update(zip(new, self._vocabulary.append_new(new), strict=True))
        else:
            if len(known) + len(missing) > MOST_REMEMBERED:
                known.clear()
                missing = list(words)
            self._remember(missing, unwanted)
        return [known.get(word, -1) for word in words]

    def _has_all(self) -> bool:
        """Return whether a word that is not at hand is not in the vocabulary; take all to hand where that pays."""
        n_words = len(self._vocabulary)
        self._n_asked += 1
        if len(self._known) != n_words and self._n_asked > SEVERAL and n_words < MOST_REMEMBERED:
            self._known.update(zip(self._vocabulary.words, range(n_words), strict=True))
        return len(self._known) == n_words

    def _remember(self, words: Sequence[str], unwanted: frozenset[str] | None) -> None:
        if unwanted is not None:
            wanted = [word for word in words if word not in unwanted]
            self._known.update(zip(wanted, self._vocabulary.add(wanted).tolist(), strict=True))
            words = [word for word in words if word in unwanted]
        numbers = self._vocabulary.numbers(words).tolist() if words else []
        self._known.update((word, number) for word, number in zip(words, numbers, strict=True) if number >= 0)


def are_few(texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None) -> bool:
    """Tell whether these texts are better counted one by one."""
    size = sum(map(len, texts))
    if fields is not None and size <= FEW_CHARACTERS:
        size += sum(len(value) for some in fields for value in some.values())
    return size <= FEW_CHARACTERS


def words_of_texts(
    texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None, rules: TokenRules
) -> list[Counter[str]]:
    """Return how often each token occurs in each text."""
    if rules == TokenRules(pattern=rules.pattern, lower=rules.lower):
        find = compiled(rules.pattern).findall
        return [Counter(filter(None, find(text.lower() if rules.lower else text))) for text in texts]
    own = [{}] * len(texts) if fields is None else fields
    return [Counter(document_tokens(text, some, rules)) for text, some in zip(texts, own, strict=True)]


def row_of(numbers: Sequence[int], times: Iterable[int], n_tokens: int) -> tuple[CountMatrix, int]:
    """Put the counts of one text, by different tokens, into a row; return how many are of tokens below 0."""
    tokens, values = np.array(numbers, np.int32), np.fromiter(times, np.int32, len(numbers))
    order = tokens.argsort()
    tokens, values = tokens[order], values[order]
    n_unknown = int(np.searchsorted(tokens, 0))
    unknown, values = int(values[:n_unknown].sum()), values[n_unknown:]
    return CountMatrix(np.array([0, len(values)]), tokens[n_unknown:], values, n_tokens), unknown


def rows_of(counted: Sequence[Mapping[int, int]], n_tokens: int) -> CountMatrix:
    """Put the counts of each text, by token, into rows."""
    tokens = [sorted(row) for row in counted]
    starts = np.cumsum([0, *map(len, tokens)])
    values = [row[token] for row, some in zip(counted, tokens, strict=True) for token in some]
    flat = [token for some in tokens for token in some]
    return CountMatrix(starts, np.array(flat, np.int32), np.array(values, np.int32), n_tokens)

"""Names of all words of a table, with what sorting, searching and the plot ask of each word.

They are made at once where the table is made: a loop over every word would hold up the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.pages.words.evidence_names import plain_name, with_seen_ends
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class WordNames:
    """The words of a table as people call them, in one language."""

    language: str
    names: NDArray[Any]
    """(n_words,) texts."""
    ranks: NDArray[np.int64]
    """(n_words,): places in the order of the names, which sort faster than the names."""
    have_bars: NDArray[np.bool_]
    """(n_words,): which words mean enough to people for a bar of the plot."""
    _searched: NDArray[Any]
    """(n_words,): the word, and after it its name in small letters where that is another text."""

    def containing(self, text: str) -> NDArray[np.bool_]:
        """Return which words have a text in them or in their names, (n_words,)."""
        return np.asarray(np.strings.find(self._searched, _encodable(text.casefold())) >= 0, np.bool_)


def named_words(words: NDArray[Any], language: str, *, are_of_mail: bool) -> WordNames:
    """Name the words of a table; those of texts other than mail are their own names."""
    tokens = words.tolist()
    names = [plain_name(token) for token in tokens] if are_of_mail else [*map(with_seen_ends, tokens)]
    folded = [name.casefold() for name in names]
    searched = [token if token == small else f"{token}\n{small}" for token, small in zip(tokens, folded, strict=True)]
    return WordNames(language, _objects(names), _ranks(names), _have_bars(tokens), _texts(searched))


def _have_bars(tokens: Sequence[str]) -> NDArray[np.bool_]:
    """Numbers, single characters and the order of headers mean little to people."""
    texts = _texts(tokens)
    means_little = np.strings.isdigit(texts) | np.strings.startswith(texts, "mark:order:")
    return np.asarray((np.strings.str_len(texts) > 1) & ~means_little, np.bool_)


def _ranks(names: Sequence[str]) -> NDArray[np.int64]:
    ranks = np.empty(len(names), dtype=np.int64)
    ranks[np.argsort(_texts(names), kind="stable")] = np.arange(len(names))
    return ranks


def _objects(names: Sequence[str]) -> NDArray[Any]:
    found = np.empty(len(names), dtype=object)
    found[:] = names
    return found


def _texts(texts: Sequence[str]) -> NDArray[Any]:
    """As an array that takes the room of each text alone, so that one endless word does not lengthen all."""
    try:
        return np.array(texts, dtype=np.dtypes.StringDType())
    except UnicodeEncodeError:
        return np.array([_encodable(text) for text in texts], dtype=np.dtypes.StringDType())


def _encodable(text: str) -> str:
    """With a question mark in the place of half a surrogate pair."""
    return text.encode("utf-8", "replace").decode()

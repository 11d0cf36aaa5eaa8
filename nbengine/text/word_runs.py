"""Runs of words as numbers, and runs of characters as words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from nbengine.lazy_dataclasses import dataclass
from nbengine.text.hash_table import KeyTable
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.word_cutting import CHUNK, Words
from nbengine.text.word_keys import KEYRING, LANE, IntArray, Spans, concatenated, flat_positions

_BITS = np.uint64(32)


class Phrases:
    """Numbers for runs of two and more words, each made of a shorter run and the word after it."""

    def __init__(self, forms: Vocabulary, longest: int) -> None:
        self._forms = forms
        self._tables = [KeyTable(KEYRING.spread) for _ in range(longest - 1)]

    def __len__(self) -> int:
        return sum(map(len, self._tables))

    def longer(self, n_words: int, shorter: IntArray, words: IntArray) -> IntArray:
        """Number runs of n words by the numbers of runs of n - 1 words (of single words, for two) and the last word."""
        keys = (shorter.astype(np.uint64) << _BITS) | words.astype(np.uint64)
        return self._tables[n_words - 2].find_or_add(keys)

    def spans(self, n_words: int, numbers: IntArray) -> Spans:
        """Return runs of n words as bytes, the words joined by a space."""
        if n_words == 1:
            return self._forms.spans(numbers)
        keys = self._tables[n_words - 2].keys(numbers)
        shorter = self.spans(n_words - 1, (keys >> _BITS).astype(np.int64))
        last = self._forms.spans((keys & np.uint64(0xFFFFFFFF)).astype(np.int64))
        return concatenated([shorter, b" ", last], len(numbers))


@dataclass(frozen=True, slots=True)
class CharacterCutter:
    """Cuts texts into overlapping runs of characters."""

    rules: TokenRules
    limits: tuple[int, int]
    white_space: str = r"\s+"
    """The pattern of what becomes a single space."""

    def cut(self, texts: Sequence[str]) -> Words:
        return self._runs([self._folded(text) for text in texts], 0)

    def pieces(self, text: str) -> Iterator[Words]:
        """The lower case of Σ asks what is around it, so that a text that has one is put into lower case as a whole."""
        if self.rules.lower and "Σ" in text:
            yield from replace(self, rules=replace(self.rules, lower=False)).pieces(text.lower())
            return
        border = re.compile(r"\S")
        before, start = "", 0
        while start < len(text):
            cut = border.search(text, start + CHUNK)
            end = cut.end() if cut else len(text)
            both = before + self._folded(text[start:end])
            yield self._runs([both], len(before))
            before, start = both[len(both) - min(self.limits[1] - 1, len(both)) :], end

    def _folded(self, text: str) -> str:
        return re.sub(self.white_space, " ", text.lower() if self.rules.lower else text)

    def _runs(self, texts: Sequence[str], n_old: int) -> Words:
        """Cut texts, without the runs that lie within the first characters of each."""
        data = np.frombuffer("".join(texts).encode("utf-8", "surrogatepass") + bytes(LANE), np.uint8)
        characters = np.flatnonzero((data & 0xC0) != 0x80)
        lengths = np.array([len(text) for text in texts], np.int64)
        begins = np.cumsum(lengths) - lengths
        starts, sizes, places = [], [], []
        for n_characters in range(self.limits[0], self.limits[1] + 1):
            n_left_out = max(n_old - n_characters + 1, 0)
            counts = np.maximum(lengths - n_characters + 1 - n_left_out, 0)
            firsts = flat_positions(begins + n_left_out, counts)
            starts.append(characters[firsts])
            sizes.append(characters[firsts + n_characters] - starts[-1])
            places.append(np.repeat(np.arange(len(texts)), counts))
        return Words(Spans(data, np.concatenate(starts), np.concatenate(sizes)), np.concatenate(places))

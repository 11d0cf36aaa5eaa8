"""Numbered words, both ways: a growing hash table held in arrays.

Words live as UTF-8 in one byte array, numbers in an open-addressing table at most half full; no Python
object per word. A million words take about 35 bytes each, and whole arrays of words are looked up at once.
What leaves the process are words, never hashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.errors import DamagedModelError
from nbengine.spans import KEYRING, LANE, IntArray, Keyring, Keys, Spans, differing, spans_of, spans_of_blob

_FIRST_SLOTS = 1 << 10


class Vocabulary:
    """Words numbered from 0 in the order in which they came."""

    def __init__(self, words: Iterable[str] = (), *, keyring: Keyring = KEYRING) -> None:
        self._keyring = keyring
        self._n_words = 0
        self._data = np.zeros(1 << 12, np.uint8)
        self._ends = np.zeros(1 << 8, np.int64)
        self._keys = np.zeros(1 << 8, np.uint64)
        self._slots = np.full(_FIRST_SLOTS, -1, np.int32)
        self.add(words)

    def __len__(self) -> int:
        return self._n_words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: str) -> bool:
        return self.number(word) >= 0

    def __eq__(self, other: object) -> bool:
        """The same words under the same numbers."""
        if not isinstance(other, Vocabulary):
            return NotImplemented
        blob, lengths = self.to_blob()
        other_blob, other_lengths = other.to_blob()
        return blob == other_blob and np.array_equal(lengths, other_lengths)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Vocabulary.from_blob, self.to_blob()

    @property
    def words(self) -> tuple[str, ...]:
        """All words in the order of their numbers; made anew at each call."""
        return tuple(self.spans().texts())

    def number(self, word: str) -> int:
        """Return the word's number, or -1."""
        return int(self.numbers([word])[0])

    def numbers(self, words: Iterable[str]) -> IntArray:
        """Return each word's number, or -1, shape (n_words,)."""
        return self.find(spans_of(words))

    def add(self, words: Iterable[str]) -> IntArray:
        """Number the words that are new, and return all their numbers, shape (n_words,)."""
        return self.find_or_add(spans_of(words))

    def word(self, number: int) -> str:
        if not 0 <= number < self._n_words:
            raise IndexError(f"There are {self._n_words} words; none has the number {number}.")
        return self.spans(np.array([number])).texts()[0]

    def words_of(self, numbers: npt.NDArray[Any]) -> list[str]:
        """Return the words with these numbers."""
        return self.spans(np.asarray(numbers, np.int64)).texts()

    def spans(self, numbers: npt.NDArray[Any] | None = None) -> Spans:
        """Return the bytes of these words, or of all."""
        if numbers is None:
            starts, ends = self._ends[: self._n_words], self._ends[1 : self._n_words + 1]
            return Spans(self._data, starts, ends - starts)
        starts = self._ends[numbers]
        return Spans(self._data, starts, self._ends[np.add(numbers, 1)] - starts)

    def to_blob(self) -> tuple[bytes, npt.NDArray[np.int32]]:
        """Return all words as one run of UTF-8 and each word's length in bytes."""
        used = self._data[: self._ends[self._n_words]].tobytes()
        return used, np.diff(self._ends[: self._n_words + 1]).astype(np.int32)

    @classmethod
    def from_blob(cls, blob: bytes, lengths: npt.NDArray[Any]) -> Vocabulary:
        """Make a vocabulary of what `to_blob` gave; refuse what cannot have come from there."""
        lengths = np.asarray(lengths).astype(np.int64)
        if lengths.ndim != 1 or (lengths < 0).any() or lengths.sum() != len(blob):
            raise DamagedModelError(f"The lengths of the words do not add up to their {len(blob)} bytes.")
        spans = spans_of_blob(blob, lengths)
        _refuse_broken_words(blob, spans)
        vocabulary = cls()
        vocabulary.find_or_add(spans)
        if len(vocabulary) != len(lengths):
            raise DamagedModelError(f"Of {len(lengths)} words only {len(vocabulary)} are different.")
        return vocabulary

    def mapping_to(self, other: Vocabulary, *, grow: bool) -> IntArray:
        """Return the other vocabulary's number for each word here, -1 where it has none and may not grow."""
        spans = self.spans()
        return other.find_or_add(spans) if grow else other.find(spans)

    def find(self, spans: Spans) -> IntArray:
        """Return each word's number, or -1."""
        return self._find(spans, self._keyring.keys(spans)).astype(np.int64)

    def find_or_add(self, spans: Spans) -> IntArray:
        """Return each word's number; new words are numbered in the order of their first appearance."""
        keys = self._keyring.keys(spans)
        numbers = self._find(spans, keys).astype(np.int64)
        missing = np.flatnonzero(numbers < 0)
        if len(missing):
            numbers[missing] = self._add_missing(spans.picked(missing), keys[missing])
        return numbers

    def _find(self, spans: Spans, keys: Keys) -> npt.NDArray[np.int32]:
        places = self._places(keys)
        found = self._slots[places]
        wrong = self._mismatched(found, spans, keys)
        last = len(self._slots) - 1
        while len(wrong):
            places[wrong] = (places[wrong] + 1) & last
            found[wrong] = self._slots[places[wrong]]
            wrong = wrong[self._mismatched(found[wrong], spans.picked(wrong), keys[wrong])]
        return found

    def _mismatched(self, found: npt.NDArray[np.int32], spans: Spans, keys: Keys) -> IntArray:
        """Return where another word than the one looked for was found; nothing found is no mismatch."""
        is_wrong = self._keys[found] != keys
        equal = np.flatnonzero(~is_wrong & (spans.lengths > LANE - 1) & (found >= 0))
        if len(equal):
            is_wrong[equal] = differing(spans.picked(equal), self.spans(found[equal]))
        is_wrong &= found >= 0
        return np.flatnonzero(is_wrong)

    def _places(self, keys: Keys) -> IntArray:
        shift = np.uint64(65 - len(self._slots).bit_length())
        return ((keys * self._keyring.spread) >> shift).astype(np.int64)

    def _add_missing(self, spans: Spans, keys: Keys) -> IntArray:
        firsts, ranks = _distinct(spans, keys)
        numbers = np.arange(self._n_words, self._n_words + len(firsts))
        self._append(spans.picked(firsts), keys[firsts])
        return numbers[ranks]

    def _append(self, spans: Spans, keys: Keys) -> None:
        first, after = self._n_words, self._n_words + len(spans)
        n_bytes = int(self._ends[first])
        ends = n_bytes + np.cumsum(spans.lengths)
        self._data = _with_room(self._data, int(ends[-1]) + LANE)
        self._ends = _with_room(self._ends, after + 1)
        self._keys = _with_room(self._keys, after + 1)
        self._data[n_bytes : ends[-1]] = np.frombuffer(spans.compact(), np.uint8)
        self._ends[first + 1 : after + 1] = ends
        self._keys[first:after] = keys
        self._n_words = after
        self._place(first)

    def _place(self, first: int) -> None:
        """Enter the words from the first new one on into the table, making it larger where it would pass half."""
        n_slots = len(self._slots)
        while self._n_words * 2 > n_slots:
            n_slots *= 2
        if n_slots != len(self._slots):
            self._slots, first = np.full(n_slots, -1, np.int32), 0
        numbers = np.arange(first, self._n_words, dtype=np.int32)
        places = self._places(self._keys[first : self._n_words])
        while len(numbers):
            is_free = self._slots[places] < 0
            self._slots[places[is_free]] = numbers[is_free]
            is_left = self._slots[places] != numbers
            numbers, places = numbers[is_left], (places[is_left] + 1) & (n_slots - 1)


def _distinct(spans: Spans, keys: Keys) -> tuple[IntArray, IntArray]:
    """Return where each different word appears first, in that order, and each word's rank among them."""
    order = np.argsort(keys, kind="stable")
    is_new = np.ones(len(order), bool)
    np.not_equal(keys[order[1:]], keys[order[:-1]], out=is_new[1:])
    groups = np.cumsum(is_new) - 1
    firsts = order[is_new]
    if differing(spans.picked(order), spans.picked(firsts[groups])).any():
        return _distinct_one_by_one(spans)
    by_appearance = np.argsort(firsts)
    ranks_of_groups = np.empty(len(firsts), np.int64)
    ranks_of_groups[by_appearance] = np.arange(len(firsts))
    ranks = np.empty(len(order), np.int64)
    ranks[order] = ranks_of_groups[groups]
    return firsts[by_appearance], ranks


def _distinct_one_by_one(spans: Spans) -> tuple[IntArray, IntArray]:
    """Do the same where different words share a key, which chance alone never brings about."""
    ranks_of_words: dict[bytes, int] = {}
    firsts: list[int] = []
    ranks = np.empty(len(spans), np.int64)
    for place in range(len(spans)):
        rank = ranks_of_words.setdefault(spans.word(place), len(firsts))
        if rank == len(firsts):
            firsts.append(place)
        ranks[place] = rank
    return np.array(firsts, np.int64), ranks


def _with_room(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    if size <= len(array):
        return array
    larger = np.zeros(max(size, len(array) + len(array) // 2), array.dtype)
    larger[: len(array)] = array
    return larger


def _refuse_broken_words(blob: bytes, spans: Spans) -> None:
    try:
        blob.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise DamagedModelError("The words are not UTF-8.") from error
    firsts = spans.data[spans.starts[spans.lengths > 0]]
    if ((firsts & 0xC0) == 0x80).any():
        raise DamagedModelError("A word begins in the middle of a character.")

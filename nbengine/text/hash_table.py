"""An open-addressing hash table held in arrays: 64-bit keys to consecutive numbers, whole arrays at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.text.word_keys import IntArray, Keys

_FIRST_SLOTS = 1 << 10


class KeyTable:
    """Keys numbered from 0 in the order they were appended; at most three eighths full, linear probing."""

    def __init__(self, spread: np.uint64) -> None:
        self._spread = spread
        self._n_keys = 0
        self._keys: Keys = np.zeros(1 << 8, np.uint64)
        self._slots = np.full(_FIRST_SLOTS, -1, np.int32)

    def __len__(self) -> int:
        return self._n_keys

    @property
    def nbytes(self) -> int:
        return self._keys.nbytes + self._slots.nbytes

    def keys(self, numbers: npt.NDArray[Any]) -> Keys:
        keys: Keys = self._keys[numbers]
        return keys

    def find(self, keys: Keys) -> npt.NDArray[np.int32]:
        """Return each key's number, or -1. Of equal keys that were appended one is found, always the same."""
        places = self._places(keys)
        found = self._slots.take(places)
        wrong = np.flatnonzero((self._keys.take(found) != keys) & (found >= 0))
        last = len(self._slots) - 1
        places, asked = places.take(wrong), keys.take(wrong)
        while len(wrong):
            places = (places + 1) & last
            again = self._slots.take(places)
            found[wrong] = again
            left = np.flatnonzero((self._keys.take(again) != asked) & (again >= 0))
            wrong, places, asked = wrong.take(left), places.take(left), asked.take(left)
        return found

    def find_or_add(self, keys: Keys) -> IntArray:
        """Return each key's number, numbering new ones in the order of their first appearance."""
        numbers = self.find(keys).astype(np.int64)
        missing = np.flatnonzero(numbers < 0)
        if len(missing):
            firsts, ranks = first_appearances(keys[missing])
            numbers[missing] = len(self) + ranks
            self.append(keys[missing[firsts]])
        return numbers

    def append(self, keys: Keys) -> None:
        """Give keys that are not in the table yet the next numbers."""
        first, after = self._n_keys, self._n_keys + len(keys)
        self._keys = with_room(self._keys, after)
        self._keys[first:after] = keys
        self._n_keys = after
        n_slots = len(self._slots)
        while after * 8 > n_slots * 3:
            n_slots *= 2
        if n_slots != len(self._slots):
            self._slots, first = np.full(n_slots, -1, np.int32), 0
        self._place(first)

    def _place(self, first: int) -> None:
        numbers = np.arange(first, self._n_keys, dtype=np.int32)
        places = self._places(self._keys[first : self._n_keys])
        last = len(self._slots) - 1
        while len(numbers):
            free = np.flatnonzero(self._slots.take(places) < 0)
            self._slots[places.take(free)] = numbers.take(free)
            left = np.flatnonzero(self._slots.take(places) != numbers)
            numbers, places = numbers.take(left), (places.take(left) + 1) & last

    def _places(self, keys: Keys) -> IntArray:
        shift = np.uint64(65 - len(self._slots).bit_length())
        places = keys * self._spread
        places >>= shift
        return places.view(np.int64)


def first_appearances(keys: Keys) -> tuple[IntArray, IntArray]:
    """Return where each different key appears first, in that order, and each key's rank among them."""
    order = np.argsort(keys)
    is_new = np.ones(len(order), np.bool_)
    np.not_equal(keys[order[1:]], keys[order[:-1]], out=is_new[1:])
    groups = np.empty(len(order), np.int64)
    groups[order] = np.cumsum(is_new) - 1
    firsts = np.minimum.reduceat(order, np.flatnonzero(is_new))
    is_first = np.zeros(len(order), np.bool_)
    is_first[firsts] = True
    return np.flatnonzero(is_first), (np.cumsum(is_first) - 1)[firsts][groups]


def with_room(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """Return the array, or a longer one that begins with it."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, len(array) + len(array) // 2), array.dtype)
    longer[: len(array)] = array
    return longer

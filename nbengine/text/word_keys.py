"""Words as slices of one run of UTF-8 bytes, and the 64-bit keys by which they are looked up.

A word of up to seven bytes is its own key, so most words need no hashing and can never be confused. Longer
words get a keyed sum over their eight-byte lanes (multilinear hashing); whoever uses it compares the bytes too.
This touches each word once or twice, where hashing by prefix sums touches every character; the price is reading
eight bytes at any address, which NumPy does at full speed. The multipliers are drawn anew in each process, so
nobody can write words that collide.

`KeyTable` is an open-addressing hash table held in arrays: 64-bit keys to consecutive numbers, whole arrays at once.
"""

from __future__ import annotations

import hashlib
import itertools
import secrets
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass

Bytes = npt.NDArray[np.uint8]
Keys = npt.NDArray[np.uint64]

LANE = 8
EXACT_BYTES = 7
"""Words up to this length are their own key."""
HUGE_BYTES = 1 << 8
"""Words longer than this are hashed and compared one by one."""

WORDS_AT_ONCE = 1 << 16
"""Words that are copied in one go."""
NEW_LINE = ord("\n")
"""Stands between words while they become bytes together; words that have it in them are taken one by one."""

_LOW_BYTES = np.array([(1 << (8 * n)) - 1 for n in range(EXACT_BYTES + 1)], dtype=np.uint64)
_LENGTH_SHIFT = np.uint64(56)
_LONG_MARK = np.uint64(1 << 63)
"""Set in the keys of longer words: they are never those of short ones."""
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Words in order; `data` goes on for at least eight bytes after the last one begins."""

    data: Bytes
    starts: IntArray
    lengths: IntArray

    def __len__(self) -> int:
        return len(self.starts)

    def picked(self, which: npt.NDArray[Any] | slice) -> Spans:
        return Spans(self.data, self.starts[which], self.lengths[which])

    @property
    def windows(self) -> Keys:
        """The eight bytes that begin at each byte, as one little-endian number; shares memory with `data`."""
        return np.ndarray((max(len(self.data) - LANE + 1, 0),), "<u8", self.data, 0, (1,))

    def lanes(self, positions: IntArray) -> Keys:
        """Return the eight bytes at each position."""
        return np.asarray(self.windows[positions])

    def tails(self) -> Keys:
        """Return the last eight bytes of words that have as many."""
        return self.lanes(self.starts + self.lengths - LANE)

    def begin_with(self, prefix: bytes) -> npt.NDArray[np.bool_]:
        """Tell which words begin with these bytes."""
        begins: npt.NDArray[np.bool_] = self.lengths >= len(prefix)
        for offset in range(0, len(prefix), LANE):
            part = prefix[offset : offset + LANE]
            n_unasked = np.uint64(8 * (LANE - len(part)))
            which = np.flatnonzero(begins)
            lanes = self.lanes(self.starts[which] + offset) << n_unasked
            begins[which] = lanes == np.uint64(int.from_bytes(part.rjust(LANE, b"\0"), "little"))
        return begins

    def middles(self) -> Iterator[tuple[int, IntArray]]:
        """Yield 8, 16, … with the places of the words that have a lane there, neither their first nor their last."""
        offset = LANE
        which = np.flatnonzero(self.lengths > 2 * LANE)
        while len(which):
            yield offset, which
            offset += LANE
            which = which[self.lengths[which] > offset + LANE]

    def __iter__(self) -> Iterator[bytes]:
        data = self.data.data
        ends = self.starts + self.lengths
        return (bytes(data[start:end]) for start, end in zip(self.starts.tolist(), ends.tolist(), strict=True))

    def compact(self) -> bytes:
        """Return the words' bytes one after another."""
        ends = np.cumsum(self.lengths)
        if len(ends) and np.array_equal(self.starts, ends - self.lengths + self.starts[0]):
            return self.data[self.starts[0] : self.starts[0] + ends[-1]].tobytes()
        data = np.zeros(int(ends[-1]) + LANE if len(ends) else 0, np.uint8)
        _copy(self, Spans(data, ends - self.lengths, self.lengths))
        return data[: len(data) - LANE].tobytes()

    def texts(self) -> list[str]:
        """Return the words as strings."""
        blob = self.compact()
        ends = np.cumsum(self.lengths)
        text = blob.decode("utf-8", "surrogatepass")
        if len(text) != len(blob):
            is_first = (np.frombuffer(blob, np.uint8) & 0xC0) != 0x80
            ends = np.concatenate(([0], np.cumsum(is_first)))[ends]
        bounds = [0, *ends.tolist()]
        return [text[start:end] for start, end in itertools.pairwise(bounds)]


def flat_positions(starts: IntArray, lengths: IntArray) -> IntArray:
    """Return starts[0], starts[0] + 1, … for each length in turn."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.asarray(np.arange(total) + np.repeat(starts - ends + lengths, lengths))


def _copy(source: Spans, target: Spans) -> None:
    """Copy words to other places: huge ones one by one, others in runs whose positions take little memory."""
    is_huge = source.lengths > HUGE_BYTES
    for word in np.flatnonzero(is_huge).tolist():
        start, place, length = source.starts[word], target.starts[word], source.lengths[word]
        target.data[place : place + length] = source.data[start : start + length]
    others = np.flatnonzero(~is_huge)
    for first in range(0, len(others), WORDS_AT_ONCE):
        some = others[first : first + WORDS_AT_ONCE]
        into, out_of = (flat_positions(spans.starts[some], spans.lengths[some]) for spans in (target, source))
        target.data[into] = source.data[out_of]


def alphabetical(spans: Spans) -> IntArray:
    """Return the places of the words in the order in which Python sorts strings: UTF-8 ascends as code points do.

    Eight bytes after another, and of each only among the words that were equal so far; zeros follow a word's end.
    """
    order = np.arange(len(spans))
    places: IntArray = np.arange(len(spans))
    groups: IntArray = np.zeros(len(spans), np.int64)
    offset = 0
    while len(places):
        words = order[places]
        some = spans.picked(words)
        if offset > HUGE_BYTES or (some.lengths <= offset).all():
            rest = list(zip(groups.tolist(), some, strict=True))
            order[places] = words[sorted(range(len(rest)), key=rest.__getitem__)]
            break
        keys = _ascending_lanes(some, offset)
        ranks: IntArray = np.lexsort((keys, groups)) if offset else np.argsort(keys)
        order[places], keys = words[ranks], keys[ranks]
        is_tied = np.zeros(len(keys) + 1, np.bool_)
        is_tied[1:-1] = (keys[1:] == keys[:-1]) & (groups[1:] == groups[:-1])
        kept = np.flatnonzero(is_tied[:-1] | is_tied[1:])
        places, groups, offset = places[kept], np.cumsum(~is_tied[:-1], dtype=np.int64)[kept], offset + LANE
    return order


def _ascending_lanes(spans: Spans, offset: int) -> Keys:
    """Return eight bytes of each word from there on as numbers that sort as they do, zeros where the word has ended."""
    n_left = np.clip(spans.lengths - offset, 0, LANE)
    starts = spans.starts + offset if offset == 0 else spans.starts + offset - (LANE - n_left)
    is_over = n_left == 0
    starts[is_over] = 0
    lanes = spans.lanes(starts).byteswap()
    n_bits = np.where(is_over, 0, (LANE - n_left) * 8).view(np.uint64)
    if offset == 0:
        lanes >>= n_bits
    lanes <<= n_bits
    lanes[is_over] = 0
    return lanes


def spans_of(words: Iterable[str]) -> Spans:
    """Put words one after another as UTF-8; lone surrogates are kept."""
    given = list(words)
    blob = "\n".join([*given, ""]).encode("utf-8", "surrogatepass")
    data = np.frombuffer(blob + bytes(LANE), np.uint8)
    ends = np.flatnonzero(data == NEW_LINE)
    if len(ends) == len(given):
        starts = np.concatenate((np.zeros(1, np.int64), ends + 1))[:-1]
        return Spans(data, starts, ends - starts)
    encoded = [word.encode("utf-8", "surrogatepass") for word in given]
    return spans_of_blob(b"".join(encoded), np.fromiter(map(len, encoded), np.int64, len(encoded)))


def spans_of_blob(blob: bytes, lengths: IntArray) -> Spans:
    """Cut a run of bytes into words of these lengths."""
    return Spans(np.frombuffer(blob + bytes(LANE), np.uint8), np.cumsum(lengths) - lengths, lengths)


def concatenated(parts: list[Spans | bytes], n_words: int) -> Spans:
    """Make words by joining parts: the n-th word of each Spans, and fixed bytes between them."""
    lengths = [np.full(n_words, len(part)) if isinstance(part, bytes) else part.lengths for part in parts]
    totals: IntArray = np.sum(lengths, axis=0, dtype=np.int64)
    starts = np.cumsum(totals) - totals
    data = np.zeros(int(totals.sum()) + LANE, np.uint8)
    places = starts
    for part, part_lengths in zip(parts, lengths, strict=True):
        if isinstance(part, bytes):
            data[flat_positions(places, part_lengths)] = np.tile(np.frombuffer(part, np.uint8), n_words)
        else:
            _copy(part, Spans(data, places, part_lengths))
        places = places + part_lengths
    return Spans(data, starts, totals)


class Keyring:
    """The secret multipliers of one process, and the keys they give."""

    def __init__(self, secret: bytes) -> None:
        n_lanes = HUGE_BYTES // LANE + 1
        self._secret = hashlib.blake2b(secret).digest()
        numbers = np.frombuffer(hashlib.shake_256(secret).digest((2 * n_lanes + 2) * 8), np.uint64)
        self._low, self._high = numbers[:n_lanes], numbers[n_lanes : 2 * n_lanes]
        self.spread: np.uint64 = numbers[-1] | np.uint64(1)
        """Odd; a key times this, its upper bits taken, is a place in a table."""
        self._by_length = numbers[-2]

    def keys(self, spans: Spans) -> Keys:
        """Return one key per word, shape (n_words,); keys of words up to seven bytes are exact."""
        lengths = spans.lengths
        keys = spans.lanes(spans.starts)
        long = np.flatnonzero(lengths > EXACT_BYTES)
        long_keys = self._long_keys(spans.picked(long), keys[long])
        keys &= _LOW_BYTES.take(lengths, mode="clip")
        keys |= lengths.view(np.uint64) << _LENGTH_SHIFT
        keys[long] = long_keys
        return keys

    def _long_keys(self, spans: Spans, heads: Keys) -> Keys:
        keys = self._products(heads, 0)
        keys += self._products(spans.tails(), 1)
        keys += spans.lengths.view(np.uint64) * self._by_length
        is_huge = spans.lengths > HUGE_BYTES
        if is_huge.any():
            keys[is_huge] = [self._huge_key(word) for word in spans.picked(is_huge)]
            spans = Spans(spans.data, spans.starts, np.where(is_huge, 0, spans.lengths))
        for offset, which in spans.middles():
            keys[which] += self._products(spans.lanes(spans.starts[which] + offset), offset // LANE + 1)
        keys |= _LONG_MARK
        return keys

    def _products(self, lanes: Keys, rank: int) -> Keys:
        products = lanes & _LOW_HALF
        products *= self._low[rank]
        products += (lanes >> _HALF) * self._high[rank]
        return products

    def _huge_key(self, word: bytes) -> int:
        return int.from_bytes(hashlib.blake2b(word, digest_size=8, key=self._secret).digest(), "little")


KEYRING = Keyring(secrets.token_bytes(32))


def differing(first: Spans, second: Spans) -> npt.NDArray[np.bool_]:
    """Tell which words of two equally many spans differ, looking at every byte; all have at least eight."""
    differs: npt.NDArray[np.bool_] = first.lengths != second.lengths
    differs |= first.lanes(first.starts) != second.lanes(second.starts)
    differs |= first.tails() != second.tails()
    is_huge = (first.lengths > HUGE_BYTES) & ~differs
    if is_huge.any():
        pairs = zip(first.picked(is_huge), second.picked(is_huge), strict=True)
        differs[is_huge] = [word != other for word, other in pairs]
    unsure = Spans(first.data, first.starts, np.where(differs | is_huge, 0, first.lengths))
    for offset, which in unsure.middles():
        differs[which] |= first.lanes(first.starts[which] + offset) != second.lanes(second.starts[which] + offset)
    return differs


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
        return np.asarray(self._keys[numbers])

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
            leaders, ranks = first_appearances(keys[missing])
            numbers[missing] = len(self) + ranks
            self.append(keys[missing[leaders]])
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
    leaders = np.minimum.reduceat(order, np.flatnonzero(is_new))
    is_first = np.zeros(len(order), np.bool_)
    is_first[leaders] = True
    return np.flatnonzero(is_first), (np.cumsum(is_first) - 1)[leaders][groups]


def with_room(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """Return the array, or a longer one that begins with it."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, len(array) + len(array) // 2), array.dtype)
    longer[: len(array)] = array
    return longer

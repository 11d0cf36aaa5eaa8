"""Words as slices of UTF-8 bytes (`Spans`), and the 64-bit keys by which they are looked up.

A word of up to seven bytes is its own key, so most words need no hash and cannot collide. The key of a longer word is a
keyed sum over its eight-byte lanes (multilinear hashing); the caller must also compare the bytes. This reads each word
once or twice, whereas hashing by prefix sums reads every character. It needs unaligned reads of eight bytes, which
NumPy does at full speed. The multipliers are random in each process, so an attacker cannot write words that collide.

`KeyTable` is an open-addressing hash table held in arrays. It maps 64-bit keys to consecutive numbers, whole arrays at
once.
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
"""Bytes that are read at once."""
EXACT_BYTES = 7
"""Words up to this length are their own key."""
HUGE_BYTES = 1 << 8
"""Longer words are hashed and compared one by one."""

WORDS_AT_ONCE = 1 << 16
"""Words copied in one step."""
NEW_LINE = ord("\n")
"""Separator while words are encoded together. Words that contain it are encoded one by one."""

_LOW_BYTES = np.array([(1 << (8 * n)) - 1 for n in range(EXACT_BYTES + 1)], dtype=np.uint64)
_LENGTH_SHIFT = np.uint64(56)
_LONG_MARK = np.uint64(1 << 63)
"""Bit that is set in the keys of longer words only, so that they never equal the key of a short word."""
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Words as slices of `data`, which must extend at least eight bytes beyond the start of the last word."""

    data: Bytes
    starts: IntArray
    lengths: IntArray

    def __len__(self) -> int:
        return len(self.starts)

    def picked(self, which: npt.NDArray[Any] | slice) -> Spans:
        return Spans(self.data, self.starts[which], self.lengths[which])

    @property
    def windows(self) -> Keys:
        """The eight bytes that begin at each byte, as a little-endian number; shares memory with `data`."""
        return np.ndarray((max(len(self.data) - LANE + 1, 0),), "<u8", self.data, 0, (1,))

    def lanes(self, positions: IntArray) -> Keys:
        """Return the eight bytes at each position as numbers."""
        return np.asarray(self.windows[positions])

    def tails(self) -> Keys:
        """Return the last eight bytes of each word. Every word must have at least eight."""
        return self.lanes(self.starts + self.lengths - LANE)

    def begin_with(self, prefix: bytes) -> npt.NDArray[np.bool_]:
        """Return a mask of the words that begin with `prefix`."""
        is_match: npt.NDArray[np.bool_] = self.lengths >= len(prefix)
        for offset in range(0, len(prefix), LANE):
            part = prefix[offset : offset + LANE]
            n_unused_bits = np.uint64(8 * (LANE - len(part)))
            which = np.flatnonzero(is_match)
            lanes = self.lanes(self.starts[which] + offset) << n_unused_bits
            is_match[which] = lanes == np.uint64(int.from_bytes(part.rjust(LANE, b"\0"), "little"))
        return is_match

    def middles(self) -> Iterator[tuple[int, IntArray]]:
        """Yield each offset 8, 16, … with the indices of the words that have an inner lane there, neither the first nor
        the last.
        """
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
        """Return the bytes of the words without separators."""
        ends = np.cumsum(self.lengths)
        if len(ends) and np.array_equal(self.starts, ends - self.lengths + self.starts[0]):
            return self.data[self.starts[0] : self.starts[0] + ends[-1]].tobytes()
        data = np.zeros(int(ends[-1]) + LANE if len(ends) else 0, np.uint8)
        _copy(self, Spans(data, ends - self.lengths, self.lengths))
        return data[: len(data) - LANE].tobytes()

    def texts(self) -> list[str]:
        blob = self.compact()
        ends = np.cumsum(self.lengths)
        text = blob.decode("utf-8", "surrogatepass")
        if len(text) != len(blob):
            is_first = (np.frombuffer(blob, np.uint8) & 0xC0) != 0x80
            ends = np.concatenate(([0], np.cumsum(is_first)))[ends]
        bounds = [0, *ends.tolist()]
        return [text[start:end] for start, end in itertools.pairwise(bounds)]


def flat_positions(starts: IntArray, lengths: IntArray) -> IntArray:
    """Return starts[i], starts[i] + 1, … (lengths[i] numbers) for each i, concatenated."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.asarray(np.arange(total) + np.repeat(starts - ends + lengths, lengths))


def _copy(source: Spans, target: Spans) -> None:
    """Copy words to other positions. Huge words go one by one, so that the index arrays of the others stay small."""
    is_huge = source.lengths > HUGE_BYTES
    for word in np.flatnonzero(is_huge).tolist():
        start, target_start, length = source.starts[word], target.starts[word], source.lengths[word]
        target.data[target_start : target_start + length] = source.data[start : start + length]
    others = np.flatnonzero(~is_huge)
    for first in range(0, len(others), WORDS_AT_ONCE):
        batch = others[first : first + WORDS_AT_ONCE]
        target_positions, source_positions = (
            flat_positions(spans.starts[batch], spans.lengths[batch]) for spans in (target, source)
        )
        target.data[target_positions] = source.data[source_positions]


def alphabetical_order(spans: Spans) -> IntArray:
    """Return the indices that sort the words as Python sorts strings. The order of UTF-8 bytes is that of code points.

    A radix sort by eight bytes: each pass sorts only the words that were equal so far. Zeros follow the end of a word.
    """
    order = np.arange(len(spans))
    tied_positions: IntArray = np.arange(len(spans))
    groups: IntArray = np.zeros(len(spans), np.int64)
    offset = 0
    while len(tied_positions):
        words = order[tied_positions]
        tied_words = spans.picked(words)
        if offset > HUGE_BYTES or (tied_words.lengths <= offset).all():
            rest = list(zip(groups.tolist(), tied_words, strict=True))
            order[tied_positions] = words[sorted(range(len(rest)), key=rest.__getitem__)]
            break
        keys = _ascending_lanes(tied_words, offset)
        ranks: IntArray = np.lexsort((keys, groups)) if offset else np.argsort(keys)
        order[tied_positions], keys = words[ranks], keys[ranks]
        is_tied = np.zeros(len(keys) + 1, np.bool_)
        is_tied[1:-1] = (keys[1:] == keys[:-1]) & (groups[1:] == groups[:-1])
        still_tied = np.flatnonzero(is_tied[:-1] | is_tied[1:])
        tied_positions, groups, offset = (
            tied_positions[still_tied],
            np.cumsum(~is_tied[:-1], dtype=np.int64)[still_tied],
            offset + LANE,
        )
    return order


def _ascending_lanes(spans: Spans, offset: int) -> Keys:
    """Return the eight bytes at `offset` of each word as numbers that sort like the bytes; zeros follow the end of a
    word.
    """
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
    """Encode words as UTF-8, one after another. Lone surrogates are kept."""
    word_list = list(words)
    blob = "\n".join([*word_list, ""]).encode("utf-8", "surrogatepass")
    data = np.frombuffer(blob + bytes(LANE), np.uint8)
    ends = np.flatnonzero(data == NEW_LINE)
    if len(ends) == len(word_list):
        starts = np.concatenate((np.zeros(1, np.int64), ends + 1))[:-1]
        return Spans(data, starts, ends - starts)
    encoded = [word.encode("utf-8", "surrogatepass") for word in word_list]
    return spans_of_blob(b"".join(encoded), np.fromiter(map(len, encoded), np.int64, len(encoded)))


def spans_of_blob(blob: bytes, lengths: IntArray) -> Spans:
    """Split bytes into words of these lengths."""
    return Spans(np.frombuffer(blob + bytes(LANE), np.uint8), np.cumsum(lengths) - lengths, lengths)


def concatenate_words(parts: list[Spans | bytes], n_words: int) -> Spans:
    """Build words from parts: the n-th word of each Spans, and constant bytes."""
    lengths = [np.full(n_words, len(part)) if isinstance(part, bytes) else part.lengths for part in parts]
    totals: IntArray = np.sum(lengths, axis=0, dtype=np.int64)
    starts = np.cumsum(totals) - totals
    data = np.zeros(int(totals.sum()) + LANE, np.uint8)
    positions = starts
    for part, part_lengths in zip(parts, lengths, strict=True):
        if isinstance(part, bytes):
            data[flat_positions(positions, part_lengths)] = np.tile(np.frombuffer(part, np.uint8), n_words)
        else:
            _copy(part, Spans(data, positions, part_lengths))
        positions = positions + part_lengths
    return Spans(data, starts, totals)


class Keyring:
    """The random multipliers of one process, and the keys computed with them."""

    def __init__(self, secret: bytes) -> None:
        n_lanes = HUGE_BYTES // LANE + 1
        self._secret = hashlib.blake2b(secret).digest()
        numbers = np.frombuffer(hashlib.shake_256(secret).digest((2 * n_lanes + 2) * 8), np.uint64)
        self._low, self._high = numbers[:n_lanes], numbers[n_lanes : 2 * n_lanes]
        self.spread: np.uint64 = numbers[-1] | np.uint64(1)
        """Odd multiplier: the upper bits of key * spread are a slot in a hash table."""
        self._by_length = numbers[-2]

    def keys(self, spans: Spans) -> Keys:
        """Return one key per word, shape (n_words,). Keys of words up to seven bytes are unique."""
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


def find_differing(first: Spans, second: Spans) -> npt.NDArray[np.bool_]:
    """Return a mask of the positions where two Spans hold different words, comparing all bytes.

    Both have equally many words, and each word has at least eight bytes.
    """
    differs: npt.NDArray[np.bool_] = first.lengths != second.lengths
    differs |= first.lanes(first.starts) != second.lanes(second.starts)
    differs |= first.tails() != second.tails()
    is_huge = (first.lengths > HUGE_BYTES) & ~differs
    if is_huge.any():
        pairs = zip(first.picked(is_huge), second.picked(is_huge), strict=True)
        differs[is_huge] = [word != other for word, other in pairs]
    undecided = Spans(first.data, first.starts, np.where(differs | is_huge, 0, first.lengths))
    for offset, which in undecided.middles():
        differs[which] |= first.lanes(first.starts[which] + offset) != second.lanes(second.starts[which] + offset)
    return differs


_FIRST_SLOTS = 1 << 10


class KeyTable:
    """Maps keys to numbers, counted from 0 in the order of insertion. Linear probing, at most three eighths full."""

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
        """Return each key's number, or -1. If equal keys were appended, one of their numbers is returned, always the
        same one.
        """
        slots = self._home_slots(keys)
        numbers = self._slots.take(slots)
        wrong = np.flatnonzero((self._keys.take(numbers) != keys) & (numbers >= 0))
        last = len(self._slots) - 1
        slots, wanted = slots.take(wrong), keys.take(wrong)
        while len(wrong):
            slots = (slots + 1) & last
            next_numbers = self._slots.take(slots)
            numbers[wrong] = next_numbers
            still_wrong = np.flatnonzero((self._keys.take(next_numbers) != wanted) & (next_numbers >= 0))
            wrong, slots, wanted = wrong.take(still_wrong), slots.take(still_wrong), wanted.take(still_wrong)
        return numbers

    def find_or_add(self, keys: Keys) -> IntArray:
        """Return each key's number. New keys are added in the order of their first occurrence."""
        numbers = self.find(keys).astype(np.int64)
        missing = np.flatnonzero(numbers < 0)
        if len(missing):
            leaders, ranks = first_appearances(keys[missing])
            numbers[missing] = len(self) + ranks
            self.append(keys[missing[leaders]])
        return numbers

    def append(self, keys: Keys) -> None:
        """Add keys that are not in the table yet."""
        first, after = self._n_keys, self._n_keys + len(keys)
        self._keys = ensure_capacity(self._keys, after)
        self._keys[first:after] = keys
        self._n_keys = after
        n_slots = len(self._slots)
        while after * 8 > n_slots * 3:
            n_slots *= 2
        if n_slots != len(self._slots):
            self._slots, first = np.full(n_slots, -1, np.int32), 0
        self._insert(first)

    def _insert(self, first: int) -> None:
        numbers = np.arange(first, self._n_keys, dtype=np.int32)
        slots = self._home_slots(self._keys[first : self._n_keys])
        last = len(self._slots) - 1
        while len(numbers):
            free = np.flatnonzero(self._slots.take(slots) < 0)
            self._slots[slots.take(free)] = numbers.take(free)
            colliding = np.flatnonzero(self._slots.take(slots) != numbers)
            numbers, slots = numbers.take(colliding), (slots.take(colliding) + 1) & last

    def _home_slots(self, keys: Keys) -> IntArray:
        shift = np.uint64(65 - len(self._slots).bit_length())
        slots = keys * self._spread
        slots >>= shift
        return slots.view(np.int64)


def first_appearances(keys: Keys) -> tuple[IntArray, IntArray]:
    """Return the index of the first occurrence of each distinct key, in order, and for each key its rank among them."""
    order = np.argsort(keys)
    is_new = np.ones(len(order), np.bool_)
    np.not_equal(keys[order[1:]], keys[order[:-1]], out=is_new[1:])
    groups = np.empty(len(order), np.int64)
    groups[order] = np.cumsum(is_new) - 1
    leaders = np.minimum.reduceat(order, np.flatnonzero(is_new))
    is_first = np.zeros(len(order), np.bool_)
    is_first[leaders] = True
    return np.flatnonzero(is_first), (np.cumsum(is_first) - 1)[leaders][groups]


def ensure_capacity(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """Return the array, or a longer copy if it has fewer than `size` elements."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, len(array) + len(array) // 2), array.dtype)
    longer[: len(array)] = array
    return longer

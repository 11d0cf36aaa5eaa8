"""Split many texts into words, and store, sort, hash and number words as arrays of bytes.

**Words as arrays.** `Spans` are words as slices of one byte string. `KeyTable` numbers words by their hash keys, which
are random for each process (`WordHasher`).

**Splitting.** A pattern that matches the longest runs of one class of characters is a "run pattern" (`RunPattern`). For
a run pattern, each character is classified by a table lookup. A word begins and ends where the class changes. ASCII
texts use a table of 256 bytes. Other texts use UTF-16 and a table of 65,536 code units; surrogate pairs are classified
by code point. Words found in UTF-16 are then mapped to positions in UTF-8. All other patterns are matched word by word
with `re`, which is several times slower.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import secrets
import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import IntArray
from nbengine.text.token_rules import HAN, WORDS_AND_SIGNS, TokenRules, split_words

Bytes = npt.NDArray[np.uint8]
Keys = npt.NDArray[np.uint64]

BYTES_PER_LANE = 8
"""Number of bytes that are read at once."""
EXACT_BYTES = 7
"""Words of at most this many bytes are their own key."""
HUGE_BYTES = 1 << 8
"""Words of more bytes than this are hashed and compared one by one."""

WORDS_AT_ONCE = 1 << 16
"""Number of words that are copied in one step."""
NEW_LINE = ord("\n")
"""Separator of words that are encoded together. A word that contains it is encoded alone."""

_LOW_BYTES = np.array([(1 << (8 * n)) - 1 for n in range(EXACT_BYTES + 1)], dtype=np.uint64)
# A short word of up to seven bytes fills the low 56 bits of its key; its length follows in the highest byte.
_LENGTH_SHIFT = np.uint64(56)
_LONG_WORD_BIT = np.uint64(1 << 63)
"""Bit that is set in the keys of words of more than `EXACT_BYTES`. So they never equal the key of a short word."""
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Words as slices of the byte array `data`, which has at least eight bytes from the start of the last word on.

    Words are compared and hashed eight bytes at a time: NumPy reads unaligned 64-bit numbers at full speed.
    """

    data: Bytes
    starts: IntArray
    lengths: IntArray

    def __len__(self) -> int:
        return len(self.starts)

    def select(self, which: npt.NDArray[Any] | slice) -> Spans:
        return Spans(self.data, self.starts[which], self.lengths[which])

    @property
    def eight_bytes_everywhere(self) -> Keys:
        """The eight bytes that start at each byte of `data`, as little-endian numbers.

        Shares memory with `data`.
        """
        return np.ndarray((max(len(self.data) - BYTES_PER_LANE + 1, 0),), "<u8", self.data, 0, (1,))

    def eight_bytes_at(self, positions: IntArray) -> Keys:
        """Return the eight bytes at each position as numbers."""
        return np.asarray(self.eight_bytes_everywhere[positions])

    def last_eight_bytes(self) -> Keys:
        """Return the last eight bytes of each word as numbers. Every word must have at least eight."""
        return self.eight_bytes_at(self.starts + self.lengths - BYTES_PER_LANE)

    def starts_with(self, prefix: bytes) -> npt.NDArray[np.bool_]:
        """Return a mask of the words that begin with `prefix`."""
        is_match: npt.NDArray[np.bool_] = self.lengths >= len(prefix)
        for offset in range(0, len(prefix), BYTES_PER_LANE):
            part = prefix[offset : offset + BYTES_PER_LANE]
            n_unused_bits = np.uint64(8 * (BYTES_PER_LANE - len(part)))
            which = np.flatnonzero(is_match)
            lanes = self.eight_bytes_at(self.starts[which] + offset) << n_unused_bits
            is_match[which] = lanes == np.uint64(int.from_bytes(part.rjust(BYTES_PER_LANE, b"\0"), "little"))
        return is_match

    def inner_offsets(self) -> Iterator[tuple[int, IntArray]]:
        """Yield each offset 8, 16, … into the words, with the indices of the words that have unread bytes there.

        The first and the last eight bytes of a word count as read: `eight_bytes_at` and `last_eight_bytes` return them.
        """
        offset = BYTES_PER_LANE
        which = np.flatnonzero(self.lengths > 2 * BYTES_PER_LANE)
        while len(which):
            yield offset, which
            offset += BYTES_PER_LANE
            which = which[self.lengths[which] > offset + BYTES_PER_LANE]

    def __iter__(self) -> Iterator[bytes]:
        data = self.data.data
        ends = self.starts + self.lengths
        return (bytes(data[start:end]) for start, end in zip(self.starts.tolist(), ends.tolist(), strict=True))

    def join_bytes(self) -> bytes:
        """Return the bytes of the words without separators."""
        ends = np.cumsum(self.lengths)
        if len(ends) and np.array_equal(self.starts, ends - self.lengths + self.starts[0]):
            return self.data[self.starts[0] : self.starts[0] + ends[-1]].tobytes()
        data = np.zeros(int(ends[-1]) + BYTES_PER_LANE if len(ends) else 0, np.uint8)
        _copy_words(self, Spans(data, ends - self.lengths, self.lengths))
        return data[: len(data) - BYTES_PER_LANE].tobytes()

    def to_strings(self) -> list[str]:
        blob = self.join_bytes()
        ends = np.cumsum(self.lengths)
        text = blob.decode("utf-8", "surrogatepass")
        if len(text) != len(blob):
            is_first = (np.frombuffer(blob, np.uint8) & 0xC0) != 0x80
            ends = np.concatenate(([0], np.cumsum(is_first)))[ends]
        bounds = [0, *ends.tolist()]
        return [text[start:end] for start, end in itertools.pairwise(bounds)]


def flat_positions(starts: IntArray, lengths: IntArray) -> IntArray:
    """Return the positions of all bytes of words with these starts and lengths.

    The result is the concatenation, over i, of starts[i], starts[i] + 1, … (lengths[i] numbers).
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.asarray(np.arange(total) + np.repeat(starts - ends + lengths, lengths))


def _copy_words(source: Spans, target: Spans) -> None:
    """Copy the bytes of words to other positions.

    Huge words are copied one by one, so that the index arrays of all other words stay small.
    """
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
    """Return the indices that sort the words as Python sorts strings. UTF-8 bytes have the same order as code points.

    It is a radix sort by eight bytes: each pass sorts only the words that were equal so far. The bytes after the end of
    a word count as zeros.
    """
    order = np.arange(len(spans))
    tied_positions: IntArray = np.arange(len(spans))
    groups: IntArray = np.zeros(len(spans), np.int64)
    offset = 0
    while len(tied_positions):
        words = order[tied_positions]
        tied_words = spans.select(words)
        if offset > HUGE_BYTES or (tied_words.lengths <= offset).all():
            rest = list(zip(groups.tolist(), tied_words, strict=True))
            order[tied_positions] = words[sorted(range(len(rest)), key=rest.__getitem__)]
            break
        keys = _lanes_in_sort_order(tied_words, offset)
        ranks: IntArray = np.lexsort((keys, groups)) if offset else np.argsort(keys)
        order[tied_positions], keys = words[ranks], keys[ranks]
        is_tied = np.zeros(len(keys) + 1, np.bool_)
        is_tied[1:-1] = (keys[1:] == keys[:-1]) & (groups[1:] == groups[:-1])
        still_tied = np.flatnonzero(is_tied[:-1] | is_tied[1:])
        tied_positions = tied_positions[still_tied]
        groups = np.cumsum(~is_tied[:-1], dtype=np.int64)[still_tied]
        offset = offset + BYTES_PER_LANE
    return order


def _lanes_in_sort_order(spans: Spans, offset: int) -> Keys:
    """Return the eight bytes at `offset` of each word as numbers that sort like the bytes.

    The bytes after the end of a word count as zeros.
    """
    n_left = np.clip(spans.lengths - offset, 0, BYTES_PER_LANE)
    starts = spans.starts + offset if offset == 0 else spans.starts + offset - (BYTES_PER_LANE - n_left)
    is_over = n_left == 0
    starts[is_over] = 0
    lanes = spans.eight_bytes_at(starts).byteswap()
    n_bits = np.where(is_over, 0, (BYTES_PER_LANE - n_left) * 8).view(np.uint64)
    if offset == 0:
        lanes >>= n_bits
    lanes <<= n_bits
    lanes[is_over] = 0
    return lanes


def encode_as_spans(words: Iterable[str]) -> Spans:
    """Encode words as UTF-8 in one byte string and return them as `Spans`. Lone surrogates are kept."""
    word_list = list(words)
    blob = "\n".join([*word_list, ""]).encode("utf-8", "surrogatepass")
    data = np.frombuffer(blob + bytes(BYTES_PER_LANE), np.uint8)
    ends = np.flatnonzero(data == NEW_LINE)
    if len(ends) == len(word_list):
        starts = np.concatenate((np.zeros(1, np.int64), ends + 1))[:-1]
        return Spans(data, starts, ends - starts)
    encoded = [word.encode("utf-8", "surrogatepass") for word in word_list]
    return split_blob_into_spans(b"".join(encoded), np.fromiter(map(len, encoded), np.int64, len(encoded)))


def split_blob_into_spans(blob: bytes, lengths: IntArray) -> Spans:
    """Split a byte string into words with these lengths, in bytes."""
    return Spans(np.frombuffer(blob + bytes(BYTES_PER_LANE), np.uint8), np.cumsum(lengths) - lengths, lengths)


def concatenate_words(parts: list[Spans | bytes], n_words: int) -> Spans:
    """Build words by joining parts: word n consists of word n of each `Spans`, and of the constant bytes."""
    lengths = [np.full(n_words, len(part)) if isinstance(part, bytes) else part.lengths for part in parts]
    totals: IntArray = np.sum(lengths, axis=0, dtype=np.int64)
    starts = np.cumsum(totals) - totals
    data = np.zeros(int(totals.sum()) + BYTES_PER_LANE, np.uint8)
    positions = starts
    for part, part_lengths in zip(parts, lengths, strict=True):
        if isinstance(part, bytes):
            data[flat_positions(positions, part_lengths)] = np.tile(np.frombuffer(part, np.uint8), n_words)
        else:
            _copy_words(part, Spans(data, positions, part_lengths))
        positions = positions + part_lengths
    return Spans(data, starts, totals)


class WordHasher:
    """Computes hash keys of words, with multipliers that are random in each process.

    A word of up to seven bytes is its own key, so most words need no hash and cannot collide. The key of a longer word
    is a keyed sum over its groups of eight bytes (multilinear hashing). The caller must also compare the bytes. Because
    the multipliers are random, an attacker cannot construct words that collide.
    """

    def __init__(self, secret: bytes) -> None:
        n_lanes = HUGE_BYTES // BYTES_PER_LANE + 1
        self._secret = hashlib.blake2b(secret).digest()
        numbers = np.frombuffer(hashlib.shake_256(secret).digest((2 * n_lanes + 2) * 8), np.uint64)
        self._low, self._high = numbers[:n_lanes], numbers[n_lanes : 2 * n_lanes]
        self.spread: np.uint64 = numbers[-1] | np.uint64(1)
        """Odd multiplier: the upper bits of key * spread are a slot in a hash table."""
        self._by_length = numbers[-2]

    def keys(self, spans: Spans) -> Keys:
        """Return one key per word, shape (n_words,). Keys of words up to seven bytes are unique."""
        lengths = spans.lengths
        keys = spans.eight_bytes_at(spans.starts)
        long = np.flatnonzero(lengths > EXACT_BYTES)
        long_keys = self._long_keys(spans.select(long), keys[long])
        keys &= _LOW_BYTES.take(lengths, mode="clip")
        keys |= lengths.view(np.uint64) << _LENGTH_SHIFT
        keys[long] = long_keys
        return keys

    def _long_keys(self, spans: Spans, heads: Keys) -> Keys:
        keys = self._products(heads, 0)
        keys += self._products(spans.last_eight_bytes(), 1)
        keys += spans.lengths.view(np.uint64) * self._by_length
        is_huge = spans.lengths > HUGE_BYTES
        if is_huge.any():
            digests = (
                hashlib.blake2b(word, digest_size=8, key=self._secret).digest() for word in spans.select(is_huge)
            )
            keys[is_huge] = [int.from_bytes(digest, "little") for digest in digests]
            spans = Spans(spans.data, spans.starts, np.where(is_huge, 0, spans.lengths))
        for offset, which in spans.inner_offsets():
            keys[which] += self._products(
                spans.eight_bytes_at(spans.starts[which] + offset), offset // BYTES_PER_LANE + 1
            )
        keys |= _LONG_WORD_BIT
        return keys

    def _products(self, lanes: Keys, rank: int) -> Keys:
        products = lanes & _LOW_HALF
        products *= self._low[rank]
        products += (lanes >> _HALF) * self._high[rank]
        return products


WORD_HASHER = WordHasher(secrets.token_bytes(32))


def find_differing(first: Spans, second: Spans) -> npt.NDArray[np.bool_]:
    """Return a mask: whether the words at the same position in two `Spans` differ. All bytes are compared.

    Both `Spans` have the same number of words, and each word has at least eight bytes.
    """
    differs: npt.NDArray[np.bool_] = first.lengths != second.lengths
    differs |= first.eight_bytes_at(first.starts) != second.eight_bytes_at(second.starts)
    differs |= first.last_eight_bytes() != second.last_eight_bytes()
    is_huge = (first.lengths > HUGE_BYTES) & ~differs
    if is_huge.any():
        pairs = zip(first.select(is_huge), second.select(is_huge), strict=True)
        differs[is_huge] = [word != other for word, other in pairs]
    undecided = Spans(first.data, first.starts, np.where(differs | is_huge, 0, first.lengths))
    for offset, which in undecided.inner_offsets():
        differs[which] |= first.eight_bytes_at(first.starts[which] + offset) != second.eight_bytes_at(
            second.starts[which] + offset
        )
    return differs


_FIRST_SLOTS = 1 << 10
"""Initial number of slots of a hash table."""


class KeyTable:
    """Maps keys to numbers, counted from 0 in the order of insertion.

    It is an open-addressing hash table with linear probing, at most three eighths full. Whole arrays of keys are looked
    up at once.
    """

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
        """Return each key's number, or -1.

        If equal keys were appended, it is the number of one of them, in every call the same.
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
            leaders, ranks = number_by_appearance(keys[missing])
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


def number_by_appearance(keys: Keys) -> tuple[IntArray, IntArray]:
    """Number the distinct keys in the order of their first occurrence.

    Return the index of the first occurrence of each distinct key, and the number of each key.
    """
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


N_UNITS = 1 << 16
"""Number of UTF-16 code units: the characters of the basic plane and the surrogates."""
_BLOCK = 1 << 8

OUTSIDE, INSIDE, HAN_INSIDE, OTHER_INSIDE = 0, 1, 2, 3
"""Classes of characters: outside words; in `RunPattern.unit`; a Han character; in `RunPattern.second_unit`."""

_RUN = re.compile(
    r"(?:\(\?u\))?(?P<before>\\b)?(?P<unit>\\[wdS]|\[(?:\\.|[^\[\]\\])+\])(?P<more>(?:(?P=unit))*)"
    r"(?:\+|\{(?P<least>\d{1,4}),\})(?P<after>\\b)?"
)


@dataclass(frozen=True, slots=True)
class RunPattern:
    """A pattern that matches the longest runs of at least `n_least` characters of the class `unit`."""

    unit: str
    r"""Pattern of one character, such as `\w` or `[a-z]`."""
    n_least: int
    second_unit: str | None = None
    """Pattern of one character of a second class, such as punctuation, whose runs are words, too; None without one."""

    def class_of(self, character: str) -> int:
        """Return the class of a character: OUTSIDE, INSIDE or OTHER_INSIDE.

        For many characters use `classify_plane`.
        """
        if re.fullmatch(self.unit, character):
            return INSIDE
        return OTHER_INSIDE if self.second_unit and re.fullmatch(self.second_unit, character) else OUTSIDE


def parse_run_pattern(pattern: str) -> RunPattern | None:
    r"""Parse a pattern such as `\b\w\w+\b` or `[a-z]{3,}` as a run pattern; return None if it is any other pattern."""
    if pattern == WORDS_AND_SIGNS:
        return RunPattern(r"\w", 1, r"[^\w\s]")
    match = _RUN.fullmatch(pattern)
    if match is None:
        return None
    unit, least = match["unit"], int(match["least"] or 1)
    if (match["before"] or match["after"]) and unit != r"\w":
        return None
    if least < 1 or re.fullmatch(unit, "\n"):
        return None
    return RunPattern(unit, least + len(match["more"]) // len(unit))


@lru_cache(maxsize=64)
def classify_bytes(run: RunPattern) -> bytes:
    """Return a translation table of 256 bytes, which maps each byte of ASCII text to the class of the character."""
    return bytes(run.class_of(chr(code)) if code < 128 else OUTSIDE for code in range(256))


@lru_cache(maxsize=64)
def classify_plane(run: RunPattern, plane: int, *, has_han: bool) -> npt.NDArray[np.uint8]:
    """Return the class of every code point of a Unicode plane, shape (N_UNITS,). Most texts need only plane 0."""
    kinds = np.full(N_UNITS, OUTSIDE, np.uint8)
    for unit, kind in ((run.unit, INSIDE), (run.second_unit, OTHER_INSIDE)):
        for start, end in _spans_of_pattern(f"{unit}+", plane) if unit else ():
            kinds[start:end] = kind
    if has_han:
        for start, end in _spans_of_pattern(f"[{HAN}]+", plane):
            kinds[start:end] = HAN_INSIDE
    return kinds


def classify_code_points(codes: npt.NDArray[np.int64], run: RunPattern, *, has_han: bool) -> npt.NDArray[np.uint8]:
    """Return the class of each code point, shape (n_codes,)."""
    kinds = np.empty(len(codes), np.uint8)
    planes = codes >> 16
    for plane in set(planes.tolist()):
        is_in_plane = planes == plane
        kinds[is_in_plane] = classify_plane(run, plane, has_han=has_han)[codes[is_in_plane] & 0xFFFF]
    return kinds


@lru_cache(maxsize=16)
def make_unit_table(run: RunPattern, *, has_han: bool) -> npt.NDArray[np.uint8]:
    """Return a table of UTF-16 code units, shape (N_UNITS,). Each entry is class * 4 + number of bytes in UTF-8.

    A surrogate counts as two bytes, because a pair takes four.
    """
    codes = np.arange(N_UNITS)
    n_bytes = 1 + (codes >= 0x80) + (codes >= 0x800) - ((codes >= 0xD800) & (codes < 0xE000))
    return (classify_plane(run, 0, has_han=has_han) * 4 + n_bytes).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class LowerCase:
    """Lower-case table for characters whose lower case is one character, whatever their neighbours are."""

    units: npt.NDArray[np.uint16]
    """Lower case of every UTF-16 code unit, (N_UNITS,)."""
    multi_character: dict[int, str]
    """Characters whose lower case has more than one character (only İ), with their lower case."""

    def needs_context(self, units: npt.NDArray[np.uint16], leads: npt.NDArray[np.uint16]) -> bool:
        """Return whether the text must be converted by `str.lower`, because it has a Σ or a cased character beyond
        U+FFFF.

        `leads` are the high surrogates of the text.
        """
        return bool((units == ord("Σ")).any()) or any(map(_may_have_lower_case, set(leads.tolist())))


@lru_cache(maxsize=1)
def lower_case_table() -> LowerCase:
    """Build the lower-case table from this Python's Unicode data.

    It is built in blocks of characters, because every process builds it when it starts, and blocks are faster.
    """
    units = np.arange(N_UNITS, dtype=np.uint16)
    longer = {}
    for start in range(0, N_UNITS, _BLOCK):
        block = _character_range(start, start + _BLOCK)
        lower = block.lower()
        if len(lower) == _BLOCK and "Σ" not in block:
            units[start : start + _BLOCK] = np.frombuffer(lower.encode("utf-16-le", "surrogatepass"), "<u2")
            continue
        for code, character in enumerate(block, start):
            if len(character.lower()) == 1:
                units[code] = ord(character.lower())
            else:
                longer[code] = character.lower()
    return LowerCase(units, longer)


@lru_cache(maxsize=1024)
def _may_have_lower_case(lead: int) -> bool:
    """Return whether a high surrogate is part of any character that has a lower case."""
    first = 0x10000 + ((lead - 0xD800) << 10)
    block = _character_range(first, first + 0x400)
    return block != block.lower()


def _spans_of_pattern(pattern: str, plane: int) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(pattern, _character_range(plane << 16, (plane + 1) << 16))]


def _character_range(start: int, end: int) -> str:
    return np.arange(start, end, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")


CHARACTERS_PER_CHUNK = 3 << 16
"""Number of characters processed at once.

They fit into the processor's cache, and NumPy calls take little of the time.
"""

MAX_PIECE_CHARACTERS = 2 * CHARACTERS_PER_CHUNK
"""Length of the longest text without a word border that is processed by array operations.

A longer one, such as one word of several megabytes, is split by `re`, because arrays over it would take many times its
memory.
"""
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS_AT_ONCE = 1 << 15
"""Number of words in a piece that `PatternCutter` yields. It limits the memory."""
NO_PAIRS = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of many texts, in the order of the texts. Character n-grams are ordered by length first."""

    spans: Spans
    text_numbers: IntArray
    """Index of the text that each word comes from, (n_words,)."""


def cutter_for(rules: TokenRules) -> PatternCutter | RunCutter:
    """Return the fastest object that splits texts into words by these rules."""
    run = parse_run_pattern(rules.pattern)
    return PatternCutter(rules) if run is None else RunCutter(rules, run)


@dataclass(frozen=True, slots=True)
class PatternCutter:
    """Splits texts with any pattern, word by word."""

    rules: TokenRules

    def cut(self, texts: Sequence[str]) -> Words:
        """Split several texts at once."""
        words_by_text = [list(self._words(text)) for text in texts]
        text_numbers = np.repeat(np.arange(len(texts)), [len(words) for words in words_by_text])
        return Words(encode_as_spans([word for words in words_by_text for word in words]), text_numbers)

    def pieces(self, text: str) -> Iterator[Words]:
        """Split one long text piece by piece. The words of every piece have the text index 0."""
        words = self._words(text)
        while batch := list(islice(words, _WORDS_AT_ONCE)):
            yield Words(encode_as_spans(batch), np.zeros(len(batch), np.int64))

    def _words(self, text: str) -> Iterator[str]:
        return split_words(text.lower() if self.rules.lower else text, self.rules)


@dataclass(frozen=True, slots=True)
class RunCutter:
    """Splits texts with a run pattern. A word begins and ends where the class of characters changes."""

    rules: TokenRules
    run: RunPattern

    def cut(self, texts: Sequence[str]) -> Words:
        # A line break on each side makes every run begin and end inside; a lane of eight bytes can be read at the end.
        joined = "\n" + "\n".join(texts) + "\n" * BYTES_PER_LANE
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        if joined.isascii():
            return self._cut_ascii(joined, lengths)
        return self._cut_wide(texts, joined, lengths)

    def pieces(self, text: str) -> Iterator[Words]:
        if self.rules.lower and (self.run.unit != r"\w" or "Σ" in text):
            yield from replace(self, rules=replace(self.rules, lower=False)).pieces(text.lower())
            return
        border = self._border_pattern()
        start = 0
        while start < len(text):
            border_match = border.search(text, start + CHARACTERS_PER_CHUNK)
            end = border_match.end() if border_match else len(text)
            if end - start > MAX_PIECE_CHARACTERS:
                last = max(
                    (match.end() for match in border.finditer(text, start, start + CHARACTERS_PER_CHUNK)), default=start
                )
                yield self.cut([text[start:last]])
                yield from self._cut_borderless(text[last:end])
            else:
                yield self.cut([text[start:end]])
            start = end

    def _cut_borderless(self, run: str) -> Iterator[Words]:
        """Split a text without a position at which it may be cut: a single very long word, or Han text.

        Han text may be cut anywhere. The last character before the cut is read again, because it forms a pair with the
        next.
        """
        if not self.rules.han_pairs or not re.match(f"[{HAN}]", run):
            yield from PatternCutter(self.rules).pieces(run)
            return
        for start in range(0, len(run), CHARACTERS_PER_CHUNK):
            words = self.cut([run[max(start - 1, 0) : start + CHARACTERS_PER_CHUNK]])
            n_repeated = 1 if start and 1 in self._allowed_lengths(1) else 0
            yield Words(words.spans.select(slice(n_repeated, None)), words.text_numbers[n_repeated:])

    def _border_pattern(self) -> re.Pattern[str]:
        """Return a pattern of the positions at which a text may be cut.

        These are the characters outside words. With `han_pairs`, a text may also be cut between Han and other
        characters.
        """
        units = self.run.unit if self.run.second_unit is None else f"{self.run.unit}|{self.run.second_unit}"
        if not self.rules.han_pairs:
            return re.compile(f"(?!{units}).", re.DOTALL)
        change = f"(?<=[{HAN}])(?=[^{HAN}])|(?<=[^{HAN}])(?=[{HAN}])"
        return re.compile(f"(?!{units}|[{HAN}]).|{change}", re.DOTALL)

    def _cut_ascii(self, joined: str, text_lengths: IntArray) -> Words:
        data = (joined.lower() if self.rules.lower else joined).encode("ascii")
        kinds = np.frombuffer(data.translate(classify_bytes(self.run)), np.uint8)
        starts, ends = self._filter_by_length(*self._find_word_borders(kinds, has_han=False), NO_PAIRS)
        text_numbers = _text_numbers(starts, _text_bounds(text_lengths))
        return Words(Spans(np.frombuffer(data, np.uint8), starts, ends - starts), text_numbers)

    def _cut_wide(self, texts: Sequence[str], joined: str, text_lengths: IntArray) -> Words:
        try:
            units = _utf16_units(joined)
        except UnicodeEncodeError:
            # A lone surrogate cannot be encoded. It is replaced by a space unless the pattern counts it as a letter.
            if self.run.class_of("\ud800") != OUTSIDE:
                return PatternCutter(self.rules).cut(texts)
            joined = _SURROGATE.sub(" ", joined)
            units = _utf16_units(joined)
        has_pairs = len(units) != len(joined)
        leads = np.flatnonzero((units & 0xFC00) == 0xD800) if has_pairs else NO_PAIRS
        if self.rules.lower:
            lower = lower_case_table()
            for code, longer in lower.multi_character.items():
                if (units == code).any():
                    positions = np.flatnonzero(units == code)
                    characters = positions - np.searchsorted(leads, positions)
                    text_numbers = np.searchsorted(_text_bounds(text_lengths), characters, side="right") - 1
                    text_lengths = text_lengths + np.bincount(text_numbers, minlength=len(texts)) * (len(longer) - 1)
                    return self._cut_wide(texts, joined.replace(chr(code), longer), text_lengths)
            if lower.needs_context(units, units[leads]):
                cutter = replace(self, rules=replace(self.rules, lower=False))
                return cutter._cut_wide(texts, joined.lower(), text_lengths)
            units = lower.units.take(units)
            joined = units.astype("<u2", copy=False).tobytes().decode("utf-16-le")
        return self._cut_units(_WideText(units, joined.encode(), leads, _text_bounds(text_lengths)))

    def _cut_units(self, wide: _WideText) -> Words:
        kinds, ends = self._kinds_and_ends(wide)
        starts, last_units, text_numbers = self._find_runs(kinds, wide)
        first_bytes = ends[starts - 1].astype(np.int64)
        return Words(
            Spans(np.frombuffer(wide.data, np.uint8), first_bytes, ends[last_units - 1] - first_bytes), text_numbers
        )

    def _kinds_and_ends(self, wide: _WideText) -> tuple[Bytes, npt.NDArray[Any]]:
        table = make_unit_table(self.run, has_han=self.rules.han_pairs)
        kinds_and_sizes = table.take(wide.units)
        kinds: Bytes = kinds_and_sizes >> np.uint8(2)
        if len(wide.high_surrogates):
            high = wide.units[wide.high_surrogates].astype(np.int64)
            low = wide.units[wide.high_surrogates + 1].astype(np.int64)
            codes = 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF)
            pair_kinds = classify_code_points(codes, self.run, has_han=self.rules.han_pairs)
            kinds[wide.high_surrogates] = kinds[wide.high_surrogates + 1] = pair_kinds
        return kinds, np.cumsum(kinds_and_sizes & 3, dtype=np.int32 if len(wide.data) < 1 << 31 else np.int64)

    def _find_runs(self, kinds: Bytes, wide: _WideText) -> tuple[IntArray, IntArray, IntArray]:
        lead_kinds = kinds[wide.high_surrogates]
        pairs = wide.high_surrogates[(lead_kinds != OUTSIDE) & (lead_kinds != HAN_INSIDE)]
        bounds = self._find_word_borders(kinds, has_han=self.rules.han_pairs)
        words = self._filter_by_length(*bounds, pairs)
        if not self.rules.han_pairs:
            return *words, wide.text_numbers(words[0])
        han = _find_han_words(
            kinds, wide.high_surrogates[kinds[wide.high_surrogates] == HAN_INSIDE], self._allowed_lengths(1)
        )
        starts, ends = np.concatenate((words[0], han[0])), np.concatenate((words[1], han[1]))
        order = np.argsort(starts, kind="stable")
        return starts[order], ends[order], wide.text_numbers(starts[order])

    def _find_word_borders(self, kinds: Bytes, *, has_han: bool) -> tuple[IntArray, IntArray]:
        """Return the positions at which words begin and end, because the class of characters changes.

        The text must begin and end with OUTSIDE.
        """
        changes = np.flatnonzero(kinds[1:] != kinds[:-1]) + 1
        if self.run.second_unit is None and not has_han:
            return changes[::2], changes[1::2]
        starts, ends = changes[:-1], changes[1:]
        start_kinds = kinds.take(starts)
        is_word = np.flatnonzero((start_kinds != OUTSIDE) & (start_kinds != HAN_INSIDE))
        return starts.take(is_word), ends.take(is_word)

    def _filter_by_length(self, starts: IntArray, ends: IntArray, inner_pairs: IntArray) -> tuple[IntArray, IntArray]:
        lengths = ends - starts
        if len(inner_pairs):
            np.subtract.at(lengths, np.searchsorted(starts, inner_pairs, side="right") - 1, 1)
        allowed = self._allowed_lengths(self.run.n_least)
        is_allowed = lengths >= allowed.start
        if self.rules.max_length is not None:
            is_allowed &= lengths < allowed.stop
        which = np.flatnonzero(is_allowed)
        return starts.take(which), ends.take(which)

    def _allowed_lengths(self, n_least: int) -> range:
        """Return the allowed lengths of a word in characters."""
        n_most = sys.maxsize - 1 if self.rules.max_length is None else self.rules.max_length
        return range(max(n_least, self.rules.min_length), n_most + 1)


@dataclass(frozen=True, slots=True, eq=False)
class _WideText:
    """Texts joined into one, in lower case if required, as UTF-16 and as UTF-8."""

    units: npt.NDArray[np.uint16]
    data: bytes
    high_surrogates: IntArray
    """Positions of the high surrogates."""
    bounds: IntArray
    """Position where each text begins, in characters; (n_texts + 1,)."""

    def text_numbers(self, starts: IntArray) -> IntArray:
        """Return the index of the text of each word, given where the word begins in UTF-16 units."""
        bounds = self.bounds
        if len(self.high_surrogates):
            bounds = bounds + np.searchsorted(self.high_surrogates - np.arange(len(self.high_surrogates)), bounds)
        return _text_numbers(starts, bounds)


def _utf16_units(text: str) -> npt.NDArray[np.uint16]:
    return np.frombuffer(text.encode("utf-16-le"), "<u2").astype(np.uint16, copy=False)


def _text_bounds(lengths: IntArray) -> IntArray:
    """Return the position at which each of the joined texts begins, and the position after the last text."""
    bounds = np.ones(len(lengths) + 1, np.int64)
    np.cumsum(lengths + 1, out=bounds[1:])
    bounds[1:] += 1
    return bounds


def _text_numbers(starts: IntArray, bounds: IntArray) -> IntArray:
    """Return the index of the text that each word comes from."""
    return np.repeat(np.arange(len(bounds) - 1), np.diff(np.searchsorted(starts, bounds)))


def _find_han_words(kinds: Bytes, pairs: IntArray, lengths: Container[int]) -> tuple[IntArray, IntArray]:
    """Return Han characters and their overlapping pairs in order, as starts and ends in UTF-16 units.

    `pairs` are the positions of Han characters that are surrogate pairs; `lengths` are the allowed lengths of a word.
    """
    is_han = kinds == HAN_INSIDE
    is_first = is_han.copy()
    is_first[pairs + 1] = False
    starts = np.flatnonzero(is_first)
    ends = starts + 1 + np.isin(starts, pairs)
    has_next = np.flatnonzero(is_han[ends])
    singles = (starts, ends) if 1 in lengths else (starts[:0], ends[:0])
    doubles = (starts[has_next], ends[has_next + 1]) if 2 in lengths else (starts[:0], ends[:0])
    all_starts = np.concatenate((singles[0], doubles[0]))
    order = np.argsort(all_starts, kind="stable")
    return all_starts[order], np.concatenate((singles[1], doubles[1]))[order]

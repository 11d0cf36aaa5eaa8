"""Vocabulary: a two-way mapping of words and numbers, held in a growing hash table of arrays.

Words are stored as UTF-8 in one byte array, their numbers in an open-addressing table; there is no Python object per
word. A million words take about 35 bytes each, and whole arrays of words are looked up at once. Only words are saved or
sent to other processes, never hashes, because hashes differ in each process.

In the vocabulary, a word of a field has the field's prefix: `subject:offer`. The text of the field holds only `offer`.
`FieldWordColumns` combines the word's hash key with the field's number into one key and caches the column. (An earlier
version looked words up in a second vocabulary without prefixes. That took a quarter of the time of counting mail.)
Words up to seven bytes are their own key and need no check. Longer ones are compared with the part after the prefix in
the vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import IntArray
from nbengine.errors import DamagedModelError
from nbengine.text.words import (
    BYTES_PER_LANE,
    EXACT_BYTES,
    WORD_HASHER,
    Keys,
    KeyTable,
    Spans,
    WordHasher,
    Words,
    concatenate_words,
    encode_as_spans,
    ensure_capacity,
    find_differing,
    number_by_appearance,
    split_blob_into_spans,
)

# Two threads that look words up in one model must not both move the pending words.
PENDING_LOCK = Lock()


class Vocabulary:
    """Words numbered from 0 in the order in which they were added."""

    def __init__(self, words: Iterable[str] = (), *, keyring: WordHasher = WORD_HASHER) -> None:
        self._keyring = keyring
        self._data = np.zeros(1 << 12, np.uint8)
        self._ends = np.zeros(1 << 8, np.int64)
        self._table = KeyTable(keyring.spread)
        self._pending: list[str] = []
        """Numbered words that are not yet in the arrays. Adding the words of many small lessons together is faster."""
        self._colliding: dict[bytes, int] = {}
        """Numbers of words whose key may collide with another word's key. A collision needs a deliberately built word.
        """
        self.add(words)

    def __len__(self) -> int:
        return len(self._table) + len(self._pending)

    @property
    def nbytes(self) -> int:
        """Memory used by the words and the hash table, in bytes."""
        self._flush_pending()
        return self._data.nbytes + self._ends.nbytes + self._table.nbytes

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: str) -> bool:
        return self.number(word) >= 0

    def __eq__(self, other: object) -> bool:
        """Return whether both vocabularies have the same words with the same numbers."""
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
        """All words in the order of their numbers. The tuple is built at each access."""
        return tuple(self.spans().to_strings())

    def number(self, word: str) -> int:
        """Return the word's number, or -1 if it is unknown."""
        return int(self.numbers([word])[0])

    def numbers(self, words: Iterable[str]) -> IntArray:
        """Return each word's number, or -1 if it is unknown; shape (n_words,)."""
        return self.find(encode_as_spans(words))

    def add(self, words: Iterable[str]) -> IntArray:
        """Add the words that are not known yet. Return the numbers of all words, shape (n_words,)."""
        return self.find_or_add(encode_as_spans(words))

    def word(self, number: int) -> str:
        if not 0 <= number < len(self):
            raise IndexError(f"There are {len(self)} words; none has the number {number}.")
        return self.spans(np.array([number])).to_strings()[0]

    def words_of(self, numbers: npt.NDArray[Any]) -> list[str]:
        return self.spans(np.asarray(numbers, np.int64)).to_strings()

    def spans(self, numbers: npt.NDArray[Any] | None = None) -> Spans:
        """Return the words with these numbers as bytes; None means all words."""
        self._flush_pending()
        if numbers is None:
            starts, ends = self._ends[: len(self)], self._ends[1 : len(self) + 1]
            return Spans(self._data, starts, ends - starts)
        starts = self._ends[numbers]
        return Spans(self._data, starts, self._ends[np.add(numbers, 1)] - starts)

    def to_blob(self) -> tuple[bytes, npt.NDArray[np.int32]]:
        """Return all words as UTF-8 without separators, and the length of each word in bytes."""
        self._flush_pending()
        used = self._data[: self._ends[len(self)]].tobytes()
        return used, np.diff(self._ends[: len(self) + 1]).astype(np.int32)

    @classmethod
    def from_blob(cls, blob: bytes, lengths: npt.NDArray[Any]) -> Vocabulary:
        """Build a vocabulary from the result of `to_blob`.

        Raise DamagedModelError if the words are invalid or repeated.
        """
        vocabulary, spans = cls(), check_spans(blob, lengths)
        keys = vocabulary._keyring.keys(spans)
        if len(spans):
            vocabulary._append(spans, keys)
        if (vocabulary._table.find(keys) == np.arange(len(keys))).all():
            return vocabulary
        vocabulary = cls()
        vocabulary.find_or_add(spans)
        if len(vocabulary) != len(lengths):
            raise DamagedModelError(f"Of {len(lengths)} words only {len(vocabulary)} are different.")
        return vocabulary

    def select(self, numbers: npt.NDArray[Any]) -> Vocabulary:
        """Return a vocabulary of the words with these distinct numbers, renumbered in this order."""
        self._flush_pending()
        selection = Vocabulary(keyring=self._keyring)
        indices = np.asarray(numbers, np.int64)
        if self._colliding:
            selection.find_or_add(self.spans(indices))
        elif len(indices):
            selection._append(self.spans(indices), self._table.keys(indices))
        return selection

    def mapping_to(self, other: Vocabulary, *, grow: bool) -> IntArray:
        """Return the number of each word in the vocabulary `other`, shape (n_words,).

        With `grow`, new words are added to `other`. Otherwise their number is -1.
        """
        if other is self or (len(other) == len(self) and other == self):
            return np.arange(len(self))  # usual case: a model of all words has the vocabulary of its corpus
        spans = self.spans()
        return other.find_or_add(spans) if grow else other.find(spans)

    def find(self, spans: Spans) -> IntArray:
        """Variant of `numbers` for words as `Spans`."""
        self._flush_pending()
        numbers, _ = self._find(spans, self._keyring.keys(spans))
        return numbers.astype(np.int64)

    def find_or_add(self, spans: Spans) -> IntArray:
        """Variant of `add` for words as `Spans`. New words are added in the order of their first occurrence."""
        self._flush_pending()
        return self._find_or_add(spans)

    def append_new(self, words: Sequence[str]) -> range:
        """Add words that are distinct and known to be new, and return their numbers. No lookup is needed."""
        first = len(self)
        self._pending += words
        return range(first, first + len(words))

    def _flush_pending(self) -> None:
        """Move the pending words into the arrays."""
        if not self._pending:
            return
        with PENDING_LOCK:
            words, n_before = self._pending, len(self._table)
            self._pending = []
            numbers = self._find_or_add(encode_as_spans(words))
        if len(self._table) - n_before != len(numbers):
            raise ValueError("Words that were told to be new were not.")

    def _find_or_add(self, spans: Spans) -> IntArray:
        keys = self._keyring.keys(spans)
        table_numbers, has_collision = self._find(spans, keys)
        numbers = table_numbers.astype(np.int64)
        missing = np.flatnonzero(numbers < 0)
        if len(missing):
            numbers[missing] = self._add_missing(spans.select(missing), keys[missing], has_collision=has_collision)
        return numbers

    def _find(self, spans: Spans, keys: Keys) -> tuple[npt.NDArray[np.int32], bool]:
        """Return each word's number, or -1, and a flag: whether two different words with equal keys were found."""
        numbers = self._table.find(keys)
        unverified = np.flatnonzero((spans.lengths > EXACT_BYTES) & (numbers >= 0))
        if not len(unverified):
            return numbers, False
        mismatched = unverified[find_differing(spans.select(unverified), self.spans(numbers[unverified]))]
        if len(mismatched):
            numbers[mismatched] = [self._colliding.get(word, -1) for word in spans.select(mismatched)]
        return numbers, bool(len(mismatched))

    def _add_missing(self, spans: Spans, keys: Keys, *, has_collision: bool) -> IntArray:
        leaders, ranks = number_by_appearance(keys)
        repeated = np.flatnonzero((spans.lengths > EXACT_BYTES) & (leaders[ranks] != np.arange(len(ranks))))
        if has_collision or find_differing(spans.select(repeated), spans.select(leaders[ranks[repeated]])).any():
            leaders, ranks = _number_one_by_one(spans)
            # The new words and the stored words with the same keys are compared by their bytes from now on.
            key_owners = self._table.find(keys[leaders])
            key_owners = key_owners[key_owners >= 0]
            self._colliding.update(zip(self.spans(key_owners), key_owners.tolist(), strict=True))
            self._colliding.update((word, len(self) + rank) for rank, word in enumerate(spans.select(leaders)))
        first = len(self)
        self._append(spans.select(leaders), keys[leaders])
        return first + ranks

    def _append(self, spans: Spans, keys: Keys) -> None:
        first, after = len(self), len(self) + len(spans)
        n_bytes = int(self._ends[first])
        ends = n_bytes + np.cumsum(spans.lengths)
        self._data = ensure_capacity(self._data, int(ends[-1]) + BYTES_PER_LANE)
        self._ends = ensure_capacity(self._ends, after + 1)
        self._data[n_bytes : ends[-1]] = np.frombuffer(spans.join_bytes(), np.uint8)
        self._ends[first + 1 : after + 1] = ends
        self._table.append(keys)


def _number_one_by_one(spans: Spans) -> tuple[IntArray, IntArray]:
    """Variant of `number_by_appearance` that compares bytes. It is used if different words have the same key."""
    ranks_of_words: dict[bytes, int] = {}
    ranks = np.array([ranks_of_words.setdefault(word, len(ranks_of_words)) for word in spans], np.int64)
    is_first = np.append(True, ranks[1:] > np.maximum.accumulate(ranks)[:-1])
    return np.flatnonzero(is_first), ranks


def check_spans(blob: bytes, lengths: npt.NDArray[Any]) -> Spans:
    """Split bytes into words of these lengths. Raise DamagedModelError if the bytes or the lengths are invalid."""
    lengths = np.asarray(lengths).astype(np.int64)
    if lengths.ndim != 1 or (lengths < 0).any() or lengths.sum() != len(blob):
        raise DamagedModelError(f"The lengths of the words do not add up to their {len(blob)} bytes.")
    spans = split_blob_into_spans(blob, lengths)
    _refuse_broken_words(blob, spans)
    return spans


def _refuse_broken_words(blob: bytes, spans: Spans) -> None:
    try:
        blob.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise DamagedModelError("The words are not UTF-8.") from error
    leaders = spans.data[spans.starts[spans.lengths > 0]]
    if ((leaders & 0xC0) == 0x80).any():
        raise DamagedModelError("A word begins in the middle of a character.")


MAX_NAMES = 16
"""Maximum number of field names in one cache. The number of a name takes four bits of a key."""
_NAME_SHIFT = np.uint64(59)
"""Position of the four bits of a key that hold the number of the field name.

They are between the length of a short word and the highest bit, which marks long words.
"""


class FieldWordColumns:
    """Cache that maps a word and a field to the column of `field:word` in the vocabulary.

    For a word that is not cached yet, `column_of` looks up `field:word`, and may add it to the vocabulary.
    """

    def __init__(
        self,
        names: tuple[str | None, ...],
        vocabulary: Vocabulary,
        column_of: Callable[[Spans], IntArray],
        *,
        keyring: WordHasher = WORD_HASHER,
    ) -> None:
        self._prefixes = encode_as_spans("" if name is None else f"{name}:" for name in names)
        self._name_bits: Keys = np.arange(len(names), dtype=np.uint64) << _NAME_SHIFT
        self._vocabulary, self._column_of, self._keyring = vocabulary, column_of, keyring
        self._table = KeyTable(keyring.spread)
        self._columns = np.zeros(1 << 8, np.int32)
        self._names = np.zeros(1 << 8, np.uint8)

    def __len__(self) -> int:
        return len(self._table)

    def columns(self, words: Words, names: IntArray) -> IntArray:
        """Return the column of each word. `names` are the indices of the texts' field names, (n_texts,)."""
        keys = self._keyring.keys(words.spans)
        keys ^= self._name_bits.take(names).take(words.text_numbers)
        slots = self._table.find(keys)
        columns = self._columns.take(slots).astype(np.int64)
        mismatched = self._find_mismatches(words, names, slots, columns)
        slots[mismatched] = -1
        new = np.flatnonzero(slots < 0)
        if len(mismatched):  # a key collision: bypass the cache
            columns[new] = self._column_of(self._prefixed(words.spans.select(new), names[words.text_numbers[new]]))
        elif len(new):
            columns[new] = self._look_up_new(words.spans.select(new), names[words.text_numbers[new]], keys[new])
        return columns

    def _find_mismatches(
        self, words: Words, names: IntArray, slots: npt.NDArray[np.int32], columns: IntArray
    ) -> IntArray:
        """Return the indices of the words whose key was found in the cache, but belongs to a different word."""
        long = np.flatnonzero((words.spans.lengths > EXACT_BYTES) & (slots >= 0))
        cached_words, name_numbers = self._vocabulary.spans(columns[long]), names[words.text_numbers[long]]
        prefix_lengths = self._prefixes.lengths.take(name_numbers)
        cached_words = Spans(
            cached_words.data, cached_words.starts + prefix_lengths, cached_words.lengths - prefix_lengths
        )
        is_other = find_differing(words.spans.select(long), cached_words) | (
            self._names.take(slots[long]) != name_numbers
        )
        return np.asarray(long[is_other])

    def _look_up_new(self, spans: Spans, names: IntArray, keys: Keys) -> IntArray:
        leaders, ranks = number_by_appearance(keys)
        repeated = np.flatnonzero((spans.lengths > EXACT_BYTES) & (leaders[ranks] != np.arange(len(ranks))))
        first = leaders[ranks[repeated]]
        if ((names[repeated] != names[first]) | find_differing(spans.select(repeated), spans.select(first))).any():
            return self._column_of(self._prefixed(spans, names))
        columns = self._column_of(self._prefixed(spans.select(leaders), names[leaders]))
        # A long unknown word is not cached: the vocabulary holds no bytes to compare a later word with.
        is_cacheable = (columns >= 0) | (spans.lengths[leaders] <= EXACT_BYTES)
        self._remember(keys[leaders[is_cacheable]], columns[is_cacheable], names[leaders[is_cacheable]])
        return columns[ranks]

    def _remember(self, keys: Keys, columns: IntArray, names: IntArray) -> None:
        first, after = len(self._table), len(self._table) + len(keys)
        self._columns, self._names = ensure_capacity(self._columns, after), ensure_capacity(self._names, after)
        self._columns[first:after], self._names[first:after] = columns, names
        self._table.append(keys)

    def _prefixed(self, spans: Spans, names: IntArray) -> Spans:
        return concatenate_words([self._prefixes.select(names), spans], len(spans))

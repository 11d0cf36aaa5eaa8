"""Numbered words, both ways: a growing hash table held in arrays.

Words live as UTF-8 in one byte array, numbers in an open-addressing table at most half full; no Python
object per word. A million words take about 35 bytes each, and whole arrays of words are looked up at once.
What leaves the process are words, never hashes.

The vocabulary knows a word of a field with its prefix, `subject:offer`, which no text holds (`NamedWords`). A word's
key and its name make one key, and the column that it leads to is remembered, instead of a second vocabulary without
prefixes, which took a quarter of the time of counting mail. Words that are their own key need no more; longer ones are
compared with what follows the prefix in the vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.errors import DamagedModelError
from nbengine.text.word_cutting import Words
from nbengine.text.word_keys import (
    EXACT_BYTES,
    KEYRING,
    LANE,
    Keyring,
    Keys,
    KeyTable,
    Spans,
    concatenated,
    differing,
    first_appearances,
    spans_of,
    spans_of_blob,
    with_room,
)

SETTLING = Lock()


class Vocabulary:
    """Words numbered from 0 in the order in which they came."""

    def __init__(self, words: Iterable[str] = (), *, keyring: Keyring = KEYRING) -> None:
        self._keyring = keyring
        self._data = np.zeros(1 << 12, np.uint8)
        self._ends = np.zeros(1 << 8, np.int64)
        self._table = KeyTable(keyring.spread)
        self._waiting: list[str] = []
        """Words that have a number and no place in the arrays yet: lessons of a few words each cost less together."""
        self._sharing_keys: dict[bytes, int] = {}
        """Words that may share a key with another word, which chance alone never brings about."""
        self.add(words)

    def __len__(self) -> int:
        return len(self._table) + len(self._waiting)

    @property
    def nbytes(self) -> int:
        """The memory that the words and their table take."""
        self._settle()
        return self._data.nbytes + self._ends.nbytes + self._table.nbytes

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
        if not 0 <= number < len(self):
            raise IndexError(f"There are {len(self)} words; none has the number {number}.")
        return self.spans(np.array([number])).texts()[0]

    def words_of(self, numbers: npt.NDArray[Any]) -> list[str]:
        """Return the words with these numbers."""
        return self.spans(np.asarray(numbers, np.int64)).texts()

    def spans(self, numbers: npt.NDArray[Any] | None = None) -> Spans:
        """Return the bytes of these words, or of all."""
        self._settle()
        if numbers is None:
            starts, ends = self._ends[: len(self)], self._ends[1 : len(self) + 1]
            return Spans(self._data, starts, ends - starts)
        starts = self._ends[numbers]
        return Spans(self._data, starts, self._ends[np.add(numbers, 1)] - starts)

    def to_blob(self) -> tuple[bytes, npt.NDArray[np.int32]]:
        """Return all words as one run of UTF-8 and each word's length in bytes."""
        self._settle()
        used = self._data[: self._ends[len(self)]].tobytes()
        return used, np.diff(self._ends[: len(self) + 1]).astype(np.int32)

    @classmethod
    def from_blob(cls, blob: bytes, lengths: npt.NDArray[Any]) -> Vocabulary:
        """Make a vocabulary of what `to_blob` gave; refuse what cannot have come from there."""
        vocabulary, spans = cls(), checked_spans(blob, lengths)
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

    def picked(self, numbers: npt.NDArray[Any]) -> Vocabulary:
        """Return a vocabulary of these words, each picked once, numbered anew in this order."""
        self._settle()
        some = Vocabulary(keyring=self._keyring)
        places = np.asarray(numbers, np.int64)
        if self._sharing_keys:
            some.find_or_add(self.spans(places))
        elif len(places):
            some._append(self.spans(places), self._table.keys(places))
        return some

    def mapping_to(self, other: Vocabulary, *, grow: bool) -> IntArray:
        """Return the other vocabulary's number for each word here, -1 where it has none and may not grow."""
        if other is self or (len(other) == len(self) and other == self):
            return np.arange(len(self))  # a model of all words has those of its corpus
        spans = self.spans()
        return other.find_or_add(spans) if grow else other.find(spans)

    def find(self, spans: Spans) -> IntArray:
        """Return each word's number, or -1."""
        self._settle()
        numbers, _ = self._find(spans, self._keyring.keys(spans))
        return numbers.astype(np.int64)

    def find_or_add(self, spans: Spans) -> IntArray:
        """Return each word's number; new words are numbered in the order of their first appearance."""
        self._settle()
        return self._found_or_added(spans)

    def append_new(self, words: Sequence[str]) -> range:
        """Number words that are different and known to be new; looking for them is what this saves."""
        first = len(self)
        self._waiting += words
        return range(first, first + len(words))

    def _settle(self) -> None:
        """Give the words that wait their places."""
        if not self._waiting:
            return
        with SETTLING:
            words, n_before = self._waiting, len(self._table)
            self._waiting = []
            numbers = self._found_or_added(spans_of(words))
        if len(self._table) - n_before != len(numbers):
            raise ValueError("Words that were told to be new were not.")

    def _found_or_added(self, spans: Spans) -> IntArray:
        keys = self._keyring.keys(spans)
        found, has_confused = self._find(spans, keys)
        numbers = found.astype(np.int64)
        missing = np.flatnonzero(numbers < 0)
        if len(missing):
            numbers[missing] = self._add_missing(spans.picked(missing), keys[missing], has_confused=has_confused)
        return numbers

    def _find(self, spans: Spans, keys: Keys) -> tuple[npt.NDArray[np.int32], bool]:
        """Return each word's number, or -1, and whether any key belongs to another word than the one looked for."""
        found = self._table.find(keys)
        unsure = np.flatnonzero((spans.lengths > EXACT_BYTES) & (found >= 0))
        if not len(unsure):
            return found, False
        confused = unsure[differing(spans.picked(unsure), self.spans(found[unsure]))]
        if len(confused):
            found[confused] = [self._sharing_keys.get(word, -1) for word in spans.picked(confused)]
        return found, bool(len(confused))

    def _add_missing(self, spans: Spans, keys: Keys, *, has_confused: bool) -> IntArray:
        leaders, ranks = first_appearances(keys)
        again = np.flatnonzero((spans.lengths > EXACT_BYTES) & (leaders[ranks] != np.arange(len(ranks))))
        if has_confused or differing(spans.picked(again), spans.picked(leaders[ranks[again]])).any():
            leaders, ranks = _distinct_one_by_one(spans)
            self._note_shared_keys(spans.picked(leaders), keys[leaders])
        first = len(self)
        self._append(spans.picked(leaders), keys[leaders])
        return first + ranks

    def _note_shared_keys(self, spans: Spans, keys: Keys) -> None:
        """Remember by their bytes words about to be added whose keys may be those of others, and these others."""
        known = self._table.find(keys)
        known = known[known >= 0]
        self._sharing_keys.update(zip(self.spans(known), known.tolist(), strict=True))
        self._sharing_keys.update((word, len(self) + rank) for rank, word in enumerate(spans))

    def _append(self, spans: Spans, keys: Keys) -> None:
        first, after = len(self), len(self) + len(spans)
        n_bytes = int(self._ends[first])
        ends = n_bytes + np.cumsum(spans.lengths)
        self._data = with_room(self._data, int(ends[-1]) + LANE)
        self._ends = with_room(self._ends, after + 1)
        self._data[n_bytes : ends[-1]] = np.frombuffer(spans.compact(), np.uint8)
        self._ends[first + 1 : after + 1] = ends
        self._table.append(keys)


def _distinct_one_by_one(spans: Spans) -> tuple[IntArray, IntArray]:
    """Do the same where different words share a key, which chance alone never brings about."""
    ranks_of_words: dict[bytes, int] = {}
    ranks = np.array([ranks_of_words.setdefault(word, len(ranks_of_words)) for word in spans], np.int64)
    is_first = np.append(True, ranks[1:] > np.maximum.accumulate(ranks)[:-1])
    return np.flatnonzero(is_first), ranks


def checked_spans(blob: bytes, lengths: npt.NDArray[Any]) -> Spans:
    """Cut a run of bytes into words; refuse bytes that are no words, and lengths that are not theirs."""
    lengths = np.asarray(lengths).astype(np.int64)
    if lengths.ndim != 1 or (lengths < 0).any() or lengths.sum() != len(blob):
        raise DamagedModelError(f"The lengths of the words do not add up to their {len(blob)} bytes.")
    spans = spans_of_blob(blob, lengths)
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


MOST_NAMES = 16
_NAME_SHIFT = np.uint64(59)
"""Into the four bits of a word's key that lie between its length, where it is short, and the mark of long ones."""


class NamedWords:
    """Remembers the columns of words under names; `column_of` finds, or adds, words that have their prefixes."""

    def __init__(
        self,
        names: tuple[str | None, ...],
        vocabulary: Vocabulary,
        column_of: Callable[[Spans], IntArray],
        *,
        keyring: Keyring = KEYRING,
    ) -> None:
        self._prefixes = spans_of("" if name is None else f"{name}:" for name in names)
        self._marks: Keys = np.arange(len(names), dtype=np.uint64) << _NAME_SHIFT
        self._vocabulary, self._column_of, self._keyring = vocabulary, column_of, keyring
        self._table = KeyTable(keyring.spread)
        self._columns = np.zeros(1 << 8, np.int32)
        self._names = np.zeros(1 << 8, np.uint8)

    def __len__(self) -> int:
        return len(self._table)

    def columns(self, words: Words, names: IntArray) -> IntArray:
        """Return the column of each word; names has the number of a name for each text that they are from."""
        keys = self._keyring.keys(words.spans)
        keys ^= self._marks.take(names).take(words.texts)
        found = self._table.find(keys)
        columns = self._columns.take(found).astype(np.int64)
        confused = self._confused(words, names, found, columns)
        found[confused] = -1
        new = np.flatnonzero(found < 0)
        if len(confused):
            columns[new] = self._column_of(self._prefixed(words.spans.picked(new), names[words.texts[new]]))
        elif len(new):
            columns[new] = self._looked_up(words.spans.picked(new), names[words.texts[new]], keys[new])
        return columns

    def _confused(self, words: Words, names: IntArray, found: npt.NDArray[np.int32], columns: IntArray) -> IntArray:
        """Return the places of words whose keys led to others, which chance alone never brings about."""
        long = np.flatnonzero((words.spans.lengths > EXACT_BYTES) & (found >= 0))
        known, own = self._vocabulary.spans(columns[long]), names[words.texts[long]]
        skipped = self._prefixes.lengths.take(own)
        known = Spans(known.data, known.starts + skipped, known.lengths - skipped)
        is_other = differing(words.spans.picked(long), known) | (self._names.take(found[long]) != own)
        return np.asarray(long[is_other])

    def _looked_up(self, spans: Spans, names: IntArray, keys: Keys) -> IntArray:
        leaders, ranks = first_appearances(keys)
        again = np.flatnonzero((spans.lengths > EXACT_BYTES) & (leaders[ranks] != np.arange(len(ranks))))
        before = leaders[ranks[again]]
        if ((names[again] != names[before]) | differing(spans.picked(again), spans.picked(before))).any():
            return self._column_of(self._prefixed(spans, names))
        columns = self._column_of(self._prefixed(spans.picked(leaders), names[leaders]))
        is_kept = (columns >= 0) | (spans.lengths[leaders] <= EXACT_BYTES)  # nothing to compare an unknown word with
        self._remember(keys[leaders[is_kept]], columns[is_kept], names[leaders[is_kept]])
        return columns[ranks]

    def _remember(self, keys: Keys, columns: IntArray, names: IntArray) -> None:
        first, after = len(self._table), len(self._table) + len(keys)
        self._columns, self._names = with_room(self._columns, after), with_room(self._names, after)
        self._columns[first:after], self._names[first:after] = columns, names
        self._table.append(keys)

    def _prefixed(self, spans: Spans, names: IntArray) -> Spans:
        return concatenated([self._prefixes.picked(names), spans], len(spans))

"""Words of texts that have names to columns in one step: a table over word and name, beside the vocabulary.

The vocabulary knows a word of a field with its prefix, `subject:offer`, which no text holds. To find it there, words
used to be numbered without their prefixes and those numbers mapped to columns: a second vocabulary, which took a
quarter of the time of counting mail. Here a word's key and its name make one key, and the column that it leads to is
remembered. Words that are their own key need no more; longer ones are compared with what follows the prefix in the
vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.text.hash_table import KeyTable, first_appearances, with_room
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.word_cutting import Words
from nbengine.text.word_keys import EXACT_BYTES, KEYRING, Keyring, Keys, Spans, concatenated, differing, spans_of

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
        confused: IntArray = long[is_other]
        return confused

    def _looked_up(self, spans: Spans, names: IntArray, keys: Keys) -> IntArray:
        firsts, ranks = first_appearances(keys)
        again = np.flatnonzero((spans.lengths > EXACT_BYTES) & (firsts[ranks] != np.arange(len(ranks))))
        before = firsts[ranks[again]]
        if ((names[again] != names[before]) | differing(spans.picked(again), spans.picked(before))).any():
            return self._column_of(self._prefixed(spans, names))
        columns = self._column_of(self._prefixed(spans.picked(firsts), names[firsts]))
        is_kept = (columns >= 0) | (spans.lengths[firsts] <= EXACT_BYTES)  # nothing to compare an unknown word with
        self._remember(keys[firsts[is_kept]], columns[is_kept], names[firsts[is_kept]])
        return columns[ranks]

    def _remember(self, keys: Keys, columns: IntArray, names: IntArray) -> None:
        first, after = len(self._table), len(self._table) + len(keys)
        self._columns, self._names = with_room(self._columns, after), with_room(self._names, after)
        self._columns[first:after], self._names[first:after] = columns, names
        self._table.append(keys)

    def _prefixed(self, spans: Spans, names: IntArray) -> Spans:
        return concatenated([self._prefixes.picked(names), spans], len(spans))

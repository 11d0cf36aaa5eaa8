"""A space is the text and the fields cut like it, with the tokens they lead to: cutting, forms, runs of words, prefix.

Raw words are numbered once for all spaces; each space keeps an array from those numbers, one for each name, to the
columns of the vocabulary, filled in when a word first turns up under that name. With plain rules raw words and columns
are the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.token_rules import TokenRules, word_form
from nbengine.text.vocabulary import MOST_NAMES, NamedWords, Vocabulary
from nbengine.text.word_cutting import CHUNK, PatternCutter, RunCutter, Words, cutter_for
from nbengine.text.word_keys import (
    KEYRING,
    LANE,
    KeyTable,
    Spans,
    concatenated,
    flat_positions,
    spans_of,
)

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
            leaders = flat_positions(begins + n_left_out, counts)
            starts.append(characters[leaders])
            sizes.append(characters[leaders + n_characters] - starts[-1])
            places.append(np.repeat(np.arange(len(texts)), counts))
        return Words(Spans(data, np.concatenate(starts), np.concatenate(sizes)), np.concatenate(places))


Cutter: TypeAlias = PatternCutter | RunCutter | CharacterCutter

LEFT_OUT = -1
UNKNOWN = -2
_UNSEEN = -3

Columns = Callable[[Spans], IntArray]
"""Gives tokens, as bytes, their columns or UNKNOWN."""
Forms = Callable[[Words], tuple[IntArray, IntArray]]
"""Gives the number of each word's form, and the text it is from; without the words left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """Tokens of many texts as columns, with UNKNOWN and LEFT_OUT below zero."""

    columns: IntArray
    texts: IntArray


@dataclass(frozen=True, slots=True)
class Spaces:
    """All spaces of a set of rules, and what they remember together."""

    spaces: tuple[Space, ...]
    memories: tuple[Vocabulary | Phrases | NamedWords, ...]

    def n_remembered(self) -> int:
        return sum(map(len, self.memories))


def spaces_for(rules: TokenRules, vocabulary: Vocabulary, *, is_growing: bool, cutter: Cutter | None = None) -> Spaces:
    """Set up the text's space and one for each field that is counted."""

    def columns(spans: Spans) -> IntArray:
        if is_growing:
            return vocabulary.find_or_add(spans)
        found = vocabulary.find(spans)
        found[found < 0] = UNKNOWN
        return found

    def named(names: tuple[str | None, ...], cutter: Cutter) -> list[NamedSpace]:
        parts = [names[start : start + MOST_NAMES] for start in range(0, len(names), MOST_NAMES)]
        return [NamedSpace(part, cutter, NamedWords(part, vocabulary, columns)) for part in parts]

    if cutter is None:
        cutter = cutter_for(rules) if rules.char_ngrams is None else CharacterCutter(rules, rules.char_ngrams)
    raw = Vocabulary()
    if not rules.fields and _longest(rules) == 1:
        forms = WordForms(raw, rules, columns).numbers if _has_forms(rules) else _raw_forms(columns)
        return Spaces((DirectSpace(cutter, forms),), (raw,))
    names = (None, *(field.name for field in rules.fields if not field.is_verbatim))
    verbatim = named(tuple(field.name for field in rules.fields if field.is_verbatim), cutter_for(_VERBATIM))
    if not _has_forms(rules) and _longest(rules) == 1:
        spaces = (*named(names, cutter), *verbatim)
        return Spaces(spaces, tuple(space.words for space in spaces))
    words = Vocabulary() if _has_forms(rules) else raw
    number = words.find_or_add
    forms = WordForms(raw, rules, number).numbers if _has_forms(rules) else _raw_forms(number)
    phrases = Phrases(words, _longest(rules))
    limits = (1, 1) if rules.char_ngrams else rules.ngrams
    space = PhraseSpace(names, cutter, forms, phrases, limits, columns)
    return Spaces((space, *verbatim), (raw, words, phrases, *(space.words for space in verbatim)))


_VERBATIM = TokenRules(lower=False, pattern=r"\S+")


def _raw_forms(number: Columns) -> Forms:
    return lambda words: (number(words.spans), words.texts)


def _has_forms(rules: TokenRules) -> bool:
    return rules.char_ngrams is None and bool(rules.fold_numbers or rules.stop_words or rules.stem)


def _longest(rules: TokenRules) -> int:
    return 1 if rules.char_ngrams else rules.ngrams[1]


@dataclass(frozen=True, slots=True)
class DirectSpace:
    """The text alone, each word a token: its forms are numbered by the vocabulary itself."""

    cutter: Cutter
    forms: Forms
    names: tuple[None] = (None,)

    def tokens(self, texts: Sequence[str], _names: IntArray) -> Tokens:
        return Tokens(*self.forms(self.cutter.cut(texts)))

    def pieces(self, text: str, _name: int) -> Iterator[Tokens]:
        return (Tokens(*self.forms(words)) for words in self.cutter.pieces(text))


@dataclass(frozen=True, slots=True)
class NamedSpace:
    """Texts and fields each word of which is a token, with a prefix or none."""

    names: tuple[str | None, ...]
    cutter: Cutter
    words: NamedWords

    def tokens(self, texts: Sequence[str], names: IntArray) -> Tokens:
        words = self.cutter.cut(texts)
        return Tokens(self.words.columns(words, names), words.texts)

    def pieces(self, text: str, name: int) -> Iterator[Tokens]:
        names = np.array([name])
        return (Tokens(self.words.columns(words, names), words.texts) for words in self.cutter.pieces(text))


class NumberMap:
    """Remembers for numbers what they lead to, asking once for each."""

    def __init__(self, work_out: Callable[[IntArray], IntArray]) -> None:
        self._work_out = work_out
        self._known = np.full(1 << 8, _UNSEEN, np.int32)

    def __call__(self, numbers: IntArray) -> IntArray:
        if not len(numbers):
            return numbers
        size, n_known = int(numbers.max()) + 1, len(self._known)
        if size > n_known:
            self._known = np.append(self._known, np.full(max(size, 2 * n_known) - n_known, _UNSEEN, np.int32))
        mapped = self._known.take(numbers)
        unseen = numbers[mapped == _UNSEEN]
        if not len(unseen):
            return mapped.astype(np.int64)
        unseen = np.sort(unseen)
        new = unseen[np.concatenate(([True], unseen[1:] != unseen[:-1]))]
        self._known[new] = self._work_out(new)
        return self._known.take(numbers).astype(np.int64)


class WordForms:
    """Words count as their stems, numbers perhaps as one, stop words not at all; worked out once per distinct word."""

    def __init__(self, raw: Vocabulary, rules: TokenRules, number: Columns) -> None:
        self._raw = raw
        self._rules = rules
        self._number = number
        self._stop_words = Vocabulary(rules.stop_words)
        self._forms = NumberMap(self._work_out)

    def numbers(self, words: Words) -> tuple[IntArray, IntArray]:
        forms = self._forms(self._raw.find_or_add(words.spans))
        kept = np.flatnonzero(forms != LEFT_OUT)
        return forms.take(kept), words.texts.take(kept)

    def _work_out(self, numbers: IntArray) -> IntArray:
        spans = self._raw.spans(numbers)
        found = np.full(len(spans), LEFT_OUT, np.int64)
        may_change = self._may_change(spans)
        same = np.flatnonzero(~may_change & (self._stop_words.find(spans) < 0))
        found[same] = self._number(spans.picked(same))
        changing = np.flatnonzero(may_change)
        forms = [word_form(word, self._rules) for word in spans.picked(changing).texts()]
        kept = changing[[form is not None for form in forms]]
        found[kept] = self._number(spans_of(form for form in forms if form is not None))
        return found

    def _may_change(self, spans: Spans) -> npt.NDArray[np.bool_]:
        """Tell which words need a look of their own: all for their stems, those that may be numbers for folding."""
        if self._rules.stem:
            return np.ones(len(spans), np.bool_)
        if not self._rules.fold_numbers:
            return np.zeros(len(spans), np.bool_)
        first_bytes = spans.data[spans.starts] | np.uint8(0x20)
        return (first_bytes < ord("a")) | (first_bytes > ord("z"))


class PhraseSpace:
    """Texts and fields whose words go through forms, runs of words or a prefix, all in one pass."""

    def __init__(
        self,
        names: tuple[str | None, ...],
        cutter: Cutter,
        forms: Forms,
        phrases: Phrases,
        limits: tuple[int, int],
        columns: Columns,
    ) -> None:
        self.names = names
        self._prefixes = spans_of("" if name is None else f"{name}:" for name in names)
        self._cutter = cutter
        self._forms = forms
        self._phrases = phrases
        self._limits = limits
        self._columns = columns
        self._maps = [NumberMap(self._columns_of_runs(n_words)) for n_words in range(1, limits[1] + 1)]

    def tokens(self, texts: Sequence[str], names: IntArray) -> Tokens:
        return self._tokens(*self._forms(self._cutter.cut(texts)), names, 0)

    def pieces(self, text: str, name: int) -> Iterator[Tokens]:
        names, before = np.array([name]), np.zeros(0, np.int64)
        for words in self._cutter.pieces(text):
            numbers, _ = self._forms(words)
            both = np.concatenate((before, numbers))
            yield self._tokens(both, np.zeros(len(both), np.int64), names, len(before))
            before = both[len(both) - min(self._limits[1] - 1, len(both)) :]

    def _tokens(self, numbers: IntArray, texts: IntArray, names: IntArray, n_old: int) -> Tokens:
        """Make tokens of consecutive words, without the runs that lie within the first, old ones."""
        if self._limits == (1, 1):
            return Tokens(self._mapped(1, numbers, texts, names), texts)
        shortest, longest = self._limits
        columns, places = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        runs = numbers
        for n_words in range(1, min(longest, len(numbers)) + 1):
            if n_words > 1:
                runs = self._longer_runs(n_words, runs, numbers, texts)
            if n_words >= shortest:
                starts = np.flatnonzero(runs >= 0)
                starts = starts[starts + n_words > n_old]
                columns.append(self._mapped(n_words, runs[starts], texts[starts], names))
                places.append(texts[starts])
        return Tokens(np.concatenate(columns), np.concatenate(places))

    def _mapped(self, n_words: int, runs: IntArray, texts: IntArray, names: IntArray) -> IntArray:
        """Return the columns of runs of words: the same run leads to another column under each name."""
        if len(self.names) > 1:
            runs = runs * len(self.names) + names.take(texts)
        return self._maps[n_words - 1](runs)

    def _longer_runs(self, n_words: int, shorter: IntArray, words: IntArray, texts: IntArray) -> IntArray:
        """Return the number of the run of n words that starts at each word, -1 where the text ends before it does."""
        starts = np.flatnonzero(texts[: len(texts) - n_words + 1] == texts[n_words - 1 :])
        runs = np.full(len(words), -1, np.int64)
        runs[starts] = self._phrases.longer(n_words, shorter[starts], words[starts + n_words - 1])
        return runs

    def _columns_of_runs(self, n_words: int) -> Callable[[IntArray], IntArray]:
        def columns(named: IntArray) -> IntArray:
            numbers, names = np.divmod(named, len(self.names))
            spans, prefixes = self._phrases.spans(n_words, numbers), self._prefixes.picked(names)
            found = np.empty(len(named), np.int64)
            plain, others = np.flatnonzero(prefixes.lengths == 0), np.flatnonzero(prefixes.lengths)
            found[plain] = self._columns(spans.picked(plain))
            prefixed = concatenated([prefixes.picked(others), spans.picked(others)], len(others))
            found[others] = self._columns(prefixed)
            return found

        return columns


Space: TypeAlias = DirectSpace | NamedSpace | PhraseSpace
"""Turns texts into columns of the vocabulary, several at once or a long one piece by piece: those of the documents
themselves, whose name is None, and of fields cut like them."""

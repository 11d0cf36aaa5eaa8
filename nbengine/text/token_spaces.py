"""A token space converts texts, or fields tokenised by the same rules, to columns of the vocabulary.

Its steps are: cut into words, map words to forms, build n-grams, add the field's prefix. Raw words are numbered once
for all spaces. Each space keeps an array per field name that maps these numbers to columns. An entry is computed when
the word first occurs under that name. With plain rules, raw words and columns are identical.
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
from nbengine.text.vocabulary import MAX_NAMES, FieldWordColumns, Vocabulary
from nbengine.text.word_cutting import CHUNK, PatternCutter, RunCutter, Words, cutter_for
from nbengine.text.word_keys import (
    KEYRING,
    LANE,
    KeyTable,
    Spans,
    concatenate_words,
    flat_positions,
    spans_of,
)

_BITS = np.uint64(32)


class Phrases:
    """Numbers of word n-grams. An n-gram is stored as the number of its first n - 1 words and the number of its last
    word.
    """

    def __init__(self, forms: Vocabulary, longest: int) -> None:
        self._forms = forms
        self._tables = [KeyTable(KEYRING.spread) for _ in range(longest - 1)]

    def __len__(self) -> int:
        return sum(map(len, self._tables))

    def longer(self, n_words: int, shorter: IntArray, words: IntArray) -> IntArray:
        """Return the numbers of n-grams, given the numbers of their first n - 1 words and of their last words.

        For n = 2, `shorter` holds numbers of words.
        """
        keys = (shorter.astype(np.uint64) << _BITS) | words.astype(np.uint64)
        return self._tables[n_words - 2].find_or_add(keys)

    def spans(self, n_words: int, numbers: IntArray) -> Spans:
        """Return n-grams as bytes, their words joined by spaces."""
        if n_words == 1:
            return self._forms.spans(numbers)
        keys = self._tables[n_words - 2].keys(numbers)
        shorter = self.spans(n_words - 1, (keys >> _BITS).astype(np.int64))
        last = self._forms.spans((keys & np.uint64(0xFFFFFFFF)).astype(np.int64))
        return concatenate_words([shorter, b" ", last], len(numbers))


@dataclass(frozen=True, slots=True)
class CharacterCutter:
    """Splits texts into character n-grams."""

    rules: TokenRules
    limits: tuple[int, int]
    white_space: str = r"\s+"
    """Pattern of the white space that is replaced by one space."""

    def cut(self, texts: Sequence[str]) -> Words:
        return self._ngrams([self._fold(text) for text in texts], 0)

    def pieces(self, text: str) -> Iterator[Words]:
        """Split one long text piece by piece.

        The lower case of Σ depends on its neighbours, so a text with Σ is put into lower case as a whole first.
        """
        if self.rules.lower and "Σ" in text:
            yield from replace(self, rules=replace(self.rules, lower=False)).pieces(text.lower())
            return
        border = re.compile(r"\S")
        before, start = "", 0
        while start < len(text):
            border_match = border.search(text, start + CHUNK)
            end = border_match.end() if border_match else len(text)
            joined = before + self._fold(text[start:end])
            yield self._ngrams([joined], len(before))
            before, start = joined[len(joined) - min(self.limits[1] - 1, len(joined)) :], end

    def _fold(self, text: str) -> str:
        return re.sub(self.white_space, " ", text.lower() if self.rules.lower else text)

    def _ngrams(self, texts: Sequence[str], n_old: int) -> Words:
        """Return the n-grams of texts. Skip n-grams inside the first `n_old` characters: they were returned before."""
        data = np.frombuffer("".join(texts).encode("utf-8", "surrogatepass") + bytes(LANE), np.uint8)
        characters = np.flatnonzero((data & 0xC0) != 0x80)
        lengths = np.array([len(text) for text in texts], np.int64)
        begins = np.cumsum(lengths) - lengths
        starts, sizes, text_numbers = [], [], []
        for n_characters in range(self.limits[0], self.limits[1] + 1):
            n_skipped = max(n_old - n_characters + 1, 0)
            counts = np.maximum(lengths - n_characters + 1 - n_skipped, 0)
            leaders = flat_positions(begins + n_skipped, counts)
            starts.append(characters[leaders])
            sizes.append(characters[leaders + n_characters] - starts[-1])
            text_numbers.append(np.repeat(np.arange(len(texts)), counts))
        return Words(Spans(data, np.concatenate(starts), np.concatenate(sizes)), np.concatenate(text_numbers))


Cutter: TypeAlias = PatternCutter | RunCutter | CharacterCutter

LEFT_OUT = -1
UNKNOWN = -2
_UNSEEN = -3

Columns = Callable[[Spans], IntArray]
"""Returns the columns of tokens given as bytes, or UNKNOWN."""
Forms = Callable[[Words], tuple[IntArray, IntArray]]
"""Returns the number of each word's form, and the text it comes from. Stop words are dropped."""


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """Columns of the tokens of many texts. UNKNOWN and LEFT_OUT are below zero."""

    columns: IntArray
    texts: IntArray


@dataclass(frozen=True, slots=True)
class Spaces:
    """The token spaces of a set of rules, and their caches."""

    spaces: tuple[Space, ...]
    memories: tuple[Vocabulary | Phrases | FieldWordColumns, ...]

    def n_remembered(self) -> int:
        return sum(map(len, self.memories))


def spaces_for(rules: TokenRules, vocabulary: Vocabulary, *, is_growing: bool, cutter: Cutter | None = None) -> Spaces:
    """Create the spaces of the text and of the counted fields."""

    def columns(spans: Spans) -> IntArray:
        if is_growing:
            return vocabulary.find_or_add(spans)
        numbers = vocabulary.find(spans)
        numbers[numbers < 0] = UNKNOWN
        return numbers

    def named_spaces(names: tuple[str | None, ...], cutter: Cutter) -> list[NamedSpace]:
        parts = [names[start : start + MAX_NAMES] for start in range(0, len(names), MAX_NAMES)]
        return [NamedSpace(part, cutter, FieldWordColumns(part, vocabulary, columns)) for part in parts]

    if cutter is None:
        cutter = cutter_for(rules) if rules.char_ngrams is None else CharacterCutter(rules, rules.char_ngrams)
    raw = Vocabulary()
    if not rules.fields and _longest(rules) == 1:
        forms = WordForms(raw, rules, columns).numbers if _has_forms(rules) else _raw_forms(columns)
        return Spaces((DirectSpace(cutter, forms),), (raw,))
    names = (None, *(field.name for field in rules.fields if not field.is_verbatim))
    verbatim = named_spaces(tuple(field.name for field in rules.fields if field.is_verbatim), cutter_for(_VERBATIM))
    if not _has_forms(rules) and _longest(rules) == 1:
        spaces = (*named_spaces(names, cutter), *verbatim)
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
    """The text alone, without n-grams: the vocabulary itself numbers the forms."""

    cutter: Cutter
    forms: Forms
    names: tuple[None] = (None,)

    def tokens(self, texts: Sequence[str], _names: IntArray) -> Tokens:
        return Tokens(*self.forms(self.cutter.cut(texts)))

    def pieces(self, text: str, _name: int) -> Iterator[Tokens]:
        return (Tokens(*self.forms(words)) for words in self.cutter.pieces(text))


@dataclass(frozen=True, slots=True)
class NamedSpace:
    """Texts and fields whose words are used unchanged, with the field's prefix."""

    names: tuple[str | None, ...]
    cutter: Cutter
    words: FieldWordColumns

    def tokens(self, texts: Sequence[str], names: IntArray) -> Tokens:
        words = self.cutter.cut(texts)
        return Tokens(self.words.columns(words, names), words.texts)

    def pieces(self, text: str, name: int) -> Iterator[Tokens]:
        names = np.array([name])
        return (Tokens(self.words.columns(words, names), words.texts) for words in self.cutter.pieces(text))


class NumberMap:
    """A function from numbers to numbers with a cache: `work_out` is called once for each number."""

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
        unseen = np.sort(unseen)  # a mask of changes is faster than np.unique
        new = unseen[np.concatenate(([True], unseen[1:] != unseen[:-1]))]
        self._known[new] = self._work_out(new)
        return self._known.take(numbers).astype(np.int64)


class WordForms:
    """Maps words to the numbers of their forms: stems, folded numbers, no stop words. Each distinct word is computed
    once.
    """

    def __init__(self, raw: Vocabulary, rules: TokenRules, number: Columns) -> None:
        self._raw = raw
        self._rules = rules
        self._number = number
        self._stop_words = Vocabulary(rules.stop_words)
        self._forms = NumberMap(self._number_forms)

    def numbers(self, words: Words) -> tuple[IntArray, IntArray]:
        forms = self._forms(self._raw.find_or_add(words.spans))
        which = np.flatnonzero(forms != LEFT_OUT)
        return forms.take(which), words.texts.take(which)

    def _number_forms(self, numbers: IntArray) -> IntArray:
        spans = self._raw.spans(numbers)
        form_numbers = np.full(len(spans), LEFT_OUT, np.int64)
        may_change = self._may_change(spans)
        unchanged = np.flatnonzero(~may_change & (self._stop_words.find(spans) < 0))
        form_numbers[unchanged] = self._number(spans.picked(unchanged))
        changing = np.flatnonzero(may_change)
        forms = [word_form(word, self._rules) for word in spans.picked(changing).texts()]
        with_form = changing[[form is not None for form in forms]]
        form_numbers[with_form] = self._number(spans_of(form for form in forms if form is not None))
        return form_numbers

    def _may_change(self, spans: Spans) -> npt.NDArray[np.bool_]:
        """Return a mask of the words whose form must be computed one by one.

        With stemming these are all words; with folded numbers, all that do not begin with an ASCII letter.
        """
        if self._rules.stem:
            return np.ones(len(spans), np.bool_)
        if not self._rules.fold_numbers:
            return np.zeros(len(spans), np.bool_)
        first_bytes = spans.data[spans.starts] | np.uint8(0x20)
        return (first_bytes < ord("a")) | (first_bytes > ord("z"))


class PhraseSpace:
    """Texts and fields whose words need forms, n-grams or a prefix."""

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
        self._maps = [NumberMap(self._column_function(n_words)) for n_words in range(1, limits[1] + 1)]

    def tokens(self, texts: Sequence[str], names: IntArray) -> Tokens:
        return self._tokens(*self._forms(self._cutter.cut(texts)), names, 0)

    def pieces(self, text: str, name: int) -> Iterator[Tokens]:
        names, before = np.array([name]), np.zeros(0, np.int64)
        for words in self._cutter.pieces(text):
            numbers, _ = self._forms(words)
            joined = np.concatenate((before, numbers))
            yield self._tokens(joined, np.zeros(len(joined), np.int64), names, len(before))
            before = joined[len(joined) - min(self._limits[1] - 1, len(joined)) :]

    def _tokens(self, numbers: IntArray, texts: IntArray, names: IntArray, n_old: int) -> Tokens:
        """Return the n-grams of consecutive words. Skip n-grams inside the first `n_old` words: they were returned
        before.
        """
        if self._limits == (1, 1):
            return Tokens(self._columns_of(1, numbers, texts, names), texts)
        shortest, longest = self._limits
        columns, text_numbers = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        runs = numbers
        for n_words in range(1, min(longest, len(numbers)) + 1):
            if n_words > 1:
                runs = self._longer_ngrams(n_words, runs, numbers, texts)
            if n_words >= shortest:
                starts = np.flatnonzero(runs >= 0)
                starts = starts[starts + n_words > n_old]
                columns.append(self._columns_of(n_words, runs[starts], texts[starts], names))
                text_numbers.append(texts[starts])
        return Tokens(np.concatenate(columns), np.concatenate(text_numbers))

    def _columns_of(self, n_words: int, runs: IntArray, texts: IntArray, names: IntArray) -> IntArray:
        """Return the columns of n-grams. The column also depends on the name of the text's field."""
        if len(self.names) > 1:
            runs = runs * len(self.names) + names.take(texts)
        return self._maps[n_words - 1](runs)

    def _longer_ngrams(self, n_words: int, shorter: IntArray, words: IntArray, texts: IntArray) -> IntArray:
        """Return the number of the n-gram that starts at each word, or -1 if the text ends before the n-gram does."""
        starts = np.flatnonzero(texts[: len(texts) - n_words + 1] == texts[n_words - 1 :])
        runs = np.full(len(words), -1, np.int64)
        runs[starts] = self._phrases.longer(n_words, shorter[starts], words[starts + n_words - 1])
        return runs

    def _column_function(self, n_words: int) -> Callable[[IntArray], IntArray]:
        def columns(named: IntArray) -> IntArray:
            numbers, names = np.divmod(named, len(self.names))
            spans, prefixes = self._phrases.spans(n_words, numbers), self._prefixes.picked(names)
            columns_found = np.empty(len(named), np.int64)
            without_prefix, with_prefix = np.flatnonzero(prefixes.lengths == 0), np.flatnonzero(prefixes.lengths)
            columns_found[without_prefix] = self._columns(spans.picked(without_prefix))
            prefixed = concatenate_words([prefixes.picked(with_prefix), spans.picked(with_prefix)], len(with_prefix))
            columns_found[with_prefix] = self._columns(prefixed)
            return columns_found

        return columns


Space: TypeAlias = DirectSpace | NamedSpace | PhraseSpace
"""Converts texts to columns of the vocabulary: `tokens` for several texts at once, `pieces` for one long text.

`names` are the names of the fields that the space counts; None is the document's text.
"""

"""Count the tokens of texts, many documents at a time. `TokenCounter` is the entry point.

Documents are processed in groups of a few hundred thousand characters. The texts of a group are joined and split into
words by array operations. Words are looked up by their bytes. Sorting by (document, token) brings equal tokens
together. Stop words, stems and prefixes are computed once per distinct word, not per occurrence. A *token space*
(`DirectSpace`, `PrefixedSpace`, `PhraseSpace`) maps the words of a text or field to columns.
`nbengine.text.token_rules` specifies the result.

A *form* is a word as it is counted: stemmed, or with its number folded. A few short texts are counted word by word
instead (`count_words_of_texts`, `make_row`, `make_rows`): array operations are faster only from about ten texts on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, IntArray, remap_tokens
from nbengine.errors import EngineError
from nbengine.text.token_rules import (
    TokenRules,
    add_derived_fields,
    check_rules,
    check_texts,
    compile_pattern,
    document_tokens,
    prepend_subjects,
    word_form,
)
from nbengine.text.vocabulary import MAX_NAMES, FieldWordColumns, Vocabulary, check_spans
from nbengine.text.words import (
    BYTES_PER_LANE,
    CHARACTERS_PER_CHUNK,
    WORD_HASHER,
    KeyTable,
    PatternCutter,
    RunCutter,
    Spans,
    Words,
    concatenate_words,
    cutter_for,
    encode_as_spans,
    flat_positions,
)

_GROUP_CHARACTERS = 1 << 19
"""Number of characters of ASCII text that are counted at once.

With fewer, the NumPy calls cost more time than the processor's cache saves. For character n-grams,
`CHARACTERS_PER_CHUNK` is used: it fits the cache and takes half the time.
"""
_LONG_TEXT_CHARACTERS = 2 * CHARACTERS_PER_CHUNK
"""Documents with more characters than this are counted piece by piece."""
_MAX_CACHED_FORMS = 1 << 21
"""The cache of words and n-grams is cleared if it has more entries than this plus twice the size of the vocabulary."""
_MAX_PENDING_ENTRIES = 1 << 18
"""Number of entries of a long document that are collected before equal tokens are added up."""


class TokenCounter:
    """Counts tokens over a vocabulary: a new one, or one that is passed in.

    With a growing vocabulary, the new tokens of each batch are added. With a fixed one, unknown tokens are dropped, or
    counted in one additional last column (`unknown_column`). The order of calls does not change the counts; the cache
    between calls only saves time. A `cutter` replaces the pattern of the rules as the way to split texts.
    """

    def __init__(
        self,
        rules: TokenRules,
        vocabulary: Vocabulary | None = None,
        *,
        is_growing: bool = True,
        unknown_column: bool = False,
        cutter: Cutter | None = None,
    ) -> None:
        check_rules(rules)
        if is_growing and unknown_column:
            raise EngineError("A growing vocabulary knows every token; an unknown column needs one that is fixed.")
        self.rules = rules
        self.vocabulary = Vocabulary() if vocabulary is None else vocabulary
        self.is_growing = is_growing
        self.unknown_column = unknown_column
        self._cutter = cutter
        self._spaces = self._new_spaces()
        self._n_known = len(self.vocabulary)

    @property
    def n_tokens(self) -> int:
        """Number of columns: the words of the vocabulary, plus the unknown column if there is one."""
        return len(self.vocabulary) + self.unknown_column

    def count(self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None) -> CountMatrix:
        """Count the tokens of each document.

        `fields`, if passed, has one mapping of field names to contents for each text.
        """
        check_texts(texts)
        if fields is not None and len(fields) != len(texts):
            raise EngineError(f"{len(texts)} texts came with the fields of {len(fields)} documents.")
        # The cache may have recorded words as unknown that were added to a fixed vocabulary since the last count.
        is_stale = not self.is_growing and len(self.vocabulary) != self._n_known
        if is_stale or self._spaces.n_cached() > _MAX_CACHED_FORMS + 2 * len(self.vocabulary):
            self._spaces = self._new_spaces()
        texts, fields = prepend_subjects(self.rules, texts, fields), add_derived_fields(self.rules, texts, fields)
        counted_fields = fields if self.rules.fields else None
        size = CHARACTERS_PER_CHUNK if self.rules.char_ngrams else _GROUP_CHARACTERS
        parts = _TextsBySpace(texts, counted_fields, self._spaces.spaces, size)
        groups = [self._count_group(parts, group) for group in parts.groups()]
        self._n_known = len(self.vocabulary)
        return self._assemble(len(texts), groups)

    def count_with_own_vocabulary(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None
    ) -> CountedBatch:
        """Count over a new vocabulary with only the tokens of these documents.

        The result can be sent to another process.
        """
        if self.unknown_column:
            raise EngineError("Unknown tokens have no words that another process could know.")
        counts = self.count(texts, fields)
        is_used = np.zeros(counts.n_tokens, np.bool_)
        is_used[counts.tokens] = True
        numbers = np.flatnonzero(is_used)
        spans = self.vocabulary.spans(numbers)
        tokens = (np.cumsum(is_used) - 1).astype(np.int32)[counts.tokens]
        counts_of_used = CountMatrix(counts.starts, tokens, counts.values, len(numbers))
        return CountedBatch(spans.join_bytes(), spans.lengths.astype(np.int32), counts_of_used)

    def _new_spaces(self) -> TokenSpaces:
        return make_token_spaces(self.rules, self.vocabulary, is_growing=self.is_growing, cutter=self._cutter)

    def _count_group(self, parts: _TextsBySpace, group: _Group) -> _GroupCounts:
        if group.is_long:
            return self._count_long(parts, group.documents)
        rows: list[IntArray] = []
        columns: list[IntArray] = []
        for part in parts.texts_of(group.documents.tolist()):
            part_tokens = part.space.tokens(part.texts, part.names)
            rows.append(part.documents.take(part_tokens.text_numbers))
            columns.append(self._with_unknown(part_tokens.columns))
        return _count_pairs(group.documents, _concatenate(rows), _concatenate(columns), self.n_tokens)

    def _count_long(self, parts: _TextsBySpace, documents: IntArray) -> _GroupCounts:
        pending: list[tuple[IntArray, IntArray]] = []
        n_pending = 0
        for piece_tokens in parts.pieces(int(documents[0])):
            columns = self._with_unknown(piece_tokens.columns)
            pending.append(_run_lengths(np.sort(columns[columns >= 0])))
            n_pending += len(pending[-1][0])
            if n_pending > _MAX_PENDING_ENTRIES:
                pending, n_pending = [_add_up_equal_tokens(pending)], 0
        tokens, values = _add_up_equal_tokens(pending)
        return _GroupCounts(documents, np.array([len(tokens)]), tokens.astype(np.int32), values)

    def _with_unknown(self, columns: IntArray) -> IntArray:
        """Replace UNKNOWN by the number of the unknown column, if there is one. `columns` is changed in place."""
        if self.unknown_column:
            columns[columns == UNKNOWN] = len(self.vocabulary)
        return columns

    def _assemble(self, n_documents: int, groups: list[_GroupCounts]) -> CountMatrix:
        lengths = _concatenate([part.lengths for part in groups])
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        tokens = np.concatenate([part.tokens for part in groups] or [np.zeros(0, np.int32)])
        values = np.concatenate([part.values for part in groups] or [np.zeros(0, np.int32)], dtype=np.int32)
        matrix = CountMatrix(starts, tokens, values, self.n_tokens)
        order = _concatenate([part.documents for part in groups])
        return matrix if (order == np.arange(n_documents)).all() else matrix[np.argsort(order)]


@dataclass(frozen=True, slots=True)
class _Group:
    """Documents that are counted together by array operations."""

    documents: IntArray
    is_long: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _GroupCounts:
    """The counts of the documents of a group. The entries of each document follow one another."""

    documents: IntArray
    lengths: IntArray
    """Number of different tokens in each document, (n_documents,)."""
    tokens: npt.NDArray[np.int32]
    values: IntArray


def _count_pairs(documents: IntArray, rows: IntArray, columns: IntArray, n_tokens: int) -> _GroupCounts:
    """Count equal pairs of row and column. Columns below zero are dropped.

    For speed, each pair is packed into one integer, and the integers are sorted.
    """
    n_bits = n_tokens.bit_length()
    kind = np.uint32 if n_bits + len(documents).bit_length() <= 32 else np.uint64
    keys: npt.NDArray[Any] = rows.astype(kind)
    keys <<= n_bits
    keys |= columns.astype(kind)
    is_known = columns >= 0
    keys = keys if is_known.all() else keys[is_known]
    keys.sort()
    keys, values = _run_lengths(keys)
    borders: npt.NDArray[Any] = np.arange(len(documents) + 1).astype(kind)
    borders <<= n_bits
    row_starts = np.searchsorted(keys, borders)
    return _GroupCounts(documents, np.diff(row_starts), (keys & kind((1 << n_bits) - 1)).astype(np.int32), values)


@dataclass(frozen=True, slots=True)
class _TextsBySpace:
    """The texts and fields of a batch, together with the token spaces by which they are counted."""

    texts: Sequence[str]
    fields: Sequence[Mapping[str, str]] | None
    spaces: tuple[TokenSpace, ...]
    group_characters: int
    """Group size for ASCII texts.

    In other texts a character takes two or more bytes; their groups have the size `CHARACTERS_PER_CHUNK`.
    """

    def groups(self) -> Iterator[_Group]:
        """Yield groups of documents with about the same total size.

        ASCII documents form groups of their own, because they are split faster.
        """
        sizes, is_ascii = _sizes_and_ascii(self.texts)
        if self.fields is not None:
            field_sizes, has_ascii_fields = _sizes_and_ascii(["".join(fields.values()) for fields in self.fields])
            sizes, is_ascii = sizes + field_sizes, is_ascii & has_ascii_fields
        is_long = sizes > _LONG_TEXT_CHARACTERS
        yield from (_Group(document, is_long=True) for document in np.flatnonzero(is_long)[:, None])
        for is_selected, size in (
            (is_ascii & ~is_long, self.group_characters),
            (~is_ascii & ~is_long, CHARACTERS_PER_CHUNK),
        ):
            documents = np.flatnonzero(is_selected)
            chunks = np.cumsum(sizes[documents]) // size
            borders = np.flatnonzero(chunks[1:] != chunks[:-1]) + 1
            yield from (_Group(part) for part in np.split(documents, borders) if len(part))

    def texts_of(self, documents: list[int]) -> Iterator[_TextsOfSpace]:
        """Yield, for each token space, the texts of some documents that this space counts.

        The documents are numbered from 0, in the order of `documents`.
        """
        selected_texts = [self.texts[document] for document in documents]
        selected_fields = [] if self.fields is None else [self.fields[document] for document in documents]
        for space in self.spaces:
            rows: list[int] = []
            names: list[int] = []
            texts: list[str] = []
            for number, name in enumerate(space.names):
                values = selected_texts if name is None else [fields.get(name, "") for fields in selected_fields]
                nonempty_rows = [row for row, value in enumerate(values) if value]
                rows += nonempty_rows
                names += [number] * len(nonempty_rows)
                texts += filter(None, values)
            if texts:
                yield _TextsOfSpace(space, np.array(rows), np.array(names), texts)

    def pieces(self, document: int) -> Iterator[Tokens]:
        """Yield the tokens of one long document piece by piece."""
        for part in self.texts_of([document]):
            for text, name in zip(part.texts, part.names.tolist(), strict=True):
                yield from part.space.pieces(text, name)


@dataclass(frozen=True, slots=True, eq=False)
class _TextsOfSpace:
    """The texts that one token space (text or fields) counts."""

    space: TokenSpace
    documents: IntArray
    """Document of each text, (n_texts,)."""
    names: IntArray
    """Index in `space.names` of the field name of each text, (n_texts,)."""
    texts: list[str]


def _sizes_and_ascii(texts: Sequence[str]) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """Return the length of each text in characters, and a mask of the texts that are pure ASCII."""
    n_texts = len(texts)
    return np.fromiter(map(len, texts), np.int64, n_texts), np.fromiter(map(str.isascii, texts), np.bool_, n_texts)


def _concatenate(arrays: list[IntArray]) -> IntArray:
    if len(arrays) == 1:
        return arrays[0]
    return np.concatenate([np.zeros(0, np.int64), *arrays])


def _run_lengths(sorted_numbers: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], IntArray]:
    """Return the distinct numbers of a sorted array, and how often each occurs."""
    leaders = np.flatnonzero(
        np.append(len(sorted_numbers) > 0, sorted_numbers[1:] != sorted_numbers[:-1])[: len(sorted_numbers)]
    )
    return sorted_numbers[leaders], np.diff(leaders, append=len(sorted_numbers))


def _add_up_equal_tokens(parts: list[tuple[IntArray, IntArray]]) -> tuple[IntArray, IntArray]:
    """Add up the counts of equal tokens. Return the token numbers in ascending order, and the sums."""
    numbers, values = _concatenate([part[0] for part in parts]), _concatenate([part[1] for part in parts])
    order = np.argsort(numbers, kind="stable")
    numbers, sizes = _run_lengths(numbers[order])
    if not len(numbers):
        return numbers, values
    return numbers, np.add.reduceat(values[order], np.cumsum(sizes) - sizes)


_BITS = np.uint64(32)


class Phrases:
    """Numbers of word n-grams.

    An n-gram is stored as two numbers: that of its first n - 1 words, and that of its last word.
    """

    def __init__(self, forms: Vocabulary, longest: int) -> None:
        self._forms = forms
        self._tables = [KeyTable(WORD_HASHER.spread) for _ in range(longest - 1)]

    def __len__(self) -> int:
        return sum(map(len, self._tables))

    def extend(self, n_words: int, shorter: IntArray, words: IntArray) -> IntArray:
        """Return the numbers of n-grams of `n_words` words. New n-grams get new numbers.

        `shorter` are the numbers of their first n - 1 words, and `words` those of their last words. For n = 2, both are
        numbers of words.
        """
        keys = (shorter.astype(np.uint64) << _BITS) | words.astype(np.uint64)
        return self._tables[n_words - 2].find_or_add(keys)

    def spans(self, n_words: int, numbers: IntArray) -> Spans:
        """Return the n-grams with these numbers as `Spans`, their words joined by spaces."""
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
    """Pattern of white space. Each match is replaced by one space."""

    def cut(self, texts: Sequence[str]) -> Words:
        return self._ngrams([self._fold(text) for text in texts], 0)

    def pieces(self, text: str) -> Iterator[Words]:
        """Split one long text piece by piece.

        The lower case of Σ depends on the characters beside it. So a text with Σ is first converted to lower case as a
        whole.
        """
        if self.rules.lower and "Σ" in text:
            yield from replace(self, rules=replace(self.rules, lower=False)).pieces(text.lower())
            return
        border = re.compile(r"\S")
        before, start = "", 0
        while start < len(text):
            border_match = border.search(text, start + CHARACTERS_PER_CHUNK)
            end = border_match.end() if border_match else len(text)
            joined = before + self._fold(text[start:end])
            yield self._ngrams([joined], len(before))
            before, start = joined[len(joined) - min(self.limits[1] - 1, len(joined)) :], end

    def _fold(self, text: str) -> str:
        return re.sub(self.white_space, " ", text.lower() if self.rules.lower else text)

    def _ngrams(self, texts: Sequence[str], n_old: int) -> Words:
        """Return the n-grams of texts, without those inside the first `n_old` characters, which an earlier call
        returned.
        """
        data = np.frombuffer("".join(texts).encode("utf-8", "surrogatepass") + bytes(BYTES_PER_LANE), np.uint8)
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
# Columns and cache entries below zero have a meaning of their own.
STOP_WORD = -1
UNKNOWN = -2
_NOT_CACHED = -3
ColumnLookup = Callable[[Spans], IntArray]
"""A function that returns the columns of words given as bytes. Unknown words have the column UNKNOWN."""
FormLookup = Callable[[Words], tuple[IntArray, IntArray]]
"""A function that returns two arrays for words: the number of each word's form, and the number of its text.

Stop words are left out.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """The tokens of many texts, as two arrays: the column and the text number of each. STOP_WORD and UNKNOWN are below
    0.
    """

    columns: IntArray
    text_numbers: IntArray


@dataclass(frozen=True, slots=True)
class TokenSpaces:
    """The token spaces of a set of rules, and their caches.

    A token space converts texts, or fields tokenised by the same rules, to columns of the vocabulary. It splits them
    into words, maps words to forms, builds n-grams, and adds the field's prefix. Words are numbered once for all
    spaces. Each space caches the column of each word number, separately for each field name, on first use. With plain
    rules there are no forms and prefixes: the vocabulary numbers the words directly.
    """

    spaces: tuple[TokenSpace, ...]
    caches: tuple[Vocabulary | Phrases | FieldWordColumns, ...]

    def n_cached(self) -> int:
        return sum(map(len, self.caches))


def make_token_spaces(
    rules: TokenRules, vocabulary: Vocabulary, *, is_growing: bool, cutter: Cutter | None = None
) -> TokenSpaces:
    """Create the token spaces of the text and of the counted fields."""

    def columns(spans: Spans) -> IntArray:
        if is_growing:
            return vocabulary.find_or_add(spans)
        numbers = vocabulary.find(spans)
        numbers[numbers < 0] = UNKNOWN
        return numbers

    def named_spaces(names: tuple[str | None, ...], cutter: Cutter) -> list[PrefixedSpace]:
        parts = [names[start : start + MAX_NAMES] for start in range(0, len(names), MAX_NAMES)]
        return [PrefixedSpace(part, cutter, FieldWordColumns(part, vocabulary, columns)) for part in parts]

    if cutter is None:
        cutter = cutter_for(rules) if rules.char_ngrams is None else CharacterCutter(rules, rules.char_ngrams)
    raw = Vocabulary()
    if not rules.fields and _longest_ngram(rules) == 1:
        forms = WordForms(raw, rules, columns).numbers if _has_forms(rules) else _raw_forms(columns)
        return TokenSpaces((DirectSpace(cutter, forms),), (raw,))
    names = (None, *(field.name for field in rules.fields if not field.is_verbatim))
    verbatim = named_spaces(tuple(field.name for field in rules.fields if field.is_verbatim), cutter_for(_VERBATIM))
    if not _has_forms(rules) and _longest_ngram(rules) == 1:
        spaces = (*named_spaces(names, cutter), *verbatim)
        return TokenSpaces(spaces, tuple(space.words for space in spaces))
    words = Vocabulary() if _has_forms(rules) else raw
    number = words.find_or_add
    forms = WordForms(raw, rules, number).numbers if _has_forms(rules) else _raw_forms(number)
    phrases = Phrases(words, _longest_ngram(rules))
    limits = (1, 1) if rules.char_ngrams else rules.ngrams
    space = PhraseSpace(names, cutter, forms, phrases, limits, columns)
    return TokenSpaces((space, *verbatim), (raw, words, phrases, *(space.words for space in verbatim)))


_VERBATIM = TokenRules(lower=False, pattern=r"\S+")


def _raw_forms(number: ColumnLookup) -> FormLookup:
    return lambda words: (number(words.spans), words.text_numbers)


def _has_forms(rules: TokenRules) -> bool:
    return rules.char_ngrams is None and bool(rules.fold_numbers or rules.stop_words or rules.stem)


def _longest_ngram(rules: TokenRules) -> int:
    return 1 if rules.char_ngrams else rules.ngrams[1]


@dataclass(frozen=True, slots=True)
class DirectSpace:
    """Token space of a text without fields and n-grams. The column of a word is its number in the vocabulary."""

    cutter: Cutter
    forms: FormLookup
    names: tuple[None] = (None,)

    def tokens(self, texts: Sequence[str], _names: IntArray) -> Tokens:
        return Tokens(*self.forms(self.cutter.cut(texts)))

    def pieces(self, text: str, _name: int) -> Iterator[Tokens]:
        return (Tokens(*self.forms(words)) for words in self.cutter.pieces(text))


@dataclass(frozen=True, slots=True)
class PrefixedSpace:
    """Token space of texts and fields without forms and n-grams: only the field's prefix is added."""

    names: tuple[str | None, ...]
    cutter: Cutter
    words: FieldWordColumns

    def tokens(self, texts: Sequence[str], names: IntArray) -> Tokens:
        words = self.cutter.cut(texts)
        return Tokens(self.words.columns(words, names), words.text_numbers)

    def pieces(self, text: str, name: int) -> Iterator[Tokens]:
        names = np.array([name])
        return (Tokens(self.words.columns(words, names), words.text_numbers) for words in self.cutter.pieces(text))


class NumberMap:
    """A function that maps numbers to numbers, with a cache. `compute` is called once for each number."""

    def __init__(self, compute: Callable[[IntArray], IntArray]) -> None:
        self._compute = compute
        self._known = np.full(1 << 8, _NOT_CACHED, np.int32)

    def __call__(self, numbers: IntArray) -> IntArray:
        if not len(numbers):
            return numbers
        size, n_known = int(numbers.max()) + 1, len(self._known)
        if size > n_known:
            self._known = np.append(self._known, np.full(max(size, 2 * n_known) - n_known, _NOT_CACHED, np.int32))
        mapped = self._known.take(numbers)
        unseen = numbers[mapped == _NOT_CACHED]
        if not len(unseen):
            return mapped.astype(np.int64)
        unseen = np.sort(unseen)  # a mask of changes is faster than np.unique
        new = unseen[np.concatenate(([True], unseen[1:] != unseen[:-1]))]
        self._known[new] = self._compute(new)
        return self._known.take(numbers).astype(np.int64)


class WordForms:
    """Maps words to the numbers of the forms in which they are counted, and drops stop words.

    Each distinct word is processed once.
    """

    def __init__(self, raw: Vocabulary, rules: TokenRules, number: ColumnLookup) -> None:
        self._raw = raw
        self._rules = rules
        self._number = number
        self._stop_words = Vocabulary(rules.stop_words)
        self._forms = NumberMap(self._number_forms)

    def numbers(self, words: Words) -> tuple[IntArray, IntArray]:
        forms = self._forms(self._raw.find_or_add(words.spans))
        which = np.flatnonzero(forms != STOP_WORD)
        return forms.take(which), words.text_numbers.take(which)

    def _number_forms(self, numbers: IntArray) -> IntArray:
        spans = self._raw.spans(numbers)
        form_numbers = np.full(len(spans), STOP_WORD, np.int64)
        may_change = self._may_change(spans)
        unchanged = np.flatnonzero(~may_change & (self._stop_words.find(spans) < 0))
        form_numbers[unchanged] = self._number(spans.select(unchanged))
        changing = np.flatnonzero(may_change)
        forms = [word_form(word, self._rules) for word in spans.select(changing).to_strings()]
        with_form = changing[[form is not None for form in forms]]
        form_numbers[with_form] = self._number(encode_as_spans(form for form in forms if form is not None))
        return form_numbers

    def _may_change(self, spans: Spans) -> npt.NDArray[np.bool_]:
        """Return a mask of the words that may be counted in another form, so that the form must be computed one by one.

        With stemming, these are all words. With folded numbers, these are the words that do not begin with an ASCII
        letter.
        """
        if self._rules.stem:
            return np.ones(len(spans), np.bool_)
        if not self._rules.fold_numbers:
            return np.zeros(len(spans), np.bool_)
        first_bytes = spans.data[spans.starts] | np.uint8(0x20)
        return (first_bytes < ord("a")) | (first_bytes > ord("z"))


class PhraseSpace:
    """Token space of texts and fields with forms or n-grams."""

    def __init__(
        self,
        names: tuple[str | None, ...],
        cutter: Cutter,
        forms: FormLookup,
        phrases: Phrases,
        limits: tuple[int, int],
        columns: ColumnLookup,
    ) -> None:
        self.names = names
        self._prefixes = encode_as_spans("" if name is None else f"{name}:" for name in names)
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
        """Return the n-grams of consecutive words, without those inside the first `n_old` words, which an earlier call
        returned.
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

    def _columns_of(self, n_words: int, ngram_numbers: IntArray, texts: IntArray, names: IntArray) -> IntArray:
        """Return the column of each n-gram. `ngram_numbers` are the numbers of the n-grams.

        The column also depends on the field name of the n-gram's text.
        """
        if len(self.names) > 1:
            ngram_numbers = ngram_numbers * len(self.names) + names.take(texts)
        return self._maps[n_words - 1](ngram_numbers)

    def _longer_ngrams(self, n_words: int, shorter: IntArray, words: IntArray, texts: IntArray) -> IntArray:
        """Return the number of the n-gram that starts at each word, or -1 if the text ends before the n-gram does."""
        starts = np.flatnonzero(texts[: len(texts) - n_words + 1] == texts[n_words - 1 :])
        runs = np.full(len(words), -1, np.int64)
        runs[starts] = self._phrases.extend(n_words, shorter[starts], words[starts + n_words - 1])
        return runs

    def _column_function(self, n_words: int) -> Callable[[IntArray], IntArray]:
        def columns(named: IntArray) -> IntArray:
            numbers, names = np.divmod(named, len(self.names))
            spans, prefixes = self._phrases.spans(n_words, numbers), self._prefixes.select(names)
            columns_found = np.empty(len(named), np.int64)
            without_prefix, with_prefix = np.flatnonzero(prefixes.lengths == 0), np.flatnonzero(prefixes.lengths)
            columns_found[without_prefix] = self._columns(spans.select(without_prefix))
            prefixed = concatenate_words([prefixes.select(with_prefix), spans.select(with_prefix)], len(with_prefix))
            columns_found[with_prefix] = self._columns(prefixed)
            return columns_found

        return columns


TokenSpace: TypeAlias = DirectSpace | PrefixedSpace | PhraseSpace
"""A token space. `tokens` converts several texts to columns, `pieces` converts one long text piece by piece.

`names` are the names of the fields that it counts; None is the document's text.
"""
MAX_SMALL_BATCH_CHARACTERS = 1 << 14
"""Texts with more characters in total than this are counted by array operations."""
MAX_CACHED_WORDS = 1 << 18
"""Maximum number of words in the cache of word numbers."""
LOOKUPS_BEFORE_LOADING = 4
"""After this many lookups, the whole vocabulary is loaded into the cache, unless it is too large."""


@dataclass(frozen=True, slots=True, eq=False)
class CountedBatch:
    """Counts over a vocabulary of their own, in the form in which a worker process returns them."""

    blob: bytes
    """The words as UTF-8, without separators."""
    lengths: npt.NDArray[np.int32]
    """Length of each word in bytes, (n_tokens,)."""
    counts: CountMatrix

    def counts_over(self, vocabulary: Vocabulary, *, grow: bool = True) -> CountMatrix:
        """Return the counts over `vocabulary`.

        With `grow`, new words are added to the vocabulary. Otherwise they are dropped.
        """
        spans = check_spans(self.blob, self.lengths)
        columns = vocabulary.find_or_add(spans) if grow else vocabulary.find(spans)
        return remap_tokens(self.counts, columns, len(vocabulary))


class WordNumberCache:
    """Cache of the numbers of words of a vocabulary. A word's number never changes."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._known: dict[str, int] = {}
        self._n_lookups = 0

    def find(self, words: Sequence[str], *, words_not_to_add: frozenset[str] | None = None) -> list[int]:
        """Return each word's number, or -1 if it is unknown.

        If `words_not_to_add` is a set, unknown words are added to the vocabulary, except those in the set.
        """
        known = self._known
        numbers = list(map(known.get, words))
        if None not in numbers:
            return numbers  # type: ignore[return-value] # mypy does not see that no None is left
        missing = [word for word, number in zip(words, numbers, strict=True) if number is None]
        if self._holds_all():
            if words_not_to_add is not None:
                new = [word for word in missing if word not in known and word not in words_not_to_add]
                known.update(zip(new, self._vocabulary.append_new(new), strict=True))
        else:
            if len(known) + len(missing) > MAX_CACHED_WORDS:
                known.clear()
                missing = list(words)
            self._remember(missing, words_not_to_add)
        return [known.get(word, -1) for word in words]

    def _holds_all(self) -> bool:
        """Return whether the cache holds the whole vocabulary. If so, a word that is not in the cache is new.

        The vocabulary is loaded after `LOOKUPS_BEFORE_LOADING` lookups.
        """
        n_words = len(self._vocabulary)
        self._n_lookups += 1
        if len(self._known) != n_words and self._n_lookups > LOOKUPS_BEFORE_LOADING and n_words < MAX_CACHED_WORDS:
            self._known.update(zip(self._vocabulary.words, range(n_words), strict=True))
        return len(self._known) == n_words

    def _remember(self, words: Sequence[str], unwanted: frozenset[str] | None) -> None:
        if unwanted is not None:
            new_words = [word for word in words if word not in unwanted]
            self._known.update(zip(new_words, self._vocabulary.add(new_words).tolist(), strict=True))
            words = [word for word in words if word in unwanted]
        numbers = self._vocabulary.numbers(words).tolist() if words else []
        self._known.update((word, number) for word, number in zip(words, numbers, strict=True) if number >= 0)


def is_small_batch(texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None) -> bool:
    """Return whether counting these texts one by one is faster than by array operations."""
    size = sum(map(len, texts))
    if fields is not None and size <= MAX_SMALL_BATCH_CHARACTERS:
        size += sum(len(value) for values in fields for value in values.values())
    return size <= MAX_SMALL_BATCH_CHARACTERS


def count_words_of_texts(
    texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None, rules: TokenRules
) -> list[Counter[str]]:
    """Return the counts of the tokens of each text."""
    if rules == TokenRules(pattern=rules.pattern, lower=rules.lower):
        find = compile_pattern(rules.pattern).findall
        return [Counter(filter(None, find(text.lower() if rules.lower else text))) for text in texts]
    fields_by_text = [{}] * len(texts) if fields is None else fields
    return [
        Counter(document_tokens(text, text_fields, rules))
        for text, text_fields in zip(texts, fields_by_text, strict=True)
    ]


def make_row(numbers: Sequence[int], counts: Iterable[int], n_tokens: int) -> tuple[CountMatrix, int]:
    """Return the counts of one text as a matrix with one row, and the total count of unknown tokens.

    `numbers` are distinct token numbers, negative for unknown tokens; `counts` are their counts.
    """
    tokens, values = np.array(numbers, np.int32), np.fromiter(counts, np.int32, len(numbers))
    order = tokens.argsort()
    tokens, values = tokens[order], values[order]
    n_unknown = int(np.searchsorted(tokens, 0))
    n_unknown_occurrences, values = int(values[:n_unknown].sum()), values[n_unknown:]
    return CountMatrix(np.array([0, len(values)]), tokens[n_unknown:], values, n_tokens), n_unknown_occurrences


def make_rows(rows: Sequence[Mapping[int, int]], n_tokens: int) -> CountMatrix:
    """Return a matrix with one row for each mapping of token numbers to counts."""
    tokens = [sorted(row) for row in rows]
    starts = np.cumsum([0, *map(len, tokens)])
    values = [row[token] for row, row_tokens in zip(rows, tokens, strict=True) for token in row_tokens]
    flat = [token for row_tokens in tokens for token in row_tokens]
    return CountMatrix(starts, np.array(flat, np.int32), np.array(values, np.int32), n_tokens)

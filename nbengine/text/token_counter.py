"""Texts to counts, many documents at a time.

Documents are taken in groups of some hundred thousand characters. A group's texts are joined, cut into words with
whole-array operations, the words looked up by their bytes, and one sort over (document, token) puts equal tokens next
to one another. Stop words, stems and prefixes are worked out once per distinct word, never per occurrence.
`nbengine.text.token_rules` says what the result must be.

A few short texts are counted word by word (`row_of`, `rows_of`): whole arrays pay only from some ten texts on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, IntArray, remapped
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.token_rules import TokenRules, check_rules, compiled, document_tokens, made_fields, read_texts
from nbengine.text.token_spaces import UNKNOWN, Cutter, Space, Spaces, Tokens, spaces_for
from nbengine.text.vocabulary import Vocabulary, checked_spans
from nbengine.text.word_cutting import CHUNK

FEW_CHARACTERS = 1 << 14
"""More characters than these, in all texts together, are counted by whole arrays."""
MOST_REMEMBERED = 1 << 18
"""Words whose numbers are kept at hand."""
SEVERAL = 4
"""Questions after which all words of a vocabulary are taken to hand, if they are no more than that."""


@dataclass(frozen=True, slots=True, eq=False)
class CountedBatch:
    """Counts together with their own words: what a worker process hands back."""

    blob: bytes
    """The words as one run of UTF-8."""
    lengths: npt.NDArray[np.int32]
    """(n_tokens,): each word's length in bytes."""
    counts: CountMatrix

    def over(self, vocabulary: Vocabulary, *, grow: bool = True) -> CountMatrix:
        """Return the counts over another vocabulary, which gets the new words or lacks their counts."""
        spans = checked_spans(self.blob, self.lengths)
        columns = vocabulary.find_or_add(spans) if grow else vocabulary.find(spans)
        return remapped(self.counts, columns, len(vocabulary))


class WordNumbers:
    """The numbers of words that were looked up before; those of a vocabulary never change."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._known: dict[str, int] = {}
        self._n_asked = 0

    def find(self, words: Sequence[str], *, unwanted: frozenset[str] | None = None) -> list[int]:
        """Return each word's number, or -1; with `unwanted`, all words but these are numbered if they are new."""
        known = self._known
        found = list(map(known.get, words))
        if None not in found:
            return found  # type: ignore[return-value] # mypy does not see that no None is left
        missing = [word for word, number in zip(words, found, strict=True) if number is None]
        if self._has_all():
            if unwanted is not None:
                new = [word for word in missing if word not in known and word not in unwanted]
                known.update(zip(new, self._vocabulary.append_new(new), strict=True))
        else:
            if len(known) + len(missing) > MOST_REMEMBERED:
                known.clear()
                missing = list(words)
            self._remember(missing, unwanted)
        return [known.get(word, -1) for word in words]

    def _has_all(self) -> bool:
        """Return whether a word that is not at hand is not in the vocabulary; take all to hand where that pays."""
        n_words = len(self._vocabulary)
        self._n_asked += 1
        if len(self._known) != n_words and self._n_asked > SEVERAL and n_words < MOST_REMEMBERED:
            self._known.update(zip(self._vocabulary.words, range(n_words), strict=True))
        return len(self._known) == n_words

    def _remember(self, words: Sequence[str], unwanted: frozenset[str] | None) -> None:
        if unwanted is not None:
            wanted = [word for word in words if word not in unwanted]
            self._known.update(zip(wanted, self._vocabulary.add(wanted).tolist(), strict=True))
            words = [word for word in words if word in unwanted]
        numbers = self._vocabulary.numbers(words).tolist() if words else []
        self._known.update((word, number) for word, number in zip(words, numbers, strict=True) if number >= 0)


def are_few(texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None) -> bool:
    """Tell whether these texts are better counted one by one."""
    size = sum(map(len, texts))
    if fields is not None and size <= FEW_CHARACTERS:
        size += sum(len(value) for some in fields for value in some.values())
    return size <= FEW_CHARACTERS


def words_of_texts(
    texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None, rules: TokenRules
) -> list[Counter[str]]:
    """Return how often each token occurs in each text."""
    if rules == TokenRules(pattern=rules.pattern, lower=rules.lower):
        find = compiled(rules.pattern).findall
        return [Counter(filter(None, find(text.lower() if rules.lower else text))) for text in texts]
    own = [{}] * len(texts) if fields is None else fields
    return [Counter(document_tokens(text, some, rules)) for text, some in zip(texts, own, strict=True)]


def row_of(numbers: Sequence[int], times: Iterable[int], n_tokens: int) -> tuple[CountMatrix, int]:
    """Put the counts of one text, by different tokens, into a row; return how many are of tokens below 0."""
    tokens, values = np.array(numbers, np.int32), np.fromiter(times, np.int32, len(numbers))
    order = tokens.argsort()
    tokens, values = tokens[order], values[order]
    n_unknown = int(np.searchsorted(tokens, 0))
    unknown, values = int(values[:n_unknown].sum()), values[n_unknown:]
    return CountMatrix(np.array([0, len(values)]), tokens[n_unknown:], values, n_tokens), unknown


def rows_of(counted: Sequence[Mapping[int, int]], n_tokens: int) -> CountMatrix:
    """Put the counts of each text, by token, into rows."""
    tokens = [sorted(row) for row in counted]
    starts = np.cumsum([0, *map(len, tokens)])
    values = [row[token] for row, some in zip(counted, tokens, strict=True) for token in some]
    flat = [token for some in tokens for token in some]
    return CountMatrix(starts, np.array(flat, np.int32), np.array(values, np.int32), n_tokens)


_GROUP = 1 << 19
"""Characters counted at once; with fewer, mails cost more in calls of NumPy than the processor's cache saves. Runs of
characters are as many as the characters are, so there it is the cache that counts: half the time with a `CHUNK`."""
_LONG = 2 * CHUNK
"""Documents of more characters than this are counted piece by piece."""
_REMEMBERED = 1 << 21
"""Raw words and runs of words remembered between batches beyond twice the vocabulary; more are forgotten."""
_PENDING = 1 << 18
"""Entries of a long document that are kept before they are added up."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Some documents that are counted at once."""

    documents: IntArray
    is_long: bool = False


class TokenCounter:
    """Counts tokens over a vocabulary of its own or a given one.

    A growing vocabulary gets the new tokens of each batch. One that may not grow drops unknown tokens, or adds
    them up in one more column, the last. Calls may come in any order; what is remembered between them only
    saves work.
    A cutter of one's own takes the place of the rules' way of cutting texts.
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
        self._spaces = self._fresh_spaces()
        self._n_known = len(self.vocabulary)

    @property
    def n_tokens(self) -> int:
        """Columns of the counts: the words known so far, and the unknown column if there is one."""
        return len(self.vocabulary) + self.unknown_column

    def count(self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None) -> CountMatrix:
        """Count the tokens of each document; fields, if given, are as many as texts."""
        if fields is not None and len(fields) != len(texts):
            raise EngineError(f"{len(texts)} texts came with the fields of {len(fields)} documents.")
        self._forget_what_is_too_much_or_too_old()
        texts, fields = read_texts(self.rules, texts, fields), made_fields(self.rules, texts, fields)
        own_fields, size = fields if self.rules.fields else None, CHUNK if self.rules.char_ngrams else _GROUP
        parts = _Parts(texts, own_fields, self._spaces.spaces, size)
        counted = [self._count_group(parts, group) for group in parts.groups()]
        self._n_known = len(self.vocabulary)
        return self._assembled(len(texts), counted)

    def count_apart(self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None) -> CountedBatch:
        """Count over just the tokens of these documents, in a form that another process can take in."""
        if self.unknown_column:
            raise EngineError("Unknown tokens have no words that another process could know.")
        counts = self.count(texts, fields)
        is_used = np.zeros(counts.n_tokens, np.bool_)
        is_used[counts.tokens] = True
        numbers = np.flatnonzero(is_used)
        spans = self.vocabulary.spans(numbers)
        tokens = (np.cumsum(is_used) - 1).astype(np.int32)[counts.tokens]
        here = CountMatrix(counts.starts, tokens, counts.values, len(numbers))
        return CountedBatch(spans.compact(), spans.lengths.astype(np.int32), here)

    def _fresh_spaces(self) -> Spaces:
        return spaces_for(self.rules, self.vocabulary, is_growing=self.is_growing, cutter=self._cutter)

    def _forget_what_is_too_much_or_too_old(self) -> None:
        """Unknown words are remembered as unknown, which ends when somebody else adds words to the vocabulary."""
        is_old = not self.is_growing and len(self.vocabulary) != self._n_known
        if is_old or self._spaces.n_remembered() > _REMEMBERED + 2 * len(self.vocabulary):
            self._spaces = self._fresh_spaces()

    def _count_group(self, parts: _Parts, group: _Group) -> _Counted:
        if group.is_long:
            return self._count_long(parts, group.documents)
        rows: list[IntArray] = []
        columns: list[IntArray] = []
        for part in parts.of(group.documents.tolist()):
            found = part.space.tokens(part.texts, part.names)
            rows.append(part.documents.take(found.texts))
            columns.append(self._with_unknown(found.columns))
        return _counted(group.documents, _joined(rows), _joined(columns), self.n_tokens)

    def _count_long(self, parts: _Parts, documents: IntArray) -> _Counted:
        pending: list[tuple[IntArray, IntArray]] = []
        n_pending = 0
        for found in parts.pieces(int(documents[0])):
            columns = self._with_unknown(found.columns)
            pending.append(_run_lengths(np.sort(columns[columns >= 0])))
            n_pending += len(pending[-1][0])
            if n_pending > _PENDING:
                pending, n_pending = [_added_up(pending)], 0
        tokens, values = _added_up(pending)
        return _Counted(documents, np.array([len(tokens)]), tokens.astype(np.int32), values)

    def _with_unknown(self, columns: IntArray) -> IntArray:
        """Give unknown tokens their column, if there is one."""
        if self.unknown_column:
            columns[columns == UNKNOWN] = len(self.vocabulary)
        return columns

    def _assembled(self, n_documents: int, counted: list[_Counted]) -> CountMatrix:
        lengths = _joined([part.lengths for part in counted])
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        tokens = np.concatenate([part.tokens for part in counted] or [np.zeros(0, np.int32)])
        values = np.concatenate([part.values for part in counted] or [np.zeros(0, np.int32)], dtype=np.int32)
        matrix = CountMatrix(starts, tokens, values, self.n_tokens)
        order = _joined([part.documents for part in counted])
        return matrix if (order == np.arange(n_documents)).all() else matrix[np.argsort(order)]


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """The counts of some documents, row after row."""

    documents: IntArray
    lengths: IntArray
    """(n_documents,): how many different tokens each has."""
    tokens: npt.NDArray[np.int32]
    values: IntArray


def _counted(documents: IntArray, rows: IntArray, columns: IntArray, n_tokens: int) -> _Counted:
    """Count equal pairs of row and column, without the columns below zero, by sorting them as one number each."""
    n_bits = n_tokens.bit_length()
    kind = np.uint32 if n_bits + len(documents).bit_length() <= 32 else np.uint64
    keys: npt.NDArray[Any] = rows.astype(kind)
    keys <<= n_bits
    keys |= columns.astype(kind)
    is_kept = columns >= 0
    keys = keys if is_kept.all() else keys[is_kept]
    keys.sort()
    keys, values = _run_lengths(keys)
    borders: npt.NDArray[Any] = np.arange(len(documents) + 1).astype(kind)
    borders <<= n_bits
    row_starts = np.searchsorted(keys, borders)
    return _Counted(documents, np.diff(row_starts), (keys & kind((1 << n_bits) - 1)).astype(np.int32), values)


@dataclass(frozen=True, slots=True)
class _Parts:
    """The texts and fields of a batch, by the space in which they are counted."""

    texts: Sequence[str]
    fields: Sequence[Mapping[str, str]] | None
    spaces: tuple[Space, ...]
    group_characters: int
    """Of ASCII; other characters take two or more bytes, and are counted a `CHUNK` at a time."""

    def groups(self) -> Iterator[_Group]:
        """Put documents into groups of about the same size, ASCII documents with one another."""
        sizes, is_ascii = _sizes_and_ascii(self.texts)
        if self.fields is not None:
            of_fields, has_ascii_fields = _sizes_and_ascii(["".join(fields.values()) for fields in self.fields])
            sizes, is_ascii = sizes + of_fields, is_ascii & has_ascii_fields
        is_long = sizes > _LONG
        yield from (_Group(document, is_long=True) for document in np.flatnonzero(is_long)[:, None])
        for some, size in ((is_ascii & ~is_long, self.group_characters), (~is_ascii & ~is_long, CHUNK)):
            documents = np.flatnonzero(some)
            chunks = np.cumsum(sizes[documents]) // size
            borders = np.flatnonzero(chunks[1:] != chunks[:-1]) + 1
            yield from (_Group(part) for part in np.split(documents, borders) if len(part))

    def of(self, documents: list[int]) -> Iterator[_Part]:
        """Return what each space counts of some documents, of which the first is number 0."""
        own_texts = [self.texts[document] for document in documents]
        own_fields = [] if self.fields is None else [self.fields[document] for document in documents]
        for space in self.spaces:
            rows: list[int] = []
            names: list[int] = []
            texts: list[str] = []
            for number, name in enumerate(space.names):
                values = own_texts if name is None else [fields.get(name, "") for fields in own_fields]
                some = [row for row, value in enumerate(values) if value]
                rows += some
                names += [number] * len(some)
                texts += filter(None, values)
            if texts:
                yield _Part(space, np.array(rows), np.array(names), texts)

    def pieces(self, document: int) -> Iterator[Tokens]:
        """Return the tokens of one long document."""
        for part in self.of([document]):
            for text, name in zip(part.texts, part.names.tolist(), strict=True):
                yield from part.space.pieces(text, name)


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The documents and texts that one space of tokens counts."""

    space: Space
    documents: IntArray
    """(n_texts,): which of the documents each text is from."""
    names: IntArray
    """(n_texts,): under which of the space's names it is counted."""
    texts: list[str]


def _sizes_and_ascii(texts: Sequence[str]) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """Return the length of each text in characters, and which texts are ASCII throughout."""
    n_texts = len(texts)
    return np.fromiter(map(len, texts), np.int64, n_texts), np.fromiter(map(str.isascii, texts), np.bool_, n_texts)


def _joined(arrays: list[IntArray]) -> IntArray:
    if len(arrays) == 1:
        return arrays[0]
    return np.concatenate([np.zeros(0, np.int64), *arrays])


def _run_lengths(ordered: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], IntArray]:
    """Return the different numbers of a sorted array, and how often each comes."""
    leaders = np.flatnonzero(np.append(len(ordered) > 0, ordered[1:] != ordered[:-1])[: len(ordered)])
    return ordered[leaders], np.diff(leaders, append=len(ordered))


def _added_up(parts: list[tuple[IntArray, IntArray]]) -> tuple[IntArray, IntArray]:
    """Add up values of equal numbers; the numbers come out in order."""
    numbers, values = _joined([part[0] for part in parts]), _joined([part[1] for part in parts])
    order = np.argsort(numbers, kind="stable")
    numbers, sizes = _run_lengths(numbers[order])
    if not len(numbers):
        return numbers, values
    return numbers, np.add.reduceat(values[order], np.cumsum(sizes) - sizes)

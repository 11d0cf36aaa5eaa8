"""Texts to counts, many documents at a time.

Documents are taken in groups of about as many characters as the processor's cache holds. A group's texts are
joined, cut into words with whole-array operations, the words looked up by their bytes, and one sort over
(document, token) puts equal tokens next to one another. Stop words, stems and prefixes are worked out once per
distinct word, never per occurrence. `nbengine.tokens` says what the result must be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, IntArray
from nbengine.cutting import CHUNK
from nbengine.errors import EngineError
from nbengine.rules import TokenRules
from nbengine.spaces import UNKNOWN, Space, Spaces, spaces_for
from nbengine.tokens import check_rules
from nbengine.vocabulary import Vocabulary

_LONG = 2 * CHUNK
"""Documents of more characters than this are counted piece by piece."""
_REMEMBERED = 1 << 21
"""Raw words and runs of words remembered between batches beyond twice the vocabulary; more are forgotten."""
_PENDING = 1 << 20
"""Entries of a long document that are kept before they are added up."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Some documents that are counted at once."""

    documents: list[int]
    is_long: bool = False


class TokenCounter:
    """Counts tokens over a vocabulary of its own or a given one.

    A growing vocabulary gets the new tokens of each batch. One that may not grow drops unknown tokens, or adds
    them up in one more column, the last. Calls may come in any order; what is remembered between them only
    saves work.
    """

    def __init__(
        self,
        rules: TokenRules,
        vocabulary: Vocabulary | None = None,
        *,
        is_growing: bool = True,
        unknown_column: bool = False,
    ) -> None:
        check_rules(rules)
        if is_growing and unknown_column:
            raise EngineError("A growing vocabulary knows every token; an unknown column needs one that is fixed.")
        self.rules = rules
        self.vocabulary = Vocabulary() if vocabulary is None else vocabulary
        self.is_growing = is_growing
        self.unknown_column = unknown_column
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
        parts = _Parts(texts, fields if self.rules.fields else None, self._spaces.spaces)
        counted = [self._count_group(parts, group) for group in parts.groups()]
        self._n_known = len(self.vocabulary)
        return self._assembled(len(texts), counted)

    def _fresh_spaces(self) -> Spaces:
        return spaces_for(self.rules, self.vocabulary, is_growing=self.is_growing)

    def _forget_what_is_too_much_or_too_old(self) -> None:
        """Unknown words are remembered as unknown, which ends when somebody else adds words to the vocabulary."""
        is_old = not self.is_growing and len(self.vocabulary) != self._n_known
        if is_old or self._spaces.n_remembered() > _REMEMBERED + 2 * len(self.vocabulary):
            self._spaces = self._fresh_spaces()

    def _count_group(self, parts: _Parts, group: _Group) -> _Counted:
        documents = np.array(group.documents, np.int64)
        if group.is_long:
            return _Counted(documents, *self._count_long(parts, group.documents[0]))
        keys = [
            _keys(found.texts if rows is None else rows[found.texts], self._columns(found.columns))
            for space, rows, texts in parts.of(group.documents)
            for found in [space.tokens(texts)]
        ]
        return _Counted(documents, *_run_lengths(np.concatenate(keys)))

    def _count_long(self, parts: _Parts, document: int) -> tuple[IntArray, IntArray]:
        pending: list[tuple[IntArray, IntArray]] = []
        n_pending = 0
        for space, _, texts in parts.of([document]):
            for found in space.pieces(texts[0]):
                pending.append(_run_lengths(_keys(found.texts, self._columns(found.columns))))
                n_pending += len(pending[-1][0])
                if n_pending > _PENDING:
                    pending, n_pending = [_added_up(pending)], 0
        return _added_up(pending)

    def _columns(self, tokens: IntArray) -> IntArray:
        """Turn what a space found into columns, -1 for what is not counted."""
        if not self.unknown_column:
            return tokens
        return np.where(tokens == UNKNOWN, len(self.vocabulary), tokens)

    def _assembled(self, n_documents: int, counted: list[_Counted]) -> CountMatrix:
        order = np.concatenate([part.documents for part in counted] or [np.zeros(0, np.int64)])
        lengths = [part.row_lengths() for part in counted]
        starts = np.concatenate(([0], np.cumsum(np.concatenate(lengths or [np.zeros(0, np.int64)]))))
        tokens = [(part.keys & 0xFFFFFFFF).astype(np.int32) for part in counted]
        values = [part.values.astype(np.int32) for part in counted]
        empty = np.zeros(0, np.int32)
        matrix = CountMatrix(
            starts.astype(np.int64), np.concatenate(tokens or [empty]), np.concatenate(values or [empty]), self.n_tokens
        )
        if (order == np.arange(n_documents)).all():
            return matrix
        return matrix[np.argsort(order)]


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """The counts of some documents."""

    documents: IntArray
    keys: IntArray
    """(n_entries,): the document's place in the group above 32 bits of token."""
    values: IntArray

    def row_lengths(self) -> IntArray:
        return np.bincount(self.keys >> 32, minlength=len(self.documents))


@dataclass(frozen=True, slots=True)
class _Parts:
    """The texts and fields of a batch, by the space in which they are counted."""

    texts: Sequence[str]
    fields: Sequence[Mapping[str, str]] | None
    spaces: tuple[Space, ...]

    def groups(self) -> Iterator[_Group]:
        """Put documents into groups of about the same size, ASCII documents with one another."""
        open_groups: dict[bool, list[int]] = {True: [], False: []}
        sizes = {True: 0, False: 0}
        for document, text in enumerate(self.texts):
            size = self._size(document, text)
            if size > _LONG:
                yield _Group([document], is_long=True)
                continue
            is_ascii = text.isascii()
            open_groups[is_ascii].append(document)
            sizes[is_ascii] += size
            if sizes[is_ascii] >= CHUNK:
                yield _Group(open_groups[is_ascii])
                open_groups[is_ascii], sizes[is_ascii] = [], 0
        yield from (_Group(documents) for documents in open_groups.values() if documents)

    def of(self, documents: list[int]) -> Iterator[tuple[Space, npt.NDArray[np.int64] | None, list[str]]]:
        """Return each space with its texts, and which of the documents they are from unless each has one."""
        for space in self.spaces:
            if space.name is None:
                yield space, None, [self.texts[document] for document in documents]
            elif self.fields is not None:
                some = [self.fields[document].get(space.name, "") for document in documents]
                rows = np.array([row for row, text in enumerate(some) if text], np.int64)
                if len(rows):
                    yield space, rows, [text for text in some if text]

    def _size(self, document: int, text: str) -> int:
        if self.fields is None:
            return len(text)
        return len(text) + sum(map(len, self.fields[document].values()))


def _keys(rows: IntArray, columns: IntArray) -> IntArray:
    keys = (rows << 32) | columns
    is_kept = columns >= 0
    return keys if is_kept.all() else keys[is_kept]


def _run_lengths(keys: IntArray) -> tuple[IntArray, IntArray]:
    """Return the different keys in order, and how often each comes."""
    keys = np.sort(keys)
    firsts = np.flatnonzero(np.concatenate((np.ones(min(len(keys), 1), bool), keys[1:] != keys[:-1])))
    return keys[firsts], np.diff(firsts, append=len(keys))


def _added_up(parts: list[tuple[IntArray, IntArray]]) -> tuple[IntArray, IntArray]:
    keys = np.concatenate([keys for keys, _ in parts] or [np.zeros(0, np.int64)])
    values = np.concatenate([values for _, values in parts] or [np.zeros(0, np.int64)])
    if not len(keys):
        return keys, values
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    firsts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    return keys[firsts], np.add.reduceat(values[order], firsts)

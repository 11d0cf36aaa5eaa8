"""Search the documents of a corpus with operators, without reading their texts.

A search looks up labels, kinds and dates in columns, senders and subjects in headings, and words in the counts that
training uses. It reads texts only for a phrase, and only those of documents that contain all words of the phrase.

The index covers most headings and words; the search scans the others. The headings of a searched corpus stay in memory
and take about 100 bytes per document. The index is built piece by piece, so that other jobs can run in between.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt

from app.domain.documents import indices_with_label
from app.domain.jobs import JobContext
from app.domain.records import CorpusKind
from app.domain.results import KINDS, SearchTerm, parse_date, parse_search
from app.library.recipes import default_rules, imported_rules
from app.library.training_data import rules_key
from app.library.verdict_columns import JudgedColumns
from app.store.documents import NO_DATE, NO_LABEL
from app.store.search_index import (
    FIELDS,
    MAX_DOCUMENTS_PER_PART,
    MIN_DOCUMENTS_PER_PART,
    Field,
    HeadingTexts,
    IndexPart,
    WordBlock,
    document_indices_of_word,
    heading_texts,
    iterate_words,
    sort_documents,
    word_blocks,
    word_bytes,
)
from app.store.workspace import Workspace, WorkspaceSource, open_for_writing
from nbengine.counts import IntArray
from nbengine.text.token_rules import tokenize

LabelIndices = npt.NDArray[np.int32]
PHRASES_AT_ONCE = 200


@cache
def rules_keys_of_kind(kind: CorpusKind) -> tuple[str, ...]:
    """Return the keys of the token rules under which words of a corpus of this kind are usually stored.

    These are the default rules, and the rules of an import.
    """
    return tuple(sorted({rules_key(rules) for rules in (default_rules(kind), imported_rules(kind))}))


class CorpusSearchCache:
    """Cache of a corpus's headings and inverted word indexes between searches."""

    def __init__(self) -> None:
        self.headings = CorpusHeadings()
        self._words: dict[str, CorpusWords] = {}

    def documents_with(self, workspace: Workspace, corpus: str, numbers: IntArray, word: str) -> Mask:
        """Return a mask of the documents that contain a word, (n_documents,).

        The word may have been counted under the token rules of this program version or of an older one.
        """
        mask = np.zeros(len(numbers), np.bool_)
        for key in rules_keys_of_kind(workspace.corpora.get(corpus).kind):
            mask |= self._words.setdefault(key, CorpusWords()).documents_with(workspace, corpus, key, numbers, word)
        return mask

    def documents_with_prefix(
        self, workspace: Workspace, corpus: str, numbers: IntArray, prefix: str
    ) -> Iterator[tuple[str, IntArray]]:
        """Yield the words that begin with a prefix, each with the row indices of the documents that contain it."""
        for key in rules_keys_of_kind(workspace.corpora.get(corpus).kind):
            words = self._words.setdefault(key, CorpusWords())
            yield from words.documents_with_prefix(workspace, corpus, key, numbers, prefix)

    def words_key(self, workspace: Workspace, corpus: str) -> tuple[int, ...]:
        """Return a cache key that changes when the words of a corpus are indexed or counted."""
        key: tuple[int, ...] = ()
        for rules in rules_keys_of_kind(workspace.corpora.get(corpus).kind):
            stamp = workspace.segments.stamp(corpus, rules)
            key = (*key, *workspace.search_index.part_numbers(corpus, rules), *stamp)
        return key


class Search:
    """Evaluates a search in one corpus, term by term."""

    def __init__(
        self, workspace: Workspace, corpus: str, judged_columns: JudgedColumns, texts: CorpusSearchCache
    ) -> None:
        self._workspace, self._corpus, self._texts = workspace, corpus, texts
        self._found, self._columns = judged_columns, judged_columns.columns
        self._rules = default_rules(workspace.corpora.get(corpus).kind)

    def find_matches(self, search: str, context: JobContext) -> Mask:
        """Return a mask of the documents that match all terms, (n_documents,)."""
        mask = np.ones(len(self._columns.document_numbers), np.bool_)
        self._texts.headings.read(self._workspace, self._corpus, self._columns.document_numbers, context)
        for term in parse_search(search):
            context.checkpoint(phase="searching")
            mask &= ~self._match_term(term) if term.is_negated else self._match_term(term)
        return mask

    def _match_term(self, term: SearchTerm) -> Mask:
        columns, value = self._columns, term.value.casefold()
        if not term.operator and term.is_phrase:
            return self._match_phrase(value)
        if not term.operator:  # matches if the heading contains the text, or the document contains all words
            words = self._words(term.value)
            return self._texts.headings.mask_containing(FIELDS, term.value.strip()) | self._match_words(words)
        answers: Mapping[str, Callable[[], Mask]] = {
            "from": lambda: self._texts.headings.mask_containing(("sender",), value),
            "subject": lambda: self._texts.headings.mask_containing(("title",), value),
            "to": lambda: self._match_words([f"to:{word}" for word in self._words(value)]),
            "label": lambda: self._match_label(columns.label_indices, value),
            "verdict": lambda: self._match_label(self._found.judged_label_indices, value),
            "kind": lambda: np.asarray(columns.kinds == KINDS.index(value)),
            "has": lambda: np.asarray(columns.n_attachments > 0),
            "is:wrong": lambda: self._found.is_surprising,
            "is:unlabelled": lambda: np.asarray(columns.label_indices == NO_LABEL),
            "is:duplicate": lambda: np.asarray(columns.n_duplicates > 0),
            "before": lambda: np.asarray((columns.dates_s != NO_DATE) & (columns.dates_s < (parse_date(value) or 0))),
            "after": lambda: np.asarray(columns.dates_s >= (parse_date(value) or 0)),
        }
        return answers[f"is:{value}" if term.operator == "is" else term.operator]()

    def _match_label(self, labels: LabelIndices, value: str) -> Mask:
        return np.isin(labels, np.array(indices_with_label(self._columns.label_names, value), np.int32))

    def _match_phrase(self, phrase: str) -> Mask:
        """Return a mask of the documents whose heading or text contains these words in sequence."""
        normalized_phrase = " ".join(phrase.split())
        found = self._texts.headings.mask_containing(FIELDS, normalized_phrase)
        candidates = self._columns.document_numbers[self._match_words(self._words(phrase)) & ~found].tolist()
        matches = [
            number
            for first in range(0, len(candidates), PHRASES_AT_ONCE)
            for number, body in self._workspace.documents.read_bodies(candidates[first : first + PHRASES_AT_ONCE])
            if normalized_phrase in " ".join(body.text.casefold().split())
        ]
        return found | membership_mask(self._columns.document_numbers, np.array(matches, np.int64))

    def _match_words(self, words: list[str]) -> Mask:
        found = np.full(len(self._columns.document_numbers), bool(words))
        for word in words:
            found &= self._texts.documents_with(self._workspace, self._corpus, self._columns.document_numbers, word)
        return found

    def _words(self, text: str) -> list[str]:
        """Return the words of a text under the default token rules of the corpus."""
        return list(dict.fromkeys(tokenize(text, self._rules)))


Mask = npt.NDArray[np.bool_]
NO_DOCUMENTS: IntArray = np.zeros(0, np.int64)
MAX_CACHED_UNINDEXED = 4 * MIN_DOCUMENTS_PER_PART
"""Maximum number of unindexed documents whose words are cached. If there are more, each search reads their counts."""
MAX_NUMBERS_PER_DOCUMENT = 16
"""If document numbers have smaller gaps on average, a lookup table finds indices faster than a binary search."""


@dataclass(slots=True)
class CorpusHeadings:
    """Cache of a corpus's headings, valid until its documents change."""

    _corpus: str = ""
    _document_numbers: IntArray = field(default_factory=lambda: NO_DOCUMENTS)
    """(n_documents,): document numbers, ascending."""
    _index_parts: tuple[IndexPart, ...] = ()
    _headings_of_pieces: list[Mapping[Field, HeadingTexts]] = field(default_factory=list)
    """Headings of the documents of each index part, followed by those of unindexed documents."""
    _numbers_of_pieces: list[IntArray] = field(default_factory=list)
    """Document numbers of each piece."""
    _indices_of_pieces: list[IntArray] = field(default_factory=list)
    """For each piece, the index of each document in `_document_numbers`; len(_numbers) for a deleted document."""
    _order_by_field: dict[Field, IntArray] = field(default_factory=dict)

    def read(self, workspace: Workspace, corpus: str, numbers: IntArray, context: JobContext) -> None:
        """Load the headings of the whole corpus, if they are not loaded yet. `numbers` are its document numbers."""
        if corpus == self._corpus and numbers is self._document_numbers:
            return
        index = workspace.search_index
        if corpus != self._corpus or index.part_numbers(corpus) != tuple(
            part.part_number for part in self._index_parts
        ):
            self._index_parts = index.parts(corpus)
            self._headings_of_pieces = list(index.headings(self._index_parts))
        covered = [part.document_numbers for part in self._index_parts]
        rest = np.setdiff1d(numbers, np.concatenate([NO_DOCUMENTS, *covered]), assume_unique=True)
        cut = [rest[first : first + MAX_DOCUMENTS_PER_PART] for first in range(0, len(rest), MAX_DOCUMENTS_PER_PART)]
        self._headings_of_pieces = self._headings_of_pieces[: len(self._index_parts)]
        for done, piece in enumerate(cut):
            context.checkpoint(done, len(cut), "searching")
            rows = index.headings_of(corpus, piece.tolist())
            headings = {
                name: heading_texts([str(row[column]) for row in rows]) for column, name in enumerate(FIELDS, start=1)
            }
            self._headings_of_pieces.append(headings)
        self._numbers_of_pieces, self._corpus, self._document_numbers, self._order_by_field = (
            [*covered, *cut],
            corpus,
            numbers,
            {},
        )
        self._indices_of_pieces = [find_positions(numbers, documents) for documents in self._numbers_of_pieces]

    def mask_containing(self, fields: Sequence[Field], text: str) -> Mask:
        """Return a mask of the documents that contain `text` in one of these fields, ignoring case, (n_documents,)."""
        mask = np.zeros(len(self._document_numbers) + 1, np.bool_)
        for places, piece in zip(self._indices_of_pieces, self._headings_of_pieces, strict=True):
            mask[places] = np.logical_or.reduce([piece[name].mask_containing(text) for name in fields])
        return mask[:-1]

    def map_texts(self, name: Field, change: Callable[[str], str]) -> tuple[tuple[str, ...], LabelIndices]:
        """Apply `change` to a heading of all documents, once per distinct text.

        Return the distinct results, and for each document the index of its result, (n_documents,).
        """
        index_of: dict[str, int] = {}
        codes = np.full(len(self._document_numbers) + 1, -1, np.int32)
        for places, piece in zip(self._indices_of_pieces, self._headings_of_pieces, strict=True):
            texts = piece[name]
            results = [index_of.setdefault(change(text), len(index_of)) for text in texts.texts()]
            codes[places] = np.array(results, np.int32)[texts.text_numbers] if results else -1
        return tuple(index_of), codes[:-1]

    def order(self, workspace: Workspace, name: Field) -> IntArray:
        """Return the row indices of all documents, sorted by a heading."""
        if name not in self._order_by_field:
            stored_order = workspace.search_index.order(self._corpus, name)
            n_covered, n_rest = len(self._index_parts), sum(map(len, self._numbers_of_pieces[len(self._index_parts) :]))
            if n_rest <= MIN_DOCUMENTS_PER_PART and len(stored_order) == sum(
                map(len, self._numbers_of_pieces[:n_covered])
            ):
                listed = self._insert_unindexed(stored_order, name)
            else:
                documents = np.concatenate([NO_DOCUMENTS, *self._numbers_of_pieces])
                listed = sort_documents(documents, [piece[name] for piece in self._headings_of_pieces])
            places = find_positions(self._document_numbers, listed)
            self._order_by_field[name] = places[places < len(self._document_numbers)]
        return self._order_by_field[name]

    def _insert_unindexed(self, stored_order: IntArray, name: Field) -> IntArray:
        """Return the stored order with the unindexed documents inserted. Both are document numbers."""
        rest = np.concatenate([NO_DOCUMENTS, *self._numbers_of_pieces[len(self._index_parts) :]]).tolist()
        if not rest:
            return stored_order
        documents = np.concatenate([NO_DOCUMENTS, *self._numbers_of_pieces])
        ends = np.cumsum([0, *map(len, self._numbers_of_pieces)])
        sorter = np.argsort(documents, kind="stable")

        def text_of(number: int) -> str:
            place = int(sorter[np.searchsorted(documents, number, sorter=sorter)])
            piece = int(np.searchsorted(ends, place, side="right")) - 1
            return self._headings_of_pieces[piece][name].text(place - int(ends[piece]))

        added = sorted((text_of(number), number) for number in rest)
        positions = [
            bisect_right(stored_order, entry, key=lambda number: (text_of(number), int(number))) for entry in added
        ]
        return np.insert(stored_order, positions, [number for _, number in added])


@dataclass(slots=True)
class CorpusWords:
    """Inverted index of a corpus, valid until its documents or counts change."""

    _cache_key: tuple[object, ...] = ()
    _document_numbers: IntArray = field(default_factory=lambda: NO_DOCUMENTS)
    _index_parts: tuple[IndexPart, ...] = ()
    _indices_of_parts: list[IntArray] = field(default_factory=list)
    _unindexed_numbers: IntArray = field(default_factory=lambda: NO_DOCUMENTS)
    _counted_numbers: IntArray = field(default_factory=lambda: NO_DOCUMENTS)
    _unindexed_blocks: list[WordBlock] | None = None

    def documents_with(self, workspace: Workspace, corpus: str, rules_key: str, numbers: IntArray, word: str) -> Mask:
        """Return a mask of the documents that contain a word under these token rules, (n_documents,)."""
        self._reload_if_changed(workspace, corpus, rules_key, numbers)
        if len(self._unindexed_numbers) > MAX_CACHED_UNINDEXED:
            return membership_mask(
                numbers, workspace.segments.documents_with(corpus, rules_key, word)[0].astype(np.int64)
            )
        mask = np.zeros(len(numbers) + 1, np.bool_)
        for places, entries in zip(
            self._indices_of_parts, workspace.search_index.documents_with(self._index_parts, word), strict=True
        ):
            mask[places[entries]] = True
        blocks = self._blocks_of_unindexed(workspace, corpus, rules_key)
        block_index = bisect_right(blocks, word_bytes(word), key=lambda block: block.first_word) - 1
        if block_index >= 0:
            entries = document_indices_of_word(blocks[block_index], word, len(self._counted_numbers))
            mask[find_positions(numbers, self._counted_numbers)[entries]] = True
        return mask[:-1]

    def documents_with_prefix(
        self, workspace: Workspace, corpus: str, rules_key: str, numbers: IntArray, prefix: str
    ) -> Iterator[tuple[str, IntArray]]:
        """Yield words that begin with a prefix, each with the row indices of documents that contain it.

        A word may be yielded several times, with other documents. If more than MAX_CACHED_UNINDEXED documents are not
        indexed yet, those documents are left out.
        """
        self._reload_if_changed(workspace, corpus, rules_key, numbers)
        first, last = word_bytes(prefix), word_bytes(prefix + "\U0010ffff")
        for part, places in zip(self._index_parts, self._indices_of_parts, strict=True):
            blocks = workspace.search_index.blocks_between(part, first, last)
            yield from self._select_words_with_prefix(blocks, prefix, len(part.document_numbers), places)
        if len(self._unindexed_numbers) <= MAX_CACHED_UNINDEXED:
            blocks = self._blocks_of_unindexed(workspace, corpus, rules_key)
            begin = max(bisect_right(blocks, first, key=lambda block: block.first_word) - 1, 0)
            end = bisect_right(blocks, last, key=lambda block: block.first_word)
            places = find_positions(numbers, self._counted_numbers)
            yield from self._select_words_with_prefix(blocks[begin:end], prefix, len(self._counted_numbers), places)

    def _select_words_with_prefix(
        self, blocks: Iterable[WordBlock], prefix: str, n_documents: int, places: IntArray
    ) -> Iterator[tuple[str, IntArray]]:
        """Yield the words of `blocks` that begin with a prefix, each with row indices of documents that contain it.

        `places` (n_documents,) maps the document indices of the blocks to row indices.
        """
        for word, entries in iterate_words(blocks, n_documents):
            if word.startswith(prefix):
                indices = places[entries]
                yield word, indices[indices < len(self._document_numbers)]

    def _blocks_of_unindexed(self, workspace: Workspace, corpus: str, rules_key: str) -> list[WordBlock]:
        """Return the inverted index of the unindexed documents. It is cached."""
        if self._unindexed_blocks is None:
            counted = workspace.segments.read_documents(corpus, rules_key, self._unindexed_numbers)
            self._counted_numbers = counted.document_numbers
            words = workspace.segments.words(corpus, rules_key) if len(counted.tokens) else ()
            self._unindexed_blocks = list(word_blocks(counted, words))
        return self._unindexed_blocks

    def _reload_if_changed(self, workspace: Workspace, corpus: str, rules_key: str, numbers: IntArray) -> None:
        known = workspace.search_index.part_numbers(corpus, rules_key)
        key = (corpus, rules_key, known, workspace.segments.stamp(corpus, rules_key))
        if key == self._cache_key and numbers is self._document_numbers:
            return
        if key[:3] != self._cache_key[:3]:
            self._index_parts = workspace.search_index.parts(corpus, rules_key)
        covered = np.concatenate([NO_DOCUMENTS, *(part.document_numbers for part in self._index_parts)])
        self._unindexed_numbers, self._unindexed_blocks = np.setdiff1d(numbers, covered, assume_unique=True), None
        self._indices_of_parts = [find_positions(numbers, part.document_numbers) for part in self._index_parts]
        self._cache_key, self._document_numbers = key, numbers


def find_positions(numbers: IntArray, documents: IntArray) -> IntArray:
    """Return the position of each document number in the ascending array `numbers`; len(numbers) if it is absent."""
    n_numbers = len(numbers)
    if not n_numbers or not len(documents):
        return np.zeros(len(documents), np.int64)
    highest = int(max(numbers[-1], documents.max()))
    if highest < MAX_NUMBERS_PER_DOCUMENT * n_numbers and len(documents) > n_numbers // MAX_NUMBERS_PER_DOCUMENT:
        place_of = np.full(highest + 1, n_numbers, np.int64)
        place_of[numbers] = np.arange(n_numbers)
        return place_of[documents]
    places = np.searchsorted(numbers, documents)
    return np.where(numbers[np.minimum(places, n_numbers - 1)] == documents, places, n_numbers)


def membership_mask(numbers: IntArray, members: IntArray) -> Mask:
    """Return a mask of the elements of `numbers` that are also in `members`, (n_numbers,). `numbers` are ascending."""
    mask = np.zeros(len(numbers) + 1, np.bool_)
    mask[find_positions(numbers, members)] = True
    return mask[:-1]


def needs_index(n_documents: int) -> bool:
    """Return whether searching a corpus of this size without an index would be slow."""
    return n_documents >= MIN_DOCUMENTS_PER_PART


def build_next_index_piece(place: WorkspaceSource, corpus: str, _context: JobContext) -> bool:
    """Build the next piece of the search index of a corpus; return False if the index was complete."""
    with open_for_writing(place) as workspace:
        if workspace.is_read_only or not workspace.corpora.has(corpus):
            return False
        index = workspace.search_index
        if index.add_headings(corpus):
            return True
        if index.add_words(corpus, rules_key(default_rules(workspace.corpora.get(corpus).kind))):
            return True
        for field in FIELDS:
            if index.lacks_order(corpus, field):
                index.store_order(corpus, field)
                return True
        return False

"""Search with operators: which documents of a corpus have what was asked for, without reading a text.

Labels, kinds and dates are answered from columns, senders and subjects by the workspace, words from the counts that
training uses. Only a phrase is looked for in texts, of those documents that have all its words.

Headings and words come from the index, and for the rest from what lies there. The headings of a corpus that was
searched stay in memory, about a hundred bytes for each document. The index is made a piece at a time, so that other
work goes on in between.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache

import numpy as np
import numpy.typing as npt

from app.domain.documents import places_with
from app.domain.jobs import JobContext
from app.domain.records import CorpusKind
from app.domain.results import KINDS, SearchTerm, moment, search_terms
from app.library.recipes import default_rules, imported_rules
from app.library.training_data import rules_key
from app.library.verdict_columns import JudgedColumns
from app.store.documents import NO_DATE, NO_LABEL
from app.store.search_index import (
    DOCUMENTS_OF_PART,
    FIELDS,
    LEAST_OF_PART,
    Field,
    HeadingTexts,
    IndexPart,
    WordBlock,
    documents_in,
    heading_texts,
    sorted_documents,
    word_blocks,
    word_bytes,
)
from app.store.workspace import Place, Workspace, writing
from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.token_rules import tokenize

LabelPlaces = npt.NDArray[np.int32]
PHRASES_AT_ONCE = 200


@cache
def counted_by(kind: CorpusKind) -> tuple[str, ...]:
    """The keys of the rules by which words of such a corpus may have been counted."""
    return tuple(sorted({rules_key(rules) for rules in (default_rules(kind), imported_rules(kind))}))


class CorpusTexts:
    """Headings and words of a corpus, kept between two searches."""

    def __init__(self) -> None:
        self.headings = CorpusHeadings()
        self._words: dict[str, CorpusWords] = {}

    def documents_with(self, workspace: Workspace, corpus: str, numbers: IntArray, word: str) -> Mask:
        """Return documents that hold a word, counted as imports count now or as they did before there were filters."""
        found = np.zeros(len(numbers), np.bool_)
        for key in counted_by(workspace.corpora.get(corpus).kind):
            found |= self._words.setdefault(key, CorpusWords()).documents_with(workspace, corpus, key, numbers, word)
        return found


class Search:
    """Answers the terms of one search in one corpus."""

    def __init__(self, workspace: Workspace, corpus: str, found: JudgedColumns, texts: CorpusTexts) -> None:
        self._workspace, self._corpus, self._texts = workspace, corpus, texts
        self._found, self._columns = found, found.columns
        self._rules = default_rules(workspace.corpora.get(corpus).kind)

    def matching(self, search: str, context: JobContext) -> Mask:
        """(n_documents,): which documents have everything that is asked for."""
        found = np.ones(len(self._columns.numbers), np.bool_)
        self._texts.headings.read(self._workspace, self._corpus, self._columns.numbers, context)
        for term in search_terms(search):
            context.checkpoint(phase="searching")
            found &= ~self._having(term) if term.is_left_out else self._having(term)
        return found

    def _having(self, term: SearchTerm) -> Mask:
        columns, value = self._columns, term.value.casefold()
        if not term.operator and term.is_phrase:
            return self._with_phrase(value)
        if not term.operator:  # the heading has the text, or the words are all there
            words = self._words(term.value)
            return self._texts.headings.containing(FIELDS, term.value.strip()) | self._with_words(words)
        answers: Mapping[str, Callable[[], Mask]] = {
            "from": lambda: self._texts.headings.containing(("sender",), value),
            "subject": lambda: self._texts.headings.containing(("title",), value),
            "to": lambda: self._with_words([f"to:{word}" for word in self._words(value)]),
            "label": lambda: self._labelled(columns.labels, value),
            "judged": lambda: self._labelled(self._found.judged, value),
            "kind": lambda: np.asarray(columns.kinds == KINDS.index(value)),
            "has": lambda: np.asarray(columns.attachments > 0),
            "is:wrong": lambda: self._found.is_surprising,
            "is:unlabelled": lambda: np.asarray(columns.labels == NO_LABEL),
            "is:duplicate": lambda: np.asarray(columns.duplicates > 0),
            "before": lambda: np.asarray((columns.dates_s != NO_DATE) & (columns.dates_s < (moment(value) or 0))),
            "after": lambda: np.asarray(columns.dates_s >= (moment(value) or 0)),
        }
        return answers[f"is:{value}" if term.operator == "is" else term.operator]()

    def _labelled(self, labels: LabelPlaces, value: str) -> Mask:
        return np.isin(labels, np.array(places_with(self._columns.label_names, value), np.int32))

    def _with_phrase(self, phrase: str) -> Mask:
        """Return documents whose heading or text has the words in this order, one after the other."""
        wanted = " ".join(phrase.split())
        found = self._texts.headings.containing(FIELDS, wanted)
        waiting = self._columns.numbers[self._with_words(self._words(phrase)) & ~found].tolist()
        having = [
            number
            for first in range(0, len(waiting), PHRASES_AT_ONCE)
            for number, body in self._workspace.documents.bodies(waiting[first : first + PHRASES_AT_ONCE])
            if wanted in " ".join(body.text.casefold().split())
        ]
        return found | among(self._columns.numbers, np.array(having, np.int64))

    def _with_words(self, words: list[str]) -> Mask:
        found = np.full(len(self._columns.numbers), bool(words))
        for word in words:
            found &= self._texts.documents_with(self._workspace, self._corpus, self._columns.numbers, word)
        return found

    def _words(self, text: str) -> list[str]:
        return list(dict.fromkeys(tokenize(text, self._rules)))


Mask = npt.NDArray[np.bool_]
NONE: IntArray = np.zeros(0, np.int64)
MOST_HELD = 4 * LEAST_OF_PART
"""So many documents without a part are held by their words; more are read anew for each word."""
MOST_GAPS = 16
"""A table of all numbers is made where no more than so many are missing for each that is there."""


@dataclass(slots=True)
class CorpusHeadings:
    """The headings of a corpus, kept while its documents are the same."""

    _corpus: str = ""
    _numbers: IntArray = field(default_factory=lambda: NONE)
    """(n_documents,): of the corpus, ascending."""
    _parts: tuple[IndexPart, ...] = ()
    _pieces: list[Mapping[Field, HeadingTexts]] = field(default_factory=list)
    """Those of the index, then those of the documents that it does not cover."""
    _documents: list[IntArray] = field(default_factory=list)
    """The documents of each piece."""
    _places: list[IntArray] = field(default_factory=list)
    """Their places among the numbers, which have one more for those that are gone."""
    _orders: dict[Field, IntArray] = field(default_factory=dict)

    def read(self, workspace: Workspace, corpus: str, numbers: IntArray, context: JobContext) -> None:
        """Have the headings of these documents, the whole corpus, in memory."""
        if corpus == self._corpus and numbers is self._numbers:
            return
        index = workspace.search_index
        if corpus != self._corpus or index.numbers(corpus) != tuple(one.number for one in self._parts):
            self._parts = index.parts(corpus)
            self._pieces = list(index.headings(self._parts))
        covered = [part.documents for part in self._parts]
        rest = np.setdiff1d(numbers, np.concatenate([NONE, *covered]), assume_unique=True)
        cut = [rest[first : first + DOCUMENTS_OF_PART] for first in range(0, len(rest), DOCUMENTS_OF_PART)]
        self._pieces = self._pieces[: len(self._parts)]
        for done, piece in enumerate(cut):
            context.checkpoint(done, len(cut), "searching")
            rows = index.texts_of(corpus, piece.tolist())
            own = {name: heading_texts([str(row[at]) for row in rows]) for at, name in enumerate(FIELDS, start=1)}
            self._pieces.append(own)
        self._documents, self._corpus, self._numbers, self._orders = [*covered, *cut], corpus, numbers, {}
        self._places = [places_in(numbers, documents) for documents in self._documents]

    def containing(self, fields: Sequence[Field], text: str) -> Mask:
        """(n_documents,): which documents have a text in one of these fields, letters alike in either case."""
        found = np.zeros(len(self._numbers) + 1, np.bool_)
        for places, piece in zip(self._places, self._pieces, strict=True):
            found[places] = np.logical_or.reduce([piece[name].containing(text) for name in fields])
        return found[:-1]

    def order(self, workspace: Workspace, name: Field) -> IntArray:
        """Places of all documents in the order of a field."""
        if name not in self._orders:
            kept = workspace.search_index.order(self._corpus, name)
            n_covered, n_rest = len(self._parts), sum(map(len, self._documents[len(self._parts) :]))
            if n_rest <= LEAST_OF_PART and len(kept) == sum(map(len, self._documents[:n_covered])):
                listed = self._merged(kept, name)
            else:
                documents = np.concatenate([NONE, *self._documents])
                listed = sorted_documents(documents, [piece[name] for piece in self._pieces])
            places = places_in(self._numbers, listed)
            self._orders[name] = places[places < len(self._numbers)]
        return self._orders[name]

    def _merged(self, kept: IntArray, name: Field) -> IntArray:
        """Put the documents that came since into an order that was kept."""
        rest = np.concatenate([NONE, *self._documents[len(self._parts) :]]).tolist()
        if not rest:
            return kept
        documents = np.concatenate([NONE, *self._documents])
        ends = np.cumsum([0, *map(len, self._documents)])
        own = np.argsort(documents, kind="stable")

        def text_of(number: int) -> str:
            place = int(own[np.searchsorted(documents, number, sorter=own)])
            piece = int(np.searchsorted(ends, place, side="right")) - 1
            return self._pieces[piece][name].text(place - int(ends[piece]))

        added = sorted((text_of(number), number) for number in rest)
        where = [bisect_right(kept, one, key=lambda number: (text_of(number), int(number))) for one in added]
        return np.insert(kept, where, [number for _, number in added])


@dataclass(slots=True)
class CorpusWords:
    """The documents of each word of a corpus, kept while its documents and counts are the same."""

    _key: tuple[object, ...] = ()
    _numbers: IntArray = field(default_factory=lambda: NONE)
    _parts: tuple[IndexPart, ...] = ()
    _places: list[IntArray] = field(default_factory=list)
    _rest: IntArray = field(default_factory=lambda: NONE)
    _counted: IntArray = field(default_factory=lambda: NONE)
    _blocks: list[WordBlock] | None = None

    def documents_with(self, workspace: Workspace, corpus: str, rules_key: str, numbers: IntArray, word: str) -> Mask:
        """(n_documents,): which documents have a word, as some rules count words."""
        self._follow(workspace, corpus, rules_key, numbers)
        if len(self._rest) > MOST_HELD:
            return among(numbers, workspace.segments.documents_with(corpus, rules_key, word)[0].astype(np.int64))
        found = np.zeros(len(numbers) + 1, np.bool_)
        for places, entries in zip(self._places, workspace.search_index.documents_with(self._parts, word), strict=True):
            found[places[entries]] = True
        if self._blocks is None:
            counted = workspace.segments.of_documents(corpus, rules_key, self._rest)
            self._counted = counted.document_numbers
            words = workspace.segments.words(corpus, rules_key) if len(counted.tokens) else ()
            self._blocks = list(word_blocks(counted, words))
        at = bisect_right(self._blocks, word_bytes(word), key=lambda block: block.first_word) - 1
        if at >= 0:
            entries = documents_in(self._blocks[at], word, len(self._counted))
            found[places_in(numbers, self._counted)[entries]] = True
        return found[:-1]

    def _follow(self, workspace: Workspace, corpus: str, rules_key: str, numbers: IntArray) -> None:
        known = workspace.search_index.numbers(corpus, rules_key)
        key = (corpus, rules_key, known, workspace.segments.stamp(corpus, rules_key))
        if key == self._key and numbers is self._numbers:
            return
        if key[:3] != self._key[:3]:
            self._parts = workspace.search_index.parts(corpus, rules_key)
        covered = np.concatenate([NONE, *(part.documents for part in self._parts)])
        self._rest, self._blocks = np.setdiff1d(numbers, covered, assume_unique=True), None
        self._places = [places_in(numbers, part.documents) for part in self._parts]
        self._key, self._numbers = key, numbers


def places_in(numbers: IntArray, documents: IntArray) -> IntArray:
    """(n_documents,): the place of each among some ascending numbers; one after the last where it is not there."""
    n_numbers = len(numbers)
    if not n_numbers or not len(documents):
        return np.zeros(len(documents), np.int64)
    highest = int(max(numbers[-1], documents.max()))
    if highest < MOST_GAPS * n_numbers and len(documents) > n_numbers // MOST_GAPS:
        place_of = np.full(highest + 1, n_numbers, np.int64)
        place_of[numbers] = np.arange(n_numbers)
        return place_of[documents]
    places = np.searchsorted(numbers, documents)
    return np.where(numbers[np.minimum(places, n_numbers - 1)] == documents, places, n_numbers)


def among(numbers: IntArray, found: IntArray) -> Mask:
    """Return which of some ascending numbers were found, (n_documents,); what was found may hold others too."""
    mask = np.zeros(len(numbers) + 1, np.bool_)
    mask[places_in(numbers, found)] = True
    return mask[:-1]


def needs_index(n_documents: int) -> bool:
    """Tell whether looking through so many documents as they lie would take long."""
    return n_documents >= LEAST_OF_PART


def index_next(place: Place, corpus: str, _context: JobContext) -> bool:
    """Make the next piece of the index; False where nothing is left to make."""
    with writing(place) as workspace:
        if workspace.is_read_only or not workspace.corpora.has(corpus):
            return False
        index = workspace.search_index
        if index.add_headings(corpus):
            return True
        if index.add_words(corpus, rules_key(default_rules(workspace.corpora.get(corpus).kind))):
            return True
        for field in FIELDS:
            if index.lacks_order(corpus, field):
                index.keep_order(corpus, field)
                return True
        return False

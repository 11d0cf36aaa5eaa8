"""Browse a corpus: filter, sort and search its documents, and load the visible rows and the open document.

Filters and sort orders use arrays with one entry per document. Titles are loaded only for the visible rows. A search
looks up words in the counts that training uses, and titles and senders in the workspace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePath

import numpy as np
import numpy.typing as npt

from app.domain.confidence import ConfidenceLevel
from app.domain.documents import (
    DocumentKind,
    Failure,
    SourceOptions,
    count_single_labels,
    label_set_name,
    split_label_set,
)
from app.domain.jobs import JobContext
from app.domain.records import Revision, StoredDocument
from app.domain.results import (
    NOT_JUDGED,
    UNDECIDED,
    DocumentQuery,
    DocumentRow,
    FacetChoice,
    FacetCounts,
    FacetKind,
    FacetReport,
    FacetValue,
    LabelCount,
    OpenDocument,
    Overview,
    RowVerdict,
    Shelf,
    ShelfKind,
    SortOrder,
    display_location,
    failure_reason_sentence,
    probability_of_judged_label,
)
from app.domain.whole_files import open_csv_atomically
from app.library.importing import ImportRequest, import_sources
from app.library.reading_sources import read_files
from app.library.searching import CorpusSearchCache, Search
from app.library.verdict_columns import (
    UNJUDGED,
    CorpusColumns,
    JudgedColumns,
    display_text_of,
    latest_date_s,
    titles_of_documents,
)
from app.readers.mail.headers import domain_of, find_addresses
from app.store.documents import KINDS, NO_DATE, NO_LABEL
from app.store.search_index import Field
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing
from nbengine.counts import IntArray
from nbengine.measure.evaluation import find_positive_label

Codes = npt.NDArray[np.int32]
NO_VALUE = -1
CONFIDENCE_STEPS: Sequence[tuple[str, float]] = (("99", 0.99), ("90", 0.9), ("50", 0.5), ("0", 0.0))
"""Values of the facet CONFIDENCE: (key, least probability) pairs."""


@dataclass(frozen=True, slots=True, eq=False)
class CodedValues:
    """The values of a facet that gives each document at most one value.

    `codes` (n_documents,) holds an index into `keys` for each document, or NO_VALUE.
    """

    keys: tuple[str, ...]
    codes: Codes

    def mask(self, chosen: Iterable[str]) -> Mask:
        """Return a mask of the documents that have one of the chosen values, (n_documents,)."""
        is_chosen = np.zeros(len(self.keys) + 1, np.bool_)
        for key in chosen:
            if key in self.keys:
                is_chosen[self.keys.index(key)] = True
        return np.asarray(is_chosen[self.codes])

    def counts(self, mask: Mask | None) -> dict[str, int]:
        """Return the number of documents per value, without zeros. `mask` restricts the documents; None counts all."""
        codes = self.codes if mask is None else self.codes[mask]
        numbers = np.bincount(codes + 1, minlength=len(self.keys) + 1)[1:]
        return {self.keys[code]: int(numbers[code]) for code in np.flatnonzero(numbers).tolist()}


@dataclass(frozen=True, slots=True, eq=False)
class FlagValues:
    """The values of a facet that may give a document several. `flags` maps each value to a mask (n_documents,)."""

    flags: Mapping[str, Mask]

    def mask(self, chosen: Iterable[str]) -> Mask:
        """Return a mask of the documents that have at least one of the chosen values, (n_documents,)."""
        masks = [self.flags[key] for key in chosen if key in self.flags]
        n_documents = len(next(iter(self.flags.values())))
        return np.logical_or.reduce(masks) if masks else np.zeros(n_documents, np.bool_)

    def counts(self, mask: Mask | None) -> dict[str, int]:
        """Return the number of documents per value, without zeros. `mask` restricts the documents; None counts all."""
        numbers = {key: int((flag if mask is None else flag & mask).sum()) for key, flag in self.flags.items()}
        return {key: number for key, number in numbers.items() if number}


FacetColumn = CodedValues | FlagValues


@dataclass(slots=True)
class CorpusFacets:
    """Cache of the facets of one corpus."""

    _source_columns: dict[FacetKind, tuple[object, ...]] = field(default_factory=dict)
    """By facet, the columns and cache keys that its values were computed from."""
    _values: dict[FacetKind, FacetColumn] = field(default_factory=dict)
    """Cached values of each facet."""

    def load(
        self,
        workspace: Workspace,
        corpus: str,
        judged_columns: JudgedColumns,
        texts: CorpusSearchCache,
        context: JobContext,
    ) -> Mapping[FacetKind, FacetColumn]:
        """Return the facets of the corpus by kind. A facet is recomputed only if its source columns changed."""
        columns = judged_columns.columns
        numbers, judged_labels = columns.document_numbers, judged_columns.judged_label_indices
        texts.headings.read(workspace, corpus, numbers, context)
        words_key = texts.words_key(workspace, corpus)
        makers: Mapping[FacetKind, tuple[Callable[[], FacetColumn], tuple[object, ...]]] = {
            FacetKind.SENDER: (lambda: sender_domains_facet(texts), (numbers,)),
            FacetKind.LIST: (
                lambda: mailing_lists_facet(texts, workspace, corpus, numbers), (numbers, *words_key),
            ),
            FacetKind.MONTH: (lambda: months_facet(columns.dates_s), (columns.dates_s,)),
            FacetKind.KIND: (lambda: document_kinds_facet(texts, columns.kinds), (numbers, columns.kinds)),
            FacetKind.VERDICT: (lambda: verdicts_facet(judged_columns), (judged_labels, columns.label_names)),
            FacetKind.CONFIDENCE: (lambda: confidences_facet(judged_columns), (judged_columns,)),
            FacetKind.STATE: (lambda: states_facet(judged_columns), (judged_columns,)),
        }  # fmt: skip
        for kind, (make, sources) in makers.items():
            if kind not in self._values or not _are_sources_unchanged(self._source_columns[kind], sources):
                self._values[kind], self._source_columns[kind] = make(), sources
        return self._values


def _are_sources_unchanged(first: tuple[object, ...], second: tuple[object, ...]) -> bool:
    """Return whether a facet's source columns and cache keys are unchanged.

    Strings and integers are compared by ==. Arrays are compared by identity: an unchanged column is the same object.
    """
    if len(first) != len(second):
        return False
    return all(a is b or (isinstance(a, (str, int)) and a == b) for a, b in zip(first, second, strict=True))


def mask_of_chosen_facets(
    columns: Mapping[FacetKind, FacetColumn], choices: Sequence[FacetChoice], n_documents: int
) -> Mask:
    """Return a mask of the documents that match the chosen values of every facet, (n_documents,)."""
    mask = np.ones(n_documents, np.bool_)
    for kind, keys in group_chosen_keys(choices).items():
        if kind in columns:
            mask &= columns[kind].mask(keys)
    return mask


def count_facet_values(
    columns: Mapping[FacetKind, FacetColumn], choices: Sequence[FacetChoice], shown: Mask
) -> tuple[FacetCounts, ...]:
    """Return the number of documents per value of each facet.

    A facet counts the documents in `shown` that match the values chosen in all other facets. `shown` is the mask of the
    selected shelf and the search. Chosen values are listed even with 0 documents, so that they can be removed.
    """
    keys = group_chosen_keys(choices)
    masks = {kind: columns[kind].mask(keys[kind]) for kind in keys if kind in columns}
    counted = []
    for kind, column in columns.items():
        others = [mask for other, mask in masks.items() if other is not kind]
        mask = np.logical_and.reduce([shown, *others])
        numbers = column.counts(None if mask.all() else mask)
        numbers = {**dict.fromkeys(keys.get(kind, ()), 0), **numbers}
        if numbers:
            counted.append(
                FacetCounts(kind, tuple(FacetValue(key, numbers[key]) for key in _sorted_keys(kind, numbers)))
            )
    return tuple(counted)


def group_chosen_keys(choices: Sequence[FacetChoice]) -> dict[FacetKind, list[str]]:
    """Return the chosen values of each facet."""
    keys: dict[FacetKind, list[str]] = {}
    for choice in choices:
        keys.setdefault(choice.kind, []).append(choice.key)
    return keys


def _sorted_keys(kind: FacetKind, document_counts: Mapping[str, int]) -> list[str]:
    """Return the values of a facet in display order.

    Months are newest first, confidences highest first, all other values by their number of documents.
    """
    if kind is FacetKind.MONTH:
        return sorted(document_counts, reverse=True)
    if kind is FacetKind.CONFIDENCE:
        steps = (*(key for key, _ in CONFIDENCE_STEPS), *(level.value for level in ConfidenceLevel))
        return [key for key in steps if key in document_counts]
    return sorted(document_counts, key=lambda key: (-document_counts[key], key))


def sender_domains_facet(texts: CorpusSearchCache) -> CodedValues:
    """Return a facet of the domains of the documents' senders, in lower case."""
    return _without_empty_value(*texts.headings.map_texts("sender", sender_domain))


def sender_domain(sender: str) -> str:
    """Return the domain of a sender, `Ann <ann@example.org>` or `ann@example.org (Ann)`; empty without an address."""
    found = find_addresses(sender)
    return domain_of(found[-1]) if found else ""


def mailing_lists_facet(texts: CorpusSearchCache, workspace: Workspace, corpus: str, numbers: IntArray) -> CodedValues:
    """Return a facet of the mailing lists of mails, from their tokens `list:…`.

    A mail in several lists has the first.
    """
    codes = np.full(len(numbers), NO_VALUE, np.int32)
    keys: list[str] = []
    for word, indices in texts.documents_with_prefix(workspace, corpus, numbers, "list:"):
        name = word.removeprefix("list:")
        fresh = indices[codes[indices] == NO_VALUE]
        if name and len(fresh):
            codes[fresh] = len(keys)
            keys.append(name)
    return CodedValues(tuple(keys), codes)


def months_facet(dates_s: IntArray) -> CodedValues:
    """Return a facet of the months of the dates, such as `2024-05`, in UTC."""
    is_known = dates_s != NO_DATE
    all_months = np.where(is_known, dates_s, 0).astype("datetime64[s]").astype("datetime64[M]")
    distinct, codes = np.unique(all_months, return_inverse=True)
    return CodedValues(
        tuple(np.datetime_as_string(distinct).tolist()), np.where(is_known, codes, NO_VALUE).astype(np.int32)
    )


def document_kinds_facet(texts: CorpusSearchCache, document_kinds: npt.NDArray[np.int8]) -> CodedValues:
    """Return a facet of the documents' kinds: `mail`, `row`, or the suffix of the file, like `pdf`."""
    keys, codes = texts.headings.map_texts("path", lambda path: PurePath(path).suffix.lstrip(".") or "text")
    names = [*KINDS, *(key for key in keys if key not in KINDS)]
    new_codes = np.array([names.index(key) for key in keys] + [NO_VALUE], np.int32)[codes]
    is_file = document_kinds == KINDS.index("text")
    return CodedValues(tuple(names), np.where(is_file, new_codes, document_kinds).astype(np.int32))


def sort_by_kind(columns: Mapping[FacetKind, FacetColumn]) -> IntArray:
    """Return the indices of all documents, sorted by the name of the document's kind."""
    column = columns[FacetKind.KIND]
    assert isinstance(column, CodedValues)
    ranks = np.argsort(np.argsort(np.array(column.keys)))
    return np.argsort(ranks[column.codes], kind="stable")


def verdicts_facet(judged_columns: JudgedColumns) -> CodedValues:
    """Return a facet of the model's verdicts on the documents: a label, or UNDECIDED."""
    names = judged_columns.columns.label_names
    codes = np.where(
        judged_columns.judged_label_indices == UNJUDGED,
        NO_VALUE,
        np.where(judged_columns.judged_label_indices < 0, len(names), judged_columns.judged_label_indices),
    )
    return CodedValues((*names, UNDECIDED), codes.astype(np.int32))


def confidences_facet(judged_columns: JudgedColumns) -> CodedValues:
    """Return a facet of confidences: the highest entry of CONFIDENCE_STEPS that a document's probability reaches.

    It is the probability of the label that the document has.
    """
    shares = judged_columns.current_probabilities
    codes = np.full(len(shares), NO_VALUE, np.int32)
    for code in reversed(range(len(CONFIDENCE_STEPS))):
        codes[np.nan_to_num(shares, nan=-1.0) >= CONFIDENCE_STEPS[code][1]] = code
    return CodedValues(tuple(key for key, _ in CONFIDENCE_STEPS), codes)


def states_facet(judged_columns: JudgedColumns) -> FlagValues:
    """Return a facet of reasons to look at a document: wrong label, duplicates, attachments, no date."""
    columns = judged_columns.columns
    return FlagValues({
        "wrong": judged_columns.is_surprising,
        "duplicate": np.asarray(columns.n_duplicates > 0),
        "two labels": columns.has_conflict,
        "attachment": np.asarray(columns.n_attachments > 0),
        "no date": np.asarray(columns.dates_s == NO_DATE),
    })  # fmt: skip


def _without_empty_value(keys: tuple[str, ...], codes: Codes) -> CodedValues:
    """Return the same facet values, except that documents with the empty text get NO_VALUE."""
    if "" not in keys:
        return CodedValues(keys, codes)
    empty = keys.index("")
    return CodedValues(keys, np.where(codes == empty, NO_VALUE, codes).astype(np.int32))


Mask = npt.NDArray[np.bool_]
NO_IMPORTS_BY_SOURCE: Mapping[str, Sequence[int]] = {}
ROWS_AT_ONCE = 1_000
EXACT_WORD_PREFIX = "word:"
"""Prefix of a search for a single token, written as it is counted."""
FIELD_OF_SORT_ORDER: Mapping[SortOrder, Field] = {
    SortOrder.SUBJECT: "title",
    SortOrder.SENDER: "sender",
    SortOrder.FILE: "path",
}


@dataclass(frozen=True, slots=True, eq=False)
class DocumentList:
    """The document numbers of a list, in display order, and the corpus revision that they were read from."""

    document_numbers: IntArray
    revision: Revision


@dataclass(frozen=True, slots=True)
class LargeCorpusLimits:
    """Limits for showing a large corpus before all of it is read, in numbers of documents.

    A corpus with more than `n_large` documents shows its `n_first` newest documents at once. The other documents are
    then read `n_piece` at a time.
    """

    n_large: int = 50_000
    n_first: int = 600
    n_piece: int = 100_000


DEFAULT_LIMITS = LargeCorpusLimits()


@dataclass(frozen=True, slots=True, eq=False)
class FirstRows:
    """The newest documents of a large corpus, and an overview that needs no loaded columns."""

    overview: Overview
    document_numbers: IntArray


class Browser:
    """Answers queries on the documents of one workspace. Not thread-safe.

    The columns of the corpus are cached until the corpus or its verdicts change.
    """

    def __init__(self, workspace: WorkspaceSource, sizes: LargeCorpusLimits = DEFAULT_LIMITS) -> None:
        self._sizes = sizes
        self.place, self._kept, self._texts = workspace, CorpusColumns(), CorpusSearchCache()
        self._facets = CorpusFacets()
        self._model = ""
        self._searched: tuple[tuple[Revision, str], Mask] | None = None
        """The last search with its mask: list and facets of one query need the same."""

    def show_verdicts_of(self, model: str) -> None:
        """Use the verdicts of this model from now on.

        If it has none on the corpus, the latest stored verdicts are used.
        """
        self._model = model

    def forget_texts(self) -> None:
        """Clear the cache of headings and words. Call this after the search index has grown."""
        self._texts, self._facets, self._searched = CorpusSearchCache(), CorpusFacets(), None

    def prepare_texts(self, corpus: str, context: JobContext) -> None:
        """Load the headings (titles, senders and paths) in advance, so that the first sort or search is fast."""
        with open_for_reading(self.place) as workspace:
            found = self._kept.load(workspace, corpus, self._model)
            self._order(workspace, corpus, found, SortOrder.SUBJECT, context)

    def newest_rows_of_large_corpus(self, corpus: str, _context: JobContext) -> FirstRows | None:
        """Return the newest documents of a large corpus whose columns are not loaded; None for any other corpus."""
        with open_for_reading(self.place) as workspace:
            if self._kept.holds_corpus(corpus) or not workspace.documents.has_more_than(corpus, self._sizes.n_large):
                return None
            numbers = workspace.documents.newest_numbers(corpus, self._sizes.n_first, latest_date_s())
            found = self._kept.columns_of_documents(workspace, corpus, self._model, np.sort(numbers))
            return FirstRows(overview_without_columns(workspace, corpus, found), numbers)

    def read_piece(self, corpus: str, _context: JobContext) -> bool:
        """Load the columns of the next documents of a large corpus; return whether more documents are left."""
        with open_for_reading(self.place) as workspace:
            return self._kept.read_piece(workspace, corpus, self._sizes.n_piece)

    def overview(self, corpus: str, _context: JobContext) -> Overview:
        """Return the document counts, labels and sources of a corpus."""
        with open_for_reading(self.place) as workspace:
            judged = self._kept.load(workspace, corpus, self._model)
            columns = judged.columns
            counts = np.bincount(columns.label_indices + 1, minlength=len(columns.label_names) + 1)[1:].tolist()
            n_documents_by_label = count_single_labels(dict(zip(columns.label_names, counts, strict=True)))
            has_verdicts = bool((judged.judged_label_indices != UNJUDGED).any())
            return replace(
                overview_of(workspace, corpus, judged, n_documents_by_label),
                n_documents=len(columns.document_numbers),
                n_unlabelled=int((columns.label_indices == NO_LABEL).sum()),
                n_judged_otherwise=int(judged.is_surprising.sum()) if has_verdicts else None,
                n_duplicates=int((columns.n_duplicates > 0).sum()),
                n_copies=int(columns.n_duplicates.sum()),
                n_label_conflicts=int(columns.has_conflict.sum()),
                has_dates=bool((columns.dates_s != NO_DATE).any()),
                revision=self._kept.revision,
            )

    def find(self, corpus: str, query: DocumentQuery, context: JobContext) -> DocumentList:
        """Return the numbers of the documents that match a query, in its sort order."""
        with open_for_reading(self.place) as workspace:
            judged, shelf = self._kept.load(workspace, corpus, self._model), query.shelf
            is_shown = shelf_mask(judged, shelf, sources_of(workspace, corpus))
            if query.numbers:
                is_shown &= np.isin(judged.columns.document_numbers, query.numbers)
            if query.search.strip():
                is_shown &= self._get_search_mask(workspace, corpus, judged, query.search, context)
            if query.facets:
                columns = self._facets.load(workspace, corpus, judged, self._texts, context)
                is_shown &= mask_of_chosen_facets(columns, query.facets, len(is_shown))
            order = self._order(workspace, corpus, judged, query.order, context)
            listed = self._kept.numbers_in_order(order)
            if not is_shown.all():
                listed = listed[is_shown[order]]
            return DocumentList(listed[::-1] if query.is_reversed else listed, self._kept.revision)

    def facets(self, corpus: str, query: DocumentQuery, context: JobContext) -> FacetReport:
        """Count the documents of each shelf and of each facet value for a query.

        A shelf is a filter of the side bar. Its count takes the search and the facets of the query into account.
        """
        with open_for_reading(self.place) as workspace:
            judged = self._kept.load(workspace, corpus, self._model)
            found = np.ones(len(judged.columns.document_numbers), np.bool_)
            if query.numbers:
                found &= np.isin(judged.columns.document_numbers, query.numbers)
            if query.search.strip():
                found &= self._get_search_mask(workspace, corpus, judged, query.search, context)
            columns = self._facets.load(workspace, corpus, judged, self._texts, context)
            sources = sources_of(workspace, corpus)
            counted = count_facet_values(columns, query.facets, found & shelf_mask(judged, query.shelf, sources))
            narrowed = mask_of_chosen_facets(columns, query.facets, len(found))
            if query.shelf.kind is not ShelfKind.SEARCH:  # choosing another shelf ends a saved search
                narrowed &= found
            return FacetReport(tuple(count_shelves(judged, narrowed, sources)), counted, self._kept.revision)

    def export_list(self, corpus: str, numbers: IntArray, path: Path, context: JobContext) -> int:
        """Write a table of labels, verdicts, titles, senders, dates and files; return its number of documents."""
        with open_csv_atomically(path) as table:
            table.writerow(("label", "judged", "title", "sender", "date", "file", "member"))
            for first in range(0, len(numbers), ROWS_AT_ONCE):
                context.checkpoint(first, len(numbers), "writing")
                some = numbers[first : first + ROWS_AT_ONCE]
                for row in self.load_rows(corpus, some, context):
                    date = "" if row.date_s is None else datetime.fromtimestamp(row.date_s, UTC).isoformat()
                    verdict = row.verdict.judged or ""
                    table.writerow((row.label or "", verdict, row.title, row.sender, date, row.path, row.member))
        return len(numbers)

    def load_rows(self, corpus: str, numbers: IntArray, _context: JobContext) -> list[DocumentRow]:
        """Return the table rows of these documents. Deleted documents are omitted."""
        with open_for_reading(self.place) as workspace:
            headings = workspace.documents.headings(numbers.tolist())
            titles = titles_of_documents(workspace, headings)
            copies = workspace.documents.duplicate_locations([heading.number for heading in headings])
            known = np.array(sorted(heading.number for heading in headings), np.int64)
            verdicts = dict(zip(known.tolist(), self._load_row_verdicts(workspace, corpus, known), strict=True))
        return [
            DocumentRow(
                heading.number,
                titles[heading.number],
                heading.sender,
                heading.date_s,
                heading.label,
                verdicts[heading.number],
                PurePath(heading.member or heading.path).name,
                heading.length,
                heading.path,
                heading.member,
                heading.size_bytes,
                heading.kind,
                label_set_name(
                    copy.label
                    for copy in copies.get(heading.number, ())
                    if copy.label is not None and copy.label != heading.label
                ),
            )
            for heading in headings
        ]

    def open(self, corpus: str, number: int, _context: JobContext) -> OpenDocument:
        """Return a document with its text and its verdict."""
        with open_for_reading(self.place) as workspace:
            stored = workspace.documents.get(number)
            text = display_text_of(stored.document, workspace.corpora.get(corpus).schema)
            [verdict] = self._load_row_verdicts(workspace, corpus, np.array([number], np.int64))
        return open_document(stored, text, verdict)

    def list_unreadable_files(self, corpus: str, _context: JobContext) -> tuple[Failure, ...]:
        """Return the files that could not be read, with reasons."""
        with open_for_reading(self.place) as workspace:
            return workspace.imports.failures(corpus=corpus)

    def export_unreadable_files(self, corpus: str, path: Path, context: JobContext) -> int:
        """Write the list of unreadable files as a table; return the number of files."""
        unread = self.list_unreadable_files(corpus, context)
        with open_csv_atomically(path) as table:
            table.writerow(("file", "reason"))
            table.writerows(
                (display_location(failure.path, failure.member), str(failure_reason_sentence(failure)))
                for failure in unread
            )
        return len(unread)

    def _get_search_mask(
        self, workspace: Workspace, corpus: str, judged: JudgedColumns, search: str, context: JobContext
    ) -> Mask:
        key = (self._kept.revision, search)
        if self._searched is None or self._searched[0] != key:
            context.checkpoint(phase="searching")
            self._searched = key, search_mask(workspace, corpus, judged, search, self._texts, context)
        return self._searched[1]

    def _load_row_verdicts(self, workspace: Workspace, corpus: str, numbers: IntArray) -> list[RowVerdict]:
        if self._kept.holds_corpus(corpus):
            found = self._kept.load(workspace, corpus, self._model)
        else:
            found = self._kept.columns_of_documents(workspace, corpus, self._model, numbers)
        names, known = found.columns.label_names, found.columns.document_numbers
        positive = names.index(positive_label_of(names)) if len(names) == 2 else None
        indices = np.minimum(np.searchsorted(known, numbers), max(len(known) - 1, 0))
        return [
            row_verdict(found, place, positive) if len(known) and known[place] == number else NOT_JUDGED
            for place, number in zip(indices.tolist(), numbers.tolist(), strict=True)
        ]

    def _order(
        self, workspace: Workspace, corpus: str, judged_columns: JudgedColumns, order: SortOrder, context: JobContext
    ) -> IntArray:
        if order is SortOrder.KIND:
            return sort_by_kind(self._facets.load(workspace, corpus, judged_columns, self._texts, context))
        if order not in FIELD_OF_SORT_ORDER:
            return self._kept.order(order)
        self._texts.headings.read(workspace, corpus, judged_columns.columns.document_numbers, context)
        return self._texts.headings.order(workspace, FIELD_OF_SORT_ORDER[order])


def overview_without_columns(workspace: Workspace, corpus: str, first: JudgedColumns) -> Overview:
    """Return the counts of a corpus without loading its columns.

    Only the verdicts on the documents in `first` are examined to find out whether the corpus has verdicts.
    """
    counts = workspace.documents.label_counts(corpus)
    n_documents_by_label = count_single_labels({name: count for name, count in counts.items() if name is not None})
    n_duplicates, n_label_conflicts, n_copies = workspace.documents.duplicate_counts(corpus)
    return replace(
        overview_of(workspace, corpus, first, n_documents_by_label),
        n_documents=sum(counts.values()),
        n_unlabelled=counts.get(None, 0),
        n_duplicates=n_duplicates,
        n_copies=n_copies,
        n_label_conflicts=n_label_conflicts,
    )


def overview_of(
    workspace: Workspace, corpus: str, judged_columns: JudgedColumns, n_documents_by_label: Mapping[str, int]
) -> Overview:
    """Return an overview of a corpus with the given label counts. All other counts keep their defaults."""
    looks, kind = workspace.labels.names_and_colours(corpus), workspace.corpora.get(corpus).kind
    has_verdicts = bool((judged_columns.judged_label_indices != UNJUDGED).any())
    return Overview(
        corpus=corpus,
        labels=tuple(LabelCount(name, colour, n_documents_by_label.get(name, 0)) for name, colour in looks),
        n_unreadable=len(workspace.imports.failures(corpus=corpus)),
        sources=tuple(
            (import_run.source, import_run.report.documents) for import_run in workspace.imports.history(corpus)
        ),
        positive=positive_label_of([name for name, _ in looks]) if has_verdicts and len(looks) == 2 else "",
        takes_several=workspace.corpora.get(corpus).takes_several,
        is_table=kind == "table",
        is_mail=kind == "mail",
        judged_by=judged_columns.judged_by,
        shelves=workspace.shelves.all(corpus),
    )


def sources_of(workspace: Workspace, corpus: str) -> dict[str, tuple[int, ...]]:
    """Return the sources of a corpus, each with the numbers of its imports."""
    sources = [import_run.source for import_run in workspace.imports.history(corpus)]
    return {source: workspace.documents.import_ids_of(corpus, source) for source in sources}


def count_shelves(
    judged_columns: JudgedColumns, shown: Mask, sources: Mapping[str, Sequence[int]]
) -> Iterator[tuple[Shelf, int]]:
    """Yield each shelf (filter of the side bar) with the number of shown documents that it contains."""
    names = judged_columns.columns.label_names
    numbers = np.bincount(judged_columns.columns.label_indices[shown] + 1, minlength=len(names) + 1).tolist()
    by_label = count_single_labels(dict(zip(names, numbers[1:], strict=True)))
    yield Shelf(), int(shown.sum())
    yield from ((Shelf(ShelfKind.LABEL, name), number) for name, number in by_label.items())
    yield Shelf(ShelfKind.UNLABELLED), numbers[0]
    for kind in (ShelfKind.JUDGED_OTHERWISE, ShelfKind.DUPLICATES, ShelfKind.TWO_LABELS):
        yield Shelf(kind), int((shelf_mask(judged_columns, Shelf(kind)) & shown).sum())
    for source in sources:
        shelf = Shelf(ShelfKind.SOURCE, source)
        yield shelf, int((shelf_mask(judged_columns, shelf, sources) & shown).sum())


def shelf_mask(
    judged_columns: JudgedColumns, shelf: Shelf, sources: Mapping[str, Sequence[int]] = NO_IMPORTS_BY_SOURCE
) -> Mask:
    """Return a mask of the documents on a shelf (the selected filter of the side bar), (n_documents,)."""
    columns = judged_columns.columns
    if shelf.kind is ShelfKind.SOURCE:
        return np.isin(columns.import_numbers, np.array(sources.get(shelf.name, ()), np.int64))
    if shelf.kind is ShelfKind.LABEL:
        label_numbers = [
            number for number, name in enumerate(columns.label_names) if shelf.name in split_label_set(name)
        ]
        return np.isin(columns.label_indices, np.array(label_numbers, np.int32))
    masks: dict[ShelfKind, npt.NDArray[np.bool_]] = {
        ShelfKind.UNLABELLED: columns.label_indices == NO_LABEL,
        ShelfKind.JUDGED_OTHERWISE: judged_columns.is_surprising,
        ShelfKind.DUPLICATES: columns.n_duplicates > 0,
        ShelfKind.TWO_LABELS: columns.has_conflict,
    }
    return np.asarray(masks.get(shelf.kind, np.ones(len(columns.document_numbers), np.bool_)))


def search_mask(
    workspace: Workspace,
    corpus: str,
    judged_columns: JudgedColumns,
    search: str,
    texts: CorpusSearchCache,
    context: JobContext,
) -> Mask:
    """Return a mask of the documents that match a search, (n_documents,).

    A search that begins with `word:` is for a single token.
    """
    if search.startswith(EXACT_WORD_PREFIX):
        word = search.removeprefix(EXACT_WORD_PREFIX).strip()
        return texts.documents_with(workspace, corpus, judged_columns.columns.document_numbers, word)
    return Search(workspace, corpus, judged_columns, texts).find_matches(search, context)


def positive_label_of(names: Iterable[str]) -> str:
    """Return the positive label: the one that probabilities of a corpus with two labels refer to."""
    known = sorted(names)
    return find_positive_label(known) if known else ""


def row_verdict(judged_columns: JudgedColumns, index: int, positive: int | None) -> RowVerdict:
    """Return the verdict to show in a document's row.

    Its probability is that of the label with index `positive`; if `positive` is None, of the label that the document
    has.
    """
    judged, share, label = (
        int(judged_columns.judged_label_indices[index]),
        judged_columns.current_probability(index),
        int(judged_columns.columns.label_indices[index]),
    )
    if judged == UNJUDGED:
        return RowVerdict()
    name, is_surprising = (
        judged_columns.columns.label_names[judged] if judged >= 0 else None,
        bool(judged_columns.is_surprising[index]),
    )
    if np.isnan(share):
        return RowVerdict(None, name, is_surprising)
    compared_label = label if label != NO_LABEL else int(judged_columns.own_label_indices[index])
    n_labels = len(judged_columns.columns.label_names)
    judged_share = (
        probability_of_judged_label(share, n_labels, is_own=judged == compared_label) if judged >= 0 else None
    )
    return RowVerdict(
        1.0 - share if positive not in (None, compared_label) else share, name, is_surprising, judged_share
    )


def displayed_path(path: str, member: str, kind: DocumentKind) -> str:
    """Return the path and member of a document for display, without the number of a mail in its mailbox."""
    return path if kind == "mail" and member.isdecimal() else display_location(path, member)


def open_document(stored: StoredDocument, text: str, verdict: RowVerdict) -> OpenDocument:
    """Return a stored document, its display text and its verdict as one record."""
    document = stored.document
    return OpenDocument(
        number=stored.number,
        title=document.title,
        text=text,
        sender=document.sender,
        date_s=document.date_s,
        source=displayed_path(document.path, document.member, document.kind),
        label=document.label,
        judged=verdict.judged,
        probability=verdict.judged_share,
        attachments=document.attachments,
        duplicate_locations=tuple(
            displayed_path(place.path, place.member, document.kind) for place in stored.duplicate_locations
        ),
        path=document.path,
        member=document.member,
        pages=document.pages,
    )


@dataclass(frozen=True, slots=True)
class RetryReport:
    """Result of reading unreadable files again."""

    n_read: int
    """Number of files that could be read now."""
    failures: tuple[Failure, ...]
    """Files that still cannot be read, with their current reasons."""
    n_copies: int = 0
    """Number of files that could be read now, but whose documents are all in the collection already."""


def retry_unread(
    place: WorkspaceSource, corpus: str, failures: Sequence[Failure], password: str, context: JobContext
) -> RetryReport:
    """Import those of the unreadable files that can be read now. The other files stay on the list of failures.

    A file gets the label of its folder if the collection has that label. `password` opens protected PDF files. It is
    only held in memory while the files are read.
    """
    paths = sorted({failure.path for failure in failures if Path(failure.path).is_file()})
    missing = [failure for failure in failures if failure.path not in paths]
    options = SourceOptions(labels_from="none", password=password)
    left: dict[str, Failure] = {}
    readable: set[str] = set()
    for batch in read_files(paths, place, context, options):
        left |= {failure.path: failure for failure in batch.failures}
        readable |= {document.path for document in batch.documents}
    readable -= left.keys()
    with open_for_reading(place) as workspace:
        labels = set(workspace.labels.names(corpus))
    by_label: dict[str | None, list[Path]] = {}
    for path in sorted(readable):
        folder = Path(path).parent.name
        by_label.setdefault(folder if folder in labels else None, []).append(Path(path))
    n_copies = 0
    for label, files in by_label.items():
        given = SourceOptions(labels_from="none", label=label, password=password)
        report = import_sources(place, ImportRequest(tuple(files), given, corpus), context)
        n_copies += max(len(files) - report.documents, 0)
    if readable:
        with open_for_writing(place) as workspace:
            workspace.imports.forget_failures(corpus, readable)
    gone = [Failure(failure.path, failure.member, "gone") for failure in missing]
    return RetryReport(len(readable), (*left.values(), *gone), n_copies)

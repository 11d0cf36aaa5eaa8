"""Browse a corpus: filter, sort and search its documents, and load the rows in view and the open document.

Everything that filters and sorts is held in arrays with one entry per document; titles are loaded only for rows in
view. Words are searched in the counts that training uses, titles and senders in the workspace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePath

import numpy as np
import numpy.typing as npt

from app.domain.documents import DocumentKind, Failure, count_single_labels, labels_in
from app.domain.jobs import JobContext
from app.domain.records import Revision, StoredDocument
from app.domain.results import (
    NOT_JUDGED,
    DocumentQuery,
    DocumentRow,
    FacetReport,
    LabelCount,
    OpenDocument,
    Overview,
    RowVerdict,
    Shelf,
    ShelfKind,
    SortOrder,
    display_location,
    failure_reason_sentence,
    share_of_judged,
)
from app.domain.whole_files import open_whole_table
from app.library.facets import CorpusFacets, facet_counts, facets_mask, kind_order
from app.library.searching import CorpusTexts, Search
from app.library.verdict_columns import (
    UNJUDGED,
    CorpusColumns,
    JudgedColumns,
    display_text_of,
    latest_date_s,
    titles_of_documents,
)
from app.store.documents import NO_LABEL
from app.store.search_index import Field
from app.store.workspace import Place, Workspace, open_for_reading
from nbengine.counts import IntArray
from nbengine.measure.evaluation import positive_label

Mask = npt.NDArray[np.bool_]
NO_IMPORTS_BY_SOURCE: Mapping[str, Sequence[int]] = {}
ROWS_AT_ONCE = 1_000
EXACT_WORD_PREFIX = "word:"
"""Search prefix for one exact token, as it is counted."""
FIELD_OF_SORT_ORDER: Mapping[SortOrder, Field] = {
    SortOrder.SUBJECT: "title",
    SortOrder.SENDER: "sender",
    SortOrder.FILE: "path",
}


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """The numbers of the documents to show, in order, and the corpus revision they belong to."""

    numbers: IntArray
    revision: Revision


@dataclass(frozen=True, slots=True)
class OpeningSizes:
    """Limits for showing a large corpus before it is fully read, in documents.

    Above `large`, the first `first` documents are shown at once, and the rest is read `piece` at a time.
    """

    large: int = 50_000
    first: int = 600
    piece: int = 100_000


USUAL_SIZES = OpeningSizes()


@dataclass(frozen=True, slots=True, eq=False)
class FirstLook:
    """The first rows of a large corpus, with the counts that need no columns."""

    overview: Overview
    numbers: IntArray


class Browser:
    """Answers queries on one workspace; use it from one thread. Columns are cached until the corpus or its verdicts
    change."""

    def __init__(self, workspace: Place, sizes: OpeningSizes = USUAL_SIZES) -> None:
        self._sizes = sizes
        self.place, self._kept, self._texts = workspace, CorpusColumns(), CorpusTexts()
        self._facets = CorpusFacets()
        self._model = ""
        self._searched: tuple[tuple[Revision, str], Mask] | None = None
        """The last search with its mask: list and facets of one query need the same."""

    def judge_by(self, model: str) -> None:
        """Set the model whose verdicts are shown; if it has judged nothing here, the latest verdicts are shown."""
        self._model = model

    def forget_texts(self) -> None:
        """Clear the cache of headings and words, after the index has grown."""
        self._texts, self._facets, self._searched = CorpusTexts(), CorpusFacets(), None

    def prepare_texts(self, corpus: str, context: JobContext) -> None:
        """Load the headings, so that the first sort or search is as fast as the next."""
        with open_for_reading(self.place) as workspace:
            found = self._kept.of(workspace, corpus, self._model)
            self._order(workspace, corpus, found, SortOrder.SUBJECT, context)

    def first_look(self, corpus: str, _context: JobContext) -> FirstLook | None:
        """Return the newest documents of a large corpus whose columns are not loaded; None for any other corpus."""
        with open_for_reading(self.place) as workspace:
            if self._kept.holds_corpus(corpus) or not workspace.documents.has_more_than(corpus, self._sizes.large):
                return None
            numbers = workspace.documents.newest(corpus, self._sizes.first, latest_date_s())
            found = self._kept.columns_of_some(workspace, corpus, self._model, np.sort(numbers))
            return FirstLook(overview_without_columns(workspace, corpus, found), numbers)

    def read_piece(self, corpus: str, _context: JobContext) -> bool:
        """Load the next piece of the columns; return whether more is left."""
        with open_for_reading(self.place) as workspace:
            return self._kept.read_piece(workspace, corpus, self._sizes.piece)

    def overview(self, corpus: str, _context: JobContext) -> Overview:
        """Return the counts of a corpus."""
        with open_for_reading(self.place) as workspace:
            judged = self._kept.of(workspace, corpus, self._model)
            columns = judged.columns
            counts = np.bincount(columns.labels + 1, minlength=len(columns.label_names) + 1)[1:].tolist()
            n_of = count_single_labels(dict(zip(columns.label_names, counts, strict=True)))
            has_verdicts = bool((judged.judged != UNJUDGED).any())
            return replace(
                overview_of(workspace, corpus, judged, n_of),
                n_documents=len(columns.numbers),
                n_unlabelled=int((columns.labels == NO_LABEL).sum()),
                n_judged_otherwise=int(judged.is_surprising.sum()) if has_verdicts else None,
                n_duplicates=int((columns.duplicates > 0).sum()),
                n_two_labels=int(columns.has_conflict.sum()),
                revision=self._kept.revision,
            )

    def find(self, corpus: str, query: DocumentQuery, context: JobContext) -> Listing:
        """Return the numbers of the matching documents, in order."""
        with open_for_reading(self.place) as workspace:
            judged, shelf = self._kept.of(workspace, corpus, self._model), query.shelf
            is_shown = shelf_mask(judged, shelf, sources_of(workspace, corpus))
            if query.search.strip():
                is_shown &= self._search_mask(workspace, corpus, judged, query.search, context)
            if query.facets:
                columns = self._facets.of(workspace, corpus, judged, self._texts, context)
                is_shown &= facets_mask(columns, query.facets, len(is_shown))
            order = self._order(workspace, corpus, judged, query.order, context)
            listed = self._kept.numbers_in(order)
            if not is_shown.all():
                listed = listed[is_shown[order]]
            return Listing(listed[::-1] if query.is_turned else listed, self._kept.revision)

    def facets(self, corpus: str, query: DocumentQuery, context: JobContext) -> FacetReport:
        """Count the shelves under search and facets, and the values of each facet under all the rest of the query."""
        with open_for_reading(self.place) as workspace:
            judged = self._kept.of(workspace, corpus, self._model)
            found = np.ones(len(judged.columns.numbers), np.bool_)
            if query.search.strip():
                found &= self._search_mask(workspace, corpus, judged, query.search, context)
            columns = self._facets.of(workspace, corpus, judged, self._texts, context)
            sources = sources_of(workspace, corpus)
            counted = facet_counts(columns, query.facets, found & shelf_mask(judged, query.shelf, sources))
            narrowed = facets_mask(columns, query.facets, len(found))
            if query.shelf.kind is not ShelfKind.SEARCH:  # choosing another shelf ends a saved search
                narrowed &= found
            return FacetReport(tuple(shelf_counts(judged, narrowed, sources)), counted, self._kept.revision)

    def export_list(self, corpus: str, numbers: IntArray, path: Path, context: JobContext) -> int:
        """Write documents as a table of labels, verdicts, titles, senders, dates and files; return its length."""
        with open_whole_table(path) as table:
            table.writerow(("label", "judged", "title", "sender", "date", "file", "member"))
            for first in range(0, len(numbers), ROWS_AT_ONCE):
                context.checkpoint(first, len(numbers), "writing")
                some = numbers[first : first + ROWS_AT_ONCE]
                for row in self.rows(corpus, some, context):
                    date = "" if row.date_s is None else datetime.fromtimestamp(row.date_s, UTC).isoformat()
                    verdict = row.verdict.judged or ""
                    table.writerow((row.label or "", verdict, row.title, row.sender, date, row.path, row.member))
        return len(numbers)

    def rows(self, corpus: str, numbers: IntArray, _context: JobContext) -> list[DocumentRow]:
        """Return the rows of some documents; deleted ones are left out."""
        with open_for_reading(self.place) as workspace:
            headings = workspace.documents.headings(numbers.tolist())
            titles = titles_of_documents(workspace, headings)
            known = np.array(sorted(heading.number for heading in headings), np.int64)
            verdicts = dict(zip(known.tolist(), self._verdicts(workspace, corpus, known), strict=True))
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
            )
            for heading in headings
        ]

    def open(self, corpus: str, number: int, _context: JobContext) -> OpenDocument:
        """Return a document with its text."""
        with open_for_reading(self.place) as workspace:
            stored = workspace.documents.get(number)
            text = display_text_of(stored.document, workspace.corpora.get(corpus).schema)
            [verdict] = self._verdicts(workspace, corpus, np.array([number], np.int64))
        return open_document(stored, text, verdict)

    def unread(self, corpus: str, _context: JobContext) -> tuple[Failure, ...]:
        """Return the files that could not be read."""
        with open_for_reading(self.place) as workspace:
            return workspace.imports.failures(corpus=corpus)

    def export_unread(self, corpus: str, path: Path, context: JobContext) -> int:
        """Write the list of unreadable files as a table; return its length."""
        unread = self.unread(corpus, context)
        with open_whole_table(path) as table:
            table.writerow(("file", "reason"))
            table.writerows(
                (display_location(failure.path, failure.member), str(failure_reason_sentence(failure)))
                for failure in unread
            )
        return len(unread)

    def _search_mask(
        self, workspace: Workspace, corpus: str, judged: JudgedColumns, search: str, context: JobContext
    ) -> Mask:
        key = (self._kept.revision, search)
        if self._searched is None or self._searched[0] != key:
            context.checkpoint(phase="searching")
            self._searched = key, search_mask(workspace, corpus, judged, search, self._texts, context)
        return self._searched[1]

    def _verdicts(self, workspace: Workspace, corpus: str, numbers: IntArray) -> list[RowVerdict]:
        if self._kept.holds_corpus(corpus):
            found = self._kept.of(workspace, corpus, self._model)
        else:
            found = self._kept.columns_of_some(workspace, corpus, self._model, numbers)
        names, known = found.columns.label_names, found.columns.numbers
        positive = names.index(positive_label_of(names)) if len(names) == 2 else None
        indices = np.minimum(np.searchsorted(known, numbers), max(len(known) - 1, 0))
        return [
            row_verdict(found, place, positive) if len(known) and known[place] == number else NOT_JUDGED
            for place, number in zip(indices.tolist(), numbers.tolist(), strict=True)
        ]

    def _order(
        self, workspace: Workspace, corpus: str, found: JudgedColumns, order: SortOrder, context: JobContext
    ) -> IntArray:
        if order is SortOrder.KIND:
            return kind_order(self._facets.of(workspace, corpus, found, self._texts, context))
        if order not in FIELD_OF_SORT_ORDER:
            return self._kept.order(order)
        self._texts.headings.read(workspace, corpus, found.columns.numbers, context)
        return self._texts.headings.order(workspace, FIELD_OF_SORT_ORDER[order])


def overview_without_columns(workspace: Workspace, corpus: str, first: JudgedColumns) -> Overview:
    """Return the counts of a corpus without loading its columns.

    The verdicts on its first documents show whether it has verdicts at all.
    """
    counts = workspace.documents.label_counts(corpus)
    n_of = count_single_labels({name: count for name, count in counts.items() if name is not None})
    n_duplicates, n_two_labels = workspace.documents.duplicate_counts(corpus)
    return replace(
        overview_of(workspace, corpus, first, n_of),
        n_documents=sum(counts.values()),
        n_unlabelled=counts.get(None, 0),
        n_duplicates=n_duplicates,
        n_two_labels=n_two_labels,
    )


def overview_of(workspace: Workspace, corpus: str, found: JudgedColumns, n_of: Mapping[str, int]) -> Overview:
    """Return an overview with the given label counts; all other document counts are left at their defaults."""
    looks, kind = workspace.labels.names_and_colours(corpus), workspace.corpora.get(corpus).kind
    has_verdicts = bool((found.judged != UNJUDGED).any())
    return Overview(
        corpus=corpus,
        labels=tuple(LabelCount(name, colour, n_of.get(name, 0)) for name, colour in looks),
        n_unreadable=len(workspace.imports.failures(corpus=corpus)),
        sources=tuple(
            (import_run.source, import_run.report.documents) for import_run in workspace.imports.history(corpus)
        ),
        positive=positive_label_of([name for name, _ in looks]) if has_verdicts and len(looks) == 2 else "",
        takes_several=workspace.corpora.get(corpus).takes_several,
        is_of_rows=kind == "table",
        is_of_mail=kind == "mail",
        judged_by=found.judged_by,
        shelves=workspace.shelves.all(corpus),
    )


def sources_of(workspace: Workspace, corpus: str) -> dict[str, tuple[int, ...]]:
    """Return the sources of a corpus, each with the numbers of its imports."""
    sources = [import_run.source for import_run in workspace.imports.history(corpus)]
    return {source: workspace.documents.runs_of(corpus, source) for source in sources}


def shelf_counts(
    found: JudgedColumns, shown: Mask, sources: Mapping[str, Sequence[int]]
) -> Iterator[tuple[Shelf, int]]:
    """Yield how many of the shown documents each shelf contains."""
    names = found.columns.label_names
    numbers = np.bincount(found.columns.labels[shown] + 1, minlength=len(names) + 1).tolist()
    by_label = count_single_labels(dict(zip(names, numbers[1:], strict=True)))
    yield Shelf(), int(shown.sum())
    yield from ((Shelf(ShelfKind.LABEL, name), number) for name, number in by_label.items())
    yield Shelf(ShelfKind.UNLABELLED), numbers[0]
    for kind in (ShelfKind.JUDGED_OTHERWISE, ShelfKind.DUPLICATES, ShelfKind.TWO_LABELS):
        yield Shelf(kind), int((shelf_mask(found, Shelf(kind)) & shown).sum())
    for source in sources:
        shelf = Shelf(ShelfKind.SOURCE, source)
        yield shelf, int((shelf_mask(found, shelf, sources) & shown).sum())


def shelf_mask(found: JudgedColumns, shelf: Shelf, sources: Mapping[str, Sequence[int]] = NO_IMPORTS_BY_SOURCE) -> Mask:
    """Return a mask of the documents that the shelf (the selected filter) contains, (n_documents,)."""
    columns = found.columns
    if shelf.kind is ShelfKind.SOURCE:
        return np.isin(columns.runs, np.array(sources.get(shelf.name, ()), np.int64))
    if shelf.kind is ShelfKind.LABEL:
        label_numbers = [number for number, name in enumerate(columns.label_names) if shelf.name in labels_in(name)]
        return np.isin(columns.labels, np.array(label_numbers, np.int32))
    masks: dict[ShelfKind, npt.NDArray[np.bool_]] = {
        ShelfKind.UNLABELLED: columns.labels == NO_LABEL,
        ShelfKind.JUDGED_OTHERWISE: found.is_surprising,
        ShelfKind.DUPLICATES: columns.duplicates > 0,
        ShelfKind.TWO_LABELS: columns.has_conflict,
    }
    return np.asarray(masks.get(shelf.kind, np.ones(len(columns.numbers), np.bool_)))


def search_mask(
    workspace: Workspace, corpus: str, found: JudgedColumns, search: str, texts: CorpusTexts, context: JobContext
) -> Mask:
    """Return a mask of the documents that match a search, (n_documents,); `word:` searches one exact token."""
    if search.startswith(EXACT_WORD_PREFIX):
        word = search.removeprefix(EXACT_WORD_PREFIX).strip()
        return texts.documents_with(workspace, corpus, found.columns.numbers, word)
    return Search(workspace, corpus, found, texts).find_matches(search, context)


def positive_label_of(names: Iterable[str]) -> str:
    known = sorted(names)
    return positive_label(known) if known else ""


def row_verdict(found: JudgedColumns, index: int, positive: int | None) -> RowVerdict:
    """Return a row's verdict, with the share that its bar shows."""
    judged, share, label = int(found.judged[index]), found.share_now(index), int(found.columns.labels[index])
    if judged == UNJUDGED:
        return RowVerdict()
    name, is_surprising = found.columns.label_names[judged] if judged >= 0 else None, bool(found.is_surprising[index])
    if np.isnan(share):
        return RowVerdict(None, name, is_surprising)
    compared_label = label if label != NO_LABEL else int(found.own_labels[index])
    n_labels = len(found.columns.label_names)
    judged_share = share_of_judged(share, n_labels, is_own=judged == compared_label) if judged >= 0 else None
    return RowVerdict(
        1.0 - share if positive not in (None, compared_label) else share, name, is_surprising, judged_share
    )


def displayed_path(path: str, member: str, kind: DocumentKind) -> str:
    """Return a document's place for display; a mail's number within its mailbox is left out."""
    return path if kind == "mail" and member.isdecimal() else display_location(path, member)


def open_document(stored: StoredDocument, text: str, verdict: RowVerdict) -> OpenDocument:
    """Combine a stored document, its text and its verdict."""
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
        also_in=tuple(displayed_path(place.path, place.member, document.kind) for place in stored.places),
        path=document.path,
        member=document.member,
        pages=document.pages,
    )

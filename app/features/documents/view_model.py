"""View model of the Documents page: the document list, the open document, and edits of documents and labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal

from app.domain.documents import Failure
from app.domain.errors import NotFound
from app.domain.jobs import JobContext
from app.domain.records import Revision
from app.domain.results import (
    DocumentQuery,
    DocumentRow,
    FacetChoice,
    FacetReport,
    OpenDocument,
    Overview,
    Shelf,
    ShelfKind,
    SortOrder,
    TrainingInfluence,
)
from app.features.documents.paper_view_model import PagePictureViewModel
from app.kit import wording
from app.kit.jobs import Progress, Runner
from app.kit.page_model import FailureHandler, PageModel, RequestSender
from app.library.browsing import EXACT_WORD_PREFIX, Browser, DocumentList, FirstRows, RetryReport, retry_unread
from app.library.explanations import VerdictExplanation, explain_stored_verdict, find_influence_on_stored_document
from app.library.reading_sources import RereadReport, reread_documents
from app.library.saved_models import relabel_documents
from app.library.searching import build_next_index_piece, needs_index
from app.store.workspace import Workspace, open_for_writing

Ids = NDArray[np.int64]
NO_IDS: Ids = np.empty(0, dtype=np.int64)
NO_OVERVIEW, WHOLE, NO_REPORT = Overview(), Shelf(), FacetReport()


@dataclass(frozen=True, slots=True)
class DocumentsState:
    """The state of the Documents page."""

    overview: Overview = NO_OVERVIEW
    shelf: Shelf = WHOLE
    order: SortOrder = SortOrder.NEWEST
    is_reversed: bool = False
    """True if the sort order is reversed."""
    search: str = ""
    facets: tuple[FacetChoice, ...] = ()
    only_numbers: tuple[int, ...] = ()
    """Numbers of the documents to which another page has restricted the list; empty for all."""
    report: FacetReport = NO_REPORT
    """Number of documents per shelf and per value of a facet (filter); empty while a large corpus is being opened."""
    ids: Ids = field(default_factory=lambda: NO_IDS)
    n_not_loaded: int = 0
    """Number of documents that are not in `ids` yet, while a large corpus is being opened."""
    revision: Revision = ("", -1, -1)
    """Revision of the corpus from which `ids` was read."""
    unreadable_files: tuple[Failure, ...] = ()
    """Files that the import could not read. They are listed instead of documents on the shelf UNREADABLE."""
    n_newly_unreadable: int = 0
    """Number of unreadable files of the last import, until the user opens their list or another corpus."""
    chosen_number: int | None = None
    """Number of the selected document, None without a selection; the text of the document may still be loading."""
    document: OpenDocument | None = None
    """The selected document with its text; None while the text is loading, or without a selection."""
    is_loading_list: bool = False
    """True while the list is being loaded."""
    corpus: str = ""
    """Name of the corpus that is shown. While it is being opened, `overview` may still be that of another corpus."""
    importing: str = ""
    """Title of the import that is running; empty if there is none."""
    wrong_password_paths: frozenset[str] = frozenset()
    """Paths of the unreadable files that the last password did not open."""
    reread_report: RereadReport | None = None
    """Report of the last *Read again* in which a file could not be read, until the next action."""
    n_doubted: int = 0
    """Number of documents, of those labelled last, whose new label contradicts what the filter has learnt."""
    problem: Exception | None = None
    is_empty: bool = True
    """True if the corpus has neither documents nor unreadable files."""

    @property
    def is_emptiness_unknown(self) -> bool:
        """True while the corpus is being opened, because it is not known yet whether it has documents."""
        return self.is_loading_list or (bool(self.corpus) and self.overview.corpus != self.corpus)

    @property
    def shows_unreadable(self) -> bool:
        """Whether the shelf UNREADABLE is selected, so that files are listed instead of documents."""
        return self.shelf.kind is ShelfKind.UNREADABLE

    @property
    def is_narrowed(self) -> bool:
        """True if a search, facets or another page restrict the list."""
        return not self.shows_unreadable and bool(self.search.strip() or self.facets or self.only_numbers)

    @property
    def colours(self) -> Mapping[str, int]:
        """Label name to colour index."""
        return {label.name: label.colour for label in self.overview.labels}


CorpusEdit: TypeAlias = Callable[[Workspace, str], object]
"""A function that edits a corpus of a workspace in one transaction."""


class DocumentsViewModel(PageModel[DocumentsState, Browser]):
    """View model of the Documents page. Without a workspace it is empty."""

    rows_arrived = Signal(int, object, object)
    """Emitted with the position of the first row, the rows, and the document numbers for which they were requested."""
    why_arrived = Signal(object)
    """Emitted with the explanation of the verdict on a stored document."""
    status_message = Signal(str)
    """Emitted with a sentence for the status bar, if an action changed nothing."""
    password_refused = Signal(object)
    """Emitted with the unreadable files that a typed password did not open."""
    documents_changed = Signal()
    """Emitted after labels or documents have changed."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner, "documents", DocumentsState())
        self._is_opening = False
        """True while the columns of a large corpus are read piece by piece."""
        self._first: Ids | None = None
        """Numbers of the newest documents, which are shown while a large corpus is being opened; None while unknown."""
        self._corpus = self._unread_corpus = self._model = ""
        self._listed_query: DocumentQuery | None = None
        """Query of the documents in the list; None for another corpus."""
        self._sought: int | None = None
        """A misclassified document to select in the list of misclassified ones, if it is listed there."""
        self._has_indexed, self._indexed = False, ("", 0)
        """Whether this session has extended the search index, and the fully indexed (corpus, number of documents)."""
        self._import_progress: Callable[[], Progress] = Progress
        self._cancel_import: Callable[[], object] = lambda: None
        self._n_read: Callable[[], int] = lambda: 0
        self._ends_import_with_list = False
        """True after an import until its documents are listed."""
        self.paper = PagePictureViewModel(runner, "documents")
        self._indexing = RequestSender(runner, "indexing", failed=lambda _error: None)

    def open_workspace(self, browser: Browser) -> None:
        """Show another workspace; pending answers of the previous one are dropped."""
        self.set_source(browser)
        self.paper.open_workspace(browser.place)
        self._is_opening = False
        self._indexing.forget()
        self._has_indexed, self._indexed = False, ("", 0)
        self._corpus = self._model = ""
        self._change(**_RESET_FIELDS, corpus="", overview=NO_OVERVIEW, is_empty=True, is_loading_list=True)

    def open_corpus(self, corpus: str) -> None:
        """Show another corpus, with search and selection reset."""
        self._corpus, self._listed_query = corpus, None
        self._asker.forget("text")
        n_unread = self.state.n_newly_unreadable if corpus == self._unread_corpus else 0
        self._change(**_RESET_FIELDS, corpus=corpus, n_newly_unreadable=n_unread, is_loading_list=bool(corpus))
        self._is_opening, self._first = bool(corpus) and self._source is not None, None
        if self._is_opening:
            self._begin_opening(corpus)
        else:
            self._asker.forget("opening")
            self.refresh()

    def begin_import(
        self, title: str, progress: Callable[[], Progress], cancel: Callable[[], object], n_read: Callable[[], int]
    ) -> None:
        """Show the progress of an import in place of the documents, as long as the corpus has no documents.

        `n_read` returns the number of documents read so far.
        """
        self._import_progress, self._cancel_import, self._n_read = progress, cancel, n_read
        self._ends_import_with_list = False
        self._change(importing=title)

    def import_progress(self) -> Progress:
        """Return the progress of the running import."""
        return self._import_progress()

    def cancel_import(self) -> None:
        """Cancel the running import; nothing of it is stored."""
        self._cancel_import()

    def n_read(self) -> int:
        """Return the number of documents that the running import has read so far."""
        return self._n_read()

    def end_import(self, *, is_listed_later: bool = False) -> None:
        """Show the documents again instead of the progress; with `is_listed_later`, only when they have been loaded."""
        self._ends_import_with_list = is_listed_later
        if not is_listed_later:
            self._change(importing="")

    def _on_listed(self) -> None:
        if self._ends_import_with_list:
            self.end_import()

    def open_corpus_if_other(self, corpus: str) -> None:
        """Show a corpus. If it is shown already, keep the search and the selection."""
        if corpus != self._corpus or (self.state.is_loading_list and not corpus):
            self.open_corpus(corpus)

    def _begin_opening(self, corpus: str) -> None:
        """Show the newest documents of a large corpus at once, and load the older documents in pieces.

        Other requests run between two pieces, so the user can already read and label the shown documents.
        """

        def show(first: FirstRows | None) -> None:
            if first is not None:
                self._first = first.document_numbers
                self._change(overview=first.overview, is_empty=False)
                self._show_newest()
                self._on_listed()
            read_next(is_left=first is not None)

        def read_next(is_left: bool) -> None:
            if is_left:
                self._ask(
                    lambda browser, context: browser.read_piece(corpus, context), then=read_next, failed=fail,
                    topic="opening",
                )  # fmt: skip
                return
            self._is_opening = False
            self.refresh()

        def fail(error: Exception) -> None:
            self._is_opening = False
            self._on_failed(error)

        self._ask(
            lambda browser, context: browser.newest_rows_of_large_corpus(corpus, context),
            then=show,
            failed=fail,
            topic="opening",
        )

    def refresh(self) -> None:
        """Reload overview, list and open document."""
        self._load_overview()
        self._load_list()

        def on_gone(error: Exception) -> None:
            if isinstance(error, NotFound):  # the document was deleted by an undo: not an error
                self._clear_selection()
            else:
                self._on_failed(error)

        self._read_chosen_document(failed=on_gone)

    def choose_shelf(self, shelf: Shelf) -> None:
        """Show the documents of another shelf, that is of a label, a saved search or another part of the corpus."""
        if shelf != self.state.shelf:
            search = self.state.search
            if ShelfKind.SEARCH in (shelf.kind, self.state.shelf.kind):
                is_kept = shelf.kind is ShelfKind.SEARCH
                search = dict(self.state.overview.shelves).get(shelf.name, "") if is_kept else ""
            n_unread = 0 if shelf.kind is ShelfKind.UNREADABLE else self.state.n_newly_unreadable
            self._change(shelf=shelf, search=search, n_newly_unreadable=n_unread, reread_report=None)
            self._load_list()

    def set_n_unreadable(self, corpus: str, n_files: int) -> None:
        """Set the number of files that the last import could not read."""
        self._unread_corpus = corpus
        self._change(n_newly_unreadable=n_files)

    def choose_order(self, order: SortOrder, *, is_reversed: bool = False) -> None:
        """Change the sort order or direction."""
        if (order, is_reversed) != (self.state.order, self.state.is_reversed):
            self._change(order=order, is_reversed=is_reversed)
            self._load_list()

    def search(self, words: str) -> None:
        """Show only documents that match a query."""
        if words != self.state.search:
            is_kept = self.state.shelf.kind is ShelfKind.SEARCH
            self._change(search=words, shelf=WHOLE if is_kept else self.state.shelf)
            self._load_list()

    def toggle_facet(self, choice: FacetChoice) -> None:
        """Restrict the list to a value of a facet, such as one sender. If it is restricted already, remove the
        restriction.
        """
        others = tuple(other for other in self.state.facets if other != choice)
        self._change(facets=others if choice in self.state.facets else (*others, choice))
        self._load_list()

    def clear_narrowing(self) -> None:
        """Remove the search, all facets, and the restriction of the list by another page."""
        is_kept = self.state.shelf.kind is ShelfKind.SEARCH
        self._change(search="", facets=(), only_numbers=(), shelf=WHOLE if is_kept else self.state.shelf)
        self._load_list()

    def fetch_rows(self, first: int, ids: Ids) -> None:
        """Load rows for the table; they arrive with `rows_arrived`."""
        corpus = self._corpus

        def show(rows: Sequence[DocumentRow]) -> None:
            self.paper.prestart_renderer(row.file for row in rows)
            self.rows_arrived.emit(first, rows, ids)

        self._ask(lambda browser, context: browser.load_rows(corpus, ids, context), then=show, topic=f"rows {first}")

    def open_document(self, number: int) -> None:
        """Open a document. Its text appears when it has been loaded."""
        shown = self.state.document
        is_shown = shown is not None and shown.number == number
        self._change(chosen_number=number, document=shown if is_shown else None, reread_report=None)
        self._read_chosen_document(failed=self._on_failed)

    def show_document(self, number: int) -> None:
        """Show the whole corpus and open a document."""
        self.show_documents((), number)

    def show_documents(self, numbers: tuple[int, ...], chosen: int) -> None:
        """List only the documents with these numbers (all of the corpus, if `numbers` is empty), and open the document
        `chosen`.
        """
        self._change(shelf=WHOLE, search="", facets=(), only_numbers=numbers)
        self.open_document(chosen)
        self._load_list()

    def show_mistake(self, number: int) -> None:
        """Open a misclassified document. If possible, list all misclassified documents, else the whole corpus."""
        if not self.state.overview.n_judged_otherwise:
            self.show_document(number)
            return
        self._sought = number
        self._change(shelf=Shelf(ShelfKind.JUDGED_OTHERWISE), search="", facets=(), only_numbers=(),
                     order=SortOrder.SUSPICIOUS, is_reversed=False)  # fmt: skip
        self.open_document(number)
        self._load_list()

    def show_documents_with(self, word: str) -> None:
        """Show the documents that contain a token of the model."""
        self._clear_selection()
        self._change(shelf=WHOLE, search=f"{EXACT_WORD_PREFIX}{word}", facets=(), only_numbers=())
        self._load_list()

    def ask_why(self, model: str, number: int) -> None:
        """Request the explanation of a verdict; it arrives with `why_arrived`.

        If the model learnt the document, the verdict is computed without it (leave-one-out).
        """
        if model:
            self._ask(
                lambda browser, context: explain_stored_verdict(browser.place, model, number, context),
                then=self.why_arrived.emit, topic="why",
            )  # fmt: skip

    def ask_why_of_text(
        self, model: str, number: int, text: str | None, then: Callable[[VerdictExplanation], object]
    ) -> None:
        """Explain the verdict that a document would get with the text `text`; None stands for its own text."""
        self._ask(
            lambda browser, context: explain_stored_verdict(browser.place, model, number, context, text=text),
            then=then, topic="why of text",
        )  # fmt: skip

    def find_influence(
        self, model: str, number: int, then: Callable[[TrainingInfluence], object], failed: FailureHandler
    ) -> None:
        """Find the training documents with the most influence on a verdict. `cancel_influence` cancels the request."""
        self._ask(
            lambda browser, context: find_influence_on_stored_document(browser.place, model, number, context),
            then=then, failed=failed, topic="taught", ends_older=True, lane="long",
        )  # fmt: skip

    def cancel_influence(self) -> None:
        """Cancel the requests of a dialog that was closed: `find_influence` and `ask_why_of_text`."""
        self._asker.stop("taught", "why of text")

    def export_unread(self, path: Path) -> None:
        """Write the list of unreadable files."""
        corpus = self._corpus
        self._ask(lambda browser, context: browser.export_unreadable_files(corpus, path, context))

    def retry_unread(self, failures: Sequence[Failure], password: str = "") -> None:
        """Try to read unreadable files again. `password` opens protected PDF files; None if there is no password."""
        corpus = self._corpus

        def tell(report: RetryReport) -> None:
            n_left, n_copies = len(report.failures), report.n_copies
            n_new = report.n_read - n_copies
            words = [self.tr("%Ln file(s) read", "", n_new) if n_new else ""]
            copies = self.tr("%Ln file(s) are copies of documents that are already here", "", n_copies)
            words.append(copies if n_copies else "")
            words.append(self.tr("%Ln file(s) still cannot be read", "", n_left) if n_left else "")
            self.status_message.emit(wording.join_facts(words))
            if report.n_read:
                self._on_relabelled(0)
            refused = [failure for failure in report.failures if password and failure.reason == "encrypted"]
            self._change(wrong_password_paths=frozenset(failure.path for failure in refused))
            if refused:
                self.password_refused.emit(refused)

        self._ask(
            lambda browser, context: retry_unread(browser.place, corpus, failures, password, context), then=tell,
            title=lambda: self.tr("Reading the files again"), lane="long", loses_work=True,
        )  # fmt: skip

    def export_list(self, path: Path) -> None:
        """Write the listed documents as a table into a file."""
        corpus, ids = self._corpus, self.state.ids

        def tell(n_documents: int) -> None:
            words = self.tr("List of %Ln document(s) saved to %1", "", n_documents)
            self.status_message.emit(words.replace("%1", path.name))

        self._ask(
            lambda browser, context: browser.export_list(corpus, ids, path, context), then=tell,
            title=lambda: self.tr("Exporting the list"), lane="long",
        )  # fmt: skip

    # Edits, which can all be undone

    def relabel(self, ids: Ids, label: str | None) -> None:
        """Give documents a label, or remove their label if `label` is None."""
        model, corpus = self._model, self._corpus
        if len(ids):
            self._ask(
                lambda browser, context: relabel_documents(browser.place, model, corpus, ids.tolist(), label, context),
                then=self._on_relabelled,
            )

    def read_again(self, ids: Ids) -> None:
        """Read documents again from their original files, keeping their labels."""
        if len(ids):
            self._ask(
                lambda browser, context: reread_documents(browser.place, ids.tolist(), context),
                then=self._on_read_again, title=lambda: self.tr("Reading the files again"), lane="long",
                loses_work=True,
            )  # fmt: skip

    def delete(self, ids: Ids) -> None:
        """Remove documents from the corpus."""
        if len(ids):
            self._edit(lambda workspace, _corpus: workspace.editing.remove(ids.tolist()))

    def delete_source(self, source: str) -> None:
        """Remove the documents of a source from the corpus. Undo restores them."""

        def delete(workspace: Workspace, corpus: str) -> None:
            columns = workspace.documents.columns(corpus)
            is_of_source = np.isin(columns.import_numbers, workspace.documents.import_ids_of(corpus, source))
            workspace.editing.remove(columns.document_numbers[is_of_source].tolist())

        self._edit(delete)

    def add_label(self, name: str) -> None:
        """Create a label."""
        if tidy := name.strip():
            self._edit(lambda workspace, corpus: workspace.labels.add(corpus, tidy))

    def toggle_several_labels(self) -> None:
        """Allow several labels per document, or only one if several are allowed now."""
        is_on = not self.state.overview.takes_several
        self._edit(lambda workspace, corpus: workspace.corpora.set_multi_label(corpus, is_on=is_on))

    def rename_label(self, old: str, new: str) -> None:
        """Rename a label."""
        tidy = new.strip()
        if tidy and new != old:
            self._edit(lambda workspace, corpus: workspace.labels.rename(corpus, old, tidy))

    def colour_label(self, label: str, colour: int) -> None:
        """Change the colour of a label."""
        self._edit(lambda workspace, corpus: workspace.labels.change_look(corpus, label, colour=colour))

    def merge_label(self, label: str, into: str) -> None:
        """Merge a label into another one."""
        self._edit(lambda workspace, corpus: workspace.labels.merge(corpus, label, into))

    def delete_label(self, label: str) -> None:
        """Delete a label; its documents become unlabelled."""
        self._edit(lambda workspace, corpus: workspace.labels.remove(corpus, label))

    def save_search_as_shelf(self, name: str) -> None:
        """Save the present search as a shelf with this name."""
        search, tidy = self.state.search.strip(), name.strip()
        if tidy and search:
            self._edit(lambda workspace, corpus: workspace.shelves.save(corpus, tidy, search))

    def remove_shelf(self, name: str) -> None:
        """Delete a saved search."""
        if self.state.shelf == Shelf(ShelfKind.SEARCH, name):
            self.choose_shelf(WHOLE)
        self._edit(lambda workspace, corpus: workspace.shelves.remove(corpus, name))

    def show_verdicts_of(self, model: str) -> None:
        """Show the verdicts of another model in the list."""
        browser = self._source
        if browser is not None and model != self._model:
            self._model = model
            browser.show_verdicts_of(model)
            self._load_overview()
            self._read_chosen_document(failed=self._on_failed)  # it is shown with the verdict of the model before

    # Requests

    def _load_overview(self) -> None:
        corpus = self._corpus
        if not corpus:
            self._asker.forget()
            self._on_overview_arrived(NO_OVERVIEW)
            return
        if self._is_opening:
            return
        self._ask(
            lambda browser, context: browser.overview(corpus, context), then=self._on_overview_arrived, topic="overview"
        )

    def _load_list(self) -> None:
        corpus, state = self._corpus, self.state
        if not corpus:
            return

        def show_unread(unread: tuple[Failure, ...]) -> None:
            self._clear_selection()
            self._change(unreadable_files=unread, ids=NO_IDS, n_not_loaded=0, is_loading_list=False, problem=None)

        if state.shelf.kind is ShelfKind.UNREADABLE:
            self._ask(
                lambda browser, context: browser.list_unreadable_files(corpus, context), then=show_unread, topic="list"
            )
            return
        if self._is_opening:
            self._show_newest()
            return
        self._change(is_loading_list=True)
        query = DocumentQuery(
            state.shelf, state.order, state.search, state.is_reversed, state.facets, state.only_numbers
        )
        self._ask(
            lambda browser, context: browser.find(corpus, query, context),
            then=partial(self._on_listing_arrived, query), topic="list",
        )  # fmt: skip
        self._ask(
            lambda browser, context: browser.facets(corpus, query, context),
            then=lambda report: self._change(report=report), failed=lambda _error: self._change(report=NO_REPORT),
            topic="facets",
        )  # fmt: skip

    def _show_newest(self) -> None:
        """While a large corpus is being opened, list its newest documents; for a search or another order, an empty
        list.
        """
        state, first = self.state, self._first
        query = (state.shelf, state.order, state.search, state.is_reversed, state.facets, state.only_numbers)
        if first is not None and query == (WHOLE, SortOrder.NEWEST, "", False, (), ()):
            self._change(
                ids=first,
                n_not_loaded=state.overview.n_documents - len(first),
                unreadable_files=(),
                is_loading_list=False,
            )
        else:
            self._change(ids=NO_IDS, n_not_loaded=0, unreadable_files=(), is_loading_list=True)

    def _read_chosen_document(self, *, failed: Callable[[Exception], object]) -> None:
        corpus, chosen = self._corpus, self.state.chosen_number
        if chosen is not None:
            self._ask(lambda browser, context: browser.open(corpus, chosen, context),
                      then=lambda document: self._change(document=document), topic="text", failed=failed)  # fmt: skip

    def _edit(self, change: CorpusEdit) -> None:
        corpus = self._corpus

        def edit(browser: Browser, _context: JobContext) -> int:
            with open_for_writing(browser.place) as workspace:
                change(workspace, corpus)
            return 0

        self._ask(edit, then=self._on_relabelled)

    # Answers

    def _on_overview_arrived(self, overview: Overview) -> None:
        self._change(overview=overview, is_empty=overview.n_documents == 0 and overview.n_unreadable == 0)
        self._on_listed()
        is_listed = self.state.shelf.kind is not ShelfKind.UNREADABLE and not self._asker.is_waiting("list")
        if is_listed and overview.revision != self.state.revision:
            self._load_list()
        self._extend_index(overview)

    def _extend_index(self, overview: Overview) -> None:
        """Extend the search index of a large corpus by one piece. Other jobs run between two pieces."""
        browser, corpus = self._source, overview.corpus
        known = (corpus, overview.n_documents)
        is_due = needs_index(overview.n_documents) and known != self._indexed
        if browser is None or not is_due or self._indexing.is_waiting("index"):
            return
        self._indexing.ask(
            lambda context: build_next_index_piece(browser.place, corpus, context),
            then=partial(self._on_indexed, overview),
            topic="index", lane="long",
        )  # fmt: skip

    def _on_indexed(self, overview: Overview, is_left: bool) -> None:
        if is_left and overview.corpus == self._corpus:
            self._has_indexed = True
            self._extend_index(overview)
            return
        self._indexed = ("", 0) if is_left else (overview.corpus, overview.n_documents)
        if self._has_indexed:
            self._has_indexed = False
            self._ask(lambda browser, _context: browser.forget_texts())
        corpus = self._corpus
        self._ask(
            lambda browser, context: browser.prepare_texts(corpus, context),
            failed=lambda _error: None,
            topic="prepared",
        )

    def _on_listing_arrived(self, query: DocumentQuery, listing: DocumentList) -> None:
        """Show the listed documents.

        If an edit has removed the open document from the list, the document next to it is opened. So a person who
        labels one document after the other stays at the same position.
        """
        previous_ids, sought, self._sought = self.state.ids, self._sought, None
        was_edited, self._listed_query = query == self._listed_query, query
        if sought is not None and sought not in listing.document_numbers:
            self.show_document(sought)
            return
        ids = previous_ids if np.array_equal(previous_ids, listing.document_numbers) else listing.document_numbers
        self._change(
            ids=ids, n_not_loaded=0, revision=listing.revision, unreadable_files=(), is_loading_list=False, problem=None
        )
        chosen = self.state.chosen_number
        if chosen is not None and not (ids == chosen).any():
            neighbour = nearest_listed(previous_ids, chosen, ids) if was_edited else None
            if neighbour is None:
                self._clear_selection()
            else:
                self.open_document(neighbour)
        if listing.revision != self.state.overview.revision and not self._asker.is_waiting("overview"):
            self._load_overview()

    def _clear_selection(self) -> None:
        self._asker.forget("text")
        self._change(chosen_number=None, document=None)

    def _on_relabelled(self, n_doubted: int) -> None:
        self._change(n_doubted=n_doubted)
        self.refresh()
        self.documents_changed.emit()

    def _on_read_again(self, report: RereadReport) -> None:
        """Show the report, and keep the selected document selected under its new number."""
        chosen = self.state.chosen_number
        if chosen is not None and chosen in report.new_number_by_old:
            self._change(chosen_number=report.new_number_by_old[chosen], document=None)
        self._change(reread_report=report if report.failures else None)
        if report.new_number_by_old:
            self._on_relabelled(0)
        elif report.n_same:
            self.status_message.emit(self.tr("%Ln document(s) read again, no changes found", "", report.n_same))

    def _on_failed(self, error: Exception) -> None:
        self._on_listed()
        self._change(problem=error, is_loading_list=False)


def nearest_listed(previous: Ids, number: int, listed: Ids) -> int | None:
    """Return the document that followed `number` in the previous list and is still listed; if there is none, one before
    it.

    Returns None if `number` was not in the previous list, or if no document of that list is listed any more.
    """
    positions = np.flatnonzero(previous == number)
    if not len(positions):
        return None
    position = int(positions[0])
    still_listed = np.isin(previous, listed)
    after, before = np.flatnonzero(still_listed[position:]), np.flatnonzero(still_listed[:position])
    if len(after):
        return int(previous[position + after[0]])
    return int(previous[before[-1]]) if len(before) else None


_RESET_FIELDS: dict[str, Any] = {
    "shelf": WHOLE, "search": "", "facets": (), "only_numbers": (), "report": NO_REPORT, "chosen_number": None,
    "document": None, "ids": NO_IDS, "n_not_loaded": 0,
}  # fmt: skip
"""Initial values of the state fields that are reset for another corpus."""

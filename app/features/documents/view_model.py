"""The Documents page: which documents are shown, which one is read, and what their labels become."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
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
    OpenDocument,
    Overview,
    Shelf,
    ShelfKind,
    SortOrder,
    TrainingInfluence,
)
from app.features.documents.paper_view_model import PaperViewModel
from app.kit.jobs import Runner
from app.kit.page_model import Asker, Failed, PageModel
from app.library.browsing import WORD_MARK, Browser, FirstLook, Listing
from app.library.explanations import influence_on_stored, stored_reasons
from app.library.reading_sources import ReadAgain, read_again
from app.library.saved_models import relabel
from app.library.searching import index_next, needs_index
from app.store.workspace import Workspace, writing
from nbengine.lazy_dataclasses import dataclass

Ids = NDArray[np.int64]
NO_IDS: Ids = np.empty(0, dtype=np.int64)
NO_OVERVIEW, WHOLE = Overview(), Shelf()


@dataclass(frozen=True, slots=True)
class DocumentsState:
    """All that the page shows."""

    overview: Overview = NO_OVERVIEW
    shelf: Shelf = WHOLE
    order: SortOrder = SortOrder.NEWEST
    is_turned: bool = False
    search: str = ""
    ids: Ids = field(default_factory=lambda: NO_IDS)
    n_to_come: int = 0
    """Documents that belong at the end of the list, whose numbers are still being read."""
    revision: Revision = ("", -1, -1)
    """Of the corpus as the ids list it."""
    unread: tuple[Failure, ...] = ()
    """Shown instead of documents on the shelf of what could not be read."""
    n_just_unread: int = 0
    """Files of the last import that could not be read, until they or another corpus are looked at."""
    chosen: int | None = None
    """The number of the document to read; its text may still be on its way."""
    document: OpenDocument | None = None
    """Its text: of the chosen one, or none."""
    is_finding: bool = False
    read_again: ReadAgain | None = None
    """The outcome of reading documents anew, until something else is done."""
    n_doubted: int = 0
    """Documents just labelled that contradict what the filter has learnt."""
    problem: Exception | None = None
    is_empty: bool = True
    """Nothing was ever imported here."""

    @property
    def is_of_unread(self) -> bool:
        """Return whether the shelf of what could not be read is looked at."""
        return self.shelf.kind is ShelfKind.UNREADABLE

    @property
    def colours(self) -> Mapping[str, int]:
        """Return the colour of each label."""
        return {label.name: label.colour for label in self.overview.labels}


Change: TypeAlias = Callable[[Workspace, str], object]
"""One call of a part of the workspace that changes a corpus, which is one transaction."""


class DocumentsViewModel(PageModel[DocumentsState, Browser]):
    """Decides what the Documents page shows of an open workspace; without one, nothing."""

    rows_arrived = Signal(int, object, object)
    """The first row's place, the rows, and the ids they were asked for by."""
    why_arrived = Signal(object)
    """The reasons for the verdict on a stored document."""
    told = Signal(str)
    """A sentence about what was done, where nothing changed by it."""
    documents_changed = Signal()
    """Labels or documents are not what they were: other pages may want to know."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner, "documents", DocumentsState())
        self._is_opening = False
        """The columns of a corpus are read piece by piece."""
        self._first: Ids | None = None
        """Its newest documents, which show meanwhile; None while they are not known."""
        self._corpus = self._unread_corpus = self._model = ""
        self._sought: int | None = None
        """A mistake that is to be shown among its like, if it is there."""
        self._has_indexed, self._indexed = False, ("", 0)
        """True once pieces were made, and the corpus with its number of documents that the index has all of."""
        self.paper = PaperViewModel(runner, "documents")
        self._indexing = Asker(runner, "indexing", failed=lambda _error: None)

    def open_workspace(self, browser: Browser) -> None:
        """Look into another workspace; what was asked of the one before is answered no more."""
        self.answer_from(browser)
        self.paper.open_place(browser.place)
        self._is_opening = False
        self._indexing.forget()
        self._has_indexed, self._indexed = False, ("", 0)
        self._corpus = self._model = ""
        self._change(**_UNREAD_YET, overview=NO_OVERVIEW, is_empty=True, is_finding=True)

    def open_corpus(self, corpus: str) -> None:
        """Show another corpus, from its beginning."""
        self._corpus = corpus
        self._asker.forget("text")
        n_unread = self.state.n_just_unread if corpus == self._unread_corpus else 0
        self._change(**_UNREAD_YET, n_just_unread=n_unread, is_finding=bool(corpus))
        self._is_opening, self._first = bool(corpus) and self._source is not None, None
        if self._is_opening:
            self._open(corpus)
        else:
            self._asker.forget("opening")
            self.refresh()

    def open_corpus_if_other(self, corpus: str) -> None:
        """Show a corpus; one that is shown already stays where the person is in it."""
        if corpus != self._corpus or (self.state.is_finding and not corpus):
            self.open_corpus(corpus)

    def _open(self, corpus: str) -> None:
        """Show the newest documents of a large corpus, and read the columns of all piece by piece.

        Between two pieces other questions are answered, so what shows can be read, chosen and labelled meanwhile.
        """

        def show(first: FirstLook | None) -> None:
            if first is not None:
                self._first = first.numbers
                self._change(overview=first.overview, is_empty=False)
                self._show_first_only()
            go_on(is_left=first is not None)

        def go_on(is_left: bool) -> None:
            if is_left:
                self._ask(
                    lambda browser, context: browser.read_piece(corpus, context), then=go_on, failed=fail,
                    topic="opening",
                )  # fmt: skip
                return
            self._is_opening = False
            self.refresh()

        def fail(error: Exception) -> None:
            self._is_opening = False
            self._on_failed(error)

        self._ask(lambda browser, context: browser.first_look(corpus, context), then=show, failed=fail, topic="opening")

    def refresh(self) -> None:
        """Look again: something was imported, labelled or judged."""
        self._look_over()
        self._find()

        def on_gone(error: Exception) -> None:
            if isinstance(error, NotFound):  # it was taken back under the page: that is no problem
                self._choose_none()
            else:
                self._on_failed(error)

        self._read(failed=on_gone)

    def choose_shelf(self, shelf: Shelf) -> None:
        """Look at another part of the corpus."""
        if shelf != self.state.shelf:
            search = self.state.search
            if ShelfKind.SEARCH in (shelf.kind, self.state.shelf.kind):
                is_kept = shelf.kind is ShelfKind.SEARCH
                search = dict(self.state.overview.shelves).get(shelf.name, "") if is_kept else ""
            n_unread = 0 if shelf.kind is ShelfKind.UNREADABLE else self.state.n_just_unread
            self._change(shelf=shelf, search=search, n_just_unread=n_unread, read_again=None)
            self._find()

    def tell_unread(self, corpus: str, n_files: int) -> None:
        """Say how many files an import into a corpus could not read."""
        self._unread_corpus = corpus
        self._change(n_just_unread=n_files)

    def choose_order(self, order: SortOrder, *, is_turned: bool = False) -> None:
        """Sort in another way, or from the other end."""
        if (order, is_turned) != (self.state.order, self.state.is_turned):
            self._change(order=order, is_turned=is_turned)
            self._find()

    def search(self, words: str) -> None:
        """Show only what has these words."""
        if words != self.state.search:
            is_kept = self.state.shelf.kind is ShelfKind.SEARCH
            self._change(search=words, shelf=WHOLE if is_kept else self.state.shelf)
            self._find()

    def fetch_rows(self, first: int, ids: Ids) -> None:
        """Bring rows that the table needs."""
        corpus = self._corpus

        def show(rows: Sequence[DocumentRow]) -> None:
            self.paper.expect(row.file for row in rows)
            self.rows_arrived.emit(first, rows, ids)

        self._ask(lambda browser, context: browser.rows(corpus, ids, context), then=show, topic=f"rows {first}")

    def open_document(self, number: int) -> None:
        """Read a document; until its text is there, none shows."""
        shown = self.state.document
        is_shown = shown is not None and shown.number == number
        self._change(chosen=number, document=shown if is_shown else None, read_again=None)
        self._read(failed=self._on_failed)

    def show_document(self, number: int) -> None:
        """Read a document, chosen among all."""
        self._change(shelf=WHOLE, search="")
        self.open_document(number)
        self._find()

    def show_mistake(self, number: int) -> None:
        """Read a document that was judged to be something else, among all such; among all where it is not listed so."""
        if not self.state.overview.n_judged_otherwise:
            self.show_document(number)
            return
        self._sought = number
        self._change(shelf=Shelf(ShelfKind.JUDGED_OTHERWISE), search="", order=SortOrder.SUSPICIOUS, is_turned=False)
        self.open_document(number)
        self._find()

    def show_documents_with(self, word: str) -> None:
        """Show only the documents that have a word, as the model counts words."""
        self._choose_none()
        self._change(shelf=WHOLE, search=f"{WORD_MARK}{word}")
        self._find()

    def ask_why(self, model: str, number: int) -> None:
        """Ask why a document was judged as it was by a model that has forgotten it."""
        if model:
            self._ask(
                lambda browser, context: stored_reasons(browser.place, model, number, context),
                then=self.why_arrived.emit, topic="why",
            )  # fmt: skip

    def weigh(self, model: str, number: int, then: Callable[[TrainingInfluence], object], failed: Failed) -> None:
        """Find the documents that taught a verdict on a stored one, until `stop_weighing`."""
        self._ask(
            lambda browser, context: influence_on_stored(browser.place, model, number, context),
            then=then, failed=failed, topic="taught", ends_older=True, lane="long",
        )  # fmt: skip

    def stop_weighing(self) -> None:
        """Nobody looks any more."""
        self._asker.stop("taught")

    def export_unread(self, path: Path) -> None:
        """Write the list of what could not be read."""
        corpus = self._corpus
        self._ask(lambda browser, context: browser.export_unread(corpus, path, context))

    # Changes, each of which can be undone

    def relabel(self, ids: Ids, label: str | None) -> None:
        """Give documents a label, or none."""
        model, corpus = self._model, self._corpus
        if len(ids):
            self._ask(
                lambda browser, context: relabel(browser.place, model, corpus, ids.tolist(), label, context),
                then=self._on_relabelled,
            )

    def read_again(self, ids: Ids) -> None:
        """Read documents anew from the files that they came from; labels stay."""
        if len(ids):
            self._ask(
                lambda browser, context: read_again(browser.place, ids.tolist(), context),
                then=self._on_read_again, title=self.tr("Reading again"), lane="long",
                loses_work=True,
            )  # fmt: skip

    def delete(self, ids: Ids) -> None:
        """Take documents out of the corpus."""
        if len(ids):
            self._edit(lambda workspace, _corpus: workspace.editing.remove(ids.tolist()))

    def add_label(self, name: str) -> None:
        """Make a new label."""
        if tidy := name.strip():
            self._edit(lambda workspace, corpus: workspace.labels.add(corpus, tidy))

    def take_several(self) -> None:
        """Let documents have several labels, or one alone, the other way round than now."""
        is_on = not self.state.overview.takes_several
        self._edit(lambda workspace, corpus: workspace.corpora.take_several(corpus, is_on=is_on))

    def rename_label(self, old: str, new: str) -> None:
        """Call a label something else."""
        tidy = new.strip()
        if tidy and new != old:
            self._edit(lambda workspace, corpus: workspace.labels.rename(corpus, old, tidy))

    def colour_label(self, label: str, colour: int) -> None:
        """Give a label another colour."""
        self._edit(lambda workspace, corpus: workspace.labels.look(corpus, label, colour=colour))

    def merge_label(self, label: str, into: str) -> None:
        """Give all documents of a label another one."""
        self._edit(lambda workspace, corpus: workspace.labels.merge(corpus, label, into))

    def delete_label(self, label: str) -> None:
        """Remove a label; its documents keep no label."""
        self._edit(lambda workspace, corpus: workspace.labels.remove(corpus, label))

    def keep_shelf(self, name: str) -> None:
        """Keep the search of the moment under a name."""
        search, tidy = self.state.search.strip(), name.strip()
        if tidy and search:
            self._edit(lambda workspace, corpus: workspace.shelves.keep(corpus, tidy, search))

    def remove_shelf(self, name: str) -> None:
        """Keep a search no more."""
        if self.state.shelf == Shelf(ShelfKind.SEARCH, name):
            self.choose_shelf(WHOLE)
        self._edit(lambda workspace, corpus: workspace.shelves.remove(corpus, name))

    def judge_by(self, model: str) -> None:
        """Show the verdicts of this model from now on."""
        browser = self._source
        if browser is not None and model != self._model:
            self._model = model
            browser.judge_by(model)
            self._look_over()

    # What is asked

    def _look_over(self) -> None:
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

    def _find(self) -> None:
        corpus, state = self._corpus, self.state
        if not corpus:
            return

        def show_unread(unread: tuple[Failure, ...]) -> None:
            self._choose_none()
            self._change(unread=unread, ids=NO_IDS, n_to_come=0, is_finding=False, problem=None)

        if state.shelf.kind is ShelfKind.UNREADABLE:
            self._ask(lambda browser, context: browser.unread(corpus, context), then=show_unread, topic="list")
            return
        if self._is_opening:
            self._show_first_only()
            return
        self._change(is_finding=True)
        query = DocumentQuery(state.shelf, state.order, state.search, state.is_turned)
        self._ask(lambda browser, context: browser.find(corpus, query, context), then=self._on_listing_arrived,
                  topic="list")  # fmt: skip

    def _show_first_only(self) -> None:
        """Go on showing the first documents of a large corpus where these are asked for, and none in another order."""
        state, first = self.state, self._first
        asked = (state.shelf, state.order, state.search, state.is_turned)
        if first is not None and asked == (WHOLE, SortOrder.NEWEST, "", False):
            self._change(ids=first, n_to_come=state.overview.n_documents - len(first), unread=(), is_finding=False)
        else:
            self._change(ids=NO_IDS, n_to_come=0, unread=(), is_finding=True)

    def _read(self, *, failed: Callable[[Exception], object]) -> None:
        corpus, chosen = self._corpus, self.state.chosen
        if chosen is not None:
            self._ask(lambda browser, context: browser.open(corpus, chosen, context),
                      then=lambda document: self._change(document=document), topic="text", failed=failed)  # fmt: skip

    def _edit(self, change: Change) -> None:
        corpus = self._corpus

        def edit(browser: Browser, _context: JobContext) -> int:
            with writing(browser.place) as workspace:
                change(workspace, corpus)
            return 0

        self._ask(edit, then=self._on_relabelled)

    # What comes back

    def _on_overview_arrived(self, overview: Overview) -> None:
        self._change(overview=overview, is_empty=overview.n_documents == 0 and overview.n_unreadable == 0)
        is_listed = self.state.shelf.kind is not ShelfKind.UNREADABLE and not self._asker.is_waiting("list")
        if is_listed and overview.revision != self.state.revision:
            self._find()
        self._index(overview)

    def _index(self, overview: Overview) -> None:
        """Make the index of a large corpus in pieces, between which other work goes on."""
        browser, corpus = self._source, overview.corpus
        known = (corpus, overview.n_documents)
        is_due = needs_index(overview.n_documents) and known != self._indexed
        if browser is None or not is_due or self._indexing.is_waiting("index"):
            return
        self._indexing.ask(
            lambda context: index_next(browser.place, corpus, context), then=partial(self._on_indexed, overview),
            topic="index", lane="long",
        )  # fmt: skip

    def _on_indexed(self, overview: Overview, is_left: bool) -> None:
        if is_left and overview.corpus == self._corpus:
            self._has_indexed = True
            self._index(overview)
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

    def _on_listing_arrived(self, found: Listing) -> None:
        """Take over what is listed; what is not listed any more is not read any more."""
        was, sought, self._sought = self.state.ids, self._sought, None
        if sought is not None and sought not in found.numbers:
            self.show_document(sought)
            return
        ids = was if np.array_equal(was, found.numbers) else found.numbers
        self._change(ids=ids, n_to_come=0, revision=found.revision, unread=(), is_finding=False, problem=None)
        if self.state.chosen is not None and not (ids == self.state.chosen).any():
            self._choose_none()
        if found.revision != self.state.overview.revision and not self._asker.is_waiting("overview"):
            self._look_over()

    def _choose_none(self) -> None:
        self._asker.forget("text")
        self._change(chosen=None, document=None)

    def _on_relabelled(self, n_doubted: int) -> None:
        self._change(n_doubted=n_doubted)
        self.refresh()
        self.documents_changed.emit()

    def _on_read_again(self, found: ReadAgain) -> None:
        """Go on with the document that was chosen, under the number that it has now."""
        chosen = self.state.chosen
        if chosen is not None and chosen in found.now:
            self._change(chosen=found.now[chosen], document=None)
        self._change(read_again=found if found.left else None)
        if found.now:
            self._on_relabelled(0)
        elif found.n_same:
            self.told.emit(self.tr("%Ln document(s) read again: nothing has changed", "", found.n_same))

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error, is_finding=False)


_UNREAD_YET: dict[str, Any] = {
    "shelf": WHOLE, "search": "", "chosen": None, "document": None, "ids": NO_IDS, "n_to_come": 0,
}  # fmt: skip
"""The parts of a state that belong to the corpus that was looked at, as they begin with another one."""

"""The Documents page: which documents are shown, which one is read, and what their labels become."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.corpus_browsing import DocumentQuery, OpenDocument, Overview, Shelf, ShelfKind, SortOrder
from app.domain.documents import Failure
from app.domain.errors import NotFound
from app.domain.jobs import JobContext
from app.domain.revisions import Revision
from app.qt.background_asking import Asker
from app.qt.jobs import Runner
from app.services.judging.stored_reasons import stored_reasons
from app.services.library.browsing import WORD_MARK, Browser, Listing
from app.services.library.indexing import index_next, needs_index
from app.services.library.reading_again import ReadAgain, read_again
from app.services.models.learning import relabel
from app.store.access import Place, writing
from app.store.workspace import Workspace
from nbengine.lazy_dataclasses import dataclass

Answer = TypeVar("Answer")
Ids = NDArray[np.int64]
NO_IDS: Ids = np.empty(0, dtype=np.int64)
NO_OVERVIEW, WHOLE = Overview(), Shelf()


Change: TypeAlias = Callable[[Workspace], object]
"""One call of a part of the workspace that changes it, which is one transaction."""


@dataclass(frozen=True, slots=True)
class DocumentsState:
    """All that the page shows."""

    overview: Overview = NO_OVERVIEW
    shelf: Shelf = WHOLE
    order: SortOrder = SortOrder.NEWEST
    is_turned: bool = False
    search: str = ""
    ids: Ids = field(default_factory=lambda: NO_IDS)
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


@dataclass(frozen=True, slots=True)
class DocumentsCommands:
    """The commands that the page hands on; one that is None is not offered."""

    import_documents: Callable[[], object] | None = None
    try_sample: Callable[[], object] | None = None
    n_sample: int = 0
    explain: Callable[[int], object] | None = None
    """Show why the document of this number was judged so."""
    show_reading: Callable[[str, str], object] | None = None
    """Show what is read of a file, and of the place in it."""


class DocumentsViewModel(QObject):
    """Decides what the Documents page shows of an open workspace; without one, nothing."""

    state_changed = Signal(object)
    rows_arrived = Signal(int, object, object)
    """The first row's place, the rows, and the ids they were asked for by."""
    why_arrived = Signal(object)
    """The reasons for the verdict on a stored document."""
    told = Signal(str)
    """A sentence about what was done, where nothing changed by it."""
    documents_changed = Signal()
    """Labels or documents are not what they were: other pages may want to know."""

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._asker = Asker(runner, "documents", failed=self._on_failed)
        self._place: Place | None = None
        self._browser: Browser | None = None
        self.state = DocumentsState()
        self._corpus = self._unread_corpus = self._model = ""
        self._sought: int | None = None
        """A mistake that is to be shown among its like, if it is there."""
        self._has_indexed, self._indexed = False, ("", 0)
        """True once pieces were made, and the corpus with its number of documents that the index has all of."""
        self._indexing = Asker(runner, "indexing", failed=lambda _error: None)

    def open_workspace(self, place: Place) -> None:
        """Look into another workspace; what was asked of the one before is answered no more."""
        self._asker.forget()
        self._indexing.forget()
        self._has_indexed, self._indexed = False, ("", 0)
        self._place, self._browser, self._corpus, self._model = place, Browser(place), "", ""
        self._change(**_UNREAD_YET)

    def open_corpus(self, corpus: str) -> None:
        """Show another corpus, from its beginning."""
        self._corpus = corpus
        self._asker.forget("text")
        n_unread = self.state.n_just_unread if corpus == self._unread_corpus else 0
        self._change(**_UNREAD_YET, n_just_unread=n_unread)
        self.refresh()

    def open_corpus_if_other(self, corpus: str) -> None:
        """Show a corpus; one that is shown already stays where the person is in it."""
        if corpus != self._corpus:
            self.open_corpus(corpus)

    def refresh(self) -> None:
        """Look again: something was imported, labelled or judged."""
        self._look_over()
        self._find()
        self._read(failed=self._on_chosen_gone)

    def choose_shelf(self, shelf: Shelf) -> None:
        """Look at another part of the corpus."""
        if shelf != self.state.shelf:
            kept = dict(self.state.overview.shelves).get(shelf.name, "") if shelf.kind is ShelfKind.SEARCH else None
            if kept is not None or self.state.shelf.kind is ShelfKind.SEARCH:
                self._change(search=kept or "")
            is_told = shelf.kind is ShelfKind.UNREADABLE
            n_unread = 0 if is_told else self.state.n_just_unread
            self._change(shelf=shelf, n_just_unread=n_unread, read_again=None)
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
        self._ask(
            lambda browser, context: browser.rows(corpus, ids, context),
            then=lambda rows: self.rows_arrived.emit(first, rows, ids),
            topic=f"rows {first}",
        )

    def open_document(self, number: int) -> None:
        """Read a document; until its text is there, none shows."""
        shown = self.state.document
        kept = shown if shown is not None and shown.number == number else None
        self._change(chosen=number, document=kept, read_again=None)
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
        place = self._place
        if place is not None and model:
            self._asker.ask(
                lambda context: stored_reasons(place, model, number, context),
                then=self.why_arrived.emit, topic="why",
            )  # fmt: skip

    def export_unread(self, path: str) -> None:
        """Write the list of what could not be read."""
        corpus = self._corpus
        self._ask(
            lambda browser, context: browser.export_unread(corpus, Path(path), context), then=lambda _n_files: None
        )

    # Changes, each of which can be undone

    def relabel(self, ids: Ids, label: str | None) -> None:
        """Give documents a label, or none."""
        place, model, corpus = self._place, self._model, self._corpus
        if place is not None and len(ids):
            self._asker.ask(
                lambda context: relabel(place, model, corpus, ids.tolist(), label, context), then=self._on_relabelled
            )

    def read_again(self, ids: Ids) -> None:
        """Read documents anew from the files that they came from; labels stay."""
        place = self._place
        if place is not None and len(ids):
            self._asker.ask(
                lambda context: read_again(place, ids.tolist(), context), then=self._on_read_again,
                title=self.tr("Reading again"), lane="long",
            )  # fmt: skip

    def delete(self, ids: Ids) -> None:
        """Take documents out of the corpus."""
        if len(ids):
            self._edit(lambda workspace: workspace.editing.remove(ids.tolist()))

    def add_label(self, name: str) -> None:
        """Make a new label."""
        corpus, tidy = self._corpus, name.strip()
        if tidy:
            self._edit(lambda workspace: workspace.labels.add(corpus, tidy))

    def rename_label(self, old: str, new: str) -> None:
        """Call a label something else."""
        corpus, tidy = self._corpus, new.strip()
        if tidy and new != old:
            self._edit(lambda workspace: workspace.labels.rename(corpus, old, tidy))

    def colour_label(self, label: str, colour: int) -> None:
        """Give a label another colour."""
        corpus = self._corpus
        self._edit(lambda workspace: workspace.labels.look(corpus, label, colour=colour))

    def merge_label(self, label: str, into: str) -> None:
        """Give all documents of a label another one."""
        corpus = self._corpus
        self._edit(lambda workspace: workspace.labels.merge(corpus, label, into))

    def delete_label(self, label: str) -> None:
        """Remove a label; its documents keep no label."""
        corpus = self._corpus
        self._edit(lambda workspace: workspace.labels.remove(corpus, label))

    def keep_shelf(self, name: str) -> None:
        """Keep the search of the moment under a name."""
        corpus, search, tidy = self._corpus, self.state.search.strip(), name.strip()
        if tidy and search:
            self._edit(lambda workspace: workspace.shelves.keep(corpus, tidy, search))

    def remove_shelf(self, name: str) -> None:
        """Keep a search no more."""
        corpus = self._corpus
        if self.state.shelf == Shelf(ShelfKind.SEARCH, name):
            self.choose_shelf(WHOLE)
        self._edit(lambda workspace: workspace.shelves.remove(corpus, name))

    def judge_by(self, model: str) -> None:
        """Show the verdicts of this model from now on."""
        browser = self._browser
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
        self._ask(
            lambda browser, context: browser.overview(corpus, context), then=self._on_overview_arrived, topic="overview"
        )

    def _find(self) -> None:
        corpus, state = self._corpus, self.state
        if not corpus:
            return
        if state.shelf.kind is ShelfKind.UNREADABLE:
            self._ask(lambda browser, context: browser.unread(corpus, context), then=self._on_unread_arrived,
                      topic="list")  # fmt: skip
            return
        self._change(is_finding=True)
        query = DocumentQuery(state.shelf, state.order, state.search, state.is_turned)
        self._ask(lambda browser, context: browser.find(corpus, query, context), then=self._on_listing_arrived,
                  topic="list")  # fmt: skip

    def _read(self, *, failed: Callable[[Exception], object]) -> None:
        corpus, chosen = self._corpus, self.state.chosen
        if chosen is not None:
            self._ask(lambda browser, context: browser.open(corpus, chosen, context), then=self._on_text_arrived,
                      topic="text", failed=failed)  # fmt: skip

    def _ask(
        self,
        work: Callable[[Browser, JobContext], Answer],
        *,
        then: Callable[[Answer], object],
        topic: str = "",
        failed: Callable[[Exception], object] | None = None,
    ) -> None:
        browser = self._browser
        if browser is not None:
            self._asker.ask(lambda context: work(browser, context), then=then, topic=topic, failed=failed)

    def _edit(self, change: Change) -> None:
        place = self._place
        if place is not None:
            self._asker.ask(lambda _context: edited(place, change), then=self._on_documents_changed)

    # What comes back

    def _on_overview_arrived(self, overview: Overview) -> None:
        self._change(overview=overview, is_empty=overview.n_documents == 0 and overview.n_unreadable == 0)
        is_listed = self.state.shelf.kind is not ShelfKind.UNREADABLE and not self._asker.is_waiting("list")
        if is_listed and overview.revision != self.state.revision:
            self._find()

        self._index(overview)

    def _index(self, overview: Overview) -> None:
        """Make the index of a large corpus in pieces, between which other work goes on."""
        place, corpus = self._place, overview.corpus
        known = (corpus, overview.n_documents)
        is_due = needs_index(overview.n_documents) and known != self._indexed
        if place is None or not is_due or self._indexing.is_waiting("index"):
            return
        self._indexing.ask(
            lambda context: index_next(place, corpus, context), then=partial(self._on_indexed, overview),
            topic="index", lane="long",
        )  # fmt: skip

    def _on_indexed(self, overview: Overview, is_left: bool) -> None:
        browser = self._browser
        if is_left and overview.corpus == self._corpus:
            self._has_indexed = True
            self._index(overview)
            return
        self._indexed = ("", 0) if is_left else (overview.corpus, overview.n_documents)
        if self._has_indexed and browser is not None:
            self._has_indexed = False
            self._asker.ask(lambda _context: browser.forget_texts(), then=lambda _nothing: None)
        corpus = self._corpus
        self._ask(lambda browser, context: browser.prepare_texts(corpus, context), then=lambda _nothing: None,
                  topic="prepared", failed=lambda _error: None)  # fmt: skip

    def _on_listing_arrived(self, found: Listing) -> None:
        """Take over what is listed; what is not listed any more is not read any more."""
        was, sought, self._sought = self.state.ids, self._sought, None
        if sought is not None and sought not in found.numbers:
            self.show_document(sought)
            return
        ids = was if np.array_equal(was, found.numbers) else found.numbers
        self._change(ids=ids, revision=found.revision, unread=(), is_finding=False, problem=None)
        if self.state.chosen is not None and not (ids == self.state.chosen).any():
            self._choose_none()
        if found.revision != self.state.overview.revision and not self._asker.is_waiting("overview"):
            self._look_over()

    def _on_unread_arrived(self, unread: tuple[Failure, ...]) -> None:
        self._choose_none()
        self._change(unread=unread, ids=NO_IDS, is_finding=False, problem=None)

    def _on_text_arrived(self, document: OpenDocument) -> None:
        self._change(document=document)

    def _on_chosen_gone(self, error: Exception) -> None:
        """A document that was taken back under the page is not read any more; that is no problem."""
        if isinstance(error, NotFound):
            self._choose_none()
        else:
            self._on_failed(error)

    def _choose_none(self) -> None:
        self._asker.forget("text")
        self._change(chosen=None, document=None)

    def _on_documents_changed(self, _result: object) -> None:
        self._on_relabelled(0)

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

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)


_UNREAD_YET: dict[str, Any] = {"shelf": WHOLE, "search": "", "chosen": None, "document": None, "ids": NO_IDS}
"""The parts of a state that belong to the corpus that was looked at, as they begin with another one."""


def edited(place: Place, change: Change) -> None:
    """Make a change in a workspace."""
    with writing(place) as workspace:
        change(workspace)

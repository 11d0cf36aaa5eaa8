"""The Documents page: which documents are shown, which one is read, and what their labels become."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.documents import Attachment
from app.pages.shown import Label
from app.qt.jobs import Job, Runner

WORD_MARK = "word:"
"""Before a search for one word as it is counted, not for a text."""
Ids = NDArray[np.int64]
NO_IDS: Ids = np.empty(0, dtype=np.int64)


class ShelfKind(Enum):
    """Which part of a corpus is looked at."""

    ALL = "all"
    LABEL = "label"
    UNLABELLED = "unlabelled"
    JUDGED_OTHERWISE = "judged otherwise"
    DUPLICATES = "duplicates"
    TWO_LABELS = "two labels"
    UNREADABLE = "unreadable"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of the corpus, by kind and, for a label or a source, by name."""

    kind: ShelfKind = ShelfKind.ALL
    name: str = ""


class Order(Enum):
    """How the documents are sorted."""

    NEWEST = "newest"
    OLDEST = "oldest"
    SUSPICIOUS = "suspicious"
    """Judged most surely to be something else."""
    SUBJECT = "subject"
    SENDER = "sender"
    LABEL = "label"
    LONGEST = "longest"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Overview:
    """What is in a corpus."""

    corpus: str = ""
    n_documents: int = 0
    labels: tuple[Label, ...] = ()
    n_unlabelled: int = 0
    n_judged_otherwise: int | None = None
    """None before there is a verdict for each document."""
    n_duplicates: int = 0
    n_two_labels: int = 0
    n_unreadable: int = 0
    sources: tuple[tuple[str, int], ...] = ()
    positive: str = ""
    """The label whose probability the table shows; empty without a model, or with more than two labels."""
    positive_colour: int = 1
    is_of_rows: bool = False
    """Rows of a table have no sender and no date."""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One row of the table."""

    number: int
    title: str
    sender: str = ""
    date_s: int | None = None
    label: str | None = None
    label_colour: int = -1
    share: float | None = None
    """Probability of the positive label, or with more than two labels of its own, without having seen the document."""
    judged_colour: int = 0
    is_surprising: bool = False
    """Judged to be another label than it has."""
    judged: str | None = None


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """The document that is read at the right."""

    number: int
    title: str
    text: str
    sender: str = ""
    date_s: int | None = None
    source: str = ""
    label: Label | None = None
    judged: Label | None = None
    probability: float | None = None
    attachments: tuple[Attachment, ...] = ()
    also_in: tuple[str, ...] = ()
    """Where else its content was found."""


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that did not become a document, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class DocumentsState:
    """All that the page shows."""

    overview: Overview = Overview()
    shelf: Shelf = Shelf()
    order: Order = Order.NEWEST
    search: str = ""
    ids: Ids = field(default_factory=lambda: NO_IDS)
    unread: tuple[UnreadFile, ...] = ()
    """Shown instead of documents on the shelf of what could not be read."""
    n_just_unread: int = 0
    """Files of the last import that could not be read, until they or another corpus are looked at."""
    document: OpenDocument | None = None
    is_finding: bool = False
    problem: Exception | None = None
    is_empty: bool = True
    """Nothing was ever imported here."""


@dataclass(frozen=True, slots=True)
class DocumentsServices:
    """What the page asks for; every function takes a JobContext last. None is not offered."""

    overview: Callable[..., Overview] | None = None
    """(corpus)"""
    find: Callable[..., Ids] | None = None
    """(corpus, shelf, order, search)"""
    rows: Callable[..., Sequence[DocumentRow]] | None = None
    """(corpus, ids)"""
    open: Callable[..., OpenDocument] | None = None
    """(corpus, id)"""
    unread: Callable[..., tuple[UnreadFile, ...]] | None = None
    """(corpus)"""
    relabel: Callable[..., object] | None = None
    """(corpus, ids, label or None)"""
    delete: Callable[..., object] | None = None
    """(corpus, ids)"""
    add_label: Callable[..., object] | None = None
    """(corpus, name)"""
    rename_label: Callable[..., object] | None = None
    """(corpus, old, new)"""
    merge_label: Callable[..., object] | None = None
    """(corpus, label, into)"""
    colour_label: Callable[..., object] | None = None
    """(corpus, label, number of the colour)"""
    delete_label: Callable[..., object] | None = None
    """(corpus, label)"""
    undo: Callable[..., object] | None = None
    """(corpus)"""
    redo: Callable[..., object] | None = None
    """(corpus)"""
    export_unread: Callable[..., object] | None = None
    """(corpus, path)"""


class DocumentsViewModel(QObject):
    """Decides what the Documents page shows."""

    state_changed = Signal(object)
    rows_arrived = Signal(int, object, object)
    """The first row's place, the rows, and the ids they were asked for by."""
    documents_changed = Signal()
    """Labels or documents are not what they were: other pages may want to know."""

    def __init__(self, runner: Runner, services: DocumentsServices) -> None:
        super().__init__()
        self._runner, self.services = runner, services
        self.state = DocumentsState()
        self._corpus = self._unread_corpus = ""

    def open_corpus(self, corpus: str) -> None:
        """Show another corpus, from its beginning."""
        self._corpus = corpus
        n_unread = self.state.n_just_unread if corpus == self._unread_corpus else 0
        self._change(shelf=Shelf(), search="", document=None, ids=NO_IDS, n_just_unread=n_unread)
        self.refresh()

    def open_corpus_if_other(self, corpus: str) -> None:
        """Show a corpus; one that is shown already stays where the person is in it."""
        if corpus != self._corpus:
            self.open_corpus(corpus)

    def refresh(self) -> None:
        """Look again: something was imported, labelled or judged."""
        self._ask("overview", self._on_overview_succeeded, self._corpus)
        self._find()

    def choose_shelf(self, shelf: Shelf) -> None:
        """Look at another part of the corpus."""
        if shelf != self.state.shelf:
            is_told = shelf.kind is ShelfKind.UNREADABLE
            self._change(shelf=shelf, n_just_unread=0 if is_told else self.state.n_just_unread)
            self._find()

    def tell_unread(self, corpus: str, n_files: int) -> None:
        """Say how many files an import into a corpus could not read."""
        self._unread_corpus = corpus
        self._change(n_just_unread=n_files)

    def choose_order(self, order: Order) -> None:
        """Sort in another way."""
        if order is not self.state.order:
            self._change(order=order)
            self._find()

    def search(self, words: str) -> None:
        """Show only what has these words."""
        if words != self.state.search:
            self._change(search=words)
            self._find()

    def fetch_rows(self, first: int, ids: Ids) -> None:
        """Bring rows that the table needs."""
        job = self._start("rows", self._corpus, ids)
        if job is not None:
            job.succeeded.connect(lambda rows: self.rows_arrived.emit(first, rows, ids))

    def open_document(self, number: int) -> None:
        """Read a document."""
        self._ask("open", self._on_open_succeeded, self._corpus, number)

    def show_document(self, number: int) -> None:
        """Read a document, chosen among all."""
        self._change(shelf=Shelf(), search="")
        self.open_document(number)
        self._find()

    def show_documents_with(self, word: str) -> None:
        """Show only the documents that have a word, as the model counts words."""
        self._change(shelf=Shelf(), search=f"{WORD_MARK}{word}", document=None)
        self._find()

    def relabel(self, ids: Ids, label: str | None) -> None:
        """Give documents a label, or none."""
        if len(ids):
            self._ask("relabel", self._on_documents_changed, self._corpus, ids, label)

    def delete(self, ids: Ids) -> None:
        """Take documents out of the corpus; it can be undone."""
        if len(ids):
            self._change(document=None)
            self._ask("delete", self._on_documents_changed, self._corpus, ids)

    def add_label(self, name: str) -> None:
        """Make a new label."""
        if name.strip():
            self._ask("add_label", self._on_documents_changed, self._corpus, name.strip())

    def rename_label(self, old: str, new: str) -> None:
        """Call a label something else."""
        if new.strip() and new != old:
            self._ask("rename_label", self._on_documents_changed, self._corpus, old, new.strip())

    def colour_label(self, label: str, colour: int) -> None:
        """Give a label another colour."""
        self._ask("colour_label", self._on_documents_changed, self._corpus, label, colour)

    def merge_label(self, label: str, into: str) -> None:
        """Give all documents of a label another one."""
        self._ask("merge_label", self._on_documents_changed, self._corpus, label, into)

    def delete_label(self, label: str) -> None:
        """Remove a label; its documents keep no label."""
        self._ask("delete_label", self._on_documents_changed, self._corpus, label)

    def undo(self) -> None:
        """Take back the last change."""
        self._ask("undo", self._on_documents_changed, self._corpus)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._ask("redo", self._on_documents_changed, self._corpus)

    def export_unread(self, path: str) -> None:
        """Write the list of what could not be read."""
        self._ask("export_unread", lambda _done: None, self._corpus, path)

    # What comes back

    def _find(self) -> None:
        if self.state.shelf.kind is ShelfKind.UNREADABLE:
            self._ask("unread", self._on_unread_succeeded, self._corpus)
            return
        state = self.state
        self._change(is_finding=True)
        self._ask("find", self._on_find_succeeded, self._corpus, state.shelf, state.order, state.search)

    def _on_overview_succeeded(self, overview: Overview) -> None:
        self._change(overview=overview, is_empty=overview.n_documents == 0 and overview.n_unreadable == 0)

    def _on_find_succeeded(self, ids: Ids) -> None:
        self._change(ids=ids, unread=(), is_finding=False, problem=None)

    def _on_unread_succeeded(self, unread: tuple[UnreadFile, ...]) -> None:
        self._change(unread=unread, ids=NO_IDS, is_finding=False, problem=None)

    def _on_open_succeeded(self, document: OpenDocument) -> None:
        self._change(document=document)

    def _on_documents_changed(self, _result: object) -> None:
        self.refresh()
        if self.state.document is not None:
            self.open_document(self.state.document.number)
        self.documents_changed.emit()

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error, is_finding=False)

    def _start(self, name: str, *arguments: object) -> Job | None:
        work = getattr(self.services, name)
        if work is None:
            return None
        key = name if name in ("overview", "find", "open", "unread") else ""
        job = self._runner.start(work, *arguments, key=f"documents {key}" if key else "")
        job.failed.connect(self._on_failed)
        return job

    def _ask(self, name: str, on_succeeded: Callable[[Any], object], *arguments: object) -> None:
        job = self._start(name, *arguments)
        if job is not None:
            job.succeeded.connect(on_succeeded)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)

"""The Documents page's questions, and the changes that it asks for; every change can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.jobs import JobContext
from app.domain.records import EditRecord, StoredDocument
from app.domain.sentences import failure_sentence
from app.pages.documents.model import (
    DocumentRow,
    DocumentsServices,
    OpenDocument,
    Order,
    Overview,
    Shelf,
    UnreadFile,
)
from app.pages.documents.table_rows import text_of, titles_of
from app.pages.labels import NO_COLOUR, labels_of
from app.pages.shown import Label
from app.services.files.whole_files import whole_table
from app.services.library.browsing import Browser, RowVerdict, Wanted
from app.store.workspace import Workspace

Ids = NDArray[np.int64]


class DocumentsConnection:
    """Answers for one workspace."""

    def __init__(self, workspace: Path) -> None:
        self._path, self._browser = workspace, Browser(workspace)

    def services(self) -> DocumentsServices:
        return DocumentsServices(
            overview=self.overview,
            find=self.find,
            rows=self.rows,
            open=self.open,
            unread=self.unread,
            relabel=self.relabel,
            delete=self.delete,
            add_label=self.add_label,
            rename_label=self.rename_label,
            merge_label=self.merge_label,
            colour_label=self.colour_label,
            delete_label=self.delete_label,
            undo=self.undo,
            redo=self.redo,
            export_unread=self.export_unread,
        )

    # Questions

    def overview(self, corpus: str, context: JobContext) -> Overview:
        """What is in a corpus; nothing, where there is none yet."""
        if not corpus:
            return Overview()
        found = self._browser.glance(corpus, context)
        colours = {name: colour for name, colour, _ in found.labels}
        return Overview(
            corpus=corpus,
            n_documents=found.n_documents,
            labels=tuple(Label(*label) for label in found.labels),
            n_unlabelled=found.n_unlabelled,
            n_judged_otherwise=found.n_judged_otherwise,
            n_duplicates=found.n_duplicates,
            n_two_labels=found.n_two_labels,
            n_unreadable=found.n_unreadable,
            sources=found.sources,
            positive=found.positive,
            positive_colour=colours.get(found.positive, 1),
            is_of_rows=found.is_of_rows,
        )

    def find(self, corpus: str, shelf: Shelf, order: Order, search: str, context: JobContext) -> Ids:
        """Numbers of the documents to show."""
        if not corpus:
            return np.empty(0, np.int64)
        return self._browser.find(corpus, Wanted(shelf.kind.value, shelf.name, order.value, search), context)

    def rows(self, corpus: str, ids: Ids, _context: JobContext) -> Sequence[DocumentRow]:
        """The rows in view."""
        with Workspace(self._path, read_only=True) as workspace:
            headings = {one.number: one for one in workspace.documents.headings(ids.tolist())}
            colours = {label.name: label.colour for label in labels_of(workspace, corpus)}
            titles = titles_of(workspace, headings.values())
        numbers = np.array(sorted(headings), np.int64)
        verdicts = dict(zip(numbers.tolist(), self._browser.verdicts(corpus, numbers), strict=True))
        return [
            DocumentRow(
                number=number,
                title=titles[number],
                sender=headings[number].sender,
                date_s=headings[number].date_s,
                label=headings[number].label,
                label_colour=colours.get(headings[number].label or "", NO_COLOUR),
                share=verdicts[number].share,
                judged=verdicts[number].judged,
                judged_colour=colours.get(verdicts[number].judged or "", NO_COLOUR),
                is_surprising=verdicts[number].is_surprising,
            )
            for number in ids.tolist()
            if number in headings
        ]

    def open(self, corpus: str, number: int, _context: JobContext) -> OpenDocument:
        """A document with its text."""
        with Workspace(self._path, read_only=True) as workspace:
            stored = workspace.documents.get(number)
            labels = {label.name: label for label in labels_of(workspace, corpus)}
            text = text_of(stored.document, workspace.corpora.get(corpus).schema)
        [verdict] = self._browser.verdicts(corpus, np.array([number], np.int64))
        return replace(open_document(stored, labels, verdict), text=text)

    def unread(self, corpus: str, _context: JobContext) -> tuple[UnreadFile, ...]:
        """The files that did not become documents."""
        with Workspace(self._path, read_only=True) as workspace:
            failures = workspace.imports.failures(corpus=corpus)
        return tuple(
            UnreadFile(
                f"{failure.path}, {failure.member}" if failure.member else failure.path,
                str(failure_sentence(Path(failure.member or failure.path).name, failure.reason, failure.detail)),
            )
            for failure in failures
        )

    def export_unread(self, corpus: str, path: str, context: JobContext) -> int:
        """Write the list of unreadable files for a spreadsheet."""
        unread = self.unread(corpus, context)
        with whole_table(Path(path)) as table:
            table.writerow(("file", "reason"))
            table.writerows((one.path, one.reason) for one in unread)
        return len(unread)

    # Changes

    def relabel(self, _corpus: str, ids: Ids, label: str | None, _context: JobContext) -> int:
        """Give documents a label, or none."""
        with Workspace(self._path) as workspace:
            return workspace.editing.relabel(ids.tolist(), label)

    def delete(self, _corpus: str, ids: Ids, _context: JobContext) -> int:
        """Take documents out of the corpus."""
        with Workspace(self._path) as workspace:
            return workspace.editing.remove(ids.tolist())

    def add_label(self, corpus: str, name: str, _context: JobContext) -> None:
        """Make a label."""
        with Workspace(self._path) as workspace:
            workspace.labels.add(corpus, name)

    def rename_label(self, corpus: str, old: str, new: str, _context: JobContext) -> None:
        """Call a label something else."""
        with Workspace(self._path) as workspace:
            workspace.labels.rename(corpus, old, new)

    def colour_label(self, corpus: str, label: str, colour: int, _context: JobContext) -> None:
        """Give a label another colour."""
        with Workspace(self._path) as workspace:
            workspace.labels.look(corpus, label, colour=colour)

    def merge_label(self, corpus: str, label: str, into: str, _context: JobContext) -> int:
        """Give all documents of a label another one."""
        with Workspace(self._path) as workspace:
            return workspace.labels.merge(corpus, label, into)

    def delete_label(self, corpus: str, label: str, _context: JobContext) -> int:
        """Remove a label."""
        with Workspace(self._path) as workspace:
            return workspace.labels.remove(corpus, label)

    def undo(self, _corpus: str, _context: JobContext) -> EditRecord | None:
        """Take back the last change."""
        with Workspace(self._path) as workspace:
            return workspace.undo_log.undo()

    def redo(self, _corpus: str, _context: JobContext) -> EditRecord | None:
        """Do again what was taken back."""
        with Workspace(self._path) as workspace:
            return workspace.undo_log.redo()


def open_document(stored: StoredDocument, labels: dict[str, Label], verdict: RowVerdict) -> OpenDocument:
    """A document as the page shows it."""
    document = stored.document
    where = f"{document.path}, {document.member}" if document.member else document.path
    return OpenDocument(
        number=stored.number,
        title=document.title,
        text=document.text,
        sender=document.sender,
        date_s=document.date_s,
        source=where,
        label=labels.get(document.label or ""),
        judged=labels.get(verdict.judged or ""),
        probability=judged_probability(stored.document.label, labels, verdict),
        attachments=document.attachments,
        also_in=tuple(f"{place.path}, {place.member}" if place.member else place.path for place in stored.places),
    )


def judged_probability(label: str | None, labels: dict[str, Label], verdict: RowVerdict) -> float | None:
    """The probability of the label that was judged, where it can be told from that of the document's own."""
    if verdict.own_share is None or verdict.judged is None:
        return None
    if verdict.judged == label:
        return verdict.own_share
    return 1.0 - verdict.own_share if len(labels) == 2 else None

"""The desk of a person who sorts a pile: its groups, the next questions, and answers that can be taken back.

It may be asked from any thread, one question at a time. Answers are edits like any other; another window that answers
too is seen with the next question.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from app.domain.errors import NotFound
from app.domain.jobs import JobContext
from app.domain.label_sets import label_set, labels_in
from app.services.library.row_titles import text_of, titles_of
from app.services.piles.asking import Asker
from app.services.piles.pile_documents import described, grouped, labels_of_pile, read_pile
from app.services.piles.pile_records import Given, PileGroup, PileQuestions, PileText
from app.store.access import Place, reading, writing
from nbengine.piles.groups import halves_of, joined_group

MOST_SHOWN_CHARACTERS = 20_000


class PileDesk:
    """Answers the Sort page for one workspace."""

    def __init__(self, place: Place) -> None:
        self._place, self._lock = place, threading.Lock()
        self._asker: Asker | None = None
        self._corpus = ""

    def open(self, corpus: str, context: JobContext) -> tuple[PileGroup, ...]:
        """Read a corpus as a pile; return its groups."""
        documents, labels = read_pile(self._place, corpus, context)
        context.checkpoint(phase="grouping")
        groups = grouped(documents, labels)
        asker = Asker(documents)
        with self._lock:
            self._asker, self._corpus = asker, corpus
        return groups

    def ask(self, n_asked: int, passed_over: frozenset[int], _context: JobContext) -> PileQuestions:
        """Return the next questions, and what the answers are worth."""
        with self._lock, reading(self._place) as workspace:
            return self._opened().ask(workspace, n_asked, passed_over)

    def texts(self, numbers: Sequence[int], _context: JobContext) -> tuple[PileText, ...]:
        """Return documents to be read; those that are gone are left out."""
        with reading(self._place) as workspace:
            headings = workspace.documents.headings(numbers)
            titles = titles_of(workspace, headings)
            found = []
            for one in headings:
                stored = workspace.documents.get(one.number)
                text = text_of(stored.document, workspace.corpora.get(stored.corpus).schema)
                title = titles[one.number] or one.member or one.path
                found.append(PileText(one.number, title, text[:MOST_SHOWN_CHARACTERS]))
            return tuple(found)

    def give(
        self, numbers: Sequence[int], labels: Sequence[str], _context: JobContext, known: Sequence[str] = ()
    ) -> Given:
        """Give documents that have no label these; what got one meanwhile, or is gone, is left as it is.

        Those of the labels that were known must be there still: one that was renamed is not made anew by a key.
        """
        with writing(self._place) as workspace, workspace.transaction():
            names = workspace.labels.names(self._corpus)
            for label in labels:
                if label in known and label not in names:
                    raise NotFound("label", label, names)
            now = {one.number: one.label for one in workspace.documents.headings(numbers)}
            open_ones = [number for number, label in now.items() if label is None]
            workspace.editing.relabel(open_ones, label_set(labels) or "")
        return Given(tuple(open_ones), tuple(labels))

    def correct(self, number: int, label: str, _context: JobContext) -> Given:
        """Give a document another label in place of the one it has."""
        with writing(self._place) as workspace:
            if not workspace.documents.headings([number]):
                raise NotFound("document", str(number))
            workspace.editing.relabel([number], label)
        return Given((number,), (label,))

    def take_back(self, given: Given, _context: JobContext) -> int:
        """Take labels away again where they still are what was given; return from how many documents."""
        with writing(self._place) as workspace, workspace.transaction():
            now = workspace.documents.headings(given.numbers)
            own = [one.number for one in now if set(labels_in(one.label)) == set(given.labels)]
            return workspace.editing.relabel(own, None)

    def take_all_off(self, _context: JobContext) -> int:
        """Take the labels off all documents of the corpus, as where a folder's name was taken for one."""
        with writing(self._place) as workspace:
            return workspace.editing.relabel(workspace.documents.numbers(self._corpus).tolist(), None)

    def halves(self, group: PileGroup, _context: JobContext) -> tuple[PileGroup, ...]:
        """Split a group in two; one that cannot be told apart stays whole."""
        with self._lock, reading(self._place) as workspace:
            documents = self._opened().documents
            rows = np.flatnonzero(np.isin(documents.numbers, group.documents))
            if len(rows) < 2:
                return (group,)
            labels = labels_of_pile(workspace, documents.corpus.name, documents.numbers)
            every = np.arange(len(documents.numbers))
            halves = (described(documents, labels, half, every) for half in halves_of(documents.counts, rows))
            return tuple(half for half in halves if half.documents)

    def joined(self, groups: Sequence[PileGroup], _context: JobContext) -> PileGroup:
        """Return several groups as one."""
        with self._lock, reading(self._place) as workspace:
            documents = self._opened().documents
            rows = np.flatnonzero(np.isin(documents.numbers, [one for group in groups for one in group.documents]))
            if not len(rows):
                return groups[0]
            core = np.flatnonzero(np.isin(documents.numbers, [one for group in groups for one in group.core]))
            labels = labels_of_pile(workspace, documents.corpus.name, documents.numbers)
            group = joined_group(documents.counts, rows, core)
            return described(documents, labels, group, np.arange(len(documents.numbers)))

    def _opened(self) -> Asker:
        if self._asker is None:
            raise NotFound("no-corpus", "")
        return self._asker

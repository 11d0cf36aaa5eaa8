"""Questions to ask a person next, how right the rest of a pile is already, and the desk of whoever sorts it.

An `Asker` holds what is costly, and looks at the labels anew with each question: other windows and commands may answer
too, and answers are edits like any other. Documents that came or went since are seen when it is made anew. A `PileDesk`
may be asked from any thread, one question at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from app.domain.documents import label_set, labels_in
from app.domain.errors import NotFound
from app.domain.jobs import JobContext
from app.services.library.corpus_columns import text_of, titles_of
from app.services.piles.pile_documents import PileDocuments, PileLabels, described, grouped, labels_of_pile, read_pile
from app.services.piles.pile_records import (
    AskedFor,
    Given,
    PileGroup,
    PileQuestion,
    PileQuestions,
    PileText,
    SuspectAnswer,
)
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.piles.asking import Judgement, Pile, Question, figures_of, next_questions, suspects
from nbengine.piles.groups import halves_of, joined_group, unit_rows

MOST_LABELS_TOLD = 9
LEAST_TOLD = 0.005
"""Labels that are less likely are not offered."""


def next_documents(place: Place, corpus: str | None, n_asked: int, context: JobContext) -> PileQuestions:
    """Return which documents to label next."""
    documents, labels = read_pile(place, corpus, context)
    with reading(place) as workspace:
        return Asker(documents).ask(workspace, n_asked, labels=labels)


class Asker:
    """Asks about the documents of one pile; belongs to one thread."""

    def __init__(self, documents: PileDocuments) -> None:
        self.documents = documents
        self._rows = unit_rows(documents.counts)
        self._pile: Pile | None = None

    def ask(
        self,
        workspace: Workspace,
        n_asked: int,
        passed_over: frozenset[int] = frozenset(),
        labels: PileLabels | None = None,
    ) -> PileQuestions:
        """Return the next questions, without the documents that a person passed over."""
        corpus = self.documents.corpus.name
        found = labels or labels_of_pile(workspace, corpus, self.documents.numbers)
        # Chance draws what has no label, or got it from a person who looked at it.
        lots = np.where(found.has_label & ~found.is_one_by_one, np.inf, self.documents.lots)
        if self._pile is None:
            self._pile = Pile(self._rows, lots)
        pile = self._pile
        pile.draw_by(lots)
        numbered = {name: place for place, name in enumerate(found.names)}
        order = np.argsort(found.is_one_by_one, kind="stable").tolist()  # of many, the last ones are learnt
        answers = {row: tuple(numbered[name] for name in found.given[row]) for row in order if found.given[row]}
        excludes = not workspace.corpora.get(corpus).takes_several
        judgement = pile.judge.judge(answers, excludes=excludes) if answers else None
        rows = frozenset(np.flatnonzero(np.isin(self.documents.numbers, list(passed_over))).tolist())
        questions = next_questions(pile, answers, judgement, n_asked, rows)
        figures, wrong = figures_of(pile, answers, judgement), suspects(pile, judgement)
        told = [one.row for one in questions] + [one.row for one in wrong]
        headings = workspace.documents.headings(self.documents.numbers[np.array(told, np.int64)].tolist())
        titles, paths = titles_of(workspace, headings), {one.number: one.member or one.path for one in headings}
        titles = {number: title or paths[number] for number, title in titles.items()}
        doubted = [(self._number(one.row), one) for one in wrong]
        return PileQuestions(
            corpus=corpus,
            documents=tuple(
                self._question(one, judgement, found.names, titles[number], paths[number])
                for one in questions
                if (number := self._number(one.row)) in titles
            ),
            n_unlabelled=found.n_unlabelled,
            n_labelled=found.n_labelled,
            labels=found.names,
            right=figures.right,
            low=figures.low,
            high=figures.high,
            n_drawn=figures.n_drawn,
            expected_gain=figures.expected_gain,
            is_enough=figures.is_enough or not questions,
            takes_several=not excludes,
            suspects=tuple(
                SuspectAnswer(number, titles[number], found.given[one.row][0], found.names[one.likelier], one.n_alike)
                for number, one in doubted
                if number in titles
            ),
        )

    def _number(self, row: int) -> int:
        return int(self.documents.numbers[row])

    def _question(
        self, question: Question, judgement: Judgement | None, names: Sequence[str], title: str, path: str
    ) -> PileQuestion:
        likely: dict[str, float] = {}
        if judgement is not None:
            shares = judgement.probabilities[question.row]
            order = np.argsort(-shares, kind="stable")[:MOST_LABELS_TOLD]
            told = [place for place in order.tolist() if shares[place] >= LEAST_TOLD]
            likely = {names[int(judgement.labels[place])]: float(shares[place]) for place in told}
        number = self._number(question.row)
        return PileQuestion(number, title, path, likely, AskedFor(question.reason), question.n_alike)


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
            halves = (described(documents, labels, half) for half in halves_of(documents.counts, rows))
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
            return described(documents, labels, joined_group(documents.counts, rows, core))

    def _opened(self) -> Asker:
        if self._asker is None:
            raise NotFound("no-corpus", "")
        return self._asker

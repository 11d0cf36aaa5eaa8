"""Questions to ask a person next, and how right the rest of a pile is already.

An `Asker` holds what is costly, and looks at the labels anew with each question: other windows and commands may answer
too. Documents that came or went since are seen when it is made anew.
"""

from __future__ import annotations

import numpy as np

from app.domain.jobs import JobContext
from app.services.library.row_titles import titles_of
from app.services.piles.pile_documents import PileDocuments, PileLabels, labels_of_pile, read_pile
from app.services.piles.pile_records import AskedFor, PileQuestion, PileQuestions, SuspectAnswer
from app.store.access import Place, reading
from app.store.workspace import Workspace
from nbengine.piles.asking import Judgement, Pile, Question, next_questions
from nbengine.piles.groups import unit_rows
from nbengine.piles.pile_figures import figures_of, suspects

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
        pile = self._with_lots(found)
        numbered = {name: place for place, name in enumerate(found.names)}
        order = np.argsort(found.is_one_by_one, kind="stable").tolist()  # of many, the last ones are learnt
        answers = {row: tuple(numbered[name] for name in found.given[row]) for row in order if found.given[row]}
        excludes = not workspace.corpora.get(corpus).takes_several
        judgement = pile.judge.judge(answers, excludes=excludes) if answers else None
        rows = frozenset(np.flatnonzero(np.isin(self.documents.numbers, list(passed_over))).tolist())
        questions = next_questions(pile, answers, judgement, n_asked, rows)
        figures, wrong = figures_of(pile, answers, judgement), suspects(pile, judgement)
        told = [one.row for one in questions] + [one.row for one in wrong]
        titles, paths = self._headings(workspace, told)
        return PileQuestions(
            corpus=corpus,
            documents=tuple(
                self._question(one, judgement, found, titles, paths)
                for one in questions
                if self._number(one.row) in titles
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
                SuspectAnswer(
                    self._number(one.row),
                    titles[self._number(one.row)],
                    found.given[one.row][0],
                    found.names[one.likelier],
                    one.n_alike,
                )
                for one in wrong
                if self._number(one.row) in titles
            ),
        )

    def _with_lots(self, labels: PileLabels) -> Pile:
        """Return the pile, of which chance draws what has no label or got it from a person who looked at it."""
        lots = np.where(labels.has_label & ~labels.is_one_by_one, np.inf, self.documents.lots)
        if self._pile is None:
            self._pile = Pile(self._rows, lots)
        self._pile.draw_by(lots)
        return self._pile

    def _number(self, row: int) -> int:
        return int(self.documents.numbers[row])

    def _headings(self, workspace: Workspace, rows: list[int]) -> tuple[dict[int, str], dict[int, str]]:
        found = workspace.documents.headings([self._number(row) for row in rows])
        titles, paths = titles_of(workspace, found), {one.number: one.member or one.path for one in found}
        return {number: title or paths[number] for number, title in titles.items()}, paths

    def _question(
        self,
        question: Question,
        judgement: Judgement | None,
        labels: PileLabels,
        titles: dict[int, str],
        paths: dict[int, str],
    ) -> PileQuestion:
        number = self._number(question.row)
        likely: dict[str, float] = {}
        if judgement is not None:
            shares = judgement.probabilities[question.row]
            order = np.argsort(-shares, kind="stable")[:MOST_LABELS_TOLD]
            told = [place for place in order.tolist() if shares[place] >= LEAST_TOLD]
            likely = {labels.names[int(judgement.labels[place])]: float(shares[place]) for place in told}
        return PileQuestion(number, titles[number], paths[number], likely, AskedFor(question.reason), question.n_alike)

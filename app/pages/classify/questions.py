"""The Classify page's questions: verdicts, their reasons, and what a correction changes."""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from app.domain.jobs import JobContext
from app.domain.records import EditRecord
from app.domain.results import Verdict as Judged
from app.pages.classify.model import ClassifyServices, Explanation, Verdict
from app.pages.documents.table_rows import row_title
from app.pages.labels import NO_COLOUR, labels_of
from app.pages.shell.edit_sentences import filled
from app.pages.shown import Label, Score, Term, Tint
from app.qt import wording
from app.qt.drops import Dropped
from app.services.judging.classify_session import Desk, OnDesk, Reasons
from app.services.judging.verdict_history import History
from app.store.workspace import Workspace

MOST_FLIPPING = 6
"""Words that a sentence can name."""


class ClassifyConnection:
    """Answers for one workspace."""

    def __init__(self, workspace: Path) -> None:
        self._path, self.desk, self.history = workspace, Desk(workspace), History(workspace)

    def close(self) -> None:
        """End the workers that read what is dropped."""
        self.desk.close()

    def services(self) -> ClassifyServices:
        return ClassifyServices(
            classify=self.classify,
            explain=self.explain,
            correct=self.correct,
            undo_correction=self.undo_correction,
            export=self.export,
            remember=self.remember,
            working=self.desk.working,
        )

    def classify(self, model: str, dropped: Dropped, context: JobContext) -> tuple[tuple[Verdict, ...], float]:
        """Judge what was dropped."""
        if dropped.paths:
            placed, seconds = self.desk.classify(model, dropped.paths, context)
        elif dropped.message:
            placed, seconds = self.desk.classify_message(model, dropped.message, context)
        else:
            placed, seconds = self.desk.classify_text(model, dropped.text, context)
        colours = self._colours(model)
        return tuple(shown_verdict(item, colours) for item in placed), seconds

    def explain(self, model: str, number: int, text: str | None, context: JobContext) -> Explanation:
        """Say why a document was judged so, or what another text would be judged."""
        reasons = self.desk.explain(model, number, text, context)
        return shown_reasons(reasons, self._colours(model))

    def correct(self, model: str, number: int, label: str, context: JobContext) -> tuple[Verdict, ...]:
        """Learn what a document is; return every verdict that changed."""
        changed = self.desk.correct(model, number, label, context)
        self.history.note_said([item for item in changed if item.number == number])
        colours = self._colours(model)
        return tuple(shown_verdict(item, colours) for item in changed)

    def undo_correction(self, model: str, context: JobContext) -> tuple[Verdict, ...]:
        """Take the last correction back."""
        changed = self.desk.undo_correction(model, context)
        self.history.note_said(changed)
        colours = self._colours(model)
        return tuple(shown_verdict(item, colours) for item in changed)

    def step(self, model: str, is_forward: bool, context: JobContext) -> tuple[EditRecord | None, tuple[Verdict, ...]]:
        """Undo the last change of the workspace, or do it again; what lies here follows."""
        with Workspace(self._path) as workspace:
            log = workspace.undo_log
            edit = log.redo() if is_forward else log.undo()
        if edit is None or not model or not self.desk.items() or self._corpus(model) is None:
            return edit, ()
        changed, colours = self.desk.catch_up(model, context), self._colours(model)
        self.history.note_said(changed)
        return edit, tuple(shown_verdict(item, colours) for item in changed)

    def remember(self, model: str, numbers: tuple[int, ...], _context: JobContext) -> None:
        """Note verdicts in the history."""
        wanted = set(numbers)
        self.history.remember(model, [item for item in self.desk.items() if item.number in wanted])

    def export(self, model: str, verdicts: tuple[Verdict, ...], path: str, _context: JobContext) -> int:
        """Write verdicts to a file."""
        return self.desk.export(Path(path), [verdict.number for verdict in verdicts], model)

    def _colours(self, model: str) -> dict[str, int]:
        corpus = self._corpus(model)
        if corpus is None:
            return {}
        with Workspace(self._path, read_only=True) as workspace:
            return {label.name: label.colour for label in labels_of(workspace, corpus)}

    def _corpus(self, model: str) -> str | None:
        """What a model learns into; its corpus may be gone, when the import that made it was taken back."""
        with Workspace(self._path, read_only=True) as workspace:
            return workspace.models.get(model).corpus


def shown_title(item: OnDesk) -> str:
    """A document by its own title, a row of a table by its values, what has neither by its file."""
    verdict, document = item.verdict, item.document
    values = row_title(document.numbers, document.choices) if document is not None and document.kind == "row" else ""
    return verdict.title or values or Path(verdict.member or verdict.path).name


def shown_verdict(item: OnDesk, colours: dict[str, int]) -> Verdict:
    """A verdict as the list shows it."""
    verdict = item.verdict
    return Verdict(
        number=item.number,
        title=shown_title(item),
        label=verdict.label,
        colour=colours.get(verdict.label or "", NO_COLOUR),
        probability=verdict.probability,
        is_unsure=verdict.is_unsure,
        is_unlike=verdict.is_unlike,
        error=verdict.error or "",
        corrected=item.corrected,
    )


def shown_reasons(reasons: Reasons, colours: dict[str, int]) -> Explanation:
    """An explanation as the page shows it."""
    verdict, document = reasons.verdict, reasons.item.document
    towards = None if verdict.label is None else Label(verdict.label, colours.get(verdict.label, 0))
    against = None if verdict.against is None else Label(verdict.against, colours.get(verdict.against, 1))
    n_unknown = sum(word.log_odds is None for word in reasons.words)
    return Explanation(
        number=reasons.item.number,
        title=verdict.title or shown_title(reasons.item),
        text=reasons.text or "\n".join(f"{name}: {value or '–'}" for name, value in reasons.row),
        is_row=bool(reasons.row) and not reasons.text,
        sender=document.sender if document is not None else "",
        date_s=document.date_s if document is not None else None,
        verdict=shown_verdict(with_verdict(reasons), colours),
        n_words=len(reasons.words),
        n_unknown=n_unknown,
        tints=tuple(Tint(word.start, word.length, word.log_odds) for word in reasons.words),
        score=shown_score(reasons, towards, against),
        against=against,
        towards=towards,
        flip=Flips().sentence(reasons),
    )


class Flips(QObject):
    """Says what a verdict hangs on."""

    def sentence(self, reasons: Reasons) -> str:
        """The fewest words without which it would be judged otherwise; nothing where no words would do."""
        words = reasons.flipping_words
        if not words or reasons.flipped_label is None:
            return ""
        named = ", ".join(words[:MOST_FLIPPING]) + (", …" if len(words) > MOST_FLIPPING else "")
        template = self.tr("It would be %1 without %n word(s): %2", "", len(words))
        return filled(template, {"%1": reasons.flipped_label, "%2": named})


def with_verdict(reasons: Reasons) -> OnDesk:
    """The item with the verdict that was explained, which may be of an edited text."""
    item = reasons.item
    return OnDesk(item.number, reasons.verdict, item.document, item.corrected)


def term_name(word: str, count: float) -> str:
    """A word with how often it counts, where that is not once."""
    return word if count == 1 else f"{word} × {wording.significant(count, 2)}"


def shown_score(reasons: Reasons, towards: Label | None, against: Label | None) -> Score:
    """Prior, words, the rest, and their sum."""
    verdict = reasons.verdict
    if towards is None or against is None:
        return Score()
    words = tuple(Term(term_name(term.word, term.count), term.term) for term in verdict.terms)
    return Score(
        prior=Term(prior_name(reasons), verdict.prior_term, is_quiet=True),
        words=words,
        n_more=max(reasons.n_terms - len(verdict.terms), 0),
        more=verdict.rest + verdict.absent_term,
        total=verdict.odds or 0.0,
        verdict=score_name(verdict),
        colours=(against.colour, towards.colour),
        is_of_columns=bool(reasons.row),
    )


def prior_name(reasons: Reasons) -> str:
    """The prior; with two labels, as the share of documents that it stands for."""
    verdict = reasons.verdict
    if len(verdict.raw) != 2 or not math.isfinite(verdict.prior_term):
        return QCoreApplication.translate("ClassifyConnection", "prior")
    share = 1.0 / (1.0 + math.exp(-verdict.prior_term))
    template = QCoreApplication.translate("ClassifyConnection", "prior, %1 %2")
    return filled(template, {"%1": wording.percent(share), "%2": verdict.label or ""})


def score_name(verdict: Judged) -> str:
    """What the score comes to."""
    if verdict.label is None or verdict.probability is None:
        return ""
    template = QCoreApplication.translate("ClassifyConnection", "%1 %2, after calibration")
    return filled(template, {"%1": wording.probability(verdict.probability), "%2": verdict.label})

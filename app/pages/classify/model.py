"""The Classify page: what was dropped, what was judged of it, why, and what the person says to that."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from PySide6.QtCore import QLocale, QObject, Signal

from app.pages.classify.working_model import SheetViewModel, VerdictSheet
from app.pages.shown import Label, Score, Tint
from app.qt.drops import Dropped
from app.qt.jobs import Runner


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was judged of one thing that was dropped."""

    number: int
    title: str
    label: str | None = None
    colour: int = -1
    probability: float | None = None
    is_unsure: bool = False
    is_unlike: bool = False
    """Unlike anything that was learnt."""
    error: str = ""
    """Why it could not be read."""
    corrected: str | None = None
    """The label that the person said it has."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The text of a document, and why it was judged so."""

    number: int
    title: str
    text: str
    sender: str = ""
    date_s: int | None = None
    verdict: Verdict | None = None
    n_words: int = 0
    n_unknown: int = 0
    tints: tuple[Tint, ...] = ()
    score: Score = field(default_factory=Score)
    against: Label | None = None
    """The label that the terms weigh the judged one against."""
    towards: Label | None = None
    is_row: bool = False
    """A row of a table, shown column by column; it has no text that could be changed."""
    flip: str = ""
    """The fewest words without which it would be judged otherwise."""


class VerdictOrder(Enum):
    """How the verdicts are listed."""

    DROPPED = "dropped"
    UNSURE = "unsure"
    LABEL = "label"
    PROBABILITY = "probability"


@dataclass(frozen=True, slots=True)
class ClassifyState:
    """All that the page shows."""

    model: str = ""
    labels: tuple[Label, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    order: VerdictOrder = VerdictOrder.DROPPED
    search: str = ""
    chosen: int = -1
    """The number of the chosen verdict."""
    explanation: Explanation | None = None
    is_editing: bool = False
    """The text may be changed to see what that does."""
    is_classifying: bool = False
    seconds: float | None = None
    problem: Exception | None = None
    filed: frozenset[int] = frozenset()
    """The numbers of what was filed away."""

    @property
    def n_unsure(self) -> int:
        """How many verdicts are not sure."""
        return sum(verdict.is_unsure for verdict in self.verdicts)

    @property
    def n_to_file(self) -> int:
        """How many are sure enough, or were corrected, to be filed away."""
        waiting = (verdict for verdict in self.verdicts if verdict.number not in self.filed and not verdict.error)
        return sum(
            verdict.corrected is not None or (verdict.label is not None and not verdict.is_unsure)
            for verdict in waiting
        )


@dataclass(frozen=True, slots=True)
class ClassifyServices:
    """What the page asks for; every function takes a JobContext last."""

    classify: Callable[..., tuple[tuple[Verdict, ...], float]] | None = None
    """(model, dropped): the verdicts, and the seconds it took"""
    explain: Callable[..., Explanation] | None = None
    """(model, number of the verdict, edited text or None)"""
    correct: Callable[..., tuple[Verdict, ...]] | None = None
    """(model, number, label): learns it and returns all verdicts that changed"""
    undo_correction: Callable[..., tuple[Verdict, ...]] | None = None
    """(model)"""
    export: Callable[..., object] | None = None
    """(model, verdicts, path)"""
    open_files: Callable[[], object] | None = None
    """Called on the GUI thread: ask for files to classify."""
    file_away: Callable[[], object] | None = None
    """Called on the GUI thread: plan where the files go."""
    working: Callable[..., VerdictSheet] | None = None
    """(model, number of the verdict, edited text or None): every step of it"""
    remember: Callable[..., object] | None = None
    """(model, numbers of verdicts): note them in the history"""


class ClassifyViewModel(QObject):
    """Decides what the Classify page shows."""

    state_changed = Signal(object)
    corrected = Signal(object, str, int)
    """The verdict that was corrected, its new label, and how many verdicts changed by it."""

    def __init__(self, runner: Runner, services: ClassifyServices) -> None:
        super().__init__()
        self._runner, self.services = runner, services
        self.state = ClassifyState()
        self._worded_in = ""

    def open_model(self, model: str, labels: tuple[Label, ...]) -> None:
        """Judge with another model from now on; with the same, whose labels look different now, explain anew."""
        looks = [{label.name: label.colour for label in some} for some in (self.state.labels, labels)]
        is_repainted = model == self.state.model and looks[0] != looks[1]
        self._change(model=model, labels=labels)
        if is_repainted and self.state.explanation is not None:
            self._explain(None)

    def speak(self) -> None:
        """Explain anew where that was done in another language than the window now has."""
        explanation = self.state.explanation
        if explanation is not None and self._worded_in != QLocale().name():
            self._explain(explanation.text if self.state.is_editing else None)

    def clear(self) -> None:
        """Forget what was judged: it belongs to another workspace."""
        order = self.state.order
        self.state = ClassifyState(order=order)
        self._change()

    def classify(self, dropped: Dropped) -> None:
        """Judge what was dropped."""
        if self.services.classify is None:
            return
        title = self.tr("Classifying")
        self._change(is_classifying=True)
        job = self._runner.start(self.services.classify, self.state.model, dropped, title=title, lane="long")
        job.succeeded.connect(self._on_classify_succeeded)
        job.failed.connect(self._on_failed)
        job.settled.connect(lambda: self._change(is_classifying=False))

    def choose(self, number: int) -> None:
        """Look at one verdict."""
        if number == self.state.chosen and self.state.explanation is not None:
            return
        self._change(chosen=number, is_editing=False)
        self._explain(None)

    def edit_text(self, text: str) -> None:
        """See what another text would be judged."""
        self._explain(text)

    def allow_editing(self, *, is_allowed: bool) -> None:
        """Let the text be changed, or show it as it came."""
        self._change(is_editing=is_allowed)
        if not is_allowed:
            self._explain(None)

    def say_right(self) -> None:
        """The verdict is right: learn it so."""
        verdict = self.chosen_verdict()
        if verdict is not None and verdict.label is not None:
            self.correct(verdict.label)

    def correct(self, label: str) -> None:
        """Say which label it has; it is learnt at once."""
        verdict = self.chosen_verdict()
        if verdict is None or self.services.correct is None or verdict.error:
            return
        job = self._runner.start(self.services.correct, self.state.model, verdict.number, label)
        job.succeeded.connect(lambda changed: self._on_correct_succeeded(verdict, label, changed))
        job.failed.connect(self._on_failed)

    def undo_correction(self) -> None:
        """Forget the last correction."""
        if self.services.undo_correction is not None:
            job = self._runner.start(self.services.undo_correction, self.state.model)
            job.succeeded.connect(self.take_over)
            job.failed.connect(self._on_failed)

    def mark_filed(self, numbers: Iterable[int], *, are_filed: bool) -> None:
        """Know what was filed away, or came back."""
        filed = self.state.filed | set(numbers) if are_filed else self.state.filed - set(numbers)
        self._change(filed=frozenset(filed))

    def choose_order(self, order: VerdictOrder) -> None:
        """List the verdicts in another order."""
        self._change(order=order)

    def search(self, words: str) -> None:
        """List only what has these words in its title."""
        self._change(search=words)

    def export(self, path: str) -> None:
        """Write the verdicts to a file."""
        if self.services.export is not None:
            job = self._runner.start(self.services.export, self.state.model, self.state.verdicts, path)
            job.failed.connect(self._on_failed)

    def listed(self) -> list[Verdict]:
        """Return the verdicts in the order and by the search of the moment."""
        words = self.state.search.casefold()
        listed = [verdict for verdict in self.state.verdicts if words in verdict.title.casefold()]
        if self.state.order is VerdictOrder.UNSURE:
            listed.sort(key=lambda verdict: verdict.probability if verdict.probability is not None else 0.0)
        elif self.state.order is VerdictOrder.PROBABILITY:
            listed.sort(key=lambda verdict: -(verdict.probability or 0.0))
        elif self.state.order is VerdictOrder.LABEL:
            listed.sort(key=lambda verdict: verdict.label or "")
        return listed

    def chosen_verdict(self) -> Verdict | None:
        """Return the verdict that is looked at."""
        return next((verdict for verdict in self.state.verdicts if verdict.number == self.state.chosen), None)

    def other_labels(self) -> list[Label]:
        """Return the labels that the chosen verdict is not."""
        verdict = self.chosen_verdict()
        now = (verdict.corrected or verdict.label) if verdict is not None else None
        return [label for label in self.state.labels if label.name != now]

    def sheet(self) -> SheetViewModel | None:
        """The working of the chosen verdict, or of what was made of its text."""
        verdict, explanation = self.chosen_verdict(), self.state.explanation
        working, model = self.services.working, self.state.model
        if working is None or verdict is None or verdict.error or explanation is None:
            return None
        text, number = explanation.text if self.state.is_editing else None, verdict.number
        return SheetViewModel(self._runner, explanation.title, lambda context: working(model, number, text, context))

    def _explain(self, text: str | None) -> None:
        if self.services.explain is None:
            return
        self._worded_in = QLocale().name()
        job = self._runner.start(self.services.explain, self.state.model, self.state.chosen, text, key="explanation")
        job.succeeded.connect(lambda explanation: self._change(explanation=explanation, problem=None))
        job.failed.connect(self._on_failed)

    def _on_classify_succeeded(self, answer: tuple[tuple[Verdict, ...], float]) -> None:
        verdicts, seconds = answer
        self._change(verdicts=(*self.state.verdicts, *verdicts), seconds=seconds, problem=None)
        if self.services.remember is not None and verdicts:
            numbers = tuple(verdict.number for verdict in verdicts)
            job = self._runner.start(self.services.remember, self.state.model, numbers)
            job.failed.connect(self._on_failed)
        if verdicts:
            self.choose(verdicts[0].number)

    def _on_correct_succeeded(self, verdict: Verdict, label: str, changed: tuple[Verdict, ...]) -> None:
        self.take_over(changed)
        self.corrected.emit(verdict, label, sum(each.number != verdict.number for each in changed))

    def take_over(self, changed: tuple[Verdict, ...]) -> None:
        """Show verdicts that are not what they were."""
        news = {verdict.number: verdict for verdict in changed}
        self._change(verdicts=tuple(news.get(verdict.number, verdict) for verdict in self.state.verdicts))
        self._explain(None)

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)

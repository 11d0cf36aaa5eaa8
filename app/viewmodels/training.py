"""The Train page: the recipe, and what it would give, by leave-one-out, while it is being chosen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.qt.jobs import Job, Runner
from app.viewmodels.exhibits import Confusion, Curve, Label
from app.viewmodels.judged import JudgedWrong

EVENT_MODELS = ("multinomial", "bernoulli", "complement")
TABLE_EVENT_MODELS = ("gaussian", "categorical", "mixed")


@dataclass(frozen=True, slots=True)
class Choices:
    """A recipe as a person chooses it; the services turn it into the engine's."""

    event_model: str = "multinomial"
    smoothing: float = 0.1
    prior: str = "data"
    """data | uniform | none"""
    vocabulary: int = 20_000
    """How many words; 0 keeps all."""
    ranking: str = "frequency"
    """frequency | count | mutual-information | chi2"""
    min_documents: int = 1
    word_list: str = ""
    """A file with the only words to use."""
    tokens: str = "auto"
    """auto | plain | mail"""
    is_lower: bool = True
    min_length: int = 2
    longest_ngram: int = 1
    stop_words: str = ""
    """A language's code, or nothing."""
    stem: str = ""
    """A language's name, or nothing."""
    weighting: str = "count"
    """count | binary | tfidf"""
    has_unknown_word: bool = True


@dataclass(frozen=True, slots=True)
class LabelScore:
    """How well one label is told."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class LiveResult:
    """What the present choices give, on documents that were not seen."""

    accuracy: float
    interval: tuple[float, float]
    confusion: Confusion
    labels: tuple[LabelScore, ...]
    negatives_lost: int = 0
    """For two labels: good documents judged to be the positive one."""
    positives_missed: int = 0
    negatives_share: float = 0.0
    positives_share: float = 0.0
    judged_by: str = "leave-one-out"
    wrong: tuple[JudgedWrong, ...] = ()
    n_wrong: int = 0
    positive: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class TrainingState:
    """All that the page shows."""

    corpus: str = ""
    is_table: bool = False
    n_documents: int = 0
    labels: tuple[Label, ...] = ()
    choices: Choices = Choices()
    result: LiveResult | None = None
    curve: Curve = field(default_factory=Curve)
    best_smoothing: float | None = None
    is_working: bool = False
    """A newer result is on its way; the last one shows dimmed if it takes long."""
    is_keeping: bool = False
    cell: tuple[int, int] | None = None
    """The cell of the confusion matrix whose documents are listed."""
    problem: Exception | None = None

    @property
    def can_train(self) -> bool:
        """Two labels with documents make a model."""
        return sum(label.n_documents > 0 for label in self.labels) >= 2


@dataclass(frozen=True, slots=True)
class TrainingServices:
    """What the page asks for; every function takes a JobContext last."""

    evaluate: Callable[..., LiveResult] | None = None
    """(corpus, choices)"""
    curve: Callable[..., tuple[Curve, float]] | None = None
    """(corpus, choices): the curve, and the best smoothing"""
    keep: Callable[..., object] | None = None
    """(corpus, name, choices): the name of the model kept"""
    open_document: Callable[[int], object] | None = None
    """Called on the GUI thread with a document's number: show it."""


class TrainingViewModel(QObject):
    """Decides what the Train page shows."""

    state_changed = Signal(object)
    model_kept = Signal(object)

    def __init__(self, runner: Runner, services: TrainingServices) -> None:
        super().__init__()
        self._runner, self.services = runner, services
        self.state = TrainingState()

    def open_corpus(self, corpus: str, n_documents: int, labels: tuple[Label, ...], *, is_table: bool = False) -> None:
        """Train on another corpus, or on the same with other documents."""
        self._change(corpus=corpus, n_documents=n_documents, labels=labels, is_table=is_table, problem=None)
        if is_table and self.state.choices.event_model not in TABLE_EVENT_MODELS:
            self._change(choices=replace(self.state.choices, event_model="mixed"))
        if not self.state.can_train:
            self._change(result=None, curve=Curve(), is_working=False)
            return
        self._work_out(with_curve=True)

    def choose(self, **changes: Any) -> None:
        """Change the recipe and work out what it gives."""
        choices = replace(self.state.choices, **changes)
        if choices == self.state.choices:
            return
        only_smoothing = set(changes) == {"smoothing"}
        self._change(choices=choices, cell=None)
        self._work_out(with_curve=not only_smoothing)

    def choose_best_smoothing(self) -> None:
        """Auto: the smoothing that judges best without having seen the document."""
        if self.state.best_smoothing is not None:
            self.choose(smoothing=self.state.best_smoothing)

    def choose_cell(self, truth: int, judged: int) -> None:
        """List the documents of a cell of the confusion matrix; choosing it again lists all."""
        cell = (truth, judged)
        self._change(cell=None if self.state.cell == cell else cell)

    def keep(self, name: str) -> None:
        """Keep this model under a name."""
        if self.services.keep is None or not name.strip():
            return
        self._change(is_keeping=True)
        title = self.tr("Training on %1").replace("%1", self.state.corpus)
        arguments = (self.state.corpus, name.strip(), self.state.choices)
        job = self._runner.start(self.services.keep, *arguments, title=title, lane="long")
        job.succeeded.connect(self._on_keep_succeeded)
        job.failed.connect(self._on_failed)
        job.settled.connect(lambda: self._change(is_keeping=False))

    def wrong_shown(self) -> tuple[JudgedWrong, ...]:
        """Return the documents judged wrong, of the chosen cell or all."""
        result, cell = self.state.result, self.state.cell
        if result is None:
            return ()
        if cell is None:
            return result.wrong
        truth, judged = (result.confusion.labels[number] for number in cell)
        return tuple(each for each in result.wrong if (each.label, each.judged) == (truth, judged))

    def _work_out(self, *, with_curve: bool) -> None:
        if not self.state.can_train:
            return
        arguments = (self.state.corpus, self.state.choices)
        if self.services.evaluate is not None:
            self._change(is_working=True)
            job = self._runner.start(self.services.evaluate, *arguments, key="live evaluation")
            job.succeeded.connect(self._on_evaluate_succeeded)
            self._listen(job)
        if with_curve and self.services.curve is not None:
            job = self._runner.start(self.services.curve, *arguments, key="smoothing curve")
            job.succeeded.connect(self._on_curve_succeeded)
            self._listen(job)

    def _listen(self, job: Job) -> None:
        job.failed.connect(self._on_failed)

    def _on_evaluate_succeeded(self, result: LiveResult) -> None:
        self._change(result=result, is_working=False, problem=None)

    def _on_curve_succeeded(self, answer: tuple[Curve, float]) -> None:
        curve, best = answer
        self._change(curve=curve, best_smoothing=best if math.isfinite(best) else None)

    def _on_keep_succeeded(self, model: object) -> None:
        self._change(problem=None)
        self.model_kept.emit(model)

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error, is_working=False)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)

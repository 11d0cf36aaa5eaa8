"""The Evaluate page: several models on the same documents, in figures and in curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, QObject, Signal

from app.pages.shown import Axis, Confusion, Line, Mark
from app.qt.jobs import Runner


class Method(Enum):
    """On which documents models are judged."""

    LEAVE_ONE_OUT = "leave-one-out"
    FIVE_FOLDS = "5 folds"
    TEN_FOLDS = "10 folds"
    TEST_SET = "test set"


class View(Enum):
    """Which picture is shown."""

    ROC = "roc"
    PRECISION_RECALL = "precision-recall"
    RELIABILITY = "reliability"
    CONFUSION = "confusion"
    SPAM = "spam"
    VOCABULARY = "vocabulary"


@dataclass(frozen=True, slots=True)
class ModelFigures:
    """A model's row in the table; NaN where a figure does not apply."""

    model: str
    accuracy: float
    negatives_lost: float
    positives_missed: float
    f1: float
    one_minus_auc: float
    log_loss: float
    calibration_error: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot: its lines and axes."""

    lines: tuple[Line, ...] = ()
    x: Axis = field(default_factory=lambda: Axis(""))
    y: Axis = field(default_factory=lambda: Axis(""))
    mark: Mark | None = None
    has_diagonal: bool = False
    has_legend: bool = False
    """The lines are not those of the models in the table."""


@dataclass(frozen=True, slots=True)
class SpamMeasure:
    """One of the measures of spam filters for each model ticked."""

    name: str
    values: tuple[float, ...]
    is_share: bool = True


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """What one evaluation of several models brought."""

    pictures: dict[View, Picture] = field(default_factory=dict)
    confusions: tuple[tuple[str, Confusion], ...] = ()
    """By model."""
    measures: tuple[SpamMeasure, ...] = ()
    comparison: str = ""
    """What McNemar's test says of the first two models."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class EvaluationState:
    """All that the page shows."""

    corpus: str = ""
    n_documents: int = 0
    method: Method = Method.LEAVE_ONE_OUT
    view: View = View.ROC
    models: tuple[ModelFigures, ...] = ()
    ticked: tuple[str, ...] = ()
    """In the order of their lines."""
    positive: str = ""
    negative: str = ""
    has_spam: bool = False
    has_text: bool = True
    result: EvaluationResult = EvaluationResult()
    sizes: Picture | None = None
    """Bernoulli against multinomial by the number of words; None before it was asked for."""
    test_paths: tuple[Path, ...] = ()
    """What the models are judged on where the method is a test set."""
    is_working: bool = False
    problem: Exception | None = None

    def line_of(self, model: str) -> int:
        """Return the style of a model's line, or -1 if it is not ticked."""
        return self.ticked.index(model) if model in self.ticked else -1

    def offers(self, view: View) -> bool:
        """Whether a picture says something of these labels and documents."""
        return {View.SPAM: self.has_spam, View.VOCABULARY: self.has_text}.get(view, True)


@dataclass(frozen=True, slots=True)
class EvaluationServices:
    """What the page asks for; every function takes a JobContext last."""

    figures: Callable[..., tuple[ModelFigures, ...]] | None = None
    """(corpus, method, paths of the test set): a row for each model kept"""
    evaluate: Callable[..., EvaluationResult] | None = None
    """(corpus, models, method, paths of the test set)"""
    sizes: Callable[..., Picture] | None = None
    """(corpus): the experiment of the vocabulary's size"""
    export_report: Callable[..., object] | None = None
    """(corpus, models, method, paths of the test set, path)"""
    methods: tuple[Method, ...] = (Method.LEAVE_ONE_OUT,)
    views: tuple[View, ...] = (View.ROC, View.PRECISION_RECALL, View.RELIABILITY, View.CONFUSION, View.SPAM)


class EvaluationViewModel(QObject):
    """Decides what the Evaluate page shows."""

    state_changed = Signal(object)

    def __init__(self, runner: Runner, services: EvaluationServices) -> None:
        super().__init__()
        self._runner, self.services = runner, services
        self.state = EvaluationState()
        self._worded_in = ""

    def open_corpus(
        self,
        corpus: str,
        n_documents: int,
        negative: str,
        positive: str,
        *,
        has_spam: bool = False,
        has_text: bool = True,
    ) -> None:
        """Judge the models of another corpus; a picture that says nothing of it gives way to the first."""
        found = replace(self.state, has_spam=has_spam, has_text=has_text, sizes=None)
        self._change(
            corpus=corpus,
            n_documents=n_documents,
            negative=negative,
            positive=positive,
            has_spam=has_spam,
            has_text=has_text,
            view=found.view if found.offers(found.view) else View.ROC,
            ticked=(),
            sizes=None,
        )
        self._figure()

    def speak(self) -> None:
        """Word the pictures anew where they were worded in another language than the window now has."""
        if self._worded_in in ("", QLocale().name()):
            return
        has_sizes = self.state.sizes is not None
        self._change(sizes=None)
        if has_sizes and self.state.view is View.VOCABULARY:
            self._try_sizes()
        self._evaluate()

    def choose_method(self, method: Method) -> None:
        """Judge on other documents."""
        if method is not self.state.method:
            self._change(method=method, test_paths=())
            self._figure()

    def choose_test_set(self, paths: Sequence[Path]) -> None:
        """Judge on the documents of some files, which have their labels with them."""
        if paths:
            self._change(method=Method.TEST_SET, test_paths=tuple(paths))
            self._figure()

    def choose_view(self, view: View) -> None:
        """Show another picture."""
        self._change(view=view)
        if view is View.VOCABULARY and self.state.sizes is None:
            self._try_sizes()

    def tick(self, model: str) -> None:
        """Put a model's line into the picture, or take it out."""
        ticked = self.state.ticked
        if model in ticked:
            self._change(ticked=tuple(other for other in ticked if other != model))
        else:
            self._change(ticked=(*ticked, model))
        self._evaluate()

    def export_report(self, path: str) -> None:
        """Write figures and curves to a file."""
        if self.services.export_report is not None:
            state, title = self.state, self.tr("Exporting the report")
            arguments = (state.corpus, state.ticked, state.method, state.test_paths, path)
            job = self._runner.start(self.services.export_report, *arguments, title=title, lane="long")
            job.failed.connect(self._on_failed)

    def _figure(self) -> None:
        if self.services.figures is None:
            return
        self._change(is_working=True)
        title = self.tr("Evaluating")
        arguments = (self.state.corpus, self.state.method, self.state.test_paths)
        job = self._runner.start(self.services.figures, *arguments, title=title, lane="long", key="figures")
        job.succeeded.connect(self._on_figures_succeeded)
        job.failed.connect(self._on_failed)

    def _evaluate(self) -> None:
        if self.services.evaluate is None or not self.state.ticked:
            self._change(result=EvaluationResult(), is_working=False)
            return
        self._change(is_working=True)
        self._worded_in = QLocale().name()
        arguments = (self.state.corpus, self.state.ticked, self.state.method, self.state.test_paths)
        job = self._runner.start(
            self.services.evaluate, *arguments, title=self.tr("Evaluating"), lane="long", key="evaluation"
        )
        job.succeeded.connect(self._on_evaluate_succeeded)
        job.failed.connect(self._on_failed)

    def _try_sizes(self) -> None:
        if self.services.sizes is None or not self.state.corpus:
            return
        self._worded_in = QLocale().name()
        title = self.tr("Trying sizes of the vocabulary")
        job = self._runner.start(self.services.sizes, self.state.corpus, title=title, lane="long", key="sizes")
        job.succeeded.connect(lambda picture: self._change(sizes=picture, problem=None))
        job.failed.connect(self._on_failed)

    def _on_figures_succeeded(self, models: tuple[ModelFigures, ...]) -> None:
        known = {row.model for row in models}
        kept = tuple(model for model in self.state.ticked if model in known)
        self._change(models=models, ticked=kept or tuple(row.model for row in models[:1]), problem=None)
        self._evaluate()

    def _on_evaluate_succeeded(self, result: EvaluationResult) -> None:
        self._change(result=result, is_working=False, problem=None)

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error, is_working=False)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)

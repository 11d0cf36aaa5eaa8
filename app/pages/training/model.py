"""The Train page: the recipe, and what it would give, by leave-one-out, while it is being chosen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.pages.judged_document import JudgedWrong
from app.pages.shown import Confusion, Curve, Label
from app.pages.training.recipe_choices import EVENT_MODELS, TABLE_EVENT_MODELS, Choices, DefaultRecipe, KeptRow
from app.qt.jobs import Job, Runner

QUICK_DOCUMENTS = 300
"""More documents than these are counted anew in a job of their own, which shows how far it is and can be stopped."""


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
    longest_ngram: int = 1
    """What the documents needed, where the choices leave that to them."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class TrainingState:
    """All that the page shows."""

    corpus: str = ""
    is_table: bool = False
    has_text: bool = True
    n_documents: int = 0
    labels: tuple[Label, ...] = ()
    choices: Choices = field(default_factory=Choices)
    result: LiveResult | None = None
    curve: Curve = field(default_factory=Curve)
    best_smoothing: float | None = None
    is_working: bool = False
    """A newer result is on its way; the last one shows dimmed if it takes long."""
    is_keeping: bool = False
    is_uncounted: bool = False
    """The words of these choices were never counted, and counting them was stopped."""
    kept: tuple[KeptRow, ...] = ()
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
    n_uncounted: Callable[..., int] | None = None
    """(corpus, choices): how many documents were never counted so"""
    count: Callable[..., object] | None = None
    """(corpus, choices): counts them"""
    choose: Callable[..., Choices] | None = None
    """(corpus, choices): what leave-one-out likes best, or these where the page has no control for that"""
    kept: Callable[..., tuple[KeptRow, ...]] | None = None
    """(corpus)"""
    keep_recipe: Callable[..., object] | None = None
    """(corpus, name, choices)"""
    remove_kept: Callable[..., object] | None = None
    """(corpus, name, whether it is a model): what puts it back"""
    put_back: Callable[..., object] | None = None
    """(what was removed)"""
    open_document: Callable[[int], object] | None = None
    """Called on the GUI thread with a document's number: show it."""


class TrainingViewModel(QObject):
    """Decides what the Train page shows."""

    state_changed = Signal(object)
    model_kept = Signal(object)
    recipe_kept = Signal(str)
    removed = Signal(str, object)
    """The name of what was removed, and what brings it back."""
    models_changed = Signal()
    """A model was removed or put back."""

    def __init__(self, runner: Runner, services: TrainingServices) -> None:
        super().__init__()
        self._runner, self.services = runner, services
        self.state, self.default = TrainingState(), DefaultRecipe()
        self._chosen: dict[str, Choices] = {}
        """What was chosen for each corpus since the workspace was opened."""
        self._counted: set[tuple[object, ...]] = set()
        self._counting: Job | None = None
        self._choosing: Job | None = None
        self._evaluating: Job | None = None
        self._curving: Job | None = None
        self._judged: Choices | None = None
        self._wants_best: Choices | None = None
        """What a new corpus began with, until the best smoothing for it is known."""

    def open_workspace(self, services: TrainingServices) -> None:
        """Answer for another workspace from now on."""
        self.services, self._judged = services, None
        self._chosen.clear()
        self._stop_counting()
        self._stop_choosing()
        self.state = TrainingState()
        self._change()

    def open_corpus(
        self,
        corpus: str,
        n_documents: int,
        labels: tuple[Label, ...],
        *,
        is_table: bool = False,
        has_text: bool = True,
    ) -> None:
        """Train on another corpus, or on the same with other documents."""
        is_new = corpus not in self._chosen
        if corpus != self.state.corpus:
            self._stop_counting()
            self._change(kept=(), choices=self._chosen.get(corpus, Choices()), result=None, curve=Curve(), cell=None)
        self._counted.clear()
        self._change(
            corpus=corpus, n_documents=n_documents, labels=labels, is_table=is_table, has_text=has_text, problem=None
        )
        if is_table and self.state.choices.event_model not in TABLE_EVENT_MODELS:
            self._change(choices=replace(self.state.choices, event_model="mixed"))
        if not self.state.can_train:
            self._change(result=None, curve=Curve(), is_working=False)
            self._ask_kept(None)
            return
        if is_new and self.services.kept is not None:
            self._ask_kept(self._begin)
            return
        self._ask_kept(None)
        self._work_out(with_curve=True)

    def choose(self, **changes: Any) -> None:
        """Change the recipe and work out what it gives."""
        self._stop_choosing()
        self._take(replace(self.state.choices, **changes), with_curve=set(changes) != {"smoothing"})

    def choose_best_smoothing(self) -> None:
        """Auto: the smoothing that judges best without having seen the document."""
        if self.state.best_smoothing is not None:
            self.choose(smoothing=self.state.best_smoothing)

    def choose_cell(self, truth: int, judged: int) -> None:
        """List the documents of a cell of the confusion matrix; choosing it again lists all."""
        cell = (truth, judged)
        self._change(cell=None if self.state.cell == cell else cell)

    def count_words(self) -> None:
        """Count what was not counted because somebody stopped it."""
        self._change(is_uncounted=False)
        self._work_out(with_curve=True)

    # What is kept

    def keep(self, name: str) -> None:
        """Keep this model under a name."""
        if self.services.keep is None or not name.strip():
            return
        self._stop_choosing()
        self._change(is_keeping=True)
        title = self.tr("Training on %1").replace("%1", self.state.corpus)
        arguments = (self.state.corpus, name.strip(), self.state.choices)
        job = self._runner.start(self.services.keep, *arguments, title=title, lane="long")
        job.succeeded.connect(self._on_keep_succeeded)
        job.failed.connect(self._on_failed)
        job.settled.connect(lambda: self._change(is_keeping=False))

    def keep_recipe(self, name: str) -> None:
        """Keep these choices for comparison, without a model."""
        if self.services.keep_recipe is None or not name.strip():
            return
        job = self._runner.start(self.services.keep_recipe, self.state.corpus, name.strip(), self.state.choices)
        job.succeeded.connect(lambda kept: self._on_kept_changed(str(kept)))
        self._listen(job)

    def take_kept(self, row: KeptRow) -> None:
        """Choose again what a kept recipe has."""
        if row.choices is not None:
            self._take(row.choices, with_curve=True)

    def remove_kept(self, row: KeptRow) -> None:
        """Remove a kept recipe or model; it can be put back while the program runs."""
        if self.services.remove_kept is None:
            return
        job = self._runner.start(self.services.remove_kept, self.state.corpus, row.name, row.is_model)
        job.succeeded.connect(lambda removed: self._on_remove_succeeded(row, removed))
        self._listen(job)

    def put_back(self, row: KeptRow, removed: object) -> None:
        """Keep again what was removed."""
        if self.services.put_back is None:
            return
        job = self._runner.start(self.services.put_back, removed)
        job.succeeded.connect(lambda _name: self._on_kept_changed("", is_model=row.is_model))
        self._listen(job)

    def wrong_shown(self) -> tuple[JudgedWrong, ...]:
        """Return the documents judged wrong, of the chosen cell or all."""
        result, cell = self.state.result, self.state.cell
        if result is None:
            return ()
        if cell is None:
            return result.wrong
        truth, judged = (result.confusion.labels[number] for number in cell)
        return tuple(each for each in result.wrong if (each.label, each.judged) == (truth, judged))

    def _ask_kept(self, then: Callable[[], object] | None) -> None:
        if self.services.kept is None or not self.state.corpus:
            return
        corpus = self.state.corpus
        job = self._runner.start(self.services.kept, corpus, key="kept recipes")
        job.succeeded.connect(lambda rows: self._on_kept_succeeded(corpus, rows, then))
        self._listen(job)

    def _on_kept_succeeded(self, corpus: str, rows: tuple[KeptRow, ...], then: Callable[[], object] | None) -> None:
        if corpus != self.state.corpus:
            return
        self._change(kept=rows)
        if then is not None:
            then()

    def _on_kept_changed(self, name: str, *, is_model: bool = False) -> None:
        self._ask_kept(None)
        if name:
            self.recipe_kept.emit(name)
        if is_model:
            self.models_changed.emit()

    def _on_remove_succeeded(self, row: KeptRow, removed: object) -> None:
        self._on_kept_changed("", is_model=row.is_model)
        self.removed.emit(row.name, lambda: self.put_back(row, removed))

    # What to begin with

    def _begin(self) -> None:
        """Begin with what was kept last; else with what new corpora begin with."""
        kept = next((row.choices for row in self.state.kept if row.choices is not None), None)
        choices, default = kept or self.state.choices, self.default
        if kept is None and default.event_model in EVENT_MODELS and not self.state.is_table:
            choices = replace(choices, event_model=default.event_model)
        if kept is None and default.smoothing is not None:
            choices = replace(choices, smoothing=default.smoothing)
        self._chosen[self.state.corpus] = choices
        self._change(choices=choices)
        self._wants_best = choices if kept is None and default.smoothing is None else None
        self._work_out(with_curve=True)
        if kept is None and not default.event_model:
            self._ask_best(choices)

    def _ask_best(self, choices: Choices) -> None:
        if self.services.choose is None:
            return
        corpus = self.state.corpus
        title = self.tr("Choosing a recipe for %1").replace("%1", corpus)
        job = self._runner.start(self.services.choose, corpus, choices, title=title, lane="long", key="best recipe")
        self._choosing = job
        job.succeeded.connect(lambda best: self._on_choose_succeeded(corpus, choices, best))
        job.settled.connect(self._on_choose_settled)
        self._listen(job)

    def _on_choose_settled(self) -> None:
        self._choosing = None

    def _stop_choosing(self) -> None:
        """Somebody knows better."""
        if self._choosing is not None:
            self._choosing.cancel()

    def _on_choose_succeeded(self, corpus: str, choices: Choices, best: Choices) -> None:
        """What was found is taken over where nobody has chosen something else meanwhile."""
        if corpus == self.state.corpus and choices == replace(self.state.choices, smoothing=choices.smoothing):
            self._take(best, with_curve=True)

    # What it gives

    def _take(self, choices: Choices, *, with_curve: bool) -> None:
        if choices == self.state.choices:
            return
        if self._counting is not None and choices.words != self.state.choices.words:
            self._stop_counting()
        self._chosen[self.state.corpus] = choices
        self._change(choices=choices, cell=None, is_uncounted=False)
        self._work_out(with_curve=with_curve)

    def _work_out(self, *, with_curve: bool) -> None:
        """Judge by these choices; where their words were never counted, that comes first."""
        if not self.state.can_train or self._counting is not None:
            return
        is_counted = (self.state.corpus, *self.state.choices.words) in self._counted
        if is_counted or self.services.n_uncounted is None:
            self._evaluate(with_curve=with_curve)
            return
        self._change(is_working=True)
        corpus, choices = self.state.corpus, self.state.choices
        job = self._runner.start(self.services.n_uncounted, corpus, choices, key="live evaluation")
        job.succeeded.connect(lambda n: self._on_n_uncounted_succeeded(corpus, choices, n))
        self._listen(job)

    def _on_n_uncounted_succeeded(self, corpus: str, choices: Choices, n_uncounted: int) -> None:
        is_old = corpus != self.state.corpus or choices.words != self.state.choices.words
        if is_old or self._counting is not None:
            return
        if n_uncounted > QUICK_DOCUMENTS and self.services.count is not None:
            self._count(self.services.count)
            return
        self._counted.add((corpus, *choices.words))
        self._evaluate(with_curve=True)

    def _count(self, count: Callable[..., object]) -> None:
        corpus, choices = self.state.corpus, self.state.choices
        title = self.tr("Counting the words of %1").replace("%1", corpus)
        job = self._runner.start(count, corpus, choices, title=title, unit="documents", lane="long", key="counting")
        self._counting = job
        job.succeeded.connect(lambda _nothing: self._on_count_succeeded(job, (corpus, *choices.words)))
        job.cancelled.connect(lambda: self._on_count_ended(job))
        job.failed.connect(lambda error: self._on_count_ended(job, error))

    def _on_count_succeeded(self, job: Job, counted: tuple[object, ...]) -> None:
        self._counted.add(counted)
        if job is self._counting:
            self._counting = None
            self._work_out(with_curve=True)

    def _on_count_ended(self, job: Job, error: Exception | None = None) -> None:
        """Stopped, or failed: go back to what was judged last; where nothing was, say that there is nothing to show."""
        if job is not self._counting:
            return
        self._counting = None
        if self._judged is not None and self.state.result is not None:
            self._chosen[self.state.corpus] = self._judged
            self._change(choices=self._judged, is_working=False, problem=error)
            return
        self._change(is_working=False, is_uncounted=error is None, problem=error)

    def _stop_counting(self) -> None:
        job, self._counting = self._counting, None
        if job is not None:
            job.cancel()

    def _evaluate(self, *, with_curve: bool) -> None:
        """Ask anew; what is being worked out for older choices makes room, a curve to be drawn after the answer."""
        arguments = (self.state.corpus, self.state.choices)
        with_curve = with_curve or self._curving is not None
        for older in (self._evaluating, self._curving):
            if older is not None:
                older.cancel()
        if self.services.evaluate is not None:
            self._change(is_working=True)
            job = self._evaluating = self._runner.start(self.services.evaluate, *arguments, key="live evaluation")
            job.succeeded.connect(lambda result: self._on_evaluate_succeeded(*arguments, result))
            self._listen(job)
        if with_curve and self.services.curve is not None:
            job = self._curving = self._runner.start(self.services.curve, *arguments, key="smoothing curve")
            job.succeeded.connect(self._on_curve_succeeded)
            self._listen(job)

    def _listen(self, job: Job) -> None:
        job.failed.connect(self._on_failed)
        job.settled.connect(lambda: self._on_answer_settled(job))

    def _on_answer_settled(self, job: Job) -> None:
        self._evaluating = None if self._evaluating is job else self._evaluating
        self._curving = None if self._curving is job else self._curving

    def _on_evaluate_succeeded(self, corpus: str, choices: Choices, result: LiveResult) -> None:
        if corpus != self.state.corpus:
            return
        self._judged = choices
        is_working = self._counting is not None
        self._change(result=result, is_working=is_working, is_uncounted=False, problem=None)

    def _on_curve_succeeded(self, answer: tuple[Curve, float]) -> None:
        self._curving = None
        curve, best = answer
        self._change(curve=curve, best_smoothing=best if math.isfinite(best) else None)
        wanted, self._wants_best = self._wants_best, None
        if wanted is not None and wanted == self.state.choices and self.state.best_smoothing is not None:
            self._take(replace(wanted, smoothing=self.state.best_smoothing), with_curve=False)

    def _on_keep_succeeded(self, model: object) -> None:
        self._change(problem=None)
        self._ask_kept(None)
        self.model_kept.emit(model)

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error, is_working=False)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)

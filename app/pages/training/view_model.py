"""The Train page: the recipe, and what it would give, by leave-one-out, while it is being chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal

from app.domain.records import DocumentsRevision
from app.domain.use_case_results import LiveCurve
from app.pages.painted_values import Label
from app.pages.training.proposal import ProposalViewModel
from app.pages.training.recipe_choices import (
    EVENT_MODELS,
    FILTER,
    FOR_TABLES,
    TEXTBOOK,
    USUAL,
    DefaultRecipe,
    asked,
    beginning_with,
    on_page,
    without_slider,
    words_of,
)
from app.pages.training.state import TrainingQuestions, TrainingState
from app.qt.jobs import Lane, Progress, Runner
from app.qt.page_model import PageModel
from app.services.models.kept_recipes import KeptRecipe, Removed, Replacement
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.recipe_workbench import JudgedRecipe

OF_ONE_CORPUS = ("kept", "best recipe", "evaluation", "curve", "counting", "mistakes")
"""Questions that do not stand any more once another corpus is at hand."""
OF_THESE_DOCUMENTS = ("evaluation", "curve", "mistakes")
"""Questions that do not stand any more once the corpus has other documents, for their answers are figures of these."""
QUICK_TO_FIT = 1_000
"""Learnt factors are fitted to more documents than these in jobs that show how far they are and can be stopped."""
QUICK_DOCUMENTS = 300
"""More documents than these are counted anew in a job of their own, which shows how far it is and can be stopped."""


class TrainingViewModel(PageModel[TrainingState, TrainingQuestions]):
    """Decides what the Train page shows."""

    model_kept = Signal(object, object)
    """The Replacement: the model, and what it took the place of; and the choices to go back to, or None."""
    recipe_kept = Signal(str)
    removed = Signal(str, object)
    """The name of what was removed, and what brings it back."""
    models_changed = Signal()
    """A model was removed or put back."""
    document_wanted = Signal(int)
    """The number of a document that is to be shown."""

    def __init__(self, runner: Runner, questions: TrainingQuestions | None = None) -> None:
        super().__init__(runner, "training", TrainingState(), questions)
        self.proposals, self.default = ProposalViewModel(runner), DefaultRecipe()
        self._chosen: dict[str, RecipeRequest] = {}
        """The choices made for each corpus since the workspace was opened."""
        self._counted: set[tuple[object, ...]] = set()
        self._judged: RecipeRequest | None = None
        self._trains_when_ready = False
        self._wants_best: RecipeRequest | None = None
        """The choices that a new corpus began with, until the best smoothing for it is known."""

    def open_workspace(self, questions: TrainingQuestions) -> None:
        """Answer for another workspace from now on."""
        self.proposals.drop()
        self.proposals.answer_from(questions.place)
        self._asker.cancel("counting", "best recipe")
        self.answer_from(questions)
        self._chosen.clear()
        self._judged, self.state = None, TrainingState()
        self._change()

    def open_corpus(
        self,
        corpus: str,
        n_documents: int,
        labels: tuple[Label, ...],
        *,
        is_table: bool = False,
        has_text: bool = True,
        revision: DocumentsRevision | None = None,
    ) -> None:
        """Train on another corpus, or on the same with other documents; of the same ones the figures stand."""
        is_new, state = corpus not in self._chosen, self.state
        is_as_it_was = (corpus, revision, labels) == (state.corpus, state.revision, state.labels)
        has_figures = state.problem is None and (
            state.result is not None or state.is_working
        )  # or they are on their way
        if is_as_it_was and revision is not None and not is_new and has_figures:
            self.look_at_kept()
            return
        if corpus != self.state.corpus:
            self._asker.cancel("counting")
            self.proposals.drop()
            self._trains_when_ready = False
            self._asker.forget(*OF_ONE_CORPUS)
            self._drop_curve()
            self._change(kept=(), choices=self._chosen.get(corpus, USUAL), result=None, cell=None, mistakes=None)
        self._asker.forget(*OF_THESE_DOCUMENTS)
        self._counted.clear()
        self.state = replace(self.state, corpus=corpus, revision=revision, n_documents=n_documents, labels=labels)
        self._change(is_table=is_table, has_text=has_text, problem=None)
        if is_table and self.state.event_model not in FOR_TABLES:
            self._change(choices=replace(self.state.choices, event_model="mixed"))
        if not self.state.can_train:
            self._change(result=None, mistakes=None, curve=LiveCurve(), is_curve_due=False)
            self.look_at_kept()
            return
        self.look_at_kept(self._begin if is_new else lambda: None)
        if not is_new:
            self._work_out(with_curve=True)

    def choose(self, **changes: Any) -> None:
        """Change the recipe and work out what it gives."""
        self._asker.cancel("best recipe")
        self._take(replace(self.state.choices, **changes), with_curve=set(changes) != {self._on_slider})

    def move_slider(self, value: float) -> None:
        """Choose another smoothing, or another ridge of learnt factors."""
        self.choose(**{self._on_slider: value if self.state.is_fitted else repr(value)})

    @property
    def _on_slider(self) -> str:
        return "ridge" if self.state.is_fitted else "smoothing"

    def choose_best_smoothing(self) -> None:
        """Choose the smoothing, or the ridge, that judges best without having seen the document."""
        if self.state.best_smoothing is not None:
            self.move_slider(self.state.best_smoothing)

    def chosen(self, corpus: str) -> RecipeRequest | None:
        """The recipe that stands on the page for a corpus; None where nobody has looked at it yet."""
        return self._chosen.get(corpus)

    def begin_with(self, corpus: str, choices: RecipeRequest) -> None:
        """Show a recipe that another page proposes, also for a corpus that nobody has looked at here."""
        self._chosen.setdefault(corpus, choices)
        self.take_recipe(corpus, choices)

    def take_recipe(self, corpus: str, choices: RecipeRequest | None) -> None:
        """Show the recipe of the model in use, unless the page has no control for a part of it."""
        self._asker.cancel("best recipe")
        if choices is None or corpus not in self._chosen:
            return
        if corpus == self.state.corpus:
            self._take(choices, with_curve=True)
        self._chosen[corpus] = choices

    def choose_cell(self, truth: int, judged: int) -> None:
        """List the documents of a cell of the confusion matrix; choosing it again lists all."""
        cell = (truth, judged)
        self._change(cell=None if self.state.cell == cell else cell, mistakes=None)
        self._list_mistakes()

    def show_all_mistakes(self) -> None:
        """List the mistakes of every cell again."""
        self._change(cell=None, mistakes=None)
        self._list_mistakes()

    def _list_mistakes(self) -> None:
        """Look up the titles of those mistakes that the result does not list: it has the surest only."""
        self._asker.forget("mistakes")
        result, cell = self.state.result, self.state.cell
        if result is None or len(self.state.wrong_shown) == self.state.n_wrong:
            return
        self._ask(
            lambda questions, _context: questions.mistakes(result, cell),
            then=lambda found: self._change(mistakes=found), topic="mistakes",
        )  # fmt: skip

    def stop_judging(self) -> None:
        """Stop counting and judging."""
        self._asker.cancel("counting", "evaluation", "curve")

    def judging_progress(self) -> Progress:
        """Return how far counting or judging is."""
        return self._asker.progress("counting" if self._asker.is_waiting("counting") else "evaluation")

    def count_words(self) -> None:
        """Count what was not counted because somebody stopped it."""
        self._change(is_uncounted=False)
        self._work_out(with_curve=True)

    def train(self) -> None:
        """Train the model in use by the recipe on the page, once that is known."""
        if not self.state.can_train:
            return
        self._trains_when_ready = self.state.corpus not in self._chosen
        if not self._trains_when_ready:
            self._keep("" if self.state.model_in_use is None else self.state.model_in_use.name)

    def propose(self) -> None:
        """Look for a better recipe than that on the page."""
        if self.state.can_train:
            self.proposals.search(self.state.corpus, self.state.choices)

    def use_proposal(self) -> None:
        """Take the recipe that was proposed, and train by it."""
        proposal = self.proposals.state.proposal
        self.proposals.drop()
        if proposal is None or proposal.corpus != self.state.corpus:
            return
        before = self.state.choices
        self._take(proposal.best, with_curve=True)
        self._keep("" if self.state.model_in_use is None else self.state.model_in_use.name, before)

    def keep(self, name: str) -> None:
        """Keep this model under a name of its own."""
        if name.strip():
            self._keep(name.strip())

    def _keep(self, name: str, before: RecipeRequest | None = None) -> None:
        was_drawing = self._asker.is_waiting("curve")
        self._asker.cancel("best recipe", "curve")
        corpus, request = self.state.corpus, asked(self.state.choices)

        def kept(replacement: Replacement) -> None:
            self._change(problem=None)
            if was_drawing and self.state.corpus == corpus:
                self._evaluate(with_curve=True)
            self.look_at_kept()
            self.model_kept.emit(replacement, before)

        self._ask(
            lambda questions, context: questions.keep(corpus, name, request, context),
            then=kept, flag="is_keeping", title=self.tr("Training on %1").replace("%1", corpus), lane="long",
            loses_work=True,
        )  # fmt: skip

    def keep_recipe(self, name: str) -> None:
        """Keep these choices for comparison, without a model."""
        corpus, request, tidy = self.state.corpus, asked(self.state.choices), name.strip()
        if tidy:
            self._ask(
                lambda questions, context: questions.keep_recipe(corpus, tidy, request, context),
                then=self._on_kept_changed,
            )

    def take_kept(self, row: KeptRecipe) -> None:
        """Choose again what a kept recipe has."""
        choices = on_page(row.request)
        if choices is not None:
            self._take(choices, with_curve=True)

    def remove_kept(self, row: KeptRecipe) -> None:
        """Remove a kept recipe or model; it can be put back while the program runs."""
        corpus = self.state.corpus

        def removed(gone: Removed) -> None:
            self._on_kept_changed("", is_model=row.is_model)
            self.removed.emit(row.name, lambda: self.put_back(row, gone))

        self._ask(lambda questions, context: questions.remove_kept(corpus, row, context), then=removed)

    def put_back(self, row: KeptRecipe, removed: Removed) -> None:
        """Keep again what was removed."""
        self._ask(
            lambda questions, context: questions.put_back(removed, context),
            then=lambda _name: self._on_kept_changed("", is_model=row.is_model),
        )

    def show_document(self, place: int) -> None:
        """Go to a document that is listed as judged wrong."""
        shown = self.state.wrong_shown
        if 0 <= place < len(shown):
            self.document_wanted.emit(shown[place].document)

    def look_at_kept(self, then: Callable[[], object] = lambda: None) -> None:
        """Look again at what is kept of the corpus."""

        def found(rows: tuple[KeptRecipe, ...]) -> None:
            self._change(kept=rows)
            then()

        corpus = self.state.corpus
        if corpus:
            self._ask(lambda questions, context: questions.kept(corpus, context), then=found, topic="kept")

    def _on_kept_changed(self, name: str, *, is_model: bool = False) -> None:
        self.look_at_kept()
        if name:
            self.recipe_kept.emit(name)
        if is_model:
            self.models_changed.emit()

    def _begin(self) -> None:
        """Begin with what was kept last; else with what new corpora begin with."""
        known = (on_page(row.request) for row in self.state.kept)
        kept = next((choices for choices in known if choices is not None), None)
        choices, default = kept or self.state.choices, self.default
        if kept is None and self.state.begins_with_filter and default == DefaultRecipe():
            choices = replace(choices, event_model=FILTER)
        elif kept is None and default.event_model in EVENT_MODELS and not self.state.is_table:
            choices = beginning_with(default.event_model, choices, self.state.n_documents)
        if kept is None and default.smoothing is not None:
            choices = replace(choices, smoothing=repr(default.smoothing))
        self._chosen[self.state.corpus] = choices
        self._change(choices=choices)
        has_smoothing = choices.event_model in TEXTBOOK
        self._wants_best = choices if kept is None and default.smoothing is None and has_smoothing else None
        self._work_out(with_curve=True)
        if kept is None and not default.event_model:
            self._ask_best(choices)
        if self._trains_when_ready and self._wants_best is None:
            self.train()

    def _ask_best(self, choices: RecipeRequest) -> None:
        corpus = self.state.corpus

        def chosen(best: RecipeRequest) -> None:
            if choices == replace(self.state.choices, smoothing=choices.smoothing):  # nothing else was chosen meanwhile
                self._take(best, with_curve=True)

        self._ask(
            lambda questions, context: questions.choose(corpus, choices, context),
            then=chosen, topic="best recipe", title=self.tr("Choosing a recipe for %1").replace("%1", corpus),
            lane="long",
        )  # fmt: skip

    def _take(self, choices: RecipeRequest, *, with_curve: bool) -> None:
        if choices == self.state.choices:
            return
        if words_of(choices) != words_of(self.state.choices):
            self._asker.stop("counting")
        self._chosen[self.state.corpus] = choices
        if without_slider(choices) != without_slider(self.state.choices):
            self._drop_curve()
        self._change(choices=choices, cell=None, mistakes=None, is_uncounted=False)
        self._work_out(with_curve=with_curve or self.state.is_curve_due)

    def _drop_curve(self) -> None:
        """Show no curve until that of the choices on the page is computed."""
        self.state = replace(self.state, curve=LiveCurve(), is_curve_due=True)

    def _work_out(self, *, with_curve: bool) -> None:
        """Judge by these choices; where their words were never counted, that comes first."""
        corpus, choices = self.state.corpus, self.state.choices
        if not self.state.can_train or self._asker.is_waiting("counting"):
            return
        counted = (corpus, *words_of(choices))
        if counted in self._counted:
            self._evaluate(with_curve=with_curve)
            return

        def known(n_uncounted: int) -> None:
            if words_of(choices) != words_of(self.state.choices) or self._asker.is_waiting("counting"):
                return
            if n_uncounted <= QUICK_DOCUMENTS:
                self._on_counted(counted)
                return
            self._ask(
                lambda questions, context: questions.count(corpus, asked(choices), context),
                then=lambda _nothing: self._on_counted(counted),
                failed=self._on_count_ended, stopped=self._on_count_ended, topic="counting", flag="is_working",
                title=self.tr("Counting the words of %1").replace("%1", corpus), unit="documents", lane="long",
            )  # fmt: skip

        self._ask(
            lambda questions, _context: questions.n_uncounted(corpus, asked(choices)),
            then=known, topic="evaluation", flag="is_working",
        )  # fmt: skip

    def _on_counted(self, counted: tuple[object, ...]) -> None:
        self._counted.add(counted)
        self._work_out(with_curve=True)

    def _on_count_ended(self, error: Exception | None = None) -> None:
        """Stopped, or failed: go back to what was judged last; where nothing was, say that there is nothing to show."""
        if self._judged is not None and self.state.result is not None:
            is_other_curve = without_slider(self._judged) != without_slider(self.state.choices)
            self._chosen[self.state.corpus] = self._judged
            self._change(choices=self._judged, problem=error)
            if is_other_curve or self.state.is_curve_due:
                self._draw(self._judged)
            return
        self._change(is_uncounted=error is None, problem=error)

    def _evaluate(self, *, with_curve: bool) -> None:
        """Ask anew; what is being worked out for older choices makes room, a curve to be drawn after the answer."""
        corpus, choices = self.state.corpus, self.state.choices
        with_curve = with_curve or self._asker.is_waiting("curve")
        self._asker.cancel("evaluation", "curve")
        takes_long = self.state.is_fitted and self.state.n_documents > QUICK_TO_FIT
        lane: Lane = "long" if takes_long else "quick"  # where nobody who reads or labels meanwhile waits for it
        title = self.tr("Judging what was left out")

        def judged(result: JudgedRecipe) -> None:
            self._judged = choices
            self._change(result=result, mistakes=None, is_uncounted=False, problem=None)
            self._list_mistakes()

        def stopped() -> None:
            if choices == self.state.choices:  # nobody chose anything else meanwhile
                self._on_count_ended()

        self._ask(
            lambda questions, context: questions.result(corpus, asked(choices), context),
            then=judged, stopped=stopped, topic="evaluation", flag="is_working", shows_running=True,
            title=title if takes_long else "", lane=lane,
        )  # fmt: skip
        if with_curve:
            self._draw(choices)

    def _draw(self, choices: RecipeRequest) -> None:
        """Compute the curve of these choices over the slider."""
        corpus = self.state.corpus
        takes_long = self.state.is_fitted and self.state.n_documents > QUICK_TO_FIT

        def drawn(curve: LiveCurve) -> None:
            self._change(curve=curve, is_curve_due=False)
            wanted, self._wants_best = self._wants_best, None
            if wanted is not None and wanted == self.state.choices and self.state.best_smoothing is not None:
                self._take(replace(wanted, smoothing=repr(self.state.best_smoothing)), with_curve=False)
            if self._trains_when_ready:
                self.train()

        self._ask(
            lambda questions, context: questions.curve(corpus, asked(choices), context),
            then=drawn, topic="curve", flag="is_drawing", title=self.tr("Trying ridges") if takes_long else "",
            lane="long" if takes_long else "quick",
        )  # fmt: skip

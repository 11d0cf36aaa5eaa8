"""The Train page: the recipe, and what it would give, by leave-one-out, while it is being chosen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.domain.revisions import DocumentsRevision
from app.pages.misjudged_document import JudgedWrong
from app.pages.painted_values import Curve, Label
from app.pages.training.choices_to_requests import choices_of
from app.pages.training.proposal import ProposalViewModel
from app.pages.training.questions import DrawnCurve, LiveResult, TrainingQuestions
from app.pages.training.recipe_choices import EVENT_MODELS, FILTER, TABLE_EVENT_MODELS, Choices, DefaultRecipe
from app.pages.training.state import TrainingState
from app.qt.background_asking import Asker
from app.qt.jobs import Job, Runner
from app.services.models.kept_recipes import KeptRecipe, Removed, Replacement
from app.session.no_workspace import NO_WORKSPACE

OF_ONE_CORPUS = ("kept", "best recipe", "evaluation", "curve", "counting")
"""Questions that do not stand any more once another corpus is at hand."""
OF_THESE_DOCUMENTS = ("evaluation", "curve")
"""Questions that do not stand any more once the corpus has other documents, for their answers are figures of these."""
QUICK_DOCUMENTS = 300
"""More documents than these are counted anew in a job of their own, which shows how far it is and can be stopped."""


class TrainingViewModel(QObject):
    """Decides what the Train page shows."""

    state_changed = Signal(object)
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
        super().__init__()
        self._questions = questions or TrainingQuestions(NO_WORKSPACE)
        self._asker = Asker(runner, "training", failed=self._on_failed)
        self.proposals = ProposalViewModel(runner)
        self.state, self.default = TrainingState(), DefaultRecipe()
        self._chosen: dict[str, Choices] = {}
        """The choices made for each corpus since the workspace was opened."""
        self._counted: set[tuple[object, ...]] = set()
        self._counting: Job | None = None
        self._choosing: Job | None = None
        self._evaluating: Job | None = None
        self._curving: Job | None = None
        self._judged: Choices | None = None
        self._trains_when_ready = False
        self._wants_best: Choices | None = None
        """The choices that a new corpus began with, until the best smoothing for it is known."""

    def open_workspace(self, questions: TrainingQuestions) -> None:
        """Answer for another workspace from now on."""
        self._questions, self._judged = questions, None
        self.proposals.drop()
        self.proposals.place = questions.place
        self._asker.forget()
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
        revision: DocumentsRevision | None = None,
    ) -> None:
        """Train on another corpus, or on the same with other documents; of the same ones the figures stand."""
        is_new, state = corpus not in self._chosen, self.state
        is_as_it_was = (corpus, revision, labels) == (state.corpus, state.revision, state.labels)
        if is_as_it_was and revision is not None and not is_new and self._has_figures():
            self._ask_kept(None)
            return
        if corpus != self.state.corpus:
            self._stop_counting()
            self.proposals.drop()
            self._trains_when_ready = False
            for topic in OF_ONE_CORPUS:
                self._asker.forget(topic)
            self._change(kept=(), choices=self._chosen.get(corpus, Choices()), result=None, curve=Curve(), cell=None)
        for topic in OF_THESE_DOCUMENTS:
            self._asker.forget(topic)
        self._counted.clear()
        self.state = replace(self.state, corpus=corpus, revision=revision, n_documents=n_documents, labels=labels)
        self._change(is_table=is_table, has_text=has_text, problem=None)
        if is_table and self.state.choices.event_model not in TABLE_EVENT_MODELS:
            self._change(choices=replace(self.state.choices, event_model="mixed"))
        if not self.state.can_train:
            self._change(result=None, curve=Curve(), is_working=False)
            self._ask_kept(None)
            return
        if is_new:
            self._ask_kept(self._begin)
            return
        self._ask_kept(None)
        self._work_out(with_curve=True)

    def _has_figures(self) -> bool:
        """Tell whether figures of the present choices are there or on their way."""
        is_on_its_way = self._counting is not None or self._asker.is_waiting("evaluation")
        return self.state.problem is None and (self.state.result is not None or is_on_its_way)

    def choose(self, **changes: Any) -> None:
        """Change the recipe and work out what it gives."""
        self._stop_choosing()
        self._take(replace(self.state.choices, **changes), with_curve=set(changes) != {"smoothing"})

    def choose_best_smoothing(self) -> None:
        """Choose the smoothing that judges best without having seen the document."""
        if self.state.best_smoothing is not None:
            self.choose(smoothing=self.state.best_smoothing)

    def chosen(self, corpus: str) -> Choices | None:
        """The recipe that stands on the page for a corpus; None where nobody has looked at it yet."""
        return self._chosen.get(corpus)

    def take_recipe(self, corpus: str, choices: Choices | None) -> None:
        """Show the recipe of the model in use, unless the page has no control for a part of it."""
        self._stop_choosing()
        if choices is None or corpus not in self._chosen:
            return
        if corpus == self.state.corpus:
            self._take(choices, with_curve=True)
        self._chosen[corpus] = choices

    def look_at_kept(self) -> None:
        """Look again at what is kept of the corpus."""
        self._ask_kept(None)

    def choose_cell(self, truth: int, judged: int) -> None:
        """List the documents of a cell of the confusion matrix; choosing it again lists all."""
        cell = (truth, judged)
        self._change(cell=None if self.state.cell == cell else cell)

    def count_words(self) -> None:
        """Count what was not counted because somebody stopped it."""
        self._change(is_uncounted=False)
        self._work_out(with_curve=True)

    # What is kept

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

    def _keep(self, name: str, before: Choices | None = None) -> None:
        self._stop_choosing()
        self._change(is_keeping=True)
        questions, corpus, choices = self._questions, self.state.corpus, self.state.choices
        job = self._asker.ask(
            lambda context: questions.keep(corpus, name, choices, context),
            then=lambda replacement: self._on_kept(replacement, before),
            title=self.tr("Training on %1").replace("%1", corpus),
            lane="long",
        )
        job.settled.connect(lambda: self._change(is_keeping=False))

    def keep_recipe(self, name: str) -> None:
        """Keep these choices for comparison, without a model."""
        if not name.strip():
            return
        questions, corpus, choices = self._questions, self.state.corpus, self.state.choices
        self._asker.ask(
            lambda context: questions.keep_recipe(corpus, name.strip(), choices, context), then=self._on_kept_changed
        )

    def take_kept(self, row: KeptRecipe) -> None:
        """Choose again what a kept recipe has."""
        choices = choices_of(row.request)
        if choices is not None:
            self._take(choices, with_curve=True)

    def remove_kept(self, row: KeptRecipe) -> None:
        """Remove a kept recipe or model; it can be put back while the program runs."""
        questions, corpus = self._questions, self.state.corpus
        self._asker.ask(
            lambda context: questions.remove_kept(corpus, row, context),
            then=lambda removed: self._on_removed(row, removed),
        )

    def put_back(self, row: KeptRecipe, removed: Removed) -> None:
        """Keep again what was removed."""
        questions = self._questions
        self._asker.ask(
            lambda context: questions.put_back(removed, context),
            then=lambda _name: self._on_kept_changed("", is_model=row.is_model),
        )

    def wrong_shown(self) -> tuple[JudgedWrong, ...]:
        """Return the documents judged wrong, of the chosen cell or all."""
        result, cell = self.state.result, self.state.cell
        if result is None:
            return ()
        if cell is None:
            return result.wrong
        truth, judged = (result.confusion.labels[number] for number in cell)
        return tuple(each for each in result.wrong if (each.label, each.judged) == (truth, judged))

    def show_document(self, place: int) -> None:
        """Go to a document that is listed as judged wrong."""
        shown = self.wrong_shown()
        if 0 <= place < len(shown):
            self.document_wanted.emit(shown[place].document)

    def _ask_kept(self, then: Callable[[], object] | None) -> None:
        questions, corpus = self._questions, self.state.corpus
        if corpus:
            self._asker.ask(
                lambda context: questions.kept(corpus, context),
                then=lambda rows: self._on_kept_found(rows, then),
                topic="kept",
            )

    def _on_kept_found(self, rows: tuple[KeptRecipe, ...], then: Callable[[], object] | None) -> None:
        self._change(kept=rows)
        if then is not None:
            then()

    def _on_kept_changed(self, name: str, *, is_model: bool = False) -> None:
        self._ask_kept(None)
        if name:
            self.recipe_kept.emit(name)
        if is_model:
            self.models_changed.emit()

    def _on_removed(self, row: KeptRecipe, removed: Removed) -> None:
        self._on_kept_changed("", is_model=row.is_model)
        self.removed.emit(row.name, lambda: self.put_back(row, removed))

    # What to begin with

    def _begin(self) -> None:
        """Begin with what was kept last; else with what new corpora begin with."""
        known = (choices_of(row.request) for row in self.state.kept)
        kept = next((choices for choices in known if choices is not None), None)
        choices, default = kept or self.state.choices, self.default
        if kept is None and self.state.begins_with_filter and default == DefaultRecipe():
            choices = replace(choices, event_model=FILTER)
        elif kept is None and default.event_model in EVENT_MODELS and not self.state.is_table:
            choices = replace(choices, event_model=default.event_model)
        if kept is None and default.smoothing is not None:
            choices = replace(choices, smoothing=default.smoothing)
        self._chosen[self.state.corpus] = choices
        self._change(choices=choices)
        has_smoothing = choices.event_model != FILTER
        self._wants_best = choices if kept is None and default.smoothing is None and has_smoothing else None
        self._work_out(with_curve=True)
        if kept is None and not default.event_model:
            self._ask_best(choices)
        if self._trains_when_ready and self._wants_best is None:
            self.train()

    def _ask_best(self, choices: Choices) -> None:
        questions, corpus = self._questions, self.state.corpus
        self._choosing = self._asker.ask(
            lambda context: questions.choose(corpus, choices, context),
            then=lambda best: self._on_chosen(choices, best),
            topic="best recipe",
            title=self.tr("Choosing a recipe for %1").replace("%1", corpus),
            lane="long",
        )
        self._choosing.settled.connect(self._on_choose_settled)

    def _on_choose_settled(self) -> None:
        self._choosing = None

    def _stop_choosing(self) -> None:
        """Somebody knows better."""
        if self._choosing is not None:
            self._choosing.cancel()

    def _on_chosen(self, choices: Choices, best: Choices) -> None:
        """Take over what was found, unless something else was chosen meanwhile."""
        if choices == replace(self.state.choices, smoothing=choices.smoothing):
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
        if is_counted:
            self._evaluate(with_curve=with_curve)
            return
        self._change(is_working=True)
        questions, corpus, choices = self._questions, self.state.corpus, self.state.choices
        self._asker.ask(
            lambda context: questions.n_uncounted(corpus, choices, context),
            then=lambda n: self._on_n_uncounted(choices, n),
            topic="evaluation",
        )

    def _on_n_uncounted(self, choices: Choices, n_uncounted: int) -> None:
        if choices.words != self.state.choices.words or self._counting is not None:
            return
        if n_uncounted > QUICK_DOCUMENTS:
            self._count()
            return
        self._counted.add((self.state.corpus, *choices.words))
        self._evaluate(with_curve=True)

    def _count(self) -> None:
        questions, corpus, choices = self._questions, self.state.corpus, self.state.choices
        job = self._counting = self._asker.ask(
            lambda context: questions.count(corpus, choices, context),
            then=lambda _nothing: self._on_counted((corpus, *choices.words)),
            topic="counting",
            failed=self._on_count_ended,
            title=self.tr("Counting the words of %1").replace("%1", corpus),
            unit="documents",
            lane="long",
        )
        job.cancelled.connect(lambda: self._on_count_cancelled(job))

    def _on_counted(self, counted: tuple[object, ...]) -> None:
        self._counted.add(counted)
        self._counting = None
        self._work_out(with_curve=True)

    def _on_count_cancelled(self, job: Job) -> None:
        if job is self._counting:
            self._on_count_ended()

    def _on_count_ended(self, error: Exception | None = None) -> None:
        """Stopped, or failed: go back to what was judged last; where nothing was, say that there is nothing to show."""
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
            self._asker.forget("counting")

    def _evaluate(self, *, with_curve: bool) -> None:
        """Ask anew; what is being worked out for older choices makes room, a curve to be drawn after the answer."""
        questions, corpus, choices = self._questions, self.state.corpus, self.state.choices
        with_curve = with_curve or self._curving is not None
        for older in (self._evaluating, self._curving):
            if older is not None:
                older.cancel()
        self._change(is_working=True)
        job = self._evaluating = self._asker.ask(
            lambda context: questions.evaluate(corpus, choices, context),
            then=lambda result: self._on_evaluated(choices, result),
            topic="evaluation",
            shows_running=True,
        )
        self._let_go_of(job)
        if with_curve:
            job = self._curving = self._asker.ask(
                lambda context: questions.curve(corpus, choices, context), then=self._on_curve_drawn, topic="curve"
            )
            self._let_go_of(job)

    def _let_go_of(self, job: Job) -> None:
        job.settled.connect(lambda: self._on_answer_settled(job))

    def _on_answer_settled(self, job: Job) -> None:
        self._evaluating = None if self._evaluating is job else self._evaluating
        self._curving = None if self._curving is job else self._curving

    def _on_evaluated(self, choices: Choices, result: LiveResult) -> None:
        self._judged = choices
        is_working = self._counting is not None or self._asker.is_waiting("evaluation")
        self._change(result=result, is_working=is_working, is_uncounted=False, problem=None)

    def _on_curve_drawn(self, drawn: DrawnCurve) -> None:
        self._curving = None
        curve, best = drawn.curve, drawn.best
        self._change(curve=curve, best_smoothing=best if math.isfinite(best) else None)
        wanted, self._wants_best = self._wants_best, None
        if wanted is not None and wanted == self.state.choices and self.state.best_smoothing is not None:
            self._take(replace(wanted, smoothing=self.state.best_smoothing), with_curve=False)
        if self._trains_when_ready:
            self.train()

    def _on_kept(self, replacement: Replacement, before: Choices | None) -> None:
        self._change(problem=None)
        self._ask_kept(None)
        self.model_kept.emit(replacement, before)

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error, is_working=False)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)

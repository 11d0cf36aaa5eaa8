"""The Evaluate page: several models on the same documents, in figures and in curves."""

from __future__ import annotations

from dataclasses import field, replace
from pathlib import Path

from PySide6.QtCore import QLocale, Signal

from app.domain.records import ModelsRevision
from app.pages.evaluation.questions import EvaluationQuestions, EvaluationResult, ModelFigures, View, Yardstick
from app.pages.painted_values import CurvePicture
from app.pages.training.recipe_choices import on_page
from app.qt.jobs import Runner
from app.qt.page_model import PageModel
from app.services.judging.opponents import Contender as Contender
from app.services.judging.opponents import Opponents as Opponents
from nbengine.lazy_dataclasses import dataclass

BUDGETS_S = (60.0, 300.0, 1_800.0)


@dataclass(frozen=True, slots=True)
class EvaluationState:
    """All that the page shows."""

    corpus: str = ""
    revision: ModelsRevision | None = None
    """Of the documents and models that the figures are of."""
    n_documents: int = 0
    yardstick: Yardstick = Yardstick()
    """On which documents models are judged."""
    view: View = View.ROC
    models: tuple[ModelFigures, ...] = ()
    ticked: tuple[str, ...] = ()
    """In the order of their lines."""
    positive: str = ""
    negative: str = ""
    has_spam: bool = False
    has_text: bool = True
    result: EvaluationResult = field(default_factory=EvaluationResult)
    sizes: CurvePicture | None = None
    """Bernoulli against multinomial by the number of words; None before it was asked for."""
    opponents: Opponents | None = None
    """Textbook models and learnt factors beside the model ticked first; None before they were asked for."""
    budget_s: float = BUDGETS_S[0]
    """No other opponent is begun after so long."""
    is_comparing: bool = False
    is_working: bool = False
    problem: Exception | None = None

    def line_of(self, model: str) -> int:
        """Return the style of a model's line, or -1 if it is not ticked."""
        return self.ticked.index(model) if model in self.ticked else -1

    @property
    def views(self) -> tuple[View, ...]:
        """Return the pictures in their order: of more than two labels, all against all come first."""
        return tuple(View) if self.negative else tuple(dict.fromkeys((View.CONFUSION, *View)))

    def offers(self, view: View) -> bool:
        """Return whether a picture says something of these labels and documents."""
        return {View.SPAM: self.has_spam, View.VOCABULARY: self.has_text}.get(view, True)


FIRST = (View.ROC, View.CONFUSION)
"""The pictures that a corpus begins with, by its labels."""


class EvaluationViewModel(PageModel[EvaluationState, EvaluationQuestions]):
    """Decides what the Evaluate page shows."""

    recipe_wanted = Signal(str, object)
    """A corpus, and the recipe to train on it."""

    def __init__(self, runner: Runner, questions: EvaluationQuestions | None = None) -> None:
        super().__init__(runner, "evaluation", EvaluationState(), questions)
        self._worded_in = ""

    def open_workspace(self, questions: EvaluationQuestions) -> None:
        """Answer for another workspace from now on."""
        self.answer_from(questions)
        self._change(
            corpus="", revision=None, models=(), ticked=(), result=EvaluationResult(), sizes=None, opponents=None
        )

    def open_corpus(
        self,
        corpus: str,
        n_documents: int,
        negative: str,
        positive: str,
        *,
        has_spam: bool = False,
        has_text: bool = True,
        revision: ModelsRevision | None = None,
    ) -> None:
        """Judge the models of another corpus, or of the same after a change; of what is as it was the figures stand.

        A picture that says nothing of the corpus gives way to the first, as does the first of another corpus.
        """
        state = self.state
        asked = (state.corpus, state.revision, state.negative, state.positive)
        is_there = bool(state.models) and (bool(state.result.seconds) or not state.ticked)
        has_figures = state.problem is None and (is_there or state.is_working)
        if revision is not None and (corpus, revision, negative, positive) == asked and has_figures:
            return
        self._asker.forget("evaluation", "sizes", "opponents")
        if corpus != state.corpus:
            self._change(models=(), result=EvaluationResult())
        found = replace(
            self.state, corpus=corpus, revision=revision, n_documents=n_documents, negative=negative, positive=positive,
            has_spam=has_spam, has_text=has_text, ticked=(), sizes=None, opponents=None,
        )  # fmt: skip
        is_kept = found.offers(found.view) and (corpus == state.corpus or found.view not in FIRST)
        self.state = found
        self._change(view=found.view if is_kept else found.views[0])
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

    def choose_yardstick(self, yardstick: Yardstick) -> None:
        """Judge on other documents: of the corpus, or of files that have their labels with them."""
        if yardstick.way == "test" or yardstick != self.state.yardstick:
            self._change(yardstick=yardstick)
            self._figure()

    def choose_view(self, view: View) -> None:
        """Show another picture."""
        self._change(view=view)
        if view is View.VOCABULARY and self.state.sizes is None:
            self._try_sizes()
        if view is View.OPPONENTS and self.state.opponents is None and not self.state.is_comparing:
            self.compare()

    def compare(self, budget_s: float | None = None) -> None:
        """Judge the opponents of the model ticked first, or else of the newest, within a time."""
        state = self.state
        budget = budget_s or state.budget_s
        model = next(iter(state.ticked), state.models[0].model if state.models else "")
        self._change(budget_s=budget, opponents=None)
        if model:
            self._ask(
                lambda questions, context: questions.opponents(model, budget, context),
                then=lambda found: self._change(opponents=found, problem=None),
                topic="opponents", flag="is_comparing", lane="long",
                title=self.tr("Judging opponents of %1").replace("%1", model),
            )  # fmt: skip

    def stop_comparing(self) -> None:
        """Begin no other opponent: what was judged by then is shown."""
        self._asker.cancel("opponents")

    def train_proposal(self) -> None:
        """Go to Train with the recipe that the comparison proposes."""
        found = self.state.opponents
        choices = None if found is None or found.proposal is None else on_page(found.proposal.request)
        if found is not None and choices is not None:
            self.recipe_wanted.emit(found.corpus, choices)

    def tick(self, model: str) -> None:
        """Put a model's line into the picture, or take it out."""
        others = tuple(other for other in self.state.ticked if other != model)
        self._change(ticked=others if model in self.state.ticked else (*others, model))
        self._evaluate()

    def export_report(self, path: Path) -> None:
        """Write figures and curves to a file."""
        state = self.state
        self._ask(
            lambda questions, context: questions.export_report(
                state.corpus, state.ticked, state.yardstick, path, context
            ),
            title=self.tr("Exporting the report"), lane="long",
        )  # fmt: skip

    def _figure(self) -> None:
        self._asker.forget("evaluation", "figures")
        corpus, yardstick = self.state.corpus, self.state.yardstick
        if not corpus:
            self._on_figures_found(())
            return
        self._ask(
            lambda questions, context: questions.figures(corpus, yardstick, context),
            then=self._on_figures_found,
            topic="figures", flag="is_working", title=self.tr("Evaluating"), lane="long",
        )  # fmt: skip

    def _evaluate(self) -> None:
        state = self.state
        if not state.ticked:
            self._asker.forget("evaluation")
            self._change(result=EvaluationResult())
            return
        self._worded_in = QLocale().name()
        self._ask(
            lambda questions, context: questions.evaluate(state.corpus, state.ticked, state.yardstick, context),
            then=lambda result: self._change(result=result, problem=None),
            topic="evaluation", flag="is_working", title=self.tr("Evaluating"), lane="long",
        )  # fmt: skip

    def _try_sizes(self) -> None:
        corpus = self.state.corpus
        if not corpus:
            return
        self._worded_in = QLocale().name()
        self._ask(
            lambda questions, context: questions.sizes(corpus, context),
            then=lambda picture: self._change(sizes=picture, problem=None),
            topic="sizes", title=self.tr("Trying sizes of the vocabulary"), lane="long",
        )  # fmt: skip

    def _on_figures_found(self, models: tuple[ModelFigures, ...]) -> None:
        known = {row.model for row in models}
        kept = tuple(model for model in self.state.ticked if model in known)
        self._change(models=models, ticked=kept or tuple(row.model for row in models[:1]), problem=None)
        self._evaluate()

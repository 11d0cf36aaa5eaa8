"""The Evaluate page: several models on the same documents, in figures and in curves."""

from __future__ import annotations

from dataclasses import field, replace
from pathlib import Path

from PySide6.QtCore import QLocale, Signal

from app.domain.records import ModelsRevision
from app.pages.evaluation.questions import EvaluationQuestions, EvaluationResult, ModelFigures, View, Yardstick
from app.pages.painted_values import CurvePicture
from app.pages.training.recipe_choices import on_page
from app.qt.jobs import Progress, Runner
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
    names: tuple[str, ...] = ()
    """The models of the corpus, the newest first; known before their figures are."""
    is_stopped: bool = False
    """A person stopped the test before there was anything to show."""
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
    def has_result(self) -> bool:
        """There are figures to show, of these models judged in this way."""
        return bool(self.models) and bool(not self.ticked or self.result.pictures or self.result.confusions)

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
            corpus="", revision=None, names=(), models=(), ticked=(), result=EvaluationResult(), sizes=None,
            opponents=None, is_stopped=False,
        )  # fmt: skip

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
            self._change(names=(), models=(), result=EvaluationResult())
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
            self._change(yardstick=yardstick, models=(), result=EvaluationResult())  # those are of another test
            self._figure()

    def stop_testing(self) -> None:
        """Stop judging the models."""
        self._asker.cancel("names", "figures", "evaluation")

    def test_again(self) -> None:
        """Judge the models after it was stopped."""
        self._figure()

    def testing_progress(self) -> Progress:
        """Return how far the test of the models is."""
        return self._asker.progress("evaluation" if self._asker.is_waiting("evaluation") else "figures")

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
        self._asker.stop("evaluation", "figures", "names")
        corpus, yardstick = self.state.corpus, self.state.yardstick
        self._change(is_stopped=False)
        if not corpus:
            self._on_figures_found(())
            return

        def known(names: tuple[str, ...]) -> None:
            if not names:
                self._on_figures_found(())
                return
            self.state = replace(self.state, names=names)
            self._ask(
                lambda questions, context: questions.figures(corpus, yardstick, context),
                then=self._on_figures_found, stopped=self._on_stopped,
                topic="figures", flag="is_working", title=self.tr("Evaluating"), lane="long",
            )  # fmt: skip
            self._change()

        # asked on the quick lane: whether there is a model at all is known while an import fills the other
        self._ask(lambda questions, _context: questions.names(corpus), then=known, stopped=self._on_stopped,
                  topic="names", flag="is_working")  # fmt: skip

    def _on_stopped(self) -> None:
        self._change(is_stopped=not self.state.has_result)

    def _evaluate(self) -> None:
        state = self.state
        if not state.ticked:
            self._asker.forget("evaluation")
            self._change(result=EvaluationResult())
            return
        self._worded_in = QLocale().name()
        self._ask(
            lambda questions, context: questions.evaluate(state.corpus, state.ticked, state.yardstick, context),
            then=lambda result: self._change(result=result, problem=None), stopped=self._on_stopped,
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
        names, ticked = tuple(row.model for row in models), kept or tuple(row.model for row in models[:1])
        self._change(names=names, models=models, ticked=ticked, problem=None)
        self._evaluate()

"""Label the rest, seen from the window: how many documents would get a label of the model, and giving it."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.features.sort.use_cases import ONE_IN as ONE_IN
from app.features.sort.use_cases import RestPlan as RestPlan
from app.features.sort.use_cases import RestReport as RestReport
from app.features.sort.use_cases import label_rest, plan_rest
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.store.workspace import Place
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RestState:
    """All that the dialog shows."""

    corpus: str = ""
    model: str = ""
    one_in: int = ONE_IN[0]
    """At most one label in so many is expected to be wrong."""
    plan: RestPlan | None = None
    """None while the documents are judged."""
    is_planning: bool = False
    problem: Exception | None = None

    @property
    def can_start(self) -> bool:
        """Return whether the plan is up to date and gives any labels."""
        return self.plan is not None and self.plan.n_labelled > 0 and not self.is_planning


class RestViewModel(PageModel[RestState, Place]):
    """Plans which documents get a label of the model, and gives it to them."""

    labelled = Signal(object)
    """A `RestReport`: documents have labels of the model now."""
    failed = Signal(object)
    """An exception: no label was given."""

    def __init__(self, runner: Runner, workspace: Place) -> None:
        super().__init__(runner, "rest", RestState(), workspace)

    def begin(self, corpus: str, model: str) -> None:
        """Judge the documents of a corpus that have no label."""
        self._change(corpus=corpus, model=model, plan=None, problem=None)
        self._plan()

    def choose_limit(self, one_in: int) -> None:
        """Accept at most one wrong label in so many."""
        self._change(one_in=one_in)
        self._plan()

    def start(self) -> None:
        """Give the labels of the plan that is shown."""
        plan = self.state.plan
        if plan is None or not self.state.can_start:
            return

        def given(report: RestReport) -> None:
            self.labelled.emit(report)

        self._ask(
            lambda place, context: label_rest(place, plan, context), then=given, failed=self.failed.emit,
            title=self.tr("Labelling the rest"), lane="long",
        )  # fmt: skip

    def _plan(self) -> None:
        state = self.state
        self._ask(
            lambda place, context: plan_rest(place, state.corpus, state.model or None, state.one_in, context),
            then=lambda plan: self._change(plan=plan, problem=None),
            failed=lambda error: self._change(plan=None, problem=error),
            topic="plan", flag="is_planning", lane="long",
        )  # fmt: skip

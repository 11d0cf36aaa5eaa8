"""The proposal of Auto beside the present recipe, and how the two judge the same documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from app.domain.jobs import JobContext
from app.pages.painted_values import labels_of
from app.pages.training.recipe_choices import asked
from app.pages.training.state import better
from app.qt.jobs import Runner
from app.qt.page_model import PageModel
from app.services.training.recipe_disagreements import AllJudgedOtherwise as AllJudgedOtherwise
from app.services.training.recipe_disagreements import judged_otherwise
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.recipe_workbench import JudgedRecipe as JudgedRecipe
from app.services.training.recipe_workbench import LiveTraining, McNemar, difference
from app.store.workspace import Place, reading
from nbengine.lazy_dataclasses import dataclass

NONE_OTHERWISE = AllJudgedOtherwise()


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """Two recipes for a corpus, and what each gives on documents that it has not seen."""

    corpus: str
    mine: RecipeRequest
    best: RecipeRequest
    of_mine: JudgedRecipe
    of_best: JudgedRecipe
    otherwise: AllJudgedOtherwise = NONE_OTHERWISE
    """The documents that change: first is the present recipe, second the proposed one."""
    colours: Mapping[str, int] = field(default_factory=dict)
    """Of each label."""

    @property
    def is_better(self) -> bool:
        """More documents are judged right by it, or as many with more of the probability on what is right."""
        mine, best = self.of_mine.evaluation, self.of_best.evaluation
        return (best.accuracy, -best.log_loss) > (mine.accuracy, -mine.log_loss)

    @property
    def difference(self) -> McNemar:
        """Return which of the two is right where they differ, and whether that could be chance."""
        return difference(self.of_mine, self.of_best)


@dataclass(frozen=True, slots=True)
class ProposalState:
    """All that the page shows of it."""

    is_searching: bool = False
    proposal: Proposal | None = None
    problem: Exception | None = None


class ProposalViewModel(PageModel[ProposalState, Place]):
    """Looks for a better recipe; nothing is changed by it."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner, "proposal", ProposalState())

    def search(self, corpus: str, chosen: RecipeRequest) -> None:
        """Try what Auto can choose, beside the recipe on the page."""
        self._change(problem=None)
        self._ask(
            lambda place, context: proposal_for(place, corpus, chosen, context),
            then=lambda found: self._change(proposal=found), stopped=self.drop, topic="proposal", flag="is_searching",
            title=self.tr("Looking for a better recipe for %1").replace("%1", corpus), lane="long",
            loses_work=True,
        )  # fmt: skip

    def drop(self) -> None:
        """Keep the recipe on the page."""
        self._asker.stop("proposal")
        if self.state != ProposalState():
            self._change(proposal=None, problem=None)


def proposal_for(place: Place, corpus: str, chosen: RecipeRequest, context: JobContext) -> Proposal:
    """Find what leave-one-out likes best, and judge by it and by the present choices.

    A recipe with a part that the page has no control for is no proposal: nobody could see what it is.
    """
    best = better(place, corpus, chosen, context)
    live = LiveTraining(place)
    mine = live.result(corpus, asked(chosen), context)
    then = live.result(corpus, asked(best), context)
    with reading(place) as workspace:
        colours = {label.name: label.colour for label in labels_of(workspace, corpus)}
    return Proposal(corpus, chosen, best, mine, then, judged_otherwise(place, mine, then), colours)

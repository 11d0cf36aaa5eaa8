"""The proposal of Auto beside the present recipe, and how the two judge the same documents."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field

from app.domain.jobs import JobContext
from app.pages.painted_values import labels_of
from app.pages.training.recipe_choices import asked, with_slider_at, without_slider
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
class PointOfCurve:
    """The best point of the curve over the slider, judged like the recipe on the page."""

    request: RecipeRequest
    result: JudgedRecipe
    n_judged: int = 0
    """The number of documents that the curve itself was computed on, where not all of them were."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """Two recipes for a corpus, and what each gives on documents that it has not seen."""

    corpus: str
    mine: RecipeRequest
    best: RecipeRequest
    of_mine: JudgedRecipe
    of_best: JudgedRecipe
    is_better: bool = False
    """More documents are judged right by it, or as many with a lower log loss; or it is the best point of the curve
    over the slider of the present recipe, by the rule of the curve."""
    of_curve: PointOfCurve | None = None
    otherwise: AllJudgedOtherwise = NONE_OTHERWISE
    """The documents that change: first is the present recipe, second the proposed one."""
    colours: Mapping[str, int] = field(default_factory=dict)
    """Of each label."""

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
    """Look for a better recipe: Auto's own choice and the present one, each at the best point of its curve.

    The curve on the page is computed by the same function, so Auto tries what the page calls best. All are compared by
    the same figures: those of `LiveTraining.result`, on the same documents.

    A recipe with a part that the page has no control for is no proposal: nobody could see what it is.
    """
    live = LiveTraining(place)
    mine = live.result(corpus, asked(chosen), context)
    own = best_of_curve(live, corpus, chosen, mine, context)
    auto = better(place, corpus, chosen, context)
    others = [own]
    if without_slider(auto) != without_slider(chosen):
        others.append(best_of_curve(live, corpus, auto, None, context))
    improvements = [
        point
        for point in others
        if merit(point.result) > merit(mine) or (point is own and is_preferred(own.result, mine))
    ]
    best = max(improvements or others, key=lambda point: merit(point.result))
    if others[-1] in improvements and others[-1].result.judged_by != own.result.judged_by:
        best = others[-1]  # such as a filter, whose replay is the harder test: its figures say nothing against it
    with reading(place) as workspace:
        colours = {label.name: label.colour for label in labels_of(workspace, corpus)}
    return Proposal(
        corpus=corpus,
        mine=chosen,
        best=best.request,
        of_mine=mine,
        of_best=best.result,
        is_better=bool(improvements),
        of_curve=own if asked(own.request) != asked(chosen) else None,
        otherwise=judged_otherwise(place, mine, best.result),
        colours=colours,
    )


def best_of_curve(
    live: LiveTraining, corpus: str, request: RecipeRequest, result: JudgedRecipe | None, context: JobContext
) -> PointOfCurve:
    """Judge a recipe at the best point of its curve; as it is, where it has no curve."""
    curve = live.curve(corpus, asked(request), context)
    best = with_slider_at(request, curve.best) if curve.values and math.isfinite(curve.best) else request
    if result is None or asked(best) != asked(request):
        result = live.result(corpus, asked(best), context)
    return PointOfCurve(best, result, curve.n_judged)


def merit(result: JudgedRecipe) -> tuple[float, float]:
    """The share right, and where that is equal the log loss."""
    return result.evaluation.accuracy, -result.evaluation.log_loss


def is_preferred(best: JudgedRecipe, mine: JudgedRecipe) -> bool:
    """Return whether the curve prefers a point: chance could make the difference, and its log loss is lower."""
    found = difference(mine, best)
    apart, differ = found.only_first_right - found.only_second_right, found.only_first_right + found.only_second_right
    return apart**2 <= differ and best.evaluation.log_loss < mine.evaluation.log_loss

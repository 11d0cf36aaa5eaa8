"""The Train page: the recipe, and what it would give, by leave-one-out, while it is being chosen."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.domain.jobs import JobContext
from app.domain.records import DocumentsRevision
from app.domain.results import LiveCurve
from app.domain.sheet_words import event_model_words
from app.features.train.training import TrainingOrder
from app.features.train.workbench import AllJudgedOtherwise as AllJudgedOtherwise
from app.features.train.workbench import JudgedRecipe as JudgedRecipe
from app.features.train.workbench import KeptRecipe as KeptRecipe
from app.features.train.workbench import (
    LiveTraining,
    McNemar,
    Removed,
    Replacement,
    best_request,
    difference,
    judged_otherwise,
    keep_recipe,
    kept_recipes,
    put_back,
    remove_kept,
    take_back_training,
    train_anew,
)
from app.features.train.workbench import Mistake as Mistake
from app.kit import wording
from app.kit.frame import FrameViewModel
from app.kit.jobs import Lane, Progress, Runner
from app.kit.page_model import Asker, PageModel
from app.kit.painted_values import Label, colours_of, labels_of
from app.library.recipes import FILTER as FILTER
from app.library.recipes import (
    LITTLE_SMOOTHING,
    can_be_filtered,
    fitted_event_models,
    table_event_models,
    text_event_models,
    textless_event_models,
)
from app.library.recipes import RecipeRequest as RecipeRequest
from app.store.workspace import NO_WORKSPACE, Place, reading
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.recipe_choice import FEW_FOR_FOLDS

TEXTBOOK = tuple(name for name in text_event_models() if name not in fitted_event_models())
EVENT_MODELS = (*fitted_event_models(), *TEXTBOOK)
MIXED_BY_PRESENCE = "mixed-bernoulli"
"""Mixed, where text takes part by which words are there, and not by how often."""
TABLE_EVENT_MODELS = (*table_event_models(), MIXED_BY_PRESENCE)
FOR_TABLES = (*fitted_event_models(), *TABLE_EVENT_MODELS)
"""Those that read tables; learnt factors take their cells for words."""
AUTO = "auto"
USUAL_RIDGE, USUAL_SHORTEST = 1.0, 2
"""The ridge of learnt factors, and the length of the shortest words."""
MOST_SMOOTHING = 10.0
STOP_WORDS = ("", "en", "ru", "zh", "de", "fr", "es", "it", "pt", "nl", "sv", "pl")
"""Languages whose commonest words can be left out."""
STEMS = ("", "english", "russian", "german", "french", "spanish", "italian", "portuguese", "dutch", "swedish")
"""Languages whose words can be reduced to their stems."""
USUAL = RecipeRequest(event_model=TEXTBOOK[0], smoothing="0.1", vocabulary="all")
"""The page before anything is chosen: a request in which nothing is left open but what documents decide."""
CONTROLS = (
    "tokens", "lower", "min_length", "ngrams", "stop_words", "stem", "min_df", "event_model", "mixed_text", "smoothing",
    "prior", "vocabulary", "rank_words_by", "binary", "tfidf", "ridge", "ridge_by_ratio",
)  # fmt: skip
"""The parts of a request that the page shows of a model that was kept."""


@dataclass(frozen=True, slots=True)
class DefaultRecipe:
    """The recipe that a corpus begins with that has nothing kept yet."""

    event_model: str = fitted_event_models()[0]
    """Empty: whatever leave-one-out likes best, with everything else; that takes a while."""
    smoothing: float | None = None
    """None: the one that leave-one-out likes best."""

    @property
    def note(self) -> str:
        """Write the recipe as the settings remember it."""
        return f"{self.event_model or AUTO} {AUTO if self.smoothing is None else repr(self.smoothing)}"


def default_recipe(note: str) -> DefaultRecipe:
    """Read what the settings remember; what is not understood is as it was at first."""
    event_model, _, smoothing = note.partition(" ")
    usual = DefaultRecipe()
    known = event_model if event_model in EVENT_MODELS else "" if event_model == AUTO else usual.event_model
    try:
        value = None if smoothing in ("", AUTO) else float(smoothing)
    except ValueError:
        value = usual.smoothing
    return DefaultRecipe(known, value if value is None or 0 <= value <= MOST_SMOOTHING else usual.smoothing)


def asked(chosen: RecipeRequest) -> RecipeRequest:
    """The request for what is chosen, as the services keep it: without what has no say under its event model."""
    if chosen.event_model == FILTER:
        return RecipeRequest(event_model=FILTER, protected=chosen.protected, trusted_servers=chosen.trusted_servers)
    fits = is_fitted(chosen)
    return replace(
        chosen,
        smoothing=repr(LITTLE_SMOOTHING) if fits and not float(chosen.smoothing) else chosen.smoothing,
        ridge=chosen.ridge if fits and chosen.ridge != USUAL_RIDGE else None,
        ridge_by_ratio=chosen.ridge_by_ratio or not fits,
        unknown_word=counts_unknown(chosen),
        protected=(),
        trusted_servers=(),
    )


def on_page(request: RecipeRequest | None) -> RecipeRequest | None:
    """A request as the page shows it; None where the page has no control for a part of it."""
    if request is None:
        return None
    if request.event_model == FILTER:
        protected, trusted = request.protected, request.trusted_servers
        chosen = replace(USUAL, event_model=FILTER, protected=protected, trusted_servers=trusted)
        return chosen if can_be_filtered([request.spam_label or "spam"]) else None
    chosen = replace(USUAL, **{name: getattr(request, name) for name in CONTROLS})
    if is_limited(request) != bool(request.unknown_word):
        chosen = replace(chosen, unknown_word=request.unknown_word)
    has_controls = (
        (request.stem or "") in STEMS
        and (request.stop_words or "") in STOP_WORDS
        and not isinstance(request.min_df, float)
        and (request.ngrams or (1, 1))[0] == 1
        and not (request.is_auto_model or request.is_auto_smoothing)
    )
    return chosen if has_controls and asked(chosen) == request else None


def is_fitted(request: RecipeRequest) -> bool:
    """Factors are learnt, so that the ridge is there to be chosen in place of the smoothing."""
    return request.event_model in fitted_event_models()


def is_limited(request: RecipeRequest) -> bool:
    """Not all words are kept, so that there are unknown ones."""
    return request.vocabulary != "all" or request.word_list is not None or request.min_df is not None


def counts_unknown(request: RecipeRequest) -> bool:
    """Tell whether unknown words count as one: by default in a limited vocabulary, else where that is asked for."""
    if is_limited(request):
        return request.unknown_word is not False
    return is_fitted(request) and bool(request.unknown_word)


def beginning_with(event_model: str, request: RecipeRequest, n_documents: int) -> RecipeRequest:
    """The request for this event model; learnt factors as they suit so many documents."""
    request = replace(request, event_model=event_model)
    are_few = is_fitted(request) and n_documents <= FEW_FOR_FOLDS
    return replace(request, ridge_by_ratio=False, unknown_word=True) if are_few else request


def ridge_of(request: RecipeRequest) -> float:
    """The weight of the ridge that holds learnt factors."""
    return USUAL_RIDGE if request.ridge is None else request.ridge


def without_slider(request: RecipeRequest) -> RecipeRequest:
    """Everything but the value of the slider: two requests that agree in it have the same curve."""
    told = asked(request)
    return replace(told, ridge=None) if is_fitted(told) else replace(told, smoothing="")


def with_slider_at(request: RecipeRequest, value: float) -> RecipeRequest:
    """The same choices with the slider at another value."""
    return replace(request, ridge=value) if is_fitted(request) else replace(request, smoothing=repr(value))


def words_of(request: RecipeRequest) -> tuple[object, ...]:
    """The part that says what a word is: where it changes, the documents are counted anew."""
    text = (request.tokens, request.lower, request.min_length, request.ngrams, request.stop_words, request.stem)
    is_filter = request.event_model == FILTER
    trusted = request.trusted_servers if is_filter else ()
    return (*text, request.event_model in textless_event_models(), is_filter, trusted)


def event_model_shown(event_model: str, mixed_text: str) -> str:
    """The event model as the page offers it."""
    return MIXED_BY_PRESENCE if (event_model, mixed_text) == ("mixed", "bernoulli") else event_model


def event_model_chosen(name: str) -> dict[str, str]:
    """The parts of a request that an event model of the page comes to."""
    if name == MIXED_BY_PRESENCE:
        return {"event_model": "mixed", "mixed_text": "bernoulli"}
    return {"event_model": name, "mixed_text": USUAL.mixed_text}


def kept_event_model(kept: KeptRecipe) -> str:
    """The event model of a kept recipe as the page offers it; a filter stands in place of one."""
    return FILTER if kept.recipe.learner else event_model_shown(kept.recipe.event_model, kept.recipe.mixed_text)


def event_model_name(event_model: str) -> str:
    """The name by itself, as in a list; an event model that nobody has named is called as in recipes."""
    if event_model == FILTER:
        return QCoreApplication.translate("event_model_names", "Filter")
    name = QCoreApplication.translate("sheet", event_model_words(event_model))
    return name[:1].upper() + name[1:]


@dataclass(frozen=True, slots=True)
class TrainingState:
    """All that the page shows."""

    corpus: str = ""
    is_table: bool = False
    has_text: bool = True
    revision: DocumentsRevision | None = None
    """Of the documents that the figures are of."""
    n_documents: int = 0
    labels: tuple[Label, ...] = ()
    choices: RecipeRequest = USUAL
    """Also what has no say under the event model of the moment, for when another is chosen."""
    result: JudgedRecipe | None = None
    curve: LiveCurve = field(default_factory=LiveCurve)
    is_working: bool = False
    """A newer result is on its way; the last one shows dimmed if it takes long."""
    is_keeping: bool = False
    is_uncounted: bool = False
    """The words of these choices were never counted, and counting them was stopped."""
    kept: tuple[KeptRecipe, ...] = ()
    cell: tuple[int, int] | None = None
    """The cell of the confusion matrix whose documents are listed."""
    mistakes: tuple[Mistake, ...] | None = None
    """Every mistake of the cell, or of the whole result; None while only the surest of all are known."""
    is_drawing: bool = False
    """The curve is being computed."""
    is_curve_due: bool = False
    """The curve of these choices is not known yet."""
    problem: Exception | None = None

    @property
    def event_model(self) -> str:
        """The event model that is chosen, as the page offers it."""
        return event_model_shown(self.choices.event_model, self.choices.mixed_text)

    @property
    def is_fitted(self) -> bool:
        """Factors are learnt, so that the slider is that of the ridge."""
        return is_fitted(self.choices)

    @property
    def smoothing(self) -> float:
        """The smoothing that is chosen, or the ridge of learnt factors."""
        return ridge_of(self.choices) if self.is_fitted else float(self.choices.smoothing)

    @property
    def best_smoothing(self) -> float | None:
        """The smoothing, or the ridge, that judges best; None while it is not known."""
        return self.curve.best if math.isfinite(self.curve.best) else None

    @property
    def is_filter(self) -> bool:
        """A filter stands in place of an event model."""
        return self.choices.event_model == FILTER

    @property
    def colours(self) -> dict[str, int]:
        """The colours of all labels that were judged."""
        names = (
            () if self.result is None else tuple(dict.fromkeys((*self.result.evaluation.labels, *self.result.names)))
        )
        return dict(zip(names, colours_of(self.labels, names), strict=True))

    @property
    def wrong_shown(self) -> tuple[Mistake, ...]:
        """The documents judged wrong, of the chosen cell or all; the surest of them until all are known."""
        if self.mistakes is not None and self.result is not None:
            return self.mistakes
        if self.result is None or self.cell is None:
            return () if self.result is None else self.result.wrong
        truth, judged = (self.result.evaluation.labels[number] for number in self.cell)
        return tuple(each for each in self.result.wrong if (each.label, each.judged) == (truth, judged))

    @property
    def n_wrong(self) -> int:
        """The number of documents judged wrong, of the chosen cell or all: as the matrix counts them."""
        if self.result is None or self.cell is None:
            return 0 if self.result is None else self.result.n_wrong
        truth, judged = self.cell
        return 0 if truth == judged else int(self.result.evaluation.confusion[truth, judged])

    @property
    def awaits_curve(self) -> bool:
        """The curve of these choices is on its way, and none can be shown."""
        return self.is_curve_due and not self.is_filter and (self.is_drawing or self.is_working or self.is_keeping)

    @property
    def model_in_use(self) -> KeptRecipe | None:
        """The model of the corpus that was trained last."""
        return next((row for row in self.kept if row.is_model), None)

    @property
    def is_trained(self) -> bool:
        """The model in use has the recipe on the page."""
        shown = None if self.model_in_use is None else on_page(self.model_in_use.request)
        return shown is not None and asked(shown) == asked(self.choices)

    @property
    def has_filter(self) -> bool:
        """One of the labels is named like spam: a filter can keep it from all others."""
        return self.can_train and not self.is_table and can_be_filtered([label.name for label in self.labels])

    @property
    def begins_with_filter(self) -> bool:
        """There is no doubt which label a filter would keep from the others."""
        named = sum(can_be_filtered([label.name]) for label in self.labels)
        return self.has_filter and (named == 1 or len(self.labels) == 2)

    @property
    def protectable(self) -> tuple[str, ...]:
        """The labels that a filter may be told to protect, those among them that there are no more."""
        named = tuple(label.name for label in self.labels if not can_be_filtered([label.name]))
        return tuple(dict.fromkeys((*named, *self.choices.protected)))

    @property
    def can_train(self) -> bool:
        """Two labels with documents make a model."""
        return sum(label.n_documents > 0 for label in self.labels) >= 2


class TrainingQuestions(LiveTraining):
    """Answers for one open workspace: the live figures of the services, and what is kept."""

    def keep(self, corpus: str, name: str, request: RecipeRequest, context: JobContext) -> Replacement:
        """Train a model by a recipe and keep it under a name, or under the one that its corpus gives it."""
        replacement = train_anew(self.place, TrainingOrder(request, corpus, name or None), context)
        self.keep_evaluation(corpus, request)
        return replacement

    def choose(self, corpus: str, chosen: RecipeRequest, context: JobContext) -> RecipeRequest:
        """Find what leave-one-out likes best, as the page shows it."""
        return better(self.place, corpus, chosen, context)

    def kept(self, corpus: str, _context: JobContext) -> tuple[KeptRecipe, ...]:
        """Models and recipes of a corpus with what they were worth."""
        return kept_recipes(self.place, corpus)

    def keep_recipe(self, corpus: str, name: str, request: RecipeRequest, context: JobContext) -> str:
        """Keep a recipe with what it is worth now."""
        judged = self.result(corpus, request, context)
        return keep_recipe(self.place, corpus, name, self.recipe(corpus, request), judged.evaluation)

    def remove_kept(self, corpus: str, row: KeptRecipe, context: JobContext) -> Removed:
        """Remove a recipe or a model, and return what puts it back."""
        return remove_kept(self.place, corpus, row.name, row.is_model, context)

    def put_back(self, removed: Removed, context: JobContext) -> str:
        """Keep again what was removed."""
        return put_back(self.place, removed, context)


def better(place: Place, corpus: str, chosen: RecipeRequest, context: JobContext) -> RecipeRequest:
    """Find what leave-one-out likes best; what is chosen itself where the page has no control for a part of that.

    All is open but what a filter on the page protects and trusts: no search for a better recipe gives that up.
    """
    mine = asked(chosen)
    wished = RecipeRequest(protected=mine.protected, trusted_servers=mine.trusted_servers)
    return on_page(best_request(place, corpus, wished, context)) or chosen


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
        colours = {label.name: label.colour for label in labels_of(workspace.labels.all(corpus))}
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


class Trainings(QObject):
    """Trains models in place of others, and takes that back."""

    model_changed = Signal(str)
    """The name of the model in use now; empty where it is gone."""

    def __init__(self, runner: Runner, frame: FrameViewModel, page: TrainingViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._frame, self._page = frame, page
        self._asker = Asker(runner, "trainings", failed=lambda error: frame.change(problem=error))
        self.workspace: Place = NO_WORKSPACE

    def show(self, replacement: Replacement, before: RecipeRequest | None) -> None:
        """Work with a model that was trained, and offer to undo that; the page goes back to what it showed before."""
        place = self.workspace

        def taken_back(model: str) -> None:
            self._page.take_recipe(replacement.report.corpus, before)
            self.model_changed.emit(model)
            words = self.tr("“%1” was deleted") if replacement.before is None else self.tr("“%1” is as it was before")
            self._frame.say(words.replace("%1", replacement.report.model))

        def take_back() -> None:
            self._asker.ask(
                lambda context: take_back_training(place, replacement, context), then=taken_back, lane="long"
            )

        self.model_changed.emit(replacement.report.model)
        self._frame.offer(self._sentence(replacement), self.tr("Undo"), take_back, does_undo=True)

    def _sentence(self, replacement: Replacement) -> str:
        report, kept = replacement.report, replacement.kept
        event_model = FILTER if kept is not None and kept.recipe.learner else report.event_model
        words = self.tr("“%1” is kept") if replacement.before is None else self.tr("“%1” is trained anew")
        facts = [words.replace("%1", report.model), event_model_name(event_model)]
        has_alpha = report.smoothing > 0 and event_model != FILTER
        facts += [f"α = {wording.smoothing(report.smoothing)}"] if has_alpha else []
        right = self.tr("%1 right without having seen it")
        facts += [] if report.accuracy is None else [right.replace("%1", wording.percent(report.accuracy))]
        return wording.joined(facts)

"""View models of the Train page: the chosen recipe, its figures on held-out documents, and proposals for a better
recipe.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.domain.jobs import JobContext
from app.domain.records import DocumentsRevision
from app.domain.results import SmoothingCurve, UnlabelledEffect
from app.domain.sheet_words import event_model_name_in_sentence
from app.features.train.training import TrainingOrder
from app.features.train.workbench import (
    ByDateComparison,
    McNemarResult,
    RecipeEvaluator,
    RemovedRecipe,
    TrainingReplacement,
    best_request,
    compare_by_mcnemar,
    compare_recipes,
    keep_recipe,
    list_saved_recipes,
    remove_saved,
    restore_removed,
    train_with_undo,
    undo_training,
)
from app.features.train.workbench import JudgedRecipe as JudgedRecipe
from app.features.train.workbench import Mistake as Mistake
from app.features.train.workbench import RecipeDisagreements as RecipeDisagreements
from app.features.train.workbench import SavedRecipe as SavedRecipe
from app.kit import wording
from app.kit.frame import FrameViewModel
from app.kit.jobs import Lane, Progress, Runner
from app.kit.page_model import PageModel, RequestSender
from app.kit.painted_values import Label, colours_of_names, labels_from_records
from app.library.recipes import FILTER as FILTER
from app.library.recipes import (
    LOW_SMOOTHING,
    USE,
    fitted_event_models,
    has_spam_label,
    table_event_models,
    text_event_models,
    textless_event_models,
)
from app.library.recipes import RecipeRequest as RecipeRequest
from app.store.workspace import NO_WORKSPACE, WorkspaceSource, open_for_reading
from nbengine.measure.choosing import FEW_FOR_FOLDS

TEXTBOOK = tuple(name for name in text_event_models() if name not in fitted_event_models())
"""Text event models without learnt factors."""
EVENT_MODELS = (*fitted_event_models(), *TEXTBOOK)
MIXED_BY_PRESENCE = "mixed-bernoulli"
"""The mixed event model in which the words of a text count as present or absent."""
TABLE_EVENT_MODELS = (*table_event_models(), MIXED_BY_PRESENCE)
EVENT_MODELS_FOR_TABLES = (*fitted_event_models(), *TABLE_EVENT_MODELS)
"""Event models for tables. Learnt factors read each cell as a word."""
AUTO = "auto"
USUAL_RIDGE, USUAL_SHORTEST = 1.0, 2
"""Defaults: the ridge of learnt factors, and the minimum length of a word in characters."""
MAX_SMOOTHING = 10.0
STOP_WORD_LANGUAGES = ("", "en", "ru", "zh", "de", "fr", "es", "it", "pt", "nl", "sv", "pl")
"""Languages with a stop word list."""
STEMMER_LANGUAGES = (
    "",
    "english",
    "russian",
    "german",
    "french",
    "spanish",
    "italian",
    "portuguese",
    "dutch",
    "swedish",
)
"""Languages with a stemmer."""
INITIAL_REQUEST = RecipeRequest(event_model=TEXTBOOK[0], smoothing="0.1", vocabulary="all")
"""Initial request of the page. It leaves open only fields that depend on the documents."""
FIELDS_WITH_CONTROLS = (
    "tokens", "lower", "min_length", "ngrams", "stop_words", "stem", "min_df", "event_model", "mixed_text", "smoothing",
    "prior", "vocabulary", "rank_words_by", "binary", "tfidf", "ridge", "ridge_by_ratio",
)  # fmt: skip
"""Fields of a recipe request that have a control on the page."""


@dataclass(frozen=True, slots=True)
class DefaultRecipe:
    """The recipe that the page proposes for a corpus without saved models or recipes."""

    event_model: str = fitted_event_models()[0]
    """Empty to choose the event model and everything else by held-out results, which takes a while."""
    smoothing: float | None = None
    """None to choose the smoothing by held-out results."""

    @property
    def has_smoothing(self) -> bool:
        """Whether the event model has a smoothing to choose. Learnt factors have a ridge instead."""
        return self.event_model not in fitted_event_models()

    @property
    def note(self) -> str:
        """The recipe as text, in the form that is stored in the settings."""
        return f"{self.event_model or AUTO} {AUTO if self.smoothing is None else repr(self.smoothing)}"


def default_recipe(note: str) -> DefaultRecipe:
    """Parse a default recipe from the settings. Invalid parts get their default values."""
    event_model, _, smoothing = note.partition(" ")
    usual = DefaultRecipe()
    known = event_model if event_model in EVENT_MODELS else "" if event_model == AUTO else usual.event_model
    try:
        value = None if smoothing in ("", AUTO) else float(smoothing)
    except ValueError:
        value = usual.smoothing
    return DefaultRecipe(known, value if value is None or 0 <= value <= MAX_SMOOTHING else usual.smoothing)


def effective_request(chosen: RecipeRequest) -> RecipeRequest:
    """Return the request without the fields that its event model ignores."""
    if chosen.event_model == FILTER:
        return RecipeRequest(event_model=FILTER, protected=chosen.protected, trusted_servers=chosen.trusted_servers)
    fits = is_fitted(chosen)
    return replace(
        chosen,
        smoothing=repr(LOW_SMOOTHING) if fits and not float(chosen.smoothing) else chosen.smoothing,
        ridge=chosen.ridge if fits and chosen.ridge != USUAL_RIDGE else None,
        ridge_by_ratio=chosen.ridge_by_ratio or not fits,
        unknown_word=counts_unknown(chosen),
        protected=(),
        trusted_servers=(),
    )


def request_on_page(request: RecipeRequest | None) -> RecipeRequest | None:
    """Return the request with the values that the page shows; None if the page has no control for a part of the
    request.
    """
    if request is None:
        return None
    if request.event_model == FILTER:
        protected, trusted = request.protected, request.trusted_servers
        chosen = replace(INITIAL_REQUEST, event_model=FILTER, protected=protected, trusted_servers=trusted)
        return chosen if has_spam_label([request.spam_label or "spam"]) else None
    if request.unlabelled == USE:
        request = replace(request, unlabelled=AUTO)  # the page leaves this to held-out documents
    chosen = replace(INITIAL_REQUEST, **{name: getattr(request, name) for name in FIELDS_WITH_CONTROLS})
    if is_limited(request) != bool(request.unknown_word):
        chosen = replace(chosen, unknown_word=request.unknown_word)
    has_controls = (
        (request.stem or "") in STEMMER_LANGUAGES
        and (request.stop_words or "") in STOP_WORD_LANGUAGES
        and not isinstance(request.min_df, float)
        and (request.ngrams or (1, 1))[0] == 1
        and not (request.is_auto_model or request.is_auto_smoothing)
    )
    return chosen if has_controls and effective_request(chosen) == request else None


def is_fitted(request: RecipeRequest) -> bool:
    """Return whether the event model has learnt factors, so that the slider sets the ridge instead of the smoothing."""
    return request.event_model in fitted_event_models()


def is_limited(request: RecipeRequest) -> bool:
    """Return whether the vocabulary is limited, so that there are unknown words."""
    return request.vocabulary != "all" or request.word_list is not None or request.min_df is not None


def counts_unknown(request: RecipeRequest) -> bool:
    """Return whether unknown words count as one word: by default if the vocabulary is limited, else only on request."""
    if is_limited(request):
        return request.unknown_word is not False
    return is_fitted(request) and bool(request.unknown_word)


def initial_request(event_model: str, request: RecipeRequest, n_documents: int) -> RecipeRequest:
    """Return the request with this event model, and with settings that fit the number of documents."""
    request = replace(request, event_model=event_model)
    are_few = is_fitted(request) and n_documents <= FEW_FOR_FOLDS
    return replace(request, ridge_by_ratio=False, unknown_word=True) if are_few else request


def ridge_of(request: RecipeRequest) -> float:
    """Return the ridge of the request, or the default."""
    return USUAL_RIDGE if request.ridge is None else request.ridge


def without_slider_value(request: RecipeRequest) -> RecipeRequest:
    """Return the request without the value of the slider. It serves as the cache key of the curve over all values."""
    told = effective_request(request)
    return replace(told, ridge=None) if is_fitted(told) else replace(told, smoothing="")


def set_slider_value(request: RecipeRequest, value: float) -> RecipeRequest:
    """Return the request with another slider value."""
    return replace(request, ridge=value) if is_fitted(request) else replace(request, smoothing=repr(value))


def token_fields_of(request: RecipeRequest) -> tuple[object, ...]:
    """Return the request fields that define tokens. If one of them changes, the documents must be tokenized again."""
    text = (request.tokens, request.lower, request.min_length, request.ngrams, request.stop_words, request.stem)
    is_filter = request.event_model == FILTER
    trusted = request.trusted_servers if is_filter else ()
    return (*text, request.event_model in textless_event_models(), is_filter, trusted)


def event_model_on_page(event_model: str, mixed_text: str) -> str:
    """Return the name that the page uses for an event model. `mixed_text` is the text part of a mixed event model."""
    return MIXED_BY_PRESENCE if (event_model, mixed_text) == ("mixed", "bernoulli") else event_model


def fields_of_event_model(name: str) -> dict[str, str]:
    """Return the request fields that select an event model of the page."""
    if name == MIXED_BY_PRESENCE:
        return {"event_model": "mixed", "mixed_text": "bernoulli"}
    return {"event_model": name, "mixed_text": INITIAL_REQUEST.mixed_text}


def event_model_of_saved(kept: SavedRecipe) -> str:
    """Return the name that the page uses for the event model of a saved recipe; FILTER for filters."""
    return FILTER if kept.recipe.learner else event_model_on_page(kept.recipe.event_model, kept.recipe.mixed_text)


def event_model_name(event_model: str) -> str:
    """Return the translated name of an event model."""
    if event_model == FILTER:
        return QCoreApplication.translate("event_model_names", "Filter")
    name = QCoreApplication.translate("sheet", event_model_name_in_sentence(event_model))
    return name[:1].upper() + name[1:]


class ProgramChange(Enum):
    """A change of the settings on the page that the user did not make."""

    BEST_VALUE = "best value"
    """The slider was moved to its best value."""
    BEST_SETTINGS = "best settings"
    """All settings were chosen by tests on held-out documents."""
    RESTORED = "restored"
    """The settings that were tested last were restored, because the test of other ones did not end."""


@dataclass(frozen=True, slots=True)
class TrainingState:
    """State of the Train page."""

    corpus: str = ""
    is_table: bool = False
    has_text: bool = True
    revision: DocumentsRevision | None = None
    """Revision of the documents for which the figures were computed; None if unknown."""
    n_documents: int = 0
    labels: tuple[Label, ...] = ()
    choices: RecipeRequest = INITIAL_REQUEST
    """The recipe request on the page.

    Fields that the current event model ignores keep their values for other models.
    """
    program_change: ProgramChange | None = None
    """How the program itself changed the settings last; None if the user changed them since."""
    result: JudgedRecipe | None = None
    result_request: RecipeRequest | None = None
    """The request that `result` evaluates."""
    is_first_answer: bool = False
    """True if `result` is that of the quick multinomial recipe, while the chosen recipe is still being evaluated."""
    curve: SmoothingCurve = field(default_factory=SmoothingCurve)
    is_working: bool = False
    """True while a newer result is being computed. The old result is dimmed if that takes long."""
    is_training: bool = False
    """True while a model is being trained and saved."""
    is_tokenizing_stopped: bool = False
    """True if the user stopped the tokenizing that the chosen recipe needs, so that there is no result."""
    kept: tuple[SavedRecipe, ...] = ()
    """The saved models and recipes of the corpus."""
    cell: tuple[int, int] | None = None
    """Selected cell of the confusion matrix: the numbers of the true label and of the label in the verdict. None
    without one.
    """
    mistakes: tuple[Mistake, ...] | None = None
    """All mistakes, or all documents of the selected cell. None as long as only the most confident mistakes are
    loaded.
    """
    is_drawing: bool = False
    """Whether the curve is being computed."""
    is_curve_due: bool = False
    """Whether the curve of the present recipe still has to be computed."""
    by_date: ByDateComparison | None = None
    """Accuracies of the filter and of another model on the same mails; None until measured, or if no filter is
    compared.
    """
    unlabelled_effect: UnlabelledEffect | None = None
    """Accuracies with and without the unlabelled documents; None until measured, or if unlabelled documents cannot
    help.
    """
    problem: Exception | None = None

    @property
    def event_model(self) -> str:
        """Name that the page uses for the chosen event model."""
        return event_model_on_page(self.choices.event_model, self.choices.mixed_text)

    @property
    def is_fitted(self) -> bool:
        """Whether the slider sets the ridge of learnt factors."""
        return is_fitted(self.choices)

    @property
    def smoothing(self) -> float:
        """Value of the slider: the smoothing, or the ridge of learnt factors."""
        return ridge_of(self.choices) if self.is_fitted else float(self.choices.smoothing)

    @property
    def best_smoothing(self) -> float | None:
        """The best slider value on held-out documents; None while unknown.

        The value of the saved model stays the best one if no other classifies more documents correctly. Otherwise a
        few more labels would recommend another value, and so another training, without a gain.
        """
        if not math.isfinite(self.curve.best):
            return None
        accuracies = dict(zip(self.curve.values, self.curve.accuracies, strict=True))
        has_no_better = accuracies.get(self.smoothing, -1.0) >= accuracies.get(self.curve.best, 1.0)
        return self.smoothing if has_no_better and self.is_trained else self.curve.best

    @property
    def is_outdated(self) -> bool:
        """Whether the result is that of other settings than those on the page."""
        return (
            self.result is not None
            and self.result_request is not None
            and not self.is_first_answer
            and effective_request(self.result_request) != effective_request(self.choices)
        )

    @property
    def is_filter(self) -> bool:
        """Whether a filter is chosen instead of an event model."""
        return self.choices.event_model == FILTER

    @property
    def colours(self) -> dict[str, int]:
        """Label name to colour number, for the labels of the result."""
        names = (
            () if self.result is None else tuple(dict.fromkeys((*self.result.evaluation.labels, *self.result.names)))
        )
        return dict(zip(names, colours_of_names(self.labels, names), strict=True))

    @property
    def shown_mistakes(self) -> tuple[Mistake, ...]:
        """The documents in the list: the mistakes, or the documents of the selected cell."""
        if self.mistakes is not None and self.result is not None:
            return self.mistakes
        if self.result is None or self.cell is None:
            return () if self.result is None else self.result.wrong
        truth, judged = (self.result.evaluation.labels[number] for number in self.cell)
        return tuple(each for each in self.result.wrong if (each.label, each.judged) == (truth, judged))

    @property
    def n_wrong(self) -> int:
        """Number of documents in the selected cell; without a selected cell, number of mistakes."""
        if self.result is None or self.cell is None:
            return 0 if self.result is None else self.result.n_wrong
        truth, judged = self.cell
        return int(self.result.evaluation.confusion[truth, judged])

    @property
    def awaits_curve(self) -> bool:
        """True while the curve is being computed and there is no older curve to show."""
        return self.is_curve_due and not self.is_filter and (self.is_drawing or self.is_working or self.is_training)

    @property
    def model_in_use(self) -> SavedRecipe | None:
        """The corpus's most recently trained model."""
        return next((row for row in self.kept if row.is_model), None)

    @property
    def is_trained(self) -> bool:
        """True if the recipe on the page is that of the model in use."""
        shown = None if self.model_in_use is None else request_on_page(self.model_in_use.request)
        return shown is not None and effective_request(shown) == effective_request(self.choices)

    @property
    def has_filter(self) -> bool:
        """True if the page offers a filter, because the name of a label means spam."""
        return self.can_train and not self.is_table and has_spam_label([label.name for label in self.labels])

    @property
    def begins_with_filter(self) -> bool:
        """True if the initial recipe is a filter: the name of exactly one label means spam, or there are two labels."""
        named = sum(has_spam_label([label.name]) for label in self.labels)
        return self.has_filter and (named == 1 or len(self.labels) == 2)

    @property
    def tests_filter(self) -> bool:
        """True if the filter is compared with another model: the filter is the chosen or the initial recipe."""
        return self.is_filter or self.begins_with_filter

    @property
    def protectable_labels(self) -> tuple[str, ...]:
        """Labels that a filter can protect, and protected labels that no longer exist."""
        named = tuple(label.name for label in self.labels if not has_spam_label([label.name]))
        return tuple(dict.fromkeys((*named, *self.choices.protected)))

    @property
    def can_train(self) -> bool:
        """Whether at least two labels have documents."""
        return sum(label.n_documents > 0 for label in self.labels) >= 2


class TrainingQuestions(RecipeEvaluator):
    """The functions of the Train page that need the open workspace. They run on a background thread."""

    def train_and_save(
        self, corpus: str, name: str, request: RecipeRequest, context: JobContext
    ) -> TrainingReplacement:
        """Train a model and save it. An empty name stands for the default name for the corpus."""
        replacement = train_with_undo(self.place, TrainingOrder(request, corpus, name or None), context)
        self.keep_evaluation(corpus, request)
        return replacement

    def choose_best_request(self, corpus: str, chosen: RecipeRequest, context: JobContext) -> RecipeRequest:
        """Return the recipe with the best held-out results, as a request that the page can show."""
        return best_request_on_page(self.place, corpus, chosen, context)

    def first_answer(
        self, corpus: str, request: RecipeRequest, slower_request: RecipeRequest, context: JobContext
    ) -> JudgedRecipe | None:
        """Evaluate a quick recipe, to show its figures while a slower recipe is evaluated.

        If the words of `request` are not counted yet, the words that the import counted are used instead. Returns None
        if too many documents lack these counts too. The counts are loaded once, for both recipes.
        """
        recipe = self.recipe(corpus, request)
        if self.n_uncounted_for_recipe(corpus, recipe) > MAX_QUICK_TOKENIZE_DOCUMENTS:
            recipe = replace(recipe, rules=self.rules_at_import(corpus))
            if self.n_uncounted_for_recipe(corpus, recipe) > MAX_QUICK_TOKENIZE_DOCUMENTS:
                return None
        slower = self.recipe(corpus, slower_request)
        if self.n_uncounted_for_recipe(corpus, slower) <= MAX_QUICK_TOKENIZE_DOCUMENTS:
            self._documents(corpus, slower, context)
        quick = RecipeEvaluator(self.place)
        quick.adopt_documents(self)
        return quick.result_of_recipe(corpus, recipe, context)

    def compare_with_filter(self, corpus: str, choices: RecipeRequest, context: JobContext) -> ByDateComparison | None:
        """Test the filter and another model on the same mails; None if words would have to be counted first.

        The other model is that of `choices`, or multinomial if `choices` is a filter.
        """
        of_filter = effective_request(replace(choices, event_model=FILTER))
        is_filter = choices.event_model == FILTER
        first = replace(choices, event_model=FIRST_EVENT_MODEL, smoothing=INITIAL_REQUEST.smoothing)
        of_other = effective_request(first if is_filter else choices)
        if max(self.n_uncounted(corpus, request) for request in (of_filter, of_other)) > MAX_QUICK_TOKENIZE_DOCUMENTS:
            return None
        return self.compare_by_date(corpus, of_filter, of_other, context)

    def saved_recipes(self, corpus: str, _context: JobContext) -> tuple[SavedRecipe, ...]:
        """Return the saved models and recipes of a corpus."""
        return list_saved_recipes(self.place, corpus)

    def keep_recipe(self, corpus: str, name: str, request: RecipeRequest, context: JobContext) -> str:
        """Save a recipe with its current evaluation."""
        judged = self.result(corpus, request, context)
        return keep_recipe(self.place, corpus, name, self.recipe(corpus, request), request, judged.evaluation)

    def remove_kept(self, corpus: str, row: SavedRecipe, context: JobContext) -> RemovedRecipe:
        """Remove a saved recipe or model; return it for undo."""
        return remove_saved(self.place, corpus, row.name, row.is_model, context)

    def put_back(self, removed: RemovedRecipe, context: JobContext) -> str:
        """Restore a removed recipe or model."""
        return restore_removed(self.place, removed, context)


def best_request_on_page(
    place: WorkspaceSource, corpus: str, chosen: RecipeRequest, context: JobContext
) -> RecipeRequest:
    """Return the recipe with the best held-out results; `chosen` if the page has no control for a part of that recipe.

    A filter's protected labels and trusted servers are never changed.
    """
    mine = effective_request(chosen)
    wished = RecipeRequest(protected=mine.protected, trusted_servers=mine.trusted_servers)
    return request_on_page(best_request(place, corpus, wished, context)) or chosen


NO_DISAGREEMENTS = RecipeDisagreements()


@dataclass(frozen=True, slots=True, eq=False)
class EvaluatedCurvePoint:
    """The best point of the slider's curve, with the evaluation of the recipe at that point."""

    request: RecipeRequest
    result: JudgedRecipe
    n_judged: int = 0
    """Number of sampled documents from which the curve was computed; 0 if it was computed from all."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """The recipe on the page and a proposed recipe, with the held-out results of both."""

    corpus: str
    mine: RecipeRequest
    best: RecipeRequest
    current_result: JudgedRecipe
    proposed_result: JudgedRecipe
    is_better: bool = False
    """True if the proposed recipe has a higher accuracy, or the same accuracy and a lower log loss.

    Also true if the proposed recipe is the best point of the page's own curve, its log loss is lower, and its accuracy
    does not differ significantly.
    """
    best_curve_point: EvaluatedCurvePoint | None = None
    """The best point of the page's own curve; None if the slider is already at that point."""
    otherwise: RecipeDisagreements = NO_DISAGREEMENTS
    """Documents to which the two recipes give different labels. `first` is the label from the recipe on the page."""
    colours: Mapping[str, int] = field(default_factory=dict)
    """Label name to colour number."""

    @property
    def difference(self) -> McNemarResult:
        """McNemar's test between the two recipes."""
        return compare_by_mcnemar(self.current_result, self.proposed_result)


@dataclass(frozen=True, slots=True)
class ProposalState:
    """State of the proposal pane."""

    is_searching: bool = False
    proposal: Proposal | None = None
    problem: Exception | None = None


class ProposalViewModel(PageModel[ProposalState, WorkspaceSource]):
    """View model of the proposal: searches for a better recipe, without changing anything."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner, "proposal", ProposalState())

    def search(self, corpus: str, chosen: RecipeRequest) -> None:
        """Search for a better recipe than the one on the page."""
        self._change(problem=None)
        self._ask(
            lambda place, context: make_proposal(place, corpus, chosen, context),
            then=lambda found: self._change(proposal=found), stopped=self.drop, topic="proposal", flag="is_searching",
            title=lambda: self.tr("Looking for better settings for %1").replace("%1", corpus), lane="long",
            loses_work=True,
        )  # fmt: skip

    def drop(self) -> None:
        """Discard the proposal."""
        self._asker.stop("proposal")
        if self.state != ProposalState():
            self._change(proposal=None, problem=None)


def make_proposal(place: WorkspaceSource, corpus: str, chosen: RecipeRequest, context: JobContext) -> Proposal:
    """Search for a better recipe than `chosen`, and return both recipes with their held-out results.

    There are two candidates: the best point on the curve of `chosen`, and the recipe that Auto chooses, at the best
    point of its own curve. Recipes for which the page lacks controls are not proposed.
    """
    live = RecipeEvaluator(place)
    mine = live.result(corpus, effective_request(chosen), context)
    best_on_own_curve = best_of_curve(live, corpus, chosen, mine, context)
    auto = best_request_on_page(place, corpus, chosen, context)
    others = [best_on_own_curve]
    if without_slider_value(auto) != without_slider_value(chosen):
        others.append(best_of_curve(live, corpus, auto, None, context))
    improvements = [
        point
        for point in others
        if result_sort_key(point.result) > result_sort_key(mine)
        or (point is best_on_own_curve and is_preferred(best_on_own_curve.result, mine))
    ]
    best = max(improvements or others, key=lambda point: result_sort_key(point.result))
    if others[-1] in improvements and others[-1].result.judged_by != best_on_own_curve.result.judged_by:
        best = others[-1]  # a filter's replay is a harder test, so its lower figures do not count against it
    with open_for_reading(place) as workspace:
        colours = {label.name: label.colour for label in labels_from_records(workspace.labels.all(corpus))}
    return Proposal(
        corpus=corpus,
        mine=chosen,
        best=best.request,
        current_result=mine,
        proposed_result=best.result,
        is_better=bool(improvements),
        best_curve_point=best_on_own_curve
        if effective_request(best_on_own_curve.request) != effective_request(chosen)
        else None,
        otherwise=compare_recipes(place, mine, best.result),
        colours=colours,
    )


def best_of_curve(
    live: RecipeEvaluator, corpus: str, request: RecipeRequest, result: JudgedRecipe | None, context: JobContext
) -> EvaluatedCurvePoint:
    """Evaluate a recipe at the best point of its curve. A recipe without a curve is evaluated unchanged."""
    curve = live.curve(corpus, effective_request(request), context)
    best = set_slider_value(request, curve.best) if curve.values and math.isfinite(curve.best) else request
    if result is None or effective_request(best) != effective_request(request):
        result = live.result(corpus, effective_request(best), context)
    return EvaluatedCurvePoint(best, result, curve.n_judged)


def result_sort_key(result: JudgedRecipe) -> tuple[float, float]:
    """Return the sort key of a result: accuracy, then negative log loss. A greater key is better."""
    return result.evaluation.accuracy, -result.evaluation.log_loss


def is_preferred(best: JudgedRecipe, mine: JudgedRecipe) -> bool:
    """Return whether `best` has the lower log loss, and an accuracy that does not differ significantly from that of
    `mine`.
    """
    test = compare_by_mcnemar(mine, best)
    net_difference, n_different = (
        test.n_only_first_right - test.n_only_second_right,
        test.n_only_first_right + test.n_only_second_right,
    )
    return net_difference**2 <= n_different and best.evaluation.log_loss < mine.evaluation.log_loss


CORPUS_TOPICS = (
    "kept",
    "best recipe",
    "evaluation",
    "first answer",
    "curve",
    "counting",
    "mistakes",
    "by date",
    "unlabelled effect",
)
"""Topics of requests whose answers are dropped when another corpus is opened."""
DOCUMENT_TOPICS = ("evaluation", "first answer", "curve", "mistakes", "by date", "unlabelled effect")
"""Topics of requests whose answers are dropped when the documents of the corpus change."""
FIRST_EVENT_MODEL = "multinomial"
"""Event model whose figures are shown first. Multinomial needs only one pass over the counts."""
MAX_DOCUMENTS_TO_COMPARE = 20_000
"""With more documents, comparing the filter with a textbook model takes a minute. Then only the Evaluate page
compares.
"""
MAX_QUICK_FIT_DOCUMENTS = 1_000
"""With more documents than this, learnt factors and filters are evaluated in a job with progress and a Stop button."""
COMPARISON_DELAY_MS = 300
"""Delay between a result and the comparisons with other models, unless the recipe changes in the meantime.

In that time the result is painted and the curve drawn. Without the delay, the result itself took two thirds longer
(complement: 43 to 74 ms).
"""
MAX_QUICK_TOKENIZE_DOCUMENTS = 300
"""With more documents than this, the documents are tokenized in a job with progress and a Stop button."""


class TrainingViewModel(PageModel[TrainingState, TrainingQuestions]):
    """View model of the Train page."""

    model_saved = Signal(object, object)
    """Emitted with the `TrainingReplacement`, and the request that Undo restores on the page (or None)."""
    recipe_saved = Signal(str)
    """Emitted with the name of a saved recipe."""
    removed = Signal(str, object)
    """Emitted with the name of the removed recipe or model, and a function that restores it."""
    models_changed = Signal()
    """Emitted when a model was removed or restored."""
    document_wanted = Signal(int)
    """Emitted with the number of a document to show."""

    def __init__(self, runner: Runner, questions: TrainingQuestions | None = None) -> None:
        super().__init__(runner, "training", TrainingState(), questions)
        self.proposals, self.default = ProposalViewModel(runner), DefaultRecipe()
        self._chosen: dict[str, RecipeRequest] = {}
        """Corpus to the request that the page has for it, since the workspace was opened."""
        self._counted: set[tuple[object, ...]] = set()
        self._judged: RecipeRequest | None = None
        self._trains_when_ready = False
        self._wants_best: RecipeRequest | None = None
        """Initial request of a new corpus, until the best smoothing is known; else None."""

    def open_workspace(self, questions: TrainingQuestions) -> None:
        """Switch to another workspace."""
        self.proposals.drop()
        self.proposals.set_source(questions.place)
        self._asker.cancel("counting", "best recipe")
        self.set_source(questions)
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
        """Show a corpus. The figures are kept if its documents have not changed since they were computed."""
        is_new, state = corpus not in self._chosen, self.state
        is_as_it_was = (corpus, revision, labels) == (state.corpus, state.revision, state.labels)
        has_figures = state.problem is None and (
            (state.result is not None and not state.is_first_answer) or state.is_working
        )  # or they are on their way
        if is_as_it_was and revision is not None and not is_new and has_figures:
            self.reload_saved()
            return
        if corpus != self.state.corpus:
            self._asker.cancel("counting")
            self.proposals.drop()
            self._trains_when_ready = False
            self._asker.forget(*CORPUS_TOPICS)
            self._drop_curve()
            self._change(
                kept=(), choices=self._chosen.get(corpus, INITIAL_REQUEST), program_change=None, result=None,
                is_first_answer=False, cell=None, mistakes=None, by_date=None, unlabelled_effect=None,
            )  # fmt: skip
        self._asker.forget(*DOCUMENT_TOPICS)
        self._counted.clear()
        if corpus == state.corpus:
            self._drop_curve()  # it is that of the documents before the change
        self.state = replace(self.state, corpus=corpus, revision=revision, n_documents=n_documents, labels=labels)
        self._change(is_table=is_table, has_text=has_text, problem=None)
        if is_table and self.state.event_model not in EVENT_MODELS_FOR_TABLES:
            self._change(choices=replace(self.state.choices, event_model="mixed"))
        if not self.state.can_train:
            self._change(result=None, is_first_answer=False, mistakes=None, curve=SmoothingCurve(), is_curve_due=False)
            self.reload_saved()
            return
        self.reload_saved(self._choose_initial_recipe if is_new else lambda: None)
        if not is_new:
            self._count_and_evaluate(with_curve=True)

    def choose(self, **changes: Any) -> None:
        """Change fields of the request, and evaluate the request."""
        self._asker.cancel("best recipe")
        self._wants_best = None
        self._apply_choices(replace(self.state.choices, **changes), with_curve=set(changes) != {self._apply_slider})

    def move_slider(self, value: float) -> None:
        """Set the smoothing, or the ridge of learnt factors."""
        self.choose(**{self._apply_slider: value if self.state.is_fitted else repr(value)})

    @property
    def _apply_slider(self) -> str:
        return "ridge" if self.state.is_fitted else "smoothing"

    def choose_best_smoothing(self) -> None:
        """Move the slider to the best value on held-out documents."""
        if self.state.best_smoothing is not None:
            self.move_slider(self.state.best_smoothing)

    def chosen(self, corpus: str) -> RecipeRequest | None:
        """Return the request that is chosen on the page for a corpus; None if the corpus was not opened yet."""
        return self._chosen.get(corpus)

    def show_proposed_request(self, corpus: str, choices: RecipeRequest) -> None:
        """Show a request that another page proposes, and evaluate it."""
        self._chosen.setdefault(corpus, choices)
        self.show_recipe(corpus, choices)

    def show_recipe(self, corpus: str, choices: RecipeRequest | None) -> None:
        """Show a request if its corpus was opened before. With None, nothing changes."""
        self._asker.cancel("best recipe")
        if choices is None or corpus not in self._chosen:
            return
        if corpus == self.state.corpus:
            self._apply_choices(choices, with_curve=True)
        self._chosen[corpus] = choices

    def choose_cell(self, truth: int, judged: int) -> None:
        """List the documents of a cell of the confusion matrix. The second choice of the same cell lists all mistakes
        again.
        """
        cell = (truth, judged)
        self._change(cell=None if self.state.cell == cell else cell, mistakes=None)
        self._list_mistakes()

    def show_all_mistakes(self) -> None:
        """List all mistakes again, instead of the documents of one cell of the confusion matrix."""
        self._change(cell=None, mistakes=None)
        self._list_mistakes()

    def _list_mistakes(self) -> None:
        """Load the titles of all mistakes. The result only has the titles of the most confident ones."""
        self._asker.forget("mistakes")
        result, cell = self.state.result, self.state.cell
        if result is None or len(self.state.shown_mistakes) == self.state.n_wrong:
            return
        self._ask(
            lambda questions, _context: questions.list_mistakes(result, cell),
            then=lambda found: self._change(mistakes=found), topic="mistakes",
        )  # fmt: skip

    def stop_judging(self) -> None:
        """Stop tokenizing and evaluating."""
        self._asker.cancel("counting", "first answer", "evaluation", "curve")

    def judging_progress(self) -> Progress:
        """Return the progress of tokenizing or of evaluating."""
        pending = (topic for topic in ("counting", "first answer") if self._asker.is_waiting(topic))
        return self._asker.progress(next(pending, "evaluation"))

    def count_words(self) -> None:
        """Continue the tokenizing that was stopped."""
        self._change(is_tokenizing_stopped=False)
        self._count_and_evaluate(with_curve=True)

    def train(self) -> None:
        """Train the model in use again, with the recipe on the page. If the page is still choosing that recipe, wait
        for it.
        """
        if not self.state.can_train:
            return
        is_unknown = self.state.corpus not in self._chosen
        self._trains_when_ready = is_unknown or self._asker.is_waiting("first answer")
        if not self._trains_when_ready:
            self._keep(self._model_name())

    def _model_name(self) -> str:
        """Return the name for the trained model: that of the model in use; without one, the name of the collection.

        For a first model that is a filter, return "". It stands for the default name, which ends in "filter".
        """
        if self.state.model_in_use is not None:
            return self.state.model_in_use.name
        return "" if self.state.is_filter else self.state.corpus

    def propose(self) -> None:
        """Search for a better recipe than the one on the page."""
        if self.state.can_train:
            self.proposals.search(self.state.corpus, self.state.choices)

    def use_proposal(self) -> None:
        """Show the proposed recipe on the page, and train with it."""
        proposal = self.proposals.state.proposal
        self.proposals.drop()
        if proposal is None or proposal.corpus != self.state.corpus:
            return
        before = self.state.choices
        self._apply_choices(proposal.best, with_curve=True)
        self._keep(self._model_name(), before)

    def train_as(self, name: str) -> None:
        """Train the recipe on the page and save the model under this name."""
        if name.strip():
            self._keep(name.strip())

    def _keep(self, name: str, before: RecipeRequest | None = None) -> None:
        """Train and save a model. Running evaluations and a running search are stopped before, and started again
        afterwards.
        """
        background = ("curve", "by date", "unlabelled effect")
        was_measuring, was_searching = self._asker.is_waiting(*background), self.proposals.state.is_searching
        self._asker.stop("best recipe", *background)
        self._wants_best = None  # a recommendation that arrives now must not move the slider away from the model
        corpus, choices = self.state.corpus, self.state.choices
        request = effective_request(choices)
        if was_searching:
            self.proposals.drop()

        def resume() -> None:
            if was_measuring and self.state.corpus == corpus:
                self._evaluate(with_curve=True)

        def on_saved(replacement: TrainingReplacement) -> None:
            new, kept = replacement.kept, self.state.kept
            if new is not None and self.state.corpus == corpus:  # at once: `reload_saved` may wait for other requests
                kept = (new, *(row for row in kept if not row.is_model or row.name != new.name))
            self._change(kept=kept, problem=None)
            resume()
            self.reload_saved()
            self.model_saved.emit(replacement, before)

        def on_failed(error: Exception) -> None:
            self._on_failed(error)
            resume()

        self._ask(
            lambda questions, context: questions.train_and_save(corpus, name, request, context),
            then=on_saved, failed=on_failed, stopped=resume, flag="is_training",
            title=lambda: self.tr("Training on %1").replace("%1", corpus), lane="long", loses_work=True,
        )  # fmt: skip
        if was_searching:
            self.proposals.search(corpus, choices)

    def keep_recipe(self, name: str) -> None:
        """Save the recipe on the page without a model, for comparison."""
        corpus, request, tidy = self.state.corpus, effective_request(self.state.choices), name.strip()
        if tidy:
            self._ask(
                lambda questions, context: questions.keep_recipe(corpus, tidy, request, context),
                then=self._on_kept_changed,
            )

    def apply_saved(self, row: SavedRecipe) -> None:
        """Show the settings of a saved recipe on the page."""
        choices = request_on_page(row.request)
        if choices is not None:
            self._apply_choices(choices, with_curve=True)

    def remove_kept(self, row: SavedRecipe) -> None:
        """Remove a saved recipe or model; Undo can restore it."""
        corpus = self.state.corpus

        def removed(gone: RemovedRecipe) -> None:
            self._on_kept_changed("", is_model=row.is_model)
            self.removed.emit(row.name, lambda: self.put_back(row, gone))

        self._ask(lambda questions, context: questions.remove_kept(corpus, row, context), then=removed)

    def put_back(self, row: SavedRecipe, removed: RemovedRecipe) -> None:
        """Restore a removed recipe or model."""
        self._ask(
            lambda questions, context: questions.put_back(removed, context),
            then=lambda _name: self._on_kept_changed("", is_model=row.is_model),
        )

    def show_document(self, place: int) -> None:
        """Show the document in this row of the list of mistakes."""
        shown = self.state.shown_mistakes
        if 0 <= place < len(shown):
            self.document_wanted.emit(shown[place].document)

    def reload_saved(self, then: Callable[[], object] = lambda: None) -> None:
        """Load the saved models and recipes again, then call `then`."""

        def show_saved(rows: tuple[SavedRecipe, ...]) -> None:
            self._change(kept=rows)
            then()

        corpus = self.state.corpus
        if corpus:
            self._ask(
                lambda questions, context: questions.saved_recipes(corpus, context), then=show_saved, topic="kept"
            )

    def _on_kept_changed(self, name: str, *, is_model: bool = False) -> None:
        self.reload_saved()
        if name:
            self.recipe_saved.emit(name)
        if is_model:
            self.models_changed.emit()

    def _choose_initial_recipe(self) -> None:
        """Choose the initial recipe: the last saved recipe that the page can show; if there is none, the default
        recipe. Settings that the user chose while the saved recipes were loaded stay.
        """
        if self.state.corpus in self._chosen:
            if self._trains_when_ready:
                self.train()
            return
        known = (request_on_page(row.request) for row in self.state.kept)
        kept = next((choices for choices in known if choices is not None), None)
        choices, default = kept or self.state.choices, self.default
        if kept is None and self.state.begins_with_filter and default == DefaultRecipe():
            choices = replace(choices, event_model=FILTER)
        elif kept is None and default.event_model in EVENT_MODELS and not self.state.is_table:
            choices = initial_request(default.event_model, choices, self.state.n_documents)
        if kept is None and default.smoothing is not None:
            choices = replace(choices, smoothing=repr(default.smoothing))
        self._chosen[self.state.corpus] = choices
        self._change(choices=choices)
        # The curve of a long fit arrives after the first model is saved: this model would then have other settings.
        has_slider = choices.event_model in TEXTBOOK or (self.state.is_fitted and not self._takes_long)
        self._wants_best = choices if kept is None and default.smoothing is None and has_slider else None
        self._count_and_evaluate(with_curve=True)
        if kept is None and not default.event_model:
            self._ask_best(choices)
        if self._trains_when_ready and self._wants_best is None:
            self.train()

    def _ask_best(self, choices: RecipeRequest) -> None:
        corpus = self.state.corpus

        def chosen(best: RecipeRequest) -> None:
            if choices == replace(self.state.choices, smoothing=choices.smoothing):  # nothing else was chosen meanwhile
                self._apply_choices(best, with_curve=True, by_program=ProgramChange.BEST_SETTINGS)

        self._ask(
            lambda questions, context: questions.choose_best_request(corpus, choices, context),
            then=chosen, topic="best recipe", title=lambda: self.tr("Choosing settings for %1").replace("%1", corpus),
            lane="long",
        )  # fmt: skip

    def _apply_choices(
        self, choices: RecipeRequest, *, with_curve: bool, by_program: ProgramChange | None = None
    ) -> None:
        """Show a request and evaluate it. `by_program` is None if the user chose it."""
        if choices == self.state.choices:
            return
        if token_fields_of(choices) != token_fields_of(self.state.choices):
            self._asker.stop("counting")
        self._chosen[self.state.corpus] = choices
        if without_slider_value(choices) != without_slider_value(self.state.choices):
            self._drop_curve()
        self._asker.stop("by date", "unlabelled effect")
        self.state = replace(
            self.state, choices=choices, program_change=by_program, cell=None, mistakes=None,
            is_tokenizing_stopped=False, by_date=None, unlabelled_effect=None,
        )  # fmt: skip
        self._count_and_evaluate(with_curve=with_curve or self.state.is_curve_due)
        self._change()  # last, so that the page never shows the new settings as not being tested

    def _drop_curve(self) -> None:
        """Remove the curve, and note that it has to be computed again. A running computation is dropped."""
        self._asker.stop("curve")
        self.state = replace(self.state, curve=SmoothingCurve(), is_curve_due=True)

    def _count_and_evaluate(self, *, with_curve: bool, follows_first_answer: bool = False) -> None:
        """Evaluate the chosen recipe; tokenize first if needed.

        A recipe that takes long is evaluated after the quick recipe, because the two would slow each other down.
        """
        corpus, choices = self.state.corpus, self.state.choices
        if not self.state.can_train or self._asker.is_waiting("counting"):
            return
        if self._needs_first_answer and not follows_first_answer:
            if not self._asker.is_waiting("first answer"):
                self._ask_first_answer(choices)
            return
        counted = (corpus, *token_fields_of(choices))
        if counted in self._counted:
            self._evaluate(with_curve=with_curve)
            return

        def known(n_uncounted: int) -> None:
            if token_fields_of(choices) != token_fields_of(self.state.choices) or self._asker.is_waiting("counting"):
                return
            if n_uncounted <= MAX_QUICK_TOKENIZE_DOCUMENTS:
                self._counted.add(counted)
                self._count_and_evaluate(with_curve=True, follows_first_answer=True)
                return
            self._ask(
                lambda questions, context: questions.count(corpus, effective_request(choices), context),
                then=lambda _nothing: self._on_counted(counted),
                failed=self._restore_evaluated, stopped=self._restore_evaluated, topic="counting", flag="is_working",
                title=lambda: self.tr("Counting the words of %1").replace("%1", corpus), unit="documents", lane="long",
            )  # fmt: skip

        self._ask(
            lambda questions, _context: questions.n_uncounted(corpus, effective_request(choices)),
            then=known, failed=self._restore_evaluated, topic="evaluation", flag="is_working",
        )  # fmt: skip

    def _on_counted(self, counted: tuple[object, ...]) -> None:
        self._counted.add(counted)
        self._count_and_evaluate(with_curve=True)

    def _restore_evaluated(self, error: Exception | None = None) -> None:
        """After tokenizing was stopped or failed, restore the recipe that was evaluated last.

        If nothing was evaluated yet, only show the error.
        """
        self._trains_when_ready = False
        if self._judged is not None and self.state.result is not None and not self.state.is_first_answer:
            is_other_curve = without_slider_value(self._judged) != without_slider_value(self.state.choices)
            self._chosen[self.state.corpus] = self._judged
            by_program = ProgramChange.RESTORED if self._judged != self.state.choices else self.state.program_change
            self._change(choices=self._judged, program_change=by_program, problem=error)
            if is_other_curve or self.state.is_curve_due:
                self._compute_curve(self._judged)
            return
        self._change(is_tokenizing_stopped=error is None, problem=error)

    def _evaluate(self, *, with_curve: bool) -> None:
        """Evaluate the chosen recipe, then compute its curve. Running evaluations of earlier choices are cancelled."""
        corpus, choices = self.state.corpus, self.state.choices
        with_curve = with_curve or self._asker.is_waiting("curve")
        self._asker.stop("first answer")
        self._asker.cancel("evaluation", "curve")
        takes_long = self._takes_long
        lane: Lane = "long" if takes_long else "quick"  # the long lane does not block reading and labelling

        def judged(result: JudgedRecipe) -> None:
            self._judged = choices
            is_cell_kept = not self.state.is_first_answer  # labels without documents may be missing from the first
            cell = self.state.cell if is_cell_kept else None
            self._change(
                result=result,
                result_request=choices,
                is_first_answer=False,
                cell=cell,
                mistakes=None,
                is_tokenizing_stopped=False,
                problem=None,
            )
            self._list_mistakes()
            self._compare_with_filter(choices)
            self._try_unlabelled(choices)

        def stopped() -> None:
            is_tested_again = self._asker.is_waiting("evaluation")  # this test only made room for a newer one
            if choices == self.state.choices and not is_tested_again:
                self._restore_evaluated()

        self._ask(
            lambda questions, context: questions.result(corpus, effective_request(choices), context),
            then=judged, stopped=stopped, topic="evaluation", flag="is_working", shows_running=True,
            title=lambda: self.tr("Testing on held-out documents") if takes_long else "", lane=lane,
        )  # fmt: skip
        if with_curve:
            self._compute_curve(choices)

    @property
    def _takes_long(self) -> bool:
        """Whether the evaluation takes long: there are many documents, and the recipe is a filter or learnt factors."""
        return (self.state.is_fitted or self.state.is_filter) and self.state.n_documents > MAX_QUICK_FIT_DOCUMENTS

    @property
    def _needs_first_answer(self) -> bool:
        """Whether the recipe takes long and there are no figures to show in the meantime."""
        return self._takes_long and not self.state.is_table and self.state.result is None

    def _ask_first_answer(self, choices: RecipeRequest) -> None:
        """Show the figures of multinomial first. Then start a training that was waiting, and evaluate the chosen
        recipe.
        """
        corpus = self.state.corpus
        quick = replace(choices, event_model=FIRST_EVENT_MODEL, smoothing=INITIAL_REQUEST.smoothing)

        def go_on(result: JudgedRecipe | None) -> None:
            if not self._asker.is_waiting("counting", "evaluation"):  # they evaluate when they end
                self._count_and_evaluate(with_curve=True, follows_first_answer=True)
            if self._trains_when_ready:
                self._trains_when_ready = False
                self._keep(self._model_name())
            if result is not None:  # last, so that the page shows work in progress all the time
                self._change(result=result, is_first_answer=True, mistakes=None)
                self._list_mistakes()

        self._ask(
            lambda questions, context: questions.first_answer(
                corpus, effective_request(quick), effective_request(choices), context
            ),
            then=go_on, failed=lambda _error: go_on(None), stopped=self._restore_evaluated, topic="first answer",
            flag="is_working",
        )  # fmt: skip

    def _compare_with_filter(self, choices: RecipeRequest) -> None:
        """Test the filter and another model on the same mails. Their usual figures come from different tests."""
        corpus = self.state.corpus
        self._asker.stop("by date")
        self._change(by_date=None)
        if self.state.tests_filter and self.state.n_documents <= MAX_DOCUMENTS_TO_COMPARE:
            self._ask(
                lambda questions, context: questions.compare_with_filter(corpus, choices, context),
                then=lambda found: self._change(by_date=found), failed=lambda _error: None, topic="by date",
                title=lambda: self.tr("Testing the filter and the other model by date"), lane="long",
                debounce_ms=COMPARISON_DELAY_MS,
            )  # fmt: skip

    def _try_unlabelled(self, choices: RecipeRequest) -> None:
        """Measure how the unlabelled documents change the accuracy of learnt factors."""
        corpus = self.state.corpus
        self._asker.stop("unlabelled effect")
        self._change(unlabelled_effect=None)
        if self.state.is_fitted and not self.state.is_table:
            self._ask(
                lambda questions, context: questions.unlabelled_effect(corpus, effective_request(choices), context),
                then=lambda effect: self._change(unlabelled_effect=effect), failed=lambda _error: None,
                topic="unlabelled effect",
                title=lambda: self.tr("Testing whether unlabelled documents help"), lane="long",
                debounce_ms=COMPARISON_DELAY_MS,
            )  # fmt: skip

    def _compute_curve(self, choices: RecipeRequest) -> None:
        """Compute the curve of a recipe over all values of the slider."""
        corpus = self.state.corpus
        takes_long = self._takes_long

        def show_curve(curve: SmoothingCurve) -> None:
            self._change(curve=curve, is_curve_due=False)
            wanted, self._wants_best = self._wants_best, None
            if wanted is not None and wanted == self.state.choices and self.state.best_smoothing is not None:
                best = set_slider_value(wanted, self.state.best_smoothing)
                self._apply_choices(best, with_curve=False, by_program=ProgramChange.BEST_VALUE)
            if self._trains_when_ready:
                self.train()

        self._ask(
            lambda questions, context: questions.curve(corpus, effective_request(choices), context),
            then=show_curve, topic="curve", flag="is_drawing",
            title=lambda: self.tr("Trying other settings") if takes_long else "",
            lane="long" if takes_long else "quick",
        )  # fmt: skip


class Trainings(QObject):
    """Reports each finished training to the window, and offers to undo it."""

    model_changed = Signal(str)
    """Emitted with the name of the model now in use; empty if it was removed."""

    def __init__(self, runner: Runner, frame: FrameViewModel, page: TrainingViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._frame, self._page = frame, page
        self._asker = RequestSender(runner, "trainings", failed=lambda error: frame.change(problem=error))
        self.workspace: WorkspaceSource = NO_WORKSPACE

    def show(self, replacement: TrainingReplacement, before: RecipeRequest | None) -> None:
        """Use a newly trained model, and offer to undo the training.

        `before` is the request that Undo restores on the page.
        """
        place = self.workspace

        def taken_back(model: str) -> None:
            self._page.show_recipe(replacement.report.corpus, before)
            self.model_changed.emit(model)
            words = (
                self.tr("Model “%1” deleted")
                if replacement.before is None
                else self.tr("Model “%1” restored to its previous version")
            )
            self._frame.show_note(words.replace("%1", replacement.report.model))

        def take_back() -> None:
            self._asker.ask(lambda context: undo_training(place, replacement, context), then=taken_back, lane="long")

        self.model_changed.emit(replacement.report.model)
        self._frame.offer_action(
            lambda: self._sentence(replacement), lambda: self.tr("Undo"), take_back, does_undo=True
        )

    def _sentence(self, replacement: TrainingReplacement) -> str:
        report, kept = replacement.report, replacement.kept
        event_model = FILTER if kept is not None and kept.recipe.learner else report.event_model
        words = self.tr("Model “%1” saved") if replacement.before is None else self.tr("Model “%1” replaced")
        facts = [words.replace("%1", report.model), event_model_name(event_model)]
        has_alpha = report.smoothing > 0 and event_model not in (FILTER, *fitted_event_models())
        facts += [f"α = {wording.format_smoothing(report.smoothing)}"] if has_alpha else []
        right = self.tr("%1 correct on held-out documents")
        of_unlabelled = [] if report.unlabelled is None else self._unlabelled_facts(report.unlabelled)
        if report.accuracy is not None and not of_unlabelled:  # they begin with an accuracy: a third one confuses
            facts.append(right.replace("%1", wording.format_percent(report.accuracy)))
        return wording.join_facts([*facts, *of_unlabelled])

    def _unlabelled_facts(self, effect: UnlabelledEffect) -> list[str]:
        """Return sentences on the accuracy with and without unlabelled documents; empty if it was not measured."""
        if effect.accuracy_with is None or effect.accuracy_without is None:
            return []
        shares = wording.format_percent(effect.accuracy_with), wording.format_percent(effect.accuracy_without)
        words = self.tr("%1 correct with %Ln unlabelled document(s), %2 correct without them", "", effect.documents)
        facts = [wording.fill_placeholders(words, *shares)]
        return facts if effect.is_used else [*facts, self.tr("unlabelled documents were ignored")]

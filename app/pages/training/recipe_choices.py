"""A recipe as a person chooses it on the Train page, as the services know it, and what new corpora begin with."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from app.domain.sheet_words import event_model_words
from app.services.models.kept_recipes import KeptRecipe as KeptRecipe
from app.services.training.recipe_planning import (
    FEW_DOCUMENTS,
    LITTLE_SMOOTHING,
    can_be_filtered,
    fitted_event_models,
    table_event_models,
    text_event_models,
    textless_event_models,
)
from app.services.training.recipe_planning import FILTER as FILTER
from app.services.training.recipe_planning import RecipeRequest as RecipeRequest
from nbengine.lazy_dataclasses import dataclass

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
    are_few = is_fitted(request) and n_documents <= FEW_DOCUMENTS
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

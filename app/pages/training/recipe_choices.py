"""A recipe as a person chooses it on the Train page, as the services know it, and what new corpora begin with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.domain.sheet_words import event_model_words
from app.services.models.event_models import (
    fitted_event_models,
    table_event_models,
    text_event_models,
    textless_event_models,
)
from app.services.models.kept_recipes import KeptRecipe as KeptRecipe
from app.services.training.recipe_planning import FILTER as FILTER
from app.services.training.recipe_planning import RecipeRequest, can_be_filtered
from nbengine.lazy_dataclasses import dataclass

TEXTBOOK = tuple(name for name in text_event_models() if name not in fitted_event_models())
EVENT_MODELS = (*fitted_event_models(), *TEXTBOOK)
MIXED_BY_PRESENCE = "mixed-bernoulli"
"""Mixed, where text takes part by which words are there, and not by how often."""
TABLE_EVENT_MODELS = (*table_event_models(), MIXED_BY_PRESENCE)
AUTO = "auto"
USUAL_RIDGE = 1.0
MOST_SMOOTHING = 10.0
STOP_WORDS = ("", "en", "ru", "zh", "de", "fr", "es", "it", "pt", "nl", "sv", "pl")
"""Languages whose commonest words can be left out."""
STEMS = ("", "english", "russian", "german", "french", "spanish", "italian", "portuguese", "dutch", "swedish")
"""Languages whose words can be reduced to their stems."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A recipe as a person chooses it; the services turn it into the engine's."""

    event_model: str = TEXTBOOK[0]
    smoothing: float = 0.1
    ridge: float = USUAL_RIDGE
    """Of learnt factors: how tightly they are held."""
    ridge_by_ratio: bool = True
    """More loosely where naive Bayes says more; few documents hold all alike. No control of the page changes it."""
    prior: str = "data"
    """data | uniform | none"""
    vocabulary: int = 0
    """The number of words that are kept; 0 keeps all, which judges mail best."""
    ranking: str = "frequency"
    """frequency | count | mutual-information | chi2"""
    min_documents: int = 1
    word_list: str = ""
    """A file with the only words to use."""
    tokens: str = "auto"
    """auto | plain | mail"""
    is_lower: bool = True
    min_length: int = 2
    longest_ngram: int = 0
    """1 counts single words, 2 pairs too; 0 is as the documents need."""
    stop_words: str = ""
    """A language's code, or nothing."""
    stem: str = ""
    """A language's name, or nothing."""
    weighting: str = "count"
    """count | binary | tfidf"""
    has_unknown_word: bool = True
    protected: tuple[str, ...] = ()
    """Labels whose documents a filter must not lose; all others where none is named."""
    trusted_servers: tuple[str, ...] = ()
    """Servers whose findings about senders a filter counts."""

    @property
    def is_fitted(self) -> bool:
        """Factors are learnt, so that the ridge is there to be chosen in place of the smoothing."""
        return self.event_model in fitted_event_models()

    @property
    def on_slider(self) -> str:
        """The field that the slider chooses."""
        return "ridge" if self.is_fitted else "smoothing"

    @property
    def words(self) -> tuple[object, ...]:
        """The part that says what a word is: where it changes, the documents are counted anew."""
        text = (self.tokens, self.is_lower, self.min_length, self.longest_ngram, self.stop_words, self.stem)
        is_filter = self.event_model == FILTER
        trusted = self.trusted_servers if is_filter else ()
        return (*text, self.event_model in textless_event_models(), is_filter, trusted)


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


def request_of(choices: Choices) -> RecipeRequest:
    """The choices of the page as the services know them; a filter leaves nothing else to choose."""
    if choices.event_model == FILTER:
        return RecipeRequest(event_model=FILTER, protected=choices.protected, trusted_servers=choices.trusted_servers)
    is_by_presence = choices.event_model == MIXED_BY_PRESENCE
    request = RecipeRequest(
        tokens=choices.tokens,
        lower=None if choices.is_lower else False,
        min_length=choices.min_length if choices.min_length != Choices().min_length else None,
        ngrams=(1, choices.longest_ngram) if choices.longest_ngram else None,
        stop_words=choices.stop_words or None,
        stem=choices.stem or None,
        word_list=Path(choices.word_list) if choices.word_list else None,
        min_df=choices.min_documents if choices.min_documents > 1 else None,
        event_model="mixed" if is_by_presence else choices.event_model,
        mixed_text="bernoulli" if is_by_presence else "multinomial",
        smoothing=repr(choices.smoothing),
        prior=choices.prior,
        vocabulary=str(choices.vocabulary) if choices.vocabulary else "all",
        rank_words_by=choices.ranking,
        binary=choices.weighting == "binary",
        tfidf=choices.weighting == "tfidf",
        ridge_by_ratio=choices.ridge_by_ratio or not choices.is_fitted,
        ridge=choices.ridge if choices.is_fitted and choices.ridge != USUAL_RIDGE else None,
    )
    limited = choices.vocabulary or choices.word_list or choices.min_documents > 1
    return replace(request, unknown_word=choices.has_unknown_word if limited else False)


def open_request(choices: Choices) -> RecipeRequest:
    """Leave all open but what a filter on the page protects and trusts: no search for a better recipe gives that up."""
    asked = request_of(choices)
    return RecipeRequest(protected=asked.protected, trusted_servers=asked.trusted_servers)


def choices_of(request: RecipeRequest | None) -> Choices | None:
    """The choices that come to a request; None where the page has no control for a part of it."""
    if request is None:
        return None
    if request.event_model == FILTER:
        chosen = Choices(event_model=FILTER, protected=request.protected, trusted_servers=request.trusted_servers)
        return chosen if can_be_filtered([request.spam_label or "spam"]) else None
    usual = Choices()
    choices = Choices(
        event_model=event_model_shown(request.event_model, request.mixed_text),
        smoothing=float(request.smoothing),
        ridge_by_ratio=request.ridge_by_ratio,
        ridge=USUAL_RIDGE if request.ridge is None else request.ridge,
        prior=request.prior,
        vocabulary=0 if request.vocabulary == "all" else int(request.vocabulary),
        ranking=request.rank_words_by,
        min_documents=request.min_df if isinstance(request.min_df, int) else usual.min_documents,
        tokens=request.tokens,
        is_lower=request.lower is not False,
        min_length=usual.min_length if request.min_length is None else request.min_length,
        longest_ngram=usual.longest_ngram if request.ngrams is None else request.ngrams[1],
        stop_words=request.stop_words or "",
        stem=request.stem or "",
        weighting="binary" if request.binary else "tfidf" if request.tfidf else "count",
    )
    if choices.vocabulary or choices.min_documents > 1:
        choices = replace(choices, has_unknown_word=bool(request.unknown_word))
    has_controls = choices.stem in STEMS and choices.stop_words in STOP_WORDS
    return choices if has_controls and request_of(choices) == request else None


def event_model_shown(event_model: str, mixed_text: str) -> str:
    """The event model as the page offers it."""
    return MIXED_BY_PRESENCE if (event_model, mixed_text) == ("mixed", "bernoulli") else event_model


def kept_event_model(kept: KeptRecipe) -> str:
    """The event model of a kept recipe as the page offers it; a filter stands in place of one."""
    return FILTER if kept.recipe.learner else event_model_shown(kept.recipe.event_model, kept.recipe.mixed_text)


def are_same(mine: Choices, other: Choices | None) -> bool:
    """Return whether two choices come to the same recipe."""
    return other is not None and request_of(mine) == request_of(other)


def event_model_name(event_model: str) -> str:
    """The name by itself, as in a list; an event model that nobody has named is called as in recipes."""
    if event_model == FILTER:
        return QCoreApplication.translate("event_model_names", "Filter")
    name = QCoreApplication.translate("sheet", event_model_words(event_model))
    return name[:1].upper() + name[1:]

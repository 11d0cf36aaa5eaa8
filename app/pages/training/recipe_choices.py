"""A recipe as a person chooses it on the Train page, and what new corpora begin with."""

from __future__ import annotations

from app.services.models.event_models import table_event_models, text_event_models, textless_event_models
from app.services.training.recipe_planning import FILTER as FILTER
from nbengine.lazy_dataclasses import dataclass

EVENT_MODELS = text_event_models()
MIXED_BY_PRESENCE = "mixed-bernoulli"
"""Mixed, where text takes part by which words are there, and not by how often."""
TABLE_EVENT_MODELS = (*table_event_models(), MIXED_BY_PRESENCE)
AUTO = "auto"
MOST_SMOOTHING = 10.0
STOP_WORDS = ("", "en", "ru", "zh", "de", "fr", "es", "it", "pt", "nl", "sv", "pl")
"""Languages whose commonest words can be left out."""
STEMS = ("", "english", "russian", "german", "french", "spanish", "italian", "portuguese", "dutch", "swedish")
"""Languages whose words can be reduced to their stems."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A recipe as a person chooses it; the services turn it into the engine's."""

    event_model: str = EVENT_MODELS[0]
    smoothing: float = 0.1
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
    def words(self) -> tuple[object, ...]:
        """The part that says what a word is: where it changes, the documents are counted anew."""
        text = (self.tokens, self.is_lower, self.min_length, self.longest_ngram, self.stop_words, self.stem)
        is_filter = self.event_model == FILTER
        trusted = self.trusted_servers if is_filter else ()
        return (*text, self.event_model in textless_event_models(), is_filter, trusted)


@dataclass(frozen=True, slots=True)
class DefaultRecipe:
    """The recipe that a corpus begins with that has nothing kept yet."""

    event_model: str = EVENT_MODELS[0]
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

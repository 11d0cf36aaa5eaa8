"""The event models there are, by what they read; the engine's own table is the only list of them."""

from __future__ import annotations

from nbengine.events import EVENT_MODELS, EventModel
from nbengine.events.event_model import Kind
from nbengine.events.settings import MIXED_TEXTS as MIXED_TEXTS


def event_model_names() -> tuple[str, ...]:
    """All of them, those of text first."""
    return tuple(EVENT_MODELS)


def text_event_models() -> tuple[str, ...]:
    """Return the event models that read text and nothing else."""
    return tuple(name for name, event in EVENT_MODELS.items() if event.kinds == ("text",))


def fitted_event_models() -> tuple[str, ...]:
    """Return the event models of text that are fitted to the documents: the best for any labels."""
    return tuple(name for name, event in EVENT_MODELS.items() if event.is_fitted)


def table_event_models() -> tuple[str, ...]:
    """Return the event models that read numbers and choices, alone or beside text."""
    return tuple(name for name, event in EVENT_MODELS.items() if event.kinds != ("text",))


def textless_event_models() -> tuple[str, ...]:
    """Return the event models for which no word has to be counted."""
    return tuple(name for name, event in EVENT_MODELS.items() if "text" not in event.kinds)


def models_of_columns(kinds: set[Kind]) -> tuple[str, ...]:
    """Return the event models made for just these kinds of columns, or for any mixture if there are several."""
    exact = tuple(name for name, event in EVENT_MODELS.items() if {*event.kinds} == kinds and len(kinds) == 1)
    return exact or tuple(name for name, event in EVENT_MODELS.items() if event.takes_what_is_there)


def readable_by(kinds: set[Kind]) -> tuple[EventModel, ...]:
    """Return the event models that can read documents of these kinds of columns, be it some of them alone."""
    is_mixture = len(kinds) > 1
    return tuple(
        event
        for event in EVENT_MODELS.values()
        if kinds.issuperset(event.kinds) or (event.takes_what_is_there and is_mixture)
    )


def ways_of_text() -> tuple[EventModel, ...]:
    """The event models themselves that read text and nothing else."""
    return readable_by({"text"})

"""Names of the event models in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.domain.sheet_words import event_model_words
from app.services.training.recipe_planning import FILTER


def event_model_name(event_model: str) -> str:
    """The name by itself, as in a list; an event model that nobody has named is called as in recipes."""
    if event_model == FILTER:
        return QCoreApplication.translate("event_model_names", "Filter")
    name = QCoreApplication.translate("sheet", event_model_words(event_model))
    return name[:1].upper() + name[1:]

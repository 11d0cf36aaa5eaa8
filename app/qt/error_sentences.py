"""Sentences about errors in the language of the window: a module of its own, because the window can show without it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.domain import sentences
from app.domain.errors import AppError


def sentence_for(error: Exception) -> str:
    """Write what went wrong as one sentence; a bug of ours is owned up to."""
    if isinstance(error, AppError):
        return sentences.sentence_for(error, translated_template)
    return QCoreApplication.translate("wording", "Something went wrong inside Bayleaf. Nothing was lost.")


def translated_template(template: str) -> str:
    """Return a template of `app.domain.sentences` in the language of the window."""
    return QCoreApplication.translate("sentences", template)

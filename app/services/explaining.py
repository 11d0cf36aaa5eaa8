"""Explain: one verdict derived from the counts, every step of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.documents import Document
from app.domain.errors import ModelError
from app.domain.results import Sheet, Verdict
from app.services.classifying import classify_documents, loaded_model
from app.services.features import read_features
from app.services.sheets import sheet_of
from nbengine.derivation import derivation_of
from nbengine.errors import EngineError
from nbengine.explanation import fewest_words

ALL_TERMS = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """A verdict with everything that led to it."""

    model: str
    event_model: str
    smoothing: float
    verdict: Verdict
    """With all its terms."""
    sheet: Sheet
    flipping_words: tuple[str, ...]
    """The fewest words without which the verdict would be another; none where no removal of words does that."""
    flipped_label: str | None


def explain_documents(workspace: Path, name: str | None, documents: Sequence[Document]) -> list[Explained]:
    """Derive the verdict on each document."""
    loaded = loaded_model(workspace, name)
    model = loaded.model
    try:
        found = []
        for document, verdict in zip(documents, classify_documents(loaded, documents, ALL_TERMS), strict=True):
            features = read_features(model, [document]).features
            flip, words = fewest_words(model, features) if len(model.labels) > 1 else (None, ())
            found.append(
                Explained(
                    model=loaded.name,
                    event_model=model.recipe.event_model,
                    smoothing=model.recipe.smoothing,
                    verdict=verdict,
                    sheet=sheet_of(derivation_of(model, features)),
                    flipping_words=words,
                    flipped_label=None if flip is None or flip.label < 0 else model.labels[flip.label],
                )
            )
    except EngineError as error:
        raise ModelError(loaded.name, str(error)) from error
    return found

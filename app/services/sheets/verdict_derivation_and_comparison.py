"""Everything behind one verdict: its derivation, and the same document under the other event models."""

from __future__ import annotations

import numpy as np

from app.domain.documents import Document
from app.domain.errors import ModelError, NotFound
from app.domain.use_case_results import SideBySide
from app.services.judging.classifying import LoadedModel, classify_documents, loaded_model
from app.services.sheets.event_model_comparison import side_by_side
from app.services.sheets.explaining import ALL_TERMS, Explained, explained_document
from app.services.training.document_features import read_features
from app.store.access import Place
from nbengine.arrays.counts import CountMatrix
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features


@dataclass(frozen=True, slots=True, eq=False)
class VerdictSheet:
    """A verdict derived, and compared."""

    title: str
    """The title of the document that was judged."""
    explained: Explained
    side: SideBySide


def sheet_of_document(loaded: LoadedModel, document: Document) -> VerdictSheet:
    """Derive the verdict on a document that was read."""
    try:
        features = read_features(loaded.model, [document]).features
        [verdict] = classify_documents(loaded, [document], ALL_TERMS)
        explained = explained_document(loaded.name, loaded.model, features, verdict)
        return VerdictSheet(document.title, explained, side_by_side(loaded.model, features))
    except EngineError as error:
        raise ModelError(loaded.name, str(error)) from error


def sheet_of_word(workspace: Place, name: str | None, word: str) -> VerdictSheet:
    """Derive the verdict on a document that has one word, once, and nothing else."""
    loaded = loaded_model(workspace, name)
    model = loaded.model
    [column] = model.vocabulary.numbers([word]).tolist()
    if column < 0 or model.statistics.text is None:
        raise NotFound("word", word)
    counts = CountMatrix(
        np.array([0, 1], np.int64), np.array([column], np.int32), np.ones(1, np.int64), len(model.vocabulary)
    )
    n_numbers, n_choices = len(model.table.numbers), len(model.table.choices)
    features = Features(
        counts,
        np.full((1, n_numbers), np.nan) if model.statistics.numbers is not None else None,
        np.full((1, n_choices), -1, np.int64) if model.statistics.choices is not None else None,
    )
    try:
        return VerdictSheet(word, explained_document(loaded.name, model, features), side_by_side(model, features))
    except EngineError as error:
        raise ModelError(loaded.name, str(error)) from error

"""Explain: one verdict derived from the counts, every step of it."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.documents import Document
from app.domain.errors import ModelError, NotFound
from app.domain.use_case_results import Sheet, Verdict
from app.services.judging.classifying import classify_documents, loaded_model, verdict_rows
from app.services.sheets.working_sheet import sheet_of
from app.services.training.document_features import CountedFeatures, read_features
from app.services.training.recipe_planning import FILTER
from app.store.access import Place
from nbengine.errors import EngineError
from nbengine.explanations.derivation import derivation_of
from nbengine.explanations.explanation import fewest_words
from nbengine.explanations.filter_working import FilterWorking, filter_working
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.questions.set_model import SetModel, labels_asked, model_asked

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
    working: FilterWorking | None = None
    """Of a filter: how it decided, beside the counts that the sheet works out."""


def explain_documents(
    workspace: Place, name: str | None, documents: Sequence[Document], label: str | None = None
) -> list[Explained]:
    """Derive the verdict on each document; where there may be several labels, that about one of them."""
    loaded = loaded_model(workspace, name)
    model = loaded.model
    if label is not None and label not in labels_asked(model):
        raise NotFound("label", label, labels_asked(model))
    try:
        return [
            explained_document(loaded.name, model, read_features(model, [document]).features, verdict, label)
            for document, verdict in zip(documents, classify_documents(loaded, documents, ALL_TERMS), strict=True)
        ]
    except EngineError as error:
        raise ModelError(loaded.name, str(error)) from error


def explained_document(
    name: str, model: Model, features: Features, verdict: Verdict | None = None, label: str | None = None
) -> Explained:
    """Derive the verdict on one document, wherever it came from; of several labels, that about one or the likeliest."""
    if isinstance(model, SetModel):
        verdict = verdict or verdict_on(model, features)
        model = model_asked(model, label or verdict.label)
    flip, words = fewest_words(model, features) if len(model.labels) > 1 else (None, ())
    verdict = verdict or verdict_on(model, features)
    return Explained(
        model=name,
        event_model=FILTER if model.recipe.learner else model.recipe.event_model,
        smoothing=model.recipe.smoothing,
        verdict=verdict,
        sheet=sheet_of(derivation_of(model, features), model.n_words if model.recipe.reads_text else 0),
        flipping_words=words,
        flipped_label=None if flip is None or flip.label < 0 else model.labels[flip.label],
        working=filter_working(model, features, verdict.unknown_share) if isinstance(model, FilterModel) else None,
    )


def verdict_on(model: Model, features: Features) -> Verdict:
    """Return the verdict on features that belong to no file."""
    counted = CountedFeatures(features, None)
    [verdict] = verdict_rows(model, [Document(text="", path="")], counted, model.judge(features), ALL_TERMS)
    return verdict

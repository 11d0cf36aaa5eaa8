"""One document under every event model that suits the same counts, at the same smoothing and prior."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from app.domain.documents import Document
from app.domain.errors import ModelError
from app.domain.use_case_results import EventModelView, SideBySide
from app.services.judging.classifying import loaded_model
from app.services.models.event_models import models_of_columns, ways_of_text
from app.services.training.document_features import read_features
from app.store.access import Place
from nbengine.arrays.logspace import judged, normalised
from nbengine.errors import EngineError
from nbengine.events.event_model import Kind
from nbengine.explanations.explanation import explain
from nbengine.learnt.statistics import Features
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe


def side_by_side_of_documents(workspace: Place, name: str | None, documents: Sequence[Document]) -> list[SideBySide]:
    """Judge each document under all event models."""
    loaded = loaded_model(workspace, name)
    try:
        return [side_by_side(loaded.model, read_features(loaded.model, [one]).features) for one in documents]
    except EngineError as error:
        raise ModelError(loaded.name, str(error)) from error


def side_by_side(model: Model, document: Features) -> SideBySide:
    """Judge one document under all event models; the labels compared are those that the model itself puts first."""
    compared = compared_labels(model, document)
    views = [view_of(name, other, document, compared) for name, other in variants(model)]
    return SideBySide(model.labels, compared, tuple(views))


def compared_labels(model: Model, document: Features) -> tuple[str, str]:
    """Return the best label and the next; the first two where nothing tells them apart."""
    joint = model.judge(document).log_joint[0]
    order = np.argsort(-np.nan_to_num(joint, nan=-np.inf), kind="stable")
    best = model.labels[int(order[0])]
    return best, model.labels[int(order[1])] if len(order) > 1 else best


def view_of(name: str, model: Model, document: Features, compared: tuple[str, str]) -> EventModelView:
    """Return the verdict and terms of one event model."""
    log_joint = model.scorer.log_joint(model.prepared(document))
    number, log_proba = int(judged(log_joint)[0]), normalised(log_joint)[0]
    found = explain(model, document, *compared) if compared[0] != compared[1] else None
    return EventModelView(
        name=name,
        label=model.labels[number] if number >= 0 else None,
        probabilities=tuple(np.exp(log_proba).tolist()) if number >= 0 else None,
        scores=tuple(log_joint[0].tolist()),
        terms={} if found is None else {term.name: term.value for term in found.terms},
        prior=0.0 if found is None else found.prior,
        absent=0.0 if found is None else found.absent,
    )


def variants(model: Model) -> Iterator[tuple[str, Model]]:
    """Yield the same counts under each event model that can use them; one that cannot is passed over."""
    for name, recipe in recipes(model):
        try:
            other = model.rederived(recipe)
            other.derive()
        except EngineError:
            continue
        yield name, other


def recipes(model: Model) -> Iterator[tuple[str, Recipe]]:
    """Yield the event models for text, and those for the columns of a table."""
    own, statistics = model.recipe, model.statistics
    if statistics.text is not None:
        yield from recipes_of_text(own, is_weighed=model.tfidf is not None)
    if statistics.numbers is not None:
        yield from recipes_of_columns(own, {"numbers"})
    if statistics.choices is not None:
        yield from recipes_of_columns(own, {"choices"})
    if sum(part is not None for part in (statistics.text, statistics.numbers, statistics.choices)) > 1:
        yield from (
            (name, replace(own, event_model=name, norm=False))
            for name in models_of_columns({"text", "numbers", "choices"})
        )


def recipes_of_text(own: Recipe, *, is_weighed: bool) -> Iterator[tuple[str, Recipe]]:
    """Yield each event model of text, and its well-known variants."""
    for event in ways_of_text():
        plain = replace(own, event_model=event.name, norm=False)
        is_counted = plain.counts_absence or (event.has_binary_twin and own.weighting == "binary")
        if not (plain.counts_absence and is_weighed):
            yield event.name, replace(plain, weighting="count") if is_counted else plain
        if event.has_binary_twin and not is_weighed:
            yield f"binary {event.name}", replace(plain, weighting="binary")
        if event.can_be_normed:
            yield f"{event.name} with norm", replace(plain, norm=True)


def recipes_of_columns(own: Recipe, kinds: set[Kind]) -> Iterator[tuple[str, Recipe]]:
    """Yield the event models of one kind of column."""
    return ((name, replace(own, event_model=name, weighting="count", norm=False)) for name in models_of_columns(kinds))

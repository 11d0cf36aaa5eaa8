"""Documents, stored or just read, as features over a model's own columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document
from app.domain.jobs import JobContext
from app.services.training.corpus_documents import DOCUMENTS_AT_ONCE, beside, counted_places, held_counts
from app.store.file.document_packing import PackedDocument
from app.store.workspace import Workspace
from nbengine.arrays.counts import IntArray
from nbengine.errors import EngineError
from nbengine.learnt.statistics import Features
from nbengine.models.model import Model
from nbengine.models.model_words import CountedText, cells_as_words

MISSING = -1


def documents_features(workspace: Workspace, model: Model, numbers: Sequence[int], *, grow: bool) -> Features:
    """Return features of stored documents, deleted ones included as long as they can be brought back."""
    bodies = dict(workspace.documents.bodies(numbers))
    texts, fields = [bodies[number].text for number in numbers], [bodies[number].fields for number in numbers]
    counted = model.count(texts, fields, grow=grow) if model.statistics.text is not None else None
    if not has_columns(model):
        return Features(None if counted is None else counted.counts)
    rows = workspace.documents.rows_of(numbers)
    return with_columns(model, counted, rows, grow=grow).features


def stored_features(
    workspace: Workspace, model: Model, corpus: str, numbers: IntArray, context: JobContext
) -> Iterator[tuple[IntArray, CountedFeatures]]:
    """Yield stored documents of a corpus by their counts, some numbers at a time with the features to judge them by.

    Documents without what the model reads, such as a text beside the rows of a table, are left out.
    """
    counted = None
    if model.statistics.text is not None:
        counted = counted_places(workspace, corpus, model.recipe.rules, context)
        numbers = np.intersect1d(numbers, counted.places.document_numbers, assume_unique=True)
    if has_columns(model):
        numbers = np.intersect1d(numbers, workspace.documents.rows(corpus).document_numbers, assume_unique=True)
    for first in range(0, len(numbers), DOCUMENTS_AT_ONCE):
        context.checkpoint(first, len(numbers), "judging documents without a label")
        some = numbers[first : first + DOCUMENTS_AT_ONCE]
        text = None if counted is None else model.adopt(held_counts(workspace, counted, some), counted.vocabulary)
        rows = workspace.documents.rows_of(some.tolist()) if has_columns(model) else ()
        yield some, with_columns(model, text, rows, grow=False)


def read_features(model: Model, documents: Sequence[Document], *, grow: bool = False) -> CountedFeatures:
    """Return features of documents that were just read."""
    counted = None
    if model.statistics.text is not None:
        counted = model.count([d.text for d in documents], [d.fields for d in documents], grow=grow)
    found = with_columns(model, counted, [(d.numbers, d.choices) for d in documents], grow=grow)
    return without_misread(found, [document.sureness for document in documents])


class CountedFeatures(NamedTuple):
    """Features, and their text with how many words of each document the model does not know, where that was counted."""

    features: Features
    text: CountedText | None


def has_columns(model: Model) -> bool:
    """Return whether a model reads the columns of a table, be it as words."""
    statistics = model.statistics
    return statistics.numbers is not None or statistics.choices is not None or model.recipe.cuts is not None


def with_columns(
    model: Model,
    counted: CountedText | None,
    rows: Iterable[tuple[Sequence[float], Sequence[str | None]]],
    *,
    grow: bool,
) -> CountedFeatures:
    """Add a table's columns to counted text, as far as the model has them."""
    text = None if counted is None else counted.counts
    if not has_columns(model):
        return CountedFeatures(Features(text), counted)
    found = list(rows)
    if text is not None and len(found) != text.n_documents:
        raise EngineError("it reads the columns of a table, which a document here does not have")
    numbers = None
    if model.statistics.numbers is not None or (model.recipe.cuts and model.table.numbers):
        check_columns([row[0] for row in found], model.table.numbers)
        cells_of_numbers = np.array([list(row[0]) for row in found], np.float64)
        numbers = cells_of_numbers.reshape(len(found), len(model.table.numbers))
    choices = choice_columns(model, [row[1] for row in found], grow=grow)
    if model.recipe.cuts is not None:
        cells = model.adopt(*cells_as_words(model.recipe.cuts, model.table, numbers, choices), grow=grow)
        if counted is not None:
            unknown = counted.unknown + cells.unknown
            cells = replace(counted, counts=beside(counted.counts, cells.counts), unknown=unknown)
        return CountedFeatures(Features(cells.counts), cells)
    return CountedFeatures(Features(text, numbers, choices), counted)


def without_misread(counted: CountedFeatures, sureness: Sequence[float | None]) -> CountedFeatures:
    """Count as many unknown words as misread as the recogniser is unsure of, so that they make no document look new."""
    if counted.text is None or all(each is None for each in sureness):
        return counted
    counts, unknown, in_text = counted.text.counts, counted.text.unknown, counted.text.unknown_in_text
    misread = np.array([0.0 if each is None else 1.0 - each for each in sureness])
    n_words = np.bincount(counts.rows, weights=counts.values, minlength=counts.n_documents) + unknown
    new = np.maximum(0.0, unknown - misread * n_words)
    left = None if in_text is None else np.maximum(0.0, in_text - misread * n_words)
    return CountedFeatures(counted.features, CountedText(counts, new, left))


def check_columns(rows: Sequence[Sequence[object]], names: Sequence[str]) -> None:
    """A document without the columns that a model reads, such as a text, cannot be judged by them."""
    if any(len(row) != len(names) for row in rows):
        raise EngineError(f"it reads the columns {', '.join(names)} of a table, which a document here does not have")


def choice_columns(model: Model, rows: Sequence[Sequence[str | None]], *, grow: bool) -> npt.NDArray[np.int64] | None:
    """Number the values as the model does; a new value is unknown to it, or joins where it is to be learnt."""
    if model.statistics.choices is None and not (model.recipe.cuts is not None and model.table.choices):
        return None
    check_columns(rows, model.table.choices)
    known = [{value: number for number, value in enumerate(values)} for values in model.table.values]
    known += [{} for _ in range(len(model.table.choices) - len(known))]
    numbered = [[numbered_value(known[place], value, grow=grow) for place, value in enumerate(row)] for row in rows]
    if grow:
        model.table = replace(model.table, values=tuple(tuple(values) for values in known))
    return np.array(numbered, np.int64).reshape(len(rows), len(model.table.choices))


def numbered_value(known: dict[str, int], value: str | None, *, grow: bool) -> int:
    if value is None:
        return MISSING
    if value not in known and not grow:
        return len(known)
    return known.setdefault(value, len(known))


def packed_rows(documents: Sequence[PackedDocument]) -> list[tuple[tuple[float, ...], tuple[str | None, ...]]]:
    """The columns of documents as workers send them."""
    return [(document.numbers, document.choices) for document in documents]

"""A model written in the form of another program, with a card beside it that says what it is and is not."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from app.services.exchange.model_cards import card_of, card_text
from app.services.exchange.model_json import model_json
from app.services.exchange.onnx_graphs import onnx_bytes
from app.services.exchange.plain_models import PlainModel, library, plainly
from app.services.exchange.scikit_learn import skops_bytes
from app.services.files.whole_files import whole_text, write_whole
from app.services.models.kept_models import KeptModel, shown_model
from app.services.models.model_exchange import export_model
from app.services.models.model_words import csv_file
from app.store.access import Place
from nbengine.arrays.counts import UNIT
from nbengine.lazy_dataclasses import dataclass

CARD = ".card.md"
WORDS_ALONE = "A table has the words alone: neither priors nor columns of numbers or choices."
Writer = Callable[[Place, KeptModel, Path], tuple[str, ...]]
"""Writes a model and returns what its form does not say."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A model that was written, and what its form does not say."""

    model: str
    file: Path
    card: Path | None
    losses: tuple[str, ...]


def export_as(workspace: Place, name: str | None, form: str, target: Path) -> Exported:
    """Write a model in one of `FORMS`, and its card beside it."""
    if form == OWN_FORM:
        return Exported(export_model(workspace, name, target), target, None, ())
    kept = shown_model(workspace, name)
    losses = FORMS[form](workspace, kept, target)
    card = target.with_name(target.name + CARD)
    with whole_text(card) as file:
        file.write(card_text(card_of(PlainModel(kept)), losses))
    return Exported(kept.record.name, target, card, losses)


def write_json(_workspace: Place, kept: KeptModel, target: Path) -> tuple[str, ...]:
    plain = PlainModel(kept)
    with whole_text(target) as file:
        file.writelines(model_json(plain, card_of(plain)))
    if kept.model.recipe.event.is_fitted:
        return ("Weights are those of learnt factors, for words weighed by tf-idf in documents of length one.",)
    if kept.model.recipe.learner is None:
        return ()
    return ("A filter judges by more than counts: its learnt weights and marks are not in this file.",)


def write_csv(workspace: Place, kept: KeptModel, target: Path) -> tuple[str, ...]:
    csv_file(workspace, kept.record.name, target)
    return (WORDS_ALONE,)


def write_parquet(_workspace: Place, kept: KeptModel, target: Path) -> tuple[str, ...]:
    plain, arrow = PlainModel(kept), library("pyarrow", "cluster")
    columns: dict[str, object] = {"word": plain.words}
    if plain.reads_text:
        occurrences, presences = plain.model.tally.rows(np.arange(len(plain.words)))
        parts = (("count", occurrences / UNIT), ("documents", presences / UNIT))
        for name, values in (*parts, ("weight", plain.scorer.weights)):
            columns |= {f"{name}: {plain.labels[place]}": values[:, own] for place, own in enumerate(plain.order)}
    written = io.BytesIO()
    library("pyarrow.parquet", "cluster").write_table(arrow.table(columns), written)
    write_whole(target, written.getvalue())
    return (WORDS_ALONE,)


def write_sklearn(_workspace: Place, kept: KeptModel, target: Path) -> tuple[str, ...]:
    plain = plainly(kept)
    write_whole(target, skops_bytes(plain))
    if plain.scorer.choices is None:
        return tuple(plain.losses)
    return ("A value that was never learnt is an error there; here it has a probability.",)


def write_onnx(_workspace: Place, kept: KeptModel, target: Path) -> tuple[str, ...]:
    plain = plainly(kept)
    write_whole(target, onnx_bytes(plain, card_text(card_of(plain))))
    if not plain.reads_text:
        return ()
    return (*plain.losses, "Words come in cut: the metadata `words` says by which rules.")


OWN_FORM: Final = "bayleaf"
FORMS: Final[dict[str, Writer]] = {
    "json": write_json,
    "csv": write_csv,
    "parquet": write_parquet,
    "sklearn": write_sklearn,
    "onnx": write_onnx,
}

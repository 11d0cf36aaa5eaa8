"""A model written in the form of another program, with a card beside it that says what it is and is not."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.domain.untrusted_text import one_line
from app.domain.version import VERSION
from app.services.exchange.model_json import model_json
from app.services.exchange.onnx_graphs import onnx_bytes
from app.services.exchange.plain_models import PlainModel, library, plainly
from app.services.exchange.scikit_learn import skops_bytes
from app.services.files.whole_files import whole_text, write_whole
from app.services.models.kept_models import KeptModel, shown_model
from app.services.models.model_words import csv_file
from app.services.training.automatic_choice import name_of
from app.store.access import Place
from nbengine.arrays.counts import UNIT
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.persistence import model_to_bytes

CARD = ".card.md"
NOT_FOR = (
    "Verdicts about people: it knows words, not persons, and learns whatever bias its labels have.",
    "Documents of another kind, language or time than it learnt from: the figures below do not hold there.",
    "Deciding alone where a mistake cannot be undone.",
)
PROBABILITIES = "Probabilities here are those of the event model, and mostly far too sure: Bayleaf tempers them."
WORDS_ALONE = "A table has the words alone: neither priors nor columns of numbers or choices."
Writer = Callable[[Place, KeptModel, Path], tuple[str, ...]]
"""Writes a model and returns what its form does not say."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A model that was written, and what its form does not say."""

    model: str
    file: Path
    card: Path
    losses: tuple[str, ...]


def export_as(workspace: Place, name: str | None, form: str, target: Path) -> Exported:
    """Write a model in one of `FORMS`, and its card beside it."""
    kept = shown_model(workspace, name)
    losses = FORMS[form](workspace, kept, target)
    card, said = target.with_name(target.name + CARD), losses if form == OWN_FORM else (*losses, PROBABILITIES)
    with whole_text(card) as file:
        file.write(card_text(card_of(PlainModel(kept)), said))
    return Exported(kept.record.name, target, card, losses)


def write_own(_workspace: Place, kept: KeptModel, target: Path) -> tuple[str, ...]:
    write_whole(target, model_to_bytes(kept.model))
    return ("It holds words and counts, and none of the documents.",)


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
    OWN_FORM: write_own,
    "json": write_json,
    "csv": write_csv,
    "parquet": write_parquet,
    "sklearn": write_sklearn,
    "onnx": write_onnx,
}


def card_of(plain: PlainModel) -> dict[str, Any]:
    """Return the facts of the card."""
    record = plain.record
    figures: Mapping[str, Any] = json.loads(record.evaluation) if record.evaluation else {}
    names = ("documents", "accuracy", "macro_f1", "log_loss")
    return {
        "model": plain.name,
        "made_by": f"Bayleaf {VERSION}",
        "made_on": time.strftime("%Y-%m-%d", time.gmtime(record.changed_at)),
        "event_model": "filter" if plain.recipe.learner is not None else name_of(plain.recipe),
        "learnt": dict(zip(plain.labels, plain.documents.tolist(), strict=True)),
        "words": len(plain.words),
        "judged_unseen": {name: figures[name] for name in names if figures.get(name) is not None},
        "per_label": figures.get("per_label", {}),
        "not_for": NOT_FOR,
        "note": PROBABILITIES,
    }


def card_text(card: Mapping[str, Any], losses: tuple[str, ...] = (PROBABILITIES,)) -> str:
    """Return the card in Markdown; names are as people wrote them, so nothing in them takes effect."""
    judged, learnt = card["judged_unseen"], card["learnt"]
    lines = [f"# {plainly_written(card['model'])}", "", f"{card['made_by']}, {card['made_on']}; {card['event_model']}."]
    lines += ["", "## What it learnt from", ""]
    lines += [f"- {plainly_written(label)}: {documents:,.10g} documents" for label, documents in learnt.items()]
    lines += [f"- {card['words']:,} words"] if card["words"] else []
    lines += ["", "## How well it judges what it has not seen", ""]
    lines += judged_lines(judged, card["per_label"]) if judged else ["Nobody has measured it."]
    lines += ["", "## What it must not be used for", "", *(f"- {each}" for each in card["not_for"])]
    lines += ["", "## What this form does not say", "", *(f"- {each}" for each in losses), ""]
    return "\n".join(lines)


def judged_lines(judged: Mapping[str, Any], per_label: Mapping[str, Any]) -> list[str]:
    accuracy = f"{100 * judged['accuracy']:.2f} %" if "accuracy" in judged else "unknown"
    lines = [f"Of {judged.get('documents', 0):,} documents, each judged without itself, {accuracy} rightly.", ""]
    for label, scores in per_label.items():
        found = ", ".join(
            f"{name} {scores[name]:.3f}" for name in ("precision", "recall") if scores.get(name) is not None
        )
        lines.append(f"- {plainly_written(label)}: {found}")
    return lines


def plainly_written(name: str) -> str:
    """A name as Markdown shows it and nothing more."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>()#+!|&" else sign for sign in one_line(name))

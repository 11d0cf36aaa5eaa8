"""Export a model in the format of another program, with a model card, a text file that describes the model, beside it.

The JSON format has words with their counts and log-probabilities, table columns, and the recipe; minus infinity is
null. The help page “Other programs” documents the names in it. Words are written one by one, so that a large model is
not in memory twice.
"""

from __future__ import annotations

import io
import json
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.domain import VERSION
from app.domain.documents import one_line
from app.domain.errors import ForeignFileError
from app.domain.whole_files import open_text_atomically, write_atomically
from app.features.exchange.conversions import PlainModel, plain_model_of
from app.features.exchange.onnx import model_to_onnx
from app.features.exchange.scikit_learn import model_to_skops
from app.features.words.use_cases import export_words_csv
from app.library.engine_errors import import_extra
from app.library.recipes import short_recipe_name
from app.library.saved_models import OWN_FORMAT, StoredModel, load_private_model
from app.store.workspace import WorkspaceSource, open_for_reading
from nbengine.counts import UNIT
from nbengine.models.persistence import model_to_bytes

CARD_SUFFIX = ".card.md"
UNSUITABLE_USES = (
    "Verdicts about people: it knows words, not persons, and learns whatever bias its labels have.",
    "Documents of another kind, language or time than it learnt from: the figures below do not hold there.",
    "Deciding alone where a mistake cannot be undone.",
)
PROBABILITIES_NOTE = "Probabilities here are those of the event model, and mostly far too sure: Bayleaf tempers them."
WORDS_ONLY_NOTE = "A table has the words alone: neither priors nor columns of numbers or choices."
Writer = Callable[[WorkspaceSource, StoredModel, Path], tuple[str, ...]]
"""Function that writes a model to a path, and returns sentences about what the format cannot represent."""


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """Files of an exported model, and sentences about what the format cannot represent."""

    model: str
    file: Path
    card: Path
    losses: tuple[str, ...]


def export_as(workspace: WorkspaceSource, name: str | None, form: str, target: Path) -> ExportedModel:
    """Write a model in one of the `FORMS`, and its model card beside it.

    Raises:
        ForeignFileError: The format cannot represent the model.
    """
    with open_for_reading(workspace) as opened:
        kept = load_private_model(workspace, opened, name)
    if kept.model.recipe.cuts is not None and form != OWN_FORMAT:
        raise ForeignFileError("table-cells", kept.record.name)
    losses = FORMS[form](workspace, kept, target)
    card, shown_losses = (
        target.with_name(target.name + CARD_SUFFIX),
        losses if form == OWN_FORMAT else (*losses, PROBABILITIES_NOTE),
    )
    with open_text_atomically(card) as file:
        file.write(format_card(make_card(PlainModel(kept)), shown_losses))
    return ExportedModel(kept.record.name, target, card, losses)


def write_bayleaf_model(_workspace: WorkspaceSource, kept: StoredModel, target: Path) -> tuple[str, ...]:
    write_atomically(target, model_to_bytes(kept.model))
    losses = ["It holds words and counts, and none of the documents."]
    if kept.model.recipe.is_fitted:
        losses.append(
            "It judges, explains and learns as before; each lesson moves its factors by a step, for a new fit takes "
            "the documents, as do evaluate and the slopes of the fit."
        )
    return tuple(losses)


def write_json(_workspace: WorkspaceSource, kept: StoredModel, target: Path) -> tuple[str, ...]:
    plain = PlainModel(kept)
    with open_text_atomically(target) as file:
        file.writelines(iter_model_json(plain, make_card(plain)))
    if kept.model.recipe.event.is_fitted:
        return ("Weights are those of learnt factors, for words weighed by tf-idf in documents of length one.",)
    if kept.model.recipe.learner is None:
        return ()
    return ("A filter judges by more than counts: its learnt weights and marks are not in this file.",)


def write_csv(workspace: WorkspaceSource, kept: StoredModel, target: Path) -> tuple[str, ...]:
    export_words_csv(workspace, kept.record.name, target)
    return (WORDS_ONLY_NOTE,)


def write_parquet(_workspace: WorkspaceSource, kept: StoredModel, target: Path) -> tuple[str, ...]:
    plain, arrow = PlainModel(kept), import_extra("pyarrow", "cluster")
    columns: dict[str, object] = {"word": plain.words}
    if plain.reads_text:
        occurrences, presences = plain.model.tally.rows(np.arange(len(plain.words)))
        parts = (("count", occurrences / UNIT), ("documents", presences / UNIT))
        for name, values in (*parts, ("weight", plain.scorer.weights)):
            columns |= {f"{name}: {plain.labels[place]}": values[:, own] for place, own in enumerate(plain.order)}
    written = io.BytesIO()
    import_extra("pyarrow.parquet", "cluster").write_table(arrow.table(columns), written)
    write_atomically(target, written.getvalue())
    return (WORDS_ONLY_NOTE,)


def write_sklearn(_workspace: WorkspaceSource, kept: StoredModel, target: Path) -> tuple[str, ...]:
    plain = plain_model_of(kept)
    write_atomically(target, model_to_skops(plain))
    if plain.scorer.choices is None:
        return tuple(plain.losses)
    return ("A value that was never learnt is an error there; here it has a probability.",)


def write_onnx(_workspace: WorkspaceSource, kept: StoredModel, target: Path) -> tuple[str, ...]:
    plain = plain_model_of(kept)
    write_atomically(target, model_to_onnx(plain, format_card(make_card(plain))))
    if not plain.reads_text:
        return ()
    return (*plain.losses, "Words come in cut: the metadata `words` says by which rules.")


FORMS: Final[dict[str, Writer]] = {
    OWN_FORMAT: write_bayleaf_model,
    "json": write_json,
    "csv": write_csv,
    "parquet": write_parquet,
    "sklearn": write_sklearn,
    "onnx": write_onnx,
}
"""Name of a format to the function that writes it."""


def make_card(plain: PlainModel) -> dict[str, Any]:
    """Return what the model card says, as a dict."""
    record = plain.record
    figures: Mapping[str, Any] = json.loads(record.evaluation) if record.evaluation else {}
    names = ("documents", "accuracy", "macro_f1", "log_loss")
    return {
        "model": plain.name,
        "made_by": f"Bayleaf {VERSION}",
        "made_on": time.strftime("%Y-%m-%d", time.gmtime(record.changed_at)),
        "event_model": "filter" if plain.recipe.learner is not None else short_recipe_name(plain.recipe),
        "learnt": dict(zip(plain.labels, plain.documents.tolist(), strict=True)),
        "words": len(plain.words),
        "judged_unseen": {name: figures[name] for name in names if figures.get(name) is not None},
        "per_label": figures.get("per_label", {}),
        "not_for": UNSUITABLE_USES,
        "note": PROBABILITIES_NOTE,
    }


def format_card(card: Mapping[str, Any], losses: tuple[str, ...] = (PROBABILITIES_NOTE,)) -> str:
    """Return the model card as Markdown. Names of labels and models are escaped, because people choose them."""
    judged, learnt = card["judged_unseen"], card["learnt"]
    lines = [f"# {escape_markdown(card['model'])}", "", f"{card['made_by']}, {card['made_on']}; {card['event_model']}."]
    lines += ["", "## What it learnt from", ""]
    lines += [f"- {escape_markdown(label)}: {documents:,.10g} documents" for label, documents in learnt.items()]
    lines += [f"- {card['words']:,} words"] if card["words"] else []
    lines += ["", "## How well it judges what it has not seen", ""]
    lines += format_evaluation(judged, card["per_label"]) if judged else ["Not evaluated yet."]
    lines += ["", "## What it must not be used for", "", *(f"- {each}" for each in card["not_for"])]
    lines += ["", "## What this form does not say", "", *(f"- {each}" for each in losses), ""]
    return "\n".join(lines)


def format_evaluation(judged: Mapping[str, Any], per_label: Mapping[str, Any]) -> list[str]:
    accuracy = f"{100 * judged['accuracy']:.2f} %" if "accuracy" in judged else "unknown"
    lines = [f"Of {judged.get('documents', 0):,} documents, each judged without itself, {accuracy} rightly.", ""]
    for label, scores in per_label.items():
        figures = ", ".join(
            f"{name} {scores[name]:.3f}" for name in ("precision", "recall") if scores.get(name) is not None
        )
        lines.append(f"- {escape_markdown(label)}: {figures}")
    return lines


def escape_markdown(name: str) -> str:
    """Return a name with Markdown escaped."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>()#+!|&" else sign for sign in one_line(name))


JSON_VERSION = 1
WORD_BATCH_SIZE = 1 << 12


def iter_model_json(plain: PlainModel, card: Mapping[str, Any]) -> Iterator[str]:
    """Yield pieces of text that together are the model as one JSON object."""
    by_numbers = "learnt_factors" if plain.recipe.event.is_fitted else "event_model"
    head = {
        "format": "bayleaf-model",
        "version": JSON_VERSION,
        "model": plain.name,
        "judged_by": "filter" if plain.recipe.learner is not None else by_numbers,
        "event_model": plain.recipe.event_model,
        "recipe": plain.recipe.to_plain(),
        "card": card,
        "labels": plain.labels,
        "documents": plain.documents.tolist(),
        "log_prior": finite_or_none(plain.log_prior.tolist()),
        **describe_columns(plain),
    }
    text = plain.scorer.text
    if text is None:
        yield json.dumps(head, ensure_ascii=False, allow_nan=False) + "\n"
        return
    head["bias"] = finite_or_none(text.bias[plain.order].tolist())
    if plain.unknown_column is not None:
        head["unknown_word"] = plain.words[plain.unknown_column]
    yield json.dumps(head, ensure_ascii=False, allow_nan=False).removesuffix("}") + ', "words": [\n'
    for first in range(0, len(plain.words), WORD_BATCH_SIZE):
        yield (",\n" if first else "") + ",\n".join(iter_word_json_lines(plain, first))
    yield "\n]}\n"


def iter_word_json_lines(plain: PlainModel, first: int) -> Iterator[str]:
    """Yield one JSON object per word, for one batch of words that begins with word number `first`."""
    tokens = np.arange(first, min(first + WORD_BATCH_SIZE, len(plain.words)))
    occurrences, presences = plain.model.tally.rows(tokens)
    weights = plain.scorer.weights_of(tokens)[:, plain.order]
    for place, token in enumerate(tokens.tolist()):
        line = {
            "word": plain.words[token],
            "count": (occurrences[place, plain.order] / UNIT).tolist(),
            "documents": (presences[place, plain.order] / UNIT).tolist(),
            "weight": finite_or_none(weights[place].tolist()),
        }
        if len(plain.idf):
            line["idf"] = float(plain.idf[token])
        yield json.dumps(line, ensure_ascii=False, allow_nan=False)


def describe_columns(plain: PlainModel) -> dict[str, Any]:
    """Return the normal distributions of numeric columns, and the log-probabilities of categorical values, for JSON.

    The last log-probability of a categorical column is that of an unseen value.
    """
    result: dict[str, Any] = {}
    curves, choices, table = plain.scorer.numbers, plain.scorer.choices, plain.model.table
    if curves is not None:
        result["numbers"] = {
            "columns": table.numbers,
            "means": finite_or_none(curves.means[plain.order].tolist()),
            "variances": finite_or_none(curves.variances[plain.order].tolist()),
        }
    if choices is not None:
        tables = [finite_or_none(part[plain.order].tolist()) for part in choices.tables]
        result["choices"] = {"columns": table.choices, "values": table.values, "log_probabilities": tables}
    return result


def finite_or_none(value: Any) -> Any:
    """Return a number or a nested list of numbers for JSON, with None in place of infinities and NaN."""
    if isinstance(value, list):
        return [finite_or_none(each) for each in value]
    return value if math.isfinite(value) else None

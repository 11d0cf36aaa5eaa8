"""The model card beside each export: what the model learnt from, how well it judges unseen, what it is not for."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from app.domain.untrusted_text import one_line
from app.domain.version import VERSION
from app.services.exchange.plain_models import PlainModel
from app.services.training.automatic_choice import name_of

NOT_FOR = (
    "Verdicts about people: it knows words, not persons, and learns whatever bias its labels have.",
    "Documents of another kind, language or time than it learnt from: the figures below do not hold there.",
    "Deciding alone where a mistake cannot be undone.",
)
PROBABILITIES = "Probabilities here are those of the event model, and mostly far too sure: Bayleaf tempers them."


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


def card_text(card: Mapping[str, Any], losses: tuple[str, ...] = ()) -> str:
    """Return the card in Markdown; names are as people wrote them, so nothing in them takes effect."""
    judged, learnt = card["judged_unseen"], card["learnt"]
    lines = [f"# {plainly_written(card['model'])}", "", f"{card['made_by']}, {card['made_on']}; {card['event_model']}."]
    lines += ["", "## What it learnt from", ""]
    lines += [f"- {plainly_written(label)}: {documents:,.10g} documents" for label, documents in learnt.items()]
    lines += [f"- {card['words']:,} words"] if card["words"] else []
    lines += ["", "## How well it judges what it has not seen", ""]
    lines += judged_lines(judged, card["per_label"]) if judged else ["Nobody has measured it."]
    lines += ["", "## What it must not be used for", "", *(f"- {each}" for each in card["not_for"])]
    lines += ["", "## What this form does not say", "", *(f"- {each}" for each in (*losses, card["note"])), ""]
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

"""A model as JSON that anybody can read: words with their counts and log-probabilities, columns, recipe.

The help page “Other programs” documents the names. Minus infinity is null. A word is written after another, so that a
large model needs no second one in memory.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from app.services.exchange.plain_models import PlainModel
from nbengine.arrays.counts import UNIT

FORM = 1
WORDS_AT_ONCE = 1 << 12


def model_json(plain: PlainModel, card: Mapping[str, Any]) -> Iterator[str]:
    """Yield a model as one JSON object, piece by piece."""
    head = {
        "format": "bayleaf-model",
        "version": FORM,
        "model": plain.name,
        "judged_by": judged_by(plain),
        "event_model": plain.recipe.event_model,
        "recipe": plain.recipe.to_plain(),
        "card": card,
        "labels": plain.labels,
        "documents": plain.documents.tolist(),
        "log_prior": finite(plain.log_prior.tolist()),
        **columns_of(plain),
    }
    text = plain.scorer.text
    if text is None:
        yield json.dumps(head, ensure_ascii=False, allow_nan=False) + "\n"
        return
    head["bias"] = finite(text.bias[plain.order].tolist())
    if plain.unknown_column is not None:
        head["unknown_word"] = plain.words[plain.unknown_column]
    yield json.dumps(head, ensure_ascii=False, allow_nan=False).removesuffix("}") + ', "words": [\n'
    for first in range(0, len(plain.words), WORDS_AT_ONCE):
        yield (",\n" if first else "") + ",\n".join(word_lines(plain, first))
    yield "\n]}\n"


def judged_by(plain: PlainModel) -> str:
    """Return what verdicts come from, beside or in place of the numbers that follow."""
    if plain.recipe.learner is not None:
        return "filter"
    return "learnt_factors" if plain.recipe.event.is_fitted else "event_model"


def word_lines(plain: PlainModel, first: int) -> Iterator[str]:
    """Yield some words as JSON, one a line."""
    tokens = np.arange(first, min(first + WORDS_AT_ONCE, len(plain.words)))
    occurrences, presences = plain.model.tally.rows(tokens)
    weights = plain.scorer.weights_of(tokens)[:, plain.order]
    idf = plain.idf
    for place, token in enumerate(tokens.tolist()):
        line = {
            "word": plain.words[token],
            "count": (occurrences[place, plain.order] / UNIT).tolist(),
            "documents": (presences[place, plain.order] / UNIT).tolist(),
            "weight": finite(weights[place].tolist()),
        }
        if len(idf):
            line["idf"] = float(idf[token])
        yield json.dumps(line, ensure_ascii=False, allow_nan=False)


def columns_of(plain: PlainModel) -> dict[str, Any]:
    """The curves of numbers, and the log-probabilities of values; the last one is for a value never seen."""
    found: dict[str, Any] = {}
    curves, choices, table = plain.scorer.numbers, plain.scorer.choices, plain.model.table
    if curves is not None:
        found["numbers"] = {
            "columns": table.numbers,
            "means": finite(curves.means[plain.order].tolist()),
            "variances": finite(curves.variances[plain.order].tolist()),
        }
    if choices is not None:
        tables = [finite(part[plain.order].tolist()) for part in choices.tables]
        found["choices"] = {"columns": table.choices, "values": table.values, "log_probabilities": tables}
    return found


def finite(value: Any) -> Any:
    """The same numbers, with null for what JSON has no number for."""
    if isinstance(value, list):
        return [finite(each) for each in value]
    return value if math.isfinite(value) else None

"""The part of an exported lesson that computes: counts, α and the document can be changed in a browser.

The page needs no installation and no network. Its arithmetic is `resources/lessons/page/arithmetic.js`; a test compares
it with the engine to 1e-9. A content security policy with hashes allows this script and this style sheet, and nothing
else, so markup in a stranger's lesson cannot run.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Final

import numpy as np

import resources
from app.domain.sheet_words import LESSON_WORDS, Translate
from app.features.teaching.lessons import Bench, query_features, train_bench
from nbengine.counts import UNIT
from nbengine.errors import EngineError
from nbengine.events.gaussian import number_curves
from nbengine.learnt.statistics import Features
from nbengine.models.model import Model

FOLDER = Path(resources.__file__).parent / "lessons" / "page"
TEXTS: Final = (
    "document", "documents", "documents-with", "counts", "mean", "variance", "prior", "absent", "without", "sum",
    "factor", "word", "add", "less", "more", "unknown", "hidden", "beam", "undecided", "smoothing",
)  # fmt: skip
"""Keys of the script's texts; in `LESSON_WORDS` they begin with “live-”."""
MAX_WORDS, MAX_LABELS = 20_000, 20
"""A larger table of counts would be too much for a telephone."""


@lru_cache(maxsize=8)
def read_page_file(name: str) -> str:
    """Return a file of the page: its arithmetic, its script or its style sheet."""
    return (FOLDER / name).read_text(encoding="utf-8")


def page_state(bench: Bench) -> dict[str, Any] | None:
    """Return counts, recipe and document as the script's input; None if the script has no formulas for the recipe."""
    model, _ = train_bench(bench)
    features = query_features(model, bench)
    settings = model.recipe.settings
    text_part = model.recipe.event.text_part(settings)
    kind = ""
    if text_part is not None and model.statistics.text is not None:
        kind = "others" if not text_part.are_weights_shares else "counts"
        kind = "presences" if model.recipe.counts_absence else kind
    is_plain = settings.norm is False and not model.recipe.is_fitted and model.tfidf is None
    if not is_plain or model.n_words > MAX_WORDS or len(model.labels) > MAX_LABELS:
        return None
    has_prior = model.recipe.event.has_prior(len(model.labels), settings)
    return {
        "kind": kind,
        "alpha": bench.smoothing,
        "prior": {"kind": bench.prior, "strength": bench.strength},
        "hasPrior": has_prior,
        "labels": list(model.labels),
        "documents": _in_documents(model.statistics.documents),
        "words": _words(model, kind) if kind else None,
        "choices": list(_choices(model)),
        "numbers": list(_numbers(model)),
        "query": _query(model, features, kind),
    }


def _in_documents(units: Any) -> list[Any]:
    values: list[Any] = (np.asarray(units) / UNIT).tolist()
    return values


def _words(model: Model, kind: str) -> dict[str, Any]:
    counts = model.tally.presences if kind == "presences" else model.tally.occurrences
    limits = model.recipe.limits
    return {
        "names": model.words_of(np.arange(model.n_words)),
        "counts": _in_documents(counts.T),
        "isClosed": not (limits.is_open and limits.min_documents),
        "unknown": 0 if limits.unknown_word else -1,
    }


def _choices(model: Model) -> Iterator[dict[str, Any]]:
    tally = model.statistics.choices
    if tally is not None:
        for name, values, counts in zip(model.table.choices, model.table.values, tally.counts, strict=True):
            yield {"name": name, "values": list(values), "counts": _in_documents(counts.T)}


def _numbers(model: Model) -> Iterator[dict[str, Any]]:
    tally = model.statistics.numbers
    if tally is None:
        return
    curves = number_curves(tally, model.recipe.settings.var_smoothing)
    for column, name in enumerate(model.table.numbers):
        variances = curves.variances[:, column]
        if np.isfinite(variances).all() and (variances > 0).all():
            yield {"name": name, "means": curves.means[:, column].tolist(), "variances": variances.tolist()}


def _query(model: Model, features: Features, kind: str) -> dict[str, Any]:
    words = np.zeros(model.n_words if kind else 0, np.int64)
    if features.text is not None and kind:
        np.add.at(words, features.text.tokens, features.text.values.astype(np.int64))
    numbers = [] if features.numbers is None else features.numbers[0].tolist()
    choices = [] if features.choices is None else features.choices[0].tolist()
    known = [each["name"] for each in _numbers(model)]
    values = dict(zip(model.table.numbers, numbers, strict=False))
    return {
        "words": words.tolist(),
        "choices": choices,
        "numbers": [None if np.isnan(values[name]) else values[name] for name in known],
    }


def live_section(bench: Bench, language: str, translate: Translate) -> str:
    """Return the HTML of the section whose numbers can be changed; empty if the recipe has no formulas there."""
    try:
        state = page_state(bench)
    except EngineError:
        return ""
    if state is None:
        return ""
    texts = {name: translate(LESSON_WORDS[f"live-{name}"]) for name in TEXTS}
    texts["documentsWith"] = texts.pop("documents-with")
    data = {"language": language, "isSmoothed": bench.is_smoothed, "text": texts, "state": state}
    plain = json.dumps(data, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c")

    def said(name: str) -> str:
        return escape(translate(LESSON_WORDS[name]))

    return (
        f'<section class="lab"><div><h2>{said("query")}</h2><div id="controls"></div>'
        f'<h2>{said("live-learnt")}</h2><div id="learnt" class="wide"></div>'
        f'<button type="button" id="reset">{said("live-reset")}</button></div>'
        f'<div><h2>{said("live-verdict")}</h2><output id="verdict" aria-live="polite"></output><div id="share"></div>'
        f'<div id="picture"></div></div></section>'
        f'<section><h2>{said("working")}</h2><div id="working" class="wide"></div></section>'
        f"<noscript><p>{said('live-noscript')}</p></noscript>"
        f'<script type="application/json" id="lesson-data">{plain}</script>'
    )


def page_of_html(title: str, body: str, language: str, *, is_live: bool) -> str:
    """Return a whole page around a body. Its policy allows its own script and style, by their hashes."""
    style = read_page_file("page.css")
    script = f"{read_page_file('arithmetic.js')}\n{read_page_file('page.js')}" if is_live else ""
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {_hash_of(style)}"
    if is_live:
        policy += f"; script-src {_hash_of(script)}"
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body>\n{body}\n"
        f"{f'<script>{script}</script>' if is_live else ''}</body></html>\n"
    )


def _hash_of(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"

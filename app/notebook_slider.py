"""A widget for notebooks: α is a slider and the text can be edited, and what follows is shown at once.

What is shown is made in Python, as everything in a notebook, and holds no script; the few lines of the widget's own
move a slider and put the page in its place.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import resources
from app.domain.errors import ExchangeError
from nbengine.models.model import Model

LEAST, MOST = -3.0, 2.0
"""Powers of ten between which α is chosen."""
MODULE = Path(resources.__file__).parent / "notebooks" / "slider.js"


def slider(model: Model, text: str, shown_of: Callable[[Model, str], Any]) -> Any:
    """Return the widget; `shown_of` says what follows from a model and a text."""
    if model.recipe.learner is not None or model.recipe.event.is_fitted or not model.recipe.event.is_smoothed:
        raise ExchangeError("no-slider", model.recipe.event.title)
    try:
        kind, traits = import_module("anywidget").AnyWidget, import_module("traitlets")
    except ImportError as error:
        raise ExchangeError("not-installed", "anywidget", "notebook") from error
    fields = {
        "_esm": MODULE.read_text(encoding="utf-8"),
        "alpha": traits.Float(within(model.recipe.smoothing)).tag(sync=True),
        "text": traits.Unicode(text).tag(sync=True),
        "html": traits.Unicode("").tag(sync=True),
    }
    widget = type("SmoothingSlider", (kind,), fields)()

    def show(_change: object = None) -> None:
        chosen = replace(model.recipe, smoothing=within(widget.alpha))
        widget.html = shown_of(model.rederived(chosen), widget.text)._repr_html_()

    widget.observe(show, ["alpha", "text"])
    show()
    return widget


def within(smoothing: float) -> float:
    """The smoothing, or the nearest that the slider reaches."""
    if not math.isfinite(smoothing):
        return 1.0
    return min(max(smoothing, 10**LEAST), 10**MOST)

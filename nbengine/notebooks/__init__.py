"""Models, verdicts, explanations and evaluations as HTML for notebooks: no script in it, and every word escaped.

What writes it is imported when the first of them is shown.
"""

from __future__ import annotations

from importlib import import_module


class ShownInNotebooks:
    """Shows itself in a notebook."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        written: str = import_module("nbengine.notebooks.html_of_results").html_of(self)
        return written

"""HTML representations of models, verdicts, explanations and evaluations for notebooks.

The HTML has no scripts, and every word is escaped. The code that writes it is imported on first use.
"""

from __future__ import annotations

from importlib import import_module


class NotebookHtml:
    """Mix-in that gives a result an HTML representation in notebooks."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module("nbengine.notebooks.html_of_results").html_of(self)
        return html

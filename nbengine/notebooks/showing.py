"""Objects that a notebook shows as HTML; what writes it is imported when the first of them is shown."""

from __future__ import annotations

from importlib import import_module


class ShownInNotebooks:
    """Shows itself in a notebook."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        written: str = import_module("nbengine.notebooks.html_of_results").html_of(self)
        return written

"""The parts of an estimator that scikit-learn's tools ask for: routed weights, data frames, a picture.

scikit-learn is loaded already where any of this is asked for; the package itself does without it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Self, TypeVar

import numpy as np

Table = TypeVar("Table")
UNCHANGED = "$UNCHANGED$"
"""The request stays as it is."""


class Pictured:
    """Shown in a notebook as scikit-learn shows its own."""

    def _repr_html_(self) -> str | None:
        """Return the estimator as HTML; None where scikit-learn is not loaded."""
        utils = sys.modules.get("sklearn.utils")
        return None if utils is None else str(utils.estimator_html_repr(self))


class Routed:
    """Says which of the sample weights, and which classes, a search or a pipeline is to pass on to it."""

    _metadata_request: Any

    def get_metadata_routing(self) -> Any:
        """Return the weights and classes that this estimator asks a search or pipeline for, as scikit-learn's own
        record."""
        if hasattr(self, "_metadata_request"):
            return self._metadata_request
        request = import_module("sklearn.utils.metadata_routing").MetadataRequest(owner=type(self).__name__)
        for method, params in (("fit", ["sample_weight"]), ("partial_fit", ["classes", "sample_weight"])):
            for param in params if hasattr(self, method) else ():
                getattr(request, method).add_request(param=param, alias=None)
        request.score.add_request(param="sample_weight", alias=None)
        return request

    def set_fit_request(self, *, sample_weight: bool | str | None = UNCHANGED) -> Self:
        """Ask for sample weights when fitting, or refuse them."""
        return self._ask("fit", sample_weight=sample_weight)

    def set_partial_fit_request(
        self, *, classes: bool | str | None = UNCHANGED, sample_weight: bool | str | None = UNCHANGED
    ) -> Self:
        """Ask for classes and sample weights when fitting in pieces, or refuse them."""
        return self._ask("partial_fit", classes=classes, sample_weight=sample_weight)

    def set_score_request(self, *, sample_weight: bool | str | None = UNCHANGED) -> Self:
        """Ask for sample weights when scoring, or refuse them."""
        return self._ask("score", sample_weight=sample_weight)

    def _ask(self, method: str, **requests: bool | str | None) -> Self:
        routing = self.get_metadata_routing()
        for param, alias in requests.items():
            if alias != UNCHANGED:
                getattr(routing, method).add_request(param=param, alias=alias)
        self._metadata_request = routing
        return self


class FramedOutput:
    """Returns its table as it is, or as a data frame of sparse columns."""

    _sklearn_output_config: dict[str, str]

    def set_output(self, *, transform: str | None = None) -> Self:
        """Choose what `transform` returns: "default" for a sparse matrix, "pandas" for a data frame."""
        if transform not in (None, "default", "pandas"):
            raise ValueError(f"output config must be in ['default', 'pandas'], got {transform!r}")
        if transform is not None:
            self._sklearn_output_config = {"transform": transform}
        return self

    def _framed(self, table: Table, names: Callable[[], Any]) -> Table:
        if getattr(self, "_sklearn_output_config", {}).get("transform", "default") == "default":
            return table
        frame: Any = import_module("pandas").DataFrame.sparse.from_spmatrix(table, columns=np.asarray(names()))
        return frame  # type: ignore[no-any-return] # whoever asked for it knows

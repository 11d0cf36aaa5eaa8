"""Parts of an estimator that tools around it ask for: routed weights, data frames, a picture, other arrays, pickles.

scikit-learn is loaded already where any of its own is asked for; the package itself does without it.

Arrays of other libraries come in, on whatever device, where scikit-learn is told to dispatch them
(`array_api_dispatch`). Moments are kept in NumPy, in double precision: samples come in from where they lie, and answers
go back there. In the other library's arithmetic the digits would be lost that a remainder beside each mean keeps.

Pickles outlive the version that wrote them (`Pickled`). A pickle names its estimator's class and holds nothing else but
NumPy's arrays and Python's own objects: records of the engine go in as their fields, so that no later version has to
keep their modules where they are. It says which form it has; a form that this version does not know is refused before
anything is taken from it. Pickles that name no form are those of the first version, which held the records themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields
from importlib import import_module
from typing import Any, Self, TypeVar

import numpy as np

from nbengine.events.scorer_parts import ChoiceWeights, NumberCurves, TextWeights
from nbengine.learnt.number_tally import Moments
from nbengine.text.vocabulary import Vocabulary

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
        """Return what this estimator asks a search or pipeline for, as scikit-learn's own record."""
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


def in_numpy(given: Any) -> Any:
    """Return another library's array as NumPy's; all else, and all where nothing is dispatched, as it is."""
    if not _is_dispatched(given):
        return given
    arrays = import_module("sklearn.utils._array_api")
    return arrays._convert_to_numpy(given, arrays.get_namespace(given)[0])


def beside(given: Any, answer: Any) -> Any:
    """Return an answer in the library and on the device of what was given; words, and all else, stay NumPy's."""
    if not _is_dispatched(given) or answer.dtype.kind not in "biufc":
        return answer
    arrays = import_module("sklearn.utils._array_api")
    return arrays.get_namespace(given)[0].asarray(answer, device=arrays.device(given))


def all_in_numpy(attributes: dict[str, Any]) -> dict[str, Any]:
    """Return attributes with every other library's array as NumPy's."""
    if not any(_is_foreign(value) for value in attributes.values()):
        return attributes
    with sys.modules["sklearn"].config_context(array_api_dispatch=True):
        return {name: in_numpy(value) for name, value in attributes.items()}


def _is_dispatched(given: Any) -> bool:
    if not _is_foreign(given):
        return False
    tools = sys.modules.get("sklearn")
    return tools is not None and bool(tools.get_config().get("array_api_dispatch"))


def _is_foreign(given: Any) -> bool:
    return hasattr(given, "__dlpack__") and not isinstance(given, np.ndarray)


FORM = 2
"""The form of a pickle; another one is needed when a version could no longer read what this one writes."""
MARK, FORM_OF, WRITTEN_BY = "nbengine record", "nbengine form", "nbengine version"
RECORDS: dict[str, Any] = {kind.__name__: kind for kind in (ChoiceWeights, Moments, NumberCurves, TextWeights)}


class Pickled:
    """Pickled by its own attributes, in a form that is named."""

    def __getstate__(self) -> dict[str, Any]:
        version = import_module("nbengine").__version__
        state = {name: plain_of(value) for name, value in self._pickled().items()}
        return {FORM_OF: FORM, WRITTEN_BY: version, **state}

    def __setstate__(self, state: dict[str, Any]) -> None:
        form, version = state.get(FORM_OF, 0), state.get(WRITTEN_BY, "an early version")
        if form not in range(FORM + 1):
            raise ValueError(
                f"This {type(self).__name__} was pickled by nbengine {version}, in a form ({form!r}) that nbengine"
                f" {import_module('nbengine').__version__} does not know. Load it with that version, or fit it anew."
            )
        own = {name: value for name, value in state.items() if name not in (FORM_OF, WRITTEN_BY)}
        vars(self).update({name: record_of(value) for name, value in own.items()})

    def _pickled(self) -> dict[str, Any]:
        """Return the attributes that a pickle holds."""
        return vars(self)


def plain_of(value: Any) -> Any:
    """Return a record as its fields, and all else as it is."""
    if isinstance(value, Vocabulary):
        return {MARK: "Vocabulary", "words": value.to_blob()}
    if type(value).__name__ in RECORDS and type(value) is RECORDS[type(value).__name__]:
        return {MARK: type(value).__name__, **{part.name: getattr(value, part.name) for part in fields(value)}}
    return value


def record_of(value: Any) -> Any:
    """Return the record whose fields these are, and all else as it is."""
    if not isinstance(value, dict) or MARK not in value:
        return value
    if value[MARK] == "Vocabulary":
        blob, lengths = value["words"]
        return Vocabulary.from_blob(blob, np.asarray(lengths, np.int64))
    kind = RECORDS[value[MARK]]
    known = {part.name for part in fields(kind)}
    return kind(**{name: part for name, part in value.items() if name in known})

"""Pickles that outlive the version that wrote them.

A pickle names its estimator's class and holds nothing else but NumPy's arrays and Python's own objects: records of the
engine go in as their fields, so that no later version has to keep their modules where they are. It says which form it
has; a form that this version does not know is refused before anything is taken from it. Pickles that name no form are
those of the first version, which held the records themselves.
"""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from typing import Any

import numpy as np

from nbengine.events.scorer_parts import ChoiceWeights, NumberCurves, TextWeights
from nbengine.learnt.number_tally import Moments
from nbengine.text.vocabulary import Vocabulary

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

"""Fitted estimators as bytes: parameters, labels, feature names and statistics, but no code.

The container is the one of models (`nbengine.packing`): checked by a digest, versioned, and limited in size before
memory is allocated.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.counts import MAX_EXACT_FLOAT
from nbengine.errors import DamagedModelError, EngineError
from nbengine.estimators.estimator import attributes_to_numpy
from nbengine.packing import PackedContent, from_plain, pack_content, to_plain, unpack_content
from nbengine.trust.calibration import Calibration

FORMAT = 1
"""Version of the byte form. Increase it if older versions could not read the new bytes."""
DAMAGE_ERRORS = (
    EngineError,
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    OverflowError,
    AttributeError,
    RecursionError,
)


@dataclass(frozen=True, slots=True)
class SavedStatistics:
    """The learnt statistics of an estimator, as JSON values, arrays of any shape, and bytes."""

    facts: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, npt.NDArray[Any]] = field(default_factory=dict)
    blobs: dict[str, bytes] = field(default_factory=dict)


class SavableEstimator(Protocol):
    """Protocol of an estimator that `to_bytes` and `from_bytes` can save and load."""

    classes_: npt.NDArray[Any]
    n_features_in_: int

    def __init__(self, **parameters: Any) -> None: ...
    def get_params(self) -> dict[str, Any]: ...
    def _feature_names(self) -> list[Any] | None: ...
    def _saved_statistics(self) -> SavedStatistics: ...
    def _restore(self, parts: SavedStatistics) -> None: ...
    def _check_parameters(self) -> None: ...
    def _check_settings(self) -> None: ...
    def _derive_attributes(self) -> None: ...


Kind = TypeVar("Kind", bound=SavableEstimator)


def are_statistics_equal(left: SavedStatistics, right: SavedStatistics) -> bool:
    """Return whether two estimators have equal statistics."""
    if left.facts != right.facts or left.blobs != right.blobs or left.arrays.keys() != right.arrays.keys():
        return False
    return all(np.array_equal(part, right.arrays[name]) for name, part in left.arrays.items())


def copy_fitted(estimator: Kind) -> Kind:
    """Return a copy of a fitted estimator with its own statistics and without the samples of `fit`."""
    copy, own = type(estimator)(**estimator.get_params()), estimator._saved_statistics()
    copy.classes_, copy.n_features_in_ = estimator.classes_, estimator.n_features_in_
    copy._restore(SavedStatistics(own.facts, {name: part.copy() for name, part in own.arrays.items()}, own.blobs))
    return copy


def to_bytes(estimator: SavableEstimator) -> bytes:
    own = estimator._saved_statistics()
    parameters = attributes_to_numpy(estimator.get_params())
    names, calibration = estimator._feature_names(), getattr(estimator, "calibration_", None)
    facts: dict[str, Any] = {
        "estimator": type(estimator).__name__,
        "form": FORMAT,
        "parameters": {name: parameter_to_json(name, value) for name, value in parameters.items()},
        "labels": labels_to_json(estimator.classes_),
        "n_features": estimator.n_features_in_,
        "names": None if names is None else [value_to_json(name) for name in names],
        "are_columns": "_columns" in vars(estimator) and not hasattr(estimator, "feature_names_in_"),
        "calibration": to_plain(calibration) if isinstance(calibration, Calibration) else None,
        "own": own.facts,
        "arrays": {name: {"shape": list(part.shape), "dtype": part.dtype.str} for name, part in own.arrays.items()},
    }
    numbers = {name: _array_to_row(part) for name, part in own.arrays.items()}
    return pack_content(PackedContent(facts, numbers, own.blobs))


def from_bytes(kind: type[Kind], data: bytes) -> Kind:
    parts = unpack_content(bytes(data))
    written_by = parts.facts.get("estimator")
    if written_by != kind.__name__:
        described = "a model, which `model_from_bytes` loads" if written_by is None else f"{written_by}, not"
        raise DamagedModelError(
            f"These bytes are {described} a {kind.__name__}." if written_by else f"These bytes are {described}."
        )
    if parts.facts.get("form") != FORMAT:
        raise DamagedModelError(
            f"This {kind.__name__} was saved in form {parts.facts.get('form')!r}; this version knows form {FORMAT}."
        )
    try:
        return _estimator_from_parts(kind, parts)
    except DamagedModelError:
        raise
    except DAMAGE_ERRORS as error:
        raise DamagedModelError(f"The bytes of the {kind.__name__} make no sense: {error}") from error


def _estimator_from_parts(kind: type[Kind], parts: PackedContent) -> Kind:
    facts = parts.facts
    estimator = kind(**{name: parameter_from_json(value) for name, value in facts["parameters"].items()})
    estimator._check_parameters()
    estimator.classes_ = labels_from_json(facts["labels"])
    if not (np.unique(estimator.classes_).shape == estimator.classes_.shape):
        raise DamagedModelError("The estimator's labels are not distinct.")
    estimator.n_features_in_ = int(facts["n_features"])
    if facts["names"] is not None:
        names = [value_from_json(name) for name in facts["names"]]
        if len(names) != estimator.n_features_in_:
            raise DamagedModelError("The estimator's features and their names do not fit.")
        if facts["are_columns"]:
            vars(estimator)["_columns"] = {name: column for column, name in enumerate(names)}
        else:
            vars(estimator)["feature_names_in_"] = np.array(names, dtype=object)
    arrays = {name: _row_to_array(parts.numbers[name], facts["arrays"][name]) for name in facts["arrays"]}
    estimator._restore(SavedStatistics(dict(facts["own"]), arrays, dict(parts.blobs)))
    if facts["calibration"] is not None:
        vars(estimator)["calibration_"] = from_plain(Calibration, facts["calibration"])
    estimator._check_settings()
    estimator._derive_attributes()
    return estimator


def value_to_json(value: Any) -> Any:
    """Return a label, feature name or category as a JSON value; raise ValueError if it has none."""
    plain = value.item() if isinstance(value, np.generic) else value
    if plain is None or isinstance(plain, str | bool | int | float):
        return plain
    if isinstance(plain, tuple):
        return {"tuple": [value_to_json(part) for part in plain]}
    raise ValueError(f"{value!r} cannot be saved: only strings, numbers and booleans can.")


def value_from_json(plain: Any) -> Any:
    """Convert a result of `value_to_json` back to the label, feature name or category."""
    return tuple(value_from_json(part) for part in plain["tuple"]) if isinstance(plain, dict) else plain


def labels_to_json(labels: npt.NDArray[Any]) -> dict[str, Any]:
    kind = labels.dtype.kind if labels.dtype.kind in "OU" else labels.dtype.str
    return {"dtype": kind, "values": [value_to_json(label) for label in labels.tolist()]}


def labels_from_json(plain: dict[str, Any]) -> npt.NDArray[Any]:
    dtype = np.dtype(plain["dtype"])
    if dtype.kind not in "OUbiuf":
        raise DamagedModelError(f"Labels cannot be of the type {dtype}.")
    return np.array(plain["values"], dtype=dtype)  # the width of text is that of the longest label


def parameter_to_json(name: str, value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return {"array": value.tolist()}
    if isinstance(value, tuple | list):
        return {type(value).__name__: [parameter_to_json(name, part) for part in value]}
    if isinstance(value, range):
        return {"list": list(value)}
    if isinstance(value, slice):
        return {"slice": [parameter_to_json(name, part) for part in (value.start, value.stop, value.step)]}
    if hasattr(value, "__array__") and np.ndim(value) == 1:
        return {"array": np.asarray(value).tolist()}
    if isinstance(value, set | frozenset):
        return {"set": sorted(parameter_to_json(name, part) for part in value)}
    try:
        return value_to_json(value)
    except ValueError as error:
        raise ValueError(f"The parameter {name!r} cannot be saved: {value!r} is no plain value.") from error


def parameter_from_json(plain: Any) -> Any:
    if not isinstance(plain, dict):
        return plain
    ((form, value),) = plain.items()
    parts = [parameter_from_json(part) for part in value]
    if form == "slice":
        return slice(*parts)
    makers: dict[str, Any] = {"array": np.array, "tuple": tuple, "list": list, "set": frozenset}
    return makers[form](parts)


def _array_to_row(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the array flattened to one dimension.

    It becomes int64 if all values are whole numbers, which needs fewer bytes, and float64 otherwise.
    """
    row = np.ascontiguousarray(array).reshape(-1)
    if row.dtype.kind != "f":
        return row.astype(np.int64)
    is_whole = not row.size or bool((np.abs(row) < MAX_EXACT_FLOAT).all() and (row == np.rint(row)).all())
    has_negative_zero = is_whole and bool((np.signbit(row) & (row == 0)).any())
    return row.astype(np.int64) if is_whole and not has_negative_zero else row.astype(np.float64)


def _row_to_array(row: npt.NDArray[Any], description: dict[str, Any]) -> npt.NDArray[Any]:
    dtype = np.dtype(description["dtype"])
    if dtype.kind not in "biuf":
        raise DamagedModelError(f"The estimator's numbers cannot be of the type {dtype}.")
    return row.astype(dtype).reshape(description["shape"])

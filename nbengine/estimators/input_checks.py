"""Input and parameters as scikit-learn users pass them: what is accepted, and the words with which all else is refused.

Errors and warnings are scikit-learn's own where it is loaded, so that its tools recognise them.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from numbers import Integral, Real
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from scipy import sparse

Kind = TypeVar("Kind", bound=type)


class NotFittedError(ValueError, AttributeError):
    """An estimator is asked before it has learnt."""


class DataConversionWarning(UserWarning):
    """Input was put into another shape."""


class InvalidParameterError(ValueError, TypeError):
    """A parameter has a value it cannot have."""


def not_fitted_error() -> type[Exception]:
    return _loaded("sklearn.exceptions", NotFittedError)


def _loaded(module: str, ours: Kind) -> Kind:
    found: Kind = getattr(sys.modules.get(module), ours.__name__, ours)
    return found


Table = Any
"""Dense or in compressed rows, finite, two-dimensional, not empty."""


def is_sparse(table: Table) -> bool:
    return bool(sparse.issparse(table))


def checked_table(given: Any, owner: str, *, accepts_sparse: bool) -> Table:
    """Take anything two-dimensional and numeric."""
    if is_sparse(given):
        if not accepts_sparse:
            raise TypeError(
                "Sparse data was passed for X, but dense data is required. Use '.toarray()' to convert to a dense"
                " numpy array."
            )
        table: Table = _compressed(given)
    else:
        table = _dense(given)
    _check_values(_values(table), "X")
    for n_found, what in zip(table.shape, ("sample", "feature"), strict=True):
        if not n_found:
            raise ValueError(
                f"Found array with 0 {what}(s) (shape={table.shape}) while a minimum of 1 is required by {owner}."
            )
    return table


def check_not_negative(table: Table, owner: str) -> None:
    values = _values(table)
    if values.size and values.min() < 0:
        raise ValueError(f"Negative values in data passed to {owner} (input X).")


def checked_labels(given: Any, owner: str) -> npt.NDArray[Any]:
    """Return one label per sample."""
    if given is None:
        raise ValueError(f"{owner} requires y to be passed, but the target y is None.")
    labels = np.asarray(given)
    if labels.ndim == 2 and labels.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected. Please change the shape of y to (n_samples,),"
            " for example using ravel().",
            _loaded("sklearn.exceptions", DataConversionWarning),
            stacklevel=4,
        )
        labels = labels.ravel()
    if labels.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {labels.shape} instead.")
    _check_values(labels, "y")
    if labels.dtype.kind == "f" and (labels != np.floor(labels)).any():
        raise ValueError(
            "Unknown label type: continuous. Maybe you are trying to fit a classifier, which expects discrete classes"
            " on a regression target with continuous values."
        )
    return labels


def checked_weights(given: Any, n_samples: int) -> npt.NDArray[np.float64] | None:
    """Return one weight per sample; None means one each."""
    if given is None:
        return None
    weights = np.asarray(given, dtype=np.float64)
    if weights.ndim == 0:
        weights = np.full(n_samples, float(weights))
    if weights.ndim != 1:
        raise ValueError("Sample weights must be 1D array or scalar")
    if len(weights) != n_samples:
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(n_samples,)}!")
    _check_values(weights, "sample_weight")
    if weights.size and weights.min() < 0:
        raise ValueError("Negative values in data passed to `sample_weight`.")
    if not weights.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return weights


def check_same_length(*given: Any) -> None:
    lengths = [int(part.shape[0]) for part in given]
    if len(set(lengths)) > 1:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {lengths}")


def feature_names(given: Any) -> npt.NDArray[Any] | None:
    """Return the column names of a data frame, of whatever make, if they are all strings."""
    columns = getattr(given, "columns", None)
    if columns is None or isinstance(given, np.ndarray) or is_sparse(given):
        return None
    names = np.asarray(list(columns), dtype=object)
    are_strings = [isinstance(name, str) for name in names]
    if any(are_strings) and not all(are_strings):
        kinds = sorted({type(name).__qualname__ for name in names})
        raise TypeError(
            "Feature names are only supported if all input features have string names, but your input has"
            f" {kinds} as feature name / column name types. If you want feature names to be stored and validated, you"
            " must convert them all to strings, by using X.columns = X.columns.astype(str) for example."
        )
    return names if any(are_strings) else None


def check_feature_names(found: npt.NDArray[Any] | None, fitted: npt.NDArray[Any] | None, owner: str) -> None:
    """Compare the names of this input with those learnt; where one side has none, say so."""
    if found is None and fitted is None:
        return
    if fitted is None:
        warnings.warn(f"X has feature names, but {owner} was fitted without feature names", stacklevel=5)
        return
    if found is None:
        warnings.warn(f"X does not have valid feature names, but {owner} was fitted with feature names", stacklevel=5)
        return
    if np.array_equal(found, fitted):
        return
    message = "The feature names should match those that were passed during fit.\n"
    unseen, missing = sorted(set(found) - set(fitted)), sorted(set(fitted) - set(found))
    message += _listed("Feature names unseen at fit time:\n", unseen)
    message += _listed("Feature names seen at fit time, yet now missing:\n", missing)
    if not unseen and not missing:
        message += "Feature names must be in the same order as they were in fit.\n"
    raise ValueError(message)


def _listed(heading: str, names: list[str]) -> str:
    if not names:
        return ""
    lines = [f"- {name}\n" for name in names[:5]] + ["- ...\n"] * (len(names) > 5)
    return heading + "".join(lines)


def _values(table: Table) -> npt.NDArray[Any]:
    return table.data if is_sparse(table) else np.asarray(table)


def _compressed(given: Any) -> sparse.csr_array:
    if given.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    table = sparse.csr_array(given)
    if given.format == "csr" and given.has_canonical_format:  # who asks with the same table again need not wait again
        table.has_canonical_format = True
    elif not table.has_canonical_format:
        table = table.copy()
        table.sum_duplicates()
    return table


def _dense(given: Any) -> npt.NDArray[Any]:
    table = np.asarray(given)
    if table.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    if table.dtype.kind not in "iufb":
        table = table.astype(np.float64)
    if table.ndim == 2:
        return table
    if table.ndim > 2:
        raise ValueError(f"Found array with dim {table.ndim}, while dim <= 2 is required.")
    found = "scalar" if table.ndim == 0 else "1D"
    raise ValueError(
        f"Expected 2D array, got {found} array instead:\narray={table}.\nReshape your data either using"
        " array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) if it contains a single"
        " sample."
    )


def _check_values(values: npt.NDArray[Any], name: str) -> None:
    if values.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    if values.dtype.kind == "O":
        if any(value is None or value != value for value in values.flat):
            raise ValueError(f"Input {name} contains NaN")
        return
    if values.dtype.kind != "f" or np.isfinite(values).all():
        return
    if np.isnan(values).any():
        raise ValueError(f"Input {name} contains NaN.")
    raise ValueError(f"Input {name} contains infinity or a value too large for {values.dtype!r}.")


Rule = tuple[str, Callable[[Any], bool]]
"""The allowed values in words, as an error shows them, and the test of a value."""


def is_number_from_zero(value: Any) -> bool:
    return not is_boolean(value) and isinstance(value, Real) and float(value) >= 0


def is_array_like(value: Any) -> bool:
    return not isinstance(value, str | bytes) and (hasattr(value, "__len__") or hasattr(value, "__array__"))


def is_boolean(value: Any) -> bool:
    return isinstance(value, bool | np.bool_)


def is_whole_from_one(value: Any) -> bool:
    return not is_boolean(value) and isinstance(value, Integral) and int(value) >= 1


SMOOTHING: Rule = (
    "a float in the range [0.0, inf) or an array-like",
    lambda value: is_number_from_zero(value) or is_array_like(value),
)
NUMBER_FROM_ZERO: Rule = ("a float in the range [0.0, inf)", is_number_from_zero)
NUMBER_FROM_ZERO_OR_NONE: Rule = (
    "None or a float in the range [0.0, inf)",
    lambda value: value is None or is_number_from_zero(value),
)
ABOVE_ZERO: Rule = (
    "a float in the range (0.0, inf)",
    lambda value: is_number_from_zero(value) and 0 < float(value) < float("inf"),
)
FOLDS: Rule = ("an int in the range [2, inf)", lambda value: is_whole_from_one(value) and int(value) > 1)
BOOLEAN: Rule = ("an instance of 'bool' or an instance of 'numpy.bool'", is_boolean)
ARRAY_OR_NONE: Rule = ("an array-like or None", lambda value: value is None or is_array_like(value))
WHOLE_OR_ARRAY_OR_NONE: Rule = (
    "None, an array-like or an int in the range [1, inf)",
    lambda value: value is None or is_array_like(value) or is_whole_from_one(value),
)


def check_parameters(owner: str, rules: Mapping[str, Rule], values: Mapping[str, Any]) -> None:
    """Refuse the first value that its rule does not allow."""
    for name, (wanted, is_allowed) in rules.items():
        if not is_allowed(values[name]):
            raise _loaded("sklearn.utils._param_validation", InvalidParameterError)(
                f"The {name!r} parameter of {owner} must be {wanted}. Got {values[name]!r} instead."
            )


def is_share_or_number(value: Any) -> bool:
    if isinstance(value, Integral):
        return is_whole_from_one(value)
    return is_number_from_zero(value) and value <= 1


CALLABLE_OR_NONE: Rule = ("a callable or None", lambda value: value is None or callable(value))
FREQUENCY: Rule = ("a float in the range [0.0, 1.0] or an int in the range [1, inf)", is_share_or_number)

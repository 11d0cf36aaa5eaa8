"""The base classes of all estimators: parameters, input checks, pickling, and the methods from `predict` to `score`.

A parameter is stored unchanged as an attribute of its name, so that scikit-learn's `clone` works. The names of fitted
attributes end in an underscore, or begin with one.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import fields
from importlib import import_module
from numbers import Integral, Real
from typing import Any, ClassVar, Self, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.counts import FloatArray, IntArray
from nbengine.events.scorer_parts import ChoiceWeights, NumberCurves, TextWeights
from nbengine.learnt.number_tally import Moments
from nbengine.logspace import first_best_label_numbers, normalise_log_joint
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.calibration import Calibration

Kind = TypeVar("Kind", bound=type)


class NotFittedError(ValueError, AttributeError):
    """A method that needs a fitted estimator was called before `fit`."""


class DataConversionWarning(UserWarning):
    """A column vector of shape (n_samples, 1) was passed where a one-dimensional array is expected."""


class InvalidParameterError(ValueError, TypeError):
    """A parameter of an estimator has a value that is not allowed."""


def make_not_fitted_error() -> type[Exception]:
    return _scikit_learn_class_or_own("sklearn.exceptions", NotFittedError)


def _scikit_learn_class_or_own(module: str, own_class: Kind) -> Kind:
    found: Kind = getattr(sys.modules.get(module), own_class.__name__, own_class)
    return found


Table = Any
"""A checked table of samples: a NumPy array or a CSR matrix, two-dimensional, finite and not empty."""


def is_sparse(table: Table) -> bool:
    return bool(sparse.issparse(table))


def check_table(X: Any, owner: str, *, accepts_sparse: bool) -> Table:
    """Return X as a NumPy array or a CSR matrix.

    Raise ValueError or TypeError if it is not numeric, two-dimensional, finite and non-empty.
    """
    if is_sparse(X):
        if not accepts_sparse:
            raise TypeError(
                "Sparse data was passed for X, but dense data is required. Use '.toarray()' to convert to a dense"
                " numpy array."
            )
        table: Table = _to_csr(X)
    else:
        table = _to_dense(X)
    check_values(_stored_values(table), "X")
    for n_found, what in zip(table.shape, ("sample", "feature"), strict=True):
        if not n_found:
            raise ValueError(
                f"Found array with 0 {what}(s) (shape={table.shape}) while a minimum of 1 is required by {owner}."
            )
    return table


def check_not_negative(table: Table, owner: str) -> None:
    values = _stored_values(table)
    if values.size and values.min() < 0:
        raise ValueError(f"Negative values in data passed to {owner} (input X).")


def check_labels(y: Any, owner: str) -> npt.NDArray[Any]:
    """Return the labels as an array with one label per sample.

    Raise an error unless they are strings, integers, booleans, or floats that are whole numbers.
    """
    if y is None:
        raise ValueError(f"{owner} requires y to be passed, but the target y is None.")
    if is_sparse(y):
        raise TypeError("Sparse data was passed for y, but dense data is required.")
    if isinstance(y, str | bytes):
        raise ValueError(f"y should be a 1d array, got the string {y!r} instead.")
    labels = np.asarray(y)
    if labels.ndim == 2 and labels.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected. Please change the shape of y to (n_samples,),"
            " for example using ravel().",
            _scikit_learn_class_or_own("sklearn.exceptions", DataConversionWarning),
            stacklevel=4,
        )
        labels = labels.ravel()
    if labels.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {labels.shape} instead.")
    if labels.dtype.kind in "OUS":
        _check_label_types(y, labels)
    check_values(labels, "y")
    if labels.dtype.kind == "f" and (labels != np.floor(labels)).any():
        raise ValueError("Unknown label type: continuous. " + REGRESSION_ADVICE)
    if labels.dtype.kind in "mM" or (labels.dtype.kind == "O" and not isinstance(labels[0], str)):
        raise ValueError("Unknown label type: unknown. " + REGRESSION_ADVICE)
    return labels


REGRESSION_ADVICE = (
    "Maybe you are trying to fit a classifier, which expects discrete classes on a regression target with continuous"
    " values."
)


def _check_label_types(y: Any, labels: npt.NDArray[Any]) -> None:
    """Raise ValueError if strings and other values are mixed: NumPy would turn numbers in a list into strings."""
    if isinstance(y, np.ndarray) and labels.dtype.kind != "O":
        return
    values = list(labels) if isinstance(y, np.ndarray) or not isinstance(y, list | tuple) else list(y)
    are_strings = [isinstance(value, str) for value in values]
    if any(are_strings) and not all(are_strings):
        others = [value for value in values if not isinstance(value, str)]
        if all(value is None or (isinstance(value, float) and value != value) for value in others):
            raise ValueError("Input y contains NaN.")
        raise ValueError("Mix of label input types (string and number)")


def check_weights(sample_weight: Any, n_samples: int) -> npt.NDArray[np.float64] | None:
    """Return one weight per sample, shape (n_samples,); None if `sample_weight` is None, which means weight 1 each."""
    if sample_weight is None:
        return None
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.ndim == 0:
        weights = np.full(n_samples, float(weights))
    if weights.ndim != 1:
        raise ValueError("Sample weights must be 1D array or scalar")
    if len(weights) != n_samples:
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(n_samples,)}!")
    check_values(weights, "sample_weight")
    if weights.size and weights.min() < 0:
        raise ValueError("Negative values in data passed to `sample_weight`.")
    if not weights.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return weights


def check_same_length(*given: Any) -> None:
    lengths = [int(part.shape[0]) for part in given]
    if len(set(lengths)) > 1:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {lengths}")


def read_feature_names(X: Any) -> npt.NDArray[Any] | None:
    """Return the column names of a data frame of any library; None if X has no column names, or if some are not
    strings.
    """
    columns = getattr(X, "columns", None)
    if columns is None or isinstance(X, np.ndarray) or is_sparse(X):
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


def check_feature_names(names: npt.NDArray[Any] | None, fitted_names: npt.NDArray[Any] | None, owner: str) -> None:
    """Compare the feature names of X with the feature names of `fit`.

    Raise ValueError if they differ. Warn if only one of the two has names.
    """
    if names is None and fitted_names is None:
        return
    if fitted_names is None:
        warnings.warn(f"X has feature names, but {owner} was fitted without feature names", stacklevel=5)
        return
    if names is None:
        warnings.warn(f"X does not have valid feature names, but {owner} was fitted with feature names", stacklevel=5)
        return
    if np.array_equal(names, fitted_names):
        return
    message = "The feature names should match those that were passed during fit.\n"
    unseen, missing = sorted(set(names) - set(fitted_names)), sorted(set(fitted_names) - set(names))
    message += _bullet_list("Feature names unseen at fit time:\n", unseen)
    message += _bullet_list("Feature names seen at fit time, yet now missing:\n", missing)
    if not unseen and not missing:
        message += "Feature names must be in the same order as they were in fit.\n"
    raise ValueError(message)


def _bullet_list(heading: str, names: list[str]) -> str:
    if not names:
        return ""
    lines = [f"- {name}\n" for name in names[:5]] + ["- ...\n"] * (len(names) > 5)
    return heading + "".join(lines)


def _stored_values(table: Table) -> npt.NDArray[Any]:
    return table.data if is_sparse(table) else np.asarray(table)


def _to_csr(X: Any) -> sparse.csr_array:
    if X.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    table = sparse.csr_array(X)
    if X.format == "csr" and X.has_canonical_format:  # who asks with the same table again need not wait again
        table.has_canonical_format = True
    elif not table.has_canonical_format:
        table = table.copy()
        table.sum_duplicates()
    return table


def _to_dense(X: Any) -> npt.NDArray[Any]:
    check_no_text(X)
    table = np.asarray(X)
    if table.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    if table.dtype.kind in "US" and not hasattr(X, "dtype"):
        table = np.array(X, dtype=object)  # NumPy has turned the numbers of a list into strings
    if table.dtype.kind not in "iufb":
        table = _as_floats(table)
    check_two_dimensions(table)
    return table


def check_no_text(X: Any) -> None:
    """Raise ValueError if a single string is given as a table."""
    if isinstance(X, str | bytes):
        raise ValueError(f"Expected 2D array, got the string {X[:40]!r} instead. For texts, use `TextClassifier`.")


def check_two_dimensions(table: npt.NDArray[Any]) -> None:
    """Raise ValueError, in scikit-learn's words, unless a table has two dimensions."""
    if table.ndim == 2:
        return
    if table.ndim > 2:
        raise ValueError(f"Found array with dim {table.ndim}, while dim <= 2 is required.")
    found = "scalar" if table.ndim == 0 else "1D"
    raise ValueError(
        f"Expected 2D array, got {found} array instead:\narray={table}.\nReshape your data either using"
        " array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) if it contains a single"
        " sample."
    )


def _as_floats(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Convert objects to floats. Strings are refused, even if they look like numbers."""
    if table.dtype.kind in "USVmM":
        if table.dtype.kind in "US" and table.size:
            _refuse_text(table.flat[0])
        raise ValueError(
            f"dtype='numeric' is not compatible with arrays of {table.dtype}. Convert your data to numeric values"
            " explicitly instead."
        )
    for value in table.flat:
        if isinstance(value, str | bytes):
            _refuse_text(value)
    try:
        return table.astype(np.float64)
    except OverflowError as error:
        raise ValueError("Input X contains infinity or a value too large for dtype('float64').") from error
    except ValueError as error:
        raise ValueError(f"{error} Reshape your data to samples with equally many features.") from error


def _refuse_text(text: Any) -> None:
    raise ValueError(
        f"could not convert string to float: {str(text)[:60]!r}. X must hold numbers; for texts, use `TextClassifier`."
    )


MAX_FEATURE_VALUE = 1e140
"""Largest magnitude of a feature value. Its square, weighted and summed, must still be finite."""


def check_values(values: npt.NDArray[Any], name: str) -> None:
    """Raise ValueError for complex, missing, infinite or too large numbers, in scikit-learn's words."""
    if values.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    if values.dtype.kind == "O":
        if any(value is None or value != value for value in values.flat):
            raise ValueError(f"Input {name} contains NaN")
        return
    if values.dtype.kind != "f" or not values.size or _is_surely_finite(values):
        return
    if np.isnan(values).any():
        raise ValueError(f"Input {name} contains NaN.")
    if np.abs(values).max() > MAX_FEATURE_VALUE:
        raise ValueError(f"Input {name} contains infinity or a value too large for {values.dtype!r}.")


def _is_surely_finite(values: npt.NDArray[Any]) -> bool:
    """Return True if the sum of squares is small, which proves that all values are finite and small enough.

    The sum takes one fast pass. False proves nothing: each value must then be checked.
    """
    if not values.flags.c_contiguous or values.dtype.itemsize < 4:
        return False
    row = values.reshape(-1)
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.dot(row, row) < min(MAX_FEATURE_VALUE**2, float(np.finfo(values.dtype).max)))


ParameterRule = tuple[str, Callable[[Any], bool]]
"""Rule for the value of a parameter: a description of the allowed values for the error message, and a test function."""


def is_non_negative_number(value: Any) -> bool:
    return not is_boolean(value) and isinstance(value, Real) and float(value) >= 0


def is_array_like(value: Any) -> bool:
    return not isinstance(value, str | bytes) and (hasattr(value, "__len__") or hasattr(value, "__array__"))


def is_boolean(value: Any) -> bool:
    return isinstance(value, bool | np.bool_)


def is_positive_integer(value: Any) -> bool:
    return not is_boolean(value) and isinstance(value, Integral) and int(value) >= 1


SMOOTHING: ParameterRule = (
    "a float in the range [0.0, inf) or an array-like",
    lambda value: is_non_negative_number(value) or is_array_like(value),
)
NON_NEGATIVE_NUMBER: ParameterRule = ("a float in the range [0.0, inf)", is_non_negative_number)
NON_NEGATIVE_NUMBER_OR_NONE: ParameterRule = (
    "None or a float in the range [0.0, inf)",
    lambda value: value is None or is_non_negative_number(value),
)
POSITIVE_NUMBER: ParameterRule = (
    "a float in the range (0.0, inf)",
    lambda value: is_non_negative_number(value) and 0 < float(value) < float("inf"),
)
FOLDS: ParameterRule = (
    "an int in the range [2, inf)",
    lambda value: is_positive_integer(value) and int(value) > 1,
)
BOOLEAN: ParameterRule = ("an instance of 'bool' or an instance of 'numpy.bool'", is_boolean)
ARRAY_OR_NONE: ParameterRule = ("an array-like or None", lambda value: value is None or is_array_like(value))
INTEGER_OR_ARRAY_OR_NONE: ParameterRule = (
    "None, an array-like or an int in the range [1, inf)",
    lambda value: value is None or is_array_like(value) or is_positive_integer(value),
)


def check_parameters(owner: str, rules: Mapping[str, ParameterRule], values: Mapping[str, Any]) -> None:
    """Raise InvalidParameterError for the first parameter whose value its rule does not allow."""
    for name, (wanted, is_allowed) in rules.items():
        if not is_allowed(values[name]):
            raise _scikit_learn_class_or_own("sklearn.utils._param_validation", InvalidParameterError)(
                f"The {name!r} parameter of {owner} must be {wanted}. Got {values[name]!r} instead."
            )


def is_share_or_number(value: Any) -> bool:
    if isinstance(value, Integral):
        return is_positive_integer(value)
    return is_non_negative_number(value) and value <= 1


CALLABLE_OR_NONE: ParameterRule = ("a callable or None", lambda value: value is None or callable(value))
FREQUENCY: ParameterRule = ("a float in the range [0.0, 1.0] or an int in the range [1, inf)", is_share_or_number)

AnyTable = TypeVar("AnyTable")
UNCHANGED = "$UNCHANGED$"
"""Default of the `set_..._request` methods: the request for this argument stays as it is."""


class HtmlReprMixin:
    """Mixin that shows an estimator in notebooks as scikit-learn's own estimators are shown."""

    def _repr_html_(self) -> str | None:
        """Return the estimator as HTML; None if scikit-learn is not loaded."""
        utils = sys.modules.get("sklearn.utils")
        return None if utils is None else str(utils.estimator_html_repr(self))


class MetadataRoutingMixin:
    """Mixin for scikit-learn's metadata routing.

    A request states whether a meta-estimator, such as a grid search, passes `sample_weight` or `classes` on.
    """

    _metadata_request: Any

    def get_metadata_routing(self) -> Any:
        """Return scikit-learn's `MetadataRequest` of this estimator."""
        if hasattr(self, "_metadata_request"):
            return self._metadata_request
        request = import_module("sklearn.utils.metadata_routing").MetadataRequest(owner=type(self).__name__)
        for method, params in (("fit", ["sample_weight"]), ("partial_fit", ["classes", "sample_weight"])):
            for param in params if hasattr(self, method) else ():
                getattr(request, method).add_request(param=param, alias=None)
        request.score.add_request(param="sample_weight", alias=None)
        return request

    def set_fit_request(self, *, sample_weight: bool | str | None = UNCHANGED) -> Self:
        """Set whether a meta-estimator passes `sample_weight` on to `fit`."""
        return self._set_request("fit", sample_weight=sample_weight)

    def set_partial_fit_request(
        self, *, classes: bool | str | None = UNCHANGED, sample_weight: bool | str | None = UNCHANGED
    ) -> Self:
        """Set whether a meta-estimator passes `classes` and `sample_weight` on to `partial_fit`."""
        return self._set_request("partial_fit", classes=classes, sample_weight=sample_weight)

    def set_score_request(self, *, sample_weight: bool | str | None = UNCHANGED) -> Self:
        """Set whether a meta-estimator passes `sample_weight` on to `score`."""
        return self._set_request("score", sample_weight=sample_weight)

    def _set_request(self, method: str, **requests: bool | str | None) -> Self:
        routing = self.get_metadata_routing()
        for param, alias in requests.items():
            if alias != UNCHANGED:
                getattr(routing, method).add_request(param=param, alias=alias)
        self._metadata_request = routing
        return self


class DataFrameOutputMixin:
    """Mixin for transformers whose output can be a pandas data frame with sparse columns."""

    _sklearn_output_config: dict[str, str]

    def set_output(self, *, transform: str | None = None) -> Self:
        """Choose what `transform` returns: "default" for a sparse matrix, "pandas" for a data frame."""
        if transform not in (None, "default", "pandas"):
            raise ValueError(f"output config must be in ['default', 'pandas'], got {transform!r}")
        if transform is not None:
            self._sklearn_output_config = {"transform": transform}
        return self

    def _wrap_output(self, table: AnyTable, names: Callable[[], Any]) -> AnyTable:
        if getattr(self, "_sklearn_output_config", {}).get("transform", "default") == "default":
            return table
        frame: Any = import_module("pandas").DataFrame.sparse.from_spmatrix(table, columns=np.asarray(names()))
        return frame  # type: ignore[no-any-return] # pandas is not typed here


def to_numpy(array: Any) -> Any:
    """Return an array of another library as a NumPy array, if scikit-learn's array API dispatch is on.

    Return anything else unchanged.
    """
    if not _is_array_api_dispatched(array):
        return array
    arrays = import_module("sklearn.utils._array_api")
    return arrays._convert_to_numpy(array, arrays.get_namespace(array)[0])


def to_array_library_of(array: Any, result: Any) -> Any:
    """Return `result` as an array of the same library, on the same device, as `array`.

    Return `result` unchanged if array API dispatch is off, if `array` is a NumPy array, or if `result` holds strings.
    """
    if not _is_array_api_dispatched(array) or result.dtype.kind not in "biufc":
        return result
    arrays = import_module("sklearn.utils._array_api")
    return arrays.get_namespace(array)[0].asarray(result, device=arrays.device(array))


def attributes_to_numpy(attributes: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes with arrays of other libraries converted to NumPy."""
    if not any(_is_array_of_other_library(value) for value in attributes.values()):
        return attributes
    with sys.modules["sklearn"].config_context(array_api_dispatch=True):
        return {name: to_numpy(value) for name, value in attributes.items()}


def _is_array_api_dispatched(array: Any) -> bool:
    if not _is_array_of_other_library(array):
        return False
    tools = sys.modules.get("sklearn")
    return tools is not None and bool(tools.get_config().get("array_api_dispatch"))


def _is_array_of_other_library(array: Any) -> bool:
    return hasattr(array, "__dlpack__") and not isinstance(array, np.ndarray)


PICKLE_FORM = 2
"""Version of the pickled state. Increase it when this version writes a state that older versions cannot read."""
RECORD_KEY, FORM_KEY, VERSION_KEY = "nbengine record", "nbengine form", "nbengine version"
RECORDS: dict[str, Any] = {
    kind.__name__: kind for kind in (Calibration, ChoiceWeights, Moments, NumberCurves, TextWeights)
}


class PickleMixin:
    """Mixin that pickles an estimator as its attributes with a version number."""

    def __getstate__(self) -> dict[str, Any]:
        version = import_module("nbengine").__version__
        state = {name: record_to_fields(value) for name, value in self._state_to_pickle().items()}
        return {FORM_KEY: PICKLE_FORM, VERSION_KEY: version, **state}

    def __setstate__(self, state: dict[str, Any]) -> None:
        form, version = state.get(FORM_KEY, 0), state.get(VERSION_KEY, "an early version")
        if form not in range(PICKLE_FORM + 1):
            raise ValueError(
                f"This {type(self).__name__} was pickled by nbengine {version}, in a form ({form!r}) that nbengine"
                f" {import_module('nbengine').__version__} does not know. Load it with that version, or fit it anew."
            )
        own = {name: value for name, value in state.items() if name not in (FORM_KEY, VERSION_KEY)}
        # A parameter that was added after the pickle was written gets its default.
        parameters = _constructor_parameters(type(self))
        vars(self).update({name: part.default for name, part in parameters.items() if part.default is not part.empty})
        vars(self).update({name: record_from_fields(value) for name, value in own.items()})

    def _state_to_pickle(self) -> dict[str, Any]:
        """Return the attributes to pickle."""
        return vars(self)


def record_to_fields(value: Any) -> Any:
    """Return a record of the engine as a dictionary of its fields; return any other value unchanged."""
    if isinstance(value, Vocabulary):
        return {RECORD_KEY: "Vocabulary", "words": value.to_blob()}
    if type(value).__name__ in RECORDS and type(value) is RECORDS[type(value).__name__]:
        return {RECORD_KEY: type(value).__name__, **{part.name: getattr(value, part.name) for part in fields(value)}}
    return value


def record_from_fields(value: Any) -> Any:
    """Restore a record from the result of `record_to_fields`; return any other value unchanged."""
    if not isinstance(value, dict) or RECORD_KEY not in value:
        return value
    if value[RECORD_KEY] == "Vocabulary":
        blob, lengths = value["words"]
        return Vocabulary.from_blob(blob, np.asarray(lengths, np.int64))
    kind = RECORDS[value[RECORD_KEY]]
    known = {part.name for part in fields(kind)}
    return kind(**{name: part for name, part in value.items() if name in known})


Answer = TypeVar("Answer", bound=npt.NDArray[Any])
_PARAMETERS_BY_CLASS: WeakKeyDictionary[type, dict[str, inspect.Parameter]] = WeakKeyDictionary()
"""Cache of constructor parameters by class, because `inspect.signature` is slow."""


class Estimator(PickleMixin):
    """Base class with scikit-learn's parameter methods. The parameters are the constructor's arguments."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: ARG002 - the interface says so
        """Return the constructor's arguments and their values."""
        return {name: getattr(self, name) for name in _constructor_parameters(type(self))}

    def set_params(self, **params: Any) -> Self:
        """Change some of the constructor's arguments."""
        known = _constructor_parameters(type(self))
        for name, value in params.items():
            if name not in known:
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self}. Valid parameters are: {sorted(known)}."
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        changed = [
            f"{name}={getattr(self, name)!r}"
            for name, parameter in _constructor_parameters(type(self)).items()
            if not _is_default_value(getattr(self, name), parameter.default)
        ]
        return f"{type(self).__name__}({', '.join(changed)})"


class Classifier(MetadataRoutingMixin, HtmlReprMixin, Estimator, ABC):
    """Base class of classifiers. `predict`, `predict_proba` and `predict_log_proba` use the scores of `_log_joint`."""

    _rules: ClassVar[dict[str, ParameterRule]]
    _accepts_sparse: ClassVar[bool] = True
    _needs_positive: ClassVar[bool] = False
    _takes_other_arrays: ClassVar[bool] = False
    """True if X may be an array of another library, with scikit-learn's array API dispatch. Results and the attributes
    in
    `_array_attributes` are then arrays of that library, on the device of X.
    """
    _array_attributes: ClassVar[tuple[str, ...]] = ()

    _estimator_type: ClassVar[str] = "classifier"
    """Marks the class as a classifier for scikit-learn before version 1.6."""
    classes_: npt.NDArray[Any]
    class_count_: npt.NDArray[Any]
    n_features_in_: int

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the most probable label of each sample; the first in `classes_` if several are equally probable.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            For `TextClassifier`, a list of texts. `CategoricalNB`, `GaussianNB` and `MixedNB` take no sparse matrices.

        Returns
        -------
        array of shape (n_samples,)
        """
        self._check_fitted()
        judged = self._predict_numbers(self._adapt_columns(self._checked_table(X, reset=False)))
        return self._to_array_library_of(X, np.asarray(self.classes_[judged]))

    def predict_log_proba(self, X: Any) -> FloatArray:
        """Return log P(label | sample), calibrated after `calibrate`.

        Parameters
        ----------
        X : as for `predict`

        Returns
        -------
        array of shape (n_samples, n_classes)
            In the order of `classes_`. A row of -inf means that no class is possible.
        """
        self._check_fitted()
        return self._to_array_library_of(X, self._log_proba(self._adapt_columns(self._checked_table(X, reset=False))))

    def predict_proba(self, X: Any) -> FloatArray:
        """Return P(label | sample), calibrated after `calibrate`.

        Parameters
        ----------
        X : as for `predict`

        Returns
        -------
        array of shape (n_samples, n_classes)
            In the order of `classes_`. A row of zeros means that no class is possible.
        """
        return self._to_array_library_of(X, np.exp(self.predict_log_proba(self._as_numpy(X))))

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the accuracy: the share of samples whose predicted label is right.

        Parameters
        ----------
        X : as for `predict`
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        float
        """
        found, weights = to_numpy(self.predict(X)), to_numpy(sample_weight)
        return float(np.average(found == np.asarray(to_numpy(y)), weights=weights))

    def _more_tags(self) -> dict[str, Any]:
        """Return the tags of `__sklearn_tags__` in the form that scikit-learn before 1.6 expects."""
        return {
            "requires_y": True,
            "requires_positive_X": self._needs_positive,
            "poor_score": self._is_for_documents,
        }

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags  # noqa: PLC0415 - scikit-learn calls this

        return Tags(
            estimator_type="classifier",
            array_api_support=self._takes_other_arrays,
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(poor_score=self._is_for_documents),
            input_tags=InputTags(sparse=self._accepts_sparse, positive_only=self._needs_positive),
        )

    @property
    def _is_for_documents(self) -> bool:
        """Whether the estimator is made for documents.

        scikit-learn's checks then accept a poor score on their toy data, points in a plane.
        """
        return False

    def _as_numpy(self, given: Any) -> Any:
        return to_numpy(given) if self._takes_other_arrays else given

    def _to_array_library_of(self, X: Any, answer: Answer) -> Answer:
        shown: Answer = to_array_library_of(X, answer) if self._takes_other_arrays else answer
        return shown

    def _convert_fitted_arrays(self, X: Any) -> Self:
        """Convert the fitted attributes in `_array_attributes` to the array library of X; return self."""
        for name in self._array_attributes:
            setattr(self, name, self._to_array_library_of(X, getattr(self, name)))
        return self

    @abstractmethod
    def _log_joint(self, X: Any) -> FloatArray: ...

    def _log_proba(self, table: Any) -> FloatArray:
        return normalise_log_joint(self._log_joint(table))

    def _predict_numbers(self, X: Any) -> IntArray:
        return first_best_label_numbers(self._log_joint(X))

    def _adapt_columns(self, X: Any) -> Any:
        """Return X with the columns that were learnt.

        If the estimator accepts other columns, extra columns of X are cut off, and missing ones are added.
        """
        return X

    @property
    def _has_open_columns(self) -> bool:
        return False

    def _checked_samples(
        self, X: Any, y: Any, sample_weight: Any, *, reset: bool
    ) -> tuple[Any, npt.NDArray[Any], FloatArray | None]:
        self._check_parameters()
        table = self._checked_table(X, reset=reset)
        labels = check_labels(self._as_numpy(y), type(self).__name__)
        check_same_length(table, labels)
        return table, labels, check_weights(self._as_numpy(sample_weight), len(labels))

    def _check_parameters(self) -> None:
        check_parameters(type(self).__name__, self._rules, self.get_params())

    def _checked_table(self, given: Any, *, reset: bool) -> Any:
        X = self._as_numpy(given)
        names = read_feature_names(X)
        owner = type(self).__name__
        if not reset:
            check_feature_names(names, getattr(self, "feature_names_in_", None), owner)
        table = self._convert_table(check_table(X, owner, accepts_sparse=self._accepts_sparse))
        if reset:
            self.n_features_in_ = int(table.shape[1])
            if names is not None:
                self.feature_names_in_ = names
            elif hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
        elif table.shape[1] != self.n_features_in_ and not self._has_open_columns:
            raise ValueError(
                f"X has {table.shape[1]} features, but {owner} is expecting {self.n_features_in_} features as input."
            )
        return table

    def _convert_table(self, table: Table) -> Table:
        return table

    def _check_fitted(self) -> None:
        if not hasattr(self, "classes_"):
            raise make_not_fitted_error()(
                f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with appropriate arguments before"
                " using this estimator."
            )


class CalibratedClassifier(Classifier):
    """A classifier whose calibration is fitted by `calibrate`, and can be removed."""

    def uncalibrate(self) -> Self:
        """Remove the calibration, if there is one. `predict_proba` then returns the model's own probabilities.

        Returns
        -------
        self
        """
        self._check_fitted()
        vars(self).pop("calibration_", None)
        return self


def _constructor_parameters(kind: type) -> dict[str, inspect.Parameter]:
    if kind not in _PARAMETERS_BY_CLASS:
        parameters = inspect.signature(kind).parameters
        _PARAMETERS_BY_CLASS[kind] = {name: parameters[name] for name in sorted(parameters)}
    return _PARAMETERS_BY_CLASS[kind]


def _is_default_value(value: Any, default: Any) -> bool:
    if value is default:
        return True
    is_plain = isinstance(value, tuple) or np.ndim(value) == 0
    return type(value) is type(default) and is_plain and bool(value == default)

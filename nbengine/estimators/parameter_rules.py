"""Rules for constructor parameters, checked when fitting, as scikit-learn does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Integral, Real
from typing import Any

import numpy as np

from nbengine.estimators.scikit_learn_errors import invalid_parameter_error

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
            raise invalid_parameter_error()(
                f"The {name!r} parameter of {owner} must be {wanted}. Got {values[name]!r} instead."
            )

"""Errors and warnings that are scikit-learn's where it is loaded, so that its tools recognise them."""

from __future__ import annotations

import sys
from typing import TypeVar

Kind = TypeVar("Kind", bound=type)


class NotFittedError(ValueError, AttributeError):
    """An estimator is asked before it has learnt."""


class DataConversionWarning(UserWarning):
    """Input was put into another shape."""


class InvalidParameterError(ValueError, TypeError):
    """A parameter has a value it cannot have."""


def not_fitted_error() -> type[Exception]:
    return _loaded("sklearn.exceptions", NotFittedError)


def conversion_warning() -> type[Warning]:
    return _loaded("sklearn.exceptions", DataConversionWarning)


def invalid_parameter_error() -> type[Exception]:
    return _loaded("sklearn.utils._param_validation", InvalidParameterError)


def _loaded(module: str, ours: Kind) -> Kind:
    found: Kind = getattr(sys.modules.get(module), ours.__name__, ours)
    return found

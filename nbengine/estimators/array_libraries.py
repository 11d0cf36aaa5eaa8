"""Arrays of other libraries, on whatever device, where scikit-learn is told to dispatch them (`array_api_dispatch`).

Moments are kept in NumPy, in double precision: samples come in from where they lie, and answers go back there.
In the other library's arithmetic the digits would be lost that a remainder beside each mean keeps.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import numpy as np


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

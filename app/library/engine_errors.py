"""The engine's complaints, as errors of the program that name the model or the corpus."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

from app.domain.errors import ClusterError, ExchangeError, ModelError, TrainingError
from nbengine.errors import EngineError


def library(module: str, extra: str) -> Any:
    """Import what an extra of the project brings, or say how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ExchangeError("not-installed", module.partition(".")[0], extra) from error


EXTRA = frozenset({"dask", "distributed", "fsspec", "pyarrow"})
"""The packages that the optional extra `cluster` installs."""


def imported(name: str) -> ModuleType:
    """A module that needs Dask; ClusterError where that is missing, as in the packaged program."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if name.startswith(error.name or " ") or (error.name or "").split(".")[0] in EXTRA:
            raise ClusterError("missing") from error
        raise


@contextmanager
def engine_errors(kind: type[ModelError] | type[TrainingError], name: str) -> Iterator[None]:
    """Turn the engine's complaints into errors of this kind about what bears this name."""
    try:
        yield
    except EngineError as error:
        raise kind(name, str(error)) from error

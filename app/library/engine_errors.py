"""Turn exceptions of the engine, and of missing optional packages, into the errors of `app.domain.errors`."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

from app.domain.errors import ClusterError, ForeignFileError, ModelError, TrainingError
from nbengine.errors import EngineError


def import_extra(module: str, extra: str) -> Any:
    """Import a module of an optional extra; raise ForeignFileError with the extra's name if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ForeignFileError("not-installed", module.partition(".")[0], extra) from error


CLUSTER_PACKAGES = frozenset({"dask", "distributed", "fsspec", "pyarrow"})
"""Packages that the optional extra `cluster` installs."""


def import_cluster_module(name: str) -> ModuleType:
    """Import a module that needs Dask. Raise ClusterError if Dask is missing, as it is in the packaged program."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if name.startswith(error.name or " ") or (error.name or "").split(".")[0] in CLUSTER_PACKAGES:
            raise ClusterError("missing") from error
        raise


@contextmanager
def translate_engine_errors(kind: type[ModelError] | type[TrainingError], name: str) -> Iterator[None]:
    """Context manager: raise an EngineError of the block as a `kind` error that names the model or corpus."""
    try:
        yield
    except EngineError as error:
        raise kind(name, str(error)) from error

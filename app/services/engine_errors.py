"""The engine's complaints, as errors of the program that name the model or the corpus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.domain.errors import ModelError, TrainingError
from nbengine.errors import EngineError


@contextmanager
def engine_errors(kind: type[ModelError] | type[TrainingError], name: str) -> Iterator[None]:
    """Turn the engine's complaints into errors of this kind about what bears this name."""
    try:
        yield
    except EngineError as error:
        raise kind(name, str(error)) from error

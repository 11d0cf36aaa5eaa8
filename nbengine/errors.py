"""The engine's exceptions: `EngineError` and its two special cases."""

from __future__ import annotations


class EngineError(ValueError):
    """The input cannot be used. The message names the input and the fault.

    It is a `ValueError`, so `except ValueError` also catches it.
    """


class DamagedModelError(EngineError):
    """The bytes are not a readable model: damaged, of another format, or written by a later version."""


class TooLargeModelError(EngineError):
    """The model is too large to be saved: bytes of this size could not be read back."""

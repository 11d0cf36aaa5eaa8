"""The engine's exceptions: `EngineError` and its two special cases."""

from __future__ import annotations


class EngineError(ValueError):
    """The input cannot be used. The message names the input and the fault.

    It is a `ValueError`, so `except ValueError` catches it, and all errors of the engine's input with it.
    """


class DamagedModelError(EngineError):
    """The bytes are not a readable model: damaged, of another format, or written by a later version."""


class TooLargeModelError(EngineError):
    """The model exceeds the size limit of its byte form, so it is not written: it could not be read back."""

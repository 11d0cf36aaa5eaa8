"""The one error of the engine, in three kinds: what it was given cannot be computed with."""

from __future__ import annotations


class EngineError(ValueError):
    """The input cannot be used; the message says what was wrong, and with what."""


class DamagedModelError(EngineError):
    """Bytes that should hold a model do not, or were written by a later version."""


class TooLargeModelError(EngineError):
    """A model has more words and counts than its bytes may hold, and is not written: it could not be read back."""

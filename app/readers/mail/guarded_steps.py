"""A step that may fail on hostile bytes: its failure is a flaw of the mail and costs no more than the step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from app.readers.reading_failures import Unreadable

Result = TypeVar("Result")


def spared(action: Callable[[], Result], otherwise: Result, flaws: list[str]) -> Result:
    """Return what an action gives; where it fails, note `unreadable-` and why, and return the other."""
    try:
        return action()
    except Unreadable as error:
        flaws.append(f"unreadable-{error.reason}")
        return otherwise
    except Exception as error:
        flaws.append(f"unreadable-{type(error).__name__.lower()}")
        return otherwise

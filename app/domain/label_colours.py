"""The colour that a new label gets: what is named like spam is orange wherever an import brings it."""

from __future__ import annotations

from collections.abc import Collection

LIKE_SPAM = ("spam", "junk", "phishing", "спам", "垃圾")
"""As the engine knows the label that must not be given by mistake."""
WARNING = 1


def warns(label: str) -> bool:
    """Return whether the label's name holds “spam”, “junk” or their like."""
    return any(name in label.casefold() for name in LIKE_SPAM)


def free_colour(position: int, taken: Collection[int]) -> int:
    """Return the colour of a label's place in the order, or the first that no other label has."""
    return (
        position if position not in taken else next(number for number in range(len(taken) + 1) if number not in taken)
    )

"""A document and what was judged of it without its having been seen: shared by the pages that list mistakes."""

from __future__ import annotations

from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JudgedWrong:
    """A document judged to be another label than it has."""

    document: int
    title: str
    label: str
    label_colour: int
    judged: str
    judged_colour: int
    share: float
    """Probability of the positive label, or of the judged one where there are more than two."""

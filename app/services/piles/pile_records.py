"""A pile on its way to folders: groups of what has no label, questions, and how right the answers make the rest."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from nbengine.lazy_dataclasses import dataclass


class AskedFor(Enum):
    """Reasons to ask about a document."""

    CHANCE = "chance"
    TYPICAL = "typical"
    BETWEEN = "between"
    UNLIKE = "unlike"


@dataclass(frozen=True, slots=True)
class PileGroup:
    """Documents without a label that are like each other."""

    name: str
    """Its most telling words, or the label that most of its labelled members have."""
    words: tuple[str, ...]
    documents: tuple[int, ...]
    core: tuple[int, ...]
    """Those that surely belong to it; the others are its edge."""
    typical: tuple[int, ...]
    label: str | None = None
    """The label that its members have, those that have one."""
    is_new: bool = False
    """True if its documents are like each other and like nothing that was there before."""


@dataclass(frozen=True, slots=True)
class PileQuestion:
    """A document to be labelled next."""

    number: int
    title: str
    path: str
    labels: Mapping[str, float]
    """The likeliest labels with their probabilities, the likeliest first."""
    asked_for: AskedFor
    n_alike: int
    """The number of documents that are like it."""

    @property
    def reason(self) -> str:
        """The reason to ask about it, in half a sentence."""
        first = list(self.labels)[:2]
        match self.asked_for:
            case AskedFor.CHANCE:
                return "drawn by chance, so that the figure stays honest"
            case AskedFor.BETWEEN if len(first) > 1:
                return f"between {first[0]} and {first[1]}"
            case AskedFor.UNLIKE:
                return "unlike everything that has a label"
        return f"typical of {self.n_alike:,} documents that are alike" if self.n_alike > 1 else "unlike most others"


@dataclass(frozen=True, slots=True)
class PileText:
    """A document to be read."""

    number: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Given:
    """Labels that were given to documents, and can be taken back."""

    numbers: tuple[int, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuspectAnswer:
    """An answer that all others speak against."""

    number: int
    title: str
    label: str
    likelier: str
    n_alike: int
    """The number of documents like it that have the likelier label."""


@dataclass(frozen=True, slots=True)
class PileQuestions:
    """The documents to label next, and what the answers so far are worth."""

    corpus: str
    documents: tuple[PileQuestion, ...]
    n_unlabelled: int
    n_labelled: int
    labels: tuple[str, ...]
    right: float | None
    """The share of the documents without a label that would get the right one now; None while it cannot be told."""
    low: float
    high: float
    n_drawn: int
    """The number of answers, drawn by chance, that the share is measured on."""
    expected_gain: float | None
    """The growth of the share with ten more answers."""
    is_enough: bool
    """True when more answers would change next to nothing."""
    suspects: tuple[SuspectAnswer, ...] = ()
    takes_several: bool = False
    """True if a document may have several labels."""

"""Labels as the window shows them: with the colours that the workspace remembers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from app.domain.label_sets import labels_in
from app.pages.painted_values import Label
from app.store.workspace import Workspace

NO_COLOUR = -1


def labels_of(workspace: Workspace, corpus: str) -> tuple[Label, ...]:
    """The labels of a corpus in their order."""
    return tuple(Label(label.name, label.colour, label.documents) for label in workspace.labels.all(corpus))


def named_most(given: Iterable[str | None]) -> list[tuple[str, int]]:
    """Count how often each label is given, alone or among several, the most frequent first."""
    return Counter(label for each in given for label in labels_in(each)).most_common()


def colours_of(labels: Sequence[Label], names: Sequence[str]) -> tuple[int, ...]:
    """The colour of each name; names that the corpus does not have get the next ones."""
    known = {label.name: label.colour for label in labels}
    free = max(known.values(), default=-1) + 1
    return tuple(known.get(name, free + place) for place, name in enumerate(names))


def labels_named(labels: Sequence[Label], names: Sequence[str]) -> tuple[Label, ...]:
    """A label for each name, with its colour."""
    counts = {label.name: label.n_documents for label in labels}
    colours = colours_of(labels, names)
    return tuple(Label(name, colour, counts.get(name, 0)) for name, colour in zip(names, colours, strict=True))

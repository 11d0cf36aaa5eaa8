"""Several labels of one document as one name: what is kept, counted, undone and taught is the set.

A set is a label like any other to the workspace and to the models, made when the first document has it; its name is
its labels in order, with a sign between them that no name can have. So a document with one label costs what it did, the
log of changes and undo need not know of sets, and forgetting stays exact. To people a set never appears as one label.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

SEPARATOR = "\x1f"
"""The sign of old for what separates units; nobody can type it, and names with controls are refused."""
MOST_LABELS = 1_000
"""More on one document are a mistake of whatever wrote them."""


def label_set(labels: Iterable[str]) -> str | None:
    """Return the name of a set of labels; None for no label at all."""
    return SEPARATOR.join(sorted({label for label in labels if label})) or None


def labels_in(name: str | None) -> tuple[str, ...]:
    """Return the labels of a set, of which there is one where the name is no set's."""
    return tuple(name.split(SEPARATOR)) if name else ()


def is_set(name: str | None) -> bool:
    """Tell whether a name stands for more than one label."""
    return name is not None and SEPARATOR in name


def shown_labels(name: str) -> str:
    """Return a set as text to be read."""
    return ", ".join(labels_in(name))


def single_labels(names: Iterable[str]) -> list[str]:
    """Return each label that is one of these, or in a set among them, once and in order of appearance."""
    return list(dict.fromkeys(label for name in names for label in labels_in(name)))


def counted_singly(counts: Mapping[str, int]) -> dict[str, int]:
    """Count for each label what is counted for the sets that it is in."""
    found: dict[str, int] = {}
    for name, count in counts.items():
        for label in labels_in(name):
            found[label] = found.get(label, 0) + count
    return found


def places_with(names: Sequence[str], label: str) -> list[int]:
    """Return the places of the names that are a label or a set with it; case does not matter."""
    wanted = label.casefold()
    return [place for place, name in enumerate(names) if wanted in name.casefold().split(SEPARATOR)]

"""Sets of labels as labels of a model: what a model counts is the set, and what it is asked is each label by itself.

A set's name is its labels in order, with a sign between them that no name can have. A label may lie in another,
`finance/bank`; its branches, here `finance`, are questions too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

BoolArray = npt.NDArray[np.bool_]

SEPARATOR = "\x1f"
BRANCH = "/"


def labels_in(name: str) -> tuple[str, ...]:
    """Return the labels of a set, of which there is one where the name is no set's."""
    return tuple(name.split(SEPARATOR))


def branches_of(label: str) -> tuple[str, ...]:
    """Return the labels that a label lies in, the outermost first."""
    parts = label.split(BRANCH)
    return tuple(BRANCH.join(parts[:depth]) for depth in range(1, len(parts)) if all(parts[:depth]))


def sure_branch(labels: Sequence[str], shares: Sequence[float], sure_from: float) -> tuple[str, float] | None:
    """Return the deepest branch that is sure where labels exclude each other, with the probability of all that lies in
    it; None where even the outermost is unsure."""
    together: dict[str, float] = {}
    for label, share in zip(labels, shares, strict=True):
        for branch in branches_of(label):
            together[branch] = together.get(branch, 0.0) + share
    for label, share in zip(labels, shares, strict=True):
        if label in together:
            together[label] += share
    sure = [(branch, share) for branch, share in together.items() if share > max(sure_from, 0.5)]
    return max(sure, key=lambda one: one[0].count(BRANCH), default=None)


def questions_in(sets: Iterable[str]) -> tuple[str, ...]:
    """Return each label of these sets and each branch of one, in alphabetical order."""
    labels = {label for name in sets for label in labels_in(name)}
    return tuple(sorted(labels.union(branch for label in labels for branch in branches_of(label))))


def memberships(sets: Sequence[str], labels: Sequence[str]) -> BoolArray:
    """Return which set holds which label, or one that lies in it, (n_sets, n_labels)."""
    places = {label: place for place, label in enumerate(labels)}
    found = np.zeros((len(sets), len(labels)), np.bool_)
    for row, name in enumerate(sets):
        held = [one for label in labels_in(name) for one in (label, *branches_of(label))]
        found[row, [places[label] for label in held if label in places]] = True
    return found

"""The learnt weights of words: for each word and label, naive Bayes' log ratio times how much of it counts.

They belong to the counts they were fitted beside. A lesson is a step from where the fit stands, for that document
alone; `n_behind` says how many documents were learnt or forgotten since, and a new fit takes them all in.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.errors import TooLargeModelError
from nbengine.lazy_dataclasses import dataclass

Weights = npt.NDArray[np.float32]
LARGEST_WEIGHT = 1e30
SPARE_BITS = 11
"""The last bits of a weight are left out: a thousandth part of it, and a third of what a model takes on disk."""
MOST_CELLS = 1 << 26
"""Words times labels: 256 MB of weights, and four times as much while they are fitted."""


@dataclass(frozen=True, slots=True, eq=False)
class Factors:
    """Weights of words under labels, and what each label starts from beside its prior."""

    weights: Weights
    """(n_tokens, n_labels): what one unit of a weighed word adds to a label's score."""
    bias: FloatArray
    """(n_labels,)"""
    n_behind: int = 0
    """The number of documents that were learnt or forgotten since the fit."""
    is_one_sided: bool = False
    """The second of two labels is all that is not the first, and stands at nothing: only the first was fitted."""

    def restricted(self, columns: IntArray) -> Factors:
        """Keep the words of these columns, in this order."""
        return replace(self, weights=self.widened(int(columns.max(initial=-1)) + 1).weights[columns])

    def widened(self, n_tokens: int) -> Factors:
        """Make room for words that appeared later, which say nothing yet."""
        n_new = n_tokens - len(self.weights)
        if n_new <= 0:
            return self
        return replace(self, weights=np.pad(self.weights, ((0, n_new), (0, 0))))

    def with_labels(self, old: tuple[str, ...], new: tuple[str, ...]) -> Factors:
        """The same weights under labels in another order; for a label that is new, every word speaks against it."""
        places = [old.index(label) if label in old else -1 for label in new]
        weights = np.zeros((len(self.weights), len(new)), np.float32)
        bias = np.full(len(new), self.bias.min(initial=0.0))
        for place, found in enumerate(places):
            if found >= 0:
                weights[:, place], bias[place] = self.weights[:, found], self.bias[found]
        return replace(self, weights=weights, bias=bias)


def rounded(weights: Weights) -> Weights:
    """The weights as they are kept."""
    bits = weights.view(np.uint32)
    half, mask = np.uint32(1 << (SPARE_BITS - 1)), np.uint32(0xFFFFFFFF ^ ((1 << SPARE_BITS) - 1))
    return ((bits + half) & mask).view(np.float32)


def check_room(n_tokens: int, n_labels: int) -> None:
    """Refuse to learn more weights than a laptop has room for."""
    if n_tokens * n_labels > MOST_CELLS:
        raise TooLargeModelError(
            f"{n_tokens:,} words under {n_labels:,} labels are more learnt factors than there is room for; "
            f"limit the vocabulary to {MOST_CELLS // n_labels:,} words."
        )

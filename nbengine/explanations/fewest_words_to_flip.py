"""The fewest words whose removal flips a verdict.

Exact, not a search: against one other label each word of the document has a fixed worth, so the fewest words are the
ones worth most; and the verdict has flipped as soon as any one label has overtaken it. Without smoothing, words that
alone make the other label impossible must go in any case, and words that it cannot do without must stay.

Where a document's weights hang together (tf-idf of length one), taking a word out changes what the others are worth;
there the words go in the same order until the verdict flips, which may not be the fewest (`is_fewest`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import UNDECIDED, best_labels
from nbengine.errors import EngineError
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import WordWeights
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features, features_of, require_part

ROUNDING = 1e-12
"""Two labels this close, relative to what was added up, may be equal to the scorer, which then takes the first."""

Weigh = Callable[[CountMatrix], CountMatrix]


@dataclass(frozen=True, slots=True, eq=False)
class Flip:
    """Words to take out of a document, and what its verdict is then."""

    tokens: IntArray
    """The words, the most decisive first."""
    label: int
    """The label that wins without them."""
    is_fewest: bool
    """True if it is certain that no smaller number of words would do."""


@dataclass(frozen=True, slots=True, eq=False)
class _Worth:
    """The scores of one document's words for one label, while they are there and once they are gone."""

    present: FloatArray
    absent: FloatArray
    rest: float
    """Everything that no removal changes."""


def fewest_words_to_flip(scorer: Scorer, document: Features | CountMatrix, weigh: Weigh | None = None) -> Flip | None:
    """Return the fewest words of the document without which another label wins.

    None if no removal does it, or where the verdict is undecided to begin with. `weigh` turns counts into what the
    scorer expects, where that is not the counts themselves; the document is then given as counts.
    """
    features = features_of(document)
    if features.n_documents != 1:
        raise EngineError(f"The words that decide are those of one document, not of {features.n_documents}.")
    if features.text is None or scorer.text is None:
        return None
    verdict = int(_verdicts(scorer, features, weigh)[0])
    if verdict == UNDECIDED:
        return None
    tokens = features.text.tokens.astype(np.int64)
    weighed = _weighed(features, weigh)
    counts, elsewhere = require_part(weighed.text, "text"), scorer.log_prior
    if scorer.numbers is not None or scorer.choices is not None:
        columns = Scorer(scorer.labels, scorer.log_prior, numbers=scorer.numbers, choices=scorer.choices)
        elsewhere = columns.log_joint(Features(None, weighed.numbers, weighed.choices))[0]
    worths = [_worth(scorer.text, counts, label, own) for label, own in enumerate(elsewhere.tolist())]
    flips = []
    for rival, worth in enumerate(worths):
        order = None if rival == verdict else _order(worths[verdict], worth)
        found = None if order is None else _first_that_flips(scorer, features, weigh, *order, verdict)
        if found is not None:
            flips.append(Flip(tokens[found[0]], found[1], weigh is None))
    return min(flips, key=lambda flip: len(flip.tokens), default=None)


def _worth(text: WordWeights, counts: CountMatrix, label: int, elsewhere: float) -> _Worth:
    weights, is_there = text.rows(counts.tokens)[:, label], counts.values > text.threshold
    if not text.is_binary:
        present = counts.values * np.where(is_there, weights, 0.0)
        return _Worth(present, np.zeros(len(present)), elsewhere + float(text.bias[label]))
    absence = text.absence(label)
    absent = absence[counts.tokens]
    finite = np.where(np.isneginf(absent), 0.0, absent)
    others = np.delete(absence, counts.tokens)
    rest = -np.inf if np.isneginf(others).any() else elsewhere + float(text.bias[label] - finite.sum())
    return _Worth(np.where(is_there, weights + finite, absent), absent, rest)


def _order(own: _Worth, rival: _Worth) -> tuple[IntArray, int] | None:
    """Return the words in the order to take them out, and how many are the least that can do; None if none can."""
    must_go = np.isneginf(rival.present) | np.isposinf(own.present)
    must_stay = np.isneginf(rival.absent)
    if np.isneginf(rival.rest) or (must_go & must_stay).any():
        return None
    first, others = np.flatnonzero(must_go), np.flatnonzero(~must_go & ~must_stay)
    gains = (own.present[others] - rival.present[others]) - (own.absent[others] - rival.absent[others])
    by_gain = np.argsort(-gains, kind="stable")[: int((gains > 0).sum())]
    order = np.concatenate([first, others[by_gain]])
    if np.isneginf(own.absent[first]).any():
        return order, len(first)
    kept = np.delete(np.arange(len(own.present)), first)
    mine = own.rest + own.present[kept].sum() + own.absent[first].sum()
    ahead = float(mine - rival.rest - rival.present[kept].sum() - rival.absent[first].sum())
    lead = ahead - np.concatenate([[0.0], np.cumsum(gains[by_gain])])
    reached = np.flatnonzero(lead <= ROUNDING * (1 + np.abs(own.present).sum() + abs(own.rest)))
    return (order, len(first) + int(reached[0])) if len(reached) else None


def _first_that_flips(
    scorer: Scorer, features: Features, weigh: Weigh | None, order: IntArray, least: int, verdict: int
) -> tuple[IntArray, int] | None:
    """Ask the scorer itself, from the computed number on: the last bit of a sum may ask for one word more."""
    for n_words in range(max(least, 1), len(order) + 1):
        label = int(_verdicts(scorer, _without(features, order[:n_words]), weigh)[0])
        if label not in (verdict, UNDECIDED):
            return order[:n_words], label
    return None


def _verdicts(scorer: Scorer, features: Features, weigh: Weigh | None) -> IntArray:
    return best_labels(scorer.log_joint(_weighed(features, weigh)))


def _weighed(features: Features, weigh: Weigh | None) -> Features:
    if weigh is None or features.text is None:
        return features
    return Features(weigh(features.text), features.numbers, features.choices)


def _without(features: Features, places: npt.NDArray[np.int64]) -> Features:
    text = features.text
    if text is None:
        return features
    tokens, values = np.delete(text.tokens, places), np.delete(text.values, places)
    kept = CountMatrix(np.array([0, len(tokens)], np.int64), tokens, values, text.n_tokens)
    return Features(kept, features.numbers, features.choices)

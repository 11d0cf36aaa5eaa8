"""The fewest words that flip a verdict: as few as trying all sets of words finds."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbengine.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.events import derive
from nbengine.events.event_model import EventSettings
from nbengine.explanations.explanation import fewest_words_to_flip
from nbengine.learnt.tally import make_tally
from nbengine.logspace import UNDECIDED, best_label_numbers

event_settings = st.builds(
    EventSettings,
    event_model=st.sampled_from(["multinomial", "bernoulli", "complement"]),
    smoothing=st.sampled_from([0.0, 0.1, 1.0]),
    with_prior=st.booleans(),
)


def a_scorer(seed, choices):
    rng = np.random.default_rng(seed)
    n_labels = int(rng.integers(2, 5))
    counts = count_matrix(rng.poisson(rng.uniform(0.2, 1.5, 7), (12, 7)))
    labels = np.concatenate([np.arange(n_labels), rng.integers(0, n_labels, 12 - n_labels)])
    return derive(make_tally([f"label {n}" for n in range(n_labels)], counts, labels), choices), rng


def smallest_by_trying_all(scorer, row, verdict, *, lead):
    """Return how few words it takes until another label is ahead by at least this much."""
    present = np.flatnonzero(row)
    for size in range(1, len(present) + 1):
        for gone in combinations(present, size):
            rest = row.copy()
            rest[list(gone)] = 0
            joint = scorer.log_joint(count_matrix(rest[None]))
            if best_label_numbers(joint)[0] not in (verdict, UNDECIDED) and joint.max() >= joint[0, verdict] + lead:
                return size
    return np.inf


@settings(max_examples=200)
@given(st.integers(0, 10_000), event_settings)
def test_no_smaller_set_of_words_flips_the_verdict(seed, choices):
    scorer, rng = a_scorer(seed, choices)
    row = rng.poisson(0.8, 7)
    verdict = scorer.predict(count_matrix(row[None]))[0]

    flip = fewest_words_to_flip(scorer, count_matrix(row[None]))

    if verdict == UNDECIDED:
        assert flip is None
        return
    n_words = np.inf if flip is None else len(flip.tokens)
    assert smallest_by_trying_all(scorer, row, verdict, lead=0) <= n_words
    assert n_words <= smallest_by_trying_all(scorer, row, verdict, lead=1e-9)
    if flip is not None:
        row[flip.tokens] = 0
        assert scorer.predict(count_matrix(row[None]))[0] == flip.label
        assert flip.is_fewest


def test_a_document_weighed_as_a_whole_is_weighed_anew_without_its_words():
    tally = make_tally(["ham", "spam"], count_matrix(np.asarray([[3, 0, 1], [3, 1, 1], [0, 4, 2]])), [0, 0, 1])
    scorer = derive(tally, EventSettings())

    def to_unit_length(counts):
        size = np.sqrt((counts.values.astype(float) ** 2).sum()) or 1.0
        return type(counts)(counts.starts, counts.tokens, counts.values / size, counts.n_tokens)

    flip = fewest_words_to_flip(scorer, count_matrix(np.asarray([[0, 4, 2]])), to_unit_length)

    assert flip.tokens.tolist() == [1]
    assert flip.label == 0
    assert not flip.is_fewest


def test_what_has_no_words_cannot_be_flipped():
    scorer, _ = a_scorer(1, EventSettings())

    assert fewest_words_to_flip(scorer, count_matrix(np.zeros((1, 7), dtype=int))) is None
    with pytest.raises(EngineError, match="one document"):
        fewest_words_to_flip(scorer, count_matrix(np.ones((2, 7), dtype=int)))

"""Check value E: Bernoulli leads on small vocabularies, multinomial on large ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

from nbengine.counts import UNIT, remap_tokens
from nbengine.events import bernoulli, multinomial
from nbengine.learnt.tally import make_tally
from nbengine.models.recipe import VocabularyLimits, choose_token_columns
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules
from tests.published import ACCURACY_BY_SIZE, ALL_REPEATED_WORDS

pytestmark = [pytest.mark.corpora, pytest.mark.slow]

N_SPLITS = 5


@pytest.fixture(scope="module")
def posts(corpora: Path):
    """Bodies counted over the words that occur twice or more, these words, and label numbers."""
    files = sorted((corpora / "20newsgroups-whole/20_newsgroups").glob("*/*"))
    bodies = [file.read_bytes().decode("latin-1").replace("\r\n", "\n").partition("\n\n")[2] for file in files]
    counter = TokenCounter(TokenRules(pattern="[A-Za-z]+", stop_words=frozenset(ENGLISH_STOP_WORDS)))
    counts = counter.count(bodies)
    is_kept = np.bincount(counts.tokens, counts.values, counts.n_tokens) > 1
    columns = np.where(is_kept, np.cumsum(is_kept) - 1, -1)
    names, labels = np.unique([file.parent.name for file in files], return_inverse=True)
    words = counter.vocabulary.select(np.flatnonzero(is_kept))
    return remap_tokens(counts, columns, int(is_kept.sum())), words, labels, tuple(names.tolist())


def accuracies(posts, seed):
    """Accuracy in per cent by size, multinomial and Bernoulli, on a random fifth, words chosen from the rest."""
    counts, words, labels, names = posts
    shuffled = np.random.default_rng(seed).permutation(len(labels))
    train, test = np.split(shuffled, [len(labels) * 4 // 5])
    whole, found = make_tally(names, counts[train], labels[train]), []
    for size in ACCURACY_BY_SIZE:
        limits = VocabularyLimits(size=size, rank_by="mutual-information", min_documents=0)
        kept = choose_token_columns(whole, limits, words, unit=UNIT)
        columns = np.full(len(words), -1)
        columns[kept] = np.arange(len(kept))
        tally, judged = whole.with_columns(kept), remap_tokens(counts[test], columns, len(kept))
        found.append(
            [100 * (model(tally).predict(judged) == labels[test]).mean() for model in (multinomial, bernoulli)]
        )
    return found


def test_accuracy_against_vocabulary_size_is_the_published_curve(posts):
    assert len(posts[1]) == ALL_REPEATED_WORDS

    found = np.mean([accuracies(posts, seed) for seed in range(N_SPLITS)], axis=0)

    np.testing.assert_allclose(found, list(ACCURACY_BY_SIZE.values()), atol=1.0, rtol=0)
    leads_by = found[:, 0] - found[:, 1]
    assert (leads_by[:4] < 0).all()
    assert (leads_by[4:] > 0).all()

"""A document's own words and a few numbers per label give the whole model's verdict."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.arrays.counts import count_matrix
from nbengine.errors import EngineError
from nbengine.events import derive
from nbengine.events.label_sums import WordCounts
from nbengine.events.priors import Prior
from nbengine.learnt.tally import Tally, tally_of
from nbengine.models.lazy_verdicts import label_sums, lazy_log_joint
from nbengine.models.recipe import Recipe
from nbengine.models.vocabulary_selection import VocabularyLimits
from nbengine.text.token_rules import UNKNOWN_WORD

LABELS = ("ham", "spam", "news")


class Store:
    """Counts of words on request, remembering what it was asked for."""

    def __init__(self, tally, words):
        self.tally, self.words, self.asked = tally, list(words), []

    def __call__(self, words):
        self.asked += words
        columns = [self.words.index(word) if word in self.words else -1 for word in words]
        is_known = np.asarray(columns) >= 0
        occurrences = np.where(is_known, self.tally.occurrences[:, columns], 0)
        return WordCounts(occurrences, np.where(is_known, self.tally.presences[:, columns], 0), is_known)

    def blocks(self, size):
        for start in range(0, len(self.words), size):
            yield self(self.words[start : start + size])


def a_corpus(seed, n_words=9, n_labels=3):
    rng = np.random.default_rng(seed)
    counts = count_matrix(rng.poisson(0.7, (14, n_words)))
    labels = rng.integers(0, n_labels, 14)
    return tally_of(LABELS[:n_labels], counts, labels, rng.integers(1, 5, 14) / 2), [f"w{n}" for n in range(n_words)]


def full_log_joint(tally, words, recipe, document):
    counts = np.asarray([[document.get(word, 0) for word in words]])
    if recipe.counts_as == "binary":
        counts = np.minimum(counts, 1)
        tally = Tally.from_arrays(tally.labels, tally.documents, tally.presences, tally.presences)
    return derive(tally, recipe.settings).log_joint(count_matrix(counts))[0]


recipes = st.builds(
    Recipe,
    event_model=st.sampled_from(["multinomial", "bernoulli", "complement"]),
    smoothing=st.sampled_from([0.0, 1e-3, 0.5, 1.0, 3.0]),
    prior=st.sampled_from([Prior(), Prior("uniform"), Prior("none"), Prior("smoothed", strength=0.5)]),
    weighting=st.sampled_from(["count", "binary"]),
    with_prior=st.booleans(),
)
documents = st.dictionaries(st.sampled_from([f"w{n}" for n in range(9)] + ["strange"]), st.integers(1, 4))


@given(recipes, documents, st.integers(0, 30), st.integers(1, 10), st.integers(1, 3))
def test_the_score_is_that_of_the_whole_model(recipe, document, seed, block, n_labels):
    tally, words = a_corpus(seed, n_labels=n_labels)
    store = Store(tally, words)
    sums = label_sums(tally.labels, tally.documents, store.blocks(block), recipe)

    found = lazy_log_joint(document, store, sums, recipe)

    np.testing.assert_allclose(found, full_log_joint(tally, words, recipe, document), rtol=1e-12, atol=1e-11)


@given(documents, st.integers(0, 30), st.sampled_from([1e-3, 1.0]))
def test_complement_with_norm_scores_as_the_whole_model(document, seed, smoothing):
    recipe = Recipe(event_model="complement", norm=True, smoothing=smoothing)
    tally, words = a_corpus(seed)
    store = Store(tally, words)
    sums = label_sums(tally.labels, tally.documents, store.blocks(4), recipe)

    found = lazy_log_joint(document, store, sums, recipe)

    np.testing.assert_allclose(found, full_log_joint(tally, words, recipe, document), rtol=1e-11, atol=1e-12)


def test_only_the_words_of_the_document_are_asked_for():
    tally, words = a_corpus(1)
    store = Store(tally, words)
    sums = label_sums(tally.labels, tally.documents, store.blocks(4), Recipe())
    store.asked.clear()

    lazy_log_joint({"w3": 2, "strange": 1}, store, sums, Recipe())

    assert store.asked == ["w3", "strange"]


def test_bernoulli_looks_at_the_threshold_only_once():
    tally, words = a_corpus(5)
    recipe = Recipe(event_model="bernoulli", weighting="binary", threshold=1.0)
    tally = Tally.from_arrays(LABELS, tally.documents, tally.occurrences, tally.presences, threshold=1.0)
    store = Store(tally, words)
    sums = label_sums(tally.labels, tally.documents, store.blocks(4), recipe)

    found = lazy_log_joint({"w1": 2, "w2": 1}, store, sums, recipe)

    np.testing.assert_allclose(found, full_log_joint(tally, words, recipe, {"w1": 2}), rtol=1e-12)


def test_unknown_words_go_to_the_unknown_word_where_there_is_one():
    tally, words = a_corpus(2)
    words[4] = UNKNOWN_WORD
    recipe = Recipe(limits=VocabularyLimits(size=8, unknown_word=True))
    store = Store(tally, words)
    sums = label_sums(tally.labels, tally.documents, store.blocks(4), recipe)

    found = lazy_log_joint({"w3": 1, "strange": 2, "stranger": 1}, store, sums, recipe)

    np.testing.assert_allclose(found, full_log_joint(tally, words, recipe, {"w3": 1, UNKNOWN_WORD: 3}), rtol=1e-12)


@pytest.mark.parametrize("recipe", [Recipe(weighting="tfidf"), Recipe(event_model="gaussian")])
def test_what_cannot_be_looked_up_word_by_word_is_refused(recipe):
    tally, words = a_corpus(3)
    store = Store(tally, words)

    with pytest.raises(EngineError):
        lazy_log_joint({"w1": 1}, store, label_sums(tally.labels, tally.documents, store.blocks(4), recipe), recipe)

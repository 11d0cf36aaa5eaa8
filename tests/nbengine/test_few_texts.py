"""A few texts are counted word by word, and come out as by whole arrays."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbengine.filter.filter import Filter
from nbengine.filter.settings import evidence_groups_of_vocabulary, novelty_token_names
from nbengine.learnt.statistics import Statistics
from nbengine.learnt.tally import Tally
from nbengine.models.filter_model import FilterModel
from nbengine.models.model_words import ModelWordCounter
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.text import token_counter
from nbengine.text.token_rules import SUBJECT_AS_TEXT, WORDS_AND_SIGNS, Field, TokenRules
from nbengine.text.vocabulary import Vocabulary

RULES = [
    TokenRules(),
    TokenRules(lower=False, pattern=WORDS_AND_SIGNS),
    TokenRules(ngrams=(1, 2), stop_words=frozenset({"the"}), han_pairs=True, fold_numbers=True, max_length=9),
    TokenRules(char_ngrams=(2, 3)),
    TokenRules(pattern=r"(\w)\w+", stem="english", fields=(Field("subject"), Field("marks", is_verbatim=True))),
    TokenRules(ngrams=(1, 2), fields=(Field("subject"), SUBJECT_AS_TEXT)),
]
TEXTS = st.lists(st.text("ab thelunch 12Σσİ买瓜,!\ud800", max_size=30), max_size=4)
LIMITS = [
    VocabularyLimits(),
    VocabularyLimits(stop_words=frozenset({"ab", "lunch"})),
    VocabularyLimits(size=5, unknown_word=True),
]


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("rules", RULES)
@settings(max_examples=25)  # of each of eighteen pairs
@given(given_texts=TEXTS, grow=st.booleans())
def test_counts_words_and_numbers_are_those_of_whole_arrays(rules, limits, given_texts, grow):
    fields = [{"subject": text[:9], "marks": text[5:], "other": "x"} for text in given_texts] if rules.fields else None
    found, expected = (counted(rules, limits, given_texts, fields, grow, most) for most in (1 << 14, -1))

    assert sorted(found[0]) == sorted(expected[0])
    np.testing.assert_array_equal(found[1].n_unknown, expected[1].n_unknown)
    np.testing.assert_array_equal(by_word(*found), by_word(*expected))


@given(given_texts=TEXTS.filter(len), grow=st.booleans())
def test_a_filter_looks_at_a_few_documents_as_at_many(given_texts, grow):
    fields = [{"subject": text[:9], "mark": text[5:], "from": f"{text[:3]}@x"} for text in given_texts]
    found, expected = (looked_at_by_filter(given_texts, fields, grow, most) for most in (1 << 14, -1))

    assert sorted(found[0]) == sorted(expected[0])
    np.testing.assert_array_equal(found[1].n_unknown, expected[1].n_unknown)
    np.testing.assert_array_equal(by_word(*found), by_word(*expected))


def looked_at_by_filter(texts, fields, grow, most):
    rules = TokenRules(
        pattern=WORDS_AND_SIGNS, fields=(Field("subject"), Field("from"), Field("mark", is_verbatim=True))
    )
    words = Vocabulary([*novelty_token_names(), "ab", "the", "subject:the", "mark:lunch"])
    learner = Filter(["ham", "spam"])
    learner.append_words(evidence_groups_of_vocabulary(words, len(learner.groups)))
    heard = np.arange(len(words) - 2, len(words), dtype=np.int32)
    seen = learner.prepare(heard)
    learner.learn(seen, 1, learner.score_document(seen), key=1)
    model = FilterModel(Recipe(rules=rules), words, Statistics(Tally(["ham", "spam"], len(words))), learner)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token_counter, "MAX_SMALL_BATCH_CHARACTERS", most)
        counted = model.count(texts, fields, grow=grow)
        return list(words), counted


def by_word(vocabulary, text):
    """A table whose columns are in the order of the alphabet: new words are numbered as they come."""
    return text.counts.csr.toarray()[:, np.argsort(vocabulary)]


def counted(rules, limits, texts, fields, grow, most):
    words = ["‹unknown›", "ab", "the", "lunch", "买"] if limits.unknown_word else ["ab", "the", "lunch"]
    vocabulary = Vocabulary(words)
    counting = ModelWordCounter(Recipe(rules=rules, limits=limits), vocabulary)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token_counter, "MAX_SMALL_BATCH_CHARACTERS", most)
        text = counting.count(texts, fields, grow=grow)
        return list(vocabulary), text

"""A model in plain numbers, as other programs take it, and the refusal of what their forms cannot say.

Labels are in the order of the alphabet, which scikit-learn expects. Whatever would be judged differently over there is
refused with its reason, never left out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

import numpy as np

from app.domain.errors import ExchangeError
from app.library.saved_models import KeptModel
from nbengine.arrays.counts import UNIT, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.scorer import Scorer
from nbengine.learnt.statistics import needed
from nbengine.models.model_words import UNKNOWN_COLUMN
from nbengine.text.token_rules import HAN, TokenRules

HAN_SIGN = re.compile(f"[{HAN}]")
REGULAR_RULES = ("lower", "pattern", "ngrams", "char_ngrams", "stop_words")
"""The rules of words that a regular expression and runs of what it finds can follow."""


class PlainModel:
    """A model's numbers, label by label in the order of the alphabet."""

    def __init__(self, kept: KeptModel) -> None:
        model = self.model = kept.model
        self.name, self.record, self.recipe = kept.record.name, kept.record, model.recipe
        self.losses: list[str] = []
        """Sentences about what a form does not say and texts like those learnt do not need."""
        self.order: IntArray = np.argsort(np.array(model.labels, dtype=object), kind="stable")
        self.labels = tuple(model.labels[number] for number in self.order)
        try:
            self.scorer: Scorer = model.scorer
        except EngineError as error:
            raise ExchangeError("unusable", self.name, str(error)) from error
        self.log_prior: FloatArray = self.scorer.log_prior[self.order]
        """(n_labels,)"""
        self.documents: FloatArray = model.statistics.documents[self.order] / UNIT
        """(n_labels,): documents learnt, by their weights."""
        self.reads_text = self.scorer.text is not None
        self.words = model.words_of(np.arange(model.tally.n_tokens)) if self.reads_text else []
        """The scorer's words, column by column."""
        self.unknown_column = UNKNOWN_COLUMN if self.reads_text and model.recipe.limits.unknown_word else None
        """The column of all words that the model does not know; None where they are left out."""

    @property
    def counts(self) -> FloatArray:
        """(n_labels, n_words): occurrences, or documents where a word counts once in each."""
        tally = self.model.tally
        found = tally.presences if self.recipe.counts_absence else tally.occurrences
        return np.asarray(found[self.order] / UNIT)

    @property
    def weights(self) -> FloatArray:
        """(n_labels, n_words): what a word adds to the score, log P(word | label) in most event models."""
        return self.scorer.weights.T[self.order]

    @property
    def log_shares(self) -> FloatArray:
        """(n_labels, n_words): the same, but for Bernoulli the log-probability that a document has the word."""
        text, weights = needed(self.scorer.text, "text"), self.weights
        return weights + np.stack([text.absence(number) for number in self.order]) if text.is_binary else weights

    @cached_property
    def idf(self) -> FloatArray:
        """(n_words,): the idf of the scorer's words, also of those learnt since it was frozen; empty without tf-idf."""
        tfidf = self.model.compacted().tfidf
        if tfidf is None:
            return np.zeros(0)
        new = np.full(max(len(self.words) - len(tfidf.idf), 0), tfidf.new_idf)
        return np.concatenate((tfidf.idf, new))


def plainly(kept: KeptModel) -> PlainModel:
    """Return a model that judges by the numbers of an event model and by nothing else; refuse any other."""
    model, name = kept.model, kept.record.name
    if model.recipe.learner is not None:
        raise ExchangeError("filter", name)
    plain = PlainModel(kept)
    if type(plain.scorer) is not Scorer:
        raise ExchangeError("event-model", name, model.recipe.event.title)
    if model.recipe.reads_text:
        refuse_irregular_rules(plain, model.recipe.rules)
    if plain.scorer.text is not None and plain.scorer.text.has_infinities:
        raise ExchangeError("no-smoothing", name)
    if not np.isfinite(plain.scorer.log_prior).all():
        raise ExchangeError("impossible-label", name)
    return plain


def refuse_irregular_rules(plain: PlainModel, rules: TokenRules) -> None:
    """Refuse rules of words that are more than a regular expression and runs of what it finds.

    How Han characters are cut is no matter where the model has learnt none, but has to be said.
    """
    if rules.fields:
        raise ExchangeError("mail-fields", plain.name)
    name, usual = plain.name, TokenRules()
    if rules.han_pairs and not any(map(HAN_SIGN.search, plain.words)):
        rules = replace(rules, han_pairs=False)
        plain.losses.append("Words beside Han characters are found here and not there; the model has learnt none.")
    for rule in TokenRules.__dataclass_fields__:
        if rule not in REGULAR_RULES and getattr(rules, rule) != getattr(usual, rule):
            raise ExchangeError("word-rule", name, rule.replace("_", " "))

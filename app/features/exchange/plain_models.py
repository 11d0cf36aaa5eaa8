"""A model's parameters as plain arrays for export, and checks for models that other formats cannot represent.

Labels are in alphabetical order, which scikit-learn expects. A model that another program would judge differently is
refused with the reason; nothing is left out silently.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

import numpy as np

from app.domain.errors import ExchangeError
from app.library.saved_models import StoredModel
from nbengine.arrays.counts import UNIT, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.scorer import Scorer
from nbengine.learnt.statistics import require_part
from nbengine.models.model_words import UNKNOWN_COLUMN
from nbengine.text.token_rules import HAN, TokenRules

HAN_CHARACTER = re.compile(f"[{HAN}]")
REGULAR_RULES = ("lower", "pattern", "ngrams", "char_ngrams", "stop_words")
"""Token rules that a regular expression and n-grams can express."""


class PlainModel:
    """A model's parameters, with labels in alphabetical order."""

    def __init__(self, kept: StoredModel) -> None:
        model = self.model = kept.model
        self.name, self.record, self.recipe = kept.record.name, kept.record, model.recipe
        self.losses: list[str] = []
        """Sentences about differences that do not matter for texts like the learnt ones."""
        self.order: IntArray = np.argsort(np.array(model.labels, dtype=object), kind="stable")
        self.labels = tuple(model.labels[number] for number in self.order)
        try:
            self.scorer: Scorer = model.scorer
        except EngineError as error:
            raise ExchangeError("unusable", self.name, str(error)) from error
        self.log_prior: FloatArray = self.scorer.log_prior[self.order]
        """(n_labels,)"""
        self.documents: FloatArray = model.statistics.documents[self.order] / UNIT
        """(n_labels,): the learnt documents, weighted."""
        self.reads_text = self.scorer.text is not None
        self.words = model.words_of(np.arange(model.tally.n_tokens)) if self.reads_text else []
        """The scorer's words, in the order of its columns."""
        self.unknown_column = UNKNOWN_COLUMN if self.reads_text and model.recipe.limits.unknown_word else None
        """Column of the unknown word; None if unknown words are ignored."""

    @property
    def counts(self) -> FloatArray:
        """(n_labels, n_words): occurrences, or numbers of documents if the event model counts presence."""
        tally = self.model.tally
        found = tally.presences if self.recipe.counts_absence else tally.occurrences
        return np.asarray(found[self.order] / UNIT)

    @property
    def weights(self) -> FloatArray:
        """(n_labels, n_words): weight of a word in the score; log P(word | label) in most event models."""
        return self.scorer.weights.T[self.order]

    @property
    def log_shares(self) -> FloatArray:
        """(n_labels, n_words): like `weights`, but for Bernoulli the log-probability that a document has the word."""
        text, weights = require_part(self.scorer.text, "text"), self.weights
        return weights + np.stack([text.absence(number) for number in self.order]) if text.is_binary else weights

    @cached_property
    def idf(self) -> FloatArray:
        """(n_words,): the idf of the scorer's words, also of words learnt after it was frozen; empty without tf-idf."""
        tfidf = self.model.compacted().tfidf
        if tfidf is None:
            return np.zeros(0)
        new = np.full(max(len(self.words) - len(tfidf.idf), 0), tfidf.new_idf)
        return np.concatenate((tfidf.idf, new))


def plain_model_of(kept: StoredModel) -> PlainModel:
    """Return the parameters of a model that is nothing but an event model.

    Raises:
        ExchangeError: The model has more, such as a filter's weights or mail fields.
    """
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
    """Raise ExchangeError if the token rules are more than a regular expression with n-grams.

    Splitting of Han characters is allowed if the model has learnt none; it is reported as a loss.
    """
    if rules.fields:
        raise ExchangeError("mail-fields", plain.name)
    name, usual = plain.name, TokenRules()
    if rules.han_pairs and not any(map(HAN_CHARACTER.search, plain.words)):
        rules = replace(rules, han_pairs=False)
        plain.losses.append("Words beside Han characters are found here and not there; the model has learnt none.")
    for rule in TokenRules.__dataclass_fields__:
        if rule not in REGULAR_RULES and getattr(rules, rule) != getattr(usual, rule):
            raise ExchangeError("word-rule", name, rule.replace("_", " "))

"""The lessons of a filter that speak most for its verdict on one document: each is taken back by itself, exactly.

What a lesson added can be subtracted to the last bit, its steps of the learnt weights among it; the steps of later
lessons stay as they were given, as they do when a document is forgotten. How sure a filter is does not enter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from nbengine.errors import EngineError
from nbengine.filter.filter import Filter
from nbengine.filter.tally import Tokens
from nbengine.learnt.columns_of_documents import Features
from nbengine.models.filter_columns import rows_of
from nbengine.models.filter_model import FilterModel


def lesson_influence(
    model: FilterModel,
    text: str,
    fields: Mapping[str, str],
    lessons: Iterable[tuple[Tokens, int]],
    *,
    label: str,
    against: str,
) -> Iterator[float]:
    """Yield how much each lesson adds to the log-odds of a text; a lesson is the words of its document, and its key.

    Positive speaks for `label`. The words are without the filter's own.
    """
    for name in (label, against):
        if name not in model.labels:
            raise EngineError(f"The model has no label {name!r}.")
    without = _Without(model.copy(), text, fields, model.labels.index(label), model.labels.index(against))
    with_all = without.odds()
    for words, key in lessons:
        yield with_all - without.odds_without(words, key)


class _Without:
    """A filter of its own, which forgets one lesson at a time."""

    def __init__(self, model: FilterModel, text: str, fields: Mapping[str, str], label: int, against: int) -> None:
        self._model, self._text, self._fields = model, text, fields
        self._label, self._against = label, against
        self._tokens = self._looked_at()

    @property
    def _learner(self) -> Filter:
        return self._model.learner

    def odds(self) -> float:
        """Return the log-odds of the text by what is learnt now."""
        return self._odds_of(self._tokens)

    def odds_without(self, words: Tokens, key: int) -> float:
        """Return the log-odds of the text by all lessons but one."""
        learner = self._learner
        if key not in learner.lessons:
            raise EngineError("A document that was never learnt cannot be forgotten.")
        tokens, lesson = learner.as_learnt(words, key), learner.lessons.lesson(key)
        learner.tally.forget(tokens, lesson)
        try:
            return self._odds_of(self._looked_at() if self._makes_words_new(words) else self._tokens)
        finally:
            learner.tally.learn(tokens, lesson)

    def _makes_words_new(self, words: Tokens) -> bool:
        """Tell whether a word of the text was known by the forgotten lesson alone, and so counts as new."""
        return bool(np.isin(words[self._learner.tally.heard.take(words) == 0], self._tokens).any())

    def _looked_at(self) -> Tokens:
        [tokens] = rows_of(Features(self._model.count([self._text], [self._fields]).counts))
        return tokens

    def _odds_of(self, tokens: Tokens) -> float:
        found = self._learner.log_odds(self._learner.judge(self._learner.seen(tokens)))
        return float(found[self._label] - found[self._against])

"""Where the words of a text stand and what each says, for colouring them.

Words are found one match of the pattern at a time and each is cut into tokens as the model cuts it, so a colour is the
token's own number. A run of Han characters is coloured character by character: each shares in every pair it is part of.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from nbengine.model import Model
from nbengine.rules import TokenRules
from nbengine.tokens import HAN, tokenize

MOST_WORDS = 20_000
"""Longer texts are coloured from their beginning."""
_HAN_RUN = re.compile(f"[{HAN}]+")


@dataclass(frozen=True, slots=True)
class ColouredWord:
    """A word in a text, and its log-odds for one label against another; None if the model never saw it."""

    start: int
    length: int
    log_odds: float | None


def coloured_words(model: Model, text: str, label: str, against: str) -> list[ColouredWord]:
    """The words of a text with what each says."""
    rules = model.recipe.rules
    if rules.char_ngrams or model.statistics.text is None:
        return []
    odds = _WordOdds(model, label, against)
    found: list[ColouredWord] = []
    for match in re.finditer(rules.pattern, text):
        if len(found) >= MOST_WORDS:
            break
        found += _pieces(match.group(), match.start(), replace(rules, ngrams=(1, 1)), odds)
    return found


class _WordOdds:
    """Log-odds by token, each looked up once."""

    def __init__(self, model: Model, label: str, against: str) -> None:
        self._model, self._known = model, dict[str, float | None]()
        self._pair = model.labels.index(label), model.labels.index(against)
        self._weights = model.scorer.weights

    def of(self, token: str) -> float | None:
        if token not in self._known:
            number = self._model.token_of(token)
            if number < 0:
                self._known[token] = None
            else:
                label, against = self._pair
                difference = float(self._weights[number, label]) - float(self._weights[number, against])
                self._known[token] = None if math.isnan(difference) else difference  # NaN: −∞ under both
        return self._known[token]


def _pieces(word: str, start: int, rules: TokenRules, odds: _WordOdds) -> Iterator[ColouredWord]:
    """A word as one piece, but for the Han characters in it."""
    if not rules.han_pairs or not _HAN_RUN.search(word):
        yield from _whole(word, start, rules, odds)
        return
    at = 0
    for run in _HAN_RUN.finditer(word):
        if run.start() > at:
            yield from _whole(word[at : run.start()], start + at, rules, odds)
        yield from _characters(run.group(), start + run.start(), odds)
        at = run.end()
    if at < len(word):
        yield from _whole(word[at:], start + at, rules, odds)


def _whole(word: str, start: int, rules: TokenRules, odds: _WordOdds) -> Iterator[ColouredWord]:
    tokens = tokenize(word, rules)
    if not tokens:
        return
    values = [odds.of(token) for token in tokens]
    known = [value for value in values if value is not None]
    yield ColouredWord(start, len(word), sum(known) if known else None)


def _characters(run: str, start: int, odds: _WordOdds) -> Iterator[ColouredWord]:
    for place, character in enumerate(run):
        pairs = [run[first : first + 2] for first in (place - 1, place) if first >= 0 and first + 2 <= len(run)]
        shares = [(odds.of(character), 1.0), *((odds.of(pair), 0.5) for pair in pairs)]
        known = [value * share for value, share in shares if value is not None]
        yield ColouredWord(start + place, 1, sum(known) if known else None)

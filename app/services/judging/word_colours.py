"""Words of a text with their places and what each says, for colouring them.

Words are found one match of the pattern at a time and each is cut into tokens as the model cuts it, so a colour is the
token's own number. A run of Han characters is coloured character by character: each shares in every pair it is part of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice

import numpy as np

from app.domain.use_case_results import ColouredWord
from nbengine.explanations.explanation import said_of
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.text.token_rules import HAN, TokenRules, tokenize

MOST_WORDS = 20_000
"""Longer texts are coloured from their beginning."""
_HAN_RUN = re.compile(f"[{HAN}]+")


def coloured_words(model: Model, text: str, label: str, against: str) -> list[ColouredWord]:
    """The words of a text with what each says."""
    rules = model.recipe.rules
    if rules.char_ngrams or model.statistics.text is None:
        return []
    pieces = list(islice(_pieces(text, replace(rules, ngrams=(1, 1))), MOST_WORDS))
    odds, said = _log_odds(model, {token for piece in pieces for token, _ in piece.tokens}, label, against)
    return [ColouredWord(piece.start, piece.length, piece.sum_of(odds), piece.sum_of(said)) for piece in pieces]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word, or a Han character, where it stands in the text."""

    start: int
    length: int
    tokens: Sequence[tuple[str, float]]
    """With the share of each that falls to this piece."""

    def sum_of(self, odds: Mapping[str, float]) -> float | None:
        """Return the sum of what the model knows of it; None where it knows nothing."""
        known = [odds[token] * share for token, share in self.tokens if token in odds]
        return sum(known) if known else None


def _log_odds(
    model: Model, tokens: Iterable[str], label: str, against: str
) -> tuple[dict[str, float], dict[str, float]]:
    """Log-odds by token, for those that the model knows; with learnt factors, what naive Bayes says of them too."""
    names = list(tokens)
    if isinstance(model, FilterModel):
        return model.word_log_odds(names, label, against), {}
    columns = model.tokens_of(names)
    known = np.flatnonzero(columns >= 0)
    weights, pair = model.scorer.weights_of(columns[known]), (model.labels.index(label), model.labels.index(against))
    with np.errstate(invalid="ignore"):  # −∞ under both is NaN, and says nothing
        values = weights[:, pair[0]] - weights[:, pair[1]]
    said = said_of(model, columns[known], 1.0, *pair)
    tables = (values, np.zeros(0) if said is None else said)
    odds, own = ({names[place]: value for place, value in zip(known.tolist(), table.tolist(), strict=False)
                  if not np.isnan(value)} for table in tables)  # fmt: skip
    return odds, own


def _pieces(text: str, rules: TokenRules) -> Iterator[_Piece]:
    """Cut a text: words are one piece each, but for the Han characters in them."""
    tokens_of = lru_cache(maxsize=None)(partial(_whole_tokens, rules))
    for match in re.finditer(rules.pattern, text):
        word, start = match.group(), match.start()
        if word.isascii() or not rules.han_pairs or not _HAN_RUN.search(word):
            yield from _whole(word, start, tokens_of)
            continue
        at = 0
        for run in _HAN_RUN.finditer(word):
            yield from _whole(word[at : run.start()], start + at, tokens_of)
            yield from _characters(run.group(), start + run.start())
            at = run.end()
        yield from _whole(word[at:], start + at, tokens_of)


def _whole_tokens(rules: TokenRules, word: str) -> tuple[tuple[str, float], ...]:
    return tuple((token, 1.0) for token in tokenize(word, rules))


def _whole(word: str, start: int, tokens_of: Callable[[str], tuple[tuple[str, float], ...]]) -> Iterator[_Piece]:
    tokens = tokens_of(word)
    if tokens:
        yield _Piece(start, len(word), tokens)


def _characters(run: str, start: int) -> Iterator[_Piece]:
    """A character counts in full, and has half a share in the pair before it and in the one after it."""
    for place, character in enumerate(run):
        pairs = [run[first : first + 2] for first in (place - 1, place) if first >= 0 and first + 2 <= len(run)]
        yield _Piece(start + place, 1, [(character, 1.0), *((pair, 0.5) for pair in pairs)])

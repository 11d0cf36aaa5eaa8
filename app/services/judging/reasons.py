"""Reasons for a verdict as people are shown them: its words, the colour of each in the text, and what would turn it.

Words are found one match of the pattern at a time and each is cut into tokens as the model cuts it, so a colour is the
token's own number. A run of Han characters is coloured character by character: each shares in every pair it is part of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

import numpy as np

from app.domain.documents import Document
from app.domain.errors import ModelError
from app.domain.use_case_results import ColouredWord, DroppedItem, Verdict
from app.services.engine_errors import engine_errors
from app.services.judging.classifying import LoadedModel, verdict_rows
from app.services.judging.source_judging import judge
from app.services.training.document_features import read_features
from nbengine.explanations.explanation import fewest_words, said_of
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.questions.set_model import model_asked
from nbengine.text.token_rules import HAN, TokenRules, tokenize

SHOWN_TERMS = 9


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """Verdict on a stored document without its having been seen."""

    label: str
    probability: float | None
    """Of the label that was judged; None where it is not known."""
    when_new: bool = False
    """Judged before the later ones were learnt, and not by all others."""


@dataclass(frozen=True, slots=True, eq=False)
class Reasons:
    """The reasons for the verdict on one document, as the Classify page shows them."""

    item: DroppedItem
    verdict: Verdict
    """With its terms; of the edited text, where there is one."""
    text: str
    words: tuple[ColouredWord, ...]
    n_terms: int
    flipping_words: tuple[str, ...]
    flipped_label: str | None
    row: tuple[tuple[str, str], ...] = ()
    """Of a table's row: its columns and their values."""
    kept: KeptVerdict | None = None
    """Verdict that is kept of a stored document, for that is what lists show."""
    has_prior: bool = True
    """The score begins with the labels' shares; a filter's begins with what it holds of a document without words."""


def reasons_of(loaded: LoadedModel, item: DroppedItem, document: Document) -> Reasons:
    """Say why a model judges a document as it does."""
    with engine_errors(ModelError, loaded.name):
        counted = read_features(loaded.model, [document])
        features, judged = counted.features, judge(loaded.model, counted)
        [verdict] = verdict_rows(loaded.model, [document], counted, judged, SHOWN_TERMS)
        model = model_asked(loaded.model, verdict.label)
        flip, words = fewest_words(model, features) if len(model.labels) > 1 else (None, ())
    label, against = verdict.label, verdict.against
    coloured = coloured_words(model, document.text, label, against) if label and against else []
    flipped = None if flip is None or flip.label < 0 else model.labels[flip.label]
    row, has_prior = cells_of(model, document), not isinstance(model, FilterModel)
    n_terms = 0 if features.text is None else len(features.text.tokens)  # and what is not missing of a row
    n_terms += 0 if features.numbers is None else int((~np.isnan(features.numbers)).sum())
    n_terms += 0 if features.choices is None else int((features.choices >= 0).sum())
    shown = (document.text, tuple(coloured), n_terms, words, flipped, row)
    return Reasons(item, verdict, *shown, has_prior=has_prior)


def cells_of(model: Model, document: Document) -> tuple[tuple[str, str], ...]:
    """The row of a table as its columns and their values, as far as the model reads them; "" is missing."""
    numbers = [(name, "" if np.isnan(value) else f"{value:g}")
               for name, value in zip(model.table.numbers, document.numbers, strict=False)]  # fmt: skip
    choices = [(name, value or "") for name, value in zip(model.table.choices, document.choices, strict=False)]
    return (*numbers, *choices)


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
    tokens_of = lru_cache(maxsize=None)(lambda word: tuple((token, 1.0) for token in tokenize(word, rules)))
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


def _whole(word: str, start: int, tokens_of: Callable[[str], tuple[tuple[str, float], ...]]) -> Iterator[_Piece]:
    tokens = tokens_of(word)
    if tokens:
        yield _Piece(start, len(word), tokens)


def _characters(run: str, start: int) -> Iterator[_Piece]:
    """A character counts in full, and has half a share in the pair before it and in the one after it."""
    for place, character in enumerate(run):
        pairs = [run[first : first + 2] for first in (place - 1, place) if first >= 0 and first + 2 <= len(run)]
        yield _Piece(start + place, 1, [(character, 1.0), *((pair, 0.5) for pair in pairs)])

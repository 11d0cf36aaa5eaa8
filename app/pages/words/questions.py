"""The Words page's questions to an open workspace: all words of a model, the working of one, and its columns.

Names and what sorting asks of them are made where the table is made: a loop over every word would hold up the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.jobs import JobContext
from app.pages.painted_values import Fraction, Label, WordFractions, colours_of, labels_named, labels_of
from app.pages.words.evidence_names import WordShelf, plain_name, shelf_of, with_seen_ends
from app.services.models.learnt_table_columns import ModelColumns, model_columns
from app.services.models.model_words import csv_file, model_words, with_means, word_working
from app.store.workspace import Place, reading
from nbengine.lazy_dataclasses import dataclass

FloatArray = NDArray[np.float64]


SAYS_NOTHING = 0.1
"""Log-odds of which a share says nothing either."""


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """The words of a model, as equally long columns: all, or the most telling of very many."""

    words: NDArray[Any]
    """(n_words,) texts."""
    counts: FloatArray
    """(n_labels, n_words)"""
    log_probabilities: FloatArray
    """(n_labels, n_words): log P(word | label)."""
    bits: FloatArray
    """(n_words,): mutual information with the label."""
    labels: tuple[Label, ...] = ()
    are_weights: bool = False
    """The event model weighs words by something else than log P(word | label)."""
    ratios: FloatArray | None = None
    """(n_labels, n_words): naive Bayes' log ratio, of which a learnt part counts; None for other models."""
    often: FloatArray | None = None
    """(n_labels, n_words): how often a word comes in a document of each label, or what it weighs there, in the mean."""
    shelves: NDArray[np.int8] | None = None
    """(n_words,): where each word belongs, as a WordShelf; None where all are words of the text."""
    named: WordNames | None = None
    """The words' names in the language that the window had when it asked."""
    n_in_model: int = 0
    """The number of words that the model has, where they are more than these."""

    def said_and_counted(self, towards: int, against: int) -> tuple[FloatArray, FloatArray] | None:
        """Return what naive Bayes says of each word between two labels, and the share of it that counts."""
        if self.ratios is None:
            return None
        said, odds = self.ratios[towards] - self.ratios[against], self.log_odds(towards, against)
        return said, np.divide(odds, said, out=np.full_like(said, np.nan), where=np.abs(said) > SAYS_NOTHING)

    def per_mail(self, towards: int, against: int) -> FloatArray:
        """Return what a word adds to a document of the label it speaks for, in the mean."""
        odds = self.log_odds(towards, against)
        often = self.often
        if often is None:
            return odds
        with np.errstate(invalid="ignore"):
            found = odds * np.where(odds > 0, often[towards], often[against])
        return np.where(np.isfinite(found), found, odds)

    def on_shelf(self, shelf: WordShelf) -> NDArray[np.bool_]:
        """Return which words belong on a shelf."""
        if self.shelves is None:
            return np.full(len(self.words), shelf is WordShelf.WORDS)
        return np.asarray(self.shelves == shelf, np.bool_)

    def log_odds(self, towards: int, against: int) -> FloatArray:
        """Return log P(word | towards) − log P(word | against)."""
        with np.errstate(invalid="ignore"):
            odds = self.log_probabilities[towards] - self.log_probabilities[against]
        return np.where(np.isnan(odds), 0.0, odds)


class WordsQuestions:
    """Answers for one open workspace."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def columns(self, model: str, _context: JobContext) -> tuple[ModelColumns, tuple[Label, ...]]:
        """The columns of a model and its labels; a model of a corpus of text has none, and is not even looked into."""
        with reading(self.place) as workspace:
            corpus = workspace.models.get(model).corpus
            if corpus is not None and workspace.corpora.get(corpus).kind != "table":
                return ModelColumns(model, (), ()), ()
        found = model_columns(self.place, model)
        return found, labels_named(self._labels(model), found.labels)

    def table(self, model: str, language: str, context: JobContext) -> WordTable:
        """Every word of a model with its numbers, and its name in a language."""
        words = with_means(self.place, model_words(self.place, model), context)
        figures, recipe = words.figures, words.source.recipe
        texts = np.array(figures.words, dtype=object)
        return WordTable(
            words=texts,
            counts=figures.occurrences.T,
            ratios=None if figures.ratios is None else figures.ratios.T,
            log_probabilities=shown_weights(figures.weights, counts_absence=recipe.counts_absence).T,
            bits=figures.mutual_information / np.log(2),
            labels=labels_named(self._labels(model), words.labels),
            are_weights=not recipe.event.are_weights_shares,
            often=None if words.often is None else words.often.T,
            shelves=shelves_of(figures.words) if recipe.rules.fields else None,
            named=named_words(texts, language, are_of_mail=bool(recipe.rules.fields)),
            n_in_model=words.source.n_words,
        )

    def working(self, model: str, word: str, towards: int, against: int, _context: JobContext) -> WordFractions:
        """The working of a word under two labels, by their numbers."""
        found = word_working(self.place, model, word)
        colours = colours_of(self._labels(model), [line.label for line in found.lines])
        fractions = [Fraction(found.lines[number], colours[number]) for number in (towards, against)]
        fractions.sort(key=lambda fraction: -fraction.line.log)
        odds = found.lines[towards].log - found.lines[against].log
        return WordFractions(tuple(fractions), odds, found.n_documents)

    def export(self, model: str, path: Path, _context: JobContext) -> int:
        """Write all words to a file."""
        return csv_file(self.place, model, path)

    def _labels(self, model: str) -> tuple[Label, ...]:
        with reading(self.place) as workspace:
            corpus = workspace.models.get(model).corpus
            return () if corpus is None else labels_of(workspace, corpus)


def shelves_of(words: Sequence[str]) -> NDArray[np.int8]:
    """Return the shelf of each counted token of mail, (n_words,)."""
    return np.fromiter((shelf_of(word) for word in words), np.int8, len(words))


def shown_weights(weights: FloatArray, *, counts_absence: bool) -> FloatArray:
    """Return the log-probability that the table shows for each word and label (n_words, n_labels).

    Bernoulli weighs a word by log P − log(1 − P), because its absence counts as well; shown is log P itself, which is
    what the working of the word comes to.
    """
    return -np.logaddexp(0.0, -weights) if counts_absence else weights


@dataclass(frozen=True, slots=True, eq=False)
class WordNames:
    """The words of a table as people call them, in one language."""

    language: str
    names: NDArray[Any]
    """(n_words,) texts."""
    ranks: NDArray[np.int64]
    """(n_words,): places in the order of the names, which sort faster than the names."""
    have_bars: NDArray[np.bool_]
    """(n_words,): which words mean enough to people for a bar of the plot: numbers, single characters and the order of
    headers do not."""
    _searched: NDArray[Any]
    """(n_words,): the word, and after it its name in small letters where that is another text."""

    def containing(self, text: str) -> NDArray[np.bool_]:
        """Return which words have a text in them or in their names, (n_words,)."""
        return np.asarray(np.strings.find(self._searched, _encodable(text.casefold())) >= 0, np.bool_)


def named_words(words: NDArray[Any], language: str, *, are_of_mail: bool) -> WordNames:
    """Name the words of a table; those of texts other than mail are their own names."""
    tokens = words.tolist()
    names = [plain_name(token) for token in tokens] if are_of_mail else [*map(with_seen_ends, tokens)]
    folded = [name.casefold() for name in names]
    searched = [token if token == small else f"{token}\n{small}" for token, small in zip(tokens, folded, strict=True)]
    ranks, texts = np.empty(len(names), dtype=np.int64), _texts(tokens)
    ranks[np.argsort(_texts(names), kind="stable")] = np.arange(len(names))
    means_little = np.strings.isdigit(texts) | np.strings.startswith(texts, "mark:order:")
    have_bars = np.asarray((np.strings.str_len(texts) > 1) & ~means_little, np.bool_)
    return WordNames(language, np.array(names, dtype=object), ranks, have_bars, _texts(searched))


def _texts(texts: Sequence[str]) -> NDArray[Any]:
    """As an array that takes the room of each text alone, so that one endless word does not lengthen all."""
    try:
        return np.array(texts, dtype=np.dtypes.StringDType())
    except UnicodeEncodeError:
        return np.array([_encodable(text) for text in texts], dtype=np.dtypes.StringDType())


def _encodable(text: str) -> str:
    """With a question mark in the place of half a surrogate pair."""
    return text.encode("utf-8", "replace").decode()

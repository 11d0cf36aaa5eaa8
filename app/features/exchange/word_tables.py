"""Words by labels with how many documents hold each: the one record through which all filters are converted.

Words are named as Bayleaf names them, those of a mail's headers as `subject:offer`. What a form cannot say becomes a
sentence among the losses, never a silence.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Final

import numpy as np

from app.domain.errors import ExchangeError
from app.library.reading import given_bytes
from nbengine.arrays.counts import UNIT, IntArray
from nbengine.filter.filter import Filter
from nbengine.filter.settings import N_OWN_WORDS, groups_of, own_words, settings_for
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Statistics
from nbengine.learnt.tally import Tally
from nbengine.measure.evaluation import positive_label
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.model_words import UNKNOWN_COLUMN
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary

GOOD, SPAM = "ham", "spam"
SMOOTHING: Final = 0.1
MOST_WORDS, LONGEST_WORD, LARGEST_COUNT = 1 << 21, 1000, 1 << 40
"""More, longer and larger ones no filter has: a file that says so is damaged."""
LARGEST_BYTES = 1 << 28
MOST_NAMED = 5
ANY_NAME = re.compile(".+")
OF_OTHER_LENGTH = "too short, too long or of several words"


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """Counts of words, and what was lost on the way here."""

    labels: tuple[str, ...]
    documents: IntArray
    """(n_labels,)"""
    words: list[str]
    counts: IntArray
    """(n_words, n_labels): documents that hold the word."""
    losses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A filter's program: how it calls and cuts words, and the form in which it gives its counts away."""

    name: str
    rules: TokenRules
    """The rules by which words are cut as it cuts them, as nearly as ours can say it."""
    fields: Mapping[str, str]
    """Its prefixes of words of headers, by our fields."""
    reads: Callable[[bytes], bool]
    """Tells its form from the first bytes."""
    read: Callable[[bytes, str], WordTable]
    write: Callable[[WordTable], Iterator[bytes]]
    lengths: tuple[int, int] = (1, LONGEST_WORD)
    """The shortest and longest words that it has."""
    names: re.Pattern[str] = ANY_NAME
    """The words that it can have, as it calls them."""

    def our_name(self, token: str) -> str:
        """Name one of its words as we do."""
        for field, theirs in self.fields.items():
            if token.startswith(f"{theirs}:"):
                return f"{field}:{token[len(theirs) + 1 :]}"
        return token


def counted_rows(name: str, rows: Iterable[tuple[str, tuple[int, ...]]], labels: tuple[str, ...]) -> WordTable:
    """Gather rows of a word and a count for each label; the same word twice adds up. Documents are told afterwards."""
    places: dict[str, int] = {}
    counts: list[tuple[int, ...]] = []
    for row, (word, numbers) in enumerate(rows):
        is_endless = row >= 2 * MOST_WORDS or len(counts) >= MOST_WORDS
        if is_endless or len(word) > LONGEST_WORD or not all(0 <= n < LARGEST_COUNT for n in numbers):
            raise ExchangeError("damaged-words", name)
        place = places.setdefault(word, len(counts))
        if place < len(counts):
            counts[place] = tuple(sum(pair) for pair in zip(counts[place], numbers, strict=True))
        else:
            counts.append(numbers)
    found = np.array(counts, dtype=np.int64).reshape(len(counts), len(labels))
    return WordTable(labels, found.max(axis=0, initial=0), list(places), found)


def of_documents(table: WordTable, documents: Sequence[int], name: str, *losses: str) -> WordTable:
    """Say how many documents there are; a word in more of them than that is brought down, and that is said."""
    if not any(documents) or not all(0 <= number < LARGEST_COUNT for number in documents):
        raise ExchangeError("no-documents", name)
    whole = np.array(documents, dtype=np.int64)
    if n_over := int((table.counts > whole).any(axis=1).sum()):
        over = f"{n_over:,} words were counted in more documents than there are; they are brought down."
        losses = (over, *losses)
    counts = np.minimum(table.counts, whole)
    return replace(table, documents=whole, counts=counts, losses=(*table.losses, *losses))


def mail_table(
    name: str, rows: Iterable[tuple[str, tuple[int, ...]]], documents: Sequence[int], *losses: str
) -> WordTable:
    """Gather rows of a word with its counts in good and in unwanted mail; the rows may still find out how many mails
    there are."""
    return of_documents(counted_rows(name, rows, (GOOD, SPAM)), documents, name, *losses)


def table_of_model(model: Model, name: str) -> WordTable:
    """Return the words of a model; they may be those of a filter."""
    if model.statistics.text is None:
        raise ExchangeError("no-words-to-convert", name)
    if model.recipe.cuts is not None:
        raise ExchangeError("table-cells", name)
    tally = model.statistics.text
    losses = []
    present = np.rint(tally.presences.T / UNIT).astype(np.int64)
    if tally.presences.size and (tally.presences % UNIT).any():
        losses.append("Weights of documents are rounded to whole documents.")
    words = model.vocabulary.words_of(np.arange(tally.n_tokens))
    is_kept = np.asarray(present.any(axis=1))
    if model.recipe.limits.unknown_word:
        is_kept[UNKNOWN_COLUMN] = False
        losses.append("Words that the model does not know were counted together; no other filter has such a word.")
    if model.recipe.event.is_fitted:
        losses.append("Learnt factors stay here: only the counts go.")
    if isinstance(model, FilterModel):
        losses.append("A filter's learnt weights and marks stay here: only its counts go.")
    kept = np.flatnonzero(is_kept)
    documents = np.rint(model.statistics.documents / UNIT).astype(np.int64)
    return WordTable(model.labels, documents, [words[place] for place in kept], present[kept], tuple(losses))


def model_of_table(table: WordTable, rules: TokenRules) -> Model:
    """Return a textbook model that counts each word once for a document, as these filters do."""
    recipe = Recipe(rules, VocabularyLimits(min_documents=0), smoothing=SMOOTHING, weighting="binary")
    return Model(recipe, Vocabulary(table.words), statistics_of(table, 0))


def filter_of_table(table: WordTable, rules: TokenRules) -> FilterModel:
    """Begin a filter from counts: it knows these words, and learns from the next lesson on."""
    settings = settings_for(positive_label(table.labels), is_short=False)
    learner, words = Filter(table.labels, settings), Vocabulary([*own_words(), *table.words])
    learner.extend(groups_of(words, N_OWN_WORDS))
    tally, own = learner.tally, slice(N_OWN_WORDS, N_OWN_WORDS + len(table.words))
    tally.counts[:, own] = table.counts.T
    tally.heard[own] = np.minimum(table.counts.sum(axis=1), np.iinfo(np.int32).max)
    tally.is_counted[own] = table.counts.any(axis=1)
    tally.n_counted = int(tally.is_counted.sum())
    tally.words, tally.documents = table.counts.sum(axis=0).astype(float), table.documents.astype(float)
    tally.learnt = table.documents.tolist()
    tally.settle()
    recipe = Recipe(rules, smoothing=SMOOTHING, learner=settings)
    return FilterModel(recipe, words, statistics_of(table, N_OWN_WORDS), learner)


def statistics_of(table: WordTable, n_before: int) -> Statistics:
    """The counts in units, behind so many columns of nothing."""
    counts = np.concatenate((np.zeros((n_before, len(table.labels)), np.int64), table.counts)) * UNIT
    tally = Tally.from_arrays(table.labels, table.documents * UNIT, counts.T, counts.T)
    return Statistics(tally)


def with_two_labels(table: WordTable, name: str) -> WordTable:
    """Return the same as spam and ham; of more labels one must be like spam, and all others are good."""
    if len(table.labels) < 2:
        raise ExchangeError("one-label", name)
    spam = positive_label(table.labels)
    is_spam = np.array([label == spam for label in table.labels])
    counts = np.stack([table.counts[:, ~is_spam].sum(axis=1), table.counts[:, is_spam].sum(axis=1)], axis=1)
    documents = np.array([table.documents[~is_spam].sum(), table.documents[is_spam].sum()])
    named = ", ".join(label for label in table.labels if label != spam)
    losses = (f"“{spam}” becomes spam, and {named} become one label that is not.",) * (len(table.labels) > 2)
    return WordTable((GOOD, SPAM), documents, table.words, counts, table.losses + losses)


def named_for(table: WordTable, program: Program, own_fields: Iterable[str]) -> tuple[WordTable, IntArray]:
    """Call words as a program does, without those that it has no name for; return also which words went over."""
    fields, kept, words = set(own_fields), [], []
    lost: Counter[str] = Counter()
    shortest, longest = program.lengths
    for place, word in enumerate(table.words):
        field, _, rest = word.partition(":")
        is_of_field = bool(rest) and (field in fields or field in program.fields)
        named = f"{program.fields.get(field)}:{rest}" if is_of_field else word
        is_one = word.isprintable() and not any(map(str.isspace, word))  # else it ends a line or a field over there
        is_one = is_one and shortest <= len(rest if is_of_field else word) <= longest
        if is_of_field and field not in program.fields:
            lost[field] += 1
        elif not is_one or not program.names.fullmatch(named):
            lost[OF_OTHER_LENGTH] += 1
        else:
            kept.append(place)
            words.append(named)
    losses = table.losses
    if lost:
        named = ", ".join(f"{kind} {number:,}" for kind, number in lost.most_common(MOST_NAMED))
        losses += (f"{lost.total():,} of {len(table.words):,} words have no name over there: {named}.",)
    found = np.array(kept, dtype=np.int64)
    return replace(table, words=words, counts=table.counts[found], losses=losses), found


def lines_of(content: bytes, name: str) -> Iterator[str]:
    """Yield the lines of a text of words; bytes that are no UTF-8 are taken as Western."""
    if b"\0" in content:
        raise ExchangeError("damaged-words", name)
    for line in map(bytes.rstrip, io.BytesIO(content), repeat(b"\r\n")):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            yield line.decode("latin-1")


def held_bytes(path: Path) -> bytes:
    """Read a file that is gone through as a whole; a larger one than any filter has is refused before it is read."""
    if path.is_file() and path.stat().st_size > LARGEST_BYTES:
        raise ExchangeError("too-large", path.name)
    content = given_bytes(path)
    if len(content) > LARGEST_BYTES:
        raise ExchangeError("too-large", path.name)
    return content


def whole_number(text: str, name: str) -> int:
    """Read a count."""
    if not text.isascii() or not text.isdigit() or len(text) > len(str(LARGEST_COUNT)):
        raise ExchangeError("damaged-words", name)
    return int(text)

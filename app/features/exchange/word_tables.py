"""Tables of word counts, the intermediate form of every conversion between a model and another spam filter.

A table has a row per word and a column per label, with numbers of documents. Words have Bayleaf's names; words of mail
headers have names such as `subject:offer`. Everything that a format cannot represent becomes a sentence in `losses`.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from pathlib import Path
from typing import Final

import numpy as np

from app.domain.errors import ForeignFileError
from app.library.reading import read_bytes_of_path
from nbengine.counts import UNIT, IntArray
from nbengine.filter.filter import Filter
from nbengine.filter.settings import N_NOVELTY_TOKENS, evidence_groups_of_vocabulary, novelty_token_names, settings_for
from nbengine.learnt.statistics import Statistics
from nbengine.learnt.tally import Tally
from nbengine.measure.evaluation import find_positive_label
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.model_words import UNKNOWN_COLUMN
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary

GOOD, SPAM = "ham", "spam"
SMOOTHING: Final = 0.1
MAX_WORDS, MAX_WORD_LENGTH, MAX_COUNT = 1 << 21, 1000, 1 << 40
"""Limits that no real filter reaches. A file that exceeds them is damaged."""
MAX_CELLS = 2 * MAX_WORDS
"""Limit on words times labels. A corpus of 1.2 MB with 1,000 buckets and 100,000 words took 4 GB of memory."""
MAX_FILE_BYTES = 1 << 28
MAX_LISTED_KINDS = 5
ANY_NAME = re.compile(".+")
UNUSABLE_WORDS = "too short, too long or of several words"


@dataclass(frozen=True, slots=True, eq=False)
class ForeignCounts:
    """Word counts, and sentences about what was lost in the conversion."""

    labels: tuple[str, ...]
    document_counts: IntArray
    """(n_labels,): number of documents per label."""
    words: list[str]
    counts: IntArray
    """(n_words, n_labels): number of documents with the word."""
    losses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ForeignFilter:
    """Another spam filter: its token rules, the names that it gives to words, and its file format."""

    name: str
    token_rules: TokenRules
    """The token rules that come closest to the filter's own."""
    fields: Mapping[str, str]
    """Name of a mail header in Bayleaf to the prefix that the filter gives to words of that header."""
    recognises: Callable[[bytes], bool]
    """Function that returns whether a file that begins with these bytes is in the filter's format."""
    read: Callable[[bytes, str], ForeignCounts]
    """Function that reads the content of a file. Its second argument is the name of the file, for errors."""
    write: Callable[[ForeignCounts], Iterator[bytes]]
    """Function that yields the content of a file."""
    word_lengths: tuple[int, int] = (1, MAX_WORD_LENGTH)
    """Minimum and maximum number of characters of a word."""
    word_pattern: re.Pattern[str] = ANY_NAME
    """Pattern of the words that the filter can store."""

    def bayleaf_name(self, token: str) -> str:
        """Convert a word of the filter to its name in Bayleaf."""
        for field, theirs in self.fields.items():
            if token.startswith(f"{theirs}:"):
                return f"{field}:{token[len(theirs) + 1 :]}"
        return token


def table_of_rows(name: str, rows: Iterable[tuple[str, tuple[int, ...]]], labels: tuple[str, ...]) -> ForeignCounts:
    """Collect pairs of a word and its counts per label into a table. The counts of repeated words are added up.

    The table's numbers of documents are lower bounds: for each label, the largest count of a word.
    `set_document_counts` sets the true numbers.

    Raises:
        ForeignFileError: A limit is exceeded, so the file is damaged.
    """
    places: dict[str, int] = {}
    counts: list[tuple[int, ...]] = []
    for row, (word, numbers) in enumerate(rows):
        is_endless = row >= 2 * MAX_WORDS or len(counts) >= MAX_WORDS
        if is_endless or len(word) > MAX_WORD_LENGTH or not all(0 <= n < MAX_COUNT for n in numbers):
            raise ForeignFileError("damaged-words", name)
        if len(counts) * len(labels) >= MAX_CELLS:
            raise ForeignFileError("too-large", name)
        position = places.setdefault(word, len(counts))
        if position < len(counts):
            counts[position] = tuple(sum(pair) for pair in zip(counts[position], numbers, strict=True))
        else:
            counts.append(numbers)
    array = np.array(counts, dtype=np.int64).reshape(len(counts), len(labels))
    return ForeignCounts(labels, array.max(axis=0, initial=0), list(places), array)


def set_document_counts(table: ForeignCounts, documents: Sequence[int], name: str, *losses: str) -> ForeignCounts:
    """Return the table with these numbers of documents per label.

    A word count that is larger is reduced to the number of documents; this is reported as a loss.
    """
    if not any(documents) or not all(0 <= number < MAX_COUNT for number in documents):
        raise ForeignFileError("no-documents", name)
    totals = np.array(documents, dtype=np.int64)
    if n_over := int((table.counts > totals).any(axis=1).sum()):
        over = f"{n_over:,} words were counted in more documents than there are; they are brought down."
        losses = (over, *losses)
    counts = np.minimum(table.counts, totals)
    return replace(table, document_counts=totals, counts=counts, losses=(*table.losses, *losses))


def make_mail_table(
    name: str, rows: Iterable[tuple[str, tuple[int, ...]]], documents: Sequence[int], *losses: str
) -> ForeignCounts:
    """Collect words with their counts in good mail and spam into a table.

    All `rows` are read before `documents`, so a generator of rows may set the numbers of documents.
    """
    return set_document_counts(table_of_rows(name, rows, (GOOD, SPAM)), documents, name, *losses)


def table_of_model(model: Model, name: str) -> ForeignCounts:
    """Return the words of a model or filter as a table.

    Raises:
        ForeignFileError: The model reads no text, or its words are cells of a table.
    """
    if model.statistics.text is None:
        raise ForeignFileError("no-words-to-convert", name)
    if model.recipe.cuts is not None:
        raise ForeignFileError("table-cells", name)
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
    if not model.judges_by_scorer:
        losses.append("A filter's learnt weights and marks stay here: only its counts go.")
    kept = np.flatnonzero(is_kept)
    documents = np.rint(model.statistics.documents / UNIT).astype(np.int64)
    return ForeignCounts(model.labels, documents, [words[place] for place in kept], present[kept], tuple(losses))


def model_of_table(table: ForeignCounts, rules: TokenRules) -> Model:
    """Return a model in which each word counts once per document, as in other filters."""
    recipe = Recipe(rules, VocabularyLimits(min_documents=0), smoothing=SMOOTHING, weighting="binary")
    return Model(recipe, Vocabulary(table.words), statistics_of(table, 0))


def filter_of_table(table: ForeignCounts, rules: TokenRules) -> FilterModel:
    """Return a filter with the counts of the table, as if it had learnt them. It can then learn more documents."""
    settings = settings_for(find_positive_label(table.labels), is_short=False)
    learner, words = Filter(table.labels, settings), Vocabulary([*novelty_token_names(), *table.words])
    learner.append_words(evidence_groups_of_vocabulary(words, N_NOVELTY_TOKENS))
    tally, own = learner.tally, slice(N_NOVELTY_TOKENS, N_NOVELTY_TOKENS + len(table.words))
    tally.counts[:, own] = table.counts.T
    tally.lesson_counts[own] = np.minimum(table.counts.sum(axis=1), np.iinfo(np.int32).max)
    tally.is_counted[own] = table.counts.any(axis=1)
    tally.n_counted = int(tally.is_counted.sum())
    tally.words, tally.documents = table.counts.sum(axis=0).astype(float), table.document_counts.astype(float)
    tally.learnt = table.document_counts.tolist()
    tally.clear_cache()
    recipe = Recipe(rules, smoothing=SMOOTHING, learner=settings)
    return FilterModel(recipe, words, statistics_of(table, N_NOVELTY_TOKENS), learner)


def statistics_of(table: ForeignCounts, n_before: int) -> Statistics:
    """Return the counts of the table as the engine stores them, in units of 1/`UNIT`.

    `n_before` columns of zeros precede the columns of the words.
    """
    counts = np.concatenate((np.zeros((n_before, len(table.labels)), np.int64), table.counts)) * UNIT
    tally = Tally.from_arrays(table.labels, table.document_counts * UNIT, counts.T, counts.T)
    return Statistics(tally)


def merge_to_two_labels(table: ForeignCounts, name: str) -> ForeignCounts:
    """Return a table with the labels ham and spam. All labels but the positive one are merged into ham."""
    if len(table.labels) < 2:
        raise ForeignFileError("one-label", name)
    spam = find_positive_label(table.labels)
    is_spam = np.array([label == spam for label in table.labels])
    counts = np.stack([table.counts[:, ~is_spam].sum(axis=1), table.counts[:, is_spam].sum(axis=1)], axis=1)
    documents = np.array([table.document_counts[~is_spam].sum(), table.document_counts[is_spam].sum()])
    named = ", ".join(label for label in table.labels if label != spam)
    losses = (f"“{spam}” becomes spam, and {named} become one label that is not.",) * (len(table.labels) > 2)
    return ForeignCounts((GOOD, SPAM), documents, table.words, counts, table.losses + losses)


def convert_words(
    table: ForeignCounts, program: ForeignFilter, own_fields: Iterable[str]
) -> tuple[ForeignCounts, IntArray]:
    """Convert words to the names that a program uses. Words that it cannot store are dropped and reported as a loss.

    `own_fields` are the names of mail headers in Bayleaf. Returns the table, and the row numbers of the words that were
    kept.
    """
    fields, kept, words = set(own_fields), [], []
    lost: Counter[str] = Counter()
    shortest, longest = program.word_lengths
    for place, word in enumerate(table.words):
        field, _, rest = word.partition(":")
        is_of_field = bool(rest) and (field in fields or field in program.fields)
        named = f"{program.fields.get(field)}:{rest}" if is_of_field else word
        is_one = word.isprintable() and not any(
            map(str.isspace, word)
        )  # white space would end a line or field in its file
        is_one = is_one and shortest <= len(rest if is_of_field else word) <= longest
        if is_of_field and field not in program.fields:
            lost[field] += 1
        elif not is_one or not program.word_pattern.fullmatch(named):
            lost[UNUSABLE_WORDS] += 1
        else:
            kept.append(place)
            words.append(named)
    losses = table.losses
    if lost:
        named = ", ".join(f"{kind} {number:,}" for kind, number in lost.most_common(MAX_LISTED_KINDS))
        losses += (f"{lost.total():,} of {len(table.words):,} words have no name over there: {named}.",)
    kept_rows = np.array(kept, dtype=np.int64)
    return replace(table, words=words, counts=table.counts[kept_rows], losses=losses), kept_rows


def read_lines(content: bytes, name: str) -> Iterator[str]:
    """Yield the lines of a text file. A line that is not UTF-8 is decoded as Latin-1."""
    if b"\0" in content:
        raise ForeignFileError("damaged-words", name)
    for line in map(bytes.rstrip, io.BytesIO(content), repeat(b"\r\n")):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            yield line.decode("latin-1")


def read_whole_file(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        ForeignFileError: The file is too large. Usually this is known before reading.
    """
    if path.is_file() and path.stat().st_size > MAX_FILE_BYTES:
        raise ForeignFileError("too-large", path.name)
    content = read_bytes_of_path(path)
    if len(content) > MAX_FILE_BYTES:
        raise ForeignFileError("too-large", path.name)
    return content


def parse_count(text: str, name: str) -> int:
    """Parse a count; raise ForeignFileError if it is not a plain number."""
    if not text.isascii() or not text.isdigit() or len(text) > len(str(MAX_COUNT)):
        raise ForeignFileError("damaged-words", name)
    return int(text)

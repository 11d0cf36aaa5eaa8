"""Convert models to and from the databases of other spam filters, and measure the agreement with the original model.

The agreement is measured on documents of the workspace. The verdicts of the model are compared with the verdicts of a
model that has only the words that the other filter can store.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from app.domain.errors import ForeignFileError
from app.domain.whole_files import SQLITE_HEADER, open_atomically, read_target_mode
from app.features.exchange.spam_filters import (
    BOGOFILTER,
    POPFILE,
    RSPAMD,
    SPAMASSASSIN,
    SPAMBAYES,
    THUNDERBIRD,
    read_popfile_database,
    read_popfile_folder,
    write_popfile_database,
    write_popfile_folder,
)
from app.features.exchange.word_tables import (
    ForeignCounts,
    ForeignFilter,
    convert_words,
    filter_of_table,
    merge_to_two_labels,
    model_of_table,
    read_whole_file,
    table_of_model,
)
from app.library.reading import read_bytes_of_path
from app.library.saved_models import StoredModel, load_private_model, read_model
from app.library.training_data import features_of_stored_documents
from app.store.popfile_database import is_popfile
from app.store.workspace import WorkspaceSource, open_for_reading
from nbengine.counts import UNIT, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.scorer import Scorer
from nbengine.learnt.statistics import require_part
from nbengine.learnt.tally import Tally
from nbengine.models.model import Model
from nbengine.models.model_words import UNKNOWN_COLUMN
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.text.token_rules import HAN, TokenRules

PROGRAMS: Final[dict[str, ForeignFilter]] = {
    program.name: program for program in (BOGOFILTER, POPFILE, RSPAMD, SPAMASSASSIN, SPAMBAYES, THUNDERBIRD)
}
"""Name of a spam filter to its format."""
OWN_FORMAT = "bayleaf"
HEAD_BYTES, MAX_JUDGED, BATCH_SIZE = 4096, 500, 100


@dataclass(frozen=True, slots=True, eq=False)
class ConversionSource:
    """Word counts to convert, with the format from which they were read."""

    table: ForeignCounts
    token_rules: TokenRules
    file_format: str
    stored_model: StoredModel | None = None
    """The stored model; None if the words come from a model file or from another filter."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """A prepared conversion and its report. Call the field `write` to write the result."""

    source: str
    target: str
    table: ForeignCounts
    """The words that will be written, and sentences about what is lost."""
    write: Callable[[Path], None]
    """Function that writes the result to a path."""
    n_agreeing: int | None = None
    """Number of the `judged` documents that get the same label from the converted words; None if none was judged."""
    n_judged: int = 0
    """Number of documents on which the agreement was measured."""


def plan_conversion(
    path: Path,
    place: WorkspaceSource,
    target: str,
    *,
    model: str | None = None,
    begins_filter: bool,
    base: Path | None = None,
) -> Conversion:
    """Read a workspace, a model file or another filter's database, and prepare its conversion to the format `target`.

    `place` is the workspace whose documents measure the agreement. For POPFile, `base` is an existing database: the
    result is a copy of it with the words replaced.

    Raises:
        ForeignFileError: The source cannot be converted to the target.
    """
    source = read_source(path, place, model)
    if target == OWN_FORMAT:
        if source.stored_model is not None or source.file_format == OWN_FORMAT:
            raise ForeignFileError("nothing-to-convert", path.name)
        return plan_import(source, begins_filter=begins_filter)
    program = PROGRAMS[target]
    has_buckets = program is POPFILE
    table = source.table if has_buckets else merge_to_two_labels(source.table, path.name)
    named, kept_words = convert_words(table, program, [field.name for field in source.token_rules.fields])
    if not named.words:
        raise ForeignFileError("nothing-goes-over", path.name, target)

    def write(into: Path) -> None:
        if not has_buckets:
            write_pieces(into, program.write(named))
        elif base is None:
            write_popfile_folder(named, into)
        else:
            write_popfile_database(named, base, into)

    return Conversion(source.file_format, target, named, write, *measure_agreement(place, source, kept_words))


def read_source(path: Path, place: WorkspaceSource, model: str | None) -> ConversionSource:
    """Detect the format of a file by its first bytes, and read it."""
    if path.is_dir():
        return ConversionSource(read_popfile_folder(path), POPFILE.token_rules, POPFILE.name)
    head = read_head(path)
    if head.startswith(SQLITE_HEADER) and is_popfile(path):
        return ConversionSource(read_popfile_database(path), POPFILE.token_rules, POPFILE.name)
    if head.startswith(SQLITE_HEADER):
        with open_for_reading(place) as opened:
            kept = load_private_model(place, opened, model)
        return ConversionSource(table_of_model(kept.model, kept.record.name), kept.model.recipe.rules, OWN_FORMAT, kept)
    for program in PROGRAMS.values():
        if program.recognises(head):
            return ConversionSource(program.read(read_whole_file(path), path.name), program.token_rules, program.name)
    file_model = read_model(path)
    return ConversionSource(table_of_model(file_model, path.name), file_model.recipe.rules, OWN_FORMAT)


def is_workspace(path: Path) -> bool:
    """Return whether the path is an SQLite file that is not POPFile's database."""
    return path.is_file() and read_head(path).startswith(SQLITE_HEADER) and not is_popfile(path)


def read_head(path: Path) -> bytes:
    """Return the first bytes of a file. If the path is not a file, raise what `read_bytes_of_path` raises."""
    if not path.is_file():
        return read_bytes_of_path(path)[:HEAD_BYTES]
    with path.open("rb") as file:
        return file.read(HEAD_BYTES)


def plan_import(source: ConversionSource, *, begins_filter: bool) -> Conversion:
    """Prepare the conversion of another filter's words to a model file."""
    make = filter_of_table if begins_filter else model_of_table
    content = model_to_bytes(make(source.table, source.token_rules))
    cut = "Words are cut as the other filter cuts them, as nearly as rules can say it."
    table = replace(source.table, losses=(*source.table.losses, cut))
    return Conversion(source.file_format, OWN_FORMAT, table, lambda target: write_pieces(target, [content]))


def write_pieces(target: Path, pieces: Iterable[bytes]) -> None:
    """Write a file piece by piece, atomically."""
    read_target_mode(target)
    with open_atomically(target) as file:
        file.writelines(pieces)


def measure_agreement(place: WorkspaceSource, source: ConversionSource, kept_words: IntArray) -> tuple[int | None, int]:
    """Compare the model's labels for sampled documents with those of a model that has only the words `kept_words`.

    Returns the number of equal labels and the size of the sample; (None, 0) if the source is not a model of a
    workspace.
    """
    kept = source.stored_model
    if kept is None or kept.record.corpus is None:
        return None, 0
    model = kept.model
    reduced = restrict_to_words(model, model.vocabulary.numbers(source.table.words)[kept_words])
    with open_for_reading(place) as workspace:
        known, n_same = workspace.documents.numbers(kept.record.corpus), 0
        places = np.linspace(0, max(len(known) - 1, 0), min(MAX_JUDGED, len(known))).astype(np.int64)
        numbers = known[places]
        for first in range(0, len(numbers), BATCH_SIZE):
            features = features_of_stored_documents(
                workspace, model, numbers[first : first + BATCH_SIZE].tolist(), grow=False
            )
            expected = model.judge(features).label_numbers
            n_same += int((expected == reduced.judge(features).label_numbers).sum())
    return n_same, len(numbers)


def restrict_to_words(model: Model, columns: IntArray) -> Model:
    """Return a model with only the words in `columns`. Each word counts once per document, as in other filters."""
    tally = require_part(model.statistics.text, "text")
    is_kept = np.zeros(tally.n_tokens, dtype=np.bool_)
    is_kept[columns] = True
    present = np.where(is_kept, tally.presences, 0)
    alone = Tally.from_arrays(tally.labels, tally.documents, present, present)
    textbook = model_of_table(ForeignCounts(model.labels, tally.documents, [], present.T[:0]), model.recipe.rules)
    recipe = replace(textbook.recipe, limits=replace(textbook.recipe.limits, min_documents=1))
    return Model(recipe, model.vocabulary, type(model.statistics)(alone))


HAN_CHARACTER = re.compile(f"[{HAN}]")
REGEX_TOKEN_RULES = ("lower", "pattern", "ngrams", "char_ngrams", "stop_words")
"""Names of the token rules that a regular expression and n-gram lengths can express."""


class PlainModel:
    """Parameters of a model as plain arrays. Labels are sorted, because scikit-learn sorts its classes."""

    def __init__(self, kept: StoredModel) -> None:
        model = self.model = kept.model
        self.name, self.record, self.recipe = kept.record.name, kept.record, model.recipe
        self.losses: list[str] = []
        """Sentences on differences that do not affect texts like the learnt ones."""
        self.order: IntArray = np.argsort(np.array(model.labels, dtype=object), kind="stable")
        self.labels = tuple(model.labels[number] for number in self.order)
        try:
            self.scorer: Scorer = model.scorer
        except EngineError as error:
            raise ForeignFileError("unusable", self.name, str(error)) from error
        self.log_prior: FloatArray = self.scorer.log_prior[self.order]
        """(n_labels,): log-probabilities of the labels."""
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
        """(n_labels, n_words): log-probabilities of words. Bernoulli: log-probability that a document has the word."""
        text, weights = require_part(self.scorer.text, "text"), self.weights
        return weights + np.stack([text.log_absences(number) for number in self.order]) if text.is_binary else weights

    @cached_property
    def idf(self) -> FloatArray:
        """(n_words,): inverse document frequencies; empty without tf-idf.

        The model fixes these values at some time; all words that it learns later have the same value, `new_idf`.
        """
        tfidf = self.model.compacted().tfidf
        if tfidf is None:
            return np.zeros(0)
        new = np.full(max(len(self.words) - len(tfidf.idf), 0), tfidf.new_idf)
        return np.concatenate((tfidf.idf, new))


def plain_model_of(kept: StoredModel) -> PlainModel:
    """Return the parameters of a model that has no parts besides an event model.

    Raises:
        ForeignFileError: The model has other parts, such as a filter's weights or fields of mail headers.
    """
    model, name = kept.model, kept.record.name
    require_plain_recipe(model.recipe, name)
    plain = PlainModel(kept)
    if type(plain.scorer) is not Scorer:
        raise ForeignFileError("event-model", name, model.recipe.event.title)
    if model.recipe.reads_text:
        require_regex_rules(plain, model.recipe.rules)
    if plain.scorer.text is not None and plain.scorer.text.has_infinities:
        raise ForeignFileError("no-smoothing", name)
    if not np.isfinite(plain.scorer.log_prior).all():
        raise ForeignFileError("impossible-label", name)
    return plain


def require_plain_recipe(recipe: Recipe, name: str) -> None:
    """Check that a recipe has only an event model over words of plain text.

    Raises:
        ForeignFileError: The recipe makes a filter, or counts words of mail headers separately.
    """
    if recipe.learner is not None:
        raise ForeignFileError("filter", name)
    if recipe.reads_text and recipe.rules.fields:
        raise ForeignFileError("mail-fields", name)


def require_regex_rules(plain: PlainModel, rules: TokenRules) -> None:
    """Check that a regular expression and n-gram lengths can express the token rules.

    Rules for Han characters are allowed if the model has learnt no such character; this is reported as a loss.

    Raises:
        ForeignFileError: Another token rule is set.
    """
    name, usual = plain.name, TokenRules()
    if rules.han_pairs and not any(map(HAN_CHARACTER.search, plain.words)):
        rules = replace(rules, han_pairs=False)
        plain.losses.append("Words beside Han characters are found here and not there; the model has learnt none.")
    for rule in TokenRules.__dataclass_fields__:
        if rule not in REGEX_TOKEN_RULES and getattr(rules, rule) != getattr(usual, rule):
            raise ForeignFileError("word-rule", name, rule.replace("_", " "))

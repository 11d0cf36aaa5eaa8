"""Models on their own: written to a file, and taken into another workspace with an empty corpus to learn into.

Models of several people are added up to exactly what one model would be that had learnt all of their documents. A
filter cannot be added to another, as each of its lessons hangs on those before; nor can learnt factors and tf-idf,
whose weights come from each model's own documents. All are refused, and so is what counts other things than the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import numpy as np

from app.domain.documents import TableSchema
from app.domain.errors import ExchangeError, ModelError
from app.domain.records import CorpusKind
from app.services.engine_errors import engine_errors
from app.services.files.reading_in_process import given_bytes
from app.services.files.whole_files import write_whole
from app.services.models.kept_models import recipe_text
from app.services.training.document_features import has_columns
from app.store.corpora import numbered_name
from app.store.workspace import Place, writing
from nbengine.arrays.counts import UNIT
from nbengine.errors import EngineError
from nbengine.learnt.choice_tally import ChoiceTally
from nbengine.learnt.statistics import Statistics, TableColumns, needed
from nbengine.models.model import Model
from nbengine.models.model_words import is_cell
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.text.vocabulary import Vocabulary

ARCHIVE, PICKLE = b"PK\x03\x04", b"\x80"
"""The first bytes of a file of skops, and of a pickle, which is never read."""
READER_OF_SKOPS = "app.services.exchange.reading_scikit_learn"
WRITER_OF_FORMS = "app.services.exchange.exports"
"""Modules that few need, imported late."""


def export_model(workspace: Place, name: str | None, target: Path) -> str:
    """Write a model to a file of its own, and its card beside it; return the model's name."""
    exported: str = import_module(WRITER_OF_FORMS).export_as(workspace, name, "bayleaf", target).model
    return exported


def add_model(workspace: Place, source: Path, name: str | None = None) -> str:
    """Take a model file into a workspace; return the name it is kept under."""
    model = read_model(source)
    with writing(workspace) as opened, opened.transaction():
        wanted = numbered_name(name or source.stem, {record.name for record in opened.models.all()})
        corpus = numbered_name(wanted, {corpus.name for corpus in opened.corpora.all()})
        made = opened.corpora.add(corpus, kind_of(model), schema_of(model))
        for label in model.labels:
            opened.labels.add(corpus, label)
        number = opened.changes.number(made.name)
        opened.models.save(
            wanted, model_to_bytes(model), recipe=recipe_text(model.recipe.to_plain()), change_number=number,
            corpus=made.name,
        )  # fmt: skip
    return wanted


def read_model(source: Path) -> Model:
    """Read a model file, or a pipeline of scikit-learn; it may come from a stranger: at worst it is refused."""
    content = given_bytes(source)
    if content.startswith(ARCHIVE):
        pipeline: Model = import_module(READER_OF_SKOPS).model_of_skops(content, source.name)
        return pipeline
    if content.startswith(PICKLE):
        raise ExchangeError("pickle", source.name)
    with engine_errors(ModelError, source.name):
        return model_from_bytes(content)


def kind_of(model: Model) -> CorpusKind:
    """Guess the kind of the model's corpus from what the model has learnt."""
    if has_columns(model):
        return "table"
    return "mail" if model.recipe.rules.fields else "text"


def schema_of(model: Model) -> TableSchema | None:
    if kind_of(model) != "table":
        return None
    has_text = model.statistics.text is not None and not all(map(is_cell, model.vocabulary))
    text = "text" if has_text else None
    return TableSchema(model.table.numbers, model.table.choices, text)


def merge_files(sources: Sequence[Path], target: Path) -> tuple[dict[str, float], str]:
    """Add up the models of files and write what they come to; return its documents by label, and its hash."""
    merged = read_model(sources[0])
    check_can_be_added(merged, merged, sources[0].name)
    for source in sources[1:]:
        other = read_model(source)
        check_can_be_added(merged, other, source.name)
        try:
            merged = added(merged, other)
        except EngineError as error:
            raise ExchangeError("unusable", source.name, str(error)) from error
    write_whole(target, model_to_bytes(merged))
    documents = (merged.statistics.documents / UNIT).tolist()
    return dict(zip(merged.labels, documents, strict=True)), merged.canonical_hash()


def check_can_be_added(first: Model, other: Model, name: str) -> None:
    is_more_than_counts = other.recipe.learner is not None or other.recipe.event.is_fitted or other.tfidf is not None
    if is_more_than_counts or other.recipe.limits.unknown_word:
        raise ExchangeError("cannot-be-added", name)
    if other.recipe.what_is_counted != first.recipe.what_is_counted or not other.recipe.limits.is_open:
        raise ExchangeError("counts-otherwise", name)


def added(first: Model, second: Model) -> Model:
    """Return the sum of two models, under the recipe of the first; words and values are matched by their names."""
    words = Vocabulary.from_blob(*first.vocabulary.to_blob())
    columns = second.vocabulary.mapping_to(words, grow=True)
    mine, theirs = first.statistics, second.statistics
    text = None
    if mine.text is not None:
        other = needed(theirs.text, "text")
        text = mine.text.widened(len(words)) + other.remapped(columns[: other.n_tokens], len(words))
    numbers = None if mine.numbers is None else mine.numbers + needed(theirs.numbers, "numbers")
    if (first.table.numbers, first.table.choices) != (second.table.numbers, second.table.choices):
        raise EngineError("it has other columns")
    choices, table = with_choices(first, second)
    return Model(first.recipe, words, Statistics(text, numbers, choices), table=table)


def with_choices(first: Model, second: Model) -> tuple[ChoiceTally | None, TableColumns]:
    """Add up columns of choices, whose values are numbered anew where the second model has others."""
    mine, table = first.statistics.choices, first.table
    if mine is None:
        return None, table
    theirs, values, counts = needed(second.statistics.choices, "choices"), [], []
    for part, known, others in zip(theirs.counts, table.values, second.table.values, strict=True):
        names = tuple(dict.fromkeys((*known, *others)))
        moved = np.zeros((len(part), len(names)), dtype=np.int64)
        moved[:, [names.index(value) for value in others]] = part
        values.append(names)
        counts.append(moved)
    renumbered = ChoiceTally.from_counts(theirs.labels, theirs.documents, counts)
    return mine + renumbered, TableColumns(table.numbers, table.choices, tuple(values))

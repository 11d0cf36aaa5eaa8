"""Models on their own: written to a file, and taken into another workspace with an empty corpus to learn into."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from app.domain.documents import TableSchema
from app.domain.errors import ExchangeError, ModelError
from app.domain.records import CorpusKind
from app.services.files.reading_in_process import given_bytes
from app.services.files.whole_files import write_whole
from app.services.models.kept_models import recipe_text, shown_model
from app.store.access import Place, writing
from nbengine.errors import EngineError
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes

ARCHIVE, PICKLE = b"PK\x03\x04", b"\x80"
"""The first bytes of a file of skops, and of a pickle, which is never read."""
READER_OF_SKOPS = "app.services.exchange.reading_scikit_learn"


def export_model(workspace: Place, name: str | None, target: Path) -> str:
    """Write a model to a file of its own; the file is whole or not there. Return the model's name."""
    kept = shown_model(workspace, name)
    write_whole(target, model_to_bytes(kept.model))
    return kept.record.name


def add_model(workspace: Place, source: Path, name: str | None = None) -> str:
    """Take a model file into a workspace; return the name it is kept under."""
    model = read_model(source)
    with writing(workspace) as opened, opened.transaction():
        wanted = free_name(name or source.stem, {record.name for record in opened.models.all()})
        corpus = free_name(wanted, {corpus.name for corpus in opened.corpora.all()})
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
    try:
        return model_from_bytes(content)
    except EngineError as error:
        raise ModelError(source.name, str(error)) from error


def free_name(wanted: str, taken: set[str]) -> str:
    """The name itself, or with the first number that nobody has."""
    if wanted not in taken:
        return wanted
    return next(name for number in range(2, len(taken) + 3) if (name := f"{wanted} {number}") not in taken)


def kind_of(model: Model) -> CorpusKind:
    """Guess the kind of the model's corpus from what the model has learnt."""
    if model.statistics.numbers is not None or model.statistics.choices is not None:
        return "table"
    return "mail" if model.recipe.rules.fields else "text"


def schema_of(model: Model) -> TableSchema | None:
    if kind_of(model) != "table":
        return None
    text = "text" if model.statistics.text is not None else None
    return TableSchema(model.table.numbers, model.table.choices, text)

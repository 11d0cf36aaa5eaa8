"""`bayleaf-cli export`, `add-model` and `merge`: model files, and exports in the formats of other programs."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON, MODEL, PATH_TYPE, SESSION, WORKSPACE
from app.cli.output import count_text, print_json, print_message
from app.features import get_optional
from app.library.saved_models import OWN_FORMAT, add_model, export_model, merge_files
from app.store.workspace import Session

EXPORT_FORMATS: list[str] = list(get_optional("exchange.exports.FORMS") or [OWN_FORMAT])
TARGET_OPTION = click.option("--to", "target", type=PATH_TYPE, required=True, metavar="FILE")


@click.command("export")
@SESSION
@MODEL
@TARGET_OPTION
@click.option(
    "--as",
    "form",
    type=click.Choice(EXPORT_FORMATS),
    default=OWN_FORMAT,
    help="bayleaf: for add-model; json, csv, parquet: tables of words; sklearn: a pipeline, by skops; onnx: a graph.",
)
@JSON
def export_command(session: Session, model: str | None, target: Path, form: str, as_json: bool) -> None:
    """Write a model to a file. `add-model` adds it to another workspace. The file contains words and counts, but no
    documents.

    A model card is written to FILE.card.md.
    """
    export_as = get_optional("exchange.exports.export_as")
    if export_as is None:
        name = export_model(session, model, target)
        if as_json:
            print_json({"model": name, "file": str(target), "bytes": target.stat().st_size, "as": form})
        else:
            print_message(f"“{name}” written to {target}.")
        return
    export = export_as(session, model, form, target)
    if as_json:
        record = {"model": export.model, "file": str(target), "bytes": target.stat().st_size}
        print_json(record | {"as": form, "card": export.card, "losses": export.losses})
        return
    print_message(f"“{export.model}” written to {target}.")
    for loss in export.losses:
        print_message(loss)


@click.command("add-model")
@WORKSPACE
@click.argument("file", type=PATH_TYPE)
@click.option("--model", "name", metavar="NAME", help="The name of the model.  [default: the file's]")
@JSON
def add_command(workspace: Path, file: Path, name: str | None, as_json: bool) -> None:
    """Add a model FILE to a workspace, with a new empty corpus for what it learns.

    FILE can also be a skops file with a pipeline of a vectorizer and a naive Bayes estimator of scikit-learn.
    """
    kept = add_model(workspace, file, name)
    if as_json:
        print_json({"model": kept})
    else:
        print_message(f"“{kept}” is in {workspace}.")


@click.command("merge")
@click.argument("files", nargs=-1, required=True, type=PATH_TYPE)
@TARGET_OPTION
@JSON
def merge_command(files: tuple[Path, ...], target: Path, as_json: bool) -> None:
    """Add up model FILES, for example those of a school class. The result equals one model of all documents together.

    \b
      bayleaf-cli export mine.bayleaf --to mine.model
      bayleaf-cli merge pupils/*.model --to class.model
    """
    documents, canonical_hash = merge_files(files, target)
    if as_json:
        print_json({"file": str(target), "documents": documents, "canonical_hash": canonical_hash})
        return
    counts = ", ".join(f"{label} {number:,.10g}" for label, number in documents.items())
    print_message(f"{count_text(len(files), 'model')} added up in {target}: {counts}.")

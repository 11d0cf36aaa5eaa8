"""`bayleaf-cli merge`: models of several people added up."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON
from app.cli.output import counted, print_json, say
from app.services.models.merging_models import merge_files


@click.command("merge")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--to", "target", type=click.Path(path_type=Path), required=True, metavar="FILE")
@JSON
def command(files: tuple[Path, ...], target: Path, as_json: bool) -> None:
    """Add up model FILES, as of a class: exactly the model of all documents together.

    \b
      bayleaf-cli export mine.bayleaf --to mine.model
      bayleaf-cli merge pupils/*.model --to class.model
    """
    documents, canonical_hash = merge_files(files, target)
    if as_json:
        print_json({"file": str(target), "documents": documents, "canonical_hash": canonical_hash})
        return
    told = ", ".join(f"{label} {number:,.10g}" for label, number in documents.items())
    say(f"{counted(len(files), 'model')} added up in {target}: {told}.")

"""`bayleaf-cli add-model`: a model from a file into a workspace."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON, WORKSPACE
from app.cli.output import print_json, say
from app.services.models.model_exchange import add_model


@click.command("add-model")
@WORKSPACE
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--model", "name", metavar="NAME", help="The name to keep it under.  [default: the file's]")
@JSON
def command(workspace: Path, file: Path, name: str | None, as_json: bool) -> None:
    """Take a model FILE into a workspace, with an empty corpus of its own to learn into.

    A FILE of skops is read, too: one of scikit-learn's naive Bayes estimators, with its vectorizer before it.
    """
    kept = add_model(workspace, file, name)
    if as_json:
        print_json({"model": kept})
    else:
        say(f"“{kept}” is in {workspace}.")

"""`bayleaf-cli export`: a model as a file of its own, or in the form of another program."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON, MODEL, SESSION
from app.cli.output import print_json, say
from app.services.exchange.exports import FORMS, OWN_FORM, export_as
from app.session.session import Session


@click.command("export")
@SESSION
@MODEL
@click.option("--to", "target", type=click.Path(path_type=Path), required=True, metavar="FILE")
@click.option(
    "--as",
    "form",
    type=click.Choice([OWN_FORM, *FORMS]),
    default=OWN_FORM,
    help="bayleaf: for add-model; json, csv, parquet: to be read; sklearn: its own pipeline, by skops; onnx: a graph.",
)
@JSON
def command(session: Session, model: str | None, target: Path, form: str, as_json: bool) -> None:
    """Write a model to a file; `add-model` takes it into another workspace. It holds words and counts, no documents.

    Forms of other programs come with a model card, FILE.card.md.
    """
    done = export_as(session, model, form, target)
    if as_json:
        told = {"model": done.model, "file": str(target), "bytes": target.stat().st_size}
        print_json(told | {"as": form, "card": done.card, "losses": done.losses})
        return
    say(f"“{done.model}” written to {target}.")
    for loss in done.losses:
        say(loss)

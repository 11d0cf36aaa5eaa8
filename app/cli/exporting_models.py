"""`bayleaf-cli export`: a model as a file of its own."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON, MODEL, SESSION
from app.cli.output import print_json, say
from app.services.models.model_exchange import export_model
from app.session.session import Session


@click.command("export")
@SESSION
@MODEL
@click.option("--to", "target", type=click.Path(path_type=Path), required=True, metavar="FILE")
@JSON
def command(session: Session, model: str | None, target: Path, as_json: bool) -> None:
    """Write a model to a file; `add-model` takes it into another workspace. It holds words and counts, no documents."""
    name = export_model(session, model, target)
    if as_json:
        print_json({"model": name, "file": str(target), "bytes": target.stat().st_size})
    else:
        say(f"“{name}” written to {target}.")

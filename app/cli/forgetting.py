"""`bayleaf-cli forget`: take documents out of a model and its corpus."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.given_documents import given_documents
from app.cli.learning_reports import tell
from app.cli.options import JSON, KIND, MODEL, SESSION
from app.cli.output import job_context
from app.services.models.learning import forget
from app.session.session import Session


@click.command("forget")
@SESSION
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@MODEL
@click.option("--label", required=True, metavar="L", help="What the documents were learnt as.")
@KIND
@JSON
def command(session: Session, files: tuple[Path, ...], model: str | None, label: str, kind: str, as_json: bool) -> None:
    """Forget FILES, or standard input (-). A textbook model is then the same as if it had never seen them; a filter
    takes back all that they added.

    A document that was never learnt under the label is an error, and nothing is changed.
    """
    documents = given_documents(session, model, files, kind)
    with job_context() as context:
        report = forget(session, model, documents, label, context, asks_hash=as_json)
    tell(report, "forgotten", as_json=as_json)

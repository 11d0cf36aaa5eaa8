"""`bayleaf-cli learn`: add documents to a model and its corpus."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.given_documents import given_documents
from app.cli.learning_reports import tell
from app.cli.options import JSON, KIND, MODEL, SESSION
from app.cli.output import job_context
from app.services.models.learning import learn
from app.session.session import Session


@click.command("learn")
@SESSION
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@MODEL
@click.option("--label", required=True, metavar="L", help="What the documents are.")
@KIND
@JSON
def command(session: Session, files: tuple[Path, ...], model: str | None, label: str, kind: str, as_json: bool) -> None:
    """Learn FILES, or standard input (-), under a label. A document that was learnt so already changes nothing.

    \b
      bayleaf-cli learn mail.bayleaf --label spam new.eml
    """
    documents = given_documents(session, model, files, kind)
    with job_context() as context:
        report = learn(session, model, documents, label, context, asks_hash=as_json)
    tell(report, "learnt", as_json=as_json)

"""`bayleaf-cli learn` and `forget`: add documents to a model and its corpus, or take them out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from app.cli.options import FILES, JSON, KIND, MODEL, SESSION
from app.cli.output import job_context
from app.cli.verdict_lines import tell_learnt
from app.domain.documents import Document
from app.services.files.reading_in_process import STANDARD_INPUT, documents_of_given, documents_or_error
from app.services.library.importing import check_sources
from app.services.models.learning import forget, learn, reading_options
from app.store.workspace import Place, Session


@click.command("learn")
@SESSION
@FILES
@MODEL
@click.option("--label", required=True, metavar="L", help="What the documents are.")
@KIND
@JSON
def learn_command(session: Session, model: str | None, label: str, as_json: bool, **given: Any) -> None:
    """Learn FILES, or standard input (-), under a label. A document that was learnt so already changes nothing.

    \b
      bayleaf-cli learn mail.bayleaf --label spam new.eml
    """
    documents = given_documents(session, model, **given)
    with job_context() as context:
        report = learn(session, model, documents, label, context, asks_hash=as_json)
    tell_learnt(report, "learnt", as_json=as_json)


@click.command("forget")
@SESSION
@FILES
@MODEL
@click.option("--label", required=True, metavar="L", help="What the documents were learnt as.")
@KIND
@JSON
def forget_command(session: Session, model: str | None, label: str, as_json: bool, **given: Any) -> None:
    """Forget FILES, or standard input (-). A textbook model is then the same as if it had never seen them; a filter
    takes back all that they added.

    A document that was never learnt under the label is an error, and nothing is changed.
    """
    documents = given_documents(session, model, **given)
    with job_context() as context:
        report = forget(session, model, documents, label, context, asks_hash=as_json)
    tell_learnt(report, "forgotten", as_json=as_json)


def given_documents(workspace: Place, model: str | None, files: Sequence[Path], kind: str) -> list[Document]:
    """Every document of the files; one that cannot be read stops the command before anything is changed."""
    options = reading_options(workspace, model, kind)  # type: ignore[arg-type] # click has checked it
    found: list[Document] = []
    for path in files:
        if path != Path(STANDARD_INPUT):
            check_sources([path])
        found += documents_or_error(list(documents_of_given(path, options)))
    return found

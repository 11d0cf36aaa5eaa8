"""`bayleaf-cli classify`: verdicts on files or on standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from app.cli.options import CLUSTER, FILE_TYPE, FILES, JSON, KIND, MODEL, OCR, SESSION, ClusterCommand
from app.cli.output import count_text, exit_status_of, job_context, print_learning_report, print_message, print_verdicts
from app.domain.documents import Document, Failure, SourceOptions
from app.domain.results import DocumentVerdict
from app.features.classify.mail_headers import insert_verdict_headers
from app.features.classify.use_cases import write_verdicts
from app.library.classifying import (
    JudgingRequest,
    LoadedModel,
    classify,
    classify_documents,
    load_classifier,
    make_error_verdict,
    spam_label,
    table_options,
)
from app.library.reading import STANDARD_INPUT, documents_of_path_or_stdin, read_bytes_of_path, read_mail_in_time
from app.library.reading_sources import read_given_documents
from app.library.saved_models import forget, learn
from app.store.workspace import Session


@click.command("classify", cls=ClusterCommand)
@SESSION
@FILES
@MODEL
@KIND
@OCR
@click.option(
    "--explain", "n_terms", type=click.IntRange(0), default=0, metavar="N", help="Show the N strongest words."
)
@click.option(
    "--filter", "is_filter", is_flag=True, help="Copy one mail to standard output, with the verdict in its headers."
)
@click.option(
    "--csv",
    "csv_path",
    type=FILE_TYPE,
    metavar="FILE",
    help="Write the verdicts to a file. For a table, add columns with the verdict.",
)
@click.option("--exit-code", "tells_status", is_flag=True, help="Exit with 0: not spam, 1: spam, 2: unsure, 3: error.")
@CLUSTER
@JSON
def command(
    session: Session,
    files: tuple[Path, ...],
    model: str | None,
    kind: str,
    ocr: str,
    n_terms: int,
    is_filter: bool,
    csv_path: Path | None,
    tells_status: bool,
    as_json: bool,
) -> int:
    """Classify FILES, or standard input (-). Mailboxes and tables give a verdict for each message or row.

    \b
      bayleaf-cli classify mail.bayleaf new/*.eml --explain 5
      bayleaf-cli classify mail.bayleaf --filter - < message
      bayleaf-cli classify mail.bayleaf --exit-code - < message; echo $?
      bayleaf-cli classify credit.bayleaf applicants.xlsx --csv judged.csv
      bayleaf-cli classify --cluster tcp://scheduler:8786 /mail/new --model mail.model --to /mail/judged
    """
    options = SourceOptions(kind=kind, labels_from="none", ocr=ocr)  # type: ignore[arg-type] # click has checked it
    loaded = load_classifier(session, model)
    if is_filter:
        if len(files) != 1:
            raise click.UsageError("--filter passes one message through at a time.")
        passed, verdict = add_verdict_headers(loaded, read_bytes_of_path(files[0]), options)
        sys.stdout.buffer.write(passed)
        return exit_status_of([verdict], spam_label(loaded.model.labels)) if tells_status else 0
    if files == (Path(STANDARD_INPUT),):
        found = list(documents_of_path_or_stdin(files[0], options))
        documents = [each for each in found if isinstance(each, Document)]
        verdicts = classify_documents(loaded, documents, n_terms)
        verdicts += [make_error_verdict(each) for each in found if isinstance(each, Failure)]
    else:
        with job_context() as context:
            verdicts = list(classify(loaded, JudgingRequest(files, options, workspace=session), n_terms, context))
    status = exit_status_of(verdicts, spam_label(loaded.model.labels)) if tells_status else 0
    if csv_path is not None:
        read_as = table_options(loaded.model, options)
        n_rows = write_verdicts(csv_path, files, read_as, loaded.model.labels, verdicts)
        print_message(f"{count_text(n_rows, 'row')} written to {csv_path}.")
        if not as_json:
            return status
    print_verdicts(loaded.name, verdicts, as_json=as_json)
    return status


def add_verdict_headers(
    loaded: LoadedModel, raw: bytes, options: SourceOptions
) -> tuple[bytes, DocumentVerdict | None]:
    """Return the mail with two new headers that state the verdict, and the verdict.

    Headers with these names that the mail already had are removed. If a mail cannot be read in time, its first part is
    classified, so that delivery is never blocked. The verdict is None if nothing could be read.
    """
    document = read_mail_in_time(raw, SourceOptions(kind="mail", labels_from=options.labels_from))
    verdict = classify_documents(loaded, [document], 0)[0] if document else None
    return insert_verdict_headers(raw, verdict), verdict


@click.command("learn")
@SESSION
@FILES
@MODEL
@click.option("--label", required=True, metavar="L", help="The label of the documents.")
@KIND
@JSON
def learn_command(session: Session, model: str | None, label: str, as_json: bool, **given: Any) -> None:
    """Learn FILES, or standard input (-), with a label. A document that was already learnt with this label changes
    nothing.

    \b
      bayleaf-cli learn mail.bayleaf --label spam new.eml
    """
    documents = read_given_documents(session, model, **given)
    with job_context() as context:
        report = learn(session, model, documents, label, context, asks_hash=as_json)
    print_learning_report(report, "learnt", as_json=as_json)


@click.command("forget")
@SESSION
@FILES
@MODEL
@click.option("--label", required=True, metavar="L", help="The label that the documents were learnt with.")
@KIND
@JSON
def forget_command(session: Session, model: str | None, label: str, as_json: bool, **given: Any) -> None:
    """Forget FILES, or standard input (-). A textbook model is then the same as if it had never seen them; a filter
    takes back all that they added.

    A document that was never learnt under the label is an error, and nothing is changed.
    """
    documents = read_given_documents(session, model, **given)
    with job_context() as context:
        report = forget(session, model, documents, label, context, asks_hash=as_json)
    print_learning_report(report, "forgotten", as_json=as_json)

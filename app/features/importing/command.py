"""`bayleaf-cli import`: import documents into a workspace."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from app.cli.options import CORPUS, JSON, PATH_TYPE, WORKSPACE, source_options, source_options_from
from app.cli.output import count_text, fields_of, job_context, output_report, print_message, to_plain
from app.domain.documents import Failure
from app.domain.results import ImportReport
from app.domain.sentences import failure_sentence
from app.library.importing import ImportRequest, import_sources

MAX_LISTED_FAILURES = 20
MAX_LISTED_COLUMNS = 12


@click.command("import")
@WORKSPACE
@click.argument("sources", nargs=-1, required=True, type=PATH_TYPE)
@CORPUS
@source_options
@JSON
def command(workspace: Path, sources: tuple[Path, ...], corpus: str | None, as_json: bool, **given: Any) -> None:
    """Import documents from files, folders, mailboxes, tables and archives. Creates WORKSPACE if it does not exist.

    Files that cannot be read are listed with their reasons; the rest comes in.

    \b
      bayleaf-cli import mail.bayleaf ~/Mail/spam ~/Mail/ham
      bayleaf-cli import mail.bayleaf inbox.mbox --labels-from header:X-Gmail-Labels
      bayleaf-cli import sms.bayleaf sms.tsv --label-column 1 --text-column 2 --no-header-row
    """
    order = ImportRequest(sources, source_options_from(given), corpus)
    with job_context() as context:
        report = import_sources(workspace, order, context)
    output_report(report, report_to_json, print_report, as_json=as_json)


def report_to_json(report: ImportReport) -> dict[str, Any]:
    """Convert an import report to the JSON fields of `bayleaf-cli import`."""
    return {
        **fields_of(report, ("corpus", "documents", "duplicates", "conflicts", "seconds", "unused_columns")),
        "bytes": report.size_bytes,
        "labels": "several" if report.takes_several else "one",
        "failed": [failure_to_json(failure) for failure in report.failed],
    }


def failure_to_json(failure: Failure) -> dict[str, Any]:
    """Convert a failure to JSON, with the reason as a code and as a sentence."""
    name = Path(failure.member or failure.path).name
    return {**to_plain(failure), "message": str(failure_sentence(name, failure.reason, failure.detail))}


def print_report(report: ImportReport) -> None:
    """Print what was imported and what could not be read."""
    rate = report.documents / report.seconds if report.seconds else 0
    print_message(
        f"{count_text(report.documents, 'document')} into {report.corpus} in {report.seconds:.1f} s ({rate:,.0f}/s)."
    )
    if report.takes_several:
        print_message("A document may have several labels here; --labels one takes the first of them.")
    if report.duplicates:
        print_message(f"Duplicates, kept once each: {report.duplicates:,}.")
    if report.conflicts:
        print_message(
            f"Of these under another label than before: {report.conflicts:,}; the window shows them as conflicts."
        )
    if report.unused_columns:
        rest = ", …" if len(report.unused_columns) > MAX_LISTED_COLUMNS else ""
        print_message(f"Columns not used: {', '.join(report.unused_columns[:MAX_LISTED_COLUMNS])}{rest}.")
        print_message(
            "  To use others, name all that are wanted: --text-column, --label-column, --numeric, --categorical."
        )
    print_failures(report.failed)


def print_failures(failures: Sequence[Failure]) -> None:
    """Print the files that could not be read, with their reasons. At most `MAX_LISTED_FAILURES` are printed."""
    for failure in failures[:MAX_LISTED_FAILURES]:
        name = f"{failure.path}, {failure.member}" if failure.member else failure.path
        print_message(f"  {failure_sentence(name, failure.reason, failure.detail)}")
    if len(failures) > MAX_LISTED_FAILURES:
        print_message(f"  … and {len(failures) - MAX_LISTED_FAILURES:,} more; --json lists them all.")

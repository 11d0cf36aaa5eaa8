"""`bayleaf-cli classify`: verdicts on files, or on what comes from standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from app.cli.clusters import CLUSTER, WithCluster
from app.cli.filtering import filtered
from app.cli.options import JSON, KIND, MODEL, WORKSPACE
from app.cli.output import counted, job_context, percent, print_json, say, terminal_line
from app.domain.documents import Document, Failure, SourceOptions
from app.domain.results import Verdict
from app.services.files.reading_in_process import STANDARD_INPUT, documents_of_bytes, given_bytes
from app.services.judging.classifying import LoadedModel, classify, classify_documents, failed_verdict, loaded_model
from app.services.judging.judging import JudgingOrder, table_options
from app.services.judging.verdict_tables import write_verdicts


@click.command("classify", cls=WithCluster, elsewhere="app.cli.cluster_classifying")
@WORKSPACE
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@MODEL
@KIND
@click.option(
    "--explain", "n_terms", type=click.IntRange(0), default=0, metavar="N", help="Tell the N strongest words."
)
@click.option("--filter", "is_filter", is_flag=True, help="Pass one mail through, with the verdict in its header.")
@click.option(
    "--csv",
    "csv_path",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the verdicts to a file; a table comes back with the columns of the verdict added.",
)
@CLUSTER
@JSON
def command(
    workspace: Path,
    files: tuple[Path, ...],
    model: str | None,
    kind: str,
    n_terms: int,
    is_filter: bool,
    csv_path: Path | None,
    as_json: bool,
) -> None:
    """Classify FILES, or standard input (-). Mailboxes and tables give a verdict for each message or row.

    \b
      bayleaf-cli classify mail.bayleaf new/*.eml --explain 5
      bayleaf-cli classify mail.bayleaf --filter - < message
      bayleaf-cli classify credit.bayleaf applicants.xlsx --csv judged.csv
      bayleaf-cli classify --cluster tcp://scheduler:8786 /mail/new --model mail.model --to /mail/judged
    """
    options = SourceOptions(kind=kind, labels_from="none")  # type: ignore[arg-type] # click has checked it
    loaded = loaded_model(workspace, model)
    if is_filter:
        sys.stdout.buffer.write(filtered(loaded, raw_input(files), options))
        return
    if files == (Path(STANDARD_INPUT),):
        verdicts = standard_input_verdicts(loaded, options, n_terms)
    else:
        with job_context() as context:
            verdicts = list(classify(loaded, JudgingOrder(files, options), n_terms, context))
    if csv_path is not None:
        read_as = table_options(loaded.model, options)
        n_rows = write_verdicts(csv_path, files, read_as, loaded.model.labels, verdicts)
        say(f"{counted(n_rows, 'row')} written to {csv_path}.")
        if not as_json:
            return
    if as_json:
        print_json({"model": loaded.name, "verdicts": [as_told(verdict) for verdict in verdicts]})
        return
    for verdict in verdicts:
        print_verdict(verdict)


def raw_input(files: tuple[Path, ...]) -> bytes:
    """The one message that a filter is given."""
    if len(files) != 1:
        raise click.UsageError("--filter passes one message through at a time.")
    return given_bytes(files[0])


def standard_input_verdicts(loaded: LoadedModel, options: SourceOptions, n_terms: int) -> list[Verdict]:
    """Verdicts on the documents of standard input."""
    found = documents_of_bytes(given_bytes(Path(STANDARD_INPUT)), options)
    documents = [extracted for extracted in found if isinstance(extracted, Document)]
    failures = [failed_verdict(extracted) for extracted in found if isinstance(extracted, Failure)]
    return [*classify_documents(loaded, documents, n_terms), *failures]


def as_told(verdict: Verdict) -> dict[str, Any]:
    """A verdict under the names of the command line's contract."""
    told: dict[str, Any] = {
        "path": verdict.path,
        "member": verdict.member,
        "label": verdict.label,
        "probability": verdict.probability,
        "raw": dict(verdict.raw),
        "log_joint": dict(verdict.log_joint),
        "unsure": verdict.is_unsure,
        "unlike": verdict.is_unlike,
        "unknown_share": verdict.unknown_share,
        "score": verdict.score,
        "error": verdict.error,
        "contributions": [{"word": term.word, "count": term.count, "term": term.term} for term in verdict.terms],
        "rest": verdict.rest,
    }
    if verdict.against is not None:
        told |= {
            "against": verdict.against,
            "prior": verdict.prior_term,
            "absent": verdict.absent_term,
            "odds": verdict.odds,
        }
    return told


def print_verdict(verdict: Verdict) -> None:
    """One line for a verdict, and one for each of its words."""
    name = f"{verdict.path}, {verdict.member}" if verdict.member else verdict.path
    if verdict.error is not None:
        say(f"{name}: {verdict.error}")
        return
    marks = [mark for mark, is_so in (("unsure", verdict.is_unsure), ("unlike", verdict.is_unlike)) if is_so]
    label = verdict.label or "undecided"
    cells = [label, percent(verdict.probability, 1), ",".join(marks), name]
    click.echo("\t".join(terminal_line(cell) for cell in cells))
    if verdict.against is None:
        return
    print_term("prior", verdict.prior_term)
    if verdict.absent_term:
        print_term("absent words", verdict.absent_term)
    for term in verdict.terms:
        print_term(f"{term.word} × {term.count:g}" if term.count != 1 else term.word, term.term)
    print_term("all other words", verdict.rest)
    print_term(f"log-odds of {verdict.label or 'the first'} against {verdict.against}", verdict.odds or 0.0)


def print_term(name: str, value: float) -> None:
    click.echo(f"  {value:+10.3f}  {terminal_line(name)}")

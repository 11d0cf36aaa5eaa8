"""`bayleaf-cli replay`: classify each message of an index, then learn it, and print the figures."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from app.cli.options import JSON, KIND, PATH_TYPE, TRUST_SERVER, WORKSPACE
from app.cli.output import count_text, fields_of, format_percent, job_context, print_json, print_message
from app.domain.documents import SourceOptions
from app.domain.whole_files import write_atomically
from app.features.evaluate.replay import LearnMode, ReplayOrder, format_score_lines, replay
from app.features.importing.command import print_failures
from app.library.workspaces import report_workspace


@click.command("replay")
@WORKSPACE
@click.argument("index", type=PATH_TYPE)
@KIND
@click.option(
    "--positive", metavar="LABEL", help="The label whose false positives count as losses.  [default: spam, junk]"
)
@click.option(
    "--learn",
    type=click.Choice(get_args(LearnMode)),
    default="auto",
    help="How much a message counts that was classified correctly by a clear margin: a little (weighted), fully (all) "
    "or not at all (mistakes). auto: weighted for short messages, mistakes for others.",
)
@click.option(
    "--decay",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    metavar="SHARE",
    help="The share by which each message reduces the weight of earlier ones.",
)
@TRUST_SERVER
@click.option("--scores", type=PATH_TYPE, metavar="FILE", help="Write one line per message to this file.")
@JSON
def command(
    workspace: Path,
    index: Path,
    kind: str,
    positive: str | None,
    learn: LearnMode,
    decay: float,
    trusted_servers: tuple[str, ...],
    scores: Path | None,
    as_json: bool,
) -> None:
    """Replay an INDEX of `label path` lines in order: classify each message, then learn it with its label.

    The filter begins knowing nothing. Paths are relative to the index. The WORKSPACE need not exist; it is not changed.
    """
    if scores is not None and scores.exists() and index.exists() and scores.samefile(index):
        raise click.BadParameter(f"{scores} is the index itself; name another file.", param_hint="--scores")
    if workspace.exists():
        report_workspace(workspace)  # something else under that name is a mistake worth telling
    options = SourceOptions(kind=kind, labels_from="none")  # type: ignore[arg-type] # click has checked it
    with job_context() as context:
        report = replay(ReplayOrder(index, options, positive, learn, decay, trusted_servers), context)
    if scores is not None:
        lines = "".join(f"{line}\n" for line in format_score_lines(report))
        write_atomically(scores, lines.encode("utf-8", "surrogateescape"))
    evaluation = report.evaluation
    if as_json:
        print_json({**evaluation.to_plain(), **fields_of(report, ("unsure", "failed", "seconds", "per_second"))})
        return
    print_message(
        f"{count_text(evaluation.documents, 'message')} in {report.seconds:.1f} s ({report.per_second:,.0f}/s)"
    )
    click.echo(f"accuracy {format_percent(evaluation.accuracy)}, unsure {report.unsure:,}")
    found = evaluation.separation
    if found is not None:
        click.echo(f"1-ROCA {found.one_minus_auc_percent:.4f} %, lam {found.lam_percent:.3f} %")
        click.echo(
            f"{report.positive} missed at 0.1 % of the others lost: "
            f"{format_percent(found.positives_missed_at_0_1_percent)}, "
            f"others lost: {found.negatives_lost:,}, {report.positive} missed: {found.positives_missed:,}"
        )
    print_failures(report.failed)

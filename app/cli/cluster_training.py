"""`bayleaf-cli train --cluster`: the same counts, made on a Dask cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.cluster_options import ADDRESS_OPTIONS, CHECKPOINT, SHARD_BYTES, taken_address, taken_sources
from app.cli.importing import failure_as_told, say_failures
from app.cli.options import A_FILE, JSON, recipe_options, source_options, taken_recipe_request, token_options, with_all
from app.cli.output import counted, hand_over, job_context, say
from app.cli.training import as_told as training_as_told
from app.cli.training import say_report as say_training
from app.cluster.bounded_vocabulary import Forecast
from app.cluster.model_from_counts import MOST_JUDGED
from app.cluster.running.connection import Address
from app.cluster.sources.sharded_corpus import ClusterSources
from app.cluster.tally_merging import MOST_WORDS
from app.cluster.training import ClusterOrder, ClusterReport, train_on_cluster


@click.command("train")
@click.argument("sources", nargs=-1, required=True)
@with_all(*ADDRESS_OPTIONS)
@click.option(
    "--to",
    "target",
    required=True,
    type=A_FILE,
    metavar="FILE",
    help="Where the model goes; add-model takes it into a workspace.",
)
@click.option(
    "--most-words",
    type=click.IntRange(1, MOST_WORDS),
    metavar="N",
    help="Hold no more words than this on any worker. Only rare words can be missing, and it is said how rare; "
    "the counts of all others are exact.  [default: all words]",
)
@click.option(
    "--most-judged",
    type=click.IntRange(1),
    default=MOST_JUDGED,
    metavar="N",
    help="Find out how sure to be, and which recipe suits, from no more documents than this; one worker holds them. "
    "A filter is taught no more than these.",
)
@CHECKPOINT
@SHARD_BYTES
@source_options
@token_options
@recipe_options
@JSON
def command(target: Path, most_words: int | None, most_judged: int, as_json: bool, **given: Any) -> None:
    """Train on a Dask cluster: the workers read SOURCES, count them, and merge the counts into one model.

    SOURCES are files, folders and patterns on paths that every worker sees, or URLs. The model is, to the last count,
    the one that an import and a training on one machine make of the same documents. For a filter say so:
    --event-model filter; one worker teaches it what all have counted.

    A Dask scheduler runs any code that it is sent, without asking who sends it. Never let one be reached from
    the open network; use TLS with certificates of your own between machines.

    \b
      bayleaf-cli train --cluster local:4 ~/Mail/spam ~/Mail/ham --to mail.model
      bayleaf-cli train --cluster tcp://10.0.0.5:8786 '/shared/2024/*.mbox' --labels-from header --to 2024.model
      bayleaf-cli train --cluster tls://head:8786 s3://bucket/mail --to mail.model --checkpoint /shared/counted
    """
    address = Address(**taken_address(given))
    order = ClusterOrder(
        address,
        ClusterSources(**taken_sources(given)),
        target,
        taken_recipe_request(given),
        most_judged=most_judged,
        most_words=most_words,
    )
    with job_context() as context:
        report = train_on_cluster(order, context, say_forecast)
    hand_over(report, as_told, say_report, as_json=as_json)


def say_forecast(expected: Forecast) -> None:
    """Say what the sources will come to, before they are counted."""
    say(
        f"By a sample: about {expected.n_words:,} words. {megabytes(expected.worker_bytes)} on the worker that makes "
        f"the model, {megabytes(expected.driver_bytes)} here, {megabytes(expected.counts_bytes)} of counts on all "
        "workers."
    )


def megabytes(size_bytes: int) -> str:
    return f"{max(1, round(size_bytes / 1e6)):,} MB"


def as_told(report: ClusterReport) -> dict[str, Any]:
    """The report in plain values: what a training tells, and what the cluster did."""
    return {
        **training_as_told(report.training),
        "bytes": report.size_bytes,
        "shards": report.n_shards,
        "read": report.n_read,
        "duplicates": report.n_copies,
        "conflicts": report.n_conflicts,
        "judged": report.n_judged,
        "passed_over": report.n_passed_over,
        "suits_filter": report.suits_filter,
        "counts_bytes": report.counts_bytes,
        "model_bytes": report.model_bytes,
        "bound": None if report.bound is None else {"words": report.bound.n_kept, "error": report.bound.error},
        "failed": [failure_as_told(failure) for failure in report.failed],
    }


def say_report(report: ClusterReport) -> None:
    """Say what was counted, learnt and chosen, and what could not be read."""
    say(f"{counted(report.n_read, 'document')} in {counted(report.n_shards, 'shard')}, {megabytes(report.size_bytes)}.")
    if report.n_copies:
        say(f"Duplicates, learnt once each: {report.n_copies:,}.")
    if report.n_conflicts:
        say(f"Of these with another label the first time, which counts: {report.n_conflicts:,}.")
    say_training(report.training)
    if report.n_judged < report.training.documents:
        say(f"How sure to be was found out from {report.n_judged:,} of them; the counts are those of all.")
    if report.n_passed_over:
        say(f"Passed over: {report.n_passed_over:,}. A filter is taught what one worker holds; see --most-judged.")
    if report.suits_filter:
        say("One machine makes a filter of such labels, which loses less good mail: --event-model filter.")
    if report.bound is not None and report.bound.error:
        say(f"Words in {report.bound.error:,} documents or fewer may be missing; what is counted is exact.")
    say_failures(report.failed)

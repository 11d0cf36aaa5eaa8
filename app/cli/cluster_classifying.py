"""`bayleaf-cli classify --cluster`: verdicts on shards, written by the workers of a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.cluster_options import ADDRESS_OPTIONS, MODEL_FILE, SHARD_BYTES, taken_address, taken_sources
from app.cli.importing import failure_as_told, say_failures
from app.cli.options import JSON, source_options, with_all
from app.cli.output import counted, job_context, print_json, say
from app.cluster.evaluating import ClassifyingReport, ClusterClassifying, classify_on_cluster
from app.cluster.judging import Format
from app.cluster.running.connection import Address
from app.cluster.sources.sharded_corpus import ClusterSources


@click.command("classify")
@click.argument("sources", nargs=-1, required=True)
@with_all(*ADDRESS_OPTIONS)
@MODEL_FILE
@click.option(
    "--to", "target", required=True, metavar="FOLDER", help="Where the verdicts go: a shared folder, or a URL."
)
@click.option("--format", "form", type=click.Choice(["csv", "jsonl", "parquet"]), default="csv", show_default=True)
@SHARD_BYTES
@source_options
@JSON
def command(model: Path, target: str, form: Format, as_json: bool, **given: Any) -> None:
    """Classify the documents of SOURCES on a Dask cluster: for each shard a file with path, member, label, probability
    and whether the verdict is unsure.

    \b
      bayleaf-cli classify --cluster tcp://10.0.0.5:8786 '/mail/new/*.mbox' --model mail.model --to /mail/judged
      bayleaf-cli classify --cluster local:2 s3://bucket/new --model mail.model --to s3://bucket/judged --format parquet
    """
    address = Address(**taken_address(given))
    order = ClusterClassifying(address, ClusterSources(**taken_sources(given)), model, target, form)
    with job_context() as context:
        report = classify_on_cluster(order, context)
    if as_json:
        print_json(as_told(report))
    else:
        say_report(report)


def as_told(report: ClassifyingReport) -> dict[str, Any]:
    """The report in plain values."""
    return {
        "model": report.model,
        "documents": report.n_documents,
        "unsure": report.n_unsure,
        "labels": dict(report.labels),
        "files": report.n_files,
        "failed": [failure_as_told(failure) for failure in report.failed],
        "seconds": report.seconds,
    }


def say_report(report: ClassifyingReport) -> None:
    """Say how many verdicts there are of each label."""
    labels = ", ".join(f"{label} {count:,}" for label, count in report.labels.items())
    judged, files = counted(report.n_documents, "document"), counted(report.n_files, "file")
    say(f"{judged} judged in {report.seconds:.1f} s, into {files}: {labels}.")
    if report.n_unsure:
        say(f"Unsure: {counted(report.n_unsure, 'verdict')}.")
    say_failures(report.failed)

"""`bayleaf-cli evaluate --cluster` and `classify --cluster`: documents that the workers of a cluster read and judge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.cluster_options import ADDRESS_OPTIONS, CHECKPOINT, MODEL_FILE, SHARD_BYTES, taken_address, taken_sources
from app.cli.evaluating import as_told, print_report
from app.cli.importing import failure_as_told, say_failures
from app.cli.options import JSON, source_options, with_all
from app.cli.output import counted, hand_over, job_context, say
from app.cluster.evaluating import (
    ClassifyingReport,
    ClusterClassifying,
    ClusterEvaluation,
    classify_on_cluster,
    evaluate_on_cluster,
)
from app.cluster.judging import Format
from app.cluster.running.connection import Address
from app.cluster.sources.sharded_corpus import ClusterSources


@click.command("evaluate")
@click.argument("sources", nargs=-1, required=True)
@with_all(*ADDRESS_OPTIONS)
@MODEL_FILE
@click.option("--folds", "n_folds", type=click.IntRange(2), metavar="K", help="Judge each of K parts by the others.")
@click.option("--seed", type=int, default=0, metavar="S", help="How documents are dealt into folds.")
@click.option("--positive", metavar="LABEL", help="The label that must not be given by mistake.  [default: spam, junk]")
@CHECKPOINT
@SHARD_BYTES
@source_options
@JSON
def evaluate_command(
    model: Path, n_folds: int | None, seed: int, positive: str | None, as_json: bool, **given: Any
) -> None:
    """Evaluate a model by the labelled documents of SOURCES, or its recipe by K folds of them.

    Without --folds the documents are judged by the model as it is, so they should not be those it has learnt. The fold
    of a document hangs on its content, so it is the same wherever the document lies.

    \b
      bayleaf-cli evaluate --cluster tcp://10.0.0.5:8786 /mail/2025/spam /mail/2025/ham --model 2024.model
      bayleaf-cli evaluate --cluster local:2 /mail/2024/spam /mail/2024/ham --model 2024.model --folds 10
    """
    address = Address(**taken_address(given))
    order = ClusterEvaluation(address, ClusterSources(**taken_sources(given)), model, n_folds, seed, positive)
    with job_context() as context:
        report = evaluate_on_cluster(order, context)
    hand_over(report, as_told, print_report, as_json=as_json)


@click.command("classify")
@click.argument("sources", nargs=-1, required=True)
@with_all(*ADDRESS_OPTIONS)
@MODEL_FILE
@click.option(
    "--to", "target", required=True, metavar="FOLDER", help="Where the verdicts go: a shared folder, or a URL."
)
@click.option("--format", "form", type=click.Choice(["csv", "jsonl", "parquet"]), default="csv")
@SHARD_BYTES
@source_options
@JSON
def classify_command(model: Path, target: str, form: Format, as_json: bool, **given: Any) -> None:
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
    hand_over(report, classified_as_told, say_classified, as_json=as_json)


def classified_as_told(report: ClassifyingReport) -> dict[str, Any]:
    return {
        "model": report.model,
        "documents": report.n_documents,
        "unsure": report.n_unsure,
        "labels": dict(report.labels),
        "files": report.n_files,
        "failed": [failure_as_told(failure) for failure in report.failed],
        "seconds": report.seconds,
    }


def say_classified(report: ClassifyingReport) -> None:
    labels = ", ".join(f"{label} {count:,}" for label, count in report.labels.items())
    judged, files = counted(report.n_documents, "document"), counted(report.n_files, "file")
    say(f"{judged} judged in {report.seconds:.1f} s, into {files}: {labels}.")
    if report.n_unsure:
        say(f"Unsure: {counted(report.n_unsure, 'verdict')}.")
    say_failures(report.failed)

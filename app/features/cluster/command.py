"""`bayleaf-cli train`, `evaluate` and `classify` with `--cluster`: run them on a Dask cluster."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from app.cli.options import (
    CLUSTER_OPTION,
    FILE_TYPE,
    FOLDER_TYPE,
    JSON,
    combine_options,
    recipe_options,
    recipe_request_from,
    source_options,
    source_options_from,
    token_options,
)
from app.cli.output import count_text, fields_of, job_context, output_report, print_message
from app.features.cluster.judging import (
    ClusterClassificationReport,
    ClusterClassificationSettings,
    ClusterEvaluationSettings,
    Format,
    classify_on_cluster,
    evaluate_on_cluster,
)
from app.features.cluster.model_from_counts import MAX_JUDGED
from app.features.cluster.running import ClusterAddress
from app.features.cluster.sharded_corpus import ClusterSources, ResourceForecast
from app.features.cluster.tally_merging import MAX_WORDS
from app.features.cluster.training import ClusterReport, ClusterTrainingSettings, train_on_cluster
from app.features.cluster.use_cases import ClusterTimeouts
from app.features.evaluate.command import print_report as print_evaluation
from app.features.evaluate.command import report_to_json as evaluation_to_json
from app.features.importing.command import failure_to_json, print_failures
from app.features.train.command import print_training_report as print_training
from app.features.train.command import report_to_json as training_to_json

DEFAULT_TIMEOUTS = ClusterTimeouts()
on_cluster = combine_options(
    click.argument("sources", nargs=-1, required=True),
    click.option(
        CLUSTER_OPTION, "where", required=True, metavar="ADDRESS", help="tcp://host:port, tls://host:port, local[:N]."
    ),
    click.option("--tls-ca", type=click.Path(), metavar="FILE", help="The certificate authority of a TLS cluster."),
    click.option("--tls-cert", type=click.Path(), metavar="FILE", help="Our certificate, for a TLS cluster."),
    click.option("--tls-key", type=click.Path(), metavar="FILE", help="The key of our certificate."),
    click.option(
        "--wait-for-workers",
        "wait_for_workers_s",
        type=click.FloatRange(0),
        default=DEFAULT_TIMEOUTS.wait_for_workers_s,
        metavar="SECONDS",
        help="Give up if there are no workers for this long. Rented machines may take minutes to start.",
    ),
    click.option(
        "--wait-for-scheduler",
        "no_answer_s",
        type=click.FloatRange(0),
        default=DEFAULT_TIMEOUTS.no_answer_s,
        metavar="SECONDS",
        help="Give up if the scheduler does not answer for this long.",
    ),
)
MODEL_FILE = click.option(
    "--model",
    required=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="A model file, written by train --cluster or export.",
)
CHECKPOINT = click.option(
    "--checkpoint",
    type=FOLDER_TYPE,
    metavar="FOLDER",
    help="Save counted shards in this folder, which all workers share. The next run continues with them.",
)
SHARD_BYTES = click.option(
    "--shard-bytes",
    type=click.IntRange(1 << 16),
    default=64 << 20,
    metavar="N",
    help="How many bytes of the sources one task reads.",
)


def parse_cluster_options(values: Mapping[str, Any]) -> tuple[ClusterAddress, ClusterSources]:
    """Return the cluster's address and the sources from the values of the command line."""
    ca, certificate, key = (
        values[name] and str(Path(values[name]).absolute()) for name in ("tls_ca", "tls_cert", "tls_key")
    )
    address = ClusterAddress(
        values["where"], ca, certificate, key, ClusterTimeouts(values["wait_for_workers_s"], values["no_answer_s"])
    )
    options, checkpoint = source_options_from({**values}), values.get("checkpoint")
    return address, ClusterSources(values["sources"], options, checkpoint=checkpoint, shard_bytes=values["shard_bytes"])


@click.command("train")
@on_cluster
@click.option(
    "--to",
    "target",
    required=True,
    type=FILE_TYPE,
    metavar="FILE",
    help="The model file to write. add-model adds it to a workspace.",
)
@click.option(
    "--most-words",
    type=click.IntRange(1, MAX_WORDS),
    metavar="N",
    help="Use at most this many words. Only rare words may be missing, and the report says how rare. All other counts "
    "are exact.  [default: all words]",
)
@click.option(
    "--most-judged",
    type=click.IntRange(1),
    default=MAX_JUDGED,
    metavar="N",
    help="The most documents for calibration and the choice of the recipe. One worker holds them. A filter learns no "
    "more than these.",
)
@CHECKPOINT
@SHARD_BYTES
@source_options
@token_options
@recipe_options
@JSON
def train_command(target: Path, most_words: int | None, most_judged: int, as_json: bool, **given: Any) -> None:
    """Train on a Dask cluster: the workers read SOURCES, count them, and merge the counts into one model.

    SOURCES are files, folders and patterns on paths that every worker sees, or URLs. The counts of the model are
    exactly those of an import and a training on one machine. For a filter, add --event-model filter: one worker then
    trains the filter on the documents that all workers have counted.

    A Dask scheduler runs any code that it is sent, without asking who sends it. Never make a
    scheduler reachable from the internet; between machines, use TLS with certificates of your own.

    \b
      bayleaf-cli train --cluster local:4 ~/Mail/spam ~/Mail/ham --to mail.model
      bayleaf-cli train --cluster tcp://10.0.0.5:8786 '/shared/2024/*.mbox' --labels-from header --to 2024.model
      bayleaf-cli train --cluster tls://head:8786 s3://bucket/mail --to mail.model --checkpoint /shared/counted
    """
    request = recipe_request_from(given)
    settings = ClusterTrainingSettings(
        *parse_cluster_options(given), target, request, max_judged=most_judged, max_words=most_words
    )
    with job_context() as context:
        report = train_on_cluster(settings, context, print_forecast)
    output_report(report, report_to_json, print_report, as_json=as_json)


def print_forecast(forecast: ResourceForecast) -> None:
    """Print the forecast of words and memory before counting."""
    print_message(
        f"By a sample: about {forecast.n_words:,} words. {format_megabytes(forecast.worker_bytes)} on the worker that "
        f"makes the model, {format_megabytes(forecast.driver_bytes)} here, {format_megabytes(forecast.counts_bytes)} "
        "of counts on all workers."
    )


def format_megabytes(size_bytes: int) -> str:
    """Return a size as text in megabytes."""
    return f"{max(1, round(size_bytes / 1e6)):,} MB"


def report_to_json(report: ClusterReport) -> dict[str, Any]:
    """Return the report as a dict for JSON."""
    return {
        **training_to_json(report.training_report),
        "bytes": report.size_bytes,
        "shards": report.n_shards,
        "read": report.n_read,
        "duplicates": report.n_duplicates,
        "conflicts": report.n_conflicts,
        "judged": report.n_judged,
        "passed_over": report.n_not_learnt,
        **fields_of(report, ("suits_filter", "counts_bytes", "model_bytes")),
        "bound": None
        if report.vocabulary_bound is None
        else {"words": report.vocabulary_bound.n_kept, "error": report.vocabulary_bound.max_documents_of_dropped},
        "failed": [failure_to_json(failure) for failure in report.failures],
    }


def print_report(report: ClusterReport) -> None:
    """Print the counts, the model, the automatically chosen settings and the files that could not be read."""
    print_message(
        f"{count_text(report.n_read, 'document')} in {count_text(report.n_shards, 'shard')}, "
        f"{format_megabytes(report.size_bytes)}."
    )
    if report.n_duplicates:
        print_message(f"Duplicates, learnt once each: {report.n_duplicates:,}.")
    if report.n_conflicts:
        print_message(f"Of these with another label the first time, which counts: {report.n_conflicts:,}.")
    print_training(report.training_report)
    if report.n_judged < report.training_report.documents:
        print_message(f"How sure to be was found out from {report.n_judged:,} of them; the counts are those of all.")
    if report.n_not_learnt:
        print_message(
            f"Passed over: {report.n_not_learnt:,}. A filter is taught what one worker holds; see --most-judged."
        )
    if report.suits_filter:
        print_message("One machine makes a filter of such labels, which loses less good mail: --event-model filter.")
    bound = report.vocabulary_bound
    if bound is not None and bound.max_documents_of_dropped:
        print_message(
            f"Words in {bound.max_documents_of_dropped:,} documents or fewer may be missing; what is counted is exact."
        )
    print_failures(report.failures)


@click.command("evaluate")
@on_cluster
@MODEL_FILE
@click.option(
    "--folds", "n_folds", type=click.IntRange(2), metavar="K", help="Test each of K parts with a model of the others."
)
@click.option("--seed", type=int, default=0, metavar="S", help="The random seed of folds.")
@click.option(
    "--positive", metavar="LABEL", help="The label whose false positives count as losses.  [default: spam, junk]"
)
@CHECKPOINT
@SHARD_BYTES
@source_options
@JSON
def evaluate_command(
    model: Path, n_folds: int | None, seed: int, positive: str | None, as_json: bool, **given: Any
) -> None:
    """Evaluate a model on the labelled documents of SOURCES, or its recipe by cross-validation on them.

    Without --folds, the model judges the documents, so use documents that it has not learnt. With --folds, new models
    of its recipe judge them. The fold of a document depends on its content only, so it is the same on every machine.

    \b
      bayleaf-cli evaluate --cluster tcp://10.0.0.5:8786 /mail/2025/spam /mail/2025/ham --model 2024.model
      bayleaf-cli evaluate --cluster local:2 /mail/2024/spam /mail/2024/ham --model 2024.model --folds 10
    """
    settings = ClusterEvaluationSettings(*parse_cluster_options(given), model, n_folds, seed, positive)
    with job_context() as context:
        report = evaluate_on_cluster(settings, context)
    output_report(report, evaluation_to_json, print_evaluation, as_json=as_json)


@click.command("classify")
@on_cluster
@MODEL_FILE
@click.option(
    "--to", "target", required=True, metavar="FOLDER", help="Where to write the verdicts: a shared folder, or a URL."
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
    settings = ClusterClassificationSettings(*parse_cluster_options(given), model, target, form)
    with job_context() as context:
        report = classify_on_cluster(settings, context)
    output_report(report, classification_to_json, print_classification, as_json=as_json)


def classification_to_json(report: ClusterClassificationReport) -> dict[str, Any]:
    return {
        "model": report.model_name,
        "documents": report.n_documents,
        "unsure": report.n_unsure,
        "labels": dict(report.n_by_label),
        "files": report.n_files,
        "failed": [failure_to_json(failure) for failure in report.failures],
        "seconds": report.seconds,
    }


def print_classification(report: ClusterClassificationReport) -> None:
    labels = ", ".join(f"{label} {count:,}" for label, count in report.n_by_label.items())
    judged, files = count_text(report.n_documents, "document"), count_text(report.n_files, "file")
    print_message(f"{judged} judged in {report.seconds:.1f} s, into {files}: {labels}.")
    if report.n_unsure:
        print_message(f"Unsure: {count_text(report.n_unsure, 'verdict')}.")
    print_failures(report.failures)

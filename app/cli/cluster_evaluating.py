"""`bayleaf-cli evaluate --cluster`: a model judged by documents that the workers of a cluster read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.cluster_options import ADDRESS_OPTIONS, CHECKPOINT, MODEL_FILE, SHARD_BYTES, taken_address, taken_sources
from app.cli.evaluating import as_told, print_report
from app.cli.options import JSON, source_options, with_all
from app.cli.output import job_context, print_json
from app.cluster.evaluating import ClusterEvaluation, evaluate_on_cluster
from app.cluster.running.connection import Address
from app.cluster.sources.sharded_corpus import ClusterSources


@click.command("evaluate")
@click.argument("sources", nargs=-1, required=True)
@with_all(*ADDRESS_OPTIONS)
@MODEL_FILE
@click.option("--folds", "n_folds", type=click.IntRange(2), metavar="K", help="Judge each of K parts by the others.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="How documents are dealt into folds.")
@click.option("--positive", metavar="LABEL", help="The label that must not be given by mistake.  [default: spam, junk]")
@CHECKPOINT
@SHARD_BYTES
@source_options
@JSON
def command(model: Path, n_folds: int | None, seed: int, positive: str | None, as_json: bool, **given: Any) -> None:
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
    if as_json:
        print_json(as_told(report))
    else:
        print_report(report)

"""`bayleaf-cli train`: make a model of a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.options import CORPUS, JSON, WORKSPACE, taken_recipe_request, token_options
from app.cli.output import job_context, percent, print_json, say
from app.domain.results import TrainingReport
from app.services.training import TrainingOrder, train

EVENT_MODELS = ["multinomial", "bernoulli", "complement", "gaussian", "categorical", "mixed", "auto"]
RANKINGS = ["frequency", "count", "mutual-information", "chi2"]


@click.command("train")
@WORKSPACE
@CORPUS
@click.option("--model", metavar="NAME", help="The name to keep the model under.  [default: CORPUS filter]")
@token_options
@click.option("--event-model", type=click.Choice(EVENT_MODELS), default="auto", show_default=True)
@click.option(
    "--smoothing",
    metavar="FLOAT|auto",
    default="auto",
    show_default=True,
    help="α: 1 is Laplace, between 0 and 1 Lidstone, 0 none; auto takes what leave-one-out likes best.",
)
@click.option(
    "--prior",
    metavar="data|uniform|none|smoothed:L|LABEL=P,…",
    default="data",
    show_default=True,
    help="How likely each label is before the document is read.",
)
@click.option("--vocabulary", metavar="N|all|auto", default="auto", show_default=True, help="Keep so many words.")
@click.option("--rank-words-by", type=click.Choice(RANKINGS), default="frequency", show_default=True)
@click.option("--binary", is_flag=True, help="A word counts once per document.")
@click.option("--tfidf", is_flag=True, help="Words of many documents weigh less; documents have the same length.")
@click.option("--norm", is_flag=True, help="Complement: labels with many long documents weigh no more than others.")
@click.option(
    "--var-smoothing",
    type=click.FloatRange(0),
    default=1e-9,
    show_default=True,
    metavar="X",
    help="Gaussian: the share of the largest variance that is added to every variance.",
)
@click.option(
    "--threshold",
    type=click.FloatRange(0),
    default=0.0,
    show_default=True,
    metavar="X",
    help="Bernoulli, and --binary: a word is there if it occurs more often than this.",
)
@click.option(
    "--unknown-word/--no-unknown-word",
    default=None,
    help="Count words outside the vocabulary as one word.  [default: where the vocabulary is limited]",
)
@JSON
def command(workspace: Path, corpus: str | None, model: str | None, as_json: bool, **given: Any) -> None:
    """Train a model on the labelled documents of a corpus; what is not said is chosen by leave-one-out.

    \b
      bayleaf-cli train mail.bayleaf
      bayleaf-cli train news.bayleaf --tokens plain --event-model complement --smoothing 1
      bayleaf-cli train news.bayleaf --vocabulary 5000 --rank-words-by mutual-information
    """
    order = TrainingOrder(taken_recipe_request(given), corpus, model)
    with job_context() as context:
        report = train(workspace, order, context)
    if as_json:
        print_json(as_told(report))
    else:
        say_report(report)


def as_told(report: TrainingReport) -> dict[str, Any]:
    """The report in plain values."""
    return {
        "model": report.model,
        "corpus": report.corpus,
        "documents": report.documents,
        "labels": dict(report.labels),
        "words": report.words,
        "event_model": report.event_model,
        "weighting": report.weighting,
        "smoothing": report.smoothing,
        "prior": report.prior,
        "accuracy": report.accuracy,
        "judged_by": report.judged_by,
        "chosen": [
            {"what": choice.what, "chosen": choice.chosen, "log_loss": dict(choice.losses)} for choice in report.choices
        ],
        "hash": report.canonical_hash,
        "seconds": report.seconds,
    }


def say_report(report: TrainingReport) -> None:
    """Say what was learnt, what was chosen, and how good it is."""
    labels = ", ".join(f"{label} {count:,}" for label, count in report.labels.items())
    say(f"“{report.model}” has learnt {report.documents:,} documents of {report.corpus}: {labels}.")
    words = f"{report.words:,} words, " if report.words else ""
    say(f"{report.description}, α = {report.smoothing:g}, {words}prior: {report.prior}.")
    for choice in report.choices:
        if choice.losses:
            others = ", ".join(f"{name} {loss:.4f}" for name, loss in sorted(choice.losses, key=lambda one: one[1]))
            say(f"Chosen by log loss, the least wins: {others}.")
    say(f"{percent(report.accuracy)} right by {report.judged_by}, in {report.seconds:.1f} s.")

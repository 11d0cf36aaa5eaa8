"""`bayleaf-cli train`: make a model of a corpus."""

from __future__ import annotations

from typing import Any

import click

from app.cli.options import (
    CLUSTER,
    CORPUS,
    JSON,
    SESSION,
    ClusterCommand,
    recipe_options,
    recipe_request_from,
    token_options,
)
from app.cli.output import count_text, fields_of, format_percent, job_context, output_report, print_message
from app.domain.results import FalsePositiveEstimate, TrainingReport, UnlabelledEffect
from app.features.train.training import TrainingOrder, train
from app.library.recipes import AUTO, IGNORE, USE
from app.store.workspace import Session

SHOWN_SUSPECTS = 12
REPORTED_FIELDS = (
    "model", "corpus", "documents", "labels", "words", "event_model", "weighting", "smoothing", "prior", "accuracy",
    "judged_by", "promise", "seconds",
)  # fmt: skip


PROMISE = ("good", "sources", "lost_one_in", "more_good", "next_one_in", "suspects")
UNLABELLED = ("documents", "is_used", "accuracy_with", "accuracy_without")


@click.command("train", cls=ClusterCommand)
@SESSION
@CORPUS
@click.option("--model", metavar="NAME", help="The name of the model.  [default: CORPUS filter]")
@token_options
@recipe_options
@click.option(
    "--unlabelled",
    type=click.Choice([AUTO, USE, IGNORE]),
    default=AUTO,
    help="Whether to use documents without a label. auto: if few have a label, and results on held-out documents are "
    "not worse.",
)
@CLUSTER
@JSON
def command(session: Session, corpus: str | None, model: str | None, as_json: bool, **given: Any) -> None:
    """Train a model on the labelled documents of a corpus. Options that you leave out are chosen by leave-one-out.

    \b
      bayleaf-cli train mail.bayleaf
      bayleaf-cli train news.bayleaf --tokens plain --event-model complement --smoothing 1
      bayleaf-cli train news.bayleaf --unlabelled ignore
      bayleaf-cli train news.bayleaf --vocabulary 5000 --rank-words-by mutual-information

    With --cluster, the cluster counts the sources, and the model is written to a file:

    \b
      bayleaf-cli train --cluster tcp://scheduler:8786 /mail/spam /mail/ham --to mail.model
      bayleaf-cli train --cluster local:4 --help
    """
    order = TrainingOrder(recipe_request_from(given), corpus, model)
    with job_context() as context:
        report = train(session, order, context)
    output_report(report, report_to_json, print_training_report, as_json=as_json)


def report_to_json(report: TrainingReport) -> dict[str, Any]:
    several: dict[str, Any] = {} if report.micro_f1 is None else {"micro_f1": report.micro_f1}
    if report.unlabelled is not None:
        several["unlabelled"] = fields_of(report.unlabelled, UNLABELLED)
    chosen = [
        {"what": choice.what, "chosen": choice.chosen, "log_loss": dict(choice.losses)} for choice in report.choices
    ]
    if report.promise is not None:
        several["promise"] = fields_of(report.promise, PROMISE)
    return {**fields_of(report, REPORTED_FIELDS), **several, "chosen": chosen, "hash": report.canonical_hash}


def print_training_report(report: TrainingReport) -> None:
    """Print the model, its recipe, and its accuracy."""
    labels = ", ".join(f"{label} {count:,}" for label, count in report.labels.items())
    print_message(
        f"“{report.model}” has learnt {count_text(report.documents, 'document')} of {report.corpus}: {labels}."
    )
    words = f"{count_text(report.words, 'word')}, " if report.words else ""
    if report.promise is None:
        print_message(f"{report.description}, α = {report.smoothing:g}, {words}prior: {report.prior}.")
    else:
        print_promise(report.promise)
    for choice in report.choices:
        if choice.losses:
            others = ", ".join(f"{name} {loss:.4f}" for name, loss in sorted(choice.losses, key=lambda one: one[1]))
            print_message(f"Chosen by documents left out; their log loss: {others}.")
    if report.unlabelled is not None:
        print_unlabelled(report.unlabelled)
    if report.micro_f1 is not None:
        print_message(
            f"Each label by itself: F1 {format_percent(report.micro_f1)} over all of them; "
            "all labels of a document at once:"
        )
    print_message(f"{format_percent(report.accuracy)} right by {report.judged_by}, in {report.seconds:.1f} s.")


def print_unlabelled(effect: UnlabelledEffect) -> None:
    """Print whether unlabelled documents were used, and the accuracy with and without them."""
    count = count_text(effect.documents, "document")
    use = "taught too" if effect.is_used else "were ignored"
    compared = ""
    if effect.accuracy_with is not None and effect.accuracy_without is not None:
        compared = f"; on held-out documents {format_percent(effect.accuracy_with)} right with them, "
        compared += f"{format_percent(effect.accuracy_without)} without"
    print_message(f"{count} without a label {use}{compared}.")


def print_promise(promise: FalsePositiveEstimate) -> None:
    """Print the estimated share of good mails that the filter would lose, and how to lower that share."""
    worth = f", which count for {promise.sources:,} by list and sender" if promise.sources < promise.good else ""
    print_message(
        f"{count_text(promise.good, 'good document')} learnt{worth}: at most 1 in {promise.lost_one_in:,} is lost."
    )
    if promise.more_good:
        more = count_text(promise.more_good, "more good document")
        print_message(f"{more} of other lists and senders would make it 1 in {promise.next_one_in:,}.")
    if promise.suspects:
        shown = ", ".join(map(str, promise.suspects[:SHOWN_SUSPECTS]))
        print_message(f"Look at the labels of {count_text(len(promise.suspects), 'document')} first: {shown}.")

"""`bayleaf-cli evaluate`: how often a model is right about documents that it has not seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.cluster_options import CLUSTER, WithCluster
from app.cli.importing import say_failures
from app.cli.options import JSON, MODEL, SESSION, source_options, taken_source_options
from app.cli.output import counted, fields_of, job_context, percent, print_json, print_table, say
from app.services.judging.evaluating import EvaluationFigures, EvaluationOrder, evaluate_model
from app.services.judging.evaluating_several import branch_share, evaluate_labels, takes_several
from app.session.session import Session

WIDEST_MATRIX = 8
TOLD = ("model", "way", "failed", "skipped", "seconds")
WAYS = {"replay": "replayed by date, each document judged before it was learnt"}


@click.command("evaluate", cls=WithCluster, elsewhere="app.cli.cluster_judging:evaluate_command")
@SESSION
@MODEL
@click.option("--leave-one-out", "leaves_one_out", is_flag=True, help="Judge each document by all others.  [default]")
@click.option("--folds", "n_folds", type=click.IntRange(2), metavar="K", help="Judge each of K parts by the others.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="How documents are dealt into folds.")
@click.option(
    "--test",
    "test_sources",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="SOURCE",
    help="Judge other documents, which have labels too; may be given more than once.",
)
@click.option("--positive", metavar="LABEL", help="The label that must not be given by mistake.  [default: spam, junk]")
@source_options
@CLUSTER
@JSON
def command(
    session: Session,
    model: str | None,
    leaves_one_out: bool,
    n_folds: int | None,
    seed: int,
    test_sources: tuple[Path, ...],
    positive: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Evaluate a model by leave-one-out (exact, and quick), by folds, or on a test set; a filter replays its documents
    by date, each judged before it is learnt, instead of the first two.

    \b
      bayleaf-cli evaluate mail.bayleaf
      bayleaf-cli evaluate mail.bayleaf --folds 10
      bayleaf-cli evaluate news.bayleaf --test 20news-bydate-test --kind text
      bayleaf-cli evaluate --cluster tcp://scheduler:8786 /mail/later --model mail.model
    """
    if bool(leaves_one_out) + (n_folds is not None) + bool(test_sources) > 1:
        raise click.UsageError("Choose one of --leave-one-out, --folds and --test.")
    order = EvaluationOrder(
        model=model,
        way="test" if test_sources else "folds" if n_folds is not None else "leave-one-out",
        n_folds=n_folds or 10,
        seed=seed,
        test_sources=test_sources,
        options=taken_source_options(given),
        positive=positive,
    )
    if takes_several(session, model):
        tell_several(session, order, as_json=as_json)
        return
    with job_context() as context:
        report = evaluate_model(session, order, context)
    if as_json:
        print_json(as_told(report))
    else:
        print_report(report)


def tell_several(session: Session, order: EvaluationOrder, *, as_json: bool) -> None:
    """Evaluate a model whose documents may have several labels, and tell the figures."""
    with job_context() as context:
        report = evaluate_labels(session, order, context)
    figures = report.evaluation
    if as_json:
        print_json({**fields_of(report, TOLD), **figures.to_plain()})
        return
    say(f"{report.model}, {report.way}: {figures.n_documents:,} documents in {report.seconds:.1f} s")
    rows = [
        (label, *(percent(one[name]) for name in ("precision", "recall", "f1")), f"{int(one['support']):,}")
        for label, one in sorted(figures.per_label().items(), key=lambda pair: -pair[1]["support"])
    ]
    print_table(("label", "precision", "recall", "F1", "documents"), rows)
    click.echo()
    click.echo(
        f"micro F1 {percent(figures.micro_f1)}, macro F1 {percent(figures.macro_f1)}, all labels right "
        f"{percent(figures.subset_accuracy)}, answers wrong {percent(figures.hamming_loss)}"
    )
    if report.skipped:
        say(f"{counted(report.skipped, 'document')} without a label: left out.")
    say_failures(report.failed)


def as_told(report: EvaluationFigures) -> dict[str, Any]:
    """The report under the names of the command line's contract."""
    return {**fields_of(report, TOLD), **report.evaluation.to_plain(), **branch_figure(report)}


def branch_figure(report: EvaluationFigures) -> dict[str, float]:
    """Tell how often the outermost branch is right, where labels lie in others."""
    found = branch_share(report)
    return {} if found is None else {"branch_accuracy": found}


def print_matrix(report: EvaluationFigures) -> None:
    """Print the confusion matrix: a row for each true label."""
    evaluation = report.evaluation
    rows = [
        (label, *(f"{count:,}" for count in row))
        for label, row in zip(evaluation.labels, evaluation.confusion.tolist(), strict=True)
    ]
    print_table(("truth \\ judged", *evaluation.labels), rows)
    click.echo()


def print_report(report: EvaluationFigures) -> None:
    """Print the figures as tables."""
    evaluation = report.evaluation
    low, high = evaluation.accuracy_interval.low, evaluation.accuracy_interval.high
    way = WAYS.get(report.way, report.way)
    say(f"{report.model}, {way}: {evaluation.documents:,} documents in {report.seconds:.1f} s")
    say(f"{percent(evaluation.accuracy)} right (95 % interval {percent(low)} – {percent(high)})")
    rows = [
        (label, percent(scores.precision), percent(scores.recall), percent(scores.f1), f"{scores.support:,}")
        for label, scores in evaluation.per_label.items()
    ]
    print_table(("label", "precision", "recall", "F1", "documents"), rows)
    click.echo()
    if len(evaluation.labels) <= WIDEST_MATRIX:
        print_matrix(report)
    click.echo(
        f"macro F1 {percent(evaluation.macro_f1)}, MCC {evaluation.mcc:.3f}, log loss {evaluation.log_loss:.4f}, "
        f"Brier {evaluation.brier:.4f}, calibration error {percent(evaluation.ece)}"
    )
    for share in branch_figure(report).values():
        click.echo(f"the outermost branch alone: {percent(share)} right")
    found = evaluation.separation
    if found is not None:
        click.echo(
            f"1-ROCA {found.one_minus_auc_percent:.4f} %, {report.positive} missed at 0.1 % of the others lost: "
            f"{percent(found.positives_missed_at_0_1_percent)}, others lost: {found.negatives_lost:,}"
        )
    if report.skipped:
        say(f"{counted(report.skipped, 'document')} without a label that the model knows: left out.")
    say_failures(report.failed)

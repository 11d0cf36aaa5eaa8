"""`bayleaf-cli evaluate` and `replay`: how many documents a model, or a new filter, classifies correctly."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import click

from app.cli.options import (
    CLUSTER,
    JSON,
    KIND,
    MODEL,
    PATH_TYPE,
    SESSION,
    TRUST_SERVER,
    WORKSPACE,
    ClusterCommand,
    source_options,
    source_options_from,
)
from app.cli.output import count_text, fields_of, format_percent, job_context, print_json, print_message, print_table
from app.domain.documents import SourceOptions
from app.domain.results import FilingErrorLimit
from app.domain.whole_files import write_atomically
from app.features.evaluate.replay import LearnMode, ReplayOrder, format_score_lines, replay
from app.features.evaluate.use_cases import (
    DEFAULT_HELD_OUT_SHARE,
    USUAL_SECONDS,
    EvaluatedRecipe,
    EvaluationFigures,
    EvaluationMethod,
    EvaluationOrder,
    MultiLabelEvaluation,
    Opponents,
    branch_accuracy_of,
    compare_with_opponents,
    evaluate_model,
)
from app.features.importing.command import print_failures
from app.library.workspaces import report_workspace
from app.store.workspace import Session

WIDEST_MATRIX, SHOWN_LABELS, MIN_SHOWN_P = 8, 5, 0.001
REPORTED_FIELDS = ("model", "way", "failed", "skipped", "seconds")
METHOD_DESCRIPTIONS = {
    "replay": "replayed by date, each document judged before it was learnt",
    "by-date": "the later half, judged by what came before it",
    "share": "a held-out share of each label, judged by a model of the rest",
}
"""Method to the phrase that names it in the printed report."""


@click.command("evaluate", cls=ClusterCommand)
@SESSION
@MODEL
@click.option(
    "--leave-one-out", "leaves_one_out", is_flag=True, help="Test each document with a model of all others.  [default]"
)
@click.option(
    "--folds", "n_folds", type=click.IntRange(2), metavar="K", help="Test each of K parts with a model of the others."
)
@click.option(
    "--by-date",
    is_flag=True,
    help="Test the later half with models of earlier documents.",
)
@click.option(
    "--hold-out",
    "share",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="SHARE",
    help="Hold out this share of each label, for example 0.2, and test it with a model of the rest.",
)
@click.option("--seed", type=int, default=0, metavar="S", help="The random seed of folds and held-out documents.")
@click.option(
    "--test",
    "test_sources",
    multiple=True,
    type=PATH_TYPE,
    metavar="SOURCE",
    help="Test these documents, which must have labels. Repeatable.",
)
@click.option(
    "--positive", metavar="LABEL", help="The label whose false positives count as losses.  [default: spam, junk]"
)
@click.option(
    "--opponents",
    "with_opponents",
    is_flag=True,
    help="Compare with other models on the same held-out documents. Ctrl+C keeps the results so far.",
)
@click.option(
    "--budget",
    "budget_s",
    type=click.FloatRange(0),
    default=USUAL_SECONDS,
    metavar="SECONDS",
    help="With --opponents: start no further model after this time.",
)
@source_options
@CLUSTER
@JSON
def evaluate_command(
    session: Session,
    model: str | None,
    leaves_one_out: bool,
    n_folds: int | None,
    by_date: bool,
    share: float | None,
    seed: int,
    test_sources: tuple[Path, ...],
    positive: str | None,
    with_opponents: bool,
    budget_s: float,
    as_json: bool,
    **given: Any,
) -> None:
    """Evaluate a model by leave-one-out (exact and fast), by folds, or on a test set. A filter is instead tested by a
    replay of its documents by date: each is classified before it is learnt.

    \b
      bayleaf-cli evaluate mail.bayleaf
      bayleaf-cli evaluate mail.bayleaf --folds 10
      bayleaf-cli evaluate mail.bayleaf --by-date
      bayleaf-cli evaluate mail.bayleaf --hold-out 0.2
      bayleaf-cli evaluate news.bayleaf --opponents --budget 120
      bayleaf-cli evaluate news.bayleaf --test 20news-bydate-test --kind text
      bayleaf-cli evaluate --cluster tcp://scheduler:8786 /mail/later --model mail.model
    """
    if leaves_one_out + (n_folds is not None) + by_date + (share is not None) + bool(test_sources) > 1:
        raise click.UsageError("Choose one of --leave-one-out, --folds, --by-date, --hold-out and --test.")
    if with_opponents and test_sources:
        raise click.UsageError("--opponents are judged on the documents of the corpus; leave --test out.")
    order = EvaluationOrder(
        model=model,
        way=method_from_options(n_folds, share, by_date=by_date, has_test=bool(test_sources)),
        n_folds=n_folds or 10,
        seed=seed,
        test_sources=test_sources,
        options=source_options_from(given),
        positive=positive,
        share=DEFAULT_HELD_OUT_SHARE if share is None else share,
    )
    with job_context() as context:
        report = evaluate_model(session, order, context)
        found = compare_with_opponents(session, model, context, budget_s) if with_opponents else None
    if as_json:
        print_json(
            report_to_json(report)
            if found is None
            else {**report_to_json(report), "opponents": opponents_to_json(found)}
        )
        return
    print_report(report)
    if found is not None:
        print_opponents(found)


def method_from_options(n_folds: int | None, share: float | None, *, by_date: bool, has_test: bool) -> EvaluationMethod:
    """Return the evaluation method that the command's options select; without options, leave-one-out."""
    if has_test:
        return "test"
    if share is not None:
        return "share"
    if by_date:
        return "by-date"
    return "leave-one-out" if n_folds is None else "folds"


def opponents_to_json(found: Opponents) -> dict[str, Any]:
    return {
        "judged_by": "later documents" if found.is_in_time else "stretches left out",
        "documents": found.in_use.evaluation.documents,
        "budget_s": found.budget_s,
        "seconds": found.seconds,
        "models": [
            {
                "name": one.name,
                "in_use": one is found.in_use,
                "smoothing": one.recipe.smoothing,
                **fields_of(one.evaluation, ("accuracy", "log_loss", "ece")),
                "micro_f1": one.micro_f1,
                "macro_f1": one.evaluation.macro_f1,
                "only_in_use_right": one.against.n_only_first_right,
                "only_this_right": one.against.n_only_second_right,
                "p_value": one.against.p_value,
                "seconds": one.seconds,
            }
            for one in found.contenders
        ],
        "untried": list(found.untried_names),
        "stopped": found.is_stopped,
        "proposed": None if found.proposal is None else found.proposal.name,
        "sentence": comparison_sentence(found),
    }


def print_opponents(found: Opponents) -> None:
    click.echo()
    how = "later ones by what came before" if found.is_in_time else "left out by turns"
    print_message(f"{found.in_use.evaluation.documents:,} documents ({how}), within {found.budget_s:g} s:")
    is_several = found.in_use.micro_f1 is not None
    rows = [
        (
            f"{one.name} (in use)" if one is found.in_use else one.name,
            format_percent(one.evaluation.accuracy),
            f"{one.evaluation.log_loss:.4f}" if one.micro_f1 is None else format_percent(one.micro_f1),
            format_percent(one.evaluation.macro_f1 if is_several else one.evaluation.ece),
            "" if one is found.in_use else f"{one.against.n_only_second_right:,} : {one.against.n_only_first_right:,}",
            "" if one is found.in_use else format_p_value(one),
        )
        for one in found.contenders
    ]
    heads = ("all labels right", "micro F1", "macro F1") if is_several else ("right", "log loss", "calibration error")
    print_table(("model", *heads, "alone right : in use", "p"), rows)
    click.echo(comparison_sentence(found))
    if found.untried_names:
        print_message(f"{'Stopped before' if found.is_stopped else 'No time for'} {'; '.join(found.untried_names)}.")


def comparison_sentence(found: Opponents) -> str:
    """Return one sentence with the result of a comparison: the conclusion, the accuracies and the p-value."""
    finding, other = found.finding
    if other is None:
        return "None is better than the model in use by more than chance."
    theirs, mine = format_percent(other.evaluation.accuracy), format_percent(found.in_use.evaluation.accuracy)
    rights = f"{theirs} right, the model in use {mine}"
    if finding == "as-good":
        chance = format_p_value(other)
        return f"Plain naive Bayes is as good: {other.name} has {rights}, and that could be chance (p {chance})."
    head = f"{other.name} is better:" if finding == "better" else f"No textbook model is as good: {other.name} has"
    return f"{head} {rights}, which is more than chance (p {format_p_value(other)})."


def format_p_value(other: EvaluatedRecipe) -> str:
    """Return the p-value as text."""
    return f"= {other.against.p_value:.3f}" if other.against.p_value >= MIN_SHOWN_P else f"< {MIN_SHOWN_P}"


def print_several(report: EvaluationFigures, figures: MultiLabelEvaluation) -> None:
    print_message(f"{report.model}, {report.way}: {figures.n_documents:,} documents in {report.seconds:.1f} s")
    rows = [
        (label, *(format_percent(one[name]) for name in ("precision", "recall", "f1")), f"{int(one['support']):,}")
        for label, one in sorted(figures.per_label().items(), key=lambda pair: -pair[1]["support"])
    ]
    print_table(("label", "precision", "recall", "F1", "documents"), rows)
    click.echo(
        f"\nmicro F1 {format_percent(figures.micro_f1)}, macro F1 {format_percent(figures.macro_f1)}, all labels right "
        f"{format_percent(figures.subset_accuracy)}, answers wrong {format_percent(figures.hamming_loss)}"
    )
    if report.skipped:
        print_message(f"{count_text(report.skipped, 'document')} without a label: left out.")
    print_failures(report.failed)


def report_to_json(report: EvaluationFigures) -> dict[str, Any]:
    """Return the figures as a dict for JSON, with the documented keys."""
    if report.several is not None:
        return {**fields_of(report, REPORTED_FIELDS), **report.several.to_plain()}
    told = {**fields_of(report, REPORTED_FIELDS), **report.evaluation.to_plain()}
    if (branch := branch_accuracy_of(report)) is not None:
        told["branch_accuracy"] = branch
    return {**told, "promises": [promise_to_json(promise) for promise in report.promises]}


def promise_to_json(promise: FilingErrorLimit) -> dict[str, Any]:
    """Return an error limit for filing, and the errors that were measured at it in total and per label, as a dict for
    JSON.
    """
    labels = {
        each.label: {
            "judged": each.judged,
            "filed": each.sure,
            "wrong": each.wrong,
            "least_probability": each.least_probability,
        }
        for each in promise.labels
    }
    return {
        "one_in": promise.one_in,
        "needs": promise.fewest,
        "judged": promise.judged,
        "filed": promise.sure,
        "wrong": promise.wrong,
        "labels": labels,
    }


def print_promise(promise: FilingErrorLimit) -> None:
    """Print how many documents would be filed under an error limit, how many of them wrongly, and which labels would
    get none.
    """
    filed = f"it would file {promise.sure:,} of {promise.judged:,}, {promise.wrong:,} of them wrongly"
    if not promise.sure:
        filed = f"nothing yet; it takes {promise.fewest:,} documents of a label judged without a mistake"
    elif promise.labels_without_threshold:
        names = ", ".join(promise.labels_without_threshold[:SHOWN_LABELS])
        rest = len(promise.labels_without_threshold) - SHOWN_LABELS
        filed += f"; nothing yet of {names}{f' and {rest:,} more' if rest > 0 else ''}"
    click.echo(f"at most 1 in {promise.one_in:,} wrong: {filed}")


def print_report(report: EvaluationFigures) -> None:
    if report.several is not None:
        print_several(report, report.several)
        return
    evaluation = report.evaluation
    low, high = evaluation.accuracy_interval.low, evaluation.accuracy_interval.high
    way = METHOD_DESCRIPTIONS.get(report.way, report.way)
    print_message(f"{report.model}, {way}: {evaluation.documents:,} documents in {report.seconds:.1f} s")
    print_message(
        f"{format_percent(evaluation.accuracy)} right (95 % interval {format_percent(low)} – {format_percent(high)})"
    )
    rows = [
        (
            label,
            format_percent(scores.precision),
            format_percent(scores.recall),
            format_percent(scores.f1),
            f"{scores.support:,}",
        )
        for label, scores in evaluation.per_label.items()
    ]
    print_table(("label", "precision", "recall", "F1", "documents"), rows)
    click.echo()
    if len(evaluation.labels) <= WIDEST_MATRIX:
        confusion = zip(evaluation.labels, evaluation.confusion.tolist(), strict=True)
        counts = [(label, *(f"{count:,}" for count in row)) for label, row in confusion]
        print_table(("truth \\ judged", *evaluation.labels), counts)
        click.echo()
    click.echo(
        f"macro F1 {format_percent(evaluation.macro_f1)}, MCC {evaluation.mcc:.3f}, "
        f"log loss {evaluation.log_loss:.4f}, "
        f"Brier {evaluation.brier:.4f}, calibration error {format_percent(evaluation.ece)}"
    )
    if (branch := branch_accuracy_of(report)) is not None:
        click.echo(f"the outermost branch alone: {format_percent(branch)} right")
    if (found := evaluation.separation) is not None:
        click.echo(
            f"1-ROCA {found.one_minus_auc_percent:.4f} %, {report.positive} missed at 0.1 % of the others lost: "
            f"{format_percent(found.positives_missed_at_0_1_percent)}, others lost: {found.negatives_lost:,}"
        )
    for promise in report.promises:
        print_promise(promise)
    if report.skipped:
        print_message(f"{count_text(report.skipped, 'document')} without a label that the model knows: left out.")
    print_failures(report.failed)


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
def replay_command(
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

"""The commands `next`, `groups` and `label`: choose documents to label next, group documents, and give them labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.options import CORPUS, JSON, MODEL, SESSION, WORKSPACE
from app.cli.output import count_text, format_percent, job_context, print_json, print_line, print_table
from app.domain.documents import display_labels
from app.features.sort.use_cases import (
    QuestionBatch,
    RestPlan,
    find_unlabelled_groups,
    label_rest,
    next_documents,
    plan_rest,
)
from app.library.workspaces import set_labels_of_documents, set_multi_label
from app.store.workspace import Session


@click.command("next")
@SESSION
@CORPUS
@click.option("-n", "n_asked", type=click.IntRange(1, 1_000), default=10, help="How many documents.")
@JSON
def next_command(session: Session, corpus: str | None, n_asked: int, as_json: bool) -> None:
    """Show which documents to label next, each with the reason. Also estimate the accuracy of labels on the rest.

    One document in five is chosen at random; the accuracy is measured on these. Give the answers with `label`.

    \b
      bayleaf-cli next pile.bayleaf
      bayleaf-cli label pile.bayleaf 17 --label travel
    """
    with job_context() as context:
        batch = next_documents(session, corpus, n_asked, context)
    if as_json:
        print_json(questions_to_json(batch))
        return
    rows = [(f"{one.number}", one.title, likeliest_label_text(dict(one.labels)), one.reason) for one in batch.documents]
    print_table(("number", "title", "label", "reason"), rows, left=4)
    print_line(f"{count_text(batch.n_labelled, 'document')} with a label, {batch.n_unlabelled:,} without.")
    if batch.expected_accuracy is not None:
        low, high = format_percent(batch.low, 0), format_percent(batch.high, 0)
        print_line(
            f"Of those without, {format_percent(batch.expected_accuracy, 0)} would get the right label now "
            f"(between {low} and {high}; "
            f"measured on {batch.n_random_answers} drawn by chance)."
        )
    if batch.expected_gain is not None:
        print_line(f"Ten more answers would gain about {100 * batch.expected_gain:.1f} points.")
    if batch.has_enough_answers:
        print_line("More answers would change next to nothing.")
    for one in batch.suspects:
        print_line(f"Document {one.number} was called {one.label}; {one.n_alike} like it are {one.likelier}.")


def questions_to_json(batch: QuestionBatch) -> dict[str, Any]:
    documents = [
        {"id": one.number, "title": one.title, "path": one.path, "labels": dict(one.labels), "reason": one.reason}
        for one in batch.documents
    ]
    suspects = [
        {"id": one.number, "title": one.title, "label": one.label, "likelier": one.likelier, "alike": one.n_alike}
        for one in batch.suspects
    ]
    return {
        "documents": documents,
        "expected_gain": batch.expected_gain,
        "right": batch.expected_accuracy,
        "interval": [batch.low, batch.high],
        "drawn_by_chance": batch.n_random_answers,
        "labelled": batch.n_labelled,
        "unlabelled": batch.n_unlabelled,
        "is_enough": batch.has_enough_answers,
        "suspects": suspects,
    }


def likeliest_label_text(labels: dict[str, float]) -> str:
    return next((f"{name} {format_percent(share, 0)}" for name, share in labels.items()), "–")


@click.command("groups")
@SESSION
@CORPUS
@JSON
def groups_command(session: Session, corpus: str | None, as_json: bool) -> None:
    """Show groups of similar documents without a label, each named by its typical words.

    The core of a group contains the documents that clearly belong to it. Label the core in one step, and the others
    one by one.

    \b
      bayleaf-cli groups pile.bayleaf
      bayleaf-cli groups pile.bayleaf --json
    """
    with job_context() as context:
        name, groups = find_unlabelled_groups(session, corpus, context)
    if as_json:
        print_json({"corpus": name, "groups": groups})
        return
    rows = [
        (
            group.name + (" (new)" if group.is_new else ""),
            group.label or "–",
            ", ".join(map(str, group.typical)),
            f"{len(group.documents):,}",
            f"{len(group.core):,}",
        )
        for group in groups
    ]
    print_table(("group", "label so far", "typical", "documents", "core"), rows, left=3)


rest_limit_option = click.option(
    "--one-in",
    type=click.Choice(["20", "100", "1000"]),
    callback=lambda _context, _option, given: None if given is None else int(given),
    help="With --rest: at most one wrong label in this many is expected.  [default: 20]",
)


@click.command("label")
@WORKSPACE
@click.argument("numbers", nargs=-1, type=click.IntRange(min=1), metavar="ID...")
@click.option(
    "--label", "labels", multiple=True, metavar="L", help="A label. Repeatable if documents may have several."
)
@click.option("--none", "has_none", is_flag=True, help="Remove all labels.")
@click.option(
    "--takes", type=click.Choice(["several", "one"]), help="Set how many labels a document of the corpus may have."
)
@click.option("--rest", "is_rest", is_flag=True, help="Label all documents without a label by a trained model.")
@click.option(
    "--plan", "is_plan", is_flag=True, help="With --rest: show how many would get a label, and change nothing."
)
@rest_limit_option
@MODEL
@CORPUS
@JSON
def label_command(
    workspace: Path,
    numbers: tuple[int, ...],
    labels: tuple[str, ...],
    has_none: bool,
    takes: str | None,
    corpus: str | None,
    as_json: bool,
    **rest: Any,
) -> None:
    """Replace the labels of documents, which are named by their numbers.

    With --rest, a model labels the documents without a label where it is confident enough, in one undo step. Later
    training ignores the labels that a model gave.

    \b
      bayleaf-cli label mail.bayleaf 17 23 --label tax --label travel
      bayleaf-cli label mail.bayleaf 17 --none
      bayleaf-cli label mail.bayleaf --takes several
      bayleaf-cli label mail.bayleaf --rest --one-in 100 --plan
    """
    if rest.pop("is_rest"):
        if numbers or labels or has_none or takes is not None:
            raise click.UsageError("--rest labels all documents without a label; it takes no numbers and no labels.")
        label_unlabelled(workspace, corpus, as_json=as_json, **rest)
        return
    if rest["is_plan"] or rest["one_in"] is not None or rest["model"] is not None:
        raise click.UsageError("--plan, --one-in and --model belong to --rest.")
    if bool(labels) == has_none if numbers else labels or has_none or takes is None:
        raise click.UsageError("Name documents with --label or --none, or what the corpus --takes.")
    if takes is not None:
        set_multi_label(workspace, corpus, takes == "several")
    changed = set_labels_of_documents(workspace, numbers, labels) if numbers else 0
    if as_json:
        print_json({"changed": changed})
    else:
        print_line(f"{count_text(changed, 'document')} changed.")


COUNTS_AS_NONE_BELOW = 0.5
"""If the expected number of mistakes is smaller than this, the text says that hardly any are expected."""


def label_unlabelled(
    workspace: Path, corpus: str | None, model: str | None, one_in: int | None, *, is_plan: bool, as_json: bool
) -> None:
    with job_context() as context:
        plan = plan_rest(workspace, corpus, model, one_in, context)
        report = None if is_plan else label_rest(workspace, plan, context)
    changed, left = (0, plan.n_unlabelled) if report is None else (report.changed, report.left)
    if as_json:
        counts = {"changed": changed, "left": left}
        planned = {"labelled": plan.n_labelled, "expected_wrong": plan.expected_wrong, "labels": counts_by_label(plan)}
        print_json({**counts, **planned} if is_plan else counts)
        return
    print_table(("label", "documents"), [(label, f"{n:,}") for label, n in counts_by_label(plan).items()], left=1)
    about = f"about {round(plan.expected_wrong):,}" if plan.expected_wrong >= COUNTS_AS_NONE_BELOW else "hardly any"
    verb = "would get" if is_plan else "got"
    n_documents = count_text(plan.n_labelled if is_plan else changed, "document")
    print_line(f"{n_documents} {verb} a label; {about} of them are expected to be wrong.")
    print_line(f"{count_text(left, 'document')} without a label.")
    if plan.is_by_groups and plan.n_labelled:
        print_line(
            f"The estimate rests on {plan.n_answers:,} answers to single questions."
            if plan.n_answers
            else "Most labels were given to many documents at once, so more may be wrong than this: check a sample."
        )
    if plan.n_too_few_examples:
        print_line(
            f"Of {plan.n_too_few_examples:,} of these the likeliest label has too few documents to promise 1 in "
            f"{plan.one_in:,}: label at least {plan.n_verdicts_to_promise:,} of it by hand, and train again."
        )
    if plan.n_often_wrong:
        print_line(
            f"Of {plan.n_often_wrong:,} of these the likeliest label was wrong too often on held-out documents to "
            f"promise 1 in {plan.one_in:,}: label more documents or correct labels, and train again."
        )


def counts_by_label(plan: RestPlan) -> dict[str, int]:
    return {display_labels(label): len(numbers) for label, numbers in plan.numbers.items()}

"""The commands `info`, `check` and `compact` on a workspace."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from app.cli.options import JSON, WORKSPACE
from app.cli.output import (
    count_text,
    fields_of,
    format_percent,
    job_context,
    output_report,
    print_json,
    print_line,
    print_message,
    to_plain,
)
from app.domain.records import ModelRecord
from app.domain.sentences import problem_sentence
from app.library.recipes import FILTER
from app.library.workspaces import (
    WorkspaceReport,
    check,
    compact,
    report_workspace,
)


@click.command("info")
@WORKSPACE
@JSON
def info_command(workspace: Path, as_json: bool) -> None:
    """Show the corpora of a workspace, their labels, and the models."""
    output_report(report_workspace(workspace), report_to_json, print_info, as_json=as_json)


def report_to_json(report: WorkspaceReport) -> dict[str, Any]:
    info = report.info
    return {
        "path": info.path,
        "bytes": info.size_bytes,
        "version": info.version,
        "older": info.is_older,
        "documents": info.documents,
        "read_only": info.is_read_only,
        "corpora": [
            {
                "name": corpus.name,
                "kind": corpus.kind,
                "documents": n_documents,
                "takes_several_labels": corpus.takes_several,
                "labels": {label.name: label.documents for label in labels},
            }
            for corpus, labels, n_documents in report.corpora
        ],
        "models": [model_to_json(model) for model in report.models],
    }


def json_object(text: str) -> dict[str, Any]:
    """Parse a JSON object. Return {} if the stored text is damaged, which `check` reports."""
    try:
        value = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def model_to_json(model: ModelRecord) -> dict[str, Any]:
    recipe, evaluation = json_object(model.recipe), json_object(model.evaluation or "{}")
    return {
        **fields_of(model, ("name", "corpus", "behind")),
        "bytes": model.size_bytes,
        "accuracy": evaluation.get("accuracy"),
        "unlabelled": evaluation.get("unlabelled", 0),
        "recipe": recipe,
    }


def print_info(report: WorkspaceReport) -> None:
    """Print a summary for people."""
    info = report.info
    print_line(f"{info.path}: {count_text(info.documents, 'document')}, {info.size_bytes / 1e6:,.1f} MB")
    for corpus, labels, n_documents in report.corpora:
        labels_text = ", ".join(f"{label.name} {label.documents:,}" for label in labels)
        print_line(
            f"  {corpus.name} ({corpus.kind}): {count_text(n_documents, 'document')}; {labels_text or 'no labels'}"
        )
    for model in report.models:
        fields = model_to_json(model)
        behind = f", {count_text(model.behind, 'change')} behind" if model.behind else ""
        recipe = fields["recipe"]
        n_unlabelled = fields["unlabelled"]
        unlabelled = f"rests on {count_text(n_unlabelled, 'document')} without a label too, " if n_unlabelled else ""
        smoothing = None if recipe.get("learner") else recipe.get("smoothing")
        event_model = FILTER if recipe.get("learner") else recipe.get("event_model", "of an unknown kind")
        print_line(
            f"  model “{model.name}” of {model.corpus or 'no corpus'}: {event_model}, "
            f"{'' if smoothing is None else f'α = {smoothing:g}, '}{unlabelled}"
            f"{format_percent(fields['accuracy'])} right{behind}"
        )
    if info.is_older:
        print_line("  made by an older version of Bayleaf; a change brings it up to date and keeps a copy")
    if info.place:
        print_line(f"  on a {info.place} folder: a slower, safer journal is used")


@click.command("check")
@WORKSPACE
@click.option("--deep", "is_deep", is_flag=True, help="Also retrain every model from its corpus, and compare.")
@JSON
@click.pass_context
def check_command(click_context: click.Context, workspace: Path, is_deep: bool, as_json: bool) -> None:
    """Verify a workspace: the file, counts against documents, checksums, models. Exit status 1 if anything is wrong."""
    with job_context() as context:
        problems = check(workspace, context, is_deep=is_deep)
    if as_json:
        print_json({"sound": not problems, "problems": [to_plain(problem) for problem in problems]})
    else:
        for problem in problems:
            print_message(str(problem_sentence(problem)))
        print_message(
            f"{workspace} is sound." if not problems else f"{count_text(len(problems), 'problem')} in {workspace}."
        )
    click_context.exit(1 if problems else 0)


@click.command("compact")
@WORKSPACE
@JSON
def compact_command(workspace: Path, as_json: bool) -> None:
    """Erase deleted data, also from the models, with the undo history and the backups made before updates."""
    with job_context() as context:
        report = compact(workspace, context)
    if as_json:
        print_json(to_plain(report))
        return
    print_message(f"{report.bytes_before / 1e6:,.1f} MB before, {report.bytes_after / 1e6:,.1f} MB now.")
    if report.updated_models:
        print_message(f"Models that have forgotten what was deleted: {', '.join(report.updated_models)}.")
    if report.models_without_corpus:
        names = ", ".join(report.models_without_corpus)
        print_message(f"Models without a corpus keep what they learnt, until they are deleted: {names}.")
    if report.n_verdicts:
        print_message(
            f"The history still has {count_text(report.n_verdicts, 'verdict')} "
            "with paths and titles until it is cleared."
        )
    print_message("What was exported, copied or backed up before is not in this file and stays as it is.")

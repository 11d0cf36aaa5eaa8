"""`bayleaf-cli explain`: the full derivation of one verdict."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from app.cli.classifying import as_told as verdict_as_told
from app.cli.options import JSON, KIND, MODEL, WORKSPACE
from app.cli.output import percent, print_json
from app.cli.teaching import given_documents
from app.domain.results import SheetLabel, SheetStep
from app.services.explaining import Explained, explain_documents


@click.command("explain")
@WORKSPACE
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@MODEL
@KIND
@click.option(
    "--steps", "n_steps", type=click.IntRange(1), metavar="N", help="Show the N strongest steps of each label."
)
@JSON
def command(workspace: Path, file: Path, model: str | None, kind: str, n_steps: int | None, as_json: bool) -> None:
    """Derive the verdict on a FILE, or on standard input (-): counts, smoothing, fractions, logarithms, sums.

    \b
      bayleaf-cli explain mail.bayleaf new.eml
      echo "cheap offer" | bayleaf-cli explain mail.bayleaf - --steps 10
    """
    found = explain_documents(workspace, model, given_documents([file], kind))
    if as_json:
        told = [as_told(explained) for explained in found]
        print_json(told[0] if len(told) == 1 else {"documents": told})
        return
    for explained in found:
        print_derivation(explained, n_steps)


def as_told(explained: Explained) -> dict[str, Any]:
    """The derivation in plain values; fractions as text, exactly."""
    sheet = explained.sheet
    return {
        "model": explained.model,
        "event_model": explained.event_model,
        "smoothing": explained.smoothing,
        "verdict": verdict_as_told(explained.verdict),
        "labels": [label_as_told(label) for label in sheet.labels],
        "log_total": sheet.log_total,
        "probabilities": sheet.probabilities,
        "exact": sheet.exact,
        "underflows": sheet.underflows,
        "flips_without": list(explained.flipping_words),
        "flips_to": explained.flipped_label,
    }


def label_as_told(label: SheetLabel) -> dict[str, Any]:
    return {
        "label": label.label,
        "prior": None if label.prior is None else step_as_told(label.prior),
        "steps": [step_as_told(step) for step in label.steps],
        "absent_words": label.n_absent,
        "absent": label.absent,
        "score": label.score,
        "exact": label.exact,
    }


def step_as_told(step: SheetStep) -> dict[str, Any]:
    return {
        "name": step.name,
        "kind": step.kind,
        "count": step.count,
        "working": dict(step.working),
        "log": step.log,
        "term": step.term,
    }


def print_derivation(explained: Explained, n_steps: int | None) -> None:
    """Print the sheet a person can follow with a pencil."""
    verdict, sheet = explained.verdict, explained.sheet
    click.echo(f"{explained.model}: {explained.event_model}, α = {explained.smoothing:g}")
    for label in sheet.labels:
        print_label(label, n_steps)
    click.echo(f"\nlog Σ exp(score) = {sheet.log_total:.6f}")
    if sheet.underflows:
        click.echo(
            "The plain products are all too small for a computer: 0/0. That is why logarithms are added instead."
        )
    for number, label in enumerate(sheet.labels):
        share = None if sheet.probabilities is None else sheet.probabilities[number]
        exact = "" if sheet.exact_short is None else f" = {sheet.exact_short[number]}"
        click.echo(f"P({label.label} | document) = {percent(share, 6)}{exact}")
    click.echo(f"Verdict: {verdict.label or 'undecided'}, {percent(verdict.probability, 1)} after calibration")
    if explained.flipping_words:
        words = ", ".join(explained.flipping_words)
        click.echo(f"Without {words} it would be {explained.flipped_label or 'undecided'}.")


def print_label(label: SheetLabel, n_steps: int | None) -> None:
    """Print how one label comes to its score."""
    click.echo(f"\n{label.label}")
    if label.prior is not None:
        print_step("prior", label.prior.log, label.prior.formula)
    steps = label.steps if n_steps is None else sorted(label.steps, key=lambda step: -abs(step.term))[:n_steps]
    for step in steps:
        times = "" if step.count == 1 else f" × {step.count:g}"
        print_step(f"{step.name}{times}", step.term, step.formula)
    left_out = len(label.steps) - len(steps)
    if left_out:
        print_step(f"{left_out:,} more", label.score - shown_sum(label, steps), "")
    if label.n_absent:
        print_step(f"{label.n_absent:,} absent words", label.absent, "")
    print_step("score", label.score, "" if label.exact_short is None else f"= log {label.exact_short}")


def shown_sum(label: SheetLabel, steps: Sequence[SheetStep]) -> float:
    """What is printed of a label's score, but for the steps that are summed up."""
    prior = 0.0 if label.prior is None else label.prior.log
    return prior + label.absent + sum(step.term for step in steps)


def print_step(name: str, value: float, working: str) -> None:
    click.echo(f"  {value:+14.6f}  {name:<28}  {working}".rstrip())

"""Verdicts and lessons as the command line tells them: as JSON under the names of its contract, or as lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from app.cli.output import counted, fields_of, percent, plain, print_json, say, terminal_line
from app.domain.use_case_results import LearningReport, Verdict, adding_up

TOLD = ("path", "member", "label", "probability", "raw", "log_joint", "unknown_share", "score", "error", "rest")
PLACES = 3
"""Of what a word adds."""
HAM, SPAM, UNSURE, ERROR = range(4)
"""Exit statuses that tell a verdict, as bogofilter has them."""


def tell_verdicts(model: str, verdicts: list[Verdict], *, as_json: bool) -> None:
    """Print the verdicts of a model."""
    if as_json:
        print_json({"model": model, "verdicts": [as_told(verdict) for verdict in verdicts]})
        return
    for verdict in verdicts:
        print_verdict(verdict)


def status_of(verdicts: Sequence[Verdict | None], spam_label: str | None) -> int:
    """The exit status that says what the documents are; of several, the first that holds of spam, unsure, no spam."""
    if spam_label is None:
        say("No label of the model is named like spam, so that no exit status can tell.")
        return ERROR
    if not verdicts or any(verdict is not None and verdict.error is not None for verdict in verdicts):
        return ERROR
    sure = [verdict.label for verdict in verdicts if verdict is not None and not verdict.is_unsure]
    if spam_label in sure:
        return SPAM
    return UNSURE if len(sure) < len(verdicts) or None in sure else HAM


def as_told(verdict: Verdict) -> dict[str, Any]:
    """A verdict under the names of the command line's contract."""
    told = fields_of(verdict, TOLD)
    told |= {"unsure": verdict.is_unsure, "unlike": verdict.is_unlike}
    told["contributions"] = [
        {"word": term.word, "count": term.count, "term": term.term} | ({} if term.said is None else {"says": term.said})
        for term in verdict.terms
    ]
    if verdict.rest_said is not None:
        told["rest_says"] = verdict.rest_said
    if verdict.labels is not None:
        told["labels"] = [
            {"label": one.label, "probability": one.probability, "sure": one.is_sure} for one in verdict.labels
        ]
    if verdict.branch is not None:
        told["branch"] = {"label": verdict.branch.label, "probability": verdict.branch.probability, "sure": True}
    if verdict.against is not None:
        told |= {
            "against": verdict.against,
            "prior": verdict.prior_term,
            "absent": verdict.absent_term,
            "odds": verdict.odds,
        }
    return told


def print_verdict(verdict: Verdict) -> None:
    """Print a line for a verdict, and one for each of its words."""
    name = f"{verdict.path}, {verdict.member}" if verdict.member else verdict.path
    if verdict.error is not None:
        say(f"{name}: {verdict.error}")
        return
    marks = [mark for mark, is_so in (("unsure", verdict.is_unsure), ("unlike", verdict.is_unlike)) if is_so]
    if verdict.branch is not None:
        marks.append(f"sure of {verdict.branch.label}")
    label, share = verdict.label or "undecided", percent(verdict.probability, 1)
    if verdict.labels is not None:
        label = ", ".join(one.label for one in verdict.labels) or "no label"
        share = ", ".join(percent(one.probability, 1) for one in verdict.labels) or share
    cells = [label, share, ",".join(marks), name]
    click.echo("\t".join(terminal_line(cell) for cell in cells))
    if verdict.against is None:
        return
    is_fitted, total = verdict.rest_said is not None, verdict.odds or 0.0
    words = [f"{term.word} × {term.count:.3g}" if term.count != 1 else term.word for term in verdict.terms]
    rows: list[tuple[str, float, float | None]] = [
        ("before any word" if verdict.is_by_filter or is_fitted else "prior", verdict.prior_term, None),
        *([("absent words", verdict.absent_term, None)] if verdict.absent_term else []),
        *((word, term.term, term.said) for word, term in zip(words, verdict.terms, strict=True)),
        ("all other words", verdict.rest, verdict.rest_said),
    ]
    shown = adding_up([value for _, value, _ in rows], total, PLACES)
    if is_fitted:
        click.echo(f"  {'says':>10}  {'counts':>10}")
    rows.append((f"log-odds of {verdict.label or 'the first'} against {verdict.against}", total, verdict.said))
    for (name, _, said), value in zip(rows, [*shown, total], strict=True):
        before = f"  {'' if said is None else f'{said:+.{PLACES}f}':>10}" if is_fitted else ""
        click.echo(f"{before}  {value:+10.{PLACES}f}  {terminal_line(name)}")


def tell_learnt(report: LearningReport, verb: str, *, as_json: bool) -> None:
    """Say what a lesson changed."""
    if as_json:
        told = plain(report)
        print_json({"hash": told.pop("canonical_hash"), **told})
        return
    unchanged = report.documents - report.changed
    rest = f"; {unchanged:,} changed nothing" if unchanged else ""
    say(f"“{report.model}” has {verb} {counted(report.changed, 'document')} under {report.label}{rest}.")
    if report.doubted:
        lessons = counted(report.doubted, "lesson")
        say(f"{lessons} contradict what the filter knows, and count for little until others agree.")

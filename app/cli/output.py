"""Output of the commands: JSON on standard output, progress and messages on standard error."""

from __future__ import annotations

import dataclasses
import math
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click

from app.domain.documents import one_line
from app.domain.jobs import JobContext, Unattended
from app.domain.json_text import json_text
from app.domain.results import LearningReport, Verdict, adding_up, percentage

Report = TypeVar("Report")


def hand_over(
    report: Report, told: Callable[[Report], Mapping[str, Any]], show: Callable[[Report], object], *, as_json: bool
) -> None:
    """Give what came of a command to a script as one JSON object, or show it to a person."""
    if as_json:
        print_json(told(report))
    else:
        show(report)


def print_json(told: Mapping[str, Any]) -> None:
    """Print one JSON object. JSON knows no infinities and no NaN: they are null."""
    click.echo(json_text(plain(told)))


def plain(value: Any) -> Any:
    """Turn records, paths and numbers that JSON does not know into what it knows."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    return value


def fields_of(record: Any, names: Iterable[str]) -> dict[str, Any]:
    """The fields of a record that a command tells, in this order."""
    return {name: getattr(record, name) for name in names}


def counted(number: int, thing: str) -> str:
    """A number with what is counted, of which there may be but one."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def terminal_line(text: str) -> str:
    """Return words that strangers wrote as one line that a terminal can hold."""
    return one_line(text.encode("utf-8", "replace").decode("utf-8"))


def tell(sentence: str) -> None:
    """Print one line of what a command was asked for."""
    click.echo(terminal_line(sentence))


def say(sentence: str) -> None:
    """Tell a person something, out of the way of standard output."""
    click.echo(terminal_line(sentence), err=True)


def print_table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], *, left: int = 1) -> None:
    """Print aligned columns; the first `left` of them to the left, the rest, numbers, to the right."""
    lines = [[terminal_line(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for row in lines:
        cells = [
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())


def percent(share: float | None, decimals: int = 2) -> str:
    if share is None or not math.isfinite(share):
        return "–"
    return f"{percentage(share, decimals):.{decimals}f} %"


@contextmanager
def job_context() -> Iterator[JobContext]:
    """Show progress where somebody is watching; the library that draws it takes as long to load as a mail to judge."""
    if not sys.stderr.isatty():
        yield Unattended()
        return
    with import_module("app.cli.progress_bar").bar_context() as context:
        yield context


def end_on_signals(stop: Callable[[], object]) -> None:
    """Have what stays end when it is told to, or by Ctrl+C."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop())


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

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
from app.domain.jobs import JobContext, NoOpJobContext
from app.domain.results import DocumentVerdict, LearningReport, round_to_sum, share_to_percent
from app.domain.streams import to_json_text

Report = TypeVar("Report")


def output_report(
    report: Report, to_json: Callable[[Report], Mapping[str, Any]], show: Callable[[Report], object], *, as_json: bool
) -> None:
    """Print a command's result as one JSON object with `to_json`, or as text with `show`."""
    if as_json:
        print_json(to_json(report))
    else:
        show(report)


def print_json(fields: Mapping[str, Any]) -> None:
    """Print one JSON object. Infinities and NaN, which JSON does not have, become null."""
    click.echo(to_json_text(to_plain(fields)))


def to_plain(value: Any) -> Any:
    """Convert dataclasses, paths, bytes and non-finite numbers to JSON types, recursively."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(inner) for inner in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    return value


def fields_of(record: Any, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields `names` of a record as a dict, in this order."""
    return {name: getattr(record, name) for name in names}


def count_text(number: int, thing: str) -> str:
    """Return a number with its noun: "1 document" or "2,000 documents"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def to_terminal_line(text: str) -> str:
    """Return untrusted text as one line without control characters or lone surrogates."""
    return one_line(text.encode("utf-8", "replace").decode("utf-8"))


def print_line(sentence: str) -> None:
    """Print one line of the result to standard output."""
    click.echo(to_terminal_line(sentence))


def print_message(sentence: str) -> None:
    """Print a message for people to standard error."""
    click.echo(to_terminal_line(sentence), err=True)


def print_table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], *, left: int = 1) -> None:
    """Print aligned columns: the first `left` columns left-aligned, the others (numbers) right-aligned."""
    lines = [[to_terminal_line(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for row in lines:
        cells = [
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())


def format_percent(share: float | None, decimals: int = 2) -> str:
    if share is None or not math.isfinite(share):
        return "–"
    return f"{share_to_percent(share, decimals):.{decimals}f} %"


@contextmanager
def job_context() -> Iterator[JobContext]:
    """Context manager: yield a job context that draws a progress bar if standard error is a terminal.

    Otherwise no progress is drawn, and rich is not imported, because its import takes as long as classifying a mail.
    """
    if not sys.stderr.isatty():
        yield NoOpJobContext()
        return
    with import_module("app.cli.progress_bar").draw_progress_bar() as context:
        yield context


def end_on_signals(stop: Callable[[], object]) -> None:
    """Call `stop` when SIGTERM or SIGINT arrives."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop())


VERDICT_FIELDS = (
    "path",
    "member",
    "label",
    "probability",
    "raw",
    "log_joint",
    "unknown_share",
    "score",
    "error",
    "rest",
)
LOG_ODDS_DECIMALS = 3
"""Decimal places of log-odds."""
HAM, SPAM, UNSURE, ERROR = range(4)
"""Exit statuses for verdicts, the same as bogofilter's."""


def print_verdicts(model: str, verdicts: list[DocumentVerdict], *, as_json: bool) -> None:
    if as_json:
        print_json({"model": model, "verdicts": [verdict_to_json(verdict) for verdict in verdicts]})
        return
    for verdict in verdicts:
        print_verdict(verdict)


def exit_status_of(verdicts: Sequence[DocumentVerdict | None], spam_label: str | None) -> int:
    """Return the exit status for verdicts: the first of ERROR, SPAM, UNSURE and HAM that occurs among them."""
    if spam_label is None:
        print_message("No label of the model is named like spam, so that no exit status can tell.")
        return ERROR
    if not verdicts or any(verdict is not None and verdict.error is not None for verdict in verdicts):
        return ERROR
    sure = [verdict.label for verdict in verdicts if verdict is not None and not verdict.is_unsure]
    if spam_label in sure:
        return SPAM
    return UNSURE if len(sure) < len(verdicts) or None in sure else HAM


def verdict_to_json(verdict: DocumentVerdict) -> dict[str, Any]:
    """Convert a verdict to the documented JSON fields."""
    fields = fields_of(verdict, VERDICT_FIELDS)
    fields |= {"unsure": verdict.is_unsure, "unlike": verdict.is_unlike}
    fields["contributions"] = [
        {"word": term.word, "count": term.count, "term": term.term}
        | ({} if term.said is None else {"says": term.said})
        | ({} if term.unlabelled is None else {"unlabelled": term.unlabelled})
        for term in verdict.terms
    ]
    if verdict.rest_said is not None:
        fields["rest_says"] = verdict.rest_said
    if verdict.labels is not None:
        fields["labels"] = [
            {"label": item.label, "probability": item.probability, "sure": item.is_sure} for item in verdict.labels
        ]
    if verdict.branch is not None:
        fields["branch"] = {"label": verdict.branch.label, "probability": verdict.branch.probability, "sure": True}
    if verdict.against is not None:
        fields |= {
            "against": verdict.against,
            "prior": verdict.prior_term,
            "absent": verdict.absent_term,
            "odds": verdict.odds,
        }
    return fields


def print_verdict(verdict: DocumentVerdict) -> None:
    """Print a verdict in one line, followed by one line per explained word."""
    name = f"{verdict.path}, {verdict.member}" if verdict.member else verdict.path
    if verdict.error is not None:
        print_message(f"{name}: {verdict.error}")
        return
    marks = [mark for mark, applies in (("unsure", verdict.is_unsure), ("unlike", verdict.is_unlike)) if applies]
    if verdict.branch is not None:
        marks.append(f"sure of {verdict.branch.label}")
    label, share = verdict.label or "undecided", format_percent(verdict.probability, 1)
    if verdict.labels is not None:
        label = ", ".join(item.label for item in verdict.labels) or "no label"
        share = ", ".join(format_percent(item.probability, 1) for item in verdict.labels) or share
    cells = [label, share, ",".join(marks), name]
    click.echo("\t".join(to_terminal_line(cell) for cell in cells))
    if verdict.against is None:
        return
    is_fitted, total = verdict.rest_said is not None, verdict.odds or 0.0
    words = [f"{term.word} × {term.count:.3g}" if term.count != 1 else term.word for term in verdict.terms]
    rows: list[tuple[str, float, float | None]] = [
        ("starting point" if verdict.is_by_filter or is_fitted else "prior", verdict.prior_term, None),
        *([("absent words", verdict.absent_term, None)] if verdict.absent_term else []),
        *((word, term.term, term.said) for word, term in zip(words, verdict.terms, strict=True)),
        ("all other words", verdict.rest, verdict.rest_said),
    ]
    shown = round_to_sum([value for _, value, _ in rows], total, LOG_ODDS_DECIMALS)
    if is_fitted:
        click.echo(f"  {'alone':>10}  {'here':>10}")
    rows.append((f"log-odds of {verdict.label or 'the first'} against {verdict.against}", total, verdict.plain_sum))
    for (name, _, said), value in zip(rows, [*shown, total], strict=True):
        naive_column = f"  {'' if said is None else f'{said:+.{LOG_ODDS_DECIMALS}f}':>10}" if is_fitted else ""
        click.echo(f"{naive_column}  {value:+10.{LOG_ODDS_DECIMALS}f}  {to_terminal_line(name)}")


def print_learning_report(report: LearningReport, verb: str, *, as_json: bool) -> None:
    """Print how many documents a model learnt or forgot."""
    if as_json:
        fields = to_plain(report)
        print_json({"hash": fields.pop("canonical_hash"), **fields})
        return
    unchanged = report.documents - report.changed
    rest = f"; {unchanged:,} changed nothing" if unchanged else ""
    print_message(f"“{report.model}” has {verb} {count_text(report.changed, 'document')} under {report.label}{rest}.")
    if report.doubted:
        lessons = count_text(report.doubted, "lesson")
        print_message(f"{lessons} contradict what the filter knows, and count for little until others agree.")

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
from app.domain.use_case_results import percentage

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

"""A progress bar for terminals. Only this module imports rich, which is slow to import."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

from app.domain.jobs import JobContext

REDRAW_S = 0.1
"""Minimum time between two redraws, in seconds."""


class TerminalProgressBar:
    """A JobContext that draws a progress bar on a terminal."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress, self._task, self._drawn_s = progress, task, 0.0

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Redraw the bar, at most every REDRAW_S seconds. Never raises Cancelled, because Ctrl+C ends the command."""
        now = time.monotonic()
        if now - self._drawn_s < REDRAW_S and done < total:
            return
        self._drawn_s = now
        self._progress.update(self._task, completed=done, total=total or None, description=phase or "working")


@contextmanager
def draw_progress_bar() -> Iterator[JobContext]:
    """Draw a progress bar on standard error while the block runs."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield TerminalProgressBar(progress, progress.add_task("working", total=None))

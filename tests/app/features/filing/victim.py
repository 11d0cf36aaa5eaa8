"""A program that files away, or brings back, and kills itself after so many steps on the disk."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.domain.jobs import NoOpJobContext
from app.features.filing.plan import Filing, make_filing_plan
from app.features.filing.use_cases import file_away, undo

STEPS = ("link", "rename", "replace", "unlink", "fsync", "open", "mkdir")


def main(workspace: Path, root: Path, source: Path, work: str, n_steps: int) -> None:
    files = sorted(source.iterdir())
    filings = [
        Filing(number, str(path), label="spam", script="Latin" if path.suffix == ".pdf" else "")
        for number, path in enumerate(files)
    ]
    plan = make_filing_plan(filings, root, context=NoOpJobContext())
    if work == "undo":
        file_away(workspace, plan, NoOpJobContext())
    kill_after(n_steps)
    if work == "undo":
        undo(workspace, None, NoOpJobContext())
    else:
        file_away(workspace, plan, NoOpJobContext())


def kill_after(n_steps: int) -> None:
    """Count every call that changes the disk, and be killed before one of them."""
    left = n_steps
    system_open = os.open

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*arguments: Any, **named: Any) -> Any:
            nonlocal left
            if call is system_open and not arguments[1] & os.O_CREAT:
                return call(*arguments, **named)
            if left == 0:
                os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
            left -= 1
            return call(*arguments, **named)

        return counting

    for name in STEPS:
        setattr(os, name, counted(getattr(os, name)))

"""Job context: the object through which a long function reports its progress and learns that it was cancelled."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

WORKERS_VARIABLE, MAX_WORKERS = "BAYLEAF_WORKERS", 64
"""Environment variable that overrides the number of reader processes, and the largest value it may have."""


PHASES = (
    "checking counts", "checking interrupted file moves", "checking references", "checking sizes", "checking texts",
    "checking the file", "checking the index", "choosing how words are counted", "choosing the smoothing",
    "classifying", "classifying unlabelled documents", "counting the collection again", "counting words",
    "erasing the deleted data", "evaluating", "filing away", "grouping", "importing", "judging", "labelling",
    "learning", "learning changed documents", "learning documents one after another", "looking for the cluster",
    "looking for the files to read", "moving files back", "naming", "planning", "reading counts", "rendering",
    "replaying", "rewriting counts", "rewriting the file", "saving a copy", "saving the model", "searching",
    "storing documents", "testing each document with a model trained on the others",
    "testing each label with models trained on the other documents",
    "testing each mail without others from its sender or list", "testing on later documents", "testing other models",
    "testing smoothing values", "testing vocabulary sizes", "testing whether unlabelled documents help",
    "waiting for workers", "weighing documents", "weighing words", "writing",
)  # fmt: skip
"""Every phase that a job may report. The window translates them; the command line prints them as they are."""


class Cancelled(Exception):
    """Raised by a checkpoint when the person cancelled the job."""


@dataclass(frozen=True, slots=True)
class LockWait:
    """How long a job waits while another program has locked the workspace for writing, and how it reports the wait."""

    timeout_ms: int
    report_wait: Callable[[str], object]
    """Function that is called about once a second during the wait, with the file's name. It may raise Cancelled."""


MAX_LOCK_WAIT_MS = 120_000
LOCK_WAIT: ContextVar[LockWait | None] = ContextVar("LOCK_WAIT", default=None)
"""How the current job of the window or a command waits for another program: the wait is shown and can be cancelled.
None in the mail daemon, which waits at most ten seconds.
"""


class JobContext(Protocol):
    """Protocol of the object through which a job reports its progress and is cancelled. Jobs take it as last
    argument.
    """

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Report that `done` of `total` steps are finished. Raise Cancelled if the person cancelled the job.

        Call it at least every 200 ms. A total of 0 means that the amount of work is not known yet. `phase` is one of
        `PHASES`.
        """


class NoOpJobContext:
    """A JobContext that reports nothing and never cancels the job."""

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Do nothing."""


class TimeLimit:
    """A JobContext that raises Cancelled after a number of seconds."""

    def __init__(self, seconds: float) -> None:
        self._ends_s = time.monotonic() + seconds

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:  # noqa: ARG002
        """Raise Cancelled if the time limit is exceeded. The arguments are ignored."""
        if time.monotonic() > self._ends_s:
            raise Cancelled

"""The context of a long piece of work: a place to report progress, and a way to be stopped."""

from __future__ import annotations

from typing import Protocol

WORKERS_VARIABLE, MOST_WORKERS = "BAYLEAF_WORKERS", 64
"""The variable of the environment that says how many processes read files, where that is not left to the program."""


class Cancelled(Exception):
    """The person asked the job to stop."""


class JobContext(Protocol):
    """Handed to a job as its last argument."""

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Report progress; raise Cancelled if the job should stop. Due at least every 200 ms.

        A total of 0 means that nobody knows yet how much there is.
        """


class Unattended:
    """A JobContext for code that nobody watches: it reports nothing and never stops."""

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Go on: nobody is told, and nobody stops this."""

"""A workspace that tells two kinds of papers and mail apart, a folder that is watched, and a clock that tests turn."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app.domain.jobs import NoOpJobContext
from app.domain.records import Arrival, WatchedPlace, WatchRules
from app.features.inbox.watching import Watcher
from tests.app.letters import workspace

__all__ = ["workspace"]

NOBODY = NoOpJobContext()


@dataclass
class Clock:
    """Time that passes when a test says so."""

    now_s: float = 1000.0

    def __call__(self) -> float:
        return self.now_s


@dataclass
class Watch:
    """A watcher of some places, and the arrivals that it has returned."""

    watcher: Watcher
    clock: Clock
    arrivals: list[Arrival] = field(default_factory=list)

    def check_places(self, after_s: float = 0.0) -> tuple[Arrival, ...]:
        """Let time pass, check the places, and return the arrivals."""
        self.clock.now_s += after_s
        found = self.watcher.check_places(NOBODY).arrivals
        self.arrivals += found
        return found

    def check_twice(self) -> tuple[Arrival, ...]:
        """Check now, and again when all files are quiet."""
        return (*self.check_places(), *self.check_places(after_s=6))


MakeWatch = Callable[..., Watch]


@pytest.fixture
def watch(workspace: Path) -> MakeWatch:
    """Watch places from now on."""

    def made(
        *paths: Path,
        file_to: Path | None = None,
        rules: WatchRules | None = None,
        is_trial: bool = False,
        existing: bool = False,
        **how: Any,
    ) -> Watch:
        places = [WatchedPlace(str(path), str(file_to or ""), is_trial=is_trial, **how) for path in paths]
        clock = Clock()
        watcher = Watcher(workspace, places, rules or WatchRules(), clock=clock)
        watched = Watch(watcher, clock)
        watched.check_places()
        return watched

    return made


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """A Maildir."""
    for part in ("cur", "new", "tmp"):
        (tmp_path / "inbox" / part).mkdir(parents=True)
    return tmp_path / "inbox"


def deliver(inbox: Path, name: str, mail: bytes) -> Path:
    """Deliver a mail as mail servers do: written in tmp, then renamed."""
    (inbox / "tmp" / name).write_bytes(mail)
    os.rename(inbox / "tmp" / name, inbox / "new" / name)
    return inbox / "new" / name


def names(folder: Path) -> list[str]:
    """All files below a folder."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())

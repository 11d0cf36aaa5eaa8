"""A workspace that tells two kinds of papers and mail apart, a folder that is watched, and a clock that tests turn."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app.domain.arrivals import Arrival, WatchedPlace, WatchRules
from app.domain.documents import SourceOptions
from app.domain.jobs import Unattended
from app.services.library.importing import ImportOrder, import_sources
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder, train
from app.services.watching.one_look import Watcher
from tests.app.judge.letters import letter

N_OF_EACH = 12
NOBODY = Unattended()


@pytest.fixture(scope="session")
def trained_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace, made once; tests get copies."""
    folder = tmp_path_factory.mktemp("watched")
    for label in ("spam", "ham"):
        (folder / "mail" / label).mkdir(parents=True)
        for number in range(N_OF_EACH):
            (folder / "mail" / label / f"{number}.eml").write_bytes(letter(label, number))
    workspace = folder / "mail.bayleaf"
    import_sources(workspace, ImportOrder((folder / "mail",), SourceOptions(kind="mail"), "Mail"), NOBODY)
    train(workspace, TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="1.0"), "Mail"), NOBODY)
    return workspace


@pytest.fixture
def workspace(trained_once: Path, tmp_path: Path) -> Path:
    """A workspace of a test's own."""
    return Path(shutil.copy(trained_once, tmp_path / "mail.bayleaf"))


@dataclass
class Clock:
    """Time that passes when a test says so."""

    now_s: float = 1000.0

    def __call__(self) -> float:
        return self.now_s


@dataclass
class Watch:
    """A watcher of some places, and what it has told."""

    watcher: Watcher
    clock: Clock
    told: list[Arrival] = field(default_factory=list)

    def look(self, after_s: float = 0.0) -> tuple[Arrival, ...]:
        """Let time pass, look, and return what arrived."""
        self.clock.now_s += after_s
        found = self.watcher.look(NOBODY).arrivals
        self.told += found
        return found

    def settle(self) -> tuple[Arrival, ...]:
        """Look now and when all is quiet."""
        return (*self.look(), *self.look(after_s=6))


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
        watched.look()
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

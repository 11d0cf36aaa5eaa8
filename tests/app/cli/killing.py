"""Commands killed in the middle: what is left must be whole, and doing it again must end where it would have ended."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.domain.documents import SourceOptions
from app.domain.errors import NotAWorkspace
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.workspaces import check, report_workspace
from app.store.workspace import Workspace

ROOT = Path(__file__).parents[3]
REQUEST = RecipeRequest(event_model="multinomial", smoothing="0.5")


@dataclass(frozen=True, slots=True)
class Killed:
    """A command that was killed, and after how long."""

    command: str
    seconds: float
    was_running: bool


def write_mails(folder: Path, n_mails: int, seed: int = 1) -> Path:
    """Made-up mails, half of them spam, in a folder for each label."""
    dice = random.Random(seed)
    words = [f"word{number}" for number in range(2_000)]
    for number in range(n_mails):
        label = ("ham", "spam")[number % 2]
        text = " ".join(dice.choices(words[(number % 2) * 500 :], k=150))
        path = folder / label / f"{number:05}.eml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"From: someone{number}@example.org\nSubject: {words[number % 2000]}\n\n{text}\n")
    return folder


def kill_in_the_middle(command: Sequence[object], seconds: float) -> Killed:
    """Start a command in a process group of its own and kill it, workers and all, after so long."""
    arguments = [sys.executable, "-m", "app.cli", *map(str, command)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        arguments, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    time.sleep(seconds)
    was_running = process.poll() is None
    if was_running:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return Killed(str(command[0]), seconds, was_running)


def finished_hash(workspace: Path, mails: Path) -> str:
    """Do everything again to its end, and say what the model then holds."""
    import_sources(workspace, ImportRequest((mails,), SourceOptions(), "Mail"), NoOpJobContext())
    return train(workspace, TrainingOrder(REQUEST, "Mail", "Filter"), NoOpJobContext()).canonical_hash


def wrong_with(workspace: Path) -> list[str]:
    """Return the problems that `check` finds; none where the workspace was not even begun."""
    if not is_begun(workspace):
        return []
    return [f"{problem.code}: {problem.detail}" for problem in check(workspace, NoOpJobContext())]


def is_begun(workspace: Path) -> bool:
    """Return whether there is a workspace: a kill while one is made leaves an empty file, or what SQLite makes empty
    again."""
    if not workspace.exists():
        return False
    with suppress(NotAWorkspace), Workspace(workspace, read_only=True):
        return True
    return workspace.stat().st_size > 0


def half_imports(workspace: Path) -> int:
    """Documents of imports that never settled must not be seen: all or none."""
    return report_workspace(workspace).info.documents if is_begun(workspace) else 0

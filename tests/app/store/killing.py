"""Kill a program at some moment and see what is left of its workspace."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from app.store.schema import STEPS
from app.store.workspace import Workspace
from tests.app.store.made_up import RULES, bags, contents, counted, imported, mails, recounted
from tests.app.store.victim import BATCH, N_MAILS, long_step

ROOT = Path(__file__).parents[3]
LONGEST_S = {"import": 0.2, "correction": 0.5, "edit": 0.6, "migration": 0.2}
"""About how long each kind of work takes from its first line to its last; moments are drawn from this."""


def killed_after(path: Path, work: str, seconds: float) -> list[str]:
    """Start a program, kill it so long after it is ready, and return its promises."""
    with ready_victim(path, work) as (victim, output):
        time.sleep(seconds)
        victim.kill()
        return output.read().split()


def measure_work(path: Path, work: str) -> float:
    """Let a program do its work to the end; return how many seconds that took."""
    with ready_victim(path, work) as (victim, _):
        began_s = time.monotonic()
        assert victim.wait() == 0
        return time.monotonic() - began_s


@contextmanager
def ready_victim(path: Path, work: str) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """Start a program, and wait until it has loaded its modules."""
    command = [sys.executable, "-m", "tests.app.store.victim", str(path), work]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as victim:
        assert victim.stdout is not None
        assert victim.stdout.readline() == "ready\n"
        yield victim, victim.stdout


def prepared(path: Path, work: str) -> None:
    """Make the workspace that the work needs to find."""
    if work != "import":
        with Workspace(path, create=True) as workspace:
            imported(workspace, mails(N_MAILS))
            workspace.undo_log.forget()
            workspace.models.save("filter", b"first", recipe="{}", change_number=N_MAILS, corpus="mail")


def verified(path: Path, work: str, promises: list[str]) -> None:
    """The last whole state is there, in order, with everything that was promised; and work can go on."""
    if not path.exists():
        assert promises == []
        return
    VERIFY[work](path, promises)


def _verified_import(path: Path, promises: list[str]) -> None:
    with Workspace(path, create=True) as workspace:
        assert workspace.check(recount=recounted) == []
        seen = workspace.documents.count()
        assert seen == (N_MAILS if promises else seen)
        assert seen in (0, N_MAILS), "an import is whole or was never"
        with workspace.imports.begin("mail", source="again", kind="mail") as run:
            writer = run.segments(RULES)
            for first in range(0, N_MAILS, BATCH):
                documents = mails(BATCH, first=first)
                rows, new = counted([document.text for document in documents], writer.words)
                writer.add(run.add(documents), rows.starts, rows.tokens, rows.values, new)
            run.settle()
        assert workspace._file.value("SELECT count(*) FROM document") == N_MAILS
        assert list(contents(workspace)["mail"]) == sorted(document.text for document in mails(N_MAILS))
        assert sorted(map(str, bags(workspace).values())) == sorted(
            str(dict.fromkeys(document.text.split(), 1)) for document in mails(N_MAILS)
        )
        assert workspace.check(recount=recounted) == []


def _verified_correction(path: Path, promises: list[str]) -> None:
    with Workspace(path) as workspace:
        assert workspace.check() == []
        learnt = workspace.documents.count("mail") - N_MAILS
        assert learnt >= len(promises)
        model = workspace.models.get("filter")
        assert (model.n_missing_changes, model.change_number) == (0, N_MAILS + learnt)
        expected = f"model {learnt - 1}".encode() * 5000 if learnt else b"first"
        assert workspace.models.content("filter") == expected


def _verified_edit(path: Path, promises: list[str]) -> None:
    with Workspace(path) as workspace:
        assert workspace.check(recount=recounted) == []
        while workspace.undo_log.undo():
            pass
        assert contents(workspace)["mail"] == {d.text: (d.label, 1.0) for d in mails(N_MAILS)}
        assert workspace.check(recount=recounted) == []


def _verified_migration(path: Path, promises: list[str]) -> None:
    STEPS.append(long_step)
    try:
        with Workspace(path) as workspace:
            assert workspace.check(recount=recounted) == []
            assert set(contents(workspace)["mail"]) == {document.text for document in mails(N_MAILS)}
            assert workspace._file.value("SELECT count(*) FROM extra") == 20 * N_MAILS
            assert not list(path.parent.glob("*.partial-*")) or not promises
    finally:
        STEPS.remove(long_step)


VERIFY = {
    "import": _verified_import,
    "correction": _verified_correction,
    "edit": _verified_edit,
    "migration": _verified_migration,
}

"""A program that works on a workspace until it is killed: what the tests of crashes start.

    python -m tests.app.store.victim WORKSPACE WORK

It prints `ready` before it begins, and one line for each promise it made, after the promise was made.
"""

from __future__ import annotations

import sys
from pathlib import Path

from app.store.connection import WorkspaceFile
from app.store.schema import STEPS
from app.store.workspace import Workspace
from tests.app.store.made_up import RULES, counted, mail, mails

N_MAILS = 400
BATCH = 25
N_CORRECTIONS = 200


def import_mails(path: Path) -> None:
    """Import 400 mails in small batches, with their counts, and settle."""
    with Workspace(path, create=True) as workspace:
        with workspace.imports.begin("mail", source="victim", kind="mail") as run:
            writer = run.segments(RULES)
            for first in range(0, N_MAILS, BATCH):
                documents = mails(BATCH, first=first)
                numbers = run.add(documents)
                rows, new = counted([document.text for document in documents], writer.words)
                writer.add(numbers, rows.starts, rows.tokens, rows.values, new)
            run.settle()
        promise("settled")


def correct(path: Path) -> None:
    """Learn one mail after another, each together with the model that holds it."""
    with Workspace(path) as workspace:
        for number in range(N_CORRECTIONS):
            with workspace.transaction():
                workspace.editing.add("mail", [mail(f"correction {number}", "spam")])
                change = workspace.changes.last_number("mail")
                workspace.models.save(
                    "filter", f"model {number}".encode() * 5000, recipe="{}", change_number=change, corpus="mail"
                )
            promise(str(number))


def edit(path: Path) -> None:
    """Relabel, delete, undo and compact, over and over."""
    with Workspace(path) as workspace:
        numbers = workspace.documents.numbers("mail").tolist()
        for turn in range(40):
            workspace.editing.relabel(numbers[turn::3], "spam" if turn % 2 else "ham")
            workspace.editing.remove(numbers[turn : turn + 2])
            workspace.labels.rename("mail", "ham", "good")
            for _ in range(3):
                workspace.undo_log.undo()
            if turn % 8 == 7:
                workspace.compact()
        promise("edited")


def bring_up_to_date(path: Path) -> None:
    """Take a long extra step of migration."""
    STEPS.append(long_step)
    with Workspace(path) as workspace:
        promise(str(workspace.info().version))


def long_step(file: WorkspaceFile) -> None:
    """Rewrite every text a few times, in one table and another."""
    file.execute("CREATE TABLE extra (id INTEGER PRIMARY KEY, copy BLOB NOT NULL) STRICT")
    for turn in range(20):
        file.execute("INSERT INTO extra (copy) SELECT CAST(body || zeroblob(?) AS BLOB) FROM content", (500 + turn,))


def promise(what: str) -> None:
    """Say it, and make sure that it is heard."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


WORK = {"import": import_mails, "correction": correct, "edit": edit, "migration": bring_up_to_date}

if __name__ == "__main__":
    promise("ready")
    WORK[sys.argv[2]](Path(sys.argv[1]))

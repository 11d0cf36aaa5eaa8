"""Two programs on one workspace: both work, and nobody waits for long."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.domain.errors import BusyWorkspace
from app.store.workspace import Workspace
from tests.app.store.made_up import RULES, contents, counted, imported, mail, mails, numbers_of, recounted

ROOT = Path(__file__).parents[3]


def test_another_window_reads_and_writes_while_an_import_runs(path: Path) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(50))
    begun, stop = threading.Event(), threading.Event()
    brought: list[int] = []

    def import_until_told() -> None:
        with Workspace(path) as mine, mine.imports.begin("mail", source="a", kind="mail") as run:
            writer, turn = run.segments(RULES), 1
            while not stop.is_set() or turn < 4:
                documents = mails(500, first=500 * turn)
                rows, new = counted([document.text for document in documents], writer.words)
                writer.add(run.add(documents), rows.starts, rows.tokens, rows.values, new)
                turn += 1
                begun.set()
            brought.append(run.settle().documents)

    thread = threading.Thread(target=import_until_told)
    thread.start()
    assert begun.wait(30)
    with Workspace(path, busy_ms=1000) as window:  # waiting longer than a second fails
        for number in range(20):
            window.editing.relabel([number + 1], "mine")
            assert window.documents.count("mail") == 50
        stop.set()
        thread.join()

        assert window.documents.count("mail") == 50 + brought[0]
        assert [label.documents for label in window.labels.all("mail") if label.name == "mine"] == [20]
        assert window.check(recount=recounted) == []


def test_a_second_writer_gets_a_sentence_when_the_first_does_not_finish(with_mail: Workspace, path: Path) -> None:
    with Workspace(path, busy_ms=20) as second, with_mail.transaction():
        with_mail.labels.add("mail", "first")
        with pytest.raises(BusyWorkspace):
            second.labels.add("mail", "second")
        assert second.labels.names("mail") == ("spam", "ham")

    assert with_mail.labels.names("mail") == ("spam", "ham", "first")


def test_what_is_read_in_a_snapshot_belongs_to_one_moment(with_mail: Workspace, path: Path) -> None:
    with Workspace(path) as other, with_mail.snapshot():
        number = with_mail.changes.last_number("mail")
        other.editing.add("mail", [mail("meanwhile", "ham")])
        assert with_mail.documents.count("mail") == number == 9

    assert with_mail.documents.count("mail") == 10


def test_an_inner_failure_may_be_survived_and_takes_only_its_own_work(with_mail: Workspace) -> None:
    def fail_inside() -> None:
        with with_mail.transaction():
            with_mail.editing.remove(numbers_of(with_mail, "letter number 1"))
            raise ZeroDivisionError

    with with_mail.transaction():
        with_mail.labels.add("mail", "kept")
        with pytest.raises(ZeroDivisionError):
            fail_inside()

    assert "kept" in with_mail.labels.names("mail")
    assert with_mail.documents.count("mail") == 9


IMPORTER = """
import sys
from app.store.workspace import Workspace
from tests.app.store.made_up import imported
from tests.app.store.made_up import mails
first = int(sys.argv[2])
with Workspace(sys.argv[1]) as workspace:
    for turn in range(5):
        imported(workspace, mails(40, first=first + turn * 20))
"""


def test_programs_that_import_the_same_at_once_bring_each_document_once(path: Path) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(5))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    commands = [[sys.executable, "-c", IMPORTER, str(path), str(first)] for first in (0, 30, 60)]
    programs = [subprocess.Popen(command, env=environment) for command in commands]

    assert [program.wait(60) for program in programs] == [0, 0, 0]
    with Workspace(path) as workspace:
        assert sorted(contents(workspace)["mail"]) == sorted(f"letter number {number}" for number in range(180))
        assert workspace.check(recount=recounted) == []

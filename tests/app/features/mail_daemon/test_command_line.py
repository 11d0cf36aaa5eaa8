"""The command line says the same, to the last byte, whether a judge answers it or it does its work itself."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.features.mail_daemon.client import connect_running_daemon
from app.features.mail_daemon.daemon import read_mail
from app.library.saved_models import load_stored_model
from app.store.workspace import Workspace
from tests.app.features.mail_daemon.conftest import serving
from tests.app.letters import letter
from tests.systems import with_sockets

ROOT = Path(__file__).parents[4]
TEXT = b"notes on the garden and lunch on monday\n"
DELIVERED = b"From a@b Mon Jun  1 10:00:00 2026\n" + letter("spam", 616)
MAILBOX = b"".join(b"From a@b Mon Jun  1 10:00:00 2026\n" + letter("spam", n) + b"\n" for n in (600, 601))


IMPATIENT = """
import sys
from app.features.mail_daemon import quick_answers
from app.cli.__main__ import main

quick_answers.PATIENCE_S = 0.2
sys.exit(main())
"""


def bayleaf_cli(
    *arguments: object, stdin: bytes, start: tuple[str, ...] = ("-m", "app.cli")
) -> tuple[int, bytes, bytes]:
    command = [sys.executable, *start, *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


CALLS = [
    (("classify", "-"), letter("spam", 610)),
    (("classify", "-", "--json", "--explain", "5"), letter("ham", 610)),
    (("classify", "-", "--json", "--exit-code", "--kind", "mail"), letter("spam", 610)),
    (("classify", "--filter", "-"), letter("ham", 611)),
    (("classify", "--filter", "--exit-code", "-"), letter("spam", 611)),
    (("classify", "-", "--model", "Mail filter"), letter("spam", 612)),
    (("classify", "-", "--json"), DELIVERED),
    (("classify", "-"), TEXT),
    (("classify", "-", "--json"), MAILBOX),
    (("classify", "-", "--exit-code"), b""),
    (("classify", "-", "--model", "Nobody's"), letter("spam", 612)),
    (("learn", "-", "--label", "ham", "--json"), letter("spam", 613)),
    (("learn", "-", "--label", "newsletter"), letter("ham", 614)),
    (("learn", "-", "--label", ""), letter("ham", 615)),
]


@pytest.mark.slow
def test_every_call_says_the_same_with_a_judge_and_without(runtime: Path, workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    alone = Path(shutil.copy(workspace, tmp_path / "alone" / workspace.name))
    with serving(workspace) as server:
        for (name, *options), mail in CALLS:
            assert bayleaf_cli(name, workspace, *options, stdin=mail) == bayleaf_cli(name, alone, *options, stdin=mail)
        assert (server.judge.n_judged, server.judge.n_lessons) == (7, 2)
    with Workspace(workspace) as one, Workspace(alone) as other:
        assert load_stored_model(one).model.canonical_hash() == load_stored_model(other).model.canonical_hash()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mail", "status"), [(letter("ham", 620), 0), (letter("spam", 620), 1), (b"Subject: zq\n\nxkcd\n", 2), (b"", 3)]
)
def test_the_exit_status_tells_the_verdict(runtime: Path, workspace: Path, mail: bytes, status: int) -> None:
    assert bayleaf_cli("classify", workspace, "--exit-code", "-", stdin=mail)[0] == status


@pytest.mark.slow
@pytest.mark.parametrize("options", [("--exit-code", "-"), ("--filter", "--exit-code", "-"), ("--exit-code", "--oops")])
def test_no_failure_has_the_exit_status_of_spam(runtime: Path, tmp_path: Path, options: tuple[str, ...]) -> None:
    status, out, told = bayleaf_cli("classify", tmp_path / "nowhere.bayleaf", *options, stdin=letter("spam", 621))

    assert (status, out) == (3, b"")
    assert told


@pytest.mark.slow
@with_sockets
def test_a_judge_that_hangs_is_not_waited_for_long_and_nothing_is_lost(
    runtime: Path, workspace: Path, tmp_path: Path
) -> None:
    mail = letter("spam", 622)
    command = [sys.executable, "-m", "app.cli", "serve", str(workspace), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.kill(process.pid, signal.SIGSTOP)
        question = ("classify", workspace, "--filter", "--exit-code", "-")
        status, passed, _ = bayleaf_cli(*question, stdin=mail, start=("-c", IMPATIENT))
        process.kill()

    assert status == 1
    assert b"X-Text-Classification: spam" in passed
    assert passed.endswith(mail[-40:])


@pytest.mark.slow
def test_a_lesson_by_ticket_counts_after_the_judge_was_killed(runtime: Path, workspace: Path) -> None:
    mail = letter("spam", 623)
    command = [sys.executable, "-m", "app.cli", "serve", str(workspace), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        process.stdout.readline()
        ticket = asked(workspace, "classify", mail)["ticket"]
        process.kill()
    with serving(workspace):
        assert asked(workspace, "learn", ticket=ticket, label="ham", by="hand")["lesson"] == "learnt"

    with Workspace(workspace, read_only=True) as opened:
        number = opened.documents.find_by_hash("Mail", read_mail(mail).content_hash)
        assert number is not None
        assert opened.documents.get(number).document.label == "ham"


def asked(workspace: Path, do: str, raw: bytes | None = None, **more: object) -> dict[str, object]:
    client = connect_running_daemon(workspace)
    assert client is not None
    with client:
        return client.ask(do, raw, **more)

"""SpamAssassin's own client asks the judge: verdicts, exit codes, lessons, and what happens when the judge is away."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from app.features.mail_daemon.daemon import read_mail
from app.features.mail_daemon.serving import DaemonServer
from app.store.workspace import Workspace
from tests.app.letters import letter

SPAMC = shutil.which("spamc")
pytestmark = pytest.mark.skipif(SPAMC is None, reason="spamc is not installed (Debian package spamc)")


def spamc(socket: Path, *options: str, mail: bytes) -> tuple[int, bytes]:
    command = [str(SPAMC), "-U", str(socket), *options]
    done = subprocess.run(command, input=mail, capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout


def label_of(workspace: Path, mail: bytes) -> str | None:
    with Workspace(workspace, read_only=True) as opened:
        number = opened.documents.find_by_hash("Mail", read_mail(mail).content_hash or b"")
        return None if number is None else opened.documents.get(number).document.label


def test_it_says_whether_a_mail_is_spam(server: DaemonServer) -> None:
    assert spamc(server.paths.spamd_socket, "-c", mail=letter("spam", 400))[0] == 1
    assert spamc(server.paths.spamd_socket, "-c", mail=letter("ham", 400))[0] == 0


def test_it_passes_a_mail_on_with_our_headers(server: DaemonServer) -> None:
    status, passed = spamc(server.paths.spamd_socket, mail=letter("spam", 401))

    assert status == 0
    assert b"X-Text-Classification: spam" in passed
    assert passed.replace(b"\r\n", b"\n").endswith(letter("spam", 401).replace(b"\r\n", b"\n")[-40:])


def test_it_teaches_and_takes_back(server: DaemonServer, workspace: Path) -> None:
    mail = letter("ham", 402)
    assert b"successfully" in spamc(server.paths.spamd_socket, "-x", "-L", "spam", mail=mail)[1]
    assert b"already" in spamc(server.paths.spamd_socket, "-x", "-L", "spam", mail=mail)[1]
    assert label_of(workspace, mail) == "spam"
    assert b"successfully" in spamc(server.paths.spamd_socket, "-x", "-L", "forget", mail=mail)[1]


def test_what_is_reported_or_revoked_is_a_lesson_here_and_told_to_nobody_else(
    server: DaemonServer, workspace: Path
) -> None:
    mail = letter("ham", 404)
    for wish, label in (("report", "spam"), ("revoke", "ham")):
        status, told = spamc(server.paths.spamd_socket, "-x", "-C", wish, mail=mail)

        assert (status, told.strip()) == (0, b"Unable to report/revoke message"), wish  # nobody far away was told
        assert label_of(workspace, mail) == label


def test_when_the_judge_is_away_a_mail_is_not_called_spam(tmp_path: Path) -> None:
    nobody = tmp_path / "nobody"

    assert spamc(nobody, "-c", mail=letter("spam", 403)) == (0, b"0/0\n")
    assert spamc(nobody, mail=letter("spam", 403)) == (0, letter("spam", 403))
    assert spamc(nobody, "-x", "-L", "spam", mail=letter("spam", 403))[0] != 0

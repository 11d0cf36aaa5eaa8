"""The place of the judge's socket is the program's own, and a judge that ends is started again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from bayleaf_imap.daemon_client import Judge, pipe_name_of, socket_path_of
from bayleaf_imap.errors import MailboxError

from app.features.mail_daemon.named_pipes import pipe_name
from app.features.mail_daemon.sockets import daemon_paths
from tests.app.letters import letter
from tests.systems import with_sockets


def test_client_and_judge_meet_at_the_same_place(
    runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = tmp_path / "mail.bayleaf"
    assert socket_path_of(workspace) == daemon_paths(workspace).json_lines_socket
    assert pipe_name_of(socket_path_of(workspace)) == pipe_name(daemon_paths(workspace).json_lines_socket)
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert socket_path_of(workspace) == daemon_paths(workspace).json_lines_socket


@with_sockets
def test_lessons_and_verdicts_of_the_judge(server: object, workspace: Path) -> None:
    judge = Judge(str(workspace))
    mail = letter("spam", 590)

    assert (judge.labels().spam, judge.labels().ham) == ("spam", "ham")
    assert judge.judge(mail).label == "spam"
    assert judge.learn(mail, "ham") == "learnt"
    assert judge.learn(mail, "ham") == "already"
    verdict = judge.judge(mail)
    assert (verdict.label, verdict.is_by_person) == ("ham", True)
    assert judge.forget_ticket(verdict.ticket) == "forgotten"
    with pytest.raises(MailboxError, match="mail daemon says"):
        judge.ask("nonsense")
    judge.close()


@with_sockets
def test_a_judge_that_cannot_start_says_why(runtime: Path, tmp_path: Path) -> None:
    command = f"{sys.executable} -P -c \"import sys; sys.exit('this is why')\""
    with pytest.raises(MailboxError, match="this is why"):
        Judge(str(tmp_path / "none.bayleaf"), command).labels()
    with pytest.raises(MailboxError, match="bayleaf-cli was not found"):
        Judge(str(tmp_path / "none.bayleaf"), "/nowhere/bayleaf-cli").labels()

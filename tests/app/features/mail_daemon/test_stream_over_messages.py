"""A conversation over a channel that carries messages, as named pipes do, is one over a socket."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from multiprocessing import Pipe
from pathlib import Path

import pytest

from app.features.mail_daemon.client import DaemonClient
from app.features.mail_daemon.daemon import MailJudge
from app.features.mail_daemon.named_pipes import MAX_MESSAGE_BYTES, MessageConnection
from app.features.mail_daemon.serving import ConnectionPool, answer_json_lines
from app.store.workspace import Session
from tests.app.letters import letter

Ends = tuple[MessageConnection, MessageConnection]


@pytest.fixture
def ends() -> Iterator[Ends]:
    here, there = Pipe()
    with here, there:
        yield MessageConnection(here, 30), MessageConnection(there, 30)


def test_a_judge_answers_over_it_until_the_client_goes(ends: Ends, workspace: Path) -> None:
    with Session(workspace) as session:
        talk = threading.Thread(
            target=answer_json_lines, args=(MailJudge(session), ends[0]), kwargs={"pool": ConnectionPool()}
        )
        talk.start()
        with DaemonClient(ends[1]) as client:
            ticket = client.ask("classify", letter("spam", 1))["ticket"]
            assert client.ask("learn", ticket=ticket, label="ham", by="hand")["lesson"] == "learnt"
            assert client.ask("classify", letter("spam", 1))["label"] == "ham"
        talk.join(30)

    assert not talk.is_alive()


def test_what_is_longer_than_a_message_arrives_whole(ends: Ends) -> None:
    line = bytes(range(32, 127)) * (3 * MAX_MESSAGE_BYTES // 95) + b"\n"
    sender = threading.Thread(target=ends[0].sendall, args=(line + b"next\n",))
    sender.start()
    with ends[1].makefile("rb") as stream:
        assert stream.readline() == line
        assert stream.readline() == b"next\n"
    sender.join(30)


def test_a_silent_side_ends_the_wait_after_the_time_that_was_set(ends: Ends) -> None:
    ends[1].settimeout(0.01)
    with ends[1].makefile("rb") as stream, pytest.raises(TimeoutError):
        stream.read(1)


def test_a_side_that_has_gone_is_the_end(ends: Ends) -> None:
    ends[0].sendall(b"half a line")
    ends[0].close()
    with ends[1].makefile("rb") as stream:
        assert stream.readline() == b"half a line"
        assert stream.readline() == b""

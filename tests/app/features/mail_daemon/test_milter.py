"""The milter adds a verdict to each mail that a mail server receives, and no fault of anybody stops mail.

OpenDKIM's `miltertest` and a real Postfix are the judges where they are installed; the client of the other tests is
written from the protocol's description.
"""

from __future__ import annotations

import os
import shutil
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.domain.errors import SourceError
from app.features.mail_daemon import milter
from app.features.mail_daemon.daemon import JudgeLog, MailJudge
from app.features.mail_daemon.milter import ByteBudget, Conversation, make_packet
from app.features.mail_daemon.serving import MAX_MILTER_CONNECTIONS, DaemonServer
from tests.app.features.mail_daemon.conftest import is_answered_at_last, serving
from tests.app.features.mail_daemon.milter_client import MilterClient
from tests.app.letters import letter
from tests.systems import with_sockets

pytestmark = with_sockets


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def milter_server(runtime: Path, workspace: Path, lines: list[str]) -> Iterator[DaemonServer]:
    with serving(workspace, milter=runtime / "milter", log=JudgeLog(lines.append)) as server:
        yield server


@pytest.fixture
def milter_client(milter_server: DaemonServer, runtime: Path) -> Iterator[MilterClient]:
    client = MilterClient(runtime / "milter")
    yield client
    client.close()


def test_many_mails_over_one_connection_get_their_verdicts(milter_client: MilterClient) -> None:
    labels = [milter_client.judge(letter(label, 700 + n)) for n in range(5) for label in ("spam", "ham")]

    assert labels == ["spam", "ham"] * 5


@pytest.mark.parametrize(("steps", "version"), [(0, 2), (0x7F, 2), (0x1FFFFF, 6), (0x1FFFFF ^ 0x100000, 6)])
def test_the_verdict_is_that_of_the_command_line_however_little_the_server_offers(
    milter_server: DaemonServer, runtime: Path, steps: int, version: int
) -> None:
    client = MilterClient(runtime / "milter", steps=steps, version=version)
    mail = letter("spam", 720).replace(b"Subject: ", b"X-Folded: one\r\n\ttwo\r\nSubject: ", 1)
    assert client.steps & ~steps == 0
    expected = milter_server.judge.judge(mail, gives_ticket=False).verdict
    client.begin(mail)
    added, removed = client.end()
    assert added["X-Text-Classification"].strip() == expected.label
    assert added["X-Bayleaf-Score"].strip() == f"{expected.probability:.6f} {expected.label}"
    assert removed == []
    client.close()


def test_the_mail_is_judged_byte_for_byte_as_it_was_sent() -> None:
    received: list[bytes] = []

    class Recorder:
        def judge(self, raw: bytes, **_options: object) -> object:
            received.append(raw)
            raise SourceError("-", "no-text")

    conversation = Conversation(lambda _recipients: [Recorder()], ByteBudget())  # type: ignore[list-item]
    conversation.answer(b"O", struct.pack("!III", 6, 0x1FF, 0x1FFFFF))
    for command, data in (
        (b"M", b"<>\0"), (b"L", b"A\0 b\n\tc\0"), (b"L", b"D\0e\0"), (b"L", b"F\0\0"), (b"N", b""),
        (b"B", b"x\r\ny"), (b"B", b"z"),
    ):  # fmt: skip
        assert conversation.answer(command, data) == b""
    assert conversation.answer(b"E", b"!") == make_packet(b"c")
    assert received == [b"A: b\r\n\tc\r\nD:e\r\nF:\r\n\r\nx\r\nyz!"]


def test_forged_verdicts_are_removed_from_the_last_to_the_first(milter_client: MilterClient) -> None:
    forged = b"X-Text-Classification: ham\r\nx-bayleaf-score: 0\r\nX-TEXT-classification: ham\r\n"
    milter_client.begin(forged + letter("spam", 721))
    added, removed = milter_client.end()

    assert added["X-Text-Classification"].strip() == "spam"
    assert removed == [("X-Text-Classification", 2), ("X-Text-Classification", 1), ("X-Bayleaf-Score", 1)]


def test_without_the_right_to_remove_headers_a_forged_one_is_not_joined_by_another(
    milter_server: DaemonServer, runtime: Path
) -> None:
    client = MilterClient(runtime / "milter", actions=0x01)
    assert client.judge(letter("spam", 722)) == "spam"
    assert client.judge(b"X-Text-Classification: ham\r\n" + letter("spam", 722)) is None
    client.close()


def test_an_aborted_mail_leaves_nothing_in_the_next(milter_client: MilterClient) -> None:
    milter_client.begin(letter("spam", 723))
    milter_client.send(b"A")
    assert milter_client.judge(letter("ham", 724)) == "ham"
    milter_client.begin(letter("spam", 725))  # a new MAIL without an abort begins a new mail, too
    assert milter_client.judge(letter("ham", 726)) == "ham"


def test_a_server_may_begin_anew_on_the_same_connection(milter_client: MilterClient) -> None:
    milter_client.send(b"K")
    milter_client.send(b"O", struct.pack("!III", 6, 0x1FF, 0x1FFFFF))
    assert milter_client.receive()[0] == b"O"
    assert milter_client.judge(letter("spam", 727)) == "spam"


def test_a_mail_that_is_too_large_passes_without_a_verdict_and_without_forged_headers(
    milter_client: MilterClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(milter, "MAX_MAIL_BYTES", 100_000)
    large = b"X-Text-Classification: ham\r\n" + letter("spam", 728) + b"x\r\n" * 50_000
    milter_client.begin(large)
    assert milter_client.end() == ({}, [("X-Text-Classification", 1)])
    assert milter_client.judge(letter("spam", 728)) == "spam"


def test_all_connections_together_keep_no_more_than_the_limit_of_memory() -> None:
    budget = ByteBudget(1_000)
    conversations = [Conversation(lambda _recipients: [], budget) for _ in range(5)]
    for conversation in conversations:
        conversation.answer(b"O", struct.pack("!III", 6, 0x1FF, 0x1FFFFF))
        conversation.answer(b"B", b"x" * 400)
    assert [conversation._mail.n_bytes for conversation in conversations] == [400, 400, 0, 0, 0]
    for conversation in conversations:
        assert conversation.answer(b"E", b"") == make_packet(b"c")
    assert budget.take(1_000)


def test_a_recipient_that_no_address_can_be_is_not_kept() -> None:
    asked: list[Sequence[str]] = []

    def judges_of(recipients: Sequence[str]) -> list[MailJudge]:
        asked.append(recipients)
        return []

    conversation = Conversation(judges_of, ByteBudget(), wants_recipients=True)
    conversation.answer(b"O", struct.pack("!III", 6, 0x1FF, 0x1FFFFF))
    for recipient in (b"<Me@here.example>\0SIZE=3\0", b"<me+" + b"x" * 1_000_000 + b"@here.example>\0"):
        conversation.answer(b"R", recipient)
    conversation.answer(b"E", b"")

    assert asked == [["me@here.example", ""]]


def test_a_mail_without_a_verdict_goes_on_its_way(
    milter_client: MilterClient, milter_server: DaemonServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for error in (SourceError("-", "timeout"), ZeroDivisionError()):
        with monkeypatch.context() as patching:
            patching.setattr(milter_server.judge.readers, "read_mail", raising(error))
            assert milter_client.judge(letter("spam", 729)) is None
    assert milter_client.judge(letter("spam", 729)) == "spam"


def raising(error: Exception) -> object:
    def fail(_raw: bytes) -> None:
        raise error

    return fail


BROKEN = {
    "no-options": make_packet(b"M", b"<>\0"),
    "short-options": make_packet(b"O", b"123"),
    "old-version": make_packet(b"O", struct.pack("!III", 1, 0, 0)),
    "empty-packet": struct.pack("!I", 0),
    "huge-packet": struct.pack("!I", 0xFFFFFFFF) + b"B",
    "unknown-command": make_packet(b"O", struct.pack("!III", 6, 0x1FF, 0)) + make_packet(b"%"),
    "cut-header": make_packet(b"O", struct.pack("!III", 6, 0x1FF, 0)) + make_packet(b"L", b"Subject"),
    "not-a-milter": b"GET / HTTP/1.1\r\n\r\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_client_that_breaks_the_protocol_loses_its_own_connection_only(
    milter_client: MilterClient, runtime: Path, name: str
) -> None:
    with socket.socket(socket.AF_UNIX) as broken:
        broken.settimeout(30)
        broken.connect(str(runtime / "milter"))
        broken.sendall(BROKEN[name])
        while broken.recv(4_096):  # an answer to the options may come; then the end
            pass
    assert milter_client.judge(letter("ham", 730)) == "ham"


def test_silent_and_slow_clients_do_not_delay_another(milter_client: MilterClient, runtime: Path) -> None:
    slow = [MilterClient(runtime / "milter") for _ in range(30)]
    for client in slow:
        client.begin(letter("spam", 731))
        client.socket.sendall(struct.pack("!I", 50_000) + b"B" + b"x" * 100)  # and no more
    assert milter_client.judge(letter("ham", 732)) == "ham"
    for client in slow:
        client.socket.close()


def test_half_negotiations_lock_out_no_mail_server(milter_server: DaemonServer, runtime: Path) -> None:
    with ExitStack() as stack:
        for _ in range(MAX_MILTER_CONNECTIONS):
            half = stack.enter_context(socket.socket(socket.AF_UNIX))
            half.connect(str(runtime / "milter"))
            half.sendall(struct.pack("!I", 13))

        assert is_answered_at_last(lambda: judges_ham(runtime / "milter"))


def judges_ham(path: Path) -> bool:
    client = MilterClient(path)
    is_ham = client.judge(letter("ham", 735)) == "ham"
    client.close()
    return is_ham


def test_each_verdict_is_a_line_of_the_log_with_the_servers_name_for_the_mail(
    milter_client: MilterClient, lines: list[str]
) -> None:
    milter_client.judge(letter("spam", 733))
    [line] = lines
    assert " verdict label=spam " in line
    assert " queue=QUEUE7" in line
    assert "subject" not in line.lower()


def test_ending_the_judge_does_not_wait_for_mail_servers_that_rest(runtime: Path, workspace: Path) -> None:
    with serving(workspace, milter=runtime / "milter") as server:
        client = MilterClient(runtime / "milter")
        assert client.judge(letter("ham", 734)) == "ham"
        server.stop()
        assert client.socket.recv(1) == b""
        client.socket.close()


MILTERTEST = shutil.which("miltertest")
SCRIPT = """
conn = mt.connect("unix:SOCKET")
assert(conn ~= nil)
for round = 1, 3 do
  mt.mailfrom(conn, "<a@x.example>")  -- the connection and the recipients are not wanted, and refused by miltertest
  mt.macro(conn, SMFIC_MAIL, "i", "Q" .. round)
  mt.header(conn, "X-Text-Classification", "ham")
HEADERS
  mt.eoh(conn)
  mt.bodystring(conn, [==[BODY]==])
  mt.eom(conn)
  assert(mt.getreply(conn) == SMFIR_CONTINUE, "the mail is not let go on")
  assert(mt.eom_check(conn, MT_HDRDELETE, "X-Text-Classification"), "forged")
  assert(mt.eom_check(conn, MT_HDRADD, "X-Text-Classification", " LABEL") or
         mt.eom_check(conn, MT_HDRADD, "X-Text-Classification", "LABEL"), "not added")
end
mt.disconnect(conn)
"""


@pytest.mark.skipif(MILTERTEST is None, reason="needs Debian's package miltertest")
@pytest.mark.parametrize("label", ["spam", "ham"])
def test_miltertest_finds_the_headers_added_and_the_forged_one_gone(
    milter_server: DaemonServer, runtime: Path, label: str
) -> None:
    head, _, body = letter(label, 735).partition(b"\r\n\r\n")
    headers = [line.split(b": ", 1) for line in head.split(b"\r\n")]
    steps = [f"  mt.header(conn, [==[{name.decode()}]==], [==[{value.decode()}]==])" for name, value in headers]
    words = {
        "SOCKET": str(runtime / "milter"), "LABEL": label, "BODY": body.decode("utf-8"), "HEADERS": "\n".join(steps),
    }  # fmt: skip
    script = SCRIPT
    for word, value in words.items():
        script = script.replace(word, value)
    path = runtime / "milter.lua"
    path.write_text(script)
    done = subprocess.run([str(MILTERTEST), "-s", str(path)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_two_hundred_mails_at_once_from_ten_connections_are_all_answered(
    milter_server: DaemonServer, runtime: Path
) -> None:
    wrong: list[str | None] = []

    def send(number: int) -> None:
        client = MilterClient(runtime / "milter")
        label = "spam" if number % 2 else "ham"
        wrong.extend(got for n in range(20) if (got := client.judge(letter(label, 740 + n))) != label)
        client.close()

    threads = [threading.Thread(target=send, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert wrong == []
    assert os.path.exists(runtime / "milter")

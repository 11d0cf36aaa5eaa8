"""spamd's protocol, as `spamc` and mail programs speak it."""

from __future__ import annotations

import io
import socket
from pathlib import Path

import pytest

from app.features.classify.mail_headers import insert_verdict_headers
from app.features.mail_daemon.daemon import MailJudge, read_mail
from app.features.mail_daemon.serving import DaemonServer
from app.features.mail_daemon.spamd_protocol import MAX_MAIL_BYTES, MAX_REWRITTEN_BYTES, answer
from app.library.classifying import classify_documents, load_classifier
from app.store.workspace import Workspace
from tests.app.features.mail_daemon.conftest import Ask, serving
from tests.app.letters import letter


def request(command: str, mail: bytes = b"", **headers: str) -> bytes:
    told = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"{command} SPAMC/1.5\r\n{told}Content-length: {len(mail)}\r\n\r\n".encode() + mail


def parts(answer: bytes) -> tuple[str, dict[str, str], bytes]:
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    return first, dict(line.split(": ", 1) for line in lines), body


def test_a_ping_is_answered(ask: Ask) -> None:
    assert ask(b"PING SPAMC/1.5\r\n\r\n") == b"SPAMD/1.5 0 PONG\r\n"


@pytest.mark.parametrize(("label", "is_spam"), [("spam", "True"), ("ham", "False")])
def test_a_mail_is_checked(ask: Ask, label: str, is_spam: str) -> None:
    first, headers, body = parts(ask(request("CHECK", letter(label, 99))))

    assert first == "SPAMD/1.1 0 EX_OK"
    told, points = headers["Spam"].split(" ; ")
    score, threshold = map(float, points.split(" / "))
    assert told == is_spam
    assert (score >= threshold) == (is_spam == "True")
    assert (headers["Content-length"], body) == ("0", b"")


def test_a_check_waits_for_the_model_once(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second question to the model may wait again, behind the long text of another client."""
    n_asked: list[str] = []
    monkeypatch.setattr(MailJudge, "labels", property(lambda _judge: n_asked.append("labels") or ("ham", "spam")))

    assert b"Spam: True" in ask(request("CHECK", letter("spam", 99)))
    assert n_asked == []


def test_a_mail_is_passed_on_as_the_command_line_would(ask: Ask, workspace: Path) -> None:
    mail = letter("spam", 99)
    first, headers, body = parts(ask(request("PROCESS", mail)))
    _, _, head = parts(ask(request("HEADERS", mail)))

    from_scratch = load_classifier(workspace, None)
    assert first == "SPAMD/1.1 0 EX_OK"
    assert int(headers["Content-length"]) == len(body)
    document = read_mail(mail)
    assert body == insert_verdict_headers(mail, classify_documents(from_scratch, [document], 0)[0])
    assert body.startswith(head.rstrip(b"\r\n"))


def test_a_large_mail_is_passed_on_without_a_copy_of_its_body(server: DaemonServer) -> None:
    mail = letter("spam", 99) + b"and more words\n" * 200_000
    answered = answer(server.judge, io.BytesIO(request("PROCESS", mail)))

    assert b"".join(answered).endswith(mail[mail.index(b"\r\n\r\n") :])
    assert max(len(part) for part in answered if isinstance(part, bytes)) < 10_000


@pytest.mark.parametrize("command", ["PROCESS", "HEADERS"])
def test_a_header_without_end_is_not_split_into_its_lines(ask: Ask, command: str) -> None:
    mail = letter("spam", 99)
    head, _, body = mail.partition(b"\r\n\r\n")

    longest = head + b"\r\nX: y" * ((MAX_REWRITTEN_BYTES - len(mail)) // 6) + b"\r\n\r\n" + body
    assert ask(request(command, longest)).startswith(b"SPAMD/1.1 0 EX_OK")

    endless = head + b"\r\nX: y" * (MAX_REWRITTEN_BYTES // 6) + b"\r\n\r\n" + body
    assert ask(request(command, endless)).startswith(b"SPAMD/1.1 66 EX_NOINPUT")
    assert ask(request("CHECK", endless)).startswith(b"SPAMD/1.1 0 EX_OK")


def test_the_words_that_decided_are_told(ask: Ask) -> None:
    _, _, symbols = parts(ask(request("SYMBOLS", letter("spam", 99))))
    _, _, report = parts(ask(request("REPORT", letter("spam", 99))))

    assert b"casino" in symbols
    assert report.startswith(b"spam ")
    assert b"casino" in report


def test_the_report_adds_up_to_the_score(ask: Ask, client) -> None:
    mail = letter("spam", 99)
    _, _, report = parts(ask(request("REPORT", mail)))
    terms = [float(line.split()[0]) for line in report.decode().splitlines()[1:] if line.strip()]

    assert sum(terms) == pytest.approx(client.ask("explain", mail)["score"], abs=0.02)


def test_a_report_for_spam_alone_is_empty_for_ham(ask: Ask) -> None:
    assert parts(ask(request("REPORT_IFSPAM", letter("ham", 99))))[2] == b""
    assert parts(ask(request("REPORT_IFSPAM", letter("spam", 99))))[2] != b""


def test_a_lesson_is_on_the_disk_before_it_is_answered(ask: Ask, workspace: Path) -> None:
    mail = letter("ham", 50)
    _, headers, _ = parts(ask(request("TELL", mail, Message_class="spam", Set="local")))

    with Workspace(workspace, read_only=True) as opened:
        assert opened.labels.all("Mail")
        number = opened.documents.find_by_hash("Mail", read_mail(mail).content_hash or b"")
        assert number is not None
        assert opened.documents.get(number).document.label == "spam"
    assert headers["DidSet"] == "local"
    assert "DidSet" not in parts(ask(request("TELL", mail, Message_class="spam", Set="local")))[1]


def test_a_lesson_is_taken_back(ask: Ask, workspace: Path) -> None:
    mail = letter("ham", 50)
    ask(request("TELL", mail, Message_class="ham", Set="local"))
    _, headers, _ = parts(ask(request("TELL", mail, Remove="local")))

    assert headers["DidRemove"] == "local"
    with Workspace(workspace, read_only=True) as opened:
        assert opened.documents.find_by_hash("Mail", read_mail(mail).content_hash or b"") is None
    assert "DidRemove" not in parts(ask(request("TELL", mail, Remove="local")))[1]


def test_a_mail_that_was_cut_short_is_neither_judged_nor_learnt(ask: Ask, workspace: Path) -> None:
    mail = letter("ham", 51)
    for command, more in (("CHECK", {}), ("TELL", {"Message_class": "spam", "Set": "local"})):
        whole = request(command, mail, **more)
        assert ask(whole[:-20]).startswith(b"SPAMD/1.1 66 EX_NOINPUT")

    with Workspace(workspace, read_only=True) as opened:
        assert opened.documents.count("Mail") == 24


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"CHECK SPAMC/1.5\r\nContent-length: x\r\n\r\nhello", b"64"),
        (b"CHECK SPAMC/1.5\r\nContent-length: \xb2\r\n\r\nhello", b"64"),
        (b"CHECK SPAMC/1.5\r\nContent-length: %d\r\n\r\n" % (MAX_MAIL_BYTES + 1), b"66"),
        (b"DANCE SPAMC/1.5\r\nContent-length: 2\r\n\r\nhi", b"76"),
        (b"GET / HTTP/1.1\r\n\r\n", b"76"),
        (b"\x00" * 10_000, b"76"),
        (b"CHECK SPAMC/1.5\r\n" + b"a: b\r\n" * 5, b"75"),
        (b"CHECK SPAMC/1.5\r\n" + b"a: b\r\n" * 100 + b"\r\n", b"76"),
        (b"CHECK SPAMC/1.5\r\n" + b"a: %4000d\r\n" % 1 * 5 + b"\r\n", b"76"),
        (b"CHECK SPAMC/1.5\r\n" + b"".join(b"h%d: b\r\n" % n for n in range(100)) + b"\r\n", b"76"),
        (b"TELL SPAMC/1.5\r\nContent-length: 2\r\nSet: remote\r\n\r\nhi", b"64"),
        (b"TELL SPAMC/1.5\r\nContent-length: 6\r\nSet: local\r\nMessage-class: maybe\r\n\r\nA: b\n\n", b"64"),
    ],
)
def test_what_is_no_request_is_refused_by_a_code(ask: Ask, sent: bytes, code: bytes) -> None:
    assert ask(sent).startswith(b"SPAMD/1.1 " + code)
    assert ask(b"PING SPAMC/1.5\r\n\r\n") == b"SPAMD/1.5 0 PONG\r\n"


def test_of_endless_equal_headers_no_more_is_read_than_the_limit(server: DaemonServer) -> None:
    stream = io.BytesIO(b"CHECK SPAMC/1.5\r\n" + b"a: b\r\n" * 10_000 + b"\r\n")

    assert b"too many headers" in b"".join(answer(server.judge, stream))
    assert stream.tell() < 1_000


def test_without_a_label_for_spam_nothing_is_called_spam(runtime: Path, workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.labels.rename("Mail", "spam", "receipts")
    with serving(workspace) as server:
        assert _asked(server, request("CHECK", letter("spam", 99))).startswith(b"SPAMD/1.1 78 EX_CONFIG")


def _asked(server: DaemonServer, sent: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(server.paths.spamd_socket))
        connection.sendall(sent)
        return connection.recv(65536)

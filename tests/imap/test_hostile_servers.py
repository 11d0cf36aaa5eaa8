"""A server that lies, hangs or is not who it should be costs its connection and nothing else."""

from __future__ import annotations

import contextlib
import random
import socket
import sys
import threading
import time
from pathlib import Path

import pytest
from bayleaf_imap import server as server_module
from bayleaf_imap.accounts import STATE, Account
from bayleaf_imap.journal import FolderRecord, Journal
from bayleaf_imap.server import Server
from bayleaf_imap.stream import Address, BoundedIMAP
from bayleaf_imap.troubles import Trouble, harmless

from tests.imap.conftest import Box, needs_dovecot
from tests.imap.proxy import line_to
from tests.imap.servers import HAS_DOVECOT, HOST, MailServer, free_port, make_certificate
from tests.imap.wrong_server import SPAM, wrong_server

needs_openssl = pytest.mark.skipif(not HAS_DOVECOT, reason="needs openssl")
SECONDS = 0.4
N_WAYS = 30


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "ANSWER_S", SECONDS)


def add_to_journal(box: Box) -> None:
    """Have looked before, when there was one mail."""
    journal = Journal(box.account.folder / STATE)
    journal.keep_folder(FolderRecord("INBOX", 7, 2, 1, 1.0))
    journal.keep_folder(FolderRecord("Junk", 7, 9, 9, 1.0))
    journal.close()


def visited(certificate: Path, workspace: Path, number: int) -> tuple[float, list[tuple[str, str]]]:
    """Let a keeper look at a server that is wrong once; return for how long, and what was to be changed."""
    chosen = random.Random(number)
    with wrong_server(certificate, chosen, chosen.randrange(1, 22)) as made:
        address = Address(HOST, made.port, ca_file=str(certificate))
        password = f"{sys.executable} -c \"print('secret')\""
        box = Box(Account(f"wrong{number}", "me", address, str(workspace), password, junk="Junk"))
        add_to_journal(box)
        began_s = time.monotonic()
        with contextlib.suppress(Trouble):
            box.look()
        return time.monotonic() - began_s, made.asked


@pytest.mark.slow
@needs_openssl
def test_wrong_answers_crash_nothing_hang_nothing_and_touch_no_good_mail(
    server: object, workspace: Path, tmp_path: Path, quick: None
) -> None:
    certificate = make_certificate(tmp_path)
    n_moved = 0
    for number in range(N_WAYS):
        took_s, asked = visited(certificate, workspace, number)

        assert took_s < 10, number
        for verb, uids in asked:
            assert verb in ("STORE", "MOVE"), (number, verb)
            assert {int(uid) for uid in uids.split(",")} <= SPAM, (number, verb, uids)
            n_moved += verb == "MOVE"
    assert n_moved > N_WAYS / 4, "most looks come as far as a move"


@needs_dovecot
def test_starttls_is_used_where_it_is_offered_and_refused_where_it_was_taken_out(mail_server: MailServer) -> None:
    address = Address(HOST, mail_server.plain_port, uses_starttls=True, ca_file=str(mail_server.ca_file))
    server = Server(address)
    server.log_in("nobody", "secret")
    server.close()

    with line_to(mail_server.plain_port) as line:
        sent: list[bytes] = []
        line.from_server = lambda piece: piece.replace(b" STARTTLS", b"")
        line.from_client = lambda piece: sent.append(piece) or piece  # type: ignore[func-returns-value]
        with pytest.raises(Trouble) as caught:
            Server(Address(HOST, line.port, uses_starttls=True, ca_file=str(mail_server.ca_file)))
    assert caught.value.kind == "no-tls"
    assert b"secret" not in b"".join(sent)


@needs_dovecot
def test_words_put_in_before_tls_are_thrown_away(mail_server: MailServer) -> None:
    with line_to(mail_server.plain_port) as line:
        lie = b"* CAPABILITY IMAP4rev1 MOVE X-LIE\r\n* OK lie\r\n"

        def injecting(piece: bytes) -> bytes:
            return piece + lie if b"Begin TLS" in piece else piece

        line.from_server = injecting
        try:
            server = Server(Address(HOST, line.port, uses_starttls=True, ca_file=str(mail_server.ca_file)))
        except Trouble:  # the network parted the lie from what it was hung on, so that it came where TLS begins
            return
        server.log_in("nobody", "secret")
        assert not server.has("X-LIE")
        server.close()


@needs_dovecot
@pytest.mark.parametrize(("names", "days"), [("DNS:elsewhere.example", "2"), ("DNS:localhost", "-1")])
def test_a_wrong_or_expired_certificate_is_refused(
    tmp_path: Path, mail_server: MailServer, names: str, days: str
) -> None:
    certificate = make_certificate(tmp_path, names=names, days=days)
    with wrong_server(certificate, random.Random(1), 10_000) as made:
        with pytest.raises(Trouble) as caught:
            Server(Address(HOST, made.port, ca_file=str(certificate)))
        assert caught.value.kind == "certificate"
        with pytest.raises(Trouble) as caught:
            Server(Address(HOST, mail_server.tls_port))
        assert caught.value.kind == "certificate"


@needs_dovecot
def test_a_wrong_password_is_said_without_saying_it(mail_server: MailServer) -> None:
    server = Server(Address(HOST, mail_server.tls_port, ca_file=str(mail_server.ca_file)))
    with pytest.raises(Trouble) as caught:
        server.log_in("nobody", "hunter2-wrong")
    server.close()
    assert caught.value.kind == "login"
    assert "hunter2" not in str(caught.value)
    assert "aHVudGVy" not in str(caught.value)


@needs_dovecot
def test_a_line_that_falls_silent_is_given_up(
    server: object, workspace: Path, mail_server: MailServer, quick: None
) -> None:
    with line_to(mail_server.tls_port) as line:
        made = Server(Address(HOST, line.port, ca_file=str(mail_server.ca_file)))
        made.log_in("nobody", "secret")
        line.is_silent = True
        began_s = time.monotonic()
        with pytest.raises(Trouble) as caught:
            made.folders()
        made.close()
    assert caught.value.kind == "hung"
    assert time.monotonic() - began_s < 5


def test_a_server_that_drips_is_given_up() -> None:
    port = free_port()
    listener = socket.create_server(("127.0.0.1", port))

    def drip() -> None:
        connection, _ = listener.accept()
        with connection:
            try:
                for _ in range(200):
                    connection.sendall(b"*")
                    time.sleep(0.05)
            except OSError:
                return

    thread = threading.Thread(target=drip)
    thread.start()
    began_s = time.monotonic()
    with pytest.raises(Exception, match=r"^$"):
        Dripped(HOST, port, None, 0.3)
    assert time.monotonic() - began_s < 3
    thread.join()
    listener.close()


class Dripped(BoundedIMAP):
    """With a limit for all of an answer."""

    def begin(self, silence_s: float, n_bytes: int) -> None:
        super().begin(silence_s, 10_000)


def test_nothing_of_a_mail_reaches_a_terminal_as_it_is() -> None:
    assert harmless("\x1b[2Jhello\r\n\x07 wor\u202eld\u0000") == "[2Jhello wor ld"
    assert len(harmless("x" * 5_000)) == 300

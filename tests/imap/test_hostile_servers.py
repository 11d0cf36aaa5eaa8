"""A server that lies, hangs or is not who it should be costs its connection and nothing else."""

from __future__ import annotations

import contextlib
import imaplib
import os
import random
import re
import shutil
import socket
import subprocess
import threading
import time
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from bayleaf_imap import server as server_module
from bayleaf_imap.accounts import STATE, Account
from bayleaf_imap.errors import MailboxError, to_safe_line
from bayleaf_imap.journal import FolderRecord, Journal
from bayleaf_imap.server import Server
from bayleaf_imap.stream import Address, AnswerTimeout, AnswerTooLarge, BoundedIMAP

from tests.app.letters import letter
from tests.imap.conftest import Box, account_on, needs_dovecot
from tests.imap.proxy import accepting, carry, line_to, server_tls
from tests.imap.servers import HOST, MailServer, free_port, make_certificate
from tests.imap.wrong_server import SPAM, wrong_server

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the program openssl")
SECONDS = 0.4
N_WAYS = 30


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "ANSWER_S", SECONDS)


def add_to_journal(box: Box) -> None:
    """Have looked before, when there was one mail."""
    journal = Journal(box.account.folder / STATE)
    journal.store_folder(FolderRecord("INBOX", 7, 2, 1, 1.0))
    journal.store_folder(FolderRecord("Junk", 7, 9, 9, 1.0))
    journal.close()


def visited(certificate: Path, workspace: Path, number: int) -> tuple[float, list[tuple[str, str]]]:
    """Let a keeper look at a server that is wrong once; return for how long, and what was to be changed."""
    chosen = random.Random(number)
    with wrong_server(certificate, chosen, chosen.randrange(1, 22)) as made:
        address = Address(HOST, made.port, ca_file=str(certificate))
        box = Box(Account(f"wrong{number}", "me", address, str(workspace), "echo secret", junk="Junk"))
        add_to_journal(box)
        began_s = time.monotonic()
        with contextlib.suppress(MailboxError):
            box.check()
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


@needs_openssl
def test_a_move_that_is_answered_with_millions_of_numbers_takes_no_memory(
    server: object, workspace: Path, tmp_path: Path
) -> None:
    certificate = make_certificate(tmp_path)
    with wrong_server(certificate, random.Random(1), 0) as made:
        made.new_uids = "3000000:1"  # a range that runs downwards
        address = Address(HOST, made.port, ca_file=str(certificate))
        box = Box(Account("downwards", "me", address, str(workspace), "echo secret", junk="Junk"))
        add_to_journal(box)
        tracemalloc.start()
        with contextlib.suppress(MailboxError):
            box.check()
        _, most_bytes = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert any(verb == "MOVE" for verb, _ in made.asked)
    assert most_bytes < 20 << 20


@needs_dovecot
def test_starttls_is_used_where_it_is_offered_and_refused_where_it_was_taken_out(mail_server: MailServer) -> None:
    address = Address(HOST, mail_server.plain_port, uses_starttls=True, ca_file=str(mail_server.ca_file))
    server = Server(address)
    server.log_in(mail_server.user, "secret")
    server.close()

    with line_to(mail_server.plain_port) as line:
        sent: list[bytes] = []
        line.from_server = lambda piece: piece.replace(b" STARTTLS", b"")
        line.from_client = lambda piece: sent.append(piece) or piece  # type: ignore[func-returns-value]
        with pytest.raises(MailboxError) as caught:
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
        except MailboxError:  # the network parted the lie from what it was hung on, so that it came where TLS begins
            return
        server.log_in(mail_server.user, "secret")
        assert not server.has("X-LIE")
        server.close()


@needs_dovecot
@pytest.mark.parametrize(("names", "days"), [("DNS:elsewhere.example", "2"), ("DNS:localhost", "-1")])
def test_a_wrong_or_expired_certificate_is_refused(
    tmp_path: Path, mail_server: MailServer, names: str, days: str
) -> None:
    certificate = make_certificate(tmp_path, names=names, days=days)
    with wrong_server(certificate, random.Random(1), 10_000) as made:
        with pytest.raises(MailboxError) as caught:
            Server(Address(HOST, made.port, ca_file=str(certificate)))
        assert caught.value.kind == "certificate"
        with pytest.raises(MailboxError) as caught:
            Server(Address(HOST, mail_server.tls_port))
        assert caught.value.kind == "certificate"


@needs_dovecot
def test_a_wrong_password_is_said_without_saying_it(mail_server: MailServer) -> None:
    server = Server(Address(HOST, mail_server.tls_port, ca_file=str(mail_server.ca_file)))
    with pytest.raises(MailboxError) as caught:
        server.log_in(mail_server.user, "hunter2-wrong")
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
        made.log_in(mail_server.user, "secret")
        line.is_silent = True
        began_s = time.monotonic()
        with pytest.raises(MailboxError) as caught:
            made.folders()
        made.close()
    assert caught.value.kind == "hung"
    assert time.monotonic() - began_s < 5


def client_of(
    *pieces: bytes, pause_s: float = 0.0, n_bytes: int = 10_000, answer_s: float = 0.3
) -> tuple[float, BaseException | None]:
    """Ask a server that says these pieces again and again; return for how long that went on, and how it ended."""
    port, stopping = free_port(), threading.Event()

    def serve(client: socket.socket) -> None:
        client.sendall(b"* OK hello\r\n* CAPABILITY IMAP4rev1\r\n")
        while not stopping.is_set():
            for piece in pieces:
                client.sendall(piece)
            stopping.wait(pause_s)

    with accepting(port, stopping, serve):
        began_s, ended = time.monotonic(), None
        connection = Bounded(HOST, port, None, answer_s, n_bytes)
        try:
            connection.noop()
        except Exception as error:
            ended = error
        took_s = time.monotonic() - began_s
        connection.shutdown()
    return took_s, ended


class Bounded(BoundedIMAP):
    """A connection whose first answer is not looked at, and the next within a number of bytes."""

    def __init__(self, host: str, port: int, tls: None, answer_s: float, n_bytes: int) -> None:
        self._n_bytes = n_bytes
        super().__init__(host, port, tls, answer_s)
        self.set_limits(answer_s, n_bytes)

    def _get_capabilities(self) -> None:
        self.capabilities = ("IMAP4REV1",)


@pytest.mark.parametrize(
    ("pieces", "pause_s", "ends"),
    [
        ((b"*",), 0.05, AnswerTimeout),
        ((b"a" * 65_536,), 0.0, AnswerTooLarge),
        ((b"* SEARCH" + b" 7" * 4_000 + b"\r\n",), 0.0, AnswerTooLarge),
        ((b"* 1 FETCH (BODY[] {99999999999}\r\n",), 0.0, AnswerTooLarge),
        ((b"* 1 FETCH (BODY[] {9000}\r\nshort",), 9.0, AnswerTimeout),
        ((b"* 1 FETCH (BODY[] {-5}\r\n",), 0.0, (imaplib.IMAP4.error, AnswerTooLarge)),
        ((b"* OK still here\r\n",), 0.0, AnswerTooLarge),
    ],
    ids=["drips", "an endless line", "a long list", "a literal too long", "a literal too short", "a length below zero",
         "talk without end"],
)  # fmt: skip
def test_a_server_without_measure_is_given_up(
    pieces: tuple[bytes, ...], pause_s: float, ends: type[BaseException] | tuple[type[BaseException], ...]
) -> None:
    """Give time to say too much, however busy the machine is."""
    tracemalloc.start()
    took_s, ended = client_of(*pieces, pause_s=pause_s, answer_s=0.3 if ends is AnswerTimeout else 30.0)
    _, most_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert isinstance(ended, ends), ended
    assert took_s < 20
    assert most_bytes < 4 << 20


def test_nothing_of_a_mail_reaches_a_terminal_as_it_is() -> None:
    assert to_safe_line("\x1b[2Jhello\r\n\x07 wor\u202eld\u0000") == "[2Jhello wor ld"
    assert len(to_safe_line("x" * 5_000)) == 300


@needs_dovecot
def test_a_certificate_that_expires_in_the_middle_stops_it_before_a_word_is_said(
    server: object, workspace: Path, mail_server: MailServer, tmp_path: Path
) -> None:
    names = ("good", "old")
    made = {name: make_certificate(folder(tmp_path / name), days="2" if name == "good" else "-1") for name in names}
    account = account_on(mail_server, workspace)
    for round_number, name in enumerate(("good", "old", "good")):
        port, stopping, output = free_port(), threading.Event(), list[bytes]()

        def serve(client: socket.socket, output: list[bytes] = output, stopping: threading.Event = stopping) -> None:
            with socket.create_connection(("127.0.0.1", mail_server.plain_port)) as plain:
                carry(client, plain, stopping, (lambda piece: output.append(piece) or piece, bytes))

        with accepting(port, stopping, serve, server_tls(made[name])):
            box = Box(replace(account, address=replace(account.address, port=port, ca_file=str(made[name]))))
            mail_server.deliver(letter("ham", 680 + round_number))
            if name == "good":
                box.check()
                assert output
                continue
            with pytest.raises(MailboxError) as caught:
                box.check()
            assert (caught.value.kind, "expired" in str(caught.value), output) == ("certificate", True, [])
    assert {record.state for record in box.mails()} == {"there", "stays"}
    assert len(mail_server.subjects("INBOX")) == 3


def folder(path: Path) -> Path:
    path.mkdir()
    return path


@needs_dovecot
def test_names_of_folders_in_raw_utf8_or_in_no_encoding_at_all_are_taken_as_they_are(
    server: object, workspace: Path, mail_server: MailServer
) -> None:
    proper, raw = b"&BCEEPwQwBDw-", "Спам".encode()
    with mail_server.account() as account:
        assert account.create(f'"{proper.decode()}"')[0] == "OK"
    with line_to(mail_server.plain_port, mail_server.ca_file) as line:
        line.from_server = lambda piece: piece.replace(proper, raw).replace(b" Trash\r\n", b' "a & b"\r\n')
        line.from_client = lambda piece: piece.replace(proper, b"nothing").replace(raw, proper)
        account = account_on(mail_server, workspace, junk="Спам")
        account = replace(account, address=replace(account.address, port=line.port))
        guest = Server(account.address)
        guest.log_in(mail_server.user, "secret")
        assert {"Спам", "a & b"} <= {each.name for each in guest.folders()}
        guest.close()

        box = Box(account)
        box.check()
        mail_server.deliver(letter("spam", 690))
        assert box.states() == ["due", "done"]
    assert len(mail_server.subjects(proper.decode())) == 1


@needs_dovecot
@pytest.mark.parametrize("deed", ["move", "flag"])
def test_flags_that_a_server_does_not_take_hinder_nothing(
    server: object, workspace: Path, mail_server: MailServer, deed: str
) -> None:
    with line_to(mail_server.plain_port, mail_server.ca_file) as line:
        line.from_client = lambda piece: re.sub(rb"STORE \S+ \+FLAGS", b"STORE 0 +FLAGS", piece)
        account = account_on(mail_server, workspace, deed=deed)
        box = Box(replace(account, address=replace(account.address, port=line.port)))
        box.check()
        mail_server.deliver(letter("spam", 691), letter("ham", 692))
        events = box.check()

    answer = [(event.state, event.reason) for event in events]
    moved, flagged = [("due", ""), ("stays", ""), ("done", "")], [("asked", "no keywords here"), ("stays", "")]
    assert answer == (moved if deed == "move" else flagged)
    assert len(mail_server.subjects("Junk")) == (deed == "move")


@needs_dovecot
@pytest.mark.slow
def test_a_folder_with_very_many_mails_is_looked_at_in_its_newest(
    server: object, workspace: Path, mail_server: MailServer
) -> None:
    (mail_server.home / "mail" / "cur").mkdir(parents=True, exist_ok=True)
    first = mail_server.home / "mail" / "cur" / "1.0.home:2,"
    first.write_bytes(letter("ham", 693))
    for number in range(1, 5_000):
        os.link(first, first.with_name(f"1.{number}.home:2,"))
    subprocess.run(["chown", "-R", "nobody:nogroup", str(mail_server.home / "mail")], check=True)
    box, asked = Box(account_on(mail_server, workspace)), list[bytes]()
    with line_to(mail_server.plain_port, mail_server.ca_file) as line:
        line.from_client = lambda piece: asked.append(piece) or piece  # type: ignore[func-returns-value]
        box.account = replace(box.account, address=replace(box.account.address, port=line.port))
        box.check()
        n_first = len(asked)
        mail_server.deliver(letter("spam", 694))
        assert box.states() == ["due", "done"]
    assert n_first < 60
    assert len(asked) - n_first < 40

"""Each mail is there exactly once at the end, whatever breaks: old servers, full quotas, renumbering, cuts, kills."""

from __future__ import annotations

import random
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from bayleaf_imap import folder_checks, moves
from bayleaf_imap.accounts import account as account_named
from bayleaf_imap.accounts import hold_lock, save_account
from bayleaf_imap.commands import main
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.mail_contents import Content, fetch_contents
from bayleaf_imap.running import MailboxRunner
from bayleaf_imap.server import MailHead, Server

from tests.app.letters import letter
from tests.imap.conftest import Box, MakeBox, account_on, needs_dovecot, subject_of
from tests.imap.proxy import line_to
from tests.imap.servers import FULL, POOR, WITHOUT_MOVE, MailServer, dovecot, free_port

pytestmark = [pytest.mark.slow, needs_dovecot]


def everything(mail_server: MailServer) -> Counter[str]:
    """Count each mail by its own name, in all folders."""
    return Counter(name for folder in ("INBOX", "Junk") for name, _ in mail_server.mails(folder, "MESSAGE-ID"))


def test_without_move_a_mail_is_copied_looked_at_and_then_expunged_alone(server: object, workspace: Path) -> None:
    with dovecot(capability=WITHOUT_MOVE) as made:
        box = Box(account_on(made, workspace))
        box.check()
        spam, other = letter("spam", 600), letter("ham", 601)
        made.deliver(spam)
        made.deliver(other, flags=r"(\Deleted)")

        assert sorted(box.states()) == ["done", "due", "stays"]
        assert made.subjects("Junk") == [subject_of(spam)]
        assert made.subjects("INBOX") == [subject_of(other)]


def test_without_uidplus_a_mail_is_only_flagged(server: object, workspace: Path) -> None:
    with dovecot(capability=POOR) as made:
        box = Box(account_on(made, workspace))
        box.check()
        spam = letter("spam", 600)
        made.deliver(spam)

        assert box.states() == ["flagged"]
        assert made.subjects("INBOX") == [subject_of(spam)]
        assert {"$Junk", "$BayleafSure"} <= made.flags("INBOX")[subject_of(spam)]
        assert box.check() == []


class Counting:
    """A server that counts more bytes for what lies in Junk, as some do that store a mail anew."""

    def __init__(self, content: bytes = b"") -> None:
        self.content, self.is_in_junk = content, False

    def from_client(self, piece: bytes) -> bytes:
        if opened := re.search(rb"(?:SELECT|EXAMINE) \"?(\w+)", piece):
            self.is_in_junk = opened[1] == b"Junk"
        return piece

    def from_server(self, piece: bytes) -> bytes:
        if not self.is_in_junk:
            return piece
        if self.content:
            piece = piece.replace(self.content, self.content[::-1])
        return re.sub(rb"RFC822.SIZE (\d+)", lambda found: b"RFC822.SIZE %d" % (int(found[1]) + 7), piece)


@pytest.mark.parametrize("capability", ["", WITHOUT_MOVE])
def test_a_server_that_counts_other_bytes_after_a_move_is_understood(
    server: object, workspace: Path, capability: str
) -> None:
    with dovecot(capability=capability) as made, line_to(made.plain_port, made.ca_file) as line:
        counting = Counting()
        line.from_client, line.from_server = counting.from_client, counting.from_server
        account = account_on(made, workspace)
        box = Box(replace(account, address=replace(account.address, port=line.port)))
        box.check()
        spam, ham = letter("spam", 602), letter("ham", 603)
        made.deliver(spam, ham)
        assert sorted(box.states()) == ["done", "due", "stays"]
        assert everything(made) == {"<spam602@example>": 1, "<ham603@example>": 1}

        made.move([subject_of(spam)], "Junk", "INBOX")
        made.move([subject_of(ham)], "INBOX", "Junk")
        assert box.states() == ["back", "learnt"]
        assert box.check() == []


def test_a_copy_that_is_not_the_same_throughout_is_no_reason_to_expunge(server: object, workspace: Path) -> None:
    with dovecot(capability=WITHOUT_MOVE) as made, line_to(made.plain_port, made.ca_file) as line:
        counting = Counting(content=b"number602")
        line.from_client, line.from_server = counting.from_client, counting.from_server
        account = account_on(made, workspace)
        box = Box(replace(account, address=replace(account.address, port=line.port)))
        box.check()
        made.deliver(letter("spam", 602))

        failed = [event for event in box.check() if event.state == "failed"]
        assert [event.reason for event in failed] == ["the copy is not the same"]
        assert len(made.subjects("INBOX")) == 1


def test_a_full_quota_leaves_mail_where_it_is_until_there_is_room(server: object, workspace: Path) -> None:
    with dovecot(quota=FULL, capability=WITHOUT_MOVE) as made:
        box = Box(account_on(made, workspace))
        box.check()
        spam = letter("spam", 610)
        made.deliver(spam)
        (made.home / "dovecot.conf").write_text(
            (made.home / "dovecot.conf").read_text().replace("*:storage=100M", "*:bytes=1")
        )
        made.kill()
        made.start()

        assert box.states() == ["due"]
        assert made.subjects("INBOX") == [subject_of(spam)]
        journal = box.journal()
        [deed] = journal.moves(["begun"])
        assert "uota" in deed.reason
        assert deed.next_try_at > time.time() + 30
        (made.home / "dovecot.conf").write_text(
            (made.home / "dovecot.conf").read_text().replace("*:bytes=1", "*:storage=100M")
        )
        made.kill()
        made.start()
        journal.update_move(deed.number, next_try_at=0)
        journal.close()
        assert box.states() == ["done"]
        assert everything(made) == {"<spam610@example>": 1}


def test_a_folder_that_is_numbered_anew_is_recognised_by_its_mails(box: Box, mail_server: MailServer) -> None:
    hams = [letter("ham", 620 + number) for number in range(3)]
    mail_server.deliver(*hams)
    box.check()
    mail_server.renumber("INBOX")
    mail_server.deliver(letter("spam", 630))

    assert box.states() == ["renumbered", "due", "done"]
    assert len(mail_server.subjects("INBOX")) == 3
    assert box.check() == []


def test_a_folder_that_was_renamed_is_followed(mail_server: MailServer, make_box: MakeBox) -> None:
    with mail_server.account() as account:
        account.create("Wrong")
    box = make_box(junk="Wrong")
    box.gets(letter("spam", 640))
    with mail_server.account() as account:
        account.rename("Wrong", "Rubbish")
    mail_server.deliver(letter("spam", 641))

    assert "renamed" in box.states()
    box.account = account_named("mine")
    box.check()
    assert len(mail_server.subjects("Rubbish")) == 2


@pytest.mark.parametrize("capability", ["", WITHOUT_MOVE])
def test_a_connection_cut_anywhere_loses_and_doubles_nothing(
    server: object, workspace: Path, capability: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, kinds = random.Random(7), list[str]()
    monkeypatch.setattr(moves, "RESEND_DELAY_S", 0.0)
    with dovecot(capability=capability) as made, line_to(made.tls_port) as line:
        account = account_on(made, workspace)
        box = Box(replace(account, address=replace(account.address, port=line.port)))
        box.check()
        for number in range(12):
            made.deliver(letter("spam", 700 + number))
            line.cut_after_bytes = chosen.randrange(2_500, 9_000)
            try:
                box.check()
            except MailboxError as trouble:
                kinds.append(trouble.kind)
        line.cut_after_bytes = None
        box.check()
        box.check()
        assert len(kinds) > 6
        assert set(kinds) <= {"lost", "unreachable", "certificate"}

        assert everything(made) == {f"<spam{700 + number}@example>": 1 for number in range(12)}
        assert len(made.subjects("Junk")) == 12


def test_undo_brings_back_a_day_and_nothing_is_moved_again(
    box: Box, mail_server: MailServer, capsys: pytest.CaptureFixture[str]
) -> None:
    mail_server.deliver(letter("spam", 650), letter("spam", 651))
    box.check()

    assert main(["undo", "mine"]) == 0
    assert "2 mails" in capsys.readouterr().err
    assert len(mail_server.subjects("INBOX")) == 2
    assert mail_server.subjects("Junk") == []
    assert box.check() == []
    assert all("$BayleafSure" not in flags for flags in mail_server.flags("INBOX").values())


def test_two_processes_do_not_work_on_one_mailbox(box: Box) -> None:
    with hold_lock(box.account), pytest.raises(MailboxError, match="Another process"):
        box.check()


def test_a_run_is_refused_before_a_trial(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    journal = box.journal()
    journal.set_fact("tried", None)
    journal.close()
    assert main(["run", "mine", "--once"]) == 1
    assert "bayleaf-imap trial mine" in capsys.readouterr().err
    save_account(box.account)


def test_a_mail_at_which_looks_break_off_is_passed_over_and_the_others_are_not(
    box: Box, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(server: Server, heads: Iterable[MailHead]) -> Iterator[Content]:
        for content in fetch_contents(server, heads):
            if b"Subject: pills 661" in content.raw:
                raise MailboxError("nonsense", why="poison")
            yield content

    monkeypatch.setattr(folder_checks, "fetch_contents", breaking)
    mail_server.deliver(*(letter("spam", 655 + number) for number in range(12)))
    failed = 0
    for _ in range(12):
        try:
            failed += "failed" in box.states()
        except MailboxError as trouble:
            assert trouble.kind == "nonsense"  # noqa: PT017 - any other would end the test as well
    assert failed == 1
    assert len(mail_server.subjects("Junk")) == 11
    assert mail_server.subjects("INBOX") == ["pills 661"]


def test_folders_may_have_names_in_any_letters(mail_server: MailServer, make_box: MakeBox) -> None:
    with mail_server.account() as account:
        assert account.create('"&BCEEPwQwBDw- &- &V4NXPpCuTvY-"')[0] == "OK"
    assert make_box(junk="Спам & 垃圾邮件").gets(letter("spam", 670)) == ["due", "done"]
    assert len(mail_server.subjects("&BCEEPwQwBDw- &- &V4NXPpCuTvY-")) == 1


def test_it_waits_longer_after_each_failure(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    lost = replace(box.account, address=replace(box.account.address, port=free_port()))
    keeper = MailboxRunner(lost, is_trial=True, on_event=lambda _: None)

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        if len(waits) == 6:
            keeper.stop()
        return True

    monkeypatch.setattr(keeper._stopping, "wait", wait)
    keeper.run()

    assert waits[0] < 3
    assert all(later > 1.3 * before for before, later in pairwise(waits))


def test_large_mails_are_judged_by_headers_and_text(box: Box, mail_server: MailServer) -> None:
    text = b"cheap watches offer casino winner pills prize credit"
    bulk = b"QUJD" * 19 + b"\r\n"
    head = b"From: a@spam.example\r\nSubject: pills large\r\nMessage-ID: <large@example>\r\nMIME-Version: 1.0\r\n"
    mail = (
        head + b'Content-Type: multipart/mixed; boundary="edge"\r\n\r\n--edge\r\nContent-Type: text/plain\r\n\r\n'
        + text + b'\r\n--edge\r\nContent-Type: application/zip; name="big.zip"\r\nContent-Disposition: attachment; '
        b'filename="big.zip"\r\nContent-Transfer-Encoding: base64\r\n\r\n' + bulk * 100_000 + b"--edge--\r\n"
    )  # fmt: skip
    mail_server.deliver(mail)

    assert box.states() == ["due", "done"]
    assert mail_server.subjects("Junk") == ["pills large"]
    shutil.rmtree(box.account.folder)


def test_what_an_earlier_version_knew_by_another_hash_is_begun_anew(box: Box, mail_server: MailServer) -> None:
    mail_server.deliver(letter("spam", 680))
    box.check()
    journal = box.journal()
    journal.begin_move(b"old", ("INBOX", 1, 1), "Junk", "")
    journal._db.execute("PRAGMA user_version = 0")
    journal.close()

    assert box.check() == []
    journal = box.journal()
    assert [deed.reason for deed in journal.moves(["failed"])] == ["begun by an earlier version"]
    assert len(journal.moves(["done"])) == 1
    journal.close()

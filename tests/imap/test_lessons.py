"""Deeds of a person in the mailbox, with another program, are lessons, once; what is undone is taken back."""

from __future__ import annotations

import imaplib
import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from bayleaf_imap.rounds import Event
from bayleaf_imap.running import Keeper
from bayleaf_imap.troubles import Trouble

from app.store.workspace import Workspace
from tests.app.judge.letters import label_of, letter
from tests.imap.conftest import Box, account_on, needs_dovecot
from tests.imap.servers import MailServer
from tests.imap.test_arrivals import subject_of

pytestmark = [pytest.mark.slow, needs_dovecot]


def test_mail_moved_to_junk_is_learnt_and_moved_back_is_taken_back(
    box: Box, mail_server: MailServer, workspace: Path
) -> None:
    ham = letter("ham", 550)
    mail_server.deliver(ham)
    box.look()

    mail_server.move([subject_of(ham)], "INBOX", "Junk")
    assert box.states() == ["learnt"]
    assert label_of(workspace, ham) == "spam"
    assert box.look() == []

    mail_server.move([subject_of(ham)], "Junk", "INBOX")
    assert box.states() == ["back"]
    assert label_of(workspace, ham) is None
    assert box.look() == []
    assert mail_server.subjects("INBOX") == [subject_of(ham)]


def test_what_was_moved_wrongly_and_is_put_back_is_learnt_as_good_and_never_moved_again(
    box: Box, mail_server: MailServer, workspace: Path
) -> None:
    spam = letter("spam", 551)
    mail_server.deliver(spam)
    assert box.states() == ["due", "done"]

    mail_server.move([subject_of(spam)], "Junk", "INBOX")
    assert box.states() == ["back"]
    assert label_of(workspace, spam) == "ham"
    assert box.look() == []
    assert mail_server.subjects("INBOX") == [subject_of(spam)]

    mail_server.move([subject_of(spam)], "INBOX", "Junk")
    assert box.states() == ["learnt"]
    assert label_of(workspace, spam) == "spam"


def test_deleting_teaches_nothing_and_neither_does_what_the_server_puts_into_junk(
    box: Box, mail_server: MailServer, workspace: Path
) -> None:
    ham, filtered = letter("ham", 552), letter("ham", 553)
    mail_server.deliver(ham)
    mail_server.deliver(filtered, folder="Junk")
    box.look()
    mail_server.move([subject_of(ham)], "INBOX", "Trash")

    assert box.look() == []
    assert label_of(workspace, ham) is None
    assert label_of(workspace, filtered) is None

    mail_server.move([subject_of(filtered)], "Junk", "INBOX")
    box.look()
    assert label_of(workspace, filtered) == "ham"


def test_old_mail_that_was_never_seen_is_a_lesson_when_it_is_put_into_junk(
    box: Box, mail_server: MailServer, workspace: Path
) -> None:
    old = letter("ham", 554)
    mail_server.deliver(old, folder="Trash", date='"01-Jan-2020 10:00:00 +0000"')
    mail_server.move([subject_of(old)], "Trash", "Junk")

    assert box.states() == ["learnt"]
    assert label_of(workspace, old) == "spam"


@pytest.mark.parametrize("word", ["$Junk", "Junk"])
def test_a_keyword_of_another_program_is_a_lesson_until_it_is_taken_away(
    box: Box, mail_server: MailServer, workspace: Path, word: str
) -> None:
    ham = letter("ham", 555)
    mail_server.deliver(ham)
    box.look()

    mail_server.flag(subject_of(ham), "INBOX", "+FLAGS", word)
    assert box.states() == ["flag"]
    assert label_of(workspace, ham) == "spam"
    assert box.look() == []

    mail_server.flag(subject_of(ham), "INBOX", "-FLAGS", word)
    assert box.states() == ["flag"]
    assert label_of(workspace, ham) is None

    mail_server.flag(subject_of(ham), "INBOX", "+FLAGS", "$NotJunk")
    box.look()
    assert label_of(workspace, ham) == "ham"


def test_a_mail_that_comes_twice_is_no_lesson(box: Box, mail_server: MailServer, workspace: Path) -> None:
    spam = letter("spam", 556)
    mail_server.deliver(spam)
    box.look()
    mail_server.deliver(spam, date=imaplib.Time2Internaldate(time.time() - 600))

    assert box.states() == ["stays"]
    assert label_of(workspace, spam) is None


def test_what_another_computer_moved_teaches_nothing(
    box: Box, mail_server: MailServer, server: object, workspace: Path
) -> None:
    other = Box(account_on(mail_server, workspace, name="other"))
    other.look()
    spam = letter("spam", 557)
    mail_server.deliver(spam)
    other.states(is_trial=True)
    assert box.states() == ["due", "done"]

    assert other.look() == []
    assert label_of(workspace, spam) is None


def test_who_moves_back_at_once_again_and_again_is_a_filter_and_is_noticed(
    box: Box, mail_server: MailServer, workspace: Path
) -> None:
    spams = [letter("spam", 560 + number) for number in range(4)]
    for spam in spams[:3]:
        mail_server.deliver(spam)
        assert box.states() == ["due", "done"]
        mail_server.move([subject_of(spam)], "Junk", "INBOX")
        box.look()
    mail_server.deliver(spams[3])

    assert box.states() == ["asked"]
    assert [label_of(workspace, spam) for spam in spams] == [None] * 4
    assert len(mail_server.subjects("INBOX")) == 4


def test_people_to_whom_mail_was_sent_are_known(box: Box, mail_server: MailServer) -> None:
    spam = letter("spam", 570)
    mail_server.deliver(b"To: Somebody <PERSON570@spam.example>\r\nSubject: hello\r\n\r\nhello\r\n", folder="Sent")
    mail_server.deliver(spam)

    assert [(event.state, event.reason) for event in box.look()] == [("asked", "known sender")]
    assert "$BayleafUnsure" in mail_server.flags("INBOX")[subject_of(spam)]


def test_a_label_has_a_folder_of_its_own(mail_server: MailServer, server: object, workspace: Path) -> None:
    with mail_server.account() as account:
        account.create("Kept")
    box = Box(account_on(mail_server, workspace, label_folders={"ham": "Kept"}))
    box.look()
    ham, spam = letter("ham", 580), letter("spam", 581)
    mail_server.deliver(ham, spam)
    assert sorted(box.states()) == ["done", "done", "due", "due"]
    assert mail_server.subjects("Kept") == [subject_of(ham)]

    mail_server.move([subject_of(spam)], "Junk", "Kept")
    box.look()
    assert label_of(workspace, spam) == "ham"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the judge wait a tenth of a second for others who write, not ten."""
    monkeypatch.setattr("app.session.session.Workspace", partial(Workspace, busy_ms=100))


def test_a_lesson_that_the_judge_cannot_take_now_is_said_and_taken_later(
    impatient: None, box: Box, mail_server: MailServer, workspace: Path
) -> None:
    hams = [letter("ham", 590 + number) for number in range(2)]
    mail_server.deliver(*hams)
    box.look()
    mail_server.move([subject_of(ham) for ham in hams], "INBOX", "Junk")
    with closing(sqlite3.connect(workspace, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(6):
            with pytest.raises(Trouble) as caught:
                box.look()
            assert caught.value.kind == "judge-busy"
        assert "asked again" in str(caught.value)
        other.execute("ROLLBACK")
    assert [label_of(workspace, ham) for ham in hams] == [None, None]

    assert box.states() == ["learnt", "learnt"]
    assert [label_of(workspace, ham) for ham in hams] == ["spam", "spam"]
    assert box.look() == []


def test_a_lesson_is_taken_back_once_though_the_program_ends_right_after_it(
    box: Box, mail_server: MailServer, workspace: Path
) -> None:
    ham = letter("ham", 592)
    mail_server.deliver(ham)
    box.look()
    mail_server.move([subject_of(ham)], "INBOX", "Junk")
    box.look()
    mail_server.move([subject_of(ham)], "Junk", "INBOX")

    def ending(told: Event | Trouble) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Keeper(box.account, is_trial=False, tell=ending).run(once=True)

    assert box.look() == []
    assert label_of(workspace, ham) is None


def test_a_mail_without_a_word_is_no_lesson_and_that_is_said(box: Box, mail_server: MailServer) -> None:
    mail_server.deliver(b"From: a@home.example\r\nMessage-ID: <empty@example>\r\n\r\n\r\n")
    box.look()
    with mail_server.account() as account:
        account.select("INBOX")
        account.uid("MOVE", "1", "Junk")

    [refused] = box.look()
    assert (refused.state, "no text" in refused.reason) == ("refused", True)
    assert [record.lesson for record in box.mails()] == [None]


def test_what_waited_for_its_twin_to_go_is_forgotten_with_a_folder_that_was_renamed(
    mail_server: MailServer, server: object, workspace: Path
) -> None:
    with mail_server.account() as account:
        account.create("Wrong")
    box = Box(account_on(mail_server, workspace, junk="Wrong"))
    box.look()
    ham = letter("ham", 593)
    mail_server.deliver(ham)
    box.look()
    mail_server.deliver(ham, folder="Wrong", date=imaplib.Time2Internaldate(time.time() - 600))
    assert box.look() == []
    with mail_server.account() as account:
        account.rename("Wrong", "Rubbish")
        account.select("INBOX")
        account.store("1", "+FLAGS", r"(\Deleted)")
        account.expunge()

    assert "renamed" in box.states()
    assert label_of(workspace, ham) is None


def test_a_mail_that_a_program_stores_anew_in_junk_is_learnt_once_it_is_gone_from_the_inbox(
    box: Box, mail_server: MailServer, workspace: Path
) -> None:
    ham = letter("ham", 594)
    mail_server.deliver(ham)
    box.look()
    mail_server.deliver(ham, folder="Junk", date=imaplib.Time2Internaldate(time.time() - 600))
    assert box.look() == []
    with mail_server.account() as account:
        account.select("INBOX")
        account.store("1", "+FLAGS", r"(\Deleted)")
        account.expunge()

    assert box.states() == ["moved"]
    assert label_of(workspace, ham) == "spam"
    assert box.look() == []

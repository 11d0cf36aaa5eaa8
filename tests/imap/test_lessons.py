"""Deeds of a person in the mailbox, with another program, are lessons, once; what is undone is taken back."""

from __future__ import annotations

import imaplib
import sqlite3
import time
from contextlib import closing
from functools import partial

import pytest
from bayleaf_imap import folder_checks
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.folder_checks import Event
from bayleaf_imap.running import MailboxRunner

from app.store.workspace import Workspace
from tests.app.letters import letter
from tests.imap.conftest import Box, MakeBox, needs_dovecot, subject_of
from tests.imap.servers import MailServer

pytestmark = [pytest.mark.slow, needs_dovecot]


def ten_minutes_ago() -> str:
    return imaplib.Time2Internaldate(time.time() - 600)


def remove_first(server: MailServer) -> None:
    with server.account() as account:
        account.select("INBOX")
        account.store("1", "+FLAGS", r"(\Deleted)")
        account.expunge()


def test_mail_moved_to_junk_is_learnt_and_moved_back_is_taken_back(box: Box) -> None:
    ham = letter("ham", 550)
    box.gets(ham)

    box.move("INBOX", "Junk", ham)
    assert (box.states(), box.labels(ham), box.check()) == (["learnt"], ["spam"], [])

    box.move("Junk", "INBOX", ham)
    assert (box.states(), box.labels(ham), box.check()) == (["back"], [None], [])
    assert box.server.subjects("INBOX") == [subject_of(ham)]


def test_what_was_moved_wrongly_and_is_put_back_is_learnt_as_good_and_never_moved_again(box: Box) -> None:
    spam = letter("spam", 551)
    assert box.gets(spam) == ["due", "done"]

    box.move("Junk", "INBOX", spam)
    assert (box.states(), box.labels(spam), box.check()) == (["back"], ["ham"], [])
    assert box.server.subjects("INBOX") == [subject_of(spam)]

    box.move("INBOX", "Junk", spam)
    assert (box.states(), box.labels(spam)) == (["learnt"], ["spam"])


def test_deleting_teaches_nothing_and_neither_does_what_the_server_puts_into_junk(box: Box) -> None:
    ham, filtered = letter("ham", 552), letter("ham", 553)
    box.server.deliver(filtered, folder="Junk")
    box.gets(ham)
    box.move("INBOX", "Trash", ham)
    assert (box.check(), box.labels(ham, filtered)) == ([], [None, None])

    box.move("Junk", "INBOX", filtered)
    box.check()
    assert box.labels(filtered) == ["ham"]


def test_old_mail_that_was_never_seen_is_a_lesson_when_it_is_put_into_junk(box: Box) -> None:
    old = letter("ham", 554)
    box.server.deliver(old, folder="Trash", date='"01-Jan-2020 10:00:00 +0000"')
    box.move("Trash", "Junk", old)

    assert (box.states(), box.labels(old)) == (["learnt"], ["spam"])


@pytest.mark.parametrize("word", ["$Junk", "Junk"])
def test_a_keyword_of_another_program_is_a_lesson_until_it_is_taken_away(box: Box, word: str) -> None:
    ham = letter("ham", 555)
    box.gets(ham)

    box.server.flag(subject_of(ham), "INBOX", "+FLAGS", word)
    assert (box.states(), box.labels(ham), box.check()) == (["flag"], ["spam"], [])

    box.server.flag(subject_of(ham), "INBOX", "-FLAGS", word)
    assert (box.states(), box.labels(ham)) == (["flag"], [None])

    box.server.flag(subject_of(ham), "INBOX", "+FLAGS", "$NotJunk")
    box.check()
    assert box.labels(ham) == ["ham"]


def test_a_keyword_on_a_mail_older_than_those_that_are_remembered_is_a_lesson(
    mail_server: MailServer, make_box: MakeBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dovecot's search by keyword is the oracle: only the newest 300 mails were compared before."""
    monkeypatch.setattr(folder_checks, "MAX_REMEMBERED", 3)
    old, marked_before, *others = (letter("ham", 900 + number) for number in range(8))
    mail_server.deliver(old, marked_before, *others)
    mail_server.flag(subject_of(marked_before), "INBOX", "+FLAGS", "$Junk")
    box = make_box()
    assert box.check() == []

    mail_server.flag(subject_of(old), "INBOX", "+FLAGS", "$Junk")
    mail_server.flag(subject_of(marked_before), "INBOX", "+FLAGS", r"\Flagged")
    assert (box.states(), box.labels(old, marked_before), box.check()) == (["flag"], ["spam", None], [])

    mail_server.flag(subject_of(old), "INBOX", "-FLAGS", "$Junk")
    assert (box.states(), box.labels(old), box.check()) == (["flag"], [None], [])


def test_mail_that_the_servers_filter_delivers_with_a_keyword_is_no_lesson(
    mail_server: MailServer, make_box: MakeBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_checks, "MAX_REMEMBERED", 1)
    box = make_box()
    spam = [letter("spam", 920 + number) for number in range(3)]
    for mail in spam:
        mail_server.deliver(mail, folder="Junk")
        mail_server.flag(subject_of(mail), "Junk", "+FLAGS", "$Junk")

    assert ([box.states(), box.states()], box.labels(*spam)) == ([[], []], [None] * 3)


def test_a_mail_that_comes_twice_is_no_lesson(box: Box) -> None:
    spam = letter("spam", 556)
    box.gets(spam)
    box.server.deliver(spam, date=ten_minutes_ago())

    assert (box.states(), box.labels(spam)) == (["stays"], [None])


def test_what_another_computer_moved_teaches_nothing(box: Box, make_box: MakeBox) -> None:
    other, spam = make_box(name="other"), letter("spam", 557)
    box.server.deliver(spam)
    other.states(is_trial=True)
    assert box.states() == ["due", "done"]

    assert (other.check(), box.labels(spam)) == ([], [None])


def test_who_moves_back_at_once_again_and_again_is_a_filter_and_is_noticed(box: Box) -> None:
    spams = [letter("spam", 560 + number) for number in range(4)]
    for spam in spams[:3]:
        assert box.gets(spam) == ["due", "done"]
        box.move("Junk", "INBOX", spam)
        box.check()

    assert box.gets(spams[3]) == ["asked"]
    assert box.labels(*spams) == [None] * 4
    assert len(box.server.subjects("INBOX")) == 4


def test_people_to_whom_mail_was_sent_are_known(box: Box) -> None:
    spam = letter("spam", 570)
    box.server.deliver(b"To: Somebody <PERSON570@spam.example>\r\nSubject: hello\r\n\r\nhello\r\n", folder="Sent")
    box.server.deliver(spam)

    assert [(event.state, event.reason) for event in box.check()] == [("asked", "known sender")]
    assert "$BayleafUnsure" in box.server.flags("INBOX")[subject_of(spam)]


def test_a_label_has_a_folder_of_its_own(mail_server: MailServer, make_box: MakeBox) -> None:
    with mail_server.account() as account:
        account.create("Kept")
    box, ham, spam = make_box(label_folders={"ham": "Kept"}), letter("ham", 580), letter("spam", 581)
    assert sorted(box.gets(ham, spam)) == ["done", "done", "due", "due"]
    assert mail_server.subjects("Kept") == [subject_of(ham)]

    box.move("Junk", "Kept", spam)
    box.check()
    assert box.labels(spam) == ["ham"]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the judge wait a tenth of a second for others who write, not ten."""
    monkeypatch.setattr("app.store.workspace.Workspace", partial(Workspace, busy_ms=100))


def test_a_lesson_that_the_judge_cannot_take_now_is_said_and_taken_later(impatient: None, box: Box) -> None:
    hams = [letter("ham", 590 + number) for number in range(2)]
    box.gets(*hams)
    box.move("INBOX", "Junk", *hams)
    with closing(sqlite3.connect(box.account.workspace, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(6):
            with pytest.raises(MailboxError) as caught:
                box.check()
            assert caught.value.kind == "judge-busy"
        assert "will try again" in str(caught.value)
        other.execute("ROLLBACK")
    assert box.labels(*hams) == [None, None]

    assert (box.states(), box.labels(*hams), box.check()) == (["learnt"] * 2, ["spam"] * 2, [])


def test_a_lesson_is_taken_back_once_though_the_program_ends_right_after_it(box: Box) -> None:
    ham = letter("ham", 592)
    box.gets(ham)
    box.move("INBOX", "Junk", ham)
    box.check()
    box.move("Junk", "INBOX", ham)

    def ending(answer: Event | MailboxError) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        MailboxRunner(box.account, is_trial=False, on_event=ending).run(once=True)

    assert (box.check(), box.labels(ham)) == ([], [None])


def test_a_mail_without_a_word_is_no_lesson_and_that_is_said(box: Box) -> None:
    box.gets(b"From: a@home.example\r\nMessage-ID: <empty@example>\r\n\r\n\r\n")
    with box.server.account() as account:
        account.select("INBOX")
        account.uid("MOVE", "1", "Junk")

    [refused] = box.check()
    assert (refused.state, "no text" in refused.reason) == ("refused", True)
    assert [record.lesson for record in box.mails()] == [None]


def test_what_waited_for_its_twin_to_go_is_forgotten_with_a_folder_that_was_renamed(
    mail_server: MailServer, make_box: MakeBox
) -> None:
    with mail_server.account() as account:
        account.create("Wrong")
    box, ham = make_box(junk="Wrong"), letter("ham", 593)
    box.gets(ham)
    mail_server.deliver(ham, folder="Wrong", date=ten_minutes_ago())
    assert box.check() == []
    with mail_server.account() as account:
        account.rename("Wrong", "Rubbish")
    remove_first(mail_server)

    assert "renamed" in box.states()
    assert box.labels(ham) == [None]


def test_a_mail_that_a_program_stores_anew_in_junk_is_learnt_once_it_is_gone_from_the_inbox(box: Box) -> None:
    ham = letter("ham", 594)
    box.gets(ham)
    box.server.deliver(ham, folder="Junk", date=ten_minutes_ago())
    assert box.check() == []
    remove_first(box.server)

    assert (box.states(), box.labels(ham), box.check()) == (["moved"], ["spam"], [])


def test_mail_that_arrives_after_the_clock_was_set_back_is_judged_as_new(
    box: Box, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dates of the server are right; this computer was ten days ahead at the last look."""
    ahead = FakeTime(10 * 86_400.0)
    with monkeypatch.context() as patching:
        patching.setattr(folder_checks, "time", ahead)
        box.check()
    spam, filtered = letter("spam", 930), letter("spam", 931)
    mail_server.deliver(spam)
    mail_server.deliver(filtered, folder="Junk")

    assert (box.states(), box.labels(spam, filtered)) == (["due", "done"], [None, None])


class FakeTime:
    """A clock that is ahead of the others."""

    def __init__(self, ahead_s: float) -> None:
        self._ahead_s = ahead_s

    def time(self) -> float:
        return time.time() + self._ahead_s


def test_a_move_that_waits_by_a_clock_that_was_ahead_is_tried_at_once(box: Box, mail_server: MailServer) -> None:
    spam = letter("spam", 932)
    box.gets(spam)
    journal = box.journal()
    [deed] = journal.moves(["done"])
    place = ("Junk", deed.target_uidvalidity, deed.target_uid)
    number = journal.begin_move(deed.identity, place, "INBOX", deed.message_id, undoes=deed.number)
    journal.update_move(number, next_try_at=time.time() + 30 * 86_400.0)
    journal.close()

    box.check()
    assert mail_server.subjects("INBOX") == [subject_of(spam)]

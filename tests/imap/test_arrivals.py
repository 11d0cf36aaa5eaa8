"""Mail that arrives on a real server is judged; what is sure is moved, the rest stays, and nothing becomes seen."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from bayleaf_imap.accounts import save_account
from bayleaf_imap.commands import main

from tests.app.letters import letter
from tests.imap.conftest import Box, MakeBox, needs_dovecot, subject_of
from tests.imap.servers import MailServer

pytestmark = [pytest.mark.slow, needs_dovecot]


def test_sure_spam_is_moved_and_other_mail_stays_unseen(box: Box, mail_server: MailServer) -> None:
    spam, ham = letter("spam", 540), letter("ham", 541)
    mail_server.deliver(spam, ham)

    events = box.check()

    assert [(event.state, event.label) for event in events] == [("due", "spam"), ("stays", "ham"), ("done", "")]
    assert mail_server.subjects("Junk") == [subject_of(spam)]
    assert mail_server.subjects("INBOX") == [subject_of(ham)]
    for flags in (*mail_server.flags("INBOX").values(), *mail_server.flags("Junk").values()):
        assert "\\Seen" not in flags
    assert box.check() == []


def test_a_trial_says_what_it_would_do_and_touches_nothing(box: Box, mail_server: MailServer) -> None:
    mail_server.deliver(letter("spam", 540))

    assert box.states(is_trial=True) == ["would"]
    assert len(mail_server.subjects("INBOX")) == 1
    assert mail_server.subjects("Junk") == []
    assert all(not flags - {"\\Recent"} for flags in mail_server.flags("INBOX").values())


def test_mail_that_was_there_before_is_let_be(mail_server: MailServer, make_box: MakeBox) -> None:
    mail_server.deliver(letter("spam", 540))

    assert make_box().output == []
    assert len(mail_server.subjects("INBOX")) == 1


def test_a_trial_says_how_often_it_would_have_been_wrong(box: Box, mail_server: MailServer) -> None:
    right, wrong, answered, open_still = (letter("spam", 545 + number) for number in range(4))
    mail_server.deliver(right, wrong, answered, open_still)
    assert box.states(is_trial=True) == ["would"] * 4
    mail_server.move([subject_of(right)], "INBOX", "Junk")
    mail_server.flag(subject_of(wrong), "INBOX", "+FLAGS", "$NotJunk")
    mail_server.flag(subject_of(answered), "INBOX", "+FLAGS", r"\Answered")
    box.check(is_trial=True)

    journal = box.journal()
    assert journal.trial() == (4, 3, 2)
    journal.close()


def test_only_so_many_mails_are_moved_in_a_day(mail_server: MailServer, make_box: MakeBox) -> None:
    box = make_box(most_a_day=2)
    mail_server.deliver(*(letter("spam", 550 + number) for number in range(3)))

    assert [event.reason for event in box.check() if event.state == "asked"] == ["daily limit"]
    assert len(mail_server.subjects("Junk")) == 2


def test_where_only_flags_are_wanted_nothing_is_moved_and_unmarking_is_a_lesson(
    mail_server: MailServer, make_box: MakeBox
) -> None:
    box, spam = make_box(deed="flag"), letter("spam", 560)
    assert box.gets(spam) == ["flagged"]
    assert "$Junk" in mail_server.flags("INBOX")[subject_of(spam)]
    assert box.check() == []

    mail_server.flag(subject_of(spam), "INBOX", "-FLAGS", "$Junk")
    assert box.states() == ["flag"]
    assert [record.lesson for record in box.mails()] == ["ham"]


def test_a_trial_over_existing_mail_judges_it_and_notes_nothing(
    box: Box, mail_server: MailServer, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A later run has to decide on the mail as on new mail, and the workspace has to be as it was."""
    before = documents_of(workspace)
    mail_server.deliver(letter("spam", 540), letter("ham", 541))
    mail_server.deliver(letter("spam", 542), folder="Junk")

    assert main(["trial", "mine", "--existing", "--subjects"]) == 0

    answer = capsys.readouterr()
    assert [line.split("\t")[1:3] for line in answer.out.splitlines()] == [
        ["would", "INBOX"], ["stays", "INBOX"], ["would", "Junk"],
    ]  # fmt: skip
    assert "INBOX: 2 judged; 1 would be moved, 0 unsure, 1 would stay, 0 could not be read." in answer.err
    assert "Junk: 1 judged; 1 would be moved" in answer.err
    assert all(not flags - {"\\Recent"} for flags in mail_server.flags("INBOX").values())
    assert documents_of(workspace) == before
    assert box.mails() == []
    assert box.states() == ["due", "stays", "done"]


def documents_of(workspace: Path) -> tuple[int, int]:
    """Return how many documents the workspace has, and how many mails it keeps for a later lesson."""
    with closing(sqlite3.connect(workspace)) as db:
        n_documents, n_tickets = (
            db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("document", "ticket")
        )
    return n_documents, n_tickets


def test_a_single_look_of_a_trial_says_what_it_saw(
    box: Box, mail_server: MailServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trial", "mine", "--once"]) == 0
    assert "mine: 0 new, 0 would be moved, 0 unsure. Older mail is left alone." in capsys.readouterr().err
    mail_server.deliver(letter("spam", 540))
    assert main(["trial", "mine", "--once"]) == 0
    assert "mine: 1 new, 1 would be moved, 0 unsure." in capsys.readouterr().err


def test_a_trial_that_could_not_look_does_not_allow_a_run(
    mail_server: MailServer, make_box: MakeBox, capsys: pytest.CaptureFixture[str]
) -> None:
    save_account(replace(make_box().account, name="typo", password_command="echo wrong"))
    assert main(["trial", "typo", "--once"]) == 1
    assert main(["run", "typo", "--once"]) == 1
    assert "Start with a trial" in capsys.readouterr().err

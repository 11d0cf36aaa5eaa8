"""Moves in mutt, or in a copy that mbsync keeps in step, are learnt like all others."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from bayleaf_imap.lessons import SAME_S

from tests.app.letters import label_of, letter
from tests.imap.conftest import Box, needs_dovecot, subject_of
from tests.imap.other_clients import HAS_MBSYNC, HAS_MUTT, Mbsync, mutt_moves
from tests.imap.servers import MailServer

pytestmark = [pytest.mark.slow, needs_dovecot]


def line_of(mail: bytes) -> str:
    return f"Subject: {subject_of(mail)}"


@pytest.mark.skipif(not HAS_MUTT, reason="needs mutt and script")
def test_moves_in_mutt_are_lessons_and_are_taken_back(
    box: Box, mail_server: MailServer, workspace: Path, tmp_path: Path
) -> None:
    hams = [letter("ham", 970 + number) for number in range(3)]
    mail_server.deliver(*hams, letter("ham", 973))
    box.check()

    mutt_moves(mail_server, tmp_path / "mutt", [line_of(ham) for ham in hams], "INBOX", "Junk")
    assert box.states() == ["learnt"] * 3
    assert [label_of(workspace, ham) for ham in hams] == ["spam"] * 3

    mutt_moves(mail_server, tmp_path / "mutt", [line_of(hams[0])], "Junk", "INBOX")
    assert box.states() == ["back"]
    assert [label_of(workspace, ham) for ham in hams] == [None, "spam", "spam"]
    assert box.check() == []


@pytest.mark.skipif(not HAS_MBSYNC, reason="needs isync")
def test_moves_in_a_copy_that_is_kept_in_step_are_lessons(
    box: Box, mail_server: MailServer, workspace: Path, tmp_path: Path
) -> None:
    ham, spam = letter("ham", 975), letter("spam", 976)
    mail_server.deliver(ham, spam)
    assert sorted(box.states()) == ["done", "due", "stays"]
    copy = Mbsync(mail_server, tmp_path / "copy")
    copy.sync()
    copy.move([line_of(ham)], "INBOX", "Junk")
    copy.move([line_of(spam)], "Junk", "INBOX")
    time.sleep(SAME_S + 1)  # what mbsync stores has the date of now, in whole seconds, so that only the place tells
    copy.sync()

    assert sorted(set(box.states()) - {"stays"}) == ["moved"]
    assert [label_of(workspace, mail) for mail in (ham, spam)] == ["spam", "ham"]
    assert box.check() == []
    copy.sync()
    assert mail_server.subjects("INBOX") == [subject_of(spam)]
    assert mail_server.subjects("Junk") == [subject_of(ham)]

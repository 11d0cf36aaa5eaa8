"""The same on other servers than Dovecot: mail is moved once, unseen, and moves of a person are learnt."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.app.letters import label_of, letter
from tests.imap.conftest import Box, account_on, subject_of
from tests.imap.other_servers import WITHOUT_COURIER, WITHOUT_CYRUS, courier, cyrus
from tests.imap.servers import MailServer

SERVERS = [
    pytest.param(cyrus, marks=pytest.mark.skipif(bool(WITHOUT_CYRUS), reason=WITHOUT_CYRUS), id="cyrus"),
    pytest.param(courier, marks=pytest.mark.skipif(bool(WITHOUT_COURIER), reason=WITHOUT_COURIER), id="courier"),
]


@pytest.mark.slow
@pytest.mark.parametrize("other", SERVERS)
def test_mail_is_moved_and_moves_are_learnt(
    other: Callable[[], AbstractContextManager[MailServer]], server: object, workspace: Path
) -> None:
    with other() as made:
        box = Box(account_on(made, workspace, sent=""))
        box.check()
        spam, ham = letter("spam", 940), letter("ham", 941)
        made.deliver(spam, ham)
        assert box.states() == ["due", "stays", "done"]
        assert made.subjects(made.junk) == [subject_of(spam)]
        assert made.subjects("INBOX") == [subject_of(ham)]
        assert "\\Seen" not in made.flags("INBOX")[subject_of(ham)]
        assert box.check() == []

        made.move([subject_of(ham)], "INBOX", made.junk)
        assert box.states() == ["learnt"]
        assert label_of(workspace, ham) == "spam"
        made.move([subject_of(spam)], made.junk, "INBOX")
        assert box.states() == ["back"]
        assert label_of(workspace, spam) == "ham"

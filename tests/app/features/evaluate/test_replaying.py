"""An index, and what its lines lead to."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from app.domain.errors import SourceError
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.replay import ReplayOrder, replay
from tests.systems import with_links

HAM = b"From: a@example.org\nTo: b@example.org\nSubject: minutes\n\nThe minutes of the meeting on monday.\n"
SPAM = b"From: c@example.com\nTo: b@example.org\nSubject: cheap\n\nBuy cheap watches now.\n"


@pytest.fixture
def two_mails(tmp_path: Path) -> Path:
    """A folder with a good mail and a bad one."""
    (tmp_path / "ham").write_bytes(HAM)
    (tmp_path / "spam").write_bytes(SPAM)
    return tmp_path


def replayed(folder: Path, *lines: str):
    (folder / "index").write_text("".join(f"{line}\n" for line in lines))
    return replay(ReplayOrder(folder / "index"), NoOpJobContext())


@with_links
def test_a_link_is_read_where_it_leads(two_mails):
    (two_mails / "link").symlink_to(two_mails / "spam")

    report = replayed(two_mails, "ham ham", "spam link", "ham ham", "spam spam")

    assert [one.entry.path.name for one in report.replayed] == ["ham", "link", "ham", "spam"]
    assert not report.failed


def test_a_mailbox_is_all_its_messages(two_mails):
    line = b"From someone@example.org Mon Sep  2 12:00:00 2002\n"
    (two_mails / "box").write_bytes(line + SPAM + b"\n" + line + HAM)

    report = replayed(two_mails, "ham ham", "spam box")

    assert [one.entry.path.name for one in report.replayed] == ["ham", "box", "box"]


def test_a_file_that_is_not_there_is_named_by_its_whole_path(two_mails):
    report = replayed(two_mails, "ham ham", "spam gone", "spam spam")

    assert len(report.replayed) == 2
    assert [(failure.path, failure.reason) for failure in report.failed] == [(str(two_mails / "gone"), "vanished")]


def test_garbage_is_looked_for_afterwards_as_often_as_before(two_mails):
    before = gc.get_threshold()

    replayed(two_mails, "ham ham", "spam spam")

    assert gc.get_threshold() == before


def test_an_index_of_one_label_is_refused(two_mails):
    with pytest.raises(SourceError):
        replayed(two_mails, "ham ham")

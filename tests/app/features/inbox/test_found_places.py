"""Inboxes of mail programs are offered where they can be watched as they are."""

from __future__ import annotations

from pathlib import Path

from app.features.inbox.use_cases import find_inboxes
from tests.app.features.inbox.conftest import NOBODY


def test_maildirs_are_found_and_nothing_else(tmp_path: Path) -> None:
    for folder in ("Maildir", ".local/share/local-mail/inbox"):
        for part in ("cur", "new", "tmp"):
            (tmp_path / folder / part).mkdir(parents=True)
    profile = tmp_path / ".thunderbird" / "abc.default"
    (profile / "Mail" / "Local Folders").mkdir(parents=True)
    (profile / "Mail" / "Local Folders" / "Inbox").write_text("From a\n")
    (tmp_path / ".thunderbird" / "profiles.ini").write_text("[Profile0]\nPath=abc.default\nIsRelative=1\n")

    assert set(find_inboxes(NOBODY, tmp_path, "linux")) == {
        str((tmp_path / "Maildir").resolve()),
        str((tmp_path / ".local/share/local-mail/inbox").resolve()),
    }


def test_where_no_program_is_nothing_is_found(tmp_path: Path) -> None:
    assert find_inboxes(NOBODY, tmp_path, "linux") == ()
    assert find_inboxes(NOBODY, tmp_path, "win32") == ()

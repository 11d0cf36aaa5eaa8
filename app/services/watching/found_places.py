"""Maildirs that mail programs keep on this computer, to be offered as places; nothing in them is read."""

from __future__ import annotations

import sys
from pathlib import Path

from app.domain.jobs import JobContext
from app.services.files.mail_profiles import found_profiles
from app.services.watching.scanning import is_maildir

INBOXES = ("", "inbox", "Inbox", "INBOX", ".INBOX")


def found_places(_context: JobContext, home: Path | None = None, system: str = sys.platform) -> tuple[str, ...]:
    """Find the inboxes that can be watched as they are; an mbox that a program writes to is none of them."""
    profiles = (profile for profile in found_profiles(home, system) if profile.is_readable)
    candidates = (profile.path / inbox for profile in profiles for inbox in INBOXES)
    found: dict[Path, None] = {path.resolve(): None for path in candidates if is_maildir(str(path))}
    return tuple(str(path) for path in found)

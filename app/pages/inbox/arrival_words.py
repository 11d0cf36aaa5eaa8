"""Words for what arrived: why it waits, what became of it, and where an answer takes it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.domain.arrivals import Arrival
from app.pages.inbox.view_model import goes_to
from app.qt import wording


def title(arrival: Arrival) -> str:
    """Return its own title, or its file's name."""
    return arrival.title or Path(arrival.path).name


def outcome(arrival: Arrival) -> str:
    """Say where it went, and by whom."""
    return wording.joined([words for words in (goes_to(arrival), arrival_remark(arrival)) if words])


def doubt_words(arrival: Arrival) -> str:
    """Say why something waits to be settled."""
    words = {
        "close call": QCoreApplication.translate("Inbox", "close call"),
        "short of sure": QCoreApplication.translate("Inbox", "short of sure"),
        "few words": QCoreApplication.translate("Inbox", "few words"),
        "new kind": QCoreApplication.translate("Inbox", "new kind"),
        "two labels": QCoreApplication.translate("Inbox", "two labels"),
        "daily limit": QCoreApplication.translate("Inbox", "enough was filed today"),
        "full": QCoreApplication.translate("Inbox", "no room left"),
        "unsure": QCoreApplication.translate("Inbox", "unsure"),
    }
    return words.get(arrival.reason, arrival.reason)


def arrival_remark(arrival: Arrival) -> str:
    """Say what became of something, where that is more than filed."""
    if arrival.reason == "moved":
        return QCoreApplication.translate("Inbox", "moved by you")
    words = {
        "would": QCoreApplication.translate("Inbox", "would be filed"),
        "put back": QCoreApplication.translate("Inbox", "put back by you"),
        "settled": QCoreApplication.translate("Inbox", "by you"),
        "failed": QCoreApplication.translate("Inbox", "not filed"),
    }
    return words.get(arrival.state, "")

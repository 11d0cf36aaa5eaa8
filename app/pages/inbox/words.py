"""Reasons and outcomes of arrivals in the window's words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.domain.arrivals import Arrival


def doubt_words(arrival: Arrival) -> str:
    """Say why something waits to be settled."""
    words = {
        "close call": QCoreApplication.translate("Inbox", "close call"),
        "few words": QCoreApplication.translate("Inbox", "few words"),
        "new kind": QCoreApplication.translate("Inbox", "new kind"),
        "new sender": QCoreApplication.translate("Inbox", "new sender"),
        "two labels": QCoreApplication.translate("Inbox", "two labels"),
        "daily limit": QCoreApplication.translate("Inbox", "enough was filed today"),
        "full": QCoreApplication.translate("Inbox", "no room left"),
        "unsure": QCoreApplication.translate("Inbox", "unsure"),
    }
    return words.get(arrival.reason, arrival.reason)


def arrival_remark(arrival: Arrival) -> str:
    """Say what became of something, where that is more than filed."""
    words = {
        "would": QCoreApplication.translate("Inbox", "would be filed"),
        "put back": QCoreApplication.translate("Inbox", "put back by you"),
        "settled": QCoreApplication.translate("Inbox", "by you"),
        "failed": QCoreApplication.translate("Inbox", "not filed"),
    }
    return words.get(arrival.state, "")

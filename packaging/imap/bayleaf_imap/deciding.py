"""Decides what becomes of a mail that arrived in the inbox, and why."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from bayleaf_imap.journal import MailState
from bayleaf_imap.judge import Labels, Verdict

NOT_JUNK = frozenset({"$notjunk", "notjunk", "nonjunk"})
JUNK = frozenset({"$junk", "junk"})
IN_USE = frozenset({"\\deleted", "\\answered", "\\flagged"})
"""Flags in small letters, as they are told."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The bounds of what may be done, as they are now."""

    labels: Labels
    folders: Mapping[str, str]
    """The folder to which mail of a label is moved; of labels without one, nothing is moved."""
    is_trial: bool = True
    may_move: bool = True
    """False where mail is only to be flagged, or the server lets nothing be moved without a risk."""
    left_today: int = 0
    is_stopped: bool = False
    """Another filter moves back what is moved."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a mail, beside its verdict."""

    flags: frozenset[str] = frozenset()
    is_hands_off: bool = False
    is_known_sender: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """The fate of a mail, with the reason."""

    state: MailState
    reason: str = ""


def decided(verdict: Verdict, facts: Facts, rules: Rules) -> Decision:
    """Return what is to become of a mail: what is sure goes to its folder, what is unsure is left to a person."""
    if facts.is_hands_off or verdict.is_by_hand or junk_word(facts.flags) == "notjunk":
        return Decision("stays", "by you")
    if verdict.is_unsure or verdict.label is None:
        return Decision("asked", "unsure")
    is_spam = verdict.label == rules.labels.spam
    if not is_spam and verdict.label not in rules.folders:
        return Decision("stays")
    if is_spam and facts.is_known_sender:
        return Decision("asked", "known sender")
    if facts.flags & IN_USE:
        return Decision("stays", "in use")
    if rules.is_trial:
        return Decision("would")
    return _due(verdict.label, rules, is_spam=is_spam)


def _due(label: str, rules: Rules, *, is_spam: bool) -> Decision:
    if rules.is_stopped:
        return Decision("asked", "loop")
    if rules.left_today <= 0:
        return Decision("asked", "daily limit")
    if rules.may_move and label in rules.folders:
        return Decision("due")
    return Decision("flagged") if is_spam else Decision("stays")


def junk_word(flags: frozenset[str]) -> str:
    """Return what other programs have said of a mail by their keywords: `junk`, `notjunk` or nothing."""
    is_junk, is_not = bool(flags & JUNK), bool(flags & NOT_JUNK)
    return "" if is_junk == is_not else "junk" if is_junk else "notjunk"


def person_digest(address: str, salt: str) -> bytes:
    """Return the hash under which a person is known; addresses themselves are not kept."""
    return hashlib.blake2b(address.casefold().encode("utf-8"), key=salt.encode("ascii"), digest_size=16).digest()

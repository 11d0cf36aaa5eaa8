"""Decide what happens to a new mail in the inbox, with the reason."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from bayleaf_imap.daemon_client import Labels, Verdict
from bayleaf_imap.journal import MailState

NOT_JUNK = frozenset({"$notjunk", "notjunk", "nonjunk"})
JUNK = frozenset({"$junk", "junk"})
IN_USE = frozenset({"\\deleted", "\\answered", "\\flagged"})
"""Keywords that mark a mail as in use, in lower case."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Current limits of what may be done."""

    labels: Labels
    folders: Mapping[str, str]
    """Folder to which the mail of each label is moved. Mail of other labels is not moved."""
    is_trial: bool = True
    may_move: bool = True
    """Whether mail may be moved; False if it is only flagged, or if the server cannot move safely."""
    n_moves_left_today: int = 0
    is_stopped: bool = False
    """Whether moves are stopped, because another filter moves mail back."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a mail in addition to its verdict."""

    flags: frozenset[str] = frozenset()
    is_hands_off: bool = False
    is_known_sender: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision about a mail, with the reason."""

    state: MailState
    reason: str = ""


def decide(verdict: Verdict, facts: Facts, rules: Rules) -> Decision:
    """Decide about a mail: confident verdicts go to their folder; all other mail waits for the person."""
    if facts.is_hands_off or verdict.is_by_person or junk_word(facts.flags) == "notjunk":
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
    if rules.n_moves_left_today <= 0:
        return Decision("asked", "daily limit")
    if rules.may_move and label in rules.folders:
        return Decision("due")
    return Decision("flagged") if is_spam else Decision("stays")


def junk_word(flags: frozenset[str]) -> str:
    """Return how other programs have marked a mail by keywords: `junk`, `notjunk` or ""."""
    is_junk, is_not = bool(flags & JUNK), bool(flags & NOT_JUNK)
    return "" if is_junk == is_not else "junk" if is_junk else "notjunk"


def person_digest(address: str, salt: str) -> bytes:
    """Return the hash that stands for an address. Addresses themselves are not stored."""
    return hashlib.blake2b(address.casefold().encode("utf-8"), key=salt.encode("ascii"), digest_size=16).digest()

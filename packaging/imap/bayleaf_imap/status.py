"""The state of each mailbox in a small file, for the window and for `bayleaf-imap status`.

It contains nothing of any mail.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Literal

from bayleaf_imap.accounts import STATUS, Account, write_whole
from bayleaf_imap.journal import Journal
from bayleaf_imap.troubles import Trouble, harmless

Doing = Literal["waiting", "working", "learning", "trouble", "ended"]


@dataclass(frozen=True, slots=True)
class Status:
    """The displayed state of a mailbox."""

    name: str
    doing: Doing
    is_trial: bool
    written_at: float
    contact_at: float = 0.0
    judged: int = 0
    moved: int = 0
    moved_today: int = 0
    asked: int = 0
    waiting: int = 0
    """Number of mails with an unfinished move."""
    why_waiting: str = ""
    trial: tuple[int, int, int] = (0, 0, 0)
    """Counts of a trial: mails that would have been moved, mails that a person decided, and decisions that differ."""
    learnt: dict[str, int] = field(default_factory=dict)
    trouble: str = ""
    """Kind of the current problem."""
    why: str = ""
    """Sentence about the current problem."""
    detail: str = ""
    next_try_at: float = 0.0
    waits_until: float = 0.0
    """Time of the next attempt of a waiting move; 0 if none is waiting."""
    stopped: str = ""


def current_status(account: Account, journal: Journal, doing: Doing, *, is_trial: bool, contact_s: float) -> Status:
    """Return the state of a mailbox."""
    midnight_s = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
    mails = journal.counts()
    waiting = journal.deeds(["begun", "copied"])
    judged = sum(mails.get(state, 0) for state in ("stays", "asked", "would", "due", "moved", "flagged", "failed"))
    records = [record for name in account.watched_folders if (record := journal.folder(name)) is not None]
    return Status(
        account.name,
        doing,
        is_trial,
        time.time(),
        contact_s,
        judged,
        journal.n_deeds("done"),
        journal.n_deeds("done", midnight_s),
        mails.get("asked", 0),
        len(waiting),
        waiting[-1].reason if waiting else "",
        journal.trial(),
        {record.name: record.n_learnt for record in records if record.n_learnt},
        stopped=journal.fact("stopped") or "",
        waits_until=(journal.next_try_at() or 0.0) if waiting else 0.0,
    )


def write(account: Account, status: Status) -> None:
    """Write the state. A full disk is ignored, because the file is for display only."""
    try:
        write_whole(account.folder / STATUS, json.dumps(asdict(status)).encode("utf-8"))
    except OSError:
        return


def read(account: Account) -> dict[str, Any] | None:
    """Return the state that was written last."""
    try:
        told = json.loads((account.folder / STATUS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) else None


def sentences(told: dict[str, Any], *, is_running: bool) -> list[str]:
    """Return the state in words."""
    would, decided, otherwise = told["trial"]
    contact = when(told["contact_at"]) or "never"
    doing = told["doing"] if is_running else "not running"
    lines = [f"{told['name']}: {doing}{', on trial' if told['is_trial'] else ''}; last contact {contact}"]
    lines.append(
        f"  {told['judged']:,} judged, {told['moved']:,} moved ({told['moved_today']:,} today), "
        f"{told['asked']:,} unsure, {told['waiting']:,} waiting"
    )
    if told["waiting"] and told["why_waiting"]:
        lines.append(f"  waiting because: {harmless(told['why_waiting'])}")
    if told["waiting"] and is_running and told.get("waits_until", 0.0) > time.time():
        lines.append(f"  next try of what waits: {when(told['waits_until'])}")
    if would:
        lines.append(
            f"  on trial: {would:,} would have been moved; {otherwise:,} of {decided:,} that you decided, wrongly"
        )
    if told["stopped"]:
        lines.append(f"  {Trouble('loop', folder='junk')}")
    if told["trouble"]:
        lines.append(f"  {harmless(told['why'])}")
        if is_running and told.get("next_try_at"):
            lines.append(f"  next try: {when(told['next_try_at'])}")
    return lines


def when(moment_s: float) -> str:
    """Return a time in local time; "" for 0."""
    return datetime.fromtimestamp(moment_s).strftime("%Y-%m-%d %H:%M:%S") if moment_s else ""

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
from bayleaf_imap.errors import MailboxError, to_safe_line
from bayleaf_imap.journal import Journal

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
    mails = journal.count_by_state()
    waiting = journal.moves(["begun", "copied"])
    judged = sum(mails.get(state, 0) for state in ("stays", "asked", "would", "due", "moved", "flagged", "failed"))
    records = [record for name in account.watched_folders if (record := journal.folder(name)) is not None]
    return Status(
        account.name,
        doing,
        is_trial,
        time.time(),
        contact_s,
        judged,
        journal.count_moves("done"),
        journal.count_moves("done", midnight_s),
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
        answer = json.loads((account.folder / STATUS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return answer if isinstance(answer, dict) else None


def sentences(answer: dict[str, Any], *, is_running: bool) -> list[str]:
    """Return the state as lines for the terminal."""
    would, decided, otherwise = answer["trial"]
    contact = format_moment(answer["contact_at"]) or "never"
    doing = answer["doing"] if is_running else "not running"
    lines = [f"{answer['name']}: {doing}{', on trial' if answer['is_trial'] else ''}; last contact {contact}"]
    lines.append(
        f"  {answer['judged']:,} judged, {answer['moved']:,} moved ({answer['moved_today']:,} today), "
        f"{answer['asked']:,} unsure, {answer['waiting']:,} waiting"
    )
    if answer["waiting"] and answer["why_waiting"]:
        lines.append(f"  waiting because: {to_safe_line(answer['why_waiting'])}")
    if answer["waiting"] and is_running and answer.get("waits_until", 0.0) > time.time():
        lines.append(f"  next try of what waits: {format_moment(answer['waits_until'])}")
    if would:
        lines.append(
            f"  on trial: {would:,} would have been moved; {otherwise:,} of {decided:,} that you decided, wrongly"
        )
    if answer["stopped"]:
        lines.append(f"  {MailboxError('loop', folder='junk')}")
    if answer["trouble"]:
        lines.append(f"  {to_safe_line(answer['why'])}")
        if is_running and answer.get("next_try_at"):
            lines.append(f"  next try: {format_moment(answer['next_try_at'])}")
    return lines


def format_moment(moment_s: float) -> str:
    """Return a time in local time; "" for 0."""
    return datetime.fromtimestamp(moment_s).strftime("%Y-%m-%d %H:%M:%S") if moment_s else ""

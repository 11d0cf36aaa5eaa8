"""Arrivals in watched places, and the rules by which they are filed without being asked for."""

from __future__ import annotations

from typing import Literal

from nbengine.lazy_dataclasses import dataclass

ArrivalState = Literal["due", "filed", "would", "stays", "asked", "later", "settled", "put back", "failed", "gone"]
"""due: will be filed next; would: a trial's; asked and later: in the tray; settled: a person said; gone: not there."""
WAITING: tuple[ArrivalState, ...] = ("asked", "later")
HANDS_OFF: tuple[ArrivalState, ...] = ("settled", "put back")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A document that came to a watched place, with its verdict and what became of it."""

    place: str
    path: str
    member: str = ""
    title: str = ""
    sender: str = ""
    content_hash: bytes = b""
    label: str | None = None
    probability: float | None = None
    score: float | None = None
    reason: str = ""
    """The doubt of an unsure one, the rule that kept it, or why it could not be read or filed."""
    state: ArrivalState = "asked"
    right_label: str | None = None
    batch: int | None = None
    """Of the journal of files moved."""
    arrived_at: float = 0.0
    changed_at: float = 0.0
    number: int = 0


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file as it was when it was last taken."""

    path: str
    size_bytes: int
    modified_ns: int
    file_number: int


@dataclass(frozen=True, slots=True)
class WatchedPlace:
    """A folder, a Maildir or a mailbox that is watched."""

    path: str
    file_to: str = ""
    """The folder that has the folders of labels; empty where nothing is filed."""
    model: str = ""
    """By default the one that changed last."""
    is_trial: bool = True
    """It only says what it would do."""
    is_paused: bool = False
    names: str = ""
    """A pattern for the names that filed files get; empty where they keep theirs."""
    with_layers: bool = False
    """The text that was recognised is written into scanned PDFs as they are filed."""


@dataclass(frozen=True, slots=True)
class WatchRules:
    """Limits to what is filed without asking, beyond what the filter's own promise allows."""

    allowed_senders: tuple[str, ...] = ()
    """Addresses or @domains whose mail is never filed as spam."""
    denied_senders: tuple[str, ...] = ()
    """Addresses or @domains whose mail is filed as spam whatever it says."""
    most_a_day: int = 200
    """Files filed in a day without being asked; the rest waits in the tray."""
    is_paused: bool = False
    lost_one_in: int | None = None
    """At most one good mail in so many may be filed as spam; 0 files none, None leaves it to the filter's own marks."""

"""The Inbox page decides here which places are watched, when to look, and what becomes of what waits.

A look is a job like any other; between two looks a timer waits, and nothing runs. Nothing is watched until a person
adds a place, and a new place begins with a trial.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QTimer

from app.domain.confidence import NO_LEAST
from app.domain.errors import BusyWorkspace
from app.domain.jobs import JobContext
from app.domain.records import Arrival, WatchedPlace
from app.features.documents.paper_view_model import PaperViewModel
from app.features.filing.file_names import example_name as example_name
from app.features.filing.text_layers import can_write_layers as can_write_layers
from app.features.inbox import server_accounts as servers
from app.features.inbox import use_cases as service
from app.features.inbox.deciding import LossLimit, LossLimits, put_back, put_back_day, start_of_day_s
from app.features.inbox.scanning import QUIET_S, is_mailbox, is_maildir
from app.features.inbox.server_accounts import NewMailbox, ServerMailbox
from app.features.inbox.use_cases import ArrivalText, Inbox, found_places
from app.features.inbox.watching import Look, Watcher
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.library.login_start import LoginStart as LoginStart
from app.library.login_start import is_on as is_on
from app.library.login_start import login_start, window_program
from app.library.login_start import switch as switch
from app.library.thunderbird import Connection, command_for, connect, connection, disconnect, this_home
from app.library.trials import TrialReport
from app.store.workspace import Place, path_of
from nbengine.lazy_dataclasses import dataclass
from nbengine.trust.verdicts import ONE_IN

__all__ = [
    "ONE_IN", "ArrivalText", "InboxState", "InboxViewModel", "LossLimit", "LossLimits", "NewMailbox", "ServerMailbox",
    "TrialReport",
    "goes_to", "other_label", "start_of_day_s", "title",
]  # fmt: skip
FindPlaces = Callable[[JobContext], tuple[str, ...]]
LOOK_MS = 20_000
LEAST_MS = 500
MOST_HEARD = 500
"""Folders whose changes are listened to; a look from time to time finds the rest."""


@dataclass(frozen=True, slots=True)
class InboxState:
    """The state of the Inbox."""

    inbox: Inbox = field(default_factory=Inbox)
    unreachable: tuple[str, ...] = ()
    is_watched_elsewhere: bool = False
    has_looked: bool = False
    has_all_days: bool = False
    """Filings of all days are shown, not only of today."""
    text: ArrivalText | None = None
    """Of the one that is chosen in the tray."""
    found: tuple[str, ...] = ()
    """Inboxes of mail programs on this computer that could be watched."""
    problem: Exception | None = None
    thunderbird: Connection | None = None
    """None until somebody looked."""
    thunderbird_problem: Exception | None = None
    mailboxes: tuple[ServerMailbox, ...] = ()
    """Mailboxes on servers; a program of its own looks after them."""
    has_server_program: bool = False
    is_adding_mailbox: bool = False
    mailbox_problem: Exception | None = None

    @property
    def is_paused(self) -> bool:
        """Return whether nothing is taken or filed at the moment."""
        return self.inbox.rules.is_paused


class InboxViewModel(PageModel[InboxState, Place]):
    """Watches the places of the open workspace while the window is open."""

    def __init__(self, runner: Runner, find_places: FindPlaces = found_places, *, quiet_s: float = QUIET_S) -> None:
        super().__init__(runner, "inbox", InboxState())
        self._find_places, self._quiet_s = find_places, quiet_s
        self.paper = PaperViewModel(runner, "inbox")
        self._watcher: Watcher | None = None
        self._least_shares: Mapping[str, float] = NO_LEAST
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.look)
        self._mailbox_timer = QTimer(self, interval=LOOK_MS)
        self._mailbox_timer.timeout.connect(self.look_at_mailboxes)
        self._ears: QFileSystemWatcher | None = None
        """There while a folder is watched; the system gives a person only so many."""

    # The workspace

    def open_workspace(self, workspace: Place) -> None:
        """Show the Inbox of a workspace, and watch what it watches."""
        self.close_workspace()
        self.answer_from(workspace)
        self.paper.open_place(workspace)
        self.refresh()
        self.look_at_mailboxes()
        self._ask(
            lambda _workspace, context: self._find_places(context), then=lambda found: self._change(found=found),
            topic="found",
        )  # fmt: skip

    def close_workspace(self) -> None:
        """Stop watching."""
        self.paper.close()
        self._timer.stop()
        self._mailbox_timer.stop()
        self._listen(())
        self._asker.forget()
        self._source = self._watcher = None
        self._change(inbox=Inbox(), unreachable=(), has_looked=False, is_watched_elsewhere=False, problem=None,
            thunderbird=None, thunderbird_problem=None, mailboxes=(), mailbox_problem=None)  # fmt: skip

    def refresh(self) -> None:
        """Look up what is in the workspace."""
        has_all_days = self.state.has_all_days

        def show(inbox: Inbox) -> None:
            is_first = not self.state.has_looked
            self.paper.expect(arrival.path for arrival in inbox.tray)
            self._change(inbox=inbox)
            if is_first and not self._timer.isActive():
                self.look()

        self._ask(
            lambda place, context: service.inbox(place, context, has_all_days=has_all_days), then=show, topic="inbox"
        )

    def show_days(self, *, has_all_days: bool) -> None:
        """Show what was filed on all days, or only today."""
        self._change(has_all_days=has_all_days)
        self.refresh()

    def read(self, arrival: Arrival | None) -> None:
        """Get the text of something in the tray, to be shown in colours."""
        shown = self.state.text
        if arrival is None:
            self._change(text=None)
        elif shown is None or shown.number != arrival.number:
            self._ask(
                lambda place, context: service.arrival_text(place, arrival, context),
                then=lambda text: self._change(text=text), topic="text",
            )  # fmt: skip

    # Places and rules

    def add_place(self, path: Path) -> None:
        """Watch a folder or mailbox; it begins with a trial, and files nothing."""
        known = self.state.inbox.places
        if str(path) not in {place.path for place in known}:
            self._keep_places([*known, WatchedPlace(str(path))])

    def remove_place(self, path: str) -> None:
        """Stop watching a place; what came from it stays known."""
        self._keep_places([place for place in self.state.inbox.places if place.path != path])

    def change_place(self, path: str, **changes: Any) -> None:
        """Change where a place files to, or whether it is a trial or pauses."""
        places = self.state.inbox.places
        self._keep_places([replace(place, **changes) if place.path == path else place for place in places])

    def can_name(self, place: WatchedPlace) -> bool:
        """Tell whether what is filed from a place may get other names: in mail folders, mail programs name files."""
        return not (place.path in self.state.unreachable or is_maildir(place.path) or is_mailbox(place.path))

    def pause_or_go_on(self) -> None:
        """Take and file nothing where places are watched, or go on; where none is, there is nothing to pause."""
        if self.state.inbox.places:
            self._change_rules(is_paused=not self.state.is_paused)

    def choose_rules(self, allowed: Sequence[str], denied: Sequence[str], most_a_day: int) -> None:
        """Name senders that are never, or always, filed as spam, and how many files a day may be filed unasked."""
        self._change_rules(allowed_senders=tuple(allowed), denied_senders=tuple(denied), most_a_day=most_a_day)

    def choose_loss(self, one_in: int | None) -> None:
        """Let at most one good mail in so many be lost; 0 files no spam, None leaves it to the filter."""
        self._change_rules(lost_one_in=one_in)

    def ask_for(self, least_shares: Mapping[str, float]) -> None:
        """Ask about what is less probable than *File away* wants it, from the next look on."""
        self._least_shares, self._watcher = least_shares, None

    def _change_rules(self, **changes: Any) -> None:
        rules = replace(self.state.inbox.rules, **changes)
        self._do(lambda place, _context: service.keep_rules(place, rules), starts_anew=True)

    def _keep_places(self, places: Sequence[WatchedPlace]) -> None:
        self._do(lambda place, _context: service.keep_places(place, places), starts_anew=True)

    # What waits, and what was filed

    def settle(self, number: int, label: str) -> None:
        """Say what something in the tray is: that is learnt, and it is filed by it."""
        self._do(lambda place, context: service.settle(place, number, label, context))

    def put_off(self, number: int) -> None:
        """Leave something in the tray for later."""
        self._do(lambda place, _context: service.later(place, number))

    def put_back(self, number: int) -> None:
        """Bring back one file; that teaches nothing."""
        self._do(lambda place, context: put_back(place, [number], context))

    def put_back_day(self) -> None:
        """Bring back all that was filed today."""
        self._do(put_back_day)

    def learn_put_back(self, arrival: Arrival) -> None:
        """Learn that something which was put back is of the other label."""
        label = other_label(arrival, self.state.inbox.labels)
        if label is not None:
            self._do(lambda place, context: service.learn_put_back(place, arrival.number, label, context))

    # Thunderbird

    def look_for_thunderbird(self) -> None:
        """Find out which workspace Thunderbird asks."""
        self._ask_thunderbird(lambda _workspace: None)

    def connect_thunderbird(self) -> None:
        """Let Thunderbird ask the open workspace."""
        self._ask_thunderbird(lambda workspace: connect(this_home(), command_for(workspace)))

    def disconnect_thunderbird(self) -> None:
        """Let Thunderbird ask no workspace any more."""
        self._ask_thunderbird(lambda _workspace: disconnect(this_home()))

    def _ask_thunderbird(self, act: Callable[[Path], object]) -> None:
        def work(place: Place, _context: JobContext) -> Connection:
            act(path_of(place))
            return connection(this_home(), path_of(place))

        self._ask(
            work,
            then=lambda found: self._change(thunderbird=found, thunderbird_problem=None),
            failed=lambda error: self._change(thunderbird_problem=error),
        )

    # Mailboxes on servers

    def look_at_mailboxes(self) -> None:
        """Read what the program for mail on servers did; where there is neither program nor mailbox, look no more."""

        def show(found: tuple[bool, tuple[ServerMailbox, ...]]) -> None:
            has_program, mailboxes = found
            self._change(has_server_program=has_program, mailboxes=mailboxes)
            if mailboxes and not self._mailbox_timer.isActive():
                self._mailbox_timer.start()

        self._ask(lambda _place, _context: (bool(servers.program()), servers.mailboxes()), then=show, topic="mailboxes")

    def add_mailbox(self, new: NewMailbox) -> None:
        """Add a mailbox on a server, whose mail the model of the open workspace is to judge."""
        self._change(is_adding_mailbox=True, mailbox_problem=None)
        self._tell_servers(lambda place, words: servers.add(new, path_of(place), words))

    def start_mailbox(self, name: str, *, is_trial: bool) -> None:
        """Let the program look after a mailbox, now and at each login."""
        self._tell_servers(lambda _place, words: servers.start(name, words, is_trial=is_trial))

    def stop_mailbox(self, name: str) -> None:
        """Look after a mailbox no more."""
        self._tell_servers(lambda _place, words: servers.call(words, ["stop", name]))

    def resume_mailbox(self, name: str) -> None:
        """Let the program move again after another filter stopped it."""
        self._tell_servers(lambda _place, words: servers.call(words, ["resume", name]))

    def undo_mailbox(self, name: str) -> None:
        """Bring back what was moved today in a mailbox."""
        self._tell_servers(lambda _place, words: servers.call(words, ["undo", name]))

    def _tell_servers(self, act: Callable[[Place, Sequence[str]], object]) -> None:
        def ended(problem: Exception | None) -> None:
            self._change(is_adding_mailbox=False, mailbox_problem=problem)
            self.look_at_mailboxes()

        self._ask(
            lambda place, _context: act(place, servers.program()),
            then=lambda _answer: ended(None), failed=ended, lane="long",
        )  # fmt: skip

    # Looking

    def look(self) -> None:
        """Look at every place once, and again after a while."""
        workspace, inbox = self._source, self.state.inbox
        if workspace is None or not inbox.places or self.state.is_paused:
            return
        if self._watcher is None:
            self._watcher = Watcher(
                workspace, inbox.places, inbox.rules, quiet_s=self._quiet_s, least_shares=self._least_shares
            )
        watcher = self._watcher

        def looked(look: Look) -> None:
            self._listen(look.folders)
            self._change(unreachable=look.unreachable, has_looked=True, is_watched_elsewhere=False, problem=None)
            if look.arrivals:
                self.refresh()
            wanted_ms = LOOK_MS if look.next_s is None else round(1000 * look.next_s)
            self._timer.start(max(min(wanted_ms, LOOK_MS), LEAST_MS))

        def failed(error: Exception) -> None:
            if isinstance(error, BusyWorkspace):  # another program watches for this workspace
                self._change(is_watched_elsewhere=True)
                self.refresh()
            else:
                self._change(problem=error)
            self._timer.start(LOOK_MS)

        self._ask(
            lambda _place, context: service.look_once(watcher, context),
            then=looked, topic="look", failed=failed, lane="long",
        )  # fmt: skip

    def _listen(self, folders: Sequence[str]) -> None:
        """Be told of changes in these folders; a place that is a mailbox is told of by its folder."""
        wanted = set(folders[:MOST_HEARD])
        if not wanted:
            if self._ears is not None:
                self._ears.deleteLater()
                self._ears = None
            return
        if self._ears is None:
            self._ears = QFileSystemWatcher(self)
            self._ears.directoryChanged.connect(self._on_folder_changed)
        heard = set(self._ears.directories())
        if gone := sorted(heard - wanted):
            self._ears.removePaths(gone)
        if new := sorted(wanted - heard):
            self._ears.addPaths(new)

    def _on_folder_changed(self, _folder: str) -> None:
        if self.state.has_looked and not self.state.is_paused:
            self._timer.start(LEAST_MS)

    def _do(self, work: Callable[[Place, JobContext], object], *, starts_anew: bool = False) -> None:
        def done(_answer: object) -> None:
            if starts_anew:
                self._timer.stop()
                self._watcher = None
                self._change(has_looked=False)
            self._change(problem=None)
            self.refresh()

        self._ask(work, then=done, lane="long")


def goes_to(arrival: Arrival) -> str:
    """Return the label that a person gave, or else the one that was judged."""
    return arrival.right_label or arrival.label or ""


def other_label(arrival: Arrival, labels: Sequence[str]) -> str | None:
    """Return the label that is left where there are two; None where there are more."""
    others = [label for label in labels if label != arrival.label]
    return others[0] if len(labels) == 2 and len(others) == 1 else None


def start_of_this_program() -> LoginStart:
    """Return the way to start this very program at login."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return login_start(sys.platform, Path.home(), config, [*window_program(), "--in-tray"])


def title(arrival: Arrival) -> str:
    """Return the title of an arrival, or the name of its file if it has none."""
    return arrival.title or Path(arrival.path).name

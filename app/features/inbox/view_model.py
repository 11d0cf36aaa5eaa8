"""View model of the Inbox page: which places are watched, when to look at them, and what happens to arrivals.

A look is a job of the runner; between two looks only a timer runs. Nothing is watched until a person adds a place, and
a new place begins as a trial.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QTimer, Signal

from app.domain.confidence import NO_THRESHOLDS
from app.domain.errors import BusyWorkspace
from app.domain.jobs import JobContext
from app.domain.records import Arrival, WatchedPlace
from app.features.documents.paper_view_model import PaperViewModel
from app.features.filing.plan import example_name as example_name
from app.features.filing.text_layers import can_write_layers as can_write_layers
from app.features.inbox import server_accounts as servers
from app.features.inbox import use_cases as service
from app.features.inbox.deciding import (
    LossLimit,
    LossLimits,
    move_arrivals_back,
    move_back_todays_arrivals,
    start_of_day_s,
)
from app.features.inbox.scanning import QUIET_S, is_mailbox, is_maildir
from app.features.inbox.server_accounts import NewMailbox, ServerMailbox
from app.features.inbox.use_cases import ArrivalText, Inbox, find_inboxes
from app.features.inbox.watching import LookResult, Watcher
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.library.login_start import LoginStart as LoginStart
from app.library.login_start import is_login_start_enabled as is_login_start_enabled
from app.library.login_start import login_start, window_program
from app.library.login_start import set_login_start as set_login_start
from app.library.thunderbird import (
    ThunderbirdConnection,
    command_for,
    connect,
    connection_state,
    disconnect,
    folders_of_this_user,
)
from app.library.trials import TrialReport
from app.store.workspace import Place, path_of
from nbengine.trust.verdicts import ERROR_LIMITS

__all__ = [
    "ERROR_LIMITS",
    "ArrivalText",
    "InboxState",
    "InboxViewModel",
    "LossLimit",
    "LossLimits",
    "NewMailbox",
    "ServerMailbox",
    "TrialReport",
    "arrival_title",
    "final_label",
    "other_label",
    "start_of_day_s",
]  # fmt: skip
FindWatchablePlaces = Callable[[JobContext], tuple[str, ...]]
LOOK_MS = 20_000
MIN_LOOK_MS = 500
MAX_LISTENED_FOLDERS = 500
"""Limit for folders with change events; periodic looks cover the others."""


@dataclass(frozen=True, slots=True)
class InboxState:
    """The state of the Inbox."""

    inbox: Inbox = field(default_factory=Inbox)
    unreachable: tuple[str, ...] = ()
    is_watched_elsewhere: bool = False
    has_looked: bool = False
    has_all_days: bool = False
    """Whether filings of all days are shown, not only of today."""
    text: ArrivalText | None = None
    """Text of the arrival that is selected in the tray."""
    found: tuple[str, ...] = ()
    """Inboxes of mail programs on this computer that could be watched."""
    problem: Exception | None = None
    thunderbird: ThunderbirdConnection | None = None
    """None until `look_for_thunderbird` was called."""
    thunderbird_problem: Exception | None = None
    mailboxes: tuple[ServerMailbox, ...] = ()
    """Mailboxes on servers, which bayleaf-imap filters."""
    has_server_program: bool = False
    is_adding_mailbox: bool = False
    mailbox_problem: Exception | None = None

    @property
    def is_paused(self) -> bool:
        """Return whether watching is paused."""
        return self.inbox.rules.is_paused

    @property
    def places(self) -> tuple[WatchedPlace, ...]:
        return self.inbox.places

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the model that judges."""
        return self.inbox.labels

    @property
    def tray(self) -> tuple[Arrival, ...]:
        """Arrivals that wait for the user."""
        return self.inbox.tray

    @property
    def today(self) -> tuple[Arrival, ...]:
        """Arrivals that were filed today, or on all days."""
        return self.inbox.today

    @property
    def trials(self) -> dict[str, TrialReport]:
        return self.inbox.trials

    @property
    def limits(self) -> LossLimits:
        return self.inbox.limits

    @property
    def lost_one_in(self) -> int | None:
        """The chosen limit; None for the default."""
        return self.inbox.rules.lost_one_in

    @property
    def n_arrived(self) -> int:
        return self.inbox.n_arrived

    @property
    def n_filed_month(self) -> int:
        return self.inbox.n_filed_month

    @property
    def n_put_back_month(self) -> int:
        return self.inbox.n_put_back_month


def reuse_equal(old: Inbox, new: Inbox) -> Inbox:
    """Return the new data with the old objects where they are equal: then the page does not fill its tables again."""
    names = (each.name for each in fields(Inbox) if getattr(old, each.name) == getattr(new, each.name))
    return replace(new, **{name: getattr(old, name) for name in names})


class InboxViewModel(PageModel[InboxState, Place]):
    """Watches the places of the open workspace while the window is open.

    `quiet_s` is how long a file must not change before it is taken.
    """

    try_wanted = Signal(str)
    """Emitted with the path of a place whose present content shall be classified, as a trial of the model."""

    def __init__(
        self, runner: Runner, find_places: FindWatchablePlaces = find_inboxes, *, quiet_s: float = QUIET_S
    ) -> None:
        super().__init__(runner, "inbox", InboxState())
        self._find_places, self._quiet_s = find_places, quiet_s
        self.paper = PaperViewModel(runner, "inbox")
        self._watcher: Watcher | None = None
        self._least_shares: Mapping[str, float] = NO_THRESHOLDS
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.look)
        self._mailbox_timer = QTimer(self, interval=LOOK_MS)
        self._mailbox_timer.timeout.connect(self.look_at_mailboxes)
        self._folder_events: QFileSystemWatcher | None = None
        """Exists only while a folder is watched: inotify instances are limited per user."""

    # The workspace

    def open_workspace(self, workspace: Place) -> None:
        """Load the Inbox of a workspace and begin to watch its places."""
        self.close_workspace()
        self.set_source(workspace)
        self.paper.open_place(workspace)
        self.refresh()
        self.look_at_mailboxes()
        self._ask(
            lambda _workspace, context: self._find_places(context), then=lambda found: self._change(found=found),
            topic="found",
        )  # fmt: skip

    def close_workspace(self) -> None:
        """Stop watching and clear the state."""
        self.paper.close()
        self._timer.stop()
        self._mailbox_timer.stop()
        self._listen(())
        self._asker.forget()
        self._source = self._watcher = None
        self._change(inbox=Inbox(), unreachable=(), has_looked=False, is_watched_elsewhere=False, problem=None,
            thunderbird=None, thunderbird_problem=None, mailboxes=(), mailbox_problem=None)  # fmt: skip

    def refresh(self) -> None:
        """Load the Inbox from the workspace again."""
        has_all_days = self.state.has_all_days

        def show(inbox: Inbox) -> None:
            is_first = not self.state.has_looked
            self.paper.start_if_paged(arrival.path for arrival in inbox.tray)
            self._change(inbox=reuse_equal(self.state.inbox, inbox))
            if is_first and not self._timer.isActive():
                self.look()

        self._ask(
            lambda place, context: service.inbox(place, context, has_all_days=has_all_days), then=show, topic="inbox"
        )

    def show_days(self, *, has_all_days: bool) -> None:
        """Show filings of all days, or only of today."""
        self._change(has_all_days=has_all_days)
        self.refresh()

    def read(self, arrival: Arrival | None) -> None:
        """Load the text of an arrival in the tray, with the weights of its words."""
        shown = self.state.text
        if arrival is None:
            self._change(text=None)
        elif shown is None or shown.number != arrival.number:
            self._ask(
                lambda place, context: service.read_arrival_text(place, arrival, context),
                then=lambda text: self._change(text=text), topic="text",
            )  # fmt: skip

    # Places and rules

    def add_place(self, path: Path) -> None:
        """Watch a folder or mailbox. It begins as a trial, which files nothing."""
        known = self.state.inbox.places
        if str(path) not in {place.path for place in known}:
            self._save_places([*known, WatchedPlace(str(path))])

    def remove_place(self, path: str) -> None:
        """Stop watching a place; its arrivals are kept."""
        self._save_places([place for place in self.state.inbox.places if place.path != path])

    def change_place(self, path: str, **changes: Any) -> None:
        """Change fields of a watched place, such as `file_to` or `is_trial`."""
        places = self.state.inbox.places
        self._save_places([replace(place, **changes) if place.path == path else place for place in places])

    def can_name(self, place: WatchedPlace) -> bool:
        """Return whether files from a place may be renamed. In mail folders, mail programs name the files."""
        return not (place.path in self.state.unreachable or is_maildir(place.path) or is_mailbox(place.path))

    def toggle_pause(self) -> None:
        """Pause or resume watching; a no-op without a watched place."""
        if self.state.inbox.places:
            self._change_rules(is_paused=not self.state.is_paused)

    def choose_rules(self, allowed: Sequence[str], denied: Sequence[str], most_a_day: int) -> None:
        """Set the senders that are never, or always, filed as spam, and the daily limit for automatic filing."""
        self._change_rules(allowed_senders=tuple(allowed), denied_senders=tuple(denied), most_a_day=most_a_day)

    def choose_loss(self, one_in: int | None) -> None:
        """Set the loss limit: at most one good mail in `one_in`. 0 files no spam; None uses the filter's own limit."""
        self._change_rules(lost_one_in=one_in)

    def ask_for(self, least_shares: Mapping[str, float]) -> None:
        """Set the minimum probability per label from *File away*; less probable arrivals are asked about."""
        self._least_shares, self._watcher = least_shares, None

    def _change_rules(self, **changes: Any) -> None:
        rules = replace(self.state.inbox.rules, **changes)
        self._run_and_refresh(lambda place, _context: service.save_rules(place, rules), starts_anew=True)

    def _save_places(self, places: Sequence[WatchedPlace]) -> None:
        self._run_and_refresh(lambda place, _context: service.save_places(place, places), starts_anew=True)

    # What waits, and what was filed

    def settle(self, number: int, label: str) -> None:
        """Give an arrival in the tray its label: it is learnt, and the file is filed."""
        self._run_and_refresh(lambda place, context: service.settle_arrival(place, number, label, context))

    def put_off(self, number: int) -> None:
        """Move an arrival to the end of the tray."""
        self._run_and_refresh(lambda place, _context: service.put_off_arrival(place, number))

    def put_back(self, number: int) -> None:
        """Move one filed file back; nothing is learnt from that."""
        self._run_and_refresh(lambda place, context: move_arrivals_back(place, [number], context))

    def put_back_day(self) -> None:
        """Move back all files that were filed today."""
        self._run_and_refresh(move_back_todays_arrivals)

    def learn_put_back(self, arrival: Arrival) -> None:
        """Learn an arrival that was put back as the other of two labels."""
        label = other_label(arrival, self.state.inbox.labels)
        if label is not None:
            self._run_and_refresh(lambda place, context: service.learn_put_back(place, arrival.number, label, context))

    # Thunderbird

    def look_for_thunderbird(self) -> None:
        """Load which workspace Thunderbird uses."""
        self._change_thunderbird(lambda _workspace: None)

    def connect_thunderbird(self) -> None:
        """Connect Thunderbird to the open workspace."""
        self._change_thunderbird(lambda workspace: connect(folders_of_this_user(), command_for(workspace)))

    def disconnect_thunderbird(self) -> None:
        """Disconnect Thunderbird from its workspace."""
        self._change_thunderbird(lambda _workspace: disconnect(folders_of_this_user()))

    def _change_thunderbird(self, act: Callable[[Path], object]) -> None:
        def work(place: Place, _context: JobContext) -> ThunderbirdConnection:
            act(path_of(place))
            return connection_state(folders_of_this_user(), path_of(place))

        self._ask(
            work,
            then=lambda found: self._change(thunderbird=found, thunderbird_problem=None),
            failed=lambda error: self._change(thunderbird_problem=error),
        )

    # Mailboxes on servers

    def look_at_mailboxes(self) -> None:
        """Load the state of the mailboxes on servers; repeat it by a timer only if there are any."""

        def show(answer: tuple[bool, tuple[ServerMailbox, ...]]) -> None:
            has_program, mailboxes = answer
            known = self.state.mailboxes  # the same object if nothing changed: then the rows are not built again
            self._change(has_server_program=has_program, mailboxes=known if known == mailboxes else mailboxes)
            if mailboxes and not self._mailbox_timer.isActive():
                self._mailbox_timer.start()

        self._ask(
            lambda _place, _context: (bool(servers.program_command()), servers.load_mailboxes()),
            then=show,
            topic="mailboxes",
        )

    def add_mailbox(self, new: NewMailbox) -> None:
        """Add a mailbox on a server, to be filtered with the model of the open workspace."""
        self._change(is_adding_mailbox=True, mailbox_problem=None)
        self._run_server_command(lambda place, words: servers.add_mailbox(new, path_of(place), words))

    def start_mailbox(self, name: str, *, is_trial: bool) -> None:
        """Start bayleaf-imap for a mailbox, now and at each login."""
        self._run_server_command(lambda _place, words: servers.start_mailbox(name, words, is_trial=is_trial))

    def stop_mailbox(self, name: str) -> None:
        """Stop bayleaf-imap for a mailbox."""
        self._run_server_command(lambda _place, words: servers.run_program(words, ["stop", name]))

    def resume_mailbox(self, name: str) -> None:
        """Allow moves again after they were stopped because of another filter."""
        self._run_server_command(lambda _place, words: servers.run_program(words, ["resume", name]))

    def undo_mailbox(self, name: str) -> None:
        """Move back the mails that were moved today in a mailbox."""
        self._run_server_command(lambda _place, words: servers.run_program(words, ["undo", name]))

    def _run_server_command(self, act: Callable[[Place, Sequence[str]], object]) -> None:
        def ended(problem: Exception | None) -> None:
            self._change(is_adding_mailbox=False, mailbox_problem=problem)
            self.look_at_mailboxes()

        self._ask(
            lambda place, _context: act(place, servers.program_command()),
            then=lambda _answer: ended(None), failed=ended, lane="long",
        )  # fmt: skip

    # Looking

    def look(self) -> None:
        """Look at every place once, and schedule the next look."""
        workspace, inbox = self._source, self.state.inbox
        if workspace is None or not inbox.places or self.state.is_paused:
            return
        if self._watcher is None:
            self._watcher = Watcher(
                workspace, inbox.places, inbox.rules, quiet_s=self._quiet_s, least_shares=self._least_shares
            )
        watcher = self._watcher

        def show_look(look: LookResult) -> None:
            self._listen(look.folders)
            self._change(unreachable=look.unreachable, has_looked=True, is_watched_elsewhere=False, problem=None)
            if look.arrivals:
                self.refresh()
            wanted_ms = LOOK_MS if look.next_s is None else round(1000 * look.next_s)
            self._timer.start(max(min(wanted_ms, LOOK_MS), MIN_LOOK_MS))

        def failed(error: Exception) -> None:
            if isinstance(error, BusyWorkspace):  # another program watches for this workspace
                self._change(is_watched_elsewhere=True)
                self.refresh()
            else:
                self._change(problem=error)
            self._timer.start(LOOK_MS)

        self._ask(
            lambda _place, context: service.look_once(watcher, context),
            then=show_look, topic="look", failed=failed, lane="long",
        )  # fmt: skip

    def _listen(self, folders: Sequence[str]) -> None:
        """Listen to change events of these folders. For a mailbox file that is its parent folder."""
        targets = set(folders[:MAX_LISTENED_FOLDERS])
        if not targets:
            if self._folder_events is not None:
                self._folder_events.deleteLater()
                self._folder_events = None
            return
        if self._folder_events is None:
            self._folder_events = QFileSystemWatcher(self)
            self._folder_events.directoryChanged.connect(self._on_folder_changed)
        listened = set(self._folder_events.directories())
        if gone := sorted(listened - targets):
            self._folder_events.removePaths(gone)
        if new := sorted(targets - listened):
            self._folder_events.addPaths(new)

    def _on_folder_changed(self, _folder: str) -> None:
        if self.state.has_looked and not self.state.is_paused:
            self._timer.start(MIN_LOOK_MS)

    def _run_and_refresh(self, work: Callable[[Place, JobContext], object], *, starts_anew: bool = False) -> None:
        def done(_answer: object) -> None:
            if starts_anew:
                self._timer.stop()
                self._watcher = None
                self._change(has_looked=False)
            self._change(problem=None)
            self.refresh()

        self._ask(work, then=done, lane="long")


def final_label(arrival: Arrival) -> str:
    """Return the label that a person gave, or else the predicted one."""
    return arrival.right_label or arrival.label or ""


def other_label(arrival: Arrival, labels: Sequence[str]) -> str | None:
    """Return the other label of a model with two labels; None if there are more."""
    others = [label for label in labels if label != arrival.label]
    return others[0] if len(labels) == 2 and len(others) == 1 else None


def start_of_this_program() -> LoginStart:
    """Return the login entry that starts this program in the notification area."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return login_start(sys.platform, Path.home(), config, [*window_program(), "--in-tray"])


def arrival_title(arrival: Arrival) -> str:
    """Return the title of an arrival, or the name of its file if it has none."""
    return arrival.title or Path(arrival.path).name

"""View model of the Inbox page: the watched places, when they are checked, and commands for arrivals.

A check of the watched places is a background job. Between two checks only a timer runs. No place is watched until a
person adds it, and a new place begins as a trial, in which no file is moved.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QTimer, Signal

from app.domain.confidence import NO_THRESHOLDS
from app.domain.jobs import JobContext
from app.domain.records import Arrival, WatchedPlace
from app.features.documents.paper_view_model import PagePictureViewModel
from app.features.filing.plan import example_name as example_name
from app.features.filing.text_layers import can_write_layers as can_write_layers
from app.features.filing.view_model import default_target_folder
from app.features.inbox import server_accounts as servers
from app.features.inbox import use_cases as service
from app.features.inbox.deciding import (
    LossLimit,
    LossLimits,
    is_good_mail,
    move_arrivals_back,
    move_back_todays_arrivals,
    start_of_day_s,
)
from app.features.inbox.scanning import QUIET_S, is_mailbox, is_maildir
from app.features.inbox.server_accounts import NewMailbox, ServerMailbox
from app.features.inbox.use_cases import ArrivalAnswer, ArrivalText, Inbox, find_inboxes
from app.features.inbox.watching import CheckResult, Watcher
from app.kit import wording
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.library.login_start import LoginStart as LoginStart
from app.library.login_start import is_login_start_enabled as is_login_start_enabled
from app.library.login_start import login_start, window_command
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
from app.store.workspace import WorkspaceSource, path_of
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
CHECK_INTERVAL_MS = 20_000
MIN_CHECK_INTERVAL_MS = 500
MAX_WATCHED_FOLDERS = 500
"""Maximum number of folders whose changes the system reports. Other folders are only checked when the timer fires."""


OUTCOMES = ("filed", "learnt", "put back", "would", "stays", "failed")
"""What happened to an arrival. `learnt`: a person labelled it, and it was not moved. `would`: a trial would have moved
it.
"""


def outcome_of(arrival: Arrival) -> str:
    """Return the outcome of an arrival that does not wait for an answer."""
    if arrival.state == "settled":
        return "learnt" if arrival.batch is None else "filed"
    return arrival.state


@dataclass(frozen=True, slots=True)
class InboxState:
    """The state of the Inbox."""

    inbox: Inbox = field(default_factory=Inbox)
    unreachable: tuple[str, ...] = ()
    """Paths of the places that could not be read in the last check."""
    is_watched_elsewhere: bool = False
    """True if another program already watches for this workspace."""
    has_checked: bool = False
    last_check_s: float | None = None
    """Unix time at which the last check of all places ended; None before it."""
    is_checking: bool = False
    has_all_days: bool = False
    """True if the arrivals of all days are shown, False for those of today."""
    shown_outcome: str = ""
    """Only arrivals with this outcome are listed; empty for all."""
    selected_text: ArrivalText | None = None
    """Text of the selected waiting arrival; None until it is loaded."""
    found_inboxes: tuple[str, ...] = ()
    """Inboxes of mail programs on this computer. Some of them may be watched already."""
    problem: Exception | None = None
    thunderbird: ThunderbirdConnection | None = None
    """Which workspace Thunderbird uses; None until `load_thunderbird_connection` has finished."""
    thunderbird_problem: Exception | None = None
    mailboxes: tuple[ServerMailbox, ...] = ()
    """Mailboxes on mail servers, which bayleaf-imap filters."""
    has_server_program: bool = False
    is_adding_mailbox: bool = False
    mailbox_problem: Exception | None = None

    @property
    def is_paused(self) -> bool:
        """True if watching is paused."""
        return self.inbox.rules.is_paused

    @property
    def places(self) -> tuple[WatchedPlace, ...]:
        return self.inbox.places

    @property
    def has_foreign_places(self) -> bool:
        """True if another computer set up watched places that file documents. On this computer they are trials."""
        return self.inbox.has_foreign_places

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the model."""
        return self.inbox.labels

    @property
    def model_name(self) -> str:
        return self.inbox.model_name

    @property
    def spam_label(self) -> str | None:
        """The label of the model that means spam; None if it has no such label."""
        return self.inbox.spam_label

    @property
    def tray(self) -> tuple[Arrival, ...]:
        """Arrivals that wait for an answer."""
        return self.inbox.tray

    @property
    def handled_arrivals(self) -> tuple[Arrival, ...]:
        """Arrivals that do not wait for an answer, either of today or of all days."""
        return self.inbox.handled

    @property
    def listed_arrivals(self) -> tuple[Arrival, ...]:
        """The handled arrivals with the outcome `shown_outcome`; all handled arrivals if none has it."""
        listed = tuple(arrival for arrival in self.handled_arrivals if outcome_of(arrival) == self.shown_outcome)
        return listed or self.handled_arrivals

    @property
    def trials(self) -> dict[str, TrialReport]:
        return self.inbox.trials

    @property
    def limits(self) -> LossLimits:
        return self.inbox.limits

    @property
    def chosen_loss_limit(self) -> int | None:
        """The limit that the user chose: at most one good mail in this number is lost.

        None stands for the model's own limit.
        """
        return self.inbox.rules.lost_one_in

    @property
    def n_arrived(self) -> int:
        return self.inbox.n_arrived

    @property
    def n_filed_30_days(self) -> int:
        return self.inbox.n_filed_30_days

    @property
    def n_put_back_30_days(self) -> int:
        return self.inbox.n_put_back_30_days


def reuse_equal_parts(old: Inbox, new: Inbox) -> Inbox:
    """Return `new`, with the objects of `old` in place of equal ones. So the page refills only tables that have
    changed.
    """
    names = (each.name for each in fields(Inbox) if getattr(old, each.name) == getattr(new, each.name))
    return replace(new, **{name: getattr(old, name) for name in names})


class InboxViewModel(PageModel[InboxState, WorkspaceSource]):
    """Watches the places of the open workspace while the window is open.

    A file must stay unchanged for `quiet_s` seconds before it is processed.
    """

    trial_wanted = Signal(str)
    """Emitted with the path of a place. The files that are there now should be classified as a trial."""
    answered = Signal(object)
    """Emitted with the `ArrivalAnswer` after the model has learnt it."""
    answer_taken_back = Signal(object)
    """Emitted with the `ArrivalAnswer` after it was undone."""

    def __init__(
        self, runner: Runner, find_places: FindWatchablePlaces = find_inboxes, *, quiet_s: float = QUIET_S
    ) -> None:
        super().__init__(runner, "inbox", InboxState())
        self._find_places, self._quiet_s = find_places, quiet_s
        self.paper = PagePictureViewModel(runner, "inbox")
        self._watcher: Watcher | None = None
        self._least_shares: Mapping[str, float] = NO_THRESHOLDS
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.check_places)
        self._mailbox_timer = QTimer(self, interval=CHECK_INTERVAL_MS)
        self._mailbox_timer.timeout.connect(self.refresh_mailboxes)
        self._being_answered: set[int] = set()
        """Numbers of the waiting arrivals whose answers are still being saved."""
        self._folder_events: QFileSystemWatcher | None = None
        """Reports changes in folders. None if no folder is watched, because inotify instances are limited per user."""

    # The workspace

    def open_workspace(self, workspace: WorkspaceSource) -> None:
        """Load the Inbox of a workspace and begin to watch its places."""
        self.close_workspace()
        self.set_source(workspace)
        self.paper.open_workspace(workspace)
        self.refresh()
        self.refresh_mailboxes()
        self._ask(
            lambda _workspace, context: self._find_places(context),
            then=lambda paths: self._change(found_inboxes=paths), topic="found",
        )  # fmt: skip

    def close_workspace(self) -> None:
        """Stop watching and clear the state."""
        self.paper.close()
        self._timer.stop()
        self._mailbox_timer.stop()
        self._watch_folders(())
        self._asker.forget()
        self._being_answered.clear()
        self._source = self._watcher = None
        self._change(inbox=Inbox(), unreachable=(), has_checked=False, last_check_s=None, is_checking=False,
            is_watched_elsewhere=False, problem=None,
            thunderbird=None, thunderbird_problem=None, mailboxes=(), mailbox_problem=None)  # fmt: skip

    def refresh(self) -> None:
        """Load the Inbox from the workspace again."""
        has_all_days = self.state.has_all_days

        def show(inbox: Inbox) -> None:
            is_first = not self.state.has_checked
            self.paper.prestart_renderer(arrival.path for arrival in inbox.tray)
            self._change(inbox=reuse_equal_parts(self.state.inbox, self._without_answered(inbox)))
            if is_first and not self._timer.isActive():
                self.check_places()

        self._ask(
            lambda place, context: service.load_inbox(place, context, has_all_days=has_all_days),
            then=show,
            topic="inbox",
        )

    def choose_shown_days(self, *, has_all_days: bool) -> None:
        """Show the handled arrivals of all days, or only those of today."""
        self._change(has_all_days=has_all_days)
        self.refresh()

    def choose_outcome(self, outcome: str) -> None:
        """List only the arrivals with an outcome, by its name in `OUTCOMES`; with "", all arrivals."""
        self._change(shown_outcome=outcome)

    def load_text(self, arrival: Arrival | None) -> None:
        """Load the text of a waiting arrival, with the weights of its words."""
        shown = self.state.selected_text
        if arrival is None:
            self._change(selected_text=None)
        elif shown is None or shown.number != arrival.number:
            self._ask(
                lambda place, context: service.read_arrival_text(place, arrival, context),
                then=lambda text: self._change(selected_text=text), topic="text",
            )  # fmt: skip

    # Places and rules

    def add_place(self, path: Path) -> None:
        """Watch a folder or mailbox. It begins as a trial, in which no file is moved."""
        known = self.state.inbox.places
        if str(path) not in {place.path for place in known}:
            self._save_places([*known, WatchedPlace(str(path))])

    def remove_place(self, path: str) -> None:
        """Stop watching a place. Its arrivals stay in the workspace."""
        self._save_places([place for place in self.state.inbox.places if place.path != path])

    def change_place(self, path: str, **changes: Any) -> None:
        """Change fields of a watched place, such as `file_to` or `is_trial`."""
        places = self.state.inbox.places
        self._save_places([replace(place, **changes) if place.path == path else place for place in places])

    def can_rename_files(self, place: WatchedPlace) -> bool:
        """Return whether files from a place may be renamed by a pattern.

        In mail folders they may not, because mail programs name the files.
        """
        return not (place.path in self.state.unreachable or is_maildir(place.path) or is_mailbox(place.path))

    def proposed_folder(self, place: WatchedPlace) -> Path:
        """Return the folder to propose for the label folders of a place: the one that was used last; without one, the
        default.
        """
        chosen = [place.file_to, *(other.file_to for other in self.state.inbox.places)]
        return next((Path(path) for path in chosen if path), default_target_folder())

    def filed_labels(self) -> tuple[str, ...]:
        """Return the labels whose documents are moved to a folder. If the model has a spam label, good mail stays in
        the inbox.
        """
        inbox = self.state.inbox
        return tuple(label for label in inbox.labels if not is_good_mail(label, inbox.spam_label))

    def toggle_pause(self) -> None:
        """Pause or resume watching. Without a watched place, nothing happens."""
        if self.state.inbox.places:
            self._change_rules(is_paused=not self.state.is_paused)

    def set_filing_rules(self, allowed_senders: Sequence[str], denied_senders: Sequence[str], most_a_day: int) -> None:
        """Set the allowed senders, the denied senders, and the maximum number of files per day.

        Mail from allowed senders is never filed as spam; mail from denied senders always is.
        """
        self._change_rules(
            allowed_senders=tuple(allowed_senders), denied_senders=tuple(denied_senders), most_a_day=most_a_day
        )

    def choose_loss_limit(self, one_in: int | None) -> None:
        """Set the loss limit: at most one good mail in `one_in` is lost.

        With 0, no spam is moved. None uses the filter's own limit.
        """
        self._change_rules(lost_one_in=one_in)

    def set_thresholds(self, thresholds: Mapping[str, float]) -> None:
        """Set label to its minimum probability, as chosen in *File away*. The user is asked about less probable
        arrivals.
        """
        self._least_shares, self._watcher = thresholds, None

    def _change_rules(self, **changes: Any) -> None:
        rules = replace(self.state.inbox.rules, **changes)
        self._run_and_refresh(lambda place, _context: service.save_rules(place, rules), restarts_watching=True)

    def _save_places(self, places: Sequence[WatchedPlace]) -> None:
        self._run_and_refresh(lambda place, _context: service.save_places(place, places), restarts_watching=True)

    # What waits, and what was filed

    def label_arrival(self, number: int, label: str) -> None:
        """Learn the label that a person gives to a waiting arrival, and move its file."""

        def emit_answer(answer: ArrivalAnswer | None) -> None:
            self._being_answered.discard(number)
            if answer is not None:
                self.answered.emit(answer)

        def show_again(error: Exception) -> None:
            self._being_answered.discard(number)
            self.refresh()
            self._change(problem=error)

        # The arrival leaves the list at once. On a slow computer, the next key would otherwise answer it again.
        self._being_answered.add(number)
        self._change(inbox=self._without_answered(self.state.inbox))
        self._run_and_refresh(
            lambda place, context: service.label_arrival(place, number, label, context), then=emit_answer,
            failed=show_again,
        )  # fmt: skip

    def _without_answered(self, inbox: Inbox) -> Inbox:
        """Return the Inbox without the waiting arrivals whose answers are still being saved."""
        return replace(inbox, tray=tuple(each for each in inbox.tray if each.number not in self._being_answered))

    def take_back(self, answer: ArrivalAnswer) -> None:
        """Undo an answer. The arrival then waits for an answer again."""
        self._run_and_refresh(
            lambda place, context: service.take_answer_back(place, answer, context),
            then=lambda _done: self.answer_taken_back.emit(answer),
        )

    def answer_note(self, answer: ArrivalAnswer) -> str:
        """Return the sentence in the status bar for an answer that the model has learnt."""
        words = self.tr("“%1” is learnt as %2")
        if answer.arrival.batch is not None:
            words = self.tr("“%1” is learnt as %2, and filed")
        return wording.fill_placeholders(words, arrival_title(answer.arrival), answer.label)

    def undo_name(self) -> str:
        """Return the text of the link that undoes an answer."""
        return self.tr("Undo")

    def waits_again_note(self, answer: ArrivalAnswer) -> str:
        """Return the sentence in the status bar for an answer that was undone."""
        return self.tr("“%1” waits for your decision again").replace("%1", arrival_title(answer.arrival))

    def postpone(self, number: int) -> None:
        """Move an arrival to the end of the list of arrivals without an answer."""
        self._run_and_refresh(lambda place, _context: service.postpone_arrival(place, number))

    def put_back(self, number: int) -> None:
        """Move one filed file back to where it arrived. The model learns nothing from this."""
        self._run_and_refresh(lambda place, context: move_arrivals_back(place, [number], context))

    def put_back_today(self) -> None:
        """Move all files that were filed today back to where they arrived."""
        self._run_and_refresh(move_back_todays_arrivals)

    def learn_returned_arrival(self, arrival: Arrival) -> None:
        """Let the model learn an arrival whose file was moved back, under the other one of its two labels."""
        label = other_label(arrival, self.state.inbox.labels)
        if label is not None:
            self._run_and_refresh(
                lambda place, context: service.learn_returned_arrival(place, arrival.number, label, context)
            )

    # Thunderbird

    def load_thunderbird_connection(self) -> None:
        """Find out which workspace Thunderbird uses."""
        self._change_thunderbird(lambda _workspace: None)

    def connect_thunderbird(self) -> None:
        """Connect Thunderbird to the open workspace."""
        self._change_thunderbird(lambda workspace: connect(folders_of_this_user(), command_for(workspace)))

    def disconnect_thunderbird(self) -> None:
        """Disconnect Thunderbird from its workspace."""
        self._change_thunderbird(lambda _workspace: disconnect(folders_of_this_user()))

    def _change_thunderbird(self, act: Callable[[Path], object]) -> None:
        def work(place: WorkspaceSource, _context: JobContext) -> ThunderbirdConnection:
            act(path_of(place))
            return connection_state(folders_of_this_user(), path_of(place))

        self._ask(
            work,
            then=lambda connection: self._change(thunderbird=connection, thunderbird_problem=None),
            failed=lambda error: self._change(thunderbird_problem=error),
        )

    # Mailboxes on servers

    def refresh_mailboxes(self) -> None:
        """Load the states of the mailboxes on servers. If there are any, a timer repeats this."""

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
        """Add a mailbox on a server. It is filtered with the model of the open workspace."""
        self._change(is_adding_mailbox=True, mailbox_problem=None)
        self._run_server_command(lambda place, command: servers.add_mailbox(new, path_of(place), command))

    def start_filtering(self, name: str, *, is_trial: bool) -> None:
        """Start bayleaf-imap for a mailbox, now and at each login of the user."""
        self._run_server_command(lambda _place, command: servers.start_filtering(name, command, is_trial=is_trial))

    def stop_filtering(self, name: str) -> None:
        """Stop bayleaf-imap for a mailbox."""
        self._run_server_command(lambda _place, command: servers.run_program(command, ["stop", name]))

    def resume_moving(self, name: str) -> None:
        """Allow bayleaf-imap to move mails again. It had stopped, because another filter moved them back."""
        self._run_server_command(lambda _place, command: servers.run_program(command, ["resume", name]))

    def undo_moves(self, name: str) -> None:
        """Move the mails that were moved today in a mailbox on a server back to the inbox."""
        self._run_server_command(lambda _place, command: servers.run_program(command, ["undo", name]))

    def _run_server_command(self, act: Callable[[WorkspaceSource, Sequence[str]], object]) -> None:
        def ended(problem: Exception | None) -> None:
            self._change(is_adding_mailbox=False, mailbox_problem=problem)
            self.refresh_mailboxes()

        self._ask(
            lambda place, _context: act(place, servers.program_command()),
            then=lambda _answer: ended(None), failed=ended, lane="long",
        )  # fmt: skip

    # Looking

    def check_places(self) -> None:
        """Check every watched place once, and schedule the next check."""
        workspace, inbox = self._source, self.state.inbox
        if workspace is None or not inbox.places or self.state.is_paused:
            return
        if self._watcher is None:
            self._watcher = Watcher(
                workspace, inbox.places, inbox.rules, quiet_s=self._quiet_s, thresholds=self._least_shares
            )
        watcher = self._watcher
        self._change(is_checking=True)

        def show_check_result(result: CheckResult | None) -> None:
            if result is None:
                self._change(is_watched_elsewhere=True, is_checking=False)
                self.refresh()
                self._timer.start(CHECK_INTERVAL_MS)
                return
            self._watch_folders(result.folders)
            self._change(unreachable=result.unreachable, has_checked=True, last_check_s=time.time(), is_checking=False,
                is_watched_elsewhere=False, problem=None)  # fmt: skip
            if result.arrivals:
                self.refresh()
            wanted_ms = CHECK_INTERVAL_MS if result.pending_in_s is None else round(1000 * result.pending_in_s)
            self._timer.start(max(min(wanted_ms, CHECK_INTERVAL_MS), MIN_CHECK_INTERVAL_MS))

        def failed(error: Exception) -> None:
            self._change(problem=error, is_checking=False)
            self._timer.start(CHECK_INTERVAL_MS)

        self._ask(
            lambda _place, context: service.check_places_once(watcher, context),
            then=show_check_result, topic="check", failed=failed, lane="long",
        )  # fmt: skip

    def _watch_folders(self, folders: Sequence[str]) -> None:
        """Let the system report changes in these folders. For a mailbox file, its parent folder is watched."""
        targets = set(folders[:MAX_WATCHED_FOLDERS])
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
        if self.state.has_checked and not self.state.is_paused:
            self._timer.start(MIN_CHECK_INTERVAL_MS)

    def _run_and_refresh(
        self,
        work: Callable[[WorkspaceSource, JobContext], Any],
        *,
        then: Callable[[Any], object] = lambda _result: None,
        failed: Callable[[Exception], object] | None = None,
        restarts_watching: bool = False,
    ) -> None:
        def done(result: Any) -> None:
            if restarts_watching:
                self._timer.stop()
                self._watcher = None
                self._change(has_checked=False)
            self._change(problem=None)
            self.refresh()
            then(result)

        self._ask(work, then=done, failed=failed or self._on_failed, lane="long")


def final_label(arrival: Arrival) -> str:
    """Return the label that a person gave to an arrival; without one, the label of the model."""
    return arrival.right_label or arrival.label or ""


def other_label(arrival: Arrival, labels: Sequence[str]) -> str | None:
    """Return the label under which the arrival was not filed, if the model has exactly two labels; else None."""
    others = [label for label in labels if label != arrival.label]
    return others[0] if len(labels) == 2 and len(others) == 1 else None


def login_entry() -> LoginStart:
    """Return the entry that starts this program in the notification area at login."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return login_start(sys.platform, Path.home(), config, [*window_command(), "--in-tray"])


def arrival_title(arrival: Arrival) -> str:
    """Return the title of an arrival; without one, the sender of a mail or the name of a file."""
    return arrival.title or arrival.sender or Path(arrival.path).name

"""The Inbox page decides here which places are watched, when to look, and what becomes of what waits.

A look is a job like any other; between two looks a timer waits, and nothing runs. Nothing is watched until a person
adds a place, and a new place begins with a trial.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.arrivals import Arrival, WatchedPlace
from app.domain.errors import BusyWorkspace
from app.domain.jobs import JobContext
from app.qt.asking import Asker
from app.qt.jobs import Runner
from app.services.watching import inbox as service
from app.services.watching.filing_arrivals import put_back, put_back_day
from app.services.watching.inbox import Inbox
from app.services.watching.watcher import Look, Watcher
from app.store.access import Place

LOOK_MS = 20_000
LEAST_MS = 500


@dataclass(frozen=True, slots=True)
class InboxState:
    """The state of the Inbox."""

    inbox: Inbox = field(default_factory=Inbox)
    unreachable: tuple[str, ...] = ()
    is_watched_elsewhere: bool = False
    has_looked: bool = False
    problem: Exception | None = None

    @property
    def is_paused(self) -> bool:
        """Return whether nothing is taken or filed at the moment."""
        return self.inbox.rules.is_paused


class InboxViewModel(QObject):
    """Watches the places of the open workspace while the window is open."""

    state_changed = Signal(object)

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._asker = Asker(runner, "inbox", failed=self._on_failed)
        self._workspace: Place | None = None
        self._watcher: Watcher | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.look)
        self.state = InboxState()

    # The workspace

    def open_workspace(self, workspace: Place) -> None:
        """Show the Inbox of a workspace, and watch what it watches."""
        self.close_workspace()
        self._workspace = workspace
        self.refresh()

    def close_workspace(self) -> None:
        """Stop watching."""
        self._timer.stop()
        self._asker.forget()
        self._workspace = self._watcher = None
        self._change(inbox=Inbox(), unreachable=(), has_looked=False, is_watched_elsewhere=False, problem=None)

    def refresh(self) -> None:
        """Look up what is in the workspace."""
        if (workspace := self._workspace) is not None:
            self._asker.ask(lambda context: service.inbox(workspace, context), then=self._on_inbox, topic="inbox")

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

    def pause(self, *, is_paused: bool) -> None:
        """Take and file nothing, or go on."""
        workspace, rules = self._workspace, replace(self.state.inbox.rules, is_paused=is_paused)
        if workspace is not None:
            self._do(lambda _context: service.keep_rules(workspace, rules), starts_anew=True)

    def choose_rules(self, allowed: Sequence[str], denied: Sequence[str], most_a_day: int) -> None:
        """Name senders that are never, or always, filed as spam, and how many files a day may be filed unasked."""
        workspace = self._workspace
        rules = replace(
            self.state.inbox.rules,
            allowed_senders=tuple(allowed), denied_senders=tuple(denied), most_a_day=most_a_day,
        )  # fmt: skip
        if workspace is not None:
            self._do(lambda _context: service.keep_rules(workspace, rules), starts_anew=True)

    def _keep_places(self, places: Sequence[WatchedPlace]) -> None:
        if (workspace := self._workspace) is not None:
            self._do(lambda _context: service.keep_places(workspace, places), starts_anew=True)

    # What waits, and what was filed

    def settle(self, number: int, label: str) -> None:
        """Say what something in the tray is: that is learnt, and it is filed by it."""
        if (workspace := self._workspace) is not None:
            self._do(lambda context: service.settle(workspace, number, label, context))

    def put_off(self, number: int) -> None:
        """Leave something in the tray for later."""
        if (workspace := self._workspace) is not None:
            self._do(lambda _context: service.later(workspace, number))

    def put_back(self, number: int) -> None:
        """Bring back one file; that teaches nothing."""
        if (workspace := self._workspace) is not None:
            self._do(lambda context: put_back(workspace, [number], context))

    def put_back_day(self) -> None:
        """Bring back all that was filed today."""
        if (workspace := self._workspace) is not None:
            self._do(lambda context: put_back_day(workspace, context))

    # Looking

    def look(self) -> None:
        """Look at every place once, and again after a while."""
        if self._workspace is None or not self.state.inbox.places or self.state.is_paused:
            return
        if self._watcher is None:
            inbox = self.state.inbox
            self._watcher = Watcher(self._workspace, inbox.places, inbox.rules)
        watcher = self._watcher
        self._asker.ask(
            lambda context: service.look_once(watcher, context),
            then=self._on_look, topic="look", failed=self._on_look_failed, lane="long",
        )  # fmt: skip

    def _on_look(self, look: Look) -> None:
        self._change(unreachable=look.unreachable, has_looked=True, is_watched_elsewhere=False, problem=None)
        if look.arrivals:
            self.refresh()
        wanted_ms = LOOK_MS if look.next_s is None else round(1000 * look.next_s)
        self._timer.start(max(min(wanted_ms, LOOK_MS), LEAST_MS))

    def _on_look_failed(self, error: Exception) -> None:
        if isinstance(error, BusyWorkspace):  # another program watches for this workspace
            self._change(is_watched_elsewhere=True)
            self.refresh()
        else:
            self._change(problem=error)
        self._timer.start(LOOK_MS)

    def _on_inbox(self, inbox: Inbox) -> None:
        is_first = not self.state.has_looked
        self._change(inbox=inbox)
        if is_first and not self._timer.isActive():
            self.look()

    def _do(self, work: Callable[[JobContext], object], *, starts_anew: bool = False) -> None:
        def done(_answer: object) -> None:
            if starts_anew:
                self._timer.stop()
                self._watcher = None
                self._change(has_looked=False)
            self._change(problem=None)
            self.refresh()

        self._asker.ask(work, then=done, lane="long")

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)


def goes_to(arrival: Arrival) -> str:
    """Return the label that a person gave, or else the one that was judged."""
    return arrival.right_label or arrival.label or ""

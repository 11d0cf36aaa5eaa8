"""The view-model base of pages and dialogs: a frozen state, asynchronous requests, and partial redraws.

A page has three parts:

- Its *state* is a frozen dataclass of everything the page shows.
- Its *view model* is a `PageModel`. A user action calls one of its methods, which replaces the state with `_change`, or
  requests data with `_ask`. A request runs as a background job; `then` receives its result on the GUI thread.
- Its *widgets* have render functions. `shows` names the state fields that a render function reads, and `render_parts`
  calls the function whenever one of them has changed.

    class SearchModel(PageModel[SearchState, Browser]):
        def search(self, query: str) -> None:
            self._change(query=query)
            self._ask(
                lambda browser, context: browser.find(query, context),
                then=lambda found: self._change(found=found, problem=None),
                topic="search",
                flag="is_searching",
            )

    class SearchPage(QWidget):
        def __init__(self, model: SearchModel) -> None:
            ...
            render_parts(self, model, self._show_found)

        @shows("query", "found")
        def _show_found(self, state: SearchState) -> None:
            self._list.show_found(state.query, state.found)

Outdated answers are dropped only here, in `RequestSender`: a newer request with the same topic supersedes an older one,
and `forget` invalidates all earlier ones. The state field named by `flag` is true while the request is pending. An
exception goes to the state's `problem`, unless the request has its own `failed` callback.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import count
from typing import Any, ClassVar, Generic, Protocol, TypedDict, TypeVar, Unpack

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot

from app.domain.jobs import JobContext
from app.kit.jobs import Job, JobUnit, Lane, Progress, Runner
from app.kit.wording import Translatable


class Record(Protocol):
    """Protocol: an instance of any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Answer = TypeVar("Answer")
Source = TypeVar("Source")
State = TypeVar("State", bound=Record)
FailureHandler = Callable[[Exception], object]
PLAIN_TYPES = (str, int, float, Enum)
"""Types that are compared by value."""


class RequestOptions(TypedDict, total=False):
    """Keyword options of `RequestSender.ask`."""

    failed: FailureHandler
    stopped: Callable[[], object]
    shows_running: bool
    ends_older: bool
    debounce_ms: int
    title: Translatable
    unit: JobUnit
    lane: Lane
    loses_work: bool


@dataclass(slots=True)
class _Topic:
    """State of the requests with the same topic."""

    newest_request: int = 0
    """Number of the newest request."""
    newest_ended_request: int = 0
    """Number of the newest request that has ended."""
    start_debounced: Callable[[], None] | None = None
    """Function that starts the debounced request; None once it has started."""
    job: Job | None = None

    def cancel(self) -> None:
        if self.job is not None:
            self.job.cancel()


class RequestSender:
    """Sends the requests of one page and drops outdated answers."""

    def __init__(
        self, runner: Runner, name: str, *, failed: FailureHandler, ended: Callable[[], object] = lambda: None
    ) -> None:
        self._runner, self._name, self._failed, self._ended = runner, name, failed, ended
        self._numbers = count(1)
        self._topics: dict[str, _Topic] = {}
        self._oldest = 0

    def ask(
        self,
        work: Callable[[JobContext], Answer],
        *,
        then: Callable[[Answer], object],
        topic: str = "",
        failed: FailureHandler | None = None,
        stopped: Callable[[], object] = lambda: None,
        shows_running: bool = False,
        ends_older: bool = False,
        debounce_ms: int = 0,
        title: Translatable = "",
        unit: JobUnit = "",
        lane: Lane = "quick",
        loses_work: bool = False,
    ) -> None:
        """Run `work` as a background job and pass its result to `then` on the GUI thread.

        `failed` receives the exception. `stopped` is called if the job is cancelled.

        If there is a `topic`, only the answer to its newest request is delivered. With `shows_running`, the answers of
        older requests that are already running are delivered too, in order; a moving slider needs this. With
        `ends_older`, older requests are cancelled. A request without a topic stays valid until `forget`.

        `debounce_ms` debounces: the job starts once no newer request has followed for that time.
        """
        number = next(self._numbers)
        known = self._topics.setdefault(topic, _Topic()) if topic else _Topic()
        take_failure = failed or self._failed
        if ends_older:
            known.cancel()

        def is_current() -> bool:
            return self._record_end(number, topic, shows_running=shows_running)

        def begin() -> None:
            if known.start_debounced is not begin or number < self._oldest:
                return
            known.start_debounced = None
            key = f"{self._name} {topic}" if topic else ""
            job = known.job = self._runner.start(
                work, title=title, unit=unit, lane=lane, key=key, loses_work=loses_work
            )
            job.succeeded.connect(lambda answer: then(answer) if is_current() else None)
            job.failed.connect(lambda error: take_failure(error) if is_current() else None)
            job.cancelled.connect(lambda: stopped() if is_current() else None)
            job.settled.connect(self._ended)

        known.newest_request, known.start_debounced = number, begin
        if debounce_ms:
            QTimer.singleShot(debounce_ms, begin)
        else:
            begin()

    def forget(self, *topics: str) -> None:
        """Drop the answers of the pending requests with these topics; without topics, of all pending requests."""
        number = next(self._numbers)
        for topic in topics:
            known = self._topics.setdefault(topic, _Topic())
            known.newest_request = known.newest_ended_request = number
            known.start_debounced = None
        if not topics:
            self._oldest = number

    def cancel(self, *topics: str) -> None:
        """Cancel the jobs of these topics; without topics, all jobs.

        A job that has ended already still delivers its answer.
        """
        for topic in topics or tuple(self._topics):
            self._topics.get(topic, _Topic()).cancel()

    def stop(self, *topics: str) -> None:
        """Cancel the requests of these topics and drop their answers; without topics, those of all requests."""
        self.forget(*topics)
        self.cancel(*topics)

    def progress(self, topic: str) -> Progress:
        """Return the progress that the newest request of a topic reported last."""
        job = self._topics.get(topic, _Topic()).job
        return Progress() if job is None else job.progress

    def is_waiting(self, *topics: str) -> bool:
        """Return whether the newest request of any of these topics is pending; False after `forget`."""
        known = (self._topics.get(topic, _Topic()) for topic in topics)
        return any(
            topic.newest_ended_request < topic.newest_request and topic.newest_request > self._oldest for topic in known
        )

    def _record_end(self, number: int, topic: str, *, shows_running: bool) -> bool:
        """Record that a request has ended; return whether its answer is to be delivered."""
        if number < self._oldest:
            return False
        if not topic:
            return True
        known = self._topics[topic]
        is_current = number > known.newest_ended_request if shows_running else number == known.newest_request
        known.newest_ended_request = max(known.newest_ended_request, number)
        return is_current


class StateModel(QObject, Generic[State]):
    """Holds a frozen state and emits `state_changed` when it is replaced."""

    state_changed = Signal(object)

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)


class PageModel(StateModel[State], Generic[State, Source]):
    """View-model base: holds a page's state and sends requests to `source`. Without a source, requests are no-ops."""

    def __init__(self, runner: Runner, name: str, state: State, source: Source | None = None) -> None:
        super().__init__(state)
        self._source = source
        self._asker = RequestSender(runner, name, failed=self._on_failed, ended=self._on_ended)
        self._flags: dict[str, str] = {}
        """Topic to the name of its flag in the state."""

    def set_source(self, source: Source | None) -> None:
        """Replace the source, for example by another workspace. Pending answers of the old source are dropped."""
        self._asker.forget()
        self._source = source

    def _ask(
        self,
        work: Callable[[Source, JobContext], Answer],
        *,
        then: Callable[[Answer], object] = lambda _answer: None,
        topic: str = "",
        flag: str = "",
        **how: Unpack[RequestOptions],
    ) -> None:
        """Send a request to the source; see `RequestSender.ask`. The state field `flag` is true while it is pending."""
        source = self._source
        if source is None:
            return
        if flag:
            topic = topic or f"{flag} {len(self._flags)}"
            self._flags[topic] = flag
        # Not a lambda: the log names a job without a topic by its function.
        self._asker.ask(partial(work, source), then=then, topic=topic, **how)
        self._on_ended()

    def _change(self, **changes: Any) -> None:
        """Replace fields of the state, update the flags, and emit `state_changed`."""
        super()._change(**self._pending_flags(), **changes)

    def _pending_flags(self) -> dict[str, bool]:
        """Return the new value of each state field that says whether a request is pending."""
        waiting = dict.fromkeys(self._flags.values(), False)
        for topic, flag in self._flags.items():
            waiting[flag] |= self._asker.is_waiting(topic)
        return waiting

    def _on_ended(self) -> None:
        """Update the flags in the state after a request began or ended."""
        if any(getattr(self.state, flag) != is_waiting for flag, is_waiting in self._pending_flags().items()):
            self._change()

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error)


SHOWN_FIELDS = "shown_fields"
"""Attribute of a render function that holds the names given to `shows`."""
Render = TypeVar("Render")


def shows(*fields: str) -> Callable[[Render], Render]:
    """Decorator for render functions: name the fields and properties of the state that the function reads.

    `render_parts` calls the function only if one of their values changed. A property is evaluated at every change of
    the state. Name a property only if it is cheap and returns a plain value; otherwise name the fields that it uses. A
    test fails if a render function reads a field that it does not name.
    """

    def mark(render: Render) -> Render:
        setattr(render, SHOWN_FIELDS, fields)
        return render

    return mark


class PageRenderer(QObject):
    """Calls the render functions of a page, and holds the values that each function has shown last.

    It is a child of the page, so it is deleted with the page even if the view model lives on. A page that was shown and
    is now hidden is not redrawn until it is shown again.
    """

    def __init__(self, page: QObject, model: StateModel[Any], parts: tuple[Callable[[Any], object], ...]) -> None:
        super().__init__(page)
        self._model, self._parts = model, parts
        self._fields: list[tuple[str, ...]] = [getattr(part, SHOWN_FIELDS) for part in parts]
        self._values: list[tuple[object, ...] | None] = [None] * len(parts)
        """The values that each part showed; None if it must be called in any case."""
        self._page, self._is_showing, self._was_seen = page, False, False
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and watched is self._page:
            self._was_seen = True
            self.show()
        return False

    @Slot()
    def show(self) -> None:
        """Call the render functions whose values changed. Repeat this if a render function replaced the state."""
        shown = None
        is_hidden = self._was_seen and not self._page.property("visible")
        if self._is_showing or is_hidden:
            return
        self._is_showing = True
        try:
            while shown is not self._model.state:
                shown = self._model.state
                for index, part in enumerate(self._parts):
                    values = tuple(getattr(shown, name) for name in self._fields[index])
                    before = self._values[index]
                    if before is None or not _are_same(values, before):
                        self._values[index] = values
                        self.call_render_function(part, shown, self._fields[index])
        finally:
            self._is_showing = False

    @staticmethod
    def call_render_function(part: Callable[[Any], object], state: object, fields: tuple[str, ...]) -> None:  # noqa: ARG004
        """Call a render function. Tests replace this method, to check that the function reads only `fields`."""
        part(state)

    def render_again(self, *parts: Callable[[Any], object]) -> None:
        """Call these render functions, or all, even if the state is unchanged, for example after a resize."""
        for index, part in enumerate(self._parts):
            if not parts or part in parts:
                self._values[index] = None
        self.show()


def _are_same(first: object, second: object) -> bool:
    """Compare plain values by ==, tuples element by element, and everything else by identity."""
    if first is second:
        return True
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(_are_same, first, second))
    return isinstance(first, PLAIN_TYPES) and first == second


def render_parts(page: QObject, model: StateModel[State], *parts: Callable[[State], object]) -> PageRenderer:
    """Call each render function now, and again whenever a value that it names with `shows` has changed.

    A render function must take everything that it shows from the state passed to it; nothing else is tracked.
    `PageRenderer.render_again` forces a redraw.
    """
    shown = PageRenderer(page, model, parts)
    model.state_changed.connect(shown.show)
    shown.show()
    return shown

"""The machine of every page and dialog: a frozen state, questions whose answers make the next one, parts that show it.

A page is written in three pieces. Its *state* is a frozen record of all that it shows. Its *model* is a `PageModel`:
what a person does calls a method, which makes the next state with `_change`, asks the open workspace with `_ask`, or
both; `then` takes the answer, and makes the next state of it. Its *widgets* are told of each state, and `show_parts`
calls only those that show something which has changed.

    class FruitModel(PageModel[FruitState, Orchard]):
        def choose(self, tree: str) -> None:
            self._change(tree=tree)
            self._ask(
                lambda orchard, context: orchard.harvest(tree, context),
                then=lambda fruit: self._change(fruit=fruit, problem=None),
                topic="harvest",
                flag="is_picking",
            )

A question is a closure over what is asked and goes to what answers the page, so both are checked by types. An answer
whose question no longer stands is dropped here and nowhere else: a newer question on the same topic takes its place,
and `forget` lets none of the earlier ones stand. A flag of the state is true while a question that names it waits. A
failure is the state's `problem`, unless the question says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from itertools import count
from typing import Any, ClassVar, Generic, Protocol, TypedDict, TypeVar, Unpack

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot

from app.domain.jobs import JobContext
from app.kit.jobs import Job, Lane, Progress, Runner
from nbengine.lazy_dataclasses import dataclass


class Record(Protocol):
    """Any frozen record."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Answer = TypeVar("Answer")
Source = TypeVar("Source")
State = TypeVar("State", bound=Record)
Failed = Callable[[Exception], object]
PLAIN, NAMED = (str, int, float, Enum), {"bool", "str", "int", "float"}
"""Values that are compared, and the names of those that a property may return."""


class How(TypedDict, total=False):
    """The ways in which a question may be asked: see `Asker.ask`."""

    failed: Failed
    stopped: Callable[[], object]
    shows_running: bool
    ends_older: bool
    rest_ms: int
    title: str
    unit: str
    lane: Lane
    loses_work: bool


@dataclass(slots=True)
class _Topic:
    """The last question that was asked on a topic, the last that was answered or stopped, and how far the last is."""

    asked: int = 0
    answered: int = 0
    resting: Callable[[], None] | None = None
    """Begins it; None once it has begun."""
    job: Job | None = None

    def cancel(self) -> None:
        if self.job is not None:
            self.job.cancel()


class Asker:
    """Asks the questions of one page."""

    def __init__(
        self, runner: Runner, name: str, *, failed: Failed, ended: Callable[[], object] = lambda: None
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
        failed: Failed | None = None,
        stopped: Callable[[], object] = lambda: None,
        shows_running: bool = False,
        ends_older: bool = False,
        rest_ms: int = 0,
        title: str = "",
        unit: str = "",
        lane: Lane = "quick",
        loses_work: bool = False,
    ) -> None:
        """Ask on a lane, and hand the answer to `then` on the GUI thread; `stopped` is called where a person ends it.

        With a topic, only the newest question stands. With `shows_running`, older ones that are being worked out still
        show, in the order they were asked, as when a slider moves; with `ends_older` they are asked to stop. A question
        without a topic stands until `forget`. With `rest_ms`, it is asked when nothing newer was for so long.
        """
        number = next(self._numbers)
        known = self._topics.setdefault(topic, _Topic()) if topic else _Topic()
        take_failure = failed or self._failed
        if ends_older:
            known.cancel()

        def stands() -> bool:
            return self._takes(number, topic, shows_running=shows_running)

        def begin() -> None:
            if known.resting is not begin or number < self._oldest:
                return
            known.resting = None
            key = f"{self._name} {topic}" if topic else ""
            job = known.job = self._runner.start(
                work, title=title, unit=unit, lane=lane, key=key, loses_work=loses_work
            )
            job.succeeded.connect(lambda answer: then(answer) if stands() else None)
            job.failed.connect(lambda error: take_failure(error) if stands() else None)
            job.cancelled.connect(lambda: stopped() if stands() else None)
            job.settled.connect(self._ended)

        known.asked, known.resting = number, begin
        if rest_ms:
            QTimer.singleShot(rest_ms, begin)
        else:
            begin()

    def forget(self, *topics: str) -> None:
        """Let no question of these topics stand any more; without a topic, none at all."""
        number = next(self._numbers)
        for topic in topics:
            known = self._topics.setdefault(topic, _Topic())
            known.asked = known.answered = number
            known.resting = None
        if not topics:
            self._oldest = number

    def cancel(self, *topics: str) -> None:
        """Ask what is being worked out on these topics, or on any, to stop; an answer that comes first still stands."""
        for topic in topics or tuple(self._topics):
            self._topics.get(topic, _Topic()).cancel()

    def stop(self, *topics: str) -> None:
        """Let no question of these topics, or of any, stand any more, and ask what is being worked out to stop."""
        self.forget(*topics)
        self.cancel(*topics)

    def progress(self, topic: str) -> Progress:
        """Return what the newest question of a topic last told of itself."""
        job = self._topics.get(topic, _Topic()).job
        return Progress() if job is None else job.progress

    def is_waiting(self, *topics: str) -> bool:
        """Tell whether the newest question of one of these has no answer yet, and may still get one."""
        known = (self._topics.get(topic, _Topic()) for topic in topics)
        return any(one.answered < one.asked and one.asked > self._oldest for one in known)

    def _takes(self, number: int, topic: str, *, shows_running: bool) -> bool:
        """Note an answer that arrived, or that none will; False where its question no longer stands."""
        if number < self._oldest:
            return False
        if not topic:
            return True
        known = self._topics[topic]
        stands = number > known.answered if shows_running else number == known.asked
        known.answered = max(known.answered, number)
        return stands


class StateModel(QObject, Generic[State]):
    """Holds a state, and tells of each that takes its place."""

    state_changed = Signal(object)

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)


class PageModel(StateModel[State], Generic[State, Source]):
    """Holds the state of a page, and asks what answers it; while that is None, nothing is asked."""

    def __init__(self, runner: Runner, name: str, state: State, source: Source | None = None) -> None:
        super().__init__(state)
        self._source = source
        self._asker = Asker(runner, name, failed=self._on_failed, ended=self._on_ended)
        self._flags: dict[str, str] = {}
        """The flag of the state that each topic has."""

    def answer_from(self, source: Source | None) -> None:
        """Ask another from now on, such as another workspace; what was asked of the one before is answered no more."""
        self._asker.forget()
        self._source = source

    def _ask(
        self,
        work: Callable[[Source, JobContext], Answer],
        *,
        then: Callable[[Answer], object] = lambda _answer: None,
        topic: str = "",
        flag: str = "",
        **how: Unpack[How],
    ) -> None:
        """Ask the source, as `Asker.ask` does; a flag of the state is true while the question of its topic waits."""
        source = self._source
        if source is None:
            return
        if flag:
            topic = topic or f"{flag} {len(self._flags)}"
            self._flags[topic] = flag
        self._asker.ask(lambda context: work(source, context), then=then, topic=topic, **how)
        self._on_ended()

    def _change(self, **changes: Any) -> None:
        """Make the next state and tell of it; flags follow the questions that wait."""
        super()._change(**self._flags_now(), **changes)

    def _flags_now(self) -> dict[str, bool]:
        waiting = dict.fromkeys(self._flags.values(), False)
        for topic, flag in self._flags.items():
            waiting[flag] |= self._asker.is_waiting(topic)
        return waiting

    def _on_ended(self) -> None:
        """Change the flags that are no longer true because a question began or ended."""
        if any(getattr(self.state, flag) != is_waiting for flag, is_waiting in self._flags_now().items()):
            self._change()

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error)


class Parts(QObject):
    """The parts of a page, and what each last read; it lives as long as the page, and the model may live longer.

    A page that was seen and is hidden behind another catches up when it is seen again.
    """

    def __init__(self, page: QObject, model: StateModel[Any], parts: tuple[Callable[[Any], object], ...]) -> None:
        super().__init__(page)
        self._model, self._parts = model, parts
        self._read: list[dict[str, object] | None] = [None] * len(parts)
        self._page, self._is_showing, self._was_seen = page, False, False
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and watched is self._page:
            self._was_seen = True
            self.show()
        return False

    @Slot()
    def show(self) -> None:
        """Call those that read something which is other now; where one makes a newer state, that is shown as well."""
        shown = None
        is_hidden = self._was_seen and not self._page.property("visible")
        if self._is_showing or is_hidden:
            return
        self._is_showing = True
        try:
            while shown is not self._model.state:
                shown = self._model.state
                for place, part in enumerate(self._parts):
                    read = self._read[place]
                    if read is None or not all(_are_same(getattr(shown, name), value) for name, value in read.items()):
                        self._read[place] = now = dict[str, object]()
                        part(_Reading(shown, now))
        finally:
            self._is_showing = False

    def show_anew(self, *parts: Callable[[Any], object]) -> None:
        """Call these again, or all: something else that they show, such as the width of the page, is other now."""
        for place, part in enumerate(self._parts):
            if not parts or part in parts:
                self._read[place] = None
        self.show()


class _Reading:
    """A state that notes what is read of it: fields and plain properties, and the fields that other properties read."""

    __slots__ = ("_read", "_state")

    def __init__(self, state: object, read: dict[str, object]) -> None:
        self._state, self._read = state, read

    def __getattr__(self, name: str) -> object:
        made = getattr(type(self._state), name)
        if isinstance(made, property) and made.fget is not None and made.fget.__annotations__["return"] not in NAMED:
            found: object = made.fget(self)
            return found
        value = self._read[name] = getattr(self._state, name)
        return value


def _are_same(one: object, other: object) -> bool:
    """Compare plain values, one by one in tuples, and tables and records by being the very same."""
    if one is other:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_are_same, one, other))
    return isinstance(one, PLAIN) and one == other


def show_parts(page: QObject, model: StateModel[State], *parts: Callable[[State], object]) -> Parts:
    """Call each part of a page now, and again whenever something that it read of the state is other than it was.

    What a part shows must come from the state that it is given: nothing else is watched, but see `Parts.show_anew`.
    """
    shown = Parts(page, model, parts)
    model.state_changed.connect(shown.show)
    shown.show()
    return shown

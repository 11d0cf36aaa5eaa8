"""Questions as closures, and answers that are shown only while their question stands.

`Asker.ask` takes a closure over what is asked and a function that takes the answer, so the two are checked against each
other by types. An answer whose question no longer stands is dropped here and nowhere else: a newer question on the same
topic takes its place, and `forget` lets none of the earlier ones stand.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TypeVar

from app.domain.jobs import JobContext
from app.qt.jobs import Job, Lane, Runner
from nbengine.lazy_dataclasses import dataclass

Answer = TypeVar("Answer")


@dataclass(slots=True)
class _Topic:
    """The last question that was asked on a topic, and the last that was answered or stopped."""

    asked: int = 0
    answered: int = 0


class Asker:
    """Asks the questions of one page."""

    def __init__(self, runner: Runner, name: str, *, failed: Callable[[Exception], object]) -> None:
        self._runner, self._name, self._failed = runner, name, failed
        self._numbers = count(1)
        self._topics: dict[str, _Topic] = {}
        self._oldest = 0

    def ask(
        self,
        work: Callable[[JobContext], Answer],
        *,
        then: Callable[[Answer], object],
        topic: str = "",
        failed: Callable[[Exception], object] | None = None,
        shows_running: bool = False,
        title: str = "",
        unit: str = "",
        lane: Lane = "quick",
    ) -> Job:
        """Ask on a lane, and hand the answer to `then` on the GUI thread.

        With a topic, only the newest question stands. With `shows_running`, older ones that are being worked out still
        show, in the order they were asked, as when a slider moves. A question without a topic stands until `forget`.
        """
        number = next(self._numbers)
        if topic:
            self._topics.setdefault(topic, _Topic()).asked = number
        key = f"{self._name} {topic}" if topic else ""
        job = self._runner.start(work, title=title, unit=unit, lane=lane, key=key)
        take_failure = failed or self._failed

        def on_succeeded(answer: Answer) -> None:
            if self._takes(number, topic, shows_running=shows_running):
                then(answer)

        def on_failed(error: Exception) -> None:
            if self._takes(number, topic, shows_running=shows_running):
                take_failure(error)

        job.succeeded.connect(on_succeeded)
        job.failed.connect(on_failed)
        job.cancelled.connect(lambda: self._takes(number, topic, shows_running=shows_running))
        return job

    def forget(self, topic: str = "") -> None:
        """Let no question of a topic stand any more; without a topic, none at all."""
        number = next(self._numbers)
        if topic:
            self._topics.setdefault(topic, _Topic()).asked = number
            self._topics[topic].answered = number
        else:
            self._oldest = number

    def is_waiting(self, topic: str) -> bool:
        """Tell whether the newest question of a topic has no answer yet, and may still get one."""
        known = self._topics.get(topic)
        return known is not None and known.answered < known.asked and known.asked > self._oldest

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

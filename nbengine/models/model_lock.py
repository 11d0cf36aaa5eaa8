"""A lock around a model that threads share: lessons and verdicts wait for one another."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Locked(Protocol):
    """Anything with a lock of its own."""

    @property
    def lock(self) -> Any: ...


Owner = TypeVar("Owner", bound=Locked)


def one_at_a_time(
    method: Callable[Concatenate[Owner, Given], Answer],
) -> Callable[Concatenate[Owner, Given], Answer]:
    """Let a method wait until no other of the same object is at work in another thread."""

    @wraps(method)
    def waiting(self: Owner, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        with self.lock:
            return method(self, *given, **named)

    return waiting


class Lock:
    """A lock that a copy of its owner gets anew."""

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[Lock], tuple[()]]:
        return Lock, ()

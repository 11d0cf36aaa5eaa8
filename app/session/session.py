"""One open workspace: connections that are lent and come back, and what was made of the file while it stayed the same.

A connection is used by one thread at a time. An idle one is lent again as long as the path still names the file that
it opened, in the form that this program knows; otherwise it is closed, and opening anew says what has happened.

That no workspace is open is a state of its own (`NO_WORKSPACE`), so that nobody has to ask whether there is one.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import field
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from app.domain.errors import NotFound
from app.store.workspace import Workspace
from nbengine.lazy_dataclasses import dataclass

Value = TypeVar("Value")
MOST_REMEMBERED = 8


@dataclass(slots=True)
class _Memory:
    """One thing that was made of the file; its lock lets a second thread wait instead of making it twice."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    stamp: Hashable = None
    is_made: bool = False
    value: Any = None


class Session:
    """A workspace held open. It can be lent to any thread; `close` may be called while some of it is still lent."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self._path, self._create = path, create
        self._lock = threading.Lock()
        self._idle: dict[bool, list[tuple[_FileMark, Workspace]]] = {True: [], False: []}
        self._memories: OrderedDict[Hashable, _Memory] = OrderedDict()
        self._is_closed = False
        self.n_openings = 0
        """The number of times the file was opened."""

    @property
    def path(self) -> Path:
        """The path of the workspace file."""
        return self._path

    @contextmanager
    def reading(self) -> Iterator[Workspace]:
        """Lend a connection through which nothing can be changed."""
        with self._lent(read_only=True) as workspace:
            yield workspace

    @contextmanager
    def writing(self) -> Iterator[Workspace]:
        """Lend a connection that may change the file."""
        with self._lent(read_only=False) as workspace:
            yield workspace

    def remembered(self, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
        """Return what was made under a key when the file had this stamp, or make it now; the oldest are forgotten."""
        memory = self._memory(key)
        with memory.lock:
            if not memory.is_made or memory.stamp != stamp:
                memory.value, memory.stamp, memory.is_made = make(), stamp, True
            value: Value = memory.value
            return value

    def remember(self, key: Hashable, stamp: Hashable, value: object) -> None:
        """Keep under a key what the file with this stamp makes."""
        memory = self._memory(key)
        with memory.lock:
            memory.value, memory.stamp, memory.is_made = value, stamp, True

    def forget(self, key: Hashable) -> None:
        """Let what is kept under a key be made anew."""
        with self._lock:
            self._memories.pop(key, None)

    def give_back_memory(self) -> None:
        """Let idle connections forget what they have read."""
        with self._lock:
            for _, workspace in chain.from_iterable(self._idle.values()):
                workspace.give_back_memory()

    def close(self) -> None:
        """Close what is idle now, and what is lent when it comes back."""
        with self._lock:
            self._is_closed = True
            idle = [workspace for kept in self._idle.values() for _, workspace in kept]
            self._idle = {True: [], False: []}
            self._memories.clear()
        for workspace in idle:
            workspace.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def _lent(self, *, read_only: bool) -> Iterator[Workspace]:
        mark, workspace = self._taken(read_only=read_only)
        try:
            yield workspace
        finally:
            self._give_back(mark, workspace, read_only=read_only)

    def _taken(self, *, read_only: bool) -> tuple[_FileMark, Workspace]:
        mark = _file_mark(self._path)
        while (kept := self._pop(read_only=read_only)) is not None:
            if kept[0] == mark and kept[1].is_of_this_version:
                return kept
            kept[1].close()
        self.n_openings += 1
        workspace = Workspace(self._path, create=self._create and not read_only, read_only=read_only)
        return _file_mark(self._path), workspace

    def _pop(self, *, read_only: bool) -> tuple[_FileMark, Workspace] | None:
        with self._lock:
            kept = self._idle[read_only]
            return kept.pop() if kept else None

    def _give_back(self, mark: _FileMark, workspace: Workspace, *, read_only: bool) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle[read_only].append((mark, workspace))
                return
        workspace.close()

    def _memory(self, key: Hashable) -> _Memory:
        with self._lock:
            memory = self._memories.setdefault(key, _Memory())
            self._memories.move_to_end(key)
            while len(self._memories) > MOST_REMEMBERED:
                self._memories.popitem(last=False)
            return memory


_FileMark = tuple[int, int] | None
"""Device and number of a file; None where nothing is at the path."""


def _file_mark(path: Path) -> _FileMark:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class NoWorkspace:
    """Answers every question with the sentence that there is no workspace."""

    path = Path()

    def reading(self) -> AbstractContextManager[Workspace]:
        """Refuse to lend what is not there."""
        self._refuse()

    def writing(self) -> AbstractContextManager[Workspace]:
        """Refuse to lend what is not there."""
        self._refuse()

    def remembered(self, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
        """Make it anew: nothing is remembered of no file."""
        del key, stamp
        return make()

    def remember(self, key: Hashable, stamp: Hashable, value: object) -> None:
        """Keep nothing: there is no file that would make it again."""
        del key, stamp, value

    def forget(self, key: Hashable) -> None:
        """Forget nothing: nothing is remembered."""
        del key

    def _refuse(self) -> NoReturn:
        raise NotFound("workspace", "")


NO_WORKSPACE = NoWorkspace()

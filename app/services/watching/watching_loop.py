"""Looks at watched places until it is told to stop: whenever something happens there, and from time to time anyway.

On Linux the kernel tells of changes in folders of this computer; elsewhere, and for folders of other computers, a look
from time to time has to do. That only wakes: what has happened, a scan finds out.
"""

from __future__ import annotations

import ctypes
import os
import select
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from app.domain.jobs import JobContext
from app.services.filing.filing import filing_lock
from app.services.watching.one_look import Look, Watcher
from app.store.file.opening import shared_place
from app.store.workspace import path_of

ROUND_S, ROUND_UNHEARD_S = 300.0, 20.0
"""Between two looks while nothing is heard: where the system tells of changes, and where it may not."""
LEAST_S = 0.2
"""A burst of events is one reason to look."""


class WatchingLoop:
    """Runs a watcher; `stop` may be called by any thread or signal."""

    def __init__(self, watcher: Watcher, waker: Waker) -> None:
        self._watcher, self._waker = watcher, waker
        self._is_stopping = False
        # Of what other computers change in a shared folder, the system hears nothing.
        has_unheard = any(shared_place(Path(place.path) / "x") is not None for place in watcher.places)
        self._round_s = ROUND_S if waker.hears and not has_unheard else ROUND_UNHEARD_S

    def run(self, on_look: Callable[[Look], None], context: JobContext) -> None:
        """Look, and tell each look, until stopped."""
        with watching_lock(path_of(self._watcher.workspace)):
            while not self._is_stopping:
                look = self._watcher.look(context)
                self._waker.listen(look.folders)
                on_look(look)
                if not self._is_stopping:
                    round_s = ROUND_UNHEARD_S if look.unreachable else self._round_s
                    self._waker.wait(max(min(round_s, round_s if look.next_s is None else look.next_s), LEAST_S))
        self._waker.close()

    def stop(self) -> None:
        """End after the look that is going on."""
        self._is_stopping = True
        self._waker.wake()


def watching_lock(workspace: Path) -> AbstractContextManager[None]:
    """Be the only one that watches for a workspace; raise BusyWorkspace where somebody else does."""
    return filing_lock(workspace, "-watching")


CHANGES = 0x2 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200
"""Modified, closed after writing, moved out, moved in, created, deleted."""
ONLY_FOLDERS, CLOSE_ON_EXEC = 0x01000000, 0o2000000
LISTENED_BYTES = 1 << 16


class Waker:
    """Waits for a time, or until it is woken."""

    hears = False
    """True where the system says when something happens."""

    def __init__(self) -> None:
        self._woken = threading.Event()

    def listen(self, folders: Iterable[str]) -> None:
        """Listen to these folders and to no others."""

    def wait(self, seconds: float) -> None:
        """Sleep for so long at most."""
        self._woken.wait(seconds)
        self._woken.clear()

    def wake(self) -> None:
        """End the wait; any thread may."""
        self._woken.set()

    def close(self) -> None:
        """Stop listening."""


if sys.platform == "linux":

    class KernelWaker(Waker):
        """A waker that the kernel wakes too."""

        hears = True

        def __init__(self) -> None:
            super().__init__()
            self._library = ctypes.CDLL(None, use_errno=True)
            self._reading, self._writing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            self._events = int(self._library.inotify_init1(CLOSE_ON_EXEC | os.O_NONBLOCK))
            self.hears = self._events >= 0
            self._heard = set[int]()

        def listen(self, folders: Iterable[str]) -> None:
            """Listen to these folders and to no others; one that was made anew is another."""
            if not self.hears:
                return
            numbers = (
                int(self._library.inotify_add_watch(self._events, os.fsencode(folder), CHANGES | ONLY_FOLDERS))
                for folder in folders
            )
            heard = {number for number in numbers if number >= 0}
            for number in self._heard - heard:
                self._library.inotify_rm_watch(self._events, number)
            self._heard = heard

        def wait(self, seconds: float) -> None:
            sources = [self._reading, self._events] if self.hears else [self._reading]
            for source in select.select(sources, [], [], seconds)[0]:
                with suppress(BlockingIOError):
                    while len(os.read(source, LISTENED_BYTES)) == LISTENED_BYTES:
                        continue

        def wake(self) -> None:
            with suppress(BlockingIOError):  # it is about to end as it is
                os.write(self._writing, b"!")

        def close(self) -> None:
            for handle in (self._reading, self._writing, *([self._events] if self.hears else [])):
                os.close(handle)

    def new_waker() -> Waker:
        """Return the best that this system has."""
        return KernelWaker()

else:

    def new_waker() -> Waker:
        """Return the best that this system has."""
        return Waker()

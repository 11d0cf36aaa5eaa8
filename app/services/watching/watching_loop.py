"""Looks at watched places until it is told to stop: whenever something happens there, and from time to time anyway."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain.jobs import JobContext
from app.services.filing.filing_lock import filing_lock
from app.services.watching.one_look import Look, Watcher
from app.services.watching.waking import Waker
from app.store.access import path_of
from app.store.file.shared_folders import shared_place

ROUND_S, ROUND_UNHEARD_S = 300.0, 20.0
"""Between two looks while nothing is heard: where the system tells of changes, and where it may not."""
LEAST_S = 0.2
"""A burst of events is one reason to look."""
LOCK_SUFFIX = "-watching"


class WatchingLoop:
    """Runs a watcher; `stop` may be called by any thread or signal."""

    def __init__(self, watcher: Watcher, waker: Waker) -> None:
        self._watcher, self._waker = watcher, waker
        self._is_stopping = False
        self._round_s = ROUND_S if waker.hears and not _has_unheard(watcher) else ROUND_UNHEARD_S

    def run(self, on_look: Callable[[Look], None], context: JobContext) -> None:
        """Look, and tell each look, until stopped."""
        with watching_lock(path_of(self._watcher.workspace)):
            while not self._is_stopping:
                look = self._watcher.look(context)
                self._waker.listen(look.folders)
                on_look(look)
                if not self._is_stopping:
                    self._waker.wait(self._pause_s(look))
        self._waker.close()

    def stop(self) -> None:
        """End after the look that is going on."""
        self._is_stopping = True
        self._waker.wake()

    def _pause_s(self, look: Look) -> float:
        round_s = ROUND_UNHEARD_S if look.unreachable else self._round_s
        return max(min(round_s, look.next_s if look.next_s is not None else round_s), LEAST_S)


@contextmanager
def watching_lock(workspace: Path) -> Iterator[None]:
    """Be the only one that watches for a workspace; raise BusyWorkspace where somebody else does."""
    with filing_lock(workspace, LOCK_SUFFIX):
        yield


def _has_unheard(watcher: Watcher) -> bool:
    """Tell whether a place may be changed by other computers, of which the system hears nothing."""
    return any(shared_place(Path(place.path) / "x") is not None for place in watcher.places)

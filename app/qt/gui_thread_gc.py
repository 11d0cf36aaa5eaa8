"""Garbage is collected on the GUI thread alone: widgets that die on another take the program down with them.

Objects that refer to each other are found by Python's collector, which runs on whichever thread happens to allocate:
among them may be widgets, and a job's thread would destroy those while Qt draws them. So Python's own timing is off
while there are threads, and the GUI thread collects whenever it is about to sleep: nobody waits for it then, an idle
window does nothing, and while a job runs the window's poll for progress wakes it. What a job leaves lies until then.
What is there before the first job, modules for the most part, is not looked at again: that would take longest.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QAbstractEventDispatcher, QObject, Slot

FULL_SHARE = 0.01
"""Of the time that passes, how much may go into looking at everything that came since."""
YOUNGEST, OLDEST = 0, 2


class GarbageCollection(QObject):
    """Collects on the thread it was made on, from `begin` to `end`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_on = False
        self._rests_until_s = 0.0

    def begin(self) -> None:
        """Take it over from Python: there is another thread from now on."""
        if self._is_on:
            return
        self._is_on = True
        gc.disable()
        gc.freeze()
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._on_dispatcher_about_to_block)

    def end(self) -> None:
        """Leave it to Python again: the other threads are gone."""
        if not self._is_on:
            return
        self._is_on = False
        QAbstractEventDispatcher.instance().aboutToBlock.disconnect(self._on_dispatcher_about_to_block)
        gc.unfreeze()
        gc.enable()

    @Slot()
    def _on_dispatcher_about_to_block(self) -> None:
        generation = self._generation_due()
        if generation is None:
            return
        began_s = time.monotonic()
        gc.collect(generation)
        if generation == OLDEST:
            ended_s = time.monotonic()
            self._rests_until_s = ended_s + (ended_s - began_s) / FULL_SHARE

    def _generation_due(self) -> int | None:
        """The oldest that is due by Python's own thresholds; everything only after a rest."""
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (count, threshold) in enumerate(counts) if count > threshold > 0]
        if YOUNGEST not in due:
            return None
        if OLDEST in due and time.monotonic() < self._rests_until_s:
            due.remove(OLDEST)
        return max(due)

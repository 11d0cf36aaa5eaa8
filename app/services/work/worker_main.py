"""The worker's side of the worker pool: take an item, run the target over it, send what it yields, end with the parent.

Three guards besides the parent's own: a limit on address space, where the system has one; a thread that ends the
process when the parent is gone; and, for a parser that then holds the interpreter for ever, a watchdog that needs none.
"""

from __future__ import annotations

import faulthandler
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, TextIO

from app.domain.documents import WorkItem
from app.readers.reading_positions import Bookmark, Done, Position
from app.services.work.gc_pause import GARBAGE_THRESHOLD
from app.services.work.last_step_of_worker import SENDING, WORKING, Board, SharedBytes
from app.services.work.memory import limit_address_space
from nbengine.lazy_dataclasses import dataclass

WATCHDOG_FACTOR = 2.0
WATCHDOG_MARGIN_S = 30.0
REARM_S = 1.0


@dataclass(frozen=True, slots=True)
class WorkOrder:
    """The order of the parent to a worker: an item, from where, and without what."""

    item: WorkItem
    start: Done
    skipped: frozenset[Position]
    careful: frozenset[Position]


def work(
    target: Callable[[WorkItem, Any, Bookmark], Iterator[object]],
    connection: Connection,
    shared: SharedBytes,
    memory_bytes: int,
    seconds: float,
) -> None:
    """The main function of a worker process, which is told first what to know beside its items."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's to handle
    _end_with_parent()
    limit_address_space(memory_bytes)
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    board = Board(shared)
    with open(os.devnull, "w") as nowhere:
        watchdog = _Watchdog(seconds * WATCHDOG_FACTOR + WATCHDOG_MARGIN_S, nowhere)
        try:
            options = connection.recv()
            while True:
                order: WorkOrder = connection.recv()
                _carry_out(order, target, options, connection, board, watchdog)
        except (EOFError, OSError):
            return  # the parent is gone, or has closed the pool


def _carry_out(
    order: WorkOrder,
    target: Callable[[WorkItem, Any, Bookmark], Iterator[object]],
    options: object,
    connection: Connection,
    board: Board,
    watchdog: _Watchdog,
) -> None:
    def publish(position: Position, path: str, member: str, is_optional: bool) -> None:
        watchdog.rearm()
        board.publish(position, path, member, is_optional)

    def send(kind: str, value: object) -> None:
        watchdog.rest()
        board.set_state(SENDING)
        connection.send((kind, bookmark.done, bookmark.bytes_done, value))
        board.set_state(WORKING)
        watchdog.rearm()

    bookmark = Bookmark(order.start, order.skipped, order.careful, publish)
    board.set_state(WORKING)
    board.publish((), "", "", False)
    try:
        for batch in target(order.item, options, bookmark):
            send("batch", batch)
    except Exception:
        send("fault", traceback.format_exc())
    else:
        send("finished", None)
    watchdog.rest()


class _Watchdog:
    """Ends the process when a step takes far longer than even the parent would allow."""

    def __init__(self, seconds: float, nowhere: TextIO) -> None:
        self._seconds, self._nowhere = seconds, nowhere
        self._armed_s = 0.0

    def rearm(self) -> None:
        """Give the next step its whole time; cheap, because it acts once a second at most."""
        now = time.monotonic()
        if now - self._armed_s > REARM_S:
            faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._nowhere)
            self._armed_s = now

    def rest(self) -> None:
        """Wait for the parent for as long as it likes."""
        faulthandler.cancel_dump_traceback_later()
        self._armed_s = 0.0


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is None:
        sys.exit("a worker is started by the program, not by hand")

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()

"""Main loop of a worker process: receive an item, run the target function on it, and send each value that it yields.

Besides the limits that the parent checks there are three guards: a limit on address space, where the system has one; a
thread that ends the process when the parent has ended; and a watchdog for a parser that never releases the GIL.

Before each step the worker writes its position to a board in shared memory, which the parent can read even after the
worker has died.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import multiprocessing
import os
import signal
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, Protocol, TextIO, TypeAlias

from app.domain.documents import ReadLimits, WorkItem
from app.library.memory import GARBAGE_THRESHOLD, limit_address_space
from app.readers.reading import Bookmark, Position, ResumePoint

WATCHDOG_FACTOR = 2.0
WATCHDOG_MARGIN_S = 30.0
REARM_S = 1.0


@dataclass(frozen=True, slots=True)
class WorkerMessage:
    """Message to a worker: the item to process, and where to start."""

    item: WorkItem
    resume_point: ResumePoint
    """Position at which to start."""
    skipped_positions: frozenset[Position]
    """Positions to skip, because a worker crashed or exceeded a limit there."""
    careful_positions: frozenset[Position]
    """Positions to read without their optional parts."""


class OrderConnection(Protocol):
    """The methods of a connection that `send_message` calls. Pipes of Windows and of Unix have different classes."""

    def send(self, obj: Any, /) -> None: ...

    def send_bytes(self, buf: bytes, /) -> None: ...


def send_message(connection: OrderConnection, order: WorkerMessage) -> None:
    """Send a message to a worker, and after it the bytes of its item, if it carries any.

    Pickling would copy the bytes, and hold the GIL meanwhile: 20 ms for a mail of 30 MB. `send_bytes` releases the GIL.
    """
    raw = order.item.raw
    if raw is None:
        connection.send(order)
    else:
        connection.send(replace(order, item=replace(order.item, raw=b"")))
        connection.send_bytes(raw)


def receive_message(connection: Connection) -> WorkerMessage:
    """Receive a message that `send_message` sent."""
    order: WorkerMessage = connection.recv()
    if order.item.raw is None:
        return order
    return replace(order, item=replace(order.item, raw=connection.recv_bytes()))


def run_worker(
    target: Callable[[WorkItem, Any, Bookmark], Iterator[object]],
    connection: Connection,
    shared: SharedBytes,
    limits: ReadLimits,
) -> None:
    """Main function of a worker process. The first message has the options; each later message has an item."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's to handle
    _exit_when_parent_ends()
    limit_address_space(limits.memory_bytes)
    if limits.niceness and sys.platform != "win32":
        os.nice(limits.niceness)
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    board = StepBoard(shared)
    with open(os.devnull, "w") as nowhere:
        watchdog = _Watchdog(limits.seconds_per_document * WATCHDOG_FACTOR + WATCHDOG_MARGIN_S, nowhere)
        try:
            options = connection.recv()
            while True:
                _process_item(receive_message(connection), target, options, connection, board, watchdog)
        except (EOFError, OSError):
            return  # the parent is gone, or has closed the pool


def _process_item(
    order: WorkerMessage,
    target: Callable[[WorkItem, Any, Bookmark], Iterator[object]],
    options: object,
    connection: Connection,
    board: StepBoard,
    watchdog: _Watchdog,
) -> None:
    """Run the target function on the item of a message, and send each value that it yields to the parent."""

    def publish(position: Position, path: str, member: str, is_optional: bool) -> None:
        watchdog.rearm()
        board.publish(position, path, member, is_optional)

    def send(kind: str, value: object) -> None:
        watchdog.stop()
        board.set_state(SENDING)
        connection.send((kind, bookmark.resume_point, bookmark.bytes_done, value))
        board.set_state(WORKING)
        watchdog.rearm()

    bookmark = Bookmark(order.resume_point, order.skipped_positions, order.careful_positions, publish)
    board.set_state(WORKING)
    board.publish((), "", "", False)
    try:
        for batch in target(order.item, options, bookmark):
            send("batch", batch)
    except Exception:
        send("fault", traceback.format_exc())
    else:
        send("finished", None)
    watchdog.stop()


class _Watchdog:
    """Ends the process when a step takes far longer than the parent's own limit."""

    def __init__(self, seconds: float, nowhere: TextIO) -> None:
        self._seconds, self._nowhere = seconds, nowhere
        self._armed_s = 0.0

    def rearm(self) -> None:
        """Restart the countdown. Calls within a second of the last restart do nothing, so frequent calls are cheap."""
        now = time.monotonic()
        if now - self._armed_s > REARM_S:
            faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._nowhere)
            self._armed_s = now

    def stop(self) -> None:
        """Stop the countdown while waiting for the parent."""
        faulthandler.cancel_dump_traceback_later()
        self._armed_s = 0.0


def _exit_when_parent_ends() -> None:
    parent = multiprocessing.parent_process()
    if parent is None:
        sys.exit("a worker is started by the program, not by hand")

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()


SharedBytes: TypeAlias = "ctypes.Array[ctypes.c_char]"

IDLE, WORKING, SENDING = 0, 1, 2
SIZE_BYTES = 8192
BOARD_HEADER = struct.Struct("=QBH")
"""Board header: step counter, state, and the number of text bytes that follow."""
MAX_TEXT_BYTES = SIZE_BYTES - BOARD_HEADER.size


def allocate_board(context: BaseContext) -> SharedBytes:
    """Allocate shared memory for one board, to be passed to a worker at its start."""
    return context.RawArray(ctypes.c_char, SIZE_BYTES)


class StepBoard:
    """Shared memory in which a worker records its current step. The worker writes it, the parent reads it."""

    def __init__(self, shared: SharedBytes) -> None:
        self._bytes = memoryview(shared).cast("B")
        self._sequence = 0
        self._state = IDLE

    @property
    def sequence(self) -> int:
        """Number of steps that the worker has published."""
        number: int = BOARD_HEADER.unpack_from(self._bytes)[0]
        return number

    @property
    def state(self) -> int:
        """IDLE until the first item is started, then WORKING or SENDING."""
        state: int = self._bytes[8]
        return state

    def set_state(self, state: int) -> None:
        self._state = state
        self._bytes[8] = state

    def publish(self, position: Position, path: str, member: str, is_optional: bool) -> None:
        """Record the step that the worker takes next."""
        self._sequence += 1
        text = f"{'.'.join(map(str, position))}\0{'?' if is_optional else ''}\0{path}\0{member}"
        raw = text.encode("utf-8", "surrogateescape")[:MAX_TEXT_BYTES]
        # Length 0 while the text is written: a worker killed here leaves no half-written position.
        BOARD_HEADER.pack_into(self._bytes, 0, self._sequence, self._state, 0)
        self._bytes[BOARD_HEADER.size : BOARD_HEADER.size + len(raw)] = raw
        BOARD_HEADER.pack_into(self._bytes, 0, self._sequence, self._state, len(raw))

    def read(self) -> tuple[Position, str, str, bool]:
        """Return the last published step: position, path, member, and whether the step is optional."""
        _, _, length = BOARD_HEADER.unpack_from(self._bytes)
        text = bytes(self._bytes[BOARD_HEADER.size : BOARD_HEADER.size + length]).decode("utf-8", "replace")
        position, mark, path, member = (*text.split("\0", 3), "", "", "")[:4]
        return tuple(int(part) for part in position.split(".") if part), path, member, bool(mark)

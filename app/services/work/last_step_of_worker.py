"""The board of a worker: what it is about to do, written where the parent can read it even when the worker is dead."""

from __future__ import annotations

import ctypes
import struct
from multiprocessing.context import BaseContext
from typing import TypeAlias

from app.readers.reading_positions import Position

SharedBytes: TypeAlias = "ctypes.Array[ctypes.c_char]"

IDLE, WORKING, SENDING = 0, 1, 2
SIZE_BYTES = 8192
HEAD = struct.Struct("=QBH")
"""The head of a board: steps begun, the state, and the number of bytes that follow."""
MAX_TEXT_BYTES = SIZE_BYTES - HEAD.size


def new_board(context: BaseContext) -> SharedBytes:
    """Memory for one board, to be given to a worker when it is started."""
    return context.RawArray(ctypes.c_char, SIZE_BYTES)


class Board:
    """One worker's board; the worker writes, the parent reads."""

    def __init__(self, shared: SharedBytes) -> None:
        self._bytes = memoryview(shared).cast("B")
        self._sequence = 0
        self._state = IDLE

    @property
    def sequence(self) -> int:
        """A number that changes with each step."""
        number: int = HEAD.unpack_from(self._bytes)[0]
        return number

    @property
    def state(self) -> int:
        """IDLE until work is taken up, then WORKING or SENDING."""
        state: int = self._bytes[8]
        return state

    def set_state(self, state: int) -> None:
        """Say what is being done."""
        self._state = state
        self._bytes[8] = state

    def publish(self, position: Position, path: str, member: str, is_optional: bool) -> None:
        """Say which step comes next."""
        self._sequence += 1
        text = f"{'.'.join(map(str, position))}\0{'?' if is_optional else ''}\0{path}\0{member}"
        raw = text.encode("utf-8", "surrogateescape")[:MAX_TEXT_BYTES]
        HEAD.pack_into(self._bytes, 0, self._sequence, self._state, 0)  # no length: a half-written text says nothing
        self._bytes[HEAD.size : HEAD.size + len(raw)] = raw
        HEAD.pack_into(self._bytes, 0, self._sequence, self._state, len(raw))

    def read(self) -> tuple[Position, str, str, bool]:
        """The last step that was published: position, path, member, and whether it could be done without."""
        _, _, length = HEAD.unpack_from(self._bytes)
        text = bytes(self._bytes[HEAD.size : HEAD.size + length]).decode("utf-8", "replace")
        position, mark, path, member = (*text.split("\0", 3), "", "", "")[:4]
        return tuple(int(part) for part in position.split(".") if part), path, member, bool(mark)

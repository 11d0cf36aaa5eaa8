"""Tells when a file that is being written is all there: it has been quiet, and its format has come to its end.

A scanner may write a file in bursts and close it after each; so a file has to be quiet for twice as long as the longest
pause that was seen between two changes. One whose format says how it ends is given longer to get there.
"""

from __future__ import annotations

from pathlib import Path

from app.domain.arrivals import SeenFile
from nbengine.lazy_dataclasses import dataclass

QUIET_S = 5.0
UNENDED_QUIET_S = 60.0
"""For a file that does not end as its format does: it may be broken for good."""
TAIL_BYTES = 66_000
"""A zip file's directory ends within 64 kB of its end."""


@dataclass(slots=True)
class Settling:
    """One file that has been noticed, with the times of its changes."""

    seen: SeenFile
    changed_s: float
    longest_pause_s: float = 0.0

    def look(self, seen: SeenFile, now_s: float) -> None:
        """Take note of how the file is now."""
        if seen != self.seen:
            self.longest_pause_s = max(self.longest_pause_s, now_s - self.changed_s)
            self.seen, self.changed_s = seen, now_s

    def due_s(self, quiet_s: float) -> float:
        """The moment from which the file counts as quiet, if nothing changes."""
        return self.changed_s + max(quiet_s, 2 * self.longest_pause_s)

    def next_s(self, now_s: float, quiet_s: float) -> float:
        """Return the moment at which it is worth looking again."""
        due_s = self.due_s(quiet_s)
        return due_s if now_s < due_s else self.changed_s + UNENDED_QUIET_S

    def is_settled(self, now_s: float, quiet_s: float) -> bool:
        """Tell whether the file is all there."""
        if now_s < self.due_s(quiet_s) or not self.seen.size_bytes:
            return False
        return has_its_end(Path(self.seen.path)) or now_s >= self.changed_s + UNENDED_QUIET_S


def has_its_end(path: Path) -> bool:
    """Tell whether a file ends as its format does; formats that have no end of their own always do."""
    try:
        with path.open("rb") as file:
            head = file.read(8)
            size = file.seek(0, 2)
            file.seek(max(0, size - TAIL_BYTES))
            tail = file.read(TAIL_BYTES)
    except OSError:
        return False
    if head.startswith(b"%PDF-"):
        return b"%%EOF" in tail[-1024:]
    if head.startswith(b"PK\x03\x04"):
        return b"PK\x05\x06" in tail
    if head.startswith(b"\xff\xd8\xff"):
        return b"\xff\xd9" in tail[-64:]
    if head.startswith(b"\x89PNG"):
        return b"IEND" in tail[-64:]
    if head.startswith((b"II*\0", b"MM\0*")):  # its list of pages may stand anywhere, and is written last
        return 8 <= int.from_bytes(head[4:8], "little" if head.startswith(b"II") else "big") < size
    return True

"""Bookmarks: where a reader is in its work item, so that another process can go on where it was killed.

A position is a tuple of numbers: the third path of an item is (2,), its sixth member (2, 5), the first message of a
mailbox in there (2, 5, 0). A container (a path, an archive, a mailbox) is entered and left; a leaf is one step that
yields results. `done` names the first leaf that is not finished yet and how many results it has already given; a reader
that starts with that bookmark gives exactly the rest. What killed a reader is put into `skipped`, and is never opened
again: a container that is skipped takes everything in it along. Where it was something that the step could do without,
like an attachment, the step is put into `careful` instead and read again without that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from app.domain.documents import Extracted
from app.readers.reading_failures import failure_of

Position = tuple[int, ...]
Done = tuple[Position, int]
Publish = Callable[[Position, str, str, bool], None]
"""Told the position, path and member of what comes next, and whether the step could do without it."""

T = TypeVar("T")
GIVEN_AT_ONCE = 1000


class Bookmark:
    """Counts the steps of one work item; `publish` is told of every move before it is made."""

    def __init__(
        self,
        start: Done = ((), 0),
        skipped: Iterable[Position] = (),
        careful: Iterable[Position] = (),
        publish: Publish = lambda _position, _path, _member, _is_optional: None,
    ) -> None:
        self._start, self._n_given = start
        self._skipped, self._careful = frozenset(skipped), frozenset(careful)
        self._publish = publish
        self._at = [-1]
        self._names: list[tuple[str, str]] = [("", "")]
        self._leaf: tuple[Position, str, str] = ((), "", "")
        self._passed_bytes = 0
        self._file_bytes: Callable[[], int] | None = None
        self._next, self._n_results = start

    @property
    def done(self) -> Done:
        """Return where to start again, if what was yielded so far has arrived."""
        return self._next, self._n_results

    @property
    def bytes_done(self) -> int:
        """Return how far the reader is in its item, in bytes of the files on the disk."""
        return self._passed_bytes + (self._file_bytes() if self._file_bytes is not None else 0)

    def note_bytes(self, size_bytes: int) -> None:
        """Count a file as done that was read at once."""
        self._passed_bytes += size_bytes

    @contextmanager
    def measuring(self, file_bytes: Callable[[], int], size_bytes: int) -> Iterator[None]:
        """Count how far a file is read as done while it is read, and in the end its size."""
        self._file_bytes = file_bytes
        try:
            yield
        finally:
            self._file_bytes = None
            self._passed_bytes += size_bytes

    def container(self, path: str, member: str, read: Callable[[], Iterable[Extracted]]) -> Iterator[Extracted]:
        """Go through something that holds steps; what goes wrong between them ends it, and is one more step."""
        position = self._advance()
        if position in self._skipped or (position < self._start and self._start[: len(position)] != position):
            return
        self._at.append(-1)
        self._names.append((path, member))
        self._publish(position, path, member, False)
        try:
            yield from read()
        except Exception as error:
            yield from self.step(path, member, partial(iter, (failure_of(error, path, member),)))
        self._at.pop()
        self._names.pop()
        self._finish()

    def step(self, path: str, member: str, read: Callable[[], Iterable[Extracted]]) -> Iterator[Extracted]:
        """Read one leaf, unless it is finished or skipped; whatever goes wrong in it becomes one failure."""
        position = self._advance()
        if position in self._skipped or position < self._start:
            return
        self._leaf = (position, path, member)
        self._publish(position, path, member, False)
        n_given = self._n_given if position == self._start else 0
        self._next = position
        for self._n_results, extracted in enumerate(_caught(path, member, read), start=1):
            if self._n_results > n_given:
                yield extracted
            elif self._n_results % GIVEN_AT_ONCE == 0:
                self._publish(position, path, member, False)  # a sign of life on the way to where it goes on
        self._finish()

    @property
    def is_careful(self) -> bool:
        """Return whether the step at hand does without what it could do without: that has killed a reader before."""
        return self._leaf[0] in self._careful

    def optional(self, read: Callable[[], T]) -> T:
        """Read what the step at hand could do without."""
        self._publish(*self._leaf, True)
        found = read()
        self._publish(*self._leaf, False)
        return found

    def _advance(self) -> Position:
        self._at[-1] += 1
        return tuple(self._at)

    def _finish(self) -> None:
        self._next, self._n_results = (*self._at[:-1], self._at[-1] + 1), 0
        self._publish(tuple(self._at[:-1]), *self._names[-1], False)


def _caught(path: str, member: str, read: Callable[[], Iterable[Extracted]]) -> Iterator[Extracted]:
    try:
        yield from read()
    except Exception as error:
        yield failure_of(error, path, member)

"""The place where a use case finds its workspace: a file to open for one question, or one that somebody holds open and
lends."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from app.store.workspace import Workspace

Value = TypeVar("Value")


class OpenWorkspace(Protocol):
    """A workspace that is held open; it may be lent to several threads at once."""

    @property
    def path(self) -> Path:
        """The path of the workspace file."""

    def reading(self) -> AbstractContextManager[Workspace]:
        """Lend a connection through which nothing can be changed."""

    def writing(self) -> AbstractContextManager[Workspace]:
        """Lend a connection that may change the file."""

    def remembered(self, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
        """Return what was made under a key when the file had this stamp, or make it now."""

    def remember(self, key: Hashable, stamp: Hashable, value: object) -> None:
        """Keep under a key what the file with this stamp makes."""

    def forget(self, key: Hashable) -> None:
        """Let what is kept under a key be made anew."""


Place: TypeAlias = Path | OpenWorkspace
"""A path is opened and closed again for each question; an open workspace answers from what it holds."""


def reading(place: Place) -> AbstractContextManager[Workspace]:
    """A workspace to look into."""
    return Workspace(place, read_only=True) if isinstance(place, Path) else place.reading()


def writing(place: Place, *, create: bool = False) -> AbstractContextManager[Workspace]:
    """A workspace to change; with `create`, a file that is not there yet is made."""
    return Workspace(place, create=create) if isinstance(place, Path) else place.writing()


def path_of(place: Place) -> Path:
    """The file itself."""
    return place if isinstance(place, Path) else place.path


def remembered(place: Place, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
    """Make something of the file, once for each stamp where the workspace is held open."""
    return make() if isinstance(place, Path) else place.remembered(key, stamp, make)

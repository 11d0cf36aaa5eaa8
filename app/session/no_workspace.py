"""The state in which no workspace is open: one object in its place, so that nobody has to ask whether there is one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NoReturn, TypeVar

from app.domain.errors import NotFound
from app.store.workspace import Workspace

Value = TypeVar("Value")


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

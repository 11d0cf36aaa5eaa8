"""Changes of documents and labels that a person makes by hand, each of which can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from app.store.access import Place, writing
from app.store.workspace import Workspace

Change: TypeAlias = Callable[[Workspace], object]
"""One call of a part of the workspace that changes it, which is one transaction."""


def edited(place: Place, change: Change) -> None:
    """Make a change in a workspace."""
    with writing(place) as workspace:
        change(workspace)

"""A new workspace for each test, checked from end to end when the test is over."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.store.workspace import Workspace
from tests.app.store.made_up import imported, mails, recounted


@pytest.fixture(autouse=True)
def every_connection_is_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that leaves a connection to the garbage collection, which ends it when it likes."""
    opened, connect = dict[int, object](), sqlite3.connect

    class Counted(sqlite3.Connection):
        def close(self) -> None:
            opened.pop(id(self), None)
            super().close()

    def counted(path: Any, *rest: Any, **more: Any) -> Counted:
        made = connect(path, *rest, factory=Counted, **more)
        opened[id(made)] = path
        return made

    monkeypatch.setattr(sqlite3, "connect", counted)
    yield
    assert list(opened.values()) == [], "a connection was not closed"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a path at which a workspace may be made."""
    return tmp_path / "mine.bayleaf"


@pytest.fixture
def workspace(path: Path) -> Iterator[Workspace]:
    """An empty workspace; after the test it must be in order, whatever was done to it."""
    with Workspace(path, create=True) as opened:
        yield opened
        assert opened.check(recount=recounted) == []


@pytest.fixture
def with_mail(workspace: Workspace) -> Workspace:
    """A workspace with nine mails: spam are numbers 0, 3, 6."""
    imported(workspace, mails(9))
    return workspace

"""A command holds its workspace open: one connection to read by, and one more where it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.store import workspace as workspaces
from app.store.workspace import Workspace
from tests.app.command_line import Run

QUERY = "buy a watermelon on monday"


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Say of each opening whether it was for reading alone, in their order."""
    counted: list[bool] = []

    class Counted(Workspace):
        def __init__(self, path: Path, *, create: bool = False, read_only: bool = False) -> None:
            counted.append(read_only)
            super().__init__(path, create=create, read_only=read_only)

    monkeypatch.setattr(workspaces, "Workspace", Counted)
    return counted


@pytest.mark.parametrize(
    "arguments",
    [
        ("words",),
        ("words", "--word", "buy"),
        ("classify", "-"),
        ("classify", "five/spam", "--csv", "judged.csv"),
        ("explain", "-"),
        ("explain", "-", "--side-by-side"),
        ("export", "--to", "five.model"),
    ],
)
def test_a_command_that_looks_opens_the_workspace_once(
    trained: Path, run: Run, openings: list[bool], arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(trained.parent)
    command, *options = arguments

    assert run(command, trained, *options, stdin=QUERY).exit_code == 0
    assert openings == [True]


@pytest.mark.parametrize(
    "arguments",
    [
        ("learn", "--label", "spam", "-"),
        ("train",),
        ("evaluate",),
        ("explain", "-", "--taught-by", "2", "--side-by-side"),
    ],
)
def test_a_command_that_writes_opens_it_for_that_once(
    trained: Path, run: Run, openings: list[bool], arguments: tuple[str, ...]
) -> None:
    command, *options = arguments

    assert run(command, trained, *options, stdin=QUERY).exit_code == 0
    assert openings.count(False) == 1
    assert openings.count(True) <= 1

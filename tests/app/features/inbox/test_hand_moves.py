"""A hand that moves a file after it was filed teaches."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.store.workspace import Workspace
from tests.app.features.inbox.conftest import MakeWatch, Watch, deliver, names
from tests.app.letters import label_of, letter


def states(workspace: Path) -> list[tuple[str, str | None]]:
    with Workspace(workspace, read_only=True) as opened:
        return [(arrival.state, arrival.right_label) for arrival in opened.arrivals.arrivals_since(0)]


MAIL = letter("spam", 40)


@pytest.fixture
def watched(watch: MakeWatch, inbox: Path, tmp_path: Path) -> Watch:
    """An inbox that is watched, of which a mail was filed."""
    made = watch(inbox, file_to=tmp_path / "filed")
    deliver(inbox, "1", MAIL)
    made.check_twice()
    return made


@pytest.fixture
def filed(watched: Watch, tmp_path: Path) -> Path:
    [name] = names(tmp_path / "filed")
    assert name.startswith("spam/")
    return tmp_path / "filed" / name


def test_a_file_that_a_hand_puts_into_the_folder_of_another_label_is_a_lesson(
    watched: Watch, filed: Path, tmp_path: Path, workspace: Path
) -> None:
    (tmp_path / "filed" / "ham").mkdir()
    os.rename(filed, tmp_path / "filed" / "ham" / (filed.name + ":2,S"))
    watched.check_places()

    assert label_of(workspace, MAIL) == "ham"
    assert states(workspace) == [("settled", "ham")]
    watched.check_places()
    assert states(workspace) == [("settled", "ham")]


def test_a_file_that_a_hand_brings_back_is_let_be(watched: Watch, filed: Path, inbox: Path, workspace: Path) -> None:
    os.rename(filed, inbox / "cur" / "1:2,S")
    watched.check_twice()

    assert names(inbox) == ["cur/1:2,S"]
    assert label_of(workspace, MAIL) is None
    assert ("put back", None) in states(workspace)


def test_a_file_that_is_gone_altogether_teaches_nothing(watched: Watch, filed: Path, workspace: Path) -> None:
    filed.unlink()
    watched.check_places()

    assert label_of(workspace, MAIL) is None
    assert states(workspace) == [("filed", None)]

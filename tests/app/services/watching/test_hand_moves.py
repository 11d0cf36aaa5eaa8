"""A hand that moves a file after it was filed teaches."""

from __future__ import annotations

import os
from pathlib import Path

from app.store.workspace import Workspace
from tests.app.judge.letters import label_of, letter
from tests.app.services.watching.conftest import MakeWatch, deliver, names


def states(workspace: Path) -> list[tuple[str, str | None]]:
    with Workspace(workspace, read_only=True) as opened:
        return [(arrival.state, arrival.right_label) for arrival in opened.arrivals.since(0)]


def test_a_file_that_a_hand_puts_into_the_folder_of_another_label_is_a_lesson(
    watch: MakeWatch, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    mail = letter("spam", 40)
    deliver(inbox, "1", mail)
    watched.settle()
    [filed] = names(tmp_path / "filed")
    assert filed.startswith("spam/")
    (tmp_path / "filed" / "ham").mkdir()
    os.rename(tmp_path / "filed" / filed, tmp_path / "filed" / "ham" / (Path(filed).name + ":2,S"))
    watched.look()

    assert label_of(workspace, mail) == "ham"
    assert states(workspace) == [("settled", "ham")]
    watched.look()
    assert states(workspace) == [("settled", "ham")]


def test_a_file_that_a_hand_brings_back_is_let_be(
    watch: MakeWatch, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    mail = letter("spam", 40)
    deliver(inbox, "1", mail)
    watched.settle()
    os.rename(tmp_path / "filed" / names(tmp_path / "filed")[0], inbox / "cur" / "1:2,S")
    watched.settle()

    assert names(inbox) == ["cur/1:2,S"]
    assert label_of(workspace, mail) is None
    assert ("put back", None) in states(workspace)


def test_a_file_that_is_gone_altogether_teaches_nothing(
    watch: MakeWatch, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    mail = letter("spam", 40)
    deliver(inbox, "1", mail)
    watched.settle()
    (tmp_path / "filed" / names(tmp_path / "filed")[0]).unlink()
    watched.look()

    assert label_of(workspace, mail) is None
    assert states(workspace) == [("filed", None)]

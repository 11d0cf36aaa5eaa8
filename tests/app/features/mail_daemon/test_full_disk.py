"""A judge whose disk is full, or whose workspace is gone: nothing is called learnt that is not on the disk."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.errors import MailDaemonError
from app.features.mail_daemon.client import DaemonClient, connect_running_daemon
from app.features.mail_daemon.daemon import read_mail
from app.library.saved_models import load_stored_model
from app.store.workspace import Workspace
from tests.app.features.mail_daemon.conftest import serving
from tests.app.letters import letter
from tests.systems import IS_ADMINISTRATOR, disk_of, with_moving_of_what_is_open

needs_mounts = pytest.mark.skipif(not IS_ADMINISTRATOR, reason="only an administrator may mount a small disk")
LESSON_BYTES = 40_000
DISK_KB = 3_072


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of three megabytes."""
    with disk_of(f"{DISK_KB}k", tmp_path / "disk") as disk:
        yield disk


def lesson(number: int) -> bytes:
    """A mail of many words that no other has."""
    return letter("ham", number, words=" ".join(f"w{number}x{place}" for place in range(LESSON_BYTES // 10)))


def taught(client: DaemonClient, numbers: range) -> dict[int, str]:
    """Teach until the disk takes no more; return what was called learnt, by number, and the refusal under -1."""
    told: dict[int, str] = {}
    for number in numbers:
        try:
            told[number] = str(client.ask("learn", lesson(number), label="spam", by="hand")["lesson"])
        except MailDaemonError as error:
            return told | {-1: str(error)}
    return told


def labels_of(workspace: Path, numbers: list[int]) -> list[str | None]:
    found: list[str | None] = []
    with Workspace(workspace, read_only=True) as opened:
        for number in numbers:
            known = opened.documents.find_by_hash("Mail", read_mail(lesson(number)).content_hash)
            found.append(None if known is None else opened.documents.get(known).document.label)
    return found


@needs_mounts
def test_on_a_full_disk_a_lesson_is_refused_and_mail_is_judged_on(
    runtime: Path, letters_workspace: Path, small_disk: Path
) -> None:
    workspace = Path(shutil.copy(letters_workspace, small_disk / "mail.bayleaf"))
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 1_000_000)
    with serving(workspace), connect_running_daemon(workspace) or pytest.fail("no judge") as client:
        told = taught(client, range(1_000, 1_400))
        assert -1 in told, "the disk was never full"
        learnt = [number for number, answer in told.items() if number >= 0 and answer == "learnt"]
        refused = max(told) + 1
        assert labels_of(workspace, [*learnt, refused]) == ["spam"] * len(learnt) + [None]

        found = client.ask("classify", letter("spam", 900))
        assert (found["label"], found["unsure"]) == ("spam", False)
        assert found["ticket"]

        ballast.unlink()
        assert client.ask("learn", lesson(refused), label="spam", by="hand")["lesson"] == "learnt"
        assert client.ask("classify", lesson(refused))["by_hand"]
        assert client.ask("learn", label="ham", ticket=found["ticket"], by="hand")["lesson"] == "learnt"

    assert labels_of(workspace, [*learnt, refused]) == ["spam"] * (len(learnt) + 1)
    with Workspace(workspace) as opened:
        assert opened.check() == []
        assert load_stored_model(opened).record.n_missing_changes == 0


@with_moving_of_what_is_open
def test_while_its_workspace_is_away_nothing_is_called_learnt_and_when_it_is_back_all_goes_on(
    runtime: Path, workspace: Path
) -> None:
    away = workspace.with_name("elsewhere.bayleaf")
    with serving(workspace), connect_running_daemon(workspace) or pytest.fail("no judge") as client:
        assert client.ask("learn", lesson(1), label="spam", by="hand")["lesson"] == "learnt"
        move(workspace, away)
        for what in ("learn", "classify"):
            with pytest.raises(MailDaemonError):
                client.ask(what, lesson(2), label="spam", by="hand")
        assert not workspace.exists()
        assert labels_of(away, [1, 2]) == ["spam", None]
        move(away, workspace)
        assert client.ask("learn", lesson(2), label="spam", by="hand")["lesson"] == "learnt"

    assert labels_of(workspace, [1, 2]) == ["spam", "spam"]
    with Workspace(workspace) as opened:
        assert opened.check() == []


@with_moving_of_what_is_open
def test_another_workspace_in_its_place_is_judged_by_and_taught(
    runtime: Path, workspace: Path, letters_workspace: Path
) -> None:
    away = workspace.with_name("elsewhere.bayleaf")
    with serving(workspace), connect_running_daemon(workspace) or pytest.fail("no judge") as client:
        assert client.ask("learn", lesson(1), label="spam", by="hand")["lesson"] == "learnt"
        move(workspace, away)
        shutil.copy(letters_workspace, workspace)
        assert not client.ask("classify", lesson(1))["by_hand"]
        assert client.ask("learn", lesson(2), label="spam", by="hand")["lesson"] == "learnt"

    assert labels_of(workspace, [1, 2]) == [None, "spam"]
    assert labels_of(away, [1, 2]) == ["spam", None]


def move(workspace: Path, target: Path) -> None:
    """Move a workspace with all that lies beside it."""
    for path in sorted(workspace.parent.glob(f"{workspace.name}*")):
        path.rename(target.with_name(path.name.replace(workspace.name, target.name)))

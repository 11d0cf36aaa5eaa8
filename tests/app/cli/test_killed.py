"""`kill -9` at any moment leaves the last whole state; `tests.benchmarks.killed_commands` does it hundreds of times."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.app.cli.killing import finished_hash, half_imports, kill_in_the_middle, write_mails, wrong_with
from tests.systems import with_groups

N_MAILS = 300


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mails(tmp_path_factory.mktemp("mails"), N_MAILS)


@pytest.fixture(scope="module")
def whole(mails: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A workspace as it is when nobody kills anything, and the hash of its model."""
    path = tmp_path_factory.mktemp("whole") / "whole.bayleaf"
    return path, finished_hash(path, mails)


@pytest.fixture
def whole_hash(whole: tuple[Path, str]) -> str:
    return whole[1]


@pytest.fixture
def workspace(whole: tuple[Path, str], tmp_path: Path) -> Path:
    return Path(shutil.copy(whole[0], tmp_path))


@with_groups
@pytest.mark.parametrize("seconds", [0.7, 1.1, 1.6])
def test_a_killed_import_never_was_and_can_be_repeated(
    mails: Path, whole_hash: str, tmp_path: Path, seconds: float
) -> None:
    workspace = tmp_path / "killed.bayleaf"

    kill_in_the_middle(("import", workspace, mails, "--corpus", "Mail"), seconds)

    assert wrong_with(workspace) == []
    assert half_imports(workspace) in (0, N_MAILS)
    assert finished_hash(workspace, mails) == whole_hash


@with_groups
@pytest.mark.parametrize("seconds", [0.6, 1.0])
def test_a_killed_training_leaves_the_model_that_was_there(
    workspace: Path, mails: Path, whole_hash: str, seconds: float
) -> None:
    kill_in_the_middle(("train", workspace, "--model", "Filter", "--event-model", "bernoulli"), seconds)

    assert wrong_with(workspace) == []
    assert finished_hash(workspace, mails) == whole_hash


@with_groups
def test_a_killed_correction_is_learnt_whole_or_not_at_all(workspace: Path, tmp_path: Path) -> None:
    extra = tmp_path / "new.eml"
    extra.write_text("Subject: new\n\nsomething never seen\n")

    kill_in_the_middle(("learn", workspace, "--model", "Filter", "--label", "spam", extra), 0.8)

    assert wrong_with(workspace) == []
    assert half_imports(workspace) in (N_MAILS, N_MAILS + 1)

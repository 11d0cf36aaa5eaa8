"""`kill -9` at any moment leaves the last whole state; `tests.benchmarks.killed_commands` does it hundreds of times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.cli.killing import finished_hash, half_imports, kill_in_the_middle, write_mails, wrong_with
from tests.systems import with_groups

N_MAILS = 300


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mails(tmp_path_factory.mktemp("mails"), N_MAILS)


@pytest.fixture(scope="module")
def whole_hash(mails: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the hash of the model that is made when nobody kills anything."""
    return finished_hash(tmp_path_factory.mktemp("whole") / "whole.bayleaf", mails)


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
    mails: Path, whole_hash: str, tmp_path: Path, seconds: float
) -> None:
    workspace = tmp_path / "killed.bayleaf"
    finished_hash(workspace, mails)

    kill_in_the_middle(("train", workspace, "--model", "Filter", "--event-model", "bernoulli"), seconds)

    assert wrong_with(workspace) == []
    assert finished_hash(workspace, mails) == whole_hash


@with_groups
def test_a_killed_correction_is_learnt_whole_or_not_at_all(mails: Path, whole_hash: str, tmp_path: Path) -> None:
    workspace, extra = tmp_path / "killed.bayleaf", tmp_path / "new.eml"
    finished_hash(workspace, mails)
    extra.write_text("Subject: new\n\nsomething never seen\n")

    kill_in_the_middle(("learn", workspace, "--model", "Filter", "--label", "spam", extra), 0.8)

    assert wrong_with(workspace) == []
    assert half_imports(workspace) in (N_MAILS, N_MAILS + 1)

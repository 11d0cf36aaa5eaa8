"""The environment that `dev.py` makes: known at a glance, and never left broken without a word."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging.conftest import Scripts
from tests.systems import with_links

TREE = """leaf/__init__.py,sha256=xyz,7
leaf/__pycache__/__init__.cpython-311.pyc,,
leaf-1.dist-info/RECORD,,
"""


@pytest.fixture
def environment(script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """An environment with one package, which is what is pinned."""
    module = script("environment")
    monkeypatch.setattr(module, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / ".venv/bin/python")
    monkeypatch.setattr(module, "LOCKS", {"run": tmp_path / "run.txt", "dev": tmp_path / "dev.txt"})
    for lock in module.LOCKS.values():
        lock.write_text("leaf==1 \\\n    --hash=sha256:1\n")
    packages = tmp_path / ".venv/lib/python3.11/site-packages"
    (packages / "leaf").mkdir(parents=True)
    (packages / "leaf/__init__.py").write_bytes(b"a = 1\n\n")
    (packages / "leaf-1.dist-info").mkdir()
    (packages / "leaf-1.dist-info/RECORD").write_text(TREE)
    module.PYTHON.parent.mkdir()
    module.PYTHON.write_text("")
    module.stamp_file("run").write_text(f"{module.stamp_of(module.LOCKS['run'])}\nleaf-1.dist-info")
    return module


def test_an_environment_that_stands_is_taken_without_starting_anything(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*command: object, **_how: object) -> None:
        raise AssertionError(command)  # neither Python nor the network is asked

    monkeypatch.setattr(subprocess, "run", never)
    monkeypatch.setattr(subprocess, "Popen", never)

    environment.ready_environment("run")


def test_pins_that_change_are_installed_anew(environment: ModuleType) -> None:
    assert environment.is_ready("run")

    environment.LOCKS["run"].write_text("leaf==2\n")

    assert not environment.is_ready("run")


@with_links
def test_an_environment_of_others_is_never_made_anew_through_a_link(environment: ModuleType) -> None:
    others = environment.ENVIRONMENT.with_name("others")
    environment.ENVIRONMENT.rename(others)
    environment.ENVIRONMENT.symlink_to(others)
    environment.LOCKS["run"].write_text("leaf==2\n")

    with pytest.raises(environment.Trouble, match="is a link to"):
        environment.ready_environment("run")
    assert (others / "lib/python3.11/site-packages/leaf/__init__.py").exists()


def test_what_is_good_for_development_is_good_for_running(environment: ModuleType) -> None:
    environment.stamp_file("run").unlink()
    assert not environment.is_ready("run")

    environment.stamp_file("dev").write_text(environment.stamp_of(environment.LOCKS["dev"]))

    assert environment.is_ready("run")


def test_a_package_that_was_deleted_is_missed_at_once(environment: ModuleType) -> None:
    shutil.rmtree(environment.packages_folder() / "leaf-1.dist-info")
    assert not environment.is_ready("run")


@with_links
def test_a_python_that_is_gone_is_missed_at_once(environment: ModuleType) -> None:
    environment.PYTHON.unlink()
    environment.PYTHON.symlink_to("python of yesterday")
    assert not environment.is_ready("run")


@pytest.mark.parametrize("content", [None, b"", b"a = 1"])
def test_a_file_that_is_gone_or_was_cut_off_is_found_and_mended(
    environment: ModuleType, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not environment.repair()
    file = environment.packages_folder() / "leaf/__init__.py"
    file.unlink() if content is None else file.write_bytes(content)

    assert environment.repair()

    assert "damaged (leaf)" in capsys.readouterr().err
    assert not environment.is_ready("run")


def test_every_package_that_pip_fetches_is_counted(environment: ModuleType) -> None:
    lines = [
        "Collecting leaf==1\n",
        "  Downloading leaf-1.whl (2 kB)\n",
        "Collecting stem==2\n",
        "Installing collected packages: …\n",
    ]

    told = list(environment.progress(iter(lines), 2))

    assert told == [
        "  fetching leaf, 1 of 2",
        "  fetching stem, 2 of 2",
        "  unpacking all of them; this is the longer half",
    ]


def test_a_pip_that_fails_is_told_from_one_that_does_not(environment: ModuleType) -> None:
    assert environment.run_with_progress(["true"], 1)
    assert not environment.run_with_progress(["false"], 1)

"""Every benchmark can be loaded: what it takes from the program is still there under that name."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.benchmarks import counting
from tests.benchmarks.beside import IMPORTS, ROOT, WITH_ROUNDS, command_of
from tests.test_layers import OPTIONAL_FEATURES

FOLDER = Path(__file__).parent / "benchmarks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def is_left_out(module: str) -> bool:
    """Return whether a module belongs to an optional feature that is not there."""
    _, _, feature = module.partition("app.features.")
    name = feature.partition(".")[0]
    return name in OPTIONAL_FEATURES and find_spec(f"app.features.{name}") is None


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_finds_everything_that_it_takes_from_the_program(name: str) -> None:
    try:
        importlib.import_module(f"tests.benchmarks.{name}")
    except ModuleNotFoundError as missing:
        if str(missing.name).partition(".")[0] in ("app", "nbengine", "tests") and not is_left_out(str(missing.name)):
            raise
        pytest.skip(f"{missing.name} is not installed")


@pytest.mark.skipif(sys.platform == "win32", reason="they kill programs as Linux and macOS do")
@pytest.mark.parametrize(
    "words",
    [
        ("crashes", "--times", "1", "--seed", "1"),
        ("mutants", "--times", "3", "--seed", "1"),
        ("two_writers", "--minutes", "0.01"),
        ("workspace_mutants", "--times", "2", "--seed", "1"),
    ],
)
def test_a_campaign_that_no_other_test_runs_ends_well_at_its_smallest_size(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "mail-torture").mkdir()
    (tmp_path / "mail-torture" / "one.eml").write_text("Subject: cheap offer\n\ncheap watermelon\n")
    environment = {**os.environ, "BAYLEAF_CORPORA": str(tmp_path), "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", f"tests.benchmarks.{words[0]}", *words[1:]],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_the_time_of_the_windows_imports_is_taken_from_modules_that_there_are() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTS], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["window", "window and first page"]


def test_rounds_of_two_trees_hold_one_round_of_a_benchmark_each() -> None:
    for name in WITH_ROUNDS:
        told = subprocess.run(
            [sys.executable, "-m", f"tests.benchmarks.{name}", "--help"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert "--rounds" in told.stdout
    assert command_of("counting")[-2:] == ["--rounds", "1"]
    assert command_of("importing", ["--rounds", "3", "--every", "6"])[2:] == ["--rounds", "3", "--every", "6"]
    assert command_of("walks") == ["-m", "tests.benchmarks.walks"]


def test_counting_says_which_corpora_it_lacks_and_measures_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "telegram_spam_ru.csv").write_text("message\nпривет всем\n", encoding="utf-8")
    found = list(counting.works(tmp_path))

    assert [work.name for work in found] == ["Russian messages", "Russian messages × 8"]
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(" ")[0] for line in told] == ["20news-bydate", "spamassassin", "zh-sms-spam"]

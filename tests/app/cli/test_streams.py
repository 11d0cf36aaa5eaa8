"""Output for other programs is UTF-8, whatever the system writes files in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.command_line import RunJson

ROOT = Path(__file__).parents[3]
CODE_PAGE = {"PYTHONIOENCODING": "cp1252"}
"""Files and pipes as Windows in Western Europe has them: without Cyrillic."""


def bayleaf_cli(*arguments: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "app.cli", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.fixture
def russian(tmp_path: Path, run_json: RunJson) -> Path:
    """A workspace with a model of two Russian words."""
    for label, text in (("спам", "скидка скидка"), ("письма", "встреча")):
        (tmp_path / "почта" / label).mkdir(parents=True)
        (tmp_path / "почта" / label / "1.txt").write_text(text, encoding="utf-8")
    workspace = tmp_path / "почта.bayleaf"
    run_json("import", workspace, tmp_path / "почта")
    run_json("train", workspace)
    return workspace


def test_json_is_utf_8_where_the_system_writes_something_else(russian: Path) -> None:
    done = bayleaf_cli("words", russian, "--json", **CODE_PAGE)

    assert done.returncode == 0, done.stderr.decode()
    assert {row["word"] for row in json.loads(done.stdout.decode("utf-8"))["words"]} == {"скидка", "встреча"}


def test_a_complaint_is_utf_8_where_the_system_writes_something_else(tmp_path: Path) -> None:
    done = bayleaf_cli("info", tmp_path / "нет.bayleaf", **CODE_PAGE)

    assert done.returncode == 1
    assert "нет.bayleaf" in done.stderr.decode("utf-8")


def test_a_program_without_streams_starts_all_the_same() -> None:
    silent = "import sys; sys.stdout = sys.stderr = None; from app.__main__ import main; main(['--version'])"
    told = subprocess.run(
        [sys.executable, "-c", silent],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False, timeout=60,
    )  # fmt: skip

    assert (told.returncode, told.stderr) == (0, b"")

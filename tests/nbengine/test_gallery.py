"""The examples of the gallery run as they stand, without a warning; each checks its own result."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import nbengine

PACKAGE = Path(nbengine.__file__).parent
EXAMPLES = sorted((PACKAGE / "docs" / "gallery").glob("*.py"))
MOST_LINES = 60


def test_there_are_ten():
    assert len(EXAMPLES) == 10


@pytest.mark.timeout(400)
@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.stem)
def test_an_example_runs_and_checks_its_result(script):
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        capture_output=True, text=True, check=False, env=environment, timeout=300,
    )  # fmt: skip

    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.stem)
def test_an_example_is_short_has_a_title_and_asserts_something(script):
    source = script.read_text(encoding="utf-8")
    tree = ast.parse(source)
    title, _, text = (ast.get_docstring(tree) or "").partition("\n\n")

    assert title
    assert text
    assert len(source.splitlines()) <= MOST_LINES
    assert [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]

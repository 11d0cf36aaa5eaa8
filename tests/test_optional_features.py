"""Each optional feature can be deleted: the program starts without it, and what it added is not there."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.features import FEATURES, OPTIONAL_FEATURES, find_feature

ROOT = Path(__file__).parents[1]
"""The source that is copied without one feature after the other."""


def without(feature: str, folder: Path) -> Path:
    """Copy the program to a folder, without one of its features; return where it is."""
    tree = folder / "tree"
    leave_out = shutil.ignore_patterns("*.ts")
    for name in ("app", "nbengine", "resources"):
        shutil.copytree(ROOT / name, tree / name, ignore=leave_out)
    shutil.rmtree(tree / "app" / "features" / feature)
    return tree


def run_in(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(tree), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, *command], cwd=tree, env=environment, capture_output=True, text=True, timeout=110, check=False
    )


def feature_modules(tree: Path) -> list[str]:
    return [
        ".".join(path.relative_to(tree).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((tree / "app").rglob("*.py"))
        if "cluster" not in path.parts and path.name != "__main__.py"
    ]


@pytest.mark.slow
@pytest.mark.parametrize("feature", OPTIONAL_FEATURES)
def test_the_program_works_without_an_optional_feature(feature: str, tmp_path: Path) -> None:
    tree = without(feature, tmp_path)
    imports = "\n".join(f"import {name}" for name in feature_modules(tree) if not name.endswith("rapid"))

    loaded = run_in(tree, "-c", imports)
    assert loaded.returncode == 0, loaded.stderr
    checked = run_in(tree, "-m", "app", "--self-check")
    assert checked.returncode == 0, checked.stdout + checked.stderr

    said = run_in(tree, "-m", "app.cli", "--help").stdout.split()
    package = find_feature(feature)
    assert package is not None
    assert not set(package.COMMANDS) & set(said)
    assert {"import", "train", "classify"} <= set(said)


def test_every_feature_lists_its_commands() -> None:
    folders = {path.parent.name for path in (ROOT / "app" / "features").glob("*/__init__.py")}

    assert set(FEATURES) == folders
    assert set(OPTIONAL_FEATURES) < folders


def test_the_commands_of_a_feature_are_its_own() -> None:
    for feature in FEATURES:
        source = ast.parse((ROOT / "app" / "features" / feature / "__init__.py").read_text(encoding="utf-8"))
        modules = [node.value for node in ast.walk(source) if isinstance(node, ast.Constant)]
        named = {text for text in modules if isinstance(text, str) and text.startswith("app.")}
        assert all(text.startswith(f"app.features.{feature}.") for text in named), feature

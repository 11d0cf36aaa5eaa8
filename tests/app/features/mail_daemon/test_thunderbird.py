"""Thunderbird's extension, without Thunderbird: each trap of its events, its size, its words, and its permissions."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import resources
from app.kit.evidence_names import NOVELTY_NAMES, SIGN_FAMILY_NAMES, SIGN_NAMES

TRAPS = Path(__file__).parent / "thunderbird" / "traps.js"
EXTENSION = Path(resources.__file__).parent / "thunderbird"
NODE = shutil.which("node")
NAMES = re.findall(r'^  async "([^"]+)"\(\)', TRAPS.read_text(encoding="utf-8"), re.MULTILINE)
MOST_LINES = 500


@pytest.mark.skipif(NODE is None, reason="node is not installed (Debian package nodejs)")
@pytest.mark.parametrize("name", NAMES)
def test_trap(name: str) -> None:
    done = subprocess.run([str(NODE), str(TRAPS), name], capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 0, done.stderr


def test_every_trap_has_been_found() -> None:
    assert len(NAMES) == TRAPS.read_text(encoding="utf-8").count('  async "') >= 14


def test_the_extension_is_small_and_keeps_to_itself() -> None:
    scripts = {path.name: path.read_text(encoding="utf-8") for path in EXTENSION.glob("*.js")}
    assert sum(text.count("\n") for text in scripts.values()) <= MOST_LINES
    for name, text in scripts.items():
        assert not re.search(r"\beval\b|innerHTML|insertAdjacentHTML|fetch\(|XMLHttpRequest|https?://", text), name
    manifest = json.loads((EXTENSION / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["manifest_version"] == 3
    assert "experiment_apis" not in manifest
    assert not any("host" in key for key in manifest)


def test_every_word_is_there_in_three_languages() -> None:
    catalogs = {
        folder.name: json.loads((folder / "messages.json").read_text(encoding="utf-8"))
        for folder in (EXTENSION / "_locales").iterdir()
    }
    assert sorted(catalogs) == ["en", "ru", "zh_CN"]
    assert catalogs["en"].keys() == catalogs["ru"].keys() == catalogs["zh_CN"].keys()
    for key, entry in catalogs["en"].items():
        facts = re.findall(r"\$\d", entry["message"])
        assert all(
            sorted(re.findall(r"\$\d", catalog[key]["message"])) == sorted(facts) for catalog in catalogs.values()
        )
    used = "".join(path.read_text(encoding="utf-8") for path in EXTENSION.glob("*.js*"))
    assert all(f'"{key}"' in used or f"__MSG_{key}__" in used or f"named(`{key[:2]}$" in used for key in catalogs["en"])


def test_the_window_and_the_extension_call_signs_and_what_is_new_the_same() -> None:
    catalog = json.loads((EXTENSION / "_locales" / "en" / "messages.json").read_text(encoding="utf-8"))
    for kind, names in (("m_", SIGN_NAMES), ("k_", SIGN_FAMILY_NAMES), ("n_", NOVELTY_NAMES)):
        shown = {key: entry["message"].replace("$1", "%1") for key, entry in catalog.items() if key.startswith(kind)}
        assert shown == {kind + re.sub("[^a-z0-9]", "_", sign): name for sign, name in names.items()}

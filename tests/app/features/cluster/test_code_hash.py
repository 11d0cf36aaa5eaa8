"""The code and data that two machines of a cluster must have alike, so that they count the same words."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import resources
from app.features.cluster import running as connection


@pytest.mark.parametrize("name", ["letters/pairs.json", "names/charsets.json", "names/mail_folders.json"])
def test_data_by_which_files_are_read_belong_to_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    copy = tmp_path / "resources"
    shutil.copytree(Path(resources.__file__).parent, copy, ignore=shutil.ignore_patterns("help", "samples", "lessons"))
    monkeypatch.setattr(resources, "__file__", str(copy / "__init__.py"))
    before = connection._code_hash()
    (copy / name).write_text((copy / name).read_text(encoding="utf-8") + " ", encoding="utf-8")

    assert connection._code_hash() != before

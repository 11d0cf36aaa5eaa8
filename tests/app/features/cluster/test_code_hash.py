"""The code and data that two machines of a cluster must have alike, so that they count the same words."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import ModuleType

import pytest

import app
import app.library.extraction
import app.readers.kinds
import app.store.count_blobs
import resources
from app.features.cluster import running


@pytest.mark.parametrize("module", [app.library.extraction, running, app.readers.kinds, app.store.count_blobs])
def test_code_that_counts_is_compared(module: ModuleType) -> None:
    packages = [Path(app.__file__).parent / name for name in running.COUNTING_PACKAGES]

    assert any(Path(str(module.__file__)).is_relative_to(package) for package in packages)


def test_every_package_that_is_compared_has_code() -> None:
    assert all(list((Path(app.__file__).parent / name).rglob("*.py")) for name in running.COUNTING_PACKAGES)


@pytest.mark.parametrize("name", ["letters/pairs.json", "names/charsets.json", "names/mail_folders.json"])
def test_data_by_which_files_are_read_belong_to_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    copy = tmp_path / "resources"
    shutil.copytree(Path(resources.__file__).parent, copy, ignore=shutil.ignore_patterns("help", "samples", "lessons"))
    monkeypatch.setattr(resources, "__file__", str(copy / "__init__.py"))
    before = running._code_hash()
    (copy / name).write_text((copy / name).read_text(encoding="utf-8") + " ", encoding="utf-8")

    assert running._code_hash() != before

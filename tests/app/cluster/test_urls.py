"""Files at URLs are read as those of a disk are."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cluster.fetching import brought, remote_files, remote_items
from app.domain.documents import SourceOptions
from app.domain.errors import SourceError
from app.readers import stretches
from app.readers.folders import found_files
from app.readers.reading import read_item
from tests.app.cluster.conftest import Cluster, mailbox, on_the_laptop


def test_a_folder_at_a_url_gives_the_same_model(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    laptop = on_the_laptop(tmp_path, (made_up_mail,))
    (made_up_mail / "ham" / "broken.zip").write_bytes(b"PK\x03\x04 and then nothing of the kind")

    report = cluster.trained(tmp_path / "made.model", f"file://{made_up_mail}")

    assert report.training.canonical_hash == laptop.canonical_hash
    assert [one.path for one in report.failed] == [f"file://{made_up_mail}/ham/broken.zip"]


def test_files_at_a_url_come_in_the_order_and_with_the_labels_of_a_disk(tmp_path: Path) -> None:
    for name in ("b/x.txt", "b/a/y.txt", "a.txt", "c/spam.mbox", "c/good.mbox", ".hidden/z.txt"):
        (tmp_path / "top" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "top" / name).write_text("some text")

    there = remote_files([f"file://{tmp_path}/top"])

    here = list(found_files([tmp_path / "top"]))
    assert [(one.url, one.label, one.size_bytes) for one in there] == [
        (f"file://{one.path}", one.folder_label, one.size_bytes) for one in here
    ]


def test_a_large_mailbox_at_a_url_is_fetched_in_stretches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "all.mbox"
    path.write_text(mailbox("spam", 0, 200), encoding="utf-8")
    for module in ("app.readers.stretches", "app.cluster.fetching"):
        monkeypatch.setattr(f"{module}.LARGE_BYTES", 1_000)
    monkeypatch.setattr(stretches, "STRETCH_BYTES", 9_000)
    monkeypatch.setattr("app.cluster.fetching.BEYOND", 9_000)
    monkeypatch.setattr("app.cluster.fetching.HEAD", 9_000)

    items, _ = remote_items(remote_files([f"file://{path}"]), SourceOptions())

    assert len(items) > 5
    members = []
    for item, files in items:
        with brought((item,), files) as here:
            members += [found.member for found in read_item(here.items[0])]
            assert here.named(here.items[0].paths[0]) == f"file://{path}"
    (whole,) = stretches.stretches(next(found_files([path])), SourceOptions(kind="text"))
    assert len(members) == 200
    assert members == [found.member for found in read_item(whole)]


def test_a_url_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    for url in (f"file://{tmp_path}/nothing", f"file://{tmp_path}/*.mbox", "nonsense://host/file"):
        with pytest.raises(SourceError):
            remote_files([url])

"""Files at URLs are read as those of a disk are."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import fsspec
import pytest

from app.domain.documents import SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import NoOpJobContext
from app.domain.results import TrainingReport
from app.features.cluster.fetching import divide_remote_files, fetch_items
from app.features.cluster.judging import ClusterClassificationSettings, Format, classify_on_cluster
from app.features.cluster.running import ClusterAddress
from app.features.cluster.sharded_corpus import ClusterSources
from app.library.saved_models import export_model
from app.readers import sources as file_slices
from app.readers.files.folder_walk import find_files
from app.readers.reading import read_item
from tests.app.features.cluster.conftest import Cluster, mailbox, on_the_laptop
from tests.app.features.cluster.remote_files import remote_files


def test_a_folder_at_a_url_gives_the_same_model(
    cluster: Cluster, made_up_mail: Path, laptop: TrainingReport, tmp_path: Path
) -> None:
    (made_up_mail / "ham" / "broken.zip").write_bytes(b"PK\x03\x04 and then nothing of the kind")

    report = cluster.trained(tmp_path / "made.model", f"file://{made_up_mail}")

    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert [one.path for one in report.failures] == [f"file://{made_up_mail}/ham/broken.zip"]


def test_files_at_a_url_come_in_the_order_and_with_the_labels_of_a_disk(tmp_path: Path) -> None:
    for name in ("b/x.txt", "b/a/y.txt", "a.txt", "c/spam.mbox", "c/good.mbox", ".hidden/z.txt"):
        (tmp_path / "top" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "top" / name).write_text("some text")

    there = remote_files([f"file://{tmp_path}/top"])

    here = list(find_files([tmp_path / "top"]))
    assert [(one.url, one.label, one.size_bytes) for one in there] == [
        (f"file://{one.path}", one.folder_label, one.size_bytes) for one in here
    ]


def test_a_large_mailbox_at_a_url_is_fetched_in_stretches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "all.mbox"
    path.write_text(mailbox("spam", 0, 200), encoding="utf-8")
    for module in ("app.readers.sources", "app.features.cluster.fetching"):
        monkeypatch.setattr(f"{module}.LARGE_BYTES", 1_000)
    monkeypatch.setattr("app.features.cluster.fetching.STRETCH_BYTES", 9_000)
    monkeypatch.setattr("app.features.cluster.fetching.BYTES_AFTER_SLICE", 9_000)
    monkeypatch.setattr("app.features.cluster.fetching.FILE_HEAD_BYTES", 9_000)

    items = list(divide_remote_files(remote_files([f"file://{path}"]), SourceOptions()))

    assert len(items) > 5
    members = []
    for item, files in items:
        with fetch_items((item,), files) as here:
            members += [found.member for found in read_item(here.items[0])]
            assert here.url_by_path[here.items[0].paths[0]] == f"file://{path}"
    (whole,) = file_slices.work_items_of_file(next(find_files([path])), SourceOptions(kind="text"))
    assert len(members) == 200
    assert members == [found.member for found in read_item(whole)]


def test_a_url_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    for url in (f"file://{tmp_path}/nothing", f"file://{tmp_path}/*.mbox", "nonsense://host/file"):
        with pytest.raises(SourceError):
            remote_files([url])


def test_an_archive_at_a_url_is_looked_into_by_its_protocol(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path
) -> None:
    with ZipFile(tmp_path / "mail.zip", "w") as archive:
        for path in sorted(made_up_mail.rglob("*.mbox")):
            archive.write(path, path.relative_to(made_up_mail))
    laptop = on_the_laptop(tmp_path, (made_up_mail,))

    report = cluster.trained(tmp_path / "made.model", f"zip://::file://{tmp_path}/mail.zip")

    assert report.training_report.labels == laptop.labels
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_files_in_memory_are_found_and_brought(tmp_path: Path) -> None:
    files = fsspec.filesystem("memory")
    for name in ("ham/a.txt", "spam/b.txt"):
        files.pipe(f"/mail/{name}", b"some text")

    items = list(divide_remote_files(remote_files(["memory://mail"]), SourceOptions()))

    ((item, found),) = items
    assert item.labels == ("ham", "spam")
    with fetch_items((item,), found) as here:
        assert [Path(path).read_bytes() for path in here.items[0].paths] == [b"some text"] * 2
        assert [here.url_by_path[path] for path in here.items[0].paths] == list(item.paths)


def test_a_file_that_cannot_be_fetched_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("some text")
    files = remote_files([f"file://{tmp_path}/a.txt"])
    items = list(divide_remote_files(files, SourceOptions()))

    def broken(*_: object) -> None:
        raise OSError("the line is dead")

    monkeypatch.setattr("fsspec.implementations.local.LocalFileSystem.cat_file", broken)
    with pytest.raises(SourceError) as caught, fetch_items((items[0][0],), files):
        pass

    assert (caught.value.reason, caught.value.detail) == ("unfetched", "the line is dead")


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_verdicts_go_to_a_url(cluster: Cluster, made_up_mail: Path, tmp_path: Path, form: Format) -> None:
    on_the_laptop(tmp_path, (made_up_mail,))
    export_model(tmp_path / "laptop.bayleaf", None, tmp_path / "mail.model")
    read = ClusterSources((f"file://{made_up_mail}",), shard_bytes=8_000)
    order = ClusterClassificationSettings(
        ClusterAddress(cluster.address), read, tmp_path / "mail.model", f"file://{tmp_path}/judged/here", form
    )

    report = classify_on_cluster(order, NoOpJobContext())

    written = sorted((tmp_path / "judged" / "here").glob("part-*"))
    assert [path.name for path in written] == [f"part-{number:05d}.{form}" for number in range(report.n_files)]
    assert report.n_documents == 300

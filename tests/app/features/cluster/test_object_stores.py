"""Objects of a store are read as files of a disk are, with few requests, many of them at a time."""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("moto.server")
pytest.importorskip("s3fs")

import fsspec

from app.domain.documents import SourceOptions
from app.domain.errors import SourceError
from app.features.cluster.fetching import divide_remote_files, fetch_items, split_remote_source
from app.features.cluster.running import ClusterAddress
from app.readers.files.folder_walk import find_files
from tests.app.features.cluster.conftest import ROOT, Cluster, mail, mailbox, on_the_laptop, until, words
from tests.app.features.cluster.remote_files import remote_files

KEYS = {"AWS_ACCESS_KEY_ID": "somebody", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}


@dataclass(frozen=True)
class Store:
    """A store whose requests are noted."""

    address: str
    notes: Path

    def put(self, folder: Path) -> str:
        """Copy a folder into a bucket of its name; return its URL."""
        files = fsspec.filesystem("s3")
        files.mkdir(folder.name)
        files.put(f"{folder}/", f"{folder.name}/", recursive=True)
        self.notes.write_text("")
        fsspec.filesystem("s3").invalidate_cache()
        return f"s3://{folder.name}"

    def noted(self, method: str = "GET") -> list[dict[str, Any]]:
        """The requests since the last copy, of objects."""
        found = [json.loads(line) for line in self.notes.read_text().splitlines()]
        return [one for one in found if one["method"] == method and one["path"].count("/") > 1]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = tmp_path_factory.mktemp("store")
    command = [sys.executable, "-m", "tests.app.features.cluster.counted_s3", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until((folder / "address").exists)
    address = (folder / "address").read_text()
    given = {**KEYS, "AWS_ENDPOINT_URL": address}
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    yield Store(address, folder / "requests")
    for name, value in before.items():
        os.environ.pop(name) if value is None else os.environ.update({name: value})
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def near(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster whose workers know the store."""
    made = Cluster(tmp_path_factory.mktemp("near"), 1)
    made.wait_for_workers()
    yield made
    made.close()


def small_mails(folder: Path, n_mails: int) -> Path:
    dice = random.Random(7)
    for number in range(n_mails):
        label = ("ham", "spam")[number % 2]
        (folder / label).mkdir(parents=True, exist_ok=True)
        (folder / label / f"{number:04}.eml").write_text(mail(dice, label, number), encoding="utf-8")
    return folder


def test_small_objects_take_a_request_each_and_many_at_a_time(store: Store, near: Cluster, tmp_path: Path) -> None:
    source = small_mails(tmp_path / "small-mails", 300)
    laptop = on_the_laptop(tmp_path, (source,))
    url = store.put(source)

    report = near.trained(tmp_path / "made.model", url, shard_bytes=64 << 20)

    assert report.training_report.canonical_hash == laptop.canonical_hash
    n_looked_into = 50
    assert len(store.noted()) <= 300 + n_looked_into
    assert not store.noted("HEAD")
    assert max(one["running"] for one in store.noted()) >= 16


def test_objects_that_came_since_the_last_order_are_read(store: Store, near: Cluster, tmp_path: Path) -> None:
    source = small_mails(tmp_path / "growing", 40)
    url = store.put(source)
    first = near.trained(tmp_path / "made.model", url)
    for path in small_mails(tmp_path / "more", 60).glob("*/*.eml"):
        fsspec.filesystem("s3").put(str(path), f"growing/{path.parent.name}/{path.name}")
    laptop = on_the_laptop(tmp_path, (tmp_path / "more",))

    second = near.trained(tmp_path / "made.model", url)

    assert first.n_read == 40
    assert second.n_read == 60
    assert second.training_report.canonical_hash == laptop.canonical_hash


def test_rows_that_were_packed_are_those_of_the_laptop(store: Store, near: Cluster, tmp_path: Path) -> None:
    source, dice = tmp_path / "packed-rows", random.Random(3)
    source.mkdir()
    for number in range(4):
        rows = [{"text": words(dice, label), "label": label} for label in dice.choices(("ham", "spam"), k=200)]
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (source / f"part-{number}.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    options = SourceOptions(labels_from="column", label_column="label", text_column="text")
    laptop = on_the_laptop(tmp_path, (source,), options)

    report = near.trained(tmp_path / "made.model", store.put(source), options=options)

    assert report.training_report.documents == laptop.documents > 700
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_borders_in_a_large_mailbox_are_found_without_reading_it(store: Store, tmp_path: Path) -> None:
    source = tmp_path / "large-mailbox"
    source.mkdir()
    filling = "\n".join(["and so on and on and on"] * 800)
    text = mailbox("spam", 0, 1_200).replace("\nFrom ", f"\n{filling}\n\nFrom ")
    (source / "all.mbox").write_text(text, encoding="utf-8")
    url = store.put(source)

    items = list(divide_remote_files(remote_files([url]), SourceOptions(), 8 << 20))

    assert len(items) == 3
    assert sum(one["bytes"] for one in store.noted()) < len(text) / 5
    store.notes.write_text("")
    with fetch_items(tuple(item for item, _ in items[:2]), items[0][1]) as here:
        wanted = text[: items[1][0].range_end].encode()
        assert Path(here.items[0].paths[0]).read_bytes()[: len(wanted)] == wanted
        assert here.items[0].paths == here.items[1].paths
    assert next(one["running"] for one in store.noted()) == 1  # the head first, which tells what it is
    assert sum(one["bytes"] for one in store.noted()) < 20 << 20


def test_parts_of_a_bucket_are_those_of_a_disk(store: Store, tmp_path: Path) -> None:
    source = tmp_path / "many-folders"
    for name in ("b/x.txt", "b/a/y.txt", "a.txt", "c/spam.mbox", "c/good.mbox", ".hidden/z.txt", "b/a/[1]*.txt"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text("some text")
    url = store.put(source)

    parts = split_remote_source(url, 8)

    found = [(file.url.removeprefix(url), file.label) for part in parts for file in part.iter_files()]
    assert found == [(file.path.removeprefix(str(source)), file.folder_label) for file in find_files([source])]
    assert len(parts) > 3


def test_an_object_whose_name_looks_like_a_pattern_is_that_object(store: Store, tmp_path: Path) -> None:
    source = tmp_path / "odd-names"
    source.mkdir()
    (source / "[1]*.txt").write_text("the text of the first")
    (source / "1.txt").write_text("the text of another")
    files = remote_files([store.put(source)])

    (item, own), *_ = divide_remote_files(files, SourceOptions())

    with fetch_items((item,), own) as here:
        texts = {Path(path).name: Path(path).read_text() for path in here.items[0].paths}
    assert texts == {"[1]*.txt": "the text of the first", "1.txt": "the text of another"}


def test_a_bucket_that_is_not_there_is_told(store: Store, near: Cluster, tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        near.trained(tmp_path / "made.model", "s3://no-such-bucket/mail", address=ClusterAddress(near.address))

    assert (str(caught.value.path), caught.value.reason) == ("s3:/no-such-bucket/mail", "missing")

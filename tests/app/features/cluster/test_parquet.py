"""Parquet is read as the same table in lines of JSON is."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from app.domain.documents import SourceOptions
from tests.app.features.cluster.conftest import Cluster, on_the_laptop, words

OPTIONS = SourceOptions(kind="table", text_column="body", label_column="kind")


def rows(n_rows: int) -> list[dict[str, object]]:
    dice = random.Random(5)
    kinds = dice.choices(["ham", "spam"], k=n_rows)
    return [{"kind": kind, "body": words(dice, kind) if n % 9 else None, "n": n} for n, kind in enumerate(kinds)]


@pytest.mark.parametrize("where", ["files", "folder", "URL"])
def test_a_model_of_row_groups_is_that_of_lines(cluster: Cluster, tmp_path: Path, where: str) -> None:
    made, folder = rows(300), tmp_path / "table"
    folder.mkdir()
    for number in (0, 1):
        table = pyarrow.Table.from_pylist(made[150 * number : 150 * (number + 1)])
        parquet.write_table(table, folder / f"{number}.parquet", row_group_size=40)
    (folder / "2.parquet").write_bytes(b"PAR1 and then nothing of the kind PAR1")
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in made), encoding="utf-8")
    laptop = on_the_laptop(tmp_path, (tmp_path / "rows.jsonl",), OPTIONS)
    source = {"files": f"{folder}/*.parquet", "folder": str(folder), "URL": f"file://{folder}/*.parquet"}[where]

    report = cluster.trained(tmp_path / "made.model", source, options=OPTIONS, shard_bytes=2_000)

    assert report.n_shards > 4
    damaged, empty = (
        [one for one in report.failures if (one.reason == "empty") == is_empty] for is_empty in (False, True)
    )
    assert [Path(one.path).name for one in damaged] == ["2.parquet"]
    assert [one.member for one in empty[:3]] == ["1", "10", "19"]
    assert len(empty) == sum(row["body"] is None for row in made)
    assert report.training_report.documents == laptop.documents
    assert report.training_report.canonical_hash == laptop.canonical_hash


@pytest.mark.parametrize("where", ["folder", "URL"])
def test_a_folder_that_spark_wrote_is_read_with_the_columns_of_its_partitions(
    cluster: Cluster, tmp_path: Path, where: str
) -> None:
    made, folder = [row for row in rows(200) if row["body"] is not None], tmp_path / "table"
    for kind in ("ham", "spam"):
        own = [{name: value for name, value in row.items() if name != "kind"} for row in made if row["kind"] == kind]
        part = folder / f"kind={kind}"
        part.mkdir(parents=True)
        for number, compression in enumerate(("snappy", "zstd")):
            table = pyarrow.Table.from_pylist(own[number::2])
            parquet.write_table(table, part / f"part-{number:05}-c000.{compression}.parquet", compression=compression)
            (part / f".part-{number:05}-c000.{compression}.parquet.crc").write_bytes(b"crc")
    (folder / "_SUCCESS").touch()
    (folder / "_temporary.parquet").write_bytes(b"half written")
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in made), encoding="utf-8")
    laptop = on_the_laptop(tmp_path, (tmp_path / "rows.jsonl",), OPTIONS)
    source = {"folder": str(folder), "URL": f"file://{folder}"}[where]

    report = cluster.trained(tmp_path / "made.model", source, options=OPTIONS)

    assert report.failures == ()
    assert report.training_report.documents == laptop.documents
    assert report.training_report.canonical_hash == laptop.canonical_hash

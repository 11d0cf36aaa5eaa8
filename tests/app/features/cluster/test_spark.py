"""Counting in partitions of Spark comes to the laptop's model."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from app.domain.documents import SourceOptions
from app.features.cluster.spark import (
    add_tallies,
    count_frames,
    count_partition,
    count_partitions,
    make_model,
)
from app.features.cluster.tally_merging import ShardMismatchError
from app.library.saved_models import export_model, read_model
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes
from tests.app.features.cluster.conftest import ROOT, mail, on_the_laptop, words

pytestmark = pytest.mark.timeout(600)  # a virtual machine of Java takes its time to start
Rows = list[tuple[str | bytes, str | None]]


def texts(n_texts: int) -> Rows:
    dice = random.Random(11)
    found = [(words(dice, label), label) for label in dice.choices(("ham", "spam"), k=n_texts)]
    return [*dict(found).items(), ("nobody has said what this is", None)]


def mails(n_mails: int) -> Rows:
    dice = random.Random(12)
    return [(mail(dice, label, number).encode(), label) for number, label in enumerate(("ham", "spam") * n_mails)]


def laptop_of(folder: Path, rows: Rows) -> Model:
    """The laptop's model of the same documents, in files."""
    source = folder / "source"
    for number, (content, label) in enumerate(rows):
        if isinstance(content, bytes):
            (source / str(label)).mkdir(parents=True, exist_ok=True)
            (source / str(label) / f"{number}.eml").write_bytes(content)
    if source.exists():
        on_the_laptop(folder, (source,))
    else:
        lines = "".join(json.dumps({"text": text, "label": label}) + "\n" for text, label in rows)
        (folder / "source.jsonl").write_text(lines, encoding="utf-8")
        options = SourceOptions(kind="table", labels_from="column", text_column="text", label_column="label")
        on_the_laptop(folder, (folder / "source.jsonl",), options)
    export_model(folder / "laptop.bayleaf", None, folder / "laptop.model")
    return read_model(folder / "laptop.model")


@pytest.mark.parametrize("rows", [texts(200), mails(40)], ids=["texts", "mails"])
def test_partitions_come_to_the_model_of_the_laptop(rows: Rows, tmp_path: Path) -> None:
    laptop = laptop_of(tmp_path, rows)
    parts = [rows[:30], [], rows[30:31], rows[31:]]

    tallies = [count_partition(number, part, laptop.recipe.rules) for number, part in enumerate(parts)]

    made = model_from_bytes(make_model(reduce(add_tallies, tallies), laptop.recipe, n_partitions=4))
    assert made.canonical_hash() == laptop.canonical_hash()
    assert made.labels == ("ham", "spam")
    with pytest.raises(ShardMismatchError):
        add_tallies(tallies[0], tallies[0])
    with pytest.raises(ShardMismatchError):
        make_model(add_tallies(tallies[0], tallies[3]), laptop.recipe, n_partitions=4)


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    pyspark = pytest.importorskip("pyspark.sql")
    given = {"PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(ROOT)}
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    folder = str(tmp_path_factory.mktemp("spark"))
    session = (
        pyspark.SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.local.dir", folder)
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    yield session
    session.stop()
    for name, value in before.items():
        os.environ.pop(name) if value is None else os.environ.update({name: value})


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of pyspark's own
def test_a_real_spark_comes_to_the_model_of_the_laptop(spark: Any, tmp_path: Path) -> None:
    rows = mails(60)
    laptop = laptop_of(tmp_path, rows)
    frame = spark.createDataFrame(rows, "content binary, label string").repartition(5)

    parts = frame.rdd.map(tuple).mapPartitionsWithIndex(count_partitions(laptop.recipe.rules))
    whole = parts.treeReduce(add_tallies, depth=2)

    assert model_from_bytes(make_model(whole, laptop.recipe, 5)).canonical_hash() == laptop.canonical_hash()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_frames_of_a_real_spark_come_to_the_model_of_the_laptop(spark: Any, tmp_path: Path) -> None:
    functions = pytest.importorskip("pyspark.sql.functions")
    pytest.importorskip("pandas")
    rows = texts(300)
    laptop = laptop_of(tmp_path, rows)
    frame = spark.createDataFrame(rows, "content string, label string").repartition(4)
    numbered = frame.withColumn("part", functions.spark_partition_id())

    found = numbered.mapInPandas(count_frames(laptop.recipe.rules), "tally binary").collect()

    whole = reduce(add_tallies, [bytes(row.tally) for row in found])
    assert model_from_bytes(make_model(whole, laptop.recipe)).canonical_hash() == laptop.canonical_hash()

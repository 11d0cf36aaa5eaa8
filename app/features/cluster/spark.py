"""Count and train on Spark, with the same engine and the same model hash.

    recipe = resolve(RecipeRequest(event_model="multinomial", smoothing="1"), CorpusFacts("mail", "mail"))
    mails = spark.table("mail").select("content", "label").dropDuplicates(["content"])
    parts = mails.rdd.map(tuple).mapPartitionsWithIndex(count_partitions(recipe.rules))
    whole = parts.treeReduce(add_tallies, depth=3)
    Path("mail.model").write_bytes(make_model(whole, recipe, n_partitions=mails.rdd.getNumPartitions()))

A content is a text, or a mail or document as bytes. Each partition is written to the executor's disk and read by the
normal readers inside the executor's process: if a parser crashes, the task fails and Spark retries it. The model is not
calibrated, because no document is judged; `bayleaf-cli evaluate` measures it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from app.domain.documents import SourceOptions, WorkItem
from app.features.cluster.model_from_counts import check_merged, choose_words, model_from_counts, needs_second_pass
from app.features.cluster.shard_counting import CountingJob, merge_batches
from app.features.cluster.shards import Shard
from app.features.cluster.tally_merging import PartialTally, ShardPart, merge_tallies, tally_shard
from app.library.extraction import ExtractionSettings, extract
from app.readers.reading import Bookmark, ReadingSettings
from nbengine.errors import EngineError
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.packing import PackedContent, pack_content, unpack_content
from nbengine.text.token_rules import TokenRules

Row = tuple[str | bytes, str | None]
"""Content of a document, and its label."""
TEXTS = SourceOptions(kind="table", labels_from="column", text_column="text", label_column="label")


def count_partitions(rules: TokenRules) -> Callable[[int, Iterable[Row]], Iterator[bytes]]:
    """Return a function for `mapPartitionsWithIndex` that counts a partition of (content, label)."""
    return lambda number, rows: iter([count_partition(number, rows, rules)])


def count_frames(rules: TokenRules) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return a function for `mapInPandas` with the schema "tally binary".

    The frames need three columns: content, label, and part with the value of `spark_partition_id()`.
    """

    def count(frames: Iterator[Any]) -> Iterator[Any]:
        given = [frame for frame in frames if len(frame)]
        if given:
            rows = (row for frame in given for row in zip(frame["content"], frame["label"], strict=True))
            yield type(given[0])({"tally": [count_partition(int(given[0]["part"].iloc[0]), rows, rules)]})

    return count


def count_partition(number: int, rows: Iterable[Row], rules: TokenRules) -> bytes:
    """Count the documents of one partition. The caller must have dropped duplicates; this function does not
    find them.
    """
    with TemporaryDirectory(prefix="bayleaf-") as name:
        batches = [
            batch
            for item, options in _write_rows(Path(name), rows)
            for batch in extract(
                item, ExtractionSettings(ReadingSettings(options), rules, keeps_bodies=False), Bookmark()
            )
        ]
    failures = [failure for batch in batches for failure in batch.failures]
    job = CountingJob(SourceOptions(), rules)
    return _serialize(tally_shard(merge_batches(Shard(number, (), 0, ""), job, batches, failures), ShardPart()))


def add_tallies(first: bytes, second: bytes) -> bytes:
    """Add two tallies as returned by `count_partition`, for `treeReduce`.

    Raises:
        ShardMismatchError: A partition was counted twice.
    """
    return _serialize(merge_tallies([_deserialize(first), _deserialize(second)]))


def make_model(tally: bytes, recipe: Recipe, n_partitions: int | None = None) -> bytes:
    """Return the bytes of a model file, for a recipe with an event model (not for a filter).

    With `n_partitions`, raise ShardMismatchError unless the tally has all partitions. Leave it out with `mapInPandas`,
    which is not called for empty partitions.
    """
    if needs_second_pass(recipe):
        raise EngineError("Weights of TF-IDF and unknown words need a second pass, which Dask makes: --cluster.")
    whole = _deserialize(tally)
    if n_partitions is None:
        whole = replace(whole, shard_numbers=np.arange(len(whole.shard_numbers)))
    found = check_merged(whole, n_partitions or len(whole.shard_numbers))
    return model_to_bytes(model_from_counts(found, choose_words(found, recipe), None))


def _serialize(tally: PartialTally) -> bytes:
    numbers = {"shards": np.asarray(tally.shard_numbers, np.int64)}
    return pack_content(
        PackedContent({"learnt": dict(tally.n_by_label)}, numbers, {"model": tally.model_content}), is_compressed=False
    )


def _deserialize(sent: bytes) -> PartialTally:
    parts = unpack_content(sent)
    learnt = {str(label): int(count) for label, count in parts.facts["learnt"].items()}
    return PartialTally(parts.numbers["shards"].astype(np.int64), parts.blobs["model"], learnt)


def _write_rows(folder: Path, rows: Iterable[Row]) -> list[tuple[WorkItem, SourceOptions]]:
    """Write texts into one table, and mails and documents into separate files, for the readers."""
    table, places, labels = folder / "texts.jsonl", list[str](), list[str | None]()
    with table.open("w", encoding="utf-8") as lines:
        for number, (content, named) in enumerate(rows):
            label = named if isinstance(named, str) else None  # pandas has NaN for a missing label
            if isinstance(content, str):
                lines.write(json.dumps({"text": content, "label": label}) + "\n")
                continue
            path = folder / f"{number}.eml"
            path.write_bytes(content)
            places.append(str(path))
            labels.append(label)
    texts = (WorkItem((str(table),), (None,), size_bytes=table.stat().st_size), TEXTS)
    return [texts, (WorkItem(tuple(places), tuple(labels)), SourceOptions())]

"""Counting where people have Spark and nothing else: the same engine, the same hash, in partitions of theirs.

    recipe = planned_recipe(RecipeRequest(event_model="multinomial"), "mail", "mail").recipe
    mails = spark.table("mail").select("content", "label").dropDuplicates(["content"])
    parts = mails.rdd.map(tuple).mapPartitionsWithIndex(counting(recipe.rules))
    whole = parts.treeReduce(added, depth=3)
    Path("mail.model").write_bytes(finished_model(whole, recipe, n_partitions=mails.rdd.getNumPartitions()))

Contents are texts, or mails and documents as bytes. Each partition is written to the disk of its executor and read by
the program's own readers, without a process of their own: what breaks a parser costs the task, which is tried again.
The model is not calibrated, as no document was judged; `bayleaf-cli evaluate` says how good it is.
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
from app.features.cluster.model_from_counts import model_of, needs_documents, whole_of, words_for
from app.features.cluster.shard_counting import CountingJob, counted_together
from app.features.cluster.shards import Shard
from app.features.cluster.tally_merging import PartialTally, ShardPart, merged, tallied
from app.library.extraction import Extraction, extract
from app.readers.batches import Reading
from app.readers.reading_positions import Bookmark
from nbengine.arrays.named_bytes import Parts, packed, unpacked
from nbengine.errors import EngineError
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.text.token_rules import TokenRules

Row = tuple[str | bytes, str | None]
"""A document and its label."""
TEXTS = SourceOptions(kind="table", labels_from="column", text_column="text", label_column="label")


def counting(rules: TokenRules) -> Callable[[int, Iterable[Row]], Iterator[bytes]]:
    """Return what `mapPartitionsWithIndex` takes: it counts a partition of (content, label)."""
    return lambda number, rows: iter([counted_partition(number, rows, rules)])


def counting_frames(rules: TokenRules) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return what `mapInPandas` takes, for the schema "tally binary": frames with content, label and, in the column
    `part`, `spark_partition_id()`."""

    def count(frames: Iterator[Any]) -> Iterator[Any]:
        given = [frame for frame in frames if len(frame)]
        if given:
            rows = (row for frame in given for row in zip(frame["content"], frame["label"], strict=True))
            yield type(given[0])({"tally": [counted_partition(int(given[0]["part"].iloc[0]), rows, rules)]})

    return count


def counted_partition(number: int, rows: Iterable[Row], rules: TokenRules) -> bytes:
    """Count the documents of one partition; copies within it, and in others, are to be dropped before."""
    with TemporaryDirectory(prefix="bayleaf-") as name:
        batches = [
            batch
            for item, options in _written(Path(name), rows)
            for batch in extract(item, Extraction(Reading(options), rules, keeps_bodies=False), Bookmark())
        ]
    failures = [failure for batch in batches for failure in batch.failures]
    job = CountingJob(SourceOptions(), rules)
    return _sent(tallied(counted_together(Shard(number, (), 0, ""), job, batches, failures), ShardPart()))


def added(first: bytes, second: bytes) -> bytes:
    """Add two tallies: what `treeReduce` takes. A partition that was counted twice ends the job."""
    return _sent(merged([_received(first), _received(second)]))


def finished_model(tally: bytes, recipe: Recipe, n_partitions: int | None = None) -> bytes:
    """Return the file of a model, whose recipe is a textbook one; all partitions must be in it, where their number is
    given. Without it (`mapInPandas` is not called for empty ones) that is left to Spark."""
    if needs_documents(recipe):
        raise EngineError("Weights of TF-IDF and unknown words need a second pass, which Dask makes: --cluster.")
    whole = _received(tally)
    if n_partitions is None:
        whole = replace(whole, shards=np.arange(len(whole.shards)))
    found = whole_of(whole, n_partitions or len(whole.shards))
    return model_to_bytes(model_of(found, words_for(found, recipe), None))


def _sent(tally: PartialTally) -> bytes:
    numbers = {"shards": np.asarray(tally.shards, np.int64)}
    return packed(Parts({"learnt": dict(tally.learnt)}, numbers, {"model": tally.model}), is_compressed=False)


def _received(sent: bytes) -> PartialTally:
    parts = unpacked(sent)
    learnt = {str(label): int(count) for label, count in parts.facts["learnt"].items()}
    return PartialTally(parts.numbers["shards"].astype(np.int64), parts.blobs["model"], learnt)


def _written(folder: Path, rows: Iterable[Row]) -> list[tuple[WorkItem, SourceOptions]]:
    """Write texts into a table, and everything else into files of their own, for the readers."""
    table, places, labels = folder / "texts.jsonl", list[str](), list[str | None]()
    with table.open("w", encoding="utf-8") as lines:
        for number, (content, named) in enumerate(rows):
            label = named if isinstance(named, str) else None  # pandas has a number for what is missing
            if isinstance(content, str):
                lines.write(json.dumps({"text": content, "label": label}) + "\n")
                continue
            place = folder / f"{number}.eml"
            place.write_bytes(content)
            places.append(str(place))
            labels.append(label)
    texts = (WorkItem((str(table),), (None,), size_bytes=table.stat().st_size), TEXTS)
    return [texts, (WorkItem(tuple(places), tuple(labels)), SourceOptions())]

"""The usual way of Spark: RegexTokenizer, CountVectorizer and NaiveBayes; mail by Python's `email` in mapPartitions.

    python -m tests.benchmarks._cluster_peer_spark FOLDER CORES [hashed]

FOLDER holds mailboxes in folders named by their label, or files of JSON lines. Texts of mail are cached, as each step
would parse all mail anew; JSON lines are not, as Spark reads them fast. Hashed words (HashingTF in place of
CountVectorizer) have no names, and spare a pass over the texts. Needs `pyspark` and Java.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks._cluster_peer import texts_of

MOST_WORDS = 1 << 24
PLACES = 1 << 20
"""As many as scikit-learn's HashingVectorizer has."""
PARTS = ("ml", "ml.feature", "ml.classification", "sql")
"""They may not be installed."""


def mails_of(paths: Iterator[str]) -> Iterator[tuple[str, str]]:
    """The texts of mailboxes, with the names of their folders."""
    for path in paths:
        for text in texts_of(path):
            yield text, Path(path).parent.name


def rows_of(spark: Any, folder: Path) -> Any:
    """Texts and labels."""
    boxes = [str(path) for path in sorted(folder.rglob("*.mbox"))]
    if not boxes:
        return spark.read.schema("text string, label string").json(str(folder))
    return (
        spark.sparkContext.parallelize(boxes, len(boxes))
        .mapPartitions(mails_of)
        .toDF("text string, label string")
        .cache()
    )


def main(folder: str, n_cores: str, words: str = "counted") -> None:
    learning, feature, classification, sql = (importlib.import_module(f"pyspark.{name}") for name in PARTS)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        sql.SparkSession.builder.master(f"local[{n_cores}]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "6g")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    rows = rows_of(spark, Path(folder))
    steps = [
        feature.StringIndexer(inputCol="label", outputCol="number"),
        feature.RegexTokenizer(inputCol="text", outputCol="words", pattern=r"\W+"),
        feature.HashingTF(inputCol="words", outputCol="counts", numFeatures=PLACES)
        if words == "hashed"
        else feature.CountVectorizer(inputCol="words", outputCol="counts", vocabSize=MOST_WORDS),
        classification.NaiveBayes(featuresCol="counts", labelCol="number"),
    ]
    fitted = learning.Pipeline(stages=steps).fit(rows)
    n_words = PLACES if words == "hashed" else len(fitted.stages[2].vocabulary)
    told = {"documents": rows.count(), "words": n_words}
    spark.stop()
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])

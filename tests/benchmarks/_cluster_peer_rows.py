"""The usual way to learn rows of JSON: dask.bag, scikit-learn's HashingVectorizer, and naive Bayes of the sums.

    python -m tests.benchmarks._cluster_peer_rows FOLDER WORKERS

Words are not kept, copies are not looked for, and no document is judged.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from dask import bag
from distributed import Client, LocalCluster
from scipy import sparse
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.naive_bayes import MultinomialNB

Sums = dict[str, tuple[int, Any]]


def counted(path: str) -> Sums:
    """Sums of the hashed words of a file, label by label."""
    rows = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    labels = np.array([row["label"] for row in rows])
    hashed = HashingVectorizer(alternate_sign=False, norm=None).transform([row["text"] for row in rows])
    return {
        str(label): (int((labels == label).sum()), sparse.csr_array(hashed[labels == label].sum(axis=0)))
        for label in np.unique(labels)
    }


def merged(left: Sums, right: Sums) -> Sums:
    """Sums together."""
    together = dict(left)
    for label, (n_documents, sums) in right.items():
        known, counts = together.get(label, (0, None))
        together[label] = (known + n_documents, sums if counts is None else counts + sums)
    return together


def main(folder: str, n_workers: str) -> None:
    paths = [str(path) for path in sorted(Path(folder).rglob("*.jsonl"))]
    with (
        LocalCluster(n_workers=int(n_workers), threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster),
    ):
        found = bag.from_sequence(paths, npartitions=len(paths)).map(counted).fold(merged, initial={}).compute()
    labels = sorted(found)
    MultinomialNB().fit(sparse.vstack([found[label][1] for label in labels]).tocsr(), labels)
    print(json.dumps({"documents": sum(found[label][0] for label in labels), "words": 0}))


if __name__ == "__main__":
    main(*sys.argv[1:])

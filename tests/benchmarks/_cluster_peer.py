"""The usual way to do it: dask.bag, the standard library's mail parser, scikit-learn's analyzer and naive Bayes.

    python -m tests.benchmarks._cluster_peer FOLDER WORKERS

Mailboxes are read whole by one task each; words are counted per label and merged by the bag's own fold. Nothing is said
of copies, limits, files that break a parser, or how sure a verdict is.
"""

from __future__ import annotations

import json
import mailbox
import sys
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import numpy as np
from dask import bag
from distributed import Client, LocalCluster
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

Counts = dict[str, tuple[int, Counter[str]]]


def texts_of(path: str) -> Iterator[str]:
    """The plain texts of a mailbox."""
    for message in mailbox.mbox(path):
        parsed = message_from_bytes(message.as_bytes(), policy=policy.default)
        body = parsed.get_body(("plain", "html"))
        yield f"{parsed['subject']}\n{'' if body is None else body.get_content()}"


def counted(path: str) -> Counts:
    """Words of a mailbox under its label."""
    analyze = CountVectorizer().build_analyzer()
    words: Counter[str] = Counter()
    n_documents = 0
    for text in texts_of(path):
        words.update(analyze(text))
        n_documents += 1
    return {Path(path).parent.name: (n_documents, words)}


def merged(left: Counts, right: Counts) -> Counts:
    """Counts together."""
    together = dict(left)
    for label, (n_documents, words) in right.items():
        known, counts = together.get(label, (0, Counter()))
        together[label] = (known + n_documents, counts + words)
    return together


def main(folder: str, n_workers: str) -> None:
    paths = [str(path) for path in sorted(Path(folder).rglob("*.mbox"))]
    with (
        LocalCluster(n_workers=int(n_workers), threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster),
    ):
        found = bag.from_sequence(paths, npartitions=len(paths)).map(counted).fold(merged, initial={}).compute()
    labels = sorted(found)
    words = sorted(set().union(*(found[label][1] for label in labels)))
    rows = sparse.csr_array(np.array([[found[label][1][word] for word in words] for label in labels]))
    MultinomialNB().fit(rows, labels)
    told = {"documents": sum(found[label][0] for label in labels), "words": len(words)}
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])

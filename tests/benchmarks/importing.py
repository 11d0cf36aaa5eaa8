"""Speed from raw mail to a trained model, and to verdicts: beside the usual Python way and beside bogofilter.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.importing [--rounds 3] [--every 1] [--copies 1] [--only NAME …]

Every way reads the same files from the disk, and rounds of all ways alternate in one run. The usual way is `email` with
`policy.default`, `get_content`, BeautifulSoup where there is only HTML, CountVectorizer and MultinomialNB, in memory.
bogofilter registers and judges in bulk (`-b`) with its own database, and keeps no text. Ours starts its workers, reads
headers and tricks as evidence, writes documents, counts and model to a new workspace on the disk, and finds out by
leave-one-out how far the model can be trusted. Ratios are of median wall times; the processor's seconds of a way and of
the processes it started stand beside them, because they depend less on what else the machine does.

This module imports nothing of that itself, because every worker process imports the main module again.
"""

from __future__ import annotations

from importlib import import_module

if __name__ == "__main__":
    import_module("tests.benchmarks.mail_ways").main(__doc__)

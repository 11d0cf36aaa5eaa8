"""Read and write POPFile's corpus: its database, or the older form, a folder per bucket with a file `table`.

POPFile stores how often each word occurred in a bucket, but not in how many mails, and not the number of mails. Both
are estimated from the counts, and reported as a loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from app.domain.errors import ForeignFileError
from app.domain.whole_files import write_atomically
from app.features.exchange.word_tables import (
    MAX_FILE_BYTES,
    MAX_WORD_LENGTH,
    ForeignCounts,
    ForeignFilter,
    parse_count,
    read_lines,
    read_whole_file,
    set_document_counts,
    table_of_rows,
)
from app.features.filing.plan import safe_name
from app.store.popfile_database import is_popfile, read_corpus, replace_word_counts
from nbengine.text.token_rules import Field, TokenRules

FIRST_LINE = "__CORPUS__ __VERSION__ 1"
MAX_BUCKETS = 1000
FIELDS = {"subject": "subject", "from": "from", "to": "to"}
RULES = TokenRules(pattern=r"[^\W_][\w'.-]+", min_length=3, max_length=45, fields=tuple(map(Field, FIELDS)))
LOSS = "POPFile does not say how many mails a bucket had: as many as hold its commonest word are taken."


def read_folder(folder: Path) -> ForeignCounts:
    """Read the tables of all buckets."""
    tables = sorted(folder.glob("*/table"))[:MAX_BUCKETS]
    rows = (
        (path.parent.name, word, count)
        for path in tables
        for word, count in read_table(read_whole_file(path), path.parent.name)
    )
    return table_of_buckets([path.parent.name for path in tables], rows, folder.name)


def read_database(path: Path) -> ForeignCounts:
    """Read the buckets of a `popfile.db`."""
    if path.stat().st_size > MAX_FILE_BYTES:
        raise ForeignFileError("too-large", path.name)
    buckets, rows = read_corpus(path)
    return table_of_buckets(buckets, rows, path.name)


def table_of_buckets(buckets: Iterable[str], rows: Iterable[tuple[str, str, int]], name: str) -> ForeignCounts:
    """Collect the counts per word and bucket into a table."""
    places = {bucket: place for place, bucket in enumerate(dict.fromkeys(buckets))}
    if not 0 < len(places) <= MAX_BUCKETS:
        raise ForeignFileError("damaged-words", name)
    zeros = (0,) * len(places)
    counts = (
        (PROGRAM.our_name(word), (*zeros[: places[bucket_name]], n, *zeros[places[bucket_name] + 1 :]))
        for bucket_name, word, n in rows
    )
    table = table_of_rows(name, counts, tuple(places))
    return set_document_counts(table, table.documents.tolist(), name, LOSS)


def read_table(content: bytes, name: str) -> Iterator[tuple[str, int]]:
    lines = read_lines(content, name)
    if next(lines, "").strip() != FIRST_LINE:
        raise ForeignFileError("damaged-words", name)
    for line in lines:
        word, space, count = line.strip().rpartition(" ")
        if not space or not word:
            raise ForeignFileError("damaged-words", name)
        yield word, parse_count(count, name)


def write_folder(table: ForeignCounts, folder: Path) -> None:
    """Write a folder with a table for each label. Labels become valid, distinct folder names."""
    used_names: set[str] = set()
    for place, label in enumerate(table.labels):
        name = safe_name(label)
        bucket = folder / (name if name.casefold() not in used_names else f"{name}-{place}")
        used_names.add(name.casefold())
        bucket.mkdir(parents=True, exist_ok=True)
        present = table.counts[:, place].nonzero()[0].tolist()
        lines = "".join(f"{table.words[word]} {table.counts[word, place]}\n" for word in present)
        write_atomically(bucket / "table", f"{FIRST_LINE}\n{lines}".encode("utf-8", "surrogatepass"))


def write_database(table: ForeignCounts, base: Path, target: Path) -> None:
    """Write a copy of the POPFile database `base`. The buckets of the table's labels get the table's words."""
    places = {label: place for place, label in enumerate(table.labels)}

    def rows(label: str) -> Iterator[tuple[str, int]]:
        counts = table.counts[:, places[label]]
        return ((table.words[place], int(counts[place])) for place in counts.nonzero()[0].tolist())

    if not is_popfile(base):
        raise ForeignFileError("no-popfile", base.name)
    write_atomically(target, replace_word_counts(read_whole_file(base), base.name, table.labels, rows))


def read(content: bytes, name: str) -> ForeignCounts:
    """Raise ForeignFileError, because a corpus of POPFile is a folder of buckets and not a single table."""
    raise ForeignFileError("popfile-folder", name, f"{len(content):,} bytes")


def write(table: ForeignCounts) -> Iterator[bytes]:
    """Raise ForeignFileError, because a corpus of POPFile is a folder of buckets and not a single file."""
    raise ForeignFileError("popfile-folder", ", ".join(table.labels))


def is_bucket_table(head: bytes) -> bool:
    """Return whether a file is a single table of a POPFile corpus.

    Such a file is refused, with advice to give the folder instead.
    """
    return head.startswith(FIRST_LINE.encode())


PROGRAM = ForeignFilter("popfile", RULES, FIELDS, is_bucket_table, read, write, lengths=(3, MAX_WORD_LENGTH))

"""POPFile's corpus: its database, or a folder with a `table` in each bucket's folder, as it was before.

It has words and how often each occurred in mails of the bucket, but not in how many, nor how many mails there
were; both are taken from the counts, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from app.domain.errors import ExchangeError
from app.domain.whole_files import write_whole
from app.features.exchange.word_tables import (
    LARGEST_BYTES,
    LONGEST_WORD,
    Program,
    WordTable,
    counted_rows,
    held_bytes,
    lines_of,
    of_documents,
    whole_number,
)
from app.features.filing.plan import safe_name
from app.store.popfile_database import filled_corpus, is_popfile, read_corpus
from nbengine.text.token_rules import Field, TokenRules

FIRST_LINE = "__CORPUS__ __VERSION__ 1"
MOST_BUCKETS = 1000
FIELDS = {"subject": "subject", "from": "from", "to": "to"}
RULES = TokenRules(pattern=r"[^\W_][\w'.-]+", min_length=3, max_length=45, fields=tuple(map(Field, FIELDS)))
LOSS = "POPFile does not say how many mails a bucket had: as many as hold its commonest word are taken."


def read_folder(folder: Path) -> WordTable:
    """Read the tables of all buckets."""
    tables = sorted(folder.glob("*/table"))[:MOST_BUCKETS]
    rows = (
        (path.parent.name, word, count)
        for path in tables
        for word, count in words_of(held_bytes(path), path.parent.name)
    )
    return of_buckets([path.parent.name for path in tables], rows, folder.name)


def read_database(path: Path) -> WordTable:
    """Read the buckets of a `popfile.db`."""
    if path.stat().st_size > LARGEST_BYTES:
        raise ExchangeError("too-large", path.name)
    buckets, rows = read_corpus(path)
    return of_buckets(buckets, rows, path.name)


def of_buckets(buckets: Iterable[str], rows: Iterable[tuple[str, str, int]], name: str) -> WordTable:
    """Gather how often each word occurred in each bucket."""
    places = {bucket: place for place, bucket in enumerate(dict.fromkeys(buckets))}
    if not 0 < len(places) <= MOST_BUCKETS:
        raise ExchangeError("damaged-words", name)
    none = (0,) * len(places)
    counts = ((PROGRAM.our_name(word), (*none[: places[own]], n, *none[places[own] + 1 :])) for own, word, n in rows)
    found = counted_rows(name, counts, tuple(places))
    return of_documents(found, found.documents.tolist(), name, LOSS)


def words_of(content: bytes, name: str) -> Iterator[tuple[str, int]]:
    lines = lines_of(content, name)
    if next(lines, "").strip() != FIRST_LINE:
        raise ExchangeError("damaged-words", name)
    for line in lines:
        word, space, count = line.strip().rpartition(" ")
        if not space or not word:
            raise ExchangeError("damaged-words", name)
        yield word, whole_number(count, name)


def write_folder(table: WordTable, folder: Path) -> None:
    """Write a folder with a table for each label; a label's name is made one that a folder can have."""
    taken: set[str] = set()
    for place, label in enumerate(table.labels):
        name = safe_name(label)
        bucket = folder / (name if name.casefold() not in taken else f"{name}-{place}")
        taken.add(name.casefold())
        bucket.mkdir(parents=True, exist_ok=True)
        held = table.counts[:, place].nonzero()[0].tolist()
        lines = "".join(f"{table.words[word]} {table.counts[word, place]}\n" for word in held)
        write_whole(bucket / "table", f"{FIRST_LINE}\n{lines}".encode("utf-8", "surrogatepass"))


def write_database(table: WordTable, base: Path, target: Path) -> None:
    """Write a copy of a database of POPFile's in which the buckets of these labels have these words."""
    places = {label: place for place, label in enumerate(table.labels)}

    def rows(label: str) -> Iterator[tuple[str, int]]:
        counts = table.counts[:, places[label]]
        return ((table.words[place], int(counts[place])) for place in counts.nonzero()[0].tolist())

    if not is_popfile(base):
        raise ExchangeError("no-popfile", base.name)
    write_whole(target, filled_corpus(held_bytes(base), base.name, table.labels, rows))


def read(content: bytes, name: str) -> WordTable:
    """Refuse a single table: the buckets lie side by side in a folder."""
    raise ExchangeError("popfile-folder", name, f"{len(content):,} bytes")


def write(table: WordTable) -> Iterator[bytes]:
    """Refuse a single file likewise."""
    raise ExchangeError("popfile-folder", ", ".join(table.labels))


def is_own(head: bytes) -> bool:
    """Tell a single table, which is only a part of a corpus."""
    return head.startswith(FIRST_LINE.encode())


PROGRAM = Program("popfile", RULES, FIELDS, is_own, read, write, lengths=(3, LONGEST_WORD))

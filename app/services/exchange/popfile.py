"""POPFile's corpus as a folder with a `table` in each bucket's folder, which POPFile takes into its database.

A table has words and how often each occurred in mails of the bucket, but not in how many, nor how many mails there
were; both are taken from the counts, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.domain.errors import ExchangeError
from app.services.exchange.word_tables import (
    LONGEST_WORD,
    Program,
    WordTable,
    counted_rows,
    held_bytes,
    lines_of,
    of_documents,
    whole_number,
)
from app.services.files.whole_files import write_whole
from app.services.filing.safe_names import safe_name
from nbengine.text.token_rules import Field, TokenRules

FIRST_LINE = "__CORPUS__ __VERSION__ 1"
MOST_BUCKETS = 1000
FIELDS = {"subject": "subject", "from": "from", "to": "to"}
RULES = TokenRules(pattern=r"[^\W_][\w'.-]+", min_length=3, max_length=45, fields=tuple(map(Field, FIELDS)))
LOSS = "POPFile does not say how many mails a bucket had: as many as hold its commonest word are taken."


def read_folder(folder: Path) -> WordTable:
    """Read the tables of all buckets."""
    tables = sorted(folder.glob("*/table"))[:MOST_BUCKETS]
    labels = tuple(path.parent.name for path in tables)
    if not tables:
        raise ExchangeError("damaged-words", folder.name)

    def rows() -> Iterator[tuple[str, tuple[int, ...]]]:
        for place, path in enumerate(tables):
            for word, count in words_of(held_bytes(path), path.parent.name):
                yield PROGRAM.our_name(word), tuple(count * (place == other) for other in range(len(labels)))

    found = counted_rows(folder.name, rows(), labels)
    table = of_documents(found, tuple(found.documents.tolist()), folder.name)
    return WordTable(labels, table.documents, table.words, table.counts, (*table.losses, LOSS))


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

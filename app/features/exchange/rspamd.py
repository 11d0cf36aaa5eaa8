"""Read and write rspamd's statistics as `rspamadm statistics_dump` does: a JSON value per line.

rspamd counts hashes of pairs of stems, up to four words apart, instead of words. An imported model has these hashes as
words, and only words that came from rspamd can be exported to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from app.domain.errors import ForeignFileError
from app.features.exchange.word_tables import ForeignCounts, ForeignFilter, mail_table, read_lines
from nbengine.text.token_rules import TokenRules

FIELD = "osb"
NUMBER = re.compile(r"\d{1,20}")
TOKEN_NAME = re.compile(rf"{FIELD}:\d{{1,20}}")
LEARNT_COUNT_KEYS = ("learns_ham", "learns_spam")
KEY_LINES = '"BAYES_SPAM_keys": ["RS"]\n"BAYES_HAM_keys": ["RS"]\n'
LOSS = "rspamd keeps hashes of pairs of words: they are known by these, and no text has them."


def read(content: bytes, name: str) -> ForeignCounts:
    """Read a dump of rspamd, as lines or as one JSON object. The counts of several users are added up."""
    documents = [0, 0]

    def rows() -> Iterator[tuple[str, tuple[int, ...]]]:
        for key, values in read_keys(content, name):
            if key.endswith("_keys") or not isinstance(values, dict):
                continue
            number = key.rpartition("_")[2]
            if "_" in key and NUMBER.fullmatch(number):
                yield f"{FIELD}:{number}", (read_count(values, "H", name), read_count(values, "S", name))
            else:
                for place, learnt in enumerate(LEARNT_COUNT_KEYS):
                    documents[place] += read_count(values, learnt, name)

    return mail_table(name, rows(), documents, LOSS)


def read_keys(content: bytes, name: str) -> Iterator[tuple[str, Any]]:
    """Yield (key, value) of the entries in a dump."""
    for line in read_lines(content, name):
        text = line.strip().removesuffix(",")
        if not text or text == "}}":
            continue
        if text.startswith('{"pattern"'):
            text = f"{text}}}}}"
        try:
            record = json.loads(text if text.startswith("{") else f"{{{text}}}")
        except (ValueError, RecursionError) as error:
            raise ForeignFileError("damaged-words", name) from error
        if "meta" in record and "pattern" in record:
            record = {str(record["pattern"]): record["meta"]}
        yield from record.items()


def read_count(values: dict[str, Any], field: str, name: str) -> int:
    """Return a count, which Redis stores as text."""
    try:
        number = float(values.get(field, 0))
        return max(int(number), 0) if number == int(number) else round(number)
    except (ValueError, TypeError, OverflowError) as error:
        raise ForeignFileError("damaged-words", name) from error


def write(table: ForeignCounts) -> Iterator[bytes]:
    """Yield a dump, for `rspamadm statistics_dump restore`."""
    good, spam = map(str, table.documents.tolist())
    counts = dict(zip(LEARNT_COUNT_KEYS, (good, spam), strict=True)) | {"version": "2"}
    yield f"{KEY_LINES}{format_line('RS', counts)}".encode()
    for word, counts in zip(table.words, table.counts.tolist(), strict=True):
        values = {field: str(count) for field, count in zip("HS", counts, strict=True) if count}
        yield format_line(f"RS_{word.removeprefix(f'{FIELD}:')}", values).encode()


def format_line(key: str, values: dict[str, str]) -> str:
    return f"{json.dumps(key)}: {json.dumps(values, separators=(',', ':'))}\n"


def is_statistics_dump(head: bytes) -> bool:
    """Return whether the first line of a file is that of a dump."""
    first = head.partition(b"\n")[0]
    return first.startswith(b'{"pattern"') or (first.startswith(b'"') and b'_keys": [' in first)


PROGRAM = ForeignFilter("rspamd", TokenRules(), {FIELD: FIELD}, is_statistics_dump, read, write, names=TOKEN_NAME)

"""rspamd's statistics as `rspamadm statistics_dump` writes and restores them: a JSON value a line.

It counts no words but hashes of pairs of stems, up to four words apart. A model made of them knows them by these, and
nothing but what came from rspamd goes back to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from app.domain.errors import ExchangeError
from app.features.exchange.word_tables import Program, WordTable, lines_of, mail_table
from nbengine.text.token_rules import TokenRules

FIELD = "osb"
NUMBER = re.compile(r"\d{1,20}")
KEPT = re.compile(rf"{FIELD}:\d{{1,20}}")
LEARNT = ("learns_ham", "learns_spam")
HEAD = '"BAYES_SPAM_keys": ["RS"]\n"BAYES_HAM_keys": ["RS"]\n'
LOSS = "rspamd keeps hashes of pairs of words: they are known by these, and no text has them."


def read(content: bytes, name: str) -> WordTable:
    """Read a dump, as lines or as JSON; those of several users are added up."""
    documents = [0, 0]

    def rows() -> Iterator[tuple[str, tuple[int, ...]]]:
        for key, values in keys_of(content, name):
            if key.endswith("_keys") or not isinstance(values, dict):
                continue
            number = key.rpartition("_")[2]
            if "_" in key and NUMBER.fullmatch(number):
                yield f"{FIELD}:{number}", (whole(values, "H", name), whole(values, "S", name))
            else:
                for place, learnt in enumerate(LEARNT):
                    documents[place] += whole(values, learnt, name)

    return mail_table(name, rows(), documents, LOSS)


def keys_of(content: bytes, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a dump with what they hold."""
    for line in lines_of(content, name):
        told = line.strip().removesuffix(",")
        if not told or told == "}}":
            continue
        if told.startswith('{"pattern"'):
            told = f"{told}}}}}"
        try:
            found = json.loads(told if told.startswith("{") else f"{{{told}}}")
        except (ValueError, RecursionError) as error:
            raise ExchangeError("damaged-words", name) from error
        if "meta" in found and "pattern" in found:
            found = {str(found["pattern"]): found["meta"]}
        yield from found.items()


def whole(values: dict[str, Any], field: str, name: str) -> int:
    """Read a count, which Redis keeps as the text of a number."""
    try:
        number = float(values.get(field, 0))
        return max(int(number), 0) if number == int(number) else round(number)
    except (ValueError, TypeError, OverflowError) as error:
        raise ExchangeError("damaged-words", name) from error


def write(table: WordTable) -> Iterator[bytes]:
    """Yield a dump, for `rspamadm statistics_dump restore`."""
    good, spam = map(str, table.documents.tolist())
    yield f"{HEAD}{line('RS', dict(zip(LEARNT, (good, spam), strict=True)) | {'version': '2'})}".encode()
    for word, counts in zip(table.words, table.counts.tolist(), strict=True):
        said = {field: str(count) for field, count in zip("HS", counts, strict=True) if count}
        yield line(f"RS_{word.removeprefix(f'{FIELD}:')}", said).encode()


def line(key: str, values: dict[str, str]) -> str:
    return f"{json.dumps(key)}: {json.dumps(values, separators=(',', ':'))}\n"


def is_own(head: bytes) -> bool:
    """Tell a dump by its first line."""
    first = head.partition(b"\n")[0]
    return first.startswith(b'{"pattern"') or (first.startswith(b'"') and b'_keys": [' in first)


PROGRAM = Program("rspamd", TokenRules(), {FIELD: FIELD}, is_own, read, write, names=KEPT)

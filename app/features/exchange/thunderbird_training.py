"""Thunderbird's `training.dat`: a mark, the numbers of good and junk mails, then the words of either with their counts.

All numbers are of four bytes, the highest first. The file is told from its source, `nsBayesianFilter.cpp`; the program
must not run while it is replaced, as it writes it anew when it ends.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from app.domain.errors import ExchangeError
from app.features.exchange.word_tables import LONGEST_WORD, Program, WordTable, mail_table
from nbengine.text.token_rules import Field, TokenRules

MARK = b"\xfe\xed\xfa\xce"
LARGEST = (1 << 32) - 1
FIELDS = {"subject": "subject", "content-type": "content-type"}
RULES = TokenRules(pattern=r"[^\s.,:;!?'\"<>()\[\]{}/\\|&*+=#$%^~`@]+", min_length=3, max_length=12,
                   fields=tuple(map(Field, FIELDS)))  # fmt: skip


def read(content: bytes, name: str) -> WordTable:
    """Read a training file; one that was cut in the middle is refused."""
    if len(content) < 12 or not content.startswith(MARK):
        raise ExchangeError("damaged-words", name)
    documents = struct.unpack_from(">II", content, 4)
    return mail_table(name, words_of(content, name), documents)


def words_of(content: bytes, name: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    place = 12
    for label in range(2):
        (n_words,) = numbers_at(content, place, 1, name)
        place += 4
        for _ in range(n_words):
            count, length = numbers_at(content, place, 2, name)
            word = content[place + 8 : place + 8 + length]
            if length > LONGEST_WORD or len(word) < length:
                raise ExchangeError("damaged-words", name)
            place += 8 + length
            yield PROGRAM.our_name(word.decode("utf-8", "replace")), (count, 0) if label == 0 else (0, count)
    if place != len(content):
        raise ExchangeError("damaged-words", name)


def numbers_at(content: bytes, place: int, how_many: int, name: str) -> tuple[int, ...]:
    if place + 4 * how_many > len(content):
        raise ExchangeError("damaged-words", name)
    return struct.unpack_from(f">{how_many}I", content, place)


def write(table: WordTable) -> Iterator[bytes]:
    """Yield a training file."""
    yield MARK + struct.pack(">II", *(min(number, LARGEST) for number in table.documents.tolist()))
    for label in range(2):
        counts = table.counts[:, label]
        yield struct.pack(">I", int((counts > 0).sum()))
        for place in counts.nonzero()[0].tolist():
            word = table.words[place].encode("utf-8", "surrogatepass")
            yield struct.pack(">II", min(int(counts[place]), LARGEST), len(word)) + word


def is_own(head: bytes) -> bool:
    """Tell a training file by its mark."""
    return head.startswith(MARK)


PROGRAM = Program("thunderbird", RULES, FIELDS, is_own, read, write, lengths=(3, 12))

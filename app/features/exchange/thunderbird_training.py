"""Read and write Thunderbird's `training.dat`: a magic number, numbers of good and junk mails, then words with counts.

All numbers are 32-bit big-endian. The format follows Thunderbird's source, `nsBayesianFilter.cpp`. Thunderbird must not
run while the file is replaced: it overwrites the file when it ends.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from app.domain.errors import ForeignFileError
from app.features.exchange.word_tables import MAX_WORD_LENGTH, ForeignCounts, ForeignFilter, mail_table
from nbengine.text.token_rules import Field, TokenRules

MAGIC = b"\xfe\xed\xfa\xce"
MAX_NUMBER = (1 << 32) - 1
FIELDS = {"subject": "subject", "content-type": "content-type"}
RULES = TokenRules(pattern=r"[^\s.,:;!?'\"<>()\[\]{}/\\|&*+=#$%^~`@]+", min_length=3, max_length=12,
                   fields=tuple(map(Field, FIELDS)))  # fmt: skip


def read(content: bytes, name: str) -> ForeignCounts:
    """Read Thunderbird's training file. Raises ForeignFileError if it is truncated."""
    if len(content) < 12 or not content.startswith(MAGIC):
        raise ForeignFileError("damaged-words", name)
    documents = struct.unpack_from(">II", content, 4)
    return mail_table(name, read_words(content, name), documents)


def read_words(content: bytes, name: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    offset = 12
    for label in range(2):
        (n_words,) = read_numbers(content, offset, 1, name)
        offset += 4
        for _ in range(n_words):
            count, length = read_numbers(content, offset, 2, name)
            word = content[offset + 8 : offset + 8 + length]
            if length > MAX_WORD_LENGTH or len(word) < length:
                raise ForeignFileError("damaged-words", name)
            offset += 8 + length
            yield PROGRAM.our_name(word.decode("utf-8", "replace")), (count, 0) if label == 0 else (0, count)
    if offset != len(content):
        raise ForeignFileError("damaged-words", name)


def read_numbers(content: bytes, offset: int, n_numbers: int, name: str) -> tuple[int, ...]:
    if offset + 4 * n_numbers > len(content):
        raise ForeignFileError("damaged-words", name)
    return struct.unpack_from(f">{n_numbers}I", content, offset)


def write(table: ForeignCounts) -> Iterator[bytes]:
    """Yield a training file."""
    yield MAGIC + struct.pack(">II", *(min(number, MAX_NUMBER) for number in table.documents.tolist()))
    for label in range(2):
        counts = table.counts[:, label]
        yield struct.pack(">I", int((counts > 0).sum()))
        for place in counts.nonzero()[0].tolist():
            word = table.words[place].encode("utf-8", "surrogatepass")
            yield struct.pack(">II", min(int(counts[place]), MAX_NUMBER), len(word)) + word


def is_training_file(head: bytes) -> bool:
    """Return whether a file begins with the magic number."""
    return head.startswith(MAGIC)


PROGRAM = ForeignFilter("thunderbird", RULES, FIELDS, is_training_file, read, write, lengths=(3, 12))

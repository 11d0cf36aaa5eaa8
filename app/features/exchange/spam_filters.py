"""Read and write word counts of other filters: bogofilter, POPFile, rspamd, SpamAssassin, SpamBayes, Thunderbird."""

from __future__ import annotations

import csv
import io
import json
import re
import struct
from collections.abc import Iterable, Iterator
from hashlib import sha1
from pathlib import Path
from typing import Any

from app.domain.errors import ForeignFileError
from app.domain.whole_files import write_atomically
from app.features.exchange.word_tables import (
    MAX_FILE_BYTES,
    MAX_WORD_LENGTH,
    ForeignCounts,
    ForeignFilter,
    make_mail_table,
    parse_count,
    read_lines,
    read_whole_file,
    set_document_counts,
    table_of_rows,
)
from app.features.filing.plan import safe_name
from app.store.popfile_database import is_popfile, read_corpus, replace_word_counts
from nbengine.text.token_rules import Field, TokenRules

BOGOFILTER_COUNT_KEY = ".MSG_COUNT"
BOGOFILTER_VERSION, BOGOFILTER_ENCODING = ".WORDLIST_VERSION 20040500 0 20260101\n", ".ENCODING 2 0 20260101\n"
BOGOFILTER_DAY = 20260101
BOGOFILTER_LINE = re.compile(rb"\S.* \d{1,12} \d{1,12} \d{8}")
BOGOFILTER_FIELDS = {"subject": "subj", "from": "from", "to": "to", "received": "rcvd"}
BOGOFILTER_CHARACTER = r"[^\s\"<>;=():&%$#@+|/\\{}^?*,\[\]]"
BOGOFILTER_RULES = TokenRules(
    lower=False,
    pattern=rf"[^\W\d_]{BOGOFILTER_CHARACTER}+(?<=[^'._~-])|\$\d+(?:\.\d+)?",
    min_length=3,
    max_length=30,
    fields=tuple(map(Field, BOGOFILTER_FIELDS)),
)


def read_bogofilter(content: bytes, name: str) -> ForeignCounts:
    """Read bogofilter's word list as `bogoutil -d` writes it. A line has a token, two counts (spam, good) and a day."""
    documents = [0, 0]

    def iter_rows() -> Iterator[tuple[str, tuple[int, ...]]]:
        for line in read_lines(content, name):
            parts = line.rsplit(" ", 3)
            if len(parts) < 3 or not parts[0]:
                raise ForeignFileError("damaged-words", name)
            token, spam, good = parts[0], parse_count(parts[1], name), parse_count(parts[2], name)
            if token == BOGOFILTER_COUNT_KEY:
                documents[:] = good, spam
            elif not token.startswith("."):
                yield BOGOFILTER.bayleaf_name(token), (good, spam)

    return make_mail_table(name, iter_rows(), documents)


def write_bogofilter(table: ForeignCounts) -> Iterator[bytes]:
    """Yield a word list for `bogoutil -l`."""
    good, spam = table.document_counts.tolist()
    yield (
        BOGOFILTER_VERSION + BOGOFILTER_ENCODING + f"{BOGOFILTER_COUNT_KEY} {spam} {good} {BOGOFILTER_DAY}\n"
    ).encode()
    for word, (of_good, of_spam) in zip(table.words, table.counts.tolist(), strict=True):
        yield f"{word} {of_spam} {of_good} {BOGOFILTER_DAY}\n".encode("utf-8", "surrogatepass")


def is_bogofilter_list(head: bytes) -> bool:
    """Return whether the first lines of a file have the form of bogofilter's word list."""
    lines = head.splitlines()[:3]
    return bool(lines) and all(BOGOFILTER_LINE.fullmatch(line) for line in lines)


BOGOFILTER = ForeignFilter(
    "bogofilter",
    BOGOFILTER_RULES,
    BOGOFILTER_FIELDS,
    is_bogofilter_list,
    read_bogofilter,
    write_bogofilter,
    word_lengths=(3, 30),
)


POPFILE_FIRST_LINE = "__CORPUS__ __VERSION__ 1"
MAX_BUCKETS = 1000
POPFILE_FIELDS = {"subject": "subject", "from": "from", "to": "to"}
POPFILE_RULES = TokenRules(
    pattern=r"[^\W_][\w'.-]+", min_length=3, max_length=45, fields=tuple(map(Field, POPFILE_FIELDS))
)
POPFILE_LOSS = "POPFile does not say how many mails a bucket had: as many as hold its commonest word are taken."


def read_popfile_folder(folder: Path) -> ForeignCounts:
    """Read POPFile's corpus in its older form: a folder for each bucket, with a file `table`."""
    tables = sorted(folder.glob("*/table"))[:MAX_BUCKETS]
    rows = (
        (path.parent.name, word, count)
        for path in tables
        for word, count in read_bucket_table(read_whole_file(path), path.parent.name)
    )
    return table_of_buckets([path.parent.name for path in tables], rows, folder.name)


def read_popfile_database(path: Path) -> ForeignCounts:
    """Read POPFile's corpus from its database, `popfile.db`."""
    if path.stat().st_size > MAX_FILE_BYTES:
        raise ForeignFileError("too-large", path.name)
    buckets, rows = read_corpus(path)
    return table_of_buckets(buckets, rows, path.name)


def table_of_buckets(buckets: Iterable[str], rows: Iterable[tuple[str, str, int]], name: str) -> ForeignCounts:
    """Collect POPFile's counts per word and bucket into a table.

    POPFile stores how often each word occurred in a bucket, but not in how many mails, and not the number of mails.
    Both are estimated from the counts, and reported as a loss.
    """
    places = {bucket: place for place, bucket in enumerate(dict.fromkeys(buckets))}
    if not 0 < len(places) <= MAX_BUCKETS:
        raise ForeignFileError("damaged-words", name)
    zeros = (0,) * len(places)
    counts = (
        (POPFILE.bayleaf_name(word), (*zeros[: places[bucket_name]], n, *zeros[places[bucket_name] + 1 :]))
        for bucket_name, word, n in rows
    )
    table = table_of_rows(name, counts, tuple(places))
    return set_document_counts(table, table.document_counts.tolist(), name, POPFILE_LOSS)


def read_bucket_table(content: bytes, name: str) -> Iterator[tuple[str, int]]:
    lines = read_lines(content, name)
    if next(lines, "").strip() != POPFILE_FIRST_LINE:
        raise ForeignFileError("damaged-words", name)
    for line in lines:
        word, space, count = line.strip().rpartition(" ")
        if not space or not word:
            raise ForeignFileError("damaged-words", name)
        yield word, parse_count(count, name)


def write_popfile_folder(table: ForeignCounts, folder: Path) -> None:
    """Write POPFile's corpus in its older form. Labels become valid, distinct names of bucket folders."""
    used_names: set[str] = set()
    for place, label in enumerate(table.labels):
        name = safe_name(label)
        bucket = folder / (name if name.casefold() not in used_names else f"{name}-{place}")
        used_names.add(name.casefold())
        bucket.mkdir(parents=True, exist_ok=True)
        present = table.counts[:, place].nonzero()[0].tolist()
        lines = "".join(f"{table.words[word]} {table.counts[word, place]}\n" for word in present)
        write_atomically(bucket / "table", f"{POPFILE_FIRST_LINE}\n{lines}".encode("utf-8", "surrogatepass"))


def write_popfile_database(table: ForeignCounts, base: Path, target: Path) -> None:
    """Write a copy of the POPFile database `base`. The buckets of the table's labels get the table's words."""
    places = {label: place for place, label in enumerate(table.labels)}

    def iter_rows(label: str) -> Iterator[tuple[str, int]]:
        counts = table.counts[:, places[label]]
        return ((table.words[place], int(counts[place])) for place in counts.nonzero()[0].tolist())

    if not is_popfile(base):
        raise ForeignFileError("no-popfile", base.name)
    write_atomically(target, replace_word_counts(read_whole_file(base), base.name, table.labels, iter_rows))


def refuse_reading_popfile(content: bytes, name: str) -> ForeignCounts:
    """Raise ForeignFileError, because POPFile's corpus is a folder of buckets and not a single table."""
    raise ForeignFileError("popfile-folder", name, f"{len(content):,} bytes")


def refuse_writing_popfile(table: ForeignCounts) -> Iterator[bytes]:
    """Raise ForeignFileError, because POPFile's corpus is a folder of buckets and not a single file."""
    raise ForeignFileError("popfile-folder", ", ".join(table.labels))


def is_bucket_table(head: bytes) -> bool:
    """Return whether a file is the table of one bucket.

    Such a file is refused, with advice to give the folder instead.
    """
    return head.startswith(POPFILE_FIRST_LINE.encode())


POPFILE = ForeignFilter(
    "popfile",
    POPFILE_RULES,
    POPFILE_FIELDS,
    is_bucket_table,
    refuse_reading_popfile,
    refuse_writing_popfile,
    word_lengths=(3, MAX_WORD_LENGTH),
)


RSPAMD_FIELD = "osb"
RSPAMD_NUMBER = re.compile(r"\d{1,20}")
RSPAMD_WORD = re.compile(rf"{RSPAMD_FIELD}:\d{{1,20}}")
RSPAMD_COUNT_KEYS = ("learns_ham", "learns_spam")
RSPAMD_KEY_LINES = '"BAYES_SPAM_keys": ["RS"]\n"BAYES_HAM_keys": ["RS"]\n'
RSPAMD_LOSS = "rspamd keeps hashes of pairs of words: they are known by these, and no text has them."


def read_rspamd(content: bytes, name: str) -> ForeignCounts:
    """Read rspamd's statistics as `rspamadm statistics_dump` writes them, in lines or as one JSON object.

    rspamd counts hashes of pairs of stems, up to four words apart, instead of words. An imported model has these hashes
    as words, and only words that came from rspamd can be exported to it. The counts of several users are added up.
    """
    documents = [0, 0]

    def iter_rows() -> Iterator[tuple[str, tuple[int, ...]]]:
        for key, values in iter_rspamd_entries(content, name):
            if key.endswith("_keys") or not isinstance(values, dict):
                continue
            number = key.rpartition("_")[2]
            if "_" in key and RSPAMD_NUMBER.fullmatch(number):
                yield (
                    f"{RSPAMD_FIELD}:{number}",
                    (read_rspamd_count(values, "H", name), read_rspamd_count(values, "S", name)),
                )
            else:
                for place, learnt in enumerate(RSPAMD_COUNT_KEYS):
                    documents[place] += read_rspamd_count(values, learnt, name)

    return make_mail_table(name, iter_rows(), documents, RSPAMD_LOSS)


def iter_rspamd_entries(content: bytes, name: str) -> Iterator[tuple[str, Any]]:
    """Yield (key, value) of the entries in rspamd's dump."""
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


def read_rspamd_count(values: dict[str, Any], field: str, name: str) -> int:
    """Return a count of an entry in rspamd's dump; Redis stores counts as text."""
    try:
        number = float(values.get(field, 0))
        return max(int(number), 0) if number == int(number) else round(number)
    except (ValueError, TypeError, OverflowError) as error:
        raise ForeignFileError("damaged-words", name) from error


def write_rspamd(table: ForeignCounts) -> Iterator[bytes]:
    """Yield a dump for `rspamadm statistics_dump restore`."""
    good, spam = map(str, table.document_counts.tolist())
    counts = dict(zip(RSPAMD_COUNT_KEYS, (good, spam), strict=True)) | {"version": "2"}
    yield f"{RSPAMD_KEY_LINES}{format_rspamd_line('RS', counts)}".encode()
    for word, counts in zip(table.words, table.counts.tolist(), strict=True):
        values = {field: str(count) for field, count in zip("HS", counts, strict=True) if count}
        yield format_rspamd_line(f"RS_{word.removeprefix(f'{RSPAMD_FIELD}:')}", values).encode()


def format_rspamd_line(key: str, values: dict[str, str]) -> str:
    return f"{json.dumps(key)}: {json.dumps(values, separators=(',', ':'))}\n"


def is_rspamd_dump(head: bytes) -> bool:
    """Return whether the first line of a file is that of rspamd's dump."""
    first = head.partition(b"\n")[0]
    return first.startswith(b'{"pattern"') or (first.startswith(b'"') and b'_keys": [' in first)


RSPAMD = ForeignFilter(
    "rspamd",
    TokenRules(),
    {RSPAMD_FIELD: RSPAMD_FIELD},
    is_rspamd_dump,
    read_rspamd,
    write_rspamd,
    word_pattern=RSPAMD_WORD,
)


SPAMASSASSIN_HASH_PREFIX = "sha1:"
SPAMASSASSIN_HASH = re.compile(r"[0-9a-f]{10}")
SPAMASSASSIN_TIME_S = 1767225600
SPAMASSASSIN_FIELDS = {
    "subject": "HSubject", "from": "H*F", "reply-to": "H*R", "received": "H*r", "mailer": "H*x",
    "content-type": "H*ct", "to": "HTo",
}  # fmt: skip
SPAMASSASSIN_RULES = TokenRules(
    pattern=r"(?<![\w,@*!'$.-])[\w,@*!'$.-]*\w",  # without the look-behind, a line of dashes takes quadratic time
    min_length=3,
    max_length=15,
    fields=tuple(map(Field, SPAMASSASSIN_FIELDS)),
)
SPAMASSASSIN_LOSS = "SpamAssassin keeps hashes instead of words: they are known by these, and no text has them."
SPAMASSASSIN_COUNT_KEYS = {"num_nonspam": 0, "num_spam": 1}


def read_spamassassin(content: bytes, name: str) -> ForeignCounts:
    """Read SpamAssassin's statistics as `sa-learn --backup` writes them.

    SpamAssassin stores no words, only five bytes of each word's SHA-1. An imported model has these hashes as words.
    """
    documents = [0, 0]

    def iter_rows() -> Iterator[tuple[str, tuple[int, ...]]]:
        for line in read_lines(content, name):
            kind, *parts = line.split("\t")
            if kind == "v" and len(parts) > 1 and parts[1] in SPAMASSASSIN_COUNT_KEYS:
                documents[SPAMASSASSIN_COUNT_KEYS[parts[1]]] = parse_count(parts[0], name)
            elif kind == "t":
                if len(parts) != 4 or not SPAMASSASSIN_HASH.fullmatch(parts[3]):
                    raise ForeignFileError("damaged-words", name)
                yield SPAMASSASSIN_HASH_PREFIX + parts[3], (parse_count(parts[1], name), parse_count(parts[0], name))
            elif kind not in ("v", "s"):
                raise ForeignFileError("damaged-words", name)

    return make_mail_table(name, iter_rows(), documents, SPAMASSASSIN_LOSS)


def write_spamassassin(table: ForeignCounts) -> Iterator[bytes]:
    """Yield a backup for `sa-learn --restore`, with the hashes by which SpamAssassin finds words in mail."""
    good, spam = table.document_counts.tolist()
    yield f"v\t3\tdb_version # this must be the first line!!!\nv\t{spam}\tnum_spam\nv\t{good}\tnum_nonspam\n".encode()
    for word, (of_good, of_spam) in zip(table.words, table.counts.tolist(), strict=True):
        yield f"t\t{of_spam}\t{of_good}\t{SPAMASSASSIN_TIME_S}\t{hash_spamassassin_word(word)}\n".encode()


def hash_spamassassin_word(word: str) -> str:
    """Return the last five bytes of a word's SHA-1 in hex; an imported hash is returned unchanged."""
    if word.startswith(SPAMASSASSIN_HASH_PREFIX) and SPAMASSASSIN_HASH.fullmatch(
        word.removeprefix(SPAMASSASSIN_HASH_PREFIX)
    ):
        return word.removeprefix(SPAMASSASSIN_HASH_PREFIX)
    return sha1(word.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[-10:]


def is_spamassassin_backup(head: bytes) -> bool:
    """Return whether the first line of a file is that of SpamAssassin's backup."""
    return head.startswith(b"v\t") and b"db_version" in head[:80]


SPAMASSASSIN = ForeignFilter(
    "spamassassin",
    SPAMASSASSIN_RULES,
    SPAMASSASSIN_FIELDS,
    is_spamassassin_backup,
    read_spamassassin,
    write_spamassassin,
    word_lengths=(3, 40),
)


SPAMBAYES_FIELDS = {"subject": "subject", "from": "from:name", "to": "to:name", "content-type": "content-type"}
SPAMBAYES_RULES = TokenRules(pattern=r"\S+", min_length=3, max_length=12, fields=tuple(map(Field, SPAMBAYES_FIELDS)))
SPAMBAYES_HEAD = re.compile(rb"\d{1,12},\d{1,12}\r?\n")


def read_spambayes(content: bytes, name: str) -> ForeignCounts:
    """Read SpamBayes' database as `sb_dbexpimp -e` exports it: CSV of words with numbers of good and spam mails."""
    rows = csv.reader(read_lines(content, name))
    try:
        documents = parse_spambayes_counts(next(rows, []), name)
        words = ((SPAMBAYES.bayleaf_name(row[0]), parse_spambayes_counts(row[1:], name)) for row in rows if row)
        return make_mail_table(name, words, documents)
    except csv.Error as error:
        raise ForeignFileError("damaged-words", name) from error


def parse_spambayes_counts(cells: list[str], name: str) -> tuple[int, ...]:
    if len(cells) != 2:
        raise ForeignFileError("damaged-words", name)
    return tuple(parse_count(cell, name) for cell in cells)


def write_spambayes(table: ForeignCounts) -> Iterator[bytes]:
    """Yield an export for `sb_dbexpimp -i`.

    Cells are not protected against formulas of spreadsheets, because a program reads the file.
    """
    yield "{},{}\r\n".format(*table.document_counts.tolist()).encode()
    for word, counts in zip(table.words, table.counts.tolist(), strict=True):
        line = io.StringIO()
        csv.writer(line).writerow([word, *counts])
        yield line.getvalue().encode("utf-8", "surrogatepass")


def is_spambayes_export(head: bytes) -> bool:
    """Return whether a file begins with a line of two numbers, as an export of SpamBayes does."""
    return SPAMBAYES_HEAD.match(head) is not None


SPAMBAYES = ForeignFilter(
    "spambayes",
    SPAMBAYES_RULES,
    SPAMBAYES_FIELDS,
    is_spambayes_export,
    read_spambayes,
    write_spambayes,
    word_lengths=(1, 12),
)


THUNDERBIRD_MAGIC = b"\xfe\xed\xfa\xce"
THUNDERBIRD_MAX_NUMBER = (1 << 32) - 1
THUNDERBIRD_FIELDS = {"subject": "subject", "content-type": "content-type"}
THUNDERBIRD_RULES = TokenRules(pattern=r"[^\s.,:;!?'\"<>()\[\]{}/\\|&*+=#$%^~`@]+", min_length=3, max_length=12,
                   fields=tuple(map(Field, THUNDERBIRD_FIELDS)))  # fmt: skip


def read_thunderbird(content: bytes, name: str) -> ForeignCounts:
    """Read Thunderbird's `training.dat`: a magic number, numbers of good and junk mails, then words with counts.

    All numbers are 32-bit big-endian. The format follows Thunderbird's source, `nsBayesianFilter.cpp`. Thunderbird must
    not run while the file is replaced: it overwrites the file when it ends.

    Raises:
        ForeignFileError: The file is truncated.
    """
    if len(content) < 12 or not content.startswith(THUNDERBIRD_MAGIC):
        raise ForeignFileError("damaged-words", name)
    documents = struct.unpack_from(">II", content, 4)
    return make_mail_table(name, read_thunderbird_words(content, name), documents)


def read_thunderbird_words(content: bytes, name: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    offset = 12
    for label in range(2):
        (n_words,) = read_thunderbird_numbers(content, offset, 1, name)
        offset += 4
        for _ in range(n_words):
            count, length = read_thunderbird_numbers(content, offset, 2, name)
            word = content[offset + 8 : offset + 8 + length]
            if length > MAX_WORD_LENGTH or len(word) < length:
                raise ForeignFileError("damaged-words", name)
            offset += 8 + length
            yield THUNDERBIRD.bayleaf_name(word.decode("utf-8", "replace")), (count, 0) if label == 0 else (0, count)
    if offset != len(content):
        raise ForeignFileError("damaged-words", name)


def read_thunderbird_numbers(content: bytes, offset: int, n_numbers: int, name: str) -> tuple[int, ...]:
    if offset + 4 * n_numbers > len(content):
        raise ForeignFileError("damaged-words", name)
    return struct.unpack_from(f">{n_numbers}I", content, offset)


def write_thunderbird(table: ForeignCounts) -> Iterator[bytes]:
    """Yield a `training.dat` for Thunderbird."""
    yield THUNDERBIRD_MAGIC + struct.pack(
        ">II", *(min(number, THUNDERBIRD_MAX_NUMBER) for number in table.document_counts.tolist())
    )
    for label in range(2):
        counts = table.counts[:, label]
        yield struct.pack(">I", int((counts > 0).sum()))
        for place in counts.nonzero()[0].tolist():
            word = table.words[place].encode("utf-8", "surrogatepass")
            yield struct.pack(">II", min(int(counts[place]), THUNDERBIRD_MAX_NUMBER), len(word)) + word


def is_thunderbird_training_file(head: bytes) -> bool:
    """Return whether a file begins with the magic number of `training.dat`."""
    return head.startswith(THUNDERBIRD_MAGIC)


THUNDERBIRD = ForeignFilter(
    "thunderbird",
    THUNDERBIRD_RULES,
    THUNDERBIRD_FIELDS,
    is_thunderbird_training_file,
    read_thunderbird,
    write_thunderbird,
    word_lengths=(3, 12),
)

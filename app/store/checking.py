"""Check a workspace for damage: SQLite's integrity check, and checks of references, texts, counts, index and models.

A forged file can claim to expand to terabytes, or contain an index on an expression that SQLite evaluates for every
row. Compressed values state their expanded size. `find_oversized_values` adds these sizes up before any value is
expanded. Tables and indexes with expressions are excluded from SQLite's integrity check (`has_expressions`).
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.documents import Document
from app.domain.errors import StoreError
from app.domain.jobs import JobContext
from app.domain.records import Problem, StoredDocument
from app.store.connection import WorkspaceFile
from app.store.count_blobs import CountRows, decode_numbers, decode_rows
from app.store.count_segments import Segments, load_words
from app.store.document_packing import (
    LARGEST_COUNTS_BYTES,
    LARGEST_PAGE_BYTES,
    LARGEST_TEXT_BYTES,
    LARGEST_VERDICTS_BYTES,
    DamagedBlob,
    stated_size,
    unpack_document,
    unpack_page,
)
from app.store.documents import StoredDocuments
from app.store.models import EVALUATIONS_VERSION, LESSONS_VERSION, Models, checksum_of_pieces, unpack_arrays
from app.store.schema import (
    STEPS,
    broken_seals,
    migrate,
    sealed_tables_of,
)
from app.store.search_index import (
    FIELDS,
    HEADINGS_KEY,
    IndexPart,
    SearchIndex,
    WordBlock,
    decode_texts,
    iterate_words,
    to_comparable,
    word_blocks,
)

Recount = Callable[[str, Sequence[str], Sequence[Document]], CountRows | None]
"""Function (rules_key, words, texts) that counts texts again. `words` is the vocabulary.

It returns the counts, one row per text, or None if the token rules are unknown.
"""
Rehash = Callable[[StoredDocument], bytes]
"""Function that computes the content hash that a document should have; empty if it cannot be computed."""

TEXTS_AT_ONCE = 500
RECOGNISED_PAGES_VERSION = 10
"""First version of the file that has recognised pages."""
TICKETS_VERSION = 4
"""First version of the file that has tickets."""
CHARACTERS_AT_ONCE = 1 << 24
SHOWN_ROWS = 20
SEARCH_INDEX_VERSION = 6
"""First version of the file with a search index."""
_PROBLEM_QUERIES: tuple[tuple[str, str], ...] = (
    ("content-missing", "SELECT id FROM document WHERE id NOT IN (SELECT document_id FROM content)"),
    ("content-left-over", "SELECT document_id FROM content WHERE document_id NOT IN (SELECT id FROM document)"),
    ("row-left-over", "SELECT document_id FROM table_row WHERE document_id NOT IN (SELECT id FROM document)"),
    (
        "label-of-another-corpus",
        """SELECT document.id FROM document JOIN label ON label.id = label_id
        WHERE label.corpus_id <> document.corpus_id""",
    ),
    (
        "label-gone",
        "SELECT document.id FROM visible_document AS document JOIN label ON label.id = label_id WHERE label.is_deleted",
    ),
    ("corpus-gone", "SELECT id FROM visible_document WHERE corpus_id NOT IN (SELECT id FROM visible_corpus)"),
    (
        "content-twice",
        """SELECT max(id) FROM visible_document WHERE content_hash IS NOT NULL AND NOT is_kept
        GROUP BY corpus_id, content_hash HAVING count(*) > 1""",
    ),
    ("number-not-given-out", "SELECT id FROM document WHERE id > (SELECT value FROM counter WHERE name = 'document')"),
    ("run-left-over", "SELECT id FROM document WHERE run_id <> 0 AND run_id NOT IN (SELECT id FROM import_run)"),
    (
        "change-number",
        """SELECT id FROM corpus WHERE change_number <> max(
            log_kept_from,
            coalesce((SELECT max(number) FROM change WHERE corpus_id = corpus.id), 0),
            coalesce((SELECT max(change_number) FROM label_rename WHERE corpus_id = corpus.id), 0),
            coalesce((SELECT max(settled_number) FROM import_run WHERE corpus_id = corpus.id), 0)
        ) OR NOT is_deleted AND change_number - log_kept_from <> (
            SELECT count(*) FROM change WHERE corpus_id = corpus.id AND number > log_kept_from
        ) + (
            SELECT count(*) FROM label_rename
            WHERE corpus_id = corpus.id AND label_rename.change_number > log_kept_from
        ) + (
            SELECT coalesce(sum(documents), 0) FROM import_run
            WHERE corpus_id = corpus.id AND settled_number > log_kept_from)""",
    ),
    (
        "change-log",
        """SELECT change.document_id FROM change JOIN (
            SELECT corpus_id, document_id, max(number) AS number FROM change GROUP BY corpus_id, document_id
        ) USING (corpus_id, document_id, number)
        LEFT JOIN visible_document AS document ON document.id = document_id AND document.corpus_id = change.corpus_id
        WHERE is_there <> (document.id IS NOT NULL)
            OR is_there AND (new_label_id IS NOT label_id OR new_weight IS NOT weight)""",
    ),
    (
        "model-number",
        """SELECT model.id FROM model JOIN corpus ON corpus.id = corpus_id
        WHERE model.change_number > corpus.change_number""",
    ),
)
"""Problem code, and a query for the rows that have the problem."""


def find_problems(
    file: WorkspaceFile, context: JobContext, *, recount: Recount | None = None, rehash: Rehash | None = None
) -> Generator[Problem]:
    """Yield every problem of the file; all checks read the same state. Damage that ends the check is yielded last."""
    try:
        with file.snapshot():
            context.checkpoint(phase="checking the file")
            expected, actual = expected_schema(file.version), _statements_by_name(file)
            yield from _check_integrity(file, [name for name in expected if name in actual])
            context.checkpoint(phase="checking sizes")
            huge = list(islice(find_huge_values(file, [name for name in expected if name in actual]), SHOWN_ROWS))
            yield from huge
            if huge:
                return  # the checks below read every value
            yield from _check_structure(file, expected, actual)
            for done, (code, question) in enumerate(_PROBLEM_QUERIES):
                context.checkpoint(done, len(_PROBLEM_QUERIES), "checking references")
                for (number,) in islice(file.iterate_rows(question), SHOWN_ROWS):
                    yield Problem(code, str(number))
            too_large = list(islice(find_oversized_values(file), SHOWN_ROWS))
            yield from too_large
            if too_large:
                return  # a decompression bomb: expand nothing
            yield from broken_seals(file, sealed_tables_of(file.version))
            yield from _check_texts(file, context, rehash)
            if file.version >= TICKETS_VERSION:
                yield from _check_bodies(file, "ticket", "body", unpack_document)
            if file.version >= RECOGNISED_PAGES_VERSION:
                yield from _check_bodies(file, "recognised_page", "page", unpack_page)
            if file.version >= EVALUATIONS_VERSION:
                yield from _check_bodies(file, "evaluation", "verdicts", unpack_arrays)
            yield from _check_counts(file, context, recount)
            if file.version >= SEARCH_INDEX_VERSION:
                yield from find_index_problems(file, context)
            yield from _check_models(file)
    except StoreError as error:
        if error.reason != "damaged":
            raise
        yield Problem("damaged", error.detail)
    except (TypeError, ValueError, LookupError, ArithmeticError, RecursionError, MemoryError, sqlite3.Error) as error:
        yield Problem("damaged", f"{type(error).__name__}: {error}")  # a damaged file can raise any of these anywhere


def _check_structure(file: WorkspaceFile, expected: dict[str, str], actual: dict[str, str]) -> Iterator[Problem]:
    for table, row, parent, _ in islice(file.iterate_rows("PRAGMA foreign_key_check"), SHOWN_ROWS):
        yield Problem("reference", f"{table} {row}: {parent}")
    for name in sorted(expected.keys() | actual.keys()):
        if expected.get(name) != actual.get(name):
            yield Problem("schema", name)
    if not file.value("SELECT count(*) FROM counter WHERE name = 'document' AND typeof(value) = 'integer'"):
        yield Problem("damaged", "counter")


def _check_integrity(file: WorkspaceFile, own_tables: Sequence[str]) -> Iterator[Problem]:
    """Yield the problems that SQLite's integrity check finds.

    The check covers the whole file. If a table of another program has expressions, only `own_tables` are checked.
    """
    tables = dict(file.rows("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"))
    is_plain = all(name in own_tables or not has_expressions("table", sql) for name, sql in tables.items())
    for table in [None] if is_plain else [name for name in tables if name in own_tables]:
        about = SHOWN_ROWS if table is None else f'"{table}"'
        with file.value_limit(MAX_VALUE_CHECKED_BYTES):
            try:
                messages = file.column(f"PRAGMA integrity_check({about})")[:SHOWN_ROWS]
            except StoreError as error:
                if error.detail != "overgrown":
                    raise
                continue  # an index of a value that is too large: `find_huge_values` names its row
        for message in messages:
            if message != "ok":
                yield Problem("integrity", message)


def expected_schema(version: int) -> dict[str, str]:
    """Return name → CREATE statement of each table, index and view of a workspace of schema version `version`."""
    with closing(WorkspaceFile(Path(":memory:"), sqlite3.connect(":memory:", isolation_level=None))) as fresh:
        migrate(fresh, STEPS[:version])
        return _statements_by_name(fresh)


def _statements_by_name(file: WorkspaceFile) -> dict[str, str]:
    """Return name → CREATE statement of each table, index and view that the file has."""
    return dict(file.rows("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def _check_texts(file: WorkspaceFile, context: JobContext, rehash: Rehash | None) -> Iterator[Problem]:
    documents = StoredDocuments(file)
    total = file.value("SELECT count(*) FROM document")
    sql = (
        "SELECT document.id, length, body FROM document JOIN content ON document_id = document.id ORDER BY document.id"
    )
    for done, (number, length, body) in enumerate(file.iterate_rows(sql)):
        if done % TEXTS_AT_ONCE == 0:
            context.checkpoint(done, total, "checking texts")
        try:
            if len(unpack_document(body).text) != length:
                yield Problem("text-length", str(number))
        except DamagedBlob as error:
            yield Problem("text", f"{number}: {error}")
            continue
        if rehash is not None and documents.headings([number]):  # no heading: deleted, or of an unsettled import
            stored = documents.get(number)
            expected_hash = rehash(stored)
            if expected_hash and expected_hash != stored.document.content_hash:
                yield Problem("content-hash", str(number))


def _check_bodies(file: WorkspaceFile, table: str, column: str, unpack: Callable[[bytes], object]) -> Iterator[Problem]:
    """Yield a problem for each compressed value of `column` that `unpack` refuses with DamagedBlob."""
    for number, body in file.iterate_rows(f"SELECT id, {column} FROM {table} ORDER BY id"):  # noqa: S608 - our names
        try:
            unpack(body)
        except DamagedBlob as error:
            yield Problem("text", f"{table} {number}: {error}")


def _check_counts(file: WorkspaceFile, context: JobContext, recount: Recount | None) -> Iterator[Problem]:
    for vocabulary, rules_key, n_words in file.rows("SELECT id, rules_key, n_words FROM vocabulary"):
        words = load_words(file, vocabulary)
        if len(words) != n_words or len(set(words)) != n_words:
            yield Problem("words", str(vocabulary))
            continue
        sql = "SELECT id, n_documents, document_ids, counts FROM segment WHERE vocabulary_id = ?"
        for number, n_documents, ids, counts in file.iterate_rows(sql, (vocabulary,), size=1):
            context.checkpoint(phase="checking counts")
            try:
                numbers, rows = decode_numbers(ids), decode_rows(counts, n_words)
            except DamagedBlob as error:
                yield Problem("segment", f"{number}: {error}")
                continue
            if not len(numbers) == rows.n_documents == n_documents:
                yield Problem("segment", f"{number}: rows")
            elif recount is not None:
                yield from _compare_recounted(file, recount, rules_key, words, numbers, rows)


def _compare_recounted(
    file: WorkspaceFile, recount: Recount, rules_key: str, words: Sequence[str], numbers: Any, rows: CountRows
) -> Iterator[Problem]:
    """Yield a problem for each document of `numbers` whose stored counts differ from a new count of its text."""
    row_by_number = {number: row for row, number in enumerate(numbers.tolist())}
    for bodies in _batch_by_size(StoredDocuments(file).read_bodies(numbers.tolist())):
        batch = [number for number, _ in bodies]
        fresh = recount(rules_key, words, [body for _, body in bodies])
        if fresh is None:
            return
        stored = rows.select(np.array([row_by_number[number] for number in batch], np.int64))
        for row, number in enumerate(batch):
            stored_row, fresh_row = slice(*stored.starts[row : row + 2]), slice(*fresh.starts[row : row + 2])
            has_same_words = np.array_equal(stored.tokens[stored_row], fresh.tokens[fresh_row])
            if not has_same_words or not np.array_equal(stored.values[stored_row], fresh.values[fresh_row]):
                yield Problem("counts", f"{number} ({rules_key})")


def _batch_by_size(bodies: Iterable[tuple[int, Document]]) -> Iterator[list[tuple[int, Document]]]:
    """Yield (number, document) pairs in batches of about CHARACTERS_AT_ONCE characters, to limit memory."""
    batch: list[tuple[int, Document]] = []
    n_characters = 0
    for number, body in bodies:
        batch.append((number, body))
        n_characters += len(body.text)
        if n_characters >= CHARACTERS_AT_ONCE:
            yield batch
            batch, n_characters = [], 0
    if batch:
        yield batch


def _check_models(file: WorkspaceFile) -> Iterator[Problem]:
    if file.version >= LESSONS_VERSION:
        yield from _check_lessons(file)
    sql = "SELECT id, name, recipe, typeof(content), checksum FROM model"
    for number, name, recipe, kind, checksum in file.rows(sql):
        if kind != "blob" or checksum_of_pieces(file.read_model(number)) != checksum:
            yield Problem("model", str(name))
        try:
            json.loads(recipe)
        except (ValueError, TypeError, RecursionError):
            yield Problem("recipe", str(name))


def _check_lessons(file: WorkspaceFile) -> Iterator[Problem]:
    """Yield a problem for each model with missing or changed lessons, and for each lesson without a model."""
    models = Models(file)
    for model in models.all():
        try:
            models.lessons(model)
        except StoreError:
            yield Problem("model", model.name)
    sql = """SELECT id FROM lesson
        WHERE model_id NOT IN (SELECT model_id FROM model_lessons JOIN model ON model.id = model_id WHERE n_lessons)"""
    for (number,) in file.rows(sql):
        yield Problem("lesson-left-over", str(number))


_SELECT_INDEX_PARTS = """SELECT search_part.id, name, rules_key, document_ids FROM search_part
    JOIN visible_corpus ON visible_corpus.id = corpus_id ORDER BY search_part.id"""
_SELECT_WORD_BLOCKS = "SELECT first_word, words, documents FROM search_word WHERE part_id = ? ORDER BY first_word"


def find_index_problems(file: WorkspaceFile, context: JobContext) -> Iterator[Problem]:
    """Yield a problem for each difference between the search index and its source: the documents and their counts."""
    for number, corpus, rules_key, ids in file.rows(_SELECT_INDEX_PARTS):
        context.checkpoint(phase="checking the index")
        try:
            part = IndexPart(number, decode_numbers(ids))
            if rules_key == HEADINGS_KEY:
                yield from _check_headings(file, corpus, part)
            else:
                yield from _check_words(file, corpus, rules_key, part)
        except DamagedBlob as error:
            yield Problem("index", f"{number}: {error}")


def _check_headings(file: WorkspaceFile, corpus: str, part: IndexPart) -> Iterator[Problem]:
    """Yield a problem for each difference between a part of the heading index and the documents."""
    index_of = {number: index for index, number in enumerate(part.document_numbers.tolist())}
    rows = SearchIndex(file).headings_of(corpus, part.document_numbers.tolist())
    fields = dict(file.rows("SELECT field, texts FROM search_heading WHERE part_id = ?", (part.part_number,)))
    for column, field in enumerate(FIELDS, start=1):
        texts = decode_texts(fields[field])
        if len(texts.text_numbers) != len(part.document_numbers):
            raise DamagedBlob("other headings than documents")
        values = list(texts.texts())
        value_numbers = texts.text_numbers.tolist()
        for row in rows:
            if values[value_numbers[index_of[row[0]]]] != to_comparable(str(row[column])):
                yield Problem("index", f"{part.part_number}: {field} of {row[0]}")


def _check_words(file: WorkspaceFile, corpus: str, rules_key: str, part: IndexPart) -> Iterator[Problem]:
    """Yield a problem for each difference between a part of the word index and the counts of its documents.

    Documents without counts are skipped: the counts of a deleted document may have been removed already.
    """
    segments = Segments(file)
    counted = segments.read_documents(corpus, rules_key, part.document_numbers)
    is_counted = np.isin(part.document_numbers, counted.document_numbers)
    lengths = np.zeros(len(part.document_numbers), np.int64)
    lengths[is_counted] = np.diff(counted.starts)
    rows = CountRows(np.concatenate(([0], np.cumsum(lengths))), counted.tokens, counted.values)
    expected = dict(iterate_words(word_blocks(rows, segments.words(corpus, rules_key)), len(part.document_numbers)))
    blocks = (WordBlock(*row) for row in file.rows(_SELECT_WORD_BLOCKS, (part.part_number,)))
    for word, positions in iterate_words(blocks, len(part.document_numbers)):
        counted_positions = positions[is_counted[positions]]
        if len(counted_positions) and not np.array_equal(counted_positions, expected.pop(word, positions[:0])):
            yield Problem("index", f"{part.part_number}: {word!r}")
    for word in expected:
        yield Problem("index", f"{part.part_number}: {word!r}")


COMPRESSED_COLUMNS = (
    ("content", "document_id", ("body",), LARGEST_TEXT_BYTES),
    ("segment", "id", ("document_ids", "counts"), LARGEST_COUNTS_BYTES),
    ("word_list", "vocabulary_id", ("words",), LARGEST_COUNTS_BYTES),
    ("ticket", "id", ("body",), LARGEST_TEXT_BYTES),
    ("recognised_page", "id", ("page",), LARGEST_PAGE_BYTES),
    ("evaluation", "id", ("verdicts",), LARGEST_VERDICTS_BYTES),
    ("search_part", "id", ("document_ids",), LARGEST_COUNTS_BYTES),
    ("search_heading", "part_id", ("texts",), LARGEST_COUNTS_BYTES),
    ("search_word", "part_id", ("words", "documents"), LARGEST_COUNTS_BYTES),
    ("search_order", "corpus_id", ("document_ids",), 1 << 30),
)
"""Tables with compressed columns: table, key column, columns, and the largest size to which one value may expand."""
FRAME_HEAD_BYTES = 18
"""Longest header of a zstd frame. See: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.1"""
ALLOWED_EXPANDED_BYTES = 1 << 28
MAX_VALUE_CHECKED_BYTES, MAX_TEXT_CHECKED_BYTES = 1 << 26, 1 << 24
"""Largest stored value, and largest text, that `check` reads.

A check of a forged file with one value of 700 MB took 1.4 GB of memory. Readers refuse documents above 64 MB, and
names, paths, recipes and results are far below 16 MB.
"""
MAX_EXPANSION = 32
"""Maximum ratio of the expanded size of all values to the file size. ALLOWED_EXPANDED_BYTES more are allowed.

Text compresses to a third or a sixth.
"""
PLAIN_INDEX = re.compile(
    r'CREATE INDEX [\w"]+ ON [\w"]+ ?\( ?{0}(?:, ?{0})*\)'.replace("{0}", r'[\w"]+(?: ASC| DESC)?'),
    re.IGNORECASE,
)
"""Matches an index on plain columns without COLLATE.

With a collation that SQLite does not know, every statement that needs the index would fail.
"""
PLAIN_TABLE = re.compile(r'CREATE TABLE [\w"]+ ?\([\w",\s]+\)', re.IGNORECASE)


def find_huge_values(file: WorkspaceFile, tables: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each row of `tables` with a value that is too large to be read, without reading the value.

    SQLite refuses to read a value above its length limit before it allocates memory. The limit also ends a statement
    that only compares lengths, because SQLite has to read a text to know its length. The content of models may be
    larger, and is read piece by piece.
    """
    for table in tables:
        columns = file.rows("SELECT name, type, pk FROM pragma_table_info(?)", (table,))
        sizes = [
            f"length({name}) > {MAX_VALUE_CHECKED_BYTES}"
            if kind != "TEXT"
            else f"length(CAST({name} AS BLOB)) > {MAX_TEXT_CHECKED_BYTES}"
            for name, kind, _ in columns
            if (table, name) != ("model", "content")
        ]
        [key, *_] = [name for name, _, position in columns if position == 1] or ["rowid"]
        if not sizes or file.value("SELECT type FROM sqlite_master WHERE name = ?", (table,)) != "table":
            continue
        question = f"SELECT {key} FROM {table} WHERE ({' OR '.join(sizes)})"  # noqa: S608 - our names
        with file.value_limit(MAX_VALUE_CHECKED_BYTES):
            try:
                rows = file.column(f"{question} LIMIT {SHOWN_ROWS}")
            except StoreError as error:
                if error.detail != "overgrown":
                    raise
                rows = list(islice(_keys_of_huge_rows(file, table, key, question), SHOWN_ROWS))
        for number in rows:
            yield Problem("overgrown", f"{table} {number}")


def _keys_of_huge_rows(file: WorkspaceFile, table: str, key: str, query: str) -> Iterator[object]:
    """Yield the keys of the rows of `table` with a value that is too large.

    `query` selects these rows. It is run for one row at a time. SQLite refuses to run it for a row whose value is above
    the length limit, so the key of that row is yielded as well. If a key is too large to be read, the name of the key
    column is yielded.
    """
    try:
        keys = file.column(f"SELECT DISTINCT {key} FROM {table}")  # noqa: S608 - our names
    except StoreError:  # the key itself is too large
        yield key
        return
    for number in keys:
        try:
            is_huge = bool(file.rows(f"SELECT 1 FROM ({query} AND {key} = ?)", (number,)))  # noqa: S608
        except StoreError:
            is_huge = True
        if is_huge:
            yield number


def find_oversized_values(file: WorkspaceFile) -> Iterator[Problem]:
    """Yield a problem for each compressed value whose header states an implausible expanded size.

    The values are not expanded.
    """
    total, known = 0, set(file.column("SELECT name FROM sqlite_master WHERE type = 'table'"))
    for table, key, columns, largest in COMPRESSED_COLUMNS:
        if table not in known:
            continue  # the file has an older version
        heads = ", ".join(f"substr({column}, 1, {FRAME_HEAD_BYTES})" for column in columns)
        for number, *values in file.iterate_rows(f"SELECT {key}, {heads} FROM {table}"):  # noqa: S608 - our names
            claimed = max(map(_stated_size, values))
            total += claimed
            if claimed > largest:
                yield Problem("overgrown", f"{table} {number}")
    pages = file.value("PRAGMA page_count") * file.value("PRAGMA page_size")
    if total > ALLOWED_EXPANDED_BYTES + MAX_EXPANSION * pages:
        yield Problem("overgrown", f"{total} > {pages}")


def _stated_size(head: object) -> int:
    """Return the expanded size that the first bytes of a compressed value state; 0 if they are damaged."""
    try:
        return stated_size(head)
    except DamagedBlob:
        return 0  # reported later by the check of the value itself


def has_expressions(kind: str, statement: str) -> bool:
    """Return whether SQLite may evaluate an expression for every row of a table or index of another program.

    `kind` is `table` or `index`, and `statement` is its CREATE statement.
    """
    plain = PLAIN_INDEX if kind == "index" else PLAIN_TABLE
    return plain.fullmatch(statement) is None

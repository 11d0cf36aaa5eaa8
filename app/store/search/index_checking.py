"""Verifies that the index says of each document what the document and its counts say."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.domain.jobs import JobContext
from app.domain.records import Problem
from app.store.counts.count_blobs import CountRows, decoded_numbers
from app.store.counts.count_segments import Segments
from app.store.file.connection import WorkspaceFile
from app.store.file.document_packing import DamagedBlob
from app.store.search.heading_texts import comparable, decoded_texts
from app.store.search.search_index import FIELDS, HEADINGS, IndexPart, SearchIndex
from app.store.search.word_lists import WordBlock, listed_words, word_blocks

_PARTS = """SELECT search_part.id, name, rules_key, document_ids FROM search_part
    JOIN visible_corpus ON visible_corpus.id = corpus_id ORDER BY search_part.id"""
_BLOCKS = "SELECT first_word, words, documents FROM search_word WHERE part_id = ? ORDER BY first_word"


def index_problems(file: WorkspaceFile, context: JobContext) -> Iterator[Problem]:
    """Everything in which the index differs from what it is made of."""
    for number, corpus, rules_key, ids in file.rows(_PARTS):
        context.checkpoint(phase="checking the index")
        try:
            part = IndexPart(number, decoded_numbers(ids))
            if rules_key == HEADINGS:
                yield from _headings(file, corpus, part)
            else:
                yield from _words(file, corpus, rules_key, part)
        except DamagedBlob as error:
            yield Problem("index", f"{number}: {error}")


def _headings(file: WorkspaceFile, corpus: str, part: IndexPart) -> Iterator[Problem]:
    places = {number: place for place, number in enumerate(part.documents.tolist())}
    rows = SearchIndex(file).texts_of(corpus, part.documents.tolist())
    fields = dict(file.rows("SELECT field, texts FROM search_heading WHERE part_id = ?", (part.number,)))
    for column, field in enumerate(FIELDS, start=1):
        texts = decoded_texts(fields[field])
        if len(texts.values) != len(part.documents):
            raise DamagedBlob("other headings than documents")
        values = list(texts.texts())
        shown = texts.values.tolist()
        for row in rows:
            if values[shown[places[row[0]]]] != comparable(str(row[column])):
                yield Problem("index", f"{part.number}: {field} of {row[0]}")


def _words(file: WorkspaceFile, corpus: str, rules_key: str, part: IndexPart) -> Iterator[Problem]:
    """A document that was deleted may have lost its counts; the others have all of theirs, and nothing else."""
    segments = Segments(file)
    counted = segments.of_documents(corpus, rules_key, part.documents)
    is_counted = np.isin(part.documents, counted.document_numbers)
    lengths = np.zeros(len(part.documents), np.int64)
    lengths[is_counted] = np.diff(counted.starts)
    rows = CountRows(np.concatenate(([0], np.cumsum(lengths))), counted.tokens, counted.values)
    wanted = dict(listed_words(word_blocks(rows, segments.words(corpus, rules_key)), len(part.documents)))
    blocks = (WordBlock(*row) for row in file.rows(_BLOCKS, (part.number,)))
    for word, places in listed_words(blocks, len(part.documents)):
        kept = places[is_counted[places]]
        if len(kept) and not np.array_equal(kept, wanted.pop(word, kept[:0])):
            yield Problem("index", f"{part.number}: {word!r}")
    for word in wanted:
        yield Problem("index", f"{part.number}: {word!r}")

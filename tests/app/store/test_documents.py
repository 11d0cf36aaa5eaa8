"""Tables read columns, rows in view read headings, and one document is read whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.documents import Attachment, Document
from app.domain.errors import NotFound, StoreError
from app.store.document_packing import (
    DamagedBlob,
    compress_frame,
    decompress_frame,
    pack_document,
    unpack_document,
)
from app.store.documents import NO_DATE, NO_LABEL
from app.store.workspace import Workspace
from tests.app.store.made_up import hash_of, imported, mail, numbers_of

WORDS = st.text(st.characters(codec=None), max_size=40)


@given(WORDS, st.dictionaries(WORDS, WORDS, max_size=3), WORDS)
def test_any_text_and_evidence_come_back_from_a_body(text: str, fields: dict[str, str], name: str) -> None:
    document = Document(text, "/x", fields=fields, attachments=(Attachment(name, "text/plain", 5),))

    body = unpack_document(pack_document(document).body)

    assert (body.text, body.fields, body.attachments) == (text, fields, document.attachments)


@given(st.binary(max_size=60))
def test_bytes_that_are_no_body_are_refused(noise: bytes) -> None:
    for bad in (
        noise,
        compress_frame(noise[:3]),
        compress_frame(b"\xff\xff\xff\x7f" + noise),
        compress_frame(b"\x02\0\0\0[]"),
    ):
        with pytest.raises(DamagedBlob):
            unpack_document(bad)


def test_a_frame_that_would_grow_without_end_is_refused() -> None:
    with pytest.raises(DamagedBlob):
        decompress_frame(compress_frame(bytes(5_000_000)), largest=1_000_000)


@pytest.fixture
def varied(workspace: Workspace) -> Workspace:
    """Three documents that differ in everything."""
    whole = Document(
        "Zürich text",
        "/in/a.pdf",
        title="beta",
        sender="zoe@example.org",
        label="invoice",
        weight=0.5,
        attachments=(Attachment("x.txt", "text/plain", 3),),
        content_hash=hash_of("pdf"),
        size_bytes=1234,
    )
    imported(workspace, [mail("Alpha", "ham"), whole, mail("gamma")])
    return workspace


def test_columns_of_all_documents_need_no_text(varied: Workspace) -> None:
    columns = varied.documents.columns("mail")

    assert columns.document_numbers.tolist() == [1, 2, 3]
    assert (columns.label_indices.tolist(), columns.label_names) == ([0, 1, NO_LABEL], ("ham", "invoice"))
    assert (columns.weights.tolist(), columns.kinds.tolist()) == ([1.0, 0.5, 1.0], [0, 1, 0])
    assert columns.dates_s.tolist() == [1_700_000_000, NO_DATE, 1_700_000_000]
    assert columns.n_characters.tolist() == [5, 11, 5]
    assert (columns.n_attachments.tolist(), columns.has_conflict.tolist()) == ([0, 1, 0], [False] * 3)


def test_an_empty_corpus_has_empty_columns(workspace: Workspace) -> None:
    workspace.corpora.add("new")

    assert len(workspace.documents.columns("new").document_numbers) == 0
    assert workspace.documents.table_rows("new").numeric_values.shape == (0, 0)


def test_headings_come_in_the_order_asked_for(varied: Workspace) -> None:
    headings = varied.documents.headings([3, 99, 1, 2])

    assert [(heading.number, heading.title) for heading in headings] == [(3, "Gamma"), (1, "Alpha"), (2, "beta")]
    assert (headings[2].label, headings[2].sender, headings[2].length) == ("invoice", "zoe@example.org", 11)


def test_a_document_is_read_whole(varied: Workspace) -> None:
    stored = varied.documents.get(2)

    assert (stored.corpus, stored.document.text, stored.document.weight) == ("mail", "Zürich text", 0.5)
    with pytest.raises(NotFound):
        varied.documents.get(99)


def test_texts_come_in_the_order_asked_for(varied: Workspace) -> None:
    assert [(number, body.text) for number, body in varied.documents.read_bodies([3, 1])] == [
        (3, "gamma"),
        (1, "Alpha"),
    ]
    assert sum(1 for _ in varied.documents.read_bodies(range(5000))) == 3


def test_content_is_found_by_its_hash(varied: Workspace) -> None:
    assert numbers_of(varied, "gamma", "Alpha", "beta") == [3, 1]


def test_rows_of_tables_keep_numbers_and_choices(workspace: Workspace) -> None:
    rows = [
        Document("", "t.csv", member=str(n), kind="row", numbers=(float(n), np.nan), choices=(value, None))
        for n, value in enumerate(("red", "green", "red"))
    ]
    with workspace.imports.begin("table", source="t.csv", kind="table") as run:
        run.add(rows[:1])
        run.add(rows[1:])
        run.settle()

    table = workspace.documents.table_rows("table")
    np.testing.assert_array_equal(table.numeric_values, [[0, np.nan], [1, np.nan], [2, np.nan]])
    assert (table.category_indices.tolist(), table.category_names[0]) == ([[0, -1], [1, -1], [0, -1]], ("red", "green"))
    assert workspace.documents.get(2).document.choices == ("green", None)
    assert workspace.documents.table_rows_of([3, 1])[0][1] == ("red", None)


def test_a_damaged_text_is_a_sentence(varied: Workspace) -> None:
    (body,) = varied._file.row("SELECT body FROM content WHERE document_id = 1")
    varied._file.execute("UPDATE content SET body = x'28b52ffd00' WHERE document_id = 1")
    with pytest.raises(StoreError, match="damaged"):
        varied.documents.get(1)
    with pytest.raises(StoreError, match="damaged"):
        list(varied.documents.read_bodies([1]))
    varied._file.execute("UPDATE content SET body = ? WHERE document_id = 1", (body,))

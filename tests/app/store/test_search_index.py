"""The index finds what the documents say, whatever was done to them since, and `check` notices where it does not."""

from __future__ import annotations

import random

import numpy as np
import pytest

from app.store import search_index
from app.store.search_index import (
    decode_texts,
    document_indices_of_word,
    encode_texts,
    heading_texts,
    to_comparable,
    word_blocks,
)
from app.store.workspace import Workspace
from tests.app.store.made_up import RULES, counted, imported, mails, numbers_of

TEXTS = ("Größe", "", "GROSSE Freude", "Re: re: RE", "зима ЗИМА", "a\0b", "café au lait", "日本語の件名", "Größe")


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make parts of four documents, so that a few mails have several."""
    monkeypatch.setattr(search_index, "MIN_DOCUMENTS_PER_PART", 3)
    monkeypatch.setattr(search_index, "MAX_DOCUMENTS_PER_PART", 4)


def indexed(workspace: Workspace) -> Workspace:
    """Make all of the index that can be made."""
    while workspace.search_index.add_headings("mail") or workspace.search_index.add_words("mail", RULES):
        pass
    for field in search_index.FIELDS:
        workspace.search_index.store_order("mail", field)
    return workspace


@pytest.mark.parametrize("wanted", ["größe", "grosse", "e", "re", "зим", "", "lait", "語の", "t\0g", "nowhere"])
def test_a_text_is_found_where_python_finds_it(wanted: str) -> None:
    found = decode_texts(encode_texts(heading_texts(TEXTS))).mask_containing(wanted)

    assert found.tolist() == [wanted.casefold() in text.casefold().replace("\0", "\ufffd") for text in TEXTS]


@pytest.mark.parametrize("seed", range(20))
def test_headings_that_have_a_text_are_those_that_python_finds(seed: int) -> None:
    dice = random.Random(seed)
    letters = "ab ßİ中" if seed % 2 else "a"
    texts = ["".join(dice.choices(letters, k=dice.randrange(90))) for _ in range(60)]
    for wanted in ("a", "aa", "ab", "中", "".join(dice.choices(letters, k=3))):
        expected = [to_comparable(wanted) in to_comparable(text) for text in texts]
        assert heading_texts(texts).mask_containing(wanted).tolist() == expected


def test_a_text_is_found_where_the_bytes_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = heading_texts([f"a letter number {number}" for number in range(50)])
    for n_bytes in (7, 16, 64):
        monkeypatch.setattr("app.store.search_index.BYTES_AT_ONCE", n_bytes)
        assert np.flatnonzero(texts.mask_containing("number 4")).tolist() == [4, *range(40, 50)]


def test_each_word_has_the_documents_that_have_it() -> None:
    texts = ["b a a", "", "c b", "zz é \ud800"]
    rows, words = counted(texts, [])
    blocks = list(word_blocks(rows, words))

    for word in {"a", "b", "c", "zz", "é", "\ud800"}:
        found = [place for block in blocks for place in document_indices_of_word(block, word, len(texts)).tolist()]
        assert found == [place for place, text in enumerate(texts) if word in text.split()]


def test_parts_cover_what_there_is_and_leave_the_rest(with_mail: Workspace) -> None:
    index = indexed(with_mail).search_index

    assert [len(part.document_numbers) for part in index.parts("mail")] == [4, 4]
    assert [len(part.document_numbers) for part in index.parts("mail", RULES)] == [4, 4]
    [found] = [n for places, part in zip(index.documents_with(index.parts("mail", RULES), "7"),
                                         index.parts("mail", RULES), strict=True)
               for n in part.document_numbers[places].tolist()]  # fmt: skip
    assert [found] == numbers_of(with_mail, "letter number 7")


def test_orders_are_those_of_the_titles(with_mail: Workspace) -> None:
    index = indexed(with_mail).search_index
    covered = np.concatenate([part.document_numbers for part in index.parts("mail")]).tolist()
    headings = {one.number: one.title for one in with_mail.documents.headings(covered)}

    assert index.order("mail", "title").tolist() == sorted(covered, key=lambda n: (headings[n].casefold(), n))
    assert not index.lacks_order("mail", "title")


def test_compacting_takes_deleted_documents_out_of_the_index(with_mail: Workspace) -> None:
    index = indexed(with_mail).search_index
    gone = numbers_of(with_mail, "letter number 1")
    with_mail.editing.remove(gone)
    assert with_mail.check() == []
    with_mail.compact()

    listed = np.concatenate([np.zeros(0, np.int64), *(part.document_numbers for part in index.parts("mail"))])
    assert not np.isin(gone, listed).any()
    assert b"letter number 1\0" not in with_mail.path.read_bytes()
    assert [len(part.document_numbers) for part in indexed(with_mail).search_index.parts("mail")] == [4, 4]


def test_documents_of_a_later_import_get_parts_of_their_own(with_mail: Workspace) -> None:
    before = indexed(with_mail).search_index.parts("mail")
    imported(with_mail, mails(5, first=20))
    after = indexed(with_mail).search_index.parts("mail")

    assert [part.part_number for part in after[: len(before)]] == [part.part_number for part in before]
    assert sum(len(part.document_numbers) for part in after) == 12


@pytest.mark.parametrize(
    ("table", "statement"),
    [
        ("search_heading", "UPDATE search_heading SET texts = (SELECT texts FROM search_heading WHERE field = 'path')"),
        ("search_word", "DELETE FROM search_word WHERE rowid = 1"),
        ("search_word", "UPDATE search_word SET documents = x'00'"),
        ("search_part", "UPDATE search_part SET document_ids = x'01'"),
    ],
)
def test_check_names_an_index_that_is_not_so(with_mail: Workspace, table: str, statement: str) -> None:
    path = with_mail.path
    indexed(with_mail)
    assert with_mail.check() == []
    file = with_mail._file
    before = file.rows(f"SELECT * FROM {table}")
    file.execute(statement)
    try:
        with Workspace(path, read_only=True) as reader:
            assert {problem.code for problem in reader.check()} == {"index"}
    finally:
        file.execute(f"DELETE FROM {table}")
        file.execute_many(f"INSERT INTO {table} VALUES ({', '.join('?' * len(before[0]))})", before)


def test_a_search_that_is_kept_comes_back_until_it_is_removed(with_mail: Workspace) -> None:
    with_mail.shelves.save("mail", "Invoices", "subject:invoice")
    with_mail.shelves.save("mail", "Ann", "from:ann")
    with_mail.shelves.save("mail", "Invoices", "subject:bill")
    assert with_mail.shelves.all("mail") == (("Invoices", "subject:bill"), ("Ann", "from:ann"))
    with_mail.shelves.remove("mail", "Invoices")
    assert with_mail.shelves.all("mail") == (("Ann", "from:ann"),)

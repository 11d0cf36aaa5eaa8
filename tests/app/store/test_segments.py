"""Counts come back as they went in, whoever else counts, and without documents that are gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import StoreError
from app.store import count_segments
from app.store.count_blobs import (
    LENGTHS_BYTES,
    CountRows,
    concatenate_rows,
    decode_lengths,
    decode_numbers,
    decode_row,
    decode_rows,
    encode_numbers,
    encode_rows,
    row_starts,
)
from app.store.document_packing import DamagedBlob, compress_frame
from app.store.workspace import Workspace
from tests.app.store.made_up import RULES, as_array, bags, counted, imported, mail, mails, numbers_of

ROWS = st.lists(st.dictionaries(st.integers(0, 2**31 - 2), st.integers(1, 2**31 - 1), max_size=8), max_size=8)


def rows_of(documents: list[dict[int, int]]) -> CountRows:
    tokens = [token for document in documents for token in sorted(document)]
    values = [document[token] for document in documents for token in sorted(document)]
    starts = row_starts(np.array([len(document) for document in documents], np.int64))
    return CountRows(starts, np.array(tokens, np.int32), np.array(values, np.int32))


def as_lists(rows: CountRows) -> list[list[int]]:
    return [rows.starts.tolist(), rows.tokens.tolist(), rows.values.tolist()]


@given(ROWS)
def test_any_counts_come_back_from_a_blob(documents: list[dict[int, int]]) -> None:
    rows = rows_of(documents)

    assert as_lists(decode_rows(encode_rows(rows), 2**31 - 1)) == as_lists(rows)


def test_a_row_is_read_alone_as_with_all_others() -> None:
    rows = rows_of([{3: 1, 9: 300}, {}, {0: 2, 2**31 - 2: 1}])
    blob = encode_rows(rows)
    for row in range(rows.n_documents):
        alone = decode_row(blob, row, rows.n_documents, 2**31 - 1)
        assert alone.tolist() == rows.tokens[rows.starts[row] : rows.starts[row + 1]].tolist()
    with pytest.raises(DamagedBlob):
        decode_row(blob, 0, rows.n_documents, 9)
    with pytest.raises(DamagedBlob):
        decode_row(blob, 0, rows.n_documents + 1, 10)


@given(st.sets(st.integers(1, 2**62), max_size=20))
def test_any_document_numbers_come_back_from_a_blob(numbers: set[int]) -> None:
    ascending = np.array(sorted(numbers), np.int64)

    assert decode_numbers(encode_numbers(ascending)).tolist() == ascending.tolist()


@given(ROWS, st.data())
def test_renumbering_words_keeps_every_count(documents: list[dict[int, int]], data: st.DataObject) -> None:
    small = [{token % 5: value for token, value in document.items()} for document in documents]
    numbers = np.array(data.draw(st.permutations(range(5))), np.int64)

    renumbered = rows_of(small).renumber(numbers)

    assert as_lists(renumbered) == as_lists(rows_of([{int(numbers[t]): v for t, v in d.items()} for d in small]))


@given(st.binary(max_size=200))
def test_bytes_that_are_no_counts_are_refused(noise: bytes) -> None:
    with pytest.raises(DamagedBlob):
        decode_rows(compress_frame(noise + b"!"), 10)
    with pytest.raises(DamagedBlob):
        decode_rows(noise, 10)


@given(ROWS.filter(any), st.data())
def test_a_flipped_bit_in_a_blob_is_found(documents: list[dict[int, int]], data: st.DataObject) -> None:
    blob = bytearray(encode_rows(rows_of(documents)))
    place = data.draw(st.integers(0, 8 * len(blob) - 1))
    blob[place // 8] ^= 1 << place % 8

    try:
        found = decode_rows(bytes(blob), 2**31 - 1)
    except DamagedBlob:
        return
    assert as_lists(found) == as_lists(rows_of(documents)), "only bits of the frame that carry nothing may flip"


def test_words_that_do_not_exist_are_refused() -> None:
    with pytest.raises(DamagedBlob):
        decode_rows(encode_rows(rows_of([{3: 1}])), 3)


def test_nothing_joined_is_nothing() -> None:
    assert as_lists(concatenate_rows([])) == [[0], [], []]


def test_large_batches_are_cut_into_blobs(workspace: Workspace, monkeypatch) -> None:
    monkeypatch.setattr(count_segments, "DOCUMENTS_PER_SEGMENT", 4)
    imported(workspace, mails(10))

    assert workspace._file.column("SELECT n_documents FROM segment") == [4, 4, 2]
    assert all(bag["letter"] == 1 for bag in bags(workspace).values())


def test_uncounted_documents_are_found_and_counted_later(with_mail: Workspace) -> None:
    added = with_mail.editing.add("mail", [mail("one new new"), mail("letter")])
    assert with_mail.segments.uncounted_documents("mail", RULES).tolist() == added.document_numbers.tolist()
    assert with_mail.segments.uncounted_documents("mail", "other rules").tolist() == list(range(1, 12))

    writer = with_mail.segments.writer("mail", RULES)
    rows, new = counted(["one new new", "letter"], writer.words)
    writer.add(added.document_numbers, rows.starts, rows.tokens, rows.values, new)

    assert with_mail.segments.uncounted_documents("mail", RULES).tolist() == []
    assert bags(with_mail)[int(added.document_numbers[0])] == {"one": 1, "new": 2}


def test_two_writers_with_words_of_their_own_agree(with_mail: Workspace, path: Path) -> None:
    texts = ["alpha beta", "beta gamma", "gamma delta alpha", "delta omega"]
    numbers = with_mail.editing.add("mail", [mail(text) for text in texts]).document_numbers
    with Workspace(path) as other:
        writers = [with_mail.segments.writer("mail", RULES), other.segments.writer("mail", RULES)]
        words = [list(writer.words) for writer in writers]
        for place, text in enumerate(texts):
            rows, new = counted([text], words[place % 2])
            words[place % 2].extend(new)
            writers[place % 2].add(numbers[place : place + 1], rows.starts, rows.tokens, rows.values, new)

    assert [bags(with_mail)[number] for number in numbers.tolist()] == [
        dict.fromkeys(text.split(), 1) for text in texts
    ]
    stored = with_mail.segments.words("mail", RULES)
    assert len(set(stored)) == len(stored)


def test_a_writer_goes_on_after_the_workspace_was_compacted(with_mail: Workspace, path: Path) -> None:
    with_mail.editing.remove(numbers_of(with_mail, "letter number 0"))
    numbers = with_mail.editing.add("mail", [mail("letter zero"), mail("zero number")]).document_numbers
    with Workspace(path) as other:
        writer = other.segments.writer("mail", RULES)
        words = list(writer.words)
        for place, text in enumerate(("letter zero", "zero number")):
            rows, new = counted([text], words)
            words.extend(new)
            writer.add(numbers[place : place + 1], rows.starts, rows.tokens, rows.values, new)
            with_mail.compact()

    assert bags(with_mail)[int(numbers[1])] == {"zero": 1, "number": 1}


def test_a_writer_that_failed_can_try_again(with_mail: Workspace) -> None:
    numbers = with_mail.editing.add("mail", [mail("brand new")]).document_numbers
    writer = with_mail.segments.writer("mail", RULES)
    rows, new = counted(["brand new"], writer.words)

    def add_and_fail() -> None:
        with with_mail.transaction():
            writer.add(numbers, rows.starts, rows.tokens, rows.values, new)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        add_and_fail()
    again = with_mail.segments.writer("mail", RULES)
    again.add(numbers, rows.starts, rows.tokens, rows.values, new)

    assert bags(with_mail)[int(numbers[0])] == {"brand": 1, "new": 1}


def test_the_same_document_counted_twice_counts_once(with_mail: Workspace) -> None:
    writer = with_mail.segments.writer("mail", RULES)
    rows, new = counted(["letter number 0"], writer.words)
    writer.add(as_array(1), rows.starts, rows.tokens, rows.values, new)

    assert list(bags(with_mail)) == list(range(1, 10))


def test_a_word_finds_its_documents(with_mail: Workspace) -> None:
    with_mail.editing.remove([1])
    numbers, values = with_mail.segments.documents_with("mail", RULES, "letter")

    assert (numbers.tolist(), set(values.tolist())) == (list(range(2, 10)), {1})
    assert with_mail.segments.documents_with("mail", RULES, "nowhere")[0].tolist() == []


def test_counts_of_a_few_documents_are_read_alone_even_deleted_ones(with_mail: Workspace) -> None:
    with_mail.editing.remove([3])
    few = with_mail.segments.read_documents("mail", RULES, [5, 3, 99])

    assert (few.document_numbers.tolist(), np.diff(few.starts).tolist()) == ([3, 5], [3, 3])


def test_a_damaged_word_list_is_a_sentence(path: Path) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(3))
        workspace._file.execute("UPDATE word_list SET words = zeroblob(20)")
        with pytest.raises(StoreError, match="damaged"):
            workspace.segments.words("mail", RULES)


@pytest.fixture
def another(with_mail: Workspace) -> Iterator[Workspace]:
    """The same file, opened once more."""
    with Workspace(with_mail.path) as opened:
        yield opened


def test_counts_read_a_run_at_a_time_are_those_read_at_once(with_mail: Workspace, another: Workspace) -> None:
    first, second = (workspace.segments.writer("mail", RULES) for workspace in (with_mail, another))
    texts, dice = [f"word{number} again again{number % 3}" for number in range(40)], np.random.default_rng(2)
    added = with_mail.editing.add("mail", [mail(text) for text in texts]).document_numbers
    for writer, turn in ((first, 0), (second, 1), (first, 2)):  # segments that lie over one another
        own = [number for number in range(40) if number % 3 == turn]
        rows, new_words = counted([texts[number] for number in own], writer.words)
        writer.add(added[own], rows.starts, rows.tokens, rows.values, new_words)

    places, whole = with_mail.segments.locations("mail", RULES), with_mail.segments.read("mail", RULES)
    assert places.document_numbers.tolist() == whole.document_numbers.tolist()
    assert places.n_distinct_words.tolist() == np.diff(whole.starts).tolist()
    for n_runs in (1, 3, 50):
        wanted = dice.permutation(whole.document_numbers)
        found = list(with_mail.segments.read_batches(places, np.array_split(wanted, n_runs)))
        assert np.concatenate([run.document_numbers for run in found]).tolist() == wanted.tolist()
        expected = CountRows(whole.starts, whole.tokens, whole.values).select(
            np.searchsorted(whole.document_numbers, wanted)
        )
        assert as_lists(concatenate_rows([CountRows(run.starts, run.tokens, run.values) for run in found])) == as_lists(
            expected
        )


def test_the_lengths_of_rows_are_told_by_the_beginning_of_any_blob() -> None:
    dice = np.random.default_rng(7)
    lengths = dice.integers(0, 600, count_segments.DOCUMENTS_PER_SEGMENT)
    tokens = np.concatenate([np.sort(dice.choice(2**31 - 1, length, replace=False)) for length in lengths])
    values = dice.integers(1, 2**31 - 1, len(tokens))
    blob = encode_rows(CountRows(row_starts(lengths), tokens.astype(np.int32), values.astype(np.int32)))

    assert len(blob) > 4 * LENGTHS_BYTES  # nothing in it can be compressed
    assert decode_lengths(blob[:LENGTHS_BYTES]).tolist() == lengths.tolist()


@pytest.mark.parametrize("blob", [b"", b"no blob", compress_frame(b"short"), compress_frame(b"\xff" * 60)])
def test_a_beginning_that_is_none_is_refused(blob: bytes) -> None:
    with pytest.raises(DamagedBlob):
        decode_lengths(blob)

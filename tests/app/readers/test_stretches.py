"""Large tables and mailboxes are cut between their records, and the stretches together are the whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.documents import Document, Extracted, SourceOptions, WorkItem
from app.readers import sources as file_slices
from app.readers.reading import read_item
from app.readers.sources import work_items
from tests.app.readers import making


@pytest.fixture(autouse=True)
def short_stretches(monkeypatch):
    """Cut where a test can afford it."""
    monkeypatch.setattr(file_slices, "STRETCH_BYTES", 4000)
    monkeypatch.setattr(file_slices, "LAST_PIECE_BYTES", 1000)
    monkeypatch.setattr("app.readers.sources.LARGE_BYTES", 5000)


def whole(path: Path, **options: object) -> list[Extracted]:
    return list(read_item(WorkItem((str(path),), (None,)), SourceOptions(**options)))  # type: ignore[arg-type]


def pieces(path: Path, **options: object) -> tuple[list[WorkItem], list[Extracted]]:
    chosen = SourceOptions(**options)  # type: ignore[arg-type]
    items = list(work_items([path], chosen))
    return items, [one for item in items for one in read_item(item, chosen)]


def check(path: Path, **options: object) -> list[WorkItem]:
    items, found = pieces(path, **options)
    assert found == whole(path, **options)
    assert sum(item.size_bytes for item in items) == path.stat().st_size
    return items


def test_a_table_in_stretches_is_the_same_table(tmp_path):
    path = tmp_path / "table.csv"
    rows = "".join(
        f'{"ham" if n % 3 else "spam"},"line one of {n}\nline two, ""quoted"", of {n}"\n' for n in range(800)
    )
    path.write_text("label,text\n" + rows + "too,many,fields\n")
    assert len(check(path)) > 5


def test_messages_with_literal_quotes_are_cut_at_lines(tmp_path):
    path = tmp_path / "messages.tsv"
    path.write_text("".join(f'ham\t"an opened quote, number {n}\n' for n in range(800)).rstrip())
    assert len(check(path)) > 3


def test_json_lines_are_cut_at_lines(tmp_path):
    path = tmp_path / "table.jsonl"
    path.write_text("\n".join(json.dumps({"label": "ab"[n % 2], "text": f"text number {n}"}) for n in range(800)))
    assert len(check(path)) > 3


def test_a_table_in_a_wide_encoding_is_not_cut(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("label,text\n" + "".join(f"ham,text of number {n}\n" for n in range(800)), encoding="utf-16")
    assert len(check(path)) == 1


def test_a_mailbox_in_stretches_is_the_same_mailbox(tmp_path):
    path = tmp_path / "box"
    messages = [
        b"From ann Mon Mar  2 10:00:00 2026\n" + making.mail(f"m{n}", f"words of {n}\n\nFrom then on") + b"\n"
        for n in range(200)
    ]
    path.write_bytes(b"".join(messages))
    items = check(path)
    assert len(items) > 5
    assert len([one for one in pieces(path)[1] if isinstance(one, Document)]) == 200


def test_a_large_archive_in_stretches_is_the_same_archive(tmp_path):
    path = tmp_path / "packed.zip"
    words = [bytes((number * 31 + place * place) % 251 for place in range(400)).hex() for number in range(40)]
    path.write_bytes(making.zipped({f"label{number % 2}/{number}": word for number, word in enumerate(words)}))
    items, found = pieces(path)
    assert len(items) > 2
    assert found == whole(path)


FIELD = st.text(st.sampled_from('ab,"\n é'), max_size=60)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.lists(FIELD, min_size=1, max_size=8))
def test_wherever_quotes_and_line_ends_stand_no_row_is_lost_at_a_cut(tmp_path, fields):
    path = tmp_path / "table.csv"
    quoted = ['"' + field.replace('"', '""') + '"' for field in fields]
    lines = [
        f"{n},{quoted[n % len(quoted)]},{n * 7}\n" for n in range(9000 // (20 + sum(map(len, fields)) // len(fields)))
    ]
    path.write_text("number,text,other\n" + "".join(lines))
    _, found = pieces(path, kind="table", has_header_row=True, numeric_columns=("number", "other"), labels_from="none")
    assert [one.numbers for one in found if isinstance(one, Document)] == [(n, n * 7) for n in range(len(lines))]

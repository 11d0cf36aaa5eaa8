"""A command writes over what it wrote before, and over no file of another kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.errors import SourceError
from app.domain.whole_files import write_atomically
from tests.app.command_line import Run

FOREIGN = {
    "a document": b"PK\x03\x04 five years of work",
    "a picture": b"\x89PNG\r\n\x1a\n\0\0",
    "a page": b"<!DOCTYPE html><p>mine",
    "notes": b"Dear diary,\n",
}
WRITING = {
    "model": ("export", "--to"),
    "words": ("words", "--csv"),
    "sums": ("export", "--as", "json", "--to"),
}


@pytest.mark.parametrize(
    ("command", "content"),
    [
        pytest.param(command, content, id=f"{command} over {content}")
        for command in WRITING
        for content in FOREIGN
        if (command, content) != ("words", "notes")  # both are plain text
    ],
)
def test_a_file_of_another_kind_is_refused_and_left(
    trained: Path, tmp_path: Path, run: Run, command: str, content: str
) -> None:
    target = tmp_path / "there.dat"
    target.write_bytes(FOREIGN[content])
    word, *options = WRITING[command]

    done = run(word, trained, *options, target)

    assert isinstance(done.exception, SourceError)
    assert done.exception.reason == "other-kind"
    assert target.read_bytes() == FOREIGN[content]
    assert list(tmp_path.glob(".bayleaf-*")) == []


@pytest.mark.parametrize("command", WRITING)
def test_an_earlier_result_is_replaced(trained: Path, tmp_path: Path, run: Run, command: str) -> None:
    target = tmp_path / "there.dat"
    word, *options = WRITING[command]
    for _ in range(2):
        assert run(word, trained, *options, target).exit_code == 0


def test_the_window_writes_where_a_person_has_allowed_it(tmp_path: Path) -> None:
    target = tmp_path / "there.dat"
    target.write_bytes(FOREIGN["a picture"])

    write_atomically(target, b"text")

    assert target.read_bytes() == b"text"

"""A reader that goes on with a bookmark reads exactly the rest, wherever the first reader was killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.documents import Document, Extracted, Failure, WorkItem
from app.readers.reading import Bookmark, read_item
from app.readers.sources import work_items
from tests.app.readers import making


@pytest.fixture
def item(tmp_path: Path) -> WorkItem:
    """One work item of files, an archive with archives in it, a mailbox, a table, and some that fail."""
    box = b"".join(b"From ann Mon Mar  2 10:00:00 2026\n" + making.mail(f"m{n}", "words") + b"\n" for n in range(3))
    inner = making.zipped({"x/1": b"one", "bad": b"\x89PNG", "box": box, "x/2": b"two"})
    rows = b"label,text\nham,see you at noon\nspam,win a prize\nbad\nham,good night\n"
    files = {"a": b"first", "b.zip": making.zipped({"p": b"pp", "in.zip": inner, "../q": b"qq", "r": b"rr"}), "c": b""}
    files |= {
        "d.csv": rows,
        "e": box,
        "f.tar.gz": making.tarred({"t/1": b"tt", "t/2": b"uu"}, "w:gz")[:-9],
        "g": b"last",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    (item,) = work_items([tmp_path])
    return item


def test_an_item_is_read_in_the_same_order_every_time(item):
    first, second = list(read_item(item)), list(read_item(item))
    assert first == second
    assert len([one for one in first if isinstance(one, Document)]) == 17  # both of the archive that is cut short too
    assert {one.reason for one in first if isinstance(one, Failure)} == {
        "bad-row", "damaged", "empty", "unsafe-path", "unsupported",
    }  # fmt: skip


def test_going_on_anywhere_gives_the_rest(item):
    whole = list(read_item(item))
    for n_read in range(len(whole) + 1):
        bookmark = Bookmark()
        reading = read_item(item, bookmark=bookmark)
        assert [next(reading) for _ in range(n_read)] == whole[:n_read]
        assert list(read_item(item, bookmark=Bookmark(bookmark.resume_point))) == whole[n_read:]


def test_how_far_a_reader_is_can_be_asked_at_any_time_and_ends_with_everything(item):
    bookmark = Bookmark()
    done = [bookmark.bytes_done for _ in read_item(item, bookmark=bookmark)]
    assert done == sorted(done)
    assert bookmark.bytes_done == item.size_bytes


def test_a_step_that_is_skipped_takes_nothing_else_along(item):
    published: list[tuple[tuple[int, ...], str]] = []
    bookmark = Bookmark(publish=lambda position, path, member, is_optional: published.append((position, member)))
    whole = list(read_item(item, bookmark=bookmark))
    leaves = {position for position, member in published if member.endswith("x/1")}
    rest = list(read_item(item, bookmark=Bookmark(skipped_positions=leaves)))
    assert rest == [one for one in whole if not one.member.endswith("x/1")]


def test_a_container_that_is_skipped_takes_everything_in_it_along(item):
    second: tuple[int, ...] = (1,)
    rest = list(read_item(item, bookmark=Bookmark(skipped_positions=[second])))
    assert [one for one in rest if one.path.endswith("b.zip")] == []
    assert [one.path for one in rest if isinstance(one, Document)][-1].endswith("g")


def test_what_a_step_could_do_without_is_left_out_where_it_was_deadly(tmp_path):
    (tmp_path / "mail").write_bytes(making.mail("one file", "see below", **{"a.docx": making.word("the words")}))
    (item,) = work_items([tmp_path])
    optional: list[tuple[int, ...]] = []

    def publish(position: tuple[int, ...], path: str, member: str, is_optional: bool) -> None:
        optional.extend([position] * is_optional)

    (whole,) = read_item(item, bookmark=Bookmark(publish=publish))
    (rest,) = read_item(item, bookmark=Bookmark(careful_positions=optional))
    assert isinstance(whole, Document)
    assert isinstance(rest, Document)
    assert "the words" in whole.text
    assert rest.text.strip() == "see below"
    assert [file.name for file in rest.attachments] == ["a.docx"]


def test_an_error_between_steps_ends_its_container_only():
    def broken(bookmark: Bookmark):
        yield from bookmark.read_step("path", "first", lambda: [Document("x", "path", "first")])
        raise RecursionError

    def read(bookmark: Bookmark) -> list[Extracted]:
        found = list(bookmark.read_container("path", "", lambda: broken(bookmark)))
        return found + list(bookmark.read_step("next", "", lambda: [Document("y", "next")]))

    found = read(Bookmark())
    assert found == [Document("x", "path", "first"), Failure("path", "", "too-deep"), Document("y", "next")]
    assert read(Bookmark(((0, 1), 1))) == [Document("y", "next")]

"""A mailbox gives up each of its messages once, in any dialect and in any stretches."""

import io
import mailbox
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.readers.mail import mailboxes
from app.readers.mail.mailboxes import (
    cut_mailbox,
    folder_name,
    iter_mbox,
    looks_like_mbox,
    maildir_flags,
)

FROM = b"From someone@example.com Mon Jan  1 10:00:00 2001\n"


def stretches_at(path: Path, target_bytes: int) -> list[tuple[int, int]]:
    """The stretches of a mailbox on the disk."""
    with path.open("rb") as file:
        return cut_mailbox(file, path.stat().st_size, target_bytes)


def messages(raw, **arguments):
    return [message.strip() for _, message in iter_mbox(io.BytesIO(raw), **arguments)]


def message(number, body=b"text"):
    return b"Subject: %d\n\n%s\n" % (number, body)


def box(*found):
    return b"".join(FROM + one + b"\n" for one in found)


def test_messages_come_in_order_with_where_they_begin():
    raw = box(message(1), message(2))

    assert messages(raw) == [b"Subject: 1\n\ntext", b"Subject: 2\n\ntext"]
    assert [member for member, _ in iter_mbox(io.BytesIO(raw))] == ["0", str(len(raw) // 2)]


def test_the_only_message_of_a_file_has_no_member_name():
    assert [member for member, _ in iter_mbox(io.BytesIO(box(message(1))))] == [""]


@pytest.mark.parametrize(
    "body",
    [
        b"From then on it was quiet.",
        b"before\n\nFrom then on it was quiet.\n\nFrom: here",
        b"before\nFrom the 10:00 train of 2001 we saw",
        b"before\n\nFrom me\nno header below",
    ],
)
def test_text_that_begins_with_from_does_not_end_a_message(body):
    assert messages(box(message(1, body), message(2))) == [message(1, body).strip(), b"Subject: 2\n\ntext"]


@pytest.mark.parametrize(
    "line",
    [
        FROM,
        b"From - Mon Jan 01 10:00:00 2001\n",
        b"From MAILER-DAEMON Mon Jan  1 10:00 2001\n",
        b"From nobody\n",
        b'From "Joe User" Mon Jan  1 10:00:00 +0100 2001 remote from x\n',
    ],
)
def test_from_lines_of_many_programs_begin_a_message(line):
    raw = line + message(1) + b"\n" + line + message(2)

    assert len(messages(raw)) == 2
    assert looks_like_mbox(raw)


def test_a_missing_empty_line_between_messages_is_forgiven():
    assert len(messages(FROM + message(1) + FROM + message(2))) == 2


def test_line_ends_of_windows_and_blank_lines_first_are_forgiven():
    raw = (b"\n\n" + box(message(1), message(2))).replace(b"\n", b"\r\n")

    assert len(messages(raw)) == 2
    assert looks_like_mbox(raw)


@pytest.mark.parametrize(
    ("stored", "meant"), [(b">From me", b"From me"), (b">>From me", b">From me"), (b"> From me", b"> From me")]
)
def test_quoted_from_lines_lose_one_quote(stored, meant):
    assert messages(box(message(1, b"x\n" + stored))) == [b"Subject: 1\n\nx\n" + meant]


QUOTING_NOTHING = b"a letter:\n\n" + FROM + b"Subject: inner\n\ninner text\n"


def test_a_true_content_length_keeps_unquoted_from_lines_inside():
    whole = b"Content-Length: %d\nSubject: 1\n\n%s" % (len(QUOTING_NOTHING), QUOTING_NOTHING)

    assert messages(box(whole, message(2))) == [whole.strip(), b"Subject: 2\n\ntext"]


@pytest.mark.parametrize("length", [0, 1, 7, 30, 10_000, 999_999_999_999])
def test_a_content_length_that_lies_is_not_believed(length):
    lying = b"Content-Length: %d\nSubject: 1\n\ntext\n" % length

    assert messages(box(lying, message(2), message(3))) == [lying.strip(), b"Subject: 2\n\ntext", b"Subject: 3\n\ntext"]


def test_what_thunderbird_has_deleted_is_passed_over():
    deleted = b"X-Mozilla-Status: 0009\nX-Mozilla-Status2: 0\nSubject: 1\n\ntext\n"

    assert messages(box(deleted, deleted.replace(b"0009", b"0001"))) == [deleted.replace(b"0009", b"0001").strip()]


def test_a_message_over_the_limit_is_cut_and_the_next_one_still_found(monkeypatch):
    monkeypatch.setattr(mailboxes, "CHUNK_BYTES", 4096)
    raw = box(message(1, b"long line\n" * 20_000), message(2))
    first, second = (found for _, found in iter_mbox(io.BytesIO(raw), max_bytes=50_000))

    assert len(first) == 50_001
    assert second.strip() == b"Subject: 2\n\ntext"


BODIES = st.lists(st.sampled_from([b"", b"From then on", b">From me", b"x" * 200, b"Subject: y", b"--b"]), max_size=6)


@settings(max_examples=40, deadline=None)
@given(bodies=st.lists(BODIES, min_size=1, max_size=12), target=st.integers(1, 2000), chunk=st.integers(300, 3000))
def test_stretches_together_give_every_message_once(bodies, target, chunk, tmp_path_factory):
    raw = box(*(message(number, b"\n".join(lines)) for number, lines in enumerate(bodies)))
    path = tmp_path_factory.mktemp("mail") / "box"
    path.write_bytes(raw)
    whole = [found for _, found in iter_mbox(path)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mailboxes, "CHUNK_BYTES", chunk)
        stretches = stretches_at(path, target)
        pieces = [found for first, last in stretches for _, found in iter_mbox(path, first, last)]

    assert pieces == whole
    assert len(whole) == len(bodies)
    assert [first for first, _ in stretches][1:] == [last for _, last in stretches][:-1]


def test_a_message_longer_than_many_stretches_is_searched_for_its_end_once(tmp_path, monkeypatch):
    path = tmp_path / "box"
    path.write_bytes(box(message(1, b"a line of text\n" * 20_000), message(2), message(3, b"another line\n" * 20_000)))
    n_bytes, size_bytes = [], path.stat().st_size
    has_bytes = mailboxes._Window.has_bytes

    def counted(window, n_wanted):
        known = len(window.data)
        is_there = has_bytes(window, n_wanted)
        n_bytes.append(len(window.data) - known)
        return is_there

    monkeypatch.setattr(mailboxes, "CHUNK_BYTES", 10_000)
    monkeypatch.setattr(mailboxes._Window, "has_bytes", counted)

    stretches = stretches_at(path, size_bytes // 40)

    assert [path.read_bytes()[first:][:5] for first, _ in stretches] == [b"From "] * 2
    assert sum(n_bytes) < 1.2 * size_bytes


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read_as_a_mailbox(raw):
    assert all(isinstance(found, bytes) for found in messages(raw))


@pytest.mark.parametrize("head", [b"", b"From: a@b.c\n", b"From here on\nit is text", b"Subject: x\n\nFrom x"])
def test_other_text_is_no_mailbox(head):
    assert not looks_like_mbox(head)


def test_names_of_folders_and_flags_are_decoded():
    assert folder_name(".A&-B.C") == "A&B/C"
    assert maildir_flags("123.host;2,FS") == "FS"
    assert maildir_flags("123.host") == ""


@pytest.mark.corpora
def test_real_mail_in_one_mailbox_comes_out_as_the_standard_library_has_it(corpora, tmp_path):
    files = sorted((corpora / "spamassassin").rglob("spam/*"))[:300]
    raws = [path.read_bytes().rstrip(b"\n") + b"\n\n" for path in files]
    path = tmp_path / "box"
    path.write_bytes(b"".join(raw for raw in raws if raw.startswith(b"From ")))
    reference = mailbox.mbox(path)
    ours = [found for _, found in iter_mbox(path)]

    assert len(ours) == len(reference)
    reference.close()
    for first, last in stretches_at(path, 100_000):
        assert path.read_bytes()[first:].startswith(b"From ")
        assert last > first

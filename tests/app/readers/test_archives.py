"""Archives are looked into, however they are nested, and nothing in them reaches the disk or gets past the limits."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceOptions
from app.readers.reading import read_item
from app.readers.sources import plan_source, work_items
from tests.app.readers import making

SMALL = ReadLimits(archive_entries=50, archive_expanded_bytes=8 << 20, document_bytes=4 << 20)


@pytest.fixture
def read(tmp_path: Path):
    def read_file(
        content: bytes, name: str = "packed.bin", limits: ReadLimits | None = None, **options
    ) -> list[Extracted]:
        path = tmp_path / "source" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        chosen = SourceOptions(**options)
        items = work_items([path.parent], chosen)
        return [extracted for item in items for extracted in read_item(item, chosen, limits)]

    return read_file


def members(extracted: list[Extracted]) -> list[tuple[str, str | None]]:
    return [(one.member, one.label) for one in extracted if isinstance(one, Document)]


def failures(extracted: list[Extracted]) -> list[tuple[str, str]]:
    return [(one.member, one.reason) for one in extracted if isinstance(one, Failure)]


FILES = {"spam/1": b"buy this", "ham/2": b"see you", "top": b"on top"}
EXPECTED = [("spam/1", "spam"), ("ham/2", "ham"), ("top", "mails")]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mails.zip", making.zipped(FILES)),
        ("mails.tar", making.tarred(FILES)),
        ("mails.tar.gz", making.tarred(FILES, "w:gz")),
        ("mails.tar.bz2", making.tarred(FILES, "w:bz2")),
        ("mails.tar.xz", making.tarred(FILES, "w:xz")),
        ("mails.tgz", making.tarred(FILES, "w:gz")),
    ],
)
def test_labels_come_from_the_folders_in_an_archive(read, name, content):
    assert members(read(content, name)) == EXPECTED


def test_a_member_without_a_name_does_not_cost_the_others(read):
    content = making.zipped({"first.txt": "one", "X": "two", "last.txt": "three"}, zipfile.ZIP_STORED)
    start = content.index(b"PK\1\2", content.index(b"PK\1\2") + 1)  # the entry of X in the directory
    nameless = content[: start + 28] + bytes(2) + content[start + 30 : start + 46] + content[start + 47 :]
    size_at, size = len(nameless) - 10, int.from_bytes(nameless[-10:-6], "little")
    nameless = nameless[:size_at] + (size - 1).to_bytes(4, "little") + nameless[size_at + 4 :]
    found = read(nameless, "packed.zip")
    assert [one.text for one in found if isinstance(one, Document) and one.member] == ["one", "three"]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_file_that_is_packed_by_itself_is_that_file(read, pack):
    (found,) = read(pack(b"words in a file"), "letter.txt.gz")
    assert isinstance(found, Document)
    assert (found.text, found.label, found.member) == ("words in a file", "source", "")


def test_a_packed_table_is_a_table(read):
    found = read(gzip.compress(b"label,text\nham,see you at noon\nspam,win a prize\n"), "table.csv.gz")
    assert [(one.label, one.text) for one in found if isinstance(one, Document)] == [
        ("ham", "see you at noon"),
        ("spam", "win a prize"),
    ]


def test_a_mailbox_in_an_archive_gives_each_of_its_messages(read):
    box = b"".join(b"From ann Mon Mar  2 10:00:00 2026\n" + making.mail(f"m{n}", "words") + b"\n" for n in range(3))
    found = read(making.zipped({"mail/inbox": box}))
    assert [one.title for one in found if isinstance(one, Document)] == ["m0", "m1", "m2"]
    assert all(one.member.startswith("mail/inbox/") for one in found)


def test_archives_in_archives_are_read_up_to_the_limit(read):
    content = making.zipped({"a/file": b"innermost"})
    for depth in range(4):
        found = read(content)
        if depth < 3:
            assert [(one.text, one.label) for one in found if isinstance(one, Document)] == [("innermost", "a")]
        else:
            assert [reason for _, reason in failures(found)] == ["too-deep"]
        content = making.zipped({f"level{depth}.zip": content})


def test_office_files_in_an_archive_are_documents_and_not_archives(read):
    found = read(making.zipped({"x/a.docx": making.word("the words")}))
    assert [(one.text.strip(), one.member) for one in found if isinstance(one, Document)] == [("the words", "x/a.docx")]


@pytest.mark.parametrize("name", ["../up", "/etc/passwd", "a/../../up", "C:/x", "..\\up"])
@pytest.mark.parametrize("make", [making.zipped, making.tarred])
def test_a_name_that_points_outside_is_listed_and_nothing_is_written(read, make, name, tmp_path):
    found = read(make({name: b"evil", "good": b"fine"}))
    assert [reason for _, reason in failures(found)] == ["unsafe-path"]
    assert [member for member, _ in members(found)] == ["good"]
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["packed.bin", "source"]


def test_links_and_devices_in_a_tar_archive_are_not_followed(read):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, kind, target in [
            ("out", tarfile.SYMTYPE, "/etc/passwd"),
            ("up", tarfile.SYMTYPE, "../../x"),
            ("in", tarfile.SYMTYPE, "good"),
            ("hard", tarfile.LNKTYPE, "/etc/passwd"),
            ("pipe", tarfile.FIFOTYPE, ""),
            ("device", tarfile.CHRTYPE, ""),
        ]:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            archive.addfile(info)
        good = tarfile.TarInfo("good")
        good.size = 4
        archive.addfile(good, io.BytesIO(b"fine"))
    found = read(packed.getvalue())
    assert failures(found) == [
        ("out", "unsafe-path"),
        ("up", "unsafe-path"),
        ("hard", "unsafe-path"),
        ("pipe", "not-a-file"),
        ("device", "not-a-file"),
    ]
    assert [member for member, _ in members(found)] == ["good"]


def test_a_member_that_expands_a_thousandfold_is_a_bomb_and_the_rest_is_read(read):
    found = read(making.zipped({"bomb": bytes(40 << 20), "good": b"fine"}))
    assert failures(found) == [("bomb", "bomb")]
    assert [member for member, _ in members(found)] == ["good"]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_packed_file_that_expands_a_thousandfold_is_a_bomb(read, pack):
    assert failures(read(pack(b" " * (40 << 20)))) == [("", "bomb")]


@pytest.mark.parametrize("after", [b"trailing junk", b"\0" * 600, b"\x1f", b""])
def test_all_members_of_a_gzip_are_read_whatever_follows_them(read, after):
    found = read(
        gzip.compress(b"first line\n") + gzip.compress(b"") + gzip.compress(b"second line\n") + after, "a.txt.gz"
    )

    assert [one.text for one in found if isinstance(one, Document)] == ["first line\nsecond line\n"]
    assert failures(found) == []


@pytest.mark.parametrize("spoil", [lambda raw: raw[:-9], lambda raw: raw[:-8] + b"12345678", lambda raw: raw[:-4]])
def test_a_gzip_that_is_cut_short_or_fails_its_check_sum_is_damaged(read, spoil):
    text = "".join(f"line {number * 7919}\n" for number in range(5000))

    assert failures(read(spoil(gzip.compress(text.encode())), "a.txt.gz")) == [("", "damaged")]


def test_a_tar_bomb_is_given_up(read):
    found = read(making.tarred({"a": b"fine", "b": bytes(40 << 20)}, "w:xz"))
    assert [reason for _, reason in failures(found)][-1] == "bomb"


def test_more_files_than_the_limit_are_a_bomb(read):
    found = read(making.zipped({f"{number}": b"x" for number in range(60)}), limits=SMALL)
    assert len(members(found)) == 50
    assert failures(found) == [("", "bomb")]


def test_the_limit_on_bytes_counts_all_members_and_levels_together(read):
    inner = making.zipped({f"{number}": bytes(range(256)) * 4096 for number in range(4)}, zipfile.ZIP_STORED)
    outer = making.zipped({f"{number}.zip": inner for number in range(4)}, zipfile.ZIP_STORED)
    found = read(outer, limits=SMALL)
    assert "bomb" in {reason for _, reason in failures(found)}


def test_small_archives_in_archives_unpack_to_no_more_than_their_source_may(read, monkeypatch):
    monkeypatch.setattr("app.readers.files.archives.MIN_TOTAL_BYTES", 8 << 20)
    inner = making.zipped({f"{number}": b"all the same " * 70_000 for number in range(8)})
    source = making.zipped({f"{number}.zip": inner for number in range(40)})
    assert len(source) < 20_000
    found = read(source)

    unpacked_bytes = sum(len(one.text) for one in found if isinstance(one, Document))
    assert 4 << 20 < unpacked_bytes < 8 << 20
    assert {reason for _, reason in failures(found)} == {"bomb"}
    assert {name.split("/")[0] for name, _ in failures(found)} > {f"{number}.zip" for number in range(20, 40)}


def test_an_archive_may_unpack_to_a_multiple_of_its_size(read, monkeypatch):
    monkeypatch.setattr("app.readers.files.archives.MIN_TOTAL_BYTES", 1 << 10)
    mails = {f"{number}": f"Subject: {number}\n\n{number * 7919} and so on\n".encode() * 40 for number in range(2000)}
    source = making.zipped(mails)
    assert sum(map(len, mails.values())) > 5 * len(source)

    assert failures(read(source)) == []


def test_an_archive_that_lies_about_sizes_is_read_no_further_than_it_says(read):
    packed = bytearray(making.zipped({"liar": b"a" * 3000}))
    size = (3000).to_bytes(4, "little")
    packed = packed.replace(size, (30).to_bytes(4, "little"))
    assert [reason for _, reason in failures(read(bytes(packed)))] == ["damaged"]


def test_encrypted_members_are_named_and_the_rest_is_read(read):
    packed = bytearray(making.zipped({"locked": b"secret", "open": b"public"}))
    packed[packed.find(b"PK\x01\x02") + 8] |= 1
    packed[6] |= 1
    found = read(bytes(packed))
    assert failures(found) == [("locked", "encrypted")]
    assert [member for member, _ in members(found)] == ["open"]


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_an_archive_that_is_cut_off_gives_what_it_has_and_says_so(read, mode):
    random = bytes((number * number * 7 + 13) % 251 for number in range(100_000)).hex().encode()
    whole = making.tarred({"first": b"whole", "second": random, "third": random[::-1]}, mode)
    found = read(whole[: len(whole) * 2 // 3])
    assert [reason for _, reason in failures(found)][-1] == "damaged"


def test_a_tar_archive_that_is_broken_in_the_middle_says_so(read):
    whole = bytearray(making.tarred({"first": b"whole", "second": b"lost"}))
    whole[1024:1100] = b"?" * 76
    found = read(bytes(whole))
    assert [member for member, _ in members(found)] == ["first"]
    assert failures(found) == [("", "damaged")]


def test_a_zip_archive_whose_directory_is_nonsense_is_damaged_wherever_it_is_looked_at(read, tmp_path, monkeypatch):
    packed = bytearray(making.zipped({"a/1": b"x" * 100}))
    end = packed.rfind(b"PK\x05\x06")
    packed[end + 12 : end + 16] = (9999).to_bytes(4, "little")
    packed[end + 16 : end + 20] = (5000).to_bytes(4, "little")
    monkeypatch.setattr("app.readers.sources.LARGE_BYTES", 1)
    assert [reason for _, reason in failures(read(bytes(packed)))] == ["damaged"]
    assert plan_source([tmp_path / "source"]).n_files_by_kind == {"zip": 1}


def test_a_member_packed_in_an_unknown_way_is_unsupported_and_the_others_are_read(read):
    packed = bytearray(making.zipped({"odd.txt": b"cheap pills", "plain.txt": b"lunch at noon"}))
    for signature, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        place = packed.index(signature) + at
        packed[place : place + 2] = (97).to_bytes(2, "little")

    found = read(bytes(packed), "mails.zip")

    assert failures(found) == [("odd.txt", "unsupported")]
    assert [each.text for each in found if isinstance(each, Document)] == ["lunch at noon"]


def test_a_zip_archive_of_a_later_format_is_unsupported(read):
    packed = bytearray(making.zipped(FILES))
    packed[packed.index(b"PK\x01\x02") + 6] = 99

    assert failures(read(bytes(packed), "mails.zip")) == [("", "unsupported")]


def test_a_zip_archive_that_lists_none_of_its_members_is_damaged(read):
    packed = bytearray(making.zipped({"a/1": b"x" * 100}))
    end = packed.rfind(b"PK\x05\x06")
    packed[end + 8 : end + 16] = bytes(8)

    assert failures(read(bytes(packed))) == [("", "damaged")]


def test_a_member_whose_own_name_is_no_text_is_damaged_and_the_others_are_read(read):
    packed = making.zipped({"ä": b"unreadable", "b": b"fine"})
    at_itself = packed.index("ä".encode())

    found = read(packed[:at_itself] + b"\xff\xff" + packed[at_itself + 2 :])

    assert failures(found) == [("ä", "damaged")]
    assert [member for member, _ in members(found)] == ["b"]


def test_names_from_other_systems_are_readable_labels(read):
    name = "Реклама/письмо.txt".encode("cp866")
    (found,) = read(_with_raw_name(name))
    assert (found.label, found.member) == ("Реклама", "Реклама/письмо.txt")


def _with_raw_name(name: bytes) -> bytes:
    """A zip archive whose only member has this name in bytes, not marked as UTF-8."""
    placeholder = b"n" * len(name)
    return making.zipped({placeholder.decode(): b"words"}).replace(placeholder, name)


def test_hidden_and_system_files_in_an_archive_are_no_documents(read):
    found = read(making.zipped({"__MACOSX/._a": b"x", ".DS_Store": b"x", "a": b"fine", "x/Thumbs.db": b"x"}))
    assert [member for member, _ in members(found)] == ["a"]
    assert failures(found) == []


def test_an_archive_with_nothing_in_it_gives_nothing(read):
    assert read(making.zipped({})) == []


def test_a_pattern_sees_the_path_inside_the_archive(read):
    found = read(making.zipped({"x/spam-1": b"a", "x/ham-2": b"b"}), labels_from=r"pattern:/(\w+)-\d$")
    assert [label for _, label in members(found)] == ["spam", "ham"]

"""Archives: their members one at a time and never on the disk, within limits that no bomb gets past.

No name in an archive is ever used as a place to write to. Those that point outside are listed all the same, because
whoever made such an archive meant harm, and the person should know.
"""

from __future__ import annotations

import bz2
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import islice
from os.path import basename
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Self

from app.domain.documents import ReadLimits
from app.domain.streams import ReadOnlyStream
from app.readers.charsets import decode_text
from app.readers.files.folder_walk import is_ignored
from app.readers.files.mail_programs import MAC_MESSAGES, mac_folder
from app.readers.files.opening import Joined, open_regular, read_within, spooled
from app.readers.kinds import HEAD_BYTES, PACKED, Kind, is_tar, kind_of, ole_kind_of, zip_kind_of
from app.readers.labels import archive_label, folder_label, tree_label
from app.readers.mail.mailboxes import iter_mbox
from app.readers.parsers import mac_message_reader
from app.readers.reading_failures import DAMAGE, Unreadable

RATIO_FROM_BYTES = 1 << 20
"""Below this size nothing is a bomb: a megabyte of spaces packs a thousandfold."""

LEAST_TOTAL_BYTES = 256 << 20
"""What every source may unpack to in all, however small it is."""

DRAINED_BYTES = 1 << 16
UTF8_NAME = 0x800
ENCRYPTED = 0x1


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive: the path that the archive gives it, and how to open it, or why it cannot be opened."""

    name: str
    open: Callable[[], BinaryIO]
    problem: str = ""
    label: str | None = None
    """The label that the archive itself gives it."""


def member_label(member: Member, archive_name: str, *, whole: bool = False) -> str:
    """Return the label of a member: its own, that of the folder around it, or `whole` their path, or the archive's."""
    folders = PurePosixPath(member.name).parts[:-1]
    around = tree_label(folders) if whole else folder_label(folders)
    return member.label or around or archive_label(archive_name)


def archive_kind(archive: zipfile.ZipFile) -> Kind:
    """Return the kind of a zip file: an archive, or a document that is written as one."""
    try:
        with archive.open("mimetype") as file:
            media_type = file.read(200)
    except (KeyError, RuntimeError, *DAMAGE):  # NotImplementedError, of a packing unknown here, is a RuntimeError
        media_type = b""
    return zip_kind_of(archive.namelist(), media_type)


def whole_kind_of(raw: bytes, name: str) -> Kind:
    """The kind of a file of which everything is at hand, office documents told from other zip and OLE files."""
    kind = kind_of(raw[:HEAD_BYTES], name, "text")
    if kind == "ole":
        return ole_kind_of(raw)
    if kind != "zip":
        return kind
    with opened_zip(io.BytesIO(raw)) as archive:
        return archive_kind(archive)


class Allowance:
    """The limits shared by all members of one source, at every depth, so that no archive bomb is unpacked.

    `source_bytes` is the size of the source. All that it unpacks to may have `archive_ratio` times that size, or 256 MB
    where that is more: members below 1 MB have no ratio of their own, so 33 KB of nested archives of such members could
    unpack to 53 GB. Without a size only the absolute limit holds. What is unpacked twice, from archives in archives,
    counts twice.
    """

    def __init__(self, limits: ReadLimits, source_bytes: int | None = None) -> None:
        self.limits = limits
        self._most_bytes = limits.archive_expanded_bytes
        if source_bytes is not None:
            relative = max(LEAST_TOTAL_BYTES, int(limits.archive_ratio * source_bytes))
            self._most_bytes = min(self._most_bytes, relative)
        self._n_entries = 0
        self._n_bytes = 0

    def add_entry(self) -> None:
        """Count one more member."""
        self._n_entries += 1
        if self._n_entries > self.limits.archive_entries:
            raise Unreadable("bomb", f"more than {self.limits.archive_entries} files")

    def add_bytes(self, n_bytes: int) -> None:
        """Count bytes that were unpacked."""
        self._n_bytes += n_bytes
        if self._n_bytes > self._most_bytes:
            raise Unreadable("bomb", f"more than {self._most_bytes} bytes unpacked")

    def check_ratio(self, unpacked_bytes: int, packed_bytes: int) -> None:
        """Raise where a member expands to far more than its size."""
        if unpacked_bytes > RATIO_FROM_BYTES and unpacked_bytes > self.limits.archive_ratio * max(packed_bytes, 1):
            raise Unreadable("bomb", f"{packed_bytes} bytes hold {unpacked_bytes} or more")

    def check_depth(self, depth: int) -> None:
        """Raise where archives are in archives too often."""
        if depth >= self.limits.archive_depth:
            raise Unreadable("too-deep")


class _Counted(ReadOnlyStream):
    """A packed stream that knows how much of it was taken."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.n_bytes = 0

    def take(self, n_bytes: int) -> bytes:
        """Read on, and count."""
        taken = self._stream.read(n_bytes)
        self.n_bytes += len(taken)
        return taken


class _Metered(_Counted):
    """An unpacking stream that is held to an allowance while it is read."""

    def __init__(self, stream: BinaryIO, allowance: Allowance, packed_bytes: Callable[[], int]) -> None:
        super().__init__(stream)
        self._allowance, self._packed_bytes = allowance, packed_bytes

    def take(self, n_bytes: int) -> bytes:
        """Unpack, and stop at the first byte that is too many."""
        taken = super().take(n_bytes)
        self._allowance.add_bytes(len(taken))
        self._allowance.check_ratio(self.n_bytes, self._packed_bytes())
        return taken

    def close(self) -> None:
        self._stream.close()
        super().close()


GZIP_MAGIC = b"\x1f\x8b"
GZIP_WINDOW_BITS = 31
"""Asks zlib for a gzip header and a checked trailer."""


class _Gunzipped(ReadOnlyStream):
    """The contents of the gzip members in a stream; what follows them and is no member is left out, as by `gzip -d`.

    The library raises there, and the text before it would be lost.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._member = zlib.decompressobj(GZIP_WINDOW_BITS)
        self._packed = b""
        self._is_at_end = False

    def take(self, n_bytes: int) -> bytes:
        """Unpack at most so many bytes; none at the end of the last member."""
        while not self._is_at_end:
            if self._member.eof:
                self._begin_next_member()
                continue
            if not self._packed:
                self._packed = self._stream.read(io.DEFAULT_BUFFER_SIZE)
            is_cut = not self._packed
            taken = self._member.decompress(self._packed, n_bytes)
            self._packed = self._member.unconsumed_tail or self._member.unused_data
            if taken:
                return taken
            if is_cut and not self._member.eof:
                raise EOFError("the compressed file ended before its end-of-stream marker")
        return b""

    def _begin_next_member(self) -> None:
        if len(self._packed) < len(GZIP_MAGIC):
            self._packed += self._stream.read(io.DEFAULT_BUFFER_SIZE)
        self._is_at_end = not self._packed.startswith(GZIP_MAGIC)
        self._member = zlib.decompressobj(GZIP_WINDOW_BITS)

    def close(self) -> None:
        self._stream.close()
        super().close()


OPENERS: dict[Kind, Callable[[BinaryIO], Any]] = {"gzip": _Gunzipped, "bzip2": bz2.open, "xz": lzma.open}


def _buffered(stream: io.RawIOBase) -> BinaryIO:
    return io.BufferedReader(stream, 1 << 16)


def unpacked(stream: BinaryIO, kind: Kind, allowance: Allowance) -> BinaryIO:
    """The stream that a gzip, bzip2 or xz file holds."""
    counted = _Counted(stream)
    return _buffered(_Metered(OPENERS[kind](_buffered(counted)), allowance, lambda: counted.n_bytes))


def opened_zip(file: BinaryIO | str | Path) -> zipfile.ZipFile:
    """Open a zip file; it is damaged where its directory of members makes no sense, or of a format not known here."""
    try:
        archive = zipfile.ZipFile(file)
    except NotImplementedError as error:
        raise Unreadable("unsupported", str(error)) from error
    except (zipfile.BadZipFile, ValueError) as error:
        raise Unreadable("damaged", str(error)) from error
    infos, problem = archive.infolist(), ""  # that the library does not notice
    if any(info.header_offset < 0 for info in infos):
        problem = "a member begins before the file does"
    elif not infos and archive.start_dir:
        problem = "it lists none of its members"
    if problem:
        archive.close()
        raise Unreadable("damaged", problem)
    return archive


def zip_members(
    archive: zipfile.ZipFile, allowance: Allowance, first: int = 0, last: int | None = None
) -> Iterator[Member]:
    """The files of a zip archive, or some of them by number, in its own order."""
    infos = [info for info in archive.infolist() if not info.is_dir()]
    names = _zip_names(infos)
    is_of_mac = any(MAC_MESSAGES in name for name in names)
    for info, name in islice(zip(infos, names, strict=True), first, last):
        allowance.add_entry()
        if _is_passed_over(name):
            continue
        problem = "unsafe-path" if is_unsafe(name) else "encrypted" if info.flag_bits & ENCRYPTED else ""
        member = Member(name, partial(_open_zipped, archive, info, allowance), problem)
        if not is_of_mac:
            yield member
        elif folder := mac_folder(name):  # of its members, only messages are read
            opened = partial(_open_message_of_mac, archive, member, allowance)
            yield Member(name, opened, problem or folder.left_out, folder.label)


def _open_message_of_mac(archive: zipfile.ZipFile, member: Member, allowance: Allowance) -> BinaryIO:
    room = allowance.limits.document_bytes
    with closing(member.open()) as stream:
        xml = stream.read(room + 1)
    if len(xml) > room:
        raise Unreadable("too-large", str(len(xml)))
    left = [room // 2 - len(xml)]

    def content_of(place: str) -> bytes:
        try:
            info = archive.getinfo(place)
            if info.file_size > left[0]:
                return b""
            with closing(_open_zipped(archive, info, allowance)) as stream:
                content = stream.read(left[0])
        except (KeyError, RuntimeError, Unreadable, *DAMAGE):
            return b""
        left[0] -= len(content)
        return content

    return io.BytesIO(mac_message_reader()(xml, content_of))


def _open_zipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo, allowance: Allowance) -> BinaryIO:
    allowance.check_ratio(info.file_size, info.compress_size)
    try:
        stream = archive.open(info)
    except NotImplementedError as error:
        raise Unreadable("unsupported", str(error)) from error
    return _buffered(_Metered(stream, allowance, lambda: info.compress_size))  # type: ignore[arg-type]


def _zip_names(infos: Sequence[zipfile.ZipInfo]) -> list[str]:
    """The names of zip members; those not marked as UTF-8 are in whatever their maker's system used, all alike."""
    odd = [info for info in infos if not info.flag_bits & UTF8_NAME and not info.filename.isascii()]
    raw = [info.filename.encode("cp437", "replace") for info in odd]
    decoded = decode_text(b"\n".join(raw)).split("\n")
    if len(decoded) != len(odd):
        decoded = [decode_text(name) for name in raw]
    mended = {id(info): name for info, name in zip(odd, decoded, strict=True)}
    return [mended.get(id(info), info.filename).replace("\\", "/") for info in infos]


class _StrictInfo(tarfile.TarInfo):
    """Ends with an error where a header in the middle of a tar archive is broken; the library would end in silence."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(archive)
        except (tarfile.InvalidHeaderError, tarfile.TruncatedHeaderError) as error:  # type: ignore[attr-defined]
            raise Unreadable("damaged", str(error)) from error


def tar_members(stream: BinaryIO, allowance: Allowance) -> Iterator[Member]:
    """The files of a tar archive, as they come."""
    with tarfile.open(fileobj=stream, mode="r|", tarinfo=_StrictInfo) as archive:
        for info in archive:
            allowance.add_entry()
            archive.members = []  # type: ignore[attr-defined]  # it would remember every header it has seen
            name = info.name.replace("\\", "/")
            problem = _tar_problem(info, name)
            if (info.isreg() or problem) and not _is_passed_over(name):
                yield Member(name, partial(_open_tarred, archive, info, allowance), problem)
    while stream.read(DRAINED_BYTES):  # a packed archive that is cut short may break only behind its last member
        pass


def _open_tarred(archive: tarfile.TarFile, info: tarfile.TarInfo, allowance: Allowance) -> BinaryIO:
    stream = archive.extractfile(info)
    if stream is None:
        raise Unreadable("not-a-file")
    return _buffered(_Metered(stream, allowance, lambda: info.size))  # type: ignore[arg-type]


def _tar_problem(info: tarfile.TarInfo, name: str) -> str:
    if is_unsafe(name):
        return "unsafe-path"
    if info.issym():
        target = f"{PurePosixPath(name).parent}/{info.linkname}"
        return "unsafe-path" if is_unsafe(info.linkname, inside=False) or _climbs_out(target) else ""
    if info.islnk():
        return "unsafe-path" if is_unsafe(info.linkname) else ""
    return "not-a-file" if info.isdev() else ""


def is_unsafe(name: str, *, inside: bool = True) -> bool:
    """Return whether a name in an archive points outside of it: from the root, from a drive, or upwards."""
    name = name.replace("\\", "/")
    return name.startswith("/") or name[1:2] == ":" or "\0" in name or (inside and _climbs_out(name))


def _climbs_out(name: str) -> bool:
    depth = 0
    for part in name.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        if depth < 0:
            return True
    return False


def _is_passed_over(name: str) -> bool:
    return any(is_ignored(part) for part in name.split("/") if part not in (".", ".."))


def raw_member(path: str, member: str, limits: ReadLimits | None = None) -> bytes:
    """The message or file of that name as it stands there; a mailbox's quoting of `From ` lines is taken off.

    Raises OSError, or Unreadable: `vanished` where there is nothing of that name any more.
    """
    with open_regular(path) as (file, _):
        found = _Holder(basename(path), file.read(HEAD_BYTES), file, is_on_disk=True)
        return _within(found, member, Allowance(limits or ReadLimits()))


@dataclass(frozen=True, slots=True)
class _Holder:
    """A file, on the disk or in an archive, of which the first bytes were read."""

    name: str
    head: bytes
    stream: BinaryIO
    depth: int = 0
    """The number of archives it is in."""
    is_on_disk: bool = False

    def whole(self) -> BinaryIO:
        return Joined(self.head, self.stream)  # type: ignore[return-value]


def _within(holder: _Holder, member: str, allowance: Allowance) -> bytes:
    """The bytes of a member; of the file itself, where the name of the member is used up."""
    most_bytes = allowance.limits.document_bytes
    kind = "tar" if is_tar(holder.head) else kind_of(holder.head, holder.name, "auto")
    if kind in PACKED and (member or not holder.is_on_disk):
        stream = unpacked(holder.whole(), kind, allowance)
        head = stream.read(HEAD_BYTES)
        name = holder.name.rpartition(".")[0] or holder.name
        return _within(_Holder(name, head, stream, holder.depth + (not is_tar(head))), member, allowance)
    if not member and kind == "mbox":
        return _first(iter_mbox(holder.whole(), max_bytes=most_bytes), "", most_bytes)
    if not member:
        return read_within(holder.stream, holder.head, most_bytes)
    allowance.check_depth(holder.depth)
    if kind == "mbox" and member.isdecimal():
        return _message(holder, member, most_bytes)
    if kind == "tar":
        return _among(tar_members(holder.whole(), allowance), holder, member, allowance)
    if kind != "zip":
        raise Unreadable("vanished", member)
    spool = spooled(holder.whole(), most_bytes // 4)
    with nullcontext(holder.stream) if holder.is_on_disk else spool as file, opened_zip(file) as archive:
        if archive_kind(archive) != "zip":
            raise Unreadable("vanished", member)
        return _among(zip_members(archive, allowance), holder, member, allowance)


def _message(holder: _Holder, member: str, most_bytes: int) -> bytes:
    if holder.is_on_disk:
        holder.stream.seek(int(member))
        return _first(iter_mbox(holder.stream, int(member), max_bytes=most_bytes), member, most_bytes)
    messages = iter_mbox(holder.whole(), max_bytes=most_bytes)
    return _first((each for each in messages if each[0] == member), member, most_bytes)


def _first(messages: Iterator[tuple[str, bytes]], member: str, most_bytes: int) -> bytes:
    found = next(messages, None)
    if found is None:
        raise Unreadable("vanished", member)
    if len(found[1]) > most_bytes:
        raise Unreadable("too-large")
    return found[1]


def _among(members: Iterator[Member], holder: _Holder, wanted: str, allowance: Allowance) -> bytes:
    for member in members:
        if wanted != member.name and not wanted.startswith(f"{member.name}/"):
            continue
        if member.problem:
            raise Unreadable(member.problem)
        with closing(member.open()) as stream:
            inner = _Holder(basename(member.name), stream.read(HEAD_BYTES), stream, holder.depth + 1)
            return _within(inner, wanted[len(member.name) + 1 :], allowance)
    raise Unreadable("vanished", wanted)

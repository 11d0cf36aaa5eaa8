"""Archives: read the members one at a time, never unpack to disk, and stop at decompression bombs.

No name in an archive is ever used as a path to write to. Members whose names point outside of the archive are still
listed, as failures: only a hostile archive has such members, and the person should know.
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
from app.readers.files.mail_programs import MAC_MESSAGES, folder_of_mac_message
from app.readers.files.opening import JoinedStream, open_regular, read_within, spool_stream
from app.readers.kinds import HEAD_BYTES, PACKED, Kind, is_tar, kind_of, ole_kind_of, zip_kind_of
from app.readers.labels import archive_label, folder_label, tree_label
from app.readers.mail.mailboxes import iter_mbox
from app.readers.parsers import mac_message_reader
from app.readers.reading_failures import DAMAGE, Unreadable

MIN_RATIO_CHECK_BYTES = 1 << 20
"""Minimum size of members whose compression ratio is checked. A megabyte of spaces compresses a thousandfold."""

MIN_TOTAL_BYTES = 256 << 20
"""Total size to which every source may unpack, however small it is."""

DRAIN_CHUNK_BYTES = 1 << 16
"""Chunk size for reading a tar stream to its end."""
UTF8_NAME, ENCRYPTED = 0x800, 0x1
"""Flag bits of a zip member."""


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A file in an archive: its path in the archive, and a function that opens it.

    If the file cannot be opened, `failure_reason` is the reason code.
    """

    name: str
    open: Callable[[], BinaryIO]
    failure_reason: str = ""
    label: str | None = None
    """The label that the archive itself assigns to the member."""


def member_label(member: ArchiveMember, archive_name: str, *, uses_all_folders: bool = False) -> str:
    """Return the label of an archive member: its own label, the label of its folders, or the label of the archive.

    The first of these that exists is returned. With `uses_all_folders`, the folder label has the names of all folders
    around the member, otherwise only the name of the innermost folder.
    """
    folders = PurePosixPath(member.name).parts[:-1]
    label_of_folders = tree_label(folders) if uses_all_folders else folder_label(folders)
    return member.label or label_of_folders or archive_label(archive_name)


def archive_kind(archive: zipfile.ZipFile) -> Kind:
    """Return the kind of a zip file: an archive, or a document format that is based on zip."""
    try:
        with archive.open("mimetype") as file:
            media_type = file.read(200)
    except (KeyError, RuntimeError, *DAMAGE):  # NotImplementedError (unknown compression) is a RuntimeError
        media_type = b""
    return zip_kind_of(archive.namelist(), media_type)


def kind_of_bytes(raw: bytes, name: str) -> Kind:
    """Return the kind of a file from all of its bytes. Unlike `kind_of`, this looks into zip and OLE files."""
    kind = kind_of(raw[:HEAD_BYTES], name, "text")
    if kind == "ole":
        return ole_kind_of(raw)
    if kind != "zip":
        return kind
    with open_zip(io.BytesIO(raw)) as archive:
        return archive_kind(archive)


class UnpackingBudget:
    """The limits shared by all members of one source, at every depth, so that no archive bomb is unpacked.

    `source_bytes` is the size of the source. In all, the source may unpack to `archive_ratio` times that size, or to
    256 MB if that is more. The total is needed because members below 1 MB have no ratio check of their own: 33 KB of
    nested archives of such members could unpack to 53 GB. Without a size only the absolute limit applies. Bytes that
    are unpacked again from a nested archive count again.
    """

    def __init__(self, limits: ReadLimits, source_bytes: int | None = None) -> None:
        self.limits = limits
        self._limit_bytes = limits.archive_expanded_bytes
        if source_bytes is not None:
            relative = max(MIN_TOTAL_BYTES, int(limits.archive_ratio * source_bytes))
            self._limit_bytes = min(self._limit_bytes, relative)
        self._n_entries = 0
        self._n_bytes = 0

    def add_entry(self) -> None:
        """Count one more member. Raise `Unreadable` (`bomb`) above the limit."""
        self._n_entries += 1
        if self._n_entries > self.limits.archive_entries:
            raise Unreadable("bomb", f"more than {self.limits.archive_entries} files")

    def add_bytes(self, n_bytes: int) -> None:
        """Count unpacked bytes. Raise `Unreadable` (`bomb`) above the limit."""
        self._n_bytes += n_bytes
        if self._n_bytes > self._limit_bytes:
            raise Unreadable("bomb", f"more than {self._limit_bytes} bytes unpacked")

    def check_ratio(self, unpacked_bytes: int, packed_bytes: int) -> None:
        """Raise `Unreadable` (`bomb`) if a member unpacks to far more than its compressed size."""
        if unpacked_bytes > MIN_RATIO_CHECK_BYTES and unpacked_bytes > self.limits.archive_ratio * max(packed_bytes, 1):
            raise Unreadable("bomb", f"{packed_bytes} bytes hold {unpacked_bytes} or more")

    def check_depth(self, depth: int) -> None:
        """Raise `Unreadable` (`too-deep`) if archives are nested too deeply."""
        if depth >= self.limits.archive_depth:
            raise Unreadable("too-deep")


class _CountingStream(ReadOnlyStream):
    """A stream that counts the bytes read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.n_bytes = 0

    def take(self, n_bytes: int) -> bytes:
        """Read at most `n_bytes` bytes and count them."""
        chunk = self._stream.read(n_bytes)
        self.n_bytes += len(chunk)
        return chunk


class _MeteredStream(_CountingStream):
    """A decompressing stream that raises `Unreadable` as soon as the bytes read exceed an unpacking budget."""

    def __init__(self, stream: BinaryIO, budget: UnpackingBudget, packed_bytes: Callable[[], int]) -> None:
        super().__init__(stream)
        self._budget, self._packed_bytes = budget, packed_bytes

    def take(self, n_bytes: int) -> bytes:
        """Return at most `n_bytes` unpacked bytes, and count them in the budget."""
        chunk = super().take(n_bytes)
        self._budget.add_bytes(len(chunk))
        self._budget.check_ratio(self.n_bytes, self._packed_bytes())
        return chunk

    def close(self) -> None:
        self._stream.close()
        super().close()


GZIP_MAGIC = b"\x1f\x8b"
GZIP_WINDOW_BITS = 31
"""Value of `wbits` with which zlib expects a gzip header and checks the trailer."""


class _GzipStream(ReadOnlyStream):
    """Stream of the decompressed contents of all gzip members.

    Garbage after the last member is ignored, as `gzip -d` does. `gzip.GzipFile` would raise, and lose the text before
    it.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._member = zlib.decompressobj(GZIP_WINDOW_BITS)
        self._packed = b""
        self._is_at_end = False

    def take(self, n_bytes: int) -> bytes:
        """Return at most `n_bytes` unpacked bytes; b"" at the end of the last member."""
        while not self._is_at_end:
            if self._member.eof:
                if len(self._packed) < len(GZIP_MAGIC):
                    self._packed += self._stream.read(io.DEFAULT_BUFFER_SIZE)
                self._is_at_end = not self._packed.startswith(GZIP_MAGIC)
                self._member = zlib.decompressobj(GZIP_WINDOW_BITS)
                continue
            if not self._packed:
                self._packed = self._stream.read(io.DEFAULT_BUFFER_SIZE)
            is_exhausted = not self._packed
            chunk = self._member.decompress(self._packed, n_bytes)
            self._packed = self._member.unconsumed_tail or self._member.unused_data
            if chunk:
                return chunk
            if is_exhausted and not self._member.eof:
                raise EOFError("the compressed file ended before its end-of-stream marker")
        return b""

    def close(self) -> None:
        self._stream.close()
        super().close()


DECOMPRESSORS: dict[Kind, Callable[[BinaryIO], Any]] = {"gzip": _GzipStream, "bzip2": bz2.open, "xz": lzma.open}


def _to_buffered_stream(stream: io.RawIOBase) -> BinaryIO:
    return io.BufferedReader(stream, 1 << 16)


def decompress_stream(stream: BinaryIO, kind: Kind, budget: UnpackingBudget) -> BinaryIO:
    """Return the decompressed stream of a gzip, bzip2 or xz file."""
    counted = _CountingStream(stream)
    return _to_buffered_stream(
        _MeteredStream(DECOMPRESSORS[kind](_to_buffered_stream(counted)), budget, lambda: counted.n_bytes)
    )


def open_zip(file: BinaryIO | str | Path) -> zipfile.ZipFile:
    """Open a zip file. Raise `Unreadable` if its central directory is damaged or its format is unknown."""
    try:
        archive = zipfile.ZipFile(file)
    except NotImplementedError as error:
        raise Unreadable("unsupported", str(error)) from error
    except (zipfile.BadZipFile, ValueError) as error:
        raise Unreadable("damaged", str(error)) from error
    infos, problem = archive.infolist(), ""  # problems that zipfile does not notice
    if any(info.header_offset < 0 for info in infos):
        problem = "a member begins before the file does"
    elif not infos and archive.start_dir:
        problem = "it lists none of its members"
    if problem:
        archive.close()
        raise Unreadable("damaged", problem)
    return archive


def zip_files(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the members that are files, in archive order.

    `ZipInfo.is_dir` of Python 3.11 raises IndexError for a member without a name.
    """
    return [info for info in archive.infolist() if not info.filename.endswith("/")]


def zip_members(
    archive: zipfile.ZipFile, budget: UnpackingBudget, first: int = 0, last: int | None = None
) -> Iterator[ArchiveMember]:
    """Yield the files of a zip archive in archive order: those with the numbers from `first` up to `last`."""
    infos = zip_files(archive)
    names = _decode_zip_names(infos)
    is_of_mac = any(MAC_MESSAGES in name for name in names)
    for info, name in islice(zip(infos, names, strict=True), first, last):
        budget.add_entry()
        if _has_ignored_folder(name):
            continue
        problem = "unsafe-path" if is_unsafe(name) else "encrypted" if info.flag_bits & ENCRYPTED else ""
        member = ArchiveMember(name, partial(_open_zip_member, archive, info, budget), problem)
        if not is_of_mac:
            yield member
        elif folder := folder_of_mac_message(name):  # of an Outlook for Mac export, only the messages are read
            open_message = partial(_open_message_of_mac, archive, member, budget)
            yield ArchiveMember(name, open_message, problem or folder.skip_reason, folder.label)


def _open_message_of_mac(archive: zipfile.ZipFile, member: ArchiveMember, budget: UnpackingBudget) -> BinaryIO:
    limit_bytes = budget.limits.document_bytes
    with closing(member.open()) as stream:
        xml = stream.read(limit_bytes + 1)
    if len(xml) > limit_bytes:
        raise Unreadable("too-large", str(len(xml)))
    n_left = [limit_bytes // 2 - len(xml)]

    def content_of(name: str) -> bytes:
        try:
            info = archive.getinfo(name)
            if info.file_size > n_left[0]:
                return b""
            with closing(_open_zip_member(archive, info, budget)) as stream:
                content = stream.read(n_left[0])
        except (KeyError, RuntimeError, Unreadable, *DAMAGE):
            return b""
        n_left[0] -= len(content)
        return content

    return io.BytesIO(mac_message_reader()(xml, content_of))


def _open_zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: UnpackingBudget) -> BinaryIO:
    budget.check_ratio(info.file_size, info.compress_size)
    try:
        stream = archive.open(info)
    except NotImplementedError as error:
        raise Unreadable("unsupported", str(error)) from error
    return _to_buffered_stream(_MeteredStream(stream, budget, lambda: info.compress_size))  # type: ignore[arg-type]


def _decode_zip_names(infos: Sequence[zipfile.ZipInfo]) -> list[str]:
    """Return the names of zip members. Those without the UTF-8 flag share one charset, which is guessed from all of
    them."""
    undeclared = [info for info in infos if not info.flag_bits & UTF8_NAME and not info.filename.isascii()]
    raw = [info.filename.encode("cp437", "replace") for info in undeclared]
    decoded = decode_text(b"\n".join(raw)).split("\n")
    if len(decoded) != len(undeclared):
        decoded = [decode_text(name) for name in raw]
    decoded_names = {id(info): name for info, name in zip(undeclared, decoded, strict=True)}
    return [decoded_names.get(id(info), info.filename).replace("\\", "/") for info in infos]


class _StrictTarInfo(tarfile.TarInfo):
    """TarInfo that raises if a header in the middle of a tar archive is broken, where tarfile would end silently."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(archive)
        except (tarfile.InvalidHeaderError, tarfile.TruncatedHeaderError) as error:  # type: ignore[attr-defined]
            raise Unreadable("damaged", str(error)) from error


def tar_members(stream: BinaryIO, budget: UnpackingBudget) -> Iterator[ArchiveMember]:
    """Yield the files of a tar archive in archive order."""
    with tarfile.open(fileobj=stream, mode="r|", tarinfo=_StrictTarInfo) as archive:
        for info in archive:
            budget.add_entry()
            archive.members = []  # type: ignore[attr-defined]  # tarfile would keep every header in memory
            name = info.name.replace("\\", "/")
            problem = _find_tar_problem(info, name)
            if (info.isreg() or problem) and not _has_ignored_folder(name):
                yield ArchiveMember(name, partial(_open_tar_member, archive, info, budget), problem)
    while stream.read(DRAIN_CHUNK_BYTES):  # a truncated compressed archive may fail only after its last member
        pass


def _open_tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo, budget: UnpackingBudget) -> BinaryIO:
    stream = archive.extractfile(info)
    if stream is None:
        raise Unreadable("not-a-file")
    return _to_buffered_stream(_MeteredStream(stream, budget, lambda: info.size))  # type: ignore[arg-type]


def _find_tar_problem(info: tarfile.TarInfo, name: str) -> str:
    if is_unsafe(name):
        return "unsafe-path"
    if info.issym():
        target = f"{PurePosixPath(name).parent}/{info.linkname}"
        return "unsafe-path" if is_unsafe(info.linkname, inside=False) or _leaves_archive(target) else ""
    if info.islnk():
        return "unsafe-path" if is_unsafe(info.linkname) else ""
    return "not-a-file" if info.isdev() else ""


def is_unsafe(name: str, *, inside: bool = True) -> bool:
    """Return whether a path leads outside of the archive: it is absolute, has a drive, or contains `..`.

    With `inside=False`, `..` is allowed, as in the target of a link.
    """
    name = name.replace("\\", "/")
    return name.startswith("/") or name[1:2] == ":" or "\0" in name or (inside and _leaves_archive(name))


def _leaves_archive(name: str) -> bool:
    depth = 0
    for part in name.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        if depth < 0:
            return True
    return False


def _has_ignored_folder(name: str) -> bool:
    return any(is_ignored(part) for part in name.split("/") if part not in (".", ".."))


def read_raw_member(path: str, member: str, limits: ReadLimits | None = None) -> bytes:
    """Return the bytes of a message or file in a container; an empty `member` is the file itself.

    The `>From ` quoting of mailboxes is removed. Raises OSError, or `Unreadable` (`vanished`) if the member no longer
    exists.
    """
    with open_regular(path) as (file, _):
        holder = _FileWithHead(basename(path), file.read(HEAD_BYTES), file, is_on_disk=True)
        return _read_member(holder, member, UnpackingBudget(limits or ReadLimits()))


@dataclass(frozen=True, slots=True)
class _FileWithHead:
    """A file on disk or in an archive, and its first bytes, which were already read from the stream."""

    name: str
    head: bytes
    stream: BinaryIO
    depth: int = 0
    """Number of archives around it."""
    is_on_disk: bool = False

    def full_stream(self) -> BinaryIO:
        return JoinedStream(self.head, self.stream)  # type: ignore[return-value]


def _read_member(holder: _FileWithHead, member: str, budget: UnpackingBudget) -> bytes:
    """Return the bytes of a member of `holder`, opening the archives around it.

    The name "" stands for `holder` itself, or for the first mail if `holder` is an mbox file.
    """
    limit_bytes = budget.limits.document_bytes
    kind = "tar" if is_tar(holder.head) else kind_of(holder.head, holder.name, "auto")
    if kind in PACKED and (member or not holder.is_on_disk):
        stream = decompress_stream(holder.full_stream(), kind, budget)
        head = stream.read(HEAD_BYTES)
        name = holder.name.rpartition(".")[0] or holder.name
        return _read_member(_FileWithHead(name, head, stream, holder.depth + (not is_tar(head))), member, budget)
    if not member and kind == "mbox":
        return _take_first_message(iter_mbox(holder.full_stream(), max_bytes=limit_bytes), "", limit_bytes)
    if not member:
        return read_within(holder.stream, holder.head, limit_bytes)
    budget.check_depth(holder.depth)
    if kind == "mbox" and member.isdecimal():
        return _read_mbox_message(holder, member, limit_bytes)
    if kind == "tar":
        return _find_member(tar_members(holder.full_stream(), budget), holder, member, budget)
    if kind != "zip":
        raise Unreadable("vanished", member)
    spool = spool_stream(holder.full_stream(), limit_bytes // 4)
    with nullcontext(holder.stream) if holder.is_on_disk else spool as file, open_zip(file) as archive:
        if archive_kind(archive) != "zip":
            raise Unreadable("vanished", member)
        return _find_member(zip_members(archive, budget), holder, member, budget)


def _read_mbox_message(holder: _FileWithHead, member: str, limit_bytes: int) -> bytes:
    if holder.is_on_disk:
        holder.stream.seek(int(member))
        return _take_first_message(iter_mbox(holder.stream, int(member), max_bytes=limit_bytes), member, limit_bytes)
    messages = iter_mbox(holder.full_stream(), max_bytes=limit_bytes)
    return _take_first_message((pair for pair in messages if pair[0] == member), member, limit_bytes)


def _take_first_message(messages: Iterator[tuple[str, bytes]], member: str, limit_bytes: int) -> bytes:
    pair = next(messages, None)
    if pair is None:
        raise Unreadable("vanished", member)
    if len(pair[1]) > limit_bytes:
        raise Unreadable("too-large")
    return pair[1]


def _find_member(members: Iterator[ArchiveMember], holder: _FileWithHead, path: str, budget: UnpackingBudget) -> bytes:
    for member in members:
        if path != member.name and not path.startswith(f"{member.name}/"):
            continue
        if member.failure_reason:
            raise Unreadable(member.failure_reason)
        with closing(member.open()) as stream:
            inner = _FileWithHead(basename(member.name), stream.read(HEAD_BYTES), stream, holder.depth + 1)
            return _read_member(inner, path[len(member.name) + 1 :], budget)
    raise Unreadable("vanished", path)

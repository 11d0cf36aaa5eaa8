"""The bytes of one message in a mailbox, or of one file in an archive, found again by the name its document has.

The names are those that `app.readers.reading` gives: where in a mailbox a message begins, a path in an archive, or
several of these with `/` between them where one is in the other. Only what lies on the way is opened, and nothing is
parsed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, nullcontext
from os.path import basename
from typing import BinaryIO

from app.domain.documents import ReadLimits
from app.readers.files.archives import Allowance, Member, archive_kind, opened_zip, tar_members, unpacked, zip_members
from app.readers.files.opening_files import Joined, open_regular, read_within, spooled
from app.readers.kinds import HEAD_BYTES, PACKED, is_tar, kind_of
from app.readers.mail.mailboxes import iter_mbox
from app.readers.reading_failures import Unreadable
from nbengine.lazy_dataclasses import dataclass


def raw_member(path: str, member: str, limits: ReadLimits | None = None) -> bytes:
    """The message or file of that name as it stands there; a mailbox's quoting of `From ` lines is taken off.

    Raises OSError, or Unreadable: `vanished` where there is nothing of that name any more.
    """
    limits = limits or ReadLimits()
    with open_regular(path) as (file, _):
        found = _Holder(basename(path), file.read(HEAD_BYTES), file, is_on_disk=True)
        return _Search(limits).within(found, member)


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


class _Search:
    """Goes down to one member, within the limits of everything that is unpacked."""

    def __init__(self, limits: ReadLimits) -> None:
        self._limits, self._allowance = limits, Allowance(limits)

    def within(self, holder: _Holder, member: str) -> bytes:
        """The bytes of a member; of the file itself, where the name of the member is used up."""
        kind = "tar" if is_tar(holder.head) else kind_of(holder.head, holder.name, "auto")
        if kind in PACKED and (member or not holder.is_on_disk):
            stream = unpacked(holder.whole(), kind, self._allowance)
            head = stream.read(HEAD_BYTES)
            name = holder.name.rpartition(".")[0] or holder.name
            return self.within(_Holder(name, head, stream, holder.depth + (not is_tar(head))), member)
        if not member and kind == "mbox":
            return self._first(iter_mbox(holder.whole(), max_bytes=self._limits.document_bytes), "")
        if not member:
            return read_within(holder.stream, holder.head, self._limits.document_bytes)
        self._allowance.check_depth(holder.depth)
        if kind == "mbox":
            return self._message(holder, member)
        if kind == "tar":
            return self._among(tar_members(holder.whole(), self._allowance), holder, member)
        if kind != "zip":
            raise Unreadable("vanished", member)
        spool = spooled(holder.whole(), self._limits.document_bytes // 4)
        with nullcontext(holder.stream) if holder.is_on_disk else spool as file, opened_zip(file) as archive:
            if archive_kind(archive) != "zip":
                raise Unreadable("vanished", member)
            return self._among(zip_members(archive, self._allowance), holder, member)

    def _message(self, holder: _Holder, member: str) -> bytes:
        if not member.isdecimal():
            raise Unreadable("vanished", member)
        if not holder.is_on_disk:
            messages = iter_mbox(holder.whole(), max_bytes=self._limits.document_bytes)
            return self._first((each for each in messages if each[0] == member), member)
        holder.stream.seek(int(member))
        return self._first(iter_mbox(holder.stream, int(member), max_bytes=self._limits.document_bytes), member)

    def _first(self, messages: Iterator[tuple[str, bytes]], member: str) -> bytes:
        found = next(messages, None)
        if found is None:
            raise Unreadable("vanished", member)
        if len(found[1]) > self._limits.document_bytes:
            raise Unreadable("too-large")
        return found[1]

    def _among(self, members: Iterator[Member], holder: _Holder, wanted: str) -> bytes:
        for member in members:
            if wanted != member.name and not wanted.startswith(f"{member.name}/"):
                continue
            if member.problem:
                raise Unreadable(member.problem)
            with closing(member.open()) as stream:
                inner = _Holder(basename(member.name), stream.read(HEAD_BYTES), stream, holder.depth + 1)
                return self.within(inner, wanted[len(member.name) + 1 :])
        raise Unreadable("vanished", wanted)

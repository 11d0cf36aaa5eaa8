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

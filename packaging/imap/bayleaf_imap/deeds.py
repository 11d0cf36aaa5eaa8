"""Move mails so that each exists exactly once, even after a crash: record the move, make it, and verify it.

With the MOVE extension the server moves in one step. Without it, the mail is copied, the copy is verified, and then
that mail alone is expunged, which needs UIDPLUS. Without UIDPLUS nothing is moved. If a command may have been sent
before a crash, the target folder is searched for its result before it is sent again.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bayleaf_imap.journal import DeedRecord, Journal
from bayleaf_imap.mail_contents import identities, whole_digest
from bayleaf_imap.server import OpenFolder, Server
from bayleaf_imap.troubles import Trouble

SURE, UNSURE = "$BayleafSure", "$BayleafUnsure"
"""Keywords: set on what this program, here or elsewhere, moves or flags, and on what it leaves to a person."""
MOST_AT_ONCE = 50
FIRST_WAIT_S, LONGEST_WAIT_S, MOST_TRIES = 60.0, 6 * 3_600.0, 40
MOST_SEARCHED = 1_000
SETTLED_S = 5.0
"""Delay before a command is sent again. The server may still execute a command after the connection broke."""


def can_move(server: Server) -> bool:
    """Return whether the server can move mail safely."""
    return server.has("MOVE") or server.has("UIDPLUS")


def settle(server: Server, journal: Journal) -> list[DeedRecord]:
    """Carry out the recorded moves that are due; return those that ended."""
    now_s = time.time()
    waiting = journal.deeds(["begun", "copied"])
    # A try further off than any wait was set by a clock that was ahead.
    due = [deed for deed in waiting if not now_s < deed.next_try_at <= now_s + LONGEST_WAIT_S]
    ended: list[DeedRecord] = []
    for deeds in batches(due):
        try:
            _Batch(server, journal, deeds).move()
        except Trouble as trouble:
            if trouble.kind not in ("refused", "no-folder"):
                raise
            _postpone(journal, deeds, trouble)
        ended += _ended(journal, deeds)
    return ended


def batches(deeds: Iterable[DeedRecord]) -> list[list[DeedRecord]]:
    """Group moves that can be made together. A move that was refused before is made alone."""
    together: dict[tuple[object, ...], list[DeedRecord]] = defaultdict(list)
    for deed in deeds:
        key = (deed.source, deed.source_uidvalidity, deed.target, deed.undoes is None, deed.n_tries and deed.number)
        together[key].append(deed)
    return [
        same[start : start + MOST_AT_ONCE] for same in together.values() for start in range(0, len(same), MOST_AT_ONCE)
    ]


def _ended(journal: Journal, deeds: Sequence[DeedRecord]) -> list[DeedRecord]:
    numbers = {deed.number for deed in deeds}
    first_s = min(deed.began_at for deed in deeds)
    return [deed for deed in journal.deeds(["done", "gone", "failed"], first_s) if deed.number in numbers]


def _postpone(journal: Journal, deeds: Sequence[DeedRecord], trouble: Trouble) -> None:
    with journal.writing():
        for deed in deeds:
            wait_s = min(FIRST_WAIT_S * 2**deed.n_tries, LONGEST_WAIT_S)
            is_last = deed.n_tries + 1 >= MOST_TRIES
            now = next((each for each in journal.deeds_of(deed.identity) if each.number == deed.number), deed)
            if now.state in ("begun", "copied"):
                journal.change_deed(
                    deed.number,
                    state="failed" if is_last else now.state,
                    reason=str(trouble),
                    n_tries=deed.n_tries + 1,
                    next_try_at=time.time() + wait_s,
                )


class _Batch:
    """Moves with one source and one target folder."""

    def __init__(self, server: Server, journal: Journal, deeds: Sequence[DeedRecord]) -> None:
        self._server, self._journal = server, journal
        self._source, self._target = deeds[0].source, deeds[0].target
        self._deeds = list(deeds)

    def move(self) -> None:
        """Move each mail, continuing from the recorded state of its move."""
        copies = self._copies_made()
        source = self._open_source()
        there = self._still_there()
        waiting: list[DeedRecord] = []
        for deed in self._deeds:
            if deed.source_uid not in there:
                self._end(deed, "done" if deed.number in copies else "gone", copies.get(deed.number, 0))
            elif deed.number in copies:
                self._journal.change_deed(deed.number, state="copied", target_uid=copies[deed.number])
            else:
                waiting.append(deed)
        copied = [deed for deed in self._deeds if deed.number in copies and deed.source_uid in there]
        self._take_away(copied, copies)
        if waiting:
            self._send(self._announced(waiting), source)

    def _copies_made(self) -> dict[int, int]:
        """Search the target for copies of earlier attempts; return their UIDs by move number."""
        sent = [deed for deed in self._deeds if deed.target_uidnext]
        return self._found(sent) if sent else {}

    def _found(self, sent: Sequence[DeedRecord]) -> dict[int, int]:
        target = self._server.open(self._target, writes=False)
        taken = {
            deed.target_uid
            for each in sent
            for deed in self._journal.deeds_of(each.identity)
            if deed.state in ("done", "undone") and deed.target == self._target
        }
        copies: dict[int, int] = {}
        for deed in sent:
            if deed.target_uidvalidity == target.uidvalidity:
                candidates = self._server.uids_from(deed.target_uidnext)[-MOST_SEARCHED:]
            else:
                candidates = self._server.with_message_id(deed.message_id) if deed.message_id else []
            known = self._identities(target, [uid for uid in candidates if uid not in taken])
            uid = next((uid for uid, identity in known.items() if identity == deed.identity), None)
            if uid is not None:
                copies[deed.number] = uid
                taken.add(uid)
        return copies

    def _identities(self, folder: OpenFolder, uids: Sequence[int]) -> dict[int, bytes]:
        """Return the hashes of mails; known ones are not fetched again."""
        known = {uid: self._journal.identity_at(folder.name, folder.uidvalidity, uid) for uid in uids}
        found = {uid: identity for uid, identity in known.items() if identity is not None}
        fresh = identities(self._server, [uid for uid in uids if uid not in found])
        with self._journal.writing():
            for uid, identity in fresh.items():
                if any(deed.identity == identity for deed in self._deeds):
                    self._journal.keep_place(folder.name, folder.uidvalidity, uid, identity)
        return found | fresh

    def _open_source(self) -> OpenFolder:
        """Open the source folder. If the server has renumbered it, find the new UID of each mail."""
        source = self._server.open(self._source, writes=True)
        if source.uidvalidity == self._deeds[0].source_uidvalidity:
            return source
        for place, deed in enumerate(self._deeds):
            candidates = self._server.with_message_id(deed.message_id) if deed.message_id else []
            known = identities(self._server, candidates[-MOST_SEARCHED:])
            uid = next((uid for uid, identity in known.items() if identity == deed.identity), 0)
            self._journal.change_deed(deed.number, source_uidvalidity=source.uidvalidity, source_uid=uid)
            self._deeds[place] = replace(deed, source_uidvalidity=source.uidvalidity, source_uid=uid)
        return source

    def _still_there(self) -> set[int]:
        """Return the UIDs that still belong to the recorded mails; a server may reuse a number."""
        known = identities(self._server, [deed.source_uid for deed in self._deeds if deed.source_uid])
        return {deed.source_uid for deed in self._deeds if known.get(deed.source_uid) == deed.identity}

    def _announced(self, deeds: Sequence[DeedRecord]) -> list[DeedRecord]:
        """Record the state of the target folder before anything is sent there."""
        state = self._server.state(self._target)
        not_before_s = time.time() + SETTLED_S
        with self._journal.writing():
            for deed in deeds:
                self._journal.change_deed(
                    deed.number,
                    target_uidvalidity=state.uidvalidity,
                    target_uidnext=max(state.uidnext, 1),
                    next_try_at=not_before_s,
                )
        return [replace(deed, target_uidvalidity=state.uidvalidity) for deed in deeds]

    def _send(self, deeds: Sequence[DeedRecord], source: OpenFolder) -> None:
        uids = [deed.source_uid for deed in deeds]
        if source.takes_keywords:
            is_undo = deeds[0].undoes is not None
            self._server.mark(uids, add=() if is_undo else [SURE], remove=[SURE] if is_undo else ())
        if self._server.has("MOVE"):
            became = self._server.move(uids, self._target)
            self._note_moved(deeds, became)
            return
        if not self._server.has("UIDPLUS"):
            raise Trouble("refused", what="a move", why="it has neither MOVE nor UIDPLUS")
        became = self._server.copy(uids, self._target)
        copies = {deed.number: became[deed.source_uid] for deed in deeds if deed.source_uid in became}
        with self._journal.writing():
            for number, uid in copies.items():
                self._journal.change_deed(number, state="copied", target_uid=uid)
        self._take_away([deed for deed in deeds if deed.number in copies], copies)

    def _note_moved(self, deeds: Sequence[DeedRecord], became: dict[int, int]) -> None:
        silent = [deed for deed in deeds if deed.source_uid not in became]
        left = self._server.flags([deed.source_uid for deed in silent])
        with self._journal.writing():
            for deed in deeds:
                if deed.source_uid not in left:
                    self._end(deed, "done", became.get(deed.source_uid, 0))

    def _take_away(self, deeds: Sequence[DeedRecord], copies: dict[int, int]) -> None:
        """Expunge the mails whose copies were verified.

        If the server reports another size for a copy, the whole content is compared: the server may count differently,
        or may have stored only a part.
        """
        if not deeds:
            return
        sizes = self._sizes([deed.source_uid for deed in deeds])
        self._server.open(self._target, writes=False)
        uids = [copies[deed.number] for deed in deeds]
        known, made = identities(self._server, uids), self._sizes(uids)
        same = [deed for deed in deeds if known.get(copies[deed.number]) == deed.identity]
        doubted = [deed for deed in same if made.get(copies[deed.number]) != sizes.get(deed.source_uid)]
        read = {deed.number: whole_digest(self._server, copies[deed.number]) for deed in doubted}
        source = self._server.open(self._source, writes=True)
        if source.uidvalidity != deeds[0].source_uidvalidity:
            raise Trouble("lost", why="the folder was renumbered")
        other = [deed for deed in doubted if read[deed.number] != whole_digest(self._server, deed.source_uid)]
        same = [deed for deed in same if deed not in other]
        there = self._still_there()
        self._server.expunge([deed.source_uid for deed in same if deed.source_uid in there])
        with self._journal.writing():
            for deed in deeds:
                if deed in same:
                    self._end(deed, "done", copies[deed.number])
                else:
                    self._journal.change_deed(deed.number, state="failed", reason="the copy is not the same")

    def _sizes(self, uids: Sequence[int]) -> dict[int, int]:
        return {head.uid: head.size for head in self._server.heads(uids)}

    def _end(self, deed: DeedRecord, state: str, target_uid: int) -> None:
        """Record the end of a move, and the new place of the mail."""
        with self._journal.writing():
            self._journal.change_deed(deed.number, state=state, target_uid=target_uid)
            if state == "done" and target_uid:
                uidvalidity = deed.target_uidvalidity
                self._journal.keep_place(deed.target, uidvalidity, target_uid, deed.identity)
            known = self._journal.mail(deed.identity)
            if deed.undoes is not None and state == "done":
                self._journal.change_deed(deed.undoes, state="undone")
                if known is not None:
                    self._journal.keep_mail(replace(known, state="stays", reason="put back", is_hands_off=True))
            elif known is not None:
                self._journal.keep_mail(replace(known, state="moved" if state == "done" else "there"))


def begin_undo(journal: Journal, since_s: float) -> int:
    """Record that all mails moved since a time are to be moved back; return their number."""
    moved = [deed for deed in journal.deeds(["done"], since_s) if deed.undoes is None and deed.target_uid]
    under_way = {deed.undoes for deed in journal.deeds(["begun", "copied"])}
    with journal.writing():
        for deed in moved:
            if deed.number not in under_way:
                place = (deed.target, deed.target_uidvalidity, deed.target_uid)
                journal.begin_deed(deed.identity, place, deed.source, deed.message_id, undoes=deed.number)
    return len(moved)

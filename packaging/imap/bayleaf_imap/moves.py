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

from bayleaf_imap.errors import MailboxError
from bayleaf_imap.journal import Journal, MoveRecord
from bayleaf_imap.mail_contents import fetch_identities, whole_digest
from bayleaf_imap.server import OpenFolder, Server

SURE, UNSURE = "$BayleafSure", "$BayleafUnsure"
"""Keywords: on mail that this program, on any computer, has moved or flagged; and on mail left to the person."""
MAX_BATCH_SIZE = 50
FIRST_WAIT_S, MAX_WAIT_S, MAX_TRIES = 60.0, 6 * 3_600.0, 40
MAX_SEARCHED = 1_000
RESEND_DELAY_S = 5.0
"""Delay before a command is sent again. The server may still execute a command after the connection broke."""


def can_move(server: Server) -> bool:
    """Return whether the server can move mail safely."""
    return server.has("MOVE") or server.has("UIDPLUS")


def carry_out_moves(server: Server, journal: Journal) -> list[MoveRecord]:
    """Carry out the recorded moves that are due. Return those that ended."""
    now_s = time.time()
    waiting = journal.moves(["begun", "copied"])
    # A try further off than any wait was set by a clock that was ahead.
    due = [move for move in waiting if not now_s < move.next_try_at <= now_s + MAX_WAIT_S]
    ended: list[MoveRecord] = []
    for moves in group_moves(due):
        try:
            _Batch(server, journal, moves).move()
        except MailboxError as trouble:
            if trouble.kind not in ("refused", "no-folder"):
                raise
            _postpone(journal, moves, trouble)
        ended += _finished_moves(journal, moves)
    return ended


def group_moves(moves: Iterable[MoveRecord]) -> list[list[MoveRecord]]:
    """Group moves that can be made together. A move that was refused before is made alone."""
    together: dict[tuple[object, ...], list[MoveRecord]] = defaultdict(list)
    for move in moves:
        key = (move.source, move.source_uidvalidity, move.target, move.undoes is None, move.n_tries and move.number)
        together[key].append(move)
    return [
        same[start : start + MAX_BATCH_SIZE]
        for same in together.values()
        for start in range(0, len(same), MAX_BATCH_SIZE)
    ]


def _finished_moves(journal: Journal, moves: Sequence[MoveRecord]) -> list[MoveRecord]:
    numbers = {move.number for move in moves}
    first_s = min(move.began_at for move in moves)
    return [move for move in journal.moves(["done", "gone", "failed"], first_s) if move.number in numbers]


def _postpone(journal: Journal, moves: Sequence[MoveRecord], trouble: MailboxError) -> None:
    with journal.writing():
        for move in moves:
            wait_s = min(FIRST_WAIT_S * 2**move.n_tries, MAX_WAIT_S)
            is_last = move.n_tries + 1 >= MAX_TRIES
            now = next((each for each in journal.moves_of(move.identity) if each.number == move.number), move)
            if now.state in ("begun", "copied"):
                journal.update_move(
                    move.number,
                    state="failed" if is_last else now.state,
                    reason=str(trouble),
                    n_tries=move.n_tries + 1,
                    next_try_at=time.time() + wait_s,
                )


class _Batch:
    """Moves with one source and one target folder."""

    def __init__(self, server: Server, journal: Journal, moves: Sequence[MoveRecord]) -> None:
        self._server, self._journal = server, journal
        self._source, self._target = moves[0].source, moves[0].target
        self._moves = list(moves)

    def move(self) -> None:
        """Move each mail, continuing from the recorded state of its move."""
        copies = self._find_copies()
        source = self._open_source()
        there = self._uids_still_present()
        waiting: list[MoveRecord] = []
        for move in self._moves:
            if move.source_uid not in there:
                self._end(move, "done" if move.number in copies else "gone", copies.get(move.number, 0))
            elif move.number in copies:
                self._journal.update_move(move.number, state="copied", target_uid=copies[move.number])
            else:
                waiting.append(move)
        copied = [move for move in self._moves if move.number in copies and move.source_uid in there]
        self._expunge_copied(copied, copies)
        if waiting:
            self._send(self._record_target_state(waiting), source)

    def _find_copies(self) -> dict[int, int]:
        """Search the target for copies of earlier attempts; return their UIDs by move number."""
        sent = [move for move in self._moves if move.target_uidnext]
        return self._found(sent) if sent else {}

    def _found(self, sent: Sequence[MoveRecord]) -> dict[int, int]:
        target = self._server.open(self._target, writes=False)
        used_uids = {
            move.target_uid
            for each in sent
            for move in self._journal.moves_of(each.identity)
            if move.state in ("done", "undone") and move.target == self._target
        }
        copies: dict[int, int] = {}
        for move in sent:
            if move.target_uidvalidity == target.uidvalidity:
                candidates = self._server.uids_from(move.target_uidnext)[-MAX_SEARCHED:]
            else:
                candidates = self._server.with_message_id(move.message_id) if move.message_id else []
            known = self._identities(target, [uid for uid in candidates if uid not in used_uids])
            uid = next((uid for uid, identity in known.items() if identity == move.identity), None)
            if uid is not None:
                copies[move.number] = uid
                used_uids.add(uid)
        return copies

    def _identities(self, folder: OpenFolder, uids: Sequence[int]) -> dict[int, bytes]:
        """Return the hashes of mails; known ones are not fetched again."""
        known = {uid: self._journal.identity_at(folder.name, folder.uidvalidity, uid) for uid in uids}
        found = {uid: identity for uid, identity in known.items() if identity is not None}
        fresh = fetch_identities(self._server, [uid for uid in uids if uid not in found])
        with self._journal.writing():
            for uid, identity in fresh.items():
                if any(move.identity == identity for move in self._moves):
                    self._journal.store_place(folder.name, folder.uidvalidity, uid, identity)
        return found | fresh

    def _open_source(self) -> OpenFolder:
        """Open the source folder. If the server has renumbered it, find the new UID of each mail."""
        source = self._server.open(self._source, writes=True)
        if source.uidvalidity == self._moves[0].source_uidvalidity:
            return source
        for place, move in enumerate(self._moves):
            candidates = self._server.with_message_id(move.message_id) if move.message_id else []
            known = fetch_identities(self._server, candidates[-MAX_SEARCHED:])
            uid = next((uid for uid, identity in known.items() if identity == move.identity), 0)
            self._journal.update_move(move.number, source_uidvalidity=source.uidvalidity, source_uid=uid)
            self._moves[place] = replace(move, source_uidvalidity=source.uidvalidity, source_uid=uid)
        return source

    def _uids_still_present(self) -> set[int]:
        """Return the UIDs that still belong to the recorded mails; a server may reuse a number."""
        known = fetch_identities(self._server, [move.source_uid for move in self._moves if move.source_uid])
        return {move.source_uid for move in self._moves if known.get(move.source_uid) == move.identity}

    def _record_target_state(self, moves: Sequence[MoveRecord]) -> list[MoveRecord]:
        """Record the state of the target folder before a command is sent."""
        state = self._server.state(self._target)
        not_before_s = time.time() + RESEND_DELAY_S
        with self._journal.writing():
            for move in moves:
                self._journal.update_move(
                    move.number,
                    target_uidvalidity=state.uidvalidity,
                    target_uidnext=max(state.uidnext, 1),
                    next_try_at=not_before_s,
                )
        return [replace(move, target_uidvalidity=state.uidvalidity) for move in moves]

    def _send(self, moves: Sequence[MoveRecord], source: OpenFolder) -> None:
        uids = [move.source_uid for move in moves]
        if source.takes_keywords:
            is_undo = moves[0].undoes is not None
            self._server.set_keywords(uids, add=() if is_undo else [SURE], remove=[SURE] if is_undo else ())
        if self._server.has("MOVE"):
            became = self._server.move(uids, self._target)
            self._record_moved(moves, became)
            return
        if not self._server.has("UIDPLUS"):
            raise MailboxError("refused", what="a move", why="it has neither MOVE nor UIDPLUS")
        became = self._server.copy(uids, self._target)
        copies = {move.number: became[move.source_uid] for move in moves if move.source_uid in became}
        with self._journal.writing():
            for number, uid in copies.items():
                self._journal.update_move(number, state="copied", target_uid=uid)
        self._expunge_copied([move for move in moves if move.number in copies], copies)

    def _record_moved(self, moves: Sequence[MoveRecord], became: dict[int, int]) -> None:
        silent = [move for move in moves if move.source_uid not in became]
        left = self._server.flags([move.source_uid for move in silent])
        with self._journal.writing():
            for move in moves:
                if move.source_uid not in left:
                    self._end(move, "done", became.get(move.source_uid, 0))

    def _expunge_copied(self, moves: Sequence[MoveRecord], copies: dict[int, int]) -> None:
        """Expunge the mails whose copies were verified.

        If the server reports another size for a copy, the whole content is compared: the server may count differently,
        or may have stored only a part.
        """
        if not moves:
            return
        sizes = self._sizes([move.source_uid for move in moves])
        self._server.open(self._target, writes=False)
        uids = [copies[move.number] for move in moves]
        known, made = fetch_identities(self._server, uids), self._sizes(uids)
        same = [move for move in moves if known.get(copies[move.number]) == move.identity]
        doubted = [move for move in same if made.get(copies[move.number]) != sizes.get(move.source_uid)]
        read = {move.number: whole_digest(self._server, copies[move.number]) for move in doubted}
        source = self._server.open(self._source, writes=True)
        if source.uidvalidity != moves[0].source_uidvalidity:
            raise MailboxError("lost", why="the folder was renumbered")
        other = [move for move in doubted if read[move.number] != whole_digest(self._server, move.source_uid)]
        same = [move for move in same if move not in other]
        there = self._uids_still_present()
        self._server.expunge([move.source_uid for move in same if move.source_uid in there])
        with self._journal.writing():
            for move in moves:
                if move in same:
                    self._end(move, "done", copies[move.number])
                else:
                    self._journal.update_move(move.number, state="failed", reason="the copy is not the same")

    def _sizes(self, uids: Sequence[int]) -> dict[int, int]:
        return {head.uid: head.size for head in self._server.heads(uids)}

    def _end(self, move: MoveRecord, state: str, target_uid: int) -> None:
        """Record the end of a move, and the new place of the mail."""
        with self._journal.writing():
            self._journal.update_move(move.number, state=state, target_uid=target_uid)
            if state == "done" and target_uid:
                uidvalidity = move.target_uidvalidity
                self._journal.store_place(move.target, uidvalidity, target_uid, move.identity)
            known = self._journal.mail(move.identity)
            if move.undoes is not None and state == "done":
                self._journal.update_move(move.undoes, state="undone")
                if known is not None:
                    self._journal.store_mail(replace(known, state="stays", reason="put back", is_hands_off=True))
            elif known is not None:
                self._journal.store_mail(replace(known, state="moved" if state == "done" else "there"))


def begin_undo(journal: Journal, since_s: float) -> int:
    """Record that all mails moved since a time are to be moved back; return their number."""
    moved = [move for move in journal.moves(["done"], since_s) if move.undoes is None and move.target_uid]
    under_way = {move.undoes for move in journal.moves(["begun", "copied"])}
    with journal.writing():
        for move in moved:
            if move.number not in under_way:
                place = (move.target, move.target_uidvalidity, move.target_uid)
                journal.begin_move(move.identity, place, move.source, move.message_id, undoes=move.number)
    return len(moved)

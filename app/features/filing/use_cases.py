"""File away: what was classified goes to a folder per label, by a plan that was shown, and back again if asked.

Only whole files move; what is in a mailbox or an archive is copied out and stays there. Each move is in the journal
before it begins and after it ended, in small groups, since a note on the disk takes longer than a move. What a kill
leaves half done is finished or taken back by `recover` at the next start: that both names exist, or one of them, and
whether the one is the other cut short, says everything.

One program at a time files away for a workspace, by a lock on a file beside it that the system takes back from whoever
is killed: the workspace itself must not be opened by anybody but SQLite.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from app.domain.confidence import (
    NO_THRESHOLDS,
    has_sure_folder,
    is_unsure_verdict,
    meets_error_limit,
    reaches_threshold,
    wrong_share_of,
)
from app.domain.documents import Failure, SourceOptions, labels_in
from app.domain.errors import BusyWorkspace, ModelError, StoreError
from app.domain.jobs import Cancelled, JobContext
from app.domain.records import FileMove, MoveState
from app.domain.results import DocumentVerdict
from app.features.filing import file_moves
from app.features.filing.file_moves import MoveError, Tick
from app.features.filing.plan import Filing, FilingPlan
from app.features.filing.text_layers import TextLayers
from app.library.classifying import Heading, JudgingOrder, LoadedModel, judge_sources, verdict_rows
from app.library.engine_errors import engine_errors
from app.store.workspace import Place, Workspace, open_for_reading, open_for_writing, path_of

logger = logging.getLogger(__name__)

Act = Callable[[FileMove, Tick], FileMove]
"""Returns the move with what was found out by making it."""
Outcome = tuple[FileMove, MoveState, str]
"""A move, its new state, and the reason for it."""

AT_ONCE = 32
"""Moves between two notes in the journal."""
LAST_BATCHES = 100


@dataclass(frozen=True, slots=True)
class FilingReport:
    """The outcome of a batch of moves."""

    moves: tuple[FileMove, ...]
    numbers: tuple[int, ...] = ()
    """Of what was filed, for the moves that are done."""
    is_cancelled: bool = False
    n_without_layer: int = 0
    """Files into which no layer of text could be written, though one was wanted; they were filed as they are."""

    @property
    def batch(self) -> int:
        """The batch's number in the journal; 0 where there was nothing to do."""
        return self.moves[0].batch if self.moves else 0

    def count(self, state: MoveState) -> int:
        """Count the moves that ended in this state."""
        return sum(move.state == state for move in self.moves)


def file_away(
    workspace: Place, plan: FilingPlan, context: JobContext, *, follows_documents: bool = False
) -> FilingReport:
    """Do what was planned. What cannot go stays where it is. What had gone when a person stopped it is listed, and not
    brought back. With `follows_documents`, documents that were imported from a moved file have its new path since."""
    if plan.problem or not plan.moves:
        return FilingReport(())
    layers = TextLayers(path_of(workspace))
    with filing_lock(path_of(workspace)), open_for_writing(workspace) as opened:
        batch = opened.journal.plan([planned.move for planned in plan.moves])
        scripts = {move.number: planned.script for planned, move in zip(plan.moves, batch, strict=True)}
        run = _Run(opened, batch, context)
        run.go_through(
            lambda move, tick: _carry_out(layers, move, tick),
            "started",
            "done",
            prepare=lambda move, tick: layers.make(move, scripts[move.number], tick),
        )
        moves = opened.journal.of_batch(batch[0].batch)
        if follows_documents:
            _follow(opened, moves)
        layers.sweep()
    logger.info("filed %d of %d files", sum(move.state == "done" for move in moves), len(moves))
    pairs = zip(plan.moves, moves, strict=True)
    numbers = tuple(planned.number for planned, move in pairs if move.state == "done")
    n_plain = sum(move.state == "done" and bool(scripts[move.number]) and not move.layer for move in moves)
    return FilingReport(moves, numbers, run.is_cancelled, n_plain)


def undo(workspace: Place, batch: int | None, context: JobContext, only: Collection[str] | None = None) -> FilingReport:
    """Bring the files of a batch back, of the last that can be brought back without a number; the last file first.

    With `only`, those that came from these paths.
    """
    with filing_lock(path_of(workspace)), open_for_writing(workspace) as opened:
        moves = _batch_to_undo(opened, batch)
        return _bring_back(opened, [move for move in moves if only is None or move.source in only], context)


def undo_since(workspace: Place, since_s: float, context: JobContext, *, only_watched: bool = False) -> FilingReport:
    """Bring back all files that were filed since a moment, the last file first; with `only_watched`, by watching."""
    with filing_lock(path_of(workspace)), open_for_writing(workspace) as opened:
        return _bring_back(opened, opened.journal.done_since(since_s, only_watched=only_watched), context)


def _bring_back(opened: Workspace, moves: Sequence[FileMove], context: JobContext) -> FilingReport:
    """Bring files back, the last one first; the report has all files of their batches."""
    done = [move for move in moves if move.state == "done"]
    run = _Run(opened, done[::-1], context)
    layers = TextLayers(opened.path)
    run.go_through(lambda move, tick: _take_back(layers, move, tick), "undoing", "undone", otherwise="done")
    batches = sorted({move.batch for move in done})
    ended = tuple(chain.from_iterable(map(opened.journal.of_batch, batches)))
    _follow(opened, ended)
    layers.sweep()
    made = (file_moves.last_folders(os.path.dirname(move.target), move.n_new_folders) for move in ended)
    file_moves.remove_empty_folders(chain.from_iterable(made))
    return FilingReport(ended, is_cancelled=run.is_cancelled)


def _follow(workspace: Workspace, moves: Sequence[FileMove]) -> None:
    """Give documents that were imported from moved files the paths of these now, so that they can be opened."""
    gone = [(move.source, move.target) for move in moves if move.action == "move" and move.state == "done"]
    back = [(move.target, move.source) for move in moves if move.action == "move" and move.state == "undone"]
    if gone or back:
        workspace.documents.follow_files([*gone, *back])


def last_batch(workspace: Place, _context: JobContext) -> FilingReport:
    """Return the last batch that can be brought back; if none can, the last there was."""
    with open_for_reading(workspace) as opened:
        return FilingReport(_batch_to_undo(opened, None) or next(iter(opened.journal.batches(limit=1)), ()))


def _batch_to_undo(workspace: Workspace, batch: int | None) -> tuple[FileMove, ...]:
    if batch is not None:
        return workspace.journal.of_batch(batch)
    batches = workspace.journal.batches(limit=LAST_BATCHES)
    return next((moves for moves in batches if any(move.state == "done" for move in moves)), ())


class _Run:
    """Goes through moves in small groups, each noted before it begins and after it ended."""

    def __init__(self, workspace: Workspace, moves: Sequence[FileMove], context: JobContext) -> None:
        self._workspace, self._moves, self._context = workspace, moves, context
        self._total = sum(move.size_bytes + 1 for move in moves)
        self._done_bytes = self._of_move = 0
        self.is_cancelled = False

    def go_through(
        self,
        act: Act,
        begun: MoveState,
        ended: MoveState,
        otherwise: MoveState = "failed",
        prepare: Act = lambda move, _tick: move,
    ) -> None:
        """Do each move; the rest is noted as not done once the person has had enough."""
        waiting = iter(self._moves)
        while group := list(islice(waiting, AT_ONCE)):
            group = [self._prepared(move, prepare) for move in group]
            if not self.is_cancelled:
                _note(self._workspace, [(move, begun, "") for move in group])
            _note(self._workspace, [self._outcome(move, act, ended, otherwise) for move in group])

    def _prepared(self, move: FileMove, prepare: Act) -> FileMove:
        try:
            return move if self.is_cancelled else prepare(move, self._tick)
        except Cancelled:
            self.is_cancelled = True
            return move

    def _outcome(self, move: FileMove, act: Act, ended: MoveState, otherwise: MoveState) -> Outcome:
        if self.is_cancelled:
            return move, otherwise, "cancelled"
        self._of_move = 0
        try:
            self._tick(0)
            move = act(replace(move, reason=""), self._tick)
        except Cancelled:
            self.is_cancelled = True
            return move, otherwise, "cancelled"
        except MoveError as error:
            return move, otherwise, error.reason
        finally:
            self._done_bytes += move.size_bytes + 1
        return move, ended, move.reason

    def _tick(self, n_bytes: int) -> None:
        self._of_move += n_bytes
        self._context.checkpoint(self._done_bytes + self._of_move, self._total, "filing away")


def _note(workspace: Workspace, outcomes: Iterable[Outcome]) -> None:
    with workspace.transaction():
        for move, state, reason in outcomes:
            workspace.journal.note(move.number, state, reason, move.n_new_folders, move.layer)


def _carry_out(layers: TextLayers, move: FileMove, tick: Tick) -> FileMove:
    """Move or copy a file; the folders that are made for it go again where it does not come."""
    folder = os.path.dirname(move.target)
    n_new_folders = file_moves.n_missing_folders(folder)
    try:
        if move.layer:
            layers.carry_out(move, tick)
        elif move.action == "copy":
            file_moves.copy_file(move.source, move.target, move.size_bytes, tick)
        else:
            file_moves.move_file(move.source, move.target, tick)
    except (MoveError, Cancelled):
        file_moves.remove_empty_folders(file_moves.last_folders(folder, n_new_folders))
        raise
    return replace(move, n_new_folders=n_new_folders)


def _take_back(layers: TextLayers, move: FileMove, tick: Tick) -> FileMove:
    if move.layer:
        return layers.take_back(move, tick)
    if move.action == "copy":
        file_moves.remove_copy(move.source, move.target)
    else:
        file_moves.move_back(move.target, move.source, tick)
    return move


# After an interruption


def recover(workspace: Place, context: JobContext) -> FilingReport:
    """Finish or take back what a crash left half done; nothing to do is the usual case, and costs one look."""
    if not path_of(workspace).exists():
        return FilingReport(())
    with open_for_reading(workspace) as opened:
        if not opened.journal.unfinished():
            return FilingReport(())
    moves: list[FileMove] = []  # where another program is filing, what is unfinished is its own, and in good hands
    with suppress(BusyWorkspace), filing_lock(path_of(workspace)), open_for_writing(workspace) as opened:
        layers = TextLayers(path_of(workspace))
        unfinished = opened.journal.unfinished()
        _note(opened, [_settled(layers, move, context) for move in unfinished])
        layers.sweep()
        numbers = {move.number for move in unfinished}
        for batch in sorted({move.batch for move in unfinished}):
            moves += [move for move in opened.journal.of_batch(batch) if move.number in numbers]
    return FilingReport(tuple(moves))


def _settled(layers: TextLayers, move: FileMove, context: JobContext) -> Outcome:
    context.checkpoint(phase="looking at interrupted moves")
    try:
        with file_moves.move_errors():
            return (move, *_settle(layers, move))
    except MoveError as error:
        return move, "done" if move.state == "undoing" else "failed", error.reason


def _settle(layers: TextLayers, move: FileMove) -> tuple[MoveState, str]:
    """Finish or remove the half-done part of an interrupted move; return its state and the reason if it failed."""
    if move.state == "planned":
        return "failed", "interrupted"
    if move.layer:
        return layers.settle_undoing(move) if move.state == "undoing" else layers.settle(move)
    has_source = os.path.lexists(move.source.partition(file_moves.MEMBER_MARK)[0])
    has_target = os.path.lexists(move.target)
    if move.state == "undoing":
        return _settle_undoing(move, has_source=has_source, has_target=has_target)
    if not has_target:
        return "failed", "interrupted" if has_source else "vanished"
    if not has_source:
        return ("done", "") if move.action == "move" else ("failed", "vanished")
    likeness = file_moves.compared_paths(move.source, move.target)
    if likeness == "part":
        file_moves.remove_file(move.target)
        return "failed", "interrupted"
    if likeness == "else":
        return "failed", "exists"
    if move.action == "move":
        os.unlink(move.source)
    return "done", ""


def _settle_undoing(move: FileMove, *, has_source: bool, has_target: bool) -> tuple[MoveState, str]:
    if not has_target:
        return "undone", ""
    if move.action == "copy" or not has_source:
        return "done", ""
    likeness = file_moves.compared_paths(move.target, move.source)
    if likeness == "part":
        os.unlink(move.source)
        return "done", ""
    if likeness == "else":
        return "done", "exists"
    file_moves.remove_file(move.target)
    return "undone", ""


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


SUFFIX = "-filing"


@contextmanager
def filing_lock(workspace: Path, suffix: str = SUFFIX) -> Iterator[None]:
    """Be the only one that moves files for a workspace; raise BusyWorkspace where somebody else is."""
    path = workspace.with_name(workspace.name + suffix)
    handle = _taken(workspace, path)
    try:
        yield
    finally:
        if sys.platform != "win32":
            path.unlink(missing_ok=True)
        os.close(handle)
        if sys.platform == "win32":  # where what is open stays
            path.unlink(missing_ok=True)


def _taken(workspace: Path, path: Path) -> int:
    """Lock the file of that name: one that was removed meanwhile is not it any more."""
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(workspace, "no-permission", error.strerror or str(error)) from error
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            raise BusyWorkspace(workspace) from error
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        os.close(handle)


def judged_files(
    loaded: LoadedModel,
    files: Sequence[Path],
    options: SourceOptions,
    context: JobContext,
    *,
    least_shares: Mapping[str, float] = NO_THRESHOLDS,
    one_in: int | None = None,
    workspace: Place | None = None,
) -> tuple[list[Filing], list[Failure]]:
    """Judge every document of some files; one with a lower probability than the least of its label is unsure, and so
    is one that does not keep the limit. What could not be read comes beside them."""
    filings: list[Filing] = []
    failures: list[Failure] = []
    order = JudgingOrder(tuple(files), options, workspace=workspace)
    with engine_errors(ModelError, loaded.name):
        for batch in judge_sources(loaded.model, order, context):
            verdicts = verdict_rows(loaded.model, batch.documents, batch.counted, batch.verdicts, 0)
            for verdict, document in zip(verdicts, batch.documents, strict=True):
                filing = filing_of(len(filings) + 1, verdict, document)
                is_sure = (
                    filing.is_sure and reaches_threshold(verdict, least_shares) and meets_error_limit(verdict, one_in)
                )
                filings.append(replace(filing, is_sure=is_sure))
            failures += batch.failures
    return filings, failures


def filing_of(number: int, verdict: DocumentVerdict, document: Heading | None, label: str | None = None) -> Filing:
    """Return a verdict as far as filing goes; a label that a person said stands before it.

    What is unsure of its label goes as deep into the tree as is sure; of several labels, those that are sure count, the
    first in the order of the tree before all others.
    """
    given = [one.label for one in verdict.labels or () if one.is_sure] if label is None else list(labels_in(label))
    is_sure = label is not None or has_sure_folder(verdict)
    branch = (
        verdict.branch.label if label is None and verdict.branch is not None and is_unsure_verdict(verdict) else None
    )
    first, *others = sorted(given) if given else (branch or verdict.label,)
    return Filing(
        number=number,
        path=verdict.path,
        member=verdict.member,
        title=verdict.title,
        label=first,
        other_labels=tuple(label for label in others if label is not None),
        is_sure=is_sure,
        kind=document.kind if document is not None else "text",
        size_bytes=document.size_bytes if document is not None else 0,
        wrong_share=wrong_share_of(verdict) if label is None else 0.0,
        is_promised=verdict.kept_one_in != -1,
    )

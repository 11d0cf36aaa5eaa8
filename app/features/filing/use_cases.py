"""File classified documents into a folder for each label, by a plan that a person has seen, and undo this.

Documents on the Classify page and imported documents of a collection can be filed. Only whole files are moved. Messages
in mailboxes and members of archives are copied out.

Every move is written to the journal before and after it. The journal is written for groups of moves, because a write
takes longer than a move. At the next start, `finish_interrupted_moves` finishes or undoes moves that a crash
interrupted. It checks which of the two names exist, and whether one file is a truncated copy of the other.

A workspace may come from another person. Only batches that this computer signed are finished, undone or continued; see
`app.library.own_records`.

Only one program at a time files for a workspace. The lock is a separate file, which the system releases if the program
is killed; only SQLite may open the workspace file itself.
"""

from __future__ import annotations

import logging
import os
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

import numpy as np

from app.domain.confidence import (
    NO_THRESHOLDS,
    expected_error_rate,
    is_sure_of_folder,
    is_unsure_verdict,
    meets_error_limit,
    reaches_threshold,
)
from app.domain.documents import Failure, SourceOptions, label_set_name, split_label_set
from app.domain.errors import BusyWorkspace, ModelError, NotFound, StoreError
from app.domain.jobs import Cancelled, JobContext
from app.domain.records import DocumentHeading, FileMove, MoveState
from app.domain.results import DocumentVerdict
from app.features.filing import file_moves
from app.features.filing.file_moves import FileMark, MoveError, ReportBytes
from app.features.filing.plan import Filing, FilingPlan, PlannedMove, real_path, safe_name
from app.features.filing.text_layers import TextLayers
from app.features.sort.use_cases import MAX_LABELLED_TOGETHER, model_name_or_newest
from app.library.classifying import DocumentOrPacked, JudgingRequest, LoadedModel, judge_sources, to_document_verdicts
from app.library.engine_errors import translate_engine_errors
from app.library.own_records import find_own_batches, plan_own_batch, sign_batch
from app.library.reading_sources import read_files
from app.library.saved_models import load_current_model
from app.library.training_data import find_corpus
from app.library.verdict_columns import judge_stored_documents
from app.store.documents import KINDS, NO_LABEL
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing, path_of

logger = logging.getLogger(__name__)

MoveCarrier = Callable[[FileMove, ReportBytes], FileMove]
"""Function that carries out a move, and returns it with new data, such as the number of folders that were created."""
MoveOutcome = tuple[FileMove, MoveState, str]
"""A move, its new state, and the reason for this state."""

GROUP_SIZE = 32
"""Number of moves per write of the journal."""
MAX_BATCHES_SEARCHED = 100


@dataclass(frozen=True, slots=True)
class FilingReport:
    """The result of filing or undoing a batch. A batch has the moves of one plan."""

    moves: tuple[FileMove, ...]
    """All moves of the batch, with their states."""
    numbers: tuple[int, ...] = ()
    """Numbers of the filings that were carried out, as in `PlannedMove.number`."""
    is_cancelled: bool = False
    n_without_layer: int = 0
    """Number of files that were filed without the requested text layer, because it could not be made."""
    n_foreign: int = 0
    """Number of interrupted moves that were not touched, because another computer planned them."""

    @property
    def batch(self) -> int:
        """Number of the batch in the journal; 0 if it has no moves."""
        return self.moves[0].batch if self.moves else 0

    def count(self, state: MoveState) -> int:
        """Return the number of moves in a state."""
        return sum(move.state == state for move in self.moves)


def file_away(
    workspace: WorkspaceSource, plan: FilingPlan, context: JobContext, *, follows_documents: bool = False
) -> FilingReport:
    """Carry out a plan. Files that cannot be moved stay, and the report has the reasons.

    If the job is cancelled, files that were moved before stay moved. `follows_documents` updates the paths of imported
    documents.
    """
    if plan.problem or not plan.moves:
        return FilingReport(())
    layers = TextLayers(path_of(workspace))
    with filing_lock(path_of(workspace)), open_for_writing(workspace) as open_workspace:
        journal_moves = plan_own_batch(open_workspace, [planned.move for planned in plan.moves])
        scripts = {move.number: planned.script for planned, move in zip(plan.moves, journal_moves, strict=True)}
        marks = {move.number: planned.mark for planned, move in zip(plan.moves, journal_moves, strict=True)}
        run = _MoveRunner(open_workspace, journal_moves, context, phase="filing away")
        run.carry_out_all(
            lambda move, tick: _carry_out(layers, move, marks[move.number], tick),
            "started",
            "done",
            prepare=lambda move, tick: layers.make_layered_file(move, scripts[move.number], tick),
        )
        moves = open_workspace.journal.moves_of_batch(journal_moves[0].batch)
        if follows_documents:
            _update_document_paths(open_workspace, moves)
        layers.remove_unfiled()
    logger.info("filed %d of %d files", sum(move.state == "done" for move in moves), len(moves))
    pairs = zip(plan.moves, moves, strict=True)
    numbers = tuple(planned.number for planned, move in pairs if move.state == "done")
    done = [move for move in moves if move.state == "done"]
    n_without_layer = sum(bool(scripts[move.number]) and not move.text_layer_hash for move in done)
    return FilingReport(moves, numbers, run.is_cancelled, n_without_layer)


def file_again(workspace: WorkspaceSource, batch: int, context: JobContext) -> FilingReport:
    """File the files of a batch that was undone, each to the same target as before."""
    return _repeat_moves(workspace, batch, context, lambda move: move.state == "undone")


def continue_filing(workspace: WorkspaceSource, batch: int, context: JobContext) -> FilingReport:
    """File the remaining files of a batch that was interrupted or cancelled, each to its planned target."""
    return _repeat_moves(workspace, batch, context, can_continue)


def can_continue(move: FileMove) -> bool:
    """Return whether a file stayed only because filing was interrupted or cancelled. Then filing it can be
    continued.
    """
    # The text of a layer is not in the journal: such a batch has to be planned again.
    return move.state == "failed" and move.reason in ("interrupted", "cancelled") and not move.text_layer_hash


def _repeat_moves(
    workspace: WorkspaceSource, batch: int, context: JobContext, is_wanted: Callable[[FileMove], bool]
) -> FilingReport:
    with open_for_reading(workspace) as opened:
        moves = [move for move in opened.journal.moves_of_batch(batch) if is_wanted(move)]
        if not find_own_batches(opened, moves):
            return FilingReport(_as_foreign(moves))
    planned = tuple(PlannedMove(move.number, _to_planned_move(move), mark=_mark_of(move)) for move in moves)
    plan = FilingPlan(Path(), moves[0].action if moves else "move", planned)
    return file_away(workspace, plan, context, follows_documents=True)


def _as_foreign(moves: Iterable[FileMove]) -> tuple[FileMove, ...]:
    """Return moves that other computers planned, for a report, with the reason why they were not touched."""
    return tuple(replace(move, reason="foreign") for move in moves)


def _to_planned_move(move: FileMove) -> FileMove:
    return FileMove(move.source, move.target, move.label, move.size_bytes, move.action)


def _mark_of(move: FileMove) -> FileMark | None:
    """Return the FileMark of a whole file; None for a member of a file, and for a file that no longer exists.

    The mark has the size from the time of planning. If the file now has another size, it was changed after it was
    classified, and is refused.
    """
    if file_moves.MEMBER_SEPARATOR in move.source:
        return None
    try:
        device, file_number, _, modified_ns = file_moves.file_mark(os.lstat(move.source))
    except OSError:
        return None
    return device, file_number, move.size_bytes, modified_ns


def undo(
    workspace: WorkspaceSource, batch: int | None, context: JobContext, only: Collection[str] | None = None
) -> FilingReport:
    """Undo a batch, its last move first. Without `batch`, undo the last batch that can be undone.

    If `only` is given, only files with these source paths are moved back.
    """
    with filing_lock(path_of(workspace)), open_for_writing(workspace) as open_workspace:
        moves = _batch_to_undo(open_workspace, batch)
        return _undo_moves(open_workspace, [move for move in moves if only is None or move.source in only], context)


def undo_since(workspace: WorkspaceSource, since_s: float, context: JobContext) -> FilingReport:
    """Undo all moves that were made since a time, the last move first."""
    with filing_lock(path_of(workspace)), open_for_writing(workspace) as open_workspace:
        return _undo_moves(open_workspace, open_workspace.journal.moves_done_since(since_s), context)


def undo_last_watch(workspace: WorkspaceSource, context: JobContext) -> FilingReport:
    """Undo all moves of watched folders since the latest `watch` was started, the last move first."""
    with filing_lock(path_of(workspace)), open_for_writing(workspace) as open_workspace:
        batch = open_workspace.arrivals.preference(file_moves.BATCH_BEFORE_WATCH)
        moves = () if batch is None else open_workspace.journal.arrival_moves_after(batch)
        return _undo_moves(open_workspace, moves, context)


def _undo_moves(workspace: Workspace, moves: Sequence[FileMove], context: JobContext) -> FilingReport:
    """Undo moves, the last move first. The report has all moves of their batches.

    Moves that other computers planned are only reported.
    """
    own_batches = find_own_batches(workspace, moves)
    foreign = _as_foreign(move for move in moves if move.state == "done" and move.batch not in own_batches)
    done = [move for move in moves if move.state == "done" and move.batch in own_batches]
    run = _MoveRunner(workspace, done[::-1], context, phase="moving files back")
    layers = TextLayers(workspace.path)
    run.carry_out_all(lambda move, tick: _take_back(layers, move, tick), "undoing", "undone", otherwise="done")
    batches = sorted({move.batch for move in done})
    batch_moves = tuple(chain.from_iterable(map(workspace.journal.moves_of_batch, batches)))
    _update_document_paths(workspace, batch_moves)
    layers.remove_unfiled()
    new_folders = (file_moves.last_folders(os.path.dirname(move.target), move.n_new_folders) for move in batch_moves)
    file_moves.remove_empty_folders(chain.from_iterable(new_folders))
    return FilingReport((*batch_moves, *foreign), is_cancelled=run.is_cancelled)


def _update_document_paths(workspace: Workspace, moves: Sequence[FileMove]) -> None:
    """Update the paths of documents that were imported from moved files."""
    moved = [(move.source, move.target) for move in moves if move.action == "move" and move.state == "done"]
    undone = [(move.target, move.source) for move in moves if move.action == "move" and move.state == "undone"]
    if moved or undone:
        workspace.documents.update_moved_paths([*moved, *undone])


def last_batch(workspace: WorkspaceSource, _context: JobContext) -> FilingReport:
    """Return the report of the last batch that can be undone; if no batch can be, of the last batch."""
    with open_for_reading(workspace) as open_workspace:
        return FilingReport(
            _batch_to_undo(open_workspace, None) or next(iter(open_workspace.journal.batches(limit=1)), ())
        )


def _batch_to_undo(workspace: Workspace, batch: int | None) -> tuple[FileMove, ...]:
    if batch is not None:
        return workspace.journal.moves_of_batch(batch)
    batches = workspace.journal.batches(limit=MAX_BATCHES_SEARCHED)
    done = [moves for moves in batches if any(move.state == "done" for move in moves)]
    newest = done[0] if done else ()
    return next((moves for moves in done if find_own_batches(workspace, moves)), newest)


class _MoveRunner:
    """Carries out moves in groups. The journal is written before and after each group."""

    def __init__(self, workspace: Workspace, moves: Sequence[FileMove], context: JobContext, *, phase: str) -> None:
        self._workspace, self._moves, self._context, self._phase = workspace, moves, context, phase
        self._total = sum(move.size_bytes + 1 for move in moves)
        self._done_bytes = self._move_bytes = 0
        self.is_cancelled = False

    def carry_out_all(
        self,
        act: MoveCarrier,
        begun: MoveState,
        ended: MoveState,
        otherwise: MoveState = "failed",
        prepare: MoveCarrier = lambda move, _tick: move,
    ) -> None:
        """Call `prepare` for each move of a group, then `act` for each of them.

        A move gets the state `begun` before `act`, and afterwards `ended` or, if it failed, `otherwise`. If the job is
        cancelled, the remaining moves get the state `otherwise`.
        """
        waiting = iter(self._moves)
        while group := list(islice(waiting, GROUP_SIZE)):
            group = [self._prepare(move, prepare) for move in group]
            if not self.is_cancelled:
                _write_journal(self._workspace, [(move, begun, "") for move in group])
            _write_journal(self._workspace, [self._carry_out_one(move, act, ended, otherwise) for move in group])

    def _prepare(self, move: FileMove, prepare: MoveCarrier) -> FileMove:
        try:
            return move if self.is_cancelled else prepare(move, self._report_bytes)
        except Cancelled:
            self.is_cancelled = True
            return move

    def _carry_out_one(self, move: FileMove, act: MoveCarrier, ended: MoveState, otherwise: MoveState) -> MoveOutcome:
        if self.is_cancelled:
            return move, otherwise, "cancelled"
        self._move_bytes = 0
        try:
            self._report_bytes(0)
            move = act(replace(move, reason=""), self._report_bytes)
        except Cancelled:
            self.is_cancelled = True
            return move, otherwise, "cancelled"
        except MoveError as error:
            return move, otherwise, error.reason
        finally:
            self._done_bytes += move.size_bytes + 1
        return move, ended, move.reason

    def _report_bytes(self, n_bytes: int) -> None:
        self._move_bytes += n_bytes
        self._context.checkpoint(self._done_bytes + self._move_bytes, self._total, self._phase)


def _write_journal(workspace: Workspace, outcomes: Sequence[MoveOutcome]) -> None:
    with workspace.transaction():
        for move, state, reason in outcomes:
            workspace.journal.set_state(
                move.number, state, reason, move.n_new_folders, move.text_layer_hash, move.modified_ns
            )
        if any(state == "started" and move.text_layer_hash for move, state, _ in outcomes):
            # The digest of a text layer decides which file an undo removes. It is known only now.
            sign_batch(workspace, workspace.journal.moves_of_batch(outcomes[0][0].batch))


def _carry_out(layers: TextLayers, move: FileMove, mark: FileMark | None, tick: ReportBytes) -> FileMove:
    """Move or copy a file. If that fails, remove the folders that were created for it.

    A file that has changed since the plan stays, because its new content was not classified.
    """
    file_moves.refuse_changed_source(move.source, mark)
    folder = os.path.dirname(move.target)
    n_new_folders = file_moves.n_missing_folders(folder)
    try:
        if move.text_layer_hash:
            layers.carry_out(move, tick)
        elif move.action == "copy":
            file_moves.copy_file(move.source, move.target, move.size_bytes, tick)
        else:
            file_moves.move_file(move.source, move.target, tick)
    except (MoveError, Cancelled):
        file_moves.remove_empty_folders(file_moves.last_folders(folder, n_new_folders))
        raise
    return replace(move, n_new_folders=n_new_folders, modified_ns=_modified_ns(move.target))


def _modified_ns(path: str) -> int:
    """Return the modification time of a file that was just filed; 0 if it is gone already."""
    with suppress(OSError):
        return os.lstat(path).st_mtime_ns
    return 0


def _take_back(layers: TextLayers, move: FileMove, tick: ReportBytes) -> FileMove:
    if move.text_layer_hash:
        return layers.take_back(move, tick)
    if move.action == "copy":
        file_moves.remove_copy(move.source, move.target)
    else:
        file_moves.move_back(move.target, move.source, tick, (move.size_bytes, move.modified_ns))
    return move


# After an interruption


def finish_interrupted_moves(workspace: WorkspaceSource, context: JobContext) -> FilingReport:
    """Finish or undo moves that a crash interrupted, and return a report of their batches.

    Usually there are no such moves, and this costs one query.
    """
    if not path_of(workspace).exists():
        return FilingReport(())
    with open_for_reading(workspace) as open_workspace:
        own, foreign = _split_unfinished_moves(open_workspace)
    if not own:
        return FilingReport((), n_foreign=len(foreign))
    moves: list[FileMove] = []  # if another program is filing, the unfinished moves are its own
    with suppress(BusyWorkspace), filing_lock(path_of(workspace)), open_for_writing(workspace) as open_workspace:
        layers = TextLayers(path_of(workspace))
        unfinished, foreign = _split_unfinished_moves(open_workspace)
        _write_journal(open_workspace, [_finish_safely(layers, move, context) for move in unfinished])
        layers.remove_unfiled()
        # The whole batch: with the unfinished moves alone, a person whose 878 files were filed read “Files filed: 14”.
        for batch in sorted({move.batch for move in unfinished}):
            moves += open_workspace.journal.moves_of_batch(batch)
        _update_document_paths(open_workspace, moves)
    return FilingReport(tuple(moves), n_foreign=len(foreign))


def _split_unfinished_moves(workspace: Workspace) -> tuple[list[FileMove], list[FileMove]]:
    """Return the unfinished moves that this computer planned, and those that other computers planned."""
    unfinished = workspace.journal.unfinished_moves()
    own_batches = find_own_batches(workspace, unfinished)
    return (
        [move for move in unfinished if move.batch in own_batches],
        [move for move in unfinished if move.batch not in own_batches],
    )


def _finish_safely(layers: TextLayers, move: FileMove, context: JobContext) -> MoveOutcome:
    context.checkpoint(phase="checking interrupted file moves")
    try:
        with file_moves.move_errors():
            state, reason = _finish_interrupted_move(layers, move)
        if state == "done" and not move.modified_ns:
            move = replace(move, modified_ns=_modified_ns(move.target))
        return move, state, reason
    except MoveError as error:
        return move, "done" if move.state == "undoing" else "failed", error.reason


def _finish_interrupted_move(layers: TextLayers, move: FileMove) -> tuple[MoveState, str]:
    """Finish or undo a move that a crash interrupted. Return its new state, and a reason if it failed, else ""."""
    if move.state == "planned":
        return "failed", "interrupted"
    file_moves.restore_name(move.source.partition(file_moves.MEMBER_SEPARATOR)[0])
    file_moves.restore_name(move.target)
    if move.text_layer_hash:
        return layers.finish_interrupted_undo(move) if move.state == "undoing" else layers.finish_interrupted_move(move)
    has_source = os.path.lexists(move.source.partition(file_moves.MEMBER_SEPARATOR)[0])
    has_target = os.path.lexists(move.target)
    if move.state == "undoing":
        return _finish_interrupted_undo(move, has_source=has_source, has_target=has_target)
    if not has_target:
        return "failed", "interrupted" if has_source else "vanished"
    if not has_source:
        return ("done", "") if move.action == "move" else ("failed", "vanished")
    source_mark = file_moves.mark_of_path(move.source) if move.action == "move" else None
    target_mark = file_moves.mark_of_path(move.target)
    likeness = file_moves.compare_paths(move.source, move.target)
    if likeness == "part":
        file_moves.remove_filed(move.target, target_mark)
        return "failed", "interrupted"
    if likeness == "else":
        return "failed", "exists"
    if source_mark is not None:
        file_moves.remove_source(move.source, source_mark)
    return "done", ""


def _finish_interrupted_undo(move: FileMove, *, has_source: bool, has_target: bool) -> tuple[MoveState, str]:
    if not has_target:
        return "undone", ""
    if move.action == "copy" or not has_source:
        return "done", ""
    source_mark, target_mark = file_moves.mark_of_path(move.source), file_moves.mark_of_path(move.target)
    likeness = file_moves.compare_paths(move.target, move.source)
    if likeness == "part":
        file_moves.remove_source(move.source, source_mark)
        return "done", ""
    if likeness == "else":
        return "done", "exists"
    file_moves.remove_filed(move.target, target_mark)
    return "undone", ""


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


LOCK_SUFFIX = "-filing"


@contextmanager
def filing_lock(workspace: Path, suffix: str = LOCK_SUFFIX) -> Iterator[None]:
    """Hold the lock for moving files of a workspace. Raise BusyWorkspace if another program has it."""
    path = workspace.with_name(workspace.name + suffix)
    handle = _lock_file(workspace, path)
    try:
        yield
    finally:
        if sys.platform != "win32":
            path.unlink(missing_ok=True)
        os.close(handle)
        if sys.platform == "win32":  # Windows cannot delete an open file
            path.unlink(missing_ok=True)


def _lock_file(workspace: Path, path: Path) -> int:
    """Lock the file at a path; retry if the file was removed before it was locked."""
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


def judge_files(
    loaded: LoadedModel,
    files: Sequence[Path],
    options: SourceOptions,
    context: JobContext,
    *,
    thresholds: Mapping[str, float] = NO_THRESHOLDS,
    one_in: int | None = None,
    workspace: WorkspaceSource | None = None,
) -> tuple[list[Filing], list[Failure]]:
    """Classify every document in some files. Return the filings of the documents, and the failures of unreadable files.

    A filing counts as sure only if the verdict is sure, reaches the threshold of its label in `thresholds`, and keeps
    the error limit `one_in`.
    """
    filings: list[Filing] = []
    failures: list[Failure] = []
    order = JudgingRequest(tuple(files), options, workspace=workspace)
    with translate_engine_errors(ModelError, loaded.name):
        for batch in judge_sources(loaded.model, order, context):
            verdicts = to_document_verdicts(loaded.model, batch.documents, batch.counted, batch.verdicts, 0)
            for verdict, document in zip(verdicts, batch.documents, strict=True):
                filing = filing_of_verdict(len(filings) + 1, verdict, document)
                is_sure = (
                    filing.is_sure and reaches_threshold(verdict, thresholds) and meets_error_limit(verdict, one_in)
                )
                filings.append(replace(filing, is_sure=is_sure))
            failures += batch.failures
    return filings, failures


def filing_of_verdict(
    number: int, verdict: DocumentVerdict, document: DocumentOrPacked | None, label: str | None = None
) -> Filing:
    """Return the filing of a classified document. `label` is a label that a person set; if it is not None, it replaces
    the verdict.

    For an unsure verdict, the label is the deepest branch of the label tree that is sure. Of a multi-label verdict,
    only the sure labels count; the first one in alphabetical order is the main label.
    """
    labels = (
        [item.label for item in verdict.labels or () if item.is_sure] if label is None else list(split_label_set(label))
    )
    is_sure = label is not None or is_sure_of_folder(verdict)
    branch = (
        verdict.branch.label if label is None and verdict.branch is not None and is_unsure_verdict(verdict) else None
    )
    first, *others = sorted(labels) if labels else (branch or verdict.label,)
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
        wrong_share=expected_error_rate(verdict) if label is None else 0.0,
        is_promised=verdict.strictest_limit_met != -1,
    )


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A file from which a document was imported, with the data that decide whether and where the file is moved."""

    number: int
    document: int
    """Number of the document in the workspace."""
    verdict: DocumentVerdict
    """The verdict of the model. Without a model, only path, member and title of this record are set."""
    label: str | None
    """The label of the document."""
    is_by_model: bool = False
    """True if a model set the document's label (`label --rest`)."""
    is_by_group: bool = False
    """True if a person gave the label to more than MAX_LABELLED_TOGETHER documents at once."""
    kind: str = "text"
    reason_to_stay: str = ""
    """Code in FILING_SENTENCES, if the file cannot be filed; else empty."""


def find_imported_files(
    place: WorkspaceSource,
    corpus: str | None,
    model: str | None,
    context: JobContext,
    *,
    only: Sequence[int] | None = None,
) -> tuple[ImportedFile, ...]:
    """Return the files from which the documents of a collection were imported.

    Documents to which no person gave a label are classified. `only` has the numbers of the documents to consider; None
    stands for all. A document that was found in several files is returned once for each file.
    """
    with open_for_writing(place) as workspace:
        name = find_corpus(workspace, corpus).name
        columns = workspace.documents.columns(name, None if only is None else np.array(only, np.int64))
        by_model = {*columns.document_numbers[(columns.label_indices != NO_LABEL) & (columns.weights == 0)].tolist()}
        unlabelled = {*columns.document_numbers[columns.label_indices == NO_LABEL].tolist()}
        by_hand, one_by_one = (workspace.labels.labelled_by_hand(name, most) for most in (None, MAX_LABELLED_TOGETHER))
        by_group = {*by_hand.tolist()} - {*one_by_one.tolist()} - by_model - unlabelled
        verdicts = _judge_documents(place, workspace, name, model, sorted(by_model | unlabelled), context)
        kinds = dict(zip(columns.document_numbers.tolist(), columns.kinds.tolist(), strict=True))
        headings = workspace.documents.headings(columns.document_numbers.tolist())
        other_places = workspace.documents.duplicate_locations([heading.number for heading in headings])
    files: list[ImportedFile] = []
    for heading in headings:
        verdict = verdicts.get(heading.number, DocumentVerdict(heading.path, heading.member, title=heading.title))
        is_by_model = heading.number in by_model and heading.number in verdicts
        locations = dict.fromkeys(
            [(heading.path, heading.member), *((o.path, o.member) for o in other_places.get(heading.number, ()))]
        )
        for path, member in locations:
            own_verdict = replace(verdict, path=path, member=member)
            kind = KINDS[kinds[heading.number]]
            number = len(files) + 1
            files.append(
                ImportedFile(
                    number,
                    heading.number,
                    own_verdict,
                    heading.label,
                    is_by_model,
                    heading.number in by_group,
                    kind,
                    _reason_against_filing(own_verdict, kind, heading, verdicts),
                )
            )
    changed = _changed_files(place, [file for file in files if not file.reason_to_stay], context)
    return tuple(replace(file, reason_to_stay="changed") if file.number in changed else file for file in files)


def _judge_documents(
    place: WorkspaceSource,
    workspace: Workspace,
    corpus: str,
    model: str | None,
    numbers: Sequence[int],
    context: JobContext,
) -> dict[int, DocumentVerdict]:
    """Classify documents by the named model; without a name, by the newest model of the collection; empty if there is
    none.
    """
    if not numbers:
        return {}
    try:
        name = model_name_or_newest(workspace, corpus, model)
    except NotFound:
        return {}
    saved = load_current_model(place, workspace, name, context)
    with translate_engine_errors(ModelError, name):
        judged = judge_stored_documents(workspace, saved.model, corpus, np.array(numbers, np.int64), context)
        return {heading.number: verdict for heading, verdict in judged}


def _reason_against_filing(
    verdict: DocumentVerdict, kind: str, heading: DocumentHeading, verdicts: Mapping[int, DocumentVerdict]
) -> str:
    if kind == "row":
        return "row"
    if verdict.member:
        return "inside"
    if not verdict.path:
        return "no-file"
    if not os.path.lexists(real_path(verdict.path)):
        return "vanished"
    return "" if heading.label is not None or heading.number in verdicts else "unlabelled"


def _changed_files(place: WorkspaceSource, files: Sequence[ImportedFile], context: JobContext) -> set[int]:
    """Return the numbers of the files whose content has changed since the import.

    Files are first read with default options. Those that differ are read again as text or as mail, because the import
    may have used `--kind`.
    """
    with open_for_reading(place) as workspace:
        hashes = workspace.documents.hashes(file.document for file in files)
    remaining = {file.verdict.path: file for file in files}
    for options in (SourceOptions(labels_from="none"), *(_options_for_kind(kind) for kind in ("text", "mail"))):
        paths = [path for path, file in remaining.items() if options.kind in ("auto", file.kind)]
        for batch in read_files(sorted(paths), place, context, options):
            for document in batch.documents:
                file = remaining.get(document.path)
                if file is not None and not document.member and document.content_hash == hashes.get(file.document):
                    del remaining[document.path]
    return {file.number for file in remaining.values()}


def _options_for_kind(kind: str) -> SourceOptions:
    return SourceOptions(kind="mail" if kind == "mail" else "text", labels_from="none")


def filings_of_imported(
    files: Iterable[ImportedFile], thresholds: Mapping[str, float] = NO_THRESHOLDS, one_in: int | None = None
) -> list[Filing]:
    """Return the filing of each imported file: by the label of its document, else by its verdict."""
    return [
        replace(
            _filing_of_file(file, thresholds, one_in),
            is_by_group=file.is_by_group,
            kind=file.kind,
            reason_to_stay=file.reason_to_stay,
        )
        for file in files
    ]


def _filing_of_file(file: ImportedFile, thresholds: Mapping[str, float], one_in: int | None) -> Filing:
    verdict, filing = file.verdict, filing_of_verdict(file.number, file.verdict, None, file.label)
    if file.label is not None:
        return replace(filing, wrong_share=_wrong_probability(verdict, file.label)) if file.is_by_model else filing
    is_sure = (
        is_sure_of_folder(verdict) and reaches_threshold(verdict, thresholds) and meets_error_limit(verdict, one_in)
    )
    return replace(filing, is_sure=is_sure)


def _wrong_probability(verdict: DocumentVerdict, label: str) -> float:
    """Return the probability that a label is wrong which a model gave to the document earlier.

    The model may classify the document differently now, because it has learnt more documents.
    """
    model_label = (
        verdict.label
        if verdict.labels is None
        else label_set_name(item.label for item in verdict.labels if item.is_sure)
    )
    return expected_error_rate(verdict) if model_label == label else verdict.probability or 0.0


def find_label_root(place: WorkspaceSource, corpus: str, _context: JobContext) -> Path | None:
    """Return the folder whose subfolders gave the documents of a collection their labels; None if there is no such
    folder.

    A document counts for a folder if it is in a subfolder that has the name of its label. The folder with the most
    documents is returned.
    """
    with open_for_reading(place) as workspace:
        columns = workspace.documents.columns(corpus)
        numbers = columns.document_numbers[(columns.label_indices != NO_LABEL) & (columns.weights > 0)]
        roots = Counter(filter(None, map(_root_of_label_folders, workspace.documents.headings(numbers.tolist()))))
    existing = (Path(root) for root, _ in roots.most_common() if os.path.isdir(root))
    return next(existing, None)


def _root_of_label_folders(heading: DocumentHeading) -> str:
    """Return the parent of the folder that has the name of the document's label; empty if there is none."""
    if heading.member or not heading.path:
        return ""
    for label in split_label_set(heading.label):
        parts = label.split("/")
        parents = Path(heading.path).parents
        names = Path(heading.path).parent.parts[-len(parts) :]
        if len(parents) > len(parts) and [*names] == parts and all(safe_name(part) == part for part in parts):
            return str(parents[len(parts)])
    return ""

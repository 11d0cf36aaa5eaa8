"""View model of filing: the plan, its settings, the report after files were moved, and undo."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths, Signal

from app.domain.confidence import NO_THRESHOLDS, can_file_without_asking
from app.domain.errors import UnusableName
from app.domain.jobs import JobContext
from app.domain.records import LetterFacts
from app.domain.results import DroppedItem
from app.features.filing.letter_facts import apply_corrections, find_facts, store_corrections
from app.features.filing.plan import (
    Action,
    Filing,
    NameClashPolicy,
    check_pattern,
    make_filing_plan,
    modification_time_s,
    rename_filings,
)
from app.features.filing.plan import FilingPlan as FilingPlan
from app.features.filing.plan import PlannedMove as PlannedMove
from app.features.filing.plan import UnfiledFile as UnfiledFile
from app.features.filing.text_layers import can_write_layers
from app.features.filing.use_cases import FilingReport as FilingReport
from app.features.filing.use_cases import (
    ImportedFile,
    continue_filing,
    file_again,
    file_away,
    filing_of_verdict,
    filings_of_imported,
    find_imported_files,
    find_label_root,
    finish_interrupted_moves,
    last_batch,
    undo,
)
from app.features.filing.use_cases import can_continue as can_continue
from app.kit.jobs import Progress, Runner
from app.kit.page_model import PageModel
from app.store.workspace import WorkspaceSource, open_for_reading
from nbengine.trust.verdicts import ERROR_LIMITS as ERROR_LIMITS

FOLDER_NOTE, LEAST_SHARES_SETTING, NAMES_NOTE, LIMIT_NOTE = (
    "filing-folder",
    "filing-least",
    "filing-names",
    "filing-limit",
)
FOLDERS_OF_COLLECTIONS_SETTING = "filing-folders"
"""Name of the setting with the folder that was chosen for each collection, as JSON.

Label folders of one collection must not become those of another.
"""
TEXT_LAYERS_SETTING = "filing-text-layers"
SETTING_OF_FIELD = {"one_in": LIMIT_NOTE, "with_layers": TEXT_LAYERS_SETTING}
"""Fields of the state that are stored between sessions, with the names of their settings."""
TYPING_MS = 150
"""Milliseconds after the last key press in the name pattern until the plan is made again."""


@dataclass(frozen=True, slots=True)
class FilingSettings:
    """Functions that read and write the stored settings of filing."""

    read: Callable[[str], str] = lambda _name: ""
    """Function that returns the value of a setting; "" if it is not stored."""
    write: Callable[[str, str], object] = lambda _name, _words: None
    """Function that stores the value of a setting."""


@dataclass(frozen=True, slots=True)
class FilingState:
    """State of the filing dialog."""

    root: Path = Path()
    learnt_root: Path | None = None
    """The folder whose subfolders gave the collection its labels; None if there is none."""
    has_verdicts: bool = True
    """False if no document was classified, so that the labels of the documents alone decide."""
    is_imported: bool = False
    """True if the documents of the collection are filed, False if those on the Classify page are."""
    action: Action = "move"
    clashes: NameClashPolicy = "number"
    with_unsure: bool = False
    """True to file unsure verdicts too, whatever their probability. It is kept until the workspace is closed."""
    n_unread: int = 0
    """Number of files that could not be read, so that they are not in the plan."""
    n_copies: int = 0
    """Number of files with the same content as another file of the plan. Other pages do not count them."""
    has_several: bool = False
    """True if a document has several labels."""
    in_each: bool = False
    """True if the folder of each further label also gets a copy."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """Label to the minimum probability at which a file is moved. Files with a smaller probability stay."""
    one_in: int = ERROR_LIMITS[0]
    """Error limit: at most one of this number of filed documents may go to a wrong folder."""
    has_limits: bool = False
    """True if the model that classified has an error limit for each label."""
    names: str = ""
    """Pattern for new file names; empty to keep the names."""
    can_add_layers: bool = False
    """True if there are scanned PDFs, and a program that can add a text layer to them."""
    with_layers: bool = False
    """True if a text layer is added to scanned PDFs."""
    facts: Mapping[int, LetterFacts] = field(default_factory=dict)
    """Number of the document to the date and the sender from which its new file name is made."""
    plan: FilingPlan | None = None
    is_planning: bool = False
    problem: Exception | None = None

    @property
    def can_start(self) -> bool:
        """True if the plan is up to date and moves at least one file."""
        return self.plan is not None and bool(self.plan.moves) and not self.plan.problem and not self.is_planning


class FilingViewModel(PageModel[FilingState, WorkspaceSource]):
    """View model of the filing dialog. It also undoes batches, and finishes interrupted ones."""

    thresholds_changed = Signal(object)
    """Emitted with the minimum probability of each label, after one of them was changed."""
    filed = Signal(object)
    """Emitted with the report of a batch that was filed."""
    filing_undone = Signal(object)
    """Emitted with the report of a batch that was undone."""
    last_batch_found = Signal(object)
    """Emitted with the report of the last batch; the report has no moves if nothing was ever filed."""
    recovered = Signal(object)
    """Emitted with the report of moves that a crash had interrupted, after they were finished or undone."""
    failed = Signal(object)

    def __init__(self, runner: Runner, workspace: WorkspaceSource, memory: FilingSettings | None = None) -> None:
        super().__init__(runner, "filing", FilingState(), workspace)
        self._memory = memory or FilingSettings()
        self._items: tuple[DroppedItem, ...] = ()
        self._files: tuple[ImportedFile, ...] = ()
        self._corpus = ""
        self._numbers: dict[int, dict[int, int]] = {}
        """Batch of this session to: number of the move to number of the filed item."""

    def begin(self, items: Sequence[DroppedItem], corpus: str = "") -> None:
        """Plan the filing of files that were dropped on the window.

        The target is the folder that was used last. If no folder was used yet, it is the folder whose subfolders gave
        the collection `corpus` its labels.
        """
        self._items, self._files, self._corpus = tuple(items), (), corpus
        self._begin(
            is_imported=False,
            n_copies=0,
            has_verdicts=True,
            n_unread=sum(bool(item.verdict.error) for item in items),
            has_several=any(each.other_labels for each in filings_of_items(items)),
            can_add_layers=can_write_layers()
            and any(each.document is not None and each.document.pages for each in items),
            has_limits=any(item.verdict.strictest_limit_met is not None for item in items),
        )
        if not corpus:
            self._plan()
            return
        self._ask(
            lambda place, context: find_label_root(place, corpus, context), then=self._on_root_found, topic="begin",
            flag="is_planning",
        )  # fmt: skip

    def begin_imported(self, corpus: str, model: str, only: Sequence[int] | None = None) -> None:
        """Plan the filing of a collection's documents. `only` has the numbers of the documents to file; None stands for
        all.

        Files that have changed since the import stay.
        """
        self._items, self._files, self._corpus = (), (), corpus
        self._begin(
            is_imported=True, has_verdicts=False, n_unread=0, n_copies=0, has_several=False, can_add_layers=False,
            has_limits=False,
        )  # fmt: skip

        def find_files_and_root(
            place: WorkspaceSource, context: JobContext
        ) -> tuple[tuple[ImportedFile, ...], Path | None]:
            files = find_imported_files(place, corpus, model or None, context, only=only)
            return files, find_label_root(place, corpus, context)

        def show(files_and_root: tuple[tuple[ImportedFile, ...], Path | None]) -> None:
            self._files, root = files_and_root
            self._change(
                n_copies=len(self._files) - len({one.document for one in self._files}),
                has_verdicts=any(one.verdict.label is not None for one in self._files),
                has_several=any(each.other_labels for each in filings_of_imported(self._files)),
                has_limits=any(one.verdict.strictest_limit_met is not None for one in self._files),
            )
            self._on_root_found(root)

        self._ask(
            find_files_and_root, then=show, failed=lambda error: self._change(problem=error), topic="begin",
            flag="is_planning",
            title=lambda: self.tr("Checking the imported files"), lane="long", ends_older=True,
        )  # fmt: skip

    def _begin(self, **changes: Any) -> None:
        self._asker.forget("begin", "plan")
        root = self._folders_of_collections().get(self._corpus) or self._memory.read(FOLDER_NOTE)
        self._change(
            names=self._memory.read(NAMES_NOTE),
            root=Path(root) if root else default_target_folder(),
            learnt_root=None,
            plan=None,
            problem=None,
            facts={},
            in_each=False,
            thresholds=self.thresholds(),
            with_layers=bool(self._memory.read(TEXT_LAYERS_SETTING)),
            one_in=parse_error_limit(self._memory.read(LIMIT_NOTE)),
            **changes,
        )

    def _on_root_found(self, learnt_root: Path | None) -> None:
        """Use the folder whose subfolders gave the collection its labels, unless the person has chosen another
        folder.
        """
        has_chosen = bool(self._memory.read(FOLDER_NOTE)) and not self.state.is_imported
        has_chosen |= self._corpus in self._folders_of_collections()
        self._change(learnt_root=learnt_root, root=self.state.root if has_chosen else learnt_root or self.state.root)
        self._plan()

    def checking_progress(self) -> Progress:
        """Return the progress of the search for the files, or of making the plan."""
        return self._asker.progress("begin" if self._asker.is_waiting("begin") else "plan")

    def choose(self, **changes: Any) -> None:
        """Change settings of the plan, such as the folder or the error limit. Settings in SETTING_OF_FIELD are
        stored.
        """
        for part, note in SETTING_OF_FIELD.items():
            if part in changes:
                self._memory.write(note, str(changes[part] or ""))
        if "root" in changes:
            self._remember_folder(changes["root"])
        self._change(**changes)
        self._plan()

    def _remember_folder(self, root: Path) -> None:
        """Store a folder as the one that was chosen for the collection.

        Unless this collection got its labels from the folder, store it also as the default for collections without a
        chosen folder.
        """
        if self._corpus:
            folders = {**self._folders_of_collections(), self._corpus: str(root)}
            self._memory.write(FOLDERS_OF_COLLECTIONS_SETTING, json.dumps(folders, ensure_ascii=False))
        if root != self.state.learnt_root:
            self._memory.write(FOLDER_NOTE, str(root))

    def _folders_of_collections(self) -> dict[str, str]:
        try:
            return {**json.loads(self._memory.read(FOLDERS_OF_COLLECTIONS_SETTING) or "{}")}
        except (ValueError, TypeError):  # the settings file can be edited by hand
            return {}

    def choose_names(self, pattern: str) -> None:
        """Set the pattern for new file names. An invalid pattern is reported, and the plan is not changed."""
        try:
            names = check_pattern(pattern) if pattern.strip() else ""
        except UnusableName as error:
            self._asker.forget("plan")
            self._change(names=pattern, problem=error, plan=None)
            return
        self._memory.write(NAMES_NOTE, names)
        self._change(names=pattern, problem=None)
        self._plan(debounce_ms=TYPING_MS)

    def correct_letter(self, number: int, part: str, words: str) -> None:
        """Correct the date or the sender of a letter.

        The correction is stored for this letter. Undoing the filing does not remove the correction.
        """
        facts = self.state.facts.get(number)
        if facts is not None and words.strip() != getattr(facts, part).value:
            self._ask(
                lambda place, _context: store_corrections(place, facts, {part: words}),
                then=lambda _done: self._plan(),
                failed=lambda error: self._change(problem=error),
            )

    def thresholds(self) -> Mapping[str, float]:
        """Return label to its stored minimum probability."""
        return parse_thresholds(self._memory.read(LEAST_SHARES_SETTING))

    def set_threshold(self, label: str, share: float) -> None:
        """Set the minimum probability of a label. With 0, every sure verdict is filed."""
        asked = {**self.state.thresholds, label: share}
        least = {name: one for name, one in asked.items() if one}
        self._memory.write(LEAST_SHARES_SETTING, json.dumps(least, ensure_ascii=False))
        self._change(thresholds=least)
        self.thresholds_changed.emit(least)
        self._plan()

    def start(self) -> None:
        """Carry out the plan."""
        plan = self.state.plan
        if plan is None or not self.state.can_start:
            return
        is_imported = self.state.is_imported
        if self.state.root != self.state.learnt_root:
            self._memory.write(FOLDER_NOTE, str(self.state.root))

        def emit_filed(report: FilingReport) -> None:
            if is_imported:  # its numbers are none of those on the Classify page
                self.filed.emit(replace(report, numbers=()))
                return
            pairs = zip(plan.moves, report.moves, strict=True)
            self._numbers[report.batch] = {move.number: planned_move.number for planned_move, move in pairs}
            self.filed.emit(report)

        self._ask(
            lambda place, context: file_away(place, plan, context, follows_documents=is_imported),
            then=emit_filed, lane="long",
            title=lambda: self.tr("Filing away %Ln file(s)", "", len(plan.moves)),
        )  # fmt: skip

    def redo(self, batch: int) -> None:
        """File the files of an undone batch again."""
        self._repeat(file_again, batch, lambda: self.tr("Filing the files again"))

    def resume(self, report: FilingReport) -> None:
        """File the files that stayed because a filing was interrupted or cancelled."""
        n_left = sum(map(can_continue, report.moves))
        self._repeat(continue_filing, report.batch, lambda: self.tr("Filing away %Ln file(s)", "", n_left))

    def _repeat(
        self,
        work: Callable[[WorkspaceSource, int, JobContext], FilingReport],
        batch: int,
        title: Callable[[], str],
    ) -> None:
        items = self._numbers.get(batch, {})

        def emit_filed(report: FilingReport) -> None:
            done = [move for move in report.moves if move.state == "done"]
            self._numbers[report.batch] = {
                move.number: items[old] for move, old in zip(done, report.numbers, strict=True) if old in items
            }
            self.filed.emit(replace(report, numbers=tuple(self._numbers[report.batch].values())))

        self._ask(lambda place, context: work(place, batch, context), then=emit_filed, lane="long", title=title)

    def undo(self, batch: int | None = None) -> None:
        """Undo a batch. The default is the last batch that can be undone, which may be from an earlier session."""
        self._ask(
            lambda place, context: undo(place, batch, context), then=self.filing_undone.emit, lane="long",
            title=lambda: self.tr("Bringing files back"),
        )  # fmt: skip

    def find_last(self) -> None:
        """Find the last batch, which may be from an earlier session. `last_batch_found` is emitted with its report."""
        self._ask(last_batch, then=self.last_batch_found.emit, topic="last")

    def recover(self) -> None:
        """Finish or undo moves that a crash interrupted."""
        self._ask(
            finish_interrupted_moves,
            then=lambda report: self.recovered.emit(report) if report.moves or report.n_foreign else None,
            lane="long",
        )

    def numbers_moved_back(self, report: FilingReport) -> tuple[int, ...]:
        """Return the numbers of the dropped items whose files were moved back, according to a report."""
        known = self._numbers.get(report.batch, {})
        back = (move.number for move in report.moves if move.state == "undone")
        return tuple(dict.fromkeys(known[number] for number in back if number in known))

    def _plan(self, debounce_ms: int = 0) -> None:
        state, items, files = self.state, self._items, self._files
        self._ask(
            lambda place, context: _make_plan(place, items, files, state, context),
            then=lambda found: self._change(plan=found[0], facts=found[1], problem=None),
            failed=lambda error: self._change(plan=None, problem=error),
            topic="plan", flag="is_planning", debounce_ms=debounce_ms,
        )  # fmt: skip

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(error)


def _make_plan(
    place: WorkspaceSource,
    items: Sequence[DroppedItem],
    files: Sequence[ImportedFile],
    state: FilingState,
    context: JobContext,
) -> tuple[FilingPlan, Mapping[int, LetterFacts]]:
    documents = {item.number: item.document for item in items if item.document is not None}
    stored = {one.number: one.document for one in files}

    def facts(filing: Filing) -> LetterFacts | None:
        context.checkpoint(phase="naming")
        document = documents.get(filing.number)
        if document is None and filing.number in stored and not filing.reason_to_stay:
            document = replace(opened.documents.get(stored[filing.number]).document, path=filing.path)
        return (
            None
            if document is None
            else apply_corrections(find_facts(document, modification_time_s(filing.path)), opened)
        )

    filings = filings_of_items(items, state.thresholds, state.one_in)
    filings += filings_of_imported(files, state.thresholds, state.one_in)
    pattern, with_layers = state.names.strip(), state.can_add_layers and state.with_layers
    found: list[tuple[Filing, LetterFacts | None]] = [(each, None) for each in filings]
    if pattern or with_layers:
        with open_for_reading(place) as opened:
            found = list(rename_filings(filings, pattern, facts, with_layers=with_layers))
    plan = make_filing_plan(
        [filing for filing, _ in found], state.root, action=state.action, clashes=state.clashes,
        with_unsure=state.with_unsure, in_each=state.in_each, context=context,
    )  # fmt: skip
    return plan, {filing.number: of_it for filing, of_it in found if of_it is not None}


def default_target_folder() -> Path:
    """Return the default target folder."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents or Path.home()) / "Bayleaf"


def parse_thresholds(note: str) -> Mapping[str, float]:
    """Parse the stored minimum probabilities; empty if the setting is invalid."""
    try:
        noted = json.loads(note or "{}")
        return {str(name): float(share) for name, share in noted.items() if 0 < float(share) <= 1}
    except (ValueError, TypeError, AttributeError):
        return NO_THRESHOLDS


def parse_error_limit(note: str) -> int:
    """Parse the stored error limit; the loosest limit if the setting is invalid."""
    return int(note) if note.isascii() and note.isdigit() and int(note) in ERROR_LIMITS else ERROR_LIMITS[0]


def filings_of_items(
    items: Sequence[DroppedItem], thresholds: Mapping[str, float] = NO_THRESHOLDS, one_in: int | None = None
) -> list[Filing]:
    """Convert items of the Classify page to filings."""
    return [
        replace(
            filing_of_verdict(item.number, item.verdict, item.document, item.corrected),
            is_sure=can_file_without_asking(item, thresholds, one_in),
        )
        for item in items
        if not item.verdict.error
    ]

"""View model of the window around the pages: workspace, corpus, model, last action, and the window's commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, Protocol

from PySide6.QtCore import Signal

from app.domain.jobs import JobContext
from app.domain.records import FiledBatch
from app.kit.drops import DropContent
from app.kit.page_model import StateModel
from app.kit.wording import Translatable, current_words

if TYPE_CHECKING:
    from app.kit.look.theme import ThemeChoice

ExportKind = Literal["model", "words", "evaluation", "documents"]
"""The thing to export: a model, its words, an evaluation, or the documents."""


@dataclass(frozen=True, slots=True)
class ExportTarget:
    """The paths of an export."""

    path: Path
    """The file or folder to write."""
    base: Path | None = None
    """The existing file to which the format adds something; None if it needs none."""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A file format for exporting a model, its words, an evaluation or documents."""

    kind: ExportKind
    key: str
    """Name of the format on the command line."""
    name: str
    """Name of the format, for instance "ONNX"."""
    purpose: str
    """One sentence that says when to use the format."""
    file_name: str
    """Suggested name, with its suffix."""
    write: Callable[[ExportTarget, JobContext], str]
    """Writes the file and returns a sentence to show, or "". Called in a worker thread."""
    prepare: Callable[[ExportTarget], None] | None = None
    """Called in the main thread before `write`, to draw what only widgets can draw."""
    base: str = ""
    """Name of the existing file to which the format adds something, for instance "manifest.json"; "" for none."""
    is_folder: bool = False
    """Whether a folder is written instead of a file."""
    is_existing_folder: bool = False
    """Whether the target is an existing folder, in which files are changed."""
    refusal: str = ""
    """Why this model cannot be written in this format, as a sentence; empty if it can."""


DOCUMENTS_PAGE, SORT_PAGE, TRAIN_PAGE, WORDS_PAGE, EVALUATE_PAGE, CLASSIFY_PAGE, INBOX_PAGE, LESSONS_PAGE = range(8)
"""Page numbers, in the order of the side bar and of the shortcuts Ctrl+1 to Ctrl+8."""

Command = Callable[[], object]
Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class CorpusChoice:
    """A selectable corpus with its number of documents and its models."""

    name: str
    n_documents: int
    is_table: bool = False
    models: tuple[str, ...] = ()
    """Names of its saved models, the last changed model first."""


PENDING_EDIT = -1
"""Placeholder edit number: the note is about an edit that has not been read from the undo log yet."""


@dataclass(frozen=True, slots=True)
class UndoableEdit:
    """The newest action that Undo can revert: an edit of the current corpus, or a filing of documents into folders.

    Every Undo command and Undo link of the window uses this record.
    """

    number: int
    """Number of the edit in the undo log; 0 for a filing."""
    words: str
    """The action as a sentence in the user's language."""
    filed: FiledBatch | None = None
    """The batch of filed documents; None for an edit of the corpus."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """A recommended next step on a page: a translated sentence, and the text and function of a button.

    Without a text there is no button.
    """

    words: str
    act_name: str = ""
    act: Command = field(compare=False, default=lambda: None)


@dataclass(frozen=True, slots=True)
class FiledFolder:
    """A folder into which files were moved."""

    path: str
    n_files: int


@dataclass(frozen=True, slots=True)
class FrameState:
    """The state of the window around the pages."""

    workspace: Path = Path("home.bayleaf")
    is_new: bool = False
    corpora: tuple[CorpusChoice, ...] = ()
    corpus: str = ""
    model: str = ""
    """Name of the model that classifies drops; empty if there is none yet."""
    note: str = ""
    """Translated sentence about the last action."""
    note_edit_number: int = 0
    """Number of the edit that the note is about; 0 for none, `PENDING_EDIT` until the undo log has been read."""
    note_button_text: str = ""
    """Translated name of the action offered with the note; empty for none."""
    act_on_note: Command | None = None
    shown_folders: tuple[FiledFolder, ...] = ()
    """Folders that the note offers to show; empty for none."""
    does_note_action_undo: bool = False
    """True if `act_on_note` reverts the action of the note. The Undo command then calls it."""
    note_corpus: str = ""
    """The corpus that was current when the note was shown."""
    note_action_part: str = ""
    """The part of the note that names the action. The rest of the note names its consequences."""
    undoable: UndoableEdit | None = None
    redo_name: str = ""
    problem: Exception | None = None
    is_first_run: bool = False
    """True while the first-run page replaces the other pages."""
    has_failed_to_open: bool = False
    """True if the workspace could not be opened."""
    n_waiting_in_inbox: int = 0
    """Number of documents waiting in the Inbox."""
    page: int = 0
    next_step: NextStep | None = None
    """The recommended next step on the current page."""
    answer_times: Mapping[int, str] = field(default_factory=dict)
    """Page number to a translated text on how long its last answer took."""

    @property
    def can_undo_note(self) -> bool:
        """True if the note is about the edit that Undo would revert."""
        undoable = self.undoable
        return undoable is not None and undoable.filed is None and self.note_edit_number == undoable.number

    @property
    def displayed_note(self) -> str:
        """The note. If it offers to undo an action in another corpus than the current one, it names that corpus."""
        is_elsewhere = self.does_note_action_undo and self.note_corpus not in ("", self.corpus)
        return f"{self.note_corpus}: {self.note}" if is_elsewhere else self.note

    @property
    def undo_name(self) -> str:
        """Translated name of the action that Undo would revert; empty for none."""
        if self.does_note_action_undo and self.act_on_note is not None:
            return self.displayed_note
        return self.undoable.words if self.undoable is not None else ""

    @property
    def context_key(self) -> tuple[object, ...]:
        """The fields that identify the open workspace, corpus and model.

        `context_changed` is emitted when one of them changes.
        """
        return (
            self.workspace,
            self.has_failed_to_open,
            self.corpora,
            self.corpus,
            self.model,
            self.page,
            self.is_first_run,
        )


@dataclass(frozen=True, slots=True)
class FrameCommands:
    """The window's commands. A command that is None is left out of the menus."""

    new_workspace: Command | None = None
    open_workspace: Command | None = None
    save_workspace_as: Command | None = None
    recent_workspaces: Callable[[], Sequence[Path]] | None = None
    """Returns the recently opened workspaces, newest first."""
    open_recent: Callable[[Path], object] | None = None
    import_documents: Command | None = None
    export: Command | None = None
    """Open the Export dialog."""
    add_model: Command | None = None
    open_files: Command | None = None
    open_folder: Command | None = None
    file_away: Command | None = None
    undo_filing: Command | None = None
    pause_watching: Command | None = None
    """Pause or resume watching the Inbox sources."""
    show_history: Command | None = None
    undo: Command | None = None
    undo_noted: Command | None = None
    """Revert the action in the note of the status bar."""
    redo: Command | None = None
    paste: Command | None = None
    train: Command | None = None
    find_recipe: Command | None = None
    keep_model: Command | None = None
    train_on_cluster: Command | None = None
    compact_workspace: Command | None = None
    check_workspace: Command | None = None
    save_page_picture: Command | None = None
    print_page: Command | None = None
    open_settings: Command | None = None
    show_help: Command | None = None
    show_shortcuts: Command | None = None
    show_palette: Command | None = None
    show_first_steps: Command | None = None
    show_about: Command | None = None
    show_log: Command | None = None
    zoom_in: Command | None = None
    zoom_out: Command | None = None
    zoom_back: Command | None = None
    choose_theme: Callable[[ThemeChoice], object] | None = None
    chosen_theme: Callable[[], ThemeChoice] | None = None
    """Returns the theme that the user chose."""
    choose_corpus: Callable[[str], object] | None = None
    choose_model: Callable[[str], object] | None = None
    rename_corpus: Command | None = None
    delete_corpus: Command | None = None
    classify: Callable[[DropContent], object] | None = None
    """Classify dropped or pasted content."""
    add: Callable[[DropContent], object] | None = None
    """Import dropped content into the current corpus."""


WITHOUT_WORKSPACE = (
    "new_workspace", "open_workspace", "recent_workspaces", "open_recent",
    "save_page_picture", "print_page", "open_settings",
    "show_help", "show_shortcuts", "show_palette", "show_about", "show_log", "zoom_in", "zoom_out", "zoom_back",
    "choose_theme", "chosen_theme",
)  # fmt: skip
"""Names of the commands available without an open workspace."""


class FrameViewModel(StateModel[FrameState]):
    """View model of the window. Other view models report their changes to it."""

    commands_changed = Signal()
    language_changed = Signal()
    context_changed = Signal(object)
    """Emitted with the state when the workspace, the corpora, or the current corpus, model or page changed."""

    def __init__(self, commands: FrameCommands | None = None, state: FrameState | None = None) -> None:
        super().__init__(state or FrameState())
        self._commands = commands or FrameCommands()
        self._has_begun = False
        self._offered: tuple[Translatable, Translatable] = ("", "")
        """The offered note and the name of its action, as given to `offer`."""

    @property
    def commands(self) -> FrameCommands:
        """The commands that are available now: all commands, or those that need no workspace."""
        if not self.state.has_failed_to_open:
            return self._commands
        return FrameCommands(**{name: getattr(self._commands, name) for name in WITHOUT_WORKSPACE})

    def connect_commands(self, **commands: Any) -> None:
        """Set some of the window's commands. The keywords are field names of `FrameCommands`."""
        self._commands = replace(self._commands, **commands)
        self.commands_changed.emit()

    def change(self, **changes: Any) -> None:
        """Replace fields of the state and emit the matching signals."""
        before = self.state
        self._change(**changes, **self._first_run_change(changes))
        if self.state.has_failed_to_open != before.has_failed_to_open:
            self.commands_changed.emit()
        if self.state.context_key != before.context_key:
            self.context_changed.emit(self.state)

    def show_note(self, note: str, *, edit: int = 0, action: str = "") -> None:
        """Show a note about a finished action in the status bar.

        `edit` is the number of its edit in the undo log, 0 for none, or `PENDING_EDIT`. `action` is the part of the
        note that names the action, by default the whole note.
        """
        self.change(
            note=note, note_edit_number=edit, note_corpus=self.state.corpus, note_action_part=action or note,
            problem=None, note_button_text="", act_on_note=None, does_note_action_undo=False, shown_folders=(),
        )  # fmt: skip

    def offer_action(
        self,
        note: Translatable,
        act_name: Translatable,
        act: Command,
        *,
        does_undo: bool = False,
        shown_folders: tuple[FiledFolder, ...] = (),
    ) -> None:
        """Show a note in the status bar with a button that calls `act`, and optionally with links to folders.

        The note stays when the language changes, so its texts should be functions.
        """
        self._offered = note, act_name
        self.show_note(current_words(note))
        self.change(
            note_button_text=current_words(act_name), act_on_note=act, does_note_action_undo=does_undo,
            shown_folders=shown_folders,
        )  # fmt: skip

    def _first_run_change(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Return the new value of `is_first_run` as a dict, which is empty if the value does not change.

        It is True while a newly opened workspace has no documents.
        """
        if "workspace" in changes:
            self._has_begun = False
            return {"is_first_run": False}
        if "corpora" not in changes:
            return {}
        is_empty = not any(corpus.n_documents for corpus in changes["corpora"])
        begins, self._has_begun = is_empty and not self._has_begun, True
        return {"is_first_run": begins or (is_empty and self.state.is_first_run)}

    def retranslate(self) -> None:
        """Translate a note that offers an action, and clear any other note. Call this after a language change."""
        if self.state.act_on_note is None:
            self.change(note="", note_edit_number=0)
        else:
            note, act_name = map(current_words, self._offered)
            self.change(note=note, note_action_part=note, note_button_text=act_name)
        self.change(answer_times={})
        self.language_changed.emit()

    def open_page(self, page: int) -> None:
        """Switch to a page by its number."""
        if page != self.state.page or self.state.is_first_run:
            self._has_begun = True  # a page that is chosen while the workspace is being opened stays
            self.change(page=page, is_first_run=False)

    def command_on_page(self, page: int, act: Callable[Arguments, object]) -> Callable[Arguments, None]:
        """Return a function that opens a page and then calls `act`."""

        def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
            self.open_page(page)
            act(*args, **kwargs)

        return run

    def imports_on_drop(self, *, is_alt_held: bool) -> bool:
        """Return whether a drop is imported: on the Documents page, with Alt, or without a model.

        In all other cases a drop is classified.
        """
        if self.commands.classify is None or not self.state.model:
            return True
        return self.commands.add is not None and (is_alt_held or self.state.page == DOCUMENTS_PAGE)

    def drop(self, dropped: DropContent, *, is_alt_held: bool) -> None:
        """Open a dropped workspace; classify or import anything else."""
        if dropped.workspace is not None and self.commands.open_recent is not None:
            self.commands.open_recent(dropped.workspace)
            return
        if dropped.has_web_address:
            self.show_note(self.web_address_message())
            return
        command = self.commands.add if self.imports_on_drop(is_alt_held=is_alt_held) else self.commands.classify
        if command is not None and not dropped.is_empty:
            command(dropped)

    def web_address_message(self) -> str:
        """Return the message for a dropped web address: it is not opened."""
        return self.tr("Bayleaf opens no connections: save the page and drop the file")

    def accepts_drop(self, dropped: DropContent) -> bool:
        """Return whether the window accepts a drop. Web addresses are accepted, to explain why they are not opened."""
        if dropped.workspace is not None and self.commands.open_recent is not None:
            return True
        if dropped.has_web_address:  # accepted only to explain why links are not opened
            return True
        return not dropped.is_empty and (self.commands.add is not None or self.commands.classify is not None)


class ImportDocuments(Protocol):
    """Function that opens the import preview for `sources`. Without sources, it asks for them."""

    def __call__(self, sources: Sequence[Path] = ()) -> object: ...


@dataclass(frozen=True, slots=True)
class PageCommands:
    """The commands that pages may call. A command that is None is not offered."""

    frame: FrameViewModel | None = None
    import_documents: ImportDocuments | None = None
    import_folder: Command | None = None
    try_sample: Command | None = None
    n_sample_documents: int = 0
    open_files: Command | None = None
    open_folder: Command | None = None
    file_away: Command | None = None
    file_documents: Callable[[Sequence[int]], object] | None = None
    """Open the filing dialog for some imported documents, by their numbers."""
    file_classified_documents: Callable[[Sequence[int]], object] | None = None
    """Open the filing dialog for some items of the Classify page, by their numbers."""
    label_rest: Command | None = None
    """Open the dialog that labels unlabelled documents with the model's verdicts."""
    show_export: Callable[[ExportKind], object] | None = None
    """Open the Export dialog."""
    explain: Callable[[int], object] | None = None
    """Open the explanation of a document's verdict, by its number."""
    show_reading: Callable[[str, str], object] | None = None
    """Show the text that the readers extract, by file path and member."""
    begin_lesson: Command | None = None
    lesson_titles: Callable[[], Sequence[str]] = tuple
    """Returns the titles of the lessons; empty without the teaching feature."""

    @property
    def can_export(self) -> bool:
        """Whether there is an Export dialog."""
        return self.show_export is not None

    def export(self, kind: ExportKind) -> None:
        """Open the Export dialog with the formats for a kind of export."""
        if self.show_export is not None:
            self.show_export(kind)

    def open_page(self, number: int) -> Command | None:
        """Return a command that opens a page, or None if the page is used without the window."""
        frame = self.frame
        return None if frame is None else lambda: frame.open_page(number)

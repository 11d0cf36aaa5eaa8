"""The frame around the pages: which workspace, corpus and model, what was done last, and the commands of it all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, ParamSpec, Protocol

from PySide6.QtCore import Signal

from app.kit.drops import Dropped
from app.kit.page_model import StateModel
from nbengine.lazy_dataclasses import dataclass

DOCUMENTS_PAGE, TRAIN_PAGE, WORDS_PAGE, CLASSIFY_PAGE, INBOX_PAGE, EVALUATE_PAGE, LESSONS_PAGE, SORT_PAGE = range(8)

Command = Callable[[], object]
Given = ParamSpec("Given")


@dataclass(frozen=True, slots=True)
class CorpusChoice:
    """A corpus to choose, and how much is in it."""

    name: str
    n_documents: int
    is_table: bool = False


AWAITED = -1
"""In place of an edit's number: the note tells of an edit that the undo log has not been asked for yet."""


@dataclass(frozen=True, slots=True)
class UndoableEdit:
    """The newest edit of the corpus at hand that can be undone. Every offer to undo is derived from it."""

    number: int
    words: str
    """The edit as a sentence, in the window's language."""


@dataclass(frozen=True, slots=True)
class FrameState:
    """The state of the frame, the same whatever page is open."""

    workspace: Path = Path("home.bayleaf")
    is_new: bool = False
    corpora: tuple[CorpusChoice, ...] = ()
    corpus: str = ""
    model: str = ""
    """The model that a drop is classified with; empty where there is none yet."""
    note: str = ""
    """The note about what was done last, in the window's words."""
    note_edit: int = 0
    """The number of the edit that the note tells of; 0 for none, `AWAITED` until the undo log has been asked."""
    note_act: str = ""
    """The name of a further act about it, in the window's words; empty where there is none."""
    act_on_note: Command | None = None
    does_act_undo: bool = False
    """True if that act takes back what the note tells of: then Undo means this, and no edit from before it."""
    note_did: str = ""
    """The part of the note that says what was done, without its consequences; empty for the whole note."""
    undoable: UndoableEdit | None = None
    redo_name: str = ""
    problem: Exception | None = None
    is_first_run: bool = False
    """The page that asks what somebody came for shows in place of the others."""
    is_shut: bool = False
    """The workspace could not be opened: there is nothing to work with."""
    n_to_settle: int = 0
    """The number of things that wait in the Inbox."""
    page: int = 0
    took: Mapping[int, str] = field(default_factory=dict)
    """For each page, how long its last answer took, in the window's words."""

    @property
    def can_undo_note(self) -> bool:
        """Return whether the note tells of the edit that Undo would undo."""
        return self.undoable is not None and self.note_edit == self.undoable.number

    @property
    def undo_name(self) -> str:
        """Return what Undo would undo, in the window's words; empty for nothing."""
        if self.does_act_undo and self.act_on_note is not None:
            return self.note
        return self.undoable.words if self.undoable is not None else ""

    @property
    def at_hand(self) -> tuple[object, ...]:
        """The place where somebody works, without what was said there."""
        return self.workspace, self.is_shut, self.corpora, self.corpus, self.model, self.page, self.is_first_run


@dataclass(frozen=True, slots=True)
class FrameCommands:
    """The commands of the frame; one that is None is not in the menus."""

    new_workspace: Command | None = None
    open_workspace: Command | None = None
    save_workspace_as: Command | None = None
    recent_workspaces: Callable[[], Sequence[Path]] | None = None
    """Those that were open before, the last first."""
    open_recent: Callable[[Path], object] | None = None
    import_documents: Command | None = None
    export_model: Command | None = None
    add_model: Command | None = None
    open_files: Command | None = None
    open_folder: Command | None = None
    file_away: Command | None = None
    undo_filing: Command | None = None
    pause_watching: Command | None = None
    """Watch the places of the Inbox no longer, or again."""
    show_history: Command | None = None
    undo: Command | None = None
    undo_noted: Command | None = None
    """Take back what the note at the foot tells of."""
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
    show_first_steps: Command | None = None
    show_about: Command | None = None
    show_log: Command | None = None
    zoom_in: Command | None = None
    zoom_out: Command | None = None
    zoom_back: Command | None = None
    choose_corpus: Callable[[str], object] | None = None
    rename_corpus: Command | None = None
    delete_corpus: Command | None = None
    classify: Callable[[Dropped], object] | None = None
    """Classify what was dropped or pasted."""
    add: Callable[[Dropped], object] | None = None
    """Import what was dropped into the corpus at hand."""


WITHOUT_WORKSPACE = (
    "new_workspace", "open_workspace", "recent_workspaces", "open_recent",
    "save_page_picture", "print_page", "open_settings",
    "show_help", "show_shortcuts", "show_about", "show_log", "zoom_in", "zoom_out", "zoom_back",
)  # fmt: skip
"""The commands that make sense while no workspace is open."""


class FrameViewModel(StateModel[FrameState]):
    """Keeps the frame's state; whoever does the work tells it what changed."""

    commands_changed = Signal()
    language_changed = Signal()
    moved = Signal(object)
    """Something else is at hand in the state: a workspace, corpus, model or page, or what there is to choose from."""

    def __init__(self, commands: FrameCommands | None = None, state: FrameState | None = None) -> None:
        super().__init__(state or FrameState())
        self._commands = commands or FrameCommands()
        self._has_begun = False

    @property
    def commands(self) -> FrameCommands:
        """Return the commands that are offered now: all, or those that need no workspace."""
        if not self.state.is_shut:
            return self._commands
        return FrameCommands(**{name: getattr(self._commands, name) for name in WITHOUT_WORKSPACE})

    def connect_commands(self, **commands: Any) -> None:
        """Offer more commands from now on."""
        self._commands = replace(self._commands, **commands)
        self.commands_changed.emit()

    def change(self, **changes: Any) -> None:
        """Take over what changed."""
        before = self.state
        self._change(**changes, **self._first_run(changes))
        if self.state.is_shut != before.is_shut:
            self.commands_changed.emit()
        if self.state.at_hand != before.at_hand:
            self.moved.emit(self.state)

    def say(self, note: str, *, edit: int = 0, did: str = "") -> None:
        """Tell what was done, and offer to undo it where it is the edit of this number, or an `AWAITED` one."""
        self.change(
            note=note, note_edit=edit, note_did=did or note, problem=None, note_act="", act_on_note=None,
            does_act_undo=False,
        )  # fmt: skip

    def offer(self, note: str, act_name: str, act: Command, *, does_undo: bool = False) -> None:
        """Tell what was done, with one thing that can be done about it."""
        self.say(note)
        self.change(note_act=act_name, act_on_note=act, does_act_undo=does_undo)

    def _first_run(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Ask what somebody came for when a workspace turns out to have no documents, until they come."""
        if "workspace" in changes:
            self._has_begun = False
            return {"is_first_run": False}
        if "corpora" not in changes:
            return {}
        is_empty = not any(corpus.n_documents for corpus in changes["corpora"])
        begins, self._has_begun = is_empty and not self._has_begun, True
        return {"is_first_run": begins or (is_empty and self.state.is_first_run)}

    def speak(self) -> None:
        """Say no more what was said in another language; what can still be done about it stays."""
        if self.state.act_on_note is None:
            self.change(note="", note_edit=0)
        self.change(took={})
        self.language_changed.emit()

    def open_page(self, page: int) -> None:
        """Go to one of the five places."""
        if page != self.state.page or self.state.is_first_run:
            self.change(page=page, is_first_run=False)

    def on_page(self, page: int, act: Callable[Given, object]) -> Callable[Given, None]:
        """Return what goes to a page and does something there."""

        def do(*given: Given.args, **named: Given.kwargs) -> None:
            self.open_page(page)
            act(*given, **named)

        return do

    def adds_on_drop(self, *, is_alt_held: bool) -> bool:
        """Say what a drop means now: on the Documents page, with Alt, or before there is a model, it adds."""
        if self.commands.classify is None or not self.state.model:
            return True
        return self.commands.add is not None and (is_alt_held or self.state.page == 0)

    def drop(self, dropped: Dropped, *, is_alt_held: bool) -> None:
        """Open a workspace that was dropped; classify or add anything else."""
        if dropped.workspace is not None and self.commands.open_recent is not None:
            self.commands.open_recent(dropped.workspace)
            return
        if dropped.has_link:
            self.say(self.link_sentence())
            return
        command = self.commands.add if self.adds_on_drop(is_alt_held=is_alt_held) else self.commands.classify
        if command is not None and not dropped.is_empty:
            command(dropped)

    def link_sentence(self) -> str:
        """Say why a web address that is dropped leads to nothing, and what to do instead."""
        return self.tr("Bayleaf opens no connections: save the page and drop the file")

    def can_take(self, dropped: Dropped) -> bool:
        """Return whether a drop leads to anything."""
        if dropped.workspace is not None and self.commands.open_recent is not None:
            return True
        if dropped.has_link:  # taken only to say why it is of no use
            return True
        return not dropped.is_empty and (self.commands.add is not None or self.commands.classify is not None)


class ImportDocuments(Protocol):
    """Shows what would be imported, from the places that are named or else asked for."""

    def __call__(self, sources: Sequence[Path] = ()) -> object: ...


@dataclass(frozen=True, slots=True)
class PageCommands:
    """The commands that pages hand on; one that is None is not offered."""

    frame: FrameViewModel | None = None
    import_documents: ImportDocuments | None = None
    import_folder: Command | None = None
    try_sample: Command | None = None
    n_sample: int = 0
    open_files: Command | None = None
    open_folder: Command | None = None
    file_away: Command | None = None
    label_rest: Command | None = None
    """Give documents without a label the one of the model."""
    explain: Callable[[int], object] | None = None
    """Show why the document of this number was judged so."""
    show_reading: Callable[[str, str], object] | None = None
    """Show what is read of a file, and of the place in it."""
    begin_lesson: Command | None = None
    lessons: Callable[[], Sequence[str]] = tuple
    """The titles of the lessons."""

    def open_page(self, number: int) -> Command | None:
        """Return a command that opens another page; None where there is no frame."""
        frame = self.frame
        return None if frame is None else lambda: frame.open_page(number)

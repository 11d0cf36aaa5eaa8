"""Undo and redo in the window: each says what it does, stays in the corpus at hand, and no key takes an import back."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.records import EditRecord
from app.pages.session_asker import SessionAsker
from app.pages.shell.edit_sentences import EditSentences
from app.pages.shell.frame_view_model import FrameViewModel
from app.services.judging.classify_session import JudgedDocuments, UndoStep
from app.services.library.workspace_glances import NextSteps, next_steps


class UndoSteps(QObject):
    """Takes back what was done to the workspace, and does it again."""

    stepped = Signal(object)
    """The step that was taken; every page looks again."""

    def __init__(self, asker: SessionAsker, frame: FrameViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._asker, self._frame, self._deeds = asker, frame, EditSentences(self)
        self.judged_documents: JudgedDocuments | None = None

    def look(self) -> None:
        """Find out what Undo and Redo would do, for the menus."""
        corpus = self._frame.state.corpus
        self._asker.ask(lambda place, context: next_steps(place, corpus, context), then=self._on_looked, topic="steps")

    def undo(self) -> None:
        """Take back what the note at the foot offers to undo, or else the last edit; an import only when asked for."""
        state = self._frame.state
        if not state.does_act_undo or state.act_on_note is None:
            self._step(is_forward=False, takes_imports=False)
            return
        self._frame.change(note_act="", act_on_note=None, does_act_undo=False)
        state.act_on_note()

    def undo_noted(self) -> None:
        """Take back what the note at the foot tells of, by its own link."""
        self._step(is_forward=False, takes_imports=True)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._step(is_forward=True, takes_imports=True)

    def sentence(self, edit: EditRecord) -> str:
        """Say what an edit did."""
        return self._deeds.sentence(edit)

    def _step(self, *, is_forward: bool, takes_imports: bool) -> None:
        judged_documents, state = self.judged_documents, self._frame.state
        if judged_documents is not None:
            self._asker.ask(
                lambda _session, context: judged_documents.step(
                    state.model, state.corpus, context, is_forward=is_forward, takes_imports=takes_imports
                ),
                then=lambda step: self._on_stepped(step, is_forward=is_forward),
            )

    def _on_stepped(self, step: UndoStep, *, is_forward: bool) -> None:
        if step.edit is None:
            self._frame.say(self.tr("Nothing to do again") if is_forward else self.tr("Nothing to undo"))
            return
        sentence = self._deeds.sentence(step.edit)
        if step.is_held:
            words = self.tr("Before that: %1").replace("%1", sentence)
            self._frame.offer(words, self.tr("Take the import back"), self.undo_noted)
            return
        words = self.tr("Done again: %1") if is_forward else self.tr("Taken back: %1")
        self._frame.say(words.replace("%1", sentence), can_undo=is_forward)
        self.stepped.emit(step)

    def _on_looked(self, found: NextSteps) -> None:
        names = [self._deeds.sentence(edit) if edit is not None else "" for edit in (found.undo, found.redo)]
        self._frame.change(undo_name=names[0], redo_name=names[1])

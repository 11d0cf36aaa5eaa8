"""Upkeep of the file that is open: a copy of it, what was deleted removed for good, and whether it is sound.

Beside it undo and redo, each of which says what it does and stays in the corpus at hand, while no key takes an import
back; and the times of each page's last answer, for the foot of the window.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.domain.jobs import JobContext
from app.domain.records import EditRecord
from app.pages.classify.view_model import ClassifyState
from app.pages.evaluation.questions import EvaluationResult
from app.pages.shell.frame_view_model import AWAITED, FrameState, FrameViewModel, UndoableEdit
from app.pages.shell.page_models import CLASSIFY_PAGE, EVALUATE_PAGE, TRAIN_PAGE, PageModels
from app.qt import wording
from app.qt.jobs import Runner
from app.qt.page_model import Asker, PageModel
from app.services.judging.classify_session import JudgedDocuments, UndoStep
from app.services.library import upkeep
from app.services.library.workspace_glances import NextSteps, next_steps
from app.services.training.recipe_workbench import JudgedRecipe
from app.store.workspace import NO_WORKSPACE, Place

Answer = TypeVar("Answer")


class WorkspaceUpkeep(QObject):
    """Looks after one workspace, and tells the frame what was done."""

    def __init__(self, runner: Runner, frame: FrameViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._frame = frame
        self._asker = Asker(runner, "upkeep", failed=lambda error: frame.change(problem=error))
        self.workspace: Place = NO_WORKSPACE

    def save_copy(self, path: Path) -> None:
        """Write the whole workspace to another file."""
        done = self.tr("A copy was saved")
        self._do(
            lambda workspace, context: upkeep.save_copy(workspace, path, context), lambda _path: done,
            self.tr("Saving a copy"),
        )  # fmt: skip

    def compact(self) -> None:
        """Remove for good what was deleted."""

        def said(found: upkeep.Compacted) -> str:
            before, after = (f"{size / 1e6:.1f} MB" for size in (found.bytes_before, found.bytes_after))
            return wording.numbered(self.tr("Compacted: %1 before, %2 now"), before, after)

        self._do(upkeep.compact, said, self.tr("Compacting"))

    def check(self) -> None:
        """Verify the workspace."""
        sound = self.tr("The workspace is sound")
        self._do(
            upkeep.check, lambda found: self.tr("%n problem(s) found", "", len(found)) if found else sound,
            self.tr("Checking"),
        )  # fmt: skip

    def _do(self, act: Callable[[Place, JobContext], Answer], said: Callable[[Answer], str], title: str) -> None:
        workspace = self.workspace
        self._asker.ask(
            lambda context: act(workspace, context), then=lambda answer: self._frame.say(said(answer)), title=title,
            lane="long",
        )  # fmt: skip


class AnswerTimes(QObject):
    """Tells the frame whenever a page has an answer."""

    def __init__(self, frame: FrameViewModel, pages: PageModels, parent: QObject) -> None:
        super().__init__(parent)
        self._frame = frame
        training, classify, evaluation = pages.training, pages.classify, pages.evaluation

        def note_all(state: FrameState) -> None:
            """Say everything anew after the window has learnt another language, and forgotten what it said."""
            if not state.took:
                self._note(TRAIN_PAGE, training.state.result)
                self._note(CLASSIFY_PAGE, classify.state)
                self._note(EVALUATE_PAGE, evaluation.state.result)

        training.state_changed.connect(lambda state: self._note(TRAIN_PAGE, state.result))
        classify.state_changed.connect(lambda state: self._note(CLASSIFY_PAGE, state))
        evaluation.state_changed.connect(lambda state: self._note(EVALUATE_PAGE, state.result))
        frame.state_changed.connect(note_all)

    def _note(self, page: int, answer: JudgedRecipe | ClassifyState | EvaluationResult | None) -> None:
        if answer is None or not answer.seconds:
            return
        words = {
            TRAIN_PAGE: self.tr("worked out in %1"),
            CLASSIFY_PAGE: self.tr("classified in %1"),
            EVALUATE_PAGE: self.tr("judged in %1"),
        }[page].replace("%1", wording.seconds(answer.seconds))
        if self._frame.state.took.get(page) != words:
            self._frame.change(took={**self._frame.state.took, page: words})


class UndoSteps(PageModel[NextSteps, JudgedDocuments]):
    """Takes back what was done to the workspace, and does it again.

    Everything that offers an undo follows one fact: the newest edit in the undo log of the corpus at hand. The note at
    the foot has a link only while it tells of that edit; an edit by another page or window brings its own note.
    """

    stepped = Signal(object)
    """The step that was taken; every page looks again."""

    def __init__(self, runner: Runner, frame: FrameViewModel) -> None:
        super().__init__(runner, "steps", NextSteps(None, None))
        self._frame, self.sentence = frame, EditSentences(self).sentence
        self._opened_at = 0.0
        self._newest = 0
        """The highest edit number seen since the workspace was opened."""
        frame.language_changed.connect(self.speak)
        self._words: dict[int, str] = {}
        """The words in which a page told of an edit of this session, by its number."""

    def answer_from(self, source: JudgedDocuments | None) -> None:
        super().answer_from(source)
        self._opened_at, self._newest = time.time(), 0
        self._words.clear()

    def tell(self, edit: EditRecord, remark: str = "") -> None:
        """Tell of an edit in a note that can undo it."""
        words = self._words[edit.number] = self.sentence(edit)
        self._frame.say(wording.joined([words, remark]), edit=edit.number, did=words)

    def speak(self) -> None:
        """Forget what was said in another language."""
        self._words.clear()
        self.look()

    def forget_looks(self) -> None:
        """Drop a look at the undo log that is under way: an edit may have been made since."""
        self._asker.forget("steps")

    def look(self) -> None:
        """Find out what Undo and Redo would do, for the menus and the note."""
        corpus = self._frame.state.corpus
        self._ask(
            lambda documents, context: next_steps(documents.workspace, corpus, context),
            then=self._on_looked, topic="steps",
        )  # fmt: skip

    def _on_looked(self, found: NextSteps) -> None:
        edit, redo = found.undo, found.redo
        redo_name = self.sentence(redo) if redo is not None else ""
        if edit is None:
            self._frame.change(undoable=None, note_edit=0, redo_name=redo_name)
            return
        state, is_earlier = self._frame.state, edit.made_at < self._opened_at
        is_fresh, self._newest = edit.number > self._newest and not is_earlier, max(edit.number, self._newest)
        if state.note_edit == AWAITED and not is_earlier and edit.number not in self._words:
            self._words[edit.number] = state.note_did
        words = self._words.get(edit.number) or self.sentence(edit)
        self._frame.change(undoable=UndoableEdit(edit.number, words), redo_name=redo_name)
        if state.note_edit == AWAITED and not is_earlier:
            self._frame.change(note_edit=edit.number)
        elif state.note_edit == AWAITED:
            self._frame.change(note_edit=0)
        elif (is_fresh or state.note_edit) and state.note_edit != edit.number:
            self._frame.say("" if is_earlier else words, edit=edit.number)

    def undo(self) -> None:
        """Take back what the note at the foot offers to undo, or else the last edit.

        An import, or an edit of an earlier session, is undone only after a question.
        """
        state = self._frame.state
        if not state.does_act_undo or state.act_on_note is None:
            self._step(is_forward=False)
            return
        self._frame.change(note_act="", act_on_note=None, does_act_undo=False)
        state.act_on_note()

    def undo_noted(self) -> None:
        """Take back exactly the edit that the note at the foot tells of, by its own link."""
        self._step(is_forward=False, expected=self._frame.state.note_edit)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._step(is_forward=True)

    def _step(self, *, is_forward: bool, expected: int = 0) -> None:
        state, opened_at = self._frame.state, self._opened_at

        def stepped(step: UndoStep) -> None:
            edit = step.edit
            if edit is None:
                self._frame.say(self.tr("Nothing to do again") if is_forward else self.tr("Nothing to undo"))
                return
            if step.is_held:
                self._ask_first(edit)
                return
            sentence = self._words.get(edit.number) or self.sentence(edit)
            words = self.tr("Done again: %1") if is_forward else self.tr("Taken back: %1")
            self._frame.say(words.replace("%1", sentence), edit=edit.number if is_forward else 0)
            self.stepped.emit(step)

        self._ask(
            lambda documents, context: documents.step(
                state.model, state.corpus, context, is_forward=is_forward, expected=expected, since=opened_at
            ),
            then=stepped,
        )

    def _ask_first(self, edit: EditRecord) -> None:
        """Offer to undo an edit that was not expected, or that takes more than a key press."""
        is_earlier, is_import = edit.made_at < self._opened_at, edit.kind == "import"
        if is_import and is_earlier:
            question = self.tr("Undo the last session's import of %Ln document(s)?", "", edit.documents)
        elif is_import:
            question = self.tr("Undo the import of %Ln document(s)?", "", edit.documents)
        else:
            template = self.tr("Undo from the last session: %1?") if is_earlier else self.tr("Undo: %1?")
            question = template.replace("%1", self._words.get(edit.number) or self.sentence(edit))
        undo = self.tr("Undo")
        self._frame.offer(question, undo, lambda: self._step(is_forward=False, expected=edit.number))

    def _on_failed(self, error: Exception) -> None:
        self._frame.change(problem=error)


class EditSentences(QObject):
    """Puts edits into words."""

    def sentence(self, edit: EditRecord) -> str:
        """Say what an edit did."""
        n, has_label = edit.documents, bool(edit.facts.get("label"))
        templates = {
            "add": self.tr("%Ln document(s) added to %1", "", n),
            "import": self.tr("%Ln document(s) imported into %1", "", n),
            "relabel": self.tr("%Ln document(s) labelled %2", "", n)
            if has_label
            else self.tr("%Ln document(s) without a label now", "", n),
            "label-rest": self.tr("%Ln document(s) labelled by the model", "", n),
            "read-again": self.tr("%Ln document(s) read again", "", n),
            "remove": self.tr("%Ln document(s) deleted", "", n),
            "move": self.tr("%Ln document(s) moved to %1", "", n),
            "several-labels": self.tr("Documents of %1 may have several labels now"),
            "one-label": self.tr("Documents of %1 have one label each now"),
            "label-add": self.tr("Label %2 added"),
            "label-rename": self.tr("Label %2 is called %3 now"),
            "label-merge": self.tr("Label %2 merged into %3"),
            "label-remove": self.tr("Label %2 deleted"),
            "label-look": self.tr("Label %2 looks different now"),
            "corpus-add": self.tr("Corpus %1 added"),
            "corpus-rename": self.tr("Corpus %1 is called %3 now"),
            "corpus-remove": self.tr("Corpus %1 deleted"),
        }
        facts = (edit.facts.get(name, "") for name in ("corpus", "label", "new"))
        return wording.numbered(templates.get(edit.kind, edit.kind), *facts)

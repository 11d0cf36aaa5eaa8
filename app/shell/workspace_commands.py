"""Menu commands on the workspace, with the dialogs that ask for a file or a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.kit.drops import read_drop
from app.kit.fields import ask_file_path, ask_for_name, ask_save_path
from app.kit.frame import TRAIN_PAGE, FrameViewModel
from app.shell.pages import PageModels
from app.shell.workspace_view_model import WorkspaceViewModel

translate = QCoreApplication.translate
WORKSPACES = "*.bayleaf"
MODELS = "*.bayleaf-model"


class WorkspaceCommands(QObject):
    """Menu commands that create, open, save or rename the workspace, its corpus or its model."""

    def __init__(
        self, home: WorkspaceViewModel, frame: FrameViewModel, pages: PageModels, window: Callable[[], QWidget]
    ) -> None:
        super().__init__(home)
        self._home, self._frame, self._pages, self._window = home, frame, pages, window

    def connect_all(self) -> None:
        """Register all commands."""
        home = self._home
        self._frame.connect_commands(
            new_workspace=self.new_workspace,
            open_workspace=self.open_workspace,
            save_workspace_as=self.save_workspace_as,
            add_model=self.add_model,
            undo=home.steps.undo,
            undo_noted=home.steps.undo_noted,
            redo=home.steps.redo,
            paste=self.paste,
            train=home.train,
            find_recipe=home.find_recipe,
            keep_model=self.keep_model,
            compact_workspace=home.upkeep.compact,
            check_workspace=home.upkeep.check,
            choose_corpus=home.choose_corpus,
            choose_model=home.choose_model,
            rename_corpus=self.rename_corpus,
            delete_corpus=home.remove_corpus,
            classify=home.classify,
        )

    def new_workspace(self) -> None:
        """Ask for a file name and create a workspace."""
        self._save_to(self._home.open_workspace, self.tr("New workspace"), self.tr("Workspaces"), WORKSPACES)

    def open_workspace(self) -> None:
        """Ask for a workspace and open it."""
        title, kinds = self.tr("Open workspace"), self.tr("Workspaces") + f" ({WORKSPACES})"
        ask_file_path(self._window(), title, self._home.open_workspace, kinds)

    def save_workspace_as(self) -> None:
        """Ask for a file name and save a copy of the workspace."""
        self._save_to(self._home.upkeep.save_copy, self.tr("Save workspace as"), self.tr("Workspaces"), WORKSPACES)

    def add_model(self) -> None:
        """Ask for a model file and add it to the workspace."""
        title, models, all_files = self.tr("Add model from file"), self.tr("Models"), self.tr("All files")
        kinds = f"{models} ({MODELS});;{all_files} (*)"
        ask_file_path(self._window(), title, self._home.add_model, kinds)

    def keep_model(self) -> None:
        """Ask for a name on the Train page, and save a copy of the model under this name."""
        self._frame.open_page(TRAIN_PAGE)
        suggestion = translate("TrainingPage", "%1 filter").replace("%1", self._frame.state.corpus)
        title = translate("TrainingPage", "Keep a copy of the model")
        self._pages.training.train_as(
            ask_for_name(self._window(), title, translate("TrainingPage", "Name of the model"), suggestion)
        )

    def rename_corpus(self) -> None:
        """Ask for a new name of the current corpus and rename it."""
        old = self._frame.state.corpus
        name = ask_for_name(self._window(), self.tr("Rename collection"), self.tr("Name"), old)
        if name and name != old:
            self._home.rename_corpus(name)

    def paste(self) -> None:
        """Classify the content of the clipboard."""
        dropped = read_drop(QGuiApplication.clipboard().mimeData())
        if not dropped.is_empty and self._frame.state.model:
            self._home.classify(dropped)

    def _save_to(self, act: Callable[[Path], object], title: str, kind: str, pattern: str) -> None:
        def save(path: Path) -> None:
            act(path if path.suffix else path.with_suffix(pattern.removeprefix("*")))

        ask_save_path(self._window(), title, "", f"{kind} ({pattern})", save)

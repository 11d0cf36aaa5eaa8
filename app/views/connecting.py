"""The program put together: pages, the workspace behind them, and the menus, once the window shows."""

from __future__ import annotations

from pathlib import Path

from app.qt.drops import WORKSPACE_SUFFIX, Dropped
from app.viewmodels.choices import default_recipe
from app.viewmodels.classify import ClassifyServices, ClassifyViewModel
from app.viewmodels.connections.lessons import LessonsConnection
from app.viewmodels.documents import DocumentsServices, DocumentsViewModel
from app.viewmodels.evaluation import EvaluationServices, EvaluationViewModel
from app.viewmodels.home import HomeViewModel
from app.viewmodels.lessons import LessonsViewModel
from app.viewmodels.page_models import PageModels, n_sample, own_workspace
from app.viewmodels.training import TrainingServices, TrainingViewModel
from app.viewmodels.words import WordsServices, WordsViewModel
from app.views.dialog_commands import DialogCommands
from app.views.documents_page import DocumentsCommands
from app.views.first_steps import FirstSteps
from app.views.home_commands import HomeCommands
from app.views.pages import ViewModels
from app.views.program import Program


def connected(program: Program) -> ViewModels:
    """Make the view-models and open the workspace: the one that was named, or the person's own."""
    runner, frame = program.runner, program.frame
    pages = PageModels(
        DocumentsViewModel(runner, DocumentsServices()),
        TrainingViewModel(runner, TrainingServices()),
        WordsViewModel(runner, WordsServices()),
        ClassifyViewModel(runner, ClassifyServices()),
        EvaluationViewModel(runner, EvaluationServices()),
    )
    pages.training.default = default_recipe(program.settings.default_recipe)
    home = HomeViewModel(runner, frame, pages)
    home.setParent(program)
    commands = HomeCommands(home, frame, pages, lambda: program.window)
    commands.connect_all()
    dialogs = DialogCommands(home, frame, pages, runner, program.settings, lambda: program.window)
    dialogs.connect_all()
    home.opened.connect(program.settings.remember_workspace)
    frame.connect_commands(
        recent_workspaces=lambda: program.settings.recent_workspaces, open_recent=home.open_workspace
    )
    program.ending.connect(home.close)
    workspaces = [path for path in program.files if path.suffix == WORKSPACE_SUFFIX]
    dropped = tuple(path.absolute() for path in program.files if path.suffix != WORKSPACE_SUFFIX)
    program.files = ()
    home.open_workspace(workspaces[-1] if workspaces else last_workspace(program))
    if dropped:
        home.when_ready(lambda: home.take(Dropped(dropped)))
    steps = FirstSteps(
        frame,
        import_documents=dialogs.import_documents,
        try_sample=lambda: home.import_sample(program.language.code),
        n_sample=n_sample(program.language.code),
    )
    return ViewModels(
        pages.documents,
        pages.training,
        pages.words,
        pages.classify,
        pages.evaluation,
        LessonsViewModel(runner, LessonsConnection(frame).services()),
        steps=steps,
        documents_commands=DocumentsCommands(
            steps.import_documents, steps.try_sample, steps.n_sample, explain=dialogs.explain
        ),
    )


def last_workspace(program: Program) -> Path:
    """The workspace that was open last, if it is still there, or the person's own."""
    recent = [path for path in program.settings.recent_workspaces if path.exists()]
    return recent[0] if recent else own_workspace()

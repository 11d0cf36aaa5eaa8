"""Windows with made-up data, as the pictures show them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.qt.jobs import JobRunner
from app.viewmodels.exhibits import CorpusChoice
from app.viewmodels.frame import FrameCommands, FrameState, FrameViewModel
from app.views.kit.empty_page import EmptyPage
from app.views.kit.page_head import PageHead
from app.views.kit.painted import column
from app.views.main_window import MainWindow
from tests.app.views.kit_sheet import nothing

PAGES = ("empty",)


def made_up_window(page: str) -> QWidget:
    """Return the window with one of its pages."""
    commands = FrameCommands(
        open_workspace=nothing, import_documents=nothing, undo=nothing, train_with_auto=nothing, rename_corpus=nothing,
        open_settings=nothing, show_help=nothing, classify=lambda _dropped: None, add=lambda _dropped: None,
    )  # fmt: skip
    if page == "empty":
        frame = FrameViewModel(commands, FrameState(Path("home.bayleaf"), is_new=True))
        return MainWindow(frame, JobRunner(), [empty_page] * 5)
    state = FrameState(Path("home.bayleaf"), corpora=(CorpusChoice("Mail", 6046),), corpus="Mail", model="Mail filter")
    return MainWindow(FrameViewModel(commands, state), JobRunner(), [empty_page] * 5)


def empty_page() -> QWidget:
    page = QWidget()
    head = PageHead("Documents")
    head.show_facts("No documents yet")
    lines = (
        "Mail folders, documents, or a table with labels. It learns the words of each label\n"
        "and shows you why it judges as it does. Nothing leaves this computer."
    )
    empty = EmptyPage("Show Bayleaf what you have already sorted", lines, "Import…", nothing, ("Try it with 600 sample mails", nothing))
    column(head, empty, owner=page)
    return page

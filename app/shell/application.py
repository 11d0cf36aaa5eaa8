"""The application object: settings, theme, language, jobs, windows and crash reports.

The window shows first. Pages, dialogs and their dependencies are imported when they are needed, so several imports here
are inside functions.
"""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPageLayout, QPainter, QPalette
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.domain.errors import AppError
from app.domain.jobs import WORKERS_VARIABLE
from app.kit.drops import DropContent
from app.kit.fields import ask_save_path
from app.kit.frame import FrameViewModel
from app.kit.jobs import JobRunner
from app.kit.look.colours import LIGHT
from app.kit.look.theme import Theme, ThemeChoice, palette_for
from app.kit.settings import Settings
from app.kit.wording import Language
from app.shell.main_window import MainWindow, PageMaker

if TYPE_CHECKING:
    from app.features.inbox.tray import TrayIcon
    from app.shell.pages import ViewModels
    from app.shell.settings_dialog import SettingsDialog


logger = logging.getLogger(__name__)


ZOOM_STEP = 10
PRELOAD_PAUSE_MS = 40
"""Pause between two preloaded modules."""
ViewModelConnector = Callable[["Program"], "ViewModels"]
"""Function that creates and connects the view models, and registers the window's commands."""


class Program(QObject):
    """Owns the objects that live longer than a window, such as the settings and the view models."""

    ending = Signal()
    """Emitted at exit when no job runs any more. Receivers release files, locks and processes."""

    reactivated = Signal()
    """Emitted when the application becomes active again."""

    def __init__(
        self, application: QApplication, settings_path: Path, files: Sequence[Path], connect: ViewModelConnector
    ) -> None:
        super().__init__(application)
        self.files, self._connect_models = tuple(files), connect
        self.settings = Settings(settings_path)
        if self.settings.workers:
            set_worker_count(self.settings.workers)
        self.language = Language(application)
        self.language.choose(self.settings.language)
        self.theme = Theme(application, self.settings.theme, zoom=self.settings.zoom)
        self.runner = JobRunner(self)
        self.runner.crashed.connect(lambda error: self.report_crash(type(error), error, error.__traceback__))
        self.frame = FrameViewModel()
        self._reported_crashes: set[str] = set()
        self.frame.connect_commands(
            save_page_picture=self.save_page_picture,
            print_page=self.print_page,
            open_settings=self.open_settings,
            show_help=self.show_help,
            show_shortcuts=self.show_shortcuts,
            show_palette=self.show_palette,
            show_about=self.show_about,
            show_log=self.show_log,
            zoom_in=lambda: self.zoom(self.settings.zoom + ZOOM_STEP),
            zoom_out=lambda: self.zoom(self.settings.zoom - ZOOM_STEP),
            zoom_back=lambda: self.zoom(100),
            choose_theme=self.choose_theme,
            chosen_theme=lambda: self.settings.theme,
        )
        self.models: ViewModels | None = None
        self._is_ending = False
        self.log_path: Path | None = None
        """Path of the log file; it is set when the pages are loaded."""
        self.tray: TrayIcon | None = None
        self.window = MainWindow(self.frame, self.runner)
        application.aboutToQuit.connect(self._on_about_to_quit)
        application.applicationStateChanged.connect(self._on_application_state_changed)

    def show(self) -> None:
        """Show the window. Pages are loaded after its first paint."""
        self.window.restoreGeometry(self.settings.layout("window"))
        self._show_window()

    def start_in_tray(self) -> None:
        """Start without a window if there is a tray icon; otherwise show the window."""
        self.load_pages()
        if self.tray is None or not self.tray.is_shown:
            self.show()

    def _show_window(self) -> None:
        if self.models is None:
            self.window.installEventFilter(self)
        self.window.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Load the pages after the first paint of the window.

        A zero timer that was started earlier would fire before the paint, and importing the pages would delay it.
        """
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self.load_pages)
        return False

    def load_pages(self) -> None:
        """Create the view models and pages, and handle the files given on the command line.

        It runs only once, even if a language change replaced the window before or after its first paint.
        """
        if self.models is not None:
            return
        from app.shell.pages import PRELOADED_MODULES, make_first_run_factory, make_page_factories

        self.models = self._connect_models(self)
        self._add_pages(make_page_factories(self.models), make_first_run_factory(self.models))
        if self.files:
            self.frame.drop(DropContent(self.files), is_alt_held=False)
        QTimer.singleShot(PRELOAD_PAUSE_MS, self, lambda: self._load_ahead(PRELOADED_MODULES))

    def _load_ahead(self, modules: Sequence[str]) -> None:
        """Import modules in advance, one at a time, with pauses that keep the window responsive."""
        from app.shell.pages import load_feature

        if modules and not self._is_ending:
            load_feature(modules[0])
            QTimer.singleShot(PRELOAD_PAUSE_MS, self, lambda: self._load_ahead(modules[1:]))

    def _add_pages(self, makers: Sequence[PageMaker], first_run: PageMaker | None) -> None:
        from app.shell.pages import restore_layout

        self.window.page_made.connect(lambda page: restore_layout(page, self.settings))
        self.window.add_pages(makers, first_run)

    def _remember_layouts(self) -> None:
        if self.models is not None:
            from app.shell.pages import save_layout

            save_layout(self.window, self.settings)

    def open_settings(self) -> None:
        self._make_settings_dialog().open()

    def _make_settings_dialog(self) -> SettingsDialog:
        from app.shell.settings_dialog import SettingsDialog

        dialog = SettingsDialog(self.settings, self.language.code, self.window)
        dialog.theme_chosen.connect(self.choose_theme)
        dialog.language_chosen.connect(self.choose_language)
        dialog.workers_chosen.connect(set_worker_count)
        models = self.models
        if models is not None:
            dialog.recipe_chosen.connect(lambda recipe: setattr(models.training, "default", recipe))
        if self.tray is not None:
            dialog.inbox_chosen.connect(self.tray.apply_settings)
        return dialog

    def save_page_picture(self) -> None:
        """Ask for a file and save a picture of the current page."""
        title = self.tr("Save picture")
        self._draw_page(
            lambda page: ask_save_path(page, title, "bayleaf.png", KINDS, lambda path: write_page(page, path))
        )

    def print_page(self) -> None:
        self._draw_page(ask_and_print)

    def _draw_page(self, act: Callable[[QWidget], object]) -> None:
        try:
            act(self.window.page(self.frame.state.page))
        except AppError as error:
            self.frame.change(problem=error)

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Save and apply a theme."""
        self.settings.theme = choice
        self.theme.choose(choice)

    def zoom(self, percent: int) -> None:
        """Set the zoom in percent, and rebuild the window."""
        before, self.settings.zoom = self.settings.zoom, percent
        if self.settings.zoom != before:
            self.theme.set_zoom(self.settings.zoom)
            QTimer.singleShot(0, self._rebuild_window)

    def choose_language(self, code: str) -> None:
        """Save and apply a language, and rebuild the window."""
        if code == self.language.code:
            return
        self.settings.language = code
        QTimer.singleShot(0, self._rebuild_window)

    def _rebuild_window(self) -> None:
        from app.shell.pages import make_first_run_factory, make_page_factories
        from app.shell.settings_dialog import SettingsDialog

        self._remember_layouts()
        old, geometry = self.window, self.window.saveGeometry()
        self.language.choose(self.settings.language)
        self.frame.retranslate()
        self.window = MainWindow(self.frame, self.runner)
        if self.models is not None:
            self._add_pages(make_page_factories(self.models), make_first_run_factory(self.models))
        self.window.restoreGeometry(geometry)
        self._show_window()
        if any(dialog.isVisible() for dialog in old.findChildren(SettingsDialog)):
            dialog = self._make_settings_dialog()
            dialog.open()
            dialog.focus_language()
        old.close_keeping_jobs()

    def show_help(self) -> None:
        """Open the help at the chapter of the current page."""
        from app.shell.help_window import HelpWindow

        HelpWindow(self.language.code, self.window, self.frame.state.page).show()

    def show_shortcuts(self) -> None:
        """List all keyboard shortcuts."""
        from app.shell.dialogs import ShortcutsDialog

        ShortcutsDialog(self.window.menu_actions(), self.window).open()

    def show_palette(self) -> None:
        """Open the command palette."""
        from app.shell.menus import CommandPalette

        CommandPalette(self.frame, self.window.menu_actions(), self.window).open()

    def show_about(self) -> None:
        from app.shell.dialogs import AboutDialog

        AboutDialog(self.window).open()

    def report_crash(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Write an unexpected exception to standard error, and show it with a report to copy. The program continues.

        Each place in the code is shown once, one report at a time: an error in a painter comes again at every repaint.
        """
        report = "".join(traceback.format_exception(kind, error, trace))
        logger.error("crash:\n%s", "".join(traceback.format_tb(trace)) + kind.__name__)
        sys.stderr.write(report)
        last = traceback.extract_tb(trace)[-1:]
        place = f"{kind.__name__} {[(frame.filename, frame.lineno) for frame in last]}"
        # Later, because a dialog cannot open inside a painter.
        QTimer.singleShot(0, self, lambda: self._show_crash(place, report))

    def _show_crash(self, place: str, report: str) -> None:
        from app.shell.dialogs import CrashDialog

        is_one_open = any(dialog.isVisible() for dialog in self.window.findChildren(CrashDialog))
        if place not in self._reported_crashes and not is_one_open:
            self._reported_crashes.add(place)
            CrashDialog(report, self.window).open()

    def _on_application_state_changed(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive:
            self.reactivated.emit()

    def show_log(self) -> None:
        """Open the log file in the system's text viewer, or else open its folder."""
        from app.kit.picture_files import open_file, show_in_folder

        if self.log_path is not None and not open_file(str(self.log_path)):
            show_in_folder(str(self.log_path))

    def _on_about_to_quit(self) -> None:
        self._is_ending = True
        logger.info("the window closes")
        self.settings.remember_layout("window", self.window.saveGeometry())
        self._remember_layouts()
        self.settings.save()
        self.runner.close()
        self.ending.emit()


def set_worker_count(number: int) -> None:
    """Set the number of reader processes in the environment variable WORKERS_VARIABLE; 0 means automatic."""
    if number:
        os.environ[WORKERS_VARIABLE] = str(number)
    else:
        os.environ.pop(WORKERS_VARIABLE, None)


KINDS = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"


def write_page(page: QWidget, path: Path) -> None:
    """Save a picture of a page of the window. The suffix of the file selects the format."""
    from app.kit.plots.line_plot import write_picture

    write_picture(lambda painter, area: draw_page(page, painter, area), page.size(), path)


def ask_and_print(page: QWidget) -> None:
    """Show the print dialog and print a page of the window."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageOrientation(QPageLayout.Orientation.Landscape)
    if QPrintDialog(printer, page).exec() == QDialog.DialogCode.Accepted:
        print_page(page, printer)


def print_page(page: QWidget, printer: QPrinter) -> None:
    """Print a page of the window, scaled to the paper. If the printer prints to a file, write a PDF atomically."""
    if printer.outputFileName():
        write_page(page, Path(printer.outputFileName()).with_suffix(".pdf"))
        return
    painter = QPainter(printer)
    draw_page(page, painter, QRectF(painter.viewport()))
    painter.end()


def draw_page(page: QWidget, painter: QPainter, area: QRectF) -> None:
    """Draw a page of the window, scaled to an area, in the light theme."""
    scale = min(area.width() / max(page.width(), 1), area.height() / max(page.height(), 1))
    page.setPalette(palette_for(LIGHT))  # restored below before anything else is painted
    try:
        painter.translate(area.topLeft())
        painter.scale(scale, scale)
        QWidget.render(page, painter, QPoint())  # called on the class: pages define a `render` of their own
    finally:
        page.setPalette(QPalette())

"""The settings dialog: theme, language, default recipe, filing folder, reader processes, Inbox."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFormLayout, QSpinBox, QWidget

from app.domain.jobs import MAX_WORKERS
from app.features import get_optional
from app.features.filing.view_model import FOLDER_NOTE, default_target_folder
from app.features.train.view_model import EVENT_MODELS, DefaultRecipe, default_recipe, event_model_name
from app.kit.fields import ComboBox, ask_folder, make_close_box
from app.kit.look.fonts import px
from app.kit.look.theme import ThemeChoice
from app.kit.settings import Settings
from app.kit.widgets import Button, Paragraph, TextLabel, row, set_up_dialog
from app.kit.wording import LANGUAGES

OFFERED_SMOOTHINGS = (1.0, 0.1, 0.01, 0.0)
WIDTH = 300


class SettingsDialog(QDialog):
    """The settings dialog. Every change is applied immediately."""

    theme_chosen = Signal(object)
    language_chosen = Signal(str)
    recipe_chosen = Signal(object)
    workers_chosen = Signal(int)
    inbox_chosen = Signal()

    def __init__(self, settings: Settings, language: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        set_up_dialog(self, self.tr("Settings"), 0)
        names = (self.tr("Same as system"), self.tr("Light"), self.tr("Dark"))
        self._theme = ComboBox(self.tr("Theme"), zip(ThemeChoice, names, strict=True), self.theme_chosen.emit)
        self._language = ComboBox(self.tr("Language"), LANGUAGES.items(), self.language_chosen.emit)
        title = self.tr("Default model for new collections")
        event_models = [("", self.tr("Auto")), *((name, event_model_name(name)) for name in EVENT_MODELS)]
        self._event_model = ComboBox(title, event_models, self._on_recipe_chosen, widths=(150, 260))
        title = self.tr("Smoothing for new collections")
        self._smoothing = ComboBox(title, self._smoothing_options(), self._on_recipe_chosen, widths=(150, 260))
        usual = default_recipe(settings.default_recipe)
        for choice, value in (
            (self._theme, settings.theme), (self._language, language),
            (self._event_model, usual.event_model), (self._smoothing, usual.smoothing),
        ):  # fmt: skip
            choice.show_value(value)
        self._folder = TextLabel(elide=Qt.TextElideMode.ElideMiddle)
        self._workers = QSpinBox(minimum=0, maximum=MAX_WORKERS)
        self._workers.setSpecialValueText(self.tr("automatic"))
        self._workers.setValue(settings.workers)
        self._workers.valueChanged.connect(partial(setattr, settings, "workers"))
        self._workers.valueChanged.connect(self.workers_chosen)
        self._show_folder()
        self._lay_out()

    def focus_language(self) -> None:
        """Focus the language box. A change of language closes and reopens the dialog, and then calls this."""
        self._language.setFocus()

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(px(24), px(24), px(24), px(20))
        form.setHorizontalSpacing(px(20))
        form.setVerticalSpacing(px(12))
        folder, recipe = QWidget(), QWidget()
        self._choose = Button(self.tr("Choose…"), self._ask_folder)
        row(self._folder, px(10), self._choose, owner=folder).setStretch(0, 1)
        row(self._event_model, px(8), self._smoothing, -1, owner=recipe)
        self._auto_hint = Paragraph(px(18), self.tr(
            "With “Auto”, Bayleaf compares all event models on your documents, which takes a while. A saved "
            "recipe is used instead of this setting."
        ), role="quiet", is_small=True)  # fmt: skip
        rows: tuple[tuple[str, QWidget, QWidget], ...] = (
            (self.tr("Theme"), self._theme, self._theme),
            (self.tr("Language"), self._language, self._language),
            (self.tr("Default model for new collections"), recipe, self._event_model),
            (self.tr("Destination folder"), folder, self._choose),
            (self.tr("Number of processes that read files"), self._workers, self._workers),
        )
        for name, widget, field in rows:
            widget.setMinimumWidth(px(WIDTH))
            field.setAccessibleName(name)
            form.addRow(TextLabel(name), widget)
            if widget is recipe:
                form.addRow(TextLabel(""), self._auto_hint)
        make_inbox_settings = get_optional("inbox.tray.InboxSettings")
        if make_inbox_settings is not None:
            inbox = make_inbox_settings(self._settings)
            inbox.chosen.connect(self.inbox_chosen)
            form.addRow(TextLabel(self.tr("Inbox")), inbox)
        foot = make_close_box(self)
        foot.setContentsMargins(0, px(12), 0, 0)
        form.addRow(foot)
        self._show_event_model()

    def _show_event_model(self) -> None:
        """Offer a smoothing only to event models that have one, and explain “Auto”."""
        event_model = self._event_model.currentData()
        has_smoothing = DefaultRecipe(event_model).has_smoothing
        if not has_smoothing:
            self._smoothing.show_value(None)
        self._smoothing.setEnabled(has_smoothing)
        cast(QFormLayout, self.layout()).setRowVisible(self._auto_hint, not event_model)

    def _smoothing_options(self) -> list[tuple[object, str]]:
        names = {1.0: self.tr("Laplace"), 0.0: self.tr("none")}
        numbers = [
            (value, f"α = {value:g}" + (f" ({names[value]})" if value in names else "")) for value in OFFERED_SMOOTHINGS
        ]
        return [(None, self.tr("automatic")), *numbers]

    def _show_folder(self) -> None:
        self._folder.setText(self._settings.note(FOLDER_NOTE) or str(default_target_folder()))

    def _ask_folder(self) -> None:
        current = Path(self._folder.text())
        start = next((folder for folder in (current, *current.parents) if folder.is_dir()), Path.home())

        def choose(folder: Path) -> None:
            self._settings.store_note(FOLDER_NOTE, str(folder))
            self._show_folder()

        ask_folder(self, self.tr("Destination folder"), choose, str(start))

    def _on_recipe_chosen(self, _value: object) -> None:
        self._show_event_model()
        chosen = DefaultRecipe(self._event_model.currentData(), self._smoothing.currentData())
        self._settings.default_recipe = chosen.note
        self.recipe_chosen.emit(chosen)

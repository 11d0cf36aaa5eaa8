"""The event models with what each assumes, as radio rows whose meanings stand in one column."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QWidget

from app.pages.kit.widgets import Words, show_checked, when_checked
from app.pages.training.recipe_choices import (
    EVENT_MODELS,
    FILTER,
    FOR_TABLES,
    MIXED_BY_PRESENCE,
    TABLE_EVENT_MODELS,
    event_model_name,
)
from app.qt.look import fonts, painting
from app.qt.look.fonts import px
from app.qt.tooltips import set_tip


class EventModelChoice(QWidget):
    """Choose how documents are thought to come about."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._rows: dict[str, tuple[QRadioButton, Words]] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        meanings = self._meanings()
        for number, event_model in enumerate((FILTER, *EVENT_MODELS, *TABLE_EVENT_MODELS)):
            meaning, tip = meanings[event_model]
            radio, words = (
                QRadioButton(event_model_name(event_model)),
                Words(meaning, role="quiet", elide=Qt.TextElideMode.ElideRight),
            )
            radio.setFixedHeight(px(30))
            set_tip(radio, tip)
            radio.setAccessibleDescription(meaning)
            words.setFont(fonts.small())
            set_tip(words, f"{meaning}\n{tip}")
            when_checked(radio, partial(self.chosen.emit, event_model))
            self._group.addButton(radio)
            self._rows[event_model] = (radio, words)
            grid.addWidget(radio, number, 0)
            grid.addWidget(words, number, 1)

    def _meanings(self) -> dict[str, tuple[str, str]]:
        """Return what each event model assumes, in few words and in a sentence."""
        return {
            FILTER: (
                self.tr("made for spam; chooses all else itself"),
                self.tr(
                    "Learns mail in its order and remembers what it was wrong about. The best choice for a mailbox."
                ),
            ),
            "learnt": (
                self.tr("how much of each word counts"),
                self.tr(
                    "What naive Bayes says of each word, times how much of that counts, which is learnt. "
                    "The best choice for documents in folders."
                ),
            ),
            "multinomial": (
                self.tr("how often each word occurs"),
                self.tr("Each word is drawn anew from the label's own words. The usual choice for text."),
            ),
            "bernoulli": (
                self.tr("whether each word occurs"),
                self.tr("Each word of the vocabulary is there or is not; its absence counts too. Good with few words."),
            ),
            "complement": (
                self.tr("the words of all other labels"),
                self.tr(
                    "A label is told by how little a document looks like the others. Good where labels differ in size."
                ),
            ),
            "gaussian": (
                self.tr("numbers around a mean"),
                self.tr("Each number is spread around the label's own mean in a bell curve."),
            ),
            "categorical": (
                self.tr("which value each column has"),
                self.tr("Each column takes one of its values with the label's own shares."),
            ),
            "mixed": (
                self.tr("numbers, values and words together"),
                self.tr("Numbers are Gaussian, values categorical, text multinomial; their evidence adds up."),
            ),
            MIXED_BY_PRESENCE: (
                self.tr("the same, by which words occur"),
                self.tr("As mixed, but of a text it matters which words are there and which are not. For short texts."),
            ),
        }

    def show_choice(self, event_model: str, *, is_table: bool, has_text: bool = True, has_filter: bool = False) -> None:
        """Show what is chosen among those that fit the corpus."""
        for_tables = [name for name in FOR_TABLES if has_text or name != MIXED_BY_PRESENCE]
        offered = for_tables if is_table else [*([FILTER] if has_filter else []), *EVENT_MODELS]
        widest = max(painting.width_of(self._rows[name][0].text(), fonts.body(500)) for name in offered)
        for name, (radio, words) in self._rows.items():
            radio.setMinimumWidth(max(round(widest) + px(25), px(114)))
            radio.setVisible(name in offered)
            words.setVisible(name in offered)
            show_checked(radio, is_checked=name == event_model)
            font = fonts.body(500 if name == event_model else 400)
            radio.setFont(font)

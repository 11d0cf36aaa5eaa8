"""Recipe controls of the Train page: the event model, and collapsible sections for vocabulary, words, prior and
weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from app.features.train.view_model import (
    EVENT_MODELS,
    EVENT_MODELS_FOR_TABLES,
    FILTER,
    MIXED_BY_PRESENCE,
    STEMMER_LANGUAGES,
    STOP_WORD_LANGUAGES,
    TABLE_EVENT_MODELS,
    USUAL_SHORTEST,
    RecipeRequest,
    counts_unknown,
    event_model_name,
    is_limited,
)
from app.kit import wording
from app.kit.actions import set_tip
from app.kit.look import fonts, painting
from app.kit.look.fonts import px
from app.kit.widgets import CollapsibleSection, Paragraph, TextLabel, column, connect_checked, set_checked_silently

SIZES = ("all", "500", "1000", "2000", "5000", "10000", "20000", "50000", "100000")


class Chooser(QComboBox):
    """A combo box in which each option sets some fields of the recipe request."""

    def __init__(
        self, options: Iterable[tuple[str, dict[str, object]]], choose: Callable[[dict[str, object]], object]
    ) -> None:
        super().__init__()
        self._options: list[dict[str, object]] = []
        for words, parts in options:
            self.add(words, parts)
        self.activated.connect(lambda index: choose(self._options[index]))

    def add(self, words: str, parts: dict[str, object]) -> None:
        """Append an option: its text, and the request fields that it sets."""
        self._options.append(parts)
        self.addItem(words)

    def index_of_request(self, chosen: RecipeRequest) -> int:
        """Return the index of the first option whose fields equal those of the request, or -1."""
        fits = (all(getattr(chosen, name) == part for name, part in parts.items()) for parts in self._options)
        return next((index for index, does_fit in enumerate(fits) if does_fit), -1)


class RecipeFolds(QWidget):
    """Collapsible sections with all recipe controls except event model and smoothing.

    The header of each section shows the current choice.
    """

    changed = Signal(dict)
    """Emitted with the request fields to change."""

    def __init__(self) -> None:
        super().__init__()
        self._is_filling = False
        self._make_controls()
        self._vocabulary = CollapsibleSection(self.tr("Vocabulary"), _make_form(
            (self.tr("Size"), self._size), (self.tr("Ranked by"), self._ranking),
            (self.tr("Minimum documents"), self._least), (self.tr("Word list"), self._list),
        ))  # fmt: skip
        self._forms = CollapsibleSection(self.tr("Words and word forms"), _make_form(
            (self.tr("Words"), self._tokens), (self.tr("Word sequences"), self._ngrams),
            (self.tr("Minimum word length"), self._shortest), (self.tr("Stop words"), self._stop_words),
            (self.tr("Word stems"), self._stem), (self.tr("Counted by"), self._weighting), ("", self._is_lower),
        ))  # fmt: skip
        self._prior_fold = CollapsibleSection(self.tr("Prior"), _make_form((self.tr("Shares"), self._prior)))
        self._unknown_fold = CollapsibleSection(self.tr("Unknown words"), _make_form(("", self._has_unknown)))
        column(self._vocabulary, self._forms, self._prior_fold, self._unknown_fold, owner=self)

    def _make_controls(self) -> None:
        self._size = self._make_chooser("vocabulary", {size: self._size_name(size) for size in SIZES})
        self._ranking = self._make_chooser("rank_words_by", {
            "frequency": self.tr("most frequent"), "count": self.tr("words found in the most documents"),
            "mutual-information": self.tr("most informative (mutual information)"),
            "chi2": self.tr("most informative (χ²)"),
        })  # fmt: skip
        self._tokens = self._make_chooser("tokens", {
            "auto": self.tr("automatic"), "plain": self.tr("text only"),
            "mail": self.tr("text and mail headers"),
        })  # fmt: skip
        self._ngrams = self._make_chooser("ngrams", {
            None: self.tr("automatic"), (1, 1): self.tr("single words"),
            (1, 2): self.tr("words and pairs"), (1, 3): self.tr("words, pairs and triples"),
        })  # fmt: skip
        self._stop_words = self._make_chooser(
            "stop_words", {code or None: code or self.tr("kept") for code in STOP_WORD_LANGUAGES}
        )
        stems = {name or None: name.capitalize() or self.tr("as written") for name in STEMMER_LANGUAGES}
        self._stem = self._make_chooser("stem", stems)
        weightings = (
            (self.tr("how often a word occurs"), False, False),
            (self.tr("whether a word occurs"), True, False),
            (self.tr("tf-idf"), False, True),
        )
        self._weighting = Chooser(
            [(words, {"binary": binary, "tfidf": tfidf}) for words, binary, tfidf in weightings], self.changed.emit
        )
        self._prior = self._make_chooser("prior", {
            "data": self.tr("share of each label in the documents"), "uniform": self.tr("equal for all labels"),
            "none": self.tr("left out"),
        })  # fmt: skip
        self._is_lower = QCheckBox(self.tr("Lower case"))
        self._is_lower.toggled.connect(lambda is_on: self._emit_change("lower", None if is_on else False))
        self._has_unknown = QCheckBox(self.tr("Count all unknown words as one word"))
        self._has_unknown.toggled.connect(lambda is_on: self._emit_change("unknown_word", None if is_on else False))
        self._least = self._number("min_df", 1, 1000, usual=1)
        self._shortest = self._number("min_length", 1, 20, usual=USUAL_SHORTEST)
        self._list = QLineEdit(placeholderText=self.tr("none"))
        self._list.editingFinished.connect(
            lambda: self._emit_change(
                "word_list", Path(self._list.text().strip()) if self._list.text().strip() else None
            )
        )

    def _size_name(self, size: str) -> str:
        return (
            self.tr("all words")
            if size == "all"
            else self.tr("%1 words").replace("%1", wording.format_count(int(size)))
        )

    def _make_chooser(self, name: str, options: Mapping[Any, str]) -> Chooser:
        return Chooser([(words, {name: value}) for value, words in options.items()], self.changed.emit)

    def _number(self, name: str, least: int, most: int, *, usual: int) -> QSpinBox:
        box = QSpinBox(minimum=least, maximum=most)
        box.setKeyboardTracking(False)
        box.valueChanged.connect(lambda value: self._emit_change(name, None if value == usual else value))
        return box

    def _emit_change(self, name: str, value: object) -> None:
        if not self._is_filling:
            self.changed.emit({name: value})

    def show_choices(self, chosen: RecipeRequest, *, has_text: bool = True, longest_needed: int = 1) -> None:
        """Show the values of a request. For a table without text, options about words are hidden.

        `longest_needed` is the length of the longest n-grams that Auto chose.
        """
        for fold in (self._vocabulary, self._forms, self._unknown_fold):
            fold.setVisible(has_text)
        if self._size.index_of_request(chosen) < 0:
            self._size.add(self._size_name(chosen.vocabulary), {"vocabulary": chosen.vocabulary})
        for box in self.findChildren(Chooser):
            box.setCurrentIndex(max(box.index_of_request(chosen), 0))
        self._is_filling = True
        self._is_lower.setChecked(chosen.lower is not False)
        self._has_unknown.setChecked(chosen.unknown_word is not False)
        self._least.setValue(int(chosen.min_df or 1))
        self._shortest.setValue(chosen.min_length or USUAL_SHORTEST)
        self._list.setText("" if chosen.word_list is None else str(chosen.word_list))
        self._is_filling = False
        self._show_values(chosen, longest_needed if chosen.ngrams is None else chosen.ngrams[1])

    def _show_values(self, chosen: RecipeRequest, longest_ngram: int) -> None:
        ranked = {
            "frequency": self.tr("%1 most frequent words"),
            "count": self.tr("%1 words found in the most documents"),
            "mutual-information": self.tr("%1 most informative words"),
            "chi2": self.tr("%1 most informative words"),
        }
        words = self.tr("all words")
        if chosen.vocabulary != "all":
            words = ranked[chosen.rank_words_by].replace("%1", wording.format_count(int(chosen.vocabulary)))
        self._vocabulary.head.show_value(words)
        sequences = self._ngrams.index_of_request(RecipeRequest(ngrams=(1, longest_ngram)))
        parts = [self.tr("as written") if chosen.lower is False else self.tr("lower case")]
        parts += [self.tr("mail headers")] if chosen.tokens == "mail" else []
        parts += [self._ngrams.itemText(sequences)] if longest_ngram > 1 and sequences >= 0 else []
        parts += [self.tr("stems")] if chosen.stem else []
        self._forms.head.show_value(", ".join(parts))
        self._prior_fold.head.show_value(self._prior.currentText())
        unknown = self.tr("left out") if is_limited(chosen) else self.tr("none: every word is kept")
        self._unknown_fold.head.show_value(self.tr("counted as one word") if counts_unknown(chosen) else unknown)


def _make_form(*rows: tuple[str, QWidget]) -> QWidget:
    holder = QWidget()
    form = QFormLayout(holder)
    form.setContentsMargins(px(18), px(2), 0, px(14))
    form.setHorizontalSpacing(px(16))
    form.setVerticalSpacing(px(8))
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    for name, widget in rows:
        if not name:
            form.addRow(widget)
            continue
        widget.setAccessibleName(name)
        form.addRow(TextLabel(name, role="quiet"), widget)
    return holder


class EventModelChoice(QWidget):
    """The list of event models, each with a phrase that says what it assumes."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._rows: dict[str, tuple[QRadioButton, Paragraph]] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(3))
        grid.setColumnStretch(1, 1)
        meanings = self._meanings()
        for number, event_model in enumerate((FILTER, *EVENT_MODELS, *TABLE_EVENT_MODELS)):
            meaning, tip = meanings[event_model]
            radio = QRadioButton(event_model_name(event_model))
            words = Paragraph(px(15), meaning, role="quiet", most_lines=3, is_small=True)
            radio.setFixedHeight(px(30))
            set_tip(radio, tip)
            radio.setAccessibleDescription(meaning)
            set_tip(words, f"{meaning}\n{tip}")
            connect_checked(radio, partial(self.chosen.emit, event_model))
            self._group.addButton(radio)
            self._rows[event_model] = (radio, words)
            grid.addWidget(radio, number, 0)
            grid.addWidget(words, number, 1)

    def _meanings(self) -> dict[str, tuple[str, str]]:
        """Return event model to what it assumes, as a short phrase and as a sentence."""
        return {
            FILTER: (
                self.tr("for spam; finds its own settings"),
                self.tr("Learns from mail in date order and corrects its own mistakes. The best choice for a mailbox."),
            ),
            "learnt": (
                self.tr("learns how much words count"),
                self.tr(
                    "Naive Bayes that also learns a weight for each word. Words that repeat what other words say count "
                    "less. The best choice for documents in folders."
                ),
            ),
            "multinomial": (
                self.tr("how often each word occurs"),
                self.tr("Each occurrence of a word counts as evidence. The usual choice for text."),
            ),
            "bernoulli": (
                self.tr("whether each word occurs"),
                self.tr(
                    "Only the presence or absence of a word counts, not how often it occurs. Good for short texts."
                ),
            ),
            "complement": (
                self.tr("compares with all other labels"),
                self.tr(
                    "Compares a document with the documents of all other labels. Good when labels have very different "
                    "numbers of documents."
                ),
            ),
            "gaussian": (
                self.tr("numbers close to an average"),
                self.tr("The numbers of each label follow a bell curve around the label's mean."),
            ),
            "categorical": (
                self.tr("the value in each column"),
                self.tr("Counts how often each value of a column occurs under each label."),
            ),
            "mixed": (
                self.tr("numbers, categories and words"),
                self.tr(
                    "Adds up the evidence of a Gaussian model for numbers, a categorical one for categories and a "
                    "multinomial one for text."
                ),
            ),
            MIXED_BY_PRESENCE: (
                self.tr("numbers, categories, and which words occur"),
                self.tr("Like Mixed, but only the presence or absence of a word counts. For short texts."),
            ),
        }

    def show_choice(self, event_model: str, *, is_table: bool, has_text: bool = True, has_filter: bool = False) -> None:
        """List the event models that fit the corpus, and select one."""
        for_tables = [name for name in EVENT_MODELS_FOR_TABLES if has_text or name != MIXED_BY_PRESENCE]
        offered = for_tables if is_table else [*([FILTER] if has_filter else []), *EVENT_MODELS]
        widest = max(painting.text_width(self._rows[name][0].text(), fonts.body(500)) for name in offered)
        for name, (radio, words) in self._rows.items():
            radio.setMinimumWidth(max(round(widest) + px(25), px(114)))
            radio.setVisible(name in offered)
            words.setVisible(name in offered)
            set_checked_silently(radio, is_checked=name == event_model)
            radio.setFont(fonts.body(500 if name == event_model else 400))
            if name == event_model:
                self.setFocusProxy(radio)

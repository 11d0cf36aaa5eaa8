"""The parts of a recipe that fold: vocabulary, words and their forms, prior, unknown words, weights."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from app.pages.kit.fields import choose_data
from app.pages.kit.widgets import FoldBox, Words, column
from app.pages.training.recipe_choices import STEMS, STOP_WORDS, Choices
from app.qt import wording
from app.qt.look.fonts import px

SIZES = (0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)


class RecipeFolds(QWidget):
    """Every choice beside event model and smoothing; each fold says at its right what is chosen."""

    changed = Signal(dict)
    """The fields of `Choices` that are to change."""

    def __init__(self) -> None:
        super().__init__()
        self._is_filling = False
        self._make_choosers()
        self._vocabulary = FoldBox(self.tr("Vocabulary"), self._vocabulary_form())
        self._forms = FoldBox(self.tr("Words and word forms"), self._words_form())
        self._prior_fold = FoldBox(self.tr("Prior"), self._prior_form())
        self._unknown_fold = FoldBox(self.tr("Unknown words"), self._unknown_form())
        column(self._vocabulary, self._forms, self._prior_fold, self._unknown_fold, owner=self)

    def _make_choosers(self) -> None:
        self._size = self._chooser("vocabulary", [(size, self._size_name(size)) for size in SIZES])
        rankings = [("frequency", self.tr("most frequent")), ("count", self.tr("in most documents"))]
        rankings += [
            ("mutual-information", self.tr("most telling (mutual information)")),
            ("chi2", self.tr("most telling (χ²)")),
        ]
        self._ranking = self._chooser("ranking", rankings)
        self._tokens = self._chooser(
            "tokens",
            [
                ("auto", self.tr("as the documents need")),
                ("plain", self.tr("plain words")),
                ("mail", self.tr("mail headers too")),
            ],
        )
        self._ngrams = self._chooser(
            "longest_ngram",
            [
                (0, self.tr("as the documents need")),
                (1, self.tr("single words")),
                (2, self.tr("words and pairs")),
                (3, self.tr("words, pairs and triples")),
            ],
        )
        self._stop_words = self._chooser("stop_words", [(code, code or self.tr("kept")) for code in STOP_WORDS])
        self._stem = self._chooser("stem", [(name, name.capitalize() or self.tr("as written")) for name in STEMS])
        self._weighting = self._chooser(
            "weighting",
            [("count", self.tr("how often")), ("binary", self.tr("whether at all")), ("tfidf", self.tr("tf-idf"))],
        )
        self._prior = self._chooser(
            "prior",
            [
                ("data", self.tr("as in the documents")),
                ("uniform", self.tr("the same for each label")),
                ("none", self.tr("left out")),
            ],
        )
        self._is_lower = QCheckBox(self.tr("Lower case"))
        self._is_lower.toggled.connect(lambda is_on: self._tell("is_lower", is_on))
        self._has_unknown = QCheckBox(self.tr("Count all unknown words as one word"))
        self._has_unknown.toggled.connect(lambda is_on: self._tell("has_unknown_word", is_on))
        self._least = self._number("min_documents", 1, 1000)
        self._shortest = self._number("min_length", 1, 20)
        self._list = QLineEdit(placeholderText=self.tr("none"))
        self._list.editingFinished.connect(lambda: self._tell("word_list", self._list.text().strip()))

    def _size_name(self, size: int) -> str:
        return self.tr("%1 words").replace("%1", wording.count(size)) if size else self.tr("all words")

    def _chooser(self, name: str, options: list[tuple[str, str]] | list[tuple[int, str]]) -> QComboBox:
        box = QComboBox()
        for value, words in options:
            box.addItem(words, value)
        box.activated.connect(lambda _place: self._tell(name, box.currentData()))
        return box

    def _number(self, name: str, least: int, most: int) -> QSpinBox:
        box = QSpinBox(minimum=least, maximum=most)
        box.setKeyboardTracking(False)
        box.valueChanged.connect(lambda value: self._tell(name, value))
        return box

    def _vocabulary_form(self) -> QWidget:
        rows = (
            (self.tr("Size"), self._size),
            (self.tr("Ranked by"), self._ranking),
            (self.tr("In at least"), self._least),
        )
        return _form((*rows, (self.tr("Word list"), self._list)))

    def _words_form(self) -> QWidget:
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Words"), self._tokens),
            (self.tr("Sequences"), self._ngrams),
            (self.tr("Shortest word"), self._shortest),
            (self.tr("Stop words"), self._stop_words),
            (self.tr("Word stems"), self._stem),
            (self.tr("Counted by"), self._weighting),
        )
        return _form((*rows, ("", self._is_lower)))

    def _prior_form(self) -> QWidget:
        return _form(((self.tr("Shares"), self._prior),))

    def _unknown_form(self) -> QWidget:
        return _form((("", self._has_unknown),))

    def _tell(self, name: str, value: object) -> None:
        if not self._is_filling:
            self.changed.emit({name: value})

    def show_choices(self, choices: Choices, *, has_text: bool = True, longest_needed: int = 1) -> None:
        """Show what is chosen, and what the documents needed; a table without text has no words to choose."""
        for fold in (self._vocabulary, self._forms, self._unknown_fold):
            fold.setVisible(has_text)
        self._is_filling = True
        if self._size.findData(choices.vocabulary) < 0:
            self._size.addItem(self._size_name(choices.vocabulary), choices.vocabulary)
        boxes = (self._size, self._ranking, self._tokens, self._ngrams, self._stop_words, self._stem, self._weighting)
        values = (choices.vocabulary, choices.ranking, choices.tokens, choices.longest_ngram, choices.stop_words)
        values += (choices.stem, choices.weighting)  # type: ignore[assignment]
        for box, value in zip((*boxes, self._prior), (*values, choices.prior), strict=True):
            choose_data(box, value)
        self._is_lower.setChecked(choices.is_lower)
        self._has_unknown.setChecked(choices.has_unknown_word)
        self._least.setValue(choices.min_documents)
        self._shortest.setValue(choices.min_length)
        self._list.setText(choices.word_list)
        self._is_filling = False
        self._show_values(choices, choices.longest_ngram or longest_needed)

    def _show_values(self, choices: Choices, longest_ngram: int) -> None:
        size = wording.count(choices.vocabulary)
        ranked = {
            "frequency": self.tr("%1 most frequent words"),
            "count": self.tr("%1 words in most documents"),
            "mutual-information": self.tr("%1 most telling words"),
            "chi2": self.tr("%1 most telling words"),
        }
        words = ranked[choices.ranking].replace("%1", size) if choices.vocabulary else self.tr("all words")
        self._vocabulary.head.show_value(words)
        parts = [self.tr("lower case") if choices.is_lower else self.tr("as written")]
        parts += [self.tr("mail headers")] if choices.tokens == "mail" else []
        sequences = self._ngrams.findData(longest_ngram)
        parts += [self._ngrams.itemText(sequences)] if longest_ngram > 1 and sequences >= 0 else []
        parts += [self.tr("stems")] if choices.stem else []
        self._forms.head.show_value(", ".join(parts))
        self._prior_fold.head.show_value(self._prior.currentText())
        is_limited = choices.vocabulary or choices.word_list or choices.min_documents > 1
        unknown = self.tr("counted as one word") if choices.has_unknown_word else self.tr("left out")
        unknown = unknown if is_limited else self.tr("all are known")
        self._unknown_fold.head.show_value(unknown)


def _form(rows: tuple[tuple[str, QWidget], ...]) -> QWidget:
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
        form.addRow(Words(name, role="quiet"), widget)
    return holder

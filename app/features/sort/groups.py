"""The Groups tab of the Sort page: the list of groups, and the chosen group with its typical documents."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.features.sort.use_cases import PileGroup, PileText
from app.features.sort.view_model import SortingState, SortingViewModel
from app.kit import wording
from app.kit.actions import set_tip
from app.kit.array_table import Column
from app.kit.fields import NewNameField
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.page_model import shows
from app.kit.table_view import ColumnStyle, TableView, label_width
from app.kit.widgets import (
    Button,
    PaintedButton,
    Pane,
    Paragraph,
    TextLabel,
    clear_layout,
    column,
    make_remark,
    make_scroll_area,
    row,
)

QUOTED_LINE = re.compile(
    r"^\s*[>|]|^\s*(?:In article\b.*|.*(?:writes|wrote|пишет|писал|写道)\s*[:：]\s*)$", re.MULTILINE
)
"""Pattern of a quoted line of a mail, or of the line above a quotation that names its author."""
SENTENCE_END = re.compile(r"[.!?]['\")\]]*\s+|[。！？]\s*")


def make_excerpt(text: str, words: Sequence[str], n_characters: int) -> str:
    """Return a passage of the text that starts at a sentence and contains as many of `words` as possible.

    White space is collapsed. Quoted lines are dropped, unless the text has no others. If the passage does not start at
    the beginning of the text, it starts with an ellipsis. The passage has at least `n_characters` characters if the
    text is long enough; the widget that shows it shortens it to its lines.
    """
    unquoted = [line for line in text.splitlines() if not QUOTED_LINE.search(line)]
    whole = " ".join(" ".join(unquoted).split()) or " ".join(text.split())
    if len(whole) <= n_characters:
        return whole
    sentence_starts = [0, *(match.end() for match in SENTENCE_END.finditer(whole))]
    last_start = max(len(whole) - n_characters // 2, 1)  # a later passage would be only a few words long
    lowered, spans = whole.casefold(), word_spans(whole, words)
    best_start, most_words = 0, -1
    for start in sentence_starts:
        words_inside = {lowered[at : at + length] for at, length in spans if start <= at < start + n_characters}
        if start < last_start and len(words_inside) > most_words:
            best_start, most_words = start, len(words_inside)
    return whole if best_start == 0 else f"{ELLIPSIS} {whole[best_start:]}"


def word_spans(text: str, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return the sorted (start, length) of each place where one of the words occurs as a whole word, ignoring case."""
    spans = set()
    for word in words:
        # Chinese has no spaces between words, so word boundaries are only required next to ASCII letters.
        before, after = (r"(?<!\w)" if word[:1].isascii() else "", r"(?!\w)" if word[-1:].isascii() else "")
        for match in re.finditer(before + re.escape(word) + after, text, re.IGNORECASE):
            spans.add((match.start(), match.end() - match.start()))
    return tuple(sorted(spans))


ELLIPSIS = "…"
FOLDED_LINES, OPEN_LINES = 2, 24
EXCERPT_CHARACTERS, OPEN_CHARACTERS = 260, 6000
LINE, PADDING = 21, 14
MARK_COLOUR, MARK_ALPHA = 4, 0.30
"""Label colour number (orange) behind the words of a group in a text, and the opacity of that colour."""


class ExampleCard(PaintedButton):
    """A typical document of a group: its title and two lines that contain words of the group. A click shows
    more lines.
    """

    def __init__(self, example: PileText, words: Sequence[str]) -> None:
        super().__init__()
        self._title, self._words = example.title, words
        self._folded = make_excerpt(example.text, words, EXCERPT_CHARACTERS)
        self._whole = "\u2028".join(" ".join(line.split()) for line in example.text[:OPEN_CHARACTERS].splitlines())
        self._lines: list[str] = []
        self.setCheckable(True)
        self.setText(example.title)
        self.setAccessibleName(example.title)
        self.setAccessibleDescription(self._folded[:EXCERPT_CHARACTERS])
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_tip(self, self.tr("Click to show more of this text"))
        self.toggled.connect(lambda _is_open: self._wrap())

    @property
    def shown_lines(self) -> tuple[str, ...]:
        """The lines of text shown below the title."""
        return tuple(self._lines)

    def sizeHint(self) -> QSize:
        return QSize(px(300), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap()

    def _wrap(self) -> None:
        """Wrap the text to the present width, and set the height to the number of lines."""
        max_lines, text = (OPEN_LINES, self._whole) if self.isChecked() else (FOLDED_LINES, self._folded)
        self._lines = wrap_text(text, self.width() - px(2 * PADDING), max_lines)
        self.setFixedHeight(px(2 * PADDING + 22) + px(LINE) * len(self._lines))
        self.update()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area().adjusted(0.5, 0.5, -0.5, -0.5)
        edge = tokens.accent if self.hasFocus() else tokens.field if self.underMouse() else tokens.line
        painting.paint_round_rect(painter, area, px(8), fill=colour(tokens.panel), edge=colour(edge))
        line = QRectF(px(PADDING), px(PADDING) - px(2), self.width() - px(2 * PADDING), px(22))
        painting.paint_text(painter, line, self._title, font=fonts.subject_font(), pen=tokens.text)
        line.translate(0, px(22))
        line.setHeight(px(LINE))
        for words in self._lines:
            self._paint_line(painter, tokens, line, words)
            line.translate(0, px(LINE))

    def _paint_line(self, painter: QPainter, tokens: DesignValues, line: QRectF, words: str) -> None:
        font, mark = fonts.body(), colour(tokens.labels[MARK_COLOUR], MARK_ALPHA)
        for start, length in word_spans(words, self._words):
            left = line.left() + painting.text_width(words[:start], font)
            width = painting.text_width(words[start : start + length], font)
            painting.paint_round_rect(
                painter, QRectF(left - 1, line.top() + 1, width + 2, line.height() - 3), px(3), fill=mark
            )
        painting.paint_text(painter, line, words, font=font, pen=tokens.text, elide=None)


def wrap_text(text: str, width: int, max_lines: int) -> list[str]:
    """Wrap the text to at most `max_lines` lines of `width` pixels in the body font. An ellipsis marks text that did
    not fit.
    """
    layout = QTextLayout(text, fonts.body())
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) <= max_lines and (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1))
        starts.append(line.textStart())
    layout.endLayout()
    is_cut = len(starts) > max_lines
    ends = [*starts[1:], len(text)][: len(starts[:max_lines])]
    lines = [text[start:end].strip() for start, end in zip(starts, ends, strict=False)]
    if is_cut and lines:
        lines[-1] = cut_after_word(lines[-1], width)
    return lines


def cut_after_word(line: str, width: int) -> str:
    """Append an ellipsis to a line, and remove words at its end until it fits into `width` pixels."""
    while painting.text_width(line + ELLIPSIS, fonts.body()) > width and len(line) > 1:
        before, space, _last = line.rpartition(" ")
        line = before if space else line[:-1]
    return line.rstrip(" ,;:") + ELLIPSIS


KEYS = {"n": "n", "т": "n", "m": "m", "ь": "m", "s": "s", "ы": "s", "d": "d", "в": "d"}
"""Typed letter to the letter of an action. The Russian letters are those on the same keys."""


class GroupsPane(QWidget):
    """The list of groups at the left, and the chosen group at the right.

    Keys: N names the group, M merges the selected groups, S splits the group, D dissolves it.
    """

    def __init__(self, model: SortingViewModel) -> None:
        super().__init__()
        self._model = model
        self.view = TableView(self.tr("Groups"), edges=(20, 12))
        self._title, self._facts = TextLabel(elide=Qt.TextElideMode.ElideRight), make_remark(elide=None)
        self._title.setFont(fonts.title_font())
        self._examples = QWidget()
        self._cards = column(owner=self._examples)
        self._cards.setSpacing(px(10))
        self._shown: tuple[tuple[PileText, ...], tuple[str, ...]] = ((), ())
        self._name = NewNameField(self.tr("Label for this group"), self.tr("Name of the group"))
        self._give = Button(self.tr("Name group"), self._on_name_entered, is_primary=True, key="N")
        self._merge = Button(self.tr("Merge"), model.merge_groups, key="M")
        self._split = Button(self.tr("Split"), model.split_group, key="S")
        self._dissolve = Button(self.tr("Dissolve group"), model.dissolve_group, key="D")
        self._hint = Paragraph(px(18), role="quiet", most_lines=3)
        set_tip(self._merge, self.tr("Merges the selected groups into one. Select several with Ctrl or Shift."))
        set_tip(self._split, self.tr("Splits this group into two."))
        set_tip(
            self._dissolve,
            self.tr("Removes this group from the list. Bayleaf then asks you about its documents one by one."),
        )
        self._lay_out()
        self._name.returnPressed.connect(self._on_name_entered)
        self.view.key_typed.connect(self.handle_key)
        self.view.row_opened.connect(lambda _number: self._name.setFocus())
        self.view.selectionModel().selectionChanged.connect(
            lambda _now, _before: model.choose_groups(self.view.chosen_numbers())
        )

    def handle_key(self, typed: str) -> bool:
        """Run the action of a typed letter. Return False if there is no such action."""
        model = self._model
        actions = {"n": self._name.setFocus, "m": model.merge_groups, "s": model.split_group, "d": model.dissolve_group}
        action = actions.get(KEYS.get(typed.lower(), ""))
        if action is not None:
            action()
        return action is not None

    def _lay_out(self) -> None:
        right, naming = Pane("paper", "l"), row(self._name, self._give)
        buttons, cards = row(self._merge, self._split, self._dissolve, -1), QWidget()
        for line in (naming, buttons):
            line.setSpacing(px(8))
        column(self._examples, -1, margins=(0, 0, px(8), 0), owner=cards)
        self.view.setMinimumWidth(px(220))
        column(
            self._title, px(2), self._facts, px(12), naming, px(6), self._hint, px(12),
            make_scroll_area(cards, ground="paper", is_upright=True), px(10), buttons,
            margins=(px(24), px(14), px(16), px(14)), owner=right,
        ).setStretch(7, 1)  # fmt: skip
        sides = row(self.view, right, owner=self)
        sides.setStretch(0, 34)
        sides.setStretch(1, 66)

    @shows("groups")
    def show_groups(self, state: SortingState) -> None:
        """Fill the list of groups."""
        sizes = np.array([len(group.documents) for group in state.groups], np.int64)
        columns = [Column(self.tr("Group"), [self._group_title(group) for group in state.groups])]
        if any(group.label for group in state.groups):
            labels = [group.label or "" for group in state.groups]
            look = ColumnStyle("quiet", label_width(labels, 110), shown_from_width=380)
            columns.append(Column(self.tr("Similar label"), labels, look=look))
        numbers = ColumnStyle("number", 100)
        columns.append(Column(self.tr("Documents"), sizes, lambda n: wording.format_count(int(n)), numbers))
        self.view.show_columns(columns)

    @shows("key_labels")
    def show_label_names(self, state: SortingState) -> None:
        """Suggest the labels of the collection as names for groups."""
        self._name.set_known_names(state.key_labels)

    @shows("groups", "chosen_groups", "typical_texts")
    def show_chosen(self, state: SortingState) -> None:
        """Select the chosen group in the list, and show its name, number of documents and typical documents."""
        if state.chosen_groups and state.chosen_groups != tuple(self.view.chosen_numbers()):
            self.view.choose_row(state.chosen_groups[0])
        group = (
            state.groups[state.chosen_groups[0]]
            if state.chosen_groups and state.chosen_groups[0] < len(state.groups)
            else None
        )
        self._title.setText("" if group is None else self._group_title(group))
        facts = [] if group is None else [
            self.tr("%Ln document(s)", "", len(group.documents)),
            self.tr("unlike all earlier documents") if group.is_new else "",
        ]  # fmt: skip
        self._facts.setText(wording.join_facts(facts))
        self._hint.show_words("" if group is None else self._naming_effect_text(group))
        self._show_examples(state.typical_texts, () if group is None else group.words)
        for button in (self._give, self._split, self._dissolve):
            button.setEnabled(group is not None)
        self._name.setEnabled(group is not None)
        self._merge.setEnabled(len(state.chosen_groups) > 1)

    def _naming_effect_text(self, group: PileGroup) -> str:
        n_clear, n_others = len(group.core), len(group.documents) - len(group.core)
        if not n_clear or not n_others:
            return self.tr("The name becomes the label of all documents in the group.")
        words = self.tr(
            "The name becomes the label of the %Ln document(s) that clearly belong to the group.", "", n_clear
        )
        return words + " " + self.tr("Bayleaf asks you about the other %Ln document(s) one by one.", "", n_others)

    def _show_examples(self, typical: tuple[PileText, ...], words: tuple[str, ...]) -> None:
        if (typical, words) == self._shown:
            return
        self._shown = (typical, words)
        clear_layout(self._cards)
        for example in typical:
            self._cards.addWidget(ExampleCard(example, words))

    def _group_title(self, group: PileGroup) -> str:
        name = group.name or self.tr("very short texts")
        return self.tr("new: %1").replace("%1", name) if group.is_new else name

    def _on_name_entered(self) -> None:
        name = self._name.text().strip()
        if not name:
            self._name.setFocus()
            return
        self._name.clear()  # the focus stays here: the next word typed is the name of the next group
        self._model.name_group(name)

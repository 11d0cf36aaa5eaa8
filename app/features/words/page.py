"""The Words page: a table of words, a plot of the strongest words, and the calculation of one word's probability.

For a model of table rows, the page also shows the table's columns.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QMenu, QSizePolicy, QWidget

from app.features.explain.why_panel import WorkingDialog
from app.features.train.page import smoothing_or_ridge_text
from app.features.train.view_model import event_model_name
from app.features.words.view_model import (
    ALL_OTHERS,
    N_GRID_WORDS,
    AnyColumn,
    ChoiceColumn,
    FeaturesState,
    FeaturesViewModel,
    FloatArray,
    NumberColumn,
    TextColumn,
    WordOrder,
    WordsState,
    WordsViewModel,
    WordTable,
    picture_of_column,
    sort_pair_by_colour,
)
from app.kit import wording
from app.kit.actions import copy_text, set_context_menu, set_tip
from app.kit.array_table import Column
from app.kit.evidence_names import WordCategory
from app.kit.fields import ComboBox, SearchableComboBox, SearchField
from app.kit.frame import TRAIN_PAGE, PageCommands
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import NoResultsPage, Notice, PageHead, ProgressPane, TabBar, switch_stack
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import NO_COLOUR, Label, LabelCell, ProbabilityCell
from app.kit.plots.line_plot import SavePicture
from app.kit.plots.word_figures import BellPlot, Butterfly, Scatter, WordPoints, WorkingView
from app.kit.table_view import ColumnStyle, TableView, label_width, number_width
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    TextLabel,
    column,
    make_bar,
    make_heading,
    make_remark,
    make_stack,
    row,
    with_accessible_name,
)
from app.kit.wording import sentence_for

LIST_WIDTH = 300
EMPTY_CELL_LOOK = ColumnStyle("quiet-number", 64)
MAX_LABEL_COLUMNS = 6
"""Maximum number of labels for which the table of values has a column with counts and probabilities."""
AXIS_HEADROOM = 1.25
"""Upper end of the log-odds axis, as a multiple of the largest value. It leaves room for the number beside each bar."""


class ColumnList(Pane):
    """List of a table's columns with their kinds and their mutual information with the label."""

    def __init__(self, model: FeaturesViewModel) -> None:
        super().__init__("panel", "r")
        self.setFixedWidth(px(LIST_WIDTH))
        self.view = TableView(self.tr("Columns"))
        self._unread = make_remark()
        self._unread.setContentsMargins(px(16), 0, px(8), px(8))
        column(self.view, self._unread, margins=(0, 0, 1, 0), owner=self).setStretch(0, 1)
        self.view.row_chosen.connect(model.choose)

    @shows("found")
    def show_columns(self, state: FeaturesState) -> None:
        """Fill the list. It is hidden if the model reads no columns.

        A hidden widget is not rendered, so WordsPage calls this method when the columns change.
        """
        self.setVisible(bool(state.columns))
        if state.found is not None:
            columns = state.columns
            bits = np.array([each.bits for each in columns])
            missing = np.array([each.missing.sum() for each in columns])
            tip = self.tr("How much this column alone tells about the label (mutual information, in bits)")
            self.setFixedWidth(px(LIST_WIDTH + (EMPTY_CELL_LOOK.width if missing.any() else 0)))
            names, kinds = [each.name or self.tr("Text") for each in columns], [kind_name(each) for each in columns]
            self.view.show_columns([
                Column(self.tr("Column"), names, look=ColumnStyle("strong")),
                Column(self.tr("Kind"), kinds, look=ColumnStyle("quiet", 84)),
                *([Column(self.tr("Missing"), missing, _format_count_or_decimal,
                EMPTY_CELL_LOOK)] if missing.any() else []),
                Column(
                    self.tr("Bits"), bits, lambda value: wording.format_decimal(float(value), 3),
                    ColumnStyle("number", 56),
                    tip=tip,
                ),
            ])  # fmt: skip
            n_unread = len(state.found.unread)
            self._unread.setText(self.tr("%Ln column(s) not used by this model", "", n_unread) if n_unread else "")
            self._unread.setVisible(bool(n_unread))

    @shows("found", "chosen")
    def show_chosen(self, state: FeaturesState) -> None:
        """Select the row of the selected column."""
        if state.chosen >= 0:
            self.view.choose_row(self.view.table.row_of(state.chosen))


class ColumnHead(QWidget):
    """Heading above a column's plot or table: name and kind of the column, and number of missing values."""

    def __init__(self, name: TextLabel, *acts: QWidget) -> None:
        super().__init__()
        self.name, self.facts = name, make_remark()
        self.name.setFont(fonts.subject_font())
        self.name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.name.setMinimumWidth(px(40))
        self.setFixedHeight(px(48))
        line = row(self.name, px(12), self.facts, px(16), *acts, margins=(px(24), 0, px(24), 0), owner=self)
        line.setStretchFactor(self.facts, 1)

    def show_column(self, shown: AnyColumn) -> None:
        n_known, n_missing = round(float(shown.known.sum())), round(float(shown.missing.sum()))
        missing = self.tr("%Ln value(s) missing", "", n_missing) if n_missing else self.tr("none missing")
        self.name.setText(shown.name)
        self.facts.setText(wording.join_facts([kind_name(shown), self.tr("%Ln value(s)", "", n_known), missing]))


class NumberPane(Pane):
    """Histogram and fitted normal curves of a numeric column, and a table of the curves' parameters."""

    def __init__(self, model: FeaturesViewModel) -> None:
        super().__init__("panel")
        self.plot, self._notice = BellPlot(), Notice(inset=px(24))
        name = TextLabel(elide=Qt.TextElideMode.ElideMiddle)
        self.save = SavePicture(self.plot, self._notice, name.text)
        self._head = ColumnHead(name, self.save)
        self.view = TableView(self.tr("Curves"), edges=(24, 24))
        set_tip(self.plot, self.tr("Click the plot to compare how likely that value is under each label"))
        self.plot.pointed.connect(model.compare_at)
        picture, self._figures = column(self.plot, margins=(px(24), 0, 0, 0)), Pane("panel", "t")
        column(self.view, margins=(0, 1, 0, 0), owner=self._figures)
        column(self._head, self._notice, picture, self._figures, owner=self).setStretch(2, 1)

    def show_state(self, state: FeaturesState) -> None:
        """Show the selected numeric column."""
        shown, picture = state.column, picture_of_column(state)
        if not isinstance(shown, NumberColumn) or picture is None:
            return
        self._head.show_column(shown)
        self.plot.show_picture(picture)
        self.view.show_columns(self._columns(shown, state.labels, state.value))
        self._figures.setFixedHeight(px(32) + px(28) * min(len(state.labels), 6))

    def _columns(self, shown: NumberColumn, labels: tuple[Label, ...], value: float | None) -> list[Column]:
        number, width = ColumnStyle("number", 96), label_width((label.name for label in labels), 150)
        names = [LabelCell(label.name, label.colour) for label in labels]
        added = wording.format_significant(shown.added_variance, 3)
        tip = self.tr("Every variance includes an added %1").replace("%1", added)
        deviation = self.tr("Standard deviation")
        found = [
            Column(self.tr("Label"), names, lambda cell: cell.name, ColumnStyle("label", width)),
            Column(self.tr("Values"), shown.known, _format_count_or_decimal, number),
            *(
                [Column(self.tr("Missing"), shown.missing, _format_count_or_decimal, number)]
                if shown.missing.any()
                else []
            ),
            Column(self.tr("Mean"), shown.means, _format_five_digits, number),
            Column(
                self.tr("Deviation"), np.sqrt(shown.variances), _format_five_digits, number, tip=f"{deviation}. {tip}"
            ),
        ]
        if value is not None:
            logs = np.array([float(shown.log_density(place, np.array([value]))[0]) for place in range(len(labels))])
            title = self.tr("log P(%1 | label)").replace("%1", wording.format_significant(value))
            look = ColumnStyle("number", 130)
            found.append(Column(title, logs, lambda each: wording.format_decimal(float(each), 3), look))
        return [*found, Column("", [""] * len(labels))]


class ChoicePane(Pane):
    """Counts and probabilities of the values of a categorical column, for each label."""

    def __init__(self) -> None:
        super().__init__("panel")
        self._shown: ChoiceColumn | None = None
        self._head = ColumnHead(TextLabel(elide=Qt.TextElideMode.ElideMiddle))
        self.view = TableView(self.tr("Values"), edges=(24, 24))
        foot = make_bar(make_remark(self.tr(
            "A value that was never seen in training gets only the probability that smoothing gives it. Missing "
"values do not count."
        )), height=38, fill="paper", lines="t")  # fmt: skip
        top = Pane("panel", "t")
        column(self.view, margins=(0, 1, 0, 0), owner=top)
        column(self._head, top, foot, owner=self).setStretch(1, 1)

    def show_state(self, state: FeaturesState) -> None:
        """Show the selected categorical column."""
        shown = state.column
        if not isinstance(shown, ChoiceColumn) or shown is self._shown:
            return
        self._shown = shown
        self._head.show_column(shown)
        labels = state.labels[:MAX_LABEL_COLUMNS]
        self.view.show_columns(self._columns(shown, labels, has_odds=len(state.labels) == 2))
        totals = int(np.argmax(shown.counts.sum(axis=0))) if shown.values else 0
        self.view.choose_row(self.view.table.row_of(totals))

    def _columns(self, shown: ChoiceColumn, labels: tuple[Label, ...], *, has_odds: bool) -> list[Column]:
        names = [*shown.values, self.tr("(never seen)"), *([self.tr("(missing)")] if shown.missing.any() else [])]
        n_more = len(names) - len(shown.values)
        columns = [Column(self.tr("Value"), names, look=ColumnStyle("strong"))]
        for place, label in enumerate(labels):
            more = [0.0, float(shown.missing[place])][:n_more]
            counts = np.array([*shown.counts[place].tolist(), *more])
            tip = self.tr("Number of documents labelled %1 with this value").replace("%1", label.name)
            columns.append(
                Column(
                    label.name,
                    counts,
                    _format_count_or_decimal,
                    ColumnStyle("number", 64, shown_from_width=600),
                    tip=tip,
                )
            )
        for place, label in enumerate(labels):
            shares = [*shown.shares[place].tolist(), float(shown.unknown[place]), np.nan][: len(names)]
            cells = [ProbabilityCell(share, label.colour) if share == share else None for share in shares]
            title, look = self.tr("P(value | %1)").replace("%1", label.name), ColumnStyle("share", 118)
            columns.append(Column(title, cells, _share_text, look, keys=np.array(shares), is_number=True))
        if has_odds:
            odds = np.array([*_log_odds_of_values(shown, labels), *([np.nan] * (n_more - 1))])
            title, tip = self.tr("Log-odds"), self.tr("How strongly this value points to %1 rather than %2")
            against, towards = sort_pair_by_colour(labels)
            tip = tip.replace("%1", labels[towards].name).replace("%2", labels[against].name)
            full = AXIS_HEADROOM * float(np.abs(odds[np.isfinite(odds)]).max(initial=0.0)) or 1.0
            look = ColumnStyle("log-odds", 140, full_scale=full, shown_from_width=440)
            columns.append(
                Column(title, odds, lambda each: wording.format_decimal(float(each), signed=True), look, tip=tip)
            )
        return columns


def _log_odds_of_values(shown: ChoiceColumn, labels: tuple[Label, ...]) -> list[float]:
    """Return the log-odds between two labels for each value of the column, and last for an unseen value.

    The order of the two labels is that of `sort_pair_by_colour`. Returns an empty list unless there are two labels.
    """
    shares = np.concatenate([shown.shares, shown.unknown[:, None]], axis=1)
    if len(shares) != 2:
        return []
    with np.errstate(divide="ignore", invalid="ignore"):
        against, towards = sort_pair_by_colour(labels)
        found: list[float] = (np.log(shares[towards]) - np.log(shares[against])).tolist()
    return found


def _share_text(cell: ProbabilityCell | None) -> str:
    if cell is None:
        return "–"
    is_tiny = 0 < cell.probability < 0.00005
    return (
        f"<{wording.THIN_SPACE}{wording.format_percent(0.0001, 2)}"
        if is_tiny
        else wording.format_percent(cell.probability, 2)
    )


def _format_count_or_decimal(value: float) -> str:
    return wording.format_count(round(value)) if value == round(value) else wording.format_decimal(float(value), 1)


def _format_five_digits(value: float) -> str:
    return wording.format_significant(float(value), 5)


def kind_name(shown: AnyColumn) -> str:
    """Return the name of a column's kind in the language of the window."""
    if isinstance(shown, NumberColumn):
        return QCoreApplication.translate("Features", "number")
    if isinstance(shown, TextColumn):
        return QCoreApplication.translate("Features", "text")
    return QCoreApplication.translate("Features", "category")


LEAST_DOCUMENTS_CHOICES = (1, 2, 5, 10, 50, 100)
FOOT_FROM = 660
"""Page height from which a text below the table explains the columns."""
BESIDE_FROM, NARROW_PLOT_WIDTH, ODDS_WIDTH, MEAN_WIDTH = 980, 410, 112, 74
"""BESIDE_FROM: page width from which the plot and the derivation are beside the table; in a narrower page they are
below it.
"""
NO_WIDTH_LIMIT = 16_777_215
"""QWIDGETSIZE_MAX: no limit."""
BITS_WIDTH = 64
PLOT_WIDTH, LABEL_WIDTH = 422, 170
FACTOR_WIDTH, N_SHOWN_LABELS = 76, 6
"""N_SHOWN_LABELS: maximum number of labels for which the table shows log P of every label, not only of the compared
two.
"""


class WordsPage(QWidget):
    """The Words page. For a model of table rows it also shows the columns."""

    def __init__(self, model: WordsViewModel, commands: PageCommands | None = None) -> None:
        super().__init__()
        self._model = model
        self._search = SearchField(self.tr("Search words"))
        self._search.setObjectName("search")
        self._search.setMinimumWidth(px(110))
        set_tip(self._search, self.tr("Part of a word, or a regular expression between slashes, such as /^free/"))
        least = [(least, self.tr("%Ln+ time(s)", "", least)) for least in LEAST_DOCUMENTS_CHOICES]
        self._least = ComboBox(self.tr("Seen at least"), least, model.set_min_occurrences, widths=(80, 130))
        set_tip(self._least, self.tr("Shows only words that were seen at least this often"))
        orders = (
            (WordOrder.TELLING, self.tr("Most distinctive")),
            (WordOrder.PER_DOCUMENT, self.tr("Per document")),
        )
        self._order = ComboBox(self.tr("Order"), orders, model.choose_order, widths=(96, 176))
        set_tip(
            self._order,
            self.tr(
                "Most distinctive: words that tell labels apart come first. "
                "Per document: words with the largest weight in an average document come first."
            ),
        )
        self._meaning = Paragraph(px(16), role="quiet", is_small=True)
        self._towards = SearchableComboBox(self.tr("Words of"), self._on_towards_chosen, width=LABEL_WIDTH)
        self._against = SearchableComboBox(self.tr("Compared with"), self._on_against_chosen, width=LABEL_WIDTH)
        self._grid = TableView(self.tr("Strongest words of each label"), edges=(24, 24))
        self._grid_meaning = Paragraph(px(16), role="quiet", is_small=True)
        self._view = TableView(self.tr("Words"))
        self._table = self._view.table
        self._butterfly, self._working, self._notice = Butterfly(), WorkingView(), Notice(inset=px(16))
        self._scatter, self._plot_title = Scatter(), make_heading(elide=Qt.TextElideMode.ElideRight)
        self._plots = make_stack(self._butterfly, self._scatter)
        self._plot_choice = Link("", self._on_plot_choice_clicked, is_small=True, is_quiet=True)
        self._points: WordPoints | None = None
        self._points_of: NDArray[np.bool_] | None = None
        self._word = TextLabel(elide=Qt.TextElideMode.ElideMiddle)
        self._documents = Link("", model.show_documents, leads_away=True)
        self._word.setFont(fonts.subject_font())
        self._commands = commands or PageCommands()
        self._lay_out(self._commands)
        self._search.searched.connect(model.search)
        self._view.row_chosen.connect(
            lambda number: model.choose_word(number) if number not in (-1, model.state.chosen) else None
        )
        self._butterfly.word_chosen.connect(model.choose_word_named)
        self._scatter.word_chosen.connect(model.choose_word_named)
        self._shelves.currentChanged.connect(lambda place: model.choose_word_kind(WordCategory(place)))
        model.retranslate()
        self._parts = render_parts(
            self, model, self._show_page, self._show_loading, self._show_facts,
            shows("search")(lambda state: self._search.show_query(state.search)),
            shows("min_occurrences")(lambda state: self._least.show_value(state.min_occurrences)),
            self._show_shelves, self._show_order, self._show_table, self._show_grid, self._show_rows,
            self._show_chosen, self._show_plot_points, self._show_working, self._show_notice,
            shows("strongest")(lambda state: self._butterfly.show_words(state.strongest)),
        )  # fmt: skip
        render_parts(self, model.features, self._list.show_columns, self._list.show_chosen, self._show_features)

    def _lay_out(self, commands: PageCommands) -> None:
        self._export = Button(self.tr("Export…"), lambda: self._commands.export("words"))
        self._all_labels = Button(self.tr("Words of every label"), self._toggle_grid)
        self._head = PageHead(self.tr("Words"), self._all_labels, self._export)
        self._is_grid = False
        features = self._model.features
        self._list, self._number, self._choice = ColumnList(features), NumberPane(features), ChoicePane()
        left, self._whole = QWidget(), QWidget()
        # A row of its own: beside the search field, the controls overlapped in the usual window.
        pair = (self._towards, px(6), TextLabel(self.tr("against"), role="quiet"), px(6), self._against, -1)
        self._pair_bar = make_bar(*pair, height=41, sides=(16, 16))
        bar = make_bar(self._search, px(8), self._order, px(8), self._least, height=49, sides=(16, 16))
        self._shelves = with_accessible_name(TabBar("", "", ""), self.tr("Kinds of words"))
        self._shelf_bar = make_bar(self._shelves, -1, height=41, sides=(5, 16))
        self._foot = Pane("paper", "t")
        column(self._meaning, margins=(px(16), px(6), px(16), px(6)), owner=self._foot)
        column(self._shelf_bar, self._pair_bar, bar, self._notice, self._view, self._foot, owner=left).setStretch(4, 1)
        self._right = self._right_pane()
        self._halves = row(left, self._right, owner=self._whole)
        self._halves.setStretch(0, 1)
        lines = self.tr(
            "Train a model first. This page then shows which label each "
            "word speaks for,\nhow often it was seen, and how its weight "
            "is calculated."
        )
        act_name = self.tr("Train a model")
        self._empty = NoResultsPage(commands, self.tr("No model yet"), lines, act_name, commands.open_page(TRAIN_PAGE))
        self._loading = ProgressPane(self._model.loading_progress)
        for button in self._loading.findChildren(Button):
            self._loading.setFocusProxy(button)
        self._grid_pane, grid_foot = QWidget(), Pane("paper", "t")
        column(self._grid_meaning, margins=(px(24), px(6), px(24), px(6)), owner=grid_foot)
        column(self._grid, grid_foot, owner=self._grid_pane).setStretch(0, 1)
        self._pages = make_stack(self._whole, self._empty, self._number, self._choice, self._grid_pane, self._loading)
        below = QWidget()
        row(self._list, self._pages, owner=below).setStretch(1, 1)
        column(self._head, below, owner=self).setStretch(1, 1)
        self.setProperty("first_focus", self._search)
        self._view.row_opened.connect(self._model.show_documents_of)
        set_context_menu(self._view, self._menu)

    def _right_pane(self) -> QWidget:
        right, upper, self._lower = Pane("panel", "l"), QWidget(), Pane("paper", "tl")
        head = QWidget()
        row(self._plot_title, px(12), self._plot_choice, owner=head).setStretch(0, 1)
        head.setFixedHeight(px(20))
        self._show_plot(0, WordOrder.TELLING)
        column(head, px(6), self._plots, margins=(px(24), px(12), px(24), 0), owner=upper).setStretch(2, 1)
        name = QWidget()
        name.setFixedHeight(px(40))
        self._sheet = Link(self.tr("Full calculation…"), self._show_sheet)
        set_tip(self._sheet, self.tr("Shows step by step how a text of only this word is classified"))
        row(self._word, px(12), self._sheet, px(16), self._documents, owner=name).setStretch(0, 1)
        column(name, self._working, margins=(px(24), px(3), px(24), px(15)), owner=self._lower)
        self._right_halves = column(upper, self._lower, owner=right)
        self._right_halves.setStretch(0, 1)
        return right

    @shows("found", "labels", "chosen", "value", "problem")
    def _show_features(self, _state: FeaturesState) -> None:
        """Update the page when the columns of the table or the selected column have changed."""
        self._parts.render_again(self._show_page, self._show_facts, self._show_notice)

    @shows("table", "pair", "shown", "chosen")
    def _show_chosen(self, state: WordsState) -> None:
        if state.table is not None and state.pair and state.shown is not None and state.chosen >= 0:
            self._view.choose_row(self._table.row_of(state.chosen))

    @shows("problem", "pattern_problem")
    def _show_notice(self, state: WordsState) -> None:
        problem = state.problem or self._model.features.state.problem or state.pattern_problem
        self._notice.show_problem(sentence_for(problem) if problem is not None else "")

    @shows("word_kind", "n_words_by_category")
    def _show_shelves(self, state: WordsState) -> None:
        """Show a tab with a word count for each kind of word. Only models of mail have more than one kind."""
        names = (self.tr("Words"), self.tr("Senders and headers"), self.tr("Structure of the mail"))
        for word_kind, name in zip(WordCategory, names, strict=True):
            self._shelves.show_name(word_kind, f"{name}  {wording.format_count(state.n_words_by_category[word_kind])}")
            self._shelves.setTabVisible(
                word_kind, word_kind is WordCategory.WORDS or state.n_words_by_category[word_kind] > 0
            )
        self._shelf_bar.setVisible(any(state.n_words_by_category[1:]))
        if self._shelves.currentIndex() != state.word_kind:
            self._shelves.setCurrentIndex(state.word_kind)

    def _menu(self, at: QPoint) -> QMenu | None:
        place = self._view.rowAt(at.y())
        number = self._view.number_at(place)
        if number < 0:
            return None
        if place not in self._view.chosen_rows():
            self._view.choose_row(place)
        menu = QMenu(self)
        menu.addAction(self.tr("Show documents") + "\tEnter", lambda: self._model.show_documents_of(number))
        menu.addAction(self.tr("Full calculation…"), self._show_sheet)
        menu.addSeparator()
        menu.addAction(self.tr("Copy"), self._copy)
        return menu

    def _toggle_grid(self) -> None:
        self._is_grid = not self._is_grid
        self._all_labels.setText(self.tr("One label") if self._is_grid else self.tr("Words of every label"))
        self._parts.render_again(self._show_page, self._show_grid)

    @shows("table", "shown", "order")
    def _show_grid(self, state: WordsState) -> None:
        """Fill the grid. Each label has a row with its strongest words, the strongest at the left."""
        if not self._is_grid:
            return
        meanings = {
            WordOrder.TELLING: self.tr(
                "Words that point to the label, compared with all others together. At the left is the word whose "
                "presence tells most about whether a document has this label or another (mutual information)."
            ),
            WordOrder.PER_DOCUMENT: self.tr(
                "Words that point to the label, compared with all others together. At the left is the word with the "
                "largest mean: log-odds times the average number of occurrences per document."
            ),
        }
        self._grid_meaning.show_words(meanings[state.order])
        rows = self._model.strongest_words_per_label()
        chips = [LabelCell(label.name, label.colour) for label, _words in rows]
        width = label_width((label.name for label, _words in rows), 150)
        columns = [Column(self.tr("Label"), chips, lambda cell: cell.name, ColumnStyle("label", width))]
        for place in range(N_GRID_WORDS):
            words = [words[place] if place < len(words) else "" for _label, words in rows]
            columns.append(Column(str(place + 1), words, look=ColumnStyle("strong" if not place else "quiet", 96)))
        self._grid.show_columns(columns)

    def _on_towards_chosen(self, name: str) -> None:
        table, (against, towards) = self._model.state.table, self._model.state.pair
        number = self._label_number(name)
        if table is not None and number >= 0:
            self._model.choose_pair(towards if against == number else against, number)

    def _on_against_chosen(self, name: str) -> None:
        table, (against, towards) = self._model.state.table, self._model.state.pair
        number = self._label_number(name)
        if table is not None and number == towards:
            self._model.choose_pair(number, against if against != ALL_OTHERS else (number + 1) % len(table.labels))
        elif table is not None:
            self._model.choose_pair(number, towards)

    def _label_number(self, name: str) -> int:
        """Return the number of a label; ALL_OTHERS for the menu entry that stands for all other labels."""
        table = self._model.state.table
        names = [] if table is None else [label.name for label in table.labels]
        return names.index(name) if name in names else ALL_OTHERS

    @shows("table", "model", "awaits_words")
    def _show_page(self, state: WordsState) -> None:
        """Show the words. For a model of table rows, show the selected column beside the list of columns."""
        features = self._model.features.state
        has_any = state.table is not None or bool(features.columns)
        self._export.setVisible(has_any and self._commands.can_export)
        can_show_grid = state.table is not None and not features.columns and len(state.table.labels) > 2
        self._all_labels.setVisible(can_show_grid)
        self._head.show_title(self.tr("Features") if features.columns else self.tr("Words"))
        first: QWidget = self._list.view if features.columns else self._search
        waits = self._loading if state.awaits_words and not features.columns else first
        self.setProperty("first_focus", waits if has_any or state.model else self._empty)
        pane = self._number if isinstance(features.column, NumberColumn) else self._choice
        if isinstance(features.column, NumberColumn | ChoiceColumn):
            pane.show_state(features)
            switch_stack(self._pages, pane, first)
        else:
            words: QWidget = self._grid_pane if self._is_grid and can_show_grid else self._whole
            words = self._loading if state.awaits_words and not features.columns else words
            switch_stack(self._pages, words if state.model else self._empty, waits)

    @shows("awaits_words", "is_stopped", "model")
    def _show_loading(self, state: WordsState) -> None:
        """Show the progress of loading in place of the table."""
        if not state.awaits_words:
            return
        model = self._model
        if state.is_stopped:
            words = self.tr("The words of model “%1” were not loaded.").replace("%1", state.model)
            self._loading.show_work(words, self.tr("Load words"), model.load_again, is_working=False)
        else:
            words = self.tr("Loading the words of model “%1”…").replace("%1", state.model)
            self._loading.show_work(words, self.tr("Cancel"), model.stop_loading, is_working=True)

    @shows("model", "table", "event_model", "smoothing")
    def _show_facts(self, state: WordsState) -> None:
        n_columns, left_out = len(self._model.features.state.columns), self._left_out_note(state.table)
        facts = [state.model, self.tr("%Ln column(s)", "", n_columns), event_model_name(state.event_model), left_out]
        self._head.show_facts(wording.join_facts(facts) if n_columns else self._facts(state))

    def _show_plot(self, place: int, order: WordOrder) -> None:
        title = self.tr("Strongest words")
        is_per_document = order is WordOrder.PER_DOCUMENT
        choice = self.tr("per document") if is_per_document else self.tr("most bits first; bars: log-odds")
        tip = self.tr("Show all words as points: log-odds against frequency")
        if place:
            title, choice = self.tr("All words"), self.tr("log-odds against frequency")
            tip = self.tr("Show the strongest words")
        self._plots.setCurrentIndex(place)
        self._plot_title.setText(title)
        self._plot_choice.setText(choice)
        set_tip(self._plot_choice, tip)

    def _on_plot_choice_clicked(self) -> None:
        self._show_plot(1 - self._plots.currentIndex(), self._model.state.order)
        self._parts.render_again(self._show_plot_points)

    @shows("table", "pair", "shown", "chosen")
    def _show_plot_points(self, state: WordsState) -> None:
        """Update the scatter plot, if it is shown."""
        table, shown = state.table, state.shown
        if self._plots.currentIndex() == 0 or table is None or shown is None:
            return
        if self._points is None or self._points_of is not shown:
            against, towards = state.pair
            colours = (_colour_of(table, against), table.labels[towards].colour)
            odds = table.log_odds(towards, against)[shown]
            self._points = WordPoints(table.words[shown], table.counts.sum(axis=0)[shown], odds, colours)
            self._points_of = shown
        self._scatter.show_cloud(self._points, str(table.words[state.chosen]) if state.chosen >= 0 else "")

    def _facts(self, state: WordsState) -> str:
        if state.table is None:
            return "" if state.model else self.tr("No model yet")
        n_words = self.tr("%Ln word(s)", "", max(len(state.table.words), state.table.n_in_model))
        strength = "" if state.table.ratios is not None else smoothing_or_ridge_text(state.smoothing)
        facts = [state.model, n_words, event_model_name(state.event_model), strength]
        return wording.join_facts([*facts, self._left_out_note(state.table)])

    def _left_out_note(self, table: WordTable | None) -> str:
        """Return a note if only a part of the vocabulary is listed; else ""."""
        if table is None or table.n_in_model <= len(table.words):
            return ""
        listed = self.tr("only the %1 most informative words are listed")
        return listed.replace("%1", wording.format_count(len(table.words)))

    @shows("table", "pair", "order")
    def _show_table(self, state: WordsState) -> None:
        if state.table is not None:
            columns = self._columns(state.table, state.pair)
            self._view.show_columns(columns)
            place = len(columns) - (1 if state.order is WordOrder.TELLING else 2)
            self._view.sort_by_header(column=place, descending=True)
            self._show_pairs(state.table, state.pair)
            against, towards = state.pair
            other = self._name_of_other(state.table, against)
            meaning = self.tr(
                "Log-odds: how strongly the word points to %1 (+) or to %2 (−). Mean: log-odds times the "
                "average number of occurrences per document. Bits: how much the word alone tells which of the two "
                "it is."
            )
            self._meaning.show_words(wording.fill_placeholders(meaning, state.table.labels[towards].name, other))

    @shows("order")
    def _show_order(self, state: WordsState) -> None:
        self._order.show_value(state.order)
        self._show_plot(self._plots.currentIndex(), state.order)

    @shows("table", "pair", "shown")
    def _show_rows(self, state: WordsState) -> None:
        """Hide rows by the filters. If the table or the compared labels have changed, show all rows first."""
        if state.table is not None and state.pair and state.shown is not None:
            self._table.filter_rows(state.shown)

    def _columns(self, table: WordTable, pair: tuple[int, int]) -> list[Column]:
        n_labels = len(table.labels)
        shown = list(range(n_labels)) if n_labels <= N_SHOWN_LABELS else sorted(set(pair) - {ALL_OTHERS})
        places = 0 if np.all(table.counts[:, :2000] == np.round(table.counts[:, :2000])) else 1
        named, odds, weights = (
            self._model.word_names(),
            table.log_odds(pair[1], pair[0]),
            table.mean_evidence(pair[1], pair[0]),
        )
        count_width = number_width(wording.format_decimal(float(table.counts.max(initial=0.0)), 0), 54)
        narrow = 96 + (count_width + 80) * len(shown) + ODDS_WIDTH + MEAN_WIDTH + BITS_WIDTH
        extra = 0 if table.ratios is None else (2 + (table.unlabelled is not None)) * FACTOR_WIDTH
        columns = [Column(self.tr("Word"), named.names, keys=named.ranks, look=ColumnStyle("strong"))]
        for number in shown:
            name = table.labels[number].name
            tip = self.tr("How often the word was seen in documents labelled %1").replace("%1", name)
            look = ColumnStyle("number", count_width, shown_from_width=0 if number in pair else narrow)
            text = partial(_format_number, places=places)
            columns.append(Column(name, table.counts[number], text, look, tip=tip))
        for number in shown:
            name = self.tr("weight %1") if table.are_weights else self.tr("log P %1")
            tip = self.tr("−log P(word | all labels but %1)") if table.are_weights else self.tr("log P(word | %1)")
            tip = (
                tip
                if table.ratios is None
                else self.tr("What the word adds to the score of %1. Words that repeat what other words say add less.")
            )
            name, tip = (words.replace("%1", table.labels[number].name) for words in (name, tip))
            keeps = 0 if number in pair and not extra else narrow + extra
            look = ColumnStyle("quiet-number", FACTOR_WIDTH, shown_from_width=keeps)
            columns.append(Column(name, table.log_probabilities[number], _format_number, look, tip=tip))
        full = float(np.abs(odds[np.isfinite(odds)]).max(initial=0.0)) or 1.0  # all zero: no word separates the labels
        colours = _colour_of(table, pair[0]), table.labels[pair[1]].colour
        look = ColumnStyle("log-odds", ODDS_WIDTH, full_scale=full, bar_colours=colours)
        columns.append(Column(self.tr("Log-odds"), odds, _format_signed, look, tip=self._tip_of_log_odds(table, pair)))
        columns += self._fitted_factor_columns(table, pair, odds, narrow + extra)
        tip = self.tr(
            "Log-odds × average count per document. The average is over the documents of the label that the "
            "word points to."
        )
        if table.ratios is not None:
            tip = self.tr(
                "Log-odds × average weight per document. The average is over the documents of the label that the "
                "word points to."
            )
        look, text = ColumnStyle("number", MEAN_WIDTH), partial(_format_signed, places=3)
        # Of a label against all others, the words for the label come first, as in the chart beside the table.
        is_one_sided = pair[0] == ALL_OTHERS
        keys = weights if is_one_sided else np.abs(weights)
        columns.append(Column(self.tr("Mean"), weights, text, look, keys=keys, tip=tip))
        tip = self.tr(
            "How much the presence of the word tells which of the two it is: %1 or %2 (mutual information, in bits)"
        )
        tip = wording.fill_placeholders(tip, table.labels[pair[1]].name, self._name_of_other(table, pair[0]))
        look, text, bits = ColumnStyle("number", BITS_WIDTH), partial(_format_number, places=4), table.bits(*pair[::-1])
        keys = np.copysign(bits, odds) if is_one_sided else bits
        return [*columns, Column(self.tr("Bits"), bits, text, look, keys=keys, tip=tip)]

    def _name_of_other(self, table: WordTable, against: int) -> str:
        return self.tr("all others") if against == ALL_OTHERS else table.labels[against].name

    def _tip_of_log_odds(self, table: WordTable, pair: tuple[int, int]) -> str:
        """Return the definition of the log-odds as a formula; if the weights are no log-probabilities, as a
        sentence.
        """
        has_scores = table.are_weights or table.ratios is not None
        if pair[0] == ALL_OTHERS and has_scores:
            tip = self.tr(
                "How much one occurrence of the word adds to the log-odds of %1 against all other labels together, "
                "each weighted by its prior"
            )
        elif pair[0] == ALL_OTHERS:
            tip = self.tr(
                "log P(word | %1) − log P(word | all other labels together). Each of the other labels is weighted by "
                "its prior."
            )
        elif has_scores:
            tip = self.tr("How much one occurrence of the word adds to the log-odds of %1 against %2")
        else:
            tip = self.tr("log P(word | %1) − log P(word | %2)")
        return wording.fill_placeholders(tip, table.labels[pair[1]].name, self._name_of_other(table, pair[0]))

    def _fitted_factor_columns(
        self, table: WordTable, pair: tuple[int, int], odds: FloatArray, wide: int
    ) -> list[Column]:
        """Return the additional columns for a model with learnt factors.

        They show the log-odds of naive Bayes, the part of them that the model uses, and the part of the weight that
        comes from unlabelled documents. The last column is shown only if the page is at least `wide` pixels wide.
        """
        found = table.naive_log_odds_and_kept_share(pair[1], pair[0])
        if found is None:
            return []
        says, counts = ColumnStyle("quiet-number", FACTOR_WIDTH), ColumnStyle("number", FACTOR_WIDTH)
        tip = self.tr(
            "The log-odds by plain naive Bayes. The model reduces them for words that repeat what other words say."
        )
        tip_of_share = self.tr(
            "The part of “Alone” that the model uses: Log-odds / Alone. A click sorts by the difference "
            "between the two."
        )
        columns = [
            Column(self.tr("Alone"), found[0], _format_signed, says, tip=tip),
            Column(
                self.tr("Used"), found[1], lambda value: wording.format_percent(float(value), 0), counts,
                keys=np.abs(found[0] - odds), tip=tip_of_share,
            ),
        ]  # fmt: skip
        if table.unlabelled is not None:
            taught = table.unlabelled[pair[1]] - table.unlabelled[pair[0]]
            tip = self.tr("The part of the log-odds that comes from unlabelled documents")
            look = ColumnStyle("quiet-number", FACTOR_WIDTH, shown_from_width=wide)
            columns.append(Column(self.tr("Unlabelled"), taught, _format_signed, look, keys=np.abs(taught), tip=tip))
        return columns

    def _show_pairs(self, table: WordTable, pair: tuple[int, int]) -> None:
        self._pair_bar.setVisible(len(table.labels) > 2)
        names, (against, towards) = [label.name for label in table.labels], pair
        self._towards.show_options(names, names[towards])
        self._against.show_options([self.tr("all others"), *names], self._name_of_other(table, against))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the plot and the derivation beside the table, or below it on a narrow page."""
        super().resizeEvent(event)
        is_beside = self.width() >= px(BESIDE_FROM)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._halves.setDirection(across if is_beside else down)
        self._right_halves.setDirection(down if is_beside else across)
        self._right.setMinimumWidth(px(PLOT_WIDTH) if is_beside else 0)
        self._right.setMaximumWidth(px(PLOT_WIDTH) if is_beside else NO_WIDTH_LIMIT)
        self._right.setMaximumHeight(NO_WIDTH_LIMIT if is_beside else max(self.height() * 2 // 5, px(200)))
        self._lower.setMaximumWidth(NO_WIDTH_LIMIT if is_beside else px(NARROW_PLOT_WIDTH))
        # With less room, the numbers of the calculation are painted over each other.
        self._lower.setMinimumWidth(0 if is_beside else min(px(NARROW_PLOT_WIDTH), self.width() // 2))
        # On a low page, the table had two rows. Tooltips at the headings explain the columns too.
        self._foot.setVisible(self.height() >= px(FOOT_FROM))

    @shows("table", "chosen", "working", "working_row")
    def _show_working(self, state: WordsState) -> None:
        table = state.table
        self._lower.setVisible(state.working is not None and table is not None and state.chosen >= 0)
        if state.working is None or table is None or state.chosen < 0:
            return
        token, name = str(table.words[state.working_row]), str(self._model.word_names().names[state.working_row])
        self._word.setText(name)
        set_tip(self._word, token if token != name else "")
        n_documents = state.working.n_documents
        self._documents.setText(self.tr("%Ln document(s)", "", n_documents or 0))
        self._documents.setVisible(n_documents is not None)
        self._working.show_probabilities(state.working)

    def _show_sheet(self) -> None:
        if (sheet := self._model.sheet()) is not None:
            WorkingDialog(sheet, self.window()).show()

    def _copy(self) -> None:
        columns = range(self._table.columnCount())
        lines = (
            "\t".join(str(self._table.index(place, number).data() or "") for number in columns)
            for place in self._view.chosen_rows()
        )
        copy_text("\n".join(lines))


def _colour_of(table: WordTable, label: int) -> int:
    return NO_COLOUR if label == ALL_OTHERS else table.labels[label].colour


def _format_number(value: float, places: int = 2) -> str:
    return wording.format_decimal(float(value), places)


def _format_signed(value: float, places: int = 2) -> str:
    return wording.format_decimal(float(value), places, signed=True)

"""The Train page: the recipe on the left, and on the right how well it does on held-out documents, updated after each
change.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QMenu, QStackedWidget, QWidget

from app.domain.results import FalsePositiveEstimate, SmoothingCurve
from app.features.train.recipe_sections import EventModelChoice, RecipeFolds
from app.features.train.view_model import (
    FILTER,
    FIRST_EVENT_MODEL,
    INITIAL_REQUEST,
    USUAL_SHORTEST,
    JudgedRecipe,
    ProgramChange,
    Proposal,
    ProposalState,
    RecipeRequest,
    SavedRecipe,
    TrainingState,
    TrainingViewModel,
    event_model_name,
    event_model_of_saved,
    event_model_on_page,
    fields_of_event_model,
    is_fitted,
    request_on_page,
    ridge_of,
)
from app.kit import wording
from app.kit.actions import escape_ampersands, open_menu, position_below, set_context_menu, set_tip
from app.kit.array_table import Column
from app.kit.fields import ask_for_name
from app.kit.frame import DOCUMENTS_PAGE, PageCommands
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import (
    DimmingOverlay,
    NoResultsPage,
    Notice,
    PageHead,
    ProgressPane,
    ProgressStrip,
    TabBar,
    switch_stack,
)
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import NO_COLOUR, Confusion, LabelCell, ProbabilityCell, Stat, make_label_cell
from app.kit.plots.evaluation_figures import ConfusionMatrix, LabelFigures, StatRow
from app.kit.smoothing_slider import ALPHA, RIDGE, SmoothingSlider
from app.kit.table_view import ColumnStyle, TableView, label_width
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    TextLabel,
    TwoLineRemark,
    clear_layout,
    column,
    make_heading,
    make_remark,
    make_scroll_area,
    make_stack,
    row,
)
from app.kit.wording import sentence_for


class ProtectedLabels(QWidget):
    """Menu button for the labels whose mail a filter must not lose; hidden with fewer than two labels."""

    chosen = Signal(tuple)
    """Emitted with the names of the protected labels. An empty tuple means that all labels are protected."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: tuple[str, ...] = ()
        self._protected: tuple[str, ...] = ()
        head = make_heading(self.tr("Protected labels"))
        self._named = TextLabel(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._choose = Button(self.tr("Protect…"), lambda: open_menu(self.menu(), position_below(self._choose)))
        set_tip(
            self._choose,
            self.tr(
                "Choose the labels whose documents must not be misclassified. The guarantee of the model covers "
                "these labels."
            ),
        )
        line = QWidget()
        row(head, px(12), self._named, px(10), self._choose, owner=line).setStretch(2, 1)
        column(line, px(14), owner=self)

    def show_labels(self, labels: Sequence[str], protected: Sequence[str]) -> None:
        """Show which labels are protected, or "all"; hide this widget if there are fewer than two labels.

        Names in `protected` that no label has are not shown.
        """
        known = tuple(name for name in protected if name in labels)
        self._labels, self._protected = tuple(labels), known or tuple(labels)
        self.setVisible(len(self._labels) > 1)
        self._named.setText(", ".join(known) or self.tr("all"))
        set_tip(self._named, ", ".join(self._protected))

    def menu(self) -> QMenu:
        """Return a menu of the labels. The protected labels are ticked; the last tick cannot be removed."""
        menu = QMenu(self)
        for label in self._labels:
            action = menu.addAction(escape_ampersands(label))
            action.setCheckable(True)
            action.setChecked(label in self._protected)
            action.setEnabled(self._protected != (label,))
            action.toggled.connect(lambda is_on, name=label: self._toggle_label(name, is_on=is_on))
        return menu

    def _toggle_label(self, label: str, *, is_on: bool) -> None:
        kept = tuple(name for name in self._labels if (is_on if name == label else name in self._protected))
        self.chosen.emit(() if kept == self._labels else kept)


SERVER_SEPARATOR = re.compile(r"[\s,;]+")


class TrustedServers(QWidget):
    """Text field for the mail servers whose authentication results the filter trusts. It is empty by default."""

    chosen = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._servers: tuple[str, ...] = ()
        head, hint = make_heading(self.tr("Trusted mail server")), Paragraph(px(18), role="quiet", is_small=True)
        told = self.tr(
            "Enter the name of your mail server. Bayleaf then uses its checks of senders (SPF, DKIM, DMARC)."
        )
        hint.show_words(told)
        self._field = QLineEdit(placeholderText=self.tr("none (example: mx.example.org)"))
        self._field.setAccessibleName(self.tr("Trusted mail server"))
        self._field.setAccessibleDescription(told)
        self._field.setFixedHeight(px(30))
        self._field.editingFinished.connect(self._on_editing_finished)
        column(px(20), head, px(6), self._field, px(6), hint, owner=self)

    def show_servers(self, servers: Sequence[str], *, is_shown: bool) -> None:
        """Show the trusted servers, unless the field is being edited."""
        self.setVisible(is_shown)
        self._servers = tuple(servers)
        if not self._field.hasFocus():
            self._field.setText(", ".join(self._servers))

    def _on_editing_finished(self) -> None:
        servers = tuple(dict.fromkeys(name for name in SERVER_SEPARATOR.split(self._field.text().lower()) if name))
        if servers != self._servers:
            self.chosen.emit(servers)


class PromisePane(QWidget):
    """Pane below the event model that shows how many good mails the filter may lose; hidden without an estimate."""

    def __init__(self) -> None:
        super().__init__()
        # The number that is promised ends the text: it must not be cut off.
        self._promised, self._better, self._doubted = (Paragraph(px(20), most_lines=20) for _ in range(3))
        parts = (px(6), self._promised, px(8), self._better, px(8), self._doubted)
        column(make_heading(self.tr("What the model can guarantee")), *parts, owner=self)

    def show_promise(self, promise: FalsePositiveEstimate | None) -> None:
        self.setVisible(promise is not None)
        if promise is None:
            return
        learnt = self.tr("The model has learnt %Ln good mail(s).", "", promise.good)
        if not promise.has_senders:
            unknown = self.tr("The senders are unknown. To be cautious, Bayleaf counts three mails as one sender.")
            learnt = f"{learnt} {unknown}"
        elif promise.sources < promise.good:
            worth = self.tr("Your %Ln good mail(s) come from only %1 different senders and lists.", "", promise.good)
            learnt = worth.replace("%1", wording.format_count(promise.sources))
            lists = self.tr("All mails of one mailing list count as one sender.")
            learnt = f"{learnt} {lists}"
        lost = self.tr("The model can guarantee that at most 1 good mail in %1 is wrongly called spam.")
        self._promised.show_words(f"{learnt} {lost.replace('%1', wording.format_count(promise.lost_one_in))}")
        more = self.tr(
            "To guarantee at most 1 error in %1, the model needs good mail from %Ln more sender(s) or mailing list(s).",
            "",
            promise.more_good,
        )
        if not promise.has_senders:
            more = self.tr(
                "To guarantee at most 1 error in %1, the model needs %Ln more good mail(s).", "", promise.more_good
            )
        self._better.show_words(more.replace("%1", wording.format_count(promise.next_one_in)))
        self._better.setVisible(promise.more_good > 0)
        n_doubted = len(promise.suspects)
        told = self.tr(
            "Check %Ln label(s) that may be wrong. They are at the top of the list on the right.", "", n_doubted
        )
        self._doubted.show_words(told)
        self._doubted.setVisible(bool(promise.suspects))


class KeptTable(QStackedWidget):
    """Table of saved models and recipes; a placeholder if there are none."""

    taken = Signal(object)
    """Emitted with the saved recipe to apply."""
    removed = Signal(object)
    """Emitted with the saved recipe or model to remove."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[SavedRecipe, ...] = ()
        self.view = TableView(self.tr("Saved models and recipes"), edges=(28, 28), remembered_as="kept recipes")
        self.view.row_opened.connect(self._emit_taken)
        set_context_menu(self.view, self._menu)
        self.view.add_shortcut(self.tr("Delete recipe"), self._emit_removed, QKeySequence.StandardKey.Delete)
        told = self.tr(
            "No model or recipe is saved for this collection yet. Save one now, to compare later ones with it."
        )
        empty, words = Pane("panel"), Paragraph(px(21), told, role="quiet", is_small=True)
        column(words, -1, margins=(px(28), px(16), px(28), 0), owner=empty)
        self.addWidget(self.view)
        self.addWidget(empty)

    def show_rows(self, rows: tuple[SavedRecipe, ...]) -> None:
        self.setCurrentIndex(0 if rows else 1)
        if rows == self._rows:
            return
        self._rows = rows
        accuracies, losses = (
            np.array([getattr(row, name) for row in rows], dtype=np.float64) for name in ("accuracy", "log_loss")
        )
        strengths = [smoothing_or_ridge_of_row(row) for row in rows]
        sizes = [
            self.tr("all", "words") if row.n_words is None
            else wording.format_count(row.n_words) if row.n_words else self.tr("word list", "of words") for row in rows
        ]  # fmt: skip
        models = [event_model_name(event_model_of_saved(row)) for row in rows]
        tip = self.tr("Measured on held-out documents when the model or recipe was saved")
        self.view.show_columns([
            Column(
                self.tr("Saved"), [(row.name, self.tr("model") if row.is_model else "") for row in rows],
                lambda pair: pair[0], ColumnStyle("titled"),
            ),
            Column(
                self.tr("Accuracy"), accuracies, lambda share: wording.format_percent(share, 2), ColumnStyle("number",
                84),
                tip=tip,
            ),
            Column(
                self.tr("Log loss"), losses, lambda loss: wording.format_decimal(loss, 3), ColumnStyle("number", 74),
                    tip=tip
            ),
            Column(self.tr("Event model"), models, look=ColumnStyle("quiet", 108, shown_from_width=470)),
            Column(
                self.tr("Smoothing or caution"), strengths, look=ColumnStyle("quiet", 130, shown_from_width=500),
                tip=self.tr("Smoothing α, or for learnt factors the caution (regularisation)"),
            ),
            Column(
                self.tr("Words"), sizes, look=ColumnStyle("quiet-number", 78, shown_from_width=540),
                is_number=True, tip=self.tr("Size of the vocabulary"),
            ),
        ])  # fmt: skip

    def _emit_taken(self, number: int) -> None:
        if request_on_page(self._rows[number].request) is not None:
            self.taken.emit(self._rows[number])

    def _emit_removed(self) -> None:
        number = self.view.number_at(self.view.currentIndex().row())
        if number >= 0:
            self.removed.emit(self._rows[number])

    def _menu(self, at: QPoint) -> QMenu | None:
        place = self.view.rowAt(at.y())
        number = self.view.number_at(place)
        if number < 0:
            return None
        self.view.choose_row(place)
        menu = QMenu(self)
        take = menu.addAction(self.tr("Use these settings") + "\tEnter", lambda: self._emit_taken(number))
        take.setEnabled(request_on_page(self._rows[number].request) is not None)
        menu.addAction(self.tr("Delete") + "\t" + self.tr("Del"), self._emit_removed)
        return menu


SIGNIFICANCE_LEVEL = 0.05
MIN_LABEL_WIDTH, NO_LABEL_COLOUR = 84, -1


class ProposalPane(QWidget):
    """Comparison of two recipes: a table of figures, the documents on which the recipes disagree, and two buttons."""

    document_wanted = Signal(int)
    """Emitted with the number of a document to show."""

    def __init__(self, use: Callable[[], object], keep: Callable[[], object]) -> None:
        super().__init__()
        self._title, self._told = TextLabel(), Paragraph(px(20))
        self._title.setFont(fonts.subject_font())
        self._title.setFixedHeight(px(26))
        self._use, self._keep = (
            Button(self.tr("Use these settings"), use, is_primary=True),
            Button(self.tr("Keep my settings"), keep),
        )
        self._grid, table, buttons = QGridLayout(), QWidget(), QWidget()
        table.setLayout(self._grid)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(px(28))
        self._grid.setVerticalSpacing(px(8))
        self._grid.setColumnStretch(3, 1)
        row(self._use, self._keep, -1, owner=buttons).setSpacing(px(8))  # spacing, so hidden buttons leave no gap
        self._changed, self._n_changed = QWidget(), make_heading()
        self._view = TableView(self.tr("Documents whose verdict would change"))
        self._view.row_opened.connect(lambda number: self.document_wanted.emit(self._numbers[number]))
        column(self._n_changed, px(6), self._view, px(16), owner=self._changed).setStretch(2, 1)
        parts = (self._title, px(14), table, px(18), self._told, px(14), self._changed, buttons, -1)
        column(*parts, margins=(px(28), px(21), px(28), px(21)), owner=self).setStretch(6, 100)

    def show_proposal(self, proposal: Proposal) -> None:
        self._title.setText(
            self.tr("Better settings found") if proposal.is_better else self.tr("No better settings found")
        )
        self._use.setVisible(proposal.is_better)
        self._keep.setText(self.tr("Keep my settings") if proposal.is_better else self.tr("Close"))
        clear_layout(self._grid)
        self._add_row(0, ("", self.tr("Your settings"), self.tr("Settings found")), is_head=True)
        mine = [*self._chosen_settings(proposal.mine), *self._figures(proposal.current_result)]
        best = [*self._chosen_settings(proposal.best), *self._figures(proposal.proposed_result)]
        for place, ((name, value), (_, other)) in enumerate(zip(mine, best, strict=True), start=1):
            self._add_row(place, (name, value, other))
        self._told.show_words(self._sentence(proposal))
        found, colours = proposal.otherwise, proposal.colours  # documents that Auto would break come first
        self._numbers = [each.document for each in found.documents]
        self._changed.setVisible(bool(self._numbers))
        words = self.tr("The verdict would change for %Ln document(s)", "", found.n_documents)
        n_shown = self.tr("%Ln listed", "", len(self._numbers)) if len(self._numbers) < found.n_documents else ""
        self._n_changed.setText(wording.join_facts([words, n_shown]))
        columns = [Column(self.tr("Subject"), [each.title for each in found.documents])]
        look = ColumnStyle("label", label_width(colours, MIN_LABEL_WIDTH, is_first=False))
        for name, field in (
            (self.tr("Label"), "label"),
            (self.tr("Your settings"), "first"),
            (self.tr("Settings found"), "second"),
        ):
            cells = [proposed_label_cell(getattr(each, field), each.label, colours) for each in found.documents]
            columns.append(Column(name, cells, lambda cell: cell.name, look))
        self._view.show_columns(columns)

    def _add_row(self, place: int, cells: tuple[str, str, str], *, is_head: bool = False) -> None:
        is_changed = cells[1] != cells[2] and not is_head
        for number, text in enumerate(cells):
            is_strong = is_head or (is_changed and number == 2)
            words = TextLabel(text, role="text" if is_strong else "quiet")
            words.setFont(fonts.body(600) if is_strong else fonts.body())
            side = Qt.AlignmentFlag.AlignRight if number else Qt.AlignmentFlag.AlignLeft
            self._grid.addWidget(words, place, number, side | Qt.AlignmentFlag.AlignVCenter)

    def _chosen_settings(self, chosen: RecipeRequest) -> list[tuple[str, str]]:
        """Return (name, value) of each setting that Auto may choose. A name is the caption of the setting's control."""
        weighting = self.tr("whether a word occurs") if chosen.binary else self.tr("how often a word occurs")
        n_words = self.tr("all") if chosen.vocabulary == "all" else wording.format_count(int(chosen.vocabulary))
        strength = self.tr("Smoothing α")
        smoothing = (
            wording.format_smoothing(float(chosen.smoothing)) if float(chosen.smoothing) > 0 else self.tr("none")
        )
        if is_fitted(chosen):
            strength, smoothing = self.tr("Caution (regularisation)"), wording.format_significant(ridge_of(chosen))
        shortest = USUAL_SHORTEST if chosen.min_length is None else chosen.min_length
        found = [
            (self.tr("Event model"), event_model_name(event_model_on_page(chosen.event_model, chosen.mixed_text))),
            (strength, smoothing),
            (self.tr("Words in the vocabulary"), n_words),
            (self.tr("Counted by"), self.tr("tf–idf") if chosen.tfidf else weighting),
            (self.tr("Minimum word length"), wording.format_count(shortest)),
        ]
        is_filter = chosen.event_model == FILTER
        return (
            [found[0], *((name, self.tr("chosen by the filter itself")) for name, _ in found[1:])]
            if is_filter
            else found
        )

    def _figures(self, result: JudgedRecipe) -> list[tuple[str, str]]:
        evaluation, positive = result.evaluation, result.positive
        errors = evaluation.count_lost_and_missed(positive)
        figures = [(self.tr("Correct on held-out documents"), wording.format_percent(evaluation.accuracy, 2))]
        if errors is not None:
            negative = next(name for name in evaluation.labels if name != positive)
            for label, verdict, number in ((negative, positive, errors.n_lost), (positive, negative, errors.n_missed)):
                name = wording.fill_placeholders(self.tr("%1 classified as %2"), label, verdict)
                figures.append((name, wording.format_count(number)))
        figures.append((self.tr("Log loss"), wording.format_decimal(evaluation.log_loss, 4)))
        return figures

    def _sentence(self, proposal: Proposal) -> str:
        if not proposal.is_better:
            return self._what_was_compared(proposal)
        found = proposal.difference
        told = self.tr(
            "%1 documents are classified correctly only with the settings found, %2 only with your settings; %3."
        )
        verdict = (
            self.tr("the difference could be chance")
            if found.p_value > SIGNIFICANCE_LEVEL
            else self.tr("the difference is unlikely to be chance")
        )
        words = wording.fill_placeholders(
            told,
            wording.format_count(found.n_only_second_right),
            wording.format_count(found.n_only_first_right),
            verdict,
        )
        if proposal.proposed_result.evaluation.accuracy > proposal.current_result.evaluation.accuracy:
            return words
        better = self.tr("The probabilities are better with the settings found: the log loss is lower.")
        return f"{words} {better}"

    def _what_was_compared(self, proposal: Proposal) -> str:
        """Return the sentence for a search that found no better recipe. It has the accuracies that were compared."""
        right = [
            wording.format_percent(each.evaluation.accuracy, 2)
            for each in (proposal.current_result, proposal.proposed_result)
        ]
        n_documents, point = proposal.current_result.evaluation.documents, proposal.best_curve_point
        told = self.tr(
            "Tested on the same %Ln held-out document(s): %1 correct with your settings, %2 with the best ones found.",
            "",
            n_documents,
        )
        words = [wording.fill_placeholders(told, *right)]
        if point is not None:
            value = wording.format_significant(slider_value(point.request))
            told = self.tr("With the best value of the curve (%1), %2 of the documents are classified correctly.")
            words.append(
                wording.fill_placeholders(told, value, wording.format_percent(point.result.evaluation.accuracy, 2))
            )
            if point.n_judged and point.n_judged < n_documents:
                words.append(self.tr("The curve was measured on %Ln of these documents.", "", point.n_judged))
        return " ".join(words)


def slider_value(chosen: RecipeRequest) -> float:
    """Return the value that the slider shows: the ridge of learnt factors, or the smoothing of other models."""
    return ridge_of(chosen) if is_fitted(chosen) else float(chosen.smoothing)


def proposed_label_cell(name: str, truth: str, colours: Mapping[str, int]) -> LabelCell:
    """Return the table cell for a label. The label is emphasised if it differs from `truth`, the label of the
    document.
    """
    return LabelCell(name or "–", colours.get(name, NO_LABEL_COLOUR), is_strong=name != truth)


def is_below_top(curve: SmoothingCurve) -> bool:
    """Return whether the recommended value is not the one with the highest accuracy on the curve."""
    accuracy = dict(zip(curve.values, curve.accuracies, strict=True)).get(curve.best)
    return accuracy is not None and accuracy < max(curve.accuracies)


translate = QCoreApplication.translate

SHARE, NARROW_SHARE = ColumnStyle("share", 148), ColumnStyle("share", 130, slim_width=100)
RECIPE_WIDTH, NARROW_RECIPE_WIDTH = 397, 384
MAX_LABEL_WIDTH = 160
NARROW_LIST = 300
"""Width of the list of confusions, in unscaled pixels, if the label names are short."""
ALL_FIGURES, MIN_FIGURE_WIDTH = 243, 56
MAX_LABELS_WITHOUT_TABLE = 4
"""Up to this number of labels, the figures of each label are always shown beside the matrix."""
LEAST_ROWS = 3
"""If there is room for fewer rows than this below the rotated names, the matrix becomes a list of confusions."""
LEAST_LIST, LEAST_FIGURES, LEAST_MATRIX = 112, 150, 160
"""Minimum heights of the list of mistakes, of the figures above it (which scroll on a low page), and of the matrix."""
WIDE_FROM = 860
"""Page width from which the figures per label are shown beside the matrix."""


class TrainingPage(QWidget):
    """The Train page: recipe controls on the left; figures, mistakes and saved models on the right."""

    def __init__(self, model: TrainingViewModel, commands: PageCommands | None = None) -> None:
        super().__init__()
        self._model = model
        lines = self.tr(
            "Label some documents, using at least two labels.\nBayleaf then learns which words speak for each label."
        )
        sentence, act_name, commands = (
            self.tr("A model needs two labels with documents"), self.tr("Label documents"), commands or PageCommands()
        )  # fmt: skip
        self._empty = NoResultsPage(commands, sentence, lines, act_name, commands.open_page(DOCUMENTS_PAGE))
        self._train = Button(self.tr("Train"), model.train, is_primary=True)
        self._propose = Button(self.tr("Try other settings"), model.propose)
        set_tip(
            self._propose, self.tr("Tests other settings on held-out documents, and shows the best ones beside yours")
        )
        self._train_other = Button(self.tr("Save as another model…"), self._ask_model_name)
        set_tip(self._train_other, self.tr("The model in use does not change. The Evaluate page compares both models."))
        self._head = PageHead(self.tr("Train"), self._propose, self._train_other, self._train)
        self._proposal = ProposalPane(model.use_proposal, model.proposals.drop)
        self._event_model, self._promise, self._folds = EventModelChoice(), PromisePane(), RecipeFolds()
        self._slider, self._alpha, self._protected = SmoothingSlider(), make_heading(), ProtectedLabels()
        self._trusted = TrustedServers()
        self._auto = Button(self.tr("Use recommended"), model.choose_best_smoothing)
        self._caption, self._best = TwoLineRemark(), TextLabel(role="quiet")
        for words in (self._caption, self._best):
            words.setFont(fonts.font(12, tabular=False))
        self._stats, self._matrix, self._figures = StatRow(), ConfusionMatrix(NARROW_LIST), LabelFigures()
        self._figures.setMaximumWidth(px(ALL_FIGURES))
        self._label_figures: dict[str, tuple[float, float, float]] = {}
        self._tabs, self._order = TabBar("", "", ""), make_remark(self.tr("most certain mistakes first"), elide=None)
        self._keep_recipe = Link(self.tr("Save as a recipe…"), self._ask_recipe_name, is_small=True)
        self._all_mistakes = Button(self.tr("Show all mistakes"), model.show_all_mistakes)
        self._view = TableView(self.tr("Mistakes"), edges=(28, 28), remembered_as="judged wrong")
        self._kept = KeptTable()
        self._of_labels = TableView(self.tr("Figures of each label"), edges=(28, 28), remembered_as="label figures")
        self._lists = make_stack(self._view, self._kept, self._of_labels)
        self._notice, self._search_problem = Notice(gap=px(16)), model.proposals.state.problem
        self._lay_out()
        self._event_model.chosen.connect(lambda name: model.choose(**fields_of_event_model(name)))
        self._protected.chosen.connect(lambda labels: model.choose(protected=labels))
        self._trusted.chosen.connect(lambda servers: model.choose(trusted_servers=servers))
        self._slider.value_moved.connect(model.move_slider)
        self._folds.changed.connect(lambda changes: model.choose(**changes))
        self._matrix.cell_chosen.connect(model.choose_cell)
        self._view.row_opened.connect(model.show_document)
        self._tabs.currentChanged.connect(self._lists.setCurrentIndex)
        self._tabs.currentChanged.connect(lambda _place: self._show_tabs(model.state))
        self._kept.taken.connect(model.apply_saved)
        self._kept.removed.connect(model.remove_kept)
        self._proposal.document_wanted.connect(model.document_wanted)
        parts = render_parts(
            self, model, self._show_facts, self._show_page, self._show_acts,
            self._show_choices, self._show_program_change, self._show_filter, self._show_smoothing, self._show_curve,
            self._show_notice, self._show_tabs, shows("kept")(lambda state: self._kept.show_rows(state.kept)),
            self._show_dimming, self._show_first_answer, self._show_figures_origin, self._show_result,
            self._show_test_method, self._show_unlabelled_effect, self._show_wrong, self._show_right_side,
        )  # fmt: skip
        self._veil.covered.connect(lambda: parts.render_again(self._show_figures_origin))
        render_parts(self, model.proposals, self._show_search, self._show_proposal)

    def _lay_out(self) -> None:
        self._whole, self._room, self._has_proposal = QWidget(), QWidget(), False
        column(self._result_pane(), owner=self._room)
        self._working = ProgressPane(self._model.judging_progress)
        self._right = make_stack(self._room, self._proposal, self._working)
        row(self._recipe_pane(), self._right, owner=self._whole).setStretch(1, 1)
        self._pages = make_stack(self._whole, self._empty)
        column(self._head, self._pages, owner=self)
        self.setProperty("first_focus", self._slider)

    def _recipe_pane(self) -> QWidget:
        inside = Pane("panel")
        name = TextLabel(self.tr("Event model"))
        self._strength = TextLabel(elide=Qt.TextElideMode.ElideRight)
        for head in (name, self._strength):
            head.setFont(fonts.body(600))
            head.setFixedHeight(px(20))
        line, under = QWidget(), QWidget()
        line.setFixedHeight(px(30))
        row(self._strength, px(8), self._alpha, px(10), self._auto, owner=line).setStretch(0, 1)
        row(self._caption, px(10), self._best, owner=under).setStretch(0, 1)
        self._ridge_words = Paragraph(px(18), role="quiet", most_lines=6)
        self._no_need = QWidget()
        no_need = self.tr("These settings suit most collections: you can simply press Train.")
        column(Paragraph(px(20), no_need), px(14), owner=self._no_need)
        self._changed, self._by_program = QWidget(), Paragraph(px(20), most_lines=4)
        column(self._by_program, px(14), owner=self._changed)
        self._only_textbook = (line, self._slider, under, self._folds)
        column(
            self._no_need, self._changed, name, px(6), self._event_model, px(20), self._protected, self._promise,
            self._trusted,
            line, px(14), self._slider, px(1), under, px(6), self._ridge_words, px(16), self._folds, -1,
            margins=(px(24), px(18), px(24), px(12)), owner=inside,
        )  # fmt: skip
        self._recipe = Pane("panel", "r")
        self._recipe.setFixedWidth(px(RECIPE_WIDTH))
        column(make_scroll_area(inside, is_upright=True), margins=(0, 0, 1, 0), owner=self._recipe)
        return self._recipe

    def _result_pane(self) -> QWidget:
        self._results, upper = QWidget(), Pane("paper", "b")
        self._pair_room, self._line_of_tabs, self._above_list = QWidget(), QWidget(), Pane("paper")
        line = self._line_of_tabs
        pair = row(self._matrix, px(28), self._figures, owner=self._pair_room)
        pair.setStretch(2, 100)
        pair.addStretch(1)
        pair.setAlignment(self._matrix, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        pair.setAlignment(self._figures, Qt.AlignmentFlag.AlignTop)
        line.setFixedHeight(px(40))
        row(
            self._tabs,
            px(16),
            self._all_mistakes,
            -1,
            self._order,
            self._keep_recipe,
            margins=(px(17), 0, px(28), 0),
            owner=line,
        )
        self._pair_scroll = make_scroll_area(self._pair_room, ground="paper")
        words, act = self.tr("Cancel"), self._model.stop_judging
        self._first = ProgressStrip(self._model.judging_progress, words, act)
        self._owner, self._owner_note = TextLabel(), Paragraph(px(18), role="quiet", is_small=True)
        self._owner.setFont(fonts.body(600))
        self._owner.setFixedHeight(px(20))
        self._tested = Paragraph(px(18), role="quiet", is_small=True, most_lines=5)
        self._pile = StatRow(has_main=False)
        self._pile.hide()
        parts = (
            self._notice, self._first, self._owner, self._owner_note, px(8), self._stats, px(4), self._tested, px(12),
            self._pile, px(6),
            self._pair_scroll, px(10),
        )  # fmt: skip
        column(*parts, margins=(px(28), px(21), px(28), 0), owner=self._above_list)
        for part in (self._above_list, line, self._results):
            part.installEventFilter(self)
        self._figures_scroll = make_scroll_area(self._above_list, ground="paper", is_upright=True)
        column(self._figures_scroll, line, margins=(0, 0, 0, 1), owner=upper)
        column(upper, self._lists, owner=self._results).setStretch(1, 1)
        self._veil = DimmingOverlay(self._results)
        return self._results

    @shows("can_train", "result", "problem", "is_tokenizing_stopped", "kept", "is_filter")
    def _show_page(self, state: TrainingState) -> None:
        switch_stack(self._pages, self._whole if state.can_train else self._empty, self._slider)
        settings = self._event_model if state.is_filter else self._slider  # a filter has no slider
        self.setProperty("first_focus", settings if state.can_train else self._empty)
        has_any = state.result is not None or state.problem is not None or state.is_tokenizing_stopped
        self._results.setVisible(has_any or bool(state.kept))

    @shows("can_train", "is_training", "is_trained", "kept", "is_working", "result", "program_change")
    def _show_acts(self, state: TrainingState) -> None:
        """Enable the buttons. *Train* is disabled if the model in use was trained with this recipe on these documents.

        A model learns every change at once, but only training measures its error limits again.
        """
        for button in (self._train, self._propose):
            button.setVisible(state.can_train)
        is_known = state.is_working or state.result is not None  # before, the saved models are not loaded
        self._no_need.setVisible(state.model_in_use is None and is_known and state.program_change is None)
        self._train_other.setVisible(state.can_train and state.model_in_use is not None and not state.is_trained)
        self._train_other.setEnabled(not state.is_training)
        is_behind = state.is_trained and state.model_in_use is not None and state.model_in_use.is_behind
        is_done = state.is_trained and not is_behind
        name = self.tr("Train again") if is_behind else self.tr("Trained") if is_done else self.tr("Train")
        self._train.setText(name)
        why = self.tr(
            "The model has learnt every change. Train again to choose its settings and to measure its errors with all "
            "labels that it has now."
        )
        set_tip(self._train, why if is_behind else "")
        self._train.setEnabled(not state.is_training and not is_done)

    @shows("is_searching", "problem")
    def _show_search(self, state: ProposalState) -> None:
        self._propose.setEnabled(not state.is_searching)
        self._search_problem = state.problem
        self._show_notice(self._model.state)

    @shows("proposal")
    def _show_proposal(self, state: ProposalState) -> None:
        if state.proposal is not None:
            self._proposal.show_proposal(state.proposal)
        self._has_proposal = state.proposal is not None
        self._show_right_side(self._model.state)

    @shows("result", "is_working")
    def _show_right_side(self, state: TrainingState) -> None:
        """Show the proposal. Without one, show the progress of the first evaluation, and later its result."""
        is_first = state.result is None and state.is_working
        if is_first:
            words = self.tr("Testing these settings on held-out documents…")
            self._working.show_work(words, self.tr("Cancel"), self._model.stop_judging, is_working=True)
        shown = self._proposal if self._has_proposal else self._working if is_first else self._room
        self._right.setCurrentWidget(shown)

    @shows("is_working", "is_first_answer", "is_outdated")
    def _show_dimming(self, state: TrainingState) -> None:
        former = self.tr("Former settings. Testing the new ones…")
        is_waiting = state.is_working and not state.is_first_answer
        self._veil.show_waiting(is_waiting=is_waiting, words=former if state.is_outdated else "")

    @shows("is_working", "is_first_answer", "event_model")
    def _show_first_answer(self, state: TrainingState) -> None:
        """Show a note that the figures are those of a quick recipe, and the progress of evaluating the chosen
        recipe.
        """
        words = self.tr("Testing “%1”…") if state.is_working else self.tr("“%1” was not tested.")
        words = words.replace("%1", event_model_name(state.event_model)) if state.is_first_answer else ""
        self._first.show_work(words, is_working=state.is_working)

    @shows("result", "kept", "is_trained", "is_training", "is_first_answer", "is_working", "event_model", "is_outdated")
    def _show_figures_origin(self, state: TrainingState) -> None:
        """Show whether the figures belong to the saved model, or are a preview for a recipe that was not trained, or
        belong to the former settings.
        """
        for part in (self._owner, self._owner_note):
            part.setVisible(state.result is not None)
        if state.result is None:
            return
        if state.is_first_answer:
            quick = self.tr("Quick first result: %1").replace("%1", event_model_name(FIRST_EVENT_MODEL))
            self._owner.setText(quick)
            chosen = self.tr("The result for “%1” will follow soon.") if state.is_working else ""
            self._owner_note.show_words(chosen.replace("%1", event_model_name(state.event_model)))
            self._owner_note.setVisible(state.is_working)
            return
        if state.is_outdated:
            if self._veil.isVisible() or not state.is_working:  # not for a test that ends at once
                self._owner.setText(self.tr("Result of the former settings"))
                being_tested = self.tr("The new settings are being tested.")
                self._owner_note.show_words(
                    being_tested if state.is_working else self.tr("The new settings were not tested.")
                )
            return
        model, n_documents = state.model_in_use, state.result.evaluation.documents
        is_saved = model is not None and state.is_trained and not state.is_training
        if model is None or not is_saved:
            self._owner.setText(self.tr("Preview: not a saved model"))
            self._owner_note.show_words(self._preview_note(state, model))
            return
        self._owner.setText(self.tr("Saved model “%1”").replace("%1", model.name))
        note = self.tr("The figures below are from a test with the settings and documents of this model.")
        if model.n_documents and model.n_documents != n_documents:
            note = self.tr(
                "The model was saved with %Ln document(s) and has learnt every change since. The figures "
                "below are for all %1 documents.",
                "",
                model.n_documents,
            )
        elif model.recipe.unlabelled and not math.isnan(model.accuracy):
            note = self.tr(
                "The saved model also learnt from unlabelled documents (accuracy: %1). The figures below are "
                "for training without them."
            )
            note = note.replace("%1", wording.format_percent(model.accuracy))
        self._owner_note.show_words(note.replace("%1", wording.format_count(n_documents)))

    def _preview_note(self, state: TrainingState, model: SavedRecipe | None) -> str:
        """Return a sentence about the preview and the saved model."""
        if state.is_training:
            return self.tr("The model is being trained. It is saved at the end.")
        if model is None:
            return self.tr(
                "The figures below show how well a model with these settings classifies documents that it has not "
                "learnt (held-out documents). Nothing is saved until you press Train."
            )
        if math.isnan(model.accuracy):
            told = self.tr(
                "The figures below show how well a model with these settings would do. The saved model “%1” has "
                "other settings."
            )
            return told.replace("%1", model.name)
        told = self.tr("The saved model “%1” has other settings. Its accuracy was %2 when it was saved.")
        return wording.fill_placeholders(told, model.name, wording.format_percent(model.accuracy))

    @shows("problem", "is_tokenizing_stopped", "is_first_answer")
    def _show_notice(self, state: TrainingState) -> None:
        if state.problem is None and state.is_tokenizing_stopped and state.is_first_answer:
            words = self.tr("The test was stopped.")
            self._notice.show_problem(words, self.tr("Continue"), self._model.count_words)
            return
        if state.problem is None and state.is_tokenizing_stopped:
            words = self.tr("The test was stopped too early: there is no result to show.")
            self._notice.show_problem(words, self.tr("Continue"), self._model.count_words)
            return
        problem = state.problem or self._search_problem
        self._notice.show_problem(sentence_for(problem) if problem is not None else "")

    @shows("result", "n_wrong", "kept", "cell")
    def _show_tabs(self, state: TrainingState) -> None:
        result = state.result
        counted = self.tr("%Ln document(s) classified wrongly", "", state.n_wrong)
        if result is not None and state.cell is not None:
            truth, judged = (result.evaluation.labels[number] for number in state.cell)
            counted = self.tr("%Ln document(s) labelled %1, classified as %2", "", state.n_wrong)
            if truth == judged:
                counted = self.tr("%Ln document(s) labelled %1, classified correctly", "", state.n_wrong)
            counted = wording.fill_placeholders(counted, truth, judged)
        uncounted = self.tr("Documents classified wrongly")
        self._tabs.show_name(0, uncounted if result is None else counted)
        self._tabs.show_name(1, self.tr("Models and recipes: %Ln", "", len(state.kept)))
        is_right = state.cell is not None and state.cell[0] == state.cell[1]
        self._order.setText(self.tr("least certain first") if is_right else self.tr("most certain mistakes first"))
        n_labels = 0 if result is None else len(result.evaluation.labels)
        self._tabs.show_name(2, self.tr("Labels: %Ln", "", n_labels))
        self._offer_table_of_labels()
        shows_mistakes, shows_kept = (self._tabs.currentIndex() == place for place in (0, 1))
        self._all_mistakes.setVisible(state.cell is not None and shows_mistakes)
        self._keep_recipe.setVisible(shows_kept and result is not None)
        room = self._line_of_tabs.width() - self._tabs.sizeHint().width() - px(17 + 28)
        room -= self._all_mistakes.sizeHint().width() + px(16) if state.cell is not None else 0
        self._order.setVisible(shows_mistakes and self._order.sizeHint().width() <= room)

    def _offer_table_of_labels(self) -> None:
        """Show the tab with the figures of each label if they are not all beside the matrix."""
        n_labels = len(self._label_figures)
        is_beside = n_labels <= MAX_LABELS_WITHOUT_TABLE and not self._figures.isHidden()
        self._tabs.setTabVisible(2, n_labels > 0 and not is_beside)

    @shows("corpus", "labels", "n_documents", "can_train", "kept", "is_trained")
    def _show_facts(self, state: TrainingState) -> None:
        self._head.show_facts(self._facts(state))

    def _facts(self, state: TrainingState) -> str:
        if not state.corpus:
            return self.tr("No documents yet")
        labels = self._head.label_count_texts([(label.name, label.n_documents) for label in state.labels])
        told = self._model_sentence(state) if state.can_train else ""
        return wording.join_facts([state.corpus, self.tr("%Ln document(s)", "", state.n_documents), *labels, told])

    def _model_sentence(self, state: TrainingState) -> str:
        model = state.model_in_use
        if model is None:
            return self.tr("no model yet")
        if state.is_trained:
            return self.tr("Model “%1” uses these settings").replace("%1", model.name)
        words = wording.join_facts([event_model_name(event_model_of_saved(model)), smoothing_or_ridge_of_row(model)])
        return wording.fill_placeholders(self.tr("Model “%1” was trained with other settings: %2"), model.name, words)

    @shows("event_model", "choices", "is_table", "has_text", "has_filter", "result")
    def _show_choices(self, state: TrainingState) -> None:
        fits = {"is_table": state.is_table, "has_text": state.has_text, "has_filter": state.has_filter}
        self._event_model.show_choice(state.event_model, **fits)
        needed = 1 if state.result is None else state.result.longest_ngram
        self._folds.show_choices(state.choices, has_text=state.has_text, longest_needed=needed)

    @shows("program_change", "is_fitted", "smoothing", "kept")
    def _show_program_change(self, state: TrainingState) -> None:
        """Say which settings the program itself changed. After a training this is of no use any more."""
        written = wording.format_significant if state.is_fitted else wording.format_smoothing
        moved = self.tr("Bayleaf moved the slider to the recommended value, %1. You can simply press Train.")
        texts = {
            ProgramChange.BEST_VALUE: "" if state.model_in_use else moved.replace("%1", written(state.smoothing)),
            ProgramChange.BEST_SETTINGS: self.tr(
                "Bayleaf chose these settings. They had the best result on held-out documents."
            ),
            ProgramChange.RESTORED: self.tr(
                "The test of the new settings did not finish. These are the settings that were tested last."
            ),
        }
        told = "" if state.program_change is None else texts[state.program_change]
        self._by_program.show_words(told)
        self._changed.setVisible(bool(told))

    @shows("is_filter", "choices", "labels", "result")
    def _show_filter(self, state: TrainingState) -> None:
        for part in self._only_textbook:
            part.setVisible(not state.is_filter)
        choices = state.choices if state.is_filter else INITIAL_REQUEST
        self._protected.show_labels(state.protectable_labels if state.is_filter else (), choices.protected)
        self._trusted.show_servers(choices.trusted_servers, is_shown=state.is_filter)
        self._promise.show_promise(state.result.promise if state.is_filter and state.result is not None else None)

    @shows("is_fitted", "smoothing")
    def _show_smoothing(self, state: TrainingState) -> None:
        is_fitted, smoothing = state.is_fitted, state.smoothing
        self._slider.show_alpha(smoothing, RIDGE if is_fitted else ALPHA)
        self._strength.setText(self.tr("Caution (regularisation)") if is_fitted else self.tr("Smoothing"))
        strength = (
            wording.format_significant(smoothing) if is_fitted else smoothing_or_ridge_text(smoothing)
        )  # the name is beside it
        self._alpha.setText(strength or self.tr("none"))

    @shows("curve", "awaits_curve", "is_fitted", "smoothing", "best_smoothing")
    def _show_curve(self, state: TrainingState) -> None:
        self._slider.show_curve(state.curve, is_waiting=state.awaits_curve)
        of_some = self.tr("Correct on %Ln held-out document(s), %", "", state.curve.n_judged)
        self._caption.setText(of_some if state.curve.n_judged else self.tr("Correct on held-out documents, %"))
        self._auto.setEnabled(state.best_smoothing not in (None, state.smoothing))
        self._best.setVisible(state.best_smoothing is not None)
        by_loss = self.tr(
            "Chooses the value with the fewest mistakes. Among values whose difference from it could be "
            "chance, chooses the one with the lowest log loss."
        )
        by_mistakes = self.tr(
            "The value with the fewest mistakes on held-out documents. If several values have equally "
            "few, it is the one with the lowest log loss."
        )
        for part in (self._best, self._auto):
            set_tip(part, by_loss if state.is_fitted else by_mistakes)
        written = wording.format_significant if state.is_fitted else wording.format_smoothing
        if state.best_smoothing is not None:
            self._best.setText(self.tr("recommended: %1").replace("%1", written(state.best_smoothing)))
            self._auto.setText(self.tr("Use %1").replace("%1", written(state.best_smoothing)))
        words = self.tr(
            "Left: the model trusts every word fully, and may learn chance patterns. Right: it trusts words less,"
            " and may miss real evidence."
        )
        if state.is_fitted and is_below_top(state.curve) and state.best_smoothing == state.curve.best:
            not_top = self.tr(
                "With %2, slightly more documents are classified correctly than with %1, but that could "
                "be chance. The probabilities are better with %1."
            )
            top = state.curve.values[int(np.argmax(state.curve.accuracies))]
            words = f"{words} {wording.fill_placeholders(not_top, written(state.curve.best), written(top))}"
        self._ridge_words.show_words(words if state.is_fitted else "")
        self._ridge_words.setVisible(state.is_fitted)

    @shows("result", "labels")
    def _show_result(self, state: TrainingState) -> None:
        result = state.result
        if result is not None:
            evaluation, colours = result.evaluation, state.colours
            self._stats.show_stats(self._figures_of(result))
            names = evaluation.labels
            self._matrix.show_confusion(Confusion(names, tuple(colours[name] for name in names), evaluation.confusion))
            figures = {name: (each.precision, each.recall, each.f1) for name, each in evaluation.per_label.items()}
            self._label_figures = figures
            self._show_figures_of_labels(result)
            self._fit_matrix()

    @shows("result", "by_date", "tests_filter", "is_filter", "event_model", "is_first_answer")
    def _show_test_method(self, state: TrainingState) -> None:
        """Show how the figures were measured. For a filter, also show its accuracy and that of another model on the
        same mails.
        """
        result, by_date = state.result, state.by_date
        is_tested_otherwise = state.is_filter if state.is_first_answer else state.tests_filter
        self._tested.setVisible(result is not None and is_tested_otherwise)
        if result is None:
            return
        is_replay = result.judged_by == "replay"
        by_others = self.tr(
            "Each mail was tested by a model that had learnt all others, even later ones. This test is easier "
            "than the filter's test by date."
        )
        words = [
            self.tr("All figures are tested by date: each mail was classified before it was learnt.")
            if is_replay
            else by_others
        ]
        if by_date is None and is_replay:
            words.append(self.tr("Other models have an easier test, so do not compare their figures with these."))
        elif by_date is not None:  # first, as it is what a person wants to know
            other = event_model_name(FIRST_EVENT_MODEL if is_replay else state.event_model)
            both = self.tr(
                "On the newer half (%Ln mail(s), tested by date), correct verdicts: %1 %2, %3 %4.",
                "",
                by_date.documents,
            )
            of_filter, of_other = (wording.format_percent(share, 2) for share in (by_date.of_filter, by_date.of_other))
            facts = (event_model_name(FILTER), of_filter, other, of_other)
            comparison = [wording.fill_placeholders(both, *facts)]
            if of_filter != of_other:
                is_chance = by_date.p_value > SIGNIFICANCE_LEVEL
                chance = self.tr("The difference could be chance.")
                comparison.append(chance if is_chance else self.tr("The difference is unlikely to be chance."))
            words[:0] = comparison
        self._tested.show_words(" ".join(words))

    @shows("unlabelled_effect", "result", "is_first_answer")
    def _show_unlabelled_effect(self, state: TrainingState) -> None:
        """Show the accuracies with and without the unlabelled documents side by side."""
        effect = state.unlabelled_effect
        is_known = effect is not None and effect.accuracy_with is not None and effect.accuracy_without is not None
        self._pile.setVisible(is_known and state.result is not None and not state.is_first_answer)
        if effect is None or effect.accuracy_with is None or effect.accuracy_without is None:
            return
        used = (
            self.tr("training uses the unlabelled documents")
            if effect.is_used
            else self.tr("training ignores the unlabelled documents")
        )
        if effect.is_used and effect.accuracy_with < effect.accuracy_without:
            used = self.tr("used, but the difference could be chance")
        self._pile.show_stats([
            Stat(wording.format_percent(effect.accuracy_with),
                 self.tr("accuracy with %Ln unlabelled document(s)", "", effect.documents),
                 used),
            Stat(wording.format_percent(effect.accuracy_without),
                 self.tr("accuracy without unlabelled documents"), self.tr("on the same held-out documents")),
        ])  # fmt: skip

    def _show_figures_of_labels(self, result: JudgedRecipe) -> None:
        """List precision, recall and F1 of each label in a tab, because a list of confusions has no row per label."""
        names, per_label = result.evaluation.labels, result.evaluation.per_label

        def figures(title: str, shares: list[float]) -> Column:
            return Column(title, np.array(shares, dtype=np.float64), wording.format_percent, ColumnStyle("number", 92))

        self._of_labels.show_columns([
            Column(self.tr("Label"), list(names), look=ColumnStyle("strong")),
            Column(self.tr("Documents"), np.array([per_label[name].support for name in names]),
                   lambda count: wording.format_count(int(count)), ColumnStyle("number", 100)),
            figures(self.tr("Precision"), [per_label[name].precision for name in names]),
            figures(self.tr("Recall"), [per_label[name].recall for name in names]),
            figures("F1", [per_label[name].f1 for name in names]),
        ])  # fmt: skip

    def _fit_matrix(self) -> None:
        """Make a matrix of many labels scroll, or list its largest cells, so that there is room for the mistakes."""
        above = self._above_list.layout().minimumSize().height()  # type: ignore[union-attr] # `column` has made it
        room_height = self._height_of_figures() - (above - self._pair_scroll.minimumHeight())
        self._matrix.prefer_list(is_on=room_height < self._matrix.height_of_table(LEAST_ROWS))
        seen = self.width() - self._recipe.maximumWidth() - px(56)
        is_dense, is_list, room = self._matrix.is_dense, self._matrix.is_list, self._pair_room
        scroll_bars = 2 * px(14)  # of the list, and of all figures on a low page
        self._matrix.fit(QSize(seen - scroll_bars if is_list else 0, 0))  # long names use the room beside the list
        matrix = self._matrix.sizeHint()
        beside = seen - matrix.width() - px(28)
        least = px(MIN_FIGURE_WIDTH if is_dense else 70)
        has_all = is_dense and not least <= beside < px(ALL_FIGURES)  # else F1 alone spares the scrolling
        self._figures.setMinimumWidth(px(ALL_FIGURES) if has_all else least)
        # The rows of a list are not labels, and cut figures cannot be read: the figures have a tab then.
        has_room = is_dense or beside - px(14) >= least  # without the scroll bar of all figures
        self._figures.setVisible(not is_list and has_room)
        if not self._figures.isHidden():
            self._figures.show_figures(self._label_figures, self._matrix)
        self._offer_table_of_labels()
        figures = px(28) + self._figures.minimumWidth() if not self._figures.isHidden() else 0
        room.setMinimumWidth(matrix.width() + figures if is_dense else 0)
        is_wide = max(room.minimumWidth(), room.minimumSizeHint().width()) > seen
        height = matrix.height() + (px(14) if is_wide else 0)
        limited = min(height, max(room_height, px(LEAST_MATRIX)))
        self._pair_scroll.setFixedHeight(limited if is_dense else height)
        above = self._above_list.layout().minimumSize().height()  # type: ignore[union-attr]
        self._figures_scroll.setFixedHeight(min(above, self._height_of_figures()))

    def _height_of_figures(self) -> int:
        """Return the height that the figures can have above a few rows of the list. If they need more, they scroll."""
        return max(self._results.height() - self._line_of_tabs.height() - px(LEAST_LIST), px(LEAST_FIGURES))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        has_other_note = watched is self._above_list and event.type() is QEvent.Type.LayoutRequest
        if has_other_note or (watched is self._results and event.type() is QEvent.Type.Resize):
            self._fit_matrix()
        if watched is self._line_of_tabs and event.type() is QEvent.Type.Resize:
            self._show_tabs(self._model.state)  # comes after the page's own resizeEvent
        return False

    def _figures_of(self, result: JudgedRecipe) -> list[Stat]:
        evaluation, positive = result.evaluation, result.positive
        interval, errors = evaluation.accuracy_interval, evaluation.count_lost_and_missed(positive)
        low, high = (wording.format_decimal(100 * share, 1) for share in (interval.low, interval.high))
        told = self.tr("95 % confidence interval: %1 – %2").replace("%1", low).replace("%2", high)
        stats = [Stat(wording.format_percent(evaluation.accuracy), self.tr("correct on held-out documents"), told)]
        if errors is None:
            return stats
        negative = next(name for name in evaluation.labels if name != positive)
        for number, share, label, verdict in (
            (errors.n_lost, errors.lost_share, negative, positive),
            (errors.n_missed, errors.missed_share, positive, negative),
        ):
            told = wording.fill_placeholders(self.tr("%1 of %2"), wording.format_percent(share, 2), label)
            name = wording.fill_placeholders(self.tr("%1 classified as %2"), label, verdict)
            stats.append(Stat(wording.format_count(number), name, told))
        return stats

    @shows("result", "mistakes", "cell", "labels")
    def _show_wrong(self, state: TrainingState) -> None:
        result, shown, colours = state.result, state.shown_mistakes, state.colours
        if result is None:
            return
        is_of_two, positive = len(result.names) == 2, result.positive
        width = label_width(result.names, 115 if is_of_two else 64, is_first=False)
        look = ColumnStyle("label", min(width, MAX_LABEL_WIDTH), min_width=104)

        def labels(title: str, names: Iterable[str]) -> Column:
            chips = [make_label_cell(name, colours) for name in names]
            return Column(title, chips, lambda cell: cell.name, look)

        shares = [
            ProbabilityCell(each.share, colours.get(each.judged, NO_COLOUR), is_surprising=True) for each in shown
        ]
        name = self.tr("Probability of %1").replace("%1", positive) if positive else self.tr("Probability")
        self._view.show_columns([
            Column(self.tr("Subject"), [each.title for each in shown]),
            labels(self.tr("Label"), (each.label for each in shown)),
            *([] if positive else [labels(self.tr("Verdict"), (each.judged for each in shown))]),
            Column(
                name, shares, lambda cell: wording.format_probability(cell.probability),
                SHARE if is_of_two else NARROW_SHARE,
                is_number=True,
            ),
        ])  # fmt: skip

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._recipe.setFixedWidth(px(RECIPE_WIDTH if self.width() >= px(WIDE_FROM) else NARROW_RECIPE_WIDTH))
        self._fit_matrix()

    def _ask_model_name(self) -> None:
        """Ask for a name, and train a further model under that name. The model in use is not replaced."""
        state = self._model.state
        names = {row.name for row in state.kept if row.is_model}
        stem = f"{state.corpus} {event_model_name(state.event_model)}"
        free = (f"{stem} {number}" if number > 1 else stem for number in range(1, len(names) + 2))
        suggestion = next(name for name in free if name not in names)
        title = self.tr("Save as another model")
        name = ask_for_name(self, title, self.tr("Name of the model"), suggestion)
        if name:
            self._model.train_as(name)

    def _ask_recipe_name(self) -> None:
        state = self._model.state
        strength = smoothing_or_ridge_text(state.smoothing, state.smoothing if state.is_fitted else None)
        suggestion = wording.join_facts([event_model_name(state.event_model), strength])
        name = ask_for_name(self, self.tr("Save these settings as a recipe"), self.tr("Name of the recipe"), suggestion)
        if name:
            self._model.keep_recipe(name)


def smoothing_or_ridge_of_row(row: SavedRecipe) -> str:
    """Return the smoothing α of a saved recipe as text; for learnt factors the ridge (*caution* in the window); "" for
    filters.
    """
    recipe = row.recipe
    if recipe.learner is not None:
        return ""
    return smoothing_or_ridge_text(recipe.smoothing, recipe.ridge if recipe.is_fitted else None)


def smoothing_or_ridge_text(alpha: float, ridge: float | None = None) -> str:
    """Format the smoothing α, or the ridge of learnt factors (*caution* in the window); "" without smoothing."""
    if ridge is not None:
        return translate("TrainingPage", "caution %1").replace("%1", wording.format_significant(ridge))
    return f"α = {wording.format_smoothing(alpha)}" if alpha > 0 else ""

"""The Train page: the recipe at the left, and beside it what it gives, live."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.pages.kit.fields import asked_name
from app.pages.kit.page_head import NothingYet, Notice, PageHead, Tabs, Veil, WorkingPane, show_part
from app.pages.kit.plots.evaluation_figures import ConfusionMatrix, LabelFigures, StatRow
from app.pages.kit.smoothing_slider import ALPHA, RIDGE, SmoothingSlider
from app.pages.kit.table_view import ColumnLook, TableView, label_width
from app.pages.kit.widgets import Button, Link, Pane, Paragraph, Words, column, heading, remark, row, scrolled, stacked
from app.pages.painted_values import NO_COLOUR, Confusion, ShareCell, Stat, label_cell
from app.pages.shell.frame_view_model import PageCommands
from app.pages.shell.page_models import DOCUMENTS_PAGE
from app.pages.training.filter_panes import PromisePane, ProtectedLabels, TrustedServers
from app.pages.training.kept_recipes_table import KeptTable
from app.pages.training.proposal import ProposalState
from app.pages.training.proposal_pane import ProposalPane
from app.pages.training.recipe_choices import FILTER, USUAL, event_model_chosen, event_model_name, kept_event_model
from app.pages.training.recipe_sections import EventModelChoice, RecipeFolds
from app.pages.training.state import JudgedRecipe, TrainingState
from app.pages.training.view_model import TrainingViewModel
from app.qt import wording
from app.qt.array_table import Column
from app.qt.look import fonts
from app.qt.look.fonts import px
from app.qt.page_model import show_parts
from app.qt.tooltips import set_tip
from app.qt.wording import sentence_for

translate = QCoreApplication.translate

SHARE, NARROW_SHARE = ColumnLook("share", 148), ColumnLook("share", 130, keeps=520)
RECIPE_WIDTH = 397
WIDEST_LABEL = 160
NARROW_LIST = 300
"""Of confusions, beside the figures of each label."""
ALL_FIGURES, LEAST_FIGURE = 243, 56
WIDE_FROM = 860
"""From this width of the page the figures of each label stand beside the matrix."""


class TrainingPage(QWidget):
    """Shows what its view-model holds."""

    def __init__(self, model: TrainingViewModel, commands: PageCommands | None = None) -> None:
        super().__init__()
        self._model = model
        lines = self.tr(
            "Give at least two labels to some documents;\nthe words of each are then weighed against the others."
        )
        sentence, act_name, commands = (
            self.tr("Two labels with documents make a model"), self.tr("Label documents"), commands or PageCommands()
        )  # fmt: skip
        self._empty = NothingYet(commands, sentence, lines, act_name, commands.open_page(DOCUMENTS_PAGE))
        self._train = Button(self.tr("Train"), model.train, is_primary=True)
        self._propose = Button(self.tr("Auto…"), model.propose)
        set_tip(self._propose, self.tr("Look for a better recipe, and show it beside yours"))
        self._head = PageHead(self.tr("Train"), self._propose, self._train)
        self._proposal = ProposalPane(model.use_proposal, model.proposals.drop)
        self._event_model, self._promise, self._folds = EventModelChoice(), PromisePane(), RecipeFolds()
        self._slider, self._alpha, self._protected = SmoothingSlider(), heading(), ProtectedLabels()
        self._trusted = TrustedServers()
        self._auto = Button(self.tr("Best"), model.choose_best_smoothing)
        self._caption, self._best = Words(role="quiet", elide=Qt.TextElideMode.ElideRight), Words(role="quiet")
        for words in (self._caption, self._best):
            words.setFont(fonts.font(12, tabular=False))
        self._stats, self._matrix, self._figures = StatRow(), ConfusionMatrix(NARROW_LIST), LabelFigures()
        self._tabs, self._order = Tabs("", ""), remark(self.tr("surest mistakes first"), elide=None)
        self._keep_recipe = Link(self.tr("Keep this recipe…"), self._ask_recipe_name, is_small=True)
        self._all_mistakes = Button(self.tr("Show all mistakes"), model.show_all_mistakes)
        self._view = TableView(self.tr("Documents judged wrong"), edges=(28, 28), remembered_as="judged wrong")
        self._kept = KeptTable()
        self._lists = stacked(self._view, self._kept)
        self._notice, self._search_problem = Notice(gap=px(16)), model.proposals.state.problem
        self._lay_out()
        self._event_model.chosen.connect(lambda name: model.choose(**event_model_chosen(name)))
        self._protected.chosen.connect(lambda labels: model.choose(protected=labels))
        self._trusted.chosen.connect(lambda servers: model.choose(trusted_servers=servers))
        self._slider.alpha_moved.connect(model.move_slider)
        self._folds.changed.connect(lambda changes: model.choose(**changes))
        self._matrix.cell_chosen.connect(model.choose_cell)
        self._view.row_opened.connect(model.show_document)
        self._tabs.currentChanged.connect(self._lists.setCurrentIndex)
        self._tabs.currentChanged.connect(lambda _place: self._show_tabs(model.state))
        self._kept.taken.connect(model.take_kept)
        self._kept.removed.connect(model.remove_kept)
        self._proposal.document_wanted.connect(model.document_wanted)
        show_parts(
            self, model, lambda state: self._head.show_facts(self._facts(state)), self._show_page, self._show_acts,
            self._show_choices, self._show_filter, self._show_smoothing, self._show_curve,
            self._show_notice, self._show_tabs, lambda state: self._kept.show_rows(state.kept),
            lambda state: self._veil.show_waiting(is_waiting=state.is_working), self._show_result,
            self._show_wrong, self._show_right,
        )  # fmt: skip
        show_parts(self, model.proposals, self._show_search, self._show_proposal)

    def _lay_out(self) -> None:
        self._whole, self._room, self._has_proposal = QWidget(), QWidget(), False
        column(self._result_pane(), owner=self._room)
        self._working = WorkingPane(self._model.judging_progress)
        self._right = stacked(self._room, self._proposal, self._working)
        row(self._recipe_pane(), self._right, owner=self._whole).setStretch(1, 1)
        self._pages = stacked(self._whole, self._empty)
        column(self._head, self._pages, owner=self)
        self.setProperty("first_focus", self._slider)

    def _recipe_pane(self) -> QWidget:
        inside = Pane("panel")
        name, self._strength = Words(self.tr("Event model")), Words()
        for head in (name, self._strength):
            head.setFont(fonts.body(600))
            head.setFixedHeight(px(20))
        line, under = QWidget(), QWidget()
        line.setFixedHeight(px(30))
        row(self._strength, -1, self._alpha, px(10), self._auto, owner=line)
        row(self._caption, px(10), self._best, owner=under).setStretch(0, 1)
        self._ridge_words = Paragraph(px(18), role="quiet")
        self._only_textbook = (line, self._slider, under, self._folds)
        column(
            name, px(6), self._event_model, px(20), self._protected, self._promise, self._trusted, line, px(14),
            self._slider, px(1), under, px(6), self._ridge_words, px(16), self._folds, -1,
            margins=(px(24), px(18), px(24), px(12)), owner=inside,
        )  # fmt: skip
        self._recipe = Pane("panel", "r")
        self._recipe.setFixedWidth(px(RECIPE_WIDTH))
        column(scrolled(inside, is_upright=True), margins=(0, 0, 1, 0), owner=self._recipe)
        return self._recipe

    def _result_pane(self) -> QWidget:
        self._results, upper, self._lower = QWidget(), Pane("paper", "b"), QWidget()
        self._pair_room, line, figures = QWidget(), QWidget(), QWidget()
        pair = row(self._matrix, px(28), self._figures, owner=self._pair_room)
        pair.setStretch(2, 1)
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
        self._pair_scroll = scrolled(self._pair_room, ground="paper")
        parts = (self._notice, self._stats, px(22), self._pair_scroll, px(10))
        column(*parts, margins=(px(28), px(21), px(28), 0), owner=figures)
        column(figures, line, margins=(0, 0, 0, 1), owner=upper)
        column(upper, self._lists, owner=self._results).setStretch(1, 1)
        self._veil = Veil(self._results)
        return self._results

    def _show_page(self, state: TrainingState) -> None:
        show_part(self._pages, self._whole if state.can_train else self._empty, self._slider)
        self.setProperty("first_focus", self._slider if state.can_train else self._empty)
        has_any = state.result is not None or state.problem is not None or state.is_uncounted
        self._results.setVisible(has_any or bool(state.kept))

    def _show_acts(self, state: TrainingState) -> None:
        """Training by the recipe that the model has already would change nothing."""
        for button in (self._train, self._propose):
            button.setVisible(state.can_train)
        self._train.setText(self.tr("Trained") if state.is_trained else self.tr("Train"))
        self._train.setEnabled(not state.is_keeping and not state.is_trained)

    def _show_search(self, state: ProposalState) -> None:
        self._propose.setEnabled(not state.is_searching)
        self._search_problem = state.problem
        self._show_notice(self._model.state)

    def _show_proposal(self, state: ProposalState) -> None:
        if state.proposal is not None:
            self._proposal.show_proposal(state.proposal)
        self._has_proposal = state.proposal is not None
        self._show_right(self._model.state)

    def _show_right(self, state: TrainingState) -> None:
        """Show a proposal, the result, or what is being done about it."""
        is_first = state.result is None and state.is_working
        if is_first:
            words = self.tr("Testing this recipe on documents it has not seen…")
            self._working.show_work(words, self.tr("Cancel"), self._model.stop_judging, is_working=True)
        shown = self._proposal if self._has_proposal else self._working if is_first else self._room
        self._right.setCurrentWidget(shown)

    def _show_notice(self, state: TrainingState) -> None:
        if state.problem is None and state.is_uncounted:
            words = self.tr("It was stopped before there was anything to show.")
            self._notice.show_problem(words, self.tr("Go on"), self._model.count_words)
            return
        problem = state.problem or self._search_problem
        self._notice.show_problem(sentence_for(problem) if problem is not None else "")

    def _show_tabs(self, state: TrainingState) -> None:
        result = state.result
        counted = self.tr("%Ln document(s) judged wrong", "", state.n_wrong)
        uncounted = self.tr("Documents judged wrong")
        self._tabs.show_name(0, uncounted if result is None else counted)
        self._tabs.show_name(1, self.tr("%Ln kept", "", len(state.kept)))
        is_right = state.cell is not None and state.cell[0] == state.cell[1]
        self._order.setText(self.tr("only mistakes are listed") if is_right else self.tr("surest mistakes first"))
        shows_kept = self._tabs.currentIndex() == 1
        self._all_mistakes.setVisible(state.cell is not None and not shows_kept)
        self._keep_recipe.setVisible(shows_kept and result is not None)
        room = self._results.width() - self._tabs.sizeHint().width() - px(17 + 28)
        room -= self._all_mistakes.sizeHint().width() + px(16) if state.cell is not None else 0
        self._order.setVisible(not shows_kept and self._order.sizeHint().width() <= room)

    def _facts(self, state: TrainingState) -> str:
        if not state.corpus:
            return self.tr("No documents yet")
        labels = self._head.label_facts([(label.name, label.n_documents) for label in state.labels])
        told = self._told_of_model(state) if state.can_train else ""
        return wording.joined([state.corpus, self.tr("%Ln document(s)", "", state.n_documents), *labels, told])

    def _told_of_model(self, state: TrainingState) -> str:
        model = state.model_in_use
        if model is None:
            return self.tr("no model yet")
        if state.is_trained:
            return self.tr("“%1” has this recipe").replace("%1", model.name)
        event_model = kept_event_model(model)
        recipe, ridge = model.recipe, model.recipe.ridge if model.recipe.is_fitted else None
        strength = [] if event_model == FILTER else [strength_text(recipe.smoothing, ridge)]
        words = wording.joined([event_model_name(event_model), *strength])
        return wording.numbered(self.tr("“%1” has another: %2"), model.name, words)

    def _show_choices(self, state: TrainingState) -> None:
        fits = {"is_table": state.is_table, "has_text": state.has_text, "has_filter": state.has_filter}
        self._event_model.show_choice(state.event_model, **fits)
        needed = 1 if state.result is None else state.result.longest_ngram
        self._folds.show_choices(state.choices, has_text=state.has_text, longest_needed=needed)

    def _show_filter(self, state: TrainingState) -> None:
        for part in self._only_textbook:
            part.setVisible(not state.is_filter)
        choices = state.choices if state.is_filter else USUAL
        self._protected.show_labels(state.protectable if state.is_filter else (), choices.protected)
        self._trusted.show_servers(choices.trusted_servers, is_shown=state.is_filter)
        self._promise.show_promise(state.result.promise if state.is_filter and state.result is not None else None)

    def _show_smoothing(self, state: TrainingState) -> None:
        is_fitted, smoothing = state.is_fitted, state.smoothing
        self._slider.show_alpha(smoothing, RIDGE if is_fitted else ALPHA)
        self._strength.setText(self.tr("How tightly factors are held") if is_fitted else self.tr("Smoothing"))
        self._alpha.setText(strength_text(smoothing, smoothing if is_fitted else None) or self.tr("none"))
        words = self.tr(
            "Held loosely, at the left, a word counts for as much as the documents bear out; held tightly, for less. "
            "Too loosely, chance counts too."
        )
        self._ridge_words.show_words(words if is_fitted else "")
        self._ridge_words.setVisible(is_fitted)

    def _show_curve(self, state: TrainingState) -> None:
        self._slider.show_curve(state.curve, is_waiting=state.awaits_curve)
        of_some = self.tr("Accuracy on %Ln document(s) left out, %", "", state.curve.n_judged)
        self._caption.setText(of_some if state.curve.n_judged else self.tr("Accuracy without having seen it, %"))
        self._auto.setEnabled(state.best_smoothing is not None)
        self._best.setVisible(state.best_smoothing is not None)
        by_loss = self.tr("Fewest judged wrong; where chance could make the difference, the least log loss")
        set_tip(self._best, by_loss if state.is_fitted else "")
        written = wording.significant if state.is_fitted else wording.smoothing
        if state.best_smoothing is not None:
            self._best.setText(self.tr("best at %1").replace("%1", written(state.best_smoothing)))

    def _show_result(self, state: TrainingState) -> None:
        result = state.result
        if result is not None:
            evaluation, colours = result.evaluation, state.colours
            self._stats.show_stats(self._figures_of(result))
            names = evaluation.labels
            self._matrix.show_confusion(Confusion(names, tuple(colours[name] for name in names), evaluation.confusion))
            figures = {name: (each.precision, each.recall, each.f1) for name, each in evaluation.per_label.items()}
            self._figures.show_figures(figures, self._matrix)
            self._fit_matrix()

    def _fit_matrix(self) -> None:
        """A matrix of many labels is scrolled, beside its figures, and leaves room for the mistakes."""
        matrix, is_dense, room = self._matrix.sizeHint(), self._matrix.is_dense, self._pair_room
        seen = self.width() - self._recipe.maximumWidth() - px(56)
        beside = seen - matrix.width() - px(28)
        least = self._figures.least_width() if self._matrix.is_list else px(LEAST_FIGURE if is_dense else 70)
        has_all = is_dense and not least <= beside < px(ALL_FIGURES)  # else F1 alone spares the scrolling
        has_all = has_all and not self._matrix.is_list
        self._figures.setMinimumWidth(px(ALL_FIGURES) if has_all else least)
        self._figures.setVisible(not self._matrix.is_list or beside >= least)
        figures = px(28) + self._figures.minimumWidth() if not self._figures.isHidden() else 0
        room.setMinimumWidth(matrix.width() + figures if is_dense else 0)
        is_wide = max(room.minimumWidth(), room.minimumSizeHint().width()) > seen
        height = matrix.height() + (px(14) if is_wide else 0)
        self._pair_scroll.setFixedHeight(min(height, max(self.height() - px(430), px(160))) if is_dense else height)

    def _figures_of(self, result: JudgedRecipe) -> list[Stat]:
        evaluation, positive = result.evaluation, result.positive
        interval, errors = evaluation.accuracy_interval, evaluation.two_errors(positive)
        low, high = (wording.decimal(100 * share, 1) for share in (interval.low, interval.high))
        told = self.tr("95 % interval %1 – %2").replace("%1", low).replace("%2", high)
        stats = [Stat(wording.percent(evaluation.accuracy), self.tr("right without having seen it"), told)]
        if errors is None:
            return stats
        negative = next(name for name in evaluation.labels if name != positive)
        for what, number, share, label in (
            (self.tr("%1 lost"), errors.lost, errors.lost_share, negative),
            (self.tr("%1 missed"), errors.missed, errors.missed_share, positive),
        ):
            told = wording.numbered(self.tr("%1 of %2"), wording.percent(share, 2), label)
            stats.append(Stat(wording.count(number), what.replace("%1", label), told))
        return stats

    def _show_wrong(self, state: TrainingState) -> None:
        result, shown, colours = state.result, state.wrong_shown, state.colours
        if result is None:
            return
        is_of_two, positive = len(result.names) == 2, result.positive
        width = label_width(result.names, 115 if is_of_two else 64, is_first=False)
        look = ColumnLook("label", min(width, WIDEST_LABEL))

        def labels(title: str, names: Iterable[str]) -> Column:
            chips = [label_cell(name, colours) for name in names]
            return Column(title, chips, lambda cell: cell.name, look)

        shares = [ShareCell(each.share, colours.get(each.judged, NO_COLOUR), is_surprising=True) for each in shown]
        name = self.tr("Judged %1").replace("%1", positive) if positive else self.tr("Probability")
        self._view.show_columns([
            Column(self.tr("Subject"), [each.title for each in shown]),
            labels(self.tr("Label"), (each.label for each in shown)),
            *([] if positive else [labels(self.tr("Judged"), (each.judged for each in shown))]),
            Column(
                name, shares, lambda cell: wording.probability(cell.share), SHARE if is_of_two else NARROW_SHARE,
                is_number=True,
            ),
        ])  # fmt: skip

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._recipe.setFixedWidth(px(RECIPE_WIDTH if self.width() >= px(WIDE_FROM) else 372))
        self._show_tabs(self._model.state)
        self._fit_matrix()

    def _ask_recipe_name(self) -> None:
        state = self._model.state
        strength = strength_text(state.smoothing, state.smoothing if state.is_fitted else None)
        suggestion = wording.joined([event_model_name(state.event_model), strength])
        name = asked_name(self, self.tr("Keep this recipe"), self.tr("Name of the recipe"), suggestion)
        if name:
            self._model.keep_recipe(name)


def strength_text(alpha: float, ridge: float | None = None) -> str:
    """Write α or the ridge as the head of the slider does; nothing where there is no smoothing."""
    if ridge is not None:
        return translate("TrainingPage", "ridge %1").replace("%1", wording.significant(ridge))
    return f"α = {wording.smoothing(alpha)}" if alpha > 0 else ""

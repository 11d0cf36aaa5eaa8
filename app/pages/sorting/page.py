"""The Sort page: two tabs, groups and questions, over one pile."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.pages.kit.bases_of_painted_widgets import Pane, column, row
from app.pages.kit.buttons import Button
from app.pages.kit.empty_page import EmptyPage
from app.pages.kit.notice import Notice
from app.pages.kit.page_head import PageHead, Tabs
from app.pages.shell.first_steps import FirstSteps, NothingYet
from app.pages.shell.page_models import DOCUMENTS_PAGE, TRAIN_PAGE
from app.pages.sorting.figures_pane import FiguresPane
from app.pages.sorting.groups_pane import GroupsPane
from app.pages.sorting.question_pane import QuestionPane
from app.pages.sorting.view_model import SortingState, SortingViewModel
from app.qt import wording
from app.qt.error_sentences import sentence_for
from app.qt.look.fonts import px
from app.qt.page_model import show_parts


class SortingPage(Pane):
    """Shows what its model holds."""

    def __init__(self, model: SortingViewModel, steps: FirstSteps | None = None) -> None:
        super().__init__("paper")
        self.model, steps = model, steps or FirstSteps()
        self._train = Button(self.tr("Train a model"), steps.open_page(TRAIN_PAGE) or (lambda: None))
        self._head, self._notice = PageHead(self.tr("Sort"), self._train), Notice(inset=px(16))
        self._tabs, self._parts = Tabs(self.tr("Groups"), self.tr("Questions")), QStackedWidget()
        self._tabs.setAccessibleName(self.tr("Groups and questions"))
        self._groups, self._question, figures = GroupsPane(model), QuestionPane(model), FiguresPane(model)
        asking, bar, whole = QWidget(), Pane("paper", "b"), QWidget()
        row(self._question, figures, owner=asking).setStretch(0, 1)
        row(self._tabs, -1, margins=(px(10), 0, px(16), 0), owner=bar)
        bar.setFixedHeight(px(41))
        self._parts.addWidget(self._groups)
        self._parts.addWidget(asking)
        column(bar, self._notice, self._parts, owner=whole).setStretch(2, 1)
        self._empty = NothingYet(
            steps,
            self.tr("Everything here has a label"),
            self.tr("This page begins with documents that have none:\nimported without labels, they come in groups."),
            self.tr("Show the documents"),
            steps.open_page(DOCUMENTS_PAGE),
        )
        same = EmptyPage(
            self.tr("Everything here has the same label"),
            self.tr("If it is no more than the name of a folder, take it off:\nthe documents then come in groups."),
            self.tr("Take it off and sort"),
            model.take_label_off,
        )
        self._pages = QStackedWidget()
        for part in (whole, self._empty, same):
            self._pages.addWidget(part)
        column(self._head, self._pages, owner=self).setStretch(1, 1)
        self._tabs.currentChanged.connect(self._on_tab_changed)
        show_parts(
            self, model, self._show_head, self._show_what_there_is, self._show_tab, self._groups.show_groups,
            self._question.show_question, figures.show_figures,
        )  # fmt: skip

    def _show_head(self, state: SortingState) -> None:
        facts = [state.corpus]
        if state.is_reading:
            facts.append(self.tr("looking for groups…"))
        if state.figures is not None:
            facts.append(self.tr("%Ln without a label", "", state.figures.n_unlabelled))
            facts.append(self.tr("%Ln with one", "", state.figures.n_labelled))
        self._head.show_facts(wording.joined(facts))

    def _show_what_there_is(self, state: SortingState) -> None:
        self._notice.show_problem("" if state.problem is None else sentence_for(state.problem))
        has_none = state.figures is not None and not state.figures.n_unlabelled and not state.given
        is_empty = not state.n_documents or (has_none and not state.is_reading)
        has_one = has_none and state.figures is not None and len(state.figures.labels) == 1
        self._pages.setCurrentIndex(0 if state.problem is not None or not is_empty else 2 if has_one else 1)

    def _show_tab(self, state: SortingState) -> None:
        place = 0 if state.is_at_groups else 1
        self._tabs.setCurrentIndex(place)
        self._parts.setCurrentIndex(place)
        first = self._groups.view if state.is_at_groups else self._question
        self.setProperty("first_focus", first)
        if self.isVisible():
            first.setFocus()

    @Slot(int)
    def _on_tab_changed(self, place: int) -> None:
        self.model.show_groups(is_on=place == 0)

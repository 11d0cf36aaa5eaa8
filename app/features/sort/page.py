"""The Sort page: two tabs, groups and questions, over one pile."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.features.sort.use_cases import AskedFor, PileGroup, PileQuestion, PileQuestions, SuspectAnswer
from app.features.sort.view_model import MOST_KEYS, CurvePoint, SortingState, SortingViewModel
from app.kit import wording
from app.kit.array_table import Column
from app.kit.coloured_text import ColouredText
from app.kit.frame import DOCUMENTS_PAGE, TRAIN_PAGE, PageCommands
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, NothingYet, Notice, PageHead, TabBar
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import Axis, CurvePicture, PlotLine
from app.kit.plots.line_plot import LinePlot
from app.kit.table_view import ColumnLook, TableView
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    TextLabel,
    clear_layout,
    column,
    make_bar,
    make_remark,
    make_stack,
    row,
    with_accessible_name,
)

MOST_SUSPECTS = 3
WIDTH = 290


class FiguresPane(Pane):
    """The right of the questions."""

    def __init__(self, model: SortingViewModel) -> None:
        super().__init__("panel", "l")
        self._model = model
        self.setFixedWidth(px(WIDTH))
        self._share, self._caption = TextLabel(), Paragraph(px(18), role="quiet")
        self._caption.show_words(self.tr("of the rest would get the right label"))
        self._share.setFont(fonts.title())
        self._bounds, self._gain = Paragraph(px(18), role="quiet", most_lines=4), Paragraph(px(20))
        self._plot, self._suspects = LinePlot(), QWidget()
        self._rows = column(owner=self._suspects)
        self._shown: tuple[SuspectAnswer, ...] = ()
        column(
            self._share, self._caption, px(6), self._bounds, px(8), self._gain, px(8), self._plot, px(8),
            self._suspects, -1, margins=(px(20), px(14), px(20), px(14)), owner=self,
        )  # fmt: skip

    @shows("figures", "curve")
    def show_figures(self, state: SortingState) -> None:
        """Show what the answers so far are worth."""
        found = state.figures
        right = None if found is None else found.right
        self._share.setText("–" if right is None else wording.percent(right, 0))
        self._bounds.show_words("" if found is None else self._words_of_bounds(found))
        self._gain.show_words("" if found is None else self._words_of_gain(found))
        self._plot.setVisible(len(state.curve) > 1 and right is not None)
        if len(state.curve) > 1:
            self._show_curve(state.curve)
        self._show_suspects(() if found is None else found.suspects[:MOST_SUSPECTS])

    def _words_of_bounds(self, found: PileQuestions) -> str:
        if found.right is None:
            return self.tr("This is told after some answers: one document in five is drawn by chance for it.")
        words = self.tr("Between %1 and %2, measured without having seen them on %Ln document(s) drawn by chance", "",
                        found.n_drawn)  # fmt: skip
        return words.replace("%1", wording.percent(found.low, 0)).replace("%2", wording.percent(found.high, 0))

    def _words_of_gain(self, found: PileQuestions) -> str:
        if found.is_enough:
            return self.tr("More answers would change next to nothing. Train a model now.")
        if found.expected_gain is None:
            return ""
        points = wording.decimal(100 * found.expected_gain, 1)
        return self.tr("Ten more answers would gain about %1 points.").replace("%1", points)

    def _show_curve(self, curve: tuple[CurvePoint, ...]) -> None:
        xs = np.array([one.n_answers for one in curve], np.float64)
        figures = (("right", self.tr("right"), 0), ("low", self.tr("at least"), 2), ("high", self.tr("at most"), 2))
        lines = tuple(
            PlotLine(name, xs, np.array([getattr(one, figure) for one in curve], np.float64), style)
            for figure, name, style in figures
        )
        first, last = float(xs[0]), float(xs[-1])
        ticks = (first, last) if last > first else (first,)
        answers = Axis(self.tr("documents with a label"), first, max(last, first + 1), ticks, is_share=False)
        self._plot.show_picture(CurvePicture(lines, answers, Axis(self.tr("right"))))

    def _show_suspects(self, suspects: tuple[SuspectAnswer, ...]) -> None:
        if suspects == self._shown:
            return
        self._shown = suspects
        clear_layout(self._rows)
        for one in suspects:
            words = self.tr("You called %Ln like this %1:", "", one.n_alike).replace("%1", one.likelier)
            told = Paragraph(px(18), f"{words} “{one.title}” ({one.label})", role="quiet")
            act = Link(self.tr("It is %1").replace("%1", one.likelier), partial(self._model.agree, one), is_small=True)
            self._rows.addWidget(told)
            self._rows.addWidget(act)


SHOWN_CHARACTERS = 700
KEYS = {"n": "n", "т": "n", "m": "m", "ь": "m", "s": "s", "ы": "s", "o": "o", "щ": "o"}
"""The keys, and what stands on them where letters are Russian."""


class GroupsPane(QWidget):
    """The groups at the left; at the right the chosen one. N names it, M merges, S splits, O throws open."""

    def __init__(self, model: SortingViewModel) -> None:
        super().__init__()
        self._model = model
        self.view = TableView(self.tr("Groups"), edges=(20, 12))
        self._title, self._facts = TextLabel(elide=Qt.TextElideMode.ElideRight), make_remark(elide=None)
        self._title.setFont(fonts.subject())
        self._text = with_accessible_name(
            ColouredText(size=13, line=21), self.tr("Most typical documents of the group")
        )
        self._name = with_accessible_name(
            QLineEdit(placeholderText=self.tr("Its name"), maxLength=200), self.tr("Name of the group")
        )
        self._give = Button(self.tr("Name"), self._on_name_entered, is_primary=True, key="N")
        self._merge = Button(self.tr("Merge"), model.merge_groups, key="M")
        self._split = Button(self.tr("Split"), model.split_group, key="S")
        self._open = Button(self.tr("Throw open"), model.throw_open, key="O")
        self._lay_out()
        self._name.returnPressed.connect(self._on_name_entered)
        acts = {"n": self._name.setFocus, "m": model.merge_groups, "s": model.split_group, "o": model.throw_open}
        self.view.key_typed.connect(lambda typed: acts.get(KEYS.get(typed.lower(), ""), lambda: None)())
        self.view.row_opened.connect(lambda _number: self._name.setFocus())
        self.view.selectionModel().selectionChanged.connect(
            lambda _now, _before: model.choose_groups(self.view.chosen_numbers())
        )

    def _lay_out(self) -> None:
        right, naming = Pane("panel", "l"), row(self._name, self._give)
        acts = row(self._merge, self._split, self._open, -1)
        for line in (naming, acts):
            line.setSpacing(px(8))
        hint = make_remark(self.tr("Naming labels what surely belongs to it; the rest is asked about."))
        self.view.setMinimumWidth(px(240))
        column(
            self._title, px(2), self._facts, px(8), self._text, px(10), naming, px(6), hint, px(10), acts,
            margins=(px(20), px(14), px(20), px(14)), owner=right,
        ).setStretch(4, 1)  # fmt: skip
        halves = row(self.view, right, owner=self)
        halves.setStretch(0, 4)
        halves.setStretch(1, 6)

    @shows("groups")
    def show_groups(self, state: SortingState) -> None:
        """Fill the table of groups."""
        sizes = np.array([len(group.documents) for group in state.groups], np.int64)
        labels, look = [group.label or "" for group in state.groups], ColumnLook("quiet", 110, keeps=380)
        self.view.show_columns([
            Column(self.tr("Group"), [self._named(group) for group in state.groups]),
            Column(self.tr("Label so far"), labels, look=look),
            Column(self.tr("Documents"), sizes, lambda n: wording.count(int(n)), ColumnLook("number", 100)),
        ])  # fmt: skip

    @shows("groups", "chosen", "typical")
    def show_chosen(self, state: SortingState) -> None:
        """Select the chosen group, and show its name, its figures and its most typical documents."""
        if state.chosen and state.chosen != tuple(self.view.chosen_numbers()):
            self.view.choose_row(state.chosen[0])
        group = state.groups[state.chosen[0]] if state.chosen and state.chosen[0] < len(state.groups) else None
        self._title.setText("" if group is None else self._named(group))
        facts = [] if group is None else [
            self.tr("%Ln document(s)", "", len(group.documents)), self.tr("%Ln surely in it", "", len(group.core)),
            self.tr("like each other and like nothing that was there before") if group.is_new else "",
        ]  # fmt: skip
        self._facts.setText(wording.join_facts(facts))
        beginnings = (f"▪ {one.title}\n{one.text[:SHOWN_CHARACTERS].strip()}" for one in state.typical)
        self._text.show_text("\n\n".join(beginnings))
        for button in (self._give, self._split, self._open):
            button.setEnabled(group is not None)
        self._name.setEnabled(group is not None)
        self._merge.setEnabled(len(state.chosen) > 1)

    def _named(self, group: PileGroup) -> str:
        name = group.name or self.tr("few words")
        return self.tr("new: %1").replace("%1", name) if group.is_new else name

    def _on_name_entered(self) -> None:
        name = self._name.text().strip()
        if not name:
            self._name.setFocus()
            return
        self._name.clear()
        self._model.name_group(name)
        self.view.setFocus()


NEW, BACK, PASS = "nт", "zя", "pз "
"""Keys that do something, as they are with Latin and with Russian letters."""


class QuestionPane(Pane):
    """Digits give labels, N begins a new one, P passes the document over, Z takes the last answer back."""

    def __init__(self, model: SortingViewModel) -> None:
        super().__init__("paper")
        self._model = model
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title, self._reason = TextLabel(elide=Qt.TextElideMode.ElideRight), make_remark()
        self._title.setFont(fonts.subject())
        self._text = with_accessible_name(ColouredText(size=13, line=22), self.tr("Text of the document"))
        self._text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._answers = QWidget()
        self._rows = column(owner=self._answers)
        self._rows.setSpacing(px(8))
        self._new = QLineEdit(placeholderText=self.tr("Another label: N"), maxLength=200)
        self._new.setAccessibleName(self.tr("Another label"))
        self._new.returnPressed.connect(self._give_new)
        self._pass = Button(self.tr("Pass over"), model.pass_over, key="P")
        self._back = Button(self.tr("Take back"), model.take_back, key="Z")
        self._done = Button(self.tr("Done with this one"), model.answer_picked, is_primary=True, key="↵")
        foot = QWidget()
        row(self._new, self._done, self._pass, self._back, owner=foot).setSpacing(px(8))
        column(
            self._title, px(2), self._reason, px(8), self._text, px(10), self._answers, px(10), foot,
            margins=(px(24), px(14), px(20), px(14)), owner=self,
        ).setStretch(4, 1)  # fmt: skip
        self._parts = render_parts(self, model, self._show_question, self._show_answers)

    @shows("question", "waiting", "is_asking", "is_reading", "text", "given", "picked", "takes_several")
    def _show_question(self, state: SortingState) -> None:
        """Show the question at hand, or that there is none."""
        question = state.question
        self._title.setText("" if question is None else question.title or question.path)
        left = self.tr("%Ln to answer", "", len(state.waiting))
        reason = self.tr("Nothing is left to ask: every document has a label, or was passed over.")
        if question is not None:
            reason = wording.join_facts([self._reason_of(question), left])
        elif state.is_asking or state.is_reading:
            reason = self.tr("Looking for the next questions…")
        self._reason.setText(reason)
        self._text.show_text("" if state.text is None else state.text.text)
        self.setAccessibleName(f"{self._title.text()}. {self._reason.text()}")
        for widget in (self._new, self._pass):
            widget.setEnabled(question is not None)
        self._back.setEnabled(bool(state.given))
        self._done.setVisible(state.takes_several)
        self._done.setEnabled(bool(state.picked))

    @shows("question", "offered", "picked", "takes_several", "likeliest")
    def _show_answers(self, state: SortingState) -> None:
        """Show a button for each label, in as many lines as the width needs."""
        question = state.question
        offered = state.offered[:MOST_KEYS] if question is not None else ()
        offered += tuple(one for one in (() if question is None else question.labels) if one not in offered)
        clear_layout(self._rows)
        labels = {} if question is None else question.labels
        line, left = QWidget(), 0
        for number, label in enumerate(offered, start=1):
            share = labels.get(label)
            words = label if share is None else f"{label} · {wording.percent(share, 0)}"
            is_likeliest = label == state.likeliest and not state.takes_several
            button = Button(words, partial(self._model.answer, label), key=str(number) if number <= MOST_KEYS else "",
                            is_primary=label in state.picked or is_likeliest)  # fmt: skip
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            width = button.sizeHint().width() + px(8)
            if width > left:
                line, left = QWidget(), self._text.width()
                row(-1, owner=line).setSpacing(px(8))
                self._rows.addWidget(line)
            left -= width
            layout = line.layout()
            if isinstance(layout, QHBoxLayout):
                layout.insertWidget(layout.count() - 1, button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, lambda: self._parts.show_anew(self._show_answers))

    def _reason_of(self, question: PileQuestion) -> str:
        first_two = list(question.labels)[:2]
        if question.asked_for is AskedFor.CHANCE:
            return self.tr("Drawn by chance, so that the figure stays honest")
        if question.asked_for is AskedFor.BETWEEN and len(first_two) > 1:
            return wording.fill_placeholders(self.tr("Between %1 and %2"), *first_two[:2])
        if question.asked_for is AskedFor.UNLIKE or question.n_alike < 2:
            return self.tr("Unlike everything that has a label")
        return self.tr("Typical of %Ln document(s)", "", question.n_alike)

    def _give_new(self) -> None:
        label = self._new.text().strip()
        self._new.clear()
        self.setFocus()
        self._model.answer(label)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        typed = event.text().lower()
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._model.answer_picked()
        elif not typed or not is_plain:
            super().keyPressEvent(event)
        elif typed.isdecimal():
            self._model.answer_key(int(typed))
        elif typed in NEW:
            self._new.setFocus()
        elif typed in BACK:
            self._model.take_back()
        elif typed in PASS:
            self._model.pass_over()
        else:
            super().keyPressEvent(event)


class SortingPage(Pane):
    """Shows what its model holds."""

    def __init__(self, model: SortingViewModel, commands: PageCommands | None = None) -> None:
        super().__init__("paper")
        self.model, commands = model, commands or PageCommands()
        self._frame = commands.frame
        self._train = Button(self.tr("Train a model"), commands.open_page(TRAIN_PAGE) or (lambda: None))
        self._rest = Button(self.tr("Label the rest…"), commands.label_rest or (lambda: None))
        self._file = Button(self.tr("File away…"), commands.file_away or (lambda: None))
        self._head = PageHead(self.tr("Sort"), self._train, self._rest, self._file)
        self._notice = Notice(inset=px(16))
        self._tabs = with_accessible_name(
            TabBar(self.tr("Groups"), self.tr("Questions")), self.tr("Groups and questions")
        )
        self._groups, self._question, figures = GroupsPane(model), QuestionPane(model), FiguresPane(model)
        asking, whole, bar = QWidget(), QWidget(), make_bar(self._tabs, -1, height=41, sides=(10, 16), fill="paper")
        row(self._question, figures, owner=asking).setStretch(0, 1)
        self._parts = make_stack(self._groups, asking)
        column(bar, self._notice, self._parts, owner=whole).setStretch(2, 1)
        lines = self.tr(
            "This page begins with documents that have none:\nimported without labels, they come in groups."
        )
        empty = NothingYet(
            commands, self.tr("Everything here has a label"), lines, self.tr("Show the documents"),
            commands.open_page(DOCUMENTS_PAGE),
        )  # fmt: skip
        lines = self.tr("If it is no more than the name of a folder, take it off:\nthe documents then come in groups.")
        same = EmptyPage(
            self.tr("Everything here has the same label"), lines, self.tr("Take it off and sort"), model.take_label_off
        )
        self._pages = make_stack(whole, empty, same)
        column(self._head, self._pages, owner=self).setStretch(1, 1)
        self._tabs.currentChanged.connect(lambda place: model.show_groups(is_on=place == 0))
        render_parts(
            self, model, self._show_head, self._show_what_there_is, self._show_tab, self._groups.show_groups,
            self._groups.show_chosen, figures.show_figures,
        )  # fmt: skip

        if self._frame is not None:
            self._frame.moved.connect(self._on_frame_moved)

    def _on_frame_moved(self, _frame: object) -> None:
        # Not a lambda: Qt disconnects a method when its page is deleted, as a change of language does; the frame stays.
        self._show_next_steps(self.model.state)

    def _show_next_steps(self, state: SortingState) -> None:
        """Offer to label the rest once there is a model, and to file once there are labels."""
        has_model = self._frame is not None and bool(self._frame.state.model)
        is_left = state.n_unlabelled is None or state.n_unlabelled > 0
        self._rest.setVisible(has_model and is_left)
        self._file.setVisible(self._frame is not None and bool(state.n_labelled))

    @shows("corpus", "is_reading", "figures", "n_given")
    def _show_head(self, state: SortingState) -> None:
        self._show_next_steps(state)
        facts = [state.corpus, self.tr("looking for groups…") if state.is_reading else ""]
        if state.n_unlabelled is not None and state.n_labelled is not None:
            facts.append(self.tr("%Ln without a label", "", state.n_unlabelled))
            facts.append(self.tr("%Ln with one", "", state.n_labelled))
        self._head.show_facts(wording.join_facts(facts))

    @shows("problem", "figures", "given", "is_reading", "n_documents")
    def _show_what_there_is(self, state: SortingState) -> None:
        self._notice.show_failure(state.problem)
        has_none = state.figures is not None and not state.figures.n_unlabelled and not state.given
        is_empty = not state.n_documents or (has_none and not state.is_reading)
        has_one = has_none and state.figures is not None and len(state.figures.labels) == 1
        self._pages.setCurrentIndex(0 if state.problem is not None or not is_empty else 2 if has_one else 1)

    @shows("is_at_groups")
    def _show_tab(self, state: SortingState) -> None:
        for part in (self._tabs, self._parts):
            part.setCurrentIndex(0 if state.is_at_groups else 1)
        first = self._groups.view if state.is_at_groups else self._question
        self.setProperty("first_focus", first)
        if self.isVisible():
            first.setFocus()

"""The Sort page with the tabs Groups and Questions, and the dialog *Label the rest*."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from app.domain.documents import display_labels
from app.features.sort.groups import GroupsPane
from app.features.sort.use_cases import (
    ERROR_LIMITS,
    MAX_OFFERED_LABELS,
    MIN_RANDOM_ANSWERS,
    PileQuestion,
    QuestionBatch,
    QuestionReason,
    RestPlan,
    SuspectLabel,
)
from app.features.sort.view_model import (
    MAX_KEYS,
    CurvePoint,
    RestState,
    RestViewModel,
    SortingState,
    SortingViewModel,
)
from app.kit import wording
from app.kit.actions import set_tip
from app.kit.array_table import Column
from app.kit.coloured_text import ColouredText
from app.kit.fields import ComboBox, NewNameField
from app.kit.frame import DOCUMENTS_PAGE, TRAIN_PAGE, Command, PageCommands
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, NoResultsPage, Notice, PageHead, ProgressPane, TabBar
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import Axis, Label, PlotContent, PlotLine, make_label_cell
from app.kit.plots.line_plot import LinePlot
from app.kit.table_view import ColumnStyle, TableView, label_width
from app.kit.widgets import (
    Button,
    Link,
    PaintedWidget,
    Pane,
    Paragraph,
    TextLabel,
    clear_layout,
    column,
    make_bar,
    make_heading,
    make_remark,
    make_scroll_area,
    make_stack,
    row,
    set_up_dialog,
    with_accessible_name,
)

MAX_SUSPECTS = 3
WIDTH, DONE_WIDTH = 290, 460


class FiguresPane(Pane):
    """The column beside the questions: estimated accuracy on the unlabelled documents, and labels that look wrong."""

    links_removed = Signal()
    """Emitted before a link that has the focus is removed.

    Without this, Qt would give the focus to an answer button, and the next Enter would give its label.
    """

    def __init__(self, model: SortingViewModel) -> None:
        super().__init__("panel", "l")
        self._model = model
        self.setFixedWidth(px(WIDTH))
        self._heading = Paragraph(px(18), self.tr("Estimated accuracy on unlabelled documents"), most_lines=2)
        self._heading.setFont(fonts.body(600))
        self._share = TextLabel()
        self._share.setFont(fonts.figure_font())
        self._bounds, self._gain = Paragraph(px(18), role="quiet", most_lines=5), Paragraph(px(20), most_lines=4)
        self._rest_hint = Paragraph(px(18), role="quiet", most_lines=5)
        self._plot, self._suspects = LinePlot(), QWidget()
        self._rows = column(owner=self._suspects)
        self._shown: tuple[SuspectLabel, ...] = ()
        inside = Pane("panel")
        column(
            self._heading, px(2), self._share, px(4), self._bounds, px(8), self._gain, px(8), self._plot, px(8),
            self._rest_hint, px(8),
            self._suspects, -1, margins=(px(20), px(14), px(20), px(14)), owner=inside,
        )  # fmt: skip
        column(make_scroll_area(inside, is_upright=True), margins=(1, 0, 0, 0), owner=self)

    @shows("batch", "curve", "n_new_answers")
    def show_figures(self, state: SortingState) -> None:
        """Show the estimated accuracy, and how much more answers would raise it. Hide the pane if every document has a
        label.
        """
        is_over = state.n_unlabelled == 0
        for part in (self._heading, self._bounds):
            part.setVisible(not is_over)
        batch = state.batch
        accuracy = None if batch is None or is_over else batch.expected_accuracy
        self._share.setVisible(accuracy is not None)
        self._share.setText("" if accuracy is None else wording.format_percent(accuracy, 0))
        self._bounds.show_words("" if batch is None else self._accuracy_text(batch))
        gain = "" if batch is None or is_over or accuracy is None else self._gain_text(batch)
        self._gain.setVisible(bool(gain))
        self._gain.show_words(gain)
        self._plot.setVisible(len(state.curve) > 1 and accuracy is not None)
        if len(state.curve) > 1:
            self._show_curve(state.curve)
        self._show_suspects(() if batch is None else batch.suspects[:MAX_SUSPECTS])

    def show_rest_hint(self, text: str) -> None:
        """Show a sentence about what *Label the rest* still needs; "" hides it."""
        self._rest_hint.setVisible(bool(text))
        self._rest_hint.show_words(text)

    def _accuracy_text(self, batch: QuestionBatch) -> str:
        if batch.expected_accuracy is None:
            words = self.tr(
                "The accuracy is not known yet. To estimate it, Bayleaf needs your answers to %2 random "
                "questions; you have answered %1. Every fifth question is random."
            )
            return wording.fill_placeholders(
                words, wording.format_count(batch.n_random_answers), wording.format_count(MIN_RANDOM_ANSWERS)
            )
        words = self.tr(
            "Probably between %1 and %2, estimated from your answers about %Ln document(s) chosen at random",
            "",
            batch.n_random_answers,
        )
        return words.replace("%1", wording.format_percent(batch.low, 0)).replace(
            "%2", wording.format_percent(batch.high, 0)
        )

    def _gain_text(self, batch: QuestionBatch) -> str:
        if batch.has_enough_answers:
            return self.tr("More answers would hardly raise the accuracy. You can train a model now.")
        if batch.expected_gain is None:
            return ""
        points = wording.format_decimal(100 * batch.expected_gain, 1)
        return self.tr("Ten more answers would raise the accuracy by about %1 percentage points.").replace("%1", points)

    def _show_curve(self, curve: tuple[CurvePoint, ...]) -> None:
        xs = np.array([point.n_answers for point in curve], np.float64)
        line_fields = (
            ("accuracy", self.tr("estimate"), 0), ("low", self.tr("at least"), 2), ("high", self.tr("at most"), 2)
        )  # fmt: skip
        lines = tuple(
            PlotLine(name, xs, np.array([getattr(point, field) for point in curve], np.float64), style)
            for field, name, style in line_fields
        )
        first, last = float(xs[0]), float(xs[-1])
        ticks = (first, last) if last > first else (first,)
        answers = Axis(self.tr("documents with a label"), first, max(last, first + 1), ticks, is_share=False)
        self._plot.show_picture(PlotContent(lines, answers, Axis(self.tr("accuracy"))))

    def _show_suspects(self, suspects: tuple[SuspectLabel, ...]) -> None:
        if suspects == self._shown:
            return
        self._shown = suspects
        if self._suspects.isAncestorOf(self.window().focusWidget() or self):
            self.links_removed.emit()
        clear_layout(self._rows)
        if suspects:
            self._rows.addWidget(make_heading(self.tr("Labels that may be wrong")))
        for suspect in suspects:
            words = self.tr("“%1” is labelled %2, but %Ln similar document(s) are labelled %3.", "", suspect.n_alike)
            words = wording.fill_placeholders(words, suspect.title, suspect.label, suspect.likelier)
            change = self.tr("Change label to %1").replace("%1", suspect.likelier)
            self._rows.addWidget(Paragraph(px(18), words, role="quiet", most_lines=4))
            read = partial(self._model.document_wanted.emit, suspect.number)
            for link in (
                Link(self.tr("Read it"), read, is_small=True, leads_away=True),
                Link(change, partial(self._model.accept_suggestion, suspect), is_small=True),
            ):
                holder = QWidget()  # a line for each link: with a long label, both do not fit beside each other
                row(link, -1, owner=holder)
                self._rows.addWidget(holder)
            self._rows.addSpacing(px(8))


class DonePane(Pane):
    """Pane in place of the groups or questions when none are left: a tick, a sentence, and buttons for the next
    steps.
    """

    def __init__(self) -> None:
        super().__init__("paper")
        self._title, self._about = TextLabel(), Paragraph(px(22), role="quiet", most_lines=4, is_centred=True)
        self._title.setFont(fonts.title_font())
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._about.setFixedWidth(px(DONE_WIDTH))
        self._buttons = QWidget()
        self._row = row(owner=self._buttons)
        self._row.setSpacing(px(8))
        tick = DoneTick()
        tick.setFixedHeight(px(56))
        inner = column(tick, px(20), self._title, px(8), self._about, px(20), row(-1, self._buttons, -1))
        inner.setAlignment(self._about, Qt.AlignmentFlag.AlignHCenter)
        layout = column(-1, inner, -1, owner=self)
        layout.setStretch(0, 42)
        layout.setStretch(2, 58)
        self._shown: tuple[object, ...] = ()

    def show_end(self, title: str, lines: str, actions: Sequence[tuple[str, Command | None]]) -> None:
        """Show the text, and a button for each action that is not None. The first button is highlighted."""
        offered = [(name, action) for name, action in actions if action is not None]
        shown = (title, lines, tuple(name for name, _ in offered))
        if shown == self._shown:
            return
        self._shown = shown
        self._title.setText(title)
        self._about.show_words(lines)
        self.setAccessibleName(f"{title}. {lines}")
        clear_layout(self._row)
        for index, (name, action) in enumerate(offered):
            self._row.addWidget(Button(name, action, is_primary=index == 0))


class DoneTick(PaintedWidget):
    """A round tick mark, 56 px high."""

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        side = px(56)
        circle = QRectF((self.width() - side) / 2, 0, side, side)
        painting.paint_round_rect(painter, circle, side / 2, fill=colour(tokens.chosen))
        inner = circle.adjusted(side * 0.28, side * 0.28, -side * 0.28, -side * 0.28)
        painting.paint_tick_mark(painter, inner, tokens.accent, px(3))


NEW_KEYS, UNDO_KEYS, SKIP_KEYS = "nт", "zя", "pз "
"""Letters of the keys N, Z and P: the Latin letter and the Russian letter on the same key. Space also skips."""


class QuestionPane(Pane):
    """The document to label, with a button for each label that is offered.

    Keys: digits give labels, N enters a new label, P skips the document, Z undoes the last answer.
    """

    def __init__(self, model: SortingViewModel) -> None:
        super().__init__("paper")
        self._model = model
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title, self._reason = TextLabel(elide=Qt.TextElideMode.ElideRight), make_remark()
        self._title.setFont(fonts.subject_font())
        self._text = with_accessible_name(ColouredText(size=13, line=22), self.tr("Text of the document"))
        self._text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._answers = QWidget()
        self._rows = column(owner=self._answers)
        self._rows.setSpacing(px(8))
        self._new = NewNameField(self.tr("New label… (press N)"), self.tr("New label"))
        self._new.returnPressed.connect(self._label_as_new)
        self._skip = Button(self.tr("Skip"), model.skip, key="P")
        self._undo = Button(self.tr("Undo answer"), model.undo_answer, key="Z")
        self._done = Button(self.tr("Next document"), model.answer_picked, is_primary=True, key="↵")
        foot = QWidget()
        row(self._new, self._done, self._skip, self._undo, owner=foot).setSpacing(px(8))
        column(
            self._title, px(2), self._reason, px(8), self._text, px(10), self._answers, px(10), foot,
            margins=(px(24), px(14), px(20), px(14)), owner=self,
        ).setStretch(4, 1)  # fmt: skip
        self._parts = render_parts(self, model, self._show_question, self._show_answers)

    @shows(
        "question",
        "is_asking",
        "is_reading",
        "text",
        "undo_stack",
        "picked_labels",
        "takes_several",
    )
    def _show_question(self, state: SortingState) -> None:
        """Show the first question without an answer, or that the next questions are being computed."""
        question = state.question
        self._title.setText("" if question is None else question.title or question.path)
        reason = ""
        if question is not None:
            reason = self._reason_of(question)
        elif state.is_asking or state.is_reading:
            reason = self.tr("Choosing the next questions…")
        self._reason.setText(reason)
        self._text.show_text("" if state.text is None else state.text.text)
        self.setAccessibleName(f"{self._title.text()}. {self._reason.text()}")
        for widget in (self._new, self._skip):
            widget.setEnabled(question is not None)
        self._undo.setEnabled(bool(state.undo_stack))
        self._done.setVisible(state.takes_several)
        self._done.setEnabled(bool(state.picked_labels))

    @shows("question", "batch", "key_labels", "offered_labels", "picked_labels", "takes_several", "likeliest")
    def _show_answers(self, state: SortingState) -> None:
        """Show a button for each label, in as many lines as they need."""
        question = state.question
        are_many = len(state.key_labels) > MAX_KEYS
        self._new.setPlaceholderText(self.tr("Other label… (press N)") if are_many else self.tr("New label… (press N)"))
        self._new.set_known_names(state.key_labels)
        offered = state.offered_labels[:MAX_KEYS] if question is not None else ()
        offered += tuple(one for one in (() if question is None else question.labels) if one not in offered)
        if self._answers.isAncestorOf(self.window().focusWidget() or self):
            self.setFocus()  # not the next button of this document or the first of the next one
        clear_layout(self._rows)
        labels = {} if question is None else question.labels
        line, left = QWidget(), 0
        for number, label in enumerate(offered, start=1):
            # A label that is not among the likely ones has a probability that rounds to 0 %.
            is_judged = 0 < len(labels) < MAX_OFFERED_LABELS and state.batch is not None and label in state.batch.labels
            share = labels.get(label, 0.0 if is_judged else None)
            words = label if share is None else f"{label} · {wording.format_percent(share, 0)}"
            is_likeliest = label == state.likeliest and not state.takes_several
            button = Button(words, partial(self._model.answer, label), key=str(number) if number <= MAX_KEYS else "",
                            is_primary=label in state.picked_labels or is_likeliest)  # fmt: skip
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
        QTimer.singleShot(0, self, lambda: self._parts.render_again(self._show_answers))

    def _reason_of(self, question: PileQuestion) -> str:
        first_two = list(question.labels)[:2]
        if question.asked_for is QuestionReason.CHANCE:
            return self.tr("This document was chosen at random, to measure the accuracy")
        if question.asked_for is QuestionReason.BETWEEN and len(first_two) > 1:
            return wording.fill_placeholders(self.tr("The label of this document could be %1 or %2"), *first_two[:2])
        if question.asked_for is QuestionReason.UNLIKE or question.n_alike < 2:
            return self.tr("This document resembles none of the labelled documents")
        return self.tr("This document is typical of %Ln similar document(s)", "", question.n_alike)

    def _label_as_new(self) -> None:
        label = self._new.text().strip()
        self._new.clear()
        self.setFocus()
        self._model.answer(label)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.handle_key(event):
            super().keyPressEvent(event)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Run the action of a key; return False if the key has no action here."""
        typed = event.text().lower()
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._model.answer_highlighted()
        elif not typed or not is_plain:
            return False
        elif typed.isdecimal():
            self._model.answer_key(int(typed))
        elif typed in NEW_KEYS:
            self._new.setFocus()
        elif typed in UNDO_KEYS:
            self._model.undo_answer()
        elif typed in SKIP_KEYS:
            self._model.skip()
        else:
            return False
        return True


class SortingPage(Pane):
    """The Sort page: label documents by groups or by questions."""

    def __init__(self, model: SortingViewModel, commands: PageCommands | None = None) -> None:
        super().__init__("paper")
        self.model, commands = model, commands or PageCommands()
        self._frame, self._commands = commands.frame, commands
        self._rest = Button(self.tr("Label the rest…"), commands.label_rest or (lambda: None))
        self._file = Button(self.tr("File away…"), commands.file_away or (lambda: None))
        self._head = PageHead(self.tr("Sort"), self._rest, self._file)
        self._notice = Notice(inset=px(16))
        self._tabs = with_accessible_name(
            TabBar(self.tr("Groups"), self.tr("Questions")), self.tr("Groups and questions")
        )
        self._groups, self._question, figures = GroupsPane(model), QuestionPane(model), FiguresPane(model)
        self._figures = figures
        figures.links_removed.connect(self._question.setFocus)
        asking, whole, bar = QWidget(), QWidget(), make_bar(self._tabs, -1, height=41, sides=(10, 16), fill="paper")
        self._end, self._ungrouped = DonePane(), DonePane()
        self._questions = make_stack(self._question, self._end)
        row(self._questions, figures, owner=asking).setStretch(0, 1)
        self._reading = ProgressPane(model.reading_progress)
        self._grouped = make_stack(self._groups, self._ungrouped, self._reading)
        self._parts = make_stack(self._grouped, asking)
        column(bar, self._notice, self._parts, owner=whole).setStretch(2, 1)
        lines = self.tr("This page sorts documents without a label into groups.\nImport some to use it.")
        empty = NoResultsPage(
            commands, self.tr("Every document has a label"), lines, self.tr("Show the documents"),
            commands.open_page(DOCUMENTS_PAGE),
        )  # fmt: skip
        lines = self.tr(
            "The label may be only the name of the folder that you imported. If so, treat the documents as "
            "unlabelled.\nBayleaf then sorts them into groups."
        )
        same = EmptyPage(
            self.tr("All documents have the same label"), lines, self.tr("Treat as unlabelled"), model.delete_only_label
        )
        self._pages = make_stack(whole, empty, same)
        column(self._head, self._pages, owner=self).setStretch(1, 1)
        self._tabs.currentChanged.connect(lambda index: model.show_groups(is_on=index == 0))
        render_parts(
            self, model, self._show_head, self._show_pages_or_placeholder, self._show_end_panes, self._show_tab,
            self._groups.show_groups, self._groups.show_label_names, self._groups.show_chosen, figures.show_figures,
        )  # fmt: skip

        if self._frame is not None:
            self._frame.context_changed.connect(self._on_frame_moved)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass keys to the shown tab, so that its shortcuts work wherever the focus is on the page."""
        is_groups = self.model.state.is_showing_groups
        if not (self._groups.handle_key(event.text()) if is_groups else self._question.handle_key(event)):
            super().keyPressEvent(event)

    def _on_frame_moved(self, _frame: object) -> None:
        # Not a lambda: Qt disconnects a method when its page is deleted, as a change of language does; the frame stays.
        self._show_next_steps(self.model.state)
        self._show_end_panes(self.model.state)

    def _show_next_steps(self, state: SortingState) -> None:
        """Show the buttons *Label the rest*, disabled without a model, and *File away*, if there are labels.

        A button is hidden if the strip below the head, or the page itself, already has a button for the same action.
        """
        frame = None if self._frame is None else self._frame.state
        step = None if frame is None or frame.next_step is None else frame.next_step.act
        is_free = frame is not None and not state.shows_next_steps
        is_left = state.n_unlabelled is None or state.n_unlabelled > 0
        has_model = frame is not None and bool(frame.model)
        self._rest.setVisible(is_free and is_left and step is not self._commands.label_rest)
        self._rest.setEnabled(has_model)
        first_train = self.tr("First train a model. It then labels the other documents where it is certain enough.")
        set_tip(self._rest, "" if has_model else first_train)
        hint = self.tr("To label the rest, train a model on your labels.")
        if not state.can_train:
            hint = self.tr(
                "To label the rest, train a model on your labels. You can do this as soon as two labels have documents."
            )
        self._figures.show_rest_hint("" if has_model or not is_left else hint)
        self._file.setVisible(is_free and bool(state.n_labelled) and step is not self._commands.file_away)

    @shows(
        "corpus", "groups", "batch", "n_new_answers", "waiting_questions", "is_asking", "is_reading", "is_pile_read"
    )  # fmt: skip
    def _show_end_panes(self, state: SortingState) -> None:
        """Show the next steps in place of the groups, or of the questions, if none are left."""
        self._ungrouped.show_end(
            self.tr("No groups left"),
            self.tr("The other documents belong to no clear group. Answer questions about them one by one."),
            [(self.tr("Answer questions"), lambda: self.model.show_groups(is_on=False)), *self._next_actions(state)],
        )
        is_unread = bool(state.corpus) and not state.is_pile_read
        if is_unread and state.is_reading:
            sentence = self.tr("Looking for groups of similar documents")
            self._reading.show_work(sentence, self.tr("Cancel"), self.model.cancel_reading, is_working=True)
        elif is_unread:
            sentence, act = self.tr("The documents are not divided into groups yet."), self.tr("Look for groups")
            self._reading.show_work(sentence, act, self.model.read_again, is_working=False)
        self._grouped.setCurrentIndex(2 if is_unread else 1 if state.has_no_groups and state.n_unlabelled else 0)
        is_sorted = state.n_unlabelled == 0
        if is_sorted:
            title = self.tr("Done: every document has a label")
            lines = self.tr("Train a model to label new documents. Or move the files into a folder for each label.")
        else:
            title = self.tr("No questions left")
            lines = self.tr(
                "%Ln document(s) have no label. A trained model can label them.", "", state.n_unlabelled or 0
            )
        self._end.show_end(title, lines, self._next_actions(state))
        self._questions.setCurrentIndex(1 if state.has_no_questions else 0)

    def _next_actions(self, state: SortingState) -> list[tuple[str, Command | None]]:
        """Return the text and command of each next step, the most useful first."""
        frame, commands = self._frame, self._commands
        has_model = frame is not None and bool(frame.state.model)
        train = (self.tr("Train a model"), commands.open_page(TRAIN_PAGE))
        file_away = (self.tr("File away…"), commands.file_away if state.n_labelled else None)
        if state.n_unlabelled and has_model:
            return [(self.tr("Label the rest…"), commands.label_rest), train, file_away]
        return [train, file_away] if not has_model else [file_away, train]

    @shows("corpus", "is_reading", "batch", "n_new_answers", "shows_next_steps", "can_train")
    def _show_head(self, state: SortingState) -> None:
        self._show_next_steps(state)
        facts = [state.corpus, self.tr("looking for groups…") if state.is_reading else ""]
        if state.n_unlabelled is not None and state.n_labelled is not None:
            facts.append(self.tr("%Ln document(s) without a label", "", state.n_unlabelled))
            facts.append(self.tr("%Ln document(s) with a label", "", state.n_labelled))
        self._head.show_facts(wording.join_facts(facts))

    @shows("problem", "batch", "undo_stack", "is_reading", "n_documents")
    def _show_pages_or_placeholder(self, state: SortingState) -> None:
        self._notice.show_failure(state.problem)
        # After the last answer the page stays, with the next steps, until another collection is opened.
        has_none = state.batch is not None and not state.batch.n_unlabelled and not state.undo_stack
        is_empty = not state.n_documents or (has_none and not state.is_reading)
        has_one = has_none and state.batch is not None and len(state.batch.labels) == 1
        self._pages.setCurrentIndex(0 if state.problem is not None or not is_empty else 2 if has_one else 1)

    @shows("is_showing_groups")
    def _show_tab(self, state: SortingState) -> None:
        for part in (self._tabs, self._parts):
            part.setCurrentIndex(0 if state.is_showing_groups else 1)
        first = self._groups.view if state.is_showing_groups else self._question
        self.setProperty("first_focus", first)
        if self.isVisible():
            first.setFocus()


COUNTS_AS_NONE_BELOW = 0.5
"""If the expected number of mistakes is smaller than this, the dialog says that none is expected."""


class RestDialog(QDialog):
    """The dialog *Label the rest*: how many documents get which label, and how many mistakes are expected."""

    def __init__(
        self,
        model: RestViewModel,
        labels: tuple[Label, ...],
        parent: QWidget | None = None,
        show_unlabelled: Callable[[], object] = lambda: None,
    ) -> None:
        """`show_unlabelled` shows the documents without a label, with their verdicts."""
        super().__init__(parent)
        self._model, self._colours = model, {label.name: label.colour for label in labels}
        set_up_dialog(self, self.tr("Label the rest"), 620, 520)
        self._head, self._notice = PageHead(self.tr("Label the rest")), Notice(inset=px(16))
        self._summary, self._remark = Paragraph(px(20)), Paragraph(px(18), role="quiet", most_lines=10)
        limits = (
            (one_in, self.tr("1 wrong label in %1").replace("%1", wording.format_count(one_in)))
            for one_in in ERROR_LIMITS
        )
        name = self.tr("Accept at most")
        self._limit = ComboBox(name, limits, model.choose_limit, widths=(140, 200))
        self._view = TableView(self.tr("Labels to be given"), edges=(24, 24))
        self._start = Button("", self.accept, is_primary=True)
        self._start.setDefault(True)
        self.accepted.connect(model.start)
        limit = row(TextLabel(name, role="quiet"), px(12), self._limit, -1)
        top = QWidget()
        column(limit, px(12), self._summary, px(6), self._remark, margins=(px(24), px(14), px(24), px(14)), owner=top)
        self._look = Button(self.tr("Show these documents"), self.reject)
        self._look.clicked.connect(lambda _checked=False: show_unlabelled())
        cancel = Button(self.tr("Cancel"), self.reject)
        foot = make_bar(self._look, -1, cancel, px(8), self._start, height=55, fill="paper", lines="t")
        column(self._head, self._notice, top, self._view, foot, owner=self).setStretch(3, 1)
        render_parts(self, model, self._show_head, self._show_plan, self._show_labels)

    @shows("corpus", "model", "problem", "one_in")
    def _show_head(self, state: RestState) -> None:
        self._head.show_facts(
            wording.join_facts([state.corpus, self.tr("classified by “%1”").replace("%1", state.model)])
        )
        self._notice.show_failure(state.problem)
        self._limit.show_value(state.one_in)

    @shows("plan", "is_planning", "problem", "can_start")
    def _show_plan(self, state: RestState) -> None:
        """Show how many documents would get a label, and how many of these labels are expected to be wrong."""
        plan = state.plan
        self._start.setEnabled(state.can_start)
        self._look.setVisible(plan is not None and not plan.n_labelled and plan.n_unlabelled > 0)
        n_labelled = 0 if plan is None else plan.n_labelled
        self._start.setText(self.tr("Label %Ln document(s)", "", n_labelled))
        if state.is_planning or plan is None:
            words = "" if state.problem is not None else self.tr("Classifying the documents without a label…")
            self._summary.show_words(words)
            self._remark.show_words("")
            return
        self._summary.show_words(self._summary_text(plan))
        self._remark.show_words(self._remark_text(plan))

    def _summary_text(self, plan: RestPlan) -> str:
        if not plan.n_labelled and not plan.n_unlabelled:
            return self.tr("Every document has a label.")
        if not plan.n_labelled:
            return self.tr("The model is not certain enough about the label of any document.")
        if plan.expected_wrong < COUNTS_AS_NONE_BELOW:
            words = self.tr("%1 of %2 documents will get a label. Almost no wrong labels are expected.")
        else:
            n_wrong = max(round(plan.expected_wrong), 1)
            words = self.tr("%1 of %2 documents will get a label. About %Ln wrong label(s) expected.", "", n_wrong)
        numbers = (plan.n_labelled, plan.n_labelled + plan.n_unlabelled)
        return wording.fill_placeholders(words, *map(wording.format_count, numbers))

    def _remark_text(self, plan: RestPlan) -> str:
        """Return sentences about how reliable the estimate is, and about the documents that stay without a label."""
        return "\n".join(filter(None, [self._groups_text(plan), self._others_text(plan)]))

    def _groups_text(self, plan: RestPlan) -> str:
        if not plan.is_by_groups or not plan.n_labelled:
            return ""
        if plan.n_answers:
            return self.tr(
                "This estimate is based on %Ln document(s) that you labelled one by one.", "", plan.n_answers
            )
        return self.tr(
            "Most labels were given to whole groups at once, so more labels may be wrong than estimated. Answer "
            "some questions for a better estimate."
        )

    def _others_text(self, plan: RestPlan) -> str:
        """Return a sentence for each reason why documents stay without a label. The numbers add up to all of them."""
        n_others = plan.n_unlabelled - plan.n_often_wrong - plan.n_too_few_examples
        sentences = []
        if plan.n_often_wrong:
            sentences.append(self.tr(
                "%Ln document(s) will stay without a label. On held-out documents, the model was wrong too often "
"when it chose their likeliest label. Answer more questions or correct labels, then train again.", "",
                plan.n_often_wrong,
            ))  # fmt: skip
        if plan.n_too_few_examples:
            sentences.append(self._too_few_text(plan))
        if n_others > 0:
            sentences.append(self.tr("%Ln document(s) stay without a label: look at these yourself.", "", n_others))
        return "\n".join(sentences)

    def _too_few_text(self, plan: RestPlan) -> str:
        n_planned = plan.n_labelled + plan.n_unlabelled
        if plan.n_verdicts_to_promise > n_planned and plan.one_in != ERROR_LIMITS[0]:
            return self.tr(
                "%Ln document(s) will stay without a label: this collection is too small to guarantee so "
                    "few wrong labels. Accept more wrong labels.", "", plan.n_too_few_examples,
            )  # fmt: skip
        words = self.tr(
            "%Ln document(s) will stay without a label: their likeliest label has too few documents. Give it to "
                "at least %2 documents yourself, and train again.", "", plan.n_too_few_examples,
        )  # fmt: skip
        return words.replace("%2", wording.format_count(plan.n_verdicts_to_promise))

    @shows("plan")
    def _show_labels(self, state: RestState) -> None:
        plan = state.plan
        if plan is None:
            return
        names = list(plan.numbers)
        self._view.show_columns([
            Column(
                self.tr("Label"), names, display_labels, ColumnStyle("label", label_width(self._colours, 200)),
                cell=lambda name: make_label_cell(name, self._colours),
            ),
            Column(
                self.tr("Documents"), [len(numbers) for numbers in plan.numbers.values()],
                lambda n: wording.format_count(int(n)), ColumnStyle("number", 110), is_number=True,
            ),
        ])  # fmt: skip

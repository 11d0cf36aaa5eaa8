"""The first-run page: cards for filtering mail, sorting documents and lessons, and a link to sample mail."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QSizePolicy, QWidget

from app.features.importing.view_model import FirstRunState, FirstRunViewModel, FoundMail
from app.kit import wording
from app.kit.actions import set_tip
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.control_drawing import check_box
from app.kit.look.fonts import px
from app.kit.look.painting import paint_icon
from app.kit.page_model import render_parts, shows
from app.kit.widgets import (
    Button,
    Link,
    PaintedButton,
    PaintedWidget,
    Pane,
    Paragraph,
    TextLabel,
    clear_layout,
    column,
    make_remark,
    row,
)

HIGH = 396


class Card(PaintedWidget):
    """A panel with a picture, a title, a description, further content, and a button."""

    def __init__(
        self, icon: str, name: str, lines: str, inside: Sequence[QWidget], act: Button, beside: TextLabel | None = None
    ) -> None:
        super().__init__()
        self.setMinimumHeight(px(HIGH))
        self.setAccessibleName(name)
        self._act, self._beside = act, beside
        self._title = title = TextLabel(name, elide=Qt.TextElideMode.ElideRight)
        foot, head = QWidget(), QWidget()
        about = Paragraph(
            px(19), lines, role="quiet", least_lines=3, most_lines=4
        )  # a minimum height aligns the content of the cards
        title.setFixedHeight(px(24))
        picture = _Picture(icon, 20)
        picture.setFixedSize(px(20), px(24))
        row(picture, px(10), title, owner=head).setStretch(2, 1)
        row(act, px(9), *((beside,) if beside is not None else ()), -1, owner=foot).setStretch(2, 1)
        column(head, px(12), about, px(10), *inside, -1, foot, margins=(px(19), px(18), px(19), px(18)), owner=self)

    def sizeHint(self) -> QSize:
        return QSize(px(294), px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(220), px(HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the body font for a title that does not fit."""
        super().resizeEvent(event)
        room = self.width() - px(19 + 30 + 19)
        fits = painting.width_of(self._title.text(), fonts.subject()) <= room
        self._title.setFont(fonts.subject() if fits else fonts.body(600))
        if self._beside is not None:
            beside = painting.width_of(self._beside.text(), fonts.small()) + px(9)
            self._beside.setVisible(self._act.sizeHint().width() + beside <= self.width() - px(38))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        painting.round_rect(painter, self.area(), px(8), fill=colour(tokens.panel), edge=colour(tokens.line))


class _Picture(PaintedWidget):
    """A centred icon."""

    def __init__(self, name: str, side: int) -> None:
        super().__init__()
        self._name, self._side = name, side

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        side = px(self._side)
        left, top = (self.width() - side) / 2, (self.height() - side) / 2
        paint_icon(painter, self._name, QRectF(left, top, side, side), tokens.accent)


class MailRow(PaintedButton):
    """A check box for a mailbox, with program and account."""

    def __init__(self, mail: FoundMail) -> None:
        super().__init__()
        self.mail = mail
        self.setCheckable(True)
        self.setEnabled(not mail.problem)
        self.setText(mail.name)
        self._detail = mail.problem or mail.detail
        self.setAccessibleName(", ".join(part for part in (mail.name, self._detail) if part))
        set_tip(self, self._detail)
        self.setFixedHeight(px(47))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(px(200), px(47))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area()
        painting.horizontal(painter, 0, area.right(), 0, tokens.line)
        box = QRectF(0, area.center().y() - px(8), px(16), px(16))
        check_box(painter, tokens, box, is_on=self.isChecked())
        if self.hasFocus():
            painting.round_rect(painter, box.adjusted(-2, -2, 2, 2), px(6), edge=colour(tokens.accent, 0.45), width=2.0)
        pen = tokens.text if self.isEnabled() else tokens.faint
        words = area.adjusted(px(28), px(6), -px(10), 0)
        upper, lower = (QRectF(words.left(), words.top() + y, words.width(), px(18)) for y in (0, px(17)))
        painting.text(painter, upper, self.text(), font=fonts.body(500), pen=pen)
        painting.text(painter, lower, self._detail, font=fonts.small(), pen=tokens.quiet, elide=painting.MIDDLE)


class Example(PaintedWidget):
    """A line of a card: a label with its document count, or a numbered lesson."""

    def __init__(self, name: str, count: int | None, number: int) -> None:
        super().__init__()
        self._name, self._count, self._number = name, count, number
        self.setAccessibleName(name if count is None else f"{name}: {wording.count(count)}")
        self.setFixedHeight(px(35))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area()
        painting.horizontal(painter, 0, area.right(), 0, tokens.hair)
        if self._count is None:
            painting.text(painter, area, str(self._number), font=fonts.body(), pen=tokens.quiet)
            painting.text(painter, area.adjusted(px(22), 0, 0, 0), self._name, font=fonts.body(), pen=tokens.text)
            return
        painting.label_square(painter, tokens, 0, area.center().y(), self._number)
        painting.text(painter, area.adjusted(px(16), 0, 0, 0), self._name, font=fonts.body(), pen=tokens.text)
        words = wording.count(self._count)
        painting.text(painter, area, words, font=fonts.body(), pen=tokens.quiet, align=painting.RIGHT)


STACKED_UNDER = 740
"""Minimum page width at which the cards are side by side."""
ROOMY_FROM = 900
ROOMY_SHARES = (372, 294, 294)
"""Relative card widths; the mail card has the longest lines."""
N_LESSONS = 3


class FirstRunPage(QScrollArea):
    """The first-run page. Keys 1 to 3 click the cards' buttons; Enter clicks the focused one."""

    def __init__(self, model: FirstRunViewModel) -> None:
        super().__init__(widgetResizable=True)
        self._model = model
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._mail_rows: list[MailRow] = []
        do, nothing = model.commands, lambda: None
        self._acts = (
            Button("", model.filter_mail, is_primary=True, key="1"),
            Button(self.tr("Choose folders…"), do.import_folder or nothing, key="2"),
            Button(self.tr("Begin lesson 1"), do.begin_lesson or nothing, key="3"),
        )
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self.setProperty("first_focus", self._acts[0])
        render_parts(self, model, self._fill_rows, self._show_ticks, self._show_search)

    # Layout

    def _lay_out(self) -> None:
        page, cards = Pane("paper"), QWidget()
        self._cards.setContentsMargins(0, 0, 0, 0)
        self._cards.setSpacing(px(16))
        for card in (self._mail(), self._documents(), self._lessons()):
            self._cards.addWidget(card)
        cards.setLayout(self._cards)
        title, leaf = TextLabel(self.tr("What brings you here?")), _Picture("leaf-line", 44)
        title.setFont(fonts.title())
        leaf.setFixedHeight(px(44))
        line = self.tr("Choose one to begin; the others stay a click away. Nothing leaves this computer.")
        quiet = TextLabel(line, role="quiet")
        again = make_remark(self.tr("This page comes back with Help › First steps."), elide=None)
        for words in (title, quiet, again):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        do, sample = self._model.commands, QWidget()
        link = Link(self.tr("Try it with %Ln sample mail(s)", "", do.n_sample), do.try_sample or (lambda: None))
        row(-1, TextLabel(self.tr("Just looking?"), role="quiet"), px(5), link, -1, owner=sample)
        sample.setVisible(do.try_sample is not None)
        parts = (leaf, px(10), title, px(5), quiet, px(22), cards, px(36), sample, px(8), again, -1)
        self._rows = column(*parts, margins=(px(32), px(28), px(32), px(16)), owner=page)
        self.setWidget(page)

    def _mail(self) -> Card:
        lines = self.tr(
            "Bayleaf learns from mail you have sorted already, then keeps watch over what arrives. "
            "It moves a mail only if you say so."
        )
        head, rows, elsewhere = QWidget(), QWidget(), QWidget()
        self._looking = _small(self.tr("looking…"))
        row(_small(self.tr("Found on this computer")), -1, self._looking, owner=head)
        self._sources = column(owner=rows)
        self._nothing = _note(self.tr("No mail program found. Drop an mbox file or a folder here."))
        choose = self._model.commands.import_documents or (lambda: None)
        words = make_remark(self.tr("Elsewhere? Drop an mbox file or a folder, or"))
        row(words, px(4), Link(self.tr("choose…"), choose, is_small=True), owner=elsewhere).setStretch(0, 1)
        elsewhere.setFixedHeight(px(36))
        self._about_found = (head, elsewhere)
        shown = make_remark(self.tr("shown before learnt"), is_whole=True)
        inside = (head, rows, self._nothing, elsewhere)
        return Card("mail", self.tr("Filter my mail"), lines, inside, self._acts[0], shown)

    def _documents(self) -> Card:
        inside = (
            _small(self.tr("for instance")), Example(self.tr("Invoices"), 212, 0),
            Example(self.tr("Contracts"), 48, 1), Example(self.tr("Manuals"), 95, 2),
            _note(self.tr("PDF, Word, text, web pages, tables.")),
        )  # fmt: skip
        lines = self.tr("Folders you have filled by hand teach it. New files then go where they belong.")
        return Card("folder", self.tr("Sort documents"), lines, inside, self._acts[1])

    def _lessons(self) -> Card:
        titles = self._model.commands.lessons()
        first = (Example(title, None, number) for number, title in enumerate(titles[:N_LESSONS], start=1))
        inside = (_small(self.tr("the first ones")), *first, _note(self.tr("About five minutes each.")))
        lines = self.tr("%Ln short lesson(s) with numbers you can change. No mail of yours is needed.", "", len(titles))
        return Card("lessons", self.tr("Learn naive Bayes"), lines, inside, self._acts[2])

    # State

    @shows("found")
    def _fill_rows(self, state: FirstRunState) -> None:
        clear_layout(self._sources)
        self._mail_rows = [MailRow(mail) for mail in state.found]
        for index, mail_row in enumerate(self._mail_rows):
            self._sources.addWidget(mail_row)
            mail_row.toggled.connect(lambda is_on, index=index: self._model.tick(index, is_wanted=is_on))

    @shows("found", "ticked")
    def _show_ticks(self, state: FirstRunState) -> None:
        for index, mail_row in enumerate(self._mail_rows):
            mail_row.setChecked(index in state.ticked)
        n_ticked = len(state.ticked)
        look = self.tr("Look through %Ln mailbox(es)…", "", n_ticked)
        self._acts[0].setText(look if n_ticked else self.tr("Choose a mailbox…"))
        self._acts[0].setAccessibleName(self._acts[0].text())

    @shows("found", "is_looking")
    def _show_search(self, state: FirstRunState) -> None:
        """Show the progress of the search for mail programs, or that it found none."""
        self._looking.setVisible(state.is_looking)
        is_nothing = not state.found and not state.is_looking
        self._nothing.setVisible(is_nothing)
        for part in self._about_found:
            part.setVisible(not is_nothing)

    # User actions

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._model.look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_roomy = event.size().width() >= px(ROOMY_FROM)
        side = px(32 if is_roomy else 16)
        self._rows.setContentsMargins(side, px(28), side, px(16))
        for index, share in enumerate(ROOMY_SHARES if is_roomy else (1, 1, 1)):
            self._cards.setStretch(index, share)
        is_stacked = event.size().width() < px(STACKED_UNDER)
        kind = QBoxLayout.Direction
        self._cards.setDirection(kind.TopToBottom if is_stacked else kind.LeftToRight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() in ("1", "2", "3") and not event.modifiers():
            self._acts[int(event.text()) - 1].click()
            return
        super().keyPressEvent(event)


def _small(words: str) -> TextLabel:
    label = TextLabel(words, role="quiet")
    label.setFont(fonts.small(500))
    label.setFixedHeight(px(24))
    return label


def _note(words: str) -> Paragraph:
    return Paragraph(px(18), words, role="quiet", is_small=True)

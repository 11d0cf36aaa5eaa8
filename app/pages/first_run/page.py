"""The first page: three cards with what somebody may have come for, and the sample for who just looks."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.pages.first_run.cards import Card, Example, MailRow
from app.pages.first_run.view_model import FirstRunState, FirstRunViewModel
from app.pages.kit.bases_of_painted_widgets import Painted, Pane, Paragraph, Words, column, row
from app.pages.kit.buttons import Button, Link
from app.qt.look import fonts
from app.qt.look.colours import DesignValues
from app.qt.look.fonts import px
from app.qt.look.painting import paint_icon

STACKED_UNDER = 740
"""The width of the page under which the cards stand under each other."""
ROOMY_FROM = 900
ROOMY_SHARES = (372, 294, 294)
"""Widths of the cards beside each other: what is found of mail has the longest lines."""
N_LESSONS = 3


class FirstRunPage(QScrollArea):
    """Keys 1 to 3 press the buttons of the cards; Enter presses the one that has the focus."""

    def __init__(self, model: FirstRunViewModel) -> None:
        super().__init__(widgetResizable=True)
        self._model = model
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._mail_rows: list[MailRow] = []
        self._acts = self._buttons()
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._sources, self._nothing = QVBoxLayout(), _note("")
        self._lay_out()
        self.setProperty("first_focus", self._acts[0])
        model.state_changed.connect(self.render_state)
        self.render_state(model.state)

    def _buttons(self) -> tuple[Button, Button, Button]:
        do, nothing = self._model.commands, lambda: None
        mail = Button(self.tr("Choose a mailbox…"), self._model.filter_mail, is_primary=True, key="1")
        folders = Button(self.tr("Choose folders…"), do.choose_folders or nothing, key="2")
        return mail, folders, Button(self.tr("Begin lesson 1"), do.begin_lesson or nothing, key="3")

    # Layout

    def _lay_out(self) -> None:
        page, cards = Pane("paper"), QWidget()
        self._cards.setContentsMargins(0, 0, 0, 0)
        self._cards.setSpacing(px(16))
        for card in (self._mail(), self._documents(), self._lessons()):
            self._cards.addWidget(card)
        cards.setLayout(self._cards)
        title, line = Words(self.tr("What brings you here?")), Words(role="quiet")
        title.setFont(fonts.title())
        line.setText(self.tr("Choose one to begin; the others stay a click away. Nothing leaves this computer."))
        for words in (title, line):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        parts = (_Leaf(), px(10), title, px(5), line, px(22), cards, px(36), self._sample(), px(8), self._again())
        layout = column(*parts, margins=(px(32), px(28), px(32), px(16)), owner=page)
        layout.addStretch(1)
        self._rows = layout
        self.setWidget(page)

    def _mail(self) -> Card:
        lines = self.tr(
            "Bayleaf learns from mail you have sorted already, then keeps watch over what arrives. "
            "It moves a mail only if you say so."
        )
        head = QWidget()
        self._sources_name, self._sources_count = _small(""), _small("")
        row(self._sources_name, -1, self._sources_count, owner=head)
        rows = QWidget()
        self._sources.setContentsMargins(0, 0, 0, 0)
        self._sources.setSpacing(0)
        rows.setLayout(self._sources)
        elsewhere, choose = QWidget(), self._model.commands.choose_mailbox or (lambda: None)
        where = self.tr("Elsewhere? Drop an mbox file or a folder, or")
        words = Words(where, role="quiet", elide=Qt.TextElideMode.ElideRight)
        words.setFont(fonts.small())
        row(words, px(4), Link(self.tr("choose…"), choose, is_small=True), owner=elsewhere).setStretch(0, 1)
        elsewhere.setFixedHeight(px(36))
        self._elsewhere = elsewhere
        shown = Words(self.tr("shown before learnt"), role="quiet", elide=Qt.TextElideMode.ElideRight, is_whole=True)
        shown.setFont(fonts.small())
        inside = (head, rows, self._nothing, elsewhere)
        return Card("mail", self.tr("Filter my mail"), lines, inside, self._acts[0], shown)

    def _documents(self) -> Card:
        names = (self.tr("Invoices"), self.tr("Contracts"), self.tr("Manuals"))
        counts = (212, 48, 95)
        inside: list[QWidget] = [_small(self.tr("for instance"))]
        inside += [Example(name, count, number) for number, (name, count) in enumerate(zip(names, counts, strict=True))]
        inside.append(_note(self.tr("PDF, Word, text, web pages, tables.")))
        lines = self.tr("Folders you have filled by hand teach it. New files then go where they belong.")
        return Card("folder", self.tr("Sort documents"), lines, inside, self._acts[1])

    def _lessons(self) -> Card:
        titles = self._model.commands.lessons()
        inside: list[QWidget] = [_small(self.tr("the first ones"))]
        inside += [Example(title, None, place + 1) for place, title in enumerate(titles[:N_LESSONS])]
        inside.append(_note(self.tr("About five minutes each.")))
        lines = self.tr("%Ln short lesson(s) with numbers you can change. No mail of yours is needed.", "", len(titles))
        return Card("lessons", self.tr("Learn naive Bayes"), lines, inside, self._acts[2])

    def _sample(self) -> QWidget:
        do, holder = self._model.commands, QWidget()
        link = Link(self.tr("Try it with %Ln sample mail(s)", "", do.n_sample), do.try_sample or (lambda: None))
        row(-1, Words(self.tr("Just looking?"), role="quiet"), px(5), link, -1, owner=holder)
        holder.setVisible(do.try_sample is not None)
        return holder

    def _again(self) -> Words:
        words = Words(self.tr("This page comes back with Help › First steps."), role="quiet")
        words.setFont(fonts.small())
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return words

    # State

    @Slot(object)
    def render_state(self, state: FirstRunState) -> None:
        """Show the state; called with every change, safe to call twice."""
        self._show_rows(state)
        n_ticked = len(state.ticked)
        look = self.tr("Look through %Ln mailbox(es)…", "", n_ticked)
        self._acts[0].setText(look if n_ticked else self.tr("Choose a mailbox…"))
        self._acts[0].setAccessibleName(self._acts[0].text())
        self._sources_name.setText(self.tr("Found on this computer"))
        self._sources_count.setText(self.tr("looking…") if state.is_looking else self.tr("mails"))
        is_nothing = not state.found and not state.is_looking
        self._nothing.show_words(self.tr("No mail program found. Drop an mbox file or a folder here."))
        self._nothing.setVisible(is_nothing)
        self._sources_name.setVisible(not is_nothing)
        self._sources_count.setVisible(not is_nothing)
        self._elsewhere.setVisible(not is_nothing)

    def _show_rows(self, state: FirstRunState) -> None:
        if [each.mail for each in self._mail_rows] != list(state.found):
            for old in self._mail_rows:
                old.hide()
                old.deleteLater()
            self._mail_rows = [MailRow(mail) for mail in state.found]
            for place, each in enumerate(self._mail_rows):
                self._sources.addWidget(each)
                each.toggled.connect(lambda is_on, place=place: self._model.tick(place, is_wanted=is_on))
        for place, each in enumerate(self._mail_rows):
            each.setChecked(place in state.ticked)

    # What the person does

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._model.look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_roomy = event.size().width() >= px(ROOMY_FROM)
        side = px(32 if is_roomy else 16)
        self._rows.setContentsMargins(side, px(28), side, px(16))
        for place, share in enumerate(ROOMY_SHARES if is_roomy else (1, 1, 1)):
            self._cards.setStretch(place, share)
        is_stacked = event.size().width() < px(STACKED_UNDER)
        kind = QBoxLayout.Direction
        self._cards.setDirection(kind.TopToBottom if is_stacked else kind.LeftToRight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() in ("1", "2", "3") and not event.modifiers():
            self._acts[int(event.text()) - 1].click()
            return
        super().keyPressEvent(event)


class _Leaf(Painted):
    """The leaf over the title."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(px(44))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        side = px(44)
        paint_icon(painter, "leaf-line", QRectF((self.width() - side) / 2, 0, side, side), tokens.accent)


def _small(words: str) -> Words:
    made = Words(words, role="quiet")
    made.setFont(fonts.small(500))
    made.setFixedHeight(px(24))
    return made


def _note(words: str) -> Paragraph:
    made = Paragraph(px(18), role="quiet")
    made.setFont(fonts.small())
    made.show_words(words)
    return made

"""The first-run page: a large field for dropped files, cards for mail, lessons and the sample, and recent
workspaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QSizePolicy, QWidget

import resources
from app.features.importing.view_model import FirstRunState, FirstRunViewModel, FoundMail
from app.kit.actions import set_tip
from app.kit.fields import ask_files
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.control_drawing import paint_check_box
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

CARD_HEIGHT = 352
DROP_HEIGHT = 190
N_RECENT = 4
HELP_PICTURES = Path(resources.__file__).parent / "help" / "pictures"


class Card(PaintedWidget):
    """A panel with an icon, a title, a description, further widgets, and a button."""

    def __init__(
        self, icon: str, name: str, lines: str, inside: Sequence[QWidget], act: Button, beside: TextLabel | None = None
    ) -> None:
        super().__init__()
        self.setMinimumHeight(px(CARD_HEIGHT))
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
        return QSize(px(294), px(CARD_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(220), px(CARD_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use a smaller font if the title does not fit."""
        super().resizeEvent(event)
        room, title = self.width() - px(19 + 30 + 19), self._title.text()
        faces = (fonts.subject_font(), fonts.body(600), fonts.small_font(600))
        self._title.setFont(next((face for face in faces if painting.text_width(title, face) <= room), faces[-1]))
        if self._beside is not None:
            beside = painting.text_width(self._beside.text(), fonts.small_font()) + px(9)
            self._beside.setVisible(self._act.sizeHint().width() + beside <= self.width() - px(38))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        painting.paint_round_rect(painter, self.area(), px(8), fill=colour(tokens.panel), edge=colour(tokens.line))


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
    """A check box for a mail account or mail store, with the name of its mail program."""

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
        painting.paint_horizontal_line(painter, 0, area.right(), 0, tokens.line)
        box = QRectF(0, area.center().y() - px(8), px(16), px(16))
        paint_check_box(painter, tokens, box, is_on=self.isChecked())
        if self.hasFocus():
            painting.paint_round_rect(
                painter, box.adjusted(-2, -2, 2, 2), px(6), edge=colour(tokens.accent, 0.45), width=2.0
            )
        pen = tokens.text if self.isEnabled() else tokens.faint
        words = area.adjusted(px(28), px(6), -px(10), 0)
        upper, lower = (QRectF(words.left(), words.top() + y, words.width(), px(18)) for y in (0, px(17)))
        painting.paint_text(painter, upper, self.text(), font=fonts.body(500), pen=pen)
        painting.paint_text(
            painter, lower, self._detail, font=fonts.small_font(), pen=tokens.quiet, elide=painting.MIDDLE
        )


class NumberedLesson(PaintedWidget):
    """A line of a card: the number and the title of a lesson."""

    def __init__(self, name: str, number: int) -> None:
        super().__init__()
        self._name, self._number = name, number
        self.setAccessibleName(name)
        self.setFixedHeight(px(35))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area()
        painting.paint_horizontal_line(painter, 0, area.right(), 0, tokens.hair)
        painting.paint_text(painter, area, str(self._number), font=fonts.body(), pen=tokens.quiet)
        painting.paint_text(painter, area.adjusted(px(22), 0, 0, 0), self._name, font=fonts.body(), pen=tokens.text)


class ResultPicture(PaintedWidget):
    """A picture of classified mail, scaled to the available width."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._picture = QPixmap(str(HELP_PICTURES / "classify.png"))
        self.setAccessibleName(words)
        self.setMinimumHeight(px(172))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        if self._picture.isNull():
            return
        area = self.area()
        shown = self._picture.scaled(
            area.size().toSize() * self.devicePixelRatio(),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        shown.setDevicePixelRatio(self.devicePixelRatio())
        size = shown.deviceIndependentSize()
        painter.drawPixmap(QPointF(area.left(), area.top()), shown)
        painting.paint_round_rect(painter, QRectF(area.topLeft(), size), px(2), edge=colour(tokens.line))


class DropField(PaintedWidget):
    """The dashed field with the invitation to drop files. Drops are handled by the window."""

    def __init__(self, title: str, lines: str, *buttons: QWidget) -> None:
        super().__init__()
        self.setMinimumHeight(px(DROP_HEIGHT))
        self.setAccessibleName(title)
        words, about = TextLabel(title), Paragraph(px(20), lines, role="quiet", most_lines=4, is_centred=True)
        words.setFont(fonts.title_font())
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        acts = row(-1, *(item for button in buttons for item in (button, px(8))), -1)
        layout = column(words, px(8), about, px(16), acts, margins=(px(24), px(26), px(24), px(24)), owner=self)
        about.setFixedWidth(px(CAPTION_WIDTH))
        layout.setAlignment(about, Qt.AlignmentFlag.AlignHCenter)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area().adjusted(1, 1, -1, -1)
        painting.paint_round_rect(painter, area, px(10), fill=colour(tokens.panel))
        pen = QPen(colour(tokens.accent, 0.55), 1.5, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, px(10), px(10))


CAPTION_WIDTH = 560
STACKED_BELOW_WIDTH = 740
"""Page width, in unscaled pixels, below which the cards are stacked instead of side by side."""
ROOMY_MIN_WIDTH = 900
CARD_WIDTH_SHARES = (350, 294, 316)
"""Relative widths of the cards when they are side by side. The mail card has the longest lines."""
N_LESSONS = 3


class FirstRunPage(QScrollArea):
    """The first-run page. The keys 1 to 3 click its buttons, in reading order; Enter clicks the focused button."""

    def __init__(self, model: FirstRunViewModel) -> None:
        super().__init__(widgetResizable=True)
        self._model = model
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._mail_rows: list[MailRow] = []
        commands, nothing = model.commands, lambda: None
        self._folder = Button(self.tr("Choose folder…"), commands.import_folder or nothing, is_primary=True, key="1")
        self._mail = Button("", self._on_mail_clicked, key="2")
        self._lesson = Button(self.tr("Begin lesson 1"), commands.begin_lesson or nothing, key="3")
        sample = self.tr("Try Bayleaf with %Ln sample mail(s)", "", commands.n_sample_documents)
        self._sample = Button(sample, commands.try_sample or nothing)
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self.setProperty("first_focus", self._folder)
        render_parts(self, model, self._fill_rows, self._show_ticks, self._show_search)

    # Layout

    def _lay_out(self) -> None:
        page, cards = Pane("paper"), QWidget()
        self._cards.setContentsMargins(0, 0, 0, 0)
        self._cards.setSpacing(px(16))
        for card in (self._mail_card(), self._lessons_card(), self._sample_card()):
            self._cards.addWidget(card)
        cards.setLayout(self._cards)
        again = make_remark(self.tr("To see this page again, choose Help › First steps."), elide=None)
        again.setAlignment(Qt.AlignmentFlag.AlignCenter)
        parts = (self._drop_field(), px(24), _make_small_label(self.tr("Other ways to begin:")), px(4), cards, px(20),
        self._recent_workspaces_line(),
                 px(8), again, -1)  # fmt: skip
        self._rows = column(*parts, margins=(px(32), px(28), px(32), px(16)), owner=page)
        self.setWidget(page)

    def _drop_field(self) -> DropField:
        lines = self.tr(
            "With one folder for each kind, such as Invoices and Contracts, the names of the folders become labels. "
            "A folder that is not sorted yet is divided into groups, and you name them. "
            "You see a preview before anything is learnt. Nothing leaves this computer."
        )
        files = Button(self.tr("Choose files…"), lambda: ask_files(self, self.tr("Import files"), self._import))
        return DropField(self.tr("Drop a folder with documents or mail here"), lines, self._folder, files)

    def _recent_workspaces_line(self) -> QWidget:
        """Return a line with links to the recently opened workspaces. The line is hidden if there are none besides the
        open one.
        """
        line, frame = QWidget(), self._model.commands.frame
        commands = None if frame is None else frame.commands
        recent, open_recent = (None, None) if commands is None else (commands.recent_workspaces, commands.open_recent)
        present = None if frame is None else frame.state.workspace
        paths = [path for path in (recent() if recent is not None else ()) if path.exists() and path != present]
        links: list[QWidget | int] = []
        for path in paths[:N_RECENT] if open_recent is not None else ():
            link = Link(path.stem, lambda path=path: open_recent(path))  # type: ignore[misc]
            set_tip(link, str(path))
            links += [link, px(16)]
        row(-1, _make_small_label(self.tr("Recent workspaces")), px(12), *links, -1, owner=line)
        line.setVisible(bool(links))
        return line

    def _sample_card(self) -> Card:
        lines = self.tr("See what Bayleaf does before you give it your own files.")
        picture = ResultPicture(self.tr("A list of classified mails, with the words that decided each verdict"))
        card = Card("classify", self.tr("Just looking?"), lines, (picture,), self._sample)
        card.setVisible(self._model.commands.try_sample is not None)
        return card

    def _mail_card(self) -> Card:
        lines = self.tr(
            "Bayleaf learns from mail that you have already sorted, then watches for new mail. It moves mail only"
            " if you allow it."
        )
        head, rows, elsewhere = QWidget(), QWidget(), QWidget()
        self._looking = _make_small_label(self.tr("searching…"))
        row(_make_small_label(self.tr("Mail found on this computer")), -1, self._looking, owner=head)
        self._sources = column(owner=rows)
        self._nothing = _make_note(self.tr("No mail program found. Drop an mbox file or a folder here."))
        choose = self._model.commands.import_documents or (lambda: None)
        words = make_remark(self.tr("Mail elsewhere? Drop an mbox file or a folder here."))
        row(words, px(4), Link(self.tr("Choose…"), choose, is_small=True), owner=elsewhere).setStretch(0, 1)
        elsewhere.setFixedHeight(px(36))
        self._about_found = (head, elsewhere)
        inside = (head, rows, self._nothing, elsewhere)
        return Card("mail", self.tr("Filter my mail"), lines, inside, self._mail)

    def _lessons_card(self) -> Card:
        titles = self._model.commands.lesson_titles()
        first = (NumberedLesson(title, number) for number, title in enumerate(titles[:N_LESSONS], start=1))
        inside = (_make_small_label(self.tr("First lessons")), *first)
        lines = self.tr(
            "%Ln short lesson(s) with numbers that you can change. Your own mail is not needed.", "", len(titles)
        )
        return Card("lessons", self.tr("Learn naive Bayes"), lines, inside, self._lesson)

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
        self._mail.setText(look if n_ticked else self.tr("Choose a mailbox…"))
        self._mail.setAccessibleName(self._mail.text())

    @shows("found", "is_looking")
    def _show_search(self, state: FirstRunState) -> None:
        """Show the progress of the search for mail programs, or the message that none was found."""
        self._looking.setVisible(state.is_looking)
        is_nothing = not state.found and not state.is_looking
        self._nothing.setVisible(is_nothing)
        for part in self._about_found:
            part.setVisible(not is_nothing)

    # User actions

    def _import(self, paths: Sequence[Path]) -> None:
        if self._model.commands.import_documents is not None:
            self._model.commands.import_documents(paths)

    def _on_mail_clicked(self) -> None:
        if self._model.state.ticked:
            self._import(self._model.state.paths)
        else:
            ask_files(self, self.tr("Choose a mailbox"), self._import)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._model.look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_roomy = event.size().width() >= px(ROOMY_MIN_WIDTH)
        side = px(32 if is_roomy else 16)
        self._rows.setContentsMargins(side, px(28), side, px(16))
        for index, share in enumerate(CARD_WIDTH_SHARES if is_roomy else (1, 1, 1)):
            self._cards.setStretch(index, share)
        is_stacked = event.size().width() < px(STACKED_BELOW_WIDTH)
        kind = QBoxLayout.Direction
        self._cards.setDirection(kind.TopToBottom if is_stacked else kind.LeftToRight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        buttons = {"1": self._folder, "2": self._mail, "3": self._lesson}
        if event.text() in buttons and not event.modifiers():
            buttons[event.text()].click()
            return
        super().keyPressEvent(event)


def _make_small_label(words: str) -> TextLabel:
    label = TextLabel(words, role="quiet")
    label.setFont(fonts.small_font(500))
    label.setFixedHeight(px(24))
    return label


def _make_note(words: str) -> Paragraph:
    return Paragraph(px(18), words, role="quiet", is_small=True)

"""The choice of what may be filed alone: how many good mails may be lost at most, each limit with what it costs."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QWidget

from app.pages.inbox.view_model import ONE_IN, InboxState, LossLimit, LossLimits
from app.pages.kit.bases_of_painted_widgets import Paragraph, Words, column
from app.pages.kit.buttons import show_checked, when_checked
from app.qt import wording
from app.qt.look import fonts
from app.qt.look.fonts import px

OWN = -1
CHOICES = (OWN, *ONE_IN, 0)
HARDLY = 1_000
MOST_LINES = 6
"""Of what a limit rests on and costs: in some languages that takes many words."""


class LossChoice(QWidget):
    """Choose how much may be lost; what cannot be kept yet says what it needs."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._ground = Paragraph(px(18), most_lines=MOST_LINES)
        self._month = Paragraph(px(18), role="quiet")
        head, grid, rows = Words(self.tr("What it may file alone")), QGridLayout(), QWidget()
        head.setFont(fonts.body(600))
        for words in (self._ground, self._month):
            words.setFont(fonts.small())
        self._rows: dict[int, tuple[QRadioButton, Paragraph]] = {}
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        for number, one_in in enumerate(CHOICES):
            radio, cost = QRadioButton(self._name(one_in)), Paragraph(px(18), role="quiet", most_lines=MOST_LINES)
            radio.setFixedHeight(px(28))
            cost.setFont(fonts.small())
            when_checked(radio, partial(self.chosen.emit, None if one_in == OWN else one_in))
            self._group.addButton(radio)
            self._rows[one_in] = (radio, cost)
            grid.addWidget(radio, number, 0)
            grid.addWidget(cost, number, 1)
        rows.setLayout(grid)
        column(head, px(6), self._ground, px(6), rows, px(8), self._month, owner=self)

    def _name(self, one_in: int) -> str:
        if one_in == OWN:
            return self.tr("what is sure")
        if not one_in:
            return self.tr("none")
        return self.tr("1 in %1").replace("%1", wording.count(one_in))

    def show_state(self, state: InboxState) -> None:
        """Show what can be promised, and what is chosen."""
        limits, rules = state.inbox.limits, state.inbox.rules
        self.setVisible(bool(limits.limits))
        wanted = OWN if rules.lost_one_in is None else rules.lost_one_in
        self._ground.show_words(
            self.tr("At most so many of the good mails may be lost; those learnt count for %Ln by list and sender. "
                    "Ask me about the rest.", "", limits.n_sources)
        )  # fmt: skip
        for one_in, (radio, cost) in self._rows.items():
            limit = next((limit for limit in limits.limits if limit.one_in == one_in), None)
            radio.setEnabled(limit is None or limit.needs_sources <= limits.n_sources)
            show_checked(radio, is_checked=one_in == wanted)
            words = self._cost(limit, limits)
            cost.show_words(words)
            radio.setAccessibleDescription(words)
        self._month.show_words(
            self.tr("This month: %Ln filed alone,", "", state.inbox.n_filed_month)
            + " "
            + self.tr("%Ln put back.", "", state.inbox.n_put_back_month)
        )

    def _cost(self, limit: LossLimit | None, limits: LossLimits) -> str:
        if limit is None:
            return self.tr("now 1 in %1").replace("%1", wording.count(limits.promised_one_in))
        if limit.needs_sources > limits.n_sources:
            return self.tr("needs good mail of %Ln list(s) and sender(s)", "", limit.needs_sources)
        if not limit.one_in:
            return self.tr("asks about all spam")
        if limit.asks_one_in >= HARDLY:
            return self.tr("hardly asks")
        return self.tr("asks about 1 in %1").replace("%1", wording.count(limit.asks_one_in))

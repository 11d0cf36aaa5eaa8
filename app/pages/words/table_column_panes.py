"""The parts of the Features page: the columns of a table, the curves of a number, the counts of a choice."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.pages.kit.page_head import Notice
from app.pages.kit.plots.line_plot import SavePicture
from app.pages.kit.plots.probability_working import BellPlot
from app.pages.kit.table_view import ColumnLook, TableView, label_width
from app.pages.kit.widgets import Pane, Words, band, column, remark, row
from app.pages.painted_values import Label, LabelCell, ShareCell
from app.pages.words.features_view_model import (
    AnyColumn,
    ChoiceColumn,
    FeaturesState,
    FeaturesViewModel,
    ModelColumns,
    NumberColumn,
    TextColumn,
    by_colour,
    picture_of,
)
from app.qt import wording
from app.qt.array_table import Column
from app.qt.look import fonts
from app.qt.look.fonts import px
from app.qt.tooltips import set_tip

LIST_WIDTH = 300
MISSING = ColumnLook("quiet-number", 64)
N_SHOWN_LABELS = 6
"""More labels than this would leave no room for the values: the first ones are shown."""
BAR_ROOM = 1.25
"""The room for a bar as a factor of the strongest value, so that it stays clear of its number."""


class ColumnList(Pane):
    """The columns at the left, each with its kind and how much it tells."""

    def __init__(self, model: FeaturesViewModel) -> None:
        super().__init__("panel", "r")
        self._model = model
        self._shown: ModelColumns | None = None
        self.setFixedWidth(px(LIST_WIDTH))
        self.view = TableView(self.tr("Columns"))
        self._unread = remark()
        self._unread.setContentsMargins(px(16), 0, px(8), px(8))
        column(self.view, self._unread, margins=(0, 0, 1, 0), owner=self).setStretch(0, 1)
        self.view.row_chosen.connect(model.choose)
        model.state_changed.connect(self.render)

    def render(self, state: FeaturesState) -> None:  # type: ignore[override]
        """Show the state; called with every change, safe to call twice."""
        self.setVisible(bool(state.columns))
        if state.found is not self._shown and state.found is not None:
            self._shown, columns = state.found, state.columns
            bits = np.array([each.bits for each in columns])
            missing = np.array([each.missing.sum() for each in columns])
            tip = self.tr("How much the column tells about the label, in bits, if it were the only one")
            self.setFixedWidth(px(LIST_WIDTH + (MISSING.width if missing.any() else 0)))
            names, kinds = [each.name or self.tr("Text") for each in columns], [kind_name(each) for each in columns]
            self.view.show_columns([
                Column(self.tr("Column"), names, look=ColumnLook("strong")),
                Column(self.tr("Kind"), kinds, look=ColumnLook("quiet", 84)),
                *([Column(self.tr("Missing"), missing, _counted, MISSING)] if missing.any() else []),
                Column(
                    self.tr("Bits"), bits, lambda value: wording.decimal(float(value), 3), ColumnLook("number", 56),
                    tip=tip,
                ),
            ])  # fmt: skip
            n_unread = len(state.found.unread)
            self._unread.setText(self.tr("%Ln column(s) not read by this model", "", n_unread) if n_unread else "")
            self._unread.setVisible(bool(n_unread))
        if state.chosen >= 0:
            self.view.choose_row(self.view.table.row_of(state.chosen))


class ColumnHead(QWidget):
    """The name of a column, its kind, and how much of it is missing."""

    def __init__(self, name: Words, *acts: QWidget) -> None:
        super().__init__()
        self.name, self.facts = name, remark()
        self.name.setFont(fonts.subject())
        self.name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.name.setMinimumWidth(px(40))
        self.setFixedHeight(px(48))
        line = row(self.name, px(12), self.facts, px(16), *acts, margins=(px(24), 0, px(24), 0), owner=self)
        line.setStretchFactor(self.facts, 1)

    def show_column(self, shown: AnyColumn) -> None:
        """Name a column, and count what is missing."""
        n_known, n_missing = round(float(shown.known.sum())), round(float(shown.missing.sum()))
        missing = self.tr("%Ln value(s) missing", "", n_missing) if n_missing else self.tr("none missing")
        self.name.setText(shown.name)
        self.facts.setText(wording.joined([kind_name(shown), self.tr("%Ln value(s)", "", n_known), missing]))


class NumberPane(Pane):
    """The bell curves of a column of numbers over its data, and their figures."""

    def __init__(self, model: FeaturesViewModel) -> None:
        super().__init__("panel")
        self.plot, self._notice = BellPlot(), Notice(inset=px(24))
        name = Words(elide=Qt.TextElideMode.ElideMiddle)
        self.save = SavePicture(self.plot, self._notice, name.text)
        self._head = ColumnHead(name, self.save)
        self.view = TableView(self.tr("Curves"), edges=(24, 24))
        set_tip(self.plot, self.tr("Press to compare the curves at a number"))
        self.plot.pointed.connect(model.point_at)
        picture, self._figures = column(self.plot, margins=(px(24), 0, 0, 0)), Pane("panel", "t")
        column(self.view, margins=(0, 1, 0, 0), owner=self._figures)
        column(self._head, self._notice, picture, self._figures, owner=self).setStretch(2, 1)

    def show_state(self, state: FeaturesState) -> None:
        """Show the column of numbers that is looked at."""
        shown, picture = state.column, picture_of(state)
        if not isinstance(shown, NumberColumn) or picture is None:
            return
        self._head.show_column(shown)
        self.plot.show_picture(picture)
        self.view.show_columns(self._columns(shown, state.labels, state.value))
        self._figures.setFixedHeight(px(32) + px(28) * min(len(state.labels), 6))

    def _columns(self, shown: NumberColumn, labels: tuple[Label, ...], value: float | None) -> list[Column]:
        number, width = ColumnLook("number", 96), label_width((label.name for label in labels), 150)
        names = [LabelCell(label.name, label.colour) for label in labels]
        added = wording.significant(shown.added_variance, 3)
        tip = self.tr("With the %1 that is added to every variance").replace("%1", added)
        deviation = self.tr("Standard deviation")
        found = [
            Column(self.tr("Label"), names, lambda cell: cell.name, ColumnLook("label", width)),
            Column(self.tr("Values"), shown.known, _counted, number),
            *([Column(self.tr("Missing"), shown.missing, _counted, number)] if shown.missing.any() else []),
            Column(self.tr("Mean"), shown.means, _five, number),
            Column(self.tr("Deviation"), np.sqrt(shown.variances), _five, number, tip=f"{deviation}. {tip}"),
        ]
        if value is not None:
            logs = np.array([float(shown.log_density(place, np.array([value]))[0]) for place in range(len(labels))])
            title = self.tr("log P(%1 | label)").replace("%1", wording.significant(value))
            look = ColumnLook("number", 130)
            found.append(Column(title, logs, lambda each: wording.decimal(float(each), 3), look))
        return [*found, Column("", [""] * len(labels))]


class ChoicePane(Pane):
    """The counts and probabilities of each value of a column, label by label."""

    def __init__(self) -> None:
        super().__init__("panel")
        self._shown: ChoiceColumn | None = None
        self._head = ColumnHead(Words(elide=Qt.TextElideMode.ElideMiddle))
        self.view = TableView(self.tr("Values"), edges=(24, 24))
        foot = band(remark(self.tr(
            "A value that was never seen gets the smoothing alone; a missing one leaves the product."
        )), height=38, fill="paper", lines="t")  # fmt: skip
        top = Pane("panel", "t")
        column(self.view, margins=(0, 1, 0, 0), owner=top)
        column(self._head, top, foot, owner=self).setStretch(1, 1)

    def show_state(self, state: FeaturesState) -> None:
        """Show the column of choices that is looked at."""
        shown = state.column
        if not isinstance(shown, ChoiceColumn) or shown is self._shown:
            return
        self._shown = shown
        self._head.show_column(shown)
        labels = state.labels[:N_SHOWN_LABELS]
        self.view.show_columns(self._columns(shown, labels, has_odds=len(state.labels) == 2))
        totals = int(np.argmax(shown.counts.sum(axis=0))) if shown.values else 0
        self.view.choose_row(self.view.table.row_of(totals))

    def _columns(self, shown: ChoiceColumn, labels: tuple[Label, ...], *, has_odds: bool) -> list[Column]:
        names = [*shown.values, self.tr("(never seen)"), *([self.tr("(missing)")] if shown.missing.any() else [])]
        n_more = len(names) - len(shown.values)
        columns = [Column(self.tr("Value"), names, look=ColumnLook("strong"))]
        for place, label in enumerate(labels):
            more = [0.0, float(shown.missing[place])][:n_more]
            counts = np.array([*shown.counts[place].tolist(), *more])
            tip = self.tr("How many documents of %1 have the value").replace("%1", label.name)
            columns.append(Column(label.name, counts, _counted, ColumnLook("number", 64, keeps=600), tip=tip))
        for place, label in enumerate(labels):
            shares = [*shown.shares[place].tolist(), float(shown.unknown[place]), np.nan][: len(names)]
            cells = [ShareCell(share, label.colour) if share == share else None for share in shares]
            title, look = self.tr("P(value | %1)").replace("%1", label.name), ColumnLook("share", 118)
            columns.append(Column(title, cells, _share_text, look, keys=np.array(shares), is_number=True))
        if has_odds:
            odds = np.array([*_odds(shown, labels), *([np.nan] * (n_more - 1))])
            title, tip = self.tr("Log-odds"), self.tr("How much the value speaks for %1 against %2")
            against, towards = by_colour(labels)
            tip = tip.replace("%1", labels[towards].name).replace("%2", labels[against].name)
            full = BAR_ROOM * float(np.abs(odds[np.isfinite(odds)]).max(initial=0.0)) or 1.0
            look = ColumnLook("log-odds", 140, full_scale=full, keeps=440)
            columns.append(Column(title, odds, lambda each: wording.decimal(float(each), signed=True), look, tip=tip))
        return columns


def _odds(shown: ChoiceColumn, labels: tuple[Label, ...]) -> list[float]:
    """Return for each value and the unknown one how much it speaks for one of two labels: the one whose colour is
    later."""
    shares = np.concatenate([shown.shares, shown.unknown[:, None]], axis=1)
    if len(shares) != 2:
        return []
    with np.errstate(divide="ignore", invalid="ignore"):
        against, towards = by_colour(labels)
        found: list[float] = (np.log(shares[towards]) - np.log(shares[against])).tolist()
    return found


def _share_text(cell: ShareCell | None) -> str:
    if cell is None:
        return "–"
    is_tiny = 0 < cell.share < 0.00005
    return f"<{wording.THIN}{wording.percent(0.0001, 2)}" if is_tiny else wording.percent(cell.share, 2)


def _counted(value: float) -> str:
    return wording.count(round(value)) if value == round(value) else wording.decimal(float(value), 1)


def _five(value: float) -> str:
    return wording.significant(float(value), 5)


def kind_name(shown: AnyColumn) -> str:
    """Name a kind of column in the language of the window."""
    if isinstance(shown, NumberColumn):
        return QCoreApplication.translate("Features", "number")
    if isinstance(shown, TextColumn):
        return QCoreApplication.translate("Features", "text")
    return QCoreApplication.translate("Features", "choice")

"""The columns of the table of documents: how wide each is, and what is drawn in its cells."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.corpus_view import DocumentRow, Overview
from app.pages.kit.table_view import ColumnLook, label_width
from app.pages.shown import LabelCell, ShareCell
from app.qt import wording
from app.qt.look import fonts, painting
from app.qt.look.fonts import px

LOOKS = (
    ColumnLook("label", 68),
    ColumnLook("strong"),
    ColumnLook("quiet", 96, keeps=420),
    ColumnLook("quiet-number", 66),
)
SHARE = ColumnLook("share", 109)
LONG_AGO_S = 977_270_400
NO_COLOUR = -1
NO_LABEL = LabelCell("–", NO_COLOUR)


def _date_width() -> int:
    """Drawn width of the longest date, which is one of another year."""
    return round(painting.width_of(wording.short_date(LONG_AGO_S), fonts.body()) / max(px(100), 1) * 100) + 20


def looks_of(overview: Overview) -> tuple[ColumnLook, ...]:
    """With two labels the verdict is the probability of one of them, with more it is a label."""
    names = [label.name for label in overview.labels]
    looks: tuple[ColumnLook, ...] = (ColumnLook("label", label_width(names, 68)), LOOKS[1])
    if not overview.is_of_rows:
        has_judged = not overview.positive and overview.n_judged_otherwise is not None
        sender = ColumnLook("quiet", 96, keeps=640) if has_judged else LOOKS[2]
        looks += (sender, ColumnLook("quiet-number", max(66, _date_width())))
    if overview.positive:
        return (*looks, SHARE)
    if overview.n_judged_otherwise is None:
        return looks
    return (*looks, ColumnLook("label", label_width(names, 68, is_first=False)))


def judged_cell(each: DocumentRow, colours: Mapping[str, int]) -> LabelCell | None:
    """The label that was judged, where there are more than two."""
    verdict = each.verdict
    if verdict.judged is None:
        return None
    return LabelCell(verdict.judged, colours.get(verdict.judged, NO_COLOUR), verdict.is_surprising)


def label_cell(each: DocumentRow, colours: Mapping[str, int]) -> LabelCell:
    """The label that a document has, or a dash."""
    return LabelCell(each.label, colours.get(each.label, NO_COLOUR)) if each.label is not None else NO_LABEL


def share_text(each: DocumentRow) -> str:
    """The probability of the label that is watched for."""
    return wording.probability(each.verdict.share) if each.verdict.share is not None else ""


def share_cell(each: DocumentRow, colours: Mapping[str, int]) -> ShareCell | None:
    """The same as a bar in the colour of the label that was judged."""
    verdict = each.verdict
    if verdict.share is None:
        return None
    return ShareCell(verdict.share, colours.get(verdict.judged or "", NO_COLOUR), verdict.is_surprising)

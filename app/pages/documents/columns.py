"""The columns of the table of documents: how wide each is, and what is drawn in its cells."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from app.domain.corpus_browsing import DocumentRow, Overview, SortOrder
from app.domain.label_sets import shown_labels
from app.pages.kit.table_view import ColumnLook, label_width
from app.pages.painted_values import LabelCell, ShareCell, label_cell
from app.qt import wording
from app.qt.array_table import PagedColumn
from app.qt.look import fonts, painting
from app.qt.look.fonts import px
from nbengine.lazy_dataclasses import dataclass

translate = QCoreApplication.translate
SHARE = ColumnLook("share", 109, slim=78, name="judged")
LONG_AGO_S = 977_270_400
NO_COLOUR = -1
NO_COLOURS: Mapping[str, int] = {}
NO_LABEL = LabelCell("–", NO_COLOUR)
ROOM_FOR_TWO = 150


def _date_width() -> int:
    """Drawn width of the longest date, which is one of another year."""
    return round(painting.width_of(wording.short_date(LONG_AGO_S), fonts.body()) / max(px(100), 1) * 100) + 20


@dataclass(frozen=True, slots=True)
class DocumentColumn(PagedColumn):
    """A column, and the order that a click on its head asks for."""

    order: SortOrder = SortOrder.SUSPICIOUS


def columns_of(overview: Overview, colours: Mapping[str, int] = NO_COLOURS) -> list[DocumentColumn]:
    """List the columns of a corpus: rows of a table have no sender and no date, which documents that are no mail show
    where they are asked for; verdicts come late. Labels are painted in what `colours` says when they are."""
    columns = [_label_column(overview, colours), _title_column(overview)]
    if not overview.is_of_rows:
        columns += [_sender_column(overview), _date_column(overview)]
    extra = [] if overview.is_of_rows else _extra_columns()
    return [*columns, *_verdict_columns(overview, colours), *extra]


def _label_column(overview: Overview, colours: Mapping[str, int]) -> DocumentColumn:
    return DocumentColumn(
        translate("DocumentsPage", "Label"),
        lambda each: shown_labels(each.label or ""),
        lambda each: own_cell(each, colours),
        look=ColumnLook("label", labels_width(overview), name="label"),
        order=SortOrder.LABEL,
    )


def labels_width(overview: Overview, *, is_first: bool = True) -> int:
    """Return how wide a column of labels is drawn; where a document may have several, two of them have room."""
    width = label_width([label.name for label in overview.labels], 68, is_first=is_first)
    return max(width, ROOM_FOR_TWO) if overview.takes_several else width


def _title_column(overview: Overview) -> DocumentColumn:
    name = translate("DocumentsPage", "Subject") if overview.is_of_mail else translate("DocumentsPage", "Title")
    name = translate("DocumentsPage", "Row") if overview.is_of_rows else name
    return DocumentColumn(name, lambda each: each.title, look=ColumnLook("strong"), order=SortOrder.SUBJECT)


def _sender_column(overview: Overview) -> DocumentColumn:
    has_judged = not overview.positive and overview.n_judged_otherwise is not None
    keeps = 640 if has_judged else 420
    look = ColumnLook("quiet", 140, slim=88, keeps=keeps, name="from", is_extra=not overview.is_of_mail)
    name = translate("DocumentsPage", "From")
    return DocumentColumn(name, lambda each: wording.sender_name(each.sender), look=look, order=SortOrder.SENDER)


def _date_column(overview: Overview) -> DocumentColumn:
    look = ColumnLook("quiet-number", max(66, _date_width()), name="date", is_extra=not overview.is_of_mail)
    name = translate("DocumentsPage", "Date")
    return DocumentColumn(
        name, lambda each: wording.short_date(each.date_s), is_right_aligned=True, look=look, order=SortOrder.NEWEST
    )


def _extra_columns() -> list[DocumentColumn]:
    file = ColumnLook("quiet-path", 140, name="file", is_extra=True)
    length = ColumnLook("quiet-number", 80, name="length", is_extra=True)
    return [
        DocumentColumn(translate("DocumentsPage", "File"), lambda each: each.file, look=file, order=SortOrder.FILE),
        DocumentColumn(
            translate("DocumentsPage", "Characters"),
            lambda each: wording.count(each.n_letters),
            is_right_aligned=True,
            look=length,
            order=SortOrder.LONGEST,
        ),
    ]


def _verdict_columns(overview: Overview, colours: Mapping[str, int]) -> list[DocumentColumn]:
    """Return the verdict's columns: the probability of one of two labels, else the label judged."""
    if overview.positive:
        name = translate("DocumentsPage", "Judged %1").replace("%1", overview.positive)
        return [
            DocumentColumn(name, share_text, lambda each: share_cell(each, colours), is_right_aligned=True, look=SHARE)
        ]
    if overview.n_judged_otherwise is None:
        return []
    look = ColumnLook("label", labels_width(overview, is_first=False), name="judged")
    name, text = translate("DocumentsPage", "Judged"), lambda each: shown_labels(each.verdict.judged or "")
    return [DocumentColumn(name, text, lambda each: judged_cell(each, colours), look=look)]


def judged_cell(each: DocumentRow, colours: Mapping[str, int]) -> LabelCell | None:
    """The label that was judged, where there are more than two."""
    verdict = each.verdict
    if verdict.judged is None:
        return None
    return label_cell(verdict.judged, colours, is_strong=verdict.is_surprising)


def own_cell(each: DocumentRow, colours: Mapping[str, int]) -> LabelCell:
    """The label that a document has, or its labels, or a dash."""
    return label_cell(each.label, colours) if each.label is not None else NO_LABEL


def share_text(each: DocumentRow) -> str:
    """The probability of the label that is watched for."""
    return wording.probability(each.verdict.share) if each.verdict.share is not None else ""


def share_cell(each: DocumentRow, colours: Mapping[str, int]) -> ShareCell | None:
    """The same as a bar in the colour of the label that was judged."""
    verdict = each.verdict
    if verdict.share is None:
        return None
    return ShareCell(verdict.share, colours.get(verdict.judged or "", NO_COLOUR), verdict.is_surprising)

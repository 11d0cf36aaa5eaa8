"""The report of an evaluation, for reading and printing: figures, plots, settings and data, as HTML or PDF.

The HTML is one file without scripts that loads nothing from elsewhere: plots are SVG inside it. The PDF is printed from
a variant of the HTML with pictures, because Qt's text layout does not draw SVG.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QLocale, QSize

from app.domain import VERSION
from app.domain.whole_files import write_atomically
from app.features.evaluate.view_model import EvaluationState, ReportFacts, View
from app.kit import wording
from app.kit.look.colours import LIGHT
from app.kit.painted_values import Confusion, PlotContent
from app.kit.picture_files import html_to_pdf, picture_bytes
from app.kit.plots.evaluation_figures import MAX_TABLE_LABELS, frequent_confusions
from app.kit.plots.line_plot import LinePlot

translate = QCoreApplication.translate
PLOT_SIZE, PRINTED_WIDTH = QSize(720, 360), 500
NEXT_PAGE = '<p class="next"></p>'
MAX_NAMED_COLUMNS = 6
"""Maximum number of labels of a matrix with names above its columns. With more labels there are numbers.

On paper, twenty names were cut into pieces of two letters.
"""
STYLE = f"""
body {{ font-family: Inter, "Segoe UI", "Helvetica Neue", "Noto Sans", sans-serif; color: {LIGHT.text};
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }}
h1 {{ font-size: 1.75rem; margin-bottom: 0; }} h2 {{ font-size: 1.25rem; margin: 2rem 0 .5rem; }}
p.quiet {{ color: {LIGHT.quiet}; margin-top: .25rem; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .3rem .8rem; border-bottom: 1px solid {LIGHT.line}; }}
svg {{ max-width: 100%; height: auto; }} div.wide {{ overflow-x: auto; }}
"""
PRINTED_STYLE = f"""
body {{ font-family: sans-serif; font-size: 9pt; color: {LIGHT.text}; }}
p.title {{ font-size: 20pt; font-weight: 600; margin-bottom: 0; }}
p.section {{ font-size: 13pt; font-weight: 600; margin: 16px 0 4px 0; }}
p.quiet {{ color: {LIGHT.quiet}; }}
th, td {{ padding: 2px 5px; }} th {{ font-size: 8pt; }} td {{ white-space: nowrap; }}
th.dense, td.dense {{ padding: 2px 2px; font-size: 7pt; }}
p.next {{ page-break-before: always; margin: 0; }}
"""


def draw_plots(state: EvaluationState, target: Path) -> dict[View, str]:
    """Return the plots of the report as HTML. Call it in the main thread, because plots are widgets."""
    is_printed = is_pdf(target)
    pictures = {**state.result.pictures, **({} if state.sizes is None else {View.VOCABULARY: state.sizes})}
    return {view: _plot_html(picture, is_printed=is_printed) for view, picture in pictures.items()}


def write_report(state: EvaluationState, facts: ReportFacts, plots: Mapping[View, str], target: Path) -> None:
    """Write the evaluation that the page shows: as PDF if the suffix is `.pdf`, else as HTML.

    Any thread may call it. The layout of a PDF with large matrices takes seconds.
    """
    html = report_html(state, facts, plots, is_printed=is_pdf(target))
    write_atomically(target, html_to_pdf(html) if is_pdf(target) else html.encode())


def is_pdf(target: Path) -> bool:
    return target.suffix.lower() == ".pdf"


def report_html(
    state: EvaluationState, facts: ReportFacts, plots: Mapping[View, str], *, is_printed: bool = False
) -> str:
    """Return the report as one HTML page. `plots` is the result of `draw_plots`."""
    section, table = partial(_html_section, is_printed=is_printed), partial(_html_table, is_printed=is_printed)
    title = translate("EvaluationReportPage", "Evaluation of %1").replace("%1", state.corpus)
    parts = [
        f'<p class="title">{escape(title)}</p>' if is_printed else f"<h1>{escape(title)}</h1>",
        f'<p class="quiet">{escape(wording.join_facts([facts.method, facts.date, f"Bayleaf {VERSION}"]))}</p>',
        section(
            translate("EvaluationReportPage", "Results"),
            _figures_html(state, is_printed=is_printed),
        ),
    ]
    if state.result.comparison:
        parts.append(f"<p>{escape(state.result.comparison)}</p>")
    names = {
        View.ROC: translate("EvaluationReportPage", "ROC curve"),
        View.PRECISION_RECALL: translate("EvaluationReportPage", "Precision and recall"),
        View.RELIABILITY: translate(
            "EvaluationReportPage", "Calibration: how often verdicts are correct at each level of confidence"
        ),
    }
    for view, name in names.items():
        if view in plots:
            if is_printed and view is View.RELIABILITY and View.ROC in plots:
                parts.append(NEXT_PAGE)  # two plots fill a page; a heading would stay behind alone
            parts.append(section(name, plots[view]))
    if View.VOCABULARY in plots:
        parts.append(section(translate("EvaluationReportPage", "Accuracy by vocabulary size"), plots[View.VOCABULARY]))
    for place, (model, confusion) in enumerate(state.result.confusions):
        name = translate("EvaluationReportPage", "Confusion matrix of %1").replace("%1", model)
        if is_printed and place % 2 == 0 and len(confusion.labels) > MAX_NAMED_COLUMNS:
            parts.append(NEXT_PAGE)  # two large matrices fill a page
        parts.append(section(name, _confusion_html(confusion, is_printed=is_printed)))
    if state.result.measures:
        rows = [(name, *(_format_share(value) for value in values)) for name, values in state.result.measures.items()]
        parts.append(
            section(
                translate("EvaluationReportPage", "Spam measures"),
                table(("", *state.ticked), rows),
            )
        )
    for model, settings in facts.settings:
        name = translate("EvaluationReportPage", "Settings of %1").replace("%1", model)
        parts.append(section(name, table((), settings)))
    labels = [(label, wording.format_count(n_documents)) for label, n_documents in facts.labels]
    total = (
        translate("EvaluationReportPage", "total"),
        wording.format_count(sum(n_documents for _label, n_documents in facts.labels)),
    )
    heads = (translate("EvaluationReportPage", "Label"), translate("EvaluationReportPage", "Documents"))
    parts.append(
        section(
            translate("EvaluationReportPage", "Documents in the collection"),
            table(heads, [*labels, total]),
        )
    )
    style = PRINTED_STYLE if is_printed else STYLE
    language = QLocale().name()[:2]
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{style}</style></head>\n<body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _html_section(title: str, content: str, *, is_printed: bool) -> str:
    """Return a section of the report.

    Qt's text layout gives headings its own font size, so printed headings are paragraphs.
    """
    head = f'<p class="section">{escape(title)}</p>' if is_printed else f"<h2>{escape(title)}</h2>"
    return f"{head}\n{content}"


def _format_share(value: float) -> str:
    return "–" if math.isnan(value) else wording.format_percent(value, 2)


def _figures_html(state: EvaluationState, *, is_printed: bool) -> str:
    """Return a table of the figures, one row per compared model."""
    rows = [each for each in state.models if each.model in state.ticked] or [*state.models]
    heads = [
        translate("EvaluationReportPage", "Model"),
        translate("EvaluationReportPage", "Documents"),
        translate("EvaluationReportPage", "Accuracy"),
    ]
    if state.negative:
        heads += [
            translate("EvaluationReportPage", "%1 lost").replace("%1", state.negative),
            translate("EvaluationReportPage", "%1 missed").replace("%1", state.positive),
        ]
        heads += [
            translate("EvaluationReportPage", "F1 of %1").replace("%1", state.positive),
            translate("EvaluationReportPage", "1 − AUC"),
        ]
    else:
        heads += [translate("EvaluationReportPage", "Macro F1"), translate("EvaluationReportPage", "Micro F1")]
    heads += [translate("EvaluationReportPage", "Log loss"), translate("EvaluationReportPage", "Calibration error")]
    lines = []
    for each in rows:
        cells = [each.model, wording.format_count(each.n_documents), _format_share(each.accuracy)]
        if state.negative:
            auc = "–" if math.isnan(each.one_minus_auc) else wording.format_percent(each.one_minus_auc, 3)
            cells += [
                _format_share(each.negatives_lost),
                _format_share(each.positives_missed),
                _format_share(each.f1),
                auc,
            ]
        else:
            cells += [_format_share(each.f1), _format_share(each.micro_f1)]
        lines.append([*cells, wording.format_decimal(each.log_loss, 3), _format_share(each.calibration_error)])
    return _html_table(heads, lines, is_printed=is_printed)


def _html_table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, is_printed: bool) -> str:
    head = _html_row("th", heads)
    lines = "".join(_html_row("td", cells) for cells in rows)
    return _wrap_html(f"<thead>{head}</thead>" if heads else "", lines, is_printed=is_printed)


def _html_row(tag: str, cells: Sequence[str]) -> str:
    """Return a table row. All cells except the first are aligned to the right. `tag` may include attributes."""
    end = tag.partition(" ")[0]
    parts = [
        f'<{tag} align="{"right" if place else "left"}">{escape(cell)}</{end}>' for place, cell in enumerate(cells)
    ]
    return f"<tr>{''.join(parts)}</tr>"


def _wrap_html(head: str, lines: str, *, is_printed: bool) -> str:
    attributes = ' border="0" cellspacing="0"' if is_printed else ""
    return f'<div class="wide"><table{attributes}>{head}<tbody>{lines}</tbody></table></div>'


def _confusion_html(confusion: Confusion, *, is_printed: bool) -> str:
    """Return the confusion matrix as a table with tinted cells. With many labels, return a list of its largest cells
    instead.
    """
    counts, labels = confusion.counts, confusion.labels
    if counts is None:
        return ""
    if len(labels) > MAX_TABLE_LABELS:
        rows = [(labels[truth], labels[judged], wording.format_count(int(counts[truth, judged])))
                for truth, judged in frequent_confusions(confusion)]  # fmt: skip
        return _html_table(
            (
                translate("EvaluationReportPage", "Label"),
                translate("EvaluationReportPage", "Verdict"),
                translate("EvaluationReportPage", "Documents"),
            ),
            rows,
            is_printed=is_printed,
        )
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    is_numbered = len(labels) > MAX_NAMED_COLUMNS
    numbers = [str(number) for number in range(1, len(labels) + 1)]
    dense = ' class="dense"' if is_numbered else ""  # so that twenty columns fit between the margins of a page
    titles = (translate("EvaluationReportPage", "label ↓  verdict →"), *(numbers if is_numbered else labels))
    head = _html_row(f"th{dense}", titles)
    lines = []
    for truth, label in enumerate(labels):
        name = f"{numbers[truth]}. {label}" if is_numbered else label
        cells = [f'<td{dense} align="left">{escape(name)}</td>']
        for judged in range(len(labels)):
            ink = LIGHT.accent if truth == judged else LIGHT.vermilion
            colour = _mix_with_white(ink, 0.08 + 0.4 * float(shares[truth, judged]) if counts[truth, judged] else 0.03)
            cells.append(
                f'<td{dense} align="right" style="background-color:{colour}">'
                f"{wording.format_count(int(counts[truth, judged]))}</td>"
            )
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return _wrap_html(f"<thead>{head}</thead>", "".join(lines), is_printed=is_printed)


def _mix_with_white(ink: str, strength: float) -> str:
    """Return a colour mixed with white. PDF output does not draw transparent cells."""
    parts = [int(ink[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(255 + (part - 255) * strength):02x}" for part in parts)


def _plot_html(picture: PlotContent, *, is_printed: bool) -> str:
    """Return a plot as SVG, or for printing as a picture."""
    plot = LinePlot()
    plot.show_picture(picture)
    drawn = picture_bytes(plot.draw_for_file, PLOT_SIZE, ".png" if is_printed else ".svg") or b""
    plot.deleteLater()
    if is_printed:
        data = base64.b64encode(drawn).decode()
        return f'<p><img src="data:image/png;base64,{data}" width="{PRINTED_WIDTH}"></p>'
    svg = drawn.decode()
    return svg[svg.index("<svg") :]

"""The Export dialog: every format of the command line, saved where a person chose, and said where."""

from __future__ import annotations

import json
import re
import threading
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QRadioButton

from app.features import get_optional, is_there
from app.features.evaluate import report
from app.kit.frame import EVALUATE_PAGE as EVALUATE
from app.kit.frame import TRAIN_PAGE, ExportFormat, ExportKind, ExportTarget
from app.kit.picture_files import html_to_pdf
from app.shell import export_view_model
from app.shell.export_view_model import export_formats
from app.shell.exporting import ExportDialog
from tests.app.in_the_window import InTheWindow

NEEDS_EXCHANGE = pytest.mark.skipif(not is_there("exchange"), reason="the feature was deleted")


def formats_of(somebody: InTheWindow) -> list[ExportFormat]:
    evaluation, place = somebody.models.evaluation, somebody.program.frame.state.workspace
    return export_formats(place, somebody.program.frame, evaluation)


def opened(somebody: InTheWindow, kind: ExportKind) -> ExportDialog:
    commands = somebody.models.commands
    commands.export(kind)
    somebody.rest()
    return somebody.program.window.findChildren(ExportDialog)[-1]


def saved(somebody: InTheWindow, dialog: ExportDialog, key: str, path: Path) -> None:
    """Write a format as if the save dialog had been answered."""
    chosen = next(each for each in dialog._formats[dialog._kinds[dialog._tabs.currentIndex()]] if each.key == key)
    dialog.write(chosen, ExportTarget(path))
    somebody.rest()


@NEEDS_EXCHANGE
def test_every_format_of_the_command_line_is_offered(somebody: InTheWindow) -> None:
    command: Any = get_optional("exchange.command.command")
    export: Any = get_optional("exchange.exports.FORMS")
    choices = {name for each in command.params if each.name == "form" for name in each.type.choices}

    offered = {each.key for each in formats_of(somebody)}

    assert (choices | set(export)) - offered == set()


@NEEDS_EXCHANGE
def test_each_format_says_what_it_is_for_and_suggests_a_name(somebody: InTheWindow) -> None:
    for each in formats_of(somebody):
        assert each.purpose.endswith("."), each.name
        assert len(each.purpose.split()) <= 25, each.name
        assert each.file_name or each.is_existing_folder, each.name


def test_without_the_feature_for_other_programs_the_rest_is_offered(
    somebody: InTheWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        export_view_model, "get_optional", lambda path: None if path.startswith("exchange.") else get_optional(path)
    )

    assert {(each.kind, each.key) for each in formats_of(somebody)} == {("model", "bayleaf"), ("words", "csv")}


@NEEDS_EXCHANGE
def test_after_saving_the_dialog_says_where_and_shows_the_folder(somebody: InTheWindow, tmp_path: Path) -> None:
    dialog = opened(somebody, "model")
    assert [button.text() for button in dialog.findChildren(QRadioButton)][:2] == ["Bayleaf", "scikit-learn"]

    saved(somebody, dialog, "json", tmp_path / "mail.json")

    assert json.loads((tmp_path / "mail.json").read_text(encoding="utf-8"))["format"] == "bayleaf-model"
    assert dialog._notice.accessibleName() == f"Saved to {tmp_path / 'mail.json'}"
    assert dialog._notice._link.text() == "Show in folder"
    assert "mail.json.card.md" in dialog._remark.accessibleName()
    dialog.close()


@NEEDS_EXCHANGE
@pytest.mark.parametrize("folder", ["", "nowhere"])
def test_a_dialog_that_is_closed_while_it_writes_ends_with_a_note(
    somebody: InTheWindow, tmp_path: Path, folder: str
) -> None:
    dialog, path = opened(somebody, "model"), tmp_path / folder / "mail.json"
    chosen = next(each for each in dialog._formats["model"] if each.key == "json")

    dialog.write(chosen, ExportTarget(path))
    dialog.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    somebody.rest()

    assert path.exists() is not bool(folder)
    state = somebody.program.frame.state
    if folder:
        assert state.problem is not None
    else:
        assert state.note == f"Saved to {path}"
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not somebody.program.window.findChildren(ExportDialog)


@NEEDS_EXCHANGE
def test_what_cannot_be_written_is_refused_with_a_sentence(somebody: InTheWindow, tmp_path: Path) -> None:
    dialog = opened(somebody, "model")
    saved(somebody, dialog, "json", tmp_path / "nowhere" / "mail.json")

    assert dialog._notice.accessibleName() == "Nothing was saved."
    assert dialog._remark.accessibleName() == "“mail.json” could not be written: No such file or directory."
    assert dialog._save.isEnabled()
    dialog.close()


@NEEDS_EXCHANGE
def test_a_format_that_cannot_hold_the_model_cannot_be_chosen_and_says_why(somebody: InTheWindow) -> None:
    def buttons() -> dict[str, QRadioButton]:
        return {button.text(): button for button in dialog.findChildren(QRadioButton)}

    training = somebody.models.training
    somebody.open(TRAIN_PAGE)
    somebody.rest()
    training.choose(event_model="multinomial", tokens="mail")
    somebody.rest()
    training.train()
    somebody.rest()
    dialog = opened(somebody, "model")
    refused = buttons()["scikit-learn"]
    assert not refused.isEnabled()
    assert "counts words of mail headers, which this format cannot hold" in refused.accessibleDescription()
    assert "--" not in refused.accessibleDescription(), "a window names no option of the command line"
    assert buttons()["JSON"].isEnabled()
    dialog.close()

    training.choose(tokens="plain")
    somebody.rest()
    training.train()
    somebody.rest()
    [refusal] = [each.refusal for each in formats_of(somebody) if each.key == "sklearn"]
    assert not refusal


class Tags(HTMLParser):
    """Collects the tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += attributes


def at_evaluation(somebody: InTheWindow) -> None:
    somebody.open(EVALUATE)
    somebody.rest()
    assert somebody.models.evaluation.state.has_result


def test_the_report_is_one_page_with_plots_that_loads_nothing(somebody: InTheWindow, tmp_path: Path) -> None:
    at_evaluation(somebody)
    dialog = opened(somebody, "evaluation")
    saved(somebody, dialog, "html", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    tags = Tags(page)

    assert not {"script", "link", "iframe", "object", "img"} & set(tags.names)
    loaded = [value or "" for name, value in tags.attributes if name in ("src", "href", "xlink:href")]
    assert all(value.startswith("#") for value in loaded)
    assert not re.search(r"url\(\s*['\"]?http", page)
    assert tags.names.count("svg") == 3  # ROC, precision and recall, calibration
    state = somebody.models.evaluation.state
    for model in state.ticked:
        assert f"Settings of {model}" in page
        assert f"Confusion matrix of {model}" in page
    counts = state.result.confusions[0][1].counts
    assert counts is not None
    assert f">{int(counts[0, 0])}</td>" in page
    dialog.close()


def test_the_report_as_pdf_has_the_same_figures(somebody: InTheWindow, tmp_path: Path) -> None:
    at_evaluation(somebody)
    dialog = opened(somebody, "evaluation")
    saved(somebody, dialog, "pdf", tmp_path / "report.pdf")

    document = pypdfium2.PdfDocument(tmp_path / "report.pdf")
    words = "".join(page.get_textpage().get_text_range() for page in document)
    accuracy = f"{100 * somebody.models.evaluation.state.models[0].accuracy:.2f}"
    document.close()
    assert accuracy in words
    assert "Evaluation of Mail" in words
    dialog.close()


def test_the_window_is_not_held_up_while_a_pdf_is_made_and_nothing_is_ticked_before(
    somebody: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def watched(html: str) -> bytes:
        threads.append(threading.current_thread())
        return html_to_pdf(html)

    monkeypatch.setattr(report, "html_to_pdf", watched)
    at_evaluation(somebody)
    dialog = opened(somebody, "evaluation")
    chosen = next(each for each in dialog._formats["evaluation"] if each.key == "pdf")

    dialog.write(chosen, ExportTarget(tmp_path / "report.pdf"))
    assert dialog._remark.accessibleName() == "Saving…"
    assert not dialog._notice.isVisible()
    somebody.rest()

    assert threads
    assert threading.main_thread() not in threads
    assert dialog._notice.accessibleName() == f"Saved to {tmp_path / 'report.pdf'}"
    assert not dialog._remark.isVisible()
    dialog.close()


def test_a_report_that_cannot_be_written_is_refused_with_a_sentence(somebody: InTheWindow, tmp_path: Path) -> None:
    at_evaluation(somebody)
    dialog = opened(somebody, "evaluation")
    saved(somebody, dialog, "pdf", tmp_path / "nowhere" / "report.pdf")

    assert dialog._notice.accessibleName() == "Nothing was saved."
    assert dialog._remark.accessibleName() == "“report.pdf” could not be written: No such file or directory."
    dialog.close()


def test_words_are_exported_from_their_page(somebody: InTheWindow, tmp_path: Path) -> None:
    dialog = opened(somebody, "words")
    saved(somebody, dialog, "csv", tmp_path / "words.csv")

    lines = (tmp_path / "words.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("word,")
    assert dialog._remark.accessibleName() == f"Words written: {len(lines) - 1}."
    dialog.close()


def test_the_title_names_the_model_that_is_exported(somebody: InTheWindow) -> None:
    model = somebody.program.frame.state.model
    dialog = opened(somebody, "model")
    assert model in dialog.windowTitle()

    dialog._tabs.setCurrentIndex(dialog._kinds.index("documents"))
    assert model not in dialog.windowTitle()
    dialog.close()

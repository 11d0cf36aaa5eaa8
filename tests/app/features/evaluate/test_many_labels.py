"""With many labels: the documents of a cell, the curve of one label, and named F1 measures, against scikit-learn."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PySide6.QtWidgets import QApplication
from sklearn.metrics import confusion_matrix, f1_score, roc_auc_score

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.report import report_html
from app.features.evaluate.use_cases import Comparer, EvaluationReport, Yardstick, separation_of
from app.features.evaluate.view_model import (
    EvaluationQuestions,
    EvaluationResult,
    EvaluationState,
    EvaluationViewModel,
    ReportFacts,
    View,
    draw_reliability,
    figures_of_report,
)
from app.features.train.training import TrainingOrder, train
from app.kit.painted_values import Confusion
from app.kit.picture_files import html_to_pdf
from app.library.recipes import RecipeRequest
from app.readers.documents.text import text_hash
from app.store.workspace import Workspace
from tests.inline_runner import InlineRunner

LABELS = ("apple", "birch", "cedar", "date")


def made_up(label: str, number: int) -> Document:
    dice = random.Random(f"{label}{number}")
    words = [f"{dice.choice(LABELS) if dice.random() < 0.45 else label}{dice.randrange(8)}" for _ in range(5)]
    text = " ".join([*words, f"only{label}{number}"])
    return Document(text, f"/{label}/{number}.txt", f"{label} {number}", label=label, content_hash=text_hash(text))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "trees.bayleaf"
    with Workspace(path, create=True) as opened:
        opened.corpora.add("Trees", "text")
        n_documents = dict(zip(LABELS, (40, 25, 18, 9), strict=True))
        opened.editing.add("Trees", [made_up(name, number) for name, n in n_documents.items() for number in range(n)])
    order = TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="0.5"), "Trees", "Model")
    train(path, order, NoOpJobContext())
    return path


def the_report(workspace: Path) -> tuple[EvaluationReport, np.ndarray, np.ndarray]:
    report = Comparer(workspace).report("Model", Yardstick(), NoOpJobContext())
    return report, report.truth, report.log_proba.argmax(axis=1)


def test_a_cell_lists_exactly_the_documents_that_it_counts(workspace: Path) -> None:
    report, truth, judged = the_report(workspace)
    counts = confusion_matrix(truth, judged)
    assert np.count_nonzero(counts - np.diag(np.diag(counts)))
    assert report.document_numbers is not None
    questions = EvaluationQuestions(workspace)

    for cell in np.ndindex(counts.shape):
        listed = questions.documents_of_cell("Model", Yardstick(), (cell[0], cell[1]), NoOpJobContext())

        assert listed is not None
        assert len(listed) == counts[cell]
        is_counted = (truth == cell[0]) & (judged == cell[1])
        assert {each.document for each in listed} == set(report.document_numbers[is_counted].tolist())
        shares = [each.share for each in listed]
        assert shares == sorted(shares, reverse=cell[0] != cell[1])  # the most certain mistakes first


def test_the_curve_of_any_label_has_the_area_that_scikit_learn_finds(workspace: Path) -> None:
    report, truth, _judged = the_report(workspace)
    for number, label in enumerate(report.evaluation.labels):
        found = separation_of(report, label)

        assert found is not None
        log_share = report.log_proba[:, number]
        log_odds = log_share - np.log1p(-np.exp(np.minimum(log_share, -1e-15)))
        assert found.auc == pytest.approx(roc_auc_score(truth == number, log_odds), abs=1e-6)


def test_a_chosen_label_gets_a_curve_that_names_its_area(workspace: Path, inline_runner: InlineRunner) -> None:
    model = EvaluationViewModel(inline_runner, EvaluationQuestions(workspace))
    model.open_corpus("Trees", 92, "", "apple", has_text=True)
    inline_runner.run()

    model.choose_curve_label("cedar")
    inline_runner.run()

    report, _truth, _judged = the_report(workspace)
    found = separation_of(report, "cedar")
    picture = model.state.result.pictures[View.ROC]
    assert found is not None
    assert "cedar" in picture.y_axis.title
    assert picture.lines[0].name == f"Model  ·  AUC {found.auc:.4f}"


def test_macro_and_micro_f1_are_those_of_scikit_learn(workspace: Path) -> None:
    report, truth, judged = the_report(workspace)

    figures = figures_of_report(report)

    assert figures.f1 == pytest.approx(f1_score(truth, judged, average="macro"))
    assert figures.micro_f1 == pytest.approx(f1_score(truth, judged, average="micro"))


def test_choosing_a_cell_again_closes_its_list(workspace: Path, inline_runner: InlineRunner) -> None:
    model = EvaluationViewModel(inline_runner, EvaluationQuestions(workspace))
    model.open_corpus("Trees", 92, "", "apple", has_text=True)
    inline_runner.run()
    sought: list[tuple[object, int]] = []
    model.documents_wanted.connect(lambda numbers, number: sought.append((numbers, number)))

    model.choose_cell("Model", 0, 0)
    inline_runner.run()
    listed = model.state.cell_documents
    model.show_document(0)
    model.choose_cell("Model", 0, 0)

    assert listed
    assert sought == [(tuple(each.document for each in listed), listed[0].document)]
    assert (model.state.cell, model.state.cell_documents) == (None, None)


def test_each_point_of_the_reliability_says_how_many_documents_it_stands_for(workspace: Path) -> None:
    report, truth, _judged = the_report(workspace)

    [line] = draw_reliability([report]).lines

    assert len(line.point_texts) == len(line.xs)
    assert sum(map(int, line.point_texts)) == len(truth)


def test_the_report_of_many_labels_numbers_the_columns_of_its_matrix(qapp: QApplication) -> None:
    names = tuple(f"comp.sys.ibm.pc.hardware.{number}" for number in range(20))
    confusion = Confusion(names, tuple(range(20)), np.full((20, 20), 123))
    result = EvaluationResult(confusions=(("first", confusion), ("second", confusion)), labels=names)
    state = EvaluationState(corpus="News", result=result)

    html = report_html(state, ReportFacts("", "", (), ()), {}, is_printed=True)

    head, *rows = html.split("<tr>")[2:23]
    assert [cell.partition("<")[0] for cell in head.split('align="right">')[1:]] == [*map(str, range(1, 21))]
    assert "3. comp.sys.ibm.pc.hardware.2<" in rows[2]
    printed = pypdfium2.PdfDocument(html_to_pdf(html))
    page, words = printed[1], printed[1].get_textpage()
    right_edges = [words.get_charbox(number)[2] for number in range(words.count_chars())]
    assert max(right_edges) < page.get_width() - 40, "nothing is printed over the margin"

"""The working of learnt factors: down to the slopes of the fit, of one label of several too, and as a spreadsheet."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.domain.results import DroppedItem
from app.features.explain import command as explaining
from app.features.explain.spreadsheet import HEAD_ROW, make_calculation_xlsx
from app.features.explain.use_cases import explain_documents
from app.features.explain.working_sheet import blocks_to_text, labels_with_gradient, sheet_blocks
from app.features.words.view_model import WordsQuestions
from app.library.classifying import load_classifier
from app.library.explanations import explain_verdict
from app.library.importing import ImportRequest, import_sources
from app.library.saved_models import add_model, export_model
from nbengine.explanations.explanation import explain
from tests.app.features.explain.recalculating import OFFICE, recalculated, values
from tests.app.features.explain.test_working_book import assert_same
from tests.app.features.train.test_learnt_factors import QUERY, a_corpus, a_document, trained
from tests.nbengine.test_learnt_factors import texts_of


def test_the_working_goes_down_to_where_the_fit_stopped(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", smoothing="0.1")

    [explained] = explain_documents(workspace, None, [a_document(QUERY)])

    told_as_json = explaining.derivation_to_json(explained)
    fit, label = told_as_json["fit"], explained.verdict.label
    steps = {step["name"]: step for one in told_as_json["labels"] if one["label"] == label for step in one["steps"]}
    assert (fit["documents"], fit["behind"]) == (240, 0)
    assert fit["left"] <= 1.1 * fit["stops_at"]
    for row in fit["labels"][label]:
        working = steps[row["word"]]["working"]
        assert row["ratios"] == pytest.approx(working["ratio"], abs=1e-9)
        assert row["weights"] == pytest.approx(working["ratio"] * working["factor"])
        assert row["held"] == pytest.approx(fit["ridge"] * row["weights"] / row["strengths"])
        assert row["strengths"] == pytest.approx(abs(row["ratios"]) ** 0.5)
        assert row["slopes"] == pytest.approx(row["pulled"] + row["held"])
    text = blocks_to_text(sheet_blocks(explained))
    assert f"How close the fit is to its optimum: {label}" in text
    assert f"the slope has fallen to {100 * fit['left']:.4f} % of its value at the start" in text


def test_a_model_without_its_documents_says_that_it_cannot_show_its_fit(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", smoothing="0.1")
    export_model(workspace, "topics", tmp_path / "alone.model")
    add_model(workspace, tmp_path / "alone.model", "alone")

    [alone] = explain_documents(workspace, "alone", [a_document(QUERY)])

    assert (alone.fit, alone.lacks_documents) == (None, True)
    assert "not in this workspace" in blocks_to_text(sheet_blocks(alone))


def test_documents_that_came_since_the_fit_are_told(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", smoothing="0.1")
    source = tmp_path / "more.jsonl"
    source.write_text(json.dumps({"text": "captain harbour wave", "label": "sea"}), encoding="utf-8")
    import_sources(workspace, ImportRequest((source,), SourceOptions(), "topics"), NoOpJobContext())

    [explained] = explain_documents(workspace, None, [a_document(QUERY)])

    assert explained.fit is not None
    assert explained.fit.n_changes_since_fit == 1
    assert "Documents added or removed since the fit: 1" in blocks_to_text(sheet_blocks(explained))


def of_several_labels(folder: Path) -> Path:
    """The same texts, every fourth of them with the next one's label too."""
    texts, labels = texts_of(240, 0)
    own = [{label, labels[(n + 1) % 240]} if n % 4 == 0 else {label} for n, label in enumerate(labels)]
    rows = [json.dumps({"text": text, "topics": sorted(some)}) for text, some in zip(texts, own, strict=True)]
    (folder / "topics.jsonl").write_text("\n".join(rows), encoding="utf-8")
    import_sources(
        folder / "topics.bayleaf",
        ImportRequest((folder / "topics.jsonl",), SourceOptions(), "topics"),
        NoOpJobContext(),
    )
    return folder / "topics.bayleaf"


@pytest.mark.parametrize("corpus", [a_corpus, of_several_labels])
def test_the_spreadsheet_has_ratios_factors_and_slopes_as_formulas(
    tmp_path: Path, corpus: Callable[[Path], Path]
) -> None:
    workspace = corpus(tmp_path)
    trained(workspace, event_model="learnt")
    [explained] = explain_documents(workspace, None, [a_document(QUERY)])
    book = tmp_path / "working.xlsx"
    book.write_bytes(make_calculation_xlsx(explained))
    stored = values(book)

    label, fit = explained.derivation.labels[0], explained.fit
    assert fit is not None
    assert [name for name in stored if name != "Absent words"] == ["Verdict", "Steps", "Slopes at the end of the fit"]
    steps = {row[0]: row for row in stored["Steps"][2:]}
    for step in label.steps:
        assert steps[step.name][12] == pytest.approx(step.term, rel=1e-12)
    told = [row for row in stored["Slopes at the end of the fit"] if row[0] in fit.words]
    assert len(told) == len(fit.words) * len(labels_with_gradient(explained))
    for row in told:
        assert row[7] == pytest.approx(row[5] + row[6], abs=1e-12)
        assert row[6] == pytest.approx(fit.ridge * row[2] / row[3], rel=1e-9)

    if OFFICE is None:
        pytest.skip("LibreOffice is not installed")
    found = recalculated(book, tmp_path)
    assert list(found) == list(stored)
    assert sum(assert_same(found[page], stored[page]) for page in stored) > 50
    shares = dict(
        zip((one.label for one in explained.derivation.labels), explained.derivation.probabilities or (), strict=True)
    )
    assert {row[0]: row[12] for row in found["Verdict"][HEAD_ROW : HEAD_ROW + len(shares)]} == pytest.approx(shares)


def test_one_label_of_several_is_explained_as_a_label_alone_is(tmp_path: Path) -> None:
    workspace = of_several_labels(tmp_path)
    trained(workspace)

    explained, *_ = explain_documents(workspace, None, [a_document(QUERY)], "sea")

    assert explained.verdict.terms
    assert all(term.said is not None for term in explained.verdict.terms)
    assert [one.label for one in explained.derivation.labels] == ["sea", "≠ sea"]
    sea, others = explained.derivation.labels
    assert others.score == pytest.approx(0.0)
    assert sea.score == pytest.approx(explained.verdict.log_joint["sea"], rel=1e-9)
    text = blocks_to_text(sheet_blocks(explained))
    assert "How close the fit is to its optimum: sea" in text
    assert "How close the fit is to its optimum: ≠ sea" not in text
    assert explained.fit is not None
    assert explained.fit.remaining_gradient_share < 0.02

    told = explaining.derivation_to_json(explained)
    assert list(told["fit"]["labels"]) == ["sea"]
    document = a_document(QUERY)
    page = explain_verdict(load_classifier(workspace, None), DroppedItem(0, explained.verdict, document), document)
    assert {word.naive_bayes_log_odds for word in page.coloured_words if word.log_odds} != {None}


@pytest.mark.parametrize("event_model", ["learnt", "multinomial"])
def test_what_a_word_adds_per_document_is_the_mean_of_what_it_adds_to_each(tmp_path: Path, event_model: str) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model=event_model, smoothing="0.1")
    texts, labels = texts_of(240, 0)
    model = load_classifier(workspace, None).model

    table = WordsQuestions(workspace).load_table("topics", "en", NoOpJobContext())

    names = [label.name for label in table.labels]
    odds = table.mean_evidence(names.index("sea"), names.index("sky"))
    for word, label in (("captain", "sea"), ("engine", "sky"), ("cargo", "sea")):
        added = []
        for text in (text for text, own in zip(texts, labels, strict=True) if own == label):
            terms = explain(model, model.count([text]).counts, "sea", "sky").terms
            added.append(sum(term.value for term in terms if term.name == word))
        assert odds[list(table.words).index(word)] == pytest.approx(np.mean(added), rel=1e-9)

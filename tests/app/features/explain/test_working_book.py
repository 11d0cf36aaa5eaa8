"""The spreadsheet's formulas come to the engine's verdict, and follow when an input is changed."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from app.features.explain.spreadsheet import (
    HEAD_ROW,
    Cell,
    Worksheet,
    column_letters,
    make_calculation_xlsx,
    workbook_to_xlsx,
)
from app.features.explain.use_cases import explain_document
from nbengine.events.event_model import Prior
from nbengine.learnt.statistics import Features
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from tests.app.features.explain.recalculating import OFFICE, Table, all_recalculated, recalculated, values
from tests.nbengine.models import RECIPES, made_up_documents, made_up_model, model_of_mails

DOCUMENT = made_up_documents(seed=4)[0][[1]]
QUERY = "buy notes monday unknown"
needs_office = pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")


def book_of(model: Model, document: Features, path: Path) -> Path:
    path.write_bytes(make_calculation_xlsx(explain_document("Made up", model, document)))
    return path


def assert_same(found: list[list[object]], stored: list[list[object]]) -> int:
    """Compare cell by cell; return how many numbers there were."""
    n_numbers = 0
    for row, (new, old) in enumerate(zip(found, stored, strict=False)):
        for column, (here, there) in enumerate(zip(new, old, strict=False)):
            if isinstance(there, float):
                assert here == pytest.approx(there, rel=1e-9, abs=1e-11), f"{column_letters(column)}{row + 1}"
                n_numbers += 1
            else:
                assert here == there, f"{column_letters(column)}{row + 1}"
    return n_numbers


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[dict[str, Table], dict[str, Table]]]:
    """For each recipe the pages as they were written, and as LibreOffice works them out."""
    folder = tmp_path_factory.mktemp("books")
    paths = [
        book_of(made_up_model(recipe), DOCUMENT, folder / f"{name.replace(' ', '-')}.xlsx")
        for name, recipe in RECIPES.items()
    ]
    found = all_recalculated(paths, folder)
    return {name: (values(path), pages) for name, path, pages in zip(RECIPES, paths, found, strict=True)}


@needs_office
@pytest.mark.parametrize("name", RECIPES)
def test_the_formulas_come_to_the_values_of_the_engine(
    name: str, books: dict[str, tuple[dict[str, Table], dict[str, Table]]]
) -> None:
    stored, found = books[name]
    verdict = made_up_model(RECIPES[name]).judge(DOCUMENT)

    assert list(found) == list(stored)
    assert all(assert_same(found[page], stored[page]) for page in stored)
    shares = [row[12] for row in found["Verdict"][HEAD_ROW : HEAD_ROW + 3]]
    if verdict.label_numbers[0] < 0:
        assert set(shares) == {"undecided"}
        return
    assert shares == pytest.approx(np.exp(verdict.log_proba[0]).tolist(), rel=1e-9, abs=1e-11)


@needs_office
def test_another_smoothing_in_the_spreadsheet_gives_the_verdict_of_that_smoothing(tmp_path: Path) -> None:
    model = model_of_mails()
    document = Features(text=model.count([QUERY]).counts)
    book = make_calculation_xlsx(explain_document("Mails", model, document))
    changed = tmp_path / "changed.xlsx"
    changed.write_bytes(with_alpha(book, 0.5))

    spam, ham = (row[12] for row in recalculated(changed, tmp_path)["Verdict"][HEAD_ROW : HEAD_ROW + 2])

    assert ham == pytest.approx(14700 / 19613, rel=1e-12)
    assert spam == pytest.approx(1 - 14700 / 19613, rel=1e-12)


def with_alpha(book: bytes, alpha: float) -> bytes:
    """The same file with another number in the cell of α, as a person would type it."""

    source, target = zipfile.ZipFile(io.BytesIO(book)), io.BytesIO()
    with zipfile.ZipFile(target, "w") as written:
        for name in source.namelist():
            content = source.read(name).decode()
            if name.endswith("sheet1.xml"):
                assert '<c r="B4" s="3"><v>1.0</v></c>' in content
                content = content.replace('<c r="B4" s="3"><v>1.0</v></c>', f'<c r="B4" s="3"><v>{alpha}</v></c>')
            written.writestr(name, content)
    return target.getvalue()


@needs_office
def test_a_spreadsheet_in_another_language_comes_to_the_same_verdict(tmp_path: Path) -> None:
    model = model_of_mails(Recipe(event_model="bernoulli"))
    explained = explain_document("Mails", model, Features(text=model.count([QUERY]).counts))
    path = tmp_path / "other.xlsx"
    path.write_bytes(make_calculation_xlsx(explained, lambda text: f"d'{text}\""))

    found = recalculated(path, tmp_path)

    assert list(found) == ["d'Verdict\"", "d'Steps\"", "d'Absent words\""]
    spam, ham = found["d'Verdict\""][HEAD_ROW : HEAD_ROW + 2]
    assert ham[12] == pytest.approx(1207959552 / 1452100177, rel=1e-12)
    assert found["d'Verdict\""][HEAD_ROW - 1][1] == "d'Documents\""
    assert found["d'Steps\""][1][:4] == ["d'What\"", "d'Kind\"", "d'Times\"", "d'Value\""]
    assert spam[0] == "spam"


@needs_office
def test_a_verdict_without_smoothing_is_undecided_in_the_spreadsheet_too(tmp_path: Path) -> None:
    model = model_of_mails(Recipe(smoothing=0.0))
    book = book_of(model, Features(text=model.count([QUERY]).counts), tmp_path / "none.xlsx")

    page = recalculated(book, tmp_path)["Verdict"]

    assert [row[8] for row in page[HEAD_ROW : HEAD_ROW + 2]] == ["−∞", "−∞"]
    assert ["Verdict", "undecided"] in [row[:2] for row in page]


def test_priors_of_every_kind_have_their_cells(tmp_path: Path) -> None:
    for prior in (Prior("uniform"), Prior("none"), Prior("smoothed", strength=2.0)):
        model = model_of_mails(Recipe(prior=prior))
        page = values(book_of(model, Features(text=model.count([QUERY]).counts), tmp_path / "prior.xlsx"))["Verdict"]
        logs = [row[5] for row in page[HEAD_ROW : HEAD_ROW + 2]]
        assert logs == pytest.approx(model.scorer.log_prior.tolist(), abs=1e-12)


def test_the_same_working_gives_the_same_bytes() -> None:
    page = Worksheet("A & B", rows=[[Cell("<x>"), Cell(2.0, "1+1"), Cell("\x00\ud800")]])

    assert workbook_to_xlsx([page]) == workbook_to_xlsx([page])
    assert (
        column_letters(0) + column_letters(25) + column_letters(26) + column_letters(701) + column_letters(702)
        == "AZAAZZAAA"
    )

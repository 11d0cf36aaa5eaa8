"""The Features page through its own widgets: curves of numbers, counts of choices, words of a text column."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

import resources
from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.documents.page import DocumentsPage
from app.features.train.training import TrainingOrder, train
from app.features.words.page import WordsPage
from app.features.words.use_cases import export_columns_csv
from app.features.words.view_model import nice_ticks
from app.kit.plots.word_figures import BellPlot
from app.kit.window_bars import SideBarButton
from app.kit.wording import THIN_SPACE
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.app.in_the_window import InTheWindow, cells, running
from tests.benchmarks.tables import HORSE

FEATURES, CLASSIFY = 3, 5
MIXED = """size,colour,note,label
1.5,red,round and sweet,apple
1.7,?,sweet,apple
,green,round,apple
9.5,yellow,long and bent,banana
9.1,yellow,bent,banana
8.7,green,long,banana
"""


LESSONS = Path(resources.__file__).parent / "lessons"


def lesson_as_table(name: str, folder: Path) -> Path:
    """The rows of a lesson as a file."""
    lesson = json.loads((LESSONS / name / "lesson.json").read_text(encoding="utf-8"))
    path = folder / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["label", *(column for column, _ in lesson["columns"])])
        writer.writerows(lesson["rows"])
    return path


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with three tables and a model of each."""
    folder = tmp_path_factory.mktemp("tables")
    workspace = folder / "tables.bayleaf"
    fruit = folder / "fruit.csv"
    fruit.write_text(MIXED, encoding="utf-8")
    as_table = SourceOptions(kind="table", label_column="label")
    mixed = SourceOptions(
        kind="table",
        label_column="label",
        text_column="note",
        numeric_columns=("size",),
        categorical_columns=("colour",),
    )
    sources = (
        (lesson_as_table("iris", folder), "Iris", as_table),
        (lesson_as_table("fever", folder), "Fever", as_table),
        (fruit, "Fruit", mixed),
    )
    for path, corpus, options in sources:
        import_sources(workspace, ImportRequest((path,), options, corpus), NoOpJobContext())
        train(workspace, TrainingOrder(RecipeRequest(smoothing="1"), corpus, corpus), NoOpJobContext())
    return workspace


@pytest.fixture
def workspace(tables: Path, tmp_path: Path) -> Path:
    return tables


def test_rows_are_called_by_their_values_and_read_column_by_column(somebody: InTheWindow) -> None:
    somebody.program.frame.commands.choose_corpus("Iris")
    somebody.rest()
    documents = somebody.part(QTableView, "Documents")
    heads = [documents.model().headerData(n, Qt.Orientation.Horizontal) for n in range(documents.model().columnCount())]
    assert heads == ["Label", "Row", "Verdict"], "rows have no sender and no date"
    subjects = heads.index("Row")
    somebody.wait(lambda: all(cells(documents, subjects)[:5]))

    assert somebody.models.documents.state.document is not None
    text = somebody.models.documents.state.document.text
    assert cells(documents, subjects)[0] == " · ".join(line.partition(": ")[2] for line in text.splitlines())
    assert len(text.splitlines()) == 4
    somebody.program.frame.commands.choose_corpus("Fruit")
    somebody.rest()
    size, colour, gap, note = somebody.models.documents.state.document.text.splitlines()
    assert (size.partition(": ")[0], colour.partition(": ")[0], gap) == ("size", "colour", "")
    assert f",{note}," in MIXED


def test_heads_are_of_the_corpus_that_is_shown_even_when_its_list_came_first(somebody: InTheWindow) -> None:
    page = somebody.page
    assert isinstance(page, DocumentsPage)
    of_fruit = somebody.models.documents.state
    somebody.program.frame.commands.choose_corpus("Iris")
    somebody.rest()
    of_iris = somebody.models.documents.state

    somebody.models.documents._change(overview=of_fruit.overview)
    somebody.models.documents._change(overview=of_iris.overview)

    documents = somebody.part(QTableView, "Documents").model()
    assert documents.headerData(2, Qt.Orientation.Horizontal) == "Verdict"


def at_features(somebody: InTheWindow, corpus: str) -> WordsPage:
    """The page with a corpus's model."""
    choose = somebody.program.frame.commands.choose_corpus
    assert choose is not None
    choose(corpus)
    somebody.rest()
    page = somebody.open(FEATURES)
    assert isinstance(page, WordsPage)
    return page


def test_the_focus_comes_to_the_columns(somebody: InTheWindow) -> None:
    at_features(somebody, "Iris")

    assert somebody.part(QTableView, "Columns").hasFocus()


def test_a_row_that_was_dropped_is_called_by_its_values(somebody: InTheWindow, tmp_path: Path) -> None:
    at_features(somebody, "Iris")
    lines = lesson_as_table("iris", tmp_path).read_text(encoding="utf-8").splitlines()[:3]
    (tmp_path / "two.csv").write_text("\n".join(line.partition(",")[2] for line in lines), encoding="utf-8")
    somebody.open(CLASSIFY)
    somebody.drop([tmp_path / "two.csv"])
    somebody.rest()

    titles = [item.title for item in somebody.models.classify.state.items]
    assert titles == [" · ".join(f"{float(cell):g}" for cell in line.split(",")[1:]) for line in lines[1:]]


def choose_column(qtbot: QtBot, somebody: InTheWindow, name: str) -> None:
    """Click on a column in the list."""
    view = somebody.part(QTableView, "Columns")
    place = cells(view, 0).index(name)
    rect = view.visualRect(view.model().index(place, 0))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    somebody.rest()


def test_numbers_show_the_curves_of_the_textbook(qtbot: QtBot, somebody: InTheWindow) -> None:
    at_features(somebody, "Iris")
    columns = cells(somebody.part(QTableView, "Columns"), 0)
    assert len(columns) == 4
    assert "Features" in somebody.texts()
    assert somebody.part(SideBarButton, "Features").isChecked()

    means = []
    for name in columns:
        choose_column(qtbot, somebody, name)
        means.append(cells(somebody.part(QTableView, "Curves"), 2)[0])

    assert means[0] == "5.006"
    assert means[2:] in (["1.464", "0.244"], ["1.462", "0.246"])
    assert cells(somebody.part(QTableView, "Curves"), 1) == ["50", "50", "50"]


def test_pressing_the_plot_compares_the_curves_there(qtbot: QtBot, somebody: InTheWindow) -> None:
    page = at_features(somebody, "Iris")
    choose_column(qtbot, somebody, cells(somebody.part(QTableView, "Columns"), 0)[2])
    plot = page.findChild(BellPlot)
    assert plot is not None

    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=QPoint(plot.width() * 3 // 4, plot.height() // 2))

    table = somebody.part(QTableView, "Curves")
    head = table.model().headerData(4, Qt.Orientation.Horizontal)
    assert str(head).startswith("log P(")
    value = somebody.models.words.features.state.value
    column = somebody.models.words.features.state.column
    assert value is not None
    assert column is not None
    logs = [float(cell.replace("−", "-")) for cell in cells(table, 4)]
    assert logs[0] < logs[1]
    assert "Iris-setosa" not in plot.accessibleDescription().partition(".")[2]


def test_choices_show_their_counts_and_probabilities(qtbot: QtBot, somebody: InTheWindow) -> None:
    at_features(somebody, "Fever")
    choose_column(qtbot, somebody, "fever")
    table = somebody.part(QTableView, "Values")

    rows = {cells(table, 0)[row]: [cells(table, column)[row] for column in range(1, 5)] for row in range(3)}

    assert rows["yes"] == ["0", "2", f"20.00{THIN_SPACE}%", f"60.00{THIN_SPACE}%"]
    assert rows["no"] == ["3", "1", f"80.00{THIN_SPACE}%", f"40.00{THIN_SPACE}%"]
    assert rows["(never seen)"] == ["0", "0", f"16.67{THIN_SPACE}%", f"16.67{THIN_SPACE}%"]


def test_missing_values_are_counted_and_a_text_column_shows_its_words(qtbot: QtBot, somebody: InTheWindow) -> None:
    at_features(somebody, "Fruit")
    columns = somebody.part(QTableView, "Columns")
    assert list(zip(cells(columns, 0), cells(columns, 1), cells(columns, 2), strict=True)) == [
        ("size", "number", "1"), ("colour", "category", "1"), ("note", "text", "0"),
    ]  # fmt: skip

    choose_column(qtbot, somebody, "colour")
    assert "category · 5 values · 1 value missing" in somebody.texts()
    choose_column(qtbot, somebody, "note")
    somebody.models.words.set_min_occurrences(1)

    assert "sweet" in cells(somebody.part(QTableView, "Words"), 0)


@pytest.mark.parametrize(
    ("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF"), ("csv", b"label")]
)
def test_the_curves_are_saved_like_other_plots(
    somebody: InTheWindow, tmp_path: Path, ending: str, start: bytes
) -> None:
    page, path = at_features(somebody, "Iris"), tmp_path / f"curves.{ending}"

    page._number.save.save(path)

    assert path.read_bytes().startswith(start)
    assert path.stat().st_size > 1000


def test_all_columns_are_exported_as_a_table(somebody: InTheWindow, tmp_path: Path) -> None:
    at_features(somebody, "Fruit")
    session = somebody.program.frame.state.workspace
    n_columns = export_columns_csv(session, somebody.program.frame.state.model, tmp_path / "columns.csv")

    assert n_columns == len(somebody.models.words.features.state.columns)
    with (tmp_path / "columns.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    colours = {row["value"]: row for row in rows if row["column"] == "colour"}
    assert colours.keys() == {"red", "green", "yellow"}
    assert float(colours["yellow"]["P(value | label): banana"]) == pytest.approx(3 / 6)
    assert float(next(row for row in rows if row["column"] == "size")["mean: apple"]) == pytest.approx(1.6)


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(0.0, 1.0, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)), (-3.0, 12.0, (0.0, 5.0, 10.0)), (7.0, 7.0, (7.0,))],
)
def test_ticks_are_round_numbers(low: float, high: float, ticks: tuple[float, ...]) -> None:
    assert nice_ticks(low, high) == ticks


@pytest.mark.corpora
@pytest.mark.parametrize(
    ("table", "options", "column", "kind", "missing"),
    [
        ("jbrownlee-csv/iris.csv", SourceOptions(kind="table"), "column 3", "number", ""),
        ("jbrownlee-csv/german.csv", SourceOptions(kind="table"), "column 1", "category", ""),
        ("jbrownlee-csv/horse-colic.csv", HORSE, "column 16", "number", "247"),
        ("mushroom/agaricus-lepiota.data", SourceOptions(kind="table"), "stalk-root", "category", "2,480"),
    ],
)
def test_tables_that_everybody_knows(
    qtbot: QtBot, qapp: QApplication, corpora: Path, tmp_path: Path, table: str, options: SourceOptions, column: str,
    kind: str, missing: str,
) -> None:  # fmt: skip
    workspace = tmp_path / "known.bayleaf"
    import_sources(workspace, ImportRequest((corpora / "tables/uci" / table,), options, "Known"), NoOpJobContext())
    train(workspace, TrainingOrder(RecipeRequest(), "Known", "Known"), NoOpJobContext())
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as somebody:
        somebody.open(FEATURES)
        columns = somebody.part(QTableView, "Columns")
        place = cells(columns, 0).index(column)
        assert cells(columns, 1)[place] == kind
        assert (cells(columns, 2)[place] if missing else "") == missing
        choose_column(qtbot, somebody, column)

        shown = cells(somebody.part(QTableView, "Curves" if kind == "number" else "Values"), 0)

    assert len(shown) >= 2
    assert ("(missing)" in shown) is (kind == "category" and bool(missing))

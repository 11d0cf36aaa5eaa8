"""What the dialogs' view-models decide: import previews, filing away, the history of verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.documents import SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import Unattended
from app.domain.records import VerdictRecord
from app.domain.results import Verdict
from app.qt.jobs import InlineRunner
from app.services.desk import OnDesk
from app.services.filing import FilingReport
from app.services.histories import History, recent
from app.services.importing import ImportOrder, import_sources
from app.store.workspace import Workspace
from app.viewmodels.filing import FilingViewModel, Memory
from app.viewmodels.history import HistoryViewModel
from app.viewmodels.importing import ImportViewModel, look_first
from tests.app.readers.making import sheet

ROWS = [("age", "job", "verdict", "remark")] + [
    (str(20 + n % 30), ("clerk", "cook", "nurse")[n % 3], ("good", "bad")[n % 4 == 0], f"a longer remark, number {n}")
    for n in range(40)
]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "mine.bayleaf"
    Workspace(path, create=True).close()
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "people.tsv"
    path.write_text("\n".join("\t".join(row) for row in ROWS) + "\n")
    return path


@pytest.fixture
def halves(tmp_path: Path) -> Path:
    """A source in two halves, three labels each."""
    for half in ("news-train", "news-test"):
        for label in ("sport", "space", "cars"):
            (tmp_path / "news" / half / label).mkdir(parents=True)
            for number in range(3):
                (tmp_path / "news" / half / label / str(number)).write_text(f"{label} {half} {number} words and words")
    return tmp_path / "news"


def an_import(runner: InlineRunner, workspace: Path, *sources: Path, corpus: str = "") -> ImportViewModel:
    with Workspace(workspace) as opened:
        names = [each.name for each in opened.corpora.all()]
    model = ImportViewModel(runner, workspace, names, corpus)
    if sources:
        model.choose_sources(sources)
        runner.run()
    return model


def ordered(model: ImportViewModel, workspace: Path) -> Any:
    """Start the import that the dialog would, and return its report."""
    orders: list[Any] = []
    model.ordered.connect(lambda *order: orders.append(order))
    model.start()
    [(sources, options, corpus)] = orders
    return import_sources(workspace, ImportOrder(tuple(sources), options, corpus), Unattended())


# Import


def test_nothing_chosen_is_nothing_to_import(inline_runner: InlineRunner, workspace: Path) -> None:
    model = an_import(inline_runner, workspace)

    assert not model.state.can_start


def test_a_table_is_recognised_with_its_columns_and_first_rows(
    inline_runner: InlineRunner, workspace: Path, table: Path
) -> None:
    state = an_import(inline_runner, workspace, table).state

    assert state.uses == {"age": "ignored", "job": "ignored", "verdict": "label", "remark": "text"}
    assert state.labels_from == "column"
    assert state.plan is not None
    assert state.plan.first_rows[0] == ROWS[1]
    assert state.plan.labels == {"good": 30, "bad": 10}
    assert state.usual_corpus == "Documents"
    assert state.can_start


def test_columns_are_imported_as_the_person_said(inline_runner: InlineRunner, workspace: Path, table: Path) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_use(["age"], "numeric")
    inline_runner.run()
    model.choose_use(["job", "verdict"], "categorical")
    inline_runner.run()
    model.choose_use(["job"], "label")
    inline_runner.run()
    model.choose_use(["remark"], "ignored")
    inline_runner.run()

    assert model.state.uses == {"age": "numeric", "job": "label", "verdict": "categorical", "remark": "ignored"}
    assert ordered(model, workspace).documents == 40
    with Workspace(workspace) as opened:
        [corpus] = opened.corpora.all()
        assert corpus.schema is not None
        assert (corpus.kind, corpus.schema.numeric, corpus.schema.categorical) == ("table", ("age",), ("verdict",))
        assert {label.name for label in opened.labels.all(corpus.name)} == {"clerk", "cook", "nurse"}


def test_only_one_column_is_the_text(inline_runner: InlineRunner, workspace: Path, table: Path) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_use(["job"], "text")
    inline_runner.run()

    assert model.state.uses["job"] == "text"
    assert model.state.uses["remark"] == "ignored"


def test_a_table_with_nothing_to_learn_from_cannot_be_imported(
    inline_runner: InlineRunner, workspace: Path, table: Path
) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_use(["remark", "age", "job"], "ignored")
    inline_runner.run()
    assert set(model.state.uses.values()) == {"ignored", "label"}
    assert model.state.lacks_content
    assert not model.state.can_start

    model.choose_use(["age"], "numeric")
    inline_runner.run()
    assert model.state.can_start


def test_a_table_without_a_label_column_is_not_given_one(
    inline_runner: InlineRunner, workspace: Path, table: Path
) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_use(["verdict"], "ignored")
    inline_runner.run()

    assert "label" not in model.state.uses.values()
    assert model.state.labels_from == "none"
    assert ordered(model, workspace).documents == 40


def test_the_first_row_can_be_data(inline_runner: InlineRunner, workspace: Path, table: Path) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_header_row(is_header=False)
    inline_runner.run()

    assert model.state.plan is not None
    assert model.state.plan.first_rows[0] == ROWS[0]
    assert list(model.state.uses) == ["column 1", "column 2", "column 3", "column 4"]


def test_a_spreadsheet_that_is_wanted_as_a_table_shows_its_columns(
    inline_runner: InlineRunner, workspace: Path, tmp_path: Path
) -> None:
    path = tmp_path / "flowers.xlsx"
    path.write_bytes(sheet([["length", "kind"], *([n * 1.5, "ab"[n % 2]] for n in range(20))]))
    model = an_import(inline_runner, workspace, path)
    assert not model.state.is_table

    model.choose_kind("table")
    inline_runner.run()

    assert model.state.uses == {"length": "numeric", "kind": "label"}
    assert ordered(model, workspace).documents == 20


def test_labels_come_from_where_the_person_says(inline_runner: InlineRunner, workspace: Path, halves: Path) -> None:
    model = an_import(inline_runner, workspace, halves)
    assert model.state.plan is not None
    assert set(model.state.plan.labels) == {"sport", "space", "cars"}

    model.choose_labels_from("pattern", r"news-(\w+)")
    inline_runner.run()
    assert dict(model.state.plan.labels) == {"train": 9, "test": 9}

    model.choose_labels_from("one", "news")
    inline_runner.run()
    assert (dict(model.state.plan.labels), model.state.label_words) == ({"news": 18}, "news")

    model.choose_labels_from("none")
    inline_runner.run()
    assert model.state.plan.n_unlabelled == 18


def test_a_pattern_that_is_none_is_said_and_stops_the_import(
    inline_runner: InlineRunner, workspace: Path, halves: Path
) -> None:
    model = an_import(inline_runner, workspace, halves)

    model.choose_labels_from("pattern", "(oops")
    inline_runner.run()

    assert isinstance(model.state.problem, SourceError)
    assert not model.state.can_start
    model.choose_labels_from("folder")
    inline_runner.run()
    assert model.state.can_start


def test_only_the_training_half_is_taken_if_wanted(inline_runner: InlineRunner, workspace: Path, halves: Path) -> None:
    model = an_import(inline_runner, workspace, halves)
    assert model.state.training_half == "news-train"

    model.take_training_only(is_wanted=True)
    inline_runner.run()

    assert model.state.plan is not None
    assert model.state.plan.n_files == 9
    assert model.state.training_half == "news-train"
    assert ordered(model, workspace).documents == 9
    model.take_training_only(is_wanted=False)
    inline_runner.run()
    assert model.state.plan.n_files == 18


def test_more_files_join_those_that_were_chosen(
    inline_runner: InlineRunner, workspace: Path, halves: Path, table: Path
) -> None:
    model = an_import(inline_runner, workspace, table)

    model.add_sources([halves, table])
    inline_runner.run()

    assert model.state.sources == (table, halves)
    assert model.state.plan is not None
    assert model.state.plan.n_files == 19


def test_a_new_corpus_gets_a_name_that_is_free(inline_runner: InlineRunner, workspace: Path, halves: Path) -> None:
    first = an_import(inline_runner, workspace, halves)
    assert ordered(first, workspace).corpus == "Documents"
    second = an_import(inline_runner, workspace, halves, corpus="Documents")

    second.name_new_corpus("")
    inline_runner.run()
    assert second.state.usual_corpus == "Documents 2"
    second.name_new_corpus("News")
    inline_runner.run()

    assert ordered(second, workspace).corpus == "News"


def test_rows_of_other_columns_are_refused_before_anything_is_read(
    inline_runner: InlineRunner, workspace: Path, table: Path, tmp_path: Path
) -> None:
    numbers = tmp_path / "numbers.csv"
    numbers.write_text("x,y,label\n" + "".join(f"{n},{n % 7},{'ab'[n % 2]}\n" for n in range(30)))
    import_sources(workspace, ImportOrder((numbers,), SourceOptions(), "Numbers"), Unattended())

    model = an_import(inline_runner, workspace, table, corpus="Numbers")
    first = model.state
    assert first.problem is None
    assert first.is_new_corpus
    model.choose_corpus("Numbers")
    inline_runner.run()

    assert isinstance(model.state.problem, SourceError)
    assert model.state.problem.reason == "other-columns"
    assert not model.state.can_start


def test_what_is_not_there_is_said(inline_runner: InlineRunner, workspace: Path, tmp_path: Path) -> None:
    model = an_import(inline_runner, workspace, tmp_path / "nowhere")

    assert isinstance(model.state.problem, SourceError)


def test_a_drop_of_something_clear_is_taken_and_a_table_or_two_halves_are_shown(
    inline_runner: InlineRunner, workspace: Path, halves: Path, table: Path, tmp_path: Path
) -> None:
    taken: list[Path] = []
    shown: list[Path] = []
    sources = (halves / "news-train", table, halves, tmp_path / "nowhere")
    for source in sources:
        look_first(
            inline_runner,
            workspace,
            [source],
            lambda dropped: taken.extend(dropped.paths),
            lambda dropped: shown.extend(dropped.paths),
        )
        inline_runner.run()

    assert taken == [halves / "news-train", tmp_path / "nowhere"]
    assert shown == [table, halves]


# Filing away


def on_desk(number: int, path: Path, label: str | None = "spam", **more: Any) -> OnDesk:
    corrected = more.pop("corrected", None)
    return OnDesk(number, Verdict(str(path), title=path.name, label=label, **more), None, corrected)


@pytest.fixture
def inbox(tmp_path: Path) -> list[OnDesk]:
    folder = tmp_path / "inbox"
    folder.mkdir()
    for name in ("sure", "unsure", "corrected"):
        (folder / name).write_text(name)
    return [
        on_desk(1, folder / "sure"),
        on_desk(2, folder / "unsure", is_unsure=True),
        on_desk(3, folder / "corrected", is_unsure=True, corrected="ham"),
        on_desk(4, folder / "broken", error="is damaged"),
    ]


def a_filing(runner: InlineRunner, workspace: Path, items: list[OnDesk], root: Path) -> FilingViewModel:
    notes = {"filing-folder": str(root)}
    model = FilingViewModel(runner, workspace, Memory(lambda name: notes.get(name, ""), notes.__setitem__))
    model.begin(items)
    runner.run()
    return model


def test_what_is_sure_or_corrected_is_planned_for_the_folder_of_last_time(
    inline_runner: InlineRunner, workspace: Path, inbox: list[OnDesk], tmp_path: Path
) -> None:
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")

    assert model.state.plan is not None
    assert [(each.number, each.move.label) for each in model.state.plan.moves] == [(1, "spam"), (3, "ham")]
    assert model.state.plan.root == tmp_path / "filed"
    model.take_unsure(is_wanted=True)
    inline_runner.run()
    assert [each.number for each in model.state.plan.moves] == [1, 2, 3]


def test_what_went_is_told_by_its_numbers_and_so_is_what_came_back(
    inline_runner: InlineRunner, workspace: Path, inbox: list[OnDesk], tmp_path: Path
) -> None:
    told: list[tuple[str, FilingReport]] = []
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")
    model.filed.connect(lambda report: told.append(("filed", report)))
    model.brought_back.connect(lambda report: told.append(("back", report)))

    model.start()
    inline_runner.run()
    assert (tmp_path / "filed" / "ham" / "corrected").read_text() == "corrected"
    model.undo()
    inline_runner.run()

    assert [what for what, _ in told] == ["filed", "back"]
    assert told[0][1].numbers == (1, 3)
    assert model.numbers_of(told[1][1]) == (1, 3)
    assert (tmp_path / "inbox" / "corrected").read_text() == "corrected"


def test_another_folder_is_remembered_and_planned_for(
    inline_runner: InlineRunner, workspace: Path, inbox: list[OnDesk], tmp_path: Path
) -> None:
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")

    model.choose_root(tmp_path / "elsewhere")
    model.choose_action("copy")
    inline_runner.run()
    model.start()
    inline_runner.run()
    model.begin([])

    assert model.state.root == tmp_path / "elsewhere"
    assert (tmp_path / "elsewhere" / "spam" / "sure").exists()
    assert (tmp_path / "inbox" / "sure").exists()


def test_a_plan_with_a_problem_cannot_be_started(
    inline_runner: InlineRunner, workspace: Path, inbox: list[OnDesk], tmp_path: Path
) -> None:
    (tmp_path / "no folder").write_text("a file")

    model = a_filing(inline_runner, workspace, inbox, tmp_path / "no folder")
    model.start()
    inline_runner.run()

    assert not model.state.can_start
    assert (tmp_path / "inbox" / "sure").exists()


def test_what_an_interruption_left_is_seen_to_and_told_once(
    inline_runner: InlineRunner, workspace: Path, inbox: list[OnDesk], tmp_path: Path
) -> None:
    told: list[FilingReport] = []
    model = a_filing(inline_runner, workspace, inbox, tmp_path / "filed")
    assert model.state.plan is not None
    with Workspace(workspace) as opened:
        opened.journal.plan([each.move for each in model.state.plan.moves])
    model.recovered.connect(told.append)

    model.recover()
    inline_runner.run()
    model.recover()
    inline_runner.run()

    [report] = told
    assert [move.reason for move in report.moves] == ["interrupted", "interrupted"]


# The history


def test_what_lies_on_the_desk_is_remembered_with_what_was_said_of_it(workspace: Path, inbox: list[OnDesk]) -> None:
    history = History(workspace)

    history.remember("filter", inbox)
    history.note_said([on_desk(2, Path("unsure"), corrected="ham")])

    n_verdicts, verdicts = recent(workspace, Unattended())
    assert n_verdicts == 4
    said = {Path(verdict.path).name: verdict.right_label for verdict in verdicts}
    assert said == {"sure": None, "unsure": "ham", "corrected": "ham", "broken": None}


def test_a_history_that_is_switched_off_remembers_nothing(workspace: Path, inbox: list[OnDesk]) -> None:
    history = History(workspace)
    history.is_kept = False

    history.remember("filter", inbox)
    history.note_said(inbox)

    assert recent(workspace, Unattended()) == (0, ())


def a_history(runner: InlineRunner, workspace: Path, *titles: str) -> HistoryViewModel:
    with Workspace(workspace) as opened:
        opened.verdicts.add([VerdictRecord("filter", f"/mail/{title}", title=title, label="ham") for title in titles])
    model = HistoryViewModel(runner, workspace, is_kept=True)
    model.refresh()
    runner.run()
    return model


def test_the_history_is_searched_by_every_word(inline_runner: InlineRunner, workspace: Path) -> None:
    model = a_history(inline_runner, workspace, "Monday lunch", "Sunday lunch", "Monday report")

    model.search("LUNCH mon")

    assert [verdict.title for verdict in model.state.listed] == ["Monday lunch"]


def test_verdicts_are_forgotten_one_by_one_or_all(inline_runner: InlineRunner, workspace: Path) -> None:
    model = a_history(inline_runner, workspace, "one", "two", "three")

    model.remove((model.state.verdicts[0].number,))
    inline_runner.run()
    assert [verdict.title for verdict in model.state.verdicts] == ["two", "one"]

    model.clear()
    inline_runner.run()
    assert (model.state.n_verdicts, model.state.verdicts) == (0, ())


def test_switching_the_history_off_is_passed_on(inline_runner: InlineRunner, workspace: Path) -> None:
    heard: list[bool] = []
    model = HistoryViewModel(inline_runner, workspace, is_kept=True, keep=heard.append)

    model.keep_history(is_kept=False)

    assert heard == [False]
    assert not model.state.is_kept

"""The history of verdicts: what it remembers, finds and forgets."""

from __future__ import annotations

from pathlib import Path

from app.domain.jobs import NoOpJobContext
from app.domain.records import VerdictRecord
from app.domain.results import DroppedItem
from app.features.classify.use_cases import History, newest_verdicts
from app.features.classify.view_model import HistoryViewModel
from app.store.workspace import Workspace
from tests.app.dropped_items import dropped_item
from tests.app.dropped_items import inbox as inbox
from tests.app.empty_workspace import workspace as workspace
from tests.inline_runner import InlineRunner


def test_what_lies_on_the_desk_is_remembered_with_what_was_said_of_it(
    workspace: Path, inbox: list[DroppedItem]
) -> None:
    history = History(workspace)

    history.store_verdicts("filter", inbox)
    history.store_corrections([dropped_item(2, Path("unsure"), corrected="ham")])

    n_verdicts, verdicts = newest_verdicts(workspace, NoOpJobContext())
    assert n_verdicts == 4
    said = {Path(verdict.path).name: verdict.right_label for verdict in verdicts}
    assert said == {"sure": None, "unsure": "ham", "corrected": "ham", "broken": None}


def test_a_history_that_is_switched_off_remembers_nothing(workspace: Path, inbox: list[DroppedItem]) -> None:
    history = History(workspace)
    history.is_kept = False

    history.store_verdicts("filter", inbox)
    history.store_corrections(inbox)

    assert newest_verdicts(workspace, NoOpJobContext()) == (0, ())


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

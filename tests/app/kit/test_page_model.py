"""The machine of pages: questions that stand or not, flags that follow them, and parts that show what has changed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from inspect import isclass
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import app
from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.kit.page_model import SHOWN_FIELDS, PageModel, RequestSender, render_parts, shows
from tests.app.checked_parts import UnnamedRead
from tests.inline_runner import InlineRunner
from tests.late_answers import LateRunner


class Page:
    """A page that shows the last answer it was given."""

    def __init__(self, seed: int = 0) -> None:
        self.runner = LateRunner(seed)
        self.asker = RequestSender(self.runner, "page", failed=self.failures_append)
        self.shown: list[int] = []
        self.failures: list[Exception] = []

    def failures_append(self, error: Exception) -> None:
        self.failures.append(error)

    def ask(self, number: int, *, topic: str = "rows", shows_running: bool = False) -> None:
        self.asker.ask(lambda _context: number, then=self.shown.append, topic=topic, shows_running=shows_running)


SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_newest_question_of_a_topic_is_answered(seed: int) -> None:
    page = Page(seed)
    for number in range(6):
        page.ask(number)
        page.runner.some_steps()
    page.runner.finish()

    assert page.shown[-1] == 5
    assert page.shown == sorted(page.shown)


@pytest.mark.parametrize("seed", SEEDS)
def test_topics_do_not_disturb_each_other(seed: int) -> None:
    page = Page(seed)
    for number in range(6):
        page.ask(number, topic=f"topic {number}")
        page.runner.some_steps()
    page.runner.finish()

    assert sorted(page.shown) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_moving_slider_shows_what_was_worked_out_but_nothing_older_than_that(seed: int) -> None:
    page = Page(seed)
    for number in range(8):
        page.ask(number, shows_running=True)
        page.runner.some_steps()
    page.runner.finish()

    assert page.shown == sorted(page.shown)
    assert page.shown[-1] == 7


def test_some_of_a_moving_slider_is_shown_before_it_stops() -> None:
    def n_shown(seed: int) -> int:
        page = Page(seed)
        for number in range(8):
            page.ask(number, shows_running=True)
            page.runner.some_steps()
        page.runner.finish()
        return len(page.shown)

    assert max(map(n_shown, SEEDS)) > 1


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_was_asked_before_forgetting_is_answered(seed: int) -> None:
    page = Page(seed)
    page.ask(1)
    page.ask(2, topic="")
    page.runner.some_steps(2)
    before = list(page.shown)
    page.asker.forget()
    page.ask(3, topic="")
    page.runner.finish()

    assert page.shown == [*before, 3]


def test_forgetting_one_topic_leaves_the_others() -> None:
    page = Page()
    page.ask(1)
    page.ask(2, topic="other")
    page.asker.forget("rows")
    page.runner.finish()

    assert page.shown == [2]
    assert not page.asker.is_waiting("rows")


def test_a_topic_waits_until_its_newest_question_is_answered() -> None:
    page = Page()
    assert not page.asker.is_waiting("rows")
    page.ask(1)
    assert page.asker.is_waiting("rows")
    page.runner.finish()
    assert not page.asker.is_waiting("rows")


def test_a_question_that_was_stopped_is_waited_for_no_longer() -> None:
    page = Page()
    page.ask(1)
    page.runner.cancel_all()
    page.runner.finish()

    assert page.shown == []
    assert not page.asker.is_waiting("rows")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_newer_question_is_waited_for_though_an_older_one_was_stopped(seed: int) -> None:
    page = Page(seed)
    page.ask(1, shows_running=True)
    page.runner.some_steps()
    page.runner.cancel_all()
    page.ask(2, shows_running=True)
    assert page.asker.is_waiting("rows")
    page.runner.finish()

    assert page.shown[-1] == 2


def test_a_failure_is_an_answer_too() -> None:
    page = Page()
    problem = TrainingError("mail", "nothing-to-learn")

    def fail(_context: JobContext) -> int:
        raise problem

    page.asker.ask(fail, then=page.shown.append, topic="rows")
    page.asker.ask(fail, then=page.shown.append, topic="rows")
    page.runner.finish()

    assert page.failures == [problem]
    assert page.shown == []


def test_what_rests_is_asked_when_nothing_newer_came(qapp: QApplication) -> None:
    page = Page()
    for number in range(3):
        page.asker.ask(lambda _context, told=number: told, then=page.shown.append, topic="rows", debounce_ms=1)
    assert page.asker.is_waiting("rows")
    assert page.runner.jobs == ()
    while not page.runner.jobs:
        qapp.processEvents()
    page.runner.finish()

    assert page.shown == [2]


def test_a_question_that_ends_older_ones_asks_them_to_stop(qapp: QApplication) -> None:
    page = Page()
    page.ask(1)
    [older] = page.runner.jobs
    page.asker.ask(lambda _context: 2, then=page.shown.append, topic="rows", ends_older=True)

    assert older._context.stop.is_set()
    page.runner.finish()
    assert page.shown == [2]


@dataclass(frozen=True, slots=True)
class Orchard:
    """The state of a page about fruit."""

    tree: str = ""
    fruit: tuple[int, ...] = ()
    is_picking: bool = False
    problem: Exception | None = None

    @property
    def n_fruit(self) -> int:
        return len(self.fruit)


class Fruit(PageModel[Orchard, Callable[[str], tuple[int, ...]]]):
    """Picks what is on a tree."""

    def pick(self, tree: str, topic: str = "fruit") -> None:
        self._change(tree=tree)
        self._ask(
            lambda pick, _context: pick(tree),
            then=lambda fruit: self._change(fruit=fruit),
            stopped=lambda: self._change(tree="none"),
            topic=topic,
            flag="is_picking",
        )


def test_without_anything_to_ask_nothing_is_asked(inline_runner: InlineRunner) -> None:
    model = Fruit(inline_runner, "fruit", Orchard())
    model.pick("apple")

    assert inline_runner.jobs == ()
    assert not model.state.is_picking


@pytest.mark.parametrize("topic", ["fruit", ""])
def test_a_flag_is_true_while_its_question_waits(inline_runner: InlineRunner, topic: str) -> None:
    model = Fruit(inline_runner, "fruit", Orchard(), lambda tree: (len(tree),))
    states: list[Orchard] = []
    model.state_changed.connect(states.append)
    model.pick("apple", topic)
    assert model.state.is_picking
    inline_runner.run()

    assert not model.state.is_picking
    assert [(state.fruit, state.is_picking) for state in states] == [((), False), ((), True), ((5,), False)]


def test_a_flag_ends_where_a_person_stops_the_question(inline_runner: InlineRunner) -> None:
    model = Fruit(inline_runner, "fruit", Orchard(), lambda tree: (len(tree),))
    model.pick("apple")
    inline_runner.jobs[0].cancel()
    inline_runner.run()

    assert (model.state.tree, model.state.is_picking) == ("none", False)


def test_a_failure_is_the_problem_of_the_state(inline_runner: InlineRunner) -> None:
    problem = TrainingError("mail", "nothing-to-learn")

    def fail(_tree: str) -> tuple[int, ...]:
        raise problem

    model = Fruit(inline_runner, "fruit", Orchard(), fail)
    model.pick("apple")
    inline_runner.run()

    assert (model.state.problem, model.state.is_picking) == (problem, False)


def test_another_workspace_is_told_nothing_of_the_one_before(inline_runner: InlineRunner) -> None:
    model = Fruit(inline_runner, "fruit", Orchard(), lambda tree: (len(tree),))
    model.pick("apple")
    model.set_source(lambda _tree: ())
    inline_runner.run()

    assert model.state.fruit == ()


def test_a_part_is_shown_when_what_it_shows_is_other_than_it_was(inline_runner: InlineRunner) -> None:
    model, page = Fruit(inline_runner, "fruit", Orchard(), lambda tree: (len(tree),)), QObject()
    shown: list[object] = []
    render_parts(
        page,
        model,
        shows("tree")(shows("tree")(lambda state: shown.append(state.tree))),
        shows("fruit")(lambda state: shown.append(state.fruit)),
    )
    model.pick("apple")
    model.pick("apple")
    inline_runner.run()

    assert shown == ["", (), "apple", (5,)]


def test_a_part_that_reads_what_is_made_of_a_field_follows_the_field(inline_runner: InlineRunner) -> None:
    model, page = Fruit(inline_runner, "fruit", Orchard(), lambda tree: (len(tree),)), QObject()
    shown: list[int] = []
    render_parts(page, model, shows("n_fruit")(lambda state: shown.append(state.n_fruit)))
    model.pick("apple")
    inline_runner.run()

    assert shown == [0, 1]


def test_a_change_that_a_part_makes_is_shown_to_all_in_the_end(inline_runner: InlineRunner) -> None:
    model, page = Fruit(inline_runner, "fruit", Orchard()), QObject()
    shown: list[str] = []

    @shows("tree")
    def rename(state: Orchard) -> None:
        if state.tree == "apple":
            model._change(tree="pear")

    render_parts(page, model, rename, shows("tree")(lambda state: shown.append(state.tree)))
    model.pick("apple")

    assert shown == ["", "apple", "pear"]


def test_a_part_is_shown_anew_when_something_else_changed(inline_runner: InlineRunner) -> None:
    model, page = Fruit(inline_runner, "fruit", Orchard()), QObject()
    shown: list[str] = []

    @shows("tree")
    def first(state: Orchard) -> None:
        shown.append(f"first {state.tree}")

    @shows("tree")
    def second(state: Orchard) -> None:
        shown.append(f"second {state.tree}")

    parts = render_parts(page, model, first, second)
    shown.clear()
    parts.render_again(second)
    parts.render_again()

    assert shown == ["second ", "first ", "second "]


def test_a_page_that_is_hidden_catches_up_when_it_is_seen_again(inline_runner: InlineRunner, qtbot: QtBot) -> None:
    model, page = Fruit(inline_runner, "fruit", Orchard()), QWidget()
    qtbot.addWidget(page)
    shown: list[str] = []
    render_parts(page, model, shows("tree")(lambda state: shown.append(state.tree)))
    model.pick("apple")
    page.show()
    page.hide()
    model.pick("pear")
    model.pick("plum")
    assert shown == ["", "apple"]
    page.show()

    assert shown == ["", "apple", "plum"]


def test_a_part_that_reads_a_field_it_does_not_name_fails_a_test(inline_runner: InlineRunner) -> None:
    model, page = Fruit(inline_runner, "fruit", Orchard()), QObject()
    with pytest.raises(UnnamedRead, match="reads `tree`"):
        render_parts(page, model, shows("fruit")(lambda state: state.tree))
    with pytest.raises(UnnamedRead, match="reads `fruit`"):
        render_parts(page, model, shows("tree")(lambda state: state.n_fruit))


def test_a_part_that_names_a_field_may_read_a_property_of_it(inline_runner: InlineRunner) -> None:
    model, page = Fruit(inline_runner, "fruit", Orchard(), lambda tree: (len(tree),)), QObject()
    shown: list[int] = []
    render_parts(page, model, shows("fruit")(lambda state: shown.append(state.n_fruit)))
    model.pick("apple")
    inline_runner.run()

    assert shown == [0, 1]


def test_a_part_must_name_its_fields(inline_runner: InlineRunner) -> None:
    with pytest.raises(AttributeError, match="shown_fields"):
        render_parts(QObject(), Fruit(inline_runner, "fruit", Orchard()), lambda state: state.tree)


def test_each_field_that_a_part_names_is_in_its_state() -> None:
    parts = [
        part
        for module in map(importlib.import_module, modules_with_parts())
        for owner in vars(module).values()
        if isclass(owner) and owner.__module__ == module.__name__
        for part in vars(owner).values()
        if hasattr(part, SHOWN_FIELDS)
    ]
    missing = [(part.__qualname__, name) for part in parts for name in part.shown_fields if not has_field(part, name)]
    assert len(parts) > 80
    assert missing == []


def modules_with_parts() -> list[str]:
    """Return the names of the modules of the program that use `shows`."""
    root = Path(app.__file__).parents[1]
    paths = (path for path in (root / "app").rglob("*.py") if "@shows(" in path.read_text("utf-8"))
    return [".".join(path.relative_to(root).with_suffix("").parts) for path in paths if path.name != "page_model.py"]


def has_field(part: Callable[..., object], name: str) -> bool:
    """Return whether the state that a part takes has a field or a property of this name."""
    annotation = next(text for parameter, text in part.__annotations__.items() if parameter != "return")
    state = vars(sys.modules[part.__module__])[annotation]
    return name in state.__dataclass_fields__ or isinstance(getattr(state, name, None), property)

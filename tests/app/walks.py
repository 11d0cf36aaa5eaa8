"""A walk over a page: real keys drawn by a seed, while answers come late, early and out of order.

A walk says after each step whether what shows belongs together, and at its end whether it is the truth: what the last
question gives when it is asked by itself, with nobody else in the way.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.kit.painted_values import Label
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.store.workspace import Session
from tests.late_answers import LateRunner
from tests.walk.made_up_mail import write_mails

CORPORA = {"Mail": {"ham": 12, "spam": 10}, "Letters": {"private": 6, "work": 7}}
MODELS = {"First": "multinomial", "Second": "bernoulli"}
TABLES = ("Fruit", "Cups")
HAM_AND_SPAM = (Label("ham", 0, 12), Label("spam", 1, 10))
TEXTS = ["a meeting on monday", "a free cruise on tuesday", "the prize of monday", "the draft of tuesday"]
DOWN, UP = Qt.Key.Key_Down, Qt.Key.Key_Up


def prepare(folder: Path) -> Path:
    """A workspace with two corpora of mail, two tables, and models of them."""
    path = folder / "all.bayleaf"
    for name, counts in CORPORA.items():
        import_sources(path, ImportRequest((write_mails(folder / name, counts),), corpus=name), NoOpJobContext())
    for name, event_model in MODELS.items():
        request = RecipeRequest(event_model=event_model, smoothing="0.5")
        train(path, TrainingOrder(request, "Mail", name), NoOpJobContext())
    train(
        path,
        TrainingOrder(RecipeRequest(event_model="complement", smoothing="1"), "Letters", "Third"),
        NoOpJobContext(),
    )
    for place, name in enumerate(TABLES):
        rows = "\n".join(f"{n * (place + 1)},{n % 7},{'ab'[n % 2]},{'pq'[n % 3 == 0]}" for n in range(30))
        (folder / f"{name}.csv").write_text(f"size,{name},form,label\n{rows}\n", encoding="utf-8")
        options = SourceOptions(kind="table", label_column="label")
        import_sources(path, ImportRequest((folder / f"{name}.csv",), options, name), NoOpJobContext())
        train(path, TrainingOrder(RecipeRequest(smoothing="1"), name, name), NoOpJobContext())
    return path


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground that a walk goes over."""

    qtbot: QtBot
    session: Session
    runner: LateRunner
    chance: random.Random
    folder: Path
    """For files of the walk's own."""


class Walk(ABC):
    """One page, the keys that are pressed on it, and what must hold."""

    n_keys = 24

    def __init__(self, ground: Ground) -> None:
        self.ground, self.chance, self.runner = ground, ground.chance, ground.runner
        self.qtbot, self.session = ground.qtbot, ground.session

    def begin(self, page: QWidget) -> None:
        """Show the page, with all answers there."""
        page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        self.qtbot.addWidget(page)
        page.resize(1240, 760)
        page.show()
        self.runner.finish()

    @abstractmethod
    def keys(self) -> list[Callable[[], object]]:
        """All that can be pressed or chosen now."""

    def assert_together(self) -> None:  # noqa: B027 - not every page shows two things together
        """Nothing that shows belongs to another question; asked after every step."""

    @abstractmethod
    def assert_true(self) -> None:
        """See that what shows is what the last question gives; asked once all answers are there."""

    def end(self) -> None:  # noqa: B027 - most walks hold nothing
        """Let go of what the walk holds."""

    def go(self) -> None:
        """Press keys with answers anywhere on their way, and see that all is true when they have come."""
        try:
            for _ in range(self.n_keys):
                self.chance.choice(self.keys())()
                for _ in range(self.chance.randint(0, 5)):
                    self.runner.step()
                    self.assert_together()
            self.runner.finish()
            self.assert_together()
            self.assert_true()
        finally:
            self.runner.close()
            self.end()

    def press(self, widget: QWidget, key: Qt.Key) -> Callable[[], None]:
        return lambda: self.qtbot.keyClick(widget, key)

    def type_into(self, widget: QWidget, words: str) -> None:
        self.qtbot.keyClicks(widget, words)

"""The way in of README: what it names is entered, step by step, where one mail's bytes become a coloured word."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from pytestqt.qtbot import QtBot

from app.domain.documents import ReadLimits, SourceOptions
from app.pages.classify.page import ClassifyPage
from app.pages.classify.view_model import ClassifyViewModel
from app.qt.drops import Dropped
from app.qt.look.theme import Theme
from app.readers.reading import read_bytes
from app.services.judging.classify_session import JudgedDocuments
from app.session.session import Session
from tests.app.qt_fixtures import inline_runner, theme
from tests.app.views.walks import HAM_AND_SPAM, prepare
from tests.inline_runner import InlineRunner

__all__ = ["inline_runner", "theme"]

ROOT = Path(__file__).parents[1]
STEPS = re.findall(r"^\d+\. \[`(\w+)`\]\((.+?)\)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
MAIL = b"""\
From: Alder <alder@example.org>\r
Subject: cheap offer\r
Content-Type: text/plain; charset=utf-8\r
\r
A cheap offer: buy now.\r
"""


@contextmanager
def entered(calls: list[tuple[str, str]]) -> Iterator[None]:
    """Note the functions of the program that are entered, in their order."""

    def note(frame: FrameType, event: str, _argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT):
            calls.append((frame.f_code.co_name, path.relative_to(ROOT).as_posix()))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def test_one_mail_goes_the_way_that_the_readme_tells(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, tmp_path: Path
) -> None:
    calls: list[tuple[str, str]] = []
    with Session(prepare(tmp_path)) as session:
        model = ClassifyViewModel(inline_runner)
        model.open_workspace(JudgedDocuments(session))
        page = ClassifyPage(model)
        qtbot.addWidget(page)
        page.show()
        model.open_model("First", HAM_AND_SPAM, (1, 1.0))
        with entered(calls):
            [document] = read_bytes(MAIL, "a.eml", SourceOptions(), ReadLimits())
            model.classify(Dropped(text=document.text))
            inline_runner.run()

    assert len(STEPS) == 12
    assert [step for step in STEPS if step not in calls] == []
    leaders = [calls.index((name, file)) for name, file in STEPS[:3]]
    assert leaders == sorted(leaders)
    reasons = model.state.reasons
    assert reasons is not None
    assert any(word.log_odds for word in reasons.words)


@pytest.mark.parametrize(("name", "file"), STEPS)
def test_every_step_names_what_there_is(name: str, file: str) -> None:
    assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")

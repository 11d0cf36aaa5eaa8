"""The walk in ARCHITECTURE: each function it names is called, in order, from a mail's bytes to a coloured word."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType

import pytest
from pytestqt.qtbot import QtBot

from app.domain.documents import SourceOptions
from app.features.classify.page import ClassifyPage
from app.features.classify.use_cases import JudgedDocuments
from app.features.classify.view_model import ClassifyViewModel
from app.kit.drops import DropContent
from app.kit.look.theme import Theme
from app.library.extraction import ExtractionSettings, extract
from app.readers.reading import Bookmark, ReadingSettings
from app.readers.sources import plan_source, work_items
from app.store.workspace import Session
from nbengine.text.token_rules import TokenRules
from tests.app.qt_fixtures import inline_runner, theme
from tests.app.walks import HAM_AND_SPAM, prepare
from tests.inline_runner import InlineRunner

__all__ = ["inline_runner", "theme"]

ROOT = Path(__file__).parents[1]
STEPS = re.findall(
    r"\[`(\w+)`\]\(\.\./(.+?\.py)\)", (ROOT / ".github" / "ARCHITECTURE.md").read_text(encoding="utf-8"), re.MULTILINE
)
BY_WORKER = [step for step in STEPS if step[0] in ("read_batches", "read_mail", "read_body", "count")]
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
    with Session(prepare(tmp_path)) as session, closing(JudgedDocuments(session)) as judged:
        model = ClassifyViewModel(inline_runner)
        model.open_workspace(judged)
        page = ClassifyPage(model)
        qtbot.addWidget(page)
        page.show()
        model.open_model("First", HAM_AND_SPAM, (1, 1.0))
        mail = tmp_path / "a.eml"
        mail.write_bytes(MAIL)
        with entered(calls):
            model.classify(DropContent(paths=(mail,)))
            inline_runner.run()
    read: list[tuple[str, str]] = []
    plan = plan_source([mail], SourceOptions(labels_from="none"))
    with entered(read):  # as the worker does, whose calls cannot be seen from here
        for item in work_items(plan.sources, plan.options):
            list(extract(item, ExtractionSettings(ReadingSettings(), TokenRules()), Bookmark()))

    here, in_worker = [step for step in STEPS if step not in BY_WORKER], [step for step in STEPS if step in BY_WORKER]
    assert (len(here), len(in_worker)) == (8, 4)
    for steps, entries in ((here, calls), (in_worker, read)):
        assert [step for step in steps if step not in entries] == []
        lasts = [len(entries) - entries[::-1].index(step) for step in steps]
        assert lasts[-2:] == sorted(lasts[-2:])
        firsts = [entries.index(step) for step in steps[:-1]]
        assert firsts == sorted(firsts)
    reasons = model.state.reasons
    assert reasons is not None
    assert any(word.log_odds for word in reasons.coloured_words)


@pytest.mark.parametrize(("name", "file"), STEPS)
def test_every_step_names_what_there_is(name: str, file: str) -> None:
    assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")

"""A mail that explodes, or lies in itself a thousand times, costs the judge and a replay one mail at most."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.evaluate.replay import ReplayOrder, replay
from app.features.mail_daemon.daemon import MailJudge
from app.store.workspace import Session
from tests.app.letters import letter
from tests.app.library.test_one_door import BOMBS, HEAD

MAIL_BOMBS = [name for name, bomb in BOMBS.items() if name.startswith(("a zip that explodes in", "mails", "a page"))]


@pytest.mark.parametrize("bomb", MAIL_BOMBS)
def test_the_judge_gives_a_verdict_and_goes_on(workspace: Path, bomb: str) -> None:
    with Session(workspace) as session:
        judge = MailJudge(session)

        exploded = judge.judge(BOMBS[bomb]()).verdict
        later = judge.judge(letter("spam", 90)).verdict

    assert exploded.label in ("spam", "ham")
    assert (exploded.title, later.label) == ("offer", "spam")


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_replay_takes_it_or_names_it_and_goes_on(tmp_path: Path, bomb: str) -> None:
    for name, raw in (("good", letter("ham", 1)), ("bomb", BOMBS[bomb]()), ("bad", letter("spam", 1))):
        (tmp_path / name).write_bytes(raw)
    (tmp_path / "index").write_text("ham good\nspam bomb\nspam bad\n", encoding="utf-8")

    report = replay(ReplayOrder(tmp_path / "index"), NoOpJobContext())

    taken = [one.entry.path.name for one in report.replayed]
    assert [name for name in taken if name != "bomb"] == ["good", "bad"]
    assert ("bomb" in taken) != bool(report.failed)
    assert "bomb" in taken or not BOMBS[bomb]().startswith(HEAD)
    assert {Path(failure.path).name for failure in report.failed} <= {"bomb"}

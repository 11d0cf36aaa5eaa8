"""A judge that was killed and started again judges as the one that went on."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.mail_daemon.daemon import LessonAnswer, MailJudge, read_mail
from app.features.train.training import TrainingOrder, train
from app.library.recipes import RecipeRequest
from app.library.saved_models import load_stored_model
from app.store.workspace import Session, Workspace
from tests.app.letters import letter

ASKED = [letter(label, number) for label in ("spam", "ham") for number in range(200, 206)]


@pytest.fixture
def filter_workspace(workspace: Path) -> Path:
    train(workspace, TrainingOrder(RecipeRequest(event_model="filter"), "Mail"), NoOpJobContext())
    return workspace


def taught(judge: MailJudge, *, follows: bool) -> None:
    """Give lessons, some of which are taken back; the model follows each one, or only at the end."""
    deeds = [("spam", 91), ("ham", 92), ("spam", 93), ("", 91), ("ham", 93), ("spam", 95), ("spam", 93), ("", 95)]
    for label, number in deeds:
        raw = letter("ham", number, words=f"rare{number} never{number % 3}")
        answer = judge.teach(raw, label, is_by_person=True) if label else judge.forget(raw)
        assert answer in (LessonAnswer.LEARNT, LessonAnswer.FORGOTTEN)
        if follows:
            judge.update_model()


def answers_of(judge: MailJudge) -> list[object]:
    return [(judged.raw, judged.probability) for judged in (judge.judge(raw).verdict for raw in ASKED)]


def test_after_lessons_that_were_taken_back_a_restart_changes_no_score(filter_workspace: Path) -> None:
    with Session(filter_workspace) as session, Session(filter_workspace) as another:
        lived = MailJudge(session)
        before = answers_of(lived)
        taught(lived, follows=True)
        after = answers_of(lived)

        assert answers_of(MailJudge(another)) == after != before


def test_a_judge_behind_a_compacted_workspace_counts_it_anew(filter_workspace: Path) -> None:
    with Session(filter_workspace) as session:
        judge = MailJudge(session)
        taught(judge, follows=False)
    with Workspace(filter_workspace) as opened:
        opened.compact()
        found = opened.documents.find_by_hash("Mail", read_mail(letter("ham", 93, words="rare93 never0")).content_hash)
        assert load_stored_model(opened).record.n_missing_changes
        assert found is not None

    with Session(filter_workspace) as session:
        again = MailJudge(session)
        assert again.judge(letter("ham", 93, words="rare93 never0")).verdict.label == "spam"

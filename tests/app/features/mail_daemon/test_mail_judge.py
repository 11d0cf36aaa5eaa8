"""The judge learns exactly, follows what others do, and never learns its own deeds."""

from __future__ import annotations

import gc
import math
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from app.domain.documents import Document
from app.domain.errors import BusyWorkspace, SourceError, StoreError
from app.domain.jobs import NoOpJobContext
from app.domain.results import DocumentVerdict
from app.features.mail_daemon import daemon as mail_judge
from app.features.mail_daemon.daemon import LessonAnswer, MailJudge, read_mail
from app.features.train.training import TrainingOrder, train
from app.library import saved_models as kept_models
from app.library import saved_models as learning
from app.library.classifying import LoadedModel, classify_documents, load_classifier
from app.library.recipes import RecipeRequest
from app.library.saved_models import learn, load_current_model, load_stored_model
from app.library.training_data import CountedWords, count_words
from app.store.verdicts import Ticket, Tickets
from app.store.workspace import Session, Workspace
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.text.token_rules import TokenRules
from tests.app.letters import letter


@pytest.fixture
def judge(workspace: Path) -> Iterator[MailJudge]:
    with Session(workspace) as session:
        yield MailJudge(session)


def kept_hash(workspace: Path) -> str:
    with Workspace(workspace) as opened:
        return load_stored_model(opened).model.canonical_hash()


def test_after_its_lessons_the_model_is_the_one_that_the_command_line_makes(
    judge: MailJudge, workspace: Path, tmp_path: Path
) -> None:
    other = Path(shutil.copy(workspace, tmp_path / "other.bayleaf"))
    for number in range(40, 46):
        assert judge.teach(letter("ham", number), "ham") is LessonAnswer.LEARNT
        learn(other, None, [read_mail(letter("ham", number))], "ham", NoOpJobContext())
    judge.update_model()
    judge.save_model_if_due(at_once=True)

    assert kept_hash(workspace) == kept_hash(other)


def test_a_judge_at_rest_holds_its_counts_compressed_and_learns_the_same(workspace: Path, tmp_path: Path) -> None:
    train(workspace, TrainingOrder(RecipeRequest(event_model="filter"), "Mail"), NoOpJobContext())
    other = Path(shutil.copy(workspace, tmp_path / "other.bayleaf"))
    hashes = []
    for path, rests in ((workspace, True), (other, False)):
        with Session(path) as session:
            judge = MailJudge(session)
            for number in range(40, 46):
                judge.teach(letter("ham", number), "ham")
                judge.update_model()
                if rests:
                    judge.release_memory(at_once=True)
            assert judge.forget(letter("ham", 41)) is LessonAnswer.FORGOTTEN
            assert judge.teach(letter("ham", 42), "spam", is_by_person=True) is LessonAnswer.LEARNT
            verdict = judge.judge(letter("spam", 60), n_terms=5).verdict
            judge.save_model_if_due(at_once=True)
        hashes.append((kept_hash(path), verdict))

    assert hashes[0] == hashes[1]


def test_a_lesson_of_the_command_line_leaves_one_model_in_memory(workspace: Path, tmp_path: Path) -> None:
    train(workspace, TrainingOrder(RecipeRequest(event_model="filter"), "Mail"), NoOpJobContext())
    other = Path(shutil.copy(workspace, tmp_path / "other.bayleaf"))
    lessons = [read_mail(letter("ham", number)) for number in range(40, 46)]
    models_before = models_in_memory()
    with Session(workspace) as session:
        judge = MailJudge(session)
        for number, lesson in enumerate(lessons):
            if number % 3 == 2:
                judge.teach(letter("ham", 40 + number), "ham")
            else:
                judge.learn_for_command(lesson, "ham", None)
            judge.judge(letter("spam", 90))

        assert len(models_in_memory() - models_before) == 1
        judge.save_model_if_due(at_once=True)
    for lesson in lessons:
        learn(other, None, [lesson], "ham", NoOpJobContext())

    assert kept_hash(workspace) == kept_hash(other)


def test_a_lesson_of_the_command_line_that_fails_leaves_the_model_as_it_is_kept(
    judge: MailJudge, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(workspace, TrainingOrder(RecipeRequest(event_model="filter"), "Mail"), NoOpJobContext())
    before = judge.judge(letter("spam", 90)).verdict.raw
    with monkeypatch.context() as broken:
        broken.setattr(learning, "count_doubted_lessons", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            judge.learn_for_command(read_mail(letter("spam", 91)), "ham", None)

    assert judge.judge(letter("spam", 90)).verdict.raw == before


def models_in_memory() -> set[int]:
    gc.collect()
    return {id(one) for one in gc.get_objects() if isinstance(one, FilterModel)}


def test_a_lesson_changes_the_next_verdict(judge: MailJudge) -> None:
    odd = letter("ham", 70, words="zyxwv " * 20)
    before = judge.judge(odd).verdict.raw["spam"]
    for number in range(71, 75):
        judge.teach(letter("ham", number, words="zyxwv " * 20), "spam")

    assert judge.judge(odd).verdict.raw["spam"] > before


def test_what_a_hand_decided_is_final(judge: MailJudge) -> None:
    mail = letter("spam", 80)
    assert judge.judge(mail).verdict.label == "spam"
    judge.teach(mail, "ham", is_by_person=True)

    judgement = judge.judge(mail)
    assert (judgement.verdict.label, judgement.is_labelled_by_person, judgement.verdict.is_unsure) == (
        "ham",
        True,
        False,
    )


def test_it_does_not_learn_its_own_deeds(judge: MailJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    mail = letter("spam", 81)
    assert not judge.judge(mail).verdict.is_unsure

    assert judge.teach(mail, "spam") is LessonAnswer.REFUSED
    assert judge.teach(mail, "ham") is LessonAnswer.LEARNT
    other = letter("spam", 82)
    judge.judge(other)
    assert judge.teach(other, "spam", is_by_person=True) is LessonAnswer.LEARNT
    later = letter("spam", 83)
    judge.judge(later)
    monkeypatch.setattr(mail_judge, "IGNORE_REPEATED_VERDICT_S", 0.0)
    assert judge.teach(later, "spam") is LessonAnswer.LEARNT


def test_a_lesson_that_is_taken_back_within_a_minute_is_no_deed_of_its_own(judge: MailJudge) -> None:
    mail = letter("ham", 124)
    judge.judge(mail)

    assert judge.teach(mail, "ham") is LessonAnswer.REFUSED
    assert judge.teach(mail, "spam") is LessonAnswer.LEARNT
    assert judge.teach(mail, "ham") is LessonAnswer.LEARNT


def test_a_mail_is_taught_by_its_ticket(judge: MailJudge, workspace: Path) -> None:
    mail = letter("spam", 84)
    ticket = judge.judge(mail).ticket

    assert judge.teach(ticket, "ham", is_by_person=True) is LessonAnswer.LEARNT
    assert judge.teach("0" * 32, "ham") is LessonAnswer.UNKNOWN
    with Workspace(workspace, read_only=True) as opened:
        number = opened.documents.find_by_hash("Mail", read_mail(mail).content_hash or b"")
        assert number is not None
        assert opened.documents.get(number).document.text == read_mail(mail).text


def test_tickets_have_an_end(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Session(workspace) as session:
        judge = MailJudge(session, max_tickets=2)
        first, *_, last = [judge.judge(letter("spam", number)).ticket for number in range(85, 88)]
        assert judge.teach(first, "ham") is LessonAnswer.UNKNOWN
        assert judge.forget(last) is LessonAnswer.NOTHING_TO_DO

        monkeypatch.setattr(mail_judge, "MAX_TICKET_AGE_S", -1.0)
        judge.judge(letter("spam", 88))
        assert judge.forget(last) is LessonAnswer.UNKNOWN


def test_it_follows_what_the_window_changes(judge: MailJudge, workspace: Path) -> None:
    mail = letter("spam", 3)
    assert judge.judge(mail).verdict.label == "spam"
    with Workspace(workspace) as opened:
        number = opened.documents.find_by_hash("Mail", read_mail(mail).content_hash or b"")
        assert number is not None
        opened.editing.relabel([number], "ham")

    assert judge.judge(mail).verdict.label == "ham"
    judge.teach(letter("ham", 90), "ham")
    judge.save_model_if_due(at_once=True)
    with Workspace(workspace) as opened:
        assert not load_stored_model(opened).record.n_missing_changes
        kept = load_stored_model(opened).model.canonical_hash()
        assert load_current_model(workspace, opened, None, NoOpJobContext()).model.canonical_hash() == kept


def test_lessons_of_a_filter_that_another_window_gave_are_learnt_without_loading_it_again(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(workspace, TrainingOrder(RecipeRequest(event_model="filter"), "Mail", "Filter"), NoOpJobContext())
    odd = letter("ham", 70, words="zyxwv " * 20)
    loaded: list[bytes] = []
    reading = kept_models.model_from_bytes

    def read(data: bytes) -> Model:
        loaded.append(data)
        return reading(data)

    with Session(workspace) as mine, Session(workspace) as window:
        judge = MailJudge(mine, "Filter")
        before = judge.judge(odd).verdict.raw["spam"]
        for number in range(71, 75):
            other = read_mail(letter("ham", number, words="zyxwv " * 20))
            learn(window, "Filter", [other], "spam", NoOpJobContext())
        monkeypatch.setattr(kept_models, "model_from_bytes", read)
        after = judge.judge(odd).verdict.raw["spam"]

        assert loaded == []
        assert after > before
        [alone] = classify_documents(load_classifier(workspace, "Filter"), [read_mail(odd)], 0)
        assert after == alone.raw["spam"]


def test_lessons_that_the_model_does_not_hold_yet_are_followed_after_a_restart(
    judge: MailJudge, workspace: Path
) -> None:
    judge.teach(letter("ham", 91), "ham")
    with Workspace(workspace) as opened:
        assert load_stored_model(opened).record.n_missing_changes == 1

    with Session(workspace) as session:
        again = MailJudge(session)
        assert again.judge(letter("ham", 92)).verdict.raw == judge.judge(letter("ham", 92)).verdict.raw


def test_what_is_no_mail_is_refused_with_a_reason(judge: MailJudge) -> None:
    with pytest.raises(SourceError):
        judge.judge(b"")
    assert judge.judge(letter("ham", 93)).verdict.label == "ham"


def test_a_workspace_that_is_gone_is_an_error_and_its_return_is_noticed(judge: MailJudge, workspace: Path) -> None:
    judge.judge(letter("ham", 94))
    elsewhere = workspace.rename(workspace.with_name("elsewhere.bayleaf"))
    with pytest.raises(StoreError):
        judge.judge(letter("ham", 95))

    elsewhere.rename(workspace)
    assert judge.judge(letter("ham", 95)).verdict.label == "ham"


def test_a_ticket_outlives_the_judge_that_gave_it(judge: MailJudge, workspace: Path) -> None:
    mail = letter("spam", 120)
    ticket = judge.judge(mail).ticket
    with Session(workspace) as session:
        assert MailJudge(session).teach(ticket, "ham", is_by_person=True) is LessonAnswer.LEARNT

    assert judge.judge(mail).verdict.label == "ham"


def test_a_mail_of_the_corpus_is_its_own_ticket(judge: MailJudge) -> None:
    ticket = read_mail(letter("spam", 3)).content_hash.hex()

    assert judge.teach(ticket, "ham", is_by_person=True) is LessonAnswer.LEARNT
    assert judge.forget(ticket) is LessonAnswer.FORGOTTEN
    assert judge.forget("no ticket at all") is LessonAnswer.UNKNOWN


def test_without_tickets_no_mail_is_kept(workspace: Path) -> None:
    with Session(workspace) as session:
        assert MailJudge(session, max_tickets=0).judge(letter("spam", 121)).ticket == ""
    with Workspace(workspace) as opened:
        assert opened._file.value("SELECT count(*) FROM ticket") == 0


def test_a_verdict_does_not_wait_for_another_program_that_writes(judge: MailJudge, workspace: Path) -> None:
    mail = letter("spam", 122)
    with judge._session.borrow_for_writing() as patient:
        patient._file.execute("PRAGMA busy_timeout = 130000")
    with Workspace(workspace) as other, other.transaction():
        ticket = judge.judge(mail).ticket
    judge.write_tickets()
    with Workspace(workspace) as opened:
        assert opened.tickets.get(bytes.fromhex(ticket)) is not None

    assert judge.teach(ticket, "ham", is_by_person=True) is LessonAnswer.LEARNT


def test_a_short_mail_overtakes_the_long_ones_that_wait_for_the_model(
    judge: MailJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_judging, may_go_on, all_read = threading.Event(), threading.Event(), threading.Semaphore(0)
    lengths: list[int] = []
    read = judge.readers.read_mail

    def classify_slowly(
        model: LoadedModel, documents: list[Document], n_terms: int, words: CountedWords | None
    ) -> list[DocumentVerdict]:
        lengths.append(len(documents[0].text))
        is_judging.set()
        assert may_go_on.wait(30)
        return classify_documents(model, documents, n_terms, words)

    def read_and_tell(raw: bytes) -> Document:
        document = read(raw)
        all_read.release()
        return document

    monkeypatch.setattr(mail_judge, "classify_documents", classify_slowly)
    monkeypatch.setattr(judge.readers, "read_mail", read_and_tell)
    long_mail = letter("spam", 1) + b"report of many words\n" * 1_200
    mails = [*[long_mail] * 8, letter("ham", 2)]
    threads = [threading.Thread(target=judge.judge, args=(mail,), kwargs={"gives_ticket": False}) for mail in mails]
    for thread in threads:
        thread.start()
        assert is_judging.wait(30)
        assert all_read.acquire(timeout=30)
    may_go_on.set()
    for thread in threads:
        thread.join(30)

    assert len(lengths) == len(mails)
    assert lengths.index(min(lengths)) <= 2  # after the one that was being judged, and perhaps the next


def test_short_mails_are_judged_while_the_words_of_a_long_one_are_counted(
    judge: MailJudge, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_counting, may_go_on = threading.Event(), threading.Event()
    verdicts: list[DocumentVerdict] = []

    def count_slowly(rules: TokenRules, documents: list[Document]) -> CountedWords:
        is_counting.set()
        assert may_go_on.wait(30)
        return count_words(rules, documents)

    monkeypatch.setattr(mail_judge, "count_words", count_slowly)
    judge.update_model()
    long_mail = letter("spam", 1) + b"".join(b"report of word%d\n" % number for number in range(2_000))
    thread = threading.Thread(target=lambda: verdicts.append(judge.judge(long_mail, 5, gives_ticket=False).verdict))
    thread.start()
    assert is_counting.wait(30)
    assert judge.judge(letter("ham", 2)).verdict.label == "ham"
    may_go_on.set()
    thread.join(30)

    assert verdicts == classify_documents(load_classifier(workspace, None), [read_mail(long_mail)], 5)


@pytest.mark.parametrize("lesson", ["teach", "forget", "learn_for_command"])
def test_a_lesson_that_waits_for_another_program_delays_no_verdict(
    judge: MailJudge, workspace: Path, monkeypatch: pytest.MonkeyPatch, lesson: str
) -> None:
    mail, has_begun, answers = letter("spam", 124), threading.Event(), list[object]()
    writing = judge._session.borrow_for_writing

    def borrow_and_tell() -> AbstractContextManager[Workspace]:
        has_begun.set()
        return writing()

    asked: dict[str, Callable[[], object]] = {
        "teach": lambda: judge.teach(mail, "spam"),
        "forget": lambda: judge.forget(letter("spam", 3)),
        "learn_for_command": lambda: judge.learn_for_command(read_mail(mail), "spam", None),
    }
    judge.update_model()
    waiting = threading.Thread(target=lambda: answers.append(asked[lesson]()))
    with Workspace(workspace) as other, other.transaction():
        monkeypatch.setattr(judge._session, "borrow_for_writing", borrow_and_tell)
        waiting.start()
        assert has_begun.wait(30)
        verdict = judge.judge(letter("ham", 125), gives_ticket=False).verdict
        assert waiting.is_alive()
        assert not answers
    waiting.join(30)

    assert verdict.label == "ham"
    assert answers


def test_others_are_judged_while_a_ticket_is_written(judge: MailJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    is_writing, may_go_on = threading.Event(), threading.Event()
    keep = Tickets.store

    def keep_slowly(self: Tickets, ticket: Ticket, **options: Any) -> None:
        is_writing.set()
        assert may_go_on.wait(30)
        keep(self, ticket, **options)

    monkeypatch.setattr(Tickets, "store", keep_slowly)
    thread = threading.Thread(target=judge.judge, args=(letter("spam", 128),))
    thread.start()
    assert is_writing.wait(30)
    assert judge.judge(letter("ham", 2), gives_ticket=False).verdict.label == "ham"
    assert not may_go_on.is_set()
    may_go_on.set()
    thread.join(30)


def test_writing_tickets_does_not_wait_for_another_program(judge: MailJudge, workspace: Path) -> None:
    with judge._session.borrow_for_writing() as patient:
        patient._file.execute("PRAGMA busy_timeout = 130000")
    with Workspace(workspace) as other, other.transaction():
        ticket = judge.judge(letter("spam", 129)).ticket
        with pytest.raises(BusyWorkspace):
            judge.write_tickets()
    judge.write_tickets()

    with Workspace(workspace) as opened:
        assert opened.tickets.get(bytes.fromhex(ticket)) is not None


def test_saving_the_model_does_not_wait_for_another_program(judge: MailJudge, workspace: Path) -> None:
    judge.teach(letter("spam", 126), "spam")
    with judge._session.borrow_for_writing() as patient:
        patient._file.execute("PRAGMA busy_timeout = 130000")
    judge._last_lesson_s = -math.inf
    with Workspace(workspace) as other, other.transaction(), pytest.raises(BusyWorkspace):
        judge.save_model_if_due()
    judge.save_model_if_due()

    assert not judge._n_unsaved


def test_of_a_mail_of_very_many_words_the_beginning_is_judged_and_learnt(judge: MailJudge, workspace: Path) -> None:
    long = letter("spam", 127) + b"a line of many words\r\n" * 100_000
    judged = judge.judge(long)
    judge.teach(long, "spam", is_by_person=True)

    assert judged.is_cut
    with Workspace(workspace) as opened:
        number = opened.documents.find_by_hash("Mail", read_mail(long).content_hash)
        assert number is not None
        assert len(opened.documents.get(number).document.text) == mail_judge.MAX_JUDGED_CHARACTERS


def test_compacting_lets_go_of_tickets(judge: MailJudge, workspace: Path) -> None:
    judge.judge(letter("spam", 123))
    with Workspace(workspace) as opened:
        assert opened._file.value("SELECT count(*) FROM ticket") == 1
        opened.compact()
        assert opened._file.value("SELECT count(*) FROM ticket") == 0
        assert opened.check() == []

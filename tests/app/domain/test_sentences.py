"""Every error, edit and problem has a sentence, and every sentence has its facts."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from bayleaf_imap.troubles import SENTENCES

from app.domain import errors, sentences
from app.domain.errors import (
    FAILURE_REASONS,
    AppError,
    BusyWorkspace,
    ClusterError,
    ExchangeError,
    JudgeError,
    MailboxError,
    ModelError,
    NewerWorkspace,
    NotAWorkspace,
    NotFound,
    NoWorkers,
    SourceError,
    StoreError,
    TrainingError,
    UnusableName,
)
from app.domain.records import Problem
from app.domain.sentences import MAILBOX_SENTENCES, failure_sentence, problem_sentence, sentence, sentence_for
from app.store.schema import SEALED_FIRST

ROOT = Path(__file__).parents[3]
EXAMPLES: dict[type[AppError], AppError] = {
    SourceError: SourceError("/in/mail.eml", "encrypted"),
    StoreError: StoreError("/w.bayleaf", "full"),
    NewerWorkspace: NewerWorkspace("/w.bayleaf", found=9, known=2),
    NotAWorkspace: NotAWorkspace("/w.bayleaf"),
    BusyWorkspace: BusyWorkspace("/w.bayleaf"),
    ModelError: ModelError("filter", "it knows no labels"),
    TrainingError: TrainingError("mail", "it has one label only"),
    NotFound: NotFound("corpus", "male", ("mail",)),
    NoWorkers: NoWorkers("exit 1"),
    JudgeError: JudgeError("running", "/w.bayleaf"),
    MailboxError: MailboxError("login", "no"),
    ExchangeError: ExchangeError("filter", "Filter"),
    ClusterError: ClusterError("unreachable", "tcp://head:8786"),
    UnusableName: UnusableName("label", "spam", "taken"),
}


def source_of(folder: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / folder).rglob("*.py")))


def test_every_error_has_an_example_here_and_a_sentence() -> None:
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, AppError)}

    assert kinds - {AppError} == set(EXAMPLES)
    for error in EXAMPLES.values():
        text = sentence_for(error)
        assert text.endswith(".")
        assert "{" not in text
        assert sentence(error).template != sentences.OTHER_ERROR


def test_a_sentence_names_the_thing_and_what_would_have_been_right() -> None:
    assert sentence_for(EXAMPLES[NotFound]) == "There is no collection “male” in this workspace. Available: mail."
    assert sentence_for(EXAMPLES[NewerWorkspace]).endswith(
        "(format 9; this version reads up to 2). Update Bayleaf to open it."
    )
    assert (
        sentence_for(EXAMPLES[SourceError])
        == "“mail.eml” is encrypted or protected by a password. Save a copy without protection, and use that copy."
    )


def test_every_reason_of_the_store_has_its_own_sentence() -> None:
    code = source_of("app/store")
    used = set(re.findall(r'StoreError\(\s*[\w.]+,\s*"([\w -]+)"', code))
    used |= set(re.findall(r'SQLITE_\w+: "([\w-]+)"', code)) | {"busy", "newer", "not a workspace"}

    assert used == set(sentences.STORE_SENTENCES) - {"input-output"} | ({"input-output"} & used)


@pytest.mark.parametrize("reason", FAILURE_REASONS)
def test_every_reason_for_a_failure_has_its_own_sentence(reason: str) -> None:
    text = str(failure_sentence("a.pdf", reason))

    assert text.startswith("“a.pdf” ")
    assert "{" not in text


def test_every_reason_the_readers_and_services_give_is_known() -> None:
    used = re.findall(r'SourceError\([^()]*?,\s*"([\w-]+)"', source_of("app/readers") + source_of("app/library"))

    assert sorted(set(used) - set(sentences.SOURCE_SENTENCES)) == []


def test_every_reason_of_a_cluster_has_its_own_sentence() -> None:
    used = re.findall(r'ClusterError\("([\w-]+)"', source_of("app/features/cluster") + source_of("app/library"))

    assert set(used) == set(sentences.CLUSTER_SENTENCES)


def test_every_reason_of_the_judge_has_its_own_sentence() -> None:
    used = re.findall(r'JudgeError\("([\w-]+)"', source_of("app/features"))

    assert set(used) == set(sentences.JUDGE_SENTENCES)


def test_what_the_program_for_mail_on_servers_says_has_a_sentence_here_too() -> None:
    never_in_the_window = {"no-account", "bad-account", "many-accounts", "still-running", "no-mailbox", "no-terminal"}
    never_in_the_window |= {"bad-filing", "bad-day", "no-label", "no-workspace"}

    assert set(MAILBOX_SENTENCES) - {"other"} == set(SENTENCES) - never_in_the_window


def test_every_reason_of_other_programs_forms_has_its_own_sentence() -> None:
    used = re.findall(r'ExchangeError\(\s*"([\w-]+)"', source_of("app"))

    assert set(used) == set(sentences.EXCHANGE_SENTENCES)


def test_every_problem_that_check_finds_has_a_sentence() -> None:
    checking = (ROOT / "app/store/checking.py").read_text(encoding="utf-8")
    files = ("app/store/schema.py", "app/store/checking.py", "app/library/workspaces.py")
    code = "\n".join([checking, *((ROOT / file).read_text(encoding="utf-8") for file in files)])
    used = set(re.findall(r'Problem\("([\w-]+)"', code)) | {f"{table}-changed" for table in SEALED_FIRST}
    used |= set(re.findall(r'^\s+\(?"([a-z]+-[a-z-]+)",(?:\s|$)', checking, re.M))

    assert used == set(sentences.PROBLEM_SENTENCES)
    for problem in used:
        assert "{" not in str(problem_sentence(Problem(problem, "5")))


def test_an_unknown_reason_still_gives_a_sentence() -> None:
    assert sentence_for(StoreError("/w.bayleaf", "odd")) == "“w.bayleaf” cannot be used: odd."
    assert sentence_for(AppError("odd")) == "Something went wrong: odd."
    assert sentence_for(NotFound("thing", "x")) == "There is no “x” here."
    assert sentence_for(UnusableName("thing", "x", "odd")) == "“x” cannot be used as a name."


def test_templates_are_translated_before_facts_fill_them() -> None:
    german = {"There is no collection “{name}” in this workspace.": "Hier gibt es kein Korpus „{name}“."}

    text = sentence(NotFound("corpus", "{name}")).render(lambda template: german.get(template, template))

    assert text == "Hier gibt es kein Korpus „{name}“."


def test_templates_are_whole_and_listed_once_for_the_catalogs() -> None:
    listed = list(sentences.templates())

    assert len(listed) > 80
    known = {"name", "detail", "reason", "found", "known", "sentence", "documents", "corpus", "new", "label", "weight"}
    for template in listed:
        assert {field for _, field, _, _ in string.Formatter().parse(template) if field is not None} <= known

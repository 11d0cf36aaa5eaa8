"""Every error, edit and problem has a sentence, and every sentence has its facts."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from bayleaf_imap.errors import SENTENCES

from app.domain import errors, sentences
from app.domain.errors import (
    FAILURE_REASONS,
    AppError,
    BusyWorkspace,
    ClusterError,
    ForeignFileError,
    MailboxError,
    MailDaemonError,
    ModelError,
    NewerWorkspace,
    NotAWorkspace,
    NotEnoughDiskSpace,
    NotFound,
    NoWorkers,
    SourceError,
    StoreError,
    TrainingError,
    UnusableName,
)
from app.domain.records import Problem
from app.domain.sentences import (
    MAILBOX_SENTENCES,
    command_sentence,
    failure_sentence,
    problem_sentence,
    sentence_for,
    sentence_of_error,
)
from app.store.schema import SEALED_IN_VERSION_3

ROOT = Path(__file__).parents[3]
EXAMPLES: dict[type[AppError], AppError] = {
    SourceError: SourceError("/in/mail.eml", "encrypted"),
    StoreError: StoreError("/w.bayleaf", "full"),
    NewerWorkspace: NewerWorkspace("/w.bayleaf", file_version=9, supported_version=2),
    NotAWorkspace: NotAWorkspace("/w.bayleaf"),
    BusyWorkspace: BusyWorkspace("/w.bayleaf"),
    NotEnoughDiskSpace: NotEnoughDiskSpace("/w.bayleaf", needed_bytes=5_000_000, free_bytes=2_100),
    ModelError: ModelError("filter", "no-words"),
    TrainingError: TrainingError("mail", "few-documents", {"found": 7, "least": 20}),
    NotFound: NotFound("corpus", "male", ("mail",)),
    NoWorkers: NoWorkers("exit 1"),
    MailDaemonError: MailDaemonError("running", "/w.bayleaf"),
    MailboxError: MailboxError("login", "no"),
    ForeignFileError: ForeignFileError("filter", "Filter"),
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
        assert sentence_of_error(error).template != sentences.OTHER_ERROR


def test_a_sentence_names_the_thing_and_what_would_have_been_right() -> None:
    assert sentence_for(EXAMPLES[NotFound]) == "There is no collection “male” in this workspace. Available: mail."
    assert sentence_for(EXAMPLES[NewerWorkspace]).endswith(
        "(format 9; this version reads up to 2). Update Bayleaf to open it."
    )
    assert sentence_for(EXAMPLES[SourceError]) == (
        "“mail.eml” is encrypted or protected by a password. Save a copy without protection, and use that copy."
    )


def test_every_reason_of_the_store_has_its_own_sentence() -> None:
    code = source_of("app/store")
    used = set(re.findall(r'StoreError\(\s*[\w.]+,\s*"([\w -]+)"', code))
    used |= set(re.findall(r'SQLITE_\w+: "([\w-]+)"', code)) | {
        "busy",
        "newer",
        "not a workspace",
        "no-room",
        "foreign-filing",
    }

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
    used = re.findall(r'MailDaemonError\("([\w-]+)"', source_of("app/features"))

    assert set(used) == set(sentences.MAIL_DAEMON_SENTENCES)


def test_what_the_program_for_mail_on_servers_says_has_a_sentence_here_too() -> None:
    never_in_the_window = {"no-account", "bad-account", "many-accounts", "still-running", "no-mailbox", "no-terminal"}
    never_in_the_window |= {"bad-filing", "bad-day", "no-label", "no-workspace"}

    only_in_the_window = {"other", "command", "no-answer", "waiting"}
    assert set(MAILBOX_SENTENCES) - only_in_the_window == set(SENTENCES) - never_in_the_window


def test_the_program_for_mail_on_servers_uses_the_words_of_the_window() -> None:
    """It may add a fact (the server, the workspace), and its advice names a command instead of a button."""
    other_advice = {"no-tls-here", "no-session", "no-keyring", "no-junk", "not-installed", "loop", "account-there"}
    other_advice |= {"untried", "bad-name"}
    for kind in set(MAILBOX_SENTENCES) & set(SENTENCES):
        own = re.sub(r" \(?\{(?:where|what|workspace|why)\}\)?", "", SENTENCES[kind])
        own = own.replace(" {name}", "") if "{detail}" in own else own.replace("{name}", "{detail}")
        window = MAILBOX_SENTENCES[kind]
        if kind in other_advice:
            own, window = (re.split(r"[.:,](?= |$)", each)[0] for each in (own, window))
        assert own == window


def test_every_reason_of_other_programs_forms_has_its_own_sentence() -> None:
    used = re.findall(r'ForeignFileError\(\s*"([\w-]+)"', source_of("app"))

    assert set(used) == set(sentences.EXCHANGE_SENTENCES)


def test_only_sentences_that_no_window_shows_name_an_option() -> None:
    of_commands = {"index-labels", "no-exercise-answers", "no-export", "not-a-filter", "not-ours", "nothing-to-convert"}
    tables = [table for name, table in vars(sentences).items() if name.endswith("_SENTENCES")]
    with_option = {
        reason for table in tables for reason, words in table.items() if re.search(r"(?<![\w-])--[a-z]", str(words))
    }

    assert with_option == of_commands


@pytest.mark.parametrize(("kind", "reason"), sentences.OPTION_HINTS)
def test_a_command_adds_the_option_to_the_sentence_of_the_window(kind: type[AppError], reason: str) -> None:
    error = kind("mail", reason) if kind is TrainingError else kind(reason, "mail")
    window, printed = sentence_for(error), command_sentence(error)

    assert "--" not in window
    assert printed.startswith(window)
    assert re.search(r" --[a-z-]+\.$", printed)


def test_every_problem_that_check_finds_has_a_sentence() -> None:
    checking = (ROOT / "app/store/checking.py").read_text(encoding="utf-8")
    files = ("app/store/schema.py", "app/store/checking.py", "app/library/workspaces.py")
    code = "\n".join([checking, *((ROOT / file).read_text(encoding="utf-8") for file in files)])
    used = set(re.findall(r'Problem\("([\w-]+)"', code)) | {f"{table}-changed" for table in SEALED_IN_VERSION_3}
    used |= set(re.findall(r'^\s+\(?"([a-z]+-[a-z-]+)",(?:\s|$)', checking, re.M))

    assert used == set(sentences.PROBLEM_SENTENCES)
    for problem in used:
        assert "{" not in str(problem_sentence(Problem(problem, "5")))


def test_an_unknown_reason_still_gives_a_sentence() -> None:
    assert sentence_for(StoreError("/w.bayleaf", "odd")) == "The workspace “w.bayleaf” cannot be used: odd."
    assert sentence_for(AppError("odd")) == "Something went wrong: odd."
    assert sentence_for(NotFound("thing", "x")) == "“x” was not found."
    assert sentence_for(UnusableName("thing", "x", "odd")) == "“x” cannot be used as a name. Enter another one."


def test_templates_are_translated_before_facts_fill_them() -> None:
    german = {"There is no collection “{name}” in this workspace.": "Hier gibt es kein Korpus „{name}“."}

    text = sentence_of_error(NotFound("corpus", "{name}")).render(lambda template: german.get(template, template))

    assert text == "Hier gibt es kein Korpus „{name}“."


def test_templates_are_whole_and_listed_once_for_the_catalogs() -> None:
    listed = list(sentences.sentence_templates())

    assert len(listed) > 80
    known = {
        "name",
        "detail",
        "reason",
        "found",
        "known",
        "sentence",
        "documents",
        "corpus",
        "new",
        "label",
        "weight",
    }
    known |= {"needed", "free", "least", "positive"}
    for clauses in (sentences.ENGINE_CLAUSES, *sentences.DETAIL_CLAUSES.values()):
        known |= {field for clause in clauses for _, field, _, _ in string.Formatter().parse(clause) if field}
    for template in listed:
        assert {field for _, field, _, _ in string.Formatter().parse(template) if field is not None} <= known


CODES: dict[str, tuple[int, set[str]]] = {
    "SourceError": (1, set(sentences.SOURCE_SENTENCES)),
    "Unreadable": (0, set(sentences.SOURCE_SENTENCES)),
    "Failure": (2, set(sentences.SOURCE_SENTENCES)),
    "LessonFault": (0, set(sentences.SOURCE_SENTENCES)),
    "MoveError": (0, set(sentences.FILING_SENTENCES) | set(sentences.SOURCE_SENTENCES)),
    "StoreError": (1, set(sentences.STORE_SENTENCES)),
    "ModelError": (1, set(sentences.MODEL_SENTENCES)),
    "TrainingError": (1, set(sentences.TRAINING_SENTENCES)),
    "NotFound": (0, set(sentences.NOT_FOUND_SENTENCES)),
    "ClusterError": (0, set(sentences.CLUSTER_SENTENCES)),
    "MailDaemonError": (0, set(sentences.MAIL_DAEMON_SENTENCES)),
    "MailboxError": (0, set(MAILBOX_SENTENCES)),
    "ForeignFileError": (0, set(sentences.EXCHANGE_SENTENCES)),
    "UnusableName": (2, set(sentences.NAME_SENTENCES)),
    "Problem": (0, set(sentences.PROBLEM_SENTENCES)),
}
"""Class → position of its code among the arguments, and the codes that have a sentence."""
NEVER_SHOWN = {("Unreadable", "given-up")}
"""Codes that the raising module catches itself."""


def calls(folder: str) -> Iterator[ast.Call]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        yield from (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))


def constants(value: ast.expr) -> Iterator[str]:
    """Yield the strings that an expression can be: a constant, or the branches of a conditional expression."""
    if isinstance(value, ast.IfExp):
        yield from constants(value.body)
        yield from constants(value.orelse)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value


def raised_codes() -> set[tuple[str, str]]:
    codes = set()
    for call in calls("app"):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in CODES and len(call.args) > CODES[name][0]:
            codes |= {(name, code) for code in constants(call.args[CODES[name][0]])}
    return codes


def test_every_code_that_the_program_raises_has_a_sentence() -> None:
    codes = raised_codes()

    assert len(codes) > 150
    assert [(kind, code) for kind, code in sorted(codes - NEVER_SHOWN) if code not in CODES[kind][1]] == []
    assert {code for kind, code in codes if kind == "TrainingError"} == set(sentences.TRAINING_SENTENCES)


def shape(text: str) -> str:
    return re.sub(r"\{\w*\}", "{}", text).rstrip(".")


def phrases(folder: str) -> set[str]:
    """Return the strings of a folder's code, with {} for each value of an f-string."""
    found = set()
    for path in (ROOT / folder).rglob("*.py"):
        if path.name == "sentences.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
                found.add("".join(map(str, parts)).rstrip("."))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value.rstrip("."))
    return found


def test_every_clause_belongs_to_a_phrase_that_the_code_still_uses() -> None:
    used = phrases("app") | phrases("nbengine") | phrases("packaging/imap")

    known = [key for table in (sentences.ENGINE_CLAUSES, *sentences.DETAIL_CLAUSES.values()) for key in table]
    assert [key for key in known if shape(key) not in used] == []


def test_every_detail_of_a_damaged_workspace_that_the_program_writes_has_a_clause() -> None:
    damage = sentences.DETAIL_CLAUSES["damaged"]
    details = set()
    for call in calls("app/store"):
        if isinstance(call.func, ast.Name) and call.func.id == "StoreError" and len(call.args) == 3:
            details |= set(constants(call.args[2]))

    assert details == {"schema", "cut short", "choices", "counter", "text", "overgrown"}
    assert details <= set(damage)


def test_details_and_messages_of_the_engine_are_clauses_that_are_translated() -> None:
    def shout(template: str) -> str:
        return re.sub(r"\{\w+\}|\w+", lambda word: word[0] if word[0][0] == "{" else word[0].upper(), template)

    damaged = StoreError("/w.bayleaf", "damaged", "model Filter")
    assert "(the model “Filter” cannot be read)" in sentence_for(damaged)
    assert "(THE MODEL “Filter” CANNOT BE READ)" in sentence_for(damaged, shout)
    row = failure_sentence("a.csv", "bad-row", "5 fields instead of 4")
    assert row.render(shout).endswith("NUMBER OF FIELDS 5 INSTEAD OF 4.")
    one_label = TrainingError("Mail", "All documents have the label 'spam'; two labels are the least to tell apart.")
    assert "ALL DOCUMENTS HAVE THE LABEL 'spam'" in sentence_for(one_label, shout)
    assert sentence_for(StoreError("/w.bayleaf", "damaged", "odd")).startswith("“w.bayleaf” is damaged (odd).")


def test_free_space_is_told_in_the_units_of_people() -> None:
    error = NotEnoughDiskSpace("/w.bayleaf", needed_bytes=5_000_000, free_bytes=2_100)

    assert "4.8 MB are needed, and 2.1 kB are free" in sentence_for(error)
    assert "<5000000> are needed, and <2100> are free" in sentence_for(error, str, lambda size: f"<{size}>")

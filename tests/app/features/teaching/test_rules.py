"""Rules that pupils write, the league table on hidden mail, and the tournament."""

from __future__ import annotations

from pathlib import Path

import pytest

import resources
from app.domain.errors import SourceError, TrainingError
from app.domain.jobs import NoOpJobContext
from app.features.teaching.experiments import call_on_sample_mail
from app.features.teaching.rules import (
    Contest,
    RuleError,
    classify_tournament_mail,
    count_points,
    make_example_rules,
    make_league_table,
    open_contest,
    parse_rules,
    prepare_text,
    read_rules,
)

LABELS = ("ham", "spam")


@pytest.fixture(scope="module")
def contest() -> Contest:
    return call_on_sample_mail("en", open_contest, NoOpJobContext())


@pytest.mark.parametrize(
    ("rules", "text", "label"),
    [
        ('if "win" and not "meeting" then spam', "You WIN!", "spam"),
        ('if "win" and not "meeting" then spam', "win a meeting", None),
        ('if "win" then spam', "windows", None),
        ('if "click here" then spam', "Click\n  here now", "spam"),
        ('if 2 of ("free", "click", "offer") then spam', "free offer", "spam"),
        ('if 2 of ("free", "click", "offer") then spam', "free free", None),
        ('if "a" or "b" and "c" then spam', "a", "spam"),
        ('if ("a" or "b") and "c" then spam', "a", None),
        ('# mail of mine\nif "hello" then ham\nelse "spam"', "good day", "spam"),
        ('если "выигрыш" и не "встреча" то spam', "Выигрыш ваш", "spam"),
        ("если 2 из («a», «b») то spam\nиначе ham", "a", "ham"),
        ("如果“优惠”且非“会议”则spam\n否则 ham", "今天有优惠活动", "spam"),
        ("如果“优惠”且非“会议”则spam\n否则 ham", "会议优惠", "ham"),
    ],
)
def test_the_first_rule_that_applies_decides(rules: str, text: str, label: str | None) -> None:
    assert parse_rules("red", rules, LABELS).label_of(prepare_text(text)) == label


@pytest.mark.parametrize(
    ("rules", "line", "kind"),
    [
        ('when "x" then spam', 1, "if"),
        ('if "x" spam', 1, "then"),
        ('else ham\nif "x" then eggs', 2, "label"),
        ("if x then spam", 1, "text"),
        ('if "" then spam', 1, "text"),
        ('if 2 of "a", "b" then spam', 1, "bracket"),
        ('if ("a" then spam', 1, "bracket"),
        ("if" + "(" * 10_000, 1, "many"),
        ("if" + " not" * 10_000, 1, "many"),
        ("# nothing", 1, "empty"),
        ("else ham\n" * 201, 201, "many"),
        ("__import__('os').abort()", 1, "if"),
    ],
)
def test_a_line_that_is_no_rule_is_named(rules: str, line: int, kind: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse_rules("red", rules, LABELS)

    assert (refused.value.line, refused.value.kind) == (line, kind)


def test_a_file_of_rules_has_its_team_s_name_and_a_size(tmp_path: Path) -> None:
    (tmp_path / "red.txt").write_text('if "x" then spam', "utf-8-sig")
    assert read_rules(tmp_path / "red.txt", LABELS).team == "red"
    (tmp_path / "large.txt").write_bytes(b"#" * 60_000)
    (tmp_path / "noise.txt").write_bytes(b"\xff\xfe\x00")

    for name, reason in (("large.txt", "too-large"), ("noise.txt", "damaged")):
        with pytest.raises(SourceError) as refused:
            read_rules(tmp_path / name, LABELS)
        assert refused.value.reason == reason


def test_hidden_mail_is_neither_shown_nor_learned_and_always_the_same(contest: Contest) -> None:
    again = call_on_sample_mail("en", open_contest, NoOpJobContext())

    assert again.hidden_mails == contest.hidden_mails
    assert not set(contest.seen_mails) & set(contest.hidden_mails)
    assert len(contest.hidden_mails) >= 10
    assert contest.model.statistics.documents.sum() / (1 << 20) == len(contest.seen_mails)


def test_the_league_table_counts_what_each_filter_gets_right(contest: Contest) -> None:
    truth = [label for label, _ in contest.hidden_mails]
    teams = [
        parse_rules("always spam", "else spam", contest.labels),
        parse_rules("silent", 'if "no such word at all" then spam', contest.labels),
        parse_rules("example", make_example_rules(contest.labels), contest.labels),
    ]

    table = {each.team: each for each in make_league_table(contest, teams)}

    assert table["always spam"].n_right == truth.count("spam")
    assert (table["silent"].n_right, table["silent"].n_unmatched) == (0, len(truth))
    assert all(each.n_right + each.n_wrong + each.n_unmatched == len(truth) for each in table.values())
    right = [contest.label_by_bayes(written) == label for label, written in contest.hidden_mails]
    assert table[""].n_right == sum(right)
    assert [each.n_right for each in make_league_table(contest, teams)] == sorted(
        (each.n_right for each in table.values()), reverse=True
    )


def test_a_mail_beats_the_filters_that_give_it_another_label_than_a_person(contest: Contest) -> None:
    red = parse_rules("red", 'if "prize" then spam\nelse ham', contest.labels)
    blue = parse_rules("blue", "else spam", contest.labels)

    attack = classify_tournament_mail(contest, [red, blue], "blue", "You have won a pr1ze", "spam")

    assert attack.verdict_by_team["red"] == "ham"
    assert attack.verdict_by_team["blue"] == "spam"
    assert set(attack.beaten_teams) == {"red"} | ({""} if attack.verdict_by_team[""] != "spam" else set())
    again = classify_tournament_mail(contest, [red, blue], "blue", "pr1ze", "spam")
    assert count_points([attack, again])["blue"] == len(set(attack.beaten_teams) | set(again.beaten_teams)), (
        "a filter counts once"
    )
    assert classify_tournament_mail(contest, [red, blue], "red", "prize", "ham").beaten_teams[-1] == "blue", (
        "not one's own filter"
    )


def test_a_collection_with_one_label_is_one_sentence(workspace_with_one_label: Path) -> None:
    with pytest.raises(TrainingError):
        open_contest(workspace_with_one_label, "", NoOpJobContext())


@pytest.fixture
def workspace_with_one_label(tmp_path: Path) -> Path:
    from app import notebook_face as bayleaf  # noqa: PLC0415 - as a person's notebook does

    (tmp_path / "ham").mkdir()
    for number in range(12):
        (tmp_path / "ham" / f"{number}.txt").write_text(f"mail {number}", "utf-8")
    with bayleaf.open_workspace(tmp_path / "one.bayleaf", create=True) as opened:
        bayleaf.add(opened, tmp_path / "ham")
    return tmp_path / "one.bayleaf"


@pytest.mark.parametrize("page", ["classroom.md", "classroom.ru.md", "classroom.zh.md"])
def test_the_rules_of_the_help_pages_are_rules(page: str) -> None:
    text = (Path(resources.__file__).parent / "help" / page).read_text("utf-8")
    rules = "\n".join(line.strip() for line in text.splitlines() if line.startswith("    "))

    parsed = parse_rules("help", rules, LABELS)

    assert len(parsed.rules) == 3
    assert parsed.label_of(prepare_text("")) == "ham"
